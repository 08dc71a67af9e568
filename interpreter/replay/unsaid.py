"""Finds cards that a choice brought but the script does not name.

What a script leaves open is drawn, so a forgotten `draws` is noticed only when a later line needs the card.  It is then
reported at the choice that brought the card.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import chain

from ...dsl.codes.reporting import report
from ...dsl.source.diagnostics import Diagnostic
from ...dsl.source.span import Span
from ..engine import Engine, State
from ..notation import model as m
from ..records import Moved, Shuffled, Where
from ..text.parse import Words


@dataclass(slots=True)
class UnstatedCards:
    """The cards of one run that players got by choices that do not name them, until these cards are shuffled again."""

    engine: Engine
    words: Words
    usual: bool
    """Whether the script says for any choice what it draws (`says_draws`)."""
    by: dict[int, m.Answer] = field(default_factory=dict[int, m.Answer])
    """The choice that brought each card."""

    def heard(
        self, step: m.Action, player: int, said: bool, drawn: Iterable[Moved | Shuffled], given: Iterable[int]
    ) -> None:
        """Note what a choice dealt and shuffled.  `said`: whether the script says what it brings; `given`: the faces
        that a `pile` fact names.
        """
        deck, zones, known = self.words.program.deck, self.words.program.zones, set(given)
        for record in drawn:
            match record:
                case Shuffled():
                    self.by.clear()
                case Moved(cards, _, target, dealt=True) if isinstance(step, m.Answer) and not said:
                    if target.owner == player and zones[target.zone].owner == "player":
                        self.by.update((card, step) for card in cards if deck[card] not in known)
                case _:
                    pass

    def expected(self, cards: Sequence[int], wanted: Counter[int], at: Span) -> Diagnostic | None:
        """A zone holds `cards` instead of the expected ones (`wanted`, by face): the diagnostic if only unnamed cards
        explain this.
        """
        rest, others = wanted.copy(), list[int]()
        for card in cards:
            face = self.words.program.deck[card]
            if rest[face] > 0:
                rest[face] -= 1
            else:
                others.append(card)
        if len(others) != rest.total() or not all(card in self.by for card in others):
            return None
        return self._report(others, rest, at, "is expected here" if len(others) == 1 else "are expected here")

    def chosen(self, state: State, player: int, text: m.SpannedText) -> Diagnostic | None:
        """A choice names cards that the player does not hold: the diagnostic if as many cards were not named."""
        if not self.usual or not self.by:
            return None
        zones = self.words.program.zones
        own = [Where(number, player) for number, zone in enumerate(zones) if zone.owner == "player"]
        held = set(chain.from_iterable(self.engine.cards(state, where) for where in own))
        faces = {self.words.program.deck[card] for card in held}
        read = (self.words.read_card(word) for word in text.text.replace(",", " ").split())
        lacking = Counter(face for face in read if face is not None and face not in faces)
        mine = [card for card in self.by if card in held]
        if not lacking or lacking.total() > len(mine):
            return None
        return self._report(mine, lacking, text.span, "is chosen here" if lacking.total() == 1 else "are chosen here")

    def _report(self, cards: Sequence[int], needed: Counter[int], at: Span, why: str) -> Diagnostic | None:
        first = self.by[cards[0]]
        names = " ".join(self.words.faces[face] for face in needed.elements())
        alone = all(self.by[card] is first for card in cards) and len(cards) == needed.total()
        help = f"write `{first.actor.text}: {first.text.text}, draws {names}`" if alone else None
        return report("E1073", first.text.span, name=first.actor.text, notes=((at, f"{names} {why}"),), help=help)


def says_draws(steps: Sequence[m.Step]) -> bool:
    """Whether a script says for any choice what it draws."""
    return any(
        says_draws(step.steps) if isinstance(step, m.SideLine) else isinstance(step, m.Answer) and bool(step.draws)
        for step in steps
    )
