"""Helpers for the tests of foreign formats: random games to write, and an importer for texts."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from hoyle.dsl.source.diagnostics import Diagnostic
from hoyle.interchange.formats import records
from hoyle.interchange.importing import ImportSettings, imported, joined
from hoyle.interpreter.notation import model as m
from hoyle.interpreter.opening.rulesets import Rulesets
from hoyle.interpreter.program import RNG
from hoyle.interpreter.record.recorder import Recorder, heading
from hoyle.interpreter.replay.events import Acted, Ended, Failed
from hoyle.interpreter.replay.replayer import Replay

RULESETS = Rulesets()
Course = tuple[list[tuple[int, str]], list[int | tuple[int, ...]]]


def played(
    ruleset: str,
    seed: int,
    preset: str | None = None,
    options: Mapping[str, int] | None = None,
    wanted: tuple[str, ...] = (),
) -> m.ScriptedGame:
    """Play a game of a ruleset to its end with random choices.

    Take a choice whose label is in `wanted` whenever it is offered.
    """
    table = RULESETS.open(ruleset, options, seats=("A", "B", "C", "D"), preset=preset)
    dice, engine = random.Random(seed), table.engine
    recorder = Recorder(engine, table.words)
    state = engine.start(seed=seed, listener=recorder.hear)
    steps = recorder.steps()
    while (question := engine.question(state)) is not None:
        found = [option.choice for option in question.options(table.words) if option.label in wanted]
        choice = found[0] if found else dice.choice(list(question.choices()))
        state = engine.apply(state, choice, listener=recorder.hear)
        steps += recorder.steps()
    head = heading(engine.program, table.words, ruleset, None)
    return m.ScriptedGame(ruleset=head.ruleset, options=head.options, players=head.players, steps=tuple(steps))


def course(game: m.ScriptedGame) -> Course:
    """Return every choice of a game (seat and label) and the slots of its last state, without the random generator."""
    table = RULESETS.for_script(game, None)
    choices: list[tuple[int, str]] = []
    for event in Replay(game, table):
        assert not isinstance(event, Failed), event
        if isinstance(event, Acted):
            choices.append((event.player, event.label))
        if isinstance(event, Ended):
            return choices, [value for slot, value in enumerate(event.state.values) if slot != RNG]
    raise AssertionError("a replay ends")


Read = Callable[..., tuple[list[m.ScriptedGame], list[Diagnostic]]]


@pytest.fixture
def read(tmp_path: Path) -> Read:
    """Return a function that imports a text in a format.  It gives the games and the diagnostics."""

    def import_(text: str | bytes, format: str, **wishes: object) -> tuple[list[m.ScriptedGame], list[Diagnostic]]:
        path = tmp_path / f"sample.{format}"
        path.write_bytes(text.encode() if isinstance(text, str) else text)
        games: list[m.ScriptedGame] = []
        said: list[Diagnostic] = []
        found = list(records(path, format, path.name))
        said += [one for _, problems in found for one in problems]
        for record in joined(record for record, _ in found if record is not None):
            game, problems = imported(record, format, RULESETS, ImportSettings(**wishes))
            said += problems
            games += [game] if game is not None else []
        return games, said

    return import_


def places(said: list[Diagnostic]) -> list[str]:
    """The place and the code of each diagnostic, such as `1:5 W1083`."""
    return [
        f"{one.span.source.place(one.span.start)[0]}:{one.span.source.place(one.span.start)[1]} {one.code}"
        for one in said
    ]
