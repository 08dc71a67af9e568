"""Waiting for a key: Ctrl-C ends it whenever the signal arrives."""

from __future__ import annotations

import os
import signal
import threading
import time
from pathlib import Path

import pytest

from hoyle.cli.terminal.keys import interrupted_for_certain


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
