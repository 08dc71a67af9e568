"""What a viewer knows of hidden cards is certain, and includes what everybody at a table would know.

`Table` makes moves with few cards beside a list of every way in which the cards may lie, as somebody would keep it who
sees the same: a card that is known lies in the same place in all of them.  Cards of a pile are shown from its top.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cache
from itertools import combinations, permutations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hoyle.dsl.loading import load
from hoyle.dsl.source.span import Source
from hoyle.interpreter.lowering import lower
from hoyle.interpreter.program import Program
from hoyle.interpreter.records import AnyRecord, Choice, Chosen, Drawn, Moved, Shown, Shuffled, Where
from hoyle.interpreter.story.known_cards import KnownCards
from hoyle.interpreter.story.scene import scene
from hoyle.interpreter.story.story import Story
from hoyle.interpreter.story.view import sees
from hoyle.interpreter.text.parse import Words

from .playing import Step, game
from .test_exchange import exchanged, exchanged_state, seen_in

PLACES = """\
game "Places"
language 1
players 2
deck A K Q J 10 of spades
zones
    stock: face down
    hand of each player: private
    laid: face down
    turned: face up
remember
    points of each player: 0..1
main
    shuffle stock
    deal 2 from stock to hand of each player
    move stock to turned
    for p in players: move p.hand to laid
    game over, won by the player with highest points, otherwise shared
"""
STOCK, LEFT, RIGHT, LAID, TURNED = Where(0, -1), Where(1, 0), Where(1, 1), Where(2, -1), Where(3, -1)
PLACES_OF_CARDS = STOCK, LEFT, RIGHT, LAID, TURNED
WATCHERS = -1, 0, 1

Lie = tuple[tuple[int, ...], ...]
"""How the cards may lie: those of each place, in the stock bottom first, elsewhere ascending."""


@pytest.fixture(scope="module")
def program_of() -> Callable[[str], Program]:
    """Return a function that lowers a ruleset as it is played usually."""

    @cache
    def call(name: str) -> Program:
        found = load(name).game
        assert found is not None
        return lower(found)

    return call


@pytest.fixture(scope="module")
def places() -> Program:
    found = load(Source("places.hoyle", PLACES)).game
    assert found is not None
    return lower(found, {})


class Table:
    """The places of a few cards, and for one viewer every way in which they may lie as far as it can see."""

    def __init__(self, program: Program, viewer: int) -> None:
        self.program, self.viewer, self.deck = program, viewer, range(len(program.deck))
        self.lies: Lie = (tuple(self.deck), (), (), (), ())
        self.mixed = set(self.deck)
        """The cards in the stock that nobody has drawn since it was shuffled."""
        self.possible: set[Lie] = {(order, (), (), (), ()) for order in permutations(self.deck)}
        self.presented = set[int]()
        """The cards that were shown to the viewer just before."""
        self.knows = KnownCards(program, viewer)
        self.knows.follow(Shuffled(STOCK))

    def sees(self, where: Where) -> bool:
        return sees(self.program, self.program.zones[where.zone], max(where.owner, 0), self.viewer)

    def shuffle(self) -> None:
        self.presented.clear()
        self.mixed = set(self.lies[0])
        self.possible = {(order, *lie[1:]) for lie in self.possible for order in permutations(lie[0])}
        self.knows.follow(Shuffled(STOCK))

    def show(self, cards: Iterable[int], seats: int) -> None:
        cards = tuple(cards)
        if not cards:
            return
        on_top = cards == self.lies[0][-len(cards) :]
        if on_top:
            self._draw(cards)
        if seats < 0 or (self.viewer >= 0 and seats >> self.viewer & 1):
            where = [next(at for at, place in enumerate(self.lies) if card in place) for card in cards]
            self.possible = {
                lie
                for lie in self.possible
                if all(card in lie[at] for card, at in zip(cards, where, strict=True))
                and (not on_top or lie[0][-len(cards) :] == cards)
            }
            self.presented = set(cards)
        self.knows.follow(Shown(cards, seats))

    def _draw(self, cards: tuple[int, ...]) -> None:
        """Take top cards of the stock from among those that nobody has drawn yet."""
        for card in reversed(cards):
            if card in self.mixed:
                self.mixed.discard(card)
                self.knows.follow(Drawn("card", "", card, end="top"))

    def move(self, cards: tuple[int, ...], source: Where, target: Where) -> None:
        """From the stock the cards must be its top ones."""
        if not cards or source == target:
            return
        at, to = PLACES_OF_CARDS.index(source), PLACES_OF_CARDS.index(target)
        if source == STOCK:
            self._draw(cards)
        record = Moved(cards, source, target, dealt=source == STOCK)
        shown = self.presented.intersection(self.lies[at]) == set(cards)
        self.presented.difference_update(cards)
        watched = self.sees(source) or self.sees(target) or shown
        named = self.knows.moved(record)
        self.knows.follow(record)
        found = set[Lie]()
        for lie in self.possible:
            for some in self._choices(lie[at], len(cards), source):
                if not watched or sorted(some) == sorted(cards):
                    orders = permutations(some) if target == STOCK and not watched else (some,)
                    found |= {self._moved(lie, order, at, to) for order in orders}
        self.possible = found
        self.lies = self._moved(self.lies, cards, at, to)
        assert all(card in lie[to] for lie in found for card in named if card >= 0), "a card named as it moved"

    @staticmethod
    def _choices(place: tuple[int, ...], count: int, source: Where) -> Iterable[tuple[int, ...]]:
        return (place[len(place) - count :],) if source == STOCK else combinations(place, count)

    @staticmethod
    def _moved(lie: Lie, cards: tuple[int, ...], at: int, to: int) -> Lie:
        places = list(lie)
        places[at] = tuple(card for card in lie[at] if card not in cards)
        places[to] = (*lie[to], *cards) if to == 0 else tuple(sorted((*lie[to], *cards)))
        return tuple(places)

    def unsure(self) -> set[int]:
        """The cards that are known, and may yet lie elsewhere."""
        return {
            card
            for at, place in enumerate(self.lies)
            for card in place
            if self.knows.knows(card) and any(card not in lie[at] for lie in self.possible)
        }


def played(table: Table, random: Random, moves: int) -> set[int]:
    """Make random moves.  Returns the cards that were known once, and were not certain."""
    found = set[int]()
    for _ in range(moves):
        what = random.random()
        if what < 0.05:
            table.shuffle()
        elif what < 0.25:
            place = random.choice([place for place in table.lies if place])
            count = random.randint(1, len(place))
            cards = random.sample(place, count) if place != table.lies[0] else place[len(place) - count :]
            table.show(cards, random.choice((-1, -1, 1, 2, 3)))
        else:
            source, target = random.sample(PLACES_OF_CARDS, 2)
            place = table.lies[PLACES_OF_CARDS.index(source)]
            count = random.randint(0, len(place)) if random.random() < 0.8 else len(place)
            cards = place[len(place) - count :] if source == STOCK else tuple(sorted(random.sample(place, count)))
            table.move(cards, source, target)
        found |= table.unsure()
    return found


@settings(max_examples=60, deadline=None)
@given(viewer=st.sampled_from(WATCHERS), seed=st.integers(0, 2**32 - 1), moves=st.integers(1, 12))
def test_what_is_known_is_certain(places: Program, viewer: int, seed: int, moves: int) -> None:
    assert played(Table(places, viewer), Random(seed), moves) == set()


def shown_cards_are_known_wherever_they_go(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(KnownCards, "_confused", lambda self, record, mask, there: 0)


def only_the_cards_that_go_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    confused = KnownCards._confused
    monkeypatch.setattr(
        KnownCards, "_confused", lambda self, record, mask, there: confused(self, record, mask, there) & mask
    )


def shuffled_cards_are_known(monkeypatch: pytest.MonkeyPatch) -> None:
    follow = KnownCards.follow
    monkeypatch.setattr(
        KnownCards, "follow", lambda self, record: follow(self, record) if not isinstance(record, Shuffled) else None
    )


def every_zone_is_open(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(KnownCards, "sees", lambda self, where: True)


@pytest.mark.parametrize(
    "mistake",
    [
        shown_cards_are_known_wherever_they_go,
        only_the_cards_that_go_are_forgotten,
        shuffled_cards_are_known,
        every_zone_is_open,
    ],
)
def test_a_card_that_is_known_without_reason_is_noticed(places, mistake, monkeypatch) -> None:
    mistake(monkeypatch)
    for seed in range(60):
        try:
            if played(Table(places, WATCHERS[seed % 3]), Random(seed), 12):
                return
        except AssertionError:  # it was named as it moved
            return
    raise AssertionError("nobody noticed")


# ------------------------------------------------------------------------------------------- what people know at a table


def known_in(program: Program, viewer: int, records: Iterable[AnyRecord]) -> set[int]:
    knows = KnownCards(program, viewer)
    for record in records:
        knows.follow(record)
    return {card for card in range(len(program.deck)) if knows.knows(card)}


DEAL = (Shuffled(STOCK), Moved((0, 1), STOCK, LEFT, True), Moved((2, 3), STOCK, RIGHT, True))


def test_of_shown_cards_in_a_hand_nobody_else_knows_which_are_laid_away(places) -> None:
    shown = (*DEAL, Shown((0,), -1), Chosen(0, 0, Choice(0)))
    assert known_in(places, -1, shown) == {0}
    assert known_in(places, -1, (*shown, Moved((0,), LEFT, LAID))) == set()
    assert known_in(places, -1, (*shown, Moved((1,), LEFT, LAID))) == set()
    assert known_in(places, -1, (*shown, Moved((1,), LEFT, TURNED))) == {0, 1}, "another card, as everybody saw"
    assert known_in(places, -1, (*shown, Moved((0, 1), LEFT, LAID))) == {0}, "the whole hand"


def test_a_card_that_is_shown_as_it_is_laid_away_is_known_to_all(places) -> None:
    """In go fish, and of tarocks that are laid away in several games."""
    assert known_in(places, -1, (*DEAL, Shown((0,), -1), Moved((0,), LEFT, LAID))) == {0}
    assert known_in(places, -1, (*DEAL, Shown((0, 1), -1), Moved((0,), LEFT, LAID))) == set()
    shown = (*DEAL, Shown((1,), -1), Chosen(0, 0, Choice(0)), Moved((0,), LEFT, LAID))
    assert known_in(places, -1, shown) == set()
    assert known_in(places, -1, (*shown, Shown((0,), -1))) == {0, 1}, "shown after it was laid away"
    assert known_in(places, -1, (*shown, Chosen(0, 0, Choice(0)), Shown((0,), -1))) == {0}


def test_who_lays_a_card_away_knows_it_until_the_cards_are_mixed(places) -> None:
    laid = (*DEAL, Moved((0,), LEFT, LAID))
    assert known_in(places, 0, laid) == {0, 1}
    assert known_in(places, 1, laid) == {2, 3}
    assert known_in(places, 0, (*laid, Moved((2,), RIGHT, LAID))) == {0, 1}
    assert known_in(places, 0, (*laid, Moved((2,), RIGHT, LAID), Moved((2,), LAID, RIGHT))) == {1}
    assert known_in(places, 0, (*laid, Moved((0,), LAID, STOCK), Shuffled(STOCK))) == {1}


def test_a_card_that_lay_open_is_known_in_a_hand_and_not_where_it_was_turned_over(places) -> None:
    open_ = (*DEAL, Moved((4,), STOCK, TURNED, True))
    assert known_in(places, 1, (*open_, Moved((4,), TURNED, LEFT))) == {2, 3, 4}
    assert known_in(places, 1, (*open_, Moved((4,), TURNED, LEFT), Moved((0,), LEFT, LAID))) == {2, 3}
    assert known_in(places, 1, (*open_, Moved((4,), TURNED, LAID))) == {2, 3}


def test_the_top_card_of_a_pile_that_was_shown_is_known_in_the_hand_to_which_it_is_dealt(places) -> None:
    shown = (*DEAL, Drawn("card", "", 4, end="top"), Shown((4,), -1))
    assert known_in(places, -1, (*shown, Moved((4,), STOCK, LEFT, True))) == {4}


def test_nothing_is_known_after_all_cards_were_put_together(places) -> None:
    gathered = (Moved((2, 3), RIGHT, STOCK), Moved((0, 1), LEFT, STOCK))
    assert known_in(places, 0, (*DEAL, *gathered)) == set()


# -------------------------------------------------------------------------------------------------------- whole games


def differences(program: Program, steps: list[Step], viewer: int) -> Iterator[str]:
    """After the first choice with which some cards have left a place that a viewer does not see, among them or those that
    stayed one that was seen: exchange one of them for one that stayed, if the viewer sees neither from then on, and yield
    what it would notice.
    """
    lies, known = [Where(-1, -1)] * len(program.deck), 0
    for number, (records, _) in enumerate(steps):
        before = lies.copy()
        for record in records:
            known |= seen_in(program, viewer, record)
            if isinstance(record, Moved):
                for card in record.cards:
                    lies[card] = record.target
        seen = 0
        for record in (record for some, _ in steps[number:] for record in some):
            seen |= seen_in(program, viewer, record)
        hidden = [
            (card, where)
            for card, where in enumerate(before)
            if where.zone >= 0 and not program.zones[where.zone].ordered and not seen >> card & 1
        ]
        gone = [(card, where) for card, where in hidden if lies[card] != where]
        stayed = [(card, where) for card, where in hidden if lies[card] == where]
        pairs = [(one, other) for one, source in gone for other, where in stayed if where == source]
        pairs = [(one, other) for one, other in pairs if (known >> one | known >> other) & 1]
        if pairs:
            one, other = pairs[0]
            yield from _noticed(program, steps[: number + 8], viewer, number, {one: other, other: one})
            return


def _noticed(program: Program, steps: list[Step], viewer: int, since: int, two: dict[int, int]) -> Iterator[str]:
    """What is different for a viewer if two cards are exchanged from one step on."""
    to = {card: card for card in range(len(program.deck))} | two
    one, other = Story(Words(program), viewer), Story(Words(program), viewer)
    for number, (records, state) in enumerate(steps):
        changed, there = records, state
        if number >= since:
            changed = [exchanged(program, record, to) for record in records]
            there = exchanged_state(program, state, to)
        if one.tell(records) != other.tell(changed):
            yield f"lines at {number}"
        shown = scene(other, there.values)
        yield from (f"{part} at {number}" for part, value in scene(one, state.values).items() if shown[part] != value)


LAYING_AWAY = ("french_tarot", "slovenian_tarok", "koenigrufen", "gin_rummy", "twenty_eight", "newberry_euchre")


@pytest.mark.parametrize("name", LAYING_AWAY)
@settings(max_examples=2, deadline=None)
@given(seed=st.integers(0, 1 << 30))
def test_which_of_the_known_cards_moved_unseen_changes_nothing_that_others_read_or_see(program_of, name, seed) -> None:
    program, random = program_of(name), Random(seed)
    steps = list(game(program, random, most=60))
    for viewer in range(-1, program.players):
        assert list(differences(program, steps, viewer)) == []


def test_who_knows_which_of_the_shown_cards_were_laid_away_is_noticed(program_of, monkeypatch) -> None:
    shown_cards_are_known_wherever_they_go(monkeypatch)
    program = program_of("french_tarot")
    for seed in range(20):
        steps = list(game(program, Random(seed), most=60))
        if any(any(differences(program, steps, viewer)) for viewer in range(program.players)):
            return
    raise AssertionError("nobody noticed")
