"""Counts cards through the game: the deal must fit the deck, and players need a card for every trick.

The check runs through the game once for every number of players and every value of the options that decide how many
cards there are or how many are dealt; of an option that only decides how many rounds there are, for its default and its
ends.  It keeps the fewest and the most cards that each zone (of any one owner) can hold.

    counts     what the zones hold, what dealing and moving makes of it, and what is wrong with it
    counting   the run through the game: phases, branches, loops
"""

from __future__ import annotations

from ...checked import CallPhase, CheckedGame, Deal, Expr, If, PlayTrick, Repeat
from ...effects import knowledge_of
from ...resolve.context import ResolveContext
from ...settle.values import PartialSettings, changed_options_text, combinations, options_in
from ...traversal import everything
from .counting import CountingRun, RelevantStatements
from .counts import CardCount, Place
from .flows import Flows
from .placed import PlacedConditions

MOST_STEPS = 20_000
"""The most statements the check runs through, over all settings together."""


def deal_fits(game: CheckedGame, ctx: ResolveContext) -> None:
    """Report deals of more cards than the deck (E0507) or a pile (E0517) holds, tricks for which nobody has a card
    (E0513) or that begin while the cards of the last trick still lie there (E0514), and cards dealt unshuffled after
    they were gathered (W0515)."""
    if not any(isinstance(st, Deal | PlayTrick) for st in everything(game)):
        return
    knowledge = knowledge_of(game)
    placed, moves, whole = PlacedConditions(game, knowledge, reporting=ctx.advice), Flows(knowledge), True
    relevant = RelevantStatements(knowledge, placed)
    times, deciding = _deciding(game, relevant)
    options = options_in(game, (*times, *deciding))
    conditions = [st.condition for st in everything(game) if isinstance(st, If)]
    rounds = {*options} - {*options_in(game, (*deciding, *conditions))}
    reported: set[Place] = set()
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
        shown = changed_options_text(settings, options)
        count = CountingRun(CardCount(game, ctx, settings, shown, size, reported), relevant, moves, left)
        count.run()
        left = count.left
        if left <= 0:
            return
    if whole:
        placed.report(ctx)


def _deciding(game: CheckedGame, relevant: RelevantStatements) -> tuple[list[Expr], list[Expr]]:
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
