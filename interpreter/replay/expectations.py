"""Compares the expected values of variables and zones with a state."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping

from ...dsl.codes.reporting import ScriptError, report
from ...dsl.source.diagnostics import Diagnostic
from ...dsl.source.span import Span
from ..engine import Engine, State
from ..faults import Fault
from ..notation import model as m
from ..records import Where
from ..wording.names import UNKNOWN, Names
from .unsaid import UnstatedCards

_COUNT = re.compile(r"([0-9]{1,4}) cards?")

Changed = Mapping[tuple[int, int], Span]
"""The rule that last changed each variable, by variable and owner."""


class Expectations:
    """Compares the expectations of a script with states of its game."""

    def __init__(self, engine: Engine, names: Names) -> None:
        self.engine = engine
        self.names = names
        self.words = names.words

    def check(
        self, holds: m.ValueExpectation, state: State, changed: Changed, unsaid: UnstatedCards
    ) -> Diagnostic | None:
        """The diagnostic for the first entry that does not hold; None if all hold.

        `changed`: the rules that had last changed the variables of the state; `unsaid`: the cards that no choice names.
        Raises `ScriptError` for names and values that have no meaning.
        """
        first: Diagnostic | None = None
        others: list[str] = []
        for found in self._results(holds, state, changed, unsaid):
            if first is None:
                first = found
            elif found is not None:
                others.append(found.message)
        if first is None or not others:
            return first
        also = "; ".join(others)
        return Diagnostic(first.code, first.severity, first.message, first.span, f"also: {also}", first.notes)

    def _results(
        self, holds: m.ValueExpectation, state: State, changed: Changed, unsaid: UnstatedCards
    ) -> Iterator[Diagnostic | None]:
        define = self.names.define(holds.name)
        if define is not None:
            for entry in holds.entries:
                yield self._define(holds, define, entry, state)
            return
        thing = self.names.thing(holds.name, f"expect turn {holds.entries[0].value}")
        info = self.words.program.zones[thing.zone] if isinstance(thing, Where) else self.words.program.variables[thing]
        for entry in holds.entries:
            if info.owner is None and entry.owner is not None:
                # `played: 2 3` looks like `points: 2 3` (seat 2 has 3).  Only here it is known that the variable has no
                # owners.
                whole = m.OwnerValue(None, m.SpannedText(f"{entry.owner} {entry.value}", entry.value.span))
                try:
                    yield self._entry(holds, thing, whole, state, changed, unsaid)
                except ScriptError:
                    self.names.owner(info, holds.name, entry.owner)
                    raise
            else:
                yield self._entry(holds, thing, entry, state, changed, unsaid)

    def _entry(
        self,
        holds: m.ValueExpectation,
        thing: int | Where,
        entry: m.OwnerValue,
        state: State,
        changed: Changed,
        unsaid: UnstatedCards,
    ) -> Diagnostic | None:
        if isinstance(thing, Where):
            return self._zone(holds, thing, entry, state, unsaid)
        return self._value(holds, thing, entry, state, changed)

    def _value(
        self, holds: m.ValueExpectation, thing: int, entry: m.OwnerValue, state: State, changed: Changed
    ) -> Diagnostic | None:
        info = self.words.program.variables[thing]
        owner = self.names.owner(info, holds.name, entry.owner)
        value = self.engine.value(state, thing, owner)
        same = self.words.same(info.type, value, entry.value.text)
        if same is None:
            raise self.names.no_value(info.type, entry.value)
        if same:
            return None
        place = changed.get((thing, owner))
        notes = ((place, "last changed by this rule"),) if place is not None else ()
        name, found = self.words.variable(thing, owner), self.words.value(info.type, value)
        return report("E1060", entry.value.span, name=name, found=found, said=entry.value.text, notes=notes)

    def _define(self, holds: m.ValueExpectation, define: int, entry: m.OwnerValue, state: State) -> Diagnostic | None:
        """Compare a define, which is worked out now."""
        info = self.words.program.defines[define]
        said = entry.owner
        if info.owner is None and said is not None:  # `played: 2 3` looks like `points: 2 3` (seat 2 has 3)
            entry = m.OwnerValue(None, m.SpannedText(f"{entry.owner} {entry.value}", entry.value.span))
        owner = self.names.owner(info, holds.name, entry.owner)
        whose = f" of {self.words.owner(info.owner, owner)}" if info.owner is not None else ""
        try:
            value = self.engine.define(state, define, owner)
        except Fault as fault:  # the rules do not ask for it here
            notes = ((fault.span, fault.message),)
            name = f"{info.name}{whose}"
            return report("E1060", entry.value.span, name=name, found="nothing", said=entry.value.text, notes=notes)
        same = self.words.same(info.type, value, entry.value.text)
        if same is None:
            self.names.owner(info, holds.name, said)
            raise self.names.no_value(info.type, entry.value)
        if same:
            return None
        found = self.words.value(info.type, value)
        return report("E1060", entry.value.span, name=f"{info.name}{whose}", found=found, said=entry.value.text)

    def _zone(
        self, holds: m.ValueExpectation, thing: Where, entry: m.OwnerValue, state: State, unsaid: UnstatedCards
    ) -> Diagnostic | None:
        owner = self.names.owner(self.words.program.zones[thing.zone], holds.name, entry.owner)
        where = Where(thing.zone, owner)
        cards = self.engine.cards(state, where)
        counted = _COUNT.fullmatch(entry.value.text)
        if counted:
            if len(cards) == int(counted[1]):
                return None
            found = "1 card" if len(cards) == 1 else f"{len(cards)} cards"
        else:
            self._counted(entry.value)
            texts = entry.value.text.replace(",", " ").split()
            said = [] if texts == ["nothing"] else [m.SpannedText(text, entry.value.span) for text in texts]
            unknown = sum(one.text == UNKNOWN for one in said)
            wanted = Counter(face for one in said if (face := self.names.face(one)) is not None)
            held = Counter(self.words.program.deck[card] for card in cards)
            if wanted <= held and len(said) == len(cards) and wanted.total() + unknown == len(cards):
                return None
            undrawn = unsaid.expected(cards, wanted, entry.value.span) if not unknown else None
            if undrawn is not None:
                return undrawn
            found = self.words.cards(cards)
        name = self.words.where(where)
        return report("E1060", entry.value.span, name=name, found=found, said=entry.value.text)

    def _counted(self, said: m.SpannedText) -> None:
        """Raise `ScriptError` for a number of cards that is only a number, and no card."""
        if said.text.isdecimal() and len(said.text) <= 4 and self.words.read_card(said.text) is None:
            help = f"write `{said.text} {'card' if said.text == '1' else 'cards'}`"
            raise ScriptError(report("E1040", said.span, text=said.text, help=help))
