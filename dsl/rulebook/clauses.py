"""Conditions as clauses: `p.tricks = lowest tricks` is "the player has the fewest tricks".

The fifth layer of the speaker.  Every form has its positive and its negative wording, so a `not` is said where it
belongs.  In a relative clause the thing spoken of stands as a mark, which becomes "who", "whose" or "that player".
"""

from __future__ import annotations

import re

from ..checked import (
    CallDefine,
    Cond,
    Expr,
    FaceRef,
    Fold,
    IsShape,
    Lit,
    LocalRef,
    LocalSymbol,
    Op,
    Present,
    VariableRef,
    ZoneRef,
)
from ..settle.logic import conjuncts, disjuncts, is_no, is_yes, joined, negated, same, simpler
from ..types import NONE
from . import english as en
from .comparisons import Comparisons
from .english import Noun
from .names import kind_noun, zone_words
from .sizes import free_of

_PERSONAL = {"player", "opponent", "partner"}
_OF = {"some": "one of", "no": "none of", "every": "each of"}
_HELD = re.compile(r"'s ((?:[a-z]+ ){0,2}[a-z]+) (is (?:more|less|at|no|not|fewer|\d).*)$")
"""What is said of something that one of several has: `'s height is more than 3`."""
_CLAUSAL = re.compile(r" (and|or|if|but) |, ")


def kept_together(words: str) -> str:
    """A clause that others are joined to: one that is itself joined says where it begins."""
    return f"({words})" if _CLAUSAL.search(words) else words


class Clauses(Comparisons):
    """Says when something is so."""

    def clause(self, e: Expr, holds: bool = True) -> str:
        """A condition as a clause, or its opposite."""
        match e:
            case Op(op="not", args=(inner,)):
                return self.clause(inner, not holds)
            case Op(op="and") | Op(op="or"):
                return self._joined(e, holds)
            case Op(op="=", args=(left, right)):
                return self.equal(left, right, holds)
            case Op(op="!=", args=(left, right)):
                return self.equal(left, right, not holds)
            case Op(op="<" | "<=" | ">" | ">=", args=(left, right)):
                return self.compared(e.op, left, right, holds)
            case Op(op="beats" | "follows", args=(one, other)):
                card = self.noun(one)
                verb = card.verb("beat" if e.op == "beats" else "follow")
                return f"{card} {verb if holds else f'{card.do} not {e.op[:-1]}'} {self.text(other)}"
            case Op(op="trump", args=(card,)):
                noun = self.noun(card)
                return f"{noun} {noun.be}{'' if holds else ' not'} a trump"
            case Op(op="has", args=(group, element)):
                return self._member(group, element, holds)
            case Op(op="empty", args=(group,)):
                return self._empty(group, holds)
            case Op(op="joker", args=(card,)):
                noun = self.noun(card)
                return f"{noun} {noun.be}{'' if holds else ' not'} a joker"
            case IsShape(shape=shape, cards=cards):
                noun = self.noun(cards)
                self.mention(shape)
                return f"{noun} {'form' if noun.plural else 'forms'} {'' if holds else 'no '}" + (
                    en.a(en.spaced(shape.name)) if holds else en.spaced(shape.name)
                )
            case Fold(kind="any" | "every" | "no"):
                return self._quantified(e, holds)
            case CallDefine():
                return self._named(e, holds)
            case VariableRef(variable=variable, owner=owner):
                self.mention(variable)
                return self.flag(variable, self.owner(owner), variable.owner or "", holds)
            case LocalRef(local=local):
                return self.flag(local, None, "", holds)
            case Lit():
                return "always" if bool(e.value) == holds else "never"
            case Present(operand=operand):
                return self.clause(operand, holds)
            case Cond(condition=condition, then=then, otherwise=otherwise):
                return self._either(condition, then, otherwise, holds)
            case _:
                return f"{self.text(e)} is {'yes' if holds else 'no'}"

    # -------------------------------------------------------------------------------------------------- and, or, if

    def _joined(self, e: Op, holds: bool) -> str:
        both = (e.op == "and") == holds
        parts = (conjuncts if e.op == "and" else disjuncts)(e)
        if e.op == "and" and holds:
            parts = simpler(self.unfolded(parts))
            if len(parts) == 1:
                return self.clause(parts[0])
        special = self.between(parts) if e.op == "and" else self.one_of(parts)
        if special is not None:
            subject, words = special
            return f"{subject} {subject.be}{'' if holds else ' not'} {words}" if isinstance(subject, Noun) else words
        grouped = self._grouped(parts, e.op)
        if both:
            told = list(dict.fromkeys(self._together(part, holds) for part in grouped))
            return en.listed(en.of_one_subject(told), "and")
        said = list(dict.fromkeys(self.clause(part, holds) for part in grouped))
        return en.listed([kept_together(words) if " and " in words else words for words in said], "or")

    def _together(self, part: Expr, holds: bool) -> str:
        """A clause among others joined by "and": alternatives begin with "either"."""
        words = self.clause(part, holds)
        core, so = part, holds
        while isinstance(core, Op) and core.op == "not":
            core, so = core.args[0], not so
        if isinstance(core, Op) and core.op in ("and", "or") and (core.op == "or") == so:
            special = self.between([*conjuncts(core)]) if core.op == "and" else self.one_of(disjuncts(core))
            return words if special is not None else f"either {words}"
        return words

    def unfolded(self, parts: list[Expr]) -> list[Expr]:
        """Conditions that hold together, with the names that will be told by what they stand for replaced by it."""
        found: list[Expr] = []
        for part in parts:
            lifted = self.lifted(part)
            if isinstance(lifted, Cond) and (is_no(lifted.then) or is_no(lifted.otherwise)):
                # `c ? x : no` is c and x
                condition = negated(lifted.condition) if is_no(lifted.then) else lifted.condition
                other = lifted.otherwise if is_no(lifted.then) else lifted.then
                found += self.unfolded([*conjuncts(condition), *conjuncts(other)])
                continue
            core = part.args[0] if isinstance(part, Op) and part.op == "not" else part
            body = self.inlined(core) if isinstance(core, CallDefine) else None
            if body is None:
                found.append(part)
            elif core is part:
                found += self.unfolded(conjuncts(body))
            else:
                opposite = negated(body)
                match body:
                    case Op(op="and" | "or", args=args):
                        op = "or" if body.op == "and" else "and"
                        opposite = joined(op, [negated(arg) for arg in args])
                    case _:
                        pass
                found += conjuncts(opposite)
        return found

    def _grouped(self, parts: list[Expr], op: str) -> list[Expr]:
        """Neighbouring limits of the same value are one part: `n >= 3 and n <= 4` beside others."""
        found: list[Expr] = []
        for part in parts:
            pair = [found[-1], part] if found else []
            if pair and (self.between(pair) if op == "and" else None) is not None:
                found[-1] = joined(op, pair)
            else:
                found.append(part)
        return found

    def _either(self, condition: Expr, then: Expr, otherwise: Expr, holds: bool) -> str:
        if is_yes(then) or is_no(then) or is_yes(otherwise) or is_no(otherwise):
            # c ? yes : x = c or x;  c ? x : no = c and x;  c ? no : x = not c and x;  c ? x : yes = not c or x
            first = self.clause(condition, is_yes(then) or is_no(otherwise))
            second = otherwise if isinstance(then, Lit) else then
            words = [first, self.clause(second)]
            made = en.listed([kept_together(w) for w in words], "or" if is_yes(then) or is_yes(otherwise) else "and")
            return made if holds else f"it is not so that {made}"
        yes, no = self.clause(then, holds), self.clause(otherwise, holds)
        return f"{yes} (if {self.clause(condition)}) or {no} (if not)"

    # --------------------------------------------------------------------------------------------------------- sets

    def _member(self, group: Expr, element: Expr, holds: bool) -> str:
        noun = self.noun(element)
        nay = "" if holds else " not"
        match group:
            case ZoneRef(zone=zone, owner=owner) if owner is not None and isinstance(element, FaceRef):
                who = self.noun(owner)
                words, many = zone_words(zone)
                place = f"among the {words}" if many else "in hand" if words == "hand" else f"in the {words}"
                verb = who.have if holds else f"{who.do} not have"
                return f"{who} {verb} {noun} {place}"
            case ZoneRef():
                where = self.noun(group)
                return f"{noun} {noun.be}{nay} {'among' if where.plural else 'in'} {where}"
            case _:
                one, of = self.member(group, kind_noun(element.type), True)
                return f"{noun} {noun.be}{nay} {f'one of the {en.plural(one)}{of}' if of else en.a(one)}"

    def _empty(self, group: Expr, holds: bool) -> str:
        match group:
            case ZoneRef(zone=zone, owner=owner):
                words, many = zone_words(zone)
                if not many:
                    noun = self.noun(group)
                    return f"{noun} {noun.be}{'' if holds else ' not'} empty"
                if owner is None:
                    return f"there are {'no ' if holds else ''}{words}"
                who = self.noun(owner)
                return f"{who} {who.have} {'no ' if holds else ''}{words}"
            case LocalRef():
                return f"{'no' if holds else 'at least one'} card is chosen"
            case Fold(kind="set"):
                kind = "no" if holds else "any"
                body = group.where if group.where is not None else Lit(1, type=group.type)
                return self.clause(Fold(kind, group.local, group.domain, None, body, type=group.type))
            case _:
                return f"there {'are no' if holds else 'is at least one of the'} {self.things(group)}"

    def _quantified(self, e: Fold, holds: bool) -> str:
        """`any c in hand has C`: some card of the hand …; the opposite of `any` is `no`, of `every` `not every`."""
        assert e.body is not None
        body, kind = (e.body if e.where is None else joined("and", [e.where, e.body])), e.kind
        if e.kind == "every" and holds and isinstance(body, Op) and body.op == "not":
            kind, body = "no", body.args[0]
        with self.scope():
            one, of = self.group(e.domain)
            at = self.mark()
            self.called[e.local] = Noun(at)
            words = self.clause(body)
        some = {("any", True): "some", ("any", False): "no", ("no", True): "no", ("no", False): "some",
                ("every", True): "every", ("every", False): "not every"}[kind, holds]  # fmt: skip
        that = f"that {one}"
        if some == "every" and words.startswith(at + " has no "):
            some, words = "no", f"{at} has any {words.removeprefix(at + ' has no ')}"
        if of.startswith(" among ") and some in _OF and words.startswith(at + " "):
            words = f"{_OF[some]} {of.removeprefix(' among ')}{words[len(at) :]}"
            return words.replace(at + "'s", "its").replace(at, that)
        held = _HELD.match(words.removeprefix(at)) if words.startswith(at) and words.count(at) == 1 else None
        if held is not None and of.startswith(" among ") and some in _OF:
            return f"the {held[1]} of {_OF[some]} {of.removeprefix(' among ')} {held[2]}"
        if held is not None and of:
            return f"{some} {one}{of} has {en.a(held[1])} that {held[2]}"
        if words.startswith(at + " ") and words.count(at) >= 1:
            return f"{some} {one}{of}{words[len(at) :]}".replace(at + "'s", "their").replace(at, that)
        if words.startswith(at + "'s ") and not of:
            return f"{some} {one}{words[len(at) :]}".replace(at + "'s", "their").replace(at, that)
        if some == "some" and words.count(at) == 1:
            return words.replace(at, f"one {one}{of}")
        words = words.replace(at, that)
        match some:
            case "some":
                return f"for some {one}{of} {words}"
            case "no":
                return f"there is no {one}{of} for {'whom' if one in _PERSONAL else 'which'} {words}"
            case _:
                return f"for {some} {one}{of} {words}"

    def relative(self, local: LocalSymbol, where: Expr, noun: str, plural: bool = False) -> str:
        """What is true of the thing named, behind its noun: `who is out and whose hand is empty`."""
        person = noun in _PERSONAL
        with self.scope():
            at = self.mark()
            self.called[local] = Noun(at, plural)
            parts = self._grouped(conjuncts(where), "and")
            said = [
                self._related(self._together(part, True), at, person, only) for part, only in self._apart(parts, local)
            ]
        words = en.listed(said, "and")
        their, it = ("their", f"{'these' if plural else 'that'} {en.plural(noun) if plural else noun}")
        return words.replace(at + "'s", their if person or plural else "its").replace(at, it)

    def _apart(self, parts: list[Expr], local: LocalSymbol) -> list[tuple[Expr, str]]:
        """Each condition, with when it counts: of `the trick has begun or the card is no heart` only the second part
        speaks of the card, and counts only if the first is not so."""
        found: list[tuple[Expr, str]] = []
        for part in parts:
            either = disjuncts(part)
            free = [each for each in either if free_of(each, local)]
            about = [each for each in either if each not in free]
            if free and about:
                when = self.clause(joined("and", [negated(each) for each in free]))
                found.append((joined("or", about), when))
            else:
                found.append((part, ""))
        return found

    def _related(self, words: str, at: str, person: bool, only: str = "") -> str:
        if only:
            return f"{self._related(words, at, person)} if {only}"
        for some in _OF.values():
            if words.startswith(f"{some} {at} "):
                return f"{some} {'whom' if person else 'which'}{words[len(some) + 1 + len(at) :]}"
        if words.startswith(at + " "):
            return ("who" if person else "that") + words[len(at) :]
        if words.startswith(at + "'s "):
            return "whose" + words[len(at) + 2 :]
        return f"for {'whom' if person else 'which'} {words}"

    # -------------------------------------------------------------------------------------------------------- names

    def _named(self, e: CallDefine, holds: bool) -> str:
        """A define that is true or not: what it stands for, if that is short, else its name."""
        body = self.inlined(e)
        if body is not None:
            self.depth += 1
            found = self.clause(body, holds)
            self.depth -= 1
            return found
        self.mention(e.define)
        nouns = [self.noun(arg) for arg in e.args]
        person = e.args[0].type.kind if e.args else ""
        words = self.flag(e.define, nouns[0] if nouns else None, person, holds)
        names = [en.spaced(param.name) for param in e.define.params[1:]]
        more = [self.with_name(name, noun) for name, noun in zip(names, nouns[1:], strict=True)]
        return words + (f" with {en.listed(more)}" if more else "")

    def between(self, parts: list[Expr]) -> tuple[Noun | str, str] | None:
        """`n >= 3 and n <= 4`: n is from 3 to 4."""
        match parts:
            case [Op(op=">=", args=(value, low)), Op(op="<=", args=(again, high))] if same(value, again):
                return self.ranged(value, low, high)
            case _:
                return None

    def one_of(self, parts: list[Expr]) -> tuple[Noun | str, str] | None:
        """`x = a or x = b`: x is a or b."""
        first = parts[0]
        if not isinstance(first, Op) or first.op != "=":
            return None
        value, values = first.args[0], list[Expr]()
        for part in parts:
            if not isinstance(part, Op) or part.op != "=" or not same(part.args[0], value):
                return None
            values.append(part.args[1])
        if any(isinstance(v, Lit) and v.value == NONE and v.type.kind == "none" for v in values):
            return None
        return self.one_of_these(value, values)
