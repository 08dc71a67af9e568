"""`learned` against programs that nobody here wrote: the rule models of RLCard, and `cribbage` of the BSD games.

    python benchmarks/outside.py --keep            # needs PyPI: rlcard, pyte; Debian: bsdgames
    python benchmarks/outside.py gin_rummy         # one of them
    python benchmarks/outside.py --write           # outside.md from what was kept

The rule models are asked inside Hoyle's games, with the rules that Hoyle's ruleset has by default: each gets what it
would see in RLCard, in RLCard's words.  They look at cards and at what may be done, never at amounts, so it matters
little that RLCard's Leduc Hold'em begins with blinds instead of antes and that its Limit Hold'em is for two.  Where a
model folds though it owes nothing, which RLCard allows, it checks.  The model for Gin Rummy takes cards at random and
discards what leaves least deadwood; RLCard has no laying off, so Hoyle lays off for it whatever fits.  Every deal is
played once for every side, with the same cards: `learned` takes each side in turn and the model all other seats.  A
gain is what the side of `learned` gains in a deal more than the others.

`cribbage` is driven over a pseudo-terminal, in games to 121.  It deals, so deals cannot be repeated; it cuts who deals
first, and the loser of a game deals first in the next.  Hoyle plays the same deal in step: cards that its seat has not
seen lie anywhere until they are shown.  The gain is in points of a game, with an interval over games.

The number of games and the seed were settled before the first run, and each comparison was run once; runs of two or
three games went before, to make the script work.  Exit code 3: a program that was asked for is not installed.
"""

from __future__ import annotations

import argparse
import sys
from abc import abstractmethod
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from learned import program_of
from revision import measured_on
from saved import read_saved, write_saved

from hoyle import Card, LegalChoice
from hoyle.interpreter.batch.playout import Playout
from hoyle.interpreter.batch.skill import GainCounter, SkillSums, advantage
from hoyle.interpreter.batch.statistics import Estimate, mean
from hoyle.interpreter.batch.sums import Cross
from hoyle.interpreter.players import Maker, NamedPlayer, Turn, maker
from hoyle.interpreter.program import Program

SEED = 20_261_129
"""The seed of all games."""
NOT_INSTALLED = 3
SAVED, WRITTEN = Path(__file__).with_suffix(".json"), Path(__file__).with_suffix(".md")


def in_rlcard(card: Card) -> str:
    """`HT` for the ten of hearts."""
    return card.suit[0].upper() + card.rank.replace("10", "T")


class RuleModel(NamedPlayer):
    """A rule model of RLCard, which is asked in its own words."""

    def answer(self, turn: Turn) -> LegalChoice:
        named = {one.label: one for one in turn.choices}
        return named[self.pick(turn, named)]

    @abstractmethod
    def pick(self, turn: Turn, named: dict[str, LegalChoice]) -> str:
        """The label of the choice that the model takes."""


class BettingModel(RuleModel):
    """A model that bets: a first bet is a raise to it, and it may always fold."""

    def __init__(self, program: Program, model: Any) -> None:
        super().__init__(program)
        self.model = model

    def pick(self, turn: Turn, named: dict[str, LegalChoice]) -> str:
        words = {label.replace("bet", "raise"): label for label in named}
        hand = [in_rlcard(card) for card in turn.view.cards("hand", turn.player)]
        board = [in_rlcard(card) for card in turn.view.cards("board")]
        words.setdefault("fold", words.get("check", ""))
        return words[self.model.step({"raw_legal_actions": list(words), "raw_obs": self.seen(hand, board)})]

    @abstractmethod
    def seen(self, hand: list[str], board: list[str]) -> dict[str, Any]:
        """What RLCard tells a player of the cards."""


class LeducModel(BettingModel):
    def seen(self, hand: list[str], board: list[str]) -> dict[str, Any]:
        return {"hand": hand[0], "public_card": board[0] if board else None}


class HoldemModel(BettingModel):
    def seen(self, hand: list[str], board: list[str]) -> dict[str, Any]:
        return {"hand": hand, "public_cards": board}


class GinModel(RuleModel):
    """The novice of Gin Rummy."""

    def pick(self, turn: Turn, named: dict[str, LegalChoice]) -> str:
        import numpy as np
        from rlcard.games.gin_rummy.utils import action_event, utils
        from rlcard.models.gin_rummy_rule_models import GinRummyNoviceRuleAgent

        if "done" in named:
            return next(iter(named))
        hand = self.cards(turn.view.cards("hand", turn.player))
        acts: dict[int, str] = {}
        for label, choice in named.items():
            kind, given = label.split()[0], self.cards(choice.cards)
            if kind == "knock":
                rest = [card for card in hand if card != given[0]]
                act = action_event.KnockAction(given[0]) if self.deadwood(rest) else action_event.GinAction()
            elif kind == "discard":
                act = action_event.DiscardAction(given[0])
            elif kind == "take":
                act = action_event.PickUpDiscardAction()
            else:  # `draw`, or `pass`, after which one is drawn if nobody wants the card
                act = action_event.DrawCardAction()
            acts[act.action_id] = label
        np.random.seed(turn.dice.below(1 << 32))
        state = {"legal_actions": OrderedDict.fromkeys(acts), "obs": [utils.encode_cards(hand)]}
        return acts[int(GinRummyNoviceRuleAgent.step(state))]

    def cards(self, cards: tuple[Card, ...]) -> list[Any]:
        from rlcard.games.base import Card as Theirs

        return [Theirs(*in_rlcard(card)) for card in cards]

    def deadwood(self, hand: list[Any]) -> int:
        from rlcard.games.gin_rummy.utils import melding, utils

        melds = [*melding.get_meld_clusters(hand=hand), []]
        return min(utils.get_deadwood_count(hand=hand, meld_cluster=one) for one in melds)


def leduc_first(program: Program, seat: int) -> NamedPlayer:
    """The model that always raises, or at least calls."""
    from rlcard.models.leducholdem_rule_models import LeducHoldemRuleAgentV1

    return LeducModel(program, LeducHoldemRuleAgentV1)


def leduc_second(program: Program, seat: int) -> NamedPlayer:
    """The model that raises with a king or a pair."""
    from rlcard.models.leducholdem_rule_models import LeducHoldemRuleAgentV2

    return LeducModel(program, LeducHoldemRuleAgentV2)


def holdem(program: Program, seat: int) -> NamedPlayer:
    """The model of Limit Hold'em."""
    from rlcard.models.limitholdem_rule_models import LimitholdemRuleAgentV1

    return HoldemModel(program, LimitholdemRuleAgentV1)


def gin(program: Program, seat: int) -> NamedPlayer:
    """The model of Gin Rummy."""
    return GinModel(program)


@dataclass(frozen=True)
class Row:
    """A comparison."""

    opponent: str
    ruleset: str
    games: int
    gain: Estimate
    note: str = ""


def against_model(ruleset: str, model: Maker, games: int) -> Row:
    """What `learned` gains over a model."""
    program, learned = program_of(ruleset), maker("learned")
    counter, sums = GainCounter(program), SkillSums()
    seatings = [
        Playout(program, [learned if seat in own else model for seat in range(program.players)], SEED, paired=True)
        for own in counter.sides
    ]
    for index in range(games):
        counter.add(sums, [seating.play(index) for seating in seatings])
    name = (model.__doc__ or "").rstrip(".").replace("The model", "the model")
    return Row(f"RLCard: {name}", ruleset, games, advantage(sums, len(counter.sides) - 1))


@dataclass(frozen=True)
class Comparison:
    """A comparison that can be asked for: how many games are played, and which packages it needs."""

    play: Callable[[int], Row]
    games: int
    needs: tuple[str, ...]


def against_bsd(games: int) -> Row:
    """What `learned` gains over the `cribbage` of the BSD games: points in a game."""
    from bsd_cribbage import games as played_against

    played, given_up = played_against(program_of("cribbage"), maker("learned"), SEED, games)
    gains = Cross(1)
    for ours, theirs in played:
        gains.add(ours - theirs)
    won = sum(ours > theirs for ours, theirs in played)
    note = f"; {won} games won" + (f", {given_up} given up because the programs got out of step" if given_up else "")
    return Row("BSD games: `cribbage`", "cribbage", len(played), mean(gains, 0), note)


COMPARISONS = {
    "leduc_always_raises": Comparison(lambda n: against_model("leduc_poker", leduc_first, n), 1_000, ("rlcard",)),
    "leduc_raises_kings": Comparison(lambda n: against_model("leduc_poker", leduc_second, n), 1_000, ("rlcard",)),
    "limit_holdem": Comparison(lambda n: against_model("texas_holdem", holdem, n), 100, ("rlcard",)),
    "gin_rummy": Comparison(lambda n: against_model("gin_rummy", gin, n), 40, ("rlcard",)),
    "cribbage": Comparison(against_bsd, 20, ("pyte", "/usr/games/cribbage")),
}


def written(rows: dict[str, dict[str, Any]]) -> str:
    """The page."""
    lines = ["# Against programs that nobody here wrote\n"]
    lines += [
        "Made by `python benchmarks/outside.py --write` from what was kept.\n",
        measured_on().replace("Measured", "Written"),
        "",
    ]
    lines += [" ".join(paragraph.split()) + "\n" for paragraph in (__doc__ or "").split("\n\n")[2:5]]
    lines += ["| against | ruleset | games | gain of `learned` | |", "|---|---|---:|---|---|"]
    for row in (rows[name] for name in COMPARISONS if name in rows):
        verdict = "better" if row["low"] > 0 else "worse" if row["high"] < 0 else "no difference shown"
        gain = f"{row['value']:+.3g} ({row['low']:+.3g} to {row['high']:+.3g})"
        lines.append(f"| {row['opponent']} | {row['ruleset']} | {row['games']:,} | {gain} | {verdict}{row['note']} |")
    return "\n".join(lines) + "\n"


def missing(needs: tuple[str, ...]) -> list[str]:
    """Which of these packages and programs are not installed."""
    return [one for one in needs if not (Path(one).exists() if "/" in one else find_spec(one))]


def main() -> int:
    """Play, and print or write the page."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("comparisons", nargs="*", choices=[[], *COMPARISONS], help="all, if none is named")
    parser.add_argument("--games", type=int, help="how many games, each played once for every side")
    parser.add_argument("--keep", action="store_true", help="keep what is measured, for the page")
    parser.add_argument("--write", action="store_true", help="write the page from what was kept, without playing")
    given = parser.parse_args()
    chosen = () if given.write else given.comparisons or tuple(COMPARISONS)
    if lacking := sorted({one for name in chosen for one in missing(COMPARISONS[name].needs)}):
        print(f"not installed: {', '.join(lacking)}", file=sys.stderr)
        return NOT_INSTALLED
    rows: dict[str, dict[str, Any]] = read_saved(SAVED)
    for name in chosen:
        row = COMPARISONS[name].play(given.games or COMPARISONS[name].games)
        rows[name] = {"opponent": row.opponent, "ruleset": row.ruleset, "games": row.games, "note": row.note}
        rows[name] |= {"value": row.gain.value, "low": row.gain.low, "high": row.gain.high}
        print(name, rows[name], flush=True)
        if given.keep:
            write_saved(SAVED, rows)
    if given.write:
        WRITTEN.write_text(written(rows), "utf-8")
    print(f"\n{measured_on()}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
