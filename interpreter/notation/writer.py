"""Writes a script as text, in the canonical layout.  The text reads back as the same script.

Text that could be misread is written in quotation marks; to find out, the writer reads it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache

from ...dsl.codes.reporting import ScriptError
from ...dsl.source.span import Source
from . import model as m
from .header import RESERVED
from .lines import ScriptLine, in_quotes, quoted, read_lines, unquoted
from .phrases import WordSet, entries

_MARGIN = "  "


def write_text(script: m.Script) -> str:
    """The text form of a script."""
    lines = [f"hoyle play {m.VERSION}"]
    for game in script.games:
        lines.append("")
        lines += write_game(game)
    return "\n".join(lines) + "\n"


def write_game(game: m.ScriptedGame) -> Iterator[str]:
    """The lines of one game."""
    names = frozenset(name.casefold() for name in game.names)
    yield _commented(f"game {_single(game.ruleset.text)}", game.comment)
    for note in game.notes:
        yield f"# {note}".rstrip()
    for variant in game.variants:
        yield f"variant {_single(variant.text)}"
    if game.title is not None:
        yield f"title {quoted(game.title.text)}"
    if game.language is not None:
        yield f"language {game.language}"
    if game.fingerprint is not None:
        yield f"rules {_single(game.fingerprint.text)}"
    if game.parts:
        yield "parts " + ", ".join(f"{quoted(part.name.text)} {_single(part.value.text)}" for part in game.parts)
    if game.preset is not None:
        yield f"preset {quoted(game.preset.text)}"
    for setting in game.options:
        yield f"option {setting.name.text} {_opening(setting.value.text)}"
    if game.players:
        yield f"players {_players(game.names)}"
    if game.seats:
        yield f"seats {', '.join(seat.text for seat in game.seats)}"
    if game.seed is not None:
        yield f"seed {game.seed}"
    before: m.Step | None = None
    for step in game.steps:
        if before is None or (isinstance(step, m.Note) and not isinstance(before, m.Note)):
            yield ""
        yield from write_step(step, names)
        before = step


def write_step(step: m.Step, names: WordSet) -> Iterator[str]:
    """The line or lines of one step.  `names` are the players in lower case."""
    match step:
        case m.Answer() | m.DealtCards():
            yield _commented(_line(step, names), step.comment)
        case m.AfterPhase():
            yield _commented(f"after {step.phase.text}", step.comment)
            for below in step.expects:
                yield from (_MARGIN + line for line in write_step(below, names))
        case m.SideLine():
            title = f" {_opening(step.title.text)}" if step.title is not None else ""
            yield _commented(f"what if{title}", step.comment)
            for below in step.steps:
                yield from (_MARGIN + line for line in write_step(below, names))
        case m.StartPosition():
            yield _commented(f"position {step.phase.text}", step.comment)
            for below in step.given:
                line = next(write_step(below, names))
                if isinstance(below, m.Trick):
                    line = line.replace("trick:", "trick under way:", 1)
                yield _MARGIN + line.removeprefix("expect ")
        case m.Note():
            yield f"# {step.text}".rstrip()
        case _:
            yield _commented(_line(step, names), step.comment)


def _line(step: m.Step, names: WordSet) -> str:
    match step:
        case m.Answer():
            drawn = f", draws {_words(step.draws)}" if step.draws else ""
            return _answer(step.actor.text, step.text.text) + drawn
        case m.FirstFact():
            return f"first {step.name.text} {_opening(step.value.text)}"
        case m.RandomFact():
            return f"random: {_opening(step.value.text)}"
        case m.DealtCards():
            place = _place(step.zone, step.owner)
            short = step.owner is not None and step.zone.text.casefold() not in RESERVED
            return ("" if short and place.casefold() not in names else "deal ") + f"{place}: {_words(step.cards)}"
        case m.Pile():
            return f"pile {_place(step.zone, step.owner)}: {_words(step.cards)}"
        case m.Trick():
            plays = ", ".join(f"{_name(play.actor.text)} {play.card.text}" for play in step.plays)
            return f"trick: {plays}" + (f", won by {quoted(step.winner.text)}" if step.winner else "")
        case m.IncidentStep():
            by = f" by {_not_by(quoted(step.by.text))}" if step.by is not None else ""
            return f"table: {_not_by(_opening(step.title.text))}{by}"
        case m.TurnExpectation():
            return f"expect turn {_not_of(step.player.text)}"
        case m.GameOverExpectation():
            if step.winners is None:
                return "expect game over"
            joined = " and ".join(_winner(winner.text) for winner in step.winners)
            return f"expect game over, won by {joined}" if step.winners else "expect game over, a draw"
        case m.LegalityExpectation():
            word = "legal" if step.legal else "illegal"
            return f"expect {word} {_actor(step.actor.text)}: {_choice(step.text.text)}"
        case m.TrickExpectation():
            return f"expect trick won by {quoted(step.player.text)}"
        case m.ValueExpectation():
            return _holds(step, names)
        case m.SettlementExpectation():
            changes = tuple(m.OwnerValue(one.owner, _signed(one.value)) for one in step.entries)
            said = _holds(m.ValueExpectation(step.name, changes), names)
            return said.replace("expect ", "expect settlement ", 1)
        case m.Note() | m.AfterPhase() | m.SideLine() | m.StartPosition():
            return ""


@lru_cache(10_000)
def _answer(actor: str, choice: str) -> str:
    """The text `B: play K♥`.  It is kept, because the same lines recur in many games."""
    return f"{_actor(actor)}: {_choice(choice)}"


def _holds(step: m.ValueExpectation, names: WordSet) -> str:
    """A single owned value is written with `of`, several as a list; each part in the simplest form that reads back."""
    start = f"expect {step.name.text}"
    if len(step.entries) == 1 and step.entries[0].owner is not None:
        entry = step.entries[0]
        owner = _not_of(entry.owner.text) if entry.owner else ""
        return f"{start} of {owner}: {_opening(entry.value.text)}"
    return f"{start}: " + ", ".join(_entry(entry, names) for entry in step.entries)


def _signed(value: m.SpannedText) -> m.SpannedText:
    """A change with its sign: `+4`."""
    gains = value.text.isdecimal() and value.text.strip("0")
    return m.SpannedText(f"+{value.text}", value.span) if gains else value


def _entry(entry: m.OwnerValue, names: WordSet) -> str:
    owner = entry.owner.text if entry.owner else ""
    value = entry.value.text
    options = [value, _opening(value), quoted(value), in_quotes(value)]
    if owner:
        parts = owner.split(" and ")
        spelled = [owner, " and ".join(quoted(part) for part in parts), in_quotes(owner)]
        options = [f"{one} {two}" for one in spelled for two in options]
    for text in options:
        if _reads(text, names) == [entry]:
            return text
    return options[-1]


def _reads(text: str, names: WordSet) -> list[m.OwnerValue] | None:
    """How a text would be read after `expect x:`; None if a part of it would be taken for a comment."""
    line = next(read_lines(Source("", f": {text}")))
    if not isinstance(line, ScriptLine) or line.comment or line.piece.text != f": {text}".rstrip():
        return None
    try:
        return entries(line.piece.cut(1), names)
    except ScriptError:
        return None


def _place(zone: m.SpannedText, owner: m.SpannedText | None) -> str:
    if owner is None:
        return zone.text
    return f"{zone.text} {_not_of(owner.text)}"


def _not_of(name: str) -> str:
    """A name where `of` could come before it."""
    return in_quotes(name) if name.casefold().split()[:1] == ["of"] else quoted(name)


def _not_by(text: str) -> str:
    """The text before or after the `by` of an incident: a `by` inside it must be recognisable as part of it."""
    return in_quotes(text) if "by" in text.casefold().split() and not text.startswith('"') else text


def _actor(name: str) -> str:
    """The player before a colon.  Several words are read as a name only if the name is known, so they are quoted."""
    return quoted(name, RESERVED) if " " not in name else in_quotes(name)


def _name(name: str) -> str:
    """A player before a card.  A name that begins with `won ` is quoted, because `won by` ends a trick."""
    return in_quotes(name) if name.casefold().startswith("won ") else quoted(name)


def _single(text: str) -> str:
    """A text that must be one word."""
    return in_quotes(text) if " " in text else quoted(text)


def _winner(name: str) -> str:
    """One of the winners, who are joined by `and`."""
    return in_quotes(name) if "and" in name.casefold().split() else quoted(name)


def _choice(text: str) -> str:
    """A choice.  It may contain commas and colons, but not `, draws` or ` #`."""
    return _opening(text) if not any(mark in text.casefold() for mark in ("draws", '"')) else in_quotes(text)


def _opening(text: str) -> str:
    """A text that extends to the end of the line: only an unusual beginning or end needs quotation marks."""
    plain = unquoted(text) == text and text[:1] not in ('"', ":", "=", "#", ",") and " #" not in text
    return text if plain and '"' not in text and text else in_quotes(text)


def _words(cards: Iterable[m.SpannedText]) -> str:
    return " ".join(card.text for card in cards)


def _players(names: tuple[str, ...]) -> str:
    """The names of the players.  A single name of several words would be read as several names."""
    return in_quotes(names[0]) if len(names) == 1 else ", ".join(quoted(name, RESERVED) for name in names)


def _commented(line: str, comment: str) -> str:
    return f"{line}  # {comment}" if comment else line
