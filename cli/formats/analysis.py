"""The judgement of a game: as data for programs (`schemas/analyse.schema.json`), and in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from ...interpreter.analysis.judge import Effort, Judgement
from ...interpreter.analysis.script import JudgedChoice, turning_points
from ..terminal.pieces import CARDS, Piece

if TYPE_CHECKING:
    from ...interpreter.batch.statistics import Estimate
    from ...interpreter.text.parse import Words

Data = dict[str, Any]
SHOWN = 6
"""The number of options that are shown in words.  The chosen one is among them."""
MISTAKE, GOOD = "bold red", "green"


def choice_data(one: JudgedChoice, words: Words) -> Data:
    """A choice with its judgement, as data."""
    found: Data = {"number": one.number, "deal": one.deal, "choice": one.label}
    found["player"] = words.player(one.player) if one.player >= 0 else None
    if one.side_lines:
        found["aside"] = list(one.side_lines)
    found["lead"] = round(one.lead, 6)
    if one.judgement is None:
        return {**found, "judged": False, "why": one.why}
    return {**found, "judged": True, **judgement_data(one.judgement, one.labels), "outlook": _data(one.outlook)}


def judgement_data(judged: Judgement, labels: Sequence[str]) -> Data:
    """The options with their values, best first, and the cost of the chosen one."""
    options = [
        {"choice": label, **option.value.data(), "made": number == judged.made}
        for number, (option, label) in enumerate(zip(judged.options, labels, strict=True))
    ]
    found: Data = {"worlds": judged.worlds, "exact": judged.exact, "options": options}
    return found if judged.cost is None else {**found, "cost": judged.cost.data(), "mistake": judged.mistake}


def effort_data(effort: Effort, seed: int, *, open: bool) -> Data:
    """The settings with which the game was judged."""
    how: Data = {"open": open, "seed": seed}
    return how if open else {**how, "playouts": effort.playouts, "worlds": effort.worlds, "nodes": effort.nodes}


def _data(estimate: Estimate | None) -> Data | None:
    return None if estimate is None else estimate.data()


# -------------------------------------------------------------------------------------------------------- in words


def choice_lines(one: JudgedChoice, words: Words) -> Iterator[tuple[Piece, ...]]:
    """A choice, its cost, and the options with their values."""
    who = f"{words.player(one.player)}: " if one.player >= 0 else "At the table: "
    head: tuple[Piece, ...] = ((f"{one.number:>3} ", "dim"), (who, ""), (one.label, CARDS))
    if one.judgement is None:
        yield head if one.player < 0 else (*head, (f"  ({one.why})", "dim"))
        return
    yield head
    yield verdict(one.judgement)
    yield from option_lines(one.judgement, one.labels)


def verdict(judged: Judgement) -> tuple[Piece, ...]:
    """The cost of a choice, in words."""
    cost, options = judged.cost, judged.options
    if all(one.value == options[0].value for one in options):
        return (("    ", ""), ("makes no difference", "dim"))
    if judged.mistake and cost is not None:
        return (("    ", ""), (f"costs {amount(cost)}", MISTAKE))
    if judged.made == 0:
        return (("    ", ""), ("best", GOOD))
    return (("    ", ""), ("no clear cost", "dim"))


def option_lines(judged: Judgement, labels: Sequence[str]) -> Iterator[tuple[Piece, ...]]:
    """The best options and the chosen one, each with its value."""
    shown = list(range(min(SHOWN, len(labels))))
    if judged.made >= len(shown):
        shown[-1] = judged.made
    for number in shown:
        value, mark = judged.options[number].value, "*" if number == judged.made else " "
        yield (f"  {mark} {value.value:>+7.2f} ", "" if mark == "*" else "dim"), (labels[number], CARDS)
    if len(labels) > len(shown):
        yield ((f"            and {len(labels) - len(shown)} more", "dim"),)


def amount(cost: Estimate) -> str:
    """A cost and its interval: `2.00 (1.14 to 2.86)`."""
    exact = cost.low == cost.high
    return f"{cost.value:.2f}" if exact else f"{cost.value:.2f} ({cost.low:.2f} to {cost.high:.2f})"


def summary_lines(choices: Sequence[JudgedChoice], words: Words) -> Iterator[tuple[Piece, ...]]:
    """The turning points, and the cost of each player's mistakes."""
    judged = [one for one in choices if one.judgement is not None and one.depth == 0]
    points = turning_points(choices)
    if points:
        yield (("Turning points", "bold"),)
    for one in points:
        assert one.judgement is not None and one.judgement.cost is not None
        yield (f"{one.number:>3} ", "dim"), (f"{words.player(one.player)}: ", ""), (one.label, CARDS)
        better: Piece = (one.labels[0], CARDS)
        yield ("    ", ""), (f"costs {amount(one.judgement.cost)}", MISTAKE), ("; better: ", ""), better
    for player, name in enumerate(words.seats):
        own = [one.judgement for one in judged if one.player == player and one.judgement is not None]
        costs = [one.cost.value for one in own if one.cost is not None and one.mistake]
        if own:
            lost = f", which cost {sum(costs):.2f}" if costs else ""
            count = {0: "no clear mistake", 1: "1 clear mistake"}.get(len(costs), f"{len(costs)} clear mistakes")
            of = "1 choice" if len(own) == 1 else f"{len(own)} choices"
            yield ((f"{name}: {count} in {of}{lost}", ""),)


def how_lines(effort: Effort, seed: int, *, open: bool, highest: bool = True) -> str:
    """An explanation of the numbers.  `highest`: whether points are good in this game."""
    what = "Values are points gained by the end of the deal, less what the other sides gain on average"
    if not highest:
        what = "Values are points spared by the end of the deal: what the other sides take on average, less one's own"
    if open:
        return f"{what}; all cards known, exact."
    return (
        f"{what}; from what each player could know: up to {effort.worlds} worlds and about {effort.playouts:,} "
        f"playouts a choice, seed {seed}."
    )
