"""Every line of the notation, with one mistake each, and files of several games."""

from __future__ import annotations

from pathlib import Path

import pytest

from hoyle.interpreter.notation.files import games, is_script, parse_script
from hoyle.interpreter.notation.json_form import write_json
from hoyle.interpreter.notation.model import ScriptedGame
from hoyle.interpreter.notation.repeated import with_places as placed_again
from hoyle.interpreter.notation.writer import write_text

from ...golden import same_as_file
from ..small_scripts import mangled, recorded, shown
from .test_small_games import script_of

GOLDEN = Path(__file__).with_name("golden")


# ------------------------------------------------------------------------------------------------- several games in a file

HEAD = """hoyle play 1
# an evening

game tricks              # the rules
variant benny
variant house
title "Our \\"last\\" evening"
language 1
rules 2-3c1f0e7d5a9b2846
parts main 1f2e3d, phase deal 4c5b6a
preset club euchre
option nine high
option target 100
players Ann, "Bob of Sands", Cyd, Dan
seats person, random, think:quick, random
seed 7

first dealer Ann
first trump hearts
random: 7♥
hand Ann: A♠ ?? K♦
deal turned: J♠          # turned up
pile stock: 4♥ 5♠
hand of "Bob of Sands": nothing
Ann: lay 2♣, draws 4♥ 5♥
"trick": play J♠
trick: Ann A♣, "Bob of Sands" 3♣, Cyd 3♠, Dan A♦, won by Ann
trick: Ann A♣, Cyd 3♠
table: misdeal
table: revoke by Cyd
expect dealer: none
expect points: Ann 0, Cyd -2
expect points of Ann and Cyd: 3
expect hand of Ann: A♠ 5♥
expect stock: 32 cards
expect turn Cyd
expect trick won by Dan
expect settlement points: Ann and Cyd +4, Dan -1
expect illegal Ann: throw down
expect legal Cyd: lay nothing
expect game over
expect game over, a draw
expect game over, won by Ann and Cyd
after score_deal
  expect tricks: Ann 2, Cyd 1
  # what was left
  expect trump: hearts
what if "she keeps it"
  Cyd: keep
  what if
    Dan: pass
  expect turn Dan
# the end
"""
POSITION = """hoyle play 1
game tricks
players Ann, Bob, Cyd, Dan
position play_hand
  turn Cyd                          # two tricks to go
  dealer: Ann
  points: Ann and Cyd 8, Bob and Dan 9
  hand: Ann 9♥ K♠, Bob J♥ ??, Cyd nothing
  trick under way: Bob K♠, Cyd 7♠
Dan: play 9♣
"""


@pytest.mark.parametrize(("kind", "text"), [("head", HEAD), ("position", POSITION)])
def test_every_line_of_the_notation(kind: str, text: str) -> None:
    script = script_of(text)
    same_as_file(GOLDEN / f"every_{kind}.txt", write_text(script) + write_json(script) + f"{script.games[0].names}\n")
    again, from_data = script_of(write_text(script)), script_of(write_json(script))
    assert [game.normal() for game in again.games] == [game.normal() for game in from_data.games]
    assert write_text(again) == write_text(from_data)


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize(("kind", "text"), [("head", HEAD), ("position", POSITION)])
def test_what_is_said_of_every_line_with_a_mistake(kind: str, text: str, seed: int) -> None:
    found: list[str] = []
    for what, changed in mangled(text, seed, 14):
        script, problems = parse_script(changed, "every.play")
        found += [what, *(f"    {shown(one)}" for one in problems)]
        if script is not None:
            found.append(
                f"    {script.games[0].normal() == script_of(text).games[0].normal()} {len(write_text(script))}"
            )
    same_as_file(GOLDEN / f"every_{kind}_{seed}.txt", "".join(f"{line}\n" for line in found))


@pytest.mark.parametrize("name", ["tricks", "choices", "alike"])
def test_games_of_one_file_are_read_one_by_one(name: str, tmp_path: Path) -> None:
    texts = [recorded(name, seed, 6, expecting=seed == 2) for seed in (1, 2, 3, 1)]
    whole = texts[0] + "".join(text.replace("hoyle play 1\n", "") for text in texts[1:])
    path = tmp_path / "evening.play"
    path.write_text(whole, "utf-8")
    with_places = [*games(path)]
    without = [*games(path, places=False)]
    known = [game.normal() for game in script_of(whole).games]
    for read in (with_places, without):
        assert [one.normal() for one in read if isinstance(one, ScriptedGame)] == known
    assert [one.unplaced is None for one in with_places if isinstance(one, ScriptedGame)] == [True] * 4
    for one, other in zip(with_places, without, strict=True):
        assert isinstance(one, ScriptedGame)
        assert isinstance(other, ScriptedGame)
        placed = placed_again(other) if other.unplaced is not None else other
        assert [step.span.line for step in placed.steps] == [step.span.line for step in one.steps]
    assert any(one.unplaced is not None for one in without if isinstance(one, ScriptedGame))
    lines, reported = whole.splitlines(), 0
    for wrong in ("Ann: ", "expect", "game", "hand Ann A♠", "trick: Ann", "  expect turn Ann", "option nine"):
        at = len(texts[0].splitlines()) + 12
        path.write_text("\n".join([*lines[:at], wrong, *lines[at:]]) + "\n", "utf-8")
        one, other = ([*games(path, places=places)] for places in (True, False))
        assert [isinstance(game, ScriptedGame) for game in one] == [isinstance(game, ScriptedGame) for game in other]
        said = [[shown(problem) for problem in game] for game in one if not isinstance(game, ScriptedGame)]
        assert said == [[shown(problem) for problem in game] for game in other if not isinstance(game, ScriptedGame)]
        reported += len(said)
    assert reported >= 4


@pytest.mark.parametrize(
    ("content", "is_one"),
    [
        (b"hoyle play 1\ngame x\n", True), (b"# a comment\n\n  HOYLE play 1\n", True), (b"game whist\n", True),
        (b"games whist\n", False), (b"\xef\xbb\xbfgame whist\n", True), (b'{"play": 1, "games": []}', True),
        (b'{"$schema": "x", "play": 1}', True), (b'{"plays": 1}', False), (b'{"play": "1"}', False), (b"", False),
        (b"[1, 2]", False), (b"\x00\x01", False), (b"\n\n", False),
    ],
)  # fmt: skip
def test_how_a_script_begins(content: bytes, is_one: bool, tmp_path: Path) -> None:
    path = tmp_path / "x.json"
    path.write_bytes(content)
    assert is_script(path) == is_one
    assert not is_script(tmp_path / "none.json")
    assert is_script(path.rename(tmp_path / "x.play"))  # damaged or not: whoever reads it says so
    assert is_script(tmp_path / "none.play")
