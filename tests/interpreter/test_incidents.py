"""Incidents: when they can be declared, what they do, and that the game goes on where it was."""

from __future__ import annotations

import pytest

REMEMBER = """
    p: player
    trace, fines, deals: number
    points of each player: number
"""

UNTIL = """
phase deal_it
    add 1 to deals
    gather every card into stock
    {deal}deal 2 from stock to hand of each player
phase bid
    for q in players from p.left
        {ask}
phase ask(q: player)
    q chooses
        "bid"
            add 1 to trace
        "pass"
            nothing
phase round
    deal_it
    before
    bid
    after_it
phase before
    p chooses
        "look"
            nothing
phase after_it
    p chooses
        "done"
            add 100 to trace
incident "misdeal" from deal_it until the first choice of bid
    add 1 to fines
    {end}
"""
DIRECT = 'q chooses\n            "bid"\n                add 1 to trace\n            "pass"\n                nothing'


def open_now(table) -> bool:
    return bool(table.question.incidents)


@pytest.mark.parametrize("deal", ["", 'p chooses\n        "cut"\n            nothing\n    '])
@pytest.mark.parametrize("ask", ["ask(q)", DIRECT])
def test_until_the_first_choice_of_a_phase(play, deal, ask) -> None:
    """The first choice made while `bid` goes on closes the window, be it written in a phase that `bid` calls."""
    more = UNTIL.format(deal=deal, ask=ask, end="nothing")
    main = 'p chooses\n    "begin"\n        nothing\nround\nround'
    table = play(main, more=more, remember=REMEMBER)
    assert not open_now(table)
    table.choose("begin")
    for turn in range(2):
        if deal:
            assert open_now(table)
            table.choose("cut")
        assert open_now(table)
        assert table.labels == ["look"]
        table.declare()
        assert table.labels == ["look"]
        table.choose("look")
        assert open_now(table)
        assert (table.who, table.labels) == (1, ["bid", "pass"])
        table.declare().declare()
        assert (table.who, table.labels) == (1, ["bid", "pass"])
        table.choose("pass")
        assert not open_now(table)
        with pytest.raises(ValueError, match="cannot happen now"):
            table.declare()
        table.choose("bid", "bid", "bid", "done")
        assert table.var("fines") == 3 * (turn + 1)
    assert table.over
    with pytest.raises(ValueError, match="cannot happen now"):
        table.declare()


def test_the_window_closes_with_its_phase_even_if_nobody_chose(play) -> None:
    more = UNTIL.format(deal="", ask="if q.points > 0: ask(q)", end="nothing")
    table = play("round", "look", more=more, remember=REMEMBER)
    assert table.labels == ["done"]
    assert not open_now(table)


def test_an_incident_can_start_a_phase_again(play) -> None:
    more = UNTIL.format(deal="", ask="ask(q)", end="set p to p.left\n    start round again")
    table = play("round\nadd 1000 to trace", more=more, remember=REMEMBER)
    table.declare()
    assert (table.who, table.labels, open_now(table)) == (1, ["look"], True)
    table.choose("look").declare()
    assert (table.who, table.labels, table.var("deals")) == (2, ["look"], 3)
    table.choose("look", "bid", "bid", "pass", "bid", "done")
    assert table.over
    assert (table.var("trace"), table.var("fines")) == (1103, 2)


DURING = """
phase play_it
    repeat 2 times
        turn
phase turn
    p chooses
        "go"
            add 1 to trace
    set p to p.left
phase late
    p chooses
        "late"
            nothing
incident "slip" during play_it
    add 1 to fines
    {slip}
incident "stop it" during turn
    add 10 to fines
    start all again
phase all
    p chooses
        "early"
            nothing
    play_it
    late
"""


def names(table) -> list[str]:
    return [table.program.incidents[i].title for i in table.question.incidents]


def test_during_a_phase_and_the_phases_it_calls(play) -> None:
    table = play("all", more=DURING.format(slip="nothing"), remember=REMEMBER)
    assert names(table) == []
    assert names(table.choose("early")) == ["slip", "stop it"]
    assert (table.declare(0).who, names(table)) == (0, ["slip", "stop it"])
    assert (table.choose("go").who, names(table)) == (1, ["slip", "stop it"])
    assert names(table.choose("go")) == []
    assert table.choose("late").over
    assert table.var("fines") == 1


def test_starting_again_from_within_shuts_what_was_open(play) -> None:
    table = play("all", "early", more=DURING.format(slip="nothing"), remember=REMEMBER)
    table.declare(1)
    assert table.labels == ["early"]
    assert names(table) == []
    table.choose("early", "go").declare(1)
    assert (table.labels, names(table)) == (["early"], [])
    assert table.choose("early", "go", "go", "late").over
    assert (table.var("trace"), table.var("fines")) == (3, 20)


def test_an_incident_may_ask_and_is_not_declared_within_itself(play) -> None:
    slip = 'p.right chooses\n        "forgive"\n            nothing\n        "insist"\n            turn'
    table = play("all", "early", "go", more=DURING.format(slip=slip), remember=REMEMBER)
    assert (table.who, table.labels) == (1, ["go"])
    table.declare(0)
    assert (table.who, table.labels, names(table)) == (0, ["forgive", "insist"], ["stop it"])
    table.choose("forgive")
    assert (table.who, table.labels, names(table)) == (1, ["go"], ["slip", "stop it"])
    # `turn` is being played already: the incident plays it by itself, and the one going on is not disturbed.
    table.declare(0).choose("insist")
    assert (table.who, table.labels) == (1, ["go"])
    assert table.choose("go").labels == ["go"]
    assert (table.who, table.labels) == (2, ["go"])
    assert table.choose("go").labels == ["late"]
    assert table.choose("late").over
    assert table.var("trace") == 3


TRICK = """
ranking
    any suit: 4 3 2
phase play_it
    play trick from hand to trick, led by p, following suit, if able c where c.rank != 2, taken by winner
    add 1 to winner.points
incident "exposed" during play_it
    move the c in p.hand where c.rank = 3 to heap
"""
ZONES = "zones\n    stock: face down\n    heap: face up\n    trick: face up\n    hand of each player: private\n"


def test_what_may_be_played_is_looked_at_anew_after_an_incident(play) -> None:
    main = "gather every card into stock\ndeal 3 from stock to hand of each player\nset p to p.left\nplay_it"
    table = play(main, more=TRICK, zones=ZONES, deck="2 3 4", remember=REMEMBER)
    assert (table.who, table.labels) == (1, ["play 3h", "play 4h"])
    table.declare()
    assert (table.who, table.labels) == (1, ["play 4h"])
    table.choose("play 4h")
    assert table.who == 2
    table.choose("play 4d").choose("play 3c", "play 4s")
    assert table.each("points") == [0, 1, 0, 0]


def test_an_incident_in_secret_choices(play) -> None:
    more = """
phase swap
    in secret together
        for q in players
            q chooses
                "give {c}" for c in q.hand
                    move c to q.left.hand
incident "talk" during swap
    add 1 to fines
"""
    main = "gather every card into stock\ndeal 1 from stock to hand of each player\nswap"
    table = play(main, "give 2s", more=more, deck="2", remember=REMEMBER)
    table.declare().choose("give 2h").declare()
    assert table.who == 2
    table.choose("give 2d", "give 2c")
    assert [table.zone("hand", i) for i in range(4)] == ["2c", "2s", "2h", "2d"]
    assert table.var("fines") == 2
