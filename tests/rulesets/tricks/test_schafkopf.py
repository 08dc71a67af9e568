"""Schafkopf compared with a referee written by hand: the called ace and its duties, runners, and the payment."""

from __future__ import annotations

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from hoyle.interpreter.engine import Dice

GAMES = settings(max_examples=2, suppress_health_check=[HealthCheck.too_slow])
SIGNS = {"clubs": "♣", "spades": "♠", "hearts": "♥", "diamonds": "♦"}
PLAIN = ["A", "10", "K", "Q", "J", "9", "8", "7"]
WORTH = {"A": 11, "10": 10, "K": 4, "Q": 3, "J": 2}


class Trumps:
    """The trumps of a game from high to low.  `sign` is the trump suit, or None in a Wenz."""

    def __init__(self, sign):
        jacks, queens = ["J" + s for s in SIGNS.values()], ["Q" + s for s in SIGNS.values()]
        self.order = jacks if sign is None else queens + jacks + [r + sign for r in ("A", "10", "K", "9", "8", "7")]

    def suit(self, card):
        """The suit that a card belongs to."""
        return "trumps" if card in self.order else card[-1]

    def best(self, plays):
        """The play that takes the trick."""
        trumps = [play for play in plays if play[1] in self.order]
        if trumps:
            return min(trumps, key=lambda play: self.order.index(play[1]))
        return min((p for p in plays if p[1][-1] == plays[0][1][-1]), key=lambda play: PLAIN.index(play[1][:-1]))

    def runners(self, dealt, side):
        """The number of successive highest trumps that one side was dealt."""
        have = [any(card in dealt[p] for p in side) for card in self.order]
        return [*have, not have[0]].index(not have[0])


class Referee:
    """A referee for choices and points.  It reads the hands from the engine."""

    def __init__(self, match):
        self.match, self.options, self.points = match, match.program.options, [0, 0, 0, 0]
        self.seen = set()

    def game(self):
        """All the deals."""
        dealer = self.match.value("dealer")
        for _ in range(self.options["deals"]):
            first = (dealer + 1) % 4
            declarer, sign, call = yield from self.naming(first)
            if declarer is not None:
                yield from self.played(first, declarer, sign, call)
            elif self.options["all_pass"] == "ramsch":
                counts, _ = yield from self.tricks(first, Trumps("♥"), None)
                loser = max(range(4), key=lambda p: (counts[p], -((p - first) % 4)))
                self.points = [n + (10 if p != loser else -30) for p, n in enumerate(self.points)]
                self.seen.add("ramsch")
            dealer = first

    def naming(self, first):
        """The naming of the game.  Return the player, the trump suit (None in a Wenz) and the called ace."""
        level, declarer, sign, call = 0, None, None, None
        for p in [(first + n) % 4 for n in range(4)]:
            hand, labels = self.match.cards("hand", p), {"pass"}
            if level == 0:
                for name in ("clubs", "spades", "diamonds"):
                    suit = [c[:-1] for c in hand if c[-1] == SIGNS[name] and c[:-1] not in "QJ"]
                    labels |= {f"call the ace of {name}"} if suit and "A" not in suit else set()
            if level < 2 and self.options["allow_wenz"]:
                labels.add("Wenz")
            if level < 3:
                labels |= {f"solo in {name}" for name in SIGNS}
            answer = yield p, labels
            if answer == "pass":
                continue
            name = answer.split()[-1]
            level, declarer, call = {"call": 1, "Wenz": 2, "solo": 3}[answer.split()[0]], p, None
            sign = None if level == 2 else SIGNS[name] if level == 3 else "♥"
            call = "A" + SIGNS[name] if level == 1 else None
        return declarer, sign, call

    def played(self, first, declarer, sign, call):
        """Play a game and settle the payment."""
        dealt, trumps = [self.match.cards("hand", p) for p in range(4)], Trumps(sign)
        side = {p for p in range(4) if p == declarer or call in dealt[p]}
        counts, taken = yield from self.tricks(first, trumps, call)
        count, tricks = sum(counts[p] for p in side), sum(taken[p] for p in side)
        runners = trumps.runners(dealt, side)
        value = 10 if call else self.options["solo_price"]
        value += 10 * (runners if runners >= (3 if sign else self.options["wenz_runners"]) else 0)
        value += 10 * (count > 90 or count < 31) + 10 * (tricks in (0, 8))
        value = value if count > 60 else -value
        self.seen |= {"call" if call else "alone", "runners" if runners > 2 else "few"}
        for p in range(4):
            self.points[p] += value * (1 if call else 3) if p in side else -value

    def tricks(self, leader, trumps, call):
        """Eight tricks.  Return the points and the number of tricks of each player."""
        counts, taken, sought = [0] * 4, [0] * 4, False
        for _ in range(8):
            plays = []
            for p in [(leader + n) % 4 for n in range(4)]:
                hand = self.match.cards("hand", p)
                able = hand
                if plays:
                    led = trumps.suit(plays[0][1])
                    able = [c for c in hand if trumps.suit(c) == led] or hand
                if call in hand and not sought:
                    of_call = [c for c in hand if trumps.suit(c) == call[-1]]
                    if not plays:
                        able = [c for c in hand if c == call or c not in of_call or len(of_call) >= 4]
                        self.seen |= {"run"} if len(of_call) >= 4 else set()
                    elif trumps.suit(plays[0][1]) == call[-1]:
                        able = [call]
                    else:
                        able = [c for c in able if c != call] or able
                answer = yield p, {f"play {card}" for card in able}
                plays.append((p, answer.split()[1]))
            sought = sought or (call is not None and trumps.suit(plays[0][1]) == call[-1])
            leader = trumps.best(plays)[0]
            counts[leader] += sum(WORTH.get(card[:-1], 0) for _, card in plays)
            taken[leader] += 1
        return counts, taken


def modest(question, dice):
    """A random choice, but mostly a pass, and a call more often than a solo."""
    choices = list(question.choices())
    labels = [question.label(choice) for choice in choices]
    for word, often in (("call", 3), ("pass", 5)):
        several = [choice for choice, label in zip(choices, labels, strict=True) if label.startswith(word)]
        if several and dice.below(6) < often:
            return several[dice.below(len(several))]
    return choices[dice.below(len(choices))]


@given(data=st.data())
@GAMES
def test_whole_games_agree_with_the_referee(data, tables, strategies):
    options = {name: data.draw(st.sampled_from([v for n, v in tables.settings("schafkopf") if n == name]))
               for name in ("solo_price", "allow_wenz", "wenz_runners", "all_pass")}  # fmt: skip
    seed = data.draw(st.integers(0, 2**32))
    strategy = data.draw(st.sampled_from([modest, strategies["any kind"]]))
    match = tables.match("schafkopf", {"deals": 4, **options}, seed=seed)
    assert match.follow(Referee(match), strategy, Dice(seed), str)


def test_the_games_contain_every_kind_of_contract_and_result(tables):
    seen = set()
    for seed in range(3):
        match = tables.match("schafkopf", {"deals": 8, "all_pass": "ramsch"}, seed=seed)
        referee = Referee(match)
        assert match.follow(referee, modest, Dice(seed), str)
        seen |= referee.seen
    assert {"call", "alone", "ramsch", "runners", "few"} <= seen


def test_the_holder_of_the_called_ace_must_lead_it_unless_he_has_four_of_its_suit(tables, fixed):
    caller = "8♠ Q♣ Q♠ A♥ 10♥ K♥ 9♥ 7♥"
    for hand, low in (("A♠ 10♠ K♠ 9♠ 7♣ 8♣ 9♣ 7♦", True), ("A♠ 10♠ K♠ J♠ 7♣ 8♣ 9♣ 7♦", False)):
        chance = fixed({("hand", 0): hand, ("hand", 1): caller}, {"dealer": 3})
        match = tables.match("schafkopf", {"deals": 4}, chance=chance)
        match.say("pass", "call the ace of spades", "pass", "pass")
        assert ("play 10♠" in match.options()) == low
        assert {"play A♠", "play 7♣"} <= set(match.options())
