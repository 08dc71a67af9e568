"""The text of single lines: simple statements, headings of loops and choices, rows."""

from __future__ import annotations

from collections.abc import Sequence

from .. import nodes as n
from ..nodes import OR, PHRASE, SUM
from .expressions import by_form, expr, exprs, notice, ranks, some, span_of, target, template, text, type_, where

DESCRIPTION = 31
"""The width of a heading in front of its description, in characters, if the heading is not longer."""


def simple(s: n.Stmt) -> str:
    """A statement of one line, without its citation."""
    match s:
        case n.Change():
            return f"{s.sign} {expr(s.amount, SUM)} {'to' if s.sign == 'add' else 'from'} {target(s.target)}"
        case n.Deal():
            start = f" from {expr(s.start, SUM)}" if s.start is not None else ""
            amounts = ("at most " if s.at_most else "") + exprs(s.amounts, SUM)
            return f"deal {amounts} from {expr(s.pile, SUM)} to {target(s.target)}{start}"
        case n.Move():
            end = {None: "", "bottom": "bottom of ", "middle": "the middle of "}[s.end]
            return f"move {expr(s.what)} to {end}{target(s.target)}"
        case n.Show():
            return f"show {expr(s.what)} to {expr(s.to, SUM) if s.to is not None else 'everyone'}"
        case n.Call():
            return s.name.text + (f"({exprs(s.args)})" if s.args else "")
        case n.PlayTrick():
            return _play(s)
        case n.Over():
            by = ", then ".join(f"{c.which} {c.measure.text}" for c in s.criteria)
            tie = {None: "", "draw": ", otherwise a draw", "shared": ", otherwise shared"}[s.tie]
            return f"game over, won by the {s.owner} with {by}{tie}"
        case n.If() | n.Repeat() | n.For() | n.Choose() | n.Together():
            raise AssertionError("not a statement of one line")
        case _:
            return by_form(s)


def one_line(s: n.Stmt) -> bool:
    """Whether a statement has no block, so that it can stand behind a colon."""
    return not isinstance(s, n.If | n.Repeat | n.For | n.Choose | n.Together)


def headline(s: n.Stmt) -> str:
    """The first line of a statement: a simple statement as a whole, or the heading of one with a block."""
    match s:
        case n.If():
            return f"if {expr(s.condition, OR)}"
        case n.Repeat():
            return repeat_line(s)
        case n.For():
            return for_line(s)
        case n.Choose():
            return f"{expr(s.player)} chooses"
        case n.Together():
            return "in secret together"
        case _:
            return simple(s)


def place_line(at: n.Template | n.RowOf | n.FaceOf | n.RankOf | n.Notice | n.Stmt) -> str:
    """How a variant names a place in a phase: `the choice "pass"`, `the line shuffle stock`, `the row otherwise`."""
    match at:
        case n.Template():
            return f"the choice {template(at)}"
        case n.Notice():
            return f"the line {notice(at)}"
        case n.RowOf():
            return f"the row {guard(at.guard)}"
        case n.FaceOf():
            return f"the row {_face(at.face)}"
        case n.RankOf():
            if not isinstance(at.head, n.RankHead):
                return f"the row {expr(at.head)}{_when(at.when)}"
            return f"the row {at.head.words}{_when(at.head.when)}"
        case n.If(then=(only,)) if one_line(only):
            return f"the line {headline(at)}: {simple(only)}"
        case n.PlayTrick():
            return f"the line {trick_line(at)}"
        case n.For() if len(body := innermost(at).body) == 1 and one_line(body[0]):
            return f"the line {headline(at)}: {simple(body[0])}"
        case _:
            return f"the line {headline(at)}"


def edit_line(edit: n.Edit) -> str:
    """The heading of a change inside a phase."""
    if edit.at is None:
        return "add rows" if edit.how == "rows" else f"add at the {edit.how}"
    return f"{'add ' if edit.how in ('before', 'after') else ''}{edit.how} {place_line(edit.at)}"


def _play(s: n.PlayTrick) -> str:
    return ", ".join(play_parts(s))


def trick_line(s: n.PlayTrick) -> str:
    """The first line of a trick: without the clauses that have lines of their own."""
    parts = play_parts(s)
    return ", ".join(parts[: len(parts) - s.below])


def play_parts(s: n.PlayTrick) -> list[str]:
    """The parts of a trick: the zone, the leader, and the clauses."""
    parts = [f"play trick from {s.hand.text} to {s.trick.text}", f"led by {expr(s.leader, SUM)}"]
    if s.without is not None:
        parts.append(f"without {expr(s.without)}")
    if s.stand_in is not None:
        parts.append(f"with {expr(s.stand_in.player, SUM)} playing for {expr(s.stand_in.absent, SUM)}")
    if s.player is not None:
        parts.append(f"played by {s.player.text}")
    parts.append(s.rule + _or_where(s.exception))
    parts += [f"if able {narrow.name.text} where {expr(narrow.where, OR)}" for narrow in s.narrow]
    if s.winner is not None:
        parts.append(f"taken by {s.winner.text}{_award(s.award)}")
    return parts


def _or_where(exception: n.FollowException | None) -> str:
    return f" or {exception.name.text} where {expr(exception.where, OR)}" if exception is not None else ""


def _award(award: n.Award | None) -> str:
    if award is None:
        return ""
    if award.name is None:
        return f" who is {expr(award.value)}"
    return f" with the {award.which} {award.name.text} by {expr(award.value, SUM)}"


def card_step_line(step: n.CardStep) -> str:
    """The heading of what is done at each card of a trick."""
    card = f" {step.card.text}" if step.card is not None else ""
    player = f" by {step.player.text}" if step.player is not None else ""
    return f"{step.when} each card{card}{player}"


def repeat_line(s: n.Repeat) -> str:
    """The heading of a `repeat`."""
    words = "repeat"
    if s.times is not None:
        words += f"{' at most' if s.at_most else ''} {expr(s.times, SUM)} times"
    return words + (f" until {expr(s.until, OR)}" if s.until is not None else "")


def innermost(s: n.For) -> n.For:
    """For a `for` with several names: the loop of the last one."""
    match s:
        case n.For(more=True, body=(n.For() as inner,)):
            return innermost(inner)
        case _:
            return s


def for_line(s: n.For) -> str:
    """The heading of a `for`."""
    until = f" until {expr(s.until, OR)}" if s.until is not None else ""
    if s.domain is None:
        assert s.start is not None  # a loop around the table always has a first player
        times = f", {expr(s.times, SUM)} times" if s.times is not None else ""
        loosest = PHRASE if isinstance(s.start, n.RandomThing) and s.start.among is None else SUM
        return f"for {s.name.text} around the table from {expr(s.start, loosest)}{times}{until}"
    match s:
        case n.For(more=True, body=(n.For() as inner,)):
            return f"for {some(n.Some(s.name, s.domain))}, {for_line(inner).removeprefix('for ')}"
        case _:
            pass
    start = f" from {expr(s.start, SUM)}" if s.start is not None else ""
    return f"for {some(n.Some(s.name, s.domain))}{start}{where(s.where)}{until}"


def choice_line(c: n.Choice) -> str:
    """The heading of an answer: its label, its domains and its conditions."""
    words = template(c.template) + (" otherwise" if c.otherwise else "")
    if c.guard is not None:
        words += f" if {expr(c.guard, OR)}"
    if c.generators:
        words += " for " + ", ".join(some(s) for s in c.generators) + where(c.where)
    return words


def written_line(line: n.WrittenLine) -> str:
    """A line of what is written on the table."""
    words = notice(line.notice)
    if line.condition is not None:
        words += f" if {expr(line.condition, OR)}"
    if line.beside is not None:
        words += f" beside {some(line.beside)}{where(line.where)}"
    return words


def guard(guard: n.Expr | n.Guard) -> str:
    """The words in front of a row's arrow."""
    return guard.word if isinstance(guard, n.Guard) else expr(guard, OR)


def row_result(row: n.ActionRow | n.ValueRow) -> str:
    """The words after a row's arrow."""
    return expr(row.value) if isinstance(row, n.ValueRow) else ", ".join(simple(action) for action in row.actions)


def naming_line(row: n.Naming, width: int = 0) -> str:
    """`Rook of birds "the Rook"`; the text begins behind `width` characters."""
    return f"{_face(row.face):<{width}} {text(row.text)}"


def naming_width(rows: Sequence[n.Naming]) -> int:
    """The length of the longest name in these lines."""
    return max(len(_face(row.face)) for row in rows)


def remove_line(d: n.Remove) -> str:
    """`remove option floor`"""
    words = f"remove {d.what}"
    if d.name is not None:
        words += f" {text(d.name.text) if d.what in ('incident', 'preset', 'ruling') else d.name.text}"
    if d.condition is not None:
        words += f"{':' if d.name is not None else ''} {expr(d.condition, OR)}"
    return words


def ruling_line(d: n.Ruling) -> str:
    """`ruling "The ace is high." about ranking, option aces`"""
    topics = [_topic(topic) for topic in d.about]
    return f"ruling {text(d.text)}" + (f" about {', '.join(topics)}" if topics else "")


def _topic(topic: n.Topic) -> str:
    if topic.name is None:
        return topic.what
    return f"{topic.what} {text(topic.name.text) if topic.what == 'incident' else topic.name.text}"


def option_edit_line(edit: n.OptionEdit) -> str:
    """A change to an option's values."""
    if edit.type is not None:
        return f"allow {type_(edit.type)}"
    assert edit.value is not None
    words = f"{edit.how} value {expr(edit.value.value)}"
    return words + (f" {text(edit.value.description)}" if edit.value.description is not None else "")


def shape_line(d: n.Shape) -> str:
    """`shape meld: triple or 3 or more cards of one suit in sequence`"""
    wild = f", {' and '.join(_wild(one) for one in d.wild)} wild" if d.wild else ""
    return f"shape {d.name.text}: " + " or ".join(_form(form) for form in d.forms) + wild


def _wild(cards: n.Faces | n.FaceRange | n.JokerPattern) -> str:
    match cards:
        case n.JokerPattern():
            return "joker"
        case n.FaceRange(low, high):
            return f"{low.text}..{high.text}"
        case n.Faces(ranks, suit):
            return " ".join(rank.text for rank in ranks) + (f" of {suit.text}" if suit is not None else "")


def _form(form: n.CardForm | n.Ref) -> str:
    if isinstance(form, n.Ref):
        return form.name
    many = " or more" if form.most is None else f"..{form.most}" if form.most != form.count else ""
    words = f"{form.count}{many} cards"
    if form.same is not None:
        words += f" of one {form.same}"
    return words + (" in sequence" if form.sequence else "")


def players_line(d: n.Players) -> str:
    """`players 3..6 = 4, partners opposite`"""
    words = f"players {d.low}"
    if d.among:
        words = "players " + " or ".join(map(str, d.among))
    elif d.high != d.low or d.default is not None:
        words += f"..{d.high}"
    if d.default is not None:
        words += f" = {d.default}"
    if d.partners:
        words += ", partners opposite" + (f" with {' or '.join(map(str, d.paired))}" if d.paired else "")
    return words + (", counterclockwise" if d.counterclockwise else "")


def deck_row(row: n.DeckRow) -> str:
    """A row of a deck that is given row by row."""
    words = " ".join(rank.text if isinstance(rank, n.Rank) else _face(rank) for rank in row.ranks)
    if row.suits is not None:
        words += " of " + " ".join(suit.text for suit in row.suits)
    if row.copies is not None:
        words += f", {expr(row.copies, SUM)} copies"
    return words + (f" if {expr(row.condition, OR)}" if row.condition is not None else "")


def deck_line(d: n.Deck) -> str:
    """The heading of the deck."""
    if d.rows:
        return "deck"
    words = f"deck {ranks(d.ranks)}"
    if d.suits is not None:
        words += " of " + " ".join(suit.text for suit in d.suits)
    if d.copies is not None:
        words += f", {expr(d.copies, SUM)} copies"
    if d.jokers is not None:
        words += f", {expr(d.jokers, SUM)} {'joker' if d.jokers == n.Number(1, span=d.jokers.span) else 'jokers'}"
    return words


def described(words: str, clause: n.Described, width: int = DESCRIPTION, gap: int = 2) -> str:
    """A line and its description, `gap` characters apart.  The line is padded to `width`."""
    if clause.description is None:
        return words
    return f"{words:<{width}}{' ' * gap}{text(clause.description)}"


def each(owner: n.Owner | None) -> str:
    """` of each player`; empty for a shared variable or zone."""
    return f" of each {owner}" if owner is not None else ""


def rank_row(row: n.RankingRow) -> str:
    """A row of the ranking."""
    match row:
        case n.AnySuitRow():
            return f"any {'other ' if row.other else ''}suit{_when(row.when)}: {ranks(row.ranks)}"
        case n.AnyCardRow():
            return f"any card{_when(row.when)}: {ranks(row.ranks)}"
        case n.JokerRow():
            return "joker"
        case n.EqualCards():
            return f"equal cards: {row.which} played wins"
        case n.SuitRow():
            return f"{expr(row.suit)}{_when(row.when)}: {_patterns(row.patterns)}"


def _when(condition: n.Expr | None) -> str:
    return f" if {expr(condition, OR)}" if condition is not None else ""


def _patterns(patterns: tuple[n.Pattern, ...]) -> str:
    """`J, J of trump.sister, A K Q`: adjacent ranks of one suit are grouped."""
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


def rank_of(row: n.RankingRow) -> n.RankOf:
    """The words with which a variant names a row of the ranking."""
    match row:
        case n.SuitRow():
            return n.RankOf(row.suit, row.when)
        case n.AnySuitRow():
            return n.RankOf(n.RankHead("any other suit" if row.other else "any suit", row.when))
        case n.AnyCardRow():
            return n.RankOf(n.RankHead("any card", row.when))
        case n.JokerRow():
            return n.RankOf(n.RankHead("joker"))
        case n.EqualCards():
            return n.RankOf(n.RankHead("equal cards"))


def _face(face: n.Faces | n.FaceRange | n.NamedFace) -> str:
    match face:
        case n.Faces():
            return ranks(face.ranks) + (f" of {face.suit.text}" if face.suit is not None else "")
        case n.FaceRange():
            return f"{face.low.text}..{face.high.text}"
        case n.NamedFace():
            return face.name


def values_row(row: n.ValuesRow) -> str:
    """A row of a table of values."""
    return f"{_face(row.face)}: " + (span_of(row.low, row.high) if row.high is not None else expr(row.low, SUM))
