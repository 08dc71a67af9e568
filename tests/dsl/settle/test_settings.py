"""What is known of expressions before play: their values under a setting, their ranges, and what they can be.

`expressions.txt` has it for each of many expressions (UPDATE_GOLDEN=1 writes it anew): the values under three settings
(`?`: not settled), the range, what it can be if nothing is known of the variables and if they have their first values,
and the options that it reads.
"""

from __future__ import annotations

from functools import cache
from itertools import product
from pathlib import Path

import pytest

from hoyle.dsl.checked import CheckedGame, DefineSymbol, Lit, LocalRef, Op, OptionSymbol
from hoyle.dsl.checked.cards import MOST_KEY_NUMBERS, values_of_key
from hoyle.dsl.loading import load
from hoyle.dsl.settle import values as settled
from hoyle.dsl.settle.abstract_run import InferredRanges, PossibleValues
from hoyle.dsl.settle.evaluation import PossibleExpressions
from hoyle.dsl.settle.folding import FoldingContext
from hoyle.dsl.settle.intervals import EVERYTHING, ExpressionRanges, clipped, never_empty
from hoyle.dsl.settle.logic import NO, YES
from hoyle.dsl.settle.possible import Possible, anything, first_value
from hoyle.dsl.settle.values import (
    PartialSettings,
    changed_options_text,
    combinations,
    is_settled,
    options_in,
    values_of,
)
from hoyle.dsl.source.span import Source
from hoyle.dsl.types import CARD, FLAG, HIGHEST, LOWEST, NUMBER, PLAYER, RANK, SUIT, Type

from ...golden import same_as_file

GAME = """\
game "Small"
language 1
players 2..4 = 3
deck 2 3 4 5 J
option target: 1..9 = 5
option few: 2 or 4 or 8 = 4
option long: yes or no = no
option mood = calm
    calm
    wild
    odd
zones
    stock: face down
    heap: face up
    hand of each player: private
remember
    level: 0..9
    free: number
    caller: player or none
    seen: yes or no
    out: players
    some: cards
    strain: suit or none
    points of each player: number
values pips of each card
    2..5: 2..5
    J: 20
define worth(n: number) means
    n = 1     -> 10
    n > 3     -> -2
    otherwise -> n
define twice(n: number) means n + n
define short(n: 0..3) means n * 2
define deep means worth(twice(target))
define hot(s: suit) means s.color = red
define bound means
    long and target > 8 -> 3
    level > 9           -> 50
    otherwise           -> 1
define e means {e}
main
    gather every card into stock
    game over, won by the player with highest points, otherwise shared
"""
EXPRESSIONS = """
3 | -3 | yes | clubs | none | target | few | long | mood | number of players | level | free | caller | strain | seen | out
target + few | target - few | target * few | few - target | number of players * 2 | -target | target / 2 | target / (few - 4)
target mod 3 | target mod (few - 4) | -target mod 3 | larger(target, few) | smaller(target, few) | larger(level, 3)
2147483647 + few | -2147483647 - few | 2147483647 * few | few > target | few >= 4 | few < 2 | few <= 2 | target = 5 | target != 5
long and target > 2 | target > 2 and long | long or target > 2 | not long | not long or level > 2 | level > 2 and long
level > 2 or not long | long or level > 2 | not (long and level > 2) | mood = wild | mood = odd | mood != calm | strain = hearts
2 if long otherwise target | level if long otherwise target | 3 if seen otherwise 3 | 3 if seen otherwise 8 | 7 if level > 9 otherwise 1
7 if level < 10 otherwise 1 | worth(1) | worth(2) | worth(4) | worth(target) | worth(few) | worth(level) | twice(target)
twice(level) | short(2) | short(3) | deep | hot(hearts) | hot(clubs) | hearts.color = red | spades.color = black | bound
level < 10 | level < 9 | level > 9 | level >= 0 | level <= 9 | level <= 8 | level = 10 | level != 10 | level = level | level > 8
free + 1 | free * 2 | free > 0 | caller is none | caller is not none | strain is none | seen | not seen | seen and level > 9
heap is empty | size of heap | size of out | size of players | out is empty | size of (players except out) | out except players
size of (heap + some) | (heap + some) is empty | heap except heap | some except heap | (top of heap).pips | (top of heap).rank = J
top of heap in some | caller in out | caller in players | 3 in 1..level | any p in players has p.points > 3
any p in out has p.points > 3 | every p in players has p.points > 3 | every p in out has p.points > 3 | every p in players has level < 10
any p in players has level > 9 | no p in players has p.points > 3 | any n in 3..2 has n > 1 | every n in 3..2 has n > 1
any n in 5..level has n > 1 | every n in level..9 has n > 1 | any n in level down to 9 has n > 1 | any n in 1..3 has n = 2
number of p in players where p.points > 2 | number of p in out where level > 3 | number of n in 5..2 where n > 1
highest points | lowest points | total points | (total n for n in 1..3) | (total (n - 5) for n in 1..3) | (highest n for n in {2, 7})
(lowest n for n in {level, 4}) | (highest c.pips for c in heap) | (total c.pips for c in heap) | (lowest q.points for q in players)
(highest (number of players) for q in players) | (total q.points for q in out where q.points > 2)
"""


@cache
def game(e: str = "1") -> CheckedGame:
    loaded = load(Source("small.hoyle", GAME.replace("{e}", e)), advice=False)
    assert loaded.game is not None, (e, [str(one) for one in loaded.diagnostics])
    return loaded.game


def option(name: str, of: CheckedGame | None = None) -> OptionSymbol:
    return next(one for one in (of or game()).options if one.name == name)


def define(e: str) -> tuple[CheckedGame, DefineSymbol]:
    return game(e), next(one for one in game(e).defines if one.name == "e")


SETTINGS = (
    (3, {"target": 5, "few": 4, "long": 0, "mood": 0}),
    (2, {"target": 1, "few": 8, "long": 1, "mood": 1}),
    (4, {"long": 0}),
)


def known_of(e: str) -> str:
    """Everything that is known of an expression, in one line."""
    of, symbol = define(e)
    body = symbol.body
    assert body is not None
    suits = tuple(of.suits)
    made = [PartialSettings(n, {option(k, of): v for k, v in one.items()}, suits=suits) for n, one in SETTINGS]
    values = " ".join("?" if (value := one.value(body)) is None else str(value) for one in made)
    first: dict[object, Possible] = {one: first_value(one) for one in of.variables}
    can = [PossibleExpressions(of, ExpressionRanges(of), known) for known in ({}, first)]
    texts = [in_words(one.of(body)) for one in can]
    if body.type.kind == "flag":
        texts += [{True: "always", False: "never", None: "perhaps"}[one.condition(body)] for one in can]
    read = ", ".join(one.name for one in options_in(of, [body]))
    low, high = ExpressionRanges(of).of(body)
    settles = "settled" if is_settled(body, {}) else ""
    return f"{e}  = {values} | {number(low)}..{number(high)} | {' / '.join(texts)} | {settles} {read} | {never_empty(body)}"


def number(value: int) -> str:
    return {LOWEST: "", HIGHEST: ""}.get(value, str(value))


def in_words(one: Possible) -> str:
    return (f"{number(one.low)}..{number(one.high)}" if one.some else "nothing") + (" or none" if one.none else "")


def test_what_is_known_of_expressions_before_play() -> None:
    found = [known_of(e.strip()) for line in EXPRESSIONS.strip().splitlines() for e in line.split(" | ")]
    same_as_file(Path(__file__).with_name("known_lines") / "expressions.txt", "\n".join(found) + "\n")


# ------------------------------------------------------------------------------------------------------- the settings


def number_option(low: int, high: int, default: int) -> OptionSymbol:
    kind = Type("number", low=low, high=high)
    return OptionSymbol("n", define("1")[1].span, kind, default=default)


@pytest.mark.parametrize("most", [3, 4, 5, 10, settled.MOST_VALUES])
def test_of_long_ranges_the_ends_and_some_numbers_between_are_tried(most: int) -> None:
    for high in (1, most - 2, most - 1, most, 2 * most, 7 * most + 3):
        found = values_of(number_option(-1, high - 1, 0), most)
        assert found[0] == 0
        assert len({*found}) == len(found)
        if high < most:
            assert sorted(found) == [*range(-1, high)]
        else:
            between = sorted({*found, 0})
            assert {-1, high - 1} <= {*found}
            step = high // (most - 2)
            assert between == sorted({-1, high - 1, 0, *range(-1 + step, high - 1, step)})


def test_values_of_options_that_are_no_ranges() -> None:
    assert values_of(option("target")) == (5, 1, 2, 3, 4, 6, 7, 8, 9)
    assert values_of(option("few")) == (4, 2, 8)
    assert values_of(option("long")) == (0, 1)
    assert values_of(option("mood")) == (0, 1, 2)
    assert values_of(number_option(0, 100, 50)) == (50, *range(0, 97, 4), 100)


OPTIONS = """\
game "Small"
language 1
players 2 or 4 or 5 or 6 = 4, partners opposite with 4 or 5 or 6
deck 2 3 4 5 J
option target: 1..4 = 2
option few: 2 or 4 = 4
option long: yes or no = no
require long or target > 1
zones
    stock: face down
remember
    points of each player: number
main
    gather every card into stock
    game over, won by the player with highest points, otherwise shared
"""


def test_settings_are_combined_without_those_that_are_forbidden(monkeypatch: pytest.MonkeyPatch) -> None:
    loaded = load(Source("small.hoyle", OPTIONS.replace("4 or 5 or 6\n", "4 or 6\n")), advice=False)
    of = loaded.game
    assert of is not None, [str(one) for one in loaded.diagnostics]
    target, few, long = of.options

    def listed(*options: OptionSymbol, extremes: tuple[OptionSymbol, ...] = ()) -> list[tuple[int, ...]]:
        found = [*combinations(of, [*options], extremes)]
        assert all([*one.options] == [*options] for one in found)
        return [(one.players, *one.options.values()) for one in found]

    counts = (4, 2, 5, 6)
    assert listed() == [(n,) for n in counts]
    assert listed(few) == [(n, value) for value in (4, 2) for n in counts]
    assert listed(target) == [(n, value) for value in (2, 1, 3, 4) for n in counts]
    assert listed(target, extremes=(target,)) == [(n, value) for value in (2, 1, 4) for n in counts]
    assert listed(target, few, extremes=(few,)) == [
        (n, one, other) for one, other in product((2, 1, 3, 4), (4, 2)) for n in counts
    ]
    allowed = [(n, one, other) for one, other in product((2, 1, 3, 4), (0, 1)) for n in counts if other or one > 1]
    assert listed(target, long) == allowed
    monkeypatch.setattr(settled, "MOST_COMBINATIONS", 32)
    assert listed(target, long) == allowed
    monkeypatch.setattr(settled, "MOST_COMBINATIONS", 31)
    assert listed(target, long) == [(n, *one) for one in ((2, 0), (3, 0), (4, 0), (2, 1)) for n in counts]
    texts = [changed_options_text(one, [target, few, long]) for one in combinations(of, [target, long])]
    assert texts[:: len(counts)] == ["", ", `target = 3`", ", `target = 4`", ", `long = yes`"]


def test_steps_for_one_setting_are_counted() -> None:
    of, symbol = define("twice(1) + twice(2)")
    assert symbol.body is not None
    assert PartialSettings(2, {}, left=2).value(symbol.body) == 6
    assert PartialSettings(2, {}, left=1).value(symbol.body) is None
    done = PartialSettings(2, {})
    assert done.left == settled.MOST_STEPS == 20_000
    assert (done.value(symbol.body), done.left) == (6, 19_998)
    level = next(one for one in of.variables if one.name == "level")
    known = PartialSettings(2, {}, variables={level: 4})
    body = define("level + 1")[1].body
    assert body is not None
    assert PartialSettings(2, {}, variables=dict.fromkeys(game("level + 1").variables, 4)).value(body) == 5
    assert known.value(body) is None  # a variable of another game


@pytest.mark.parametrize(("depth", "expected", "known"), [(60, 1, True), (61, 1, False), (62, None, False)])
def test_chains_of_defines_are_followed_for_so_long(depth: int, expected: int | None, known: bool) -> None:
    chain = "".join(f"define d{i} means d{i + 1}\n" for i in range(depth - 1)) + f"define d{depth - 1} means 1\n"
    text = GAME.replace("define e means {e}\n", "define e means d0\n" + chain)
    loaded = load(Source("small.hoyle", text), advice=False)
    assert loaded.game is not None, [str(one) for one in loaded.diagnostics]
    body = next(one for one in loaded.game.defines if one.name == "e").body
    assert body is not None
    assert PartialSettings(2, {}).value(body) == expected
    assert is_settled(body, {}) == known


# ----------------------------------------------------------------------------------------------- values of keys, ranges


def test_values_on_which_a_ranking_may_depend() -> None:
    assert values_of_key(FLAG, 4, 13) == range(2)
    assert values_of_key(SUIT, 4, 13) == range(-1, 4)
    assert values_of_key(RANK, 4, 13) == range(-1, 13)
    assert values_of_key(Type("word", words=("a", "b", "c")), 4, 13) == range(-1, 3)
    assert values_of_key(Type("word", words=("a", "b", "c"), suits=True), 4, 13) == range(-1, 7)
    assert values_of_key(Type("number", low=2, high=5), 4, 13) == range(2, 6)
    assert values_of_key(Type("number", low=-3, high=-3), 4, 13) == range(-3, -2)
    assert len(values_of_key(Type("number", low=1, high=MOST_KEY_NUMBERS), 4, 13)) == MOST_KEY_NUMBERS
    for kind in (Type("number", low=1, high=MOST_KEY_NUMBERS + 1), NUMBER, PLAYER, CARD):
        assert values_of_key(kind, 4, 13) == range(0)


def test_ranges_are_cut_at_the_numbers_that_there_are() -> None:
    assert clipped(LOWEST - 1, HIGHEST + 1) == EVERYTHING == (LOWEST, HIGHEST)
    assert clipped(3, 4) == (3, 4)
    assert clipped(HIGHEST + 2, HIGHEST + 5) == (HIGHEST, HIGHEST)
    assert clipped(LOWEST - 5, LOWEST - 2) == (LOWEST, LOWEST)


def test_numbers_printed_on_cards() -> None:
    for deck, expected in (("3 4 9", (3, 9)), ("3 J", (0, 3)), ("J Q", (0, 0)), ("3 4, 1 joker", (0, 4))):
        text = OPTIONS.replace("deck 2 3 4 5 J", f"deck {deck}").replace(
            "remember", "define e(c: card) means c.number\nremember"
        )
        loaded = load(Source("small.hoyle", text.replace("4 or 5 or 6\n", "4 or 6\n")), advice=False)
        assert loaded.game is not None, [str(one) for one in loaded.diagnostics]
        body = loaded.game.defines[0].body
        assert body is not None
        assert ExpressionRanges(loaded.game).of(body) == expected
        assert ExpressionRanges().of(body) == (0, HIGHEST)


def test_a_parameter_has_the_range_of_what_is_passed_for_it() -> None:
    text = GAME.replace("{e}", "1").replace(
        "    gather every card into stock\n",
        "    gather every card into stock\n    set level to 3\n    set free to worth(level) + worth(7) + short(2)\n",
    )
    loaded = load(Source("small.hoyle", text), advice=False)
    assert loaded.game is not None
    of = loaded.game
    plain, inferred = ExpressionRanges(of), InferredRanges(of)
    found: dict[str, tuple[object, object]] = {}
    for one in of.defines:
        for param in one.params:
            if param.type.kind == "number":
                ref = LocalRef(param, type=param.type)
                found[one.name] = plain.of(ref), inferred.of(ref)
    assert found == {
        "worth": (EVERYTHING, (0, 7)), "twice": (EVERYTHING, EVERYTHING), "short": ((0, 3), (0, 3)),
    }  # fmt: skip
    level = next(one for one in of.variables if one.name == "level")
    assert PossibleValues(of).known[level] == Possible(0, 3)
    assert anything(level.type) == Possible(0, 9)


@pytest.mark.parametrize(
    ("rows", "low", "high"),
    [
        ("2..5: 2..5\n    J: 20", 0, 20),
        ("2..5: 2..5\n    J: 1", 0, 5),
        ("2..5: -8..-5\n    J: 0", -8, 0),
        ("2..5: -3\n    J: -1", -3, 0),
        ("2..5: 4\n    J: 6", 0, 6),
        ("2..5: target\n    J: target - 10", -9, 9),
        ("2..4: 2\n    5 J: (3 if long otherwise 12)", 0, 12),
        ("2: (-2 if long otherwise 1)\n    3..5: 3..5\n    J: 0 - few", -8, 5),
        ("hearts: 1\n    spades: -7\n    otherwise: 0", -7, 1),
    ],
)
def test_values_lie_between_those_of_their_rows(rows: str, low: int, high: int) -> None:
    text = GAME.replace("{e}", "total pips of some + highest pips of heap")
    text = text.replace("    2..5: 2..5\n    J: 20\n", f"    {rows}\n")
    loaded = load(Source("small.hoyle", text + "define one(c: card) means c.pips\n"), advice=False)
    assert loaded.game is not None, [str(one) for one in loaded.diagnostics]
    body = next(one for one in loaded.game.defines if one.name == "one").body
    assert body is not None
    assert ExpressionRanges(loaded.game).of(body) == (low, high)
    assert ExpressionRanges(loaded.game).of(Op("+", (body, body), type=NUMBER)) == clipped(2 * low, 2 * high)
    assert ExpressionRanges(loaded.game).of(Op("-", (body, body), type=NUMBER)) == clipped(low - high, high - low)


@pytest.mark.parametrize(
    ("expression", "low", "high"),
    [
        ("size of heap", 0, HIGHEST), ("number of c in heap where c.rank = 3", 0, HIGHEST), ("level", 0, 9),
        ("level * target - 3", -3, 78), ("0 - level", -9, 0), ("target if long otherwise level - 20", -20, 9),
        ("larger(level, 4)", 4, 9), ("smaller(level, 4)", 0, 4), ("level mod 4", 0, 3), ("level / 2", 0, 4),
        ("number of players", 2, 4), ("total level for p in players", 0, HIGHEST), ("free", LOWEST, HIGHEST),
        ("total (0 - level) for p in players", LOWEST, 0), ("highest (level + 1) for p in players", 1, 10),
        ("highest (level + 1) for p in out", 0, 10), ("lowest (level - 12) for p in players where p in out", -12, 0),
        ("highest (level - 12) for p in out", -12, 0), ("worth(level)", LOWEST, HIGHEST), ("bound", 1, 50),
        ("highest points", LOWEST, HIGHEST), ("lowest c.number for c in heap", 0, 5), ("short(level)", 0, 6),
        ("lowest level for p in {caller} where caller is not none", 0, 9), ("few", 2, 8), ("deep", LOWEST, HIGHEST),
    ],
)  # fmt: skip
def test_an_expression_lies_between_its_lowest_and_highest_number(expression: str, low: int, high: int) -> None:
    loaded = load(Source("small.hoyle", GAME.replace("{e}", f"({expression})")), advice=False)
    assert loaded.game is not None, [str(one) for one in loaded.diagnostics]
    body = next(one for one in loaded.game.defines if one.name == "e").body
    assert body is not None
    assert ExpressionRanges(loaded.game).of(body) == (low, high)


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        ("level = 10", NO), ("level != 10", YES), ("level = 9", None), ("level > 9", NO), ("free != free", NO),
        ("(2 if seen otherwise 0) = 1", NO), ("(2 if seen otherwise 0) != 1", YES), ("1 = (2 if seen otherwise 0)", NO),
        ("(2 if seen otherwise 0) = 2", None), ("(2 if seen otherwise 0) < (3 if long otherwise 4)", YES),
        ("(2 if seen otherwise 0) >= (3 if long otherwise 4)", NO), ("(2 if seen otherwise 0) = (2 if long otherwise 4)", None),
        ("(2 if seen otherwise level) > 10", NO), ("(2 if seen otherwise level) = 9", None), ("stake(seen) = 4", NO),
        ("stake(seen) in 3..9", YES), ("stake(seen) = 3", None), ("(2 if seen otherwise free) = 3", None),
        ("any p in players has 2 = 2", YES), ("any p in out has 2 = 2", None), ("every p in players has 2 = 3", NO),
        ("every p in out has 2 = 3", None), ("no p in players has 2 = 2", NO), ("no p in out has 2 = 2", None),
        ("any p in {caller, starter} has 2 = 2", YES), ("no n in 1..free has 2 = 2", None),
    ],
)  # fmt: skip
def test_a_condition_is_settled_if_it_is_the_same_for_all_values_that_it_can_have(
    expression: str, expected: Lit | None
) -> None:
    text = GAME.replace("{e}", f"({expression})").replace("    level: 0..9\n", "    level: 0..9\n    starter: player\n")
    loaded = load(Source("small.hoyle", text + "define stake(so: flag) means 3 if so otherwise 9\n"), advice=False)
    assert loaded.game is not None, [str(one) for one in loaded.diagnostics]
    body = next(one for one in loaded.game.defines if one.name == "e").body
    assert body is not None
    folded = FoldingContext({}).expr(body)
    assert (folded if isinstance(folded, Lit) else None) == expected
