"""Expressions of options and the number of players, which are settled before the game starts, and their values.

`combinations` lists the settings of a game that differ for some given expressions.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import product

from ..checked import (
    CallDefine,
    CheckedGame,
    Cond,
    DefineSymbol,
    Expr,
    Lit,
    LocalRef,
    LocalSymbol,
    Op,
    OptionRef,
    OptionSymbol,
    Present,
    VariableRef,
    VariableSymbol,
)
from ..operations import NUMBERS
from ..traversal import inside, of_define
from ..types import HIGHEST, LOWEST, NONE

MOST_COMBINATIONS = 10_000
MOST_VALUES = 24
"""The most values of one option that are tried.  Of a longer range: the ends, the default, and some values between."""
_DEEPEST = 60


MOST_STEPS = 20_000
"""The most defines evaluated for one setting."""


@dataclass
class PartialSettings:
    """One setting: the number of players, and values of the options of interest.  Other options are unknown."""

    players: int
    options: Mapping[OptionSymbol, int]
    left: int = MOST_STEPS
    variables: Mapping[VariableSymbol, int] = field(default_factory=dict[VariableSymbol, int])
    """Values of variables, where their case is considered."""
    suits: tuple[str, ...] = ()
    """The suits of the deck, where their colours matter."""

    def value(self, e: Expr, names: Mapping[LocalSymbol, int] | None = None, depth: int = 0) -> int | None:
        """The value of an expression; None if it is not settled before the game starts."""
        known = names or {}
        match e:
            case Lit(value=value):
                return value
            case OptionRef(option=option):
                return self.options.get(option)
            case LocalRef(local=local):
                return known.get(local)
            case VariableRef(variable=variable, owner=None):
                return self.variables.get(variable)
            case Op(op="color", args=(suit,)):
                number = self.value(suit, known, depth)
                return None if number is None else self._color(number)
            case Present(operand=operand):
                return self.value(operand, known, depth)
            case Cond(condition=test, then=then, otherwise=otherwise):
                holds = self.value(test, known, depth)
                return None if holds is None else self.value(then if holds else otherwise, known, depth)
            case CallDefine():
                return self._define(e, known, depth)
            case Op():
                return self._op(e, known, depth)
            case _:
                return None

    def _color(self, suit: int) -> int:
        """0 for black, 1 for red; -1 for what is no suit."""
        return int(self.suits[suit] in ("diamonds", "hearts")) if 0 <= suit < len(self.suits) else NONE

    def _define(self, e: CallDefine, names: Mapping[LocalSymbol, int], depth: int) -> int | None:
        self.left -= 1
        if depth > _DEEPEST or self.left < 0:
            return None
        inner: dict[LocalSymbol, int] = {}
        for param, arg in zip(e.define.params, e.args, strict=False):
            value = self.value(arg, names, depth)
            if value is not None:
                inner[param] = value
        for let in e.define.lets:
            value = self.value(let.value, inner, depth + 1)
            if value is not None:
                inner[let.local] = value
        if e.define.body is not None:
            return self.value(e.define.body, inner, depth + 1)
        for row in e.define.rows:
            holds = 1 if row.guard is None else self.value(row.guard, inner, depth + 1)
            if holds is None or row.value is None:
                return None
            if holds:
                return self.value(row.value, inner, depth + 1)
        return None

    def _op(self, e: Op, names: Mapping[LocalSymbol, int], depth: int) -> int | None:
        if e.op == "number of players":
            return self.players
        if e.op in ("and", "or"):
            found = [self.value(a, names, depth) for a in e.args]
            settles = int(e.op == "or")
            return settles if settles in found else None if None in found else 1 - settles
        values = [self.value(a, names, depth) for a in e.args]
        known = [v for v in values if v is not None]
        return _work_out(e.op, known) if len(known) == len(values) else None


def _work_out(op: str, values: list[int]) -> int | None:
    operation = NUMBERS.get(op)
    made = operation.value(*values) if operation is not None and values else None
    return made if made is not None and LOWEST <= made <= HIGHEST else None


def is_settled(e: Expr, known: dict[DefineSymbol, bool], names: Iterable[LocalSymbol] = (), depth: int = 0) -> bool:
    """Whether an expression depends only on options, the number of players and written numbers.

    `known` caches the answers for defines; the function adds to it."""
    for part in inside(e):
        match part:
            case Lit() | OptionRef() | Cond() | Present():
                pass
            case LocalRef(local=local) if local in names:
                pass
            case CallDefine(define=define):
                if define not in known:
                    known[define] = depth < _DEEPEST and _is_define_settled(define, known, depth)
                if not known[define]:
                    return False
            case Op(op=op) if op == "number of players" or (part.args and op in NUMBERS):
                pass
            case _:
                return False
    return True


def _is_define_settled(define: DefineSymbol, known: dict[DefineSymbol, bool], depth: int) -> bool:
    names = [*define.params, *(let.local for let in define.lets)]
    return all(is_settled(whole, known, names, depth + 1) for whole in of_define(define))


def options_in(game: CheckedGame, expressions: Iterable[Expr]) -> list[OptionSymbol]:
    """The options that some expressions read, also through defines, in the order of the file."""
    found: set[OptionSymbol] = set()
    seen: set[object] = set()
    waiting = list(expressions)
    while waiting:
        for e in inside(waiting.pop()):
            if isinstance(e, OptionRef):
                found.add(e.option)
            elif isinstance(e, CallDefine) and e.define not in seen:
                seen.add(e.define)
                waiting.extend(of_define(e.define))
    return [option for option in game.options if option in found]


def values_of(option: OptionSymbol, most: int = MOST_VALUES) -> tuple[int, ...]:
    """The values of an option that are worth trying, the default first.  Of a number with more than `most` values only
    the ends are tried, and some evenly spread between them.
    """
    kind = option.type
    if option.values is not None:
        values = list(option.values)
    elif kind.kind == "word":
        values = list(range(len(option.words)))
    elif kind.kind == "flag":
        values = [0, 1]
    elif kind.high - kind.low < most:
        values = list(range(kind.low, kind.high + 1))
    else:
        step = (kind.high - kind.low) // (most - 2)
        values = [kind.low, *range(kind.low + step, kind.high, step), kind.high]
    return tuple(dict.fromkeys([option.default, *values]))


def combinations(
    game: CheckedGame, options: list[OptionSymbol], extremes: Collection[OptionSymbol] = ()
) -> Iterator[PartialSettings]:
    """All combinations of the values of these options and the numbers of players, without those the game forbids.

    Of the options in `extremes` only the default and the ends are tried.  If there are too many combinations, only one
    option at a time differs from its default.
    """
    default = game.players[2]
    players = [n for n in game.counts if n not in game.paired or (n % 2 == 0 and n >= 4)]
    players.sort(key=lambda n: n != default)
    values = [values_of(option) for option in options]
    for number, option in enumerate(options):
        if option in extremes:
            known = values[number]
            values[number] = tuple(dict.fromkeys((known[0], min(known), max(known))))
    total = len(players)
    for listed in values:
        total *= len(listed)
    if total <= MOST_COMBINATIONS:
        combinations: Iterable[tuple[int, ...]] = product(*values)
    else:
        defaults = tuple(option.default for option in options)
        combinations = dict.fromkeys(
            (*defaults[:i], value, *defaults[i + 1 :]) for i, listed in enumerate(values) for value in listed
        )
    forbidden = [condition for condition, _ in game.requirements]
    for combination in combinations:
        chosen = dict(zip(options, combination, strict=True))
        for count in players:
            made = PartialSettings(count, chosen)
            if all(made.value(condition) != 0 for condition in forbidden):
                yield made


def changed_options_text(settings: PartialSettings, options: Iterable[OptionSymbol]) -> str:
    """The values of these options that differ from the default, as text: `, packs = 2, long = yes`."""
    texts: list[str] = []
    for option in options:
        value = settings.options.get(option, option.default)
        if value != option.default:
            texts.append(f", `{option.name} = {option.word(value)}`")
    return "".join(texts)
