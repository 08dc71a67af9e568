"""Rule trees as JSON, in both directions: other tools can read and write rule files without a parser.

    {"tree": 1, "rules": {"node": "RuleFile", "declarations": [{"node": "Game", "title": "Whist"}, …]}}

In every object, `node` names its class in `nodes`; the other keys are the fields of that class.  A field that is empty
or has its default is left out.  On request every node has its place (`span`).  A reader that has the texts restores it;
the place does not affect the meaning of the tree.  `schemas/tree.schema.json` describes the same shapes:

    python -m hoyle.dsl.syntax.tree.json_form > schemas/tree.schema.json
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, cast

from ...source.nearest import nearest
from ...source.span import NOWHERE, Source, Span
from .. import nodes as n
from .shape import (
    HIGHEST,
    LOWEST,
    EitherShape,
    FieldShape,
    FlagShape,
    JsonShape,
    ListShape,
    NodeShape,
    NumberShape,
    TextShape,
    WordShape,
    all_classes,
    slots,
)

VERSION = 1
"""The version of this form.  It rises if a reader of the previous version would misread a tree."""

Json = None | bool | int | str | Sequence["Json"] | Mapping[str, "Json"]
Path = tuple[str | int, ...]

DEEPEST = 400
"""The most nested lists and objects.  (The parser builds no more than 100 nested nodes.)"""
MOST_PROBLEMS = 20


# ------------------------------------------------------------------------------------------------------ tree to data


def tree_data(tree: n.RuleFile, *, spans: bool = False) -> dict[str, Json]:
    """A tree as plain JSON data.  `spans` adds the place of every node."""
    sources: dict[Source, int] = {}
    rules = _node_data(tree, sources if spans else None)
    if not spans:
        return {"tree": VERSION, "rules": rules}
    return {"tree": VERSION, "sources": [source.name for source in sources], "rules": rules}


def _node_data(node: n.Node, sources: dict[Source, int] | None) -> dict[str, Json]:
    data: dict[str, Json] = {"node": type(node).__name__}
    for slot in slots(type(node)):
        value = getattr(node, slot.name)
        if value is None or (not slot.required and value == slot.default):
            continue
        data[slot.name] = _value_data(value, sources)
    if sources is not None and node.span is not NOWHERE:
        span = node.span
        number = sources.setdefault(span.source, len(sources))
        data["span"] = {
            "source": number, "start": span.start, "end": span.end, "line": span.line, "column": span.column,
        }  # fmt: skip
    return data


def _value_data(value: Any, sources: dict[Source, int] | None) -> Json:
    if isinstance(value, n.Node):
        return _node_data(value, sources)
    if isinstance(value, tuple):
        return [_value_data(item, sources) for item in cast("tuple[Any, ...]", value)]
    return value


def write_json(tree: n.RuleFile, *, spans: bool = False) -> str:
    """The JSON text of a tree."""
    return json.dumps(tree_data(tree, spans=spans), ensure_ascii=False, indent=1) + "\n"


# ------------------------------------------------------------------------------------------------------ data to tree


@dataclass(frozen=True, slots=True)
class TreeProblem:
    """A place where data is not a valid tree, and the reason."""

    path: Path
    why: str
    help: str | None = None


class _TooMany(Exception):
    """There are more problems than anybody would read."""


def read_data(data: object, sources: Mapping[str, Source] | None = None) -> tuple[n.RuleFile | None, list[TreeProblem]]:
    """The tree that some JSON data describes, or the first 20 problems with it.

    With `sources`, texts by their names, nodes get their places back.
    """
    if _deeper(data, DEEPEST):
        return None, [TreeProblem((), f"lists and objects are nested more than {DEEPEST} deep")]
    reader = _TreeReader(sources or {})
    try:
        tree = reader.document(data)
    except _TooMany:
        tree = None
    return (None if reader.problems else tree), reader.problems


def _as_object(data: object) -> dict[str, object] | None:
    return cast("dict[str, object]", data) if isinstance(data, dict) else None


def _as_list(data: object) -> list[object] | None:
    return cast("list[object]", data) if isinstance(data, list) else None


def _deeper(data: object, most: int) -> bool:
    """Whether data is nested more deeply than `most`.  It uses no recursion, because the data may be much deeper."""
    level = [data]
    for _ in range(most + 1):
        level = [inner for outer in level for inner in (_as_list(outer) or (_as_object(outer) or {}).values())]
        if not level:
            return False
    return True


class _TreeReader:
    """Reads data in the shapes of nodes, and collects the problems."""

    def __init__(self, sources: Mapping[str, Source]) -> None:
        self.problems: list[TreeProblem] = []
        self.texts = sources
        self.sources: list[Source | None] = []

    def wrong(self, path: Path, why: str, help: str | None = None) -> None:
        self.problems.append(TreeProblem(path, why, help))
        if len(self.problems) >= MOST_PROBLEMS:
            raise _TooMany

    def document(self, data: object) -> n.RuleFile | None:
        top = self.object(data, (), ("tree", "rules"), ("sources",))
        if top is None:
            return None
        if top.get("tree") != VERSION or isinstance(top.get("tree"), bool):
            self.wrong(("tree",), f"this must be {VERSION}, the version of the form of trees")
        for number, name in enumerate(self.list(top.get("sources", []), ("sources",))):
            if not isinstance(name, str):
                self.wrong(("sources", number), "this must be a text")
            self.sources.append(self.texts.get(name) if isinstance(name, str) else None)
        found = self.node(top.get("rules"), ("rules",), (n.RuleFile,)) if "rules" in top else None
        return found if isinstance(found, n.RuleFile) else None

    def object(
        self, data: object, path: Path, needed: Sequence[str], others: Sequence[str]
    ) -> dict[str, object] | None:
        """An object with these keys; None after a problem."""
        found = _as_object(data)
        if found is None:
            self.wrong(path, f"this must be an object, and is {_kind(data)}")
            return None
        known = [*needed, *others]
        for key in found:
            if key not in known:
                near = nearest(key, known)
                self.wrong((*path, key), f"`{key}` is not known here", f"did you mean `{near}`?" if near else None)
        for key in needed:
            if key not in found:
                self.wrong(path, f"`{key}` is missing")
        return found

    def list(self, data: object, path: Path) -> list[object]:
        """A list; an empty one after a problem."""
        found = _as_list(data)
        if found is None:
            self.wrong(path, f"this must be a list, and is {_kind(data)}")
        return found or []

    def node(self, data: object, path: Path, kinds: Sequence[type[n.Node]]) -> n.Node | None:
        """A node of one of these classes; None after a problem."""
        found = _as_object(data)
        if found is None:
            names = [kind.__name__ for kind in kinds]
            few = len(names) <= _FEW
            what = _listed(names) if few else f"one of {len(names)} nodes"
            help = None if few else f"here can stand {_listed(names)}"
            self.wrong(path, f"this must be {what}, and is {_kind(data)}", help)
            return None
        name = found.get("node")
        kind = next((kind for kind in kinds if kind.__name__ == name), None)
        if kind is None:
            self._other(name, path, kinds)
            return None
        own = slots(kind)
        needed = ["node", *(slot.name for slot in own if slot.required)]
        others = [*(slot.name for slot in own if not slot.required), "span"]
        before = len(self.problems)
        self.object(found, path, needed, others)
        values = {slot.name: self.slot(found[slot.name], path, slot) for slot in own if slot.name in found}
        span = self.span(found["span"], (*path, "span")) if "span" in found else NOWHERE
        if len(self.problems) > before:
            return None
        for slot in own:
            values.setdefault(slot.name, slot.default)
        make: Any = kind
        return make(**values, span=span)

    def _other(self, name: object, path: Path, kinds: Sequence[type[n.Node]]) -> None:
        if name is None:
            self.wrong(
                path,
                "`node` is missing",
                f"it says which kind of node this is: {_listed(kind.__name__ for kind in kinds)}",
            )
            return
        shown = name if isinstance(name, str) else json.dumps(name)[:40]
        if shown in all_classes():
            self.wrong(
                (*path, "node"),
                f"`{shown}` cannot stand here",
                f"here can stand {_listed(kind.__name__ for kind in kinds)}",
            )
            return
        near = nearest(shown, (kind.__name__ for kind in kinds))
        self.wrong((*path, "node"), f"there is no node `{shown}`", f"did you mean `{near}`?" if near else None)

    def slot(self, data: object, path: Path, slot: FieldShape) -> object:
        return self.value(data, (*path, slot.name), slot.shape)

    def value(self, data: object, path: Path, shape: JsonShape) -> object:
        """The value of a field.  If it does not fit, the problem is recorded and the result may be anything."""
        match shape:
            case NodeShape(classes):
                return self.node(data, path, classes)
            case ListShape(items):
                return self.several(data, path, items)
            case EitherShape(one, several):
                return self.value(data, path, one if _as_list(data) is None else several)
            case _:
                why = _unfit(data, shape)
                if why is not None:
                    self.wrong(path, *why)
                return data

    def several(self, data: object, path: Path, items: tuple[JsonShape, ...]) -> tuple[object, ...]:
        found = self.list(data, path)
        shape = next((shape for shape in items if found and _begins(found[0], shape)), items[0])
        return tuple(self.value(item, (*path, number), shape) for number, item in enumerate(found))

    def span(self, data: object, path: Path) -> Span:
        found = self.object(data, path, ("source", "start", "end"), ("line", "column"))
        numbers: list[int] = []
        for key in ("source", "start", "end", "line", "column"):
            value = (found or {}).get(key, 0)
            if not isinstance(value, int) or isinstance(value, bool) or value < 0:
                self.wrong((*path, key), "this must be a whole number, 0 or more")
                value = 0
            numbers.append(value)
        number, start, end = numbers[:3]
        source = self.sources[number] if number < len(self.sources) else None
        if source is None or not start <= end <= len(source.text):
            return NOWHERE
        return Span(source, start, end)


def _begins(data: object, shape: JsonShape) -> bool:
    """Whether a list with this first item has one of these shapes."""
    kind = (_as_object(data) or {}).get("node")
    return isinstance(shape, NodeShape) and kind in [one.__name__ for one in shape.classes]


def _unfit(data: object, shape: JsonShape) -> tuple[str] | tuple[str, str] | None:
    """The reason why a scalar does not fit, and what would; None if it does."""
    match shape:
        case FlagShape():
            return None if isinstance(data, bool) else (f"this must be true or false, and is {_kind(data)}",)
        case NumberShape():
            if isinstance(data, bool) or not isinstance(data, int):
                return (f"this must be a whole number, and is {_kind(data)}",)
            return None if LOWEST <= data <= HIGHEST else (f"this must be between {LOWEST} and {HIGHEST}",)
        case WordShape(words):
            if isinstance(data, str) and data in words:
                return None
            if len(words) <= _FEW:
                return (f"this must be {_listed(words)}",)
            return f"this must be one of {len(words)} words", f"here can stand {_listed(words)}"
        case TextShape(pattern):
            if not isinstance(data, str):
                return (f"this must be a text, and is {_kind(data)}",)
            return None if re.fullmatch(pattern, data) else ("this text cannot stand here",)
        case _:
            raise AssertionError(shape)


def _kind(data: object) -> str:
    match data:
        case None:
            return "null"
        case bool():
            return "true or false"
        case int():
            return "a number"
        case str():
            return "a text"
        case list():
            return "a list"
        case _:
            return "an object"


_FEW = 5
"""So many names fit in a message; more are listed in its help."""


def _listed(names: Iterable[str]) -> str:
    return " or ".join(f"`{name}`" for name in names)


if __name__ == "__main__":
    import sys

    from .schema import schema

    sys.stdout.write(json.dumps(schema(), indent=2, ensure_ascii=False) + "\n")
