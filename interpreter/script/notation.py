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

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from ...dsl.diagnostics import Diagnostic
from ...dsl.nearest import nearest
from ...dsl.source import Source, Span
from . import model as m
from .codes import ScriptError, report
from .lines import Line, Piece, outside, read_lines, unquoted

HEAD = ("game", "title", "language", "rules", "option", "players", "seed")
STEPS = ("first", "deal", "pile", "trick", "table", "expect", "after")
RESERVED = frozenset((*HEAD, *STEPS, "hoyle", "and", "of", "won", "draws", "none", "nothing", "nobody", "zone"))
"""Words a player may only be called in quotation marks."""
NEVER = frozenset(("and", "none", "nothing", "nobody", "??", "a draw"))
"""Names that could not be told from values, in any marks."""
MOST_PROBLEMS = 50
LONGEST_NAME = 40
LONGEST_CHOICE = 2_000
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
    steps: list[m.Step] = field(default_factory=list[m.Step])
    said: set[str] = field(default_factory=set[str])
    names: frozenset[str] = frozenset()

    def game(self) -> m.Game:
        return m.Game(
            ruleset=self.ruleset, title=self.title, language=self.language, fingerprint=self.fingerprint,
            options=tuple(self.options), players=self.players, seed=self.seed, notes=tuple(self.notes),
            steps=tuple(self.steps), span=self.span, comment=self.comment,
        )  # fmt: skip


class _Reader:
    """Reads line by line; `self.draft` is the game at hand, `self.after` the `after` line being filled."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.games: list[m.Game] = []
        self.problems: list[Diagnostic] = []
        self.notes: list[str] = []
        self.draft: _Draft | None = None
        self.after: m.After | None = None
        self.below: list[m.Expectation | m.Note] = []
        self.head: dict[str, Callable[[_Draft, Piece, Piece], None]] = {
            "title": self._title,
            "language": self._language,
            "rules": self._rules,
            "option": self._option,
            "players": self._players,
            "seed": self._seed,
        }
        self.steps: dict[str, Callable[[_Draft, Piece, Piece], m.Step]] = {
            "first": self._first,
            "deal": self._deal,
            "pile": self._pile,
            "trick": self._trick,
            "table": self._table,
            "expect": self._expect,
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
        if _number(words[2], "a version of the notation") != m.VERSION:
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
            self.draft.notes.append(line.comment)

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
            if line.comment:
                draft.notes.append(line.comment)
        elif key == "after":
            phase = _only(rest, word, "the name of a phase")
            self.after = m.After(phase.said(), (), span=line.piece.span, comment=line.comment)
        else:
            step = self.steps[key](draft, word, rest) if key in self.steps else self._about(draft, line.piece)
            draft.steps.append(replace(step, span=line.piece.span, comment=line.comment))

    def _below(self, line: Line) -> None:
        """An indented line below `after`."""
        word, rest = line.piece.head()
        if word.text.casefold() != "expect":
            what = "only `expect` lines are indented below `after`"
            raise ScriptError(report("E1012", word.span, what=what, help="begin the line at the margin"))
        assert self.draft is not None
        expectation = self._expect(self.draft, word, rest)
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

    # ------------------------------------------------------------------------------------------------ the head

    def _game(self, line: Line, word: Piece, rest: Piece) -> None:
        self._close()
        name = _only(rest, word, "the name of a ruleset")
        self.draft = _Draft(line.piece.span, line.comment, name.said())
        self.draft.notes, self.notes = self.notes, []

    def _title(self, draft: _Draft, word: Piece, rest: Piece) -> None:
        if not rest.text:
            raise ScriptError(report("E1005", word.behind, what="the title"))
        draft.title = rest.said()

    def _language(self, draft: _Draft, word: Piece, rest: Piece) -> None:
        draft.language = _number(_only(rest, word, "a version number"), "a version of the rule language")

    def _rules(self, draft: _Draft, word: Piece, rest: Piece) -> None:
        draft.fingerprint = _only(rest, word, "the hash of the rules").said()

    def _option(self, draft: _Draft, word: Piece, rest: Piece) -> None:
        name, value = rest.head()
        if not name.text:
            raise ScriptError(report("E1005", word.behind, what="the name of an option"))
        value = value.cut(1) if value.text[:1] in (":", "=") else value
        if not value.text:
            raise ScriptError(report("E1005", name.behind, what=f"the value of `{name.text}`"))
        _once(draft, f"option {unquoted(name.text)}", name)
        draft.options.append(m.Setting(name.said(), value.said()))

    def _players(self, draft: _Draft, word: Piece, rest: Piece) -> None:
        rest = rest.cut(1) if rest.text.startswith(":") else rest
        names = rest.parts() if "," in rest.text else rest.words()
        players: list[m.Said] = []
        for name in names:
            said = name.said()
            if not name.text:
                raise ScriptError(report("E1005", name.behind, what="a name"))
            why = name_problem(said.text)
            if why is None and said.text == name.text and said.text.casefold() in RESERVED:
                why = 'it is a word of the notation; write it as `"' + said.text + '"`'
            if why is not None:
                raise ScriptError(report("E1010", name.span, name=said.text, why=why))
            if said.text.casefold() in {other.text.casefold() for other in players}:
                raise ScriptError(report("E1008", name.span, what=said.text))
            players.append(said)
        if not players:
            raise ScriptError(report("E1005", word.behind, what="a list of names"))
        if len(players) > MOST_PLAYERS:
            raise ScriptError(report("E1011", rest.span, what=f"there are {len(players)} players", most=MOST_PLAYERS))
        draft.players = tuple(players)
        draft.names = frozenset(player.text.casefold() for player in players)

    def _seed(self, draft: _Draft, word: Piece, rest: Piece) -> None:
        draft.seed = _number(_only(rest, word, "a number"), "a seed: a whole number below 2 to the 63rd")

    # ------------------------------------------------------------------------------------------------ steps

    def _first(self, draft: _Draft, word: Piece, rest: Piece) -> m.Step:
        name, value = rest.head()
        if not name.text:
            raise ScriptError(report("E1005", word.behind, what="the name of what chance decides"))
        value = value.cut(1) if value.text.startswith(":") else value
        if not value.text:
            raise ScriptError(report("E1005", name.behind, what=f"who or what `{name.text}` is first"))
        return m.First(name.said(), value.said())

    def _deal(self, draft: _Draft, word: Piece, rest: Piece) -> m.Step:
        zone, owner, cards = _cards_of(rest, word)
        return m.Deal(zone, owner, cards)

    def _pile(self, draft: _Draft, word: Piece, rest: Piece) -> m.Step:
        zone, owner, cards = _cards_of(rest, word)
        return m.Pile(zone, owner, cards)

    def _trick(self, draft: _Draft, word: Piece, rest: Piece) -> m.Step:
        rest = _behind_colon(rest, word)
        parts = rest.parts()
        winner: m.Said | None = None
        last = parts[-1].words()
        if [one.text.casefold() for one in last[:2]] == ["won", "by"]:
            winner = _rest_of(last, 2, "who won it").said()
            parts.pop()
        plays: list[m.CardPlay] = []
        for part in parts:
            words = part.words()
            if len(words) < 2:
                what = "a card" if words else "a player and a card"
                raise ScriptError(report("E1005", part.behind, what=what, help="write `B A♣, C 3♣, …`"))
            plays.append(m.CardPlay(_join(words[:-1]).said(), words[-1].said()))
        if not plays:
            raise ScriptError(report("E1005", word.behind, what="a player and a card"))
        return m.Trick(tuple(plays), winner)

    def _table(self, draft: _Draft, word: Piece, rest: Piece) -> m.Step:
        rest = _behind_colon(rest, word)
        if not rest.text:
            raise ScriptError(report("E1005", word.behind, what="what happened"))
        return m.Incident(rest.said())

    def _about(self, draft: _Draft, piece: Piece) -> m.Step:
        """A line that begins with a player (a choice) or a zone and its owner (cards dealt), and a colon."""
        colon = next(outside(piece, ":"), None)
        if colon is None:
            word = piece.head()[0]
            near = nearest(word.text.casefold(), (*HEAD, *STEPS))
            who = unquoted(word.text).casefold() in draft.names
            help = "a colon stands behind the player" if who else f"did you mean `{near}`?" if near else None
            raise ScriptError(report("E1004", word.span, word=word.text, help=help))
        left, right = piece.cut(0, colon), piece.cut(colon + 1)
        words = left.words()
        if not words:
            raise ScriptError(report("E1005", left.behind, what="a player"))
        if len(words) > 1 and unquoted(left.text).casefold() not in draft.names and not left.text.startswith('"'):
            zone, owner, cards = _cards_of(piece, piece)
            return m.Deal(zone, owner, cards)
        return self._answer(left, right)

    def _answer(self, left: Piece, right: Piece) -> m.Answer:
        draws: tuple[m.Said, ...] = ()
        if not right.text:
            raise ScriptError(report("E1005", right.behind, what=f"what {unquoted(left.text)} does"))
        for comma in reversed(list(outside(right, ","))):
            words = right.cut(comma + 1)
            if words.text.casefold().startswith("draws") and words.text[5:6] in ("", " ", "\t"):
                cards = words.cut(5).text.replace(",", " ")
                if not cards.strip():
                    raise ScriptError(report("E1005", words.behind, what="the cards drawn"))
                draws = _cards(words.cut(5))
                right = right.cut(0, comma)
                break
        if not right.text:
            raise ScriptError(report("E1005", right.behind, what=f"what {unquoted(left.text)} does"))
        if right.end - right.start > LONGEST_CHOICE:
            what = f"this choice has {right.end - right.start:,} characters"
            raise ScriptError(report("E1011", right.span, what=what, most=f"{LONGEST_CHOICE:,}"))
        return m.Answer(left.said(), right.said(), draws)

    # ------------------------------------------------------------------------------------------------ expectations

    def _expect(self, draft: _Draft, word: Piece, rest: Piece) -> m.Expectation:
        if not rest.text:
            raise ScriptError(report("E1005", word.behind, what="what is expected"))
        first, more = rest.head()
        key = first.text.casefold()
        colon = more.text.startswith(":")
        words = [one.text.casefold() for one in more.words()[:2]]
        if key == "turn" and more.text and not colon:
            return m.Turn(more.said())
        if key == "game" and words[:1] and words[0].rstrip(",") == "over":
            return self._over(more)
        if key == "trick" and words == ["won", "by"]:
            return m.TookTrick(_rest_of(more.words(), 2, "who won it").said())
        if key in ("legal", "illegal") and not colon:
            at = next(outside(more, ":"), None)
            if at is None:
                raise ScriptError(report("E1005", more.behind, what="a colon and a choice", help="`B: throw down`"))
            answer = self._answer(more.cut(0, at), more.cut(at + 1))
            if answer.draws:
                raise ScriptError(report("E1006", answer.draws[0].span, text="draws", why="nothing is drawn here"))
            return m.Allowed(key == "legal", answer.actor, answer.text)
        return self._holds(draft, first, more)

    def _over(self, more: Piece) -> m.Finished:
        parts = more.parts()
        if len(parts) == 1:
            if parts[0].text.casefold() != "over":
                raise ScriptError(report("E1006", parts[0].cut(4).span, text=parts[0].cut(4).text, why="write a comma"))
            return m.Finished()
        result = _join(parts[1:])
        if result.text.casefold() in ("a draw", "draw", "drawn"):
            return m.Finished(())
        words = result.words()
        if [one.text.casefold() for one in words[:2]] != ["won", "by"]:
            why = "it ends with `won by` and names, or `a draw`"
            raise ScriptError(report("E1006", result.span, text=result.text, why=why))
        names = list(_joined(_rest_of(words, 2, "who won it")))
        return m.Finished(tuple(name.said() for name in names))

    def _holds(self, draft: _Draft, first: Piece, more: Piece) -> m.Holds:
        at = next(outside(more, ":"), None)
        if at is None:
            help = "write `expect points: A 0, B 2` or `expect dealer: B`"
            raise ScriptError(report("E1005", more.behind, what="a colon and a value", help=help))
        left, right = more.cut(0, at), more.cut(at + 1)
        if not right.text:
            raise ScriptError(report("E1005", right.behind, what=f"what `{first.text}` is"))
        if left.text:
            owner = _without_of(left)
            return m.Holds(first.said(), (m.Entry(owner.said(), right.said()),))
        return m.Holds(first.said(), tuple(entries(right, draft.names)))


def entries(piece: Piece, names: frozenset[str]) -> list[m.Entry]:
    """`A 0, B 2` by owner if every part begins with one, else one value: `5♠ 6♦`, `A and C`."""
    found = [_entry(part, names) for part in piece.parts()]
    if any(entry.owner is None for entry in found):
        if len(found) > 1 and any(entry.owner is not None and not names for entry in found):
            return [m.Entry(None, piece.said())]
        if len(found) > 1 and any(entry.owner is not None for entry in found):
            bare = next(entry for entry in found if entry.owner is None)
            raise ScriptError(report("E1005", bare.value.span, what="a player", help="say whose each value is"))
        return [m.Entry(None, piece.said())]
    for number, entry in enumerate(found):
        same = [other for other in found[:number] if str(other.owner).casefold() == str(entry.owner).casefold()]
        if same and entry.owner is not None:
            raise ScriptError(report("E1008", entry.owner.span, what=entry.owner.text))
    return found


def _entry(part: Piece, names: frozenset[str]) -> m.Entry:
    """One part: the longest beginning that is a player, or players joined by `and`, owns the rest."""
    words = part.words()
    if not words:
        raise ScriptError(report("E1005", part.behind, what="a value"))
    for end in range(len(words) - 1, 0, -1):
        owner = _join(words[:end])
        if all(_is_name(name, names) for name in _joined(owner)):
            value = _join(words[end:])
            if words[end].text.casefold() != "and":
                return m.Entry(owner.said(), value.said())
    return m.Entry(None, part.said())


def _is_name(piece: Piece, names: frozenset[str]) -> bool:
    """A player; without a list of players, a seat number."""
    text = unquoted(piece.text).casefold()
    return text in names if names else text.isascii() and text.isdigit() and len(text) <= 2


def _joined(piece: Piece) -> Iterator[Piece]:
    """The names between `and`s."""
    group: list[Piece] = []
    for word in piece.words():
        if word.text.casefold() == "and" and group:
            yield _join(group)
            group = []
        else:
            group.append(word)
    if group:
        yield _join(group)


def _join(pieces: Sequence[Piece]) -> Piece:
    """From the first to the last."""
    return Piece(pieces[0].source, pieces[0].start, pieces[-1].end)


def _rest_of(words: list[Piece], skip: int, what: str) -> Piece:
    """What stands behind the first words of a part."""
    if len(words) <= skip:
        raise ScriptError(report("E1005", words[-1].behind, what=what))
    return _join(words[skip:])


def _cards_of(rest: Piece, word: Piece) -> tuple[m.Said, m.Said | None, tuple[m.Said, ...]]:
    """`hand of A: 4♠ 8♦`: zone, owner, cards."""
    colon = next(outside(rest, ":"), None)
    if colon is None:
        raise ScriptError(report("E1005", rest.behind, what="a colon and cards"))
    zone, owner = rest.cut(0, colon).head()
    if not zone.text:
        raise ScriptError(report("E1005", word.behind, what="the name of a place for cards"))
    cards = _cards(rest.cut(colon + 1))
    if not cards:
        raise ScriptError(report("E1005", rest.behind, what="a card", help="write `??` for a card nobody knows"))
    return zone.said(), _without_of(owner).said() if owner.text else None, cards


def _cards(piece: Piece) -> tuple[m.Said, ...]:
    return tuple(word.said() for part in piece.parts() for word in part.words())


def _without_of(piece: Piece) -> Piece:
    words = piece.words()
    if words and words[0].text.casefold() == "of":
        return _rest_of(words, 1, "whose it is")
    return piece


def _behind_colon(rest: Piece, word: Piece) -> Piece:
    if not rest.text.startswith(":"):
        raise ScriptError(report("E1005", word.behind, what="a colon"))
    return rest.cut(1)


def _only(rest: Piece, word: Piece, what: str) -> Piece:
    """The one word (or quotation) that must follow."""
    words = rest.words()
    if not words:
        raise ScriptError(report("E1005", word.behind, what=what))
    if len(words) > 1:
        left = _join(words[1:])
        raise ScriptError(report("E1006", left.span, text=left.text, why=f"{what} is one word"))
    return words[0]


def _number(piece: Piece, what: str) -> int:
    text = piece.text
    if not (text.isascii() and text.isdigit() and len(text) < 20 and int(text) < 2**63):
        raise ScriptError(report("E1015", piece.span, text=text, what=what))
    return int(text)


def _once(draft: _Draft, key: str, piece: Piece) -> None:
    if key in draft.said:
        raise ScriptError(report("E1008", piece.span, what=key.removeprefix("option ")))
    draft.said.add(key)
