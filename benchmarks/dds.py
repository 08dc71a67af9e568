"""Solves positions of Whist here and with DDS, the double-dummy solver of bridge (PyPI: `endplay`).

    python benchmarks/dds.py > benchmarks/dds.md

Both get the same position at the beginning of a trick, with and without trumps, and find for every card how many of the
remaining tricks the side of the player wins.  All numbers must agree; otherwise the exit code is 1.  13 cards are whole
deals.  The general search (`Solver(..., off={"kernel"})`) solves a few of the smaller positions in the same run.

The rules of whist without trumps are those of the ruleset with the suit `trump` unset, so that no suit is trumps.
"""

from __future__ import annotations

import argparse
import re
from statistics import median, quantiles
from time import process_time
from typing import Any

from endplay.dds import solve_board
from endplay.types import Deal, Denom, Player
from revision import measured_on

from hoyle.dsl.loading import load
from hoyle.interpreter.engine import Dice, Engine, State
from hoyle.interpreter.lowering import lower
from hoyle.interpreter.program import ACTOR, Program
from hoyle.interpreter.records import Choice
from hoyle.interpreter.search.solve import Solver, TooLarge

SEATS = "NESW"
SUITS = "SHDC"


def whist(trumps: bool) -> Program:
    """The ruleset, changed so that every trick counts a point, as in DDS. Without trumps, the trump suit stays
    unset.
    """
    from hoyle.dsl.loading import RULESETS
    from hoyle.dsl.source.span import Source

    text = (RULESETS / "whist.hoyle").read_text("utf-8")
    every = re.compile(r"for t in teams where t\.tricks > \w+: add t\.tricks - \w+ to t\.points")
    text, changed = every.subn("for t in teams: add t.tricks to t.points", text)
    if changed != 1:
        raise SystemExit("the ruleset counts tricks in other words now: change the expression in whist()")
    if not trumps:
        turned = "set trump to (bottom of stock).suit"
        if turned not in text:
            raise SystemExit("the ruleset turns trumps in other words now: change the text in whist()")
        text = text.replace(turned, "set trump to none").replace("trump: suit", "trump: suit or none")
    game = load(Source("whist.hoyle", text))
    if game.game is None:
        raise SystemExit("\n".join(str(one) for one in game.diagnostics))
    return lower(game.game, {})


def ending(program: Program, engine: Engine, seed: int, cards: int) -> State:
    """The position after some random tricks, with `cards` cards in every hand."""
    dice, state = Dice(seed), engine.start(seed=seed)
    hand = next(zone for zone in program.zones if zone.name == "hand")
    for _ in range(4 * (13 - cards)):
        question = engine.question(state)
        assert question is not None
        options = list(question.choices())
        state = engine.apply(state, options[dice.below(len(options))])
    assert isinstance(state.values[hand.base], int)
    return state


def as_bridge(program: Program, state: State) -> Any:
    """The same position in the form of DDS."""
    hand = next(zone for zone in program.zones if zone.name == "hand")
    trump = next(variable for variable in program.variables if variable.name == "trump")
    hands: list[str] = []
    for seat in range(4):
        held = state.values[hand.base + seat]
        assert isinstance(held, int)
        suits: dict[str, list[tuple[int, str]]] = {suit: [] for suit in SUITS}
        for card in range(len(program.deck)):
            if held >> card & 1:
                face = program.faces[program.deck[card]]
                assert face.suit is not None
                rank = program.ranks[face.rank].replace("10", "T")
                suits[program.suits[face.suit][0].upper()].append(("23456789TJQKA".index(rank), rank))
        hands.append(".".join("".join(rank for _, rank in sorted(suits[suit], reverse=True)) for suit in SUITS))
    deal = Deal("N:" + " ".join(hands))
    first, ruling = state.values[ACTOR], state.values[trump.base]
    assert isinstance(first, int) and isinstance(ruling, int)
    deal.first = Player(first)
    deal.trump = Denom.nt if ruling < 0 else Denom(SUITS.index(program.suits[ruling][0].upper()))
    return deal


def own_tricks(program: Program, state: State) -> int:
    """How many tricks the side of the player to move has taken so far."""
    tricks = next(variable for variable in program.variables if variable.name == "tricks")
    actor = state.values[ACTOR]
    assert isinstance(actor, int)
    side = next(number for number, team in enumerate(program.teams) if actor in team)
    taken = state.values[tricks.base + side]
    assert isinstance(taken, int)
    return taken


def card_of(program: Program, choice: Choice | tuple[int, ...]) -> str:
    """A card as DDS writes it: `SA`, `HT`."""
    assert isinstance(choice, tuple)
    face = program.faces[program.deck[choice[1]]]
    assert face.suit is not None
    return program.suits[face.suit][0].upper() + program.ranks[face.rank].replace("10", "T")


def timed(solver: Solver, program: Program, state: State, nodes: int) -> tuple[float, dict[str, float] | None]:
    """The processor seconds that a position takes, and the tricks that each card leads to (None: it is too large)."""
    begun = process_time()
    try:
        found = solver.solve(state, nodes=nodes, line=False)
    except TooLarge:
        return process_time() - begun, None
    taking = process_time() - begun
    # A value is our tricks less theirs, including those already taken; together they are 13.
    taken = own_tricks(program, state)
    return taking, {card_of(program, one.option): (one.value + 13) / 2 - taken for one in found.values}


def numbers(seconds: list[float]) -> str:
    """The median, the mean and the highest of 95 % in milliseconds."""
    high = quantiles(seconds, n=20)[-1] if len(seconds) > 1 else seconds[0]
    return f"{1000 * median(seconds):.2f} / {1000 * sum(seconds) / len(seconds):.2f} / {1000 * high:.2f}"


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--endings", type=int, default=100, help="of each size, with trumps and without")
    arguments.add_argument("--deals", type=int, default=20, help="whole deals, with trumps and without")
    arguments.add_argument("--general", type=int, default=5, help="endings for the general search, of each size")
    arguments.add_argument("--cards", type=int, nargs="*", default=[5, 6, 7, 8, 10, 13])
    arguments.add_argument("--nodes", type=int, default=300_000_000)
    arguments.add_argument("--seed", type=int, default=0)
    given = arguments.parse_args()
    print("# Positions of Whist, here and by DDS\n")
    print("Written by `benchmarks/dds.py`. Milliseconds of the processor for all cards of a position, from nothing:")
    print("median / mean / 95 %. The ratio is that of the means. The general search solved the first positions of each")
    print(f"size up to 7 cards; its times are means. Seed {given.seed}.\n")
    print("| cards | trumps | positions | cards differ | ours (ms) | DDS (ms) | ratio | general (ms) | its ratio |")
    print("|---" * 9 + "|", flush=True)
    wrong = 0
    for trumps in (True, False):
        program = whist(trumps)
        engine, solver = Engine(program), Solver(program)
        general = Solver(program, off=frozenset({"kernel"}))
        solver.solve(ending(program, engine, given.seed, 4), line=False)  # compile what is compiled once
        general.solve(ending(program, engine, given.seed, 4), line=False)
        for cards in given.cards:
            ours, theirs, slow = list[float](), list[float](), list[float]()
            differ = 0
            for number in range(given.deals if cards == 13 else given.endings):
                state = ending(program, engine, given.seed + number, cards)
                deal = as_bridge(program, state)
                begun = process_time()
                bridge = {card.suit.name[0].upper() + card.rank.abbr: tricks for card, tricks in solve_board(deal)}
                theirs.append(process_time() - begun)
                seconds, mine = timed(solver, program, state, given.nodes)
                ours.append(seconds)
                differ += len(bridge) if mine is None else sum(bridge[card] != n for card, n in mine.items())
                if cards <= 7 and number < given.general:
                    slow.append(timed(general, program, state, given.nodes)[0])
            wrong += differ
            ratio = f"{sum(ours) / sum(theirs):.1f}"
            mean = sum(theirs) / len(theirs)
            more = f"{1000 * sum(slow) / len(slow):.0f} | {sum(slow) / len(slow) / mean:.0f}" if slow else " | "
            cells = (cards, "yes" if trumps else "no", len(ours), differ, numbers(ours), numbers(theirs), ratio, more)
            print(f"| {' | '.join(map(str, cells))} |", flush=True)
    print(f"\n{measured_on()}")
    raise SystemExit(1 if wrong else 0)


if __name__ == "__main__":
    main()
