"""What a worker answers about one small game, request by request: rules, draws, choices in every form, views, programs,
scripts, and everything that it refuses.  The answers lie in `requests/` (UPDATE_GOLDEN=1 writes them anew).
"""

from __future__ import annotations

import json
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from hoyle.interpreter.players.plugins import BadPlayer
from hoyle.interpreter.records import Choice
from hoyle.server.cores import games, opening
from hoyle.server.cores.games import GameKeeper
from hoyle.server.live.kept_views import KeptViews
from hoyle.server.refusals import REFUSALS
from hoyle.server.table import chance, played

from ..golden import same_as_file

Json = dict[str, Any]
KEPT = Path(__file__).with_name("requests")
RULES = """\
game "Layers"
language 1
players 3
deck 2 3 4 5 of reds blues, 1 joker
option most: 1..5 = 2 "points that win"
zones
    stock: face down
    heap: face up
    hand of each player: private
remember
    points of each player: number
    spoilt: yes or no
main
    repeat until highest points >= most
        deal_hand
        for p in players until highest points >= most
            turn_of(p)
    game over, won by the player with highest points, otherwise shared
phase deal_hand
    gather every card into stock
    shuffle stock
    deal 2 from stock to hand of each player
incident "misdeal" from deal_hand until the first choice of turn_of
    set spoilt to yes
    start deal_hand again
phase turn_of(p: player)
    p chooses
        "lay {cs}" for cs in 1..2 cards of p.hand
            move cs to heap
            add size of cs to p.points
        "show {c}" for c in p.hand where c is not joker
            show c to everyone
        "swap {c}" for c in p.hand where not spoilt
            move c to bottom of stock
            deal 1 from stock to p.hand
        "break"
            let n be 1 / p.points
            add n to p.points
        "pass"
"""
TEXT = {"ruleset": "Layers", "variants": [], "preset": None, "options": [], "players": 0, "text": RULES}
NAMES = ["Ann", "Bob", "Cyd"]


class Adviser:
    """A player that says what it is given."""

    remembers = False
    heard: list[Any] = []

    def __init__(self, program: Any, seat: int) -> None:
        self.heard.append(("made", program.title, seat, self.remembers))

    def begin(self) -> None:
        """A game begins."""
        self.heard.append("begin")

    def choose(self, decision: Any) -> Choice:
        """The last option, after a look at what is known."""
        seen = decision.seen()
        self.heard.append((len(decision.options), decision.player, None if seen is None else len(seen.steps)))
        self.heard.append(decision.dice.below(1000))
        return decision.options[-1]


class Remembering(Adviser):
    """The same, for a player that remembers the deal."""

    remembers = True


class Failing(Adviser):
    """A player that fails."""

    def choose(self, decision: Any) -> Choice:
        """Fail."""
        raise BadPlayer("it has no idea")


@pytest.fixture
def worker(monkeypatch: pytest.MonkeyPatch) -> Any:
    """A worker whose chance always gives the last but one, with players of the tests."""
    drawn: list[int] = []

    def below(many: int) -> int:
        drawn.append(many)
        return max(0, many - 2)

    known = {"plain": Adviser, "keen": Remembering, "bad": Failing}
    usual = played.maker
    monkeypatch.setattr(chance, "secrets", SimpleNamespace(randbelow=below))
    monkeypatch.setattr(played, "maker", lambda name: known.get(name) or usual(name))
    monkeypatch.setattr(Adviser, "heard", [])
    opening.checked.cache_clear()
    return SimpleNamespace(keeper=GameKeeper(most=2, remembers=True), drawn=drawn)


def described(answer: tuple[Json, list[bytes]]) -> list[str]:
    """An answer in lines."""
    head, texts = answer
    refused = head.get("refused")
    if refused is not None:
        sentence = REFUSALS[refused["code"]][1].format(**refused["fields"])
        return [f"  refused {refused['code']}: {sentence} {refused['notes']}"]
    lines = [f"  {json.dumps(head, ensure_ascii=False)}"] if head else []
    return [*lines, *(f"  {text.decode()}" for text in texts)]


def test_a_game_request_by_request(worker: Any) -> None:
    out: list[str] = []
    start: list[int] = []
    moves: list[Any] = []

    def ask(op: str, *, base: int = 0, keep: bool = True, **more: Any) -> None:
        request = {
            "op": op, "rules": TEXT, "names": NAMES, "table": "t", "game": "1.0", "view": "", "start": start,
            "base": base, "moves": moves[base:], **more,
        }  # fmt: skip
        head, texts = worker.keeper.answer(json.loads(json.dumps(request)))
        shown = {name: value for name, value in more.items() if name not in ("rules", "names")}
        out.append(f"{op} {json.dumps(shown, ensure_ascii=False)}, {len(moves)} made, drawn from {worker.drawn}")
        worker.drawn.clear()
        out.extend(described((head, texts)))
        if op == "begin" and "draws" in head:
            start[:] = head["draws"]
        if keep and op in ("choose", "advise") and "choice" in head:
            moves.append([head["choice"], head["draws"], head["turn"]])

    ask("about", play=False, programs=["sound"])
    ask("about", programs=["nobody"])
    ask("begin")
    ask("begin", names=NAMES[:2])
    ask("begin", names=["Ann", "Ann", "Cyd"])
    ask("views", viewers=[0, -1, None])
    for answer in (
        {"option": 99}, {"choice": "sing"}, {"choice": "lay 9.reds"}, {"cards": ["joker"]}, {"cards": []},
        {"incident": "earthquake"}, {"raw": [0, 1]}, {"raw": [7]}, {"choice": "break"}, {"choice": "2.reds"},
    ):  # fmt: skip
        ask("choose", seat=0, answer=answer, keep=False)
    ask("choose", seat=1, answer={"option": 0})
    ask("seen", seat=0)
    ask("seen", seat=2)
    ask("choose", seat=0, answer={"incident": "Misdeal"})
    ask("choose", seat=0, answer={"incident": "misdeal"}, keep=False)
    ask("choose", seat=0, answer={"option": 1}, keep=False)
    for player in ("plain", "keen", "bad", "random"):
        ask("advise", player=player, seed=7, keep=player == "keen")
    out.append(f"  {Adviser.heard}")
    ask("choose", seat=1, answer={"choice": "LAY the 3.REDS"}, viewers=[1, -1], keep=False)
    ask("choose", seat=1, answer={"option": 2}, viewers=[1, -1])
    ask("views", viewers=[2], base=2)
    ask("views", viewers=[2], base=9)
    ask("views", viewers=[2], table="other", base=1)
    ask("choose", seat=2, answer={"option": 0})
    ask("script", kinds=["person", "plain", "keen"])
    moves[-1] = [moves[-1][0], moves[-1][1], 1]
    ask("views", viewers=[2])
    del moves[-1]
    ask("choose", seat=2, answer={"choice": "pass"})
    ask("choose", seat=0, answer={"choice": "lay both"}, keep=False)
    while moves and moves[-1][2] >= 0 and len(moves) < 12:
        ask("choose", seat=moves[-1][2], answer={"option": 2 if len(moves) % 2 else 0})
    ask("choose", seat=0, answer={"option": 0})
    ask("advise", player="plain", seed=1)
    ask("views", viewers=[None])
    ask("script", kinds=["person", "random", "person"])
    ask("replay", judge=False)
    text = "\n".join(out)
    same_as_file(KEPT / "game.txt", text + "\n")


def test_what_fails_in_a_worker_costs_no_other_game(worker: Any, capsys: pytest.CaptureFixture[str]) -> None:
    def asked(op: str, game: str, **more: Any) -> tuple[Json, list[bytes]]:
        return worker.keeper.answer({
            "op": op, "rules": TEXT, "names": NAMES, "table": "t", "game": game, "view": "", "start": start, "moves": [],
            "base": 0, **more,
        })  # fmt: skip

    start: list[int] = []
    start += asked("begin", "1.0")[0]["draws"]
    for game in ("1.0", "2.0"):
        assert asked("views", game, viewers=[0])[1]
    kept = [*worker.keeper._kept]
    refused = {"code": "S24", "fields": {"name": "nobody"}, "notes": []}
    assert asked("advise", "2.0", player="nobody", seed=1) == ({"refused": refused}, [])
    assert [*worker.keeper._kept] == kept
    assert capsys.readouterr().err == ""
    for more in ({"op": "views", "viewers": ["a secret"]}, {"op": "a secret"}, {"op": "about", "rules": {}}):
        head, texts = asked(**{"game": "2.0", **more})
        assert (head, texts) == ({"refused": {"code": "S11", "fields": {}, "notes": []}}, [])
        said = capsys.readouterr().err
        assert said.startswith(("hoyle: TypeError\n", "hoyle: KeyError\n"))
        assert "secret" not in said
    assert [*worker.keeper._kept] == kept[:1]


def test_rules_that_a_worker_refuses(worker: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "LONGEST_RULES", len(RULES))
    out: list[str] = []
    for more in (
        {"text": RULES + "\n"}, {"text": RULES.replace("deck", "dek")}, {"text": None, "ruleset": "nowhere"},
        {"variants": ["nowhere"]}, {"options": [["most", "9"], ["least", "1"]]}, {"players": 9}, {"preset": "x"},
        {"text": None, "ruleset": "whist", "variants": ["five_for_a_lone_march"]},
    ):  # fmt: skip
        request = {"op": "about", "rules": {**TEXT, **more}, "play": False}
        out.append(json.dumps({name: value for name, value in more.items() if name != "text"}))
        out += [line[:600] for line in described(worker.keeper.answer(request))]
    same_as_file(KEPT / "rules.txt", "\n".join(out) + "\n")
    for failure in (MemoryError(), RecursionError()):

        def fails(request: Json, failure: BaseException = failure) -> Any:
            raise failure

        monkeypatch.setattr(worker.keeper, "_about", fails)
        worker.keeper._kept["x"] = 1
        assert worker.keeper.answer({"op": "about"}) == ({"refused": {"code": "S23", "fields": {}, "notes": []}}, [])
        assert not worker.keeper._kept


def test_the_views_of_the_last_tables_are_kept() -> None:
    kept = KeptViews(2)
    first = kept.at("a", (1, 0, 0))
    first[0] = b"view"
    assert kept.at("b", (1, 0, 0)) == {}
    assert kept.at("a", (1, 0, 0)) is first
    assert kept.at("c", (1, 0, 0)) == {}
    kept.at("c", (1, 0, 0))[1] = b"c"
    assert kept.at("a", (1, 0, 0)) is first
    assert kept.at("c", (1, 0, 0)) == {1: b"c"}
    assert kept.at("b", (1, 0, 0)) == {}
    assert kept.at("a", (1, 0, 0)) == {}
    for position in ((2, 0, 0), (2, 1, 0), (2, 1, 1)):
        kept.at("a", position)[0] = b"old"
    assert kept.at("a", (2, 1, 2)) == {}
