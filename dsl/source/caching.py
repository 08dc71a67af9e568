"""Functions whose last results are kept, with a size that can be changed."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from functools import update_wrapper
from threading import Lock
from typing import Generic, ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")


class Cached(Generic[P, R]):
    """A function that keeps the results for the arguments it was last asked with, which must be hashable.

    Unlike with `functools.lru_cache`, `most`, how many are kept, can be changed while the program runs.  Calling it
    raises what `function` raises, and keeps nothing then.
    """

    def __init__(self, function: Callable[P, R], most: int) -> None:
        self.function, self.most = function, most
        self._kept: OrderedDict[Hashable, R] = OrderedDict()
        self._lock = Lock()
        update_wrapper(self, function)

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> R:
        key = (args, tuple(sorted(kwargs.items()))) if kwargs else args
        with self._lock:
            if key in self._kept:
                self._kept.move_to_end(key)
                return self._kept[key]
        result = self.function(*args, **kwargs)
        with self._lock:
            self._kept[key] = result
            while len(self._kept) > self.most:
                self._kept.popitem(last=False)
        return result

    def clear(self) -> None:
        """Keep nothing."""
        with self._lock:
            self._kept.clear()


def cached(most: int) -> Callable[[Callable[P, R]], Cached[P, R]]:
    """Keep the last `most` results of the function below: `@cached(most=20)`."""
    return lambda function: Cached(function, most)
