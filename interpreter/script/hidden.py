"""Choices with cards nobody saw: `B: discard ??`.

Such a line stands for one of the legal choices that read so, whichever cards stand for `??`; which one, chance decides,
as it does for all cards a script does not name.  Cards that later lines of the same deal name are left to these, and if
the game still cannot go on as the script says, it is played again with another guess (`MOST_GUESSES` times at most).
What the rules make of a hidden card (who takes the trick, say) is what they make of the card guessed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

from ...dsl.types import Type
from ..engine import Dice, Question
from ..records import Choice
from ..spelling import plain
from ..words import HIDDEN, NO_FACE, Faces, Reading, Words, bits
from . import model as m

MOST_GUESSES = 100
MOST_TRIED = 20_000
"""Legal choices that are looked through."""
_STREAM = (1 << 20) + 2
"""The numbers guesses are made with are apart from those of anybody else."""


def has_hidden(steps: Sequence[m.Step]) -> bool:
    """Whether a choice among some steps names cards nobody saw."""
    return any(
        (isinstance(step, m.Answer) and HIDDEN in step.text.text)
        or (isinstance(step, m.Trick) and any(play.card.text == HIDDEN for play in step.plays))
        or (isinstance(step, m.SideLine) and has_hidden(step.steps))
        for step in steps
    )


def fitting(question: Question, words: Words, text: str) -> Iterator[Choice]:
    """The legal choices a text with hidden cards may mean."""
    wanted = plain(text)
    readings = [list(words.match(alternative, wanted)) for alternative in question.alternatives]
    for option in islice(question.choices(), MOST_TRIED):
        bound = question.alternatives[option.alternative].bound
        if any(
            all(_fits(words, bound[name].type, option.values[name], reading) for name, reading in one.items())
            for one in readings[option.alternative]
        ):
            yield option


def _fits(words: Words, type: Type, value: int, reading: Reading) -> bool:
    """Whether a value may be what a reading says."""
    if not isinstance(reading, Faces):
        return reading == value
    if value < 0:
        return False
    held = Counter(words.program.deck[card] for card in ([value] if type.kind == "card" else bits(value)))
    named = Counter(face for face in reading.faces if face != NO_FACE)
    return named <= held and held.total() == len(reading.faces)


class Guesses:
    """What the hidden cards of one run through a script are taken to be; `number` tells the runs apart."""

    def __init__(self, seed: int, number: int) -> None:
        self.seed = seed
        self.number = number
        self.made: list[tuple[m.Said, str]] = []
        """The choices that were guessed, with their labels."""

    def choice(
        self, question: Question, words: Words, said: m.Said, text: str, later: Iterable[m.Step]
    ) -> Choice | None:
        """One of the choices a text may mean; None if there is none.  `later`: the steps still to come."""
        options = list(fitting(question, words, text))
        named = set(_named(words, later)) if self.number % 2 == 0 else set[int]()
        left = [one for one in options if not named & set(_faces(words, question, one))] or options
        if not left:
            return None
        found = left[Dice(self.seed, self.number, _STREAM + len(self.made)).below(len(left))]
        self.made.append((said, question.label(found, words)))
        return found


def _faces(words: Words, question: Question, choice: Choice) -> Iterator[int]:
    """The faces of the cards a choice names."""
    for bound, value in zip(question.alternatives[choice.alternative].bound, choice.values, strict=True):
        if bound.type.kind == "card" and value >= 0:
            yield words.program.deck[value]
        elif bound.type.kind == "set" and (bound.type.element is None or bound.type.element.kind == "card"):
            yield from (words.program.deck[card] for card in bits(value))


def _named(words: Words, later: Iterable[m.Step]) -> Iterator[int]:
    """The faces of the cards that somebody names in a choice before the next deal."""
    acted = False
    for step in later:
        match step:
            case m.Answer():
                texts = step.text.text.replace(",", " ").split()
            case m.Trick():
                texts = [play.card.text for play in step.plays]
            case m.Deal() if acted:
                return
            case _:
                continue
        acted = True
        yield from (face for face in map(words.read_card, texts) if face is not None)
