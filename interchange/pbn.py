"""Reading PBN, the Portable Bridge Notation, version 2.1: each game consists of a deal, an auction and a play.

The seats are N, E, S and W, clockwise.  A play section has a column for each seat, so the plays of a record have seats
but no order; the order follows from who leads.  PBN has no words for the ruleset, its options, and choices that are not
calls of bridge.  These are written in tags and a section of our own, whose names begin with `Hoyle`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ..dsl.codes.reporting import ScriptError, report
from ..dsl.source.diagnostics import Diagnostic
from ..dsl.source.span import Source, Span
from ..interpreter.notation.model import SpannedText
from .contracts import ended, reached, read_contract, written_contract
from .inherited import InheritedTags
from .record import (
    SUITS,
    UNKNOWN,
    PlayedCard,
    RecordedAction,
    RecordedContract,
    RecordedDeal,
    RecordedGame,
    card_name,
    suit_name,
    unkept,
)
from .tagged import SectionToken, Tag, Tags, read_tags

NAME = "PBN"
SIDES = ("N", "E", "S", "W")
WHOLE = 13
"""The number of cards in a hand, and of tricks in a deal."""
SIDES_OF = ("NS", "EW")
"""The sides: seats 0 and 2, seats 1 and 3."""
NAMES = ("North", "East", "South", "West")
RULESET, VARIANTS, OPTIONS, MATCH, TURNED, CHOICES = (
    "HoyleRuleset", "HoyleVariants", "HoyleOptions", "HoyleMatch", "HoyleTurned", "HoyleChoices",
)  # fmt: skip
_TITLE = "Event"
_NOTES = ("Site", "Date", "Board", "Annotator", "Time", "Room", "Table")
_READ = {
    _TITLE, *_NOTES, *NAMES, "Dealer", "Vulnerable", "Deal", "Declarer", "Contract", "Result", "Auction", "Play",
    "Note", "Generator", RULESET, VARIANTS, OPTIONS, MATCH, TURNED, CHOICES,
}  # fmt: skip
DEALING, OTHER = "the dealer's side", "the other side"
"""What `NS` or `EW` is called as a setting: rules know the dealer's side, and no points of the compass."""
_MEANS_NOTHING = {"", "?", "-", "None", "Love"}
_TABLE = "Table"
"""How the names of supplemental sections end (chapter 5): `ScoreTable`, `PlayTimeTable` and others."""
_BID = re.compile(r"([0-9]{1,2})(S|H|D|C|NT|N)", re.IGNORECASE)
_MARK = re.compile(r"\$[0-9]+|=[0-9]+=|[!?]{1,2}|\^[A-Z]?")
_PART = re.compile(rf"{_MARK.pattern}|[*+]|[^$=!?^*+]+|.")
"""Splits a section into calls, cards and marks.  No space is needed between these, nor around `*` and `+`."""
_SUIT_SIGN = re.compile(r"\\([SHDC])")
_RESULT = re.compile(r"\^?(?:(NS|EW) )?([0-9]{1,2})(?: (?:NS|EW) [0-9]{1,2})?")


@dataclass(frozen=True, slots=True)
class TagStyle:
    """How the formats made of tag pairs differ: the name of the format, its seats, and how a row of a play section
    ends.
    """

    name: str
    sides: Sequence[str]
    by_line: bool = False
    spaced: bool = False
    """Whether all words are separated by spaces."""
    whole: int = 0
    """How many cards a hand has; 0 if a record may give a part of a hand."""


def header() -> InheritedTags:
    """Make the memory of tag values that passes from game to game of a file."""
    return InheritedTags(_READ)


def read(source: Source, before: InheritedTags | None = None) -> tuple[RecordedGame | None, tuple[Diagnostic, ...]]:
    """Read one game of a file.  Returns it, or None and the diagnostics.  `before`: the tag values that earlier games
    left (see `header`).
    """
    try:
        tags = read_tags(source, NAME)
        (before or header()).fill(tags)
        return (_PbnReader(tags).record(), ()) if tags.tags else (None, ())
    except ScriptError as error:
        return None, (error.diagnostic,)


class TagPairReader:
    """Reads what is the same in all formats made of tag pairs."""

    def __init__(self, tags: Tags, layout: TagStyle) -> None:
        self.tags = tags
        self.source = tags.source
        self.layout = layout
        self.unkept: list[Diagnostic] = []
        self.notes: dict[tuple[str, str], str] = {}
        """The text of each note, by the section it follows and its number."""
        section = ""
        for tag in tags.tags:  # a table (chapter 5) has no notes
            if tag.name.text == "Note":
                key, _, text = tag.value.text.partition(":")
                self.notes[section, key.strip()] = text.strip()
            elif tag.tokens and not tag.name.text.endswith(_TABLE):
                section = tag.name.text

    def side(self, said: SpannedText) -> int:
        """The seat that a letter names."""
        letter = said.text.removeprefix("^").upper()
        if letter not in self.layout.sides:
            raise self.wrong(said.span, f"`{said.text}` is none of {', '.join(self.layout.sides)}")
        return self.layout.sides.index(letter)

    def hands(self, tag: Tag) -> tuple[int, tuple[tuple[SpannedText, ...] | None, ...]]:
        """Return the seat that a deal names first, and the cards of each seat."""
        text = tag.value.text
        first, mark, rest = text.partition(":")
        if not mark:
            raise self.wrong(tag.value.span, "a deal is written as `N:` and the hands")
        start = self.side(tag.part(self.source, 0, len(first)))
        seats = len(self.layout.sides)
        found: list[tuple[SpannedText, ...] | None] = [None] * seats
        at = len(first) + 1
        hands = rest.split(" ")
        if len(hands) != seats:
            raise self.wrong(tag.value.span, f"there are {len(hands)} hands, not {seats}")
        for number, hand in enumerate(hands):
            if hand != "-":
                seat = (start + number) % seats
                found[seat] = cards = tuple(self.hand(tag, hand, at))
                if self.layout.whole not in (0, len(cards)):
                    why = f"{self.layout.sides[seat]} has {len(cards)} cards, not {self.layout.whole}"
                    place = tag.part(self.source, at, at + len(hand)).span
                    raise self.wrong(place, f"{why}; a hand that is not known is written as `-`")
            at += len(hand) + 1
        return start, tuple(found)

    def hand(self, tag: Tag, hand: str, at: int) -> list[SpannedText]:
        """The cards of a hand: spades, hearts, diamonds, clubs."""
        suits = hand.split(".")
        if len(suits) not in (len(SUITS), len(SUITS) + 1):
            raise self.wrong(tag.part(self.source, at, at + len(hand)).span, "a hand is four suits with dots between")
        found: list[SpannedText] = []
        for number, ranks in enumerate(suits):
            for rank in ranks:
                name = "Joker" if number == len(SUITS) else card_name(rank, "SHDC"[number])
                if name is None:
                    raise self.wrong(tag.part(self.source, at, at + 1).span, f"`{rank}` is no rank")
                found.append(SpannedText.at(name, self.source, tag.offset + at, tag.offset + at + 1))
                at += 1
            at += 1
        return found

    def words(self, tag: Tag) -> list[SectionToken]:
        """The calls or cards of a section.  Annotations become comments on the word before them.

        A `+` (the rest is not yet played) becomes a `-`, like everything that is not given; so does a player who was
        skipped.
        """
        found: list[SectionToken] = []
        before = ""
        for token in self.parts(tag):
            text = token.word.text
            if not before and not token.comment and text.isalnum():  # nearly all words
                found.append(SectionToken(token.word, token.line))
                continue
            if text == "*":
                break
            if not _MARK.fullmatch(text):
                said = SpannedText("-", token.word.span) if text == "+" else token.word
                remarks = " ".join(f"{before} {suit_signs(token.comment)}".split())
                found.append(SectionToken(said, token.line, remarks, out_of_turn="^L" in before))
                before = ""
            elif text.startswith("^"):
                before = f"{before} {text}"
                if text == "^S":
                    found.append(SectionToken(SpannedText("-", token.word.span), token.line))
            elif found:
                note = self.note(tag.name.text, text.strip("=")) if text.startswith("=") else ""
                remarks = f"{found[-1].comment} {note or text} {suit_signs(token.comment)}"
                found[-1].comment = " ".join(remarks.split())
        return found

    def note(self, section: str, number: str) -> str:
        """The text of a note, even if the note is in the wrong place; empty if there is none."""
        own = self.notes.get((section, number))
        return suit_signs(own or next((text for (_, key), text in self.notes.items() if key == number), ""))

    def parts(self, tag: Tag) -> Iterator[SectionToken]:
        """Split a section into words, also where no space separates them.  The comment belongs to the last one."""
        for token in tag.tokens:
            plain = self.layout.spaced or token.word.text.isalnum()
            found = list(_PART.finditer(token.word.text)) if not plain else []
            if len(found) < 2:
                yield token
                continue
            start, source = token.word.span.start, token.word.span.source
            for part in found:
                said = SpannedText(part[0], Span(source, start + part.start(), start + part.end()))
                yield SectionToken(said, token.line, token.comment if part is found[-1] else "")

    def plays(self, tag: Tag, out: frozenset[int] = frozenset()) -> tuple[tuple[PlayedCard, ...], ...]:
        """The tricks of a play section, read column by column.  `out`: the seats that do not play."""
        first, seats = self.side(tag.value), len(self.layout.sides)
        rows: list[list[SectionToken]] = []
        for token in self.words(tag):
            if not rows or len(rows[-1]) == seats or (self.layout.by_line and rows[-1][0].line != token.line):
                rows.append([])
            rows[-1].append(token)
        tricks: list[tuple[PlayedCard, ...]] = []
        for number, row in enumerate(rows):
            trick: list[PlayedCard] = []
            for column, token in enumerate(row):
                seat, text = (first + column) % seats, token.word.text
                if text == "-" and (number == len(rows) - 1 or seat in out):
                    continue
                name = UNKNOWN if text == "-" else card_name(text[1:], text[:1])
                if name is None:
                    raise self.wrong(token.word.span, f"`{text}` is no card: it is written as `SA`")
                trick.append(PlayedCard(token.word.with_text(name), seat, token.comment, token.out_of_turn))
            if trick:
                tricks.append(tuple(trick))
        return tuple(tricks)

    def wrong(self, span: Span, why: str) -> ScriptError:
        """Make the error that something does not belong to the format."""
        return ScriptError(report("E1081", span, format=self.layout.name, why=why))


def _table(tag: Tag) -> str:
    """The reason why a table is not kept, with the size of the table.

    The value of the tag names the columns, separated by semicolons; for a table of times it names the seat whose time
    comes first.
    """
    columns = tag.value.span.text.count(";") + 1
    rows, rest = divmod(len(tag.tokens), columns)
    size = f"{len(tag.tokens)} values" if columns == 1 else f"{rows} rows" if rows != 1 else "a row"
    cut = f" and {rest} more values" if rest > 1 else " and one more value" if rest else ""
    return f"a script has no place for a table of {size}{cut}"


def suit_signs(comment: str) -> str:
    """Replace the suits in a comment, which are written `\\S` and so on, by their signs."""
    return _SUIT_SIGN.sub(lambda found: SUITS[found[1]][0], comment)


class _PbnReader(TagPairReader):
    def __init__(self, tags: Tags) -> None:
        super().__init__(tags, TagStyle(NAME, SIDES, whole=WHOLE))

    def record(self) -> RecordedGame:
        """Read the game."""
        tags, source = self.tags, self.source
        seen = set[str]()
        for tag in tags.tags:
            name, value = tag.name.text, tag.value.text
            if name in seen and name != "Note":
                self.unkept.append(unkept(tag.name, "a tag that is repeated counts for nothing"))
            elif name.endswith(_TABLE) and tag.tokens:
                self.unkept.append(unkept(tag.name, _table(tag)))
            elif name not in _READ and (tag.tokens or value not in _MEANS_NOTHING):
                self.unkept.append(unkept(tag.name, "a script has no place for it"))
            seen.add(name)
        event = tags.get(_TITLE)
        names = tuple(self.name(number) for number in range(len(SIDES)))
        noted = _NOTES if not tags.text(MATCH) else ()
        notes = [f"{name}: {tags.text(name)}" for name in noted if tags.text(name) and tags.text(name) != "????.??.??"]
        notes += [suit_signs(one) for one in (tags.comment, *(tag.comment for tag in tags.tags)) if one]
        ruleset = tags.get(RULESET)
        variants = tags.get(VARIANTS)
        deal = self.deal()
        return RecordedGame(
            place=Span(source, 0, 0),
            title=event.value if event is not None and event.value.text not in _MEANS_NOTHING else None,
            names=names,
            notes=tuple(" ".join(note.split()) for note in notes),
            settings=self.settings(deal.dealer),
            deals=(deal,),
            ruleset=ruleset.value if ruleset is not None and ruleset.value.text else None,
            variants=tuple(SpannedText(one, variants.value.span) for one in variants.value.text.split())
            if variants
            else (),
            options=self.options(),
            series=f"{tags.text(MATCH)} {tags.text(_TITLE)}" if tags.text(MATCH) else "",
            unkept=tuple(self.unkept),
        )

    def deal(self) -> RecordedDeal:
        """Read the deal of the game."""
        tags = self.tags
        deal, dealer, contract = tags.get("Deal"), tags.get("Dealer"), self.contract()
        first, hands = self.hands(deal) if deal is not None and deal.value.text not in _MEANS_NOTHING else (None, ())
        seat = self.side(dealer.value) if dealer is not None and dealer.value.text not in _MEANS_NOTHING else first
        auction, play, choices = tags.get("Auction"), tags.get("Play"), tags.get(CHOICES)
        actions = self.calls(auction) if auction is not None else []
        if ended(actions):
            self.compare(actions)
        elif auction is not None and play is not None and play.tokens and auction.tokens:
            self.passed(actions, auction.tokens[-1].word)
        if choices is not None:
            actions += self.choices(choices)
        turned = tags.get(TURNED)
        return RecordedDeal(
            place=(deal or tags.tags[0]).name.span,
            dealer=seat,
            hands=hands or (None,) * len(SIDES),
            turned=self.card(turned.value) if turned is not None else None,
            actions=tuple(actions),
            trump=contract.suit if contract is not None and contract.suit != "no trump" else None,
            declarer=self.declarer(),
            contract=contract,
            leader=self.side(play.value) if play is not None and play.tokens else None,
            tricks=self.plays(play) if play is not None and play.tokens else (),
            result=self.result(),
        )

    def name(self, seat: int) -> SpannedText:
        """The name of the player at a seat; the seat's own name if the record gives none."""
        tag = self.tags.get(NAMES[seat])
        known = tag is not None and tag.value.text not in _MEANS_NOTHING
        return tag.value if known and tag is not None else SpannedText(SIDES[seat])

    def settings(self, dealer: int | None) -> dict[str, SpannedText]:
        """The settings that the record gives: who is vulnerable, a single side as seen from the dealer."""
        tag = self.tags.get("Vulnerable")
        if tag is None or tag.value.text in ("", "?"):
            return {}
        plain = tag.value.text if tag.value.text.upper() in ("NS", "EW") else tag.value.text.capitalize()
        value = {"Love": "None", "-": "None", "Both": "All"}.get(plain, plain)
        if dealer is not None and value.upper() in SIDES_OF:
            value = DEALING if value.upper() == SIDES_OF[dealer % 2] else OTHER
        return {"Vulnerable": SpannedText(value, tag.value.span)}

    def declarer(self) -> int | None:
        """The seat of the declarer; None if the record gives none."""
        tag = self.tags.get("Declarer")
        return self.side(tag.value) if tag is not None and tag.value.text not in _MEANS_NOTHING else None

    def contract(self) -> RecordedContract | None:
        """The contract; None if the record gives none."""
        tag = self.tags.get("Contract")
        if tag is None or tag.value.text in _MEANS_NOTHING or tag.value.text.casefold() == "pass":
            return None
        found = read_contract(tag.value)
        if isinstance(found, str):
            raise self.wrong(tag.value.span, found)
        return found

    def compare(self, calls: Sequence[RecordedAction]) -> None:
        """Warn of a contract and a declarer that are not those of the auction."""
        found = reached(calls)
        contract, declarer = self.tags.get("Contract"), self.tags.get("Declarer")
        if (
            contract is not None
            and contract.value.text not in _MEANS_NOTHING
            and self.contract() != (found and found[1])
        ):
            self.differs("contract", contract.value, written_contract(found[1]) if found else "Pass")
        if declarer is not None and found and self.declarer() not in (None, found[0]):
            self.differs("declarer", declarer.value, SIDES[found[0]])

    def passed(self, calls: Sequence[RecordedAction], last: SpannedText) -> None:
        """Raise `ScriptError` if only the passes are missing behind an auction that leads to the contract."""
        found, contract = reached(calls), self.contract()
        if found and contract and found[1] == contract and last.text not in ("*", "+", "-"):
            why = "the auction is not over before the play: passes are missing, or `AP` for all of them"
            raise self.wrong(last.span, why)

    def differs(self, what: str, said: SpannedText, found: str) -> None:
        """Warn that a tag contradicts the auction."""
        self.unkept.append(report("W1086", said.span, what=what, said=said.text, found=found))

    def calls(self, tag: Tag) -> list[RecordedAction]:
        """The calls of the auction.  `AP` becomes a pass of each remaining player."""
        if tag.value.text in _MEANS_NOTHING:
            return []
        seat, made = self.side(tag.value), list[RecordedAction]()
        for token in self.words(tag):
            text, said = token.word.text, token.word
            bid = _BID.fullmatch(text)
            if text.upper() == "AP":
                quiet = next((i for i, one in enumerate(reversed(made)) if one.word.text != "Pass"), len(made))
                left = len(SIDES) - quiet if quiet == len(made) else len(SIDES) - 1 - quiet
                made += [RecordedAction((seat + i) % len(SIDES), SpannedText("Pass", said.span)) for i in range(left)]
                break
            if bid is not None:
                suit = suit_name(bid[2]) or "no trump"
                made.append(
                    RecordedAction(
                        seat, SpannedText("bid", said.span), suit=suit, level=int(bid[1]), comment=token.comment
                    )
                )
            elif text.upper() in ("PASS", "X", "XX"):
                word = "Pass" if text.upper() == "PASS" else text.upper()
                made.append(RecordedAction(seat, SpannedText(word, said.span), comment=token.comment))
            elif text != "-":
                raise self.wrong(said.span, f"`{text}` is no call")
            seat = (seat + 1) % len(SIDES)
        return made

    def choices(self, tag: Tag) -> list[RecordedAction]:
        """Read our own section: lines of a seat and a choice in the words of the rules."""
        made: list[RecordedAction] = []
        for player, choice in zip(tag.tokens[::2], tag.tokens[1::2], strict=False):
            said = SpannedText(choice.word.text.strip('"'), choice.word.span)
            made.append(
                RecordedAction(
                    self.side(player.word), SpannedText("choice", said.span), card=said, comment=choice.comment
                )
            )
        return made

    def options(self) -> dict[str, SpannedText]:
        """Read our own tag of option values: `target=5; nil=50`."""
        tag = self.tags.get(OPTIONS)
        if tag is None:
            return {}
        pairs = (pair.partition("=") for pair in tag.value.text.split(";") if pair.strip())
        return {name.strip(): SpannedText(value.strip(), tag.value.span) for name, _, value in pairs}

    def card(self, said: SpannedText) -> SpannedText:
        """Read a single card."""
        name = card_name(said.text[1:], said.text[:1])
        if name is None:
            raise self.wrong(said.span, f"`{said.text}` is no card: it is written as `SA`")
        return SpannedText(name, said.span)

    def result(self) -> tuple[int, int, SpannedText] | None:
        """A seat of the declarer's side (or of the side that the tag names), and how many tricks that side took."""
        tag, declarer = self.tags.get("Result"), self.tags.get("Declarer")
        if tag is None or tag.value.text in _MEANS_NOTHING:
            return None
        found = _RESULT.fullmatch(tag.value.text)
        if found is None:
            raise self.wrong(tag.value.span, "a result is a number of tricks")
        if found[1]:
            return SIDES.index(found[1][0]), int(found[2]), tag.value
        if declarer is None or declarer.value.text in _MEANS_NOTHING:
            return None
        return self.side(declarer.value), int(found[2]), tag.value
