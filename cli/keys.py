"""Keys of a terminal, one by one, as they are pressed; none is lost between two of them.

(`click.getchar` throws away what was typed before it is called: a key held down would be followed by fits and starts.)
"""

from __future__ import annotations

import os
import re
import sys
from types import TracebackType

_KEY = re.compile(r"\x1b\[[0-9;]*[A-Za-z~]|\x1bO.|.", re.DOTALL)


class Keys:
    """The keyboard while it is held: `with Keys() as keys: key = keys.read()`."""

    def __enter__(self) -> Keys:
        self._typed: list[str] = []
        try:
            import termios
            import tty
        except ImportError:  # Windows: its own reader needs no preparation
            return self
        self._before = termios.tcgetattr(sys.stdin.fileno())
        tty.setcbreak(sys.stdin.fileno(), termios.TCSANOW)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        try:
            import termios
        except ImportError:
            return
        termios.tcsetattr(sys.stdin.fileno(), termios.TCSANOW, self._before)

    def read(self) -> str:
        """The next key, an arrow as `\\x1b[A`; empty when there is no terminal any more."""
        while not self._typed:
            data = _read()
            if not data:
                return ""
            self._typed = _KEY.findall(data)
        return self._typed.pop(0)


def _read() -> str:
    """What is typed next: a key, or several if they come together."""
    if sys.platform != "win32":
        try:
            return os.read(sys.stdin.fileno(), 64).decode("utf-8", "replace")
        except OSError:  # hung up
            return ""
    import msvcrt

    key = msvcrt.getwch()
    if key == "\x03":
        raise KeyboardInterrupt
    arrows = {"H": "\x1b[A", "P": "\x1b[B", "M": "\x1b[C", "K": "\x1b[D", "G": "\x1b[H", "O": "\x1b[F"}
    return arrows.get(msvcrt.getwch(), "?") if key in "\x00\xe0" else key
