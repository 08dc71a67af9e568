"""Phrases about those who are in a set, or who have so many of something, and what to write instead.

The file itself says whose something is (a player's or a team's), what is a set, and which names are free.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache

from ...source.diagnostics import Diagnostic
from ...source.numerals import RANK_WORDS
from ...source.span import Source
from ..layout import SourceLine
from ..lexer import WORD, Lexer, Token
from ..machine import NEWLINE, ParserMachine
from ..parse_error import ParserError
from .plainer import in_other_words

LONGEST = 200
"""The longest line, in characters, in which such phrases are looked for."""

_NAME = r"(?!(?:the|an?|each|every|all|any|no|not|most|least|none|in|of|is)\b)[a-z]\w*"
_PATH = rf"{_NAME}(?:\.\w+)*"
_ATOM = rf"(?:\d+|{_PATH})"
_WORDS = r"at least|at most|more than|less than|fewer than|over|under|exactly"
_SIGN = rf">=|<=|!=|>|<|=|{_WORDS}"
_SUM = rf"{_ATOM}(?: [-+*] {_ATOM})*"
_COMPARED = rf"(?P<thing_1>{_NAME}) (?:of |is |are )?(?P<sign_1>{_SIGN}) (?P<value_1>{_SUM})"
_SO_MANY = (
    rf"(?:(?P<sign_{{0}}>{_WORDS}) )?(?P<value_{{0}}>{{1}})(?: (?P<more_{{0}}>or more|or fewer|or less))?"
    r" (?P<thing_{0}>{2})(?![\w.(])"
)
_SIGNS = {
    "at least": ">=",
    "at most": "<=",
    "more than": ">",
    "over": ">",
    "less than": "<",
    "fewer than": "<",
    "under": "<",
    "exactly": "=",
    "or more": ">=",
    "or fewer": "<=",
    "or less": "<=",
}
"""The signs for words by which people compare."""
_WHO = {
    "any": r"(?:(?:an?|any|some|one|at least one) (?P<one>player|team)|somebody|someone|anybody|anyone)",
    "no": r"(?:no (?P<one>player|team)|nobody|no one)",
    "every": r"(?:(?:every|each) (?P<one>player|team)|everybody|everyone)",
}
_HAS = r"(?:has|has got|has reached|reaches|has scored)"
_REACHES = rf"(?:has reached|reaches) (?P<value>\d+|{_PATH})(?! \w)(?![\w.(])"
_WHOSE = {
    "any": r"(?:any|some|an?|one)(?: of the)?",
    "no": r"(?:no|none of the)",
    "every": r"(?:every|each|all)(?: of)?(?: the)?",
}
_RANK = rf"(?P<rank>[A-Z0-9]\w*|{'|'.join(RANK_WORDS)})"
_IN = rf"(?:(?:that|who|which) (?:is|are) |still )?(?P<not>not )?in (?P<set>{_PATH})"
_OUTSIDE = rf"(?:(?:(?:that|who|which) (?:is|are) )?not in|outside|outside of|without|but not) (?P<set>{_PATH})"

SaidParts = dict[str, str]
"""The parts of a phrase that was found, besides `p`, a free name for one of those it is said of."""


def _has(quantity: str) -> Callable[[SaidParts], str]:
    return lambda said: f"{quantity} {said['p']} in {said['one']}s has {_asked(said)}"


def _counted(said: SaidParts) -> str:
    return f"number of {said['p']} in {said['one']}s where {_asked(said)}"


def _asked(said: SaidParts) -> str:
    """What is asked of each: `p.points > 3`."""
    sign, more, thing = said.get("sign", ""), said.get("more", ""), said["thing"]
    if thing in ("card", "cards"):
        return f"size of {said['p']}.hand {_SIGNS.get(sign or more, sign or '=')} {said['value']}"
    return f"{said['p']}.{thing} {_SIGNS.get(sign or more, sign or '>=')} {said['value']}"


def _which(said: SaidParts) -> str:
    return f"{said['p']} {said.get('not', '')}in {said['set']}"


def _those(start: str) -> Callable[[SaidParts], str]:
    return lambda said: f"{start} {said['p']} in {said['one']}s where {_which(said)}"


def _empty(quantity: str) -> Callable[[SaidParts], str]:
    return lambda said: (
        f"{quantity} {said['p']} in {said['one']}s has {said['p']}.{said['thing']} is {said.get('not', '')}empty"
    )


def _reached(said: SaidParts) -> str:
    return _asked({**said, "p": said["who"]})


def _held(said: SaidParts) -> str:
    """Of cards it is asked whether one of them is such a card: `any c in p.hand has c.rank = K`."""
    asked = f"rank = {RANK_WORDS.get(said['rank'], said['rank'])}" if "rank" in said else f"suit = {said['suit']}s"
    return f"{'no' if 'not' in said else 'any'} {said['c']} in {said['set']} has {said['c']}.{asked}"


def _outside(start: str) -> Callable[[SaidParts], str]:
    return lambda said: f"{start} {said['p']} in {said['one']}s where {said['p']} not in {said['set']}"


def _except(said: SaidParts) -> str:
    return f"each {said['one']} except {said['set']}"


def _remaining(said: SaidParts) -> str:
    return f"the {said['p']} in {said['one']}s where {said['remains']}"


_NUMBER = r"\bnumber of"
_ROWS: tuple[tuple[str, Callable[[SaidParts], str]], ...] = (
    # how many there are
    (rf"{_NUMBER} (?P<one>player|team)s (?:with|who have|that have|having) {{quantity}}", _counted),
    (rf"{_NUMBER} (?P<one>player|team)s {_IN}", _those("number of")),
    (rf"{_NUMBER} (?P<set>(?:\w+\.)*{{set}})(?! in\b)(?![\w.(])", lambda said: f"size of {said['set']}"),
    (
        rf"{_NUMBER} (?P<thing>{{flag}})(?! in\b)(?![\w.(])",
        lambda said: f"number of {said['p']} in {said['one']}s where {said['p']}.{said['thing']}",
    ),
    # whether somebody has so many
    *((rf"(?<![\w.])(?:{who}) {_HAS} {{quantity}}", _has(word)) for word, who in _WHO.items()),
    (
        rf"\b(?P<thing>{_NAME}) of (?:any|some|a) (?P<one>player|team) (?:is )?(?P<sign>{_SIGN}) (?P<value>{_SUM})",
        _has("any"),
    ),
    *((rf"(?<![\w.])(?:{who}) {_REACHES}", _has(word)) for word, who in _WHO.items()),
    (rf"(?<![\w.])(?P<who>{_PATH}) {_REACHES}", _reached),
    (rf"(?<![\w.])(?P<who>{_PATH}) (?:has reached|reaches) {{quantity}}", _reached),
    # whether what somebody has is empty, or what cards it holds
    *(
        (
            rf"\b(?:the )?(?P<thing>{_NAME}) of {whose} (?P<one>player|team)s? (?:is|are) (?P<not>not )?empty\b",
            _empty(word),
        )
        for word, whose in _WHOSE.items()
    ),
    *((rf"(?<![\w.])(?:{who}) has (?:an )?empty (?P<thing>hand)\b", _empty(word)) for word, who in _WHO.items()),
    (
        (
            r"(?<![\w.])(?P<set>(?:\w+\.)*{zone}) is (?P<not>not )?(?:an?|the)"
            rf" (?:{_RANK}|(?P<suit>club|diamond|heart|spade)s?)\b(?! of\b)"
        ),
        _held,
    ),
    # those who are in a set, or in none
    (rf"^for (?:each|every) (?P<one>player|team) {_OUTSIDE}", _outside("for")),
    (rf"\beach (?P<one>player|team) {_OUTSIDE}", _except),
    (
        rf"(?<!won by )(?:\bthe )?\bfirst (?:(?P<one_1>player|team)|of (?:the )?(?P<one_2>player|team)s) {_IN}",
        _those("first"),
    ),
    (
        rf"(?:\bthe )?\bfirst (?:of|in) (?:the )?(?P<one>player|team)s except (?P<set>{_PATH})",
        _outside("first"),
    ),
    (rf"(?<!won by )\bthe (?:only |last |remaining )?(?P<one>player|team) {_IN}", _those("the")),
    (
        r"(?<!won by )\bthe (?:last|only|remaining) (?P<one>player|team)(?: left)?$",
        _remaining,
    ),
)
"""The pattern of each phrase, as a regular expression, and what makes the one to write instead.

Gaps stand for so many of something that each has (`quantity`), and for names of the file: sets, zones, and what is yes
or no.
"""

_STAYS = re.compile(rf"game over, (?:won by )?(?:the )?(?:last |only )?(?P<one>player|team) {_IN}")
_LONG = ("number of ", "first ", "the ")
"""How phrases begin that are a whole value, or stand in brackets."""
_WHOLE = re.compile(r"(?:\b(?:be|to|means)|[(:]) ?$")


def those_who(t: ParserError) -> Diagnostic | None:
    """A phrase about some of the players or teams that the language has in another form."""
    start, end = t.line[0].start, t.line[-1].start
    if end - start > LONGEST or t.first in ("change", "replace", "remove", "describe", "keep"):
        return None
    text, place = t.source.text[start:end].rstrip(), t.token.start - start
    stays = _STAYS.fullmatch(text)
    if stays is not None:
        said = _parts(t, stays)
        help = (
            f"write `game over, won by the {said['one']} with highest stays`, with, at the left edge,"
            f" `define stays({said['p']}: {said['one']}) means 1 if {_which(said)} otherwise 0`"
        )
        return t.say("E0207", t.span(0, len(t.line) - 2), text=text, help=help)
    for pattern, written in _patterns(*(_names(kind, t) for kind in (_DECLARED, _ZONE, _FLAG, _COUNTED))):
        for found in pattern.finditer(text):
            if not found.start() <= place <= found.end() + 1:
                continue
            better = _better(t, found, written)
            if not _read_beyond(t, text[: found.start()] + better, text[found.end() :]):
                continue
            first = next(i for i, token in enumerate(t.line) if token.start >= start + found.start())
            last = max(i for i, token in enumerate(t.line[:-1]) if token.start < start + found.end())
            return t.say("E0207", t.span(first, last), text=t.span(first, last).text, help=f"write `{better}`")
    return None


def is_not_in(t: ParserError) -> Diagnostic:
    """`p is not in folded`: the same without `is`."""
    last = first = t.index - 3
    while first > 1 and t.words[first - 1] == ".":
        first -= 2
    start, end = t.index + 1, t.index + 2
    while end + 1 < len(t.line) and t.words[end] == ".":
        end += 2
    if first < 1 or t.line[first].kind != WORD or t.line[start].kind != WORD:
        return t.say("E0211", help="write `not in` without `is`")
    help = f"write `{t.span(first, last).text} not in {t.span(start, end - 1).text}`"
    return t.say("E0211", t.span(first, end - 1), help=help)


def _better(t: ParserError, found: re.Match[str], written: Callable[[SaidParts], str]) -> str:
    """What to write instead of a phrase, in brackets where more belongs to the value."""
    better = written(_parts(t, found))
    text = found.string
    alone = _WHOLE.search(text, 0, found.start()) is not None and text[found.end() :] in ("", ")")
    return f"({better})" if better.startswith(_LONG) and not alone else better


def _parts(t: ParserError, found: re.Match[str]) -> SaidParts:
    """What was said, whose it is, and a free name for one of them."""
    said = {name.partition("_")[0]: part for name, part in found.groupdict().items() if part is not None}
    one = said.get("one", "player")
    if "value" in said and "thing" not in said:
        said["thing"] = _measure(one if "who" not in said else "", t.source.text)
    owners = _owners(said.get("thing", ""), t.source.text)
    said["one"] = one if one in owners or not owners else owners[0]
    said["p"], said["c"] = _free(t, said["one"]), _free(t, "card")
    sets = re.findall(rf"^[ \t]+([a-z]\w*): {one}s\b", t.source.text, re.MULTILINE)
    said["remains"] = f"{said['p']} not in {sets[0]}" if len(sets) == 1 else "…"
    return said


def _free(t: ParserError, one: str) -> str:
    """A name that nothing has where the line stands, as far as the lines around it say so."""
    line = t.lines[t.token.line]
    seen, margin = [t.source.text[line.start : line.end]], line.margin
    for above in reversed(t.lines[: t.token.line]):
        said = t.source.text[above.start : above.end]
        if above.margin < margin or (above.margin == margin and said.startswith("let ")):
            seen.append(said)
            margin = above.margin
    used = set(re.findall(r"\w+", " ".join(seen)))
    return next((name for name in _FREE[one] if name not in used), f"one_{one}")


_FREE = {"player": "pqrs", "team": "tuvw", "card": "cdxy"}
"""The names that are proposed, for one of each kind."""


_DECLARED = re.compile(
    r"^[ \t]+([a-z]\w*)(?: of each \w+)?: *(?:(?:players|teams|cards|suits|ranks)\b|"
    r"(?:\d+ places, *)?(?:face (?:up|down)|private|secret)\b)",
    re.MULTILINE,
)
_ZONE = re.compile(
    r"^[ \t]+([a-z]\w*)(?: of each \w+)?: *(?:\d+ places, *)?(?:face (?:up|down)|private|secret)\b", re.MULTILINE
)
_FLAG = re.compile(r"^[ \t]+([a-z]\w*) of each (?:player|team): yes or no\b", re.MULTILINE)
_COUNTED = re.compile(r"^[ \t]+([a-z]\w*) of each (?:player|team): (?:number|\d)", re.MULTILINE)


def _names(kind: re.Pattern[str], t: ParserError) -> tuple[str, ...]:
    """The names that a file has for sets and zones, for what is yes or no of each, or for what each has a number of."""
    return tuple(dict.fromkeys(kind.findall(t.source.text)))


def _measure(one: str, text: str) -> str:
    """What is counted where only a number is said: what decides the game, if each one has it, or else the first."""
    decides = re.findall(r"^[ \t]+game over, .*?\b(?:highest|lowest) ([a-z]\w*)", text, re.MULTILINE)
    counted = re.findall(rf"^[ \t]+([a-z]\w*) of each {one or '(?:player|team)'}: (?:number|\d)", text, re.MULTILINE)
    return next((name for name in decides if name in counted), next(iter([*counted, *decides]), "points"))


def _owners(thing: str, text: str) -> list[str]:
    """Of what each one has this: players, teams, or both, as far as the lines of the file say so."""
    mine = rf"^[ \t]+{thing} of each (player|team): |^define {thing}\(\w+: (player|team)\)"
    return ["".join(found) for found in re.findall(mine, text, re.MULTILINE)] if thing else []


@lru_cache(maxsize=8)
def _patterns(
    sets: tuple[str, ...], zones: tuple[str, ...], flags: tuple[str, ...], counted: tuple[str, ...]
) -> tuple[tuple[re.Pattern[str], Callable[[SaidParts], str]], ...]:
    """The rows with the names of a file.  They are compiled only when a line cannot be read."""
    amount = _SO_MANY.format(2, r"\d+", _NAME)
    named = _SO_MANY.format(3, _ATOM, _one_of(counted))
    quantity = f"(?:{_COMPARED}|{amount}|{named})"
    gaps = (("{quantity}", quantity), ("{set}", _one_of(sets)), ("{zone}", _one_of(zones)), ("{flag}", _one_of(flags)))
    found = []
    for pattern, written in _ROWS:
        for gap, names in gaps:
            pattern = pattern.replace(gap, names)
        found.append((re.compile(pattern), written))
    return tuple(found)


def _one_of(names: tuple[str, ...]) -> str:
    return f"(?:{'|'.join(names)})" if names else r"(?!)"


def _read_beyond(t: ParserError, head: str, after: str) -> bool:
    """Whether the line could be read to its end, or at least some words beyond `head`."""
    text = head + after
    for said in dict.fromkeys((text, in_other_words(text))):
        source = Source("a line in other words", said)
        tokens, problem = Lexer(source, t.machine.tables).line(SourceLine(0, len(said), 0), t.token.line)
        machine = ParserMachine(t.machine.tables, source, t.machine.maker)
        line = [*tokens, Token(NEWLINE, len(said), len(said), t.token.line)]
        count = machine.follow(t.stuck.line_states, line)
        if problem is None and (count == len(line) or (said == text and _begins(line, count - 1, head))):
            return True
    return False


def _begins(line: list[Token], at: int, head: str) -> bool:
    """Whether the token at this index, the last one read, stands behind `head`."""
    return at >= 0 and line[at].start >= len(head)
