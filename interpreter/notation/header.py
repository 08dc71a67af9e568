"""Reads the header of a game: what is agreed before it begins, and which names its players may have."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from ...dsl.codes.reporting import ScriptError, report
from ...dsl.source.span import Span
from . import model as m
from . import phrases as p
from .lines import Segment, unquoted

HEAD = ("game", "variant", "title", "language", "rules", "parts", "preset", "option", "players", "seats", "seed")
STEPS = (*p.STEPS, "after", "position", "what")
RESERVED = frozenset((*HEAD, *STEPS, "hoyle", "turn", "and", "of", "won", "draws", "none", "nothing", "nobody", "zone"))
"""Words that must be in quotation marks if they are the name of a player."""
NEVER = frozenset(("and", "none", "nothing", "nobody", "??", "a draw"))
"""Names that no player may have, because they could not be distinguished from values."""
LONGEST_NAME = 40
MOST_PLAYERS = 64


def name_problem(name: str) -> str | None:
    """Why a player cannot have this name, in either form of a script; None if the name is allowed."""
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
    if not name.isprintable():
        return "it holds characters that cannot be seen"
    return None


def unfit_name(names: Iterable[str]) -> tuple[int, str | None] | None:
    """The first of the players' names that cannot be one, and why; why is None if another player has the name already.

    Whatever takes names asks this: scripts in both forms, `hoyle.open`, records of other programs.
    """
    taken: set[str] = set()
    for number, name in enumerate(names):
        why = name_problem(name)
        if why is not None or name.casefold() in taken:
            return number, why
        taken.add(name.casefold())
    return None


def check_names(names: Iterable[m.SpannedText]) -> None:
    """Raise `ScriptError` for a name that no player can have, or that two have."""
    names = tuple(names)
    found = unfit_name(name.text for name in names)
    if found is None:
        return
    name, why = names[found[0]], found[1]
    if why is None:
        raise ScriptError(report("E1008", name.span, what=name.text))
    raise ScriptError(report("E1010", name.span, name=name.text, why=why))


@dataclass
class Draft:
    """A game that is being read."""

    span: Span
    comment: str
    ruleset: m.SpannedText
    variants: list[m.SpannedText] = field(default_factory=list[m.SpannedText])
    preset: m.SpannedText | None = None
    title: m.SpannedText | None = None
    language: int | None = None
    fingerprint: m.SpannedText | None = None
    parts: tuple[m.OptionSetting, ...] = ()
    options: list[m.OptionSetting] = field(default_factory=list[m.OptionSetting])
    players: tuple[m.SpannedText, ...] = ()
    seats: tuple[m.SpannedText, ...] = ()
    seed: int | None = None
    notes: list[str] = field(default_factory=list[str])
    pending: list[m.Note] = field(default_factory=list[m.Note])
    """Comments after the last line of the header so far.  They belong to the header only if more of it follows."""
    steps: list[m.Step] = field(default_factory=list[m.Step])
    given: set[str] = field(default_factory=set[str])
    names: frozenset[str] = frozenset()

    def game(self) -> m.ScriptedGame:
        return m.ScriptedGame(
            ruleset=self.ruleset, variants=tuple(self.variants), preset=self.preset, title=self.title,
            language=self.language, fingerprint=self.fingerprint, parts=self.parts, options=tuple(self.options),
            players=self.players, seats=self.seats, seed=self.seed, notes=tuple(self.notes),
            steps=(*self.pending, *self.steps), span=self.span, comment=self.comment,
        ).normal()  # fmt: skip


def _variant(draft: Draft, word: Segment, rest: Segment) -> None:
    said = p.only(word, rest, "a variant").spanned()
    once(draft, f"variant {said.text}", rest)
    draft.variants.append(said)


def _preset(draft: Draft, word: Segment, rest: Segment) -> None:
    if not rest.text:
        raise p.missing(word, "the title of a preset")
    draft.preset = rest.spanned()


def _title(draft: Draft, word: Segment, rest: Segment) -> None:
    if not rest.text:
        raise p.missing(word, "the title")
    draft.title = rest.spanned()


def _language(draft: Draft, word: Segment, rest: Segment) -> None:
    draft.language = p.number(p.only(word, rest, "a version number"), "a version of the rule language")


def _rules(draft: Draft, word: Segment, rest: Segment) -> None:
    draft.fingerprint = p.only(word, rest, "the hash of the rules").spanned()


def _parts(draft: Draft, word: Segment, rest: Segment) -> None:
    parts: dict[str, m.OptionSetting] = {}
    for part in rest.parts():
        words = part.words()
        if len(words) < 2:
            raise p.missing(part, "the name of a part and its hash", help="as in `main 1f2e3d, phase deal 4c5b6a`")
        name = p.joined(words[:-1]).spanned()
        if name.text in parts:
            raise ScriptError(report("E1008", name.span, what=name.text))
        parts[name.text] = m.OptionSetting(name, words[-1].spanned())
    draft.parts = tuple(parts.values())


def _option(draft: Draft, word: Segment, rest: Segment) -> None:
    name, value = rest.head()
    if not name.text:
        raise p.missing(word, "the name of an option")
    value = value.cut(1) if value.text[:1] in (":", "=") else value
    if not value.text:
        raise p.missing(name, f"the value of `{name.text}`")
    once(draft, f"option {unquoted(name.text)}", name)
    draft.options.append(m.OptionSetting(p.identifier(name), value.spanned()))


def _players(draft: Draft, word: Segment, rest: Segment) -> None:
    rest = rest.cut(1) if rest.text.startswith(":") else rest
    names = rest.parts() if "," in rest.text else rest.words()
    players: list[m.SpannedText] = []
    for name in names:
        said = name.spanned()
        if not name.text:
            raise p.missing(name, "a name")
        players.append(said)
        check_names(players)
        if said.text == name.text and said.text.casefold() in RESERVED:
            why = 'it is a word of the notation; write it as `"' + said.text + '"`'
            raise ScriptError(report("E1010", name.span, name=said.text, why=why))
    if not players:
        raise p.missing(word, "a list of names")
    if len(players) > MOST_PLAYERS:
        raise ScriptError(report("E1011", rest.span, what=f"there are {len(players)} players", most=MOST_PLAYERS))
    draft.players = tuple(players)
    draft.names = frozenset(player.text.casefold() for player in players)


def _seats(draft: Draft, word: Segment, rest: Segment) -> None:
    if not rest.text:
        raise p.missing(word, "who plays each seat", help="as in `seats person, random`")
    draft.seats = tuple(p.player_kind(part) for part in rest.parts())


def _seed(draft: Draft, word: Segment, rest: Segment) -> None:
    draft.seed = p.number(p.only(word, rest, "a number"), "a seed: a whole number below 2 to the 63rd")


READERS: dict[str, Callable[[Draft, Segment, Segment], None]] = {
    "variant": _variant,
    "preset": _preset,
    "title": _title,
    "language": _language,
    "rules": _rules,
    "parts": _parts,
    "option": _option,
    "players": _players,
    "seats": _seats,
    "seed": _seed,
}
"""The function that reads a line of the header, by the word it begins with."""


def once(draft: Draft, key: str, piece: Segment) -> None:
    if key in draft.given:
        raise ScriptError(report("E1008", piece.span, what=key.removeprefix("option ")))
    draft.given.add(key)
