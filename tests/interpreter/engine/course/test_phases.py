"""Phases: parameters, nested calls, starting again, and the limits of a game."""

from __future__ import annotations

import pytest

from hoyle.interpreter.engine import Fault
from hoyle.interpreter.program import DECISIONS, LENGTH_LIMIT


@pytest.fixture
def hasty(monkeypatch):
    """Reduce the limit of steps, so that a test reaches it quickly."""
    for executor in ("engine.guards", "engine.python.statements", "wasm.module"):
        monkeypatch.setattr(f"hoyle.interpreter.{executor}.STEP_LIMIT", 5000)


CALLS = """
phase outer(n: number, q: player)
    let before be n
    inner(n + 1, q.left)
    inner(n + 2, q)
    set trace to trace * 10 + before
    set n to 9
    inner(n, q.right)
phase inner(n: number, q: player)
    {choose}add n to q.points
    set trace to trace * 10 + n
    set n to 0
"""
REMEMBER = "p: player\ntrace: number\nrounds: number\npoints of each player: number"


def test_each_call_has_its_own_parameters(play) -> None:
    for ask in (False, True):
        more = CALLS.format(choose='p chooses\n        "on"\n            nothing\n    ' if ask else "")
        table = play("outer(1, p)\nouter(3, p.left)", *["on"] * 6 * ask, more=more, remember=REMEMBER)
        assert table.var("trace") == 23194539
        assert table.each("points") == [3 + 9, 2 + 5, 4, 9]


def test_arguments_are_evaluated_before_the_call(play) -> None:
    more = 'phase swap(x: number, y: number)\n    set trace to x * 10 + y\n    p chooses\n        "on"\n            nothing\n'
    more += "phase twice(x: number, y: number)\n    swap(y, x)\n    add 1 to trace\n"
    table = play("twice(3, 4)", more=more, remember=REMEMBER)
    assert table.var("trace") == 43
    assert table.choose("on").var("trace") == 44


AGAIN = """
phase deal_it
    add 1 to rounds
    set trace to 0
    {deal}
phase bid
    for q in players from p.left
        q chooses
            "go on"
                add 1 to trace
            "anew" if rounds < 3
                nested(q)
            "pass"
                stop
phase nested(q: player)
    repeat 2 times
        q chooses
            "sure"
                start round again
            "no"
                nothing
phase round
    deal_it
    bid
    set points of each player to 5
"""


@pytest.mark.parametrize("deal", ["nothing", 'p chooses\n        "cut"\n            nothing'])
def test_starting_again_abandons_the_running_phases(play, deal) -> None:
    cut = ["cut"] if "cut" in deal else []
    table = play("round\nadd 10 to trace", *cut, more=AGAIN.format(deal=deal), remember=REMEMBER)
    table.choose("go on", "anew", "no", "sure", *cut)
    assert (table.var("rounds"), table.var("trace"), table.each("points")) == (2, 0, [0] * 4)
    assert (table.who, table.labels) == (1, ["go on", "anew", "pass"])
    table.choose("go on", "go on", "anew", "sure", *cut)
    assert (table.who, table.labels, table.var("rounds")) == (1, ["go on", "pass"], 3)
    table.choose("go on", "go on", "pass")
    assert table.over
    assert (table.var("trace"), table.each("points")) == (12, [5] * 4)


def test_a_phase_started_again_returns_to_its_last_caller(play) -> None:
    more = (
        'phase part\n    p chooses\n        "on"\n            nothing\n        "anew"\n            start part again\n'
    )
    main = "part\nadd 1 to trace\npart\nadd 10 to trace\nrepeat 2 times\n    part\n    add 100 to trace"
    for labels in (
        ("anew", "on", "on", "anew", "anew", "on", "anew", "on"),
        ("anew", "on", "anew", "anew", "on", "on", "anew", "on"),
    ):
        assert play(main, *labels, more=more, remember=REMEMBER).var("trace") == 211


def test_a_phase_that_does_not_run_cannot_start_again(play) -> None:
    more = 'phase part\n    p chooses\n        "on"\n            nothing\n'
    main = 'p chooses\n    "anew"\n        start part again\n    "on"\n        part'
    table = play(main, more=more, remember=REMEMBER)
    with pytest.raises(Fault) as fault:
        table.choose("anew")
    assert fault.value.span.text == "start part again"
    assert table.choose("on", "on").over


@pytest.mark.usefixtures("hasty")
def test_starting_again_endlessly_is_a_fault(play) -> None:
    more = "phase part\n    add 1 to trace\n    if trace > 0: start part again\n"
    with pytest.raises(Fault) as fault:
        play("part", more=more, remember=REMEMBER)
    assert fault.value.code == "E1205"


ENDLESS = {
    "repeat until trace > 0\n    nothing": "repeat until trace > 0",
    "for q around the table from p until trace > 0\n    nothing": "for q around",
    'repeat until trace > 0\n    if trace > 0\n        p chooses\n            "on"\n                nothing': "repeat until",
    "for q around the table from p\n    if q.points > 0: stop": "for q around",
    "repeat 2000000000 times\n    set points of each player to 0": "repeat 2000000000",
    'repeat big times\n    if trace > 0\n        p chooses\n            "on"': "repeat big",
    "for n in 1..big\n    set trace to n - n": "for n in 1..big",
    'for n in big down to 1\n    if trace > 0\n        p chooses\n            "on"': "for n in big",
    "set trace to number of n in 1..big where n mod 7 = 0": "number of n in 1..big where n mod 7 = 0",
    "for n in 1..1000\n    repeat n * 100 times\n        set rounds to n": "repeat n * 100",
}


@pytest.mark.parametrize("main", ENDLESS)
@pytest.mark.usefixtures("hasty")
def test_an_endless_loop_is_a_fault_with_its_place(play, main) -> None:
    with pytest.raises(Fault) as fault:
        play(f"let big be 2000000000\n{main}", remember=REMEMBER)
    assert fault.value.code == "E1205"
    assert fault.value.span.text.startswith(ENDLESS[main])


@pytest.mark.usefixtures("hasty")
def test_too_many_options_are_a_fault(play) -> None:
    with pytest.raises(Fault) as fault:
        play('p chooses\n    "take {n}" for n in 1..2000000000', remember=REMEMBER)
    assert fault.value.code == "E1205"


@pytest.mark.usefixtures("hasty")
def test_steps_are_counted_anew_after_each_question(play) -> None:
    main = 'repeat 3 times\n    repeat until trace > 3000\n        add 1 to trace\n    p chooses\n        "on"\n            set trace to 0'
    assert play(main, "on", "on", "on", remember=REMEMBER).over


def test_a_game_is_cut_at_the_length_limit(play) -> None:
    table = play('repeat until trace > 5\n    p chooses\n        "on"\n            nothing\n        "up"\n            set trace to 9',
                 remember=REMEMBER)  # fmt: skip
    table.state.values[DECISIONS] = LENGTH_LIMIT - 2
    table.choose("on")
    assert not table.over
    finished = table.engine.apply(table.state, next(c for c, label in table.offered() if label == "up"))
    assert not table.engine.result(finished).cut
    table.choose("on")
    assert table.over
    assert table.result.cut
    assert table.result.winners == ()


def test_the_end_of_main_without_a_result_is_a_fault(play) -> None:
    more = (
        'phase over_it\n    game over, won by the player with highest score\nphase part\n    p chooses\n        "end"\n'
    )
    more += '            over_it\n        "on"\n            nothing\n'
    table = play("part", more=more, remember=REMEMBER, end=False)
    with pytest.raises(Fault) as fault:
        table.choose("on")
    assert fault.value.code == "E1204"
    assert table.choose("end").over


ENDS = {
    ("highest", "then lowest trace", "shared"): {
        (1, 5, 5, 2): ((1, 2), True), (5, 1, 1, 1): ((0,), False), (3, 3, 3, 3): ((0, 1, 2, 3), True),
    },
    ("lowest", "", "shared"): {(1, 5, 5, 2): ((0,), False), (2, 5, 5, 2): ((0, 3), True)},
    ("lowest", "", "a draw"): {(1, 5, 5, 2): ((0,), False), (2, 5, 5, 2): ((), True)},
}  # fmt: skip


@pytest.mark.parametrize("form", ENDS)
def test_the_winners_of_a_game(play, form) -> None:
    which, _, tie = form
    for scores, (winners, tied) in ENDS[form].items():
        sets = "let q0 be p\n" + "".join(f"let q{i} be q{i - 1}.left\n" for i in range(1, 4))
        sets += "".join(f"set q{i}.score to {s}\n" for i, s in enumerate(scores))
        over = f"game over, won by the player with {which} score, otherwise {tie}"
        result = play(sets + over, end=False, remember=REMEMBER).result
        assert (result.winners, result.tie, result.owner) == (winners, tied, "player")
        ordered = [scores[o] for o, _ in result.standings]
        assert ordered == sorted(scores, reverse=which == "highest")


def test_later_criteria_break_ties_of_the_first(play) -> None:
    sets = "for q in players\n    add 1 to rounds\n    set q.a1 to 5 if rounds != 2 otherwise 3\n    set q.b1 to rounds mod 3\n"
    over = "game over, won by the player with highest a1, then lowest b1, then highest c1"
    remember = "rounds: number\na1 of each player: number\nb1 of each player: number\nc1 of each player: number"
    result = play(sets + over, end=False, remember=remember).result
    # a1: 5 3 5 5; b1: 1 2 0 1
    assert result.winners == (2,)
    assert [o for o, _ in result.standings] == [2, 0, 3, 1]
    assert result.standings[0] == (2, (5, 0, 0))


def test_a_team_wins_by_a_number_of_each_team(play) -> None:
    main = "set p.left.team.won to 3\ngame over, won by the team with highest won"
    table = play(main, end=False, remember="p: player\nwon of each team: number", players="4, partners opposite")
    assert (table.result.owner, table.result.winners, table.result.standings) == ("team", (1,), ((1, (3,)), (0, (0,))))


INVARIANTS = """
phase part(n: number)
    {choose}add n to trace
phase outer
    part(2)
    part(3)
after part: trace < 6
always rounds < 3
"""


@pytest.mark.parametrize("ask", [False, True])
def test_invariants_after_a_phase(play, ask) -> None:
    more = INVARIANTS.format(choose='p chooses\n        "on"\n            nothing\n    ' if ask else "")
    table = play("outer", *["on"] * 2 * ask, more=more, remember=REMEMBER)
    assert table.var("trace") == 5
    with pytest.raises(Fault) as fault:
        play("outer\nouter", *["on"] * 4 * ask, more=more, remember=REMEMBER)
    assert (fault.value.code, fault.value.span.text.strip()) == ("E1204", "after part: trace < 6")
    assert fault.value.message == "after `part` this must hold"


def test_invariants_that_always_hold_are_tested_at_questions(play) -> None:
    more = INVARIANTS.format(choose="")
    table = play('set rounds to 5\nset rounds to 0\np chooses\n    "on"\n        set rounds to 4\n    "well"\n        nothing\np chooses\n    "then"\n        nothing',
                 more=more, remember=REMEMBER)  # fmt: skip
    with pytest.raises(Fault) as fault:
        table.choose("on")
    assert fault.value.span.text.strip() == "always rounds < 3"
    assert table.choose("well", "then").over
    with pytest.raises(Fault):
        play("set rounds to 9", more=more, remember=REMEMBER)
