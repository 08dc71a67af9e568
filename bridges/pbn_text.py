"""Writing a record as PBN 2.1 in its export form: one game for each deal.

PBN knows contracts of bridge.  What is trump stands in the contract, whose level has no meaning here; the declarer is
the dealer, so that the opening leader is on the declarer's left, as PBN has it.  Tags of our own say by which rules the
deal was played, and choices that are no calls of bridge follow as a section of our own.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..dsl.codes.scripts import ScriptError, report
from ..dsl.source.span import Span
from .pbn import CHOICES, MATCH, NAME, NAMES, OPTIONS, RULESET, SIDES, TURNED, VARIANTS
from .record import RANKS, SUITS, UNKNOWN, Deal, Record

_NAMES = {name: rank for rank, name in RANKS.items()}
_LETTERS = {sign: letter for letter, (sign, _) in SUITS.items()}
_ORDER = "AKQJT98765432"
_HEAD = "% PBN 2.1\n% EXPORT\n"
WHOLE = 13
"""Tricks of a deal."""


def head() -> str:
    """The lines a file begins with."""
    return _HEAD


def write(record: Record, match: int) -> Iterator[str]:
    """The text of each deal.  Raises `ScriptError` for what the format has no words for."""
    if len(record.names) != len(SIDES):
        raise _wrong(record.place, f"there are {len(record.names)} players, not {len(SIDES)}")
    for board, deal in enumerate(record.deals, 1):
        yield "\n".join(_deal(record, deal, board, match)) + "\n"


def _deal(record: Record, deal: Deal, board: int, match: int) -> Iterator[str]:
    if deal.dealer is None:
        raise _wrong(deal.place, "a deal has a dealer")
    dealer = SIDES[deal.dealer]
    played = bool(deal.tricks)
    suit = next((letter for letter, (_, name) in SUITS.items() if name == deal.trump), "NT")
    leader = SIDES[(deal.dealer + 1) % len(SIDES)]
    if played and deal.leader != (deal.dealer + 1) % len(SIDES):
        raise _wrong(deal.place, "the player on the dealer's left leads to the first trick")
    yield from _tag("Event", record.title.text if record.title is not None else "")
    yield from _tag("Site", "")
    yield from _tag("Date", "")
    yield from _tag("Board", str(board))
    for name in ("West", "North", "East", "South"):
        yield from _tag(name, record.names[NAMES.index(name)].text)
    yield from _tag("Dealer", dealer)
    yield from _tag("Vulnerable", "None")
    yield from _tag("Deal", f"{dealer}:" + " ".join(_hand(deal, (deal.dealer + i) % len(SIDES)) for i in range(4)))
    yield from _tag("Scoring", "")
    yield from _tag("Declarer", dealer if played else "")
    yield from _tag("Contract", f"1{suit}" if played else "")
    result = str(deal.result[1]) if deal.result is not None and len(deal.tricks) == WHOLE else ""
    yield from _tag("Result", result)
    yield from _tag(MATCH, str(match))
    yield from _tag(OPTIONS, "; ".join(f"{name}={said.text}" for name, said in record.options.items()))
    yield from _tag(RULESET, record.ruleset.text if record.ruleset is not None else "")
    if deal.turned is not None:
        yield from _tag(TURNED, card(deal.turned.text, deal.place))
    if record.variants:
        yield from _tag(VARIANTS, " ".join(one.text for one in record.variants))
    if played:
        yield from _tag("Play", leader)
        first = SIDES.index(leader)
        for trick in deal.tricks:
            cards = {play.seat: card(play.card.text, deal.place) for play in trick}
            yield " ".join(cards.get((first + i) % len(SIDES), "-") for i in range(len(SIDES)))
        if len(deal.tricks) < WHOLE or len(deal.tricks[-1]) < len(SIDES):
            yield "*"
    if deal.actions:
        yield from _tag(CHOICES, SIDES[deal.actions[0].seat])
        for action in deal.actions:
            said = action.card.text if action.card is not None else action.word.text
            yield f"{SIDES[action.seat]} {_quoted(said)}"


def _hand(deal: Deal, seat: int) -> str:
    hand = deal.hands[seat] if seat < len(deal.hands) else None
    if hand is None:
        return "-"
    suits: dict[str, list[str]] = {letter: [] for letter in SUITS}
    for one in hand:
        if one.text == UNKNOWN:
            return "-"
        sign = card(one.text, deal.place)
        suits[sign[0]].append(sign[1])
    return ".".join("".join(sorted(ranks, key=_ORDER.index)) for ranks in suits.values())


def card(text: str, place: Span) -> str:
    """`HT` for `10♥`."""
    if text == UNKNOWN:
        return "-"
    rank, suit = _NAMES.get(text[:-1]), _LETTERS.get(text[-1:])
    if rank is None or suit is None or rank not in _ORDER:
        raise _wrong(place, f"there is no writing `{text}`")
    return suit + rank


def _tag(name: str, value: str) -> Sequence[str]:
    plain = "".join(one if one.isprintable() else " " for one in value)
    return (f"[{name} {_quoted(plain)}]",)


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def _wrong(place: Span, why: str) -> ScriptError:
    return ScriptError(report("E1085", place, format=NAME, why=why))
