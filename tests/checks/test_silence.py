"""Silencing warnings, and checking citations against documents."""

from __future__ import annotations

from pathlib import Path

from hoyle.dsl.diagnostics import make
from hoyle.dsl.loading import load
from hoyle.dsl.meaning.checks.citations import check_citations
from hoyle.dsl.meaning.silence import silence, silences
from hoyle.dsl.parser import parse
from hoyle.dsl.source import Source, Span

TEXT = """\
option low: 1..3 = 1 "low"      # allow W0302: for variants
option high: 1..3 = 1 "# allow W0302: not a comment"
option mid: 1..3 = 1 "mid"      # allow W0302, W0301: for variants
"""


def at(source: Source, line: int) -> Span:
    start = source.text.index(source.line(line))
    return Span(source, start, start + 6)


def test_a_silence_is_a_comment_with_codes_and_a_reason() -> None:
    found = silences(Source("x", TEXT))
    assert [(s.line, s.code, s.reason) for s in found] == [
        (1, "W0302", "for variants"),
        (3, "W0302", "for variants"),
        (3, "W0301", "for variants"),
    ]
    assert [s.span.text for s in found] == ["W0302", "W0302", "W0301"]


def test_only_its_own_line_is_silenced() -> None:
    source = Source("x", TEXT)
    warnings = [make("W0302", at(source, line), name="x") for line in (1, 2, 3)]
    left = silence(warnings, [source])
    assert [(d.code, d.span.line) for d in left] == [("W0302", 2), ("W0928", 3)]


def test_an_error_is_never_silenced() -> None:
    source = Source("x", "a line    # allow E0301: it is fine\n")
    error = make("E0301", Span(source, 0, 1), name="a")
    assert [d.code for d in silence([error], [source])] == ["E0301", "W0929"]


def test_what_lies_below_a_variant_is_not_its_business(tmp_path: Path) -> None:
    """Unused silences of the game below are not reported with the variant."""
    base = (Path(__file__).parent / "samples" / "variants" / "base_game.hoyle").read_text(encoding="utf-8")
    base = base.replace("\noption target", "\n# a comment\noption target").replace(
        '"points that end the game"', '"points that end the game"   # allow W0302: variants read it'
    )
    (tmp_path / "base_game.hoyle").write_text(base, encoding="utf-8")
    variant = tmp_path / "other.hoyle"
    variant.write_text('variant "Other" of base_game\nset target to 10\n', encoding="utf-8")
    assert [d.code for d in load(tmp_path / "base_game.hoyle").diagnostics] == ["W0928"]
    assert load(variant).diagnostics == ()


def test_what_a_variant_leaves_unused_below_is_no_mistake(tmp_path: Path) -> None:
    """`trump` of the game below is not needed any more, and cannot be removed."""
    variant = tmp_path / "no_trumps.hoyle"
    ranking = "replace ranking\n    any suit: A K Q J 10 9 8 7 6 5 4 3 2\n"
    variant.write_text(f'variant "No Trumps" of whist\n{ranking}', encoding="utf-8")
    assert load(variant).diagnostics == ()


def test_a_document_that_is_not_at_hand_is_no_mistake() -> None:
    tree, _ = parse(Source("x", 'source rules "rules.txt"\nplayers 4   [99; reprint 7]\n'))
    assert check_citations(tree, {}) == ()
    assert [d.code for d in check_citations(tree, {"rules": ("one line",)})] == ["E0925"]
    assert check_citations(tree, {"rules": ("a line",) * 99}) == ()


def test_the_first_document_is_meant_where_none_is_named() -> None:
    tree, _ = parse(Source("x", 'source one "1.txt"\nsource two "2.txt"\nplayers 4   [3; two 3]\n'))
    found = check_citations(tree, {"one": ("a",) * 2, "two": ("a",) * 3})
    assert [(d.code, d.span.text, d.message) for d in found] == [("E0925", "3", "line 3 of `one`, which has 2 lines")]
