"""No false alarm: edits that change nothing of the rules bring no new message.

Each edit is drawn for a shipped ruleset: a name is renamed everywhere, a condition is written in another way that means
the same, rows of a table or declarations are put in another order, a comment is added.  There are 40 of them, or
as many as HOYLE_EDITS says.
"""

from __future__ import annotations

import os
import random
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import fields

from hoyle.dsl.loading import RULESETS, load
from hoyle.dsl.source.span import Source, Span
from hoyle.dsl.syntax import nodes as n
from hoyle.dsl.syntax.parser import parse
from hoyle.dsl.syntax.tables import tables

EDITS = int(os.environ.get("HOYLE_EDITS", "") or 40)
_MIRRORED = {"=": "=", "!=": "!=", "<": ">", ">": "<", "<=": ">=", ">=": "<="}
_NEGATED = {"=": "!=", "!=": "=", "<": ">=", ">": "<=", "<=": ">", ">=": "<"}


def nodes(node: n.Node) -> Iterator[n.Node]:
    yield node
    for one in fields(node):
        value = getattr(node, one.name)
        for child in value if isinstance(value, tuple) else (value,):
            if isinstance(child, n.Node):
                yield from nodes(child)


def replaced(span: Span, new: str) -> str:
    return span.source.text[: span.start] + new + span.source.text[span.end :]


def edits(source: Source) -> Iterator[tuple[str, str]]:
    """The edits of a rule file: what kind, and the new text."""
    tree, _ = parse(source)
    text = source.text
    for node in nodes(tree):
        match node:
            case n.Binary(op, left, right) if op in _MIRRORED:
                yield "mirrored", replaced(node.span, f"({right.span.text}) {_MIRRORED[op]} ({left.span.text})")
                yield "not", replaced(node.span, f"not (({left.span.text}) {_NEGATED[op]} ({right.span.text}))")
            case n.Binary("or" as op, left, right) if "none" not in node.span.text:
                yield "swapped", replaced(node.span, f"(({right.span.text}) {op} ({left.span.text}))")
            case n.If(condition):
                yield "twice not", replaced(condition.span, f"not (not ({condition.span.text}))")
            case n.Table(rows=rows) if len(rows) > 1:
                first, second = rows[0], rows[1]
                guards = [isinstance(row.guard, n.Guard) for row in (first, second)]
                if not any(guards) and first.span.line < second.span.line:
                    between = text[first.span.end : second.span.start]
                    both = Span(source, first.span.start, second.span.end)
                    yield "rows", replaced(both, second.span.text + between + first.span.text)
            case n.Variable(names=[name], owner=None) | n.Phase(name=name) | n.Define(name=name):
                word = re.escape(name.text)
                if len(re.findall(rf"\b{word}\b", re.sub(r'"[^"\n]*"|#.*', "", text))) > 1 and name.text not in _WORDS:
                    yield "renamed", renamed(text, name.text)
            case _:
                pass
    phases = [one for one in tree.declarations if isinstance(one, n.Phase | n.Define)]
    for one in phases[:1]:
        yield "comment", text[: one.span.start] + "# A word about it.\n" + text[one.span.start :]


def renamed(text: str, name: str) -> str:
    """A rule file with another name in its place: everywhere but in comments and in the words of texts, whose blanks
    may hold it.
    """
    word = re.compile(rf"\b{re.escape(name)}\b")

    def changed(found: re.Match[str]) -> str:
        if found[0].startswith('"'):
            return re.sub(r"\{[^}]*\}", lambda blank: word.sub(f"{name}_again", blank[0]), found[0])
        return found[0] if found[0].startswith("#") else f"{name}_again"

    return re.sub(rf'"[^"\n]*"|#.*|{word.pattern}', changed, text)


_WORDS = {*tables().words, "trump"}  # words of the language, too: `or a draw`


def test_edits_that_change_nothing_bring_no_message() -> None:
    dice = random.Random(29)
    paths = sorted(RULESETS.glob("*.hoyle"))
    if "HOYLE_EDITS" not in os.environ:
        paths = paths[::8]  # each must also be loaded without an edit
    alarms: list[str] = []
    made: Counter[str] = Counter()
    waiting = {}
    while made.total() < EDITS:
        path = dice.choice(paths)
        if path not in waiting:
            source = Source(str(path), path.read_text(encoding="utf-8"))
            found = list(edits(source))
            dice.shuffle(found)
            waiting[path] = found, Counter(one.code for one in load(source).diagnostics)
        found, before = waiting[path]
        if not found:
            continue
        kind = dice.choice(sorted({one[0] for one in found}))
        edit = next(one for one in found if one[0] == kind)
        found.remove(edit)
        loaded = load(Source(str(path), edit[1]))
        made[kind] += 1
        new = Counter(one.code for one in loaded.diagnostics) - before
        if new:
            alarms += [f"{path.name} {kind}: {one}" for one in loaded.diagnostics if one.code in new]
    assert alarms == [], "\n".join(alarms)
    assert len(made) >= 6
