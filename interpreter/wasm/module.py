"""Turns a program into a WebAssembly module, in several passes:

    ranges      what every number can be                              ranges.py
    layout      where everything lies in memory                       layout.py, tallies.py
    text        functions, procedures, blocks, questions, games       writing/, playing.py, and runtime/*.wat
    bytes       the text assembled (`wat2wasm` of wasmtime)

The module imports nothing: it can access only its own memory, which does not grow.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property
from importlib.resources import files
from itertools import pairwise
from math import comb
from typing import TYPE_CHECKING

from ...dsl.limits import MOST_OFFERED, TRIAL_LIMIT
from ..firing import deal_begins, trick_places
from ..program import (
    ACTOR,
    CUT,
    DEAL_SALT,
    DECISIONS,
    LENGTH_LIMIT,
    OVER,
    PC,
    RNG,
    STEP_LIMIT,
    STEPS,
    Branch,
    Combinations,
    Const,
    Fold,
    Function,
    Goto,
    Procedure,
    Program,
    Return,
    SetSlot,
    Tick,
    return_slots,
)
from ..state_hash import MULTIPLIER
from ..traversal import units
from .inlining import inlined
from .layout import MemoryLayout
from .playing import CLAMPED, PLAIN, PlayingFunctions
from .question_facts import QuestionFacts
from .ranges import ProgramRanges, narrow
from .stream import RecordStream
from .tallies import CROSS as CROSS_KIND
from .tallies import LOG_SIZE, Tallies, WatchedSlots
from .unused import used_of
from .writing import dealing
from .writing.answers import all_counted, by_chance_function, taken_function
from .writing.expressions import number_of, set_of
from .writing.folds import function_writer
from .writing.questions import OptionBuffer, group_cards, groups_at, option_size, options_function
from .writing.recording import HOOKS, SILENT, over_function
from .writing.refused import NOW, receiver_function, refused_function
from .writing.statements import body_of
from .writing.straight import packets_function, straight_function
from .writing.text import FAULTS, get, put, switch, word
from .writing.unit import WasmFunction
from .writing.writer import FunctionWriter, GameCounters, ModuleContext
from .writing.written import written_buffer, written_function

if TYPE_CHECKING:
    from .learned.writer import LearnedFunctions
    from .search.writer import SearchFunctions

_NUMBER = re.compile(r"@([\w ]+)@")
"""A name between @s in the text of the runtime; a number of the module replaces it."""
_MANY = 1 << 40
"""More ways to choose cards than need to be distinguished."""
_PARTS = ("chance", "numbers", "sets", "piles", "straight", "moves", "combinations", "melds", "games")


@dataclass
class Module:
    """The module of one program, as text.  `binary` has its bytes."""

    program: Program
    watch: WatchedSlots
    searching: bool = False
    """Whether it can also think about a question (`search/`)."""
    more: Callable[[Module], str] | None = None
    """A function that writes further functions into the module.  It may reserve memory, and use the numbers
    between @s.
    """
    hooks: Mapping[str, str] = field(default_factory=dict[str, str])
    """What the runtime does besides when a deal or a game begins (`DEAL_BEGINS`, `GAME_BEGINS`), by functions of
    `more`.
    """
    stepwise: bool = False
    """Whether the module only goes from question to question.  It then plays no games by itself, and is compiled
    faster.
    """
    recording: bool = False
    """Whether it can write down what happens, as the engine tells a listener (`stream.py`)."""
    learning: bool = False
    """Whether it holds players that learn (`learned/`); these then play its games, and it goes only from question to
    question otherwise.
    """
    rating: bool = False
    """Whether it can rate the options of a question by a net that a host puts into it (`learned/rating.wat`)."""
    inlining: bool = False
    """Whether small functions are written out where they are called (`inlining.py`)."""
    text: str = ""
    shared: ModuleContext = field(init=False)
    left: list[int] = field(default_factory=list["int"])
    """The blocks with which answers continue."""

    def __post_init__(self) -> None:
        self.ranges = ProgramRanges(self.program)
        self.layout = MemoryLayout(self.program, self.ranges)
        self.tallies = Tallies(self.layout, self.watch)
        self.playing = PlayingFunctions(self.layout, self.tallies)
        size = option_size(self.layout)
        self.room = OptionBuffer(self.layout.reserve(size * MOST_OFFERED), size, MOST_OFFERED)
        self.written = written_buffer(self.layout)
        self.stream = RecordStream(self.layout) if self.recording else None
        facts = QuestionFacts(self.program, self.layout.plain)
        self.shared = ModuleContext(self._counting(), self._predecessors(facts), facts, self.stream)
        if self.searching:
            self.shared.by_chance = "(i32.eqz (global.get $s_scripted))"
        self.search = self._search() if self.searching else None
        self.stepwise |= self.learning
        self.learned = self._learned() if self.learning or self.rating else None
        if self.search is not None and self.learned is not None:
            self.search.rated_by(self.learned)
        writer = self._writer()
        asks = enumerate(self.program.asks)
        self.shared.counted = [not self.stepwise and all_counted(writer, i, ask) for i, ask in asks]
        made = [
            *(self._function(i, one) for i, one in enumerate(self.program.functions)),
            *(self._procedure(i, one) for i, one in enumerate(self.program.procedures)),
            *self._questions(),
            *self._blocks(),
            self.playing.functions(),
            written_function(self._writer(), self.written),
        ]
        made += [over_function(self.layout), *self._refusals()] if self.stream is not None else []
        scripted = self.search is not None
        made += [straight_function(self.layout, *one, scripted=scripted) for one in self.shared.drawn_from.items()]
        made += [packets_function(self.layout, *one) for one in sorted(self.shared.packets)]
        if self.search is not None or self.learned is not None:
            made.append(CLAMPED)
        if self.search is not None:
            made.append(self._numbered(self.search.functions()))
        if self.learned is not None:
            made.append(self._numbered(self.learned.functions()))
        if self.more is not None:
            made.append(self._numbered(self.more(self)))
        runtime = self._numbered(used_of((self._runtime(), dealing.functions(self.layout)), made))
        head = f'(module\n(memory (export "memory") {self.layout.pages} {self.layout.pages})\n'
        forms = "\n".join((runtime, *made, *self._data()))
        self.text = f"{head}{inlined(forms) if self.inlining else forms})\n"

    def binary(self) -> bytes:
        """The bytes of the module.  Needs `wasmtime`."""
        return assembled(self.text)

    def _search(self) -> SearchFunctions:
        from .search.writer import SearchFunctions, eyes_of

        return SearchFunctions(self.layout, self.watch, self.room, eyes_of(self.program), self.shared)

    def _learned(self) -> LearnedFunctions:
        from .learned.writer import LearnedFunctions

        return LearnedFunctions(self.layout, self.watch, self.room, self.shared, lessons=self.learning)

    def _counting(self) -> GameCounters:
        program = self.program
        work = any(
            (isinstance(node, Tick) and not node.in_state) or (isinstance(node, Fold) and node.units)
            for unit in units(program)
            for node in unit.parts
        )
        dealer = next((one.name for one in program.variables if one.base == self.watch.dealer), "")
        begins = deal_begins(program)
        asks = "(if (global.get $fresh) (then (call $holding))) " if self.watch.hands else ""
        return GameCounters(trick_places(program), self.tallies.counts, begins, STEP_LIMIT, work, dealer, asks)

    # ----------------------------------------------------------------------------------------------------- functions

    def _params(self, unit: WasmFunction, count: int) -> tuple[str, str]:
        """The parameters of a function, and its first statements, which copy sets of several words to its registers."""
        heads: list[str] = []
        first: list[str] = []
        for i in range(count):
            if unit.register_narrow(i):
                heads.append(f"(param $p{i} i64)")
                first.append(put(unit.register(i), get(f"$p{i}")))
            else:
                heads.append(f"(param $p{i} i32)")
                first.append(f"(drop (call $s_copy {word(self.layout.words)} {unit.register_set(i)} {get(f'$p{i}')}))")
        return " ".join(heads), " ".join(first)

    def _function(self, number: int, function: Function) -> str:
        unit = WasmFunction(self.layout, f"f{number}")
        params, first = self._params(unit, function.params)
        writer = function_writer(unit, self.shared)
        if narrow(self.ranges.results[number]):
            kind, body = "i64", number_of(writer, function.body)
        else:
            kind, body = "i32", set_of(writer, function.body)
        return unit.function(f"$f{number} {params} (result {kind})", f"{first}\n{body}")

    def _writer(self, name: str = "") -> FunctionWriter:
        return function_writer(WasmFunction(self.layout, name), self.shared)

    def _procedure(self, number: int, procedure: Procedure) -> str:
        writer = self._writer(f"p{number}")
        params, first = self._params(writer.unit, procedure.params)
        return writer.unit.function(f"$p{number} {params}", f"{first}\n{body_of(writer, procedure.body)}")

    # -------------------------------------------------------------------------------------------------------- blocks

    def _blocks(self) -> Iterable[str]:
        """The blocks to which other blocks jump, each with the blocks written inside it, and the functions that jump to
        them.
        """
        wanted = [*sorted(self._entries()), *self.left]
        done: dict[int, str] = {}
        while wanted:
            block = wanted.pop()
            if block in done:
                continue
            writer = self._writer(f"b{block}")
            writer.path = [block]
            body = body_of(writer, self.program.blocks[block].body)
            done[block] = writer.unit.function(f"$b{block} (result i32)", f"{body}\n(unreachable)")
            wanted += writer.left
        yield from done.values()
        yield self._play(sorted(done))
        cases = {block: f"(return (call $b{block}))" for block in done}
        yield f"(func $block (param $n i32) (result i32)\n{switch(get('$n'), cases)}\n(unreachable))"

    def _play(self, blocks: list[int]) -> str:
        """`$play`: continues from a block and answers questions at random, up to a number of choices.  Returns how many
        are left.

        The state says at which question the game is, or that it has ended.
        """
        count = len(self.program.asks)
        cases = {~ask + count: f"{put('$pc', f'(call $s{ask})')}\n(br $next)" for ask in range(count)}
        cases |= {block + count: f"{put('$pc', f'(call $b{block})')}\n(br $next)" for block in blocks}
        slots = self.layout.slots
        decisions, steps = f"(i64.load {word(slots[DECISIONS].address)})", slots[STEPS].address
        full = f"(i32.gt_u (i32.load {word(self.tallies.logged)}) {word(LOG_SIZE // 2)})"
        few = f"(i64.lt_s {get('$budget')} (i64.sub (i64.const {LENGTH_LIMIT}) {get('$begun')}))"
        last = f"(select (i64.add {get('$begun')} {get('$budget')}) (i64.const {LENGTH_LIMIT}) {few})"
        jump = switch(f"(i32.add {get('$pc')} {word(count)})", cases)
        return f"""(func $play (param $pc i32) (param $budget i64) (result i64) (local $begun i64)
(i64.store {word(steps)} (i64.const 0))
(i64.store {word(self.layout.work)} (i64.const 0))
{put("$begun", decisions)}
(i64.store {word(self.layout.stop)} (select (i64.const 0) {last} {full}))
(block $out (loop $next
(if (i32.lt_s {get("$pc")} {word(0)}) (then
(br_if $out (i32.le_s {get("$pc")} {word(OVER)}))
(if (i64.ge_s {decisions} (i64.load {word(self.layout.stop)})) (then
(if (i64.ge_s {decisions} (i64.const {LENGTH_LIMIT})) (then {put("$pc", word(CUT))}))
(br $out)))))
{jump}
(unreachable)))
(i64.store {word(slots[PC].address)} (i64.extend_i32_s {get("$pc")}))
(i64.sub (i64.add {get("$budget")} {get("$begun")}) {decisions}))"""

    def _entries(self) -> set[int]:
        """The blocks at which a game can continue: the first, those after answers, incidents, and those to which phases
        return.
        """
        program = self.program
        found = {program.start, *(one.body for ask in program.asks for one in ask.alternatives)}
        found |= {incident.body for incident in program.incidents}
        if program.incidents:
            found |= {ask.block for ask in program.asks}
        back = return_slots(program) - {*self.shared.question_facts.returns}
        for block in program.blocks:
            for st in block.body:
                if isinstance(st, SetSlot) and st.base in back and isinstance(st.value, Const):
                    found.add(st.value.value)
        return found

    def _predecessors(self, facts: QuestionFacts) -> list[int]:
        """For each block, how many blocks jump to it."""
        found = [0] * len(self.program.blocks)
        for block in self.program.blocks:
            match block.body[-1]:
                case Return(slot) if slot in facts.returns:
                    found[facts.returns[slot]] += 1
                case st:
                    for to in block_ends(st):
                        found[to] += 1
        return found

    # ----------------------------------------------------------------------------------------------------- questions

    def _questions(self) -> Iterable[str]:
        for i, ask in enumerate(self.program.asks):
            yield options_function(self._writer(), self.room, i, ask)
            yield taken_function(self._writer(), self.playing, i, ask)
            if self.stepwise:
                yield f"(func $s{i} (result i32) (unreachable))"
                continue
            writer = self._writer()
            yield by_chance_function(writer, self.room, self.playing, i, ask)
            self.left += writer.left
        count = range(len(self.program.asks))
        options = switch(get("$ask"), {i: f"(return (call $o{i} {get('$skip')}))" for i in count})
        take = switch(get("$ask"), {i: f"(return (call $t{i} {get('$at')}))" for i in count})
        yield f"(func $options (param $ask i32) (param $skip i64) (result i32)\n{options}\n{word(0)})"
        yield f"(func $take (param $ask i32) (param $at i32) (result i32)\n{take}\n(unreachable))"

    def _refusals(self) -> Iterable[str]:
        """What a host asks that explains a question to people: why an option is not legal, and to whom cards go."""
        asks = [*enumerate(self.program.asks)]
        for i, ask in asks:
            yield refused_function(self._writer(), self.room, i, ask)
            yield receiver_function(self._writer(), i, ask)
        refused = switch("(call $ask)", {i: f"(return (call $y{i}))" for i, _ in asks})
        receiver = switch("(call $ask)", {i: f"(return (call $r{i} {get('$alternative')}))" for i, _ in asks})
        yield f'(func (export "refused") (result i32)\n{refused}\n{word(NOW)})'
        yield f'(func (export "receiver") (param $alternative i32) (result i32)\n{receiver}\n{word(-1)})'

    # ------------------------------------------------------------------------------------------------------- the rest

    def _runtime(self) -> str:
        """The text of the runtime, which is the same for every program but for the numbers between @s."""
        parts = _PARTS if self.stream is None else (*_PARTS, "records")
        text = "\n".join(_part(name) for name in parts)
        for name, hook in (SILENT if self.stream is None else HOOKS).items():
            text = text.replace(f"@{name}@", hook)
        hooks = PLAIN if self.search is None else PLAIN | self.search.hooks
        for name, hook in {**hooks, **((self.learned and self.learned.hooks) or self.hooks)}.items():
            text = text.replace(f"@{name}@", hook)
        return text

    @cached_property
    def _numbers(self) -> dict[str, int | str]:
        """The numbers that replace the names between @s in the runtime."""
        layout, program, tallies = self.layout, self.program, self.tallies
        slots = {"PC": PC, "RNG": RNG, "STEPS": STEPS, "ACTOR": ACTOR, "DECISIONS": DECISIONS}
        numbers: dict[str, int | str] = {name: layout.slots[slot].address for name, slot in slots.items()}
        numbers |= {kind: number for number, kind in enumerate(FAULTS)}
        numbers |= self.stream.numbers if self.stream is not None else {}
        card_room = 8 * layout.card_words
        numbers |= {
            "FAULT": layout.fault, "STATE": layout.state, "STATE_SIZE": layout.state_size,
            "INITIAL": layout.constant(layout.pack(list(program.initial))), "START": program.start,
            "OVER": OVER, "CUT": CUT, "STEP_LIMIT": STEP_LIMIT, "TRIAL_LIMIT": TRIAL_LIMIT,
            "LENGTH_LIMIT": LENGTH_LIMIT, "STOP": layout.stop,
            "PLAYERS": program.players, "CARDS": layout.cards, "CW": layout.card_words,
            "DISTINCT": int(len(program.deck) == len(program.faces)), "FACES": layout.faces,
            "ZONES": layout.zones, "ZONE_COUNT": layout.zone_count,
            "KNOWN": layout.slots[program.known].address if program.known >= 0 else -1,
            "HELD": layout.reserve(layout.pile_size), "LEFT": layout.reserve(card_room),
            "HERE": layout.reserve(card_room), "WORD": layout.reserve(card_room), "PICKED": layout.room(),
            "GROUPS": groups_at(layout), "GROUP_CARDS": group_cards(layout), "MULTIPLIER": MULTIPLIER,
            "MELDS": layout.melds, "MELD_AT": layout.meld_at, "MELD_WORTH": layout.meld_worth,
            "MOST_ALIKE": max(map(program.deck.count, program.deck)) - 1,
            "SAME_AS_NEXT": sum(1 << i for i, (f, g) in enumerate(pairwise(program.deck[:63])) if f == g),
            "OPTIONS": self.room.address, "OPTION_SIZE": self.room.size, "MOST": self.room.most,
            "LOG": tallies.log, "LOGGED": tallies.logged, "LOG_SIZE": LOG_SIZE, "LOG_HALF": LOG_SIZE // 2,
            "CROSS": CROSS_KIND, "DICE": tallies.dice, "GAME": tallies.game, "EXTRA": DEAL_SALT,
        }  # fmt: skip
        whole = tuple(range(layout.cards))
        numbers |= {
            "WHOLE_PILE": layout.constant(layout.pile(whole)), "PILE_SIZE": layout.pile_size,
            "DOWN": dealing.down(layout), "FIRST": dealing.first(layout),
            "WAYS": layout.reserve(8 * (layout.cards + 1)), "WAYS_SIZE": 8 * (layout.cards + 1), "MANY": _MANY,
            "OVERS": self._binomials(), "OVER_ROW": 8 * (layout.cards + 1),
            "ROWS": self._rows(), "ROW": 8 * (layout.cards + 2),
            "EVERY_CARD": layout.table((sum(1 << card for card in whole),), card_room),
        }  # fmt: skip
        return numbers

    def _numbered(self, text: str) -> str:
        numbers = self._numbers
        return _NUMBER.sub(lambda found: str(numbers.get(found[1], found[0])), text)

    def _binomials(self) -> int:
        """The address of a table of n over k, if a question needs it."""
        if not self._combined:
            return 0
        row = range(self.layout.cards + 1)
        return self.layout.table(tuple(min(comb(n, k), _MANY) for n in row for k in row), 8)

    def _rows(self) -> int:
        """The address of room for the numbers of combinations of cards some of which are identical."""
        distinct = len(self.program.deck) == len(self.program.faces)
        return 0 if distinct or not self._combined else self.layout.reserve(8 * (self.layout.cards + 2) ** 2)

    @property
    def _combined(self) -> bool:
        """Whether there are loops over combinations of cards of one word."""
        domains = [bound.domain for ask in self.program.asks for one in ask.alternatives for bound in one.bound]
        return self.layout.card_words == 1 and any(isinstance(domain, Combinations) for domain in domains)

    def _data(self) -> Iterable[str]:
        for at, content in self.layout.data:
            text = "\\" + content.hex("\\")
            yield f'(data {word(at)} "{text}")'


def block_ends(st: object) -> tuple[int, ...]:
    """The blocks with which the last statement of a block continues."""
    match st:
        case Goto(to):
            return (to,)
        case Branch(_, then, otherwise):
            return then, otherwise
        case _:
            return ()


@cache
def _part(name: str) -> str:
    """The text of a file of the runtime."""
    return files("hoyle.interpreter.wasm").joinpath("runtime", f"{name}.wat").read_text("utf-8")


def assembled(text: str) -> bytes:
    """The bytes of a module from its text.  Raises `ImportError` without wasmtime, and `ValueError` if it is no
    module.
    """
    from wasmtime import WasmtimeError, wat2wasm

    try:
        return bytes(wat2wasm(text))
    except WasmtimeError as error:
        raise ValueError(str(error)) from None
