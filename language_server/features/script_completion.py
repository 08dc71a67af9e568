"""Completion in a scripted game: legal choices at that point, cards, and options of the rules."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from ...dsl.checked import OptionSymbol
from ...dsl.loading import rulesets
from ...dsl.resolve.context import value_name
from ...interpreter.notation.header import HEAD
from ..text import Json
from ..view import FileView
from . import scripts
from .script_places import behind, by_chance

STEPS = ("first", "random", "deal", "pile", "trick", "table", "expect", "after", "what if", "position")
PLAYERS = ("person", "random")
"""Who can play a seat of any game; what else can is not known where a browser runs this."""
MOST_NUMBERS = 30
"""The most numbers of a range that are offered one by one."""


def items(view: FileView, offset: int) -> Iterator[Json]:
    """Everything that could be written at an offset of a script."""
    begin = view.text.starts[view.text.line_of(offset)]
    line = view.raw[begin:offset]
    if "#" in line:
        return
    words = line.split()
    first = words[0] if words and (len(words) > 1 or line.endswith(" ")) else ""
    match first:
        case "game":
            yield from _rulesets(view, offset, line)
        case "option":
            yield from _options(view, offset, line)
        case _ if not line.strip() or (not first and ":" not in line):
            yield from _starts(view, offset, line)
        case "first" | "after" | "position" | "expect" if len(line[: len(line) - len(_part_typed(line))].split()) == 1:
            yield from _names(view, offset, line, first)
        case _:
            yield from _inside(view, offset, line)


def _item(view: FileView, offset: int, typed: str, label: str, kind: int, order: int, detail: str = "") -> Json:
    return {
        "label": label,
        "kind": kind,
        "sortText": f"{order}{label}" if order != 1 else f"1{label.casefold()}",
        "detail": detail,
        "textEdit": {"range": view.text.range(offset - len(typed), offset), "newText": label},
        "filterText": label,
    }


def _typed(line: str) -> str:
    """The word that is being typed."""
    found = re.search(r"\S*$", line)
    return found[0] if found is not None else ""


def _part_typed(line: str) -> str:
    """The word that is being typed, behind a colon if there is one."""
    return _typed(line).rpartition(":")[2]


def _rulesets(view: FileView, offset: int, line: str) -> Iterator[Json]:
    typed = _typed(line)
    for path in view.workspace.beside(view.document.path.parent):
        yield _item(view, offset, typed, path.stem, 17, 0, "beside this script")
    for name in rulesets():
        yield _item(view, offset, typed, name, 17, 1, "comes with hoyle")


def _options(view: FileView, offset: int, line: str) -> Iterator[Json]:
    typed = _typed(line)
    known = scripts.options_of(view, offset)
    name = line.split()[1] if len(line.split()) > 1 else ""
    option = next((one for one in known if one.name == name), None)
    if option is not None and line[: len(line) - len(typed)].split()[1:]:
        for number, (value, about) in enumerate(values(option)):
            yield {**_item(view, offset, typed, value, 20, 0, about), "sortText": f"0{number:02}"}
        return
    for one in known:
        yield _item(view, offset, typed, one.name, 21, 0, one.description or "")


def values(option: OptionSymbol) -> Iterator[tuple[str, str]]:
    """The values of an option, each with its description.  Of a long range of numbers there are none."""
    listed = option.node.values if option.node is not None else ()
    about = {value_name(one.value): one.description or "" for one in listed}
    known: Iterable[str] = option.words
    if option.type.kind == "flag":
        known = ("yes", "no")
    elif option.values is not None:
        known = map(str, option.values)
    elif option.type.kind == "number" and option.type.high - option.type.low < MOST_NUMBERS:
        known = map(str, range(option.type.low, option.type.high + 1))
    yield from ((value, about.get(value, "")) for value in dict.fromkeys((*about, *known)))


def _starts(view: FileView, offset: int, line: str) -> Iterator[Json]:
    typed = line.lstrip()
    here = scripts.standing(view, offset)
    if here is not None and here.question is not None:
        actor = here.opened.words.player(here.question.player)
        for label in scripts.labels(here):
            yield _item(view, offset, typed, f"{actor}: {label}", 12, 0, "is legal here")
    if here is not None and here.state is None:
        return
    for word in STEPS if here is not None else HEAD:
        yield _item(view, offset, typed, word, 14, 2)
    if here is not None:
        for zone in here.opened.game.zones:
            for name in [f"{zone.name}_{place + 1}" for place in range(zone.places)] or [zone.name]:
                yield _item(view, offset, typed, name, 5, 3, zone.description or "")


def _names(view: FileView, offset: int, line: str, first: str) -> Iterator[Json]:
    rules = scripts.declared_names(view, offset)
    typed = _typed(line)
    if rules is None:
        return
    wanted = {"first": ("variable",), "after": ("phase", "table"), "position": ("phase",)}
    here = scripts.standing(view, offset) if first == "first" else None
    decided = by_chance(here) if here is not None else None
    for name, kind in rules.kinds.items():
        if decided is not None and name not in decided:
            continue
        if kind in wanted.get(first, ("variable", "zone")):
            yield _item(view, offset, typed, name, 6, 1)
    if first == "expect":
        for word in ("turn", "legal", "illegal", "game over", "trick won by", "settlement"):
            yield _item(view, offset, typed, word, 14, 0)


def _inside(view: FileView, offset: int, line: str) -> Iterator[Json]:
    typed = _typed(line)
    if line.lstrip().startswith("seats "):
        for name in PLAYERS:
            yield _item(view, offset, typed, name, 12, 0)
        return
    typed = _part_typed(line)
    here = scripts.standing(view, offset)
    if here is None:
        return
    found = behind(here, line[: len(line) - len(typed)])
    if found.choices:
        said = line[line.index(":") + 1 :].lstrip()
        for label in scripts.labels(here):
            yield _item(view, offset, said, label, 12, 0, "is legal here")
    for name in _fitting(view, offset, line[: len(line) - len(typed)], found.names):
        yield _item(view, offset, typed, name, 6, 0)
    if found.cards:
        cards = _cards(view, here, offset)
        if line.lstrip().startswith("trick:"):
            cards = _fitting(view, offset, line[: len(line) - len(typed)], cards)
        yield from (_item(view, offset, typed, card, 12, 1) for card in cards)


def _fitting(view: FileView, offset: int, begun: str, names: Sequence[str]) -> list[str]:
    """Those of some names of which it is no mistake to stand here; all, if it is one of each."""
    fitting = [name for name in names if not scripts.objected(view, offset, begun, name)]
    return fitting or list(names)


def _cards(view: FileView, here: scripts.ScriptPosition, offset: int) -> list[str]:
    """The cards of the deck that the earlier lines of this deal have not named."""
    above = re.split(r"\n[ \t]*\n", view.raw[:offset])[-1]
    used = above.split()
    faces = here.opened.words.faces
    left = {face: here.opened.words.program.deck.count(number) for number, face in enumerate(faces)}
    if not re.match(r"\s*trick:", above.rsplit("\n", 1)[-1]):
        for word in used:
            face = word.strip(",")
            if face in left:
                left[face] -= 1
    return [face for face in faces if left[face] > 0]
