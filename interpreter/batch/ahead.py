"""Work done in a thread before somebody asks for it, while others wait for games that are played."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from queue import Empty, SimpleQueue
from typing import Generic, TypeVar

T = TypeVar("T")

LISTENING = 0.1
"""After how many seconds of waiting a key can interrupt, where a lock alone would not let it."""


class Ahead(Generic[T]):
    """Goes through an iterator in a thread, from now on, and gives what it has found, in its order.

    Whatever the iterator raises is raised by who asks for the next.  The iterator belongs to the thread: nobody else
    may use it.
    """

    def __init__(self, source: Iterator[T]) -> None:
        self._found: SimpleQueue[tuple[tuple[T, ...], BaseException | None]] = SimpleQueue()
        self._stopping = False
        threading.Thread(target=self._run, args=(source,), daemon=True).start()

    def _run(self, source: Iterator[T]) -> None:
        try:
            for one in source:
                self._found.put(((one,), None))
                if self._stopping:
                    return
        except BaseException as error:
            self._found.put(((), error))
        else:
            self._found.put(((), None))

    def __iter__(self) -> Iterator[T]:
        while True:
            try:
                found, error = self._found.get(timeout=LISTENING)
            except Empty:
                continue
            if error is not None:
                raise error
            if not found:
                return
            yield found[0]

    def stop(self) -> None:
        """Let the thread end after what it is at."""
        self._stopping = True
