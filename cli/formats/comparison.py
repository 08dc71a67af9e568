"""A comparison as text and as CSV."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence
from typing import Any

from ...interpreter.batch.verdict import share
from ..terminal.console import reading_width, shown_path, visible
from .numbers import CUT_AT, games_done, number, percent
from .simulation import BY_CHANCE, by_chance, csv_of, options_text, table

Data = dict[str, Any]
BEFORE = "People who go on as before: "
AFTER = "People who have learned the new rules: "
LESSONS_DIFFER = (
    " Both had the same lesson, each under its own rules. Two lessons never end alike, so believe large differences"
    " only."
)
_MOST_RULES = 8
UNDECIDED = {"nobody": f"nobody wins: {CUT_AT}, or drawn", "shared": "several sides win together"}
"""Games without one winner, by their key in the data."""
MEASURES = (
    ("first_dealer", "the first dealer wins", True),
    ("dealer", "dealing is worth, in a deal", False),
    ("lead_changes", "the lead changes, of deals", True),
    ("drama", "winner behind, of deals", True),
    ("decided", "decided after, of a game", True),
    ("comeback", "winner behind at worst", False),
    ("spread", "best over average option", False),
    ("clear", "one best, of choices", True),
)
"""Measures of a game's course: the key in the data, the name in the table, and whether it is a share."""


def names(data: Data) -> tuple[str, str]:
    """The names of the two sides: their titles, or the options that differ."""
    a, b = data["a"]["title"], data["b"]["title"]
    if a != b:
        return visible(a), visible(b)
    if data["changes"]:
        return tuple(", ".join(f"{c['option']} = {c[side]}" for c in data["changes"]) for side in "ab")  # type: ignore[return-value]
    return f"{visible(a)} (A)", f"{visible(b)} (B)"


def text_lines(data: Data) -> Iterator[str]:
    """The verdict in a sentence, then the numbers, then the places where the games differ."""
    a, b = names(data)
    yield visible(data["a"]["title"])
    yield f"A: {a}"
    yield f"B: {b}"
    players = visible(", ".join(dict.fromkeys(data["players"])))
    yield f"{games_done(data)} of the same deals, {players} players, seed {data['seed']}, digest {data['digest']}"
    yield ""
    later = data.get("learned")
    yield from _wrapped(f"{BEFORE if later else ''}{data['sentence']}")
    if not data["games"]:
        return
    if later:
        yield ""
        yield from _wrapped(f"{AFTER}{learned_sentence(later)}")
    if data["measured"]:
        yield ""
        yield from _wrapped(f"{BEFORE if later else ''}{' '.join(data['measured'])}")
    if by_chance(data):
        yield ""
        yield from _wrapped(BY_CHANCE)
    yield ""
    if later:
        yield BEFORE.strip()
    yield from table([("", "A", "B", "B - A", "95 % interval"), *_differences(data)], indent=0)
    yield ""
    yield f"another winner  {'  '.join(percent(data['winner_changes']))}"
    yield f"deals that end otherwise  {'  '.join(percent(data['deal_changes']))}"
    if data["pairing"] and any(data["pairing"]):
        best = max(one for one in data["pairing"] if one)
        yield f"different deals for each would need {best:.1f} times as many games to see as much"
    yield from _rules(data)
    yield from _example(data)


def learned_sentence(later: Data) -> str:
    """What differs once players have learned the new rules, with the answers that they give otherwise."""
    changes = [f"“{visible(one['label'])}” {_often(one['b'], one['a'])}" for one in later["answers"]]
    otherwise = later["winner_changes"]["value"] or later["deal_changes"]["value"]
    chosen = f" In a deal they choose {'; '.join(changes)}." if changes else ""
    return f"{later['sentence']}{chosen}{LESSONS_DIFFER if otherwise else ''}"


def _often(now: float, before: float) -> str:
    """How often something is chosen in a deal, and was before: shares if both are less than once, otherwise numbers."""
    if max(now, before) < 1:
        return f"in {share(now)} instead of in {share(before)}"
    return f"{_times(now)} times instead of {_times(before)}"


def _times(rate: float) -> str:
    return f"{rate:.2f}" if rate == 0 or rate >= 0.01 else f"{rate:.1g}"


def _wrapped(sentence: str, mark: str = "") -> Iterator[str]:
    """A sentence in lines.  A number and its percent sign stay on one line."""
    kept = visible(sentence).replace(" %", "\N{NO-BREAK SPACE}%")
    for line in textwrap.wrap(kept, reading_width(), initial_indent=mark, subsequent_indent=" " * len(mark)):
        yield line.replace("\N{NO-BREAK SPACE}", " ")


def _differences(data: Data) -> Iterator[tuple[str, str, str, str, str]]:
    won = [(f"{visible(side['name'])} win", side["wins"]) for side in data["sides"]]
    won += [(UNDECIDED[name], values) for name, values in data.get("undecided", {}).items()]
    for what, wins in won:
        difference = wins["difference"]
        shown = {key: 100 * difference[key] for key in difference}
        yield (
            what,
            percent(wins["a"])[0],
            percent(wins["b"])[0],
            f"{shown['value']:+.1f} %",
            f"{shown['low']:+.1f} to {shown['high']:+.1f}",
        )
    for side in data["sides"]:
        if "per_deal" in side:
            yield _row(f"score of {visible(side['name'])}, in a deal", side["per_deal"])
    for what in ("deals", "decisions"):
        yield _row(f"{what} in a game", data["length"][what])
    yield from measure_rows(data)


def measure_rows(data: Data) -> Iterator[tuple[str, str, str, str, str]]:
    """Rows of measures: name, value under A, value under B, difference, interval of the difference."""
    for name, what, part in MEASURES:
        values = data["measures"].get(name)
        if values is not None and part:
            rates = [{key: 100 * one for key, one in values[side].items()} for side in ("a", "b", "difference")]
            a, b = (f"{number(one)[0]} %" for one in rates[:2])
            value, interval = number(rates[2], sign=True)
            yield what, a, b, f"{value} %", interval
        elif values is not None:
            yield _row(what, values)


def _row(name: str, values: Data) -> tuple[str, str, str, str, str]:
    return (name, number(values["a"])[0], number(values["b"])[0], *number(values["difference"], sign=True))


def _rules(data: Data) -> Iterator[str]:
    rules, looked, chose = data["rules"], data["looked_at"], data["chose_otherwise"]
    if chose:
        yield ""
        yield from _wrapped(
            f"in {chose} of {looked} games that went otherwise, a player who was offered the same chose otherwise: no "
            "line of the rules made the first difference there"
        )
    if not rules:
        return
    yield ""
    yield f"what made the first difference, in {looked - chose} games that went otherwise"
    width = max(len(visible(rule["text"])) for rule in rules[:_MOST_RULES])
    for rule in rules[:_MOST_RULES]:
        yield f"  {shown_path(rule['file'])}:{rule['line']:<5} {visible(rule['text']):<{width}}  in {rule['games']}"
    if len(rules) > _MOST_RULES:
        yield f"  … and {len(rules) - _MOST_RULES} more"


def _example(data: Data) -> Iterator[str]:
    example = data["example"]
    if example is None:
        return
    yield ""
    yield f"an example: game {example['game']}, deal {example['deal']}"
    yield from (f"    {visible(line)}" for line in example["before"])
    for side in "ab":
        for i, event in enumerate(example[side]):
            mark = f"  {side.upper()} " if i == 0 else "    "
            line = f"  (line {event['line']})" if "line" in event else ""
            yield f"{mark}    {visible(event['text'])}{line}"


def vary_lines(found: Sequence[Data]) -> Iterator[str]:
    """A table of several settings, each compared with the first."""
    if not found:
        return
    first = found[0]
    yield visible(first["a"]["title"])
    players = visible(", ".join(dict.fromkeys(first["players"])))
    yield f"{first['games']:,} games of the same deals for each, {players} players, seed {first['seed']}"
    yield f"every setting against {setting(first, 'a')}"
    yield ""
    yield from table([_vary_head(found), *(_vary_row(one) for one in found)], indent=0)
    yield ""
    for one in found:
        yield from _wrapped(" ".join((one["sentence"], *one["measured"])), "- ")
    if by_chance(first):
        yield ""
        yield from _wrapped(BY_CHANCE)


def setting(data: Data, side: str) -> str:
    """The values of one side that differ: `lone_make = 2`."""
    return visible(", ".join(f"{c['option']} = {c[side]}" for c in data["changes"])) or "the same options"


def _vary_head(found: Sequence[Data]) -> tuple[str, ...]:
    sides = [f"{visible(side['name'])} win" for side in found[0]["sides"]]
    return ("", "another winner", "95 % interval", "deals otherwise", *sides, "deals in a game")


def _vary_row(one: Data) -> tuple[str, ...]:
    wins = [f"{100 * side['wins']['difference']['value']:+.1f} %" for side in one["sides"]]
    deals = number(one["length"]["deals"]["difference"], sign=True)[0]
    return (setting(one, "b"), *percent(one["winner_changes"]), percent(one["deal_changes"])[0], *wins, deals)


def rows(found: Sequence[Data]) -> Iterator[Data]:
    """Every number as a row: what was compared and who played, section, name, value of A, value of B, difference, and
    whether players go on `as before` or have `learned` the new rules.
    """
    for data in found:
        a, b = names(data)
        run: Data = {"a": a, "b": b}
        for side in "ab":
            run[f"ruleset_{side}"] = data[side]["ruleset"] or data[side]["title"]
            run[f"fingerprint_{side}"] = data[side]["fingerprint"]
            run[f"options_{side}"] = options_text(data[side]["options"])
        run |= {"players": ",".join(data["players"]), "seed": data["seed"], "games": data["games"]}
        later = data.get("learned")
        both = ((data, "as before"), (later, "learned")) if later else ((data, ""),)
        for people, (section, name, values) in ((people, one) for given, people in both for one in _numbers(given)):
            if "difference" in values:
                difference = values["difference"]
                cells = {"in_a": values["a"]["value"], "in_b": values["b"]["value"], "difference": difference["value"]}
            else:
                difference, cells = values, {"in_a": None, "in_b": None, "difference": values["value"]}
            yield {
                **run,
                "section": section,
                "name": name,
                **cells,
                "low": difference["low"],
                "high": difference["high"],
                "people": people,
            }


def csv_text(found: Sequence[Data]) -> str:
    """The rows as CSV."""
    return csv_of(list(rows(found)))


def _numbers(data: Data) -> Iterator[tuple[str, str, Data]]:
    yield "games", "another winner", data["winner_changes"]
    yield "deals", "otherwise", data["deal_changes"]
    for side in data["sides"]:
        for key in ("wins", "per_deal"):
            if key in side:
                yield key, side["name"], side[key]
    for name, values in data.get("undecided", {}).items():
        yield "games", name, values
    for section in ("length", "measures"):
        for key, values in data.get(section, {}).items():
            yield section, key, values


# --------------------------------------------------------------------------------------------------- of two players


def player_lines(data: Data) -> Iterator[str]:
    """How much better one player is than another."""
    yield visible(data["title"])
    a, b = visible(data["player_a"]), visible(data["player_b"])
    yield (
        f"{games_done(data)}, each played {data['sides']} times with the same cards: "
        f"{a} takes each side in turn, {b} all others; seed {data['seed']}, digest {data['digest']}"
    )
    if not data["games"]:
        return
    yield ""
    unit = "points in a deal" if data["unit"] == "points" else "games"
    rows = [
        (f"{a} gains on {b}, {unit}", *number(data["advantage"], sign=True)),
        (f"{a}'s side wins, of all games", *percent(data["wins"])),
    ]
    yield from table([("", "estimate", "95 % interval"), *rows], indent=0)
    yield ""
    low, high = data["advantage"]["low"], data["advantage"]["high"]
    better = f"{a} is better" if low > 0 else f"{b} is better" if high < 0 else ""
    yield f"{better}: the interval does not reach 0." if better else "Neither is surely better: play more games."


def player_row(data: Data) -> Data:
    """The numbers of such a comparison, with all that tells runs apart."""
    estimates = {
        f"{name}{suffix}": data[name][key]
        for name in ("advantage", "wins")
        for key, suffix in (("value", ""), ("low", "_low"), ("high", "_high"))
    }
    return {
        "ruleset": data["ruleset"] or data["title"], "fingerprint": data["fingerprint"],
        "options": options_text(data["options"]), "player_a": data["player_a"], "player_b": data["player_b"],
        "seats": data["seats"], "seed": data["seed"], "games": data["games"], "unit": data["unit"], **estimates,
    }  # fmt: skip
