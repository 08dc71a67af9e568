"""Lenses, shown above a line: how often a rule fires, what a variant changes, whether a script's expectation holds."""

from __future__ import annotations

from collections.abc import Iterator

from ...dsl.source.span import Span
from ...dsl.syntax import nodes as n
from ..text import Json, items
from ..view import FileView, declarations
from . import scripts


def lenses(view: FileView) -> list[Json]:
    """The lenses of a file.  Those of a rule file appear after games in the background."""
    if not view.settings.lenses:
        return []
    if view.document.is_script:
        return list(_of_script(view))
    found = view.document.kept.get("counts")
    return list(_of_rules(view, found)) if isinstance(found, dict) else []  # JSON


def _lens(view: FileView, span: Span, title: str) -> Json:
    line = view.text.line_of(span.start)
    place = {"line": line, "character": 0}
    return {"range": {"start": place, "end": place}, "command": {"title": title, "command": ""}}


# ------------------------------------------------------------------------------------------------------------- rules


def _of_rules(view: FileView, result: Json) -> Iterator[Json]:
    counts: dict[tuple[int, str], int] = {}
    for file, start, kind, count in items(result.get("places")):
        if file == view.document.source.name:
            counts[start, kind] = counts.get((start, kind), 0) + count
    games, deals = int(result.get("games", 0)), int(result.get("deals", 0))
    variant = view.document.variant
    if variant is not None and result.get("compared"):
        yield _lens(view, variant.span, _changes(result))
    for span, kind in _countable(view):
        count = counts.get((span.start, kind))
        if count is not None:
            yield _lens(view, span, frequency(count, games, deals))


def _changes(result: Json) -> str:
    share = percent(int(result["otherwise"]), int(result["compared"]))
    return f"changes the winner in {share} of games ({int(result['compared']):,} played)"


def _countable(view: FileView) -> Iterator[tuple[Span, str]]:
    for _, part in declarations(view.document.tree):
        match part:
            case n.Phase():
                yield part.name.span, "phase"
                yield from ((span, "choice") for span in _choices(part.body))
            case n.Table(rows=rows):
                yield from ((row.span, "row") for row in rows)
            case n.Main(body=body) | n.Incident(body=body):
                yield from ((span, "choice") for span in _choices(body))
            case n.Amend(edits=edits):
                for edit in edits:
                    for line in edit.lines:
                        if isinstance(line, n.ActionRow):
                            yield line.span, "row"
                        elif isinstance(line, n.Choice):
                            yield from ((span, "choice") for span in _of_choice(line))
            case _:
                pass


def _of_choice(choice: n.Choice) -> Iterator[Span]:
    yield choice.span
    yield from _choices(choice.body)


def _choices(body: tuple[n.Stmt, ...]) -> Iterator[Span]:
    for one in body:
        match one:
            case n.Choose(choices=choices):
                for choice in choices:
                    yield from _of_choice(choice)
            case n.If(then=then, otherwise=otherwise):
                yield from _choices((*then, *(otherwise or ())))
            case n.Repeat(body=inner, otherwise=otherwise):
                yield from _choices((*inner, *(otherwise or ())))
            case n.For(body=inner):
                yield from _choices(inner)
            case n.Together(choosers=choosers):
                yield from _choices(choosers)
            case _:
                pass


def frequency(count: int, games: int, deals: int) -> str:
    """A count in words: `6.2 % of deals`, `1.4 times a deal`, `never in 10,000 games`."""
    if not count:
        return f"never in {games:,} games"
    whole, name = (deals, "deal") if deals else (games, "game")
    if count > whole:
        return f"{count / whole:.1f} times a {name}"
    return f"{percent(count, whole)} of {name}s"


def percent(count: int, whole: int) -> str:
    """A share: `6.2 %`.  It shows 0 % or 100 % only if that is exact."""
    share = 100 * count / whole if whole else 0.0
    if 0 < share < 0.1:
        return "under 0.1 %"
    if 99.9 < share < 100:
        return "over 99.9 %"
    return f"{share:.1f} %" if share not in (0, 100) else f"{share:.0f} %"


# ----------------------------------------------------------------------------------------------------------- scripts


def _of_script(view: FileView) -> Iterator[Json]:
    played = scripts.played(view)
    for span in played.held:
        yield _lens(view, span, "holds")
    for one in scripts.problems(view):
        if one.severity == "error" and one.span.source.name == view.document.source.name and played.games:
            yield _lens(view, one.span, one.message)
