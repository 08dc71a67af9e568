"""Completion: words of the language by the grammar, and names by the type that the checker expects."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from ...dsl.checked import DefineSymbol, LocalSymbol, OptionSymbol, Symbol, VariableSymbol, ZoneSymbol
from ...dsl.codes.table import RULE_CODES
from ...dsl.loading import rulesets
from ...dsl.resolve.variants.overlay import part_key
from ...dsl.source.span import Source
from ...dsl.syntax import nodes as n
from ...dsl.syntax.parser import parse
from ...dsl.syntax.printer.expressions import text
from ...dsl.syntax.tables import tables
from ...dsl.types import UNKNOWN
from ..grammar import ParserPosition, ahead, completed, standing
from ..meaning import HOLE, Meaning, NameRecorder, whole_tree
from ..reference import paragraph
from ..text import Json, start_of_word
from ..view import FileView
from . import script_completion
from .about import BUILT_IN

KINDS = {
    "phase": 3, "define": 3, "table": 3, "attribute": 10, "zone": 5, "local": 6, "variable": 6, "values": 10,
    "kind": 13, "word": 20, "option": 21, "shape": 22, "suit": 20, "rank": 20, "source": 17, "file": 17, "keyword": 14,
    "name": 6, "text": 1,
}  # fmt: skip
"""The protocol's numbers for the kinds of items.  Editors show them as icons."""
_ALLOW = re.compile(r"#\s*allow\s+\w*$")
_OPERATORS = frozenset(("and", "or", "mod", "except", "is", "in", "if", "for", "from", "where", "until", "has"))
_MAKES = re.compile(r"\b(?:let|for|option|define|phase|table|kind|shape|values|any|every|the|first)\s+$")
"""Words after which a new name is declared."""
_WRITTEN = ("written on the table", "replace written", "add written", "change the lines on the table")
"""How the headings begin below which stand lines of what is written on the table."""
MOST = 300


def completion(view: FileView, offset: int) -> Json:
    """Everything that could be written at an offset, the most likely first."""
    if view.document.is_script:
        return _list(script_completion.items(view, offset))
    text = view.raw
    start = start_of_word(text, offset)
    line = text[view.text.starts[view.text.line_of(offset)] : start]
    where = view.text.range(start, offset)
    if "#" in re.sub(r'"[^"]*"?', "", line):
        return _list(_codes(line + text[start:offset], where))
    if line.count('"') % 2:
        whole = text[view.text.starts[view.text.line_of(offset)] :].split("\n", 1)[0]
        written = _heading(view, offset).startswith(_WRITTEN)
        return _list(_values(view, line, whole, where) if written else _holes(line, whole, where))
    here = standing(view, start)
    if here is None:
        return _list([])
    items = list(_at(view, here, where))
    prefix = text[start:offset].lower()
    return _list(one for one in items if matches(prefix, str(one["label"]).lower()))


def _heading(view: FileView, offset: int) -> str:
    """The last line at or above an offset that is not indented."""
    number = view.text.line_of(offset)
    while number > 0 and (view.raw[view.text.starts[number] : view.text.starts[number] + 1] or " ") in " \t\r\n#":
        number -= 1
    return view.raw[view.text.starts[number] : view.text.ends[number]]


def matches(prefix: str, label: str) -> bool:
    """Whether the typed letters occur in the label in the same order."""
    rest = iter(label)
    return all(letter in rest for letter in prefix)


def _list(items: Iterable[Json]) -> Json:
    found: dict[str, Json] = {}
    for one in items:
        found.setdefault(one["label"], one)
    made = list(found.values())
    return {"isIncomplete": len(made) > MOST, "items": made[:MOST]}


def item(label: str, kind: str, where: Json, order: int, detail: str = "", about: str = "") -> Json:
    """One item of the list.  The item with `order` 0 comes first."""
    made: Json = {
        "label": label,
        "kind": KINDS[kind],
        "sortText": f"{order}{label}",
        "textEdit": {"range": where, "newText": label},
    }
    if detail:
        made["detail"] = detail
    if about:
        made["documentation"] = about
    return made


def resolve(item: Json) -> Json:
    """The item with its full description.  For a word of the language this is the paragraph of the reference."""
    label = item.get("label")
    if item.get("kind") == KINDS["keyword"] and isinstance(label, str) and label in tables().words:
        text = paragraph(label)
        if text:
            return {**item, "documentation": {"kind": "markdown", "value": text}}
    return item


def _codes(line: str, where: Json) -> Iterator[Json]:
    if _ALLOW.search(line):
        for code, entry in RULE_CODES.items():
            if entry.severity != "error":
                yield item(code, "text", where, 0, entry.title)


def _holes(line: str, whole: str, where: Json) -> Iterator[Json]:
    """The names that a label may contain in braces."""
    if "{" in line.rpartition('"')[2] and not line.rpartition("{")[2].count("}"):
        for found in re.finditer(r"(?:\bfor|,)\s+([a-z][a-z0-9_]*)\s+in\b", whole):
            yield item(found[1], "local", where, 0)


def _values(view: FileView, line: str, whole: str, where: Json) -> Iterator[Json]:
    """The values that a line on the table may contain in braces: names, or after a dot what their owner has."""
    if "{" not in line.rpartition('"')[2] or "}" in line.rpartition("{")[2]:
        return
    of_somebody = line.endswith(".")
    if not of_somebody:
        for found in re.finditer(r"\bbeside\s+([a-z][a-z0-9_]*)\s+in\b", whole):
            yield item(found[1], "local", where, 0)
    for name, symbol in view.meaning.ctx.names.items():
        match symbol:
            case VariableSymbol(owner=owner) | ZoneSymbol(owner=owner):
                fits = (owner is not None) == of_somebody
            case DefineSymbol(params=params):
                fits = len(params) == of_somebody
            case _:
                fits = isinstance(symbol, OptionSymbol) and not of_somebody
        if fits:
            yield _named(view.meaning, name, where, of_somebody)


# ---------------------------------------------------------------------------------------------------------- by grammar


def _at(view: FileView, here: ParserPosition, where: Json) -> Iterator[Json]:
    words = tables().words
    if re.search(r"\bvariant\s+\"[^\"]*\"\s+of\s+$", here.line):
        yield from _bases(view, where)
        return
    yield from _changed_lines(view, here, where)
    if "NAME" in here.accepts:
        yield from _names(view, here, where)
    if view.document.variant is not None and here.margin == 0 and here.line:
        yield from _of_base(view, here, where)
        yield from _conditions_of_base(view, here, where)
    if here.line.endswith("."):
        return
    hole = _with_hole(view, here) if "NAME" in here.accepts else None
    if hole is not None and hole.ctx.hole_option:
        return  # an option has no other values than its own
    if "RANK" in here.accepts:
        yield from (item(rank, "rank", where, 4, "a rank") for rank in view.meaning.ctx.ranks if not rank.isdigit())
    for symbol in sorted(here.accepts):
        if symbol in words:
            yield item(symbol, "keyword", where, 7 if symbol in _OPERATORS else 5)


def _bases(view: FileView, where: Json) -> Iterator[Json]:
    for path in view.workspace.beside(view.document.path.parent):
        if path != view.document.path:
            yield item(path.stem, "file", where, 0, "beside this file")
    for name in rulesets():
        yield item(name, "file", where, 1, "comes with hoyle")


# ------------------------------------------------------------------------------------------------------------ by type


def _names(view: FileView, here: ParserPosition, where: Json) -> Iterator[Json]:
    meaning = _with_hole(view, here)
    if meaning is not None and meaning.ctx.hole_option:
        yield from _values_of(meaning, where)
        return
    if meaning is None or not (meaning.ctx.candidates or meaning.ctx.hole_code):
        if meaning is None and _MAKES.search(here.line) is None:
            yield from (item(name, kind, where, 3) for name, kind in view.kinds.items())
        return
    ctx = meaning.ctx
    attribute = here.line.endswith(".")
    target = here.line.startswith("set ") or re.search(r"^(move|deal|add)\b.* to ", here.line) is not None
    for name in ctx.candidates:
        if name.startswith("zz_") or name == "flag":
            continue
        symbol = meaning.named(name)
        owner = symbol.owner if isinstance(symbol, VariableSymbol | ZoneSymbol) else None
        if attribute and isinstance(symbol, VariableSymbol | ZoneSymbol) and owner is None:
            continue
        made = _named(meaning, name, where, attribute)
        if owner is not None and target and not attribute:
            made["textEdit"]["newText"] = made["label"] = f"{name} of each {owner}"
        yield made
    if not ctx.candidates and not attribute:
        yield from (_named(meaning, name, where, False) for name in ctx.scope if not name.startswith("zz_"))


@dataclass(frozen=True)
class _Hole:
    here: ParserPosition
    meaning: Meaning | None


def _with_hole(view: FileView, here: ParserPosition) -> Meaning | None:
    """The meaning of the rules with a made-up name at the place where the user types.  The last one is cached."""
    kept = view.document.kept.get("hole")
    if not isinstance(kept, _Hole) or kept.here != here:
        kept = view.document.kept["hole"] = _Hole(here, _made_with_hole(view, here))
    return kept.meaning


def _made_with_hole(view: FileView, here: ParserPosition) -> Meaning | None:
    ctx = NameRecorder()
    tree = _tree_with_hole(view, here, ctx)
    return Meaning(tree, ctx) if tree is not None else None


def _tree_with_hole(view: FileView, here: ParserPosition, ctx: NameRecorder) -> n.RuleFile | None:
    """The rules with a made-up name at that place.  `ctx` records what a variant could change by that name."""
    text = completed(here, HOLE)
    if text is None:
        return None
    tree, problems = parse(Source(view.document.source.name + "#", text))
    if not tree.declarations or any(one.severity == "error" for one in problems):
        return None
    form = view.form_at(here.start)
    own: list[n.Decl] = []
    placed = False
    first = form[0].start if form is not None else -1
    inside = here.margin > 0 or first == here.start
    for one in view.document.tree.declarations:
        if inside and not placed and one.span.start >= first:
            own += tree.declarations
            placed = True
            if one.span.start == first:
                continue
        own.append(one)
    if not placed:
        own += tree.declarations
    changed = n.RuleFile(tuple(own), span=view.document.tree.span)
    return whole_tree(view.workspace, view.document, changed, ctx)


def _of_base(view: FileView, here: ParserPosition, where: Json) -> Iterator[Json]:
    """What a variant can name of its base a few words further on, with these words: `option target`."""
    places = [("", here)] if "STRING" in here.accepts and "NAME" not in here.accepts else []
    for words, place in (*places, *ahead(here)):
        ctx = NameRecorder()
        if _tree_with_hole(view, place, ctx) is None:
            continue
        for name in ctx.candidates:
            known = _named(view.meaning, name, where, False)
            label = f"{words} {name if 'NAME' in place.accepts else text(name)}".lstrip()
            yield {**known, "sortText": f"6{label}", "label": label, "textEdit": {"range": where, "newText": label}}


def _conditions_of_base(view: FileView, here: ParserPosition, where: Json) -> Iterator[Json]:
    """What must hold by the base, as it is named in a change: `remove always total tricks <= 5`."""
    said = re.fullmatch(r"remove (always |require )?", here.line)
    if said is None:
        return
    for document in view.workspace.chain(view.document)[1:]:
        for one in document.tree.declarations:
            if isinstance(one, n.Always | n.Require):
                word = "always " if isinstance(one, n.Always) else "require "
                condition = " ".join(one.condition.span.text.split())
                if said[1] in (None, word):
                    yield item(condition if said[1] else word + condition, "text", where, 6, document.path.name)


def _values_of(meaning: Meaning, where: Json) -> Iterator[Json]:
    """The values of the option to which the place belongs."""
    option = meaning.ctx.names.get(meaning.ctx.hole_option)
    if isinstance(option, OptionSymbol):
        for number, (value, about) in enumerate(script_completion.values(option)):
            yield {**item(value, "word", where, 0, option.name, about), "sortText": f"0{number:02}"}


def _named(meaning: Meaning, name: str, where: Json, attribute: bool) -> Json:
    ctx: NameRecorder = meaning.ctx
    symbol: Symbol | None = ctx.scope.get(name) or meaning.named(name)
    kind, order, detail = _kind_of(symbol), 3, ""
    if attribute and symbol is None:
        return item(name, "attribute", where, 2, BUILT_IN.get(name, ""))
    if symbol is None:
        if name in ctx.words or any(name in known.words for known in ctx.kinds.values()):
            kind, order, detail = "word", 0, " or ".join(known.name for known in ctx.words.get(name, []))
        elif name in ctx.suits:
            kind, order = "suit", 2
        elif name in ctx.kinds:
            kind, order = "kind", 1
    elif isinstance(symbol, LocalSymbol):
        order = 1
    if symbol is not None and symbol.type is not UNKNOWN:
        owner = symbol.owner if isinstance(symbol, VariableSymbol | ZoneSymbol) else None
        detail = str(symbol.type) + (f", of each {owner}" if owner else "")
    return item(name, kind, where, order, detail, (symbol.description or "") if symbol is not None else "")


def _kind_of(symbol: Symbol | None) -> str:
    name = type(symbol).__name__.removesuffix("Symbol").lower()
    return name if name in KINDS else "name"


# ------------------------------------------------------------------------------------------------- lines of the base

_AT = re.compile(r"\bthe (choice|line|row)\s+$")


def _changed_lines(view: FileView, here: ParserPosition, where: Json) -> Iterator[Json]:
    """The choices, lines and rows of the base that a change may name."""
    wanted = _AT.search(here.line)
    head = re.match(r"change\s+(?:the\s+)?(?:values\s+)?(\w+)", here.above)
    if wanted is None or head is None:
        return
    for document in view.workspace.chain(view.document)[1:]:
        for one in document.tree.declarations:
            known = part_key(one)
            if known is not None and (known[1] == head[1] or known[0] == head[1]):
                for label in dict.fromkeys(_heads(one, wanted[1])):
                    yield item(label, "text", where, 0)
                return


def _heads(part: n.Node, what: str) -> Iterator[str]:
    from dataclasses import fields

    waiting: list[object] = [part]
    while waiting:
        one = waiting.pop(0)
        if isinstance(one, tuple):
            waiting = [*one, *waiting]
        elif isinstance(one, n.Node):
            match one:
                case n.Choice() if what == "choice":
                    yield one.template.span.text
                case n.ActionRow(guard=guard) | n.ValueRow(guard=guard) if what == "row":
                    yield guard.span.text
                case n.ValuesRow(face=face) if what == "row":
                    yield face.span.text
                case n.SuitRow(suit=suit) if what == "row":
                    yield suit.span.text
                case n.Clause() if what == "line" and not isinstance(one, n.Choice | n.Phase | n.Table | n.Main):
                    yield _first_line(one)
                case _:
                    pass
            record: type = type(one)
            waiting = [*(getattr(one, f.name) for f in fields(record) if f.name != "span"), *waiting]


def _first_line(node: n.Clause) -> str:
    text = node.span.text.split("\n", 1)[0]
    return re.sub(r"\s*(\[[0-9][^\]]*\])?\s*(#.*)?$", "", text)
