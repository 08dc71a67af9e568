"""What is worked out in a thread before somebody asks for it."""

from __future__ import annotations

import threading
from collections.abc import Iterator

import pytest

from hoyle.interpreter.batch.ahead import Ahead


def test_everything_comes_in_its_order() -> None:
    assert list(Ahead(iter(range(50)))) == list(range(50))
    assert list(Ahead(iter([None, None]))) == [None, None]


def test_it_is_worked_out_before_somebody_asks() -> None:
    reached = threading.Event()

    def steps() -> Iterator[int]:
        yield 1
        reached.set()
        yield 2

    ahead = Ahead(steps())
    assert reached.wait(10)
    assert list(ahead) == [1, 2]


def test_an_error_is_for_who_asks() -> None:
    def steps() -> Iterator[int]:
        yield 1
        raise ValueError("no second")

    found = iter(Ahead(steps()))
    assert next(found) == 1
    with pytest.raises(ValueError, match="no second"):
        next(found)


def test_nothing_more_is_worked_out_once_it_is_to_stop() -> None:
    go, done = threading.Event(), list[int]()

    def steps() -> Iterator[int]:
        for number in range(1000):
            done.append(number)
            yield number
            go.wait(10)

    ahead = Ahead(steps())
    assert next(iter(ahead)) == 0
    ahead.stop()
    go.set()
    for thread in threading.enumerate():
        if thread is not threading.main_thread() and thread.daemon:
            thread.join(1)
    assert len(done) <= 2
