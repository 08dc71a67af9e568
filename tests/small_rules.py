"""A small game for tests about rules as a whole: everybody plays a card in turn.  A test fills in what it is about."""

from __future__ import annotations

from hoyle.dsl.checked import CheckedGame
from hoyle.dsl.loading import load
from hoyle.dsl.source.span import Source


def small_rules(
    *,
    players: str = "2..4",
    head: str = "",
    defines: str = "",
    cards: str = "3",
    act: str = "add 1 to p.points",
    answers: str = "",
    tables: str = "",
) -> str:
    """The text of the game.  `head` and `defines` are lines before the zones and before `main`, `cards` how many each
    player gets, `act` what is done when a card was played, `answers` the other answers, `tables` what follows `main`.
    """
    return f"""game "Small"
language 1
players {players}
deck 2 3 4 5 6 7 8 9 10 J Q K A
{head}
zones
    stock: face down
    hand of each player: private
    pile: face up
remember
    points of each player: number
{defines}
main
    shuffle every card into stock
    deal {cards} from stock to hand of each player
    for p in players
        p chooses
            "play {{c}}" for c in p.hand
                move c to pile
                {act}
{answers}
    game over, won by the player with highest points, otherwise shared
{tables}
"""


def game_of(text: str) -> CheckedGame:
    """The game of a text without errors."""
    loaded = load(Source("small.hoyle", text))
    assert loaded.game is not None, [str(one) for one in loaded.diagnostics]
    return loaded.game
