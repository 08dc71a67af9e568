"""Opens rules by their name, and for scripts."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from ...dsl.checked import CheckedGame
from ...dsl.codes.reporting import ScriptError, report
from ...dsl.loading import DISK, SUFFIX, Files, LoadedGame, load, rulesets
from ...dsl.source.span import Span
from ..engine import Engine
from ..lowering import SettingsError, SettingValue, lower
from ..notation import model as m
from ..notation.repeated import with_places
from ..text.parse import Words
from ..wording.names import suggestion
from .finding import Finder, find_rules, from_here, is_path, named_file
from .header import changed_rules, check_seats, same_head, settings_of, settings_problem
from .opened import OpenedGame

_MOST_VOCABULARIES = 100
_Played = tuple[tuple[Path, ...], tuple[tuple[str, SettingValue], ...], int | None, str | None]
"""The files, options, number of players and preset of an engine."""


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
        self._last: tuple[m.ScriptedGame, Path | None, bool, OpenedGame] | None = None
        """The last opened game without warnings: games that were read as repeated share their headers."""
        self._vocabularies: dict[tuple[Engine, tuple[str, ...] | None], Words] = {}
        self._engines: dict[_Played, Engine] = {}
        self._opened: dict[tuple[Path | str | None, ...], tuple[Path, ...]] = {}
        """The files of rulesets and variants that were opened by name."""

    def for_script(self, game: m.ScriptedGame, near: Path | None = None, *, exact: bool = False) -> OpenedGame:
        """Open the rules of a scripted game.  Raises `ScriptError` for a mistake in its header.

        `exact`: whether it is an error, and not only a warning, if the rules are not those under which the game was
        recorded.
        """
        last = self._last
        if last is not None and (near, exact) == last[1:3] and same_head(game, last[0]):
            return last[3]
        try:
            opened = self._for_script(game, near, exact=exact)
        except ScriptError:
            if game.unplaced is None:
                raise
            return self._for_script(with_places(game), near, exact=exact)
        if not opened.warnings:
            self._last = game, near, exact, opened
        elif game.unplaced is not None:
            return self._for_script(with_places(game), near, exact=exact)
        return opened

    def _for_script(self, game: m.ScriptedGame, near: Path | None, *, exact: bool) -> OpenedGame:
        names = (game.ruleset, *game.variants)
        paths = tuple(self._path(one, near) for one in names)
        rules = self._rules(names, paths)
        options = settings_of(game, rules)
        preset = game.preset.text if game.preset is not None else None
        try:
            engine = self._engine(paths, rules, options, len(game.players) or None, preset)
        except SettingsError as error:
            raise ScriptError(settings_problem(game, error)) from None
        check_seats(game, engine.program)
        changed = tuple(changed_rules(game, rules, engine.program, exact=exact))
        for found in changed:
            if found.severity == "error":
                raise ScriptError(found)
        return OpenedGame(rules, engine, self._words(engine, game.names or None), changed)

    def for_script_under(
        self, game: m.ScriptedGame, ruleset: str | None, options: Mapping[str, str], near: Path | None
    ) -> OpenedGame:
        """Open other rules for a script: another ruleset, or its own with other options.

        Options of the script that the other ruleset does not have are left out; it must have the given ones.  Raises
        `ScriptError`.
        """
        name = m.SpannedText(ruleset, game.ruleset.span) if ruleset is not None else game.ruleset
        given = tuple(
            m.OptionSetting(m.SpannedText(key, game.span), m.SpannedText(value, game.span))
            for key, value in options.items()
        )
        bare = replace(game, ruleset=name, fingerprint=None, parts=(), options=())
        if ruleset is not None:
            bare = replace(bare, variants=(), preset=None)
        known = {option.name for option in self.for_script(bare, near).game.options}
        kept = tuple(one for one in game.options if one.name.text in known and one.name.text not in options)
        return self.for_script(replace(bare, options=(*kept, *given)), near)

    def open(
        self,
        ruleset: str | m.SpannedText,
        options: Mapping[str, SettingValue] | None = None,
        players: int | None = None,
        seats: tuple[str, ...] | None = None,
        *,
        preset: str | None = None,
        variants: Sequence[str | m.SpannedText] = (),
        near: Path | None = None,
    ) -> OpenedGame:
        """Open a ruleset by its name or the path of a rule file, without a script.

        `variants` are laid over it in this order; each is a name or a path, with its place if it has one.  `options`
        replace those of the `preset`.  `near`: a folder whose rule files come before those that ship.
        Raises `ScriptError` if there are no such rules or they have mistakes, `SettingsError` for options or a number
        of players that do not fit them.
        """
        said = (ruleset, *variants)
        names = tuple(m.SpannedText(one, Span.of_name(one)) if isinstance(one, str) else one for one in said)
        key = near, *(one.text for one in names)
        paths = self._opened.get(key)
        if paths is None:
            paths = tuple(named_file(one.text) or self._path(one, near, script=False) for one in names)
            self._opened[key] = paths
        rules = self._rules(names, paths)
        engine = self._engine(paths, rules, options or {}, players, preset)
        return OpenedGame(rules, engine, self._words(engine, seats))

    def _words(self, engine: Engine, seats: tuple[str, ...] | None) -> Words:
        key = (engine, seats)
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

    def _path(self, said: m.SpannedText, near: Path | None, *, script: bool = True) -> Path:
        try:
            path = self._find(said.text, near)
        except (OSError, ValueError):
            path = None
        if path is None:
            help = suggestion(said.text, self._known(), "there are")
            if is_path(said.text):
                relative = " relative to the script" if script and near is not None else ""
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
            loaded = self._loaded[paths] = load(paths[0], paths[1:], files=self._files, advice=False)
        if loaded.game is None:
            errors = [one for one in loaded.diagnostics if one.severity == "error"]
            why = "it has a mistake" if len(errors) == 1 else f"it has {len(errors)} mistakes"
            notes = tuple((one.span, one.message) for one in errors[:3])
            places = {str(path): name for name, path in zip(names, paths, strict=True)}
            said = places.get(errors[0].span.source.name, names[0]) if errors else names[0]
            path = from_here(paths[names.index(said)])
            help = f"see `hoyle check {path}`" if said is names[0] or len(errors) > len(notes) else None
            raise ScriptError(report("E1031", said.span, name=said.text, why=why, help=help, notes=notes))
        return loaded.game
