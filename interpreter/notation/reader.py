"""Reads the text form of scripted games (`.play`): one statement in each line.

    hoyle play 1
    game texas_euchre
    players A, B, C, D
    first dealer A
    hand B: 2♣ 10♦ 10♠ J♥ A♣
    B: lay 2♣, draws 4♥
    expect turn C

A line begins with a word of the notation, or with the player or zone it is about and a colon.  Every mistake is
reported; the line with the mistake is left out, and reading continues.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace

from ...dsl.codes.reporting import ScriptError, report
from ...dsl.source.diagnostics import Diagnostic
from ...dsl.source.nearest import nearest
from ...dsl.source.span import Source, Span
from . import model as m
from . import phrases as p
from .header import HEAD, READERS, RESERVED, STEPS, Draft, once
from .lines import ScriptLine, Segment, outside, read_lines, unquoted
from .near_lines import are_plays, line_for, option_for
from .quick import quick

MOST_PROBLEMS = 50


def read_text(source: Source, *, begun: bool = False) -> tuple[m.Script | None, tuple[Diagnostic, ...]]:
    """The script in a text, or None if it has mistakes; and all mistakes found (the first 50).

    `begun`: the text continues a file whose first line was read before; it begins with another game.
    """
    reader = _ScriptReader(source)
    reader.read(begun)
    if reader.problems:
        return None, tuple(reader.problems[:MOST_PROBLEMS])
    end = len(source.text.rstrip())
    return m.Script(tuple(reader.games), Span(source, end, end)), ()


def read_step(source: Source, names: p.WordSet) -> m.Step | None:
    """Read a line that is a complete step, in a game of these players (`names`, in lower case).  Returns None if the
    line is wrong, belongs to the header, or needs indented lines below it.
    """
    step = quick(source, 0, len(source.text), names, RESERVED)
    if step is not None:
        return step
    reader = _ScriptReader(source)
    reader.draft = Draft(Span(source, 0, 0), "", m.SpannedText(""), names=names)
    reader.read(begun=True)
    steps = reader.games[0].steps if len(reader.games) == 1 and not reader.problems else ()
    return steps[0] if len(steps) == 1 else None


@dataclass
class _OpenBlock:
    """A line with indented lines below it, and what was read of these.  `self.step` has no content yet."""

    step: m.AfterPhase | m.StartPosition | m.SideLine
    margin: int
    steps: list[m.Step] = field(default_factory=list[m.Step])

    def closed(self) -> m.Step:
        """The step with the lines below it.  Raises `ScriptError` if there are none."""
        step, below = self.step, self.steps
        if all(isinstance(one, m.Note) for one in below):
            raise ScriptError(report("E1012", step.span, what=_EMPTY[type(step)]))
        match step:
            case m.AfterPhase():
                return replace(
                    step, expects=tuple(one for one in below if isinstance(one, m.ValueExpectation | m.Note))
                )
            case m.StartPosition():
                return replace(step, given=tuple(one for one in below if isinstance(one, _GIVEN)))
            case m.SideLine():
                return replace(step, steps=tuple(below))


_GIVEN = m.ValueExpectation, m.TurnExpectation, m.Trick, m.Note
_EMPTY: dict[type[m.Step], str] = {
    m.AfterPhase: "nothing is expected here: indented `expect` lines stand below `after`",
    m.StartPosition: "nothing is given here: indented lines stand below `position`, as in `trump: hearts`",
    m.SideLine: "nothing happens here: indented lines stand below `what if`",
}


class _ScriptReader:
    """Reads line by line.  `self.draft` is the current game, `self.blocks` the lines to which indented lines are being
    added.
    """

    def __init__(self, source: Source) -> None:
        self.source = source
        self.games: list[m.ScriptedGame] = []
        self.problems: list[Diagnostic] = []
        self.notes: list[str] = []
        self.draft: Draft | None = None
        self.blocks: list[_OpenBlock] = []
        self.bare = False
        """Whether the last line that was not empty was `game`: a second `game` line then follows without even players
        in between.
        """

    # ------------------------------------------------------------------------------------------------ the file

    def read(self, begun: bool) -> None:
        """Read every line, then report what is missing at the end."""
        for line in read_lines(self.source, self._plain):
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
            at, help = Span(self.source, end, end), "write `game` and a ruleset's name"
            self.problems.append(report("E1014" if begun else "E1002", at, help=help))

    def _plain(self, start: int, end: int) -> bool:
        """Read a line if it is of the simplest kind.  Returns whether it was."""
        draft = self.draft
        step = quick(self.source, start, end, draft.names, RESERVED) if draft is not None else None
        if draft is None or step is None:
            return False
        if self.blocks:
            self._end_blocks(0)
        self.bare = False
        draft.steps.append(step)
        return True

    def _version(self, line: ScriptLine) -> None:
        words = line.piece.words()
        if len(words) != 3 or [word.text.casefold() for word in words[:2]] != ["hoyle", "play"]:
            if words[0].text.casefold() in HEAD:  # the rest may still be read to report its own mistakes
                self.problems.append(report("E1002", line.piece.span, help="write `hoyle play 1` above it"))
                return self._line(line)
            raise ScriptError(report("E1002", line.piece.span))
        if p.number(words[2], "a version of the notation") != m.VERSION:
            raise ScriptError(report("E1003", words[2].span, version=words[2].text))
        if line.comment:
            self.notes.append(line.comment)
        return None

    def _comment(self, line: ScriptLine) -> None:
        """Process a line that is empty or has only a comment."""
        text = self.source.text
        at = line.piece.start
        if not line.comment and text[at : at + 1] != "#":
            return
        note = m.Note(line.comment, span=line.piece.span)
        if self.draft is None:
            self.notes.append(line.comment)
        elif self.draft.steps or self.blocks:
            self._end_blocks(line.margin)
            self._add(note)
        else:
            self.draft.pending.append(note)

    def _add(self, step: m.Step) -> None:
        """Add a step to the innermost block, or to the game."""
        assert self.draft is not None
        (self.blocks[-1].steps if self.blocks else self.draft.steps).append(step)

    def _line(self, line: ScriptLine) -> None:
        self._end_blocks(line.margin)
        if self.blocks and not isinstance(self.blocks[-1].step, m.SideLine):
            self._below(self.blocks[-1], line)
            return
        word, rest = line.piece.head()
        key = word.text.casefold()
        if key == "hoyle" and [one.text.casefold() for one in rest.words()[:1]] == ["play"]:
            self.bare = False
            what = f"`{line.piece.text}` stands only at the top of a file"
            raise ScriptError(report("E1012", line.piece.span, what=what, help="delete this line"))
        if key == "game" and not rest.text.startswith(":"):
            self._game(line, word, rest)
            return
        self.bare = False
        if self.draft is None:
            if self.problems:  # the game line itself was wrong
                return
            what = "the ruleset comes first: write `game` and its name above this line"
            raise ScriptError(report("E1012", line.piece.span, what=what))
        draft = self.draft
        if key in READERS:
            rest = rest.cut(1) if rest.text.startswith(":") else rest
            if draft.steps or self.blocks:
                raise ScriptError(report("E1009", word.span, word=word.text))
            if key not in ("option", "variant"):
                once(draft, key, word)
            READERS[key](draft, word, rest)
            draft.notes += [note.text for note in draft.pending]
            draft.pending.clear()
            if line.comment:
                draft.notes.append(line.comment)
        elif key in _OPENERS and not rest.text.startswith(":"):
            self._open(_OPENERS[key](word, rest), line)
        else:
            reader = p.STEPS.get(key)
            step = reader(word, rest, draft.names) if reader else self._about(draft, line.piece)
            self._add(replace(step, span=line.piece.span, comment=line.comment))

    def _open(self, step: m.AfterPhase | m.StartPosition | m.SideLine, line: ScriptLine) -> None:
        """Begin a line with indented lines below it."""
        if sum(isinstance(block.step, m.SideLine) for block in self.blocks) >= m.DEEPEST:
            what = "side lines are nested too deep"
            raise ScriptError(report("E1011", line.piece.span, what=what, most=m.DEEPEST))
        self.blocks.append(_OpenBlock(replace(step, span=line.piece.span, comment=line.comment), line.margin))

    def _below(self, block: _OpenBlock, line: ScriptLine) -> None:
        """Read an indented line below `after` or `position`."""
        word, rest = line.piece.head()
        assert self.draft is not None
        if isinstance(block.step, m.StartPosition):
            step = p.given(word, rest, self.draft.names)
            if isinstance(step, m.TurnExpectation | m.Trick) and any(type(one) is type(step) for one in block.steps):
                raise ScriptError(report("E1008", word.span, what=word.text.casefold()))
        elif word.text.casefold() == "expect":
            step = p.below(word, rest, self.draft.names)
        else:
            what = "only `expect` lines are indented below `after`"
            near = nearest(word.text.casefold(), ("expect",))
            help = f"did you mean `{near}`?" if near else "begin the line at the left edge"
            raise ScriptError(report("E1012", word.span, what=what, help=help))
        block.steps.append(replace(step, span=line.piece.span, comment=line.comment))

    def _end_blocks(self, margin: int) -> None:
        """Close the blocks to which a line of this indentation does not belong."""
        while self.blocks and self.blocks[-1].margin >= margin:
            block = self.blocks.pop()
            try:
                self._add(block.closed())
            except ScriptError as error:
                if not self.problems or self.problems[-1].span.line <= block.step.span.line:
                    self.problems.append(error.diagnostic)

    def _close(self) -> None:
        """Complete the current game."""
        self._end_blocks(0)
        if self.draft is not None:
            self.games.append(self.draft.game())
        self.draft = None

    def _about(self, draft: Draft, piece: Segment) -> m.Step:
        """Read a line that begins with no word of the notation."""
        colon = next(outside(piece, ":"), None)
        if colon is not None:
            return p.about(piece, colon, draft.names)
        word = piece.head()[0]
        near = nearest(word.text.casefold(), (*HEAD, *STEPS))
        if are_plays(piece, draft.names, known=bool(draft.names)):
            help = f"write `trick: {piece.text}`"
        else:
            help = line_for(piece, draft.names, known=bool(draft.names)) or (
                f"did you mean `{near}`?" if near else None
            )
            if unquoted(word.text).casefold() in draft.names:
                help = help or "a colon comes after the player"
            elif help is None and not draft.steps:
                help = option_for(piece)
        raise ScriptError(report("E1004", word.span, word=word.text, help=help))

    # ------------------------------------------------------------------------------------------------ the head

    def _game(self, line: ScriptLine, word: Segment, rest: Segment) -> None:
        if self.bare:
            raise ScriptError(report("E1008", word.span, what="game"))
        if self.draft is not None and self.draft.steps and rest.parts()[0].text.casefold() == "over":
            what = "`game` and the name of a ruleset begin another game"
            raise ScriptError(report("E1012", line.piece.span, what=what, help=f"write `expect {line.piece.text}`"))
        self._close()
        name = p.only(word, rest, "the name of a ruleset")
        self.bare = True
        self.draft = Draft(line.piece.span, line.comment, name.spanned())
        self.draft.notes, self.notes = self.notes, []


def _after(word: Segment, rest: Segment) -> m.AfterPhase:
    return m.AfterPhase(p.identifier(p.only(word, rest, "the name of a phase")), ())


def _position(word: Segment, rest: Segment) -> m.StartPosition:
    return m.StartPosition(p.identifier(p.only(word, rest, "the name of a phase")), ())


def _what_if(word: Segment, rest: Segment) -> m.SideLine:
    second, title = rest.head()
    if second.text.casefold() != "if":
        raise p.missing(word, "`if`", help='a side line begins with `what if`, or `what if "a title"`')
    return m.SideLine(title.spanned() if title.text else None, ())


_OPENERS: dict[str, Callable[[Segment, Segment], m.AfterPhase | m.StartPosition | m.SideLine]] = {
    "after": _after,
    "position": _position,
    "what": _what_if,
}
"""The function that reads a line with indented lines below it, by the word it begins with."""
