"""These pages as a site:  python -m sphinx -W -b html docs build/docs

Needs the extra `docs`.  Whole games among the examples get a link that opens them in the studio: a studio exported
beside the site (`hoyle studio --export build/studio`), or wherever HOYLE_STUDIO says.
"""

from __future__ import annotations

import base64
import json
import os
import re
import zlib
from typing import Any

from docutils import nodes

from hoyle.language_server.pygments_lexer import HoyleLexer, HoylePlayLexer

project = "Hoyle"
extensions = ["myst_parser"]
source_suffix = {".md": "markdown"}
exclude_patterns = ["README.md"]
html_theme = "alabaster"
html_theme_options = {"description": "Card-game rules as data", "fixed_sidebar": True}
html_title = "Hoyle"
html_show_sphinx = False
html_copy_source = False
html_favicon = None
pygments_style = "default"
myst_heading_anchors = 4
myst_links_external_new_tab = False
nitpicky = True

STUDIO = os.environ.get("HOYLE_STUDIO", "../studio/")
"""Where the studio is, seen from a page of the site."""
_GAME = re.compile(r'^game "([^"]+)"$', re.MULTILINE)
_OUTSIDE = re.compile(r"\[([^\]]+)\]\((?:\.\./)?(benchmarks/[^)]+\.md|[a-z_]+\.ipynb)\)")


def studio_link(name: str, text: str) -> str:
    """The address that opens a rule file in the studio: it holds the whole file (`studio/src/lib/share.ts`)."""
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    data = json.dumps({"name": name, "text": text}, ensure_ascii=False).encode()
    packed = base64.urlsafe_b64encode(packer.compress(data) + packer.flush()).decode().rstrip("=")
    return f"{STUDIO}#/write/shared/{packed}"


def _openable(app: Any, tree: nodes.document) -> None:
    """Puts a link below every example that is a whole game."""
    for block in list(tree.findall(nodes.literal_block)):
        text = block.astext()
        found = _GAME.search(text)
        if block.get("language") != "hoyle" or found is None:
            continue
        name = re.sub(r"\W+", "_", found[1]).strip("_").lower()
        link = nodes.reference(
            "", "Open this game in the studio", refuri=studio_link(name, text + "\n"), internal=False
        )
        block.parent.insert(block.parent.index(block) + 1, nodes.paragraph("", "", link, classes=["studio"]))


def _source(app: Any, page: str, source: list[str]) -> None:
    """Names files outside these pages that are no part of the site."""
    source[0] = _OUTSIDE.sub(r"`\2`", source[0])


def setup(app: Any) -> dict[str, bool]:
    """For Sphinx."""
    app.add_lexer("hoyle", HoyleLexer)
    for name in ("play", "hoyle-play"):
        app.add_lexer(name, HoylePlayLexer)
    app.connect("doctree-read", _openable)
    app.connect("source-read", _source)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
