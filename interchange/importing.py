"""Turns a record into a scripted game: looks its words up in a mapping and assigns its plays to the players who made
them.

This module does not check play.  A card played twice, a revoke or a wrong score is copied into the script, and `hoyle
replay` reports it.  The rules are used for two things only: to find who took a trick, where the record does not say so,
and to find which cards a player may hold who could not follow suit.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from ..dsl.codes.reporting import ScriptError, report
from ..dsl.source.diagnostics import Diagnostic
from ..dsl.source.span import Span
from ..interpreter.lowering import SettingsError
from ..interpreter.notation import model as m
from ..interpreter.notation.header import unfit_name
from ..interpreter.notation.model import SpannedText
from ..interpreter.opening.opened import OpenedGame
from ..interpreter.opening.rulesets import Rulesets
from ..interpreter.program import trick_rules
from .contracts import written_contract
from .hands import Hand, fitting, hands
from .mappings import Phrase, RecordMapping, mapping_for, shipped
from .record import UNKNOWN, PlayedCard, RecordedAction, RecordedDeal, RecordedGame, unkept
from .tricks import highest

Imported = tuple[m.ScriptedGame | None, tuple[Diagnostic, ...]]
"""The scripted game, or None if no rules fit the record, and the diagnostics."""


@dataclass(frozen=True, slots=True)
class ImportSettings:
    """The rules that the person who imports a record asks for."""

    ruleset: str = ""
    variants: tuple[str, ...] = ()
    options: tuple[tuple[str, str], ...] = ()
    near: Path | None = None
    """The folder from which these names, and those of the records, name rules."""


def joined(records: Iterable[RecordedGame]) -> Iterator[RecordedGame]:
    """Join consecutive records of one series into one record of several deals."""
    last: RecordedGame | None = None
    for record in records:
        same = last is not None and bool(record.series) and record.series == last.series
        if same and last is not None and (record.names, record.options) == (last.names, last.options):
            new_notes = tuple(note for note in record.notes if note not in last.notes)
            last = replace(
                last,
                deals=last.deals + record.deals,
                unkept=last.unkept + record.unkept,
                notes=last.notes + new_notes,
                final=record.final,
            )
            continue
        if last is not None:
            yield last
        last = record
    if last is not None:
        yield last


def imported(record: RecordedGame, format: str, rulesets: Rulesets, wishes: ImportSettings) -> Imported:
    """Return the script of a record and the diagnostics."""
    try:
        mapping = _mapping(record, format, wishes)
        head, opened, warnings = _head(record, mapping, rulesets, wishes)
    except ScriptError as error:
        return None, (*record.unkept, error.diagnostic)
    made = _Import(record, mapping, opened, head.names)
    game = made.game(head)
    return game, tuple(_in_order((*record.unkept, *warnings, *made.warnings)))


def _in_order(found: Sequence[Diagnostic]) -> list[Diagnostic]:
    return sorted(found, key=lambda one: (one.span.source.first, one.span.start))


def _mapping(record: RecordedGame, format: str, wishes: ImportSettings) -> RecordMapping:
    name = wishes.ruleset or (record.ruleset.text if record.ruleset is not None else "")
    where = record.ruleset.span if record.ruleset is not None and not wishes.ruleset else record.place
    known = shipped(format)
    try:
        if name:
            found = mapping_for(format, name, wishes.near)
        else:
            found = next((one for one in known if one.default), None)
    except ValueError as error:
        raise ScriptError(report("E1082", where, why=str(error))) from None
    if found is None:
        why = f"there is no file `{Path(name).stem}.{format}.json`" if name else "it does not say so"
        names = ", ".join(f"`{one.ruleset}`" for one in known)
        raise ScriptError(report("E1082", where, why=why, help=f"name a ruleset with `--ruleset`: {names}"))
    return found


def _head(
    record: RecordedGame, mapping: RecordMapping, rulesets: Rulesets, wishes: ImportSettings
) -> tuple[m.ScriptedGame, OpenedGame, list[Diagnostic]]:
    """The header of the script, the game opened for it, and warnings.  Raises `ScriptError` if the game cannot be
    played by the rules asked for.
    """
    warnings: list[Diagnostic] = []
    rules = record.ruleset if record.ruleset is not None and not wishes.ruleset else _named(wishes.ruleset)
    rules = rules if rules.text else _named(mapping.ruleset)
    variants = list(map(_named, wishes.variants)) or list(record.variants)
    # A record that Hoyle wrote says every option; then nothing follows from what other programs mean by their records.
    own = record.ruleset is not None and bool(record.options)
    preset = None if own else mapping.preset or None
    options: dict[str, SpannedText] = {
        option: SpannedText(value) for option, value in mapping.options.items() if not own
    }
    for setting, said in record.settings.items() if not own else ():
        effect = mapping.effect(setting, said.text)
        if effect is None:
            why = f"the rules of `{mapping.ruleset}` have nothing for it"
            warnings.append(unkept(SpannedText(f"{setting} {said.text}", said.span), why))
            continue
        options |= {option: SpannedText(value, said.span) for option, value in effect.options.items()}
        rules = _named(effect.ruleset) if effect.ruleset and not wishes.ruleset else rules
        variants += [_named(one) for one in effect.variants if not wishes.variants]
    options |= record.options
    options |= {option: SpannedText(value) for option, value in wishes.options}
    seats, wrong = _seats(record)
    warnings += wrong
    while True:
        head = m.ScriptedGame(
            span=record.place,
            ruleset=SpannedText(rules.text, record.ruleset.span if record.ruleset is not None else record.place),
            variants=tuple(SpannedText(one.text, record.place) for one in variants),
            preset=SpannedText(preset) if preset else None,
            title=record.title,
            options=tuple(m.OptionSetting(SpannedText(option), said) for option, said in options.items()),
            players=seats,
            notes=record.notes,
        )
        try:
            settled = {option: said.text.replace(" ", "_") for option, said in options.items()}
            opened = rulesets.open(rules, settled, len(seats) or None,
                                  preset=preset, variants=variants, near=wishes.near)  # fmt: skip
        except SettingsError as error:
            first = error.problems[0]
            said = options.pop(first.name, None)
            if said is None:
                raise ScriptError(report("E1082", record.place, why=first.message, help=first.help)) from None
            warnings.append(unkept(SpannedText(f"{first.name} {said.text}", said.span), first.message))
        else:
            return head, opened, warnings


def _named(name: str) -> SpannedText:
    """A name that stands in no record."""
    return SpannedText(name, Span.of_name(name))


def _seats(record: RecordedGame) -> tuple[tuple[SpannedText, ...], list[Diagnostic]]:
    """The players' names, and warnings for those that a script cannot hold."""
    names = tuple(SpannedText(" ".join(one.text.split()), one.span) for one in record.names)
    found = unfit_name(one.text for one in names)
    if found is None:
        return names, []
    number, why = found
    why = f"{why or 'another player has this name'}; the players are called by letters"
    return tuple(SpannedText(chr(ord("A") + i)) for i in range(len(names))), [unkept(names[number], why)]


class _Import:
    """Makes the steps of one game."""

    def __init__(
        self, record: RecordedGame, mapping: RecordMapping, opened: OpenedGame, names: tuple[str, ...]
    ) -> None:
        self.record = record
        self.mapping = mapping
        self.opened = opened
        self.program = opened.engine.program
        self.seats = names or opened.words.seats
        self.rules = trick_rules(self.program)
        self.warnings: list[Diagnostic] = []
        self.known: dict[str, int | None] = {}

    def game(self, head: m.ScriptedGame) -> m.ScriptedGame:
        """Make the whole game."""
        steps: list[m.Step] = []
        for number, deal in enumerate(self.record.deals):
            steps += self.deal(deal, first=number == 0)
        if self.record.final and self.mapping.points and len(self.record.final) > 1:
            steps.append(self.points(self.record.final))
        return replace(head, steps=tuple(steps))

    def deal(self, deal: RecordedDeal, *, first: bool) -> Iterator[m.Step]:
        """Make the steps of one deal: the cards that were dealt, the calls and the plays."""
        tricks = self.seated(deal)
        deal = self.turned(deal)
        dealt = self.hands(deal, tricks)
        if first and any(self.record.scores) and self.mapping.phase:
            yield self.position(deal, dealt)
        else:
            if first and deal.dealer is not None and self.mapping.dealer:
                yield m.FirstFact(SpannedText(self.mapping.dealer), self.player(deal.dealer), span=deal.place)
            elif deal.dealer is not None and self.mapping.dealer:
                dealer = (m.OwnerValue(None, self.player(deal.dealer)),)
                yield m.ValueExpectation(SpannedText(self.mapping.dealer, deal.place), dealer, span=deal.place)
            if deal.turned is not None and self.mapping.last:
                yield m.Pile(SpannedText(self.mapping.last), None, (deal.turned,), span=deal.turned.span)
            for hand in dealt:
                yield m.DealtCards(SpannedText(self.mapping.hand), self.player(hand.seat), hand.cards, span=deal.place)
            if deal.turned is not None and self.mapping.turned:
                yield m.DealtCards(SpannedText(self.mapping.turned), None, (deal.turned,), span=deal.turned.span)
        size = max((len(hand.cards) for hand in dealt), default=self.mapping.size)
        highest_bid = False
        for action in deal.actions or self.auction(deal):
            if highest_bid and action.word.text == self.mapping.unsaid:
                continue
            for answer in self.action(action, size):
                yield answer
                highest_bid |= action.level == size or (action.level is None and action.alone)
        for trick in tricks:
            yield from self.trick(trick)
        yield from self.result(deal, tricks)

    # --------------------------------------------------------------------------------------------------------- plays

    def trick(self, trick: Sequence[PlayedCard]) -> Iterator[m.Step]:
        """The step for the cards of a trick."""
        plays = tuple(m.CardPlay(self.player(play.seat), play.card) for play in trick if play.seat is not None)
        remarks = " ".join(play.comment for play in trick if play.comment)
        yield m.Trick(plays, span=trick[0].card.span, comment=_comment(remarks))

    def seated(self, deal: RecordedDeal) -> list[tuple[PlayedCard, ...]]:
        """The tricks in the order of play, each card with its seat."""
        found: list[tuple[PlayedCard, ...]] = []
        leader, seats = deal.leader, len(self.seats)
        for trick in deal.tricks:
            if leader is None:
                leader = trick[0].seat or 0
            start = next((play.seat for play in trick if play.leads and play.seat is not None), leader)
            if all(play.seat is not None for play in trick):
                ordered = sorted(trick, key=lambda play: ((play.seat or 0) - start) % seats)
            else:
                order = [seat for seat in ((start + step) % seats for step in range(seats)) if seat not in deal.out]
                extra = trick[len(order) :]
                if extra:
                    self.warnings.append(unkept(extra[0].card, f"only {len(order)} players play to this trick"))
                ordered = [replace(play, seat=seat) for play, seat in zip(trick, order, strict=False)]
            found.append(tuple(ordered))
            faces = [self.face(play.card) for play in ordered]
            if self.rules is not None:
                leader = ordered[highest(self.program, self.rules, deal.trump, faces)].seat
        return found

    def face(self, card: SpannedText) -> int | None:
        """The face of a card; None if it is unknown or not in the deck."""
        if card.text not in self.known:
            self.known[card.text] = self.opened.words.read_card(card.text) if card.text != UNKNOWN else None
        return self.known[card.text]

    def hands(self, deal: RecordedDeal, tricks: Sequence[tuple[PlayedCard, ...]]) -> list[Hand]:
        """The cards that each seat was dealt, as far as they are known."""
        found = hands(deal, tricks, len(self.seats), self.mapping)
        if self.rules is None or not any(card.text == UNKNOWN for hand in found for card in hand.cards):
            return found
        words = self.opened.words
        found = fitting(found, deal, tricks, self.program, self.rules, self.face, lambda face: words.faces[face])
        for hand in found:
            if hand.fitted:
                what = f"some of the cards of {self.seats[hand.seat]}, who could not follow suit"
                taken = " ".join(card.text for card in hand.fitted)
                self.warnings.append(report("W1084", deal.place, what=what, taken=taken))
        return found

    def turned(self, deal: RecordedDeal) -> RecordedDeal:
        """Return the deal with the card turned up, where the record gives only its suit and the last card dealt is
        turned up for trumps.
        """
        if not self.mapping.last or deal.turned is not None or deal.trump is None or deal.dealer is None:
            return deal
        hand = deal.hands[deal.dealer] if deal.dealer < len(deal.hands) else None
        suit = self.program.suits.index(deal.trump) if deal.trump in self.program.suits else -1
        cards = [
            card
            for card in hand or ()
            if (face := self.face(card)) is not None and self.program.faces[face].suit == suit
        ]
        if not cards:
            return deal
        card = cards[-1]
        what = "which card of the dealer's was turned up"
        self.warnings.append(report("W1084", deal.place, what=what, taken=card.text))
        return replace(deal, turned=card)

    # ------------------------------------------------------------------------------------------------------- actions

    def action(self, action: RecordedAction, size: int) -> Iterator[m.Answer]:
        """The answers, in the words of the rules, for what a player called or did.  `size` is the number of cards in a
        hand.
        """
        phrase = self.phrase(action)
        if phrase is None:
            why = f"the rules of `{self.mapping.ruleset}` have no such choice"
            text = " ".join(one for one in (action.word.text, action.suit or "") if one)
            self.warnings.append(unkept(SpannedText(text, action.word.span), why))
            return
        holes = {
            "suit": action.suit or "",
            "level": str(action.level) if action.level is not None else "",
            "card": action.card.text if action.card is not None else "",
        }
        for hole, taken in phrase.assumed.items():
            if holes.get(hole) == "":
                holes[hole] = str(size) if taken == "all" else taken
                if taken != "all":
                    what = f"the {hole} of `{action.word.text}`"
                    self.warnings.append(report("W1084", action.word.span, what=what, taken=holes[hole]))
        text = SpannedText(phrase.filled(holes), action.word.span)
        yield m.Answer(self.player(action.seat), text, span=action.word.span, comment=_comment(action.comment))

    def auction(self, deal: RecordedDeal) -> Sequence[RecordedAction]:
        """The shortest auction that leads to the contract, for a record that gives only the contract."""
        words = {one.word for one in self.mapping.phrases}
        contract = deal.contract
        if contract is None or not {"bid", "Pass"} <= words:
            return ()
        if deal.declarer is None or deal.dealer is None:
            why = "without an auction, a contract is kept only with its dealer and its declarer"
            self.warnings.append(unkept(SpannedText(written_contract(contract), contract.place), why))
            return ()
        seats, place = len(self.seats), deal.place
        before = (deal.declarer - deal.dealer) % seats
        made = [RecordedAction((deal.dealer + i) % seats, SpannedText("Pass", place)) for i in range(before)]
        made.append(RecordedAction(deal.declarer, SpannedText("bid", place), suit=contract.suit, level=contract.level))
        made += [
            RecordedAction((deal.declarer + 1 + i) % seats, SpannedText("X" * (i + 1), place))
            for i in range(contract.doubled)
        ]
        last = made[-1].seat
        made += [RecordedAction((last + 1 + i) % seats, SpannedText("Pass", place)) for i in range(seats - 1)]
        what, taken = "how the contract was reached", "the shortest way"
        self.warnings.append(report("W1084", place, what=what, taken=taken))
        return made

    def phrase(self, action: RecordedAction) -> Phrase | None:
        """The phrase of the mapping for an action; None if there is none."""
        named = [one for one in self.mapping.phrases if one.word == action.word.text]
        return next((one for one in named if one.alone == action.alone), next(iter(named), None))

    # ------------------------------------------------------------------------------------------------------------ facts

    def position(self, deal: RecordedDeal, dealt: Sequence[Hand]) -> m.StartPosition:
        """The position of a game that does not begin with its first deal."""
        given: list[m.ValueExpectation | m.TurnExpectation | m.Trick | m.Note] = []
        if deal.dealer is not None:
            given.append(m.TurnExpectation(self.player((deal.dealer + 1) % len(self.seats))))
            given.append(
                m.ValueExpectation(SpannedText(self.mapping.dealer), (m.OwnerValue(None, self.player(deal.dealer)),))
            )
        given.append(self.points(self.record.scores))
        entries = tuple(
            m.OwnerValue(self.player(one.seat), SpannedText(" ".join(c.text for c in one.cards))) for one in dealt
        )
        if entries:
            given.append(m.ValueExpectation(SpannedText(self.mapping.hand), entries))
        if deal.turned is not None and self.mapping.turned:
            given.append(m.ValueExpectation(SpannedText(self.mapping.turned), (m.OwnerValue(None, deal.turned),)))
            face = self.face(deal.turned)
            suit = self.program.faces[face].suit if face is not None else -1
            if self.mapping.turned_suit and suit >= 0:
                said = SpannedText(self.program.suits[suit])
                given.append(m.ValueExpectation(SpannedText(self.mapping.turned_suit), (m.OwnerValue(None, said),)))
        return m.StartPosition(SpannedText(self.mapping.phase, deal.place), tuple(given), span=deal.place)

    def points(self, scores: Sequence[int]) -> m.ValueExpectation:
        """An expectation of the points of each side."""
        entries = tuple(m.OwnerValue(self.owner(side), SpannedText(str(score))) for side, score in enumerate(scores))
        return m.ValueExpectation(SpannedText(self.mapping.points, self.record.place), entries, span=self.record.place)

    def result(self, deal: RecordedDeal, tricks: Sequence[tuple[PlayedCard, ...]]) -> Iterator[m.Step]:
        """An expectation of how many tricks a side took."""
        if deal.result is None:
            return
        seat, count, said = deal.result
        phase, name = self.mapping.tricks
        if phase and len(tricks) == self.mapping.size:
            entries = [m.OwnerValue(self.owner(seat), SpannedText(str(count), said.span))]
            yield m.AfterPhase(
                SpannedText(phase, said.span),
                (m.ValueExpectation(SpannedText(name, said.span), tuple(entries)),),
                span=said.span,
            )
        else:
            played = (
                f"the record has {len(tricks)} of the {self.mapping.size} tricks"
                if tricks
                else "the record has no play"
            )
            why = f"{played}, and a result is checked at the end of a whole deal"
            self.warnings.append(unkept(said, why if phase else "the rules count no tricks of a side in a deal"))

    def owner(self, seat: int) -> SpannedText:
        """The side of a seat, as scripts name it."""
        team = next((team for team in self.program.teams if seat in team), (seat,))
        return SpannedText(" and ".join(self.seats[one] for one in sorted(team)))

    def player(self, seat: int) -> SpannedText:
        """A player's name."""
        return SpannedText(self.seats[seat])


def _comment(text: str) -> str:
    return text and " ".join("".join(one if one.isprintable() else " " for one in text).split())
