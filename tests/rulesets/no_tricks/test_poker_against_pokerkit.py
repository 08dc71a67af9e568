"""Texas Hold'em compared with PokerKit: whose turn it is, what may be done, and the chips of everybody at the end.

Hoyle does not need PokerKit.  Without it these tests are skipped.
"""

from __future__ import annotations

import os
import random

import pytest

pokerkit = pytest.importorskip("pokerkit")

HANDS = 400 if os.environ.get("HOYLE_LONG_TESTS") else 40
pytestmark = pytest.mark.filterwarnings("ignore:A card being (dealt|burned)")
SUITS = {"♠": "s", "♥": "h", "♦": "d", "♣": "c"}
AUTOMATIC = tuple(
    getattr(pokerkit.Automation, name)
    for name in (
        "ANTE_POSTING", "BET_COLLECTION", "BLIND_OR_STRADDLE_POSTING",
        "HOLE_CARDS_SHOWING_OR_MUCKING", "HAND_KILLING", "CHIPS_PUSHING", "CHIPS_PULLING",
    )
)  # fmt: skip


def theirs(cards) -> str:
    return "".join(card[:-1].replace("10", "T") + SUITS[card[-1]] for card in cards)


class Mirror:
    """A hand in both programs.  PokerKit numbers the seats from the small blind on; with two players the big blind is
    its first seat."""

    def __init__(self, tables, players: int, stack: int, blind: int, seed: int) -> None:
        options = {"hands": 1, "stack": stack, "blind": blind, "raises": 4, "limit_for_two": True}
        self.match = tables.match("texas_holdem", options, players, seed=seed)
        first = self.match.value("dealer") + 1
        self.seats = [(first + n) % players for n in range(players)]
        self.state = pokerkit.FixedLimitTexasHoldem.create_state(
            AUTOMATIC, True, 0, (blind, 2 * blind), 2 * blind, 4 * blind, stack, players
        )
        self.dealt: set[str] = set()
        for seat in self.seats:
            self.state.deal_hole(theirs(self.match.cards("hand", seat)))

    def board(self) -> None:
        """Deal what lies on the board in Hoyle."""
        new = [card for card in self.match.cards("board") if card not in self.dealt]
        while self.state.can_burn_card() or self.state.can_deal_board():
            if self.state.can_burn_card():
                self.state.burn_card("??")
            size = min(len(new), 1 if self.dealt else 3)
            self.state.deal_board(theirs(new[:size]))
            self.dealt |= set(new[:size])
            del new[:size]

    def raises(self) -> int:
        return self.state.completion_betting_or_raising_count

    def play(self, rng: random.Random) -> None:
        while self.match.question is not None:
            self.board()
            assert self.seats[self.state.actor_index] == self.match.actor
            labels = self.match.options()
            may = {"fold": self.state.can_fold(), "raise": self.state.can_complete_bet_or_raise_to()}
            assert ("fold" in labels) == (may["fold"] and "check" not in labels)
            if not {"bet", "raise"} & set(labels):
                # Hoyle counts the big blind among the four bets of the first round, PokerKit does not.
                assert not may["raise"] or (self.state.street_index == 0 and self.raises() == 3)
            else:
                assert may["raise"]
            label = rng.choice(sorted(labels) + ["call", "call"] * ("call" in labels))
            self.match.say(label)
            match label:
                case "fold":
                    self.state.fold()
                case "check" | "call":
                    self.state.check_or_call()
                case _:
                    self.state.complete_bet_or_raise_to()


@pytest.mark.parametrize("seed", range(HANDS))
def test_a_hand_of_holdem_agrees_with_pokerkit(seed: int, tables) -> None:
    rng = random.Random(seed)
    mirror = Mirror(tables, rng.randint(2, 6), rng.choice((11, 23, 40)), rng.randint(1, 3), seed)
    mirror.play(rng)
    match, state = mirror.match, mirror.state
    mirror.board()
    assert not state.status
    chips = match.values("chips")
    assert [chips[seat] for seat in mirror.seats] == list(state.stacks)
