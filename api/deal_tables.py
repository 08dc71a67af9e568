"""`hoyle.solve_deals`: the tricks of every side in whole deals, for every trump and every leader."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from ..dsl.codes.reporting import ScriptError
from ..interpreter.arguments import numbers_checked
from ..interpreter.batch.pool import cores
from ..interpreter.engine import State
from ..interpreter.errors import GameError, game_error
from ..interpreter.notation.model import ScriptedGame
from ..interpreter.opening.opened import OpenedGame, title_of
from ..interpreter.opening.rulesets import Rulesets
from ..interpreter.program import OVER
from ..interpreter.replay.events import Acted, Began, Failed, mainline
from ..interpreter.replay.replayer import Replay
from ..interpreter.replay.run import next_deal
from ..interpreter.search.exact import TooLarge
from ..interpreter.search.tricks.tables import NoTable, TrickTable, TrickTables, first_lead
from ..interpreter.text.format import bits
from .results import CellValue, Json, Report, report
from .scripts import AnyScript, games_of, import_records
from .solving import CannotSolve, program_counter


@dataclass(frozen=True)
class RulingRow:
    """What the sides take while one value rules: for each player the tricks of that player's side."""

    ruling: str
    tricks: tuple[int, ...]


@dataclass(frozen=True)
class DealTable:
    """A deal: how many tricks the side of each player takes, all cards known, if the player after him leads."""

    title: str
    deal: int
    players: tuple[str, ...]
    hands: tuple[tuple[str, ...], ...]
    ruling: str
    rows: tuple[RulingRow, ...]
    nodes: int
    reason: str
    """Why there is no table; empty if there is one."""


@dataclass(frozen=True)
class DealTables(Report):
    """The tables of all deals of a script or a file of records."""

    deals: tuple[DealTable, ...]
    deal_table: int = 1

    def records(self) -> list[dict[str, CellValue]]:
        """A row for each deal, each value that rules and each player."""
        return [
            {"game": one.title, "deal": one.deal, "ruling": row.ruling, "player": player, "tricks": tricks}
            for one in self.deals
            for row in one.rows
            for player, tricks in zip(one.players, row.tricks, strict=True)
        ]

    def lines(self) -> Iterator[str]:
        """The tables as text."""
        from ..cli.formats.solution import table_lines

        return table_lines(self._data)


@numbers_checked()
def solve_deals(
    script: AnyScript,
    *,
    seconds: float = 60.0,
    memory: int = 256,
    jobs: int = 0,
    ascii: bool = False,
    progress: Callable[[int, int], None] | None = None,
) -> DealTables:
    """Find how many tricks every side takes in each deal, for every trump and every leader, with all cards known.

        hoyle.solve_deals("evening.pbn").deals[0].rows[0].tricks

    script    a scripted game (see `hoyle.solve`), or the path of a PBN or EGN file
    seconds   after which time a deal is given up; its table then has a `reason` instead of rows
    memory    the most memory for the table of positions of one process, in MB; the answer is the same with any
    jobs      in how many processes the games are solved (0: one for each core)
    ascii     write suits as letters
    progress  called with how many games are done, and how many there are

    Raises `CannotSolve` if there is nothing to be solved, and `GameError` for a mistake in a script.
    """
    folder, found = _games(script)
    tasks = [(folder, one, n if len(found) > 1 else 0, seconds, memory, ascii) for n, one in enumerate(found, 1)]
    if not tasks:
        raise CannotSolve("there is no game in this script")
    deals: list[Json] = []
    for done, some in enumerate(_mapped(tasks, jobs or cores()), 1):
        deals += some
        if progress is not None:
            progress(done, len(tasks))
    return report(DealTables, {"deal_table": 1, "deals": deals})


def _games(script: AnyScript) -> tuple[Path, list[ScriptedGame]]:
    if isinstance(script, str | Path) and Path(str(script)).suffix.lower() in (".pbn", ".egn"):
        imported = import_records(script)
        if not imported.games and imported.diagnostics:
            raise CannotSolve(imported.diagnostics[0].message)
        return Path(), list(imported.games)
    folder, found = games_of(script)
    made: list[ScriptedGame] = []
    for one in found:
        if not isinstance(one, ScriptedGame):
            raise GameError(*one)
        made.append(one)
    return folder, made


_Task = tuple[Path, ScriptedGame, int, float, int, bool]


def _mapped(tasks: list[_Task], jobs: int) -> Iterator[list[Json]]:
    if jobs <= 1 or len(tasks) == 1:
        yield from map(_solved, tasks)
        return
    with ProcessPoolExecutor(min(jobs, len(tasks))) as pool:
        try:
            yield from pool.map(_solved, tasks)
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise


def _solved(task: _Task) -> list[Json]:
    """The tables of the deals of one game as JSON."""
    folder, game, which, seconds, memory, ascii = task
    try:
        opened = Rulesets(ascii=ascii).for_script(game, folder)
        leads = list(_leads(game, opened))
    except ScriptError as error:
        raise game_error(error) from None
    tables = TrickTables(opened.engine.program, memory << 20)
    title = title_of(game, opened)
    title += f", game {which}" if which else ""
    return [_data(title, number, opened, tables, state, seconds) for number, state in enumerate(leads, 1)]


def _leads(game: ScriptedGame, opened: OpenedGame) -> Iterator[State | NoTable]:
    """For each deal of a game, the state in which its first card is led; the deal in which it ends may not have come to
    that.  The deal that the rules begin after the last choice is not part of the script.
    """
    asks = opened.engine.program.asks
    if all(ask.trick is None for ask in asks):
        yield NoTable(f"no tricks are played in {opened.engine.program.title}")
        return
    state, led, beyond, found = State([]), False, False, 0
    for event in mainline(Replay(game, opened)):
        match event:
            case Began():
                state = event.state
            case Acted():
                if not led and asks[~program_counter(state)].trick is not None:
                    led = True
                    found += 1
                    yield state
                state = event.state
                if next_deal(event.records) >= 0:
                    led, beyond = False, event.next_deal >= 0
            case Failed(diagnostic):
                raise ScriptError(diagnostic)
            case _:
                pass
    if not (led or beyond) and program_counter(state) > OVER:
        try:
            yield first_lead(opened.engine, state)
        except NoTable as none:
            yield none
    elif not found:
        yield NoTable("no deal of this game came to its tricks")


def _data(
    title: str, number: int, opened: OpenedGame, tables: TrickTables, state: State | NoTable, seconds: float
) -> Json:
    words, program = opened.words, opened.engine.program
    found: dict[str, Json] = {
        "title": title, "deal": number, "players": list(words.seats), "hands": [], "ruling": "", "rows": [], "nodes": 0,
        "reason": "",
    }  # fmt: skip
    try:
        if isinstance(state, NoTable):
            raise state
        made: TrickTable = tables.table(state, seconds)
    except (NoTable, TooLarge) as none:
        return found | {"reason": str(none)}
    info = program.variables[made.variable] if made.variable >= 0 else None

    def row(value: int | None) -> str:
        return "" if value is None or info is None else words.value(info.type, value)

    return found | {
        "hands": [[words.card(card) for card in bits(hand)] for hand in made.hands],
        "ruling": info.name.replace("_", " ") if info is not None and made.ruling[0] is not None else "",
        "rows": [
            {"ruling": row(value), "tricks": list(tricks)}
            for value, tricks in zip(made.ruling, made.tricks, strict=True)
        ],
        "nodes": made.positions,
    }
