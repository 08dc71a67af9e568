"""What follows at a table from every message and every entry in every situation.

The answers lie in `situations/` (UPDATE_GOLDEN=1 writes them anew).
"""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from hoyle.server.live import host as hosts
from hoyle.server.refusals import Refusal
from hoyle.server.table import intents
from hoyle.server.table.entries import (
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
    TableEntry,
    TableOpened,
    TableSettings,
    TimeOut,
    from_json,
    to_json,
)
from hoyle.server.table.reconnect import Situation, decide
from hoyle.server.table.record import TableRecord, hashed

from ..golden import same_as_file

KEPT = Path(__file__).with_name("situations")
SETTINGS = TableSettings(
    RulesChosen("whist"),
    (ChairOpened("A", None, hashed("a")), ChairOpened("Robot", "sound"), ChairOpened("C", None, hashed("c"))),
    hashed("door"), "Whist", clock=(60, 5),
)  # fmt: skip
SEATED: list[TableEntry] = [
    TableOpened(SETTINGS, 5), ChairTaken(0, "Ann", hashed("a")), ChairTaken(2, "Cyd", hashed("c")),
]  # fmt: skip
STARTED = [*SEATED, GameStarted(1, (3, 2), 1)]
"""Chair 0 has seat 1, and is asked."""
CHOSEN = [*STARTED, SeatChose(1, (0, 4), (), 2, 3, "k", 1500), SeatChose(2, (1,), (7,), 0, 4, "", 900)]
SITUATIONS: dict[str, list[TableEntry]] = {
    "opened": SEATED[:1], "one sits": SEATED[:2], "all sit": SEATED, "started": STARTED, "chosen": CHOSEN,
    "paused": [*CHOSEN, GameHeld(0, True, 2000)], "proposed": [*CHOSEN, Proposed(0, "take back")],
    "agreed": [*CHOSEN, Proposed(0, "take back"), ProposalAnswered(2, 6, True)],
    "refused": [*CHOSEN, Proposed(0, "stop"), ProposalAnswered(2, 6, False)],
    "stopped": [*CHOSEN, Proposed(2, "resign"), ProposalAnswered(0, 6, True)],
    "out of time": [*CHOSEN, TimeOut(0)], "over": [*CHOSEN, SeatChose(0, (9,), (), -1, 5, "x", 100)],
    "second game": [*CHOSEN, TimeOut(0), GameStarted(2, (), 0)],
    "left to a program": [*CHOSEN, ChairTaken(2, "Cyd", None, "random")],
    "talked": [*STARTED, ChairSpoke(0, 3), ChairSpoke(2, text="so it is")],
    "free talk and no clock": [
        TableOpened(replace(SETTINGS, clock=(0, 0), take_back=False, chat="free", rotate=False), 5), *SEATED[1:],
    ],
}  # fmt: skip
MESSAGES: tuple[dict[str, Any], ...] = (
    *({"type": "propose", "what": what} for what in ("take back", "stop", "resign", "claim")),
    *({"type": "agree", "proposal": number, "agree": agree} for number in (6, 7) for agree in (True, False)),
    {"type": "pause", "pause": True}, {"type": "pause", "pause": False},
    *({"type": "say", "phrase": number} for number in (-1, 0, 11, 12)), {"type": "say", "text": "hello"},
    *({"type": "program", "chair": chair, "program": "sound"} for chair in (-1, 0, 1, 2, 3)), {"type": "dance"},
)  # fmt: skip
ENTRIES: tuple[TableEntry, ...] = (
    SEATED[0], ChairTaken(0, "Zoe", "hash"), ChairTaken(2, "Zoe", None, "random"), ChairTaken(3, "Zoe", "hash"),
    GameStarted(0, (), 2), GameStarted(0, (), -1), SeatChose(0, (1,), (), 1, 5, "", 70), SeatChose(1, (1,), (), 2, 3),
    SeatChose(0, (1,), (), 1, 3), Proposed(0, "stop"), Proposed(2, "take back"), Proposed(7, "stop"),
    ProposalAnswered(2, 6, True), ProposalAnswered(2, 6, False), ProposalAnswered(9, 6, True),
    ProposalAnswered(0, 5, True),
    GameHeld(0, True, 10), GameHeld(2, False, 10), GameHeld(-1, True), TimeOut(0), TimeOut(1),
    ChairSpoke(0, 1), ChairSpoke(3, 1),
)  # fmt: skip


def shown(record: TableRecord) -> str:
    """A record in one line."""
    game, proposal = record.game, record.proposal
    played = None if game is None else (game.number, game.started.shift, len(game.moves), game.taken_back, game.turn)
    stopped = game.stopped if game is not None else None
    chairs = [
        f"{one.name}{'' if one.program is None else ' ' + one.program}{'' if one.came else ' free'}"
        for one in record.chairs
    ]
    return (
        f"{record.count} {record.phase} awaits {record.awaits}, turn {record.turn}, asked {record.asked}, {chairs}, "
        f"game {played}, left {record.left}, "
        f"{None if proposal is None else (proposal.number, proposal.chair, proposal.what, sorted(proposal.agreed))}, "
        f"{None if stopped is None else (stopped.how, stopped.chair)}, said {len(record.remarks)}, "
        f"people {record.people}, "
        f"names {record.names}, seats {[record.seat_of(chair) for chair in range(3)]}, "
        f"chairs {[record.chair_of(seat) for seat in range(3)]}, "
        f"last {[record.last_choice_of(chair) for chair in range(3)]}"
    )


def test_what_every_message_leads_to() -> None:
    out: list[str] = []
    for name, entries in SITUATIONS.items():
        record = TableRecord.of(entries)
        out += [f"== {name}", shown(record)]
        for message in MESSAGES:
            said: list[str] = []
            for chair in (0, 2):
                try:
                    said.append(json.dumps(to_json(intents.entry_for(record, chair, message))))
                except Refusal as refusal:
                    said.append(f"{refusal.code} {refusal.sentence}")
            out.append(f"  {message}: {said[0]}{'' if said[0] == said[1] else ' | ' + said[1]}")
        for secret, wanted, called in (
            ("a", -1, " Ann  B"), ("c", 0, "Ann"), ("door", -1, "Zoe"), ("door", 1, "Zoe"), ("door", 2, "zoe and"),
            ("x", -1, "Zoe"),
            ("door", 5, "Zoe"), ("a", -1, "cyd"), ("a", -1, "none"), ("a", -1, "you and me"), ("a", -1, "x" * 20),
            ("a", -1, "x" * 21),
        ):  # fmt: skip
            try:
                taken = intents.taken(record, secret, called, wanted, "new")
                owner = next((one for one in ("a", "c", "new", "door") if taken.secret == hashed(one)), "?")
                said = [f"{taken.chair} {taken.name!r} with {owner}"]
            except Refusal as refusal:
                said = [refusal.code]
            out.append(f"  {secret} {wanted} {called!r}: {said[0]}")
        for question in (None, 3, 4, 5, 6, 99):
            for chair in (-1, 0, 2):
                situation = Situation.of(record, chair, question, "k")
                decided = decide(situation)
                out.append(
                    f"  {question} by {chair}: {situation.question} {situation.repeated} {situation.asked}"
                    f" {decided.verdict} {decided.code}"
                )
    same_as_file(KEPT / "messages.txt", "\n".join(out) + "\n")


def test_what_every_entry_leads_to() -> None:
    out: list[str] = []
    for name, entries in SITUATIONS.items():
        record = TableRecord.of(entries)
        before = shown(record)
        out.append(f"== {name}")
        for entry in ENTRIES:
            assert from_json(json.loads(json.dumps(to_json(entry)))) == entry
            try:
                found = shown(record.after(entry))
            except DamagedRecord as error:
                found = f"damaged: {error}"
            assert shown(record) == before
            out.append(
                f"  {type(entry).__name__}{json.dumps(to_json(entry))[:90] if entry is not SEATED[0] else ''}: {found}"
            )
    same_as_file(KEPT / "entries.txt", "\n".join(out) + "\n")


def test_chairs_of_many_people_have_names(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hosts, "new_secret", lambda: "s")
    settings, made = hosts._settings({}, RulesChosen("x"), {"title": "T"}, [None, *["random"] * 28], [])
    assert [one.name for one in settings.chairs] == [*"ABCDEFGHIJKLMNOPQRSTUVWXYZ", "P27", "P28", "P29"]
    assert made == {"door": "s", "chairs": ["s", *[None] * 28]}
    wanted = {
        "watching": "nobody",
        "delay": 7,
        "clock": [1, 2],
        "take_back": False,
        "chat": "off",
        "rotate": False,
        "listed": True,
        "pace": 3,
    }
    settings, _ = hosts._settings(wanted, RulesChosen("x"), {"title": "T"}, [None], ["Ann"])
    shown = SimpleNamespace(**{name: getattr(settings, name) for name in wanted})
    assert vars(shown) == {**wanted, "clock": (1, 2)}
    assert settings.chairs == (ChairOpened("Ann", None, hashed("s")),)
