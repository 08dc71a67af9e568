"""Reading the text form of scripted games: `.play`, one thing said per line.

    hoyle play 1
    game texas_euchre
    players A, B, C, D
    first dealer A
    hand B: 2♣ 10♦ 10♠ J♥ A♣
    B: lay 2♣, draws 4♥
    expect turn C

A line begins with a word of the notation, or with who or what it is about and a colon.  Every mistake is reported, a
line with one is left out, and the rest is read on.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace

from ...dsl.diagnostics import Diagnostic
from ...dsl.nearest import nearest
from ...dsl.source import Source, Span
from . import model as m
from . import phrases as p
from .codes import ScriptError, report
from .lines import Line, Piece, outside, read_lines, unquoted

HEAD = ("game", "title", "language", "rules", "option", "players", "seed")
STEPS = (*p.STEPS, "after")
RESERVED = frozenset((*HEAD, *STEPS, "hoyle", "and", "of", "won", "draws", "none", "nothing", "nobody", "zone"))
"""Words a player may only be called in quotation marks."""
NEVER = frozenset(("and", "none", "nothing", "nobody", "??", "a draw"))
"""Names that could not be told from values, in any marks."""
MOST_PROBLEMS = 50
LONGEST_NAME = 40
MOST_PLAYERS = 64


def read_text(source: Source) -> tuple[m.Script | None, tuple[Diagnostic, ...]]:
    """The script a text holds, if it holds no mistakes, and every mistake found (the first 50)."""
    reader = _Reader(source)
    reader.read()
    if reader.problems:
        return None, tuple(reader.problems[:MOST_PROBLEMS])
    end = len(source.text.rstrip())
    return m.Script(tuple(reader.games), Span(source, end, end)), ()


def name_problem(name: str) -> str | None:
    """Why nobody can be called so, in either form of a script; None if one can."""
    lower = name.casefold()
    if not name.strip():
        return "it is empty"
    if len(name) > LONGEST_NAME:
        return f"it has more than {LONGEST_NAME} characters"
    if lower in NEVER:
        return "it means something else"
    if name.replace(" ", "").isdigit():
        return "numbers are seats"
    if " and " in f" {lower} ":
        return "`and` stands between names"
    if name != " ".join(name.split()):
        return "it holds blanks that cannot be seen"
    return None


@dataclass
class _Draft:
    """A game being read."""

    span: Span
    comment: str
    ruleset: m.Said
    title: m.Said | None = None
    language: int | None = None
    fingerprint: m.Said | None = None
    options: list[m.Setting] = field(default_factory=list[m.Setting])
    players: tuple[m.Said, ...] = ()
    seed: int | None = None
    notes: list[str] = field(default_factory=list[str])
    pending: list[m.Note] = field(default_factory=list[m.Note])
    """Comments behind the last line of the head: they belong to the head only if more of it follows."""
    steps: list[m.Step] = field(default_factory=list[m.Step])
    said: set[str] = field(default_factory=set[str])
    names: frozenset[str] = frozenset()

    def game(self) -> m.Game:
        return m.Game(
            ruleset=self.ruleset, title=self.title, language=self.language, fingerprint=self.fingerprint,
            options=tuple(self.options), players=self.players, seed=self.seed, notes=tuple(self.notes),
            steps=(*self.pending, *self.steps), span=self.span, comment=self.comment,
        ).normal()  # fmt: skip


class _Reader:
    """Reads line by line; `self.draft` is the game at hand, `self.after` the `after` line being filled."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.games: list[m.Game] = []
        self.problems: list[Diagnostic] = []
        self.notes: list[str] = []
        self.draft: _Draft | None = None
        self.after: m.After | None = None
        self.below: list[m.Holds | m.Note] = []
        self.head: dict[str, Callable[[_Draft, Piece, Piece], None]] = {
            "title": self._title,
            "language": self._language,
            "rules": self._rules,
            "option": self._option,
            "players": self._players,
            "seed": self._seed,
        }

    # ------------------------------------------------------------------------------------------------ the file

    def read(self) -> None:
        """Every line, then what is missing at the end."""
        begun = False
        for line in read_lines(self.source):
            if len(self.problems) >= MOST_PROBLEMS:
                return
            if isinstance(line, Diagnostic):
                self.problems.append(line)
                begun = True
                continue
            try:
                if not line.piece.text:
                    self._comment(line)
                elif begun:
                    self._line(line)
                else:
                    begun = True
                    self._version(line)
            except ScriptError as error:
                self.problems.append(error.diagnostic)
        self._close()
        if not self.games and not self.problems:
            end = len(self.source.text.rstrip())
            code = "E1014" if begun else "E1002"
            self.problems.append(report(code, Span(self.source, end, end), help="write `game` and a ruleset's name"))

    def _version(self, line: Line) -> None:
        words = line.piece.words()
        if len(words) != 3 or [word.text.casefold() for word in words[:2]] != ["hoyle", "play"]:
            if words[0].text.casefold() in HEAD:  # the rest may still be read, for its own mistakes
                self.problems.append(report("E1002", line.piece.span, help="write `hoyle play 1` above it"))
                return self._line(line)
            raise ScriptError(report("E1002", line.piece.span))
        if p.number(words[2], "a version of the notation") != m.VERSION:
            raise ScriptError(report("E1003", words[2].span, version=words[2].text))
        if line.comment:
            self.notes.append(line.comment)
        return None

    def _comment(self, line: Line) -> None:
        """A line with nothing but a comment, or nothing at all."""
        text = self.source.text
        at = line.piece.start
        if not line.comment and text[at : at + 1] != "#":
            return
        if self.draft is None:
            self.notes.append(line.comment)
        elif self.after is not None and line.indented:
            self.below.append(m.Note(line.comment, span=line.piece.span))
        elif self.draft.steps or self.after is not None:
            self._end_after()
            self.draft.steps.append(m.Note(line.comment, span=line.piece.span))
        else:
            self.draft.pending.append(m.Note(line.comment, span=line.piece.span))

    def _line(self, line: Line) -> None:
        if self.after is not None and line.indented:
            self._below(line)
            return
        self._end_after()
        word, rest = line.piece.head()
        key = word.text.casefold()
        if key == "game" and not rest.text.startswith(":"):
            self._game(line, word, rest)
            return
        if self.draft is None:
            if self.problems:  # the game line itself was wrong
                return
            what = "the ruleset comes first: write `game` and its name above this line"
            raise ScriptError(report("E1012", line.piece.span, what=what))
        draft = self.draft
        if key in self.head and not rest.text.startswith(":"):
            if draft.steps:
                raise ScriptError(report("E1009", word.span, word=word.text))
            if key != "option":
                _once(draft, key, word)
            self.head[key](draft, word, rest)
            draft.notes += [note.text for note in draft.pending]
            draft.pending.clear()
            if line.comment:
                draft.notes.append(line.comment)
        elif key == "after":
            phase = p.identifier(p.only(word, rest, "the name of a phase"))
            self.after = m.After(phase, (), span=line.piece.span, comment=line.comment)
        else:
            reader = p.STEPS.get(key)
            step = reader(word, rest, draft.names) if reader else self._about(draft, line.piece)
            draft.steps.append(replace(step, span=line.piece.span, comment=line.comment))

    def _below(self, line: Line) -> None:
        """An indented line below `after`."""
        word, rest = line.piece.head()
        if word.text.casefold() != "expect":
            what = "only `expect` lines are indented below `after`"
            raise ScriptError(report("E1012", word.span, what=what, help="begin the line at the margin"))
        assert self.draft is not None
        expectation = p.below(word, rest, self.draft.names)
        self.below.append(replace(expectation, span=line.piece.span, comment=line.comment))

    def _end_after(self) -> None:
        if self.after is not None and self.draft is not None:
            after, self.after = self.after, None
            below, self.below = self.below, []
            if not any(not isinstance(one, m.Note) for one in below):
                what = "nothing is expected here: indented `expect` lines stand below `after`"
                if not self.problems or self.problems[-1].span.line <= after.span.line:
                    raise ScriptError(report("E1012", after.span, what=what))
                return
            self.draft.steps.append(replace(after, expects=tuple(below)))

    def _close(self) -> None:
        """The game at hand is complete."""
        try:
            self._end_after()
        except ScriptError as error:
            self.problems.append(error.diagnostic)
        if self.draft is not None:
            self.games.append(self.draft.game())
        self.draft = None

    def _about(self, draft: _Draft, piece: Piece) -> m.Step:
        """A line that begins with no word of the notation."""
        colon = next(outside(piece, ":"), None)
        if colon is not None:
            return p.about(piece, colon, draft.names)
        word = piece.head()[0]
        near = nearest(word.text.casefold(), (*HEAD, *STEPS))
        if unquoted(word.text).casefold() in draft.names:
            help = "a colon stands behind the player"
        else:
            help = f"did you mean `{near}`?" if near else None
        raise ScriptError(report("E1004", word.span, word=word.text, help=help))

    # ------------------------------------------------------------------------------------------------ the head

    def _game(self, line: Line, word: Piece, rest: Piece) -> None:
        self._close()
        name = p.only(word, rest, "the name of a ruleset")
        self.draft = _Draft(line.piece.span, line.comment, name.said())
        self.draft.notes, self.notes = self.notes, []

    def _title(self, draft: _Draft, word: Piece, rest: Piece) -> None:
        if not rest.text:
            raise p.missing(word, "the title")
        draft.title = rest.said()

    def _language(self, draft: _Draft, word: Piece, rest: Piece) -> None:
        draft.language = p.number(p.only(word, rest, "a version number"), "a version of the rule language")

    def _rules(self, draft: _Draft, word: Piece, rest: Piece) -> None:
        draft.fingerprint = p.only(word, rest, "the hash of the rules").said()

    def _option(self, draft: _Draft, word: Piece, rest: Piece) -> None:
        name, value = rest.head()
        if not name.text:
            raise p.missing(word, "the name of an option")
        value = value.cut(1) if value.text[:1] in (":", "=") else value
        if not value.text:
            raise p.missing(name, f"the value of `{name.text}`")
        _once(draft, f"option {unquoted(name.text)}", name)
        draft.options.append(m.Setting(p.identifier(name), value.said()))

    def _players(self, draft: _Draft, word: Piece, rest: Piece) -> None:
        rest = rest.cut(1) if rest.text.startswith(":") else rest
        names = rest.parts() if "," in rest.text else rest.words()
        players: list[m.Said] = []
        for name in names:
            said = name.said()
            if not name.text:
                raise p.missing(name, "a name")
            why = name_problem(said.text)
            if why is None and said.text == name.text and said.text.casefold() in RESERVED:
                why = 'it is a word of the notation; write it as `"' + said.text + '"`'
            if why is not None:
                raise ScriptError(report("E1010", name.span, name=said.text, why=why))
            if said.text.casefold() in {other.text.casefold() for other in players}:
                raise ScriptError(report("E1008", name.span, what=said.text))
            players.append(said)
        if not players:
            raise p.missing(word, "a list of names")
        if len(players) > MOST_PLAYERS:
            raise ScriptError(report("E1011", rest.span, what=f"there are {len(players)} players", most=MOST_PLAYERS))
        draft.players = tuple(players)
        draft.names = frozenset(player.text.casefold() for player in players)

    def _seed(self, draft: _Draft, word: Piece, rest: Piece) -> None:
        draft.seed = p.number(p.only(word, rest, "a number"), "a seed: a whole number below 2 to the 63rd")


def _once(draft: _Draft, key: str, piece: Piece) -> None:
    if key in draft.said:
        raise ScriptError(report("E1008", piece.span, what=key.removeprefix("option ")))
    draft.said.add(key)
