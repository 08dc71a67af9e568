"""Compares the citations of a rule file with the documents they cite, in both directions.

From document to rules: every line of a document is shown with the clauses that implement it, or with the author's mark
that it is no rule.  A line with neither is *open*, unless it is blank.  From rules to document: every rule is shown
with the lines it implements.  A rule has *no source* if neither it, nor a clause around it or inside it, cites
anything.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from ..resolve.variants.parts import part_key
from ..source.span import Source, Span
from ..syntax import nodes as n
from .documents import Citations, DocumentText, Reference, documents

_LONGEST = 110

LineState = Literal["rule", "no rule", "blank", "open"]


@dataclass(frozen=True, slots=True)
class CitedClause:
    """A clause of a rule file: its kind, its part, its line as written, and what it cites."""

    kind: str
    """`phase`, `option`, `value`, `row`, `statement`, `ruling` …"""
    part: str
    """The declaration that contains the clause: `phase draw_phase`."""
    text: str
    span: Span
    references: tuple[Reference, ...]

    @property
    def place(self) -> str:
        """`texas.hoyle:62`"""
        return self.span.file_line


@dataclass(frozen=True, slots=True)
class LineTrace:
    """One line of a document: its state, and the rules that cite it (as indices into `Trace.rules`)."""

    number: int
    text: str
    state: LineState
    rules: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class DocumentTrace:
    """A document line by line, and the citations of lines it does not have."""

    document: DocumentText
    lines: tuple[LineTrace, ...]
    beyond: tuple[int, ...]

    @property
    def open(self) -> tuple[LineTrace, ...]:
        """The lines that no rule cites and that are not marked as no rule."""
        return tuple(line for line in self.lines if line.state == "open")

    def count(self, state: LineState) -> int:
        """The number of lines in a state."""
        return sum(line.state == state for line in self.lines)


@dataclass(frozen=True, slots=True)
class Trace:
    """The whole comparison for a rule file: every rule that cites, its documents, and the rules without a source."""

    rules: tuple[CitedClause, ...]
    accounts: tuple[DocumentTrace, ...]
    missing: tuple[str, ...]
    """The documents that the rules name and that were not found."""
    sourceless: tuple[CitedClause, ...]

    @property
    def complete(self) -> bool:
        """Whether every document was found and none of its lines is open."""
        return not self.missing and not any(account.open or account.beyond for account in self.accounts)


# -------------------------------------------------------------------------------------------------------------- rules

_KINDS: dict[type, str] = {
    n.OptionValue: "value", n.ValueRow: "row", n.ActionRow: "row", n.SuitRow: "row", n.AnySuitRow: "row",
    n.AnyCardRow: "row", n.JokerRow: "row", n.EqualCards: "row", n.ValuesRow: "row", n.Choice: "choice", n.Zone: "zone",
    n.Variable: "variable", n.Setting: "setting", n.NotARule: "no rule", n.Document: "source",
}  # fmt: skip
_HOUSEKEEPING = (
    n.Game, n.Language, n.Document, n.NotARule, n.Variant, n.Zones, n.Remember, n.Kind, n.Preset, n.Require, n.After,
    n.Always, n.Example, n.Setting, n.Remove, n.Shape, n.Written, n.Namings,
)  # fmt: skip
"""Declarations that are not rules of the game.  They need no source."""
_ANSWERABLE = (n.OptionValue, n.ActionRow, n.ValueRow)
"""Clauses inside a declaration that need a source of their own."""


def clauses(node: n.Node) -> Iterator[tuple[n.Node, n.Citation | None]]:
    """Every clause in a node, with its citation.  A block after `otherwise` may have a citation of its own."""
    for one in n.within(node):
        if isinstance(one, n.Clause):
            yield one, one.cite
        if isinstance(one, n.If | n.Repeat):
            yield one, one.otherwise_cite


def cited(tree: n.RuleFile, span: Span) -> tuple[Reference, ...]:
    """The citations of the innermost clause around a place that has any; empty if no clause around it has."""
    best: tuple[int, n.Citation] | None = None
    for declaration in tree.declarations:
        for node, cite in clauses(declaration):
            at = node.span
            if cite is None or at.source.name != span.source.name or not at.start <= span.start <= span.end <= at.end:
                continue
            if isinstance(node, n.If | n.Repeat) and cite is node.otherwise_cite and span.line < cite.span.line:
                continue  # the place is before `otherwise`
            if best is None or at.end - at.start <= best[0]:
                best = at.end - at.start, cite
    return Citations(tree).of(best[1]) if best is not None else ()


def rules(tree: n.RuleFile) -> tuple[CitedClause, ...]:
    """Every clause that cites something, in the order of the rule file.  Lines marked as no rule are not included."""
    reader = Citations(tree)
    found: list[CitedClause] = []
    for declaration in tree.declarations:
        if isinstance(declaration, n.NotARule):
            continue
        part = part_name(declaration)
        for node, cite in clauses(declaration):
            if cite is not None:
                found.append(_rule(node, part, cite.span, reader.of(cite)))
    return tuple(found)


def sourceless(tree: n.RuleFile) -> tuple[CitedClause, ...]:
    """The rules without a source: neither the rule, nor a clause around it or inside it, cites a line."""
    found: list[CitedClause] = []
    for declaration in tree.declarations:
        if isinstance(declaration, _HOUSEKEEPING) or declaration.cite is not None:
            continue
        part = part_name(declaration)
        if all(cite is None for _, cite in clauses(declaration)):
            found.append(_rule(declaration, part, declaration.span, ()))
        else:
            for node, cite in clauses(declaration):
                if isinstance(node, _ANSWERABLE) and cite is None and all(c is None for _, c in clauses(node)):
                    found.append(_rule(node, part, node.span, ()))
    return tuple(found)


def part_name(declaration: n.Decl) -> str:
    """The name of a declaration: `phase draw_phase`, `option target`, `ranking`, `ruling`."""
    if isinstance(declaration, n.Replace | n.Add):
        return part_name(declaration.part)
    known = part_key(declaration)
    if known is not None:
        return " ".join(word for word in known if word)
    if isinstance(declaration, n.NotARule | n.Document):
        return _KINDS[type(declaration)]
    return type(declaration).__name__.lower()


def _rule(node: n.Node, part: str, span: Span, references: tuple[Reference, ...]) -> CitedClause:
    kind = _KINDS.get(type(node), "statement" if isinstance(node, n.Stmt) else part.split(" ", maxsplit=1)[0])
    at = node.span if span.source is node.span.source and span.line != node.span.line and not references else span
    return CitedClause(kind, part, clause_text(at), at, references)


def clause_text(span: Span) -> str:
    """A clause's line as its author wrote it, without its citation and comment."""
    text = " ".join(_without_margin(span.source.line(span.line).strip()).split())
    return text if len(text) <= _LONGEST else text[: _LONGEST - 1].rstrip() + "…"


def _without_margin(text: str) -> str:
    """A line up to its citation or comment: up to the first `[` or `#` outside quotes."""
    inside = False
    for at, letter in enumerate(text):
        if letter == '"':
            inside = not inside
        elif letter in "[#" and not inside:
            return text[:at].rstrip()
    return text


# ---------------------------------------------------------------------------------------------------------- comparing


def trace(tree: n.RuleFile, found: Mapping[str, DocumentText]) -> Trace:
    """Compare a rule file with the documents that were found.  `found` maps each document's name to its text."""
    everything = rules(tree)
    reader = Citations(tree)
    no_rule = [
        reference
        for declaration in tree.declarations
        if isinstance(declaration, n.NotARule)
        for reference in reader.of(declaration.cite)
    ]
    accounts = [_account(document, everything, no_rule) for document in found.values()]
    missing = tuple(name for name in documents(tree) if name not in found)
    return Trace(everything, tuple(accounts), missing, sourceless(tree))


def _account(document: DocumentText, everything: Sequence[CitedClause], no_rule: Sequence[Reference]) -> DocumentTrace:
    length = len(document.lines)
    cited: list[list[int]] = [[] for _ in range(length + 1)]
    beyond: list[int] = []
    for at, rule in enumerate(everything):
        for reference in rule.references:
            if reference.source != document.name:
                continue
            if reference.last > length and at not in beyond:
                beyond.append(at)
            for number in range(reference.first, min(reference.last, length) + 1):
                if at not in cited[number][-1:]:
                    cited[number].append(at)
    marked = {
        number
        for reference in no_rule
        if reference.source == document.name
        for number in range(reference.first, min(reference.last, length) + 1)
    }
    lines: list[LineTrace] = []
    for number, text in enumerate(document.lines, 1):
        state: LineState = "open"
        if not any(letter.isprintable() and not letter.isspace() for letter in text):
            state = "blank"
        elif cited[number]:
            state = "rule"
        elif number in marked:
            state = "no rule"
        lines.append(LineTrace(number, text, state, tuple(cited[number]) if state == "rule" else ()))
    return DocumentTrace(document, tuple(lines), tuple(beyond))


def sources(tree: n.RuleFile) -> tuple[Source, ...]:
    """The rule files that a tree was made from.  For a variant they include those of the games below it."""
    found = {declaration.span.source.name: declaration.span.source for declaration in tree.declarations}
    for rule in (*rules(tree), *sourceless(tree)):
        found.setdefault(rule.span.source.name, rule.span.source)
    return tuple(found.values())
