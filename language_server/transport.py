"""Standard input and output, or a socket: pygls reads and writes the messages, the session answers them.

One task answers the messages in order.  Before it starts a request it reads all messages that have arrived.  So a
request costs nothing if it was cancelled or concerns a text that has changed since.
"""

from __future__ import annotations

import asyncio
import json
import logging
import os
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, BinaryIO

from pygls.protocol.json_rpc import JsonRPCProtocol
from pygls.server import JsonRPCServer

from .session import Session
from .text import Json

PAUSE = 0.05
"""Diagnostics are computed after this many seconds without a message."""
_SETTLE = 0.001
"""Before a message is answered, another one may arrive within this many seconds."""


class Protocol(JsonRPCProtocol):
    """Passes messages to a session unchanged, as plain data."""

    def __init__(self, server: Any, converter: Any) -> None:
        super().__init__(server, converter)
        self.session = Session(self._send_data)
        self.arrived = asyncio.Event()
        self.closing = False

    def structure_message(self, data: dict[str, Any]) -> dict[str, Any]:
        return data

    def handle_message(self, message: Any) -> None:
        self.session.receive(message)
        self.arrived.set()

    def _send_data(self, data: Any) -> None:
        try:
            super()._send_data(data)
        except (OSError, ValueError):  # the client no longer reads
            self.session.exit_code = 1
            self.arrived.set()

    async def run(self) -> int:
        """Answer messages until the client sends `exit` or disconnects.  Returns the exit code."""
        session = self.session
        while session.exit_code is None:
            if not self.arrived.is_set() and session.idle:
                if self.closing:
                    return 1
                await self.arrived.wait()
            elif not session.inbox and not self.closing:
                try:
                    await asyncio.wait_for(self.arrived.wait(), PAUSE)
                except TimeoutError:
                    session.rest()
                    await asyncio.sleep(0)
                    continue
            self.arrived.clear()
            await self._settle()
            if not session.work() and self.closing:
                return 1
            if session.inbox:
                self.arrived.set()
        return session.exit_code

    async def _settle(self) -> None:
        waiting = -1
        while waiting != len(self.session.inbox):
            waiting = len(self.session.inbox)
            await asyncio.sleep(_SETTLE)


class TrialProcess:
    """Plays games in a process beside the server, one job at a time.  It starts some time after the last change."""

    WAIT = 1.0
    """The seconds from a pause to the start of a process."""

    def __init__(self) -> None:
        self.task: asyncio.Task[None] | None = None

    def start(self, job: Json, heed: Callable[[Json], None]) -> None:
        self.stop()
        self.task = asyncio.create_task(self._run(job, heed))

    def stop(self) -> None:
        if self.task is not None:
            self.task.cancel()
            self.task = None

    async def _run(self, job: Json, heed: Callable[[Json], None]) -> None:
        await asyncio.sleep(self.WAIT)
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", f"{__package__}.counting",
            stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.DEVNULL,
            limit=1 << 24,
        )  # fmt: skip
        assert process.stdin is not None and process.stdout is not None
        try:
            process.stdin.write(json.dumps(job).encode() + b"\n")
            process.stdin.close()
            while line := await process.stdout.readline():
                heed(json.loads(line))
            await process.wait()
        except (OSError, ValueError):
            pass
        finally:
            if process.returncode is None:
                with suppress(ProcessLookupError):
                    process.kill()


class Server(JsonRPCServer):
    """A server for one client."""

    def __init__(self, sources: tuple[Path, ...] = ()) -> None:
        import cattrs

        super().__init__(Protocol, cattrs.Converter, max_workers=1)
        assert isinstance(self.protocol, Protocol)
        self.messages = self.protocol
        """The same protocol object with its exact type."""
        self.messages.session.state.settings.sources = sources
        self.messages.session.state.background = TrialProcess()

    def report_server_error(self, error: Exception, source: Any) -> None:
        if isinstance(error, ValueError | RecursionError):  # invalid JSON
            self.messages.session.rubbish("what came is no JSON")


def serve(sources: tuple[Path, ...], port: int | None = None, host: str = "127.0.0.1") -> int:
    """Serve one client: over standard input and output, or the first one that connects to a port.

    Returns the exit code."""
    for name in ("pygls", "asyncio"):
        logging.getLogger(name).addHandler(logging.NullHandler())
        logging.getLogger(name).propagate = False
    return asyncio.run(_socket(sources, host, port) if port is not None else _standard(sources))


async def _standard(sources: tuple[Path, ...]) -> int:
    from pygls.io_ import StdinAsyncReader, StdoutWriter

    incoming = sys.stdin.buffer
    outgoing = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    sys.stdout = sys.stderr  # printed text must not be taken for a message
    server = Server(sources)
    server.messages.set_writer(StdoutWriter(outgoing))
    code = await _converse(server, StdinAsyncReader(incoming, _daemon_pool()))
    _leave(outgoing, code)
    return code


def _leave(outgoing: BinaryIO, code: int) -> None:
    """End the process even if a thread is waiting for input that never comes."""
    with suppress(OSError, ValueError):
        outgoing.flush()
    sys.stderr.flush()
    os._exit(code)


def _daemon_pool() -> Any:
    from concurrent.futures import ThreadPoolExecutor

    return ThreadPoolExecutor(1)


async def _converse(server: Server, reader: Any) -> int:
    from threading import Event

    from pygls.io_ import run_async

    stop = Event()
    protocol = server.messages

    async def read() -> None:
        # A length that no message can have raises OverflowError or MemoryError.
        ended = (OSError, ValueError, OverflowError, MemoryError, asyncio.IncompleteReadError)
        try:
            with suppress(*ended):
                await run_async(
                    stop_event=stop, reader=reader, protocol=protocol, error_handler=server.report_server_error
                )
        finally:
            protocol.closing = True
            protocol.arrived.set()

    reading = asyncio.create_task(read())
    code = await protocol.run()
    stop.set()
    reading.cancel()
    protocol.session.state.stop()
    return code


async def _socket(sources: tuple[Path, ...], host: str, port: int) -> int:
    done: asyncio.Future[int] = asyncio.get_running_loop().create_future()

    async def connected(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        server = Server(sources)
        server.messages.set_writer(_SocketWriter(writer))
        listener.close()
        code = await _converse(server, reader)
        writer.close()
        if not done.done():
            done.set_result(code)

    listener = await asyncio.start_server(connected, host, port)
    where: Json = {"host": host, "port": listener.sockets[0].getsockname()[1]}
    sys.stderr.write(f"hoyle lsp: waiting at {where['host']}:{where['port']}\n")
    sys.stderr.flush()
    return await done


class _SocketWriter:
    """A stream with the methods that pygls calls."""

    def __init__(self, stream: asyncio.StreamWriter) -> None:
        self.stream = stream

    def write(self, data: bytes) -> None:
        if self.stream.is_closing():
            raise BrokenPipeError
        self.stream.write(data)

    def close(self) -> None:
        self.stream.close()
