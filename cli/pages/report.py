"""A simulation or a comparison as one HTML page, without scripts or external files; it can be printed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from pathlib import Path
from typing import Any

from ..formats.comparison import AFTER, BEFORE, UNDECIDED, learned_sentence, measure_rows, names, setting
from ..formats.numbers import CUT_AT, games_done, number, percent
from ..formats.simulation import BY_CHANCE, asked_in, by_chance, from_dealer
from ..terminal.console import visible
from .charts import STYLE, Bar, bars, differences, histogram
from .skeleton import page

Data = dict[str, Any]
_MOST_ANSWERS = 24

PAGE_STYLE = """
:root{--t0:#2f6db3;--t1:#c9622b;--t2:#3c8d5a;--t3:#8a5aa8}
@media(prefers-color-scheme:dark){:root{--t0:#5b9be0;--t1:#e58a55;--t2:#62b883;--t3:#b58ad0}}
body{font:16px/1.5 system-ui,sans-serif;color:var(--ink);background:var(--page);
max-width:50rem;margin:2rem auto;padding:0 1rem}
h1{font-size:1.7rem;margin:0}h2{font-size:1.15rem;margin:2.2rem 0 .4rem}.soft,figcaption,th{color:var(--soft)}
.lead{font-size:1.2rem;margin:1.2rem 0;padding:1rem 1.2rem;background:var(--shade);border-left:4px solid var(--t0)}
table{width:100%;font-size:.9rem}td,th{padding:.25rem .6rem .25rem 0;border:0;
border-bottom:1px solid var(--line)}th{background:none}td.n,th.n{text-align:right;white-space:nowrap;
font-variant-numeric:tabular-nums}
code{font:.86em ui-monospace,monospace}.never td{color:var(--t1)}ol.play{list-style:none;padding:0;margin:.3rem 0}
.two{display:grid;grid-template-columns:1fr 1fr;gap:1rem}.two>div{background:var(--shade);padding:.6rem 1rem}
@media(max-width:640px){.two{grid-template-columns:1fr}code{overflow-wrap:anywhere}
table{font-size:.8rem}td,th{padding-right:.3rem}td.n,th.n{white-space:normal}
.rules tr{display:grid;grid-template-columns:3rem 1fr 1fr 1.6fr;border-bottom:1px solid var(--line)}
.rules td,.rules th{border:0}.rules td:nth-child(2),.rules th:nth-child(2){order:1;grid-column:1/-1}}
"""
"""The style of pages of reports."""


def text(value: object) -> str:
    """Any text from a file or a person, escaped for HTML."""
    return escape(visible(str(value)))


def table(head: Sequence[str], rows: Sequence[Sequence[str]], numbers_from: int = 1, kind: str = "") -> str:
    """A table.  The cells are already HTML."""

    def cell(tag: str, i: int, content: str) -> str:
        return f"<{tag}{' class=n' if i >= numbers_from else ''}>{content}</{tag}>"

    lines = ["<tr>" + "".join(cell("th", i, h) for i, h in enumerate(head)) + "</tr>"]
    lines += ["<tr>" + "".join(cell("td", i, c) for i, c in enumerate(row)) + "</tr>" for row in rows]
    return f"<table class={kind or 'plain'}>" + "\n".join(lines) + "</table>"


def _options(options: Data) -> str:
    if not options:
        return ""
    shown = "; ".join(
        f"{text(k)} = {text(('yes' if v else 'no') if isinstance(v, bool) else v)}" for k, v in options.items()
    )
    return f'<p class="soft">{shown}</p>'


def _rate(label: str, estimate: Data, tone: int = 0) -> Bar:
    value, interval = percent(estimate)
    rate, low, high = (100 * estimate[key] for key in ("value", "low", "high"))
    return Bar(visible(label), rate, low, high, f"{value} ({interval})", tone)


def _about(data: Data) -> str:
    who = text(", ".join(dict.fromkeys(data["players"])))
    run = f"{games_done(data)}, {who} players, seed {data['seed']}, digest <code>{data['digest']}</code>."
    said = f" {text(BY_CHANCE)}" if by_chance(data) else ""
    return f'<p class="soft">{run} Whiskers and brackets: 95 % intervals.{said}</p>'


# ------------------------------------------------------------------------------------------------------- simulation


def simulation_page(data: Data) -> str:
    """The page of a simulation."""
    return page(f"{data['title']}: simulation", STYLE + PAGE_STYLE, "\n".join(_simulation(data)))


def _simulation(data: Data) -> Iterator[str]:
    yield f"<h1>{text(data['title'])}</h1>"
    yield _about(data)
    yield _options(data["options"])
    if not data["games"]:
        return
    sides = data["sides"]
    yield "<h2>Who wins</h2>"
    rows = [_rate(f"{s['name']} ({', '.join(dict.fromkeys(s['players']))})", s["wins"], i) for i, s in enumerate(sides)]
    if data["dealer"] is not None:
        rows += [_rate(from_dealer(data, seat), seat["wins"], 3) for seat in data["dealer"]["seats"][: len(sides)]]
    rows += [_rate("ties", data["ties"], 3)] if data["ties"]["value"] else []
    rows += [_rate(CUT_AT, data["cut"], 3)] if data["cut"]["value"] else []
    yield bars("Games won, in percent", rows, 100.0 if max(row.high for row in rows) > 60 else None)
    if all("gains" in side for side in sides):
        yield "<h2>Scores</h2>"
        yield table(
            ("", "in a deal", "95 %", "in a game", "95 %"),
            [
                (text(s["name"]), *number(s["per_deal"], sign=True), *number(s["score_change"], sign=True))
                for s in sides
            ],
        )
        yield histogram(
            "What a deal is worth: score in a deal, share of deals", [(s["name"], s["gains"]) for s in sides]
        )
        yield histogram("Scores at the end, share of games", [(s["name"], s["final"]) for s in sides])
    yield "<h2>Length</h2>"
    length = data["length"]
    of = (
        ("deals in a game", "deals"),
        ("decisions in a game", "decisions"),
        ("decisions in a deal", "decisions_per_deal"),
    )
    yield table(("", "mean", "95 %"), [(name, *number(length[key])) for name, key in of])
    for what, counts in (("Deals", length["deal_counts"]), ("Decisions", length["decision_counts"])):
        if len(counts) > 1:  # if all games have the same length, the table is enough
            yield histogram(f"{what} in a game, share of games", [("games", counts)])
    yield from _questions(data)
    yield from _rules(data)


def _questions(data: Data) -> Iterator[str]:
    asked = [question for question in data["questions"] if len(question["answers"]) > 1]
    if not asked:
        return
    yield "<h2>What is chosen</h2>"
    for question in asked:
        answers = sorted(question["answers"], key=lambda one: -one["count"])
        title = f"{visible(asked_in(question))}, {question['asked']:,} times, in percent"
        if len(answers) > _MOST_ANSWERS:
            title += f" (the {_MOST_ANSWERS} commonest of {len(answers)} answers)"
        yield bars(title, [_rate(one["label"], one["share"]) for one in answers[:_MOST_ANSWERS]])


def place(one: Data) -> str:
    """Where a rule is: `12`, or `base.hoyle:12` where rules are in several files."""
    return f"{text(one['file'])}:{one['line']}" if "file" in one else str(one["line"])


def _rules(data: Data) -> Iterator[str]:
    never = data["never"]
    if never:
        yield "<h2>What never happened</h2>"
        silent = [(place(one), f"<code>{text(one['text'])}</code>", str(one["kind"])) for one in never]
        yield table(("line", "rule", ""), silent, 3, "never")
    yield "<h2>How often each rule fired</h2>"
    rows: list[tuple[str, ...]] = []
    for rule in data["rules"]:
        value = rule["per_deal"]
        cells = (f"{rule['count']:,}", f"{value['value']:.4f}", f"{value['low']:.4f} to {value['high']:.4f}")
        rows.append((place(rule), f"<code>{text(rule['text'])}</code>", *cells))
    yield table(("line", "rule", "times", "in a deal", "95 %"), rows, 2, "rules")


# ------------------------------------------------------------------------------------------------------- comparison


def comparison_page(found: Sequence[Data]) -> str:
    """The page of one comparison, or of several with the same side A."""
    title = f"{found[0]['a']['title']}: comparison" if found else "comparison"
    return page(title, STYLE + PAGE_STYLE, "\n".join(_comparisons(found)))


def _comparisons(found: Sequence[Data]) -> Iterator[str]:
    for i, data in enumerate(found):
        if i == 0:
            yield f"<h1>{text(data['a']['title'])}</h1>"
            yield _about(data)
            if len(found) > 1:
                yield from _overview(found)
        yield from _comparison(data, many=len(found) > 1)


def _overview(found: Sequence[Data]) -> Iterator[str]:
    yield f"<h2>Every setting against {setting(found[0], 'a')}</h2>"
    yield bars(
        "Games somebody else wins, in percent", [_rate(setting(one, "b"), one["winner_changes"]) for one in found]
    )


def _comparison(data: Data, *, many: bool) -> Iterator[str]:
    a, b = names(data)
    if many:
        yield f"<h2>{text(b)}</h2>"
    later = data.get("learned")
    before = BEFORE if later else ""
    yield f'<p class="lead">{text(before + data["sentence"])}</p>'
    if later:
        yield f'<p class="lead">{text(AFTER + learned_sentence(later))}</p>'
    yield f'<p class="soft">A: {text(a)}<br>B: {text(b)}</p>'
    if not data["games"]:
        return
    if data["measured"]:
        yield f"<p>{text(before + ' '.join(data['measured']))}</p>"
    if later:
        yield f"<h2>{text(BEFORE.strip(' :'))}</h2>"
    rates = (("games somebody else wins", "winner_changes"), ("deals that end otherwise", "deal_changes"))
    yield bars("In percent", [_rate(label, data[key], tone) for tone, (label, key) in enumerate(rates)])
    wins = [_difference(f"{side['name']} win", side["wins"]["difference"], 100) for side in data["sides"]]
    wins += [_difference(UNDECIDED[name], one["difference"], 100) for name, one in data.get("undecided", {}).items()]
    yield differences("How much more often under B, in points of percent", wins)
    if all("per_deal" in side for side in data["sides"]):
        scores = [_difference(side["name"], side["per_deal"]["difference"], 1) for side in data["sides"]]
        yield differences("How much more is scored in a deal under B", scores)
    lengths = data["length"]
    rows: list[tuple[str, ...]] = []
    for what in ("deals", "decisions"):
        both = (number(lengths[what][side])[0] for side in "ab")
        rows.append((f"{what} in a game", *both, *number(lengths[what]["difference"], sign=True)))
    rows += [tuple(map(text, row)) for row in measure_rows(data)]
    yield table(("", "A", "B", "B - A", "95 %"), rows)
    if data["rules"]:
        looked = data["looked_at"] - data["chose_otherwise"]
        yield f"<h2>What made the first difference, in {looked} games that went otherwise</h2>"
        blamed = [
            (
                text(f"{Path(rule['file']).name}:{rule['line']}"),
                f"<code>{text(rule['text'])}</code>",
                str(rule["games"]),
            )
            for rule in data["rules"]
        ]
        yield table(("place", "rule", "games"), blamed, 2)
    yield from _example(data["example"])


def _difference(label: str, estimate: Data, factor: float) -> Bar:
    value, low, high = (factor * estimate[key] for key in ("value", "low", "high"))
    digits = 1 if high - low > 0.5 else 3
    shown = f"{value:+.{digits}f} ({low:+.{digits}f} to {high:+.{digits}f})"
    return Bar(visible(label), value, low, high, shown)


def _example(example: Data | None) -> Iterator[str]:
    if example is None:
        return
    yield f"<h2>An example: game {example['game']}, deal {example['deal']}</h2>"
    yield '<ol class="play">' + "".join(f"<li>{text(line)}</li>" for line in example["before"]) + "</ol>"
    columns = (
        f"<div><b>{side.upper()}</b><ol class=play>"
        + "".join(f"<li>{text(e['text'])}{_soft_line(e)}</li>" for e in example[side])
        + "</ol></div>"
        for side in "ab"
    )
    yield '<div class="two">' + "".join(columns) + "</div>"


def _soft_line(event: Data) -> str:
    return f" <span class=soft>line {event['line']}</span>" if "line" in event else ""
