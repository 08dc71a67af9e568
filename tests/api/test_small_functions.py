"""Who plays, what is shown, what is solved and judged: functions of `hoyle` on small games, with exact results."""

from __future__ import annotations

import importlib.util
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import hoyle
from hoyle.api import deal_tables, judging, seating, solving
from hoyle.api.comparing import ComparisonList
from hoyle.api.judging import Analysis, CannotJudge, Following, Judges, OpenHands
from hoyle.api.running import CannotPlay
from hoyle.api.solving import CannotSolve
from hoyle.cli.pages.viewer import page as pages
from hoyle.dsl.source.span import NOWHERE
from hoyle.interpreter.analysis.judge import effort
from hoyle.interpreter.errors import GameError, UnknownName
from hoyle.interpreter.faults import Fault
from hoyle.interpreter.learning import budget, lessons, nets, store, weights
from hoyle.interpreter.players import LEARNED
from hoyle.interpreter.wasm import Uncompilable

CLUB = Path(__file__).parents[1] / "cli" / "club"


@pytest.fixture
def club(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The current folder, with the small game of the club and its scripts."""
    for path in CLUB.iterdir():
        (tmp_path / path.name).write_bytes(path.read_bytes())
    monkeypatch.chdir(tmp_path)
    return tmp_path


# ------------------------------------------------------------------------------------------------------------- seating


def weights_of(name: str, title: str = "Small", made_from: str = "", players: int = 4) -> Any:
    """Weights of rules."""
    known = lambda program: program.ruleset == made_from  # noqa: E731
    head = SimpleNamespace(ruleset=name, title=title, made_from=known, players=players)
    found = SimpleNamespace(head=head, name=name)
    found.about = lambda program: found
    return found


@pytest.fixture
def learning(monkeypatch: pytest.MonkeyPatch) -> Any:
    """What was learned, what is kept, and what is asked of the lessons."""
    state = SimpleNamespace(found=None, exact=False, lesson=None, kept=[], asked=[], fails=None, compiled=[])

    def learn(program: Any, **given: Any) -> Iterator[Any]:
        state.asked.append(given)
        if state.fails is not None:
            raise state.fails
        for choices in (10, 20):
            content = f"{program.title} {choices}"
            yield SimpleNamespace(
                choices=choices, weights=lambda content=content: SimpleNamespace(content=lambda: content)
            )

    def compiled(program: Any) -> Any:
        state.compiled.append(program)
        if state.fails is not None:
            raise state.fails

    monkeypatch.setattr(store, "find", lambda program: SimpleNamespace(weights=state.found, exact=state.exact, note=""))
    monkeypatch.setattr(store, "find_lesson", lambda program, begun: SimpleNamespace(weights=state.lesson, note=""))
    monkeypatch.setattr(store, "keep", lambda program, made, **more: state.kept.append((program.title, made, more)))
    monkeypatch.setattr(lessons, "lessons", learn)
    monkeypatch.setattr(weights, "weights_in", lambda content: f"weights of {content}")
    monkeypatch.setattr(nets, "code_of", compiled)
    return state


PROGRAM: Any = SimpleNamespace(title="Small", ruleset="small", asks=("a question",), players=4)


def test_who_plays_if_nobody_is_named(learning: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    assert (seating.usual(PROGRAM, "sound"), learning.compiled) == (LEARNED, [PROGRAM])  # who learns the rules now
    named = ("random",)
    for players, by, expected in (
        (None, None, (LEARNED,)), (3, None, (LEARNED,)), ("random", None, named), (["random"], None, named),
        (None, "python", named), (3, "python", named),
    ):  # fmt: skip
        assert seating.usual_names(named, players, PROGRAM, "sound", by=by) == expected
    assert seating.usual(SimpleNamespace(asks=()), "sound") == "sound"  # type: ignore[arg-type]
    learning.fails = Uncompilable("too large")
    assert seating.usual(PROGRAM, "sound") == "sound"
    monkeypatch.setattr(seating, "find_spec", lambda name: None if name == "wasmtime" else name)
    learning.fails = None
    assert seating.usual(PROGRAM, "sound") == "sound"
    assert importlib.util.find_spec("json")


def test_what_was_learned_is_used_or_learned_now(learning: Any) -> None:
    assert seating.ready(PROGRAM, ("random", "sound")) is None
    made = seating.ready(PROGRAM, ("random", LEARNED))
    assert made == "weights of Small 20"
    assert learning.kept == [("Small", made, {})]
    assert learning.asked == [{"choices": budget.FIRST_CHOICES, "seconds": 30.0, "workers": 2, "begin_with": None}]
    for own in (weights_of("small"), weights_of("other", "Other", made_from="small")):
        learning.found = own
        assert seating.ready(PROGRAM, (LEARNED,)) is own
    assert len(learning.asked) == 1
    for other in (weights_of("small", "Revised"), weights_of("other", "Small"), weights_of("other", "Other")):
        learning.found = other
        assert seating.ready(PROGRAM, (LEARNED,)) == made
        assert learning.asked[-1] == {
            "choices": budget.FURTHER_CHOICES,
            "seconds": 30.0,
            "workers": 2,
            "begin_with": other,
        }
    for number in (3, 5):  # another number of players: learned from nothing
        learning.found = weights_of("small", made_from="small", players=number)
        assert seating.ready(PROGRAM, (LEARNED,)) == made
        assert (learning.asked[-1]["choices"], learning.asked[-1]["begin_with"]) == (budget.FIRST_CHOICES, None)
    learning.kept.clear()
    begun = weights_of("other", "Other")
    learning.found, learning.lesson = begun, "known"  # the same lesson was kept
    assert (seating.ready(PROGRAM, (LEARNED,)), learning.kept) == ("known", [("Small", "known", {})])
    learning.lesson = None
    learning.exact = True
    assert seating.taught(PROGRAM, None) is learning.found
    learning.exact, learning.found, learning.kept[:] = False, None, []
    assert seating.taught(PROGRAM, None) == made
    assert learning.kept == [("Small", made, {})]


def test_one_more_lesson_is_kept_with_what_it_began_with(learning: Any) -> None:
    begun = weights_of("small")
    learning.lesson = "known"
    assert (seating.taught_further(PROGRAM, begun), learning.kept) == ("known", [])
    learning.lesson = None
    made = seating.taught_further(PROGRAM, begun)
    assert (made, learning.kept) == ("weights of Small 20", [("Small", made, {"lesson_from": begun})])
    seen: list[tuple[Any, ...]] = []
    seating.lesson(PROGRAM, begun, lambda *given: seen.append(given))
    assert seen
    learning.fails = Fault("E1203", "divided by zero", NOWHERE)
    with pytest.raises(CannotPlay, match="E1203: divided by zero"):
        seating.lesson(PROGRAM, None)
    learning.fails = Uncompilable("too large")
    program: Any = hoyle.rules(CLUB / "club_whist.hoyle").program
    with pytest.raises(CannotPlay, match="too large"):
        seating.lesson(program, None)


# ------------------------------------------------------------------------------------------------------------- showing


def test_games_are_shown_on_a_page(club: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pages, "page", lambda made: str([(title, one.viewer) for title, one in made]))
    found = hoyle.show("evening.play")
    assert (found.titles, found.pictures, found.html()) == (
        ("An evening at the club",), 28, "[('An evening at the club', None)]",
    )  # fmt: skip
    assert str(found) == "An evening at the club: 28 pictures; write html() to a file and open it"
    assert repr(found) == f"<GamePage {found}>"
    assert 'height="720"' in found._repr_html_() or "720" in found._repr_html_()
    seen = hoyle.show("evening.play", viewer="Bob")
    assert (seen.titles, seen.page) == (("Club Whist",), "[('Club Whist', 1)]")
    text = (club / "evening.play").read_text("utf-8")
    both = text + "\n" + text.partition("\n\n")[2].replace('title "An evening at the club"\n', "")
    (club / "both.play").write_text(both, "utf-8")
    found = hoyle.show("both.play")
    assert (found.titles, found.pictures) == (("An evening at the club", "Club Whist"), 56)
    with pytest.raises(UnknownName, match="Eve"):
        hoyle.show("evening.play", viewer="Eve")
    (club / "empty.play").write_text("hoyle play 1\n", "utf-8")
    (club / "failing.play").write_text(text.replace("Ann 1, Bob 0", "Ann 0, Bob 0"), "utf-8")
    (club / "nowhere.play").write_text("hoyle play 1\n\ngame whits\nplayers A, B\n", "utf-8")
    for name, code in (("failing", "E1060"), ("misdealt", "E10"), ("nowhere", "E1030"), ("empty", "")):
        with pytest.raises(GameError) as failed:
            hoyle.show(f"{name}.play")
        assert all(one.code.startswith(code) for one in failed.value.diagnostics)


# ------------------------------------------------------------------------------------------------------------- judging


def test_judges_are_kept_for_the_last_program(club: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    one, other = (hoyle.rules("club_whist.hoyle", options={"target": n}).program for n in (3, 4))
    judges, hands = Judges(effort("20"), open=False), OpenHands()
    first = judges.of(one)
    assert judges.of(one) == first
    assert judges.of(other) != first
    values = hands.of(one)
    assert (hands.of(one) == values, hands.of(other) == values) == (True, False)

    def fails(error: Exception) -> Any:
        def made(*given: Any) -> Any:
            raise error

        return made

    monkeypatch.setattr(Judges, "_make", fails(Uncompilable("it is too large")))
    with pytest.raises(CannotJudge, match="this game cannot be judged: it is too large"):
        Judges(effort("20"), open=False).of(one)
    monkeypatch.setattr(Judges, "_make", fails(ModuleNotFoundError(name="wasmtime")))
    with pytest.raises(CannotJudge, match="nothing can be judged: "):
        Judges(effort("20"), open=False).of(one)
    monkeypatch.setattr(Judges, "_make", fails(ModuleNotFoundError(name="other")))
    with pytest.raises(ModuleNotFoundError):
        Judges(effort("20"), open=False).of(one)


def test_an_analysis_tells_whoever_follows(club: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    heard: list[Any] = []

    class Heard(Following):
        def begins(self, game: Any, opened: Any) -> None:
            heard.append(("begins", game.ruleset.text))

        def judged(self, one: Any, words: Any) -> None:
            heard.append(one.number)

        def ends(self, choices: Any, opened: Any, drawn: int) -> None:
            heard.append(("ends", len(choices), drawn))

        def complains(self, problems: Any) -> None:
            heard.append([one.code for one in problems])

        def cannot(self, why: str) -> None:
            heard.append(why)

    def run(*names: str) -> Analysis:
        heard.clear()
        made = Analysis(effort("20"), open=True, seed=3, following=Heard())
        for name in names:
            folder, games = judging.games_of(name)
            made.script(name, folder, games)
        return made

    made = run("position.play")
    data = made.data()
    assert heard == [[], ("begins", "club_whist"), 1, ("ends", 1, 0)]
    (script,) = data["scripts"]
    (game,) = script["games"]
    assert (data["ok"], data["analyse"], script["file"], script["errors"]) == (True, 1, "position.play", [])
    assert {key: game[key] for key in ("ruleset", "place", "title", "players", "sides", "over", "ok", "drawn")} == {
        "ruleset": "club_whist", "place": "position.play:3", "title": "The last two tricks",
        "players": ["Ann", "Bob", "Cyd", "Dan"], "sides": [["Ann", "Cyd"], ["Bob", "Dan"]], "over": False, "ok": True,
        "drawn": 0,
    }  # fmt: skip
    made = run("misdealt.play")
    assert (made.failed, made.data()["ok"], heard[-1][0][:2]) == (True, False, "E1")
    (club / "bad.play").write_text("hoyle play 1\n\ngame club_whist\nhand A\n", "utf-8")
    made = run("bad.play", "position.play")
    assert [len(one["errors"]) for one in made.scripts] == [1, 0]
    assert (made.failed, heard[0]) == (True, ["E1004"])

    def fault(self: Analysis, *given: Any) -> None:
        raise Fault("E1203", "divided by zero", NOWHERE)

    monkeypatch.setattr(Analysis, "_judge", fault)
    made = run("position.play")
    (game,) = made.scripts[0]["games"]
    said = f"the rules break down while a choice is judged: divided by zero ({NOWHERE})"
    assert (game["message"], heard, game["ok"], made.failed) == (said, [[], said], False, True)


def test_rows_of_an_analysis(club: Path) -> None:
    found = hoyle.analyse("position.play", "evening.play", open=True, budget=20)
    rows = found.records()
    assert bool(found)
    assert {(row["file"], row["game"], row["ruleset"]) for row in rows} == {
        ("position.play", 1, "club_whist"), ("evening.play", 1, "club_whist"),
    }  # fmt: skip
    choices = [one for script in found.scripts for game in script.games for one in game.choices]
    assert [(row["number"], row["choice"], row["mistake"], row["lead"]) for row in rows] == [
        (one.number, one.choice, one.mistake, one.lead) for one in choices
    ]
    assert [(row["cost"], row["low"], row["high"]) for row in rows] == [
        (None, None, None) if one.cost is None else (one.cost.value, one.cost.low, one.cost.high) for one in choices
    ]
    assert [*found.lines()] == [*found.text]
    assert found.text[0] == "The last two tricks"
    bad = hoyle.analyse("misdealt.play", open=True)
    assert (bool(bad), bad.interrupted) == (False, False)


# ------------------------------------------------------------------------------------------------- comparisons, solving


def test_a_list_of_comparisons_is_a_sequence() -> None:
    made: list[Any] = [
        SimpleNamespace(interrupted=n == 2, note="Python plays" if n else "", data=lambda n=n: {"n": n},
                        records=lambda n=n: [{"row": n}] * n) for n in range(3)
    ]  # fmt: skip
    found = ComparisonList(tuple(made))
    assert (len(found), found[0], found[-1], found[1:]) == (3, made[0], made[2], tuple(made[1:]))
    assert (found.interrupted, ComparisonList(tuple(made[:2])).interrupted) == (True, False)
    assert (found.note, ComparisonList(tuple(made[:1])).note) == ("Python plays", "")
    assert found.data() == {"comparisons": [{"n": 0}, {"n": 1}, {"n": 2}]}
    assert found.records() == [{"row": 1}, {"row": 2}, {"row": 2}]


def test_deals_of_a_script_are_solved(club: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[tuple[int, int]] = []
    text = (club / "evening.play").read_text("utf-8")
    second = text.partition("\n\n")[2].replace('title "An evening at the club"\n', "").partition("what if")[0]
    (club / "both.play").write_text(f"{text}\n{second}", "utf-8")
    found = hoyle.solve_deals("both.play", jobs=1, progress=lambda *given: seen.append(given))
    assert seen == [(1, 2), (2, 2)]
    assert [(one.title, one.deal, one.players) for one in found.deals] == [
        (title, deal, ("Ann", "Bob", "Cyd", "Dan"))
        for title, deal in (
            ("An evening at the club, game 1", 1), ("Club Whist, game 2", 1),
        )
    ]  # fmt: skip
    assert found.deals[0].hands == found.deals[1].hands
    assert found.deals[0].hands[0] == ("Q♣", "J♦", "J♥", "K♥")
    assert found.deals[0].rows == found.deals[1].rows
    rows = found.records()
    first = [one for one in rows if (one["game"], one["deal"]) == ("An evening at the club, game 1", 1)]
    assert len(first) == 4 * len(found.deals[0].rows)
    assert [one["tricks"] for one in first[:4]] == list(found.deals[0].rows[0].tricks)
    assert hoyle.solve_deals("both.play", jobs=1).deals == found.deals
    (club / "empty.play").write_text("hoyle play 1\n", "utf-8")
    with pytest.raises((CannotSolve, GameError)):
        hoyle.solve_deals("empty.play")
    with pytest.raises(GameError):
        hoyle.solve_deals("misdealt.play", jobs=1)
    (club / "none.pbn").write_text("nothing\n", "utf-8")
    with pytest.raises((CannotSolve, GameError)):
        hoyle.solve_deals("none.pbn")
    assert deal_tables.cores() >= 1


def test_a_position_is_solved_and_its_bounds_are_known_before(club: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    reached: list[tuple[int, int]] = []
    found = hoyle.solve("position.play", at=1, progress=lambda *given: reached.append(given))
    assert (found.player, found.exact, found.worlds, found.choice) == ("Bob", True, 0, 0)
    assert [(one.choice, one.value, one.low, one.high) for one in found.options] == sorted(
        [(one.choice, one.value, one.value, one.value) for one in found.options], key=lambda one: -(one[1] or 0)
    )
    assert found.line[0].player == "Bob"
    assert reached[-1] == (len(found.options), len(found.options))
    assert all(done <= total for done, total in reached)
    with pytest.raises(CannotSolve):
        hoyle.solve("position.play", at=99)
    assert solving.CannotSolve is CannotSolve
