"""The files in a folder and those below it."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path


def below(folder: Path, suffixes: tuple[str, ...], unread: Callable[[OSError], None] | None = None) -> Iterator[Path]:
    """The files in a folder with one of these endings, in order; hidden folders and those of packages are left out.

    `unread` is called for a folder that cannot be read; without it, such a folder is left out too."""
    for name, inside, files in os.walk(folder, onerror=unread):
        inside[:] = sorted(one for one in inside if not one.startswith(".") and one != "node_modules")
        yield from (Path(name) / file for file in sorted(files) if file.endswith(suffixes) and not file.startswith("."))
