"""Counts cards through the game: the deal must fit the deck, and players need a card for every trick.

The check runs through the game once for every number of players and every value of the options that decide how many
cards there are or how many are dealt; of an option that only decides how many rounds there are, for its default and its
ends.  It keeps the fewest and the most cards that each zone (of any one owner) can hold.  It runs a loop with a known
number of rounds that many times, or until a round changes nothing.  It runs any other loop twice, and once more with
any number of cards in the zones that the loop touches; after the loop these zones may hold any number that is possible.
A mistake is reported if the rules must reach it.  If only play decides a condition on the way, a mistake is reported if
it occurs every time the rules reach it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ...checked import (
    Again,
    CallPhase,
    CheckedGame,
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
    PileEnd,
    PlayTrick,
    Repeat,
    Shuffle,
    Stmt,
    Stop,
    Together,
    ZonePlace,
    ZoneRef,
    ZoneSymbol,
)
from ...effects import Knowledge, knowledge_of
from ...resolve.context import ResolveContext
from ...settle.values import PartialSettings, changed_options_text, combinations, options_in
from ...source.identity import Exactly, KeptFor
from ...source.span import NOWHERE, Span
from ...traversal import blocks, everything, moved_zones
from ..flow.ends import stops
from .flows import Flows
from .placed import PlacedConditions

MOST_ROUNDS = 60
"""A loop with at most this many rounds runs round by round."""
DEEPEST_CALL = 40
"""How deeply nested calls are followed."""
DEEPEST_TWICE = 3
"""How many nested loops of unknown length run twice."""
MOST_STEPS = 20_000
"""The most statements the check runs through, over all settings together."""

LocalNumbers = dict[LocalSymbol, int]
RunKey = tuple[PhaseSymbol | Exactly[Stmt], frozenset[tuple[LocalSymbol, int]], tuple[object, ...], bool, int, int]
"""A phase, or a loop, with everything that the result of running it depends on."""


def deal_fits(game: CheckedGame, ctx: ResolveContext) -> None:
    """Report deals of more cards than the deck (E0507) or a pile (E0517) holds, tricks for which nobody has a card
    (E0513) or that begin while the cards of the last trick still lie there (E0514), and cards dealt unshuffled after
    they were gathered (W0515)."""
    if not any(isinstance(st, Deal | PlayTrick) for st in everything(game)):
        return
    knowledge = knowledge_of(game)
    placed, moves, whole = PlacedConditions(game, knowledge, reporting=ctx.advice), Flows(knowledge), True
    relevant = _Relevant(knowledge, placed)
    times, deciding = _deciding(game, relevant)
    options = options_in(game, (*times, *deciding))
    conditions = [st.condition for st in everything(game) if isinstance(st, If)]
    rounds = {*options} - {*options_in(game, (*deciding, *conditions))}
    reported: set[tuple[str, Span]] = set()
    left = MOST_STEPS
    for settings in combinations(game, options, rounds):
        copies = settings.value(game.deck.copies) if game.deck.copies is not None else 1
        jokers = settings.value(game.deck.jokers) if game.deck.jokers is not None else 0
        if copies is None or jokers is None or copies < 1 or jokers < 0:
            whole = False
            continue
        size: int | None = len(game.deck.ranks) * len(game.deck.suits) * copies + jokers
        if game.deck.rows:
            size = _listed(game, settings)
        if size is None:
            whole = False
            continue
        count = _Count(
            game,
            ctx,
            knowledge,
            relevant,
            moves,
            settings,
            changed_options_text(settings, options),
            size,
            reported,
            left,
        )
        count.run()
        left = count.left
        if left <= 0:
            return
    if whole:
        placed.report(ctx)


def _deciding(game: CheckedGame, relevant: _Relevant) -> tuple[list[Expr], list[Expr]]:
    """The expressions that say how many rounds there are, and those that say how many cards there are and how many are
    dealt."""
    counted = [e for row in game.deck.rows for e in (row.copies, row.condition)]
    times, found = list[Expr](), [e for e in (game.deck.copies, game.deck.jokers, *counted) if e is not None]
    for st in everything(game):
        match st:
            case Deal(amounts=amounts):
                found += amounts
            case Repeat(times=many) if many is not None and relevant.counts(st):
                times.append(many)
            case CallPhase(args=args) if relevant.counts(st):
                found += [arg for arg in args if arg.type.kind == "number"]
            case _:
                pass
    return times, found


def _listed(game: CheckedGame, settings: PartialSettings) -> int | None:
    """The number of cards in a deck that is given row by row; None if it is not known."""
    size = 0
    for row in game.deck.rows:
        holds = settings.value(row.condition) if row.condition is not None else 1
        copies = settings.value(row.copies) if row.copies is not None else 1
        if holds is None or copies is None:
            return None
        size += len(row.faces) * copies if holds else 0
    return size


@dataclass
class ZoneCounts:
    """The fewest and the most cards of each zone, and the zones whose cards were gathered and not shuffled since.  For
    each of the latter: the first line that deals from it, where the mistake is reported (None: no line yet)."""

    counts: dict[ZoneSymbol, tuple[int, int]]
    unshuffled: dict[ZoneSymbol, Span | None]

    def copy(self) -> ZoneCounts:
        return ZoneCounts(dict(self.counts), dict(self.unshuffled))

    def key(self) -> tuple[object, ...]:
        """A key that is equal for zones with equal contents."""
        return (*self.counts.values(), *self.unshuffled.items())

    def join(self, other: ZoneCounts | None) -> ZoneCounts:
        """Combine the zones after two branches: keep what is true after both."""
        if other is not None:
            if self.counts != other.counts:
                for zone, (low, high) in other.counts.items():
                    a, b = self.counts[zone]
                    self.counts[zone] = (min(a, low), max(b, high))
            if self.unshuffled != other.unshuffled:
                both = self.unshuffled.keys() & other.unshuffled.keys()
                self.unshuffled = {z: self.unshuffled[z] for z in both if self.unshuffled[z] == other.unshuffled[z]}
        return self


class _Relevant:
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


class _Count:
    """One run through the game."""

    def __init__(
        self,
        game: CheckedGame,
        ctx: ResolveContext,
        knowledge: Knowledge,
        relevant: _Relevant,
        moves: Flows,
        settings: PartialSettings,
        shown: str,
        size: int,
        reported: set[tuple[str, Span]],
        left: int,
    ) -> None:
        self.game, self.ctx, self.knowledge = game, ctx, knowledge
        self.relevant, self.placed, self.moves = relevant, relevant.placed, moves
        self.settings, self.shown, self.size = settings, shown, size
        self.reported, self.left = reported, left
        self.depth = 0
        self.twice = 0
        self.together = 0
        """The number of questions to several players at once around the statement: in which order they were carried
        out is not followed."""
        self.doubts = 0
        """The number of conditions around the current statement that only play decides."""
        self.failed: dict[tuple[str, Span], tuple[str, int, int]] = {}
        """The mistakes found under such conditions."""
        self.fine: set[tuple[str, Span]] = set()
        """The places that were reached at least once without a mistake."""
        self.known: dict[RunKey, tuple[ZoneCounts | None, int, int]] = {}
        """The result of each phase and loop that was run before, with the number of steps and defines the run took."""

    def run(self) -> None:
        """Run main.  The cards start in the first shared pile."""
        first = self.game.first_zone
        counts = {zone: (self.size, self.size) if zone is first else (0, 0) for zone in self.game.zones}
        self._block(self.game.main.body, ZoneCounts(counts, {}), {})
        if self.left > 0:
            for (code, span), (name, needed, most) in self.failed.items():
                if (code, span) not in self.fine:
                    self._report(code, span, name, needed, most)

    def held(self, code: str, span: Span, fails: bool, name: str = "", needed: int = 0, most: int = 0) -> None:
        """Record whether a check fails at a place."""
        if not fails:
            self.fine.add((code, span))
        elif self.doubts:
            self.failed.setdefault((code, span), (name, needed, most))
        else:
            self._report(code, span, name, needed, most)

    def _report(self, code: str, span: Span, name: str, needed: int, most: int) -> None:
        """Report a mistake once for each place, with the first settings that show it."""
        if (code, span) not in self.reported:
            self.reported.add((code, span))
            players, options = self.settings.players, self.shown
            self.ctx.report(
                code, span, players=players, options=options, name=name, needed=needed, most=most, size=self.size
            )

    def _short(self, zone: ZoneSymbol, number: int, span: Span, zones: ZoneCounts) -> bool:
        """Whether the zone holds too few cards to take `number` of them.  The failure is recorded, and the zone may
        then hold any number."""
        high = zones.counts[zone][1]
        fails = number > high
        if zone is self.game.first_zone:
            self.held("E0507", span, fails, zone.name, self.size - high + number)
        else:
            self.held("E0517", span, fails, zone.name, number, high)
        if fails:
            zones.counts[zone] = (0, self.size)
        return fails

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
                zones.counts[place.zone] = (self.size, self.size)
                zones.unshuffled = {} if st.as_they_lie else {place.zone: None}
            case Cut():  # it takes no card away, and dealing from a pile that was only cut is what is meant
                zones.unshuffled.pop(st.zone.zone, None)
            case Shuffle(zone=place):
                zones.unshuffled.pop(place.zone, None)
                if place.zone.owner is None:
                    self.held("W0523", st.span, zones.counts[place.zone][1] < 2, place.zone.name)
            case Deal():
                self._deal(st, zones, names)
            case Move():
                self._move(st, zones, names)
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
                zones.counts.update((zone, (0, self.size)) for zone in moved_zones(st))
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
        self.doubts += doubtful
        found = self._block(body, zones, names)
        self.doubts -= doubtful
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
        where = what, frozenset(names.items()), zones.key(), self.doubts > 0, self.depth, self.twice
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
                return self.game.teams(self.settings.players)
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
            zones.counts[zone] = moved.widened(zone, counts, self.size)
        zones.unshuffled.clear()
        return zones

    # ---------------------------------------------------------------------------------------------------- cards

    def _owners(self, zone: ZoneSymbol) -> int:
        match zone.owner:
            case "player":
                return self.settings.players
            case "team":
                return self.game.teams(self.settings.players)
            case _:
                return 1

    def _deal(self, st: Deal, zones: ZoneCounts, names: LocalNumbers) -> None:
        pile = st.pile.zone
        first = zones.unshuffled.get(pile, NOWHERE) or st.span
        self.held("W0515", st.span, first == st.span, pile.name)
        if pile in zones.unshuffled:
            zones.unshuffled[pile] = first
        values = [self.settings.value(amount, names) for amount in st.amounts]
        amounts = [max(0, value) for value in values if value is not None]
        low, high = zones.counts[pile]
        if len(amounts) < len(values):
            zones.counts[pile] = (0, high)
            self._put(st.target, 0, self.size, zones)
            return
        takers = self._owners(st.target.zone) if st.target.each else 1
        total = sum(amounts) if len(amounts) > 1 else amounts[0] * takers
        if not st.at_most and self._short(pile, total, st.span, zones):
            low, high = zones.counts[pile]
        zones.counts[pile] = (max(0, low - total), max(0, high - total))
        if pile.owner is not None or pile.places:
            zones.counts[pile] = (max(0, low - total), high)
        given = amounts[: max(takers, 1)]
        self._put(st.target, 0 if st.at_most else min(given), max(given), zones)

    def _put(self, place: ZonePlace, low: int, high: int, zones: ZoneCounts) -> None:
        """Add cards to a zone: to that of one owner, or to that of each."""
        a, b = zones.counts[place.zone]
        all_owners = (place.each or place.zone.owner is None) and place.place is None
        zones.counts[place.zone] = (min(a + low, self.size) if all_owners else a, min(b + high, self.size))
        if high:
            zones.unshuffled.pop(place.zone, None)

    def _move(self, st: Move, zones: ZoneCounts, names: LocalNumbers) -> None:
        low, high = self._taken(st.what, zones, names)
        self._put(st.target, low, high, zones)

    def _taken(self, what: Expr, zones: ZoneCounts, names: LocalNumbers) -> tuple[int, int]:
        """Take cards from their zone.  Returns the fewest and the most that were taken."""
        match what:
            case ZoneRef(zone=zone):
                low, high = zones.counts[zone]
                if what.place is not None:
                    low = 0
                zones.counts[zone] = (0, 0 if zone.owner is None and what.place is None else high)
                return low, high
            case Op(op="single", args=(PileEnd(pile=pile, count=None),)):
                return self._from_end(pile.zone, 1, what.span, zones)
            case PileEnd(pile=pile, count=count) if count is not None:
                value = self.settings.value(count, names)
                if value is not None:
                    return self._from_end(pile.zone, value, what.span, zones)
            case _:
                pass
        for zone, (low, high) in zones.counts.items():
            zones.counts[zone] = (0 if not isinstance(what, Op) or what.op != "single" else max(0, low - 1), high)
        return 0, 1 if isinstance(what, Op) and what.op == "single" else self.size

    def _from_end(self, zone: ZoneSymbol, number: int, span: Span, zones: ZoneCounts) -> tuple[int, int]:
        self._short(zone, number, span, zones)
        low, high = zones.counts[zone]
        shared = zone.owner is None and not zone.places
        zones.counts[zone] = (max(0, low - number), max(0, high - number) if shared else high)
        return number, number

    def _trick(self, st: PlayTrick, zones: ZoneCounts, names: LocalNumbers) -> ZoneCounts:
        """One card from each hand.  What is done at the cards is run once in doubt, and may have moved anything."""
        if self._touches(st.before) or self._touches(st.after):
            during = self._widened(self._widened(zones.copy(), st.before), st.after)
            during.counts[st.hand] = (max(0, during.counts[st.hand][0] - 1), during.counts[st.hand][1])
            during.counts[st.trick] = (during.counts[st.trick][0], self.size)
            self._doubted(st.after, self._doubted(st.before, during, names, True), names, True)
            zones = self._widened(self._widened(zones, st.before), st.after)
        low, high = zones.counts[st.hand]
        self.held("E0513", st.span, high < 1, st.hand.name)
        self.held("E0514", st.span, zones.counts[st.trick][0] > 0, st.trick.name)
        left = high if st.without is not None else max(0, high - 1)  # who sits out keeps all cards
        zones.counts[st.hand] = (max(0, low - 1), left)
        a, b = zones.counts[st.trick]
        played = self.settings.players
        zones.counts[st.trick] = (a + (1 if st.without is not None else played), min(b + played, self.size))
        return zones
