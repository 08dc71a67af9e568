"""The table `hoyle play` plays at: tells what happens, asks people, lets random players choose."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from itertools import islice

from rich.text import Text

from ..interpreter.engine import Dice, Engine, Fault, Question, State
from ..interpreter.records import AnyRecord, Choice
from ..interpreter.script.choose import Listed, find, forced, refusal
from ..interpreter.script.choose import listed as listed_choices
from ..interpreter.script.model import Said
from ..interpreter.spelling import plain
from ..interpreter.transcript import Transcript
from ..interpreter.words import Words
from .console import console_for, is_terminal
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


class PlayTable:
    """One game being played."""

    def __init__(self, engine: Engine, seats: Seats, seed: int, *, ascii: bool) -> None:
        self.engine = engine
        self.seats = seats
        self.seed = seed
        self.words = Words(engine.program, seats.names, ascii=ascii)
        self.out = Renderer(console_for(), ascii=ascii)
        people = sum(seats.people)
        self.transcript = Transcript(self.words, seats.viewer, tricks=not people)
        self.dice = [Dice(seed, player=seat) for seat in range(len(seats.names))]
        self.records: list[AnyRecord] = []
        self.questions = 0
        self._note = ""
        self.several = people > 1

    def play(self) -> int:
        """Play to the end; the exit code."""
        self.out.print(f"{self.engine.program.title}, seed {self.seed}", "bold")
        try:
            state = self.engine.start(seed=self.seed, listener=self._hear)
            while (question := self.engine.question(state)) is not None:
                choice, note = self._choice(question, state)
                self._tell()
                self._note = note
                state = self.engine.apply(state, choice, listener=self._hear)
            self._tell(end=True)
        except Left:
            self.leave()
            return 0
        except Fault as fault:
            self._tell(end=True)
            self.out.print(f"The rules break down here: {fault.message} ({fault.span})", "bold red")
            return 1
        result = self.engine.result(state)
        if result is not None:
            self.out.standings(self.words, result)
        return 0

    def leave(self) -> None:
        """The last words of a game that is left."""
        self.out.print(f"The game is left unfinished; --seed {self.seed} deals the same cards again.")

    def _hear(self, record: AnyRecord, slots: list[int | tuple[int, ...]]) -> None:
        self.records.append(record)

    def _tell(self, *, end: bool = False) -> None:
        """Tell what happened since."""
        records, self.records = self.records, []
        items = self.transcript.read(records, self._note)
        items += self.transcript.rest() if end else self.transcript.pause() if self._talks else []
        self.out.items(items)

    @property
    def _talks(self) -> bool:
        """Whether somebody listens while the game goes on; else tricks are told as tables."""
        return any(self.seats.people)

    def _choice(self, question: Question, state: State) -> tuple[Choice, str]:
        """What the player asked chooses, and a note about it."""
        self.questions += 1
        choice = forced(question)
        if choice is not None:
            return choice, "the only choice"
        if self.seats.people[question.player]:
            self._tell()
            return self._ask(question, state), ""
        choices = list(islice(question.choices(), MOST_DRAWN))
        if not choices:
            raise Fault("E1104", "nothing can be chosen", question.span)
        return choices[self.dice[question.player].below(len(choices))], ""

    # ------------------------------------------------------------------------------------------------------- asking

    def _ask(self, question: Question, state: State) -> Choice:
        """Ask a person until the answer is a legal choice."""
        listed = listed_choices(question, self.words, MOST_SHOWN)
        self._show(question, state, listed)
        while True:
            text = self._line(f"{self.words.player(question.player)}> ")
            if text in ("q", "quit"):
                raise Left
            if text.startswith("?"):
                self._explain(question, state, text[1:].strip(), listed)
            elif text.isdecimal() and len(text) < 7 and 1 <= int(text) <= len(listed.options):
                return listed.options[int(text) - 1].choice
            elif text:
                choice = self._read(question, text)
                if choice is not None:
                    return choice

    def _show(self, question: Question, state: State, listed: Listed) -> None:
        """The table as this player sees it, and what may be chosen."""
        self.out.gap()
        for title, cards in table_view(self.words, self.engine.view(state, question.player)):
            self.out.print(Text(f"  {title}: ", "dim") + coloured(cards))
        self.out.print(f"Question {self.questions}: {self.words.player(question.player)}, you choose.", "bold")
        for line in options_text([option.label for option in listed.options]):
            self.out.print(line)
        if listed.more:
            self.out.print(f"     … and {listed.more}: write yours in words, as these are", "dim")

    def _line(self, prompt: str) -> str:
        """A line of input; the end of input leaves the game."""
        if is_terminal(sys.stdin):
            try:
                return input(prompt).strip()
            except EOFError:
                print()
                raise Left from None
        self.out.console.file.write(prompt)
        self.out.console.file.flush()
        try:
            line = sys.stdin.readline(LONGEST_LINE)
        except UnicodeDecodeError:
            line = "\n?"
        self.out.console.file.write("\n")
        if not line:
            raise Left
        return line.strip()

    def _explain(self, question: Question, state: State, text: str, listed: Listed) -> None:
        """`?`: the table and the help; `? WORDS`: why that is not legal."""
        if not text:
            self._show(question, state, listed)
            for line in HELP.splitlines():
                self.out.print(line, "dim")
            return
        choice, refused = find(question, self.words, text)
        if choice is not None:
            self.out.print(f"`{question.label(choice, self.words)}` is legal.")
        else:
            self._refuse(question, text, refused)

    def _refuse(self, question: Question, text: str, refused: list[Choice]) -> None:
        diagnostic = refusal(question, self.words, Said(text), refused)
        self.out.print(diagnostic.message[:1].upper() + diagnostic.message[1:] + ".", "yellow")
        for span, why in diagnostic.notes:
            self.out.print(f"  {why}: {span.text.strip()}  ({span})", "dim")
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
            self._refuse(question, text, refused)
        return None

    def _bare(self, question: Question, text: str) -> Choice | None:
        """The only legal choice with one hole that this fills."""
        found = [c for c in self.words.bare(question.alternatives, text, question.pool) if question.legal(c)]
        return found[0] if len(found) == 1 else None
