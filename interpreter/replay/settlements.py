"""What a deal has brought, as a script expects it: `expect settlement points: A and C +4, B and D 0`.

It is the settlement that the table shows (`story/settlement.py`).  The story is followed only if a script asks for it.
"""

from __future__ import annotations

from collections.abc import Sequence

from ...dsl.codes.reporting import ScriptError, report
from ...dsl.source.diagnostics import Diagnostic
from ..notation import model as m
from ..records import Where
from ..story.settlement import Settlement
from ..story.story import Story
from ..text.spellings import whole_number
from ..wording.names import Names
from .events import Acted, Began, Branched, ReplayEvent, Returned


class Settlements:
    """Follows the events of one script, and compares what deals have brought with what is expected."""

    def __init__(self, game: m.ScriptedGame, names: Names) -> None:
        self.names = names
        self.stories = [Story(names.words)] if _asked(game.steps) else []
        """The stories of the game and of the side lines that are open; the last one is followed."""

    def hear(self, event: ReplayEvent) -> None:
        """Follow an event."""
        if not self.stories:
            return
        match event:
            case Began(records=()):
                self.stories[-1].begin_at(event.state.values)
            case Began() | Acted():
                self.stories[-1].tell(event.records)
            case Branched():
                self.stories.append(self.stories[-1].copy())
            case Returned():
                self.stories.pop()
            case _:
                pass

    def check(self, step: m.SettlementExpectation) -> Diagnostic | None:
        """What is wrong with an expectation; None if it holds.  Raises `ScriptError` for names and values that have no
        meaning.
        """
        story = self.stories[-1]
        variable = self.names.thing(step.name)
        info = None if isinstance(variable, Where) else story.data.variables[variable]
        if isinstance(variable, Where) or info is None or not (info.decides or info.feeds):
            raise ScriptError(report("E1067", step.name.span, text=step.name.text, kind="a score"))
        settlement = story.settlement[1] if story.settlement is not None else None
        for entry in step.entries:
            owner = self.names.owner(self.names.program.variables[variable], step.name, entry.owner)
            wanted = whole_number(entry.value.text)
            if wanted is None:
                raise ScriptError(report("E1067", entry.value.span, text=entry.value.text, kind="a whole number"))
            name = f"what the last deal has brought to `{self.names.words.variable(variable, owner)}`"
            if settlement is None or not settlement.deal_over:
                said = f"{wanted:+d}"
                return report("E1060", entry.value.span, name=name, found="not settled yet", said=said)
            found = _change(settlement, variable, owner)
            if found != wanted:
                return report("E1060", entry.value.span, name=name, found=f"{found:+d}", said=f"{wanted:+d}")
        return None


def _change(settlement: Settlement, variable: int, owner: int) -> int:
    """By how much a settlement has changed the number of an owner."""
    own = (entry for entry in settlement.entries if (entry.variable, entry.of) == (variable, owner))
    return sum(entry.now - entry.before for entry in own)


def _asked(steps: Sequence[m.Step]) -> bool:
    """Whether a script expects a settlement."""
    return any(
        isinstance(step, m.SettlementExpectation) or (isinstance(step, m.SideLine) and _asked(step.steps))
        for step in steps
    )
