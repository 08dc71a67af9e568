"""Hints by repair: the line is read again with one word changed, inserted or removed.

Trying a repair makes no nodes.  It only follows the states of the machine from the beginning of the line.  A repair
succeeds if the line can then be read to its end.  The last of these hints apply if no other hint did.
"""

from __future__ import annotations

import re

from ...source.diagnostics import Diagnostic
from ...source.nearest import slip_for
from ...source.span import Span
from ..lexer import WORD, Token
from ..machine import INDENT, NEWLINE
from ..parse_error import ParserError
from .words import expected_words, headings, listed_words, words

A_LINE = "a line says what is done: `set … to …`, `move … to …`, `if …`, or the name of a phase"
_NO_REPAIRS = words(". + - * / mod except not if ( { [ ) } ]")
_NAMELIKE = words("top bottom size number total highest lowest first a the any every no game play deal start")
"""Words of the language that an author may have meant as a name."""


def misspelt(t: ParserError) -> Diagnostic | None:
    """The nearest word that makes the rest of the line readable, for the word at the place or the one before it."""
    for index in (t.index, t.index - 1):
        if index < 0 or t.line[index].kind != WORD:
            continue
        if index == 0 and re.search(rf"^[ \t]+{t.words[0]}: player\b", t.source.text, re.MULTILINE):
            continue  # it is somebody's name: what they do is meant
        could = t.accepts_at(index)
        known = t.words[index] in t.machine.tables.words
        if known and index != t.index and t.words[index] in could:
            continue
        words = {word for word in could if word.isalpha() and word.islower()}
        near = slip_for(t.words[index], words)
        if near is None:
            continue
        reached = t.machine.follow(t.stuck.line_states, t.line, {index: near})
        if (reached > max(t.index, index + 1) and not known) or t.reads(t.line, {index: near}):
            return t.say("E0232", t.span(index), text=t.words[index], help=f"did you mean `{near}`?")
    return None


def _is_repair(t: ParserError, symbol: str) -> bool:
    """Whether a sign or word is worth trying.

    Operators would fit everywhere.  If the line was complete, nothing is missing."""
    if symbol == ",":
        return True
    return not symbol.isupper() and symbol[0] not in "_$" and symbol not in _NO_REPAIRS and NEWLINE not in t.accepts


def dropped(t: ParserError) -> Diagnostic | None:
    """One word too many: `shuffle the stock`, `deal 5 cards from stock to hand`."""
    word = t.words[t.index]
    if t.only("places") and not t.at_end:
        return t.say("E0201", text=word, help=f"write `{t.before} places`: how many piles the zone is made of")
    if t.token.kind != WORD or NEWLINE in t.accepts or t.index == 0 or ("," in t.accepts and _in_brackets(t)):
        return None
    if t.reads([*t.line[: t.index], *t.line[t.index + 1 :]], {}):
        return t.say("E0213", text=word, help="leave it out")
    if word in ("card", "cards") and t.first == "deal":
        return t.say("E0213", text=word, help="leave it out")
    if word in ("card", "cards") and t.line[t.index - 1].kind == "NUMBER":
        n = t.before
        help = f"write `top {n} of stock`, or let somebody choose among `{n} cards of hand`"
        return t.say("E0201", text=word, help=help)
    return None


def left_out(t: ParserError) -> Diagnostic | None:
    """One word or sign is missing, and the line can be read with it."""
    found: list[str] = []
    wants_value = {"(", "NUMBER"} <= t.accepts
    if wants_value:
        value = Token("NUMBER", t.token.start, t.token.start, t.token.line)
        if not t.at_end and t.reads([*t.line[: t.index], value, *t.line[t.index :]], {}):
            return t.say("E0210", missing="a value", text=t.words[t.index], help=t.like())
    for symbol in sorted(t.accepts):
        word = symbol.isalpha() and symbol.islower()
        if not _is_repair(t, symbol) or (wants_value and word):
            continue
        token = Token(WORD if word else symbol, t.token.start, t.token.start, t.token.line)
        changed = [*t.line[: t.index], token, *t.line[t.index :]]
        if t.reads(changed, {t.index: symbol} if word else {}):
            found.append(f"`{symbol}`")
        elif symbol == "," and "NUMBER" in t.accepts_after(changed, t.index + 1) and _in_brackets(t):
            found.append("`,`")
    if "`,`" in found and _in_brackets(t):
        found = ["`,`"]
    most = 3 if "`and`" in found else 20 if t.first == "remove" else 5  # any part of a game can be removed
    if not found or len(found) > most or t.at_end:
        return None
    missing = listed_words(found) or ""
    return t.say("E0210", missing=missing, text=t.words[t.index], help=t.like())


def start_left_out(t: ParserError) -> Diagnostic | None:
    """The first word of the line is missing: `p in players` for `for p in players`."""
    if t.line[0].kind != WORD or t.line[0].line == 0:
        return None
    first = t.line[0]
    put = Token(WORD, first.start, first.start, first.line)
    found = [
        f"`{word}`"
        for word in sorted(t.accepts_at(0))
        if word.isalpha() and word.islower() and word != "if" and t.reads([put, *t.line], {0: word})
    ]
    if not 0 < len(found) < 3:
        return None
    return t.say("E0210", t.span(0), missing=listed_words(found) or "", text=t.first, help=None)


def _in_brackets(t: ParserError) -> bool:
    kinds = [token.kind for token in t.line[: t.index]]
    return sum(map(kinds.count, "({")) > sum(map(kinds.count, ")}"))


def replaced(t: ParserError) -> Diagnostic | None:
    """One word or sign is in the place of another: `deal 5 of stock`."""
    if t.at_end or t.index == 0:
        return None
    found: list[str] = []
    for symbol in sorted(t.accepts):
        word = symbol.isalpha() and symbol.islower()
        if not _is_repair(t, symbol):
            continue
        token = Token(WORD if word else symbol, t.token.start, t.token.end, t.token.line)
        changed = [*t.line[: t.index], token, *t.line[t.index + 1 :]]
        if symbol != "," and t.reads(changed, {t.index: symbol} if word else {}):
            found.append(symbol)
    if ".." in found and t.words[t.index] in ("to", "-"):
        return t.say("E0201", text=t.words[t.index], help="a range is written `1..3`")
    if {"face", "private"} <= t.accepts:
        return t.say("E0201", text=t.words[t.index], help="write `face up`, `face down` or `private`")
    counted = t.words[t.index]
    named = t.token.kind == WORD and counted not in t.machine.tables.reserved
    if named and found == ["players"] and t.words[t.index - 2 : t.index] == ["number", "of"]:
        help = f"say which are counted, `number of c in p.hand where …`; how many are in a set is `size of {counted}`"
        return t.say("E0201", text=counted, help=help)
    alike = [word for word in found if word[:3] == t.words[t.index][:3]] or found
    if not alike or len(alike) > 3:
        return None
    help = f"write {listed_words(f'`{word}`' for word in alike)} instead"
    return t.say("E0201", text=t.words[t.index], help=help)


def surplus(t: ParserError) -> Diagnostic | None:
    """The line was complete, but something follows it."""
    if NEWLINE not in t.accepts or t.at_end:
        return None
    if t.index > 1 and t.before in headings() and t.reads([*t.line[: t.index - 1], *t.line[t.index :]], {}):
        return t.say("E0213", t.span(t.index - 1), text=t.before, help="leave it out")
    last = len(t.line) - 2
    span = t.span(t.index, last)
    return t.say("E0213", span, text=span.text, help=_surplus_help(t, t.words[t.index]) or t.like())


_LINE = ["the", "line"]
_STEPS = {("any", "card"), ("before", "each"), ("after", "each")}
_NOT_SINGLY = "clauses of a trick are not changed singly: write `replace the line play trick …`, and the trick below it"
_CLAUSES = {("if", "able"), ("following", "suit"), ("taken", "by"), ("led", "by"), ("played", "by")}


_RANKING = re.compile(r"change (ranking)\s*(?:#.*)?")


def ranking_by_name(t: ParserError) -> Diagnostic | None:
    """`change ranking`: what has no name of its own is changed with `the`.  The lines below cannot be read without."""
    head = t.lines[0]
    found = _RANKING.fullmatch(t.source.text, head.start, head.end)
    if found is None or ["the", "row"] not in (t.words[1:3], t.words[2:4]):
        return None
    span = Span(t.source, *found.span(1))
    return t.say("E0207", span, text=span.text, help="write `change the ranking`")


_PARTS = ("line", "choice", "row")
"""What is named in a block of changes, after `the`."""


def part_named(t: ParserError) -> Diagnostic | None:
    """A change that does not say what it names: `remove shuffle stock`, `replace the stop`, `add before "pass"`; and
    what stands in one line with what replaces it: `replace stop by next`.
    """
    verb = 2 if t.first == "add" and t.words[1:2] in (["before"], ["after"]) else 1
    if verb == 1 and t.first not in ("replace", "remove"):
        return None
    first = verb + (t.words[verb : verb + 1] == ["the"])
    said = t.words[first] if t.words[first] in _PARTS else ""
    rest = first + bool(said)
    whole, last = (verb, rest) == (1, 3), len(t.line) - 1
    ends = [last] if not whole else []
    if t.first == "replace":
        ends += [
            at
            for at in range(last - 1, rest, -1)
            if t.words[at] in ("with", "by") and (t.words[at - 1], t.words[at]) not in _CLAUSES
        ]
    for end in ends:
        for part in (said,) if said else _PARTS:
            put = Token(WORD, t.line[rest].start, t.line[rest].start, t.line[0].line)
            changed = [*t.line[:verb], put, put, *t.line[rest:end], t.line[last]]
            if rest < end and t.reads(changed, {verb: "the", verb + 1: part}):
                return _with_part(t, verb, part, t.span(rest, end - 1).text, moved=end < last)
    return None


def _with_part(t: ParserError, verb: int, part: str, named: str, *, moved: bool) -> Diagnostic:
    """The message of `part_named`.  `moved`: something has to go to the line below."""
    below = t.tokens[t.stuck.at :]
    after = next((at for at, token in enumerate(below) if token.kind == NEWLINE), len(below))
    follows = [one.kind for one in below[after + 1 : after + 2]] == [INDENT]
    more = f", and the new {part} below it" if moved or not (t.first == "remove" or follows) else ""
    help = f"write `{' '.join(t.words[:verb])} the {part} {named}`{more}"
    if moved:
        span = t.span(0, len(t.line) - 2)
        return t.say("E0207", span, text=span.text, help=help)
    return t.say("E0210", t.span(verb), missing=f"`the {part}`", text=t.words[verb], help=help)


def clause_alone(t: ParserError) -> Diagnostic | None:
    """`replace the line any card`, `remove the line before each card by p`: the clauses of a trick are no lines."""
    for at in (1, 2):
        if t.words[at : at + 2] == _LINE and tuple(t.words[at + 2 : at + 4]) in _STEPS:
            span = t.span(at + 2, len(t.line) - 2)
            return t.say("E0213", span, text=span.text, help=_NOT_SINGLY)
    return None


def _surplus_help(t: ParserError, word: str) -> str | None:
    """What an author usually means by a word after a complete line; None if not known."""
    if any(t.words[at : at + 2] == _LINE and tuple(t.words[at + 2 : at + 4]) in _CLAUSES for at in (1, 2)):
        return _NOT_SINGLY
    if word == "where":
        return "`where` belongs to a phrase like `every p in players where …`"
    if word == "if" and (t.first == "for" or "for" in t.words[1 : t.index]):
        return "write `where` for the ones that count"
    if word in ("to", "-") and t.line[t.index - 1].kind == "NUMBER":
        return "a range is written `1..3`"
    if word == "," and "places" in t.words[t.index :]:
        return "the places stand in front: `row of each player: 6 places, face down`"
    if word == "=" and ":" in t.words and t.token.line and "let" not in t.accepts_at(0):
        return "what is remembered starts as none, 0 or no; give it its value in `main` or a phase"
    if word == ":":
        return "put what follows on the lines below, indented, and leave out the `:`"
    if t.token.kind in ("COMPARE", "="):
        return "two comparisons are joined by `and`: `1 < n and n < 5`"
    if word == ".." and t.first == "deck":
        return "the ranks of a deck are listed one by one"
    if t.token.kind in ("STRING", "TEMPLATE") and t.before == "chooses":
        return "the choices stand below, indented, each on its own line"
    return None


def unfinished(t: ParserError) -> Diagnostic | None:
    """The line ends too early."""
    if not t.at_end:
        return None
    missing = listed_words(expected_words(t.accepts)) or "something"
    if t.before in _NAMELIKE and t.index > 1:
        missing, help = "what it belongs to", f"`{t.before}` is a word of the language; as a name, take another word"
    else:
        help = t.like()
    return t.say("E0202", t.span(t.index - 1), missing=missing, help=help)


def anything(t: ParserError) -> Diagnostic | None:
    """Any other mistake."""
    could, like = listed_words(expected_words(t.accepts)), t.like()
    if t.before in _NAMELIKE and t.index > 1:
        help = f"`{t.before}` is a word of the language; if a name is meant, take another word"
    elif could and "let" not in t.accepts:
        help = f"what can stand here: {could}" + (f"; {like}" if like else "")
    else:
        help = A_LINE if t.index == 0 else like
    return t.say("E0201", text=t.words[t.index], help=help)
