"""Which rules no script reaches, as one HTML page: the rule files as written, with how often each line fired."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path, PurePath
from typing import Any

from ...dsl.rule_files import read_source
from .skeleton import escaped, page

_STYLE = """
header, main { padding: .7rem 1rem; }
header { border-bottom: 1px solid var(--line); background: var(--shade); }
h1 { margin: 0; font-size: 1.3rem; }
ol { list-style: none; margin: 0; padding: 0; font: .82rem/1.55 ui-monospace, "DejaVu Sans Mono", Menlo, monospace; }
li { display: grid; grid-template-columns: 3rem 4rem minmax(0, 1fr); gap: .6rem; border-left: .3rem solid transparent; }
.n, .c { color: var(--soft); text-align: right; user-select: none; }
.t { white-space: pre-wrap; overflow-wrap: anywhere; }
.all { border-left-color: var(--good); }
.some { border-left-color: var(--warn); background: color-mix(in srgb, var(--warn) 10%, transparent); }
.none { border-left-color: var(--bad); background: color-mix(in srgb, var(--bad) 12%, transparent); }
.why { color: var(--bad); font-family: system-ui, sans-serif; }
td.number { text-align: right; }
@media print { li { break-inside: avoid; } }
"""
_SHOWN = 3
"""How many unreached rules of a line are named beside it."""


def cover_page(data: Mapping[str, Any]) -> str:
    """The page of a report.  Only the ends of paths are shown, because anybody may read the page."""
    body = [
        f"<header><h1>What the scripts reach</h1><p>{data['games']:,} games; {_sums(data)}</p></header><main>",
        "<table><tr><th>file</th><th>rules</th><th>reached</th><th></th></tr>",
        *(_row(at, file) for at, file in enumerate(data["files"])),
        "</table>",
        *(part for at, file in enumerate(data["files"]) for part in _file(at, file)),
        "</main>",
    ]
    return page("What the scripts reach", _STYLE, "\n".join(body))


def _sums(sums: Mapping[str, Any]) -> str:
    share = 100 * sums["reached"] / sums["rules"] if sums["rules"] else 100.0
    return f"{sums['reached']:,} of {sums['rules']:,} rules, {share:.1f} %"


def _row(at: int, file: Mapping[str, Any]) -> str:
    numbers = "".join(f'<td class="number">{file[name]:,}</td>' for name in ("rules", "reached"))
    link = f'<a href="#f{at}">{escaped(PurePath(file["file"]).name)}</a>'
    share = 100 * file["reached"] / file["rules"] if file["rules"] else 100.0
    return f'<tr><td>{link}</td>{numbers}<td class="number">{share:.1f} %</td></tr>'


def _file(at: int, file: Mapping[str, Any]) -> Iterator[str]:
    """A rule file with its counts.  If it is not there any more, only the lines that have rules, as they were."""
    by_line: dict[int, list[Mapping[str, Any]]] = defaultdict(list)
    for rule in file["all"]:
        by_line[rule["line"]].append(rule)
    source, _ = read_source(Path(file["file"]))
    texts = source.text.replace("\r\n", "\n").rstrip("\n").split("\n") if source is not None else []
    yield f'<h2 id="f{at}">{escaped(PurePath(file["file"]).name)}</h2>\n<ol>'
    for number in range(1, max(len(texts), *by_line, 0) + 1):
        rules = by_line.get(number, [])
        text = texts[number - 1] if number <= len(texts) else " ".join(rule["text"] for rule in rules)
        yield _line(number, text, rules)
    yield "</ol>"


def _line(number: int, text: str, rules: list[Mapping[str, Any]]) -> str:
    times = [rule["times"] for rule in rules]
    state = "" if not times else "all" if all(times) else "some" if any(times) else "none"
    never = [rule["kind"] for rule in rules if not rule["times"]]
    why = f'  <span class="why">never: {escaped(", ".join(dict.fromkeys(never[:_SHOWN])))}</span>' if never else ""
    shown = f"{max(times):,}" if times else ""
    return (
        f'<li class="{state}"><span class="n">{number}</span><span class="c">{shown}</span>'
        f'<span class="t">{escaped(text)}{why}</span></li>'
    )
