"""The mutants of a TypeScript or JavaScript file: the page and its package have the same kinds as the Python code.

The operators and the keys are those of `changes.py`, where the languages are alike: a place inside a function, or a
number in a constant of the module.  Types, imports and strings are not changed.  Needs
`pip install tree-sitter tree-sitter-typescript`.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from changes import FUNCTIONS, Mutant, shortened, taken_for

if TYPE_CHECKING:
    from tree_sitter import Node

ROOMS = [
    "javascript/src", "javascript/src/learned", "javascript/src/search", "studio/src", "studio/src/learn",
    "studio/src/lib", "studio/src/pages", "studio/src/play", "studio/src/work", "studio/src/write", "cli/pages/viewer",
]  # fmt: skip
"""The folders of TypeScript and JavaScript.  A folder of this list has only the files directly in it."""
SUFFIXES = (".ts", ".js")
COMPARISONS = {
    "<": "<=", "<=": "<", ">": ">=", ">=": ">", "===": "!==", "!==": "===", "==": "!=", "!=": "==",
}  # fmt: skip
ARITHMETIC = {
    "+": "-", "-": "+", "*": "+", "/": "*", "%": "/", "&": "|", "|": "&", "^": "|", "<<": ">>", ">>": "<<", ">>>": "<<",
    "**": "*", "+=": "-=", "-=": "+=", "*=": "+=", "/=": "*=", "%=": "/=", "&=": "|=", "|=": "&=", "^=": "|=",
    "<<=": ">>=", ">>=": "<<=", ">>>=": "<<=",
}  # fmt: skip
OTHER_FUNCTIONS = {**FUNCTIONS, "some": "every", "every": "some"}
SIDED = frozenset(("<", "<=", ">", ">=", "-", "/", "%", "<<"))
"""Operators whose sides a person exchanges by mistake."""
BODIES = frozenset(
    (
        "function_declaration",
        "method_definition",
        "arrow_function",
        "function_expression",
        "generator_function_declaration",
    )
)
NAMED = BODIES | {"class_declaration", "variable_declarator", "public_field_definition", "pair"}
"""Nodes whose names make the name of a function, if they have one."""
NO_CODE = frozenset(
    ("type_annotation", "type_arguments", "type_parameters", "interface_declaration", "type_alias_declaration",
     "import_statement", "type_predicate_annotation", "asserts_annotation", "predefined_type", "type_identifier",
     "comment", "extends_type_clause", "implements_clause", "ambient_declaration")
)  # fmt: skip
SIMPLE = frozenset(
    ("expression_statement", "return_statement", "lexical_declaration", "variable_declaration", "throw_statement",
     "public_field_definition", "break_statement", "continue_statement")
)  # fmt: skip
"""Statements that are shown as a whole."""


@dataclass(frozen=True)
class _Change:
    """Bytes of a file, and what is written there instead."""

    node: Node
    operator: str
    start: int
    end: int
    new: str


def is_room(room: str) -> bool:
    """Whether a folder contains the page's code, not Python."""
    return room in ROOMS


def is_script(path: str) -> bool:
    """Whether a file is TypeScript or JavaScript."""
    return path.endswith(SUFFIXES)


def mutants_of(root: Path, room: str) -> list[Mutant]:
    """All mutants of the files directly in a folder."""
    files = sorted(
        path for path in (root / room).iterdir() if path.suffix in SUFFIXES and not path.name.endswith(".d.ts")
    )
    return [mutant for path in files for mutant in mutants(root, path.relative_to(root).as_posix())]


def mutants(root: Path, path: str) -> list[Mutant]:
    """All mutants of a file, in the order of its text."""
    text = _text(root / path)
    lines, seen = text.decode().splitlines(), Counter[str]()
    found: list[Mutant] = []
    for number, change in enumerate(_changes(text)):
        shown, function = _shown(change.node), _function(change.node)
        start, end = change.start - shown.start_byte, change.end - shown.start_byte
        before = text[shown.start_byte : shown.end_byte]
        after = (before[:start] + change.new.encode() + before[end:]).decode()
        line = change.node.start_point.row + 1
        short = shortened(before.decode(), after)
        name = "|".join((path, function, lines[line - 1].strip(), change.operator, *short))
        seen[name] += 1
        key = hashlib.sha256(f"{name}|{seen[name]}".encode()).hexdigest()[:12]
        if short[0] != short[1]:
            found.append(Mutant(path, number, function, line, change.operator, *short, key, line, line))
    return found


def mutated(root: Path, mutant: Mutant) -> str:
    """The text of a file with one change made."""
    text = _text(root / mutant.path)
    change = list(_changes(text))[mutant.number]
    return (text[: change.start] + change.new.encode() + text[change.end :]).decode()


@cache
def _text(path: Path) -> bytes:
    """The text of a file when it was first read; it may be edited in the meantime."""
    return path.read_bytes()


@cache
def _changes(text: bytes) -> tuple[_Change, ...]:
    """Every change of a file."""
    root = parsed(text)
    attributes = frozenset(_written(node) for node in _all(root) if node.type == "property_identifier")
    return tuple(_walk(root, False, frozenset(), attributes))


def parsed(text: bytes) -> Node:
    """The syntax tree of a text."""
    import tree_sitter
    import tree_sitter_typescript

    parser = tree_sitter.Parser(tree_sitter.Language(tree_sitter_typescript.language_typescript()))
    return parser.parse(text).root_node


def _all(node: Node) -> Iterator[Node]:
    """A node and all nodes in it."""
    yield node
    for child in node.children:
        yield from _all(child)


def _written(node: Node | None) -> str:
    return "" if node is None or node.text is None else node.text.decode()


def _walk(node: Node, inside: bool, bound: frozenset[str], attributes: frozenset[str]) -> Iterator[_Change]:
    """The changes of a node and of all nodes in it.  `inside`: it is in a function, where these names are bound."""
    if node.type in NO_CODE or node.type.endswith("_type"):
        return
    if node.type in BODIES and not inside:
        inside, bound = True, frozenset(_bound(node))
    if inside:
        yield from _statement(node)
        yield from _expression(node, bound, attributes)
    elif node.type == "number" and (node.parent is not None and node.parent.type == "variable_declarator"):
        yield from _number(node)
    for child in node.named_children:
        yield from _walk(child, inside, bound, attributes)


def _bound(function: Node) -> Iterator[str]:
    """The names of the parameters and variables of a function."""
    for node in _all(function):
        above = node.parent
        if above is None or node.type not in ("identifier", "shorthand_property_identifier_pattern"):
            continue
        named = above.type == "variable_declarator" and above.child_by_field_name("name") == node
        if named or above.type in ("required_parameter", "optional_parameter", "formal_parameters", "array_pattern",
                                   "object_pattern") or above.child_by_field_name("parameter") == node:  # fmt: skip
            yield _written(node)


def _replaced(node: Node, operator: str, new: str) -> _Change:
    return _Change(node, operator, node.start_byte, node.end_byte, new)


def _statement(node: Node) -> Iterator[_Change]:
    """The changes of whole statements."""
    inner = node.named_children
    match node.type:
        case "return_statement" if inner and inner[0].type != "undefined":
            yield _replaced(node, "return nothing", "return undefined;")
        case "continue_statement":
            yield _replaced(node, "continue to break", "break;")
            yield _replaced(node, "drop statement", ";")
        case "break_statement":
            if not _in_switch(node):
                yield _replaced(node, "break to continue", "continue;")
            yield _replaced(node, "drop statement", ";")
        case "return_statement":
            yield _replaced(node, "drop statement", ";")
        case "expression_statement":
            one = inner[0] if inner else None
            left = None if one is None or one.type != "assignment_expression" else one.child_by_field_name("left")
            if left is None or left.type not in ("identifier", "array_pattern", "object_pattern"):
                yield _replaced(node, "drop statement", ";")
        case "array_pattern" if node.parent is not None and node.parent.type == "assignment_expression":
            if any(one.type in ("member_expression", "subscript_expression") for one in inner):
                yield _replaced(node.parent, "forgotten restore", "0")
        case "switch_case" if (value := node.child_by_field_name("value")) is not None:
            yield _replaced(value, "drop case", "NaN")
        case _:
            pass


def _in_switch(node: Node) -> bool:
    """Whether a `break` ends a case and no loop."""
    above = node.parent
    while above is not None and above.type not in BODIES:
        if above.type in ("for_statement", "for_in_statement", "while_statement", "do_statement"):
            return False
        if above.type == "switch_statement":
            return True
        above = above.parent
    return False


def _number(node: Node) -> Iterator[_Change]:
    text = _written(node).replace("_", "")
    big = text.endswith("n")
    try:
        value = int(text.removesuffix("n"), 0)
    except ValueError:
        return
    yield _replaced(node, "number + 1", f"{value + 1}{'n' if big else ''}")


def _expression(node: Node, bound: frozenset[str], attributes: frozenset[str]) -> Iterator[_Change]:
    """The changes of expressions."""
    if _is_condition(node):
        yield from _negated(node)
    yield from _mistaken(node, bound, attributes)
    match node.type:
        case "binary_expression":
            yield from _binary(node)
        case "augmented_assignment_expression":
            sign = node.child_by_field_name("operator")
            if sign is not None and sign.type in ARITHMETIC:
                yield _Change(node, "operator", sign.start_byte, sign.end_byte, ARITHMETIC[sign.type])
        case "update_expression":
            sign = node.child_by_field_name("operator")
            if sign is not None:
                other = "--" if sign.type == "++" else "++"
                yield _Change(node, "operator", sign.start_byte, sign.end_byte, other)
        case "unary_expression":
            sign, operand = node.child_by_field_name("operator"), node.child_by_field_name("argument")
            if sign is not None and sign.type in ("!", "-") and operand is not None:
                yield _replaced(node, "drop sign", _written(operand))
        case "true" | "false":
            yield _replaced(node, "flag", "false" if node.type == "true" else "true")
        case "number":
            yield from _number(node)
        case "call_expression":
            yield from _call(node)
        case _:
            pass


def _is_condition(node: Node) -> bool:
    """Whether a node decides something, and is no comparison."""
    above = node.parent
    if above is None:
        return False
    if above.type == "parenthesized_expression" and above.parent is not None:
        node, above = above, above.parent
        statement = above.type in ("if_statement", "while_statement", "do_statement")
        return statement and above.child_by_field_name("condition") == node and _undecided(node.named_children[0])
    if above.type == "ternary_expression":
        return above.child_by_field_name("condition") == node and _undecided(node)
    if above.type == "arrow_function" and above.child_by_field_name("body") == node:
        return _is_filter(above) and _undecided(node)
    return False


def _undecided(node: Node) -> bool:
    sign = _written(node.child_by_field_name("operator"))
    return node.type != "unary_expression" and sign not in COMPARISONS


def _is_filter(function: Node) -> bool:
    """Whether a function is the argument of `filter`."""
    arguments = function.parent
    call = arguments.parent if arguments is not None else None
    called = call.child_by_field_name("function") if call is not None else None
    return called is not None and called.type == "member_expression" and _property(called) == "filter"


def _property(member: Node) -> str:
    return _written(member.child_by_field_name("property"))


def _negated(node: Node) -> Iterator[_Change]:
    yield _replaced(node, "negate", f"!({_written(node)})")


def _binary(node: Node) -> Iterator[_Change]:
    left, sign, right = (node.child_by_field_name(name) for name in ("left", "operator", "right"))
    if left is None or sign is None or right is None:
        return
    match sign.type:
        case kind if kind in COMPARISONS:
            yield _Change(node, "comparison", sign.start_byte, sign.end_byte, COMPARISONS[kind])
        case kind if kind in ARITHMETIC:
            yield _Change(node, "operator", sign.start_byte, sign.end_byte, ARITHMETIC[kind])
        case "&&" | "||":
            other = "||" if sign.type == "&&" else "&&"
            new = f"(({_written(left)}) {other} ({_written(right)}))"
            yield _replaced(node, "and/or", new)
            yield _replaced(node, "drop operand", f"({_written(right)})")
            yield _replaced(node, "drop operand", f"({_written(left)})")
        case "??":
            yield _replaced(node, "drop operand", f"({_written(right)})")
            yield _replaced(node, "drop operand", f"({_written(left)})")
        case _:
            pass


def _call(node: Node) -> Iterator[_Change]:
    called, arguments = node.child_by_field_name("function"), node.child_by_field_name("arguments")
    if called is None or arguments is None:
        return
    name = called.child_by_field_name("property")
    if name is not None and _written(name) in OTHER_FUNCTIONS:
        yield _Change(node, "function", name.start_byte, name.end_byte, OTHER_FUNCTIONS[_written(name)])
    match arguments.named_children:
        case [one, other, *_] if all(part.type in ("identifier", "member_expression") for part in (one, other)):
            new = f"{_written(other)}, {_written(one)}"
            yield _Change(node, "arguments swapped", one.start_byte, other.end_byte, new)
        case _:
            pass


def _mistaken(node: Node, bound: frozenset[str], attributes: frozenset[str]) -> Iterator[_Change]:
    """What somebody could have written by mistake instead of an expression."""
    match node.type:
        case "call_expression" if _written(node.child_by_field_name("function")) in ("Math.min", "Math.max"):
            arguments = node.child_by_field_name("arguments")
            parts = arguments.named_children if arguments is not None else []
            for part in parts if len(parts) > 1 else ():
                if part.type != "spread_element":
                    rest = [one for one in parts if one != part]
                    plain = len(rest) == 1 and rest[0].type != "spread_element"
                    texts = ", ".join(_written(one) for one in rest)
                    called = _written(node.child_by_field_name("function"))
                    yield _replaced(node, "dropped bound", f"({texts})" if plain else f"{called}({texts})")
        case "binary_expression" if (sign := _written(node.child_by_field_name("operator"))) in SIDED:
            left, right = _written(node.child_by_field_name("left")), _written(node.child_by_field_name("right"))
            yield _replaced(node, "swapped sides", f"(({right}) {sign} ({left}))")
        case "ternary_expression":
            test, one, other = (
                _written(node.child_by_field_name(name)) for name in ("condition", "consequence", "alternative")
            )
            yield _replaced(node, "swapped sides", f"({test} ? ({other}) : ({one}))")
        case "identifier" if _is_read(node):
            for other in taken_for(_written(node)):
                if other in bound:
                    yield _replaced(node, "wrong owner", other)
        case "property_identifier" if node.parent is not None and node.parent.type == "member_expression":
            above = node.parent.parent
            if above is not None and not (
                above.type.endswith("assignment_expression") and above.child_by_field_name("left") == node.parent
            ):
                for other in taken_for(_written(node)):
                    if other in attributes:
                        yield _replaced(node, "wrong owner", other)
        case _:
            pass


def _is_read(node: Node) -> bool:
    """Whether an identifier is an expression whose value is used."""
    above = node.parent
    if above is None or above.type in BODIES or above.type.endswith(("_parameter", "_pattern", "_parameters")):
        return False
    for field in ("name", "left", "key"):
        if above.child_by_field_name(field) == node and above.type != "binary_expression":
            return False
    return True


def _shown(node: Node) -> Node:
    """The statement around a node, or the outermost expression in the head of a compound statement."""
    shown = node
    while shown.type not in SIMPLE:
        above = shown.parent
        if above is None or above.type in ("statement_block", "program", "class_body", "switch_body"):
            break
        if above.type.endswith("_statement") and above.type not in SIMPLE:
            break
        shown = above
    return shown


def _function(node: Node) -> str:
    """The name of the place: its classes, functions and variables from outside, joined by dots."""
    names: list[str] = []
    above = node if node.type == "variable_declarator" else node.parent
    below = node
    while above is not None:
        if above.type in NAMED and (name := above.child_by_field_name("name") or above.child_by_field_name("key")):
            value = above.child_by_field_name("value")
            holds = value is None or value.type in BODIES or above.parent is None or below == value
            if holds and name != below:
                names.append(_written(name))
        below, above = above, above.parent
    return ".".join(reversed(names[-3:])) or "module"
