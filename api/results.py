"""Reports: frozen values with typed fields, made from the JSON data that the command of the same name prints.

    report = hoyle.simulate("whist", games=1000)
    report.sides[0].wins.value           # a field, named as in schemas/simulate.schema.json
    print(report)                        # what the command prints
    report.data()                        # the JSON data
    pandas.DataFrame(report.records())   # a row for each number, with all that tells runs apart

`read` builds a report from its data by the types of its fields, so a report says nothing that the JSON does not say.
"""

from __future__ import annotations

import types
from collections.abc import Iterable, Mapping
from copy import deepcopy
from dataclasses import dataclass, field, fields, is_dataclass
from functools import cache
from typing import Any, TypeVar, Union, cast, get_args, get_origin, get_type_hints

from ..cli.terminal.console import json_text

T = TypeVar("T")
Json = Any
"""JSON data: None, numbers, texts, lists and dictionaries of them."""
CellValue = str | int | float | bool | None
"""What one column of a record holds."""


@dataclass(frozen=True)
class Report:
    """The result of a function of `hoyle`.

    Reports are equal if their fields are.  They can be pickled, printed, and shown in a notebook.
    """

    _data: dict[str, Json] = field(repr=False, compare=False, kw_only=True)

    def data(self) -> dict[str, Json]:
        """The report as JSON data: new dictionaries, lists, texts and numbers."""
        return deepcopy(self._data)

    def to_json(self) -> str:
        """The report as the text of a JSON file."""
        return json_text(self._data)

    def records(self) -> list[dict[str, CellValue]]:
        """The report as a list of rows with the same columns, for pandas, polars or `csv`."""
        raise NotImplementedError

    def lines(self) -> Iterable[str]:
        """The report as lines of text, as the command prints it."""
        raise NotImplementedError

    def __str__(self) -> str:
        return "\n".join(line.rstrip() for line in self.lines())

    def _repr_html_(self) -> str:
        """The report for a notebook."""
        return preformatted(str(self))


def preformatted(text: str) -> str:
    """A text as HTML that keeps its lines."""
    from html import escape

    return f"<pre>{escape(text)}</pre>"


def framed(page: str, height: int = 480) -> str:
    """A whole HTML page inside another one.  Its scripts run in a frame of their own and reach nothing outside."""
    from html import escape

    return (
        f'<iframe srcdoc="{escape(page, quote=True)}" sandbox="allow-scripts" '
        f'style="width: 100%; height: {height}px; border: 0"></iframe>'
    )


def report(kind: type[T], data: Mapping[str, Json], **more: object) -> T:
    """Make a report of JSON data.  `more` are fields that the data does not have."""
    found = {**_fields(kind, data), **more, "_data": dict(data)}
    return kind(**found)


def _fields(kind: type[Any], data: Mapping[str, Json]) -> dict[str, object]:
    """The fields of a class that the JSON data has, by name, each read as a value of its type."""
    return {name: read(type, data[key]) for name, key, type in _types(kind) if key in data}


@cache
def _types(kind: type[Any]) -> tuple[tuple[str, str, Any], ...]:
    """The fields of a record: the name, the key in JSON (the same, unless the field says another), and the type."""
    hints = get_type_hints(kind)
    found = (one for one in fields(kind) if one.name != "_data")
    return tuple((one.name, one.metadata.get("key", one.name), hints[one.name]) for one in found)


def read(kind: Any, data: Json) -> Any:
    """A value of a type, from JSON data: records, tuples, mappings, and what JSON itself has."""
    origin, arguments = get_origin(kind), get_args(kind)
    if origin in (Union, types.UnionType):
        if data is None:
            return None
        inner = [one for one in arguments if one is not types.NoneType]
        return read(inner[0], data) if len(inner) == 1 else data
    if origin is tuple:
        items = cast("Iterable[Json]", data)
        if len(arguments) == 2 and arguments[1] is Ellipsis:
            return tuple(read(arguments[0], one) for one in items)
        return tuple(read(one, item) for one, item in zip(arguments, items, strict=True))
    if origin is not None and issubclass(origin, Mapping):
        return {key: read(arguments[1], value) for key, value in data.items()}
    if is_dataclass(kind) and isinstance(kind, type):
        if issubclass(kind, Report):
            return report(kind, cast("Mapping[str, Json]", data))
        return kind(**_fields(kind, data))
    return data
