"""A table and its record: what is written into the store, what the rules make of it, and who is asked for how long.

Whatever changes the table goes through `append`: the entry gets the next number in the store, and only then it is
folded in and shown.  If another process was first, this one reads what it missed and decides again.
"""

from __future__ import annotations

import asyncio
from dataclasses import asdict

from ..cores.pool import Cores, TablePosition
from ..fast_json import loads
from ..refusals import refuse
from ..store import Store, StoreFailed
from ..table.entries import DamagedRecord, Json, RulesChosen, TableEntry, entry_text, from_json
from ..table.record import TableRecord
from .counts import Counts

MOST_ENTRIES = 50_000


class WrittenTable:
    """The record of a table in this process.  Whoever shows the table or acts at it is `changed` after each change."""

    def __init__(self, id: str, store: Store, cores: Cores, counts: Counts) -> None:
        self.id, self.store, self.cores, self.counts = id, store, cores, counts
        self.record = TableRecord()
        self.lock = asyncio.Lock()
        """Held while something is decided and written."""
        self.asked_at = 0.0
        self._asked: int = -1
        self._rules: tuple[RulesChosen, Json] | None = None
        self.damaged = False
        self.ended = False

    def entered(self, entry: TableEntry) -> None:
        """An entry has been folded in."""
        raise NotImplementedError

    def changed(self) -> None:
        """The record has changed: show it, and set programs and clocks going."""
        raise NotImplementedError

    @property
    def asked(self) -> int:
        """The number of the question that is open; -1: none."""
        return self.record.asked if self.record.phase == "playing" else -1

    # ------------------------------------------------------------------------------------------------------- entries

    async def catch_up(self) -> None:
        """Fold in what is in the store and not here.  Raises `Refusal`."""
        try:
            for text in await self.store.read(self.id, self.record.count):
                entry = from_json(loads(text))
                self._fold(entry, self.record.after(entry))
        except StoreFailed as error:
            raise refuse("S50", why=str(error)) from None
        except (DamagedRecord, ValueError):
            self.damaged = True
            raise refuse("S51") from None

    def _fold(self, entry: TableEntry, after: TableRecord) -> None:
        """Add an entry that is in the store.  `after`: the table after it."""
        self.record = after
        self.entered(entry)

    async def append(self, entry: TableEntry) -> bool:
        """Write an entry with the next number, then fold it in.  False: another process was first, and what it added
        has been read.  Raises `Refusal` if it cannot be written; then it does not count.
        """
        if self.damaged:
            raise refuse("S51")
        if self.record.count >= MOST_ENTRIES:
            raise refuse("S50", why="this table has become too long; open another one")
        try:
            after = self.record.after(entry)
        except DamagedRecord as error:
            raise refuse("S35", why=str(error)) from None
        started = asyncio.get_running_loop().time()
        try:
            done = await self.store.append(self.id, self.record.count, entry_text(entry), after.awaits)
        except StoreFailed as error:
            self.counts.failed_writes += 1
            raise refuse("S50", why=str(error)) from None
        self.counts.write_seconds.observe(asyncio.get_running_loop().time() - started)
        if not done:
            self.counts.lost_races += 1
            await self.catch_up()
            self.follow()
            return False
        self._fold(entry, after)
        self.counts.entries += 1
        self.follow()
        return True

    def follow(self) -> None:
        """After a change: the clock of a question starts when the question is open."""
        if self.asked != self._asked:
            self._asked, self.asked_at = self.asked, asyncio.get_running_loop().time()
        self.changed()

    def spent(self) -> int:
        """How long the open question has been asked, in milliseconds, by a clock that never jumps."""
        return max(0, round((asyncio.get_running_loop().time() - self.asked_at) * 1000))

    # ------------------------------------------------------------------------------------------------ the rules' side

    @property
    def rules(self) -> Json:
        """The rules, as requests name them."""
        rules = self.record.settings.rules
        if self._rules is None or self._rules[0] is not rules:
            self._rules = rules, asdict(rules)
        return self._rules[1]

    def position(self, record: TableRecord | None = None, view: str = "") -> TablePosition:
        """The present position, or that of another record of this table.  Raises `Refusal` before the first game."""
        record = record or self.record
        game = record.game
        if game is None:
            raise refuse("S46")
        return TablePosition(
            self.id, f"{game.number}.{game.taken_back}", self.rules, record.names, game.started.draws,
            game.moves, record.settings.rules.strange, view,
        )  # fmt: skip

    async def ask(
        self, role: str, request: Json, record: TableRecord | None = None, view: str = ""
    ) -> tuple[Json, list[bytes]]:
        """Ask the workers about the present position.  Raises `Refusal`."""
        try:
            return await self.cores.ask(role, request, self.position(record, view))
        except DamagedRecord:
            self.damaged = True
            raise refuse("S51") from None
