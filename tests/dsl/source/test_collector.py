"""While rules are read, nothing looks for unused objects; afterwards it is as before."""

from __future__ import annotations

import gc
import threading

import pytest

from hoyle.dsl.loading import load
from hoyle.dsl.source.collector import no_collection
from hoyle.dsl.source.span import Source


@pytest.fixture(autouse=True)
def alone(monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> None:
    """There may be threads of the test runner."""
    if "thread" not in request.function.__name__:
        monkeypatch.setattr(threading, "active_count", lambda: 1)


def test_it_is_off_within_and_as_before_afterwards() -> None:
    assert gc.isenabled()
    with no_collection():
        assert not gc.isenabled()
        with no_collection():
            pass
        assert not gc.isenabled()
    assert gc.isenabled()


def test_a_failure_turns_it_on_again() -> None:
    with pytest.raises(ValueError, match="no"), no_collection():
        raise ValueError("no")
    assert gc.isenabled()


def test_loading_leaves_it_as_it_was() -> None:
    load(Source("a.hoyle", 'game "A"\nplayers 2\n'))
    assert gc.isenabled()
    gc.disable()
    try:
        load(Source("b.hoyle", 'game "B"\nplayers 2\n'))
        assert not gc.isenabled()
    finally:
        gc.enable()


def test_it_stays_on_beside_another_thread() -> None:
    done = threading.Event()
    other = threading.Thread(target=done.wait)
    other.start()
    try:
        with no_collection():
            assert gc.isenabled()
    finally:
        done.set()
        other.join()
