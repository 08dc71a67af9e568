"""Expressions as noun phrases: `dealer.left` is "the player to the dealer's left".

The second layer of the speaker.  Conditions inside a phrase ("the players who are out") are the next layer's business
and reached through `clause`.
"""

from __future__ import annotations

from dataclasses import replace

from ..checked import (
    CallDefine,
    Cond,
    Expr,
    FaceRef,
    Fold,
    Gained,
    IsShape,
    Lit,
    LocalRef,
    LocalSymbol,
    Op,
    OptionRef,
    PileEnd,
    Present,
    Random,
    ValueOf,
    VariableRef,
    ZoneRef,
)
from ..settle.logic import number_of
from ..types import NONE
from . import english as en
from .english import Noun
from .names import Names, kind_noun, thing_words
from .sizes import weight

_DEEPEST = 4
_LIGHT = 11


class Nouns(Names):
    """Says what an expression stands for."""

    def clause(self, e: Expr, holds: bool = True) -> str:
        """A condition as a clause, or its opposite."""
        raise NotImplementedError

    def relative(self, local: LocalSymbol, where: Expr, noun: str, plural: bool = False) -> str:
        """What is true of the thing named, behind its noun: `who is out and whose hand is empty`."""
        raise NotImplementedError

    def things(self, group: Expr) -> str:
        """Several of a set, without an article: `cards in the stock`."""
        raise NotImplementedError

    def member(self, group: Expr, one: str, many: bool = False) -> tuple[str, str]:
        """One of a set: `opponent`, ` of the player`."""
        raise NotImplementedError

    def phrase(self, e: Fold) -> Noun:
        """A phrase over a set: `the players who are out`."""
        raise NotImplementedError

    # ---------------------------------------------------------------------------------------------------- in general

    def text(self, e: Expr) -> str:
        """An expression as the words of a noun phrase."""
        return self.noun(e).text

    def noun(self, e: Expr) -> Noun:
        """An expression as a noun phrase."""
        match e:
            case Lit():
                return self._literal(e)
            case OptionRef(option=option):
                return Noun(f"the option “{en.spaced(option.name)}”")
            case LocalRef(local=local):
                return self.local(local)
            case VariableRef(variable=variable, owner=owner):
                return self.variable(variable, self.owner(owner))
            case Gained(variable=variable, owner=owner):
                self.mention(variable)
                words, by = thing_words(variable), f" by {self.text(owner)}" if owner is not None else ""
                return Noun(f"the {words} gained{by}", en.is_plural(words))
            case ZoneRef(zone=zone, owner=owner):
                return self.zone(zone, self.owner(owner))
            case FaceRef(rank=rank, suit=suit):
                return Noun(f"the {en.rank(self.game.ranks[rank])} of {self.suit(suit)}")
            case Op():
                return self._op(e)
            case Cond(condition=condition, then=then, otherwise=otherwise):
                first = self.noun(then)
                words = f"{first} if {self.clause(condition)}, otherwise {self.text(otherwise)}"
                return Noun(words, first.plural)
            case CallDefine():
                return self._define(e)
            case ValueOf(values=values, operand=operand):
                return self.define(values, self.noun(operand))
            case IsShape():
                return Noun(f"whether {self.clause(e)}")
            case PileEnd(end=end, pile=pile, count=count):
                return self._pick(end, self.noun(pile), count)
            case Fold():
                return self.phrase(e)
            case Present(operand=operand):
                return self.noun(operand)
            case Random(what=what, of=of, low=low, high=high):
                if low is not None and high is not None:
                    return Noun(f"a number from {self.text(low)} to {self.text(high)} drawn by lot")
                if what == "player" and of is None:
                    return Noun("a player drawn by lot")
                if what != "card" or of is None:
                    one, among = (kind_noun(e.type), "") if of is None else self.member(of, kind_noun(e.type))
                    return Noun(f"{en.a(one)}{among} drawn by lot")
                return Noun(f"a random card of {self.text(of)}")

    def owner(self, e: Expr | None) -> Noun | None:
        """Whose it is."""
        return self.noun(e) if e is not None else None

    def suit(self, e: Expr) -> str:
        """A suit behind `of`: `clubs`, `the suit led`."""
        match e:
            case Op(op="sister", args=(inner,)):
                return f"the other suit of the colour of {self.text(inner)}"
            case _:
                return self.text(e)

    def _literal(self, e: Lit) -> Noun:
        type, value = e.type, e.value
        if value == NONE and type.kind != "number":
            return Noun("nobody" if type.kind in ("player", "team") else "none")
        match type.kind:
            case "flag":
                return Noun("yes" if value else "no")
            case "suit":
                return Noun(self.game.suits[value].replace("_", " "))
            case "rank":
                return Noun(en.rank(self.game.ranks[value]))
            case "word":
                words = (self.game.suits if type.suits else ()) + type.words
                return Noun(en.spaced(words[value]))
            case "set":
                return Noun(f"the {kind_noun(type)}", True)
            case _:
                return Noun(str(value), value != 1)

    # ---------------------------------------------------------------------------------------------------- operations

    def _op(self, e: Op) -> Noun:
        match e.op, e.args:
            case "players" | "teams" | "suits" | "ranks", _:
                return Noun(f"the {e.op}", True)
            case "number of players", _:
                return Noun("the number of players")
            case "winner so far", _:
                return Noun("the player who wins the trick so far")
            case "winning card so far", _:
                return Noun("the card that wins the trick so far")
            case "single", (one,):
                return self.noun(one)
            case "size", (group,):
                return Noun(f"the number of {self.things(group)}")
            case "union", (one, other):
                return Noun(f"{self.text(one)} and {self.text(other)}", True)
            case "except", (group, other):
                cards = "all cards of " if isinstance(group, ZoneRef) and not self.noun(group).plural else ""
                return Noun(f"{cards}{self.text(group)} except {self.text(other)}", True)
            case _:
                return self._arithmetic(e) or self._property(e)

    def operand(self, e: Expr) -> str:
        """An expression as part of a sum: one that depends on something stands in brackets."""
        return f"({self.text(e)})" if isinstance(e, Cond) else self.text(e)

    def lifted(self, e: Expr) -> Expr:
        """`a * (2 if c otherwise 1)` as `a * 2 if c otherwise a`: what a sum or a limit depends on is said once."""
        if not isinstance(e, Op) or e.type.kind not in ("number", "flag") or len(e.args) != 2:
            return e
        for at, arg in enumerate(e.args):
            part = self.inlined(arg) if isinstance(arg, CallDefine) else arg
            if isinstance(part, Cond):
                both = [
                    self.folding.expr(replace(e, args=(*e.args[:at], value, *e.args[at + 1 :])))
                    for value in (part.then, part.otherwise)
                ]
                return Cond(part.condition, both[0], both[1], type=e.type, span=e.span)
        return e

    def factor(self, e: Expr) -> str:
        """The same as part of a product: a sum stands in brackets, too."""
        return f"({self.text(e)})" if isinstance(e, Op) and e.op in ("+", "-") else self.operand(e)

    def _arithmetic(self, e: Op) -> Noun | None:
        if e.op == "negate":
            return Noun(f"minus {self.text(e.args[0])}")
        if len(e.args) != 2:
            return None
        lifted = self.lifted(e)
        if lifted is not e:
            return self.noun(lifted)
        left, right = e.args
        one, other = number_of(left), number_of(right)
        match e.op:
            case "+" if other is not None or one is not None:
                more = other if other is not None else one
                return Noun(f"{en.number(more or 0)} more than {self.operand(left if other is not None else right)}")
            case "+":
                return Noun(f"{self.operand(left)} plus {self.operand(right)}")
            case "-":
                return Noun(f"{self.operand(left)} minus {self.operand(right)}")
            case "*" if other is not None or one is not None:
                factor, rest = (other, left) if other is not None else (one, right)
                words = "twice" if factor == 2 else f"{en.number(factor or 0)} times"
                return Noun(f"{words} {self.factor(rest)}")
            case "*":
                return Noun(f"{self.factor(left)} times {self.factor(right)}")
            case "/":
                words = (
                    f"half of {self.operand(left)}"
                    if other == 2
                    else f"{self.operand(left)} divided by {self.operand(right)}"
                )
                return Noun(f"{words}, rounded down")
            case "mod":
                return Noun(f"the remainder of {self.operand(left)} divided by {self.operand(right)}")
            case "larger" | "smaller":
                return Noun(f"the {e.op} of {self.operand(left)} and {self.operand(right)}")
            case "=" | "!=" | "<" | "<=" | ">" | ">=" | "and" | "or" | "has":
                return Noun(f"whether {self.clause(e)}")
            case _:
                return None

    def _property(self, e: Op) -> Noun:
        of = self.noun(e.args[0])
        match e.op:
            case "left" | "right":
                more = e.args[-1]
                steps = number_of(more)
                if steps == 1:
                    return Noun(f"the player to {of.possessive} {e.op}")
                if steps is None:
                    return Noun(f"the player as many places to {of.possessive} {e.op} as {self.text(more)}")
                places = en.number(steps)
                return Noun(f"the player {places} places to {of.possessive} {e.op}")
            case "next":
                return Noun(f"the player after {of}")
            case "sister":
                return Noun(f"the other suit of the colour of {of}")
            case "number":
                return Noun(f"the number on {of}")
            case "color":
                return Noun(of.of("colour"))
            case "played by":
                return Noun(f"the player who played {of}")
            case "played":
                return Noun(f"the card {of} has played to the trick")
            case "standing":
                return Noun(f"the rank of {of} in the ranking")
            case "opponents":
                return Noun(of.of("opponents"), True)
            case "opposing":
                match e.args[0]:
                    case Op(op="team", args=(player,)):
                        return Noun(self.noun(player).of("opponents"), True)
                    case _:
                        return Noun(of.of("opponents"), True)
            case "members":
                return Noun(f"the players of {of}", True)
            case "suit" | "rank" | "partner" | "team":
                return Noun(of.of(e.op))
            case _:
                return Noun(f"whether {self.clause(e)}")

    def _pick(self, end: str, pile: Noun, count: Expr | None) -> Noun:
        known = number_of(count)
        if count is not None and known is None and not isinstance(count, CallDefine):
            return Noun(f"the {end} cards of {pile}, as many as {self.text(count)},", True)
        if count is None and pile.plural and pile.text.startswith("the ") and "'" not in pile.text:
            return Noun(f"the {end} {en.singular(pile.text.removeprefix('the '))}")
        if count is None:
            return Noun(f"the {end} card of {pile}")
        return Noun(f"the {end} {en.number(known) if known is not None else self.text(count)} cards of {pile}", True)

    # ------------------------------------------------------------------------------------------------------- defines

    def inlined(self, e: CallDefine) -> Expr | None:
        """What stands behind a name, where saying that is shorter than explaining the name."""
        if self.depth >= _DEEPEST or self.by_players(e) or self.told_by_description(e.define, bool(e.args)):
            return None
        body = self.folding.body(e.define, e.args)
        return body if body is not None and weight(body) <= _LIGHT else None

    def by_players(self, e: CallDefine) -> bool:
        """Whether a name stands for something that only the number of players decides: those are told in a table."""
        return (
            not e.define.params
            and e.type.kind == "number"
            and e.define.body is not None
            and self.folding.players is None
        )

    def _define(self, e: CallDefine) -> Noun:
        body = self.inlined(e)
        if body is not None:
            self.depth += 1
            found = self.noun(body)
            self.depth -= 1
            return found
        if not e.args and e.type.kind == "set" and e.type.element is not None and self.is_doing(e.define.name):
            self.mention(e.define)
            return Noun(f"the {en.plural(kind_noun(e.type.element))} {en.spaced(e.define.name)}", True)
        nouns = [self.noun(arg) for arg in e.args]
        names = [en.spaced(param.name) for param in e.define.params]
        return self.define(e.define, nouns[0] if nouns else None, *zip(names[1:], nouns[1:], strict=True))
