"""The files of the page.  They are known before the first request; no path of a request is looked up on the disk.

The page is plain scripts and needs no build: its own are in `server/page`, and the table is drawn by those of the
replay page.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

from starlette.responses import Response

from ..refusals import refuse

PAGE = Path(__file__).resolve().parents[1] / "page"
VIEWER = Path(__file__).resolve().parents[2] / "cli" / "pages" / "viewer"
"""The drawing of tables, which replays and the studio use, too."""
DRAWING = (
    "cards.js", "table.js", "asking.js", "play.js", "settlement.js", "cards.css", "table.css", "cards.svg",
    "frames.js", "transcript.js", "graph.js", "guess.js", "show.js", "viewer.js", "viewer.css",
)  # fmt: skip
TYPES = {
    ".js": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8", ".html": "text/html; charset=utf-8",
}  # fmt: skip


@cache
def files() -> dict[str, bytes]:
    """The files of the page by name.  The drawings of the cards are inside the page."""
    own = [path for path in PAGE.iterdir() if path.suffix in TYPES]
    paths = [*own, *(VIEWER / name for name in DRAWING), VIEWER.parent / "palette.css"]
    found = {path.name: path.read_bytes() for path in paths if path.is_file()}
    drawings = found.pop("cards.svg", b"")
    drawings = re.sub(rb' style="[^"]*"', b' class="drawings"', drawings).strip()
    found["index.html"] = found["index.html"].replace(b"{{drawings}}", drawings)
    # The replay page of `hoyle replay --html`, whose script and data come from this server.
    body = (VIEWER / "viewer.html").read_bytes().partition(b"<script")[0].replace(b"{{drawings}}", drawings)
    found["replay.html"] = found["replay.html"].replace(b"{{viewer}}", body)
    return found


def page_file(name: str) -> Response:
    """The answer with a file of the page.  Raises `Refusal` if there is none of that name."""
    content = files().get(name)
    if content is None:
        raise refuse("S01")
    return Response(content, media_type=TYPES[Path(name).suffix], headers={"cache-control": "no-cache"})
