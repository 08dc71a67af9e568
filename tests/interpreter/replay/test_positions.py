"""Games that start from a position: the cards and variables are as the script gives them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hoyle.dsl.source.diagnostics import Diagnostic
from hoyle.interpreter.notation.files import parse_script
from hoyle.interpreter.notation.json_form import write_json
from hoyle.interpreter.notation.writer import write_text
from hoyle.interpreter.opening.rulesets import Rulesets
from hoyle.interpreter.replay.events import Acted, Began, Ended, Failed, ReplayEvent
from hoyle.interpreter.replay.replayer import Replay

from ..conftest import Replayed, Wrong

EUCHRE = """hoyle play 1
game newberry_euchre
players Ann, Bob, Cyd, Dan
position play_hand
  turn Cyd  # two tricks to go
  dealer: Ann
  maker: Bob
  trump: hearts
  points: Ann and Cyd 8, Bob and Dan 9
  tricks: Ann and Cyd 2, Bob and Dan 1
  hand: Ann 9♥ K♠, Bob J♥ ??, Cyd A♥ A♠, Dan 9♣ 10♣
"""


def test_cards_and_scores_are_as_given(replayed: Callable[[str], list[ReplayEvent]]) -> None:
    checks = EUCHRE.split("dan 9♣", maxsplit=1)[0].splitlines()[5:]
    text = EUCHRE + "expect turn Cyd\n" + "".join(f"expect {line.strip()}\n" for line in checks)
    text += "expect trick: nothing\nexpect turned: nothing\nexpect loner: none\n"
    end = replayed(text)[-1]
    assert isinstance(end, Ended)
    assert end.expectations == 10


def test_the_game_continues_by_the_rules_to_its_end(replayed: Callable[[str], list[ReplayEvent]]) -> None:
    text = EUCHRE.replace("Bob J♥ ??", "Bob J♥ J♦") + "trick: Cyd A♥, Dan 9♣, Ann 9♥, Bob J♥, won by Bob\n"
    text += "trick: Bob J♦, Cyd A♠, Dan 10♣, Ann K♠, won by Bob\nexpect points: Ann and Cyd 8, Bob and Dan 10\n"
    end = replayed(text + "expect game over, won by Bob and Dan\n")[-1]
    assert isinstance(end, Ended)
    assert end.result is not None


def test_every_card_is_in_one_place_and_the_seed_decides_unknown_cards(
    replayed: Callable[[str], list[ReplayEvent]],
) -> None:
    one, same, other = (replayed(EUCHRE.replace("position", f"seed {seed}\nposition"))[0] for seed in (1, 1, 2))
    assert isinstance(one, Began)
    assert isinstance(same, Began)
    assert isinstance(other, Began)
    assert one.state == same.state != other.state


@pytest.mark.parametrize(
    ("old", "new", "code", "underlined"),
    [
        ("position play_hand", "position play_on", "E1068", "play_on"),
        ("turn Cyd", "turn Eve", "E1035", "Eve"),
        ("maker: Bob", "taker: Bob", "E1066", "taker"),
        ("trump: hearts", "trump: cups", "E1067", "cups"),
        ("Cyd 2,", "Cyd 7,", "E1067", "7"),
        ("dealer: Ann", "dealer of Bob: Ann", "E1048", "Bob"),
        ("A♥ A♠", "A♥ A♥", "E1041", "A♥ A♥"),
        ("A♥ A♠", "A♥ 1♠", "E1040", "A♥ 1♠"),
        ("A♥ A♠", "A♥", "E1071", "play_hand"),
        ("turn Cyd", "turn Cyd\n  turn Dan", "E1008", "turn"),
        ("dealer: Ann", "dealer: Ann\n  dealer: Bob", "E1008", "dealer"),
        ("position play_hand", "position deal_hand", "E1071", "deal_hand"),
    ],
)
def test_impossible_positions(
    wrong: Callable[[str], Diagnostic], old: str, new: str, code: str, underlined: str
) -> None:
    assert old in EUCHRE
    found = wrong(EUCHRE.replace(old, new, 1))
    assert (found.code, found.span.text) == (code, underlined)


GAMES = {
    "whist": "position play_hand\n  turn B\n  dealer: A\n  trump: spades\n  hand: A ?? ??, B A♠ K♠, C ?? 2♦, D ?? ??\n",
    "texas_euchre": "position draw_phase\n  turn C\n  dealer: A\n  laps: 2\n  points: A 50, B 60, C 0, D 99\n",
    "hearts": "position play_hand\n  turn C\n  hand: A 2♦ ??, B ?? ??, C A♥ K♥, D ?? 3♦\n  broken: yes\n",
    "crazy_eights": "players A, B\nposition play_deal\n  turn A\n  hand of A: 8♠\n",
    "bid_euchre": "position auction\n  turn B\n  dealer: A\n",
}


@pytest.mark.parametrize("name", GAMES)
@settings(max_examples=5, deadline=None)
@given(seed=st.integers(0, 2**32))
def test_a_position_is_found_for_any_seed(name: str, seed: int) -> None:
    lines = GAMES[name].splitlines()
    head = [line for line in lines if not line.startswith("  ")]
    text = f"hoyle play 1\ngame {name}\nseed {seed}\n" + GAMES[name]
    text += "".join("expect " + line.strip() + "\n" for line in lines if line.startswith("  "))
    assert head
    script, problems = parse_script(text)
    assert script is not None, problems
    (game,) = script.games
    events = list(Replay(game, RULESETS.for_script(game)))
    assert isinstance(events[-1], Ended), [e.diagnostic for e in events if isinstance(e, Failed)]


RULESETS = Rulesets()


UNDER_WAY = """hoyle play 1
game newberry_euchre
players A, B, C, D
position play_hand
  turn C
  maker: A
  trump: hearts
  trick under way: B K♠
  hand: A 9♥ K♥, B J♥, C A♥ A♠, D 9♣ 10♣
"""


def test_a_position_may_start_inside_a_trick(replayed: Replayed) -> None:
    script, _ = parse_script(UNDER_WAY)
    assert script is not None
    for text in (UNDER_WAY, write_text(script), write_json(script)):
        assert parse_script(text)[0] == script
    events = replayed(
        UNDER_WAY + "expect hand of B: J♥\nexpect trick: K♠\nexpect illegal C: play A♥\n"
        "C: play A♠\nD: play 9♣\nA: play 9♥\nexpect trick won by A\n"
    )
    assert isinstance(events[-1], Ended)
    assert events[-1].expectations == 4
    assert [event.label for event in events if isinstance(event, Acted)][:2] == ["play K♠", "play A♠"]


def test_a_position_without_hands(replayed: Replayed) -> None:
    text = "hoyle play 1\ngame whist\nposition play_hand\n  trick under way: B K♠, C 2♠\n  hand: D 9♠ 3♣\nD: play 9♠\nexpect trick: K♠ 2♠ 9♠\n"
    assert isinstance(replayed(text)[-1], Ended)


@pytest.mark.parametrize(
    ("old", "new", "code", "line"),
    [
        ("turn C", "turn D", "E1061", 5),
        ("trick under way: B K♠", "trick under way: B K♠, D 10♣", "E1041", 8),
        ("trick under way: B K♠", "trick under way: B K♠, A Q♣", "E1071", 4),
        ("trick under way: B K♠", "trick under way: B K♠, won by B", "E1006", 8),
        ("trick under way: B K♠", "trick under way: K♠", "E1005", 8),
        ("trick under way: B K♠", "trick under way: E K♠", "E1035", 8),
        ("trick under way: B K♠", "trick under way: B K♠\n  trick under way: B 9♠", "E1008", 9),
        ("B K♠\n  hand: A 9♥ K♥, B J♥, C A♥ A♠", "B K♠, C A♥\n  hand: A 9♥ K♥, B J♥, C A♠", "E1052", 8),
    ],
)
def test_impossible_tricks(wrong: Wrong, old: str, new: str, code: str, line: int) -> None:
    assert old in UNDER_WAY
    found = wrong(UNDER_WAY.replace(old, new))
    assert (found.code, found.span.line) == (code, line)


def test_the_first_player_of_a_round_is_not_skipped(wrong: Wrong) -> None:
    text = """hoyle play 1
game spades
players A, B, C, D
position deal_and_bid
  dealer: D
  hand: A A♠ K♠ Q♠ J♠ 10♠ 9♠ 8♠ 7♠ 6♠ 5♠ 4♠ 3♠ 2♠
"""
    found = wrong(text + "B: bid 3\n")
    assert found.code == "E1050"
    assert "A has to choose" in found.message


def test_the_turn_must_agree_with_the_dealer(replayed: Replayed, wrong: Wrong) -> None:
    text = """hoyle play 1
game newberry_euchre
position name_trump
  turn D
  dealer: D
  points: A and C 9, B and D 9
D: fold
expect points: A and C 10, B and D 9
expect game over, won by A and C
"""
    assert isinstance(replayed(text)[-1], Ended)
    nobody = """hoyle play 1
game newberry_euchre
position play_hand
  turn C
  dealer: D
  maker: A
  loner: none
  trump: hearts
  tricks: A and C 0, B and D 0
  hand: A 9♥ 10♥ 9♣ 10♣ 9♦, B A♥ K♥ A♣ K♣ A♠, C J♠ 10♠ 9♠ Q♦ 10♦, D J♥ J♦ A♦ K♦ Q♥
"""
    assert wrong(nobody).code == "E1071"


RARE = """game "Rare"
language 1
players 2
deck A K Q J 10 9 8 7 6 5 4 3 2
zones
    stock: face down
    hand of each player: private
remember
    level: 0..9
    points of each player: number
ranking
    any card: A K Q J 10 9 8 7 6 5 4 3 2
main
    shuffle every card into stock
    deal 1 from stock to hand of each player
    for p in players where A of spades in p.hand: lucky(p)
    game over, won by the player with highest points, otherwise shared
phase lucky(p: player)
    if level = 7
        p chooses
            "cheer"
                add 1 to p.points
"""


@pytest.mark.parametrize("seed", range(4))
def test_a_position_is_found_that_few_deals_reach(replayed: Replayed, tmp_path: Path, seed: int) -> None:
    """Its question is asked only if the variables of the script are set when the phase begins."""
    (tmp_path / "rare.hoyle").write_text(RARE, encoding="utf-8")
    text = f"hoyle play 1\ngame ./rare.hoyle\nplayers A, B\nseed {seed}\nposition lucky\n  level: 7\n  turn A\n"
    end = replayed(text + "expect level: 7\nA: cheer\nexpect game over, won by A\n", tmp_path)[-1]
    assert isinstance(end, Ended)
