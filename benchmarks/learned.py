"""The player `learned`: how many choices it makes in a second, and how strong it is.

    python benchmarks/learned.py --measure spades hearts --keep   # adds to learned.json what was not measured yet
    python benchmarks/learned.py --write                          # learned.md from what was measured

Strength is what a side gains in a deal more than the others, if only it is played by `learned`; every deal is dealt
once for every side, with the same cards.  The games against `random` are played inside modules; those against `sound`
and `think:quick` (without what was learned) by the engine, as many as fit into `--seconds` of processor time: of each
game only the first deals (`strength.MOST_DEALS`), and a deal counts if all its seatings came to an end in time.
Until 29 November 2026 whole games were played.  The sample (seed, games) is chosen before it is looked at: a ruleset
that was measured already is measured again only with `--anew`, or if its player has learned anew since; until then
the page says that its row is of a former player.  The rate of `think:quick` is that of games that it plays by itself,
in the same run.

    python benchmarks/learned.py --exploitability kuhn_poker --keep   # needs `open_spiel`

computes how much more the best answer to a player wins in a deal than it would against perfect play (OpenSpiel's
`exploitability`), for games of two that are small enough to be gone through.

    python benchmarks/learned.py --costs --keep

measures what the net costs: how much longer a module takes to compile with it, and the memory of `hoyle simulate`.
"""

from __future__ import annotations

import argparse
from math import inf
from pathlib import Path
from statistics import median
from time import process_time
from typing import Any

from memory import peaks
from revision import measured_on
from saved import read_saved, write_saved
from strength import Cell, Table, program_of, rulesets

from hoyle.dsl.loading import RULESETS
from hoyle.interpreter.batch.module_players import ModulePlayersCompared
from hoyle.interpreter.batch.modules import ADDED, Games, code_for, seating
from hoyle.interpreter.batch.playout import Playout
from hoyle.interpreter.batch.skill import SkillSums, advantage
from hoyle.interpreter.batch.statistics import Z
from hoyle.interpreter.faults import Fault
from hoyle.interpreter.learning.store import find, find_shipped
from hoyle.interpreter.learning.weights import WeightsHead
from hoyle.interpreter.players import maker
from hoyle.interpreter.players.think import thinker_of
from hoyle.interpreter.program import Program
from hoyle.interpreter.search.sides import watch_of
from hoyle.interpreter.wasm import CompiledModule, Module

SAVED = Path(__file__).with_name("learned.json")
WRITTEN = Path(__file__).with_name("learned.md")
SEED, GAMES = 20_261_125, 300
"""The seed of all games, and how many are played against players who choose at random."""
COMPILED, SIMULATED = 3, 200
OPPONENTS = ("random", "sound", "think:quick:learned=0")
"""The last of them is `think:quick` without the net of `learned`."""


def rate_inside(program: Program, seconds: float) -> float:
    """Choices a second of four of `learned` in whole games inside a module, on one core."""
    players = ("learned",) * program.players
    games = Games(code_for(program, players), SEED, ADDED, seating(program, players, find(program).weights))
    games.play(0, 1, [])
    machine, first, began = games.machine, 1, process_time()
    machine.clear()
    while process_time() - began < seconds:
        machine.call("games", ADDED, SEED, first, 1_000, 20_000)
        first = games.failed
        machine.log()
    spent = process_time() - began
    return machine.word(machine.module.tallies.decisions) / spent


def rate_of(program: Program, name: str, seconds: float) -> float:
    """Choices a second of a player written in Python, in games that it plays by itself."""
    playout = Playout(program, [maker(name)] * program.players, SEED)
    next(playout.moves(0))
    made, index, began = 0, 1, process_time()
    while process_time() - began < seconds:
        for _ in playout.moves(index):
            made += 1
            if process_time() - began >= seconds:
                break
        index += 1
    return made / (process_time() - began)


def strength(program: Program, other: str, seconds: float) -> dict[str, Any]:
    """What `learned` gains over another player."""
    if other != "random":
        return strength_in_deals(program, other, seconds)
    runner = ModulePlayersCompared(program, "learned", other, SEED).runner()
    sums = SkillSums()
    for first in range(0, GAMES, 50):
        sums.merge(runner.run(first, 50).sums)
    value = advantage(sums, len(program.sides) - 1)
    return {"games": sums.games, "value": value.value, "low": value.low, "high": value.high}


def strength_in_deals(program: Program, other: str, seconds: float) -> dict[str, Any]:
    """What `learned` gains over a player whom only the engine can seat; without a value if fewer than two deals came to
    an end in time.
    """
    thinker_of(program)  # made before the clock runs
    table, cell, until = Table(program, "learned", other, SEED), Cell(), process_time() + seconds
    for index in range(GAMES):
        if not table.play_until(index, cell, until):
            break
    if cell.deals < 2:
        return {"deals": cell.deals, "seconds": seconds}
    half = Z * cell.error
    return {"deals": cell.deals, "value": cell.mean, "low": cell.mean - half, "high": cell.mean + half}


def lesson_of(head: WeightsHead) -> str:
    """What tells the lessons of a player from others of the same length: the gain that was usual in them."""
    return f"{head.choices} choices, seed {head.seed}, usual gain {head.scale:.7g}"


def measure(names: list[str], seconds: float, opponents: list[str], *, anew: bool, keep: bool) -> dict[str, Any]:
    """Measure rulesets; with `keep` what comes of it is added to the file."""
    saved: dict[str, Any] = read_saved(SAVED)
    for name in names or sorted(path.stem for path in RULESETS.glob("*.hoyle")):
        program = program_of(name)
        found = find(program)
        if found.weights is None or found.weights.head.ruleset != name or len(program.sides) < 2:
            continue
        shipped = find_shipped(program).weights
        if shipped is None or lesson_of(shipped.head) != lesson_of(found.weights.head):
            print(f"{name}: a cached player would be measured; set XDG_CACHE_HOME to an empty folder", flush=True)
            continue
        row = saved.setdefault(name, {})
        if anew or row.get("lesson") != lesson_of(found.weights.head):
            row.clear()
        row["choices"], row["lesson"] = found.weights.head.choices, lesson_of(found.weights.head)
        try:
            if "rate" not in row:
                row["rate"] = round(rate_inside(program, 1.0))
                row["rate of think:quick"] = round(rate_of(program, "think:quick", 3.0), 1)
            for other in opponents:
                if other not in row:
                    row[other] = strength(program, other, seconds)
                    print(name, other, row[other], flush=True)
        except Fault as error:
            print(name, error.message, flush=True)
        if keep:
            write_saved(SAVED, saved)
    return saved


def costs(name: str) -> dict[str, float]:
    """What the net of a ruleset costs: milliseconds to compile a module without and with it, the best of `COMPILED`
    each; and the peak of memory, in megabytes, of a process that plays `SIMULATED` games among `learned`.
    """
    program = program_of(name)
    took = dict.fromkeys(("plain", "net"), inf)
    for _ in range(COMPILED):
        for which in took:
            began = process_time()
            CompiledModule(Module(program, watch_of(program), learning=which == "net"))
            took[which] = min(took[which], 1000 * (process_time() - began))
    return took | {"memory": max(peaks("simulate", name, "-n", str(SIMULATED)))}


def exploitability(name: str, players: list[str], drawn: int) -> dict[str, float]:
    """The exploitability of players in a game of two, in points; `chance`: of one who chooses at random."""
    from open_spiel.python import policy
    from open_spiel.python.algorithms import exploitability as computed

    from hoyle import envs

    game = envs.openspiel(name, rewards="points", zero_sum=True)

    class Taken(policy.Policy):
        """How often a player takes each choice at each information state, over different dice."""

        def __init__(self, player: str) -> None:
            super().__init__(game, [0, 1])
            self.bots = {seat: envs.bot(game, seat, player) for seat in range(2)}
            self.known: dict[str, dict[int, float]] = {}

        def action_probabilities(self, state: Any, player_id: int | None = None) -> dict[int, float]:
            del player_id
            seat = state.current_player()
            key = state.information_state_string(seat)
            if key not in self.known:
                self.known[key] = self.bots[seat].frequencies(state, range(drawn))
            return {action: self.known[key].get(action, 0.0) for action in state.legal_actions()}

    found = {player: computed.exploitability(game, Taken(player)) for player in players}
    return found | {"chance": computed.exploitability(game, policy.UniformRandomPolicy(game)), "drawn": drawn}


def written(saved: dict[str, Any]) -> str:
    """The page."""
    columns = ("ruleset", "learned from", "choices a second", "times `think:quick`")
    head = " | ".join((*columns, *(f"over `{other}`" for other in OPPONENTS)))
    lines = [
        "# The player that has learned",
        "",
        "Made by `python benchmarks/learned.py --write`, whose docstring says how it was measured. Gains are points in",
        "a deal (or games, where points do not decide), with 95 % intervals; in brackets is the number of games, or of",
        "deals. A gain whose interval reaches 0 shows nothing. *Former player*: measured before the player of now had",
        "its lessons. Rates are of a machine that was shared with others; those in one row were measured together.",
        "The rate of `think:quick` is that of its first seconds, in which it also learns its cheap model and finds out",
        "whether it can solve the tricks of the game.",
        "",
        measured_on().replace("Measured", "Written"),
        "",
        f"| {head} |",
        "|---|---|---|---|---|---|---|",
    ]
    for name, row in sorted(saved.items()):
        if "choices" not in row:
            continue
        times = row.get("rate", 0) / row["rate of think:quick"] if row.get("rate of think:quick") else 0
        cells = [_shown(row.get(other)) for other in OPPONENTS]
        rate = f"{row.get('rate', 0):,} | {times:,.0f}"
        lines.append(f"| {name} | {row['choices']:,}{_former(name, row)} | {rate} | {' | '.join(cells)} |")
    lines += ["", *_costs(saved)]
    lines += [
        "",
        "How much more the best answer to a player wins in a deal than it would against perfect play, in points; the",
        "ante is one point (OpenSpiel's `exploitability`). *dice*: with how many each player was asked at every",
        "information state.",
        "",
        "| ruleset | dice | `learned` | `sound` | by chance |",
        "|---|---|---|---|---|",
    ]
    for name, row in sorted(saved.items()):
        if found := row.get("exploitability"):
            numbers = [
                f"{found[one]:.3f}" if one in found else "not measured" for one in ("learned", "sound", "chance")
            ]
            lines.append(f"| {name} | {found['drawn']} | {' | '.join(numbers)} |")
    return "\n".join(lines) + "\n"


def _costs(saved: dict[str, Any]) -> list[str]:
    """What the nets cost, in a paragraph."""
    found = {name: row["costs"] for name, row in saved.items() if "costs" in row}
    if not found:
        return ["What the nets cost was not measured."]
    ratios = {name: row["net"] / row["plain"] for name, row in found.items()}
    memory = {name: row["memory"] for name, row in found.items()}
    slowest, largest = max(ratios, key=ratios.__getitem__), max(memory, key=memory.__getitem__)
    usual = f"{median(ratios.values()):.2f}"
    return [
        f"With its net, a module takes {usual} times as long to compile (the median of {len(found)} rulesets), at most",
        f"{ratios[slowest]:.2f} times ({slowest}). A process that simulates {SIMULATED} games takes",
        f"{median(memory.values()):.0f} MB of memory, at most {memory[largest]:.0f} MB ({largest}).",
    ]


def _former(name: str, row: dict[str, Any]) -> str:
    """Whether a row was measured before the player learned anew."""
    found = find_shipped(program_of(name)).weights
    return "" if found is not None and row.get("lesson") == lesson_of(found.head) else ", former player"


def _shown(cell: dict[str, Any] | None) -> str:
    if cell is None:
        return "not measured"
    if "value" not in cell:
        return f"too slow: {cell['deals']} deals in {cell['seconds']:g} s"
    count = f"{cell['deals']} deals" if "deals" in cell else f"{cell['games']}"
    return f"{cell['value']:+.3g} ({cell['low']:+.3g} to {cell['high']:+.3g}) [{count}]"


def main() -> None:
    """Measure, or write the page."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--measure", nargs="*", metavar="RULESET")
    parser.add_argument("--costs", nargs="*", metavar="RULESET", help="of all rulesets, if none is named")
    parser.add_argument("--exploitability", nargs="*", default=[], metavar="RULESET")
    parser.add_argument("--players", nargs="*", default=["learned", "sound"], help="whose exploitability")
    parser.add_argument("--drawn", type=int, default=200, help="with how many different dice each of them is asked")
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--against", nargs="*", default=list(OPPONENTS))
    parser.add_argument("--anew", action="store_true")
    parser.add_argument("--keep", action="store_true")
    parser.add_argument("--write", action="store_true")
    given = parser.parse_args()
    saved: dict[str, Any] = read_saved(SAVED)
    if given.measure is not None:
        saved = measure(given.measure, given.seconds, given.against, anew=given.anew, keep=given.keep)
    for name in given.costs or rulesets() if given.costs is not None else ():
        saved.setdefault(name, {})["costs"] = found = costs(name)
        print(name, found, flush=True)
        if given.keep:
            write_saved(SAVED, saved)
    for name in given.exploitability:
        saved.setdefault(name, {})["exploitability"] = exploitability(name, given.players, given.drawn)
        if given.keep:
            write_saved(SAVED, saved)
    if given.write:
        WRITTEN.write_text(written(saved), "utf-8")
    elif not given.keep:
        print(written(saved), end="")
    print(f"\n{measured_on()}")


if __name__ == "__main__":
    main()
