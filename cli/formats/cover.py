"""The report of `hoyle replay --cover` as text and as LCOV, made from its data."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import Any

from ..terminal.console import count, shown_path, visible

_PLURALS = {"ending": "endings", "values row": "rows of values", "ranking row": "rows of rankings"}


def text_lines(data: Mapping[str, Any]) -> Iterator[str]:
    """The report, line by line: what no script reaches, by file, then the sums."""
    for file in data["files"]:
        never = [rule for rule in file["all"] if not rule["times"]]
        name = shown_path(file["file"])
        yield visible(f"{name}: {file['reached']} of {count(file['rules'], 'rule')} reached ({_percent(file)})")
        for rule in never:
            yield visible(f"  {name}:{rule['line']}: never: {rule['kind']}: {rule['text']}")
    kinds: dict[str, list[int]] = defaultdict(lambda: [0, 0])
    for file in data["files"]:
        for kind in file["kinds"]:
            kinds[kind["kind"]][0] += kind["reached"]
            kinds[kind["kind"]][1] += kind["rules"]
    parts = [f"{reached} of {rules} {_PLURALS.get(kind, kind + 's')}" for kind, (reached, rules) in kinds.items()]
    yield f"{count(data['games'], 'game')} reached {', '.join(parts) or 'nothing'}: {_percent(data)} of the rules"


def _percent(sums: Mapping[str, Any]) -> str:
    return f"{100 * sums['reached'] / sums['rules'] if sums['rules'] else 100:.1f} %"


def lcov(data: Mapping[str, Any]) -> str:
    """The report as a tracefile of LCOV.

    A line is executed as often as the rule in it that fired most; where a line has several rules (the condition of a
    row and what it does), each is a branch.
    """
    lines: list[str] = []
    for file in data["files"]:
        by_line: dict[int, list[int]] = defaultdict(list)
        for rule in file["all"]:
            by_line[rule["line"]].append(rule["times"])
        several = {line: times for line, times in by_line.items() if len(times) > 1}
        lines += ["TN:", f"SF:{' '.join(file['file'].splitlines())}"]
        lines += [
            f"BRDA:{line},0,{number},{one}" for line, times in several.items() for number, one in enumerate(times)
        ]
        lines.append(f"BRF:{sum(map(len, several.values()))}")
        lines.append(f"BRH:{sum(one > 0 for times in several.values() for one in times)}")
        lines += [f"DA:{line},{max(times)}" for line, times in sorted(by_line.items())]
        lines += [f"LF:{len(by_line)}", f"LH:{sum(max(times) > 0 for times in by_line.values())}", "end_of_record"]
    return "\n".join(lines) + "\n" if lines else ""
