"""Where the built page lies, and what is in it.

The page is built from `studio/` into the folder `site` beside this file (`bash studio/build`).  A wheel carries it; a
checkout has it once it was built.
"""

from __future__ import annotations

from pathlib import Path

SITE = Path(__file__).resolve().parent / "site"
COMMAND = "bash studio/build"
_LAST = "files.json"
"""What a build writes last."""


def is_built(site: Path = SITE) -> bool:
    """Whether the page was built, all of it."""
    return (site / _LAST).is_file()


def files(site: Path = SITE) -> list[Path]:
    """Every file of the page, relative to its folder, in order."""
    return sorted(path.relative_to(site) for path in site.rglob("*") if path.is_file())
