"""The folders of the built page, and their files.

`page` is what `hoyle studio` serves: scripts that ask the installed Python.  It is kept in the tree (0.7 MB, 0.2 MB
compressed), so that nobody needs Node to use the studio.  `site` is what `hoyle studio --export` writes: the same page
with Python inside.  A wheel contains it; a checkout has it only after `bash studio/build`, which makes both.
"""

from __future__ import annotations

from pathlib import Path

PAGE = Path(__file__).resolve().parent / "page"
SITE = Path(__file__).resolve().parent / "site"
COMMAND = "bash studio/build"
_LAST = "files.json"
"""The file that a build of the site writes last."""


def is_built(site: Path = SITE) -> bool:
    """Whether the site was built completely."""
    return (site / _LAST).is_file()


def files(site: Path = SITE) -> list[Path]:
    """All files of a folder, relative to it, sorted."""
    return sorted(path.relative_to(site) for path in site.rglob("*") if path.is_file())
