"""Runs the server: the store and the workers that its settings name, uvicorn, and a clean end."""

from __future__ import annotations

import asyncio
import gc
import os
import signal
import socket
import sys
from collections.abc import Callable, Generator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path

import uvicorn

from ..cores.pool import GameWorkers
from ..failures import take_logs
from ..live.host import Host
from ..store import Store
from .app import Web, app
from .rates import Rates
from .sockets import MOST_FRAME, FrameSocket, SilentConnections, ping_some

TIDIED = 600.0
"""After how many seconds all objects of the server are looked through for circles that nobody needs."""


@dataclass(frozen=True)
class ServerSettings:
    """How a server is run.  `database`: the path of a file, or `postgresql://…`.  `proxies`: the addresses of proxies
    that are believed when they say for whom they ask.
    """

    database: str
    address: str = "0.0.0.0"
    port: int = 0
    cores: int = 0
    """How many workers play games of shipped rules; 0: one less than there are processors, but two."""
    token: str = ""
    """The token of the operator."""
    proxies: str = ""
    rates: Rates = field(default_factory=Rates)
    most_tables: int = 1_000_000


def store_of(database: str) -> Store:
    """The store that a database names."""
    if database.startswith(("postgresql://", "postgres://")):
        from ..store.postgres import PostgresStore

        return PostgresStore(database)
    from ..store.sqlite import SqliteStore

    return SqliteStore(Path(database))


def bound_socket(address: str, port: int) -> socket.socket:
    """A socket that hears.  Raises `OSError`."""
    found = socket.socket(socket.AF_INET6 if ":" in address else socket.AF_INET)
    found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    found.bind((address, port))
    found.set_inheritable(False)
    return found


def lan_address() -> str:
    """The address of this machine in its network; the loopback if it has none.  Nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as found:
        try:
            found.connect(("192.0.2.1", 9))
        except OSError:
            return "127.0.0.1"
        return found.getsockname()[0]


class _TableServer(uvicorn.Server):
    """Says when clients can come."""

    ready: Callable[[], None]
    closing: Callable[[], None]

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self.ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self.closing()
        await asyncio.sleep(0.1)
        await super().shutdown(sockets)

    @contextmanager
    def capture_signals(self) -> Generator[None]:
        """A signal ends the server, and is done with then."""
        loop, kinds = asyncio.get_running_loop(), (signal.SIGINT, signal.SIGTERM)
        try:
            for kind in kinds:
                loop.add_signal_handler(kind, self.handle_exit, kind, None)
        except (NotImplementedError, RuntimeError):  # Windows, or not the main thread
            with super().capture_signals():
                yield
            return
        try:
            yield
        finally:
            for kind in kinds:
                loop.remove_signal_handler(kind)


def serve(settings: ServerSettings, listening: socket.socket, ready: Callable[[], None]) -> None:
    """Serve until SIGINT or SIGTERM.  `ready` is called once clients can come.  Raises `StoreFailed`."""
    # KeyboardInterrupt is raised again after a clean end where signals come in another way.
    with suppress(KeyboardInterrupt), asyncio.Runner(loop_factory=_loop_factory()) as runner:
        runner.run(_served(settings, listening, ready))


async def _tidied() -> None:
    """Free old circles of objects; with thousands of connections that takes some tenths of a second."""
    while True:
        await asyncio.sleep(TIDIED)
        gc.collect()


async def _pinged(server: uvicorn.Server) -> None:
    """Ask clients now and then whether they are there, and end connections on which nothing comes."""
    silent = SilentConnections()
    for beat in count():
        await asyncio.sleep(1)
        ping_some(server.server_state.connections, beat)
        silent.look(server.server_state.connections)


def _loop_factory() -> Callable[[], asyncio.AbstractEventLoop] | None:
    """uvloop where there is one: a choice costs a third less with it (benchmarks/serve.md).  None: asyncio's own."""
    try:
        import uvloop
    except ImportError:  # Windows has none
        return None
    return uvloop.new_event_loop


async def _served(settings: ServerSettings, listening: socket.socket, ready: Callable[[], None]) -> None:
    gc.set_threshold(2_000, 10, 1_000_000)  # all objects are looked through now and then only: `_tidied`
    sys.setswitchinterval(0.001)  # the thread that writes must not wait for long
    cores = settings.cores or max(2, (os.cpu_count() or 2) - 1)
    host = Host(store_of(settings.database), GameWorkers(cores), settings.most_tables)
    web = Web(host, settings.token, settings.rates)
    take_logs()
    config = uvicorn.Config(
        app(web), log_config=None, access_log=False, lifespan="off", ws=FrameSocket, ws_max_size=MOST_FRAME,
        timeout_graceful_shutdown=3, server_header=False, proxy_headers=bool(settings.proxies),
        forwarded_allow_ips=settings.proxies or None, h11_max_incomplete_event_size=16_384,
    )  # fmt: skip
    server = _TableServer(config)
    server.ready, server.closing = ready, host.say_farewell
    beside = [asyncio.create_task(_tidied()), asyncio.create_task(_pinged(server))]
    try:
        await host.begin()
        await server.serve(sockets=[listening])
    finally:
        for task in beside:
            task.cancel()
        await host.close()
