"""`hoyle check` plays the same rules only once."""

from __future__ import annotations

from pathlib import Path

import pytest

from ....small_rules import small_rules


def test_the_command_plays_rules_only_once(hoyle, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    file = tmp_path / "small.hoyle"
    file.write_text(small_rules(), "utf-8")
    runs: list[str] = []
    monkeypatch.setattr(
        "hoyle.interpreter.trial.report.found_in_play", lambda game, played, fired: (runs.append(game.title), ())[1]
    )
    for arguments in ([], [], ["--no-cache"], ["--no-play"]):
        assert hoyle("check", str(file), *arguments).code == 0
    assert runs == ["Small"] * 2
    file.write_text(small_rules(cards="12 / share", head="option share: 0..9 = 3"), "utf-8")
    assert hoyle("check", str(file)).code == 0
    assert len(runs) == 3
    assert hoyle("check", str(file), "--thorough", "--no-play").code == 2
