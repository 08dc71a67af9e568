"""What is said of a line that somebody mistyped works when it is written word for word."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from hoyle.interpreter.notation import model as m
from hoyle.interpreter.notation.files import stream
from hoyle.interpreter.replay.events import Ended

SCRIPT = (Path(__file__).resolve().parents[3] / "rulesets" / "games" / "texas_worked_round.play").read_text(
    encoding="utf-8"
)


def test_a_file_added_to_another_leaves_the_games_of_both(wrong) -> None:
    first, found, second = stream(io.BytesIO((SCRIPT + SCRIPT).encode()), "x.play")
    assert isinstance(first, m.ScriptedGame)
    assert isinstance(second, m.ScriptedGame)
    assert isinstance(found, tuple)
    assert [(one.code, one.message, one.help) for one in found] == [
        ("E1012", "`hoyle play 1` stands only at the top of a file", "delete this line")
    ]
    assert found[0].span.line == SCRIPT.count("\n") + 1
    assert wrong(SCRIPT + SCRIPT).help == "delete this line"
    mended = SCRIPT + SCRIPT.replace("hoyle play 1\n", "")
    assert all(isinstance(one, m.ScriptedGame) for one in stream(io.BytesIO(mended.encode()), "x.play"))


@pytest.mark.parametrize("line", ["game over", "Game over, a draw", "game over, won by A  # at last"])
def test_game_over_is_expected(wrong, line: str) -> None:
    found = wrong(SCRIPT + line + "\n")
    said = line.partition("  #")[0]
    assert (found.code, found.span.text, found.help) == ("E1012", said, f"write `expect {said}`")
    head = "hoyle play 1\ngame crazy_eights\nplayers A, B\nfirst dealer A\n"
    assert wrong(head + f"expect turn B\n{line}\n").help == f"write `expect {said}`"
    assert wrong(head + f"expect turn B\nexpect {said}\n").code == "E1062"


def test_a_misspelled_player_among_values_is_suggested(wrong) -> None:
    head = "hoyle play 1\ngame texas_euchre\nplayers Ann, Bob, Cyd, Dan\nfirst dealer Ann\n"
    found = wrong(head + "expect points: Ann 0, Bbo 0, Cyd 0, Dan 0\n")
    assert (found.code, found.span.text, found.help) == ("E1035", "Bbo", "did you mean `Bob`?")
    found = wrong(head + "expect dealer: Bbo\n")
    assert (found.code, found.span.text, found.help) == ("E1067", "Bbo", "did you mean `Bob`?")


def test_a_name_missing_among_the_players_is_reported_where_it_is_first_needed(wrong) -> None:
    head = (
        "hoyle play 1\ngame spades\nplayers {}\nfirst dealer Cyd\nhand Ann: 6♦ 4♦ 10♣ K♥ 5♦ 9♠ 4♥ 2♣ 6♣ 7♦ 8♥ 5♠ J♠\n"
    )
    for line in ("expect points: Ann and Cyd 0, Bob and Dan 0", "expect hand: Ann K♥ ??, Bob 2♣ ??"):
        found = wrong(head.format("Anna, Bob, Cyd, Dan") + f"Dan: bid 2\n{line}\n")
        assert (found.code, found.span.line, found.help) == ("E1035", 5, "did you mean `Anna`?")
        found = wrong(head.format("Ann, Bob, Cyd") + f"Dan: bid 2\n{line}\n")
        assert (found.code, found.span.line) == ("E1034", 3)
    found = wrong(head.format("Ann, Bob, Cyd, Dan") + "expect points: and Cyd 0, Bob and Dan 0\n")
    assert (found.code, found.help) == ("E1005", "say whose each value is")


def test_a_forgotten_drawn_card_gets_the_line_to_write(wrong, replayed) -> None:
    line = "D: lay 5♥ 7♥, draws 4♦ 5♣"
    assert line in SCRIPT
    found = wrong(SCRIPT.replace(line, "D: lay 5♥ 7♥, draws 4♦"))
    mended = "D: lay 5♥ 7♥, draws 4♦ ??"
    assert found.code == "E1044"
    assert found.help == f"name every card, `??` for one you do not know; write `{mended}`"
    begun = SCRIPT[: SCRIPT.index(line)]
    assert isinstance(replayed(begun + mended + "\nexpect hand of C: 5♠ 8♥ 9♥ 9♣ Q♥\n")[-1], Ended)


def test_a_misspelled_expect_below_a_phase_stays_there(wrong, replayed) -> None:
    found = wrong(SCRIPT.replace("  expect tricks", "  expcet tricks"))
    assert (found.code, found.span.text, found.help) == ("E1012", "expcet", "did you mean `expect`?")
    assert isinstance(replayed(SCRIPT)[-1], Ended)


@pytest.mark.parametrize(
    ("right", "mistyped", "code", "help"),
    [
        (
            "trick: B 4♥, C Q♥, D 7♦, A K♦, won by A",
            "B 4♥, C Q♥, D 7♦, A K♦, won by A",
            "E1004",
            "write `trick: B 4♥, C Q♥, D 7♦, A K♦, won by A`",
        ),
        ("D Q♣, won by D", "D Q♣ won by D", "E1005", "write `D Q♣, won by D`"),
        ("expect stock: 32 cards", "expect stock: 32", "E1040", "write `32 cards`"),
        (
            "D: lay 5♥ 7♥, draws 4♦ 5♣",
            "D: lay 5♥ 7♥ draws 4♦ 5♣",
            "E1051",
            "a comma comes before `draws`: write `D: lay 5♥ 7♥, draws 4♦ 5♣`",
        ),
    ],
)
def test_a_line_that_lacks_a_word_or_a_comma_gets_it(right: str, mistyped: str, code: str, help: str, wrong) -> None:
    """What is to be written is in the script that is right, which is replayed above."""
    assert right in SCRIPT
    assert help.rpartition("write ")[2].strip("`") in SCRIPT
    found = wrong(SCRIPT.replace(right, mistyped))
    assert (found.code, found.help) == (code, help)


DUMMY = """hoyle play 1
game contract_bridge
option deals 1
players N, E, S, W
first dealer N
hand E: Q♠ 9♠ 7♠ 3♠ A♥ 9♥ 8♥ A♦ K♦ 6♦ K♣ Q♣ 2♣
hand S: J♠ 10♠ K♥ 10♥ 3♥ 2♥ J♦ 5♦ 4♦ J♣ 9♣ 4♣ 3♣
hand W: 8♠ 5♠ 2♠ J♥ 7♥ 5♥ Q♦ 7♦ 3♦ 2♦ 10♣ 7♣ 6♣
hand N: A♠ K♠ 6♠ 4♠ Q♥ 6♥ 4♥ 10♦ 9♦ 8♦ A♣ 8♣ 5♣
N: pass
E: bid 1 no trump
S: pass
W: pass
N: pass
S: play J♣
"""


def test_cards_of_a_hand_that_somebody_else_plays(wrong) -> None:
    revoke = wrong(DUMMY + "E: play 5♥\n")
    assert revoke.code == "E1052"
    assert not any("does not hold 5♥" in text for _, text in revoke.notes)
    assert any("6♣" in text for _, text in revoke.notes)
    own = wrong(DUMMY + "E: play 2♣\n")
    assert [text for _, text in own.notes] == ["E plays from hand of W now, which lacks 2♣"]


def test_a_hand_that_the_script_does_not_give_is_to_be_written(wrong, replayed) -> None:
    """Its cards are drawn at random, and a later line needs one of them."""
    line = "hand D: 5♥ 7♥ J♦ J♠ Q♣\n"
    assert line in SCRIPT
    found = wrong(SCRIPT.replace(line, ""))
    written = "hand D: 5♥ 7♥ J♠ Q♣ J♦"
    help = f"the script leaves `hand of D` to chance: write `{written}` above the first choice"
    assert (found.code, found.help) == ("E1042", help)
    mended = SCRIPT.replace(line, f"{written}\n")
    assert isinstance(replayed(mended)[-1], Ended)
