"""Codes 08: secrecy."""

from __future__ import annotations

from .base import Code

SECRECY: tuple[Code, ...] = (
    Code(
        "E0801",
        "answer that peeks",
        "the player asked cannot see the cards of `{name}`",
        "What a player may choose depends only on what that player sees: cards lying `face up`, those `private` to that"
        " player or the player's team, and how many cards lie anywhere. A zone some rule shows cards of (`show`) is let"
        " pass.",
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
        "answer that tells",
        "`{name}` gives away cards the player asked cannot see",
        "Everybody knows what is remembered. A variable set from hidden cards gives them away, and here what a player"
        " may choose depends on it. Show the cards (`show`), turn them up first, or ask something else. Numbers are let"
        " pass: scores are counted openly.",
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
        "question that tells",
        "whether this is asked depends on cards of `{name}`, which the player cannot see",
        "A player who is asked, or is not, learns what the condition says of cards that player cannot see. Ask always,"
        " or under a condition everybody can check.",
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
        "What is remembered everybody knows, also a card. Keep a card that only some may know in a zone of its own"
        " (`aside of each player: private`), or show it first (`show`) if all may know it. A card somebody has chosen"
        " was announced.",
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
