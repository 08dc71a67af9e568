"""Incidents: when they can be declared, their effects, and that the game continues where it was."""

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
def test_an_incident_until_the_first_choice_of_a_phase(play, deal, ask) -> None:
    """The first choice made during `bid` ends the time for declaring it, even a choice in a phase that `bid` calls."""
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


def test_the_time_for_an_incident_ends_with_its_phase(play) -> None:
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


def test_an_incident_during_a_phase_and_the_phases_it_calls(play) -> None:
    table = play("all", more=DURING.format(slip="nothing"), remember=REMEMBER)
    assert names(table) == []
    assert names(table.choose("early")) == ["slip", "stop it"]
    assert (table.declare(0).who, names(table)) == (0, ["slip", "stop it"])
    assert (table.choose("go").who, names(table)) == (1, ["slip", "stop it"])
    assert names(table.choose("go")) == []
    assert table.choose("late").over
    assert table.var("fines") == 1


def test_starting_a_phase_again_ends_the_time_for_its_incidents(play) -> None:
    table = play("all", "early", more=DURING.format(slip="nothing"), remember=REMEMBER)
    table.declare(1)
    assert table.labels == ["early"]
    assert names(table) == []
    table.choose("early", "go").declare(1)
    assert (table.labels, names(table)) == (["early"], [])
    assert table.choose("early", "go", "go", "late").over
    assert (table.var("trace"), table.var("fines")) == (3, 20)


def test_an_incident_may_ask_a_question_and_cannot_be_declared_during_itself(play) -> None:
    slip = 'p.right chooses\n        "forgive"\n            nothing\n        "insist"\n            turn'
    table = play("all", "early", "go", more=DURING.format(slip=slip), remember=REMEMBER)
    assert (table.who, table.labels) == (1, ["go"])
    table.declare(0)
    assert (table.who, table.labels, names(table)) == (0, ["forgive", "insist"], ["stop it"])
    table.choose("forgive")
    assert (table.who, table.labels, names(table)) == (1, ["go"], ["slip", "stop it"])
    # `turn` is already running.  The incident plays it a second time and does not disturb the first.
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


def test_playable_cards_are_computed_again_after_an_incident(play) -> None:
    main = "gather every card into stock\ndeal 3 from stock to hand of each player\nset p to p.left\nplay_it"
    table = play(main, more=TRICK, zones=ZONES, deck="2 3 4", remember=REMEMBER)
    assert (table.who, table.labels) == (1, ["play 3h", "play 4h"])
    table.declare()
    assert (table.who, table.labels) == (1, ["play 4h"])
    table.choose("play 4h")
    assert table.who == 2
    table.choose("play 4d").choose("play 3c", "play 4s")
    assert table.each("points") == [0, 1, 0, 0]


def test_an_incident_between_secret_choices(play) -> None:
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


WHOSE = """
phase play_it
    for q in players from p
        q chooses
            "go"
                add 1 to trace
phase play_more
    p chooses
        "cut"
            nothing
    play_it
incident "slip" by q in players {whose} during play_it
    add 1 to q.points
    add 1 to fines
    {slip}
incident "call" by q in players from play_more until the first choice of play_it
    add 10 to q.points
"""


def named(table) -> list[tuple[str, int]]:
    entries = [table.program.incidents[i] for i in table.question.incidents]
    return [(entry.title, entry.player) for entry in entries]


def slips(*players: int) -> list[tuple[str, int]]:
    return [("slip", player) for player in players]


def declared(table, title: str, player: int):
    entries = table.program.incidents
    return table.declare(next(i for i, e in enumerate(entries) if (e.title, e.player) == (title, player)))


def test_an_incident_without_a_condition_belongs_to_any_player(play) -> None:
    table = play("play_it", more=WHOSE.format(whose="", slip="nothing"), remember=REMEMBER)
    assert named(table) == slips(0, 1, 2, 3)
    declared(table, "slip", 2)
    assert (table.who, named(table)) == (0, slips(0, 1, 2, 3))
    declared(table.choose("go"), "slip", 0)
    assert (table.who, table.each("points")) == (1, [1, 0, 1, 0])


@pytest.mark.parametrize("whose", ["except p where q.points < 2", "where q != p and q.points < 2"])
def test_the_owners_of_an_incident_are_computed_before_every_choice(play, whose) -> None:
    slip = "if fines = 2: set p to p.left"
    table = play("play_more\nplay_it", more=WHOSE.format(whose=whose, slip=slip), remember=REMEMBER)
    calls = [("call", player) for player in range(4)]
    assert named(table) == calls
    declared(table, "call", 3)
    assert (table.labels, table.each("points"), named(table)) == (["cut"], [0, 0, 0, 10], calls)
    table.choose("cut")
    assert named(table) == [*slips(1, 2), *calls]
    declared(table, "slip", 1)
    assert named(table) == [*slips(1, 2), *calls]
    declared(table, "slip", 1)
    assert named(table) == [*slips(0, 2), *calls]
    assert named(table.choose("go")) == slips(0, 2)
    assert named(table.choose("go", "go", "go")) == slips(0, 2)
    assert table.who == 1
    assert table.choose("go", "go", "go", "go").over
    assert table.each("points") == [0, 2, 0, 10]


def test_the_owners_of_an_incident_are_not_computed_before_its_phase(play) -> None:
    """The condition may need a value that exists only later, here a dealer."""
    more = """
incident "slip" by q in {dealer.left, dealer.right} during play_it
    add 1 to q.points
phase play_it
    p chooses
        "go"
            nothing
"""
    main = 'p chooses\n    "first"\n        set dealer to p\nif dealer is not none: play_it'
    remember = REMEMBER + "    dealer: player or none\n"
    table = play(main, more=more, remember=remember, checks=False)
    assert named(table) == []
    assert named(table.choose("first")) == slips(1, 3)


def test_an_incident_may_ask_its_owner_a_question(play) -> None:
    slip = 'q chooses\n        "sorry"\n            add 5 to q.points\n        "no"\n            nothing'
    table = play("play_it", more=WHOSE.format(whose="", slip=slip), remember=REMEMBER)
    declared(table, "slip", 3)
    assert (table.who, table.labels, named(table)) == (3, ["sorry", "no"], [])
    table.choose("sorry")
    assert (table.who, named(table)) == (0, slips(0, 1, 2, 3))
    assert table.each("points") == [0, 0, 0, 6]
