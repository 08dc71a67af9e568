"""A simulation as text and as CSV."""

from __future__ import annotations

import csv
import io
import textwrap
from collections.abc import Iterator, Sequence
from typing import Any

from ...dsl.types import setting_text
from ..terminal.console import count, reading_width, table_room, visible
from .numbers import CUT_AT, games_done, number, percent

Data = dict[str, Any]
_NARROWEST = 20
"""The smallest width of a first column with words, in characters."""
_MOST_ANSWERS = 12
"""The most answers of a question that the text shows.  Other formats show the rare ones, too."""


def table(rows: Sequence[Sequence[str]], *, indent: int = 2) -> Iterator[str]:
    """Rows in columns: the first column is aligned left, the others right.

    If the terminal is too narrow, the first column is broken between words.  If its longest word still does not fit,
    the other columns go below it."""
    first, *widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))] if rows else [0]
    room, others = table_room() - indent, sum(widths) + 2 * len(widths)
    kept = room - others
    narrowest = max([_NARROWEST, *(len(word) + 2 for label, *_ in rows for word in label.split())])
    for label, *cells in rows:
        numbers = "".join(f"  {cell:>{width}}" for cell, width in zip(cells, widths, strict=True))
        if first <= kept or others > room:
            lines = [f"{label:<{first}}{numbers}"]
        elif kept >= narrowest:
            head, *more = textwrap.wrap(label, kept, subsequent_indent="  ", break_on_hyphens=False) or [""]
            lines = [f"{head:<{kept}}{numbers}", *more]
        else:
            lines = [*textwrap.wrap(label, room, subsequent_indent="    "), f"{numbers:>{room}}"]
        for line in lines:
            yield (" " * indent + line).rstrip()


BY_CHANCE = (
    "These players choose by chance, and the numbers are true of nobody else. To see people who can play: "
    "--players learned (has learned the game), --players sound (by rule of thumb), or "
    "--players think:quick --games 100 (looks ahead)."
)
"""The remark in a report about players who choose at random, as no person does."""


def by_chance(data: Data) -> bool:
    """Whether all players choose at random."""
    return set(data["players"]) == {"random"}


def heading(data: Data) -> Iterator[str]:
    """The heading: title, options that were set, players, seed."""
    yield visible(str(data["title"]))
    options = ", ".join(f"{name} = {setting_text(value)}" for name, value in data["options"].items())
    if options:
        yield f"options: {visible(options)}"


def text_lines(data: Data, *, every_rule: bool = False) -> Iterator[str]:
    """The report that a person reads first: the most important numbers, on one screen."""
    yield from heading(data)
    players = visible(", ".join(dict.fromkeys(data["players"])))
    people = players == "person"  # these games were not simulated, but counted (`hoyle stats`)
    whose = "people" if people else f"{players} players, seed {data['seed']}"
    yield f"{games_done(data)} of {whose}, digest {data['digest']}"
    if not data["games"]:
        return
    if by_chance(data):
        yield ""
        yield from textwrap.wrap(BY_CHANCE, reading_width())
    yield ""
    yield from table([("", "estimate", "95 % interval"), *_wins(data)], indent=0)
    yield ""
    if "measures" in data:
        yield from _measures(data["measures"])
    if "skill" in data:
        yield from _skill(data["skill"])
    yield from _questions(data)
    yield from _rows(data, every_rule)


def _wins(data: Data) -> Iterator[tuple[str, str, str]]:
    for side in data["sides"]:
        who = visible(side["name"]) + _kinds(side["players"], data["players"])
        yield (f"{who} win", *percent(side["wins"]))
    if data["dealer"] is not None:
        for seat in data["dealer"]["seats"][: len(data["sides"])]:
            yield (f"{from_dealer(data, seat)} wins", *percent(seat["wins"]))
    yield ("ties", *percent(data["ties"]))
    yield (CUT_AT, *percent(data["cut"]))
    yield ("deals in a game", *number(data["length"]["deals"]))
    yield ("decisions in a game", *number(data["length"]["decisions"]))
    yield ("decisions in a deal", *number(data["length"]["decisions_per_deal"]))
    for side in data["sides"]:
        if "per_deal" in side:
            yield (f"score of {visible(side['name'])}, in a deal", *number(side["per_deal"], sign=True))
    dealer = data["dealer"]
    if dealer is not None and "per_deal" in dealer:
        yield (f"score of the {visible(dealer['name'])}'s side, in a deal", *number(dealer["per_deal"], sign=True))
        yield ("score of the others, in a deal", *number(dealer["others_per_deal"], sign=True))


MEASURES = (
    ("lead_changes", "deals after which the lead changes", True),
    ("drama", "deals after which the later winner is behind", True),
    ("decided", "share of a game until the winner leads for good", True),
    ("comeback", "points the winner was behind at worst", False),
    ("spread", "points the best option is worth more than the average one", False),
    ("clear", "choices with one clearly best option", True),
)
"""The measures of a report in words, each with a flag: whether it is a share."""


def _measures(found: Data) -> Iterator[str]:
    rows = [(text, *(percent if share else number)(found[name])) for name, text, share in MEASURES if name in found]
    if rows:
        yield from table([("what it is like to play", "estimate", "95 % interval"), *rows], indent=0)
        yield ""
    if found["answers"]:
        yield "what an answer's side gains in its deal, more than the others"
        shown = [
            (
                f"line {one['line']}: {visible(one['label'].strip())}",
                f"{one['count']:,}",
                *number(one["gained"], sign=True),
            )
            for one in found["answers"]
        ]
        yield from table(shown)
        yield ""


def _skill(found: Data) -> Iterator[str]:
    thinks, chance = found["players"]
    gained = f"{found['unit']} {thinks} gains on {chance}, in a {'deal' if found['unit'] == 'points' else 'game'}"
    rows = [
        (gained, *number(found["advantage"], sign=True)),
        ("skill: what that explains of all that is gained and lost", *percent(found["share"])),
    ]
    yield from table([(f"skill and luck, {found['games']:,} games", "estimate", "95 % interval"), *rows], indent=0)
    yield ""


def from_dealer(data: Data, seat: Data) -> str:
    """A seat by its position relative to the first dealer."""
    name, step = f"the first {visible(data['dealer']['name'])}", seat["left_of_dealer"]
    return name if step == 0 else f"{name}'s left" if step == 1 else f"{step} to the left of {name}"


def _kinds(own: Sequence[str], everybody: Sequence[str]) -> str:
    """The players of a side, if not all sides have the same: ` (sound)`."""
    return f" ({visible(', '.join(dict.fromkeys(own)))})" if len(set(everybody)) > 1 else ""


def asked_in(question: Data) -> str:
    """A question in words: `order up, line 126: p chooses`."""
    phase = f"{question['phase'].replace('_', ' ')}, " if question["phase"] else ""
    return f"{phase}line {question['line']}: {question['text']}"


def _questions(data: Data) -> Iterator[str]:
    for question in data["questions"]:
        answers = sorted(question["answers"], key=lambda one: -one["count"])
        if len(answers) < 2:
            continue
        yield f"{visible(asked_in(question))}, {question['asked']:,} times"
        shown = answers[:_MOST_ANSWERS]
        yield from table(
            [(visible(one["label"].strip()), f"{one['count']:,}", *percent(one["share"])) for one in shown]
        )
        if len(answers) > len(shown):
            rest = sum(one["count"] for one in answers[len(shown) :])
            yield f"  … {count(len(answers) - len(shown), 'other answer')}, {rest:,} times"
        yield ""


def place_in_rules(one: Data) -> str:
    """Where a rule is: `line 12`, or `base.hoyle:12` where rules are in several files."""
    return f"{visible(one['file'])}:{one['line']}" if "file" in one else f"line {one['line']}"


def _rows(data: Data, every_rule: bool) -> Iterator[str]:
    kinds = ("row", "statement", "phase", "trick") if every_rule else ("row",)
    rows = [rule for rule in data["rules"] if rule["kind"] in kinds]
    if rows:
        yield "rules, times in a deal" if every_rule else "rows of tables, times in a deal"
        shown = [("", "", "count", "in a deal", "95 % interval")]
        for rule in rows:
            value = rule["per_deal"]
            cells = (f"{value['value']:.4f}", f"{value['low']:.4f} to {value['high']:.4f}")
            shown.append((place_in_rules(rule), visible(rule["text"]), f"{rule['count']:,}", *cells))
        width = max(9, *(len(row[0]) for row in shown))
        yield from table([(f"{row[0]:<{width}}  {row[1]}", *row[2:]) for row in shown])
        yield ""
    never = data["never"]
    if never:
        yield "never happened"
        yield from (f"  {place_in_rules(one)}: {visible(one['text'])} ({one['kind']})" for one in never)
    else:
        yield "every rule fired"


def rows(data: Data) -> Iterator[dict[str, Any]]:
    """Every number as a row: what was played by whom, section, name, count, value, low, high."""
    run = {
        "ruleset": data["ruleset"] or data["title"],
        "fingerprint": data["fingerprint"],
        "options": options_text(data["options"]),
        "players": ",".join(data["players"]),
        "seed": data["seed"],
        "games": data["games"],
    }
    for section, name, times, estimate in _numbers(data):
        values = estimate or dict.fromkeys(("value", "low", "high"))
        yield {**run, "section": section, "name": name, "count": times, **values}


def options_text(options: Data) -> str:
    """The options in one cell: `target=10 lone_march=4`."""
    return " ".join(f"{name}={setting_text(value)}" for name, value in options.items())


def csv_text(data: Data) -> str:
    """The rows as CSV."""
    return csv_of(list(rows(data)))


def csv_of(found: Sequence[Data]) -> str:
    """Rows with the same columns as CSV; a cell without a value is empty."""
    out = io.StringIO()
    writer = csv.DictWriter(out, list(found[0]), lineterminator="\n")
    writer.writeheader()
    writer.writerows(found)
    return out.getvalue()


def _numbers(data: Data) -> Iterator[tuple[str, str, int | None, Data | None]]:
    yield "run", "games", data["games"], None
    yield "run", "seed", data["seed"], None
    for side in data["sides"]:
        for key in ("wins", "shared", "score_change", "per_deal"):
            if key in side:
                yield key, side["name"], None, side[key]
        for key in ("final", "gains"):
            yield from ((f"{key} of {side['name']}", str(value), count, None) for value, count in side.get(key, ()))
    yield "games", "ties", None, data["ties"]
    yield "games", "cut", None, data["cut"]
    if data["dealer"] is not None:
        yield from (("wins", from_dealer(data, seat), None, seat["wins"]) for seat in data["dealer"]["seats"])
        for key in ("per_deal", "others_per_deal"):
            if key in data["dealer"]:
                yield "dealer", key, None, data["dealer"][key]
    for key in ("deals", "decisions", "decisions_per_deal"):
        yield "length", key, None, data["length"][key]
    for key in ("deal_counts", "decision_counts"):
        yield from ((key, str(value), count, None) for value, count in data["length"][key])
    for name, _, _ in MEASURES:
        if name in data.get("measures", {}):
            yield "measures", name, None, data["measures"][name]
    for name in ("advantage", "share") if "skill" in data else ():
        yield "skill", name, None, data["skill"][name]
    for one in data.get("measures", {}).get("answers", ()):
        yield f"gained, line {one['line']}", one["label"].strip(), one["count"], one["gained"]
    for question in data["questions"]:
        for one in question["answers"]:
            yield f"answers, line {question['line']}", one["label"].strip(), one["count"], one["share"]
    for rule in data["rules"]:
        yield f"{rule['kind']}, line {rule['line']}", rule["text"], rule["count"], rule["per_deal"]
