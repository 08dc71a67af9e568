"""The document beside the rules, as one HTML page: every line linked to the rules it became, and back.

The page needs no network.  Everything works by plain links, so by keyboard too; the few lines of script only light up
the other side of what the reader points at.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..core import Game
from ..provenance import Account, LineAccount, Rule, Trace, sources
from ..source import Source
from .html import escaped, page

_STYLE = """
header { padding: .6rem 1rem; border-bottom: 1px solid var(--line); }
header h1 { margin: 0 0 .2rem; font-size: 1.25rem; }
header p { margin: .2rem 0; }
.sides { display: grid; grid-template-columns: 1fr 1fr; height: calc(100vh - var(--head, 7rem)); }
.side { overflow: auto; padding: 0 .8rem 40vh; }
.side + .side { border-left: 1px solid var(--line); }
h2 { font-size: 1rem; position: sticky; top: 0; background: var(--paper); padding: .4rem 0; margin: 0; z-index: 1; }
ol { list-style: none; margin: 0; padding: 0; }
li { display: grid; grid-template-columns: 3.2rem 1fr; gap: .5rem; padding: .05rem .2rem;
  border-left: .25rem solid transparent; }
li > .n { color: var(--faint); text-align: right; font-variant-numeric: tabular-nums; user-select: none; }
li > .t { white-space: pre-wrap; overflow-wrap: anywhere; }
.rules li > .t { font: .85rem/1.5 ui-monospace, Menlo, Consolas, monospace; }
.refs { font-size: .8rem; display: block; }
.refs a { margin-right: .5rem; white-space: nowrap; }
.s-rule { border-left-color: #2f7d4f; }
.s-none { color: var(--faint); }
.s-open { border-left-color: #b3261e; background: color-mix(in srgb, #b3261e 12%, transparent); }
.s-nosource { border-left-color: #b26a00; }
li:target, li.lit { background: var(--mark); }
.k { display: inline-block; border-left: .25rem solid; padding-left: .3rem; margin-right: .8rem; }
@media (max-width: 50rem) { .sides { grid-template-columns: 1fr; height: auto; } .side { overflow: visible; }
  .side + .side { border-left: 0; border-top: 1px solid var(--line); } }
@media print { .sides { height: auto; } .side { overflow: visible; } }
"""

_SCRIPT = """
const lit = (from) => {
  document.querySelectorAll(".lit").forEach((e) => e.classList.remove("lit"));
  from?.querySelectorAll(".refs a").forEach((a) =>
    document.getElementById(a.hash.slice(1))?.classList.add("lit"));
};
for (const kind of ["mouseover", "focusin"]) addEventListener(kind, (e) => lit(e.target.closest?.("li")));
const head = document.querySelector("header");
const fit = () => document.documentElement.style.setProperty("--head", head.offsetHeight + "px");
addEventListener("resize", fit); fit();
"""


def trace_page(game: Game, trace: Trace) -> str:
    """The page of a trace."""
    files = sources(game.tree)
    body = [
        '<a class="skip" href="#document">To the document</a><a class="skip" href="#rules">To the rules</a>',
        _header(game, trace),
        '<div class="sides">',
        '<main class="side" id="document" tabindex="-1">',
        *(_document(at, account, trace.rules, files) for at, account in enumerate(trace.accounts)),
        *([] if trace.accounts else ["<p>No document was found.</p>"]),
        "</main>",
        '<section class="side rules" id="rules" tabindex="-1" aria-label="The rules">',
        *(_file(at, source, trace) for at, source in enumerate(files)),
        "</section>",
        "</div>",
        f"<script>{_SCRIPT}</script>",
    ]
    return page(f"{game.title}: where the rules come from", _STYLE, "\n".join(body))


def _header(game: Game, trace: Trace) -> str:
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
        '<p><span class="k s-rule">implemented</span><span class="k s-open">open</span>'
        '<span class="k s-nosource">rule with no source</span><span class="k s-none">no rule</span></p>'
    )
    return f"<header><h1>{escaped(game.title)}</h1>{''.join(said)}{key}</header>"


def _place(rule: Rule, files: Sequence[Source]) -> str:
    """The anchor of the line a rule stands on."""
    at = next((i for i, source in enumerate(files) if source.name == rule.span.source.name), 0)
    return f"f{at}-{rule.span.line}"


def _document(at: int, account: Account, rules: Sequence[Rule], files: Sequence[Source]) -> str:
    lines = "\n".join(_line(at, line, rules, files) for line in account.lines)
    name = f"{account.document.name}: {account.document.file}"
    return f"<h2>{escaped(name)}</h2>\n<ol>\n{lines}\n</ol>"


def _line(at: int, line: LineAccount, rules: Sequence[Rule], files: Sequence[Source]) -> str:
    state = {"rule": "s-rule", "no rule": "s-none", "blank": "s-none", "open": "s-open"}[line.state]
    note = {"no rule": "no rule", "open": "not accounted for"}.get(line.state, "")
    links = "".join(
        f'<a href="#{_place(rules[i], files)}" title="{escaped(rules[i].text)}">'
        f"{escaped(rules[i].part)}:{rules[i].span.line}</a>"
        for i in line.rules
    )
    refs = f'<span class="refs">{links or note}</span>' if links or note else ""
    return _item(f"d{at}-{line.number}", state, line.number, line.text, refs)


def _item(key: str, state: str, number: int, text: str, refs: str) -> str:
    shown = f'<span class="n">{number}</span><span class="t">{escaped(text)}{refs}</span>'
    return f'<li id="{key}" class="{state}">{shown}</li>'


def _file(at: int, source: Source, trace: Trace) -> str:
    """A rule file, each line with the lines of the documents it implements."""
    documents = {account.document.name: i for i, account in enumerate(trace.accounts)}
    links: dict[int, list[str]] = {}
    for rule in trace.rules:
        if rule.span.source.name != source.name:
            continue
        for reference in rule.references:
            found = documents.get(reference.source)
            text = escaped(str(reference))
            links.setdefault(rule.span.line, []).append(
                f'<a href="#d{found}-{reference.first}">{text}</a>' if found is not None else text
            )
    bare = {rule.span.line for rule in trace.sourceless if rule.span.source.name == source.name}
    items: list[str] = []
    for number, text in enumerate(source.text.replace("\r\n", "\n").rstrip("\n").split("\n"), 1):
        state = "s-rule" if number in links else "s-nosource" if number in bare else ""
        note = "".join(dict.fromkeys(links.get(number, []))) or ("no source" if number in bare else "")
        refs = f'<span class="refs">{note}</span>' if note else ""
        items.append(_item(f"f{at}-{number}", state, number, text, refs))
    return f"<h2>{escaped(source.name)}</h2>\n<ol>\n" + "\n".join(items) + "\n</ol>"
