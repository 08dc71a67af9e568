"""The examples of docs/play.md replay, and what docs/records.md says of PBN is so."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

import hoyle
from hoyle.cli.main import run
from hoyle.interpreter.notation.files import parse_script
from hoyle.interpreter.notation.model import ScriptedGame
from hoyle.interpreter.opening.rulesets import Rulesets
from hoyle.interpreter.records import Chosen
from hoyle.interpreter.replay.events import Acted, Ended
from hoyle.interpreter.replay.replayer import Replay

from ..interchange.test_egn import text as egn

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "play.md").read_text(encoding="utf-8")


def test_the_example_in_json_replays() -> None:
    (text,) = re.findall(r"^```json\n(\{\n\"play\".*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    script, problems = parse_script(text)
    assert script is not None, problems
    (game,) = script.games
    last = Replay(game, Rulesets().for_script(game)).checked()
    assert isinstance(last, Ended)
    assert last.expectations == 1


def blocks() -> list[str]:
    """The scripts, and parts of scripts, on the page."""
    return re.findall(r"^```\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)


def starting(words: str) -> str:
    """The one of them that begins with these words."""
    (found,) = (block for block in blocks() if block.startswith(words))
    return found


def replayed(script: str, here: Path, capsys: pytest.CaptureFixture[str]) -> tuple[int, str]:
    """The exit code and the output of `hoyle replay --quiet` of a script named `round.play`."""
    (here / "round.play").write_text(script, encoding="utf-8")
    code = run(["replay", "--quiet", "round.play"])
    return code, capsys.readouterr().out


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


EUCHRE = "hoyle play 1\n\ngame newberry_euchre\nplayers Ann, Bob, Cyd, Dan\n\n"
FOLLOW = """\
hoyle play 1

game newberry_euchre

position play_hand
  turn B
  dealer: A
  maker: B
  trump: hearts
  tricks: A and C 2, B and D 1
  hand: A 9♥ K♠, B 9♣ J♥, C J♣ A♠, D 10♣ Q♣
B: play 9♣
C: play A♠
"""
DRAWS = """\
game "Draws"
language 1
players 2
deck 2 3 4 5 6 7 8 9 10 J Q K A
zones
    stock: face down
    pile: face up
    hand of each player: private
remember
    points of each player: number
main
    shuffle every card into stock
    deal 6 from stock to hand of each player
    for p in players
        deal 1 from stock to p.hand
        p chooses
            "discard {c}" for c in p.hand
                move c to pile
                add 1 to p.points
    game over, won by the player with highest points, otherwise shared
"""


def test_the_first_example_replays(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    script = starting("hoyle play 1")
    assert replayed(script, here, capsys) == (0, "all 4 expectations hold\n")
    shouted = re.sub(r"^(hand|deal|first|expect|option)\b", lambda word: word[0].upper(), script, flags=re.MULTILINE)
    assert shouted != script
    assert replayed(shouted, here, capsys) == (0, "all 4 expectations hold\n")


def test_the_first_difference_is_shown_as_on_the_page(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    shown = starting("round.play")
    line = int(shown.split(":")[1])
    head, rest = FOLLOW.split("position", 1)
    script = head + "\n" * (line - FOLLOW.count("\n")) + "position" + rest
    code, out = replayed(script, here, capsys)
    assert code == 1
    assert out.startswith(shown)


def test_each_draw_at_the_start_of_a_turn_is_a_line(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (here / "draws.hoyle").write_text(DRAWS, encoding="utf-8")
    head = "hoyle play 1\n\ngame ./draws.hoyle\nplayers Ann, Bob\n"
    script = head + starting("hand Ann: 2♣") + "expect hand of Ann: 3♣ 4♣ 5♣ 6♣ 7♣ A♠\nexpect points: Ann 1, Bob 1\n"
    assert replayed(script, here, capsys) == (0, "all 2 expectations hold\n")
    for spoiled, code in (("2♣ 3♣ 4♣ 5♣ 6♣", "E1044"), ("2♣ 2♣ 4♣ 5♣ 6♣ 7♣", "E1041")):
        assert f"error {code}: " in replayed(head + f"hand Ann: {spoiled}\n", here, capsys)[1]


def test_a_position_and_a_side_line_replay(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    script = EUCHRE + starting("position play_hand") + starting("what if")
    assert replayed(script, here, capsys) == (0, "all 2 expectations hold\n")


def played(game: ScriptedGame) -> list[Chosen]:
    """Every choice of a game."""
    opened = Rulesets().for_script(game, ROOT / "rulesets" / "games")
    events = list(Replay(replace(game, seed=1), opened))
    assert isinstance(events[-1], Ended), events[-1]
    records = [record for event in events if isinstance(event, Acted) for record in event.records]
    return [record for record in records if isinstance(record, Chosen)]


def test_a_script_written_as_pbn_and_imported_is_the_same_game(tmp_path: Path) -> None:
    for path in (min((ROOT / "rulesets" / "games").glob(f"{name}*.play")) for name in ("contract_bridge", "whist")):
        text = hoyle.convert(path, "pbn").text
        (tmp_path / "x.pbn").write_text(text, encoding="utf-8")
        found = hoyle.import_records(tmp_path / "x.pbn")
        assert found.games
        script, _ = parse_script(path.read_bytes(), str(path))
        assert script is not None
        assert [played(game) for game in found.games] == [played(game) for game in script.games]


def test_the_commands_at_the_head_of_the_page_on_records_run_one_after_the_other(
    here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (here / "evening.egn").write_text(egn(), encoding="utf-8")
    page = (ROOT / "docs" / "records.md").read_text(encoding="utf-8")
    (block,) = re.findall(r"^```sh\n(hoyle import.*?)^```$", page, re.MULTILINE | re.DOTALL)
    for line in block.splitlines():
        _, *words = line.partition("#")[0].split()
        assert run(words) == 0, (line, capsys.readouterr())


def test_the_example_of_a_trace_names_a_document_of_its_rules(here: Path) -> None:
    (said,) = re.findall(r"^ {8}(hoyle\.trace\(.*)$", hoyle.trace.__doc__ or "", re.MULTILINE)
    (here / "rulebook.txt").write_text("1. The rules.\n", encoding="utf-8")
    assert eval(said, {"hoyle": hoyle}) is not None


def test_what_the_page_on_python_says_of_scripts_that_are_wrong() -> None:
    with pytest.raises(hoyle.ScriptError) as wrong:
        list(hoyle.replay("nowhere.play"))
    assert not isinstance(wrong.value, hoyle.GameError)
    assert (wrong.value.code, wrong.value.sentence) == (wrong.value.diagnostic.code, wrong.value.diagnostic.message)
