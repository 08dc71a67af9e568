"""Choices with cards that were not seen: `B: discard ??`.

Such a line stands for one of the legal choices of this form, with any cards for `??`.  Chance guesses which one, as it
does for all cards that a script does not name.  Later lines of the same deal make some guesses less likely (a card that
the same player names later) and others more likely (a card that another player names later).  If the game still cannot
continue as the script says, it is played again with another guess, at most `MOST_GUESSES` times.  The rules treat the
guessed card like any other (for example, when they decide who takes the trick).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice

from ...dsl.types import Type
from ..engine import Dice, Question
from ..notation import model as m
from ..records import Choice
from ..text.format import HIDDEN, bits
from ..text.parse import NO_FACE, ParsedFaces, ParsedValue, Words
from ..text.spellings import plain

MOST_GUESSES = 100
MOST_TRIED = 20_000
"""The most legal choices that are examined."""
_STREAM = (1 << 20) + 2
"""The random stream of the guesses; nothing else uses it."""


def has_hidden(steps: Sequence[m.Step]) -> bool:
    """Whether a choice among some steps names hidden cards."""
    return any(
        (isinstance(step, m.Answer) and HIDDEN in step.text.text)
        or (isinstance(step, m.Trick) and any(play.card.text == HIDDEN for play in step.plays))
        or (isinstance(step, m.SideLine) and has_hidden(step.steps))
        for step in steps
    )


def fitting_choices(question: Question, words: Words, text: str) -> Iterator[Choice]:
    """The legal choices that a text with hidden cards may mean."""
    wanted = plain(text)
    readings = [list(words.match(alternative, wanted)) for alternative in question.alternatives]
    for option in islice(question.choices(), MOST_TRIED):
        bound = question.alternatives[option.alternative].bound
        if any(
            all(_fits(words, bound[name].type, option.values[name], reading) for name, reading in one.items())
            for one in readings[option.alternative]
        ):
            yield option


def _fits(words: Words, type: Type, value: int, reading: ParsedValue) -> bool:
    """Whether a value may be the one that a reading describes."""
    if not isinstance(reading, ParsedFaces):
        return reading == value
    if value < 0:
        return False
    held = Counter(words.program.deck[card] for card in ([value] if type.kind == "card" else bits(value)))
    named = Counter(face for face in reading.faces if face != NO_FACE)
    return named <= held and held.total() == len(reading.faces)


@dataclass(slots=True)
class Guesses:
    """The guesses for the hidden cards in one run through a script.  `number` distinguishes the runs."""

    seed: int
    number: int
    made: list[tuple[m.SpannedText, str]] = field(default_factory=list[tuple[m.SpannedText, str]])
    """The guessed choices, with their labels."""

    def choice(
        self, question: Question, words: Words, said: m.SpannedText, text: str, later: Iterable[m.Step]
    ) -> Choice | None:
        """Guess one of the choices that a text may mean; None if there is none.  `later`: the steps still to come."""
        left = list(fitting_choices(question, words, text))
        if self.number % 2 == 0:
            named = {face: player for player, face in reversed(list(named_cards(words, later)))}

            def against(option: Choice) -> int:
                """How much speaks against an option: the number of its cards that this player names later, less those
                that others name.
                """
                players = [named.get(face) for face in _faces(words, question, option)]
                return sum(0 if player is None else 1 if player == question.player else -1 for player in players)

            least = min(map(against, left), default=0)
            left = [option for option in left if against(option) == least]
        if not left:
            return None
        found = left[Dice(self.seed, self.number, _STREAM + len(self.made)).below(len(left))]
        self.made.append((said, question.label(found, words)))
        return found


def _faces(words: Words, question: Question, choice: Choice) -> Iterator[int]:
    """The faces of the cards that a choice names."""
    for bound, value in zip(question.alternatives[choice.alternative].bound, choice.values, strict=True):
        if bound.type.kind == "card" and value >= 0:
            yield words.program.deck[value]
        elif bound.type.kind == "set":  # a choice has sets of cards only
            yield from (words.program.deck[card] for card in bits(value))


def named_cards(words: Words, later: Iterable[m.Step]) -> Iterator[tuple[int | None, int]]:
    """Which player names which face in choices before the next deal.  The player is None if the name has no meaning."""
    acted = False
    for step in later:
        match step:
            case m.Answer():
                said = [(step.actor, text) for text in step.text.text.replace(",", " ").split()]
            case m.Trick():
                said = [(play.actor, play.card.text) for play in step.plays]
            case m.DealtCards() if acted:
                return
            case _:
                continue
        acted = True
        for actor, text in said:
            face = words.read_card(text)
            if face is not None:
                yield words.read_player(actor.text), face
