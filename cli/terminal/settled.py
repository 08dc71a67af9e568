"""A deal that has just ended, as terminals show it: what happened, what the deal came to, and what follows when people
have read that.
"""

from __future__ import annotations

from collections.abc import Sequence

from ...interpreter.story.items import DealItem, PhaseItem, ResultItem, ScoreChangeItem, ScoresItem, TranscriptItem
from .render import Renderer
from .scenes import Data, SceneStyle, settlement_lines

GO_ON = "Press Enter to go on. "
"""What people are asked when they have read what a deal came to."""


def deal_settled(scene: Data) -> bool:
    """Whether a scene has what a deal came to, which is shown apart."""
    settled = scene["settlement"]
    return settled is not None and settled["deal_over"] and bool(settled["entries"])


def show_settled(
    out: Renderer, style: SceneStyle, items: Sequence[TranscriptItem], scene: Data
) -> list[TranscriptItem]:
    """Print what happened until a deal was settled, and what it came to.  Returns what happened after it."""
    before, after = split(items)
    out.items(before)
    out.gap()
    for line in settlement_lines(scene, style, width=out.console.width):
        out.line(*line)
    return after


def split(items: Sequence[TranscriptItem]) -> tuple[list[TranscriptItem], list[TranscriptItem]]:
    """Lines until a deal was settled, without the scores, and those after it: the result, or the next deal with what
    was paid before its cards in the phase that deals.
    """
    dealt = [i for i, item in enumerate(items) if isinstance(item, DealItem | ResultItem)]
    scored = [i for i, item in enumerate(items) if isinstance(item, ScoreChangeItem | ScoresItem)]
    end = next((i for i in dealt if not scored or i > scored[0]), len(items))
    if end < len(items) and isinstance(items[end], DealItem):
        paid = next((i for i in range(end - 1, -1, -1) if not isinstance(items[i], ScoreChangeItem)), end)
        end = paid if isinstance(items[paid], PhaseItem) else end
    settled = [i for i in scored if i < end]
    end = settled[-1] + 1 if settled else end
    before: list[TranscriptItem] = [one for one in items[:end] if not isinstance(one, ScoreChangeItem | ScoresItem)]
    # A phase in which nothing else happened needs no heading.
    followed = [*(not isinstance(one, PhaseItem) for one in before[1:]), False]
    kept = [one for one, more in zip(before, followed, strict=False) if more or not isinstance(one, PhaseItem)]
    return kept, list(items[end:])
