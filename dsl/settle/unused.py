"""Removes what a rule file no longer uses: defines, phases, values, shapes, kinds, and names that are only set.

It works in rounds, because a part that only an unused part uses becomes unused in the next round.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import fields, replace
from typing import Any, TypeVar, cast

from ..source.frozen import Frozen
from ..syntax import nodes as n

T = TypeVar("T")
_USED = (n.Define, n.Phase, n.Table, n.Kind, n.Shape, n.Values)
"""Declarations that exist only for use by others."""


def without_unused(tree: n.RuleFile) -> n.RuleFile:
    """The same rules, without the parts that no other part uses."""
    while True:
        read = Counter(_read(tree))
        kept = [d for d in tree.declarations if not (isinstance(d, _USED) and _only_itself(d, read))]
        made = tuple(d for one in kept if (d := _without_names(one, read)) is not None)
        made = _without_calls(made, {d.name.text for d in tree.declarations if isinstance(d, n.Phase)})
        if made == tree.declarations:
            return tree
        tree = replace(tree, declarations=made)


def _read(node: object) -> Iterator[str]:
    """Every name that is read, once for each read.  The target of a `set` is not read."""
    match node:
        case n.Set():
            yield from _read(node.value)
            for target in node.targets:
                yield from _place(target)
        case n.Change():
            yield from _read(node.amount)
            yield from _place(node.target)
        case n.Let(value=value):
            yield from _read(value)
        case n.Variable(type=type):
            yield from _read(type)
        case n.Ref(name):
            yield name
        case n.Name(text):
            yield text
            yield text.removesuffix("s")
        case n.NamedFace(name):
            yield name
        case n.RandomThing(what=what):
            yield what
            yield from _parts(node)
        case n.Zone() | n.Param():
            yield from _read(getattr(node, "type", None))
        case _:
            yield from _parts(node)


def _parts(node: object) -> Iterator[str]:
    if isinstance(node, tuple):
        for item in cast("tuple[object, ...]", node):
            yield from _read(item)
    elif isinstance(node, Frozen):
        record: Any = node
        for f in fields(record):
            if f.name not in ("span", "cite"):
                yield from _read(getattr(record, f.name))


def _place(target: n.Target) -> Iterator[str]:
    """The names that the target of a `set` reads: those of its owner."""
    if isinstance(target.place, n.Attribute):
        yield from _read(target.place.of)
        yield from _read(target.place.args)
    yield from _read(target.but)


def _only_itself(d: n.Define | n.Phase | n.Table | n.Kind | n.Shape | n.Values, read: Counter[str]) -> bool:
    """Whether no other declaration names this one.  A plural counts as the name."""
    name = d.name.text
    own = Counter(_read(d))
    return not any(read[word] - own[word] for word in (name, f"{name}s"))


def _without_names(d: n.Decl, read: Counter[str]) -> n.Decl | None:
    """A declaration without names that are only set; None if nothing is left of it."""
    if isinstance(d, n.Remember):
        lines = [replace(v, names=tuple(one for one in v.names if read[one.text])) for v in d.variables]
        kept = tuple(line for line in lines if line.names)
        return replace(d, variables=kept) if kept else None
    return _set_names(d, read)


def _set_names(node: T, read: Counter[str]) -> T:
    """A tree without statements that set names which nothing reads."""
    if isinstance(node, tuple):
        items = cast("tuple[object, ...]", node)
        made = tuple(_set_names(item, read) for item in items if not _in_vain(item, read))
        return cast("T", items if made == items else made)
    if not isinstance(node, n.Clause):
        return node
    record: Any = node
    changed: dict[str, object] = {}
    for name, old in _tuples(node):
        new = _set_names(old, read)
        if new is not old:
            changed[name] = new
    return cast("T", replace(record, **changed)) if changed else node


def _tuples(node: n.Clause) -> Iterator[tuple[str, tuple[object, ...]]]:
    """The fields of a node that hold tuples."""
    record: Any = node
    for f in fields(record):
        value = getattr(record, f.name)
        if isinstance(value, tuple):
            yield f.name, cast("tuple[object, ...]", value)


def _in_vain(item: object, read: Counter[str]) -> bool:
    """Whether a statement only sets names that nothing reads, and does not draw anything by chance."""
    match item:
        case n.Let(name=name, value=value):
            return not read[name.text] and not _chance(value)
        case n.Set(targets=targets, value=value):
            return not any(read[_set(target)] for target in targets) and not _chance(value)
        case n.Change(target=target):
            return not read[_set(target)]
        case n.If(then=(), otherwise=None | ()) | n.For(body=()) | n.Repeat(body=()):
            return True
        case _:
            return False


def _set(target: n.Target) -> str:
    """The name that a `set` changes."""
    match target.place:
        case n.Ref(name):
            return name
        case n.Attribute(name=name) | n.Apply(name=name):
            return name.text


def _chance(node: object) -> bool:
    if isinstance(node, n.RandomThing):
        return True
    if isinstance(node, tuple):
        return any(map(_chance, cast("tuple[object, ...]", node)))
    if isinstance(node, Frozen):
        record: Any = node
        return any(_chance(getattr(record, f.name)) for f in fields(record) if f.name not in ("span", "cite"))
    return False


def _without_calls(declarations: tuple[n.Decl, ...], phases: set[str]) -> tuple[n.Decl, ...]:
    """The declarations without calls of these phases, which do nothing."""
    empty = {d.name.text for d in declarations if isinstance(d, n.Phase) and _idle(d.body)} & phases
    return cast("tuple[n.Decl, ...]", _uncalled(declarations, empty)) if empty else declarations


def _idle(body: tuple[n.Stmt, ...]) -> bool:
    return all(isinstance(st, n.Nothing) for st in body)


def _uncalled(node: object, empty: set[str]) -> object:
    if isinstance(node, tuple):
        items = cast("tuple[object, ...]", node)
        return tuple(
            _uncalled(item, empty) for item in items if not (isinstance(item, n.Call) and item.name.text in empty)
        )
    if not isinstance(node, n.Clause):
        return node
    record: Any = node
    changed = {name: _uncalled(old, empty) for name, old in _tuples(node)}
    return replace(record, **changed) if changed else node
