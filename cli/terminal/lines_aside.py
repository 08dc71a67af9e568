"""Lines of standard input, read aside: whoever waits for one can wait for something else, too."""

from __future__ import annotations

import codecs
import os
import sys
import threading
from collections.abc import Callable

from .console import is_terminal
from .reading_line import LONGEST_LINE, MOST_ALIKE


class LinesAside:
    """Reads a line whenever one was wanted, in a thread of its own, and gives it to `put`; None: the input has ended.

    It reads from the file of the system itself, because a thread that waits inside `sys.stdin` would hold the lock with
    which the program closes it at its end.
    """

    def __init__(self, put: Callable[[str | None], None]) -> None:
        self.put = put
        self.typed = is_terminal(sys.stdin)
        self._wanted = threading.Semaphore(0)
        self._waits = False
        self._text, self._decoder = "", codecs.getincrementaldecoder(_encoding())("replace")
        self._last, self._alike = "", 0
        threading.Thread(target=self._read, daemon=True).start()

    def want(self) -> None:
        """Read one more line, unless one is being waited for."""
        if not self._waits:
            self._waits = True
            self._wanted.release()

    def _read(self) -> None:
        while True:
            self._wanted.acquire()
            line = self._line()
            self._waits = False
            self.put(line)
            if line is None:
                return

    def _line(self) -> str | None:
        while "\n" not in self._text and len(self._text) < LONGEST_LINE:
            try:
                data = os.read(sys.stdin.fileno(), 4096)
            except (OSError, ValueError, AttributeError):  # there is no input
                data = b""
            if not data:
                line, self._text = self._text, ""
                return line.strip() or None
            self._text += self._decoder.decode(data)
        line, _, self._text = self._text.partition("\n")
        self._alike = self._alike + 1 if line == self._last else 0
        self._last = line
        if not self.typed and (self._alike > MOST_ALIKE or "\0" in line):  # `yes |`, `</dev/zero`
            return None
        return line.strip()


def _encoding() -> str:
    return getattr(sys.stdin, "encoding", None) or "utf-8"
