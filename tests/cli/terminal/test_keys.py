"""Waiting for a key: Ctrl-C ends it whenever the signal arrives."""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest

from hoyle.cli.terminal.keys import Keyboard, ended_in_order, interrupted_for_certain, wait_for_input


@pytest.fixture
def master(monkeypatch: pytest.MonkeyPatch) -> Iterator[int]:
    """The other end of a terminal that is standard input."""
    pty = pytest.importorskip("pty", reason="this system has no pseudo terminals")
    master, slave = pty.openpty()
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(fileno=lambda: slave))
    yield master
    os.close(slave)
    os.close(master)


def test_keys_are_read_one_by_one_and_the_terminal_is_as_before(master: int) -> None:
    termios = pytest.importorskip("termios")
    before, descriptors = termios.tcgetattr(sys.stdin.fileno()), len(list(Path("/dev/fd").iterdir()))
    with Keyboard() as keys:
        canonical = termios.tcgetattr(sys.stdin.fileno())[3] & (termios.ICANON | termios.ECHO)
        assert canonical == 0
        os.write(master, "a\x1b[A\x1b[1;5C\x1bOPé\x1b[3~\nz".encode())
        assert [keys.read() for _ in range(8)] == ["a", "\x1b[A", "\x1b[1;5C", "\x1bOP", "é", "\x1b[3~", "\n", "z"]
        os.write(master, b"bc")
        assert [keys.read(), keys.read()] == ["b", "c"]
    assert termios.tcgetattr(sys.stdin.fileno()) == before
    with Keyboard() as keys:
        os.write(master, b"k" * 65)
        assert [keys.read() for _ in range(65)] == ["k"] * 65
    assert len(list(Path("/dev/fd").iterdir())) == descriptors
    assert signal.set_wakeup_fd(-1) == -1


def test_a_terminal_that_is_gone_gives_no_key(monkeypatch: pytest.MonkeyPatch) -> None:
    reading, writing = os.pipe()
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(fileno=lambda: reading))
    keys = Keyboard()
    keys._typed = []
    os.close(writing)
    assert keys.read() == ""
    monkeypatch.setattr(os, "read", failing)
    assert keys.read() == ""
    os.close(reading)


def failing(file: int, size: int) -> bytes:
    """What reading does when the terminal is gone."""
    raise OSError


@pytest.mark.skipif(os.name == "nt", reason="signals of POSIX")
def test_a_harmless_signal_does_not_end_the_wait(master: int) -> None:
    said: list[int] = []
    before = signal.signal(signal.SIGUSR1, lambda number, frame: said.append(number))

    def later() -> None:
        os.kill(os.getpid(), signal.SIGUSR1)
        time.sleep(0.05)
        said.append(0)
        os.write(master, b"x\n")

    other = threading.Timer(0.05, later)
    other.start()
    try:
        wait_for_input()
        assert said == [signal.SIGUSR1, 0]
    finally:
        other.join()
        signal.signal(signal.SIGUSR1, before)


@pytest.mark.skipif(os.name == "nt", reason="signals of POSIX")
def test_a_request_to_end_is_an_exit_with_its_code() -> None:
    before = signal.getsignal(signal.SIGTERM)

    def waits() -> None:
        with ended_in_order():
            os.kill(os.getpid(), signal.SIGTERM)
            time.sleep(5)

    with pytest.raises(SystemExit) as ended:
        waits()
    assert ended.value.code == 128 + signal.SIGTERM
    assert signal.getsignal(signal.SIGTERM) is before


def test_in_another_thread_nothing_is_watched() -> None:
    threads: list[int] = []

    def inside() -> None:
        with interrupted_for_certain():
            threads.append(threading.active_count())

    other = threading.Thread(target=inside)
    other.start()
    other.join()
    assert threads == [threading.active_count() + 1]


@pytest.mark.skipif(os.name == "nt", reason="signals of POSIX")
def test_a_signal_just_before_the_wait_still_ends_it() -> None:
    # The main thread blocks the signal, so another thread receives it and nothing interrupts the main one.  To the wait
    # it looks as if the signal had arrived just before.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    other = threading.Timer(0.05, lambda: os.kill(os.getpid(), signal.SIGINT))
    other.start()
    held = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    began = time.monotonic()
    try:
        with pytest.raises(KeyboardInterrupt), interrupted_for_certain():
            time.sleep(30)
    finally:
        other.join()
        signal.pthread_sigmask(signal.SIG_SETMASK, held)
        signal.signal(signal.SIGINT, before)
    assert time.monotonic() - began < 20


@pytest.mark.skipif(os.name == "nt", reason="signals of POSIX")
def test_handlers_threads_and_descriptors_are_restored() -> None:
    handler, threads = signal.getsignal(signal.SIGURG), threading.active_count()
    descriptors = len(list(Path("/dev/fd").iterdir()))
    for _ in range(3):
        with interrupted_for_certain():
            pass
    assert signal.getsignal(signal.SIGURG) is handler
    assert threading.active_count() == threads
    assert len(list(Path("/dev/fd").iterdir())) == descriptors
