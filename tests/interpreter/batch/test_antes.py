"""What is paid before the cards of a deal are gathered belongs to that deal: its figures add up to nothing."""

from __future__ import annotations

import pytest

from hoyle.interpreter.batch.measures import MeasuredSimulation
from hoyle.interpreter.batch.modules import ModulePairedGames, ModuleSimulation
from hoyle.interpreter.batch.pairing import PairedGames
from hoyle.interpreter.batch.playout import Playout
from hoyle.interpreter.batch.work import Simulation
from hoyle.interpreter.players import makers

HEAD = """game "Antes"
language 1
players 3
deck A 2 3 4 5 6
zones
    stock: face down
    hand of each player: private
    table of each player: face up
remember
    pot: number
    dealer: player
    chips of each player: number
main
    set chips of each player to 10
    set dealer to a random player
"""
END = "    game over, won by the player with highest chips, otherwise shared\n"
PLAYED = """phase played
    deal 2 from stock to hand of each player
    for p in players
        p chooses
            "play {c}" for c in p.hand
                move c to p.table
    add pot to dealer.chips
    set pot to 0
    set dealer to dealer.left
"""
ANTE = """phase ante
    for p in players
        subtract 1 from p.chips
        add 1 to pot
"""
STAKES = """phase ante
    for p in players
        p chooses
            "stake {n}" for n in 1..3
                subtract n from p.chips
                add n to pot
"""
SHUFFLE, LOOP = "shuffle every card into stock", "    repeat 4 times\n"
GAMES = {
    "in a phase": LOOP + f"        ante\n        {SHUFFLE}\n        played\n" + END + ANTE + PLAYED,
    "chosen": LOOP + f"        ante\n        {SHUFFLE}\n        played\n" + END + STAKES + PLAYED,
    "without a loop": f"    ante\n    {SHUFFLE}\n    played\n" + END + STAKES + PLAYED,
    "each to the pot": LOOP + "        subtract 1 from chips of each player\n        set pot to number of players\n"
    f"        {SHUFFLE}\n        played\n" + END + PLAYED,
    "in the phase that deals": LOOP + "        a_deal\n" + END
    + f"phase a_deal\n    ante\n    {SHUFFLE}\n    played\n" + ANTE + PLAYED,
    "in both rounds": LOOP + f"        ante\n        {SHUFFLE}\n        played\n        {SHUFFLE}\n        played\n"
    + END + ANTE + PLAYED,
}  # fmt: skip
AFTER = f"    {SHUFFLE}\n" + LOOP + f"        played\n        {SHUFFLE}\n" + END + PLAYED


@pytest.mark.parametrize("body", GAMES.values(), ids=GAMES)
def test_the_figures_of_each_deal_add_up_to_nothing(program, body) -> None:
    rules, players = program(HEAD + body), ("random",) * 3
    for index in range(20):
        outcome = Playout(rules, makers(players), 3).play(index)
        assert all(sum(deal.gains) == 0 for deal in outcome.deals)
        assert sum(deal.decisions for deal in outcome.deals) == outcome.decisions
    python = Simulation(rules, players, 3).runner().run(0, 40)
    assert ModuleSimulation(rules, players, 3).runner().run(0, 40) == python
    assert [cross.games for cross in python.sums.score] == [40] * 3
    pairs = (rules, rules, players, 3)
    assert ModulePairedGames(*pairs).runner().run(0, 20) == PairedGames(*pairs).runner().run(0, 20)


def test_a_stake_is_an_answer_of_its_deal(program) -> None:
    playout = MeasuredSimulation(program(HEAD + GAMES["chosen"]), ("random",) * 3, 3).playout()
    playout.play_measured(0)
    assert [number for number, _, _ in playout.answers] == [1] * 3 + [2] * 3 + [3] * 3 + [4] * 3


def test_what_was_played_before_the_cards_are_gathered_belongs_to_the_deal_before(program) -> None:
    """The pot is empty; whoever deals the last time has no cards to play."""
    rules = program(HEAD + AFTER.replace("add pot", "add 5"))
    deals = Playout(rules, makers(("random",) * 3), 3).play(0).deals
    assert [sum(deal.gains) for deal in deals] == [5, 5, 5, 5, 0]
