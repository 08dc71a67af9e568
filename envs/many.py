"""Many games at once inside modules: numpy arrays in and out, for programs that learn.

    games = hoyle.envs.vector("newberry_euchre", 64, seed=1)
    while True:
        actions = choose(games.observations, games.masks, games.players)   # one for each game
        rewards, ended = games.step(actions)                               # ended games have begun anew

Each game is a module of its own.  Their states lie beside each other in one array, and masks and observations are made
of all of them together.  Observations are those of `Encoding` for whoever is to choose, with no tail of the record,
which a module does not keep.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

import numpy as np
import numpy.typing as npt

from ..interpreter.engine.sets import MOST_OFFERED
from ..interpreter.engine.view import sees
from ..interpreter.faults import fault
from ..interpreter.game import Rules, rules
from ..interpreter.lowering import OptionValue
from ..interpreter.program import ACTOR, NOWHERE_KNOWN, PC
from ..interpreter.wasm import CompiledModule, Machine, Module, Watch
from ..interpreter.wasm.stepping import Stepper
from .actions import BOUND, Actions, Kind
from .encoding import Encoding, width
from .scoring import Rewards, Scoring

Floats = npt.NDArray[np.float32]
Numbers = npt.NDArray[np.int64]
Flags = npt.NDArray[np.bool_]


def vector(
    ruleset: str | Path,
    count: int,
    *,
    seed: int = 0,
    variants: Iterable[str | Path] = (),
    preset: str | None = None,
    options: Mapping[str, OptionValue] | None = None,
    players: int | Iterable[str] | None = None,
    rewards: Rewards = "win",
    bound: int = BOUND,
) -> ManyGames:
    """So many games of a ruleset at once; the other arguments are those of `hoyle.envs.aec`.

    Raises `RulesError` as `hoyle.open` does, `ValueError`, `wasm.Uncompilable`, and `ImportError` without wasmtime."""
    found = rules(ruleset, variants=variants, preset=preset, options=options, players=players)
    return ManyGames(found, count, seed=seed, rewards=rewards, bound=bound)


class ManyGames:
    """Games that are played together.  `Fault`s of the rules are raised by `step`, and end all of them."""

    def __init__(
        self, rules: Rules, count: int, *, seed: int = 0, rewards: Rewards = "win", bound: int = BOUND
    ) -> None:
        if count < 1:
            raise ValueError("there must be at least one game")
        program = self.program = rules.program
        self.rules, self.count, self.seed = rules, count, seed
        self.actions = Actions(program, bound)
        self.encoding = Encoding(self.actions, 0)
        self.scoring = Scoring(rules.engine, rewards)
        code = CompiledModule(Module(program, Watch((), -1, tuple((p,) for p in range(program.players)), MOST_OFFERED)))
        self._machines = [Machine(code) for _ in range(count)]
        self._steppers = [Stepper(machine) for machine in self._machines]
        layout, room = code.module.layout, code.module.room
        self._layout, self._size = layout, room.size // 8
        first = room.address // 8
        self._rooms = [np.frombuffer(machine.memory, np.int64)[first:] for machine in self._machines]
        states = slice(layout.state, layout.state + layout.state_size)
        self._memory = [np.frombuffer(machine.memory, np.uint8)[states] for machine in self._machines]
        self._states = np.zeros((count, layout.state_size), np.uint8)
        self._rows = np.arange(count)
        self.observations: Floats = np.zeros((count, self.encoding.size), np.float32)
        """What whoever is to choose in each game knows."""
        self.masks: Flags = np.zeros((count, self.actions.size), np.bool_)
        """The actions that may be chosen in each game."""
        self.players: Numbers = np.zeros(count, np.int64)
        """The seat that is to choose in each game."""
        self.left_out: Numbers = np.zeros(count, np.int64)
        """How many choices of each game went over the bound."""
        self.index: Numbers = np.arange(count)
        """Which game of the series each is: with the seed it decides the cards."""
        self._numbers = np.full((count, self.actions.size), -1, np.int32)
        self._set = (np.zeros(0, np.int64), np.zeros(0, np.int64))
        self._next = count
        self._counts: Numbers = np.zeros(count, np.int64)
        self._prepare()
        for game in range(count):
            self._start(game)
        self._look()
        self._earned = self._points()

    def step(self, actions: npt.ArrayLike) -> tuple[Floats, Flags]:
        """One choice in each game: rewards of shape (games, players), and which games have ended.

        Those have begun anew: what is seen then is the first question of another game.  Raises `ValueError` for an
        action that is not in its mask, before anything has happened."""
        chosen = np.asarray(actions, np.int64)
        if chosen.shape != (self.count,):
            raise ValueError(f"{self.count} actions are needed, one for each game")
        inside = (chosen >= 0) & (chosen < self.actions.size)
        numbers = np.where(inside, self._numbers[self._rows, np.where(inside, chosen, 0)], -1)
        if (numbers < 0).any():
            game = int(np.argmin(numbers))
            raise ValueError(f"game {game}: action {int(chosen[game])} may not be chosen now: see the mask")
        ended: Flags = np.zeros(self.count, np.bool_)
        rewards: Floats = np.zeros((self.count, self.program.players), np.float32)
        for game, number in enumerate(numbers.tolist()):
            options = self._steppers[game].step(number)
            if options <= 0:
                self._over(game, options)
                ended[game] = True
                rewards[game] = self.scoring.total(self._layout.unpack(bytes(self._memory[game]))) - self._earned[game]
                self.index[game] = self._next
                self._next += 1
                self._start(game)
            else:
                self._counts[game] = options
        self._look()
        earned = self._points()
        going = ~ended
        rewards[going] = (earned - self._earned)[going]
        self._earned = earned
        return rewards, ended

    @property
    def legal(self) -> tuple[Numbers, Numbers]:
        """The masks as a list: which game, and an action that may be chosen in it; all of a game stand together."""
        return self._set

    def by_chance(self, dice: np.random.Generator) -> Numbers:
        """One of the actions of each game, each as probable as the others."""
        games, actions = self._set
        counts = np.bincount(games, minlength=self.count)
        return actions[np.cumsum(counts) - counts + (dice.random(self.count) * counts).astype(np.int64)]

    # --------------------------------------------------------------------------------------------------------- inside

    def _start(self, game: int) -> None:
        machine = self._machines[game]
        machine.start(self.seed, int(self.index[game]))
        self._counts[game] = count = machine.call("options", 0)
        self._over(game, count or 0)

    def _over(self, game: int, options: int) -> None:
        if options == 0:
            place = self.program.asks[self._machines[game].ask].place
            raise fault("no choice", self.program.places[place])

    def _points(self) -> Floats:
        """What each player has earned so far."""
        if not self.scoring.points:
            return np.zeros((self.count, self.program.players), np.float32)
        words = self._states.view(np.int64)
        return np.stack([sign * words[:, self._at[slot]] for slot, sign in self.scoring.points], 1).astype(np.float32)

    def _prepare(self) -> None:
        """What of the layout is needed at every step."""
        program, layout = self.program, self._layout
        self._at = [(place.address - layout.state) // 8 for place in layout.slots]
        self._cards = len(program.deck)
        faces = np.zeros((self._cards, len(program.faces)), np.float32)
        faces[np.arange(self._cards), list(program.deck)] = 1
        self._faces = None if list(program.deck) == list(range(len(program.faces))) else faces
        self._deck = np.array(program.deck)
        players = range(program.players)
        self._owners = {
            key: np.array([self.encoding.owner(info, seat, key[2]) for seat in players])
            for key, info in (
                *((("zone", number, owner), program.zones[number]) for number, owner, *_ in self.encoding.zones),
                *((("variable", n, owner), program.variables[n]) for n, owner, _ in self.encoding.variables),
            )
        }
        self._sees = [
            np.array([[sees(program, zone, owner, seat) for seat in players] for owner in range(zone.count)])
            for zone in program.zones
        ]

    def _look(self) -> None:
        """Masks and observations of all games as they are now."""
        for row, memory in zip(self._states, self._memory, strict=True):
            row[:] = memory
        words = self._states.view(np.int64)
        self.players = words[:, self._at[ACTOR]].copy()
        asks = ~words[:, self._at[PC]]
        self._mask(asks)
        self._observe(words, asks)

    def _mask(self, asks: Numbers) -> None:
        self._numbers[self._set] = -1
        self.masks[self._set] = False
        size, counts = self._size, self._counts
        pieces = [room[: size * n] for room, n in zip(self._rooms, counts.tolist(), strict=True)]
        options = np.concatenate(pieces).reshape(-1, size)
        games = np.repeat(self._rows, counts)
        places = np.arange(len(games)) - np.repeat(np.cumsum(counts) - counts, counts)
        asked = np.repeat(asks, counts)
        kinds = np.zeros(len(games), np.int64)
        found = np.full(len(games), -1, np.int64)
        codes = asked << 16 | options[:, 0]
        each: list[int] = np.unique(codes).tolist()
        for code in each:
            ask, alternative = code >> 16, code & 0xFFFF
            number = self.actions.kind_of[ask][alternative]
            which = np.flatnonzero(codes == code)
            kinds[which] = number
            kind = self.actions.kinds[number]
            if kind.names is not None:
                found[which] = self._exact(ask, alternative, kind, options[which])
        each = np.unique(kinds).tolist()
        for number in each:
            kind = self.actions.kinds[number]
            if kind.names is None:
                which = np.flatnonzero(kinds == number)
                among = games[which]
                at = np.arange(len(which)) - np.searchsorted(among, among)
                found[which] = np.where(at < kind.size, kind.first + at, -1)
        kept = found >= 0
        self.left_out = np.bincount(games[~kept], minlength=self.count)
        self._set = games[kept], found[kept]
        self._numbers[self._set] = places[kept]
        self.masks[self._set] = True

    def _exact(self, ask: int, alternative: int, kind: Kind, options: Numbers) -> Numbers:
        """The numbers of options of one alternative."""
        assert kind.names is not None
        total: Numbers = np.zeros(len(options), np.int64)
        good: Flags = np.ones(len(options), np.bool_)
        column = 1
        bounds = self.program.asks[ask].alternatives[alternative].bound
        for name, bound in zip(kind.names, bounds, strict=True):
            words = self._layout.slots[bound.slot].words
            value = options[:, column]
            if name.form == "card":
                index = self._deck[value]
            elif name.ranks is not None:
                bits = np.unpackbits(
                    np.ascontiguousarray(options[:, column : column + words]).view(np.uint8), 1, bitorder="little"
                )
                chosen = [tuple(sorted(self._deck[np.flatnonzero(row)].tolist())) for row in bits]
                index = np.array([name.ranks.get(faces, -1) for faces in chosen], np.int64)
            else:
                index = value - name.low
            good &= (index >= 0) & (index < name.size)
            total = total * name.size + index
            column += words
        return np.where(good, kind.first + total, -1)

    def _observe(self, words: Numbers, asks: Numbers) -> None:
        program, rows, seats = self.program, self._rows, self.players
        out = self.observations
        out.fill(0)
        out[rows, 0] = 1  # whoever looks is whose turn it is
        out[rows, program.players + asks] = 1
        known = self._known(seats)
        for number, owner, seen, order, hidden in self.encoding.zones:
            zone = program.zones[number]
            owners = self._owners["zone", number, owner][seats]
            contents = [self._content(zone.base + one, zone.ordered) for one in range(zone.count)]
            there = contents[0] if zone.count == 1 else np.stack(contents)[owners, rows]
            visible = self._sees[number][owners, seats]
            if seen < 0:
                out[:, hidden] = there.sum(1)
                continue
            shown = there & (visible[:, None] if known is None else visible[:, None] | known)
            out[:, hidden] = there.sum(1) - shown.sum(1)
            planes = shown.astype(np.float32)
            out[:, seen : seen + len(program.faces)] = planes if self._faces is None else planes @ self._faces
            if order >= 0:
                self._order(out[:, order : order + len(program.faces)], zone.base, owners)
        for number, owner, start in self.encoding.variables:
            self._variable(out, words, number, owner, start)

    def _known(self, seats: Numbers) -> Flags | None:
        first = self.program.known
        if first == NOWHERE_KNOWN:
            return None
        return np.stack([self._content(first + p, False) for p in range(self.program.players)])[seats, self._rows]

    def _content(self, slot: int, ordered: bool) -> Flags:
        """Which cards lie somewhere: (games, cards)."""
        place, cards = self._layout.slots[slot], self._cards
        at = place.address - self._layout.state
        if not ordered:
            content = np.ascontiguousarray(self._states[:, at : at + (cards + 7) // 8])
            return np.unpackbits(content, 1, bitorder="little")[:, :cards].view(np.bool_)
        pile, size = self._pile(slot)
        found = np.zeros((self.count, cards + 1), np.bool_)
        found[self._rows[:, None], np.where(np.arange(cards) < size[:, None], pile, cards)] = True
        return found[:, :cards]

    def _pile(self, slot: int) -> tuple[Numbers, Numbers]:
        at = self._layout.slots[slot].address - self._layout.state
        size = np.ascontiguousarray(self._states[:, at : at + 4]).view(np.int32)[:, 0].astype(np.int64)
        pile = np.ascontiguousarray(self._states[:, at + 8 : at + 8 + 2 * self._cards]).view(np.uint16)
        return pile.astype(np.int64), size

    def _order(self, out: Floats, base: int, owners: Numbers) -> None:
        for one in np.unique(owners).tolist():
            pile, size = self._pile(base + one)
            mine = owners == one
            for place in range(int(size[mine].max(initial=0))):
                which = np.flatnonzero(mine & (size > place))
                out[which, self._deck[pile[which, place]]] = place + 1

    def _variable(self, out: Floats, words: Numbers, number: int, owner: int, start: int) -> None:
        info, seats = self.program.variables[number], self.players
        owners = self._owners["variable", number, owner][seats]
        places = np.array([self._at[info.base + one] for one in range(info.count)])
        type = info.type
        if type.kind == "set" and type.element is not None and type.element.kind == "card":
            several = np.stack([self._content(info.base + one, False) for one in range(info.count)])
            held = several[owners, self._rows].astype(np.float32)
            out[:, start : start + len(self.program.faces)] = held if self._faces is None else held @ self._faces
            return
        value = words[self._rows, places[owners]]
        if type.kind == "number":
            out[:, start] = value
        elif type.kind == "flag":
            out[:, start] = value == 1
        elif type.kind == "set" and type.element is not None:
            for one in range(width(self.program, type.element)):
                which = np.flatnonzero(value >> one & 1)
                turned = self._turned(type.element.kind, np.full(len(which), one), seats[which])
                out[which, start + turned] += 1
        else:
            which = np.flatnonzero(value >= 0)
            out[which, start + self._turned(type.kind, value[which], seats[which])] = 1

    def _turned(self, kind: str, value: Numbers, seats: Numbers) -> Numbers:
        if kind == "player":
            return (value - seats) % self.program.players
        if kind == "team":
            teams = np.array([self.encoding.team(seat) for seat in range(self.program.players)])
            return (value - teams[seats]) % len(self.program.teams)
        return self._deck[value] if kind == "card" else value
