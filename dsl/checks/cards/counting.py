"""The run through a game that counts cards.

It runs a loop with a known number of rounds that many times, or until a round changes nothing.  It runs any other loop
twice, and once more with any number of cards in the zones that the loop touches; after the loop these zones may hold
any number that is possible.
"""

from __future__ import annotations

from collections.abc import Callable

from ...checked import (
    Again,
    CallPhase,
    Choice,
    Choose,
    Cut,
    Deal,
    Expr,
    For,
    Gather,
    If,
    Let,
    LocalSymbol,
    Move,
    Op,
    Over,
    PhaseSymbol,
    PlayTrick,
    Repeat,
    Shuffle,
    Stmt,
    Stop,
    Together,
)
from ...effects import Knowledge
from ...source.identity import Exactly, KeptFor
from ...traversal import blocks, moved_zones
from ..flow.ends import stops
from .counts import CardCount, LocalNumbers, ZoneCounts
from .flows import Flows
from .placed import PlacedConditions

MOST_ROUNDS = 60
"""A loop with at most this many rounds runs round by round."""
DEEPEST_CALL = 40
"""How deeply nested calls are followed."""
DEEPEST_TWICE = 3
"""How many nested loops of unknown length run twice."""

RunKey = tuple[PhaseSymbol | Exactly[Stmt], frozenset[tuple[LocalSymbol, int]], tuple[object, ...], bool, int, int]
"""A phase, or a loop, with everything that the result of running it depends on."""


class RelevantStatements:
    """The statements of each block that the count must go through.

    Left out is what moves no card, ends nothing, and decides nothing by how many cards there are."""

    def __init__(self, knowledge: Knowledge, placed: PlacedConditions) -> None:
        self.knowledge, self.placed = knowledge, placed
        self.of = KeptFor[tuple[Stmt, ...], tuple[Stmt, ...]](self._of)
        """Those statements of a block, in order; none if nothing is left but names."""

    def _of(self, block: tuple[Stmt, ...]) -> tuple[Stmt, ...]:
        found = tuple(st for st in block if self.counts(st))
        return () if all(isinstance(st, Let) for st in found) else found

    def counts(self, st: Stmt) -> bool:
        """Whether the count must go through a statement."""
        match st:
            case Let() | Stop() | Over() | Again() | PlayTrick():
                return True
            case CallPhase(phase=phase):
                effects = self.knowledge.phases.get(phase)
                moves = effects is not None and (effects.zones or effects.any_zone or effects.ends)
                return bool(moves) or self.placed.any_in((phase.body, *(row.actions for row in phase.rows)))
            case If() | Choose() | Repeat() | For() | Together():
                return any(map(self.of, blocks(st))) or self.placed.decides(st)
            case _:
                return bool(moved_zones(st))


class CountingRun:
    """One run through the game."""

    def __init__(self, cards: CardCount, relevant: RelevantStatements, moves: Flows, left: int) -> None:
        self.cards, self.settings = cards, cards.settings
        self.relevant, self.placed, self.knowledge = relevant, relevant.placed, relevant.knowledge
        self.moves, self.left = moves, left
        self.depth = 0
        self.twice = 0
        self.together = 0
        """The number of questions to several players at once around the statement: in which order they were carried
        out is not followed."""
        self.known: dict[RunKey, tuple[ZoneCounts | None, int, int]] = {}
        """The result of each phase and loop that was run before, with the number of steps and defines the run took."""

    def run(self) -> None:
        """Run main.  The cards start in the first shared pile."""
        self._block(self.cards.game.main.body, self.cards.at_first(), {})
        if self.left > 0:
            self.cards.report_doubtful()

    # ----------------------------------------------------------------------------------------------- statements

    def _block(self, statements: tuple[Stmt, ...], zones: ZoneCounts | None, names: LocalNumbers) -> ZoneCounts | None:
        inner = dict(names)
        for st in self.relevant.of(statements):
            self.left -= 1
            if zones is None or self.left <= 0:
                return None
            zones = self._statement(st, zones, inner)
        return zones

    def _statement(self, st: Stmt, zones: ZoneCounts, names: LocalNumbers) -> ZoneCounts | None:
        match st:
            case Let(local=local, value=value):
                self._name(local, value, names, names)
            case Gather(zone=place):
                zones.counts = dict.fromkeys(zones.counts, (0, 0))
                zones.counts[place.zone] = (self.cards.size, self.cards.size)
                zones.unshuffled = {} if st.as_they_lie else {place.zone: None}
            case Cut():  # it takes no card away, and dealing from a pile that was only cut is what is meant
                zones.unshuffled.pop(st.zone.zone, None)
            case Shuffle(zone=place):
                zones.unshuffled.pop(place.zone, None)
                if place.zone.owner is None:
                    self.cards.held("W0523", st.span, zones.counts[place.zone][1] < 2, place.zone.name)
            case Deal():
                self.cards.deal(st, zones, names)
            case Move():
                self.cards.move(st, zones, names)
            case PlayTrick():
                return self._trick(st, zones, names)
            case CallPhase(phase=phase, args=args):
                return self._call(phase, args, zones, names)
            case If(condition=condition, then=then, otherwise=otherwise):
                holds = self.settings.value(condition, names)
                if holds is None:
                    holds = self._meet(condition, zones)
                branches = [then] if holds else [otherwise] if holds == 0 else [then, otherwise]
                return self._branches([(branch, len(branches) > 1) for branch in branches], zones, names)
            case Choose(choices=choices):
                offered = [c for c in choices if self._offered(c, zones)]
                return self._branches([(c.body, bool(c.guard or c.where)) for c in offered], zones, names)
            case Together(choosers=choosers):
                self.together += 1
                found = self._block(choosers, zones, names)
                self.together -= 1
                return found
            case Repeat() | For():
                if not self._touches(st.body) and not self._looks(st.body, st.where if isinstance(st, For) else None):
                    return zones
                return self._once(Exactly(st), zones, names, lambda: self._loop(st, zones, names))
            case Stop() | Over() | Again():
                return None
            case _:
                zones.counts.update((zone, (0, self.cards.size)) for zone in moved_zones(st))
        return zones

    def _meet(self, condition: Expr | None, zones: ZoneCounts) -> bool | None:
        """What a condition is with so many cards, if that is sure."""
        if condition is None or self.together:
            return None
        return self.placed.meet(condition, zones.counts)

    def _offered(self, choice: Choice, zones: ZoneCounts) -> bool:
        """Whether an answer may be offered."""
        return self._meet(choice.guard, zones) is not False and self._meet(choice.where, zones) is not False

    def _name(self, local: LocalSymbol, value: Expr, names: LocalNumbers, into: LocalNumbers) -> None:
        known = self.settings.value(value, names)
        if known is None:
            into.pop(local, None)
        else:
            into[local] = known

    def _branches(
        self, branches: list[tuple[tuple[Stmt, ...], bool]], zones: ZoneCounts, names: LocalNumbers
    ) -> ZoneCounts | None:
        """Run each branch and combine the results.  The zones belong to the last branch afterwards.

        Each branch comes with a flag: whether only play decides if it is taken."""
        out: ZoneCounts | None = None
        for number, (branch, doubtful) in enumerate(branches, 1):
            own = zones.copy() if number < len(branches) else zones
            found = self._doubted(branch, own, names, doubtful)
            out = out.join(found) if out is not None else found
        return out

    def _doubted(
        self, body: tuple[Stmt, ...], zones: ZoneCounts | None, names: LocalNumbers, doubtful: bool
    ) -> ZoneCounts | None:
        self.cards.doubts += doubtful
        found = self._block(body, zones, names)
        self.cards.doubts -= doubtful
        return found

    def _call(
        self, phase: PhaseSymbol, args: tuple[Expr, ...], zones: ZoneCounts, names: LocalNumbers
    ) -> ZoneCounts | None:
        if self.depth >= DEEPEST_CALL:
            self.left = 0
            return None
        inner: LocalNumbers = {}
        for param, arg in zip(phase.params, args, strict=False):
            self._name(param, arg, names, inner)
        self.depth += 1
        found = self._once(phase, zones, inner, lambda: self._phase(phase, zones, inner))
        self.depth -= 1
        return found

    def _once(
        self,
        what: PhaseSymbol | Exactly[Stmt],
        zones: ZoneCounts,
        names: LocalNumbers,
        go: Callable[[], ZoneCounts | None],
    ) -> ZoneCounts | None:
        """Run a phase or a loop.  If it was run before from the same zones, reuse the result.

        A reused result counts as many steps as the first run, so `MOST_STEPS` limits the same work in both cases."""
        where = what, frozenset(names.items()), zones.key(), self.cards.doubts > 0, self.depth, self.twice
        settings = self.settings
        if where in self.known:
            found, steps, defines = self.known[where]
            if steps < self.left and defines <= settings.left:
                self.left -= steps
                settings.left -= defines
                return found.copy() if found is not None else None
        steps, defines = self.left, settings.left
        found = go()
        if self.left > 0 and settings.left >= 0:
            kept = found.copy() if found is not None else None
            self.known[where] = kept, steps - self.left, defines - settings.left
        return found

    def _phase(self, phase: PhaseSymbol, zones: ZoneCounts, inner: LocalNumbers) -> ZoneCounts | None:
        found = self._block(phase.body, zones, inner)
        for row in phase.rows:
            if row.guard is None and not row.otherwise:
                found = self._block(row.actions, found, inner)
        branches = [(row.actions, True) for row in phase.rows if row.guard is not None or row.otherwise]
        return self._branches(branches, found, inner) if branches and found is not None else found

    # ---------------------------------------------------------------------------------------------------- loops

    def _loop(self, st: Repeat | For, zones: ZoneCounts, names: LocalNumbers) -> ZoneCounts | None:
        rounds = self._rounds(st, names)
        if st.until is None and rounds is not None and rounds <= MOST_ROUNDS and not stops(st.body):
            for _ in range(rounds):
                begun = zones.key()
                left = self._block(st.body, zones, self._inner(st, names))
                if left is None or left.key() == begun:  # every round that follows would be the same
                    return left
                zones = left
            return zones
        before = zones.copy()
        inner = self._inner(st, names)
        doubtful = self._may_be_left(st, names)
        first = self._round(st, zones, inner, doubtful)
        widened = self._widened(before.copy(), st.body)
        if self.twice < DEEPEST_TWICE:  # the second round starts from the zones that the first one leaves
            self.twice += 1
            again = first.copy() if first is not None else None
            self._round(st, first, inner, doubtful)
            if again is not None:
                widened.unshuffled = again.unshuffled
            self._round(st, widened, inner, True)
            self.twice -= 1
        else:
            self._round(st, widened, inner, True)
        endless = st.until is None and rounds is None and not stops(st.body)
        if endless and not (isinstance(st, For) and st.domain is not None):
            return None
        after = self._widened(before, st.body)
        otherwise = st.otherwise if isinstance(st, Repeat) else ()
        return self._branches([(otherwise, True), ((), True)], after, names) if otherwise else after

    def _round(
        self, st: Repeat | For, zones: ZoneCounts | None, names: LocalNumbers, doubtful: bool
    ) -> ZoneCounts | None:
        """One round of a loop."""
        if isinstance(st, For) and zones is not None:
            self._meet(st.where, zones)
        return self._doubted(st.body, zones, names, doubtful)

    def _may_be_left(self, st: Repeat | For, names: LocalNumbers) -> bool:
        """Whether the first or second round may be missing, because there are too few cards or no elements."""
        if st.until is not None and self.knowledge.looked([st.until]).zones:
            return True
        return isinstance(st, For) and st.domain is not None and not self._rounds(st, names)

    def _looks(self, body: tuple[Stmt, ...], where: Expr | None = None) -> bool:
        """Whether there are conditions that the number of cards may decide."""
        return not self.together and (
            self.placed.undecided(body) or (where is not None and self.placed.open_still(where))
        )

    def _touches(self, body: tuple[Stmt, ...]) -> bool:
        effects = self.knowledge.effects(body)
        return bool(effects.zones) or effects.any_zone or effects.ends

    def _inner(self, st: Repeat | For, names: LocalNumbers) -> LocalNumbers:
        """The known names, without those that the body may change."""
        changed = self.knowledge.effects(st.body).changed
        return {name: value for name, value in names.items() if name not in changed}

    def _rounds(self, st: Repeat | For, names: LocalNumbers) -> int | None:
        """The number of rounds of a loop, if it is known."""
        if isinstance(st, Repeat):
            times = self.settings.value(st.times, names) if st.times is not None else None
            return max(0, times) if times is not None else None
        if st.domain is None or st.where is not None:
            return None
        match st.domain.kind, st.domain.args:
            case "list", args:
                return len(args)
            case "set", (Op(op="players"),):
                return self.settings.players
            case "set", (Op(op="teams"),):
                return self.cards.game.teams(self.settings.players)
            case "range", (low, high):
                first, last = self.settings.value(low, names), self.settings.value(high, names)
                if first is None or last is None:
                    return None
                return max(0, (last - first) // st.domain.step + 1)
            case _:
                return None

    def _widened(self, zones: ZoneCounts, body: tuple[Stmt, ...]) -> ZoneCounts:
        moved = self.moves.of(body)
        for zone, counts in zones.counts.items():
            zones.counts[zone] = moved.widened(zone, counts, self.cards.size)
        zones.unshuffled.clear()
        return zones

    def _trick(self, st: PlayTrick, zones: ZoneCounts, names: LocalNumbers) -> ZoneCounts:
        """One card from each hand.  What is done at the cards is run once in doubt, and may have moved anything."""
        if self._touches(st.before) or self._touches(st.after):
            during = self._widened(self._widened(zones.copy(), st.before), st.after)
            during.counts[st.hand] = (max(0, during.counts[st.hand][0] - 1), during.counts[st.hand][1])
            during.counts[st.trick] = (during.counts[st.trick][0], self.cards.size)
            self._doubted(st.after, self._doubted(st.before, during, names, True), names, True)
            zones = self._widened(self._widened(zones, st.before), st.after)
        self.cards.played(st, zones)
        return zones
