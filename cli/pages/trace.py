"""The document beside the rules, as one HTML page: every line is linked to the rules that implement it, and back.

On the left is the document, on the right are the rule files as written.  Each citation is a link to the lines it names.
The page needs no network.  It works with plain links, so also with the keyboard.  A short script only highlights the
other side of the line that the reader points at.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import PurePath

from ...dsl.checked import CheckedGame
from ...dsl.provenance.citations import Citations, CitedClause, DocumentTrace, LineTrace, Trace, clauses, sources
from ...dsl.source.span import Source
from ...dsl.syntax import nodes as n
from .skeleton import escaped, page

_STYLE = """
header { padding: .7rem 1rem .5rem; border-bottom: 1px solid var(--line); background: var(--shade); }
header h1 { margin: 0; font-size: 1.3rem; }
header p { margin: .2rem 0; }
.sides { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); height: calc(100vh - var(--head, 8rem)); }
.side { overflow: auto; padding: 0 1rem 40vh; scroll-padding-top: 3rem; }
.side + .side { border-left: 1px solid var(--line); }
h2 { font-size: 1rem; position: sticky; top: 0; z-index: 1; background: var(--page); padding: .6rem 0 .4rem;
  margin: 0; }
ol { list-style: none; margin: 0; padding: 0; }
li { display: grid; grid-template-columns: 3rem minmax(0, 1fr); gap: .6rem; padding: .15rem .3rem .15rem 0;
  border-left: .25rem solid transparent; }
li > .n { color: var(--soft); text-align: right; font-size: .85rem; line-height: 1.55rem; user-select: none;
  font-variant-numeric: tabular-nums; }
.t { overflow-wrap: anywhere; }
.refs, .note { font: .78rem/1.6 system-ui, sans-serif; color: var(--soft); }
.refs { display: block; }
.refs span { display: inline-block; margin-right: .9rem; }
.refs a { padding: 0 .1rem; }
.note { float: right; margin-left: 1rem; }
.code .t { font: .82rem/1.55rem ui-monospace, "DejaVu Sans Mono", Menlo, Consolas, monospace; white-space: pre-wrap;
  padding-left: calc((var(--in, 0) + 2) * 1ch); text-indent: -2ch; }
.code .cite { float: right; margin-left: 2ch; text-indent: 0; color: var(--soft); }
.code .rem { color: var(--soft); font-style: italic; }
.s-rule { border-left-color: var(--good); }
.s-none > .t { color: var(--soft); }
.s-blank { padding-top: 0; padding-bottom: 0; }
.s-blank > .n { line-height: 1rem; opacity: .6; }
.s-open { border-left-color: var(--bad); background: color-mix(in srgb, var(--bad) 12%, transparent); }
.s-nosource { border-left-color: var(--warn); }
li:target, li.lit { background: var(--mark); }
.key span { display: inline-block; border-left: .25rem solid var(--line); padding: 0 1rem 0 .4rem; }
.key .s-rule { border-color: var(--good); } .key .s-open { border-color: var(--bad); background: none; }
.key .s-nosource { border-color: var(--warn); }
@media (max-width: 50rem) { .sides { display: block; height: auto; } .side { overflow: visible; padding-bottom: 1rem; }
  .side + .side { border-left: 0; border-top: .3rem double var(--line); }
  li { grid-template-columns: 2rem minmax(0, 1fr); gap: .4rem; } }
@media print { .sides { height: auto; } .side { overflow: visible; padding-bottom: 0; } h2 { position: static; }
  body { font-size: 9pt; } li { break-inside: avoid; } .key, .skip { display: none; } }
"""

_SCRIPT = """
const lit = (from) => {
  document.querySelectorAll(".lit").forEach((e) => e.classList.remove("lit"));
  from?.querySelectorAll("a").forEach((a) => {
    const [side, first] = a.hash.slice(1).split("-");
    for (let at = +first; at <= +(a.dataset.last || first); at++)
      document.getElementById(side + "-" + at)?.closest("li").classList.add("lit");
  });
};
for (const kind of ["mouseover", "focusin"]) addEventListener(kind, (e) => lit(e.target.closest?.("li")));
const head = document.querySelector("header");
const fit = () => document.documentElement.style.setProperty("--head", head.offsetHeight + "px");
addEventListener("resize", fit); fit();
"""

_STATES = {"rule": "s-rule", "no rule": "s-none", "blank": "s-blank", "open": "s-open"}


def trace_page(game: CheckedGame, trace: Trace) -> str:
    """The page of a trace."""
    files = sources(game.tree)
    body = [
        '<a class="skip" href="#document">To the document</a><a class="skip" href="#rules">To the rules</a>',
        _header(game, trace),
        '<main class="sides">',
        '<section class="side" id="document" tabindex="-1" aria-label="The document">',
        *(_document(at, account, trace.rules, files) for at, account in enumerate(trace.accounts)),
        *([] if trace.accounts else ["<p>No document was found.</p>"]),
        "</section>",
        '<section class="side code" id="rules" tabindex="-1" aria-label="The rules">',
        *(_file(at, source, game, trace) for at, source in enumerate(files)),
        "</section>",
        "</main>",
        f"<script>{_SCRIPT}</script>",
    ]
    return page(f"{game.title}: where the rules come from", _STYLE, "\n".join(body))


def _header(game: CheckedGame, trace: Trace) -> str:
    said: list[str] = []
    for at, account in enumerate(trace.accounts):
        counts = (
            f"{len(account.lines)} lines, {account.count('rule')} of them rules, {account.count('no rule')} no rule"
        )
        left = ", ".join(f'<a href="#d{at}-{line.number}">{line.number}</a>' for line in account.open)
        said.append(
            f"<p>{escaped(account.document.name)}: {counts}, {account.count('blank')} blank; "
            + (f"{len(account.open)} open: {left}" if left else "none left open")
            + "</p>"
        )
    if trace.missing:
        said.append(f"<p>Not found: {escaped(', '.join(trace.missing))}</p>")
    key = (
        '<p class="key"><span class="s-rule">implemented by a rule</span><span>no rule: a heading, a story</span>'
        '<span class="s-open">open: nobody accounts for it</span>'
        '<span class="s-nosource">a rule with no source</span></p>'
    )
    return f"<header><h1>{escaped(game.title)}: where the rules come from</h1>{''.join(said)}{key}</header>"


def _heading(name: str, file: str) -> str:
    """The name of a document or a rule file.  Only the end of a path is shown, because anybody may read the page."""
    short = PurePath(file).name
    return f"<h2>{escaped(short if name == '' else f'{name}: {short}')}</h2>"


# ------------------------------------------------------------------------------------------------------- the document


def _document(at: int, account: DocumentTrace, rules: Sequence[CitedClause], files: Sequence[Source]) -> str:
    items: list[str] = []
    blank: list[LineTrace] = []
    for line in account.lines:
        if line.state == "blank":
            blank.append(line)
            continue
        items += [*_blanks(at, blank), _line(at, line, rules, files)]
        blank = []
    items += _blanks(at, blank)
    return (
        f"{_heading(account.document.title or account.document.name, account.document.file)}\n<ol>\n"
        + "\n".join(items)
        + "\n</ol>"
    )


def _blanks(at: int, lines: Sequence[LineTrace]) -> list[str]:
    """Adjacent empty lines as one item.  Each remains a link target."""
    if not lines:
        return []
    first, last = lines[0].number, lines[-1].number
    anchors = "".join(f'<span id="d{at}-{line.number}"></span>' for line in lines)
    number = first if first == last else f"{first}–{last}"
    return [f'<li class="s-blank"><span class="n">{number}</span><span class="t">{anchors}</span></li>']


def _line(at: int, line: LineTrace, rules: Sequence[CitedClause], files: Sequence[Source]) -> str:
    note = {"no rule": "no rule", "open": "not accounted for"}.get(line.state, "")
    parts: dict[str, list[str]] = {}
    for i in line.rules:
        link = f'<a href="#{_place(rules[i], files)}" title="{escaped(rules[i].text)}">{rules[i].span.line}</a>'
        parts.setdefault(rules[i].part, []).append(link)
    refs = "".join(f"<span>{escaped(part)} {', '.join(dict.fromkeys(links))}</span>" for part, links in parts.items())
    text = (f'<span class="note">{note}</span>' if note else "") + escaped(line.text)
    text += f'<span class="refs">{refs}</span>' if refs else ""
    return _item(f"d{at}-{line.number}", _STATES[line.state], line.number, text)


def _place(rule: CitedClause, files: Sequence[Source]) -> str:
    """The anchor of a rule's line."""
    at = next((i for i, source in enumerate(files) if source.name == rule.span.source.name), 0)
    return f"f{at}-{rule.span.line}"


def _item(key: str, state: str, number: int, text: str, indent: int = 0) -> str:
    margin = f' style="--in:{indent}"' if indent else ""
    shown = f'<span class="n">{number}</span><span class="t"{margin}>{text}</span>'
    return f'<li id="{key}" class="{state}">{shown}</li>' if state else f'<li id="{key}">{shown}</li>'


# ---------------------------------------------------------------------------------------------------------- the rules


def _file(at: int, source: Source, game: CheckedGame, trace: Trace) -> str:
    """A rule file as written, with each citation linked to the lines it names."""
    documents = {account.document.name: i for i, account in enumerate(trace.accounts)}
    cites = {cite.span.line: cite for cite in _citations(game.tree) if cite.span.source is source}
    bare = {rule.span.line for rule in trace.sourceless if rule.span.source.name == source.name}
    reader = Citations(game.tree)
    items: list[str] = []
    for number, text in enumerate(source.text.replace("\r\n", "\n").rstrip("\n").split("\n"), 1):
        state = "s-rule" if number in cites else "s-nosource" if number in bare else ""
        body = text.lstrip(" ")
        if number in cites:
            cite = cites[number]
            start, end = cite.span.column - 1, cite.span.end_place[1] - 1
            linked = f'<span class="cite">{_linked(cite, reader, documents)}</span>'
            shown = linked + _plain(text[:start].strip()) + _plain(text[end:].rstrip(), "  ")
        else:
            note = '<span class="note">no source</span>' if number in bare else ""
            shown = note + _plain(body)
        items.append(_item(f"f{at}-{number}", state, number, shown, len(text) - len(body)))
    return f"{_heading('', source.name)}\n<ol>\n" + "\n".join(items) + "\n</ol>"


def _citations(tree: n.RuleFile) -> Iterator[n.Citation]:
    """Every citation of a rule file, including those of lines marked as no rule."""
    for declaration in tree.declarations:
        for _, cite in clauses(declaration):
            if cite is not None:
                yield cite


def _linked(cite: n.Citation, reader: Citations, documents: Mapping[str, int]) -> str:
    """`[10, 30; reprint 8]` as written, with each range linked to its first line."""
    text, offset, made = cite.span.text, cite.span.start, ""
    done = 0
    ranges = [lines for part in cite.parts for lines in part.lines]
    for lines, reference in zip(ranges, reader.of(cite), strict=True):
        start, end = lines.span.start - offset, lines.span.end - offset
        made += escaped(text[done:start])
        at, shown = documents.get(reference.source), escaped(text[start:end])
        last = f' data-last="{reference.last}"' if reference.last != reference.first else ""
        made += f'<a href="#d{at}-{reference.first}"{last}>{shown}</a>' if at is not None else shown
        done = end
    return made + escaped(text[done:])


def _plain(text: str, before: str = "") -> str:
    """A part of a rule file's line.  A comment is marked."""
    inside = False
    for at, letter in enumerate(text):
        if letter == '"':
            inside = not inside
        elif letter == "#" and not inside:
            code = escaped(text[:at].rstrip())
            return f'{code}{before or "  " if code else before}<span class="rem">{escaped(text[at:])}</span>'
    return before + escaped(text) if text else ""
