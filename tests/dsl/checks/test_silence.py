"""Silencing warnings, and checking citations against documents."""

from __future__ import annotations

from pathlib import Path

from hoyle.dsl.checks.citations import check_citations
from hoyle.dsl.codes.reporting import report
from hoyle.dsl.loading import load
from hoyle.dsl.resolve.context import ResolveContext
from hoyle.dsl.resolve.silence import silence, silences
from hoyle.dsl.resolve.variants.overlay import overlay
from hoyle.dsl.source.span import Source, Span
from hoyle.dsl.syntax.parser import parse

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


def test_only_the_line_of_the_comment_is_silenced() -> None:
    source = Source("x", TEXT)
    warnings = [report("W0302", at(source, line), name="x") for line in (1, 2, 3)]
    left = silence(warnings, [source])
    assert [(d.code, d.span.line) for d in left] == [("W0302", 2), ("W0928", 3)]


def test_an_error_is_never_silenced() -> None:
    source = Source("x", "a line    # allow E0301: it is fine\n")
    error = report("E0301", Span(source, 0, 1), name="a")
    assert [d.code for d in silence([error], [source])] == ["E0301", "W0929"]


def test_unused_silences_of_the_base_are_not_reported_for_a_variant(tmp_path: Path) -> None:
    """They are reported for the base itself."""
    base = (Path(__file__).parent / "samples" / "variants" / "base_game.hoyle").read_text(encoding="utf-8")
    base = base.replace("\noption target", "\n# a comment\noption target").replace(
        '"points that end the game"', '"points that end the game"   # allow W0302: variants read it'
    )
    (tmp_path / "base_game.hoyle").write_text(base, encoding="utf-8")
    variant = tmp_path / "other.hoyle"
    variant.write_text('variant "Other" of base_game\nset target to 10\n', encoding="utf-8")
    assert [d.code for d in load(tmp_path / "base_game.hoyle").diagnostics] == ["W0928"]
    assert load(variant).diagnostics == ()


def test_a_name_of_the_base_that_a_variant_no_longer_uses_is_no_mistake(tmp_path: Path) -> None:
    """The variant does not need `trump` of the base and has no means to remove it."""
    variant = tmp_path / "no_trumps.hoyle"
    ranking = "replace ranking\n    any suit: A K Q J 10 9 8 7 6 5 4 3 2\n"
    variant.write_text(f'variant "No Trumps" of whist\n{ranking}', encoding="utf-8")
    assert load(variant).diagnostics == ()


def test_a_range_of_the_base_that_a_variant_empties_is_no_mistake(tmp_path: Path) -> None:
    """`1..steps` in the base is empty once the variant sets `steps` to 0.

    In the variant itself an empty range is reported.
    """
    base = (Path(__file__).parent / "samples" / "variants" / "base_game.hoyle").read_text(encoding="utf-8")
    base = base.replace("\noption target", '\noption steps: 0..3 = 2 "how many more"\noption target')
    loop = "    for n in 1..steps: add n to points of each player\n"
    (tmp_path / "base_game.hoyle").write_text(base.replace("main\n", "main\n" + loop, 1), encoding="utf-8")
    variant, narrow = tmp_path / "other.hoyle", 'replace option steps: 0..0 = 0 "how many more"\n'
    variant.write_text(f'variant "Other" of base_game\n{narrow}', encoding="utf-8")
    assert [d.code for d in load(variant).diagnostics] == []
    change = f"change deal_hand\n    add at the end\n    {loop}"
    variant.write_text(f'variant "Other" of base_game\n{narrow}{change}', encoding="utf-8")
    assert [d.span.source.name[-11:] for d in load(variant).diagnostics if d.code == "W0424"] == ["other.hoyle"]


HOUSE = """\
game "House"
source rules "rules.txt"
players 4
deck 9 10 J Q K A                                                       [%s]
zones
    stock: face down
    hand of each player: private
remember
    points of each player: number
main
    gather every card into stock
    shuffle stock
    deal 5 from stock to hand of each player
    add 1 to points of each player
    game over, won by the player with highest points
"""


def test_a_missing_document_is_no_mistake(tmp_path: Path) -> None:
    path = tmp_path / "house.hoyle"
    path.write_text(HOUSE % "99", encoding="utf-8")
    loaded = load(path)
    assert (loaded.diagnostics, loaded.documents) == ((), {"rules": None})


def test_a_document_is_found_as_given_beside_the_rules_or_in_a_folder(tmp_path: Path) -> None:
    path, other = tmp_path / "house.hoyle", tmp_path / "other"
    path.write_text(HOUSE % "3", encoding="utf-8")
    other.mkdir()
    long, short = "a\nb\nc\n", "a\nb\n"
    (other / "rules.txt").write_text(short, encoding="utf-8")
    (tmp_path / "given.txt").write_text(long, encoding="utf-8")
    assert load(path).diagnostics == ()
    (found,) = load(path, folders=[other]).diagnostics
    assert (found.code, found.span.text, found.message) == ("E0925", "3", "line 3 of `rules`, which ends at line 2")
    (tmp_path / "rules.txt").write_text(long, encoding="utf-8")
    beside = load(path, folders=[other])
    assert (beside.diagnostics, beside.documents) == ((), {"rules": tmp_path / "rules.txt"})
    given = {"rules": other / "rules.txt"}
    assert [d.code for d in load(path, documents=given).diagnostics] == ["E0925"]


def test_a_citation_without_a_name_refers_to_the_first_source() -> None:
    """That is the first source of the citing file.  A variant without sources uses the first one of its base."""
    text = 'source one "1.txt"\nsource two "2.txt"\nplayers 4   [3; two 3]\n'
    tree, _ = parse(Source("x", text))
    found = check_citations(tree, {"one": ("a",) * 2, "two": ("a",) * 3})
    assert [(d.code, d.span.text, d.message) for d in found] == [
        ("E0925", "3", "line 3 of `one`, which ends at line 2")
    ]
    variant, problems = parse(Source("y", 'variant "Y" of x\nsource own "own.txt"\nadd define worth means 1 [4]\n'))
    assert problems == ()
    laid = overlay(tree, variant, ResolveContext())
    found = check_citations(laid, {"one": ("a",) * 9, "own": ("a",) * 3})
    assert [d.message for d in found] == ["line 4 of `own`, which ends at line 3"]


def test_silences_work_in_files_with_errors(tmp_path: Path) -> None:
    """In such a file an unused silence is not reported, because some checks did not run."""
    base = (Path(__file__).parent / "samples" / "silences.hoyle").read_text(encoding="utf-8")
    before = {d.code for d in load(Path(__file__).parent / "samples" / "silences.hoyle").diagnostics}
    assert "W0928" in before
    text = base.replace("bonus: 5..50", "bonus: 50..5").replace("main\n", 'main\n    let x be 1  # allow W0301: "x"\n')
    found = load(Source("house.hoyle", text)).diagnostics
    assert {"W0927", "W0929", "E0408"} <= {d.code for d in found}
    assert not {"W0301", "W0928"} & {d.code for d in found}
    torn = load(Source("house.hoyle", text.replace("deck 9 10", "deck 9 of 10"))).diagnostics
    assert "W0927" in {d.code for d in torn}
