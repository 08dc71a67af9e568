"""What those who are at a table see: everybody the table as it is now, watchers perhaps with a delay."""

from __future__ import annotations

import asyncio
from collections import deque

from ..fast_json import dumps
from ..protocol import padded, refused
from ..refusals import Refusal, refuse
from ..table import intents
from ..table.entries import Json, TableEntry
from ..table.record import TableRecord
from .kept_views import KeptViews, ViewedPosition
from .viewers import TableViewer
from .written import WrittenTable


class TableShown:
    """The viewers of a table, and what they are shown."""

    def __init__(self, table: WrittenTable, kept: KeptViews) -> None:
        self.table, self.kept = table, kept
        self.viewers: set[TableViewer] = set()
        self.late = TableRecord()
        """The table as it was some time ago, for watchers who see everything with a delay."""
        self.recent: deque[tuple[float, TableEntry]] | None = None
        """The entries that are not in `late` yet, where somebody may watch with a delay."""
        self._changed = False
        self.publisher: asyncio.Task[None] | None = None

    def note(self, entry: TableEntry) -> None:
        """Keep an entry for those who watch with a delay."""
        if self.table.record.settings.watching == "delayed":
            if self.recent is None:
                self.recent, self.late = deque(), TableRecord()
            self.recent.append((asyncio.get_running_loop().time(), entry))

    def publish(self) -> None:
        """Show the table to everybody, soon; several changes at once are shown once."""
        self._changed = True
        if self.publisher is None and not self.table.ended:
            self.publisher = asyncio.create_task(self._publish())

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
            self.publisher = None

    async def _show(self) -> None:
        """Send every viewer the table as it is now."""
        self._turn_away()
        record, viewers = self.table.record, [one for one in self.viewers if one.greeted]
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
                _, (text,) = await self.table.ask("tables", {"op": "views", "viewers": [None]}, self.late, "late")
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
        self.table.counts.messages += len(viewers)

    def _turn_away(self) -> None:
        """End the connections of those who came for a chair of a listed table and got none, if nobody may watch it."""
        record = self.table.record
        if record.settings.watching != "nobody" or record.open_to_all:
            return
        for viewer in [one for one in self.viewers if one.greeted and one.chair < 0 and not one.door]:
            self.viewers.discard(viewer)
            viewer.tell(refused(refuse("S39")))
            viewer.close()

    async def _views_of(self, record: TableRecord, seats: list[int]) -> dict[int, bytes]:
        """What some seats see at the position of a record.  What is known of it already is not asked for again."""
        known = self.kept.at(self.table.id, position_of(record))
        missing = [seat for seat in dict.fromkeys(seats) if seat not in known]
        if missing:
            _, texts = await self.table.ask("tables", {"op": "views", "viewers": missing}, record)
            known |= zip(missing, texts, strict=True)
        return known

    def seats_shown(self) -> list[int]:
        """The seats whose view of the present game somebody looks at."""
        delayed, record = self.table.record.settings.watching == "delayed", self.table.record
        chairs = {one.chair for one in self.viewers if one.greeted and not (delayed and one.chair < 0)}
        return [record.seat_of(chair) if chair >= 0 else -1 for chair in sorted(chairs)]

    def head(self, record: TableRecord, *, game: bool = True) -> Json:
        """What every message with the table has, whoever it is for."""
        here = {viewer.chair for viewer in self.viewers}
        left = record.left.copy()
        if record is self.table.record and left and record.phase == "playing":
            left[record.turn] -= self.table.spent()
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
        until = asyncio.get_running_loop().time() - self.table.record.settings.delay
        while self.recent and (self.recent[0][0] <= until or not self.late.count):
            self.late = self.late.after(self.recent.popleft()[1])

    async def refresh(self, _: int) -> None:
        """Show watchers what is old enough by now."""
        while not self.table.ended and self.recent and self.viewers:
            await asyncio.sleep(min(5.0, self.table.record.settings.delay))
            self.publish()


def position_of(record: TableRecord) -> ViewedPosition:
    """The position of the present game.  Two records of one table with the same position show the same scenes."""
    game = record.game
    return (0, 0, 0) if game is None else (game.number, game.taken_back, len(game.moves))
