"""What a variant causes in the game below it is reported at the variant.

A mistake that is reported in a file of the game below, and that the game below has not got by itself, comes from the
variant.  Its author cannot change that file, so the message moves to the change that most likely caused it: the one
that changes the part in which the mistake shows, or one that the line or the message speaks of; else the variant's
heading.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import PurePath

from ..source.diagnostics import Diagnostic
from ..source.span import Span
from ..syntax import nodes as n
from .parts import Key, inner_names, key

Found = tuple[str, Span]


def blamed(diagnostics: Iterable[Diagnostic], variant: n.RuleFile, without: Iterable[Diagnostic]) -> list[Diagnostic]:
    """The diagnostics of a game with a variant laid over it, those it causes below at its own lines.

    `variant` is the variant's own file, `without` what is found in the game below by itself."""
    own = variant.span.source
    known: set[Found] = {(d.code, d.span) for d in without}
    return [
        d if d.span.source is own or (d.code, d.span) in known else _moved(d, variant)
        for d in diagnostics
    ]  # fmt: skip


def _moved(found: Diagnostic, variant: n.RuleFile) -> Diagnostic:
    at = cause(found, variant)
    place = f"{PurePath(found.span.source.name).name}:{found.span.line}"
    return replace(
        found,
        message=f"with this change, at {place}: {found.message}",
        span=at,
        notes=((_line(found.span), "it shows here"), *found.notes),
    )


def cause(found: Diagnostic, variant: n.RuleFile) -> Span:
    """The line of the variant that most likely caused it."""
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
                for known in (key(part), *inner_names(part)):
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
    """The first line of a place."""
    end = span.source.text.find("\n", span.start, span.end)
    return span if end < 0 else Span(span.source, span.start, end)


def _declaration_head(span: Span) -> str:
    """The first line of the declaration a place lies in, its signs taken for spaces."""
    text = span.source.text
    start = text.rfind("\n", 0, span.start) + 1
    while start > 0 and text[start : start + 1] in " \t\n#":
        start = text.rfind("\n", 0, start - 1) + 1
    end = text.find("\n", start)
    line = text[start : end if end >= 0 else len(text)]
    return " ".join("".join(c if c.isalnum() or c == "_" else " " for c in line).split())
