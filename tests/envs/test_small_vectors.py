"""Vectors of games of one small game, and what numbers, bounds and programs are in it: the twin is the Python engine."""

from __future__ import annotations

import pickle
import random
from math import comb
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("numpy", reason="numpy is not installed (extra `envs`)")
pytest.importorskip("wasmtime", reason="wasmtime is not installed")

import numpy as np

import hoyle
from hoyle import envs
from hoyle.envs import bounds, opponents
from hoyle.envs.actions import Actions
from hoyle.envs.bounds import bounds_of
from hoyle.envs.opponents import SeatedPrograms
from hoyle.envs.position import GameNode, GameTree
from hoyle.envs.remembering import HISTORY
from hoyle.envs.scoring import Scoring
from hoyle.interpreter.errors import GameError
from hoyle.interpreter.records import Choice

RULES = """\
game "Small"
language 1
players 3
deck 2 3 4 5 6 7, 2 copies, 1 joker
kind mood: calm or wild or odd
zones
    stock: face down
    heap: face up
    hand of each player: private
remember
    dealer: player
    bid: 0..5
    temper: mood
    ally: player or none
    points of each player: number
main
    set dealer to a random player
    gather every card into stock
    shuffle stock
    deal 4 from stock to hand of each player
    for p in players from dealer.left
        p chooses
            "bid {n} {m}" for n in 1..4, m in moods
                set bid to n
                set temper to m
            "pass"
        p chooses
            "lay {cs}" for cs in 1..2 cards of p.hand
                move cs to heap
                add size of cs to p.points
            "keep {q}" for q in players where q != p
                set ally to q
                add bid to q.points
    game over, won by the player with highest points, otherwise shared
"""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    found = tmp_path / "small.hoyle"
    found.write_text(RULES, "utf-8")
    return found


@pytest.mark.parametrize(
    ("bound", "rewards", "history"), [(1024, "points", HISTORY), (40, "win", ()), (3, "points", ())]
)
def test_a_vector_plays_the_games_of_the_engine(path: Path, bound: int, rewards: Any, history: tuple[str, ...]) -> None:
    games = envs.vector(path, 3, seed=5, bound=bound, rewards=rewards, history=history)
    tree, dice = GameTree(games.rules.engine), random.Random(7)
    nodes, following = [tree.start(5, index) for index in range(3)], 3
    earned = np.zeros((3, 3))
    for _ in range(9):
        chosen: list[int] = []
        for game, node in enumerate(nodes):
            numbered = games.actions.numbered(node.ask, tree.options(node))
            assert (games.players[game], games.left_out[game]) == (node.player, numbered.left_out)
            assert np.flatnonzero(games.masks[game]).tolist() == sorted(numbered.options)
            assert games.observations[game].tolist() == games.encoding.observe(node, node.player).tolist()
            chosen.append(dice.choice(sorted(numbered.options)))
            nodes[game] = tree.play(node, numbered.options[chosen[-1]])
        at, actions = games.legal
        assert [*zip(at.tolist(), actions.tolist(), strict=True)] == [
            tuple(one) for one in np.argwhere(games.masks).tolist()
        ]
        found, ended = games.step(chosen)
        earned += found
        for game, node in enumerate(nodes):
            assert ended[game] == (node.ask < 0)
            if ended[game]:
                assert earned[game].tolist() == games.scoring.total(node.values)
                earned[game] = 0
                assert games.index[game] == following
                nodes[game] = tree.start(5, following)
                following += 1
    assert following > 3


class Fixed:
    """A program that chooses by the number of the decision, and if it remembers, by what it has heard."""

    remembers = False

    def __init__(self, program: Any, seat: int) -> None:
        self.seat, self.made = seat, 0

    def begin(self) -> None:
        """A new game."""
        self.made = 0

    def choose(self, decision: Any) -> Choice:
        """One of the options."""
        self.made += 1
        seen = decision.seen() if self.remembers else None
        number = self.made * 7 + (len(seen.steps) * 5 + seen.hash % 11 if seen is not None else 0)
        return decision.options[(number + decision.dice.below(3)) % len(decision.options)]


class Remembering(Fixed):
    remembers = True


@pytest.mark.parametrize("kind", [Fixed, Remembering])
@pytest.mark.parametrize("seats", [{"B": "one"}, {"A": "one", "C": "one"}, {"C": "random", "B": "one"}])
def test_programs_choose_in_every_game_what_they_choose_in_one(
    path: Path, kind: type[Fixed], seats: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    made = opponents.maker
    monkeypatch.setattr(opponents, "maker", lambda name: kind if name == "one" else made(name))
    games = envs.vector(path, 2, seed=4, rewards="points", opponents=seats)
    rules, own = games.rules, {"ABC".index(seat) for seat in seats}
    assert {*games.programs.seats} == own
    if "random" in seats.values():  # these are drawn inside: what is asked of others only is looked at
        for _ in range(6):
            assert {*games.players.tolist()} == {0}
            games.step(games.by_chance(np.random.default_rng(1)))
        return
    tree = GameTree(rules.engine)

    class Alone:
        """One game."""

        def __init__(self, index: int) -> None:
            self.programs = SeatedPrograms(rules, dict.fromkeys(own, "one"))
            self.begin(index)

        def begin(self, index: int) -> None:
            self.programs.begin(4, index)
            self.node = tree.start(4, index, listener=self.programs.hear)

        def play(self, raw: tuple[int, ...]) -> None:
            self.programs.asked(self.node.values)
            self.node = tree.play(self.node, raw, listener=self.programs.hear)

        def on(self) -> None:
            while self.node.ask >= 0 and self.node.player in own:
                self.play(self.programs.choose(self.node.values, tree.options(self.node)))

    alone, known, dice = [Alone(0), Alone(1)], list[int](), random.Random(3)
    for one in alone:
        one.on()
    for turn in range(14):
        if turn == 5:
            games = pickle.loads(pickle.dumps(games)) if kind is Remembering else games
        actions: list[int] = []
        for game, one in enumerate(alone):
            assert games.players[game] == one.node.player
            assert games.observations[game].tolist() == games.encoding.observe(one.node, one.node.player).tolist()
            numbered = games.actions.numbered(one.node.ask, tree.options(one.node)).options
            actions.append(dice.choice(sorted(numbered)))
            one.play(numbered[actions[-1]])
            one.on()
        _, ended = games.step(actions)
        for game in range(2):
            assert ended[game] == (alone[game].node.ask < 0)
        for game in range(2):
            if ended[game]:
                alone[game].begin(int(games.index[game]))
                alone[game].on()
                known.append(int(games.index[game]))
    assert sorted(known) == [*range(2, 2 + len(known))]
    assert len(known) > 2


def test_a_choice_of_a_program_must_have_a_number(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Last(Fixed):
        def choose(self, decision: Any) -> Choice:
            return [one for one in decision.options if one.alternative == 0][-1]

    made = opponents.maker
    monkeypatch.setattr(opponents, "maker", lambda name: Last if name == "one" else made(name))

    def played() -> None:
        games = envs.vector(path, 2, seed=4, bound=3, opponents={"B": "one"})
        for _ in range(6):
            games.step(games.by_chance(np.random.default_rng(1)))

    with pytest.raises(GameError, match="a choice of one is beyond the bound of the numbers of actions"):
        played()


# ---------------------------------------------------------------------------------------------------------- the numbers


def test_numbers_of_actions(path: Path) -> None:
    program = hoyle.rules(path).program
    actions = Actions(program)
    faces, twice = 25, 24
    combinations = faces + comb(faces, 2) + twice
    assert [(kind.label, kind.first, kind.size) for kind in actions.kinds] == [
        ("bid {n} {m}", 0, 12), ("pass", 12, 1), ("lay {cs}", 13, combinations), ("keep {q}", 13 + combinations, 3),
    ]  # fmt: skip
    assert actions.size == 16 + combinations
    assert [actions.label(n) for n in (0, 11, 12, 13, actions.size - 1)] == [
        "bid {n} {m} #0", "bid {n} {m} #11", "pass", "lay {cs} #0", "keep {q} #2",
    ]  # fmt: skip
    for wrong in (-1, actions.size):
        with pytest.raises(GameError, match=f"there are {actions.size} actions; {wrong} is none of them"):
            actions.label(wrong)
    found = actions.numbered(0, [(0, n, m) for n in range(1, 5) for m in range(3)] + [(1,)])
    assert [*found.options] == [*range(13)]
    assert (found.options[5], found.left_out) == ((0, 2, 2), 0)
    assert actions.numbered(0, [(0, 5, 0), (0, 0, 0), (0, 1, 0), (0, 1, 0)]).left_out == 3
    assert [(kind.size, kind.names is None) for kind in Actions(program, combinations).kinds][2] == (
        combinations,
        False,
    )
    assert [(kind.size, kind.names is None) for kind in Actions(program, combinations - 1).kinds][2] == (
        combinations - 1,
        True,
    )
    small = Actions(program, 11)
    assert [(kind.first, kind.size, kind.names is None) for kind in small.kinds] == [
        (0, 11, True), (11, 1, False), (12, 11, True), (23, 3, False),
    ]  # fmt: skip
    by_place = small.numbered(0, [(0, n, m) for n in range(1, 5) for m in range(3)] + [(1,)])
    assert (by_place.options[10], by_place.options[11], by_place.left_out) == ((0, 4, 1), (1,), 1)
    with pytest.raises(GameError, match="the most numbers of a kind of choice is 1 or more"):
        Actions(program, 0)


# ------------------------------------------------------------------------------------------------------------ the bounds


def root(path: Path) -> Any:
    from hoyle.envs.tree import GameRoot

    rules = hoyle.rules(path)
    return GameRoot(rules, Actions(rules.program))


def test_bounds_of_a_small_game(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made = root(path)
    points, win = Scoring(made.rules.engine, "points"), Scoring(made.rules.engine, "win")
    assert bounds_of(made, win, "rules").low == -1.0
    assert (bounds_of(made, win, "rules").high, bounds_of(made, win, "rules").how) == (1.0, "the rules")
    assert bounds_of(made, points, "rules").length == bounds.LENGTH_LIMIT
    measured = bounds_of(made, points, "20")
    dice, ends, longest = random.Random(0), list[float](), 0
    for seed in range(20):
        game = made.rules.start(seed)
        while not game.over:
            game.choose(int(dice.random() * len(game.choices)))
        longest = max(longest, game.number)
        ends += points.total(game.state.values)
    assert (measured.low, measured.high, measured.length) == (min(ends), max(ends), longest)
    assert (measured.how, longest) == ("measured in 20 random games", 6)
    for wrong in ("0", "-1", "x", "١", str(bounds.MOST_GAMES + 1), ""):
        with pytest.raises(
            GameError, match="bounds are found by 'auto', 'rules', 'tree' or a number of games up to 100000"
        ):
            bounds_of(made, points, wrong)
    monkeypatch.setattr(bounds, "MOST_NODES", 10)
    with pytest.raises(GameError, match="the tree of Small has more than 10 nodes"):
        bounds_of(made, points, "tree")
    monkeypatch.setattr(bounds, "FEW_NODES", 10)
    monkeypatch.setattr(bounds, "QUICK_GAMES", 20)
    quick = bounds_of(made, points, "auto")
    low, high = bounds_of(made, points, "rules").low, bounds_of(made, points, "rules").high
    most = 2 * max(abs(measured.low), abs(measured.high))
    limited = [
        name for name, there in (("the lowest reward", low <= -(2**31)), ("the highest", high >= 2**31)) if there
    ]
    assert quick.low == (-most if low <= -(2**31) else low)
    assert quick.high == (most if high >= 2**31 else high)
    assert quick.length == 12
    what = " and ".join(filter(None, (", ".join(limited), "the length")))
    assert quick.how == f"the rules; {what}: 2 times what 20 random games reached"
    monkeypatch.setattr(bounds, "QUICK_CHOICES", 13)
    assert bounds_of(made, points, "auto").how.endswith("2 times what 2 random games reached")
    monkeypatch.setattr(bounds, "QUICK_CHOICES", 5)
    none = bounds_of(made, points, "auto")
    assert (none.length, none.how) == (bounds.LENGTH_LIMIT, "the rules: no random game came to its end soon enough")


def test_a_position_knows_its_past(path: Path) -> None:
    rules = hoyle.rules(path)
    tree = GameTree(rules.engine)
    nodes = [tree.start(5)]
    while nodes[-1].ask >= 0:
        options = tree.options(nodes[-1])
        nodes.append(tree.play(nodes[-1], options[len(nodes) % len(options)]))
    assert (nodes[-1].player, tree.options(nodes[-1]), len(nodes)) == (-1, [], 7)
    steps = [*nodes[-1].past()]
    assert [one.player for one in steps] == [node.player for node in nodes[-2::-1]]
    assert not any(one.deal_began for one in steps)
    again: GameNode = pickle.loads(pickle.dumps(nodes[-1]))
    assert [(one.player, one.ask, one.raw, one.seen) for one in again.past()] == [
        (one.player, one.ask, one.raw, one.seen) for one in steps
    ]
    assert again.values == nodes[-1].values
