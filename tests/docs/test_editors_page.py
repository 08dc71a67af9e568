"""docs/editors.md names only settings, files and methods that exist."""

from __future__ import annotations

import contextlib
import io
import json
import re
from pathlib import Path

from hoyle.language_server import session as session_module

ROOT = Path(session_module.__file__).parents[1]
PAGE = (ROOT / "docs" / "editors.md").read_text(encoding="utf-8")


def fences(language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", PAGE, re.DOTALL)


def test_every_file_named_on_the_page_exists() -> None:
    for name in set(re.findall(r"(?:editors|editor|benchmarks)/[\w./-]+", PAGE)):
        assert (ROOT / name.rstrip(".")).exists(), name


def test_the_settings_are_those_of_the_extension() -> None:
    package = json.loads((ROOT / "editors" / "vscode" / "package.json").read_text(encoding="utf-8"))
    known = set(package["contributes"]["configuration"]["properties"]) - {"hoyle.command"}
    documented = set(re.findall(r"^\| `(\w+)` \|", PAGE, re.MULTILINE))
    assert {f"hoyle.{name}" for name in documented} == known


def test_the_settings_in_json_can_be_read() -> None:
    for text in fences("json"):
        json.loads(text)


def test_the_example_session_on_the_page_works() -> None:
    (code,) = fences("python")
    names: dict[str, object] = {}
    with contextlib.redirect_stdout(io.StringIO()):
        exec(code, names)
    assert names["sent"][0]["result"]["serverInfo"]["name"] == "hoyle"
