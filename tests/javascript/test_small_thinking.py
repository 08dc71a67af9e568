"""Players think of the questions of small games in the TypeScript package as in Python, with every part of a budget."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any

import pytest

from hoyle.interpreter.engine import Dice, Engine
from hoyle.interpreter.engine.state import State, from_json, to_json
from hoyle.interpreter.faults import Fault
from hoyle.interpreter.learning.nets import NetMachine
from hoyle.interpreter.learning.weights import weights_in
from hoyle.interpreter.lowering import lower
from hoyle.interpreter.players import decision_of
from hoyle.interpreter.players.sampling import exchanged_for
from hoyle.interpreter.players.think import ThinkersNet, ThinkPlayer
from hoyle.interpreter.program import ACTOR, Program, Slots
from hoyle.interpreter.records import Choice
from hoyle.interpreter.search import seen_writer
from hoyle.interpreter.search.history import History
from hoyle.interpreter.search.modules import code_of
from hoyle.interpreter.search.seen import SeenDeal
from hoyle.interpreter.search.thinker import Budget, Thinker
from hoyle.interpreter.story.view import view
from hoyle.interpreter.wasm.search.structs import DRAW, PLAY

from ..small_rules import game_of, small_rules
from .conftest import written
from .test_constructs import TEXTS, checked, rules_of
from .test_small_lessons import taught
from .test_thinking import played, thought_data

pytestmark = pytest.mark.usefixtures("short_lesson")

USUAL = {"worlds": 4, "playouts": 60, "nodes": 500, "replays": 500, "match": 0, "each": 0}
BUDGETS: dict[str, dict[str, int]] = {
    "usual": {},
    "no tricks are solved": {"nodes": 0},
    "many tricks are solved": {"nodes": 20_000, "worlds": 12},
    "few tricks are solved": {"nodes": 60, "worlds": 12},
    "many worlds": {"worlds": 40, "chains": 3, "steps": 3},
    "few replays": {"worlds": 40, "replays": 7},
    "choices are believed": {"trust": 700},
    "the match": {"match": 1},
    "each option": {"each": 40, "longest": 5},
}


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """Return a function that gives the module of a small game and its description, as names of files."""

    @cache
    def made(name: str, *, rating: bool = False) -> dict[str, str]:
        return written(tmp_path_factory.mktemp("small"), checked(name), rules_of(name).program, rating=rating)

    return made


ASKING = [name for name in TEXTS if name not in ("values", "cards")]


@cache
def thinker_of(name: str) -> Thinker:
    return Thinker(rules_of(name).program)


@pytest.mark.parametrize(
    ("name", "seed", "length"),
    [("hidden", 3, 3), ("hidden", 4, 4), ("everything", 3, 6), ("everything", 3, 14), ("alike", 5, 6),
     ("choices", 4, 4), ("wide", 3, 3), ("flow", 4, 14), ("small tricks", 3, 4), ("small tricks", 4, 9),
     ("small tricks", 5, 12), ("tricks", 4, 10), ("memory", 3, 9), ("memory", 6, 14)],
)  # fmt: skip
def test_a_player_thinks_the_same(node, files, name, seed, length):
    choices, seen, options = played(rules_of(name).program, seed, length)
    assert options > 1
    budgets = [USUAL | budget for budget in BUDGETS.values()]
    found = node.ask("think", **files(name), seed=seed, choices=choices, budgets=budgets, thought=12345)
    game = rules_of(name).start(seed)
    for choice in choices:
        game.choose(choice)
    for budget, work, there in zip(BUDGETS, budgets, found["thoughts"], strict=True):
        imagine = imagining(rules_of(name).program, game.state.values, 12345)
        here = thinker_of(name).think(seen[-1], options, Budget(**work, kernel=0), 12345, imagine)
        assert rounded(there) == rounded(thought_data(here)), budget


@pytest.mark.parametrize(
    ("name", "length"), [("alike", 4), ("hidden", 2), *(("small tricks", length) for length in (0, 1, 4, 9))]
)
def test_who_thinks_with_what_was_learned_thinks_the_same(node, files, tmp_path, name, length):
    program, made = rules_of(name).program, weights_in(taught(name).weights().content())
    (tmp_path / "weights").write_bytes(made.content())
    choices, seen, options = played(program, 3, length)
    assert options > 1
    budgets = [
        USUAL | {"learned": count} | more
        for count in (0, 1, 3, 25)
        for more in ({"nodes": 0}, {"nodes": 0, "match": 1}, {"nodes": 20_000})
    ]
    budgets += [USUAL | {"learned": 2, "nodes": 0, "net": net} for net in (0, 1, 2)]
    found = node.ask(
        "think", **files(name, rating=True), weights=str(tmp_path / "weights"), seed=3, choices=choices,
        budgets=budgets, thought=7,
    )  # fmt: skip
    history, engine = History(program), Engine(program)
    state = engine.start(seed=3, listener=history.hear)
    for choice in choices:
        history.asked(state.values)
        question = engine.question(state)
        assert question is not None
        option = list(question.choices())[choice]
        state = engine.apply(state, Choice(option.alternative, option.values), listener=history.hear)
    history.asked(state.values)
    machine = NetMachine(code_of(program, rating=True))
    thinks, net = Thinker(program, machine), ThinkersNet(program, machine, made)
    decision = decision_of(engine, state, Dice(7, 0, seen[-1].seat), history=history)
    expected = net.expected(decision)
    assert len({*expected}) > 1

    def thought(work: dict[str, int]) -> Any:
        budget = Budget(**work, kernel=0)
        by_net = bool(budget.learned) and ThinkPlayer(program, 0, budget).by_net(decision.ask)
        assert net.expected(decision) == expected  # with this, the module remembers the deal
        return rounded(thought_data(thinks.think(seen[-1], options, budget, 7, None, expected, by_net)))

    thoughts = [thought(work) for work in budgets]
    for work, there, here in zip(budgets, found["thoughts"], thoughts, strict=True):
        assert rounded(there) == here, work
    assert thoughts[0] != thoughts[9], "what was learned made no difference"
    by_model, as_usual, by_net = thoughts[-3:]
    beside = program.asks[decision.ask].trick is None and name == "small tricks"
    assert as_usual == (by_net if beside else by_model)
    if name == "small tricks" and length in (0, 9):
        assert by_model != by_net, "playouts by the net were those by the model"


FAULTY = {
    "in every continuation": "add 1 to p.points\n                add 12 / (3 - size of pile) to p.points",
    "in some": "add 1 to p.points\n                if size of pile = 3 and any d in pile has d.rank = 2: add 1 / (3 - size of pile) to p.points",
    "at questions": 'add 1 to p.points\n            "wait" if 3 / (2 - size of pile) > 0\n                nothing',
}


@pytest.mark.parametrize("name", FAULTY)
def test_a_player_thinks_the_same_though_the_rules_break_down_ahead(node, tmp_path, name):
    game = game_of(small_rules(players="3", act=FAULTY[name]))
    program = lower(game)
    choices, seen, options = played(program, 3, 0)
    budgets = [USUAL, USUAL | {"match": 1, "playouts": 500}]
    found = node.ask("think", **written(tmp_path, game, program), seed=3, choices=choices, budgets=budgets, thought=5)
    for work, there in zip(budgets, found["thoughts"], strict=True):
        here = Thinker(program).think(seen[-1], options, Budget(**work, kernel=0), 5)
        assert rounded(there) == rounded(thought_data(here))
        assert all(one.playouts for one in here.values)
        assert len(here.values) == options


def imagining(program: Program, values: Slots, thought: int) -> Callable[[], Slots]:
    """Makes states that look the same to the player who chooses, those that the package makes."""
    seat = values[ACTOR]
    assert isinstance(seat, int)
    seen, dice = view(program, values, seat), Dice(thought, 0, seat)
    return lambda: exchanged_for(program, values, seen, dice)


def rounded(thought: dict[str, Any]) -> dict[str, Any]:
    """With values as exact as sums of them are."""
    values = [one | {"value": round(one["value"], 7), "error": round(one["error"], 7)} for one in thought["values"]]
    return thought | {"values": values}


@pytest.mark.parametrize("less", [0, 1])
@pytest.mark.parametrize("limit", ["steps", "draws", "epochs", "names"])
def test_what_is_too_long_is_imagined(node, files, tmp_path, monkeypatch, limit, less):
    """A deal with as many choices, draws and shuffles as fit is replayed; with one more, worlds are imagined."""
    name, seed, length = "piles", 3, 8
    choices, seen, options = played(rules_of(name).program, seed, length)
    deal = seen[-1]
    sizes = {
        "steps": len(deal.steps), "draws": len(deal.draws) + len(deal.absent), "epochs": deal.epochs,
        "names": max(len(step.hidden) for step in deal.steps),
    }  # fmt: skip
    assert all(sizes.values())
    described = json.loads(Path(files(name)["description"]).read_text(encoding="utf-8"))
    del described["digest"]
    described["search"]["most"][limit] = sizes[limit] - less
    (tmp_path / "game.json").write_text(json.dumps(described), encoding="utf-8")
    asked = files(name) | {"description": str(tmp_path / "game.json")}
    found = node.ask("think", **asked, seed=seed, choices=choices, budgets=[USUAL], thought=9)
    game = rules_of(name).start(seed)
    for choice in choices:
        game.choose(choice)
    imagine = imagining(rules_of(name).program, game.state.values, 9)
    usual = thinker_of(name).think(deal, options, Budget(**USUAL, kernel=0), 9, imagine)
    if less:
        monkeypatch.setattr(seen_writer, f"MOST_{limit.upper()}", sizes[limit] - less)
    here = thinker_of(name).think(
        deal, options, Budget(**USUAL, kernel=0), 9, imagining(rules_of(name).program, game.state.values, 9)
    )
    assert [rounded(one) for one in found["thoughts"]] == [rounded(thought_data(here))]
    assert (rounded(thought_data(here)) != rounded(thought_data(usual))) == bool(less)


NUMBERS = (
    "SEAT", "STEP_COUNT", "DRAW_COUNT", "EPOCH_COUNT", "LAST_ASK", "LAST_HASH", "OPTION_COUNT", "ABSENT_COUNT", "LONGEST",
    "BONUS", "WORLD_COUNT", "TRUST", "MATCH", "PLAY_COUNT",
)  # fmt: skip
"""The numbers that a thinker writes before a deal, and how many cards were named."""


def noted(name: str, deal: SeenDeal, options: int, budget: Budget) -> list[Any]:
    """What a thinker notes in the memory of its module of what a seat has seen: the state in which the deal began, and
    digests of the rest.
    """
    found = thinker_of(name)
    found.think(deal, options, budget)
    at, memory = found.search.at, found.machine.memory
    plays = int.from_bytes(memory[at["PLAY_COUNT"] : at["PLAY_COUNT"] + 4], "little")
    parts = {
        **dict.fromkeys(NUMBERS, 8),
        "STEPS_AT": len(deal.steps) * found.search.step_size,
        "DRAWS": (len(deal.draws) + len(deal.absent)) * DRAW.size,
        "PLAYS": plays * PLAY.size,
    }
    layout = found.machine.layout
    base = layout.unpack(memory[at["BASE"] : at["BASE"] + layout.state_size])
    begun = to_json(found.program, State(base))["slots"] if any(base) else []
    return [begun, *(sha256(memory[at[part] : at[part] + size]).hexdigest() for part, size in parts.items())]


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("name", ASKING)
def test_the_same_is_noted_of_a_deal(node, files, name, seed):
    """Whoever thinks knows the same of the deal, byte for byte: each choice, each draw, each card that was named."""
    rules, dice = rules_of(name), Random(seed)
    history, expected, choices = History(rules.program), [], list[int]()
    budget = USUAL | {"worlds": 0, "replays": 0, "longest": 30 + seed, "trust": 7 * seed, "match": seed}
    game = rules.start(seed, listener=history.hear)
    while not game.over and len(choices) < 20:
        values = game.state.values
        history.asked(values)
        seen = [history.seen_by(seat, values) for seat in range(rules.program.players)]
        expected.append([noted(name, one, len(game.choices), Budget(**budget)) for one in seen])
        choices.append(dice.randrange(len(game.choices)))
        try:
            game.choose(choices[-1])
        except Fault:
            break
    found = node.ask("noted", **files(name), seed=seed, choices=choices[:-1], budget=budget)
    for number, (there, here) in enumerate(zip(found, expected, strict=False)):
        assert there == here, number


@pytest.mark.parametrize("length", [1, 5, 12])
@pytest.mark.parametrize("name", ASKING)
def test_who_has_not_seen_the_deal_imagines_it(node, files, name, length):
    rules = rules_of(name)
    choices, seen, options = played(rules.program, 7, length)
    if not options:
        choices, options = choices[: len(seen) - 1], 2
    game = rules.start(7)
    for choice in choices:
        game.choose(choice)
    found = node.ask("think", **files(name), saved=game.to_json(), choices=[], budgets=[USUAL], thought=5)
    imagined, values = from_json(rules.program, found["imagined"]).values, game.state.values
    seat = values[ACTOR]
    assert isinstance(seat, int)
    assert view(rules.program, imagined, seat) == view(rules.program, values, seat)
    assert imagined == imagining(rules.program, values, 5)()
    history = History(rules.program)
    history.begin_at(values)
    history.asked(values)
    deal = history.seen_by(seat, values)
    here = thinker_of(name).think(
        deal, len(game.choices), Budget(**USUAL, kernel=0), 5, imagining(rules.program, values, 5)
    )
    assert [rounded(one) for one in found["thoughts"]] == [rounded(thought_data(here))]


@pytest.mark.parametrize(
    ("name", "length", "tried", "worlds"),
    [("hidden", 0, [3_999, 334, 167, 167], [40, 35, 12, 12]), ("small tricks", 0, [3_994, 216, 108, 108], [40, 10, 4, 4]),
     ("small tricks", 2, [80, 4, 2, 2], [40, 2, 1, 1]), ("tricks", 10, [69, 6, 3, 3], [23, 2, 1, 1])],
)  # fmt: skip
def test_who_has_little_time_thinks_less(node, files, name, length, tried, worlds):
    """With time enough, what is thought is what is thought without a limit; at its end, what was found by then: the
    worlds of the first replays, the playouts of the first choices, the first worlds that were solved.
    """
    work = USUAL | {"playouts": 4_000, "worlds": 40, "nodes": 20_000, "replays": 20_000}
    choices, _, options = played(rules_of(name).program, 5, length)
    assert options > 1
    budgets = [work, *(work | {"milliseconds": milliseconds} for milliseconds in (100_000, 4, 4, 1, 1))]
    found = node.ask(
        "think", **files(name), seed=5, choices=choices, budgets=budgets, thought=9, took=[1, 0, 0, 1, 0.6, 60]
    )
    whole, enough, still, *short = found["thoughts"]
    assert enough == still == whole
    assert [sum(one["playouts"] for one in thought["values"]) for thought in (whole, *short)] == tried
    assert [thought["worlds"] for thought in (whole, *short)] == worlds
