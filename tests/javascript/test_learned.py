"""The player `learned` of the TypeScript package chooses and learns as in Python; weights that cannot be used are one
sentence.
"""

from __future__ import annotations

import json
import os
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from hoyle.cli.main import run
from hoyle.dsl.loading import load, rulesets
from hoyle.dsl.source.span import Source
from hoyle.interpreter.batch.modules import watch_of
from hoyle.interpreter.engine import Dice, Engine
from hoyle.interpreter.learning.lessons import lessons
from hoyle.interpreter.learning.remembered import remembered
from hoyle.interpreter.learning.store import find
from hoyle.interpreter.learning.weights import Weights, weights_in
from hoyle.interpreter.lowering import lower
from hoyle.interpreter.players import decision_of, maker
from hoyle.interpreter.players.learned import LearnedPlayer, machine_of, repeats_of, unsure_of
from hoyle.interpreter.players.think import net_of
from hoyle.interpreter.program import Program
from hoyle.interpreter.records import Choice
from hoyle.interpreter.search.history import History
from hoyle.interpreter.wasm import Module
from hoyle.interpreter.wasm.description import describe

from ..interpreter.learning.test_asked import SWAPS, stubborn
from .conftest import written as compiled

FEW = ("newberry_euchre", "skat", "cribbage", "gin_rummy", "leduc_poker", "pinochle")
"""Tricks, secret choices, sets of cards, melds, betting, identical cards."""
GAMES = sorted(rulesets()) if "HOYLE_SLOW_TESTS" in os.environ else FEW
LENGTH = 60
THOUGHT = 14
"""How many choices are thought about."""


def written(folder: Path, name: str) -> tuple[Program, dict[str, str]]:
    """A module that can rate options, its description and its weights, as files."""
    game = load(name).game
    assert game is not None
    program = lower(game)
    module = Module(program, watch_of(program), searching=True, rating=True, recording=True)
    binary = module.binary()
    weights = find(program).weights
    if weights is None:
        pytest.skip("nobody has learned these rules")
    (folder / "game.wasm").write_bytes(binary)
    (folder / "game.json").write_text(json.dumps(describe(module, binary)), encoding="utf-8")
    (folder / "game.weights").write_bytes(weights.content())
    names = {"module": "game.wasm", "description": "game.json", "weights": "game.weights"}
    return program, {key: str(folder / name) for key, name in names.items()}


def played(program: Program, seed: int, weights: Weights | None = None) -> tuple[list[int], list[int]]:
    """A random game: the numbers of its choices, and those that the player `learned` would have made."""
    engine, history, dice = Engine(program), History(program), Random(seed)
    machine = machine_of(program, weights)
    assert machine is not None
    state = engine.start(seed=seed, listener=history.hear)
    chosen, learned = list[int](), list[int]()
    while (question := engine.question(state)) is not None and len(chosen) < LENGTH:
        history.asked(state.values)
        options = list(question.choices())
        kept = machine.learned.memory
        machine.put(state.values)
        machine.remember(remembered(history, question.player, state.values, kept, engine))
        values = machine.values(len(options))
        dice_of_seat = Dice(seed, len(chosen) + 1, question.player)
        values = unsure_of(values, machine.mixing(), dice_of_seat)
        learned.append(values.index(max(values)))
        chosen.append(dice.randrange(len(options)))
        choice = options[chosen[-1]]
        state = engine.apply(state, Choice(choice.alternative, choice.values), listener=history.hear)
    return chosen, learned


@pytest.mark.parametrize("name", GAMES)
def test_it_chooses_as_in_python(node, tmp_path, name):
    program, files = written(tmp_path, name)
    for seed in (4, 5):
        chosen, learned = played(program, seed)
        found = node.ask("learned", **files, seed=seed, choices=chosen)
        assert found["chosen"] == learned
        assert len({*learned}) > 1, "nothing was chosen"


def test_who_was_asked_the_same_before_chooses_as_in_python(node, tmp_path):
    """In a game in which nobody gets on: each choice of it, by a player in Python and by one in the package."""
    game = load(Source("swaps.hoyle", SWAPS)).game
    assert game is not None
    program = lower(game)
    files, weights = compiled(tmp_path, game, program, rating=True), stubborn(program, 1)
    (tmp_path / "game.weights").write_bytes(weights.content())
    engine, history, chosen, repeated = Engine(program), History(program), list[int](), 0
    weights = weights_in(weights.content())
    machine = machine_of(program, weights)
    assert machine is not None
    state = engine.start(seed=4, listener=history.hear)
    while (question := engine.question(state)) is not None and len(chosen) < 250:
        history.asked(state.values)
        options = list(question.choices())
        decision = decision_of(engine, state, Dice(1), history=history)
        repeated += repeats_of(machine, decision) > 0
        choice = LearnedPlayer(program, question.player, weights).choose(decision) if len(options) > 1 else options[0]
        chosen.append(options.index(choice))
        state = engine.apply(state, choice, listener=history.hear)
    found = node.ask("learned", **files, weights=str(tmp_path / "game.weights"), seed=4, choices=chosen)
    assert found["chosen"][: len(chosen)] == chosen
    assert repeated > 3, "nobody was asked the same twice"


@pytest.mark.parametrize("name", ["newberry_euchre", "skat", "leduc_poker", "five_hundred", "bid_euchre", "golf"])
@pytest.mark.parametrize("counted", [(1, 1), (3, 40)])
def test_who_thinks_with_what_was_learned_chooses_as_in_python(node, tmp_path, name, counted, monkeypatch):
    program, files = written(tmp_path, name)
    net = net_of(program)
    assert net is not None
    learned = replace(net.weights, head=replace(net.weights.head, counted=counted))
    monkeypatch.setattr(net, "weights", learned)
    Path(files["weights"]).write_bytes(learned.content())
    engine, history, dice = Engine(program), History(program), Random(6)
    players = [maker("think:quick:kernel=0")(program, seat) for seat in range(program.players)]
    without = [maker("think:quick:kernel=0:learned=0")(program, seat) for seat in range(program.players)]
    state = engine.start(seed=6, listener=history.hear)
    chosen, thought, unlearned = list[int](), list[int](), list[int]()
    while (question := engine.question(state)) is not None and len(chosen) < THOUGHT:
        history.asked(state.values)
        options = list(question.choices())
        for kind, found in ((players, thought), (without, unlearned)):
            decision = decision_of(engine, state, Dice(6, len(chosen) + 1, question.player), history=history)
            found.append(options.index(kind[question.player].choose(decision)) if len(options) > 1 else 0)
        chosen.append(dice.randrange(len(options)))
        choice = options[chosen[-1]]
        state = engine.apply(state, Choice(choice.alternative, choice.values), listener=history.hear)
    asked = {"seed": 6, "choices": chosen, "player": "think:quick"}
    assert node.ask("learned", **files, **asked)["chosen"] == thought
    assert thought != unlearned, "what was learned made no difference"


def test_weights_that_cannot_be_used_are_one_sentence(node, tmp_path):
    _, files = written(tmp_path, "kuhn_poker")
    good = Path(files["weights"]).read_bytes()
    flipped = bytearray(good)
    flipped[len(good) // 2] ^= 1
    cases = {
        "this is no file of weights": b"{}",
        "its checksum is wrong": bytes(flipped),
        "made by another version": good.replace(b'"version":2', b'"version":7'),
        "it ends too early": good[:44],
        "no file of weights": good + bytes(200_000),
    }
    for sentence, content in cases.items():
        if sentence in ("made by another version", "it ends too early"):
            content = _signed(content)
        Path(files["weights"]).write_bytes(content)
        with pytest.raises(RuntimeError, match=sentence):
            node.ask("learned", **files, choices=[])


@pytest.mark.parametrize(
    ("name", "further", "options"),
    [("newberry_euchre", False, {}), ("skat", True, {}), ("leduc_poker", False, {}), ("knockout_whist", False, {}),
     ("newberry_euchre", True, {"target": "7"})],
)  # fmt: skip
def test_it_learns_as_in_python(node, tmp_path, name, further, options):
    game = load(name).game
    assert game is not None
    program = lower(game, options)
    begun = find(program).weights if further else None
    files = {"module": tmp_path / "game.wasm", "description": tmp_path / "game.json", "into": tmp_path / "learned"}
    settings = [word for key, value in options.items() for word in ("-o", f"{key}={value}")]
    assert run(["compile", name, "--lessons", "--output", str(files["module"]), *settings]) == 0
    if begun is not None:
        files["weights"] = tmp_path / "begun"
        files["weights"].write_bytes(begun.content())
    named = {key: str(path) for key, path in files.items()}
    answer = node.ask("lesson", **named, count=30_000, seed=3)

    *_, last = lessons(program, choices=30_000, seed=3, begin_with=begun)
    expected, found = weights_in(last.weights().content()), weights_in(files["into"].read_bytes())
    assert answer == {"choices": last.choices, "faults": 0, "again": False, "parts": []}
    assert found.head == expected.head
    # As lists, they would be compared item by item in the message of a failure.
    assert all(one == other for one, other in zip(found.rows, expected.rows, strict=True))
    assert all(one == other for one, other in zip(found.rest, expected.rest, strict=True))
    assert begun is None or found.rows.tobytes() != begun.rows.tobytes(), "nothing was learned"


def _signed(content: bytes) -> bytes:
    """The file with the checksum that it ought to have."""
    from hashlib import sha256

    return content[:8] + sha256(content[40:]).digest() + content[40:]
