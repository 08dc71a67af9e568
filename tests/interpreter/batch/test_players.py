"""Players: the view they get, the choices they may return, and the strength of the player `sound`."""

from __future__ import annotations

from importlib.metadata import EntryPoint

import pytest

from hoyle.interpreter.batch.playout import Playout
from hoyle.interpreter.batch.statistics import wilson
from hoyle.interpreter.engine import Dice, Engine, Fault, State
from hoyle.interpreter.players import (
    BadPlayer,
    Player,
    RandomPlayer,
    SoundPlayer,
    UnknownPlayer,
    decision_of,
    guarded,
    maker,
    names,
    registry,
)
from hoyle.interpreter.players.sampling import imagined_slots
from hoyle.interpreter.players.strength import Strength
from hoyle.interpreter.players.trick_value import value_of_tricks
from hoyle.interpreter.program import trick_rules
from hoyle.interpreter.records import Choice

AVOID = """
game "Avoid"
language 1
players 3
deck 2 3 4 5 6 7 8 9
zones
    stock: face down
    trick: face up
    hand of each player: private
    won of each player: face down
remember
    leader: player
    points of each player: number
ranking
    any suit: 9 8 7 6 5 4 3 2
main
    set leader to a random player
    repeat 5 times
        gather every card into stock
        shuffle stock
        deal 10 from stock to hand of each player
        repeat 10 times
            play trick from hand to trick, led by leader, following suit, taken by winner
            move trick to winner.won
            add 1 to winner.points
            set leader to winner
    game over, won by the player with lowest points, otherwise shared
"""


def wins(program, makers, games: int):
    """The share of games that the first side wins."""
    playout = Playout(program, makers, 5)
    return wilson(sum(0 in playout.play(index).winners for index in range(games)), games)


@pytest.mark.parametrize(("name", "games"), [("newberry_euchre", 12), ("bid_euchre", 6), (None, 60)])
def test_the_player_sound_clearly_beats_random_players(program, name, games) -> None:
    rules = program(name) if name else program()
    assert wins(rules, [maker("sound"), maker("random")] * 2, games).low > 0.5


def test_the_player_sound_avoids_tricks_that_cost_points(program) -> None:
    rules = program(AVOID)
    assert value_of_tricks(rules) < -0.5
    assert value_of_tricks(program()) > 0.2
    assert wins(rules, [maker("sound"), maker("random"), maker("random")], 60).low > 0.5  # one third at random


@pytest.mark.parametrize(
    ("name", "kind"),
    [("bid_euchre", SoundPlayer), ("texas_euchre", SoundPlayer), ("noteuchre", lambda program, seat: RandomPlayer())],
)
def test_a_choice_depends_only_on_the_view(program, name, kind) -> None:
    """After an exchange of hidden cards the view, the options and the choice are the same."""
    rules = program(name)
    engine, dice = Engine(rules), Dice(3)
    players = [kind(rules, seat) for seat in range(rules.players)]
    state = engine.start(seed=8)
    for _ in range(60):
        question = engine.question(state)
        if question is None:
            break
        decision = decision_of(engine, state, Dice(1, 2))
        other = State(imagined_slots(rules, state.values, decision.view, dice))
        again = decision_of(engine, other, Dice(1, 2))
        assert (again.view, again.options, again.trick) == (decision.view, decision.options, decision.trick)
        assert sorted(card for zone in other.values for card in (zone if isinstance(zone, tuple) else ())) is not None
        engine.from_json(engine.to_json(other))  # every card is in some zone
        choice = decision.options[0]
        if len(decision.options) > 1:
            choice = players[question.player].choose(decision)
            assert choice == players[question.player].choose(again)
            assert choice in decision.options
        state = engine.apply(state, choice)


def test_the_view_after_a_choice_contains_its_effects(program) -> None:
    rules = program("newberry_euchre")
    engine = Engine(rules)
    decision = decision_of(engine, engine.start(seed=3), Dice(1))
    trump = next(i for i, v in enumerate(rules.variables) if v.name == "trump")
    after = {
        engine.words.label(decision.alternatives[c.alternative], c.values): decision.after(c) for c in decision.options
    }
    assert after["pass"].variables[trump] == (-1,)
    turned = next(z.cards for z in decision.view.zones if rules.zones[z.where.zone].name == "turned")
    assert after["order up"].variables[trump] == (rules.faces[rules.deck[turned[0]]].suit,)


def test_a_secret_choice_has_no_view_after_it(program) -> None:
    rules = program("bid_euchre")
    secret = next(i for i, ask in enumerate(rules.asks) if ask.secret)
    engine, dice = Engine(rules), Dice(2)
    for index in range(200):
        state = engine.start(seed=1, index=index)
        while (question := engine.question(state)) is not None:
            decision = decision_of(engine, state, dice)
            if question.ask == secret:
                assert decision.after(decision.options[0]) is None
                return
            state = engine.apply(state, decision.options[dice.below(len(decision.options))])


class Stubborn(Player):
    """A player that chooses something that is not offered."""

    def choose(self, decision) -> Choice:
        return Choice(99)


class Clumsy(Player):
    """A player that raises an exception."""

    def choose(self, decision) -> Choice:
        raise RuntimeError("ouch")


@pytest.mark.parametrize(("kind", "what"), [(Stubborn, "was not offered"), (Clumsy, "ouch")])
def test_a_faulty_player_stops_the_game(program, kind, what) -> None:
    with pytest.raises(BadPlayer, match=what):
        Playout(program(), [guarded("it", lambda p, s: kind())] * 4, 1).play(0)


def test_the_random_numbers_of_a_player_do_not_change_the_deal(program) -> None:
    class Thinker(RandomPlayer):
        def choose(self, decision) -> Choice:
            for choice in decision.options:
                decision.after(choice)
            for _ in range(decision.dice.below(7)):
                decision.dice.below(3)
            return super().choose(decision)

    rules = program("newberry_euchre")
    hands: list[object] = []
    for make in (lambda p, s: RandomPlayer(), lambda p, s: Thinker()):
        seen: list[object] = []
        playout = Playout(rules, [make, *[maker("random")] * 3], 6)
        playout.play(1, lambda record, _, seen=seen: seen.append(record))
        hands.append([record for record in seen if getattr(record, "dealt", False)][:8])
    assert hands[0] == hands[1]


class Imagining(Player):
    """A player that looks at the view after each option and takes the first option."""

    def choose(self, decision) -> Choice:
        assert all(decision.after(choice) is not None for choice in decision.options)
        return decision.options[0]


class First(Player):
    """A player that takes the first option."""

    def choose(self, decision) -> Choice:
        return decision.options[0]


@pytest.mark.parametrize("paired", [False, True])
def test_options_that_a_player_only_tries_are_not_counted(program, paired) -> None:
    played = []
    for kind in (First, Imagining):
        playout = Playout(program(), [lambda p, s, kind=kind: kind()] * 4, 1, paired=paired)
        played.append(([playout.play(index) for index in range(3)], playout.counts, playout.chosen))
    assert played[0] == played[1]
    assert any(played[0][1]) is not paired


def test_rules_that_fail_while_a_player_learns_are_reported_during_play(program, small_text) -> None:
    rules = program(small_text.replace("tricks of each team: 0..5", "tricks of each team: 0..2"))
    playout = Playout(rules, [maker("sound")] * 4, 1)
    with pytest.raises(Fault, match="2"):
        playout.play(0)


def test_every_seat_has_its_own_random_numbers() -> None:
    streams = [tuple(Dice(1, 0, seat).below(1000) for _ in range(1)) for seat in range(4)]
    assert len(set(streams)) == 4


def test_players_are_found_by_name_and_broken_ones_reported(monkeypatch, program) -> None:
    assert names()[:2] == ("random", "sound")
    with pytest.raises(UnknownPlayer, match="did you mean `sound`"):
        maker("sond")
    found = [
        EntryPoint("clumsy", f"{__name__}:Clumsy", registry.GROUP),
        EntryPoint("gone", "no_such_module:it", registry.GROUP),
        EntryPoint("text", "string:digits", registry.GROUP),
    ]

    def entry_points(group, name=None):
        return [point for point in found if point.group == group and name in (None, point.name)]

    monkeypatch.setattr("importlib.metadata.entry_points", entry_points)
    monkeypatch.setitem(__import__("sys").modules, __name__, __import__("types").SimpleNamespace(Clumsy=Clumsy))
    assert names() == ("random", "sound", "learned", "think", "think:quick", "think:deep", "clumsy", "gone", "text")
    with pytest.raises(BadPlayer, match="seat C failed"):
        maker("clumsy")(program("whist"), 2)
    with pytest.raises(UnknownPlayer, match="cannot be loaded"):
        maker("gone")
    with pytest.raises(UnknownPlayer, match="cannot be called"):
        maker("text")


def test_the_estimated_strength_follows_the_ranking(program) -> None:
    rules = program("newberry_euchre")
    known = trick_rules(rules)
    strength = Strength(rules, known)
    words = Engine(rules).words
    spades = rules.suits.index("spades") + 1
    chance = {words.card(card): strength.chance(spades)[card] for card in range(len(rules.deck))}
    assert chance["J♠"] == 1.0
    assert chance["J♠"] > chance["J♣"] > chance["A♠"] > chance["9♠"] > chance["A♥"] > chance["9♥"]
    assert sum(chance.values()) / len(chance) == pytest.approx(0.25, abs=0.001)
    assert strength.parts == 5
    assert trick_rules(program("noteuchre")) is None
