"""Single lines of rules and their diagnostics: small cases that the samples do not contain."""

from __future__ import annotations

import pytest

from hoyle.dsl.loading import load
from hoyle.dsl.source.span import Source

GAME = """\
game "Lines"
players 4, partners opposite
deck 9 10 J Q K A{deck}
option low: 0..4 = 2 "a number"
option high: 1 or 3 or 6 = 3 "another"
option strict: yes or no = no "a flag"
{more}zones
    stock: face down
    trick: face up
    hand of each player: private
remember
    maker, loner: player or none
    points of each player: number
{ranking}main
    gather every card into stock
    shuffle stock
    deal 5 from stock to hand of each player
{main}    if strict: add low + high to points of each player
    game over, won by the player with highest points
"""
UNUSED = {"W0301", "W0303", "W0304"}


def found(main: str = "", more: str = "", deck: str = "", ranking: str = "") -> list[str]:
    """`CODE text: message` of every diagnostic, except those about unused names."""
    lines = "".join(f"    {line}\n" for line in main.splitlines())
    text = GAME.format(main=lines, more=more, deck=deck, ranking=ranking)
    said = [
        (d.code, d.span.text.split("\n")[0], d.message)
        for d in load(Source("lines", text)).diagnostics
        if d.code != "W0436"
    ]
    return [f"{code} {text}: {message}" for code, text, message in said if code not in UNUSED]


@pytest.mark.parametrize("more", [0, 1, 2])
@pytest.mark.parametrize("comparison", ["=", "!=", "<", "<=", ">", ">="])
def test_a_number_compared_with_itself(comparison: str, more: int) -> None:
    condition = f"low + {more} {comparison} low + 1"
    holds = comparison in (("<", "<=", "!="), ("=", "<=", ">="), (">", ">=", "!="))[more]
    assert found(f"if {condition}: nothing") == [
        f"W0423 {condition}: this {'always' if holds else 'never'} holds",
    ]


@pytest.mark.parametrize(
    "main",
    [
        "let n be maker.points if maker is not none otherwise 0\nadd n to points of each player",
        "let n be 0 if maker is none otherwise maker.points\nadd n to points of each player",
        "for p in players\n    if maker in {p}: add 1 to maker.points",
        "for p in players\n    if p in {maker}: add 1 to maker.points",
        "for p in players\n    if p.left.left.left in {maker}: add 1 to maker.points",
        "for t in teams\n    let one be first q in players where t = q.team\n    add 1 to one.points",
        "for t in teams\n    let one be first q in players where q.team = t\n    add 1 to one.points",
        "for t in teams\n    let one be first q in players where not (q.team != t)\n    add 1 to one.points",
    ],
)
def test_values_that_are_certainly_not_none_give_no_warning(main: str) -> None:
    assert found(main) == []


def test_values_that_may_be_none_give_a_warning() -> None:
    main = "let n be maker.points if loner is not none otherwise 0\nadd n to points of each player"
    assert [line[:5] for line in found(main)] == ["W0421"]
    assert [line[:5] for line in found("for p in players\n    if maker in {loner, p}: add 1 to maker.points")] == [
        "W0421"
    ]


def test_rows_are_needed_only_for_values_an_option_can_have() -> None:
    rows = "".join(f"    high = {n} -> add {n} to points of each player\n" for n in (1, 3, 6))
    assert found("decide", f"table decide\n{rows}") == []


@pytest.mark.parametrize(
    ("rows", "case"),
    [
        (("worth = 2", "worth = 1"), "worth != 2, worth != 1"),
        (("worth > 2 and low < 4", "worth <= 2"), "worth > 2, low = 4"),
    ],
)
def test_a_missing_case_is_described_with_the_words_of_the_rows(rows: tuple[str, ...], case: str) -> None:
    """`worth` is itself defined by cases, so it has no list of values to name."""
    table = "".join(f"    {row} -> add 1 to points of each player\n" for row in rows)
    (line,) = found("decide", f"define worth means 1 if strict otherwise low\ntable decide\n{table}")
    assert line.endswith(f"applies to: `{case}`")


def test_a_joker_needs_a_row() -> None:
    rows = "ranking\n    any suit: A K Q J 10 9\n"
    assert found(ranking=rows) == []
    assert [line[:5] for line in found(deck=", 1 joker", ranking=rows)] == ["E0506"]


def test_an_otherwise_without_remaining_cases_is_allowed() -> None:
    rows = "    A K Q J: 1\n    10 9: 2\n"
    assert found(more=f'values worth of each card "what it counts"\n{rows}    otherwise: 0\n') == []
    assert [line[:5] for line in found(more=f'values worth of each card "what"\n{rows}    A: 1\n')] == ["E0510"]


def test_the_number_of_cards_in_a_hand_is_public() -> None:
    main = 'for p in players\n    p chooses\n        "a" if %s\n            add 1 to p.points\n        "b"'
    assert found(main % "size of p.left.hand > 3") == found(main % "p.left.hand is empty") == []
    (line,) = found(main % "any c in p.left.hand has c.rank = A")
    assert "p.left.hand" in line


def test_a_leak_of_hidden_cards_is_reported_once() -> None:
    """The message names the first zone that the cards come from, although a later call moves cards of another zone."""
    keep = "phase keep(c: card)\n    set kept to c\n    if c = kept: add 1 to points of each player\n"
    text = GAME.format(
        main="    keep(top of stock)\n    move top of stock to box\n    keep(top of box)\n",
        more="", deck="", ranking=keep,
    )  # fmt: skip
    text = text.replace("remember\n", "    box: face down\nremember\n    kept: card or none\n")
    said = [(d.span.text, d.notes[0][1]) for d in load(Source("kept", text)).diagnostics if d.code == "W0804"]
    assert said == [("c", "`stock` is face down")]
