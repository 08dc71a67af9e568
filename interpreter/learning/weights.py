"""The file of weights of a learned player.

    8 bytes     the mark `HOYLENET`
    32 bytes    the SHA-256 of everything that follows
    4 bytes     the length of the head
    head        JSON: version, what was learned and how, the blocks of features with their sizes
    rows        for each feature, and then for each number of the first layer: a scale (float32, of which only the first
                bits are used, so that it can be compressed) and, unless it is 0, the numbers of its row as multiples of
                it, from -31 to 31 (int8); of a net that would be too large, the rows with the smallest numbers are left
                out, as if they were 0
    rest        the biases of the second layer and the last layer, float32

All numbers have the lowest byte first.  Nothing in the file is executed; a file that is damaged, foreign or of another
version is one sentence of `UnusableWeights`.  Weights are bound to the rules they were learned for by the hashes of
the parts of the rules, except that of the checks: who adds one to a game need not learn it anew.  For other rules,
the blocks that fit are taken over (`fitting.py`).
"""

from __future__ import annotations

import hashlib
import json
import math
from array import array
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from functools import reduce
from itertools import accumulate
from operator import add
from typing import Any

from ...dsl.codes.reporting import report
from ...dsl.provenance.fingerprints import CHECKS
from ..errors import CALL, GameError
from ..lowering import SettingValue
from ..program import Program
from ..wasm.learned.features import MOST_FEATURES, FeatureBlock
from ..wasm.learned.net import HIDDEN, SECOND, NetLayout
from .fitting import fitting

MARK = b"HOYLENET"
VERSION = 2
MOST_BYTES = 150_000
"""The largest file."""
_MOST_HEAD = 60_000
MOST_COUNTED = 1_000
"""The most that `WeightsHead.counted` can be."""
_STEPS = 31
"""The largest multiple of its scale that a number can be.  With 63 the files in a wheel, where they are compressed,
would be an eighth larger.
"""
_PRECISE = 6
"""How many bits after the first a scale has.  With all 23 the files in a wheel would be a twentieth larger."""


class UnusableWeights(GameError):
    """A file of weights cannot be used: one sentence says why."""

    def __init__(self, why: str) -> None:
        super().__init__(report("E1096", CALL, why=why))


@dataclass(frozen=True)
class WeightsHead:
    """What a file says of itself.  `choices`: from how many choices was learned, `seconds`: for how long, in all.
    `begun`: from how many choices that was learned of other rules which it began with.
    `counted`: how many times as much as usual (`Budget.learned`) `think` counts what the net expects, of a card that is
    played to a trick and of every other option; `benchmarks/counted.py` finds it.
    """

    title: str
    ruleset: str
    fingerprint: str
    options: Mapping[str, SettingValue]
    players: int
    parts: Mapping[str, str]
    scale: float
    choices: int
    seconds: float
    seed: int
    version: int = VERSION
    hidden: int = HIDDEN
    second: int = SECOND
    blocks: tuple[tuple[str, int], ...] = ()
    counted: tuple[int, int] = (1, 1)
    begun: int = 0

    @property
    def all_choices(self) -> int:
        """From how many choices was learned, with those of other rules."""
        return self.choices + self.begun

    def made_for(self, program: Program) -> bool:
        """Whether they were learned for exactly these rules, options and players."""
        mine = self.made_from(program), dict(self.options), self.players
        return mine == (True, dict(program.options), program.players)

    def made_from(self, program: Program) -> bool:
        """Whether they were learned for the rules of a program, perhaps with other options or players."""
        return played_parts(self.parts) == played_parts(program.parts)

    def shared(self, program: Program) -> float:
        """The share of the parts of some rules that the rules have in common with those of the lessons, from 0 to 1."""
        mine, theirs = played_parts(self.parts), played_parts(program.parts)
        same = sum(mine.get(name) == value for name, value in theirs.items())
        return same / max(1, len(mine), len(theirs))


def played_parts(parts: Mapping[str, str]) -> dict[str, str]:
    """The parts of rules that have an effect on play: all but the checks."""
    return {name: value for name, value in parts.items() if name != CHECKS}


@dataclass(frozen=True)
class Weights:
    """The weights of a net: `rows`, `hidden` numbers for each feature; `rest`, the other layers as a net has them."""

    head: WeightsHead
    rows: array[float] = field(repr=False)
    rest: array[float] = field(repr=False)

    def content(self) -> bytes:
        """The file."""
        head = json.dumps(asdict(self.head), separators=(",", ":"), ensure_ascii=False, sort_keys=True).encode()
        made = [len(head).to_bytes(4, "little"), head]
        inner = self.head.hidden * self.head.second
        others = [*_packed(self.rest[:inner], self.head.second), _bytes(self.rest[inner:])]
        room = MOST_BYTES - len(MARK) - 32 - sum(map(len, (*made, *others)))
        content = b"".join((*made, *_packed(_largest(self.rows, self.head.hidden, room), self.head.hidden), *others))
        return MARK + hashlib.sha256(content).digest() + content

    def about(self, program: Program) -> Weights:
        """These weights, whose lessons about other rules than a program, or with other players, are counted apart."""
        if self.head.made_from(program) and self.head.players == program.players:
            return self
        return replace(self, head=replace(self.head, choices=0, seconds=0.0, begun=self.head.all_choices))

    def net(self, blocks: Sequence[FeatureBlock]) -> tuple[bytes, float]:
        """A net for some blocks of features, as a module has it, and which share of the features were learned.  Rows
        of other features are 0.
        """
        size, begins = self.head.hidden, [0, *accumulate(count for _, count in self.head.blocks)]
        rows, found = array("f"), 0
        for block, place in zip(
            blocks, fitting(self.head.blocks, [(one.key, one.size) for one in blocks]), strict=True
        ):
            if place is None:
                rows.extend([0.0] * (block.size * size))
                continue
            fit = self.rows[begins[place] * size : begins[place + 1] * size]
            count = len(fit) // size
            rows.extend(
                fit if count == block.size else [reduce(add, fit[i::size]) / count for i in range(size)] * block.size
            )
            found += block.size
        return _bytes(rows) + _bytes(self.rest), found / max(1, sum(block.size for block in blocks))


def _bytes(numbers: array[float]) -> bytes:
    import sys

    if sys.byteorder == "big":
        numbers = array(numbers.typecode, numbers)
        numbers.byteswap()
    return numbers.tobytes()


def _floats(content: bytes) -> array[float]:
    import sys

    found = array("f", content)
    if sys.byteorder == "big":
        found.byteswap()
    return found


def _largest(numbers: array[float], size: int, room: int) -> array[float]:
    """The rows, of which those with the smallest numbers are 0 if there is not enough room for all in a file."""
    most = [max(map(abs, numbers[at : at + size])) for at in range(0, len(numbers), size)]
    fit = max(0, room - 4 * len(most)) // size
    if sum(map(bool, most)) <= fit:
        return numbers
    kept, none = numbers[:], array("f", bytes(4 * size))
    for row in sorted(range(len(most)), key=lambda row: (-most[row], row))[fit:]:
        kept[row * size : (row + 1) * size] = none
    return kept


def _packed(numbers: array[float], size: int) -> list[bytes]:
    """Rows of numbers as a file has them."""
    made = list[bytes]()
    for at in range(0, len(numbers), size):
        row = numbers[at : at + size]
        scale = array("f", [_rounded(max(map(abs, row)) / _STEPS)])
        made.append(_bytes(scale))
        if scale[0]:
            made.append(array("b", [max(-_STEPS, min(_STEPS, round(one / scale[0]))) for one in row]).tobytes())
    return made


def _rounded(scale: float) -> float:
    """The nearest number with `_PRECISE` bits after the first."""
    part, power = math.frexp(scale)
    return math.ldexp(round(math.ldexp(part, _PRECISE + 1)), power - _PRECISE - 1)


def _unpacked(body: bytes, at: int, count: int, size: int) -> tuple[array[float], int]:
    """Rows of numbers that begin at a place of a file, and where they end."""
    rows = array("f")
    for _ in range(count):
        (scale,) = _floats(body[at : at + 4]) or (0.0,)
        at += 4
        if scale:
            rows.extend(float(one) * scale for one in array("b", body[at : at + size]))
            at += size
        else:
            rows.extend([0.0] * size)
    return rows, at


def weights_in(content: bytes) -> Weights:
    """Read a file.  Raises `UnusableWeights`."""
    head, body = _head(content)
    if hashlib.sha256(content[40:]).digest() != content[8:40]:
        raise UnusableWeights("the file of weights is damaged: its checksum is wrong")
    features = sum(count for _, count in head.blocks)
    rows, at = _unpacked(body, 0, features, head.hidden)
    second, at = _unpacked(body, at, head.hidden, head.second)
    rest = _bytes(second) + body[at:]
    layout = NetLayout(features)
    if len(rows) != features * head.hidden or len(rest) != layout.size - layout.second_at:
        raise UnusableWeights("the file of weights is damaged: it has another length than it says")
    found = Weights(head, rows, _floats(rest))
    if not all(abs(one) < 1e6 for numbers in (found.rows, found.rest) for one in numbers):
        raise UnusableWeights("the file of weights is damaged: it contains impossible numbers")
    return found


def head_of(content: bytes) -> WeightsHead:
    """The head of a file, without its checksum being looked at.  Raises `UnusableWeights`."""
    return _head(content)[0]


def _head(content: bytes) -> tuple[WeightsHead, bytes]:
    if len(content) > MOST_BYTES or content[:8] != MARK:
        raise UnusableWeights("this is no file of weights")
    length = int.from_bytes(content[40:44], "little")
    if length > _MOST_HEAD or 44 + length > len(content):
        raise UnusableWeights("the file of weights is damaged: it ends too early")
    try:
        data: Any = json.loads(content[44 : 44 + length])
        if data["version"] != VERSION or (data["hidden"], data["second"]) != (HIDDEN, SECOND):
            raise UnusableWeights("the file of weights was made by another version of Hoyle")
        blocks = tuple((str(key), int(size)) for key, size in data["blocks"])
        head = WeightsHead(
            title=str(data["title"]),
            ruleset=str(data["ruleset"]),
            fingerprint=str(data["fingerprint"]),
            options=dict(data["options"]),
            players=int(data["players"]),
            parts=dict(data["parts"]),
            scale=float(data["scale"]),
            choices=int(data["choices"]),
            seconds=float(data["seconds"]),
            seed=int(data["seed"]),
            blocks=blocks,
            counted=_counted(data.get("counted", (1, 1))),
            begun=int(data.get("begun", 0)),
        )
    except UnusableWeights:
        raise
    except (ValueError, KeyError, TypeError, RecursionError):
        raise UnusableWeights("the file of weights is damaged: its head cannot be read") from None
    if any(size < 1 for _, size in blocks) or not 0 < sum(size for _, size in blocks) <= MOST_FEATURES:
        raise UnusableWeights("the file of weights is damaged: its blocks are impossible")
    return head, content[44 + length :]


def _counted(given: Any) -> tuple[int, int]:
    """`WeightsHead.counted` in a file.  Raises `TypeError`, `UnusableWeights`."""
    if not all(type(one) is int and 0 <= one <= MOST_COUNTED for one in given) or len(given) != 2:
        raise UnusableWeights("the file of weights is damaged: its head cannot be read")
    in_tricks, elsewhere = given
    return in_tricks, elsewhere
