"""Games with points on cards, compared with referees written by hand: Briscola, Sueca, Tressette, Klaverjassen, Belote
and Sheepshead.

Each referee is a generator: it yields the player to move and the legal labels, receives the chosen label, and keeps the
points.  Seats are numbered in the direction of play, even if it is counterclockwise.
"""

from __future__ import annotations

import itertools

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from hoyle.interpreter.engine import Dice

GAMES = settings(max_examples=3, suppress_health_check=[HealthCheck.too_slow])
SIGNS = {"clubs": "♣", "diamonds": "♦", "hearts": "♥", "spades": "♠"}


class Referee:
    """The common part of the referees: a match, and its cards as ranks and suits."""

    order: tuple[str, ...] = ()

    def __init__(self, match):
        self.match, self.options, self.players = match, match.program.options, match.program.players
        self.teams = len(match.values("points"))
        self.points = [0] * self.teams

    @staticmethod
    def split(card):
        """The rank and the suit of a card.  A suit with a sign is the last letter; other suits come after a dot."""
        return tuple(card.split(".")) if "." in card else (card[:-1], card[-1])

    def hand(self, player):
        """The cards a player holds."""
        return self.match.cards("hand", player)

    def suit(self, card):
        """The suit a card follows."""
        return self.split(card)[1]

    def height(self, card, trump):
        """The strength of a card in its suit."""
        return -self.order.index(self.split(card)[0])

    def best(self, plays, trump):
        """The play that wins so far."""
        trumps = [play for play in plays if self.suit(play[1]) == trump]
        led = [play for play in plays if self.suit(play[1]) == self.suit(plays[0][1])]
        return max(trumps or led, key=lambda play: self.height(play[1], trump))

    def open_to(self, player, plays, trump):
        """The legal cards: those of the suit led if there are any."""
        hand = self.hand(player)
        return [card for card in hand if plays and self.suit(card) == self.suit(plays[0][1])] or hand

    def trick(self, leader, trump):
        """Play a trick.  Return its winner and the plays."""
        plays = []
        for i in range(self.players):
            player = (leader + i) % self.players
            answer = yield player, {f"play {card}" for card in self.open_to(player, plays, trump)}
            plays.append((player, answer.removeprefix("play ")))
        return self.best(plays, trump)[0], plays


class Sueca(Referee):
    """Partners; the seven ranks next to the ace; games for 61, 91 and 120 points."""

    order = ("A", "7", "K", "J", "Q", "6", "5", "4", "3", "2")
    worth = dict(zip(order, (11, 10, 4, 3, 2), strict=False))

    def game(self):
        """The whole match."""
        dealer, carried = self.match.value("dealer"), 0
        while max(self.points) < self.options["target"]:
            trump, leader, taken = SIGNS[self.match.word("trump")], (dealer + 1) % 4, [0, 0]
            for _ in range(10):
                leader, plays = yield from self.trick(leader, trump)
                taken[leader % 2] += sum(self.worth.get(self.split(card)[0], 0) for _, card in plays)
            high = max(taken)
            side = taken.index(high)
            if high == 60:
                carried += self.options["tied"] == "carried"
            else:
                sweep = 4 if self.options["clean_sweep"] == "four" else self.options["target"]
                self.points[side] += carried + (sweep if high == 120 else 2 if high > 90 else 1)
                carried = 0
            dealer = (dealer + 1) % 4


class Briscola(Referee):
    """Three cards in hand, no duties, and a new card after each trick."""

    order = ("A", "3", "Re", "Cavallo", "Fante", "7", "6", "5", "4", "2")
    worth = dict(zip(order, (11, 10, 4, 3, 2), strict=False))

    def open_to(self, player, plays, trump):
        """Any card."""
        return self.hand(player)

    def game(self):
        """The whole game.  The points are those of the last finished deal."""
        dealer, won = self.match.value("dealer"), [0] * self.teams
        while max(won) < self.options["matches"]:
            trump, leader, taken = self.match.word("trump"), (dealer + 1) % self.players, [0] * self.teams
            for _ in range(40 // self.players):
                leader, plays = yield from self.trick(leader, trump)
                taken[leader % self.teams] += sum(self.worth.get(self.split(card)[0], 0) for _, card in plays)
            self.points = taken
            won = [n + (points > 60) for n, points in zip(won, taken, strict=True)]
            dealer = (dealer + 1) % self.players


class Tressette(Referee):
    """Points in thirds, declarations, and a point for the last trick."""

    order = ("3", "2", "A", "Re", "Cavallo", "Fante", "7", "6", "5", "4")

    def game(self):
        """The whole game."""
        dealer = self.match.value("dealer")
        while max(self.points) < self.options["target"]:
            leader, thirds = (dealer + 1) % 4, [0, 0]
            if self.options["declarations"]:
                for i in range(4):
                    yield from self.declare((leader + i) % 4)
            for _ in range(10):
                leader, plays = yield from self.trick(leader, None)
                for _, card in plays:
                    rank = self.split(card)[0]
                    thirds[leader % 2] += 3 if rank == "A" else rank not in "7654"
            thirds[leader % 2] += 3
            self.points = [points + n // 3 for points, n in zip(self.points, thirds, strict=True)]
            dealer = (dealer + 1) % 4

    def declare(self, player):
        """Declarations of three or four of a kind, and of the three best cards of a suit."""
        cards = [self.split(card) for card in self.hand(player)]
        for rank in ("A", "2", "3"):
            count = sum(r == rank for r, _ in cards)
            if count >= 3:
                answer = yield player, {f"declare {rank}", "say nothing"}
                self.points[player % 2] += count if answer != "say nothing" else 0
        for suit in ("coins", "cups", "swords", "batons"):
            if {("A", suit), ("2", suit), ("3", suit)} <= set(cards):
                answer = yield player, {f"declare a Napoletana of {suit}", "say nothing"}
                self.points[player % 2] += 3 if answer != "say nothing" else 0


class Klaverjassen(Referee):
    """The duties of Amsterdam and Rotterdam, roem, and makers who need more points than the others."""

    order = ("A", "10", "K", "Q", "J", "9", "8", "7")
    trumps = ("J", "9", "A", "10", "K", "Q", "8", "7")
    run = ("7", "8", "9", "10", "J", "Q", "K", "A")

    def height(self, card, trump):
        """Trumps have a ranking of their own."""
        rank, suit = self.split(card)
        return -(self.trumps if suit == trump else self.order).index(rank)

    def worth(self, card, trump):
        """The points of a card."""
        rank, suit = self.split(card)
        of_trumps = {"J": 20, "9": 14} if suit == trump else {}
        return {"A": 11, "10": 10, "K": 4, "Q": 3, "J": 2, **of_trumps}.get(rank, 0)

    def open_to(self, player, plays, trump):
        """The duties: follow suit, otherwise trump, and beat the best trump so far."""
        hand = self.hand(player)
        if not plays:
            return hand
        led = self.suit(plays[0][1])
        same = [card for card in hand if self.suit(card) == led]
        if same and led != trump:
            return same
        winner, best = self.best(plays, trump)
        own = [card for card in hand if self.suit(card) == trump]
        over = [c for c in own if self.suit(best) != trump or self.height(c, trump) > self.height(best, trump)]
        if led == trump:
            return over or own or hand
        if self.options["rules"] == "rotterdam":
            return over or own or hand
        others = [card for card in hand if card not in own]
        if winner == (player + 2) % 4:
            return others + over or hand
        return over or others or hand

    def roem(self, cards, trump):
        """The points for runs, for the king and queen of trumps, and for four of a kind."""
        points = 0
        for suit in "♣♦♥♠":
            at = sorted(self.run.index(rank) for rank, s in map(self.split, cards) if s == suit)
            runs = [k for k in (3, 4) for part in itertools.combinations(at, k) if part[-1] - part[0] == k - 1]
            points += {0: 0, 3: 20, 4: 50}[max(runs, default=0)]
        points += 20 * ({f"K{trump}", f"Q{trump}"} <= set(cards))
        ranks = {self.split(card)[0] for card in cards}
        return points + (0 if len(ranks) > 1 else 200 if ranks == {"J"} else 100)

    def game(self):
        """All the deals."""
        dealer = self.match.value("dealer")
        for _ in range(self.options["deals"]):
            leader, maker, trump = (dealer + 1) % 4, -1, ""
            for i in range(1, 5):
                player = (dealer + i) % 4
                labels = {f"trump {suit}" for suit in SIGNS}
                if self.options["makers"] == "passing" and i < 4:
                    labels.add("pass")
                answer = yield player, labels
                if answer != "pass":
                    maker, trump = player % 2, SIGNS[answer.split()[1]]
                    break
            counted, roem, tricks = [0, 0], [0, 0], [0, 0]
            for _ in range(8):
                leader, plays = yield from self.trick(leader, trump)
                side, cards = leader % 2, [card for _, card in plays]
                tricks[side] += 1
                counted[side] += sum(self.worth(card, trump) for card in cards)
                roem[side] += self.roem(cards, trump)
            counted[leader % 2] += 10
            other = 1 - maker
            if counted[maker] + roem[maker] > counted[other] + roem[other]:
                pit = 100 * (tricks[other] == 0)
                self.points[maker] += counted[maker] + roem[maker] + pit
                self.points[other] += counted[other] + roem[other]
            else:
                self.points[other] += 162 + sum(roem) + 100 * (tricks[maker] == 0)
            dealer = (dealer + 1) % 4


class Belote(Klaverjassen):
    """A turned up card that is taken, the duties of Klaverjassen also with low trumps, and makers who need more points."""

    def open_to(self, player, plays, trump):
        """The duties: follow suit, otherwise trump and beat the best trump so far.

        No duty to trump while the partner wins.
        """
        hand = self.hand(player)
        if not plays:
            return hand
        led = self.suit(plays[0][1])
        same = [card for card in hand if self.suit(card) == led]
        if same and led != trump:
            return same
        winner, best = self.best(plays, trump)
        own = [card for card in hand if self.suit(card) == trump]
        over = [c for c in own if self.suit(best) != trump or self.height(c, trump) > self.height(best, trump)]
        if led != trump and winner == (player + 2) % 4 and self.options["free_with_partner"]:
            return [card for card in hand if card not in own] + over or hand
        return over or own or hand

    def game(self):
        """The whole match."""
        dealer, carried = self.match.value("dealer"), 0
        while max(self.points) < self.options["target"]:
            maker, trump = yield from self.taking(dealer)
            if maker is not None:
                carried = yield from self.deal((dealer + 1) % 4, maker % 2, trump, carried)
            dealer = (dealer + 1) % 4

    def taking(self, dealer):
        """Two rounds of calls.  Return the taker and the trumps."""
        turned = self.match.cards("turned")[0][-1]
        others = {f"take in {name}": sign for name, sign in SIGNS.items() if sign != turned}
        for offers in ({"take": turned}, others):
            for i in range(1, 5):
                player = (dealer + i) % 4
                answer = yield player, {*offers, "pass"}
                if answer != "pass":
                    return player, offers[answer]
        return None, None

    def deal(self, leader, maker, trump, carried):
        """Eight tricks and their scores.  Points of a tied deal are carried over."""
        counted, tricks, royal = [0, 0], [0, 0], {}
        for _ in range(8):
            leader, plays = yield from self.trick(leader, trump)
            tricks[leader % 2] += 1
            counted[leader % 2] += sum(self.worth(card, trump) for _, card in plays)
            royal |= {card: player for player, card in plays if card in (f"K{trump}", f"Q{trump}")}
        counted[leader % 2] += 10
        belote = [20 * (set(royal.values()) in ({p}, {p + 2}) and len(royal) == 2) for p in range(2)]
        side = [counted[p] + belote[p] for p in range(2)]
        other = 1 - maker
        if side[maker] == side[other] and self.options["tied"] == "carried":
            self.points[other] += side[other]
            return carried + side[maker]
        if side[maker] > side[other]:
            self.points[maker] += (250 + belote[maker] if tricks[other] == 0 else side[maker]) + carried
            self.points[other] += side[other]
        else:
            self.points[maker] += belote[maker]
            self.points[other] += (250 if tricks[maker] == 0 else 162) + belote[other] + carried
        return 0


class Sheepshead(Referee):
    """Queens, jacks and diamonds are trumps.  A picker plays, perhaps with a partner, or all play a leaster."""

    order = ("Q", "J", "A", "10", "K", "9", "8", "7")
    worth = {"A": 11, "10": 10, "K": 4, "Q": 3, "J": 2}

    def suit(self, card):
        """The suit that a card belongs to: queens and jacks are diamonds."""
        return "♦" if card[0] in "QJ" else card[-1]

    def height(self, card, trump):
        """The strength of a card: queens and jacks rank by their suits."""
        rank, suit = self.split(card)
        return -self.order.index(rank) * 10 - "♣♠♥♦".index(suit)

    def count(self, cards):
        """The points of cards."""
        return sum(self.worth.get(self.split(card)[0], 0) for card in cards)

    def game(self):
        """All the deals."""
        dealer = self.match.value("dealer")
        for _ in range(self.options["deals"]):
            picker, won = None, [[] for _ in range(5)]
            for i in range(1, 6):
                player = (dealer + i) % 5
                last = player == dealer and self.options["all_pass"] == "forced"
                answer = yield player, {"pick"} if last else {"pick", "pass"}
                if answer == "pick":
                    picker = player
                    break
            buried = []
            if picker is not None:
                answer = yield picker, {"bury " + " ".join(two) for two in itertools.combinations(self.hand(picker), 2)}
                buried = answer.split()[1:]
            leader, side, tricks = (dealer + 1) % 5, {picker}, [0] * 5
            for _ in range(6):
                leader, plays = yield from self.trick(leader, "♦")
                won[leader] += [card for _, card in plays]
                tricks[leader] += 1
                side |= {player for player, card in plays if card == "J♦" and picker is not None}
            self.settle(dealer, picker, side, [self.count(cards) for cards in won], tricks, self.count(buried))
            dealer = (dealer + 1) % 5

    def settle(self, dealer, picker, side, counts, tricks, buried):
        """The score of a deal for each player."""
        if picker is None:
            seats = [(dealer + i) % 5 for i in range(1, 6)]
            winner = min((p for p in seats if tricks[p]), key=lambda p: counts[p])
            self.points = [points + (4 if p == winner else -1) for p, points in enumerate(self.points)]
            return
        count, took = sum(counts[p] for p in side) + buried, sum(tricks[p] for p in side)
        if count >= 61:
            unit = 3 if took == 6 else 2 if count >= 91 else 1
        else:
            unit = -(3 if took == 0 else 2 if count <= 30 else 1) * (2 if self.options["bump"] else 1)
        for p in range(5):
            share = -1 if p not in side else 6 - len(side) * 2 if p == picker else 1
            self.points[p] += unit * share


REFEREES = {
    "briscola": Briscola, "sueca": Sueca, "tressette": Tressette, "klaverjassen": Klaverjassen, "belote": Belote,
    "sheepshead": Sheepshead,
}  # fmt: skip


def tidy(label):
    """A label with the buried cards in sorted order."""
    said, *rest = label.split()
    return " ".join([said, *sorted(rest)]) if said == "bury" else label


@pytest.mark.parametrize("name", REFEREES)
@given(data=st.data())
@GAMES
def test_whole_games_agree_with_the_referee(name, data, tables, strategies):
    game = tables.game(name)
    options = {}
    for option in game.options:
        options[option.name] = data.draw(st.sampled_from([v for n, v in tables.settings(name) if n == option.name]))
    players = data.draw(st.sampled_from([2, 4])) if name == "briscola" else None
    seed = data.draw(st.integers(0, 2**32))
    strategy = data.draw(st.sampled_from([strategies["anything"], strategies["shy"]]))
    match = tables.match(name, options, players, seed=seed)
    match.follow(REFEREES[name](match), strategy, Dice(seed), tidy, 500)
