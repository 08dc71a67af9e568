"""The differences between two games: players, cards, options and their values, rules, and rulings.

The games are compared part by part, by kind and name.  A part that is written differently has *changed*. A part that is
written the same but has another meaning, because of an option or a name it uses, has changed *in effect*. Both kinds of
change carry the two readings of the part in prose, as lists of sentences.  So a caller can show only what differs.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from difflib import SequenceMatcher
from itertools import takewhile
from typing import Literal, assert_never, cast

from .checked import CheckedGame, OptionSymbol, VariableSymbol, ZoneSymbol
from .provenance.rulings import option_values
from .resolve.context import value_name
from .resolve.variants.overlay import Key, part_key
from .rulebook import english as en
from .rulebook.cards import deck_lines, players_line, ranking_blocks
from .rulebook.context import Book, RulebookSettings
from .rulebook.document import Grid, Items, Paragraph, TextBlock, paragraph
from .rulebook.names import gloss
from .rulebook.plain import words
from .rulebook.sections import describe
from .rulebook.speech import folding_of, new_book
from .rulebook.variations import option_words
from .syntax import nodes as n

How = Literal["added", "removed", "changed", "in effect", "set"]


@dataclass(frozen=True, slots=True)
class ComparedGame:
    """A game with the settings it is played with."""

    game: CheckedGame
    chosen: RulebookSettings


Step = tuple[int, str]
"""The depth and the text of a sentence in a reading.  The sentences that belong to a choice are one level deeper."""


@dataclass(frozen=True, slots=True)
class Difference:
    """One difference: the part, the kind of change and a sentence; and both readings, if there are two."""

    area: str
    """`players`, `deck`, `ranking`, `option`, `phase`, `table`, `define`, `incident`, `ruling`, `preset` …"""
    how: How
    name: str
    sentence: str
    steps: tuple[tuple[Step, ...], tuple[Step, ...]] = ((), ())
    """The first and the second reading."""

    @property
    def before(self) -> tuple[str, ...]:
        """The sentences of the first reading."""
        return tuple(text for _, text in self.steps[0])

    @property
    def after(self) -> tuple[str, ...]:
        """The sentences of the second reading."""
        return tuple(text for _, text in self.steps[1])

    @property
    def marked(self) -> tuple[MarkedStep, ...]:
        """Both readings as one: what is gone (`-`), what is new (`+`), and around both what is the same (` `): the
        sentences to which they belong, and those that belong to a changed one.
        """
        return tuple(_marked(*self.steps))

    @property
    def new(self) -> tuple[Step, ...]:
        """The sentences that only the second reading contains."""
        return moved_out([step for step in self.steps[1] if step[1] not in self.before])


MarkedStep = tuple[str, int, str]
"""A mark (`-`, `+` or a space), the depth and the text of a sentence."""


def _marked(before: tuple[Step, ...], after: tuple[Step, ...]) -> Iterator[MarkedStep]:
    """The steps of both versions in one list, each with a mark that says which version has it (see
    `Difference.marked`)."""
    shown: list[str] = []
    """The sentences around the last one shown, from the outside."""
    instead: dict[int, str] = {}
    """What is said after for sentences said before, by their positions: what belongs to both is shown below it."""
    compared = SequenceMatcher(None, [text for _, text in before], [text for _, text in after], autojunk=False)
    pieces = compared.get_opcodes()
    for number, (how, a, b, c, d) in enumerate(pieces):
        if how == "equal":
            continue
        for mark, reading, first, last in (("-", before, a, b), ("+", after, c, d)):
            for at in range(first, last):
                around = [instead.get(above, reading[above][1]) if mark == "-" else reading[above][1]
                          for above in _around(reading, at)]  # fmt: skip
                for level, other in enumerate(around):
                    if level >= len(shown) or shown[level] != other:
                        del shown[level:]
                        yield " ", level, other
                        shown.append(other)
                del shown[len(around) :]
                yield mark, len(around), reading[at][1]
                shown.append(reading[at][1])
        if how == "replace" and before[b - 1][0] == after[d - 1][0]:
            instead[b - 1] = after[d - 1][1]
        reading, last = (after, d) if d > c else (before, b)
        same = pieces[number + 1][2] - b if number + 1 < len(pieces) else 0
        top, level = reading[last - 1][0], len(shown)
        for depth, text in takewhile(lambda step, top=top: step[0] > top, reading[last : last + same]):
            del shown[level + depth - top - 1 :]
            yield " ", len(shown), text
            shown.append(text)


def _around(reading: tuple[Step, ...], at: int) -> list[int]:
    """The positions of the sentences that a sentence belongs to, from the outside."""
    found: list[int] = []
    depth = reading[at][0]
    for above in range(at - 1, -1, -1):
        if reading[above][0] < depth:
            found.append(above)
            depth = reading[above][0]
    return found[::-1]


def moved_out(steps: Sequence[Step]) -> tuple[Step, ...]:
    """Steps taken out of a reading.  Their depths are adjusted: each is at most one level below the step before it."""
    found: list[Step] = []
    above: list[int] = []
    for depth, text in steps:
        while above and above[-1] >= depth:
            above.pop()
        found.append((len(above), text))
        above.append(depth)
    return tuple(found)


def differences(one: ComparedGame, other: ComparedGame) -> tuple[Difference, ...]:
    """Every difference, in the order in which a card player would ask for them."""
    return _GameComparison(one, other).changes()


def alike(a: object, b: object) -> bool:
    """Whether two nodes say the same.  Their citations and their places do not count."""
    if isinstance(a, tuple):
        one = cast("tuple[object, ...]", a)
        other = cast("tuple[object, ...]", b) if isinstance(b, tuple) else None
        return (
            other is not None and len(one) == len(other) and all(alike(x, y) for x, y in zip(one, other, strict=True))
        )
    if isinstance(a, n.Node) and type(a) is type(b):
        names = [f.name for f in fields(a) if f.name not in ("span", "cite", "otherwise_cite")]
        return all(alike(getattr(a, name), getattr(b, name)) for name in names)
    return a == b


def steps(blocks: Sequence[TextBlock], depth: int = 0) -> tuple[Step, ...]:
    """The sentences of the blocks with their depths, so that a caller can compare two readings.

    Each row of a table is one sentence.
    """
    found: list[Step] = []
    for block in blocks:
        match block:
            case Paragraph():
                found += [(depth, text) for text in _split(words(block.line))]
            case Items():
                for item in block.items:
                    first, *more = _split(words(item.line)) or [""]
                    found += [(depth, first), *((depth + 1, text) for text in more)]
                    found += steps(item.blocks, depth + 1)
            case Grid():
                found += [(depth, ": ".join(words(cell) for cell in row) + ".") for row in block.rows]
            case _:
                assert_never(block)
    return tuple(found)


def _split(text: str) -> list[str]:
    return [part for part in re.split(r"(?<=[.:]) (?=[A-Z“])", text) if part]


class _GameComparison:
    """Both games, their parts by key, and the changes found so far."""

    def __init__(self, one: ComparedGame, other: ComparedGame) -> None:
        self.one, self.other = one, other
        self.parts = tuple(_parts(side.game) for side in (one, other))
        self.foldings = folding_of(one.game, one.chosen), folding_of(other.game, other.chosen)
        self.found: list[Difference] = []
        mine, theirs = self.parts
        both = [key for key in mine if key in theirs and key[0] in ("phase", "table")]
        self.rewritten = frozenset(name for kind, name in both if not alike(mine[kind, name], theirs[kind, name]))
        """Phases that are reported as changed themselves.

        They are therefore not reported again at each of their calls."""

    def changes(self) -> tuple[Difference, ...]:
        self._cards()
        self._options()
        self._places()
        self._rules()
        self._texts()
        return tuple(self.found)

    def add(
        self,
        area: str,
        how: How,
        name: str,
        sentence: str,
        readings: tuple[tuple[Step, ...], tuple[Step, ...]] = ((), ()),
    ) -> None:
        self.found.append(Difference(area, how, name, sentence, readings))

    def books(self) -> tuple[Book, Book]:
        """A new book for each side, because an explanation given in one part may be missing in another."""
        one, other = self.foldings
        books = new_book(self.one.game, self.one.chosen, one), new_book(self.other.game, self.other.chosen, other)
        for book in books:
            book.named = self.rewritten
        return books

    # ------------------------------------------------------------------------------------------------------- cards

    def _cards(self) -> None:
        one, other = self.books()
        self._compare("players", "The players differ.", lambda b: steps([paragraph([players_line(b)])]), one, other)
        self._compare("deck", "The deck differs.", lambda b: steps([paragraph(deck_lines(b))]), one, other)
        self._compare("ranking", "Cards rank differently.", lambda b: steps(ranking_blocks(b)), one, other)

    def _compare(
        self, area: str, sentence: str, tell: Callable[[Book], tuple[Step, ...]], one: Book, other: Book
    ) -> None:
        before, after = tell(one), tell(other)
        if before != after:
            self.add(area, "changed", "", sentence, (before, after))

    # ------------------------------------------------------------------------------------------------------ options

    def _options(self) -> None:
        mine, theirs = _named(self.one.game.options), _named(self.other.game.options)
        for name, option in mine.items():
            if name not in theirs:
                self.add(
                    "option", "removed", name, f"There is no option “{en.spaced(name)}” any more: {_about(option)}."
                )
        for name, option in theirs.items():
            here = _shown(option, self.other.chosen.values)
            if name not in mine:
                self.add(
                    "option",
                    "added",
                    name,
                    f"A new option “{en.spaced(name)}”, {_about(option)}: {here}.",
                    ((), _readings(option)),
                )
                continue
            before = mine[name]
            if _readings(before) != _readings(option):
                sentence = f"The option “{en.spaced(name)}” ({_about(option)}) has other readings."
                self.add("option", "changed", name, sentence, (_readings(before), _readings(option)))
            usual = before.word(before.default), option.word(option.default)
            if usual[0] != usual[1]:
                was, becomes = (_words(value, option) for value in usual)
                sentence = f"Unless something else is chosen, {_about(option)}: {becomes} instead of {was}."
                self.add("option", "changed", name, sentence, (((0, was),), ((0, becomes),)))
            now = _shown(before, self.one.chosen.values), here
            values = _value(before, self.one.chosen.values), _value(option, self.other.chosen.values)
            if values[0] != values[1] and values != usual:
                self.add(
                    "option",
                    "set",
                    name,
                    f"{en.capital(_about(option))}: {now[1]} instead of {now[0]}.",
                    (((0, now[0]),), ((0, now[1]),)),
                )

    # ------------------------------------------------------------------------------------------------ zones, variables

    def _places(self) -> None:
        for area, new, gone in (
            ("zone", "A new place for cards", "No place for cards any more"),
            ("variable", "Also remembered", "No longer remembered"),
        ):
            mine, theirs = (
                {s.name: s for s in (side.game.zones if area == "zone" else side.game.variables)}
                for side in (self.one, self.other)
            )
            for name in sorted(theirs.keys() - mine.keys()):
                self.add(area, "added", name, f"{new}: {_remembered(theirs[name])}.")
            for name in sorted(mine.keys() - theirs.keys()):
                self.add(area, "removed", name, f"{gone}: {_remembered(mine[name])}.")
            for name in sorted(mine.keys() & theirs.keys()):
                before, after = _how_it_lies(mine[name]), _how_it_lies(theirs[name])
                if before != after:
                    self.add(area, "changed", name, f"Cards lie differently: {after} instead of {before}.")

    # -------------------------------------------------------------------------------------------------------- rules

    def _rules(self) -> None:
        mine, theirs = self.parts
        order = [*mine, *(k for k in theirs if k not in mine)]
        for wanted in sorted(order, key=lambda k: _ORDER.index(k[0]) if k[0] in _ORDER else len(_ORDER)):
            if wanted[0] not in _ORDER:
                continue
            kind, name = wanted
            title = en.capital(en.spaced(name)) if name else _TITLES.get(kind, "The course of the game")
            before, after = mine.get(wanted), theirs.get(wanted)
            readings = self._both(wanted)
            if before is None:
                self.add(kind, "added", name, f"New: “{title}”.", readings)
            elif after is None:
                self.add(kind, "removed", name, f"Gone: “{title}”.", readings)
            elif not alike(before, after):
                if readings[0] != readings[1]:
                    self.add(kind, "changed", name, f"“{title}” is different.", readings)
            elif readings[0] != readings[1]:
                self.add(kind, "in effect", name, f"“{title}” reads as before, but other changes show in it.", readings)

    def _both(self, wanted: Key) -> tuple[tuple[Step, ...], tuple[Step, ...]]:
        one, other = self.books()
        return steps(describe(one, *wanted)), steps(describe(other, *wanted))

    # -------------------------------------------------------------------------------------------------------- texts

    def _texts(self) -> None:
        for area, label, kind in (("ruling", "Ruling", n.Ruling), ("requirement", "Not allowed together", n.Require)):
            mine, theirs = (
                [d.text for d in side.game.tree.declarations if isinstance(d, kind) and d.text is not None]
                for side in (self.one, self.other)
            )
            for text in theirs:
                if text not in mine:
                    self.add(area, "added", "", f"{label}: {text}")
            for text in mine:
                if text not in theirs:
                    self.add(area, "removed", "", f"{label} gone: {text}")
        mine, theirs = (dict(side.game.presets) for side in (self.one, self.other))
        for title in theirs.keys() - mine.keys():
            self.add("preset", "added", title, f"A new preset: “{title}”.")
        for title in mine.keys() - theirs.keys():
            self.add("preset", "removed", title, f"The preset “{title}” is gone.")


_ORDER = ("values", "shape", "main", "phase", "table", "define", "lines on the table", "incident")
_TITLES = {"lines on the table": "What is written on the table"}


def _parts(game: CheckedGame) -> dict[Key, n.Decl]:
    found: dict[Key, n.Decl] = {}
    for declaration in game.tree.declarations:
        known = part_key(declaration)
        if known is not None:
            found.setdefault(known, declaration)
    return found


def _remembered(symbol: ZoneSymbol | VariableSymbol) -> str:
    """A zone or a variable with its description: `bidder (the player whose bid is highest)`."""
    about = gloss(symbol)
    of = f" of each {symbol.owner}" if symbol.owner is not None else ""
    if isinstance(symbol, ZoneSymbol) and symbol.places:
        of += f", {symbol.places} places"
    return f"{en.spaced(symbol.name)}{of}{f' ({about})' if about else ''}"


def _how_it_lies(symbol: ZoneSymbol | VariableSymbol) -> str:
    """The layout of a zone: `row of each player, 6 places, face down`.  Empty for a variable."""
    if not isinstance(symbol, ZoneSymbol):
        return ""
    of = f" of each {symbol.owner}" if symbol.owner is not None else ""
    places = f", {symbol.places} places" if symbol.places else ""
    return f"{en.spaced(symbol.name)}{of}{places}, {symbol.visibility}"


def _named(options: Sequence[OptionSymbol]) -> dict[str, OptionSymbol]:
    return {option.name: option for option in options}


def _about(option: OptionSymbol) -> str:
    node = option.node
    return (node.description if node is not None else None) or en.spaced(option.name)


def _words(value: str, option: OptionSymbol) -> str:
    return f"“{en.spaced(value)}”" if option.type.kind == "word" else value


def _shown(option: OptionSymbol, values: Mapping[OptionSymbol, int]) -> str:
    """The value of an option, with its description if it has one: `“both” (each side loses one)`."""
    value = values.get(option, option.default)
    word = option.word(value)
    described = [v.description for v in option.node.values if value_name(v.value) == word] if option.node else []
    shown = option_words(option, value)
    return f"“{shown}” ({described[0]})" if described and described[0] else shown


def _value(option: OptionSymbol, values: Mapping[OptionSymbol, int]) -> str:
    return option.word(values.get(option, option.default))


def _readings(option: OptionSymbol) -> tuple[Step, ...]:
    node = option.node
    if node is None or not node.values:
        if option.type.kind == "number":
            return ((0, f"{option.type.low} to {option.type.high}"),)
        return tuple((0, word) for word in option.words)
    found: list[Step] = []
    for number, value in option_values(option):
        name = option_words(option, number)
        found.append((0, f"{name}: {value.description}" if value is not None and value.description else name))
    return tuple(found)
