"""How a file is read in blocks of whole lines and cut into games, with small limits: held against a slow reading."""

from __future__ import annotations

import io
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hoyle.interpreter.notation import files
from hoyle.interpreter.notation.files import Unreadable, _blocks, _chunks, stream
from hoyle.interpreter.notation.model import ScriptedGame

BLOCK = 16
TEXTS = st.lists(
    st.sampled_from((b"\n", b"\n", b"abc", b"game x", b"game", b"x" * 15, b"x" * 16, b"x" * 17, b" ", b"\r\n", b"#")),
    max_size=14,
)


def too_long(data: bytes) -> int | None:
    """The line that is too long, if one is: at the end of a block more of it than a block has been read, and not its
    end.
    """
    for end in range(BLOCK, len(data) + BLOCK, BLOCK):
        read = data[: min(end, len(data))]
        begun = read.rfind(b"\n") + 1
        if len(read) - begun > BLOCK:
            return read.count(b"\n") + 1
    return None


@settings(max_examples=200)
@given(TEXTS)
def test_blocks_are_whole_lines(pieces: list[bytes]) -> None:
    data = b"".join(pieces)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(files, "LONGEST", BLOCK)
        wrong = too_long(data)
        if wrong is not None:
            with pytest.raises(Unreadable, match=f"^line {wrong} is longer than 0 kB$"):
                list(_blocks(io.BytesIO(data)))
            return
        found = [*_blocks(io.BytesIO(data))]
    assert b"".join(found) == data
    assert all(block.endswith(b"\n") for block in found[:-1] if block)
    assert all(len(block) <= 2 * BLOCK for block in found)


@pytest.mark.parametrize("blank", [b"", b"  \n\n", b"\n" * 40])
def test_the_json_form_may_be_one_long_line(blank: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "LONGEST", BLOCK)
    for begin in (b"{", b"["):
        data = blank + begin + b"x" * 100
        found = [*_blocks(io.BytesIO(data))]
        assert b"".join(found) == data[: -(-(len(blank) + 1) // BLOCK) * BLOCK]
    with pytest.raises(Unreadable, match="line 2 is longer"):
        list(_blocks(io.BytesIO(b"hoyle\n{" + b"x" * 100)))


@settings(max_examples=200)
@given(TEXTS)
def test_a_file_is_cut_where_games_begin(pieces: list[bytes]) -> None:
    data = b"".join(pieces)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(files, "LONGEST", 300)
        found = [*_chunks(io.BytesIO(data))]
    starts = [one.start() for one in re.finditer(rb"^game ", data, re.MULTILINE)][1:]
    cut = [data[begin:end] for begin, end in zip([0, *starts], [*starts, len(data)], strict=True)]
    assert [chunk for _, chunk in found] == cut
    assert [first for first, _ in found] == [
        data[: sum(len(chunk) for _, chunk in found[:number])].count(b"\n") + 1 for number in range(len(found))
    ]


def test_how_large_a_game_may_be(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "LONGEST", BLOCK)
    head = b"hoyle play 1\n"
    monkeypatch.setattr(files, "LARGEST", 40)
    whole = head + b"game a\n" * 2 + b"#" * 12 + b"\n"
    assert len(whole) == 40
    assert len([*_chunks(io.BytesIO(whole))]) == 2
    one = head + b"game a\n" + b"#" * 10 + b"\n" + b"#" * 8
    assert len(one) == 39
    for more, fits in ((b"", True), (b"#", True), (b"##", False)):
        if fits:
            assert [*_chunks(io.BytesIO(one + more))] == [(1, one + more)]
        else:
            with pytest.raises(Unreadable, match="a game in it is larger than 0 MB"):
                list(_chunks(io.BytesIO(one + more)))
    monkeypatch.setattr(files, "LARGEST", 4_000)
    monkeypatch.setattr(files, "MOST_LINES", 5)
    lines = b"a\n" * 5
    assert [*_chunks(io.BytesIO(lines))] == [(1, lines)]
    with pytest.raises(Unreadable, match="a game in it has more than 5 lines"):
        list(_chunks(io.BytesIO(lines + b"b\n")))
    games = b"game a\n\n\n\n" * 3
    assert [first for first, _ in _chunks(io.BytesIO(games))] == [1, 5, 9]


def test_files_of_several_games_with_their_lines() -> None:
    text = "hoyle play 1\n\ngame flow\nplayers Ann, Bob\n\n# between\ngame flow\nplayers Cyd, Dan\nCyd: on\n"
    for places in (True, False):
        found = [*stream(io.BytesIO(text.encode()), "x", places=places)]
        assert [one.names for one in found if isinstance(one, ScriptedGame)] == [("Ann", "Bob"), ("Cyd", "Dan")]
        spans = [one.span for one in found if isinstance(one, ScriptedGame)]
        assert [span.line for span in spans if span is not None] == [3, 7]
    for text, why in (
        (b"", "it is empty"),
        (b" \n\t\n", "it is empty"),
        (b"hoyle play 1\ngame \0\n", "it is not a text file"),
    ):
        with pytest.raises(Unreadable, match=why):
            list(stream(io.BytesIO(text), "x"))
    twice = [*stream(io.BytesIO(b"hoyle play 1\ngame flow\ngame flow\nplayers Ann, Bob\n"), "x")]
    codes = [[one.code for one in problems] for problems in twice if isinstance(problems, tuple)]
    assert ["E1008"] in codes
