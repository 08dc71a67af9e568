"""How rules and scripts are named, what rules that are open already refuse, and where a script ends that is solved."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import hoyle
from hoyle.api import checking, comparing, deal_tables, listing, opening, training
from hoyle.api.judging import AnalysisResult
from hoyle.api.opening import lowered, source_of
from hoyle.api.results import report
from hoyle.api.running import CannotPlay
from hoyle.api.solving import CannotSolve
from hoyle.dsl.loading import rulesets
from hoyle.dsl.source.span import NOWHERE, Source
from hoyle.interpreter.errors import GameError
from hoyle.interpreter.faults import Fault
from hoyle.interpreter.learning import lessons, mixing
from hoyle.interpreter.wasm import Uncompilable

from .test_small_functions import CLUB
from .test_tiny_game import write_rules

NOTHING_ASKED = """\
game "Nothing Asked"
language 1
players 2
deck 2 3
zones
    stock: face down
remember
    points of each player: number
main
    shuffle every card into stock
    game over, won by the player with highest points, otherwise shared
"""


def test_rules_are_found_by_text_path_or_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    whist = rulesets()["whist"]
    text = "game\nmore"
    found = source_of(text)
    assert isinstance(found, Source)
    assert (found.name, found.text) == ("<text>", text)
    names = ("whist", "whist.hoyle", "./whist.hoyle", "nowhere/whist.hoyle", "whisst", "whisst.hoyle")
    assert [source_of(one) for one in names] == [
        whist, whist, Path("whist.hoyle"), Path("nowhere/whist.hoyle"), "whisst", Path("whisst.hoyle"),
    ]  # fmt: skip
    Path("whist.hoyle").write_text("own", "utf-8")
    assert [source_of(one) for one in names[:3]] == [Path("whist.hoyle")] * 3
    assert source_of(whist) is whist


def test_open_rules_have_their_options_and_players(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_rules(tmp_path)
    monkeypatch.chdir(tmp_path)
    rules = hoyle.rules("rules.hoyle")
    for fine in ({}, {"options": {}}, {"seats": 2}):
        assert lowered(rules, **fine)[1] is rules.program
    more: Any
    for more in ({"options": {"target": 2}}, {"preset": "any"}, {"preset": ""}, {"seats": 3}):
        with pytest.raises(ValueError, match="these rules have their options and players already; give a name"):
            lowered(rules, **more)
    with pytest.raises(ValueError, match="variants are laid over rules when these are loaded; give their name"):
        opening.loaded(rules, ["a"])


def test_as_many_seats_as_there_are_names() -> None:
    names = tuple(map(str, range(9)))
    counts = [lowered("adding_ninety_nine", names=names[:count])[1].players for count in (0, 2, 4, 5, 8, 9)]
    assert counts == [4, 4, 4, 5, 8, 4]
    assert lowered("adding_ninety_nine", seats=3, names=names[:5])[1].players == 3


def test_the_places_of_documents(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("HOYLE_SOURCES", raising=False)
    assert opening.source_folders() == []
    monkeypatch.setattr(opening.os, "pathsep", ";")
    monkeypatch.setenv("HOYLE_SOURCES", "a;;b c;")
    assert opening.source_folders() == [Path("a"), Path("b c")]


def test_rule_files_that_cannot_be_read_are_left_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    shipped = len([*listing.rule_texts()])
    assert shipped == len(rulesets())
    for name, content in (("b", b'game "B"\n'), ("a", b"\xff"), ("c", b'variant "C" of b\npreset "P"\n')):
        Path(f"{name}.hoyle").write_bytes(content)
    Path("folder.hoyle").mkdir()
    found = [*listing.rule_texts()]
    assert found[shipped:] == [("b.hoyle", 'game "B"\n'), ("c.hoyle", 'variant "C" of b\npreset "P"\n')]
    assert [one.name for one in hoyle.list("games").games if one.name.endswith(".hoyle")] == ["b.hoyle"]
    assert [one.of for one in hoyle.list("variants").variants if one.name == "c.hoyle"] == ["b"]
    assert [one.of for one in hoyle.list("presets").presets if one.name == "P"] == ["c.hoyle"]


def test_files_that_several_rules_share_are_read_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_rules(tmp_path)
    monkeypatch.chdir(tmp_path)
    made: list[object] = []
    usual = checking.FilesReadOnce
    monkeypatch.setattr(checking, "FilesReadOnce", lambda: made.append(1) or usual())
    names, play = list[str](), checking.Play(False)
    assert [*checking.diagnostics_of(["quick.hoyle"], play=play, names=names)] == []
    assert (names, made) == (["quick.hoyle"], [])
    assert [*checking.diagnostics_of(["quick.hoyle", "rules.hoyle"], play=play, names=names)] == []
    assert (names[1:], made) == (["quick.hoyle", "rules.hoyle"], [1])


def test_a_script_is_solved_where_it_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(CLUB)
    evening = (CLUB / "evening.play").read_text("utf-8").replace("expect points: Ann 1, Bob 0\n", "")
    lines = evening.strip().splitlines()
    ends = [number for number, line in enumerate(lines) if line.startswith(("Cyd: play", "trick:", "Dan: play"))]
    found: list[tuple[int, str, int, int]] = []
    for end in (ends[1], ends[3], len(lines) - 1):
        one = hoyle.solve("\n".join(lines[: end + 1]) + "\n")
        found.append((one.choice, one.player, len(one.options), len(one.line)))
    assert found == [(0, "Bob", 2, 8), (0, "Dan", 1, 3), (7, "Dan", 4, 16)]
    one = hoyle.solve(evening, at=5)
    assert (one.player, one.best, one.choice) == ("Dan", ("play K♣", "play A♣", "play Q♦"), 0)


def test_a_game_in_which_nobody_chooses_cannot_be_solved(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("nothing.hoyle").write_text(NOTHING_ASKED, "utf-8")
    script = "hoyle play 1\n\ngame nothing\nplayers A, B\n"
    with pytest.raises(CannotSolve, match="the game is over there"):
        hoyle.solve(script)
    with pytest.raises(CannotSolve, match="there are 0 choices in this game, and not 1"):
        hoyle.solve(script, at=1)
    with pytest.raises(GameError):
        hoyle.solve("hoyle play 1\n\ngame nothing\nplayers A\n")


# ------------------------------------------------------------------------------------------------------------- learning


def test_reports_of_what_was_learned(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for ends in ("of itself", "while it learns", "while it is tried", "at once"):
        with monkeypatch.context() as patched:
            report_of_lessons_that_end(ends, tmp_path, patched)


def report_of_lessons_that_end(ends: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Learn, and compare the whole report."""
    write_rules(tmp_path)
    monkeypatch.chdir(tmp_path)
    asked: list[Any] = []
    measured = [(100, SimpleNamespace(gain=0.5, error=0.1)), (200, SimpleNamespace(gain=1.25, error=0.2))]
    weights = SimpleNamespace(
        content=lambda: b"weights", head=SimpleNamespace(choices=321, all_choices=321, seconds=4.5)
    )
    features = SimpleNamespace(count=77, left_out=["bid", "stake"])
    last: Any = SimpleNamespace(
        weights=lambda: weights, loss=0.123456, faults=2, against_before=measured, against_chance=measured[::-1],
        share=1.0, machine=SimpleNamespace(learned=SimpleNamespace(features=features)),
    )  # fmt: skip

    def learned(*given: Any, **more: Any) -> Any:
        asked.append((*given[1:-2], more))
        if ends == "at once":
            raise KeyboardInterrupt
        yield SimpleNamespace()
        yield last
        if ends == "while it learns":
            raise KeyboardInterrupt

    def settled(step: Any, watch: Any) -> Any:
        assert step is last
        asked.append([*watch([SimpleNamespace(choices=choices) for choices in (5, 15)], 10, mixing.BEATING)])
        if ends == "while it is tried":
            raise KeyboardInterrupt
        return SimpleNamespace(content=lambda: b"mixed weights", head=SimpleNamespace(choices=400, seconds=5.5))

    monkeypatch.setattr(training, "_watched", learned)
    monkeypatch.setattr(mixing, "settled", settled)
    seen: list[Any] = []

    def train() -> Any:
        return hoyle.train("rules.hoyle", seed=9, workers=2, into=tmp_path / "made", progress=seen.append)

    if ends == "at once":
        with pytest.raises(KeyboardInterrupt):
            train()
        return
    found = train()
    assert asked[0] == (1.0, 0, 9, 2, None, {"measure": True})
    assert [(one.done, one.total) for one in seen] == ([] if ends == "while it learns" else [(5, 10), (10, 10)])
    whole = ends == "of itself"
    data = found.data()
    fingerprint = data.pop("fingerprint")
    assert fingerprint == lowered("rules.hoyle")[1].fingerprint
    assert data == {
        "train": 1, "title": "Tiny", "ruleset": "rules", "seed": 9, "choices": 400 if whole else 321,
        "seconds": 5.5 if whole else 4.5, "loss": 0.1235, "begun_with": "", "features": 77, "left_out": ["bid", "stake"], "failed": 2,
        "file": str(tmp_path / "made"), "size": 13 if whole else 7, "instead": 0,
        "strength": [
            {"choices": 200, "chance": 1.25, "chance_error": 0.4, "before": 0.5, "before_error": 0.2},
            {"choices": 100, "chance": 0.5, "chance_error": 0.2, "before": 1.25, "before_error": 0.4},
        ],
        "complete": whole,
    }  # fmt: skip
    assert (tmp_path / "made").read_bytes() == (b"mixed weights" if whole else b"weights")
    note = "interrupted: it was not tried whether the player should mix its choices"
    assert (found.interrupted, found.note) == (not whole, "" if whole else note)
    assert [row["choices"] for row in found.records()] == [200, 100]


def test_what_cannot_be_learned_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    for error, said in (
        (Fault("E1202", "it is none", NOWHERE), "E1202: it is none"),
        (Uncompilable("too many cards"), "too many cards"),
    ):

        def fails(*given: Any, error: Exception = error, **more: Any) -> Any:
            raise error
            yield

        monkeypatch.setattr(training, "_watched", fails)
        with pytest.raises(CannotPlay, match=said) as found:
            hoyle.train("whist", choices=10, replace=True)
        assert found.value.rules


def test_a_short_lesson_has_one_second_at_least(monkeypatch: pytest.MonkeyPatch) -> None:
    step = SimpleNamespace(against_before=[], against_chance=[], share=1.0)
    for minutes, choices, total in ((0.001, 0, 1), (0.03, 0, 2), (1.0, 0, 60), (5.0, 7, 7)):
        monkeypatch.setattr(lessons, "lessons", lambda program, **more: iter([step]))
        seen: list[Any] = []
        [*_] = training._watched(None, minutes, choices, 1, 1, None, seen.append, seen.append, measure=False)
        assert [(one.done, one.total) for one in seen] == [(total, total)]


# ------------------------------------------------------------------------------------------------------------- judgements


def test_the_cost_of_a_choice_has_its_bounds_in_a_row() -> None:
    interval = {"value": 2.0, "low": 1.5, "high": 2.75}
    choice = {
        "number": 4, "deal": 2, "choice": "pass", "player": "Ann", "lead": 0.5, "judged": True, "cost": interval,
        "mistake": True, "worlds": 3, "exact": False, "options": [], "outlook": interval,
    }  # fmt: skip
    plain = {**choice, "number": 5, "judged": False, "cost": None, "mistake": False}
    game: Any = {"place": "a.play:3", "players": ["Ann"], "sides": [["Ann"]], "turning_points": []}
    game |= {"ruleset": "whist", "choices": [choice, plain], "ok": True}
    other = {**game, "choices": [], "ruleset": "hearts"}
    found = report(
        AnalysisResult,
        {"analyse": 1, "ok": True, "scripts": [{"file": "a.play", "games": [other, game], "errors": []}]},
    )
    rows = found.records()
    both = {"file": "a.play", "game": 2, "ruleset": "whist", "deal": 2, "player": "Ann", "choice": "pass", "lead": 0.5}
    assert rows == [
        {**both, "number": 4, "judged": True, "cost": 2.0, "low": 1.5, "high": 2.75, "mistake": True},
        {**both, "number": 5, "judged": False, "cost": None, "low": None, "high": None, "mistake": False},
    ]


def test_rules_are_compared_again_once_both_were_learned(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_rules(tmp_path)
    monkeypatch.chdir(tmp_path)
    taught: list[str] = []

    def lesson(program: Any, *more: Any) -> str:
        taught.append(f"{program.options['target']} {more[:-1]}")
        return f"lesson {len(taught)}"

    monkeypatch.setattr(comparing, "ready", lambda program, names, progress: "weights")
    monkeypatch.setattr(comparing, "taught_further", lesson)
    usual, worked = comparing.played, list[Any]()

    def played(work: Any, games: int, **more: Any) -> Any:
        worked.append((work.weights, games, more["title"], more["workers"]))
        found = usual(work, games, **more)
        if how == "stopped" and len(worked) == 2:
            found.interrupted = True
        return found

    monkeypatch.setattr(comparing, "played", played)
    for how in ("well", "stopped", "interrupted"):
        taught.clear()
        worked.clear()
        if how == "interrupted":
            monkeypatch.setattr(comparing, "taught_further", interrupted)
        found = hoyle.compare(
            "rules.hoyle", options_b={"target": 1}, games=8, players="random", engine="python", seed=3, workers=1
        )
        assert worked[0] == (("weights", "weights"), 8, "target 1", 1)
        assert found.interrupted == (how != "well")
        if how == "interrupted":
            assert (len(worked), "learned" in found.data()) == (1, False)
            continue
        assert taught == ["3 ('weights',)", "1 ('weights',)"]  # the same lesson for both, from the same weights
        assert worked[1] == (("lesson 1", "lesson 2"), 8, "once learned", 1)
        assert set(found.data()["learned"]) >= {"games"}


def interrupted(*_: object) -> Any:
    """What happens if somebody presses Ctrl-C."""
    raise KeyboardInterrupt


# ------------------------------------------------------------------------------------------------------------ whole deals


def test_games_are_solved_by_processes_only_if_there_are_several(monkeypatch: pytest.MonkeyPatch) -> None:
    pools: list[Any] = []

    class Pool:
        """Calls a function here, and keeps what is asked of it."""

        def __init__(self, many: int) -> None:
            pools.append(many)

        def __enter__(self) -> Pool:
            return self

        def __exit__(self, *_: object) -> None:
            pools.append("left")

        def map(self, call: Any, tasks: Any) -> Any:
            """Call the function of every task."""
            return map(call, tasks)

        def shutdown(self, **more: object) -> None:
            """End."""
            pools.append(more)

    def solved(task: Any) -> list[Any]:
        if task == "bad":
            raise GameError
        return [task]

    monkeypatch.setattr(deal_tables, "ProcessPoolExecutor", Pool)
    monkeypatch.setattr(deal_tables, "_solved", solved)
    tasks: Any
    for tasks, jobs, asked in (
        (["a"], 4, []), (["a", "b"], 1, []), (["a", "b"], 0, []), (["a", "b"], 4, [2, "left"]),
        (["a", "b", "c"], 2, [2, "left"]), ([], 1, []),
    ):  # fmt: skip
        pools.clear()
        assert [*deal_tables._mapped(tasks, jobs)] == [[one] for one in tasks]
        assert pools == asked
    pools.clear()
    wrong: Any = ["a", "bad", "c"]
    with pytest.raises(GameError):
        list(deal_tables._mapped(wrong, 3))
    assert pools == [3, {"wait": False, "cancel_futures": True}, "left"]


def test_a_deal_that_did_not_come_to_its_tricks_has_no_table(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(CLUB)
    evening = (CLUB / "evening.play").read_text("utf-8")
    lines = evening.splitlines(keepends=True)
    bidding = "".join(lines[: next(at for at, line in enumerate(lines) if line.startswith("Ann: bid"))])
    second = evening.partition("first dealer Cyd\n")[2].split("what if")
    both = evening + second[0].replace("Dan", "x").replace("Cyd", "Dan").replace("Bob", "Cyd").replace("Ann", "Bob")
    both = both.replace("x:", "Ann:").replace("hand x", "hand Ann")
    for text, reasons in (
        (evening, [""]), (bidding, [""]), (both, ["", ""]),
        ("hoyle play 1\n\ngame gops\nplayers A, B\n", ["no tricks are played in GOPS"]),
    ):  # fmt: skip
        found = hoyle.solve_deals(text, jobs=1)
        assert [(one.deal, one.reason) for one in found.deals] == [*enumerate(reasons, 1)], text
        assert all(len(one.rows) == (not one.reason) for one in found.deals)
    many = hoyle.solve_deals(both, jobs=1)
    assert many.deals[0].hands[0] == ("Q♣", "J♦", "J♥", "K♥")
    assert many.deals[1].hands[1] == many.deals[0].hands[0]
