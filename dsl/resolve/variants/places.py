"""The places of a part that a variant can name: which there are, how each is named, and what lies around it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Generic, TypeVar

from ...source.span import Span
from ...syntax import nodes as n
from ...syntax.printer.declarations import print_declaration
from ...syntax.printer.lines import innermost, one_line, place_line, rank_of

AnyRow = n.ActionRow | n.ValueRow | n.ValuesRow | n.RankingRow | n.WrittenLine
Place = n.Stmt | n.Choice | AnyRow
At = n.Template | n.RowOf | n.FaceOf | n.RankOf | n.Notice | n.Stmt
P = TypeVar("P", bound=Place)
Around = tuple[n.Stmt | n.Choice, ...]
"""What is replaced together with a place, since it stands in its block: the innermost first."""


class PartLines(Generic[P]):
    """The places of one part, and which of their names belong to one place only."""

    def __init__(self, part: n.Part, places: Sequence[P], around: Sequence[tuple[P, ...]] | None = None) -> None:
        self.part = part
        self.places = places
        self.around = around if around is not None else [()] * len(places)

    def __iter__(self) -> Iterator[P]:
        return iter(self.places)

    def named(self, wanted: str) -> list[P]:
        """The places with a name."""
        return [place for place in self.places if wanted in spellings(place)]

    def addressed(self, place: P) -> tuple[P, str] | None:
        """The innermost place that is, or contains, this one and has a name of its own, and that name.

        None if there is none: only the whole part can be replaced then."""
        for one in (place, *self.around_it(place)):
            name = next((said for said in spellings(one) if self._often[said] == 1), None)
            if name is not None:
                return one, name
        return None

    def around_it(self, place: P) -> tuple[P, ...]:
        """The places that are replaced together with this one, the innermost first."""
        return next(around for one, around in zip(self.places, self.around, strict=True) if one is place)

    @cached_property
    def _often(self) -> Counter[str]:
        return Counter(said for place in self.places for said in spellings(place))

    @property
    def whole(self) -> str:
        """The line that replaces the whole part."""
        return replacing(self.part)


def replacing(part: n.Part) -> str:
    """The line that replaces a part: `replace phase ask(p: player)`, without its description and the lines below."""
    plain = replace(part, description=None) if isinstance(part, n.Described) else part
    return print_declaration(n.Replace(plain, span=part.span))[0].text


def lines_of_body(part: n.Phase | n.Main | n.Incident) -> PartLines[n.Stmt | n.Choice]:
    """The places of a part that has statements."""
    found = list(_places(part.body, ()))
    return PartLines(part, [place for place, _ in found], [around for _, around in found])


def _places(body: tuple[n.Stmt, ...], around: Around) -> Iterator[tuple[n.Stmt | n.Choice, Around]]:
    for st in body:
        yield st, around
        within = (st, *around)
        match st:
            case n.If():
                yield from _places(st.then, within)
                yield from _places(st.otherwise or (), around)  # it stays if the `if` is replaced
            case n.Repeat():
                yield from _places(st.body, within)
                yield from _places(st.otherwise or (), within)
            case n.For():
                yield from _places(st.body, around if _goes_on(around) else within)
            case n.Choose():
                for choice in st.choices:
                    yield choice, within
                    yield from _places(choice.body, (choice, *within))
            case n.Together():
                yield from _places(st.choosers, within)
            case n.PlayTrick():
                for step in st.steps:
                    yield from _places(step.body, within)
            case _:
                pass


def _goes_on(around: Around) -> bool:
    """Whether a loop is on the line of the loop around it: `for p in players, c in p.hand`."""
    return bool(around) and isinstance(around[0], n.For) and around[0].more


def heading(place: Place) -> Place:
    """A place without the blocks below it."""
    match place:
        case n.If():
            return replace(place, then=(), otherwise=None)
        case n.Repeat():
            return replace(place, body=(), otherwise=None)
        case n.For():
            return _emptied(place)
        case n.Choice():
            return replace(place, body=())
        case n.Choose():
            return replace(place, choices=())
        case n.Together():
            return replace(place, choosers=())
        case n.PlayTrick():
            return replace(place, steps=())
        case _:
            return place


def spellings(place: Place) -> tuple[str, ...]:
    """The ways to name a place, the usual one first.

    A statement with a block is named by its heading, with or without the statement after its colon; a trick by its
    first line, or by all its clauses in one line."""
    match place:
        case n.Choice():
            return (place_line(place.template),)
        case n.ActionRow() | n.ValueRow():
            return (place_line(n.RowOf(place.guard)),)
        case n.ValuesRow():
            return (place_line(n.FaceOf(place.face)),)
        case n.WrittenLine():
            return (place_line(place.notice),)
        case n.SuitRow() | n.AnySuitRow() | n.AnyCardRow() | n.JokerRow() | n.EqualCards():
            return (place_line(rank_of(place)),)
        case n.If():
            return _each(*_inlined(place, place.then), place_line(replace(place, then=())))
        case n.For():
            return _each(*_inlined(place, innermost(place).body), place_line(_emptied(place)))
        case n.PlayTrick():
            return _each(place_line(place), place_line(replace(place, below=0)))
        case _:
            return (place_line(place),)


def _each(*said: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(said))


def _emptied(place: n.For) -> n.For:
    """The heading of a loop, with all its names."""
    match place:
        case n.For(more=True, body=(n.For() as inner,)):
            return replace(place, body=(_emptied(inner),))
        case _:
            return replace(place, body=())


def _inlined(place: n.If | n.For, body: tuple[n.Stmt, ...]) -> tuple[str, ...]:
    return (place_line(place),) if len(body) == 1 and one_line(body[0]) else ()


def first_line(node: n.Node) -> Span:
    """The first line of a node, which may be a whole block."""
    span = node.span
    end = span.source.text.find("\n", span.start, span.end)
    return span if end < 0 else Span(span.source, span.start, end)
