"""What a recorder makes of single records, step by step: the choice, what chance gave after it, and how it is put
together.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from hoyle.dsl.types import Type
from hoyle.interpreter.engine import Engine, State
from hoyle.interpreter.lowering import lower
from hoyle.interpreter.notation import model as m
from hoyle.interpreter.notation.writer import write_step
from hoyle.interpreter.opening.opened import OpenedGame
from hoyle.interpreter.record import recorder
from hoyle.interpreter.record.recorder import GameFile, Recorder, heading
from hoyle.interpreter.record.resuming import _about, _offsets, _unnamed
from hoyle.interpreter.record.resuming import _ReplayedGame as ReplayedGame
from hoyle.interpreter.records import AnyRecord, Choice, Chosen, Declared, Drawn, Moved, Shuffled, Where
from hoyle.interpreter.text.parse import Words

from ...small_rules import game_of, small_rules

RULES = small_rules(
    players="2",
    act="look(p)",
    answers='            "pass"\n                nothing',
    tables="""phase look(p: player)
    p chooses
        "well"
            nothing
        "no"
            nothing
incident "misdeal" during look
    nothing
""",
)


@pytest.fixture(scope="module")
def engine() -> Engine:
    return Engine(lower(game_of(RULES)))


PLAYER = Type("player")
STOCK, PILE = Where(0, -1), Where(2, -1)


def hand(owner: int) -> Where:
    return Where(1, owner)


def dealt(target: Where, *cards: int) -> Moved:
    return Moved(cards, STOCK, target, True)


def written(engine: Engine, *records: AnyRecord) -> list[str]:
    """The lines for some records."""
    made = Recorder(engine, Words(engine.program))
    for record in records:
        made.hear(record, [])
    lines = [line for step in made.steps() for line in write_step(step, frozenset({"a", "b"}))]
    assert made.steps() == [], "they are given once"
    return lines


def play(player: int, card: int) -> Chosen:
    return Chosen(player, 0, Choice(0, (card,)))


def test_cards_are_named_by_zone_in_the_order_in_which_they_came(engine: Engine) -> None:
    assert written(engine, dealt(hand(0), 0, 1), dealt(hand(1), 2), dealt(hand(0), 3)) == [
        "hand A: 2♣ 3♣ 5♣", "hand B: 4♣",
    ]  # fmt: skip
    assert written(engine, dealt(hand(0), 0), Shuffled(STOCK), dealt(hand(0), 1)) == ["hand A: 2♣", "hand A: 3♣"]
    assert written(engine, Moved((0,), STOCK, hand(0), False)) == [], "not dealt from a shuffled pile"
    assert written(engine, dealt(PILE, 4)) == ["deal pile: 6♣"]


def test_what_a_choice_brings_to_the_player_who_made_it_stands_in_its_line(engine: Engine) -> None:
    assert written(engine, play(0, 0)) == ["A: play 2♣"]
    assert written(engine, play(0, 0), dealt(hand(0), 5, 6)) == ["A: play 2♣, draws 7♣ 8♣"]
    lines = written(engine, play(0, 0), dealt(hand(1), 5))
    assert [one for one in lines if one] == ["A: play 2♣", "hand B: 7♣"]
    lines = written(engine, play(0, 0), dealt(hand(0), 5), dealt(hand(1), 6))
    assert [one for one in lines if one] == ["A: play 2♣", "hand A: 7♣", "hand B: 8♣"]
    lines = written(engine, play(0, 0), dealt(PILE, 6))
    assert [one for one in lines if one] == ["A: play 2♣", "deal pile: 8♣"]
    lines = written(engine, dealt(hand(0), 9), play(0, 0), play(1, 1), dealt(hand(1), 5), play(0, 2))
    assert [one for one in lines if one] == ["hand A: J♣", "A: play 2♣", "B: play 3♣, draws 7♣", "A: play 4♣"]


def test_an_incident_says_who_declared_it_and_players_drawn_are_named(engine: Engine) -> None:
    lines = written(engine, Declared(0), dealt(hand(0), 5))
    assert [one for one in lines if one] == ["table: misdeal", "hand A: 7♣"]
    assert written(engine, Drawn("player", "dealer", 1, PLAYER)) == ["first dealer B"]
    assert written(engine, Drawn("player", "", 1, PLAYER)) == ["random: B"]


def test_cards_drawn_from_one_pile_are_joined_and_come_after_earlier_deals(engine: Engine) -> None:
    def drawn(card: int, pile: str = "pile") -> Drawn:
        return Drawn("card", pile, card, end="top")

    assert written(engine, drawn(0), drawn(1)) == ["pile pile: 2♣ 3♣"]
    assert written(engine, drawn(0), drawn(1, "stock"), drawn(2, "stock")) == ["pile pile: 2♣", "pile stock: 3♣ 4♣"]
    assert written(engine, dealt(hand(0), 5), drawn(0), dealt(hand(0), 6)) == [
        "hand A: 7♣",
        "pile pile: 2♣",
        "hand A: 8♣",
    ]
    assert written(engine, drawn(0), dealt(hand(0), 5), drawn(1)) == ["pile pile: 2♣", "hand A: 7♣", "pile pile: 3♣"]


def test_answers_are_kept_but_not_too_many(engine: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(recorder, "_MOST_ANSWERS", 2)
    made = Recorder(engine, Words(engine.program))

    def step(card: int) -> m.Step:
        made.hear(play(0, card), [])
        return made.steps()[0]

    first = step(0)
    assert step(0) is first
    step(1)
    assert step(0) is first, "two are kept"
    step(2)
    again = step(0)
    assert again == first
    assert again is not first


def test_the_head_of_a_game_names_rules_players_and_seats(engine: Engine) -> None:
    program = engine.program
    found = heading(program, Words(program), "small", 7, ("person", "random"), ("wild",))
    assert (found.ruleset.text, found.seed, found.language) == ("small", 7, 1)
    assert [one.text for one in (*found.players, *found.seats, *found.variants)] == [
        "A",
        "B",
        "person",
        "random",
        "wild",
    ]
    assert {one.name.text: one.value.text for one in found.parts} == dict(program.parts)


def test_a_file_takes_all_steps_or_none(engine: Engine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program = engine.program
    path = tmp_path / "game.play"
    answer = m.Answer(m.SpannedText("A"), m.SpannedText("play 2♣"))
    with GameFile(path, heading(program, Words(program), "small")) as file:
        begun = path.read_bytes()
        assert len(begun) == file.length
        file.add([answer])
        assert path.read_bytes() == begun + "A: play 2♣\n".encode()
        length = file.length
        parts: list[int] = []

        def write(number: int, data: bytes) -> int:
            parts.append(len(data))
            if len(parts) > 2:
                raise OSError("full")
            return real(number, data[:3])

        real = recorder.os.write
        monkeypatch.setattr(recorder.os, "write", write)
        with pytest.raises(OSError, match="full"):
            file.add([answer])
        monkeypatch.setattr(recorder.os, "write", real)
        size = len("A: play 2♣\n".encode())
        assert parts == [size, size - 3, size - 6]
        assert (file.length, len(path.read_bytes())) == (length, length)
        file.add([answer])
        file.back_to(len(begun))
        assert path.read_bytes() == begun
    with pytest.raises(FileExistsError):
        GameFile(path, heading(program, Words(program), "small"))
    with GameFile.reopened(path, 12, ()) as file:
        assert (file.length, path.read_bytes()) == (12, begun[:12])
        file.add([answer])
    assert path.read_bytes() == begun[:12] + "A: play 2♣\n".encode()
    secret = tmp_path / "secret.play"
    with GameFile(secret, heading(program, Words(program), "small"), private=True):
        assert secret.stat().st_mode & 0o077 == 0


def test_only_one_writes_a_file(engine: Engine, tmp_path: Path) -> None:
    pytest.importorskip("fcntl")
    path = tmp_path / "game.play"
    with GameFile(path, heading(engine.program, Words(engine.program), "small")), pytest.raises(BlockingIOError):
        GameFile.reopened(path, 0, ())
    GameFile.reopened(path, 0, ()).close()


def test_lines_begin_at_bytes() -> None:
    assert _offsets("a\nbü\nc\n", "a\nbü\nc\n".encode()) == [0, 2, 6, 8, 9]
    assert _offsets("a\nb", b"\xef\xbb\xbfa\nb") == [3, 5, 7]


def test_facts_are_about_the_same_if_they_differ_only_in_cards() -> None:
    word = m.SpannedText
    cards, others = (word("2♣"),), (word("3♣"),)
    facts: list[m.Fact] = [
        m.RandomFact(word("A")), m.FirstFact(word("dealer"), word("A")), m.FirstFact(word("leader"), word("A")),
        m.DealtCards(word("hand"), word("A"), cards), m.DealtCards(word("hand"), word("B"), cards),
        m.DealtCards(word("hand"), None, cards), m.Pile(word("hand"), None, cards), m.Pile(word("stock"), None, cards),
    ]  # fmt: skip
    assert len({_about(one) for one in facts}) == len(facts)
    assert _about(facts[0]) == _about(m.RandomFact(word("B")))
    assert _about(facts[1]) == _about(m.FirstFact(word("dealer"), word("B")))
    assert _about(facts[3]) == _about(m.DealtCards(word("hand"), word("A"), others))


def test_facts_that_the_script_does_not_state_since_its_last_choice_are_added(engine: Engine) -> None:
    word = m.SpannedText
    words = Words(engine.program)
    opened = OpenedGame.__new__(OpenedGame)
    object.__setattr__(opened, "engine", engine)
    object.__setattr__(opened, "words", words)
    game = heading(engine.program, words, "small")
    records = (dealt(hand(0), 0), dealt(hand(1), 1))
    mine = m.DealtCards(word("hand"), word("A"), (word("2♣"),))

    def added(*steps: m.Step, answered: bool = False) -> list[str]:
        after = [replace_answer(records)] if answered else []
        replayed = ReplayedGame(() if answered else records, after, State([]))
        found = _unnamed(replace(game, steps=steps), opened, replayed)
        return [line for step in found for line in write_step(step, frozenset())]

    assert added() == ["hand A: 2♣", "hand B: 3♣"]
    assert added(mine) == ["hand B: 3♣"]
    answer = m.Answer(word("A"), word("pass"))
    assert added(mine, answer, answered=True) == ["hand A: 2♣", "hand B: 3♣"], "that was before the choice"
    assert added(answer, mine, answered=True) == ["hand B: 3♣"]
    assert added(mine, m.IncidentStep(word("misdeal"), None), answered=True) == ["hand A: 2♣", "hand B: 3♣"]


def replace_answer(records: tuple[AnyRecord, ...]):
    from hoyle.interpreter.record.session import AnsweredQuestion

    return AnsweredQuestion(State([]), 0, None, (play(0, 5), *records))
