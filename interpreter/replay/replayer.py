"""Replays a scripted game by the real rules, up to its end or the first mistake.

    for event in Replay(game, Rulesets().table(game, folder)): ...

Each event says what happened, with its records and the state that follows, so that the game can be shown while it is
replayed.  The last event is `Ended` or `Failed`.

How a script is followed: the facts of chance after a choice are read before the choice is made, because they say what
it brings (`chance.py`).  The script may leave out a forced choice.  The replayer makes it by itself as soon as a line
needs it: a choice that does not answer the open question, or an expectation that does not hold yet.  If that does not
help, these choices are undone, and the message is about the question at which the line was reached.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import islice

from ...dsl.codes.reporting import ScriptError, report
from ...dsl.source.diagnostics import Diagnostic
from ...dsl.source.nearest import nearest
from ...dsl.source.span import Span
from ..engine import Question
from ..notation import model as m
from ..notation.repeated import with_places
from ..opening.opened import OpenedGame
from ..program import ACTOR, Alternative
from ..records import Choice, TrickTaken
from ..text.format import HIDDEN
from ..text.parse import Words
from ..text.spellings import plain
from .choices import MOST_COUNTED, find, find_card, legal_choices, refusal
from .events import Acted, Began, Branched, Commented, Ended, Failed, Held, ReplayEvent, Returned
from .hidden import MOST_GUESSES, has_hidden
from .run import ReachedState, ReplayProgress, drawn_in, next_deal
from .unobserved import choose_plainly, plain_option

_MOST_REPORTED = 5
"""The most guesses that a message mentions."""


class Replay:
    """One scripted game on one table.  Iterating over it yields its events; every iteration plays the game again."""

    def __init__(self, game: m.ScriptedGame, opened: OpenedGame) -> None:
        self.game = game
        self.opened = opened

    def __iter__(self) -> Iterator[ReplayEvent]:
        for event in _ReplayRun(self.game, self.opened, guess=self._guess()).events():
            if isinstance(event, Failed) and self.game.unplaced is not None:
                event = self._failure() or event
            yield event

    def checked(self) -> Ended | Failed:
        """Return only the last event.  This is faster: no records are made unless the script needs them."""
        last = self._end(self._guess())
        if isinstance(last, Failed):  # play the game again to get a good message
            last = self._failure() or last
        return last

    def _end(self, guess: int) -> Ended | Failed:
        *_, last = _ReplayRun(self.game, self.opened, listening=False, guess=guess).events()
        assert isinstance(last, Ended | Failed)
        return last

    def _guess(self) -> int:
        """The number of the first guess of hidden cards with which the script can be replayed to its end; otherwise of
        the first.
        """
        guesses = range(MOST_GUESSES if has_hidden(self.game.steps) else 0)
        return next((guess for guess in guesses if isinstance(self._end(guess), Ended)), 0)

    def _failure(self) -> Failed | None:
        """The failure, with the places in the script and the records about it."""
        events = _ReplayRun(with_places(self.game), self.opened).events()
        return next((event for event in events if isinstance(event, Failed)), None)


class _ReplayRun(ReplayProgress):
    """One run through a script, line by line."""

    # ---------------------------------------------------------------------------------------------------- the way

    def events(self) -> Iterator[ReplayEvent]:
        """Yield every event, also a failure: no mistake in a script raises an exception."""
        try:
            yield from self._follow()
        except ScriptError as error:
            taken = tuple((said.span, f"taken to be `{label}`") for said, label in self.guesses.made[:_MOST_REPORTED])
            yield Failed(replace(error.diagnostic, notes=(*error.diagnostic.notes, *taken)), tuple(self.records))

    def _follow(self) -> Iterator[ReplayEvent]:
        first = self.first
        self.chance.open(() if isinstance(first, m.StartPosition) and first.trick is not None else self.facts(0))
        self.state = self._play(self.steps[0] if self.steps else self.last, self._start)
        yield Began(self._taken(), self.state)
        yield from self._through()
        if not self.listening and self.question is not None and not self.question.answerable():
            raise ScriptError(report("E1059", self.last.span, why="nothing can be chosen"))
        drawn = self.chance.drawn - self.beyond
        result = self.engine.result(self.state)
        yield Ended(self.expectations, self.choices, drawn, self.state, result, self.beyond)

    def _through(self) -> Iterator[ReplayEvent]:
        """Process the steps of the game, or of a side line."""
        number = -1
        while (number := number + 1) < len(self.steps):
            if not self.listening:
                number = choose_plainly(self, number)
                if number == len(self.steps):
                    break
            step = self.steps[number]
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
                    if not all(isinstance(before, m.Note) for before in self.steps[:number]) or self.side_depth:
                        raise ScriptError(report("E1070", step.span))
                    yield from self._under_way(step, number)
                case m.AfterPhase():
                    yield from self._after(step)
                case m.SideLine():
                    yield from self._side_line(step)
                case _:
                    yield from self._expect(step)
        yield from self._advance(lambda _: self.chance.leftover())

    def _side_line(self, step: m.SideLine) -> Iterator[ReplayEvent]:
        """Play a side line on copies of everything that it changes, then return to where it began."""
        yield Branched(step, self.state)
        state, ends, trick, ends_changed = self.state, self.ends, self.trick, self.ends_changed
        steps, chance, changed, unsaid = self.steps, self.chance, self.changed, self.unsaid.by.copy()
        self.steps, self.chance, self.changed = step.steps, self.chance.copy(), self.changed.copy()
        self.chance.extend(self.facts(0))
        guessed = len(self.guesses.made)
        self.side_depth += 1
        yield from self._through()
        self.side_depth -= 1
        del self.guesses.made[guessed:]
        self.state, self.ends, self.trick, self.ends_changed = state, ends, trick, ends_changed
        self.steps, self.chance, self.changed, self.unsaid.by = steps, chance, changed, unsaid
        yield Returned(step, self.state)

    # ---------------------------------------------------------------------------------------------------- actions

    def _answer(self, step: m.Answer, number: int) -> Iterator[ReplayEvent]:
        option = plain_option(self, step)
        if option is not None and self.question is not None:
            yield self._make(step, self.question.alternatives, option, step.text, number)
        else:
            yield from self._choose(step, step.actor, step.text, number, find)

    def _trick(self, step: m.Trick, number: int) -> Iterator[ReplayEvent]:
        before = self.trick
        self._once_each(step)
        for count, play in enumerate(step.plays, 1):
            card = play.card.text
            last = count == len(step.plays)
            said = m.SpannedText(card, play.card.span)
            yield from self._choose(step, play.actor, said, number if last else None, find_card)
        if step.winner is not None:
            winner = step.winner
            seat = self.names.player(winner)
            yield from self._advance(lambda at: self._won(seat, winner, before, step.plays[-1].card.span))
            self.expectations += 1
            yield Held(m.TrickExpectation(winner, span=winner.span), self.state)

    def _once_each(self, step: m.Trick) -> None:
        """Check that each player plays only once to a trick.  Raises `ScriptError` at a second card."""
        seats = set[int]()
        for play in step.plays:
            seat = self.names.player(play.actor)
            if seat in seats:
                raise ScriptError(report("E1056", play.card.span, name=self.words.player(seat)))
            seats.add(seat)

    def _under_way(self, position: m.StartPosition, number: int) -> Iterator[ReplayEvent]:
        """Play the cards of the trick that is under way when the game begins."""
        if position.trick is None:
            return
        yield from self._trick(position.trick, number)
        turn = next((one for one in position.given if isinstance(one, m.TurnExpectation)), None)
        if turn is not None:
            wrong = self._turn(self.names.player(turn.player), turn, ReachedState(self.state, [], self.question))
            if wrong is not None:
                raise ScriptError(wrong)

    def _won(self, seat: int, winner: m.SpannedText, before: TrickTaken | None, last: Span) -> Diagnostic | None:
        if self.trick is before or self.trick is None:
            question = self.question
            turn = f"{self.words.player(question.player)} has to play" if question is not None else None
            return report("E1055", last, help=turn)
        if self.trick.player == seat:
            return None
        return self._other_winner(winner)

    def _other_winner(self, said: m.SpannedText) -> Diagnostic:
        found = self.words.player(self.trick.player) if self.trick is not None else "nobody so far"
        note = () if self.trick is None else ((self.trick.span, "taken by this rule"),)
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
        player = self.names.player(actor)
        found: list[Choice] = []

        def complaint(at: ReachedState) -> Diagnostic | None:
            if at.question is None:
                return report("E1053", actor.span)
            if at.question.player != player:
                turn = self.words.player(at.question.player)
                help = legal_choices(at.question, self.words)
                return report("E1050", actor.span, name=self.words.player(player), turn=turn, help=help)
            if HIDDEN in text.text:
                choice, refused = self._guessed(at.question, step, text), []
            else:
                choice, refused = find(at.question, self.words, text.text)
            if choice is None:
                undrawn = self.unsaid.chosen(at.state, player, text)
                if undrawn is not None:
                    return undrawn
                return refusal(at.question, self.words, text, refused, self.opened.reasons)
            found.append(choice)
            return None

        yield from self._advance(complaint)
        self._close()
        assert self.question is not None
        raw = (found[0].alternative, *found[0].values)
        yield self._make(step, self.question.alternatives, raw, text, number)

    def _guessed(self, question: Question, step: m.Action, text: m.SpannedText) -> Choice | None:
        """Guess a choice for a line with hidden cards."""
        here = next((at for at, one in enumerate(self.steps) if one is step), len(self.steps))
        wanted = f"play {text.text}" if isinstance(step, m.Trick) else text.text
        found = self.guesses.choice(question, self.words, text, wanted, self.steps[here + 1 :])
        self.chance.drawn += found is not None
        return found

    def _make(
        self,
        step: m.Action,
        alternatives: Sequence[Alternative],
        option: tuple[int, ...],
        text: m.SpannedText,
        number: int | None,
    ) -> Acted:
        """Make a choice that is known to be legal.  `number`: the number of its step, if the facts after it are to be
        read.
        """
        player = self.state.values[ACTOR]
        assert isinstance(player, int)
        answer = step if isinstance(step, m.Answer) else None
        facts = self.facts(number + 1) if number is not None else ()
        self.chance.open(facts, answer, player)
        self.ends, self.ends_changed = {}, {}
        self.state = self.apply(self.state, option, text)
        self.choices += 1
        label, records = self.words.label(alternatives[option[0]], option[1:]), self._taken()
        said = bool(facts) or (answer is not None and bool(answer.draws))
        self.unsaid.heard(step, player, said, records, self.chance.given)
        self.past_last = step is self.last_action and not self.side_depth and not facts
        at = next_deal(records) if self.past_last else -1
        if at >= 0:
            self.beyond = drawn_in(records[at:])
        return Acted(step, player, label, records, self.state, at)

    def _close(self) -> None:
        """The next action is reached: check that all facts of chance were used."""
        left = self.chance.leftover()
        if left is not None:
            raise ScriptError(left)

    def _incident(self, step: m.IncidentStep, number: int) -> Iterator[ReplayEvent]:
        incident = self.names.incident(step.title, step.by)
        title = self.words.incident(incident)

        def complaint(at: ReachedState) -> Diagnostic | None:
            if at.question is None:
                return report("E1053", step.title.span)
            if incident not in at.question.incidents:
                return report("E1054", step.title.span, what=f"`{title}` cannot happen now")
            return None

        yield from self._advance(complaint)
        self._close()
        self.chance.open(self.facts(number + 1))
        self.ends, self.ends_changed = {}, {}
        before = self.state
        self.state = self._play(
            step.title, lambda: self.engine.declare(before, incident, chance=self.chance, listener=self.listener)
        )
        self.choices += 1
        yield Acted(step, -1, title, self._taken(), self.state)

    # ------------------------------------------------------------------------------------------------ expectations

    def _expect(self, step: m.Expectation) -> Iterator[ReplayEvent]:
        match step:
            case m.ValueExpectation():
                yield from self._advance(lambda at: self.values.check(step, at.state))
            case m.TurnExpectation():
                seat = self.names.player(step.player)
                yield from self._advance(lambda at: self._turn(seat, step, at))
            case m.GameOverExpectation():
                yield from self._advance(lambda at: self._over(step, at))
            case m.LegalityExpectation():
                self._allowed(step)
            case m.TrickExpectation():
                seat = self.names.player(step.player)
                yield from self._advance(
                    lambda at: None if self.trick and self.trick.player == seat else self._other_winner(step.player)
                )
        self.expectations += 1
        yield Held(step, self.state)

    def _turn(self, seat: int, step: m.TurnExpectation, at: ReachedState) -> Diagnostic | None:
        if at.question is not None and at.question.player == seat:
            return None
        found = "over" if at.question is None else f"{self.words.player(at.question.player)}'s turn"
        return report("E1061", step.player.span, found=found, said=f"{self.words.player(seat)}'s")

    def _over(self, step: m.GameOverExpectation, at: ReachedState) -> Diagnostic | None:
        if at.question is not None:
            turn = self.words.player(at.question.player)
            last = step is self.steps[-1]
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
        found = self.words.together(sorted(won))
        span = step.winners[0].span.to(step.winners[-1].span) if step.winners else step.span
        return report("E1063", span, found=found, said=self.words.together(sorted(said)))

    def _allowed(self, step: m.LegalityExpectation) -> None:
        """Check that the player may choose something here and now; no forced choices are made for this."""
        seat = self.names.player(step.actor)
        question = self.question
        name = self.words.player(seat)
        refused: list[Choice] = []
        choice: Choice | None = None
        if question is not None and question.player == seat:
            choice, refused = find(question, self.words, step.text.text)
        if choice is None and not step.legal and not self._reads(step.text.text):
            # `expect illegal` is met only by a choice that could exist in this game: a misspelled one proves nothing.
            labels = [] if question is None else [o.label for o in islice(question.options(self.words), MOST_COUNTED)]
            near = nearest(plain(step.text.text), labels)
            help = f"did you mean `{near}`?" if near else None
            raise ScriptError(report("E1051", step.text.span, text=step.text.text, name=name, help=help))
        if (choice is not None) == step.legal:
            return
        if not step.legal and choice is not None:
            raise ScriptError(report("E1064", step.text.span, name=name, text=step.text.text))
        if question is None:
            raise ScriptError(report("E1053", step.actor.span))
        if question.player != seat:
            turn = self.words.player(question.player)
            raise ScriptError(report("E1050", step.actor.span, name=name, turn=turn))
        raise ScriptError(refusal(question, self.words, step.text, refused, self.opened.reasons))

    def _reads(self, text: str) -> bool:
        """Whether a text is a choice, legal or not, of any question of the game."""
        wanted = [plain(text), plain(f"play {text}")]
        alternatives = [one for ask in self.words.program.asks for one in ask.alternatives]
        return any(True for one in alternatives for said in wanted for _ in self.words.match(one, said))

    def _after(self, step: m.AfterPhase) -> Iterator[ReplayEvent]:
        phase = self.names.phase(step.phase)
        missing = report("E1069", step.phase.span, name=step.phase.text)
        yield from self._advance(lambda at: None if phase in self.ends else missing)
        then = self.ends[phase]
        for expectation in step.expects:
            if isinstance(expectation, m.Note):
                yield Commented(expectation.text)
                continue
            wrong = self.values.check(expectation, then, self.ends_changed[phase])
            if wrong is not None:
                raise ScriptError(wrong)
            self.expectations += 1
            yield Held(expectation, then)


def _each(said: m.SpannedText) -> Sequence[m.SpannedText]:
    """The players in `A and C`."""
    return [m.SpannedText(name, said.span) for name in said.text.split(" and ")]
