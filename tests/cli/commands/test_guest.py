"""A person at a served table: what is shown of each message, and what each typed line does."""

from __future__ import annotations

import io
from typing import Any

import pytest

pytest.importorskip("websockets", reason="websockets is not installed: pip install 'hoyle[serve]'")

from rich.console import Console

from hoyle.cli.commands.tables.guest import PersonLeft, TableGuest
from hoyle.cli.commands.tables.words import HELP, WORDS, word_for
from hoyle.cli.terminal.render import Renderer
from hoyle.cli.terminal.scenes import SceneStyle
from hoyle.server.client.link import Unreachable
from hoyle.server.protocol import fits
from hoyle.server.table.intents import PHRASES

Json = dict[str, Any]


class Link:
    """A connection that keeps what is sent."""

    def __init__(self, secret: str = "secret") -> None:
        self.secret, self.connection = secret, object()
        self.sent: list[Any] = []
        self.waiting = False

    def send(self, message: Json) -> None:
        assert fits("message", message), message
        self.sent.append(message)

    def choose(self, question: int, answer: Json) -> None:
        assert fits("message", {"type": "choose", "question": question, "key": "k", **answer})
        self.sent.append((question, answer))
        self.waiting = True


class Person:
    """A guest, its connection, and what was printed since one last looked."""

    def __init__(self, name: str = "Ann", *, typed: bool = True, games: int = 1, secret: str = "secret") -> None:
        self.link, self.file = Link(secret), io.StringIO()
        out = Renderer(Console(file=self.file, width=100, color_system=None, markup=False, highlight=False))
        self.guest = TableGuest(self.link, name, out, SceneStyle(plain=True), typed=typed, games=games)

    def hear(self, *messages: Json) -> list[str]:
        """The lines that messages of the server bring."""
        for one in messages:
            if one["type"] == "table":
                self.link.waiting = False
            self.guest.hear(one)
        return self._new()

    def type(self, *lines: str | None) -> list[str]:
        """The lines that typed lines bring."""
        for line in lines:
            assert self.guest.listens
            if self.guest.typed and line is not None:
                self.file.write(f"{line}\n")  # as a terminal does
            self.guest.answer(line)
        return self._new()

    def _new(self) -> list[str]:
        found = self.file.getvalue().splitlines()
        self.file.truncate(0)
        self.file.seek(0)
        return found

    @property
    def sent(self) -> list[Any]:
        """What was sent since one last looked."""
        found, self.link.sent = self.link.sent, []
        return found


def made(player: str, label: str) -> Json:
    return {"item": "made", "player": player, "label": label, "draws": [], "note": ""}


def asked(*labels: str) -> Json:
    """A question with these choices, numbered from 7."""
    return {
        "name": "Ann", "prompt": "Choose.", "more": 0, "incidents": [], "alternatives": [],
        "options": [{"label": label, "number": at} for at, label in enumerate(labels, 7)],
    }  # fmt: skip


def scene(*since: Json, settlement: Json | None = None, **more: Any) -> Json:
    hand = {
        "zone": 0, "name": "hand", "owner": 0, "whose": "Ann", "kind": "hand", "ordered": False, "count": 2,
        "cards": ["J♠", "2♦"],
    }  # fmt: skip
    return {
        "viewer": 0, "seats": ["Ann", "Bob"], "teams": [], "deal": 1, "trick_of_deal": 2, "turn": 0, "over": None,
        "zones": [hand], "facts": [], "badges": [], "calls": [], "trick": None, "last_trick": None, "scores": [],
        "roles": [{"name": "dealer", "seats": [1], "text": "dealer"}], "since": [*since], "settlement": settlement,
        **more,
    }  # fmt: skip


def table(puts: Json | None = None, *since: Json, settlement: Json | None = None, **more: Any) -> Json:
    """A table of Ann, who reads this, and Bob."""
    puts = asked("pass", "bid high") if puts is None else puts
    chairs = [
        {"name": name, "program": None, "came": True, "here": True, "seat": at}
        for at, name in enumerate(("Ann", "Bob"))
    ]
    return {
        "type": "table", "title": "Club", "you": 0, "seat": 0, "turn": 0, "question": 4, "game": 1, "phase": "playing",
        "chairs": chairs, "left": [], "proposal": None, "remarks": [], "stopped": None,
        "may": {"take_back": True, "chat": "phrases", "clock": [0, 0]},
        "view": {"scene": scene(*since, settlement=settlement), "question": puts or None}, **more,
    }  # fmt: skip


def refused(code: str, sentence: str = "No.", **more: Any) -> Json:
    return {"type": "refused", "code": code, "sentence": sentence, **more}


PICTURE = ["deal 1, trick 2", "Ann  (you)", "Bob  (dealer)", "hand: J♠ 2♦"]
QUESTION = ["Ann: Choose.", "  1  pass", "  2  bid high"]
SITS = "You sit at this table as Ann."


def seated(**more: Any) -> Person:
    """Somebody who has been asked."""
    person = Person(**more)
    person.hear(table())
    return person


# ------------------------------------------------------------------------------------------------------------- answers


def test_the_table_is_drawn_as_hoyle_play_draws_it() -> None:
    trick = {"item": "tricktable", "plays": [], "winner": "Bob"}
    shown = Person().hear(table(None, made("Bob", "play A♠"), trick))
    assert shown == [SITS, "Bob: play A♠", "Bob takes the trick.", "", *PICTURE, *QUESTION, "Ann> "]


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("1", {"option": 7}), (" 2 ", {"option": 8}), ("00001", {"option": 7}), ("000001", {"choice": "000001"}),
        ("0", {"choice": "0"}), ("3", {"choice": "3"}), ("bid 4", {"choice": "bid 4"}), ("x" * 700, {"choice": "x" * 600}),
        ("table: misdeal", {"incident": "misdeal"}), ("table:", {"incident": "?"}), ("yes", {"choice": "yes"}),
    ],
)  # fmt: skip
def test_a_person_answers_by_a_number_or_in_words(line: str, answer: Json) -> None:
    person = seated()
    person.type("", line)
    assert person.sent == [(4, answer)]
    assert person.type("2") == ["2", "Your answer is on its way."]
    assert person.sent == []


@pytest.mark.parametrize("line", ["q", "quit", "/q", None])
def test_a_person_leaves(line: str | None) -> None:
    with pytest.raises(PersonLeft):
        seated().type(line)


def test_lines_of_a_file_wait_until_they_are_needed() -> None:
    person = Person(typed=False)
    assert not person.guest.listens
    person.hear(table({}, turn=1))
    assert not person.guest.listens
    assert person.hear(table(question=5))[-1] == "Ann> "
    assert person.guest.listens
    person.type("1")
    assert not person.guest.listens
    proposal = {"number": 8, "chair": 1, "what": "stop", "agreed": [1]}
    person.hear(table({}, question=6, turn=1, proposal=proposal))
    assert person.guest.listens
    person.type("agree")
    assert not person.guest.listens
    person.hear(table({}, question=6, turn=1, phase="paused"))
    assert person.guest.listens


def test_after_a_refusal_the_question_is_asked_again_and_nothing_is_said_to_have_happened(capfd: Any) -> None:
    person = Person()
    person.hear(table(None, made("Bob", "pass")))
    person.type("bid 9")
    person.link.waiting = False
    assert person.hear(refused("S33", "That is no choice.", notes=["Legal are others."], key="k")) == [
        *QUESTION,
        "Ann> ",
    ]
    assert capfd.readouterr().err == "That is no choice. Legal are others.\n"
    assert person.hear(table(None, made("Bob", "pass"))) == []  # the same table once more


def test_after_a_pause_the_question_is_asked_again_and_nothing_is_said_to_have_happened() -> None:
    person = Person()
    person.hear(table(None, made("Bob", "pass")))
    person.type("pause")
    held = person.hear(table(None, made("Bob", "pass"), phase="paused"))
    assert held == ["The game is paused; `go on` continues it."]
    person.type("go on")
    assert person.hear(table(None, made("Bob", "pass"))) == ["The game goes on.", *QUESTION, "Ann> "]
    assert person.sent == [{"type": "pause", "pause": True}, {"type": "pause", "pause": False}]


def test_an_answer_that_is_older_than_the_table_is_refused_and_the_table_follows() -> None:
    person = seated()
    person.type("1")
    person.link.waiting = False
    assert person.hear(refused("S31", key="k")) == []
    assert person.hear(table())[-4:] == [*QUESTION, "Ann> "]


# --------------------------------------------------------------------------------------------------------------- names


def free(*names: str) -> Json:
    """A table at which a chair is free for whoever has the secret of the door."""
    return table({}, you=-1, chairs=[
        {"name": name, "program": None, "came": bool(at), "here": bool(at), "seat": at} for at, name in enumerate(("A", *names))
    ])  # fmt: skip


def test_another_name_is_asked_for_once_where_the_server_dislikes_one(capfd: Any) -> None:
    person = Person("D. Smith")
    person.hear(free("Bob"), free("Bob"))
    assert [one["name"] for one in person.sent] == ["D. Smith"]
    assert person.hear(refused("S38", "That is no name.")) == ["Another name: "]
    assert person.hear(free("Bob"), free("Bob")) == []  # others come and go meanwhile
    assert (capfd.readouterr().err, person.sent) == ("That is no name.\n", [])
    person.type("", "Dan")
    assert [one["name"] for one in person.sent] == ["Dan"]
    again = table()
    again["chairs"][0]["name"] = "Dan"
    assert person.hear(again)[0] == "You sit at this table as Dan."
    with pytest.raises(PersonLeft):
        person.type("q")


def test_where_nobody_types_a_name_that_is_refused_is_the_end() -> None:
    person = Person("😀", typed=False)
    person.hear(free())
    with pytest.raises(Unreachable, match="That is no name"):
        person.hear(refused("S38", "That is no name."))
    assert len(person.sent) == 1


def test_whoever_has_a_name_that_is_taken_learns_their_own() -> None:
    person = Person("bob", typed=False)
    person.hear(free("Bob", "Bob2"))
    person.hear(refused("S38"), refused("S38"))
    assert [one["name"] for one in person.sent] == ["bob", "bob2", "bob3"]
    sits = table()
    sits["chairs"][0]["name"] = "bob3"
    shown = person.hear(sits)
    assert (shown[0], shown[-1]) == ("You sit at this table as bob3.", "bob3> ")


def test_a_long_name_keeps_its_number_and_so_many_names_are_enough(capfd: Any) -> None:
    names = ["A very long name of mine", *(f"A very long name o{number}" for number in range(2, 11))]
    person = Person(names[0])
    person.hear(free(*names))
    for _ in names:
        assert not person.guest.chair.nameless
        person.hear(refused("S38", "no\x07", notes=["one", "two"]))
    assert [one["name"] for one in person.sent] == names
    assert person.guest.chair.nameless
    assert capfd.readouterr().err == "no\\u0007 one two\n" * len(names)


def test_whoever_comes_back_has_the_name_that_the_table_knows() -> None:
    person = Person("Dan")
    shown = person.hear(table())
    assert (shown[0], shown[-1], person.sent) == (SITS, "Ann> ", [])


def test_a_chair_is_asked_for_once_over_each_connection() -> None:
    person = Person()
    person.hear(free(), free())
    assert len(person.sent) == 1
    person.link.connection = object()
    person.hear(free(), free())
    assert person.sent == [{"type": "sit", "secret": "secret", "name": "Ann"}]
    person.hear(refused("S53"))
    person.hear(free())  # what may be tried again is tried with the next table
    assert len(person.sent) == 1
    with pytest.raises(Unreachable, match=r"This chair is taken\."):
        person.hear(refused("S37", "This chair is taken."))


def test_whoever_watches_takes_no_chair_and_sees_the_table_once() -> None:
    person = Person(secret="")
    watched = table({}, you=-1, seat=-1, turn=1)
    assert person.hear(watched) == PICTURE
    assert person.hear(watched) == []
    assert person.sent == []


# ----------------------------------------------------------------------------------------------------- beside the game


@pytest.mark.parametrize(
    ("line", "what"),
    [
        ("take back", "take back"), ("undo", "take back"), ("give up", "resign"), ("Claim the rest", "claim"),
        ("claim", "claim"), ("end", "stop"), ("/end the game", "stop"),
    ],
)  # fmt: skip
def test_a_proposal_is_made(line: str, what: str) -> None:
    person = seated()
    person.type(line)
    assert person.sent == [{"type": "propose", "what": what}]


def test_a_proposal_is_shown_and_answered_also_by_whoever_is_not_asked() -> None:
    person = Person()
    person.hear(table({}, turn=1))
    assert person.type("agree") == ["agree", "Nothing is proposed."]
    open_ = table({}, turn=1, proposal={"number": 8, "chair": 1, "what": "take back", "agreed": [1]})
    assert person.hear(open_) == ["Bob would like to take back the last choice.", "Answer with `agree` or `decline`."]
    person.type("agree", "yes", "decline", "no")
    answers = [{"type": "agree", "proposal": 8, "agree": agree} for agree in (True, True, False, False)]
    assert person.sent == answers
    assert person.type("withdraw") == ["withdraw", "There is no proposal of yours."]


def test_a_proposal_of_ones_own_is_withdrawn() -> None:
    person = seated()
    person.type("end")
    mine = table(proposal={"number": 8, "chair": 0, "what": "stop", "agreed": [0]})
    assert person.hear(mine) == [
        "You would like to end the game.", "Bob must agree; `withdraw` takes the proposal back.", "Ann> ",
    ]  # fmt: skip
    assert person.type("agree") == ["agree", "You have proposed that; `withdraw` takes it back.", "Ann> "]
    _ = person.sent
    person.type("withdraw")
    assert person.sent == [{"type": "agree", "proposal": 8, "agree": False}]
    assert person.hear(table()) == ["The proposal to end the game was declined or withdrawn.", "Ann> "]


def test_what_was_taken_back_is_not_said_to_happen_again() -> None:
    person = Person()
    person.hear(table(None, made("Bob", "pass")))
    person.type("1")
    person.hear(table({}, made("Ann", "pass"), question=5, turn=1))
    person.type("take back")
    shown = person.hear(table(None, made("Bob", "pass"), question=6))  # a program has agreed at once
    assert shown == ["Taken back.", "", *PICTURE, *QUESTION, "Ann> "]


def test_choices_of_the_game_come_before_words_of_the_table() -> None:
    person = Person()
    person.hear(table(asked("agree", "claim all", "end")))
    person.type("agree")
    assert person.sent == [(4, {"choice": "agree"})]
    person.hear(table(asked("agree", "claim all", "end"), question=5))
    person.type("claim")
    assert person.sent == [(5, {"choice": "claim"})]
    person.hear(table(asked("agree", "claim all", "end"), question=6))
    person.type("/claim")
    assert person.sent == [{"type": "propose", "what": "claim"}]


def test_phrases_are_said_and_heard() -> None:
    person = seated()
    person.type("say 4", "say thank", "/say WELL played")
    assert [one["phrase"] for one in person.sent] == [3, 3, 2]
    shown = person.type("say", "say my own words")
    assert (
        shown.count(
            f"say N, with the number of a phrase: {', '.join(f'{n} {one}' for n, one in enumerate(PHRASES, 1))}"
        )
        <= 2
    )
    assert person.sent == []
    heard = person.hear(table(remarks=[{"number": 3, "chair": 1, "text": "Hello!"}]))
    assert heard == ["Bob says: Hello!", "Ann> "]
    person.hear(table(may={"take_back": True, "chat": "free", "clock": [0, 0]}))
    person.type("say my own words")
    assert person.sent == [{"type": "say", "text": "my own words"}]
    person.hear(table(may={"take_back": True, "chat": "off", "clock": [0, 0]}))
    assert "Nothing can be said at this table." in person.type("say my own words")


def test_help_names_every_word() -> None:
    shown = "\n".join(seated().type("?"))
    for word in WORDS:
        if word not in ("yes", "no", "undo", "claim", "end", "quit"):
            assert word in HELP
    assert HELP in shown
    assert "12 I have to go." in shown
    assert shown.endswith("\n".join([*PICTURE, *QUESTION, "Ann> "]))
    assert word_for("sayonara") is None


# ---------------------------------------------------------------------------------------------------------- settlements


SETTLED = {
    "deal": 1, "deal_over": True, "laid_open": [], "named": [], "lines": [],
    "entries": [{"whose": "Ann", "name": "points", "before": 0, "now": 4, "owner": "player", "of": 0}],
    "reasons": [{"name": "points", "why": "the makers take every trick", "at": "x:7", "cites": [], "cards": [],
                 "changes": [{"whose": "Ann", "by": [4]}]}],
}  # fmt: skip
STORY = (
    made("Bob", "play A♠"),
    {"item": "scores", "columns": ["points"], "rows": [["Ann", [[0, 4]]]], "why": []},
    {"item": "named", "name": "dealer", "value": "Ann"},
    {"item": "dealt", "zone": "hand", "rows": [["Ann", ["J♠"]], ["Bob", ["??"]]]},
)
CAME_TO = [
    "Bob: play A♠", "", "Deal 1: what it came to", "points: Ann 4 (+4)",
    "  Ann +4: the makers take every trick (x:7)",
]  # fmt: skip
NEXT = ["dealer: Ann", "Dealt (hand):", "  Ann   J♠", "  Bob   1 card", ""]


def test_what_a_deal_came_to_stays_until_the_person_goes_on() -> None:
    person = Person()
    person.hear(table({}, made("Ann", "play 2♠"), turn=1))
    settled = table(None, made("Ann", "play 2♠"), *STORY, question=5, settlement=SETTLED)
    assert person.hear(settled) == [*CAME_TO, "Press Enter to go on. "]
    assert person.hear(settled) == []
    proposed = {**settled, "proposal": {"number": 8, "chair": 1, "what": "stop", "agreed": [1]}}
    shown = person.hear(proposed)
    assert shown[1:] == [
        "Bob would like to end the game.",
        "Answer with `agree` or `decline`.",
        "Press Enter to go on. ",
    ]
    assert person.type("agree")[-1] == "Press Enter to go on. "
    assert person.sent == [{"type": "agree", "proposal": 8, "agree": True}]
    person.hear(proposed)
    shown = [line.rstrip() for line in person.type("")]
    assert shown == ["", *NEXT, *PICTURE, *QUESTION, "Ann>"]
    assert "what it came to" not in "".join(person.hear(settled))


@pytest.mark.parametrize(("typed", "left"), [(False, []), (True, [60_000, 60_000])])
def test_nothing_stops_where_nobody_types_or_a_clock_runs(typed: bool, left: list[int]) -> None:
    person = Person(typed=typed)
    shown = person.hear(table(None, *STORY, settlement=SETTLED, left=left))
    assert "Press Enter" not in "".join(shown)
    assert shown.index("Deal 1: what it came to") < shown.index("Dealt (hand):") < shown.index("Ann: Choose.")


def test_a_game_that_ends_waits_for_the_reader_and_then_goes_on_or_ends() -> None:
    scores = [{"owner": "player", "owners": ["Ann", "Bob"],
               "columns": [{"name": "points", "decides": True, "values": [4, 0], "gained": [4, 0]}]}]  # fmt: skip
    story = (*STORY[:2], {"item": "won", "winners": ["Ann"]})
    over = table({}, phase="over", turn=-1, question=9)
    over["view"]["scene"] = scene(*story, settlement=SETTLED, scores=scores)
    person = seated()
    assert person.hear(over)[-1] == "Press Enter to go on. "
    assert not person.guest.done
    assert person.type("") == [
        "",
        "",
        "The game is over, won by Ann.",
        "",
        "      points",
        "Ann        4",
        "Bob        0",
    ]
    assert (person.guest.done, person.sent) == (True, [])
    more = seated(games=2)
    more.hear(over)
    more.type("")
    assert more.hear(over) == []
    assert (more.guest.done, more.sent) == (False, [{"type": "next"}])


def test_a_game_that_somebody_ended() -> None:
    person = seated()
    shown = person.hear(table({}, phase="over", turn=-1, question=9, stopped={"how": "resign", "chair": 1}))
    assert [line for line in shown if line] == ["Bob gave up.", "The game is over."]
    assert person.guest.done
