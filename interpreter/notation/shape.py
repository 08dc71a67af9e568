"""Whether data obeys a schema, quickly.

The library that says *what* is wrong takes longer over a script than replaying it does.  So a schema is first made into
plain functions that only say yes or no; the library is asked when they say no.  They know the part of JSON Schema that
the schema of scripts uses, and refuse to be made from any other.  A list of `if … then` rules that look at one constant
field (`do`) becomes a table.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, TypeGuard

Test = Callable[[Any], bool]

_IGNORED = frozenset(("$schema", "$id", "$defs", "title", "description", "then", "else"))
_TYPES: dict[str, Test] = {
    "object": lambda data: isinstance(data, dict),
    "array": lambda data: isinstance(data, list),
    "string": lambda data: isinstance(data, str),
    "integer": lambda data: isinstance(data, int) and not isinstance(data, bool),
    "boolean": lambda data: isinstance(data, bool),
    "null": lambda data: data is None,
}
_SIZES: dict[str, tuple[type, bool]] = {
    "minLength": (str, False), "maxLength": (str, True), "minItems": (list, False), "maxItems": (list, True),
    "minProperties": (dict, False), "maxProperties": (dict, True),
}  # fmt: skip


def _is_object(data: Any) -> TypeGuard[dict[str, Any]]:
    return isinstance(data, dict)


def _is_list(data: Any) -> TypeGuard[list[Any]]:
    return isinstance(data, list)


def compiled(schema: Mapping[str, Any]) -> Test:
    """A test for data: whether it obeys the schema.  Raises `ValueError` for a part of JSON Schema it does not know."""
    return _Compiler(schema).test(schema)


class _Compiler:
    def __init__(self, root: Mapping[str, Any]) -> None:
        self.root = root
        self.made: dict[str, Test] = {}

    def test(self, schema: Any) -> Test:
        """The test of one schema: all its parts hold."""
        if isinstance(schema, bool):
            return lambda _: schema
        tests = [self.part(name, value, schema) for name, value in schema.items() if name not in _IGNORED]
        if len(tests) == 1:
            return tests[0]
        return lambda data: all(test(data) for test in tests)

    def part(self, name: str, value: Any, schema: Mapping[str, Any]) -> Test:
        """One keyword of a schema."""
        if name in _SIZES:
            return _size(*_SIZES[name], value)
        maker: Callable[[Any, Mapping[str, Any]], Test] | None = getattr(self, "_" + name.lstrip("$"), None)
        if maker is None:
            raise ValueError(f"`{name}` is not known")
        return maker(value, schema)

    def _ref(self, value: str, _: Mapping[str, Any]) -> Test:
        name = value.removeprefix("#/$defs/")
        if name not in self.made:
            # Looked up when it is used: a definition may hold itself.
            self.made[name] = lambda data: self.made[name](data)  # noqa: PLW0108
            self.made[name] = self.test(self.root["$defs"][name])
        return self.made[name]

    def _type(self, value: str | list[str], _: Mapping[str, Any]) -> Test:
        if isinstance(value, str):
            return _TYPES[value]
        tests = [_TYPES[one] for one in value]
        return lambda data: any(test(data) for test in tests)

    def _const(self, value: Any, _: Mapping[str, Any]) -> Test:
        return lambda data: data == value and isinstance(data, bool) == isinstance(value, bool)

    def _enum(self, value: list[str], _: Mapping[str, Any]) -> Test:
        return lambda data: isinstance(data, str) and data in value

    def _required(self, value: list[str], _: Mapping[str, Any]) -> Test:
        return lambda data: not isinstance(data, dict) or all(name in data for name in value)

    def _properties(self, value: Mapping[str, Any], _: Mapping[str, Any]) -> Test:
        tests = {name: self.test(one) for name, one in value.items()}
        get = tests.get

        def test(data: Any) -> bool:
            if not _is_object(data):
                return True
            return all(known(one) for name, one in data.items() if (known := get(name)) is not None)

        return test

    def _additionalProperties(self, value: Any, schema: Mapping[str, Any]) -> Test:  # noqa: N802 - a keyword
        known = frozenset(schema.get("properties", ()))
        inner = self.test(value)

        def test(data: Any) -> bool:
            return not _is_object(data) or all(name in known or inner(one) for name, one in data.items())

        return test

    def _propertyNames(self, value: Any, _: Mapping[str, Any]) -> Test:  # noqa: N802 - a keyword
        inner = self.test(value)
        return lambda data: not _is_object(data) or all(inner(name) for name in data)

    def _items(self, value: Any, _: Mapping[str, Any]) -> Test:
        inner = self.test(value)
        return lambda data: not _is_list(data) or all(inner(one) for one in data)

    def _contains(self, value: Any, _: Mapping[str, Any]) -> Test:
        inner = self.test(value)
        return lambda data: not _is_list(data) or any(inner(one) for one in data)

    def _minimum(self, value: int, _: Mapping[str, Any]) -> Test:
        return lambda data: not isinstance(data, int) or isinstance(data, bool) or data >= value

    def _maximum(self, value: int, _: Mapping[str, Any]) -> Test:
        return lambda data: not isinstance(data, int) or isinstance(data, bool) or data <= value

    def _pattern(self, value: str, _: Mapping[str, Any]) -> Test:
        search = re.compile(value).search
        return lambda data: not isinstance(data, str) or search(data) is not None

    def _not(self, value: Any, _: Mapping[str, Any]) -> Test:
        inner = self.test(value)
        return lambda data: not inner(data)

    def _if(self, value: Any, schema: Mapping[str, Any]) -> Test:
        condition = self.test(value)
        then, otherwise = self.test(schema.get("then", True)), self.test(schema.get("else", True))
        return lambda data: then(data) if condition(data) else otherwise(data)

    def _allOf(self, value: list[Any], _: Mapping[str, Any]) -> Test:  # noqa: N802 - a keyword
        table = self._table(value)
        if table is not None:
            return table
        tests = [self.test(one) for one in value]
        return lambda data: all(test(data) for test in tests)

    def _table(self, rules: list[Any]) -> Test | None:
        """`if` a field is a constant, `then` …, for several constants of one field: looked up instead of tried."""
        found: dict[str, Test] = {}
        fields: set[str] = set()
        for rule in rules:
            match rule:
                case {"if": {"properties": {**properties}, "required": [str(field)], **others}, "then": then, **more}:
                    if more or others or list(properties) != [field] or list(properties[field]) != ["const"]:
                        return None
                    fields.add(field)
                    found[properties[field]["const"]] = self.test(then)
                case _:
                    return None
        if len(fields) != 1:
            return None
        (field,) = fields

        def test(data: Any) -> bool:
            value: object = data.get(field) if _is_object(data) else None
            inner = found.get(value) if isinstance(value, str) else None
            return inner is None or inner(data)

        return test


def _size(kind: type, most: bool, bound: int) -> Test:
    if most:
        return lambda data: not isinstance(data, kind) or len(data) <= bound
    return lambda data: not isinstance(data, kind) or len(data) >= bound
