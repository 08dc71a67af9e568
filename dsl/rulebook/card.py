"""The card "how we play it here": the options set differently, the variants, and the important numbers.

It is made from the differences between the published game and the game as it is played here.  So a guest who knows the
published game finds everything new on one page.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..checked import CheckedGame
from ..difference import ComparedGame, Difference, Step
from ..traversal import played_options
from . import english as en
from .cards import by_number_grid, deck_lines, players_line
from .context import RulebookSettings
from .document import (
    Grid,
    Item,
    Items,
    Line,
    Paragraph,
    RulebookDocument,
    Section,
    TextBlock,
    TextRun,
    line,
    paragraph,
    sentence,
)
from .speech import new_book
from .variations import option_words

_RULES = ("main", "phase", "table", "define", "values", "shape", "incident")


def house_card(
    base: ComparedGame, here: ComparedGame, variants: Sequence[str], changes: Sequence[Difference]
) -> RulebookDocument:
    """The card for a game as it is played here.  `changes` are its differences from the base."""
    sections = [
        _section("Chosen differently", _chosen(changes)),
        _section("House rules", _decided(changes)),
        _section("What that changes", _rules(changes)),
        _section("Numbers", _numbers(here.game, here.chosen)),
    ]
    lead: list[Line] = [line(_named(base.game.title, variants))]
    if not changes:
        lead.append(line("everything is played as the rules have it"))
    return RulebookDocument("How we play it here", (paragraph(lead),), tuple(s for s in sections if s is not None))


def _named(game: str, variants: Sequence[str]) -> str:
    """The name of the game with its variants: `Euchre, with a joker and stuck at seven`.

    A variant's own title is quoted."""
    own = [f"with “{title}”" for title in variants if not title.startswith(game)]
    more = [title.removeprefix(game).lstrip(" ,:") for title in variants if title.startswith(game)]
    return ", ".join([game, *([en.listed(more + own)] if variants else [])])


def _section(title: str, blocks: Sequence[TextBlock]) -> Section | None:
    return Section(title, title.lower().replace(" ", "-"), tuple(blocks)) if blocks else None


def _items(items: list[Item]) -> list[TextBlock]:
    return [Items(tuple(items))] if items else []


def _chosen(changes: Sequence[Difference]) -> list[TextBlock]:
    """The options whose value or default differs from the base."""
    return _items([Item(line(change.sentence)) for change in changes if change.area == "option"])


def _rules(changes: Sequence[Difference]) -> list[TextBlock]:
    """The players, cards and rules that a variant changes, with the new sentences."""
    items: list[Item] = []
    for change in changes:
        known = change.area in _RULES and change.how in ("added", "removed", "changed")
        if change.area in ("players", "deck", "ranking") or known:
            items.append(Item(line(TextRun(change.sentence, "strong")), tuple(_nested(change.new))))
    return _items(items)


def _nested(steps: Sequence[Step]) -> list[TextBlock]:
    """Steps as a list.  Deeper steps form nested lists."""
    items: list[Item] = []
    at = 0
    while at < len(steps):
        depth, text = steps[at]
        end = next((i for i in range(at + 1, len(steps)) if steps[i][0] <= depth), len(steps))
        items.append(Item(line(text), tuple(_nested(steps[at + 1 : end]))))
        at = end
    return _items(items)


def _decided(changes: Sequence[Difference]) -> list[TextBlock]:
    """The rulings that the variants add."""
    new = [change.sentence for change in changes if change.area == "ruling" and change.how == "added"]
    texts = [text.partition(": ")[2] for text in new]
    return _items([Item(sentence(line(text))) for text in texts])


def _numbers(game: CheckedGame, chosen: RulebookSettings) -> list[TextBlock]:
    """The numbers of players and cards, and every option that is a number."""
    book = new_book(game, chosen)
    blocks: list[TextBlock] = [paragraph([players_line(book), *deck_lines(book)]), *by_number_grid(book)]
    rows: list[tuple[Line, ...]] = []
    played = played_options(game)
    for option in game.options:
        if option in played and option.type.kind == "number":
            title = (option.node.description if option.node is not None else None) or en.spaced(option.name)
            value = option_words(option, chosen.values.get(option, option.default))
            rows.append((line(en.capital(title)), line(TextRun(value, "strong"))))
    if rows:
        blocks.append(Grid((line("What"), line("How much")), tuple(rows)))
    return blocks


__all__ = ["Paragraph", "house_card"]
