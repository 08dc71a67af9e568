"""The JSON form of scripts: converts the model to plain data and back, and checks both forms against the one schema.

`to_data` and `read_json_script` are inverse to each other.  The text form is checked against the schema too
(`check_text`).
"""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

from ...dsl.codes.reporting import ScriptError, report
from ...dsl.shapes.data import Builder, record_data
from ...dsl.shapes.shape import JsonForm, JsonShape, NumberShape, one_of
from ...dsl.source.diagnostics import Diagnostic
from ...dsl.source.span import Source, Span
from . import model as m
from .header import check_names
from .json_text import LocatedValue, Plain, path_text, read_json
from .schema import MOST, Violation, violations
from .words import COMMENT, TEXT

GAME = one_of(m.ScriptedGame)
STEP = one_of(m.Step)
SHORT = 180
"""A line of at most this many characters cannot break the schema: no text, list or number in it is longer than
allowed.
"""
_SPOKEN = {True: "yes", False: "no", None: "none"}


# ------------------------------------------------------------------------------------------------------ model to data


def write_json(script: m.Script) -> str:
    """The JSON form of a script, with one step in each line."""
    games = ",\n".join(_written(game) for game in script.games)
    return f'{{\n"play": {m.VERSION},\n"games": [\n{games}\n]\n}}\n'


def _written(game: m.ScriptedGame) -> str:
    data = _game(game)
    del data["steps"]
    fields = [f"{json.dumps(key)}: {json.dumps(value, ensure_ascii=False)}" for key, value in data.items()]
    steps = ",\n".join("    " + json.dumps(step_data(step), ensure_ascii=False) for step in game.steps)
    fields.append('"steps": [' + (f"\n{steps}\n  ]" if steps else "]"))
    return "  {" + ",\n  ".join(fields) + "}"


def to_data(script: m.Script) -> dict[str, Plain]:
    """A script as plain JSON data."""
    return {"play": m.VERSION, "games": [_game(game) for game in script.games]}


def _game(game: m.ScriptedGame) -> dict[str, Plain]:
    data = record_data(game, GAME)
    return {**data, "steps": data.pop("steps", [])}


def step_data(step: m.Step) -> dict[str, Plain]:
    """One step as JSON data."""
    return record_data(step, STEP)


def check_text(script: m.Script) -> tuple[Diagnostic, ...]:
    """Diagnostics for everything in a script read from text that breaks the schema."""
    found: list[Diagnostic] = []
    for number, game in enumerate(script.games):
        # Lists and texts of a short line are always within the limits of the schema; only longer steps are checked.
        kept = [at for at, step in enumerate(game.steps) if _is_long(step)]
        data = {**_game(replace(game, steps=())), "steps": [step_data(game.steps[at]) for at in kept]}
        for violation in violations({"play": m.VERSION, "games": [data]}):
            path = list(violation.path)
            if path[:1] == ["games"]:
                path[1] = number
            if path[2:3] == ["steps"] and isinstance(path[3], int):
                path[3] = kept[path[3]]
            found.append(_broken(script, tuple(path), violation))
    return tuple(found[:MOST])


def _is_long(step: m.Step) -> bool:
    """Whether a step is so long, or contains other steps, that it might exceed the limits of the schema."""
    return step.span.end - step.span.start > SHORT or isinstance(step, m.AfterPhase | m.StartPosition | m.SideLine)


def _broken(script: m.Script, path: tuple[str | int, ...], violation: Violation) -> Diagnostic:
    return report("E1021", _place(script, path), help=violation.help, why=violation.message, path=path_text(path))


def _place(script: m.Script, path: tuple[str | int, ...]) -> Span:
    """The line of a script read from text that a path in its JSON form belongs to."""
    match path:
        case ("games", int(game), "steps", int(number), *rest):
            return _within(script.games[game].steps[number], rest).span
        case ("games", int(game), *_):
            return script.games[game].span
        case _:
            return script.end


def _within(step: m.Step, rest: list[str | int]) -> m.Step:
    """The step that the rest of a path leads to, through nested side lines."""
    match step, rest:
        case m.SideLine(steps=steps), ["steps", int(number), *further]:
            return _within(steps[number], further)
        case _:
            return step


# ------------------------------------------------------------------------------------------------------ data to model


def read_json_script(source: Source) -> tuple[m.Script | None, tuple[Diagnostic, ...]]:
    """The script in a JSON text, or None if it has mistakes; and all mistakes found."""
    try:
        spot = read_json(source)
    except ScriptError as error:
        return None, (error.diagnostic,)
    found = [_violation(source, spot, violation) for violation in violations(spot.plain())]
    if found:
        return None, tuple(found)
    script = _ScriptBuilder(source)
    try:
        games: Any = spot.at(["games"]).value
        return m.Script(tuple(script.record(game, GAME) for game in games), Span(source, spot.end, spot.end)), ()
    except ScriptError as error:
        return None, (error.diagnostic,)


def _violation(source: Source, spot: LocatedValue, violation: Violation) -> Diagnostic:
    place = spot.at(violation.path)
    span = Span(source, place.start, min(place.end, place.start + 60))
    return report("E1021", span, help=violation.help, why=violation.message, path=path_text(violation.path))


class _ScriptBuilder(Builder[LocatedValue]):
    """Builds the parts of a script, each at its place."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.depth = 0

    def inside(self, data: LocatedValue) -> Any:
        return data.value

    def scalar(self, data: LocatedValue, shape: JsonShape) -> Any:
        if isinstance(shape, NumberShape):
            return data.value
        text = _text(data)
        return text.strip() if shape is COMMENT else m.SpannedText.at(text, self.source, data.start, data.end)

    def word(self, key: str, data: LocatedValue) -> m.SpannedText:
        return m.SpannedText.at(key, self.source, data.start, data.end)

    def fields(self, form: JsonForm, own: dict[str, LocatedValue]) -> dict[str, Any]:
        if form.kind is m.ScriptedGame and "players" in own:
            check_names([self.scalar(one, TEXT) for one in self.inside(own["players"])])
        if form.kind is not m.SideLine:
            return super().fields(form, own)
        if self.depth >= m.DEEPEST:
            place = Span(self.source, own["do"].start, own["do"].end)
            raise ScriptError(report("E1011", place, what="side lines are nested too deep", most=m.DEEPEST))
        self.depth += 1
        found = super().fields(form, own)
        self.depth -= 1
        return found

    def made(self, form: JsonForm, values: dict[str, Any], data: LocatedValue) -> Any:
        if form.kind is m.ScriptedGame:
            return m.ScriptedGame(**values, span=Span(self.source, data.start, data.start + 1)).normal()
        if form.kind is m.StartPosition:
            _check_given(values["given"])
        if form.tag:
            values["span"] = Span(self.source, data.start, data.end)
        return form.kind(**values)


def _text(spot: LocatedValue) -> str:
    """The text form of a scalar or of a list of words."""
    value = spot.value
    if isinstance(value, list):
        return " ".join(_text(item) for item in value)
    if value is None or isinstance(value, bool):
        return _SPOKEN[value]
    return str(value)


def _check_given(given: tuple[m.Given, ...]) -> None:
    for kind, what in ((m.TurnExpectation, "turn"), (m.Trick, "trick")):
        if len(found := [one for one in given if isinstance(one, kind)]) > 1:
            raise ScriptError(report("E1008", found[1].span, what=what))
