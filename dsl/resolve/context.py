"""The state that the passes of this folder share: symbols in scope, types, and the diagnostics found so far."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable
from contextlib import contextmanager
from typing import Any

from ..checked import (
    DefineSymbol,
    LocalSymbol,
    OptionSymbol,
    PhaseSymbol,
    ShapeSymbol,
    Symbol,
    ValuesSymbol,
    VariableSymbol,
    ZoneSymbol,
)
from ..codes.reporting import report
from ..source.diagnostics import Diagnostic
from ..source.nearest import nearest
from ..source.span import Span
from ..syntax import nodes as n
from ..types import CARD, FLAG, NUMBER, PLAYER, RANK, SUIT, TEAM, UNKNOWN, Type

STANDARD_SUITS = ("clubs", "diamonds", "hearts", "spades")

BUILT_IN_TYPES: dict[str, Type] = {
    "number": NUMBER,
    "flag": FLAG,
    "suit": SUIT,
    "rank": RANK,
    "card": CARD,
    "player": PLAYER,
    "team": TEAM,
    "cards": Type("set", element=CARD),
    "players": Type("set", element=PLAYER),
    "teams": Type("set", element=TEAM),
    "suits": Type("set", element=SUIT),
    "ranks": Type("set", element=RANK),
}


_ELSEWHERE = {
    "true": "yes", "false": "no", "null": "none", "nil": "none", "nobody": "none", "nothing": "none", "empty": "{}",
    "boolean": "yes or no", "bool": "yes or no", "flag": "yes or no", "integer": "number", "int": "number",
    "ace": "A", "king": "K", "queen": "Q", "jack": "J", "knave": "J", "ten": "10", "t": "10",
}  # fmt: skip
"""Words of other languages and of everyday speech, and the words to write instead."""


_MOST_LISTED = 8
"""If there are more names than this, a message does not list them."""


class ResolveContext:
    """Everything known about a rule file while it is being resolved."""

    def __init__(self, *, advice: bool = True) -> None:
        self.advice = advice
        """Whether warnings that cost time are wanted."""
        self.diagnostics: list[Diagnostic] = []
        self.suits: tuple[str, ...] = STANDARD_SUITS
        self.ranks: tuple[str, ...] = ()
        self.jokers = False
        self.faces: frozenset[tuple[int, int]] | None = None
        """The ranks and suits of which the deck has a card, if it lists them.

        None: every rank exists in every suit."""
        self.players: tuple[int, int, int] = (4, 4, 4)
        self.partners = False
        self.counts: tuple[int, ...] = (4,)
        self.paired: tuple[int, ...] = ()
        self.players_line: n.Players | None = None
        self.kinds: dict[str, Type] = dict(BUILT_IN_TYPES)
        self.names: dict[str, Symbol] = {}
        self.values: dict[str, ValuesSymbol] = {}
        self.words: dict[str, list[Type]] = {}
        self.shapes: dict[str, ShapeSymbol] = {}
        self.scopes: list[dict[str, LocalSymbol]] = [{}]
        self.locals: list[LocalSymbol] = []
        """Every local name that was bound, in all blocks."""
        self.chance = True
        self.ended: PhaseSymbol | None = None
        """The phase whose end an expression refers to, as in `after`."""
        self.resolve_define: Callable[[DefineSymbol], None] = lambda symbol: None

    # ------------------------------------------------------------------------------------------------- messages

    def report(
        self, code: str, span: Span, *, help: str | None = None, notes: tuple[tuple[Span, str], ...] = (), **fields: Any
    ) -> None:
        """Record a diagnostic.  Nothing is raised."""
        self.diagnostics.append(report(code, span, help=help, notes=notes, **fields))

    @staticmethod
    def suggestion(name: str, candidates: Iterable[str]) -> str | None:
        """The word to write instead of a foreign word, or a `did you mean` with the nearest candidate, or None."""
        names = list(candidates)
        here = _ELSEWHERE.get(name.lower())
        if here is not None and (name.islower() or here in names):
            return f"write `{here}`"
        near = nearest(name, names)
        return f"did you mean `{near}`?" if near else None

    def one_of(self, name: str, candidates: Iterable[str]) -> str | None:
        """The same, or all candidates if there are a few."""
        names = list(dict.fromkeys(candidates))
        few = 1 < len(names) <= _MOST_LISTED
        return self.suggestion(name, names) or (f"there are {', '.join(f'`{one}`' for one in names)}" if few else None)

    def rank(self, node: n.Rank) -> int | None:
        """The number of a rank.  Reports a rank that the deck does not have."""
        index = self.rank_index(node.text)
        if index is None:
            near = self.suggestion(node.text, self.ranks) or f"the deck has {' '.join(self.ranks)}"
            self.report("E0305", node.span, name=node.text, help=near)
        return index

    def suit(self, node: n.Name) -> int | None:
        """The number of a suit.  Reports a suit that the deck does not have."""
        if node.text in self.suits:
            return self.suits.index(node.text)
        self.report("E0301", node.span, name=node.text, help=self.suggestion(node.text, self.suits))
        return None

    # --------------------------------------------------------------------------------------------------- scopes

    @contextmanager
    def block(self) -> Generator[None]:
        """A scope for a block.  At its end its names are forgotten, and unused ones are reported."""
        self.scopes.append({})
        try:
            yield
        finally:
            for local in self.scopes.pop().values():
                if not local.used and not local.name.startswith("_"):
                    self.report("W0301", local.span, name=local.name, what="name")

    @contextmanager
    def no_chance(self) -> Generator[None]:
        """A scope without chance.

        Nothing in it is carried out, so a random draw would give a new value at each evaluation."""
        before, self.chance = self.chance, False
        try:
            yield
        finally:
            self.chance = before

    @contextmanager
    def fresh(self) -> Generator[None]:
        """A scope of its own, for the body of a define or a phase.

        It sees only the parameters and the global names."""
        outer, self.scopes = self.scopes, [{}]
        try:
            yield
        finally:
            self.scopes = outer

    def bind(self, name: n.Name, type: Type) -> LocalSymbol:
        """Bind a name in the current block.  A name that hides another one is reported."""
        symbol = LocalSymbol(name.text, name.span, type)
        earlier = self.local(name.text) or self.names.get(name.text)
        if earlier is not None:
            self.report("E0303", name.span, name=name.text, notes=((earlier.span, "the other one is here"),))
        elif name.text in self.suits:
            self.report("E0303", name.span, name=name.text, help="it is the name of a suit")
        symbol.used = earlier is not None or name.text in self.suits  # a hidden name is reported only once
        self.scopes[-1][name.text] = symbol
        self.locals.append(symbol)
        return symbol

    def local(self, name: str) -> LocalSymbol | None:
        """The innermost local with that name; None if there is none."""
        for scope in reversed(self.scopes):
            if name in scope:
                return scope[name]
        return None

    def visible(self) -> list[str]:
        """Every name that is visible here, for suggestions."""
        return [name for scope in self.scopes for name in scope] + list(self.names)

    def declare(self, symbol: Symbol) -> None:
        """Declare a global name.  A second declaration of the same name is reported."""
        earlier = self.names.get(symbol.name)
        if earlier is not None:
            self.report("E0302", symbol.span, name=symbol.name, notes=((earlier.span, "first here"),))
            return
        if symbol.name in self.suits:
            self.report("E0303", symbol.span, name=symbol.name, help="it is the name of a suit")
        self.names[symbol.name] = symbol

    # ---------------------------------------------------------------------------------------------------- types

    def rank_index(self, text: str) -> int | None:
        """The index of a rank in the deck; None if the deck does not have it."""
        return self.ranks.index(text) if text in self.ranks else None

    def type_of(self, node: n.Type) -> Type:
        """The type that a declaration names.  Reports an error and returns `UNKNOWN` if it is wrong."""
        if isinstance(node, n.NumberType):
            if node.low is None or node.high is None:
                return NUMBER
            if node.low > node.high:
                self.report("E0408", node.span, low=node.low, high=node.high)
                return UNKNOWN
            return Type("number", low=node.low, high=node.high)
        return self._one_of(node)

    def _one_of(self, node: n.OneOf) -> Type:
        optional = any(isinstance(v, n.Word) and v.word == "none" for v in node.values)
        rest = [v for v in node.values if not (isinstance(v, n.Word) and v.word == "none")]
        words = {v.word for v in rest if isinstance(v, n.Word)}
        if words and words == {"yes", "no"} and len(rest) == 2:
            return FLAG
        if words == {"players"} and len(rest) == 1 and not optional:
            return self.kinds["players"]
        numbers = [v.value for v in rest if isinstance(v, n.Number)]
        if numbers and len(numbers) == len(rest):
            return Type("number", low=min(numbers), high=max(numbers))
        names = [v for v in rest if isinstance(v, n.Ref)]
        if len(names) != len(rest) or not names:
            self.report("E0409", node.span)
            return UNKNOWN
        if len(names) == 1:
            known = self.kinds.get(names[0].name)
            if known is None:
                self.report("E0304", names[0].span, name=names[0].name, help=self.suggestion(names[0].name, self.kinds))
                return UNKNOWN
            return known.or_none() if optional else known
        suits = [v for v in names if v.name == "suit"]
        extra = tuple(v.name for v in names if v.name != "suit")
        for v in names:
            if v.name in self.kinds and v.name != "suit":
                self.report("E0409", v.span)
                return UNKNOWN
        if len(set(extra)) != len(extra):
            self.report("E0409", node.span)
        return Type("word", words=extra, suits=bool(suits), optional=optional)

    def word_values(self, type: Type) -> tuple[str, ...]:
        """The words of an enumeration, in the order of their numbers."""
        return (self.suits if type.suits else ()) + type.words


def value_name(node: n.Value) -> str:
    """An option value as its author wrote it."""
    match node:
        case n.Number(value):
            return str(value)
        case n.Word(word):
            return word
        case n.Ref(name):
            return name


def listed_counts(counts: tuple[int, ...]) -> str:
    """Numbers of players, as they are said: `2`, `2 or 4`, `3 to 6`."""
    *before, last = counts
    if len(before) > 1 and last - before[0] == len(before):
        return f"{before[0]} to {last}"
    return f"{', '.join(map(str, before))} or {last}" if before else str(last)


__all__ = [
    "DefineSymbol",
    "OptionSymbol",
    "PhaseSymbol",
    "ResolveContext",
    "VariableSymbol",
    "ZoneSymbol",
    "listed_counts",
    "value_name",
]
