"""The commands of docs/validating.md and the pre-commit hooks work as printed."""

from __future__ import annotations

import json
import re
import shlex
import shutil
from pathlib import Path

import pytest

from hoyle.cli.main import run

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "validating.md").read_text(encoding="utf-8")
HOOKS = (ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8")
BAD = 'game "House"\nlanguage 1\nplayers 4\ndeck 7 8 9\nmain\n    shufle stock\n'


def blocks(language: str) -> list[str]:
    return [match[1] for match in re.finditer(rf"^```{language}\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)]


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Make the folder that the page describes the current one: a rule file, a folder of rule files and scripted games."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "rules").mkdir()
    (tmp_path / "games").mkdir()
    for target in ("house.hoyle", "rules/whist.hoyle"):
        shutil.copy(ROOT / "rulesets" / "whist.hoyle", tmp_path / target)
    shutil.copy(ROOT / "rulesets" / "games" / "texas_worked_round.play", tmp_path / "games")
    return tmp_path


COMMANDS = [
    line
    for text in (*blocks("sh"), *blocks("yaml"))
    for line in text.replace("- run: ", "").splitlines()
    if line.startswith("hoyle ")
]


@pytest.mark.parametrize("line", COMMANDS)
def test_every_command_on_the_page_runs(here: Path, capsys: pytest.CaptureFixture[str], line: str) -> None:
    words = shlex.split(re.sub(r">.*", "", line), comments=True)
    assert run(words[1:]) == 0, capsys.readouterr()


def test_the_problem_matcher_reads_the_output(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    Path("house.hoyle").write_text(BAD, encoding="utf-8")
    (tasks,) = blocks("json")
    pattern = json.loads(tasks)["tasks"][0]["problemMatcher"]["pattern"]
    assert run(["check", "house.hoyle"]) == 1
    found = [match for line in capsys.readouterr().out.splitlines() if (match := re.match(pattern["regexp"], line))]
    assert [match[pattern["file"]] for match in found] == ["house.hoyle"]
    assert [(match[pattern["line"]], match[pattern["column"]]) for match in found] == [("6", "5")]
    assert found[0][pattern["severity"]] == "error"
    assert "shufle" in found[0][pattern["message"]]


def test_the_python_example_prints_what_the_page_says(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (example,) = blocks("python")
    exec(compile(example, "docs/validating.md", "exec"), {})
    printed = capsys.readouterr().out.splitlines()
    promised = re.findall(r"print\(.*#\s*(.*?)…?$", example, re.MULTILINE)
    assert len(promised) == len(printed) == 2
    assert all(line.startswith(start) for line, start in zip(printed, promised, strict=True))


def hooks() -> list[tuple[str, str, str]]:
    """The name, the command and the file pattern of each hook."""
    return re.findall(r"- id: (\S+)\n(?:  (?!entry).*\n)*  entry: (.*)\n(?:  (?!files).*\n)*  files: (.*)\n", HOOKS)


def test_every_hook_is_on_the_page() -> None:
    assert [name for name, _, _ in hooks()] == re.findall(r"- id: (\S+)", HOOKS)
    assert [name for name, _, _ in hooks()] == re.findall(r"- id: (\S+)", PAGE)


@pytest.mark.parametrize(("name", "command", "files"), hooks())
def test_a_hook_accepts_good_files_and_rejects_bad_ones(
    here: Path, capsys: pytest.CaptureFixture[str], name: str, command: str, files: str
) -> None:
    good = [str(path) for path in sorted(here.rglob("*")) if re.search(files, path.name)]
    assert good
    assert run([*command.split()[1:], *good]) == 0, capsys.readouterr()
    bad = Path("bad.hoyle" if files.startswith(r"\.hoyle") else "bad.play")
    bad.write_text(BAD, encoding="utf-8")
    assert run([*command.split()[1:], str(bad)]) == 1, name
