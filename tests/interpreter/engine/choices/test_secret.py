"""Secret choices: the players are asked in order, and the choices take effect only when all have been made."""

from __future__ import annotations

REMEMBER = "p: player\nn: number\nout of each player: yes or no"
DEAL = "gather every card into stock\ndeal 3 from stock to hand of each player\n"


def test_secretly_passed_cards_come_from_the_original_hands(play) -> None:
    main = f"""{DEAL}in secret together
    for q in players
        q chooses
            "pass {{cs}}" for cs in 2 cards of q.hand
                move cs to q.left.hand
"""
    table = play(main, deck="2 3 4", remember=REMEMBER)
    for player, suit in enumerate("shdc"):
        assert table.who == player
        assert table.question.secret
        assert table.labels == [f"pass 2{suit} 3{suit}", f"pass 2{suit} 4{suit}", f"pass 3{suit} 4{suit}"]
        assert [table.size("hand", i) for i in range(4)] == [3] * 4
        views = [table.engine.view(table.state, other) for other in range(4)]
        if player < 3:
            other = table.state
            table.choose(f"pass 2{suit} 4{suit}")
            # No player, not even the one who chose, sees the choice on the table.
            assert [v.zones for v in views] == [table.engine.view(table.state, o).zones for o in range(4)]
            assert [v.variables for v in views] == [table.engine.view(table.state, o).variables for o in range(4)]
            assert table.state != other
    table.choose("pass 2c 3c")
    assert [table.zone("hand", i) for i in range(4)] == ["2c 3c 3s", "3h 2s 4s", "3d 2h 4h", "4c 2d 4d"]


def test_the_players_who_choose_and_their_order(play) -> None:
    for over, asked in {
        "players from p.left where not q.out": [2, 3, 1],
        "players from p": [1, 2, 3, 0],
        "players where q.out": [0],
        "{p.left, p}": [1, 2],
        "{p, p.left} from p.left": [2, 1],
        "{p.left} + p.right": [0, 2],
        "players where q.score > 9": [],
    }.items():
        main = f"""set p.out to yes
set p to p.left
in secret together
    for q in {over}
        q chooses
            "say {{m}}" for m in 1..3
                set n to n * 10 + m
                set q.score to m
"""
        table = play(main, remember=REMEMBER)
        for i, player in enumerate(asked):
            assert table.who == player, over
            assert table.var("n") == 0
            table.choose(f"say {i % 3 + 1}")
        assert table.over
        assert table.var("n") == int("".join(str(i % 3 + 1) for i in range(len(asked))) or 0)
        assert table.each("score") == [asked.index(s) % 3 + 1 if s in asked else 0 for s in range(4)]


def test_different_secret_choices_take_effect_in_the_order_written(play) -> None:
    main = f"""{DEAL}in secret together
    p chooses
        "give up {{given}}" for given in 2 cards of p.hand
            move given to heap
            set n to 1
        "keep all" if no c in p.hand has c.number = 9
            set n to n + 2
    p.left chooses
        "hand over {{taken}}" for taken in p.left.hand
            move taken to p.hand
            set n to n * 10 + size of heap
    p chooses
        "stay"
            set n to n * 10
        "rise"
            set p to p.left
"""
    table = play(main, "give up 2s 3s", deck="2 3 4", remember=REMEMBER)
    assert (table.who, table.size("hand", 0)) == (1, 3)
    assert (table.choose("hand over 3h").who, table.labels) == (0, ["stay", "rise"])
    table.choose("stay")
    assert (table.zone("hand", 0), table.zone("hand", 1), table.zone("heap")) == ("3h 4s", "2h 4h", "2s 3s")
    assert table.var("n") == 120
    table = play(main, "keep all", "hand over 2h", "rise", deck="2 3 4", remember=REMEMBER)
    assert (table.var("n"), table.var("p")) == (20, 1)


def test_conditions_of_options_are_evaluated_before_any_effect(play) -> None:
    main = """in secret together
    for q in players
        q chooses
            "grab" if n = 0
                add 1 to n
            "wait"
                nothing
"""
    table = play(main, "grab", "grab", "wait", "grab", remember=REMEMBER)
    assert table.over
    assert table.var("n") == 3


def test_secret_choices_in_a_loop(play) -> None:
    main = """repeat 3 times until n > 15
    in secret together
        for q in players where not q.out
            q chooses
                "in"
                    add 1 to n
                    let twice be n * 2
                    set n to twice
                "out"
                    set q.out to yes
                    set q to q.left
                    add 1 to q.score
"""
    table = play(main, "in", "out", "in", "out", remember=REMEMBER)
    assert table.var("n") == 6
    assert table.who == 0
    table.choose("in", "out")
    assert table.who == 0
    table.choose("in")
    assert table.over
    assert table.var("n") == 30
    assert table.each("score") == [1, 0, 1, 1]


def test_several_secret_questions_for_each_player(play) -> None:
    main = """in secret together
    for q in {p, p.left}
        q chooses
            "one"
                set n to n * 10 + 1
            "two"
                set n to n * 10 + 2
        q.left chooses
            "three"
                set n to n * 10 + 3
            "four"
                set n to n * 10 + 4
"""
    table = play(main, remember=REMEMBER)
    for who, said in ((0, "two"), (1, "three"), (1, "one"), (2, "four")):
        assert table.who == who
        table.choose(said)
    assert table.var("n") == 2314


def test_statements_not_allowed_in_secret_choices(refuses, rules) -> None:
    inner = 'p chooses\n            "on"\n                {}'
    for over, body, code in (
        ("q in players", "stop", "E0602"),
        ("n1 in 1..3", "nothing", "E0605"),
        ("s in suits", "nothing", "E0605"),
        ("q in players until n = 3", "nothing", "E0605"),
    ):
        text = f"for i in 1..2\n    in secret together\n        for {over}\n            " + inner.format(body).replace(
            "\n", "\n    "
        )
        assert code in refuses(rules(text, remember=REMEMBER)), over
