"""Choices with identical cards: what a text means, and which of identical cards a refused choice is about."""

from __future__ import annotations

from functools import cache
from typing import Any

from hoyle.interpreter.engine import Engine, Question, State
from hoyle.interpreter.game import Rules
from hoyle.interpreter.game.setup import ExecutorName
from hoyle.interpreter.lowering import lower
from hoyle.interpreter.opening.opened import OpenedGame
from hoyle.interpreter.records import Choice
from hoyle.interpreter.replay.choices import _as_held, find, find_card
from hoyle.interpreter.text.parse import Words

from ...small_rules import game_of

GAME = """game "Copies"
language 1
players 2
deck 2 3 4, 3 copies
values pips of each card
    2..4: 2..4
    otherwise: 9
zones
    stock: face down
    pool: face up
    hand of each player: private
    laid of each player: face up
remember
    points of each player: number
main
    shuffle every card into stock
    deal 5 from stock to hand of each player
    deal 4 from stock to pool
    repeat 2 times
        for p in players
            p chooses
                "play {c}" for c in p.hand where c.rank != 4
                    move c to p.laid
                "take {d}" for d in pool where d.rank != 4
                    move d to p.laid
                "pass {cs}" for cs in 2 cards of p.hand where total pips of cs > 5
                    move cs to p.left.hand
                "wait"
    game over, won by the player with highest points, otherwise shared
"""


@cache
def table() -> OpenedGame:
    game = game_of(GAME)
    return OpenedGame.lowered(game, lower(game), ("Ann", "Bob"))


def held(hand: list[str], pool: list[str], laid: list[str], *, copy: int = 2) -> tuple[Question, Words]:
    """The first question, if these cards lie there: of identical cards the last, then those before it."""
    engine, words, program = Engine(table().engine.program), table().words, table().engine.program
    zones = {zone.name: zone for zone in program.zones}
    values: Any = engine.start(seed=2).values.copy()
    used: dict[int, int] = {}

    def cards(names: list[str]) -> list[int]:
        found: list[int] = []
        for name in names:
            face = words.read_card(name)
            assert face is not None
            found.append(words.of_face[face][copy - used.get(face, 0)])
            used[face] = used.get(face, 0) + 1
        return found

    mine, open_, own = cards(hand), cards(pool), cards(laid)
    rest = [card for card in range(len(program.deck)) if card not in {*mine, *open_, *own}]
    values[zones["hand"].base] = sum(1 << card for card in mine)
    values[zones["hand"].base + 1] = 0
    for zone, lie in ((zones["pool"], open_), (zones["laid"], own)):
        content = tuple(lie) if zone.ordered else sum(1 << card for card in lie)
        values[zone.base] = content
    values[zones["stock"].base] = tuple(rest)
    if zones["stock"].bag >= 0:
        values[zones["stock"].bag], values[zones["stock"].bag + 1] = 0, 0
    question = engine.question(State(values))
    assert question is not None
    return question, words


def card(name: str, copy: int) -> int:
    words = table().words
    face = words.read_card(name)
    assert face is not None
    return words.of_face[face][copy]


def test_a_text_means_the_card_that_is_there() -> None:
    question, words = held(["2♠", "3♥", "4♦"], ["2♠", "3♣"], [])
    assert find(question, words, "play 2♠") == (Choice(0, (card("2♠", 2),)), [])
    assert find(question, words, "take 2♠") == (Choice(1, (card("2♠", 1),)), [])
    assert find_card(question, words, "3♥") == (Choice(0, (card("3♥", 2),)), [])
    assert find(question, words, "pass 3♥ 4♦") == (Choice(2, (1 << card("3♥", 2) | 1 << card("4♦", 2),)), [])
    assert find(question, words, "wait") == (Choice(3, ()), [])


def test_a_refused_choice_is_about_the_card_that_can_be_meant() -> None:
    """Of the zone from which is picked, or else of the player's own."""
    question, words = held(["4♠", "2♥", "2♥"], ["4♦", "4♦"], ["3♣"])
    for text, choice in (
        ("play 4♠", Choice(0, (card("4♠", 2),))),
        ("take 4♦", Choice(1, (card("4♦", 1),))),
        ("take 4♠", Choice(1, (card("4♠", 2),))),
        ("play 3♣", Choice(0, (card("3♣", 2),))),
        ("play 4♥", Choice(0, (card("4♥", 0),))),
        ("pass 2♥ 2♥", Choice(2, (1 << card("2♥", 2) | 1 << card("2♥", 1),))),
        ("pass 2♥ 3♣", Choice(2, (1 << card("2♥", 1) | 1 << card("3♣", 2),))),
    ):
        found, refused = find(question, words, text)
        assert (found, refused) == (None, [choice]), text
    assert _as_held(question, words, Choice(3, ())) == Choice(3, ())
    assert _as_held(question, words, Choice(0, (-1,))) == Choice(0, (-1,))
    assert _as_held(question, words, Choice(0, (card("4♠", 0),))) == Choice(0, (card("4♠", 2),))
    assert find_card(question, words, "4♠")[1] == [Choice(0, (card("4♠", 2),))]


def test_options_of_more_than_a_word_are_the_same_in_a_module() -> None:
    """A set of 104 cards takes two words in the memory of a module."""
    text = GAME.replace("deck 2 3 4, 3 copies", "deck 2 3 4 5 6 7 8 9 10 J Q K A, 2 copies").replace(
        "c.rank != 4", "c.rank != 9"
    )
    game = game_of(text)
    program = lower(game)
    assert len(program.deck) == 104
    executors: tuple[ExecutorName, ...] = ("python", "wasm")
    one, other = (
        Rules("copies", (), OpenedGame.lowered(game, program, ("Ann", "Bob")), executor).start(5)
        for executor in executors
    )
    for turn in (3, 9, 4, 11):
        number = turn % len(one.choices)
        assert one.choices.labels == other.choices.labels
        assert [choice.raw for choice in one.choices] == [choice.raw for choice in other.choices]
        assert max(choice.raw[-1] for choice in one.choices) > 1 << 64
        for game_ in (one, other):
            assert game_.legal(game_.choices[number])
            game_.choose(game_.choices.labels[number])
        assert one.state == other.state
