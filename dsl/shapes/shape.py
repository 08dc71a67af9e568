"""The shapes of records, derived from their classes: the fields, and the values that each can have.

The JSON form of records, its reader and its schema are made from these shapes.  So all three know a new class as soon
as it is written.  An annotation of a field is one of

    str, int, bool                     a scalar
    Literal["a", "b"]                  one of some words
    Annotated[T, NamedShape(…)]        a value that the schema describes once, by a name
    Annotated[T, MapShape(…)]          an object with an entry for each item
    Name, Ref | Attribute, Expr        a record of one of some classes
    Annotated[Trick, JsonForm("…")]        the same under another name, perhaps without some of its fields
    tuple[Name, ...]                   a list
    tuple[A, ...] | tuple[B, ...]      a list, all of whose items are of one kind
    Expr | tuple[ValueRow, ...]        a record or a list
    any of these with `| None`         a field that may be missing

The metadata of a field may say its `key` in JSON if that is not its name, the `pattern` of a text, whether it stands
`last`, and whatever else the schema says of it (`description`, `minItems`).  A class may say under which key its
objects name themselves (`json_tag`; else they do not) and how (`json_forms`; else by the name of the class).
"""

from __future__ import annotations

import types
from collections.abc import Callable, Iterator
from copy import copy
from dataclasses import MISSING, Field, dataclass, fields, is_dataclass
from functools import cache, cached_property
from inspect import cleandoc
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

Schema = dict[str, Any]

LOWEST, HIGHEST = -(2**31), 2**31 - 1
"""The whole numbers, unless the metadata of a field says others."""
QUOTED = '[^"{}\\x00-\\x08\\x0a-\\x1f]*'
"""The pattern of a text, unless the metadata says another: what can stand in quotes."""


@dataclass(frozen=True, slots=True)
class TextShape:
    """A text that matches a pattern as a whole."""

    pattern: str


@dataclass(frozen=True, slots=True)
class NumberShape:
    """A whole number."""


@dataclass(frozen=True, slots=True)
class FlagShape:
    """True or false."""


@dataclass(frozen=True, slots=True)
class WordShape:
    """One of some words."""

    words: tuple[str, ...]


@dataclass(frozen=True, slots=True, eq=False)
class NamedShape:
    """A value that the schema describes under a name, or in place without one.  `write` makes it plain."""

    name: str
    schema: Schema
    write: Callable[[Any], Any] = str


@dataclass(frozen=True, slots=True)
class MapShape:
    """An object with an entry for each item of a list.  An item is a record of two fields: the key and the value.

    With `alone`, an item without a key stands for the whole list, and its value is under that key of the record.
    """

    kind: type[Any]
    names: NamedShape
    values: NamedShape
    alone: str = ""


class JsonForm:
    """A name under which JSON has a class, perhaps described in other words, and without fields that the name says."""

    kind: type[Any]
    tag = ""

    def __init__(self, name: str, description: str = "", without: tuple[str, ...] = (), **fixed: object) -> None:
        self.name, self.description = name, description
        self.without, self.fixed = without, fixed

    @cached_property
    def slots(self) -> tuple[FieldShape, ...]:
        """The fields that are written."""
        return tuple(slot for slot in slots(self.kind) if slot.name not in (*self.without, *self.fixed))


class NodeShape:
    """A record of one of some classes, in one of some forms."""

    __match_args__ = ("classes",)

    def __init__(self, forms: tuple[JsonForm, ...]) -> None:
        self.forms = forms
        self.tag = forms[0].tag
        self.named = {form.name: form for form in forms}
        self.classes: tuple[type[Any], ...] = tuple(dict.fromkeys(form.kind for form in forms))
        self._of = {kind: [form for form in forms if form.kind is kind] for kind in self.classes}

    def form(self, record: object) -> JsonForm | None:
        """The form in which a record is written; None if it is of another class."""
        for form in self._of.get(type(record), ()):
            if not form.fixed or all(getattr(record, key) == said for key, said in form.fixed.items()):
                return form
        return None


@dataclass(frozen=True, slots=True)
class ListShape:
    """A list.  All its items have the same one of these shapes."""

    items: tuple[JsonShape, ...]

    def item(self, fits: Callable[[NodeShape], object]) -> JsonShape:
        """The shape of the items: of several, one that fits, or else the first."""
        found = (one for one in self.items[1:] if isinstance(one, NodeShape) and fits(one))
        return next(found, self.items[0])


@dataclass(frozen=True, slots=True)
class EitherShape:
    """A record or a list."""

    one: NodeShape
    several: ListShape


JsonShape = (
    TextShape | NumberShape | FlagShape | WordShape | NamedShape | MapShape | NodeShape | ListShape | EitherShape
)


@dataclass(frozen=True, slots=True)
class FieldShape:
    """A field of a record, and what the schema says of it.  It is left out of JSON when it has its default."""

    name: str
    key: str
    shape: JsonShape
    required: bool
    default: object
    schema: Schema


_NOT_IN_SCHEMA = ("key", "last", "pattern")


@cache
def slots(kind: type[Any]) -> tuple[FieldShape, ...]:
    """The fields of a class that belong to its content: those that it prints."""
    hints = get_type_hints(kind, include_extras=True)
    shown = [one for one in fields(kind) if one.repr]
    return tuple(_slot(one, hints[one.name]) for one in sorted(shown, key=lambda one: one.metadata.get("last", 0)))


def _slot(one: Field[Any], hint: Any) -> FieldShape:
    members, needed = _members(hint), one.default is MISSING
    shape = shape_of(
        tuple(member for member in members if member is not type(None)), one.metadata.get("pattern", QUOTED)
    )
    schema = {word: said for word, said in one.metadata.items() if word not in _NOT_IN_SCHEMA}
    required = needed and type(None) not in members
    return FieldShape(
        one.name, one.metadata.get("key", one.name), shape, required, None if needed else one.default, schema
    )


def one_of(hint: Any) -> NodeShape:
    """The shape of a record of one of the classes in a union."""
    return NodeShape(tuple(_forms(_members(hint))))


def shape_of(members: tuple[Any, ...], pattern: str) -> JsonShape:
    """The shape of a value of one of some types."""
    forms = tuple(_forms(members))
    lists = [get_args(member)[0] for member in members if get_origin(member) is tuple]
    if forms or lists:
        several = ListShape(tuple(shape_of(_members(item), pattern) for item in lists))
        if forms and lists:
            return EitherShape(NodeShape(forms), several)
        return NodeShape(forms) if forms else several
    (hint,) = members
    if get_origin(hint) is Annotated:
        return get_args(hint)[1]
    if get_origin(hint) is Literal:
        return WordShape(get_args(hint))
    scalar: dict[Any, JsonShape] = {str: TextShape(pattern), int: NumberShape(), bool: FlagShape()}
    return scalar[hint]


def _forms(members: tuple[Any, ...]) -> Iterator[JsonForm]:
    for member in members:
        kind, *said = get_args(member) if get_origin(member) is Annotated else (member,)
        if is_dataclass(kind):
            yield from (_of(kind, one) for one in said or getattr(kind, "json_forms", ()) or (None,))


@cache
def _of(kind: type[Any], form: JsonForm | None) -> JsonForm:
    """A form of a class; with None, the one that has the name of the class."""
    found = JsonForm(kind.__name__) if form is None else copy(form)
    found.kind, found.tag = kind, getattr(kind, "json_tag", "")
    found.description = found.description or cleandoc(kind.__doc__ or "")
    return found


def _members(hint: Any) -> tuple[Any, ...]:
    """The members of a union, or the one hint."""
    return get_args(hint) if get_origin(hint) in (Union, types.UnionType) else (hint,)


def reached(shape: JsonShape) -> dict[str, JsonForm]:
    """Every form of record that can occur in a value, by name."""
    seen: dict[str, JsonForm] = {}
    left = [shape]
    for one in left:
        match one:
            case NodeShape():
                new = [form for form in one.forms if form.name not in seen]
                seen.update({form.name: form for form in new})
                left += [slot.shape for form in new for slot in form.slots]
            case ListShape(items):
                left += items
            case EitherShape(node, several):
                left += (node, several)
            case _:
                pass
    return seen
