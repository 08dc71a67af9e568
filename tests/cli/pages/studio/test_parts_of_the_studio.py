"""What the parts of the studio make of small rules and scripts: the catalogue, sources, scripts and side lines."""

from __future__ import annotations

import json
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from hoyle.cli.pages.studio import catalogue, scripts, sources, variations
from hoyle.cli.pages.studio.problem import RequestProblem
from hoyle.cli.pages.studio.switches import switches
from hoyle.cli.pages.training import curve
from hoyle.dsl.loading import RULESETS, load, rulesets
from hoyle.dsl.source.span import Source, Span
from hoyle.interpreter.analysis.judge import effort
from hoyle.interpreter.batch.modules import watch_of
from hoyle.interpreter.learning.store import find_shipped
from hoyle.interpreter.lowering import lower
from hoyle.interpreter.notation import model as m
from hoyle.interpreter.wasm import Module
from hoyle.interpreter.wasm.description import describe
from hoyle.interpreter.wording.outcomes import Outcomes
from hoyle.interpreter.wording.refusals import Refusals

from ....api.test_tiny_game import RULES, write_rules
from ....golden import same_as_file
from ...commands.test_tiny_commands import BOTH, EVENING

GOLDEN = Path(__file__).with_name("parts_of_the_studio")


@pytest.fixture
def tiny(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    write_rules(tmp_path)
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("name", ["kuhn_poker", "hearts", "president"])
def test_the_entry_of_a_game_says_who_can_play(name: str) -> None:
    path = rulesets()[name]
    game = load(name, advice=False).game
    assert game is not None
    program = lower(game)
    low, high, usual = game.players
    assert catalogue.game_entry(name, path) == {
        "name": name, "title": game.title, "about": catalogue.about(path.read_text("utf-8")), "variant": False,
        "base": None, "players": usual, "least": low, "most": high, "cards": len(program.deck),
        "learned": name,
    }  # fmt: skip


def test_the_entry_of_a_variant_names_its_base(monkeypatch: pytest.MonkeyPatch, tiny: Path) -> None:
    (tiny / "wide.hoyle").write_text(
        "# One.\n#  Two.\n\n# Three.\n" + RULES.replace("players 2", "players 2..4 = 3"), "utf-8"
    )
    (tiny / "over.hoyle").write_text('variant "Over" of wide\nset target to 1\n', "utf-8")
    monkeypatch.setattr(catalogue, "load", lambda name, advice: load(tiny / f"{name}.hoyle", advice=advice))
    entries = [catalogue.game_entry(name, tiny / f"{name}.hoyle") for name in ("wide", "over")]
    assert [(e["base"], e["players"], e["least"], e["most"], e["about"]) for e in entries] == [
        (None, 3, 2, 4, "One. Two."), ("wide", 3, 2, 4, ""),
    ]  # fmt: skip
    assert [(e["title"], e["variant"], e["cards"], e["learned"]) for e in entries] == [
        ("Tiny", True, 24, None), ("Over", True, 24, None),
    ]  # fmt: skip


def test_a_variant_is_played_with_the_weights_of_its_base() -> None:
    pytest.importorskip("wasmtime")
    name, base = "omnibus_hearts", "hearts"
    game = load(name, advice=False).game
    assert game is not None
    weights = find_shipped(lower(game)).weights
    assert weights is not None
    assert catalogue.game_entry(name, rulesets()[name])["learned"] == base
    assert f"games/{name}.weights" not in catalogue.game_files(name)
    assert catalogue.game_files(base)[f"games/{base}.weights"] == weights.content()


def test_the_files_of_a_game_describe_its_module() -> None:
    pytest.importorskip("wasmtime")
    name = "kuhn_poker"
    game = load(name, advice=False).game
    assert game is not None
    program = lower(game)
    files = catalogue.game_files(name)
    described = json.loads(files[f"games/{name}.json"])
    assert files[f"games/{name}.wasm"][:4] == b"\0asm"
    assert files[f"rules/{name}.hoyle"] == rulesets()[name].read_bytes()
    assert files[f"settings/{name}.json"] == catalogue.packed(switches(game, {}))
    weights = find_shipped(program).weights
    assert files.get(f"games/{name}.weights") == (weights.content() if weights is not None else None)
    assert set(files) - {f"games/{name}.weights"} == {
        f"games/{name}.wasm", f"games/{name}.json", f"settings/{name}.json", f"rules/{name}.hoyle",
    }  # fmt: skip
    module = Module(program, watch_of(program), searching=True, rating=True, recording=True)
    binary = files[f"games/{name}.wasm"]
    expected = describe(module, binary, Outcomes(game, program).sentence, refusals=Refusals(game, program).texts)
    assert described == json.loads(json.dumps(expected))


def test_which_scripts_and_lessons_are_shown() -> None:
    assert catalogue.script_paths() == sorted((RULESETS / "games").glob("*.play"))
    assert catalogue.lesson_paths() == sorted((RULESETS / "lessons").glob("*.json"))
    by_rules = catalogue._paths_by_ruleset()
    assert sorted(path for paths in by_rules.values() for path in paths) == catalogue.script_paths()
    lesson = catalogue.lesson_paths()[0]
    entry, content = catalogue.lesson_file(lesson)
    data = json.loads(lesson.read_text("utf-8"))
    assert entry == {"name": lesson.stem, "title": data["title"], "about": data["about"]}
    assert json.loads(content) == data
    assert b": " not in content[:40]


def test_a_script_is_shown_game_by_game(tiny: Path) -> None:
    both, evening = tiny / "both.play", tiny / "evening.play"
    both.write_text(BOTH, "utf-8")
    evening.write_text(EVENING.replace("Ann: play 7♠", "Ann: play 9♠"), "utf-8")
    entry, files = catalogue.script_files(both)
    assert entry == {"name": "both", "title": "Tiny", "game": json.loads(files["scripts/both.json"])[0]["game"]}
    assert files["scripts/both.play"] == BOTH.encode()
    shown = json.loads(files["scripts/both.json"])
    assert [one["title"] for one in shown] == ["First", "Tiny"]
    (tiny / "broken.play").write_text("hoyle play 1\n\ngame rules\nplayers\n", "utf-8")
    entry, files = catalogue.script_files(tiny / "broken.play")
    assert (entry["name"], set(files)) == ("broken", {"scripts/broken.play", "scripts/broken.json"})


def test_every_game_of_a_text_is_shown_and_every_mistake_said(tiny: Path) -> None:
    whole = scripts.shown(BOTH, tiny)
    assert [one["title"] for one in whole["animations"]] == ["First", "Tiny"]
    assert whole["problems"] == []
    wrong = scripts.shown(BOTH.replace("game rules\noption target 1", "game none\noption target 1"), tiny)
    assert [one["title"] for one in wrong["animations"]] == ["First"]
    assert len(wrong["problems"]) == 1
    first = scripts.shown(BOTH.replace("game rules\ntitle", "game none\ntitle"), tiny)
    assert [one["title"] for one in first["animations"]] == ["Tiny"]
    failing = scripts.shown(EVENING.replace("Ann 2, Bob 0", "Ann 1, Bob 0"), tiny)
    assert len(failing["animations"]) == len(failing["problems"]) == 1
    for text, said in (
        ("x" * (scripts.LONGEST + 1), "a script of more than 200,000 characters is too long for this page"),
        (' {"a": 1}', "scripts in JSON cannot be opened here; `hoyle convert` writes them as text"),
        ("[", "scripts in JSON cannot be opened here; `hoyle convert` writes them as text"),
    ):
        with pytest.raises(RequestProblem) as problem:
            scripts.shown(text, tiny)
        assert str(problem.value) == said
    assert scripts.shown("x" * scripts.LONGEST, tiny)["animations"] == []


def test_positions_of_a_script(tiny: Path) -> None:
    game, opened = scripts.opened_game(BOTH, tiny, 0)
    frames = len(scripts.animate(game, opened).pictures)
    asked: list[int] = []
    for frame in range(frames + 2):
        question = opened.engine.question(scripts.state_at(game, opened, frame))
        assert question is not None
        asked.append(question.player)
    same_as_file(GOLDEN / "positions.txt", f"{asked}\n")
    for number in (-1, 2):
        with pytest.raises(RequestProblem, match="there is no such game"):
            scripts.opened_game(BOTH, tiny, number)
    with pytest.raises(RequestProblem):
        scripts.opened_game(BOTH.replace("game rules", "game none"), tiny, 0)


def test_a_side_line_is_written_where_it_begins(tiny: Path) -> None:
    out: list[str] = []
    for number, frame, choices in ((0, 1, [0]), (0, 3, [0, 0]), (0, 5, [1]), (1, 0, [0]), (1, 0, [1, 0])):
        try:
            made = scripts.varied(BOTH, tiny, number, frame, choices, "Mine", "a remark")
        except RequestProblem as problem:
            made = f"! {problem}"
        out.append(f"== game {number}, frame {frame}, {choices}\n{made}")
    same_as_file(GOLDEN / "side_lines.txt", "\n".join(out) + "\n")
    for choices in ([9], [-1], [0, 7]):
        with pytest.raises(RequestProblem, match="the side line was played under other rules"):
            scripts.varied(BOTH, tiny, 0, 1, choices, "", "")
    with pytest.raises(RequestProblem, match="the side line cannot be written here: "):
        variations._check(EVENING.replace("Ann 2, Bob 0", "Ann 1, Bob 0"), tiny, 0)
    with pytest.raises(RequestProblem, match="the side line cannot be written into this script"):
        variations._check(EVENING + "nonsense\n", tiny, 0)


def test_the_sources_of_rules_line_by_line(tiny: Path) -> None:
    base = RULES.replace("players 2\n", 'source book "book.txt"\nsource other "other.txt"\nplayers 2 [1]\n').replace(
        "    shuffle stock\n", "    shuffle stock [2-3]\n"
    ).replace("    deal_hand\n        set", "    deal_hand [9]\n        set")  # fmt: skip
    (tiny / "base.hoyle").write_text(base, "utf-8")
    (tiny / "house.hoyle").write_text(
        'variant "House" of base\nset target to 1\nchange deal_hand\n    replace the line set stake to 1\n        set stake to 2 [4]\n',
        "utf-8",
    )
    for name in ("base", "house"):
        game = load(tiny / f"{name}.hoyle").game
        assert game is not None
        found = sources.account(game, {"book": "one\n\ntwo\nthree\n", "none": "x"})
        shown = json.dumps(found, ensure_ascii=False, indent=1).replace(str(tiny), "")
        same_as_file(GOLDEN / f"sources_of_{name}.txt", shown + "\n")
        assert {one["own"] for one in found["rules"]} == ({True} if name == "base" else {True, False})
        limit = sources.LONGEST
        assert sources.account(game, {"book": "x" * limit})["documents"] == found["documents"]
        with pytest.raises(RequestProblem, match="book: a document of more than 1,000,000 characters is too long"):
            sources.account(game, {"book": "x" * (limit + 1)})


def test_a_curve_needs_two_measurements() -> None:
    points: list[Any] = [
        {"choices": 100 * number, "chance": chance, "chance_error": 0.25}
        for number, chance in ((1, -1.0), (2, 0.5), (4, 2.0))
    ]
    assert curve("Gain", points[:1]) == curve("Gain", []) == ""
    same_as_file(GOLDEN / "curves.txt", "\n".join(curve("Gain <x>", points[:count]) for count in (2, 3)) + "\n")


def test_what_a_game_is_about_is_its_first_comment() -> None:
    assert catalogue.about("# a\n#b\n\n# c\n") == "a b"
    assert catalogue.about('game "x"\n# a\n') == ""
    text = 'variant "x" of whist\n'
    assert catalogue._VARIANT.search(text)[1] == "whist"  # type: ignore[index]


def test_a_judged_game_has_the_cost_of_each_choice(tiny: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scripts, "EFFORTS", {"quick": effort("30")})
    game, opened = scripts.opened_game(EVENING, tiny, 0)
    plain = scripts.animation_data("Tiny", scripts.animate(game, opened))
    found = scripts.judged(game, opened)
    assert found == scripts.judged(game, opened)
    assert found != plain
    text = json.dumps(
        {key: value for key, value in found.items() if value != plain.get(key)}, ensure_ascii=False, indent=1
    )
    same_as_file(GOLDEN / "judged.txt", text + "\n")


def test_hands_are_opened_by_what_is_installed(tiny: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _, opened = scripts.opened_game(EVENING, tiny, 0)
    program = opened.engine.program
    usual = scripts._open_hands(program, None)
    assert (usual.nodes, usual.solver.off) == (scripts.BESIDE_NODES, frozenset())
    monkeypatch.setattr(scripts, "find_spec", lambda name: None)
    machine: Any = object()
    thinker: Any = SimpleNamespace(machine=machine)
    alone, lent = scripts._open_hands(program, None), scripts._open_hands(program, thinker)
    assert [(one.nodes, one.solver.off) for one in (alone, lent)] == [(scripts.BESIDE_NODES, frozenset({"kernel"}))] * 2
    assert lent.solver.machine is machine


def test_the_line_of_a_step_is_that_of_its_first_word() -> None:
    source = Source("a.play", "one\ntwo\nthree\nfour\n")

    def at(line: int) -> m.SpannedText:
        start = source.text.index(("one", "two", "three", "four")[line - 1])
        return m.SpannedText("x", Span(source, start, start + 1))

    card = m.CardPlay(at(2), at(4))
    steps = (m.Answer(at(3), at(4)), m.Trick((card, m.CardPlay(at(1), at(1)))), m.IncidentStep(at(4), at(1)))
    assert [variations._line_of(step) for step in steps] == [3, 2, 4]
