"""`hoyle simulate` and `hoyle compare`: every output format and exit code."""

from __future__ import annotations

import csv
import io
import json
import os
import signal
import subprocess
import sys
import time
from html.parser import HTMLParser
from pathlib import Path
from xml.dom.minidom import parseString

import jsonschema
import pytest

import hoyle
from hoyle.api.running import PlayedBatch
from hoyle.cli.main import run

SCHEMAS = Path(next(iter(hoyle.__path__))) / "schemas"


@pytest.fixture
def small(tmp_path, small_text) -> str:
    """A rule file whose title and labels contain HTML."""
    path = tmp_path / "small.hoyle"
    path.write_text(small_text.replace('"Small"', '"Small <script>alert(1)</script> & co"'), encoding="utf-8")
    return str(path)


@pytest.fixture
def command(capsys):
    """Return a function that runs a command and gives its exit code, standard output and standard error."""

    def made(*arguments: str) -> tuple[int, str, str]:
        code = run([*arguments, "--workers", "1"])
        captured = capsys.readouterr()
        return code, captured.out, captured.err

    return made


def valid(data, name: str) -> None:
    schema = json.loads((SCHEMAS / name).read_text(encoding="utf-8"))
    jsonschema.Draft202012Validator.check_schema(schema)
    jsonschema.Draft202012Validator(schema).validate(data)


def test_simulate_as_text(command, small) -> None:
    code, out, err = command("simulate", small, "-n", "50", "--players", "sound,random", "--rules")
    assert (code, err) == (0, "")
    assert "50 games of sound, random players, seed 0, digest" in out
    assert "A and C (sound) win" in out
    assert "trump hearts" in out
    assert "t.tricks >= 3 -> add worth to t.points" in out
    assert "declare hearts (answer)" in out
    assert command("simulate", small, "-n", "50", "--players", "sound,random", "--rules")[1] == out


@pytest.mark.parametrize("rules", ["small", "newberry_euchre", "texas_euchre", "noteuchre"])
def test_simulate_as_json(command, small, rules) -> None:
    code, out, _ = command("simulate", small if rules == "small" else rules, "-n", "10", "--format", "json")
    data = json.loads(out)
    valid(data, "simulate.schema.json")
    assert code == 0
    assert data["games"] == 10
    for question in data["questions"]:
        assert sum(answer["count"] for answer in question["answers"]) == question["asked"]
    deals = sum(value * count for value, count in data["length"]["deal_counts"])
    for side in data["sides"]:
        assert sum(count for _, count in side["gains"]) == deals


def test_simulate_as_csv(command, small) -> None:
    _, out, _ = command("simulate", small, "-n", "10", "--format", "csv")
    rows = list(csv.DictReader(io.StringIO(out)))
    assert {"wins", "per_deal", "length"} <= {row["section"] for row in rows}
    assert all(row["count"] or row["value"] for row in rows)


class Page(HTMLParser):
    """Collects the tags of a page and the targets of its links."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.links: list[str] = []
        self.open: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag, attrs) -> None:
        self.tags.append(tag)
        self.links += [value or "" for name, value in attrs if name in ("href", "src", "onclick", "onload")]
        if tag not in ("meta", "br"):
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs) -> None:
        self.tags.append(tag)

    def handle_endtag(self, tag) -> None:
        assert self.open.pop() == tag


@pytest.mark.parametrize(
    "arguments",
    [
        ("simulate", "-n", "30"),
        ("compare", "-p", "random", "-n", "30", "--b", "worth=2"),
        ("compare", "-p", "random", "-n", "20", "--vary", "worth=1,2,3"),
    ],
)
def test_pages_are_complete_and_escape_all_texts(command, small, arguments) -> None:
    code, out, _ = command(arguments[0], small, *arguments[1:], "--format", "html")
    page = Page(out)
    assert code == 0
    assert page.open == []
    assert not page.links
    assert "script" not in page.tags
    assert "&lt;script&gt;" in out
    assert "://" not in out
    plots = [part.partition("</svg>")[0] for part in out.split("<svg")[1:]]
    assert len(plots) >= 2
    for plot in plots:
        parseString(f"<svg{plot}</svg>")
        assert "nan" not in plot


def test_compare_as_text(command, small) -> None:
    code, out, err = command("compare", small, "-p", "random", "-n", "40", "--b", "worth=2")
    assert (code, err) == (0, "")
    assert "Points for a deal: “two points” instead of “one point”." in out.replace("\n", " ")
    assert "what made the first difference" in out
    assert "an example: game 0, deal 1" in out


def test_players_have_learned_or_think_where_random_play_would_mislead(command, small) -> None:
    _, out, _ = command("compare", small, "-n", "2", "--b", "worth=2", "--format", "json")
    assert set(json.loads(out)["players"]) == {"learned"}
    _, out, _ = command("simulate", small, "-n", "2", "--measures", "--format", "json")
    assert set(json.loads(out)["players"]) == {"think:quick"}
    _, out, _ = command("simulate", small, "-n", "2", "--format", "json")
    assert set(json.loads(out)["players"]) == {"learned"}
    _, out, _ = command("simulate", small, "-n", "2", "--engine", "python", "--format", "json")
    assert set(json.loads(out)["players"]) == {"random"}


def test_compare_as_json_and_csv(command, small) -> None:
    valid(
        json.loads(command("compare", small, "-p", "random", "-n", "20", "--b", "worth=2", "--format", "json")[1]),
        "compare.schema.json",
    )
    several = json.loads(
        command("compare", small, "-p", "random", "-n", "20", "--vary", "worth=1,2,3", "--format", "json")[1]
    )
    valid(several, "compare.schema.json")
    assert [one["changes"][0]["b"] for one in several["comparisons"]] == ["2", "3"]
    nothing = json.loads(command("compare", small, small, "-p", "random", "-n", "20", "--format", "json")[1])
    valid(nothing, "compare.schema.json")
    rows = list(
        csv.DictReader(
            io.StringIO(command("compare", small, "-p", "random", "-n", "20", "--b", "worth=2", "--format", "csv")[1])
        )
    )
    assert {"games", "wins", "length"} <= {row["section"] for row in rows}


def test_compare_over_several_settings_prints_a_table(command, small) -> None:
    _, out, _ = command("compare", small, "-p", "random", "-n", "20", "--vary", "worth=1,2", "--vary", "first_to=5,6")
    assert [line.split("  ")[0] for line in out.splitlines() if line.startswith(("worth", "first"))] == [
        "first_to = 6",
        "worth = 2",
        "worth = 2, first_to = 6",
    ]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("simulate", "small", "--players", "sond"), "did you mean `sound`"),
        (("simulate", "small", "-o", "worht=2"), "did you mean `worth`"),
        (("simulate", "small", "--seats", "5"), "for 4 players, not 5"),
        (("compare", "small"), "what is A to be compared with?"),
        (("compare", "small", "small", "--vary", "worth=1,2"), "--vary takes the place of B"),
        (("compare", "small", "--vary", "worth=1"), "at least two values"),
        (("compare", "small", "texas_euchre"), "not won by the same sides"),
    ],
)
def test_wrong_use_gives_exit_code_2_and_a_message(command, small, arguments, said) -> None:
    code, out, err = command(*(small if one == "small" else one for one in arguments))
    assert code == 2
    assert said in " ".join(err.split())
    assert out == ""


def test_rules_with_mistakes_are_refused(command, tmp_path) -> None:
    path = tmp_path / "bad.hoyle"
    path.write_text('game "Bad"\nlanguage 1\n', encoding="utf-8")
    code, out, err = command("simulate", str(path))
    assert (code, out) == (1, "")
    assert "error" in err


def test_a_game_without_deals_has_a_report(command, tmp_path) -> None:
    rules = """game "Dice"
language 1
players 4
deck 2 3 4 5
zones
    stock: face down
remember
    dealer: player
    points of each player: number
main
    set dealer to a random player
    add 1 to dealer.points
    game over, won by the player with highest points
"""
    path = tmp_path / "dice.hoyle"
    path.write_text(rules, encoding="utf-8")
    for engine in ("python", "wasm"):
        code, out, err = command("simulate", str(path), "-n", "10", "--engine", engine)
        assert (code, err) == (0, "")
        assert "10 games" in out


def test_a_missing_cluster_is_an_error(command, small) -> None:
    pytest.importorskip("distributed")
    code, _, err = command("simulate", small, "--cluster", "nonsense://x")
    assert code == 1
    assert "there is no cluster at nonsense://x" in err


def test_files_that_killed_workers_left_incomplete_are_removed(command, small, tmp_path, monkeypatch) -> None:
    """Ctrl-C ends workers at once, even while they write a file."""

    def interrupted(work, *_: object, **__: object) -> PlayedBatch:
        for name in ("game-0000000.play", "game-0000100.part"):
            (Path(work.folder) / name).write_text("hoyle play 1\n", encoding="utf-8")
        return PlayedBatch(work.nothing(), interrupted=True)

    monkeypatch.setattr("hoyle.api.simulating.played", interrupted)
    code, _, err = command("simulate", small, "-n", "1000", "--record", str(tmp_path / "games"))
    assert (code, err) == (130, "interrupted after 0 of 1,000 games\n")
    assert [path.name for path in (tmp_path / "games").iterdir()] == ["game-0000000.play"]


@pytest.mark.skipif(os.name == "nt", reason="no such signal there")
@pytest.mark.parametrize("workers", ["1", "2"])
def test_ctrl_c_prints_the_report_so_far(small, workers) -> None:
    """The report equals that of a run of just the games played until then."""
    above = str(Path(next(iter(hoyle.__path__))).parent)
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join((above, os.environ.get("PYTHONPATH", "")))}
    of_chance = [sys.executable, "-m", "hoyle.cli.main", "simulate", small, "--players", "random"]
    command = [*of_chance, "-n", "1000000000", "--format", "json"]
    for seconds in (0.8, 1.6, 3.2, 6.4, 12):  # a busy machine may need more time to start
        process = subprocess.Popen(
            [*command, "--workers", workers], env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            start_new_session=True,
        )  # fmt: skip
        time.sleep(seconds)
        os.killpg(process.pid, signal.SIGINT)  # a terminal sends the signal to the workers, too
        out, err = process.communicate(timeout=120)
        if out and json.loads(out)["games"]:
            break
    assert process.returncode == 130
    assert err.decode().startswith("interrupted after")
    data = json.loads(out)
    assert not data["complete"]
    again = [*of_chance, "-n", str(data["games"]), "--format", "json"]
    done = subprocess.run(again, env=environment, capture_output=True, check=True)
    assert json.loads(done.stdout)["digest"] == data["digest"]
