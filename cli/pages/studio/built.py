"""The folder of the built page, and its files.

`bash studio/build` builds the page from `studio/` into the folder `site` beside this file.  A wheel contains it.  A
checkout has it only after a build.
"""

from __future__ import annotations

from pathlib import Path

SITE = Path(__file__).resolve().parent / "site"
COMMAND = "bash studio/build"
_LAST = "files.json"
"""The file that a build writes last."""


def is_built(site: Path = SITE) -> bool:
    """Whether the page was built completely."""
    return (site / _LAST).is_file()


def files(site: Path = SITE) -> list[Path]:
    """All files of the page, relative to its folder, sorted."""
    return sorted(path.relative_to(site) for path in site.rglob("*") if path.is_file())
