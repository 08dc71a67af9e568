"""Moves a mistake that a variant causes in the game below it to the variant.

If a mistake is reported in a file of the game below, and the game below does not have this mistake by itself, the
variant causes it.  The variant's author cannot change that file.  So the message moves to the change that most likely
caused the mistake.  That is the change of the part that contains the mistake, or else a change of something that the
line or the message mentions.  If there is none, the message moves to the variant's heading.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from ...source.diagnostics import Diagnostic
from ...source.span import Span
from ...syntax import nodes as n
from ...syntax.printer.lines import players_line
from ..players import with_partners
from .parts import Key, inner_names, part_key

Found = tuple[str, Span]


def blamed(
    diagnostics: Iterable[Diagnostic], variant: n.RuleFile, without: Iterable[Diagnostic], below: n.RuleFile
) -> list[Diagnostic]:
    """The diagnostics of a game with a variant over it.  Those that the variant causes below move to the variant's
    lines.

    `variant` is the tree of the variant's own file.  `without` holds the diagnostics of the game below without the
    variant, and `below` the tree of that game."""
    own = variant.span.source
    known: set[Found] = {(d.code, d.span) for d in without}
    said: list[Diagnostic] = []
    ranks: dict[Span, list[str]] = {}
    places: dict[int, Span] = {}
    partners: int | None = None
    for found in diagnostics:
        if found.span.source is own or (found.code, found.span) in known:
            said.append(found)
            continue
        alone = _without_partners(found, variant, below)
        if alone is not None and partners is not None:
            said[partners] = replace(said[partners], notes=(*said[partners].notes, *alone.notes))
            continue
        if alone is not None:
            partners = len(said)
            said.append(alone)
            continue
        block = _ranked(found) if _changes_deck(variant) else None
        if block is None:
            said.append(_moved(found, variant))
        elif block in ranks:
            ranks[block].append(_rank(found))
        else:
            ranks[block], places[len(said)] = [_rank(found)], block
            said.append(_moved(found, variant))
    for at, block in places.items():
        said[at] = replace(said[at], help=_new_block(block, ranks[block], "joker" in said[at].message))
    return said


def _without_partners(found: Diagnostic, variant: n.RuleFile, below: n.RuleFile) -> Diagnostic | None:
    """What is said at a change of the players that leaves no partners, with the line that has those of the game below
    for their numbers of players; None for any other mistake."""
    replaced = (one for one in variant.declarations if isinstance(one, n.Replace) and isinstance(one.part, n.Players))
    change = next(replaced, None)
    old = next((one for one in below.declarations if isinstance(one, n.Players)), None)
    if found.code != "E0416" or change is None or not isinstance(change.part, n.Players):
        return None
    if old is None or not old.partners:
        return None
    paired = old.paired or old.among or tuple(range(old.low, old.high + 1))
    line = f"replace {players_line(with_partners(change.part, paired))}"
    help = f"with other numbers of players than those with partners, each player is a team of one: write `{line}`"
    return replace(_moved(found, variant), span=_line(change.span), help=help)


_OF_DECKS = ("E0305", "E0506", "E0511")
"""Codes for a ranking or values with a rank that the deck does not have, or without a rank that it has."""


def _changes_deck(variant: n.RuleFile) -> bool:
    return any(kind == "deck" for (kind, _), _ in _changes(variant))


def _ranked(found: Diagnostic) -> Span | None:
    """The text of the ranking or the values in which a mistake about ranks occurs; None for any other mistake."""
    if found.code not in _OF_DECKS:
        return None
    text = found.span.source.text
    start = text.rfind("\n", 0, found.span.start) + 1
    while start > 0 and text[start : start + 1] in " \t\n#":
        start = text.rfind("\n", 0, start - 1) + 1
    end = text.find("\n", start) + 1
    while 0 < end < len(text) and text[end] in " \t":
        end = text.find("\n", end) + 1 or len(text)
    block = Span(found.span.source, start, end or len(text))
    return block if block.text.startswith(("ranking", "values ")) else None


def _rank(found: Diagnostic) -> str:
    """The rank that the deck does not have; empty if the mistake is another one."""
    return found.span.text if found.code == "E0305" else ""


def _new_block(block: Span, ranks: Iterable[str], joker: bool) -> str:
    """The lines to write: the block of the game below, without the ranks that no longer exist, and with a joker that is
    new."""
    gone = {rank for rank in ranks if rank}
    lines = [_without(line, gone) for line in block.text.rstrip().split("\n")]
    what = "" if gone else ", with the new ranks in their places"
    if joker:
        lines.insert(1, "    joker" if lines[0].startswith("ranking") else "    joker: 0")
        what = ", with the joker where it ranks" if lines[0].startswith("ranking") else ", with what a joker counts"
    return "\n    ".join((f"write this in your variant too{what}:", f"replace {lines[0]}", *lines[1:]))


def _without(line: str, ranks: set[str]) -> str:
    """A row without some ranks and without its citation."""
    margin = line[: len(line) - len(line.lstrip())]
    return margin + " ".join(word for word in re.split(r"[#\[]", line, maxsplit=1)[0].split() if word not in ranks)


def _moved(found: Diagnostic, variant: n.RuleFile) -> Diagnostic:
    at = cause(found, variant)
    return replace(
        found,
        message=f"with this change, at {found.span.file_line}: {found.message}",
        span=at,
        notes=((_line(found.span), "it shows here"), *found.notes),
    )


def cause(found: Diagnostic, variant: n.RuleFile) -> Span:
    """The line of the variant that most likely caused the mistake."""
    changes = list(_changes(variant))
    text = _line(found.span).text
    block = _declaration_head(found.span)
    spoken = f" {' '.join(''.join(c if c.isalnum() or c == '_' else ' ' for c in f'{found.message} {text}').split())} "
    for (kind, name), span in changes:
        if name and f" {name} " in f" {block} " and kind in ("phase", "table", "define", "option", "values"):
            return span
    for (kind, name), span in changes:
        if f" {name or kind} " in spoken:
            return span
    return changes[0][1] if len(changes) == 1 else _heading(variant)


def _changes(variant: n.RuleFile) -> Iterator[tuple[Key, Span]]:
    for change in variant.declarations:
        match change:
            case n.Replace(part) | n.Add(part):
                for known in (part_key(part), *inner_names(part)):
                    if known is not None:
                        yield known, _line(change.span)
            case n.Remove(what, name) | n.Amend(what, name):
                yield (what, name.text if name is not None else ""), _line(change.span)
            case n.Setting(name) | n.AmendOption(name):
                yield ("option", name.text), _line(change.span)
            case _:
                pass


def _heading(variant: n.RuleFile) -> Span:
    return next((d.span for d in variant.declarations if isinstance(d, n.Variant)), variant.span)


def _line(span: Span) -> Span:
    """The first line of a span."""
    end = span.source.text.find("\n", span.start, span.end)
    return span if end < 0 else Span(span.source, span.start, end)


def _declaration_head(span: Span) -> str:
    """The first line of the declaration around a span, with spaces in place of punctuation."""
    text = span.source.text
    start = text.rfind("\n", 0, span.start) + 1
    while start > 0 and text[start : start + 1] in " \t\n#":
        start = text.rfind("\n", 0, start - 1) + 1
    end = text.find("\n", start)
    line = text[start : end if end >= 0 else len(text)]
    return " ".join("".join(c if c.isalnum() or c == "_" else " " for c in line).split())
