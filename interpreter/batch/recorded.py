"""A simulation that writes its games to scripts in a folder.  Each script replays exactly.

The process that plays a chunk of games also writes it, game by game, so memory does not grow with the number of
games.  A file gets its final name only when it is complete.  Which games it holds depends only on their numbers and
lengths, so the content of the folder does not depend on the number of processes.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, replace
from operator import itemgetter
from pathlib import Path
from types import TracebackType
from typing import BinaryIO

from ..errors import CannotWrite
from ..notation import model as m
from ..notation.writer import write_game
from ..program import RNG, DealCards, Program
from ..record.recorder import Recorder, heading
from ..text.parse import Words
from ..traversal import carried_out
from .playout import Outcome
from .sums import GameSums
from .work import BatchPart, Simulation, SimulationRunner

GAMES_IN_A_FILE = 100
"""How many games a file holds at most.  Such a batch is played in chunks of this length."""
MOST_BYTES = 4 * 1024 * 1024
"""A file that has reached this size in bytes is closed, and the next game begins another."""

_UNFINISHED = ".part"
"""The suffix of a file while it is being written."""


@dataclass(frozen=True)
class RecordedSimulation(Simulation):
    """Games of one program, written to `folder`.  The scripts name their rules `ruleset`."""

    folder: str = ""
    ruleset: str = ""

    def runner(self) -> RecordingRunner:
        return RecordingRunner(self)


class RecordingRunner(SimulationRunner):
    """Plays chunks of games and writes them to files.

    The counts come from plain play; each game is then played once more with a listener.
    """

    def __init__(self, work: RecordedSimulation) -> None:
        super().__init__(work.playout())
        self.again = work.playout()
        self.chance = itemgetter(RNG, *piles(work.program))
        """Reads the slots that change when chance decides something."""
        self.folder = work.folder
        self.words = Words(work.program)
        self.head = heading(work.program, self.words, work.ruleset, seats=work.players)
        self.recorder = Recorder(self.again.engine, self.words)
        self.files = _ScriptFiles(Path(work.folder))

    def run(self, first: int, count: int) -> BatchPart[GameSums]:
        try:
            with self.files:
                return super().run(first, count)
        except OSError as error:
            why = (error.strerror or "it failed").lower()
            raise CannotWrite(f"games cannot be written to {self.folder}: {why}") from None

    def play(self, index: int) -> Outcome:
        outcome = super().play(index)
        recorder = self.recorder
        self.again.play(index, listener=recorder.hear, chance_state=self.chance)
        self.again.clear()
        title = m.SpannedText(f"{self.words.program.title}, game {index}, seed {self.again.seed}")
        self.files.add(index, replace(self.head, title=title, steps=tuple(recorder.steps())))
        return outcome


def tidied(folder: str) -> None:
    """Remove the half-written files of workers that were ended from a folder of games."""
    for path in Path(folder).glob(f"game-*{_UNFINISHED}"):
        with suppress(OSError):
            path.unlink()


def piles(program: Program) -> list[int]:
    """The slots of the piles from which cards are dealt or drawn: their cards, and how much of their order is known."""
    dealt = {part.pile.zone for part in carried_out(program) if isinstance(part, DealCards)}
    found: list[int] = []
    for number, zone in enumerate(program.zones):
        if number in dealt or zone.bag >= 0:
            found += range(zone.base, zone.base + zone.count)
        if zone.bag >= 0:
            found += range(zone.bag, zone.bag + 2 * zone.count)
    return found


class _ScriptFiles:
    """Writes scripts one after another.  Each file is named after the number of its first game."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.file: BinaryIO | None = None
        self.path = folder

    def add(self, index: int, game: m.ScriptedGame) -> None:
        """Write a game.  Raises `OSError`."""
        if self.file is None:
            self.path = self.folder / f"game-{index:07}.play"
            self.file = self.path.with_suffix(_UNFINISHED).open("wb")
            self.file.write(f"hoyle play {m.VERSION}\n".encode())
        self.file.write(("\n" + "\n".join(write_game(game)) + "\n").encode())
        if self.file.tell() > MOST_BYTES:
            self.finish()

    def finish(self) -> None:
        """Give the file its final name."""
        file, self.file = self.file, None
        if file is not None:
            try:
                file.close()
                Path(file.name).replace(self.path)
            except OSError:
                Path(file.name).unlink(missing_ok=True)
                raise

    def __enter__(self) -> None:
        pass

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """End a chunk: keep the games before a failure, and remove a file that is not complete."""
        if error is None:
            self.finish()
        elif self.file is not None:
            file, self.file = self.file, None
            Path(file.name).unlink()
            with suppress(OSError):  # a file that could not be written still cannot
                file.close()
