"""The common skeleton and palette of all HTML pages: rulebooks, traces of documents, reports and replays.

A page needs no other file, and its content policy forbids fetching one.  All text from a rule file or a person passes
through `escaped`.
"""

from __future__ import annotations

import html
import re

_UNSEEN = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")

PALETTE = """
:root { color-scheme: light dark; --ink: #23201a; --paper: #f5f2ea; --faint: #6b6558; --line: #ddd6c6;
  --link: #0b5c8a; --mark: #fff1c2; --soft: #ece7da; --good: #2f7d4f; --bad: #b3261e; --warn: #b26a00; }
@media (prefers-color-scheme: dark) { :root { --ink: #e9e6de; --paper: #14171a; --faint: #a29d90; --line: #33383d;
  --link: #8cc8ee; --mark: #3a341c; --soft: #222427; --good: #4fae78; --bad: #f2766d; --warn: #d99a3d; } }
"""
"""The colours of pages, in light and dark mode.  The page of a replay has more colours, for cards and the table.  They
are in `viewer/viewer.css`, which the studio uses, too.  A test compares its colours with these."""

BASE_STYLE = """
* { box-sizing: border-box; }
html { scroll-padding-top: 1rem; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 1rem/1.55 Georgia, "Times New Roman", serif; }
a { color: var(--link); text-underline-offset: .15em; }
a:focus-visible, button:focus-visible, [tabindex]:focus-visible { outline: 2px solid var(--link);
  outline-offset: 2px; }
.skip { position: absolute; left: -999rem; }
.skip:focus { left: .5rem; top: .5rem; background: var(--paper); padding: .3rem .6rem; }
table { border-collapse: collapse; margin: .6rem 0; }
th, td { border: 1px solid var(--line); padding: .25rem .6rem; text-align: left; vertical-align: top; }
th { background: var(--soft); }
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
