"""Checks of a whole game.  Each is a plain function, and one list names them all."""

from __future__ import annotations

from collections.abc import Callable

from ..checked import CheckedGame
from ..resolve.context import ResolveContext
from .cards.dealing import deal_fits
from .cards.moves import moves_change_something
from .cards.order import ranks_in_order
from .cards.ranks import ranking_knows_cards
from .cards.worths import values_fit
from .citations import citations_make_sense
from .conditions import conditions_can_differ
from .counted import counts_fit, presets_matter
from .direction import first_comes_next
from .everybody import everybody_is_meant
from .faces import faces_make_sense, hands_are_hidden
from .fitting import ranges_fit
from .fixed import known_beforehand
from .flow.depths import nothing_too_deep
from .flow.endless import loops_end
from .flow.ends import reaches_its_end
from .flow.recursion import no_recursion
from .flow.tricks import tricks_are_taken, tricks_are_there, tricks_keep_their_players
from .flow.unfolded import nothing_too_long_unfolded
from .lost import changes_are_read
from .none import values_are_there
from .possible import conditions_stay_open
from .questions import questions_have_answers, ranges_go_up
from .secrecy import nobody_peeks
from .sizes import nothing_too_long
from .slips import lines_stand_once, rounds_begin_alike, the_highest_wins
from .tables import complete_tables
from .unused import blanks_are_filled, unused_names, unused_zones

BOUNDS: tuple[Callable[[CheckedGame, ResolveContext], None], ...] = (nothing_too_long_unfolded,)
"""The checks without which others, and whatever plays or describes a game, might take forever.  They run first; if one
of them reports an error, no other check runs."""

CHECKS: tuple[Callable[[CheckedGame, ResolveContext], None], ...] = (
    no_recursion,
    nothing_too_deep,
    nothing_too_long,
    reaches_its_end,
    loops_end,
    ranking_knows_cards,
    ranks_in_order,
    values_fit,
    known_beforehand,
    moves_change_something,
    values_are_there,
    complete_tables,
    conditions_can_differ,
    conditions_stay_open,
    deal_fits,
    questions_have_answers,
    first_comes_next,
    rounds_begin_alike,
    lines_stand_once,
    the_highest_wins,
    hands_are_hidden,
    faces_make_sense,
    tricks_are_there,
    tricks_are_taken,
    tricks_keep_their_players,
    nobody_peeks,
    ranges_go_up,
    ranges_fit,
    counts_fit,
    presets_matter,
    citations_make_sense,
    everybody_is_meant,
    changes_are_read,
    unused_names,
    unused_zones,
    blanks_are_filled,
)
"""The checks in the order they run.  Each takes a game without errors in names and types, and reports what it finds."""

ADVICE: frozenset[Callable[[CheckedGame, ResolveContext], None]] = frozenset(
    {
        values_are_there,
        conditions_stay_open,
        first_comes_next,
        the_highest_wins,
        ranges_fit,
        counts_fit,
        presets_matter,
        tricks_keep_their_players,
        everybody_is_meant,
        changes_are_read,
        unused_names,
        unused_zones,
        blanks_are_filled,
    }
)
"""The checks that report nothing but warnings.  Whoever only wants to play a game leaves them out."""
