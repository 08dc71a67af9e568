"""Small mistakes planted in a rule file, as a person makes them: each changes one place of the text.

An operator looks at a node of the tree and gives other texts for its place.  Places come from the tree, so comments,
layout and everything else stay as they are.  Only what changes the rules is planted: no titles, no citations, and
nothing in the author's checks (`after`, `always`), which would be noticed by themselves.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, fields, replace
from itertools import pairwise

from hoyle.dsl.source.span import Source, Span
from hoyle.dsl.syntax import nodes as n
from hoyle.dsl.syntax.parser import parse
from hoyle.dsl.syntax.printer.expressions import expr

Text = tuple[Span, str]
"""A place and what is written there instead."""


@dataclass(frozen=True)
class Mistake:
    """One planted mistake: the operator, its place, and the file with it."""

    operator: str
    span: Span
    new: str

    @property
    def text(self) -> str:
        """The whole file with the mistake."""
        text = self.span.source.text
        return text[: self.span.start] + self.new + text[self.span.end :]

    @property
    def line(self) -> str:
        """The place, what was written there, and what is now: one line."""
        old = " ".join(self.span.text.split())
        return f"{self.span.line}: `{old[:70]}` -> `{' '.join(self.new.split())[:70]}`"


def mistakes(source: Source) -> list[Mistake]:
    """Every mistake that the operators know for a rule file."""
    tree, _ = parse(source)
    planter = _Planter(tree)
    found: dict[str, Mistake] = {}
    for parent, node in _within(tree):
        for operator, span, new in planter.at(parent, node):
            one = Mistake(operator, span, new)
            if one.text != source.text:
                found.setdefault(one.text, one)
    return list(found.values())


def _within(node: n.Node) -> Iterator[tuple[n.Node, n.Node]]:
    """Every node below another one, with its parent."""
    for child in _children(node):
        if isinstance(child, n.Example):  # what it says has no effect on play
            continue
        yield node, child
        yield from _within(child)


def _children(node: n.Node) -> Iterator[n.Node]:
    if isinstance(
        node, n.Citation | n.Ruling | n.NotARule | n.Document | n.Game | n.Language | n.After | n.Always | n.Example
    ):
        return
    yield from (child for child in n.children(node) if child.span.end > child.span.start)


_COMPARED = {
    "<": ("<=", ">"), "<=": ("<", ">="), ">": (">=", "<"), ">=": (">", "<="), "=": ("!=",), "!=": ("=",),
    "+": ("-",), "-": ("+",), "*": ("+",), "/": ("*",), "mod": ("/",), "and": ("or",), "or": ("and",),
}  # fmt: skip
_WORDS = {
    "left": ("right", "across"), "right": ("left",), "opponents": ("team",), "highest": ("lowest",),
    "lowest": ("highest",), "top": ("bottom",), "bottom": ("top",), "any": ("every", "no"), "every": ("any",),
    "no": ("any",), "yes": ("no",), "first": ("last",), "last": ("first",),
}  # fmt: skip
_SEEN = ("face up", "face down", "private")


class _Planter:
    """Knows the names that could be confused with each other."""

    def __init__(self, tree: n.RuleFile) -> None:
        self.alike: dict[str, list[str]] = {}
        """For each name, those of the same kind and owner."""
        kinds: dict[tuple[object, ...], list[str]] = {}
        for declaration in tree.declarations:
            match declaration:
                case n.Zones(zones):
                    for zone in zones:
                        kinds.setdefault(("zone", zone.owner), []).append(zone.name.text)
                case n.Remember(_, variables):
                    for variable in variables:
                        key = ("variable", variable.owner, _kind(variable.type))
                        kinds.setdefault(key, []).extend(name.text for name in variable.names)
                case n.Option(name, type_):
                    kinds.setdefault(("option", _kind(type_)), []).append(name.text)
                case _:
                    pass
        for names in kinds.values():
            for name in names:
                self.alike[name] = [other for other in names if other != name]

    def at(self, parent: n.Node, node: n.Node) -> Iterator[tuple[str, Span, str]]:
        """The mistakes at a node."""
        match node:
            case n.Number(value) if not isinstance(parent, n.Players | n.Language):
                yield "number off by one", node.span, str(value + 1)
                if value > 0:
                    yield "number off by one", node.span, str(value - 1)
            case n.NumberType(low, high):
                if high is not None and low is not None and high > low:
                    yield "range off by one", node.span, f"{low}..{high - 1}"
                    yield "range off by one", node.span, f"{low + 1}..{high}"
            case n.Binary(op, left, right):
                between = Span(node.span.source, left.span.end, right.span.start)
                for other in _COMPARED.get(op, ()):
                    kind = {"and": "logic", "or": "logic"}.get(op, "arithmetic" if op in "+-*/mod" else "comparison")
                    new = re.sub(rf"(?<!\S){re.escape(op)}(?!\S)", other, between.text, count=1)
                    if kind == "logic":
                        yield "logic", node.span, f"({left.span.text}{new}{right.span.text})"
                    else:
                        yield kind, between, new
                if op in ("and", "or"):
                    yield "condition dropped", node.span, left.span.text
                    yield "condition dropped", node.span, right.span.text
                elif op == "except":
                    yield "exception dropped", node.span, left.span.text
                elif op == "-":
                    yield "operands swapped", node.span, f"{right.span.text} - {left.span.text}"
            case n.Unary("not", operand):
                yield "negation", node.span, operand.span.text
            case n.Is() | n.In():
                yield "negation", node.span, expr(replace(node, negated=not node.negated))
            case n.Attribute(of, name):
                for other in _WORDS.get(name.text, ()):
                    yield "wrong neighbour", name.span, other
                if name.text in ("left", "right", "across"):
                    yield "wrong neighbour", node.span, of.span.text
                for other in self.alike.get(name.text, ()):
                    yield "wrong name", name.span, other
            case n.Ref(name):
                for other in self.alike.get(name, ()):
                    yield "wrong name", node.span, other
            case n.Word(word):
                for other in _WORDS.get(word, ()):
                    yield "yes and no", node.span, other
            case n.Extreme(which) | n.Best(which) | n.ExtremeFor(which) | n.Pick(which) | n.Criterion(which):
                for other in _WORDS.get(str(which), ()):
                    yield "wrong end", node.span, re.sub(rf"\b{which}\b", other, node.span.text, count=1)
            case n.Quantified(which):
                for other in _WORDS.get(which, ()):
                    yield "any and every", node.span, re.sub(rf"\b{which}\b", other, node.span.text, count=1)
            case n.Conditional(value, _, otherwise):
                yield "condition dropped", node.span, value.span.text
                yield "condition dropped", node.span, otherwise.span.text
            case n.Zone():
                declared = node.span.text.partition('"')[0]
                for other in _SEEN:
                    if other != node.visibility and (other != "private" or node.owner is not None):
                        new = declared.replace(node.visibility, other, 1) + node.span.text[len(declared) :]
                        yield "visibility", node.span, new
            case n.EqualCards(which):
                other = {"first": "last", "last": "first"}[which]
                yield "equal cards", node.span, node.span.text.replace(which, other, 1)
            case n.AnySuitRow() | n.AnyCardRow() if len(node.ranks) > 2:
                for one, two in pairwise(node.ranks):
                    yield (
                        "ranks swapped",
                        Span(node.span.source, one.span.start, two.span.end),
                        f"{two.text} {one.text}",
                    )
            case n.If(condition):
                yield "condition negated", condition.span, f"not ({condition.span.text})"
            case n.Choice(guard=guard, where=where):
                for condition in (guard, where):
                    if condition is not None:
                        yield "condition dropped", condition.span, "yes"
            case _:
                pass
        yield from self._bodies(node)

    def _bodies(self, node: n.Node) -> Iterator[tuple[str, Span, str]]:
        """Statements, rows and answers that are missing, twice, or in another order."""
        for one in fields(node):
            value = getattr(node, one.name)
            items = tuple(item for item in value if isinstance(item, n.Clause)) if isinstance(value, tuple) else ()
            if not items:
                continue
            if one.name in ("rows", "choices") and len(items) > 1:
                for item in items:
                    yield f"{one.name[:-1]} dropped", _whole_lines(item.span), ""
            if one.name not in ("body", "then", "otherwise", "actions"):
                continue
            for item in items:
                if not isinstance(item, n.Let | n.Nothing):
                    yield "statement dropped", item.span, "nothing"
                if isinstance(item, n.Set | n.Change | n.Move | n.Deal | n.Call) and one.name == "body":
                    indent = " " * (item.span.column - 1)
                    yield "statement twice", item.span, f"{item.span.text}\n{indent}{item.span.text}"
            for first, second in pairwise(items):
                if first.span.line < second.span.line and not isinstance(first, n.Let):
                    between = first.span.source.text[first.span.end : second.span.start]
                    whole = Span(first.span.source, first.span.start, second.span.end)
                    if "#" not in between and '"' not in between:
                        yield "order", whole, second.span.text + between + first.span.text


def _kind(type_: n.Node | None) -> object:
    """What tells types apart here: numbers are alike whatever their range, others by what is written."""
    return "number" if isinstance(type_, n.NumberType) else None if type_ is None else type_.span.text


def _whole_lines(span: Span) -> Span:
    """The lines of a place, with their ends."""
    text = span.source.text
    end = text.find("\n", span.end)
    return Span(span.source, text.rfind("\n", 0, span.start) + 1, len(text) if end < 0 else end + 1)
