"""Fixtures that replay scripts: text goes in, events come out."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from random import Random

import pytest

from hoyle.dsl.codes.reporting import ScriptError
from hoyle.dsl.loading import load
from hoyle.dsl.settle.values import values_of
from hoyle.dsl.source.diagnostics import Diagnostic
from hoyle.interpreter import lowering
from hoyle.interpreter.batch import modules
from hoyle.interpreter.engine import compiled
from hoyle.interpreter.lowering import lower
from hoyle.interpreter.lowering.settings import SettingsError, option_word
from hoyle.interpreter.notation.files import parse_script
from hoyle.interpreter.opening.rulesets import Rulesets
from hoyle.interpreter.program import Program
from hoyle.interpreter.replay.events import Failed, ReplayEvent
from hoyle.interpreter.replay.replayer import Replay
from hoyle.interpreter.search import modules as thinking
from hoyle.interpreter.search import thinker

GAMES = Path(__file__).resolve().parents[2] / "rulesets" / "games"

# Many test files play every ruleset.  The caches are large enough to keep all their programs, sources and modules.
lowering.programs.most = compiled.sources.most = 300
compiled.function_code.most = 40_000
modules.code_of.most = 80
thinking.code_of.most = 30

Replayed = Callable[..., list[ReplayEvent]]
Wrong = Callable[..., Diagnostic]


@pytest.fixture(autouse=True)
def nothing_kept(request: pytest.FixtureRequest) -> Iterator[None]:
    """Clear the caches of programs before and after a test that patches code."""
    patches = "monkeypatch" in request.fixturenames
    if patches:
        forget()
    yield
    if patches:
        forget()


def forget() -> None:
    """Clear the caches of programs, generated sources and modules."""
    lowering.programs.clear()
    compiled.sources.clear()
    modules.code_of.clear()
    thinking.code_of.clear()


@pytest.fixture
def short_lesson() -> Iterator[None]:
    """Let the cheap model learn only for a short time.  The results tested here do not depend on its strength."""
    lessons = thinker._LESSONS
    thinking.code_of.clear()
    thinker._LESSONS = 1
    yield
    thinker._LESSONS = lessons
    thinking.code_of.clear()


@pytest.fixture(scope="session")
def rulesets() -> Rulesets:
    """The rulesets, each loaded once for all tests."""
    return Rulesets()


@pytest.fixture(scope="session")
def worked_round() -> str:
    """The worked round of the Texas Euchre document, as shipped."""
    return (GAMES / "texas_worked_round.play").read_text(encoding="utf-8")


@pytest.fixture
def any_program() -> Callable[[str, Random], Program]:
    """Return a function that lowers a ruleset or a variant with random options for a random number of players."""

    def call(name: str, random: Random) -> Program:
        game = load(name).game
        assert game is not None
        low, high, _ = game.players
        for _ in range(20):
            options = {
                option.name: option_word(option, random.choice(values_of(option)))
                for option in game.options
                if random.random() < 0.5
            }
            with suppress(SettingsError):
                return lower(game, options, random.randint(low, high))
        return lower(game)

    return call


@pytest.fixture
def replayed(rulesets: Rulesets) -> Replayed:
    """Return a function that replays a script without syntax errors and gives all events of its games."""

    def call(text: str, near: Path | None = None) -> list[ReplayEvent]:
        script, problems = parse_script(text, "test.play")
        assert script is not None, problems
        return [event for game in script.games for event in Replay(game, rulesets.for_script(game, near))]

    return call


@pytest.fixture
def wrong(rulesets: Rulesets) -> Wrong:
    """Return a function that gives the single diagnostic of a script, whether reading, setup or replay reports it."""

    def call(text: str, near: Path | None = None) -> Diagnostic:
        script, problems = parse_script(text, "test.play")
        if script is None:
            assert len(problems) == 1, problems
            return problems[0]
        found: list[Diagnostic] = []
        for game in script.games:
            try:
                table = rulesets.for_script(game, near)
            except ScriptError as error:
                found.append(error.diagnostic)
                continue
            found += table.warnings
            found += [event.diagnostic for event in Replay(game, table) if isinstance(event, Failed)]
        assert len(found) == 1, found
        return found[0]

    return call
