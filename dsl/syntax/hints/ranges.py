"""Hints about ranges that begin below 0, which the language does not have."""

from __future__ import annotations

import re

from ...source.diagnostics import Diagnostic
from ..parse_error import ParserError

_BELOW = "a range does not begin below 0"
_NEVER = "an option is never below 0"
_NAMES = re.compile(r"(?:\w+, *)*\w+(?: of each \w+)?: *$")
_NAME = re.compile(r"\w+: *$")
_OPTION = re.compile(r"((?:add )?option (\w+)): *-(\d+) *\.\. *(-?\d+) *= *(-?\d+)(?!\d)")


def below_zero(t: ParserError) -> Diagnostic | None:
    """`low of each player: -10..5`, `phase bonus(n: -10..26)`, `option bonus: -10..0 = -5`."""
    if t.words[t.index] != "-" or t.line[t.index + 1].kind != "NUMBER":
        return None
    option = "option" in t.words[:2] or t.first == "allow"
    if "number" not in t.accepts and not (option and "NUMBER" in t.accepts):
        return None
    last = t.index + 1
    while t.words[last + 1] in ("..", "-") or t.line[last + 1].kind == "NUMBER":
        last += 1
    span = t.span(t.index, last)
    start = t.line[0].start
    before = t.source.text[start : t.token.start]
    if option:
        help = _option(t.source.text[start : t.line[-1].start])
    else:
        inside = t.words[: t.index].count("(") > t.words[: t.index].count(")")
        named = (_NAME if inside else _NAMES).search(before)
        help = f"{_BELOW}: write `{named[0] if named is not None else ''}number`, which may be below 0"
    return t.say("E0201", span, text=span.text, help=help)


def _option(line: str) -> str:
    """What to write for an option with values below 0: those that are subtracted, or all of them higher by as much."""
    found = _OPTION.match(line)
    if found is None:
        return f"{_NEVER}: let it be the number that is subtracted, or higher by what the rules subtract from it"
    head, name = found[1], found[2]
    low, high, default = -int(found[3]), int(found[4]), int(found[5])
    if max(high, default) <= 0:
        line = f"{head}: {-high}..{-low} = {-default}"
        return f"{_NEVER}: write `{line}`, and subtract it in the rules, as in `subtract {name} from …`"
    return f"{_NEVER}: write `{head}: 0..{high - low} = {default - low}`, and `{name} - {-low}` in the rules"
