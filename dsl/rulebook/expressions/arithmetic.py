"""Sums and products in words: "twice the number of cards minus (the level plus 1)".

A name that takes longer to explain than its meaning is replaced by the meaning.  Brackets stand wherever the words,
read from left to right, would be another number.
"""

from __future__ import annotations

import re
from dataclasses import replace

from ...checked import CallDefine, Cond, Expr, Fold, Op
from ...settle.logic import number_of
from .. import english as en
from ..context import Book
from ..english import Noun
from ..names import described_as, named_by
from ..sizes import weight

_DEEPEST = 4
_LIGHT = 11
_SUMS = frozenset({"+", "-", "negate"})
_ALL = _SUMS | {"*", "/", "mod"}
_QUOTIENTS = _ALL - {"*"}
_BRACKETS = re.compile(r"\([^()]*\)")
_OPEN = re.compile(
    r"(?<!\bthe) (?:and|or|if|but|who|whose|whom|which|except) |, "
    r"|(?<! on)(?<! of)(?<! to)(?<! in)(?<! by)(?<! for)(?<! than)(?<! with)(?<! from)(?<!twice) that "
)
"""In the words of an operand, outside brackets: what follows them may be taken for a part of them."""
_RECKONED = re.compile(r" (?:plus|minus|times|divided by) ")
_BEFORE = re.compile(r"(?:[a-z0-9-]+ more than|[a-z0-9-]+ times|twice|half of|minus) ")
"""At the beginning of a number: words that may be taken to be about all that follows."""


def operand_words(book: Book, e: Expr) -> str:
    """An expression as the last part of a sum.  A conditional one stands in brackets, and so does a total of sums."""
    words = book.text(e)
    if isinstance(e, Cond) or extras(book, e) or (isinstance(e, Fold) and _RECKONED.search(_outside(words))):
        return f"({words})"
    return words


def _outside(words: str) -> str:
    """Words without what stands in brackets."""
    while (fewer := _BRACKETS.sub("", words)) != words:
        words = fewer
    return words


def _closed(words: str) -> str:
    """An operand that others follow: in brackets, if these could be taken for a part of it."""
    return f"({words})" if _OPEN.search(_outside(words)) else words


def has_exception(words: str) -> bool:
    """Whether words end in an exception: another thing after an "and" would be excepted, too."""
    return " except " in _outside(words)


def exception(all_: str, others: str) -> str:
    """All but others.  In brackets stands what would be another set if the words are read from left to right."""
    several = re.search(r" and |, ", _outside(all_)) is not None
    return f"{f'({all_})' if several else all_} except {f'({others})' if has_exception(others) else others}"


def _sum(parts: list[str]) -> str:
    """A sum.  The parts that have no clear end come last."""
    parts = sorted(parts, key=lambda words: _OPEN.search(_outside(words)) is not None)
    return " plus ".join([*map(_closed, parts[:-1]), *parts[-1:]])


def _extreme(book: Book, e: Op) -> str:
    """`larger(larger(a, b), 3)`: "the largest of a, b and 3".  Sums stand in brackets.  A part that has no clear end
    comes last; several such parts stand in brackets.
    """
    clear, sums, unclear = list[str](), list[str](), list[str]()
    for part in _parts_of(book, e, e.op):
        words = operand_words(book, part)
        said = _outside(words)
        if _RECKONED.search(said):
            sums.append(f"({words})")
        else:
            (unclear if _OPEN.search(said) or _BEFORE.match(said) else clear).append(words)
    if len(unclear) > 1:
        unclear = [f"({words})" for words in unclear]
    *others, last = *clear, *sums, *unclear
    which = e.op if len(others) == 1 else {"larger": "largest"}.get(e.op, "smallest")
    return f"the {which} of {', '.join(others)} and {last}"


def _parts_of(book: Book, e: Expr, op: str) -> list[Expr]:
    """The numbers of which the largest, or the smallest, is taken."""
    meant = inlined(book, e) if isinstance(e, CallDefine) else e
    if isinstance(meant, Op) and meant.op == op:
        return [part for arg in meant.args for part in _parts_of(book, arg, op)]
    return [e]


def lift_condition(book: Book, e: Expr) -> Expr:
    """`a * (2 if c otherwise 1)` becomes `a * 2 if c otherwise a`, so that the text names the condition only once."""
    if not isinstance(e, Op) or e.type.kind not in ("number", "flag") or len(e.args) != 2:
        return e
    if extras(book, e):
        return e
    for at, arg in enumerate(e.args):
        part = inlined(book, arg) if isinstance(arg, CallDefine) else arg
        if isinstance(part, Cond):
            both = [
                book.folding.expr(replace(e, args=(*e.args[:at], value, *e.args[at + 1 :])))
                for value in (part.then, part.otherwise)
            ]
            return Cond(part.condition, both[0], both[1], type=e.type, span=e.span)
    return e


def extras(book: Book, e: Expr) -> bool:
    """Whether a sum has parts that count only in some cases: `n + (1 if c otherwise 0)`."""
    return isinstance(e, Op) and e.op == "+" and any(_extra(book, one) is not None for one in _summands(e))


def _summands(e: Expr) -> list[Expr]:
    if isinstance(e, Op) and e.op == "+":
        return [one for arg in e.args for one in _summands(arg)]
    return [e]


def _extra(book: Book, e: Expr) -> tuple[Expr, Expr, bool] | None:
    """A part of a sum that counts in one case only: the amount, the condition, and whether it must be true."""
    match inlined(book, e) if isinstance(e, CallDefine) else e:
        case Cond(condition=condition, then=then, otherwise=otherwise) if number_of(otherwise) == 0:
            return then, condition, True
        case Cond(condition=condition, then=then, otherwise=otherwise) if number_of(then) == 0:
            return otherwise, condition, False
        case _:
            return None


def summed(book: Book, e: Expr) -> list[str]:
    """The parts of a sum in words; empty for any other expression."""
    if isinstance(e, CallDefine):
        return summed(book, body) if (body := inlined(book, e)) is not None else []
    if not isinstance(e, Op) or e.op != "+":
        return []
    sure, more = _parts(book, e)
    return [*sure, *more]


def _with_extras(book: Book, e: Op) -> Noun:
    """A sum with parts that count only in some cases: `the number of matadors plus 1, plus 1 if the skat was taken`."""
    sure, more = _parts(book, e)
    return Noun(", plus ".join([*([_sum(sure)] if sure else []), *more]))


def _parts(book: Book, e: Op) -> tuple[list[str], list[str]]:
    """The parts of a sum that always count, and those that count only in some cases."""
    sure, more, known = list[str](), list[str](), 0
    for one in _summands(e):
        extra, number = _extra(book, one), number_of(one)
        if extra is not None:
            more.append(f"{book.text(extra[0])} if {book.clause(extra[1], extra[2])}")
        elif number is not None:
            known += number
        else:
            sure.append(operand_words(book, one))
    return [*sure, *([str(known)] if known else [])], more


def bracketed(book: Book, e: Expr, operations: frozenset[str]) -> str:
    """An operand in words, in brackets if it is one of these operations: read from left to right it would be another
    number without them."""
    meant = e
    while isinstance(meant, CallDefine) and (body := inlined(book, meant)) is not None:
        meant = body
    if isinstance(meant, Op) and meant.op in operations and len(meant.args) <= 2:
        return f"({book.text(e)})"
    return operand_words(book, e)


def factor_words(book: Book, e: Expr) -> str:
    """An expression as a factor of a product.  A sum or a quotient stands in brackets."""
    return bracketed(book, e, _QUOTIENTS)


def arithmetic(book: Book, e: Op) -> Noun | None:
    if e.op == "negate":
        return Noun(f"minus {bracketed(book, e.args[0], _ALL)}")
    if len(e.args) != 2:
        return None
    if extras(book, e):
        return _with_extras(book, e)
    lifted = lift_condition(book, e)
    if lifted is not e:
        return book.noun(lifted)
    left, right = e.args
    one, other = number_of(left), number_of(right)
    match e.op:
        case "+" if other is not None or one is not None:
            more = other if other is not None else one
            return Noun(f"{en.number(more or 0)} more than {operand_words(book, left if other is not None else right)}")
        case "+":
            return Noun(_sum([operand_words(book, left), operand_words(book, right)]))
        case "-":
            return Noun(f"{_closed(operand_words(book, left))} minus {bracketed(book, right, _SUMS)}")
        case "*" if other is not None or one is not None:
            factor, rest = (other, left) if other is not None else (one, right)
            words = "twice" if factor == 2 else f"{en.number(factor or 0)} times"
            return Noun(f"{words} {factor_words(book, rest)}")
        case "*":
            return Noun(f"{_closed(factor_words(book, left))} times {factor_words(book, right)}")
        case "/":
            words = (
                f"half of {bracketed(book, left, _ALL)}"
                if other == 2
                else f"{_closed(bracketed(book, left, _SUMS))} divided by {bracketed(book, right, _ALL)}"
            )
            return Noun(f"{words} (rounded down)")
        case "mod":
            return Noun(
                f"the remainder of {_closed(bracketed(book, left, _ALL))} divided by {bracketed(book, right, _ALL)}"
            )
        case "larger" | "smaller":
            return Noun(_extreme(book, e))
        case "=" | "!=" | "<" | "<=" | ">" | ">=" | "and" | "or" | "has":
            return Noun(f"whether {book.clause(e)}")
        case _:
            return None


def multiple(book: Book, op: str, left: Expr, right: Expr) -> str | None:
    """`n mod 5 = 0`: "the number is a multiple of 5"; None for any other comparison."""
    if not isinstance(left, Op) or left.op != "mod" or op not in ("=", "!=") or number_of(right) != 0:
        return None
    number, divisor = (book.noun(arg) for arg in left.args)
    what = "even" if number_of(left.args[1]) == 2 else f"a multiple of {divisor}"
    return f"{number} {number.be}{'' if op == '=' else ' not'} {what}"


def inlined(book: Book, e: CallDefine) -> Expr | None:
    """The meaning of a define's name, if that is shorter than an explanation of the name; else None."""
    if book.depth >= _DEEPEST or by_players(book, e) or described_as(book, e.define, bool(e.args)):
        return None
    if named_by(e.define)[0] or (e.define.description and e.type.kind not in ("flag", "set")):
        return None
    body = book.folding.body(e.define, e.args)
    return body if body is not None and weight(body) <= _LIGHT and not extras(book, body) else None


def by_players(book: Book, e: CallDefine) -> bool:
    """Whether a define depends only on the number of players.  The text shows such values in a table."""
    return (
        not e.define.params and e.type.kind == "number" and e.define.body is not None and book.folding.players is None
    )
