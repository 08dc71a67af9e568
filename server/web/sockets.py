"""The WebSockets of the server, each with as little memory and work as there can be (benchmarks/serve.md).

The handshake is read by `websockets`, and goes through the application once, because of its proxies.  Then whole frames
are taken apart here, and messages are given to a listener in their order, by a task that is there only while there are
some.  A client that sends anything else (parts of frames or of messages) is read by `websockets` from then on.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from contextlib import suppress
from itertools import cycle
from typing import Any, Literal, Protocol, cast
from urllib.parse import unquote

from starlette.types import ASGIApp
from uvicorn.protocols.utils import get_local_addr, get_remote_addr
from websockets.frames import Frame, Opcode
from websockets.http11 import Request
from websockets.protocol import State
from websockets.server import ServerProtocol

from ..failures import write_down

EXTENSION = "hoyle.frames"
"""Where the application finds the connection, among the extensions of its scope."""
MOST_FRAME = 65_536
"""The most bytes of a message."""
MOST_QUEUED = 8
"""How many messages wait for the application before no more are read."""
BEAT = 20
"""After how many seconds a connection is pinged; one that says nothing until the next ping is ended."""
LONGEST_SILENCE = 10
"""For how many seconds a connection may be there on which no request comes."""
FAREWELL = 2.0
"""How many seconds a client has to answer a farewell."""
_BEATS = cycle(range(BEAT))
PING = b"\x89\x00"
TEXT, BINARY, CLOSE, PINGED, PONG = 1, 2, 8, 9, 10
SocketPhase = Literal["handshake", "asked", "open", "closing", "closed"]


class SocketListener(Protocol):
    """Whoever gets what a client sends."""

    async def hear(self, text: bytes) -> None:
        """Do what a message asks for.  Nothing is raised."""
        ...

    def resume(self) -> None:
        """The connection takes messages again."""
        ...

    def left(self) -> None:
        """The client is gone; it is said once, and nothing is heard after it."""
        ...


class FrameSocket(asyncio.Protocol):
    """The WebSocket of one client, as uvicorn makes it."""

    __slots__ = (
        "__weakref__", "alive", "app", "beat", "connections", "listener", "loop", "parts", "phase", "reader", "reading",
        "takes", "tasks", "timer", "transport", "waiting", "work",
    )  # fmt: skip

    def __init__(self, config: Any, server_state: Any, app_state: Any = None, _loop: Any = None) -> None:
        if not config.loaded:
            config.load()
        self.app: ASGIApp = config.loaded_app
        self.connections: set[Any] = server_state.connections
        self.tasks: set[asyncio.Task[None]] = server_state.tasks
        self.loop: asyncio.AbstractEventLoop = _loop or asyncio.get_event_loop()
        self.transport: asyncio.Transport
        self.listener: SocketListener | None = None
        self.phase: SocketPhase = "handshake"
        self.takes = True
        """Whether it takes a message now."""
        self.beat = next(_BEATS)
        """With which beats it is pinged."""
        self.alive = True
        """Whether something came since it was pinged."""
        self.reader: ServerProtocol | None = ServerProtocol(max_size=MOST_FRAME)
        """What reads the handshake, and a client that sends other things than whole frames."""
        self.parts = b""
        """What came of a message in parts."""
        self.waiting: list[bytes] | None = None
        """The messages that wait for the listener."""
        self.reading = True
        self.work: asyncio.Task[None] | None = None
        """Gives messages to the listener."""
        self.timer: asyncio.TimerHandle | None = None

    # ------------------------------------------------------------------------------------------------- the transport

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """There is a client."""
        self.transport = cast("asyncio.Transport", transport)
        self.connections.add(self)

    def connection_lost(self, exc: Exception | None) -> None:
        """The client is gone."""
        self.connections.discard(self)
        if self.timer is not None:
            self.timer.cancel()
            self.timer = None
        self._end("closed")

    def pause_writing(self) -> None:
        """The transport takes no more."""
        self.takes = False

    def resume_writing(self) -> None:
        """The transport takes more."""
        self.takes = True
        if self.listener is not None:
            self.listener.resume()

    def shutdown(self) -> None:
        """The server ends."""
        self.close(1012)
        self.transport.close()

    # ------------------------------------------------------------------------------------------------- the handshake

    def data_received(self, data: bytes) -> None:
        """Take whole frames apart; leave anything else to `websockets`."""
        self.alive = True
        if self.phase == "handshake":
            self._shake_hands(data)
        elif self.phase == "asked":  # a client waits until its handshake is answered
            self.transport.abort()
        else:
            rest = self._take_whole(data) if self.reader is None else data
            if rest and self.phase in ("open", "closing"):
                self._read(rest)

    def _shake_hands(self, data: bytes) -> None:
        reader = self.reader
        assert reader is not None
        reader.receive_data(data)
        for event in reader.events_received():
            if not isinstance(event, Request):
                continue
            response = reader.accept(event)
            reader.send_response(response)
            if response.status_code != 101:
                break
            self.phase, self.reader = "asked", None
            self.work = self.loop.create_task(self._asked(self._scope(event), b"".join(reader.data_to_send())))
            self.tasks.add(self.work)
            return
        if out := b"".join(reader.data_to_send()):  # it was no handshake
            self.transport.write(out)
        if reader.handshake_exc is not None or reader.parser_exc is not None or out:
            self.transport.close()

    def _scope(self, request: Request) -> dict[str, Any]:
        path, _, query = request.path.partition("?")
        return {
            "type": "websocket", "asgi": {"version": "3.0", "spec_version": "2.4"}, "http_version": "1.1",
            "scheme": "ws", "server": get_local_addr(self.transport), "client": get_remote_addr(self.transport),
            "root_path": "", "path": unquote(path), "raw_path": path.encode("latin-1", "replace"),
            "query_string": query.encode("latin-1", "replace"),
            "headers": [(name.lower().encode("latin-1", "replace"), value.encode("latin-1", "replace"))
                        for name, value in request.headers.raw_items()],
            "subprotocols": [], "state": {}, "extensions": {EXTENSION: self},
        }  # fmt: skip

    async def _asked(self, scope: dict[str, Any], answer: bytes) -> None:
        """Run the application for a connection.  When it accepts the connection, the `answer` goes to the client."""

        async def receive() -> dict[str, Any]:
            return {"type": "websocket.connect"}

        async def send(message: Any) -> None:
            if message["type"] == "websocket.accept" and self.phase == "asked":
                self.phase = "open"
                self.transport.write(answer)

        task = self.work
        try:
            await self.app(scope, receive, cast("Any", send))
        except Exception as error:
            write_down(error)
        finally:
            if task is not None:
                self.tasks.discard(task)
            self.work = None
        if self.phase == "asked" or (self.phase == "open" and self.listener is None):
            self.transport.close()
        elif self.waiting:
            self._go_on()
        elif self.phase != "open":
            self._end(self.phase)

    # ---------------------------------------------------------------------------------------------------- what comes

    def _take_whole(self, data: bytes) -> bytes:
        """Take whole frames with whole messages, and return what follows them."""
        at = 0
        while at < len(data):
            frame = whole_frame(data, at)
            if frame is None or self.phase not in ("open", "closing"):
                break
            kind, payload, end = frame
            if kind in (TEXT, BINARY):
                self._heard(payload)
            elif kind == PINGED:
                self._write(bytes((0x8A, len(payload))) + payload)
            elif kind == CLOSE and self.phase == "closing":  # the answer to ours
                self.transport.close()
            elif kind != PONG:
                break
            at = end
        return data[at:] if at else data

    def _read(self, data: bytes) -> None:
        """Read whatever a client may send."""
        if self.reader is None:
            self.reader = ServerProtocol(state=State.OPEN, max_size=MOST_FRAME)
        reader = self.reader
        reader.receive_data(data)
        for event in reader.events_received():
            if not isinstance(event, Frame) or event.opcode not in (Opcode.TEXT, Opcode.BINARY, Opcode.CONT):
                continue
            self.parts += bytes(event.data)
            if event.fin:
                message, self.parts = self.parts, b""
                self._heard(message)
        if out := b"".join(reader.data_to_send()):
            self._write(out)
        if reader.state is not State.OPEN or reader.parser_exc is not None:
            self._end("closing")
            self.transport.close()

    def _heard(self, message: bytes) -> None:
        """Give a message to the listener, after those before it."""
        if self.phase != "open":
            return
        if self.waiting is None:
            self.waiting = []
        self.waiting.append(message)
        if self.work is None:
            self._go_on()
        elif self.reading and len(self.waiting) > MOST_QUEUED:
            self.reading = False
            self.transport.pause_reading()

    def _go_on(self) -> None:
        self.work = self.loop.create_task(self._worked())
        self.tasks.add(self.work)

    async def _worked(self) -> None:
        """Give the listener what waits."""
        task, listener = self.work, self.listener
        try:
            while self.waiting and self.phase == "open" and listener is not None:
                message = self.waiting.pop(0)
                if not self.reading and len(self.waiting) <= MOST_QUEUED:
                    self.reading = True
                    self.transport.resume_reading()
                await listener.hear(message)
        except Exception as error:
            write_down(error)
            self.close(1011)
        finally:
            if task is not None:
                self.tasks.discard(task)
            self.work = None
            if self.phase != "open":
                self._end(self.phase)

    # ---------------------------------------------------------------------------------------------------- what is sent

    def put_text(self, message: bytes) -> None:
        """Send a message, which is UTF-8.  Nothing is sent on a connection that was closed."""
        if self.phase == "open":
            self.transport.write(frame_head(len(message)) + message)

    def _write(self, data: bytes) -> None:
        if not self.transport.is_closing():
            self.transport.write(data)

    def ping(self) -> None:
        """Ask whether the client is there; end the connection if it did not answer the last time."""
        if self.phase == "open":
            if not self.alive:
                self.transport.abort()
                return
            self.alive = False
            self._write(PING)

    def close(self, code: int = 1000, reason: str = "") -> None:
        """Say farewell.  Nothing is heard or sent after it."""
        if self.phase in ("handshake", "asked"):
            self.transport.close()
        elif self.phase == "open":
            payload = code.to_bytes(2, "big") + reason.encode()[:100]
            self._write(bytes((0x88, len(payload))) + payload)
            if not self.reading:
                self.reading = True
                with suppress(RuntimeError):
                    self.transport.resume_reading()
            self.timer = self.loop.call_later(FAREWELL, self.transport.abort)
            self._end("closing")

    def _end(self, phase: SocketPhase) -> None:
        """Nothing more is heard; the listener is told once, when it has done what it is at."""
        if self.phase != "closed":
            self.phase = phase
        self.waiting = None
        if self.work is None and self.listener is not None:
            listener, self.listener = self.listener, None
            listener.left()


def ping_some(connections: Iterable[object], beat: int) -> None:
    """Ping one in `BEAT` of some connections; with each `beat` others, so that never many are pinged together."""
    for one in [*connections]:
        if isinstance(one, FrameSocket) and one.beat == beat % BEAT:
            one.ping()


class SilentConnections:
    """Ends connections on which no request comes."""

    def __init__(self) -> None:
        self._waiting: dict[Any, int] = {}

    def look(self, connections: Iterable[Any]) -> None:
        """Look at all connections, once a second."""
        waiting = {one: self._waiting.get(one, 0) + 1 for one in [*connections] if _silent(one)}
        for one, seconds in waiting.items():
            if seconds > LONGEST_SILENCE:
                one.transport.abort()
        self._waiting = waiting


def _silent(connection: Any) -> bool:
    """Whether a connection of uvicorn has no request and is no WebSocket."""
    cycle = getattr(connection, "cycle", None)
    return not isinstance(connection, FrameSocket) and (cycle is None or bool(cycle.response_complete))


def frame_head(length: int) -> bytes:
    """The head of a frame with a text of this many bytes, which ends the message and has no mask (RFC 6455, 5.2)."""
    if length < 126:
        return bytes((0x81, length))
    if length < 65_536:
        return b"\x81\x7e" + length.to_bytes(2, "big")
    return b"\x81\x7f" + length.to_bytes(8, "big")


def whole_frame(data: bytes, at: int = 0) -> tuple[int, bytes, int] | None:
    """The whole frame of a client that begins at a place of some data, if it is a whole message or a control frame (RFC
    6455, 5.2): its kind, what it holds, and where the next one begins.  None: it is something else.
    """
    if len(data) - at < 6 or data[at] & 0xF0 != 0x80 or data[at + 1] < 0x80:
        return None
    kind, length, begin = data[at] & 0x0F, data[at + 1] & 0x7F, at + 2
    if length == 127 or kind not in (TEXT, BINARY, CLOSE, PINGED, PONG) or (length == 126 and kind >= CLOSE):
        return None
    if length == 126:
        length, begin = int.from_bytes(data[begin : begin + 2], "big"), begin + 2
    end = begin + 4 + length
    if end > len(data):
        return None
    mask = data[begin : begin + 4] * (length // 4 + 1)
    found = int.from_bytes(data[begin + 4 : end], "little") ^ int.from_bytes(mask[:length], "little")
    return kind, found.to_bytes(length, "little"), end
