"""Texts that are compared with a file, so that every change of what people read is seen: UPDATE_GOLDEN=1 writes them anew."""

from __future__ import annotations

import os
from pathlib import Path


def same_as_file(path: Path, text: str) -> None:
    """Fail if a text is not what the file has."""
    if os.environ.get("UPDATE_GOLDEN"):
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
    assert path.read_text(encoding="utf-8") == text, f"{path}: UPDATE_GOLDEN=1 writes it anew"
