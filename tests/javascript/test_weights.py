"""Files of weights are read and written by the TypeScript package as by Python, and become the same nets."""

from __future__ import annotations

import hashlib
import json
from array import array
from dataclasses import asdict
from pathlib import Path
from random import Random
from typing import Any

import pytest

from hoyle.interpreter.learning.weights import MOST_BYTES, UnusableWeights, Weights, WeightsHead, weights_in
from hoyle.interpreter.wasm.learned.features import FeatureBlock
from hoyle.interpreter.wasm.learned.net import HIDDEN, SECOND, NetLayout

BLOCKS = (("hand", 2), ("pile", 3), ("hand", 4), ("turn", 1))
HEAD = WeightsHead(
    "Small", "small", "f1", {"target": 7, "paid": "once", "open": True}, 3, {"main": "m1", "play": "p1"}, 1.25, 700,
    2.5, 9, blocks=BLOCKS, counted=(10, 0), begun=48_000,
)  # fmt: skip


def weights(dice: Random, blocks: tuple[tuple[str, int], ...] = BLOCKS, **changed: Any) -> Weights:
    """Random weights: rows of numbers large and small, of halves of a step, and of nothing."""
    features = sum(size for _, size in blocks)
    layout = NetLayout(features)
    rows, rest = array("f"), array("f")
    for numbers, count, size in ((rows, features, HIDDEN), (rest, HIDDEN, SECOND)):
        for row in range(count):
            large = (0.0, 1e-3, 1.0, 500.0, 15.5)[row % 5]
            halves = [31.0, *(dice.randrange(-62, 63) / 2 for _ in range(size - 1))]
            even = [large * dice.uniform(-1, 1) for _ in range(size)]
            numbers.extend(halves if row % 5 == 4 else even)
    rest.extend(dice.uniform(-3, 3) for _ in range((layout.size - layout.bias_at) // 4))
    return Weights(WeightsHead(**{**asdict(HEAD), "blocks": blocks, **changed}), rows, rest)


def asked(folder: Path, made: Weights, **more: Any) -> dict[str, Any]:
    """A question about weights: a file with the same head, and the numbers as they are."""
    content = made.content()
    (folder / "weights").write_bytes(content)
    (folder / "numbers").write_bytes(made.rows.tobytes() + made.rest.tobytes())
    names = {"weights": "weights", "numbers": "numbers", "into": "into"}
    return {key: str(folder / name) for key, name in names.items()} | more


@pytest.mark.parametrize("seed", range(3))
def test_weights_are_written_as_in_python(node, tmp_path, seed):
    made = weights(Random(seed))
    answer = node.ask("weights", **asked(tmp_path, made))
    expected = asdict(made.head) | {
        "blocks": [{"key": key, "size": size} for key, size in BLOCKS], "counted": [10, 0],
    }  # fmt: skip
    assert answer["head"] == {key: value for key, value in expected.items() if key != "version"}
    assert (tmp_path / "into").read_bytes() == made.content()


@pytest.mark.parametrize("features", [2_700, 2_900])
def test_the_smallest_rows_are_left_out_of_a_file_that_would_be_too_large(node, tmp_path, features):
    made = weights(Random(1), (("all", features),))
    node.ask("weights", **asked(tmp_path, made))
    content = (tmp_path / "into").read_bytes()
    assert content == made.content()
    assert MOST_BYTES - HIDDEN < len(content) <= MOST_BYTES
    assert made.rows.tobytes() != weights_in(content).rows.tobytes()


def test_a_net_takes_over_the_blocks_of_the_same_size(node, tmp_path):
    made = weights(Random(5))
    wanted = [("pile", 3), ("other", 2), ("hand", 4), ("hand", 3), ("turn", 1)]
    starts = [sum(size for _, size in wanted[:n]) for n in range(len(wanted))]
    blocks = [FeatureBlock(key, start, size) for (key, size), start in zip(wanted, starts, strict=True)]
    net = {
        "hidden": HIDDEN, "second": SECOND, "blocks": [{"key": key, "size": size} for key, size in wanted],
        "size": NetLayout(13).size,
    }  # fmt: skip
    answer = node.ask("weights", **asked(tmp_path, made, net=net))
    content, share = made.net(blocks)
    assert (answer["share"], answer["net"]) == (share, content.hex())
    for name in ("hidden", "second", "size"):
        with pytest.raises(RuntimeError, match="made by another version of Hoyle"):
            node.ask("weights", **asked(tmp_path, made, net={**net, name: net[name] + 4}))


VERSION = "the file of weights was made by another version of Hoyle"
DAMAGED = "the file of weights is damaged: "
EARLY, LENGTH, HEADLESS, BLOCKLESS, NUMBERS = (
    DAMAGED + why
    for why in (
        "it ends too early", "it has another length than it says", "its head cannot be read",
        "its blocks are impossible", "it contains impossible numbers",
    )
)  # fmt: skip


@pytest.mark.parametrize(
    ("field", "value", "sentence"),
    [("version", 3, VERSION), ("version", None, VERSION), ("hidden", 0, BLOCKLESS), ("hidden", 1_001, BLOCKLESS),
     ("second", "x", BLOCKLESS), ("second", -1, BLOCKLESS), ("second", 1_001, BLOCKLESS), ("blocks", [], BLOCKLESS),
     ("blocks", 7, BLOCKLESS), ("blocks", [["a", 0]], BLOCKLESS), ("blocks", [["a", 2.5]], BLOCKLESS),
     ("blocks", [["a", 1], ["b", -1]], BLOCKLESS), ("blocks", [["a", 3_000], ["b", 3_001]], BLOCKLESS),
     ("blocks", [3], BLOCKLESS), ("players", "many", HEADLESS), ("scale", "x", HEADLESS), ("choices", [1, 2], HEADLESS),
     ("seconds", {}, HEADLESS), ("seed", "?", HEADLESS),
     ("counted", [1, -1], HEADLESS), ("counted", [1_001, 1], HEADLESS), ("counted", [1, 2.5], HEADLESS),
     ("counted", [1, 2, 3], HEADLESS), ("counted", "12", HEADLESS), ("counted", [True, 1], HEADLESS),
     ("blocks", [["a", 6_000]], EARLY), ("hidden", 1_000, EARLY), ("second", 1_000, EARLY)],
)  # fmt: skip
def test_a_wrong_head_is_one_sentence(node, tmp_path, field, value, sentence):
    content = changed(weights(Random(1)).content(), {field: value})
    assert refused(node, tmp_path, content) == sentence
    with pytest.raises(UnusableWeights):
        weights_in(content)


def test_a_file_that_is_cut_is_one_sentence(node, tmp_path):
    content = weights(Random(1)).content()
    begin = 44 + int.from_bytes(content[40:44], "little")
    assert refused(node, tmp_path, signed(content[:begin])) == EARLY
    assert refused(node, tmp_path, signed(content[: begin + 3])) == EARLY
    assert refused(node, tmp_path, signed(content[: begin + 8])) == EARLY
    assert refused(node, tmp_path, signed(content[: begin - 1])) == EARLY
    assert refused(node, tmp_path, signed(content[:-1])) == LENGTH
    assert refused(node, tmp_path, signed(content[:44] + b"[" * (begin - 44) + content[begin:])) == HEADLESS
    assert refused(node, tmp_path, signed(content[:44] + b"null".ljust(begin - 44) + content[begin:])) == VERSION
    assert refused(node, tmp_path, content[:-1] + b"?").endswith("its checksum is wrong")
    assert refused(node, tmp_path, b"h" + content[1:]) == "this is no file of weights"
    assert (
        refused(node, tmp_path, signed(content + bytes(MOST_BYTES + 1 - len(content)))) == "this is no file of weights"
    )
    for at in (begin, len(content) - 4):
        for number in (1e6, float("inf"), float("nan")):
            large = content[:at] + array("f", [number]).tobytes() + content[at + 4 :]
            zero = content[begin : begin + 4] == bytes(4)
            if at != begin or not zero:
                assert refused(node, tmp_path, signed(large)) == NUMBERS


def test_numbers_just_below_the_impossible_are_read(node, tmp_path):
    content = weights(Random(1)).content()
    good = signed(content[:-4] + array("f", [-999_999.0]).tobytes())
    (tmp_path / "weights").write_bytes(good)
    node.ask("weights", weights=str(tmp_path / "weights"), into=str(tmp_path / "into"))
    assert weights_in((tmp_path / "into").read_bytes()).rest[-1] == -999_999.0


def changed(content: bytes, fields: dict[str, object]) -> bytes:
    """The file with other fields in its head."""
    begin = 44 + int.from_bytes(content[40:44], "little")
    head = json.dumps(json.loads(content[44:begin]) | fields).encode()
    return signed(content[:40] + len(head).to_bytes(4, "little") + head + content[begin:])


def signed(content: bytes) -> bytes:
    """The file with the checksum that it ought to have."""
    return content[:8] + hashlib.sha256(content[40:]).digest() + content[40:]


def refused(node: Any, folder: Path, content: bytes) -> str:
    """What the package says of a file of weights that it does not read."""
    (folder / "weights").write_bytes(content)
    with pytest.raises(RuntimeError) as found:
        node.ask("weights", weights=str(folder / "weights"), into=str(folder / "into"))
    return str(found.value).split("\n")[0].removeprefix("GameError: ")
