"""What a script does not say of its first deal, and chance drew instead: said with the line to write.

Whether a line is lacking is tried: with it, the script must go on further than without.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import takewhile

from ...dsl.codes.reporting import report
from ...dsl.source.diagnostics import Diagnostic
from ..notation import model as m
from ..notation.writer import write_step
from ..records import Where
from ..text.parse import Words
from .chance import ScriptedChance
from .hidden import HIDDEN, named_cards
from .supply import begun

MOST_PICKED = 16
"""Of how many values a random pick is tried with each."""
MOST_DEALT = 8
"""How often chance deals other cards, to see whether a mistake lies in them."""
_TRIED = frozenset(
    ("E1041", "E1042", "E1043", "E1044", "E1046", "E1050", "E1052", "E1055", "E1060", "E1061", "E1065", "E1069")
)
"""The codes that may come from something else that a script does not say."""

Reached = tuple[int, int]
"""How far a script can be followed: the number of the step that fails, and how many choices were made."""
Trial = Callable[[m.ScriptedGame], Reached]


@dataclass(frozen=True, slots=True)
class Failure:
    """A script that could not be followed to its end: what is wrong, how far it went, and what chance was asked."""

    game: m.ScriptedGame
    diagnostic: Diagnostic
    reached: Reached
    chance: ScriptedChance
    words: Words


def explained(failure: Failure, trial: Trial) -> Diagnostic:
    """The diagnostic of a failure, whose help is the line that the script lacks, if one takes the script further."""
    if failure.diagnostic.code not in _TRIED:
        return failure.diagnostic
    help = _pick(failure, trial) or _dealt(failure, trial) or _unnamed(failure, trial) or _later(failure)
    return failure.diagnostic if help is None else replace(failure.diagnostic, help=help)


def misplaced(chance: ScriptedChance) -> Diagnostic | None:
    """An error for cards of the first deal that the script names only after a choice; None if there are none."""
    found = next(((where, found[0]) for where, found in chance.window.deals.items() if where in chance.undealt), None)
    where, late = found or (None, None)
    if where is None or late is None or chance.windows == 1 or len(late.left) != late.size:
        return None
    line = f"{begun(where, late.title)}: {' '.join(said.text for _, said in late.left)}"
    what = f"nothing is dealt to {late.title} before the next choice"
    return report("E1043", late.said.span, what=what, help=f"write `{line}` above the first choice")


def _pick(failure: Failure, trial: Trial) -> str | None:
    """The random player or value that the script does not say."""
    for purpose, values in failure.chance.picked.items():
        if len(values) > MOST_PICKED:
            continue
        facts = [m.FirstFact(m.SpannedText(purpose), m.SpannedText(value)) for value in values]
        tried = [(_with(failure, one, trial), one) for one in facts]
        reached, furthest = max(tried, key=lambda one: one[0], default=(failure.reached, None))
        if furthest is not None and reached > failure.reached:
            return f"the script leaves `{purpose}` to chance: write `{_line(failure, furthest)}` above the first choice"
    return None


def _dealt(failure: Failure, trial: Trial) -> str | None:
    """The cards dealt to a zone that the script does not say."""
    words, zones = failure.words, failure.words.program.zones
    here = _said_here(failure)
    for where, count in failure.chance.undealt.items():
        zone = zones[where.zone]
        named = _named_by(where.owner, failure.game.steps, words) if zone.owner == "player" else []
        named = [*named, *(face for face in here if face not in named)]
        if zone.owner == "team" or not named or count > len(words.program.deck) // 2:
            continue
        cards = [words.faces[face] for face in named[:count]]
        cards += [HIDDEN] * (count - len(cards))
        owner = m.SpannedText(words.player(where.owner)) if zone.owner is not None else None
        step = m.DealtCards(m.SpannedText(zone.name), owner, tuple(map(m.SpannedText, cards)))
        if _with(failure, step, trial) > failure.reached:
            others = [words.player(one.owner) for one in failure.chance.undealt if _beside(one, where)]
            also = f", and one for {_listed(others)} in the same way" if others else ""
            title = words.where(where)
            return f"the script leaves `{title}` to chance: write `{_line(failure, step)}` above the first choice{also}"
    return None


def _unnamed(failure: Failure, trial: Trial) -> str | None:
    """The cards dealt to the player of the line that fails, or those among which the card of that line lies, if no one
    line is known to help.
    """
    words, zones, diagnostic = failure.words, failure.words.program.zones, failure.diagnostic
    for where in failure.chance.undealt:
        title = words.where(where)
        do = f"name its cards above the first choice, in `{begun(where, title)}: …`"
        if diagnostic.help == f"it is in {title}":
            return f"it is in {title}, which the script leaves to chance: {do}"
        acts = diagnostic.code == "E1052" and zones[where.zone].owner == "player" and where.owner == _actor(failure)
        if acts and _by_chance(failure, trial):
            return f"the script leaves `{title}` to chance: {do}" + (f"; {diagnostic.help}" if diagnostic.help else "")
    return None


def _later(failure: Failure) -> str | None:
    """The cards that chance dealt to the player of the line that fails after the first choice, if that line names one
    of which the script does not say where it was dealt.
    """
    if failure.diagnostic.code != "E1052" or all(face in failure.chance.given for face in _said_here(failure)):
        return None
    for dealt in reversed(failure.chance.redealt.values()):
        own = (where for where, count in dealt.items() if count > 1 and where.owner == _actor(failure))
        for where in own:
            if failure.words.program.zones[where.zone].owner == "player":
                title = failure.words.where(where)
                do = f"name them in a line `{begun(where, title)}: …` below the choice before that"
                return f"chance dealt `{title}` cards that the script does not name: {do}; {failure.diagnostic.help}"
    return None


def _by_chance(failure: Failure, trial: Trial) -> bool:
    """Whether the script goes on further if chance deals other cards."""
    return any(trial(replace(failure.game, seed=seed)) > failure.reached for seed in range(1, MOST_DEALT + 1))


def _actor(failure: Failure) -> int | None:
    """The player of the line that fails."""
    for step in failure.game.steps[max(failure.reached[0], 0) :][:1]:
        match step:
            case m.Answer():
                return failure.words.read_player(step.actor.text)
            case m.Trick():
                here = (play for play in step.plays if play.card.span == failure.diagnostic.span)
                return next((failure.words.read_player(play.actor.text) for play in here), None)
            case _:
                pass
    return None


def _said_here(failure: Failure) -> list[int]:
    """The faces that the words of the script name at which it fails."""
    read = (failure.words.read_card(word) for word in failure.diagnostic.span.text.replace(",", " ").split())
    return [face for face in read if face is not None]


def _beside(one: Where, where: Where) -> bool:
    return one.zone == where.zone and one.owner != where.owner


def _listed(names: Sequence[str]) -> str:
    return " and ".join(filter(None, (", ".join(names[:-1]), names[-1])))


def _named_by(player: int, steps: Sequence[m.Step], words: Words) -> list[int]:
    """The faces that a player names in choices of the first deal, as often as the deck has them."""
    deck, found = Counter(words.program.deck), Counter[int]()
    elsewhere = Counter((*_draws(player, steps, words), *_given(steps, words)))
    for seat, face in named_cards(words, steps):
        if seat == player and found[face] < deck[face]:
            found[face] += 1
    return list((found - elsewhere).elements())


def _draws(player: int, steps: Iterable[m.Step], words: Words) -> Iterator[int]:
    """The faces that the script says a player draws."""
    for step in steps:
        if isinstance(step, m.Answer) and words.read_player(step.actor.text) == player:
            faces = (words.read_card(card.text) for card in step.draws)
            yield from (face for face in faces if face is not None)


def _given(steps: Iterable[m.Step], words: Words) -> Iterator[int]:
    """The faces that the script says are dealt before the first choice."""
    for step in takewhile(lambda one: not isinstance(one, m.Answer | m.Trick), steps):
        if isinstance(step, m.DealtCards):
            yield from (face for card in step.cards if (face := words.read_card(card.text)) is not None)


def _with(failure: Failure, step: m.Step, trial: Trial) -> Reached:
    """How far the script can be followed with one more line at its beginning."""
    reached, made = trial(replace(failure.game, steps=(step, *failure.game.steps)))
    return reached - 1, made


def _line(failure: Failure, step: m.Step) -> str:
    return " ".join(write_step(step, frozenset(map(str.casefold, failure.words.seats))))
