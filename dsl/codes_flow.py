"""Codes 06: flow."""

from __future__ import annotations

from .codes_base import Code

FLOW: tuple[Code, ...] = (
    Code("W0601", "never reached", "nothing after `{after}` is ever reached", "What stands behind `stop`, `start … again` or `game over` in the same block never happens."),
    Code("E0602", "stop outside a loop", "`stop` leaves a loop, and there is none around it", "It stands inside `repeat` or `for`."),
    Code("E0603", "cannot start again", "`{name}` has parameters, so it cannot be started again", "What to start it with would not be known."),
    Code("E0604", "endless", "nothing in this `{what}` can end it", "A `repeat` ends by `until`, a number of times, `stop`, or the end of the game."),
    Code("E0605", "not a secret choice", "only choices are made in secret together", "The block lists `p chooses …` and `for p in players` around such choices, without `until`."),
    Code("E0606", "partners need an even table", "partners sit opposite, so the number of players must be even and at least 4", "With an odd number somebody has nobody opposite."),
    Code("E0607", "in a circle", "`{name}` needs itself: {chain}", "A define or phase cannot, even through others, be part of itself."),
    Code("E0608", "no end", "no rule ends this game: there is no `game over` that can be reached", "A game ends with `game over, won by …`."),
    Code("E0610", "chance where nothing is done", "nothing can be drawn by chance here", "Chance decides once, where something is done: `let p be a random player`. In a define, a condition of a choice or an invariant it would come out differently each time somebody looks."),
    Code("W0609", "phase never played", "the {what} `{name}` is never played", "Nothing calls it."),
    Code("W0610", "main runs out", "the game may come here without `game over`", "why"),
    Code("E0611", "until nothing changes", "nothing in this `{what}` changes what `until` looks at", "why"),
    Code("E0612", "no answer", "nothing can be chosen here {when}", "why"),
)  # fmt: skip
