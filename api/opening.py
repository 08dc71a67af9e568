"""Rules in any form: a name, a path, the text of a rule file, a `Source`, a loaded game, or `hoyle.Rules`.

`checked` gives the checked game, `lowered` the program of a game at some settings.  Whatever is wrong raises
`RulesError`, with every mistake in its `diagnostics`.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias, TypeGuard

from ..dsl.checked import CheckedGame
from ..dsl.loading import DISK, LoadedGame, find_ruleset, load
from ..dsl.source.span import Source

if TYPE_CHECKING:  # `hoyle check` needs nothing of the interpreter before the rules are right
    from ..interpreter.game import Rules
    from ..interpreter.lowering import Settings, SettingValue
    from ..interpreter.program import Program

AnyRules: TypeAlias = "str | Path | Source | LoadedGame | CheckedGame | Rules"
"""Rules in any form.  A text of several lines is a rule file; any other text is a name or a path."""
Variants = Iterable[str | Path | Source] | str | Path | Source
OptionValues: TypeAlias = "Mapping[str, SettingValue]"
PlayerNames = str | Iterable[str]
"""The name of one player, who takes every seat; or names, which are used in turn around the table."""


def source_of(rules: str | Path | Source) -> str | Path | Source:
    """What `dsl.loading.load` takes: the text of a rule file as a `Source`, a path, or a name."""
    if isinstance(rules, str):
        if "\n" in rules:
            return Source("<text>", rules)
        if "/" in rules or rules.endswith(".hoyle"):
            path = Path(rules)
            shipped = find_ruleset(path.stem) if path.name == rules and not DISK.exists(path) else None
            return shipped or path
        return find_ruleset(rules, Path()) or rules
    return rules


def loaded(rules: AnyRules, variants: Variants = (), *, advice: bool = True) -> LoadedGame:
    """Load rules, with variants laid over them.  Mistakes are in the diagnostics of what is returned.

    Without `advice`, what only a reader of the rules needs, examples and warnings, is left out.
    """
    over = [source_of(one) for one in several(variants)]
    if isinstance(rules, str | Path | Source):
        return load(source_of(rules), over, advice=advice)
    from ..interpreter.errors import wrong

    if over:
        raise wrong("variants are laid over rules when these are loaded; give their name, path or text")
    if isinstance(rules, LoadedGame):
        return rules
    if isinstance(rules, CheckedGame):
        return LoadedGame(rules, ())
    from ..interpreter.game import Rules

    if not isinstance(rules, Rules):  # people err
        raise wrong(f"rules are a name, a path, a text, or rules that were loaded, not {rules!r}")
    return LoadedGame(rules.opened.game, ())


def are_opened(rules: AnyRules) -> TypeGuard[Rules]:
    """Whether rules that `loaded` takes are `hoyle.Rules`.  What games are played with need not be loaded to say no."""
    return not isinstance(rules, str | Path | Source | LoadedGame | CheckedGame)


def several(variants: Variants) -> tuple[str | Path | Source, ...]:
    """The variants one by one."""
    return (variants,) if isinstance(variants, str | Path | Source) else tuple(variants)


def checked(rules: AnyRules, variants: Variants = (), *, advice: bool = True) -> CheckedGame:
    """The checked game of some rules; see `loaded`.  Raises `RulesError` with all errors if they have any."""
    found = loaded(rules, variants, advice=advice)
    if found.game is None:
        from ..interpreter.errors import RulesError

        raise RulesError(*(one for one in found.diagnostics if one.severity == "error"))
    return found.game


def settled(game: CheckedGame, options: OptionValues | None, preset: str | None, players: int | None) -> Settings:
    """The settings of a game.  Raises `RulesError` with everything that does not fit."""
    from ..interpreter.errors import unfit
    from ..interpreter.lowering import SettingsError, settle
    from ..interpreter.opening.options import given_options

    try:
        return settle(game, given_options(options), players, preset)
    except SettingsError as error:
        raise unfit(error, game.name or game.title) from None


def lowered(
    rules: AnyRules,
    variants: Variants = (),
    *,
    options: OptionValues | None = None,
    preset: str | None = None,
    seats: int | None = None,
    names: tuple[str, ...] = (),
) -> tuple[CheckedGame, Program]:
    """A game and its program for `seats` players, or for the usual number.

    `names` are the players; if there are more of them than usually play, as many seats are taken as there are names.
    `hoyle.Rules` have their options and number of players already.  Raises `RulesError`.
    """
    from ..interpreter.errors import unfit, wrong
    from ..interpreter.lowering import SettingsError, lower
    from ..interpreter.opening.options import given_options

    game = checked(rules, variants, advice=False)
    if are_opened(rules):
        if options or preset is not None or seats not in (None, rules.program.players):
            raise wrong("these rules have their options and players already; give a name, a path or a text")
        return game, rules.program
    if seats is None and len(names) > game.players[2] and len(names) in game.counts:
        seats = len(names)
    try:
        return game, lower(game, given_options(options), seats, preset)
    except SettingsError as error:
        raise unfit(error, game.name or game.title) from None


def source_folders() -> list[Path]:
    """The folders in HOYLE_SOURCES, in which cited documents are searched."""
    return [Path(one) for one in os.environ.get("HOYLE_SOURCES", "").split(os.pathsep) if one]
