"""Hints within the text: types of names, current values of options, parameters of calls."""

from __future__ import annotations

import re

from ...dsl.checked import OptionSymbol, PhaseSymbol
from ...dsl.resolve.context import value_name
from ...dsl.syntax import nodes as n
from ...dsl.types import UNKNOWN
from ..text import Json
from ..view import FileView
from .script_hints import script_hints

_CALL = re.compile(r"([a-z][a-z0-9_]*)\($")


def inlay_hints(view: FileView, start: int, end: int) -> list[Json]:
    """The types of names made by `let` and by loops, and the values of options where they are read.

    In a script: the player who took a trick, and the choices that its lines leave out."""
    if not view.settings.hints:
        return []
    if view.document.is_script:
        return script_hints(view, start, end)
    found: list[Json] = []
    options = {one.name: one for one in view.meaning.elaborator.options}
    for one in view.index.found:
        if one.span.end < start or one.span.start > end:
            continue
        if one.makes and one.key.kind == "local" and isinstance(one.node, n.Let | n.Some | n.For | n.PlayTrick):
            symbol = view.symbol(one)
            if symbol is not None and symbol.type is not UNKNOWN:
                found.append(_hint(view, one.span.end, f": {symbol.type}", 1))
        elif one.key.kind == "option" and not one.makes and isinstance(one.node, n.Ref):
            option = options.get(one.key.name)
            if isinstance(option, OptionSymbol) and option.node is not None:
                found.append(_hint(view, one.span.end, f" = {value_name(option.node.default)}", 2))
    return found


def _hint(view: FileView, offset: int, label: str, kind: int) -> Json:
    made: Json = {"position": view.text.position(offset), "label": label}
    if kind == 1:
        made["kind"] = 1
    return made


def signature_help(view: FileView, offset: int) -> Json | None:
    """The parameters of the call around an offset, and the one that is being typed.  None outside a call."""
    if view.document.is_script:
        return None
    line = view.raw[view.text.starts[view.text.line_of(offset)] : offset]
    depth = commas = 0
    for at in range(len(line) - 1, -1, -1):
        character = line[at]
        if character in ")]}":
            depth += 1
        elif character in "([{":
            if depth:
                depth -= 1
            elif character == "(":
                name = _CALL.search(line[: at + 1])
                dotted = name is not None and name.start() > 0 and line[name.start() - 1] == "."
                return _signature(view, name[1], commas, dotted=dotted) if name is not None else None
            else:
                return None
        elif character == "," and not depth:
            commas += 1
    return None


def _signature(view: FileView, name: str, active: int, *, dotted: bool) -> Json | None:
    if name in ("larger", "smaller"):
        return _help(name, ["a: number", "b: number"], "number", None, active)
    if dotted and name in ("left", "right"):
        return _help(name, ["n: number"], "player", "so many seats on", active)
    symbol = next((one for one in view.meaning.callables if one.name == name), None)
    if symbol is None:
        return None
    params = [f"{one.name}: {one.type}" for one in symbol.params]
    result = None if isinstance(symbol, PhaseSymbol) or symbol.type is UNKNOWN else str(symbol.type)
    return _help(name, params[1:] if dotted else params, result, symbol.description, active)


def _help(name: str, params: list[str], result: str | None, about: str | None, active: int) -> Json:
    label = f"{name}({', '.join(params)})" + (f": {result}" if result else "")
    signature: Json = {"label": label, "parameters": [{"label": one} for one in params]}
    if about:
        signature["documentation"] = about
    return {"signatures": [signature], "activeSignature": 0, "activeParameter": min(active, max(0, len(params) - 1))}
