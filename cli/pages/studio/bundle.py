"""Collects the Python modules for the browser in one archive, and lists all files of the page.

    python -m hoyle.cli.pages.studio.bundle packages FOLDER
    python -m hoyle.cli.pages.studio.bundle list FOLDER

write into the folder

    python/packages.zip   the parts of hoyle that the page needs (`studio/precompile.mjs` makes python/packages.bin
                          from it)
    licences.json         every library in the page, with its version, its licence, and the text of that
    files.json            every file of the page with its size, and a number that identifies this build

The list is the last step of a build, which runs in a checkout.
"""

from __future__ import annotations

import hashlib
import json
import sys
import sysconfig
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from .built import files
from .needed import needed, source

ROOT = Path(__file__).resolve().parents[3]
_DATA = {".py", ".lark", ".hoyle", ".json", ".md", ".wat", ".typed"}
_EARLIEST = (1980, 1, 1, 0, 0, 0)


def packages(folder: Path) -> None:
    """Write the archive, and the licence of Python."""
    (folder / "python").mkdir(exist_ok=True)
    with ZipFile(folder / "python" / "packages.zip", "w", ZIP_DEFLATED, compresslevel=9) as archive:
        for name, path in _hoyle():
            archive.writestr(ZipInfo(name, _EARLIEST), path.read_bytes(), ZIP_DEFLATED)
    licences = json.loads((folder / "licences.json").read_text(encoding="utf-8"))
    python = _python()
    if all(one["name"] != python["name"] for one in licences):
        _write_json(folder / "licences.json", [*licences, python])


def listing(folder: Path) -> None:
    """Write the list of files."""
    listed = [path for path in files(folder) if path.name != "files.json"]
    digest = hashlib.sha256()
    for path in listed:
        digest.update(path.as_posix().encode() + b"\0" + (folder / path).read_bytes())
    sizes = {path.as_posix(): (folder / path).stat().st_size for path in listed}
    _write_json(folder / "files.json", {"build": digest.hexdigest()[:16], "offline": True, "files": sizes})


def _hoyle() -> Iterator[tuple[str, Path]]:
    """The modules of hoyle that the page needs, and the data files beside them. pyproject.toml lists the packages."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    modules = {source(ROOT, name) for name in needed(ROOT)}
    for package in project["tool"]["setuptools"]["packages"]:
        folder = ROOT.joinpath(*package.split(".")[1:])
        for path in sorted(folder.iterdir()):
            wanted = path in modules if path.suffix == ".py" else path.suffix in _DATA
            if path.is_file() and wanted:
                yield f"{package.replace('.', '/')}/{path.name}", path


def _python() -> dict[str, Any]:
    """The licence of CPython and its library, which are inside Pyodide."""
    lock = json.loads((ROOT / "studio" / "node_modules" / "pyodide" / "pyodide-lock.json").read_text(encoding="utf-8"))
    text = Path(sysconfig.get_path("stdlib"), "LICENSE.txt")
    found = text.read_text(encoding="utf-8") if text.is_file() else "https://docs.python.org/3/license.html"
    return {"name": "CPython", "version": lock["info"]["python"], "licence": "PSF-2.0", "text": found}


def _write_json(path: Path, data: object) -> None:
    path.write_text(json.dumps(data, ensure_ascii=False, indent=1), encoding="utf-8")


if __name__ == "__main__":
    {"packages": packages, "list": listing}[sys.argv[1]](Path(sys.argv[2]))
