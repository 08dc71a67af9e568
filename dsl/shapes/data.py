"""Records as plain data, and built again from data that has their shapes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import fields
from typing import Any, Generic, TypeVar

from .shape import EitherShape, JsonForm, JsonShape, ListShape, MapShape, NamedShape, NodeShape

Data = TypeVar("Data")
More = Callable[[Any], Mapping[str, Any]]


def record_data(record: Any, shape: NodeShape, more: More | None = None) -> dict[str, Any]:
    """A record as plain data, and with every record in it what `more` says of it."""
    form = shape.form(record)
    assert form is not None, record
    data: dict[str, Any] = {form.tag: form.name} if form.tag else {}
    for slot in form.slots:
        value = getattr(record, slot.name)
        if value is None or (not slot.required and value == slot.default):
            continue
        if isinstance(slot.shape, MapShape):
            data.update(_entries(value, slot.key, slot.shape))
        else:
            data[slot.key] = _value_data(value, slot.shape, more)
    if more is not None:
        data.update(more(record))
    return data


def _value_data(value: Any, shape: JsonShape, more: More | None) -> Any:
    match shape:
        case NamedShape():
            return shape.write(value)
        case NodeShape():
            return record_data(value, shape, more)
        case ListShape():
            item = shape.item(lambda one: value and one.form(value[0]))
            return [_value_data(one, item, more) for one in value]
        case EitherShape(one, several):
            return _value_data(value, several if isinstance(value, tuple) else one, more)
        case _:
            return value


def _entries(items: tuple[Any, ...], key: str, shape: MapShape) -> dict[str, Any]:
    name, held = (one.name for one in fields(shape.kind))
    pairs = [(getattr(item, name), shape.values.write(getattr(item, held))) for item in items]
    named = {shape.names.write(name): value for name, value in pairs if name is not None}
    return {key: named} if named else {shape.alone: pairs[0][1]}


class Builder(Generic[Data]):
    """Builds records from data of their shapes, in which every field that is needed exists."""

    def inside(self, data: Data) -> Any:
        """The scalar, the list or the object that some data is."""
        raise NotImplementedError

    def scalar(self, data: Data, shape: JsonShape) -> Any:
        """The value of a field that has a shape without records."""
        raise NotImplementedError

    def word(self, key: str, data: Data) -> Any:
        """The key of some data in an object, as a value."""
        raise NotImplementedError

    def made(self, form: JsonForm, values: dict[str, Any], data: Data) -> Any:
        """The record with these fields."""
        raise NotImplementedError

    def record(self, data: Data, shape: NodeShape) -> Any:
        """The record of one of some forms that some data describes."""
        own: dict[str, Data] = self.inside(data)
        form = shape.named[self.inside(own[shape.tag])] if shape.tag else shape.forms[0]
        return self.made(form, self.fields(form, own), data)

    def fields(self, form: JsonForm, own: dict[str, Data]) -> dict[str, Any]:
        """The values of the fields of a record in this form."""
        values = dict(form.fixed)
        for slot in form.slots:
            if slot.key in own:
                values[slot.name] = self.value(own[slot.key], slot.shape)
            elif isinstance(slot.shape, MapShape) and slot.shape.alone in own:
                value = self.scalar(own[slot.shape.alone], slot.shape.values)
                values[slot.name] = (slot.shape.kind(None, value),)
            else:
                values[slot.name] = slot.default
        return values

    def value(self, data: Data, shape: JsonShape) -> Any:
        """A value of a shape."""
        match shape:
            case NodeShape():
                return self.record(data, shape)
            case ListShape():
                found: list[Data] = self.inside(data)
                item = shape.item(lambda one: found and self.inside(self.inside(found[0])[one.tag]) in one.named)
                return tuple([self.value(one, item) for one in found])
            case EitherShape(one, several):
                return self.value(data, several if isinstance(self.inside(data), list) else one)
            case MapShape(kind, _, values):
                entries: dict[str, Data] = self.inside(data)
                return tuple(kind(self.word(key, one), self.scalar(one, values)) for key, one in entries.items())
            case _:
                return self.scalar(data, shape)
