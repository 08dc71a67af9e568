"""Codes 08: secrecy."""

from __future__ import annotations

from .base import Code

SECRECY: tuple[Code, ...] = (
    Code(
        "E0801",
        "answers that depend on hidden cards",
        "the player asked cannot see the cards of `{name}`",
        "The choices of a player may depend only on what this player sees: `face up` cards, cards that are `private`"
        " to the player or to the player's team, and the number of cards in any zone. If some rule shows cards of a"
        " zone (`show`), Hoyle allows it.",
        """\
phase ask
    dealer chooses
        "take a point" if any c in dealer.left.hand has c.rank = A
            add 1 to dealer.points
        "pass"
""",
        """\
phase ask
    dealer chooses
        "take a point" if any c in dealer.hand has c.rank = A
            add 1 to dealer.points
        "pass"
""",
    ),
    Code(
        "W0802",
        "answers that reveal hidden cards",
        "`{name}` gives away cards the player asked cannot see",
        "Everybody knows what the game remembers. A variable that is set from hidden cards gives them away, and here"
        " the choices of a player depend on it. Show the cards (`show`), turn them up first, or ask something else."
        " Numbers are allowed, because scores are counted openly.",
        """\
remember
    trump: suit
phase turn_trump
    set trump to (bottom of stock).suit
    dealer chooses
        "double" if trump = hearts
            add 1 to dealer.points
        "pass"
""",
        """\
remember
    trump: suit
phase turn_trump
    show bottom of stock to everyone
    set trump to (bottom of stock).suit
    dealer chooses
        "double" if trump = hearts
            add 1 to dealer.points
        "pass"
""",
    ),
    Code(
        "W0803",
        "question that reveals hidden cards",
        "whether this is asked depends on cards of `{name}`, which the player cannot see",
        "A player who is asked, or who is not asked, learns something about cards that this player cannot see. Ask"
        " always, or use a condition that everybody can check.",
        """\
phase ask
    if any c in dealer.left.hand has c.rank = A
        dealer chooses
            "take a point"
                add 1 to dealer.points
            "pass"
""",
        """\
phase ask
    if size of dealer.left.hand > 3
        dealer chooses
            "take a point"
                add 1 to dealer.points
            "pass"
""",
    ),
    Code(
        "W0804",
        "hidden card remembered",
        "everybody knows `{name}`, and so the cards of `{zone}` it is set from",
        "Everybody knows what the game remembers, even if it is a card. If only some players may know the card, keep"
        " it in a zone of its own (`aside of each player: private`). If all may know it, show it first (`show`). A"
        " card that a player has chosen is known already.",
        """\
remember
    hidden: card or none
phase look
    set hidden to top of stock
    move top of stock to dealer.hand
    if hidden is not none: add 1 to dealer.points
""",
        """\
remember
    hidden: card or none
phase look
    show top of stock to everyone
    set hidden to top of stock
    move top of stock to dealer.hand
    if hidden is not none: add 1 to dealer.points
""",
    ),
)
