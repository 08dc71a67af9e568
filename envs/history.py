"""What a seat has known since the beginning of the game, as text.  Two positions have the same text exactly if the seat
cannot tell them apart (perfect recall).

The text consists of what the seat sees now, in words, and a digest of everything before: the view at every question,
and the choices as they became known.  In a position that was imagined for one seat, the other seats are taken to have
seen only what is public and what they see now.
"""

from __future__ import annotations

from hashlib import blake2b

from ..interpreter.engine.sets import bits
from ..interpreter.game import Rules
from ..interpreter.program import Program
from ..interpreter.records import Where
from ..interpreter.story.view import UNSEEN, view
from .position import GameNode, ObservedStep, seen_steps


def information(rules: Rules, position: GameNode, seat: int) -> str:
    """Everything that a seat has known, as one line."""
    return f"{observation(rules, position, seat)} #{_digest(rules.program, position, seat)}"


def observation(rules: Rules, position: GameNode, seat: int) -> str:
    """What a seat (-1: a spectator) knows now, as one line."""
    key = "observation", seat
    if key not in position.notes:
        words, program = rules.words, rules.program
        looked = view(program, position.values, seat)
        parts = [f"seat {words.player(seat)}" if seat >= 0 else "watching"]
        parts.append(f"turn {words.player(looked.turn)}" if looked.turn >= 0 else "over")
        for zone in looked.zones:
            if zone.cards:
                cards = " ".join(words.card(card) if card != UNSEEN else "??" for card in zone.cards)
                parts.append(f"{words.where(zone.where)} {cards}")
        for info, values in zip(program.variables, looked.variables, strict=True):
            parts.append(f"{info.name} {' '.join(words.value(info.type, value) for value in values)}")
        position.notes[key] = "; ".join(parts)
    return position.notes[key]


def open_table(rules: Rules, position: GameNode) -> str:
    """The table with all cards open, as one line.  Its end is a digest of the state: what is not on the table, such as
    which round of bidding it is, makes a difference too.
    """
    words, program = rules.words, rules.program
    parts = [f"turn {words.player(position.player)}" if position.ask >= 0 else "over"]
    for number, zone in enumerate(program.zones):
        for owner in range(zone.count):
            content = position.values[zone.base + owner]
            cards = " ".join(words.card(card) for card in (content if isinstance(content, tuple) else bits(content)))
            if cards:
                parts.append(f"{words.where(Where(number, owner if zone.owner is not None else -1))} {cards}")
    seen = view(program, position.values, -1)
    for info, values in zip(program.variables, seen.variables, strict=True):
        parts.append(f"{info.name} {' '.join(words.value(info.type, value) for value in values)}")
    digest = blake2b(repr(position.values).encode(), digest_size=6).hexdigest()
    return f"{'; '.join(parts)} #{digest}"


def _digest(program: Program, position: GameNode, seat: int) -> str:
    key = "digest", seat
    waiting: list[GameNode] = []
    at = position
    while key not in at.notes:
        waiting.append(at)
        if at.before is None:
            break
        at = at.before if at.imagined_for in (-1, seat) else at
        if at is waiting[-1]:
            break
    for one in reversed(waiting):
        if one.imagined_for == seat >= 0 and one.before is not None:
            one.notes[key] = one.before.notes[key]
            continue
        if one.before is None:
            before = ""
        elif one.imagined_for >= 0:
            before = "imagined" + _digest(program, one.before, -1)
        else:
            before = one.before.notes[key]
        one.notes[key] = blake2b(f"{before}{_news(program, one, seat)}".encode(), digest_size=12).hexdigest()
    return position.notes[key]


def _news(program: Program, position: GameNode, seat: int) -> str:
    """What a seat learns when a position is reached: what it sees, and the choices that are known now."""
    looked = view(program, position.values, seat)
    deck = program.deck
    zones = [tuple(deck[card] if card != UNSEEN else -1 for card in zone.cards) for zone in looked.zones]
    steps: list[object] = []
    for step in seen_steps(program, position, seat) if position.imagined_for < 0 else ():
        steps.append(_step_data(program, step))
        if not program.asks[step.ask].secret:
            break
    return repr((zones, looked.variables, looked.turn, position.ask, steps))


def _step_data(program: Program, step: ObservedStep) -> object:
    if step.raw is None:
        return step.player, step.ask
    others = [
        value
        for bound, value in zip(program.asks[step.ask].alternatives[step.raw[0]].bound, step.raw[1:], strict=True)
        if bound.type.kind not in ("card", "set")
    ]
    return step.player, step.ask, step.raw[0], sorted(program.deck[card] for card in step.cards), step.unseen, others
