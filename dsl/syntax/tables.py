"""The tables that drive the machine.  They are made from `grammar.lark` once and kept in `grammar.tables.json`.

Lark needs a tenth of a second to compute LALR(1) tables, and half of that for its import.  Users of a command-line tool
would notice both.  So the tables are stored beside the grammar as plain data, with a digest of the grammar they were
made from.  If the grammar has changed and the tables have not, they are built at once (this needs Lark), so an edit of
the grammar always takes effect.  `python -m hoyle.dsl.syntax.tables` writes them again; a test checks that they are up
to date.

The tables are JSON.  So they contain no code, and nobody has to trust a cache at a guessable path.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    from lark import Lark
    from lark.grammar import Rule as LarkRule

GRAMMAR = Path(__file__).with_name("grammar.lark")
TABLES = Path(__file__).with_name("grammar.tables.json")
FORMAT = "1"
"""The version of the tables' layout.  It changes with the layout, so that old tables are not misread."""

END = "$END"
WORD_END = r"(?![A-Za-z0-9_])"


@dataclass(frozen=True, slots=True)
class GrammarRule:
    """One production: how many symbols it takes from the stack, and what happens to their values.

    `keep` lists the arguments of the maker `call`, in order.  A number is the value at that place.  A number minus
    `SPREAD` is a list whose items become single arguments.  None stands for an optional part that was not written.
    Without a maker the kept values remain a list (a rule that is spread into its user) or, if `only` is set, the single
    value.
    """

    origin: str
    size: int
    call: str
    keep: tuple[int | None, ...]
    only: bool
    plain: tuple[int, ...] | None = field(init=False)
    """`keep`, counted from the end of the values, if it has nothing but places."""

    def __post_init__(self) -> None:
        places = [place - self.size for place in self.keep if place is not None and place >= 0]
        object.__setattr__(self, "plain", tuple(places) if len(places) == len(self.keep) else None)


SPREAD = 1000

SOFT = frozenset({"beats", "beside", "by", "cut", "follows", "left", "one"})
"""Words added to the language later that conflict with a name only after `no` (`no by in players has …`).

They remain allowed as names, so that older files stay valid.  After `no` they are keywords."""


@dataclass(frozen=True, slots=True)
class Tables:
    """The grammar data for the lexer and the machine.

    A terminal is named by its own text (`game`, `->`) or, if it is a shape, by a name in capitals (`NAME`, `_NL`).  A
    rule of the grammar is named in angle brackets (`<block>`).  In a row, a number >= 0 is the next state.  A number <
    0 means: reduce by the production `-1 - number`.
    """

    shapes: dict[str, str]
    words: frozenset[str]
    signs: frozenset[str]
    rules: tuple[GrammarRule, ...]
    rows: tuple[dict[str, int], ...]
    start: int
    end: int
    reserved: frozenset[str]
    """Words that conflict with a name somewhere.  They can be names only after a dot."""
    passed_on: dict[tuple[int, int, str], int] = field(default_factory=dict[tuple[int, int, str], int], compare=False)
    """Where a row of productions that only pass on a value leads: from the state below, the state, and the symbol that
    comes next.  The machine fills it while it reads."""


def grammar_digest(grammar: str) -> str:
    """The digest stored with the tables of this grammar.

    Line ends do not count, because a checkout may change them."""
    return hashlib.sha256((FORMAT + "\n" + grammar.replace("\r\n", "\n")).encode()).hexdigest()


@cache
def tables() -> Tables:
    """The tables: from the file if it matches the grammar beside it, else newly built."""
    grammar = GRAMMAR.read_text(encoding="utf-8")
    try:
        data = json.loads(TABLES.read_text(encoding="utf-8"))
        if data["fingerprint"] == grammar_digest(grammar):
            return unpack(data)
    except (OSError, ValueError, KeyError, TypeError):
        pass  # no tables, or those of another grammar: build them
    return unpack(build(grammar))


@cache
def beginnings(part: str) -> frozenset[str]:
    """The terminals that a part of the grammar may begin with: `beginnings("expr")`.

    A state that waits for the part takes all of them.  It may take others too, if it also waits for something else;
    so what every such state takes is meant."""
    waiting = (row for row in tables().rows if f"<{part}>" in row)
    return frozenset(set[str].intersection(*({symbol for symbol, to in row.items() if to >= 0} for row in waiting)))


def unpack(data: dict[str, Any]) -> Tables:
    """The tables, from the data that `build` makes."""
    symbols: list[str] = data["symbols"]
    unique: list[list[int]] = data["rows"]
    states: list[int] = data["states"]
    rows = tuple({symbols[row[i]]: row[i + 1] for i in range(0, len(row), 2)} for row in (unique[n] for n in states))
    words = frozenset[str](data["words"])
    reserved = {word for row in rows if "NAME" in row for word in row if word in words} - SOFT
    return Tables(
        shapes=data["shapes"],
        words=words,
        signs=frozenset(data["signs"]),
        rules=tuple(
            GrammarRule(origin, size, call, tuple(keep), only) for origin, size, call, keep, only in data["rules"]
        ),
        rows=rows,
        start=data["start"],
        end=data["end"],
        reserved=frozenset(reserved),
    )


def build(grammar: str, *, strict: bool = False) -> dict[str, Any]:
    """The tables as plain data.  `strict` also rejects shapes that overlap (slow; only a test uses it)."""
    import lark
    from lark.parsers.lalr_parser import LALR_Parser

    parser = _lark(grammar, strict=strict)
    machine = parser.parser.parser
    assert isinstance(machine, LALR_Parser)
    table: Any = machine._parse_table
    text, shapes = _terminals(parser)

    def called(symbol: str) -> str:
        """The name of a symbol in the tables.  Rules get angle brackets, because e.g. `set` is a word as well."""
        return text.get(symbol) or (symbol if symbol.isupper() or symbol == END else f"<{symbol}>")

    productions = sorted(set(parser.rules), key=lambda rule: (str(rule.origin.name), rule.order))
    number = {production: i for i, production in enumerate(productions)}
    start, end = table.start_states["form"], table.end_states["form"]
    # Lark's numbers of states depend on the hash seed. Ours follow the order of first use, so tables are reproducible.
    order: dict[int, int] = {start: 0}
    queue = [start]
    rows: list[list[tuple[str, int]]] = []
    for state in queue:
        row: list[tuple[str, int]] = []
        for symbol, (action, argument) in sorted(table.states[state].items()):
            if action.name == "Shift":
                if argument not in order:
                    order[argument] = len(order)
                    queue.append(argument)
                row.append((called(symbol), order[argument]))
            else:
                row.append((called(symbol), -1 - number[argument]))
        rows.append(row)
    symbols = sorted({symbol for row in rows for symbol, _ in row})
    place = {symbol: i for i, symbol in enumerate(symbols)}
    known: dict[tuple[int, ...], int] = {}
    states = [
        known.setdefault(tuple(part for symbol, value in row for part in (place[symbol], value)), len(known))
        for row in rows
    ]
    return {
        "fingerprint": grammar_digest(grammar),
        "made_by": f"lark {lark.__version__}",
        "shapes": shapes,
        "words": sorted(word for word in text.values() if word.isalpha()),
        "signs": sorted(sign for sign in text.values() if not sign.isalpha()),
        "rules": [_rule(production) for production in productions],
        "symbols": symbols,
        "rows": [list(row) for row in known],
        "states": states,
        "start": order[start],
        "end": order[end],
    }


@cache
def productions() -> list[tuple[str, tuple[str, ...], str]]:
    """The productions of the grammar, for code that writes it in another form.  Needs Lark.

    Each is the name of its rule, its symbols as in the rows of `Tables`, and the maker of its node (see
    `GrammarRule.call`).
    """
    parser = _lark(GRAMMAR.read_text(encoding="utf-8"), parser=None)
    text, _ = _terminals(parser)
    result: list[tuple[str, tuple[str, ...], str]] = []
    for production in sorted(set(parser.rules), key=lambda rule: (str(rule.origin.name), rule.order)):
        symbols = (text.get(one.name, one.name) if one.is_term else f"<{one.name}>" for one in production.expansion)
        result.append((str(production.origin.name), tuple(symbols), _rule(production)[2]))
    return result


def _terminals(parser: Lark) -> tuple[dict[str, str], dict[str, str]]:
    """The terminals that are fixed texts, with their texts, and those that are shapes, with their patterns."""
    from lark.lexer import PatternStr

    text: dict[str, str] = {}
    shapes: dict[str, str] = {}
    for terminal in parser.terminals:
        value = terminal.pattern.value
        if value.endswith(WORD_END):
            text[terminal.name] = value.removesuffix(WORD_END)
        elif isinstance(terminal.pattern, PatternStr):
            text[terminal.name] = value
        elif terminal.name != "WS":
            shapes[terminal.name] = value
    return text, shapes


def _lark(grammar: str, *, strict: bool = False, parser: Literal["lalr"] | None = "lalr") -> Lark:
    """The grammar as loaded by Lark.

    A word ends at a word boundary; a keyword wins over a name where both may follow."""
    from lark import Lark
    from lark.lexer import PatternRE, PatternStr, TerminalDef

    def whole_words(terminal: TerminalDef) -> None:
        if isinstance(terminal.pattern, PatternStr) and terminal.pattern.value.isalpha():
            terminal.pattern = PatternRE(terminal.pattern.value + WORD_END)
            terminal.priority = 1

    return Lark(
        grammar,
        parser=parser,
        start="form",
        maybe_placeholders=True,
        edit_terminals=whole_words,
        strict=strict,
        lexer="contextual" if strict else "basic",
    )


def _rule(production: LarkRule) -> tuple[str, int, str, list[int | None], bool]:
    """The origin, size, call, keep and only of a production (see `GrammarRule`), by Lark's conventions."""
    options = production.options
    assert options is not None
    keep: list[int | None] = []
    for place in _places(options.empty_indices, len(production.expansion)):
        if place is None:
            keep.append(None)
            continue
        symbol: Any = production.expansion[place]
        if symbol.is_term:
            if options.keep_all_tokens or not symbol.filter_out:
                keep.append(place)
        else:
            keep.append(place - SPREAD if symbol.name.startswith("_") else place)
    origin = str(production.origin.name)
    spread = origin.startswith("_")
    only = options.expand1 and not production.alias and len(keep) == 1 and not (keep[0] is not None and keep[0] < 0)
    call = "" if spread or only else production.alias or origin
    return f"<{origin}>", len(production.expansion), call, keep, only


def _places(absent: Iterable[bool], size: int) -> list[int | None]:
    """The places of a production in order.  None marks an optional part that is missing."""
    marks = list(absent) or [False] * size
    places: list[int | None] = []
    at = 0
    for mark in marks:
        places.append(None if mark else at)
        at += not mark
    return places


def main() -> None:
    """Write the tables beside the grammar."""
    data = build(GRAMMAR.read_text(encoding="utf-8"))
    lines = ",\n".join(f"{json.dumps(key)}:{json.dumps(value, separators=(',', ':'))}" for key, value in data.items())
    TABLES.write_text("{" + lines + "}\n", encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
