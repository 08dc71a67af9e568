"""Reading and writing files, the places of a text, and the folders of a user."""

from __future__ import annotations

import gc
import os
import stat
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from hoyle.dsl.source import reading, writing
from hoyle.dsl.source.caching import Cached, cached
from hoyle.dsl.source.collector import no_collection
from hoyle.dsl.source.invisible import excerpt, stripped, tamed, visible
from hoyle.dsl.source.nearest import distance, nearest, slip_for
from hoyle.dsl.source.reading import Unreadable, contents, decoded
from hoyle.dsl.source.span import Source, Span
from hoyle.dsl.source.user_folders import user_folder
from hoyle.dsl.source.writing import write_pieces, write_whole

MB = 1024 * 1024


def why(call: object, *arguments: object) -> str:
    """The reason why something cannot be read."""
    assert callable(call)
    with pytest.raises(Unreadable) as found:
        call(*arguments)
    assert str(found.value) == found.value.why
    return found.value.why


def test_files_are_read_up_to_one_byte_too_many(tmp_path: Path) -> None:
    path = tmp_path / "x"
    path.write_bytes(b"abcdef")
    assert [contents(path, most) for most in (4, 5, 6, 7)] == [b"abcde", b"abcdef", b"abcdef", b"abcdef"]
    assert why(contents, tmp_path, 5) == "it is a folder"
    assert why(contents, tmp_path / "none", 5) == "no such file or directory"
    assert why(contents, Path("a\0b"), 5) == "that is no file name"
    assert reading.unreadable(OSError()).why == "it cannot be opened"


def test_bytes_are_text_of_some_size() -> None:
    assert decoded(b"\xef\xbb\xbfa\n", 5) == "a\n"
    assert why(decoded, b"x" * (2 * MB + 1), 2 * MB) == "it is larger than 2 MB"
    assert decoded(b"x" * 5, 5) == "xxxxx"
    assert why(decoded, b"a\nb\n\xff\n", 99) == "line 3 is not UTF-8 text"
    assert why(decoded, b"a\nb\n\xff\n", 99, 10) == "line 12 is not UTF-8 text"


@pytest.mark.skipif(os.name == "nt", reason="named pipes of POSIX")
def test_a_named_pipe_is_read_if_somebody_writes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "pipe"
    os.mkfifo(path)
    monkeypatch.setattr(reading, "LONGEST_WAIT", 0.05)
    assert why(contents, path, 99) == "it is a pipe, and nobody writes to it (waited 0 seconds)"
    ready = threading.Event()

    def write() -> None:
        with path.open("wb") as file:
            ready.wait(10)
            file.write(b"late")

    writer = threading.Thread(target=write)
    writer.start()
    monkeypatch.setattr(reading, "LONGEST_WAIT", 5.0)
    threading.Timer(0.05, ready.set).start()
    assert contents(path, 99) == b"late"
    writer.join()


def test_a_file_is_written_whole_or_not_at_all(tmp_path: Path) -> None:
    path, link = tmp_path / "x", tmp_path / "link"
    write_whole(path, b"one")
    assert path.read_bytes() == b"one"
    before = os.umask(0o027)
    try:
        write_whole(tmp_path / "new", b"")
        assert stat.S_IMODE((tmp_path / "new").stat().st_mode) == 0o640
    finally:
        os.umask(before)
    assert os.umask(before) == before
    path.chmod(0o604)
    link.symlink_to(path)
    write_whole(link, b"two", synced=False)
    assert (link.is_symlink(), path.read_bytes(), stat.S_IMODE(path.stat().st_mode)) == (True, b"two", 0o604)
    for target, said in ((tmp_path, "it is a folder"), (tmp_path / "none" / "x", "No such file")):
        with pytest.raises(OSError, match=said):
            write_whole(target, b"x")
    write_whole(Path(os.devnull), b"x")

    def pieces() -> Iterator[bytes]:
        yield b"three"
        raise ValueError("stop")

    with pytest.raises(ValueError, match="stop"):
        write_pieces(path, pieces())
    with pytest.raises(FileNotFoundError):
        write_pieces(tmp_path / "gone", (b"x",))
    assert path.read_bytes() == b"two"
    assert write_pieces(path, (b"a", b"b")) is True
    assert write_pieces(tmp_path / "none", (), new=True) is False
    assert path.read_bytes() == b"ab"
    assert sorted(one.name for one in tmp_path.iterdir()) == ["link", "new", "x"]


def test_a_file_that_may_not_be_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "x"
    path.write_bytes(b"kept")
    monkeypatch.setattr(writing.os, "access", lambda path, mode: False)
    with pytest.raises(PermissionError, match="permission denied"):
        write_whole(path, b"x")
    assert path.read_bytes() == b"kept"


def test_the_folders_of_a_user(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Path, "home", lambda: Path("/me"))
    for name in ("XDG_CACHE_HOME", "XDG_STATE_HOME", "LOCALAPPDATA"):
        monkeypatch.delenv(name, raising=False)
    expected = {
        "linux": (Path("/me/.cache/hoyle"), Path("/me/.local/state/hoyle")),
        "darwin": (Path("/me/Library/Caches/hoyle"), Path("/me/Library/Application Support/hoyle")),
        "win32": (Path("/me/AppData/Local/hoyle"), Path("/me/AppData/Local/hoyle")),
    }
    for platform, folders in expected.items():
        monkeypatch.setattr(sys, "platform", platform)
        assert (user_folder("cache"), user_folder("state")) == folders
    monkeypatch.setenv("LOCALAPPDATA", "/local")
    assert user_folder("cache") == Path("/local/hoyle")
    monkeypatch.setenv("XDG_CACHE_HOME", "/kept")
    monkeypatch.setenv("XDG_STATE_HOME", "/left")
    assert (user_folder("cache"), user_folder("state")) == (Path("/kept/hoyle"), Path("/left/hoyle"))


def test_the_lines_and_columns_of_a_text() -> None:
    source = Source("x", "one\r\ntwo\n\nfour", 10)
    assert [source.place(at) for at in (0, 4, 5, 8, 9, 10, 14)] == [
        (10, 1), (10, 5), (11, 1), (11, 4), (12, 1), (13, 1), (13, 5),
    ]  # fmt: skip
    assert [source.line(number) for number in range(9, 15)] == ["", "one", "two", "", "four", ""]
    two = Span(source, 5, 8)
    assert (two.text, two.line, two.column, two.end_place, str(two)) == ("two", 11, 1, (11, 4), "x:11:1")
    assert two.to(Span(source, 10, 12)) == Span(source, 5, 12)
    assert Span(source, 5, 12).to(Span(source, 6, 7)) == Span(source, 5, 12)
    assert str(Span.of_name("y")) == "y:1:1"


def test_texts_whose_signs_cannot_be_seen() -> None:
    text = "a\tb\n\x00\u202e\ufeff"
    assert visible(text) == "a\\u0009b\\u000a\\u0000\\u202e\\ufeff"
    assert tamed(text) == "a\tb\n\\u0000\\u202e\\ufeff"
    assert stripped(text) == "a\tb\n"
    assert [excerpt("abcdef", most) for most in (7, 6, 5)] == ["abcdef", "abcdef", "abcd…"]
    assert excerpt("\n" * 2) == "\\u000a\\u000a"


def test_how_far_names_are_from_each_other() -> None:
    cases = [
        ("abc", "abc", 3, 0), ("abc", "abd", 3, 1), ("abc", "acb", 3, 1), ("abc", "ab", 3, 1), ("abc", "xabc", 3, 1),
        ("abcd", "badc", 3, 2), ("abcd", "wxyz", 3, 4), ("abcd", "wxyz", 2, 3), ("ab", "abcde", 2, 3), ("ab", "abcd", 2, 2),
        ("a", "ba", 1, 1), ("ab", "bca", 3, 3),
    ]  # fmt: skip
    assert [distance(a, b, limit) for a, b, limit, _ in cases] == [steps for *_, steps in cases]


def test_which_name_may_be_meant() -> None:
    slips = [
        ("a", ["b"], None), ("ab", ["ac"], "ac"), ("ab", ["cd"], None), ("abcde", ["abxye"], None),
        ("abcdef", ["abxyef"], "abxyef"), ("abcdefgh", ["xbcdexyh"], None), ("abcdefghi", ["xbcdefxyi"], "xbcdefxyi"),
        ("abcdefghijklmno", ["vwxyefghijklmno"], None), ("abc", ["abc"], None), ("abc", ["ABD"], "ABD"),
        ("trump", ["crump", "trumk", "truma"], "truma"), ("trump", ["crump", "trumps"], "trumps"), ("ab", ["ba"], "ba"),
        ("a", [], None),
    ]  # fmt: skip
    assert [slip_for(name, known) for name, known, _ in slips] == [found for *_, found in slips]
    near = [
        ("newberry", ["newberry_euchre", "newberry_euchre_two"], "newberry_euchre"), ("ne", ["newberry"], None),
        ("new", ["newberry", "newer"], "newer"), ("NEW", ["newer"], "newer"), ("newer", ["newer"], None),
        ("newbery", ["newberry_euchre", "newberry_x"], "newberry_x"), ("nwer", ["newer_one"], None),
        ("nexer", ["newer_one", "other"], "newer_one"), ("nexer", ["newerone"], None),
    ]  # fmt: skip
    assert [nearest(name, known) for name, known, _ in near] == [found for *_, found in near]


def test_the_last_results_are_kept() -> None:
    calls: list[tuple[int, int]] = []

    @cached(most=2)
    def add(one: int, two: int = 0) -> int:
        """Add."""
        calls.append((one, two))
        return one + two

    assert isinstance(add, Cached)
    assert add.__doc__ == "Add."
    assert [add(1), add(2), add(1), add(3), add(1), add(2)] == [1, 2, 1, 3, 1, 2]
    assert calls == [(1, 0), (2, 0), (3, 0), (2, 0)]
    assert [add(1, two=5), add(1, two=5), add(two=5, one=1), add(one=1, two=5)] == [6, 6, 6, 6]
    assert calls[4:] == [(1, 5), (1, 5)]
    add.clear()
    add(one=1, two=5)
    assert len(calls) == 7


def test_the_collector_rests_where_there_is_one_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[bool] = []
    for threads, on in ((1, True), (2, True), (1, False)):
        monkeypatch.setattr(threading, "active_count", lambda threads=threads: threads)
        was = gc.isenabled()
        (gc.enable if on else gc.disable)()
        try:
            with no_collection():
                seen.append(gc.isenabled())
            assert gc.isenabled() is on
        finally:
            (gc.enable if was else gc.disable)()
    assert seen == [False, True, False]
