"""A vector of games plays the same games as the Python engine: equal masks, observations and rewards at every choice."""

from __future__ import annotations

import pickle
import random
from copy import deepcopy
from itertools import product

import pytest

pytest.importorskip("numpy", reason="numpy is not installed (extra `envs`)")
pytest.importorskip("wasmtime", reason="wasmtime is not installed")

import numpy as np

import hoyle
from hoyle import envs
from hoyle.envs.position import GameNode, GameTree
from hoyle.envs.remembering import HISTORY
from hoyle.envs.vectors import many

from .conftest import RULESETS


@pytest.mark.parametrize(
    ("ruleset", "rewards"),
    # A dummy, and two packs, for what is remembered.
    [*product(RULESETS, ("win", "points")), ("contract_bridge", "points"), ("bid_euchre", "points")],
)
def test_a_vector_plays_the_same_games_as_single_games(ruleset: str, rewards: str) -> None:
    history = HISTORY if rewards == "points" else ()
    games = envs.vector(ruleset, 3, seed=5, rewards=rewards, history=history)
    player, dice = GameTree(games.rules.engine), random.Random(ruleset)
    positions = [player.start(5, index) for index in range(3)]
    opened = 3

    def same(game: int, position: GameNode) -> dict[int, tuple[int, ...]]:
        numbered = games.actions.numbered(position.ask, player.options(position))
        assert games.players[game] == position.player
        assert games.left_out[game] == numbered.left_out
        assert np.flatnonzero(games.masks[game]).tolist() == sorted(numbered.options)
        assert games.observations[game].tolist() == games.encoding.observe(position, position.player).tolist()
        return numbered.options

    for _ in range(60):
        options = [same(game, position) for game, position in enumerate(positions)]
        actions = [dice.choice(sorted(one)) for one in options]
        before = [games.scoring.total(position.values) for position in positions]
        positions = [player.play(p, o[a]) for p, o, a in zip(positions, options, actions, strict=True)]
        found, ended = games.step(actions)
        for game, position in enumerate(positions):
            after = games.scoring.total(position.values)
            assert found[game].tolist() == [b - a for a, b in zip(before[game], after, strict=True)]
            assert ended[game] == (position.ask < 0)
            if ended[game]:
                assert games.index[game] == opened
                positions[game] = player.start(5, opened)
                opened += 1


@pytest.mark.parametrize("ruleset", ["hearts", "cribbage", "bid_euchre"])
def test_combinations_of_cards_have_the_same_numbers_in_a_vector(ruleset: str) -> None:
    """Hearts has more options than numbers, so they go by position; Cribbage goes by combination; Bid Euchre has two
    packs.
    """
    games = envs.vector(ruleset, 2, seed=3)
    player = GameTree(games.rules.engine)
    positions = [player.start(3, index) for index in range(2)]
    widest = 0
    for number in range(12):
        actions: list[int] = []
        for game, position in enumerate(positions):
            options = games.actions.numbered(position.ask, player.options(position)).options
            widest = max(widest, len(options))
            assert np.flatnonzero(games.masks[game]).tolist() == sorted(options)
            assert games.observations[game].tolist() == games.encoding.observe(position, position.player).tolist()
            # Choose one of the last options: those are the ones that a stale list from an earlier question would lack.
            actions.append(list(options)[-1 - number % 3 if len(options) > 3 else 0])
            positions[game] = player.play(position, options[actions[-1]])
        games.step(actions)
    assert widest > {"hearts": 128, "cribbage": 14, "bid_euchre": 3}[ruleset]


def test_several_modules_play_the_same_games_as_one(monkeypatch: pytest.MonkeyPatch) -> None:
    one = envs.vector("kuhn_poker", 7, seed=2)
    monkeypatch.setattr(many, "ROOM", 6_000)
    several = envs.vector("kuhn_poker", 7, seed=2)
    assert 2 <= len(several.blocks) <= 6
    dice = np.random.default_rng(1)
    for _ in range(40):
        for name in ("observations", "masks", "players", "index", "left_out"):
            assert (getattr(one, name) == getattr(several, name)).all(), name
        assert (np.stack(one.legal) == np.stack(several.legal)).all()
        actions, seats, index = one.by_chance(dice), one.players, one.index
        before = seats.copy(), index.copy()
        for mine, theirs in zip(one.step(actions), several.step(actions), strict=True):
            assert (mine == theirs).all()
        assert (seats == before[0]).all()  # arrays handed out earlier keep their values
        assert (index == before[1]).all()
    assert one.index.max() > 40


def test_an_illegal_action_is_refused_and_changes_nothing() -> None:
    games = envs.vector("newberry_euchre", 2, seed=1)
    before = games.observations.copy()
    with pytest.raises(ValueError, match="game 1: action 3 may not be chosen now"):
        games.step([0, 3])
    with pytest.raises(ValueError, match="game 0: action 60 may not"):
        games.step([60, 0])
    with pytest.raises(ValueError, match="2 actions are needed"):
        games.step([0])
    assert (games.observations == before).all()
    with pytest.raises(ValueError, match="a number of games is 1 or more"):
        envs.vector("whist", 0)


def test_random_actions_are_uniform_over_the_legal_ones() -> None:
    games, dice = envs.vector("newberry_euchre", 2, seed=1), np.random.default_rng(1)
    drawn = np.stack([games.by_chance(dice) for _ in range(600)])
    for game in range(2):
        found, counts = np.unique(drawn[:, game], return_counts=True)
        assert found.tolist() == np.flatnonzero(games.masks[game]).tolist()
        assert counts.min() > 600 / len(found) * 0.7
    assert np.unique(np.stack(games.legal, 1), axis=0).tolist() == np.argwhere(games.masks).tolist()


@pytest.mark.parametrize("players", [{"B": "random", "D": "random"}, {"B": "sound", "D": "learned"}])
def test_programs_play_until_an_agent_is_asked_in_every_game(players: dict[str, str]) -> None:
    """The games are those that the programs play one by one: an environment with one game says the same."""
    games, dice = envs.vector("newberry_euchre", 3, seed=4, rewards="points", opponents=players), random.Random(4)
    asked = "random" not in players.values()
    alone = [envs.aec("newberry_euchre", rewards="points", opponents=players) for _ in range(3)]
    for index, env in enumerate(alone):
        env.reset(seed=4)
        for _ in range(index):
            env.reset()
    seen = np.zeros(4)
    for _ in range(25):
        assert set(games.players.tolist()) <= {0, 2}
        actions = [dice.choice(np.flatnonzero(games.masks[game]).tolist()) for game in range(3)]
        if asked:
            for env, action, row in zip(alone, actions, games.masks, strict=True):
                assert env.legal_actions == np.flatnonzero(row).tolist()
                env.step(action)
        rewards, ended = games.step(actions)
        seen += rewards.sum(0)
        if ended.any():
            break
    if asked:
        for env in alone:
            assert env.legal_actions or env.position.ask < 0
    assert (seen[0], seen[1]) == (seen[2], seen[3])


@pytest.mark.parametrize("opponents", [None, "learned", "random"])
def test_a_vector_is_pickled_and_copied(opponents: str | None) -> None:
    deal = {"hand A": "A♠ K♠ Q♠" + " ??" * 10} if opponents == "learned" else None
    games = envs.vector(
        "kuhn_poker" if opponents is None else "whist", 3, seed=2, opponents=opponents, history=HISTORY, deal=deal
    )
    dice = np.random
    rng = dice.default_rng(1)
    for _ in range(9):
        games.step(games.by_chance(rng))
    others = pickle.loads(pickle.dumps(games)), deepcopy(games)
    for _ in range(9):
        actions = games.by_chance(rng)
        rewards, ended = games.step(actions)
        for other in others:
            found = other.step(actions)
            assert (found[0] == rewards).all()
            assert (found[1] == ended).all()
            for name in ("observations", "masks", "players", "index"):
                assert (getattr(other, name) == getattr(games, name)).all(), name


@pytest.mark.parametrize("opponents", [None, {"B": "learned"}])
def test_games_of_a_vector_begin_with_the_cards_and_the_dealer_that_are_fixed(opponents: dict[str, str] | None) -> None:
    deal = {"hand A": "A♠ K♠ Q♠ J♠ 10♠", "dealer": "D"}
    made = {"options": {"target": 5}, "deal": deal, "opponents": opponents}
    games, rng = envs.vector("newberry_euchre", 3, seed=3, **made), np.random.default_rng(1)
    env = envs.aec("newberry_euchre", tail=0, **made)
    firsts = [env.reset(seed=3) or env.observe("player_0")["observation"]]
    while len(firsts) < 9:
        env.reset()
        firsts.append(env.observe("player_0")["observation"])
    assert len({row.tobytes() for row in firsts}) > 3  # the other hands differ
    for index in range(3):
        assert games.players[index] == 0
        assert games.observations[index].tolist() == firsts[index].tolist()
    checked = 0
    for _ in range(200):
        _, ended = games.step(games.by_chance(rng))
        for game in np.flatnonzero(ended & (games.index < len(firsts))):
            assert games.observations[game].tolist() == firsts[games.index[game]].tolist()
            checked += 1
    assert checked > 3


def test_what_the_rules_do_not_deal_is_refused_by_a_vector() -> None:
    with pytest.raises(hoyle.GameError, match="E10"):
        envs.vector("newberry_euchre", 2, deal={"hand A": "A♠ A♠"})
    with pytest.raises(ValueError, match="no history 'everything'; there are gone, voids, tricks, calls"):
        envs.vector("whist", 2, history=["gone", "everything"])


SOON_OVER = """
game "Soon over"
language 1
players 2
deck 2 3 4 5 6 7 8 9
zones
    hand of each player: private
    stock: face down
remember
    points of each player: number
main
    shuffle stock
    deal 1 from stock to hand of each player
    if any p in players has any c in p.hand has c.number > LIMIT
        game over, won by the player with highest points
    for p in players
        p chooses
            "take 1"
                add 1 to p.points
            "take 2"
                add 2 to p.points
    game over, won by the player with highest points
"""


@pytest.mark.parametrize("count", [1, 7])
def test_games_in_which_nobody_is_asked_anything_are_left_out(count: int, monkeypatch: pytest.MonkeyPatch) -> None:
    text = SOON_OVER.replace("LIMIT", "6")
    one = GameTree(envs.vector(text, 1, seed=5).rules.engine)
    there = [index for index in range(60) if one.start(5, index).ask >= 0]
    assert 20 < len(there) < 40
    monkeypatch.setattr(many, "ROOM", 1)  # each game in a module of its own
    for games in (envs.vector(text, count, seed=5), pickle.loads(pickle.dumps(envs.vector(text, count, seed=5)))):
        found = games.index.tolist()
        while len(found) < 20:
            actions = games.masks.argmax(axis=1)
            _, ended = games.step(actions)
            found += games.index[ended].tolist()
        assert found == there[: len(found)]


def test_games_of_fixed_cards_are_begun_until_somebody_is_asked() -> None:
    text = SOON_OVER.replace("LIMIT", "6")
    games = envs.vector(text, 4, seed=5, deal={"hand A": "5♠"})
    for _ in range(20):
        assert (games.players >= 0).all()
        assert len(set(games.index.tolist())) == 4
        games.step(games.masks.argmax(axis=1))
    with pytest.raises(hoyle.GameError, match="the game is over before anything is asked"):
        envs.vector(text, 1, seed=5, deal={"hand A": "7♠"})


def test_rules_that_never_ask_anything_in_time_are_an_error() -> None:
    with pytest.raises(Exception, match="there is nothing to choose here"):
        envs.vector(SOON_OVER.replace("LIMIT", "1"), 2, seed=5)
