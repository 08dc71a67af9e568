"""An evening at one table, message by message: what each viewer is sent and when, what the workers are asked, and what
is stored.  The clock of the event loop jumps to the next thing that is to happen, so every time is exact and nobody
waits; rules and store are stand-ins that answer at once.
"""

from __future__ import annotations

import asyncio
import itertools
import json
import selectors
from collections.abc import Awaitable, Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from hoyle.server.cores.pool import TablePosition
from hoyle.server.live import host as hosts
from hoyle.server.live import table as tables
from hoyle.server.live import written
from hoyle.server.live.host import Host
from hoyle.server.live.table import LiveTable
from hoyle.server.live.viewers import TableViewer
from hoyle.server.refusals import Refusal, refuse
from hoyle.server.store import StoredTable, StoreFailed
from hoyle.server.table import intents
from hoyle.server.table.entries import ChairSpoke, GameHeld, to_json

from ..golden import same_as_file

Json = dict[str, Any]
PEOPLE = ("Ann", "Bob", "Cyd", "D", "W")
TEXTS = Path(__file__).with_name("by_the_clock")


class JumpingSelector(selectors.DefaultSelector):
    """A selector that does not wait: the time jumps."""

    now = 100.0

    def select(self, timeout: float | None = None) -> Any:
        """Look what is there at once."""
        assert timeout is not None, "nothing will ever happen"
        self.now = round(self.now + timeout, 6)
        return super().select(0)


class JumpingLoop(asyncio.SelectorEventLoop):
    """An event loop whose time jumps to the next call that is due."""

    def __init__(self) -> None:
        self.clock = JumpingSelector()
        super().__init__(self.clock)

    def time(self) -> float:
        """The time that was jumped to."""
        return self.clock.now


class Evening:
    """A host whose store and workers are stand-ins, and everything that happened, line by line."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, **wanted: Any) -> None:
        self.monkeypatch = monkeypatch
        self.lines: list[str] = []
        self.kept: dict[str, list[str]] = {}
        self.shared = True
        self.delays: list[float] = []
        """How long the next requests to programs take."""
        self.failures: list[Exception | None] = []
        """What the next requests to programs raise."""
        self.first_by_others: list[str] = []
        """Entries that another process adds before the next one of this."""
        self.broken = False
        self.turns: list[int] = []
        """Who is asked next, if not the next seat."""
        self.wanted = {"game": "whist", **wanted}
        numbers = itertools.count(1)
        monkeypatch.setattr(hosts, "new_secret", lambda: f"secret {next(numbers)}")
        monkeypatch.setattr(tables, "new_secret", lambda: f"secret {next(numbers)}")
        monkeypatch.setattr(hosts, "hashed", lambda secret: f"hash of {secret}")
        for place in ("record", "intents"):
            monkeypatch.setattr(f"hoyle.server.table.{place}.hashed", lambda secret: f"hash of {secret}")
        monkeypatch.setattr(hosts.secrets, "token_urlsafe", lambda size: f"table of {size}" + " again" * len(self.kept))
        monkeypatch.setattr(hosts.secrets, "randbits", lambda bits: 1 << bits)
        monkeypatch.setattr(hosts.time, "time_ns", lambda: 5_999_999)
        self.host = Host(self, self, most_tables=1)

    def say(self, who: str, what: str) -> None:
        """Add a line."""
        line = f"{asyncio.get_running_loop().time() - 100:7.3f} {who}: {what}"
        before = self.lines[-1] if self.lines else ""
        if who in PEOPLE and before.partition(" {")[2] == what[1:] and before[:7] == line[:7]:
            line = f"{before[: before.index(':')]}, {who}: {what}"  # one more who is sent the same
            self.lines.pop()
        self.lines.append(line)

    # ------------------------------------------------------------------------------------------------------- the store

    async def open(self, news: Callable[[str | None, int], None]) -> None:
        """Begin."""
        self.news = news

    async def create(self, table: str, title: str, entry: str, *, listed: bool, awaits: str) -> None:
        """Keep the first entry of a table."""
        if self.broken:
            raise StoreFailed("the disk is full")
        self.kept[table] = [entry]
        self.say("store", f"{table}, {title}, listed {listed}, awaits {awaits}: {entry}")

    async def append(self, table: str, number: int, entry: str, awaits: str) -> bool:
        """Keep an entry, unless somebody else was quicker or the disk is full."""
        if self.broken:
            raise StoreFailed("the disk is full")
        kept = self.kept[table]
        if self.first_by_others:
            kept.append(self.first_by_others.pop(0))
        if number != len(kept):
            self.say("store", f"{number} is there")
            return False
        kept.append(entry)
        self.say("store", f"{number}, awaits {awaits}: {entry}")
        return True

    async def read(self, table: str, first: int = 0) -> list[str]:
        """The entries from a number on."""
        if self.broken:
            raise StoreFailed("the disk is full")
        return self.kept.get(table, [])[first:]

    async def tables(self, most: int = 1000, *, awaits: Any = None, listed: bool = False) -> list[StoredTable]:
        """Who was asked for."""
        self.say("store", f"tables: {most}, awaits {awaits}, listed {listed}")
        if self.broken:
            raise StoreFailed("the disk is full")
        return [StoredTable(id, "", 1, "people", True, 0) for id in self.kept]

    async def count(self) -> int:
        """How many tables there are."""
        return len(self.kept)

    # ----------------------------------------------------------------------------------------------------- the workers

    async def ask(self, role: str, request: Json, at: TablePosition | None = None) -> tuple[Json, list[bytes]]:
        """Answer as the rules of a game would in which everybody is asked in turn."""
        known = "" if at is None else (
            f" at {at.table} {at.game} {at.view} {at.names} {at.start}, {len(at.moves)} made, strange {at.strange}"
        )  # fmt: skip
        self.say("worker", f"{role} {json.dumps({**request, 'rules': '…'} if 'rules' in request else request)}{known}")
        if role == "programs" and request["op"] == "advise":
            if self.delays:
                await asyncio.sleep(self.delays.pop(0))
            failure = self.failures.pop(0) if self.failures else None
            if failure is not None:
                raise failure
        made = len(at.moves) if at is not None else 0
        asked = (at.moves[-1][1].turn if at.moves else 0) if at is not None else 0
        turn = self.turns.pop(0) if self.turns and request["op"] in ("choose", "advise") else (asked + 1) % 3
        following = {"draws": [made, 1], "turn": turn}
        match request["op"]:
            case "about":
                return {"seats": 3, "title": "Three", "texts": [1, 2]}, []
            case "begin":
                return {"draws": [3, 1], "turn": 0}, []
            case "choose":
                shown = [b'{"of":%d,"made":%d}' % (seat, made + 1) for seat in request["viewers"]]
                return {"choice": [request["answer"]["option"], made], **following}, shown
            case "advise":
                return {"choice": [9, made], **following}, []
            case "seen":
                return {"ask": 5, "deal": [1], "options": 2, "secret": "x"}, []
            case "views":
                every = [b'{"of":%d,"made":%d}' % (-9 if one is None else one, made) for one in request["viewers"]]
                return {}, every
            case "take up":
                moves = [[0, [1, 2], [3], 1], [1, [4], [], 2]]
                taken = {"ruleset": "hearts", "variants": ["v"], "options": [["a", 1]], "players": 3, "draws": [8]}
                return {**taken, "turn": 0, "moves": moves, "names": ["Una", "Vic", "Wim"]}, []
            case other:
                return {}, [other.encode()]

    async def close(self) -> None:
        """End the store, or the workers."""
        self.say("host", "closed")

    # ------------------------------------------------------------------------------------------------------ the people

    def check(self, name: str) -> None:
        """Compare what happened with the file."""
        same_as_file(TEXTS / f"{name}.txt", "\n".join(self.lines) + "\n")


class NumberedViewer(TableViewer):
    """A viewer that has its place in every set."""

    __slots__ = ("number",)

    def __hash__(self) -> int:
        return self.number


class Guest:
    """Somebody at the table: of each message with the table, what changed since the last one is written down."""

    def __init__(self, evening: Evening, name: str, secret: str | None = None) -> None:
        self.evening, self.name, self.secret = evening, name, secret
        self.viewer = NumberedViewer(self)
        self.viewer.number = PEOPLE.index(name) if name in PEOPLE else 9
        self.open = True
        self.last: Json = {}

    def put(self, message: bytes) -> None:
        """Write down what was sent."""
        data: Json = json.loads(message)
        if data["type"] == "table":
            assert len(message) == 8192
            changed = {name: value for name, value in data.items() if self.last.get(name, ...) != value}
            self.last = data
            data = changed
        self.evening.say(self.name, json.dumps(data))

    def hang_up(self) -> None:
        """Write down that the connection was ended."""
        self.evening.say(self.name, "hung up")

    async def send(self, type: str, **more: Any) -> None:
        """Send a message; a refusal is written down.  What follows at once has happened afterwards."""
        table = await self.evening.host.table("table of 9")
        try:
            await table.receive(self.viewer, {"type": type, **more})
        except Refusal as refusal:
            self.evening.say(self.name, f"refused: {refusal.code} {refusal.sentence}")
        await asyncio.sleep(0.001)

    async def hello(self) -> None:
        """Come to the table."""
        await self.send("hello", **({} if self.secret is None else {"secret": self.secret}))

    async def choose(self, option: int = 0, question: int | None = None, key: str = "k") -> None:
        """Answer the open question."""
        number = self.last["question"] if question is None else question
        await self.send("choose", question=number, key=key, option=option)


def spend(evening: Callable[[], Awaitable[None]]) -> None:
    """Run an evening on a clock that jumps."""
    with asyncio.Runner(loop_factory=JumpingLoop) as runner:

        async def whole() -> None:
            await evening()

        runner.run(whole())


def live(evening: Evening) -> LiveTable:
    """The table."""
    return evening.host.live["table of 9"]


def test_clocks_programs_pauses_and_proposals(monkeypatch: pytest.MonkeyPatch) -> None:
    evening = Evening(monkeypatch, chairs=[None, "random", None], clock=[60, 5], pace=900, options={"b": "1", "a": "2"})

    async def go() -> None:
        await evening.host.begin()
        made = await evening.host.open(evening.wanted)
        evening.say("host", json.dumps(made))
        ann, cyd, watcher = (Guest(evening, *who) for who in (("Ann", "secret 2"), ("Cyd", "secret 1"), ("W",)))
        await ann.send("next")
        for guest in (ann, cyd, watcher):
            await guest.hello()
        await ann.choose(question=0)
        await ann.send("next")
        await ann.send("sit", secret="secret 2", name=" Ann   B. ")
        await cyd.send("sit", secret="secret 1", name="Ann B.")
        await cyd.send("sit", secret="secret 1", name="Cyd")
        await asyncio.sleep(2.5)
        await ann.choose(4)
        await watcher.choose(4)
        evening.delays = [1.0]
        await asyncio.sleep(5)
        await cyd.send("seen")
        await watcher.send("seen")
        await cyd.send("pause", pause=True)
        await asyncio.sleep(100)
        await cyd.choose()
        await cyd.send("pause", pause=False)
        await asyncio.sleep(1.25)
        await cyd.choose(2)
        await cyd.choose(2, question=7)
        await ann.send("say", phrase=1)
        await watcher.send("say", phrase=1)
        await ann.send("propose", what="take back")
        await cyd.send("agree", proposal=cyd.last["proposal"]["number"], agree=True)
        await watcher.send("program", chair=1, program="sound")
        await ann.send("program", chair=1, program="sound")
        await asyncio.sleep(80)
        await ann.choose()
        await ann.send("pause", pause=True)
        await ann.send("next")
        live(evening).leave(ann.viewer)
        await asyncio.sleep(0.5)
        evening.say("host", f"busy {live(evening).busy}")
        await evening.host.close()

    spend(go)
    evening.check("clocks")


def test_watchers_with_a_delay_and_games_one_after_another(monkeypatch: pytest.MonkeyPatch) -> None:
    evening = Evening(monkeypatch, chairs=[None, None, "sound"], watching="delayed", delay=12, pace=0, chat="free")

    async def go() -> None:
        evening.host.most_tables = 2
        await evening.host.begin()
        await evening.host.open(evening.wanted)
        ann, bob, watcher = (Guest(evening, *who) for who in (("Ann", "secret 2"), ("Bob", "secret 3"), ("W",)))
        for guest in (watcher, ann, bob):
            await guest.hello()
        await ann.send("sit", secret="secret 2", name="Ann")
        await asyncio.sleep(4)
        await bob.send("sit", secret="secret 3", name="Bob")
        await ann.choose(1)
        await asyncio.sleep(3)
        evening.failures = [refuse("S33", why="it failed"), refuse("S53"), None]
        await bob.choose(2)
        await asyncio.sleep(6)
        monkeypatch.setattr(intents, "LONGEST_TEXT", 5)
        await ann.send("say", text="12345678")
        evening.turns = [-1]
        await ann.choose(3)
        for secret in ("secret 1", "nobody's"):
            evening.say("script", await live(evening).script(secret))
        evening.say("replay", (await live(evening).replay("secret 1", judge=True)).decode())
        evening.say("house", (await live(evening).house("secret 2")).decode())
        await asyncio.sleep(30)
        evening.failures = [refuse("S33", why="it failed")] * 2
        await bob.send("next")
        await bob.send("next")
        await asyncio.sleep(10)
        await bob.choose(1)
        await asyncio.sleep(10)
        await ann.send("pause", pause=True)
        with pytest.raises(Refusal) as found:
            await live(evening).script("secret 1")
        assert found.value.code == "S48"
        await evening.host.close()

    spend(go)
    evening.check("delayed")


def test_another_process_is_quicker_or_the_disk_is_full(monkeypatch: pytest.MonkeyPatch) -> None:
    evening = Evening(monkeypatch, chairs=[None, None, None], rotate=False, watching="nobody")

    async def go() -> None:
        await evening.host.begin()
        await evening.host.open(evening.wanted)
        with pytest.raises(Refusal) as found:
            await evening.host.open(evening.wanted)
        assert found.value.code == "S07"
        people = [Guest(evening, name, f"secret {n}") for name, n in (("Ann", 2), ("Bob", 3), ("Cyd", 4))]
        ann, bob, _ = people
        for guest in (*people, Guest(evening, "W"), Guest(evening, "X", "nobody's"), Guest(evening, "D", "secret 1")):
            await guest.hello()
        evening.broken = True
        await ann.send("sit", secret="secret 2", name="Ann")
        evening.broken = False
        for guest in people:
            await guest.send("sit", secret=guest.secret, name=guest.name)
        other = [json.dumps(to_json(ChairSpoke(2, phrase=phrase))) for phrase in range(3)]
        evening.first_by_others = other[:2]
        await ann.choose(1)
        evening.first_by_others = [json.dumps(to_json(GameHeld(0, True)))]
        await bob.choose(1)
        await bob.send("pause", pause=False)
        evening.kept["table of 9"] += other[2:]
        for table, count in (("table of 9", 1), ("another", 99)):
            evening.news(table, count)
            await asyncio.sleep(0.5)
        evening.say("host", f"{live(evening).record.count} of {len(evening.kept['table of 9'])}")
        evening.news(None, 0)
        await asyncio.sleep(0.5)
        evening.say("host", f"{live(evening).record.count} of {len(evening.kept['table of 9'])}")
        evening.broken = True
        await bob.choose(2)
        evening.broken = False
        monkeypatch.setattr(written, "MOST_ENTRIES", live(evening).record.count)
        await bob.choose(2)
        monkeypatch.setattr(written, "MOST_ENTRIES", 1000)
        evening.kept["table of 9"].append('{"entry": "unknown"}')
        await bob.choose(2)
        await bob.choose(2)
        counts = evening.host.counts
        evening.say("host", f"{counts.entries} entries, {counts.lost_races} lost races, {counts.opened} opened")
        evening.say("host", f"{counts.failed_writes} failed, {counts.messages} messages, {counts.write_seconds.counts}")
        await evening.host.close()

    spend(go)
    evening.check("others")


def test_what_requests_open_and_which_tables_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    evening = Evening(monkeypatch)
    monkeypatch.setattr(hosts, "MOST_LIVE", 1)
    wishes: list[Json] = [
        {"game": "whist", "variants": ["b", "a"], "preset": "p", "players": 3, "listed": True, "take_back": False},
        {"game": "mine", "text": "game", "chat": "off", "chairs": ["random", "sound", "random"], "pace": 100_000},
        {"game": "any", "script": "…", "text": "game", "chairs": [None, "random", None]},
        {"game": "any", "script": "…"},
    ]

    async def go() -> None:
        host = evening.host
        host.most_tables = 4
        await host.begin()
        evening.say("host", f"{[one.id for one in await host.listed()]}, {host.counts.opened}")
        for wish in wishes:
            evening.say("host", json.dumps(await host.open(wish)))
            await asyncio.sleep(1)
            evening.say("host", f"in memory: {[*host.live]}")
        evening.say("host", json.dumps(await host.about_wanted(wishes[0])))
        evening.say("host", json.dumps(await host.about_wanted(wishes[2])))
        with pytest.raises(Refusal) as found:
            await host.open({"game": "whist", "chairs": [None, None]})
        assert found.value.code == "S07"
        host.most_tables = 5
        with pytest.raises(Refusal) as found:
            await host.open({"game": "whist", "chairs": [None, None]})
        assert found.value.sentence == "There are 2 chairs, and 3 people play this."
        for more in ({}, {"against": ["g"], "judge": True}):
            evening.say("host", (await host.stats({"games": ["f"], **more})).decode())
        first, *_, last = [await host.table(id) for id in evening.kept]
        evening.say("host", f"in memory: {[*host.live]}, {first.ended}, {last.ended}")
        assert await host.table("table of 9 again again again") is last
        assert [(one.secret, one.came) for one in last.record.chairs] == [
            (f"hash of secret {n}", True) for n in (10, 11, 12)
        ]
        with pytest.raises(Refusal) as found:
            await host.table("no table")
        assert found.value.code == "S02"
        evening.broken = True
        for failing in (host.listed(7), host.open(wishes[0]), host.table("table of 9")):
            with pytest.raises(Refusal) as found:
                await failing
            evening.say("host", found.value.sentence)
        await host.close()
        for closed in (host.open(wishes[0]), host.table("table of 9")):
            with pytest.raises(Refusal) as found:
                await closed
            assert found.value.code == "S12"

    spend(go)
    evening.check("opened")


def test_tables_are_forgotten_only_when_there_are_too_many(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hosts, "MOST_LIVE", 3)
    left: list[list[str]] = []
    ended: list[str] = []
    for names, busy in (("", ""), ("ab", ""), ("abc", ""), ("abcde", ""), ("abcde", "b"), ("abcde", "abcde")):
        host: Any = Evening(monkeypatch).host
        for name in names:
            one = SimpleNamespace(busy=name in busy, end=lambda name=name: ended.append(name))
            host.live[name] = one
        host._forget()
        left.append([*host.live])
    assert left == [[], [*"ab"], [*"abc"], [*"cde"], [*"bcde"], [*"abcde"]]
    assert ended == ["a", "b", "a"]
