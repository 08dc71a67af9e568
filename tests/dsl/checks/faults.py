"""Seeded faults: realistic mistakes, planted one at a time in the shipped rulesets.

    python tests/dsl/checks/faults.py           # the table: faults planted, caught, caught on the right line
    python tests/dsl/checks/faults.py --missed  # the table and every fault that was not caught

A *slip* finds the places in a rule file where its mistake could happen.  In every ruleset the first, the middle and the
last of these places are tried.  A fault is caught if the checker reports something new.  It is caught on the right line
if the report or one of its notes is at the place of the slip: on the line itself, on the heading of a block around it,
or on a line with a name that the slip removed.

Mistakes that no checker could catch are not planted; `OUT_OF_REACH` lists them.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from hoyle.dsl.checks.citations import check_citations
from hoyle.dsl.loading import load
from hoyle.dsl.source.diagnostics import Diagnostic
from hoyle.dsl.source.span import Source

RULESETS = Path(__file__).resolve().parents[3] / "rulesets"
PLACES = 3
"""The most places in one ruleset where a slip is tried."""

OUT_OF_REACH = (
    "a number that is wrong but possible: 2 points for 3, a target of 11, 6 tricks for 5 where the sizes of hands vary",
    "a range too narrow for what is counted or worked out (it is held to in play)",
    "the wrong one of two things of a kind: left for right, makers for defenders, highest for lowest, the first value",
    "the wrong default of an option, or two of its values described each as the other",
    "a comparison turned round (`<` for `<=`, `=` for `!=`) in a condition that stands alone and can be yes and no",
    "a rule left out altogether, or done in the wrong order, where nothing else depends on it",
    "a `stop`, a shuffle or a gathering left out where others of the kind go on doing their part of it",
    "a trick too many where hands were exchanged before, so that some might have more cards than were dealt",
    "a line put into the block above it, or out of it, where it means something too",
    "a citation of the wrong line, if there is such a line with words on it",
    "ranks listed in the wrong order, or cards given the wrong worth",
    "a label that says something else than what follows from the choice",
    "a look into a hand that is shown to somebody later on, or of which the rules say nothing but its size",
    "a hand face down of which nobody has to choose a card, or that is shown to everybody later on",
    "a test for none left out where nothing needs it: in front of `=`, or of what is never none by then",
    "a loop that changes what its `until` looks at, but never brings it about",
)
"""Mistakes that turn a game into another valid game.

Only the author knows that it is the wrong game.  Invariants (`after`, `always`) and golden games find such mistakes.
"""


@dataclass(frozen=True, slots=True)
class Edit:
    """One change of a text: the range, its replacement, and names whose lines also count as right places."""

    start: int
    end: int
    text: str
    names: tuple[str, ...] = ()


Slip = Callable[[str], Iterator[Edit]]


@dataclass
class Tally:
    """The results for one slip."""

    planted: int = 0
    caught: int = 0
    placed: int = 0
    missed: list[str] = field(default_factory=list)


# ------------------------------------------------------------------------------------------------------------ slips


def pattern(expression: str, replacement: str, *names: str, flags: int = re.MULTILINE) -> Slip:
    """Make a slip from a regular expression: the group `x`, or else the whole match, becomes the replacement.

    `names` lists groups that match names; all lines with these names also count as right places.
    """

    def find(text: str) -> Iterator[Edit]:
        for m in re.finditer(expression, text, flags):
            span = m.span("x") if "x" in m.re.groupindex else m.span()
            yield Edit(*span, m.expand(replacement), tuple(m[name] for name in names if m[name]))

    return find


def line_gone(expression: str, *names: str) -> Slip:
    """Delete a line."""
    return pattern(rf"^(?P<x> *(?:{expression})[^\n]*\n)", "", *names)


def none_forgotten(text: str) -> Iterator[Edit]:
    """Delete `or none` from a remembered variable that the rules test for none or set to none.

    In other variables it is not needed.
    """
    for edit in pattern(r"^    (?P<n>\w+)[^\n:]*:[^\n]*?(?P<x> or none)", "", "n")(text):
        if re.search(rf"\b{edit.names[0]} is (?:not )?none\b|\bset {edit.names[0]}\b[^\n]* to none\b", text):
            yield edit


def declared(text: str, kind: str) -> list[str]:
    """Return the names that a rule file declares for one kind of thing."""
    found = {
        "zone": r"^ +(\w+)(?: of each \w+)?: (?:face up|face down|private)",
        "option": r"^option (\w+)",
        "define": r"^define (\w+)",
        "phase": r"^(?:phase|table) (\w+)",
        "value": r"^    ([a-z]\w+) \"",
    }[kind]
    return re.findall(found, text, re.MULTILINE)


def misspelt(kind: str) -> Slip:
    """Misspell a name where it is used: swap two letters."""

    def find(text: str) -> Iterator[Edit]:
        for name in declared(text, kind):
            uses = re.finditer(rf"(?<!define )(?<!phase )(?<!table )(?<!option )\b{name}\b", code(text))
            for m in list(uses)[kind in ("zone", "value") :][:1]:
                wrong = name[:1] + name[2:3] + name[1:2] + name[3:] if name[1:2] != name[2:3] else name + "s"
                if wrong != name:
                    yield Edit(*m.span(), wrong)

    return find


def code(text: str) -> str:
    """Return the text with quotes, citations and comments replaced by spaces, so that a search finds only rules."""
    return re.sub(r'"[^"\n]*"|\[[^\]\n]*\]|#[^\n]*|^ruling[^\n]*', lambda m: " " * len(m[0]), text, flags=re.MULTILINE)


def renamed_hole(text: str) -> Iterator[Edit]:
    """Rename `{c}` in a label to a name that the choice does not have."""
    for m in re.finditer(r'^ +"[^"\n]*\{(?P<x>\w+)\}', text, re.MULTILINE):
        yield Edit(*m.span("x"), m["x"] + "x")


def row_doubled(text: str) -> Iterator[Edit]:
    """Copy a row of a table and change the result of the copy."""
    for m in table_rows(text):
        yield Edit(m.end(), m.end(), re.sub(r"-> [^\n\[]*", "-> nothing ", m[0]))


def row_gone(text: str) -> Iterator[Edit]:
    """Delete a row of a table."""
    for m in table_rows(text):
        yield Edit(*m.span(), "")


def part_gone(text: str) -> Iterator[Edit]:
    """Delete one of the conditions of a row."""
    for m in table_rows(text):
        part = re.search(r" and [^\n]*?(?= and | ->)", m[0])
        if part:
            yield Edit(m.start() + part.start(), m.start() + part.end(), "")


def row_turned(text: str) -> Iterator[Edit]:
    """Replace `=` by `!=` in a row."""
    for m in table_rows(text):
        part = re.search(r"(?<=\w )=(?= \w[^\n]*->)", m[0])
        if part:
            yield Edit(m.start() + part.start(), m.start() + part.end(), "!=")


def table_rows(text: str) -> list[re.Match[str]]:
    """Return the rows of tables and of values, without rows `always` and `otherwise`."""
    found: list[re.Match[str]] = []
    for table in re.finditer(r"^table [^\n]*\n(?: +[^\n]*\n)+", text, re.MULTILINE):
        rows = re.compile(r"^    (?!always|otherwise|let )[^\n]*->[^\n]*\n", re.MULTILINE)
        found += list(rows.finditer(text, table.start(), table.end()))
    return found


def rank_forgotten(text: str) -> Iterator[Edit]:
    """Delete a rank from a row of the ranking."""
    for m in ranking_rows(text):
        rank = re.search(r" (?:10|[A-Z]\w*|\d)(?= )", m[0])
        if rank:
            yield Edit(m.start() + rank.start(), m.start() + rank.end(), "", ("ranking",))


def rank_twice(text: str) -> Iterator[Edit]:
    """Repeat a rank in a row of the ranking."""
    for m in ranking_rows(text):
        ranks = re.search(r" (?P<r>[A-Z]\w*)(?= [A-Z\d])(?! of)", m[0])
        if ranks:
            yield Edit(m.start() + ranks.end(), m.start() + ranks.end(), f" {ranks['r']}")


def ranking_rows(text: str) -> list[re.Match[str]]:
    found: list[re.Match[str]] = []
    for ranking in re.finditer(r"^ranking[^\n]*\n(?: +[^\n]*\n)+", text, re.MULTILINE):
        rows = re.compile(r"^    (?!equal)[^\n]*:[^\n]*\n", re.MULTILINE)
        found += list(rows.finditer(text, ranking.start(), ranking.end()))
    return found


def call_gone(text: str) -> Iterator[Edit]:
    """Delete the only line that plays a phase."""
    for name in declared(text, "phase"):
        calls = list(re.finditer(rf"^ +{name}(?:\([^\n]*\))? *(?:\[[^\n]*)?\n", text, re.MULTILINE))
        inline = re.search(rf"(?:: |-> |, ){name}\b", text)
        if len(calls) == 1 and not inline and not re.search(rf"start {name} again", text):
            yield Edit(*calls[0].span(), "", (name,))


def plays_itself(text: str) -> Iterator[Edit]:
    """Let a phase call itself at its end."""
    for m in re.finditer(r"^phase (?P<name>\w+)(?: *\[[^\n]*)?\n(?:(?: +[^\n]*)?\n)*?(?=\S|\Z)", text, re.MULTILINE):
        body = m[0].rstrip("\n")
        yield Edit(m.start() + len(body), m.start() + len(body), f"\n    {m['name']}")


def never_set(text: str) -> Iterator[Edit]:
    """Delete the only line that sets a variable."""
    for name in re.findall(r"^    (\w+): (?:player|suit|\w+)\b", text, re.MULTILINE):
        sets = list(re.finditer(rf"^ +set {name} to [^\n]*\n", text, re.MULTILINE))
        others = re.findall(rf"set [^\n]*\b{name}\b[^\n]* to |(?:add|subtract) [^\n]* {name}\b", text)
        if len(sets) == 1 and len(others) == 1:
            yield Edit(*sets[0].span(), "", (name,))


def wrong_deal(text: str) -> Iterator[Edit]:
    """Deal more cards to each player than the deck has."""
    size = re.search(r"^players (?P<low>\d+)", text, re.MULTILINE)
    for m in re.finditer(r"deal (?P<x>\d+) from \w+ to hand of each player", text):
        if size:
            yield Edit(*m.span("x"), str(52 * 2 // int(size["low"]) + 1))


def peek(text: str) -> Iterator[Edit]:
    """Let a choice read another player's hand."""
    for m in re.finditer(r'^ +"[^"\n]*"[^\n]*?\b(?:for|in|of) [^\n]*?(?P<x>\b\w+)\.hand', text, re.MULTILINE):
        yield Edit(*m.span("x"), m["x"] + ".left")


def at_places(text: str, before: str, replacement: str) -> Iterator[Edit]:
    """Replace the brackets after a zone with places, where `before` precedes the zone."""
    for name in re.findall(r"^ +(\w+)(?: of each \w+)?: \d+ places", text, re.MULTILINE):
        yield from pattern(rf"{before}[\w.]*\b{name}(?P<x>\([^()\n]*\))", replacement)(text)


SLIPS: dict[str, Slip] = {
    # names
    "a zone misspelt": misspelt("zone"),
    "an option misspelt": misspelt("option"),
    "a define misspelt": misspelt("define"),
    "a phase misspelt": misspelt("phase"),
    "a value of an option misspelt": misspelt("value"),
    "a name used outside its block": pattern(r"^    let (?P<n>\w+) be [^\n]*\n", "", "n"),
    "a label that names what is not chosen": renamed_hole,
    "something declared twice": pattern(r"^option \w+[^\n]*\n", r"\g<0>\g<0>"),
    "the wrong owner": pattern(r"\.team\.(?P<x>(?:tricks|points|won))\b", r"hand.\g<x>"),
    "an owner forgotten": pattern(r"(?<=[ (])(?P<x>\w+\.(?:team\.)?)(?:points|tricks|hand)\b(?! of)", ""),
    # types
    "a player for a number": pattern(r"^ +add (?P<x>\d+) to (?P<w>\w+)\.", r"\g<w>"),
    "a team for a player": pattern(r"^ +set (?:dealer|leader) to (?P<x>\w+(?:\.left)?)$", r"\g<x>.team"),
    "`or none` forgotten": none_forgotten,
    "the wrong type remembered": pattern(r"^    (?P<n>\w+)[^\n:]*: (?P<x>number|player)\b", "suit", "n"),
    "too narrow a range": pattern(r"^    (?P<n>\w+)[^\n:]*: 0\.\.(?P<x>\d+)", "1", "n"),
    "an argument forgotten": pattern(r"^ +\w+\(\w[\w.]*(?P<x>, [^\n,)]+)\)", ""),
    "an argument too many": pattern(r"^ +\w+\(\w[\w.]*(?P<x>)\)", ", 1"),
    "compared with something else": pattern(r"(?:if|until|where) (?:\w+\.)*\w+ (?:=|!=) (?P<x>\w+)$", "hearts.color"),
    "`= none`": pattern(r"(?P<x>is none|is not none)", "= none"),
    "a test for none forgotten": pattern(r"(?<= )(?P<x>(?:\w+\.)*(?P<n>\w+) is not none and )", "", "n"),
    "a test for none left out": pattern(r"^ +(?P<x>if (?P<n>\w+) is not none: )", "", "n"),
    # cards
    "a rank forgotten": rank_forgotten,
    "a rank listed twice": rank_twice,
    "a rank the deck has not": pattern(r"^    any [\w ]*: (?P<x>[A-Z]\w*)", "Z"),
    "a joker without jokers": pattern(r"^    any [\w ]*: [^\n]*?(?P<x>\w+)(?= *(?:\[|$))", "joker"),
    "an odd table of partners": pattern(r"^players (?P<x>4), partners", "5"),
    "the default outside the table": pattern(r"^players \d+\.\.\d+ = (?P<x>\d+)", "9"),
    "too many cards dealt": wrong_deal,
    "nobody shuffles": line_gone(r"shuffle (?P<n>\w+)", "n"),
    "nobody gathers": line_gone(r"gather every card into (?P<n>\w+)", "n"),
    "the trick is not taken away": line_gone(r"move trick to [\w.]*?(?P<n>\w+)(?= |$)", "n"),
    "cards moved to where they lie": pattern(r"move trick to (?P<x>[\w.]+)", "trick"),
    "a trick too many": pattern(r"repeat (?P<x>13) times", "14", "x"),
    "a place forgotten": lambda text: at_places(text, r"^ +(?:move|deal) [^\n]* to ", ""),
    "a place that is not there": lambda text: at_places(text, "", "(99)"),
    "`of` forgotten behind an end": pattern(r"\b(?:top|bottom)(?: \d+)? (?P<x>of )\w+", ""),
    "one meld for melds": pattern(r"left over by \w+(?P<x>s)\b", ""),
    "the least of nothing known": pattern(r"left over by \w+ with least (?P<x>\w+)", "worth_of_it"),
    "one name for two": pattern(r"\b(?:for|any|every|no|number of) (?P<a>\w+) in [^,\n\"]+, (?P<x>\w+) in ", r"\g<a>"),
    "`is not in`": pattern(r"\w (?P<x>not in) ", "is not in"),
    # flow
    "`until` forgotten": pattern(r"^ +repeat(?P<x> until [^\n\[]*)", ""),
    "`stop` forgotten": line_gone("stop"),
    "`game over` forgotten": pattern(r"^ +(?P<x>game over[^\n]*)", "nothing", flags=re.MULTILINE),
    "a phase not played": call_gone,
    "a phase that plays itself": plays_itself,
    "a line behind `game over`": pattern(r"^( +)game over[^\n]*\n", r"\g<0>\1nothing\n"),
    "a line behind `stop`": pattern(r"^( +)stop *\n", r"\g<0>\1nothing\n"),
    "`stop` outside a loop": pattern(r"^(?P<x>    )(?:deal|shuffle) [^\n]*\n", "    stop\n    "),
    "never set": never_set,
    "a range turned round": pattern(r"\b(?P<a>\d+)\.\.(?P<b>\d+)\b(?=[: )=])", r"\g<b>..\g<a>"),
    "two choices with one label": pattern(r'^ +"(?P<x>[^"{}\n]+)"(?=[^\n]*\n(?: [^"\n]*\n)* +"pass")', "pass"),
    # tables
    "a row forgotten": row_gone,
    "a row twice": row_doubled,
    "a condition of a row forgotten": part_gone,
    "`!=` for `=` in a row": row_turned,
    "`otherwise` forgotten": line_gone(r"otherwise +->"),
    # secrecy
    "a choice that peeks": peek,
    "a hand nobody sees": pattern(r"(?P<n>hand) of each player: (?P<x>private)", "face down", "n"),
    "a turned card face down": pattern(r"(?P<n>turned|upcard): (?P<x>face up)", "face down", "n"),
    # form
    "`=` for `set`": pattern(r"^ +(?P<x>set (\w+) to )(?=\w)", r"\2 = "),
    "a word forgotten": pattern(r"^ +(?:move|deal|set|add) [^\n]*?(?P<x> to) ", ""),
    "an open quote": pattern(r'^ +"[^"\n]*(?P<x>")', ""),
    "a block pushed out": pattern(r"^(?: +)(?P<x>)(?:set|add|move) [^\n]*\n(?= +(?:set|add|move))", "  "),
    "a bracket forgotten": pattern(r"\w\((?:[^()\n]*)(?P<x>\))", ""),
    # citations
    "lines backwards": pattern(r"\[(?P<a>\d+)-(?P<b>\d+)\]", r"[\g<b>-\g<a>]"),
    "a line beyond the document": pattern(r"\[(?P<x>\d+)\] *$", "999"),
}


# ---------------------------------------------------------------------------------------------------------- planting


def documents(path: Path) -> dict[str, tuple[str, ...]]:
    """For each source that a ruleset names, a document of 300 lines.  The slips cite lines beyond its end."""
    names = re.findall(r"^source (\w+)", path.read_text(encoding="utf-8"), re.MULTILINE)
    return dict.fromkeys(names, ("a rule",) * 300)


def found_in(path: Path, text: str) -> list[Diagnostic]:
    loaded = load(Source(path.name, text))
    cited = check_citations(loaded.game.tree, documents(path)) if loaded.game is not None else ()
    return [*loaded.diagnostics, *cited]


def right_lines(text: str, planted: str, edit: Edit) -> set[int]:
    """Lines where the fault may be reported: its own, the headings of the blocks around it, and lines with names that
    it removed.
    """
    first = planted.count("\n", 0, edit.start) + 1
    lines = planted.splitlines()
    right = set(range(first, first + edit.text.count("\n") + 2))
    margin = len(lines[first - 1]) - len(lines[first - 1].lstrip()) if first <= len(lines) else 0
    if "\n" in text[edit.start : edit.end]:
        margin = len(re.match(r" *", text[edit.start : edit.end])[0])
        right.add(first - 1)
    for number in range(min(first, len(lines)) - 1, 0, -1):
        line = lines[number - 1]
        if line.strip() and len(line) - len(line.lstrip()) < margin:
            margin = len(line) - len(line.lstrip())
            right.add(number)
    for name in edit.names:
        right |= {i for i, line in enumerate(lines, 1) if re.search(rf"\b{name}\b", line)}
    return right


def plant(tallies: dict[str, Tally], thin: int) -> None:
    """Plant every slip in one of `thin` rulesets, and in another one if it has no place there."""
    paths = sorted(RULESETS.glob("*.hoyle"))
    clean: dict[Path, set[tuple[str, str]]] = {}
    for turn, (name, slip) in enumerate(SLIPS.items()):
        tally = tallies.setdefault(name, Tally())
        chosen_paths = paths[turn % thin :: thin]
        for path in [*chosen_paths, *(other for other in paths if other not in chosen_paths)]:
            if path not in chosen_paths and tally.planted:
                break
            text = path.read_text(encoding="utf-8")
            if path not in clean:
                clean[path] = {(d.code, d.message) for d in found_in(path, text)}
            edits = list(slip(text))
            chosen = edits if len(edits) <= PLACES else [edits[0], edits[len(edits) // 2], edits[-1]]
            for edit in chosen:
                planted = text[: edit.start] + edit.text + text[edit.end :]
                new = [d for d in found_in(path, planted) if (d.code, d.message) not in clean[path]]
                right = right_lines(text, planted, edit)
                places = {s.line for d in new for s in (d.span, *(span for span, _ in d.notes))}
                tally.planted += 1
                tally.caught += bool(new)
                tally.placed += bool(places & right)
                if not places & right:
                    line = planted.count("\n", 0, edit.start) + 1
                    was = text[edit.start : edit.end].strip() or "nothing"
                    reported = "; ".join(f"{d.code} on line {d.span.line}" for d in new[:3]) or "nothing found"
                    tally.missed.append(f"{path.stem}:{line}: `{was}` -> `{edit.text.strip()}`: {reported}")


def measured(thin: int = 1) -> dict[str, Tally]:
    """Return the results by slip.  With `thin`, each slip is planted in only one of so many rulesets."""
    tallies: dict[str, Tally] = {}
    plant(tallies, thin)
    return tallies


def main() -> None:
    tallies = measured()
    print(f"{'slip':42} planted  caught  right line")
    for name, tally in tallies.items():
        print(f"{name:42} {tally.planted:7} {tally.caught:7} {tally.placed:11}")
        if "--missed" in sys.argv:
            for text in tally.missed:
                print(f"      {text}")
    planted, caught, placed = (sum(getattr(t, n) for t in tallies.values()) for n in ("planted", "caught", "placed"))
    print(
        f"{'all':42} {planted:7} {caught:7} {placed:11}   {caught / planted:.0%} caught, {placed / planted:.0%} there"
    )
    print("\nOut of reach:")
    for text in OUT_OF_REACH:
        print(f"  {text}")


if __name__ == "__main__":
    main()
