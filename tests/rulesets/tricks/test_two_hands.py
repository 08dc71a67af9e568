"""Piquet and Bezique compared with referees written from the published descriptions.

A referee reads the hands from the engine. It works out itself what may be said, exchanged and played, who takes a trick,
what is declared, and the points.
"""

from __future__ import annotations

import itertools
from collections import Counter
from typing import ClassVar

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from hoyle.interpreter.engine import Dice
from hoyle.interpreter.records import Where

GAMES = settings(max_examples=2, deadline=None, suppress_health_check=[HealthCheck.too_slow])


class Referee:
    """What both games have in common."""

    settings: ClassVar[dict[str, list]] = {}

    def __init__(self, match):
        self.match, self.options = match, match.program.options
        self.points = [0, 0]

    def hand(self, p):
        """The cards a player holds."""
        return self.match.cards("hand", p)


class Piquet(Referee):
    """Exchange, declarations, twelve tricks without trumps."""

    settings: ClassVar = {"deals": [2, 4], "rubicon": [True, False], "show_left": [True, False]}
    ranks: ClassVar = ["7", "8", "9", "10", "J", "Q", "K", "A"]

    def game(self):
        """All the deals, and two more if they leave the players level."""
        dealer = self.match.value("dealer")
        for _ in range(self.options["deals"]):
            yield from self.deal(1 - dealer, dealer)
            dealer = 1 - dealer
        if self.points[0] == self.points[1]:
            for _ in range(2):
                yield from self.deal(1 - dealer, dealer)
                dealer = 1 - dealer

    def score(self, p, n, bonus):
        """Add points, with a repique or a pique."""
        self.now[p] += n
        if self.now[p] >= 30 and not self.now[1 - p] and not self.bonus[p]:
            self.bonus[p] = True
            self.now[p] += bonus

    def deal(self, elder, younger):
        """Play a deal."""
        self.now, self.bonus = [0, 0], [False, False]
        left = 8
        for p, most in ((elder, 5), (younger, None)):
            if not any(card[:-1] in "JQK" for card in self.hand(p)):
                answer = yield p, {"carte blanche", "say nothing"}
                if answer == "carte blanche":
                    self.score(p, 10, 60)
            most, laid_away = most or left, 0
            while laid_away < most:
                stop = {"lay aside no more"} if laid_away else set()
                answer = yield p, {f"lay aside {card}" for card in self.hand(p)} | stop
                if answer in stop:
                    break
                laid_away += 1
            left -= laid_away
        yield from self.point(elder, younger)
        yield from self.sequence(elder, younger)
        yield from self.sets(elder, younger)
        yield from self.play(elder)
        for p in (0, 1):
            self.points[p] += self.now[p]

    def suits(self, p):
        """The number of cards and the pips of each suit."""
        found = []
        for sign in "♣♦♥♠":
            ranks = [card[:-1] for card in self.hand(p) if card[-1] == sign]
            pips = sum(11 if r == "A" else 10 if r in ("10", "J", "Q", "K") else int(r) for r in ranks)
            found.append((len(ranks), pips))
        return found

    def answered(self, elder, younger, mine, other):
        """Who is better after younger has answered what elder told of a holding; None if they are equal."""
        allowed = {"good"}
        allowed |= {"not good"} if other > mine else set()
        allowed |= {"equal"} if other == mine else set()
        answer = yield younger, allowed
        return {"good": elder, "not good": younger, "equal": None}[answer]

    def point(self, elder, younger):
        """Who has the longest suit; of equal ones the one that makes more."""
        mine, other = max(self.suits(elder)), max(self.suits(younger))
        good = younger
        answer = yield elder, {f"point of {mine[0]}", "no point"}
        if answer != "no point":
            good = yield from self.answered(elder, younger, mine[0], other[0])
            if good is None:
                yield elder, {f"making {mine[1]}"}
                good = yield from self.answered(elder, younger, mine[1], other[1])
        if good is not None:
            self.score(good, (mine if good == elder else other)[0], 60)

    def runs(self, p):
        """The length and the place of the highest card of each sequence."""
        found = []
        for sign in "♣♦♥♠":
            length = 0
            for place, rank in enumerate([*self.ranks, ""]):
                if rank + sign in self.hand(p):
                    length += 1
                    continue
                if length >= 3:
                    found.append((length, place - 1))
                length = 0
        return found

    def sequence(self, elder, younger):
        """Who has the longest sequence scores all."""
        mine, other = max(self.runs(elder), default=(0, 0)), max(self.runs(younger), default=(0, 0))
        good = younger
        if mine[0]:
            answer = yield elder, {f"sequence of {mine[0]}", "no sequence"}
            if answer != "no sequence":
                good = yield from self.answered(elder, younger, mine[0], other[0])
                if good is None:
                    yield elder, {f"to the {self.ranks[mine[1]]}"}
                    good = yield from self.answered(elder, younger, mine[1], other[1])
        if good is not None:
            worth = sum(n if n < 5 else n + 10 for n, _ in self.runs(good))
            if worth:
                self.score(good, worth, 60)

    def alike(self, p):
        """Whether there are four, and the place of the rank, of each set."""
        counts = Counter(card[:-1] for card in self.hand(p))
        return [(counts[r] == 4, self.ranks.index(r)) for r in self.ranks[3:] if counts[r] >= 3]

    def sets(self, elder, younger):
        """Who has the best set scores all."""
        mine, other = max(self.alike(elder), default=None), max(self.alike(younger), default=None)
        good = younger
        if mine is not None:
            word = "quatorze" if mine[0] else "trio"
            answer = yield elder, {f"{word} of {self.ranks[mine[1]]}", "no set"}
            if answer != "no set":
                allowed = {"good"} | ({"not good"} if other is not None and other > mine else set())
                answer = yield younger, allowed
                good = elder if answer == "good" else younger
        worth = sum(14 if four else 3 for four, _ in self.alike(good))
        if worth:
            self.score(good, worth, 60)

    def play(self, leader):
        """The tricks."""
        taken = [0, 0]
        for n in range(12):
            self.score(leader, 1, 30)
            led = yield leader, {f"play {card}" for card in self.hand(leader)}
            other = 1 - leader
            hand = self.hand(other)
            able = [card for card in hand if card[-1] == led[-1]] or hand
            answer = yield other, {f"play {card}" for card in able}
            first, second = led.split()[1], answer.split()[1]
            winner = leader
            if first[-1] == second[-1] and self.ranks.index(second[:-1]) > self.ranks.index(first[:-1]):
                winner = other
            taken[winner] += 1
            if winner != leader:
                self.score(winner, 1, 30)
            if n == 11:
                self.score(winner, 1, 30)
            leader = winner
        for p in (0, 1):
            if taken[p] > 6:
                self.now[p] += 40 if taken[p] == 12 else 10


class Bezique(Referee):
    """Combinations of cards that are still held, brisques, the last trick."""

    settings: ClassVar = {"target": [250, 500], "deals": [1, 2], "last_trick": [0, 10, 20]}
    order: ClassVar = ["7", "8", "9", "J", "Q", "K", "10", "A"]
    fours: ClassVar = {"A": 100, "K": 80, "Q": 60, "J": 40}

    def game(self):
        """Deals until somebody has enough points."""
        dealer = self.match.value("dealer")
        for _ in range(self.options["deals"]):
            yield from self.deal(dealer)
            dealer = 1 - dealer
            if max(self.points) >= self.options["target"]:
                return

    def ids(self, p):
        """The cards that a player holds, with their numbers: two of each are told apart."""
        engine = self.match.engine
        number = next(i for i, info in enumerate(self.match.program.zones) if info.name == "hand")
        return [(card, engine.words.card(card)) for card in engine.cards(self.match.state, Where(number, p))]

    def deal(self, dealer):
        """Play a deal."""
        (turned,) = self.match.cards("turned")
        self.trump = turned[-1]
        if turned[:-1] == "7":
            self.points[dealer] += 10
        self.seen = {kind: set() for kind in ("wed", "joined", "grouped", "line", "seven")}
        self.doubled = [False, False]
        leader, brisques = 1 - dealer, [0, 0]
        for n in range(32):
            leader, worth = yield from self.trick(leader, n >= 24)
            brisques[leader] += worth
            if n < 24:
                yield from self.seven(leader)
                yield from self.declare(leader)
        self.points[leader] += self.options["last_trick"]
        for p in (0, 1):
            self.points[p] += brisques[p]

    def beats(self, second, first):
        """Whether the second card takes the trick."""
        if second[-1] == first[-1]:
            return self.order.index(second[:-1]) > self.order.index(first[:-1])
        return second[-1] == self.trump

    def trick(self, leader, strict):
        """Play a trick.  Return who takes it, and its brisques."""
        other, cards = 1 - leader, []
        for p in (leader, other):
            able = self.hand(p)
            if strict and cards:
                able = [card for card in able if card[-1] == cards[0][-1]] or able
                able = [card for card in able if self.beats(card, cards[0])] or able
            labels = {f"play {card}" for card in able}
            answer = yield p, labels
            cards.append(answer.split()[1])
        winner = other if self.beats(cards[1], cards[0]) else leader
        return winner, sum(10 for card in cards if card[:-1] in ("A", "10"))

    def seven(self, p):
        """A seven of trumps is exchanged or shown."""
        sevens = [(c, card) for c, card in self.ids(p) if card == f"7{self.trump}" and c not in self.seen["seven"]]
        if not sevens:
            return
        (turned,) = self.match.cards("turned")
        labels = {"keep it", "show the seven"} | ({"exchange the seven"} if turned[:-1] != "7" else set())
        answer = yield p, labels
        if answer != "keep it":
            self.points[p] += 10
        if answer.startswith("show"):
            self.seen["seven"].add(min(c for c, _ in sevens))

    def declare(self, p):
        """One combination may be declared."""
        held, found = self.ids(p), {}
        declared = self.seen["wed"] | self.seen["joined"] | self.seen["grouped"] | self.seen["line"]

        def note(kind, cards, worth):
            if any(c not in declared for c, _ in cards):
                text = " ".join(card for _, card in sorted(cards))
                found.setdefault(f"{kind} {text}", (kind, cards, worth))

        for pair in itertools.combinations(held, 2):
            faces = {card for _, card in pair}
            unwed = not any(c in self.seen["wed"] | self.seen["line"] for c, _ in pair)
            if unwed and {card[:-1] for card in faces} == {"K", "Q"} and len({card[-1] for card in faces}) == 1:
                note("marriage", pair, 40 if pair[0][1][-1] == self.trump else 20)
            if faces == {"Q♠", "J♦"} and not self.doubled[p] and not any(c in self.seen["joined"] for c, _ in pair):
                note("bezique", pair, 40)
        for four in itertools.combinations(held, 4):
            ranks = {card[:-1] for _, card in four}
            if len(ranks) == 1 and ranks <= set(self.fours) and not any(c in self.seen["grouped"] for c, _ in four):
                (rank,) = ranks
                note(f"four {rank}:", four, self.fours[rank])
            if sorted(card for _, card in four) == ["J♦", "J♦", "Q♠", "Q♠"] and not self.doubled[p]:
                note("double bezique", four, 500)
        for five in itertools.combinations(held, 5):
            unused = not any(c in self.seen["line"] for c, _ in five)
            if unused and {card for _, card in five} == {rank + self.trump for rank in ("A", "10", "K", "Q", "J")}:
                note("sequence", five, 250)
        answer = yield p, {"declare nothing", *found}
        if answer == "declare nothing":
            return
        kind, cards, worth = next(
            entry for label, entry in found.items() if sorted(label.split()) == sorted(answer.split())
        )
        self.points[p] += worth
        place = {"marriage": "wed", "sequence": "line"}.get(kind, "grouped" if kind[:4] == "four" else "joined")
        closed = self.seen[place] | (self.seen["line"] if place == "wed" else set())
        if kind == "double bezique":
            self.seen[place] |= {c for c, _ in cards}
            self.doubled[p] = True
            return
        for face in sorted(card for _, card in cards):
            free = [c for c, card in held if card == face and c not in closed | self.seen[place]]
            best = min(free, key=lambda c: (c in declared, c))
            self.seen[place].add(best)
            declared.add(best)


REFEREES = {"bezique": Bezique, "piquet": Piquet}


def tidy(label):
    """A label with its words in order, because its cards may come in any order."""
    return tuple(sorted(label.split()))


@pytest.mark.parametrize("name", REFEREES)
@given(data=st.data())
@GAMES
def test_whole_games_agree_with_the_referee(name, data, tables, strategies):
    kind = REFEREES[name]
    options = {option: data.draw(st.sampled_from(values), label=option) for option, values in kind.settings.items()}
    seed = data.draw(st.integers(0, 2**32))
    strategy = data.draw(st.sampled_from([strategies["anything"], strategies["any kind"], strategies["shy"]]))
    match = tables.match(name, options, seed=seed)
    assert match.follow(kind(match), strategy, Dice(seed), tidy)
    points = match.values("points")
    assert list(match.result().winners) == [p for p in (0, 1) if points[p] == max(points)]
    if name == "piquet" and points[0] != points[1]:
        best, worst = max(points), min(points)
        crossed = worst >= 100 or not options["rubicon"]
        assert max(match.values("partie")) == 100 + (best - worst if crossed else best + worst)
