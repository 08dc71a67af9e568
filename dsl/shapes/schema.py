"""The JSON Schema of records, made from their shapes.

Where one of several records is possible, the schema selects by the value of the tag (`if` … `then`).  So a mistake is
reported for the kind of record that its author meant, and never as "valid under none of the given schemas".
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from .shape import (
    HIGHEST,
    LOWEST,
    EitherShape,
    FlagShape,
    JsonForm,
    JsonShape,
    ListShape,
    MapShape,
    NamedShape,
    NodeShape,
    NumberShape,
    Schema,
    TextShape,
    WordShape,
)


class Definitions:
    """The schemas of forms of records, and of what their fields refer to by name.

    `unions` names unions of records; each is written once.  `more` are properties that every record has.
    """

    def __init__(self, unions: Mapping[str, NodeShape], more: Schema | None = None) -> None:
        self.named: dict[str, Schema] = {}
        self.names = {frozenset(shape.named): name for name, shape in unions.items()}
        self.more = more or {}

    def ref(self, name: str, schema: Schema) -> Schema:
        """A reference to a schema, which is written under this name."""
        self.named.setdefault(name, schema)
        return {"$ref": f"#/$defs/{name}"}

    def record(self, form: JsonForm) -> Schema:
        """The schema of a record in one form."""
        own = form.slots
        properties: Schema = {form.tag: {"const": form.name}} if form.tag else {}
        schema: Schema = {
            "description": form.description,
            "type": "object",
            "properties": properties,
            "required": [*properties, *(slot.key for slot in own if slot.required)],
            "additionalProperties": False,
        }
        for slot in own:
            shape = slot.shape
            if isinstance(shape, MapShape) and shape.alone:
                properties[shape.alone] = self.shape(shape.values)
                schema["required"].remove(slot.key)
                schema["if"] = {"required": [slot.key]}
                schema["then"] = {"properties": {shape.alone: False}}
                schema["else"] = {"required": [shape.alone]}
            properties[slot.key] = {**self.shape(shape), **slot.schema}
        properties.update(self.more)
        return schema

    def shape(self, shape: JsonShape) -> Schema:
        """The schema of a value."""
        match shape:
            case TextShape(pattern):
                return {"type": "string", "pattern": f"^(?:{pattern})$"}
            case NumberShape():
                return {"type": "integer", "minimum": LOWEST, "maximum": HIGHEST}
            case FlagShape():
                return {"type": "boolean"}
            case WordShape(words):
                return {"enum": list(words)}
            case NamedShape(name, schema):
                return self.ref(name, schema) if name else schema
            case MapShape(_, names, values):
                names, values = self.shape(names), self.shape(values)
                return {"type": "object", "propertyNames": names, "additionalProperties": values}
            case NodeShape():
                return self.node(shape)
            case EitherShape(one, several):
                return {"if": {"type": "array"}, "then": self.shape(several), "else": self.shape(one)}
            case ListShape(items):
                return self._several(items)

    def node(self, shape: NodeShape) -> Schema:
        """The schema of a record of one of some forms."""
        names = list(shape.named)
        if len(names) == 1:
            return {"$ref": f"#/$defs/{names[0]}"}
        return self.ref(self.names.get(frozenset(names)) or "Or".join(sorted(names)), _choice(shape))

    def _several(self, items: Sequence[JsonShape]) -> Schema:
        """The schema of a list.  If its items may have several shapes, the first item decides."""
        result: Schema = {"type": "array", "items": self.shape(items[0])}
        for shape in items[1:]:
            assert isinstance(shape, NodeShape)
            begins: Schema = {"type": "array", "prefixItems": [_is(shape, list(shape.named))], "minItems": 1}
            result = {"if": begins, "then": {"type": "array", "items": self.shape(shape)}, "else": result}
        return result


def _choice(shape: NodeShape) -> Schema:
    tag, names = shape.tag, list(shape.named)
    return {
        "type": "object",
        "properties": {tag: {"enum": names}},
        "required": [tag],
        "allOf": [{"if": _is(shape, [name]), "then": {"$ref": f"#/$defs/{name}"}} for name in names],
    }


def _is(shape: NodeShape, names: Sequence[str]) -> Schema:
    """A condition that is true for the records with one of these names, and for nothing else."""
    tag = shape.tag
    wanted: Schema = {"const": names[0]} if len(names) == 1 else {"enum": list(names)}
    return {"type": "object", "properties": {tag: wanted}, "required": [tag]}
