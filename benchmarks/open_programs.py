"""Skat and Schnapsen with all cards known, here and by open programs.

    python benchmarks/open_programs.py schnapsen --positions 300
    python benchmarks/open_programs.py skat --program PROGRAM --positions 30

Both get the same positions at the beginning of a trick, and give a value for every card; all must agree, otherwise the
exit code is 1.  Times are of the processor, from nothing but what was found out about the rules in other positions.

*Schnapsen*: `schnapsen` of PyPI, a platform for courses.  Its `AlphaBetaBot` searches the second phase, when the stock
is empty.  Marriages count there with the next trick and here at once, so positions with a marriage in a hand are left
out.

*Skat*: `skatsearch` by Frank Peuker (github.com/jenafrank/skatsearch, in Rust), a double-dummy solver.  PROGRAM reads a
line for each position: the masks of the cards of the soloist, of the player after him and of the third as that program
numbers them, and `suit` or `grand`.  It answers with nanoseconds and, for each card, its number and the card points of
the soloist: `nanoseconds card:points …`.  The rules here are those of the ruleset with card points in place of the
contract's worth.  The soloist leads: of three sides the solver here takes the others together, which they are then.
Clubs are trumps there, so other trumps change their names with clubs.  `benchmarks/skat.c` answers in the same way, and
was written to decide where the two differ.
"""

from __future__ import annotations

import argparse
import subprocess
from collections.abc import Iterator
from statistics import median
from time import process_time
from typing import Any, NamedTuple

from revision import measured_on

from hoyle.dsl.loading import RULESETS, load
from hoyle.dsl.source.span import Source
from hoyle.interpreter.engine import Dice, Engine, State
from hoyle.interpreter.lowering import lower
from hoyle.interpreter.players.player import options_of
from hoyle.interpreter.program import OVER, PC, Program
from hoyle.interpreter.records import Choice
from hoyle.interpreter.search.solve import Solver

Values = dict[int, float]
"""What each card is worth, by its number."""


class Compared(NamedTuple):
    """A position with how many cards a hand, the values of both, and the seconds."""

    cards: int
    ours: Values
    theirs: Values
    our_time: float
    their_time: float


class Table:
    """The positions of games of random players in which a trick begins, with what is known of them by name."""

    def __init__(self, program: Program, seed: int) -> None:
        self.program, self.engine, self.solver = program, Engine(program), Solver(program)
        self.zones = {zone.name: zone for zone in program.zones}
        self.variables = {variable.name: variable for variable in program.variables}
        self.seed = seed

    def states(self) -> Iterator[State]:
        """Every beginning of a trick, game by game."""
        while True:
            self.seed += 1
            dice, state = Dice(self.seed), self.engine.start(seed=self.seed)
            for _ in range(300):
                pc = state.values[PC]
                if not isinstance(pc, int) or pc <= OVER:
                    break
                if self.program.asks[~pc].trick is not None and self.cards(state, "trick") == ():
                    yield state
                options = options_of(self.engine, state)
                option = options[dice.below(len(options))]
                state = self.engine.apply(state, Choice(option[0], option[1:]))

    def cards(self, state: State, zone: str, seat: int = 0) -> Any:
        """The cards of a zone."""
        return state.values[self.zones[zone].base + seat]

    def value(self, state: State, name: str, seat: int = 0) -> int:
        """The value of a variable."""
        found = state.values[self.variables[name].base + seat]
        assert isinstance(found, int)
        return found

    def leader(self, state: State) -> int:
        """Who leads."""
        pc = state.values[PC]
        assert isinstance(pc, int)
        rules = self.program.asks[~pc].trick
        assert rules is not None
        found = state.values[rules.player]
        assert isinstance(found, int)
        return found

    def solved(self, state: State) -> tuple[Values, float]:
        """The values found here, and the seconds."""
        begun = process_time()
        found = self.solver.solve(state, nodes=10**12, line=False)
        return {one.option[1]: one.value for one in found.values}, process_time() - begun


def bits(mask: int) -> list[int]:
    """The cards of a mask."""
    return [card for card in range(mask.bit_length()) if mask >> card & 1]


# ---------------------------------------------------------------------------------------------------- Schnapsen


def schnapsen(seed: int) -> Iterator[Compared]:
    """Positions with an empty stock."""
    from schnapsen.bots.alphabeta import AlphaBetaBot
    from schnapsen.deck import Card, Rank, Suit
    from schnapsen.game import BotState, GameState, Hand, RegularMove, SchnapsenGamePlayEngine, Score, Talon

    game = load("schnapsen").game
    assert game is not None
    program = lower(game, {})
    table, engine = Table(program, seed), SchnapsenGamePlayEngine()
    named = {"J": Rank.JACK, "Q": Rank.QUEEN, "K": Rank.KING, "10": Rank.TEN, "A": Rank.ACE}
    points = {Rank.JACK: 2, Rank.QUEEN: 3, Rank.KING: 4, Rank.TEN: 10, Rank.ACE: 11}
    suits = [Suit[name.upper()] for name in program.suits]
    faces = [program.faces[face] for face in program.deck]
    cards = [Card.get_card(named[program.ranks[face.rank]], suits[face.suit]) for face in faces]

    def married(hand: list[int]) -> bool:
        held = {(cards[card].suit, cards[card].rank) for card in hand}
        return any({(suit, Rank.KING), (suit, Rank.QUEEN)} <= held for suit in suits)

    def player(state: State, seat: int) -> BotState:
        won = [cards[card] for card in bits(table.cards(state, "won", seat))]
        melds = table.value(state, "melds", seat)
        taken = sum(points[card.rank] for card in won)
        score = Score(taken + melds, 0) if table.value(state, "tricks", seat) else Score(0, melds)
        held = [cards[card] for card in bits(table.cards(state, "hand", seat))]
        return BotState(AlphaBetaBot(), Hand(held), score, won)

    for state in table.states():
        hands = [bits(table.cards(state, "hand", seat)) for seat in (0, 1)]
        open_stock = table.cards(state, "stock") != () or table.value(state, "closer") >= 0
        if open_stock or table.value(state, "wed") >= 0 or len(hands[0]) < 2 or any(map(married, hands)):
            continue
        seat = table.leader(state)
        ours, spent = table.solved(state)
        talon = Talon([], suits[table.value(state, "trump")])
        there = GameState(leader=player(state, seat), follower=player(state, 1 - seat), talon=talon, previous=None)
        begun = process_time()
        theirs = {card: AlphaBetaBot().value(there, engine, RegularMove(cards[card]), False)[0] for card in ours}
        yield Compared(len(hands[seat]), ours, theirs, spent, process_time() - begun)


# --------------------------------------------------------------------------------------------------------- Skat


def skat_with_card_points() -> Program:
    """The ruleset, changed so that the soloist scores his card points."""
    text = (RULESETS / "skat.hoyle").read_text("utf-8")
    begin, after = "phase settle(p: player)", "\nafter settle:"
    head, _, rest = text.partition(begin)
    line, _, rest = rest.partition("\n")
    _, blank, rest = rest.partition("\n\n")
    if not blank or after not in rest:
        raise SystemExit("the ruleset settles in other words now: change skat_with_card_points()")
    lines = [one for one in rest.splitlines() if not one.startswith(after[1:])]
    text = f"{head}{begin}{line}\n    add side_points to p.points\n\n" + "\n".join(lines) + "\n"
    game = load(Source("skat.hoyle", text))
    if game.game is None:
        raise SystemExit("\n".join(str(one) for one in game.diagnostics))
    return lower(game.game, {})


HEIGHT = {"A": 6, "10": 5, "K": 4, "Q": 3, "9": 2, "8": 1, "7": 0}


def skat(seed: int, program: str) -> Iterator[Compared]:
    """Positions in which the soloist leads."""
    rules = skat_with_card_points()
    table = Table(rules, seed)
    faces = [rules.faces[face] for face in rules.deck]
    worth = {"A": 11, "10": 10, "K": 4, "Q": 3, "J": 2, "9": 0, "8": 0, "7": 0}
    order = ["diamonds", "hearts", "spades", "clubs"]  # from the lowest there
    running = subprocess.Popen([program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert running.stdin is not None
    assert running.stdout is not None

    def number(card: int, trump: int) -> int:
        face = faces[card]
        rank, suit = rules.ranks[face.rank], rules.suits[face.suit]
        if rank == "J":
            return 28 + order.index(suit)
        if trump < 4:
            suit = {rules.suits[trump]: "clubs", "clubs": rules.suits[trump]}.get(suit, suit)
        return 7 * order.index(suit) + HEIGHT[rank]

    for state in table.states():
        soloist, trump = table.value(state, "soloist"), table.value(state, "trump")
        count = len(bits(table.cards(state, "hand", max(soloist, 0))))
        if soloist < 0 or trump > 4 or table.leader(state) != soloist or count < 3:
            continue
        masks = [
            sum(1 << number(card, trump) for card in bits(table.cards(state, "hand", (soloist + n) % 3)))
            for n in range(3)
        ]
        ours, spent = table.solved(state)
        running.stdin.write(f"{masks[0]} {masks[1]} {masks[2]} {'suit' if trump < 4 else 'grand'}\n")
        running.stdin.flush()
        time, *found = running.stdout.readline().split()
        values = {int(card): int(value) for card, value in (one.split(":") for one in found)}
        before = sum(
            worth[rules.ranks[faces[card].rank]]
            for card in bits(table.cards(state, "won", soloist)) + bits(table.cards(state, "skat"))
        )
        theirs = {card: float(before + values[number(card, trump)]) for card in ours}
        yield Compared(count, ours, theirs, spent, int(time) / 1e9)
    running.terminate()


# ------------------------------------------------------------------------------------------------------- report


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("game", choices=["schnapsen", "skat"])
    arguments.add_argument("--program", help="for Skat")
    arguments.add_argument("--positions", type=int, default=100)
    arguments.add_argument("--seed", type=int, default=0)
    given = arguments.parse_args()
    if given.game == "skat" and not given.program:
        arguments.error("--program is missing")
    run = schnapsen(given.seed) if given.game == "schnapsen" else skat(given.seed, given.program)
    next(run)  # what is found out about the rules does not count
    found = [one for one, _ in zip(run, range(given.positions), strict=False)]
    print(f"{given.game}, {len(found)} positions, seed {given.seed}; median milliseconds\n")
    print("| cards | positions | a card differs | the best differs | ours | theirs |\n|---|---|---|---|---|---|")
    for cards in sorted({one.cards for one in found}):
        own = [one for one in found if one.cards == cards]
        differ = sum(one.ours != one.theirs for one in own)
        best = sum(max(one.ours.values()) != max(one.theirs.values()) for one in own)
        ours, theirs = (
            1000 * median(times) for times in zip(*((one.our_time, one.their_time) for one in own), strict=True)
        )
        print(f"| {cards} | {len(own)} | {differ} | {best} | {ours:.2f} | {theirs:.2f} |")
    for one in found:
        if one.ours != one.theirs:
            print(f"\ndiffers: {one.ours} {one.theirs}")
            break
    print(f"\n{measured_on()}")
    raise SystemExit(any(one.ours != one.theirs for one in found))


if __name__ == "__main__":
    main()
