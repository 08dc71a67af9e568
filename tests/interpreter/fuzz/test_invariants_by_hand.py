"""What each invariant says of a game in which it does not hold: of games made by hand, word for word."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from hoyle.dsl.source.span import Source, Span
from hoyle.dsl.types import CARD, NUMBER, Type
from hoyle.interpreter.engine import Fault
from hoyle.interpreter.fuzz import invariants as held
from hoyle.interpreter.lowering import lower
from hoyle.interpreter.records import Where
from hoyle.interpreter.text.parse import Words

from ...small_rules import game_of, small_rules

TABLE = 'written on the table\n    "points {p.points}" beside p in players'
PROGRAM = lower(game_of(small_rules(players="2", tables=TABLE)))
WORDS = Words(PROGRAM)
SPAN = Span(Source("small.hoyle", "one\n"), 0, 3)
HAND, PILE = (number for number, zone in enumerate(PROGRAM.zones) if zone.name in ("hand", "pile"))


class Thrown:
    """Dice that show what is wanted, and note what was asked for."""

    def __init__(self, *shown: int) -> None:
        self.shown, self.asked = [*shown], list[int]()

    def below(self, count: int) -> int:
        self.asked.append(count)
        return self.shown.pop(0)


def test_options_are_legal_and_have_labels_of_their_own(monkeypatch: pytest.MonkeyPatch) -> None:
    offered = {"play 2": 1, "play 3": 2, "pass": 3}
    read = dict(offered)
    monkeypatch.setattr(held, "find", lambda question, words, label: (read[label], []))

    def said(*, again: str = "", illegal: int = 0, against: int = 0, thrown: int = 0) -> object:
        choices = [SimpleNamespace(label=label, choice=choice) for label, choice in offered.items()]
        choices += [SimpleNamespace(label=again, choice=9)] if again else []
        question = SimpleNamespace(
            options=lambda: choices, legal=lambda choice: choice != illegal,
            objections=lambda choice: ["no"] if choice == against else [],
        )  # fmt: skip
        dice = Thrown(thrown)
        found = held.options(SimpleNamespace(question=question, engine=SimpleNamespace(words=WORDS), dice=dice))  # type: ignore[arg-type]
        assert dice.asked in ([], [3])
        return found

    assert said() is None
    assert said(illegal=2) == "`play 3` is offered, and is not legal"
    assert said(against=3) == "`pass` is legal, and yet there is something against it"
    assert said(again="play 2") == "two options are called `play 2`"
    read["pass"] = 2
    assert said(thrown=1) is None
    assert said(thrown=2) == "`pass` is an option, but that label is read as another"
    assert held.options(SimpleNamespace(question=None)) is None  # type: ignore[arg-type]


class Table:
    """A game at which each of the players, and who only watches, is asked what it sees."""

    def __init__(self, thrown: int, player: int | None = 0) -> None:
        self.views: dict[tuple[str, int], tuple[int, ...]] = {}
        self.lines: dict[tuple[str, int], list[tuple[int, int, tuple[int, ...]]]] = {}
        self.offered: dict[str, object] = {}
        self.asked: list[int] = []
        engine = SimpleNamespace(
            words=WORDS, view=lambda state, seat: SimpleNamespace(variables=self.views.get((state, seat), (0,) * 9)),
            question=self.question,
        )  # fmt: skip
        asked = SimpleNamespace(player=player, of="now") if player is not None else None
        self.game: Any = SimpleNamespace(
            engine=engine, program=PROGRAM, question=asked, dice=Thrown(thrown), public=None, state=State("now"),
            set_at=lambda number: f"set {number}",
        )  # fmt: skip

    def question(self, state: str) -> object:
        found = self.offered.get(state, "same")
        if isinstance(found, Fault):
            raise found
        return SimpleNamespace(of=state) if found is not None else None

    def hidden(self, patch: pytest.MonkeyPatch, *, exchanged: object = "then") -> object:
        def exchange(program: object, values: object, player: int, dice: object, public: object) -> object:
            self.asked.append(player)
            return exchanged

        patch.setattr(held, "exchanged", exchange)
        patch.setattr(held, "_written", lambda game, state, seat: self.lines.get((state, seat), []))
        patch.setattr(held, "_offered", lambda question: self.offered.get(question.of, "same"))
        return held.hidden(self.game)


class State(str):
    """A state that is known by a word."""

    __slots__ = ()

    @property
    def values(self) -> str:
        return self


def test_what_is_hidden_changes_nothing_for_those_who_do_not_see_it(monkeypatch: pytest.MonkeyPatch) -> None:
    one = Table(0)
    assert one.hidden(monkeypatch) is None
    assert (one.asked, one.game.dice.asked) == ([0, -1], [3])
    for thrown, player, asked in ((1, 0, [0]), (2, 0, [0, 1]), (0, None, [-1]), (2, None, [-1, 1])):
        other = Table(thrown, player)
        assert other.hidden(monkeypatch) is None
        assert other.asked == asked
    assert Table(0).hidden(monkeypatch, exchanged=None) is None, "nothing is hidden"
    points = next(number for number, info in enumerate(PROGRAM.variables) if info.name == "points")
    table = Table(0)
    table.views["then", 0] = tuple(int(number == points) for number in range(9))
    assert table.hidden(monkeypatch) == ("`points` tells A of cards that nobody has shown", f"set {points}", "W0804")
    table = Table(0)
    table.views["then", -1] = (0,) * len(PROGRAM.variables) + (1,)
    assert table.hidden(monkeypatch) == "what who only watches sees depends on cards hidden from that player"
    for now, then in (([], [(0, -1, (3,))]), ([(0, -1, (3,))], []), ([(0, -1, (3,))], [(0, -1, (4,))])):
        table = Table(2)
        table.lines["now", 1], table.lines["then", 1] = now, then
        place = PROGRAM.places[PROGRAM.written[0].place]
        assert table.hidden(monkeypatch) == ("a line on the table tells B of hidden cards", place)


def test_what_is_hidden_changes_no_question(monkeypatch: pytest.MonkeyPatch) -> None:
    one = Table(1)
    one.offered["then"] = "other"
    assert one.hidden(monkeypatch) == "what A is offered depends on cards hidden from that player"
    for found, said in (
        (None, "what A is offered depends on cards hidden from that player"),
        (Fault("E1209", "nothing to choose", SPAN),
         ("whether A can choose at all depends on cards hidden from that player", SPAN)),
    ):  # fmt: skip
        one = Table(1)
        one.offered["then"] = found
        assert one.hidden(monkeypatch) == said
    watching = Table(2)
    watching.game.question.player = 0
    watching.offered["then"] = "same"
    assert watching.hidden(monkeypatch) is None


def test_a_view_shows_cards_that_lie_there_and_that_are_known(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(held, "sees", lambda program, info, owner, player: info.name == "pile" or owner == player)

    def said(player: int, zone: int, owner: int, cards: tuple[int, ...], there: list[int], known: set[int]) -> object:
        where = Where(zone, owner)
        game = SimpleNamespace(
            program=PROGRAM, dice=Thrown(player + 1), state=None,
            model=SimpleNamespace(known=[known, set[int]()], zones={where: there}),
            engine=SimpleNamespace(
                words=WORDS, view=lambda state, seat: SimpleNamespace(zones=[SimpleNamespace(where=where, cards=cards)])
            ),
        )  # fmt: skip
        return held.seen(game)  # type: ignore[arg-type]

    unseen = held.UNSEEN
    assert said(0, HAND, 0, (3, 4), [4, 3], set()) is None
    assert said(0, HAND, 1, (unseen, unseen), [4, 3], set()) is None
    assert said(0, HAND, 1, (unseen, 4), [4, 3], {4}) is None
    assert said(0, HAND, 1, (unseen, 4), [4, 3], {3}) == "A sees cards in hand of B without having been shown them"
    assert said(1, HAND, 0, (4,), [4], {4}) == "B sees cards in hand of A without having been shown them"
    assert (
        said(-1, HAND, 0, (4,), [4], {4}) == "who only watches sees cards in hand of A without having been shown them"
    )
    assert said(-1, PILE, -1, (4,), [4], set()) is None
    for cards in ((3,), (3, 5), (3, 4, unseen), (5, unseen)):
        assert said(0, HAND, 0, cards, [4, 3], {3, 4, 5}) == "the view of hand of A shows cards that do not lie there"
    assert said(0, PILE, -1, (), [4], set()) == "the view of pile shows cards that do not lie there"


@pytest.mark.parametrize(
    ("kind", "value", "without"),
    [
        (CARD, 2, held.UNSEEN), (CARD, 1, 1), (NUMBER, 2, 2), (Type("set"), 0b111, 0b011), (Type("set"), 0b100, 0),
        (Type("set", element=CARD), 0b110, 0b010), (Type("set", element=Type("suit")), 0b110, 0b110),
    ],
)  # fmt: skip
def test_a_line_is_compared_without_the_cards_that_are_hidden(kind: Type, value: int, without: int) -> None:
    assert held._unless(0b100, kind, value) == without
