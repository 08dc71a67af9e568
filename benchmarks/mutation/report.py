"""The page `benchmarks/mutation.md`."""

from __future__ import annotations

from collections import Counter
from typing import Any

from changes import Mutant
from page_changes import is_script

HEAD = """\
# Mutants

Written by `python benchmarks/mutation` (sample of {count} mutants, seed {seed}); what it does is described there.
A mutant is the code with one small change. *Killed*: a test failed that passes on the code as it is,
or the mutant twice ran out of time or memory (the second time with twice as much time).
*Equivalent*: a person found that nothing can tell it from the code as it is.
"""


def written(sampled: list[Mutant], results: dict[str, Any], equivalent: dict[str, str], seed: int) -> str:
    """The page, as Markdown."""
    tally: dict[str, Counter[str]] = {}
    left: list[Mutant] = []
    same: list[Mutant] = []
    for m in sampled:
        state = results.get(m.key, {"state": "not tried"})["state"]
        if state in ("survived", "not run"):
            (same if m.key in equivalent else left).append(m)
            state = "equivalent" if m.key in equivalent else state
        tally.setdefault(_room(m), Counter())[state] += 1
    total = sum(tally.values(), Counter[str]())
    out = [HEAD.format(count=len(sampled), seed=seed)]
    judged = Counter(results[m.key].get("revision", "unknown") for m in sampled if m.key in results)
    revisions = ", ".join(f"{count} at `{revision}`" for revision, count in judged.most_common())
    out.append(f"Judged: {revisions} (revision of code and tests).\n")
    earlier = sum(bool(results.get(m.key, {}).get("earlier")) for m in sampled)
    if earlier:
        out.append(
            f"{earlier} of the killed ones were killed in an earlier run only, by the tests of that day: their code "
            "reads the same, but not all of those tests were run on them again.\n"
        )
    if total["not tried"]:
        out.append(f"{total['not tried']} of the sample were not tried; they are in none of the figures below.\n")
    out.append(
        "| folder | mutants | killed | equivalent | survived | run by no quick test | killed of those not equivalent |"
    )
    out.append("|---|--:|--:|--:|--:|--:|--:|")
    out += [_line(f"`{room}`", found) for room, found in tally.items()]
    out.append(_line("all", total))
    out.append("\n## Survivors\n")
    out += [_shown(m) for m in left] or ["None."]
    out.append("\n## Equivalent\n")
    out += [f"{_shown(m)}\n  {equivalent[m.key]}" for m in same] or ["None."]
    return "\n".join(out) + "\n"


def _room(m: Mutant) -> str:
    return m.path.rpartition("/")[0] if is_script(m.path) else "/".join(m.path.split("/")[:2])


def _line(name: str, found: Counter[str]) -> str:
    killed, count = found["killed"] + found["stopped"], sum(found.values()) - found["not tried"]
    real = count - found["equivalent"]
    cells = (name, count, killed, found["equivalent"], found["survived"], found["not run"])
    return f"| {' | '.join(map(str, cells))} | {100 * killed / real if real else 0:.1f} % |"


def _shown(m: Mutant) -> str:
    return f"- `{m.path}:{m.line}` ({m.function}, {m.operator}, {m.key}):\n  `{m.before}` → `{m.after}`"
