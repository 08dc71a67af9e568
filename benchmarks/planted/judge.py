"""Who finds a planted mistake: reading (`check --no-play`), play (the short run of `check`), shipped scripts, nobody.

A mistake that nobody finds may be none: the same games are then played under both rules, with the default settings and
with those of the short run (`alike.py`).  If all come out alike, it is called equivalent.
"""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from typing import Literal

from alike import PlayedGames, alike
from mistakes import Mistake

from hoyle.dsl.checked import CheckedGame, Choose, Gather, Move, Show, ZoneRef
from hoyle.dsl.codes.reporting import ScriptError
from hoyle.dsl.loading import RULESETS, Files, load
from hoyle.dsl.source.diagnostics import Diagnostic
from hoyle.dsl.source.span import Source
from hoyle.dsl.traversal import everything, moved_zones, own_expressions
from hoyle.interpreter.notation.files import games
from hoyle.interpreter.notation.model import ScriptedGame
from hoyle.interpreter.opening.dependents import Dependents
from hoyle.interpreter.opening.rulesets import Rulesets
from hoyle.interpreter.replay.events import Failed
from hoyle.interpreter.replay.replayer import Replay
from hoyle.interpreter.trial.report import found_in_play

Finder = Literal["reading", "play", "scripts", "nothing", "equivalent"]


class Planted(Files):
    """The files on the disk, but one, which has a mistake."""

    def __init__(self, path: Path, text: str) -> None:
        self.path, self.text = path.resolve(), text

    def source(self, path: Path) -> tuple[Source | None, tuple[Diagnostic, ...]]:
        return (Source(str(path), self.text), ()) if path.resolve() == self.path else super().source(path)


def _seen_before(game: CheckedGame, line: int) -> bool:
    """Whether everybody has seen all cards that ever enter the zone declared at a line, so that nobody who remembers
    them learns anything from seeing them there: only whole face-up zones are moved to it, and all its cards leave
    together.
    """
    zone = next(zone for zone in game.zones if zone.span.line == line)
    for st in everything(game):
        match st:
            case Gather():
                if st.zone.zone is zone:
                    return False
            case Move(what=ZoneRef(zone=source), target=target):
                if target.zone is zone and source.visibility != "face up":
                    return False
            case _:
                touched = any(isinstance(e, ZoneRef) and e.zone is zone for e in own_expressions(st))
                if zone in moved_zones(st) or (isinstance(st, Move | Choose | Show) and touched):
                    return False
    return True


class Judge:
    """Judges the mistakes of one ruleset."""

    def __init__(self, path: Path, games: int) -> None:
        self.path, self.games = path, games
        found = load(path)
        assert found.game is not None
        self.game: CheckedGame = found.game
        self.known = {(one.code, one.message) for one in found.diagnostics}
        self.seconds: Mapping[str, float] = defaultdict(float)

    @cached_property
    def scripts(self) -> list[tuple[Path, ScriptedGame]]:
        """The shipped scripts that are played by this ruleset, or by a variant of it."""
        paths = Dependents(RULESETS, [self.path]).scripts()
        return [(path, game) for path in paths for game in games(path) if isinstance(game, ScriptedGame)]

    @cached_property
    def right(self) -> PlayedGames:
        """The games under the rules as they are."""
        return PlayedGames(self.game, self.games)

    def finder(self, mistake: Mistake) -> tuple[Finder, str]:
        """Who finds it, and the code if it is `check`."""
        began = time.process_time()
        loaded = load(Source(str(self.path), mistake.text))
        new = [one for one in loaded.diagnostics if (one.code, one.message) not in self.known]
        if loaded.game is None or new:
            return "reading", new[0].code if new else loaded.diagnostics[0].code
        began = self._took("reading", began)
        played = found_in_play(loaded.game)
        if played:
            return "play", played[0].code
        began = self._took("play", began)
        if self._noticed(mistake):
            return "scripts", ""
        self._took("scripts", began)
        # Who sees what makes no difference to games of chance.
        hidden = mistake.operator == "visibility" and not _seen_before(self.game, mistake.span.line)
        return ("equivalent" if not hidden and self._same(loaded.game) else "nothing"), ""

    def noticed_by_scripts(self, mistake: Mistake) -> bool:
        """Whether a script fails, whatever else finds the mistake."""
        return self._noticed(mistake)

    def _took(self, what: str, began: float) -> float:
        now = time.process_time()
        self.seconds[what] += now - began
        return now

    def _noticed(self, mistake: Mistake) -> bool:
        rulesets = Rulesets(files=Planted(self.path, mistake.text))
        for path, game in self.scripts:
            try:
                if isinstance(Replay(game, rulesets.for_script(game, path.parent)).checked(), Failed):
                    return True
            except ScriptError:
                return True
        return False

    def _same(self, game: CheckedGame) -> bool:
        """Whether games come out alike."""
        try:
            return alike(self.right, PlayedGames(game, self.games), self.games)
        finally:
            self.right.release()
