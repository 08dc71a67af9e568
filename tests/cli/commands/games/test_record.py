"""Games recorded while they are played: after a kill, resumed, with undo; and the records of a simulation."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from hoyle.interpreter.notation.files import read_script
from hoyle.interpreter.opening.rulesets import Rulesets
from hoyle.interpreter.record.recorder import GameFile
from hoyle.interpreter.record.resuming import ResumedGame, resume

Hoyle = Callable[..., Any]
SEEDED = ("texas_euchre", "--seed", "5", "-o", "target=10", "--seat", "all=random", "--seat", "A=person")
FIRST = b"1\n" * 500
"""Answers every question with the first choice."""


def choices(path: Path) -> list[str]:
    return [line for line in path.read_text(encoding="utf-8").splitlines() if line[:2] in ("A:", "B:", "C:", "D:")]


def test_a_resumed_game_gives_the_record_of_a_game_played_at_once(hoyle: Hoyle, here: Path) -> None:
    assert hoyle("play", *SEEDED, "--record", "whole.play", stdin=FIRST).code == 0
    assert hoyle("play", *SEEDED, "--record", "parts.play", stdin=b"1\nq\n").code == 0
    for _ in range(3):
        assert hoyle("play", "--resume", "parts.play", stdin=b"1\n1\nq\n").code == 0
    assert len(choices(here / "parts.play")) < len(choices(here / "whole.play"))
    done = hoyle("play", "--resume", "parts.play", stdin=FIRST)
    assert "The game is over, won by" in done.out
    assert (here / "parts.play").read_bytes() == (here / "whole.play").read_bytes()
    assert hoyle("replay", "-q", "whole.play").code == 0
    again = hoyle("play", "--resume", "parts.play")
    assert again.code == 0
    assert "The game is over, won by" in again.out


def test_a_killed_game_loses_at_most_the_choice_being_made(hoyle: Hoyle, here: Path) -> None:
    assert hoyle("play", *SEEDED, "--record", "whole.play", stdin=FIRST).code == 0
    whole = (here / "whole.play").read_text(encoding="utf-8")
    for answers in (0, 2, 5):
        path = here / f"killed{answers}.play"
        running = subprocess.Popen(
            [sys.executable, "-m", "hoyle.cli.main", "play", *SEEDED, "--record", str(path)],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        assert running.stdin is not None
        assert running.stdout is not None
        running.stdin.write(b"1\n" * answers)
        running.stdin.flush()
        asked, seen = 0, b""
        while asked <= answers:  # the command waits at a question, and all questions before it are answered
            data = os.read(running.stdout.fileno(), 65536)
            assert data, seen
            seen += data
            asked = seen.count(b"A> ")
        running.send_signal(signal.SIGKILL)
        running.wait()
        running.stdin.close()
        running.stdout.close()
        left = path.read_text(encoding="utf-8")
        assert whole.startswith(left)
        assert left.count("\nA: ") == answers
        assert hoyle("replay", "-q", path).code == 0
        assert hoyle("play", "--resume", path, stdin=FIRST).code == 0
        assert path.read_text(encoding="utf-8") == whole


def test_an_incomplete_last_line_is_removed_on_resume(hoyle: Hoyle, here: Path) -> None:
    assert hoyle("play", *SEEDED, "--record", "whole.play", stdin=FIRST).code == 0
    whole = (here / "whole.play").read_bytes()
    start = whole.index(b"\nA: ") + 1
    torn = here / "torn.play"
    for cut in range(start + 1, start + 40, 6):
        torn.write_bytes(whole[:cut])
        done = hoyle("play", "--resume", torn, stdin=FIRST)
        assert done.code == 0
        assert ("not been written whole" in done.err) == (whole[cut - 1 : cut] != b"\n")
        assert torn.read_bytes() == whole


def test_undo_brings_back_the_same_cards_and_updates_the_file(hoyle: Hoyle, here: Path) -> None:
    done = hoyle("play", *SEEDED, "--record", "x.play", stdin=b"1\n2\nundo\nundo\n2\nundo\n1\n2\nq\n")
    assert done.out.count("Taken back.") == 3
    hoyle("play", *SEEDED, "--record", "y.play", stdin=b"1\n2\nq\n")
    assert (here / "x.play").read_bytes() == (here / "y.play").read_bytes()
    done = hoyle("play", "--resume", "x.play", stdin=b"undo\nundo\nundo\n1\n2\nq\n")
    assert done.out.count("Taken back.") == 2
    assert "There is nothing to take back." in done.out
    assert (here / "x.play").read_bytes() == (here / "y.play").read_bytes()
    assert hoyle("replay", "-q", "x.play").code == 0


def test_undo_among_several_people_takes_back_the_last_choice(hoyle: Hoyle, here: Path) -> None:
    done = hoyle("play", *SEEDED, "--seat", "all=person", "--record", "x.play", stdin=b"1\n1\n1\nundo\nq\n")
    assert done.code == 0
    assert [line[:2] for line in choices(here / "x.play")] == ["D:", "A:"]


def test_a_handwritten_game_can_be_resumed(hoyle: Hoyle, here: Path, root: Path) -> None:
    text = (root / "rulesets" / "games" / "texas_worked_round.play").read_text(encoding="utf-8")
    path = here / "round.play"
    path.write_text(text, encoding="utf-8")
    done = hoyle("play", "--resume", "round.play", "--seat", "C=person", stdin=b"2\nundo\n2\nq\n")
    assert done.code == 0, done.err
    assert "Taken back." in done.out
    left = path.read_text(encoding="utf-8")
    assert left.startswith(text + "hand "), "the cards that were dealt and not named are named now"
    done = hoyle("replay", "--format", "json", "round.play")
    assert done.code == 0
    assert json.loads(done.out)["scripts"][0]["games"][0]["drawn"] == 0


def test_the_file_says_who_plays_each_seat(hoyle: Hoyle, here: Path) -> None:
    people = ("--seat", "B=person", "--seat", "A=random")
    assert hoyle("play", *SEEDED, *people, "--record", "x.play", stdin=b"1\nq\n").code == 0
    path = here / "x.play"
    text = path.read_text(encoding="utf-8")
    assert "\nseats random, person, random, random\n" in text
    assert "B> " in hoyle("play", "--resume", "x.play", stdin=b"q\n").out
    others = ("--seat", "B=random", "--seat", "C=person")
    copy = here / "copy.play"
    copy.write_text(text, encoding="utf-8")
    assert "C> " in hoyle("play", "--resume", "copy.play", *others, stdin=b"q\n").out
    path.write_text(text.replace("seats random, person", "seats nobody_known, person"), encoding="utf-8")
    done = hoyle("play", "--resume", "x.play", stdin=b"q\n")
    assert done.code == 2
    assert "--seat A=random" in done.err
    assert hoyle("play", "--resume", "x.play", "--seat", "A=random", stdin=b"q\n").code == 0
    path.write_text(text.replace("seats random, person", "seats person"), encoding="utf-8")
    done = hoyle("play", "--resume", "x.play", stdin=b"q\n")
    assert done.code == 1
    assert "E1034" in done.err


def test_side_lines_are_not_part_of_the_resumed_game(hoyle: Hoyle, here: Path) -> None:
    hoyle("play", *SEEDED, "--record", "x.play", stdin=b"1\nq\n")
    path = here / "x.play"
    path.write_text(
        path.read_text(encoding="utf-8") + "what if\n  A: throw down\n  expect thrower: A\n", encoding="utf-8"
    )
    hoyle("play", *SEEDED, "--record", "y.play", stdin=b"1\n1\nq\n")
    assert hoyle("play", "--resume", "x.play", stdin=b"1\nq\n").code == 0
    assert choices(path) == choices(here / "y.play")
    assert hoyle("replay", "-q", "x.play").code == 0


def test_a_record_with_cards_that_no_seed_gives_cannot_be_resumed(hoyle: Hoyle, here: Path) -> None:
    path = here / "open.play"
    head = "hoyle play 1\ngame texas_euchre\nplayers A, B, C, D\nseed 5\n"
    path.write_text(head + "first dealer A\nhand B: 2♣ 10♦ 10♠ J♥ ??\n", encoding="utf-8")
    done = hoyle("play", "--resume", path)
    assert done.code == 1
    assert "E1090" in done.err
    path.write_text(head, encoding="utf-8")
    assert hoyle("play", "--resume", path).code == 0, "what its seed gives needs no line"
    as_json = here / "open.json"
    as_json.write_text(json.dumps({"play": 1, "games": [{"ruleset": "whist", "seed": 5, "steps": []}]}) + "\n")
    assert "E1090" in hoyle("play", "--resume", as_json).err


def test_no_existing_file_is_overwritten(hoyle: Hoyle, here: Path) -> None:
    (here / "mine.play").write_text("mine", encoding="utf-8")
    done = hoyle("play", *SEEDED, "--record", "mine.play")
    assert done.code == 2
    assert "--resume" in done.err
    assert hoyle("play", "--resume", "mine.play").code == 1
    assert (here / "mine.play").read_text(encoding="utf-8") == "mine"
    for wrong in (
        ("play",),
        ("play", "whist", "--resume", "mine.play"),
        ("play", "--resume", "none.play"),
        ("play", "whist", "--record", "."),
    ):
        assert hoyle(*wrong).code == 2, wrong
    for name in ("no/such/folder.play", "a\0b"):
        assert hoyle("play", "whist", "--record", name).code == 74, name


def test_two_processes_cannot_record_to_one_file(hoyle: Hoyle, here: Path) -> None:
    hoyle("play", *SEEDED, "--record", "x.play", stdin=b"1\nq\n")
    first = resume(here / "x.play", "x.play", Rulesets())
    assert isinstance(first, ResumedGame)
    done = hoyle("play", "--resume", "x.play")
    assert done.code == 2
    assert "is being played elsewhere" in done.err
    assert first.session.file is not None
    first.session.file.close()
    assert hoyle("play", "--resume", "x.play").code == 0


def test_a_full_disk_ends_the_game_before_the_choice(hoyle: Hoyle, here: Path) -> None:
    """The test limits the size of files to imitate a full disk.  `-B`: Python would cut its bytecode to this size, too."""
    resource = pytest.importorskip("resource", reason="no such limits here")
    hoyle("play", *SEEDED, "--record", "whole.play", stdin=FIRST)
    whole = (here / "whole.play").read_bytes()
    room = whole.index(b"hand B") + 100

    def small() -> None:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (room, room))

    done = subprocess.run(
        [sys.executable, "-B", "-m", "hoyle.cli.main", "play", *SEEDED, "--record", str(here / "x.play")],
        input=FIRST, capture_output=True, check=False, preexec_fn=small,
    )  # fmt: skip
    assert done.returncode == 74, done.stderr
    assert b"cannot be written" in done.stdout
    left = (here / "x.play").read_bytes()
    assert left.endswith(b"\n")
    assert whole.startswith(left)


def test_a_step_that_cannot_be_written_leaves_no_partial_line(
    here: Path, monkeypatch: pytest.MonkeyPatch, hoyle: Hoyle
) -> None:
    hoyle("play", *SEEDED, "--record", "x.play", stdin=b"1\nq\n")
    script, _ = read_script(here / "x.play")
    assert script is not None
    before = (here / "x.play").read_bytes()
    with GameFile.reopened(here / "x.play", len(before), ()) as file:
        write = os.write

        def some(descriptor: int, data: bytes) -> int:
            monkeypatch.setattr(os, "write", full)
            return write(descriptor, data[:5])

        def full(descriptor: int, data: bytes) -> int:
            raise OSError(28, "No space left on device")

        monkeypatch.setattr(os, "write", some)
        with pytest.raises(OSError, match="No space"):
            file.add([script.games[0].steps[-1]])
    assert (here / "x.play").read_bytes() == before


def test_a_simulation_records_every_game(hoyle: Hoyle, here: Path) -> None:
    asked = ("simulate", "kuhn_poker", "-n", "105", "--seed", "3", "--format", "json")
    plain = hoyle(*asked, "-w", "1")
    done = hoyle(*asked, "-w", "2", "--record", "games")
    assert done.out == plain.out
    assert sorted(path.name for path in (here / "games").iterdir()) == [f"game-{i:07}.play" for i in (0, 100)]
    replayed = hoyle("replay", "--quiet", "--format", "json", "games")
    assert replayed.code == 0
    games = [game for script in json.loads(replayed.out)["scripts"] for game in script["games"]]
    assert len(games) == 105
    assert all(game["over"] and not game["drawn"] for game in games)
    assert sum(game["choices"] for game in games) == round(105 * json.loads(plain.out)["length"]["decisions"]["value"])
    hoyle(*asked, "-w", "1", "--record", "again")
    for path in (here / "games").iterdir():
        assert path.read_bytes() == (here / "again" / path.name).read_bytes()


def test_an_unusable_record_folder_is_refused_before_the_first_game(hoyle: Hoyle, here: Path) -> None:
    (here / "full").mkdir()
    (here / "full" / "mine").write_text("", encoding="utf-8")
    (here / "file").write_text("", encoding="utf-8")
    for folder, code in (("full", 2), ("file", 2), ("file/below", 74), ("a\0b", 74)):
        done = hoyle("simulate", "whist", "-n", "2", "--record", folder)
        assert done.code == code, folder
        assert ("--record" if code == 2 else "cannot be written") in done.err
    done = hoyle("simulate", "-", "-n", "2", "--record", "new", stdin=b"")
    assert done.code == 1
    assert not (here / "new").exists()


def test_a_variant_is_recorded_under_its_own_name(hoyle: Hoyle, here: Path) -> None:
    done = hoyle("simulate", "texas_euchre", "-v", "reverse_texas_euchre", "-n", "2", "--record", "games")
    assert done.code == 0, done.err
    assert "game reverse_texas_euchre\n" in (here / "games" / "game-0000000.play").read_text(encoding="utf-8")
    assert hoyle("replay", "-q", "games").code == 0
