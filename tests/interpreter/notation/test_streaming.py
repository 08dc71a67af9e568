"""Files read game by game give the same games and line numbers, and memory does not grow with the number of games."""

from __future__ import annotations

import io
import tracemalloc
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given

from hoyle.interpreter.notation import model as m
from hoyle.interpreter.notation.files import LONGEST, Unreadable, games, parse_script, read_script, stream
from hoyle.interpreter.notation.json_form import write_json
from hoyle.interpreter.notation.writer import write_text

from .test_round_trips import SCRIPT

GAMES = Path(__file__).resolve().parents[3] / "rulesets" / "games"


def streamed(data: bytes) -> list[object]:
    return list(stream(io.BytesIO(data), "x"))


@given(SCRIPT)
def test_reading_game_by_game_equals_reading_at_once(script: m.Script) -> None:
    text = write_text(script).encode()
    assert streamed(text) == list(script.games)
    assert streamed(b"\xef\xbb\xbf \n" + write_json(script).encode()) == list(script.games)


def test_messages_contain_the_lines_of_the_file() -> None:
    text = "hoyle play 1\n\ngame whist\nexpect turn A\n# between\n\ngame hearts\n\nexpect nothing\n  game whist\nhello\ngame spades\n"
    first, bad, last = streamed(text.encode())
    assert isinstance(first, m.ScriptedGame) and isinstance(last, m.ScriptedGame)  # noqa: PT018
    assert [step.span.line for step in first.steps] == [4, 5]
    assert [one.span.line for one in bad] == [9, 11]
    assert [one.span.source.line(one.span.line) for one in bad] == ["expect nothing", "hello"]
    assert last.span.line == 12
    assert str(bad[0].span) == "x:9:15"


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"", "it is empty"),
        (b"\xef\xbb\xbf \r\n", "it is empty"),
        (b"hoyle play 1\n" + b"x" * (LONGEST + 10), "line 2 is longer than 64 kB"),
        (b"hoyle play 1\ngame whist\n\xff\n", "line 3 is not UTF-8 text"),
        (b"hoyle play 1\ngame whist\ngame whist\n#\0\n", "it is not a text file"),
        (b"hoyle play 1\ngame whist\n" + (b"# " + b"a" * 60_000 + b"\n") * 300, "a game in it is larger than 16 MB"),
        (b"hoyle play 1\ngame whist\n" + b"?\n" * 1_000_010, "a game in it has more than 1,000,000 lines"),
    ],
)
def test_a_file_that_is_not_a_script(data: bytes, why: str) -> None:
    with pytest.raises(Unreadable) as found:
        list(stream(io.BytesIO(data), "x"))
    assert found.value.why == why


def test_a_json_file_larger_than_the_limit() -> None:
    ((found,),) = streamed(b"[" + b" " * (17 * 1024 * 1024))
    assert found.message.endswith("it is larger than 16 MB")


class Endless(io.RawIOBase):
    """A file without an end, in which every read gives the same text."""

    def __init__(self, text: bytes) -> None:
        self.text, self.given = text, 0

    def readable(self) -> bool:
        return True

    def readinto(self, buffer) -> int:  # type: ignore[no-untyped-def]
        count = len(buffer)
        buffer[:] = (self.text * (count // len(self.text) + 2))[self.given % len(self.text) :][:count]
        self.given += count
        return count


def test_an_endless_line_is_refused_quickly() -> None:
    file = Endless(b"x")
    with pytest.raises(Unreadable):
        list(stream(io.BufferedReader(file), "x"))
    assert file.given < 1_000_000


def test_memory_does_not_grow_with_the_number_of_games() -> None:
    game = (GAMES / "benny.play").read_bytes().partition(b"\n")[2]
    data = b"hoyle play 1\n" + game * 40
    parse_script(data)

    def peak(work: Callable[[], object]) -> int:
        tracemalloc.start()
        work()
        found = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        return found

    at_once = peak(lambda: parse_script(data))
    one_by_one = peak(lambda: [None for _ in stream(io.BytesIO(data), "x")])
    assert one_by_one < at_once / 4


def test_missing_files(tmp_path: Path) -> None:
    for path in (tmp_path / "no.play", tmp_path, Path("a\0b")):
        (found,) = games(path)
        assert found == read_script(path)[1]


@pytest.mark.parametrize("path", sorted(GAMES.glob("*.play")), ids=lambda path: path.stem)
def test_shipped_games_are_read_the_same(path: Path) -> None:
    script, _ = parse_script(path.read_bytes(), str(path))
    assert script is not None
    assert tuple(games(path)) == script.games
