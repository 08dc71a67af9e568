"""One deal in two programs at once: Hoyle with its rulesets set to OpenSpiel's rules by their options, and OpenSpiel.

Cards and chance are Hoyle's; OpenSpiel is given the same.  Every seat is played by `think` or by the bot, each asked by
its own program, and the choice is made in both.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from time import process_time
from typing import Any, ClassVar

from hoyle.interpreter.engine import Dice, Engine
from hoyle.interpreter.players import decision_of
from hoyle.interpreter.players.player import Player
from hoyle.interpreter.records import Choice
from hoyle.interpreter.search.history import History

SUITS = {"♠": "S", "♥": "H", "♦": "D", "♣": "C"}


@dataclass
class Clock:
    """Measures how long choices take."""

    seconds: float = 0.0
    choices: int = 0

    @property
    def mean(self) -> float:
        """The mean time of a choice, in seconds."""
        return self.seconds / max(1, self.choices)

    def add(self, begun: float) -> None:
        """Count a choice that began at this time."""
        self.seconds += process_time() - begun
        self.choices += 1


@dataclass
class Seats:
    """Who plays: the engine, `think` for each seat, the game of OpenSpiel, its bot, and what their choices took."""

    engine: Engine
    players: list[Player]
    theirs: Any
    searcher: Any = None
    think: Clock = field(default_factory=Clock)
    bot: Clock = field(default_factory=Clock)


class Deal:
    """One deal in both programs.  `own`: the seats of `think`."""

    ruleset: ClassVar[str]
    variant: ClassVar[str] = ""
    """A variant that is laid over the ruleset."""
    options: ClassVar[dict[str, int | str | bool]] = {}
    theirs: ClassVar[tuple[str, dict[str, Any]]]
    seatings: ClassVar[tuple[frozenset[int], ...]] = tuple(frozenset({seat}) for seat in range(4))
    """The seats of `think` in each play of a deal."""

    def __init__(self, seats: Seats, seed: int, index: int, own: frozenset[int]) -> None:
        self.seats, self.own = seats, own
        self.engine, self.history = seats.engine, History(seats.engine.program)
        self.dice = Dice(seed, index, min(own))
        self.state = self.engine.start(seed=seed, index=index, listener=self.history.hear)
        self.other = seats.theirs.new_initial_state()
        for player in seats.players:
            player.begin()

    def play(self) -> float:
        """Play to the end of the deal.  Returns the mean points of `think`'s seats, less the mean of the others'."""
        self.begin()
        while not self.over():
            self.step()
        points = self.points()
        mine = [points[seat] for seat in range(len(points)) if seat in self.own]
        others = [points[seat] for seat in range(len(points)) if seat not in self.own]
        return sum(mine) / len(mine) - sum(others) / len(others)

    # ------------------------------------------------------------------------------------------- what games settle

    def begin(self) -> None:
        """Deal the same cards in the other program."""
        raise NotImplementedError

    def step(self) -> None:
        """Let the seat that is asked choose in both programs.  Usually both ask the same seat for the same."""
        labels = self.labels()
        actions = {self.action(self.named(label)): label for label in labels}
        assert set(actions) == set(self.other.legal_actions()), (labels, self.other.legal_actions())
        if self.asked() in self.own:
            label = self.thought(labels)
            action = next(one for one, named in actions.items() if named == label)
        else:
            action = self.searched(self.other)
        self.other.apply_action(action)
        self.say(labels[actions[action]])

    def named(self, label: str) -> str:
        """The other program's name of a choice."""
        return label

    def over(self) -> bool:
        """Whether the deal is over."""
        return self.other.is_terminal()

    def points(self) -> list[float]:
        """The points of each seat."""
        return self.other.returns()

    # ------------------------------------------------------------------------------------------------------ players

    def thought(self, labels: dict[str, Choice]) -> str:
        """The choice of `think`, as its label."""
        if len(labels) == 1:
            return next(iter(labels))
        begun, seat = process_time(), self.asked()
        self.history.asked(self.state.values)
        choice = self.seats.players[seat].choose(decision_of(self.engine, self.state, self.dice, history=self.history))
        self.seats.think.add(begun)
        return next(label for label, one in labels.items() if one == choice)

    def searched(self, state: Any) -> int:
        """The choice of the bot."""
        if len(state.legal_actions()) == 1:
            return state.legal_actions()[0]
        begun = process_time()
        action = self.seats.searcher.step(state)
        self.seats.bot.add(begun)
        return action

    # ------------------------------------------------------------------------------------------------ both programs

    def asked(self) -> int:
        """The seat that is asked."""
        question = self.engine.question(self.state)
        assert question is not None
        return question.player

    def labels(self) -> dict[str, Choice]:
        """The choices by label."""
        question = self.engine.question(self.state)
        assert question is not None
        return {option.label: option.choice for option in question.options()}

    def say(self, choice: Choice) -> None:
        """Make a choice in Hoyle."""
        self.history.asked(self.state.values)
        self.state = self.engine.apply(self.state, choice, listener=self.history.hear)

    def cards(self, zone: str, owner: int = -1) -> list[str]:
        """The cards in a zone, as Hoyle writes them."""
        info = next(one for one in self.engine.program.zones if one.name == zone)
        content = self.state.values[info.base + max(owner, 0)]
        number = range(len(self.engine.program.deck))
        cards = content if isinstance(content, tuple) else tuple(c for c in number if content >> c & 1)
        return [self.engine.words.card(one) for one in cards]

    def value(self, variable: str, owner: int = -1) -> int:
        """The value of a variable."""
        names = [info.name for info in self.engine.program.variables]
        return self.engine.value(self.state, names.index(variable), owner)

    def action(self, text: str) -> int:
        """The action with this name."""
        player = self.other.current_player()
        return next(a for a in self.other.legal_actions() if self.other.action_to_string(player, a) == text)

    def chance(self, text: str) -> None:
        """Let chance give this in the other program."""
        found = [a for a, _ in self.other.chance_outcomes() if self.other.action_to_string(-1, a) == text]
        assert len(found) == 1, text
        self.other.apply_action(found[0])


def suit_first(text: str) -> str:
    """`HT` for `10♥`."""
    return SUITS[text[-1]] + text[:-1].replace("10", "T")


def rank_first(text: str) -> str:
    """`TH` for `10♥`."""
    return text[:-1].replace("10", "T") + SUITS[text[-1]]


class Euchre(Deal):
    """OpenSpiel asks whether to play alone after the dealer's discard, Hoyle before: the bot is asked in a copy in
    which the dealer, if that is somebody else, discarded any card, which it cannot see.
    """

    ruleset = "newberry_euchre"
    options: ClassVar[dict[str, int | str | bool]] = {
        "stick_the_dealer": "must_call", "lone_euchre_pays": "defenders_gain", "march_against": "as_euchre",
        "lone_march_against": "as_lone_euchre", "loner_lead": "left_of_dealer", "discard_pickup": "no",
    }  # fmt: skip
    theirs = ("euchre", {"stick_the_dealer": True})
    seatings = (frozenset({0, 2}), frozenset({1, 3}))
    SIDES = "NESW"
    CALLED: ClassVar[dict[str, str]] = {"C": "Clubs", "D": "Diamonds", "H": "Hearts", "S": "Spades"}
    discard: int | None = None

    def begin(self) -> None:
        dealer = (self.asked() - 1) % 4
        self.chance(self.SIDES[dealer])
        hands = [self.cards("hand", seat) for seat in range(4)]
        for number in range(5):
            for step in range(4):
                self.chance(suit_first(hands[(dealer + step) % 4][number]))
        turned = suit_first(self.cards("turned")[0])
        self.chance(turned)
        maker_seat, first, alone = self._bidding(turned)
        if self.other.current_player() == dealer and not self._offers("Alone"):
            if not (alone and maker_seat == (dealer + 2) % 4):
                self.step()
            else:  # the dealer sits out, but discards in the other program
                self.other.apply_action(self.other.legal_actions()[0])
        assert self.other.current_player() == maker_seat or not first
        self.other.apply_action(self.action("Alone" if alone else "Partner"))

    def _bidding(self, turned: str) -> tuple[int, bool, bool]:
        """Play the bidding.  Returns who makes trump, whether the suit is that of the card turned up, and whether that
        player goes alone.
        """
        while True:
            seat, labels = self.asked(), self.labels()
            assert seat == self.other.current_player()
            first = "order up" in labels
            calls = {
                label: "Pass" if label == "pass" else self.CALLED[turned[0]] if first else label.split()[1].capitalize()
                for label in labels
            }
            if seat in self.own:
                label = self.thought(labels)
            else:
                call, alone = self._called(seat)
                label = next(one for one in labels if calls[one] == call and one.endswith("alone") == alone)
            self.other.apply_action(self.action(calls[label]))
            self.say(labels[label])
            if label != "pass":
                return seat, first, label.endswith("alone")

    def _called(self, seat: int) -> tuple[str, bool]:
        """What the bot calls, and whether it goes alone."""
        action = self.searched(self.other)
        call = self.other.action_to_string(seat, action)
        if call == "Pass":
            return call, False
        copy = self.other.clone()
        copy.apply_action(action)
        if "Alone" not in {copy.action_to_string(copy.current_player(), a) for a in copy.legal_actions()}:
            self.discard = self.searched(copy) if copy.current_player() == seat else None
            copy.apply_action(copy.legal_actions()[0] if self.discard is None else self.discard)
        choice = self.searched(copy)
        return call, copy.action_to_string(seat, choice) == "Alone"

    def searched(self, state: Any) -> int:
        if self.discard is not None and state is self.other:  # it chose already, in the copy
            action, self.discard = self.discard, None
            return action
        return super().searched(state)

    def named(self, label: str) -> str:
        return suit_first(label.split()[1])

    def points(self) -> list[float]:
        """OpenSpiel takes from the others what a side gets."""
        return [one / 2 for one in super().points()]

    def _offers(self, text: str) -> bool:
        return text in {self.other.action_to_string(self.other.current_player(), a) for a in self.other.legal_actions()}


class Hearts(Deal):
    """The first deal of a game in which no cards are passed: OpenSpiel's bot crashes where they are."""

    ruleset = "hearts"
    variant = """\
variant "Hearts without passing" of hearts
change main
    remove the line if places > 0: pass_cards(places)
remove phase pass_cards
"""
    theirs = ("hearts", {"qs_breaks_hearts": False})

    def begin(self) -> None:
        self.chance("No Pass")
        hands = [self.cards("hand", seat) for seat in range(4)]
        for number in range(13):
            for seat in range(4):
                self.chance(rank_first(hands[seat][number]))

    def named(self, label: str) -> str:
        return rank_first(label.split()[1])


class OhHell(Deal):
    """The first deal of a game of four, with seven cards."""

    ruleset = "oh_hell"
    options: ClassVar[dict[str, int | str | bool]] = {"misses": "tricks_count"}
    theirs = ("oh_hell", {"players": 4, "num_tricks_fixed": 7})

    def begin(self) -> None:
        self.chance("7")
        self.chance(str((self.asked() - 1) % 4))
        hands = [self.cards("hand", seat) for seat in range(4)]
        for number in range(7):
            for seat in range(4):
                self.chance(suit_first(hands[seat][number]))
        self.chance(suit_first(self.cards("turned")[0]))

    def named(self, label: str) -> str:
        kind, what = label.split()
        return what if kind == "bid" else suit_first(what)


class GinRummy(Deal):
    """The first deal of a game.  When somebody knocks, Hoyle lays out the melds, and for both sides lays off whatever
    fits: OpenSpiel's bot would have to find that by its search.
    """

    ruleset = "gin_rummy"
    options: ClassVar[dict[str, int | str | bool]] = {"discard_taken": True}
    theirs = ("gin_rummy", {})
    seatings = (frozenset({0}), frozenset({1}))
    DRAW_UPCARD, DRAW_STOCK, PASS, KNOCK = 52, 53, 54, 55
    SIGNS: ClassVar[dict[str, str]] = {"♠": "s", "♥": "h", "♦": "d", "♣": "c"}
    ended = False

    def begin(self) -> None:
        self.first = self.asked()
        hands = [self.cards("hand", (self.first + turn) % 2) for turn in (0, 1)]
        for one in (*hands[0], *hands[1], *self.cards("discards")):
            self._dealt(one)

    def step(self) -> None:
        labels, seat = self.labels(), self.asked()
        if any(one.startswith("lay off") or one == "done" for one in labels):
            self.say(labels[next(iter(labels))])
        elif any(one.startswith("discard") for one in labels):
            self._discard(labels, mine=seat in self.own)
        else:
            take = next((one for one in labels if one.startswith("take")), "")
            draw = "draw" if "draw" in labels else "pass"
            actions = {self.DRAW_UPCARD: take, self.DRAW_STOCK: draw, self.PASS: draw}
            if self.other.current_player() != (seat - self.first) % 2 or not set(self.other.legal_actions()) <= {
                *actions
            }:
                raise AssertionError((labels, str(self.other)))
            if seat in self.own:
                label = self.thought(labels)
                action = next(a for a in self.other.legal_actions() if actions[a] == label)
            else:
                action = self.searched(self.other)
            self.other.apply_action(action)
            self.say(labels[actions[action]])
        self._drawn()

    def _discard(self, labels: dict[str, Choice], *, mine: bool) -> None:
        """Discard, or knock: then the other program has nothing more to say."""
        if mine:
            label = self.thought(labels)
        else:
            action = self.searched(self.other)
            knocks = action == self.KNOCK
            if knocks:
                self.other.apply_action(action)
                action = self.searched(self.other)
            text = self.other.action_to_string(self.other.current_player(), action).split()[-1]
            verb = "knock with" if knocks else "discard"
            label = next(one for one in labels if one.startswith(verb) and self._theirs(one.split()[-1]) == text)
        self.ended = label.startswith("knock")
        if not self.ended:
            self.other.apply_action(self._number(label.split()[-1]))
        self.say(labels[label])

    def _drawn(self) -> None:
        """Give the other program the card that was drawn.  After two refusals it asks, Hoyle does not."""
        if self.ended or self.other.is_terminal():
            return
        if self.other.legal_actions() == [self.DRAW_STOCK] and any(one.startswith("discard") for one in self.labels()):
            self.other.apply_action(self.DRAW_STOCK)
        if not self.other.is_chance_node():
            return
        seat = self.asked()
        legal = {self._theirs(one) for one in self.cards("hand", seat)}
        action = next(a for a, _ in self.other.chance_outcomes() if self._last(a) in legal)
        self.other.apply_action(action)

    def _last(self, action: int) -> str:
        return self.other.action_to_string(-1, action).split()[-1]

    def _dealt(self, card: str) -> None:
        self.chance(f"Chance outcome: {self._theirs(card)}")

    def _theirs(self, card: str) -> str:
        return card[:-1].replace("10", "T") + self.SIGNS[card[-1]]

    def _number(self, card: str) -> int:
        text = self._theirs(card)
        player = self.other.current_player()
        return next(a for a in self.other.legal_actions() if self.other.action_to_string(player, a).split()[-1] == text)

    def over(self) -> bool:
        """Whether somebody has won the deal, or nobody has and the stock is used up: then the next deal has begun."""
        if self.ended:
            return self.value("boxes", 0) + self.value("boxes", 1) > 0
        return self.other.is_terminal() or "Phase: Wall" in str(self.other)

    def points(self) -> list[float]:
        return [float(self.value("points", seat)) for seat in (0, 1)]


DEALS: dict[str, type[Deal]] = {"euchre": Euchre, "hearts": Hearts, "oh_hell": OhHell, "gin_rummy": GinRummy}
"""The games in which both can play.  The bot asks for information states, which OpenSpiel does not have for its games
of Spades and Skat.
"""
