"""What was meant: from the place where a line could not be read on to a message its author understands.

The machine knows where it stopped and what could have come there.  That alone makes poor messages: whoever writes
`set x = 1` should hear about `to`, not about the sixteen signs an expression may go on with.  So every kind of slip that
people make is looked for by a small function of its own, in the order of `HINTS`; the first that recognises it speaks.
The ones near the end try repairs: the line with one word changed, put in or left out is read again (states only, nothing
is made), and a repair that makes the rest of the line good is the message.  What is left says what could have stood
there, and shows a good line of the kind.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property

from .diagnostics import Diagnostic, make
from .hints_words import FOREIGN_WORDS, INNER_WORDS, USAGE, listed, wanted
from .layout import Line
from .lexer import WORD, Token
from .machine import DEDENT, INDENT, NEWLINE, Machine, Stuck
from .nearest import nearest
from .source import Source, Span
from .tables import END

_BLOCK_ENDS = frozenset((INDENT, DEDENT, END))
_STATEMENT_WORDS = frozenset(
    "let set add subtract gather shuffle deal move show play if repeat for stop start nothing in game".split()
)
_HEADINGS = frozenset(
    "language source variant replace remove ruling require preset after always deck kind option zones remember ranking"
    " values define main phase table incident players".split()
)


class Trouble:
    """One place where the machine stopped, and everything a hint may want to know about it."""

    def __init__(
        self, machine: Machine, source: Source, tokens: Sequence[Token], stuck: Stuck, lines: Sequence[Line]
    ) -> None:
        self.machine = machine
        self.source = source
        self.tokens = tokens
        self.stuck = stuck
        self.lines = lines
        self.token = tokens[stuck.at]
        """What could not be read."""

    @cached_property
    def accepts(self) -> frozenset[str]:
        """Everything that could have stood there."""
        return self.machine.accepts(self.stuck.states)

    @cached_property
    def line(self) -> Sequence[Token]:
        """The pieces of the line, its end included."""
        first = last = self.stuck.at
        while first > 0 and self.tokens[first - 1].line == self.token.line and self._inside(first - 1):
            first -= 1
        while self.tokens[last].kind != NEWLINE and last + 1 < len(self.tokens):
            last += 1
        return self.tokens[first : last + 1]

    def _inside(self, at: int) -> bool:
        return self.tokens[at].kind not in _BLOCK_ENDS

    @cached_property
    def index(self) -> int:
        """The place of the token in its line."""
        return self.line.index(self.token)

    @cached_property
    def words(self) -> list[str]:
        """The texts of the pieces of the line (the end of the line has none)."""
        return [self.text(token) for token in self.line]

    @property
    def first(self) -> str:
        """The word the line begins with."""
        return self.words[0]

    @property
    def before(self) -> str:
        """What stands in front of the place."""
        return self.words[self.index - 1] if self.index else ""

    @property
    def at_end(self) -> bool:
        """Whether it is the end of the line that came too soon."""
        return self.token.kind == NEWLINE

    def text(self, token: Token) -> str:
        return self.source.text[token.start : token.end]

    def span(self, first: int | None = None, last: int | None = None) -> Span:
        """The pieces `first` to `last` (both included) of the line; without numbers, the one that could not be read."""
        a = self.index if first is None else first
        b = a if last is None else last
        return Span(self.source, self.line[a].start, self.line[b].end)

    def reads(self, tokens: Sequence[Token], texts: Mapping[int, str]) -> bool:
        """Whether the line would read to its end with these pieces instead of its own."""
        return self.machine.follow(self.stuck.line_states, tokens, texts) == len(tokens)

    def accepts_at(self, index: int) -> frozenset[str]:
        """Everything that could stand at another place of the line, up to the one that could not be read."""
        states = self.machine.states(self.stuck.line_states, self.line[:index])
        return self.machine.accepts(states)

    def accepts_any(self, *symbols: str) -> bool:
        """Whether one of these could have stood there."""
        return not self.accepts.isdisjoint(symbols)

    def say(self, code: str, span: Span | None = None, *, help: str | None = None, **fields: object) -> Diagnostic:
        return make(code, span or self.span(), help=help, expected=wanted(self.accepts), **fields)


Hint = Callable[[Trouble], Diagnostic | None]


def explain(
    machine: Machine, source: Source, tokens: Sequence[Token], stuck: Stuck, lines: Sequence[Line]
) -> tuple[int, Diagnostic]:
    """The line to blame (its number in the form, from 0) and what to say about it."""
    trouble = Trouble(machine, source, tokens, stuck, lines)
    token = trouble.token
    if stuck.why == "deep":
        line = lines[token.line]
        return token.line, make("E0116", Span(source, line.start, line.end), help="give a part of it a name")
    if token.kind == INDENT:
        return token.line - 1, _no_block(trouble)
    if INDENT in trouble.accepts and tokens[stuck.at - 1].kind == NEWLINE:
        return _missing_block(trouble)
    if token.kind in _BLOCK_ENDS or (tokens[stuck.at - 1].kind == DEDENT and "otherwise" in trouble.accepts):
        missing = _missing_otherwise(trouble)
        if missing is not None:
            return missing
    if token.kind in _BLOCK_ENDS:
        line = lines[token.line]
        return token.line, make("E0202", _first_word(trouble, token.line), missing="the rest", expected=())
    for hint in HINTS:
        diagnostic = hint(trouble)
        if diagnostic is not None:
            return token.line, diagnostic
    raise AssertionError("the last hint always speaks")


# ------------------------------------------------------------------------------------------------------------ blocks


def _first_word(t: Trouble, number: int) -> Span:
    token = next(token for token in t.tokens if token.line == number and token.kind not in _BLOCK_ENDS)
    return Span(t.source, token.start, token.end)


def _heading(t: Trouble, number: int) -> Span:
    """A line without its citation."""
    pieces = [token for token in t.tokens if token.line == number and token.kind not in (*_BLOCK_ENDS, NEWLINE)]
    if pieces[-1].kind == "]":
        opened = max(i for i, token in enumerate(pieces) if token.kind == "[")
        pieces = pieces[:opened] or pieces
    return Span(t.source, pieces[0].start, pieces[-1].end)


def _no_block(t: Trouble) -> Diagnostic:
    """Lines are indented below one that takes no block."""
    above = [token for token in t.tokens if token.line == t.token.line - 1 and token.kind not in _BLOCK_ENDS]
    words = [t.text(token) for token in above]
    first = Span(t.source, above[0].start, above[0].end)
    if words[0] in FOREIGN_WORDS and above[0].kind == WORD:
        return make("E0207", first, text=words[0], help=FOREIGN_WORDS[words[0]])
    if nearest(words[0], ["otherwise"]) and len(above) == 2:
        return make("E0232", first, text=words[0], help="did you mean `otherwise`?")
    if ":" in words and words[0] in ("if", "for", "otherwise"):
        help = "the line above has its statement behind the `:`; put that one in the block too, and leave out the `:`"
    else:
        help = "the line above takes no block"
    return make("E0104", _first_word(t, t.token.line), help=help)


def _missing_block(t: Trouble) -> tuple[int, Diagnostic]:
    number = t.tokens[t.stuck.at - 1].line
    span = _heading(t, number)
    first = t.text(next(token for token in t.tokens if token.line == number and token.kind not in _BLOCK_ENDS))
    if first in ("if", "for", "otherwise"):
        help = "indent what belongs to it, or put one statement on the line, behind a `:`"
    elif first in ("main", "phase", "incident", "repeat"):
        help = "indent what belongs to it; if nothing does, write `nothing`"
    elif span.text.endswith("chooses"):
        help = 'indent the choices, each with a label: "pass"'
    else:
        help = "indent the lines that belong to it"
    return number, make("E0203", span, text=span.text, help=help, expected=("an indented block",))


def _missing_otherwise(t: Trouble) -> tuple[int, Diagnostic] | None:
    """`repeat at most … until …` without its `otherwise`."""
    if "otherwise" not in t.accepts or NEWLINE in t.accepts:
        return None
    depth = 0
    for at in range(t.stuck.at - 1, -1, -1):
        depth += (t.tokens[at].kind == DEDENT) - (t.tokens[at].kind == INDENT)
        if depth == 0 and t.tokens[at].kind == INDENT:
            number = t.tokens[at - 1].line
            help = "say below its block what happens if the bound is reached: `otherwise: nothing`"
            span = _heading(t, number)
            return number, make("E0227", span, text=span.text, help=help, expected=("`otherwise`",))
    return None


# -------------------------------------------------------------------------------------------------- words and names


def heading(t: Trouble) -> Diagnostic | None:
    """What stands at the left edge and begins no part of a rule file."""
    if t.index or t.token.line:
        return None
    headings = sorted(word for word in t.accepts if word.isalpha() and word.islower())
    if t.first == "otherwise":
        return t.say("E0224", help="it stands below an `if`, as far to the right")
    if t.first in _STATEMENT_WORDS or (t.token.kind == WORD and t.words[1] in ("", "(", "=", ".", "chooses")):
        return t.say("E0221", text=t.first, help="indent it below `main` or a `phase`")
    near = nearest(t.first.lower(), headings) if t.token.kind in (WORD, "RANK") else None
    if t.first.lower() in headings:
        near = t.first.lower()
    help = f"did you mean `{near}`?" if near else "a part begins with a word like `option`, `zones`, `define` or `phase`"
    return t.say("E0212", text=t.first, help=help)


def reserved(t: Trouble) -> Diagnostic | None:
    """A word of the language as a name."""
    if t.stuck.why != "reserved" and not (
        t.token.kind == WORD and "NAME" in t.accepts and t.words[t.index] in t.machine.tables.reserved
    ):
        return None
    text = t.words[t.index]
    if t.index == 0 and t.accepts_any("STRING", "TEMPLATE"):
        return None
    if text == "otherwise" and t.index == 0:
        return t.say("E0224", help="it stands below an `if`, as far to the right")
    misspelt = _repaired(t)
    if misspelt is not None:
        return misspelt
    return t.say("E0204", text=text, help=f"take another name: `my_{text}`, or a word that says more")


def capital(t: Trouble) -> Diagnostic | None:
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


def foreign_start(t: Trouble) -> Diagnostic | None:
    """A line that begins like one of another language."""
    first = t.line[0]
    if first.kind != WORD or t.index > 1 or t.first not in FOREIGN_WORDS:
        return None
    if t.accepts_at(0).isdisjoint(_STATEMENT_WORDS):
        return None
    return t.say("E0207", t.span(0), text=t.first, help=FOREIGN_WORDS[t.first])


def inner_heading(t: Trouble) -> Diagnostic | None:
    """A part of the file that was indented by mistake."""
    if t.index > 1 or t.line[0].line == 0 or t.first not in _HEADINGS:
        return None
    if t.index == 1 and (t.line[0].kind != WORD or "let" not in t.accepts_at(0)):
        return None
    if t.index == 0 and t.token.kind != WORD:
        return None
    return t.say("E0220", t.span(0), text=t.first, help="move it to the left edge, outside of the block")


def label(t: Trouble) -> Diagnostic | None:
    """A choice where a statement belongs, or a statement where a choice does."""
    if t.index:
        return None
    if t.token.kind in ("STRING", "TEMPLATE") and "let" in t.accepts:
        return t.say("E0225", help="a line like `p chooses` stands above the choices; what follows from one, below it")
    if "TEMPLATE" in t.accepts and t.token.kind not in ("STRING", "TEMPLATE"):
        help = 'a choice begins with its label: "pass"; what follows from it is indented below'
        return t.say("E0226", text=t.first, help=help)
    return None


def otherwise(t: Trouble) -> Diagnostic | None:
    """An `otherwise` that no `if` stands above."""
    if t.index == 0 and t.first == "otherwise":
        return t.say("E0224", help="it stands below an `if`, as far to the right")
    return None


# ------------------------------------------------------------------------------------------------- signs and brackets


def assignment(t: Trouble) -> Diagnostic | None:
    """`=` where something is to change, or is given a name or a meaning."""
    if t.words[t.index] not in ("=", ":", "is", "be", "to", "means") or not t.index:
        return None
    rest = _rest(t)
    name = t.source.text[t.line[1].start : t.line[t.index - 1].end] if t.index > 1 else ""
    sign = t.words[t.index]
    if t.first == "set" and sign in ("=", "be", "is"):
        return t.say("E0205", text=sign, help=f"write `set {name} to {rest}`")
    if t.first == "let" and sign in ("=", "to", "is"):
        return t.say("E0205", text=sign, help=f"write `let {name} be {rest}`")
    if t.first == "define" and sign in ("=", ":", "is", "be"):
        return t.say("E0205", text=sign, help=f"write `define {name} means {rest}`" if rest else "write `means`")
    path = all(word == "." or t.line[i].kind == WORD for i, word in enumerate(t.words[: t.index]))
    if sign == "=" and path and "let" in t.accepts_at(0):
        name = t.source.text[t.line[0].start : t.line[t.index - 1].end]
        return t.say("E0205", text=sign, help=f"write `set {name} to {rest}`, or `let {name} be {rest}` for a new name")
    return None


def is_value(t: Trouble) -> Diagnostic | None:
    """`is` asks for none, empty and joker only."""
    if not {"none", "empty"} <= t.accepts or t.at_end:
        return None
    negated = t.before == "not"
    if t.words[t.index] == "in":
        return t.say("E0211", help="write `not (x in S)`" if negated else "write `in` without `is`")
    sign = "!=" if negated else "="
    first = t.index - (2 if negated else 1)
    rest = t.words[t.index]
    help = f"write `{sign} {rest}`; `is` asks for `none`, `empty`, `joker` or `a` shape"
    return t.say("E0211", t.span(first, t.index), help=help)


def colon(t: Trouble) -> Diagnostic | None:
    """A `:` that is missing before one statement, or that stands before a block."""
    if t.at_end and t.before == ":" and t.first in ("if", "for", "otherwise"):
        return t.say("E0213", t.span(t.index - 1), text=":", help="where a block follows, leave out the `:`")
    if t.words[t.index] == ":" and NEWLINE in t.accepts and t.line[t.index + 1].kind == NEWLINE:
        return t.say("E0213", text=":", help="leave it out: the indented lines below are enough")
    if ":" in t.accepts and t.first in ("if", "for", "otherwise") and not t.at_end:
        if t.words[t.index] == "then":
            return t.say("E0207", text="then", help="write `:` instead")
        colon_ = Token(":", t.token.start, t.token.start, t.token.line)
        changed = [*t.line[: t.index], colon_, *t.line[t.index :]]
        if t.reads(changed, {}):
            return t.say("E0209", text=t.words[t.index], help="a `:` stands between a condition and its one statement")
    return None


def call(t: Trouble) -> Diagnostic | None:
    """`deal_hand()`"""
    if t.words[t.index] != ")" or t.before != "(":
        return None
    name = t.words[t.index - 2] if t.index > 1 else ""
    return t.say("E0230", t.span(t.index - 1, t.index), help=f"write `{name}` alone")


def citation(t: Trouble) -> Diagnostic | None:
    """Citations in the wrong place, or with something else in them."""
    opened = [i for i in range(t.index) if t.line[i].kind == "["]
    closed = [i for i in range(t.index) if t.line[i].kind == "]"]
    if t.token.kind == "[":
        touching = t.index > 0 and t.line[t.index - 1].end == t.token.start
        end = next((i for i in range(t.index, len(t.line)) if t.line[i].kind == "]"), t.index)
        help = _NO_LISTS if touching or "(" in t.accepts else "it stands at the very end of its line"
        return t.say("E0223", t.span(t.index, end), help=help)
    if len(opened) > len(closed) and not t.at_end:
        return t.say("E0229", text=t.words[t.index], help="a citation lists lines of a document: `[12, 30-32]`, `[8; reprint 10]`")
    if closed and t.before == "]" and not t.at_end:
        last = len(t.line) - 2
        return t.say("E0223", t.span(opened[-1], closed[-1]), help=f"it stands behind `{t.span(t.index, last).text}`")
    return None


_NO_LISTS = "square brackets hold document lines; a set is `{1, 2, 3}`"


def fraction(t: Trouble) -> Diagnostic | None:
    """`1.5`"""
    if t.token.kind == "NUMBER" and t.before == "." and t.index > 1 and t.line[t.index - 2].kind == "NUMBER":
        help = "there are whole numbers only; a range has two dots: `1..5`"
        span = t.span(t.index - 2, t.index)
        return t.say("E0228", span, text=span.text, help=help)
    return None


def quotes(t: Trouble) -> Diagnostic | None:
    """A text without quotes, quotes around a name, or braces where nothing is filled in."""
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
        help = f"write `{plain}`" if plain.isidentifier() and plain.isascii() else None
        return t.say("E0231", text=inside, help=help)
    return None


def semicolon(t: Trouble) -> Diagnostic | None:
    """Two statements on a line."""
    if t.token.kind == ";" and NEWLINE in t.accepts:
        return t.say("E0213", text=";", help="put what follows on a line of its own")
    return None


# --------------------------------------------------------------------------------------------------------- repairs


def unknown_statement(t: Trouble) -> Diagnostic | None:
    """`bid p`: the first word is taken for the name of a phase, and then something follows."""
    if t.index != 1 or t.at_end or t.line[0].kind != WORD or not {NEWLINE, "chooses"} <= t.accepts:
        return None
    help = f"the values a phase needs stand in brackets: `{t.first}(…)`; who decides is told by `{t.first} chooses`"
    return t.say("E0233", t.span(0, len(t.line) - 2), text=t.first, help=help)


def compound(t: Trouble) -> Diagnostic | None:
    """A statement with a block of its own, or one of a phase, where only a plain one has room."""
    if t.words[t.index] not in _STATEMENT_WORDS or not t.index or t.before not in (":", "->", ","):
        return None
    if not t.accepts_any("set", "nothing"):
        return None
    if t.before == ":":
        help = "behind a `:` stands one plain statement; put this in an indented block"
    else:
        help = "a row does plain things: `set`, `add`, `move` and the like, or a phase; `nothing` is one too"
    return t.say("E0201", text=t.words[t.index], help=help)


def foreign_inside(t: Trouble) -> Diagnostic | None:
    """A word within a line that another language has there."""
    for index in (t.index, t.index - 1):
        if index <= 0 or t.line[index].kind != WORD or t.words[index] not in INNER_WORDS:
            continue
        word = t.words[index]
        if index != t.index and "NAME" not in t.accepts_at(index):
            continue
        if word in ("without", "with", "into", "that", "times", "some", "all") and index != t.index:
            continue
        return t.say("E0207", t.span(index), text=word, help=INNER_WORDS[word])
    return None


def misspelt(t: Trouble) -> Diagnostic | None:
    """A word of the language with a slip in it."""
    return _repaired(t)


def _repaired(t: Trouble) -> Diagnostic | None:
    """The nearest word that makes the rest of the line good, for the place or the word in front of it."""
    for index in (t.index, t.index - 1):
        if index < 0 or t.line[index].kind != WORD:
            continue
        could = t.accepts_at(index)
        words = {word for word in could if word.isalpha() and word.islower()}
        near = nearest(t.words[index], words)
        if near is None:
            continue
        reached = t.machine.follow(t.stuck.line_states, t.line, {index: near})
        if reached > max(t.index, index + 1) or t.reads(t.line, {index: near}):
            return t.say("E0232", t.span(index), text=t.words[index], help=f"did you mean `{near}`?")
    return None


_NO_REPAIRS = frozenset(". + - * / mod except ( { [ ) } ]".split())


def _is_repair(t: Trouble, symbol: str) -> bool:
    """Signs and words worth trying.  Operators fit everywhere; and where the line was complete nothing was left out."""
    return not symbol.isupper() and symbol[0] not in "_$" and symbol not in _NO_REPAIRS and NEWLINE not in t.accepts


def left_out(t: Trouble) -> Diagnostic | None:
    """One word or sign is missing, and with it the line would be good."""
    found: list[str] = []
    for symbol in sorted(t.accepts):
        word = symbol.isalpha() and symbol.islower()
        if not _is_repair(t, symbol):
            continue
        token = Token(WORD if word else symbol, t.token.start, t.token.start, t.token.line)
        changed = [*t.line[: t.index], token, *t.line[t.index :]]
        if t.reads(changed, {t.index: symbol} if word else {}):
            found.append(f"`{symbol}`")
    if not found or len(found) > 3 or t.at_end:
        return None
    missing = listed(found)
    return t.say("E0210", missing=missing, text=t.words[t.index], help=_like(t))


def replaced(t: Trouble) -> Diagnostic | None:
    """One word or sign stands where another one should: `deal 5 of stock`."""
    if t.at_end:
        return None
    found: list[str] = []
    for symbol in sorted(t.accepts):
        word = symbol.isalpha() and symbol.islower()
        if not _is_repair(t, symbol):
            continue
        token = Token(WORD if word else symbol, t.token.start, t.token.end, t.token.line)
        changed = [*t.line[: t.index], token, *t.line[t.index + 1 :]]
        if t.reads(changed, {t.index: symbol} if word else {}):
            found.append(f"`{symbol}`")
    if not found or len(found) > 3:
        return None
    return t.say("E0201", text=t.words[t.index], help=f"write {listed(found)} instead")


def surplus(t: Trouble) -> Diagnostic | None:
    """The line was complete; something else follows."""
    if NEWLINE not in t.accepts or t.at_end:
        return None
    last = len(t.line) - 2
    span = t.span(t.index, last)
    return t.say("E0213", span, text=span.text, help=_like(t))


def unfinished(t: Trouble) -> Diagnostic | None:
    """The line stops in the middle."""
    if not t.at_end:
        return None
    missing = listed(wanted(t.accepts)) or "something"
    if t.before in _NAMELIKE and t.index > 1:
        missing, help = "what it belongs to", f"`{t.before}` is a word of the language; as a name, take another word"
    else:
        help = _like(t)
    return t.say("E0202", t.span(t.index - 1), missing=missing, help=help)


_NAMELIKE = frozenset("top bottom size number total highest lowest first a the any every no game play deal start".split())


def anything(t: Trouble) -> Diagnostic | None:
    """Whatever is left."""
    help = None
    if t.before in _NAMELIKE and t.index > 1:
        help = f"`{t.before}` is a word of the language; if a name is meant, take another word"
    else:
        could = listed(wanted(t.accepts))
        help = f"what can stand here: {could}" if could else _like(t)
    return t.say("E0201", text=t.words[t.index], help=help)


HINTS: tuple[Hint, ...] = (
    heading,
    otherwise,
    foreign_start,
    inner_heading,
    label,
    assignment,
    is_value,
    colon,
    call,
    citation,
    fraction,
    quotes,
    semicolon,
    capital,
    compound,
    reserved,
    misspelt,
    unknown_statement,
    foreign_inside,
    left_out,
    replaced,
    surplus,
    unfinished,
    anything,
)
"""In this order; each looks for one kind of slip."""


def _rest(t: Trouble) -> str:
    """What follows on the line, without its citation."""
    after = list(t.line[t.index + 1 : -1])
    if after and after[-1].kind == "]":
        opened = max((i for i, token in enumerate(after) if token.kind == "["), default=0)
        after = after[:opened]
    return t.source.text[after[0].start : after[-1].end] if after else "…"


def _like(t: Trouble) -> str | None:
    """A good line that begins with the same word."""
    first = "game over" if t.words[:2] == ["game", "over"] else t.first
    if t.line[0].kind in ("STRING", "TEMPLATE"):
        return 'a choice reads like `"play {c}" for c in p.hand where c.suit = led`, or `"pass" if n > 1`'
    return f"a line like `{USAGE[first]}`" if first in USAGE else None
