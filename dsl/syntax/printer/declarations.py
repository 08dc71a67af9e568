"""From a tree to its text, in one canonical layout.

Every declaration and statement is one line.  A block is indented by four spaces.  Citations are in a margin on the
right.  `print_tree` depends only on the tree: equal trees give equal texts.  The formatter keeps the author's choice
where the language offers one (a single statement after a colon or in a block), so that its lines match the author's one
to one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import assert_never

from ...source.identity import Exactly
from .. import nodes as n
from .expressions import OR, SUM, citation, expr, names, params, some, target, template, text, type_, where
from .lines import (
    card_step_line,
    choice_line,
    deck_line,
    deck_row,
    described,
    each,
    edit_line,
    for_line,
    guard,
    headline,
    innermost,
    naming_line,
    naming_width,
    option_edit_line,
    play_parts,
    players_line,
    rank_row,
    remove_line,
    repeat_line,
    row_result,
    ruling_line,
    shape_line,
    simple,
    values_row,
    written_line,
)

STEP = 4
MARGIN = 72
"""The column of citations, if the line leaves room."""
_LONGEST_INLINE = 100
_WIDEST_GUARD = 72

_NO_STATEMENTS = (
    n.ActionRow,
    n.ValueRow,
    n.Choice,
    n.ValuesRow,
    n.SuitRow,
    n.AnySuitRow,
    n.AnyCardRow,
    n.JokerRow,
    n.EqualCards,
    n.WrittenLine,
)
_COMPOUND = (n.If, n.Repeat, n.For, n.Choose, n.Together)


def _places(zone: n.Zone) -> str:
    return f"{zone.places} places, " if zone.places is not None else ""


@dataclass(slots=True)
class OutLine:
    """One line of the output: its depth, its words, and its citation."""

    depth: int
    text: str
    cite: n.Citation | None = None
    margin: int = MARGIN

    def render(self) -> str:
        line = " " * (STEP * self.depth) + self.text
        if self.cite is None:
            return line
        room = self.margin if len(line) <= self.margin - 2 else len(line) + (2 if self.margin else 1)
        return f"{line:<{room}}{citation(self.cite)}"


Inline = Callable[[n.Stmt, bool], bool]
"""Whether a statement is on the line of its heading, after the colon.  The flag is set for one after an `otherwise`."""


def print_tree(rule_file: n.RuleFile, inline: Inline | None = None) -> str:
    """The text of a rule file.  Reading it gives back an equal tree.  `inline`: see `print_declaration`."""
    result: list[str] = []
    before: n.Decl | None = None
    for declaration in rule_file.declarations:
        lines = print_declaration(declaration, inline)
        if before is not None and _group(before) != _group(declaration):
            result.append("")
        result += [line.render() for line in lines]
        before = declaration
    return "".join(line + "\n" for line in result)


def print_declaration(declaration: n.Decl, inline: Inline | None = None) -> list[OutLine]:
    """The lines of one declaration.  `inline`, if given, decides which statements are on the line of their heading."""
    printer = _DeclarationPrinter(inline)
    printer.declaration(declaration)
    return printer.lines


def _group(declaration: n.Decl) -> object:
    """A key for grouping.  Declarations with equal keys are printed without a blank line between them."""
    match declaration:
        case n.Replace() | n.Add():
            return type(declaration), _group(declaration.part)
        case n.Game() | n.Language() | n.Document() | n.Variant():
            return n.Game
        case n.Players() | n.Deck():
            return n.Players
        case n.After() | n.Always() | n.Require():
            return n.After
        case n.Ruling() | n.NotARule() | n.Keep():
            return n.Ruling
        case n.Define() if isinstance(declaration.body, tuple):
            return declaration.name.text
        case n.Zones() | n.Remember() | n.Ranking() | n.Values() | n.Preset() | n.Table() | n.Main() | n.Phase():
            return Exactly(declaration)
        case n.Written() | n.Namings():
            return Exactly(declaration)
        case _:
            return type(declaration)


class _DeclarationPrinter:
    """Collects the lines of a declaration."""

    def __init__(self, inline: Inline | None) -> None:
        self.lines: list[OutLine] = []
        self.depth = 0
        self.inline = inline

    def put(self, words: str, cite: n.Citation | None = None) -> OutLine:
        line = OutLine(self.depth, words, cite)
        self.lines.append(line)
        return line

    # ------------------------------------------------------------------------------------------------- declarations

    def declaration(self, d: n.Decl, before: str = "") -> None:
        """A declaration; in a variant after `replace ` or `add `."""
        match d:
            case n.Replace(n.After() | n.Always() | n.Require() | n.Preset() | n.Document()):
                at = len(self.lines)
                self.declaration(d.part)
                self.lines[at].text = "replace " + self.lines[at].text
            case n.Replace():
                self.declaration(d.part, "replace ")
            case n.Add():
                self.declaration(d.part, "add ")
            case n.Game():
                self.put(f"game {text(d.title)}", d.cite)
            case n.Language():
                self.put(f"language {d.version}", d.cite)
            case n.Document():
                self.put(described(f"source {d.name.text} {text(d.path)}", d, width=0), d.cite)
            case n.Ruling():
                self.put(ruling_line(d), d.cite)
            case n.NotARule():
                self.put("not a rule", d.cite).margin = 0
            case n.Variant():
                self.put(f"variant {text(d.title)} of {d.base.text}", d.cite)
            case n.Setting():
                self.put(f"set {d.name.text} to {expr(d.value)}", d.cite)
            case n.Remove():
                self.put(remove_line(d), d.cite)
            case n.Amend():
                which = "" if d.what == "phase" else f"the {d.what} "
                name = d.name.text if d.name is not None else ""
                self.put(f"change {which}{text(name) if d.what == 'incident' else name}".rstrip(), d.cite)
                self.edits(d.edits)
            case n.AmendOption():
                self.put(f"change the option {d.name.text}", d.cite)
                self.block([(option_edit_line(edit), edit.cite) for edit in d.edits])
            case n.Keep():
                self.put(f"keep ruling {text(d.text)}", d.cite)
            case n.Describe():
                self.put(f"describe {d.name.text} {text(d.text)}", d.cite)
            case n.Require():
                self.put(
                    f"require {expr(d.condition, OR)}" + (f" {text(d.text)}" if d.text is not None else ""), d.cite
                )
            case n.After():
                self.put(f"after {d.phase.text}: {expr(d.condition, OR)}", d.cite)
            case n.Always():
                self.put(f"always {expr(d.condition, OR)}", d.cite)
            case n.Example():
                by = f" by {d.player.text}" if d.player is not None else ""
                players = f" with {d.players} players" if d.players is not None else ""
                title = f" {text(d.title)}" if d.title is not None else ""
                self.put(f"example{title}{by}{players}", d.cite)
                self.example_lines(d.body)
            case n.Preset():
                self.put(f"preset {text(d.title)}", d.cite)
                self.block([(f"set {s.name.text} to {expr(s.value)}", s.cite) for s in d.settings])
            case _:
                self.part(d, before)

    def part(self, d: n.Part, before: str) -> None:
        match d:
            case n.Players():
                self.put(before + players_line(d), d.cite)
            case n.Deck():
                self.put(before + deck_line(d), d.cite)
                self.block([(deck_row(row), row.cite) for row in d.rows])
            case n.Kind():
                self.put(described(f"{before}kind {d.name.text}: {type_(d.type)}", d), d.cite)
            case n.Shape():
                self.put(described(before + shape_line(d), d), d.cite)
            case n.Option():
                self.option(d, before)
            case n.Zones():
                self.put(f"{before}zones", d.cite)
                self.described([(f"{z.name.text}{each(z.owner)}: {_places(z)}{z.visibility}", z) for z in d.zones])
            case n.Remember():
                self.put(f"{before}remember" + (f" during {d.phase.text}" if d.phase is not None else ""), d.cite)
                self.described([(f"{names(v.names)}{each(v.owner)}: {type_(v.type)}", v) for v in d.variables])
            case n.Ranking():
                self.put(f"{before}ranking", d.cite)
                self.block([(rank_row(row), row.cite) for row in d.rows])
            case n.Values():
                self.put(described(f"{before}values {d.name.text} of each {d.of.text}", d), d.cite)
                self.block([(values_row(row), row.cite) for row in d.rows])
            case n.Define():
                head = f"{before}define {d.name.text}{params(d.params)} means"
                if isinstance(d.body, tuple):
                    self.put(described(head, d), d.cite)
                    self.rows([(guard(row.guard), expr(row.value), row.cite) for row in d.body])
                else:
                    self.put(described(f"{head} {expr(d.body)}", d), d.cite)
            case n.Table():
                self.table(d, before)
            case n.Main():
                self.put(f"{before}main", d.cite)
                self.statements(d.body)
            case n.Phase():
                self.put(described(f"{before}phase {d.name.text}{params(d.params)}", d), d.cite)
                self.statements(d.body)
            case n.Written():
                self.put(f"{before}written on the table", d.cite)
                self.block([(written_line(line), line.cite) for line in d.lines])
            case n.Namings():
                self.put(f"{before}names", d.cite)
                width = naming_width(d.rows)
                self.block([(naming_line(row, width), row.cite) for row in d.rows])
            case n.Incident():
                when = f"during {d.start.text}"
                if d.until is not None:
                    when = f"from {d.start.text} until the first choice of {d.until.text}"
                by = f"by {some(d.by)}{where(d.where)} " if d.by is not None else ""
                self.put(f"{before}incident {text(d.title)} {by}{when}", d.cite)
                self.statements(d.body)
            case _:
                assert_never(d)

    def block(self, lines: Sequence[tuple[str, n.Citation | None]]) -> None:
        self.depth += 1
        for words, cite in lines:
            self.put(words, cite)
        self.depth -= 1

    def described(self, lines: Sequence[tuple[str, n.Described]]) -> None:
        """A block of lines, with their descriptions aligned."""
        width = max((len(words) for words, line in lines if line.description is not None), default=0)
        self.block([(described(words, line, width, 1), line.cite) for words, line in lines])

    def rows(self, rows: Sequence[tuple[str, str, n.Citation | None]]) -> None:
        """Rows, with their arrows and their citations aligned."""
        width = max((len(guard) for guard, _, _ in rows if len(guard) <= _WIDEST_GUARD), default=0)
        self.depth += 1
        out = [self.put(f"{guard:<{width}} -> {result}", cite) for guard, result, cite in rows]
        self.depth -= 1
        longest = max((STEP * line.depth + len(line.text) + 2 for line in out if line.cite is not None), default=0)
        for line in out:
            line.margin = max(MARGIN, longest)

    def option(self, d: n.Option, before: str) -> None:
        head = f"{before}option {d.name.text}"
        if d.type is not None:
            head += f": {type_(d.type)}"
        head += f" = {expr(d.default)}"
        head = described(head, d)
        if d.condition is not None:
            head += f" if {expr(d.condition, OR)}"
        self.put(head, d.cite)
        self.described([(expr(v.value), v) for v in d.values])

    def table(self, d: n.Table, before: str) -> None:
        result = f": {type_(d.result)}" if d.result is not None else ""
        self.put(described(f"{before}table {d.name.text}{params(d.params)}{result}", d), d.cite)
        self.block([(simple(let), let.cite) for let in d.lets])
        self.action_rows(d.rows)

    def action_rows(self, rows: Sequence[n.ActionRow | n.ValueRow]) -> None:
        self.rows([(guard(row.guard), row_result(row), row.cite) for row in rows])

    def edits(self, edits: tuple[n.Edit, ...]) -> None:
        self.depth += 1
        for edit in edits:
            self.put(edit_line(edit), edit.cite)
            self.action_rows([line for line in edit.lines if isinstance(line, n.ActionRow | n.ValueRow)])
            self.depth += 1
            self.choices([line for line in edit.lines if isinstance(line, n.Choice)])
            self.depth -= 1
            self.block([(values_row(line), line.cite) for line in edit.lines if isinstance(line, n.ValuesRow)])
            self.block([(rank_row(line), line.cite) for line in edit.lines if isinstance(line, n.RankingRow)])
            self.block([(written_line(line), line.cite) for line in edit.lines if isinstance(line, n.WrittenLine)])
            self.statements(tuple(line for line in edit.lines if not isinstance(line, _NO_STATEMENTS)))
        self.depth -= 1

    # --------------------------------------------------------------------------------------------------- statements

    def statements(self, body: tuple[n.Stmt, ...]) -> None:
        self.depth += 1
        for statement in body:
            self.statement(statement)
        self.depth -= 1

    def example_lines(self, body: tuple[n.ExampleLine, ...]) -> None:
        self.depth += 1
        for one in body:
            match one:
                case n.Expect():
                    self.put(f"expect {expr(one.condition, OR)}", one.cite)
                case n.ExpectAnswer():
                    self.put(f"expect {'not ' if one.negated else ''}{template(one.answer)}", one.cite)
                case n.Dealt():
                    self.put(f"deal {expr(one.cards, SUM)} to {target(one.target)}", one.cite)
                case n.ExpectTurn():
                    self.put(f"expect {expr(one.player, SUM)} to play", one.cite)
                case n.ExpectSight(player):
                    every = "no one" if one.negated else "everyone"
                    who = every if player is None else expr(player, SUM) + (" not" if one.negated else "")
                    self.put(f"expect {who} to see {target(one.target)}", one.cite)
                case n.WholeGame():
                    self.put("play the game", one.cite)
                case n.ExpectOver():
                    won = f", won by {expr(one.winner, SUM)}" if one.winner is not None else ""
                    self.put(f"expect game over{', a draw' if one.draw else won}", one.cite)
                case n.Answered():
                    self.put(template(one.answer), one.cite)
                case _:
                    self.statement(one)
        self.depth -= 1

    def statement(self, s: n.Stmt, before: str = "") -> None:
        match s:
            case n.If():
                self.headed(before + headline(s), s.cite, s.then)
                if s.otherwise is not None:
                    self.otherwise(s.otherwise, s.otherwise_cite)
            case n.Repeat():
                self.put(repeat_line(s), s.cite)
                self.statements(s.body)
                if s.otherwise is not None:
                    self.headed("otherwise", s.otherwise_cite, s.otherwise)
            case n.For():
                self.headed(for_line(s), s.cite, innermost(s).body)
            case n.Choose():
                self.put(headline(s), s.cite)
                self.depth += 1
                self.choices(s.choices)
                self.depth -= 1
            case n.Together():
                self.put(headline(s), s.cite)
                self.statements(s.choosers)
            case n.PlayTrick(below=below, steps=steps) if below or steps:
                parts = play_parts(s)
                self.put(", ".join(parts[: len(parts) - below]), s.cite)
                self.block([(clause, None) for clause in parts[len(parts) - below :]])
                self.depth += 1
                for step in steps:
                    self.headed(card_step_line(step), step.cite, step.body)
                self.depth -= 1
            case _:
                self.put(simple(s), s.cite)

    def choices(self, choices: Sequence[n.Choice]) -> None:
        for choice in choices:
            self.put(choice_line(choice), choice.cite)
            self.statements(choice.body)

    def otherwise(self, body: tuple[n.Stmt, ...], cite: n.Citation | None) -> None:
        only = body[0]
        if len(body) == 1 and cite is None and isinstance(only, n.If) and (not self.inline or self.inline(only, True)):
            self.statement(only, "otherwise ")
        else:
            self.headed("otherwise", cite, body)

    def headed(self, head: str, cite: n.Citation | None, body: tuple[n.Stmt, ...]) -> None:
        """A heading with its block, or with its one statement after a colon."""
        only = body[0] if len(body) == 1 else None
        below = isinstance(only, n.PlayTrick) and bool(only.below or only.steps)
        if only is not None and not isinstance(only, _COMPOUND) and not below and cite is None:
            line = f"{head}: {simple(only)}"
            if self.inline(only, False) if self.inline else STEP * self.depth + len(line) <= _LONGEST_INLINE:
                self.put(line, only.cite)
                return
        self.put(head, cite)
        self.statements(body)
