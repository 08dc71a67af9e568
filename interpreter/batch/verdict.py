"""The report of a comparison: plain data (schemas/compare.schema.json) from which every output format is made."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import islice

from ..program import Program
from ..text.parse import Words
from .divergence import Divergence, Event, Rule, divergences
from .pairing import DA, DB, EXAMPLES, XA, XB, PairedGames, PairSums
from .report import Json, identity
from .statistics import CONFIDENCE, Estimate, Z, mean, rate_difference, ratio, ratio_difference, variance, wilson
from .sums import Cross

VERSION = 1
"""The version of the JSON form.  It rises when a reader of the previous version would misunderstand something."""
SURE = 3.0
"""How many standard deviations a difference must have before a sentence says whom a rule helps.  Several sides are
tested at once: with the usual two, one game in five would seem to help a side although no side is better off.
"""


MEASURES = (
    ("first_dealer", "whoever deals first wins {b} of games instead of {a}", True),
    ("dealer", "dealing is worth {b} points a deal instead of {a}", False),
    ("lead_changes", "the lead changes after {b} of deals instead of {a}", True),
    ("drama", "who wins in the end is behind after {b} of deals instead of {a}", True),
    ("decided", "it takes {b} of a game until the winner leads for good instead of {a}", True),
    ("comeback", "at worst the winner was {b} points behind instead of {a}", False),
    ("spread", "the best option is worth {b} points more than the average one instead of {a}", False),
    ("clear", "one option is clearly best in {b} of choices instead of {a}", True),
)
"""The measures (`course.py`): the name, the sentence for a change, and whether the measure is a share."""
UNSURE = "No sure difference (of three standard deviations) can be seen"
"""What is said of measures that do not differ so much, though the 95 % interval of one may lie on one side of 0."""
FEWEST = 30
"""The fewest games for a sentence about a measure: with fewer, its interval may be far too narrow."""
NAMED = {
    "first_dealer": "the first dealer's chances", "dealer": "what dealing is worth", "lead_changes": "changes of lead",
    "drama": "how often the winner is behind", "decided": "when a game is decided", "comeback": "comebacks",
    "spread": "how much choices matter", "clear": "how often one option is clearly best",
}  # fmt: skip


@dataclass(frozen=True)
class OptionDifference:
    """An option that differs between two rule sets: its name, what it is about, its values and their meanings."""

    name: str
    about: str
    a: tuple[str, str]
    b: tuple[str, str]


@dataclass
class Verdict:
    """The report of a comparison.  `changes`: the options that differ, if nothing else does; `presets`: the titles of
    the presets that were played (empty: none), if they are the reason.
    """

    work: PairedGames
    sums: PairSums
    asked: int
    changes: tuple[OptionDifference, ...] = ()
    found: list[Divergence] = field(default_factory=list["Divergence"])
    presets: tuple[str, str] = ("", "")
    came_up: tuple[int, int] | None = None
    """In how many games the lines that differ were executed, and how many games were examined; None if that cannot be
    counted.
    """

    def look(self, most: int = EXAMPLES, found: Iterable[Divergence | None] = ()) -> Iterator[int]:
        """Play the example games again, to find where they begin to differ and why.  Yields after each game how many
        were examined.  `found`: what somebody has found of them already.
        """
        examined = islice(found or divergences(self.work, self.sums.examples[:most]), most)
        for done, one in enumerate(examined, 1):
            if one is not None:
                self.found.append(one)
            yield done

    # ---------------------------------------------------------------------------------------------------- sentences

    def sentence(self) -> str:
        """The result for a person who plays the game: first how often the lines that differ came up, if that is
        known.
        """
        sums = self.sums
        if sums.games == 0:
            return "No game was played."
        if self.came_up is None:
            return self._outcome()
        seen, looked = self.came_up
        if not seen and not sums.otherwise and not sums.deals_otherwise:
            return (
                f"The changed lines never came up in {looked:,} games with these players: nothing can be said of what "
                "they do."
            )
        if not seen:  # it came up in a later game, or only the options differ
            return self._outcome()
        of = "games" if looked == sums.games else f"the first {looked:,} games"
        came = f"The changed lines came up in {share(seen / looked)} of {of}"
        if not sums.otherwise and not sums.deals_otherwise:
            came += ", but nothing ended or was scored otherwise for that (a condition comes up when it is looked at)"
        return f"{came}. {self._outcome()}"

    def _outcome(self) -> str:
        """How the results of games and deals differ."""
        sums = self.sums
        what = self._what()
        changed = wilson(sums.otherwise, sums.games)
        if sums.otherwise == 0 and sums.deals_otherwise == 0:
            most = wilson(0, sums.games).high
            return f"{what} changed nothing in {sums.games:,} games: it matters in fewer than {share(most)} of games."
        deals = share(sums.deals_otherwise / max(1, sums.deals))
        if sums.otherwise == 0:
            return (
                f"{what} changes what is scored in {deals} of deals, but in none of {sums.games:,} games who wins: "
                f"it does in fewer than {share(changed.high)} of games."
            )
        text = f"{what} changes who wins in {share(changed.value)} of games ({interval(changed)})"
        scored = (
            f" and what is scored in {deals} of deals."
            if sums.deals_otherwise
            else ", but no deal is scored otherwise."
        )
        return text + scored + self._favour()

    def _what(self) -> str:
        if len(self.changes) == 1:
            (change,) = self.changes
            return f"{_capital(change.about)}: {_value(change.b)} instead of {_value(change.a)}. This"
        if any(self.presets):
            one, other = (f"“{title}”" if title else "the usual options" for title in self.presets)
            return f"Playing {other} instead of {one}"
        if self.changes:
            parts = (f"{c.about}: {_value(c.b)} instead of {_value(c.a)}" for c in self.changes)
            return f"{_capital('; '.join(parts))}. Together this"
        a, b = self.work.a.title, self.work.b.title
        return f"Playing {b} instead of {a}" if a != b else "The second set of rules"

    def _favour(self) -> str:
        """Which side the change helps, if that is certain."""
        words, helped = Words(self.work.a), list[tuple[float, str]]()
        for side, players in enumerate(self.work.a.sides):
            difference = rate_difference(self.sums.wins[side], SURE)
            if difference.sure:
                win = "wins" if len(players) == 1 else "win"
                helped.append((-difference.value, f"{words.together(players)} {win} {_of_100(difference.value)}"))
        without = self._without_winner()
        if without.sure:
            helped.append((1.0, f"{_of_100(without.value)} have no winner"))
        if helped:
            return " " + "; ".join(text for _, text in sorted(helped)) + "."
        return " No side is surely better off by it."

    def _without_winner(self) -> Estimate:
        """How many more games have no winner under B, because they were cut at the length limit or ended in a draw."""
        return rate_difference(self._with_winners(0), SURE)

    def _with_winners(self, sides: int) -> Cross:
        """How many games under A and under B were won by so many sides: none, or 2 and more."""
        counts = [0, 0, 0]
        for winners, count in self.sums.results.items():
            in_a, in_b = (min(len(one), 2) == sides for one in winners)
            for i, holds in enumerate((in_a, in_b, in_a and in_b)):
                counts[i] += count * holds
        a, b, both = counts
        return Cross(2, self.sums.games, [a, b], [a, both, both, b])

    def _undecided(self) -> dict[str, Json]:
        """How many games nobody won, and how many several sides; what never happened is missing."""
        found: dict[str, Json] = {}
        for name, sides in (("nobody", 0), ("shared", 2)):
            cross = self._with_winners(sides)
            if any(cross.sums):
                a, b = (wilson(cross.sums[i], self.sums.games).data() for i in (0, 1))
                found[name] = {"a": a, "b": b, "difference": rate_difference(cross).data()}
        return found

    def _wins(self, side: int) -> Estimate:
        """How much more often a side wins under B, from paired games."""
        return rate_difference(self.sums.wins[side])

    def measured(self) -> list[str]:
        """How the rule changes the course of games: a sentence for each measure that certainly differs, and one that
        names the measures about which nothing can be said.  Empty if no game went differently, or if there were too
        few.
        """
        if self.sums.games < FEWEST or not (self.sums.otherwise or self.sums.deals_otherwise):
            return []
        found, unsure = list[str](), list[str]()
        length = self._length(0)
        if _certain(length["difference"]):
            found.append(f"A game takes {length['b'].value:.1f} deals instead of {length['a'].value:.1f}.")
        else:
            unsure.append("the number of deals in a game")
        for name, text, part in self._compared():
            a, b, difference = self._measure(name)
            if _certain(difference):
                shown = share if part else _number
                found.append(_capital(text.format(a=shown(a.value), b=shown(b.value))) + ".")
            else:
                unsure.append(NAMED[name])
        if unsure:
            found.append(f"{UNSURE} in {_and(unsure)}.")
        return found

    def _compared(self) -> list[tuple[str, str, bool]]:
        """The measures that there are under A and under B: where every game has one deal, no lead can change."""
        found = self.sums.measures
        return [one for one in MEASURES if one[0] in found and found[one[0]].sums[DA] and found[one[0]].sums[DB]]

    def _measure(self, name: str) -> tuple[Estimate, Estimate, Estimate]:
        """A measure under A, under B, and the difference from paired games."""
        cross = self.sums.measures[name]
        return ratio(cross, XA, DA), ratio(cross, XB, DB), ratio_difference(cross, (XA, DA), (XB, DB))

    def answers(self, most: int = 4) -> list[Json]:
        """The answers that are given otherwise under B, the most surely different first: how often in a deal."""
        deals = [max(1, self.sums.length.sums[i]) for i in (0, 2)]
        found: list[tuple[float, Json]] = []
        for label, counts in self.sums.chosen.items():
            rates = [count / of for count, of in zip(counts, deals, strict=True)]
            error = sum(count / of**2 for count, of in zip(counts, deals, strict=True)) ** 0.5
            sure = abs(rates[1] - rates[0]) / error if error else 0.0
            if sure >= SURE and label:
                found.append((-sure, {"label": label, "a": round(rates[0], 6), "b": round(rates[1], 6)}))
        return [one for _, one in sorted(found, key=lambda pair: pair[0])[:most]]

    def after_learning(self) -> dict[str, Json]:
        """The report of players who have learned the rules of B: what differs from the one of players who go on as
        before.
        """
        sums = self.sums
        return {
            "games": sums.games,
            "digest": sums.digest(),
            "sentence": self._outcome(),
            "winner_changes": wilson(sums.otherwise, sums.games).data(),
            "deal_changes": wilson(sums.deals_otherwise, sums.deals).data(),
            "sides": [self._side(side, players) for side, players in enumerate(self.work.a.sides)],
            "answers": self.answers(),
        }

    # --------------------------------------------------------------------------------------------------------- data

    def data(self) -> dict[str, Json]:
        """The whole report as JSON data."""
        sums, work = self.sums, self.work
        return {
            "comparison": VERSION,
            "a": identity(work.a),
            "b": identity(work.b),
            "changes": [
                {"option": c.name, "about": c.about, "a": c.a[0], "b": c.b[0]} for c in self.changes
            ],
            "players": list(work.players),
            "seed": work.seed,
            "games": sums.games,
            "asked": self.asked,
            "complete": sums.games == self.asked,
            "confidence": CONFIDENCE,
            "digest": sums.digest(),
            "sentence": self.sentence(),
            "came_up": None if self.came_up is None else dict(zip(("games", "of"), self.came_up, strict=True)),
            "winner_changes": wilson(sums.otherwise, sums.games).data(),
            "deals": sums.deals,
            "deal_changes": wilson(sums.deals_otherwise, sums.deals).data(),
            "sides": [self._side(side, players) for side, players in enumerate(work.a.sides)],
            "undecided": self._undecided(),
            "length": {
                name: {key: one.data() for key, one in self._length(i).items()}
                for i, name in enumerate(("deals", "decisions"))
            },
            "measures": {
                name: dict(zip(("a", "b", "difference"), (one.data() for one in self._measure(name)), strict=True))
                for name, _, _ in self._compared()
            },
            "measured": self.measured(),
            "results": self._results(),
            "pairing": self._pairing(),
            "looked_at": len(self.found),
            "chose_otherwise": sum(not one.rules for one in self.found),
            "rules": self._rules(),
            "example": self._example(),
        }  # fmt: skip

    def _side(self, side: int, players: tuple[int, ...]) -> dict[str, Json]:
        sums, words = self.sums, Words(self.work.a)
        n = sums.games
        shown: dict[str, Json] = {"name": words.together(players)}
        if n:
            wins = sums.wins[side]
            shown["wins"] = {
                "a": wilson(wins.sums[0], n).data(),
                "b": wilson(wins.sums[1], n).data(),
                "difference": self._wins(side).data(),
            }
        scores = sums.scores[side]
        if scores.games:
            shown["per_deal"] = {
                "a": ratio(scores, XA, DA).data(),
                "b": ratio(scores, XB, DB).data(),
                "difference": ratio_difference(scores, (XA, DA), (XB, DB)).data(),
            }
        return shown

    def _length(self, i: int) -> dict[str, Estimate]:
        length = self.sums.length
        a, b = mean(length, i), mean(length, i + 2)
        half = Z * (variance(length, {i: -1, i + 2: 1}) / max(1, length.games)) ** 0.5
        difference = Estimate(b.value - a.value, b.value - a.value - half, b.value - a.value + half)
        return {"a": a, "b": b, "difference": difference}

    def _results(self) -> list[Json]:
        """How many games ended with each pair of winners under A and B."""
        words, found = Words(self.work.a), list[Json]()
        players = self.work.a.sides

        def named(winners: tuple[int, ...]) -> str:
            return ", ".join(words.together(players[side]) for side in winners) or "nobody"

        for (a, b), count in sorted(self.sums.results.items()):
            found.append({"a": named(a), "b": named(b), "count": count})
        return found

    def _pairing(self) -> Json:
        """What playing the same deals saves: how many unpaired games would be needed for one of ours.  By side, for
        wins.
        """
        if self.sums.games < 2:
            return None
        saved: list[Json] = []
        for wins in self.sums.wins:
            apart = variance(wins, {0: 1}) + variance(wins, {1: 1})
            paired = variance(wins, {0: -1, 1: 1})
            saved.append(round(apart / paired, 2) if paired else None)
        return saved

    def _rules(self) -> list[Json]:
        """The rules that made the first difference in the examples, the most frequent first."""
        tally: Counter[Rule] = Counter(rule for one in self.found for rule in one.rules)
        ordered = sorted(tally.items(), key=lambda item: (-item[1], item[0]))
        return [{"file": f, "line": line, "text": text, "games": count} for (f, line, text), count in ordered]

    def _example(self) -> Json:
        """The first game that ended differently, at the point where it begins to differ."""
        if not self.found:
            return None
        one = self.found[0]
        before: list[Json] = list(one.before)
        return {"game": one.index, "deal": one.deal, "before": before, "a": _events(one.a), "b": _events(one.b)}


def _events(events: tuple[Event, ...]) -> list[Json]:
    return [
        {"text": event.text, "file": event.rule[0], "line": event.rule[1]} if event.rule[2] else {"text": event.text}
        for event in events
    ]


def share(rate: float) -> str:
    """A rate as text for people: `1.8 %`."""
    percent = 100 * rate
    return f"{percent:.0f} %" if percent >= 10 else f"{percent:.1f} %" if percent >= 0.1 else f"{percent:.2g} %"


def _certain(difference: Estimate) -> bool:
    """Whether a difference is more than `SURE` standard deviations from 0."""
    return abs(difference.value) * Z > SURE * (difference.high - difference.low) / 2


def _number(value: float) -> str:
    """A number of points."""
    return f"{value:.2f}"


def _and(words: list[str]) -> str:
    """`a, b and c`; `a`."""
    return " and ".join((", ".join(words[:-1]), words[-1])) if len(words) > 1 else words[0]


def _of_100(difference: float) -> str:
    """The difference of two shares: `3.3 more of 100 games`."""
    return f"{share(abs(difference)).removesuffix(' %')} {'more' if difference > 0 else 'fewer'} of 100 games"


def interval(estimate: Estimate) -> str:
    """The confidence interval of a share: `1.5 to 2.1 %`."""
    return f"{share(estimate.low).removesuffix(' %')} to {share(estimate.high)}"


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _value(value: tuple[str, str]) -> str:
    word, meaning = value
    return f"“{meaning}”" if meaning else word


def same_rules(a: Program, b: Program) -> bool:
    """Whether two programs are the same rule set with different option values."""
    return a.fingerprint == b.fingerprint
