"""A mistake in the base that a variant causes is reported in the variant.

Mistakes of the base alone are reported in the base.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from hoyle.dsl.loading import load

BASE = """\
game "Base"
players 4
deck 9 10 J Q K A
option bonus: 0..3 = 2 "points for playing"
option waste: 0..3 = 2 "read by nobody"
zones
    stock: face down
    trick: face up
    hand of each player: private
remember
    points of each player: number
ranking
    any suit: A K Q J 10 9
main
    gather every card into stock
    shuffle stock
    deal 5 from stock to hand of each player
    pay
    game over, won by the player with highest points
phase pay
    for p in players
        add bonus to p.points
"""


@pytest.mark.parametrize(
    ("changes", "found"),
    [
        ("replace deck 9 10 J Q K\n", [("E0305", "replace deck 9 10 J Q K", 13)]),
        ("replace players 4..6 = 4\n", [("E0507", "replace players 4..6 = 4", 17), ("W0302", "waste", 5)]),
        (
            "change pay\n    replace the line add bonus to p.points\n        add 1 to p.points\n",
            [("W0302", "change pay", 4), ("W0302", "waste", 5)],
        ),
        ("change main\n    remove the line pay\n", [("W0609", "change main", 20), ("W0302", "waste", 5)]),
        ("set bonus to 1\n", [("W0302", "waste", 5)]),
    ],
)
def test_a_mistake_caused_by_a_variant_is_reported_in_the_variant(
    tmp_path: Path, changes: str, found: list[tuple[str, str, int]]
) -> None:
    """Checks the code, the underlined text and the line of the base where the effect appears."""
    (tmp_path / "base.hoyle").write_text(BASE, encoding="utf-8")
    path = tmp_path / "v.hoyle"
    path.write_text(f'variant "V" of base\n{changes}', encoding="utf-8")
    reported = []
    for d in load(path).diagnostics:
        below = not d.span.source.name.endswith("v.hoyle")
        reported.append((d.code, d.span.text.split("\n")[0], d.span.line if below else d.notes[0][0].line))
        assert below or d.message.startswith(f"with this change, at base.hoyle:{reported[-1][2]}: ")
    assert sorted(reported) == sorted(found)


def test_a_cycle_is_reported_at_the_call_added_by_a_variant(tmp_path: Path) -> None:
    (tmp_path / "base.hoyle").write_text(BASE, "utf-8")
    path = tmp_path / "circle.hoyle"
    path.write_text(
        'variant "Circle" of base\nchange pay\n    replace the line add bonus to p.points\n        pay\n', "utf-8"
    )
    (found,) = [one for one in load(path).diagnostics if one.severity == "error"]
    assert (found.code, found.span.source.name, found.span.line, found.span.text) == ("E0607", str(path), 4, "pay")
    assert [span.line for span, _ in found.notes] == [20]


def test_after_a_change_of_the_deck_the_message_contains_the_new_ranking(tmp_path: Path) -> None:
    text = BASE.replace("main\n", "    equal cards: first played wins  # as usual\nmain\n", 1)
    (tmp_path / "base.hoyle").write_text(text, encoding="utf-8")
    path = tmp_path / "v.hoyle"
    path.write_text('variant "V" of base\nreplace deck 10 J Q K, 2 copies\n', encoding="utf-8")
    (found,) = [one for one in load(path).diagnostics if one.severity == "error"]
    lines = "replace ranking\n        any suit: K Q J 10\n        equal cards: first played wins"
    assert (found.code, found.help) == ("E0305", f"write this in your variant too:\n    {lines}")
    path.write_text(path.read_text("utf-8") + lines.replace("\n    ", "\n") + "\n", encoding="utf-8")
    assert not any(one.severity == "error" for one in load(path).diagnostics), "the lines are those to write"
    path.write_text('variant "V" of base\nreplace deck 8 9 10 J Q K A\n', encoding="utf-8")
    (found,) = [one for one in load(path).diagnostics if one.severity == "error"]
    assert found.code == "E0506"
    assert found.help is not None
    assert found.help.startswith("write this in your variant too, with the new ranks in their places:")
    path.write_text('variant "V" of base\nreplace deck 9 10 J Q K A, 1 joker\n', encoding="utf-8")
    (found,) = [one for one in load(path).diagnostics if one.severity == "error"]
    assert found.help is not None
    what, _, lines = found.help.partition(":\n    ")
    assert what == "write this in your variant too, with the joker where it ranks"
    path.write_text(path.read_text("utf-8") + lines.replace("\n    ", "\n") + "\n", encoding="utf-8")
    assert not any(one.severity == "error" for one in load(path).diagnostics), "the lines are those to write"
