"""The facts of chance in a script, requested as the engine requests them, and the draws that the script leaves open."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import pytest

from hoyle.dsl.codes.reporting import ScriptError
from hoyle.dsl.loading import load
from hoyle.dsl.source.span import Source
from hoyle.interpreter.lowering import lower
from hoyle.interpreter.notation import model as m
from hoyle.interpreter.notation.files import parse_script
from hoyle.interpreter.program import Slots
from hoyle.interpreter.records import Where
from hoyle.interpreter.replay.chance import ScriptedChance
from hoyle.interpreter.replay.events import Acted, Began, Ended, Failed, ReplayEvent
from hoyle.interpreter.replay.position import MOST_BETTER, _PositionSearch
from hoyle.interpreter.text.parse import Words
from hoyle.interpreter.wording.names import Names

RULES = """game "Two hands"
language 1
players 2
deck 7 8
zones
    stock: face down
    own of each player: face down
    hand of each player: private
remember
    dealer: player
    score of each player: number
main
    set dealer to a random player
    gather every card into stock
    shuffle stock
    deal 2 from stock to own of each player
    for p in players
        shuffle p.own
    deal 1 from stock to dealer.hand
    ask
    deal 1 from stock to dealer.left.hand
    take
    game over, won by the player with highest score
phase ask
    dealer chooses
        "give {n} away" for n in 0..1
            add n to dealer.score
phase take
    dealer chooses
        "take one"
            add 2 to dealer.score
"""
HEAD = "hoyle play 1\ngame ./two.hoyle\nplayers A, B\n"


@cache
def names() -> Names:
    game = load(Source("two", RULES)).game
    assert game is not None
    return Names(Words(lower(game, {}, None)))


def facts(*lines: str) -> list[m.Fact]:
    """The facts in some lines of a script."""
    script, problems = parse_script(HEAD + "".join(f"{line}\n" for line in lines), "x.play")
    assert script is not None, problems
    return [
        step for step in script.games[0].steps if isinstance(step, m.FirstFact | m.RandomFact | m.DealtCards | m.Pile)
    ]


def chance(*lines: str) -> ScriptedChance:
    made = ScriptedChance(names(), 1)
    made.open(facts(*lines))
    return made


def card(name: str) -> int:
    """The card with this name.  Each face exists once."""
    face = names().face(m.SpannedText(name))
    assert face is not None
    return names().words.of_face[face][0]


STOCK, HAND = 0, 2


def test_a_fact_about_a_draw_must_be_used_before_the_next_choice() -> None:
    answer = m.Answer(m.SpannedText("A"), m.SpannedText("take one"), (m.SpannedText("7♠"),))
    made = ScriptedChance(names(), 1)
    made.open((), answer, 0)
    left = made.leftover()
    assert left is not None
    assert (left.code, left.message) == ("E1043", "nothing is drawn before the next choice")
    assert left.help is not None
    assert left.help.endswith("`hand NAME: …`")
    assert made.card(Where(STOCK, -1), Where(HAND, 0), (card("7♠"), card("8♠"))) == card("7♠")
    assert made.leftover() is None
    # These facts are about another player's cards.
    made.open((), answer, 0)
    made.card(Where(STOCK, -1), Where(HAND, 1), (card("8♥"), card("8♠")))
    assert made.leftover() is not None


def test_an_unknown_first_player_leaves_only_that_draw_open() -> None:
    made = chance("first dealer ??", "first dealer B", "first dealer A")
    assert made.player("dealer", (0, 1)) is None
    assert made.player("dealer", (0, 1)) == 1
    assert made.player("dealer", (0, 1)) == 0
    assert made.drawn == 1
    assert made.player("maker", (0, 1)) is None


def test_a_player_who_cannot_be_drawn_is_refused() -> None:
    with pytest.raises(ScriptError) as error:
        chance("first dealer B").player("dealer", (0,))
    assert error.value.diagnostic.code == "E1046"
    assert error.value.diagnostic.message == "B is not among those the rules draw `dealer` from"


def test_an_open_draw_avoids_cards_that_later_facts_need() -> None:
    """The engine's own draw depends only on the seed.  So a fact about other cards does not change it."""
    made = chance("hand B: 7♠")
    stock, a, b = Where(STOCK, -1), Where(HAND, 0), Where(HAND, 1)
    others = (card("8♠"), card("8♥"), card("7♥"))
    assert made.card(stock, a, others) is None
    for _ in range(5):
        drawn = made.card(stock, a, (card("7♠"), *others))
        assert drawn in others
    assert made.card(stock, b, (card("7♠"), *others)) == card("7♠")
    assert made.card(stock, a, (card("7♠"), *others)) is None
    assert made.drawn == 7


def test_a_card_that_is_looked_at_fits_what_is_dealt_later() -> None:
    """Each look is counted as a draw, and is one of the faces that fit it, or else of those that no fact needs."""
    faces, bag = names().program.deck, tuple(range(len(names().program.deck)))
    sevens = frozenset(faces[card(name)] for name in ("7♠", "7♥", "7♦", "7♣"))
    for seed in range(12):
        made = ScriptedChance(names(), seed)
        made.open(facts("hand A: 8♠ 8♥"))
        made.fitting = {1: sevens}
        stock = Where(STOCK, -1)
        first, second = made.card(stock, None, bag), made.card(stock, None, bag)
        assert first not in (card("8♠"), card("8♥")), "a fact needs these"
        assert second is not None
        assert faces[second] in sevens
        third = made.card(stock, None, (card("8♠"),))
        assert third == card("8♠"), "there is no other"
        assert made.looked == [first, second, third]
        assert made.drawn == 3
        assert made.card(stock, Where(HAND, 1), tuple(one for one in bag if faces[one] in sevens)) is None
        assert (made.drawn, len(made.looked)) == (4, 3)


def test_facts_apply_in_the_order_of_the_deals_to_a_zone() -> None:
    made = chance("hand A: 7♠ ??", "hand A: 8♠")  # `??` never stands for a card that another fact names
    stock, a = Where(STOCK, -1), Where(HAND, 0)
    bag = tuple(names().program.deck)
    first = made.card(stock, a, bag)
    second = made.card(stock, a, tuple(one for one in bag if one != first))
    assert first == card("7♠")
    third = made.card(stock, a, tuple(one for one in bag if one not in (first, second)))
    assert third == card("8♠")
    with pytest.raises(ScriptError) as error:
        made.card(stock, a, bag)
    assert error.value.diagnostic.code == "E1044"


@pytest.mark.parametrize(("shuffled", "code"), [(False, "E1041"), (True, "E1042")])
def test_a_card_is_dealt_twice_only_between_two_shuffles(shuffled: bool, code: str) -> None:
    made = chance("hand A: 7♠", "hand B: 7♠")
    stock, bag = Where(STOCK, -1), tuple(names().program.deck)
    dealt = made.card(stock, Where(HAND, 0), bag)
    assert dealt == card("7♠")
    if shuffled:
        made.shuffled(stock)
    with pytest.raises(ScriptError) as error:
        made.card(stock, Where(HAND, 1), tuple(one for one in bag if one != dealt))
    assert error.value.diagnostic.code == code
    assert [text for _, text in error.value.diagnostic.notes] == ([] if shuffled else ["it is dealt here as well"])


def test_the_place_of_a_card_is_reported_unless_it_is_the_expected_one() -> None:
    slots = list(names().program.initial)
    base = [zone.base for zone in names().program.zones]
    face = names().program.deck[card("7♠")]
    assert names().whereabouts(slots, face) == "stock"
    assert names().whereabouts(slots, face, Where(STOCK, -1)) is None
    slots[base[STOCK]], slots[base[HAND] + 1] = (), 1 << card("7♠")
    assert names().whereabouts(slots, face) == "hand of B"
    assert names().whereabouts(slots, face, Where(HAND, 1)) is None
    assert names().whereabouts(slots, face, Where(HAND, 0)) == "hand of B"


# ------------------------------------------------------------------------------------------------------- whole scripts


@pytest.fixture
def played(tmp_path: Path, replayed: Callable[..., list[ReplayEvent]]) -> Callable[[str], list[ReplayEvent]]:
    (tmp_path / "two.hoyle").write_text(RULES, encoding="utf-8")
    return lambda lines: replayed(HEAD + lines, tmp_path)


def test_a_card_in_another_place_is_reported_with_that_place(played) -> None:
    faces = [f"{rank}{suit}" for rank in "78" for suit in "♠♥♦♣"]
    ends = {face: played(f"seed 3\nfirst dealer A\nA: give 1 away\nhand B: {face}\n")[-1] for face in faces}
    helps = {end.diagnostic.code: set[str]() for end in ends.values() if isinstance(end, Failed)}
    for end in ends.values():
        if isinstance(end, Failed):
            helps[end.diagnostic.code].add(end.diagnostic.help or "")
    hand = "it is in hand of A, which the script leaves to chance: name its cards above the first choice, in `hand of A: …`"
    assert helps == {"E1042": {"it is in own of A", "it is in own of B", hand}}
    assert sum(isinstance(end, Ended) for end in ends.values()) == 3


def test_piles_of_unknown_order_in_a_position_are_sorted_for_each_player(played) -> None:
    """The position gives each player a pile of his own.  Every card must be in the pile named for it."""
    zones = names().program.zones
    lines = "position take\n  turn B\n  dealer: B\n  score: A 3, B 0\n  own: A 8♠ 7♥, B 7♦ ??\n  hand: A 7♠, B ??\n"
    for seed in range(3):
        events = played(f"seed {seed}\n{lines}B: take one\nexpect score: A 3, B 2\n")
        assert isinstance(events[-1], Ended), events[-1]
        began = events[0]
        assert isinstance(began, Began)
        values = began.state.values
        own = [values[zones[1].base + owner] for owner in range(2)]
        assert own[0] == tuple(sorted((card("8♠"), card("7♥"))))
        assert isinstance(own[1], tuple)
        assert card("7♦") in own[1]
        assert list(own[1]) == sorted(own[1])
        assert values[zones[HAND].base] == 1 << card("7♠")
        held = [*own[0], *own[1], card("7♠")]
        assert len(set(held)) == len(held) == 5


def test_the_search_for_a_better_start_of_a_position_is_limited() -> None:
    tried: list[int] = []

    class Search(_PositionSearch):
        """A search in which every game has an almost fitting state, each worse than the one before."""

        def __init__(self) -> None:
            self.made = 1

        def _fitting(self, number: int) -> Iterator[tuple[int, Slots]]:
            tried.append(number)
            yield 1 + number, [number]

    assert Search().found() == [0]
    assert len(tried) == MOST_BETTER + 1


def test_a_forced_choice_may_be_left_out_and_is_still_shown(played) -> None:
    events = played("seed 3\nfirst dealer A\nA: give 1 away\nexpect score: A 3, B 0\n")
    assert isinstance(events[-1], Ended), events[-1]
    made = [(event.label, event.step is None) for event in events if isinstance(event, Acted)]
    assert made == [("give 1 away", False), ("take one", True)]
