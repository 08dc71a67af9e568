"""Opens the rules of a table, shipped or brought by somebody, and says in words what is wrong with them."""

from __future__ import annotations

from functools import lru_cache

from ...dsl.checked import CheckedGame
from ...dsl.codes.reporting import ScriptError
from ...dsl.loading import load, rulesets
from ...dsl.source.span import Source
from ...interpreter.engine import Engine
from ...interpreter.lowering import SettingsError, lower
from ...interpreter.opening.opened import OpenedGame
from ...interpreter.players.registry import UnknownPlayer, maker
from ...interpreter.program import Program
from ...interpreter.text.parse import Words
from ..refusals import refuse
from ..table.entries import Json, RulesChosen

LONGEST_RULES = 200_000
"""The most characters of a rule file that somebody brings."""
FILE = "rules.hoyle"
"""What a rule file that somebody brings is called in messages."""


@lru_cache(maxsize=64)
def checked(ruleset: str, variants: tuple[str, ...], text: str | None) -> CheckedGame:
    """The checked game.  Names are those of the rulesets that ship, never paths.  Raises `Refusal`."""
    known = rulesets()
    for name in (*([] if text is not None else [ruleset]), *variants):
        if name not in known:
            raise refuse("S20", name=name)
    whole = known[ruleset] if text is None else Source(FILE, text)
    found = load(whole, [known[name] for name in variants], advice=False)
    if found.game is None:
        errors = [one for one in found.diagnostics if one.severity == "error"]
        notes = [f"line {one.span.line}: {one.message} ({one.code})" for one in errors]
        raise refuse("S21", *notes, why=notes[0] if notes else "they cannot be read")
    return found.game


@lru_cache(maxsize=128)
def lowered(rules: RulesChosen) -> tuple[CheckedGame, Program]:
    """The game and its program.  Raises `Refusal`."""
    game = checked(rules.ruleset, rules.variants, rules.text)
    try:
        program = lower(game, dict(rules.options), rules.players or None, rules.preset)
    except SettingsError as error:
        problems = [one.message for one in error.problems]
        raise refuse("S22", *problems, why="; ".join(problems)) from None
    return game, program


@lru_cache(maxsize=512)
def opened(rules: RulesChosen, names: tuple[str, ...]) -> OpenedGame:
    """The rules ready to be played by seats with these names.  Raises `Refusal`."""
    game, program = lowered(rules)
    if len(names) != program.players:
        raise refuse("S25", players=program.players, chairs=len(names))
    try:
        return OpenedGame(game, _engine(rules), Words(lowered(rules)[1], names))
    except ScriptError as error:
        raise refuse("S22", why=error.diagnostic.message) from None


@lru_cache(maxsize=128)
def _engine(rules: RulesChosen) -> Engine:
    return Engine(lowered(rules)[1])


def about(rules: RulesChosen, *, play: bool = False) -> Json:
    """What a page needs to know of some rules before a table is opened.  `play`: play a few games first, as `hoyle
    check` does.  Raises `Refusal`.
    """
    game, program = lowered(rules)
    if play and rules.text is not None:
        from ...api.checking import check

        result = check(rules.text)
        errors = [one for one in result.diagnostics if one.severity == "error"]
        if errors:
            notes = [f"line {one.line}: {one.message} ({one.code})" for one in errors]
            raise refuse("S21", *notes, why=notes[0])
    from ...cli.pages.studio.switches import switches

    return {**switches(game, dict(rules.options), rules.players or None), "seats": program.players}


def known_player(name: str) -> None:
    """Raise `Refusal` if there is no player of that name."""
    try:
        maker(name)
    except UnknownPlayer:
        raise refuse("S24", name=name) from None
