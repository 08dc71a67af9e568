"""What a game needs before its first card: the ruleset, its options and number of players, and an engine."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from ...dsl.checked import LANGUAGE, CheckedGame
from ...dsl.codes.scripts import ScriptError, report
from ...dsl.loading import DISK, SUFFIX, Files, LoadedGame, find_ruleset, load, rulesets
from ...dsl.provenance.fingerprints import changed_parts, name_of_part
from ...dsl.source.diagnostics import Diagnostic
from ...dsl.source.span import Source, Span
from ..engine import Engine
from ..lowering import SettingsError, SettingValue, lower
from ..notation import model as m
from ..notation.repeated import with_places
from ..text.parse import Words
from .names import Names, suggestion
from .outcomes import Outcomes
from .reasons import Reasons

_MOST_VOCABULARIES = 100


@dataclass(frozen=True)
class Table:
    """A game that is ready to be played: its rules, an engine for them, the words with the players' names, and
    warnings.
    """

    game: CheckedGame
    engine: Engine
    words: Words
    warnings: tuple[Diagnostic, ...] = ()

    def __post_init__(self) -> None:
        self.words.outcome = self.outcomes.sentence

    @cached_property
    def outcomes(self) -> Outcomes:
        """Describes what rows of tables did, in the words of the rules."""
        return Outcomes(self.game, self.engine.program)

    @cached_property
    def names(self) -> Names:
        """The meanings of the words of a script at this table."""
        return Names(self.words)

    @cached_property
    def reasons(self) -> Reasons:
        """Explains why choices are not legal, in the words of the rules."""
        return Reasons(self.game, self.engine.program)


_Played = tuple[tuple[Path, ...], tuple[tuple[str, SettingValue], ...], int | None, str | None]
"""The files, options, number of players and preset of an engine."""

Finder = Callable[[str, Path | None], Path | None]
"""Finds the rule file for the name of a ruleset and the folder of the script."""


def find_rules(name: str, near: Path | None) -> Path | None:
    """Find a rule file by its path relative to the script, or a ruleset by its name."""
    if "/" in name or name.endswith(SUFFIX):
        path = Path(name)
        if path.is_absolute() or path.suffix != SUFFIX or "\0" in name:
            return None
        path = (near or Path()) / path
        return path if path.is_file() else None
    return find_ruleset(name, near)


def named_file(name: str) -> Path | None:
    """The rule file that is named on a command line or in a program: a path, or `benny.hoyle` for a file that comes
    with Hoyle.

    None if there is no such file; the name may still be that of a ruleset.
    """
    if not name.endswith(SUFFIX) or "\0" in name:
        return None
    path = Path(name)
    return path if path.is_file() else find_ruleset(name.removesuffix(SUFFIX))


class Rulesets:
    """Finds, loads and lowers rulesets: each file, and each combination of settings, only once."""

    def __init__(
        self,
        find: Finder = find_rules,
        known: Callable[[], Iterable[str]] = rulesets,
        *,
        ascii: bool = False,
        files: Files = DISK,
    ) -> None:
        self._files = files
        self._find = find
        self._known = known
        self._ascii = ascii
        self._loaded: dict[tuple[Path, ...], LoadedGame] = {}
        self._last: tuple[m.ScriptedGame, Path | None, bool, Table] | None = None
        """The last table without warnings: games that were read as repeated share their headers."""
        self._vocabularies: dict[tuple[int, tuple[str, ...] | None], Words] = {}
        self._engines: dict[_Played, Engine] = {}
        self._opened: dict[tuple[str, ...], tuple[Path, ...]] = {}
        """The files of rulesets and variants that were opened by name."""

    def table(self, game: m.ScriptedGame, near: Path | None = None, *, exact: bool = False) -> Table:
        """The table for a scripted game.  Raises `ScriptError` for a mistake in its header.

        `exact`: whether it is an error, and not only a warning, if the rules are not those under which the game was
        recorded.
        """
        last = self._last
        if last is not None and (near, exact) == last[1:3] and _same_head(game, last[0]):
            return last[3]
        try:
            table = self._table(game, near, exact=exact)
        except ScriptError:
            if game.unplaced is None:
                raise
            return self._table(with_places(game), near, exact=exact)
        if not table.warnings:
            self._last = game, near, exact, table
        elif game.unplaced is not None:
            return self._table(with_places(game), near, exact=exact)
        return table

    def _table(self, game: m.ScriptedGame, near: Path | None, *, exact: bool) -> Table:
        paths = self._paths(game.ruleset, game.variants, near)
        rules = self._rules((game.ruleset, *game.variants), paths)
        options: dict[str, SettingValue] = {}
        known = {option.name: option for option in rules.options}
        for setting in game.options:
            if setting.name.text not in known:
                help = suggestion(setting.name.text, known, "it has")
                span = setting.name.span
                raise ScriptError(report("E1032", span, name=setting.name.text, game=rules.title, help=help))
            options[setting.name.text] = _option_value(setting.value.text)
        if game.language is not None and game.language != LANGUAGE:
            raise ScriptError(report("E1037", game.span, wanted=game.language))
        try:
            preset = game.preset.text if game.preset is not None else None
            engine = self._engine(paths, rules, options, len(game.players) or None, preset)
        except SettingsError as error:
            raise ScriptError(_problem(game, error)) from None
        if game.seats and len(game.seats) != engine.program.players:
            why = f"there are {engine.program.players} players, and `seats` says who plays {len(game.seats)} of them"
            raise ScriptError(report("E1034", game.seats[-1].span, why=why))
        changed = tuple(_changed(game, rules, engine, exact=exact))
        if changed and exact:
            raise ScriptError(changed[0])
        return Table(rules, engine, self._words(engine, game.names or None), changed)

    def open(
        self,
        ruleset: str,
        options: Mapping[str, SettingValue] | None = None,
        players: int | None = None,
        seats: tuple[str, ...] | None = None,
        *,
        preset: str | None = None,
        variants: Sequence[str] = (),
    ) -> Table:
        """A table for a ruleset, by its name or the path of a rule file, without a script.

        `variants` are laid over it in this order; each is a name or a path.  `options` replace those of the `preset`.
        Raises `ScriptError` if there are no such rules or they have mistakes, `SettingsError` for options or a number
        of players that do not fit them.
        """
        said = m.SpannedText(ruleset, Span(Source(ruleset, ""), 0, 0))
        over = tuple(m.SpannedText(variant, Span(Source(variant, ""), 0, 0)) for variant in variants)
        paths = self._opened.get((ruleset, *variants))
        if paths is None:
            paths = tuple(named_file(one.text) or self._path(one, None) for one in (said, *over))
            self._opened[ruleset, *variants] = paths
        rules = self._rules((said, *over), paths)
        engine = self._engine(paths, rules, options or {}, players, preset)
        return Table(rules, engine, self._words(engine, seats))

    def _paths(self, ruleset: m.SpannedText, variants: Sequence[m.SpannedText], near: Path | None) -> tuple[Path, ...]:
        """The rule file of a ruleset, and those of its variants."""
        return tuple(self._path(one, near) for one in (ruleset, *variants))

    def _words(self, engine: Engine, seats: tuple[str, ...] | None) -> Words:
        key = (id(engine), seats)
        found = self._vocabularies.get(key)
        if found is None:
            found = self._vocabularies[key] = Words(engine.program, seats, ascii=self._ascii)
            if len(self._vocabularies) > _MOST_VOCABULARIES:
                del self._vocabularies[next(iter(self._vocabularies))]
        return found

    def _engine(
        self,
        paths: tuple[Path, ...],
        rules: CheckedGame,
        options: Mapping[str, SettingValue],
        players: int | None,
        preset: str | None,
    ) -> Engine:
        key = (paths, tuple(options.items()), players, preset)
        engine = self._engines.get(key)
        if engine is None:
            engine = self._engines[key] = Engine(lower(rules, options, players, preset))
        return engine

    def _path(self, said: m.SpannedText, near: Path | None) -> Path:
        try:
            path = self._find(said.text, near)
        except (OSError, ValueError):
            path = None
        if path is None:
            help = suggestion(said.text, self._known(), "there are")
            if "/" in said.text or said.text.endswith(SUFFIX):
                relative = " relative to the script" if near is not None else ""
                help = f"a rule file is named by its path{relative}, and ends in `{SUFFIX}`"
            raise ScriptError(report("E1030", said.span, name=said.text, help=help))
        return path

    def _rules(self, names: tuple[m.SpannedText, ...], paths: tuple[Path, ...]) -> CheckedGame:
        """Load the game of a rule file and its variants, which the script calls `names`.

        Raises `ScriptError` if there are mistakes: at the name of the variant that has the first one, or else of the
        ruleset.
        """
        loaded = self._loaded.get(paths)
        if loaded is None:
            loaded = self._loaded[paths] = load(paths[0], paths[1:], files=self._files)
        if loaded.game is None:
            errors = [one for one in loaded.diagnostics if one.severity == "error"]
            why = "it has a mistake" if len(errors) == 1 else f"it has {len(errors)} mistakes"
            notes = tuple((one.span, one.message) for one in errors[:3])
            places = {str(path): name for name, path in zip(names, paths, strict=True)}
            said = places.get(errors[0].span.source.name, names[0]) if errors else names[0]
            help = f"see `hoyle check {said.text}`" if said is names[0] or len(errors) > len(notes) else None
            raise ScriptError(report("E1031", said.span, name=said.text, why=why, help=help, notes=notes))
        return loaded.game


def _same_head(one: m.ScriptedGame, other: m.ScriptedGame) -> bool:
    """Whether two games share all parts of their headers on which a table depends."""
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


def _option_value(text: str) -> SettingValue:
    """An option value as it is written.  A word with blanks stands for the name with underscores; the type of the
    option decides how numbers and flags are read.
    """
    return text.replace(" ", "_")


def _problem(game: m.ScriptedGame, error: SettingsError) -> Diagnostic:
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


def _changed(game: m.ScriptedGame, rules: CheckedGame, engine: Engine, *, exact: bool) -> Iterable[Diagnostic]:
    """The warning (with `exact`, the error) that the rules are not those of the script, and which of them changed."""
    said, program = game.fingerprint, engine.program
    if said is None or said.text == program.fingerprint:
        return
    help, notes = f"they were {said.text}, they are {program.fingerprint}", ()
    if game.parts:
        names = changed_parts({part.name.text: part.value.text for part in game.parts}, program.parts)
        help = f"what is different: {', '.join(names)}" if names else _UNCHANGED
        places = {name_of_part(declaration): declaration.span for declaration in reversed(rules.tree.declarations)}
        notes = tuple((places[name], f"`{name}` reads otherwise now") for name in names if name in places)
    code = "E1038" if exact else "W1036"
    yield report(code, said.span, name=game.ruleset.text, help=help, notes=notes[:_MOST_NOTES])


_UNCHANGED = "nothing that bears on how a game goes: citations, descriptions or rulings"
_MOST_NOTES = 5
