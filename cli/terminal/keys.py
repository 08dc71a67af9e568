"""Keys of a terminal, one by one, as they are pressed; none is lost between two of them.

(`click.getchar` throws away what was typed before it is called: a key held down would be followed by fits and starts.)
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
    """Being told to end (SIGTERM) leaves the program by its usual path, so that the terminal is put back as it was."""

    def leave(number: int, frame: object) -> NoReturn:
        sys.exit(128 + number)

    before = signal.signal(signal.SIGTERM, leave)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


class Keyboard:
    """The keyboard while it is held: `with Keys() as keys: key = keys.read()`."""

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
        """The next key, an arrow as `\\x1b[A`; empty when there is no terminal any more."""
        while not self._typed:
            data = _read()
            if not data:
                return ""
            self._typed = _KEY.findall(data)
        return self._typed.pop(0)


def wait_for_input() -> None:
    """Wait until something is typed, on a terminal; Ctrl-C ends the wait, one pressed just before it began too.

    (Reading alone would not do: a signal that arrives after Python last looked for one, and before the system waits for
    input, is seen only when the next key is pressed.)
    """
    if sys.platform == "win32":  # its readers see to that themselves
        return
    import select

    woken, wake = os.pipe()
    os.set_blocking(wake, False)
    before = signal.set_wakeup_fd(wake, warn_on_full_buffer=False)
    try:
        while sys.stdin.fileno() not in (ready := select.select([sys.stdin.fileno(), woken], [], [])[0]):
            os.read(ready[0], 64)  # a signal that ends nothing
    finally:
        signal.set_wakeup_fd(before)
        os.close(woken)
        os.close(wake)


@contextmanager
def interrupted_for_certain() -> Generator[None]:
    """While the main thread waits inside a C library, as readline does, a signal always ends that wait.

    readline has the gap that `wait_for_input` speaks of, and its wait takes no second file to listen to.  So a thread
    listens: it is told of every signal as it arrives, and then interrupts the main thread by harmless ones (SIGURG)
    until Python has run the handler of the first, a tenth of a second at the longest.
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
        """The wait was interrupted; that is all."""

    harmless = signal.signal(signal.SIGURG, go_on)
    before = signal.set_wakeup_fd(wake, warn_on_full_buffer=False)
    thread = threading.Thread(target=interrupt, daemon=True)
    thread.start()
    try:
        yield
    finally:
        signal.set_wakeup_fd(before)
        ended.set()
        os.close(wake)  # the thread reads the end of the pipe
        thread.join()
        os.close(woken)
        signal.signal(signal.SIGURG, harmless)


def _read() -> str:
    """What is typed next: a key, or several if they come together."""
    if sys.platform != "win32":
        wait_for_input()
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
