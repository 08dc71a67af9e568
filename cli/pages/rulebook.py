"""A rulebook as one HTML page without scripts and external files; it needs no network.

All text from a rule file is escaped.  The page follows the reader's choice of light or dark mode, can be used with the
keyboard alone, and prints without its table of contents.
"""

from __future__ import annotations

from ...dsl.rulebook.document import (
    Grid,
    Items,
    Line,
    Paragraph,
    RulebookDocument,
    Section,
    TextBlock,
    TextRun,
    every_section,
)
from .skeleton import escaped, page

BOOK_STYLE = """
main { max-width: 44rem; margin: 0 auto; padding: 1.5rem 1.2rem 4rem; }
h1 { font-size: 2.1rem; margin: .5rem 0; }
h1 + p { font-size: 1.1rem; font-style: italic; margin-top: 0; }
nav { border: 1px solid var(--line); background: var(--shade); padding: .5rem 1rem; margin: 1.2rem 0;
  font-size: .95rem; columns: 15rem 2; }
nav ul { list-style: none; margin: 0; padding: 0; }
nav ul ul { padding-left: 1rem; }
nav li { break-inside: avoid-column; margin: .1rem 0; }
nav a { text-decoration: none; }
nav a:hover, nav a:focus { text-decoration: underline; }
h2 { border-bottom: 1px solid var(--line); padding-bottom: .15rem; margin-top: 2.2rem; }
section section { margin-left: .8rem; }
:target > h2, :target > h3, :target > h4 { background: var(--mark); }
ul, ol { padding-left: 1.4rem; }
li { margin: .2rem 0; }
li > p { margin: .2rem 0; }
.wide { overflow-x: auto; }
@media (min-width: 76rem) { nav { position: fixed; top: 1.5rem; left: max(1rem, calc(50vw - 39rem)); width: 15.5rem;
  max-height: calc(100vh - 3rem); overflow: auto; margin: 0; columns: auto; } }
@media print { nav, .skip { display: none; } main { max-width: none; padding: 0; } body { font-size: 10.5pt; }
  a { color: inherit; text-decoration: none; } h1, h2, h3, h4 { break-after: avoid; } tr, li { break-inside: avoid; } }
"""
_CONTENTS_FROM = 5
"""A document with at least this many sections gets a table of contents."""


def html(document: RulebookDocument) -> str:
    """The page of a document."""
    keys = {section.key for section, _ in every_section(document.sections)}
    contents = _contents(document.sections) if len(keys) >= _CONTENTS_FROM else ""
    body = [
        '<a class="skip" href="#rules">To the rules</a>',
        '<main id="rules">',
        f"<h1>{escaped(document.title)}</h1>",
        *_blocks(document.lead, keys),
        f'<nav aria-label="Contents">{contents}</nav>' if contents else "",
        *(_section(section, 2, keys) for section in document.sections),
        "</main>",
    ]
    return page(document.title, BOOK_STYLE, "\n".join(part for part in body if part))


def _contents(sections: tuple[Section, ...]) -> str:
    if not sections:
        return ""
    items = "".join(
        f'<li><a href="#{escaped(s.key)}">{escaped(s.title)}</a>{_contents(s.sections)}</li>' for s in sections
    )
    return f"<ul>{items}</ul>"


def _section(section: Section, level: int, keys: set[str]) -> str:
    inner = "\n".join([*_blocks(section.blocks, keys), *(_section(s, level + 1, keys) for s in section.sections)])
    tag = f"h{min(level, 6)}"
    return f'<section id="{escaped(section.key)}">\n<{tag}>{escaped(section.title)}</{tag}>\n{inner}\n</section>'


def inline(of: Line, keys: set[str]) -> str:
    """A line, with its runs as HTML."""
    return "".join(_run(run, keys) for run in of)


def _run(run: TextRun, keys: set[str]) -> str:
    text = escaped(run.text)
    match run.style:
        case "code":
            return f"<code>{text}</code>"
        case "strong":
            return f"<strong>{text}</strong>"
        case "blank":
            return f"<var>{text}</var>"
        case "term":
            return f"<em>{text}</em>"
        case "link" if run.to in keys:
            return f'<a href="#{escaped(run.to)}">{text}</a>'
        case "link":
            return f"<em>{text}</em>"
        case _:
            return text


def _blocks(blocks: tuple[TextBlock, ...], keys: set[str]) -> list[str]:
    return [_block(block, keys) for block in blocks]


def _block(block: TextBlock, keys: set[str]) -> str:
    match block:
        case Paragraph():
            return f"<p>{inline(block.line, keys)}</p>"
        case Items(items=items, ordered=ordered):
            tag = "ol" if ordered else "ul"
            inner = "\n".join(
                f"<li>{inline(item.line, keys)}{''.join(_blocks(item.blocks, keys))}</li>" for item in items
            )
            return f"<{tag}>\n{inner}\n</{tag}>"
        case Grid(head=head, rows=rows):
            top = "".join(f'<th scope="col">{inline(cell, keys)}</th>' for cell in head)
            body = "\n".join(
                "<tr>" + "".join(f"<td>{inline(cell, keys)}</td>" for cell in row) + "</tr>" for row in rows
            )
            table = f"<table>\n<thead><tr>{top}</tr></thead>\n<tbody>\n{body}\n</tbody>\n</table>"
            return f'<div class="wide">{table}</div>'
