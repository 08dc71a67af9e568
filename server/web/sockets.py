"""The WebSockets of the server: those of uvicorn, with a way past its layers for the messages that nearly all are.

A message goes out as one frame in one write, without a task, a lock and a copy for each connection.  A text that comes
in as one whole frame is taken from it at once.  A client that sends anything else (parts of frames or of messages) is
read by uvicorn from then on.  That halves the time of a choice (benchmarks/serve.md).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

if TYPE_CHECKING:
    from collections.abc import Callable

EXTENSION = "hoyle.frames"
"""Where the application finds the connection, among the extensions of its scope."""
MOST_QUEUED = 8
"""How many messages wait for the application before no more are read."""


class FrameSocket(WebSocketsSansIOProtocol):
    """A WebSocket that takes whole messages."""

    resumed: Callable[[], None] | None = None
    """Called when it takes messages again."""
    plain = False
    """Whether everything that came after the handshake was whole frames."""

    def handle_connect(self, event: Any) -> None:
        """Let the application find this connection; it has not begun yet."""
        super().handle_connect(event)
        if hasattr(self, "scope"):
            extensions: Any = self.scope.get("extensions")
            extensions[EXTENSION] = self

    def data_received(self, data: bytes) -> None:
        """Take a whole text from its frame; leave anything else to uvicorn."""
        if not self.handshake_initiated:
            super().data_received(data)
            self.plain = self.handshake_initiated and data.endswith(b"\r\n\r\n")
            return
        text = whole_text(data) if self.plain and not self.close_sent else None
        if text is None:
            self.plain = self.plain and is_whole_control(data)
            super().data_received(data)
            return
        self.queue.put_nowait({"type": "websocket.receive", "bytes": text})
        if not self.read_paused and self.queue.qsize() > MOST_QUEUED:
            self.read_paused = True
            self.transport.pause_reading()

    @property
    def takes(self) -> bool:
        """Whether it takes a message now."""
        return self.writable.is_set()

    def put_text(self, message: bytes) -> None:
        """Send a message, which is UTF-8.  Nothing is sent on a connection that was closed."""
        if self.handshake_complete and not self.close_sent and not self.disconnected:
            self.transport.write(frame_head(len(message)) + message)

    def resume_writing(self) -> None:
        """The transport takes more."""
        super().resume_writing()
        if self.resumed is not None:
            self.resumed()


def frame_head(length: int) -> bytes:
    """The head of a frame with a text of this many bytes, which ends the message and has no mask (RFC 6455, 5.2)."""
    if length < 126:
        return bytes((0x81, length))
    if length < 65_536:
        return b"\x81\x7e" + length.to_bytes(2, "big")
    return b"\x81\x7f" + length.to_bytes(8, "big")


def whole_text(data: bytes) -> bytes | None:
    """The text in data that are one whole frame of a client with a whole text (RFC 6455, 5.2); None: they are not."""
    if len(data) < 6 or data[0] != 0x81 or data[1] < 0x80:
        return None
    length, at = data[1] & 0x7F, 2
    if length == 126:
        length, at = int.from_bytes(data[2:4], "big"), 4
    if length > 65_535 or length == 127 or len(data) != at + 4 + length:
        return None
    mask = data[at : at + 4] * (length // 4 + 1)
    found = int.from_bytes(data[at + 4 :], "little") ^ int.from_bytes(mask[:length], "little")
    return found.to_bytes(length, "little")


def is_whole_control(data: bytes) -> bool:
    """Whether data are one whole control frame of a client: a ping, the answer to one, or a farewell."""
    return len(data) >= 6 and data[0] & 0xF8 == 0x88 and 0x80 <= data[1] < 0xFE and len(data) == 6 + (data[1] & 0x7F)
