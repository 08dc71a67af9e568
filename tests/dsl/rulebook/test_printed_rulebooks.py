"""The whole rulebooks of small games with nearly all constructs: in Markdown for the usual options, and whatever other
settings change of the text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
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
from ...small_rules import game_of

PRINTED = Path(__file__).with_name("printed")
ODD = """\
game "Odd"
language 1
players 2..4 = 3
deck 2 3 4 5 6, packs copies
define packs means 1 if number of players < 4 otherwise 2
option long: 1..9 = 3 "how long it lasts"
option pace = slow
    slow "slow: take your time"
    fast "hurry"
    any_pace
option open: yes or no = no "whether bids are open" if long > 2
option step: 1 or 5 or 7 = 5
require long > 1 or pace = slow "a short game is slow"
preset "the quick one"
    set long to 2
    set pace to fast
shape trio: 3 cards of one rank
values pips of each card "points on it"
    2: 5
    otherwise: 1
zones
    stock: face down
    heap: face up
    hand of each player: private
    won of each player: face down
remember
    level, rounds: number
    caller: player or none
    skill of each player: number
    points of each player: number
define hand_size means 7 - number of players
define fee(x: number) means 10 if number of players = 2 otherwise 5
define prize(p: player) means 17 if any cs in 3 cards of p.hand has cs is a trio otherwise inner(p) "the prize of …: what the table likes"
define inner(p: player) means (total pips of p.hand) / 6
main
    shuffle every card into stock
    deal hand_size from stock to hand of each player
    repeat until highest points > 20
        add 1 to rounds
        repeat 3 times
            for p in players
                p chooses
                    "play {c}" for c in p.hand
                        move c to heap
                    "stop" if pace = fast
                        stop
                    "keep {cs}" for cs in 2 cards of p.hand where total pips of cs > 3
                        move p.hand except cs to p.won
            if level > 4
                stop
        if rounds = long
            stop
        add fee(level) to points of each player
    for p in players
        if p.prize > step
            add 25 * p.skill to p.points
            for q in players where q != p
                if any c in q.won, d in p.won has c.rank = d.rank: subtract 1 from q.points
                otherwise: add 1 to q.skill
        otherwise if open
            set caller to p
            add size of (p.won except top of heap) to level
    for p in players
        repeat
            p chooses
                "more"
                    add 1 to level
                "enough"
                    stop
        if level > 9
            stop
        move p.won except top of heap to heap
        move p.hand except top of heap to heap
    if any c in heap, d in heap has (c.rank = 2 and d.rank = 3): add 1 to level
    game over, won by the player with highest points, otherwise shared
ruling "Nobody deals twice."
ruling "A tie is shared"
"""


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


@cache
def game_named(name: str) -> CheckedGame:
    """A small game; `odd` has what depends on the number of players, requirements, presets, formulas, and loops in loops."""
    return game_of(ODD) if name == "odd" else construct_game(name)


@pytest.mark.parametrize("width", [34, 48, 80])
@pytest.mark.parametrize("name", ["odd", "turns", "alike"])
def test_rulebooks_as_narrow_texts(name: str, width: int) -> None:
    """No line is wider, and the words are those of the wide text."""
    game = game_named(name)
    book = rulebook(game, RulebookSettings({option: option.default for option in game.options}))
    text = plain(book, width)
    assert max(map(len, text.splitlines())) <= width
    if name == "odd" or width == 34:
        same_as_file(PRINTED / f"{name}_{width}.txt", text)


@pytest.mark.parametrize("name", ["values", "cards", "choices", "tricks", "flow", "wide", "alike", "turns", "odd"])
def test_whole_rulebooks(name: str) -> None:
    game = game_named(name)
    usual = RulebookSettings({option: option.default for option in game.options})
    book = rulebook(game, usual)
    known = sentences(book)
    text = markdown(book)
    for title, settings in other_settings(game):
        found = sentences(rulebook(game, settings))
        text += f"\n=== {title}\n" + "".join(f"+ {one}\n" for one in found if one not in known)
        text += "".join(f"- {one}\n" for one in known if one not in found)
    same_as_file(PRINTED / f"{name}.md", text)
