"""A simulation that writes its games to files: each file is a whole script."""

from __future__ import annotations

from pathlib import Path

import pytest

from hoyle.interpreter.batch.pool import finish, run
from hoyle.interpreter.batch.recorded import RecordedSimulation
from hoyle.interpreter.errors import CannotWrite
from hoyle.interpreter.notation import model as m
from hoyle.interpreter.notation.files import read_script


def test_every_file_is_a_script_that_names_its_version(program, tmp_path: Path) -> None:
    work = RecordedSimulation(program(), ("random",) * 4, 3, None, str(tmp_path), "small")
    finish(run(work, 5, workers=1, chunk=3))
    files = sorted(tmp_path.iterdir())
    assert [path.name for path in files] == ["game-0000000.play", "game-0000003.play"]
    sizes: list[int] = []
    for path in files:
        assert path.read_text(encoding="utf-8").splitlines()[0] == f"hoyle play {m.VERSION}"
        script, problems = read_script(path)
        assert not problems
        assert script is not None
        sizes.append(len(script.games))
    assert sizes == [3, 2]


def test_of_a_file_that_cannot_be_finished_nothing_stays(program, tmp_path: Path, monkeypatch) -> None:
    """A file is buffered: on a full disk, it may be seen only when the file is closed."""

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", full)
    work = RecordedSimulation(program(), ("random",) * 4, 3, None, str(tmp_path), "small")
    with pytest.raises(CannotWrite, match="no space left on device"):
        finish(run(work, 2, workers=1, chunk=2))
    assert list(tmp_path.iterdir()) == []
