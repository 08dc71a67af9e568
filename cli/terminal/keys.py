"""Single key presses from a terminal.  No key is lost between two of them.

(`click.getchar` discards what was typed before the call.  So a key that is held down would not repeat evenly.)
"""

from __future__ import annotations

import os
import re
import signal
import sys
import threading
from collections.abc import Generator
from contextlib import contextmanager
from types import TracebackType
from typing import NoReturn

_KEY = re.compile(r"\x1b\[[0-9;]*[A-Za-z~]|\x1bO.|.", re.DOTALL)


@contextmanager
def ended_in_order() -> Generator[None]:
    """A termination signal (SIGTERM) raises an exception here, so that the terminal's settings are restored."""

    def leave(number: int, frame: object) -> NoReturn:
        sys.exit(128 + number)

    before = signal.signal(signal.SIGTERM, leave)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


class Keyboard:
    """The keyboard: `with Keyboard() as keys: key = keys.read()`."""

    def __enter__(self) -> Keyboard:
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
        """The next key; an arrow is e.g. `\\x1b[A`.  Empty if the terminal is gone."""
        while not self._typed:
            data = _read()
            if not data:
                return ""
            self._typed = _KEY.findall(data)
        return self._typed.pop(0)


def wait_for_input() -> None:
    """Wait until something is typed on a terminal.  Ctrl-C ends the wait, also if it was pressed just before the wait
    began.

    (Reading alone is not enough.  A signal may arrive after Python last checked for one and before the system waits for
    input.  Python then handles it only after the next key.)
    """
    if sys.platform == "win32":  # its readers handle this themselves
        return
    import select

    woken, wake = os.pipe()
    os.set_blocking(wake, False)
    before = signal.set_wakeup_fd(wake, warn_on_full_buffer=False)
    try:
        while sys.stdin.fileno() not in (ready := select.select([sys.stdin.fileno(), woken], [], [])[0]):
            os.read(ready[0], 64)  # a signal that does not end the program
    finally:
        signal.set_wakeup_fd(before)
        os.close(woken)
        os.close(wake)


@contextmanager
def interrupted_for_certain() -> Generator[None]:
    """While the main thread waits inside a C library, as in readline, a signal always ends the wait.

    readline has the gap that `wait_for_input` describes, and its wait cannot watch a second file.  So a thread watches
    for signals.  When one arrives, it interrupts the main thread with harmless signals (SIGURG) until Python has run
    the handler of the first one.  This takes at most a tenth of a second.
    """
    if sys.platform == "win32" or threading.current_thread() is not threading.main_thread():
        yield
        return
    woken, wake = os.pipe()
    os.set_blocking(wake, False)
    main, ended = threading.main_thread().ident, threading.Event()

    def interrupt() -> None:
        while (data := os.read(woken, 64)) and not ended.is_set():
            if data.strip(bytes([signal.SIGURG])):
                for _ in range(10):
                    if ended.wait(0.01):
                        return
                    signal.pthread_kill(main or 0, signal.SIGURG)

    def go_on(number: int, frame: object) -> None:
        """Do nothing: the interruption of the wait is enough."""

    harmless = signal.signal(signal.SIGURG, go_on)
    before = signal.set_wakeup_fd(wake, warn_on_full_buffer=False)
    thread = threading.Thread(target=interrupt, daemon=True)
    thread.start()
    try:
        yield
    finally:
        signal.set_wakeup_fd(before)
        ended.set()
        os.close(wake)  # the thread then reads the end of the pipe
        thread.join()
        os.close(woken)
        signal.signal(signal.SIGURG, harmless)


def _read() -> str:
    """The next input: a key, or several if they arrive together."""
    if sys.platform == "win32":
        import msvcrt

        key = msvcrt.getwch()
        if key == "\x03":
            raise KeyboardInterrupt
        arrows = {"H": "\x1b[A", "P": "\x1b[B", "M": "\x1b[C", "K": "\x1b[D", "G": "\x1b[H", "O": "\x1b[F"}
        return arrows.get(msvcrt.getwch(), "?") if key in "\x00\xe0" else key
    wait_for_input()
    try:
        return os.read(sys.stdin.fileno(), 64).decode("utf-8", "replace")
    except OSError:  # the terminal is gone
        return ""
