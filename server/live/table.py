"""One table that somebody is at: it writes entries, shows each viewer its scene, and lets programs and clocks act.

Whatever changes the table goes through `_append`: the entry gets the next number in the store, and only then it is
folded in and shown.  If another process was first, this one reads what it missed and decides again.
"""

from __future__ import annotations

import asyncio
import secrets
from collections import deque
from collections.abc import Callable, Coroutine, Iterator
from contextlib import suppress
from dataclasses import asdict
from typing import Any

from ..cores.pool import Cores, TablePosition
from ..fast_json import dumps, loads
from ..protocol import padded, refused
from ..refusals import Refusal, refuse
from ..store import Store, StoreFailed
from ..table import intents
from ..table.entries import (
    DamagedRecord,
    GameHeld,
    GameStarted,
    Json,
    RulesChosen,
    SeatChose,
    TableEntry,
    TimeOut,
    entry_text,
    from_json,
)
from ..table.reconnect import Situation, decide
from ..table.record import TableRecord, new_secret, opens
from .counts import Counts
from .kept_views import KeptViews, ViewedPosition
from .viewers import TableViewer

MOST_TRIES = 20
"""How often something is decided again because another process was first."""
MOST_ENTRIES = 50_000
FALLBACK = "random"
"""The program that chooses if another one fails."""
TRY_AGAIN = 2.0
"""After how many seconds a program that could not choose is asked again."""


class LiveTable:
    """A table in this process.  `LiveTable.read` makes one from the store."""

    def __init__(self, id: str, store: Store, cores: Cores, counts: Counts, kept: KeptViews) -> None:
        self.id, self.store, self.cores, self.counts, self.kept = id, store, cores, counts, kept
        self.record = self.late = TableRecord()
        """The table as it is, and as it was some time ago, for watchers who see everything with a delay."""
        self.viewers: set[TableViewer] = set()
        self._recent: deque[tuple[float, TableEntry]] | None = None
        """The entries that are not in `late` yet, where somebody may watch with a delay."""
        self._lock = asyncio.Lock()
        self._asked_at = 0.0
        self._asked: int = -1
        self._tasks: dict[str, tuple[int, asyncio.Task[None]]] = {}
        self._changed = False
        self._publisher: asyncio.Task[None] | None = None
        self._rules: tuple[RulesChosen, Json] | None = None
        self.damaged = False
        self.ended = False

    @classmethod
    async def read(cls, id: str, store: Store, cores: Cores, counts: Counts, kept: KeptViews) -> LiveTable:
        """The table with this name.  Raises `Refusal` if there is none or its record is damaged."""
        table = cls(id, store, cores, counts, kept)
        await table._catch_up()
        if not table.record.count:
            raise refuse("S02")
        table._follow()
        return table

    # ------------------------------------------------------------------------------------------------------- entries

    async def _catch_up(self) -> None:
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
        if self.record.settings.watching == "delayed":
            if self._recent is None:
                self._recent, self.late = deque(), TableRecord()
            self._recent.append((asyncio.get_running_loop().time(), entry))

    async def _append(self, entry: TableEntry) -> bool:
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
            await self._catch_up()
            self._follow()
            return False
        self._fold(entry, after)
        self.counts.entries += 1
        self._follow()
        return True

    async def heard(self, count: int) -> None:
        """Another process has added entries; `count`: how many there are now (0: unknown)."""
        if count and count <= self.record.count:
            return
        async with self._lock:
            with suppress(Refusal):
                await self._catch_up()
                self._follow()

    # ------------------------------------------------------------------------------------------------------ messages

    async def receive(self, viewer: TableViewer, message: Json) -> None:
        """Do what a viewer asks for.  Raises `Refusal`."""
        if message["type"] == "hello":
            self._greet(viewer, message.get("secret"))
            return
        if not viewer.greeted:
            raise refuse("S04", why="the first message is `hello`")
        async with self._lock:
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
        self.publish()

    async def _sit(self, viewer: TableViewer, message: Json) -> None:
        own, given = new_secret(), message.get("secret", "")
        for _ in range(MOST_TRIES):
            entry = intents.taken(self.record, given, message["name"], message.get("chair", -1), own)
            if await self._append(entry):
                viewer.chair = entry.chair
                secret = given if opens(given, entry.secret) else own
                viewer.tell(dumps({"type": "seated", "chair": entry.chair, "secret": secret}))
                await self._begin_if_complete()
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
                entry = GameHeld(entry.chair, entry.paused, self._spent())
            if await self._append(entry):
                await self._begin_if_complete()
                return

    async def _choose(self, viewer: TableViewer, message: Json) -> None:
        """A viewer answers a question."""
        for _ in range(MOST_TRIES):
            situation = Situation.of(self.record, viewer.chair, message["question"], message["key"])
            decided = decide(situation)
            if decided.verdict != "choose":
                self.publish()
                if decided.verdict == "refuse":
                    name = self.record.names[self.record.turn] if self.record.turn >= 0 else "nobody"
                    raise refuse(decided.code, name=name, why="the game is paused")
                return
            answer = {name: message[name] for name in ("option", "choice", "cards", "incident") if name in message}
            seat = self.record.seat_of(viewer.chair)
            seats = self._seats_shown()
            head, texts = await self._ask(
                "tables", {"op": "choose", "seat": seat, "answer": answer, "viewers": seats}
            )  # the worker shows at once what follows; it is sent when the choice is written
            entry = SeatChose(
                seat, tuple(head["choice"]), tuple(head["draws"]), head["turn"], self.record.asked, message["key"],
                self._spent(),
            )  # fmt: skip
            if await self._append(entry):
                self.kept.at(self.id, position_of(self.record)).update(zip(seats, texts, strict=True))
                return
        raise refuse("S53")

    def _seats_shown(self) -> list[int]:
        """The seats whose view of the present game somebody looks at."""
        delayed, record = self.record.settings.watching == "delayed", self.record
        chairs = {one.chair for one in self.viewers if one.greeted and not (delayed and one.chair < 0)}
        return [record.seat_of(chair) if chair >= 0 else -1 for chair in sorted(chairs)]

    async def _tell_seen(self, viewer: TableViewer) -> None:
        """Send a seat that is asked what it has seen, so that a program elsewhere can choose for it."""
        if viewer.chair < 0:
            raise refuse("S36")
        record = self.record
        seat = record.seat_of(viewer.chair)
        head, _ = await self._ask("programs", {"op": "seen", "seat": seat})
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
        await self._begin(1 if self.record.settings.rotate else 0)

    async def begin_if_complete(self) -> None:
        """Begin the first game, if nobody is missing."""
        async with self._lock:
            await self._begin_if_complete()

    async def _begin_if_complete(self) -> None:
        if self.record.phase == "waiting" and self.record.complete:
            await self._begin(0)

    async def _begin(self, more: int) -> None:
        """Begin a game: chance draws what it needs, and the first question is open."""
        old = self.record.game
        shift = ((old.started.shift if old is not None else 0) + more) % len(self.record.chairs)
        names = [chair.name for chair in self.record.chairs]
        names = [names[(seat - shift) % len(names)] for seat in range(len(names))]
        role = "strangers" if self.record.settings.rules.strange else "tables"
        head, _ = await self.cores.ask(role, {"op": "begin", "rules": self.rules, "names": names})
        await self._append(GameStarted(shift, tuple(head["draws"]), head["turn"]))

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

    async def _ask(
        self, role: str, request: Json, record: TableRecord | None = None, view: str = ""
    ) -> tuple[Json, list[bytes]]:
        """Ask the workers about the present position.  Raises `Refusal`."""
        try:
            return await self.cores.ask(role, request, self.position(record, view))
        except DamagedRecord:
            self.damaged = True
            raise refuse("S51") from None

    # ------------------------------------------------------------------------------------------------------- showing

    def publish(self) -> None:
        """Show the table to everybody, soon; several changes at once are shown once."""
        self._changed = True
        if self._publisher is None and not self.ended:
            self._publisher = asyncio.create_task(self._publish())

    async def _publish(self) -> None:
        try:
            while self._changed:
                self._changed = False
                try:
                    await self._show()
                except Refusal as refusal:
                    for viewer in [*self.viewers]:
                        viewer.tell(refused(refusal))
        finally:
            self._publisher = None

    async def _show(self) -> None:
        """Send every viewer the table as it is now."""
        self._turn_away()
        record, viewers = self.record, [one for one in self.viewers if one.greeted]
        if not viewers:
            return
        delayed = record.settings.watching == "delayed"
        groups: dict[tuple[bool, int], list[TableViewer]] = {}
        for viewer in viewers:
            groups.setdefault((delayed and viewer.chair < 0, viewer.chair), []).append(viewer)
        views: dict[tuple[bool, int], bytes] = {}
        late = [key for key in groups if key[0]]
        now = [key for key in groups if not key[0]]
        if record.game is not None and now:
            seats = {key: record.seat_of(key[1]) if key[1] >= 0 else -1 for key in now}
            shown = await self._views_of(record, list(seats.values()))
            views |= {key: shown[seat] for key, seat in seats.items()}
        if late:
            self._age()
            if self.late.count and self.late.game is not None:
                _, (text,) = await self._ask("tables", {"op": "views", "viewers": [None]}, self.late, "late")
                views |= dict.fromkeys(late, text)
        heads: dict[tuple[bool, bool], bytes] = {}
        for key, group in groups.items():
            late, chair = key[0] and self.late.count > 0, key[1]
            shown, game = self.late if late else record, key in views
            head = heads.get((late, game))
            if head is None:
                head = heads[late, game] = dumps(self.head(shown, game=game))
            seat = shown.seat_of(chair) if chair >= 0 and shown.game is not None else -1
            view = views.get(key, b"null")
            message = padded(b'%b,"you":%d,"seat":%d,"view":%b}' % (head[:-1], chair, seat, view))
            for viewer in group:
                viewer.show(message)
        self.counts.messages += len(viewers)

    def _turn_away(self) -> None:
        """End the connections of those who came for a chair of a listed table and got none, if nobody may watch it."""
        record = self.record
        if record.settings.watching != "nobody" or record.open_to_all:
            return
        for viewer in [one for one in self.viewers if one.greeted and one.chair < 0 and not one.door]:
            self.viewers.discard(viewer)
            viewer.tell(refused(refuse("S39")))
            viewer.close()

    async def _views_of(self, record: TableRecord, seats: list[int]) -> dict[int, bytes]:
        """What some seats see at the position of a record.  What is known of it already is not asked for again."""
        known = self.kept.at(self.id, position_of(record))
        missing = [seat for seat in dict.fromkeys(seats) if seat not in known]
        if missing:
            _, texts = await self._ask("tables", {"op": "views", "viewers": missing}, record)
            known |= zip(missing, texts, strict=True)
        return known

    def head(self, record: TableRecord, *, game: bool = True) -> Json:
        """What every message with the table has, whoever it is for."""
        here = {viewer.chair for viewer in self.viewers}
        left = record.left.copy()
        if record is self.record and left and record.phase == "playing":
            left[record.turn] -= self._spent()
        proposal, stopped = record.proposal, record.game.stopped if record.game is not None else None
        settings = record.settings
        return {
            "type": "table", "number": record.count, "title": settings.title, "phase": record.phase,
            "question": record.asked, "game": record.games,
            "turn": record.turn if game else -1,
            "chairs": [
                {"name": one.name, "program": one.program, "came": one.came, "here": number in here,
                 "seat": record.seat_of(number)}
                for number, one in enumerate(record.chairs)
            ],
            "left": left,
            "proposal": None if proposal is None else {
                "number": proposal.number, "chair": proposal.chair, "what": proposal.what,
                "agreed": sorted(proposal.agreed),
            },
            "remarks": [
                {"number": number, "chair": one.chair,
                 "text": one.text or (intents.PHRASES[one.phrase] if 0 <= one.phrase < len(intents.PHRASES) else "")}
                for number, one in record.remarks[-20:]
            ],
            "stopped": None if stopped is None else {"how": stopped.how, "chair": stopped.chair},
            "may": {
                "take_back": settings.take_back, "chat": settings.chat, "clock": list(settings.clock),
                **({"sit": True} if record.open_to_all else {}),
            },
        }  # fmt: skip

    def _age(self) -> None:
        """Bring the late record up to what was written longer ago than the delay."""
        until = asyncio.get_running_loop().time() - self.record.settings.delay
        while self._recent and (self._recent[0][0] <= until or not self.late.count):
            self.late = self.late.after(self._recent.popleft()[1])

    # ------------------------------------------------------------------------------------------ programs and clocks

    def _spent(self) -> int:
        """How long the open question has been asked, in milliseconds, by a clock that never jumps."""
        return max(0, round((asyncio.get_running_loop().time() - self._asked_at) * 1000))

    def _follow(self) -> None:
        """After a change: show it, and set programs and clocks going."""
        record, loop = self.record, asyncio.get_running_loop()
        asked = record.asked if record.phase == "playing" else -1
        if asked != self._asked:
            self._asked, self._asked_at = asked, loop.time()
        self.publish()
        if not self.ended and record.phase == "waiting" and record.complete:
            self._begin_task("begin", record.count, self._begin_all_there)
        if self.ended or asked < 0:
            return
        if record.awaits == "program":
            self._begin_task("program", asked, self._program)
        elif record.left:
            self._begin_task("clock", asked, self._clock)
        if record.settings.watching == "delayed":
            self._begin_task("late", 0, self._refresh)

    def _begin_task(self, name: str, asked: int, act: Callable[[int], Coroutine[Any, Any, None]]) -> None:
        known = self._tasks.get(name)
        if known is not None and not known[1].done():
            if known[0] == asked:
                return
            if name == "clock":
                known[1].cancel()
        self._tasks[name] = (asked, asyncio.create_task(act(asked)))

    async def _program(self, asked: int) -> None:
        """Let a program answer a question.  It answers a whole number of paces after the question, so that how long it
        thought tells nothing.
        """
        loop, started, record = asyncio.get_running_loop(), self._asked_at, self.record
        player = record.chairs[record.chair_of(record.turn)].program or FALLBACK
        pace = record.settings.pace / 1000
        while not self.ended and self.record.asked == asked and self.record.awaits == "program":
            try:
                request = {"op": "advise", "player": player, "seed": secrets.randbits(62)}
                head, _ = await self._ask("programs", request, record)
            except Refusal as refusal:
                self.counts.failed_programs += 1
                if player == FALLBACK and refusal.code not in ("S53", "S23"):
                    return
                player = FALLBACK
                await asyncio.sleep(TRY_AGAIN)
                continue
            if pace:
                since = loop.time() - started
                await asyncio.sleep(pace - since % pace)
            async with self._lock:
                if self.ended or self.record.asked != asked or self.record.phase != "playing":
                    return
                entry = SeatChose(
                    record.turn, tuple(head["choice"]), tuple(head["draws"]), head["turn"], asked, "", self._spent()
                )
                try:
                    await self._append(entry)
                except Refusal:
                    await asyncio.sleep(TRY_AGAIN)

    async def _begin_all_there(self, _: int) -> None:
        """Begin the first game if nobody else does: whoever wrote that the last chair is taken may have been killed."""
        while not self.ended and self.record.phase == "waiting" and self.record.complete:
            with suppress(Refusal):
                await self.begin_if_complete()
                return
            await asyncio.sleep(TRY_AGAIN)

    async def _clock(self, asked: int) -> None:
        """Wait until the seat that is asked has no time left, and end the game."""
        record = self.record
        await asyncio.sleep(max(0.0, (record.left[record.turn] - self._spent()) / 1000))
        async with self._lock:
            if self.record.asked == asked and self.record.phase == "playing" and not self.ended:
                with suppress(Refusal):
                    await self._append(TimeOut(self.record.turn))

    async def _refresh(self, _: int) -> None:
        """Show watchers what is old enough by now."""
        while not self.ended and self._recent and self.viewers:
            await asyncio.sleep(min(5.0, self.record.settings.delay))
            self.publish()

    # ---------------------------------------------------------------------------------------------- when it is over

    async def script(self, secret: str) -> str:
        """The last game as a script, with all cards.  Raises `Refusal` while it is played, and for strangers."""
        kinds = [chair.program or "person" for chair in self.record.chairs]
        kinds = [kinds[self.record.chair_of(seat)] for seat in range(len(kinds))]
        _, (text,) = await self._ask("tables", {"op": "script", "kinds": kinds}, self._finished(secret))
        return text.decode()

    def rule_file(self, secret: str) -> str:
        """The text of the rule file that somebody brought; empty for rules that ship.  Raises `Refusal`."""
        self._known(secret)
        return self.record.settings.rules.text or ""

    async def replay(self, secret: str, *, judge: bool) -> bytes:
        """The last game as the replay page shows it, with what each choice cost if `judge`; JSON.  Raises `Refusal` as
        `script` does.
        """
        _, (text,) = await self._ask("afterwards", {"op": "replay", "judge": judge}, self._finished(secret))
        return text

    async def house(self, secret: str) -> bytes:
        """What the house rule did in the last game; JSON.  Raises `Refusal` as `script` does."""
        _, (text,) = await self._ask("afterwards", {"op": "house"}, self._finished(secret))
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
                self.publish()

    @property
    def busy(self) -> bool:
        """Whether it must stay in memory: somebody is there, or a program or a clock is going."""
        return bool(self.viewers) or self.record.awaits in ("program", "clock") or self._lock.locked()

    def tasks(self) -> Iterator[asyncio.Task[None]]:
        """What is going on here."""
        yield from (task for _, task in self._tasks.values())
        if self._publisher is not None:
            yield self._publisher

    def end(self) -> None:
        """Stop what is going on.  Entries that are being written are written."""
        self.ended = True
        for task in self.tasks():
            task.cancel()


def position_of(record: TableRecord) -> ViewedPosition:
    """The position of the present game.  Two records of one table with the same position show the same scenes."""
    game = record.game
    return (0, 0, 0) if game is None else (game.number, game.taken_back, len(game.moves))
