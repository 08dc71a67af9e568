"""The files of the page.  They are known before the first request; no path of a request is looked up on the disk."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from starlette.responses import Response

from ..refusals import refuse

PAGE = Path(__file__).resolve().parents[1] / "page"
VIEWER = Path(__file__).resolve().parents[2] / "cli" / "pages" / "viewer"
"""The drawing of tables, which replays and the studio use, too."""
TYPES = {
    ".js": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8", ".html": "text/html; charset=utf-8",
    ".svg": "image/svg+xml", ".json": "application/json",
}  # fmt: skip


@cache
def files() -> dict[str, Path]:
    """The files of the page by name."""
    found = [*PAGE.iterdir(), VIEWER.parent / "palette.css"]
    return {path.name: path for path in found if path.suffix in TYPES}


@cache
def _content(name: str) -> bytes:
    return files()[name].read_bytes()


def page_file(name: str) -> Response:
    """The answer with a file of the page.  Raises `Refusal` if there is none of that name."""
    if name not in files():
        raise refuse("S01")
    kind = TYPES[files()[name].suffix]
    return Response(_content(name), media_type=kind, headers={"cache-control": "no-cache"})
