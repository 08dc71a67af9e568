"""What a module that thinks has learned of the match: who wins it with which scores."""

from __future__ import annotations

from collections.abc import Sequence

from hoyle.interpreter.search.thinker import Thinker


def win_chances(thinker: Thinker, scores: Sequence[int]) -> tuple[float, ...]:
    """The probability that each side wins the match with these scores at the beginning of a deal, as learned by the
    cheap model.
    """
    at = thinker.search.at["WINNING"]
    thinker.machine.put_at("SCORES", b"".join(score.to_bytes(8, "little", signed=True) for score in scores))
    thinker.machine.call("chances")
    return tuple(thinker.machine.memory[at : at + 8 * len(scores)].cast("d"))
