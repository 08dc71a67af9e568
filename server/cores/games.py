"""What a worker does: it answers requests about games, and keeps the games of recent requests.

A request says which rules, which names, how the game began and which choices were made; so any worker can answer it.
`known` choices may be left out: a worker that does not have them says `missing`, and is asked again with all of them.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from ..failures import write_down
from ..fast_json import dumps
from ..refusals import Refusal, refuse
from ..table.entries import DamagedRecord, Json, RulesChosen
from ..table.played import PlayedGame, TriedChoice
from .opening import LONGEST_RULES, about, known_player, opened

MOST_GAMES = 400
"""How many games a worker keeps.  The one that was asked for longest ago goes first."""


@dataclass(slots=True)
class KeptGame:
    """A game, what it belongs to, and the choice that was tried last, which is mostly the next one."""

    game: PlayedGame
    start: tuple[int, ...]
    tried: TriedChoice | None = None


class Missing(Exception):
    """The request relies on choices that this worker does not have."""


class GameKeeper:
    """Answers requests.  `most`: how many games are kept; `remembers`: whether programs choose here."""

    def __init__(self, most: int = MOST_GAMES, *, remembers: bool = False) -> None:
        self.most, self.remembers = most, remembers
        self._kept: OrderedDict[tuple[object, ...], KeptGame] = OrderedDict()

    def answer(self, request: Json) -> tuple[Json, list[bytes]]:
        """The answer to a request: data, and for `views` a text for each viewer.  Nothing is raised."""
        operations: dict[str, Callable[[Json], tuple[Json, list[bytes]]]] = {
            "about": self._about, "begin": self._begin, "choose": self._choose, "views": self._views,
            "advise": self._advise, "seen": self._seen, "script": self._script, "take up": self._taken_up,
            "replay": self._replay, "house": self._house, "stats": self._stats,
        }  # fmt: skip
        try:
            return operations[request["op"]](request)
        except Missing:
            return {"missing": True}, []
        except Refusal as refusal:
            return {"refused": {"code": refusal.code, "fields": refusal.fields, "notes": list(refusal.notes)}}, []
        except DamagedRecord as error:
            return {"damaged": str(error)}, []
        except (MemoryError, RecursionError):
            self._kept.clear()
            return {"refused": {"code": "S23", "fields": {}, "notes": []}}, []
        except Exception as error:  # a mistake of ours costs this game what is kept of it, and no other
            write_down(error)
            if "table" in request:
                self._kept.pop(_key(request), None)
            return {"refused": {"code": "S11", "fields": {}, "notes": []}}, []

    # ------------------------------------------------------------------------------------------------------ requests

    def _about(self, request: Json) -> tuple[Json, list[bytes]]:
        rules = rules_in(request["rules"])
        if rules.text is not None and len(rules.text) > LONGEST_RULES:
            raise refuse("S05", most=f"{LONGEST_RULES:,} characters of rules")
        for name in request.get("programs", ()):
            known_player(name)
        return about(rules, play=request.get("play", False)), []

    def _begin(self, request: Json) -> tuple[Json, list[bytes]]:
        """Draw what chance gives before the first question."""
        game = self._new(request)
        draws = game.begin(None)
        return {"draws": list(draws), "turn": game.turn}, []

    def _choose(self, request: Json) -> tuple[Json, list[bytes]]:
        """Try a choice.  `viewers`: who is to see what follows; then it is made here, as if it was recorded.  If it is
        not recorded after all, the next request differs from what was made, and the game is built again.
        """
        kept = self._game(request)
        kept.tried = tried = kept.game.try_choice(request["seat"], request["answer"])
        head = {"choice": list(tried.choice), "draws": list(tried.draws), "turn": tried.turn}
        viewers: list[int | None] = request.get("viewers", [])
        if viewers:
            kept.game.add(tried.choice, tried.draws, tried.turn, tried)
            kept.tried = None
        return head, [dumps(kept.game.view(viewer)) for viewer in viewers]

    def _views(self, request: Json) -> tuple[Json, list[bytes]]:
        game = self._game(request).game
        viewers: list[int | None] = request["viewers"]
        return {}, [dumps(game.view(viewer)) for viewer in viewers]

    def _advise(self, request: Json) -> tuple[Json, list[bytes]]:
        kept = self._game(request)
        choice = kept.game.advice(request["player"], request["seed"])
        kind, *values = choice
        kept.tried = tried = kept.game.try_choice(kept.game.turn, {"raw": [kind, *values]})
        return {"choice": list(tried.choice), "draws": list(tried.draws), "turn": tried.turn}, []

    def _seen(self, request: Json) -> tuple[Json, list[bytes]]:
        return self._game(request).game.seen(request["seat"]), []

    def _script(self, request: Json) -> tuple[Json, list[bytes]]:
        from .scripts import script_of

        rules = rules_in(request["rules"])
        return {}, [script_of(rules, self._game(request).game, request.get("kinds", ())).encode()]

    def _taken_up(self, request: Json) -> tuple[Json, list[bytes]]:
        from .scripts import taken_up

        return taken_up(request["script"], request.get("rules")), []

    def _replay(self, request: Json) -> tuple[Json, list[bytes]]:
        from .afterwards import replay

        rules = rules_in(request["rules"])
        return {}, [dumps(replay(rules, self._game(request).game, judge=request["judge"]))]

    def _house(self, request: Json) -> tuple[Json, list[bytes]]:
        from .afterwards import house

        return {}, [dumps(house(rules_in(request["rules"]), self._game(request).game))]

    def _stats(self, request: Json) -> tuple[Json, list[bytes]]:
        from .afterwards import stats

        return {}, [dumps(stats(request["games"], request["against"], judge=request["judge"]))]

    # --------------------------------------------------------------------------------------------------------- games

    def _new(self, request: Json) -> PlayedGame:
        return PlayedGame(opened(rules_in(request["rules"]), tuple(request["names"])), remembers=self.remembers)

    def _game(self, request: Json) -> KeptGame:
        """The game of a request, at the position that its choices lead to."""
        key = _key(request)
        start, base = tuple(request["start"]), request["base"]
        moves: list[list[Any]] = request["moves"]
        kept = self._kept.get(key)
        if kept is None or kept.start != start or len(kept.game.moves) < base:
            if base:
                raise Missing
            kept = self._rebuilt(request, start)
        wanted = [tuple(move[0]) for move in moves]
        done = [*map(tuple, kept.game.moves[base:])]
        if done != wanted[: len(done)]:  # something was taken back
            if base:
                raise Missing
            kept, done = self._rebuilt(request, start), []
        for choice, draws, turn in moves[len(done) :]:
            kept.game.add(tuple(choice), draws, turn, kept.tried)
            kept.tried = None
        self._kept[key] = kept
        self._kept.move_to_end(key)
        while len(self._kept) > self.most:
            self._kept.popitem(last=False)
        return kept

    def _rebuilt(self, request: Json, start: tuple[int, ...]) -> KeptGame:
        game = self._new(request)
        game.begin(start)
        return KeptGame(game, start)


def _key(request: Json) -> tuple[object, ...]:
    """By what the game of a request is kept."""
    return request["table"], request["game"], request["view"], tuple(request["names"])


def rules_in(data: Json) -> RulesChosen:
    """The rules that a request names."""
    return RulesChosen(
        data["ruleset"],
        tuple(data.get("variants", ())),
        data.get("preset"),
        tuple((name, value) for name, value in data.get("options", ())),
        data.get("players", 0),
        data.get("text"),
    )
