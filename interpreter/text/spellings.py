"""The spellings in which people write cards, suits, seats and numbers, as look-up tables.

Tables are keyed by text in its `plain` form, so capitals and spaces do not matter.
"""

from __future__ import annotations

from ..program import Program

SYMBOLS = {"spades": "♠", "hearts": "♥", "diamonds": "♦", "clubs": "♣"}
"""The suits that have a sign of their own."""
OUTLINES = {"spades": "♤", "hearts": "♡", "diamonds": "♢", "clubs": "♧"}


def seat_letter(seat: int) -> str:
    """The name of a seat without a player's name: A for seat 0."""
    return chr(ord("A") + seat) if seat < 26 else f"P{seat + 1}"


def plain(text: str) -> str:
    """A text in the form in which texts are compared: lower case, single spaces, no variation selectors after suit
    signs.
    """
    return " ".join(text.replace("\ufe0f", "").replace("\ufe0e", "").casefold().split())


def literal(text: str) -> str:
    """A part of a template in the form in which it is compared: like `plain`, but a blank at either end stays."""
    inner = plain(text)
    if not inner:
        return " " if text else ""
    return (" " if text[0].isspace() else "") + inner + (" " if text[-1].isspace() else "")


def suit_sign(program: Program, suit: str, *, ascii: bool) -> str:
    """The text after a rank: `♠`, `S`, or `.coins` for a suit without its own sign or letter."""
    if suit not in SYMBOLS:
        return f".{suit}"
    if not ascii:
        return SYMBOLS[suit]
    letter = suit[0].upper()
    alone = sum(other[0].upper() == letter for other in program.suits) == 1
    return letter if alone else f".{suit}"


def card_spellings(program: Program, written: tuple[str, ...]) -> dict[str, int]:
    """Every accepted spelling of a face.  A spelling that fits two faces belongs to the face that is `written` so, or
    to none.  A rank that only one card has needs no suit.
    """
    claims: dict[str, set[int]] = {}
    own: dict[str, int] = {}
    for number, face in enumerate(program.faces):
        own.setdefault(plain(written[number]), number)
        own.setdefault(plain(written[number]).replace(" ", "_"), number)
        if face.rank < 0:
            names = ["joker", "jo", "jk"]
        else:
            rank = program.ranks[face.rank].casefold()
            ranks = [rank, "t"] if rank == "10" else [rank]
            suits = [""] if face.suit < 0 else ["", *_signs(program.suits[face.suit].casefold())]
            names = [one + suit for one in ranks for suit in suits]
        for name in names:
            claims.setdefault(name, set()).add(number)
    return {name: next(iter(faces)) for name, faces in claims.items() if len(faces) == 1} | own


def _signs(suit: str) -> list[str]:
    """The ways to write a suit after a rank: its sign, its first letter, the beginning of its name."""
    signs = [SYMBOLS[suit], OUTLINES[suit]] if suit in SYMBOLS else []
    return signs + [point + suit[:end] for end in range(1, len(suit) + 1) for point in ("", ".")]


def suit_spellings(program: Program) -> dict[str, int]:
    """The spellings of suits: `hearts`, `heart`, `♥`."""
    found: dict[str, int] = {}
    for number, suit in enumerate(program.suits):
        name = suit.casefold()
        for spelling in (name, name.removesuffix("s"), SYMBOLS.get(name, name), OUTLINES.get(name, name)):
            found.setdefault(spelling, number)
    return found | {plain(name): suit for suit, name in program.names.suits}


def rank_spellings(program: Program) -> dict[str, int]:
    """The spellings of ranks: `j`, and the name that the rules give to it."""
    found = {rank.casefold(): number for number, rank in enumerate(program.ranks)}
    return found | {plain(name): rank for rank, name in program.names.ranks}


def seat_spellings(seats: tuple[str, ...]) -> dict[str, int]:
    """The spellings of seats: the names, then `2`, `player 2`, `seat 2`."""
    names = {plain(name): seat for seat, name in enumerate(seats)}
    for seat in range(len(seats)):
        for spelling in (str(seat + 1), f"player {seat + 1}", f"seat {seat + 1}"):
            names.setdefault(spelling, seat)
    return names


def whole_number(text: str) -> int | None:
    """A whole number of reasonable length, possibly with a sign; None if the text is not one."""
    digits = text[1:] if text.startswith(("-", "−")) else text
    if not (digits.isascii() and digits.isdigit() and len(digits) <= 12):
        return None
    return int(digits) if digits == text else -int(digits)


def cards_by_face(program: Program) -> tuple[tuple[int, ...], ...]:
    found: list[list[int]] = [[] for _ in program.faces]
    for card, face in enumerate(program.deck):
        found[face].append(card)
    return tuple(tuple(cards) for cards in found)
