"""Lines that could be read without their articles, or with a phrase said as the language says it.

Each row of `REWRITTEN` changes a phrase into that of the language and keeps what it means.  If the line can be read
after all rows that apply, the advice is this line.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache

from ...source.diagnostics import Diagnostic
from ...source.numerals import NUMERALS, RANK_WORDS, in_digits
from ...source.span import Source
from ..layout import SourceLine
from ..lexer import Lexer, Token
from ..machine import NEWLINE, ParserMachine
from ..parse_error import ParserError
from .sayings import PATH
from .words import INNER_WORDS

LONGEST = 200
"""The longest line, in characters, that is tried in other words."""

Rewriting = tuple[str, str | Callable[[re.Match[str]], str]]
"""The pattern of a phrase, as a regular expression, and what stands in its place."""
_SIDES = r"(?:(?:the )?player )?(?:to |on )?(?:the )?(left|right) of (?:the )?"
_THE = (
    r"(?:winner|winning card) so far|middle\b|other way\b|ranking\b|table\b|bottom of|first choice|lines?\b|row\b|"
    r"choice\b|(?:player|team) with\b|(?:highest|lowest) (?:\w+ (?:in|by)|card|trump|hand)\b|"
    r"(?:option|values|incident)\b|\w+ in\b"
)
_NOT = r"none\b|not\b|empty\b|joker\b|in\b|an? "

_SUIT = r"(club|diamond|heart|spade)s?"
_MOST = r"(?<!at )(?:most|greatest|highest number of)"
_LEAST = r"(?<!at )(?:least|fewest|smallest|lowest number of)"
_TOP = rf"((?:top|bottom) (?:card )?of (?:the )?{PATH})"
_RANKS = tuple((word, RANK_WORDS[word]) for word in ("ace", "king", "queen", "jack", "ten"))
_PIECE = rf"(?P<open>\()?(?:the )?(?P<end>top|bottom)(?: card)? of (?:the )?(?P<pile>{PATH})(?(open)\))"
_CARD = rf"(?:{_PIECE}|(?P<card>{PATH}))"
_RANK = rf"(?P<rank>[A-Z0-9]\w*|{'|'.join(RANK_WORDS)})"
_IS_CARD = rf"{_CARD} (?:is|=) (?P<not>not )?(?:(?:an?|the) )?{_RANK} of (?:the )?(?P<of>club|diamond|heart|spade)s?\b"
_IS_A = rf"{_CARD} is (?P<not>not )?(?:an?|the) (?:{_RANK}|(?P<suit>club|diamond|heart|spade)s?)\b"
_IS = rf"{_PIECE} is (?P<not>not )?(?:{_RANK}|(?P<suit>club|diamond|heart|spade)s?)\b"


def _compared_card(found: re.Match[str]) -> str:
    """`c.rank = 7` for `c is a seven`, `c = Q of spades` for `c is the queen of spades`."""
    said = found.groupdict()
    card = said.get("card") or f"{said['end']} of {said['pile']}"
    sign = "!=" if said["not"] else "="
    rank = RANK_WORDS.get(said.get("rank") or "", said.get("rank"))
    if said.get("of"):
        return f"{card} {sign} {rank} of {said['of']}s"
    part, suit = ("rank" if rank else "suit"), f"{said.get('suit')}s"
    asked = f"{card if said.get('card') else f'({card})'}.{part}"
    return f"{card if card.endswith(f'.{part}') else asked} {sign} {rank or suit}"


def _one_of_two(found: re.Match[str]) -> str:
    """`p in {dealer, maker}` for `p is the dealer or the maker`."""
    return f"{found[1]} {found[2] or ''}in {{{found[3]}, {found[4]}}}"


COMPARED: tuple[Rewriting, ...] = (
    (rf"\bis not (?!{_NOT})(?=[a-z0-9])", "!= "),
    (rf"\bis (?!{_NOT}|at |more |less |fewer |greater |higher |lower )(?=[a-z0-9])", "= "),
)
"""How values are compared.  A line with no other fault has a message of its own."""

REWRITTEN: tuple[Rewriting, ...] = (
    # players, and who it is done for
    (
        r"^(?:repeat )?for (?:each|every|all|the) (?:of the )?(?:other players?|others)(?= |:|$)",
        "for q in players except p",
    ),
    (r"^repeat for (?:each|every|all) (player|team)s?", r"for p in \1s"),
    (r"\b(?:both|all) (?:of )?(?:the )?(?=players\b|teams\b|suits\b)", ""),
    (r"\bfor (?:each|every) card (?:in|of)\b", "for c in"),
    (r"\bfor (?:each|every) (?:card |player )?([a-z]\w*) (?:in|of)\b", r"for \1 in"),
    (r",? (?:starting|beginning) (?:with|from|at)\b", " from"),
    (r" in turn\b", ""),
    # what is chosen from
    (r"\bfor ([a-z]\w*) (?:from|between|in) (?!up\b)(\w+) (?:to|and) (\w+)\b", r"for \1 in \2..\3"),
    (r"\bfor ([a-z]\w*) > ([a-z]\w*)\b", r"for \1 in \2 + 1 .. 10"),
    (r"\bfor (\d+|\d+ or more|\d+\.\.\d+) cards of\b", r"for cs in \1 cards of"),
    (r"(?<= in )(\d+|\d+ or more|\d+\.\.\d+) cards from\b", r"\1 cards of"),
    (r"\bfor (?:any|each|every) suit(?: ([a-z]\w*))?(?= |$)", lambda found: f"for {found[1] or 's'} in suits"),
    (r"\bfor (?:any|each|every) other player ([a-z]\w*)", r"for \1 in players except p"),
    (r"\A (?:from|out of) ([a-z]\w*(?:\.\w+)*)$", r" for c in \1"),
    (r"\A where ([a-z]\w*) in ([a-z]\w*(?:\.\w+)*)", r" for \1 in \2"),
    (r"\bonly (?:if|when)\b", "if"),
    (
        r"\b(?:the )?bidder (?:has made|made|makes|has|keeps) (?:the |his |her |their )?(?:bid|contract)\b",
        "bidder.tricks >= bid",
    ),
    (
        r"\b(?:whoever|the one|the person) (?:has|with|who has) (?=the |most|least|fewest|highest|lowest)",
        "the player with ",
    ),
    (rf"\b{_MOST} ([a-z]\w*)", r"highest \1"),
    (rf"\b{_LEAST} ([a-z]\w*)", r"lowest \1"),
    (r"(?<!won by )\bthe (player|team) with (?:the )?(highest|lowest) ([a-z]\w*)", r"the \2 p in \1s by p.\3"),
    (r"\bwith the (highest|lowest) (?!\w+ by\b)", r"with \1 "),
    (rf"\b({PATH}) has (?:the )?(highest|lowest) ([a-z]\w*)", r"\1.\3 = \2 \3"),
    (rf"\b({PATH})\.(\w+) is (?:the )?(highest|lowest)\b(?! \w+ (?:in|by))", r"\1.\2 = \3 \2"),
    # cards
    (_IS_CARD, _compared_card),
    (_IS_A, _compared_card),
    (_IS, _compared_card),
    *((rf"\b(?:the )?{word} of (?=[a-z])", f"{rank} of ") for word, rank in _RANKS),
    (rf"\b({PATH}) (?:has|holds) (?:the )?([A-Z0-9]\w*) of ([a-z]\w*)(?: in hand)?", r"\2 of \3 in \1.hand"),
    (rf"\b({PATH}) (?:has|holds) (?:an? |any ){_SUIT}\b", r"any c in \1.hand has c.suit = \2s"),
    (rf"\b({PATH}) (?:has|holds) no {_SUIT}\b", r"no c in \1.hand has c.suit = \2s"),
    (
        rf"\b({PATH}) (?:can follow(?: suit)?|has (?:a|any) cards? of (?:the suit led|the led suit))",
        r"any c in \1.hand has c follows bottom of trick",
    ),
    (
        rf"\b({PATH}) (?:cannot follow(?: suit)?|has no cards? of (?:the suit led|the led suit))",
        r"no c in \1.hand has c follows bottom of trick",
    ),
    (r"\bhow many " + _SUIT + rf" ({PATH}) has\b", r"number of c in \2.hand where c.suit = \1s"),
    (r"\bnumber of " + _SUIT + rf" in (?:the )?({PATH})", r"number of c in \2 where c.suit = \1s"),
    (rf"\b({PATH}) is an? (?:face|court|picture) card\b", r"\1.rank in {J, Q, K}"),
    (r"\b((?:\w+\.)*(?:trump|suit|s)) is (red|black)\b", r"\1.color = \2"),
    (rf"\b({PATH}) is (red|black)\b", r"\1.suit.color = \2"),
    (rf"\b({PATH}) (?:is of|has|is|is in) the same (suit|rank|color) as (?:the )?({PATH})", r"\1.\2 = \3.\2"),
    (rf"\b({PATH}) and ({PATH}) (?:are of|have|are) the same (suit|rank|color)", r"\1.\3 = \2.\3"),
    (r"\b(?:the )?(suit|rank) of (?:the )?(?:turned|upturned|turned[- ]up|face[- ]up) card", r"(top of turned).\1"),
    (rf"\b(?:the )?(suit|rank) of (?:the )?{_TOP}", r"(\2).\1"),
    (r"\b(?:the )?(?:suit led|led suit)\b", "(bottom of trick).suit"),
    (r"\bthe card led\b", "bottom of trick"),
    (rf"(?<!\.)\b(?:the )?(suit|rank|partner|team|hand) of (?:the )?(?!each\b|top\b|bottom\b)({PATH})", r"\2.\1"),
    (rf"{_SIDES}({PATH})", r"\2.\1"),
    (rf"(?<=^set )({PATH}) to (?:the )?next player", r"\1 to \1.next"),
    (
        rf"^move all (?:but|except) (?:the )?(top|bottom) card (?:of|in) (?:the )?({PATH}) to",
        r"move \2 except \1 of \2 to",
    ),
    (rf"^move all (?:of )?(?:the )?cards (?:of|in|from) (?:the )?({PATH})", r"move \1"),
    (r"\blast card (?=of\b)", "top "),
    (r"\b(top|bottom) card (?=of\b)", r"\1 "),
    (r"\b(top|bottom) (\d+) cards (?=of\b)", r"\1 \2 "),
    (r"\bcard on top of\b", "top of"),
    (rf"\bnumber of cards in (?:the )?({PATH})(?! where)", r"size of \1"),
    # conditions
    (
        r"\b(?:somebody|someone|anybody|anyone|(?:a|any|one) player) has no (?:more )?(?!cards?\b)([a-z]\w*)(?: left)?",
        r"any p in players has p.\1 = 0",
    ),
    (rf"\b({PATH}) has no (?:more )?(points|tricks|chips|lives)(?: left)?", r"\1.\2 = 0"),
    (r"\b(?:only )?(?:1|one) player (?:is left|is still in|remains)\b", "(number of q in players where not q.out) = 1"),
    (
        r"\ball (?:the )?(?:cards (?:are|have been) played|hands are empty)\b|\bthe hands are empty\b",
        "every q in players has q.hand is empty",
    ),
    (r"\b(?:nobody|no one|no player|none) (?:has bid|bids|bid|made a bid|makes a bid)\b", "bidder is none"),
    (
        r"\b(?:everybody|everyone|all players|all) (?:has passed|have passed|passes|passed|pass)\b",
        "bidder is none",
    ),
    (rf"\bthere (?:are|is) no (?:more )?cards?(?: left)? in (?:the )?({PATH})", r"\1 is empty"),
    (r"\b(?:is exhausted|is used up|runs out|has run out|is gone)\b", "is empty"),
    (
        rf"\b({PATH}) is (not )?(?:either )?the ({PATH}) or (?:the )?({PATH})(?= and\b| or\b|[:)]|$)",
        _one_of_two,
    ),
    *COMPARED,
    # numbers, and words too many
    (r"\badd (?:an? points?|1 points?) to ((?:\w+\.)*points)\b", r"add 1 to \1"),
    (r"\b(add|subtract) (\d+) (?!to\b|from\b)[a-z]+ (to|from)\b", r"\1 \2 \3"),
    (r"^show ((?:top|bottom) of [\w.]+|[\w.]+)$", r"show \1 to everyone"),
    (rf"(?<!is )(?<!not )\b(?:the|an?) (?!random\b|{_THE})", ""),
)
"""The pattern of each phrase, as a regular expression, and its form in the language."""

_CHANGES = frozenset(("change", "replace", "remove", "describe", "keep"))
"""What begins a change in a variant.  It names parts and lines in words of its own."""
_OWNED = re.compile(
    r"(?<!total )(?<!highest )(?<!lowest )(?<![\w.])"
    r"(?!(?:size|number|cards?|middle|total|highest|lowest)\b)([a-z]\w*) of"
    rf" (?!(?:each|all|every|one|any)\b)({PATH})"
)
_TEXT = re.compile(r'("[^"]*"?)')
_NUMERALS = re.compile(rf"\b({'|'.join(NUMERALS[1:])})\b(?! of\b)")


def plainer(t: ParserError) -> Diagnostic | None:
    """A line that says what the language can say, with words that the language leaves out or has in another form."""
    text = _tried(t)
    if text is None:
        return None
    compared = _other(text, COMPARED)
    counted = _NUMERALS.sub(lambda found: in_digits(found[0]), text) if t.token.line else text
    for better in dict.fromkeys((in_other_words(counted), in_other_words(text))):
        if better not in (text, compared) and could_be(t, better):
            return _written(t, better)
    return None


def owned(t: ParserError) -> Diagnostic | None:
    """`chips of dealer`: what somebody has stands behind the name of its owner."""
    text = _tried(t)
    if text is None:
        return None

    def turned(found: re.Match[str]) -> str:
        known = found[1] in t.machine.tables.words or found[1] in INNER_WORDS or found[2] in ("player", "team")
        return found[0] if known else f"{found[2]}.{found[1]}"

    said = in_other_words(text)
    better = _OWNED.sub(turned, said)
    return _written(t, better) if better != said and could_be(t, better) else None


def in_other_words(text: str) -> str:
    """A line with each phrase in the form of the language.  What stands in quotes stays."""
    return _other(text, REWRITTEN)


def _other(text: str, rows: tuple[Rewriting, ...]) -> str:
    pieces = _TEXT.split(text)
    for place in range(0, len(pieces), 2):
        for pattern, better in _patterns(rows):
            if place == 0 or not pattern.pattern.startswith("^"):
                pieces[place] = pattern.sub(better, pieces[place])
    return re.sub(r"  +", " ", "".join(pieces)).strip()


def _tried(t: ParserError) -> str | None:
    """The text of the line; None if it is not tried in other words."""
    text = t.source.text[t.line[0].start : t.line[-1].start].rstrip()
    return text if len(text) <= LONGEST and t.first not in _CHANGES else None


def _written(t: ParserError, better: str) -> Diagnostic:
    """The advice to write another line in place of this one."""
    span = t.span(0, len(t.line) - 2)
    return t.say("E0207", span, text=span.text, help=f"write `{better}`")


def could_be(t: ParserError, text: str) -> bool:
    """Whether another line could be read in the place of this one."""
    source = Source("a line in other words", text)
    tokens, problem = Lexer(source, t.machine.tables).line(SourceLine(0, len(text), 0), t.token.line)
    machine = ParserMachine(t.machine.tables, source, t.machine.maker)
    line = [*tokens, Token(NEWLINE, len(text), len(text), t.token.line)]
    return problem is None and machine.follow(t.stuck.line_states, line) == len(line)


@cache
def _patterns(
    rows: tuple[Rewriting, ...],
) -> tuple[tuple[re.Pattern[str], str | Callable[[re.Match[str]], str]], ...]:
    """They are compiled only when a line cannot be read, because most files never need them."""
    return tuple((re.compile(pattern), better) for pattern, better in rows)
