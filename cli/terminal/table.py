"""The table of `hoyle play`: it reports what happens, asks people, and lets programs choose."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from rich.text import Text

from ...api.recording import reason
from ...dsl.source.identity import each_once
from ...interpreter.engine import Question
from ...interpreter.faults import Fault
from ...interpreter.players.plugins import BadPlayer
from ...interpreter.record.session import GameSession
from ...interpreter.records import AnyRecord, Choice, Chosen
from ...interpreter.replay.choices import find, only_choice
from ...interpreter.story.hand import sorted_hand
from ...interpreter.story.items import PhaseItem, TranscriptItem
from ...interpreter.story.scene import scene
from ...interpreter.story.story import Story
from ...interpreter.story.view import UNSEEN
from ...interpreter.text.spellings import plain
from ...interpreter.trial.ranges import fault_help
from .answers import AnswerReader
from .asked_for import numbers, show_hint, show_rule
from .console import console_for, visible
from .offers import Offer, offer
from .opponents import Opponents, Seats
from .pieces import CARDS
from .reading_line import InputEnded, LineReader
from .render import Renderer, coloured
from .scenes import Data, SceneStyle, table_lines
from .settled import GO_ON, deal_settled, show_settled

HELP = """Answer with a number, with a card (J♠, JS, js), or in words: play J♠, lay 2♣ 10♦, pass.
The beginning of a choice is enough where only one begins so.
?, help  this help, and the table again
? WORDS  why that choice is not legal
hint     what is best from what you can know, and what each choice is worth
score    the numbers of everybody
rules    the rule that asks this, with its lines
log      what happened since the deal
undo     take back your last choice and what followed; the same cards come again
table: … something that happens at the table, as it is listed
q        leave the game"""
COMMANDS = ("help", "hint", "score", "rules", "log", "undo", "quit")


class PlayerLeft(Exception):
    """The person left, or the input ended."""


class CannotRecord(Exception):
    """The game can no longer be written.  The text is the reason."""


class PlayTable:
    """One game in progress.  `file` is the name of the script to which it is written.  `kept`: whether it is kept
    without a name that the person gave.
    """

    def __init__(
        self,
        session: GameSession,
        seats: Seats,
        file: str | None = None,
        *,
        kept: bool = False,
        ascii: bool,
        plain: bool = False,
    ) -> None:
        self.session = session
        self.engine = session.engine
        self.seats = seats
        self.file = file
        self.kept = kept
        self.ended = False
        """Whether the game was played to its end."""
        self.words = session.words
        self.ascii = ascii
        self.out = Renderer(console_for(narrow=True), ascii=ascii)
        self.out.plain = self.out.plain or plain
        self.answers = AnswerReader(session, self.out)
        self.lines = LineReader(self.out.console.file)
        self.style = SceneStyle(ascii=ascii, plain=plain)
        self.opponents = Opponents(session, seats)
        self.asked: list[int] = []
        """The choices that people made, as indices into `session.answered`."""
        self.shown_to = -1
        """The person whose cards are on the screen."""
        self._begin_telling()

    def _begin_telling(self) -> None:
        """Start the story anew, with nothing shown yet: one for what everybody reads, and one for each person."""
        self.story = Story(self.words, self.seats.viewer)
        self.story.transcript.tricks = not self._talks
        people = [seat for seat, person in enumerate(self.seats.people) if person]
        self.stories = {seat: self.story if seat == self.seats.viewer else Story(self.words, seat) for seat in people}
        if not self.session.opening:  # the game begins in the middle
            first = self.session.answered[0] if self.session.answered else self.session
            for story in each_once((self.story, *self.stories.values())):
                story.begin_at(first.state.values)
        self.looked: dict[int, int] = {}
        """How many records were followed when each person was last asked (not if there was only one choice)."""
        self.continued = 0
        """How many records were followed when the people went on after a settlement."""

    def _follow(self, records: Iterable[AnyRecord], note: str = "") -> list[TranscriptItem]:
        """Follow what happened.  Returns the lines about it for everybody who reads the screen."""
        records = tuple(records)
        for story in self.stories.values():
            if story is not self.story:
                story.tell(records)
        return self.story.tell(records, note)

    def play(self) -> int:
        """Play to the end.  Returns the exit code."""
        self.out.print(f"{self.engine.program.title}, seed {self.session.seed}", "bold")
        if self._talks and self.lines.typed and self.out.console.is_terminal:
            self.out.print("? shows what you can type, q leaves the game.", "dim")
        self._begin()
        try:
            while (question := self.session.question) is not None:
                self._turn(question)
        except PlayerLeft:
            self.leave()
            return 0
        except CannotRecord as error:
            self.out.print(f"{self.file or 'the game'}: {error}; the choice was not made.", "bold red")
            self.leave()
            return 74
        except BadPlayer as error:
            self.out.print(f"{error.message[:1].upper()}{error.message[1:]}", "bold red")
            self.leave()
            return 1
        except Fault as error:
            self._tell((), end=True)
            self.out.print(f"The rules break down here: {error.message} ({error.span})", "bold red")
            for line in fault_help(self.session.opened.game, error).splitlines():
                self.out.print(line)
            return 1
        self.ended = True
        self._tell((), end=True)
        result = self.engine.result(self.session.state)
        if result is not None:
            self.out.standings(self.words, result)
        return 0

    def leave(self) -> None:
        """Print the last words for a game that is left."""
        self.out.print("The game is left unfinished.")
        if self.file is not None:
            self.out.print(f"hoyle play --resume {self.file} goes on with it.")
        elif self.kept and self.session.answered:
            self.out.print("It is kept: hoyle play --resume goes on with it.")
        else:
            self.out.print(f"--seed {self.session.seed} deals the same cards again.")

    def _begin(self) -> None:
        """Show what happened before.  Of a resumed game, only the current part."""
        answered = self.session.answered
        for number, one in enumerate(answered):
            person = one.player >= 0 and self.seats.people[one.player]
            if person and one.length is not None:
                question = self.engine.question(one.state)
                if question is not None and only_choice(question) is None:
                    self.asked.append(number)
        if not answered:
            self._tell(self.session.opening)
            return
        self._follow(self.session.records)
        items = [item for _, item in self.story.lines]
        starts = [i for i, item in enumerate(items) if isinstance(item, PhaseItem)]
        self.out.print("The game goes on.", "dim")
        self.out.items(items[starts[-1] if starts else 0 :])
        self.continued = self.story.count

    def _tell(self, records: Iterable[AnyRecord], note: str = "", *, end: bool = False) -> None:
        """Show what happened.  What a deal came to is shown apart, and people go on when they have read it."""
        items = self._follow(records, note)
        if end:
            items += self.story.transcript.rest()
        settled = self._settlement()
        if settled is None:
            self.out.items(items)
            return
        after = show_settled(self.out, self.style, items, settled)
        if after and self.lines.typed and self.out.console.is_terminal:
            self._line(GO_ON)
        self.out.items(after)

    def _settlement(self) -> Data | None:
        """The scene with what a deal came to, if it has just ended and people take part."""
        if not self._talks or self.story.settlement is None or self.story.settlement[0] <= self.continued:
            return None
        found = scene(self.story, self.session.state.values, self.continued)
        self.continued = self.story.count
        return found if deal_settled(found) else None

    @property
    def _talks(self) -> bool:
        """Whether people take part.  Otherwise tricks are shown as tables."""
        return any(self.seats.people)

    def _turn(self, question: Question) -> None:
        """Handle one question: it is answered, a choice is taken back, or an incident interrupts it."""
        choice = only_choice(question)
        person = self.seats.people[question.player]
        if choice is not None:
            # That it was the only choice would reveal cards that others do not see.
            reported = self.seats.viewer in (None, question.player)
            self._make(lambda: self.session.choose(choice), "the only choice" if reported else "")
            return
        if not person:
            picked = self.opponents.choice(question)
            self._make(lambda: self.session.choose(picked))
            return
        answer = self._ask(question)
        if answer is None:
            self._undo()
            return
        number = len(self.session.answered)
        self.looked[question.player] = self.stories[question.player].count
        if isinstance(answer, int):
            self._make(lambda: self.session.declare(answer))
        else:
            self._make(lambda: self.session.choose(answer))
        self.asked.append(number)

    def _make(self, act: Callable[[], tuple[AnyRecord, ...]], note: str = "") -> None:
        try:
            records = act()
        except OSError as error:
            raise CannotRecord(f"it cannot be written ({reason(error)})") from None
        self._tell(records, note)

    def _undo(self) -> None:
        """Take back the last choice that a person made, and everything after it."""
        if not self.asked:
            self.out.print("There is nothing to take back.", "yellow")
            return
        number = self.asked.pop()
        self.opponents.forget()
        back = self.session.answered[number]
        try:
            self.session.undo(number)
        except OSError as error:
            raise CannotRecord(f"it cannot be written ({reason(error)})") from None
        self._begin_telling()
        self._follow(self.session.records)
        self.continued = self.story.count
        chosen = next((record for record in back.records if isinstance(record, Chosen)), None)
        label = "" if chosen is None or self.seats.viewer != back.player else self._label(chosen)
        self.out.print(Text("Taken back.", "yellow") + coloured(label and f"  ({label})"))

    def _label(self, chosen: Chosen) -> str:
        alternative = self.engine.program.asks[chosen.ask].alternatives[chosen.choice.alternative]
        return self.words.label(alternative, chosen.choice.values)

    # ------------------------------------------------------------------------------------------ questions to people

    def _ask(self, question: Question) -> Choice | int | None:
        """Ask a person until the answer is a legal choice, an incident (its number), or None: take a choice back."""
        self._curtain(question.player)
        offered = offer(question, self.words, self._hand(question.holder, question.player))
        self._show(question, offered)
        self.answers.how = offered.how
        self.lines.words = (*(option.label for option in offered.options), *COMMANDS)
        while True:
            text = self._line(f"{self.words.player(question.player)}> ")
            if not text:
                continue
            numbered = offered.chosen(text)
            if numbered is not None:
                choice = self.answers.numbered(question, numbered)
                if choice is None:
                    continue
                return choice
            incident = self._incident(question, text)
            if incident is not None:
                return incident
            command = plain(text) if find(question, self.words, text)[0] is None else ""
            if command in ("q", "quit"):
                raise PlayerLeft
            if command == "undo":
                return None
            if command.startswith("?") or command in COMMANDS:
                self._command(question, offered, command, text)
                continue
            choice = self.answers.read(question, text)
            if choice is not None:
                return choice

    def _curtain(self, player: int) -> None:
        """When two people share a terminal, hide the cards of one before the other plays."""
        if sum(self.seats.people) < 2 or player == self.shown_to:
            return
        if self.lines.typed and self.out.console.is_terminal:
            self.out.console.file.write("\x1b[H\x1b[2J\x1b[3J")
            self._line(f"The screen is for {visible(self.words.player(player))}. Press Enter when nobody else looks. ")
        self.shown_to = player

    def _command(self, question: Question, offered: Offer, command: str, text: str) -> None:
        """Carry out a command with which a person asks for information."""
        match command:
            case "hint":
                try:
                    show_hint(question, self.session, self.opponents, self.out)
                except KeyboardInterrupt:  # whoever is tired of waiting for advice has not left the game
                    self.out.print("\nNo hint, then.", "yellow")
            case "score":
                for line in numbers(self.session, self.out.console.width):
                    self.out.line(*line)
            case "rules":
                show_rule(question, self.session, self.out)
            case "log":
                items = [item for _, item in self.story.lines]
                starts = [i for i, item in enumerate(items) if isinstance(item, PhaseItem)]
                self.out.items(items[starts[-2] if len(starts) > 1 else 0 :])
            case "help":
                self._explain(question, "", offered)
            case _:
                self._explain(question, text[1:].strip(), offered)

    def _incident(self, question: Question, text: str) -> int | None:
        """The number of the incident that a text declares: `table: misdeal`.  None if it declares none."""
        word, mark, title = text.partition(":")
        if not mark or plain(word) != "table":
            return None
        return next((i for i in question.incidents if plain(self.words.incident(i)) == plain(title)), None)

    def _show(self, question: Question, offered: Offer) -> None:
        """Show the table as this player sees it, and the options."""
        self.out.gap()
        story = self.stories[question.player]
        now = scene(story, self.session.state.values, self.looked.get(question.player))
        trick = self.engine.program.asks[question.ask].trick
        leads = question.holder if trick is not None and not question.following() else -1
        width = self.out.console.width
        for line in table_lines(now, self.style, leads=leads, width=width):
            self.out.line(*line)
        if question.holder != question.player:  # the cards that are asked for are those of another hand
            own = [self.words.cards(group) for group in self._hand(question.player)]
            self.out.line(("your hand: ", "dim"), ("   ".join(own), CARDS))
        for line in offered.lines(self.words, 0 if self.style.plain else width):
            self.out.line(*line)
        for incident in question.incidents:
            self.out.print(f"     table: {self.words.incident(incident)}", "dim")

    def _line(self, prompt: str) -> str:
        """Read a line of input.  The end of the input leaves the game."""
        try:
            return self.lines.read(prompt)
        except InputEnded:
            raise PlayerLeft from None

    def _explain(self, question: Question, text: str, offered: Offer) -> None:
        """`?` shows the table and the help.  `? WORDS` shows why a choice is illegal."""
        if not text:
            self._show(question, offered)
            letters = str.maketrans({"♠": "S", "♣": "C", "♦": "D", "…": "..."}) if self.ascii else {}
            for line in HELP.splitlines():
                if self.engine.program.incidents or not line.startswith("table:"):
                    self.out.print(line.translate(letters), "dim")
            return
        choice, refused = self.answers.found(question, text)
        if choice is not None:
            self.out.print(f"`{question.label(choice, self.words)}` is legal.")
        else:
            self.answers.refuse(question, text, refused, places=True)

    def _hand(self, player: int, viewer: int | None = None) -> list[list[int]]:
        """The cards of a player's hands that a viewer sees (by default all), in the order in which people hold them, by
        group.
        """
        view = self.engine.view(self.session.state, player if viewer is None else viewer)
        zones = self.engine.program.zones
        own = [
            card
            for zone in view.zones
            if zone.where.owner == player and zones[zone.where.zone].visibility == "private"
            if zones[zone.where.zone].owner == "player"
            for card in zone.cards
            if card != UNSEEN
        ]
        return sorted_hand(self.engine, self.session.state, own)
