"""Writes WebAssembly text that numbers choices inside a module: `$v_number` is `Actions.numbered` for one option."""

from __future__ import annotations

from dataclasses import dataclass

from ...interpreter.program import Bound
from ...interpreter.wasm import Module
from ...interpreter.wasm.writing.text import const, get, put, word
from ..actions import Actions, ChoiceKind, NumberedName


@dataclass
class NumberingFunctions:
    """Writes the functions that number choices."""

    actions: Actions
    module: Module

    def __post_init__(self) -> None:
        layout, deck = self.module.layout, self.actions.program.deck
        self.placed = [number for number, kind in enumerate(self.actions.kinds) if kind.names is None]
        self.counters = layout.reserve(4 * len(self.placed))
        self.order = layout.table(tuple(sorted(range(len(deck)), key=lambda card: (deck[card], card))), 2)

    def functions(self) -> str:
        """The functions `$v_number`, which returns -1 for an option without a number, and `$v_none_placed`, which must
        be called before the options of a question are numbered.
        """
        asks = range(len(self.actions.program.asks))
        cases = "\n".join(
            f"(if (i32.eq {get('$ask')} {word(i)}) (then (return (call $v_n{i} {get('$o')}))))" for i in asks
        )
        reset = f"(memory.fill {word(self.counters)} {word(0)} {word(4 * len(self.placed))})" if self.placed else ""
        made = [self._ask(number) for number in asks]
        made.append(f"(func $v_number (param $ask i32) (param $o i32) (result i32)\n{cases} {word(-1)})")
        made.append(f"(func $v_none_placed {reset})")
        made.append(self._rank())
        return "\n".join(made)

    def _ask(self, number: int) -> str:
        ask = self.actions.program.asks[number]
        lines: list[str] = []
        for i, alternative in enumerate(ask.alternatives):
            index = self.actions.kind_of[number][i]
            kind = self.actions.kinds[index]
            text = self._by_place(index) if kind.names is None else self._exact(kind, kind.names, alternative.bound)
            lines.append(f"(if (i64.eq (i64.load {get('$o')}) {const(i)}) (then {text}))")
        body = "\n".join(lines)
        head = f"(func $v_n{number} (param $o i32) (result i32) (local $v i64) (local $n i32) (local $k i32)"
        return f"{head}\n{body}\n{word(-1)})"

    def _by_place(self, index: int) -> str:
        kind, counter = self.actions.kinds[index], word(self.counters + 4 * self.placed.index(index))
        count = put("$n", f"(i32.load {counter})")
        more = f"(i32.store {counter} (i32.add {get('$n')} {word(1)}))"
        inside = f"(i32.lt_u {get('$n')} {word(kind.size)})"
        return f"{count} {more} (return (select (i32.add {get('$n')} {word(kind.first)}) {word(-1)} {inside}))"

    def _exact(self, kind: ChoiceKind, names: tuple[NumberedName, ...], bounds: tuple[Bound, ...]) -> str:
        at, lines = 8, [put("$n", word(0))]
        for name, bound in zip(names, bounds, strict=True):
            words = self.module.layout.slots[bound.slot].words
            address = f"(i32.add {get('$o')} {word(at)})"
            if name.ranks is not None:
                lines.append(put("$k", f"(call $v_rank {address} {self._tree(name.ranks)})"))
                lines.append(put("$v", f"(i64.extend_i32_s {get('$k')})"))
            elif name.form == "card":
                lines.append(put("$v", f"(i64.extend_i32_u (call $face (i32.load {address})))"))
            else:
                lines.append(put("$v", f"(i64.sub (i64.load {address}) {const(name.low)})"))
            lines.append(f"(if (i64.ge_u {get('$v')} {const(name.size)}) (then (return {word(-1)})))")
            total = f"(i32.mul {get('$n')} {word(name.size)})"
            lines.append(put("$n", f"(i32.add {total} (i32.wrap_i64 {get('$v')}))"))
            at += 8 * words
        lines.append(f"(return (i32.add {get('$n')} {word(kind.first)}))")
        return " ".join(lines)

    def _tree(self, ranks: dict[tuple[int, ...], int]) -> str:
        """The addresses of a tree of combinations, face by face: the node to which each face leads, and the rank of a
        node.

        Nodes that lead on come first; the last number is the count of these.
        """
        faces = len(self.actions.program.faces)
        known = {combination[:size] for combination in ranks for size in range(len(combination) + 1)} | {()}
        inner = {combination[:-1] for combination in known if combination}
        nodes = sorted(known, key=lambda one: (one not in inner, len(one), one))
        number = {one: i for i, one in enumerate(nodes)}
        rows = [0] * (len(inner) * faces)
        for one in known:
            if not one:
                continue
            rows[number[one[:-1]] * faces + one[-1]] = number[one]
        layout = self.module.layout
        to = layout.table(tuple(rows), 4)
        rank = layout.table(tuple(ranks.get(one, -1) for one in nodes), 4)
        return f"{word(to)} {word(rank)} {word(len(inner))}"

    def _rank(self) -> str:
        """`$v_rank`: the number of a combination of cards; -1 if the set has no number."""
        faces, cards = len(self.actions.program.faces), len(self.actions.program.deck)
        return f"""
(func $v_rank (param $set i32) (param $to i32) (param $rank i32) (param $inner i32) (result i32)
  (local $i i32) (local $card i32) (local $node i32)
  (block $done (loop $next
    (br_if $done (i32.ge_u (local.get $i) (i32.const {cards})))
    (local.set $card (i32.load16_u offset={self.order} (i32.shl (local.get $i) (i32.const 1))))
    (local.set $i (i32.add (local.get $i) (i32.const 1)))
    (br_if $next (i64.eqz (i64.and (i64.const 1) (i64.shr_u
      (i64.load (i32.add (local.get $set) (i32.shl (i32.shr_u (local.get $card) (i32.const 6)) (i32.const 3))))
      (i64.extend_i32_u (local.get $card))))))
    (if (i32.ge_u (local.get $node) (local.get $inner)) (then (return (i32.const -1))))
    (local.set $node (i32.load (i32.add (local.get $to) (i32.shl
      (i32.add (i32.mul (local.get $node) (i32.const {faces})) (call $face (local.get $card))) (i32.const 2)))))
    (if (i32.eqz (local.get $node)) (then (return (i32.const -1))))
    (br $next)))
  (i32.load (i32.add (local.get $rank) (i32.shl (local.get $node) (i32.const 2)))))"""
