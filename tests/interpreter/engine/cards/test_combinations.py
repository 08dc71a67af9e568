"""Combinations of cards: each once, identical cards as one, smaller combinations first, and generated only on demand."""

from __future__ import annotations

from itertools import combinations, islice

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hoyle.interpreter.batch.modules import code_of
from hoyle.interpreter.engine import Engine, Fault
from hoyle.interpreter.engine.runtime import Runtime
from hoyle.interpreter.engine.sets import bits, mask_of
from hoyle.interpreter.wasm import Machine


@pytest.fixture(scope="module")
def runtimes(program, rules):
    """The runtimes of games with one, two and three packs of eight faces."""
    return {n: Runtime(program(rules("nothing", deck=f"2 3, {n} copies"))).offering for n in (1, 2, 3)}


@given(st.integers(1, 3), st.integers(0, 2**24 - 1), st.integers(-1, 6), st.integers(-1, 9))
def test_combinations_equal_those_of_brute_force(runtimes, packs, mask, low, high) -> None:
    runtime = runtimes[packs]
    deck = runtime.program.deck
    mask &= (1 << len(deck)) - 1
    high = min(high, 5 if packs > 1 else 9)
    made = list(runtime.combinations(low, high, mask))
    assert all(m & ~mask == 0 and low <= m.bit_count() <= high for m in made)
    assert [m.bit_count() for m in made] == sorted(m.bit_count() for m in made)
    faces = [tuple(sorted(deck[c] for c in bits(m))) for m in made]
    assert len(set(faces)) == len(faces)
    wanted = {
        tuple(sorted(deck[c] for c in chosen))
        for size in range(max(low, 0), high + 1)
        for chosen in combinations(bits(mask), size)
    }
    assert set(faces) == wanted


@given(st.integers(0, 2**16 - 1), st.integers(1, 4), st.integers(1, 8))
def test_with_groups_only_combinations_inside_one_group_are_made(runtimes, mask, low, high) -> None:
    """For a shape of one rank or suit, the groups are these ranks or suits."""
    runtime = runtimes[2]
    groups = tuple(
        sum(1 << c for c in range(16) if runtime.program.faces[runtime.program.deck[c]].suit == s) for s in range(4)
    )
    made = list(runtime.combinations(low, high, mask, groups))
    whole = [m for m in runtime.combinations(low, high, mask) if any(m & ~g == 0 for g in groups)]
    assert sorted(made) == sorted(whole)
    assert len(set(made)) == len(made)


def test_elements_of_bit_masks() -> None:
    for mask in (0, 1, 6, 255, 256, 1 << 103, (1 << 104) - 1):
        assert bits(mask) == tuple(i for i in range(104) if mask >> i & 1)
        assert mask_of(bits(mask)) == mask
    assert bits(-1) == ()


def test_combinations_of_a_big_hand_are_generated_on_demand(play) -> None:
    """Fifty-two cards have 4,503,599,627,370,495 combinations."""
    main = (
        'move stock to p.hand\np chooses\n    "lay {cs}" for cs in 1 or more cards of p.hand\n        move cs to heap'
    )
    table = play(main, remember="p: player")
    first = list(islice(table.question.choices(), 60))
    assert [c.values[0].bit_count() for c in first] == [1] * 52 + [2] * 8
    last = type(first[0])(0, ((1 << 52) - 1,))
    assert table.question.legal(last)
    assert table.apply(last).size("heap") == 52


def test_options_are_generated_one_by_one(games) -> None:
    engine = Engine(games["texas_euchre, most"])
    options = engine.question(engine.start(seed=1)).options()
    assert next(options).label.startswith("lay ")


# ------------------------------------------------------------------------------------------- more than can be tried

TAKING = """
    gather every card into stock
    deal {cards} from stock to p.hand
    p chooses
        "take {label}" for cs in {size} cards of p.hand{more}{where}
            move cs to heap
        "pass"
"""


def taking(rules, cards, size="1 or more", where=" where size of cs = 20", more="", deck=None):
    """A game whose first choice is one of the combinations of some cards.  Both executors play it."""
    label = "{cs} and {ds}" if more else "{cs}"
    text = TAKING.format(cards=cards, size=size, where=where, more=more, label=label)
    return rules(text, remember="p: player", **({"deck": deck} if deck else {}))


def offered(program):
    """The number of options at the first question, or the fault.  Both executors must agree."""
    engine, machine = Engine(program), Machine(code_of(program))
    state = engine.start()
    machine.start(0)
    assert machine.state == state.values
    try:
        found = [(choice.alternative, *choice.values) for choice in islice(engine.question(state).choices(), 10_000)]
    except Fault as fault:
        with pytest.raises(Fault) as inside:
            machine.options()
        faults = fault, inside.value
        assert len({(one.code, one.message, str(one.span)) for one in faults}) == 1
        return fault.code if str(fault.span) == str(program.places[program.asks[0].alternatives[0].place]) else fault
    assert machine.options() == found
    return len(found)


def test_too_many_combinations_are_a_fault_before_any_is_tried(program, rules) -> None:
    """Nineteen cards have 524,287 combinations, thirty a billion."""
    assert offered(program(taking(rules, 19, where=" where size of cs = 18"))) == 20
    for cards in (20, 30, 52):
        assert offered(program(taking(rules, cards))) == "E1210"


def test_a_small_size_gives_few_combinations_of_many_cards(program, rules) -> None:
    where = " where every c in cs has c.rank = A"
    assert offered(program(taking(rules, 52, "2..3", where))) == 6 + 4 + 1
    assert offered(program(taking(rules, 52, "50 or more", where))) == 1


def test_combinations_without_a_condition_are_not_limited(program, rules) -> None:
    assert offered(program(taking(rules, 52, where=""))) == 10_000


def test_identical_cards_count_once(program, rules) -> None:
    """Eleven pairs of cards give 3^11 combinations instead of 2^22."""
    two, three = "2 3 4 5 6 7 8 9, 2 copies", "2 3 4 5 6 7 8 9, 3 copies"
    assert offered(program(taking(rules, 22, where=" where size of cs > 20", deck=two))) == 11 + 1 + 1
    assert offered(program(taking(rules, 26, deck=two))) == "E1210"
    assert offered(program(taking(rules, 24, where=" where size of cs > 22", deck=three))) == 8 + 1 + 1
    assert offered(program(taking(rules, 30, deck=three))) == "E1210"


def test_a_shape_of_one_suit_is_tried_suit_by_suit(program, rules) -> None:
    text = taking(rules, 52, "12 or more", " where cs is a run")
    text += "\nshape run: 3 or more cards of one suit in sequence\n"
    assert offered(program(text)) == 4 * 3 + 1


def test_combinations_of_two_names_are_multiplied(program, rules) -> None:
    """Ten cards have 1,023 combinations, and each of them goes with as many of the second name."""
    more, where = ", ds in 1 or more cards of p.hand", " where size of cs + size of ds = 18"
    assert offered(program(taking(rules, 9, where=where, more=more))) == 1 + 1
    assert offered(program(taking(rules, 10, where=where, more=more))) == "E1210"


def test_an_option_beyond_the_limit_is_not_legal(program, rules) -> None:
    """A script cannot choose it either."""
    engine = Engine(program(taking(rules, 30)))
    state = engine.start()
    with pytest.raises(Fault, match="more than 1,000,000 combinations"):
        engine.legal(state.values, (0, (1 << 20) - 1 << 30))
    assert engine.legal(state.values, (1,))


@given(st.integers(1, 3), st.integers(0, 2**24 - 1), st.integers(-1, 6), st.integers(-1, 9))
def test_combinations_are_counted_without_being_generated(runtimes, packs, mask, low, high) -> None:
    runtime = runtimes[packs]
    mask &= (1 << len(runtime.program.deck)) - 1
    high = min(high, 5 if packs > 1 else 9)
    assert runtime.amount(low, high, mask) == len(list(runtime.combinations(low, high, mask)))
    groups = (0xFFF, 0xFFF000)
    assert runtime.amount(low, high, mask, groups) == len(list(runtime.combinations(low, high, mask, groups)))


def test_every_way_to_generate_combinations_gives_the_same_order(runtimes, monkeypatch) -> None:
    runtime = runtimes[2]
    for mask in (0xFFFF, 0b1101_0111_1010_1111, 0x5555):
        made = list(runtime.combinations(0, 16, mask))
        for most in (0, 2**16):
            monkeypatch.setattr("hoyle.interpreter.engine.offering._MOST_AGAIN", most)
            assert list(runtime.combinations(0, 16, mask)) == made


def test_several_cards_of_a_hand_go_to_the_top_of_a_pile_in_ascending_order(play) -> None:
    main = """
        gather every card into stock
        deal 3 from stock to p.hand
        p chooses
            "lay {cs}" for cs in 2 cards of p.hand
                move cs to stock
    """
    table = play(main, "lay 3s 4s", deck="2 3 4", remember="p: player")
    assert table.zone("stock") == "2c 3c 4c 2d 3d 4d 2h 3h 4h 3s 4s"
    assert table.zone("hand", 0) == "2s"
