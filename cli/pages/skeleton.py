"""The common skeleton and palette of all HTML pages: rulebooks, traces of documents, reports and replays.

A page needs no other file, and its content policy forbids fetching one.  All text from a rule file or a person passes
through `escaped`.
"""

from __future__ import annotations

import html
import re
from pathlib import Path

from ...dsl.source.invisible import CONTROLS, DIRECTIONS

_UNSEEN = re.compile(f"[{CONTROLS}{DIRECTIONS}]")

PALETTE = Path(__file__).with_name("palette.css").read_text(encoding="utf-8")
"""The colours of pages.  The page of a replay has more colours, for cards and the table: `viewer/viewer.css`."""

BASE_STYLE = """
* { box-sizing: border-box; }
html { scroll-padding-top: 1rem; }
body { margin: 0; background: var(--page); color: var(--ink); font: 1rem/1.55 Georgia, "Times New Roman", serif; }
a { color: var(--link); text-underline-offset: .15em; }
a:focus-visible, button:focus-visible, [tabindex]:focus-visible { outline: 2px solid var(--link);
  outline-offset: 2px; }
.skip { position: absolute; left: -999rem; }
.skip:focus { left: .5rem; top: .5rem; background: var(--page); padding: .3rem .6rem; }
table { border-collapse: collapse; margin: .6rem 0; }
th, td { border: 1px solid var(--line); padding: .25rem .6rem; text-align: left; vertical-align: top; }
th { background: var(--shade); }
h1, h2, h3 { line-height: 1.2; text-wrap: balance; }
"""


def page(title: str, style: str, body: str, *, base: str = BASE_STYLE) -> str:
    """A whole page.  `title` is text; `style` and `body` are trusted; `base` is the style of texts and tables."""
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta name="color-scheme" content="light dark">\n'
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; "
        "script-src 'unsafe-inline'\">\n"
        f"<title>{escaped(title)}</title>\n<style>{PALETTE}{base}{style}</style>\n</head>\n<body>\n{body}\n</body>\n</html>\n"
    )


def escaped(text: str) -> str:
    """The text escaped for HTML and its attributes.  Invisible characters become replacement characters."""
    return html.escape(_UNSEEN.sub("\ufffd", text), quote=True)
