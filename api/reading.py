"""`hoyle.rulebook`, `rulings`, `trace` and `diff`: what rules say, where it comes from, and how two games differ."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from ..dsl.checked import CheckedGame
from ..dsl.difference import ComparedGame, differences
from ..dsl.loading import find_base
from ..dsl.provenance.citations import Trace
from ..dsl.provenance.citations import trace as traced
from ..dsl.provenance.documents import DocumentText, documents, locate, read_document
from ..dsl.provenance.rulings import OpenPoint, register
from ..dsl.rule_files import read_source
from ..dsl.rulebook.context import RulebookSettings
from ..dsl.rulebook.document import RulebookDocument
from ..dsl.rulebook.sections import rulebook as written
from ..dsl.source.nearest import nearest
from ..dsl.source.span import Source
from ..dsl.syntax import nodes as n
from ..dsl.syntax.parser import parse
from ..interpreter.arguments import numbers_checked
from ..interpreter.errors import UnknownDocument
from ..interpreter.lowering import SettingValue
from ..interpreter.opening.options import given_options
from .opening import (
    AnyRules,
    OptionValues,
    Variants,
    are_opened,
    checked,
    settled,
    several,
    source_folders,
    source_of,
)  # fmt: skip
from .results import CellValue, Report, report

_DEEPEST = 20


@dataclass(frozen=True)
class Rulebook:
    """The rulebook of a game, written from its rules."""

    title: str
    document: RulebookDocument
    """The rulebook as headings, paragraphs, lists and tables."""

    @numbers_checked()
    def text(self, width: int = 100) -> str:
        """The rulebook as plain text, in lines of at most `width` characters."""
        from ..dsl.rulebook.plain import plain

        return plain(self.document, width)

    def markdown(self) -> str:
        """The rulebook in Markdown."""
        from ..dsl.rulebook.markdown import markdown

        return markdown(self.document)

    def html(self) -> str:
        """The rulebook as an HTML page."""
        from ..cli.pages.rulebook import html

        return html(self.document)

    def __str__(self) -> str:
        return self.text()

    def __repr__(self) -> str:
        return f"<Rulebook of {self.title}>"

    def _repr_html_(self) -> str:
        from .results import framed

        return framed(self.html(), 640)


@numbers_checked()
def rulebook(
    rules: AnyRules,
    *,
    options: OptionValues | None = None,
    preset: str | None = None,
    players: int | None = None,
    variants: Variants = (),
    card: bool = False,
) -> Rulebook:
    """Write the rulebook of a game from its rules, with the chosen options filled in.

        print(hoyle.rulebook("newberry_euchre", options={"target": 5}))

    players   how many play; without it the rulebook speaks of any number
    card      only how it is played here: what is chosen, the rules that a variant changes, numbers

    Raises `RulesError`.
    """
    game = checked(rules, variants)
    chosen = RulebookSettings(_given(rules, game, options, preset, players), players)
    if not card:
        return Rulebook(game.title, written(game, chosen))
    return Rulebook(game.title, _card(rules, variants, ComparedGame(game, chosen)))


def _given(rules: AnyRules, game: CheckedGame, options: OptionValues | None, preset: str | None, players: int | None):
    """The values of the options.  `hoyle.Rules` have theirs."""
    if are_opened(rules):
        options = {**rules.options, **given_options(options)}
    return settled(game, options, preset, players).values


def _card(rules: AnyRules, variants: Variants, here: ComparedGame) -> RulebookDocument:
    """The card: it compares the published game below all variants with the game as it is played here."""
    from ..dsl.rulebook.card import house_card

    below, titles = lineage(rules)
    base = checked(below)
    titles += [title for variant in several(variants) for title in reversed(lineage(variant)[1])]
    usual = ComparedGame(base, RulebookSettings({o: o.default for o in base.options}, here.chosen.players))
    return house_card(usual, here, titles, differences(usual, here))


def lineage(rules: AnyRules) -> tuple[AnyRules, list[str]]:
    """The rules below all variants of a rule file, and the titles of these variants from the bottom up."""
    titles: list[str] = []
    at: str | Path | Source | None = source_of(rules) if isinstance(rules, str | Path | Source) else None
    while at is not None and len(titles) < _DEEPEST:
        variant = _variant(at)
        if variant is None:
            return at, titles[::-1]
        titles.append(variant.title)
        at = _base(at, variant)
    return rules, titles[::-1]


def _variant(rules: str | Path | Source) -> n.Variant | None:
    """The heading of a variant; None for a game, and for a file that cannot be read."""
    source = rules if isinstance(rules, Source) else read_source(Path(rules))[0]
    tree = parse(source)[0] if source is not None else None
    return next((d for d in tree.declarations if isinstance(d, n.Variant)), None) if tree is not None else None


def _base(rules: str | Path | Source, variant: n.Variant) -> Path | None:
    """The file of a variant's base."""
    return find_base(variant.base.text, Path() if isinstance(rules, Source) else Path(rules).parent)


# ------------------------------------------------------------------------------------------------ rulings and trace


@dataclass(frozen=True)
class CitedLines:
    """Lines of a document."""

    source: str
    first: int
    last: int


@dataclass(frozen=True)
class RulingReading:
    """A possible reading of an open point, with the lines that support it."""

    value: str
    description: str | None
    citation: tuple[CitedLines, ...]
    default: bool
    set: bool


@dataclass(frozen=True)
class RulingEntry:
    """An open point of the documents: an `option` with its readings, or a `ruling` that is settled."""

    kind: str
    text: str
    citation: tuple[CitedLines, ...]
    file: str
    line: int
    name: str | None = None
    readings: tuple[RulingReading, ...] = ()
    range: tuple[int, ...] | None = None
    default: str | None = None
    value: str | None = None
    condition: str | None = None


@dataclass(frozen=True)
class RulingsResult(Report):
    """Every point that the documents leave open, its possible readings, and the reading in use."""

    title: str
    entries: tuple[RulingEntry, ...]
    rulings: int = 1
    found: tuple[CheckedGame, tuple[OpenPoint, ...]] | None = field(default=None, compare=False, repr=False)
    """The game and its open points, as the library has them."""

    def records(self) -> list[dict[str, CellValue]]:
        """A row for each open point."""
        return [
            {"game": self.title, "kind": one.kind, "name": one.name, "text": one.text, "default": one.default,
             "value": one.value, "readings": len(one.readings), "file": one.file, "line": one.line}
            for one in self.entries
        ]  # fmt: skip

    def lines(self) -> Iterator[str]:
        """The list as text."""
        from ..cli.formats.rulings import text_lines

        assert self.found is not None
        return iter(text_lines(*self.found))

    def markdown(self) -> str:
        """The list in Markdown."""
        from ..cli.formats.rulings import markdown_lines

        assert self.found is not None
        return "\n".join(markdown_lines(*self.found)) + "\n"


@numbers_checked()
def rulings(
    rules: AnyRules,
    *,
    options: OptionValues | None = None,
    preset: str | None = None,
    players: int | None = None,
    variants: Variants = (),
) -> RulingsResult:
    """List every point that the documents leave open, with its readings and the reading in use
    (schemas/rulings.schema.json).

        [entry.name for entry in hoyle.rulings("texas_euchre").entries]

    Raises `RulesError`.
    """
    from ..cli.formats.rulings import data

    game = checked(rules, variants)
    entries = tuple(register(game, _given(rules, game, options, preset, players)))
    return report(RulingsResult, data(game, entries), found=(game, entries))


@dataclass(frozen=True)
class TracedRule:
    """A clause of the rules, and the lines that it cites."""

    kind: str
    part: str
    text: str
    file: str
    line: int
    citation: tuple[CitedLines, ...]


@dataclass(frozen=True)
class TracedLine:
    """A line of a document: `rule` (with the numbers of the rules that cite it), `no rule`, `blank` or `open`."""

    number: int
    text: str
    state: str
    rules: tuple[int, ...]


@dataclass(frozen=True)
class TracedDocument:
    """A document line by line; `open` are the lines that no rule accounts for."""

    name: str
    title: str | None
    file: str
    lines: tuple[TracedLine, ...]
    open: tuple[int, ...]
    beyond: tuple[int, ...]


@dataclass(frozen=True)
class TraceResult(Report):
    """The documents beside the rules that implement them."""

    title: str
    complete: bool
    rules: tuple[TracedRule, ...]
    documents: tuple[TracedDocument, ...]
    missing: tuple[str, ...]
    sourceless: tuple[TracedRule, ...]
    trace: int = 1
    found: tuple[CheckedGame, Trace] | None = field(default=None, compare=False, repr=False)
    """The game and its trace, as the library has them."""

    def records(self) -> list[dict[str, CellValue]]:
        """A row for each line of a document."""
        return [
            {"game": self.title, "document": one.name, "line": line.number, "text": line.text, "state": line.state,
             "rules": len(line.rules)}
            for one in self.documents
            for line in one.lines
        ]  # fmt: skip

    def lines(self) -> Iterator[str]:
        """The documents as text."""
        from ..cli.formats.trace import text_lines

        assert self.found is not None
        return iter(text_lines(*self.found))

    def html(self) -> str:
        """The documents and the rules as an HTML page."""
        from ..cli.pages.trace import trace_page

        assert self.found is not None
        return trace_page(*self.found)

    def _repr_html_(self) -> str:
        from .results import framed

        return framed(self.html(), 640)


def trace(rules: AnyRules, *, variants: Variants = (), sources: Mapping[str, str | Path] | None = None) -> TraceResult:
    """Show the documents beside the rules that implement them (schemas/trace.schema.json).

        hoyle.trace("texas_euchre", sources={"rules": "rulebook.txt"}).missing

    sources   the file of a document, by the name that the rules use; a file of that name may also lie beside the rule
              file or in a folder of the variable HOYLE_SOURCES

    Raises `RulesError`, `UnknownDocument` for a document that the rules do not name, and `OSError` or `GameError` for
    a file that cannot be read.
    """
    from ..cli.formats.trace import data

    game = checked(rules, variants)
    result = traced(game.tree, _documents(game, {name: Path(path) for name, path in (sources or {}).items()}))
    return report(TraceResult, data(game, result), found=(game, result))


def _documents(game: CheckedGame, given: Mapping[str, Path]) -> dict[str, DocumentText]:
    """The documents that can be found."""
    known = documents(game.tree)
    for name in given:
        if name not in known:
            near = nearest(name, known)
            there = ", ".join(f"`{one}`" for one in known) or "none"
            help = f"did you mean `{near}`?" if near else f"they name {there}"
            raise UnknownDocument(f"the rules name no document `{name}`; {help}")
    folders = source_folders()
    found: dict[str, DocumentText] = {}
    for name, document in known.items():
        path = locate(document, given, folders)
        if path is not None:
            found[name] = replace(read_document(name, path), title=document.description)
    return found


# -------------------------------------------------------------------------------------------------------------- diff


@dataclass(frozen=True)
class RulesChange:
    """A difference: where, how (`added`, `removed`, `changed`, `set`, `in effect`), and the sentence about it."""

    area: str
    how: str
    name: str
    sentence: str
    before: tuple[str, ...]
    after: tuple[str, ...]


@dataclass(frozen=True)
class DiffResult(Report):
    """How two games differ, in sentences."""

    a: str
    b: str
    changes: tuple[RulesChange, ...]
    diff: int = 1
    text: tuple[str, ...] = ()
    """The differences as lines of text."""

    def records(self) -> list[dict[str, CellValue]]:
        """A row for each difference."""
        return [
            {"a": self.a, "b": self.b, "area": one.area, "how": one.how, "name": one.name, "sentence": one.sentence}
            for one in self.changes
        ]

    def lines(self) -> Iterator[str]:
        """The differences as text."""
        return iter(self.text)


@numbers_checked()
def diff(
    a: AnyRules,
    b: AnyRules | None = None,
    *,
    options: OptionValues | None = None,
    options_a: OptionValues | None = None,
    options_b: OptionValues | None = None,
    preset: str | None = None,
    preset_a: str | None = None,
    preset_b: str | None = None,
    variants: Variants = (),
    variants_a: Variants = (),
    variants_b: Variants = (),
    players: int | None = None,
) -> DiffResult:
    """Describe in sentences how two games differ (schemas/diff.schema.json).

        print(hoyle.diff("newberry_euchre", "five.hoyle"))

    `options`, `preset` and `variants` hold for both, those with `_a` and `_b` for one of them.  Without `b`, `a` is
    compared with itself under other settings; a variant for which no other settings are given, with its base.  Raises
    `RulesError`.
    """
    from ..cli.formats.difference import data, report_lines

    if b is None and not (options_a or options_b or preset_a or preset_b or variants_a or variants_b):
        source = source_of(a) if isinstance(a, str | Path | Source) else None
        variant = _variant(source) if source is not None else None
        below = _base(source, variant) if source is not None and variant is not None else None
        a, b = (below, a) if below is not None else (a, b)

    def side(rules: AnyRules, over: Variants, own: OptionValues | None, title: str | None) -> ComparedGame:
        game = checked(rules, (*several(variants), *several(over)))
        given: dict[str, SettingValue] = given_options(options, own)
        values = _given(rules, game, given, preset if title is None else title, players)
        return ComparedGame(game, RulebookSettings(values, players))

    one = side(a, variants_a, options_a, preset_a)
    other = side(a if b is None else b, variants_b, options_b, preset_b)
    changes = differences(one, other)
    lines = tuple(report_lines(one.game, other.game, changes))
    return report(DiffResult, data(one.game, other.game, changes), text=lines)
