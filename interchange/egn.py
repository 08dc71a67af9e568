"""Reading EGN, the Euchre Game Notation: one JSON object, a game of several deals.

The format stores only what cannot be derived: the calls, beginning with the player on the dealer's left, and the cards
in the order in which they were played.  The rules say who played which card, so the plays of such a record have no
seats.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Set

from ..dsl.codes.reporting import ScriptError, report
from ..dsl.source.diagnostics import Diagnostic
from ..dsl.source.span import Source, Span
from ..interpreter.notation.json_text import LocatedValue, path_text, read_json
from ..interpreter.notation.model import SpannedText
from .record import SUITS, UNKNOWN, PlayedCard, RecordedAction, RecordedDeal, RecordedGame, card_name, suit_name, unkept

NAME = "EGN"
FILE_TYPE = "Euchre Game Notation"
SEATS = 4
"""The number of players of a game that does not state it."""
SISTERS = {"spades": "C", "clubs": "S", "hearts": "D", "diamonds": "H"}
"""For each suit, the letter of the other suit of the same colour: the jack of that suit is the left bower."""
OWN = "hoyle"
"""The part of the metadata, of our own, that says by which rules a game was played."""
_NOTES = ("gameId", "description", "date")
_PATTERN = "a card is written as `9c`, `Ts` or `Xx`"

_WORDS = {"True": "true", "False": "false", "None": "null"}

Fields = Mapping[str, LocatedValue]


def read(source: Source) -> tuple[RecordedGame | None, tuple[Diagnostic, ...]]:
    """Return the game of a file, or None and the diagnostics that say what is wrong with it."""
    try:
        return _EgnReader(source).read(), ()
    except ScriptError as error:
        return None, (error.diagnostic,)


class _EgnReader:
    """Reads JSON values together with their places.  Raises `ScriptError` at the first value that does not fit the
    format.
    """

    def __init__(self, source: Source) -> None:
        self.source = source
        self.unkept: list[Diagnostic] = []
        self.trump: str | None = None

    def read(self) -> RecordedGame:
        """Read the whole file."""
        top = self.fields(read_json(self.source), ())
        kind = top.get("fileType")
        if kind is None or kind.value != FILE_TYPE:
            spot = kind or LocatedValue("", 0, 0)
            raise self.wrong(spot, ("fileType",), f'it must be "{FILE_TYPE}"')
        meta = self.fields(self.need(top, "metadata", ()), ("metadata",))
        players = self.items(self.need(meta, "players", ("metadata",)), ("metadata", "players"))
        names = tuple(self.player(one, ("metadata", "players", i)) for i, one in enumerate(players))
        settings = {key: self.spanned(value) for key, value in self.optional(meta, "ruleset").items()}
        seats = len(names) or SEATS
        where = ("metadata",)
        own = self.optional(meta, OWN)
        self.leave_others(own, {"ruleset", "variants", "options"})
        known = {OWN, *_NOTES, "title", "players", "initialScore", "finalScore", "ruleset", "teamNames"}
        self.leave_others(meta, known)
        lead = settings.get("loner_lead")
        deals = self.items(self.need(top, "deals", ()), ("deals",))
        found = [
            self.deal(one, ("deals", i), seats, lead is not None and lead.text == "LEFT_OF_LONER")
            for i, one in enumerate(deals)
        ]
        notes = [f"{key}: {one.value}" for key, one in meta.items() if key in _NOTES and one.value != ""]
        teams = meta.get("teamNames")
        if teams is not None:
            notes.append("teams: " + ", ".join(str(one.value) for one in self.items(teams, ("metadata", "teamNames"))))
        return RecordedGame(
            place=Span(self.source, 0, 0),
            title=self.spanned(meta["title"]) if "title" in meta and meta["title"].value else None,
            names=names,
            notes=tuple(" ".join(note.split()) for note in notes),
            settings=settings,
            deals=tuple(found),
            scores=self.scores(meta, "initialScore", where),
            final=self.scores(meta, "finalScore", where),
            ruleset=self.spanned(own["ruleset"]) if "ruleset" in own else None,
            variants=tuple(map(self.spanned, self.items(own["variants"], (OWN,)) if "variants" in own else ())),
            options={name: self.spanned(value) for name, value in self.optional(own, "options").items()},
            unkept=tuple(self.unkept),
        )

    # ----------------------------------------------------------------------------------------------------- a deal

    def deal(self, spot: LocatedValue, path: tuple[str | int, ...], seats: int, left_of_loner: bool) -> RecordedDeal:
        """Read one deal: the dealer, the card turned up, the calls and the tricks."""
        if isinstance(spot.value, str):
            raise self.wrong(spot, path, "deals that are packed into a string of bits are not read; unpack them first")
        deal = self.fields(spot, path)
        state = self.fields(self.need(deal, "initialState", path), (*path, "initialState"))
        dealer = self.number(self.need(state, "dealer", (*path, "initialState")), (*path, "initialState", "dealer"))
        if not 0 <= dealer < seats:
            raise self.wrong(state["dealer"], (*path, "initialState", "dealer"), f"there are {seats} players, from 0")
        phases = self.items(self.need(deal, "phases", path), (*path, "phases"))
        parts: dict[str, Fields] = {}
        for i, one in enumerate(phases):
            phase = self.fields(one, (*path, "phases", i))
            parts[str(self.need(phase, "type", (*path, "phases", i)).value)] = phase
        for name in sorted(parts.keys() - {"EUCHRE_BIDDING", "TRICK_PLAY"}):
            self.leave(parts[name]["type"], "there are bidding and play, and no other part of a deal")
        lines = deal.get("alternativeLines")
        if lines is not None and lines.value != []:
            self.leave(lines, "lines that were not played are not read")
        stock = "the cards that stay in the stock are not part of a script"
        self.leave_others(state, {"dealer", "upCard", "playerCards"}, stock)
        bidding = parts.get("EUCHRE_BIDDING", {})
        turned = self.card(self.need(state, "upCard", (*path, "initialState")))
        actions, out, taken = self.calls(bidding, (*path, "phases"), dealer, seats, turned)
        leader = (dealer + 1) % seats
        loner = next((action.seat for action in actions if action.alone), None)
        if loner is not None and left_of_loner:
            leader = (loner + 1) % seats
        while leader in out:
            leader = (leader + 1) % seats
        play = parts.get("TRICK_PLAY", {})
        if "initialLead" in play:
            leader = self.number(play["initialLead"], (*path, "phases", "initialLead")) % seats
        self.leave_others(play, {"type", "phaseNumber", "tricks", "playAnnotations", "initialLead", "isAlone"})
        return RecordedDeal(
            place=Span(self.source, spot.start, spot.start + 1),
            dealer=dealer,
            hands=self.hands(state, seats, path),
            turned=turned,
            actions=tuple(actions),
            trump=self.trump,
            leader=leader,
            out=out,
            tricks=tuple(self.tricks(play, path)),
            spare=dealer if taken else None,
        )

    def calls(
        self, bidding: Fields, path: tuple[str | int, ...], dealer: int, seats: int, turned: SpannedText
    ) -> tuple[list[RecordedAction], frozenset[int], bool]:
        """Return the calls, the seats that sit out, and whether the dealer took the card turned up."""
        self.trump = None
        made: list[RecordedAction] = []
        calls = self.items(bidding["calls"], (*path, "calls")) if "calls" in bidding else []
        alone = bidding.get("isAlone")
        remarks = self.remarks(bidding.get("callAnnotations"), len(calls))
        for number, one in enumerate(calls):
            seat, word, suit = (dealer + 1 + number) % seats, self.spanned(one), None
            if word.text == "Order":
                suit = self.trump = next((name for sign, name in SUITS.values() if turned.text.endswith(sign)), None)
            elif word.text in ("s", "h", "d", "c"):
                suit = self.trump = suit_name(word.text)
                word = SpannedText("suit", word.span)
            by_oneself = word.text != "Pass" and alone is not None and alone.value is True
            made.append(RecordedAction(seat, word, suit=suit, alone=by_oneself, comment=remarks.get(number, "")))
        loner = next((action.seat for action in made if action.alone), None)
        out = {(loner + seats // 2) % seats} if loner is not None else set[int]()
        guard = bidding.get("aloneDefender")
        if guard is not None and isinstance(guard.value, int) and 0 <= guard.value < seats and loner is not None:
            for seat in ((loner + step) % seats for step in range(1, seats, 2)):
                word = SpannedText(
                    "defend alone" if seat == guard.value else "defend together", self.spanned(guard).span
                )
                made.append(RecordedAction(seat, word))
                if seat == guard.value:
                    break
            out.add((guard.value + seats // 2) % seats)
        ordered = any(action.word.text == "Order" for action in made)
        taken = ordered and dealer not in out
        discard = bidding.get("discard")
        if taken:
            said = self.card(discard) if discard is not None else SpannedText(UNKNOWN, made[-1].word.span)
            at = next(i for i, action in enumerate(made) if action.word.text == "Order") + 1
            made.insert(at, RecordedAction(dealer, SpannedText("discard", said.span), card=said))
        elif discard is not None:
            self.leave(discard, "nobody has taken the turned card")
        exchanges = bidding.get("cardExchanges")
        if exchanges is not None and exchanges.value != []:
            self.leave(exchanges, "cards passed between players are not read")
        known = {"type", "phaseNumber", "calls", "isAlone", "discard", "cardExchanges", "aloneDefender"}
        self.leave_others(bidding, known | {"callAnnotations"})
        return made, frozenset(out), taken

    def tricks(self, play: Fields, path: tuple[str | int, ...]) -> Iterator[tuple[PlayedCard, ...]]:
        """Read the tricks; each is a tuple of plays."""
        if "tricks" not in play:
            return
        tricks = self.items(play["tricks"], (*path, "tricks"))
        remarks = self.remarks(play.get("playAnnotations"), sum(len(self.items(one, path)) for one in tricks))
        number = 0
        for i, one in enumerate(tricks):
            cards: list[PlayedCard] = []
            for card in self.items(one, (*path, "tricks", i)):
                cards.append(PlayedCard(self.card(card), None, remarks.get(number, "")))
                number += 1
            if cards:
                yield tuple(cards)

    def hands(
        self, state: Fields, seats: int, path: tuple[str | int, ...]
    ) -> tuple[tuple[SpannedText, ...] | None, ...]:
        """The cards dealt to each seat; None for a seat whose cards the file does not give."""
        if "playerCards" not in state:
            return (None,) * seats
        hands = self.items(state["playerCards"], (*path, "playerCards"))
        cards = [tuple(self.card(card) for card in self.items(hand, (*path, "playerCards"))) for hand in hands]
        return tuple(cards[seat] if seat < len(cards) and cards[seat] else None for seat in range(seats))

    def remarks(self, spot: LocatedValue | None, most: int) -> dict[int, str]:
        """Comments, by the number of the call or card that they belong to, from 0.  There are `most` calls or cards."""
        if spot is None:
            return {}
        found: dict[int, str] = {}
        for key, value in self.fields(spot, ()).items():
            if key.isascii() and key.isdigit() and int(key[:9]) < most:
                found[int(key)] = " ".join(" ".join(str(one.value).split()) for one in self.items(value, ()))
            else:
                self.leave(value, "there is no call or card of this number")
        return found

    # -------------------------------------------------------------------------------------------------------- values

    def card(self, spot: LocatedValue) -> SpannedText:
        """Read a card.  A card that is only partly known becomes an unknown card."""
        said, text = self.spanned(spot), str(spot.value)
        if not isinstance(spot.value, str):
            raise self.wrong(spot, (), _PATTERN)
        if text == "B":
            return SpannedText("Joker", said.span)
        if text in ("R", "L") and self.trump is not None:
            letter = next(letter for letter, (_, name) in SUITS.items() if name == self.trump)
            return SpannedText(card_name("J", letter if text == "R" else SISTERS[self.trump]) or UNKNOWN, said.span)
        rank, suit = ("9" if text[:1] == "N" else text[:1]), text[1:]
        name = card_name(rank, suit) if rank in "789TJQKA" else None
        if name is None and text not in ("R", "L") and (len(text) != 2 or rank not in "789TJQKAX"):
            raise self.wrong(spot, (), _PATTERN)
        if name is None and text != "Xx":
            if suit not in "SsHhCcDdxtng":
                raise self.wrong(spot, (), _PATTERN)
            self.unkept.append(unkept(said, "a script knows a card, or does not know it"))
        return SpannedText(name or UNKNOWN, said.span)

    def player(self, spot: LocatedValue, path: tuple[str | int, ...]) -> SpannedText:
        """Read a player's name."""
        if isinstance(spot.value, dict):
            fields = self.fields(spot, path)
            self.leave_others(fields, {"name"}, "a script knows players by their names")
            spot = self.need(fields, "name", path)
        if not isinstance(spot.value, str):
            raise self.wrong(spot, path, "a player is a name")
        return self.spanned(spot)

    def scores(self, meta: Fields, key: str, path: tuple[str, ...]) -> tuple[int, ...]:
        """The points of each side; empty if the file does not give them."""
        spot = meta.get(key)
        return () if spot is None else tuple(self.number(one, (*path, key)) for one in self.items(spot, (*path, key)))

    def spanned(self, spot: LocatedValue) -> SpannedText:
        """Turn a value into a word with its place in the file."""
        inner = isinstance(spot.value, str)
        value = _WORDS.get(str(spot.value), str(spot.value)) if not inner else str(spot.value)
        return SpannedText(value, Span(self.source, spot.start + inner, spot.end - inner))

    def leave(self, spot: LocatedValue, why: str) -> None:
        """Warn that a value of the record is not kept in the script."""
        text = spot.value if isinstance(spot.value, str) else self.source.text[spot.start : spot.end]
        self.unkept.append(unkept(SpannedText(str(text), Span(self.source, spot.start, spot.end)), why))

    def leave_others(self, fields: Fields, known: Set[str], why: str = "") -> None:
        """Warn of all fields but those that are known, in the order of their names."""
        for key in sorted(fields.keys() - known):
            self.leave(fields[key], why or f"`{key}` is no word of the format")

    def optional(self, fields: Fields, key: str) -> Fields:
        """An object that may be missing; then it is empty."""
        return self.fields(fields[key], (key,)) if key in fields else {}

    def need(self, fields: Fields, key: str, path: Iterable[str | int]) -> LocatedValue:
        """A field that must be present.  Raises `ScriptError` if it is missing."""
        if key not in fields:
            places = [spot.start for spot in fields.values()] or [0]
            raise self.wrong(LocatedValue(None, min(places), min(places)), tuple(path), f"`{key}` is missing")
        return fields[key]

    def fields(self, spot: LocatedValue, path: tuple[str | int, ...]) -> Fields:
        """The fields of an object.  Raises `ScriptError` for any other value."""
        if not isinstance(spot.value, dict):
            raise self.wrong(spot, path, "an object in braces must stand here")
        return spot.value

    def items(self, spot: LocatedValue, path: tuple[str | int, ...]) -> list[LocatedValue]:
        """The items of a list.  Raises `ScriptError` for any other value."""
        if not isinstance(spot.value, list):
            raise self.wrong(spot, path, "a list must stand here")
        return spot.value

    def number(self, spot: LocatedValue, path: tuple[str | int, ...]) -> int:
        """A whole number.  Raises `ScriptError` for any other value."""
        if not isinstance(spot.value, int) or isinstance(spot.value, bool):
            raise self.wrong(spot, path, "a whole number must stand here")
        return spot.value

    def wrong(self, spot: LocatedValue, path: tuple[str | int, ...], why: str) -> ScriptError:
        """Make the error that a value does not belong to the format."""
        at = f" ({path_text(path)})" if path else ""
        return ScriptError(report("E1081", Span(self.source, spot.start, spot.end), format=NAME, why=why + at))
