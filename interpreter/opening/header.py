"""What the head of a script says of its rules: settings, and the rules under which it was recorded."""

from __future__ import annotations

from collections.abc import Iterable

from ...dsl.checked import LANGUAGE, CheckedGame
from ...dsl.codes.reporting import ScriptError, report
from ...dsl.provenance.fingerprints import VERSION, changed_parts, name_of_part
from ...dsl.source.diagnostics import Diagnostic
from ...dsl.source.span import Span
from ..lowering import SettingsError, SettingValue
from ..notation import model as m
from ..program import Program
from ..wording.names import suggestion
from .options import spelled


def settings_of(game: m.ScriptedGame, rules: CheckedGame) -> dict[str, SettingValue]:
    """The options that a script sets.  Raises `ScriptError` for an option that the rules do not have, and for a
    version of the language that this program does not read.
    """
    options: dict[str, SettingValue] = {}
    known = {option.name: option for option in rules.options}
    for setting in game.options:
        if setting.name.text not in known:
            help = suggestion(setting.name.text, known, "it has")
            raise ScriptError(report("E1032", setting.name.span, name=setting.name.text, game=rules.title, help=help))
        options[setting.name.text] = spelled(setting.value.text)
    if game.language is not None and game.language != LANGUAGE:
        raise ScriptError(report("E1037", game.span, wanted=game.language))
    return options


def check_seats(game: m.ScriptedGame, program: Program) -> None:
    """Raise `ScriptError` if the script says for another number of players who plays them."""
    if game.seats and len(game.seats) != program.players:
        why = f"there are {program.players} players, and `seats` says who plays {len(game.seats)} of them"
        raise ScriptError(report("E1034", game.seats[-1].span, why=why))


def same_head(one: m.ScriptedGame, other: m.ScriptedGame) -> bool:
    """Whether two games share all parts of their headers on which the opened game depends."""
    return (
        one.ruleset is other.ruleset
        and one.variants is other.variants
        and one.preset is other.preset
        and one.options is other.options
        and one.players is other.players
        and one.seats is other.seats
        and one.fingerprint is other.fingerprint
        and one.parts is other.parts
        and one.language == other.language
    )


def settings_problem(game: m.ScriptedGame, error: SettingsError) -> Diagnostic:
    """The first error in the settings, at the line that it is about."""
    first = error.problems[0]
    if first.name == "players":
        span = game.players[0].span.to(game.players[-1].span) if game.players else game.ruleset.span
        return report("E1034", span, why=first.message, help=first.help)
    spans: dict[str, Span] = {setting.name.text: setting.value.span for setting in game.options}
    if first.name == "preset" and game.preset is not None:
        spans["preset"] = game.preset.span
    default = game.options[0].name.span if game.options and first.name == "options" else game.ruleset.span
    return report("E1033", spans.get(first.name, default), why=first.message, help=first.help)


def changed_rules(game: m.ScriptedGame, rules: CheckedGame, program: Program, *, exact: bool) -> Iterable[Diagnostic]:
    """The warning (with `exact`, the error) that the rules are not those of the script, and which of them changed."""
    said = game.fingerprint
    if said is None or said.text == program.fingerprint:
        return
    if said.text == program.former_fingerprint:
        yield report("W1039", said.span, name=game.ruleset.text, help=f"write `rules {program.fingerprint}`")
        return
    help, notes = f"they were {said.text}, they are {program.fingerprint}", ()
    if game.parts and said.text.startswith(f"{VERSION}-"):
        names = changed_parts({part.name.text: part.value.text for part in game.parts}, program.parts)
        help = f"what is different: {', '.join(names) or _ORDER}"
        places = {name_of_part(declaration): declaration.span for declaration in reversed(rules.tree.declarations)}
        notes = tuple((places[name], f"`{name}` reads otherwise now") for name in names if name in places)
    name = game.ruleset.text
    yield report("E1038" if exact else "W1036", said.span, name=name, help=help, notes=notes[:_MOST_NOTES])


_ORDER = "the order in which its parts are declared"
_MOST_NOTES = 5
