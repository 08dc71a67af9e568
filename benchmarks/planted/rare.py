"""Games that notice planted mistakes which no script noticed: `python benchmarks/planted/rare.py [RULESET …]`.

For each ruleset some mistakes are drawn.  For those that neither reading nor its scripts notice, games are played by
chance under the right and the wrong rules side by side, until something is different: what may be chosen, or a number.
The few shortest games that notice the most are written to NAME_rare.play, in the form of `limits.py`.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Iterator
from pathlib import Path

from judge import Judge, Planted
from limits import Limits, replays
from mistakes import Mistake
from sampling import sample

from hoyle.dsl.codes.reporting import ScriptError
from hoyle.dsl.loading import RULESETS, load
from hoyle.dsl.source.span import Source
from hoyle.interpreter.engine import State
from hoyle.interpreter.faults import Fault
from hoyle.interpreter.fuzz.settings import PLAYERS, SettingRow, default_row, row_text
from hoyle.interpreter.lowering import SettingsError
from hoyle.interpreter.notation.files import parse_script
from hoyle.interpreter.opening.opened import OpenedGame
from hoyle.interpreter.opening.rulesets import Rulesets
from hoyle.interpreter.records import Choice
from hoyle.interpreter.replay.events import Failed
from hoyle.interpreter.replay.replayer import Replay
from hoyle.interpreter.trial.settings import covering

GAMES = 120
"""So many games are played at most, over the settings of the short run."""
SECONDS = 2.5
"""So long at most for one mistake."""
CHOICES = 120
MOST_OPTIONS = 200
MOST_LINES = 420
MOST_GAMES = 4


class Repeated(Limits):
    """Records a game of which all choices are known."""

    def __init__(self, table: OpenedGame, name: str, seed: int, choices: list[Choice]) -> None:
        super().__init__(table, name, seed)
        self.left = iter(choices)

    def chosen(self, options: list[Choice]) -> Choice:
        """The next one."""
        return next(self.left)

    def whole(self, choices: list[Choice], refused: Choice | None) -> Iterator[str]:
        """The lines of the game, and what may not be chosen at its end."""
        yield from self.lines(len(choices))
        question = self.table.engine.question(self.state)
        if refused is not None and question is not None:
            alternative = self.program.asks[question.ask].alternatives[refused.alternative]
            who, text = self.words.player(question.player), self.words.label(alternative, refused.values)
            yield f"expect illegal {who}: {text}"


def side_by_side(
    right: OpenedGame, wrong: OpenedGame, seed: int, until: float
) -> tuple[list[Choice], Choice | None] | None:
    """The choices of a game until something is different, and one that only the wrong rules allow there; None if
    nothing is different."""
    dice, made = random.Random(seed), list[Choice]()
    try:
        one = right.engine.start(seed=seed)
    except Fault:
        return None
    try:
        other = wrong.engine.start(seed=seed)
        while len(made) < CHOICES and time.process_time() < until:
            mine, theirs = right.engine.question(one), wrong.engine.question(other)
            if mine is None or theirs is None:
                return None if mine is theirs and _numbers(right, one) == _numbers(wrong, other) else (made, None)
            options = [choice for choice, _ in zip(mine.choices(), range(MOST_OPTIONS), strict=False)]
            others = [choice for choice, _ in zip(theirs.choices(), range(MOST_OPTIONS), strict=False)]
            if mine.player != theirs.player or (not {*others} >= {*options}):
                gone = [choice for choice in options if choice not in others]
                return [*made, *gone[:1]], None
            if len(options) != len(others):
                return made, next(choice for choice in others if choice not in options)
            if _numbers(right, one) != _numbers(wrong, other):
                return made, None
            answer = dice.choice(sorted({choice.alternative for choice in options}))
            made.append(dice.choice([choice for choice in options if choice.alternative == answer]))
            one, other = right.engine.apply(one, made[-1]), wrong.engine.apply(other, made[-1])
    except Fault:
        return made, None
    return None


def _numbers(table: OpenedGame, state: State) -> dict[str, list[object]]:
    """What the variables of a game are."""
    variables = table.engine.program.variables
    return {one.name: list(state.values[one.base : one.base + one.count]) for one in variables}


def opened(name: str, row: SettingRow, judge: Judge, rulesets: Rulesets) -> OpenedGame | None:
    """The game under some settings; None if they do not go together."""
    try:
        return rulesets.open(name, row_text(judge.game, row), row[PLAYERS])
    except (SettingsError, ScriptError):
        return None


def game_that_notices(judge: Judge, mistake: Mistake, seed: int) -> str | None:
    """The lines of a game that fails under the rules with a mistake; None if none was found."""
    name, until = judge.path.stem, time.process_time() + SECONDS
    rows = [default_row(judge.game), *covering(judge.game)]
    wrong_rules = Rulesets(files=Planted(judge.path, mistake.text))
    tables = [
        (right, wrong)
        for row in rows[:10]
        if (right := opened(name, row, judge, Rulesets())) and (wrong := opened(name, row, judge, wrong_rules))
    ]
    for number in range(GAMES):
        if not tables or time.process_time() > until:
            return None
        right, wrong = tables[number % len(tables)]
        found = side_by_side(right, wrong, seed + number, until)
        if found is None:
            continue
        try:
            lines = list(Repeated(right, name, seed + number, found[0]).whole(*found))
        except StopIteration:
            continue
        text = "\n".join(["", lines[0], 'title "A rare position"', *lines[1:]])
        if len(lines) <= MOST_LINES and replays(f"hoyle play 1\n{text}\n", name) and notices(text, judge, mistake):
            return text
    return None


def notices(text: str, judge: Judge, mistake: Mistake) -> bool:
    """Whether a game fails under the rules with a mistake."""
    read, _ = parse_script(f"hoyle play 1\n{text}\n", "rare.play")
    assert read is not None
    rulesets = Rulesets(files=Planted(judge.path, mistake.text))
    try:
        return isinstance(Replay(read.games[0], rulesets.for_script(read.games[0], RULESETS)).checked(), Failed)
    except ScriptError:
        return True


def unnoticed(judge: Judge, drawn: int, seed: int) -> Iterator[Mistake]:
    """The mistakes that neither reading nor the scripts notice."""
    for _, mistake in sample([judge.path], drawn, seed):
        loaded = load(Source(str(judge.path), mistake.text))
        new = [one for one in loaded.diagnostics if (one.code, one.message) not in judge.known]
        if loaded.game is not None and not new and not judge.noticed_by_scripts(mistake):
            yield mistake


def script(path: Path, drawn: int, seed: int) -> str | None:
    """The script with the games that notice the most; None if there is none."""
    judge = Judge(path, 0)
    missed = list(unnoticed(judge, drawn, seed))
    chosen: list[str] = []
    left = list(missed)
    while left and len(chosen) < MOST_GAMES:
        mistake = left.pop(0)
        text = game_that_notices(judge, mistake, seed)
        if text is not None:
            chosen.append(text)
            left = [one for one in left if not notices(text, judge, one)]
    print(f"{path.stem}: of {drawn} mistakes {len(missed)} unnoticed; {len(chosen)} games", flush=True)
    return "\n".join(["hoyle play 1", *chosen, ""]) if chosen else None


def main() -> None:
    """Write the scripts of the rulesets that are named, or of all."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("rulesets", nargs="*")
    parser.add_argument("--mistakes", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--folder", type=Path, default=RULESETS / "games")
    given = parser.parse_args()
    for path in sorted(RULESETS.glob("*.hoyle")):
        if not given.rulesets or path.stem in given.rulesets:
            text = script(path, given.mistakes, given.seed)
            if text is not None:
                (given.folder / f"{path.stem}_rare.play").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
