"""`hoyle fmt` changes only the layout, and a failure never leaves half a file."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from hoyle.dsl.source.span import Source
from hoyle.dsl.syntax.parser import parse

UGLY = """\
# A small game.
game   "Draw"   # its title
language 1


players   2
deck 2 3   4 5 [ 1 ]
main
  # do nothing yet

  nothing
"""


@pytest.fixture
def ugly(here: Path) -> Path:
    path = here / "ugly.hoyle"
    path.write_text(UGLY, encoding="utf-8")
    return path


def test_a_file_is_formatted_in_place(hoyle, ugly: Path) -> None:
    ugly.chmod(0o640)
    done = hoyle("fmt", "ugly.hoyle")
    assert (done.code, done.out, done.err) == (0, "ugly.hoyle: laid out\n1 file laid out\n", "")
    text = ugly.read_text("utf-8")
    assert parse(Source("x", text))[0] == parse(Source("x", UGLY))[0]
    for comment in ("# A small game.", "# its title", "    # do nothing yet"):
        assert comment in text
    assert "players 2\n" in text
    if os.name != "nt":
        assert ugly.stat().st_mode & 0o777 == 0o640
    assert [path.name for path in ugly.parent.iterdir()] == ["ugly.hoyle"]
    again = hoyle("fmt", "ugly.hoyle")
    assert again.out == "1 file was so already\n"
    assert ugly.read_text("utf-8") == text


def test_check_changes_nothing(hoyle, ugly: Path, good: Path) -> None:
    done = hoyle("fmt", "--check", "ugly.hoyle", "draw.hoyle")
    assert done.code == 1
    assert "ugly.hoyle: would change\n" in done.out
    assert done.lines[-1] == "1 file would change, 1 file was so already"
    assert ugly.read_text("utf-8") == UGLY
    assert hoyle("fmt", "--check", "draw.hoyle").code == 0


def test_diff_shows_what_would_change(hoyle, ugly: Path) -> None:
    done = hoyle("fmt", "--diff", "ugly.hoyle")
    assert done.code == 0
    assert done.lines[:2] == ["--- ugly.hoyle", "+++ ugly.hoyle (laid out)"]
    assert "-players   2" in done.lines
    assert "+players 2" in done.lines
    assert ugly.read_text("utf-8") == UGLY
    assert hoyle("fmt", "--diff", "--check", "ugly.hoyle").code == 1


def test_standard_input_is_formatted_to_standard_output(hoyle, here: Path) -> None:
    done = hoyle("fmt", "-", stdin=UGLY.encode())
    assert (done.code, done.err) == (0, "")
    assert "players 2\n" in done.out
    assert "laid out" not in done.out
    assert hoyle("fmt", "-", stdin=done.out.encode()).out == done.out
    assert hoyle("fmt", "--check", "-", stdin=UGLY.encode()).code == 1
    assert hoyle("fmt", "--check", "-", stdin=done.out.encode()).code == 0


def test_line_ends_are_kept_and_byte_order_marks_removed(hoyle, here: Path) -> None:
    path = here / "x.hoyle"
    path.write_bytes(b"\xef\xbb\xbf" + UGLY.replace("\n", "\r\n").encode())
    assert hoyle("fmt", "x.hoyle").code == 0
    assert path.read_bytes().count(b"\r\n") == path.read_bytes().count(b"\n") == 10
    assert not path.read_bytes().startswith(b"\xef\xbb\xbf")


def test_carriage_returns_are_no_difference(hoyle, here: Path, good: Path) -> None:
    """Git on Windows may check files out with them."""
    good.write_bytes(good.read_bytes().replace(b"\n", b"\r\n"))
    before = good.read_bytes()
    assert hoyle("fmt", "--check", "draw.hoyle").code == 0
    assert hoyle("fmt", "draw.hoyle").out == "1 file was so already\n"
    assert good.read_bytes() == before
    good.write_bytes(before.replace(b"players 2", b"players   2"))
    done = hoyle("fmt", "--diff", "--check", "draw.hoyle")
    assert done.code == 1
    assert [line for line in done.lines if line[:1] in "+-"][2:] == ["-players   2", "+players 2"]


def test_a_file_with_mistakes_is_left_unchanged_and_the_others_are_formatted(hoyle, ugly: Path, here: Path) -> None:
    bad = here / "bad.hoyle"
    bad.write_text("players   four\n", encoding="utf-8")
    done = hoyle("fmt", ".")
    assert done.code == 1
    assert bad.read_text("utf-8") == "players   four\n"
    assert "bad.hoyle:1:11: error" in done.err
    assert done.lines[-1] == "1 file laid out, 1 file left alone"


def test_standard_input_with_mistakes_gives_no_output(hoyle, here: Path) -> None:
    done = hoyle("fmt", "-", stdin=b"players   four\n")
    assert done.code == 1
    assert "players" not in done.out
    assert "<stdin>:1:11: error" in done.err


@pytest.mark.parametrize("content", [b"\xff\xfe", b"\0" * 10, b"# x\n" * 1_500_000], ids=["binary", "nul", "huge"])
def test_a_file_with_other_content_is_left_unchanged(hoyle, here: Path, content: bytes) -> None:
    path = here / "x.hoyle"
    path.write_bytes(content)
    done = hoyle("fmt", "x.hoyle")
    assert done.code == 1
    assert "error E01" in done.err
    assert path.read_bytes() == content


def test_a_ruleset_name_is_not_accepted(hoyle, here: Path) -> None:
    assert hoyle("fmt", "texas_euchre").code == 2


def test_a_symbolic_link_is_kept(hoyle, ugly: Path, here: Path) -> None:
    link = here / "link.hoyle"
    try:
        link.symlink_to("ugly.hoyle")
    except OSError:
        pytest.skip("no links here")
    assert hoyle("fmt", "link.hoyle").code == 0
    assert link.is_symlink()
    assert "players 2\n" in ugly.read_text("utf-8")


def test_a_failed_write_leaves_the_file_unchanged(hoyle, ugly: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    done = hoyle("fmt", "ugly.hoyle")
    assert (done.code, done.out) == (74, "1 file left alone\n")
    assert done.err == "ugly.hoyle: it cannot be written: no space left on device\n"
    assert ugly.read_text("utf-8") == UGLY
    assert [path.name for path in ugly.parent.iterdir()] == ["ugly.hoyle"]


def test_an_interrupt_leaves_no_temporary_file(hoyle, ugly: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def stop(_: int) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "fsync", stop)
    assert hoyle("fmt", "ugly.hoyle").code == 130
    assert ugly.read_text("utf-8") == UGLY
    assert [path.name for path in ugly.parent.iterdir()] == ["ugly.hoyle"]


def test_a_file_without_write_permission(hoyle, ugly: Path) -> None:
    ugly.chmod(0o400)
    if os.access(ugly, os.W_OK):
        pytest.skip("everything may be written here")
    done = hoyle("fmt", "ugly.hoyle")
    assert done.code == 1
    assert "permission denied" in done.err
    assert ugly.read_text("utf-8") == UGLY


def test_formatting_every_shipped_ruleset_is_stable(hoyle, root: Path, here: Path) -> None:
    """A second run changes nothing, and no comment is lost: tried on every third file."""
    for path in sorted((root / "rulesets").rglob("*.hoyle"))[::3]:
        text = path.read_text("utf-8")
        once = hoyle("fmt", "-", stdin=text.encode()).out
        assert hoyle("fmt", "-", stdin=once.encode()).out == once, path
        assert parse(Source("x", once))[0] == parse(Source("x", text))[0], path
        assert [line.split("#", 1)[1].strip() for line in once.splitlines() if line.lstrip().startswith("#")] == [
            line.split("#", 1)[1].strip() for line in text.splitlines() if line.lstrip().startswith("#")
        ], path
