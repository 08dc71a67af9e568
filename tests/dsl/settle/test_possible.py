"""What variables can be in any play: held against games that are played, and against small games by hand."""

from __future__ import annotations

import os
import random
from itertools import islice
from pathlib import Path

import pytest

from hoyle.dsl.loading import RULESETS, load
from hoyle.dsl.settle.abstract_run import PossibleValues
from hoyle.dsl.source.span import Source
from hoyle.dsl.types import NONE
from hoyle.interpreter.engine import Dice, Engine
from hoyle.interpreter.fuzz.settings import PLAYERS, row_text
from hoyle.interpreter.lowering import SettingsError, lower
from hoyle.interpreter.program import OVER, PC
from hoyle.interpreter.trial.settings import covering

MANY = 20 if os.environ.get("HOYLE_LONG_TESTS") else 6
FILES = sorted(RULESETS.rglob("*.hoyle"))


def outside(values: PossibleValues, program, slots) -> list[str]:
    """The variables whose value was said to be impossible, and the zones said to be empty."""
    found: list[str] = []
    symbols = {variable.name: variable for variable in values.game.variables}
    for info in program.variables:
        symbol = symbols[info.name]
        known = values.known[symbol]
        for value in slots[info.base : info.base + info.count]:
            if symbol.type.kind == "set":
                fits = known.some or not value
            elif symbol.type.optional and value == NONE:
                fits = known.none
            else:
                fits = known.some and (symbol.type.kind not in ("number", "flag") or known.low <= value <= known.high)
            if not fits:
                found.append(f"{info.name} = {value}")
    names = {zone.name for zone in values.game.zones}
    filled = {zone.name for zone in values.filled}
    for zone in program.zones:
        name = zone.name if zone.name in names else zone.name.rpartition("_")[0]  # one of several places
        if name not in filled and any(slots[zone.base : zone.base + zone.count]):
            found.append(zone.name)
    return found


@pytest.mark.parametrize("path", random.Random(5).sample(FILES, MANY), ids=lambda path: path.stem)
def test_nothing_happens_that_is_said_to_be_impossible(path: Path) -> None:
    """Random games under the default settings and some others: every value of every variable after every choice."""
    game = load(path).game
    assert game is not None
    values = PossibleValues(game)
    assert values.finished
    rows = [None, *islice(covering(game), 6)]
    for number, row in enumerate(rows):
        try:
            program = lower(game) if row is None else lower(game, row_text(game, row), row[PLAYERS])
        except SettingsError:
            continue
        engine, dice = Engine(program), Dice(number, 1, 0)
        for index in range(3 if row is None else 1):
            state = engine.start(seed=number, index=index)
            for _ in range(250):
                assert outside(values, program, state.values) == []
                if state.values[PC] <= OVER:
                    break
                question = engine.question(state)
                options = list(islice(question.choices(), 30))
                state = engine.apply(state, options[dice.below(len(options))])


GAME = """\
game "Small"
language 1
players 2
deck 2 3 4
zones
    stock: face down
    heap: face up
    hand of each player: private
remember
    level: 0..9
    least: 0..15
    seen: yes or no
    caller: player or none
    out: players
    turns: number
main
    gather every card into stock
    shuffle stock
    repeat 3 times
        add 1 to turns
        {line}
    game over, won by the player with highest points, otherwise shared
remember
    points of each player: number
"""


def known(line: str, name: str, **more: str) -> tuple[int, int, bool, bool]:
    text = GAME.replace("{line}", line)
    loaded = load(Source("small.hoyle", text))
    assert loaded.game is not None, [str(one) for one in loaded.diagnostics]
    values = PossibleValues(loaded.game)
    (symbol,) = (one for one in loaded.game.variables if one.name == name)
    found = values.known[symbol]
    return found.low, found.high, found.some, found.none


@pytest.mark.parametrize(
    ("line", "name", "expected"),
    [
        ("nothing", "level", (0, 0, True, False)),
        ("set level to 4", "level", (0, 4, True, False)),
        ("if level = 1: set level to 7", "level", (0, 0, True, False)),
        ("if turns = 2: set level to 7", "level", (0, 7, True, False)),
        ("add 2 to level", "level", (0, 9, True, False)),
        ("set level to turns mod 3", "level", (0, 2, True, False)),
        ("if least > 0: set least to 3", "least", (0, 0, True, False)),
        ("if not seen: set seen to yes", "seen", (0, 1, True, False)),
        ("if seen: set seen to no", "seen", (0, 0, True, False)),
        ("if caller is not none: set caller to caller.left", "caller", (0, 0, False, True)),
        ("set out to out except players", "out", (0, 0, False, False)),
        ("for n in 2..3: set level to n + 1", "level", (0, 4, True, False)),
        ("for p in out: set level to 8", "level", (0, 0, True, False)),
        ("if heap is not empty: set level to 5", "level", (0, 0, True, False)),
    ],
)
def test_small_games(line: str, name: str, expected: tuple[int, int, bool, bool]) -> None:
    assert known(line, name) == expected


class EverythingAgain(PossibleValues):
    """The same run, which goes through every phase in every round."""

    def _part(self, part) -> None:
        self._done.pop(part, None)
        super()._part(part)


@pytest.mark.parametrize("path", random.Random(6).sample(FILES, MANY), ids=lambda path: path.stem)
def test_a_phase_that_reads_nothing_new_need_not_be_run_again(path: Path) -> None:
    game = load(path).game
    assert game is not None
    one, other = PossibleValues(game), EverythingAgain(game)
    assert (one.known, one.filled) == (other.known, other.filled)
    assert [e.span for e in one.conditions()] == [e.span for e in other.conditions()]


def chained(count: int) -> PossibleValues:
    """A game in which a number is set to the last of so many defines, each of which means the one before."""
    defines = "".join(f"define d{n} means {f'd{n - 1} + 1' if n else 'turns mod 3'}\n" for n in range(count))
    text = GAME.replace("{line}", f"set least to d{count - 1} mod 8").replace("main\n", f"{defines}main\n", 1)
    game = load(Source("small.hoyle", text)).game
    assert game is not None
    return PossibleValues(game)


def test_defines_are_followed_as_deep_as_is_allowed() -> None:
    """Beyond that nothing is known of any variable."""
    for count, most in ((1, 2), (5, 6), (39, 7), (40, 7), (41, None), (50, None)):
        values = chained(count)
        found = {variable.name: (known.low, known.high) for variable, known in values.known.items()}
        assert (values.finished, found.get("least")) == (most is not None, None if most is None else (0, most)), count


@pytest.mark.parametrize(
    ("defines", "lines", "level", "least"),
    [
        ("define f(x: number) means x + 1", "set level to f(1)\n        set least to f(5)", (0, 6), (0, 6)),
        ("define f(x: number) means x + 1", "set level to f(5)\n        set least to f(1)", (0, 6), (0, 6)),
        ("define f means g(2)\ndefine g(x: number) means x + 1", "set level to f\n        set least to g(7)", (0, 8), (0, 8)),
        ("define f means turns mod 3 + 1", "set level to f\n        set least to f + f", (0, 3), (0, 6)),
        ("define f means level", "add 4 to level\n        set least to f", (0, 9), (0, 9)),
    ],
)  # fmt: skip
def test_what_a_define_gives_depends_on_all_that_it_is_called_with(
    defines: str, lines: str, level: tuple[int, int], least: tuple[int, int]
) -> None:
    text = GAME.replace("{line}", lines).replace("main\n", f"{defines}\nmain\n", 1)
    loaded = load(Source("small.hoyle", text))
    assert loaded.game is not None, [str(one) for one in loaded.diagnostics]
    values = PossibleValues(loaded.game)
    found = {variable.name: (known.low, known.high) for variable, known in values.known.items()}
    assert values.finished
    assert (found["level"], found["least"]) == (level, least)
