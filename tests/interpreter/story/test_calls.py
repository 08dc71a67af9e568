"""Calls: which choices a run consists of, when it is over, and that nothing secret is in one."""

from __future__ import annotations

from random import Random

import pytest

from hoyle.dsl.loading import load
from hoyle.interpreter.engine import Engine, State
from hoyle.interpreter.lowering import lower
from hoyle.interpreter.program import Program
from hoyle.interpreter.records import AnyRecord, Chosen
from hoyle.interpreter.story.calls import Calls
from hoyle.interpreter.story.items import ChoiceItem
from hoyle.interpreter.story.scene import scene
from hoyle.interpreter.story.story import Story
from hoyle.interpreter.text.parse import Words

from ...small_calls import CALLS
from ...small_rules import game_of
from .playing import game

BIDS = "A bid 1, B pass, C bid 2"
STAYED = f"{BIDS}, A stay, B draw"
WAITED = "C stay, A wait, B wait"
THROWN = "A throw in, B double, C throw in"
DEAL = (
    ("bid 1", ""), ("pass", ""), ("bid 2", BIDS), ("stay", f"{BIDS}, A stay"),
    ("draw", STAYED), ("stay", STAYED),  # whoever draws a card ends the run
    ("wait", STAYED), ("wait", WAITED), ("lay", WAITED),  # what is laid is no call
    ("hide 1", WAITED), ("hide 2", WAITED), ("hide nothing", WAITED),
    ("play nothing", WAITED), ("play nothing", WAITED), ("play nothing", WAITED),  # a card was asked for
    ("throw in", WAITED), ("double", WAITED),
)  # fmt: skip
"""The choices of a deal in their order, and the calls after each."""


class Table:
    """A game that every viewer follows."""

    def __init__(self, program: Program) -> None:
        self.engine, self.words = Engine(program), Words(program)
        self.stories = [Story(self.words, viewer) for viewer in (None, -1, *range(program.players))]
        self.state: State = self.engine.start(seed=1, listener=self.hear)
        self.pause()

    def hear(self, record: AnyRecord, _: object) -> None:
        for story in self.stories:
            story.follow(record)

    def pause(self) -> None:
        for story in self.stories:
            story.pause()

    def choose(self, label: str) -> None:
        """Make the first choice that begins with these words."""
        question = self.engine.question(self.state)
        assert question is not None
        choice = next(one for one in question.choices() if question.label(one, self.words).startswith(label))
        self.state = self.engine.apply(self.state, choice, listener=self.hear)
        self.pause()

    @property
    def calls(self) -> str:
        """The calls, which are the same for every viewer."""
        first, *others = (scene(story, self.state.values)["calls"] for story in self.stories)
        assert all(one == first for one in others)
        return ", ".join(f"{'ABC'[call['seat']]} {call['text']}" for call in first)


def test_what_is_called_and_when_it_is_forgotten() -> None:
    table = Table(lower(game_of(CALLS)))
    for label, calls in DEAL:
        table.choose(label)
        assert table.calls == calls, label
    copies = [story.copy() for story in table.stories]
    table.choose("throw in")  # the next deal begins
    assert table.calls == ""
    assert all(scene(one, None)["calls"][0] == {"seat": 2, "text": "stay"} for one in copies)
    for _ in range(3):
        table.choose("pass")
    assert table.calls == "A pass, B pass, C pass"
    for label, _ in DEAL[3:]:
        table.choose(label)
    table.choose("throw in")
    assert table.calls == THROWN  # the game is over, and they stay


def said(calls: Calls, seat: int = -1, asked: int = -1) -> tuple[tuple[int, str], ...]:
    """Who called what."""
    return tuple((who, text) for who, text, _ in calls.latest(seat, asked))


def test_a_run_counts_from_three_calls_of_two_seats_on() -> None:
    calls = Calls()
    for _ in range(5):
        calls.call(0, "more", 0)
    assert said(calls) == ()
    calls.call(1, "enough", 0)
    assert said(calls) == ((0, "more"),) * 5 + ((1, "enough"),)
    calls.end()
    calls.call(1, "yes", 1)
    calls.call(2, "no", 1)
    assert said(calls)[-1] == (1, "enough")  # what was called later does not count yet
    calls.call(1, "yes", 1)
    assert said(calls) == ((1, "yes"), (2, "no"), (1, "yes"))
    calls.begin()
    assert said(calls) == ()


def test_cards_that_move_for_somebody_else_change_nothing() -> None:
    calls = Calls()
    calls.moved(0, 0, some=True)
    for seat in (0, 1, 2):
        calls.call(seat, "pass", 0)
        calls.moved(-1, -1, some=True)
        calls.moved((seat + 1) % 3, -1, some=True)
        calls.moved(seat, -1, some=False)
        calls.moved(-1, (seat + 1) % 3, some=True)
    assert said(calls) == ((0, "pass"), (1, "pass"), (2, "pass"))
    calls.call(0, "lay", 1)
    calls.moved(0, -1, some=True)
    calls.moved(0, 0, some=False)  # the run is over already
    assert said(calls) == ((0, "pass"), (1, "pass"), (2, "pass"))
    calls.call(1, "turn up", 2)
    calls.moved(1, 1, some=False)
    calls.call(2, "turn up", 2)
    calls.call(0, "turn up", 2)
    assert said(calls) == ((0, "pass"), (1, "pass"), (2, "pass"))


def test_a_new_round_of_the_same_questions_forgets_the_one_before() -> None:
    calls = Calls()
    for seat in (0, 1, 2):
        calls.call(seat, "don't knock", 0)
    calls.call(1, "stay", 1)
    whole = said(calls)
    assert said(calls, 0, 0) == whole  # this run goes on
    calls.end()  # a card is played
    assert said(calls, 2, 1) == whole  # this seat has not answered that yet
    calls.call(2, "stay", 1)
    assert said(calls) == whole
    assert said(calls, 1, 0) == ()  # the next round: nobody has called in it
    calls.call(1, "knock", 0)
    assert said(calls) == ()
    calls.call(2, "fold", 1)
    calls.call(0, "stay", 1)
    assert said(calls) == ((2, "stay"), (1, "knock"), (2, "fold"), (0, "stay"))


ROUNDS = """\
game "Rounds"
language 1
players 3
deck 2 3 4 5 6 7 8 9 10 J Q K A
zones
    stock: face down
    pile: face up
    hand of each player: private
remember
    points of each player: number
main
    shuffle every card into stock
    deal 3 from stock to hand of each player
    repeat 2 times
        for p in players
            p chooses
                "knock"
                    add 1 to p.points
                "don't knock"
        for p in players
            p chooses
                "play {c}" for c in p.hand
                    move c to pile
    game over, won by the player with highest points, otherwise shared
"""


def test_the_table_shows_no_old_round_to_whoever_begins_the_next() -> None:
    table = Table(lower(game_of(ROUNDS)))
    seen: list[str] = []
    for label in ("knock", "don't knock", "knock", "play", "play", "play", "knock", "knock", "knock"):
        seen.append(table.calls)
        table.choose(label)
    first = "A knock, B don't knock, C knock"
    assert seen == ["", "", "", first, first, first, "", "", ""]
    assert table.calls == "A knock, B knock, C knock"


SILENT = ("gin_rummy", "whist", "hearts", "cribbage", "go_fish", "old_maid", "golf", "crazy_eights")
"""Rulesets in which nothing is called: cards are drawn, asked for, turned up, passed and played."""
AUCTIONS = ("contract_bridge", "skat", "five_hundred", "leduc_poker", "texas_holdem", "tarneeb")


@pytest.mark.parametrize("name", [*SILENT, *AUCTIONS, "dou_dizhu", "newberry_euchre", "poor_hand", "piquet", "barbu"])
def test_every_call_is_in_the_log_of_every_viewer(name: str) -> None:
    """The calls are the choices of some lines that follow each other, the same for everybody."""
    found = load(name).game
    assert found is not None
    program = lower(found)
    words = Words(program)
    stories = [Story(words, viewer) for viewer in (None, -1, 0)]
    for number, (records, state) in enumerate(game(program, Random(name), most=48)):
        for story in stories:
            story.tell(records)
        if number % 4:
            continue
        first, *others = (scene(story, state.values)["calls"] for story in stories)
        assert all(one == first for one in others)
        assert not first or (len(first) >= 3 and len({call["seat"] for call in first}) > 1 and name not in SILENT)
        called = [(words.player(call["seat"]), call["text"]) for call in first]
        for story in stories:
            said = [(item.player, item.label) for _, item in story.lines if isinstance(item, ChoiceItem)]
            assert any(said[at : at + len(called)] == called for at in range(len(said) + 1))


@pytest.mark.parametrize("name", AUCTIONS)
def test_an_auction_is_seen_as_a_whole(name: str) -> None:
    """What was called last is on the table where every answer so far was a call, and there were enough of them."""
    found = load(name).game
    assert found is not None
    program = lower(found)
    story, most = Story(Words(program), 0), 0
    heard: list[AnyRecord] = []
    for records, state in game(program, Random(name), most=30):
        story.tell(records)
        heard += records
        made = [one for one in heard if isinstance(one, Chosen)]
        if any(one.ask not in story.data.calling for one in made) or story.deal > 1:
            break
        if len(made) >= 3 and len({one.player for one in made}) > 1:
            assert len(scene(story, state.values)["calls"]) == len(made)
            most = len(made)
    assert most >= 3
