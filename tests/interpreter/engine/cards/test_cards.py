"""Cards in zones: dealing, moving, gathering, the ends of piles, and shuffles that are decided card by card.

The order of a shuffled pile is drawn only when a card is needed.  No player may notice this.  The last test plays small
programs through every outcome of chance and compares the probability of every end with that of a complete shuffle.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hoyle.interpreter.engine import Fault
from hoyle.interpreter.records import Drawn, Moved, Shuffled

ZONES = """
zones
    stock: face down
    heap: face up
    other: face down
    out: face up
    hand of each player: private
    won of each team: face down
"""
REMEMBER = "p: player\nn: number\nit: card or none"
START = "gather every card into stock\n"


def test_packets_go_round_from_the_given_player(play) -> None:
    """Deck of 12, from the top: 4s 3s 2s 4h 3h 2h 4d 3d 2d 4c 3c 2c."""
    for deal, wanted in {
        "deal 2 from stock to hand of each player": ["3s 4s", "4h 2s", "2h 3h", "3d 4d"],
        "deal 2 from stock to hand of each player from p.left": ["3d 4d", "3s 4s", "4h 2s", "2h 3h"],
        "deal 3, 1, 2, 3 from stock to hand of each player": ["2s 3s 4s", "4h", "2h 3h", "2d 3d 4d"],
        "deal 3, 1, 2, 3 from stock to hand of each player from p.right": ["4h", "2h 3h", "2d 3d 4d", "2s 3s 4s"],
        "deal 1 from stock to p.left.hand": ["", "4s", "", ""],
        "deal 0 from stock to hand of each player": [""] * 4,
        "deal n - 1 from stock to p.hand": ["", "", "", ""],
        "deal at most 20 from stock to p.left.hand": ["", "2c 3c 4c 2d 3d 4d 2h 3h 4h 2s 3s 4s", "", ""],
        "deal at most 5 from stock to hand of each player": None,
        "deal n + 1 from stock to hand of each player from p.left": ["4h", "4s", "3s", "2s"],
        "deal size of stock / 4 from stock to hand of each player": ["2s 3s 4s", "2h 3h 4h", "2d 3d 4d", "2c 3c 4c"],
    }.items():
        table = play(START + deal, deck="2 3 4", zones=ZONES, remember=REMEMBER, players="4, partners opposite")
        if wanted is None:
            assert [table.size("hand", i) for i in range(4)] == [5, 5, 2, 0]
            continue
        assert [sorted(table.zone("hand", i).split()) for i in range(4)] == [sorted(w.split()) for w in wanted], deal
        assert table.size("stock") == 12 - sum(len(w.split()) for w in wanted)


@given(
    deck=st.sampled_from(["2 3 4", "2 3 4, 2 copies", "2 3 4, 3 copies"]),
    amount=st.integers(1, 8),
    more=st.sampled_from(["", "deal 2 from stock to out\n", "deal 2 from stock to other\n"]),
    first=st.booleans(),
    seed=st.integers(0, 2**64 - 1),
)
@settings(max_examples=30, deadline=None)
def test_a_deal_from_a_shuffled_deck_is_the_same_in_every_executor(
    play, deck: str, amount: int, more: str, first: bool, seed: int
) -> None:
    """With unique or identical cards, into heaps or piles, of the whole deck or a part.

    The table compares plain code, code with records, and the module.
    """
    cards = 12 * (int(deck[-8]) if "copies" in deck else 1)
    amount = min(amount, (cards - 3) // 4)
    each = f"deal {amount} from stock to hand of each player from p.left\n"
    deals = more + each if first else each + more
    table = play(START + "shuffle stock\n" + deals + "set it to top of stock", deck=deck, seed=seed,
                 zones=ZONES, remember=REMEMBER, players="4, partners opposite")  # fmt: skip
    assert [table.size("hand", i) for i in range(4)] == [amount] * 4


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize(("deck", "all_cards"), [("2 3 4", 12), ("2 3 4, 2 copies", 24), ("2 3 4, 3 copies", 36)])
def test_dealing_a_whole_deck_is_the_same_in_every_executor(play, deck: str, all_cards: int, seed: int) -> None:
    round_the_table = f"deal {all_cards // 4} from stock to hand of each player from p.left"
    for deal in (round_the_table, f"deal {all_cards} from stock to p.hand"):
        table = play(START + "shuffle stock\n" + deal + "\nset n to 1", deck=deck, seed=seed,
                     zones=ZONES, remember=REMEMBER, players="4, partners opposite")  # fmt: skip
        assert sum(table.size("hand", i) for i in range(4)) == all_cards
        held = Counter(card for i in range(4) for card in table.zone("hand", i).split())
        assert set(held.values()) == {all_cards // 12}


def test_dealing_to_teams(play) -> None:
    table = play(START + "deal 2, 1 from stock to won of each team\ndeal 1 from stock to won of each team",
                 deck="2 3 4", zones=ZONES, remember=REMEMBER, players="4, partners opposite")  # fmt: skip
    assert [table.zone("won", i) for i in range(2)] == ["4h 3s 4s", "3h 2s"]


@pytest.mark.parametrize("deal", ["deal 5 from stock to heap", "deal 2 from stock to hand of each player"])
def test_dealing_more_cards_than_there_are_is_a_fault(play, deal) -> None:
    with pytest.raises(Fault) as fault:
        play(START + deal, deck="2", zones=ZONES, remember=REMEMBER, players="4, partners opposite")
    assert (fault.value.code, fault.value.span.text) == ("E1208", deal)


MOVES = {
    # the stock holds the deck 2c 3c 2d 3d 2h 3h 2s 3s, bottom first
    "move top of stock to heap": ("2c 3c 2d 3d 2h 3h 2s", "3s"),
    "move bottom of stock to heap": ("3c 2d 3d 2h 3h 2s 3s", "2c"),
    "move top 3 of stock to heap": ("2c 3c 2d 3d 2h", "3s 2s 3h"),
    "move bottom 2 of stock to heap\nmove bottom of stock to heap": ("3d 2h 3h 2s 3s", "2c 3c 2d"),
    "move top 99 of stock to heap": ("", "3s 2s 3h 2h 3d 2d 3c 2c"),
    "move stock to heap": ("", "2c 3c 2d 3d 2h 3h 2s 3s"),
    "move stock to heap\nmove top of heap to stock\nmove heap to stock": ("3s 2c 3c 2d 3d 2h 3h 2s", ""),
    "move (the c in stock where c = 2 of hearts) to heap": ("2c 3c 2d 3d 3h 2s 3s", "2h"),
    "move every c in stock where c.rank = 3 to heap": ("2c 2d 2h 2s", "3c 3d 3h 3s"),
    "move stock except top 2 of stock to heap": ("2s 3s", "2c 3c 2d 3d 2h 3h"),
    "move top of stock + bottom of stock to heap": ("3c 2d 3d 2h 3h 2s", "2c 3s"),
    "move bottom of stock to stock": ("3c 2d 3d 2h 3h 2s 3s 2c", ""),
    "move stock to stock": ("2c 3c 2d 3d 2h 3h 2s 3s", ""),
    "set it to bottom of stock\nmove it to heap\nmove it to stock": ("3c 2d 3d 2h 3h 2s 3s 2c", ""),
    "let c be top of stock\nmove c to p.hand\nmove c to p.left.hand\nmove p.left.hand to heap": (
        "2c 3c 2d 3d 2h 3h 2s", "3s",
    ),
    "deal 3 from stock to p.hand\ndeal 1 from stock to heap\nmove p.hand to heap": ("2c 3c 2d 3d", "2h 3h 2s 3s"),
    "deal 2 from stock to p.hand\nmove p.hand + bottom of stock to heap": ("3c 2d 3d 2h 3h", "2c 2s 3s"),
    "move p.hand to heap\nmove heap to p.hand": ("2c 3c 2d 3d 2h 3h 2s 3s", ""),
    "deal 4 from stock to heap\ngather every card into stock": ("2c 3c 2d 3d 2h 3h 2s 3s", ""),
    "deal 4 from stock to heap\nmove stock to heap\nmove bottom of heap to stock": ("3s", "2s 3h 2h 2c 3c 2d 3d"),
}  # fmt: skip


@pytest.mark.parametrize("moves", MOVES)
def test_moves_between_zones(play, moves) -> None:
    more = "phase never\n    let c be top of heap\n    let d be top of stock\n    move c + d to heap\n"
    table = play(START + moves, more=more, deck="2 3", zones=ZONES, remember=REMEMBER, players="4, partners opposite")
    assert (table.zone("stock"), table.zone("heap")) == MOVES[moves]


@pytest.mark.parametrize("moves", MOVES)
def test_moves_after_a_choice(play, moves) -> None:
    more = "phase never\n    let c be top of heap\n    let d be top of stock\n    move c + d to heap\n"
    main = START + "".join(f'p chooses\n    "on"\n        nothing\n{line}\n' for line in moves.split("\n"))
    table = play(main, more=more, deck="2 3", zones=ZONES, remember=REMEMBER, players="4, partners opposite")
    while not table.over:
        table.choose("on")
    assert (table.zone("stock"), table.zone("heap")) == MOVES[moves]


def test_an_empty_pile_has_no_ends(play) -> None:
    for main in (
        "move top of heap to stock",
        "let c be bottom of heap\nmove c to stock",
        "set n to (top of heap).number",
    ):
        with pytest.raises(Fault) as fault:
            play(START + main, deck="2", zones=ZONES, remember=REMEMBER, players="4, partners opposite")
        assert fault.value.code in ("E1202", "E1208")
        assert "of heap" in fault.value.span.text
    table = play(START + "move top 2 of heap to stock\nset n to size of (bottom 3 of heap)", deck="2", zones=ZONES,
                 remember=REMEMBER, players="4, partners opposite")  # fmt: skip
    assert table.var("n") == 0


def test_gathering_takes_cards_from_every_zone(play) -> None:
    main = (
        START
        + """
        deal 1 from stock to hand of each player
        deal 1 from stock to won of each team
        move top of stock to out
        shuffle stock
        move stock to other
        shuffle other
        move top of other to stock
        shuffle stock
        gather every card into heap
        set n to size of heap
        gather every card into stock
    """
    )
    import textwrap

    main = START + textwrap.dedent(main.removeprefix(START))
    table = play(main, deck="2 3 4", zones=ZONES, remember=REMEMBER, players="4, partners opposite")
    assert table.var("n") == 12
    assert table.zone("stock") == "2c 3c 4c 2d 3d 4d 2h 3h 4h 2s 3s 4s"
    moved = [r for r in table.records if isinstance(r, Moved)]
    assert sum(len(r.cards) for r in moved if table.program.zones[r.target.zone].name == "heap") == 12


def test_records_name_the_cards_dealt_and_drawn(play) -> None:
    table = play(START + "shuffle stock\ndeal 2 from stock to hand of each player\nset p to a random player\nmove a random card of heap + stock to heap"
                 .replace("a random card of heap + stock", "a random card of stock"),
                 deck="2 3 4", zones=ZONES, remember=REMEMBER, players="4, partners opposite")  # fmt: skip
    assert [r.pile.zone for r in table.records if isinstance(r, Shuffled)] == [0]
    dealt = [r for r in table.records if isinstance(r, Moved) and r.dealt]
    assert [len(r.cards) for r in dealt] == [2, 2, 2, 2]
    assert [r.target.owner for r in dealt] == [0, 1, 2, 3]
    drawn = [r for r in table.records if isinstance(r, Drawn)]
    assert [(r.what, r.purpose) for r in drawn] == [("player", "p"), ("card", "")]
    assert table.var("p") == drawn[0].value
    assert table.zone("heap") == table.card(drawn[1].value)


def test_a_random_card_of_an_empty_set_is_a_fault(play) -> None:
    with pytest.raises(Fault) as fault:
        play("move a random card of heap to stock", zones=ZONES, remember=REMEMBER, players="4, partners opposite")
    assert fault.value.code == "E1207"


class Scripted:
    """Chance that draws the named cards in this order, and leaves the rest to the generator."""

    def __init__(self, table, *cards: str) -> None:
        self.cards = list(cards)
        self.named = table
        self.asked: list[int] = []

    def card(self, pile, target, bag):
        self.asked.append(len(bag))
        assert list(bag) == sorted(bag)
        return next((c for c in bag if self.cards and self.named(c) == self.cards[0] and self.cards.pop(0)), None)

    def player(self, purpose, candidates):
        return candidates[-1]


def test_a_card_that_was_looked_at_keeps_its_place(play) -> None:
    names = ["2c", "3c", "2d", "3d", "2h", "3h", "2s", "3s"]
    chance = Scripted(lambda c: names[c], "2d", "3h", "2c", "3s", "2s")
    main = (
        START
        + """shuffle stock
let t be top of stock
let b be bottom of stock
set n to (top of stock).number * 100 + (bottom of stock).number * 10 + size of stock
move b to out
deal 2 from stock to heap
move t to stock
deal 2 from stock to heap
move bottom of stock to out
"""
    )
    table = play(main, deck="2 3", zones=ZONES, remember=REMEMBER, players="4, partners opposite", chance=chance,
                 more="phase never\n    let c be top of heap\n    let d be top of out\n    move c + d to stock\n")  # fmt: skip
    # the rules look at the top 2d and the bottom 3h; 3h goes out; 2d and 2c are dealt; 2d goes back; 2d and 3s are
    # dealt; 2s goes out from the bottom
    assert table.var("n") == 200 + 30 + 8
    assert table.zone("out") == "3h 2s"
    assert table.zone("heap") == "2c 2d 3s"
    assert chance.asked == [8, 7, 6, 5, 4]


def test_computing_the_options_does_not_change_the_state(play) -> None:
    """The end of a shuffled pile is drawn before the question, not each time that the options are computed."""
    main = (
        START
        + """shuffle stock
p chooses
    "it is {c}" for c in {top of stock}
        nothing
    "below are {n2}" if size of stock > 3 and ends_red for n2 in size of top_two .. 3
        nothing
    "guess {c}" for c in stock where c.suit = (bottom of stock).suit and c != high(p)
        move c to heap
"""
    )
    more = """
define ends_red means (top of stock).suit.color in {red, black}
define top_two means top 2 of stock
define high(q: player) means highest_of(q.left, 3)
define highest_of(q: player, k: number) means first c in stock where c in top k of stock
"""
    for seed in range(5):
        table = play(
            main, more=more, deck="2 3", zones=ZONES, remember=REMEMBER, players="4, partners opposite", seed=seed
        )
        again = [table.labels, table.labels]
        assert again[0] == again[1]
        table.choose(table.labels[0])


# ------------------------------------------------------------------------------- lazy shuffles against eager ones


class Branching:
    """Chance that goes through all its outcomes: it first answers the values in `path`, then always the first
    candidate.
    """

    def __init__(self, path: list[int]) -> None:
        self.path = path
        self.taken: list[tuple[int, int]] = []

    def card(self, pile, target, bag):
        at = self.path[len(self.taken)] if len(self.taken) < len(self.path) else 0
        self.taken.append((at, len(bag)))
        return bag[at]

    def player(self, purpose, candidates):
        raise AssertionError


STEPS = {
    "deal 1 from stock to heap": lambda z: z["heap"].append(z["stock"].pop()),
    "deal at most 2 from stock to other": lambda z: [
        z["other"].append(z["stock"].pop()) for _ in range(min(2, len(z["stock"])))
    ],
    "deal at most 1 from other to stock": lambda z: [z["stock"].append(z["other"].pop()) for _ in z["other"][:1]],
    "move top of stock to other": lambda z: z["other"].append(z["stock"].pop()),
    "move bottom of stock to heap": lambda z: z["heap"].append(z["stock"].pop(0)),
    "let NAME be top of stock\nif NAME.number = 2: move NAME to heap": lambda z: (
        z["heap"].append(z["stock"].pop()) if z["stock"][-1] == 0 else None
    ),
    "let NAME be bottom of stock\nif NAME.number = 2: move NAME to stock": lambda z: (
        z["stock"].append(z["stock"].pop(0)) if z["stock"][0] == 0 else None
    ),
    "if top of stock in top 2 of stock and bottom 2 of stock is empty: shuffle stock": lambda z: None,
    "move stock to other": lambda z: (z["other"].extend(z["stock"]), z["stock"].clear()),
    "move other to stock": lambda z: (z["stock"].extend(z["other"]), z["other"].clear()),
    "move heap to stock": lambda z: (z["stock"].extend(z["heap"]), z["heap"].clear()),
    "move top 2 of stock to other": lambda z: [z["other"].append(z["stock"].pop()) for _ in z["stock"][-2:]],
    "if 3 of clubs in stock: move (the c in stock where c.number = 3) to other": lambda z: (
        (z["stock"].remove(1), z["other"].append(1)) if 1 in z["stock"] else None
    ),
    "shuffle stock": "stock",
    "shuffle other": "other",
    "shuffle heap": "heap",
}
FEEDS = {
    text for text in STEPS if text.startswith(("deal 1", "move top of stock", "move bottom", "let NAME", "if top"))
}


def eager(steps: list[str]) -> Counter[tuple[tuple[int, ...], ...]] | None:
    """Every end and its probability with complete shuffles.  None if a step needs a card that is not there."""
    worlds = [({"stock": [0, 1, 2, 3], "heap": [], "other": []}, Fraction(1))]
    for text in steps:
        after = []
        for zones, weight in worlds:
            step = STEPS[text]
            if isinstance(step, str):
                orders = list(permutations(zones[step]))
                for order in orders:
                    after.append(({**{k: list(v) for k, v in zones.items()}, step: list(order)}, weight / len(orders)))
                continue
            if text in FEEDS and not zones["stock"]:
                return None
            step(zones)
            after.append((zones, weight))
        if len(after) > 3000:
            return None
        worlds = after
    ends: Counter[tuple[tuple[int, ...], ...]] = Counter()
    for zones, weight in worlds:
        ends[tuple(tuple(zones[z]) for z in ("stock", "heap", "other"))] += weight
    return ends


@settings(max_examples=30)
@given(st.lists(st.sampled_from(sorted(STEPS)), min_size=2, max_size=7), st.booleans())
def test_a_lazy_shuffle_has_the_probabilities_of_a_complete_one(program, rules, seat, steps, shuffled) -> None:
    steps = ["shuffle stock", *steps]
    if steps.count("shuffle other") and not shuffled:
        steps = [s for s in steps if s != "shuffle other"]
    wanted = eager(steps)
    if wanted is None:
        return
    lines = [text.replace("NAME", f"c{i}") for i, text in enumerate(steps)]
    for zone in ("stock", "heap", "other"):
        lines.append(f"deal size of {zone} from {zone} to end_{zone}")
    never = "phase never\n    shuffle stock\n    let c be top of other\n    shuffle heap\n    move c to heap\n"
    never += "".join(f"    let c{z} be top of end_{z}\n    move c{z} to stock\n" for z in ("stock", "heap", "other"))
    zones = "zones\n    stock: face down\n    heap: face up\n    other: face down\n"
    zones += "".join(f"    end_{z}: face up\n" for z in ("stock", "heap", "other"))
    text = rules("gather every card into stock\n" + "\n".join(lines), never, deck="2 3 4 5 of clubs", zones=zones)
    made = program(text)
    found: Counter[tuple[tuple[int, ...], ...]] = Counter()
    waiting: list[list[int]] = [[]]
    while waiting:
        chance = Branching(waiting.pop())
        table = seat(made, chance=chance)
        weight = Fraction(1)
        for i, (at, count) in enumerate(chance.taken):
            weight /= count
            if i >= len(chance.path):
                waiting += [[a for a, _ in chance.taken[:i]] + [k] for k in range(1, count)]
            assert at < count
        ends = []
        for zone in ("stock", "heap", "other"):
            cards = [c for c in range(4) if table.card(c) in table.zone(f"end_{zone}").split()]
            order = [table.zone(f"end_{zone}").split().index(table.card(c)) for c in cards]
            ends.append(tuple(c for _, c in sorted(zip(order, cards, strict=True), reverse=True)))
        found[tuple(ends)] += weight
        assert len(waiting) < 5000
    assert found == wanted


@pytest.mark.parametrize("pile", ["tower", "heap"])
def test_moving_a_zone_onto_itself_changes_nothing(play, pile) -> None:
    """Only in play is it known that both zones are the same.  Then nothing is recorded, drawn or reversed."""
    zones = "zones\n    stock: face down\n    tower of each player: face down\n    heap of each player: private\n"
    main = f'gather every card into p.{pile}\nshuffle p.{pile}\n%sp chooses\n    "on"\n        nothing\n'
    parts = {"deck": "2 3 4", "zones": zones, "remember": "p, q: player"}
    still, moved = play(main % "", **parts), play(main % f"move p.{pile} to q.{pile}\n", **parts)
    assert len(moved.records) == len(still.records)
    assert moved.zone(pile, 0) == still.zone(pile, 0) != ""
    assert [r for r in moved.records if isinstance(r, Moved | Drawn) and r.span.text.startswith("move")] == []


@pytest.mark.parametrize("deck", ["2 3 4", "2 3 4, 2 copies"])
def test_a_deal_does_not_take_a_known_bottom_card(play, deck) -> None:
    """The rules looked at the bottom card.  It stays at the bottom and is not dealt."""
    look = "shuffle stock\nset it to bottom of stock\n"
    for seed in range(4):
        table = play(f"{START}{look}deal 2 from stock to hand of each player", deck=deck, remember=REMEMBER, seed=seed)
        assert table.zone("stock").split()[0] == table.card(table.var("it"))


def test_shuffling_every_card_into_a_zone_equals_gathering_and_shuffling(play) -> None:
    after = "\ndeal 3 from stock to hand of each player\nset it to bottom of stock"
    short, long = (
        play("move top 5 of stock to heap\n" + words + after, seed=4, remember="it: card or none")
        for words in ("shuffle every card into stock", "gather every card into stock\nshuffle stock")
    )
    assert short.zone("heap") == ""
    assert short.zone("stock") == long.zone("stock")
    assert short.var("it") == long.var("it")
