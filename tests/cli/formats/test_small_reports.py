"""Reports of small made-up results, word for word: each bound and each branch of a format is met once.

The longer texts lie in `printed/` (UPDATE_GOLDEN=1 writes them anew).
"""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from hoyle.cli.formats import analysis, difference, listing, numbers, rulings, solution, trace, training, tuning
from hoyle.cli.formats import brief as briefs
from hoyle.cli.formats.replay_json import JsonReport, diagnostic_data
from hoyle.cli.formats.typescript import interface_name, typescript
from hoyle.dsl.checked import CheckedGame
from hoyle.dsl.difference import Difference
from hoyle.dsl.loading import load
from hoyle.dsl.provenance.citations import CitedClause, DocumentTrace, LineTrace, Trace
from hoyle.dsl.provenance.documents import DocumentText, Reference
from hoyle.dsl.provenance.rulings import OpenPoint, Reading
from hoyle.dsl.source.diagnostics import Diagnostic
from hoyle.dsl.source.span import Source, Span
from hoyle.interpreter.analysis.judge import Effort, JudgedOption, Judgement
from hoyle.interpreter.analysis.script import JudgedChoice
from hoyle.interpreter.batch.aims import about
from hoyle.interpreter.batch.statistics import Estimate
from hoyle.interpreter.lowering import lower
from hoyle.interpreter.text.parse import Words

from ...golden import same_as_file

PRINTED = Path(__file__).with_name("printed")

RULES = """\
game "Small"
language 1
source rules "small.txt" "the rules"
source other "other.txt"
players 2..4 = 3
deck 2 3 4 J, 2 copies, 1 jokers
kind mood: calm or merry
option goal: 3..8 = 5 "points to win"
option pace = slow if goal > 4
    slow "one by one"
    quick
zones
    stock: face down
    row: 3 places, face up
    hand of each player: private
remember
    dealer: player
    mind: mood or none
    called: face or none
    seen of each player: yes or no
    points of each player: number
    held: cards
    out: players
    trump: suit or none
    friends: moods_seen
main
    set dealer to a random player
    gather every card into stock
    shuffle stock
    deal 1 from stock to hand of each player
    tried(dealer)
    game over, won by the player with highest points, otherwise shared
phase tried(p: player)
    p chooses
        "pass"
        "lay {c}" for c in p.hand
            move c to stock
        "bid {n} {m}" for n in 1..3, m in {calm, merry}
            set mind to m
            add n to p.points
table score
    always -> nothing
incident "slip" during tried
    nothing
preset "short"
    set goal to 3
ruling "Ties are shared."
""".replace("    friends: moods_seen\n", "")


@pytest.fixture(scope="module")
def game() -> CheckedGame:
    found = load(Source("small.hoyle", RULES))
    assert found.game is not None, [str(d) for d in found.diagnostics]
    return found.game


def estimate(value: float, low: float, high: float) -> dict[str, float]:
    return {"value": value, "low": low, "high": high}


@pytest.mark.parametrize(
    ("value", "low", "high", "said"),
    [
        (0.498, 0.489, 0.507, ("49.8 %", "48.9 to 50.7")),
        (0.5, 0.3, 0.7, ("50.0 %", "30.0 to 70.0")),
        (0.5, 0.4985, 0.5, ("50.00 %", "49.85 to 50.00")),
        (0.5, 0.4995, 0.5, ("50.00 %", "49.95 to 50.00")),
        (0.5, 0.49999, 0.5, ("50.000 %", "49.999 to 50.000")),
        (1.0, 0.99, 1.0, ("100.0 %", "99.0 to 100.0")),
    ],
)
def test_rates(value: float, low: float, high: float, said: tuple[str, str]) -> None:
    assert numbers.percent(estimate(value, low, high)) == said


@pytest.mark.parametrize(
    ("value", "low", "high", "said", "signed"),
    [
        (12.34, 2.0, 22.5, ("12", "2 to 22"), ("+12", "+2 to +22")),
        (12.34, 2.0, 22.0, ("12.3", "2.0 to 22.0"), ("+12.3", "+2.0 to +22.0")),
        (1.0, 0.0, 2.0, ("1.00", "0.00 to 2.00"), ("+1.00", "+0.00 to +2.00")),
        (1.0, -0.5, 2.0, ("1.0", "-0.5 to 2.0"), ("+1.0", "-0.5 to +2.0")),
        (0.5, 0.5, 0.5, ("0.500", "0.500 to 0.500"), ("+0.500", "+0.500 to +0.500")),
        (0.5, 0.4, 0.5, ("0.50", "0.40 to 0.50"), ("+0.50", "+0.40 to +0.50")),
        (-0.5, -0.51, -0.46, ("-0.500", "-0.510 to -0.460"), ("-0.500", "-0.510 to -0.460")),
    ],
)
def test_numbers(value: float, low: float, high: float, said: tuple[str, str], signed: tuple[str, str]) -> None:
    assert numbers.number(estimate(value, low, high)) == said
    assert numbers.number(estimate(value, low, high), sign=True) == signed


def test_what_was_learned_as_text() -> None:
    one = {"choices": 1200, "chance": 1.25, "chance_error": 0.0512, "before": -0.5, "before_error": 0.25}
    plain: dict[str, Any] = {
        "title": "Small", "complete": True, "seconds": 0, "choices": 4000, "seed": 7, "begun_with": None,
        "left_out": [], "failed": 0, "strength": [], "file": None, "size": 0, "instead": 0,
    }  # fmt: skip
    assert list(training.text_lines(plain)) == [
        "Small",
        "learned from 4,000 choices, seed 7",
        "",
        "The cache folder cannot be written, so nothing was kept: name a file with --into.",
    ]
    long = {
        **plain, "complete": False, "seconds": 61.6, "begun_with": "Smaller", "failed": 2, "file": "small.net",
        "left_out": ["a", "b", "c", "d"], "size": 12345, "strength": [{**one, "choices": n} for n in range(1, 9)],
    }  # fmt: skip
    assert list(training.text_lines(long)) == [
        "Small",
        "learned from 4,000 choices in 62 s (stopped), seed 7",
        "begun with what was learned of Smaller",
        "not seen, because there is no room: a, b, c, d",
        "2 games stopped at an error of the rules and were left out (`hoyle fuzz` finds such errors)",
        "",
        "choices  gain in a deal over chance  over itself before",
        *(f"{n}                     +1.25 ± 0.051         -0.5 ± 0.25" for n in range(3, 9)),
        "",
        "12,345 bytes: small.net",
    ]
    assert list(training.text_lines({**plain, "instead": 9})) == list(training.text_lines(plain))[:-2]
    more = list(training.text_lines({**plain, "left_out": ["a", "b", "c", "d", "e"]}))
    assert more[2] == "not seen, because there is no room: a, b, c, d, …"
    assert training.measured_line(one) == ("1,200", "+1.25 ± 0.051", "-0.5 ± 0.25")


def test_settings_that_were_tried_as_text() -> None:
    settings = [
        {"options": {"goal": 5, "open": True}, "estimate": estimate(2.0, 1.5, 2.5), "cut": 0},
        {"options": {"goal": 3, "open": False}, "estimate": estimate(1.0, 0.5, 1.5), "cut": 0},
    ]
    data = {"games": 1200, "players": ["random", "cautious", "random"], "about": "points in a deal",
            "more_is_better": True, "settings": settings, "sure": True}  # fmt: skip
    assert list(tuning.text_lines(data)) == [
        "1,200 games of each setting, played by random, cautious",
        "points in a deal (more is better)",
        "",
        "                        estimate  95 % interval",
        "  goal = 5, open = yes      2.00   1.50 to 2.50",
        "  goal = 3, open = no       1.00   0.50 to 1.50",
        "",
        "Best: goal = 5, open = yes. This is sure.",
    ]
    unsure = list(tuning.text_lines({**data, "sure": False, "more_is_better": False}))
    assert unsure[1] == "points in a deal (less is better)"
    assert unsure[-1] == (
        "Best: goal = 5, open = yes. It may be chance: the intervals of the first two overlap, so play more games."
    )
    assert len(list(tuning.text_lines({**data, "settings": settings[:1]}))) == 5


def test_a_list_with_names_beside_and_below(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(listing, "table_room", lambda: 40)
    long = "a game of well-known tricks for three to seven people"
    games = [{"name": "whist", "about": "a game", "of": None}, {"name": "hearts", "about": long, "of": "whist"}]
    assert list(listing.text_lines({"games": games})) == [
        "whist   a game",
        "hearts  a game of well-known tricks for",
        "        three to seven people (of whist)",
    ]
    two = list(listing.text_lines({"games": games[:1], "players": [{"name": "x" * 30, "about": long}]}))
    assert two == [
        "games",
        "  whist  a game",
        "",
        "players",
        "  " + "x" * 30,
        "      a game of well-known tricks for",
        "      three to seven people",
    ]
    assert list(listing.text_lines({"games": [], "none": []})) == ["games", "", "none"]
    assert list(listing.text_lines({"games": [{"name": "x", "about": ""}]})) == ["x"]
    # 14 and 2 leave exactly 24 characters for the description; one more letter, and it goes below
    for letters, lines in ((14, 2), (15, 3)):
        found = list(listing.text_lines({"games": [{"name": "n" * letters, "about": "word " * 8}]}))
        assert len(found) == lines
        assert (found[0] == "n" * letters) == (lines == 3)


def test_the_answer_of_solve() -> None:
    one = {"choice": "play 2♠", "value": 1.0, "low": 1.0, "high": 1.0}
    data = {"choice": 3, "worlds": 0, "player": "Ann", "exact": True, "drawn": True, "line": [],
            "options": [one, {**one, "low": None}, {**one, "value": None, "low": -1, "high": 2}]}  # fmt: skip
    assert list(solution.plain_lines("Small", data)) == [
        "Small",
        "The script ends with its deal: this is choice 3 (--at names another).",
        "Ann chooses, all cards known:",
        "    +1.00 play 2♠",
        "  not known play 2♠",
        "  at least -1.00, at most +2.00 play 2♠",
        solution.HOW,
        solution.DRAWN,
    ]
    many = {**data, "choice": None, "worlds": 20, "exact": False, "line": [{"player": "Bob", "choice": "pass"}],
            "options": [{**one, "low": 0.5, "high": 1.25}]}  # fmt: skip
    assert list(solution.plain_lines("Small", many)) == [
        "Small",
        "Ann chooses; means of 20 draws of the cards that are not named:",
        "    +1.00 (+0.50 to +1.25) play 2♠",
        "Best line",
        "  Bob: pass",
        solution.HOW,
    ]
    assert "Ann chooses, all cards known; not all is solved:" in list(
        solution.plain_lines("Small", {**data, "exact": False, "drawn": False})
    )


def test_tables_of_whole_deals() -> None:
    rows = [{"ruling": "no trump", "tricks": [7, 10, 7, 0]}, {"ruling": "♠", "tricks": [1, 2, 3, 4]}]
    deal = {"title": "Bridge", "deal": 2, "reason": None, "ruling": "trump", "players": ["N", "East", "S", "W"],
            "hands": [["A♠", "2♥"], ["3♠"], [], ["4♠"]], "rows": rows}  # fmt: skip
    none = {"title": "Bridge", "deal": 3, "reason": "no tricks"}
    assert list(solution.table_lines({"deals": [deal, none]})) == [
        "Bridge, deal 2",
        "  N: A♠ 2♥",
        "  East: 3♠",
        "  S: ",
        "  W: 4♠",
        "  trump      N East   S   W",
        "  no trump   7   10   7   0",
        "  ♠          1    2   3   4",
        "Bridge, deal 3",
        "  no table: no tricks",
        solution.TABLE_HOW,
    ]
    assert list(solution.table_lines({"deals": [none]})) == ["Bridge, deal 3", "  no table: no tricks"]


def test_differences_of_two_games(game: CheckedGame) -> None:
    other = replace(game, title="Other")
    assert difference.report_lines(game, game, ()) == ["Small, in two ways of playing it", "", "They do not differ."]
    changes = (
        Difference("option", "set", "goal", "The goal is 3.", (((0, "a"),), ((0, "b"),))),
        Difference("table", "in effect", "score", "The score:", (((0, "old"),), ((0, "new"),))),
        Difference("phase", "changed", "main", "The course:", (((0, "both"), (1, "was")), ((0, "both"), (1, "is")))),
    )
    found = difference.report_lines(game, other, changes)
    assert found[:3] == ["Other, compared with Small", "", "The goal is 3."]
    assert found.index("The course:") < found.index("What that comes to elsewhere:") < found.index("The score:")
    assert found[4:8] == ["The course:", "    both", "  -   was", "  +   is"]
    data = difference.data(game, other, changes)
    assert (data["a"], data["b"], len(data["changes"])) == ("Small", "Other", 3)  # type: ignore[arg-type]
    assert data["changes"][1]["before"] == ["old"]  # type: ignore[index]


def test_the_types_of_a_game_for_typescript(game: CheckedGame) -> None:
    same_as_file(PRINTED / "small_types.ts.txt", typescript(lower(game), "Small"))
    names = {"newberry_euchre": "NewberryEuchre", "3-5-8": "Game358", "": "Game", "éa": "A"}
    assert {one: interface_name(one) for one in names} == names


def test_a_game_in_brief(game: CheckedGame) -> None:
    out: list[str] = []
    for options, preset, players in (({}, None, None), ({"goal": 7}, "short", 4), ({"pace": "quick"}, "short", 2)):
        found = briefs.brief(game, options, preset, players)
        out += [found.title, *(f"{name}: {text}" for name, text in found.facts if name != "ruleset")]
        for table in found.tables:
            out += [table.title, str(table.columns), *map(str, table.rows)]
        data = found.data()
        assert isinstance(data, dict)
        out.append(json.dumps({**data, "rules": ""}, indent=1))
    same_as_file(PRINTED / "small_brief.txt", "\n".join(out) + "\n")


@pytest.mark.parametrize(
    ("players", "said"),
    [("4", "4"), ("3..6 = 4", "3 to 6, here 4"), ("2 or 4 = 4", "2 or 4, here 4"), ("2..3", "2 to 3, here 2")],
)
def test_numbers_of_players_in_brief(players: str, said: str) -> None:
    found = load(Source("small.hoyle", RULES.replace("players 2..4 = 3", f"players {players}"))).game
    assert found is not None
    assert dict(briefs.brief(found, {}, None, None).facts)["players"] == said


def test_rulings_as_text_markdown_and_data(game: CheckedGame) -> None:
    span = Span(Source("small.hoyle", "one\ntwo\nthree"), 4, 7)
    cite = (Reference("rules", 3, 3), Reference("rules", 5, 9), Reference("other", 1, 1))
    readings = (
        Reading("slow", "one by one", cite[:1], default=True, set=False),
        Reading("quick", None, (), default=False, set=True),
    )
    option = OpenPoint("option", "pace", "How fast", readings, None, "slow", "quick", "goal > 4", cite, span)
    wide = OpenPoint("option", "goal", "How far", (), (3, 8), "5", "5", None, (), span)
    other = replace(wide, value="7")
    ruling = OpenPoint("ruling", "", "Ties are shared.", (), None, "", "", None, cite[2:], span)
    entries = (option, wide, other, ruling)
    out = [*rulings.text_lines(game, entries), "--", *rulings.text_lines(game, (wide,)), "--"]
    out += [*rulings.markdown_lines(game, entries), "--", json.dumps(rulings.data(game, entries), indent=1)]
    same_as_file(PRINTED / "small_rulings.txt", "\n".join(out) + "\n")
    assert rulings.cited(cite) == "[rules 3, 5-9; other 1]"
    assert rulings.cited(()) == ""


def test_documents_line_by_line(game: CheckedGame) -> None:
    source = Source("small.hoyle", RULES)
    rule = CitedClause("statement", "main", "shuffle stock", Span(source, 10, 14), ())
    part = replace(rule, part="phase tried", text="phase tried(p: player)", references=(Reference("rules", 1, 2),))
    texts = ("A rule.", "  ", "x" * 161, "y" * 160, "no rule", "open", "open too")
    states = ("rule", "blank", "open", "rule", "no rule", "open", "open")
    lines = tuple(
        LineTrace(number, text, state, (0, 1) if number == 1 else ())  # type: ignore[arg-type]
        for number, (text, state) in enumerate(zip(texts, states, strict=True), 1)
    )
    document = DocumentText("rules", "small.txt", texts, "the rules")
    account = DocumentTrace(document, lines, (1,))
    result = Trace(
        (rule, part), (account, DocumentTrace(replace(document, title=None), lines[:1], ())), ("other",), (rule,)
    )
    out = [*trace.text_lines(game, result), "--", json.dumps(trace.data(game, result), indent=1)]
    same_as_file(PRINTED / "small_trace.txt", "\n".join(out) + "\n")
    whole = replace(result, missing=("rules",), sourceless=())
    assert "  It is the document `small.txt` (the rules), which does not come with the rules." in trace.text_lines(
        game, whole
    )


def test_a_report_in_json_is_written_game_by_game(capsys: pytest.CaptureFixture[str]) -> None:
    for ascii in (False, True):
        report = JsonReport(ascii=ascii)
        report.end(ok=True, expectations=0)
        assert json.loads(capsys.readouterr().out) == {"scripts": [], "expectations": 0, "ok": True}
        report.script("é.play")
        report.game({"title": "One", "events": [{"a": 1}, {"b": "ü"}]})
        report.game({"title": "Two", "events": []})
        report.errors.append({"code": "E1001"})
        report.script("other.play")
        report.game({"title": "Three", "events": []})
        report.end(ok=False, expectations=3)
        out = capsys.readouterr().out
        assert out.isascii() is ascii
        one, two, three = ({"title": title, "events": []} for title in ("One", "Two", "Three"))
        one["events"] = [{"a": 1}, {"b": "ü"}]
        assert json.loads(out) == {
            "scripts": [
                {"file": "é.play", "games": [one, two], "errors": [{"code": "E1001"}]},
                {"file": "other.play", "games": [three], "errors": []},
            ],
            "expectations": 3,
            "ok": False,
        }


def test_a_diagnostic_as_data() -> None:
    source = Source("a.play", "one\ntwo three")
    found = Diagnostic("E1001", "error", "wrong", Span(source, 8, 13), "help", ((Span(source, 0, 3), "here"),))
    assert diagnostic_data(found) == {
        "code": "E1001", "severity": "error", "message": "wrong", "help": "help", "file": "a.play", "line": 2,
        "column": 5, "notes": [{"text": "here", "file": "a.play", "line": 1, "column": 1}],
    }  # fmt: skip


def judged(made: int, *values: float, cost: tuple[float, float, float] | None = None) -> Judgement:
    """A judgement of options with these values; each has an interval of 1 to both sides."""
    options = tuple(JudgedOption((n,), Estimate(value, value - 1, value + 1)) for n, value in enumerate(values))
    return Judgement(0, options, made, None if cost is None else Estimate(*cost), 12, exact=False)


LABELS = tuple(f"play {n}" for n in range(8))
CHOICES = [
    JudgedChoice(1, 1, 0, "play 0", 0, (), 2.0, None, judged(0, 3.0, 1.0, cost=(0, -1, 1)), LABELS[:2]),
    JudgedChoice(2, 1, 1, "play 1", 0, (), -1.5, None, judged(1, 3.0, 1.0, cost=(2, 1, 3)), LABELS[:2]),
    JudgedChoice(3, 1, 1, "play 7", 0, (), 0.0, None, judged(7, *range(8, 0, -1), cost=(7, 7, 7)), LABELS),
    JudgedChoice(4, 1, 1, "play 1", 1, ("what if",), 0.0, None, judged(1, 3.0, 1.0, cost=(2, 1, 3)), LABELS[:2]),
    JudgedChoice(5, 1, 0, "play 1", 0, (), 0.0, None, judged(1, 3.0, 1.0, cost=(2, -1, 5)), LABELS[:2]),
    JudgedChoice(6, 1, 0, "play 1", 0, (), 0.0, None, judged(1, 3.0, 3.0, cost=(0, 0, 0)), LABELS[:2]),
    JudgedChoice(7, 2, -1, "random: 3", 0, (), 0.0, "by chance"),  # type: ignore[arg-type]
    JudgedChoice(8, 2, 2, "pass", 0, (), 0.0, "only option"),  # type: ignore[arg-type]
    JudgedChoice(9, 2, 0, "play 5", 0, (), 0.0, None, judged(5, *range(6, 0, -1), cost=(5, 4, 6)), LABELS[:6]),
    JudgedChoice(10, 2, 2, "none of them", 0, (), 0.0, None, judged(-1, 3.0, 1.0), LABELS[:2]),
]  # fmt: skip


def test_judged_choices(game: CheckedGame) -> None:
    words = Words(lower(game), ("Ann", "Bob", "Cyd"))
    out = [line for one in CHOICES for line in analysis.choice_lines(one, words)]
    out.append((("--", ""),))
    out += analysis.summary_lines(CHOICES, words)
    out.append((("--", ""),))
    out += analysis.summary_lines(CHOICES[:1], words)
    written = ["".join(f"{text}{{{style}}}" if style else text for text, style in line) for line in out]
    written.append(json.dumps([analysis.choice_data(one, words) for one in CHOICES], indent=1))
    for open in (False, True):
        written.append(json.dumps(analysis.effort_data(Effort(1000, 24, 5), 7, open=open)))
        written += [analysis.how_lines(Effort(1000, 24, 5), 7, open=open, highest=highest) for highest in (True, False)]
    same_as_file(PRINTED / "small_analysis.txt", "\n".join(written) + "\n")


def test_settings_that_make_no_difference_are_not_ranked() -> None:
    one = {"value": 1.0, "low": 0.5, "high": 1.5}
    data: dict[str, Any] = {
        "games": 20, "players": ["learned"], "about": about("length=12"), "more_is_better": False, "sure": False,
        "settings": [{"options": {"penalty": n}, "estimate": one, "cut": 0} for n in (50, 100)],
    }  # fmt: skip
    *_, last = tuning.text_lines(data)
    assert last == "They make no difference in these games."
    assert next(line for line in tuning.text_lines(data) if "deals" in line).startswith("a game has about 12 deals: ")
    data["settings"][1]["estimate"] = {**one, "value": 2.0}
    assert [*tuning.text_lines(data)][-1].startswith("Best: penalty = 50. It may be chance")
