"""Connections that are slow or held open, and the frames that are written to one."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace

import pytest

pytest.importorskip("websockets", reason="websockets is not installed: pip install 'hoyle[serve]'")

from hoyle.server.live.viewers import MOST_WAITING, TableViewer
from hoyle.server.web.sockets import LONGEST_SILENCE, SilentConnections, frame_head, whole_frame


class Held:
    """A connection that takes something when it is `open`."""

    def __init__(self) -> None:
        self.open = True
        self.sent: list[bytes] = []
        self.ended = False

    def put(self, message: bytes) -> None:
        assert self.open
        self.sent.append(message)

    def hang_up(self) -> None:
        self.ended = True


def test_a_client_that_reads_nothing_keeps_the_newest_table_waiting_and_is_left_after_a_while(run, monkeypatch):
    monkeypatch.setattr("hoyle.server.live.viewers.SLOWEST", 0.05)

    async def go():
        held = Held()
        viewer = TableViewer(held)
        viewer.show(b"first")
        held.open = False
        for number in range(1000):
            viewer.show(b"table %d" % number)
            viewer.tell(b"other %d" % number)
        held.open = True
        viewer.resume()
        assert held.sent == [b"first", *(b"other %d" % one for one in range(1000 - MOST_WAITING, 1000)), b"table 999"]
        held.open = False
        viewer.show(b"never read")
        async with asyncio.timeout(5):
            while not held.ended:
                await asyncio.sleep(0.01)
        held.open = True
        viewer.show(b"nothing more")
        viewer.resume()
        assert held.sent[-1] == b"table 999"

    run(go())


@pytest.mark.parametrize("length", [0, 1, 125, 126, 8192, 65_535, 65_536, 131_072])
def test_a_frame_is_what_websockets_would_write(length):
    from websockets.frames import Frame, Opcode

    data = b" " * length
    assert frame_head(length) + data == Frame(Opcode.TEXT, data).serialize(mask=False, extensions=[])


@pytest.mark.parametrize("length", [0, 1, 3, 4, 125, 126, 127, 5000])
def test_whole_frames_of_a_client_are_taken_apart_and_nothing_else_is(length):
    from websockets.frames import Frame, Opcode

    text = (("hörst du " * length)[:length]).encode()
    frame = Frame(Opcode.TEXT, text).serialize(mask=True, extensions=[])
    assert whole_frame(frame) == (1, text, len(frame))
    assert whole_frame(b"x" + frame * 2, 1 + len(frame)) == (1, text, 1 + 2 * len(frame))
    others = [
        frame[:-1], frame[:3], b"",
        Frame(Opcode.TEXT, text, fin=False).serialize(mask=True, extensions=[]),
        Frame(Opcode.CONT, text).serialize(mask=True, extensions=[]),
        bytes((frame[0] | 0x40, *frame[1:])),
        Frame(Opcode.TEXT, text).serialize(mask=False, extensions=[]),
        b"\x81\xff" + bytes(8) + frame,
        b"\x89\xfe" + frame[2:],
    ]  # fmt: skip
    assert [whole_frame(one) for one in others] == [None] * len(others)
    for kind in (Opcode.PING, Opcode.PONG, Opcode.CLOSE, Opcode.BINARY):
        other = Frame(kind, text[:60]).serialize(mask=True, extensions=[])
        assert whole_frame(other) == (kind, text[:60], len(other))


class Silent:
    """A connection as uvicorn has it, with or without a request."""

    def __init__(self, cycle: object = None) -> None:
        self.cycle, self.transport, self.aborted = cycle, self, 0

    def abort(self) -> None:
        self.aborted += 1


def test_connections_on_which_no_request_comes_are_ended_and_others_are_not():
    asked, answered = SimpleNamespace(response_complete=False), SimpleNamespace(response_complete=True)
    silent, busy, done = Silent(), Silent(asked), Silent(answered)
    watched = SilentConnections()
    for _ in range(LONGEST_SILENCE):
        watched.look({silent, busy, done})
    assert not silent.aborted
    silent.cycle = asked  # one request comes in time
    watched.look({silent, busy, done})
    assert (silent.aborted, busy.aborted, done.aborted) == (0, 0, 1)
    silent.cycle = None
    for _ in range(LONGEST_SILENCE):
        watched.look({silent, busy})
    assert not silent.aborted  # it is counted from its last request
    watched.look({silent, busy})
    assert (silent.aborted, busy.aborted) == (1, 0)
