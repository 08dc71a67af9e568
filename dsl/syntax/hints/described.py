"""Players of whom something is said, as `players who have not folded`, `each player with no tricks`, `if everyone has
passed`, and what they do: the line to write.

The file itself says what is yes or no of each player, and what each player has.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache

from ...source.diagnostics import Diagnostic
from ...source.numerals import NUMERALS, in_digits
from ..parse_error import ParserError
from .doings import done_instead
from .payments import numbers_of_each, paid_instead
from .plainer import could_be, in_other_words
from .sayings import NOBODY, PATH, plural
from .sentences import said_instead

LONGEST = 200
"""The longest line, in characters, in which such players are looked for."""

_PERSON = rf"(?:the )?(?P<who>{NOBODY}(?!(?:no|nobody|every|any|some)\b){PATH})"
_EVERY = r"(?:(?:every|each) player|all (?:of )?(?:the )?players|everybody|everyone|all)"
_SOME = r"(?:(?:some|any|a|one) player|somebody|someone|anybody|anyone)"
_NONE = r"(?:no player|nobody|no one|none of the players)"
_ALL = rf"(?:(?P<every>{_EVERY})|(?P<some>{_SOME})|(?P<none>{_NONE})|{_PERSON})"
_AUX = r"(?:has|have|had|is|are|was|were|did|do|does)"
_TAKES = r"(?:(?P<took>takes?|took|wins?|won|makes?|made)|has|have|had)"
_N = rf"(?:\d+|an?|{'|'.join(NUMERALS[1:])})"
_WHO = r"(?:who|that|which)"
_SIGNS = {"at least": ">=", "at most": "<=", "more than": ">", "less than": "<", "fewer than": "<", "exactly": "="}
_CLAUSES = (
    rf"{_WHO} (?:{_AUX} )?(?:still )?(?P<not>not )?(?P<flag>[a-z]+)",
    rf"(?:with|where|{_WHO} {_TAKES}) no (?:more )?(?P<none_of>[a-z]\w*)",
    r"without (?:any )?(?P<none_of>[a-z]\w*)",
    (
        rf"(?:with|{_WHO} {_TAKES}) (?:(?P<words>{'|'.join(_SIGNS)}) )?(?P<n>{_N})(?P<more> or more| or fewer)?"
        r" (?P<some_of>[a-z]\w*)"
    ),
    rf"(?:with|whose) (?P<some_of>[a-z]\w*) (?:is |are )?(?P<sign>>=|<=|!=|>|<|=) (?P<n>{PATH}|\d+)",
)
_VERBS = ("fold", "knock", "resign", "retire")
"""What players do of which it is remembered that they did."""
_EACH = r"(?:(?:for )?(?:each|every) player|(?:for )?all (?:the )?players|(?:the )?players)"
_POT = r"(?:the )?(?P<pot>pot|pool|kitty|bank)"
_REST = r"(?:(?::|,(?: then)?) (?P<rest>.+))?"


class _DescribedLine:
    """A line, the file it stands in, and what is found to be missing there."""

    def __init__(self, t: ParserError, text: str) -> None:
        self.t, self.text, self.file = t, text, t.source.text
        self.missing = ""
        used = set(re.findall(r"\w+", text))
        self.p = next((one for one in "qrs" if one not in used), "one_player")

    def flag(self, word: str) -> str | None:
        """What is yes or no of each player and called by this word, as `folded` by `folds`."""
        for name in re.findall(r"^[ \t]+([a-z]\w*) of each player: yes or no\b", self.file, re.MULTILINE):
            if word in (name, *_forms(name)):
                return name
        stem = next((verb for verb in _VERBS if word in (verb, f"{verb}s", _past(verb))), None)
        if stem is None:
            return None
        self.missing = f", with `{_past(stem)} of each player: yes or no` below `remember`"
        return _past(stem)

    def condition(self, said: dict[str, str], name: str) -> str | None:
        """What the parts of a clause say of the player with this name; None if the file knows nothing of it."""
        if "flag" in said:
            flag = self.flag(said["flag"])
            return None if flag is None else f"{'not ' if 'not' in said else ''}{name}.{flag}"
        thing = said.get("none_of") or said["some_of"]
        thing = plural(thing)
        cards = thing == "cards" and "took" not in said  # what is taken may not lie in a hand
        if not cards and thing not in numbers_of_each(self.file):
            return None
        if "none_of" in said:
            return f"{name}.hand is empty" if cards else f"{name}.{thing} = 0"
        sign = said.get("sign") or _SIGNS.get(said.get("words", "")) or {" or fewer": "<="}.get(said.get("more", ""))
        sign = sign or ("=" if "more" not in said else ">=")
        return f"{f'size of {name}.hand' if cards else f'{name}.{thing}'} {sign} {in_digits(said['n'])}"

    def asked(self, said: dict[str, str]) -> str | None:
        """Whether it is so of all players, of some, of none, or of one."""
        flag = self.flag(said["flag"])
        if flag is None:
            return None
        for group, word in (("every", "every"), ("some", "any"), ("none", "no")):
            if group in said:
                return f"{'not ' if 'not' in said else ''}{word} {self.p} in players has {self.p}.{flag}"
        return f"{'not ' if 'not' in said else ''}{said['who']}.{flag}"

    def written(self, head: str, rest: str | None, below: str) -> str:
        """The advice for a line that begins with `head`, and says that `rest` is done."""
        if rest is None:
            return f"write `{head}`{self.missing}"
        for said in dict.fromkeys((rest, in_other_words(rest))):
            if could_be(self.t, f"{head}: {said}"):
                return f"write `{head}: {said}`{self.missing}"
        done = paid_instead(rest, self.file) or said_instead(rest) or done_instead(rest, self.file)
        done = done.removeprefix("write ") if done and re.fullmatch("write `[^`]+`(?:, and `[^`]+`)?", done) else below
        return f"write `{head}`, and below it, indented, {done}{self.missing}"


def _past(verb: str) -> str:
    return f"{verb}d" if verb.endswith("e") else f"{verb}ed"


def _forms(name: str) -> tuple[str, ...]:
    """The forms of a verb whose past is this name."""
    if not name.endswith("ed"):
        return ()
    stems = {name[:-1], name[:-2]} | ({name[:-3]} if name[-3:-2] == name[-4:-3] else set())
    return tuple(form for stem in stems for form in (stem, f"{stem}s", f"{stem}es"))


def _for(said: dict[str, str], line: _DescribedLine) -> str | None:
    """`for p in players who have not folded: …`"""
    condition = line.condition(said, said["name"])
    if condition is None:
        return None
    return line.written(f"for {said['name']} in {said['set']} where {condition}", said.get("rest"), "what is done")


def _each_does(said: dict[str, str], line: _DescribedLine) -> str | None:
    """`players who took no trick lose 1 chip`"""
    condition = line.condition(said, line.p)
    if condition is None:
        return None
    head = f"for {line.p} in players where {condition}"
    does = said.get("does")
    return line.written(head, f"{line.p} {does}" if does else said.get("rest"), f"what is done for `{line.p}`")


def _match(said: dict[str, str], line: _DescribedLine) -> str | None:
    """`players who took no trick match the pot`: all pay what was in it before."""
    condition, pot = line.condition(said, line.p), said["pot"]
    if condition is None:
        return None
    return (
        f"write `let due be {pot}` and `for {line.p} in players where {condition}`, and below it, indented,"
        f" `subtract due from {line.p}.chips` and `add due to {pot}`{line.missing}"
    )


def _to_each(said: dict[str, str], line: _DescribedLine) -> str | None:
    """`deal 3 from stock to hand of each player with lives > 0`"""
    condition = line.condition(said, line.p)
    if condition is None:
        return None
    return line.written(
        f"for {line.p} in players where {condition}", f"{said['head']} {line.p}.{said['thing']}", "what is done"
    )


def _first(said: dict[str, str], line: _DescribedLine) -> str | None:
    """`set leader to the first player who has not folded`"""
    condition = line.condition(said, line.p)
    if condition is None:
        return None
    return f"write `{said['head']}first {line.p} in players where {condition}`{line.missing}"


def _counted(said: dict[str, str], line: _DescribedLine) -> str | None:
    """`let n be number of players who have not folded`"""
    condition, tail = line.condition(said, line.p), said.get("tail", "")
    if condition is None:
        return None
    count = f"number of {line.p} in players where {condition}"
    alone = not tail and said["head"].endswith((" be ", " to "))
    return f"write `{said['head']}{count if alone else f'({count})'}{tail}`{line.missing}"


def _but_one(said: dict[str, str], line: _DescribedLine) -> str | None:
    """`if all players but one have folded: stop`"""
    flag = line.flag(said["flag"])
    if flag is None:
        return None
    head = f"{said['head']} (number of {line.p} in players where not {line.p}.{flag}) = 1"
    return line.written(head, said.get("rest"), "what is done")


def _asked(said: dict[str, str], line: _DescribedLine) -> str | None:
    """`if everyone has folded: stop`"""
    condition = line.asked(said)
    return None if condition is None else line.written(f"{said['head']} {condition}", said.get("rest"), "what is done")


def _does(said: dict[str, str], line: _DescribedLine) -> str | None:
    """`p folds`"""
    flag = line.flag(said["flag"])
    return None if flag is None else f"write `set {said['who']}.{flag} to yes`{line.missing}"


def _in_turn(said: dict[str, str], line: _DescribedLine) -> str | None:
    """`players take turns until someone knocks`"""
    loop, until = "for p in players from dealer.left", ""
    if "flag" in said:
        condition = line.asked(said)
        if condition is None:
            return None
        loop, until = "for p around the table from dealer.left", f" until {condition}"
    return f"write `{loop}{until}`, and below it, indented, what each one does{line.missing}"


def _once_more(said: dict[str, str], line: _DescribedLine) -> str:
    return "write `for q in players from p.left where q != p`, and below it, indented, what each one does"


_ROWS: tuple[tuple[str, Callable[[dict[str, str], _DescribedLine], str | None]], ...] = (
    *(
        row
        for clause in _CLAUSES
        for row in (
            (rf"for (?P<name>[a-z]\w*) in (?P<set>{PATH}(?: from {PATH})?) {clause}{_REST}", _for),
            (rf"{_EACH} {clause} match(?:es)? {_POT}", _match),
            (rf"{_EACH} {clause}(?:: (?P<rest>.+)| (?P<does>.+))?", _each_does),
            (rf"(?P<head>(?:deal|move|add|subtract) .+ (?:to|from)) (?P<thing>\w+) of each player {clause}", _to_each),
            (rf"(?P<head>.+? )(?:the )?number of players {clause}(?P<tail> (?:=|!=|<=|>=|<|>) .+)?", _counted),
            (rf"(?P<head>.+? )(?:the )?first player {clause}", _first),
        )
    ),
    *(
        row
        for clause in (rf"{_TAKES} no (?:more )?(?P<none_of>[a-z]\w*)", rf"(?:{_AUX} )?(?P<not>not )?(?P<flag>[a-z]+)")
        for row in (
            (rf"whoever {clause} match(?:es)? {_POT}", _match),
            (rf"whoever {clause}(?: (?P<does>.+))", _each_does),
        )
    ),
    (
        (
            r"(?P<head>if|otherwise if|repeat until) "
            r"(?:all (?:of )?(?:the )?(?:players )?(?:but|except) one(?: player)?"
            rf" (?:{_AUX} )?|only one player {_AUX} not )(?P<flag>[a-z]+){_REST}"
        ),
        _but_one,
    ),
    (
        rf"(?P<head>if|otherwise if|repeat until) {_ALL} (?:{_AUX} )?(?P<not>not )?(?P<flag>[a-z]+){_REST}",
        _asked,
    ),
    (rf"{_PERSON} (?P<flag>[a-z]+)", _does),
    (
        (
            r"(?:the )?players (?:take turns|take their turns|play in turn)"
            rf"(?: (?:until|till) {_ALL} (?:{_AUX} )?(?P<not>not )?(?P<flag>[a-z]+))?"
        ),
        _in_turn,
    ),
    (
        (
            r"(?:each|every|all)(?: of)?(?: the)? others? ?(?:players?)? (?:has|have|gets?|takes?)"
            r" (?:one|a|another)(?: more| last| final)? turn"
        ),
        _once_more,
    ),
)
"""The pattern of each line, as a regular expression, and what makes its advice."""

_BEHIND = re.compile(r"(?<=: )|(?<=-> )")
_COMMA = re.compile(r"((?:otherwise )?if .+?),(?: then)? (.+)")


def described(t: ParserError) -> Diagnostic | None:
    """A line that says of which players something is so, or that one of them does what is remembered."""
    if t.line[0].line == 0 or t.line[0].kind in ("STRING", "TEMPLATE") or not {"set", "move"} <= t.accepts_at(0):
        return None
    start, end = t.line[0].start, t.line[-1].start
    text = t.source.text[start:end].rstrip()
    if len(text) > LONGEST:
        return None
    for at in (0, *(found.start() for found in _BEHIND.finditer(text) if found.start() <= t.token.start - start)):
        help = _advice(t, text[at:])
        if help is not None:
            first = next(i for i, token in enumerate(t.line) if token.start >= start + at)
            return t.say("E0207", t.span(first, len(t.line) - 2), text=text[at:], help=help)
    return None


def comma(t: ParserError) -> Diagnostic | None:
    """`if the stock is empty, stop`: a `:` stands between a condition and its one statement."""
    text = t.source.text[t.line[0].start : t.line[-1].start].rstrip()
    found = _COMMA.fullmatch(text) if len(text) <= LONGEST else None
    if found is None or t.line[0].line == 0:
        return None
    for said in (f"{found[1]}: {found[2]}", in_other_words(f"{found[1]}: {found[2]}")):
        if could_be(t, said):
            return t.say("E0207", t.span(0, len(t.line) - 2), text=text, help=f"write `{said}`")
    return None


def _advice(t: ParserError, text: str) -> str | None:
    for pattern, advice in _rows():
        found = pattern.fullmatch(text)
        if found is not None:
            said = {name: part for name, part in found.groupdict().items() if part is not None}
            help = advice(said, _DescribedLine(t, text))
            if help is not None:
                return help
    return None


@cache
def _rows() -> tuple[tuple[re.Pattern[str], Callable[[dict[str, str], _DescribedLine], str | None]], ...]:
    """They are compiled only when a line cannot be read, because most files never need them."""
    return tuple((re.compile(pattern), advice) for pattern, advice in _ROWS)
