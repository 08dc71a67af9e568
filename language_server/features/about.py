"""The description of a name: its declaration, its type, the author's text, its values, and its citations."""

from __future__ import annotations

import re

from ...dsl.checked import DefineSymbol, LocalSymbol, OptionSymbol, PhaseSymbol, ShapeSymbol, Symbol, ZoneSymbol
from ...dsl.provenance.documents import lines_text
from ...dsl.resolve.context import value_name
from ...dsl.resolve.options import describe
from ...dsl.source.span import Source, Span
from ...dsl.syntax import nodes as n
from ...dsl.types import UNKNOWN
from ..index import Occurrence
from ..view import FileView, enclosing

MOST_LINES = 12
"""The most lines of a document that are shown."""
_TAIL = re.compile(r"\s*(?:\[[0-9][^\]]*\])?\s*(?:#.*)?$")

BUILT_IN = {
    "left": "the next player clockwise; `p.left(2)` is the next but one",
    "right": "the player before, anticlockwise",
    "partner": "the player opposite",
    "team": "the team of a player",
    "opponents": "the players of the other teams; of a team, the other team",
    "players": "the players, in seat order",
    "suit": "the suit of a card; none for a joker",
    "rank": "the rank printed on a card; none for a joker",
    "number": "the number printed on a card, 0 for a court card, an ace or a joker",
    "sister": "the other suit of the same colour",
    "color": "`black` or `red`",
    "larger": "the larger of two numbers: `larger(level, 3)`",
    "smaller": "the smaller of two numbers: `smaller(size of hand, 5)`",
    "suits": "all suits of the deck",
    "ranks": "all ranks of the deck",
    "teams": "all teams",
    "player": "one of the players",
    "card": "one card",
    "cards": "a set of cards",
}
"""Names that need no declaration, each with its meaning."""


def about(view: FileView, occurrence: Occurrence) -> str:
    """A name as Markdown: its declaration, its type, the author's text, its values, and its citations."""
    key = occurrence.key
    symbol = view.symbol(occurrence)
    if key.kind == "attribute" or (symbol is None and key.kind == "name"):
        what = BUILT_IN.get(key.name)
        suits = view.meaning.ctx.suits
        return f"`{key.name}`: {what}" if what else f"`{key.name}`: a suit" if key.name in suits else ""
    if isinstance(symbol, LocalSymbol) and key.kind == "local":
        shown = f": {symbol.type}" if symbol.type is not UNKNOWN else ""
        return f"```hoyle\n{key.name}{shown}\n```"
    if key.kind == "file":
        return _about_file(view, key.name)
    place = view.declaration(key)
    if place is None:
        return ""
    document, made = place
    lines = [f"```hoyle\n{_declared(document.source, made.span)}\n```"]
    described = _described(made.node, symbol)
    if described:
        lines.append(described)
    lines += _more(symbol, made)
    if document is not view.document:
        lines.append(f"declared in `{document.path.name}`")
    cite = made.node.cite if isinstance(made.node, n.Clause) else None
    if cite is not None:
        lines.append(quoted(view.other(document) if document is not view.document else view, cite))
    return "\n\n".join(line for line in lines if line)


def _declared(source: Source, span: Span) -> str:
    """The line that declares something, without the block or value after it."""
    return _TAIL.sub("", source.line(span.line).strip())


def _described(node: n.Node, symbol: Symbol | None) -> str:
    text = node.description if isinstance(node, n.Described) else None
    text = text or (symbol.description if symbol is not None else None)
    return text[:1].upper() + text[1:] + "." if text else ""


def _more(symbol: Symbol | None, made: Occurrence) -> list[str]:
    match symbol:
        case OptionSymbol(node=node) if node is not None and made.key.kind == "option":
            lines = [f"one of: {describe(symbol)}; `{value_name(node.default)}` if nothing is said"]
            values = [
                f"- `{value_name(value.value)}`" + (f": {value.description}" if value.description else "")
                for value in node.values
            ]
            return [*lines, "\n".join(values)]
        case DefineSymbol():
            return [f"gives {symbol.type.phrase}"] if symbol.type is not UNKNOWN else []
        case ZoneSymbol():
            whose = f" of each {symbol.owner}" if symbol.owner else ""
            places = f", {symbol.places} places" if symbol.places else ""
            return [f"a zone{whose}{places}, {symbol.visibility}"]
        case PhaseSymbol():
            return ["a table: exactly one of its rows applies"] if symbol.table else ["a phase"]
        case ShapeSymbol():
            return ["a shape: `cs is a " + symbol.name + "` asks whether cards have it"]
        case None:
            return []
        case _:
            return [f"a {made.key.kind}: {symbol.type}"] if symbol.type is not UNKNOWN else []


def _about_file(view: FileView, name: str) -> str:
    base = view.workspace.base_of(view.document)
    if base is None:
        return f"`{name}`: there is no such rule file"
    heading = next((one for one in base.tree.declarations if isinstance(one, n.Game | n.Variant)), None)
    return f"**{heading.title if heading is not None else name}**\n\n`{base.path.name}`"


# --------------------------------------------------------------------------------------------------------- citations


def citation_at(view: FileView, offset: int) -> n.Citation | n.FromSource | None:
    """The citation around an offset.  If it cites several documents: the part for one document."""
    if "[" not in view.text.line(view.text.line_of(offset)):
        return None
    trail = enclosing(view.document.tree, offset)
    found = [one for one in trail if isinstance(one, n.Citation | n.FromSource)]
    return found[-1] if found else None


def quoted(view: FileView, cite: n.Citation | n.FromSource) -> str:
    """The cited lines of the document; empty if the document was not found."""
    parts = cite.parts if isinstance(cite, n.Citation) else (cite,)
    shown: list[str] = []
    for part in parts:
        found = view.lines_of(part)
        where = ", ".join(lines_text(one.first, one.last) for one in part.lines)
        if found is None:
            known = view.cited_document(part.source.text if part.source is not None else None)
            if known is not None:
                shown.append(f"lines {where} of `{known[0].path}`, which is not here")
            continue
        document = found[0]
        lines = [
            f"> {number} {document.lines[number - 1].strip()}"
            for one in part.lines
            for number in range(one.first, min(one.last, one.first + MOST_LINES, len(document.lines)) + 1)
            if number >= 1
        ]
        more = ["> …"] if len(lines) > MOST_LINES else []
        shown.append("\n>\n".join([f"`{document.name}`, lines {where}:", *lines[:MOST_LINES], *more]))
    return "\n\n".join(shown)
