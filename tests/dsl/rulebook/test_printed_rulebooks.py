"""The whole rulebooks of small games with nearly all constructs: in Markdown for the usual options, and whatever other
settings change of the text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from hoyle.dsl.checked import CheckedGame
from hoyle.dsl.provenance.rulings import option_values
from hoyle.dsl.rulebook.context import RulebookSettings
from hoyle.dsl.rulebook.document import RulebookDocument
from hoyle.dsl.rulebook.markdown import markdown
from hoyle.dsl.rulebook.plain import plain
from hoyle.dsl.rulebook.sections import rulebook

from ...golden import same_as_file
from ...small_constructs import construct_game

PRINTED = Path(__file__).with_name("printed")


def other_settings(game: CheckedGame) -> Iterator[tuple[str, RulebookSettings]]:
    """Each other value of each option, or the ends of its range, with the number of players fixed or left open."""
    usual = {option: option.default for option in game.options}
    for players in game.counts:
        yield f"{players} players", RulebookSettings(usual, players)
    for number, option in enumerate(game.options):
        values = [value for value, _ in option_values(option)] or [option.type.low, option.type.high]
        for value in values:
            if value != option.default:
                players = (None, *game.counts)[(number + value) % (len(game.counts) + 1)]
                yield (
                    f"{option.name} {option.word(value)}, {players or 'any'} players",
                    RulebookSettings(usual | {option: value}, players),
                )


def sentences(book: RulebookDocument) -> list[str]:
    """The sentences of a rulebook and the rows of its tables."""
    return [one for line in plain(book, 10_000).splitlines() for one in re.split(r"(?<=\.) (?=[A-Z“])", line) if one]


@pytest.mark.parametrize("name", ["values", "cards", "choices", "tricks", "flow", "wide", "alike", "turns"])
def test_whole_rulebooks(name: str) -> None:
    game = construct_game(name)
    usual = RulebookSettings({option: option.default for option in game.options})
    book = rulebook(game, usual)
    known = sentences(book)
    text = markdown(book)
    for title, settings in other_settings(game):
        found = sentences(rulebook(game, settings))
        text += f"\n=== {title}\n" + "".join(f"+ {one}\n" for one in found if one not in known)
        text += "".join(f"- {one}\n" for one in known if one not in found)
    same_as_file(PRINTED / f"{name}.md", text)
