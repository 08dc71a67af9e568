"""The JSON form of scripts: converts the model to plain data and back, and checks both forms against the one schema.

`to_data` and `read_json_script` are inverse to each other.  The text form is checked against the schema too
(`check_text`).
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import replace

from ...dsl.codes.reporting import ScriptError, report
from ...dsl.source.diagnostics import Diagnostic
from ...dsl.source.span import Source, Span
from . import model as m
from .header import check_names
from .json_text import LocatedValue, Plain, path_text, read_json
from .schema import MOST, Violation, violations

_INTEGER = re.compile(r"0|-?[1-9][0-9]{0,17}")
_CARD = re.compile(r"\?\?|(?:10|[0-9AJQKTajqkt]{1,2})[^\s,:\"#\\]{0,12}|[Jj]o(?:ker)?")
SHORT = 180
"""A line of at most this many characters cannot break the schema: no text, list or number in it is longer than
allowed.
"""
_FLAGS: dict[str, bool | None] = {"yes": True, "no": False, "none": None}
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
    data: dict[str, Plain] = {"ruleset": game.ruleset.text}
    if game.variants:
        data["variants"] = _texts(game.variants)
    if game.title is not None:
        data["title"] = game.title.text
    if game.language is not None:
        data["language"] = game.language
    if game.fingerprint is not None:
        data["rules"] = game.fingerprint.text
    if game.parts:
        data["parts"] = {part.name.text: part.value.text for part in game.parts}
    if game.preset is not None:
        data["preset"] = game.preset.text
    if game.options:
        data["options"] = {setting.name.text: _setting(setting.value.text) for setting in game.options}
    if game.players:
        data["players"] = list(game.names)
    if game.seats:
        data["seats"] = _texts(game.seats)
    if game.seed is not None:
        data["seed"] = game.seed
    if game.notes:
        data["notes"] = list(game.notes)
    _comment(data, game)
    data["steps"] = [step_data(step) for step in game.steps]
    return data


def step_data(step: m.Step) -> dict[str, Plain]:
    """One step as JSON data."""
    return _comment(dict(_step(step)), step)


def _comment(data: dict[str, Plain], part: m.ScriptNode) -> dict[str, Plain]:
    if part.comment:
        data["comment"] = part.comment
    return data


def _step(step: m.Step) -> Mapping[str, Plain]:
    match step:
        case m.FirstFact():
            return {"do": "first", "name": step.name.text, "is": step.value.text}
        case m.RandomFact():
            return {"do": "random", "is": step.value.text}
        case m.DealtCards() | m.Pile():
            owner: dict[str, Plain] = {"of": step.owner.text} if step.owner is not None else {}
            kind = "deal" if isinstance(step, m.DealtCards) else "pile"
            return {"do": kind, "zone": step.zone.text, **owner, "cards": _texts(step.cards)}
        case m.Answer():
            draws: dict[str, Plain] = {"draws": _texts(step.draws)} if step.draws else {}
            return {"do": "choice", "by": step.actor.text, "choice": step.text.text, **draws}
        case m.Trick():
            plays: list[Plain] = [{"by": play.actor.text, "card": play.card.text} for play in step.plays]
            winner: dict[str, Plain] = {"winner": step.winner.text} if step.winner is not None else {}
            return {"do": "trick", "plays": plays, **winner}
        case m.IncidentStep():
            by: dict[str, Plain] = {"by": step.by.text} if step.by is not None else {}
            return {"do": "incident", "incident": step.title.text, **by}
        case m.ValueExpectation():
            return {"do": "expect", "name": step.name.text, **_entries(step.entries)}
        case m.SettlementExpectation():
            return {"do": "expect_settlement", "name": step.name.text, **_entries(step.entries)}
        case m.TurnExpectation():
            return {"do": "expect_turn", "player": step.player.text}
        case m.GameOverExpectation():
            winners: dict[str, Plain] = {} if step.winners is None else {"winners": _texts(step.winners)}
            return {"do": "expect_over", **winners}
        case m.LegalityExpectation():
            kind = "expect_legal" if step.legal else "expect_illegal"
            return {"do": kind, "by": step.actor.text, "choice": step.text.text}
        case m.TrickExpectation():
            return {"do": "expect_trick", "player": step.player.text}
        case m.AfterPhase():
            return {"do": "after", "phase": step.phase.text, "expect": [step_data(one) for one in step.expects]}
        case m.StartPosition():
            given: list[Plain] = [{**step_data(one), "do": _GIVEN[type(one)]} for one in step.given]
            return {"do": "position", "phase": step.phase.text, "given": given}
        case m.SideLine():
            title: dict[str, Plain] = {"title": step.title.text} if step.title is not None else {}
            return {"do": "what_if", **title, "steps": [step_data(one) for one in step.steps]}
        case m.Note():
            return {"do": "note", "text": step.text}


_GIVEN: dict[type[m.Step], str] = {
    m.ValueExpectation: "set",
    m.TurnExpectation: "turn",
    m.Trick: "under_way",
    m.Note: "note",
}
"""The names of the parts of a position."""


def _texts(words: tuple[m.SpannedText, ...]) -> list[Plain]:
    return [word.text for word in words]


def _entries(entries: tuple[m.OwnerValue, ...]) -> dict[str, Plain]:
    owned: dict[str, Plain] = {str(entry.owner): _value(entry.value.text) for entry in entries if entry.owner}
    return {"each": owned} if owned else {"is": _value(entries[0].value.text)}


def _setting(text: str) -> Plain:
    return _value(text) if _INTEGER.fullmatch(text) or text in ("yes", "no") else text


def _value(text: str) -> Plain:
    """The simplest JSON value that reads back as this text."""
    if _INTEGER.fullmatch(text):
        return int(text)
    if text in _FLAGS:
        return _FLAGS[text]
    words = text.split(" ")
    if len(words) > 1 and all(_CARD.fullmatch(word) for word in words):
        return list(words)
    return text


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
    builder = _Builder(source)
    try:
        return builder.script(spot), ()
    except ScriptError as error:
        return None, (error.diagnostic,)


def _violation(source: Source, spot: LocatedValue, violation: Violation) -> Diagnostic:
    place = spot.at(violation.path)
    span = Span(source, place.start, min(place.end, place.start + 60))
    return report("E1021", span, help=violation.help, why=violation.message, path=path_text(violation.path))


class _Builder:
    """Builds the model, with places, from data that obeys the schema, so that all required fields exist."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.depth = 0
        self.kinds: dict[str, Callable[[dict[str, LocatedValue]], m.Step]] = {
            "first": lambda d: m.FirstFact(self.spanned(d["name"]), self.spanned(d["is"])),
            "random": lambda d: m.RandomFact(self.spanned(d["is"])),
            "deal": lambda d: m.DealtCards(self.spanned(d["zone"]), self.maybe(d, "of"), self.list(d, "cards")),
            "pile": lambda d: m.Pile(self.spanned(d["zone"]), self.maybe(d, "of"), self.list(d, "cards")),
            "choice": lambda d: m.Answer(self.spanned(d["by"]), self.spanned(d["choice"]), self.list(d, "draws")),
            "trick": self.trick,
            "under_way": self.trick,
            "incident": lambda d: m.IncidentStep(self.spanned(d["incident"]), self.maybe(d, "by")),
            "expect": self.holds,
            "expect_settlement": self.settled,
            "expect_turn": lambda d: m.TurnExpectation(self.spanned(d["player"])),
            "expect_over": lambda d: m.GameOverExpectation(self.list(d, "winners") if "winners" in d else None),
            "expect_legal": lambda d: m.LegalityExpectation(True, self.spanned(d["by"]), self.spanned(d["choice"])),
            "expect_illegal": lambda d: m.LegalityExpectation(False, self.spanned(d["by"]), self.spanned(d["choice"])),
            "expect_trick": lambda d: m.TrickExpectation(self.spanned(d["player"])),
            "set": self.holds,
            "turn": lambda d: m.TurnExpectation(self.spanned(d["player"])),
            "after": self.after,
            "position": self.position,
            "what_if": self.what_if,
            "note": lambda d: m.Note(self.text(d["text"]).strip()),
        }

    def script(self, spot: LocatedValue) -> m.Script:
        games = tuple(self.game(game) for game in _items(_fields(spot)["games"]))
        return m.Script(games, Span(self.source, spot.end, spot.end))

    def game(self, spot: LocatedValue) -> m.ScriptedGame:
        d = _fields(spot)
        players = self.list(d, "players")
        check_names(players)
        return m.ScriptedGame(
            ruleset=self.spanned(d["ruleset"]),
            variants=self.list(d, "variants"),
            preset=self.maybe(d, "preset"),
            title=self.maybe(d, "title"),
            language=_number(d, "language"),
            fingerprint=self.maybe(d, "rules"),
            parts=self.settings(d, "parts"),
            options=self.settings(d, "options"),
            players=players,
            seats=self.list(d, "seats"),
            seed=_number(d, "seed"),
            notes=tuple(note.text.strip() for note in self.list(d, "notes")),
            steps=tuple(self.step(step) for step in (_items(d["steps"]) if "steps" in d else ())),
            span=Span(self.source, spot.start, spot.start + 1),
            comment=self.comment(d),
        ).normal()

    def settings(self, d: dict[str, LocatedValue], key: str) -> tuple[m.OptionSetting, ...]:
        found = _fields(d[key]).items() if key in d else ()
        return tuple(
            m.OptionSetting(m.SpannedText(name, self.span(value)), self.spanned(value)) for name, value in found
        )

    def step(self, spot: LocatedValue) -> m.Step:
        d = _fields(spot)
        step = self.kinds[self.text(d["do"])](d)
        return _placed(step, self.span(spot), self.comment(d))

    def trick(self, d: dict[str, LocatedValue]) -> m.Step:
        plays = [_fields(play) for play in _items(d["plays"])]
        said = tuple(m.CardPlay(self.spanned(play["by"]), self.spanned(play["card"])) for play in plays)
        return m.Trick(said, self.maybe(d, "winner"))

    def holds(self, d: dict[str, LocatedValue]) -> m.Step:
        name = self.spanned(d["name"])
        if "is" in d:
            return m.ValueExpectation(name, (m.OwnerValue(None, self.spanned(d["is"])),))
        each = _fields(d["each"]).items()
        return m.ValueExpectation(
            name, tuple(m.OwnerValue(m.SpannedText(o, self.span(v)), self.spanned(v)) for o, v in each)
        )

    def settled(self, d: dict[str, LocatedValue]) -> m.Step:
        found = self.holds(d)
        assert isinstance(found, m.ValueExpectation)
        return m.SettlementExpectation(found.name, found.entries)

    def after(self, d: dict[str, LocatedValue]) -> m.Step:
        below = [self.step(one) for one in _items(d["expect"])]
        return m.AfterPhase(
            self.spanned(d["phase"]), tuple(one for one in below if isinstance(one, m.ValueExpectation | m.Note))
        )

    def position(self, d: dict[str, LocatedValue]) -> m.Step:
        below = [self.step(one) for one in _items(d["given"])]
        for kind, what in ((m.TurnExpectation, "turn"), (m.Trick, "trick")):
            if len(found := [one for one in below if isinstance(one, kind)]) > 1:
                raise ScriptError(report("E1008", found[1].span, what=what))
        given = tuple(
            one for one in below if isinstance(one, m.ValueExpectation | m.TurnExpectation | m.Trick | m.Note)
        )
        return m.StartPosition(self.spanned(d["phase"]), given)

    def what_if(self, d: dict[str, LocatedValue]) -> m.Step:
        if self.depth >= m.DEEPEST:
            what = "side lines are nested too deep"
            raise ScriptError(report("E1011", self.span(d["do"]), what=what, most=m.DEEPEST))
        self.depth += 1
        steps = tuple(self.step(one) for one in _items(d["steps"]))
        self.depth -= 1
        return m.SideLine(self.maybe(d, "title"), steps)

    # ------------------------------------------------------------------------------------------------ small parts

    def span(self, spot: LocatedValue) -> Span:
        return Span(self.source, spot.start, spot.end)

    def text(self, spot: LocatedValue) -> str:
        """The text form of a scalar or of a list of words."""
        value = spot.value
        if isinstance(value, list):
            return " ".join(self.text(item) for item in value)
        if value is None or isinstance(value, bool):
            return _SPOKEN[value]
        return str(value)

    def spanned(self, spot: LocatedValue) -> m.SpannedText:
        return m.SpannedText(self.text(spot), self.span(spot))

    def maybe(self, d: dict[str, LocatedValue], key: str) -> m.SpannedText | None:
        return self.spanned(d[key]) if key in d else None

    def list(self, d: dict[str, LocatedValue], key: str) -> tuple[m.SpannedText, ...]:
        return tuple(self.spanned(item) for item in _items(d[key])) if key in d else ()

    def comment(self, d: dict[str, LocatedValue]) -> str:
        return self.text(d["comment"]).strip() if "comment" in d else ""


def _placed(step: m.Step, span: Span, comment: str) -> m.Step:
    return replace(step, span=span, comment=comment)


def _fields(spot: LocatedValue) -> dict[str, LocatedValue]:
    assert isinstance(spot.value, dict)
    return spot.value


def _items(spot: LocatedValue) -> list[LocatedValue]:
    assert isinstance(spot.value, list)
    return spot.value


def _number(d: dict[str, LocatedValue], key: str) -> int | None:
    value = d[key].value if key in d else None
    return value if isinstance(value, int) else None
