"""The table `hoyle play` plays at: tells what happens, asks people, lets random players choose."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import islice

from rich.text import Text

from ...interpreter.engine import Dice, Fault, Question
from ...interpreter.notation.model import Said
from ...interpreter.record.session import Session
from ...interpreter.records import AnyRecord, Choice, Chosen
from ...interpreter.replay.choices import Listed, find, find_card, forced, refusal
from ...interpreter.replay.choices import listed as listed_choices
from ...interpreter.text.spellings import plain
from ...interpreter.watch.items import Heading
from ...interpreter.watch.transcript import Transcript
from ..arguments.recording import reason
from .console import console_for, is_terminal, shown_path
from .keys import wait_for_input
from .render import Renderer, coloured, options_text, table_view

MOST_SHOWN = 30
"""Options listed with their numbers at once."""
MOST_DRAWN = 20_000
"""Options a random player chooses among."""
LONGEST_LINE = 2_000

HELP = """Answer with the number of a choice, or in its words: play J♠ (or JS, js), lay 2♣ 10♦, pass.
A card alone is enough where only one choice has it; so is the beginning of a choice where only one begins so.
?        this help, and the table again
? WORDS  why that choice is not legal
undo     take back your last choice and what followed; the same cards come again
table: … something that happens at the table, as it is listed
q        leave the game"""


@dataclass(frozen=True)
class Seats:
    """Who sits where: the names, clockwise, and whether a person plays each."""

    names: tuple[str, ...]
    people: tuple[bool, ...]

    @property
    def viewer(self) -> int | None:
        """Whose eyes the game is told through: the only person's; nobody's (-1) for several; all for none."""
        people = [seat for seat, person in enumerate(self.people) if person]
        return None if not people else people[0] if len(people) == 1 else -1


class Left(Exception):
    """The person left, or input came to its end."""


class Unwritten(Exception):
    """The game cannot be written down any more: why."""


class PlayTable:
    """One game being played; `file` is the name of the script it is written to."""

    def __init__(self, session: Session, seats: Seats, file: str | None = None, *, ascii: bool) -> None:
        self.session = session
        self.engine = session.engine
        self.seats = seats
        self.file = file
        self.words = session.words
        self.out = Renderer(console_for(), ascii=ascii)
        self.transcript = self._new_transcript()
        self.asked: list[int] = []
        """The moments (indices) at which a person had to choose."""

    def _new_transcript(self) -> Transcript:
        return Transcript(self.words, self.seats.viewer, tricks=not any(self.seats.people))

    def play(self) -> int:
        """Play to the end; the exit code."""
        self.out.print(f"{self.engine.program.title}, seed {self.session.seed}", "bold")
        self._begin()
        try:
            while (question := self.session.question) is not None:
                self._turn(question)
        except Left:
            self.leave()
            return 0
        except Unwritten as error:
            self.out.print(f"{self.file}: {error}; the choice was not made.", "bold red")
            self.leave()
            return 74
        except Fault as fault:
            self._tell((), end=True)
            self.out.print(f"The rules break down here: {fault.message} ({fault.span})", "bold red")
            return 1
        self._tell((), end=True)
        result = self.engine.result(self.session.state)
        if result is not None:
            self.out.standings(self.words, result)
        return 0

    def leave(self) -> None:
        """The last words of a game that is left."""
        self.out.print("The game is left unfinished.")
        if self.file is not None:
            self.out.print(f"hoyle play --resume {self.file} goes on with it.")
        else:
            self.out.print(f"--seed {self.session.seed} deals the same cards again.")

    def _begin(self) -> None:
        """Tell what happened before, of a game taken up only its running part."""
        moments = self.session.moments
        for number, moment in enumerate(moments):
            person = moment.player >= 0 and self.seats.people[moment.player]
            if person and moment.length is not None:
                question = self.engine.question(moment.state)
                if question is not None and forced(question) is None:
                    self.asked.append(number)
        if not moments:
            self._tell(self.session.opening)
            return
        items = self.transcript.read(self.session.records)
        items += self.transcript.pause() if self._talks else []
        starts = [i for i, item in enumerate(items) if isinstance(item, Heading)]
        self.out.print("The game goes on.", "dim")
        self.out.items(items[starts[-1] if starts else 0 :])

    def _tell(self, records: Iterable[AnyRecord], note: str = "", *, end: bool = False) -> None:
        """Tell what happened."""
        items = self.transcript.read(records, note)
        items += self.transcript.rest() if end else self.transcript.pause() if self._talks else []
        self.out.items(items)

    @property
    def _talks(self) -> bool:
        """Whether somebody listens while the game goes on; else tricks are told as tables."""
        return any(self.seats.people)

    def _turn(self, question: Question) -> None:
        """One question: answered, taken back, or interrupted by something that happens at the table."""
        choice = forced(question)
        person = self.seats.people[question.player]
        if choice is not None:
            # That it was the only one tells of cards nobody else sees.
            told = self.seats.viewer in (None, question.player)
            self._make(lambda: self.session.choose(choice), "the only choice" if told else "")
            return
        if not person:
            picked = self._random(question)
            self._make(lambda: self.session.choose(picked))
            return
        answer = self._ask(question)
        if answer is None:
            self._undo()
            return
        moment = len(self.session.moments)
        if isinstance(answer, int):
            self._make(lambda: self.session.declare(answer))
        else:
            self._make(lambda: self.session.choose(answer))
        self.asked.append(moment)

    def _make(self, act: Callable[[], tuple[AnyRecord, ...]], note: str = "") -> None:
        try:
            records = act()
        except OSError as error:
            raise Unwritten(f"it cannot be written ({reason(error)})") from None
        self._tell(records, note)

    def _random(self, question: Question) -> Choice:
        """What a random player chooses: the same whenever the same game comes to this choice."""
        choices = list(islice(question.choices(), MOST_DRAWN))
        if not choices:
            raise Fault("E1204", "nothing can be chosen", question.span)
        dice = Dice(self.session.seed, len(self.session.moments) + 1, question.player)
        return choices[dice.below(len(choices))]

    def _undo(self) -> None:
        """Take back the last choice a person made, and all that followed from it."""
        if not self.asked:
            self.out.print("There is nothing to take back.", "yellow")
            return
        moment = self.asked.pop()
        back = self.session.moments[moment]
        try:
            self.session.undo(moment)
        except OSError as error:
            raise Unwritten(f"it cannot be written ({reason(error)})") from None
        self.transcript = self._new_transcript()
        self.transcript.read(self.session.records)
        self.transcript.pause()
        chosen = next((record for record in back.records if isinstance(record, Chosen)), None)
        label = "" if chosen is None or self.seats.viewer != back.player else self._label(chosen)
        self.out.print(Text("Taken back.", "yellow") + coloured(label and f"  ({label})"))

    def _label(self, chosen: Chosen) -> str:
        alternative = self.engine.program.asks[chosen.ask].alternatives[chosen.choice.alternative]
        return self.words.label(alternative, chosen.choice.values)

    # ------------------------------------------------------------------------------------------------------- asking

    def _ask(self, question: Question) -> Choice | int | None:
        """Ask a person until the answer is a legal choice, an incident (its number), or None: to take back."""
        listed = listed_choices(question, self.words, MOST_SHOWN)
        self._show(question, listed)
        while True:
            text = self._line(f"{self.words.player(question.player)}> ")
            if text in ("q", "quit"):
                raise Left
            if text.startswith("?"):
                self._explain(question, text[1:].strip(), listed)
            elif text.isdecimal() and len(text) < 7 and 1 <= int(text) <= len(listed.options):
                return listed.options[int(text) - 1].choice
            elif text:
                incident = self._incident(question, text)
                if incident is not None:
                    return incident
                if text == "undo" and find(question, self.words, text)[0] is None:
                    return None
                choice = self._read(question, text)
                if choice is not None:
                    return choice

    def _incident(self, question: Question, text: str) -> int | None:
        """What happened at the table, if a text says so: `table: misdeal`."""
        word, mark, title = text.partition(":")
        if not mark or plain(word) != "table":
            return None
        return next((i for i in question.incidents if plain(self.words.incident(i)) == plain(title)), None)

    def _show(self, question: Question, listed: Listed) -> None:
        """The table as this player sees it, and what may be chosen."""
        self.out.gap()
        for title, cards in table_view(self.words, self.engine.view(self.session.state, question.player)):
            self.out.print(Text(f"  {title}: ", "dim") + coloured(cards))
        number = len(self.session.moments) + 1
        self.out.print(f"Question {number}: {self.words.player(question.player)}, you choose.", "bold")
        for line in options_text([option.label for option in listed.options]):
            self.out.print(line)
        if listed.more:
            self.out.print(f"     … and {listed.more}: write yours in words, as these are", "dim")
        for incident in question.incidents:
            self.out.print(f"     table: {self.words.incident(incident)}", "dim")

    def _line(self, prompt: str) -> str:
        """A line of input; the end of input leaves the game."""
        self.out.console.file.write(prompt)
        self.out.console.file.flush()
        typed = is_terminal(sys.stdin)
        if typed:
            wait_for_input()
        try:
            line = sys.stdin.readline(-1 if typed else LONGEST_LINE)
        except UnicodeDecodeError:
            line = "\n?"
        if not (typed and line):  # a terminal shows itself that a line has ended
            self.out.console.file.write("\n")
        if not line:
            raise Left
        return line.strip()

    def _explain(self, question: Question, text: str, listed: Listed) -> None:
        """`?`: the table and the help; `? WORDS`: why that is not legal."""
        if not text:
            self._show(question, listed)
            for line in HELP.splitlines():
                self.out.print(line, "dim")
            return
        choice, refused = self._found(question, text)
        if choice is not None:
            self.out.print(f"`{question.label(choice, self.words)}` is legal.")
        else:
            self._refuse(question, text, refused)

    def _found(self, question: Question, text: str) -> tuple[Choice | None, list[Choice]]:
        """The legal choice a text means, in full or a card alone; without one, those it may mean that are not legal."""
        choice, refused = find(question, self.words, text)
        return (choice, refused) if choice is not None or refused else find_card(question, self.words, text)

    def _refuse(self, question: Question, text: str, refused: list[Choice]) -> None:
        diagnostic = refusal(question, self.words, Said(text), refused, self.session.table.reasons)
        self.out.print(diagnostic.message[:1].upper() + diagnostic.message[1:] + ".", "yellow")
        for span, why in diagnostic.notes:
            self.out.print(f"  {why}")
            rule = span.text.strip().splitlines()[0]
            self.out.print(f"    {shown_path(span.source.name)}:{span.line}: {rule}", "dim")
        if not refused and diagnostic.help:
            self.out.print(f"  {diagnostic.help}", "dim")

    def _read(self, question: Question, text: str) -> Choice | None:
        """The choice a text means: in full, a card alone, or its beginning."""
        choice, refused = find(question, self.words, text)
        choice = choice or self._bare(question, text)
        if choice is not None:
            return choice
        start = plain(text)
        begun = [o for o in islice(question.options(self.words), MOST_DRAWN) if plain(o.label).startswith(start)]
        if len(begun) == 1:
            return begun[0].choice
        if len(begun) > 1:
            shown = ", ".join(f"`{option.label}`" for option in begun[:5]) + (" …" if len(begun) > 5 else "")
            self.out.print(f"`{text}` may mean {shown}.", "yellow")
        else:
            self._refuse(question, text, refused or self._found(question, text)[1])
        return None

    def _bare(self, question: Question, text: str) -> Choice | None:
        """The only legal choice with one hole that this fills."""
        found = [c for c in self.words.bare(question.alternatives, text, question.pool) if question.legal(c)]
        return found[0] if len(found) == 1 else None
