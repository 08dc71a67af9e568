"""The text form of scripts: the meaning of each line, and the messages about invalid lines."""

from __future__ import annotations

import pytest

from hoyle.interpreter.notation import model as m
from hoyle.interpreter.notation.files import parse_script
from hoyle.interpreter.notation.writer import write_text

HEAD = "hoyle play 1\ngame whist\nplayers A, B, Old Bob, D\n"


def said(text: str) -> m.SpannedText:
    return m.SpannedText(text)


def step_of(line: str) -> m.Step:
    script, problems = parse_script(HEAD + line)
    assert script is not None, problems
    (step,) = script.games[0].steps
    return step


def entries(*pairs: tuple[str | None, str]) -> tuple[m.OwnerValue, ...]:
    return tuple(m.OwnerValue(None if owner is None else said(owner), said(value)) for owner, value in pairs)


HAND = m.DealtCards(said("hand"), said("A"), (said("4♠"), said("??")))
LINES: list[tuple[str, m.Step]] = [
    ("first dealer A", m.FirstFact(said("dealer"), said("A"))),
    ("random: 7♥", m.RandomFact(said("7♥"))),
    ("Random: Old Bob", m.RandomFact(said("Old Bob"))),
    ("FIRST dealer: Old Bob", m.FirstFact(said("dealer"), said("Old Bob"))),
    ("hand A: 4♠ ??", HAND),
    ("hand of A: 4♠, ??", HAND),
    ("deal hand of A: 4♠ ??", HAND),
    ("    hand   A :  4♠   ??", HAND),
    ('hand "A": 4♠ ??', HAND),
    ("hand Old Bob: 4♠", m.DealtCards(said("hand"), said("Old Bob"), (said("4♠"),))),
    ("won A and Old Bob: 4♠", m.DealtCards(said("won"), said("A and Old Bob"), (said("4♠"),))),
    ("deal turned: J♠", m.DealtCards(said("turned"), None, (said("J♠"),))),
    ("pile stock: J♠ ?? 10♦", m.Pile(said("stock"), None, (said("J♠"), said("??"), said("10♦")))),
    ("B: lay 2♣", m.Answer(said("B"), said("lay 2♣"))),
    ("b:lay 2♣", m.Answer(said("b"), said("lay 2♣"))),
    ("Old Bob: pass", m.Answer(said("Old Bob"), said("pass"))),
    ('"Old Bob": pass', m.Answer(said("Old Bob"), said("pass"))),
    ("3: pass", m.Answer(said("3"), said("pass"))),
    ("B: lay 2♣, draws 4♥ 5♥", m.Answer(said("B"), said("lay 2♣"), (said("4♥"), said("5♥")))),
    ("B: give 3, 4, draws 4♥, 5♥", m.Answer(said("B"), said("give 3, 4"), (said("4♥"), said("5♥")))),
    ('B: "say #1, draws nothing"', m.Answer(said("B"), said("say #1, draws nothing"))),
    ("B: pass  # he sighs", m.Answer(said("B"), said("pass"), comment="he sighs")),
    ("B: bid #1", m.Answer(said("B"), said("bid"), comment="1")),
    ("trick: A A♣, Old Bob 3♣", m.Trick((m.CardPlay(said("A"), said("A♣")), m.CardPlay(said("Old Bob"), said("3♣"))))),
    ("trick: A A♣, won by Old Bob", m.Trick((m.CardPlay(said("A"), said("A♣")),), said("Old Bob"))),
    ("table: misdeal", m.IncidentStep(said("misdeal"))),
    ("table: exposed card by Old Bob", m.IncidentStep(said("exposed card"), said("Old Bob"))),
    ('table: "led by mistake"', m.IncidentStep(said("led by mistake"))),
    ('table: "led by mistake" by B', m.IncidentStep(said("led by mistake"), said("B"))),
    ("expect dealer: B", m.ValueExpectation(said("dealer"), entries((None, "B")))),
    ("expect points: A 0, Old Bob 2", m.ValueExpectation(said("points"), entries(("A", "0"), ("Old Bob", "2")))),
    ("expect points of B: 2", m.ValueExpectation(said("points"), entries(("B", "2")))),
    ("expect points B: 2", m.ValueExpectation(said("points"), entries(("B", "2")))),
    ("expect laid of Old Bob: 5♠ 6♦", m.ValueExpectation(said("laid"), entries(("Old Bob", "5♠ 6♦")))),
    (
        "expect points: A and Old Bob 4, B and D 2",
        m.ValueExpectation(said("points"), entries(("A and Old Bob", "4"), ("B and D", "2"))),
    ),
    ("expect sitting: A and Old Bob", m.ValueExpectation(said("sitting"), entries((None, "A and Old Bob")))),
    ("expect trick: 5♠, 6♦", m.ValueExpectation(said("trick"), entries((None, "5♠, 6♦")))),
    ("expect turn: 2", m.ValueExpectation(said("turn"), entries((None, "2")))),
    (
        "expect settlement points: A +4, Old Bob 0",
        m.SettlementExpectation(said("points"), entries(("A", "4"), ("Old Bob", "0"))),
    ),
    ("expect settlement points of B: -2", m.SettlementExpectation(said("points"), entries(("B", "-2")))),
    ("expect settlement: 2", m.ValueExpectation(said("settlement"), entries((None, "2")))),
    ("expect turn Old Bob", m.TurnExpectation(said("Old Bob"))),
    ("expect game over", m.GameOverExpectation()),
    ("expect game over, a draw", m.GameOverExpectation(())),
    ("expect game over, won by A and Old Bob", m.GameOverExpectation((said("A"), said("Old Bob")))),
    ("expect illegal B: throw down", m.LegalityExpectation(False, said("B"), said("throw down"))),
    ("expect legal Old Bob: lay nothing", m.LegalityExpectation(True, said("Old Bob"), said("lay nothing"))),
    ("expect trick won by Old Bob", m.TrickExpectation(said("Old Bob"))),
    (
        "after scoring\n  # of the hand\n  expect dealer: B  # he",
        m.AfterPhase(
            said("scoring"),
            (m.Note("of the hand"), m.ValueExpectation(said("dealer"), entries((None, "B")), comment="he")),
        ),
    ),
]


@pytest.mark.parametrize(("line", "step"), LINES, ids=[line for line, _ in LINES])
def test_the_meaning_of_each_line(line: str, step: m.Step) -> None:
    assert step_of(line) == step


@pytest.mark.parametrize("line", [line for line, _ in LINES])
def test_a_written_line_has_the_same_meaning(line: str) -> None:
    script, _ = parse_script(HEAD + line)
    assert script is not None
    again, problems = parse_script(write_text(script))
    assert again == script, problems


def test_the_head_of_a_game() -> None:
    script, problems = parse_script(
        "# an evening\nhoyle play 1  # of cards\ngame rules/house.hoyle # ours\ntitle Our last evening\nlanguage 1\n"
        'rules 0123456789abcdef\noption target 100\noption quick: yes\nOption draws = "as many"\n'
        'players A, "trick", C  # three of us\nseed 7\n\nA: pass\n# fin\ngame whist\n'
    )
    assert not problems
    assert script is not None
    first, second = script.games
    assert first == m.ScriptedGame(
        ruleset=said("rules/house.hoyle"),
        title=said("Our last evening"),
        language=1,
        fingerprint=said("0123456789abcdef"),
        options=tuple(
            m.OptionSetting(said(a), said(b)) for a, b in [("target", "100"), ("quick", "yes"), ("draws", "as many")]
        ),
        players=(said("A"), said("trick"), said("C")),
        seed=7,
        notes=("an evening", "of cards", "three of us"),
        steps=(m.Answer(said("A"), said("pass")), m.Note("fin")),
        comment="ours",
    )
    assert second == m.ScriptedGame(ruleset=said("whist"))


def test_players_separated_by_spaces() -> None:
    script, _ = parse_script('hoyle play 1\ngame whist\nplayers A B "Old Bob" D\n')
    assert script is not None
    assert script.games[0].names == ("A", "B", "Old Bob", "D")


def test_without_names_seats_are_letters_or_numbers() -> None:
    script, _ = parse_script("hoyle play 1\ngame whist\nexpect points: A 0, 2 3\nexpect cards: 5♠ 6♠\n")
    assert script is not None
    assert script.games[0].steps == (
        m.ValueExpectation(said("points"), entries(("A", "0"), ("2", "3"))),
        m.ValueExpectation(said("cards"), entries((None, "5♠ 6♠"))),
    )


@pytest.mark.parametrize("ends", ["\n", "\r\n"])
def test_line_ends_and_a_byte_order_mark(ends: str) -> None:
    text = "\ufeff" + HEAD.replace("\n", ends) + f"B: pass{ends}{ends}"
    script, problems = parse_script(text)
    assert script is not None, problems
    (step,) = script.games[0].steps
    assert step.span.line == 4
    assert step.span.text == "B: pass"


BAD: list[tuple[str, str, int, int, str]] = [
    # text, code, line, column, underlined text
    ("game whist\n", "E1002", 1, 1, "game whist"),
    ("plays cards\n", "E1002", 1, 1, "plays cards"),
    ("hoyle play 2\n", "E1003", 1, 12, "2"),
    ("hoyle play one\n", "E1015", 1, 12, "one"),
    ("hoyle play 1\n", "E1014", 1, 13, ""),
    ("hoyle play 1\nB: pass\n", "E1012", 2, 1, "B: pass"),
    ("hoyle play 1\ngame\n", "E1005", 2, 5, ""),
    ("hoyle play 1\ngame a b\n", "E1006", 2, 8, "b"),
    (HEAD + "B plays J♠\n", "E1004", 4, 1, "B"),
    (HEAD + "expct turn B\n", "E1004", 4, 1, "expct"),
    (HEAD + "seed seven\n", "E1015", 4, 6, "seven"),
    (HEAD + "seed 9999999999999999999\n", "E1015", 4, 6, "9999999999999999999"),
    (HEAD + "seed 1\nseed 2\n", "E1008", 5, 1, "seed"),
    (HEAD + "option a 1\noption a 2\n", "E1008", 5, 8, "a"),
    (HEAD + "option a\n", "E1005", 4, 9, ""),
    (HEAD + "players A\n", "E1008", 4, 1, "players"),
    (HEAD + "B: pass\nseed 7\n", "E1009", 5, 1, "seed"),
    (HEAD + 'title "no end\n', "E1007", 4, 7, '"no end'),
    (HEAD + "first\n", "E1005", 4, 6, ""),
    (HEAD + "first dealer\n", "E1005", 4, 13, ""),
    (HEAD + 'first "the dealer" A\n', "E1016", 4, 7, '"the dealer"'),
    (HEAD + "hand A:\n", "E1005", 4, 8, ""),
    (HEAD + 'hand A: "4♠"\n', "E1016", 4, 9, '"4♠"'),
    (HEAD + "pile stock 4♠\n", "E1005", 4, 14, ""),
    (HEAD + "B:\n", "E1005", 4, 3, ""),
    (HEAD + "B: , draws 4♠\n", "E1005", 4, 4, ""),
    (HEAD + "B: lay 2♣, draws\n", "E1005", 4, 17, ""),
    (HEAD + ": pass\n", "E1005", 4, 1, ""),
    (HEAD + "trick: A\n", "E1005", 4, 9, ""),
    (HEAD + "trick: won by A\n", "E1005", 4, 6, ""),
    (HEAD + "trick: A 4♠, won by\n", "E1005", 4, 20, ""),
    (HEAD + "trick A 4♠\n", "E1005", 4, 6, ""),
    (HEAD + "table:\n", "E1005", 4, 6, ""),
    (HEAD + "expect\n", "E1005", 4, 7, ""),
    (HEAD + "expect points\n", "E1005", 4, 14, ""),
    (HEAD + "expect points:\n", "E1005", 4, 15, ""),
    (HEAD + "expect points: A 1, 2\n", "E1005", 4, 21, "2"),
    (HEAD + "expect points: A 1, A 2\n", "E1008", 4, 21, "A"),
    (HEAD + "after scoring\n  expect turn B\n", "E1006", 5, 10, "turn B"),
    (HEAD + "after scoring\n  B: pass\n", "E1012", 5, 3, "B"),
    (HEAD + "expect game over won by A\n", "E1006", 4, 18, "won by A"),
    (HEAD + "expect game over, lost by A\n", "E1006", 4, 19, "lost by A"),
    (HEAD + "expect illegal B throw down\n", "E1005", 4, 28, ""),
    (HEAD + "expect illegal B: pass, draws 4♠\n", "E1006", 4, 31, "4♠"),
    (HEAD + "after scoring\nB: pass\n", "E1012", 4, 1, "after scoring"),
    (HEAD + "B: pa\x07ss\n", "E1013", 4, 6, "\x07"),
    (HEAD + "B: pass\x00\n", "E1013", 4, 8, "\x00"),
    (HEAD + "# turned \u202eround\n", "E1013", 4, 10, "\u202e"),
    (HEAD.replace("whist", 'whist\ntitle "\u2066a"', 1) + "B: pass\n", "E1013", 3, 8, "\u2066"),
    ("hoyle play 1\ngame whist\nplayers A, a\n", "E1008", 3, 12, "a"),
    ("hoyle play 1\ngame whist\nplayers 1, 2\n", "E1010", 3, 9, "1"),
    ("hoyle play 1\ngame whist\nplayers trick, B\n", "E1010", 3, 9, "trick"),
    ("hoyle play 1\ngame whist\nplayers none, B\n", "E1010", 3, 9, "none"),
    ("hoyle play 1\ngame whist\nplayers A,, B\n", "E1005", 3, 11, ""),
    ("hoyle play 1\ngame whist\nplayers " + "x" * 41 + ", B\n", "E1010", 3, 9, "x" * 41),
    (HEAD + "B: " + "x" * 2001 + "\n", "E1011", 4, 4, "x" * 2001),
    (HEAD + "B: " + "x" * 10_000 + "\n", "E1011", 4, 1, "B: " + "x" * 37),
    (HEAD + "pile stock:" + " 4♠" * 401 + "\n", "E1011", 4, 13, ("4♠ " * 401).strip()),
]


@pytest.mark.parametrize(
    ("text", "code", "line", "column", "underlined"), BAD, ids=[f"{b[1]}-{i}" for i, b in enumerate(BAD)]
)
def test_a_mistake_has_a_code_and_its_exact_place(
    text: str, code: str, line: int, column: int, underlined: str
) -> None:
    script, problems = parse_script(text)
    assert script is None
    found = problems[0]
    assert (found.code, found.span.line, found.span.column, found.span.text) == (code, line, column, underlined)


def test_every_mistake_of_a_script_is_reported() -> None:
    script, problems = parse_script(HEAD + "foo\nseed x\nB: pass\nexpect\ntrick: A\n")
    assert script is None
    assert [(one.code, one.span.line) for one in problems] == [("E1004", 4), ("E1015", 5), ("E1005", 7), ("E1005", 8)]


def test_at_most_fifty_mistakes_are_reported() -> None:
    _, problems = parse_script(HEAD + "foo\n" * 1000)
    assert len(problems) == 50


def test_help_for_typical_mistakes() -> None:
    for line, advice in [
        ("expct turn B", "did you mean `expect`?"),
        ("B pass", "a colon comes after the player: write `B: pass` for what B does"),
        ("trick: A", "write `B A♣, C 3♣, …`"),
        ("expect illegal B", "as in `expect illegal B: pass`"),
    ]:
        _, problems = parse_script(HEAD + line)
        assert problems[0].help == advice
