"""A game as a rulebook: its parts, in the order that card players expect.

The order is: players and cards; ranking; the course of the game; every phase, where it is first played; the end;
incidents; rules that always hold; the options with the chosen readings; the rulings.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from ..checked import (
    CheckedGame,
    Expr,
    IncidentRule,
    IsShape,
    LeftOver,
    Let,
    Op,
    Over,
    PhaseSymbol,
    Repeat,
    ShapeSymbol,
    Stmt,
    Symbol,
    ValueOf,
    ValuesSymbol,
    WrittenLine,
)
from ..settle.logic import conjuncts, is_same, negated, number_of
from ..syntax import nodes as n
from ..traversal import everything, inside, of_define, own_expressions
from . import english as en
from .cards import by_number_grid, deck_lines, players_line, ranking_blocks, shape_item, values_grid, zone_blocks
from .context import Book, RulebookSettings, title_of
from .document import (
    Grid,
    Item,
    Items,
    Line,
    Paragraph,
    RulebookDocument,
    Section,
    TextBlock,
    TextRun,
    joined,
    line,
    lists_apart,
    paragraph,
    sentence,
    slug,
    words,
)
from .exactly import worked_out_exactly
from .explanations import definition, explanations
from .expressions.clauses import case_words, unfolded
from .names import christen
from .sizes import turns_of
from .speech import new_book
from .statements.actions import winner_words
from .statements.assignments import naming_line, new_variables
from .statements.sentences import blocks_of, saying_of
from .variations import examples, rulings, variations

_DEEPEST = 3
"""The most levels of nested sections."""
_HEADING = 400
"""The most characters that are taken from the comment at the head of a rule file as the introduction."""


def rulebook(game: CheckedGame, chosen: RulebookSettings) -> RulebookDocument:
    """The rulebook of a game as it is played with these settings."""
    book = new_book(game, chosen)
    opening = introduction(game)
    before = [_equipment(book), *_ranking(book)]
    course = _course(book)
    after = [
        *_on_the_table(book),
        *_incidents(book),
        *(_section(book, title, blocks) for title, blocks in (*examples(book), *variations(book), *rulings(book))),
    ]
    exactly = worked_out_exactly(book)
    cards = _cards(book)  # last, because whatever is told may mention values and combinations
    end = [_section(book, "Worked out exactly", exactly)] if exactly else []
    sections = [*before, *cards, *course, *after, *end]
    lead: tuple[TextBlock, ...] = (Paragraph(line(opening)),) if opening else ()
    return RulebookDocument(game.title, lead, tuple(sections))


def _section(book: Book, title: str, blocks: Iterable[TextBlock], sections: tuple[Section, ...] = ()) -> Section:
    """A section.  The names that it mentions are explained at its end."""
    own = tuple(blocks)
    return Section(title, slug(title), (*own, *explanations(book)), sections)


# ------------------------------------------------------------------------------------ players and cards


def _equipment(book: Book) -> Section:
    blocks: list[TextBlock] = [paragraph([players_line(book), *deck_lines(book)])]
    blocks += by_number_grid(book)
    blocks += zone_blocks(book)
    return _section(book, "Players and cards", blocks)


def _ranking(book: Book) -> list[Section]:
    ranking = ranking_blocks(book)
    return [_section(book, "Ranking", ranking)] if ranking else []


def _cards(book: Book) -> list[Section]:
    """Sections about values and combinations that the text so far has mentioned."""
    found: list[Section] = []
    symbols = [s for s in spoken_of(book.game) if isinstance(s, ValuesSymbol) and s in book.mentioned]
    if symbols:
        tables = [block for symbol in symbols for block in (*_lead(symbol), values_grid(book, symbol))]
        found.append(_section(book, "Card values", tables))
    shapes = [s for s in spoken_of(book.game) if isinstance(s, ShapeSymbol) and s in book.mentioned]
    if shapes:
        found.append(_section(book, "Combinations", [Items(tuple(shape_item(book, s) for s in shapes))]))
    return found


# ------------------------------------------------------------------------------------------------------- the course


def _course(book: Book) -> list[Section]:
    """Main, the phases it plays, and the end of the game."""
    body = book.folding.block(book.game.main.body)
    ending: list[Stmt] = [st for st in body if isinstance(st, Over)]
    blocks: list[TextBlock] = []
    book.main = True
    with book.scope():
        before: list[Stmt] = []
        matches: list[Repeat] = []
        for st in body:
            if isinstance(st, Repeat) and not (before and turns_of(before[-1], st)):
                matches.append(st)
                blocks += blocks_of(book, before)
                before = []
                blocks += _rounds(book, st)
            elif not isinstance(st, Over):
                before.append(st)
        blocks += blocks_of(book, before)
        end = [line(winner_words(book, st)) for st in ending if isinstance(st, Over)]
        until = next((st.until for st in matches if st.until is not None), None)
        if until is not None and ending:
            end.insert(0, line(f"the game goes on until {book.clause(until)}"))
    book.main = False
    found = [_section(book, "Course of the game", lists_apart(blocks))]
    found += _phases(book, book.wanted.copy(), set())
    if ending:
        found.append(_section(book, "End of the game", [paragraph(end)]))
    return found


def _rounds(book: Book, st: Repeat) -> list[TextBlock]:
    """The loop over the rounds of a match, as numbered steps."""
    saying = saying_of(book, st)
    items = [
        Items(tuple(_step(book, item) for item in block.items), True) if isinstance(block, Items) and at == 0 else block
        for at, block in enumerate(saying.blocks)
    ]
    return [Paragraph(sentence(saying.line)), *items]


def _step(book: Book, item: Item) -> Item:
    """A step of the match that only plays a phase: the phase's name, and the author's description."""
    match item.line:
        case (TextRun(text="Go through "), TextRun(style="link") as link, TextRun(text=".")):
            about = next((p.description for p in book.wanted if slug(title_of(p)) == link.to), None)
            return Item(sentence(line(link, f": {about}"))) if about else item
        case _:
            return item


def _phases(book: Book, phases: list[PhaseSymbol], done: set[PhaseSymbol], depth: int = 0) -> list[Section]:
    """A section for each phase.  The phases it plays are nested in it; at the deepest level they follow it."""
    found: list[Section] = []
    waiting = list(phases)
    while waiting:
        phase = waiting.pop(0)
        if phase in done:
            continue
        done.add(phase)
        before = len(book.wanted)
        with book.scope():
            blocks = [*_lead(phase), *_params(book, phase), *phase_blocks(book, phase)]
        inner = [p for p in book.wanted[before:] if p not in done]
        made = _section(book, title_of(phase), blocks)
        below: list[Section] = []
        if depth < _DEEPEST:
            below = _phases(book, inner, done, depth + 1)
        else:
            waiting = [*inner, *waiting]
        found.append(Section(made.title, made.key, made.blocks, tuple(below)))
    return found


def phase_blocks(book: Book, phase: PhaseSymbol) -> tuple[TextBlock, ...]:
    """A phase or a table of actions in words.

    Its own variables come first, because they are new whenever it begins."""
    own = [v for v in book.game.variables if v.during is phase]
    begun = new_variables(book, own, book.folding.block(phase.body))
    first: tuple[TextBlock, ...] = (Paragraph(sentence(begun)),) if begun else ()
    if not phase.table:
        return (*first, *blocks_of(book, book.folding.block(phase.body)))
    return (*first, *_table(book, phase))


def _lead(symbol: Symbol) -> list[TextBlock]:
    """The author's description of something, as a paragraph."""
    return [Paragraph(sentence(line(symbol.description)))] if symbol.description else []


def _params(book: Book, phase: PhaseSymbol) -> list[TextBlock]:
    nouns = [christen(book, param) for param in phase.params]
    if not nouns:
        return []
    who = [n for n, p in zip(nouns, phase.params, strict=True) if p.type.kind in ("player", "team")]
    what = [n for n, p in zip(nouns, phase.params, strict=True) if p.type.kind not in ("player", "team")]
    said: list[str] = []
    if who:
        many = len(who) > 1 or who[0].plural
        said.append(f"“{en.listed([str(n) for n in who])}” {'are those' if many else 'is the one'} this is done for")
    if what:
        many = len(what) > 1 or what[0].plural
        said.append(f"{en.listed([f'“{n}”' for n in what])} {'are' if many else 'is'} given where the rules lead here")
    return [Paragraph(sentence(line(f"here {', and '.join(said)}")))]


def _table(book: Book, phase: PhaseSymbol) -> tuple[TextBlock, ...]:
    """A table of actions: conditions on the left, actions on the right."""
    lines: list[Line] = []
    folding = book.folding
    for st in folding.block(phase.body):
        if isinstance(st, Let):
            value = folding.expr(st.value)
            if st.local.type.kind == "flag" or len(st.local.name) <= 2:
                folding = folding.knowing({st.local: value})
            else:
                lines.append(naming_line(book, Let(st.local, value, span=st.span), ()))
    rows = folding.kept(phase.rows)
    always = [row for row in rows if row.guard is None and not row.otherwise]
    for row in always:
        lines += [saying.line for saying in book.sayings(row.actions)]
    cases: list[tuple[list[Expr], Line]] = []
    for row in rows:
        if row not in always:
            parts = [] if row.guard is None else unfolded(book, conjuncts(row.guard))
            with book.scope():
                outcome = joined([saying.line for saying in book.sayings(row.actions)])
            cases.append((parts, outcome or line("nothing happens")))
    found = [(line(en.capital(case_words(book, parts))), outcome) for parts, outcome in merged(cases)]
    blocks: list[TextBlock] = [paragraph(lines)] if lines else []
    if len(found) == 1 and not cases[0][0]:
        blocks.append(paragraph([found[0][1]]))
    elif found:
        blocks.append(Grid((line("If"), line("Then")), tuple(found)))
    return tuple(blocks)


# ------------------------------------------------------------------------------------------------ one part alone


def describe(book: Book, kind: str, name: str) -> tuple[TextBlock, ...]:
    """One part of the game by its kind and name, e.g. `phase pay`.  Empty if there is no such part."""
    match kind:
        case "main":
            book.explained.update(book.game.variables, book.game.zones, book.game.defines)
            return _course(book)[0].blocks
        case "lines on the table":
            return written_blocks(book)
        case "incident":
            return next((incident_blocks(book, rule) for rule in book.game.incidents if rule.title == name), ())
        case "values":
            found = [s for s in spoken_of(book.game) if isinstance(s, ValuesSymbol) and s.name == name]
            return tuple(values_grid(book, symbol) for symbol in found)
        case "shape":
            shapes = [s for s in spoken_of(book.game) if isinstance(s, ShapeSymbol) and s.name == name]
            return (Items(tuple(shape_item(book, symbol) for symbol in shapes)),) if shapes else ()
        case _:
            return _named_part(book, name)


def _named_part(book: Book, name: str) -> tuple[TextBlock, ...]:
    phase = next((p for p in book.game.phases if p.name == name), None)
    if phase is not None:
        with book.scope():
            return (*_params(book, phase), *phase_blocks(book, phase))
    define = next((d for d in book.game.defines if d.name == name), None)
    return (Items((definition(book, define),)),) if define is not None else ()


# ------------------------------------------------------------------------------------------ written on the table


def _on_the_table(book: Book) -> list[Section]:
    blocks = written_blocks(book)
    return [_section(book, "On the table", blocks)] if blocks else []


def written_blocks(book: Book) -> tuple[TextBlock, ...]:
    """What is written on the table, and when."""
    items = [item for line_ in book.game.written if (item := _written_item(book, line_)) is not None]
    return (paragraph([line("written on the table, for everybody to see:")]), Items(tuple(items))) if items else ()


def _written_item(book: Book, written: WrittenLine) -> Item | None:
    """A line on the table with its blanks, beside whom it is written, and the condition; None if it never is."""
    conditions = [book.folding.expr(e) for e in (written.condition, written.where) if e is not None]
    if any(number_of(e) == 0 for e in conditions):
        return None
    with book.scope():
        if written.owner is not None:
            christen(book, written.owner)
        label: Line = ()
        for at, text in enumerate(written.texts):
            gap = " " if label and text[:1].isspace() and text.strip() else ""
            label = line(label, gap, TextRun(text.strip(), "strong") if text.strip() else "")
            if at < len(written.holes):
                hole = book.text(book.folding.expr(written.holes[at])).removeprefix("the ")
                before, after = text.split()[-1:], written.texts[at + 1].split()[:1]
                if hole.split()[:1] == before or hole.split()[-1:] == after:
                    hole = "…"  # the line says already what it is
                label = line(label, " " if label and text[-1:].isspace() else "", TextRun(hole, "blank"))
        said: list[str] = []
        if written.owner is not None and written.owners is not None:
            said.append(f"beside {_besides(book, written)}")
        if written.condition is not None and number_of(conditions[0]) != 1:
            said.append(f"if {book.clause(conditions[0])}")
    said = [one for one in said if one != "if always"]
    if any(_NEVER.search(one) for one in said):
        return None
    return Item(line(label, f": {', '.join(said)}." if said else ""))


_NEVER = re.compile(r"^if never$|for whom never$")
"""A condition that cannot hold at these settings."""


def _besides(book: Book, written: WrittenLine) -> str:
    """The players or teams beside whom a line is written: `each player whose bid is at least 1`."""
    assert written.owner is not None and written.owners is not None
    owners = book.folding.expr(written.owners)
    if isinstance(owners, Op) and owners.op == "single" and written.where is None:
        return book.text(owners.args[0])
    one, rest = book.member(owners, written.owner.type.kind)
    where = book.folding.expr(written.where) if written.where is not None else None
    if where is None or number_of(where) == 1:
        return f"each {one}{rest}"
    return f"each {one}{rest} {book.relative(written.owner, where, f'each {one}{rest}')}"


# -------------------------------------------------------------------------------------- incidents and invariants


def _incidents(book: Book) -> list[Section]:
    found = [_section(book, en.capital(rule.title), incident_blocks(book, rule)) for rule in book.game.incidents]
    return [Section("What may happen at the table", "incidents", (), tuple(found))] if found else []


def incident_blocks(book: Book, rule: IncidentRule) -> tuple[TextBlock, ...]:
    """When players may declare an incident, and its effect."""
    with book.scope():
        window = _window(book, rule)
        if rule.player is not None:
            christen(book, rule.player)
        return (Paragraph(window), *blocks_of(book, book.folding.block(rule.body)))


def _window(book: Book, rule: IncidentRule) -> Line:
    declared = "This may be declared"
    if rule.players is not None:
        declared += f" of one of {book.text(book.folding.expr(rule.players))},"
    if rule.until is None:
        return line(f"{declared} at any time during ", book.link(rule.start), ".")
    first = book.link(rule.start)
    return line(f"{declared} from ", first, " until the first choice of ", book.link(rule.until), ".")


def merged(cases: list[tuple[list[Expr], Line]]) -> list[tuple[list[Expr], Line]]:
    """Merge cases with the same outcome that differ in one condition, which is true in one and false in the other."""
    found = list(cases)
    at = 0
    while at < len(found):
        parts, outcome = found[at]
        for other in range(at + 1, len(found)):
            if words(found[other][1]) == words(outcome) and (both := without_one(parts, found[other][0])) is not None:
                found[at] = (both, outcome)
                del found[other]
                at = -1
                break
        at += 1
    return found


def without_one(one: list[Expr], other: list[Expr]) -> list[Expr] | None:
    """The common conditions of two lists, if they differ only in one condition and its opposite; else None."""
    mine = [e for e in one if not any(is_same(e, x) for x in other)]
    theirs = [e for e in other if not any(is_same(e, x) for x in one)]
    if len(mine) == len(theirs) == 1 and is_same(negated(mine[0]), theirs[0]):
        return [e for e in one if e is not mine[0]] or None
    return None


def introduction(game: CheckedGame) -> str:
    """The first comment of the rule file, as a paragraph."""
    first = next((d for d in game.tree.declarations if isinstance(d, n.Game)), None)
    if first is None:
        return ""
    found: list[str] = []
    for number in range(1, first.span.line):
        text = first.span.source.line(number).strip()
        if text.startswith("#"):
            found.append(text.lstrip("# ").strip())
        elif found:
            break
    text = " ".join(" ".join(found).split())
    if text.startswith(f"{game.title}: "):
        text = en.capital(text.removeprefix(f"{game.title}: "))
    return text if len(text) <= _HEADING else ""


def spoken_of(game: CheckedGame) -> list[ValuesSymbol | ShapeSymbol]:
    """The values and shapes the rules use, in the order they are first used."""
    found: dict[ValuesSymbol | ShapeSymbol, None] = {}
    roots = [e for st in everything(game) for e in own_expressions(st)]
    roots += [e for define in game.defines for e in of_define(define)]
    for root in roots:
        for e in inside(root):
            if isinstance(e, ValueOf):
                found.setdefault(e.values)
            elif isinstance(e, IsShape | LeftOver):
                found.setdefault(e.shape)
    return list(found)
