"""Barbu compared with a referee written from the published rules: the seven contracts, and what doubles are worth."""

from __future__ import annotations

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from hoyle.interpreter.engine import Dice

GAMES = settings(max_examples=6, deadline=None, suppress_health_check=[HealthCheck.too_slow])
RANKS = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]
SIGNS = {"clubs": "♣", "diamonds": "♦", "hearts": "♥", "spades": "♠"}
CONTRACTS = ["no tricks", "no hearts", "no queens", "no king of hearts", "no last two", "trumps", "dominoes"]
SEATS = "ABCD"


class Referee:
    """A referee for whole games.  It reads only the hands from the engine."""

    def __init__(self, match):
        self.match, self.options = match, match.program.options
        self.points = [0] * 4

    def hand(self, p):
        """The cards a player holds."""
        return self.match.cards("hand", p)

    def game(self):
        """All the deals."""
        declarer, left = self.match.actor, [set(CONTRACTS) for _ in range(4)]
        for _ in range(4 * self.options["rounds"]):
            labels = left[declarer] - {"trumps"}
            if "trumps" in left[declarer]:
                labels |= {f"trumps: {name}" for name in SIGNS}
            answer = yield declarer, labels
            contract, _, trump = answer.partition(": ")
            left[declarer].remove(contract)
            doubles = (yield from self.doubling(declarer, contract)) if self.options["doubling"] else {}
            if contract == "dominoes":
                score = yield from self.dominoes(declarer)
            else:
                score = yield from self.tricks(declarer, contract, SIGNS.get(trump))
            for (p, q), times in doubles.items():
                self.points[p] += times * (score[p] - score[q])
                self.points[q] -= times * (score[p] - score[q])
            for p in range(4):
                self.points[p] += score[p]
            declarer = (declarer + 1) % 4

    def doubling(self, declarer, contract):
        """Doubles and redoubles.  Return how many times each pair of players settles the difference."""
        doubles = {}
        for n in range(1, 5):
            p = (declarer + n) % 4
            while True:
                labels = {"done"}
                for q in set(range(4)) - {p}:
                    free = (p, q) not in doubles and (q, p) not in doubles
                    if free and p != declarer and (q == declarer or contract not in ("trumps", "dominoes")):
                        labels.add(f"double {SEATS[q]}")
                    if doubles.get((q, p)) == 1:
                        labels.add(f"redouble {SEATS[q]}")
                answer = yield p, labels
                if answer == "done":
                    break
                q = SEATS.index(answer[-1])
                if answer.startswith("re"):
                    doubles[q, p] = 2
                else:
                    doubles[p, q] = 1
        return doubles

    def tricks(self, leader, contract, trump):
        """Play the tricks.  Return the scores."""
        score, seen = [0] * 4, []
        for n in range(13):
            plays = []
            for k in range(4):
                p = (leader + k) % 4
                answer = yield p, {f"play {card}" for card in self.able(self.hand(p), plays, contract, trump)}
                plays.append((p, answer.split()[1]))
            led = plays[0][1][-1]
            rank = {led: 1, trump: 2}
            leader = max(plays, key=lambda play: (rank.get(play[1][-1], 0), RANKS.index(play[1][:-1])))[0]
            cards = [card for _, card in plays]
            seen += cards
            hearts = [card for card in cards if card[-1] == "♥"]
            score[leader] += {
                "no tricks": -2,
                "no hearts": -2 * len(hearts) - 4 * ("A♥" in hearts),
                "no queens": -6 * sum(card[0] == "Q" for card in cards),
                "no king of hearts": -20 * ("K♥" in cards),
                "no last two": {11: -10, 12: -20}.get(n, 0),
                "trumps": 5,
            }[contract]
            ended = {
                "no hearts": sum(card[-1] == "♥" for card in seen) == 13,
                "no queens": sum(card[0] == "Q" for card in seen) == 4,
                "no king of hearts": "K♥" in seen,
            }
            if ended.get(contract):
                break
        return score

    def able(self, hand, plays, contract, trump):
        """The cards that may be played."""
        if not plays:
            plain = [card for card in hand if card[-1] != "♥"]
            return plain if plain and contract in ("no hearts", "no king of hearts") else hand
        led = plays[0][1][-1]
        able = [card for card in hand if card[-1] == led]
        if trump:
            able = able or [card for card in hand if card[-1] == trump] or hand
            if able[0][-1] == trump and all(card[-1] == trump for card in able):
                high = max([RANKS.index(card[:-1]) for _, card in plays if card[-1] == trump], default=-1)
                able = [card for card in able if RANKS.index(card[:-1]) > high] or able
        return able or hand

    def dominoes(self, turn):
        """Build the rows.  Return the scores."""
        first, laid, score, out = None, set(), [-10] * 4, 0
        sizes = [13] * 4
        while out < 3:
            if sizes[turn]:
                able = {card for card in self.hand(turn) if self.fits(card, first, laid)}
                answer = yield turn, {f"lay {card}" for card in able} or {"pass"}
                if answer != "pass":
                    card = answer.split()[1]
                    first = first or card[:-1]
                    laid.add(card)
                    sizes[turn] -= 1
                    if not sizes[turn]:
                        score[turn] = [40, 25, 10][out]
                        out += 1
            turn = (turn + 1) % 4
        return score

    @staticmethod
    def fits(card, first, laid):
        """Whether a card may be laid."""
        if first is None or card[:-1] == first:
            return True
        place = RANKS.index(card[:-1])
        return any(0 <= n < 13 and RANKS[n] + card[-1] in laid for n in (place - 1, place + 1))


@given(data=st.data())
@GAMES
def test_whole_games_agree_with_the_referee(data, tables, strategies):
    options = {"rounds": data.draw(st.integers(1, 3)), "doubling": data.draw(st.booleans())}
    seed = data.draw(st.integers(0, 2**32))
    strategy = data.draw(st.sampled_from([strategies["anything"], strategies["any kind"], strategies["shy"]]))
    match = tables.match("barbu", options, seed=seed)
    referee = Referee(match)
    assert match.follow(referee, strategy, Dice(seed))
    assert list(match.result().winners) == [p for p, n in enumerate(referee.points) if n == max(referee.points)]
