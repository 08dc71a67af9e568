"""Numbers in steps: in loops with and without questions, in choices and in phrases, up and down."""

from __future__ import annotations

import pytest

from hoyle.interpreter.records import Choice

REMEMBER = "    p: player\n    n, k: number\n    seen of each player: number\n"


@pytest.mark.parametrize(
    ("numbers", "expected"),
    [
        ("60..80 in steps of 5", [60, 65, 70, 75, 80]),
        ("61..80 in steps of 5", [61, 66, 71, 76]),
        ("k + 1 .. 12 in steps of 4", [1, 5, 9]),
        ("7..7 in steps of 3", [7]),
        ("8..7 in steps of 3", []),
        ("k + 2 .. k in steps of 9", []),
        ("10 down to 1 in steps of 3", [10, 7, 4, 1]),
        ("9 down to k + 1 in steps of 5", [9, 4]),
        ("1 down to 5 in steps of 2", []),
        ("k .. 5000 in steps of 2500", [0, 2500, 5000]),
    ],
)
def test_numbers_in_steps(play, numbers: str, expected: list[int]) -> None:
    """The same numbers in a loop, in a loop that waits, in a phrase, and as answers."""
    main = f"""\
for i in {numbers}: set n to n * 7919 mod 10007 + i
set n to n + (total i for i in {numbers})
set n to n + 100000 * (number of i in {numbers} where i >= 0)
p chooses
    "take {{i}}" for i in {numbers}
        nothing
    "nothing"
for i in {numbers}
    p chooses
        "add {{i}}" for j in {{i}}
            add 1 to p.seen
        "leave {{j}}" for j in {{i}}
""".replace('"add {i}" for j in {i}', '"add {j}" for j in {i}')
    table = play(main, remember=REMEMBER)
    value = 0
    for i in expected:
        value = value * 7919 % 10007 + i
    if table.over:
        assert not expected
    else:
        assert table.labels == [*(f"take {i}" for i in expected), "nothing"]
        table.choose("nothing")
    for i in expected:
        assert table.labels == [f"add {i}", f"leave {i}"]
        table.choose(f"add {i}")
    assert table.over
    assert table.var("n") == value + sum(expected) + 100000 * len(expected)
    assert table.var("seen", 0) == len(expected)


def test_a_number_between_the_steps_is_refused(play) -> None:
    table = play('p chooses\n    "bid {i}" for i in 60..80 in steps of 5\n    "pass"\n', remember=REMEMBER)
    question = table.question
    assert question.legal(Choice(0, (65,)))
    assert not question.legal(Choice(0, (66,)))
    assert question.objections(Choice(0, (66,)))
