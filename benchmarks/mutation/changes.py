"""The mutants of a file: every small change of its code that a test should notice.

A mutant is identified by a key made from its file, its function, the text of its line and the change.  A key stays the
same when other lines move, so a sample and the notes on mutants survive most edits.
"""

from __future__ import annotations

import ast
import hashlib
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from types import CodeType
from typing import Any

COMPARISONS: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.In: ast.NotIn, ast.NotIn: ast.In,
}  # fmt: skip
ARITHMETIC: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Add, ast.FloorDiv: ast.Mult, ast.Div: ast.Mult,
    ast.Mod: ast.FloorDiv, ast.BitAnd: ast.BitOr, ast.BitOr: ast.BitAnd, ast.BitXor: ast.BitOr,
    ast.LShift: ast.RShift, ast.RShift: ast.LShift,
}  # fmt: skip
FUNCTIONS = {"min": "max", "max": "min", "any": "all", "all": "any"}
GENERATED = ("interpreter/wasm/", "interpreter/engine/python/")
"""Folders whose strings contain code: WebAssembly text, or Python source."""
IN_STRINGS = [
    (re.compile(pattern), text)
    for pattern, text in (
        (r"\.lt_([su])\b", r".le_\1"),
        (r"\.le_([su])\b", r".lt_\1"),
        (r"\.gt_([su])\b", r".ge_\1"),
        (r"\.ge_([su])\b", r".gt_\1"),
        (r"\.add\b", ".sub"),
        (r"\.sub\b", ".add"),
        (r"\.and\b", ".or"),
        (r"\.or\b", ".and"),
        (r"\.eq\b", ".ne"),
        (r"\.ne\b", ".eq"),
        (r"\.const 0\b", ".const 1"),
        (r"\.const 1\b", ".const 0"),
        (r" < ", " <= "),
        (r" > ", " >= "),
        (r" == ", " != "),
        (r" \+ ", " - "),
        (r" and ", " or "),
        (r"\bnot ", ""),
    )
]


HAND_MADE = frozenset(("dropped bound", "forgotten restore", "swapped sides", "wrong owner"))
"""The operators that imitate mistakes that people make."""
MISTAKEN = (
    ("player", "holder"), ("owner", "whose"), ("source", "target"), ("seat", "viewer"), ("low", "high"),
    ("first", "last"), ("before", "after"), ("one", "other"), ("player", "owner"), ("zone", "target"),
)  # fmt: skip
"""Names that are taken for each other."""


@dataclass(frozen=True)
class _File:
    """What the changes of a place depend on besides the place itself: whether strings contain code, the attributes that
    the file uses, and the names that are bound in the function.
    """

    generated: bool
    attributes: frozenset[str]
    bound: frozenset[str] = frozenset()

    def within(self, function: ast.FunctionDef) -> _File:
        """The same inside a function."""
        args = {one.arg for one in ast.walk(function) if isinstance(one, ast.arg)}
        stored = {n.id for n in ast.walk(function) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)}
        return replace(self, bound=frozenset(args | stored))


@dataclass(frozen=True)
class Mutant:
    """One change.  `number`: its index among the changes of its file.  `function`: the outermost function that contains
    it, or the constant of the module.  `first` and `last`: the lines of that function.  `line`: the line of the change,
    from 1.
    """

    path: str
    number: int
    function: str
    line: int
    operator: str
    before: str
    after: str
    key: str
    first: int
    last: int


@dataclass(frozen=True)
class Site:
    """A place that can be changed: a field of a node, or (if `index` is not negative) an element of a field that is a
    list.
    """

    function: str
    line: int
    operator: str
    shown: ast.AST
    """The node that is written before and after the change, to show it."""
    owner: ast.AST
    field: str
    index: int
    old: Any
    new: Any

    def put(self, value: object) -> None:
        """Put the old or the new value into the place."""
        if self.index < 0:
            setattr(self.owner, self.field, value)
        else:
            getattr(self.owner, self.field)[self.index] = value


class _Slot(ast.AST):
    """The expression that is in a place at the moment."""

    def __init__(self, owner: ast.AST, field: str, index: int) -> None:
        super().__init__()
        self.owner, self.place, self.index = owner, field, index

    def now(self) -> ast.AST:
        value = getattr(self.owner, self.place)
        return value if self.index < 0 else value[self.index]


def _written(node: ast.AST) -> str:
    return ast.unparse(node.now() if isinstance(node, _Slot) else node)


@cache
def _text(path: Path) -> str:
    """The text of a file when it was first read; it may be edited in the meantime."""
    return path.read_text(encoding="utf-8")


def mutants(root: Path, path: str) -> list[Mutant]:
    """All mutants of a file, in the order of its text."""
    text = _text(root / path)
    lines, seen = text.splitlines(), Counter[str]()
    found: list[Mutant] = []
    tree = ast.parse(text)
    ends = dict(_functions(tree.body, ""))
    for number, site in enumerate(sites(tree, path)):
        whole = isinstance(site.old, ast.stmt | ast.match_case)
        before = _written(site.old if whole else site.shown)
        site.put(site.new)
        after = _written(site.new if whole else site.shown)
        site.put(site.old)
        name = "|".join((path, site.function, lines[site.line - 1].strip(), site.operator, *shortened(before, after)))
        seen[name] += 1
        key = hashlib.sha256(f"{name}|{seen[name]}".encode()).hexdigest()[:12]
        before, after = shortened(before, after)
        first, last = ends.get(site.function, (site.line, site.line))
        found.append(Mutant(path, number, site.function, site.line, site.operator, before, after, key, first, last))
    return [mutant for mutant in found if mutant.before != mutant.after]


def mutated(root: Path, mutant: Mutant) -> ast.Module:
    """The syntax tree of a file with one change made."""
    tree = ast.parse(_text(root / mutant.path))
    for number, site in enumerate(sites(tree, mutant.path)):
        if number == mutant.number:
            site.put(site.new)
            return ast.fix_missing_locations(tree)
    raise LookupError(mutant)


def code_of(code: CodeType, function: str) -> CodeType:
    """The code of a function, given by its qualified name, in the code of its module."""
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            if inner.co_qualname == function:
                return inner
            if function.startswith(inner.co_qualname + "."):
                return code_of(inner, function)
    raise LookupError(function)


def _functions(body: list[ast.stmt], prefix: str) -> Iterator[tuple[str, tuple[int, int]]]:
    """The first and last line of each outermost function."""
    for statement in body:
        if isinstance(statement, ast.FunctionDef):
            yield prefix + statement.name, (statement.lineno, statement.end_lineno or statement.lineno)
        elif isinstance(statement, ast.ClassDef):
            yield from _functions(statement.body, f"{prefix}{statement.name}.")


def shortened(before: str, after: str) -> tuple[str, str]:
    """The parts of two texts that differ, with a little context, each on one line."""
    before, after = " ".join(before.split()), " ".join(after.split())
    start = 0
    while start < min(len(before), len(after)) and before[start] == after[start]:
        start += 1
    start = max(0, start - 40)
    one, other = before[start : start + 100], after[start : start + 100]
    mark = "…" if start else ""
    return mark + one, mark + other


# --------------------------------------------------------------------------------------------------------- the sites


def sites(tree: ast.Module, path: str) -> Iterator[Site]:
    """Every place of a file that can be changed: in functions, and numbers in constants of the module."""
    generated = any(path.startswith(folder) for folder in GENERATED)
    attributes = frozenset(node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute))
    for statement in tree.body:
        yield from _top(statement, "", _File(generated, attributes))


def _top(statement: ast.stmt, prefix: str, file: _File) -> Iterator[Site]:
    match statement:
        case ast.ClassDef(name=name, body=body):
            for inner in body:
                yield from _top(inner, f"{prefix}{name}.", file)
        case ast.FunctionDef(name=name):
            yield from _block(statement, "body", f"{prefix}{name}", file.within(statement))
        case (
            ast.Assign(targets=[ast.Name(id=name)], value=ast.Constant(value=int()) as value)
            | ast.AnnAssign(target=ast.Name(id=name), value=ast.Constant(value=int()) as value)
        ) if not prefix:
            yield from _expression(statement, statement, "value", -1, value, name, file)
        case _:
            return


def _block(owner: ast.AST, field: str, function: str, file: _File) -> Iterator[Site]:
    for i, statement in enumerate(getattr(owner, field)):
        plain = isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)
        if not plain and not isinstance(statement, ast.Assert | ast.Import | ast.ImportFrom | ast.Pass):
            for operator, other in _instead(statement):
                yield Site(function, statement.lineno, operator, owner, owner, field, i, statement, other)
            yield from _statement(statement, function, file)


def _instead(statement: ast.stmt) -> Iterator[tuple[str, ast.stmt]]:
    """The replacements for a whole statement."""
    match statement:
        case ast.Return(value=ast.expr() as value) if not (isinstance(value, ast.Constant) and value.value is None):
            yield "return nothing", ast.Return(ast.Constant(None))
        case ast.Continue():
            yield "continue to break", ast.Break()
            yield "drop statement", ast.Pass()
        case ast.Break():
            yield "break to continue", ast.Continue()
            yield "drop statement", ast.Pass()
        case ast.Expr() | ast.AugAssign() | ast.Return() | ast.Assign(targets=[ast.Attribute() | ast.Subscript()]):
            yield "drop statement", ast.Pass()
        case ast.Assign(targets=[ast.Tuple(elts=[ast.Attribute(), *_])]):
            yield "forgotten restore", ast.Pass()
        case _:
            pass


def _statement(statement: ast.stmt, function: str, file: _File) -> Iterator[Site]:
    for field, value in ast.iter_fields(statement):
        match value:
            case ast.operator() if type(value) in ARITHMETIC:
                new = ARITHMETIC[type(value)]()
                yield Site(function, statement.lineno, "operator", statement, statement, field, -1, value, new)
            case ast.expr() if field not in ("annotation", "returns"):
                yield from _expression(statement, statement, field, -1, value, function, file)
            case [ast.stmt(), *_]:
                yield from _block(statement, field, function, file)
            case [ast.match_case() | ast.ExceptHandler(), *_]:
                for i, part in enumerate(value):
                    if isinstance(part, ast.match_case):
                        yield from _case(statement, i, part, function, file)
                    yield from _block(part, "body", function, file)
            case [ast.withitem(), *_]:
                for item in value:
                    yield from _expression(statement, item, "context_expr", -1, item.context_expr, function, file)
            case _:
                pass


def _case(statement: ast.Match, i: int, case: ast.match_case, function: str, file: _File) -> Iterator[Site]:
    line = case.pattern.lineno
    if not (isinstance(case.pattern, ast.MatchAs) and case.pattern.pattern is None) and case.guard is None:
        never = ast.match_case(case.pattern, ast.Constant(False), case.body)
        yield Site(function, line, "drop case", statement, statement, "cases", i, case, never)
    if case.guard is not None:
        yield Site(function, line, "negate", case.guard, case, "guard", -1, case.guard, _not(case.guard))
        yield from _expression(case.guard, case, "guard", -1, case.guard, function, file)


def _not(e: ast.expr) -> ast.expr:
    return ast.UnaryOp(ast.Not(), e)


def _mistaken(e: ast.expr, file: _File) -> Iterator[tuple[str, ast.expr]]:
    """What somebody could have written by mistake instead of an expression."""
    match e:
        case ast.Call(func=ast.Name(id="min" | "max"), args=[_, _, *_] as args, keywords=[]):
            for i, arg in enumerate(args):
                if not isinstance(arg, ast.Starred):
                    rest = [*args[:i], *args[i + 1 :]]
                    plain = len(rest) == 1 and not isinstance(rest[0], ast.Starred)
                    yield "dropped bound", rest[0] if plain else ast.Call(e.func, rest, [])
        case ast.Compare(left=left, ops=[ast.Lt() | ast.LtE() | ast.Gt() | ast.GtE()], comparators=[right]):
            yield "swapped sides", ast.Compare(right, e.ops, [left])
        case ast.BinOp(left=left, op=ast.Sub() | ast.FloorDiv() | ast.Mod() | ast.LShift(), right=right):
            yield "swapped sides", ast.BinOp(right, e.op, left)
        case ast.IfExp(test=test, body=body, orelse=orelse):
            yield "swapped sides", ast.IfExp(test, orelse, body)
        case ast.Name(id=name, ctx=ast.Load()):
            for other in taken_for(name):
                if other in file.bound:
                    yield "wrong owner", ast.Name(other, ast.Load())
        case ast.Attribute(value=value, attr=name, ctx=ast.Load()):
            for other in taken_for(name):
                if other in file.attributes:
                    yield "wrong owner", ast.Attribute(value, other, ast.Load())
        case _:
            pass


def taken_for(name: str) -> Iterator[str]:
    for one, other in MISTAKEN:
        if name in (one, other):
            yield other if name == one else one


def _expression(
    shown: ast.AST, owner: ast.AST, field: str, index: int, e: ast.expr, function: str, file: _File
) -> Iterator[Site]:
    """Every change of an expression in a field of its owner."""
    # For a compound statement, only the expression is shown.
    shown = e if isinstance(shown, ast.stmt) and hasattr(shown, "body") else shown

    def here(operator: str, new: ast.expr) -> Site:
        # The place itself changes, so a node around it is shown.
        around = shown if shown is not e else _Slot(owner, field, index)
        return Site(function, e.lineno, operator, around, owner, field, index, e, new)

    def inside(operator: str, name: str, i: int, old: Any, new: Any) -> Site:
        return Site(function, e.lineno, operator, shown, e, name, i, old, new)

    condition = isinstance(owner, ast.If | ast.While | ast.IfExp) and field == "test"
    if (condition or (isinstance(owner, ast.comprehension) and field == "ifs")) and not isinstance(
        e, ast.Compare | ast.UnaryOp
    ):
        yield here("negate", _not(e))
    for operator, new in _mistaken(e, file):
        yield here(operator, new)
    match e:
        case ast.Compare(ops=ops):
            for i, op in enumerate(ops):
                yield inside("comparison", "ops", i, op, COMPARISONS[type(op)]())
        case ast.BinOp(op=op) if type(op) in ARITHMETIC:
            yield inside("operator", "op", -1, op, ARITHMETIC[type(op)]())
        case ast.BoolOp(op=op, values=values):
            yield inside("and/or", "op", -1, op, ast.Or() if isinstance(op, ast.And) else ast.And())
            for i, value in enumerate(values):
                yield inside("drop operand", "values", i, value, ast.Constant(isinstance(op, ast.And)))
        case ast.UnaryOp(op=ast.Not() | ast.USub(), operand=operand):
            yield here("drop sign", operand)
        case ast.Constant(value=bool() as value):
            yield here("flag", ast.Constant(not value))
        case ast.Constant(value=int() as value):
            yield here("number + 1", ast.Constant(value + 1))
        case ast.Constant(value=str() as value) if file.generated:
            for pattern, text in IN_STRINGS:
                for found in pattern.finditer(value):
                    other = value[: found.start()] + found.expand(text) + value[found.end() :]
                    yield here("generated code", ast.Constant(other))
        case ast.Call(func=ast.Name(id=name) as called) if name in FUNCTIONS:
            yield inside("function", "func", -1, called, ast.Name(FUNCTIONS[name], ast.Load()))
        case ast.Call(args=[ast.Name() | ast.Attribute() as a, ast.Name() | ast.Attribute() as b, *others]):
            swapped = [b, a, *others]
            yield inside("arguments swapped", "args", -1, e.args, swapped)
        case _:
            pass
    for name, value in ast.iter_fields(e):
        match value:
            case ast.expr():
                yield from _expression(shown, e, name, -1, value, function, file)
            case [ast.expr() | None, *_]:
                for i, part in enumerate(value):
                    if part is not None:
                        yield from _expression(shown, e, name, i, part, function, file)
            case [ast.keyword(), *_]:
                for word in value:
                    yield from _expression(shown, word, "value", -1, word.value, function, file)
            case [ast.comprehension(), *_]:
                for loop in value:
                    yield from _expression(shown, loop, "iter", -1, loop.iter, function, file)
                    for i, test in enumerate(loop.ifs):
                        yield from _expression(shown, loop, "ifs", i, test, function, file)
            case _:
                pass
