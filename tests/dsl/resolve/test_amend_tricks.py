"""Variants that replace a trick: it is named by its first line, as it stands in the base."""

from __future__ import annotations

from pathlib import Path

import pytest

from hoyle.dsl.loading import LoadedGame, load
from hoyle.dsl.source.span import Source
from hoyle.dsl.syntax import nodes as n
from hoyle.dsl.syntax.parser import parse
from hoyle.dsl.syntax.printer.declarations import print_tree

BASE = """\
game "Base"
players 4
deck 9 10 J Q K A
zones
    stock: face down
    trick: face up
    hand of each player: private
remember
    leader: player
    points of each player: number
main
    set leader to a random player
    shuffle stock
    deal 5 from stock to hand of each player
    repeat 5 times
        {first}
{clauses}
        add 1 to leader.points
        move trick to stock
    game over, won by the player with highest points
ranking
    any suit: A K Q J 10 9
"""
FIRST = "play trick from hand to trick, led by leader"
BELOW = ("following suit", "if able c where c.rank != A", "taken by leader")
NEW = f"        {FIRST}, any card, taken by leader\n"


def laid(tmp_path: Path, first: str, below: tuple[str, ...], change: str) -> LoadedGame:
    clauses = "\n".join(f"            {clause}" for clause in below)
    (tmp_path / "base.hoyle").write_text(BASE.format(first=first, clauses=clauses), encoding="utf-8")
    (tmp_path / "v.hoyle").write_text(f'variant "V" of base\nchange main\n    {change}', encoding="utf-8")
    return load(tmp_path / "v.hoyle")


def said(loaded: LoadedGame) -> list[tuple[str, str | None]]:
    return [(d.code, d.help) for d in loaded.diagnostics]


@pytest.mark.parametrize(
    ("first", "below"),
    [
        (FIRST, BELOW),
        (f"{FIRST}, played by p", BELOW),
        (f"{FIRST}, following suit", BELOW[1:]),
        (f"{FIRST}, following suit, if able c where c.rank != A", BELOW[2:]),
        (f"{FIRST}, any card, taken by leader", ()),
    ],
)
def test_a_trick_is_named_by_its_first_line(tmp_path: Path, first: str, below: tuple[str, ...]) -> None:
    for named in (first, ", ".join((first, *below))):
        loaded = laid(tmp_path, first, below, f"replace the line {named}\n{NEW}")
        assert loaded.game is not None, said(loaded)
        (trick,) = (st for part in loaded.game.tree.declarations for st in _tricks(part))
        assert (trick.rule, trick.narrow, trick.below) == ("any card", (), 0)
    added = laid(tmp_path, first, below, f"add before the line {first}\n        shuffle stock\n")
    assert added.game is not None, said(added)


def _tricks(part: n.Node) -> list[n.PlayTrick]:
    return [one for one in n.within(part) if isinstance(one, n.PlayTrick)]


@pytest.mark.parametrize(
    "named",
    [f"{FIRST}, any card", f"{FIRST}, following suit, taken by leader", "play trick from hand to stock, led by leader"],
)
def test_a_trick_that_is_named_otherwise_is_answered_with_its_first_line(tmp_path: Path, named: str) -> None:
    loaded = laid(tmp_path, FIRST, BELOW, f"replace the line {named}\n{NEW}")
    ((code, help),) = said(loaded)
    assert code == "E0909"
    assert help is not None
    written = help.split("`")[1].removeprefix("the line ")
    assert laid(tmp_path, FIRST, BELOW, f"replace the line {written}\n{NEW}").game is not None


def test_a_trick_that_says_more_must_say_which_cards_may_be_played(tmp_path: Path) -> None:
    loaded = laid(tmp_path, FIRST, BELOW, f"replace the line {FIRST}, taken by leader\n{NEW}")
    assert [code for code, _ in said(loaded)] == ["E0217"]
    loaded = laid(tmp_path, FIRST, BELOW, f"replace the line {FIRST}\n        {FIRST}\n")
    assert [code for code, _ in said(loaded)] == ["E0217"]


@pytest.mark.parametrize("clause", [*BELOW, "any card", "before each card by p", "after each card c by p"])
@pytest.mark.parametrize("how", ["add after", "add before", "replace", "remove"])
def test_a_clause_is_not_changed_singly(tmp_path: Path, how: str, clause: str) -> None:
    new = "" if how == "remove" else "        if able c where c.rank != K\n"
    (found,) = said(laid(tmp_path, FIRST, BELOW, f"{how} the line {clause}\n{new}"))[:1]
    assert found[0] == "E0213"
    assert found[1] is not None
    assert found[1].startswith("clauses of a trick are not changed singly: write `replace the line play trick …`")


@pytest.mark.parametrize("row", ["any card", "any other suit", "joker", "equal cards"])
@pytest.mark.parametrize("how", ["add after", "remove"])
def test_the_ranking_is_changed_with_the(row: str, how: str) -> None:
    new = "        any card: A K Q\n" if how != "remove" else ""
    text = f'variant "V" of base\n\nchange ranking\n    {how} the row {row}\n{new}'
    found = parse(Source("v.hoyle", text))[1][0]
    assert (found.code, found.span.text, found.help) == ("E0207", "ranking", "write `change the ranking`")
    assert parse(Source("v.hoyle", text.replace("change ranking", "change the ranking")))[1] == ()


def test_the_first_line_is_printed_as_it_was_written() -> None:
    text = f'variant "V" of base\n\nchange main\n    replace the line {FIRST}\n{NEW}'
    tree, found = parse(Source("v.hoyle", text))
    assert found == ()
    assert print_tree(tree) == text
