"""The folders in which a program keeps something for its user, by the custom of the system."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import Literal


def user_folder(kind: Literal["cache", "state"]) -> Path:
    """The folder of Hoyle for what can be made again (`cache`), or for what cannot (`state`).  It may not exist yet.

    `XDG_CACHE_HOME` and `XDG_STATE_HOME` are heeded on every system.
    """
    given = os.environ.get(f"XDG_{kind.upper()}_HOME")
    if given:
        base = Path(given)
    elif sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / ("Caches" if kind == "cache" else "Application Support")
    else:
        base = Path.home() / (".cache" if kind == "cache" else ".local/state")
    return base / "hoyle"


def remove_oldest(files: Iterable[Path], most: int, left: int) -> None:
    """Where there are more files than `most`, remove the oldest, so that `left` are left.

    What another process removes meanwhile, or what cannot be removed, is passed over.
    """
    found: list[tuple[float, Path]] = []
    for file in files:
        with suppress(OSError):
            found.append((file.stat().st_mtime, file))
    if len(found) > most:
        for _, file in sorted(found)[: len(found) - left]:
            with suppress(OSError):
                file.unlink()
