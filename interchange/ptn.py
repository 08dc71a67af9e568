"""Reading PTN, the tag pairs in which Trickster's tests are written: options, a deal, an auction, a play.

It looks like PBN, but there are two to six players, jokers form a fifth suit, and a bid may be a number alone; the
highest bidder then names the trump suit in a second round.  Most records hold only a part of a deal, and do not give
all hands.
"""

from __future__ import annotations

import re
from dataclasses import replace

from ..dsl.codes.reporting import ScriptError
from ..dsl.source.diagnostics import Diagnostic
from ..dsl.source.span import Source, Span
from ..interpreter.notation.json_text import read_json
from ..interpreter.notation.model import SpannedText
from .pbn import TagPairReader, TagStyle
from .record import RecordedAction, RecordedDeal, RecordedGame, suit_name, unkept
from .tagged import Tag, Tags, read_tags

NAME = "PTN"
SIDES = {
    2: ("S", "N"),
    3: ("S", "W", "E"),
    4: ("S", "W", "N", "E"),
    5: ("S", "SW", "NW", "NE", "SE"),
    6: ("S", "SW", "NW", "N", "NE", "SE"),
}
_READ = {"Event", "GameOptionsJson", "Deal", "Declarer", "Contract", "Auction", "Play"}
_BID = re.compile(r"([0-9]{1,2})?(♠|♥|♦|♣|S|H|D|C|NT)?(Alone|Call1|Call2)?", re.IGNORECASE)


def read(source: Source) -> tuple[RecordedGame | None, tuple[Diagnostic, ...]]:
    """Read one game of a file.  Returns it, or None and the diagnostics."""
    try:
        tags = read_tags(source, NAME)
        return (_PtnReader(tags).record(), ()) if tags.tags else (None, ())
    except ScriptError as error:
        return None, (error.diagnostic,)


class _PtnReader(TagPairReader):
    def __init__(self, tags: Tags) -> None:
        super().__init__(tags, TagStyle(NAME, SIDES[4], by_line=True, spaced=True))
        deal = tags.get("Deal")
        hands = len(deal.value.text.split(" ")) if deal is not None else 4
        if hands not in SIDES and deal is not None:
            raise self.wrong(deal.value.span, f"there are {hands} hands, and two to six players")
        self.layout = TagStyle(NAME, SIDES[hands], by_line=True, spaced=True)

    def record(self) -> RecordedGame:
        """Read the game."""
        tags = self.tags
        for tag in tags.tags:
            if tag.name.text not in _READ:
                self.unkept.append(unkept(tag.name, "a script has no place for it"))
        deal, event = tags.get("Deal"), tags.get("Event")
        first, hands = self.hands(deal) if deal is not None else (None, (None,) * len(self.layout.sides))
        auction, play = tags.get("Auction"), tags.get("Play")
        actions = self.bids(auction) if auction is not None else []
        contract = tags.get("Contract")
        named = _BID.fullmatch(contract.value.text) if contract is not None else None
        loner = next((one.seat for one in actions if one.alone), None)
        out = frozenset({(loner + len(hands) // 2) % len(hands)}) if loner is not None else frozenset[int]()
        return RecordedGame(
            place=Span(self.source, 0, 0),
            title=event.value if event is not None and event.value.text else None,
            names=tuple(map(SpannedText, self.layout.sides)),
            settings=self.settings(),
            deals=(
                RecordedDeal(
                    place=(deal or tags.tags[0]).name.span,
                    dealer=first,
                    hands=hands,
                    actions=tuple(actions),
                    trump=suit_name(named[2]) if named is not None and named[2] else None,
                    leader=self.side(play.value) if play is not None and play.tokens else None,
                    out=out,
                    tricks=self.plays(play, out) if play is not None and play.tokens else (),
                ),
            ),
            unkept=tuple(self.unkept),
        )

    def settings(self) -> dict[str, SpannedText]:
        """Read the options, which are JSON inside a tag."""
        tag = self.tags.get("GameOptionsJson")
        if tag is None or not tag.value.text:
            return {}
        try:
            inner = read_json(Source(self.source.name, tag.value.text))
        except ScriptError as error:
            raise self.wrong(tag.value.span, f"the options are not JSON: {error.diagnostic.message}") from None
        if not isinstance(inner.value, dict):
            raise self.wrong(tag.value.span, "the options are an object in braces")
        words = {True: "true", False: "false", None: "null"}
        found: dict[str, SpannedText] = {}
        for key, spot in inner.value.items():
            value = spot.value
            plain = words[value] if value is None or isinstance(value, bool) else str(value)
            found[key] = SpannedText(plain, tag.value.span)
        size, decks = found.pop("deckSize", None), found.pop("numDecks", None)
        deck = f"{size.text if size else 'default'}, {decks.text if decks else 1}"
        return {"deck": SpannedText(deck, tag.value.span), **found}

    def bids(self, tag: Tag) -> list[RecordedAction]:
        """Read the bids.  A number whose suit is named later becomes one bid with that suit."""
        seat, made = self.side(tag.value), list[RecordedAction]()
        for token in self.words(tag):
            text, said = token.word.text, token.word
            bid = _BID.fullmatch(text)
            if text.upper() == "PASS":
                made.append(RecordedAction(seat, SpannedText("Pass", said.span), comment=token.comment))
            elif text == "-":
                pass
            elif bid is None or not any(bid.groups()):
                raise self.wrong(said.span, f"`{text}` is no bid")
            else:
                suit = None if bid[2] is None else suit_name(bid[2]) or "no trump"
                level, alone = int(bid[1]) if bid[1] else None, bool(bid[3])
                word = SpannedText(bid[3].lower() if bid[3] else "bid", said.span)
                action = RecordedAction(seat, word, suit=suit, level=level, alone=alone, comment=token.comment)
                earlier = [i for i, one in enumerate(made) if self.completes(action, one)]
                if earlier:
                    made[earlier[-1]] = replace(made[earlier[-1]], suit=suit)
                else:
                    made.append(action)
            seat = (seat + 1) % len(self.layout.sides)
        return made

    def completes(self, named: RecordedAction, bid: RecordedAction) -> bool:
        """Whether an action only names the suit of an earlier bid."""
        same = (named.seat, named.level, named.word.text) == (bid.seat, bid.level, bid.word.text)
        return same and bid.suit is None and named.suit is not None
