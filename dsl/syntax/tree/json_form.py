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
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, cast

from ...shapes.data import Builder, record_data
from ...shapes.shape import (
    HIGHEST,
    LOWEST,
    EitherShape,
    FlagShape,
    JsonForm,
    JsonShape,
    ListShape,
    NodeShape,
    NumberShape,
    TextShape,
    WordShape,
)
from ...source.nearest import nearest
from ...source.span import NOWHERE, Source, Span
from .. import nodes as n
from .schema import FILE, FORMS, schema

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

    def place(node: n.Node) -> dict[str, Json]:
        span = node.span
        if span is NOWHERE:
            return {}
        number = sources.setdefault(span.source, len(sources))
        found = {"source": number, "start": span.start, "end": span.end, "line": span.line, "column": span.column}
        return {"span": found}

    rules = record_data(tree, FILE, place if spans else None)
    return {"tree": VERSION, **({"sources": [source.name for source in sources]} if spans else {}), "rules": rules}


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
    check = _TreeCheck()
    with suppress(_TooMany):
        check.document(data)
    if check.problems:
        return None, check.problems
    document = cast("dict[str, Any]", data)
    texts = [(sources or {}).get(name) for name in document.get("sources", ())]
    return _TreeBuilder(texts).record(document["rules"], FILE), []


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


class _TreeBuilder(Builder[Any]):
    """Builds nodes; with the texts that they are from, each at its place."""

    def __init__(self, sources: Sequence[Source | None]) -> None:
        self.sources = sources

    def inside(self, data: Any) -> Any:
        return data

    def scalar(self, data: Any, shape: JsonShape) -> Any:
        return data

    def made(self, form: JsonForm, values: dict[str, Any], data: Any) -> n.Node:
        return form.kind(**values, span=self.place(data["span"]) if "span" in data else NOWHERE)

    def place(self, data: Mapping[str, int]) -> Span:
        start, end = data["start"], data["end"]
        source = self.sources[data["source"]] if data["source"] < len(self.sources) else None
        return NOWHERE if source is None or not start <= end <= len(source.text) else Span(source, start, end)


class _TreeCheck:
    """Collects what is wrong with data that ought to have the shapes of nodes."""

    def __init__(self) -> None:
        self.problems: list[TreeProblem] = []

    def wrong(self, path: Path, why: str, help: str | None = None) -> None:
        self.problems.append(TreeProblem(path, why, help))
        if len(self.problems) >= MOST_PROBLEMS:
            raise _TooMany

    def document(self, data: object) -> None:
        top = self.object_at(data, (), ("tree", "rules"), ("sources",))
        if top is None:
            return
        if top.get("tree") != VERSION or isinstance(top.get("tree"), bool):
            self.wrong(("tree",), f"this must be {VERSION}, the version of the form of trees")
        for number, name in enumerate(self.list_at(top.get("sources", []), ("sources",))):
            if not isinstance(name, str):
                self.wrong(("sources", number), "this must be a text")
        if "rules" in top:
            self.node(top["rules"], ("rules",), FILE)

    def object_at(
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

    def list_at(self, data: object, path: Path) -> list[object]:
        """A list; an empty one after a problem."""
        found = _as_list(data)
        if found is None:
            self.wrong(path, f"this must be a list, and is {_kind(data)}")
        return found or []

    def node(self, data: object, path: Path, shape: NodeShape) -> None:
        """A node in one of these forms."""
        found = _as_object(data)
        if found is None:
            few = len(shape.named) <= _FEW
            what = _listed(shape.named) if few else f"one of {len(shape.named)} nodes"
            help = None if few else f"here can stand {_listed(shape.named)}"
            self.wrong(path, f"this must be {what}, and is {_kind(data)}", help)
            return
        name = found.get("node")
        form = shape.named.get(name) if isinstance(name, str) else None
        if form is None:
            self._other(name, path, shape)
            return
        needed = ["node", *(slot.key for slot in form.slots if slot.required)]
        self.object_at(found, path, needed, [*(slot.key for slot in form.slots if not slot.required), "span"])
        for slot in form.slots:
            if slot.key in found:
                self.value(found[slot.key], (*path, slot.key), slot.shape)
        if "span" in found:
            self.span(found["span"], (*path, "span"))

    def _other(self, name: object, path: Path, wanted: NodeShape) -> None:
        if name is None:
            self.wrong(path, "`node` is missing", f"it says which kind of node this is: {_listed(wanted.named)}")
            return
        shown = name if isinstance(name, str) else json.dumps(name)[:40]
        if shown in FORMS:
            self.wrong((*path, "node"), f"`{shown}` cannot stand here", f"here can stand {_listed(wanted.named)}")
            return
        near = nearest(shown, wanted.named)
        self.wrong((*path, "node"), f"there is no node `{shown}`", f"did you mean `{near}`?" if near else None)

    def value(self, data: object, path: Path, shape: JsonShape) -> None:
        """The value of a field."""
        match shape:
            case NodeShape():
                self.node(data, path, shape)
            case ListShape():
                found = self.list_at(data, path)
                first = (_as_object(found[0]) or {}).get("node") if found else None
                item = shape.item(lambda one: first in list(one.named))
                for number, one in enumerate(found):
                    self.value(one, (*path, number), item)
            case EitherShape(one, several):
                self.value(data, path, one if _as_list(data) is None else several)
            case _:
                why = _unfit(data, shape)
                if why is not None:
                    self.wrong(path, *why)

    def span(self, data: object, path: Path) -> None:
        found = self.object_at(data, path, ("source", "start", "end"), ("line", "column")) or {}
        for key in ("source", "start", "end", "line", "column"):
            value = found.get(key, 0)
            if not isinstance(value, int) or isinstance(value, bool) or value < 0:
                self.wrong((*path, key), "this must be a whole number, 0 or more")


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

    sys.stdout.write(json.dumps(schema(), indent=2, ensure_ascii=False) + "\n")
