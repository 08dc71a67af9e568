"""What a person asks for at a table: the rule that asks a question, the numbers of everybody, advice."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from ...dsl.provenance.citations import cited
from ...dsl.provenance.documents import documents, lines_text
from ...interpreter.analysis.judge import EFFORTS, Judge
from ...interpreter.engine import Dice, Question
from ...interpreter.players import strongest
from ...interpreter.players.think import thinker_of
from ...interpreter.record.session import GameSession
from ...interpreter.records import Choice
from ..formats.analysis import option_lines
from .console import visible
from .opponents import Opponents
from .pieces import CARDS, Piece
from .render import Renderer
from .scenes import in_lines

MOST_RULES = 12
"""The most lines of a rule that are shown."""


def show_hint(question: Question, session: GameSession, opponents: Opponents, out: Renderer) -> None:
    """Show the best choice by what this player can know, with the value of each option; else a program's choice."""
    program, words = session.engine.program, session.words
    number = len(session.answered) + 1
    thinker = thinker_of(program)
    judged = None
    if thinker is not None:
        judge = Judge(program, EFFORTS["quick"], thinker)
        seed = Dice(session.seed, number, question.player).below(1 << 32)
        judged = judge.judge(opponents.record().history, session.state, seed=seed)
    if judged is None:
        kind = strongest()
        choice = opponents.advice(question, kind, Dice(session.seed, number, question.player))
        out.line((f"The player `{kind}` would choose: ", ""), (question.label(choice, words), CARDS))
        return
    labels = [question.label(Choice(one.option[0], one.option[1:]), words) for one in judged.options]
    out.line(("Best, as far as you can know: ", ""), (labels[0], CARDS))
    kind = "gains" if program.highest_wins else "is spared"
    out.print(f"Points your side {kind} in this deal, compared with the others, if you choose", "dim")
    for line in option_lines(judged, labels):
        out.line(*line)


def numbers(session: GameSession, width: int = 0) -> Iterator[tuple[Piece, ...]]:
    """The values of all numbers that players or teams have, in lines of this width."""
    engine, words = session.engine, session.words
    for number, info in enumerate(engine.program.variables):
        if info.owner is not None and info.type.kind == "number":
            values = (engine.value(session.state, number, owner) for owner in range(info.count))
            each = (f"{words.owner(info.owner, owner)} {value}" for owner, value in enumerate(values))
            head = ((f"{info.name.replace('_', ' ')}: ", "dim"),)
            yield from in_lines(head, [((one, ""),) for one in each], ", ", width)


def show_rule(question: Question, session: GameSession, out: Renderer) -> None:
    """Show the rule that asks this question, as the rule file has it, and the document lines that it cites."""
    span, program = question.span, session.engine.program
    first = span.line
    source, last = span.source, max(span.end_place[0], first)
    alternatives = [program.places[one.place] for one in question.alternatives]
    last = max([last, *(place.end_place[0] for place in alternatives if place.source is source)])
    shown = range(first, min(last, first + MOST_RULES - 1) + 1)
    out.print(f"{file_name(source.name)}:{first}", "dim")
    margin = min((len(line) - len(line.lstrip()) for n in shown if (line := source.line(n)).strip()), default=0)
    for number in shown:
        out.print("  " + visible(source.line(number)[margin:].rstrip()))
    tree = session.opened.game.tree
    lines = dict.fromkeys(one for place in (span, *alternatives) for one in cited(tree, place))
    for name, document in documents(tree).items():
        own = sorted((one.first, one.last) for one in lines if one.source == name)
        if own:
            said = ", ".join(lines_text(*one) for one in own)
            out.print(f"  from {visible(document.description or name)}, lines {said}", "dim")


def file_name(name: str) -> str:
    """The name of a rule file without its folders."""
    return visible(Path(name).name)
