"""The WebSockets of the server: those of uvicorn, with a way past its layers for messages that are sent.

Nearly everything that a server does is to send scenes.  A message goes out as one frame in one write, without a task, a
lock and a copy for each connection; that halves the time of a choice (benchmarks/serve.md).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

if TYPE_CHECKING:
    from collections.abc import Callable

EXTENSION = "hoyle.frames"
"""Where the application finds the connection, among the extensions of its scope."""


class FrameSocket(WebSocketsSansIOProtocol):
    """A WebSocket that takes whole messages."""

    resumed: Callable[[], None] | None = None
    """Called when it takes messages again."""

    def handle_connect(self, event: Any) -> None:
        """Let the application find this connection; it has not begun yet."""
        super().handle_connect(event)
        if hasattr(self, "scope"):
            extensions: Any = self.scope.get("extensions")
            extensions[EXTENSION] = self

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
