"""A server without network for the tests: its tables, and clients that follow the protocol."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncGenerator, Callable, Iterator
from contextlib import asynccontextmanager, suppress
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from hoyle.server.cores.pool import Cores
from hoyle.server.live.host import Host
from hoyle.server.live.table import LiveTable
from hoyle.server.live.viewers import TableViewer
from hoyle.server.protocol import fits, parsed
from hoyle.server.refusals import Refusal
from hoyle.server.store import Store
from hoyle.server.store.sqlite import SqliteStore

from .. import browsers as chromium
from .inline import InlineCores


class Client:
    """A client of a table without network.  It keeps the newest message with the table, and every other one."""

    def __init__(self, host: Host, table: str, secret: str | None = None) -> None:
        self.host, self.table, self.secret = host, table, secret
        self.viewer = TableViewer(self)
        self.open = True
        """Whether it takes messages."""
        self.ended = False
        self.shown: dict[str, Any] = {}
        self.raw: list[bytes] = []
        self.others: list[dict[str, Any]] = []
        self.changed = asyncio.Event()

    async def live(self) -> LiveTable:
        return await self.host.table(self.table)

    async def come(self, name: str | None = None) -> Client:
        """Say hello, and sit down under a name."""
        await self.send({"type": "hello", **({"secret": self.secret} if self.secret is not None else {})})
        if name is not None:
            await self.send({"type": "sit", "secret": self.secret, "name": name})
        await self.until(lambda: bool(self.shown))
        return self

    def hang_up(self) -> None:
        """The server has ended the connection."""
        self.ended = True
        self.changed.set()

    def put(self, message: bytes) -> None:
        """The server has sent something."""
        self.raw.append(message)
        data = json.loads(message)
        assert fits("answer", data), data
        if data["type"] == "table":
            self.shown = data
        else:
            self.others.append(data)
        self.changed.set()

    async def send(self, message: dict[str, Any]) -> None:
        """Send a message.  Raises `Refusal`."""
        await (await self.live()).receive(self.viewer, parsed(json.dumps(message)))

    async def until(self, wanted: Callable[[], object], seconds: float = 20) -> None:
        async with asyncio.timeout(seconds):
            while not wanted():
                self.changed.clear()
                await self.changed.wait()

    @property
    def question(self) -> dict[str, Any] | None:
        view = self.shown.get("view")
        return view["question"] if view and self.shown["phase"] == "playing" else None

    async def answer(self, random: Random) -> None:
        """Answer the open question at random."""
        assert self.question is not None
        number, option = self.shown["question"], random.choice(self.question["options"])
        await self.send({"type": "choose", "question": number, "key": f"k{number}", "option": option["number"]})
        await self.until(lambda: self.shown["question"] != number)

    def leave(self) -> None:
        live = self.host.live.get(self.table)
        if live is not None:
            live.leave(self.viewer)


@asynccontextmanager
async def hosting(store: Store | None = None, cores: Cores | None = None) -> AsyncGenerator[Host]:
    """A host, which is closed at the end."""
    host = Host(store or SqliteStore(":memory:"), cores or InlineCores())
    await host.begin()
    try:
        yield host
    finally:
        await host.close()


async def seated(host: Host, wanted: dict[str, Any]) -> tuple[dict[str, Any], list[Client]]:
    """Open a table, and let people take their chairs.  Returns its secrets, and the clients."""
    made = await host.open({"pace": 0, **wanted})
    clients = [
        await Client(host, made["table"], secret).come(f"Player {number + 1}")
        for number, secret in enumerate(made["chairs"])
        if secret is not None
    ]
    return made, clients


async def play(clients: list[Client], random: Random, most: int = 10_000) -> int:
    """Let people choose at random until the game is over; how many choices they made."""
    made = 0
    while made < most:
        asked = [one for one in clients if one.question is not None]
        if not asked:
            await asyncio.sleep(0)
            if clients[0].shown["phase"] == "over":
                break
            await asyncio.sleep(0.001)
            continue
        with_question = asked[0]
        try:
            await with_question.answer(random)
        except Refusal as refusal:  # a program was quicker to be shown, or the message is older than the table
            if refusal.code not in ("S30", "S31"):
                raise
        made += 1
    return made


@pytest.fixture(scope="session")
def cluster() -> Iterator[Any]:
    """A PostgreSQL of the tests' own.  Where it is not installed, the test is skipped."""
    from .database import Cluster

    try:
        found = Cluster()
    except FileNotFoundError as error:
        pytest.skip(str(error))
    yield found
    found.end()


@pytest.fixture
def browsers(start_browser: Callable[[], Any]) -> Iterator[Callable[[], Any]]:
    """Start browsers, which are ended after the test, whatever they do."""
    started: list[Any] = []

    def start() -> Any:
        started.append(start_browser())
        return started[-1]

    yield start
    for one in started:
        with suppress(Exception):  # a browser that was ended already
            one.quit()
        chromium.end(one)


@pytest.fixture
def house() -> SimpleNamespace:
    """A host and its clients: `hosting`, `seated`, `play`, `Client`."""
    return SimpleNamespace(hosting=hosting, seated=seated, play=play, Client=Client)


@pytest.fixture
def run() -> Callable[[Any], Any]:
    """Run a coroutine."""

    def runner(coroutine: Any) -> Any:
        return asyncio.run(asyncio.wait_for(coroutine, 120))

    return runner
