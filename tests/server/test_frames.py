"""The WebSocket of one client without a network: a transport that keeps what is written, and frames made by hand
(RFC 6455, 5.2).
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from types import SimpleNamespace
from typing import Any

import pytest

pytest.importorskip("websockets", reason="websockets is not installed: pip install 'hoyle[serve]'")
pytest.importorskip("uvicorn", reason="uvicorn is not installed: pip install 'hoyle[serve]'")

from hoyle.server.web import sockets
from hoyle.server.web.sockets import (
    BINARY,
    CLOSE,
    EXTENSION,
    PINGED,
    PONG,
    TEXT,
    FrameSocket,
    SilentConnections,
    frame_head,
    ping_some,
    whole_frame,
)

MASK = b"\x01\x02\x03\x04"


def frame(payload: bytes, kind: int = TEXT, *, first: int = 0x80) -> bytes:
    """A frame of a client."""
    size = len(payload)
    length = bytes((0x80 | size,)) if size < 126 else bytes((0x80 | 126,)) + size.to_bytes(2, "big")
    return bytes((first | kind,)) + length + MASK + bytes(b ^ MASK[i % 4] for i, b in enumerate(payload))


@pytest.mark.parametrize(
    ("length", "head"),
    [
        (0, b"\x81\x00"), (125, b"\x81\x7d"), (126, b"\x81\x7e\x00\x7e"), (65_535, b"\x81\x7e\xff\xff"),
        (65_536, b"\x81\x7f\x00\x00\x00\x00\x00\x01\x00\x00"),
    ],
)  # fmt: skip
def test_the_head_of_a_frame_says_its_length(length: int, head: bytes) -> None:
    assert frame_head(length) == head


def test_heads_at_the_bounds() -> None:
    assert [frame_head(n)[1] for n in (125, 126, 65_535, 65_536)] == [125, 126, 126, 127]
    assert [len(frame_head(n)) for n in (125, 126, 65_535, 65_536)] == [2, 4, 4, 10]


def test_whole_frames_are_taken_apart_one_after_the_other() -> None:
    data = frame(b"hello") + frame(b"", PINGED) + frame(b"x" * 300, BINARY)
    assert whole_frame(data) == (TEXT, b"hello", 11)
    assert whole_frame(data, 11) == (PINGED, b"", 17)
    assert whole_frame(data, 17) == (BINARY, b"x" * 300, len(data))
    for size in (0, 1, 3, 4, 5, 125, 126, 127):
        assert whole_frame(frame(bytes(range(size)))) == (TEXT, bytes(range(size)), len(frame(bytes(range(size)))))
    assert [whole_frame(frame(b"a", kind))[0] for kind in (TEXT, BINARY, CLOSE, PINGED, PONG)] == [1, 2, 8, 9, 10]  # type: ignore[index]


def test_anything_but_a_whole_message_is_left_to_others() -> None:
    whole = frame(b"hello")
    for end in range(len(whole)):
        assert whole_frame(whole[:end]) is None
    assert whole_frame(frame(b"")[:5]) is None
    assert whole_frame(frame(b"")) == (TEXT, b"", 6)
    assert whole_frame(frame(b"hello", first=0)) is None, "the message goes on"
    assert whole_frame(frame(b"hello", 0)) is None, "the message went on"
    assert whole_frame(frame(b"hello", first=0xC0)) is None, "a reserved bit"
    assert whole_frame(bytes((0x81, 5)) + MASK + b"hello") is None, "it is not masked"
    assert whole_frame(frame(b"hello", 3)) is None, "an unknown kind"
    assert whole_frame(frame(b"x" * 126, PINGED)) is None, "a long control frame"
    assert whole_frame(bytes((0x81, 0xFF)) + bytes(8) + MASK) is None, "eight bytes of length"


# ------------------------------------------------------------------------------------------------------ a connection


class Transport:
    """Keeps what is done with it."""

    def __init__(self) -> None:
        self.written: list[bytes] = []
        self.done: list[str] = []

    def write(self, data: bytes) -> None:
        self.written.append(data)

    def is_closing(self) -> bool:
        return "close" in self.done or "abort" in self.done

    def get_extra_info(self, name: str) -> Any:
        return {"sockname": ("127.0.0.1", 80), "peername": ("9.8.7.6", 5)}.get(name)

    def __getattr__(self, name: str) -> Callable[[], None]:
        return lambda: self.done.append(name)


class Waiting:
    """A connection of uvicorn."""

    def __init__(self, cycle: Any) -> None:
        self.transport, self.cycle = Transport(), cycle


class Listener:
    """Keeps what it hears."""

    def __init__(self) -> None:
        self.heard: list[bytes] = []
        self.said: list[str] = []
        self.waits: asyncio.Event | None = None

    async def hear(self, text: bytes) -> None:
        if text == b"fail":
            raise ValueError
        self.heard.append(text)
        if self.waits is not None:
            await self.waits.wait()

    def resume(self) -> None:
        self.said.append("resume")

    def left(self) -> None:
        self.said.append("left")


HANDSHAKE = (
    b"GET /t/a%20b/socket?x=1 HTTP/1.1\r\nHost: here\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\nX-Some: Value\r\n\r\n"
)


class Client:
    """A connection with its transport and listener, and what the application was asked."""

    def __init__(self, *, accepts: bool = True, listens: bool = True) -> None:
        self.transport, self.listener = Transport(), Listener()
        self.scopes: list[Any] = []

        async def app(scope: Any, receive: Any, send: Any) -> None:
            self.scopes.append(scope)
            assert await receive() == {"type": "websocket.connect"}
            if accepts:
                await send({"type": "websocket.accept"})
            if listens:
                scope["extensions"][EXTENSION].listener = self.listener

        self.state = SimpleNamespace(connections=set(), tasks=set())
        config = SimpleNamespace(loaded=True, loaded_app=app)
        self.socket = FrameSocket(config, self.state, _loop=asyncio.get_running_loop())
        self.socket.connection_made(self.transport)  # type: ignore[arg-type]

    async def opened(self) -> Client:
        """After the handshake."""
        self.socket.data_received(HANDSHAKE)
        await self.settle()
        self.transport.written.clear()
        return self

    async def settle(self) -> None:
        for _ in range(6):
            await asyncio.sleep(0)


def run(test: Callable[[], Awaitable[None]]) -> None:
    asyncio.run(test())  # type: ignore[arg-type]


def test_a_handshake_goes_through_the_application_once() -> None:
    async def test() -> None:
        client = Client()
        assert client.state.connections == {client.socket}
        client.socket.data_received(HANDSHAKE[:40])
        assert (client.socket.phase, client.transport.done) == ("handshake", [])
        client.socket.data_received(HANDSHAKE[40:])
        assert client.socket.phase == "asked"
        assert len(client.state.tasks) == 1
        await client.settle()
        assert client.socket.phase == "open"
        assert client.state.tasks == set()
        answer = b"".join(client.transport.written)
        assert answer.startswith(b"HTTP/1.1 101 ")
        assert b"s3pPLMBiTxaQ9kYGzzhZRbK+xOo=" in answer, "the key of the RFC"
        (scope,) = client.scopes
        wanted = {
            "type": "websocket", "path": "/t/a b/socket", "raw_path": b"/t/a%20b/socket", "query_string": b"x=1",
            "scheme": "ws", "client": ("9.8.7.6", 5), "server": ("127.0.0.1", 80), "http_version": "1.1",
        }  # fmt: skip
        assert {name: scope[name] for name in wanted} == wanted
        assert (b"x-some", b"Value") in scope["headers"]
        client.socket.connection_lost(None)
        assert client.state.connections == set()
        assert client.listener.said == ["left"]

    run(test)


def test_what_is_no_handshake_is_answered_and_closed() -> None:
    async def test() -> None:
        plain = Client()
        plain.socket.data_received(b"GET / HTTP/1.1\r\nHost: here\r\n\r\n")
        assert b"".join(plain.transport.written).startswith(b"HTTP/1.1 426 ")
        assert plain.transport.done == ["close"]
        rubbish = Client()
        rubbish.socket.data_received(b"rubbish\r\n\r\n")
        assert rubbish.transport.done == ["close"]
        early = Client()
        early.socket.data_received(HANDSHAKE)
        early.socket.data_received(frame(b"early"))
        assert early.transport.done == ["abort"]
        await early.settle()
        assert early.listener.heard == []

    run(test)


@pytest.mark.parametrize(("accepts", "listens"), [(False, True), (True, False)])
def test_a_connection_that_nobody_accepts_or_hears_is_closed(accepts: bool, listens: bool) -> None:
    async def test() -> None:
        client = await Client(accepts=accepts, listens=listens).opened()
        assert client.transport.done == ["close"]

    run(test)


def test_messages_are_heard_in_their_order_and_pings_answered() -> None:
    async def test() -> None:
        client = await Client().opened()
        client.socket.data_received(frame(b"one") + frame(b"??", PINGED) + frame(b"two", BINARY) + frame(b"", PONG))
        assert client.transport.written == [b"\x8a\x02??"]
        await client.settle()
        assert client.listener.heard == [b"one", b"two"]
        assert client.socket.reader is None, "whole frames only"
        client.socket.put_text(b"answer")
        assert client.transport.written[1:] == [b"\x81\x06answer"]

    run(test)


def test_a_message_in_parts_is_put_together() -> None:
    async def test() -> None:
        client = await Client().opened()
        client.socket.data_received(frame(b"one") + frame(b"two ", first=0))
        client.socket.data_received(frame(b"parts", 0))
        client.socket.data_received(frame(b"three")[:5])
        client.socket.data_received(frame(b"three")[5:])
        await client.settle()
        assert client.listener.heard == [b"one", b"two parts", b"three"]
        assert client.transport.done == []

    run(test)


def test_a_client_that_says_farewell_gets_one_and_is_left() -> None:
    async def test() -> None:
        client = await Client().opened()
        client.socket.data_received(frame(b"\x03\xe8", CLOSE))
        assert client.transport.written == [b"\x88\x02\x03\xe8"]
        assert client.transport.done == ["close"]
        assert client.listener.said == ["left"]
        client.socket.data_received(frame(b"more"))
        client.socket.put_text(b"more")
        await client.settle()
        assert (client.listener.heard, len(client.transport.written)) == ([], 1)

    run(test)


def test_a_farewell_of_ours_waits_for_the_answer() -> None:
    async def test() -> None:
        client = await Client().opened()
        client.socket.close(1001, "gone")
        assert client.transport.written == [b"\x88\x06\x03\xe9gone"]
        assert (client.socket.phase, client.transport.done, client.listener.said) == ("closing", [], ["left"])
        assert client.socket.timer is not None
        client.socket.close(1001)
        client.socket.put_text(b"more")
        assert len(client.transport.written) == 1, "nothing is sent after it"
        client.socket.data_received(frame(b"late") + frame(b"\x03\xe9", CLOSE))
        assert client.transport.done == ["close"]
        client.socket.connection_lost(None)
        assert (client.socket.phase, client.socket.timer) == ("closed", None)
        assert client.listener.said == ["left"], "once"
        await client.settle()
        assert client.listener.heard == []

    run(test)


def test_a_client_that_sends_much_is_not_read_until_the_listener_is_ready() -> None:
    async def test() -> None:
        client = await Client().opened()
        client.listener.waits = asyncio.Event()
        client.socket.data_received(frame(b"first"))
        await client.settle()
        for number in range(8):
            client.socket.data_received(frame(b"%d" % number))
        assert client.transport.done == []
        client.socket.data_received(frame(b"8") + frame(b"9"))
        assert client.transport.done == ["pause_reading"]
        client.listener.waits.set()
        client.listener.waits = None
        await client.settle()
        assert client.transport.done == ["pause_reading", "resume_reading"]
        assert client.listener.heard == [b"first", *(b"%d" % number for number in range(10))]

    run(test)


def test_a_listener_that_fails_ends_the_connection(monkeypatch: pytest.MonkeyPatch) -> None:
    written: list[Exception] = []
    monkeypatch.setattr(sockets, "write_down", written.append)

    async def test() -> None:
        client = await Client().opened()
        client.socket.data_received(frame(b"fail") + frame(b"more"))
        await client.settle()
        assert client.transport.written == [b"\x88\x02\x03\xf3"], "1011"
        assert client.listener.said == ["left"]
        assert client.listener.heard == []

    run(test)
    assert [type(one) for one in written] == [ValueError]


def test_a_transport_that_is_full_says_when_it_takes_more() -> None:
    async def test() -> None:
        client = await Client().opened()
        assert client.socket.takes
        client.socket.pause_writing()
        assert not client.socket.takes
        client.socket.resume_writing()
        assert (client.socket.takes, client.listener.said) == (True, ["resume"])
        client.socket.shutdown()
        assert client.transport.written == [b"\x88\x02\x03\xf4"], "1012"
        assert client.transport.done == ["close"]

    run(test)


def test_who_does_not_answer_a_ping_is_gone_at_the_next() -> None:
    async def test() -> None:
        client = await Client().opened()
        client.socket.ping()
        assert client.transport.written == [b"\x89\x00"]
        client.socket.data_received(frame(b"", PONG))
        client.socket.ping()
        assert client.transport.done == []
        client.socket.ping()
        assert client.transport.done == ["abort"]
        assert len(client.transport.written) == 2

    run(test)


def test_each_connection_is_pinged_with_one_beat_in_twenty() -> None:
    async def test() -> None:
        one, other = await Client().opened(), await Client().opened()
        assert (other.socket.beat - one.socket.beat) % 20 == 1
        everybody = [one.socket, object(), other.socket]
        for beat in range(40):
            ping_some(everybody, beat)
            one.socket.alive = other.socket.alive = True
            pinged = [len(one.transport.written), len(other.transport.written)]
            assert pinged == [sum(b % 20 == c.socket.beat for b in range(beat + 1)) for c in (one, other)]

    run(test)


def test_a_connection_without_a_request_is_ended_after_ten_seconds() -> None:
    async def test() -> None:
        cycles = None, SimpleNamespace(response_complete=False), SimpleNamespace(response_complete=True)
        silent, busy, answered = map(Waiting, cycles)
        client = await Client().opened()
        watched = SilentConnections()

        def look(connections: list[Any]) -> list[bool]:
            watched.look(connections)
            return ["abort" in one.transport.done for one in (silent, busy, answered, client)]

        for _ in range(10):
            assert look([silent, busy, answered, client.socket]) == [False] * 4
        assert look([silent, busy, client.socket]) == [True, False, False, False]
        for _ in range(10):
            assert look([answered])[2] is False, "it was gone for a second, so it is counted anew"
        assert look([answered])[2] is True

    run(test)
