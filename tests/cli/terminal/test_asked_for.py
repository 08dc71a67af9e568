"""What a person asks for at a table: the rule behind each question, as the file has it, with the lines that it cites.

The texts lie in `printed/` (UPDATE_GOLDEN=1 writes them anew).
"""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from hoyle.cli.terminal import asked_for
from hoyle.cli.terminal.asked_for import file_name, numbers, show_rule
from hoyle.dsl.loading import load
from hoyle.dsl.source.span import Source
from hoyle.interpreter.engine import Dice
from hoyle.interpreter.lowering import lower
from hoyle.interpreter.records import Choice

from ...golden import same_as_file
from ...small_constructs import ALL_CONSTRUCTS

PRINTED = Path(__file__).with_name("printed")
LONG = """\
game "Long"
language 1
source card "card.txt" "the card of the club"
source plain "plain.txt"
players 2
deck 2 3 4 of reds
zones
    hand of each player: private
    stock: face down
remember
    n, small_one: number
    points of each player: number
main
    shuffle every card into stock
    for p in players
        p chooses [card 3, 5-7]
            "first" [plain 2]
                add 1 to n
                add 2 to n

                add 3 to n
                add 4 to p.points
                add 5 to n
                add 6 to n
            "second" [card 1]
                add 1 to n
                add 2 to n
                add 3 to small_one
            "third"
                nothing
        p chooses
            "only"
    one_more(the highest p in players by p.points)
    game over, won by the player with highest points, otherwise shared
phase one_more(p: player) [plain 1-2, 9]
    p chooses
        "one line"
"""


class Out:
    """Keeps what is printed."""

    def __init__(self) -> None:
        self.lines: list[str] = []

    def print(self, text: str, style: str = "") -> None:
        """Keep a line."""
        self.lines.append(f"{style:4}|{text}")


def rules_of(text: str, name: str) -> list[str]:
    """What is shown for every question of a game."""
    game = load(Source(name, text)).game
    assert game is not None
    program = lower(game)
    session: Any = SimpleNamespace(engine=SimpleNamespace(program=program), opened=SimpleNamespace(game=game))
    out: list[str] = []
    for ask in program.asks:
        shown: Any = Out()
        show_rule(SimpleNamespace(span=program.places[ask.place], alternatives=ask.alternatives), session, shown)
        out += [*shown.lines, ""]
    return out


def test_the_rule_behind_every_question(monkeypatch: pytest.MonkeyPatch) -> None:
    out = rules_of(LONG, "some/where/long.hoyle")
    club = Path(__file__).parents[1] / "club" / "club_whist.hoyle"
    out += rules_of(club.read_text("utf-8"), "club_whist.hoyle")
    for name in ("choices", "tricks", "turns"):
        out += rules_of(ALL_CONSTRUCTS[name], f"{name}.hoyle")
    monkeypatch.setattr(asked_for, "MOST_RULES", 2)
    out += rules_of(ALL_CONSTRUCTS["choices"], "choices.hoyle")
    same_as_file(PRINTED / "rules_asked_for.txt", "\n".join(out) + "\n")
    assert file_name("a/b\x07.hoyle") == "b\\u0007.hoyle"


def test_the_numbers_of_everybody() -> None:
    game = load(Source("long.hoyle", LONG)).game
    assert game is not None
    program = lower(game)
    words = SimpleNamespace(owner=lambda kind, owner: f"{kind} {owner}")
    engine = SimpleNamespace(program=program, value=lambda state, number, owner: 10 * number + owner + state)
    session: Any = SimpleNamespace(engine=engine, words=words, state=100)
    number = next(number for number, info in enumerate(program.variables) if info.name == "points")
    first = 100 + 10 * number
    head, zero, one = ("points: ", "dim"), f"player 0 {first}", f"player 1 {first + 1}"
    assert [*numbers(session)] == [(head, (zero, ""), (",", ""), (" ", ""), (one, ""))]
    assert [*numbers(session, 24)] == [(head, (zero, ""), (",", "")), (("  ", ""), (one, ""))]


def test_a_hint_has_the_value_of_every_option(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Any] = []
    words = SimpleNamespace()
    judged: Any = SimpleNamespace(
        options=[SimpleNamespace(option=(number, 7), value=SimpleNamespace(value=3.5 - number)) for number in range(9)],
        made=8,
    )

    class JudgeOfTests:
        def __init__(self, program: Any, effort: Any, thinker: Any) -> None:
            asked.append((effort, thinker))

        def judge(self, history: Any, state: Any, *, seed: int) -> Any:
            asked.append((history, state, seed))
            return answer

    class Lines(Out):
        def line(self, *pieces: tuple[str, str]) -> None:
            """Keep a line of pieces."""
            self.lines.append("+".join(f"{text}<{style}>" for text, style in pieces))

    question: Any = SimpleNamespace(player=2, label=lambda choice, _: f"choice {choice.alternative} {choice.values}")
    session: Any = SimpleNamespace(
        engine=SimpleNamespace(program=SimpleNamespace()), words=words, answered=[1, 2], seed=5, state="state"
    )
    opponents: Any = SimpleNamespace(
        record=lambda: SimpleNamespace(history="history"),
        advice=lambda question, kind, dice: asked.append((kind, dice.below(1 << 32))) or Choice(4, (1,)),
    )
    monkeypatch.setattr(asked_for, "Judge", JudgeOfTests)
    monkeypatch.setattr(asked_for, "strongest", lambda: "clever")
    out: list[str] = []
    seed = Dice(5, 3, 2).below(1 << 32)
    for thinker, answer, score in (
        ("thinker", judged, None), ("thinker", judged, (0, False)), ("thinker", None, None), (None, None, None),
    ):  # fmt: skip
        asked.clear()
        session.engine.program.highest_wins = score is None or score[1]
        monkeypatch.setattr(asked_for, "thinker_of", lambda program, thinker=thinker: thinker)
        shown: Any = Lines()
        asked_for.show_hint(question, session, opponents, shown)
        out += [f"{thinker} {answer is not None} {score}", *shown.lines]
        looked = [(asked_for.EFFORTS["quick"], "thinker"), ("history", "state", seed)] if thinker else []
        assert asked == (looked if answer is not None else [*looked, ("clever", seed)])
    same_as_file(PRINTED / "hints.txt", "\n".join(out) + "\n")
