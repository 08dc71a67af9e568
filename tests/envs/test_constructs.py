"""Games that have every construct between them, many at once inside a module: the twin is the engine of Python."""

from __future__ import annotations

import pickle
import random
from typing import Any

import pytest

pytest.importorskip("numpy", reason="numpy is not installed (extra `envs`)")
pytest.importorskip("wasmtime", reason="wasmtime is not installed")

import numpy as np

from hoyle import envs
from hoyle.envs.position import GameTree
from hoyle.envs.remembering import HISTORY
from hoyle.interpreter.errors import GameError

from ..small_constructs import ALL_CONSTRUCTS
from ..small_tricks import small_tricks

SEEN = """\
game "Seen"
language 1
players 3
deck 2 3 4 5 6 7 8 9 of reds blues, 3 jokers
kind mood: calm or wild
zones
    stock: face down
    heap: face up
    hand of each player: private
    row of each player: 2 places, face up
    kept of each player: face down
    known of each player: private
remember
    feel: mood
    low: 0..3
    best: card or none
    called: suit or none
    ally: player or none
    out: players
    closed: suits
    gone: cards
    mine of each player: cards
    sure of each player: yes or no
    points of each player: number
main
    shuffle every card into stock
    deal 2 from stock to hand of each player
    deal 1 from stock to kept of each player
    deal 1 from stock to known of each player
    for p in players, i in 1..2
        show bottom of stock to p
        p chooses
            "take {c}" for c in p.hand
                move c to heap
                set best to c
                set gone to gone + c
                set called to c.suit if c is not joker otherwise none
            "hide {c}" for c in p.hand
                move c to p.kept
                set p.sure to yes
                set p.mine to p.mine + c
            "join {q} {m}" for q in players, m in moods where q != p
                set ally to q
                set feel to m
                set low to i
                set out to out + q
                move top of stock to p.row(i)
            "close {s}" for s in suits
                set closed to closed + s
                add 1 to p.points
                move top of stock to p.known
    game over, won by the player with highest points, otherwise shared
"""
MANY = (
    SEEN.replace("players 3", "players 4, partners opposite")
    .replace("deck 2 3 4 5 6 7 8 9 of reds blues, 3 jokers", "deck 2 3 4 5 6 7 8 9 10 J Q K A, 2 copies, 3 jokers")
    .replace("    ally: player or none\n", "    ally: player or none\n    side: team or none\n    sides: teams\n")
    .replace(
        "    set ally to q\n",
        "    set ally to q\n                set side to q.team\n                set sides to sides + q.team\n",
    )
)
"""The same with partners, and with more cards than a word has bits."""
GAMES: dict[str, tuple[str, dict[str, Any]]] = {
    "choices": (ALL_CONSTRUCTS["choices"], {"bound": 300, "rewards": "points"}),
    "tricks": (ALL_CONSTRUCTS["tricks"], {"history": HISTORY}),
    "alike": (ALL_CONSTRUCTS["alike"], {"rewards": "points", "history": HISTORY}),
    "small tricks": (small_tricks(), {"history": HISTORY}),
    "seen": (SEEN, {"history": ("calls",)}),
    "many": (MANY, {"bound": 200, "history": ("gone",)}),
}


def test_games_inside_a_module_are_those_of_the_engine() -> None:
    ended_games: dict[str, int] = {}
    for name, (text, more) in GAMES.items():
        games = envs.vector(text, 2, seed=5, **more)
        tree, dice = GameTree(games.rules.engine), random.Random(7)
        nodes, following = [tree.start(5, index) for index in range(2)], 2
        before = [games.scoring.total(node.values) for node in nodes]
        for turn in range(30):
            chosen: list[int] = []
            for game, node in enumerate(nodes):
                at = f"{name} {turn} {game}"
                numbered = games.actions.numbered(node.ask, tree.options(node))
                assert (games.players[game], games.left_out[game]) == (node.player, numbered.left_out), at
                assert np.flatnonzero(games.masks[game]).tolist() == sorted(numbered.options), at
                assert games.observations[game].tolist() == games.encoding.observe(node, node.player).tolist(), at
                chosen.append(dice.choice(sorted(numbered.options)))
                nodes[game] = tree.play(node, numbered.options[chosen[-1]])
            found, ended = games.step(chosen)
            for game, node in enumerate(nodes):
                assert ended[game] == (node.ask < 0)
                total = games.scoring.total(node.values)
                change = [now - then for now, then in zip(total, before[game], strict=True)]
                assert found[game].tolist() == change, name
                before[game] = total
                if ended[game]:
                    nodes[game] = tree.start(5, following)
                    before[game] = games.scoring.total(nodes[game].values)
                    following += 1
        ended_games[name] = following - 2
    assert ended_games == {"choices": 2, "tricks": 0, "alike": 0, "small tricks": 2, "seen": 10, "many": 6}


def test_rules_in_which_nobody_chooses_are_refused() -> None:
    for make in (envs.aec, envs.parallel, lambda text: envs.vector(text, 2)):
        with pytest.raises(GameError, match="nobody chooses anything in Values"):
            make(ALL_CONSTRUCTS["values"])


def test_a_program_advises_at_every_question_until_the_game_is_over() -> None:
    env = envs.aec(SEEN)
    env.reset(seed=3)
    asked: list[int] = []
    while env.position.ask >= 0:
        asked.append(env.position.ask)
        assert env.ask("random") in env.legal_actions
        env.step(env.legal_actions[len(asked) % len(env.legal_actions)])
    assert len(asked) == 6
    for over in (env, pickle.loads(pickle.dumps(env))):
        assert over.legal_actions == []
        assert over.position.values == env.position.values
        assert [int(over.observe(agent)["action_mask"].sum()) for agent in over.possible_agents] == [0, 0, 0]
        with pytest.raises(GameError, match="the game is over, so there is nothing to choose"):
            over.ask("random")
    two = envs.aec(small_tricks(until=1), bound=300)
    two.reset(seed=3)
    met: set[int] = set()
    while two.position.ask >= 0:
        met.add(two.position.ask)
        assert two.ask("random") in two.legal_actions
        two.step(two.legal_actions[0])
    assert met == {0, 1}


def test_remembered_choices_of_the_same_name_are_numbered() -> None:
    question = """
        p chooses
            "bid {n}" for n in 1..2
                add n to p.points
            "pass"
            "wait"
"""
    text = SEEN[: SEEN.index("    for p in players, i")] + f"    for p in players{question * 3}"
    text += "    game over, won by the player with highest points, otherwise shared\n"
    text = text.replace("for p in players\n\n", "for p in players\n").replace("\n\n", "\n")
    games = envs.vector(text, 1, history=("calls",))
    names = [field.name for field in games.encoding.fields if field.name.startswith("call ")]
    assert names == [
        f"call {label}{same} +{one}"
        for same in ("", " #2", " #3")
        for label in ("bid …", "pass", "wait")
        for one in range(3)
    ]
