"""Words that the hints know: words of other languages, examples of correct lines, and names for what may follow."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from ..tables import beginnings

FOREIGN_WORDS: dict[str, str] = {
    "else": "write `otherwise`",
    "elif": "write `otherwise if`",
    "elsif": "write `otherwise if`",
    "elseif": "write `otherwise if`",
    "unless": "write `if not (…)`",
    "when": "write `if …`, or `until …` in a loop",
    "switch": "a `table` has a row for each case",
    "case": "a `table` has a row for each case",
    "match": "a `table` has a row for each case",
    "while": "write `repeat until …`, with the condition that ends it",
    "loop": "write `repeat … times`, `repeat until …` or `for p in players`",
    "foreach": "write `for p in players`",
    "do": "write the name of the phase alone",
    "call": "write the name of the phase alone",
    "run": "write the name of the phase alone",
    "return": "a `define` or a `table` gives a value; a phase ends with its last line",
    "break": "write `stop`: it leaves the innermost loop",
    "exit": "write `stop`: it leaves the innermost loop",
    "leave": "write `stop`: it leaves the innermost loop",
    "continue": "put the rest of the loop below an `if`",
    "pass": "write `nothing`",
    "skip": "where nothing is done, write `nothing`; a turn is skipped by an `if` around it",
    "end": "a block ends where its lines are no longer indented",
    "begin": "a block is made by indenting its lines",
    "var": "write `let x be …`, or declare it under `remember`",
    "const": "write `let x be …`, or `define x means …`",
    "def": "write `define … means …`, or `phase …`",
    "function": "write `define … means …`, or `phase …`",
    "func": "write `define … means …`, or `phase …`",
    "procedure": "write `phase …`",
    "increment": "write `add 1 to …`",
    "increase": "write `add 1 to …`",
    "decrement": "write `subtract 1 from …`",
    "decrease": "write `subtract 1 from …`",
    "draw": "write `deal 1 from stock to p.hand`",
    "reveal": "write `show … to everyone`",
    "put": "write `move … to …`",
    "take": "write `move … to …`",
    "discard": "write `move … to …`",
    "delete": "write `remove`",
    "insert": "write `add before the line …` or `add after the line …`",
    "prepend": "write `add at the start`",
    "append": "write `add at the end`",
}
"""Words that begin a line in other languages, and what to write instead."""

INNER_WORDS: dict[str, str] = {
    "all": "write `for p in players`",
    "then": "a `:` stands between the condition and one statement; a block needs neither",
    "each": "write `for p in players`",
    "else": "write `otherwise`",
    "equals": "write `=`",
    "contains": "write `x in S`",
    "isnt": "write `!=`, or `is not none`",
    "than": "write `<` or `>`",
    "less": "write `<`",
    "greater": "write `>`",
    "larger": "write `>`, or `larger(x, y)` for the larger of two",
    "divided": "write `/`",
    "modulo": "write `mod`",
    "plus": "write `+`",
    "minus": "write `-`",
    "times": "write `*`",
    "xor": "write `!=`",
    "without": "write `except`",
    "but": "write `except`",
    "while": "write `until` with the condition that ends it",
    "unless": "write `if not (…)`",
    "when": "write `if`, or `where` for what is chosen from",
    "such": "write `where`",
    "with": "write `where`",
    "which": "write `where`",
    "that": "write `where`",
    "into": "write `to`",
    "onto": "write `to`",
    "as": "write `be`",
}
"""Words within a line that the language does not have, and what to write instead."""

USAGE: dict[str, str] = {
    "game": 'game "Our Game"',
    "game over": "game over, won by the team with highest points",
    "language": "language 1",
    "source": 'source rules "rules.txt"',
    "ruling": 'ruling "Of two equal cards the first played wins."',
    "not": "not a rule [1-14, 18]",
    "variant": 'variant "Short Game" of our_game',
    "replace": "replace ranking",
    "add": "add 1 to winner.tricks",
    "variant add": 'add option quick: yes or no = no "a shorter game"',
    "variant set": "set target to 7",
    "change": "change deal_hand",
    "keep": 'keep ruling "The ace is the highest card."',
    "describe": 'describe target "points that win the game"',
    "change replace": 'replace the choice "pass"',
    "change add": "add before the line shuffle stock",
    "change remove": "remove the line shuffle stock",
    "subtract": "subtract 2 from side.points",
    "remove": "remove option target",
    "players": "players 3..6 = 4, partners opposite",
    "deck": "deck 9 10 J Q K A, 2 copies",
    "kind": "kind strain: suit or no_trump",
    "shape": "shape run: 3 or more cards of one suit in sequence",
    "option": 'option target: 5..21 = 10 "points that win the game"',
    "require": 'require target > 0 "somebody must win"',
    "preset": 'preset "short game"',
    "zones": "zones",
    "remember": "remember",
    "ranking": "ranking",
    "values": "values pips of each card",
    "define": "define hand_size means number of players + 1",
    "table": "table score(p: player)",
    "main": "main",
    "phase": "phase make(p: player, s: suit)",
    "incident": 'incident "misdeal" from deal_hand until the first choice of bid',
    "after": "after score_hand: total tricks = 5",
    "always": "always total tricks <= 13",
    "example": 'example "five tricks count two points" by p',
    "let": "let upcard be top of turned",
    "set": "set trump to upcard.suit",
    "gather": "gather every card into stock",
    "shuffle": "shuffle stock",
    "deal": "deal 5 from stock to hand of each player from dealer.left",
    "move": "move trick to winner.won",
    "show": "show top of stock to everyone",
    "start": "start deal_hand again",
    "play": "play trick from hand to trick, led by leader, following suit, taken by winner",
    "if": "if trump is none: stop",
    "otherwise": "otherwise: stop",
    "repeat": "repeat 5 times",
    "for": "for p in players from dealer.left",
    "in": "in secret together",
}
"""One correct line for each word with which a line may begin."""


def words(text: str) -> frozenset[str]:
    """The words of a line, as a set."""
    return frozenset(text.split())


@cache
def statement_words() -> frozenset[str]:
    """The words with which a statement may begin, besides names."""
    return beginnings("_stmt") - {"NAME", "_SKIPPED"}


@cache
def headings() -> frozenset[str]:
    """The words with which a part of the file may begin.

    Words that somebody might write at the start of a line of a block are left out."""
    return beginnings("form") - statement_words() - words("describe keep not _SKIPPED")


SHAPES: dict[str, str] = {
    "NAME": "a name",
    "NUMBER": "a number",
    "RANK": "a rank",
    "STRING": "a text in quotes",
    "TEMPLATE": "a label in quotes",
    "COMPARE": "`<`",
    "_NL": "the end of the line",
    "_INDENT": "an indented block",
    "[": "a citation",
}
_SILENT = frozenset(("_SKIPPED", "_DEDENT", "$END", ")", "]", "}"))
_OPERATORS = words("= + - * / . mod except and or is in COMPARE left")
_VALUE = words("( { NUMBER RANK NAME - size top bottom number")
"""If all of these may follow, a value may follow."""


def expected_words(accepts: Iterable[str]) -> tuple[str, ...]:
    """What could follow, in words, without marks of the layout.  One word covers all that may begin a value."""
    left = set(accepts) - _SILENT
    found: list[str] = []
    if left >= _VALUE:
        left -= beginnings("expr")
        found.append("a value")
    if left >= {"set", "add", "move"}:
        left -= statement_words() | {"NAME"}
        found.append("a statement")
    if "let" not in left:
        left.discard("if")  # `if` could follow any value, because of `x if C otherwise y`
    if "TEMPLATE" in left:
        left.discard("STRING")
    without = left - _OPERATORS - {"(", "->", ","}
    if without or found:
        left = without | (left & {"->"})
    if "_NL" in left:
        left.discard("[")
    shapes = sorted(SHAPES[symbol] for symbol in left if symbol in SHAPES)
    signs = sorted(f"`{symbol}`" for symbol in left if symbol not in SHAPES)
    ends = [shape for shape in shapes if shape in (SHAPES["_NL"], SHAPES["_INDENT"])]
    return (*found, *(shape for shape in shapes if shape not in ends), *signs, *ends)


_MOST_LISTED = 7


def listed_words(things: Iterable[str]) -> str | None:
    """`x`, `y` or `z`; None if there are none, or too many to help."""
    items = list(things)
    if not 0 < len(items) <= _MOST_LISTED:
        return None
    return items[0] if len(items) == 1 else ", ".join(items[:-1]) + " or " + items[-1]
