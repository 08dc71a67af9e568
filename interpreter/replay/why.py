"""Why not: explains an illegal or impossible choice.

why(table, state, "play J♠")
"""

from __future__ import annotations

from ...dsl.codes.reporting import report
from ...dsl.source.diagnostics import Diagnostic
from ...dsl.source.span import Source, Span
from ..engine import State
from ..notation.model import SpannedText
from ..opening.opened import OpenedGame
from .choices import find, legal_choices, refusal


def why(opened: OpenedGame, state: State, text: str, player: int | None = None) -> Diagnostic | None:
    """Why a choice cannot be made in a state; None if it can be made.

        found = hoyle.why(step.opened, step.state, "play J♠")

    `text`: the choice in the words of the rule file (`play J♠`, `lay 2♣ 10♦`).  `player`: the seat that would make it,
    from 0 (None: the player who has to choose).  The `notes` of the diagnostic are the rules against the choice, each
    with its place in the rule file, what it says, and the lines of the document that it cites; its `help` lists what is
    legal instead.  Raises nothing: words that mean nothing are a diagnostic too.
    """
    said = SpannedText(text, Span(Source("<choice>", text), 0, len(text)))
    question, words = opened.engine.question(state), opened.words
    if question is None:
        return report("E1053", said.span)
    if player is not None and player != question.player:
        turn = words.player(question.player)
        help = legal_choices(question, words)
        return report("E1050", said.span, name=words.player(player), turn=turn, help=help)
    choice, refused = find(question, words, text)
    return None if choice is not None else refusal(question, words, said, refused, opened.reasons)
