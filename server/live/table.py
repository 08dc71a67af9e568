"""One table that somebody is at: who is there, and what they ask for.

written   the record, and what is added to it
showing   what everybody sees
acting    programs, clocks, the beginning of a game
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import suppress

from ..cores.pool import Cores
from ..fast_json import dumps
from ..protocol import padded
from ..refusals import Refusal, refuse
from ..store import Store
from ..table import intents
from ..table.entries import GameHeld, Json, SeatChose, TableEntry
from ..table.reconnect import Situation, decide
from ..table.record import TableRecord, new_secret, opens
from .acting import TableActs
from .counts import Counts
from .kept_views import KeptViews
from .showing import TableShown, position_of
from .viewers import TableViewer
from .written import WrittenTable

MOST_TRIES = 20
"""How often something is decided again because another process was first."""


class LiveTable(WrittenTable):
    """A table in this process.  `LiveTable.read` makes one from the store."""

    def __init__(self, id: str, store: Store, cores: Cores, counts: Counts, kept: KeptViews) -> None:
        super().__init__(id, store, cores, counts)
        self.shown, self.acts = TableShown(self, kept), TableActs(self)
        self.viewers = self.shown.viewers

    @classmethod
    async def read(cls, id: str, store: Store, cores: Cores, counts: Counts, kept: KeptViews) -> LiveTable:
        """The table with this name.  Raises `Refusal` if there is none or its record is damaged."""
        table = cls(id, store, cores, counts, kept)
        await table.catch_up()
        if not table.record.count:
            raise refuse("S02")
        table.follow()
        return table

    def entered(self, entry: TableEntry) -> None:
        """An entry has been folded in."""
        self.shown.note(entry)

    def changed(self) -> None:
        """Show the record, and set programs and clocks going."""
        self.shown.publish()
        self.acts.follow()
        if self.asked >= 0 and not self.ended and self.record.settings.watching == "delayed":
            self.acts.start("late", 0, self.shown.refresh)

    async def heard(self, count: int) -> None:
        """Another process has added entries; `count`: how many there are now (0: unknown)."""
        if count and count <= self.record.count:
            return
        async with self.lock:
            with suppress(Refusal):
                await self.catch_up()
                self.follow()

    # ------------------------------------------------------------------------------------------------------ messages

    async def receive(self, viewer: TableViewer, message: Json) -> None:
        """Do what a viewer asks for.  Raises `Refusal`."""
        if message["type"] == "hello":
            self._greet(viewer, message.get("secret"))
            return
        if not viewer.greeted:
            raise refuse("S04", why="the first message is `hello`")
        async with self.lock:
            if message["type"] == "choose":
                await self._choose(viewer, message)
            elif message["type"] == "seen":
                await self._tell_seen(viewer)
            elif message["type"] == "sit":
                await self._sit(viewer, message)
            elif message["type"] == "next":
                await self._next(viewer)
            else:
                await self._intend(viewer, message)

    def _greet(self, viewer: TableViewer, secret: str | None) -> None:
        """Find out who somebody is, and show the table."""
        record = self.record
        chair = record.chair_with(secret) if secret is not None else -1
        door = secret is not None and opens(secret, record.settings.door)
        if secret is not None and chair < 0 and not door:
            raise refuse("S03")
        if chair < 0 and not door and record.settings.watching == "nobody" and not record.open_to_all:
            raise refuse("S39")
        viewer.chair, viewer.door, viewer.greeted = chair, door, True
        self.viewers.add(viewer)
        self.shown.publish()

    async def _sit(self, viewer: TableViewer, message: Json) -> None:
        own, given = new_secret(), message.get("secret", "")
        for _ in range(MOST_TRIES):
            entry = intents.taken(self.record, given, message["name"], message.get("chair", -1), own)
            if await self.append(entry):
                viewer.chair = entry.chair
                secret = given if opens(given, entry.secret) else own
                viewer.tell(dumps({"type": "seated", "chair": entry.chair, "secret": secret}))
                await self.acts.begin_at_once()
                return

    async def _intend(self, viewer: TableViewer, message: Json) -> None:
        if message["type"] == "program":
            if viewer.chair < 0 and not viewer.door:
                raise refuse("S36")
            await self.cores.ask("tables", {"op": "about", "rules": self.rules, "programs": [message["program"]]})
        elif viewer.chair < 0:
            raise refuse("S36")
        for _ in range(MOST_TRIES):
            entry = intents.entry_for(self.record, viewer.chair, message)
            if isinstance(entry, GameHeld) and entry.paused:
                entry = GameHeld(entry.chair, entry.paused, self.spent())
            if await self.append(entry):
                await self.acts.begin_at_once()
                return

    async def _choose(self, viewer: TableViewer, message: Json) -> None:
        """A viewer answers a question."""
        for _ in range(MOST_TRIES):
            situation = Situation.of(self.record, viewer.chair, message["question"], message["key"])
            decided = decide(situation)
            if decided.verdict != "choose":
                self.shown.publish()
                if decided.verdict == "refuse":
                    name = self.record.names[self.record.turn] if self.record.turn >= 0 else "nobody"
                    raise refuse(decided.code, name=name, why="the game is paused")
                return
            answer = {name: message[name] for name in ("option", "choice", "cards", "incident") if name in message}
            seat = self.record.seat_of(viewer.chair)
            seats = self.shown.seats_shown()
            head, texts = await self.ask(
                "tables", {"op": "choose", "seat": seat, "answer": answer, "viewers": seats}
            )  # the worker shows at once what follows; it is sent when the choice is written
            entry = SeatChose(
                seat, tuple(head["choice"]), tuple(head["draws"]), head["turn"], self.record.asked, message["key"],
                self.spent(),
            )  # fmt: skip
            if await self.append(entry):
                self.shown.kept.at(self.id, position_of(self.record)).update(zip(seats, texts, strict=True))
                return
        raise refuse("S53")

    async def _tell_seen(self, viewer: TableViewer) -> None:
        """Send a seat that is asked what it has seen, so that a program elsewhere can choose for it."""
        if viewer.chair < 0:
            raise refuse("S36")
        record = self.record
        seat = record.seat_of(viewer.chair)
        head, _ = await self.ask("programs", {"op": "seen", "seat": seat})
        rules = {**self.rules, "players": len(record.chairs)}
        viewer.tell(padded(dumps({
            "type": "seen", "question": record.asked, "seat": seat, "rules": rules,
            **{name: head[name] for name in ("ask", "deal", "options")},
        })))  # fmt: skip

    async def _next(self, viewer: TableViewer) -> None:
        if viewer.chair < 0:
            raise refuse("S36")
        if self.record.phase != "over":
            raise refuse("S44" if self.record.phase != "waiting" else "S46")
        await self.acts.begin(1 if self.record.settings.rotate else 0)

    # ---------------------------------------------------------------------------------------------- when it is over

    async def script(self, secret: str) -> str:
        """The last game as a script, with all cards.  Raises `Refusal` while it is played, and for strangers."""
        kinds = [chair.program or "person" for chair in self.record.chairs]
        kinds = [kinds[self.record.chair_of(seat)] for seat in range(len(kinds))]
        _, (text,) = await self.ask("tables", {"op": "script", "kinds": kinds}, self._finished(secret))
        return text.decode()

    def rule_file(self, secret: str) -> str:
        """The text of the rule file that somebody brought; empty for rules that ship.  Raises `Refusal`."""
        self._known(secret)
        return self.record.settings.rules.text or ""

    async def replay(self, secret: str, *, judge: bool) -> bytes:
        """The last game as the replay page shows it, with what each choice cost if `judge`; JSON.  Raises `Refusal` as
        `script` does.
        """
        _, (text,) = await self.ask("afterwards", {"op": "replay", "judge": judge}, self._finished(secret))
        return text

    async def house(self, secret: str) -> bytes:
        """What the house rule did in the last game; JSON.  Raises `Refusal` as `script` does."""
        _, (text,) = await self.ask("afterwards", {"op": "house"}, self._finished(secret))
        return text

    def _known(self, secret: str) -> TableRecord:
        """The record, for whoever may see the table."""
        record = self.record
        known = record.chair_with(secret) >= 0 or opens(secret, record.settings.door)
        if not known and record.settings.watching == "nobody":
            raise refuse("S03")
        return record

    def _finished(self, secret: str) -> TableRecord:
        record = self._known(secret)
        if record.phase != "over":
            raise refuse("S48")
        return record

    # -------------------------------------------------------------------------------------------------------- ending

    def leave(self, viewer: TableViewer) -> None:
        """A viewer is gone."""
        if viewer in self.viewers:
            self.viewers.discard(viewer)
            if viewer.chair >= 0:
                self.shown.publish()

    @property
    def busy(self) -> bool:
        """Whether it must stay in memory: somebody is there, or a program or a clock is going."""
        return bool(self.viewers) or self.record.awaits in ("program", "clock") or self.lock.locked()

    def tasks(self) -> Iterator[asyncio.Task[None]]:
        """What is going on here."""
        yield from self.acts.tasks
        if self.shown.publisher is not None:
            yield self.shown.publisher

    def end(self) -> None:
        """Stop what is going on.  Entries that are being written are written."""
        self.ended = True
        for task in self.tasks():
            task.cancel()
