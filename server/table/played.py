"""One game at a table, played by the rules: what a choice leads to, and what each viewer sees and is asked.

    game = PlayedGame(opened)                  # the rules, with the names of the seats
    game.begin(None)                           # draws what chance gives; or begin(draws) to play it again
    made = game.try_choice(seat, answer)       # nothing has changed yet
    game.add(made.choice, made.draws, made.turn)
    game.view(seat)                            # its scene and its question, as plain data

Everything is a function of the draws and the choices.  What a viewer has not asked for is not worked out.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, replace
from itertools import islice

from ...interpreter.engine import Dice, Fault, Question, State
from ...interpreter.opening.opened import OpenedGame
from ...interpreter.players.player import decision_of
from ...interpreter.players.plugins import BadPlayer
from ...interpreter.players.registry import UnknownPlayer, maker
from ...interpreter.program import Slots
from ...interpreter.records import AnyRecord, Choice, Chosen, Declared
from ...interpreter.replay.choices import find, find_card, legal_choices
from ...interpreter.search.following import HistoryFeeder
from ...interpreter.story.asked import asked
from ...interpreter.story.refused import refusal, refusal_of_cards
from ...interpreter.story.scene import scene
from ...interpreter.story.story import Story
from ...interpreter.text.spellings import plain
from ..refusals import refuse
from .chance import TableChance
from .deal_before import INCIDENT, DealBefore
from .entries import DamagedRecord, Json

MOST_COUNTED = 20_000
"""The most options that are taken by number."""


@dataclass(frozen=True, slots=True)
class TriedChoice:
    """What a choice leads to: itself as numbers, what chance gave, and the seat that is asked next (-1: over)."""

    choice: tuple[int, ...]
    draws: tuple[int, ...]
    turn: int
    state: State
    records: tuple[AnyRecord, ...]


class PlayedGame:
    """One game, at the question that its choices lead to."""

    def __init__(self, opened: OpenedGame, *, remembers: bool = False) -> None:
        """`remembers`: whether programs play here, which need to know what happened in the deal."""
        self.opened = opened
        self.engine = opened.engine
        self.words = opened.words
        self.state = State([])
        self.moves: list[tuple[int, ...]] = []
        self.records: list[AnyRecord] = []
        self._stories: dict[int | None, tuple[Story, int]] = {}
        self._feeder = HistoryFeeder(opened.engine.program) if remembers else None
        self._before = DealBefore(opened.engine, self._feeder.history) if self._feeder is not None else None

    @property
    def turn(self) -> int:
        """The seat that is asked; -1: the game is over."""
        question = self.engine.asked(self.state)
        return -1 if question is None else question.player

    def begin(self, draws: Sequence[int] | None) -> tuple[int, ...]:
        """Begin, and return what chance drew.  `draws`: what it drew before.

        Raises `DamagedRecord` if that cannot be, and a `Refusal` if the rules break down."""
        return self.begin_with(TableChance(draws))

    def begin_with(self, chance: TableChance) -> tuple[int, ...]:
        """Begin with what a chance gives, and return it."""
        found: list[AnyRecord] = []
        self.state = self._run(lambda hear: self.engine.start(chance=chance, listener=hear), found, chance)
        self.records = found
        if self._feeder is not None:
            self._feeder.begin(found)
            self._before = DealBefore(self.engine, self._feeder.history)
        return tuple(chance.draws)

    # ------------------------------------------------------------------------------------------------------ choosing

    def try_choice(self, seat: int, answer: Json) -> TriedChoice:
        """What an answer leads to: `{"option": number}`, `{"choice": words}`, `{"cards": […]}`, `{"incident": words}`.

        Nothing changes.  Raises a `Refusal` with the rules that forbid it, or if the rules break down."""
        question = self.engine.asked(self.state)
        if question is None:
            raise refuse("S45")
        if question.player != seat:
            raise refuse("S30", name=self.words.player(question.player))
        return self.tried_with(self._meant(question, answer), TableChance())

    def add(self, choice: tuple[int, ...], draws: Sequence[int], turn: int, tried: TriedChoice | None = None) -> None:
        """Make a choice that was recorded.  `tried`: what `try_choice` found at this very position, if it did.

        Raises `DamagedRecord` if the choice does not fit the rules."""
        if tried is None or tried.choice != choice or tried.draws != tuple(draws):
            tried = self.tried_with(choice, TableChance(draws))
        if tried.turn != turn:
            raise DamagedRecord("another seat is asked by the rules than by the record")
        if self._feeder is not None:
            self._feeder.made(self.state.values, tried.records)
        if self._before is not None:
            self._before.follow(tried.records, choice, draws, tried.state)
        self.state = tried.state
        self.moves.append(choice)
        self.records += tried.records

    def tried_with(self, choice: tuple[int, ...], chance: TableChance) -> TriedChoice:
        """What a choice leads to with what a chance gives.  Nothing changes."""
        found: list[AnyRecord] = []
        state = self.state

        def act(hear: Callable[[AnyRecord, Slots], None]) -> State:
            if choice[0] == INCIDENT:
                return self.engine.declare(state, choice[1], chance=chance, listener=hear)
            return self.engine.apply(state, Choice(choice[0], choice[1:]), chance=chance, listener=hear)

        after = self._run(act, found, chance)
        question = self.engine.asked(after)
        turn = -1 if question is None else question.player
        return TriedChoice(choice, tuple(chance.draws), turn, after, tuple(found))

    def _run(
        self,
        act: Callable[[Callable[[AnyRecord, Slots], None]], State],
        found: list[AnyRecord],
        chance: TableChance,
    ) -> State:
        try:
            after = act(lambda record, _: found.append(record))
            self.engine.question(after)
        except Fault as error:
            raise refuse("S52", why=error.message) from None
        except (ValueError, IndexError) as error:
            if chance.given is None:
                raise refuse("S33", why=str(error)) from None
            raise DamagedRecord("a choice was not legal") from None
        chance.finished()
        return after

    def _meant(self, question: Question, answer: Json) -> tuple[int, ...]:
        """The choice that an answer means.  Raises a `Refusal`."""
        if "option" in answer:
            found = next(islice(question.choices(), answer["option"], answer["option"] + 1), None)
            if found is None:
                raise refuse("S33", why=f"there is no option with the number {answer['option']}")
            return found.alternative, *found.values
        if "raw" in answer:  # of a program, by numbers
            return tuple(answer["raw"])
        if "incident" in answer:
            wanted = plain(answer["incident"])
            for number in question.incidents:
                if plain(self.words.incident(number)) == wanted:
                    return INCIDENT, number
            raise refuse("S33", why="that cannot happen now")
        if "cards" in answer:
            return self._with_cards(question, answer["cards"])
        return self._read(question, answer["choice"])

    def _with_cards(self, question: Question, cards: Sequence[str]) -> tuple[int, ...]:
        """The choice that names just these cards."""
        picks = asked(question, self.words, tuple(cards))["picks"]
        ready: list[int] = picks["ready"] if picks is not None else []
        if len(ready) == 1:
            return self._meant(question, {"option": ready[0]})
        if ready:
            raise refuse("S33", why="several choices are made with these cards; say in words which you mean")
        why = refusal_of_cards(question, self.words, cards)
        raise refuse("S34", why=why) if why else refuse("S33", why="no choice is made with these cards")

    def _read(self, question: Question, text: str) -> tuple[int, ...]:
        """The choice that words mean: a label in any spelling, or a card alone."""
        found, refused = find(question, self.words, text)
        if found is None and not refused:
            found, refused = find_card(question, self.words, text)
        if found is not None:
            return found.alternative, *found.values
        if refused:
            raise refuse("S34", why=refusal(question, self.words, refused[0]))
        raise refuse("S33", legal_choices(question, self.words), why=f"nothing here is called `{text}`")

    # ------------------------------------------------------------------------------------------------------- looking

    def view(self, viewer: int | None) -> Json:
        """What a viewer sees and is asked: a seat, -1 (what everybody sees) or None (all cards)."""
        story, done = self._stories.get(viewer) or (Story(self.words, viewer), 0)
        for records in _groups(self.records[done:]):
            story.tell(records)
        self._stories[viewer] = story, len(self.records)
        return {"scene": scene(story, self.state.values), "question": self._question(viewer)}

    def _question(self, viewer: int | None) -> Json | None:
        """The open question for the seat that is asked; None for everybody else."""
        question = self.engine.asked(self.state)
        if question is None or viewer is None or question.player != viewer:
            return None
        return asked(question, self.words)

    # ----------------------------------------------------------------------------------------------------- programs

    def seen(self, seat: int) -> Json:
        """What a seat that is asked has seen of the deal, for a program elsewhere that chooses for it: the data that
        our own programs get, and its options as numbers.

        Raises a `Refusal` if another seat is asked, or if nobody knows what was seen (`remembers`)."""
        question = self.engine.asked(self.state)
        if question is None or question.player != seat:
            raise refuse("S30", name="nobody" if question is None else self.words.player(question.player))
        found = self._before.seen_by(seat, self.state.values) if self._before is not None else None
        if found is None:
            raise refuse("S43")
        deal = asdict(found)
        options = [[one.alternative, *one.values] for one in islice(question.choices(), MOST_COUNTED)]
        return {"ask": question.ask, "deal": deal, "options": options}

    def advice(self, player: str, seed: int) -> tuple[int, ...]:
        """The choice of a program for the seat that is asked.  It gets what that seat has seen, and numbers of its own.

        Raises a `Refusal` if there is no such program, if it fails, or if the rules break down."""
        question = self.engine.asked(self.state)
        if question is None:
            raise refuse("S45")
        try:
            return self._advised(player, question, seed)
        except UnknownPlayer:
            raise refuse("S24", name=player) from None
        except BadPlayer as error:
            raise refuse("S54", why=error.message) from None

    def _advised(self, player: str, question: Question, seed: int) -> tuple[int, ...]:
        made = maker(player)(self.engine.program, question.player)
        made.begin()
        history = self._feeder.history if self._feeder is not None and made.remembers else None
        decision = decision_of(self.engine, self.state, Dice(seed, len(self.moves), question.player), history=history)
        if self._before is not None and made.remembers:
            seat, before, values = question.player, self._before, self.state.values
            decision = replace(decision, _seen=lambda: before.seen_by(seat, values))
        if not decision.options:
            raise refuse("S52", why="there is nothing to choose")
        found = decision.options[0] if len(decision.options) == 1 else made.choose(decision)
        return found.alternative, *found.values


def _groups(records: Sequence[AnyRecord]) -> list[list[AnyRecord]]:
    """The records in the groups in which a story is told: what happened up to each question."""
    groups: list[list[AnyRecord]] = []
    for record in records:
        if not groups or isinstance(record, Chosen | Declared):
            groups.append([])
        groups[-1].append(record)
    return groups
