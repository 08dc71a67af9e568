"""Hints about phrases: what a card player would write, and what to write instead.

Each row has a pattern of what is written (it captures names) and the text to write instead.  The first pattern that
matches at the place where the line could not be read is the one that applies.  The captured names fill its gaps.
"""

from __future__ import annotations

import re
from functools import cache

from ...source.diagnostics import Diagnostic
from ...source.numerals import in_digits
from ..parse_error import ParserError
from .clauses import CLAUSES
from .sayings import PATH, SAYINGS

LONGEST = 1_000
"""The longest line, in characters, in which phrases are looked for.  No person writes a longer one."""
_OVER = "write `game over, won by the player with highest points`"

PHRASES: tuple[tuple[str, str], ...] = (
    (rf"(?<!in )\b({PATH}) has (\w+)\.(\w+)", "write `any {1} in {0} has {1}.{2} …`"),
    (r"^change the (deck|players|zones|shape|kind)\b.*", "write `replace {0}`, and the whole part below it"),
    (r"^change (?:the option )?(?!the\b)(\w+) (?:to|=) (\w+)", "write `set {0} to {1}`"),
    (r"^add zone (\w+\b[^:]*): *(.+)", "write `add zones`, and below it, indented, `{0}: {1}`"),
    (r"^add (?:variable|remembered) (\w+\b[^:]*): *(.+)", "write `add remember`, and below it, indented, `{0}: {1}`"),
    (
        r"^any (red|black) (?:other )?suit\b",
        "write a row for each of them, as `hearts: …`; `any suit if …` asks what is remembered, not the suit of a card",
    ),
    (r"deal (\w+) cards? (?=to\b)", "write `deal {0} from stock to …`: it is said which pile they come from"),
    (
        rf"move (?!.*\bcards?\b)(.+) from {PATH} to ({PATH})",
        "write `move {0} to {1}`: cards are taken from wherever they are",
    ),
    (r"(gather|shuffle) (?:all|all the|the) cards", "write `{0} every card into stock`"),
    (r"(?:end|ends|stop) (?:the )?game\b", _OVER),
    (r"game (?:ends|is over)\b", _OVER),
    (
        rf"({PATH}) (?:may|must|can|should|has to) (?:choose|pick)\b",
        "write `{0} chooses`; what there is to choose from stands below, indented",
    ),
    (rf"sum of (\w+) of ({PATH})", "write `total {0} of {1}`"),
    (rf"(?:sum|total) of ({PATH})\.(\w+)", "write `total {1} of {0}`"),
    (r"\b(?:most|max|maximum) (\w+)\b", "write `highest {0}`"),
    (r"\b(?:least|fewest|min|minimum) (\w+)\b", "write `lowest {0}`"),
    (r"(?<!a )\brandom (player|card)\b", "write `a random {0}`"),
    (r"\b(?:the )?next player\b", "write `p.next`: whoever comes next in the direction of play"),
    (
        rf"\b(left|right|partner|team|suit|rank|hand|points|score|tricks) of (?!each|every|all)({PATH})",
        "write `{1}.{0}`",
    ),
    (r"\bwith (.+) wild\b", "a comma stands in front: `, {0} wild`"),
    (r"\bwild (?:cards? )?(\w+)", "the cards stand in front: `{0} wild`"),
    (r"\bjokers wild\b", "write `joker wild`"),
    (rf"\bplace (\w+) of ({PATH})", "write `{1}({0})`: a place stands in brackets behind the zone"),
    (r"(?:\bis )?\bat least\b", "write `>=`"),
    (r"(?:\bis )?\bat most\b", "write `<=`"),
    (r"(?:\bis )?\b(?:more|greater|higher) than\b", "write `>`"),
    (r"(?:\bis )?\b(?:less|fewer|lower) than\b", "write `<`"),
    (
        rf"(?<=\bif )(\d+) or more cards of ({PATH}(?: except [^:]+?)?)(?=$|:| and\b| or\b)",
        "write `size of ({1}) >= {0}`",
    ),
    (
        rf"(\d+ or more|\d+\.\.\d+|\d+) cards of ({PATH} except [^:]+?)(?= where\b|,|:|$)",
        "write `{0} cards of ({1})`",
    ),
    (
        r"\bfor each (player|team)$",
        "write `of each {0}` in front of the `:`, as in `hand of each player: private`",
    ),
    (
        r"\b(?:and |with |plus )?(\d+|an?|one|two|three|four) jokers?$",
        "a comma stands in front of them: `deck 9 10 J Q K A, 2 jokers`",
    ),
    (r"(?<=[A-Z0-9] )jokers?$", "they are counted, behind a comma: `deck 9 10 J Q K A, 2 jokers`"),
    (
        r"\b(?:list|set|array) of (\w+)$",
        "several of a kind are `cards`, `players`, `teams`, `suits` or `ranks`; `of each player` keeps one for each",
    ),
)


@cache
def _patterns() -> tuple[tuple[re.Pattern[str], str], ...]:
    """Each pattern with the text to write instead.  They are compiled only when a line cannot be read, because most
    files never need them."""
    return tuple((re.compile(written), better) for written, better in (*CLAUSES, *SAYINGS, *PHRASES))


def phrasing(t: ParserError) -> Diagnostic | None:
    """A phrase that people use and the language does not have."""
    if t.index == 0 and t.token.kind in ("STRING", "TEMPLATE"):
        return None
    start, end = t.line[0].start, t.line[-1].start
    if end - start > LONGEST:
        return None
    text = t.source.text[start:end].rstrip()
    place = t.token.start - start
    for pattern, better in _patterns():
        for found in pattern.finditer(text):
            # The phrase contains the token that could not be read, or ends just before it.
            if found.start() <= place <= found.end() + 1:
                first, last = _tokens(t, found)
                if last < first:
                    continue  # the phrase is inside a text
                span = t.span(first, last)
                return t.say(
                    "E0207",
                    span,
                    text=span.text,
                    help=better.format(*(in_digits(part or "") for part in found.groups())),
                )
    return None


def _tokens(t: ParserError, found: re.Match[str]) -> tuple[int, int]:
    """The first and the last token of what was found in the text of the line.  The last stands in front of the first if
    all of it lies inside a text.
    """
    start = t.line[0].start
    first = next(i for i, token in enumerate(t.line) if token.start >= start + found.start())
    return first, max(i for i, token in enumerate(t.line[:-1]) if token.start < start + found.end())


_BARE = re.compile(r"\b(?:(?:highest|lowest|total) .+? for|number of) \w+ in [\w.]+")
_BY_CHANCE = re.compile(
    r"\ba random (?:card of [\w.]+|(?:player|suit|rank|team|number)\b(?: in (?:\{.*?\}|\w+\.\.\w+|[\w.]+))?)"
)


_EACH_IN_BRACKETS = "put what is computed for each in brackets"
_OF_A_SET = re.compile(rf"(?P<sum>highest|lowest|total) (?P<what>(?!size\b)\w+ of {PATH}) (?P<each>for .+)")
_WORKED_OUT = re.compile(r"(?P<sum>highest|lowest|total) (?P<what>[^(\s].*?[-+*/].*?) (?=for )")


def bare_phrase(t: ParserError) -> Diagnostic | None:
    """A phrase over a set inside an expression, without brackets: `n > highest size of q.hand for q in players`."""
    start = t.line[0].start
    if t.line[-1].start - start > LONGEST:
        return None
    text = t.source.text[start : t.line[-1].start]
    for found in _BY_CHANCE.finditer(text):
        if start + found.start() == t.token.start:
            span = t.span(*_tokens(t, found))
            return t.say("E0201", span, text=span.text, help=f"such a phrase stands in brackets: `({span.text})`")
    for found in _BARE.finditer(text):
        if found.start() and found.start() < t.token.start - start < found.end():
            span = t.span(*_tokens(t, found))
            bracketed = text[found.start() - 1] == "("
            inner = _OF_A_SET.fullmatch(span.text)
            if inner is not None:
                each = f"{inner['sum']} ({inner['sum']} {inner['what']}) {inner['each']}"
                if bracketed:
                    return t.say("E0201", span, text=span.text, help=f"{_EACH_IN_BRACKETS}: `{each}`")
                more = " …" if text.startswith(" where", found.end()) else ""
                help = f"{_EACH_IN_BRACKETS}, and the whole: `({each}{more})`"
                return t.say("E0201", span, text=span.text, help=help)
            worked_out = _WORKED_OUT.match(span.text)
            if worked_out is not None and t.token.start < span.start + worked_out.end("what"):
                better = f"{worked_out['sum']} ({worked_out['what']}) {span.text[worked_out.end() :].lstrip()}"
                help = f"{_EACH_IN_BRACKETS}: `{better}`"
                return t.say("E0201", span, text=span.text, help=help)
            if not bracketed:
                return t.say("E0201", span, text=span.text, help=f"such a phrase stands in brackets: `({span.text} …)`")
    return None
