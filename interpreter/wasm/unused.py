"""Functions of the runtime that a module does not need: left out, so that it is sooner assembled and compiled."""

from __future__ import annotations

import re

_CALL = re.compile(r"\(call (\$\w+)")
_HEAD = re.compile(r"^\(func (\$\w+)?", re.MULTILINE)
_FORM = re.compile(r"^\((?:func|global|tag|type|import|memory|data|;)|^;;", re.MULTILINE)


def used_of(runtime: str, callers: list[str]) -> str:
    """What is left of a runtime: globals and the like, exported functions, and what is called by those or by `callers`,
    the other texts of the module.  Every form begins at the beginning of a line, and no other line does so."""
    starts = [match.start() for match in _FORM.finditer(runtime)]
    forms = [runtime[at:end] for at, end in zip(starts, [*starts[1:], len(runtime)], strict=True)]
    functions: dict[str, str] = {}
    kept: list[str] = []
    for form in forms:
        head = _HEAD.match(form)
        if form.startswith(";"):
            continue
        if head is None or head[1] is None or "(export " in form:
            kept.append(form)
        else:
            functions[head[1]] = form
    wanted = [name for text in (*callers, *kept) for name in {*_CALL.findall(text)}]
    while wanted:
        form = functions.pop(wanted.pop(), "")
        if form:
            kept.append(form)
            wanted += {*_CALL.findall(form)}
    return "".join(kept)
