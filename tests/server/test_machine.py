"""Anybody sends anything at any time: a machine of hypothesis against the tables, without network.

It sends right answers, wrong ones, old ones again, those of other chairs and to questions that nobody has asked; people
come, leave and come again; they pause, propose, agree, talk, and let programs sit down; and the server is stopped and
started.  After each step the record and what was sent must be as the rules of the protocol say.
"""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import tempfile
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

pytest.importorskip("websockets", reason="websockets is not installed: pip install 'hoyle[serve]'")

from hoyle.server.cores.opening import opened
from hoyle.server.live.host import Host
from hoyle.server.refusals import REFUSALS, Refusal
from hoyle.server.store.sqlite import SqliteStore
from hoyle.server.table.entries import SeatChose, from_json
from hoyle.server.table.played import PlayedGame
from hoyle.server.table.record import TableRecord

from .conftest import Client
from .inline import InlineCores

PEOPLE = 2
chairs = st.integers(0, PEOPLE - 1)


class TableMachine(RuleBasedStateMachine):
    """One table of two people at Cribbage."""

    made: dict[str, Any]
    """What opening the table gave."""

    def __init__(self) -> None:
        super().__init__()
        self.runner = asyncio.Runner()
        self.folder = Path(tempfile.mkdtemp())
        self.clients: list[Client] = []
        self.sent: list[tuple[int, dict[str, Any]]] = []
        """The messages with answers, each with the chair that sent it."""

    def run(self, coroutine: Any) -> Any:
        return self.runner.run(asyncio.wait_for(coroutine, 60))

    def settled(self, seconds: float = 0.01) -> None:
        """Let what was begun be done."""
        self.run(asyncio.sleep(seconds))

    @initialize(clock=st.booleans())
    def open(self, clock: bool) -> None:
        async def go() -> None:
            await self._start()
            self.made = await self.host.open(
                {"game": "cribbage", "pace": 0, "chat": "free", "clock": [600, 5] if clock else [0, 0]}
            )
            await self._come()
            for number, client in enumerate(self.clients):
                await client.send({"type": "sit", "secret": self.made["chairs"][number], "name": f"Player {number}"})

        self.run(go())

    async def _start(self) -> None:
        self.host = Host(SqliteStore(self.folder / "tables.sqlite"), InlineCores())
        await self.host.begin()

    async def _come(self) -> None:
        self.clients = [await Client(self.host, self.made["table"], one).come() for one in self.made["chairs"]]
        self.watcher = await Client(self.host, self.made["table"]).come()

    @property
    def record(self) -> TableRecord:
        return self.host.live[self.made["table"]].record

    def send(self, chair: int, message: dict[str, Any]) -> str:
        """Send a message of a chair, -1: of a watcher.  Returns the code of the refusal."""
        client = self.watcher if chair < 0 else self.clients[chair]
        if message["type"] == "choose":
            self.sent.append((chair, message))
        refused = None
        try:
            self.run(client.send(message))
        except Refusal as refusal:
            refused = refusal
        if refused is None:
            return ""
        assert refused.sentence
        assert refused.code in REFUSALS
        assert refused.code not in ("S11", "S50", "S51"), refused.sentence
        return refused.code

    # ------------------------------------------------------------------------------------------------------ messages

    @rule(picks=st.lists(st.integers(0, 50), min_size=1, max_size=5), key=st.text("ab", min_size=1, max_size=3))
    def answer(self, picks: list[int], key: str) -> None:
        """Whoever is asked answers, some times."""
        for pick in picks:
            self.settled()
            asked = next((one for one in self.clients if one.question is not None), None)
            if asked is None or asked.shown["question"] != self.record.asked or self.record.phase != "playing":
                return  # nobody is, or the scene in which somebody is has not been read
            assert asked.question is not None
            option = asked.question["options"][pick % len(asked.question["options"])]["number"]
            number, before = asked.shown["question"], self.record.count
            message = {"type": "choose", "question": number, "key": f"{number}{key}", "option": option}
            assert self.send(self.clients.index(asked), message) == ""
            assert self.record.count > before

    @precondition(lambda self: self.sent)
    @rule(at=st.integers(0, 1000), chair=st.integers(-1, PEOPLE - 1), own=st.booleans())
    def send_again(self, at: int, chair: int, own: bool) -> None:
        """A message that was sent before, by the same or by somebody else."""
        sender, message = self.sent[-1 - at % len(self.sent)]
        before, open_ = self.record.count, message["question"] == self.record.asked and self.record.phase == "playing"
        self.send(sender if own else chair, dict(message))
        assert open_ or self.record.count == before, "a message that was sent before had an effect again"

    @rule(
        chair=st.integers(-1, PEOPLE - 1), question=st.integers(-3, 60), key=st.text("xyz", max_size=2),
        answer=st.sampled_from([{"option": 0}, {"option": 9999}, {"choice": "nonsense"}, {"choice": "5♥"}, {"cards": ["A♠"]},
                                {"cards": []}, {"incident": "misdeal"}, {"option": -1}]),
    )  # fmt: skip
    def send_anything(self, chair: int, question: int, key: str, answer: dict[str, Any]) -> None:
        """An answer to some question, by anybody."""
        before, turn, phase, asked = self.record.count, self.record.turn, self.record.phase, self.record.asked
        code = self.send(chair, {"type": "choose", "question": question, "key": key, **answer})
        right = chair >= 0 and self.record.seat_of(chair) == turn and question == asked and phase == "playing"
        if not right:
            assert self.record.count == before, "somebody answered who was not asked"
            assert code or question < asked

    @rule(chair=st.integers(-1, PEOPLE - 1), what=st.sampled_from(["take back", "resign", "claim", "stop"]))
    def propose(self, chair: int, what: str) -> None:
        self.send(chair, {"type": "propose", "what": what})

    @rule(chair=st.integers(-1, PEOPLE - 1), agree=st.booleans(), more=st.integers(-1, 1))
    def agree(self, chair: int, agree: bool, more: int) -> None:
        number = self.record.proposal.number if self.record.proposal is not None else 0
        self.send(chair, {"type": "agree", "proposal": max(0, number + more), "agree": agree})

    @rule(chair=st.integers(-1, PEOPLE - 1), pause=st.booleans())
    def pause(self, chair: int, pause: bool) -> None:
        self.send(chair, {"type": "pause", "pause": pause})

    @rule(chair=st.integers(-1, PEOPLE - 1), text=st.text(max_size=20))
    def say(self, chair: int, text: str) -> None:
        self.send(chair, {"type": "say", "text": text})

    @rule(chair=st.integers(-1, PEOPLE - 1))
    def next_game(self, chair: int) -> None:
        self.send(chair, {"type": "next"})

    @rule(chair=st.integers(-1, PEOPLE - 1), other=st.integers(-1, PEOPLE))
    def seat_a_program(self, chair: int, other: int) -> None:
        assert self.send(chair, {"type": "program", "chair": other, "program": "random"})  # all chairs are taken

    @rule(chair=chairs, other=chairs, name=st.text(max_size=25))
    def sit_again(self, chair: int, other: int, name: str) -> None:
        """With one's own secret (a new name), or with that of somebody else."""
        if chair == other:
            self.send(chair, {"type": "sit", "secret": self.made["chairs"][other], "name": name})
        else:
            code = self.send(-1, {"type": "sit", "secret": "no secret of this table", "name": name})
            assert code in ("S03", "S04")

    # -------------------------------------------------------------------------------------- connections and the server

    @rule(chair=chairs)
    def come_again(self, chair: int) -> None:
        """A connection is lost, and there is a new one."""

        async def go() -> Client:
            self.clients[chair].leave()
            return await Client(self.host, self.made["table"], self.made["chairs"][chair]).come()

        self.clients[chair] = self.run(go())

    @rule(chair=chairs, slow=st.booleans())
    def read_slowly(self, chair: int, slow: bool) -> None:
        """A connection takes nothing for a while, then again."""
        self.clients[chair].open = not slow
        if not slow:
            self.clients[chair].viewer.resume()

    @rule()
    def restart(self) -> None:
        """The server is stopped and started."""

        async def go() -> None:
            await self.host.close()
            await self._start()
            await self._come()

        before = self.record.count
        self.run(go())
        assert self.record.count >= before

    # ------------------------------------------------------------------------------------------------------ invariants

    @invariant()
    def the_record_is_what_is_stored(self) -> None:
        if not self.clients:
            return
        self.settled(0)
        texts = self.run(self.host.store.read(self.made["table"]))
        found = [from_json(json.loads(text)) for text in texts]
        record = TableRecord.of(found)
        assert record.count == self.record.count
        assert record.game == self.record.game
        choices = [one for one in found if isinstance(one, SeatChose)]
        questions = [one.question for one in choices]
        assert len(questions) == len(set(questions)), "a question was answered twice"

    @invariant()
    def everybody_is_shown_what_is_theirs(self) -> None:
        for chair, client in enumerate(self.clients):
            if client.shown:
                assert client.shown["you"] == chair
                shown = client.shown["view"] is not None and client.shown["view"]["question"] is not None
                # Of a game that somebody gave up, the last position is shown, with the question that stays open.
                asked = shown and client.shown["phase"] == "playing"
                assert not asked or client.shown["turn"] == client.shown["seat"]
        if self.clients and self.watcher.shown.get("view"):
            assert self.watcher.shown["view"]["question"] is None

    def teardown(self) -> None:
        """Who is on the record sent what is there, and the games are games by the rules."""
        try:
            if not self.clients:
                return
            texts = self.run(self.host.store.read(self.made["table"]))
            record = TableRecord()
            senders = {(message["question"], message["key"]): set[int]() for _, message in self.sent}
            for chair, message in self.sent:
                senders[message["question"], message["key"]].add(chair)
            for text in texts:
                entry = from_json(json.loads(text))
                if isinstance(entry, SeatChose):
                    assert record.chair_of(entry.seat) in senders[entry.question, entry.key]
                record.add(entry)
            if record.game is not None:
                game = PlayedGame(opened(record.settings.rules, record.names))
                game.begin(record.game.started.draws)
                for _, move in record.game.moves:
                    assert game.turn == move.seat
                    game.add(move.choice, move.draws, move.turn)
            self.run(self.host.close())
        finally:
            self.runner.close()
            shutil.rmtree(self.folder, ignore_errors=True)


TestTable = TableMachine.TestCase
TestTable.settings = settings(
    max_examples=12, stateful_step_count=25, deadline=None, suppress_health_check=[HealthCheck.too_slow],
    phases=[Phase.explicit, Phase.generate, Phase.shrink] if "HOYLE_LONG_TESTS" in os.environ else [Phase.generate],
)  # fmt: skip
