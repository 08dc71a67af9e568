"""Writes a game to a file while it is played, so that the script replays exactly.

A `Recorder` listens to the engine.  When the next question is reached, it turns what happened since the last one into
steps: the choice, and every fact of chance that followed from it.  A `GameFile` writes the steps line by line.  Each
choice is on the disk before the next question, so a process that is killed loses at most one choice.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from types import TracebackType

from ...dsl.types import setting_text
from ..engine import Engine
from ..notation import model as m
from ..notation.writer import write_game, write_step
from ..program import Program
from ..records import AnyRecord, Choice, Chosen, Declared, Drawn, Moved, Shuffled, Where
from ..text.parse import Words

_MOST_ANSWERS = 20_000


class Recorder:
    """Collects the steps of one game.  `hear` is its listener; `steps` returns those since its last call."""

    def __init__(self, engine: Engine, words: Words) -> None:
        self.program = engine.program
        self.words = words
        self._since: list[AnyRecord] = []
        self._answers: dict[tuple[int, int, Choice], m.Answer] = {}
        """Choices without chance events, as they were written before."""

    def hear(self, record: AnyRecord, slots: list[int | tuple[int, ...]]) -> None:
        """Add a record."""
        self._since.append(record)

    def forget(self) -> None:
        """Leave out what was heard since the last call of `steps`: it was taken back."""
        self._since = []

    def steps(self) -> list[m.Step]:
        """What happened since the last call: each choice with what followed from it, up to the open question."""
        records, self._since = self._since, []
        acts = [i for i, record in enumerate(records) if isinstance(record, Chosen | Declared)]
        steps = list[m.Step](_joined(self._facts(records[: acts[0]] if acts else records)))
        for here, after in pairwise([*acts, len(records)]):
            steps += self._act(
                records[here], list(_joined(self._facts(records[here:after]))) if after > here + 1 else []
            )
        return steps

    def _act(self, record: AnyRecord, facts: list[m.Fact]) -> list[m.Step]:
        """A choice or an incident, and what chance gave after it."""
        match record:
            case Chosen(player, ask, choice):
                if not facts:
                    return [self._answer(player, ask, choice)]
                answer, draws = self._answer(player, ask, choice), self._draws(facts, player)
                return [m.Answer(answer.actor, answer.text, draws), *([] if draws else facts)]
            case Declared(incident):
                entry = self.program.incidents[incident]
                by = m.SpannedText(self.words.player(entry.player)) if entry.player >= 0 else None
                return [m.IncidentStep(m.SpannedText(entry.title), by), *facts]
            case _:
                return list[m.Step](facts)

    def _answer(self, player: int, ask: int, choice: Choice) -> m.Answer:
        """A choice after which chance gave nothing."""
        found = self._answers.get((player, ask, choice))
        if found is None:
            if len(self._answers) >= _MOST_ANSWERS:
                self._answers.clear()
            alternative = self.program.asks[ask].alternatives[choice.alternative]
            text = m.SpannedText(self.words.label(alternative, choice.values))
            found = self._answers[player, ask, choice] = m.Answer(m.SpannedText(self.words.player(player)), text)
        return found

    def _facts(self, records: list[AnyRecord]) -> Iterator[m.Fact]:
        """The facts of chance: the players drawn, and the cards dealt to each zone in their order."""
        dealt: dict[Where, list[int]] = {}
        piles = {zone.name for zone in self.program.zones if zone.owner is None}
        for record in records:
            match record:
                case Drawn("card", purpose, value, end="top" | "bottom") if purpose in piles:
                    # Earlier deals come first: a `pile` fact after a deal is about what comes after that deal.
                    yield from self._deals(dealt)
                    dealt.clear()
                    yield m.Pile(m.SpannedText(purpose), None, (m.SpannedText(self.words.script_card(value)),))
                case Drawn(purpose=purpose):
                    said = m.SpannedText(self.words.drawn(record))
                    yield m.FirstFact(m.SpannedText(purpose), said) if purpose else m.RandomFact(said)
                case Moved(cards, _, target, True):
                    dealt.setdefault(target, []).extend(cards)
                case Shuffled():
                    yield from self._deals(dealt)
                    dealt.clear()
                case _:
                    pass
        yield from self._deals(dealt)

    def _deals(self, dealt: dict[Where, list[int]]) -> Iterator[m.DealtCards]:
        for where, cards in dealt.items():
            info = self.program.zones[where.zone]
            owner = m.SpannedText(self.words.owner(info.owner, where.owner)) if info.owner is not None else None
            yield m.DealtCards(
                m.SpannedText(info.name), owner, tuple(m.SpannedText(self.words.script_card(card)) for card in cards)
            )

    def _draws(self, facts: list[m.Fact], player: int) -> tuple[m.SpannedText, ...]:
        """The cards of `B: lay 2♣, draws 4♥`: if all that chance did was to give cards to the player who chose."""
        if len(facts) == 1 and isinstance(facts[0], m.DealtCards) and facts[0].owner is not None:
            zone = next((z for z in self.program.zones if z.name == facts[0].zone.text), None)
            if zone is not None and zone.owner == "player" and facts[0].owner.text == self.words.player(player):
                return facts[0].cards
        return ()


def _joined(facts: Iterable[m.Fact]) -> Iterator[m.Fact]:
    """Facts, with those about the next cards of one pile joined to one line."""
    pile: m.Pile | None = None
    for fact in facts:
        if isinstance(fact, m.Pile) and pile is not None and fact.zone.text == pile.zone.text:
            pile = replace(pile, cards=(*pile.cards, *fact.cards))
            continue
        if pile is not None:
            yield pile
        pile = fact if isinstance(fact, m.Pile) else None
        if pile is None:
            yield fact
    if pile is not None:
        yield pile


def heading(
    program: Program,
    words: Words,
    ruleset: str,
    seed: int | None = None,
    seats: Sequence[str] = (),
    variants: Sequence[str] = (),
) -> m.ScriptedGame:
    """The header of a game: its rules and their hashes, every option, the players, and who plays each seat."""
    options = tuple(
        m.OptionSetting(m.SpannedText(name), m.SpannedText(setting_text(value)))
        for name, value in program.options.items()
    )
    return m.ScriptedGame(
        ruleset=m.SpannedText(ruleset),
        variants=tuple(map(m.SpannedText, variants)),
        language=1,
        fingerprint=m.SpannedText(program.fingerprint),
        parts=tuple(
            m.OptionSetting(m.SpannedText(name), m.SpannedText(value)) for name, value in program.parts.items()
        ),
        options=options,
        players=tuple(m.SpannedText(words.player(seat)) for seat in range(program.players)),
        seats=tuple(map(m.SpannedText, seats)),
        seed=seed,
    )


class GameFile:
    """A script that is being written: the header at once, then each step as it happens.

    Nothing is ever overwritten: lines are added at the end, and removed by truncating the file to an earlier length.
    What was added is on the disk when the call returns.  While the file is open, it is locked against other writers, if
    the system supports that.
    """

    def __init__(self, path: Path, game: m.ScriptedGame, *, private: bool = False) -> None:
        """Create a new file, which only its owner can read if it is `private`.  Raises `FileExistsError` if it exists,
        `OSError` if it cannot be written.
        """
        self._open(path, os.O_CREAT | os.O_EXCL, game.names, 0o600 if private else 0o666)
        try:
            self._write([f"hoyle play {m.VERSION}", "", *write_game(game), *([] if game.steps else [""])])
        except OSError:
            path.unlink()
            raise

    @classmethod
    def reopened(cls, path: Path, length: int, names: tuple[str, ...]) -> GameFile:
        """Open a file to continue it after its first `length` bytes; the rest is cut off.  Raises `OSError`."""
        file = cls.__new__(cls)
        file._open(path, 0, names)
        file.back_to(length)
        return file

    def _open(self, path: Path, how: int, names: tuple[str, ...], mode: int = 0o666) -> None:
        self._names = frozenset(name.casefold() for name in names)
        self._file = os.open(path, os.O_RDWR | getattr(os, "O_BINARY", 0) | how, mode)
        self.length = 0
        """The length of the file in bytes; `back_to` can return to it."""
        try:
            _lock(self._file)
        except OSError:
            os.close(self._file)
            raise

    def add(self, steps: list[m.Step]) -> None:
        """Write some steps; they are on the disk when this returns.  Raises `OSError`; then none of them is written."""
        self._write([line for step in steps for line in write_step(step, self._names)])

    def _write(self, lines: list[str]) -> None:
        data = "".join(line + "\n" for line in lines).encode("utf-8")
        start = self.length
        try:
            while data:
                written = os.write(self._file, data)
                self.length += written
                data = data[written:]
            os.fsync(self._file)
        except BaseException:  # a full disk, or Ctrl-C: remove a partly written line
            self.back_to(start)
            raise

    def back_to(self, length: int) -> None:
        """Remove everything after a `length` that the file had before."""
        os.ftruncate(self._file, length)
        os.lseek(self._file, length, os.SEEK_SET)
        os.fsync(self._file)
        self.length = length

    def close(self) -> None:
        """Close the file."""
        os.close(self._file)

    def __enter__(self) -> GameFile:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def _lock(file: int) -> None:
    """Lock the file against other writers.  Raises `BlockingIOError` if there is one."""
    try:
        import fcntl
    except ImportError:  # a system that locks open files by itself
        return
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise
    except OSError:  # a disk, perhaps of another computer, without locks
        pass
