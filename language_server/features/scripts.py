"""Scripted games in an editor: they are replayed by their rules while the user types.

A line is checked by playing the game up to it.  The prepared rules (lowered and compiled) are cached until a rule file
changes.  So a game of fifty lines takes a few milliseconds.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from ...dsl.checked import OptionSymbol
from ...dsl.codes.reporting import ScriptError
from ...dsl.source.diagnostics import Diagnostic
from ...dsl.source.span import Span
from ...interpreter.engine import Question, State
from ...interpreter.notation import model as m
from ...interpreter.notation.files import parse_script
from ...interpreter.opening.opened import OpenedGame
from ...interpreter.replay.choices import MOST_COUNTED, sample_choices
from ...interpreter.replay.events import Acted, Began, Ended, Failed
from ...interpreter.replay.replayer import Replay
from ..index import SymbolKey
from ..text import Json
from ..view import FileView, location
from ..workspace import FileVersion, Workspace
from .about import about

_GAME = re.compile(r"^game[ \t]+(?:\"([^\"\n]*)\"|(\S+))", re.MULTILINE)
_WORD = re.compile(r"[A-Za-z_][A-Za-z0-9_./-]*")
MOST_LABELS = 200


@dataclass(frozen=True)
class ScriptResult:
    """The result of playing the games of a script: its mistakes, and the expectations that held."""

    problems: tuple[Diagnostic, ...]
    held: tuple[Span, ...]
    games: tuple[m.ScriptedGame, ...]


def played(view: FileView) -> ScriptResult:
    """Play the games of a script.  The result is computed once for each version."""
    found = view.document.kept.get("played")
    if not isinstance(found, ScriptResult):
        found = view.document.kept["played"] = _played(view)
    return found


def _played(view: FileView) -> ScriptResult:
    script, problems = parse_script(view.raw, view.document.source.name)
    if script is None:
        return ScriptResult(problems, (), ())
    wrong: list[Diagnostic] = []
    held: list[Span] = []
    for game in script.games:
        try:
            opened = view.workspace.rulesets.for_script(game, view.document.path.parent)
        except ScriptError as error:
            wrong.append(error.diagnostic)
            continue
        wrong += opened.warnings
        last = Replay(game, opened).checked()
        stop = None
        if isinstance(last, Failed):
            wrong.append(last.diagnostic)
            stop = last.diagnostic.span.start
        held += [
            step.span
            for step in game.steps
            if isinstance(step, m.Expectation) and (stop is None or step.span.end <= stop)
        ]
    return ScriptResult(tuple(wrong), tuple(held), script.games)


def problems(view: FileView) -> tuple[Diagnostic, ...]:
    """The mistakes in a script: in its form, and against its rules."""
    own = view.document.source
    return tuple(
        Diagnostic(one.code, one.severity, one.message, Span(own, one.span.start, one.span.end), one.help, one.notes)
        if one.span.source.name == own.name
        else one
        for one in played(view).problems
    )


# -------------------------------------------------------------------------------------------------------------- rules


def ruleset_named(view: FileView, offset: int) -> re.Match[str] | None:
    """The line that names the rules of the game around an offset."""
    last: re.Match[str] | None = None
    for found in _GAME.finditer(view.raw):
        if found.start() > offset and last is not None:
            break
        last = found
    return last


def rules_of(workspace: Workspace, document: FileVersion, offset: int = 0) -> FileVersion | None:
    """The rule file of the game around an offset of a script; None if there is none."""
    found = ruleset_named(FileView(workspace, document), offset)
    if found is None:
        return None
    name = found[1] or found[2]
    try:
        path = workspace.rules(name, document.path.parent)
    except (OSError, ValueError):
        return None
    return workspace.file(path) if path is not None else None


def _rules_view(view: FileView, offset: int) -> FileView | None:
    rules = rules_of(view.workspace, view.document, offset)
    return view.other(rules) if rules is not None else None


def _word(view: FileView, offset: int) -> re.Match[str] | None:
    line = view.text.line_of(offset)
    for found in _WORD.finditer(view.raw, view.text.starts[line], view.text.ends[line]):
        if found.start() <= offset <= found.end():
            return found
    return None


def key_at(view: FileView, offset: int) -> SymbolKey | None:
    """The key of the rules' name that a script uses at an offset; None if it uses none there."""
    word, rules = _word(view, offset), _rules_view(view, offset)
    if word is None or rules is None or word[0] not in rules.kinds:
        return None
    return SymbolKey(rules.kinds[word[0]], word[0])


def mentions(view: FileView, key: SymbolKey) -> Iterator[Span]:
    """The places where a script names an option, a variable, a zone or a phase of its rules."""
    name = re.escape(key.name)
    patterns = {
        "option": rf"^option[ \t]+({name})(?!\w)",
        "word": rf"^option[ \t]+\w+[ \t]+({name})(?!\w)",
        "variable": rf"^(?:first|[ \t]*expect(?:[ \t]+settlement)?|[ \t]+)[ \t]*({name})(?!\w)(?=[ \t]|:| of )",
        "zone": rf"^(?:[ \t]*expect[ \t]+|pile[ \t]+|deal[ \t]+|[ \t]*)({name})(?!\w)(?=[ \t:])",
        "phase": rf"^[ \t]*(?:after|position)[ \t]+({name})(?!\w)",
    }
    pattern = patterns.get("phase" if key.kind == "table" else key.kind)
    if pattern is None:
        return
    for found in re.finditer(pattern, view.raw, re.MULTILINE):
        yield Span(view.document.source, *found.span(1))


def named_at(view: FileView, offset: int) -> tuple[FileView, SymbolKey, Span] | None:
    """The rules of a script, the key of the name at an offset, and the place of the name in the script."""
    key, rules = key_at(view, offset), _rules_view(view, offset)
    if key is None or rules is None:
        return None
    span = next((one for one in mentions(view, key) if one.start <= offset <= one.end), None)
    return (rules, key, span) if span is not None else None


def definition(view: FileView, offset: int) -> list[Json]:
    """The declaration, in the rules, of the name at an offset.  If it is the name of the rules: the rule file."""
    word = _word(view, offset)
    rules = _rules_view(view, offset)
    if word is None or rules is None:
        return []
    heading = ruleset_named(view, offset)
    if heading is not None and heading.start() <= offset <= heading.end():
        return [{"uri": rules.document.uri, "range": rules.text.range(0, 0)}]
    key = key_at(view, offset)
    place = rules.declaration(key) if key is not None else None
    if place is None:
        return []
    document, made = place
    return [location(document.uri, document.text, made.span)]


def hover(view: FileView, offset: int) -> Json | None:
    """The meaning of a script's word in its rules."""
    word, rules = _word(view, offset), _rules_view(view, offset)
    if word is None or rules is None:
        return None
    key = key_at(view, offset)
    place = rules.declaration(key) if key is not None else None
    if place is None:
        return None
    document, made = place
    text = about(rules if document is rules.document else rules.other(document), made)
    return {"contents": {"kind": "markdown", "value": text}, "range": view.text.range(*word.span())} if text else None


def links(view: FileView) -> list[Json]:
    """The rule files that a script names."""
    found: list[Json] = []
    for match in _GAME.finditer(view.raw):
        rules = rules_of(view.workspace, view.document, match.start())
        if rules is not None:
            group = 1 if match[1] is not None else 2
            found.append({"range": view.text.range(*match.span(group)), "target": rules.uri})
    return found


# ------------------------------------------------------------------------------------------------------------ position


@dataclass(frozen=True)
class ScriptPosition:
    """The state of a game above a line: its table and, if no earlier line has a mistake, the open question."""

    opened: OpenedGame
    state: State | None
    question: Question | None


def standing(view: FileView, offset: int) -> ScriptPosition | None:
    """The state of the game around an offset, above the offset's line.  None if its rules cannot be loaded.

    The last result is cached, because while a user types in a line, the editor asks many times about that line."""
    line = view.text.line_of(offset)
    found = view.document.kept.get("standing")
    if isinstance(found, _KeptPosition) and found.line == line:
        return found.here
    here = _standing(view, offset, view.text.starts[line])
    view.document.kept["standing"] = _KeptPosition(line, here)
    return here


@dataclass(frozen=True)
class _KeptPosition:
    line: int
    here: ScriptPosition | None


def _standing(view: FileView, offset: int, start: int) -> ScriptPosition | None:
    heading = ruleset_named(view, offset)
    if heading is None:
        return None
    above = view.raw[heading.start() : max(start, heading.end())]
    script, _ = parse_script("hoyle play 1\n" + above + "\n", view.document.source.name)
    if script is None or len(script.games) != 1:
        head = re.match(r"(?:(?:game|title|language|option|players|seats|seed)\b[^\n]*\n?|#[^\n]*\n|\n)*", above)
        script, _ = parse_script("hoyle play 1\n" + (head[0] if head is not None else ""), view.document.source.name)
        if script is None or not script.games:
            return None
        opened = _table(view, script.games[0])
        return ScriptPosition(opened, None, None) if opened is not None else None
    game = script.games[0]
    opened = _table(view, game)
    if opened is None:
        return None
    state: State | None = None
    for event in Replay(game, opened):
        if isinstance(event, Began | Acted | Ended):
            state = event.state
        elif isinstance(event, Failed):
            return ScriptPosition(opened, None, None)
    return ScriptPosition(opened, state, opened.engine.asked(state) if state is not None else None)


def _table(view: FileView, game: m.ScriptedGame) -> OpenedGame | None:
    try:
        return view.workspace.rulesets.for_script(game, view.document.path.parent)
    except ScriptError:
        return None


def objected(view: FileView, offset: int, begun: str, word: str) -> bool:
    """Whether a word in the line of an offset, behind its beginning, is a mistake itself.  What the line still lacks,
    and what is wrong above it, is none.
    """
    heading = ruleset_named(view, offset)
    if heading is None:
        return False
    start = view.text.starts[view.text.line_of(offset)]
    above = f"hoyle play 1\n{view.raw[heading.start() : max(start, heading.end())]}"
    script, _ = parse_script(f"{above}{begun}{word}\n", view.document.source.name)
    opened = _table(view, script.games[0]) if script is not None and len(script.games) == 1 else None
    last = Replay(script.games[0], opened).checked() if script is not None and opened is not None else None
    if not isinstance(last, Failed):
        return False
    at, span = len(above) + len(begun), last.diagnostic.span
    return span.start < at + len(word) and at < span.end


def labels(here: ScriptPosition) -> list[str]:
    """The legal choices, as a script writes them."""
    if here.question is None:
        return []
    found = sample_choices(here.question, here.opened.words, MOST_LABELS, MOST_LABELS // 4)
    return [option.label for option in found.options] if found.count < MOST_COUNTED else []


def options_of(view: FileView, offset: int) -> list[OptionSymbol]:
    """The options of a script's rules."""
    rules = _rules_view(view, offset)
    return list(rules.meaning.elaborator.options) if rules is not None else []


def declared_names(view: FileView, offset: int) -> FileView | None:
    """The view of a script's rules."""
    return _rules_view(view, offset)


def headings(view: FileView) -> list[re.Match[str]]:
    """The lines that begin the games of a script."""
    return list(_GAME.finditer(view.raw))


def title_in(text: str) -> str | None:
    """The title of a game in a part of a script; None if it has none."""
    found = re.search(r'^title[ \t]+"([^"\n]*)"', text, re.MULTILINE)
    return found[1] if found is not None else None
