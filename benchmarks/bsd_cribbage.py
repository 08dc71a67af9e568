"""The `cribbage` of the BSD games, driven over a pseudo-terminal (`outside.py`).

    played, given_up = games(program, maker("learned"), seed=1, count=10)

`Terminal` types and reads its screen, `Deal` is what our seat has seen of a deal there, and `Seat` brings Hoyle's
Cribbage to the same question and asks a player.
"""

from __future__ import annotations

import os
import re
import select
from dataclasses import dataclass, field
from itertools import combinations
from time import monotonic

from hoyle.interpreter.engine import Dice, Engine, State
from hoyle.interpreter.engine.sets import bits
from hoyle.interpreter.players import Maker, decision_of
from hoyle.interpreter.program import Program, Slots
from hoyle.interpreter.records import Choice
from hoyle.interpreter.search.history import History

PROGRAM = "/usr/games/cribbage"
RANKS = "A23456789TJQK"
NAMES = ["ACE", "TWO", "THREE", "FOUR", "FIVE", "SIX", "SEVEN", "EIGHT", "NINE", "TEN", "JACK", "QUEEN", "KING"]
SIGNS = {"♠": "S", "♥": "H", "♦": "D", "♣": "C"}
US, THEM = 0, 1
HAND, TABLE = 1, 13
"""The columns of the screen at which the highest card of the hand and of the table is written."""
LEFT = 38
"""The column at which messages begin."""
ROWS = range(9, 24)
"""The rows of messages; after the last one the first is used again."""
PATIENCE = 20.0
"""For how many seconds the other program may say nothing."""
PROMPT = re.compile(r"(--More--|-->|play:|scores|game\?|61\)\?|cribbage\?)$")

CUT, PLAYED = re.compile(r"cut the (\w+) of (\w+)$"), re.compile(r"playing (\w+) of (\w+)$")


class OutOfStep(Exception):
    """The two programs do not play the same game any more."""


class Terminal:
    """The other program and its screen."""

    def __init__(self) -> None:
        import pty

        import pyte

        self.screen = pyte.Screen(80, 24)
        self.stream = pyte.ByteStream(self.screen)
        self.row = ROWS[0]
        self.process, self.file = pty.fork()
        if not self.process:
            os.execve(PROGRAM, [PROGRAM, "-r"], {**os.environ, "TERM": "vt100", "LINES": "24", "COLUMNS": "80"})

    def close(self) -> None:
        """End the other program."""
        os.close(self.file)
        os.waitpid(self.process, 0)

    def say(self, text: str) -> list[str]:
        """Type something.  Returns the messages until the next prompt, the prompt included."""
        os.write(self.file, text.encode())
        return self.heard()

    def heard(self) -> list[str]:
        """The messages until the next prompt."""
        until, quiet, answered = monotonic() + PATIENCE, False, False
        while not (answered and quiet and PROMPT.search(self.line(self.screen.cursor.y))):
            quiet = not select.select([self.file], [], [], 0.1)[0]
            if not quiet:
                self.stream.feed(os.read(self.file, 65_536))
                answered = True
            elif monotonic() > until:
                raise OutOfStep(f"no prompt: {self.line(self.screen.cursor.y)!r}")
        found, row = [self.line(self.row)], self.row
        while row != self.screen.cursor.y:
            row = row + 1 if row + 1 in ROWS else ROWS[0]
            found.append(self.line(row))
        self.row = row
        return found

    def line(self, row: int) -> str:
        """The message in a row."""
        return self.screen.display[row][LEFT:].strip(" *|")

    def cards(self, column: int) -> list[str]:
        """The cards of the hand or of the table, each in front of the next."""
        rows = ((1 + 2 * i, column + i) for i in range(11))
        found = (self.screen.display[row][at : at + 2] for row, at in rows)
        return [card for card in found if card[0] in RANKS and card[1] in "SHDC"]

    @property
    def points(self) -> tuple[int, int]:
        """Our points and theirs."""
        rows = (self.screen.display[row][LEFT:] for row in (1, 7))
        ours, theirs = (re.search(r"Score: *(\d+)", row) for row in rows)
        return (int(ours[1]), int(theirs[1])) if ours and theirs else (0, 0)

    @property
    def own_crib(self) -> bool:
        """Whether the crib is ours: then it lies on the left."""
        return any(row[:10].strip() == "CRIB" for row in self.screen.display)


def score(hand: list[str], starter: str, *, crib: bool) -> int:
    """What four cards are worth with the starter.  Of a crib, a flush counts only with the starter."""
    cards = [*hand, starter]
    numbers = [RANKS.index(card[0]) + 1 for card in cards]
    fifteens = sum(
        2 for size in range(2, 6) for some in combinations(numbers, size) if sum(min(10, one) for one in some) == 15
    )
    pairs = sum(2 for one, other in combinations(numbers, 2) if one == other)
    runs = 0
    for size in (5, 4, 3):
        found = [some for some in combinations(sorted(numbers), size) if some == tuple(range(some[0], some[0] + size))]
        if found:
            runs = size * len(found)
            break
    nobs = sum(card == "J" + starter[1] for card in hand)
    suits = {card[1] for card in hand}
    flush = 0 if len(suits) > 1 else 5 if starter[1] in suits else 0 if crib else 4
    return fifteens + pairs + runs + nobs + flush


@dataclass
class Deal:
    """What one seat has seen of a deal."""

    dealer: int
    points: tuple[int, int]
    hand: list[str]
    """The six cards of the hand."""
    away: list[str] = field(default_factory=list["str"])
    """The cards that were laid away."""
    starter: str = ""
    plays: list[str] = field(default_factory=list["str"])
    """The cards that both have played, in order."""

    @property
    def theirs(self) -> list[str]:
        """The cards that the others have played."""
        return [card for card in self.plays if card not in self.hand]


class Seat:
    """Our seat: Hoyle's Cribbage, brought to what was seen of a deal, and a player who is asked there."""

    def __init__(self, program: Program, kind: Maker, seed: int) -> None:
        self.engine, self.player, self.seed = Engine(program), kind(program, US), seed
        self.asked = 0
        dealer = next(one for one in program.variables if one.name == "dealer").base
        starts = (self.engine.start(seed=seed, index=index) for index in range(64))
        self.starts = {start.values[dealer]: start for start in starts}
        """For each dealer, a game that has begun."""
        self.points = next(one for one in program.variables if one.name == "points").base
        self.bases = {zone.name: zone.base for zone in program.zones}
        self.numbers = {self._text(self.engine.words.card(card)): card for card in range(len(program.deck))}

    def choose(self, deal: Deal) -> tuple[str, ...]:
        """The cards that the player lays away, or the card that it plays.  Raises `OutOfStep`."""
        state, history = self._brought_to(deal)
        question = self.engine.question(state)
        if question is None or question.player != US:
            raise OutOfStep("it is not our turn")
        named = {one.choice: self._named(one.label) for one in question.options()}
        if len(named) == 1:
            return next(iter(named.values()))
        self.asked += 1
        history.asked(state.values)
        dice = Dice(self.seed, self.asked, US)
        return named[self.player.choose(decision_of(self.engine, state, dice, history=history))]

    def _brought_to(self, deal: Deal) -> tuple[State, History]:
        """The state in which the deal is now, and its history.  Cards that were not seen lie anywhere;
        the player does not see them either.
        """
        values = self.starts[deal.dealer].values.copy()
        values[self.points : self.points + 2] = deal.points
        # The others' cards that were not seen count ten: then they say go where the others did.
        unseen = [card for card in self.numbers if card not in {*deal.hand, *deal.plays, deal.starter}]
        unseen.sort(key=lambda card: card[0] not in "TJQK")
        for seat, cards in ((US, deal.hand), (THEM, [*deal.theirs, *unseen][:6])):
            wanted = [self.numbers[card] for card in cards]
            others = [card for card in self._in(values, "hand", seat) if card not in wanted]
            for card in wanted:
                if card not in self._in(values, "hand", seat):
                    self._exchange(values, card, others.pop())
        if deal.starter:
            trial = self._with_cards_away(State(values.copy()), deal, History(self.engine.program))
            (turned,) = self._in(trial.values, "starter", 0)
            self._exchange(values, turned, self.numbers[deal.starter])
        history, state = History(self.engine.program), State(values)
        history.begin_at(values)
        if deal.starter:
            state = self._with_cards_away(state, deal, history)
        plays = list(deal.plays)
        while (question := self.engine.question(state)) is not None:
            named = {self._named(one.label): one.choice for one in question.options()}
            if () in named:  # nothing can be played, so the player says go
                state = self._made(state, named[()], history)
            elif plays:
                if (plays[0],) not in named:
                    raise OutOfStep(f"{plays[0]} cannot be played")
                state = self._made(state, named[plays.pop(0),], history)
            else:
                break
        return state, history

    def _with_cards_away(self, state: State, deal: Deal, history: History) -> State:
        """The state after both laid cards away: the others laid away cards that they have not played."""
        for away, kept in ((deal.away, ()), ((), deal.theirs)):
            question = self.engine.question(state)
            assert question is not None
            options = {self._named(one.label): one.choice for one in question.options()}
            found = next(c for cards, c in options.items() if set(away) <= {*cards} and not {*cards} & {*kept})
            state = self._made(state, found, history)
        return state

    def _made(self, state: State, choice: Choice, history: History) -> State:
        history.asked(state.values)
        return self.engine.apply(state, choice, listener=history.hear)

    # ------------------------------------------------------------------------------------------------------- cards

    def _text(self, card: str) -> str:
        """`TH` for `10♥`."""
        return card[:-1].replace("10", "T") + SIGNS[card[-1]]

    def _named(self, label: str) -> tuple[str, ...]:
        """The cards that the label of a choice names."""
        return tuple(self._text(word) for word in label.split() if word[-1] in SIGNS)

    def _in(self, values: Slots, zone: str, owner: int) -> list[int]:
        """The cards in a zone."""
        content = values[self.bases[zone] + owner]
        return list(content) if isinstance(content, tuple) else list(bits(content))

    def _exchange(self, values: Slots, one: int, other: int) -> None:
        """Let two cards change places."""
        places = {one: other, other: one}
        for zone in self.engine.program.zones:
            for at in range(zone.base, zone.base + zone.count):
                content = values[at]
                if isinstance(content, tuple):
                    values[at] = tuple(places.get(card, card) for card in content)
                else:
                    values[at] = sum(1 << places.get(card, card) for card in bits(content))


def play(terminal: Terminal, seat: Seat, messages: list[str]) -> tuple[int, int]:
    """Play a game, which begins with these messages.  Returns the points that both won.  Raises `OutOfStep`."""
    deal: Deal | None = None
    while True:
        if deal is not None and len(deal.away) == 2:
            for cut in filter(None, (CUT.search(one) for one in messages)):
                deal.starter = deal.starter or in_bsd(cut)
            if deal.starter:  # a card that makes thirty-one may be named only in a message
                named = filter(None, (PLAYED.search(one) for one in messages))
                for card in (*terminal.cards(TABLE), *map(in_bsd, named)):
                    note(deal, card)
        prompt = messages[-1]
        if any("should have taken" in one or "really only" in one for one in messages):
            raise OutOfStep(f"the cards were counted wrong: {messages}")
        if prompt.endswith("game?"):
            return terminal.points
        if prompt.endswith("-->"):
            if deal is None or len(deal.away) == 2:
                deal = Deal(US if terminal.own_crib else THEM, terminal.points, terminal.cards(HAND))
                if len(deal.hand) != 6:
                    raise OutOfStep(f"{deal.hand} were dealt")
                deal.away = list(seat.choose(deal))
            else:
                raise OutOfStep("cards are to be laid away again")
            messages = terminal.say(deal.away[0].lower() + "\n")
            if not messages[-1].endswith("-->"):
                raise OutOfStep(f"{deal.away[0]} was not laid away")
            messages = terminal.say(deal.away[1].lower() + "\n")
        elif prompt.endswith("play:"):
            assert deal is not None
            (card,) = seat.choose(deal)
            deal.plays.append(card)
            messages = terminal.say(card.lower() + "\n")
        elif prompt.endswith("scores"):
            assert deal is not None
            found = score(terminal.cards(HAND), deal.starter, crib="crib" in prompt)
            messages = terminal.say(f"{found}\n")
        else:
            messages = terminal.say(" ")


def note(deal: Deal, card: str) -> None:
    """Note that a card was played, if that is not known."""
    if card not in deal.plays and card != deal.starter and card not in deal.away:
        deal.plays.append(card)


def in_bsd(found: re.Match[str]) -> str:
    """`AS` for `ACE of SPADES`."""
    return RANKS[NAMES.index(found[1])] + found[2][0]


def games(program: Program, kind: Maker, seed: int, count: int) -> tuple[list[tuple[int, int]], int]:
    """Play games.  Returns the points of both in each, and how many were given up because the programs got out of
    step.
    """
    seat, played, lost = Seat(program, kind, seed), list[tuple[int, int]](), 0
    while len(played) < count and lost <= max(3, count // 10):
        terminal = Terminal()
        try:
            terminal.heard()
            terminal.say("n")
            messages = terminal.say("l")
            while len(played) < count:
                played.append(play(terminal, seat, messages))
                messages = terminal.say("y")
        except OutOfStep as error:
            print(f"out of step: {error}", flush=True)
            lost += 1
        finally:
            terminal.close()
    return played, lost
