"""Every place of a rule file that names something, and what it names.

One pass over the tree finds them.  A global name is identified by its kind and text (`SymbolKey("phase",
"deal_hand")`).  The surrounding blocks decide whether a name is global or local.  In this language no name hides
another one, so a text means the same throughout a block.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, fields, replace
from typing import Any, NamedTuple, cast, get_args

from ..dsl.source.span import Source, Span
from ..dsl.syntax import nodes as n


class SymbolKey(NamedTuple):
    """The identity of a named thing.

    `kind` is the kind of its declaration.  For a local name, `at` is the offset of its declaration."""

    kind: str
    name: str
    at: int = -1


@dataclass(frozen=True, slots=True)
class Occurrence:
    """One place that names something.  `node` is the node there: an attribute, a call or a reference."""

    key: SymbolKey
    span: Span
    makes: bool
    """Whether the name is declared here."""
    node: n.Node
    writes: bool = False


GLOBALS = "name"
"""The kind of a global name that is declared elsewhere: in the base of a variant, or nowhere."""

_CHANGED: dict[type, tuple[str, ...]] = {
    kind: found
    for kind in get_args(n.Stmt)
    if (found := tuple(f.name for f in fields(kind) if f.type in ("Target", "tuple[Target, ...]", "Ref | Attribute")))
}
"""For each statement that changes a variable or a zone, the fields that hold what it changes."""

_DECLARES: dict[type, str] = {
    n.Kind: "kind", n.Shape: "shape", n.Option: "option", n.Zone: "zone", n.Values: "values", n.Define: "define",
    n.Table: "table", n.Phase: "phase", n.Document: "source",
}  # fmt: skip


class Index:
    """The occurrences of a tree that are written in one source, in the order of the text."""

    def __init__(self, tree: n.RuleFile, source: Source, kinds: dict[str, str]) -> None:
        """`kinds` maps each global name to the kind of its declaration, including the names of the base."""
        self.source = source
        self.kinds = kinds
        self.found: list[Occurrence] = []
        self.scopes: list[dict[str, SymbolKey]] = [{}]
        for declaration in tree.declarations:
            self.scopes = [{}]
            self._node(declaration)
        self.found.sort(key=lambda one: (one.span.start, one.span.end))

    def at(self, offset: int) -> Occurrence | None:
        """The occurrence that contains an offset or ends there."""
        best: Occurrence | None = None
        for one in self.found:
            if one.span.start > offset:
                break
            if offset <= one.span.end and (best is None or one.span.start >= best.span.start):
                best = one
        return best

    def of(self, key: SymbolKey) -> Iterator[Occurrence]:
        """Every occurrence of this key."""
        return (one for one in self.found if one.key == key)

    # --------------------------------------------------------------------------------------------------- recording

    def _note(self, key: SymbolKey, span: Span, node: n.Node, *, makes: bool = False, writes: bool = False) -> None:
        if span.source is self.source and span.end > span.start:
            self.found.append(Occurrence(key, span, makes, node, writes))

    def _make(self, kind: str, name: n.Name, node: n.Node) -> None:
        self._note(SymbolKey(kind, name.text), name.span, node, makes=True)

    def _bind(self, name: n.Name, node: n.Node) -> None:
        key = SymbolKey("local", name.text, name.span.start)
        self.scopes[-1][name.text] = key
        self._note(key, name.span, node, makes=True)

    def _bind_or_set(self, name: n.Name, node: n.Node) -> None:
        """Bind a new name, or record that an existing one is set."""
        if name.text in self.kinds or any(name.text in scope for scope in self.scopes):
            self._use(name.text, name.span, node, writes=True)
        else:
            self._bind(name, node)

    def _key(self, name: str) -> SymbolKey:
        """The key of a name at a place that uses it."""
        for scope in reversed(self.scopes):
            if name in scope:
                return scope[name]
        return SymbolKey(self.kinds.get(name, GLOBALS), name)

    def _use(self, name: str, span: Span, node: n.Node, *, writes: bool = False) -> None:
        self._note(self._key(name), span, node, writes=writes)

    def _global(self, name: n.Name | None, node: n.Node, kind: str | None = None) -> None:
        if name is not None:
            self._note(SymbolKey(kind or self.kinds.get(name.text, GLOBALS), name.text), name.span, node)

    # ----------------------------------------------------------------------------------------------------- visiting

    def _all(self, *things: object) -> None:
        """Visit nodes, and tuples of nodes, in one scope."""
        for thing in things:
            if isinstance(thing, n.Node):
                self._node(thing)
            elif isinstance(thing, tuple):
                self._all(*cast("tuple[object, ...]", thing))

    def _block(self, *things: object) -> None:
        self.scopes.append({})
        self._all(*things)
        self.scopes.pop()

    def _rest(self, node: n.Node, *without: str) -> None:
        record: Any = node
        self._all(*(getattr(node, f.name) for f in fields(record) if f.name not in ("span", *without)))

    def _some(self, some: n.Some, *things: object, before: Iterable[object] = ()) -> None:
        """Visit `p in players`, and the things that may use `p`."""
        self._all(some.domain, *before)
        self.scopes.append({})
        self._bind(some.name, some)
        self._all(*things)
        self.scopes.pop()

    def _node(self, node: n.Node) -> None:
        if type(node) in _CHANGED:
            self._changing(node, _CHANGED[type(node)])
            return
        match node:
            case n.Ref(name):
                self._use(name, node.span, node)
            case n.Apply(name, args):
                self._use(name.text, name.span, node)
                self._all(args)
            case n.Call(name, args):
                self._global(name, node)
                self._all(args, node.cite)
            case n.Attribute(of, name, args):
                self._all(of)
                kind = self.kinds.get(name.text, "attribute")
                self._note(SymbolKey(kind, name.text), name.span, node)
                self._all(args)
            case n.Extreme(measure=measure, of=of):
                self._global(measure, node)
                self._all(of)
            case n.Criterion(measure=measure):
                self._global(measure, node)
            case n.Is(operand=operand, property=name, kind=True):
                self._all(operand)
                self._global(name, node, "shape" if self.kinds.get(name.text) == "shape" else None)
            case n.Is(operand=operand):
                self._all(operand)
            case n.Let(name, value):
                self._all(value, node.cite)
                self._bind(name, node)
            case n.Quantified() | n.EveryWhere() | n.TheOne() | n.First() | n.NumberWhere() | n.ExtremeFor() | n.Best():
                self._phrase(node)
            case n.If(condition=condition, then=then, otherwise=otherwise):
                self._all(condition)
                self._block(then)
                self._block(otherwise)
                self._all(node.cite, node.otherwise_cite)
            case n.Repeat():
                self._all(node.times, node.until, node.cite)
                self._block(node.body)
                self._block(node.otherwise)
            case n.For():
                self._all(node.domain, node.start, node.times, node.cite)
                self.scopes.append({})
                (self._bind if node.domain is not None else self._bind_or_set)(node.name, node)
                self._all(node.where, node.until)
                self._block(node.body)
                self.scopes.pop()
            case n.Choice():
                self._choice(node)
            case n.PlayTrick():
                self._play(node)
            case n.Again(phase=name) | n.After(phase=name):
                self._global(name, node)
                self._rest(node, "phase")
            case _:
                self._declaration(node)

    def _changing(self, node: n.Node, places: tuple[str, ...]) -> None:
        for name in places:
            value: n.Target | n.Ref | n.Attribute | tuple[n.Target, ...] = getattr(node, name)
            for one in value if isinstance(value, tuple) else (value,):
                place = one.place if isinstance(one, n.Target) else one
                written = place.span if isinstance(place, n.Ref) else place.name.span
                before = len(self.found)
                self._all(one)
                self.found[before:] = [
                    replace(found, writes=True) if found.span == written else found for found in self.found[before:]
                ]
        self._rest(node, *places)

    def _phrase(self, node: n.Node) -> None:
        record: Any = node
        some: n.Some = record.some
        start = getattr(node, "start", None)
        parts = [getattr(node, name, None) for name in ("measure", "where", "body", "by")]
        self._some(some, *parts, before=(start,))

    def _choice(self, node: n.Choice) -> None:
        self._all(node.guard, node.cite)
        self.scopes.append({})
        for some in node.generators:
            self._all(some.domain)
            self._bind(some.name, some)
        for hole in node.template.holes:
            self._use(hole.text, hole.span, hole)
        self._all(node.where)
        self._block(node.body)
        self.scopes.pop()

    def _written(self, node: n.WrittenLine) -> None:
        self._all(node.condition, node.cite)
        if node.beside is None:
            self._all(*node.notice.holes)
        else:
            self._some(node.beside, node.where, *node.notice.holes)

    def _play(self, node: n.PlayTrick) -> None:
        self._global(node.hand, node)
        self._global(node.trick, node)
        self._all(node.leader, node.without, node.cite)
        self.scopes.append({})
        if node.player is not None:
            self._bind(node.player, node)
        for narrow in (node.exception, *node.narrow):
            if narrow is not None:
                self._in_scope(narrow, narrow.name, narrow.where)
        self.scopes.pop()
        if node.award is not None:
            self._in_scope(node.award, node.award.name, node.award.value)
        for step in node.steps:
            self.scopes.append({})
            for name in (step.card, step.player):
                if name is not None:
                    self._bind(name, step)
            self._block(step.body)
            self._all(step.cite)
            self.scopes.pop()
        if node.winner is not None:
            self._bind_or_set(node.winner, node)

    def _in_scope(self, node: n.Node, name: n.Name | None, value: n.Expr) -> None:
        """An expression that is read with a name of its own."""
        self.scopes.append({})
        if name is not None:
            self._bind(name, node)
        self._all(value)
        self.scopes.pop()

    def _params(self, node: n.Define | n.Table | n.Phase) -> None:
        for param in node.params:
            self._all(param.type)
            self._bind(param.name, param)

    def _declaration(self, node: n.Node) -> None:
        kind = _DECLARES.get(type(node))
        if kind is not None:
            self._make(kind, cast("Any", node).name, node)
        match node:
            case n.Kind(type=type_):
                self._words(type_)
                self._all(node.cite)
            case n.Option():
                self._words(node.type)
                for value in node.values:
                    if isinstance(value.value, n.Ref):
                        self._note(SymbolKey("word", value.value.name), value.value.span, value, makes=True)
                    self._all(value.cite)
                self._all(node.default, node.condition, node.cite)
            case n.Values():
                self._global(node.of, node)
                self._all(node.rows, node.cite)
            case n.Define() | n.Table() | n.Phase():
                self.scopes.append({})
                self._params(node)
                self._rest(node, "name", "params")
                self.scopes.pop()
            case n.Variable():
                for name in node.names:
                    self._make("variable", name, node)
                self._all(node.type, node.cite)
            case n.Setting(name, value):
                self._global(name, node)
                self._all(value, node.cite)
            case n.Remember(phase=phase):
                self._global(phase, node)
                self._all(node.variables, node.cite)
            case n.Deck(rows=rows):
                made = set[str]()
                for suit in _suits(node):
                    self._note(SymbolKey("suit", suit.text), suit.span, node, makes=suit.text not in made)
                    made.add(suit.text)
                for row in rows:
                    self._all(row.copies, row.condition, row.cite)
                self._all(node.copies, node.jokers, node.cite)
            case n.Faces(suit=suit):
                self._global(suit, node)
            case n.NamedFace(name):
                if name not in ("joker", "otherwise"):
                    self._use(name, node.span, node)
            case n.Incident():
                self._incident(node)
            case n.Example(player=player, body=body):
                self.scopes.append({})
                if player is not None:
                    self._bind(player, node)
                self._all(body)
                self.scopes.pop()
                self._all(node.cite)
            case n.WrittenLine():
                self._written(node)
            case n.Remove(what, name):
                if what != "incident":
                    self._global(name, node, self.kinds.get(name.text) if name is not None else None)
                self._all(node.cite)
            case n.Amend(name=name):
                self._global(name, node)
                self._all(node.edits, node.cite)
            case n.Edit(at=at, lines=lines):
                if isinstance(at, n.Template | n.Notice):
                    at = None
                self._block(at)
                self._block(lines)
                self._all(node.cite)
            case n.Variant(base=base):
                self._note(SymbolKey("file", base.text), base.span, node)
                self._all(node.cite)
            case n.FromSource(source=source):
                self._global(source, node, "source")
            case n.Name() | n.Template():
                pass
            case _:
                self._rest(node, *(("name",) if kind is not None else ()))

    def _words(self, node: n.Type | None) -> None:
        """Record the values that a kind or an option declares."""
        if not isinstance(node, n.OneOf):
            self._all(node)
            return
        for value in node.values:
            if isinstance(value, n.Ref) and self.kinds.get(value.name, "word") == "word" and value.name != "suit":
                self._note(SymbolKey("word", value.name), value.span, node, makes=True)
            else:
                self._all(value)

    def _incident(self, node: n.Incident) -> None:
        self._global(node.start, node)
        self._global(node.until, node)
        if node.by is None:
            self._block(node.body)
        else:
            self._some(node.by, node.where, node.body)
        self._all(node.cite)


def _suits(deck: n.Deck) -> list[n.Name]:
    """The suits that a deck names, in its one line or in its rows."""
    return [*(deck.suits or ()), *(suit for row in deck.rows for suit in row.suits or ())]


def declared(tree: n.RuleFile) -> dict[str, str]:
    """The global names that a tree declares, each with its kind."""
    kinds: dict[str, str] = {}
    for one in tree.declarations:
        part = one.part if isinstance(one, n.Replace | n.Add) else one
        match part:
            case n.Zones(zones):
                kinds.update((zone.name.text, "zone") for zone in zones)
            case n.Remember(variables=variables):
                kinds.update((name.text, "variable") for variable in variables for name in variable.names)
            case n.Deck():
                kinds.update((suit.text, "suit") for suit in _suits(part))
            case n.Document():
                pass
            case n.Kind() | n.Shape() | n.Option() | n.Values() | n.Define() | n.Table() | n.Phase():
                kinds[part.name.text] = _DECLARES[type(part)]
                for word in _values_of(part):
                    kinds.setdefault(word, "word")
            case _:
                pass
    return kinds


def _values_of(part: n.Part) -> Iterator[str]:
    if isinstance(part, n.Kind | n.Option) and isinstance(part.type, n.OneOf):
        known = ("suit", "player", "team", "rank", "card", "number")
        names = [value.name for value in part.type.values if isinstance(value, n.Ref)]
        if isinstance(part, n.Kind) or len(names) > 1:
            yield from (name for name in names if name not in known)
    if isinstance(part, n.Option):
        yield from (value.value.name for value in part.values if isinstance(value.value, n.Ref))
