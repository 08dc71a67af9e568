"""Environments of small games with all constructs: every number of a row by its name, every action, exactly as it is.

The texts lie in `small_games/` (UPDATE_GOLDEN=1 writes them anew).  What is drawn at random is drawn from a seed.
"""

from __future__ import annotations

import random
import secrets
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("numpy", reason="numpy is not installed (extra `envs`)")
pytest.importorskip("pettingzoo", reason="pettingzoo is not installed (extra `envs`)")

import numpy as np

import hoyle
from hoyle import envs
from hoyle.envs import agents
from hoyle.envs.actions import Actions
from hoyle.envs.chance import FixedOutcomes, UndecidedChance, most_outcomes
from hoyle.envs.encoding import Encoding
from hoyle.envs.opponents import SeatedPrograms
from hoyle.envs.position import GameTree
from hoyle.envs.remembering import HISTORY
from hoyle.envs.tree import CHANCE, GameRoot, walk
from hoyle.interpreter.engine import State

from ..golden import same_as_file
from ..small_constructs import ALL_CONSTRUCTS
from ..small_rules import small_rules

GAMES = ("choices", "tricks", "flow", "wide", "alike")
CHOICES_SHOWN = 9


def opened(name: str, folder: Path) -> hoyle.Rules:
    """The rules of a small game."""
    path = folder / f"{name}.hoyle"
    path.write_text(ALL_CONSTRUCTS[name], "utf-8")
    return hoyle.rules(path)


def described(actions: Actions, encoding: Encoding) -> Iterator[str]:
    for kind in actions.kinds:
        names = (
            None if kind.names is None else [(one.form, one.size, one.low, len(one.ranks or ())) for one in kind.names]
        )
        yield f"{kind.label}: {kind.first}+{kind.size} {names}"
    yield f"kinds of the questions {actions.kind_of}, {actions.size} in all"
    yield from (f"{field.name}: {field.start}+{field.size}" for field in encoding.fields)


def shown(encoding: Encoding, row: Any) -> str:
    """The fields of a row that are not all zero: the places and values of what is not zero."""
    parts: list[str] = []
    for field in encoding.fields:
        values = row[field.start : field.start + field.size].tolist()
        found = " ".join(f"{at}={value:g}" for at, value in enumerate(values) if value)
        if found:
            parts.append(f"{field.name} [{found}]")
    return "; ".join(parts)


@pytest.mark.parametrize("bound", [4096, 5])
@pytest.mark.parametrize("name", GAMES)
def test_actions_and_observations_of_a_small_game(name: str, bound: int, tmp_path: Path) -> None:
    rules = opened(name, tmp_path)
    actions = Actions(rules.program, bound)
    encoding = Encoding(actions, 2, HISTORY)
    out = [*described(actions, encoding)]
    tree, dice = GameTree(rules.engine), random.Random(name)
    position = tree.start(4)
    for number in range(CHOICES_SHOWN):
        options = tree.options(position)
        if not options:
            break
        numbered = actions.numbered(position.ask, options)
        listed = [f"{action} {actions.label(action)}" for action in sorted(numbered.options)]
        out.append(f"-- {number}: {position.player} is asked {position.ask}; {numbered.left_out} left out")
        out.append(f"   {', '.join(listed[:12])}{f' … {len(listed)}' if len(listed) > 12 else ''}")
        if bound > 5:
            out += [
                f"   {seat}: {shown(encoding, encoding.observe(position, seat))}"
                for seat in range(rules.program.players)
            ]
        position = tree.play(position, dice.choice(options))
    same_as_file(Path(__file__).with_name("small_games") / f"{name}-{bound}.txt", "\n".join(out) + "\n")


def test_a_game_of_agents_is_shown_whole(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A game in a circle with one program at a seat: rewards, infos, tables and what all know together."""
    path = tmp_path / "small.hoyle"
    path.write_text(small_rules(players="3", cards="2"), "utf-8")
    out: list[str] = []
    for rewards in ("win", "points"):
        env = envs.aec(path, rewards=rewards, opponents={"B": "sound"}, history="gone", tail=1)
        env.reset(seed=9)
        dice = random.Random(2)
        while env.agents:
            agent = env.agent_selection
            over = env.terminations[agent] or env.truncations[agent]
            out.append(f"{agent} {env.rewards} {env._cumulative_rewards} {env.terminations} {env.infos[agent]}")
            out.append(str(env.render()))
            assert env.state().tolist() == [
                value for seat in env._seats.values() for value in env.encoding.observe(env.position, seat).tolist()
            ]
            env.step(None if over else dice.choice(np.flatnonzero(env.observe(agent)["action_mask"]).tolist()))
        out.append(f"end {env.rewards} {env._cumulative_rewards} {env.terminations} {env.truncations}")
    same_as_file(Path(__file__).with_name("small_games") / "agents.txt", "\n".join(out) + "\n")
    env = envs.aec(path, render_mode="human")
    env.reset(seed=9)
    assert env.position.player == 0
    text = envs.aec(path)
    text.reset(seed=9)
    assert env.render() is None
    assert capsys.readouterr().out == f"{text.render()}\n"
    view = text.rules.at(State(text.position.values.copy())).view("A")
    lines = [f"{title}: {' '.join(cards)}" for title, cards in view.zones.items()]
    assert text.render() == "\n".join(["A to choose", *lines])


def test_a_game_without_a_seed_draws_one_and_the_next_games_go_on_from_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "small.hoyle"
    path.write_text(small_rules(players="2", cards="2"), "utf-8")
    below: list[int] = []
    monkeypatch.setattr(secrets, "randbelow", lambda number: below.append(number) or 77)
    assert agents.secrets is secrets
    env, other = envs.aec(path), envs.aec(path)
    env.reset()
    assert (env._seed, env._index, below) == (77, 0, [2**31])
    first = env.position.values.copy()
    env.reset()
    assert (env._seed, env._index) == (77, 1)
    second = env.position.values.copy()
    other.reset(seed=77)
    assert (other.position.values, other._index) == (first, 0)
    other.reset()
    assert (other.position.values, other._index) == (second, 1)
    assert first != second
    other.reset(seed=77, options={"nothing": 3})
    assert other.position.values == first
    together = envs.parallel(path)
    together.reset(seed=77)
    assert together.game.position.values == first
    assert together.render() == other.render()
    assert together.state().tolist() == other.state().tolist()
    assert below == [2**31]


def test_who_sits_alone_begins_the_next_game_if_one_ends_before_its_turn(tmp_path: Path) -> None:
    """Chance ends half of these games before anybody is asked."""
    text = small_rules(players="2", cards="1").replace(
        "    for p in players\n", "    set n to a random number in 1..2\n    if n = 1\n        game over, won by the player with highest points, otherwise shared\n    for p in players\n"
    ).replace("    points of", "    n: number\n    points of")  # fmt: skip
    path = tmp_path / "small.hoyle"
    path.write_text(text, "utf-8")
    env = envs.gym(path, opponents="random", rewards="points")
    indexes: list[int] = []
    for seed in range(12):
        _, info = env.reset(seed=seed)
        indexes.append(env.game._index)
        assert env.game.position.ask >= 0
        assert info["seat"] == "A"
        _, reward, over, cut, _ = env.step(int(np.flatnonzero(info["action_mask"])[0]))
        assert (reward, over, cut) == (1.0, True, False)
    assert set(indexes) >= {0, 1}
    same = envs.aec(path)
    for seed, index in enumerate(indexes):
        same.reset(seed=seed)
        for number in range(index):
            assert same.position.ask < 0, number
            same.reset()
        assert same.position.ask >= 0


def test_what_chance_decides_by_a_list_of_outcomes(tmp_path: Path) -> None:
    program = opened("alike", tmp_path).program
    deck = program.deck
    cards = tuple(range(len(deck)))
    faces = sorted(set(deck))
    with pytest.raises(UndecidedChance) as stop:
        FixedOutcomes(program, ()).card(program.zones[0], None, cards)  # type: ignore[arg-type]
    assert stop.value.what == "card"
    assert stop.value.outcomes == tuple((face, deck.count(face) / len(deck)) for face in faces)
    for what, ask in (
        ("card", lambda one: one.random_card("", cards)),
        ("card", lambda one: one.one_of(cards)),
        ("player", lambda one: one.player("", (2, 0))),
        ("value", lambda one: one.random_value("", None, (7, 9, 8))),
    ):
        with pytest.raises(UndecidedChance) as stop:
            ask(FixedOutcomes(program, ()))
        assert stop.value.what == what
    fixed = FixedOutcomes(program, (faces[1], 0, 2, faces[0]))
    assert deck[fixed.random_card("", cards)] == faces[1]
    assert fixed.player("", (2, 0)) == 0
    assert fixed.random_value("", None, (7, 9, 8)) == 8  # type: ignore[arg-type]
    assert fixed.one_of(cards) == next(card for card in cards if deck[card] == faces[0])
    assert fixed.player("", (1,)) == 1
    assert fixed.random_value("", None, (5,)) == 5  # type: ignore[arg-type]
    with pytest.raises(UndecidedChance) as stop:
        fixed.player("", (2, 0, 1))
    assert stop.value.outcomes == ((0, 1 / 3), (1, 1 / 3), (2, 1 / 3))


def test_the_tree_of_a_small_game(tmp_path: Path) -> None:
    text = small_rules(players="2", cards="1").replace("deck 2 3 4 5 6 7 8 9 10 J Q K A", "deck 2 3 of clubs")
    path = tmp_path / "small.hoyle"
    path.write_text(text, "utf-8")
    rules = hoyle.rules(path)
    root = GameRoot(rules, Actions(rules.program), None)
    nodes = walk(root, 1000)
    assert nodes is not None
    count = len(nodes)
    assert walk(root, count) is not None
    assert walk(root, count - 1) is None
    first = root.node()
    assert (first.player, first.what, first.legal) == (CHANCE, "card", [0, 1])
    assert first.undecided == ((0, 0.5), (1, 0.5))
    with pytest.raises(ValueError, match="outcome 7 may not be chosen now"):
        first.child(7)
    asked = first.child(1)
    assert first.child(1) is asked
    assert (asked.player, asked.legal) == (0, [1])
    with pytest.raises(ValueError, match=r"action 0 \(play \{c\} #0\) may not be chosen now"):
        asked.child(0)
    assert root.kept == count - 1
    heard: list[str] = []
    root.opened((1,), lambda record, slots: heard.append(type(record).__name__))
    fixed = GameRoot(rules, Actions(rules.program), {"hand A": "3♣"})
    also: list[str] = []
    fixed.opened((), lambda record, slots: also.append(type(record).__name__))
    assert heard == also
    assert heard
    assert fixed.node().player == 0
    assert most_outcomes(rules.program) == 2


def test_a_fixed_deal_leaves_other_chance_open(tmp_path: Path) -> None:
    """The hand is fixed; a number and a card of the stock are still drawn."""
    text = small_rules(players="2", cards="1").replace("deck 2 3 4 5 6 7 8 9 10 J Q K A", "deck 2 3 4 5 of clubs")
    text = text.replace("    points of", "    n: number\n    c1: card or none\n    points of").replace(
        "    for p in players\n",
        "    set n to a random number in 1..3\n    set c1 to a random card of stock\n    for p in players\n",
        1,
    )
    path = tmp_path / "small.hoyle"
    path.write_text(text, "utf-8")
    rules = hoyle.rules(path)
    actions = Actions(rules.program)
    root = GameRoot(rules, actions, {"hand A": "3♣"})
    node, seen = root.node(), list[tuple[str, list[int]]]()
    while node.player == CHANCE:
        seen.append((node.what, node.legal))
        node = node.child(node.legal[-1])
    assert node.position is not None
    game = rules.at(State(node.position.values))
    assert seen == [("card", [0, 2, 3]), ("value", [0, 1, 2]), ("card", [0, 2])]
    assert (game["n"], [card.number for card in game.cards("hand", "A")]) == (3, [1])
    free = GameRoot(rules, actions, None).node()
    assert (free.what, free.legal) == ("card", [0, 1, 2, 3])


def test_environments_have_settings_of_their_own(tmp_path: Path) -> None:
    path = tmp_path / "small.hoyle"
    path.write_text(small_rules(players="2", cards="2"), "utf-8")
    env, other = agents.AgentGame(hoyle.rules(path)), envs.aec(path)
    for one in (env, other):
        one.reset(seed=3)
    assert env.position.values == other.position.values
    assert env.settings == other.settings
    assert env.observe("player_0")["observation"].tolist() == other.observe("player_0")["observation"].tolist()


def test_programs_at_seats_draw_from_their_seed(tmp_path: Path) -> None:
    path = tmp_path / "small.hoyle"
    path.write_text(small_rules(players="2", cards="6"), "utf-8")
    rules = hoyle.rules(path)
    tree = GameTree(rules.engine)
    position = tree.start(3)
    options = tree.options(position)
    programs = SeatedPrograms(rules, {0: "random"})
    unseeded = [programs.choose(position.values, options) for _ in range(3)]
    assert len(set(unseeded)) == 1
    programs.draw_from(0)
    assert programs.choose(position.values, options) == unseeded[0]
    found: dict[tuple[int, int], Any] = {}
    for seed in range(6):
        for index in range(3):
            programs.begin(seed, index)
            found[seed, index] = programs.choose(position.values, options)
            programs.draw_from(seed ^ index << 32)
            assert programs.choose(position.values, options) == found[seed, index]
    assert len(set(found.values())) > 2
    assert programs.choose(position.values, options[2:3]) == options[2]


def test_the_package_lists_what_it_has_lazily() -> None:
    assert set(envs.__all__) < set(dir(envs))
    assert dir(envs) == sorted(dir(envs))
    with pytest.raises(AttributeError, match=r"module 'hoyle\.envs' has no attribute 'nothing'"):
        envs.nothing  # noqa: B018


# ------------------------------------------------------------------------------------------------------------- OpenSpiel


def test_states_of_openspiel_and_its_bots(tmp_path: Path) -> None:
    pytest.importorskip("pyspiel", reason="open-spiel is not installed")
    import copy
    import pickle

    path = tmp_path / "small.hoyle"
    text = small_rules(players="2", cards="2").replace("deck 2 3 4 5 6 7 8 9 10 J Q K A", "deck 2 3 4 of clubs hearts")
    path.write_text(text, "utf-8")
    game: Any = envs.openspiel(path, rewards="points", record=2, tail=1)
    assert copy.deepcopy(game.shared) is game.shared
    again = pickle.loads(pickle.dumps(game.shared))
    assert again is not game.shared
    assert again._parameters == game.shared._parameters
    state = game.new_initial_state()
    assert state.is_chance_node()
    out = [", ".join(state.action_to_string(state.current_player(), one) for one in state.legal_actions())]
    dice = random.Random(3)
    while state.is_chance_node():
        state.apply_action(dice.choice(state.legal_actions()))
    out.append(", ".join(state.action_to_string(0, one) for one in state.legal_actions()))
    out.append(state.action_to_string(0, game.num_distinct_actions() - 1))
    bot = envs.bot(game, 0, "sound", seed=4)
    other = envs.bot(game, 1, "random", seed=4)
    assert (bot.player_id(), other.player_id()) == (0, 1)
    policy, action = bot.step_with_policy(state)
    assert policy == [(action, 1.0)]
    assert action == bot.step(state)
    assert action in state.legal_actions()
    with pytest.raises(ValueError, match="another seat is asked"):
        other.step(state)
    for seat in (-1, 2):
        with pytest.raises(ValueError, match=f"there is no seat {seat}: the seats are 0 to 1"):
            envs.bot(game, seat, "sound")
    frequencies = envs.bot(game, 0, "random").frequencies(state, range(40))
    assert set(frequencies) == set(state.legal_actions())
    assert sum(frequencies.values()) == pytest.approx(1)
    state.apply_action(action)
    out += [str(state.returns()), str(state), state.observation_string(0), state.information_state_string(1)]
    state.apply_action(other.step(state))
    assert state.is_terminal()
    out += [str(state.returns()), str(state), str(state.legal_actions())]
    same_as_file(
        Path(__file__).with_name("small_games") / "openspiel.txt", "\n".join(out).replace(str(tmp_path), "") + "\n"
    )
