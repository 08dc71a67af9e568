"""Reasons against an illegal or impossible choice, in the words of the rule that forbids it."""

from __future__ import annotations

from pathlib import Path

import pytest

from hoyle.dsl.source.span import Source
from hoyle.interpreter.notation.files import parse_script
from hoyle.interpreter.opening.opened import OpenedGame
from hoyle.interpreter.opening.rulesets import Rulesets
from hoyle.interpreter.replay.events import Acted, Ended, Failed
from hoyle.interpreter.replay.replayer import Replay
from hoyle.interpreter.replay.why import why

EUCHRE = """hoyle play 1
game newberry_euchre
players Ann, Bob, Cyd, Dan
first dealer Ann
hand Bob: 9♣ 10♣ A♦ K♦ Q♦
hand Cyd: A♠ J♣ 10♠ J♠ A♥
hand Dan: Q♥ 9♠ 9♥ Q♣ J♥
hand Ann: 10♦ Q♠ J♦ 9♦ 10♥
deal turned: K♥
Bob: order up
Ann: discard 9♦
Bob: play 9♣
"""

HEARTS = """hoyle play 1
game hearts
players A, B, C, D
hand A: 2♣ 3♣ 4♣ 5♥ 6♥ 7♥ 8♥ 9♥ 10♥ J♥ Q♥ K♥ A♥
hand B: 5♣ 6♣ 7♣ 8♣ 9♣ 10♣ J♣ Q♣ K♣ A♣ 2♦ 3♦ 4♦
hand C: 5♦ 6♦ 7♦ 8♦ 9♦ 10♦ J♦ Q♦ K♦ A♦ 2♥ 3♥ 4♥
A: pass 3♣ 4♣ 5♥
B: pass 5♣ 2♦ 3♦
C: pass 2♥ 3♥ 4♥
D: pass 2♠ 3♠ 4♠
"""


@pytest.fixture
def at(rulesets: Rulesets):
    """The table and the state at the end of a script."""

    def call(text: str) -> tuple[OpenedGame, object]:
        script, problems = parse_script(text, "test.play")
        assert script is not None, problems
        (game,) = script.games
        table = rulesets.for_script(game)
        events = list(Replay(game, table))
        assert not any(isinstance(event, Failed) for event in events), events[-1]
        return table, next(event.state for event in reversed(events) if isinstance(event, Acted))

    return call


def test_the_suit_led_is_the_reason_with_cards_place_and_lines(at) -> None:
    found = why(*at(EUCHRE), text="play A♠")
    assert (found.code, found.message) == ("E1052", "Cyd may not play A♠ now")
    assert found.help == "legal is: `play J♣`"
    ((span, text),) = found.notes
    assert text == ("the suit led must be followed: Cyd holds J♣, and clubs were led [rulebook 118, 173-177]")
    assert span.text.startswith("play trick from hand to trick")
    assert Path(span.source.name).name == "newberry_euchre.hoyle"


def test_a_card_that_counts_as_another_suit(at) -> None:
    text = EUCHRE.replace("Bob: play 9♣\n", "Bob: play Q♦\nCyd: play A♠\nDan: play 9♠\n")
    found = why(*at(text), text="play 10♥")
    assert found.notes[0][1].startswith("the suit led must be followed: Ann holds 10♦, and diamonds were led")


@pytest.mark.parametrize(
    ("text", "code", "note"),
    [
        ("play J♣", None, None),
        ("play 9♥", "E1052", "Cyd does not hold 9♥ [rulebook 118, 173-177]"),
        ("sing", "E1051", None),
        ("play 1♥", "E1051", None),
        ("", "E1051", None),
        ("play J♣\0\n" + "x" * 10_000, "E1051", None),
    ],
)
def test_other_reasons(at, text: str, code: str | None, note: str | None) -> None:
    found = why(*at(EUCHRE), text=text)
    assert (found and found.code) == code
    if note is not None:
        assert [said for _, said in found.notes] == [note]


def test_another_players_turn_and_the_argument_player(at) -> None:
    table, state = at(EUCHRE)
    found = why(table, state, "play A♠", player=0)
    assert (found.code, found.message) == ("E1050", "it is not Ann's turn: Cyd has to choose")
    assert why(table, state, "play J♣", player=2) is None


def test_a_false_condition_is_explained_by_the_actual_values(at) -> None:
    found = why(
        *at("hoyle play 1\ngame texas_euchre\nfirst dealer A\nhand B: 2♣ 10♦ 10♠ J♥ A♣\nB: lay 2♣\n"), text="throw down"
    )
    ((span, text),) = found.notes
    assert span.text == "laps > 1"
    assert text.startswith("the number of laps is at most 1 (laps is 1) [rules 34-37, ")


def test_the_condition_of_a_duty_is_the_reason_against_a_lead(at) -> None:
    """The card would follow suit, but another card must be led."""
    table, state = at(HEARTS)
    found = why(table, state, "play 6♥")
    assert found.code == "E1052"
    ((span, text), *_) = found.notes
    assert span.text == "n > 1 or c = 2 of clubs"
    assert text.startswith("6♥ is not the 2 of clubs and ")
    assert ", while A holds another card that may be played" in text


CHARITY = """\
game "Charity"
language 1
players 2
deck A K Q J
zones
    stock: face down
    trick: face up
    hand of each player: private
    won of each player: face down
remember
    tricks of each player: number
ranking
    any card: A K Q J
main
    shuffle every card into stock
    deal 8 from stock to hand of each player
    let leader be the p in players where A of clubs in p.hand
    leader chooses
        "begin"
            nothing
    repeat 8 times
        play trick from hand to trick, led by leader, following suit, if able c where allowed(c), taken by leader
        move trick to leader.won
        add 1 to leader.tricks
    game over, won by the player with highest tricks, otherwise shared
define first_trick means every p in players has p.won is empty
table allowed(c: card): yes or no
    trick is empty and first_trick     -> c = A of clubs
    trick is empty and not first_trick -> c.suit != hearts
    trick is not empty                 -> yes
"""


def test_the_row_of_a_table_is_the_reason_against_a_card(rulesets: Rulesets, tmp_path: Path) -> None:
    """The card would follow suit, but another card must be played.

    The reason contains the matching row, its condition and its value.
    """
    (tmp_path / "charity.hoyle").write_text(CHARITY, "utf-8")
    dealt = "hoyle play 1\ngame charity.hoyle\nplayers A, B\nhand A: A♣ K♣ Q♣ J♣ A♦ K♦ Q♦ A♥\n"
    script, problems = parse_script(dealt + "A: begin\n", str(tmp_path / "test.play"))
    assert script is not None, problems
    table = rulesets.for_script(script.games[0], tmp_path)
    events = list(Replay(script.games[0], table))
    assert not any(isinstance(event, Failed) for event in events), events[-1]
    state = next(event.state for event in events if isinstance(event, Acted))
    found = why(table, state, "play A♥")
    assert found.code == "E1052"
    ((span, text), *_) = found.notes
    assert span.text.startswith("trick is empty and ")
    assert span.text.endswith("-> c = A of clubs")
    assert text.startswith("A♥ is not the ace of clubs, while A holds another card that may be played")


def test_no_choice_is_legal_after_the_end(rulesets: Rulesets) -> None:
    folder = Path(__file__).resolve().parents[3] / "rulesets" / "games"
    script, _ = parse_script((folder / "whist_short.play").read_bytes(), "whist_short.play")
    table = rulesets.for_script(script.games[0], folder)
    end = list(Replay(script.games[0], table))[-1]
    assert isinstance(end, Ended)
    state = end.state
    assert table.engine.question(state) is None
    assert why(table, state, "play 2♣").code == "E1053"


def test_reasons_without_a_script(tmp_path: Path) -> None:
    table = Rulesets().open("crazy_eights", {"draws": "one"}, 2, ("Ann", "Bob"))
    state = table.engine.start(seed=1)
    assert why(table, state, "pass").notes
    assert isinstance(table.game.tree.span.source, Source)
