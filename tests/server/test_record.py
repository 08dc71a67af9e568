"""What follows from the entries of a table, without rules."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hoyle.server.refusals import REFUSALS, Refusal
from hoyle.server.table.entries import (
    KINDS,
    ChairOpened,
    ChairSpoke,
    ChairTaken,
    DamagedRecord,
    GameHeld,
    GameStarted,
    ProposalAnswered,
    Proposed,
    RulesChosen,
    SeatChose,
    TableOpened,
    TimeOut,
    from_json,
    to_json,
)
from hoyle.server.table.entries import TableSettings as Settings
from hoyle.server.table.intents import PHRASES, entry_for, taken
from hoyle.server.table.record import TableRecord, hashed, new_secret, opens

CHAIRS = tuple(ChairOpened(name, None, hashed(name)) for name in "ABC")
OPENED = TableOpened(Settings(RulesChosen("any"), CHAIRS, hashed("door"), clock=(60, 2)), 0)
BEGUN = (OPENED, *(ChairTaken(i, f"P{i}", hashed("ABC"[i])) for i in range(3)), GameStarted(0, (3, 1), 0))


def begun(*more) -> TableRecord:
    return TableRecord.of([*BEGUN, *more])


numbers = st.integers(-1, 3)
entries = st.one_of(
    st.builds(ChairTaken, numbers, st.sampled_from(["P0", "x"]), st.just(hashed("A")), st.sampled_from([None, "random"])),
    st.builds(GameStarted, st.integers(0, 2), st.just(()), numbers),
    st.builds(SeatChose, numbers, st.just((0, 5)), st.just((1,)), st.integers(-1, 2), st.integers(0, 20), st.just("k"), st.integers(0, 99)),
    st.builds(Proposed, numbers, st.sampled_from(["take back", "resign", "claim", "stop"])),
    st.builds(ProposalAnswered, numbers, st.integers(4, 20), st.booleans()),
    st.builds(GameHeld, numbers, st.booleans(), st.integers(0, 9)),
    st.builds(TimeOut, numbers),
    st.builds(ChairSpoke, numbers, st.integers(-1, 3), st.text(max_size=5)),
)  # fmt: skip


@given(st.lists(entries, max_size=30))
def test_any_entry_fits_or_is_refused_and_changes_nothing_then(offered):
    record, written = begun(), [*BEGUN]
    for entry in offered:
        before = repr((record.chairs, record.game, record.left, record.proposal, [*record.remarks], record.asked))
        try:
            after = record.after(entry)
        except DamagedRecord:
            after = None
        assert before == repr(
            (record.chairs, record.game, record.left, record.proposal, [*record.remarks], record.asked)
        )
        if after is not None:
            record = after
            written.append(entry)
    texts = [json.dumps(to_json(entry)) for entry in written]
    again = TableRecord.of(from_json(json.loads(text)) for text in texts)
    assert (again.count, again.phase, again.turn, again.asked, again.left, again.awaits) == (
        record.count, record.phase, record.turn, record.asked, record.left, record.awaits,
    )  # fmt: skip
    assert again.chairs == record.chairs
    assert again.game == record.game


def test_every_kind_of_entry_survives_json():
    samples = [
        *BEGUN, SeatChose(0, (1, 2), (3,), 1, 4, "k", 5), Proposed(0, "claim"), ProposalAnswered(1, 5, True),
        GameHeld(0, True, 7), TimeOut(1), ChairSpoke(0, 3), ChairSpoke(0, text="ünï"),
    ]  # fmt: skip
    assert {type(one) for one in samples} == set(KINDS.values())
    for one in samples:
        assert from_json(json.loads(json.dumps(to_json(one)))) == one


@pytest.mark.parametrize("data", [{}, {"entry": "no"}, {"entry": "time"}, {"entry": "time", "seat": 0, "more": 1}])
def test_damaged_entries_are_found(data):
    with pytest.raises(DamagedRecord):
        from_json(data)


def test_a_table_begins_once_and_with_how_it_was_opened():
    for wrong in ([], [BEGUN[1]], [OPENED, OPENED]):
        with pytest.raises(DamagedRecord):
            TableRecord.of(wrong)


def test_something_is_taken_back_when_all_people_agree():
    record = begun(SeatChose(0, (0,), (), 1, 4), SeatChose(1, (0,), (), 2, 5), Proposed(0, "take back"))
    assert record.proposal is not None
    record.add(ProposalAnswered(1, 7, True))
    assert record.turn == 2
    record.add(ProposalAnswered(2, 7, True))
    assert (record.turn, record.proposal, record.asked) == (0, None, 9)
    assert record.game is not None
    assert (record.game.moves, record.game.taken_back) == ([], 1)


def test_a_program_agrees_to_everything_and_one_refusal_is_enough():
    record = begun(SeatChose(0, (0,), (), 1, 4), ChairTaken(1, "P1", program="random"), Proposed(0, "take back"))
    record.add(ProposalAnswered(2, 7, True))
    assert record.turn == 0
    record.add(SeatChose(0, (0,), (), 1, record.asked))
    record.add(Proposed(0, "stop"))
    record.add(ProposalAnswered(2, record.count - 1, False))
    assert (record.proposal, record.phase) == (None, "playing")


def test_a_game_is_resigned_by_consent_and_the_next_one_rotates_chairs():
    record = begun(Proposed(1, "resign"), ProposalAnswered(0, 5, True), ProposalAnswered(2, 5, True))
    assert record.game is not None
    assert record.game.stopped is not None
    assert (record.phase, record.game.stopped.how, record.game.stopped.chair) == ("over", "resign", 1)
    record.add(GameStarted(1, (), 0))
    assert [record.seat_of(chair) for chair in range(3)] == [1, 2, 0]
    assert record.names == ("P2", "P0", "P1")
    assert all(record.chair_of(record.seat_of(chair)) == chair for chair in range(3))


def test_clocks_count_what_was_spent_and_nothing_else():
    record = begun(SeatChose(0, (0,), (), 1, 4, spent=5000))
    assert record.left == [57_000, 60_000, 60_000]
    record.add(GameHeld(2, True, 1500))
    assert record.left[1] == 58_500
    assert record.phase == "paused"
    record.add(GameHeld(2, False))
    record.add(TimeOut(1))
    assert record.phase == "over"
    assert record.game is not None
    assert record.game.stopped is not None
    assert (record.game.stopped.how, record.game.stopped.chair) == ("time", 1)


def test_a_table_waits_for_what_it_waits_for():
    assert TableRecord.of([OPENED]).awaits == "people"
    assert begun().awaits == "clock"
    assert begun(ChairTaken(0, "P0", program="random")).awaits == "program"
    assert begun(GameHeld(0, True)).awaits == "nobody"


# ---------------------------------------------------------------------------------------------------------- intents


def refused(code: str, act) -> None:
    with pytest.raises(Refusal) as found:
        act()
    assert found.value.code == code
    assert found.value.sentence


def test_names_that_scripts_could_not_tell_apart_are_refused():
    record = begun()
    names = {
        "S38": ("P1", "p1"), "S61": ("", "  "), "S62": ("x" * 21,), "S63": ("a:b", "<b>", "a\u202eb", "🂡", "a/b"),
        "S64": ("-a", "_a", "'a", ".a"), "S65": ("Ann-", "a'"), "S66": ("A.B",), "S67": ("A and B", "and", "you AND me"),
        "S68": ("none", "Nobody", "nothing", "table"),
    }  # fmt: skip
    for code, those in names.items():
        for name in those:
            refused(code, lambda name=name: taken(record, "A", name, -1, new_secret()))
    waiting = TableRecord.of([OPENED])
    free = waiting.chairs[1].name
    refused("S60", lambda: taken(waiting, "A", free.lower(), -1, ""))
    assert taken(waiting, "B", free, -1, "").name == free
    assert taken(record, "A", " Zoë  O'Neil-2 ", -1, "").name == "Zoë O'Neil-2"
    for name in ("Zoe\u0308", "J.", "42", "Ann Lee's"):
        assert taken(record, "A", name, -1, "").chair == 0


def test_a_refused_name_says_what_is_wrong():
    record = TableRecord.of([OPENED])

    def said(name: str) -> str:
        with pytest.raises(Refusal) as found:
            taken(record, "A", name, -1, "")
        return found.value.sentence

    assert said("Ann-") == "A name ends with a letter, a digit or a full stop."
    assert said("table") == "The name `table` means something else in the scripts of games; please take another name."
    assert said("x" * 25) == "A name has at most 20 characters; this one has 25."
    assert said("a&b") == "A name cannot contain `&`: it has letters, digits, blanks, hyphens and apostrophes."
    free = record.chairs[1].name
    assert said(free) == f"A free chair here is called `{free}`; please take another name."


def test_the_document_has_every_refusal():
    text = (Path(__file__).parents[2] / "docs" / "serve.md").read_text("utf-8")
    rows = [line.split(" | ", 2) for line in text.splitlines() if line.startswith("| S")]
    shown = {code.removeprefix("| "): (int(status), said.removesuffix(" |")) for code, status, said in rows}
    assert shown == REFUSALS
    assert list(shown) == sorted(shown)


def test_a_chair_is_taken_with_its_secret_or_that_of_the_door():
    record = TableRecord.of([OPENED])
    assert taken(record, "B", "Bea", -1, "").chair == 1
    at_the_door = taken(record, "door", "Bea", 2, "mine")
    assert at_the_door.chair == 2
    assert opens("mine", at_the_door.secret)
    refused("S03", lambda: taken(record, "wrong", "Bea", -1, ""))
    full = begun()
    refused("S37", lambda: taken(full, "door", "Bea", -1, ""))
    refused("S37", lambda: taken(full, "door", "Bea", 0, ""))


def test_what_a_table_does_not_allow_is_refused():
    record = begun()
    refused("S40", lambda: entry_for(record, 0, {"type": "propose", "what": "take back"}))
    refused("S41", lambda: entry_for(record, 0, {"type": "agree", "proposal": 3, "agree": True}))
    refused("S43", lambda: entry_for(record, 0, {"type": "say", "text": "free"}))
    refused("S47", lambda: entry_for(record, 0, {"type": "say", "phrase": len(PHRASES)}))
    refused("S37", lambda: entry_for(record, 0, {"type": "program", "chair": 1, "program": "random"}))
    refused("S35", lambda: entry_for(record, 0, {"type": "pause", "pause": False}))
    record.add(Proposed(0, "stop"))
    refused("S42", lambda: entry_for(record, 1, {"type": "propose", "what": "stop"}))
    waiting = TableRecord.of([OPENED])
    refused("S46", lambda: entry_for(waiting, 0, {"type": "propose", "what": "stop"}))
    quiet = TableRecord.of([replace(OPENED, settings=replace(OPENED.settings, chat="off"))])
    refused("S43", lambda: entry_for(quiet, 0, {"type": "say", "phrase": 0}))


def test_every_refusal_is_a_sentence():
    for code, (status, sentence) in REFUSALS.items():
        assert len(code) == 3
        assert 400 <= status < 600
        assert sentence[0].isupper() or sentence[0] == "{"
        assert sentence.endswith((".", "}"))
