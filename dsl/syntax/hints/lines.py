"""Hints about words, signs and brackets.  Each function knows one kind of mistake that people make."""

from __future__ import annotations

import re

from ...source.diagnostics import Diagnostic
from ...source.nearest import slip_for
from ..lexer import WORD, Token
from ..machine import NEWLINE
from ..parse_error import ParserError
from .remaining import names_card
from .repairs import A_LINE, dropped, misspelt
from .sayings import BEGINNINGS
from .whose import is_not_in
from .words import FOREIGN_WORDS, INNER_WORDS, headings, statement_words, words

_ARTICLES = ("a", "the")
_CONNECTING = words("and any every except for if in is no not of or otherwise the to until")
"""Reserved words that nobody mistakes for a name.  One of them in a wrong place is another kind of mistake."""
_NUMBER_LAST = re.compile(r": (- )?\d+")
"""The end of a row in a table of card values."""
_NO_LISTS = "square brackets hold document lines; a set is `{1, 2, 3}`"


def heading(t: ParserError) -> Diagnostic | None:
    """A line at the left edge that begins no part of a rule file."""
    if t.index or t.token.line:
        return None
    possible = sorted(word for word in t.accepts if word.isalpha() and word.islower())
    if t.first == "otherwise":
        return t.say("E0224", help="write it below an `if`, indented as far")
    if t.token.kind == WORD and t.first in FOREIGN_WORDS:
        return t.say("E0207", text=t.first, help=FOREIGN_WORDS[t.first])
    said = t.source.text[t.line[0].start : t.line[-1].start].rstrip()
    for pattern, better in BEGINNINGS if t.first not in possible else ():
        if (found := re.match(pattern, said)) is not None:
            return t.say("E0212", text=t.first, help=better.format(*found.groups()))
    near = slip_for(t.first.lower(), possible) if t.token.kind in (WORD, "RANK") else None
    if t.first.lower() in possible:
        near = t.first.lower()
    called = t.token.kind == WORD and t.words[1] in ("", "(", "=", ".", "chooses")
    if t.first in statement_words() or (called and not near):
        setting = re.fullmatch(r"([a-z]\w*) *(?:=|:|is|to) *(\w+)", said)
        also = f", or, for an option in a variant, write `set {setting[1]} to {setting[2]}`" if setting else ""
        return t.say("E0221", text=t.first, help=f"indent it below `main` or a `phase`{also}")
    if near:
        help = f"did you mean `{near}`?"
    elif t.first in ("/", "-", "*", ";"):
        help = "a comment starts with `#`"
    else:
        help = "a part begins with a word like `option`, `zones`, `define` or `phase`"
    return t.say("E0212", text=t.first, help=help)


def laid_where(t: ParserError) -> Diagnostic | None:
    """`move c to the bottom of stock`, `move c under stock`, `move c to top of stock`."""
    if t.first != "move" or t.token.kind != WORD:
        return None
    text, following = t.words[t.index], t.words[t.index + 1 :]
    if text in ("under", "below", "beneath"):
        return t.say("E0201", text=text, help="write `to bottom of`")
    if t.before == "to" and text == "top":
        return t.say("E0204", text=text, help="`move` lays on top: write `to stock`")
    if text == "bottom" and t.words[t.index - 2 : t.index] == ["to", "the"]:
        return t.say("E0213", t.span(t.index - 1), text="the", help="write `to bottom of stock`")
    if t.before in ("middle", "of") and "middle" in t.words[: t.index] and (text == "of" or following[:1] == [""]):
        return t.say("E0201", text=text, help="a line like `move c to the middle of stock`")
    return None


def direction(t: ParserError) -> Diagnostic | None:
    """`play trick …, led by leader, counterclockwise`"""
    text = t.words[t.index]
    if t.first != "play" or text not in ("clockwise", "counterclockwise"):
        return None
    help = "it belongs to the game: `players 4, counterclockwise`; in play, `play the other way round` reverses it"
    return t.say("E0201", text=text, help=help)


def brackets(t: ParserError) -> Diagnostic | None:
    """`top k - 1 of stock`, `size of top 2 of stock`: a computed value needs brackets here."""
    text, words = t.words[t.index], t.words[: t.index]
    if text in ("+", "-", "*", "/") and words[-2:-1] and words[-2] in ("top", "bottom"):
        return t.say("E0201", text=text, help=f"put brackets around the number: `{words[-2]} (k {text} 1) of stock`")
    of_value = words[-1:] == ["of"] and not {"top", "bottom"} & {*words[-3:-1]}  # the top is that of a zone
    if of_value and t.token.kind == WORD and t.accepts_any("(") and _reads_in_brackets(t):
        return t.say("E0201", text=text, help=f"put brackets around what comes after `of`: `of ({text} …)`")
    return None


def _reads_in_brackets(t: ParserError) -> bool:
    """Whether the line could be read if some words from here on stood in brackets."""
    before, after = t.line[: t.index], t.line[t.index :]
    at = Token("(", t.token.start, t.token.start, t.token.line)
    for end in range(1, min(len(after), _MOST_BRACKETED) + 1):
        close = Token(")", after[end - 1].end, after[end - 1].end, t.token.line)
        if t.reads([*before, at, *after[:end], close, *after[end:]], {}):
            return True
    return False


_MOST_BRACKETED = 30
"""The most words that are tried in brackets."""


def reserved(t: ParserError) -> Diagnostic | None:
    """A word of the language used as a name."""
    if t.stuck.why != "reserved" and not (
        t.token.kind == WORD and "NAME" in t.accepts and t.words[t.index] in t.machine.tables.reserved
    ):
        return None
    text = t.words[t.index]
    if t.index == 0 and t.accepts_any("STRING", "TEMPLATE"):
        return None
    if text == "otherwise" and t.index == 0:
        return otherwise(t)
    if text in _ARTICLES or text in _CONNECTING:
        article = dropped(t)
        if article is None and t.only("NAME"):
            name = Token(WORD, t.token.start, t.token.start, t.token.line)
            if t.reads([*t.line[: t.index], name, *t.line[t.index :]], {t.index: "x"}):
                return t.say("E0210", missing="a name", text=text, help=t.like())
        if article is not None or (text in _CONNECTING and not t.only("NAME")):
            return article
    if text == "joker" and t.before in ("=", "!="):
        return t.say("E0204", text=text, help="write `is joker`" if t.before == "=" else "write `is not joker`")
    return misspelt(t) or t.say(
        "E0204", text=text, help=f"take another name: `{_NAMES.get(text, f'my_{text}')}`, or a word that says more"
    )


_NAMES = {"deal": "deal_cards", "play": "play_hand", "set": "group", "show": "showdown", "start": "opening"}
"""Names for what words of the language are often meant for."""


def capital(t: ParserError) -> Diagnostic | None:
    """`Deal` for `deal`."""
    if t.token.kind != "RANK" or "RANK" in t.accepts:
        return None
    lower = t.words[t.index].lower()
    token = Token(WORD, t.token.start, t.token.end, t.token.line)
    changed = [*t.line[: t.index], token, *t.line[t.index + 1 :]]
    word = lower in t.accepts
    if not word and "NAME" not in t.accepts:
        return None
    if not word and not t.reads(changed, {t.index: lower}) and t.accepts_any("STRING"):
        return None
    return t.say("E0208", text=t.words[t.index], help=f"write `{lower}`: words and names are lower case")


def foreign_start(t: ParserError) -> Diagnostic | None:
    """A line that begins like one of another language."""
    first = t.line[0]
    if first.kind != WORD or t.index > 1 or t.first not in FOREIGN_WORDS:
        return None
    if t.accepts_at(0).isdisjoint(statement_words()):
        return None
    return t.say("E0207", t.span(0), text=t.first, help=FOREIGN_WORDS[t.first])


def default_of_option(t: ParserError) -> Diagnostic | None:
    """`default 50` below `change the option target`."""
    if t.index or t.first not in ("default", "start", "set", "make") or not {"allow", "describe"} <= t.accepts_at(0):
        return None
    return t.say("E0201", text=t.first, help="the default is changed by a line at the left edge: `set target to 50`")


def row_of_values(t: ParserError) -> Diagnostic | None:
    """`J of diamonds: -10` below `change penalty`, which is for phases, tables and defines."""
    form = [t.text(token) for token in t.tokens[:3]]
    if form[0] != "change" or form[1] == "the" or form[2:] != [""]:
        return None
    words = t.words[:-1]
    if ":" not in words[1:-1] or not _NUMBER_LAST.fullmatch(" ".join(words[words.index(":") :])):
        return None
    if t.first in statement_words() or t.line[0].kind == "STRING":
        return None
    help = f"what cards are worth is changed below `change the values {form[1]}`"
    return t.say("E0201", t.span(words.index(":")), text=":", help=help)


def inner_heading(t: ParserError) -> Diagnostic | None:
    """A part of the file that was indented by mistake."""
    if t.index > 1 or t.line[0].line == 0 or t.first not in headings():
        return None
    if t.index == 1 and (t.line[0].kind != WORD or "let" not in t.accepts_at(0)):
        return None
    if t.index == 0 and t.token.kind != WORD:
        return None
    if t.first == "players" and t.words[1] in ("chooses", "choose"):
        help = "one player chooses: write `p chooses`, below a line `for p in players`"
        return t.say("E0220", t.span(0), text=t.first, help=help)
    return t.say("E0220", t.span(0), text=t.first, help="move it to the left edge, outside of the block")


def label(t: ParserError) -> Diagnostic | None:
    """An answer of a choice where a statement belongs, or a statement where an answer belongs."""
    if t.index:
        return None
    if t.token.kind in ("STRING", "TEMPLATE") and "let" in t.accepts:
        return t.say("E0225", help="a line like `p chooses` stands above the choices; what follows from one, below it")
    if "for" in t.accepts and "NAME" in t.accepts and "let" not in t.accepts:
        return t.say("E0201", text=t.first, help="below `in secret together` stand lines like `p chooses`")
    if "TEMPLATE" in t.accepts and t.token.kind not in ("STRING", "TEMPLATE"):
        help = 'a choice begins with its label: "pass"; what follows from it is indented below'
        return t.say("E0226", text=t.first, help=help)
    return None


def otherwise(t: ParserError) -> Diagnostic | None:
    """An `otherwise` without an `if` above it, or as the name of a line that a variant changes."""
    if t.words[t.index] != "otherwise":
        return None
    if t.index == 0:
        help = "write it below an `if`, indented as far"
        if "equal" in t.accepts:
            help = "the row for all the others is `any other suit: …`"
        elif re.search(r"\n +replace the line if [^\n]*\n\s*\Z", t.source.text[: t.token.start]):
            help = "begin the new lines with an `if`: the `otherwise` of the old one stays below it"
            if t.words[1] == "if":
                help = "leave out the `otherwise`: the new `if` comes where the old one was"
        return t.say("E0224", help=help)
    if t.words[t.index - 2 : t.index] != ["the", "line"]:
        return None
    if t.words[t.index + 1] == "if":
        also = (
            "; write the new line with `if` alone, too: it stays behind its `otherwise`" if t.first == "replace" else ""
        )
        return t.say("E0213", text="otherwise", help=f"leave it out{also}")
    if t.words[t.index + 1] == ":" and t.words[t.index + 2]:
        start = t.source.text[t.line[0].start : t.token.start]
        return t.say("E0201", text="otherwise", help=f"write `{start}{t.rest().removeprefix(':').strip()}`")
    help = "name a line below it; or replace its `if` with another one that has an `otherwise`"
    return t.say("E0201", text="otherwise", help=help)


def assignment(t: ParserError) -> Diagnostic | None:
    """`=` in a line that changes a variable, introduces a name or defines one."""
    if t.words[t.index] not in ("=", ":", "is", "be", "to", "means") or not t.index:
        return None
    rest = t.rest()
    name = t.source.text[t.line[1].start : t.line[t.index - 1].end] if t.index > 1 else ""
    sign = t.words[t.index]
    if {"set": "to", "let": "be"}.get(t.first) in t.words[1 : t.index] or (t.first in ("set", "let") and not name):
        return None  # the line has its own word already
    if t.first == "set" and sign in ("=", "be", "is"):
        return t.say("E0205", text=sign, help=f"write `set {name} to {rest}`")
    if t.first == "let" and sign in ("=", "to", "is"):
        return t.say("E0205", text=sign, help=f"write `let {name} be {rest}`")
    if t.first == "define" and sign in ("=", ":", "is", "be"):
        help = f"write `define {name} means {rest}`"
        if "means" in t.words:
            help = "leave it out: Hoyle finds the kind of value by itself"
        return t.say("E0205", text=sign, help=help)
    path = all(word == "." or t.line[i].kind == WORD for i, word in enumerate(t.words[: t.index]))
    if t.first == "for" and sign == "=":
        return t.say("E0205", text=sign, help=f"write `for {name} in …`; a range is `1..3`")
    if sign == "=" and path and t.first not in statement_words() and "let" in t.accepts_at(0):
        name = t.source.text[t.line[0].start : t.line[t.index - 1].end]
        new = f", or `let {name} be {rest}` for a new name" if t.index == 1 else ""
        return t.say("E0205", text=sign, help=f"write `set {name} to {rest}`{new}")
    return None


def is_value(t: ParserError) -> Diagnostic | None:
    """`is` before a value.  After `is` only a few tests may follow, such as none, empty and joker."""
    if not {"none", "empty"} <= t.accepts or t.at_end:
        return None
    negated = t.before == "not"
    if t.words[t.index] == "in":
        return is_not_in(t) if negated else t.say("E0211", help="write `in` without `is`")
    sign = "!=" if negated else "="
    first = t.index - (2 if negated else 1)
    last = t.index
    while t.words[last + 1] == "." and t.line[last + 2].kind != NEWLINE:
        last += 2
    rest = "".join(t.words[t.index : last + 1])
    card = _card_before(t, first)
    if card is not None and (t.token.kind in ("RANK", "NUMBER") or rest in _SUITS):
        part = "suit" if rest in _SUITS else "rank"
        span = t.span(first - (2 * card.count(".") + 1), last)
        return t.say("E0211", span, help=f"write `{card}.{part} {sign} {rest}`")
    article = "not a" if negated else "a"
    if rest in ("trump", "trumps"):
        return t.say("E0211", t.span(first, t.index), help=f"write `is {article} trump`")
    if rest == "an":
        return t.say("E0211", t.span(first, t.index), help=f"write `is {article} {t.words[last + 1]}`")
    if re.search(rf"^shape {re.escape(rest)}:", t.source.text, re.MULTILINE):
        return t.say("E0211", t.span(first, t.index), help=f"write `is {article} {rest}`")
    help = "`is` asks for `none`, `empty`, `joker` or `a` shape"
    if t.line[t.index].kind != NEWLINE and rest != ":":
        help = f"write `{sign} {rest}`; {help}"
    return t.say("E0211", t.span(first, t.index), help=help)


_SUITS = ("clubs", "diamonds", "hearts", "spades")


def _card_before(t: ParserError, first: int) -> str | None:
    """The name of a card in front of this token, if the file says that it is one."""
    start = first - 1
    while start > 1 and t.words[start - 1] == ".":
        start -= 2
    name = t.span(start, first - 1).text
    return name if t.line[start].kind == WORD and names_card(name, t.source.text) else None


def colon(t: ParserError) -> Diagnostic | None:
    """A missing `:` before a single statement, or a `:` before a block."""
    if t.at_end and t.before == ":" and t.first in ("if", "for", "otherwise"):
        return t.say("E0213", t.span(t.index - 1), text=":", help="where a block follows, leave out the `:`")
    if t.words[t.index] == ":" and NEWLINE in t.accepts and t.line[t.index + 1].kind == NEWLINE:
        return t.say("E0213", text=":", help="leave it out: the indented lines below are enough")
    if ":" in t.accepts and t.first in ("if", "for", "otherwise") and not t.at_end:
        if t.words[t.index] in ("then", "do"):
            help = "write `:` instead, or nothing where a block follows"
            return t.say("E0207", text=t.words[t.index], help=help)
        colon_ = Token(":", t.token.start, t.token.start, t.token.line)
        changed = [*t.line[: t.index], colon_, *t.line[t.index :]]
        if t.reads(changed, {}):
            return t.say("E0209", text=t.words[t.index], help="a `:` stands between a condition and its one statement")
    return None


def call(t: ParserError) -> Diagnostic | None:
    """`deal_hand()`"""
    if t.words[t.index] != ")" or t.before != "(":
        return None
    name = t.words[t.index - 2] if t.index > 1 else ""
    return t.say("E0230", t.span(t.index - 1, t.index), help=f"write `{name}` alone")


def citation(t: ParserError) -> Diagnostic | None:
    """A citation in the wrong place, or with wrong contents."""
    opened = [i for i in range(t.index) if t.line[i].kind == "["]
    closed = [i for i in range(t.index) if t.line[i].kind == "]"]
    if t.token.kind == "[":
        touching = t.index > 0 and t.line[t.index - 1].end == t.token.start
        end = next((i for i in range(t.index, len(t.line)) if t.line[i].kind == "]"), t.index)
        help = _NO_LISTS if touching or "(" in t.accepts else "it stands at the very end of its line"
        return t.say("E0223", t.span(t.index, end), help=help)
    if len(opened) > len(closed) and not t.at_end:
        return t.say(
            "E0229",
            text=t.words[t.index],
            help="a citation lists lines of a document: `[12, 30-32]`, `[8; reprint 10]`",
        )
    if closed and t.before == "]" and not t.at_end:
        last = len(t.line) - 2
        return t.say("E0223", t.span(opened[-1], closed[-1]), help=f"it comes after `{t.span(t.index, last).text}`")
    return None


def fraction(t: ParserError) -> Diagnostic | None:
    """`1.5`"""
    if t.token.kind == "NUMBER" and t.before == "." and t.index > 1 and t.line[t.index - 2].kind == "NUMBER":
        help = "there are whole numbers only; a range has two dots: `1..5`"
        span = t.span(t.index - 2, t.index)
        return t.say("E0228", span, text=span.text, help=help)
    return None


def quotes(t: ParserError) -> Diagnostic | None:
    """A text without quotes, quotes around a name, or braces that have no meaning."""
    if t.token.kind == "TEMPLATE" and "STRING" in t.accepts:
        return t.say("E0215", help="braces stand only in the labels of choices")
    if t.token.kind in (WORD, "RANK", "NUMBER") and "STRING" in t.accepts and not t.accepts - {"STRING", "TEMPLATE"}:
        last = t.index
        while t.line[last + 1].kind in (WORD, "RANK", "NUMBER") and t.words[last + 1] != "of":
            last += 1
        span = t.span(t.index, last)
        return t.say("E0222", span, text=span.text, help=f'write `"{span.text}"`')
    if t.token.kind == "STRING" and "NAME" in t.accepts:
        inside = t.words[t.index].strip('"')
        plain = "_".join(inside.lower().split())
        help = f"write `{plain}`" if plain.isidentifier() and plain.isascii() else t.like()
        return t.say("E0231", text=inside, help=help)
    return None


def semicolon(t: ParserError) -> Diagnostic | None:
    """Two statements on one line."""
    if t.token.kind == ";" and NEWLINE in t.accepts:
        return t.say("E0213", text=";", help="put what follows on a line of its own")
    return None


def unknown_statement(t: ParserError) -> Diagnostic | None:
    """`bid p`: the first word is taken for the name of a phase, but something follows it."""
    if t.index != 1 or t.at_end or t.line[0].kind != WORD or not {NEWLINE, "chooses"} <= t.accepts:
        return None
    if t.token.kind in (WORD, "NUMBER", "RANK"):
        help = f"put the values that a phase needs in brackets: `{t.first}(…)`; `{t.first} chooses` says who decides"
    else:
        help = A_LINE
    return t.say("E0233", t.span(0, len(t.line) - 2), text=t.first, help=help)


def compound(t: ParserError) -> Diagnostic | None:
    """A statement with its own block, or a statement of a phase, where only a simple one may be."""
    if t.words[t.index] not in statement_words() or not t.index or t.before not in (":", "->", ","):
        return None
    if not t.accepts_any("set", "nothing"):
        return None
    if t.before == ":":
        help = "after a `:` comes one plain statement; put this in an indented block"
    else:
        help = "a row does plain things: `set`, `add`, `move` and the like, or a phase; `nothing` is one too"
    return t.say("E0201", text=t.words[t.index], help=help)


def foreign_inside(t: ParserError) -> Diagnostic | None:
    """A word within a line that belongs to another language."""
    if t.index > 1 and (t.only("in") or t.accepts == frozenset(("in", "so", "card"))):
        which = "number of" if t.words[t.index - 2] == "of" else t.words[t.index - 2]
        help = f"a name runs over a set: `{which} {t.before} in players …`"
        if not t.at_end:
            return t.say("E0201", text=t.words[t.index], help=help)
        return t.say("E0202", t.span(t.index - 1), missing="`in`", help=help)
    for index in (t.index, t.index - 1):
        if index <= 0 or t.line[index].kind != WORD or t.words[index] not in INNER_WORDS:
            continue
        if t.words[index] == "all" and t.first != "for":
            continue
        if t.words[index] == "each" and t.first != "for":
            return t.say("E0201", t.span(index), text="each", help="say what of each player: `hand of each player`")
        word = t.words[index]
        if index != t.index and "NAME" not in t.accepts_at(index):
            continue
        if word in ("without", "with", "into", "that", "times") and index != t.index:
            continue
        help = _without(t, index) if t.first == "for" and word in ("all", "each") else None
        return t.say("E0207", t.span(index), text=word, help=help or INNER_WORDS[word])
    return None


def _without(t: ParserError, index: int) -> str | None:
    """The advice to write the line without a word, if it can be read then."""
    left = [*t.line[:index], *t.line[index + 1 :]]
    if index + 2 >= len(t.line) or not t.reads(left, {}):
        return None
    return f"write `{t.first} {t.source.text[t.line[index + 1].start : t.line[-2].end]}`"
