"""What a question for a card to a trick says about following suit and other duties.

Only questions that were lowered from `play trick` are read (`lowering/waiting/tricks.py`).  What the statements of the
question do must be exactly what is expected here; otherwise there is no answer.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import NamedTuple

from ...program import (
    AskPlayer,
    Binary,
    Block,
    Bound,
    Branch,
    Const,
    Domain,
    Fold,
    FunctionCall,
    Get,
    Goto,
    If,
    Mark,
    MoveCards,
    Program,
    Require,
    SetReg,
    SetSlot,
    ShowCards,
    Slot,
    Stmt,
    Tick,
    TrickRules,
    Unary,
    When,
    ZoneCards,
    ZoneRef,
)
from ...traversal import nodes_within

_KNOWN = (SetReg, SetSlot, When, MoveCards, Mark, Tick, Require, Branch, ShowCards)
"""What a card played to a trick does, if the author adds nothing.  That cards are shown changes no position."""


@dataclass(frozen=True, slots=True)
class TrickQuestion:
    """A question for a card to a trick.

    `follow`: whether the suit led must be followed.  `suit`: the slot of the cards that follow it (or -1).  `duties`:
    the slots that hold the cards that further duties prefer.  `after`: the block that follows the trick.  `inside`: the
    slots that are written while a trick is played; of these, `winning` hold nothing but the group led, the card that
    wins so far, and its player.  `played`: the block of a card that is played, which is in the slot `card`.
    `stand_in`: the slots of a player who chooses the cards of another one, and of that one; None if everybody chooses
    his own.
    """

    ask: int
    rules: TrickRules
    follow: bool
    suit: Slot
    duties: tuple[Slot, ...]
    legal: Slot
    player: Slot
    head: int
    after: int
    inside: frozenset[Slot]
    last_wins: bool
    winning: frozenset[Slot]
    played: int
    card: Slot
    stand_in: tuple[Slot, Slot] | None = None
    turn: int = -1
    """The block of what the rules do before each card (-1: nothing)."""
    own: int = -1
    """The block of what they do after each card, in the program that `with_card_code` makes (-1: nothing)."""
    exception: bool = False
    """Whether some cards may be played as well as those that follow suit."""
    cards: tuple[Slot, ...] = ()
    """For each seat the slot of the card that it played last (-1: there is none)."""


class TrickInPlay(NamedTuple):
    """Who is to play, the part of the ranking that counts, the hands with the cards of the open trick, that trick with
    who played to it, who is still to play, all cards in play, and how many tricks are left.
    """

    seat: int
    at: int
    hands: tuple[int, ...]
    lying: tuple[int, ...]
    order: tuple[int, ...]
    playing: tuple[int, ...]
    in_play: int
    tricks: int

    def holder(self, card: int) -> int:
        """Who plays a card, or has played it to the open trick (-1: it is not in play)."""
        return next((seat for seat, hand in enumerate(self.hands) if hand >> card & 1), -1)


class UnreadQuestion(Exception):
    """A question is not one for a card to a trick, or does more than is understood here.  `what`: what that is."""

    def __init__(self, what: str) -> None:
        super().__init__(what)
        self.what = what


_NO_TRICK = "no tricks are played"
_OTHERWISE = "the question for a card does more than following suit and preferring some cards"
_EACH_CARD = "the rules do something at each card that is played"
_DUTIES = "which cards may be played depends on the other cards of the hand"
_WINNER = "the rules say themselves who takes a trick"


def read_question(program: Program, number: int) -> TrickQuestion:
    """A question of a program that asks for a card to a trick.  Raises `UnreadQuestion` for any other question."""
    ask = program.asks[number]
    if ask.trick is None:
        raise UnreadQuestion(_NO_TRICK)
    if ask.secret or ask.opens or len(ask.alternatives) != 1:
        raise UnreadQuestion(_OTHERWISE)
    head = program.blocks[ask.block].body
    alternative = ask.alternatives[0]
    last = head[-1]
    if not isinstance(last, AskPlayer) or alternative.guard is not None or alternative.where not in (None, Const(1)):
        raise UnreadQuestion(_OTHERWISE)
    stand_in: tuple[Slot, Slot] | None = None
    match alternative.bound, last.actor:
        case (Bound(domain=Domain("mask", (offered,))),), Get(player, None):
            pass
        case (
            (Bound(domain=Domain("mask", (offered,))),),
            If(Binary("=", Get(player, None), Get(absent, None)), Get(chooser, None), Get(other, None)),
        ) if other == player:
            stand_in = chooser, absent
        case _:
            raise UnreadQuestion(_OTHERWISE)
    found = _duties(program, head[:-1], ask.trick, player)
    whole = program.blocks[alternative.body].body
    played = _until_played(whole, ask.trick)
    if played is None:
        raise UnreadQuestion(_WINNER if len(whole) > 1 else _EACH_CARD)
    after, further = _behind_card(program, whole[-1], ask.trick.rest)
    wins = _wins(played, ask.trick)
    if found is None:
        raise UnreadQuestion(_DUTIES)
    if wins is None:
        raise UnreadQuestion(_WINNER)
    turn = _goes_round(program.blocks[further].body, player)
    if turn is None:
        raise UnreadQuestion(_EACH_CARD)
    if not all(isinstance(part, _KNOWN) for part in played) or any(
        isinstance(part, SetSlot) and part.variable >= 0 for part in nodes_within(played)
    ):
        raise UnreadQuestion(_EACH_CARD)
    suit, duties, legal, exception = found
    if offered != (Get(legal) if legal >= 0 else ZoneCards(ask.trick.hand, Get(player))):
        raise UnreadQuestion(_OTHERWISE)
    written = {st.base for st in (*head, *nodes_within(played)) if isinstance(st, SetSlot) and st.index is None}
    inside = frozenset({*written, alternative.bound[0].slot})
    moved = [st for st in played if isinstance(st, MoveCards)]
    hand, trick = ZoneRef(ask.trick.hand, Get(player)), ZoneRef(ask.trick.trick, None)
    if len(moved) != 1 or (moved[0].source, moved[0].target) != (hand, trick):
        raise UnreadQuestion(_OTHERWISE)
    inside -= {ask.trick.best, ask.trick.rest, *(incident.window for incident in program.incidents)}
    card = alternative.bound[0].slot
    return TrickQuestion(
        number, ask.trick, suit >= 0, suit, duties, legal, player, ask.block, after, inside, wins,
        _of_winning_card(played, ask.trick, player), alternative.body, card, stand_in,
        turn if turn != ask.block else -1,
        -1 if whole == (*played, _last(after, further, ask.trick.rest)) else 0,
        exception,
        _played_cards(played, player, card, program.players),
    )  # fmt: skip


def _last(after: int, further: int, rest: Slot) -> Branch:
    """What follows a card: the end of the trick, if nobody is left to play, or the next player."""
    return Branch(Unary("not", Unary("any", Get(rest))), after, further)


def _until_played(body: tuple[Stmt, ...], rules: TrickRules) -> tuple[Stmt, ...] | None:
    """What every game does when a card is played: up to the statement that takes the player out of `rest`.

    Whatever follows comes from the rule file.  None if there is no such statement.
    """
    for number, st in enumerate(body):
        match st:
            case SetSlot(slot, None, Binary("without", Get(rest, None), _)) if slot == rest == rules.rest:
                return body[: number + 1]
            case _:
                pass
    return None


def _shows(body: tuple[Stmt, ...]) -> bool:
    """Whether statements do nothing but show cards, which changes no position."""
    return all(
        (isinstance(st, When) and _shows((*st.then, *st.otherwise)))
        or isinstance(st, ShowCards | Mark | Tick | Require)
        for st in body
    )


def _behind_card(program: Program, last: Stmt, rest: Slot) -> tuple[int, int]:
    """Where play goes on behind a card and what the rules do then, when all have played, and if not."""
    found, seen, waiting = set[tuple[int, int]](), set[int](), [last]
    while waiting:
        match waiting.pop():
            case Branch(Unary("not", Unary("any", Get(slot, None))), after, further) if slot == rest:
                found.add((after, further))
            case Branch(_, then, otherwise):
                blocks = {then, otherwise} - seen
                seen |= blocks
                waiting += [program.blocks[block].body[-1] for block in blocks]
            case Goto(block) if block not in seen:
                seen.add(block)
                waiting.append(program.blocks[block].body[-1])
            case _:
                pass
    if len(found) != 1:
        raise UnreadQuestion(_EACH_CARD)
    return found.pop()


def with_card_code(program: Program, questions: dict[int, TrickQuestion]) -> Program:
    """The program with what the rules do after each card in blocks of their own, and without working out anew who wins
    a trick: that matters only where the ranking changes.  The questions are made to say which blocks these are.  Checks
    of the author are left out: they change nothing, and where one would fail, the rules are wrong.
    """
    kept = [
        tuple(st for st in block.body if not isinstance(st, Require) and not _anew(st, questions))
        for block in program.blocks
    ]
    blocks = [replace(block, body=body) for block, body in zip(program.blocks, kept, strict=True)]
    for number, question in questions.items():
        if question.turn >= 0:  # blocks to which two jump are not written into others, so that runs may stop there
            blocks.append(Block((Branch(Const(1), question.head, question.turn),), 0))
        if question.own < 0:
            continue
        block = blocks[question.played]
        until = len(_until_played(block.body, question.rules) or ())
        own = (*(st for st in block.body[until:-1] if not _shows((st,))), block.body[-1])
        last = _last(*_behind_card(program, block.body[-1], question.rules.rest), question.rules.rest)
        questions[number] = replace(question, own=-1 if own == (last,) else len(blocks))
        blocks[question.played] = replace(block, body=(*block.body[:until], last))
        if own != (last,):
            blocks.append(Block(own, block.registers))
    return replace(program, blocks=tuple(blocks))


def _anew(st: Stmt, questions: dict[int, TrickQuestion]) -> bool:
    """Whether a statement works out anew who wins a trick."""
    match st:
        case When(Binary("!=", Get(power, None), Const(-2)), then, ()):
            own = [one for one in questions.values() if one.rules.winning == power]
            return any(
                all(isinstance(one, SetSlot) and one.base in question.winning | {power} for one in then)
                for question in own
            )
        case _:
            return False


def _duties(
    program: Program, body: tuple[object, ...], rules: TrickRules, player: Slot
) -> tuple[Slot, tuple[Slot, ...], Slot, bool] | None:
    """The slots of the cards that follow suit, of further duties, and of the legal cards (-1: there is none); last,
    whether some cards may be played as well as those that follow suit.
    """
    follow, duties, legal, kept, exception = -1, list[Slot](), -1, -1, False
    for st in body:
        match st:
            case Require() | Tick() | Mark():  # they stop a game or change nothing
                pass
            case SetSlot(slot, None, ZoneCards(zone, Get(who, None))) if legal < 0:
                if (zone, who) != (rules.hand, player):
                    return None
                legal = slot
            case SetSlot(
                slot,
                None,
                If(
                    Unary("any", Binary("intersect", Get(cards, None), Get(suit, None)) as able),
                    Binary("union", then, Fold("set", _, Domain("mask", (Get(free, None),)), _, None) as fold),
                    Get(other, None),
                ),
            ) if slot == legal == other == cards == free and able == then and not duties and follow < 0:
                if _looks(program, fold, rules, suit):
                    return None
                follow, exception = suit, True
            case SetSlot(slot, None, If(Unary("any", able), then, Get(other, None))) if slot == legal == other:
                if able != then:
                    return None
                match able:
                    case Binary("intersect", Get(cards, None), Get(suit, None)) if (
                        cards == legal and not duties and follow < 0
                    ):
                        follow = suit
                    case Get(cards, None) if cards == kept >= 0:
                        duties.append(kept)
                        kept = -1
                    case _:
                        return None
            case SetSlot(slot, None, Fold("set", _, Domain("mask", (Get(cards, None),)), _, None)) if cards == legal:
                if kept >= 0 or exception or _looks(program, st, rules, follow):
                    return None
                kept = slot
            case _:
                return None
    return None if kept >= 0 else (follow, tuple(duties), legal, exception)


def _looks(program: Program, node: object, rules: TrickRules, follow: Slot) -> bool:
    """Whether something depends on a hand, or on which cards follow, in the functions that it calls, too."""
    waiting, seen = [node], set[int]()
    while waiting:
        for part in nodes_within(waiting.pop()):
            if isinstance(part, ZoneCards | ZoneRef) and part.zone == rules.hand:
                return True
            if part == Get(follow):
                return True
            if isinstance(part, FunctionCall) and part.function not in seen:
                seen.add(part.function)
                waiting.append(program.functions[part.function].body)
    return False


def _wins(played: tuple[object, ...], rules: TrickRules) -> bool | None:
    """Whether of two equal cards the last one wins; None if the statements are not understood."""
    for st in played:
        match st:
            case When(condition, then, ()) if any(isinstance(one, SetSlot) and one.base == rules.best for one in then):
                match condition:
                    case Binary(">"):
                        return False
                    case Binary("or", Binary(">"), Binary("and")):
                        return True
                    case _:
                        return None
            case _:
                pass
    return None


def _of_winning_card(played: tuple[object, ...], rules: TrickRules, player: Slot) -> frozenset[Slot]:
    """The slots that hold nothing but the group led, the card that wins so far, and its player."""
    found = {rules.best, player}
    for st in played:
        match st:
            case When(Binary("=", Get(power, None), Const(-2)), opens, ()) if power == rules.winning:
                found |= {one.base for one in opens if isinstance(one, SetSlot) and one.index is None}
            case When(_, wins, ()) if any(isinstance(one, SetSlot) and one.base == rules.best for one in wins):
                found |= {one.base for one in wins if isinstance(one, SetSlot) and one.index is None}
            case SetSlot(slot, None, Get(led, None)) if led == rules.led:
                found.add(slot)
            case _:
                pass
    return frozenset(found)


def _played_cards(played: tuple[object, ...], player: Slot, card: Slot, seats: int) -> tuple[Slot, ...]:
    """For each seat the slot of the card that it played last (-1: there is none)."""
    found = dict[int, int]()
    for st in played:
        match st:
            case When(Binary("=", Get(who, None), Const(seat)), (SetSlot(slot, None, Get(one, None)),), ()):
                if (who, one) == (player, card):
                    found[seat] = slot
            case _:
                pass
    return tuple(found.get(seat, -1) for seat in range(seats))


def _goes_round(body: tuple[object, ...], player: Slot) -> int | None:
    """The block with which the turn of the next of those who have not played begins; None if it is not the next of them
    in seat order.
    """
    match tuple(st for st in body if not isinstance(st, Require | Tick | Mark)):
        case (SetSlot(slot, None, Fold("first", _, Domain("seats", _, Get(start, None)), None, None)), Goto(to)):
            return to if slot == start == player else None
        case _:
            return None
