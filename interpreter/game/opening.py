"""Opens rules by their name, and begins games of them."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, cast

from ...dsl.codes.reporting import ScriptError
from ...dsl.loading import load
from ...dsl.source.span import Source
from ..arguments import whole
from ..engine import State
from ..errors import CALL, GameError, RulesError, translated, unfit, wrong
from ..lowering import SettingsError, SettingValue, lower
from ..notation.header import check_names
from ..notation.model import SpannedText
from ..opening.finding import named_file
from ..opening.opened import OpenedGame
from ..opening.options import given_options
from ..opening.rulesets import Rulesets
from ..records import Listener
from .deals import FixedDeal
from .game import Game
from .setup import FORMAT, ExecutorName, Setup, from_plain_data, unreadable

_MOST_OPENED = 32


class Rules(Setup):
    """A ruleset with fixed variants, options and number of players.  `start` begins a game of it.

    rules = hoyle.rules("whist")
    game = rules.start(seed=3)
    """

    def start(
        self,
        seed: int | None = None,
        *,
        index: int = 0,
        deal: FixedDeal | None = None,
        listener: Listener | None = None,
    ) -> Game:
        """Begin a new game and run it to its first question.

        seed      from 0 to 2^63 - 1; without one, a random one is used (see `game.seed`).  The same seed gives the same
                  cards with either executor.
        index     the number of a game in a batch: game `index` depends only on the seed and this number.
        deal      cards fixed by hand (see `deals`): hands, the card turned up, the next cards of the stock, the dealer.
        listener  called with every record of what happens from now on, and with the slots at that time.

        Raises `GameError` if the rules do not deal what `deal` fixes, `Fault` for an error of the rules.
        """
        return Game.begun(self, seed, index, deal, listener)

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle the names and settings with which the rules were opened; they are opened again."""
        options = tuple(self.options.items())
        return _reopened, (self.ruleset, self.variants, options, self.seats, self._wanted, self.program.fingerprint)

    def __deepcopy__(self, memo: object) -> Rules:
        return self  # nothing of it changes

    def at(self, state: State) -> Game:
        """A game that continues from a state of the low-level engine.  The state itself is not changed.

        Raises `GameError` if the state does not belong to these rules.
        """
        return Game.taken_up(self, state)

    def from_json(self, data: Mapping[str, Any]) -> Game:
        """The game that `Game.to_json` wrote for these rules.  Raises `GameError` if the data is not such a game, or
        belongs to other rules.
        """
        try:
            return Game.taken_up(self, self.engine.from_json(data.get("state")), _seed(data))
        except AttributeError:
            raise unreadable("it has another form") from None
        except ValueError as error:
            raise unreadable(str(error)) from None


def rules(
    ruleset: str | Path,
    *,
    variants: Iterable[str | Path] | str | Path = (),
    preset: str | None = None,
    options: Mapping[str, SettingValue] | None = None,
    players: int | Iterable[str] | None = None,
    executor: ExecutorName | None = None,
) -> Rules:
    """Rules to play many games by; the arguments are those of `open`.

        rules = hoyle.rules("newberry_euchre", options={"target": 7})
        games = [rules.start(seed) for seed in range(100)]

    The same arguments give the same object, as long as none of the rule files has changed.  Raises `RulesError` and
    `GameError` as `open` does.
    """
    count = whole(players)
    names = None if players is None or count is not None else _names(players)
    count = count if names is None else len(names)
    over = (str(variants),) if isinstance(variants, str | Path) else tuple(map(str, variants))
    settings = given_options(options)
    key = str(ruleset), over, preset, tuple(sorted(settings.items())), count, names, executor, str(Path.cwd())
    kept = _opened.get(key)
    if kept is not None and kept[1] == _stamps(kept[1]):
        _opened.move_to_end(key)
        return kept[0]
    if executor not in (None, "python", "wasm"):
        raise wrong(f"executor is 'python' or 'wasm', not {executor!r}")
    try:
        if any("\n" in one for one in (str(ruleset), *over)):
            opened = _opened_text(str(ruleset), over, settings, count, names, preset)
        else:
            opened = Rulesets().open(str(ruleset), settings, count, names, preset=preset, variants=over)
    except ScriptError as error:
        raise RulesError(error.diagnostic) from None
    except SettingsError as error:
        raise unfit(error, str(ruleset)) from None
    made = Rules(str(ruleset), over, opened, executor)
    files = {declaration.span.source.name for declaration in opened.game.tree.declarations}
    _opened[key] = made, _stamps(dict.fromkeys(files, (0, 0)))
    while len(_opened) > _MOST_OPENED:
        _opened.popitem(last=False)
    return made


def _opened_text(
    text: str,
    variants: tuple[str, ...],
    options: Mapping[str, SettingValue] | None,
    players: int | None,
    names: tuple[str, ...] | None,
    preset: str | None,
) -> OpenedGame:
    """Open rules of which one at least is the text of a rule file.  Raises `RulesError` with all mistakes."""
    whats = [Source("<text>", one) if "\n" in one else named_file(one) or one for one in (text, *variants)]
    found = load(whats[0], whats[1:], advice=False)
    if found.game is None:
        raise RulesError(*(one for one in found.diagnostics if one.severity == "error"))
    return OpenedGame.lowered(found.game, lower(found.game, options, players, preset), names)


@from_plain_data
def _reopened(
    ruleset: str,
    variants: tuple[str, ...],
    options: tuple[tuple[str, SettingValue], ...],
    seats: tuple[str, ...],
    executor: ExecutorName | None,
    fingerprint: str,
) -> Rules:
    """The rules that were pickled.  Raises `RulesError` if they cannot be opened, `GameError` if they have changed."""
    found = rules(ruleset, variants=variants, options=dict(options), players=seats, executor=executor)
    if found.program.fingerprint != fingerprint:
        raise unreadable(f"`{found.program.title}` has changed since")
    return found


def _names(players: object) -> tuple[str, ...]:
    """The names of the players.  Raises `GameError` if labels and scripts could not distinguish them."""
    if isinstance(players, str) or not isinstance(players, Iterable):
        raise wrong(f"players are a number or several names, not {players!r} alone")
    names = tuple(str(name) for name in cast("Iterable[object]", players))
    translated(lambda: check_names(SpannedText(name, CALL) for name in names))
    return names


_Stamps = dict[str, tuple[int, int]]
_opened: OrderedDict[tuple[object, ...], tuple[Rules, _Stamps]] = OrderedDict()


def _stamps(files: Iterable[str]) -> _Stamps:
    """The time of the last change and the size of each file."""
    found: _Stamps = {}
    for name in files:
        try:
            status = Path(name).stat()
        except (OSError, ValueError):
            found[name] = (0, 0)
        else:
            found[name] = (status.st_mtime_ns, status.st_size)
    return found


def open(
    ruleset: str | Path,
    *,
    variants: Iterable[str | Path] | str | Path = (),
    preset: str | None = None,
    options: Mapping[str, SettingValue] | None = None,
    players: int | Iterable[str] | None = None,
    seed: int | None = None,
    deal: FixedDeal | None = None,
    listener: Listener | None = None,
    executor: ExecutorName | None = None,
) -> Game:
    """Begin a new game of a ruleset and run it to its first question.

        game = hoyle.open("newberry_euchre", preset="club euchre", options={"target": 7}, seed=3)

    ruleset   the name of a ruleset that comes with Hoyle, the path of a rule file, or its text
    variants  one variant, or several, laid over the ruleset in this order; each is a name or a path (`benny.hoyle`
              is also found among those that come with Hoyle)
    preset    the title of a preset of the rules
    options   values that replace those of the preset, by name: numbers, words, `True` and `False` for yes and no, or
              all as text
    players   how many play, or their names, which must all differ
    executor  `"python"`, the reference engine, or `"wasm"`, a WebAssembly module of the same game, which takes some
              tenths of a second to make and plays many times as fast; without it, the module if wasmtime is installed
    seed, deal, listener   see `Rules.start`

    Raises `RulesError` if there are no such rules, they have mistakes, or the settings do not fit them; `GameError`
    if the rules do not deal what `deal` fixes, and for a seed, a player's name or an executor that is not allowed;
    `Fault` for an error of the rules that shows only in play.
    """
    found = rules(ruleset, variants=variants, preset=preset, options=options, players=players, executor=executor)
    return found.start(seed, deal=deal, listener=listener)


def from_json(data: Mapping[str, Any], *, executor: ExecutorName | None = None) -> Game:
    """The game that `Game.to_json` wrote.  The data does not contain the earlier choices, so these cannot be taken
    back.

        again = hoyle.from_json(json.loads(json.dumps(game.to_json())))

    Raises `GameError` if the data is not such a game or the rules have changed since, and `RulesError` if the rules
    cannot be opened.
    """
    try:
        if data["game"] != FORMAT:
            raise unreadable("it is of another version")
        ruleset, variants, options, players = (data[name] for name in ("ruleset", "variants", "options", "players"))
        found = rules(str(ruleset), variants=variants, options=options, players=map(str, players), executor=executor)
    except (KeyError, TypeError, AttributeError) as error:
        raise unreadable(f"there is no {error}" if isinstance(error, KeyError) else "it has another form") from None
    except GameError:
        raise
    except ValueError as error:
        raise unreadable(str(error)) from None
    return found.from_json(data)


def _seed(data: Mapping[str, Any]) -> int:
    seed = data.get("seed", 0)
    return seed if isinstance(seed, int) and not isinstance(seed, bool) else 0
