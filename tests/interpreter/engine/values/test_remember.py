"""Remembered variables: initial values, `set`, `add` and `subtract` for one and for each, ranges, and `remember
during`.
"""

from __future__ import annotations

import pytest

from hoyle.interpreter.engine import Fault

TYPES = {
    "number": 0,
    "0..5": 0,
    "3..5": 3,
    "yes or no": 0,
    "player": 0,
    "player or none": -1,
    "team": 0,
    "team or none": -1,
    "suit": 0,
    "suit or none": -1,
    "rank or none": -1,
    "card": 0,
    "card or none": -1,
    "mood": 0,
    "mood or none": -1,
    "strain": 0,
    "cards": 0,
    "teams": 0,
    "suits": 0,
    "ranks": 0,
    "price": 4,
    "way": 0,
}
MORE = """
kind mood: glad or sad
kind strain: suit or no_trump
option price: 4 or 6 = 6
option way = up
    up
    down
"""


@pytest.mark.parametrize("type", TYPES)
def test_initial_values(play, type) -> None:
    more = MORE + f"remember\n    it of each player: {type}\n    shared: {type}\n"
    table = play("nothing", more=more, players="4, partners opposite")
    assert table.each("it") == [TYPES[type]] * 4
    assert table.var("shared") == TYPES[type]


def test_set_add_and_subtract_for_one_each_and_several(play) -> None:
    table = play(
        """
        set x, y to 7
        add x to y
        subtract 2 * y from x
        set points of each player to 3
        add x to points of each player
        set p to p.left
        set p.points to 100
        subtract p.points from points of each player
        set p.left.points, p.right.points to y
        set won of each team to 2
        add 5 to p.team.won
        subtract 1 from p.team.opponents.won
        set glad, p.left.out to yes
        """,
        remember="""
        x, y: number
        points of each player: number
        won of each team: 0..9
        p: player
        glad: yes or no
        out of each player: yes or no
        """,
        players="4, partners opposite",
    )
    assert (table.var("x"), table.var("y")) == (-21, 14)
    # each player -18 and player 1 100; then the old value of p, 100, from each; then two assignments
    assert table.each("points") == [14, 0, 14, -118]
    assert table.each("won") == [1, 7]
    assert table.var("glad") == 1
    assert table.each("out") == [0, 0, 1, 0]


def test_the_same_assignments_between_choices(play) -> None:
    table = play(
        """
        let n be 5
        p chooses
            "on {m}" for m in 1..3
                add m to n
                set m to 3
                let k be m + n
                p.left chooses
                    "and {q}" for q in players except p
                        add k to q.points
                        set p to q
                        set n to n + m
        add n to points of each player
        set p.points to n + 1
        """,
        "on 2",
        "and C",
        remember="points of each player: number\np: player",
    )
    assert table.each("points") == [10, 10, 11, 10]
    assert table.var("p") == 2


@pytest.mark.parametrize(
    ("statement", "fails"),
    [
        ("set few to 5", False), ("set few to x + 6", True), ("add 6 to few", True), ("subtract 1 from few", True),
        ("add 5 to few", False), ("set few to x", False), ("set some of each player to 3 + x", False),
        ("add 1 to p.some", True), ("set q to who", True), ("set who to none", False), ("set odd to x", True),
        ("set odd to x + 2", False), ("add 2147483647 to x", False), ("add 2147483647 to x, add 1 to x", True),
    ],
)  # fmt: skip
def test_leaving_the_range_is_a_fault(play, statement, fails) -> None:
    remember = """
        few: 0..5
        odd: 1..3
        some of each player: 3..3
        x: number
        p, q: player
        who: player or none
    """
    for ask in (False, True):
        lines = "\n".join(statement.split(", "))
        main = f'p chooses\n    "on"\n        nothing\n{lines}' if ask else lines
        if not fails:
            play(main, *["on"] * ask, remember=remember)
            continue
        with pytest.raises(Fault) as fault:
            play(main, *["on"] * ask, remember=remember)
        assert fault.value.code in ("E1201", "E1202")
        assert fault.value.span.text in statement


def test_a_fault_leaves_the_state_unchanged(play) -> None:
    table = play(
        'p chooses\n    "up"\n        add 9 to few\n    "on"\n        nothing', remember="few: 0..5\np: player"
    )
    before = table.state.copy()
    with pytest.raises(Fault):
        table.choose("up")
    assert table.state == before
    assert table.choose("on").over


def test_variables_of_a_phase_are_reset_at_its_start(play) -> None:
    for ask in (False, True):
        choose = 'p chooses\n        "on"\n            ' if ask else ""
        more = f"""
phase once
    {choose}add 2 to tally
    add tally to sum
    set best to 9
    add tally to p.own
remember during once
    tally: number
    best: 3..9
    own of each player: number
"""
        main = "once\nadd 1 to tally\nadd best to sum\nonce\nonce\nadd best to sum"
        table = play(main, *["on"] * 3 * ask, more=more, remember="sum: number\np: player")
        assert table.var("sum") == 2 + 9 + 2 + 2 + 9
        assert (table.var("tally"), table.var("best")) == (2, 9)
        assert table.each("own") == [2, 0, 0, 0]
        table = play(
            "add 1 to tally\nadd best to sum", more=more + "phase never\n    once\n", remember="sum: number\np: player"
        )
        assert (table.var("sum"), table.var("tally")) == (3, 1)


def test_the_scope_of_let_is_its_block(play) -> None:
    table = play(
        """
        let n be 1
        if n = 1
            let m be n + 1
            set n to m
        otherwise
            let m be 7
            set n to m
        for k in 1..2
            let m be k
            add m to n
        let m be n
        set got to m
        """,
        remember="got: number",
    )
    assert table.var("got") == 5


def test_sets_and_cards_can_be_remembered(play) -> None:
    table = play(
        """
        set who to teams
        set these to top 3 of stock
        set it to top of stock
        set these to these except it
        set them to {hearts, spades}
        move these to heap
        set n to size of who
        if p.team in who and it in stock and hearts in them: add 10 to n
        """,
        remember="who: teams\nthese: cards\nit: card or none\nthem: suits\np: player\nn: number",
        players="4, partners opposite",
    )
    assert table.zone("heap") == "Qs Ks"
    assert table.var("n") == 12


def test_an_assignment_to_each_player_but_some_computes_the_value_once(play) -> None:
    table = play(
        """
        add 5 to points of each player except q
        add highest points + 1 to points of each player except {q, q.left}
        subtract 2 from points of each player except players
        set marked of each team except q.team to yes
        for p in players: set n to 100 * n + p.points
        if no t in teams has (t.marked and t = q.team): add 1 to n
        """,
        remember="q: player\npoints of each player: number\nmarked of each team: yes or no\nn: number",
        players="4, partners opposite",
    )
    assert table.var("n") == 51112
