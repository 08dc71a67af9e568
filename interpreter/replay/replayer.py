"""Replays a scripted game by the real rules, up to its end or the first mistake.

    for event in Replay(game, Rulesets().for_script(game, folder)): ...

Each event says what happened, with its records and the state that follows, so that the game can be shown while it is
replayed.  The last event is `Ended` or `Failed`.

How a script is followed: the facts of chance after a choice are read before the choice is made, because they say what
it brings (`chance.py`).  The script may leave out a forced choice.  The replayer makes it by itself as soon as a line
needs it: a choice that does not answer the open question, or an expectation that does not hold yet.  If that does not
help, these choices are undone, and the message is about the question at which the line was reached.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace

from ...dsl.codes.reporting import ScriptError, report
from ...dsl.source.diagnostics import Diagnostic
from ...dsl.source.span import Span
from ..engine import Question
from ..notation import model as m
from ..notation.repeated import with_places
from ..opening.opened import OpenedGame
from ..program import ACTOR
from ..records import Choice, TrickTaken
from ..text.format import HIDDEN
from ..text.parse import Words
from .choices import find, find_card, legal_choices, refusal
from .copying import independent
from .events import Acted, Began, Branched, Commented, Ended, Failed, Held, ReplayEvent, Returned
from .expectations import Expectations
from .hidden import MOST_GUESSES, has_hidden
from .lacking import Failure, Reached, explained, misplaced
from .legality import check_illegal
from .plainly import choose_plainly
from .progress import ReplayProgress
from .run import GameRun, ReachedState, drawn_in, ended_name, needs_no_records, next_deal
from .settlements import Settlements

_MOST_REPORTED = 5
"""The most guesses that a message mentions."""


class Replay:
    """A scripted game under some rules.  Iterating over it yields its events; every iteration plays it again."""

    def __init__(self, game: m.ScriptedGame, opened: OpenedGame) -> None:
        self.game = game
        self.opened = opened

    def __iter__(self) -> Iterator[ReplayEvent]:
        return self._events(self._guess())

    def _events(self, guess: int) -> Iterator[ReplayEvent]:
        run = _LineByLine(self.game, self.opened, guess)
        for event in run.events():
            if isinstance(event, Failed) and self.game.unplaced is not None:
                event = self._failure() or event
            if isinstance(event, Failed):
                failure = Failure(self.game, event.diagnostic, run.reached, run.run.at.chance, run.words)
                event = replace(event, diagnostic=explained(failure, lambda game: self._reached(game, guess)))
            yield event

    def _reached(self, game: m.ScriptedGame, guess: int) -> Reached:
        """How far a game like this one can be followed."""
        run = _LineByLine(game, self.opened, guess)
        ended = isinstance(_last(run.events()), Ended)
        return (len(game.steps) + 1, 0) if ended else run.reached

    def again(self, opened: OpenedGame) -> Iterator[ReplayEvent]:
        """The events once more, by another engine for the same rules: one that counts, say.  Where the script hides
        cards, they are those that were guessed here.
        """
        return _LineByLine(self.game, opened, self._guess()).events()

    def checked(self) -> Ended | Failed:
        """Only the last event.

        Choices of a script that is right are made without records.  If anything is wrong, it is replayed once more with
        them, because they tell why.
        """
        guess = self._guess()
        if needs_no_records(self.game):
            last = _last(_LineByLine(self.game, self.opened, guess, quiet=True).events())
            if isinstance(last, Ended):
                return last
            if self.game.unplaced is not None and (failed := self._failure()) is not None:
                return failed
        return _last(self._events(guess))

    def _guess(self) -> int:
        """The number of the first guess of hidden cards with which the script can be replayed to its end; otherwise of
        the first.
        """
        guesses = range(MOST_GUESSES if has_hidden(self.game.steps) else 0)
        runs = ((guess, _LineByLine(self.game, self.opened, guess)) for guess in guesses)
        return next((guess for guess, run in runs if isinstance(_last(run.events()), Ended)), 0)

    def _failure(self) -> Failed | None:
        """The failure, with the places in the script and the records about it."""
        last = _last(_LineByLine(with_places(self.game), self.opened).events())
        return last if isinstance(last, Failed) else None


def _last(events: Iterable[ReplayEvent]) -> Ended | Failed:
    (last,) = deque(events, maxlen=1)
    assert isinstance(last, Ended | Failed)
    return last


class _LineByLine:
    """One run through a script, line by line."""

    def __init__(self, game: m.ScriptedGame, opened: OpenedGame, guess: int = 0, *, quiet: bool = False) -> None:
        self.run = GameRun(game, opened, guess, quiet=quiet)
        self.engine, self.words, self.names = opened.engine, opened.words, opened.names
        self.reasons = opened.reasons
        self.values = Expectations(opened.engine, opened.names)
        self.settlements = Settlements(game, opened.names)
        self.expectations = 0
        self.choices = 0
        self._step = -1

    @property
    def at(self) -> ReplayProgress:
        """Where the game is."""
        return self.run.at

    @property
    def reached(self) -> Reached:
        """How far the script was followed."""
        return self._step, self.choices

    # ---------------------------------------------------------------------------------------------------- the way

    def events(self) -> Iterator[ReplayEvent]:
        """Yield every event, also a failure: no mistake in a script raises an exception."""
        try:
            for event in self._follow():
                self.settlements.hear(event)
                yield event
        except ScriptError as error:
            made = self.at.guesses.made[:_MOST_REPORTED]
            taken = tuple((said.span, f"taken to be `{label}`") for said, label in made)
            yield Failed(replace(error.diagnostic, notes=(*error.diagnostic.notes, *taken)), tuple(self.run.records))

    def _follow(self) -> Iterator[ReplayEvent]:
        run = self.run
        first, steps = run.first, self.at.steps
        self.at.chance.open(() if isinstance(first, m.StartPosition) and first.trick is not None else run.facts(0))
        self.at.state = run.play(steps[0] if steps else run.last, run.start)
        yield Began(run.taken(), self.at.state)
        yield from self._through()
        at = self.at
        result = self.engine.result(at.state)
        yield Ended(self.expectations, self.choices, at.chance.drawn - at.beyond, at.state, result, at.beyond)

    def _through(self) -> Iterator[ReplayEvent]:
        """Process the steps of the game, or of a side line."""
        plain = 0
        for number, step in enumerate(self.at.steps):
            if not self.at.depth:
                self._step = number
            if number < plain:
                continue
            if self.run.quiet:
                plain, made = choose_plainly(self.run, number)
                self.choices += made
                if made:
                    continue
            match step:
                case m.Note():
                    yield Commented(step.text)
                case m.Answer():
                    yield from self._answer(step, number)
                case m.Trick():
                    yield from self._trick(step, number)
                case m.IncidentStep():
                    yield from self._incident(step, number)
                case m.FirstFact() | m.RandomFact() | m.DealtCards() | m.Pile():
                    pass
                case m.StartPosition():
                    if not all(isinstance(before, m.Note) for before in self.at.steps[:number]) or self.at.depth:
                        raise ScriptError(report("E1070", step.span))
                    yield from self._under_way(step, number)
                case m.AfterPhase():
                    yield from self._after(step)
                case m.SideLine():
                    yield from self._side_line(step)
                case _:
                    yield from self._expect(step)
        yield from self.run.advance(lambda _: self.at.chance.leftover())

    def _side_line(self, step: m.SideLine) -> Iterator[ReplayEvent]:
        """Play a side line from here, then take the game up where it was."""
        yield Branched(step, self.at.state)
        game = self.at
        self.run.at = replace(independent(game), steps=step.steps, depth=game.depth + 1)
        self.at.chance.extend(self.run.facts(0))
        yield from self._through()
        self.run.at = game
        yield Returned(step, game.state)

    # ---------------------------------------------------------------------------------------------------- actions

    def _answer(self, step: m.Answer, number: int) -> Iterator[ReplayEvent]:
        option = self.run.plain_option(step, self.at.state)
        if option is not None:
            yield self._make(step, option, step.text, number)
        else:
            yield from self._choose(step, step.actor, step.text, number, find)

    def _trick(self, step: m.Trick, number: int) -> Iterator[ReplayEvent]:
        before = self.at.trick
        self.run.once_each(step)
        for count, play in enumerate(step.plays, 1):
            card = play.card.text
            last = count == len(step.plays)
            said = m.SpannedText(card, play.card.span)
            yield from self._choose(step, play.actor, said, number if last else None, find_card)
        if step.winner is not None:
            winner = step.winner
            seat = self.names.player(winner)
            yield from self.run.advance(lambda at: self._won(seat, winner, before, step.plays[-1].card.span))
            self.expectations += 1
            yield Held(m.TrickExpectation(winner, span=winner.span), self.at.state)

    def _under_way(self, position: m.StartPosition, number: int) -> Iterator[ReplayEvent]:
        """Play the cards of the trick that is under way when the game begins."""
        if position.trick is None:
            return
        yield from self._trick(position.trick, number)
        turn = next((one for one in position.given if isinstance(one, m.TurnExpectation)), None)
        if turn is not None:
            wrong = self._turn(self.names.player(turn.player), turn, ReachedState(self.at.state, [], self.run.question))
            if wrong is not None:
                raise ScriptError(wrong)

    def _won(self, seat: int, winner: m.SpannedText, before: TrickTaken | None, last: Span) -> Diagnostic | None:
        if self.at.trick is before or self.at.trick is None:
            question = self.run.question
            turn = f"{self.words.player(question.player)} has to play" if question is not None else None
            return report("E1055", last, help=turn)
        return self._taken_by(seat, winner)

    def _taken_by(self, seat: int, said: m.SpannedText) -> Diagnostic | None:
        """What is wrong if another player took the last trick."""
        trick = self.at.trick
        if trick is not None and trick.player == seat:
            return None
        found = self.words.player(trick.player) if trick is not None else "nobody so far"
        note = () if trick is None else ((trick.span, "taken by this rule"),)
        return report("E1065", said.span, found=found, said=said.text, notes=note)

    def _choose(
        self,
        step: m.Action,
        actor: m.SpannedText,
        text: m.SpannedText,
        number: int | None,
        find: Callable[[Question, Words, str], tuple[Choice | None, list[Choice]]],
    ) -> Iterator[ReplayEvent]:
        """Make the choice of a line, after forced choices that the script left out.  `number`: the number of its
        step.
        """
        player = self.names.player(actor, "" if isinstance(step, m.Trick) else text.text)
        found: list[Choice] = []

        def complaint(at: ReachedState) -> Diagnostic | None:
            if at.question is None:
                return report("E1053", actor.span)
            # A line for a trick names the players whose cards they are, even if another one plays for them.
            asked = at.question.holder if isinstance(step, m.Trick) else at.question.player
            if asked != player:
                turn = self.words.player(asked)
                help = legal_choices(at.question, self.words)
                return report("E1050", actor.span, name=self.words.player(player), turn=turn, help=help)
            if HIDDEN in text.text:
                choice, refused = self._guessed(at.question, step, text), []
            else:
                choice, refused = find(at.question, self.words, text.text)
            if choice is None:
                unsaid = misplaced(self.at.chance) or self.at.unsaid.chosen(at.state, player, text)
                if unsaid is not None:
                    return unsaid
                return refusal(at.question, self.words, text, refused, self.reasons)
            found.append(choice)
            return None

        def nearest() -> bool:  # if it is a choice of whoever has to choose, the turn is what is wrong
            here = self.run.question
            others = here is not None and find(here, self.words, text.text)[0] is not None
            return not others and HIDDEN not in text.text

        yield from self.run.advance(complaint, nearest)
        self.run.close()
        yield self._make(step, (found[0].alternative, *found[0].values), text, number)

    def _guessed(self, question: Question, step: m.Action, text: m.SpannedText) -> Choice | None:
        """Guess a choice for a line with hidden cards."""
        here = next((at for at, one in enumerate(self.at.steps) if one is step), len(self.at.steps))
        wanted = f"play {text.text}" if isinstance(step, m.Trick) else text.text
        found = self.at.guesses.choice(question, self.words, text, wanted, self.at.steps[here + 1 :])
        self.at.chance.drawn += found is not None
        return found

    def _make(
        self,
        step: m.Action,
        option: tuple[int, ...],
        text: m.SpannedText,
        number: int | None,
    ) -> Acted:
        """Make a choice that is known to be legal.  `number`: the number of its step, if the facts after it are to be
        read.
        """
        run, at = self.run, self.at
        player = at.state.values[ACTOR]
        assert isinstance(player, int)
        answer = step if isinstance(step, m.Answer) else None
        following = at.steps[number + 1] if number is not None and number + 1 < len(at.steps) else None
        facts = () if number is None or isinstance(following, m.Answer) else run.facts(number + 1)
        run.open(facts, answer, player)
        if step is run.last_action:
            run.quiet = False  # the records say which cards are dealt beyond the script
        at.state = run.applied(at.state, option, text, following)
        self.choices += 1
        if run.drawn:
            said = bool(facts) or (answer is not None and bool(answer.draws))
            at.unsaid.heard(step, player, said, run.drawn, at.chance.given)
        records = run.taken()
        at.past_last = step is run.last_action and not at.depth and not facts
        first = next_deal(records) if at.past_last else -1
        if first >= 0:
            at.beyond = drawn_in(records[first:])
        return Acted(step, player, records, at.state, first, wording=self.words)

    def _incident(self, step: m.IncidentStep, number: int) -> Iterator[ReplayEvent]:
        incident = self.names.incident(step.title, step.by)
        title = self.words.incident(incident)

        def complaint(at: ReachedState) -> Diagnostic | None:
            if at.question is None:
                return report("E1053", step.title.span)
            if incident not in at.question.incidents:
                return report("E1054", step.title.span, what=f"`{title}` cannot happen now")
            return None

        yield from self.run.advance(complaint)
        self.run.close()
        run, at = self.run, self.at
        run.open(run.facts(number + 1))
        before = at.state
        at.state = run.play(
            step.title, lambda: self.engine.declare(before, incident, chance=at.chance, listener=run.hear)
        )
        self.choices += 1
        yield Acted(step, -1, run.taken(), at.state, wording=self.words)

    # ------------------------------------------------------------------------------------------------ expectations

    def _expect(self, step: m.Expectation) -> Iterator[ReplayEvent]:
        match step:
            case m.ValueExpectation():
                yield from self.run.advance(
                    lambda at: self.values.check(step, at.state, self.at.changed, self.at.unsaid)
                )
            case m.SettlementExpectation():
                yield from self.run.advance(lambda _: self.settlements.check(step))
            case m.TurnExpectation():
                seat = self.names.player(step.player)
                yield from self.run.advance(lambda at: self._turn(seat, step, at))
            case m.GameOverExpectation():
                yield from self.run.advance(lambda at: self._over(step, at))
            case m.LegalityExpectation(legal=True):
                yield from self.run.advance(lambda at: self._allowed(step, at.question))
            case m.LegalityExpectation():
                check_illegal(step, self.names.player(step.actor), self.run.question, self.words)
            case m.TrickExpectation():
                seat = self.names.player(step.player)
                yield from self.run.advance(lambda _: self._taken_by(seat, step.player))
        self.expectations += 1
        yield Held(step, self.at.state)

    def _turn(self, seat: int, step: m.TurnExpectation, at: ReachedState) -> Diagnostic | None:
        if at.question is not None and at.question.player == seat:
            return None
        found = "over" if at.question is None else f"{self.words.player(at.question.player)}'s turn"
        return report("E1061", step.player.span, found=found, said=f"{self.words.player(seat)}'s")

    def _over(self, step: m.GameOverExpectation, at: ReachedState) -> Diagnostic | None:
        if at.question is not None:
            turn = self.words.player(at.question.player)
            last = step is self.at.steps[-1]
            help = "the script ends too early" if last else legal_choices(at.question, self.words)
            return report("E1062", step.span, turn=turn, help=help)
        if step.winners is None:
            return None
        result = self.engine.result(at.state)
        assert result is not None  # no question is open, so the game is over
        said = {self.names.player(one) for name in step.winners for one in _each(name)}
        teams = self.words.program.teams
        won = {seat for owner in result.winners for seat in (teams[owner] if result.owner == "team" else (owner,))}
        if said == won:
            return None
        found, wanted = (f"won by {self.words.together(sorted(seats))}" if seats else "a draw" for seats in (won, said))
        span = step.winners[0].span.to(step.winners[-1].span) if step.winners else step.span
        return report("E1063", span, found=found, said=wanted.removeprefix("won ") if won else wanted)

    def _allowed(self, step: m.LegalityExpectation, question: Question | None) -> Diagnostic | None:
        """What is wrong if the player may not choose something."""
        seat = self.names.player(step.actor)
        if question is None:
            return report("E1053", step.actor.span)
        if question.player != seat:
            turn = self.words.player(question.player)
            return report("E1050", step.actor.span, name=self.words.player(seat), turn=turn)
        choice, refused = find(question, self.words, step.text.text)
        return None if choice is not None else refusal(question, self.words, step.text, refused, self.reasons)

    def _after(self, step: m.AfterPhase) -> Iterator[ReplayEvent]:
        name, tables = ended_name(step), self.at.tables.tables
        if name not in tables:
            self.names.phase(step.phase, tables)
        missing = report("E1069", step.phase.span, name=step.phase.text)
        yield from self.run.advance(lambda _: None if name in self.at.ends else missing)
        then = self.at.ends[name]
        for expectation in step.expects:
            if isinstance(expectation, m.Note):
                yield Commented(expectation.text)
                continue
            wrong = self.values.check(expectation, then.state, then.changed, self.at.unsaid)
            if wrong is not None:
                raise ScriptError(wrong)
            self.expectations += 1
            yield Held(expectation, then.state)


def _each(said: m.SpannedText) -> Sequence[m.SpannedText]:
    """The players in `A and C`."""
    return [m.SpannedText(name, said.span) for name in said.text.split(" and ")]
