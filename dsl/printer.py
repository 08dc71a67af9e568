"""From a tree to its text, in one canonical layout.

Every declaration and statement is one line, a block is indented by four spaces, and what a line cites stands in a margin
at its right, like the notes of a careful reader.  `print_tree` looks at the tree only: equal trees print alike, whatever
their authors' layout.  The formatter asks for the author's choice where the language leaves one (a single statement
behind a colon or in a block), so that its lines and the author's correspond one to one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from . import nodes as n
from .printer_expr import (
    OR,
    SUM,
    citation,
    expr,
    exprs,
    names,
    params,
    ranks,
    some,
    span_of,
    target,
    template,
    text,
    type_,
    where,
)

STEP = 4
MARGIN = 72
"""Where citations stand, if the line leaves room."""
_DESCRIPTION = 32
_LONGEST_INLINE = 100
_WIDEST_GUARD = 72

_COMPOUND = (n.If, n.Repeat, n.For, n.Choose, n.Together)


@dataclass(slots=True)
class OutLine:
    """One line of the text to be: its depth, its words, and what it cites."""

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
"""Whether a statement stands behind the colon (or the `otherwise`, then the flag is set) of the line above."""


def print_tree(rule_file: n.RuleFile) -> str:
    """The text of a rule file.  Reading it gives back an equal tree."""
    result: list[str] = []
    before: n.Decl | None = None
    for declaration in rule_file.declarations:
        lines = print_declaration(declaration)
        if before is not None and _group(before) != _group(declaration):
            result.append("")
        result += [line.render() for line in lines]
        before = declaration
    return "".join(line + "\n" for line in result)


def print_declaration(declaration: n.Decl, inline: Inline | None = None) -> list[OutLine]:
    """The lines of one declaration; `inline` tells the author's choice of layout, if it is to be kept."""
    printer = _Printer(inline)
    printer.declaration(declaration)
    return printer.lines


def _group(declaration: n.Decl) -> object:
    """Lines of one group stand together."""
    match declaration:
        case n.Replace() | n.Add():
            return type(declaration), _group(declaration.part)
        case n.Game() | n.Language() | n.Document() | n.Variant():
            return n.Game
        case n.Players() | n.Deck():
            return n.Players
        case n.After() | n.Always() | n.Require():
            return n.After
        case n.Ruling() | n.NotARule():
            return n.Ruling
        case n.Define() if isinstance(declaration.body, tuple):
            return declaration.name.text
        case n.Zones() | n.Remember() | n.Ranking() | n.Values() | n.Preset() | n.Table() | n.Main() | n.Phase():
            return id(declaration)
        case _:
            return type(declaration)


class _Printer:
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
        """A declaration, behind `replace ` or `add ` in a variant."""
        match d:
            case n.Replace():
                self.declaration(d.part, "replace ")
            case n.Add():
                self.declaration(d.part, "add ")
            case n.Game():
                self.put(f"game {text(d.title)}", d.cite)
            case n.Language():
                self.put(f"language {d.version}", d.cite)
            case n.Document():
                self.put(f"source {d.name.text} {text(d.path)}", d.cite)
            case n.Ruling():
                self.put(f"ruling {text(d.text)}", d.cite)
            case n.NotARule():
                self.put("not a rule", d.cite).margin = 0
            case n.Variant():
                self.put(f"variant {text(d.title)} of {d.base.text}", d.cite)
            case n.Setting():
                self.put(f"set {d.name.text} to {expr(d.value)}", d.cite)
            case n.Remove():
                self.put(_remove(d), d.cite)
            case n.Require():
                self.put(f"require {expr(d.condition, OR)}" + (f" {text(d.text)}" if d.text is not None else ""), d.cite)
            case n.After():
                self.put(f"after {d.phase.text}: {expr(d.condition, OR)}", d.cite)
            case n.Always():
                self.put(f"always {expr(d.condition, OR)}", d.cite)
            case n.Preset():
                self.put(f"preset {text(d.title)}", d.cite)
                self.block([(f"set {s.name.text} to {expr(s.value)}", s.cite) for s in d.settings])
            case _:
                self.part(d, before)

    def part(self, d: n.Part, before: str) -> None:
        match d:
            case n.Players():
                self.put(before + _players(d), d.cite)
            case n.Deck():
                self.put(before + _deck(d), d.cite)
            case n.Kind():
                self.put(f"{before}kind {d.name.text}: {type_(d.type)}", d.cite)
            case n.Option():
                self.option(d, before)
            case n.Zones():
                self.put(f"{before}zones", d.cite)
                self.block([(f"{z.name.text}{_each(z.owner)}: {z.visibility}", z.cite) for z in d.zones])
            case n.Remember():
                self.put(f"{before}remember" + (f" during {d.phase.text}" if d.phase is not None else ""), d.cite)
                self.block([(f"{names(v.names)}{_each(v.owner)}: {type_(v.type)}", v.cite) for v in d.variables])
            case n.Ranking():
                self.put(f"{before}ranking", d.cite)
                self.block([(_rank_row(row), row.cite) for row in d.rows])
            case n.Values():
                self.put(f"{before}values {d.name.text} of each {d.of.text}", d.cite)
                self.block([(_values_row(row), row.cite) for row in d.rows])
            case n.Define():
                head = f"{before}define {d.name.text}{params(d.params)} means"
                if isinstance(d.body, tuple):
                    self.put(head, d.cite)
                    self.rows([(_guard(row.guard), expr(row.value), row.cite) for row in d.body])
                else:
                    self.put(f"{head} {expr(d.body)}", d.cite)
            case n.Table():
                self.table(d, before)
            case n.Main():
                self.put(f"{before}main", d.cite)
                self.statements(d.body)
            case n.Phase():
                self.put(f"{before}phase {d.name.text}{params(d.params)}", d.cite)
                self.statements(d.body)
            case n.Incident():
                when = f"during {d.start.text}"
                if d.until is not None:
                    when = f"from {d.start.text} until the first choice of {d.until.text}"
                self.put(f"{before}incident {text(d.title)} {when}", d.cite)
                self.statements(d.body)

    def block(self, lines: Sequence[tuple[str, n.Citation | None]]) -> None:
        self.depth += 1
        for words, cite in lines:
            self.put(words, cite)
        self.depth -= 1

    def rows(self, rows: Sequence[tuple[str, str, n.Citation | None]]) -> None:
        """Rows with their arrows under each other, and their citations too."""
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
        if d.description is not None:
            head = f"{head:<{_DESCRIPTION - 1}}  {text(d.description)}"
        if d.condition is not None:
            head += f" if {expr(d.condition, OR)}"
        self.put(head, d.cite)
        width = max((len(expr(v.value)) for v in d.values if v.description is not None), default=0)
        self.block(
            [
                (
                    f"{expr(v.value):<{width}} {text(v.description)}" if v.description is not None else expr(v.value),
                    v.cite,
                )
                for v in d.values
            ]
        )

    def table(self, d: n.Table, before: str) -> None:
        result = f": {type_(d.result)}" if d.result is not None else ""
        self.put(f"{before}table {d.name.text}{params(d.params)}{result}", d.cite)
        self.block([(_simple(let), let.cite) for let in d.lets])
        self.rows([(_guard(row.guard), _result(row), row.cite) for row in d.rows])

    # --------------------------------------------------------------------------------------------------- statements

    def statements(self, body: tuple[n.Stmt, ...]) -> None:
        self.depth += 1
        for statement in body:
            self.statement(statement)
        self.depth -= 1

    def statement(self, s: n.Stmt, before: str = "") -> None:
        match s:
            case n.If():
                self.headed(f"{before}if {expr(s.condition, OR)}", s.cite, s.then)
                if s.otherwise is not None:
                    self.otherwise(s.otherwise, s.otherwise_cite)
            case n.Repeat():
                self.put(_repeat(s), s.cite)
                self.statements(s.body)
                if s.otherwise is not None:
                    self.headed("otherwise", s.otherwise_cite, s.otherwise)
            case n.For():
                self.headed(_for(s), s.cite, s.body)
            case n.Choose():
                self.put(f"{expr(s.player)} chooses", s.cite)
                self.depth += 1
                for choice in s.choices:
                    self.put(_choice(choice), choice.cite)
                    self.statements(choice.body)
                self.depth -= 1
            case n.Together():
                self.put("in secret together", s.cite)
                self.statements(s.choosers)
            case _:
                self.put(_simple(s), s.cite)

    def otherwise(self, body: tuple[n.Stmt, ...], cite: n.Citation | None) -> None:
        only = body[0]
        if len(body) == 1 and cite is None and isinstance(only, n.If) and (not self.inline or self.inline(only, True)):
            self.statement(only, "otherwise ")
        else:
            self.headed("otherwise", cite, body)

    def headed(self, head: str, cite: n.Citation | None, body: tuple[n.Stmt, ...]) -> None:
        """A heading with its block, or with its one statement behind a colon."""
        only = body[0] if len(body) == 1 else None
        if only is not None and not isinstance(only, _COMPOUND) and cite is None:
            line = f"{head}: {_simple(only)}"
            if self.inline(only, False) if self.inline else STEP * self.depth + len(line) <= _LONGEST_INLINE:
                self.put(line, only.cite)
                return
        self.put(head, cite)
        self.statements(body)


# ------------------------------------------------------------------------------------------------------ single lines


def _simple(s: n.Stmt) -> str:
    """A statement of one line, without its citation."""
    match s:
        case n.Let():
            return f"let {s.name.text} be {expr(s.value)}"
        case n.Set():
            return f"set {', '.join(target(t) for t in s.targets)} to {expr(s.value)}"
        case n.Change():
            return f"{s.sign} {expr(s.amount, SUM)} {'to' if s.sign == 'add' else 'from'} {target(s.target)}"
        case n.Gather():
            return f"gather every card into {expr(s.zone)}"
        case n.Shuffle():
            return f"shuffle {expr(s.zone)}"
        case n.Deal():
            start = f" from {expr(s.start, SUM)}" if s.start is not None else ""
            amounts = ("at most " if s.at_most else "") + exprs(s.amounts, SUM)
            return f"deal {amounts} from {expr(s.pile, SUM)} to {target(s.target)}{start}"
        case n.Move():
            return f"move {expr(s.what)} to {target(s.target)}"
        case n.Show():
            return f"show {expr(s.what)} to {expr(s.to, SUM) if s.to is not None else 'everyone'}"
        case n.Call():
            return s.name.text + (f"({exprs(s.args)})" if s.args else "")
        case n.Nothing():
            return "nothing"
        case n.Stop():
            return "stop"
        case n.Again():
            return f"start {s.phase.text} again"
        case n.PlayTrick():
            return _play(s)
        case n.Over():
            by = ", then ".join(f"{c.which} {c.measure.text}" for c in s.criteria)
            tie = {None: "", "draw": ", otherwise a draw", "shared": ", otherwise shared"}[s.tie]
            return f"game over, won by the {s.owner} with {by}{tie}"
        case n.If() | n.Repeat() | n.For() | n.Choose() | n.Together():
            raise AssertionError("not a statement of one line")


def _play(s: n.PlayTrick) -> str:
    parts = [f"play trick from {s.hand.text} to {s.trick.text}", f"led by {expr(s.leader, SUM)}"]
    if s.without is not None:
        parts.append(f"without {expr(s.without)}")
    parts.append(s.rule)
    parts += [f"if able {narrow.name.text} where {expr(narrow.where, OR)}" for narrow in s.narrow]
    if s.winner is not None:
        parts.append(f"taken by {s.winner.text}")
    return ", ".join(parts)


def _repeat(s: n.Repeat) -> str:
    words = "repeat"
    if s.times is not None:
        words += f"{' at most' if s.at_most else ''} {expr(s.times, SUM)} times"
    return words + (f" until {expr(s.until, OR)}" if s.until is not None else "")


def _for(s: n.For) -> str:
    until = f" until {expr(s.until, OR)}" if s.until is not None else ""
    if s.domain is None:
        assert s.start is not None  # around the table there is always a first
        return f"for {s.name.text} around the table from {expr(s.start, SUM)}{until}"
    start = f" from {expr(s.start, SUM)}" if s.start is not None else ""
    return f"for {some(n.Some(s.name, s.domain))}{start}{where(s.where)}{until}"


def _choice(c: n.Choice) -> str:
    words = template(c.template)
    if c.guard is not None:
        words += f" if {expr(c.guard, OR)}"
    if c.generators:
        words += " for " + ", ".join(some(s) for s in c.generators) + where(c.where)
    return words


def _guard(guard: n.Expr | n.Guard) -> str:
    return guard.word if isinstance(guard, n.Guard) else expr(guard, OR)


def _result(row: n.ActionRow | n.ValueRow) -> str:
    return expr(row.value) if isinstance(row, n.ValueRow) else ", ".join(_simple(action) for action in row.actions)


def _remove(d: n.Remove) -> str:
    if d.name is None:
        return f"remove {d.what}"
    return f"remove {d.what} {text(d.name.text) if d.what == 'incident' else d.name.text}"


def _players(d: n.Players) -> str:
    words = f"players {d.low}"
    if d.high != d.low or d.default is not None:
        words += f"..{d.high}"
    if d.default is not None:
        words += f" = {d.default}"
    return words + (", partners opposite" if d.partners else "")


def _deck(d: n.Deck) -> str:
    words = f"deck {ranks(d.ranks)}"
    if d.suits is not None:
        words += " of " + " ".join(suit.text for suit in d.suits)
    if d.copies is not None:
        words += f", {expr(d.copies, SUM)} copies"
    if d.jokers is not None:
        words += f", {expr(d.jokers, SUM)} jokers"
    return words


def _each(owner: n.Owner | None) -> str:
    return f" of each {owner}" if owner is not None else ""


def _rank_row(row: n.SuitRow | n.AnySuitRow | n.EqualCards) -> str:
    match row:
        case n.AnySuitRow():
            return f"any {'other ' if row.other else ''}suit: {ranks(row.ranks)}"
        case n.EqualCards():
            return f"equal cards: {row.which} played wins"
        case n.SuitRow():
            return f"{expr(row.suit)}: {_patterns(row.patterns)}"


def _patterns(patterns: tuple[n.Pattern, ...]) -> str:
    """`J, J of trump.sister, A K Q`: ranks of one suit in a row stand together."""
    pieces: list[str] = []
    before: n.Pattern | None = None
    for pattern in patterns:
        if isinstance(pattern, n.JokerPattern):
            pieces.append(", joker")
        else:
            together = isinstance(before, n.RankPattern) and before.suit is None and pattern.suit is None
            pieces.append((" " if together else ", ") + pattern.rank.text)
            if pattern.suit is not None:
                pieces.append(f" of {expr(pattern.suit)}")
        before = pattern
    return "".join(pieces).removeprefix(", ")


def _values_row(row: n.ValuesRow) -> str:
    match row.face:
        case n.Faces():
            face = ranks(row.face.ranks) + (f" of {row.face.suit.text}" if row.face.suit is not None else "")
        case n.FaceRange():
            face = f"{row.face.low.text}..{row.face.high.text}"
        case n.NamedFace():
            face = row.face.name
    return f"{face}: " + (span_of(row.low, row.high) if row.high is not None else expr(row.low, SUM))
