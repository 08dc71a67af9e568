"""Items of a transcript, tables, results and pieces of lines, as they are printed.

Every text here is made of items that are given; none is taken from a game.
"""

from __future__ import annotations

import io
from types import SimpleNamespace
from typing import Any

import pytest
from rich.console import Console
from rich.text import Text

from hoyle.cli.terminal import offers
from hoyle.cli.terminal.answers import AnswerReader
from hoyle.cli.terminal.pieces import CARDS
from hoyle.cli.terminal.render import Renderer, coloured, counted, table_view, text_of
from hoyle.cli.terminal.settled import split
from hoyle.interpreter.engine import Result
from hoyle.interpreter.story.items import (
    CardsItem,
    ChoiceItem,
    DealItem,
    IncidentItem,
    PhaseItem,
    ResultItem,
    RevealItem,
    ScoreChangeItem,
    ScoresItem,
    TrickItem,
    VariableItem,
)


def renderer(width: int = 80, *, ascii: bool = False, colour: bool = False) -> tuple[Renderer, io.StringIO]:
    out = io.StringIO()
    console = Console(
        file=out, width=width, force_terminal=colour, color_system="standard" if colour else None, markup=False,
        highlight=False,
    )  # fmt: skip
    return Renderer(console, ascii=ascii), out


def printed(*items: Any, width: int = 80, ascii: bool = False) -> list[str]:
    shown, out = renderer(width, ascii=ascii)
    shown.items(items)
    return out.getvalue().splitlines()


def test_each_item_has_its_line() -> None:
    assert printed(
        PhaseItem("play hand"),
        VariableItem("trump", "♠"),
        DealItem("hand", (("Ann", ("J♠", "9♥")), ("Bob", ("??", "??")))),
        DealItem("stock", (("", ("??",)),)),
        ChoiceItem("Ann", "play J♠"),
        ChoiceItem("Ann", "draw", ("2♣", "3♣"), "the only choice"),
        ChoiceItem("Bob", "draw", ("??",), ""),
        CardsItem(("2♣", "3♣"), "Bob"),
        RevealItem((), "everyone"),
        RevealItem(("A♦",), "everyone"),
        IncidentItem("misdeal"),
        ScoreChangeItem("Ann", "points", 5, 3, (("the bid fails", "x:7"),)),
    ) == [
        "Play hand",
        "trump: ♠",
        "Dealt (hand):",
        "  Ann   J♠ 9♥",
        "  Bob   2 cards",
        "Dealt:",
        "  stock   1 card",
        "Ann: play J♠",
        "Ann: draw, draws 2♣ 3♣  (the only choice)",
        "Bob: draw, draws 1 card",
        "to Bob: 2♣ 3♣",
        "shown to everyone: A♦",
        "At the table: misdeal",
        "Ann: points 3 (-2)",
        "because the bid fails (x:7)",
    ]


def test_phases_and_results_stand_apart() -> None:
    lines = printed(VariableItem("a", "1"), PhaseItem("one"), PhaseItem("two"), ResultItem(("Ann",)), ResultItem(()))
    assert lines[:5] == ["a: 1", "", "One", "", "Two"]
    assert (lines[5], lines[7], len(lines)) == ("", "", 9)
    assert (lines[6], lines[8]) == ("The game is over, won by Ann.", "The game is over; nobody wins.")


def test_a_trick_is_a_table_with_a_mark_at_the_winner() -> None:
    trick = TrickItem((("Ann", "J♠"), ("Bob", "Q♠"), ("Cyd", "9♥")), "Bob")
    assert [line.rstrip() for line in printed(trick)] == ["Ann   Bob    Cyd", "J♠    Q♠ ✓   9♥"]
    assert [line.rstrip() for line in printed(VariableItem("a", "1"), trick, ascii=True)] == [
        "a: 1", "", "Ann   Bob    Cyd", "J♠    Q♠ *   9♥",
    ]  # fmt: skip
    assert printed(TrickItem((), "Bob")) == ["Bob takes the trick."]


def test_scores_are_a_table_with_what_changed() -> None:
    rows = (("Ann", ((1, 5), (0, 0))), ("Bob and Cyd", ((3, 1), (2, 2))))
    item = ScoresItem(("points", "tricks"), rows, (("Ann +4, because she bid", "x:3"),))
    assert printed(VariableItem("a", "1"), item) == [
        "a: 1",
        "",
        "              points   tricks",
        "Ann           5 (+4)        0",
        "Bob and Cyd   1 (-2)        2",
        "Ann +4, because she bid (x:3)",
    ]


def test_a_table_that_is_too_wide_is_printed_row_by_row() -> None:
    rows = [["", "points", "tricks"], ["Ann", "12 (+4)", "3"], ["Bob", "5", "0"], ["", "1", "2"]]
    cells = [[[(cell, "")] if cell else [] for cell in row] for row in rows]

    def table(width: int, indent: int = 0) -> list[str]:
        shown, out = renderer(width)
        shown.table(cells, indent=indent, right=True)
        return out.getvalue().splitlines()

    whole = [
        "      " + " points   tricks",
        "Ann   12 (+4)        3",
        "Bob         5        0",
        "            1        2",
    ]
    assert table(22) == whole
    assert table(23, 1) == [" " + line for line in whole]
    assert table(21) == ["Ann: points 12 (+4),", "  tricks 3", "Bob: points 5, tricks", "  0", "points 1, tricks 2"]
    assert table(22, 1) == [
        " Ann: points 12 (+4),",
        "   tricks 3",
        " Bob: points 5, tricks",
        "   0",
        " points 1, tricks 2",
    ]
    two = [[[("a" * 30, "")], [("b" * 30, "")]]]
    shown, out = renderer(40)
    shown.table(two)
    assert out.getvalue() == "a" * 30 + "\n  " + "b" * 30 + "\n"


@pytest.mark.parametrize("style", [False, True])
def test_lines_are_broken_between_words(style: bool) -> None:
    shown, out = renderer(20, colour=style)
    for text in (
        "x" * 20,
        "one two three four five",
        "    far inside there are words",
        "x" * 45,
        "日" * 11,
        "ab\x07\tc\u202ed",
    ):
        shown.print(text)
    assert out.getvalue().splitlines()[:12] == [
        "x" * 20,
        "one two three four",
        "  five",
        "    far inside there",
        "      are words",
        "x" * 20,
        "  " + "x" * 18,
        "  " + "x" * 7,
        "日" * 10,
        "  日",
        *out.getvalue().splitlines()[10:12],
    ]


def test_what_is_printed_knows_whether_the_last_line_was_empty() -> None:
    shown, out = renderer()
    shown.gap()
    shown.print("a")
    shown.gap()
    shown.gap()
    shown.line(("b", "bold"), ("J♥", CARDS))
    assert (out.getvalue(), shown.blank, shown.plain) == ("a\n\nbJ♥\n", False, True)


def test_cards_have_the_colours_of_their_suits() -> None:
    text = coloured("play J♠ 10♥, Q♦ K♣ and W")
    assert [(span.start, span.end, span.style) for span in text.spans] == [
        (5, 7, "bold"), (8, 11, "bold red"), (13, 15, "bold dodger_blue2"), (16, 18, "bold green4"),
    ]  # fmt: skip
    made = text_of([("a ", "dim"), ("J♥", CARDS)])
    assert isinstance(made, Text)
    assert made.plain == "a J♥"
    assert [(span.start, span.end, span.style) for span in made.spans] == [(0, 2, "dim"), (2, 4, "bold red")]


def test_cards_that_nobody_sees_are_counted() -> None:
    assert [counted(cards) for cards in ((), ("??",), ("??", "??"), ("??", "J♠"), ("J♠", "9♥"))] == [
        "", "1 card", "2 cards", "?? J♠", "J♠ 9♥",
    ]  # fmt: skip


def test_options_in_columns() -> None:
    few = [(number, f"bid {number}") for number in range(1, 9)]
    many = [(number, f"bid {number}") for number in range(1, 12)]

    def lines(options: Any, width: int) -> list[str]:
        return ["".join(text for text, _ in line) for line in offers.in_columns(options, width)]

    assert lines(few, 200) == [f"  {number}  bid {number}" for number in range(1, 9)]
    # A column takes two digits, two blanks on each side of them, and six letters; two blanks stand between columns.
    assert len(lines(many, 12)) == len(lines(many, 25)) == 11
    assert lines(many, 26) == [
        "   1  bid 1      7  bid 7", "   2  bid 2      8  bid 8", "   3  bid 3      9  bid 9",
        "   4  bid 4     10  bid 10", "   5  bid 5     11  bid 11", "   6  bid 6",
    ]  # fmt: skip
    assert lines([], 80) == []


def test_a_reason_is_not_said_twice_in_a_row() -> None:
    out, file = renderer()
    pays, wins = (("each pays one", "x:1"),), (("the best hand", "x:2"),)
    changes = [
        ("Ann", 5, 4, pays),
        ("Bob", 5, 4, pays),
        ("Ann", 4, 6, wins),
        ("Bob", 4, 3, pays),
        ("Ann", 6, 7, ()),
        ("Bob", 3, 4, ()),
    ]
    out.items(ScoreChangeItem(owner, "chips", before, now, why) for owner, before, now, why in changes)
    assert file.getvalue().splitlines() == [
        "Ann: chips 4 (-1)", "because each pays one (x:1)", "Bob: chips 4 (-1), for the same reason", "Ann: chips 6 (+2)",
        "because the best hand (x:2)", "Bob: chips 3 (-1)", "because each pays one (x:1)", "Ann: chips 7 (+1)",
        "Bob: chips 4 (+1)",
    ]  # fmt: skip


def test_a_reason_is_said_again_in_the_next_deal() -> None:
    out, file = renderer()
    paid = ScoreChangeItem("Ann", "chips", 5, 4, (("each pays one", "x:1"),))
    out.items([paid, PhaseItem("deal"), paid, DealItem("hand", (("Ann", ("4♠",)),)), paid, paid])
    assert file.getvalue().count("because each pays one (x:1)") == 3
    assert file.getvalue().count("for the same reason") == 1


def test_what_belongs_to_a_deal_that_was_settled() -> None:
    phase, deal, result = PhaseItem("p"), DealItem("hand", ()), ResultItem(())
    change, scores, made = ScoreChangeItem("Ann", "points", 0, 1, ()), ScoresItem((), ()), ChoiceItem("Ann", "pass")
    assert split([phase, change, phase, scores, phase, result]) == ([], [phase, result])  # nothing else happened
    assert split([made, change, deal, scores]) == ([made], [deal, scores])
    assert split([phase, made, phase, scores, deal]) == ([phase, made], [deal])
    # What is paid in the phase that deals, before the cards, belongs to the next deal.
    assert split([phase, change, deal, scores]) == ([], [phase, change, deal, scores])
    assert split([phase, made, phase, change, deal]) == ([phase, made], [phase, change, deal])
    assert split([made, scores, phase, change, deal]) == ([made], [phase, change, deal])
    assert split([deal, change, phase]) == ([deal], [phase])
    assert split([deal, phase]) == ([], [deal, phase])
    assert split([phase]) == ([], [])
    assert split([change]) == ([], [])


def test_the_zones_that_a_player_sees() -> None:
    zones = (SimpleNamespace(name="hand", owner="player"), SimpleNamespace(name="face_up", owner=None))
    words: Any = SimpleNamespace(
        program=SimpleNamespace(zones=zones),
        owner=lambda kind, number: "" if kind is None else "AB"[number],
        cards=lambda cards: " ".join(map(str, cards)),
    )

    def seen(zone: int, owner: int, *cards: int) -> Any:
        return SimpleNamespace(where=SimpleNamespace(zone=zone, owner=owner), cards=cards)

    from hoyle.interpreter.story.view import UNSEEN

    view: Any = SimpleNamespace(zones=[seen(0, 0, 7, 8), seen(0, 1, UNSEEN, UNSEEN), seen(1, 0), seen(1, 0, UNSEEN, 3)])
    assert table_view(words, view) == [("hand", "A 7 8, B 2 cards"), ("face up", "3 and 1 unseen")]


def test_the_result_shows_the_numbers_that_decided() -> None:
    program = SimpleNamespace(
        variables=[SimpleNamespace(base=3, name="game_points"), SimpleNamespace(base=9, name="tricks")],
        endings=[
            SimpleNamespace(owner="team", criteria=[(9, True)]),
            SimpleNamespace(owner="player", criteria=[(3, True), (77, True), (78, True)]),
        ],
    )
    words: Any = SimpleNamespace(program=program, owner=lambda kind, number: f"{kind} {number}")
    shown, out = renderer()
    shown.standings(
        words, Result(owner="player", standings=((1, (12, 4, 1)), (0, (5, 4, 2))), winners=(1,), cut=True, tie=False)
    )
    said, *rows = out.getvalue().splitlines()
    assert said == "The game was stopped: it reached the limit of its length."
    assert [row.split() for row in rows] == [
        [], ["game", "points"], ["player", "1", "12", "1"], ["player", "0", "5", "2"],
    ]  # fmt: skip
    shown, out = renderer()
    shown.standings(words, Result(owner="player", standings=(), winners=(), cut=False, tie=False))
    assert out.getvalue() == ""


def test_an_answer_reader_takes_a_beginning(monkeypatch: pytest.MonkeyPatch) -> None:
    shown, out = renderer()
    labels = ["bid 1", "bid 2", "bid 3", "bid 4", "bid 5", "bid 6", "pass"]
    options = [SimpleNamespace(label=label, choice=label) for label in labels]
    question: Any = SimpleNamespace(
        options=lambda words: iter(options), alternatives=(), pool=(), legal=lambda choice: choice != "bid 9",
        label=lambda choice, words: choice,
    )  # fmt: skip
    for name in ("find", "find_card"):
        monkeypatch.setattr(f"hoyle.cli.terminal.answers.{name}", lambda question, words, text: (None, []))
    refused: list[str] = []
    monkeypatch.setattr(AnswerReader, "refuse", lambda reader, question, text, illegal: refused.append(text))
    session: Any = SimpleNamespace(
        words=SimpleNamespace(
            bare=lambda alternatives, text, pool: {"4": ["bid 4"], "9": ["bid 9"], "n": labels[:2]}.get(text, [])
        ),
        opened=SimpleNamespace(reasons=None),
    )
    reader = AnswerReader(session, shown)
    found = [reader.read(question, text) for text in ("P", "bid 3", "4", "b", "n", "9", "x")]
    assert found == ["pass", "bid 3", "bid 4", None, None, None, None]
    assert refused == ["n", "9", "x"]
    assert out.getvalue().splitlines()[0] == "`b` may mean `bid 1`, `bid 2`, `bid 3`, `bid 4`, `bid 5` …."
    del options[5]
    assert reader.read(question, "b") is None
    assert "`b` may mean `bid 1`, `bid 2`, `bid 3`, `bid 4`, `bid 5`." in out.getvalue()
    assert reader.numbered(question, ["bid 1", "bid 9"]) == "bid 1"
    assert reader.numbered(question, ["bid 1", "bid 2"]) is None
    assert out.getvalue().endswith("These cards may mean `bid 1`, `bid 2`.\n")
