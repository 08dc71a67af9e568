"""A game at a table as a script, and a script as a game at a table."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from ...dsl.codes.reporting import ScriptError
from ...dsl.loading import rulesets
from ...dsl.types import setting_text
from ...interpreter.notation.files import parse_script
from ...interpreter.notation.model import Script, ScriptedGame, StartPosition
from ...interpreter.notation.writer import write_text
from ...interpreter.opening.opened import OpenedGame
from ...interpreter.opening.rulesets import Rulesets
from ...interpreter.record.recorder import Recorder, heading
from ...interpreter.records import AnyRecord, Chosen, Declared
from ...interpreter.replay.again import ChanceAgain
from ...interpreter.replay.events import Acted, Began, Failed, mainline
from ...interpreter.replay.replayer import Replay
from ..refusals import Refusal, refuse
from ..table.chance import TableChance
from ..table.entries import Json, RulesChosen
from ..table.played import INCIDENT, PlayedGame
from .opening import FILE, lowered
from .opening import opened as opened_by

MOST_CHOICES = 5000
"""The most choices of a script that is taken up."""


def script_of(rules: RulesChosen, game: PlayedGame, kinds: Sequence[str] = ()) -> str:
    """A game as the text of a script, from which it can be replayed exactly.  Rules that somebody brought are named as
    a file beside it.
    """
    recorder = Recorder(game.engine, game.words)
    for record in game.records:
        recorder.hear(record, [])
    name = f"./{FILE}" if rules.text is not None else rules.ruleset
    head = heading(game.engine.program, game.words, name, None, kinds, rules.variants)
    return write_text(Script((replace(head, steps=tuple(recorder.steps())),)))


class RecordedChance(TableChance):
    """Gives what chance gave in a game that was recorded, and then draws."""

    def __init__(self, records: Iterable[AnyRecord]) -> None:
        super().__init__(None)
        self._again = ChanceAgain(records)

    def _drawn(self, candidates: Sequence[int]) -> int:
        found = self._again.next(candidates)
        if found is None:
            return super()._drawn(candidates)
        self.draws.append(found)
        return found


def taken_up(text: str, brought: str | None = None) -> Json:
    """The last game of a script as the entries of a table.  `brought`: the text of the rule file that it names, if its
    rules do not ship.  Raises `Refusal` with what is wrong with the script.
    """
    script, problems = parse_script(text.encode("utf-8", "replace"))
    if script is None:
        raise refuse("S26", *(one.message for one in problems[:3]), why=problems[0].message if problems else "empty")
    game = script.games[-1]
    if any(isinstance(step, StartPosition) for step in game.steps):
        raise refuse("S26", why="it begins in the middle of a game")
    opened = _opened(game, brought)
    program = opened.engine.program
    played = PlayedGame(opened)
    draws: tuple[int, ...] = ()
    turn: int | None = None
    moves: list[list[object]] = []
    for event in mainline(Replay(game, opened)):
        match event:
            case Began(records):
                draws = played.begin_with(RecordedChance(records))
                turn = played.turn
            case Acted(records=records):
                choice = _choice(records)
                seat = played.turn
                shown = records if event.next_deal < 0 else records[: event.next_deal]
                tried = played.tried_with(choice, RecordedChance(shown))
                played.add(choice, tried.draws, tried.turn, tried)
                moves.append([seat, list(choice), list(tried.draws), tried.turn])
                if len(moves) > MOST_CHOICES:
                    raise refuse("S26", why=f"it has more than {MOST_CHOICES:,} choices")
            case Failed(diagnostic):
                raise refuse("S26", why=diagnostic.message)
            case _:
                pass
    if played.turn < 0:
        raise refuse("S26", why="the game is over")
    return {
        "ruleset": game.ruleset.text if brought is None else program.title,
        "variants": [one.text for one in game.variants],
        "options": [[name, setting_text(value)] for name, value in program.options.items()],
        "players": program.players,
        "names": list(opened.words.seats),
        "draws": list(draws),
        "turn": turn,
        "moves": moves,
    }


def _opened(game: ScriptedGame, brought: str | None) -> OpenedGame:
    """The rules of a script: they ship, or it names a file whose text somebody brought.  Raises `Refusal`."""
    known, own = rulesets(), game.ruleset.text.startswith("./")
    if own != (brought is not None) or any(one.text not in known for one in (game.ruleset, *game.variants)[own:]):
        why = "the rule file that it names must be brought, too" if own else "its rules do not come with Hoyle"
        raise refuse("S26", why=why if brought is None else "it names another rule file than the one that was brought")
    if brought is None:
        try:
            return Rulesets().for_script(game)
        except ScriptError as error:
            raise refuse("S26", why=error.diagnostic.message) from None
    rules = RulesChosen(
        "", tuple(one.text for one in game.variants), game.preset.text if game.preset is not None else None,
        tuple((one.name.text, one.value.text) for one in game.options), len(game.players), brought,
    )  # fmt: skip
    seats = lowered(rules)[1].players
    return opened_by(rules, tuple(game.names) or tuple(chr(ord("A") + seat) for seat in range(seats)))


def _choice(records: Sequence[AnyRecord]) -> tuple[int, ...]:
    """The choice or the incident with which some records begin, as numbers."""
    match records[0]:
        case Chosen(_, _, choice):
            return choice.alternative, *choice.values
        case Declared(incident):
            return INCIDENT, incident
        case _:
            raise Refusal("S26", {"why": "it cannot be followed"})
