"""What a deal is worth in the end, tabulated: by what two sides win, or by what several parts of the seats win.

The last trick is run with assumptions about what was won (`assumptions.py`).  Where the rules would have to know it
more exactly, the assumption is taken apart, until every run goes through.
"""

from __future__ import annotations

from collections.abc import Generator
from itertools import product
from typing import TYPE_CHECKING, Any

from ...faults import Fault
from .assumptions import ANY, Counted, NeedsPart, NeedsTotal, Undecided
from .payoff import DividedPayoff, OpenPayoff, Payoff, WorthForRange, open_payoff, payoff_of
from .symbols import Total

if TYPE_CHECKING:
    from .running import TrickRun
    from .slots import TrackedSlots

NO_SUM = "what the deal is worth depends on more than one sum that rises, or on too many ways to divide the points"
MOST_RESULTS = 4_000
"""The most different results of a deal that are tabulated."""
MOST_DIVISIONS = 1 << 20
"""The most ways in which what counts can be divided so far between parts of the seats."""

Box = list[tuple[int, int]]
Worths = dict[int, Any]
"""What the deal is worth by who takes the last trick: numbers that may depend on what was won."""
States = dict[tuple[bool, frozenset[int]], "TrackedSlots"]
"""What is known before a trick, by whether a card of the flag was played, and which of the cards that are followed."""


def payoff_found(
    run: TrickRun, now: States, winners: list[int], stops: set[int], stop_worth: set[int]
) -> Generator[None, None, Payoff | DividedPayoff | OpenPayoff]:
    """What the deal is worth, step by step; `now`: the state before the last trick.  Raises `Undecided`."""
    if len(stop_worth) > 1 or (stops and len(stops) == len(winners)):
        raise Undecided("the deal may end after any trick")
    try:
        return (yield from _for_two_sides(run, now, winners, stops, stop_worth))
    except Undecided:
        if stops:
            raise
    run.assumed.won, run.assumed.side = None, 0
    sides = tuple(mask for one in run.owner.sides if (mask := sum(1 << s for s in one) & run.assumed.taking))
    single = tuple(1 << seat for seat in winners)
    for parts in dict.fromkeys((sides, single)):
        try:
            return (yield from _for_parts(run, now, winners, parts))
        except Undecided:
            continue
    raise Undecided(NO_SUM)


def _for_two_sides(
    run: TrickRun, now: States, winners: list[int], stops: set[int], stop_worth: set[int]
) -> Generator[None, None, Payoff | OpenPayoff]:
    assumed = run.assumed
    assumed.side = sum(1 << seat for seat in stops)
    everything: dict[Counted, tuple[int, int]] = {None: (0, run.tricks)} if stops else {}
    boxes: list[WorthForRange] = []
    waiting: list[tuple[dict[Counted, tuple[int, int]], Worths | None]] = [(everything, None)]
    while waiting:
        yield
        run.begin(assumed)
        won, worths = waiting.pop()
        if stops and won[None][0]:
            boxes += [WorthForRange(won, last, next(iter(stop_worth))) for last in (0, 1)]
            continue
        if stops and won[None][1]:
            waiting += [(won | {None: (0, 0)}, None), (won | {None: (1, run.tricks)}, None)]
            continue
        if len(boxes) + len(waiting) > MOST_RESULTS:
            raise Undecided
        assumed.won = dict(won)
        try:
            if worths is None:
                worths = _worths(run, now, [w for w in winners if w not in stops])
            found = _numbers(run, worths)
        except NeedsTotal as needed:
            waiting += [(assumed.won | {needed.counted: part}, worths) for part in needed.ranges]
            continue
        if len({*found.values()}) == 1:
            boxes += [WorthForRange(assumed.won, last, next(iter(found.values()))) for last in (0, 1)]
            continue
        boxes += [
            WorthForRange(assumed.won, last, _agreed(found, last, assumed.side))
            for last in (0, 1)
            if any(assumed.side >> winner & 1 == last for winner in found)
        ]
    assumed.won, assumed.winner = None, -1
    assumed.tricks = run.tricks
    payoff = open_payoff(boxes, assumed) if assumed.aside else payoff_of(boxes, assumed)
    assumed.tricks = run.tricks - 1
    if payoff is None:
        raise Undecided
    return payoff


def _agreed(found: dict[int, int], last: int, side: int) -> int:
    """What the deal is worth whoever of a side takes the last trick.  Raises `Undecided` if that differs."""
    worth = {worth for winner, worth in found.items() if side >> winner & 1 == last}
    if len(worth) != 1:
        raise Undecided
    return worth.pop()


def _worths(run: TrickRun, now: States, winners: list[int]) -> Worths:
    """What the deal is worth if what is assumed has been won, by who takes the last trick.  Where the rules went the
    same way whatever was won exactly, that is a number which still depends on it.
    """
    assumed, results = run.assumed, dict[int, Any]()
    for winner, ((_, gone), state) in product(winners, now.items()):
        assumed.winner = winner
        try:
            for made, over, _, _ in run.ways(state, winner, gone):
                worth = run.utility(made)
                if not over:
                    raise Undecided
                before = results.setdefault(winner, worth)
                if before is worth or (isinstance(before, Total) and before.same(worth)):
                    continue
                if int(before) != int(worth):
                    raise Undecided
        except Fault:  # the rules do not allow this division: it does not occur
            continue
    return results


def _numbers(run: TrickRun, worths: Worths) -> dict[int, int]:
    """What was found, as numbers."""
    found = dict[int, int]()
    for winner, worth in worths.items():
        run.assumed.winner = winner
        found[winner] = int(worth)
    return found


def _for_parts(
    run: TrickRun, now: States, winners: list[int], parts: tuple[int, ...]
) -> Generator[None, None, DividedPayoff]:
    assumed = run.assumed
    assumed.parts, assumed.counted = parts, ANY
    boxes: list[tuple[Box, int]] = []
    waiting: list[tuple[Box, Worths | None]] = [([(0, 0) for _ in parts], None)]
    # the first run finds out what is counted
    total = 0
    try:
        while waiting:
            yield
            run.begin(assumed)
            box, worths = waiting.pop()
            if total and not _tightened(box, total):
                continue
            if len(boxes) + len(waiting) > MOST_RESULTS:
                raise Undecided
            assumed.box = box
            possible = _possible(run, winners, parts, box) if total else winners
            try:
                if worths is None:
                    worths = _worths(run, now, possible)
                found = _numbers(run, {winner: worth for winner, worth in worths.items() if winner in possible})
            except NeedsPart as needed:
                whole = assumed.box
                if not total:
                    assert not isinstance(assumed.counted, str)
                    total = assumed.most(assumed.counted)
                    _allowed(run, total, len(parts))
                waiting += [([*whole[: needed.part], one, *whole[needed.part + 1 :]], worths) for one in needed.ranges]
                continue
            if not total or len({*found.values()}) > 1:
                raise Undecided
            if found:
                boxes.append((box, next(iter(found.values()))))
        counted = assumed.counted
        assert not isinstance(counted, str)
        return DividedPayoff(
            parts, int(counted is None), counted or (), total, dict(_divisions(boxes, total))
        )  # fmt: skip
    finally:
        assumed.parts, assumed.box, assumed.winner = (), [], -1


def _allowed(run: TrickRun, total: int, parts: int) -> None:
    """Raise `Undecided` if the tricks can be divided in too many ways, or a number of them is negative."""
    counted = run.assumed.counted
    if total <= 0 or (total + 1) ** parts > MOST_DIVISIONS or parts > 4:
        raise Undecided
    if isinstance(counted, tuple) and min(counted) < 0:
        raise Undecided


def _possible(run: TrickRun, winners: list[int], parts: tuple[int, ...], box: Box) -> list[int]:
    """Who may have taken the last trick: nobody whose part has no trick."""
    if run.assumed.counted is not None:
        return winners
    without = {part for part, (_, high) in zip(parts, box, strict=True) if not high}
    return [winner for winner in winners if not any(part >> winner & 1 for part in without)]


def _tightened(box: Box, total: int) -> bool:
    """Make the ranges as narrow as they must be if they add up to a total; whether that is possible."""
    low, high = sum(one[0] for one in box), sum(one[1] for one in box)
    if not low <= total <= high:
        return False
    for i, (least, most) in enumerate(box):
        box[i] = max(least, total - high + most), min(most, total - low + least)
    return True


def _divisions(boxes: list[tuple[Box, int]], total: int) -> Any:
    """Every way to divide the total, with what the deal is worth then."""
    for box, worth in boxes:
        *others, (low, high) = box
        for won in product(*(range(least, most + 1) for least, most in others)):
            rest = total - sum(won)
            if low <= rest <= high:
                yield (*won, rest), worth
