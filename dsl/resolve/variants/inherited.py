"""What a variant inherits, and what happens to it if the variant removes or changes a part.

There are three rules.  A line that only serves a removed part is removed with it: settings of an option in presets, its
`require`, the `after` of a phase, rulings about the part.  All lines that still need the part are listed in one
message, with the lines to write.  A ruling about something that the variant changes may no longer be true, so it is
left out until the variant says `keep ruling`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from ...source.identity import Exactly
from ...source.numerals import NUMERALS
from ...source.span import Span
from ...syntax import nodes as n
from ...syntax.printer.expressions import text
from ...syntax.printer.lines import place_line, remove_line
from ..context import ResolveContext, value_name
from .parts import Key, inner_names, key_text, part_key
from .places import PartLines, Place, first_line, heading, lines_of_body, replacing

P = TypeVar("P", bound=Place)
MOST_LINES = 8
"""The most lines to write that one message lists."""
_NAMED = ("option", "define", "phase", "table", "values", "kind", "shape", "zone", "remembered")


@dataclass(frozen=True, slots=True)
class _RemovedPart:
    """A removed part: its key, its name in the rules, and the line that removes it."""

    key: Key
    word: str
    span: Span
    anew: bool = False
    """Whether another part has the name now.  The lines then refer to that part."""


@dataclass(frozen=True, slots=True)
class _DependentLine:
    """A line that still needs the removed part, and the lines of a variant that would change it."""

    span: Span
    lines: tuple[str, ...]


# ------------------------------------------------------------------------------------------------------ removed parts


def taken_along(parts: list[n.Decl], variant: n.RuleFile, ctx: ResolveContext) -> list[n.Decl]:
    """The parts without those that only served removed parts.

    Reports the lines that still need a removed part (E0913)."""
    for option, value in _values_gone(variant):
        parts = [left for part in parts if (left := _unset(part, option, value)) is not None]
    for gone in _gone(parts, variant):
        parts = [left for part in parts if (left := _without(part, gone)) is not None]
        found = [] if gone.anew else [use for part in parts for use in _uses(part, gone.word)]
        if found:
            ctx.report(
                "E0913",
                gone.span,
                what=key_text(gone.key),
                number=len(found),
                plural="lines" if len(found) > 1 else "line",
                need="need" if len(found) > 1 else "needs",
                notes=tuple((use.span, "here") for use in found[:MOST_LINES]),
                help="\n".join(["change these lines too:", *_listed(found)]),
            )
    return parts


def _gone(parts: Sequence[n.Decl], variant: n.RuleFile) -> Iterator[_RemovedPart]:
    left = {found for part in parts for found in (part_key(part), *inner_names(part)) if found is not None}
    words = {value_name(v.value) for part in parts if isinstance(part, n.Option) for v in part.values}
    kinds = [part.type for part in parts if isinstance(part, n.Kind)]
    types = [*kinds, *(part.type for part in parts if isinstance(part, n.Option))]
    words |= {value_name(value) for type in types if isinstance(type, n.OneOf) for value in type.values}
    for change in variant.declarations:
        match change:
            case n.Remove(what, n.Name(name)) if what in _NAMED and (what, name) not in left:
                yield _RemovedPart((what, name), name, change.span, any(other == name for _, other in left))
            case n.AmendOption(option, edits):
                for edit in edits:
                    if edit.how == "remove" and edit.value is not None and isinstance(edit.value.value, n.Ref):
                        word = edit.value.value.name
                        if word not in words:
                            yield _RemovedPart(("value", f"{word} of {option.text}"), word, edit.span)
            case _:
                pass


def _values_gone(variant: n.RuleFile) -> Iterator[tuple[str, str]]:
    """The removed values of options, each as the option and the value."""
    for change in variant.declarations:
        if isinstance(change, n.AmendOption):
            for edit in change.edits:
                if edit.how == "remove" and edit.value is not None:
                    yield change.name.text, value_name(edit.value.value)


def _unset(part: n.Decl, option: str, value: str) -> n.Decl | None:
    """A preset without its setting of an option to a value; None if nothing is left of it."""
    if not isinstance(part, n.Preset):
        return part
    kept = tuple(s for s in part.settings if (s.name.text, value_name(s.value)) != (option, value))
    return replace(part, settings=kept) if kept else None


def _without(part: n.Decl, gone: _RemovedPart) -> n.Decl | None:
    """A part without the lines that only served the removed part; None if nothing is left of it."""
    match part:
        case n.Preset(_, settings):
            kept = tuple(s for s in settings if not _mentions(s, gone.word))
            return replace(part, settings=kept) if kept else None
        case n.Require():
            return None if _mentions(part, gone.word) else part
        case n.After(phase):
            return None if gone.key in (("phase", phase.text), ("table", phase.text)) else part
        case _:
            return part


def _mentions(node: n.Node, word: str) -> bool:
    """Whether a name occurs anywhere in a node."""
    if (isinstance(node, n.Ref | n.NamedFace) and node.name == word) or (
        isinstance(node, n.Name) and node.text == word
    ):
        return True
    if isinstance(node, n.Citation | n.Ruling):
        return False
    return any(_mentions(child, word) for child in n.children(node))


def _uses(part: n.Decl, word: str) -> Iterator[_DependentLine]:
    """The lines of a part that need something, each with the lines to write."""
    if not _mentions(part, word):
        return
    found = False
    for use in _inner_uses(part, word):
        found = True
        yield use
    if found:
        return
    match part:
        case n.After(phase, condition):
            yield _DependentLine(part.span, (remove_line(n.Remove("after", phase, condition)),))
        case n.Always(condition):
            yield _DependentLine(part.span, (remove_line(n.Remove("always", None, condition)),))
        case n.Zones() | n.Remember():
            what = "zones" if isinstance(part, n.Zones) else "remember"
            yield _DependentLine(part.span, (f"replace {what}",))
        case _:
            known = part_key(part)
            lines = (f"replace {key_text(known)} …",) if known is not None else ()
            if isinstance(part, n.Phase | n.Main | n.Incident | n.Table | n.Written):
                line = replacing(part)
                lines = lines if re.search(rf"\b{word}\b", line) else (line,)
            yield _DependentLine(first_line(part), lines)


def _inner_uses(part: n.Decl, word: str) -> Iterator[_DependentLine]:
    """The lines inside a part that need something.  None if the part is needed for it as a whole."""
    match part:
        case n.Phase() | n.Main() | n.Incident():
            name = part.name.text if isinstance(part, n.Phase) else "main"
            head = f"change the incident {text(part.title)}" if isinstance(part, n.Incident) else f"change {name}"
            if not _mentions(replace(part, body=()), word):
                yield from _dependent(lines_of_body(part), head, word)
        case n.Table():
            if not any(_mentions(let, word) for let in part.lets):
                yield from _dependent(PartLines(part, part.rows), f"change {part.name.text}", word)
        case n.Define(_, _, tuple() as rows):
            yield from _dependent(PartLines(part, rows), f"change {part.name.text}", word)
        case n.Written(lines):
            yield from _dependent(PartLines(part, lines), "change the lines on the table", word)
        case _:
            pass


def _dependent(lines: PartLines[P], head: str, word: str) -> Iterator[_DependentLine]:
    """The lines that need something, each with the change of the line, of one around it, or of the whole part.

    What is replaced together with a line has no change of its own."""
    uses = [place for place in lines if _mentions(heading(place), word)]
    changes = {Exactly(place): lines.addressed(place) for place in uses}
    replaced = {Exactly(found[0]) for found in changes.values() if found is not None}
    whole = any(found is None for found in changes.values())
    for place in uses:
        found = changes[Exactly(place)]
        change: tuple[str, ...] = ()
        if found is None or whole:
            change = (lines.whole,)
        elif not any(Exactly(one) in replaced for one in lines.around_it(found[0])):
            called = found[0] is place and isinstance(place, n.Call) and place.name.text == word
            change = head, f"    {'remove' if called else 'replace'} {found[1]}"
        yield _DependentLine(first_line(place), change)


def _listed(uses: Sequence[_DependentLine]) -> list[str]:
    """The lines to write, each heading once and with its lines below it."""
    below: dict[str, dict[str, None]] = {}
    for use in uses:
        for head in use.lines[:1]:
            below.setdefault(head, {}).update(dict.fromkeys(use.lines[1:]))
    lines = [line for head, inner in below.items() for line in (head, *inner)]
    if len(lines) <= MOST_LINES:
        return lines
    most = MOST_LINES - 1 if lines[MOST_LINES - 1] in below and below[lines[MOST_LINES - 1]] else MOST_LINES
    return [*lines[:most], "…"]


# -------------------------------------------------------------------------------------------------- inherited rulings


def without_settled_rulings(
    parts: list[n.Decl], base: n.RuleFile, variant: n.RuleFile, ctx: ResolveContext
) -> list[n.Decl]:
    """The parts without rulings about removed parts and about parts that the variant changes.  The author is asked
    whether to keep the latter (W0914)."""
    inherited = {Exactly(part) for part in base.declarations if isinstance(part, n.Ruling)}
    kept = [change for change in variant.declarations if isinstance(change, n.Keep)]
    there = {part_key(part) for part in parts} | {("option", "")}
    changed = _changed(variant)
    found: list[n.Decl] = []
    known: set[str] = set()
    for part in parts:
        if not isinstance(part, n.Ruling) or Exactly(part) not in inherited:
            found.append(part)
            continue
        topics = [(topic.what, topic.name.text if topic.name is not None else "") for topic in part.about]
        known.add(part.text)
        if topics and not any(topic in there for topic in topics):
            continue  # removed together with its subject
        at = next((changed[topic] for topic in topics if topic in changed), None)
        if at is None or any(part.text.startswith(one.text) for one in kept):
            found.append(part)
            continue
        topic = next(topic for topic in topics if topic in changed)
        lines = f"keep ruling {text(part.text)}", f"remove ruling {text(part.text)}"
        help = f"if it is still true, write\n{lines[0]}\notherwise\n{lines[1]}"
        ctx.report("W0914", at, what=key_text(topic), notes=((part.span, "the ruling"),), help=help)
    for one in kept:
        if not any(said.startswith(one.text) for said in known):
            ctx.report("E0902", one.span, what=f"ruling {one.text}", help=ctx.suggestion(one.text, sorted(known)))
    return found


def _changed(variant: n.RuleFile) -> dict[Key, Span]:
    """What a variant changes, and where.  Additions, and options that are only set, are not included."""
    found: dict[Key, Span] = {}
    for change in variant.declarations:
        match change:
            case n.Replace(part):
                known = part_key(part)
                if known is not None:
                    found.setdefault(known, change.span)
            case n.Remove(what, name):
                found.setdefault((what, name.text if name is not None else ""), change.span)
            case n.Amend(what, name):
                word = name.text if name is not None else ""
                for kind in ("phase", "table", "define", "main") if what == "phase" else (what,):
                    found.setdefault((kind, "" if kind == "main" and word == "main" else word), change.span)
            case n.AmendOption(name):
                found.setdefault(("option", name.text), change.span)
            case _:
                pass
    return found


# ------------------------------------------------------------------------------------------ numbers in descriptions


def numbers_described(parts: Sequence[n.Decl], variant: n.RuleFile, ctx: ResolveContext) -> None:
    """Report descriptions with a number that the variant removes: from the line they describe, or from a line that
    hands it to the phase, table or define they describe (W0931).
    """
    own = {change.name.text for change in variant.declarations if isinstance(change, n.Describe)}
    own |= {known[1] for change in variant.declarations if (known := _written_anew(change)) is not None}
    for change in variant.declarations:
        if not isinstance(change, n.Amend) or change.name is None:
            continue
        for edit in change.edits:
            before = _numbers(place_line(edit.at)) if edit.at is not None and edit.how in ("replace", "remove") else []
            now = [one for line in edit.lines for one in _numbers(line.span.text)]
            gone = [one for one in before if one not in now]
            new = [one for one in now if one not in before]
            if gone and _number_described(parts, change.name.text, edit, gone, new, own, ctx):
                break


def _written_anew(change: n.Decl) -> Key | None:
    return part_key(change.part) if isinstance(change, n.Replace) else None


def _number_described(
    parts: Sequence[n.Decl],
    changed: str,
    edit: n.Edit,
    gone: list[int],
    new: list[int],
    own: set[str],
    ctx: ResolveContext,
) -> bool:
    """Report the first description with a number that an edit of a part removes.  Returns whether there is one."""
    lines = " ".join(line.span.text for line in edit.lines)
    for part in parts:
        known, said = part_key(part), part.description if isinstance(part, n.Described) else None
        if known is None or not said or known[1] in own:
            continue
        called = known[0] in ("phase", "table", "define") and re.search(rf"\b{known[1]}\(", lines)
        if known[1] != changed and not called:
            continue
        number = next((one for one in gone if _number_pattern(one).search(said)), None)
        if number is not None:
            anew = _number_pattern(number).sub(_word(new[0]), said, count=1) if len(new) == 1 else "…"
            help = f'write: describe {known[1]} "{anew}"'
            ctx.report("W0931", edit.span, what=key_text(known), text=said, number=_word(number), help=help)
            return True
    return False


def _numbers(line: str) -> list[int]:
    """The numbers above 1 in a line.  1 has too many other meanings in a text."""
    return [int(digits) for digits in re.findall(r"(?<![\w.])\d{1,4}(?![\w.])", line) if int(digits) > 1]


def _word(number: int) -> str:
    return NUMERALS[number] if number < len(NUMERALS) else str(number)


def _number_pattern(number: int) -> re.Pattern[str]:
    """A pattern for a number in a text, in letters or digits."""
    return re.compile(rf"\b(?:{number}|{_word(number)})\b", re.IGNORECASE)
