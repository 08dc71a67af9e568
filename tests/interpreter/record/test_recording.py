"""A game recorded while it is played replays with the same records and the same end, in both forms."""

from __future__ import annotations

import dataclasses
from itertools import islice, pairwise
from pathlib import Path

import pytest

from hoyle.dsl.loading import RULESETS, load
from hoyle.interpreter.engine import Dice, Engine
from hoyle.interpreter.lowering import lower
from hoyle.interpreter.notation import model as m
from hoyle.interpreter.notation.files import parse_script
from hoyle.interpreter.opening.rulesets import Rulesets
from hoyle.interpreter.record.recorder import GameFile, Recorder, heading
from hoyle.interpreter.records import AnyRecord
from hoyle.interpreter.replay.events import Acted, Began, Ended, Failed
from hoyle.interpreter.replay.replayer import Replay
from hoyle.interpreter.text.parse import Words

FILES = sorted(RULESETS.rglob("*.hoyle"))
NAMES = [path.stem for path in FILES]
CHOICES = 120
"""The most choices in a test: enough for a deal or two of every game."""

_engines: dict[tuple[str, int], Engine] = {}


def engine_of(name: str, players: int = 0) -> Engine:
    """The engine of a ruleset, made once."""
    if (name, players) not in _engines:
        game = load(name).game
        assert game is not None
        number = game.players[0] + players % (game.players[1] - game.players[0] + 1)
        _engines[name, players] = Engine(lower(game, None, number))
    return _engines[name, players]


def played(name: str, seed: int, players: int = 0) -> tuple[m.ScriptedGame, list[AnyRecord]]:
    """A recorded random game, and all its records."""
    engine = engine_of(name, players)
    words = Words(engine.program)
    recorder, everything, dice = Recorder(engine, words), list[AnyRecord](), Dice(seed, player=1)

    def hear(record: AnyRecord, slots: list[int | tuple[int, ...]]) -> None:
        recorder.hear(record, slots)
        everything.append(record)

    state = engine.start(seed=seed, listener=hear)
    steps = recorder.steps()
    for _ in range(CHOICES):
        question = engine.question(state)
        if question is None:
            break
        choices = list(islice(question.choices(), 200))
        state = engine.apply(state, choices[dice.below(len(choices))], listener=hear)
        steps += recorder.steps()
    return dataclasses.replace(heading(engine.program, words, name), steps=tuple(steps)), everything


def replayed(game: m.ScriptedGame) -> list[AnyRecord]:
    """The records of replaying a script, which must succeed."""
    events = list(Replay(game, Rulesets().for_script(game)))
    assert isinstance(events[-1], Ended), [e.diagnostic.message for e in events if isinstance(e, Failed)]
    return [record for event in events if isinstance(event, Began | Acted) for record in event.records]


def test_the_file_grows_choice_by_choice_and_can_be_read_at_any_time(tmp_path: Path) -> None:
    game, _ = played("texas_euchre", 5)
    path = tmp_path / "game.play"
    with GameFile(path, dataclasses.replace(game, steps=())) as file:
        for number, step in enumerate(game.steps):
            file.add([step])
            script, problems = parse_script(path.read_bytes(), "half")
            assert script is not None, problems
            assert len(script.games[0].steps) == number + 1


def test_an_existing_file_is_not_overwritten(tmp_path: Path) -> None:
    game, _ = played("texas_euchre", 5)
    path = tmp_path / "game.play"
    path.write_text("mine", encoding="utf-8")
    with pytest.raises(FileExistsError):
        GameFile(path, game)
    assert path.read_text(encoding="utf-8") == "mine"


@pytest.mark.parametrize("seed", range(3, 7))
def test_several_cards_that_a_player_looks_at_are_one_line(seed: int) -> None:
    """Elder looks at what the first exchange left.  They are the next cards that younger draws."""
    game, records = played("piquet", seed)
    assert replayed(game) == records
    facts = [fact for fact in game.steps if isinstance(fact, m.Pile)]
    assert not any(isinstance(two, m.Pile) for one, two in pairwise(game.steps) if isinstance(one, m.Pile))
    assert facts


def test_a_second_line_about_a_pile_goes_on_where_the_first_ended() -> None:
    head = "hoyle play 1\ngame crazy_eights\nplayers A, B\nfirst dealer A\n"
    hands = "hand B: ?? ?? ?? ?? ?? ?? ??\nhand A: ?? ?? ?? ?? ?? ?? ??\n"
    one, two = (
        parse_script(head + lines + hands)[0] for lines in ("pile stock: 4♠ 5♠\n", "pile stock: 4♠\npile stock: 5♠\n")
    )
    assert one is not None
    assert two is not None
    assert replayed(one.games[0]) == replayed(two.games[0])
