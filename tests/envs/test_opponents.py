"""Programs play by name at the seats of every environment, from what their seats have seen; deals are fixed by hand."""

from __future__ import annotations

import pickle
import random
import warnings
from copy import deepcopy
from typing import Any

import pytest

pytest.importorskip("numpy", reason="numpy is not installed (extra `envs`)")
pytest.importorskip("pettingzoo", reason="pettingzoo is not installed (extra `envs`)")

import gymnasium
import numpy as np
from pettingzoo.test import parallel_api_test

import hoyle
from hoyle import envs

SPADES = " ".join(f"{rank}♠" for rank in ["A", "K", "Q", "J", "10", "9", "8", "7", "6", "5", "4", "3", "2"])


def test_a_single_agent_plays_against_programs_to_the_end() -> None:
    env = envs.gym("newberry_euchre", opponents="sound", options={"target": 5}, rewards="points", seat=1)
    _, info = env.reset(seed=4)
    dice, total, over = random.Random(4), 0.0, False
    while not over:
        action = dice.choice(np.flatnonzero(info["action_mask"]).tolist())
        seen, reward, over, cut, info = env.step(action)
        assert env.observation_space.contains(seen)
        assert not cut
        total += reward
    assert total == env.game.rules.at(env.game.rules.start(0).state.__class__(env.game.position.values))["points", "B"]
    with pytest.raises(ValueError, match="call reset"):
        env.step(0)
    assert env.action_masks().sum() == 0


@pytest.mark.parametrize("player", ["sound", "learned"])
def test_a_copied_environment_goes_on_with_the_same_programs(player: str) -> None:
    env = envs.gym("whist", opponents=player)
    _, info = env.reset(seed=2)
    for _ in range(4):
        *_, info = env.step(int(info["action_mask"].argmax()))
    others = pickle.loads(pickle.dumps(env)), deepcopy(env)
    for _ in range(3):
        action = int(info["action_mask"].argmax())
        seen, *_, info = env.step(action)
        for other in others:
            assert (other.step(action)[0]["observation"] == seen["observation"]).all()


def test_a_program_chooses_what_it_would_choose_in_a_game() -> None:
    env = envs.aec("whist")
    env.reset(seed=6)
    game = env.rules.start(6)
    for player in ("sound", "learned", "sound", "learned", "sound"):
        action = env.ask(player)
        assert action in env.legal_actions
        game.choose(game.ask(player))
        env.step(action)
        assert game.state.values == env.position.values


def test_opponents_at_named_seats_are_no_agents() -> None:
    env = envs.aec("whist", opponents={"B": "sound", "player_3": "random"})
    env.reset(seed=1)
    assert env.possible_agents == env.agents == ["player_0", "player_2"]
    while env.agents:
        if env.terminations[env.agent_selection]:
            env.step(None)
        else:
            assert env.position.player in (0, 2)
            env.step(env.legal_actions[0])
    for wrong, message in (
        ({"E": "sound"}, "`E` is not one of the players"),
        (dict.fromkeys("ABCD", "sound"), "at every seat"),
        ({"B": "nonsense"}, "there is no player `nonsense`"),
        ("nonsense", "there is no player `nonsense`"),
    ):
        with pytest.raises(ValueError, match=message):
            envs.aec("whist", opponents=wrong)
    with pytest.raises(ValueError, match="name all of them"):
        envs.gym("whist", opponents={"B": "sound"})
    with pytest.raises(ValueError, match="from 0 to 3"):
        envs.gym("whist", seat=4)


@pytest.mark.parametrize("seed", range(8))
def test_hands_and_dealers_are_fixed(seed: int) -> None:
    """In Whist the last card of the dealer is turned up before the deal: it comes from the hand that is fixed."""
    env = envs.aec("whist", deal={"hand A": SPADES, "dealer": "A" if seed % 2 else "B"}, opponents={"C": "sound"})
    env.reset(seed=seed)
    game = env.rules.at(hoyle.open("whist", seed=0).state.__class__(env.position.values))
    assert game["dealer"] == ("A" if seed % 2 else "B")
    assert {card.suit for card in (*game.cards("hand", "A"), *game.cards("trick")) if card in SPADES} == {"spades"}
    if seed % 2:
        assert game["trump"] == "spades"
    env.reset(seed=seed, options={"deal": {"dealer": "D"}})
    assert env.rules.at(game.state.__class__(env.position.values))["dealer"] == "D"
    with pytest.raises(hoyle.GameError):
        env.reset(options={"deal": {"hand A": "A♠ A♠"}})


def test_the_parallel_environment_passes_its_api_test_and_refuses_what_is_not_asked() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        parallel_api_test(envs.parallel("gops", opponents={"B": "random"}), num_cycles=40)
    env = envs.parallel("newberry_euchre")
    seen, _ = env.reset(seed=3)
    asked = [name for name in env.agents if seen[name]["action_mask"][:-1].any()]
    assert len(asked) == 1
    waits = {name: env.pass_action for name in env.agents if name not in asked}
    with pytest.raises(ValueError, match="has no action"):
        env.step(waits)
    with pytest.raises(ValueError, match="is not asked now"):
        env.step(dict.fromkeys(env.agents, int(seen[asked[0]]["action_mask"].argmax())))
    _, rewards, *_ = env.step(waits | {asked[0]: int(seen[asked[0]]["action_mask"].argmax())})
    assert set(rewards) == set(env.possible_agents)
    assert pickle.loads(pickle.dumps(env)).game.position.values == env.game.position.values


def test_gymnasium_makes_it_by_name() -> None:
    envs.register()
    envs.register()
    env = gymnasium.make("hoyle/Game-v0", ruleset="scopa", opponents="random")
    _, info = env.reset(seed=1)
    assert info["seat"] == "A"
    assert "A to choose" in str(env.render())


def test_bots_of_openspiel_play_by_name() -> None:
    pytest.importorskip("pyspiel", reason="open-spiel is not installed")
    from open_spiel.python.algorithms.evaluate_bots import evaluate_bots

    game: Any = envs.openspiel("newberry_euchre", rewards="points", options={"target": 5})
    bots = [envs.bot(game, seat, ("sound", "learned", "random", "learned")[seat]) for seat in range(4)]
    found = evaluate_bots(game.new_initial_state(), bots, np.random.RandomState(3))
    assert max(found) >= 5
    with pytest.raises(ValueError, match="there is no seat 4"):
        envs.bot(game, 4, "sound")


def test_a_bot_says_how_often_its_player_takes_each_action() -> None:
    pytest.importorskip("pyspiel", reason="open-spiel is not installed")
    game: Any = envs.openspiel("kuhn_poker", rewards="points")
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    seat, seeds = state.current_player(), range(40)
    for player in ("random", "learned"):
        alone = [envs.bot(game, seat, player, seed=seed).step(state) for seed in seeds]
        found = envs.bot(game, seat, player).frequencies(state, seeds)
        assert found == pytest.approx({action: alone.count(action) / len(seeds) for action in set(alone)})
    assert len({envs.bot(game, seat, "random", seed=seed).step(state) for seed in seeds}) > 1
    with pytest.raises(ValueError, match="another seat is asked"):
        envs.bot(game, 1 - seat, "random").frequencies(state, seeds)
