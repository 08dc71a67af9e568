"""The attributes of cards, suits, seats and teams, as tables in which they are looked up."""

from __future__ import annotations

from ....dsl.checked import AttributeName
from ....dsl.types import FACE, NONE, Type
from ...program import Const, Expr, Get
from .. import simplify as s
from ..layout import SlotLayout


def attribute(lay: SlotLayout, op: AttributeName, args: list[Expr], type: Type) -> Expr:
    """`c.suit`, `p.left(2)`, `t.players`.  The first of `args` is the thing that has the attribute; `type` is its
    type.
    """
    match op:
        case "suit":
            return _of_card(lay, [f.suit for f in lay.faces], type, args[0])
        case "rank":
            return _of_card(lay, [f.rank for f in lay.faces], type, args[0])
        case "number":
            numbers = lay.rank_numbers()
            return _of_card(lay, [numbers[f.rank] if f.rank >= 0 else 0 for f in lay.faces], type, args[0])
        case "joker":
            return _of_card(lay, [int(f.rank < 0) for f in lay.faces], type, args[0])
        case "sister":
            sisters = tuple(lay.sister(suit) for suit in range(len(lay.game.suits)))
            return s.look(lay.tables, lay.table(sisters), args[0])
        case "color":
            colors = tuple(int(name in ("diamonds", "hearts")) for name in lay.game.suits)
            return s.look(lay.tables, lay.table(colors), args[0])
        case "left":
            return _seat(lay, args[0], args[1], lay.game.counterclockwise)
        case "right":
            return _seat(lay, args[0], args[1], not lay.game.counterclockwise)
        case "next":
            on = _seat(lay, args[0], Const(1))
            return s.choose(Get(lay.turned), _seat(lay, args[0], Const(-1)), on) if lay.turned >= 0 else on
        case "partner" if not lay.paired:
            return Const(NONE)
        case "partner":
            return _seat(lay, args[0], Const(lay.team_count))
        case "team":
            table = tuple(p % max(lay.team_count, 1) for p in range(lay.players))
            return s.look(lay.tables, lay.table(table), args[0])
        case "opponents":
            return s.look(lay.tables, lay.table(_opponents(lay)), args[0])
        case "opposing":
            table = tuple((t + 1) % max(lay.team_count, 1) for t in range(lay.team_count))
            return s.look(lay.tables, lay.table(table), args[0])
        case "members":
            masks = tuple(sum(1 << p for p in team) for team in lay.teams)
            return s.look(lay.tables, lay.table(masks), args[0])
        case "face":
            numbers = {face: number for number, face in enumerate(lay.game.deck.faces)}
            entries = lay.by_card([numbers.get((f.rank, f.suit), NONE) for f in lay.faces])
            return s.look(lay.tables, lay.table((NONE, *entries)), s.binary("+", args[0], Const(1)))
        case "named":
            suits, numbers = len(lay.game.suits), {face: number for number, face in enumerate(lay.game.deck.faces)}
            table = tuple(numbers.get((r, q), NONE) for r in range(len(lay.game.ranks)) for q in range(suits))
            return s.look(lay.tables, lay.table(table), s.binary("+", s.binary("*", args[0], Const(suits)), args[1]))
        case "face suit":
            return s.look(lay.tables, lay.table(tuple(suit for _, suit in lay.game.deck.faces)), args[0])
        case "face rank":
            return s.look(lay.tables, lay.table(tuple(rank for rank, _ in lay.game.deck.faces)), args[0])
        case "played by" | "played":
            raise AssertionError(op)


def _opponents(lay: SlotLayout) -> tuple[int, ...]:
    everyone = (1 << lay.players) - 1
    if not lay.teams:
        return tuple(everyone & ~(1 << p) for p in range(lay.players))
    masks = [sum(1 << q for q in team) for team in lay.teams]
    return tuple(everyone & ~masks[p % lay.team_count] for p in range(lay.players))


def _seat(lay: SlotLayout, player: Expr, steps: Expr, back: bool = False) -> Expr:
    """The player `steps` places on (or back) in the order of play."""
    if back:
        steps = s.binary("-", Const(0), steps)
    if isinstance(steps, Const):
        table = tuple((p + steps.value) % lay.players for p in range(lay.players))
        return s.look(lay.tables, lay.table(table), player)
    return s.binary("mod", s.binary("+", player, steps), Const(lay.players))


def _of_card(lay: SlotLayout, entries: list[int], type: Type, card: Expr) -> Expr:
    """An entry of a list over faces, for a card or for a written face."""
    written = type.kind == "card" and type.name == FACE
    return s.look(lay.tables, lay.table(tuple(entries) if written else lay.by_card(entries)), card)


def cards_of_face(lay: SlotLayout, face: Expr) -> Expr:
    """The mask of all cards with a face."""
    masks = [0] * len(lay.faces)
    for card, index in enumerate(lay.deck):
        masks[index] |= 1 << card
    if lay.game.deck.rows:  # there may be no card of that face
        return s.look(lay.tables, lay.table((0, *masks)), s.binary("+", face, Const(1)))
    return s.look(lay.tables, lay.table(tuple(masks)), face)
