"""Whether an edit mends a mistake is decided by what is wrong before and after it: an edit that only moves a mistake, or
causes another, is not offered.
"""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from hoyle.language_server.features import actions
from hoyle.language_server.features.advice import TextEdit

OWN, OTHER = "own", "other"


def wrong(said: str) -> Any:
    """A diagnostic, written as its code, its line and, if it is in another file, `other`: `E0201 3`, `W0410 2 other`."""
    code, line, *file = said.split()
    start, name = 10 * int(line), OTHER if file else OWN
    span = SimpleNamespace(source=SimpleNamespace(name=name), start=start, end=start + 4, line=int(line))
    return SimpleNamespace(code=code, severity={"E": "error", "W": "warning"}[code[0]], span=span)


@pytest.mark.parametrize(
    ("before", "after", "offered"),
    [
        (["E0301 3"], [], True),
        (["E0301 3"], ["E0301 3"], False),
        (["E0301 3"], ["E0302 3"], False),
        (["E0301 3"], ["E0302 4"], False),
        (["E0301 3", "E0302 4"], ["E0302 4"], True),
        (["E0301 3", "E0302 4"], ["E0303 0"], False),
        (["E0203 3"], ["E0201 4"], False),
        (["E0203 3", "E0201 4"], ["E0201 0"], False),
        (["E0203 3"], ["E0301 0"], True),
        (["E0301 3"], ["W0410 3"], True),
        (["E0301 3"], ["E0302 4", "E0303 5"], False),
        (["E0301 3", "E0302 3"], ["E0302 3"], True),
        (["E0301 3", "E0301 4"], ["E0301 4"], True),
        (["E0301 3", "W0410 4"], ["E0302 3"], False),
        (["E0301 3", "W0410 4", "W0411 5"], ["E0302 4", "E0302 5"], False),
        (["E0301 3", "E0302 4 other"], ["E0302 3"], False),
        (["E0301 3"], ["E0302 3 other"], True),
        (["E0201 3"], ["E0301 3"], True),
        (["E0201 3", "E0202 4"], ["E0202 4"], True),
        (["E0201 3"], ["E0202 3"], False),
        (["E0101 3"], ["E0101 3 other", "E0301 2", "E0301 4"], True),
        (["E0301 3"], ["E0201 4"], False),
        (["E0301 3", "E0201 1"], ["E0202 4"], True),
        (["W0410 3"], [], True),
        (["W0410 3"], ["W0410 3"], False),
        (["W0410 3"], ["W0411 3"], True),
        (["W0410 3"], ["W0411 4", "W0411 5"], False),
        (["W0410 3"], ["E0301 4"], False),
        (["W0410 3", "E0301 5"], ["E0302 3"], True),
        (["W0410 3", "W0411 5"], ["W0411 5", "W0411 6"], True),
        (["W0410 3", "W0412 4 other"], ["W0411 5", "W0411 6"], False),
        (["W0210 3"], ["W0411 4"], True),
        (["W0210 3", "W0211 4"], ["W0211 4", "E0201 4"], False),
    ],
)
def test_an_edit_is_offered_if_it_mends(
    before: list[str], after: list[str], offered: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = SimpleNamespace(name=OWN, place=lambda at: (at // 10, 1))
    document = SimpleNamespace(is_script=False, path=Path("own.hoyle"), source=source)
    found = [wrong(one) for one in before]
    view: Any = SimpleNamespace(raw="some text", document=document, diagnostics=found, folders=lambda: ())
    monkeypatch.setattr(actions, "load", lambda *_, **__: SimpleNamespace(diagnostics=[wrong(one) for one in after]))
    assert actions._mends(view, found[0], TextEdit(0, 4, "more")) is offered
    assert not actions._mends(view, found[0], TextEdit(0, 4, "some"))
