"""Every command walked through the same mishaps: each ends with the documented exit code and a line that says why.

A mishap is something that happens to anybody: a file that is missing, unreadable, endless or of another kind, a full
disk, a closed output, Ctrl-C.  For each command the test knows one good command line, with `IN` where it reads a file
and `OUT` where it writes one; the mishap is put there.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from hoyle.cli.arguments.exits import BUG, CLOSED_PIPE, EXIT_CODES, INTERRUPTED, NO_OUTPUT
from hoyle.dsl.source import reading

from .test_main import leaves

ROOT = Path(__file__).resolve().parents[2]
GAMES = ROOT / "rulesets" / "games"
SCRIPT = "leduc.play"

READING: dict[str, list[str]] = {
    "check": ["check", "--no-play", "IN"],
    "fmt": ["fmt", "--check", "IN"],
    "show": ["show", "IN"],
    "tree": ["tree", "IN"],
    "tree --from": ["tree", "--from", "IN"],
    "rulebook": ["rulebook", "IN"],
    "rulings": ["rulings", "IN"],
    "trace": ["trace", "IN"],
    "trace --source": ["trace", "good.hoyle", "--source", "rulebook=IN"],
    "diff": ["diff", "good.hoyle", "IN"],
    "new variant": ["new", "variant", "IN", "--output", "made.hoyle"],
    "simulate": ["simulate", "-n", "2", "-w", "1", "IN"],
    "compare": ["compare", "-n", "2", "-w", "1", "good.hoyle", "IN"],
    "train": ["train", "--choices", "1000", "-w", "1", "--into", "made", "IN"],
    "tune": ["tune", "-n", "2", "-w", "1", "--vary", "target=1,2", "--aim", "length=8", "IN"],
    "fuzz": ["fuzz", "-n", "2", "-w", "1", "IN"],
    "fuzz --script": ["fuzz", "good.hoyle", "--script", "IN"],
    "compile": ["compile", "IN", "--output", "made.wasm"],
    "play": ["play", "--seat", "all=random", "IN"],
    "play --resume": ["play", "--resume", "IN"],
    "replay": ["replay", "IN"],
    "replay --with": ["replay", SCRIPT, "--with", "IN"],
    "convert": ["convert", "IN"],
    "import": ["import", "--from", "pbn", "IN"],
    "analyse": ["analyse", "IN"],
    "solve": ["solve", "IN"],
    "stats": ["stats", "IN"],
    "--variant": ["show", "good.hoyle", "--variant", "IN"],
}
"""How each command reads a file."""

WRITING: dict[str, list[str]] = {
    "new game": ["new", "game", "--output", "OUT.hoyle"],
    "new variant": ["new", "variant", "good.hoyle", "--output", "OUT.hoyle"],
    "compile": ["compile", "good.hoyle", "--output", "OUT.wasm"],
    "convert": ["convert", SCRIPT, "--output", "OUT.json"],
    "import": ["import", "some.pbn", "--output", "OUT.play"],
    "play": ["play", "good.hoyle", "--seat", "all=random", "--record", "OUT.play"],
    "replay": ["replay", SCRIPT, "--html", "OUT.html"],
    "simulate": ["simulate", "good.hoyle", "-n", "2", "-w", "1", "--record", "OUT"],
    "studio": ["studio", "--export", "OUT"],
}
"""How each command writes a file."""

PRINTING: dict[str, list[str]] = {
    "list": ["list"],
    "check": ["check", "--no-play", "good.hoyle"],
    "explain": ["explain", "E0301"],
    "fmt": ["fmt", "good.hoyle"],
    "show": ["show", "good.hoyle"],
    "tree": ["tree", "--json", "good.hoyle"],
    "rulebook": ["rulebook", "--format", "html", "good.hoyle"],
    "rulings": ["rulings", "good.hoyle"],
    "trace": ["trace", "good.hoyle"],
    "diff": ["diff", "good.hoyle", "good.hoyle"],
    "replay": ["replay", SCRIPT],
    "replay json": ["replay", "--format", "json", SCRIPT],
    "replay junit": ["replay", "--format", "junit", SCRIPT],
    "convert": ["convert", SCRIPT],
    "solve": ["solve", SCRIPT],
    "stats": ["stats", SCRIPT],
    "play": ["play", "good.hoyle", "--seat", "all=random"],
    "simulate": ["simulate", "good.hoyle", "-n", "2", "-w", "1"],
    "fuzz": ["fuzz", "good.hoyle", "-n", "2", "-w", "1"],
    "compare": ["compare", "good.hoyle", "good.hoyle", "-n", "2", "-w", "1"],
    "new game": ["new", "game", "--output", "another.hoyle"],
}
"""How each command prints something."""


@pytest.fixture
def room(good: Path, here: Path) -> Path:
    """A folder with one good file of each kind."""
    (here / "good.hoyle").write_bytes(good.read_bytes())
    shutil.copy(GAMES / "leduc_poker_one_raise.play", here / SCRIPT)
    (here / "some.pbn").write_text('[Event "some"]\n', encoding="utf-8")
    return here


def test_every_command_is_walked() -> None:
    """A new command must be added to these tables, or here, with why it has no place in them."""
    without = {"lsp", "serve", "join", "studio", "analyse", "train", "tune", "new variant", "import", "compile"}
    walked = {name for table in (READING, PRINTING, WRITING) for line in table.values() for name in _words(line)}
    known = {words for words, _ in leaves()}
    assert known - walked - {"lsp", "serve", "join"} == set()
    assert known - {name for line in PRINTING.values() for name in _words(line)} <= without


def _words(line: list[str]) -> Iterator[str]:
    yield line[0]
    yield " ".join(line[:2])


def _missing(_: Path) -> str:
    return "nosuch.hoyle"


def _windows(_: Path) -> str:
    return "..\\rules\\x.hoyle"


def _long(_: Path) -> str:
    return "x" * 5000


def _strange(_: Path) -> str:
    return "a\nb\x1b[31m.hoyle"


def _empty_folder(room: Path) -> str:
    (room / "folder").mkdir(exist_ok=True)
    return "folder"


def _empty(room: Path) -> str:
    (room / "empty.hoyle").write_bytes(b"")
    return "empty.hoyle"


def _binary(room: Path) -> str:
    (room / "binary.hoyle").write_bytes(bytes(range(256)) * 40)
    return "binary.hoyle"


def _huge(room: Path) -> str:
    with (room / "huge.hoyle").open("wb") as file:
        file.truncate(1 << 32)
    return "huge.hoyle"


def _one_line(room: Path) -> str:
    (room / "line.hoyle").write_bytes(b"a" * 200_000)
    return "line.hoyle"


def _wrong_kind(room: Path) -> str:
    (room / "page.hoyle").write_text("<!doctype html>\n<title>No rules</title>\n", encoding="utf-8")
    return "page.hoyle"


def _json(room: Path) -> str:
    (room / "data.json").write_text('{"play": 1, "games": [{"ruleset": 7}]}', encoding="utf-8")
    return "data.json"


def _nothing(_: Path) -> str:
    return os.devnull


def _endless(_: Path) -> str:
    return "/dev/zero"


def _unreadable(_: Path) -> str:
    return "/proc/self/mem"  # opens, and cannot be read: an error of the device


def _closed(room: Path) -> str:
    path = room / "closed.hoyle"
    path.write_text('game "Closed"\n', encoding="utf-8")
    path.chmod(0)
    return path.name


def _circle(room: Path) -> str:
    path = room / "circle.hoyle"
    path.unlink(missing_ok=True)
    path.symlink_to("circle.hoyle")
    return path.name


def _pipe(room: Path) -> str:
    path = room / "pipe.hoyle"
    path.unlink(missing_ok=True)
    os.mkfifo(path)
    return path.name


MISHAPS: dict[str, Callable[[Path], str]] = {
    "an empty argument": lambda _: "",
    "a missing file": _missing,
    "a path of Windows": _windows,
    "a name that is too long": _long,
    "a name with a line end and an escape": _strange,
    "an empty folder": _empty_folder,
    "an empty file": _empty,
    "a binary file": _binary,
    "a huge file": _huge,
    "a long line": _one_line,
    "a page": _wrong_kind,
    "JSON of another kind": _json,
    "the empty device": _nothing,
    "an endless device": _endless,
    "a device that fails": _unreadable,
    "a file without permission": _closed,
    "a link to itself": _circle,
    "a pipe that nobody writes to": _pipe,
}
POSIX = {"an endless device", "a device that fails", "a link to itself", "a pipe that nobody writes to"}
EXPECTED = {"an empty argument": {2}}
"""Mishaps that give one code in every command.  All others: the file is wrong (1), or what names it (2)."""
HARMLESS = {
    ("trace --source", "an empty file"), ("trace --source", "the empty device"), ("trace --source", "a binary file"),
    ("trace --source", "a page"), ("trace --source", "a long line"), ("trace --source", "JSON of another kind"),
    ("import", "an empty file"), ("import", "the empty device"), ("fmt", "the empty device"), ("fmt", "an empty file"),
}  # fmt: skip
"""A document may be any text; a record without games and rules without a line are no mistake of their form."""


@pytest.mark.parametrize("mishap", MISHAPS)
def test_a_file_that_cannot_be_used(
    hoyle, room: Path, monkeypatch: pytest.MonkeyPatch, mishap: str, capfd: pytest.CaptureFixture[str]
) -> None:
    if mishap in POSIX and not Path("/proc/self/mem").exists():
        pytest.skip("there are no such files here")
    if mishap == "a file without permission" and hasattr(os, "geteuid") and os.geteuid() == 0:
        pytest.skip("root may read everything")
    monkeypatch.setattr(reading, "LONGEST_WAIT", 0.01)
    name = MISHAPS[mishap](room)
    wrong: dict[str, object] = {}
    for command, line in READING.items():
        done = hoyle(*(part.replace("IN", name) if part.endswith("IN") else part for part in line))
        expected = EXPECTED.get(mishap, {1, 2}) | ({0} if (command, mishap) in HARMLESS else set())
        silent = done.code and not done.out + done.err
        rude = "\x1b" in done.out + done.err or "<nowhere>" in done.out + done.err or len(done.out + done.err) > 20_000
        if done.code not in expected or silent or rude:
            wrong[command] = done
    assert wrong == {}


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
def test_a_full_disk(process, room: Path) -> None:
    """What is printed cannot be written."""
    wrong: dict[str, object] = {}
    for command, line in PRINTING.items():
        with Path("/dev/full").open("wb") as full:
            done = process(*line, stdout=full)
        said = done.stderr.decode()
        if done.returncode != NO_OUTPUT or said != "hoyle: the output cannot be written: no space left on device\n":
            wrong[command] = done
    assert wrong == {}


@pytest.mark.skipif(os.name == "nt", reason="needs a shell that closes streams")
def test_a_closed_output(room: Path) -> None:
    """Nothing is lost without a word: an output that was closed from the start is an output that cannot be written."""
    wrong: dict[str, object] = {}
    for command in ("check", "list", "tree", "replay", "simulate"):
        line = " ".join(f'"{part}"' for part in PRINTING[command])
        done = subprocess.run(
            f'"{sys.executable}" -m hoyle {line} >&-', shell=True, capture_output=True, check=False, text=True
        )
        if done.returncode != NO_OUTPUT or "the output cannot be written" not in done.stderr:
            wrong[command] = done
    assert wrong == {}


@pytest.mark.skipif(os.name == "nt", reason="needs pipes as of Unix")
def test_nobody_reads_the_output(room: Path) -> None:
    wrong: dict[str, object] = {}
    for command in ("list", "tree", "rulebook", "replay", "simulate", "fuzz"):
        reader, writer = os.pipe()
        os.close(reader)
        try:
            done = subprocess.run(
                [sys.executable, "-m", "hoyle", *PRINTING[command]], stdout=writer, stderr=subprocess.PIPE, check=False
            )
        finally:
            os.close(writer)
        if (done.returncode, done.stderr) != (CLOSED_PIPE, b""):
            wrong[command] = done
    assert wrong == {}


def test_a_target_that_cannot_be_written(hoyle, room: Path) -> None:
    """A folder that is not there, a folder in place of the file, and (for others than root) a folder without
    permission.
    """
    wrong: dict[str, object] = {}
    for command, line in WRITING.items():
        for place in ("nosuch/deep/made", "folder.kind/made"):
            if command in ("simulate", "studio") and place.startswith("nosuch"):
                continue  # these make the folders above
            (room / "folder.kind").write_bytes(b"a file, and no folder")
            done = hoyle(*(part.replace("OUT", place) for part in line))
            if command == "studio" and done.code == 1 and "not built" in done.err:
                continue
            if done.code != NO_OUTPUT or "cannot be written" not in done.err or len(done.err.splitlines()) > 2:
                wrong[f"{command} {place}"] = done
    assert wrong == {}
    assert not list(room.rglob("*made*"))


def test_a_file_on_a_full_disk(hoyle, room: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The disk is full when the file is written: what was there stays, nothing half-made stays, and nothing is said to
    have been written.
    """
    rules = (room / "good.hoyle").read_text("utf-8")
    (room / "untidy.hoyle").write_text(rules.replace("language 1", "language   1"), "utf-8")
    wrong = rules.replace("for p in players: add 1 to p.points", "count_up") + "phase count_up\n"
    wrong += "    for p in players: add 1 to p.points\nafter count_up: total points gained = 3\n"
    (room / "wrong.hoyle").write_text(wrong, "utf-8")
    (room / "old.weights").write_bytes(b"what was learned before")
    (room / "old.wasm").write_bytes(b"")
    monkeypatch.setenv("XDG_CACHE_HOME", str(room / "cache"))
    lines = [WRITING[name] for name in WRITING if name not in ("studio", "simulate", "play", "import")]
    lines += [
        ["fmt", "untidy.hoyle"],
        ["compile", "good.hoyle", "--output", "old.wasm"],
        ["fuzz", "wrong.hoyle", "-n", "1", "-w", "1"],
        ["train", "kuhn_poker", "--choices", "1000", "-w", "1", "--into", "old.weights"],
        ["train", "kuhn_poker", "--choices", "1000", "-w", "1", "--replace"],
    ]
    before = _contents(room)
    monkeypatch.setattr(os, "fdopen", _full)
    for line in lines:
        done = hoyle(*(part.replace("OUT", "made") for part in line))
        assert done.code == NO_OUTPUT, done
        assert "cannot be written: no space left on device" in done.err or "nothing was kept" in done.out, done
        assert "laid out" not in done.out
    assert hoyle("check", "good.hoyle").code == 0  # a cache is not needed
    assert _contents(room) == before


def _full(descriptor: int, *_: object) -> None:
    """In place of a file to write to: one on a disk that has room for one byte."""
    os.write(descriptor, b".")
    os.close(descriptor)
    raise OSError(28, "No space left on device")


def _contents(folder: Path) -> dict[str, bytes]:
    return {str(path): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_the_end_of_input(hoyle, room: Path) -> None:
    """Standard input holds nothing."""
    for line in (["check", "--no-play", "-"], ["replay", "-"], ["convert", "-"], ["show", "-"], ["simulate", "-"]):
        done = hoyle(*line)
        assert done.code == 1, done
        assert "<stdin>" in done.out + done.err
    assert hoyle("play", "leduc_poker").code == 0


def test_answers_that_never_end(hoyle, room: Path) -> None:
    """`play </dev/zero` and `yes | hoyle play` end."""
    for data in (b"\0" * 100_000, b"what?\n" * 30_000):
        done = hoyle("play", "leduc_poker", stdin=data)
        assert done.code == 0
        assert len(done.out) < 4_000_000
        assert "left unfinished" in done.out


@pytest.mark.skipif(os.name == "nt", reason="needs signals")
@pytest.mark.parametrize(
    "line",
    [
        ["simulate", "hearts", "-n", "1000000", "-w", "1", "--players", "sound"],
        ["simulate", "canasta", "-n", "1000000", "-w", "2", "--players", "think"],
        ["fuzz", "hearts", "-n", "1000000", "-w", "1"],
        ["train", "leduc_poker", "--minutes", "10"],
        ["compare", "hearts", "hearts", "-n", "1000000", "-w", "1"],
        ["check", "--thorough", "--no-cache", "hearts"],
        ["analyse", str(GAMES / "hearts_short.play")],
    ],
    ids=lambda line: line[0],
)
def test_ctrl_c_ends_long_work(line: list[str], tmp_path: Path) -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "hoyle", *line], stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=tmp_path,
        env=os.environ | {"XDG_CACHE_HOME": str(tmp_path)},
    ) as working:  # fmt: skip
        time.sleep(2.5)
        began = time.monotonic()
        working.send_signal(signal.SIGINT)
        out, err = working.communicate(timeout=60)
    assert working.returncode == INTERRUPTED, (out, err)
    assert b"Traceback" not in err
    assert time.monotonic() - began < 20


@pytest.mark.skipif(os.name == "nt", reason="needs pipes as of Unix")
def test_a_message_cut_off_ends_the_language_server() -> None:
    """The input of `hoyle lsp` ends in the middle of a message, or announces more than there is."""
    pytest.importorskip("pygls", reason="needs the extra `editor`")
    for data in (b"Content-Length: 99999999999999\r\n\r\n{}", b"Content-Length: 20\r\n\r\n{}", b"Content-Le", b""):
        done = subprocess.run(
            [sys.executable, "-m", "hoyle", "lsp"], input=data, capture_output=True, timeout=60, check=False
        )
        assert done.returncode == 1, (data, done)


def test_the_documents_have_the_one_table() -> None:
    text = (ROOT / "docs" / "validating.md").read_text(encoding="utf-8")
    rows = [line.split("|")[1:3] for line in text.splitlines() if line.startswith("| `")]
    table = {
        int(code.strip(" `")): meaning.strip().replace("`", "")
        for code, meaning in rows
        if code.strip(" `").isdecimal()
    }
    assert table == EXIT_CODES
    assert BUG in table
