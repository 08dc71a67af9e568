"""Which version a benchmark has measured, as the last line of its report."""

from __future__ import annotations

import os
import platform
import subprocess
from pathlib import Path

import hoyle


def measured_on() -> str:
    """`Measured: revision 1a2b3c4d5e, with changes that are not committed; Python 3.11.7, x86_64, 2 processors.`

    `unknown` stands for the revision of an installation without a repository.
    """
    folder = Path(hoyle.__file__).resolve().parent
    revision = _git(folder, "rev-parse", "--short=10", "HEAD")
    changed = ", with changes that are not committed" if _git(folder, "status", "--porcelain", "-uno") else ""
    machine = f"Python {platform.python_version()}, {platform.machine()}, {os.cpu_count()} processors"
    return f"Measured: revision {revision or 'unknown'}{changed if revision else ''}; {machine}."


def _git(folder: Path, *arguments: str) -> str:
    """What git says of the repository in a folder; empty if there is none, or no git."""
    if not (folder / ".git").exists():
        return ""
    try:
        made = subprocess.run(["git", "-C", folder, *arguments], capture_output=True, text=True, check=False)
    except OSError:
        return ""
    return made.stdout.strip() if made.returncode == 0 else ""
