"""Connections that are slow or held open, and the frames that are written to one."""

from __future__ import annotations

import asyncio

import pytest

pytest.importorskip("websockets", reason="websockets is not installed: pip install 'hoyle[serve]'")

from hoyle.server.live.viewers import MOST_WAITING, TableViewer
from hoyle.server.web.sockets import frame_head, is_whole_control, whole_text


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


@pytest.mark.parametrize("length", [0, 1, 3, 4, 125, 126, 5000])
def test_a_whole_text_of_a_client_is_taken_from_its_frame_and_nothing_else_is(length):
    from websockets.frames import Frame, Opcode

    text = ("hörst du " * length)[:length].encode()
    frame = Frame(Opcode.TEXT, text).serialize(mask=True, extensions=[])
    assert whole_text(frame) == text
    assert not is_whole_control(frame)
    others = [
        frame[:-1], frame + b"\0", frame * 2, frame[:3],
        Frame(Opcode.TEXT, text, fin=False).serialize(mask=True, extensions=[]),
        Frame(Opcode.CONT, text).serialize(mask=True, extensions=[]),
        Frame(Opcode.BINARY, text).serialize(mask=True, extensions=[]),
        Frame(Opcode.TEXT, text).serialize(mask=False, extensions=[]),
    ]  # fmt: skip
    assert [whole_text(one) for one in others] == [None] * len(others)
    assert not any(map(is_whole_control, others))
    pong = Frame(Opcode.PONG, text[:60]).serialize(mask=True, extensions=[])
    assert is_whole_control(pong)
    assert not is_whole_control(pong + pong)
    assert not is_whole_control(pong[:-1])
    assert whole_text(pong) is None
