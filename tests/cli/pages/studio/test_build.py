"""What a build puts into the page: the modules that are needed, the data beside them, and the list of files."""

from __future__ import annotations

import ast
import hashlib
import json
from pathlib import Path
from zipfile import ZipFile

import pytest

from hoyle.cli.pages.studio import bundle
from hoyle.cli.pages.studio.built import files, is_built
from hoyle.cli.pages.studio.catalogue import lesson_paths, script_paths
from hoyle.cli.pages.studio.needed import needed, source
from hoyle.cli.pages.studio.supply import PageFiles

PROJECT = """[tool.setuptools]
packages = ["hoyle", "hoyle.one", "hoyle.one.deep", "hoyle.two"]
"""
MODULES = {
    "__init__.py": "",
    "one/__init__.py": "from .deep import inner",
    "one/desk.py": """
from typing import TYPE_CHECKING
import json
import hoyle.two
if TYPE_CHECKING:
    from .typed import Typed
else:
    from .other import Other
def late():
    from . import late
    from ..two import thing
if True:
    from .plain import one, two
""",
    "one/late.py": "from .desk import late  # a circle",
    "one/typed.py": "",
    "one/other.py": "",
    "one/plain.py": "",
    "one/unused.py": "",
    "one/deep/__init__.py": "",
    "one/deep/inner.py": "from ...top import x",
    "one/data.md": "text",
    "one/picture.png": "no text",
    "two/__init__.py": "from .thing import y",
    "two/thing.py": "",
    "top.py": "",
    "unused.py": "",
}


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A small package with imports of all kinds."""
    root = tmp_path / "root"
    for name, text in {**MODULES, "pyproject.toml": PROJECT}.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    return root


NEEDED = {
    "hoyle", "hoyle.one", "hoyle.one.deep", "hoyle.one.deep.inner", "hoyle.one.desk", "hoyle.one.late",
    "hoyle.one.other", "hoyle.one.plain", "hoyle.top", "hoyle.two", "hoyle.two.thing",
}  # fmt: skip


def test_a_module_needs_all_that_it_imports_except_for_the_type_checker(tree: Path) -> None:
    assert needed(tree, "hoyle.one.desk") == NEEDED
    assert needed(tree, "hoyle.two") == {"hoyle", "hoyle.one", "hoyle.two", "hoyle.two.thing"} - {"hoyle.one"}
    assert needed(tree, "json") == set()


@pytest.mark.parametrize(
    ("name", "file"),
    [
        ("hoyle", "__init__.py"),
        ("hoyle.one", "one/__init__.py"),
        ("hoyle.one.desk", "one/desk.py"),
        ("hoyle.top", "top.py"),
        ("hoyle.one.data", None),
        ("json.one", None),
        ("json", None),
    ],
)
def test_the_file_of_a_module(tree: Path, name: str, file: str | None) -> None:
    assert source(tree, name) == (None if file is None else tree / file)


def test_the_archive_holds_the_modules_that_are_needed_and_the_data(
    tree: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bundle, "ROOT", tree)
    monkeypatch.setattr(bundle, "needed", lambda root: needed(root, "hoyle.one.desk"))
    lock = tree / "studio" / "node_modules" / "pyodide" / "pyodide-lock.json"
    lock.parent.mkdir(parents=True)
    lock.write_text('{"info": {"python": "3.99.1"}}', "utf-8")
    monkeypatch.setattr(bundle.sysconfig, "get_path", lambda name: str(tree / name))
    for listed in ([{"name": "marked"}], [{"name": "CPython"}]):
        (tmp_path / "licences.json").write_text(json.dumps(listed), "utf-8")
        bundle.packages(tmp_path)
        with ZipFile(tmp_path / "python" / "packages.zip") as archive:
            assert archive.namelist() == [
                "hoyle/__init__.py", "hoyle/top.py", "hoyle/one/__init__.py", "hoyle/one/data.md", "hoyle/one/desk.py",
                "hoyle/one/late.py", "hoyle/one/other.py", "hoyle/one/plain.py", "hoyle/one/deep/__init__.py",
                "hoyle/one/deep/inner.py", "hoyle/two/__init__.py", "hoyle/two/thing.py",
            ]  # fmt: skip
            assert archive.read("hoyle/one/data.md") == b"text"
            assert {one.date_time for one in archive.infolist()} == {(1980, 1, 1, 0, 0, 0)}
        python = {
            "name": "CPython", "version": "3.99.1", "licence": "PSF-2.0", "text": "https://docs.python.org/3/license.html",
        }  # fmt: skip
        found = json.loads((tmp_path / "licences.json").read_text("utf-8"))
        assert found == ([*listed, python] if listed[0]["name"] == "marked" else listed)
    (tree / "stdlib").mkdir()
    (tree / "stdlib" / "LICENSE.txt").write_text("the licence", "utf-8")
    (tmp_path / "licences.json").write_text("[]", "utf-8")
    bundle.packages(tmp_path)
    assert json.loads((tmp_path / "licences.json").read_text("utf-8"))[0]["text"] == "the licence"


def test_the_list_of_the_files_names_the_build(tmp_path: Path) -> None:
    (tmp_path / "b").mkdir()
    (tmp_path / "b" / "one.js").write_bytes(b"12345")
    (tmp_path / "a.html").write_bytes(b"ab")
    assert not is_built(tmp_path)
    bundle.listing(tmp_path)
    bundle.listing(tmp_path)  # the list itself does not count
    assert is_built(tmp_path)
    assert files(tmp_path) == [Path("a.html"), Path("b/one.js"), Path("files.json")]
    digest = hashlib.sha256(b"a.html\0ab" + b"b/one.js\x0012345").hexdigest()
    assert json.loads((tmp_path / "files.json").read_text("utf-8")) == {
        "build": digest[:16], "offline": True, "files": {"a.html": 2, "b/one.js": 5},
    }  # fmt: skip


def test_the_files_of_the_page_are_kept_prepared_or_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page, prepared = tmp_path / "page", tmp_path / "prepared"
    for folder, name, content in (
        (page, "main.js", "kept"),
        (prepared, "rules/whist.hoyle", "prepared"),
        (prepared, "files.json", "not taken"),
        (prepared, "other.js", "not known"),
    ):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(content, "utf-8")
    known = PageFiles(page, prepared)
    assert known.get("main.js") == b"kept"
    assert known.get("other.js") is None
    assert known.get("rules/whist.hoyle") == b"prepared"
    assert known.get("files.json") == b'{"offline":false,"friends":true,"files":{}}'

    calls: list[str] = []

    class Catalogue:
        """Makes files that say for what they were made."""

        def game_files(self, name: str) -> dict[str, bytes]:
            calls.append(name)
            return {f"games/{name}.json": name.encode(), f"settings/{name}.json": b"set"}

        def script_files(self, path: Path) -> tuple[dict[str, str], dict[str, bytes]]:
            return {"name": path.stem}, {f"scripts/{path.name}": b"script", f"scripts/{path.stem}.json": b"shown"}

        def lesson_file(self, path: Path) -> tuple[dict[str, str], bytes]:
            return {"name": path.stem}, path.stem.encode()

    monkeypatch.setattr("hoyle.cli.pages.studio.supply._catalogue", Catalogue)
    made = PageFiles(page)
    assert made.get("games/whist.json") == b"whist"
    assert made.get("settings/whist.json") == b"set"
    assert made.get("games/hearts.json") == b"hearts"
    assert calls == ["whist", "hearts"]
    assert made.get("games/whist.weights") is None  # nobody has learned it
    assert calls == ["whist", "hearts", "whist"]
    script, lesson = script_paths()[0], lesson_paths()[0]
    assert made.get(f"scripts/{script.name}") == b"script"
    assert made.get(f"scripts/{script.stem}.json") == b"shown"
    assert made.get(f"lessons/{lesson.name}") == lesson.stem.encode()
    monkeypatch.setattr("hoyle.cli.pages.studio.supply.MOST_KEPT", 4)
    assert made.get("games/gops.json") == b"gops"  # the others are forgotten
    assert made.get("games/hearts.json") == b"hearts"
    assert calls == ["whist", "hearts", "whist", "gops", "hearts"]


def test_imports_are_read_wherever_they_are() -> None:
    from hoyle.cli.pages.studio.needed import _imported

    tree = ast.parse("import a.b, c\nfrom .. import d\nfrom .e import f, g\nfrom h import i")
    assert [*_imported(tree, "x.y.z")] == [
        "h", "h.i", "x.y.z.e", "x.y.z.e.f", "x.y.z.e.g", "x.y", "x.y.d", "a.b", "c",
    ]  # fmt: skip
