"""Parses a text again after an edit, but only the forms that changed.

A form is a line at the left edge with the lines below it.  It is parsed separately, so its result stays correct
wherever the form moves in the text.  Only its spans change, and they are changed in place.  This is safe because the
tree of one version, and everything computed from it, is discarded when the next version is read.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, fields
from typing import cast

from ..dsl.source.frozen import Frozen
from ..dsl.source.identity import each_once
from ..dsl.source.span import Source, Span
from ..dsl.syntax import nodes as n
from ..dsl.syntax.layout import Layout
from ..dsl.syntax.parser import parse

_set = object.__setattr__


@dataclass(slots=True)
class Form:
    """A parsed form: its text, its declaration, all spans in it, and its offset."""

    text: str
    declarations: tuple[n.Decl, ...]
    spans: list[Span]
    clean: bool
    """Whether its form has no mistakes."""
    at: int = 0

    def move(self, source: Source, at: int) -> None:
        """Move the form to an offset of another source."""
        step = at - self.at
        self.at = at
        for span in self.spans:
            _set(span, "source", source)
            if step:
                _set(span, "start", span.start + step)
                _set(span, "end", span.end + step)


class Forms:
    """The forms of one version of a text.  `before` are those of the previous version; they are reused and changed."""

    def __init__(self, source: Source, layout: Layout, before: Forms | None = None) -> None:
        known: defaultdict[str, list[Form]] = defaultdict(list)
        for form in before.forms if before is not None else ():
            known[form.text].append(form)
        self.forms: list[Form] = []
        for lines in layout.forms:
            start = source.text.rfind("\n", 0, lines[0].start) + 1
            if not start and source.text.startswith("\ufeff"):
                start = 1
            end = source.text.find("\n", lines[-1].end)
            text = source.text[start : end if end >= 0 else len(source.text)]
            form = known[text].pop(0) if known.get(text) else _read(source.name, text)
            form.move(source, start)
            self.forms.append(form)
        declarations = tuple(one for form in self.forms for one in form.declarations)
        self.tree = n.RuleFile(declarations, span=Span(source, 0, len(source.text)))
        self.clean = not layout.diagnostics and all(form.clean for form in self.forms)
        """Whether the form of the text has no mistakes, so that the text need not be parsed as a whole."""


def _read(name: str, text: str) -> Form:
    source = Source(name, text)
    tree, problems = parse(source)
    spans: list[Span] = []
    waiting: list[object] = list(tree.declarations)
    while waiting:
        one = waiting.pop()
        if isinstance(one, tuple):
            waiting += cast("tuple[object, ...]", one)
        elif isinstance(one, Frozen):
            for f in fields(cast("type", one)):
                value = cast("object", getattr(one, f.name))
                if isinstance(value, Span):
                    if value.source is source:
                        spans.append(value)
                else:
                    waiting.append(value)
    return Form(text, tree.declarations, each_once(spans), not problems)
