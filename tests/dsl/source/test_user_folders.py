"""The folders of the user: the oldest files go where there are too many."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from hoyle.dsl.source.user_folders import remove_oldest


def test_the_oldest_files_are_removed(tmp_path: Path) -> None:
    files = [tmp_path / f"{number}" for number in (3, 0, 2, 1)]
    for file in files:
        file.write_text("x")
        os.utime(file, (int(file.name), int(file.name)))
    remove_oldest(files, 4, 2)
    assert all(file.exists() for file in files)
    remove_oldest(files, 3, 2)
    assert sorted(file.name for file in tmp_path.iterdir()) == ["2", "3"]


def test_what_others_remove_or_nobody_can_is_passed_over(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kept, gone, old = tmp_path / "kept", tmp_path / "gone", tmp_path / "old"
    for age, file in enumerate((old, kept)):
        file.write_text("x")
        os.utime(file, (age, age))
    real = Path.unlink

    def unlink(file: Path, missing_ok: bool = False) -> None:
        if file == old:
            raise PermissionError
        real(file, missing_ok)

    monkeypatch.setattr(Path, "unlink", unlink)
    remove_oldest([kept, gone, old], 0, 0)
    assert (kept.exists(), old.exists()) == (False, True)
