"""Many games at once inside modules: numpy arrays in and out, for programs that learn.

    games = hoyle.envs.vector("newberry_euchre", 64, seed=1)
    while True:
        actions = choose(games.observations, games.masks, games.players)   # one for each game
        rewards, ended = games.step(actions)                               # ended games begin again

All games lie in the memory of one module, or of several if there are very many.  In one call the module makes a choice
in each game and writes masks, observations and rewards (`inside.py`).  Observations are those of `Encoding` for the
player who is to choose, without the last choices, because a module keeps no record of choices; `history` adds what a
seat remembers of the deal.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from ...interpreter.arguments import numbers_checked
from ...interpreter.errors import wrong
from ...interpreter.game import Rules, rules
from ...interpreter.game.deals import FixedDeal
from ...interpreter.game.setup import from_plain_data
from ...interpreter.lowering import SettingValue
from ...interpreter.program import Slots
from ...interpreter.wasm import CompiledModule, Machine, Module, WatchedSlots
from ...interpreter.wasm.stepping import Stepper
from ..actions import BOUND, Actions
from ..encoding import Encoding
from ..opponents import OpponentNames, SeatedPrograms, seats_of
from ..position import GameNode
from ..run import GameStart, begun
from ..scoring import Rewards, Scoring
from .inside import GameArrays
from .memory import HOOKS
from .programs import ProgramsInMany

Floats = npt.NDArray[np.float32]
IntArray = npt.NDArray[np.int64]
Flags = npt.NDArray[np.bool_]

TRIES = 100
"""How many games with cards fixed by hand are begun in a row until somebody is asked something."""
ROOM = 64 << 20
"""The most bytes that the games of one module take; further games are played in other modules."""


@numbers_checked()
def vector(
    ruleset: str | Path,
    count: int,
    *,
    seed: int = 0,
    variants: Iterable[str | Path] = (),
    preset: str | None = None,
    options: Mapping[str, SettingValue] | None = None,
    players: int | Iterable[str] | None = None,
    rewards: Rewards = "win",
    history: Iterable[str] = (),
    bound: int = BOUND,
    opponents: OpponentNames = None,
    deal: FixedDeal | None = None,
) -> ManyGames:
    """Make an environment of `count` games of a ruleset that are played at once; the other arguments are those of
    `hoyle.envs.aec`.

    history     what an observation tells of the deal besides what lies on the table: `gone`, `voids`, `tricks`,
                `calls`; see `hoyle.envs.remembering`
    deal        cards and dealers fixed by hand in every game, as in `hoyle.open`; each game is then begun in Python

    `opponents`: players that are programs.  Those who choose at random do so inside the module; for others, Python is
    asked in every game, which takes as long as they think.

    Raises `RulesError` as `hoyle.open` does, `UnknownPlayer`, `GameError` if the rules do not deal what is fixed, or
    for another argument that cannot be used, `wasm.Uncompilable` if no module can be made of the rules, and
    `ImportError` without wasmtime.
    """
    found = rules(ruleset, variants=variants, preset=preset, options=options, players=players)
    programs = seats_of(found, opponents)
    return ManyGames(
        found, count, seed=seed, rewards=rewards, bound=bound, programs=programs, history=history, deal=deal
    )


class GameBlock:
    """The games in the memory of one module.  The arrays have a row for each game; they are views of that memory, which
    change with every call.
    """

    def __init__(self, code: CompiledModule, made: GameArrays, first: int, count: int) -> None:
        self.machine, self.made = Machine(code), made
        self.where = slice(first, first + count)
        self.count = count
        self.step = Stepper(self.machine, "v_step").step
        self.series = np.frombuffer(self.machine.memory, np.uint64, 2, made.at["series"])
        """The seed, and the number of the next game to begin."""
        players = made.encoding.program.players
        self.observations: Floats = self._rows("observations", np.float32, made.encoding.size)
        self.rewards: Floats = self._rows("rewards", np.float32, players)
        self.masks: Flags = self._rows("masks", np.bool_, made.encoding.actions.size)
        self.legal: npt.NDArray[np.int32] = self._rows("legal", np.int32, made.legal)
        self.actions: npt.NDArray[np.int32] = self._rows("actions", np.int32, 1)[:, 0]
        self.counts: npt.NDArray[np.int32] = self._rows("counts", np.int32, 1)[:, 0]
        self.left: npt.NDArray[np.int32] = self._rows("left", np.int32, 1)[:, 0]
        self.players: npt.NDArray[np.int32] = self._rows("players", np.int32, 1)[:, 0]
        self.index: IntArray = self._rows("index", np.int64, 1)[:, 0]
        self.ended: Flags = self._rows("ended", np.bool_, 1)[:, 0]

    def rows(self) -> Iterator[tuple[int, int]]:
        """Where the rows of the games lie in the memory, and how many bytes they take."""
        for name, size in self.made.sizes.items():
            yield self.made.at[name], size * self.made.capacity

    def state(self, game: int) -> bytes:
        """The bytes of the state of a game."""
        at = self.made.at["states"] + game * self.made.sizes["states"]
        return bytes(self.machine.memory[at : at + self.made.sizes["states"]])

    def begin(self, game: int, values: Slots) -> None:
        """Begin a game in a state, which must be at a question."""
        at = self.made.at["states"] + game * self.made.sizes["states"]
        self.machine.memory[at : at + self.made.sizes["states"]] = self.machine.layout.pack(values)
        self.machine.call("v_opened", game)

    def _rows(self, name: str, dtype: npt.DTypeLike, width: int) -> npt.NDArray[Any]:
        found = np.frombuffer(self.machine.memory, dtype, self.count * width, self.made.at[name])
        return found.reshape(self.count, width)


class ManyGames:
    """Games that are played together.  `step` raises the `Fault`s of the rules; a fault ends all games."""

    @numbers_checked()
    def __init__(
        self,
        rules: Rules,
        count: int,
        *,
        seed: int = 0,
        rewards: Rewards = "win",
        bound: int = BOUND,
        programs: Mapping[int, str] | None = None,
        history: Iterable[str] = (),
        deal: FixedDeal | None = None,
    ) -> None:
        """`programs`: the seats at which programs play, and the names of these players."""
        program = self.program = rules.program
        if not program.asks:
            raise wrong(f"nobody chooses anything in {program.title}")
        self.rules, self.count, self.seed, self.deal = rules, count, seed, deal
        self.actions = Actions(program, bound)
        self.encoding = Encoding(self.actions, 0, history)
        self.scoring = Scoring(rules.engine, rewards)
        self.observations: Floats = np.zeros((count, self.encoding.size), np.float32)
        """What the player to choose in each game knows, of shape (games, `encoding.size`)."""
        self.masks: Flags = np.zeros((count, self.actions.size), np.bool_)
        """The actions that may be chosen in each game, of shape (games, `actions.size`)."""
        self.players: IntArray = np.zeros(count, np.int64)
        """The seat that is to choose in each game."""
        self.left_out: IntArray = np.zeros(count, np.int64)
        """How many choices of each game are beyond the bound."""
        self.index: IntArray = np.arange(count)
        """The number of each game in the series; with the seed it decides the cards.  Games in which nobody is asked
        anything are left out.
        """
        self._next = 0
        self._nobody = SeatedPrograms(rules, {})
        self.blocks = tuple(self._made())
        """The games in the memory of each module."""
        self.programs = ProgramsInMany(rules, dict(programs or {}), count, seed, deal)
        """The players that are programs."""
        self._pending: Floats = np.zeros((count, program.players), np.float32)
        """What was earned in games whose agents have not been asked yet."""
        for block in self.blocks:
            block.series[0] = self.seed
            block.series[1] = self._next
            for game in range(block.count):
                block.machine.call("v_begin", game)
            self._next = int(block.series[1])
            self._open(block, range(block.count))
            self._look(block)
        self._let_programs_play(self._pending, np.ones(count, np.bool_))

    def _made(self) -> Iterator[GameBlock]:
        """Make the blocks of games."""
        watch = WatchedSlots.of_players(self.program)
        together = GameArrays(self.encoding, self.scoring, self.count)
        together.fit(Module(self.program, watch), ROOM)
        hooks = HOOKS if self.encoding.history.asked else {}
        code = CompiledModule(Module(self.program, watch, more=together, hooks=hooks))
        for first in range(0, self.count, together.capacity):
            yield GameBlock(code, together, first, min(together.capacity, self.count - first))

    def step(self, actions: npt.ArrayLike) -> tuple[Floats, Flags]:
        """Make one choice in each game.  Returns the rewards, of shape (games, players), and which games have ended.

        A game that has ended is replaced by a new one at its first question.  `observations` and `masks` are changed in
        place: copy what you want to keep.  Programs play until an agent is asked in every game; what they earn in a new
        game before that comes with the rewards of the next step.  Raises `GameError` for an action that is not in its
        mask, before any choice is made.
        """
        chosen = np.asarray(actions, np.int64)
        if chosen.shape != (self.count,):
            raise wrong(f"{self.count} actions are needed, one for each game")
        for block in self.blocks:
            mine = chosen[block.where]
            inside = (mine >= 0) & (mine < self.actions.size)
            good = inside & block.masks[np.arange(block.count), np.where(inside, mine, 0)]
            if not good.all():
                game = block.where.start + int(np.argmin(good))
                raise wrong(f"game {game}: action {int(chosen[game])} may not be chosen now: see the mask")
        rewards, self._pending = self._pending, np.zeros_like(self._pending)
        earned, ended = self._advance(chosen)
        rewards = rewards + earned
        self._let_programs_play(rewards, ended)
        return rewards, ended

    def _let_programs_play(self, rewards: Floats, ended: Flags) -> None:
        """Let the programs choose until an agent is asked in every game.  `rewards` and `ended` are added to; what is
        earned in a game after one that has ended waits for the next step.
        """
        while (asked := self.programs.asked(self.players)).any():
            actions = np.full(self.count, -1, np.int64)
            for block in self.blocks:
                actions[block.where] = self.programs.actions(block, asked[block.where], self.actions)
            earned, over = self._advance(actions)
            self._pending[ended & over] = 0  # a whole game without a question to an agent
            self._pending[ended & ~over] += earned[ended & ~over]
            rewards[~ended] += earned[~ended]
            ended |= over

    def _advance(self, chosen: IntArray) -> tuple[Floats, Flags]:
        """Make one choice in each game whose action is not -1."""
        self.programs.chosen(self.blocks, chosen, self.actions)
        ended: Flags = np.zeros(self.count, np.bool_)
        rewards: Floats = np.zeros((self.count, self.program.players), np.float32)
        for block in self.blocks:
            block.actions[:] = chosen[block.where]
            block.series[1] = self._next
            self._next += block.step(block.count)
            rewards[block.where], ended[block.where] = block.rewards, block.ended
            self._open(block, np.flatnonzero(block.ended).tolist())
            self._look(block)
        self.programs.began(self.index, ended)
        return rewards, ended

    def _open(self, block: GameBlock, games: Iterable[int]) -> None:
        """Begin games with the cards that are fixed by hand, in the place of those that the module began."""
        for game in games if self.deal else ():
            start = GameStart(self.seed, int(block.index[game]), self.deal)
            for _ in range(TRIES):
                node = GameNode(begun(self.rules, start, self._nobody)[0])
                if node.ask >= 0:
                    break
                start, self._next = replace(start, index=self._next), self._next + 1
            else:
                raise wrong("with these cards the game is over before anything is asked")
            block.index[game] = start.index
            block.begin(game, node.values)

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle the rules, the settings and the memory of the games.  Programs that keep notes lose them."""
        rows = [bytes(block.machine.memory[at : at + size]) for block in self.blocks for at, size in block.rows()]
        settings = self.count, self.seed, self.scoring.rewards, self.actions.bound
        more = self.encoding.history.asked, self.deal
        kept = self._next, self._pending, self.programs.seats, self.programs.kept()
        return _unpickled, (self.rules, *settings, *more, rows, *kept)

    def _look(self, block: GameBlock) -> None:
        where = block.where
        self.observations[where], self.masks[where] = block.observations, block.masks
        if where.start == 0:
            self.players, self.left_out, self.index = (np.zeros(self.count, np.int64) for _ in range(3))
        self.players[where], self.left_out[where], self.index[where] = block.players, block.left, block.index

    def restore(self, seats: dict[int, str], following: int, pending: Floats, kept: object) -> None:
        """Continue from what was pickled; the memory of the games is there already."""
        self.programs = ProgramsInMany(self.rules, seats, self.count, self.seed, self.deal)
        self.programs.restore(kept)
        self._next, self._pending = following, pending.copy()
        for block in self.blocks:
            self._look(block)

    @property
    def legal(self) -> tuple[IntArray, IntArray]:
        """The masks as two arrays: the game, and an action that may be chosen in it.  The actions of one game follow
        each other.
        """
        games, actions = list[npt.NDArray[Any]](), list[npt.NDArray[Any]]()
        for block in self.blocks:
            games.append(np.repeat(np.arange(block.where.start, block.where.stop), block.counts))
            most = int(block.counts.max())
            actions.append(block.legal[:, :most][np.arange(most) < block.counts[:, None]])
        return np.concatenate(games), np.concatenate(actions).astype(np.int64)

    def by_chance(self, dice: np.random.Generator) -> IntArray:
        """Choose one legal action of each game, each with the same probability."""
        drawn = dice.random(self.count)
        found: IntArray = np.zeros(self.count, np.int64)
        for block in self.blocks:
            places = (drawn[block.where] * block.counts).astype(np.int64)
            found[block.where] = block.legal[np.arange(block.count), places]
        return found


@from_plain_data
def _unpickled(
    rules: Rules,
    count: int,
    seed: int,
    rewards: Rewards,
    bound: int,
    history: tuple[str, ...],
    deal: FixedDeal | None,
    rows: list[bytes],
    following: int,
    pending: Floats,
    seats: dict[int, str],
    kept: object,
) -> ManyGames:
    made = ManyGames(rules, count, seed=seed, rewards=rewards, bound=bound, history=history, deal=deal)
    places = [(block, at, size) for block in made.blocks for at, size in block.rows()]
    for (block, at, size), content in zip(places, rows, strict=True):
        block.machine.memory[at : at + size] = content
    made.restore(seats, following, pending, kept)
    return made
