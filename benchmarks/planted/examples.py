"""Candidates for examples of rule files: `python benchmarks/planted/examples.py RULESET … --folder DIR`.

For each ruleset positions are taken from games by chance.  Each makes an example: what the phase or define that may be
meant reads is set, it is used, and what it comes to is written down.  Of planted mistakes that reading does not notice,
those examples are kept that notice the most.  What is written is what the rules say today: an example belongs into a
rule file only when somebody has read it and compared it with the source.
"""

from __future__ import annotations

import argparse
import random
import time
from collections import defaultdict
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path

from mistakes import Mistake
from sampling import sample

from hoyle.dsl import checked as c
from hoyle.dsl.effects import knowledge_of, reads
from hoyle.dsl.loading import RULESETS, LoadedGame, load
from hoyle.dsl.source.span import Source, Span
from hoyle.dsl.traversal import every, own_expressions, within
from hoyle.dsl.types import Type
from hoyle.interpreter.engine.engine import Engine
from hoyle.interpreter.engine.state import State
from hoyle.interpreter.faults import Fault
from hoyle.interpreter.fuzz.settings import PLAYERS, default_row, option_word, row_text, values_of
from hoyle.interpreter.lowering import SettingsError, lower
from hoyle.interpreter.program import OVER, PC
from hoyle.interpreter.records import PhaseBegan, Where
from hoyle.interpreter.text.parse import Words
from hoyle.interpreter.trial.examples import ExampleTables, broken_examples
from hoyle.interpreter.trial.settings import covering

MOST_CARDS = 14
"""The most cards that an example lays anywhere."""
KEPT = 12
"""So many positions of a phase are kept."""
ROWS, GAMES = 4, 5
_IDLE = ("visibility", "range off by one", "ranks swapped", "statement twice", "equal cards")
"""Mistakes that an example of play would not notice, or that reading does."""


@dataclass
class Candidate:
    """An example: its lines, and the subject of its title."""

    subject: str
    players: int
    settings: tuple[str, ...]
    setup: tuple[str, ...]
    expects: list[str] = field(default_factory=list)
    phase: c.PhaseSymbol | None = None
    answers: tuple[str, ...] = ()
    open: bool = False
    """Whether its one expectation still needs its value."""

    def text(self, title: str, usual: int) -> str:
        head = f'example "{title}" by p' + (f" with {self.players} players" if self.players != usual else "")
        body = "\n".join(f"    {line}" for line in (*self.settings, *self.setup, *self.answers, *self.expects))
        return f"{head}\n{body}\n"


class Positions:
    """Positions of a game in the words of the language."""

    def __init__(self, game: c.CheckedGame, engine: Engine) -> None:
        self.game, self.engine, self.program = game, engine, engine.program
        self.words = Words(engine.program)
        self.variables = {one.name: one for one in engine.program.variables}
        self.zones = {one.name: i for i, one in enumerate(engine.program.zones)}

    def seat(self, number: int) -> str:
        players, (ahead, behind) = self.program.players, ("left", "right")
        if self.game.counterclockwise:
            ahead, behind = behind, ahead
        if number == 0:
            return "p"
        if number == 1:
            return f"p.{ahead}"
        if number == players - 1:
            return f"p.{behind}"
        if players == 4 and players in (self.game.paired or ((4,) if self.game.partners else ())):
            return "p.partner"
        return f"p.{ahead}({number})" if ahead == "left" else f"p.{ahead}.{ahead}"

    def owner(self, kind: str | None, number: int) -> str:
        return self.seat(number) if kind != "team" else f"{self.seat(min(self.program.teams[number]))}.team"

    def face(self, card: int) -> str | None:
        one = self.words.card(card)
        names = {"♠": "spades", "♥": "hearts", "♦": "diamonds", "♣": "clubs"}
        if one[-1] in names:
            return f"{one[:-1]} of {names[one[-1]]}"
        if "." in one:
            rank, suit = one.split(".", 1)
            return f"{rank} of {suit}"
        return None

    def value(self, type: Type, value: int) -> str | None:
        """How a rule file writes a value; None where it has no words for it."""
        if value == -1 and type.kind not in ("number", "set"):
            return "none" if type.optional else None
        match type.kind:
            case "number":
                return str(value) if value >= 0 else f"0 - {-value}"
            case "flag":
                return "yes" if value else "no"
            case "player":
                return self.seat(value)
            case "team":
                return self.owner("team", value)
            case "suit" | "rank":
                return (self.game.suits if type.kind == "suit" else self.game.ranks)[value]
            case "word":
                if type.name == "face":
                    return None
                return (
                    self.game.suits[value]
                    if type.suits and value < len(self.game.suits)
                    else type.words[value - len(self.game.suits) * type.suits]
                )
            case "set" if type.element is not None and type.element.kind in ("player", "team", "suit", "rank"):
                members = [self.value(type.element, i) for i in range(32) if value >> i & 1]
                return "{" + ", ".join(str(one) for one in members) + "}"
            case _:
                return None

    def place(self, symbol: c.VariableSymbol | c.ZoneSymbol, number: int) -> str:
        return symbol.name if symbol.owner is None else f"{self.owner(symbol.owner, number)}.{symbol.name}"

    def setup(self, state: State, read: set[c.Symbol]) -> list[str] | None:
        """The lines that set what is read; None if there is too much."""
        lines: list[str] = []
        same: dict[str, list[str]] = defaultdict(list)
        for symbol in self.game.variables:
            info = self.variables.get(symbol.name)
            if symbol not in read or info is None:
                continue
            for i in range(info.count):
                value, initial = state.values[info.base + i], self.program.initial[info.base + i]
                if value == initial:
                    continue
                said = self.value(symbol.type, value)
                if said is None:
                    return None
                same[said].append(self.place(symbol, i))
        for said, places in same.items():
            lines.append(f"set {', '.join(places)} to {said}")
        laid = 0
        for symbol in self.game.zones:
            if symbol not in read or symbol.name not in self.zones or symbol.places:
                continue
            info = self.program.zones[self.zones[symbol.name]]
            for i in range(info.count):
                if state.values[info.base + i] == self.program.initial[info.base + i]:
                    continue
                cards = self.engine.cards(state, Where(self.zones[symbol.name], i if symbol.owner else -1))
                if symbol is self._start():
                    continue
                laid += len(cards)
                faces = [self.face(card) for card in cards]
                if laid > MOST_CARDS or None in faces:
                    return None
                if faces:
                    lines.append(
                        f"move {{{', '.join(dict.fromkeys(str(one) for one in faces))}}} to {self.place(symbol, i)}"
                    )
        return lines if len(lines) <= 12 else None

    def invented(self, read: set[c.Symbol], pools: dict[str, list[int]], dice: random.Random) -> list[str] | None:
        """The lines of a position that no game has led to, perhaps."""
        same: dict[str, list[str]] = defaultdict(list)
        for symbol in self.game.variables:
            info = self.variables.get(symbol.name)
            if symbol not in read or info is None:
                continue
            for i in range(info.count):
                pool = pools.get(symbol.name) or [0]
                value = dice.choice(pool)
                if symbol.type.kind == "number":
                    value = dice.choice([value, value, value + 1, value - 1, dice.randint(0, 3), *self.options()])
                    value = min(max(value, symbol.type.low), symbol.type.high)
                if dice.random() < 0.3 or value == self.program.initial[info.base + i]:
                    continue
                said = self.value(symbol.type, value)
                if said is None:
                    return None
                same[said].append(self.place(symbol, i))
        lines = [f"set {', '.join(places)} to {said}" for said, places in same.items()]
        deck = list(range(len(self.program.deck)))
        dice.shuffle(deck)
        for symbol in self.game.zones:
            if symbol not in read or symbol.name not in self.zones or symbol.places or symbol is self._start():
                continue
            for i in range(self.program.zones[self.zones[symbol.name]].count):
                amount = dice.choice((0, 1, 2, 2, 3, 4))
                if dice.random() < 0.4 and deck:  # cards that go together
                    first = deck[-1]
                    near = [card for card in deck if abs(card - first) < 4]
                    taken, deck = near[:amount], [card for card in deck if card not in near[:amount]]
                else:
                    taken, deck = deck[:amount], deck[amount:]
                faces = [self.face(card) for card in taken]
                if None in faces:
                    return None
                if faces:
                    lines.append(
                        f"move {{{', '.join(dict.fromkeys(str(one) for one in faces))}}} to {self.place(symbol, i)}"
                    )
        return lines if len(lines) <= 10 else None

    def options(self) -> list[int]:
        return [
            v + d
            for v in self.program.options.values()
            if isinstance(v, int) and not isinstance(v, bool) and v > 4
            for d in (0, -1)
        ]

    def _start(self) -> c.ZoneSymbol | None:
        return next((zone for zone in self.game.zones if zone.owner is None and zone.ordered), None) or next(
            (zone for zone in self.game.zones if zone.owner is None), None
        )


def arguments(where: Positions, params: tuple[c.LocalSymbol, ...], dice: random.Random) -> str | None:
    """Arguments drawn by chance; None if there are no words for them."""
    made: list[str] = []
    for param in params:
        kind = param.type
        match kind.kind:
            case "player":
                made.append(where.seat(dice.randrange(where.program.players)))
            case "team":
                made.append(where.owner("team", dice.randrange(len(where.program.teams))))
            case "number":
                low, high = max(kind.low, 0), min(kind.high, max(kind.low, 0) + 12)
                made.append(str(dice.choice([low, high, dice.randint(low, high), dice.randint(low, high)])))
            case "flag":
                made.append(dice.choice(("yes", "no")))
            case "suit":
                made.append(dice.choice(where.game.suits))
            case "rank":
                made.append(dice.choice(where.game.ranks))
            case "word" if kind.name != "face":
                made.append(dice.choice((*(where.game.suits if kind.suits else ()), *kind.words)))
            case "card":
                face = where.face(dice.randrange(len(where.program.deck)))
                if face is None:
                    return None
                made.append(face)
            case "set" if kind.holds_cards:
                start = dice.randrange(len(where.program.deck))
                faces = [
                    where.face(
                        dice.randrange(len(where.program.deck))
                        if dice.random() < 0.5
                        else (start + i) % len(where.program.deck)
                    )
                    for i in range(dice.choice((1, 2, 3, 4, 5)))
                ]
                if None in faces:
                    return None
                made.append("{" + ", ".join(dict.fromkeys(str(one) for one in faces)) + "}")
            case _:
                return None
    return f"({', '.join(made)})" if made else ""


def phase_reads(phase: c.PhaseSymbol) -> set[c.Symbol]:
    """The variables and zones that a phase and those that it plays read."""
    found: set[c.Symbol] = set()
    waiting, seen = list(every(phase)), {phase}
    while waiting:
        st = waiting.pop()
        for e in own_expressions(st):
            found |= reads(e)
        if isinstance(st, c.PlayTrick):
            found |= {st.hand, st.trick}
        if isinstance(st, c.CallPhase) and st.phase not in seen:
            seen.add(st.phase)
            waiting.extend(every(st.phase))
    return found


class Maker:
    """Makes the candidates of one ruleset."""

    def __init__(self, path: Path, seed: int) -> None:
        self.path, self.dice = path, random.Random(seed)
        self.source = path.read_text("utf-8")
        found = load(path)
        assert found.game is not None
        self.game: c.CheckedGame = found.game
        self.known = {(one.code, one.message) for one in found.diagnostics}
        self.usual = self.game.players[2]

    def candidates(self) -> Iterator[Candidate]:
        base = default_row(self.game)
        rows = [base, *islice((row for row in covering(self.game) if row != base), 40)]
        rows = [base, *self.dice.sample(rows[1:], min(ROWS, len(rows) - 1))]
        for row in rows:
            with suppress(SettingsError):
                engine = Engine(lower(self.game, row_text(self.game, row), row[PLAYERS]))
                yield from self._of(engine, row, base)

    def _of(self, engine: Engine, row: dict[str, int], base: dict[str, int]) -> Iterator[Candidate]:
        where = Positions(self.game, engine)
        begun: dict[int, list[State]] = defaultdict(list)
        others: list[State] = []

        def hear(record: object, values: object) -> None:
            if isinstance(record, PhaseBegan):
                begun[record.phase].append(State(list(values)))  # type: ignore[call-overload]
            elif self.dice.random() < 0.05:
                others.append(State(list(values)))  # type: ignore[call-overload]

        for number in range(GAMES):
            with suppress(Fault):
                state, asked = engine.start(seed=number + 1, listener=hear), 0
                while state.values[PC] > OVER and asked < 250:
                    question = engine.question(state)
                    assert question is not None
                    options = list(islice(question.choices(), 200))
                    answer = self.dice.choice(sorted({one.alternative for one in options}))
                    option = self.dice.choice([one for one in options if one.alternative == answer])
                    state, asked = engine.apply(state, option, listener=hear), asked + 1
        changed = [option for option in self.game.options if row[option.name] != base[option.name]]
        settings = tuple(f"set {o.name} to {_word(option_word(o, row[o.name], self.game.suits))}" for o in changed)
        players, usual = engine.program.players, row == base
        pools: dict[str, list[int]] = {}
        for name, info in where.variables.items():
            seen = {
                state.values[info.base + i]
                for state in self.dice.sample(others, min(len(others), 150))
                for i in range(info.count)
            }
            pools[name] = sorted(v for v in seen if isinstance(v, int))
        many = KEPT if usual else KEPT // 3
        for phase in (*self.game.phases, self.game.main):
            if phase is self.game.main:
                over = [st for st in within(phase.body) if isinstance(st, c.Over)]
                wanted: set[c.Symbol] = {s for st in over for _, s in st.criteria if isinstance(s, c.VariableSymbol)}
                for _ in range(many):
                    setup = where.invented(wanted, pools, self.dice)
                    if setup is not None and wanted:
                        yield Candidate("the end", players, settings, (*setup, "play the game"), phase=phase)
                continue
            read = phase_reads(phase)
            for _ in range(many):
                setup, args = where.invented(read, pools, self.dice), arguments(where, phase.params, self.dice)
                if setup is not None and args is not None:
                    yield Candidate(phase.name, players, settings, (*setup, f"{phase.name}{args}"), phase=phase)
        for phase in self.game.phases:
            name = phase.name
            index = engine.program.phases.index(name) if name in engine.program.phases else -1
            pool = begun.get(index) or others
            read = phase_reads(phase)
            for state in self._different(pool, read, where, KEPT if usual else KEPT // 3):
                setup, args = where.setup(state, read), arguments(where, phase.params, self.dice)
                if setup is not None and args is not None:
                    yield Candidate(name, players, settings, (*setup, f"{name}{args}"), phase=phase)
        for define in self.game.defines:
            if define.type.kind not in ("number", "flag"):
                continue
            args_first = arguments(where, define.params, self.dice)
            if args_first is None:
                continue
            read = set(knowledge_of(self.game).defines[define].symbols) | set(
                knowledge_of(self.game).defines[define].zones
            )
            for state in self._different(others, read, where, KEPT if usual else KEPT // 3):
                setup, args = where.setup(state, read), arguments(where, define.params, self.dice)
                if self.dice.random() < 0.6:
                    setup = where.invented(read, pools, self.dice)
                if setup is not None and args is not None:
                    compared = " = 0" if define.type.kind == "number" else ""
                    yield Candidate(
                        define.name,
                        players,
                        settings,
                        tuple(setup),
                        [f"expect {define.name}{args}{compared}"],
                        open=True,
                    )
        read = {
            e
            for row_ in (self.game.ranking.rows if self.game.ranking else ())
            for one in (row_.suit, row_.when)
            if one is not None
            for e in reads(one)
        }
        for state in self._different(others, read, where, KEPT) if self.game.ranking else ():
            setup = where.setup(state, read)
            for _ in range(3):
                faces = [where.face(self.dice.randrange(len(engine.program.deck))) for _ in range(2)]
                if setup is not None and None not in faces:
                    yield Candidate(
                        "ranking", players, settings, tuple(setup), [f"expect {faces[0]} beats {faces[1]}"], open=True
                    )
        for values in self.game.values:
            for _ in range(4):
                face = where.face(self.dice.randrange(len(engine.program.deck)))
                if values.of.kind == "card" and face is not None and usual:
                    yield Candidate(
                        values.name, players, settings, (), [f"expect ({face}).{values.name} = 0"], open=True
                    )

    def _different(self, pool: list[State], read: set[c.Symbol], where: Positions, most: int) -> list[State]:
        """Positions of which each says something else of what is read."""
        infos = [
            where.variables[one.name]
            for one in read
            if isinstance(one, c.VariableSymbol) and one.name in where.variables
        ]
        seen: dict[tuple[object, ...], State] = {}
        for state in self.dice.sample(pool, len(pool)):
            seen.setdefault(tuple(tuple(state.values[one.base : one.base + one.count]) for one in infos), state)
            if len(seen) >= most:
                break
        return list(seen.values())

    # ------------------------------------------------------------------------------------------ what they come to

    def finished(self, candidates: list[Candidate]) -> list[Candidate]:
        """The candidates with what they expect; those that cannot be played are left out."""
        game = self._with(candidates)
        done: list[Candidate] = []
        if game is None:
            singly = [one for one in candidates if self._with([one]) is not None]
            return self.finished(singly) if len(singly) < len(candidates) else []
        groups: dict[tuple[int | None, object], list[tuple[Candidate, c.ExampleRule]]] = defaultdict(list)
        for candidate, rule in zip(candidates, game.examples, strict=True):
            groups[rule.players, rule.settings].append((candidate, rule))
        for (players, settings), members in groups.items():
            tables = ExampleTables(game, [rule for _, rule in members])
            options = {o.name: option_word(o, v, game.suits) for o, v in settings}  # type: ignore[attr-defined]
            with suppress(SettingsError):
                engine = Engine(lower(tables.game, options, players, unchecked=tables.unchecked))
                where = Positions(game, engine)
                for number, (candidate, rule) in enumerate(members):
                    with suppress(Fault):
                        if self._finish(candidate, rule, tables, engine, number, where):
                            done.append(candidate)
        return done

    def _finish(
        self, one: Candidate, rule: c.ExampleRule, tables: ExampleTables, engine: Engine, number: int, where: Positions
    ) -> bool:
        if one.open:
            failed = tables.failed(engine, number, rule)
            if failed is not None:
                line = one.expects[0]
                if line.endswith(" = 0"):
                    if not failed.found.startswith(": it is "):
                        return False
                    one.expects = [line[:-1] + failed.found.removeprefix(": it is ").replace("-", "0 - ")]
                elif failed.found:
                    return False
                else:
                    one.expects = [f"expect not ({line.removeprefix('expect ')})"]
            return True
        states = [tables.began(engine, number, seed=seed) for seed in range(5)]
        answers: list[str] = []
        for _ in range(self.dice.choice((0, 0, 1, 1, 2, 3))):
            questions = [engine.question(state) for state in states]
            if None in questions or one.subject == "the end":
                break
            both = [list(islice(q.options(where.words), 60)) for q in questions if q is not None]
            common = sorted(set.intersection(*({o.label for o in options} for options in both)))
            if not common:
                break
            label = self.dice.choice(common)
            if '"' in label or "{" in label:
                break
            answers.append(label)
            states = [
                engine.apply(state, next(o.choice for o in options if o.label == label))
                for state, options in zip(states, both, strict=True)
            ]
        one.answers = tuple(f'"{label}"' for label in answers)
        found = [self._expected(one, state, engine, where, tables.rules[number].span) for state in states]
        one.expects = [line for line in found[0] if all(line in other for other in found)]
        return 0 < len(one.expects) <= 10

    def _expected(self, one: Candidate, state: State, engine: Engine, where: Positions, own: Span) -> list[str]:
        expects: list[str] = []
        question = engine.question(state)
        assert one.phase is not None
        pc = state.values[PC]
        if question is None and pc <= OVER and engine.program.places[engine.program.endings[OVER - pc].place] != own:
            result = engine.result(state)
            if result is None:
                return []
            seats = [where.owner(result.owner, winner) for winner in result.winners]
            won = seats[0] if len(seats) == 1 else "{" + ", ".join(seats) + "}"
            return [f"expect game over, won by {won}"] if seats else ["expect game over"]
        if question is not None:
            labels = [option.label for option in islice(question.options(where.words), 60)]
            if len(labels) > 40:
                return []
            shown = labels if len(labels) <= 3 else [labels[0], labels[-1], *self.dice.sample(labels[1:-1], 1)]
            if one.subject == "the end":
                shown = labels[:8]
            expects = [f'expect "{label}"' for label in shown]
            for alternative in question.alternatives:
                if not alternative.holes and (text := alternative.texts[0]) not in labels:
                    expects.append(f'expect not "{text}"')
                elif len(alternative.holes) == 1 and alternative.bound:
                    expects += self._refused(alternative, labels, where, engine, state, question.player)
            return expects
        done = knowledge_of(self.game).phases[one.phase]
        for symbol in sorted((s for s in done.changed if isinstance(s, c.VariableSymbol)), key=lambda s: s.name):
            info = where.variables.get(symbol.name)
            if info is None:
                continue
            for i in range(info.count):
                value = state.values[info.base + i]
                said, place = where.value(symbol.type, value), where.place(symbol, i)  # type: ignore[arg-type]
                if said is None or (info.count > 4 and value == engine.program.initial[info.base + i]):
                    continue
                match symbol.type.kind:
                    case "flag":
                        expects.append(f"expect {'' if value else 'not '}{place}")
                    case _ if said == "none":
                        expects.append(f"expect {place} is none")
                    case _:
                        expects.append(f"expect {place} = {said}")
        for zone in self.game.zones:
            if zone in done.zones and zone.name in where.zones and not zone.places:
                for i in range(where.program.zones[where.zones[zone.name]].count):
                    size = len(engine.cards(state, Where(where.zones[zone.name], i if zone.owner else -1)))
                    expects.append(f"expect size of {where.place(zone, i)} = {size}")
        return expects

    def _refused(
        self, alternative: object, labels: list[str], where: Positions, engine: Engine, state: State, player: int
    ) -> list[str]:
        texts, kind = alternative.texts, alternative.bound[0].type.kind  # type: ignore[attr-defined]
        named = [label.removeprefix(texts[0]).removesuffix(texts[-1]) for label in labels if label.startswith(texts[0])]
        if kind == "number":
            numbers = sorted(int(one) for one in named if one.isdecimal())
            wanted = [numbers[0] - 1, numbers[-1] + 1] if numbers else []
            return [f'expect not "{texts[0]}{n}{texts[-1]}"' for n in wanted if n >= 0]
        domain: tuple[str, ...] = ()
        if kind in ("suit", "rank"):
            domain = self.game.suits if kind == "suit" else self.game.ranks
        elif kind == "player":
            domain = tuple(where.words.player(seat) for seat in range(where.program.players))
        elif kind == "word":
            of = alternative.bound[0].type  # type: ignore[attr-defined]
            domain = tuple(
                where.words.value(of, value) for value in range(len(of.words) + len(self.game.suits) * of.suits)
            )
        if domain and of_whole(domain, named):
            return [f'expect not "{texts[0]}{one}{texts[-1]}"' for one in domain if one not in named][:3]
        if kind == "card" and "hand" in where.zones:
            held = [where.words.card(card) for card in engine.cards(state, Where(where.zones["hand"], player))]
            left = [one for one in held if one not in named][:2]
            return [f'expect not "{texts[0]}{one}{texts[-1]}"' for one in left]
        return []

    def _with(self, candidates: list[Candidate]) -> c.CheckedGame | None:
        found = self._read(candidates, self.source)
        return None if any(one.severity == "error" for one in found.diagnostics) else found.game

    def _read(self, candidates: list[Candidate], source: str) -> LoadedGame:
        texts = [one.text(str(i), self.usual) for i, one in enumerate(candidates)]
        return load(Source(str(self.path), f"{source}\n{''.join(texts)}"))

    # ------------------------------------------------------------------------------------------------ who notices what

    def noticed(
        self, candidates: list[Candidate], mistakes: list[Mistake], until: float
    ) -> tuple[dict[int, set[int]], int]:
        """For each candidate the mistakes that it notices, of those that reading does not; and how many these are."""
        found: dict[int, set[int]] = defaultdict(set)
        left = 0
        for number, mistake in enumerate(mistakes):
            if time.monotonic() > until:
                break
            loaded = self._read(candidates, mistake.text)
            new = [one for one in loaded.diagnostics if (one.code, one.message) not in self.known]
            game = loaded.game
            if game is None or new:
                continue
            left += 1
            broken = broken_examples(game)
            for one in broken:
                index = int(one.message.split("“")[1].split("”")[0])
                found[index].add(number)
        return found, left


def of_whole(domain: tuple[str, ...], named: list[str]) -> bool:
    """Whether what is offered is written as the values of a domain are."""
    return all(one in domain for one in named)


def _word(value: object) -> str:
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)


def options_lines(maker: Maker) -> list[Candidate]:
    """The usual values of the options, and the ends of their ranges."""
    made: list[Candidate] = []
    options = [o for o in maker.game.options if o.type.kind in ("number", "flag", "word")]
    usual = []
    for o in options:
        value = _word(option_word(o, o.default, maker.game.suits))
        usual.append(
            f"expect {'' if value == 'yes' else 'not '}{o.name}"
            if o.type.kind == "flag"
            else f"expect {o.name} = {value}"
        )
    if usual:
        made.append(Candidate("usual", maker.usual, (), (), usual))
    numbers = [o for o in options if o.type.kind == "number"]
    for end, of in (("least", min), ("most", max)):
        lines = [
            (
                f"set {o.name} to {of(values_of(o, maker.game.suits))}",
                f"expect {o.name} = {of(values_of(o, maker.game.suits))}",
            )
            for o in numbers
        ]
        while lines:
            one = Candidate(end, maker.usual, tuple(a for a, _ in lines), (), [b for _, b in lines])
            game = maker._with([one])
            if game is not None and not broken_examples(game):
                made.append(one)
                break
            lines.pop()
    return made


def main() -> None:
    """Write the candidates that notice the most, for each ruleset."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("rulesets", nargs="*")
    parser.add_argument("--mistakes", type=int, default=45)
    parser.add_argument("--seed", type=int, default=556)
    parser.add_argument("--most", type=int, default=10)
    parser.add_argument("--pool", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--folder", type=Path, required=True)
    given = parser.parse_args()
    for name in given.rulesets:
        began = time.monotonic()
        try:
            maker = Maker(RULESETS / f"{name}.hoyle", given.seed)
            pool = list(maker.candidates())
            maker.dice.shuffle(pool)
            by_subject: dict[str, list[Candidate]] = defaultdict(list)
            for one in pool:
                by_subject[one.subject].append(one)
            candidates = [one for turn in range(16) for group in by_subject.values() for one in group[turn : turn + 1]][
                : given.pool
            ]
            candidates = maker.finished(candidates)
            held = maker._with(candidates)
            if held is None:
                print(name, "not read", flush=True)
                continue
            broken = {int(one.message.split("“")[1].split("”")[0]) for one in broken_examples(held)}
            candidates = [one for i, one in enumerate(candidates) if i not in broken]
            drawn = [m for _, m in sample([maker.path], 2 * given.mistakes, given.seed) if m.operator not in _IDLE][
                : given.mistakes
            ]
            found, left = maker.noticed(candidates, drawn, began + given.seconds)
            chosen: list[int] = []
            waiting = set().union(*found.values()) if found else set()
            total = len(waiting)
            while waiting and len(chosen) < given.most:
                best = max(
                    found,
                    key=lambda i: (len(found[i] & waiting), -len(candidates[i].setup) - len(candidates[i].expects)),
                )
                if not found[best] & waiting:
                    break
                chosen.append(best)
                waiting -= found[best]
            texts = [candidates[i].text(f"{candidates[i].subject} {n}", maker.usual) for n, i in enumerate(chosen, 1)]
            texts += [one.text(one.subject, maker.usual).replace(" by p", "") for one in options_lines(maker)]
            (given.folder / f"{name}.txt").write_text("".join(texts))
            took = time.monotonic() - began
            said = f"of {left} not read {total} noticed; {len(chosen)} kept; {took:.0f} s"
            print(f"{name}: {len(candidates)} candidates; {said}", flush=True)
        except Exception as error:
            import traceback

            traceback.print_exc()
            print(name, "failed", error, flush=True)


if __name__ == "__main__":
    main()
