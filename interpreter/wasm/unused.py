"""Removes the functions of the runtime that a module does not need, so that it is assembled and compiled faster."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

_CALL = re.compile(r"\(call (\$\w+)")
_HEAD = re.compile(r"^\(func (\$\w+)?", re.MULTILINE)
_FORM = re.compile(r"^\((?:func|global|tag|type|import|memory|data|;)|^;;", re.MULTILINE)


class _RuntimeForm(NamedTuple):
    """A form of a runtime: its text, the functions it calls, and its name if it is needed only where it is called."""

    text: str
    calls: frozenset[str]
    name: str


def used_of(runtime: Iterable[str], callers: Iterable[str]) -> str:
    """The part of a runtime (given as several texts) that is needed: globals and the like, exported functions, and the
    functions called by these or by `callers`, the other texts of the module.  Every form must begin at the beginning of
    a line, and no other line may begin there.

    The forms keep their order, so that the same rules always give the same bytes.
    """
    forms = [form for text in runtime for form in _forms(text)]
    calls = {form.name: form.calls for form in forms if form.name}
    wanted = {name for text in callers for name in _CALL.findall(text)}
    wanted.update(name for form in forms if not form.name for name in form.calls)
    needed, left = {""}, list(wanted)
    while left:
        name = left.pop()
        if name not in needed:
            needed.add(name)
            left += calls.get(name, ())
    return "".join(form.text for form in forms if form.name in needed)


@lru_cache(8)
def _forms(runtime: str) -> tuple[_RuntimeForm, ...]:
    """The forms of a text, without comments.  Kept, because most of the runtime is the same for every module."""
    starts = [match.start() for match in _FORM.finditer(runtime)]
    found: list[_RuntimeForm] = []
    for at, end in zip(starts, [*starts[1:], len(runtime)], strict=True):
        text = runtime[at:end]
        if text.startswith(";"):
            continue
        head = _HEAD.match(text)
        always = head is None or head[1] is None or "(export " in text
        found.append(_RuntimeForm(text, frozenset(_CALL.findall(text)), "" if always or head is None else head[1]))
    return tuple(found)
