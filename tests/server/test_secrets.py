"""What a seat is sent depends on nothing that it may not know.

Two servers have tables with the same public past, and with the cards that one seat has not seen exchanged.  They must
send that seat the same bytes, whoever else sits there, people or programs.
"""

from __future__ import annotations

import asyncio
import json
from dataclasses import replace
from random import Random

import pytest

from hoyle.dsl.loading import rulesets
from hoyle.interpreter.program import Alternative, Program
from hoyle.interpreter.records import AnyRecord, Assigned, Choice, Chosen, Drawn, Moved, Shown, Tucked
from hoyle.interpreter.story.chosen import named_cards
from hoyle.interpreter.story.view import sees
from hoyle.interpreter.text.format import bits
from hoyle.server.cores.opening import lowered, opened
from hoyle.server.refusals import Refusal
from hoyle.server.table.chance import TableChance
from hoyle.server.table.entries import (
    ChairOpened,
    ChairTaken,
    DamagedRecord,
    GameStarted,
    RulesChosen,
    SeatChose,
    TableEntry,
    TableOpened,
    to_json,
)
from hoyle.server.table.entries import TableSettings as Settings
from hoyle.server.table.played import PlayedGame
from hoyle.server.table.record import TableRecord, hashed

LETTERS = "ABCDEFGHIJ"
Past = tuple[tuple[int, ...], int, list[tuple[int, tuple[int, ...], tuple[int, ...], int]]]
"""What chance drew first, the first seat, and each choice: who, what, what chance drew, who is next."""


class ExchangedChance(TableChance):
    """Gives what chance gave at another table, with cards exchanged."""

    def __init__(self, given: tuple[int, ...], to: dict[int, int]) -> None:
        super().__init__(given)
        self.to = to

    def card(self, pile, target, bag):
        return self._exchanged(bag)

    def random_card(self, purpose, cards):
        return self._exchanged(cards)

    def _exchanged(self, candidates):
        assert self.given is not None
        if len(self.draws) >= len(self.given) or self.to[self.given[len(self.draws)]] not in candidates:
            raise DamagedRecord("these cards cannot be exchanged")
        self.draws.append(self.to[self.given[len(self.draws)]])
        return self.draws[-1]


def past_of(rules: RulesChosen, names: tuple[str, ...], random: Random, most: int) -> tuple[PlayedGame, Past]:
    """A random game up to some question."""
    game = PlayedGame(opened(rules, names))
    start, first, moves = game.begin(None), game.turn, []
    while game.turn >= 0 and len(moves) < most:
        seat = game.turn
        question = game.view(seat)["question"]
        made = game.try_choice(seat, {"option": random.choice(question["options"])["number"]})
        game.add(made.choice, made.draws, made.turn, made)
        moves.append((seat, made.choice, made.draws, made.turn))
    return game, (start, first, moves)


def seen_by(program: Program, viewer: int, records: list[AnyRecord]) -> int:
    """The mask of the cards that some records let a viewer see, by which zones are seen."""
    seen = 0
    for record in records:
        match record:
            case Moved(cards, source, target):
                zones = ((where, program.zones[where.zone]) for where in (source, target))
                if any(sees(program, zone, max(where.owner, 0), viewer) for where, zone in zones):
                    seen |= sum(1 << card for card in cards)
            case Shown(cards, to) if to < 0 or (viewer >= 0 and to >> viewer & 1):
                seen |= sum(1 << card for card in cards)
            case Chosen(player) if player == viewer:
                seen |= named_cards(program, record)
            case Assigned(variable, _, _, value):
                type = program.variables[variable].type
                if type.kind == "card" and value >= 0:
                    seen |= 1 << value
                elif type.kind == "set" and (type.element is None or type.element.kind == "card"):
                    seen |= value
            case _:
                pass
    return seen


def exchanged(program: Program, record: AnyRecord, to: dict[int, int]) -> AnyRecord:
    """A record in which cards are exchanged for others."""
    match record:
        case Moved(cards) | Tucked(cards) | Shown(cards):
            return replace(record, cards=tuple(to[card] for card in cards))
        case Drawn("card", _, value):
            return replace(record, value=to[value])
        case Chosen(_, ask, choice):
            alternative = program.asks[ask].alternatives[choice.alternative]
            return replace(record, choice=Choice(choice.alternative, mapped(alternative, choice.values, to)))
        case _:
            return record


def mapped(alternative: Alternative, values: tuple[int, ...], to: dict[int, int]) -> tuple[int, ...]:
    """The values of a choice in which cards are exchanged for others."""
    return tuple(
        (to[value] if value >= 0 else value) if one.type.kind == "card"
        else sum(1 << to[card] for card in bits(value)) if one.type.holds_cards
        else value
        for one, value in zip(alternative.bound, values, strict=True)
    )  # fmt: skip


def exchanged_past(game: PlayedGame, past: Past, to: dict[int, int]) -> Past | None:
    """The same past with exchanged cards, if the rules allow it and everything public in it is the same."""
    start, first, moves = past
    other = PlayedGame(game.opened)
    found = []
    try:
        draws = other.begin_with(ExchangedChance(start, to))
        if other.turn != first:
            return None
        for seat, choice, given, turn in moves:
            question = other.engine.asked(other.state)
            if question is None or question.player != seat or choice[0] >= len(question.alternatives):
                return None
            alternative = question.alternatives[choice[0]]
            if len(alternative.bound) != len(choice) - 1:
                return None
            values = mapped(alternative, choice[1:], to)
            if not question.legal(Choice(choice[0], values)):
                return None
            made = other.tried_with((choice[0], *values), ExchangedChance(given, to))
            if made.turn != turn:
                return None
            other.add(made.choice, made.draws, made.turn, made)
            found.append((seat, made.choice, made.draws, turn))
    except (DamagedRecord, Refusal, KeyError):
        return None
    same = [exchanged(game.engine.program, record, to) for record in game.records] == other.records
    return (draws, first, found) if same and other.state.values != game.state.values else None


def entries_of(rules: RulesChosen, names: tuple[str, ...], past: Past, programs: frozenset[int]) -> list[TableEntry]:
    """The entries of a table with that past.  Its secrets are the same at every table."""
    start, first, moves = past
    chairs = tuple(
        ChairOpened(name, "random" if seat in programs else None, None if seat in programs else hashed(name))
        for seat, name in enumerate(names)
    )
    made: list[TableEntry] = [TableOpened(Settings(rules, chairs, hashed("door"), title="t", pace=10_000), 0)]
    made += [ChairTaken(seat, name, hashed(name)) for seat, name in enumerate(names) if seat not in programs]
    made.append(GameStarted(0, start, first))
    record = TableRecord.of(made)
    for seat, choice, draws, turn in moves:
        made.append(SeatChose(seat, choice, draws, turn, record.asked))
        record.add(made[-1])
    return made


async def sent_to(house, entries: list[TableEntry], chair: int, secret: str) -> list[bytes]:
    """What a server with a table of these entries sends to a chair, and to a program there."""
    async with house.hosting() as host:
        await host.store.create("table", "t", json.dumps(to_json(entries[0])), listed=False, awaits="people")
        for number, entry in enumerate(entries[1:], 1):
            assert await host.store.append("table", number, json.dumps(to_json(entry)), "people")
        client = await house.Client(host, "table", secret).come()
        await client.until(lambda: client.shown["view"] is not None)
        assert client.shown["you"] == chair
        found = client.raw[-1:]
        if client.question is not None:
            try:
                await client.send({"type": "seen"})
                await client.until(lambda: len(client.raw) > 1)
                found.append(client.raw[-1])
            except Refusal as refusal:
                found.append(refusal.code.encode())
        client.leave()
        return found


@pytest.mark.parametrize("name", sorted(rulesets()))
def test_two_servers_with_exchanged_cards_send_a_seat_the_same_bytes(name, house):
    random = Random(name)
    rules = RulesChosen(name)
    program = lowered(rules)[1]
    names = tuple(LETTERS[: program.players])
    compared = 0
    for round in range(200):
        game, past = past_of(rules, names, random, random.randrange(0, max(1, 40 - round)))
        viewer = game.turn if game.turn >= 0 and random.random() < 0.7 else random.randrange(program.players)
        seen = seen_by(program, viewer, game.records)
        hidden = [card for card in range(len(program.deck)) if not seen >> card & 1]
        for tries in range(30):
            some = random.sample(hidden, min(len(hidden), 2 + (30 - tries) % 9)) if len(hidden) > 1 else []
            to = {card: card for card in range(len(program.deck))}
            to |= dict(zip(some, [*some[1:], *some[:1]], strict=True))
            other = exchanged_past(game, past, to) if some else None
            if other is not None:
                break
        else:
            continue
        programs = frozenset(seat for seat in range(program.players) if seat != viewer and random.random() < 0.5)
        first, second = (
            asyncio.run(sent_to(house, entries_of(rules, names, one, programs), viewer, names[viewer]))
            for one in (past, other)
        )
        assert first == second
        assert first[0] != b""
        compared += 1
        if compared == 2:
            break
    assert compared or name in OPEN, "no past of this game could be exchanged"


OPEN = ("gops",)
"""Games in which no card that was dealt is hidden."""


def test_the_exchange_would_notice_a_hand_that_is_sent(house, monkeypatch):
    """The test fails if every viewer is sent what a watcher of all cards sees."""
    view = PlayedGame.view
    monkeypatch.setattr(
        PlayedGame, "view", lambda self, viewer: {**view(self, viewer), "scene": view(self, None)["scene"]}
    )
    with pytest.raises(AssertionError):
        test_two_servers_with_exchanged_cards_send_a_seat_the_same_bytes("newberry_euchre", house)


def test_nothing_but_the_draws_of_the_past_exists(house, run):
    """A record that ends at a question says nothing of cards that were not dealt: no seed, no order of the stock."""

    async def go():
        async with house.hosting() as host:
            made, clients = await house.seated(host, {"game": "gin_rummy"})
            await clients[0].until(lambda: clients[0].shown["view"])
            text = "".join(await host.store.read(made["table"]))
            dealt = json.loads((await host.store.read(made["table"]))[-1])
            assert "seed" not in text
            assert len(dealt["draws"]) < 30

    run(go())


def test_a_message_has_one_of_few_lengths():
    from hoyle.server.protocol import SMALLEST, padded

    for length in (1, SMALLEST - 1, SMALLEST, SMALLEST + 1, 5 * SMALLEST):
        message = json.dumps("x" * length).encode()
        made = padded(message)
        assert len(made) in (SMALLEST, 4 * SMALLEST, 16 * SMALLEST)
        assert json.loads(made) == "x" * length
