"""Scripts of a small game whose last line cannot be: what is said of it, and where, word for word."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from hoyle.interpreter.lowering import lower
from hoyle.interpreter.notation.files import parse_script
from hoyle.interpreter.opening.opened import OpenedGame
from hoyle.interpreter.replay import position
from hoyle.interpreter.replay.events import Failed
from hoyle.interpreter.replay.replayer import Replay

from ...golden import same_as_file
from ...small_rules import game_of
from ..small_scripts import shown

GOLDEN = Path(__file__).parent / "golden"
SEATS = ("Ann", "Bob", "Cyd", "Dan")
RULES = """game "Parts"
language 1
players 4, partners opposite
deck Q K A
option extra: yes or no = no  "a phase more"
zones
    stock: face down
    trick: face up
    hand of each player: private
    won of each team: face down
remember
    dealer: player
    trump: suit or none
    limit: 0..9
    points of each team: number
ranking
    trump: A K Q
    any other suit: A K Q
define best means highest points
main
    set dealer to a random player
    repeat until best >= 3
        gather every card into stock
        set trump to none
        set limit to 3
        shuffle stock
        deal 3 from stock to hand of each player from dealer.left
        bid
        if extra
            more
        play_hand
        set dealer to dealer.left
    game over, won by the team with highest points, otherwise shared
phase bid
    for p in players from dealer.left until trump is not none
        p chooses
            "pass"
            "{s}" for s in suits
                set trump to s
phase more
    let p be dealer
    p chooses
        "{x}" for x in limit..3
            set limit to x
phase play_hand
    let leader be dealer.left
    repeat 3 times
        play trick from hand to trick, led by leader, following suit, taken by winner
        move trick to winner.team.won
        set leader to winner
    add 1 to leader.team.points
    set trump to none
incident "misdeal" during play_hand
    subtract 1 from points of each team
"""
HEAD = "hoyle play 1\ngame parts\nplayers Ann, Bob, Cyd, Dan\n"
DEALT = """first dealer Ann
hand Bob: A♣ K♣ Q♣
hand Cyd: A♦ K♦ Q♦
hand Dan: A♥ K♥ Q♥
hand Ann: A♠ K♠ Q♠
"""
BID = f"{DEALT}Bob: pass\nCyd: pass\nDan: hearts\n"
TRICK = "trick: Bob A♣, Cyd Q♦, Dan Q♥, Ann Q♠"
FIRST = f"{BID}{TRICK}, won by Dan\n"
OTHERS = """trick: Dan A♥, Ann K♠, Bob K♣, Cyd K♦, won by Dan
trick: Dan K♥, Ann A♠, Bob Q♣, Cyd A♦, won by Dan
"""
DONE = f"{FIRST}{OTHERS}"
AT = """position play_hand
  turn Bob
  dealer: Ann
  trump: hearts
  hand: Ann A♠ K♠ Q♠, Bob A♣ K♣ Q♣, Cyd A♦ K♦ Q♦, Dan A♥ K♥ Q♥
"""
PLAYED = AT.replace("turn Bob", "turn Dan").replace("Bob A♣ K♣", "Bob K♣").replace("K♦ Q♦", "K♦")
UNDER_WAY = f"{PLAYED}  trick under way: Bob A♣, Cyd Q♦\n"
TWO = AT.replace("A♠ K♠ Q♠", "K♠ Q♠").replace("A♣ K♣ Q♣", "A♣ K♣").replace("A♦ K♦ Q♦", "A♦ K♦")
START = "first dealer Ann\n"
LINES = (
    (BID, "table: misdeal"), (DEALT, "table: misdeal"), (BID, "table: misdeal by Ann"), (BID, "table: revoke"),
    (BID, "table: misdeal\nexpect points: Ann and Cyd -1, Bob and Dan -1"), (BID, "table: misdeal\nBob: play A♠"),
    (FIRST, "expect trick won by Dan"), (FIRST, "expect trick won by Bob"), (BID, "expect trick won by Bob"),
    (FIRST, "expect turn Cyd"), (FIRST, "expect turn Dan"), (FIRST, "expect trick: A♠"),
    (FIRST, "expect won of Bob and Dan: 3 cards"), (FIRST, "expect hand of Bob: 3 cards"),
    (DONE, "expect hand of Bob: 2 cards"), (FIRST, "expect hand of Bob: K♣ Q♣"), (FIRST, "expect hand of Bob: K♣ A♠"),
    (FIRST, "expect trick: nothing"), (FIRST, "expect game over"), (FIRST, "expect game over, won by Ann and Cyd"),
    (FIRST, "expect legal Dan: play A♥"), (FIRST, "expect legal Ann: play A♠"), (FIRST, "expect legal Dan: play Q♥"),
    (FIRST, "expect illegal Dan: play A♥"), (FIRST, "expect illegal Dan: play A♠"),
    (FIRST, "expect settlement points: Ann and Cyd 0"), (FIRST, "expect settlement trump: 1"),
    (DONE, "expect settlement points: Bob and Dan 1"), (DONE, "expect settlement points: Bob and Dan 0, Ann and Cyd 2"),
    (DONE, "expect settlement points: Bob and Dan x"), (DONE, "expect settlement won: Bob and Dan 1"),
    (DONE, "after play_hand\n  expect trump: none"), (DONE, "after play_hand\n  expect trump: hearts"),
    (DONE, "after bid\n  expect trump: hearts"), (DONE, "after deal\n  expect trump: none"),
    (DONE, "expect dealer: Bob"), (DONE, "expect dealer: Ann"), (DONE, "expect points: 0 1"), (DONE, "Cyd: pass"),
    (BID, "trick: Bob A♣, Cyd Q♦, won by Cyd"), (BID, TRICK.replace("Dan Q♥", "Dan 7♥")),
    (BID, f"{TRICK}, won by Bob"), (BID, f"{TRICK}, won by Eve"), (BID, "trick: Cyd A♦"), (BID, "Bob: play A♦"),
    (BID, "Bob: pass"), (BID, "Cyd: play A♦"), (BID, "first dealer Bob"), (BID, "hand Bob: A♣"), (BID, "random: A♣"),
    (BID, "deal trick: A♣"), (BID, "pile stock: A♣"), (BID, "Eve: pass"), (BID, "expect limit: 4"),
    (BID, "expect limit: 12"), (BID, "expect trump: spades"), (BID, "expect trump: Ann hearts"),
    (BID, "expect limit: Bob 3"), (BID, "expect limit: 3 3"), (BID, "expect points: 0 1"), (BID, "expect best: 0"),
    (BID, "expect best: 1"), (BID, "expect best: x"), (BID, "expect best of Ann: 0"), (BID, "expect dealer: Eve"),
    (BID, "expect points of Ann: 0"), (BID, "expect points of Ann and Bob: 0"), (BID, "expect nothing: 0"),
    (DEALT, "expect stock: nothing"), (DEALT, "expect stock: 1 cards"), (DEALT, "Bob: passes"),
    (DEALT, "Bob: clubs\nCyd: pass"), ("first dealer Eve\n", "Bob: pass"), ("first dealer 5\n", "Bob: pass"),
    ("first dealer\n", "Bob: pass"), ("first trump hearts\n", "Bob: pass"), (f"{START}{START}", "Bob: pass"),
    (START, "hand Bob: A♣ K♣ Q♣ A♣\nBob: pass"), (START, "hand Bob: A♣ K♣\nBob: pass"), (START, "hand Bob: ?? ?? ??"),
    (START, "hand Bob: A♣ A♣ Q♣\nBob: pass"), (START, "hand Eve: A♣ K♣ Q♣\nBob: pass"), (START, "hand Bob: 2♣\nBob: pass"),
    (START, "pile stock: A♣ K♣ Q♣ A♦\nBob: pass\nCyd: pass\nexpect hand of Cyd: A♦ ?? ??\nexpect hand of Bob: A♣ K♣ ??"),
    (START, "hand Bob: A♣ K♣ Q♣\nhand Cyd: A♣ K♦ Q♦\nBob: pass"), (START, "deal stock: A♣\nBob: pass"),
    (START, "hand Bob: A♣ K♣ Q♣\nhand Bob: A♦ K♦ Q♦\nBob: pass"), (START, "hand: A♣ K♣ Q♣\nBob: pass"),
    (f"{AT}  points: Ann and Cyd 2, Bob and Dan 1\n{TRICK}\n{OTHERS}", "expect settlement points: Bob and Dan 2"),
    (f"{AT}  points: Ann and Cyd 2\n{TRICK}\n{OTHERS}", "expect settlement points: Bob and Dan 1, Ann and Cyd 0"),
    (AT, "Bob: play A♣"), (AT, "expect turn Ann"), (AT, "Bob: play Q♠"), (AT, "expect limit: 3"),
    (UNDER_WAY, "Dan: play Q♥"), (UNDER_WAY, "Cyd: play A♦"), (UNDER_WAY, "expect trick: A♣ Q♦"),
    (UNDER_WAY.replace("turn Dan", "turn Ann"), "Ann: play Q♠"), (UNDER_WAY.replace("Cyd Q♦", "Dan Q♦"), "Dan: play A♥"),
    (UNDER_WAY.replace("Cyd Q♦", "Cyd A♣"), "Dan: play A♥"), (UNDER_WAY.replace("Cyd Q♦", "Cyd A♦"), "Dan: play A♥"),
    (AT.replace("turn Bob", "turn Cyd"), "Cyd: play A♦"), (AT.replace("play_hand", "more"), "Ann: 1"),
    (AT.replace("play_hand", "deal"), "Ann: 1"), (AT.replace("K♣", "K♦"), "Bob: play A♣"),
    (AT.replace("K♣", "10♣"), "Bob: play A♣"), (AT.replace("Bob A♣ K♣ Q♣", "Bob A♣ K♣ ?? ??"), "Bob: play A♣"),
    (f"{AT}  limit: 12\n", "Bob: play A♣"), (f"{AT}  limit: x\n", "Bob: play A♣"), (f"{AT}  trump: 3\n", "Bob: play A♣"),
    (f"{AT}  hand: Bob A♣\n", "Bob: play A♣"), (f"{AT}  points: Ann and Bob 2\n", "Bob: play A♣"),
    (f"{AT}  points: Ann and Cyd 2\n", "expect points: 2 0"), (f"{AT}  limit: 7\n", "expect limit: 7"),
    (f"{AT}  tricks: 2\n", "Bob: play A♣"), (AT.replace(", Dan A♥ K♥ Q♥", ""), "Bob: play A♣"),
    (AT.replace(", Dan A♥ K♥ Q♥", ", Dan nothing"), "Bob: play A♣"), (AT.replace("dealer: Ann", "dealer: Eve"), "Bob: K♣"),
    (AT.replace("turn Bob", "turn Eve"), "Bob: play A♣"), (TWO, "Bob: play A♣"),
    ("position bid\n  turn Bob\n  trick under way: Bob A♣\n", "Cyd: pass"),
    ("position bid\n  turn Cyd\n  limit: 0\n", "Cyd: clubs"), ("position bid\n", "Cyd: clubs"),
    ("extra yes\nposition more\n  limit: 5\n", "Ann: 1"), ("extra yes\nposition more\n  limit: 2\n", "Ann: 1"),
    ("extra yes\nposition more\n  limit: 2\n  dealer: Ann\n", "Ann: 2\nexpect limit: 2\nexpect turn Bob"),
)  # fmt: skip
"""What comes first, and the line or lines in question."""


@cache
def parts(extra: bool) -> OpenedGame:
    """The game under a setting, with names for its players."""
    game = game_of(RULES)
    return OpenedGame.lowered(game, lower(game, {"extra": "yes"} if extra else {}), SEATS)


def test_what_is_said_of_lines_that_cannot_be(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(position, "MOST_GAMES", 30)
    said: list[str] = []
    for before, line in LINES:
        extra, text = before.startswith("extra"), before.removeprefix("extra yes\n")
        script, problems = parse_script(f"{HEAD}{text}{line}\n", "small.play")
        if script is None:
            found = " && ".join(shown(one) for one in problems)
        else:
            end = Replay(script.games[0], parts(extra)).checked()
            found = shown(end.diagnostic) if isinstance(end, Failed) else f"{end.choices}, {end.expectations}"
        said.append(f"{line!r} after {len(before.splitlines())} lines\n    {found}\n")
    same_as_file(GOLDEN / "refused_lines.txt", "".join(said))


STOPS = """game "Stops"
language 1
players 2
deck 2 3 4 5 6 7 8 9
option longer: yes or no = no  "play on"
zones
    stock: face down
    hand of each player: private
    shown: face up
remember
    score of each player: 0..12
main
    shuffle stock
    deal 3 from stock to hand of each player
    repeat 3 times
        for p in players
            p chooses
                "show {c}" for c in p.hand
                    add c.number to p.score
                    move c to shown
    always_low
    game over, won by the player with highest score
phase always_low
    for p in players
        p chooses
            "end" if p.score > 6
            "go on" if p.score > 5
after always_low: highest score < 9
"""
HELD = "hoyle play 1\ngame stops\nplayers Ann, Bob\nhand Ann: 2♠ 3♠ {}\nhand Bob: 2♣ 3♣ 4♣\n"
SHOWN = "Ann: show 2♠\nBob: show 2♣\nAnn: show 3♠\nBob: show 3♣\n"


@pytest.mark.parametrize("expecting", ["", "expect turn Ann\n", "expect score of Bob: 5\n"])
def test_rules_that_stop_a_script_are_reported_at_the_line_that_they_stopped(expecting: str) -> None:
    """Whether the lines before are played quickly or one by one."""
    game = game_of(STOPS)
    table = OpenedGame.lowered(game, lower(game), ("Ann", "Bob"))
    said: list[str] = []
    for card, more in (("9♠", "Ann: show 9♠\nBob: show 4♣\nAnn: end\n"), ("9♠", "Ann: show 9♠\nBob: show 4♣\n"),
                       ("3♥", "Ann: show 3♥\nBob: show 4♣\nAnn: end\nBob: end\n"), ("2♥", "Ann: show 2♥\n"),
                       ("4♠", "Ann: show 4♠\nBob: show 4♣\nAnn: end\nBob: go on\nAnn: end\n"),
                       ("6♠", "Ann: show 6♠\nBob: show 4♣\nAnn: go on\nBob: end\nexpect game over\n")):  # fmt: skip
        script, problems = parse_script(HELD.format(card) + SHOWN + expecting + more, "stops.play")
        assert script is not None, problems
        end = Replay(script.games[0], table).checked()
        said.append(shown(end.diagnostic) if isinstance(end, Failed) else f"{end.choices}, {end.expectations}")
    same_as_file(GOLDEN / f"stopped_lines_{len(expecting)}.txt", "".join(f"{line}\n" for line in said))


DUMMY_LINES = (
    f"{TRICK}, won by Dan", "trick: Bob A♣, Ann Q♦, Dan Q♥, Ann Q♠", "Bob: play A♣\nAnn: play Q♦", "Bob: play A♣\nCyd: play Q♦",
    "Bob: play A♣\nAnn: play Q♠", "Bob: play A♣\nexpect turn Ann", "Bob: play A♣\nexpect turn Cyd",
    "Bob: play A♣\nexpect legal Ann: play Q♦", "Bob: play A♣\nexpect legal Cyd: play Q♦", "trick: Bob A♣, Cyd Q♠",
    f"{TRICK}\n{OTHERS}expect points: Ann and Cyd 0, Bob and Dan 1", "trick: Bob A♣, Dan Q♥", "trick: Cyd Q♦",
)  # fmt: skip


def test_a_trick_names_whose_cards_they_are_and_a_choice_who_plays_them() -> None:
    text = RULES.replace("led by leader,", "led by leader, with dealer playing for dealer.partner,")
    game = game_of(text.replace("hand of each player: private", "hand of each player: face up"))
    table = OpenedGame.lowered(game, lower(game), SEATS)
    said: list[str] = []
    for line in DUMMY_LINES:
        script, problems = parse_script(f"{HEAD}{BID}{line}\n", "small.play")
        assert script is not None, problems
        end = Replay(script.games[0], table).checked()
        said.append(f"{line!r}\n    {shown(end.diagnostic) if isinstance(end, Failed) else end.choices}\n")
    same_as_file(GOLDEN / "dummy_lines.txt", "".join(said))
