"""Writing a record as PBN 2.1 in its export form: one game for each deal.

PBN knows the contracts of bridge only.  For a deal without bids, the trump suit is written as a contract whose level
has no meaning.  The declarer is then the dealer, so that the opening leader sits on the declarer's left, as PBN
requires.  Tags of our own say by which rules the deal was played.  Choices that are not calls of bridge follow in a
section of our own.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..dsl.codes.reporting import ScriptError, report
from ..dsl.source.span import Span
from ..interpreter.notation.lines import in_quotes
from .contracts import PASSES, reached, strain, written_contract
from .pbn import (
    CHOICES,
    DEALING,
    MATCH,
    NAME,
    NAMES,
    OPTIONS,
    OTHER,
    RULESET,
    SIDES,
    SIDES_OF,
    TURNED,
    VARIANTS,
    WHOLE,
)  # fmt: skip
from .record import RANKS_BY_NAME, SUITS, UNKNOWN, RecordedAction, RecordedDeal, RecordedGame

_LETTERS = {sign: letter for letter, (sign, _) in SUITS.items()}
_ORDER = "AKQJT98765432"
_HEAD = "% PBN 2.1\n% EXPORT\n"
CALLS = ("bid", "Pass", "X", "XX")


def head() -> str:
    """The lines at the beginning of a file."""
    return _HEAD


def write(record: RecordedGame, match: int) -> Iterator[str]:
    """Return the text of each deal; `match` is the number of the game.  Raises `ScriptError` for anything that the
    format cannot express.
    """
    if len(record.names) != len(SIDES):
        raise _wrong(record.place, f"there are {len(record.names)} players, not {len(SIDES)}")
    for board, deal in enumerate(record.deals, 1):
        yield "\n".join(_deal(record, deal, board, match)) + "\n"


def _deal(record: RecordedGame, deal: RecordedDeal, board: int, match: int) -> Iterator[str]:
    if deal.dealer is None:
        raise _wrong(deal.place, "a deal has a dealer")
    dealer = SIDES[deal.dealer]
    played = bool(deal.tricks)
    calls = [action for action in deal.actions if action.word.text in CALLS]
    declarer, contract = _contract(deal, calls)
    leader = SIDES[(declarer + 1) % len(SIDES)]
    if played and deal.leader != SIDES.index(leader):
        raise _wrong(deal.place, "the player on the declarer's left leads to the first trick")
    yield from _tag("Event", record.title.text if record.title is not None else "")
    yield from _tag("Site", "")
    yield from _tag("Date", "")
    yield from _tag("Board", str(board))
    for name in ("West", "North", "East", "South"):
        yield from _tag(name, record.names[NAMES.index(name)].text)
    yield from _tag("Dealer", dealer)
    vulnerable = record.settings.get("Vulnerable")
    yield from _tag("Vulnerable", _vulnerable(vulnerable.text if vulnerable is not None else "?", deal.dealer))
    yield from _tag("Deal", f"{dealer}:" + " ".join(_hand(deal, (deal.dealer + i) % len(SIDES)) for i in range(4)))
    yield from _tag("Scoring", "")
    yield from _tag("Declarer", SIDES[declarer] if played else "")
    yield from _tag("Contract", contract if played or calls else "")
    result = str(deal.result[1]) if deal.result is not None and len(deal.tricks) == WHOLE else ""
    yield from _tag("Result", result)
    yield from _tag(MATCH, str(match))
    yield from _tag(OPTIONS, "; ".join(f"{name}={said.text}" for name, said in record.options.items()))
    yield from _tag(RULESET, record.ruleset.text if record.ruleset is not None else "")
    if deal.turned is not None:
        yield from _tag(TURNED, card(deal.turned.text, deal.place))
    if record.variants:
        yield from _tag(VARIANTS, " ".join(one.text for one in record.variants))
    if calls:
        yield from _tag("Auction", dealer)
        for row in range(0, len(calls), len(SIDES)):
            yield " ".join(_call(action) for action in calls[row : row + len(SIDES)])
        if [action.word.text for action in calls[-PASSES:]] != ["Pass"] * PASSES:
            yield "*"
    if played:
        yield from _tag("Play", leader)
        first = SIDES.index(leader)
        for trick in deal.tricks:
            cards = {play.seat: card(play.card.text, deal.place) for play in trick}
            yield " ".join(cards.get((first + i) % len(SIDES), "-") for i in range(len(SIDES)))
        if len(deal.tricks) < WHOLE or len(deal.tricks[-1]) < len(SIDES):
            yield "*"
    choices = [action for action in deal.actions if action not in calls]
    if choices:
        yield from _tag(CHOICES, SIDES[choices[0].seat])
        for action in choices:
            said = action.card.text if action.card is not None else action.word.text
            yield f"{SIDES[action.seat]} {in_quotes(said)}"


def _vulnerable(setting: str, dealer: int) -> str:
    """Who is vulnerable, in the words of the format."""
    sides = {DEALING: SIDES_OF[dealer % 2], OTHER: SIDES_OF[1 - dealer % 2]}
    return sides.get(setting, setting)


def _contract(deal: RecordedDeal, calls: Sequence[RecordedAction]) -> tuple[int, str]:
    """The declarer and the contract: from the calls, or else the dealer and the trump suit."""
    found = reached(calls)
    if found is None:
        return deal.dealer or 0, "Pass" if calls else f"1{strain(deal.trump)}"
    return found[0], written_contract(found[1])


def _call(action: RecordedAction) -> str:
    return f"{action.level}{strain(action.suit)}" if action.level is not None else action.word.text


def _hand(deal: RecordedDeal, seat: int) -> str:
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
    rank, suit = RANKS_BY_NAME.get(text[:-1]), _LETTERS.get(text[-1:])
    if rank is None or suit is None or rank not in _ORDER:
        raise _wrong(place, f"there is no writing `{text}`")
    return suit + rank


def _tag(name: str, value: str) -> Sequence[str]:
    plain = "".join(one if one.isprintable() else " " for one in value)
    return (f"[{name} {in_quotes(plain)}]",)


def _wrong(place: Span, why: str) -> ScriptError:
    return ScriptError(report("E1085", place, format=NAME, why=why))
