"""The page of a game: one small file without external parts, and without cards hidden from its seat."""

from __future__ import annotations

import html
import json
import re
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from hoyle.cli.pages.skeleton import PALETTE
from hoyle.cli.pages.viewer.data import animation_data
from hoyle.cli.pages.viewer.page import STYLES
from hoyle.dsl.loading import RULESETS
from hoyle.interpreter.notation.files import games
from hoyle.interpreter.opening.rulesets import Rulesets
from hoyle.interpreter.story.scripted.frames import animate

GAMES = sorted((RULESETS / "games").glob("*.play"))
ROUND = RULESETS / "games" / "texas_worked_round.play"
Hoyle = Callable[..., Any]


def data_of(text: str) -> list[dict[str, Any]]:
    found = re.search(r'<script type="application/json" id="data">(.*?)</script>', text, re.DOTALL)
    assert found
    return json.loads(found[1])


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_a_golden_game_is_one_small_page_that_fetches_nothing(hoyle: Hoyle, here: Path, path: Path) -> None:
    done = hoyle("replay", path, "--html", "page.html")
    assert done.code == 0
    text = (here / "page.html").read_text(encoding="utf-8")
    assert len(text.encode()) < 450_000
    assert "{{" not in text
    assert not re.search(r"""(src|href)=(?!["']?#)|url\((?!#)|@import|https?://(?!www\.w3\.org/)""", text)
    assert "default-src 'none'" in text
    animations = data_of(text)
    assert all(animation["frames"][-1]["captions"] for animation in animations)
    games = "1 game" if len(animations) == 1 else f"{len(animations)} games"
    assert done.out == f"page.html: {games}, {sum(len(animation['frames']) for animation in animations)} pictures\n"


def test_texts_in_a_script_are_escaped_in_the_page(hoyle: Hoyle, here: Path) -> None:
    text = ROUND.read_text(encoding="utf-8")
    evil = "</script><script>alert(1)</script><!-- {{style}} &amp;"
    path = here / "evil.play"
    path.write_text(
        text.replace("Texas Euchre: the example round of the rulebook", evil).replace("# The deal", f"# {evil}")
    )
    assert hoyle("replay", path, "--html", "page.html").code == 0
    page = (here / "page.html").read_text(encoding="utf-8")
    assert page.count("<script") == 2
    assert "alert(1)</script>" not in page
    assert data_of(page)[0]["title"].startswith("</script><script>alert(1)</script><!-- {{style}}")


def test_the_page_of_a_seat_contains_no_hidden_cards(hoyle: Hoyle, here: Path) -> None:
    assert hoyle("replay", ROUND, "--as", "C", "--html", "page.html").code == 0
    text = (here / "page.html").read_text(encoding="utf-8")
    (animation,) = data_of(text)
    assert animation["viewer"] == 2
    assert animation["title"] == "Texas Euchre"
    known = set(re.findall(r"\b(?:10|[2-9JQKA])[♠♥♦♣]", json.dumps(animation, ensure_ascii=False)))
    # In the worked round C never sees the next deal, nor the cards that the others draw and do not play.
    assert {"6♦", "8♥", "5♠", "A♣", "3♠"} <= known
    held = sorted(["6♦", "8♥", "9♥", "9♣", "Q♥"])
    dealt = (frame for frame in animation["frames"] if any(one["kind"] == "dealt" for one in frame["captions"]))
    hands = {}
    for frame in animation["frames"]:
        for number, zone in frame["scene"].get("zones", {}).items():
            hands.setdefault(number, {}).update(zone)
        if frame is next(dealt, frame):
            break
    hands = {zone["whose"]: zone for zone in hands.values() if zone["name"] == "hand"}
    assert sorted(hands["C"]["cards"]) == held
    assert all(hands[who]["cards"] == [] and hands[who]["count"] == 5 for who in "ABD")
    assert "seed" not in animation
    assert "lines 73" not in text


def test_several_games_make_one_page_and_a_broken_one_ends_at_its_mistake(hoyle: Hoyle, here: Path) -> None:
    text = ROUND.read_text(encoding="utf-8")
    (here / "a.play").write_text(text.replace("trick: A K♥, B 10♦", "trick: A K♥, B 4♥"), encoding="utf-8")
    (here / "b.play").write_text(text, encoding="utf-8")
    (here / "c.play").write_text("nonsense", encoding="utf-8")
    done = hoyle("replay", "a.play", "b.play", "c.play", "--html", "page.html")
    assert done.code == 1
    assert "a.play:42" in done.out
    assert "c.play:1" in done.out
    broken, whole = data_of((here / "page.html").read_text(encoding="utf-8"))
    assert broken["frames"][-1]["captions"][-1]["kind"] == "wrong"
    assert len(broken["frames"]) < len(whole["frames"])
    done = hoyle("replay", "c.play", "--html", "none.html")
    assert (done.code, done.err) == (1, "hoyle: none.html is not written: no game can be shown\n")
    assert not (here / "none.html").exists()


def test_a_page_says_what_is_wrong_as_a_terminal_does(hoyle: Hoyle, here: Path) -> None:
    text = ROUND.read_text(encoding="utf-8").replace("trick: A K♥, B 10♦", "trick: A K♥, B 4♥")
    (here / "a.play").write_text(f"{text}\ngame hearst\nplayers A, B, C, D\n\ngame hearts\nB<b> so\n", encoding="utf-8")
    done = hoyle("replay", "a.play", "--html", "page.html")
    page = (here / "page.html").read_text(encoding="utf-8")
    (broken,) = data_of(page)
    said = broken["frames"][-1]["captions"][-1]["text"]
    assert said in done.out
    assert said.startswith("a.play:42:")
    assert "error E1052" in said
    assert "help: legal" in said
    unshown = html.unescape(
        re.findall(r'<details class="unshown" open>.*<pre>(.*?)</pre></details>', page, re.DOTALL)[0]
    )
    first, second = unshown.split("\n\n")
    assert first in done.out
    assert second in done.out
    assert "error E1030" in first
    assert "did you mean `hearts`?" in first
    assert "B<b>" in second
    seen = hoyle("replay", "a.play", "--html", "page.html", "--as", "C")
    page = (here / "page.html").read_text(encoding="utf-8")
    said = data_of(page)[0]["frames"][-1]["captions"][-1]["text"]
    assert said in seen.out
    assert "legal" not in said


def test_a_page_that_cannot_be_written_is_reported(hoyle: Hoyle, here: Path) -> None:
    (here / "folder").mkdir()
    for wrong in ("folder", "no/such/page.html", "a\0b"):
        done = hoyle("replay", ROUND, "--html", wrong)
        assert done.code == 74, wrong
        assert "cannot be written" in done.err
    assert [path.name for path in here.iterdir()] == ["folder"]
    (here / "page.html").write_text("old", encoding="utf-8")
    assert hoyle("replay", ROUND, "--html", "page.html").code == 0
    assert (here / "page.html").read_text(encoding="utf-8").startswith("<!DOCTYPE html>")
    assert hoyle("replay", ROUND, "--html", "-").out == (here / "page.html").read_text(encoding="utf-8")


def test_a_page_with_judgements_contains_them(hoyle: Hoyle, here: Path) -> None:
    done = hoyle("replay", RULESETS / "games" / "revoke.play", "--html", "page.html", "--analyse")
    assert done.code == 0
    page = (here / "page.html").read_text(encoding="utf-8")
    (animation,) = data_of(page)
    assert animation["sides"] == ["A and C", "B and D"]
    assert {one["side"] for one in animation["judged"]} == {0, 1}
    for one in animation["judged"]:
        made = [caption for caption in animation["frames"][one["at"]]["captions"] if caption["kind"] == "made"]
        assert made, "a judgement stands at the frame of its choice"
        assert (made[0]["player"], made[0]["label"]) == (one["player"], one["options"][one["made"]][0])
        assert bool(one["cost"]) == one["mistake"]
    assert any(one["mistake"] for one in animation["judged"])
    solved = [one for one in animation["judged"] if "known" in one]
    assert solved, "the last tricks are solved"
    assert all(len(one["known"]) == len(one["options"]) for one in solved)
    assert any(
        float(known) != float(value)
        for one in solved
        for known, (_, value) in zip(one["known"], one["options"], strict=True)
    )
    assert len(page.encode()) < 300_000
    hoyle("replay", RULESETS / "games" / "revoke.play", "--html", "plain.html")
    (plain,) = data_of((here / "plain.html").read_text(encoding="utf-8"))
    assert "judged" not in plain, "only if it is asked for"
    assert plain["frames"] == animation["frames"]


@pytest.mark.parametrize("more", [("--as", "A", "--html", "x.html"), ()])
def test_judgements_are_refused_for_one_seat_and_without_a_page(
    hoyle: Hoyle, here: Path, more: tuple[str, ...]
) -> None:
    done = hoyle("replay", ROUND, "--analyse", *more)
    assert done.code == 2
    assert "--analyse goes with --html" in done.err
    assert not (here / "x.html").exists()


def test_every_colour_has_one_place_and_a_value_by_day_and_by_night() -> None:
    folder = Path(import_module("hoyle.cli.pages.viewer").__path__[0])
    shared, own = (re.findall(r"--([\w-]+): ?#[0-9a-f]{6}", text) for text in (PALETTE, styles(folder)))
    assert {shared.count(name) for name in shared} == {2}
    assert not set(shared) & set(own)
    used = set(re.findall(r"var\(--([\w-]+)\)", styles(folder)))
    assert {"page", "ink", "soft", "line", "mark"} <= used & set(shared)


def styles(folder: Path) -> str:
    return "\n".join((folder / name).read_text("utf-8") for name in STYLES)


def test_the_changes_of_frames_make_the_scenes_again() -> None:
    """A page adds the changes of each frame up, as `frames.js` does: the scenes must come out, side lines included."""
    for path in GAMES[::20]:
        for game in games(path):
            assert not isinstance(game, tuple)
            animation = animate(game, Rulesets().for_script(game, path.parent))
            data = json.loads(json.dumps(animation_data("", animation)))
            scene: dict[str, Any] = {"zones": []}
            for frame, picture in zip(data["frames"], animation.pictures, strict=True):
                scene = changed(scene, frame["scene"])
                assert comparable(scene) == comparable(picture.scene)
                for caption, remark in zip(frame["captions"], picture.captions, strict=True):
                    for line, inside in zip(caption.get("lines", ()), getattr(remark, "pictures", ()), strict=False):
                        if inside is not None:
                            assert comparable(changed(scene, line["scene"])) == comparable(inside.scene)


def changed(scene: dict[str, Any], changes: dict[str, Any]) -> dict[str, Any]:
    zones = dict(enumerate(scene["zones"]))
    for number, zone in changes.get("zones", {}).items():
        zones[int(number)] = {**zones.get(int(number), {}), **zone}
    return {**scene, **changes, "zones": [zones[number] for number in sorted(zones)]}


def comparable(scene: dict[str, Any]) -> Any:
    """A scene as JSON, without what frames leave out."""
    zones = [{key: value for key, value in zone.items() if value is not None} for zone in scene["zones"]]
    settlement = scene["settlement"] and {**scene["settlement"], "lines": []}
    whole = {**scene, "zones": zones, "settlement": settlement}
    return json.loads(json.dumps({key: value for key, value in whole.items() if key != "since"}))
