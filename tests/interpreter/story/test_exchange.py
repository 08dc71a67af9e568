"""Nothing in lines or scenes tells a viewer what it may not know: everything hidden is exchanged, and nothing that the
viewer reads or sees is different.

At several positions of a game, the cards that a viewer has not seen, at all or since all of them were shuffled, are
exchanged among themselves, in all records from then on and in the states, so a card that it will see later may not be told earlier.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest

from hoyle.dsl.loading import load, rulesets
from hoyle.dsl.source.span import Source
from hoyle.interpreter.engine import State
from hoyle.interpreter.lowering import lower
from hoyle.interpreter.program import Program
from hoyle.interpreter.records import (
    AnyRecord,
    Assigned,
    CardsCounted,
    Choice,
    Chosen,
    Drawn,
    Moved,
    SetAgain,
    Shown,
    Shuffled,
    Tucked,
)
from hoyle.interpreter.story import settlement, story
from hoyle.interpreter.story.chosen import named_cards
from hoyle.interpreter.story.known_cards import KnownCards
from hoyle.interpreter.story.scene import scene
from hoyle.interpreter.story.story import Story
from hoyle.interpreter.story.tabletop import Tabletop
from hoyle.interpreter.story.transcript import Transcript
from hoyle.interpreter.story.view import sees
from hoyle.interpreter.text.format import bits
from hoyle.interpreter.text.parse import Words

from .playing import Step, game

COUNTS = """\
game "Counts"
language 1
players 2
deck A K Q J
zones
    stock: face down
    hand of each player: private
remember
    points of each player: number
main
    shuffle every card into stock
    deal 8 from stock to hand of each player
    for p in players
        p chooses
            "count"
                add (number of c in p.hand where c.rank = A) to p.points
    game over, won by the player with highest points, otherwise shared
"""

POSITIONS = 3
"""At how many positions of a game something is exchanged."""


def seen_in(program: Program, viewer: int, record: AnyRecord) -> int:
    """The mask of the cards that a record lets a viewer see.  It asks only which zones are seen."""
    match record:
        case Moved(cards, source, target):
            zones = ((where, program.zones[where.zone]) for where in (source, target))
            if any(sees(program, zone, max(where.owner, 0), viewer) for where, zone in zones):
                return sum(1 << card for card in cards)
        case Shown(cards, to) if to < 0 or (viewer >= 0 and to >> viewer & 1):
            return sum(1 << card for card in cards)
        case Chosen(player) if player == viewer:
            return named_cards(program, record)
        case Assigned(variable, value=value) | SetAgain(variable, value=value):  # what a variable holds is known to all
            return _cards_of(program.variables[variable].type, value)
        case _:
            pass
    return 0


def _cards_of(type, value: int) -> int:
    if type.kind == "card":
        return 1 << value if value >= 0 else 0
    return value if type.kind == "set" and (type.element is None or type.element.kind == "card") else 0


def exchanged(program: Program, record: AnyRecord, to: dict[int, int]) -> AnyRecord:
    """A record in which cards are exchanged for others."""

    def mask(value: int) -> int:
        return sum(1 << to[card] for card in bits(value))

    match record:
        case Moved(cards) | Tucked(cards) | Shown(cards):
            return replace(record, cards=tuple(to[card] for card in cards))
        case CardsCounted(cards):
            return replace(record, cards=tuple(sorted(to[card] for card in cards)))
        case Drawn("card", _, value):
            return replace(record, value=to[value])
        case Chosen(_, ask, choice):
            bound = program.asks[ask].alternatives[choice.alternative].bound
            values = tuple(
                (to[value] if value >= 0 else value)
                if one.type.kind == "card"
                else mask(value)
                if one.type.holds_cards
                else value
                for one, value in zip(bound, choice.values, strict=True)
            )
            return replace(record, choice=Choice(choice.alternative, values))
        case _:
            return record


def exchanged_state(program: Program, state: State, to: dict[int, int]) -> State:
    """A state in which the cards that lie somewhere are exchanged for others."""
    values = state.values.copy()
    for zone in program.zones:
        for slot in range(zone.base, zone.base + zone.count):
            content = values[slot]
            if isinstance(content, tuple):
                values[slot] = tuple(to[card] for card in content)
            else:
                values[slot] = sum(1 << to[card] for card in bits(content))
    return State(values)


def shuffles_of_all(program: Program, steps: list[Step]) -> list[int]:
    """For each step the number of the last record by then at which all cards lay together and were shuffled: what was
    seen before tells nothing of what was dealt since.
    """
    lies = KnownCards(program, None).lies
    found, last, number = list[int](), -1, 0
    for records, _ in steps:
        for record in records:
            if isinstance(record, Moved):
                for card in record.cards:
                    lies[card] = record.target
            elif isinstance(record, Shuffled) and set(lies) == {record.pile}:
                last = number
            number += 1
        found.append(last)
    return found


def differences(program: Program, steps: list[Step], viewer: int, random: Random) -> Iterator[str]:
    """Exchange what is hidden from a viewer at some positions of a game, and yield what it would notice."""
    shuffled = shuffles_of_all(program, steps)
    for position in sorted(random.sample(range(len(steps)), min(POSITIONS, len(steps)))):
        number, seen, since = 0, 0, random.choice((-1, shuffled[position]))
        for records, _ in steps[: position + 1]:
            for record in records:
                seen |= seen_in(program, viewer, record) if number > since else 0
                number += 1
        hidden = [card for card in range(len(program.deck)) if not seen >> card & 1]
        others = random.sample(hidden, len(hidden))
        to = {card: card for card in range(len(program.deck))} | dict(zip(hidden, others, strict=True))
        one, other = Story(Words(program), viewer), Story(Words(program), viewer)
        number = 0
        for records, state in steps[: position + 1]:
            fresh = max(0, since + 1 - number)
            number += len(records)
            lines = other.tell([*records[:fresh], *(exchanged(program, record, to) for record in records[fresh:])])
            if one.tell(records) != lines:
                yield f"lines at {position}"
            there = exchanged_state(program, state, to) if number > since else state
            shown = scene(other, there.values)
            found = [part for part, value in scene(one, state.values).items() if shown[part] != value]
            if found:
                yield f"{', '.join(found)} at {position}"


@pytest.mark.parametrize("name", sorted(rulesets()))
def test_what_is_hidden_from_a_viewer_changes_nothing_that_it_reads_or_sees(name, any_program):
    random = Random(name)
    program = any_program(name, random)
    steps = list(game(program, random, most=random.randrange(10, 60)))
    for viewer in range(-1, program.players):
        assert list(differences(program, steps, viewer, random)) == []


def every_zone_is_open(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(KnownCards, "sees", lambda self, where: True)


def what_is_shown_to_one_is_shown_to_all(monkeypatch: pytest.MonkeyPatch) -> None:
    follow = KnownCards.follow
    monkeypatch.setattr(
        KnownCards,
        "follow",
        lambda self, record: follow(self, replace(record, to=-1) if isinstance(record, Shown) else record),
    )


def choices_name_every_card(monkeypatch: pytest.MonkeyPatch) -> None:
    choice = Transcript._choice

    def named(self: Transcript, chosen: Chosen, draws: tuple[str, ...]):
        self.known = self.named
        return choice(self, chosen, draws)

    monkeypatch.setattr(Transcript, "_choice", named)


def counted_cards_are_marked_for_all(monkeypatch: pytest.MonkeyPatch) -> None:
    made = settlement.ScoreAccount.__init__
    monkeypatch.setattr(
        settlement.ScoreAccount, "__init__", lambda self, words, data, known: made(self, words, data, tuple)
    )


def everything_is_laid_open(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        story, "laid_open", lambda data, table: tuple((where, tuple(cards)) for where, cards in table.zones.items())
    )


def hands_lie_in_the_order_of_the_deck(monkeypatch: pytest.MonkeyPatch) -> None:
    cards = Tabletop.cards

    def in_order(self: Tabletop, where):
        known = set(cards(self, where))
        content = sorted(self.zones[where]) if not self.program.zones[where.zone].ordered else self.zones[where]
        return tuple(card if card in known else -1 for card in content)

    monkeypatch.setattr(Tabletop, "cards", in_order)


def counts_hidden_cards() -> Program:
    """A game whose score counts cards that nobody has shown: the shipped ones show them."""
    found = load(Source("counts.hoyle", COUNTS)).game
    assert found is not None
    return lower(found, {})


@pytest.mark.parametrize(
    ("leak", "name"),
    [
        (every_zone_is_open, "go_fish"),
        (what_is_shown_to_one_is_shown_to_all, "newberry_euchre"),
        (choices_name_every_card, "five_card_draw"),
        (counted_cards_are_marked_for_all, ""),
        (everything_is_laid_open, "five_card_draw"),
        (hands_lie_in_the_order_of_the_deck, "go_fish"),
    ],
)
def test_a_leak_is_noticed(leak, name, any_program, monkeypatch):
    leak(monkeypatch)
    for seed in range(30):
        random = Random(seed)
        program = any_program(name, random) if name else counts_hidden_cards()
        steps = list(game(program, random, most=80))
        for viewer in range(-1, program.players):
            if any(differences(program, steps, viewer, random)):
                return
    raise AssertionError("nobody noticed")
