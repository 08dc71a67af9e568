"""Scripts of small games that say less of chance, tricks in one line, and games that begin in the middle."""

from __future__ import annotations

from pathlib import Path

import pytest

from hoyle.dsl.codes.reporting import ScriptError
from hoyle.interpreter.notation.files import parse_script
from hoyle.interpreter.replay import position
from hoyle.interpreter.replay.events import (
    Acted,
)
from hoyle.interpreter.replay.replayer import Replay

from ...golden import same_as_file
from ..small_scripts import SEATS, game_in, in_tricks, lessened, mangled, opened, recorded, shown
from .test_small_games import line_of

GOLDEN = Path(__file__).with_name("golden")


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("name", ["cards", "choices", "tricks", "flow", "wide", "alike"])
def test_what_follows_where_a_script_says_less_of_chance(name: str, seed: int) -> None:
    found: list[str] = []
    for what, text in lessened(recorded(name, 3, 8, expecting=seed != 1), seed, 4):
        script, problems = parse_script(text, "small.play")
        found += [what, *(f"    {shown(one)}" for one in problems)]
        if script is not None:
            found.append(f"    {end_line(Replay(script.games[0], opened(name)))}")
    same_as_file(GOLDEN / f"{name}_less_{seed}.txt", "".join(f"{line}\n" for line in found))


def end_line(replay: Replay) -> str:
    """The end of a replay, or what is wrong with the words of its script."""
    try:
        return line_of(replay.checked())
    except ScriptError as error:
        return shown(error.diagnostic)


@pytest.mark.parametrize("name", ["tricks", "alike"])
def test_tricks_in_one_line_are_played_as_card_by_card(name: str) -> None:
    whole = recorded(name, 3, 12, expecting=False)
    one, other = ([*Replay(game_in(text), opened(name))] for text in (whole, in_tricks(whole)))
    assert [event.state for event in one if isinstance(event, Acted)] == [
        event.state for event in other if isinstance(event, Acted)
    ]
    found = [f"{what}\n    {end_line(Replay(script.games[0], opened(name)))}"
             for what, text in mangled(in_tricks(whole), 8, 14)
             if (script := parse_script(text, "small.play")[0]) is not None]  # fmt: skip
    same_as_file(GOLDEN / f"{name}_tricks.txt", "".join(f"{line}\n" for line in found))


POSITION = """position play_hand
  turn {turn}
  dealer: {dealer}
  trump: {trump}
  points: Ann and Cyd 1, Bob and Dan 2
  hand: Ann {ann}, Bob {bob}
"""
POSITIONS = {
    "plain": {},
    "with a partner": {"ann": "A♥ K♥ Q♥ J♥ 10♥ 9♥"},
    "unknown cards": {"ann": "?? ?? A♠ ?? ?? ??", "bob": "?? ?? ?? ?? ?? ??"},
    "a card twice": {"ann": "A♠ K♠ Q♠ J♠ 10♠ A♠"},
    "a card in two hands": {"bob": "A♥ K♥ Q♥ J♥ 10♥ A♠"},
    "too few": {"ann": "A♠"},
    "no such card": {"ann": "A♠ K♠ Q♠ J♠ 10♠ X♠"},
    "nobody": {"turn": "Zoe"},
    "nothing": {"ann": "nothing"},
    "no trump": {"trump": "none"},
    "no such suit": {"trump": "stars"},
    "not led by him": {"turn": "Cyd"},
    "twice": {"trump": "hearts\n  trump: clubs"},
    "no such thing": {"trump": "hearts\n  level: 3"},
    "out of range": {"trump": "hearts\n  tricks: Ann and Cyd 9, Bob and Dan 0"},
    "tricks": {"trump": "hearts\n  tricks: Ann and Cyd 1, Bob and Dan 0"},
    "a trick": {"turn": "Cyd", "ann": "A♠ K♠ Q♠ J♠ 10♠", "bob": "A♥ K♥ Q♥ J♥ 10♥", "trump": "clubs\n  trick under way: Ann 9♠, Bob 9♥"},
    "another trick": {"turn": "Ann", "bob": "A♥ K♥ Q♥ J♥ 10♥", "trump": "clubs\n  trick under way: Ann 9♠, Bob 9♥"},
    "joker": {"ann": "Joker K♠ Q♠ J♠ 10♠ 9♠", "trump": "spades"},
}  # fmt: skip


@pytest.mark.parametrize("kind", POSITIONS)
def test_a_game_that_begins_in_the_middle(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(position, "MOST_GAMES", 40)
    usual = {"turn": "Ann", "dealer": "Dan", "trump": "clubs", "ann": "A♠ K♠ Q♠ J♠ 10♠ 9♠", "bob": "A♥ K♥ Q♥ J♥ 10♥ 9♥"}
    text = "hoyle play 1\ngame tricks\nplayers Ann, Bob, Cyd, Dan\n\n" + POSITION.format(**(usual | POSITIONS[kind]))
    script, problems = parse_script(text + "expect turn Ann\n", "small.play")
    found = [shown(one) for one in problems]
    if script is not None:
        found += [line_of(event) for event in Replay(script.games[0], opened("tricks"))]
        found += [line_of(event) for event in Replay(script.games[0], opened("tricks"))][-1:]
    same_as_file(GOLDEN / f"position_{kind.replace(' ', '_')}.txt", "".join(f"{line}\n" for line in found))


@pytest.mark.parametrize("name", ["choices", "tricks", "flow", "alike"])
def test_what_is_legal_and_what_is_not_in_each_position(name: str) -> None:
    """Every choice of the game is expected to be illegal, and legal, of everybody, at some of its questions."""
    lines = recorded(name, 6, 9, expecting=False).splitlines()
    acts = [number for number, line in enumerate(lines) if line.startswith(SEATS)]
    found: list[str] = []
    for number in acts[1:7:2]:
        for other in acts[number % 2 : 8 : 3]:
            actor, _, said = lines[other].partition(", draws")[0].partition(": ")
            for word in ("illegal", "legal"):
                for who in dict.fromkeys((actor, lines[number].partition(":")[0])):
                    text = "\n".join([*lines[:number], f"expect {word} {who}: {said}"]) + "\n"
                    script, problems = parse_script(text, "small.play")
                    end = end_line(Replay(script.games[0], opened(name))) if script is not None else shown(problems[0])
                    found.append(f"{number + 1} {word} {who}: {said}\n    {end[:200]}")
    same_as_file(GOLDEN / f"{name}_legal.txt", "".join(f"{line}\n" for line in dict.fromkeys(found)))
