"""The instruction set: a small game that uses all instructions, played at random.

Names of rule files never reach the generated code.
"""

from __future__ import annotations

import ast
import builtins
import keyword
import os
import re
import subprocess
import sys
from dataclasses import fields, is_dataclass
from types import CodeType
from typing import get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hoyle.interpreter import program as ir
from hoyle.interpreter.engine import Engine
from hoyle.interpreter.engine.compiled import CompiledBlocks
from hoyle.interpreter.engine.python.blocks import module_text
from hoyle.interpreter.engine.python.writer import BlockWriter
from hoyle.interpreter.engine.runtime import Runtime

EVERYTHING = """
game "Everything"
language 1
players 3..4 = 4
deck 2 3 4 5 6 7 J Q, copies copies, 1 jokers
option copies: 1 or 2 = 2
kind strain: suit or low
zones
    stock: face down
    aside: face down
    trick: face up
    heap: face up
    hand of each player: private
    won of each player: face down
remember
    dealer: player
    who: player or none
    ruling: strain
    n, m, rounds: number
    points of each player: number
    few of each player: 0..5
    hot: suits
remember during hand_play
    tally: 0..9
ranking
    ruling: joker, J, J of ruling.sister, Q 7 6 5 4 3 2
    any other suit: Q J 7 6 5 4 3 2
    equal cards: last played wins
values pips of each card
    2..7: 2..7
    joker: 9
    otherwise: 1
shape run: 2 or more cards of one suit in sequence or 2 cards of one rank
define worth(q: player) means total pips of q.won
define sort(k: number) means
    k mod 3 = 0 -> 1
    k / 2 > 4 and k != 11 -> 2
    otherwise -> 3
define red(c: card) means c is not joker and c.suit in {hearts, diamonds}
table grade(k: number): 0..9
    k < 0 -> smaller(9, -k)
    k in 0..9 -> k
    k > 9 -> larger(0, 9 - k mod 7)
main
    set dealer to a random player
    repeat until rounds >= 3
        deal_all
        auction
        hand_play
        swap
        finish
        add 1 to rounds
        set dealer to dealer.left
    for q in players: tell(q)
    game over, won by the player with highest points, then lowest few, otherwise a draw
phase deal_all
    gather every card into stock
    shuffle stock
    move bottom 2 of stock to aside
    show bottom of stock to everyone
    show top 1 of stock to dealer.left
    deal 3 from stock to hand of each player from dealer.left
    deal at most 1 from stock to dealer.hand
    move stock to aside
    move aside to stock
    set hot to suits except hearts
    set who to none
    set n to 0
phase auction
    for q in players from dealer.left until n > 4
        q chooses
            "bid {k} {s}" for k in n + 1 .. 4, s in strains where not (s is not a suit and k = 1)
                set n to k
                set who to q
                set ruling to s
            "pass" if q != dealer or who is not none
            "hand {c} in" for c in q.hand where red(c) or c is joker
                move c to heap
                set n to n + 1
                set who to q
    repeat at most 2 times until m > 3
        add sort(n) + grade(n - m) to m
    otherwise
        set m to 1
    for k in 3 down to 1 where k != 2: add k to m
    for k in {5, 1, 3} until m > 30: subtract k from m
    repeat
        add 1 to m
        if m > 5 or m mod 2 = 1: stop
    for q around the table from dealer
        if q.points < 900
            set n to n
            stop
phase hand_play
    let leader be who if who is not none otherwise dealer
    repeat 2 times
        play trick from hand to trick, led by leader, without every q in players where q.hand is empty, following suit, if able c where not red(c) or c.pips > 3, taken by winner
        move trick to winner.won
        set leader to winner
        add 1 to winner.points
        if tally < 9: add 1 to tally
    for q in players where q.hand is not empty
        q chooses
            "keep {cs}" for cs in 0 or more cards of q.hand
                move q.hand except cs to heap
            "run {cs}" for cs in 1..3 cards of q.hand where cs is a run
                move cs to q.won
            "look" if n > 0 and (top of stock).number > 2
                set q.few to smaller(5, q.few + 1)
phase swap
    in secret together
        for q in players from dealer where q.hand is not empty
            q chooses
                "pass {c}" for c in q.hand
                    move c to q.left.hand
phase finish
    move a random card of stock to heap
    move a random card of stock to the middle of heap
    if copies = 1: add total pips of (dealer.hand left over by runs with least pips) to n
    let best be the q in players where q.seat_of = 0
    let other be first q in players except best where q.points = highest points
    add total pips of heap mod 3 to best.points
    if other is not none and any c in best.won has c is joker: add 1 to other.points
    if every q in players has q.points > 3: subtract 1 from points of each player
    if no c in heap has c = Q of hearts: set m to number of c in heap + aside where c.suit = hearts
    let low be lowest c.pips for c in heap
    add highest worth - low to n
    set n to n mod 50
define seat_of(q: player) means 0 if q = dealer otherwise number of s in hot where s != clubs
phase never_again
    if rounds > 90: start auction again
phase tell(q: player)
    if q.points > 90: never_again
    settle(q, size of q.won)
table settle(q: player, k: number)
    let half be k / 2
    always -> add half to q.points
    k > 3 -> subtract 1 from q.points
    otherwise -> nothing
after deal_all: size of stock > 0
always m < 1000
incident "misdeal" from deal_all until the first choice of hand_play
    subtract 1 from points of each player
    set rounds to rounds + 1
    start auction again
"""


@pytest.fixture(scope="module")
def everything(program, programs):
    """The game above with one pack, and with two packs and coverage."""
    return programs({n: program(EVERYTHING, options={"copies": n}, noted=n == 2) for n in (1, 2)})


def parts(node: object) -> list[object]:
    """A part of a program and all parts inside it."""
    if isinstance(node, tuple):
        return [part for item in node for part in parts(item)]
    if is_dataclass(node) and not isinstance(node, type):
        return [node, *(part for field in fields(node) for part in parts(getattr(node, field.name)))]
    return []


def test_the_game_uses_every_instruction(everything) -> None:
    found = [
        part
        for made in everything.values()
        for part in parts((made.functions, made.procedures, made.blocks, made.asks))
    ]
    kinds = {type(part) for part in found}
    wanted = {*get_args(ir.Expr), *get_args(ir.Stmt), ir.Combinations, ir.Domain, ir.Reason, ir.Bound}
    assert wanted - kinds == set()
    literals = {
        ir.Binary: ("op", get_args(ir.BinaryOp)),
        ir.Unary: ("op", ("not", "-", "single", "count", "any")),
        ir.Fold: ("kind", ("count", "any", "every", "sum", "max", "min", "set", "first", "the")),
        ir.Domain: ("kind", ("mask", "range", "down", "list", "seats")),
        ir.Mark: ("what", ("begin", "end", "row", "lead", "trick")),
    }
    for kind, (name, values) in literals.items():
        said = {getattr(part, name) for part in found if isinstance(part, kind)}
        assert set(values) - said <= {"-"}, kind  # lowering writes `-x` as `0 - x`


@settings(max_examples=15)
@given(st.integers(1, 2), st.integers(0, 10**6))
def test_choices_and_incidents_play_the_same_with_and_without_a_listener(everything, seat, packs, seed) -> None:
    """Every table compares both, see conftest.py."""
    table = seat(everything[packs], seed=seed)
    for i in range(60):
        if table.over:
            break
        if table.question.incidents and (seed + i) % 7 == 0:
            table.declare()
            continue
        table.random(seed=seed + i, most=1)
    assert table.records


@settings(max_examples=6)
@given(st.data())
def test_whole_games_play_the_same_with_and_without_a_listener(games, seat, data) -> None:
    table = seat(games[data.draw(st.sampled_from(sorted(games)))], seed=data.draw(st.integers(0, 10**6)))
    table.random(seed=data.draw(st.integers(0, 99)), most=40)


HOSTILE = """
game "{title}"
language 1
players 2
deck 2 3, 2 jokers
kind lambda: suit or yield or class
option import = exec "{title}"
    exec "{title}"
    eval
zones
    globals: face down
    locals: face up
    trick: face up
    open of each player: private
remember
    while: player
    try, except_, del: number
    score, def of each player: number
    async: lambda
ranking
    any suit: 3 2
define raise(print: number) means print + 1
define nonlocal means
    import = exec -> raise(try)
    otherwise -> 0
table assert(with: number): number
    let global be with
    otherwise -> global
values finally of each card
    otherwise: 1
main
    gather every card into globals
    shuffle globals
    set while to a random player
    deal 2 from globals to open of each player
    while chooses
        "__import__('os').{{self}} \\ {title}" for self in 1..3
            return(self)
        "{title} {{class_}}" for class_ in lambdas
            set async to class_
    play trick from open to trick, led by while, any card, taken by __builtins__
    set del to nonlocal + assert(3) + total finally of trick
    game over, won by the player with highest score
phase return(pass: number)
    let break be pass
    add break to while.def
    show top of globals to everyone
"""
TITLE = "'); import os; os.system('x') # \\ ''' %s {0}"


def known(made: ir.Program) -> set[str]:
    """All names that generated code may use."""
    return set(Runtime(made).functions()) | {
        "S", "K", "P", "C", "U", "h", "w", "x", "y", "out",
        "BITS", "FACES", "ALL", "ONE", "NOT", "NEXT", "mask_of", "fail", "note", "trials",
        "z", "range", "sum", "any", "all", "min", "max", "next", "len", "tuple", "dict", "fromkeys", "append", "bit_count",
        "get", "pop", "bit_length", "clear",
    }  # fmt: skip


def test_names_and_texts_of_a_rule_file_never_reach_generated_code(program) -> None:
    """The rule file has keywords of Python as names, and quotes and brackets in its texts.

    The generated code contains only numbers and its own names.
    """
    text = HOSTILE.replace("__builtins__", "builtins__").replace("__import__", "__import__")
    title = TITLE.replace("{0}", "").replace('"', "")
    made = program(text.replace("{title}", title).replace("{{", "{").replace("}}", "}"))
    hostile = set(re.findall(r"[a-z_]+", text)) - known(made)
    for writer in (
        BlockWriter(made, traced=False),
        BlockWriter(made, traced=True, counted=True),
    ):
        source = module_text(writer)
        tree = ast.parse(source)
        used = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
        used |= {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
        used |= {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}
        used |= {node.arg for node in ast.walk(tree) if isinstance(node, ast.arg)}
        strange = {name for name in used - known(made) if not re.fullmatch(r"[a-zEGTX]\d+(_\d+)*", name)}
        assert not strange
        assert not used & hostile
        texts = {
            node.value for node in ast.walk(tree) if isinstance(node, ast.Constant) and isinstance(node.value, str)
        }
        assert texts <= {"begin", "end", "row", "lead", "trick"}
        assert not [node for node in ast.walk(tree) if isinstance(node, ast.Import | ast.ImportFrom)]
    engine = Engine(made)
    state = engine.start(seed=1)
    for _ in range(3):
        question = engine.question(state)
        assert question is not None
        state = engine.apply(state, next(iter(question.choices())))
    assert engine.question(state) is None


def test_the_hostile_rule_file_contains_keywords_and_builtins_of_python(program) -> None:
    words = set(re.findall(r"[a-z_]+", HOSTILE))
    assert len({word for word in keyword.kwlist if word in words}) > 15
    assert len(words & set(dir(builtins))) > 8


WRITTEN = """
import hashlib
from hoyle.dsl.loading import load
from hoyle.interpreter.engine.python.blocks import module_text
from hoyle.interpreter.engine.python.writer import BlockWriter
from hoyle.interpreter.lowering import lower

for name in ("newberry_euchre", "gin_rummy", "skat"):
    program = lower(load(name).game)
    print(hashlib.sha256(module_text(BlockWriter(program, traced=True)).encode()).hexdigest())
"""


def test_a_program_is_written_the_same_whatever_the_hash_seed() -> None:
    written = {
        subprocess.run(
            [sys.executable, "-c", WRITTEN],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2", "3")
    }
    assert len(written) == 1
    assert len(set(written.pop().split())) == 3


def test_functions_compiled_one_by_one_equal_the_whole_text(program) -> None:
    everything = program(EVERYTHING)
    for traced in (False, True):
        blocks = CompiledBlocks(everything, Runtime(everything), traced=traced)
        whole = {
            one.co_name: one for one in compile(blocks.text, "<rules>", "exec").co_consts if isinstance(one, CodeType)
        }
        found = {name: blocks.names[name].__code__ for name in whole}
        assert {name: (one.co_code, one.co_names, one.co_varnames) for name, one in found.items()} == {
            name: (one.co_code, one.co_names, one.co_varnames) for name, one in whole.items()
        }
        assert len(whole) == blocks.text.count("def ")
