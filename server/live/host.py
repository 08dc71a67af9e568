"""All tables of one process: those that somebody is at are in memory, all others are only in the store."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections import OrderedDict
from contextlib import suppress
from dataclasses import replace
from typing import Any

from ...interpreter.text.spellings import seat_letter
from ..cores.pool import Cores
from ..fast_json import dumps
from ..refusals import Refusal, refuse
from ..store import Store, StoredTable, StoreFailed
from ..table.entries import (
    ChairOpened,
    ChairTaken,
    GameStarted,
    Json,
    RulesChosen,
    SeatChose,
    TableEntry,
    TableOpened,
    Watching,
    entry_text,
)
from ..table.entries import TableSettings as Settings
from ..table.record import TableRecord, hashed, new_secret
from .counts import Counts
from .kept_views import KeptViews
from .table import LiveTable

MOST_LIVE = 2000
"""How many tables stay in memory though nobody is there."""
MOST_AT_START = 5000
"""How many tables go on at the start because a program or a clock is to act."""


class Host:
    """The tables.  `most_tables`: how many there may be in the store."""

    def __init__(self, store: Store, cores: Cores, most_tables: int = 1_000_000) -> None:
        self.store, self.cores, self.counts, self.kept = store, cores, Counts(), KeptViews()
        self.most_tables = most_tables
        self.live: OrderedDict[str, LiveTable] = OrderedDict()
        self.began = time.time()
        self._reading: dict[str, asyncio.Task[LiveTable]] = {}
        self._news: set[asyncio.Task[None]] = set()
        self._stored = 0
        self.closing = False

    async def begin(self) -> None:
        """Open the store, and let tables go on where a program or a clock is to act."""
        await self.store.open(self._heard)
        self._stored = await self.store.count()
        for awaits in ("program", "clock"):
            for one in await self.store.tables(MOST_AT_START, awaits=awaits):
                with suppress(Refusal):
                    await self.table(one.id)

    async def close(self) -> None:
        """Stop: nothing new is accepted, clients are asked to come again, and what is being written is written."""
        self.say_farewell()
        for table in self.live.values():
            table.end()
        await asyncio.sleep(0)
        tasks = [task for table in self.live.values() for task in table.tasks()]
        await asyncio.gather(*tasks, *self._news, return_exceptions=True)
        await self.store.close()
        await self.cores.close()

    def say_farewell(self) -> None:
        """Accept nothing new, and tell everybody to come again."""
        self.closing = True
        for table in self.live.values():
            for viewer in [*table.viewers]:
                viewer.tell(dumps({"type": "closing"}))
                viewer.close()

    # -------------------------------------------------------------------------------------------------------- tables

    async def table(self, id: str) -> LiveTable:
        """A table, read if it is not here.  Raises `Refusal`."""
        if self.closing:
            raise refuse("S12")
        found = self.live.get(id)
        if found is None:
            task = self._reading.get(id)
            if task is None:
                task = asyncio.create_task(LiveTable.read(id, self.store, self.cores, self.counts, self.kept))
                self._reading[id] = task
                task.add_done_callback(lambda _: self._reading.pop(id, None))
            found = await asyncio.shield(task)
            found = self.live.setdefault(id, found)
        self.live.move_to_end(id)
        self._forget()
        return found

    def _forget(self) -> None:
        """Forget tables that nobody has been at for longest; they are in the store."""
        for id in [*self.live][: max(0, len(self.live) - MOST_LIVE)]:
            if not self.live[id].busy:
                self.live.pop(id).end()

    def _heard(self, id: str | None, count: int) -> None:
        """Another process has added entries."""
        for table in [*self.live.values()] if id is None else [self.live[id]] if id in self.live else []:
            task = asyncio.create_task(table.heard(count))
            self._news.add(task)
            task.add_done_callback(self._news.discard)

    async def listed(self, most: int = 50) -> list[StoredTable]:
        """The tables that the first page lists.  Raises `Refusal`."""
        try:
            return await self.store.tables(most, listed=True)
        except StoreFailed as error:
            raise refuse("S50", why=str(error)) from None

    # ------------------------------------------------------------------------------------------------------- opening

    async def open(self, wanted: Json) -> Json:
        """Open a table as a request describes it (`new` in the schema).  Returns its name and the secrets: that of the
        door, and one for each chair of a person.  Raises `Refusal`.
        """
        if self.closing:
            raise refuse("S12")
        if self._stored >= self.most_tables:
            raise refuse("S07")
        rules, names, more = await self._wanted(wanted)
        about = await self.about(rules, [one for one in wanted.get("chairs", ()) if one is not None], play=True)
        kinds = wanted.get("chairs") or [None] * about["seats"]
        if len(kinds) != about["seats"]:
            raise refuse("S25", players=about["seats"], chairs=len(kinds))
        opened, made = _settings(wanted, rules, about, kinds, names)
        id, entry = secrets.token_urlsafe(9), TableOpened(opened, time.time_ns() // 1_000_000)
        record = TableRecord.of([entry])
        try:
            await self.store.create(id, opened.title, entry_text(entry), listed=opened.listed, awaits=record.awaits)
            for one in _seated(record, names, made["chairs"]) + more if more else ():
                one = replace(one, question=record.asked) if isinstance(one, SeatChose) else one
                record = record.after(one)
                await self.store.append(id, record.count - 1, entry_text(one), record.awaits)
        except StoreFailed as error:
            raise refuse("S50", why=str(error)) from None
        self._stored += 1
        self.counts.opened += 1
        if record.complete and not more:  # only programs play
            table = await self.table(id)
            await table.acts.begin_if_complete()
        return {"table": id, **made}

    async def _wanted(self, wanted: Json) -> tuple[RulesChosen, list[str], list[TableEntry]]:
        """The rules that a request describes; if it brings a script, also the names and the entries of its game."""
        if "script" not in wanted:
            return RulesChosen(
                wanted["game"], tuple(wanted.get("variants", ())), wanted.get("preset"),
                tuple(sorted(wanted.get("options", {}).items())), wanted.get("players", 0), wanted.get("text"),
            ), [], []  # fmt: skip
        text: str | None = wanted.get("text")
        request = {"op": "take up", "script": wanted["script"], "rules": text}
        head, _ = await self.cores.ask("strangers", request)
        options = tuple((str(name), str(value)) for name, value in head["options"])
        rules = RulesChosen(head["ruleset"], tuple(head["variants"]), None, options, head["players"], text)
        return rules, list(map(str, head["names"])), _moves(head)

    async def about_wanted(self, wanted: Json) -> Json:
        """What there is to know of the rules that a request describes; if it brings a script, also who plays in it.
        Raises `Refusal`.
        """
        rules, names, _ = await self._wanted(wanted)
        return {**await self.about(rules, []), "names": names}

    async def about(self, rules: RulesChosen, programs: list[str], *, play: bool = False) -> Json:
        """What there is to know of some rules before a table is opened.  Raises `Refusal`."""
        data: dict[str, Any] = {
            "ruleset": rules.ruleset, "variants": rules.variants, "preset": rules.preset, "options": rules.options,
            "players": rules.players, "text": rules.text,
        }  # fmt: skip
        role = "strangers" if rules.strange else "tables"
        head, _ = await self.cores.ask(role, {"op": "about", "rules": data, "programs": programs, "play": play})
        return {name: value for name, value in head.items() if name != "texts"}

    async def stats(self, wanted: Json) -> bytes:
        """What happened in the games of some scripts (`stats` in the schema); JSON.  Raises `Refusal`."""
        request = {
            "op": "stats", "games": wanted["games"], "against": wanted.get("against", []),
            "judge": wanted.get("judge", False),
        }  # fmt: skip
        _, (text,) = await self.cores.ask("afterwards", request)
        return text


def _settings(
    wanted: Json, rules: RulesChosen, about: Json, kinds: list[str | None], names: list[str]
) -> tuple[Settings, Json]:
    """The settings of a table that a request describes, and its secrets."""
    door = new_secret()
    secret = [None if kind is not None else new_secret() for kind in kinds]
    letters = [seat_letter(number) for number in range(len(kinds))]
    shown = names or letters
    chairs = tuple(
        ChairOpened(name, kind, None if one is None else hashed(one))
        for name, kind, one in zip(shown, kinds, secret, strict=True)
    )
    watching: Watching = wanted.get("watching", "public")
    clock = wanted.get("clock", (0, 0))
    return Settings(
        rules, chairs, hashed(door), title=about["title"], watching=watching, delay=wanted.get("delay", 300),
        clock=(clock[0], clock[1]), take_back=wanted.get("take_back", True), chat=wanted.get("chat", "phrases"),
        rotate=wanted.get("rotate", True), listed=wanted.get("listed", False), pace=wanted.get("pace", 900),
    ), {"door": door, "chairs": secret}  # fmt: skip


def _seated(record: TableRecord, names: list[str], made: list[str | None]) -> list[TableEntry]:
    """The people of a game that is taken up have their chairs, by the names in the script."""
    return [
        ChairTaken(number, name, hashed(one))
        for number, (name, one) in enumerate(zip(names, made, strict=True))
        if one is not None and not record.chairs[number].came
    ]


def _moves(head: Json) -> list[TableEntry]:
    """The entries of a game that is taken up; the first question is that of the entry with the number `asked`."""
    found: list[TableEntry] = [GameStarted(0, tuple(head["draws"]), head["turn"])]
    found += [SeatChose(seat, tuple(choice), tuple(draws), turn, -1) for seat, choice, draws, turn in head["moves"]]
    return found
