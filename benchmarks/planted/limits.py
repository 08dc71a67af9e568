"""Scripts that try each ruleset at the ends of its options: `python benchmarks/planted/limits.py [RULESET …]`.

For each shipped ruleset three games are recorded: with the fewest players and the least value of every option, as it is
usually played, and with the most.  The choices are made by chance, so many at most.  At questions the script says what
may not be chosen and what may, and what the numbers are.  What is written is what the rules say today, so a change of
the rules that is meant changes it, and whoever writes these files anew looks at the difference.
"""

from __future__ import annotations

import argparse
import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Literal

from hoyle.dsl.checked import CheckedGame
from hoyle.dsl.loading import RULESETS, load
from hoyle.interpreter.faults import Fault
from hoyle.interpreter.fuzz.settings import PLAYERS, row_text, values_of
from hoyle.interpreter.lowering import SettingsError
from hoyle.interpreter.notation import model as m
from hoyle.interpreter.notation.files import parse_script
from hoyle.interpreter.notation.writer import write_game, write_step
from hoyle.interpreter.opening.opened import OpenedGame
from hoyle.interpreter.opening.rulesets import Rulesets
from hoyle.interpreter.program.questions import Alternative
from hoyle.interpreter.record.recorder import Recorder, heading
from hoyle.interpreter.records import Choice
from hoyle.interpreter.replay.events import Failed
from hoyle.interpreter.replay.replayer import Replay
from hoyle.interpreter.replay.why import why
from hoyle.interpreter.text.parse import Words

CHOICES = 45
MOST_OPTIONS = 300
REFUSED = 6
"""So many refusals of one answer are written in a game."""
SPACING = 9
"""After at most so many choices the numbers are written."""


End = Literal["least", "usual", "greatest"]
TITLES: dict[End, str] = {
    "least": "The fewest players, every option at its least value",
    "usual": "As it is usually played",
    "greatest": "The most players, every option at its greatest value",
}


def opened(game: CheckedGame, name: str, end: End) -> OpenedGame:
    """The game at the ends of its options; of those that do not go together, the last ones stay as they are usually."""
    rulesets = Rulesets()
    if end == "usual":
        return rulesets.open(name)
    of = min if end == "least" else max
    players = of(game.counts)
    row = {option.name: of(values_of(option)) for option in game.options}
    while True:
        for left in [None, *row]:
            kept = {key: value for key, value in row.items() if key != left}
            try:
                return rulesets.open(name, row_text(game, {**kept, PLAYERS: players}), players)
            except SettingsError:
                continue
        row.popitem()


class Limits:
    """Records one game."""

    def __init__(self, table: OpenedGame, name: str, seed: int) -> None:
        self.table, self.program, self.words = table, table.engine.program, table.words
        self.recorder = Recorder(table.engine, Words(self.program, table.words.seats))
        self.dice = random.Random(seed)
        self.state = table.engine.start(seed=seed, listener=self.recorder.hear)
        self.head = replace(heading(self.program, self.recorder.words, name), fingerprint=None, parts=(), language=None)
        self.names = frozenset(one.casefold() for one in table.words.seats)
        self.said: dict[int, tuple[int, ...]] = {}
        self.since = 0
        self.scores = set(self.program.scores)
        self.refused: Counter[tuple[int, int]] = Counter()
        self.met: set[tuple[int, int]] = set()

    def lines(self, choices: int = CHOICES) -> Iterator[str]:
        """The lines of the game, with so many choices at most."""
        yield from write_game(replace(self.head, steps=tuple(self.recorder.steps())))
        for made in range(choices):
            question = self.table.engine.question(self.state)
            if question is None:
                break
            options = [choice for choice, _ in zip(question.choices(), range(MOST_OPTIONS), strict=False)]
            yield from self.allowed(question.ask, question.player, options)
            chosen = self.chosen(options)
            try:
                self.state = self.table.engine.apply(self.state, chosen, listener=self.recorder.hear)
            except Fault:
                return
            for step in self.recorder.steps():
                yield from write_step(step, self.names)
            self.since += 1
            yield from self.numbers(made + 1 == choices or self.table.engine.question(self.state) is None)
        result = self.table.engine.result(self.state)
        if result is not None:
            names = [n for one in result.winners for n in self.words.owner(result.owner, one).split(" and ")]
            winners = tuple(map(m.SpannedText, names))
            yield from write_step(m.GameOverExpectation(None if result.cut else winners), self.names)

    def chosen(self, options: list[Choice]) -> Choice:
        """What is chosen: one of the answers, then one of its options."""
        answer = self.dice.choice(sorted({one.alternative for one in options}))
        return self.dice.choice([one for one in options if one.alternative == answer])

    def allowed(self, ask: int, player: int, options: list[Choice]) -> Iterator[str]:
        """What may be chosen, if it was not met before, and what may not."""
        entry, who = self.program.asks[ask], self.words.player(player)
        if len(options) == MOST_OPTIONS:
            return
        for number, alternative in enumerate(entry.alternatives):
            legal = {one.values for one in options if one.alternative == number}
            if legal and (ask, number) not in self.met:
                self.met.add((ask, number))
                for values in dict.fromkeys((min(legal), max(legal))):
                    yield f"expect legal {who}: {self.words.label(alternative, values)}"
            left = REFUSED - self.refused[ask, number]
            for values in self.near(alternative, legal, player)[: min(left, 2)]:
                text = self.words.label(alternative, values)
                refused = why(self.table, self.state, text)
                if refused is not None and refused.code == "E1052" and "??" not in text:
                    self.refused[ask, number] += 1
                    yield f"expect illegal {who}: {text}"

    def near(self, alternative: Alternative, legal: set[tuple[int, ...]], player: int) -> list[tuple[int, ...]]:
        """Values of an answer that might be legal, but are not: cards of the hand, numbers beside those that are."""
        bound = alternative.bound
        if not bound:
            return [] if legal else [()]
        if len(bound) > 1:
            return []
        kind = bound[0].type.kind
        if kind == "card":
            cards = sorted(self.held(player))
            self.dice.shuffle(cards)
            return [(card,) for card in cards if (card,) not in legal]
        if kind == "number" and legal:
            numbers = [one[0] for one in legal]
            return [(n,) for n in (min(numbers) - 1, max(numbers) + 1) if n >= 0]
        return []

    def held(self, player: int) -> set[int]:
        """The cards in the zones of a player."""
        found: set[int] = set()
        for zone in self.program.zones:
            if zone.owner == "player" and player < zone.count:
                value = self.state.values[zone.base + player]
                cards = (
                    [i for i in range(len(self.program.deck)) if value >> i & 1] if isinstance(value, int) else value
                )
                found |= {card for card in cards if card >= 0}
        return found

    def numbers(self, last: bool) -> Iterator[str]:
        """The variables that have changed, at the end and after several choices."""
        if not last and self.since < SPACING:
            return
        self.since = 0
        for i, info in enumerate(self.program.variables):
            values = tuple(self.state.values[info.base : info.base + info.count])
            scored = last and info.base in self.scores
            if (self.said.get(i, (0,) * info.count) == values and not scored) or not all(
                isinstance(v, int) for v in values
            ):
                continue
            self.said[i] = values
            shown = [self.words.value(info.type, value) for value in values]
            if any("," in text or "??" in text or text == "" for text in shown):
                continue
            if info.owner is None:
                yield f"expect {info.name}: {shown[0]}"
            elif info.type.kind == "number":
                owners = [self.words.owner(info.owner, owner) for owner in range(info.count)]
                yield f"expect {info.name}: " + ", ".join(f"{o} {v}" for o, v in zip(owners, shown, strict=True))


def script(name: str) -> str:
    """The script of a ruleset: a game at each end of its options, and one between."""
    game = load(RULESETS / f"{name}.hoyle").game
    assert game is not None
    found = ["hoyle play 1"]
    for seed, (end, title) in enumerate(TITLES.items()):
        lines = list(Limits(opened(game, name, end), name, seed + 1).lines())
        one = ["", lines[0], f'title "{title}"', *lines[1:]]
        if replays("\n".join([found[0], *one, ""]), name):
            found += one
        else:
            print(f"{name}, {end}: what was recorded does not replay, and is left out")
    return "\n".join(found) + "\n"


def replays(text: str, name: str) -> bool:
    """Whether everything that a script says holds, and no card of a whole game is left out."""
    read, _ = parse_script(text, f"{name}_limits.play")
    assert read is not None
    for game in read.games:
        ended = Replay(game, Rulesets().for_script(game, RULESETS)).checked()
        if isinstance(ended, Failed) or (ended.result is not None and ended.drawn):
            return False
    return True


def main() -> None:
    """Write the scripts of the rulesets that are named, or of all."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("rulesets", nargs="*")
    parser.add_argument("--folder", type=Path, default=RULESETS / "games")
    given = parser.parse_args()
    for name in given.rulesets or [path.stem for path in sorted(RULESETS.glob("*.hoyle"))]:
        (given.folder / f"{name}_limits.play").write_text(script(name), encoding="utf-8")


if __name__ == "__main__":
    main()
