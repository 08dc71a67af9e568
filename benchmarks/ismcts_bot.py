"""The players against the search of OpenSpiel's `ISMCTSBot`, in every ruleset.

    python benchmarks/ismcts_bot.py --measure spades skat --keep    # adds to ismcts_bot.json
    python benchmarks/ismcts_bot.py --measure skat --player learned --as-long --keep    # the bot takes as long
    python benchmarks/ismcts_bot.py --write                         # ismcts_bot.md from what was measured

OpenSpiel's own bot plays our rules, too (`hoyle.envs.openspiel`), but takes seconds for a choice.  So its search was
written once more, for modules (`ismcts_bot.wat`), and a test holds it against OpenSpiel's own code over our rules.  For
each choice the bot makes so many simulations, each in a deal of its own, in which the cards that its seat does not see
lie anywhere (`resample_from_infostate`).  A node of its tree is what a player has known (`information_state_string`),
and from a new node on the deal is played by chance.  A deal is played to its end, and not the whole game; what counts,
for the bot as for the table, is what its side gains in it more than the others do.  `uct_c` is in units of the usual
gain in random deals: 1.33, which the 2 of OpenSpiel's example are in euchre; of 0.25, 0.5, 1 and 2, tried in six games
at 25 seconds each, 1 and 2 were best and nearly alike.

Of `learned`, four rulesets were measured in which `think` was not shown better; and seven in which the bot takes as
long for a choice as `learned` does: the time of its first deals says how many simulations these are.  It came out as
two in all of them, the fewest there can be, and even these take up to twice as long.  So the bot hardly searches there,
and five were played with 50 simulations as well, which take two to four times as long.

Deals, seatings and what is counted are those of `strength.py`.  Time is that of the processor.
"""

from __future__ import annotations

import argparse
from dataclasses import fields, is_dataclass, replace
from math import sqrt
from operator import is_
from pathlib import Path
from struct import Struct
from typing import Any

from revision import measured_on
from saved import read_saved, write_saved
from strength import FirstDeals, program_of, rulesets
from timed_matches import played, row_of, verdicts

from hoyle.interpreter.batch.playout import Playout
from hoyle.interpreter.engine import Dice
from hoyle.interpreter.engine.sets import bits
from hoyle.interpreter.faults import Fault
from hoyle.interpreter.players import Maker, Player
from hoyle.interpreter.players import maker as shipped
from hoyle.interpreter.players.player import Decision
from hoyle.interpreter.players.sampling import card_slots
from hoyle.interpreter.program import Alternative, Ask, Const, Program, Require, Slots
from hoyle.interpreter.records import Choice
from hoyle.interpreter.search.sides import watch
from hoyle.interpreter.search.thinker import Thinker
from hoyle.interpreter.story.view import UNSEEN, View
from hoyle.interpreter.wasm import CompiledModule, Machine, Module
from hoyle.interpreter.wasm.writing.questions import stored_values

SAVED, WRITTEN, TEXT = (Path(__file__).with_suffix(ending) for ending in (".json", ".md", ".wat"))
SIMULATIONS, EXPLORE = 500, 1.33
"""How many simulations the bot makes for a choice, and its `uct_c` in units of the usual gain."""
THINK = "think"
SEED = 20_261_130
FIRST_SIMULATIONS, FIRST_SECONDS = (8, 40), 5.0
"""How many simulations the bot makes in the deals that say how long they take, and how many seconds each are played."""
SPREAD_GAMES, SPREAD_DEALS = 20, 60
"""In how many games, and at least how many deals, the usual gain of random players is measured."""
ENTRIES, SEARCHED, DEEPEST, LONGEST, TRIES = 1 << 16, 64, 256, 5_000, 4
"""The size of the table of nodes, how far it is searched, how deep a simulation goes in the tree, how many choices are
then made by chance, and how many worlds are made for each simulation at most, if some break the rules.
"""
ROW, PART = Struct("<3i"), Struct("<2i")
IN_A_SET, IN_A_PILE, BY_NUMBER = range(3)
"""What is written, as the module is told: a card in a set, a card in a pile, the number of a card."""


class BotSearch:
    """The bot's search in the module of a program."""

    def __init__(self, program: Program, explore: float = EXPLORE) -> None:
        self.program = program
        self.thinker = Thinker(program, Machine(CompiledModule(self._module())))
        self.machine = self.thinker.machine
        search = self.machine.module.search
        assert search is not None
        self.at_once = search.most_worlds
        self.searches = self.failed = 0
        """How many searches there were, and how many worlds broke the rules in them: others were made in their
        place.
        """
        self.explore = explore * usual_gain(program) * (self.thinker.scale if program.scores else 1)

    def _module(self) -> Module:
        return Module(self.program, watch(self.program), searching=True, more=self._text)

    def _text(self, module: Module) -> str:
        search = module.search
        assert search is not None
        sides = 8 * max(1, len(self.program.sides))
        text = TEXT.read_text("utf-8")
        for name, value in (search.at | {"SCORES_SIZE": sides}).items():
            text = text.replace(f"@{name}@", str(value))
        room, cards = module.layout.reserve, module.layout.cards
        rows = cards * (1 + len(card_slots(self.program)))
        self.at = {
            "KNOWN": room(8 * self.program.players), "DEALS": room(8), "WORLD": room(8),
            "BASE": room(module.layout.state_size), "UNSEEN": room(4 * cards), "ROWS": room(ROW.size * rows),
            "PARTS": room(PART.size * module.layout.zone_count),
        }  # fmt: skip
        numbers = {"ENTRIES": ENTRIES, "MASK": ENTRIES - 1, "SEARCHED": SEARCHED, "DEEPEST": DEEPEST}
        for name, value in (numbers | self.at).items():
            text = text.replace(f"#{name}#", str(value))
        return f"{self._choice_function(module)}\n{text}"

    def _choice_function(self, module: Module) -> str:
        """`$b_choice`: a number for what a choice tells the player who made it (`$own`), or others."""
        cases: list[str] = []
        for number, ask in enumerate(self.program.asks):
            for i, alternative in enumerate(ask.alternatives):
                parts = [f"(local.set $h (i64.const {1 + i + (number << 16)}))"]
                for value, secret in self._values(module, ask, alternative):
                    mixed = f"(local.set $h (call $mixed (i64.add (local.get $h) {value})))"
                    parts.append(f"(if (local.get $own) (then {mixed}))" if secret else mixed)
                here = f"(i32.eq (local.get $ask) (i32.const {number}))"
                alike = f"(i64.eq (i64.load (local.get $o)) (i64.const {i}))"
                hidden = f"(if (i32.eqz (local.get $own)) (then (return (i64.const {number}))))" if ask.secret else ""
                found = f"{hidden} {' '.join(parts)} (return (local.get $h))"
                cases.append(f"(if (i32.and {here} {alike}) (then {found}))")
        head = "(func $b_choice (param $ask i32) (param $o i32) (param $own i32) (result i64) (local $h i64)"
        return "\n".join((head, *cases, "(i64.const 0))"))

    def _values(self, module: Module, ask: Ask, alternative: Alternative) -> list[tuple[str, bool]]:
        """The values of an option as WebAssembly, and whether others do not get to know them: they see the cards of a
        choice where they lie.
        """
        found: list[tuple[str, bool]] = []
        for one in stored_values(module.layout, alternative):
            at, kind = one.address(), one.bound.type
            for word in range(one.words):
                value = f"(i64.load offset={8 * word} {at})"
                if kind.kind == "card":
                    none = f"(i64.lt_s {value} (i64.const 0))"
                    face = f"(call $card_number (i32.wrap_i64 {value}) (i64.const 0))"
                    value = f"(if (result i64) {none} (then (i64.const -1)) (else {face}))"
                found.append((value, (kind.kind == "card" and ask.trick is None) or kind.holds_cards))
        return found

    def visits(self, values: Slots, seen: View, simulations: int, options: int, seed: int) -> list[int]:
        """How often each option of the open question is taken in so many simulations.

        `values`: any state that looks to the player as `seen`; `options`: how many there are.  Raises `Fault`.
        """
        machine = self.machine
        self.thinker.machine.put_at("LONGEST", LONGEST.to_bytes(8, "little"))
        machine.call("b_begin")
        counts = self._write(values, seen)
        tried = done = 0
        while done < simulations and tried < TRIES * simulations:
            some = min(self.at_once, simulations - done)
            machine.call("b_deal", some, seed + tried, *counts)
            done += some - self._simulate(some, seed + tried)
            tried += some
        self.searches += 1
        self.failed += tried - done
        return [machine.call("b_visits", number) for number in range(options)]

    def _simulate(self, worlds: int, seed: int) -> int:
        """One simulation in each world.  Returns how many of them broke the rules."""
        machine, first, failed = self.machine, 0, 0
        while first < worlds:
            try:
                machine.call("b_simulate", first, worlds, seed, self.explore)
                break
            except Fault:
                failed += 1
                at = self.at["WORLD"]
                first = int.from_bytes(machine.memory[at : at + 4], "little") + 1
        return failed

    def _write(self, values: Slots, seen: View) -> tuple[int, int, int]:
        """Tell the module which cards the player does not see, and where they may lie.  Returns how many there are, how
        many rows say where, and how many parts of piles are kept ascending.  `exchanged_for` does the same to one
        state.
        """
        program, layout, state = self.program, self.machine.layout, self.machine.layout.state
        known = {card for zone in seen.zones for card in zone.cards if card != UNSEEN}
        bare, unseen, rows, parts = values.copy(), list[int](), list[bytes](), list[bytes]()
        for zone in seen.zones:
            info, owner = program.zones[zone.where.zone], max(zone.where.owner, 0)
            slot = info.base + owner
            content, at = values[slot], layout.slots[slot].address - state
            if not isinstance(content, tuple):
                hidden = [card for card in bits(content) if card not in known]
                bare[slot] = content & ~sum(1 << card for card in hidden)
                rows += [ROW.pack(IN_A_SET, at, len(unseen) + i) for i in range(len(hidden))]
                unseen += hidden
                continue
            for i, card in enumerate(content):
                if card not in known:
                    rows.append(ROW.pack(IN_A_PILE, at + 8 + 2 * i, len(unseen)))
                    unseen.append(card)
            if info.bag >= 0:
                low, high = values[info.bag + 2 * owner], values[info.bag + 2 * owner + 1]
                assert isinstance(low, int) and isinstance(high, int)
                parts.append(PART.pack(at + 8 + 2 * low, high - low))
        for slot, several in card_slots(program):
            named, at = values[slot], layout.slots[slot].address - state
            assert isinstance(named, int)
            for card in bits(named) if several else (named,):
                if card in unseen:
                    rows.append(ROW.pack(IN_A_SET if several else BY_NUMBER, at, unseen.index(card)))
                    if several:
                        bare[slot] = named & sum(1 << one for one in known)
        for name, content in (("BASE", layout.pack(bare)), ("ROWS", b"".join(rows)), ("PARTS", b"".join(parts))):
            self._put(name, content)
        self._put("UNSEEN", b"".join(card.to_bytes(4, "little") for card in unseen))
        return len(unseen), len(rows), len(parts)

    def _put(self, name: str, content: bytes) -> None:
        self.machine.memory[self.at[name] : self.at[name] + len(content)] = content


class BotPlayer(Player):
    """Plays one seat as the bot does."""

    def __init__(self, search: BotSearch, simulations: int = SIMULATIONS) -> None:
        self.search, self.simulations = search, simulations

    def choose(self, decision: Decision) -> Choice:
        """The option that was taken most often."""
        dice, options = Dice(decision.dice.below(1 << 32)), decision.options
        values, seed = decision.imagined(dice), dice.below(1 << 32)
        assert values is not None
        taken = self.search.visits(values, decision.view, self.simulations, len(options), seed)
        best = [number for number, count in enumerate(taken) if count == max(taken)]
        return options[best[dice.below(len(best))]]


def without_checks(program: Program) -> Program:
    """The same program, but it holds nothing against worlds that cannot be: where cards lie anywhere, a seat may not
    hold what it has declared, for example.
    """
    return replace(program, blocks=_without(program.blocks), procedures=_without(program.procedures))


def _without(node: Any) -> Any:
    """A part of a program in which every check holds."""
    if isinstance(node, tuple):
        made = tuple(map(_without, node))
        return node if all(map(is_, made, node)) else made
    if isinstance(node, Require):
        return replace(node, condition=Const(1))
    if not is_dataclass(node) or isinstance(node, type):
        return node
    changed = {one.name: _without(getattr(node, one.name)) for one in fields(node) if one.init}
    return node if all(value is getattr(node, name) for name, value in changed.items()) else replace(node, **changed)


def usual_gain(program: Program) -> float:
    """The root mean square of what a side gains in a deal more than the others, if everybody plays by chance; where
    only winning counts, a half.
    """
    if not program.scores:
        return 0.5
    makers, sides = [shipped("random")] * program.players, program.sides
    gains: list[float] = []
    playout = FirstDeals(program, makers, SEED)
    for index in range(SPREAD_GAMES):
        for deal in playout.play(index).deals:
            others = (sum(deal.gains) - gain for gain in deal.gains)
            gains += [gain - rest / (len(sides) - 1) for gain, rest in zip(deal.gains, others, strict=True)]
        if len(gains) >= SPREAD_DEALS * len(sides):
            break
    return sqrt(sum(gain * gain for gain in gains) / len(gains)) if any(gains) else 1.0


def measured(name: str, player: str, simulations: int, explore: float, seconds: float) -> dict[str, Any]:
    """Play deals for so many seconds of the processor.

    `simulations`: how many the bot makes for a choice; if 0, it takes as long as the player.
    """
    program = program_of(name)
    search, plain = BotSearch(without_checks(program), explore), shipped(player)
    next(
        Playout(program, [plain] * program.players, SEED).moves(0), None
    )  # whoever learns first does so before the clock

    def match(simulations: int, seed: int, seconds: float) -> dict[str, Any]:
        makers: dict[str, Maker] = {"player": plain, "bot": lambda _program, _seat: BotPlayer(search, simulations)}
        return played(program, makers, seed, seconds)

    as_long = not simulations
    if as_long:
        few, many = FIRST_SIMULATIONS
        first, second = (match(count, SEED + 1, FIRST_SECONDS) for count in FIRST_SIMULATIONS)
        each = (second["bot"] - first["bot"]) / (many - few)
        simulations = max(2, round(few + (second["player"] - first["bot"]) / each))
    search.failed = search.searches = 0
    found = match(simulations, SEED, seconds)
    failed = search.failed / max(1, search.searches)
    row = {"ruleset": name, "against": player, "simulations": simulations, "explore": explore, "failed": failed}
    return row | {"as_long": as_long} | found


def written(rows: list[dict[str, Any]]) -> str:
    """The page."""
    lines = [
        "# Against the search of OpenSpiel's bot, in every ruleset",
        "",
        "Made by `python benchmarks/ismcts_bot.py --write`; its docstring says what the bot does and how it was",
        "measured. *Points a deal*: what the side of the player gains more than the others, all of whom are bots, with",
        "a 95 % interval; all seatings of a deal are one observation. *Took*: milliseconds of the processor for a",
        "choice, of the player and of the bot. Of so many rows, one in forty is shown better, and one in forty worse,",
        "if nothing differs.",
        "",
        counted(rows),
        "",
        measured_on().replace("Measured", "Written"),
        "",
        "| ruleset | player | simulations | points a deal | s.e. | deals | took | |",
        "|---|---|---:|---:|---:|---:|---:|---|",
    ]
    for row in sorted(rows, key=lambda row: (row["against"], is_as_long(row), row["ruleset"])):
        head = row["ruleset"], row["against"], f"{row['simulations']:,}"
        lines.append(row_of(row, head, ("player", "bot")))
    return "\n".join(lines) + "\n"


def counted(rows: list[dict[str, Any]]) -> str:
    """In how many games the players are shown better than the bot, worse, or neither."""
    lines: list[str] = []
    for player, as_long in sorted({(row["against"], is_as_long(row)) for row in rows}):
        several = [row for row in rows if row["against"] == player and is_as_long(row) == as_long]
        found = verdicts(several)
        bot = "the bot that takes as long" if as_long else "the bot"
        lines.append(
            f"Of {len(several)} games, `{player}` is shown better than {bot} in {found.better} and worse in "
            f"{found.worse}; in {found.nothing} nothing is shown, and {found.few} take too long for it."
        )
    return " ".join(lines)


def is_as_long(row: dict[str, Any]) -> bool:
    """Whether the bot takes as long as the player in this row."""
    return row.get("as_long", False)


def main() -> None:
    """Measure, or write the page."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--measure", nargs="*", metavar="RULESET")
    parser.add_argument("--player", default=THINK)
    parser.add_argument("--simulations", type=int, default=SIMULATIONS)
    parser.add_argument("--as-long", action="store_true", help="as many simulations as take as long as the player")
    parser.add_argument("--explore", type=float, default=EXPLORE)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--keep", action="store_true")
    parser.add_argument("--write", action="store_true")
    given = parser.parse_args()
    rows: dict[str, dict[str, Any]] = read_saved(SAVED)
    for name in given.measure or rulesets() if given.measure is not None else ():
        simulations = 0 if given.as_long else given.simulations
        row = measured(name, given.player, simulations, given.explore, given.seconds)
        print(row, flush=True)
        if given.keep:
            rows[f"{name} {given.player} {'as long' if given.as_long else simulations}"] = row
            write_saved(SAVED, rows)
    if given.write:
        WRITTEN.write_text(written([*rows.values()]), "utf-8")
    print(f"\n{measured_on()}")


if __name__ == "__main__":
    main()
