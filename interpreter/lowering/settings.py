"""Settings: the options and the number of players with which a game is to be played."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ...dsl.checked import CheckedGame, OptionSymbol
from ...dsl.resolve.options import describe
from ...dsl.source.nearest import nearest

SettingValue = int | str | bool


@dataclass(frozen=True, slots=True)
class SettingProblem:
    """One error in the settings: the option (or `players`), what is wrong, and perhaps what was meant."""

    name: str
    message: str
    help: str | None = None


class SettingsError(ValueError):
    """The settings do not fit the game; `problems` lists each error."""

    def __init__(self, problems: tuple[SettingProblem, ...]) -> None:
        super().__init__("; ".join(p.message for p in problems))
        self.problems = problems


@dataclass(frozen=True)
class Settings:
    """Every option with its value as a number, and the number of players."""

    values: Mapping[OptionSymbol, int]
    players: int

    def words(self) -> dict[str, SettingValue]:
        """The options by name, with their values as an author writes them."""
        return {option.name: option_word(option, value) for option, value in self.values.items()}


def option_word(option: OptionSymbol, value: int) -> SettingValue:
    """The value of an option as it is written: a number, a word, or a bool for yes and no."""
    match option.type.kind:
        case "flag":
            return bool(value)
        case "word":
            return option.words[value]
        case _:
            return value


def settle(
    game: CheckedGame,
    options: Mapping[str, SettingValue] | None = None,
    players: int | None = None,
    preset: str | None = None,
) -> Settings:
    """Determine the settings of a game: the defaults, replaced by the values of a preset, replaced by these options;
    and the number of players.

    Option values may be numbers, words, flags, or any of them as text.  Raises `SettingsError` with all errors.
    """
    problems: list[SettingProblem] = []
    low, high, default = game.players
    number = default if players is None else players
    if number not in game.counts:
        span = str(low) if low == high else f"{low} to {high}"
        if len(game.counts) <= high - low:
            span = " or ".join(map(str, game.counts))
        problems.append(SettingProblem("players", f"`{game.title}` is for {span} players, not {number}"))
    values = {option: option.default for option in game.options}
    known = {option.name: option for option in game.options}
    if preset is not None:
        presets = dict(game.presets)
        if preset in presets:
            values |= dict(presets[preset])
        else:
            near = nearest(preset, presets)
            help = f"did you mean `{near}`?" if near else "it has " + (", ".join(f"`{p}`" for p in presets) or "none")
            problems.append(SettingProblem("preset", f"`{game.title}` has no preset `{preset}`", help))
    for name, given in (options or {}).items():
        option = known.get(name)
        if option is None:
            near = nearest(name, known)
            help = f"did you mean `{near}`?" if near else "it has " + ", ".join(f"`{k}`" for k in known)
            problems.append(SettingProblem(name, f"`{game.title}` has no option `{name}`", help))
            continue
        value = _read(option, given)
        if value is None:
            shown = describe(option)
            text = ("yes" if given else "no") if isinstance(given, bool) else given
            near = nearest(str(text), option.words)
            problems.append(
                SettingProblem(
                    name,
                    f"option `{name}` cannot be `{text}`: it is {shown}",
                    f"did you mean `{near}`?" if near else None,
                )
            )
            continue
        values[option] = value
    if problems:
        raise SettingsError(tuple(problems))
    return Settings(values, number)


def _read(option: OptionSymbol, given: SettingValue) -> int | None:
    type = option.type
    if type.kind == "flag":
        return {"yes": 1, "true": 1, "no": 0, "false": 0}.get(str(given).lower())
    if type.kind == "word":
        return option.words.index(given) if given in option.words else None
    text = str(given)
    if isinstance(given, bool) or not text.removeprefix("-").isdecimal() or len(text) > 12:
        return None
    value = int(text)
    allowed = option.values is None or value in option.values
    return value if allowed and type.low <= value <= type.high else None
