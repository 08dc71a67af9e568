"""Texas Euchre against an oracle written by hand from the document (TX) and the rulings, not from the rule file.

The oracle reads the records of games: what was laid, which cards fell to each trick; it works out who must have taken
the trick, what every player owes, who has won, and compares.
"""

from __future__ import annotations

import itertools

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from hoyle.interpreter.engine import Dice
from hoyle.interpreter.records import Assigned, Chosen, Drawn, Moved, PhaseBegan, PhaseEnded, Shuffled, Where

GAMES = settings(max_examples=25, suppress_health_check=[HealthCheck.too_slow])
COURT = ("ranked", "tens", "ace_one")
ORDER = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]
HAND = {3: 4, 4: 5, 5: 6, 6: 7}  # TX18, 20, 240, 244, 248


def card_points(rank, court_cards):
    """What a laid card counts: TX125-128 show numbers at face; the court cards are ruling 1."""
    if rank.isdigit():
        return int(rank)
    return {
        "ranked": {"J": 11, "Q": 12, "K": 13, "A": 14},
        "tens": {"J": 10, "Q": 10, "K": 10, "A": 11},
        "ace_one": {"J": 10, "Q": 10, "K": 10, "A": 1},
    }[court_cards][rank]


def owed(worth, taken, thrower, *, tied_last="double", reverse=False, sweep=True):
    """What each player takes at the end of a deal: how often the points in front of him."""
    if thrower is None:  # TX232-234: everybody is considered to have no tricks
        return list(worth)
    tricks = sum(taken)
    best, worst = (min(taken), max(taken)) if reverse else (max(taken), min(taken))
    clean = 0 if reverse else tricks
    points = []
    for player, laid in enumerate(worth):
        if player == thrower:
            if taken[player] == worst:
                alone = taken.count(worst) == 1
                times = 2 if alone or tied_last == "double" else 1  # TX58, and TX56 for those tied
            elif taken[player] == best:
                times = 0  # TX59: tied for the most is the most
            else:
                times = 1  # TX202, 222
        elif sweep and taken[thrower] == clean:
            times = 2  # TX61
        else:
            times = 1 if taken[player] == worst else 0  # TX55-56, 226
        points.append(laid * times)
    return points


def taker(plays, *, reverse=False):
    """Who takes a trick of (player, rank): the highest rank, of equal ones the last played (TX49, 51, 254-255)."""
    best = None
    for player, rank in plays:
        strength = ORDER.index(rank) * (-1 if reverse else 1)
        if best is None or strength >= best[0]:
            best = (strength, player)
    return best[1]


def audit(match, *, reverse=False):
    """Go through the records of a whole game and hold every deal, trick, draw and the winner against the document."""
    options, players = match.program.options, match.program.players
    names = {name: number for number, name in enumerate(match.program.phases)}
    variable = {info.name: number for number, info in enumerate(match.program.variables)}
    hits = [[] for _ in range(players)]  # per player: (deal, points) each time points came
    totals, deal, dealer, ended_at, owing = [0] * players, 0, -1, 0, 0
    stock = Where(next(i for i, zone in enumerate(match.program.zones) if zone.name == "stock"), -1)
    seen = {"thrower": 0, "exhausted": 0, "swept": 0, "tricks": 0}
    laid = taken = plays = []
    thrower, gains, turns, leads = None, {}, [], None
    for record in match.records:
        match record:
            case Drawn(purpose="dealer", value=dealer):
                pass
            case Shuffled():
                deal += 1
                laid, taken, plays = [[] for _ in range(players)], [0] * players, []
                thrower, gains, turns, leads = None, {}, [], None
            case PhaseBegan(phase) if phase == names["score_deal"]:
                gains = {}
            case Chosen(player, ask, choice):
                said = match.program.asks[ask].alternatives[choice.alternative].texts[0].split()[0]
                if said in ("lay", "throw", "let"):
                    turns.append((player, said))
                if said == "throw":
                    thrower = player
            case Moved(cards, source, target):
                place, whose = match.zone(target)
                ranks = [match.face(card)[0] for card in cards]
                if place == "laid":
                    assert match.zone(source) == ("hand", whose)
                    laid[whose] += ranks
                    owing = len(cards)
                elif source == stock and owing:
                    assert (place, len(cards)) == ("hand", owing), "as many are drawn as were laid (TX27)"
                    owing = 0
                elif place == "trick":
                    plays += [(source.owner, rank) for rank in ranks]
                elif place == "taken":
                    assert len(plays) == players
                    seats = [player for player, _ in plays]
                    assert seats == [(seats[0] + i) % players for i in range(players)]
                    assert whose == taker(plays, reverse=reverse)
                    assert seats[0] == (thrower if leads is None else leads), (
                        "the thrower leads (TX47), then the taker (TX51)"
                    )
                    taken[whose] += 1
                    seen["tricks"] += 1
                    leads, plays = whose, []
            case Assigned(number, owner, before, value) if number == variable["points"]:
                assert before == totals[owner]
                assert owner not in gains, "points are taken once a deal"
                gains[owner] = value - before
                totals[owner] = value
            case Assigned(number, _, before, value) if number == variable["dealer"] and value != dealer:
                assert value == (before + 1) % players, "the deal passes to the left (TX65)"
                dealer = value
            case PhaseEnded(phase) if phase == names["score_deal"]:
                worth = [sum(card_points(rank, options["court_cards"]) for rank in pile) for pile in laid]
                expected = owed(
                    worth,
                    taken,
                    thrower,
                    tied_last=options["thrower_tied_last"],
                    reverse=reverse,
                    sweep=not reverse or options["reverse_sweep"] == "none_taken",
                )
                assert [gains.get(player, 0) for player in range(players)] == expected
                assert sum(taken) == (HAND[players] if thrower is not None else 0)
                check_turns(turns, players, thrower, dealer)
                for player, points in enumerate(expected):
                    if points:
                        hits[player].append((deal, points))
                ended_at = deal
                seen["thrower" if thrower is not None else "exhausted"] += 1
                seen["swept"] += thrower is not None and taken[thrower] == HAND[players]
            case _:
                pass
    assert ended_at == deal
    if match.result() is not None:
        assert max(totals) >= options["target"]
        assert set(match.result().winners) == winners(totals, hits)
    return seen


def winners(totals, hits):
    """TX71; TX228-230: of those lowest, whoever took points last loses; in the same deal, whoever took more."""
    lowest = [player for player, points in enumerate(totals) if points == min(totals)]
    last = {player: hits[player][-1] if hits[player] else (0, 0) for player in lowest}
    return {player for player in lowest if last[player] == min(last.values())}


def check_turns(turns, players, thrower, dealer):
    """Turns go round from the dealer's left; nobody throws on the first lap; after the throw everybody once more."""
    assert turns[0][0] == (dealer + 1) % players
    for (before, _), (after, _) in itertools.pairwise(turns):
        assert after == (before + 1) % players
    throws = [at for at, (_, said) in enumerate(turns) if said == "throw"]
    assert len(throws) <= 1, "nobody throws a second time"
    if throws:
        assert throws[0] >= players, "not on your first turn (TX37, 208-210)"
        assert len(turns) == throws[0] + players, "one last turn each (TX35, 41)"
        assert turns[throws[0]][0] == thrower


# --------------------------------------------------------------------------------------------------- whole games


RULESETS = pytest.mark.parametrize("name", ["texas_euchre", "reverse_texas_euchre"])


def settings_for(name):
    """Any options of the game."""
    options = {
        "target": st.sampled_from([10, 100, 500]),
        "court_cards": st.sampled_from(COURT),
        "must_lay": st.sampled_from(["every_turn", "first_turn"]),
        "thrower_tied_last": st.sampled_from(["double", "single"]),
    }
    if name == "reverse_texas_euchre":
        options["reverse_sweep"] = st.sampled_from(["none_taken", "off"])
    return st.fixed_dictionaries(options)


@RULESETS
@given(data=st.data())
@GAMES
def test_whole_games_agree_with_the_document(data, name, tables, strategies):
    options, players = data.draw(settings_for(name)), data.draw(st.integers(3, 6))
    strategy = strategies[data.draw(st.sampled_from(["any kind", "any kind", "anything", "shy"]))]
    seed = data.draw(st.integers(0, 2**32))
    match = tables.match(name, options, players, seed=seed).to_end(strategy, Dice(seed))
    assert match.result() is not None
    audit(match, reverse=name.startswith("reverse"))


def careful(question, dice):
    """One card at a time, the lowest listed, and the hand thrown down now and then: small points, so many ties."""
    choices = list(question.choices())
    throws = [choice for choice in choices if not choice.values and choice.alternative == 1]
    if throws and dice.below(3) == 0:
        return throws[0]
    return choices[dice.below(min(len(choices), 3))]


def spendthrift(question, dice):
    """Everything is laid, and nobody throws down: the stock runs out."""
    choices = [choice for choice in question.choices() if choice.alternative != 1 or dice.below(40) == 0]
    return max(choices, key=lambda choice: [value.bit_count() for value in choice.values])


@RULESETS
def test_many_games_reach_ties_sweeps_and_exhaustion(name, tables):
    reached = {"thrower": 0, "exhausted": 0, "swept": 0, "tricks": 0, "shared": 0, "looked back": 0}
    for seed in range(150):
        strategy = careful if seed % 5 else spendthrift
        match = tables.match(name, {"target": 40}, 3 + seed % 2, seed=seed)
        match.to_end(strategy, Dice(seed))
        for what, count in audit(match, reverse=name.startswith("reverse")).items():
            reached[what] += count
        standings = [values for _, values in match.result().standings]
        reached["shared"] += match.result().tie
        reached["looked back"] += 0 < standings[0][0] == standings[1][0] and standings[0] != standings[1]
    assert all(reached.values()), reached


# ------------------------------------------------------------------------------------------ every way to divide tricks


def splits(tricks, players):
    """Every way to divide the tricks."""
    if players == 1:
        return [(tricks,)]
    return [(n, *rest) for n in range(tricks + 1) for rest in splits(tricks - n, players - 1)]


def staged(tables, fixed, name, split, thrower, options, players):
    """A deal in which seat `thrower` (counted from the first to turn) throws and tricks fall as `split` says.

    Each player gets as many winning cards as he is to take tricks; everybody lays one card in the first lap, those
    before the thrower another in the second.  Seat 0 is the first to turn, so the last seat deals."""
    size = HAND[players]
    high = [rank + suit for rank in ("A", "K") for suit in "♠♥♦♣"] * (2 if players == 6 else 1)
    low = [rank + suit for rank in ORDER[:11] for suit in "♠♥♦♣"] * (2 if players == 6 else 1)
    if name == "reverse_texas_euchre":
        high, low = (
            [r + s for r in ("2", "3") for s in "♠♥♦♣"] * (len(high) // 8),
            [c for c in reversed(low) if c[0] not in "23"],
        )
    final = [
        [high.pop(0) for _ in range(split[p])] + [low.pop(0) for _ in range(size - split[p])] for p in range(players)
    ]
    spare = [[low.pop() for _ in range(2 if p < thrower else 1)] for p in range(players)]
    deal = {}
    for p in range(players):
        first = [*final[p][: size - 1], spare[p][0]]
        drawn = [spare[p][1], final[p][-1]] if p < thrower else [final[p][-1]]
        deal["hand", p] = " ".join(first + drawn)
    match = tables.match(name, options, players, chance=fixed(deal, {"dealer": players - 1}))
    for p in range(players):
        match.say(f"lay {spare[p][0]}")
    for p in range(thrower):
        match.say(f"lay {spare[p][1]}")
    match.say("throw down")
    for _ in range(players - 1):
        match.say("lay nothing")
    todo = [n for p in range(players) for n in [p] * split[p]]
    winning = [final[p][: split[p]] for p in range(players)]
    losing = [final[p][split[p] :] for p in range(players)]
    for winner in todo:
        for _ in range(players):
            actor = match.actor
            match.say(f"play {(winning if actor == winner else losing)[actor].pop(0)}")
    worth = [
        sum(card_points(card[:-1], options.get("court_cards", "ranked")) for card in spare[p]) for p in range(players)
    ]
    return match, worth


CASES = [
    (name, tied_last, sweep)
    for name in ("texas_euchre", "reverse_texas_euchre")
    for tied_last in ("double", "single")
    for sweep in (("none_taken", "off") if name.startswith("reverse") else ("",))
]


@pytest.mark.parametrize(("name", "tied_last", "sweep"), CASES)
@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_scoring_of_every_division_of_the_tricks(name, tied_last, sweep, players, tables, fixed, gains_of):
    options = {"thrower_tied_last": tied_last, "target": 500} | ({"reverse_sweep": sweep} if sweep else {})
    every = splits(HAND[players], players)
    for number, split in enumerate(every):
        # With four or more players the thrower's seat goes round with the splits instead of all seats for each.
        for thrower in range(players) if players < 4 else [number % players]:
            if players > 4 and number % (3 if players == 5 else 12) and len(set(split)) > 2:
                continue
            match, worth = staged(tables, fixed, name, split, thrower, options, players)
            expected = owed(
                worth,
                list(split),
                thrower,
                tied_last=tied_last,
                reverse=name.startswith("reverse"),
                sweep=sweep != "off",
            )
            assert gains_of(match) == expected, (split, thrower)


@pytest.mark.parametrize("court_cards", COURT)
def test_what_laid_cards_count(court_cards, tables, fixed, gains_of):
    """Everybody lays one card of each rank in turn; the stock runs out; everybody takes what lies in front (TX234)."""
    for rank in ORDER:
        deal = {("hand", 0): f"{rank}♠ 2♥ 3♥ 4♥"}
        match = tables.match(
            "texas_euchre", {"court_cards": court_cards, "target": 500}, 3, chance=fixed(deal, {"dealer": 2})
        )
        match.say(f"lay {rank}♠")
        while "let the stock run out" not in match.options():
            pick = max(match.options(), key=lambda label: (label.startswith("lay"), label.count(" ")))
            match.say(pick)
        laid = [[card[:-1] for card in match.cards("laid", p)] for p in range(3)]
        match.say("let the stock run out")
        assert rank in laid[0]
        assert gains_of(match) == [sum(card_points(r, court_cards) for r in pile) for pile in laid]
