"""The TypeScript package describes small games that have every construct between them as Python does, and every seat
has seen of them what it has seen in Python.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

import hoyle
from hoyle.dsl.checked import CheckedGame
from hoyle.interpreter.faults import Fault
from hoyle.interpreter.game import Game, Rules
from hoyle.interpreter.lowering import lower
from hoyle.interpreter.search.history import History
from hoyle.interpreter.story.asked import asked
from hoyle.interpreter.story.refused import refusal_of_cards
from hoyle.interpreter.wording.outcomes import Outcomes
from hoyle.interpreter.wording.refusals import Refusals

from ..interpreter.search.test_small_games import HIDDEN
from ..small_antes import ANTES, ANTES_OF_THE_DEAL
from ..small_calls import CALLS
from ..small_constructs import CONSTRUCTS
from ..small_memory import MEMORY
from ..small_piles import PILES
from ..small_rules import game_of
from ..small_tricks import small_tricks
from .conftest import written
from .test_everything import RULES
from .test_held import EVERY, HeardStories, chosen, plain, position
from .test_thinking import seen_data

COUNTED_LAST = """\
game "Counted last"
language 1
players 2
deck 2 3 4 5 6 7
zones
    stock: face down
    hand of each player: private
    pile: face up
remember
    won of each player: number
    points of each player: number
main
    repeat 8 times
        shuffle every card into stock
        deal 2 from stock to hand of each player
        for p in players
            p chooses
                "play {c}" for c in p.hand
                    move c to pile
                    if c.number > 5: add 1 to p.won
                "keep"
    shuffle every card into stock
    for p in players
        if p.won > p.left.won: add 1 to p.points
    game over, won by the player with highest points, otherwise shared
"""
"""A single deal brings nothing: only whole games do."""
TEXTS = {
    "counted last": COUNTED_LAST,
    **CONSTRUCTS,
    "calls": CALLS,
    "memory": MEMORY,
    "piles": PILES,
    "hidden": HIDDEN,
    "everything": RULES,
    "small tricks": small_tricks(),
}
STAKES = """\
game "Stakes"
language 1
players 2
deck 2 3 4 5 6 7 8 9 10 J Q
values pips of each card
    2..10: 1
    J Q: 2
zones
    stock: face down
    pile: face up
    hand of each player: private
remember
    dealer: player
    best: 0..99
    said: suit or none
    chips of each player: number
    pips_taken of each player: number
    fines of each player: number
main
    set chips of each player to 50
    set dealer to a random player
    for p in players
        if p != dealer: subtract 5 from p.chips
    repeat 3 times
        shuffle every card into stock
        set said to none
        set pips_taken of each player to 0
        deal 21 from stock to hand of each player
        for p in players from dealer
            p chooses
                "keep all"
                "show {c}" for c in p.hand where c.suit = clubs
                    move c to pile
                    set said to c.suit
                "stake {n}" for n in 1..2
                    subtract n from p.chips
                    add n to p.left.chips
                    add n to p.fines
        show dealer.hand to everyone
        for p in players
            add total pips of p.hand to p.pips_taken
        set best to highest pips_taken
        for p in players where p.pips_taken = best: pay(p, total pips of p.hand)
        for p in players
            subtract p.fines from p.chips
            subtract p.fines from p.fines
        set dealer to dealer.left
    game over, won by the player with highest chips, otherwise shared
phase pay(p: player, n: 0..99)
    add n to p.chips
    subtract n from p.left.chips
"""
"""Chips before the first deal, and as many cards counted as are marked, or one more."""
MORE = {"stakes": STAKES, "antes": ANTES, "antes of the deal": ANTES_OF_THE_DEAL}
"""Games that are described only."""
SEEDS = (3, 5)
LENGTH = 25
INCIDENTS = 0.08
"""How often an incident is declared where one can be."""


@cache
def checked(name: str) -> CheckedGame:
    return game_of({**TEXTS, **MORE}[name])


@cache
def rules_of(name: str) -> Rules:
    """The rules of a small game, with all sentences."""
    game = checked(name)
    seats = [f"Player {seat + 1}" for seat in range(lower(game).players)]
    rules = hoyle.rules({**TEXTS, **MORE}[name], players=seats)
    rules.words.outcome = Outcomes(game, rules.program).sentence
    rules.words.refusals = Refusals(game, rules.program).texts
    return rules


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """Return a function that gives the module of a small game and its description, as names of files."""
    return cache(lambda name: written(tmp_path_factory.mktemp("small"), checked(name), rules_of(name).program))


def moves(game: Game, dice: random.Random) -> Iterator[tuple[int | str, Fault | None]]:
    """Each choice or incident of a random game when it was made, at first -1, and the error of the rules that it met: it
    is the last one then, and the game is as it was before.
    """
    yield -1, None
    for _ in range(LENGTH):
        if game.over:
            return
        incidents = list(game.incidents)
        try:
            if incidents and dice.random() < INCIDENTS:
                made = dice.choice(incidents)
                game.declare(made)
            else:
                made = chosen(game, dice)
                game.choose(made)
        except Fault as fault:
            yield made, fault
            return
        yield made, None


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("name", [*TEXTS, *MORE])
def test_a_small_game_is_the_same(node, files, name, seed):
    rules = rules_of(name)
    heard, expected, choices = HeardStories(rules), [], []
    game = rules.start(seed, listener=heard.hear)
    for made, fault in moves(game, random.Random(seed)):
        choices.append(made)
        expected.append({"fault": fault} if fault else position(game) | heard.reported(game))
    found = node.ask("play", **files(name), seats=rules.seats, seed=seed, choices=choices[1:], every=EVERY)
    same(found, expected)


@pytest.mark.parametrize(
    ("name", "seed"),
    [*((name, seed) for name in TEXTS for seed in SEEDS), *(("memory", seed) for seed in range(6, 12))],
)
def test_every_seat_has_seen_the_same(node, files, name, seed):
    rules = rules_of(name)
    history, expected, choices = History(rules.program), [], []
    game = rules.start(seed, listener=history.hear)
    for made, fault in moves(game, random.Random(seed)):
        if not fault:
            choices.append(made)
            expected.append(seen_by_all(game, history))
    found = node.ask("seen", **files(name), seats=rules.seats, seed=seed, choices=choices[1:])
    for number, (there, here) in enumerate(zip(found, expected, strict=True)):
        assert there == here, number


def seen_by_all(game: Game, history: History) -> list[dict[str, Any]] | None:
    """What each seat has seen at the open question."""
    if game.over:
        return None
    history.asked(game.state.values)
    program = game.rules.program
    return [seen_data(program, history.seen_by(seat, game.state.values)) for seat in range(program.players)]


@pytest.mark.parametrize("name", [name for name in TEXTS if name not in ("values", "cards")])
def test_a_small_game_goes_on_alike(node, files, name):
    """A game that was saved in the middle: what everybody learns of it from then on, and has seen of it."""
    rules, dice = rules_of(name), random.Random(6)
    first = rules.start(6)
    for number, _ in enumerate(moves(first, dice)):
        if number == 5:
            break
    saved = first.to_json()
    game = rules.from_json(saved)
    heard, history, values = HeardStories(rules), History(rules.program), game.state.values
    for story in heard.stories:
        story.begin_at(values)
    history.begin_at(values)
    game.listen(heard.hear)
    game.listen(history.hear)
    expected, sights, choices = [], [], []
    for made, fault in moves(game, dice):
        if not fault:
            choices.append(made)
            expected.append(position(game) | heard.reported(game))
            sights.append(seen_by_all(game, history))
    asked = {**files(name), "seats": rules.seats, "saved": saved, "choices": choices[1:]}
    same(node.ask("play", **asked, every=EVERY), expected)
    assert node.ask("seen", **asked) == sights


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("name", [name for name in TEXTS if name not in ("values", "cards")])
def test_what_is_typed_and_picked_is_read_the_same(node, files, name, seed):
    rules, dice, known = rules_of(name), random.Random(seed), dict[str, None]()
    game, words = rules.start(seed), rules.words
    cards = [words.card(card) for card in range(len(rules.program.deck))]
    choices, typed, picked, expected = list[int](), list[list[str]](), list[list[list[str]]](), list[Any]()
    while not game.over and len(choices) < LENGTH:
        question = game.engine.question(game.state)
        assert question is not None
        labels = [choice.label for choice in game.choices]
        known |= dict.fromkeys(dice.sample(labels, min(4, len(labels))))
        texts = dice.sample([*known], min(8, len(known)))
        typed.append([*texts, texts[0].upper(), f" {texts[0].replace(' ', '  ')}", f"{texts[0]} x"])
        held = [card for one in game.choices for card in map(str, one.cards)] or cards
        picked.append([dice.choices(held if dice.random() < 0.7 else cards, k=size) for size in (1, 2, 3)])
        expected.append([
            [game.legal(text) for text in typed[-1]],
            [[refusal_of_cards(question, words, some), asked(question, words, some)] for some in picked[-1]],
        ])  # fmt: skip
        choices.append(chosen(game, dice))
        try:
            game.choose(choices[-1])
        except Fault:
            choices.pop()
            break
    made = len(choices)
    found = node.ask(
        "read", **files(name), seats=rules.seats, seed=seed, choices=choices, typed=typed[:made], picked=picked[:made]
    )
    for number, (there, here) in enumerate(zip(found, plain(expected[:made]), strict=True)):
        assert there == here, (number, typed[number], picked[number])


def same(found: list[dict[str, Any]], expected: list[dict[str, Any]]) -> None:
    """Compare the positions of a game."""
    for number, (there, here) in enumerate(zip(found, expected, strict=True)):
        if isinstance(fault := here.get("fault"), Fault):
            assert there["fault"] == str(fault)
            continue
        for one in (there, here):
            one.get("saved", {}).pop("ruleset", "")  # a text here, and there a name that it does not have
        for part, value in here.items():
            assert there[part] == value, (number, part)
