"""Doppelkopf compared with a referee written from the tournament rules: sides, announcements, solos and every point."""

from __future__ import annotations

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from hoyle.interpreter.engine import Dice

GAMES = settings(max_examples=10, deadline=None, suppress_health_check=[HealthCheck.too_slow])
SIGNS = {"clubs": "♣", "diamonds": "♦", "hearts": "♥", "spades": "♠"}
PLAIN = ["9", "J", "Q", "K", "10", "A"]
PIPS = {"A": 11, "10": 10, "K": 4, "Q": 3, "J": 2, "9": 0}
CALLS = ["no 90", "no 60", "no 30", "black"]
NEEDED = [0, 0, 151, 181, 211, 240]


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
        dealer = self.match.value("dealer")
        for _ in range(self.options["deals"]):
            yield from self.deal(dealer)
            dealer = (dealer + 1) % 4

    def reserve(self, dealer):
        """Announcements before the play.  Return the kind of game and who plays alone or has a marriage."""
        kind, who = "ordinary", None
        for n in range(1, 5):
            p = (dealer + n) % 4
            labels = {"all well"}
            if kind == "ordinary" and self.hand(p).count("Q♣") == 2:
                labels.add("marriage")
            if self.options["solos"]:
                labels |= {"queen solo", "jack solo", "fleshless solo", *(f"{name} solo" for name in SIGNS)}
            answer = yield p, labels
            if answer != "all well":
                kind, who = answer.removesuffix(" solo"), p
            if answer.endswith("solo"):
                break
        return kind, who

    def order_trumps(self, kind):
        """The trumps of this kind of game from high to low."""
        queens, jacks = [[rank + sign for sign in "♣♠♥♦"] for rank in "QJ"]
        if kind in ("queen", "jack", "fleshless"):
            return {"queen": queens, "jack": jacks, "fleshless": []}[kind]
        suit = SIGNS.get(kind, "♦")
        return ["10♥", *queens, *jacks, *(r + suit for r in ("A", "10", "K", "9") if r + suit != "10♥")]

    def suit(self, card):
        """The suit of a card, or that it is a trump."""
        return "trump" if card in self.trumps else card[-1]

    def height(self, card):
        """The height of a card within its suit."""
        return -self.trumps.index(card) if card in self.trumps else PLAIN.index(card[:-1])

    def speak(self, p, kind):
        """What a player may announce before a card."""
        size = len(self.hand(p))
        side = "re" if p in self.re or (kind in ("ordinary", "marriage") and "Q♣" in self.hand(p)) else "kontra"
        labels, said = {"say nothing"}, self.said[side]
        if said == 0 and size >= 11:
            labels.add(side.capitalize())
        labels |= {f"announce {call}" for n, call in enumerate(CALLS, 2) if n > said and size >= 12 - n}
        answer = yield p, labels
        if answer != "say nothing":
            self.said[side] = CALLS.index(answer[9:]) + 2 if answer.startswith("announce") else 1
            if side == "re":
                self.re.add(p)

    def deal(self, dealer):
        """Play a deal."""
        kind, who = yield from self.reserve(dealer)
        solo = kind not in ("ordinary", "marriage")
        self.trumps, self.re = self.order_trumps(kind), {who} - {None}
        self.said = {"re": 0, "kontra": 0}
        taken, tricks, foxes, full, charlie = [0] * 4, [0] * 4, [], [], None
        leader, found = (dealer + 1) % 4, kind != "marriage"
        for n in range(12):
            plays = []
            for k in range(4):
                p = (leader + k) % 4
                if len(self.hand(p)) >= 7 and found:
                    yield from self.speak(p, kind)
                hand = self.hand(p)
                led = self.suit(plays[0][1]) if plays else None
                able = [card for card in hand if self.suit(card) == led] or hand
                answer = yield p, {f"play {card}" for card in able}
                plays.append((p, answer.split()[1]))
                if answer == "play Q♣" and not solo:
                    self.re.add(p)
            led = self.suit(plays[0][1])
            best = max(
                enumerate(plays),
                key=lambda play: (
                    self.suit(play[1][1]) == "trump",
                    self.suit(play[1][1]) == led,
                    self.height(play[1][1]),
                    -play[0],
                ),
            )[1]
            leader = best[0]
            if not found:
                self.re |= {leader}
                found = leader != who or n == 2
            worth = sum(PIPS[card[:-1]] for _, card in plays)
            taken[leader] += worth
            tricks[leader] += 1
            full += [leader] * (worth >= 40)
            foxes += [(p, leader) for p, card in plays if card == "A♦"]
            charlie = leader if n == 11 and best[1] == "J♣" else charlie
        special = 0
        if self.options["special_points"] and not solo:
            sign = [1 if p in self.re else -1 for p in range(4)]
            special = sum(sign[p] for p in full) + (sign[charlie] if charlie is not None else 0)
            special += sum(sign[by] for of, by in foxes if sign[of] != sign[by])
        value = self.value(taken, tricks, solo) + special
        for p in range(4):
            self.points[p] += (value * (3 if len(self.re) == 1 else 1)) if p in self.re else -value

    def value(self, taken, tricks, solo):
        """The points of the deal for the Re side, without special points."""
        count = {"re": sum(taken[p] for p in self.re)}
        count["kontra"] = 240 - count["re"]
        had = {"re": sum(tricks[p] for p in self.re)}
        had["kontra"] = 12 - had["re"]
        other = {"re": "kontra", "kontra": "re"}
        made = {
            side: count[side] >= NEEDED[said] and (said < 5 or not had[other[side]]) for side, said in self.said.items()
        }
        bold = {side for side, said in self.said.items() if said >= 2}
        if bold == {"re", "kontra"}:
            winner = next((side for side in bold if made[side]), None)
        elif bold:
            (side,) = bold
            winner = side if made[side] else other[side]
        else:
            need = 120 if self.said["kontra"] and not self.said["re"] else 121
            winner = "re" if count["re"] >= need else "kontra"
        if winner is None:
            return 0
        loser = other[winner]
        points = 1 + sum(count[loser] < limit for limit in (90, 60, 30)) + (not had[loser])
        for said in self.said.values():
            points += 2 * (said > 0) + max(said - 1, 0)
        # A side that beats an announcement: 120 points against "no 90", 90 against "no 60", 60 against "no 30", 30 against "black".
        points += sum(count[winner] >= 180 - 30 * said for said in range(2, self.said[loser] + 1))
        points += winner == "kontra" and not solo
        return points if winner == "re" else -points


@given(data=st.data())
@GAMES
def test_whole_games_agree_with_the_referee(data, tables, strategies):
    options = {
        "deals": data.draw(st.integers(1, 3)),
        "solos": data.draw(st.booleans()),
        "special_points": data.draw(st.booleans()),
    }
    seed = data.draw(st.integers(0, 2**32))
    strategy = data.draw(st.sampled_from([strategies["anything"], strategies["any kind"], strategies["shy"]]))
    match = tables.match("doppelkopf", options, seed=seed)
    referee = Referee(match)
    assert match.follow(referee, strategy, Dice(seed))
    assert list(match.result().winners) == [p for p, n in enumerate(referee.points) if n == max(referee.points)]
