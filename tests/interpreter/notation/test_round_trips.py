"""From text to JSON and back: both forms can express every script of the model, and the schema allows it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hoyle.interpreter.notation import model as m
from hoyle.interpreter.notation.files import parse_script
from hoyle.interpreter.notation.header import RESERVED, name_problem
from hoyle.interpreter.notation.json_form import to_data, write_json
from hoyle.interpreter.notation.schema import violations
from hoyle.interpreter.notation.writer import write_text

GAMES = Path(__file__).resolve().parents[3] / "rulesets" / "games"

UNSEEN = (
    "".join(map(chr, (*range(0x20), *range(0x7F, 0xA0))))
    + "\u2028\u2029\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\ufeff"
)
ANY = st.characters(exclude_categories=("Cs",), exclude_characters=UNSEEN)
ODD = st.sampled_from(
    [*' ",:#\\=.?-', "♠", "é", "\u3000", "\u00a0", "of", " and ", "won by ", ", draws ", " #", "A", "4♠"]
)
PIECE = st.one_of(ODD, st.text(ANY, min_size=1, max_size=4))
TEXTS = st.lists(PIECE, min_size=1, max_size=5).map("".join).filter(lambda text: bool(text.strip()))
COMMENTS = st.one_of(st.just(""), st.lists(PIECE, max_size=4).map("".join).map(str.strip))
WORDS = st.one_of(
    st.sampled_from(["hand", "stock", "trick", "turn", "game", "legal", "of", "dealer", "4♠", "10♦", "??", "Joker"]),
    st.text(st.characters(categories=("L", "N", "S", "Pd"), exclude_characters=UNSEEN), min_size=1, max_size=6),
)
NAMES = st.one_of(
    st.sampled_from(
        ["A", "B", "Old Bob", "trick", "hand A", "won by", "of", "expect", "first", "P:1", 'say "x"', "a#b", "x, y"]
    ),
    TEXTS.map(lambda text: text[:40]),
).filter(lambda name: name_problem(name) is None)


def said(texts: st.SearchStrategy[str]) -> st.SearchStrategy[m.SpannedText]:
    return st.builds(m.SpannedText, texts)


PLAYER = said(st.one_of(NAMES, st.sampled_from(["1", "2", "A and B"])))
PLAYERS = st.sampled_from(["person", "think:quick", "think:ms=200:worlds=4"])
CARDS = st.lists(said(WORDS), min_size=1, max_size=5).map(tuple)
VALUES = said(
    st.one_of(TEXTS.map(str.strip), WORDS, st.sampled_from(["0", "-7", "yes", "no", "none", "5♠ 6♦", "B", "007"]))
)
OWNED = st.lists(st.tuples(PLAYER, VALUES), min_size=1, max_size=3, unique_by=lambda pair: pair[0].text)
ENTRIES = st.one_of(
    VALUES.map(lambda value: (m.OwnerValue(None, value),)),
    OWNED.map(lambda pairs: tuple(m.OwnerValue(owner, value) for owner, value in pairs)),
)
HOLDS = st.builds(m.ValueExpectation, name=said(WORDS), entries=ENTRIES, comment=COMMENTS)
GAINS = st.lists(
    st.tuples(PLAYER, said(st.sampled_from(["0", "7", "-7"]))),
    min_size=1,
    max_size=3,
    unique_by=lambda pair: pair[0].text,
)
SETTLED = st.builds(
    m.SettlementExpectation,
    name=said(WORDS),
    entries=GAINS.map(lambda pairs: tuple(m.OwnerValue(owner, value) for owner, value in pairs)),
    comment=COMMENTS,
)
PLAYS = st.lists(st.builds(m.CardPlay, actor=PLAYER, card=said(WORDS)), min_size=1, max_size=4).map(tuple)
NOTE = st.builds(m.Note, text=COMMENTS)
FLAT = st.one_of(
    st.builds(m.FirstFact, name=said(WORDS), value=said(TEXTS), comment=COMMENTS),
    st.builds(m.DealtCards, zone=said(WORDS), owner=st.none() | PLAYER, cards=CARDS, comment=COMMENTS),
    st.builds(m.RandomFact, value=said(TEXTS), comment=COMMENTS),
    st.builds(m.Pile, zone=said(WORDS), owner=st.none() | PLAYER, cards=CARDS, comment=COMMENTS),
    st.builds(m.Answer, actor=PLAYER, text=said(TEXTS), draws=st.just(()) | CARDS, comment=COMMENTS),
    st.builds(
        m.Trick,
        plays=PLAYS,
        winner=st.none() | PLAYER,
        comment=COMMENTS,
    ),
    st.builds(m.IncidentStep, title=said(TEXTS), by=st.none() | PLAYER, comment=COMMENTS),
    HOLDS,
    SETTLED,
    st.builds(m.TurnExpectation, player=PLAYER, comment=COMMENTS),
    st.builds(m.GameOverExpectation, winners=st.none() | st.lists(PLAYER, max_size=3).map(tuple), comment=COMMENTS),
    st.builds(m.LegalityExpectation, legal=st.booleans(), actor=PLAYER, text=said(TEXTS), comment=COMMENTS),
    st.builds(m.TrickExpectation, player=PLAYER, comment=COMMENTS),
    st.builds(
        m.AfterPhase,
        phase=said(WORDS),
        expects=st.lists(HOLDS | NOTE, min_size=1, max_size=3)
        .map(tuple)
        .filter(lambda e: any(isinstance(x, m.ValueExpectation) for x in e)),
        comment=COMMENTS,
    ),
    st.builds(
        m.StartPosition,
        phase=said(WORDS),
        given=st.tuples(
            st.lists(HOLDS | NOTE, max_size=3),
            st.lists(st.builds(m.TurnExpectation, player=PLAYER, comment=COMMENTS), max_size=1),
            st.lists(st.builds(m.Trick, plays=PLAYS, comment=COMMENTS), max_size=1),
        )
        .map(lambda parts: (*parts[1], *parts[2], *parts[0]))
        .filter(lambda given: any(not isinstance(x, m.Note) for x in given)),
        comment=COMMENTS,
    ),
    NOTE,
)


@st.composite
def a_step(draw: st.DrawFn, depth: int = 2) -> m.Step:
    if depth == 0 or draw(st.integers(0, 5)):
        return draw(FLAT)
    steps = draw(st.lists(a_step(depth - 1), max_size=2))
    happens = draw(st.builds(m.TurnExpectation, player=PLAYER, comment=COMMENTS))
    return m.SideLine(draw(st.none() | said(TEXTS)), (*steps, happens), comment=draw(COMMENTS))


STEP = a_step()
OPTIONS = st.lists(st.tuples(WORDS, VALUES), max_size=3, unique_by=lambda pair: pair[0])
GAME = st.builds(
    m.ScriptedGame,
    ruleset=said(TEXTS),
    variants=st.lists(said(TEXTS), max_size=3, unique=True).map(tuple),
    preset=st.none() | said(TEXTS),
    title=st.none() | said(TEXTS),
    language=st.none() | st.integers(1, 1000),
    fingerprint=st.none() | said(TEXTS),
    parts=st.lists(st.tuples(TEXTS, TEXTS), max_size=2, unique_by=lambda pair: pair[0]).map(
        lambda pairs: tuple(m.OptionSetting(m.SpannedText(name), m.SpannedText(value)) for name, value in pairs)
    ),
    options=OPTIONS.map(lambda pairs: tuple(m.OptionSetting(m.SpannedText(name), value) for name, value in pairs)),
    players=st.lists(said(NAMES), max_size=4, unique_by=lambda player: player.text.casefold()).map(tuple),
    seats=st.lists(said(st.one_of(WORDS, PLAYERS)), max_size=3).map(tuple),
    seed=st.none() | st.integers(0, 2**63 - 1),
    notes=st.lists(COMMENTS, max_size=2).map(tuple),
    comment=COMMENTS,
    steps=st.lists(STEP, max_size=6).map(tuple),
).map(m.ScriptedGame.normal)
SCRIPT = st.builds(m.Script, games=st.lists(GAME, min_size=1, max_size=2).map(tuple))


@given(SCRIPT)
def test_a_script_written_as_text_is_read_back(script: m.Script) -> None:
    text = write_text(script)
    found, problems = parse_script(text, "x")
    assert found == script, (problems, text)
    assert write_text(found) == text


@given(SCRIPT)
def test_a_script_written_as_json_is_read_back(script: m.Script) -> None:
    text = write_json(script)
    assert json.loads(text) == to_data(script)
    assert violations(to_data(script)) == []
    found, problems = parse_script(text, "x")
    assert found == script, problems


@pytest.mark.parametrize("path", sorted(GAMES.glob("*.play")), ids=lambda path: path.stem)
def test_shipped_games_are_equal_in_both_forms(path: Path) -> None:
    script, problems = parse_script(path.read_bytes(), path.name)
    assert script is not None, problems
    for text in (write_text(script), write_json(script)):
        assert parse_script(text)[0] == script


def test_reserved_words_may_be_player_names() -> None:
    for word in sorted(RESERVED):
        if name_problem(word) is None:
            script = m.Script(
                (
                    m.ScriptedGame(
                        ruleset=m.SpannedText("x"),
                        players=(m.SpannedText(word),),
                        steps=(m.Answer(m.SpannedText(word), m.SpannedText("pass")),),
                    ),
                )
            )
            assert parse_script(write_text(script))[0] == script, word
