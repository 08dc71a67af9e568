"""Expressions written as Python: which values are computed only once, which tests are left out, and which uses are
counted.
"""

from __future__ import annotations

from collections.abc import Callable

from hoyle.interpreter.engine import Engine
from hoyle.interpreter.engine.compiled import _note
from hoyle.interpreter.engine.python.simplify import quicker
from hoyle.interpreter.program import (
    Binary,
    Const,
    Domain,
    Fold,
    Get,
    If,
    Look,
    Present,
    Program,
    RandomPick,
    Reg,
    Unary,
    ZoneRef,
)
from hoyle.interpreter.records import Choice, PhaseBegan, PhaseEnded, RowFired, TrickBegan, TrickTaken, Where
from hoyle.interpreter.traversal import owners_repeatable

from ..tricks.test_tricks import EUCHRE, REMEMBER, ZONES, hands

PHASES = """
phase outer
    add 1 to who.score
    inner
phase inner
    for p in players
        p chooses
            "on"
                points
table points
    let n be who.score
    n < 3 -> add 1 to who.score
    otherwise -> add 2 to who.score
"""


def test_phases_rows_and_tricks_are_recorded_at_start_and_end(play) -> None:
    table = play("set who to a random player\nouter\ninner", more=PHASES, players="2", remember="who: player")
    table.random()
    names = table.engine.program.phases
    events = [
        (type(one).__name__, names[one.phase]) for one in table.records if isinstance(one, PhaseBegan | PhaseEnded)
    ]
    began = [name for kind, name in events if kind == "PhaseBegan"]
    assert began == ["main", "outer", "inner", "inner"]
    assert [name for kind, name in events if kind == "PhaseEnded"] == ["inner", "outer", "inner"]
    assert sum(isinstance(one, RowFired) for one in table.records) == 4


def test_the_leader_and_the_winner_of_a_trick_are_recorded(play) -> None:
    main = hands("9d", "10d", "Jd", "Qd") + (
        "set trump to none\nplay trick from hand to trick, led by p, any card, taken by winner\nset got to winner\n"
    )
    table = play(main, more=EUCHRE, deck="9 10 J Q K A", zones=ZONES, remember=REMEMBER)
    table.random()
    events = [one for one in table.records if isinstance(one, TrickBegan | TrickTaken)]
    assert [one.leader if isinstance(one, TrickBegan) else one.player for one in events] == [0, 3]


def test_counting_a_value_does_not_change_it() -> None:
    counts = [0, 0, 0]
    tables: list[tuple[int, ...]] = [(2, -1), (0,)]
    assert [_note(counts, tables, 0, 0, 42), _note(counts, tables, 0, 0, 0), _note(counts, tables, 0, 1, -7)] == [
        42,
        0,
        -7,
    ]
    assert _note(counts, tables, 1, 0, 1) == 1
    assert counts == [1, 0, 2]


def test_a_zone_with_a_random_owner_needs_a_name() -> None:
    """One such zone among several is enough."""
    drawn = ZoneRef(0, RandomPick(Const(3), "player", "", 0, None))
    kept, everyone = ZoneRef(0, Get(5, None, 1)), ZoneRef(1, None)
    assert owners_repeatable(kept, everyone)
    assert not owners_repeatable(drawn)
    assert not owners_repeatable(everyone, drawn)
    assert not owners_repeatable(drawn, kept)


def test_a_search_for_one_given_player_is_written_as_that_player(
    program: Callable[..., Program], rules: Callable[..., str]
) -> None:
    """This is not done if a further condition depends on the searched player."""
    made = program(rules("set p to a random player\nset p to p.left", players="4", remember="p: player"))
    reg = Reg(0)
    base = next(one.base for one in made.variables if one.name == "p")
    sought = Binary("=", reg, Look(made.tables.index((1, 2, 3, 0)), Present(Get(base, None, 1), 0)))
    sure = Binary(">", Get(6, None, 1), Const(2))
    of_each = Binary(">", Get(7, reg, 4), Const(2))

    def fold(*terms: Binary) -> Fold:
        where = terms[0]
        for term in terms[1:]:
            where = Binary("and", where, term)
        return Fold("set", 0, Domain("mask", (Const(15),)), where, None, 0)

    found = quicker(made, fold(sure, sought))
    assert isinstance(found, If)
    assert (found.condition, found.otherwise) == (sure, Const(0))
    assert isinstance(found.then, Unary)
    assert quicker(made, fold(of_each, sought)) is None
    assert quicker(made, fold(sure, of_each)) is None
    assert quicker(made, fold(Binary("=", Get(5, reg, 4), reg))) is None


def test_the_first_false_condition_is_the_reason_against_a_choice(play) -> None:
    main = """p chooses
    "low" if p.score > 1 and p.score > 2
        add 1 to p.score
    "high"
        add 2 to p.score
"""
    table = play(main, players="2", remember="p: player")
    question = table.question
    low = next(one for one in question.alternatives if one.texts == ("low",))
    number = list(question.alternatives).index(low)
    assert [one.span.text for one in question.objections(Choice(number, ()))] == ["p.score > 1"]
    assert question.objections(Choice(1 - number, ())) == ()
    assert [one.text for one in question.objections(Choice(7, ()))] == ["there is no such choice here"]


DEAL = """gather every card into stock
shuffle stock
move top of stock to heap
move top of heap to bottom of stock
deal 2 from stock to hand of each player
"""


HEAP_FIRST = """
zones
    heap: face up
    stock: face down
    hand of each player: private
"""


class _Asked:
    """Records the calls to chance and decides nothing."""

    def __init__(self) -> None:
        self.deals: list[tuple[Where, Where, int, int]] = []

    def card(self, pile: Where, target: Where | None, bag: tuple[int, ...]) -> int | None:
        return None

    def player(self, purpose: str, candidates: tuple[int, ...]) -> int | None:
        return None

    def random_card(self, purpose: str, candidates: tuple[int, ...]) -> int | None:
        return None

    def deal(self, pile: Where, target: Where, bag: tuple[int, ...], amount: int) -> list[int] | None:
        self.deals.append((pile, target, len(bag), amount))
        return None


def test_chance_is_asked_with_pile_target_and_number_of_cards(seat, program, rules) -> None:
    """The card at the bottom is known.  So it is not one of the cards that chance may deal."""
    made, asked = (
        program(rules(DEAL, players="3", deck="2 3 of clubs hearts spades diamonds", zones=HEAP_FIRST)),
        _Asked(),
    )
    Engine(made).start(seed=4, chance=asked)
    stock, heap, hand = (
        next(i for i, zone in enumerate(made.zones) if zone.name == name) for name in ("stock", "heap", "hand")
    )
    assert asked.deals == [
        (Where(stock, -1), Where(heap, -1), 8, 1),
        *((Where(stock, -1), Where(hand, player), 7 - 2 * player, 2) for player in range(3)),
    ]


def test_a_card_known_to_be_at_the_bottom_is_dealt_last(play) -> None:
    for seed in range(8):
        table = play(DEAL.replace("move top of heap", "set x to top of heap\nmove top of heap"), players="3",
                     deck="2 3 of clubs hearts spades diamonds", remember="x: card or none", seed=seed)  # fmt: skip
        held = [card for player in range(3) for card in table.zone("hand", player).split()]
        bottom = table.card(table.var("x"))
        assert len(set(held)) == 6
        assert bottom not in held
        assert bottom in table.zone("stock").split()
