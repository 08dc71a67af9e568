"""`hoyle show`: a game in brief, and the origin of each option's value."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from hoyle.cli.commands.rules import show as show_module
from hoyle.cli.commands.rules.show import load_argument
from hoyle.cli.formats.brief import brief

GAME = """\
game "Draw"
language 1
source rules "rules.txt"
players 2..4 = 3
deck 2 3 4 5, packs copies

option target: 1..9 = 2 "points that end the game"
option packs: 1 or 2 = 1
option deal_from = eldest "who gets the first card"
    eldest "the player left of the dealer"
    youngest "the dealer"

preset "long"
    set target to 9

zones
    stock: face down
    hand of each player: private

remember
    dealer: player
    points of each player: number

main
    set dealer to a random player
    repeat until highest points >= target
        deal_hands
        for p in players: add 1 to p.points
    game over, won by the player with highest points, otherwise shared

phase deal_hands
    gather every card into stock
    shuffle stock
    let starter be dealer if deal_from = youngest otherwise dealer.left
    deal 1 from stock to hand of each player from starter

ruling "Everybody wins."
"""


@pytest.fixture
def draw(here: Path) -> Path:
    path = here / "draw.hoyle"
    path.write_text(GAME, encoding="utf-8")
    (here / "long_draw.hoyle").write_text('variant "Long Draw" of draw\nset target to 5\n', encoding="utf-8")
    return path


def options(hoyle, *arguments: str) -> dict[str, Any]:
    done = hoyle("show", "--json", *arguments)
    assert (done.code, done.err) == (0, "")
    return {option["name"]: option for option in json.loads(done.out)["options"]}


def test_the_text_output(hoyle, draw: Path) -> None:
    done = hoyle("show", "draw.hoyle", "--players", "4", "--option", "packs=2")
    assert (done.code, done.err) == (0, "")
    lines = done.lines
    assert lines[0] == "Draw"
    assert lines[1].startswith("ruleset:  draw, language 1, rules ")
    assert lines[2:5] == [
        "sources:  rules (rules.txt)",
        "players:  2 to 4, here 4",
        "deck:     32 cards: 2 3 4 5 of clubs diamonds hearts spades, 2 of each",
    ]
    assert "phases:   deal_hands" in lines
    assert "presets:  long" in lines
    assert "rulings:  1" in lines
    assert "  hand of each player  private" in lines
    assert lines[-4:] == [
        "  option     can be             default  is      from",
        "  target     1..9               2        2       default, draw.hoyle:7",
        "  packs      1 or 2             1        2       command line",
        "  deal_from  eldest | youngest  eldest   eldest  default, draw.hoyle:9",
    ]


def test_the_rule_file_with_its_options_replaced_by_values(hoyle, draw: Path) -> None:
    done = hoyle("show", "--settled", "draw.hoyle", "--preset", "long", "-p", "2")
    assert "option" not in done.out
    assert "preset" not in done.out
    assert "players 2\ndeck 2 3 4 5\n" in done.out
    (draw.parent / "settled.hoyle").write_text(done.out, "utf-8")
    assert json.loads(hoyle("show", "--json", "settled.hoyle").out)["options"] == []
    both = hoyle("show", "--settled", "--json", "draw.hoyle")
    assert both.code == 2
    assert "cannot be combined with --json" in both.err


def test_the_origin_of_a_value(hoyle, draw: Path) -> None:
    plain = options(hoyle, "draw.hoyle")["target"]
    assert (plain["value"], plain["default"], plain["from"]) == (2, "2", "default")
    assert plain["place"] == {"file": "draw.hoyle", "line": 7}
    assert plain["description"] == "points that end the game"
    variant = options(hoyle, "long_draw.hoyle")["target"]
    assert (variant["value"], variant["default"], variant["from"]) == (5, "2", "variant")
    assert variant["place"] == {"file": "long_draw.hoyle", "line": 2}
    laid_over = options(hoyle, "draw.hoyle", "--variant", "long_draw.hoyle")["target"]
    assert (laid_over["value"], laid_over["from"]) == (5, "variant")
    preset = options(hoyle, "long_draw.hoyle", "--preset", "long")["target"]
    assert (preset["value"], preset["from"], preset["place"]) == (9, "preset", None)
    typed = options(hoyle, "draw.hoyle", "--preset", "long", "-o", "target=3")["target"]
    assert (typed["value"], typed["from"]) == (3, "command line")


def test_the_json_output(hoyle, draw: Path) -> None:
    data = json.loads(hoyle("show", "--json", "draw.hoyle").out)
    assert data["players"] == {"fewest": 2, "most": 4, "default": 3, "here": 3}
    assert data["deck"] == {
        "cards": 16, "faces": 16, "ranks": ["2", "3", "4", "5"], "suits": ["clubs", "diamonds", "hearts", "spades"],
    }  # fmt: skip
    assert data["zones"][1] == {"name": "hand", "owner": "player", "visibility": "private"}
    assert data["presets"] == [{"title": "long", "settings": {"target": 9}}]
    assert data["rulings"] == ["Everybody wins."]
    assert data["options"][2]["values"] == [
        {"value": "eldest", "description": "the player left of the dealer"},
        {"value": "youngest", "description": "the dealer"},
    ]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["-o", "targt=3"], "has no option `targt`; did you mean `target`?"),
        (["-o", "target=30"], "option `target` cannot be `30`"),
        (["-o", "deal_from=eldst"], "did you mean `eldest`?"),
        (["-o", "target"], "--option wants NAME=VALUE"),
        (["-p", "7"], "is for 2 to 4 players, not 7"),
        (["--preset", "lang"], "did you mean `long`?"),
        (["--variant", "nosuch"], "there is no file, folder or ruleset `nosuch`"),
        (["--variant", "-"], "a variant cannot come from standard input"),
    ],
)
def test_incompatible_settings_are_a_usage_error(hoyle, draw: Path, arguments: list[str], said: str) -> None:
    done = hoyle("show", "draw.hoyle", *arguments)
    assert (done.code, done.out) == (2, "")
    assert said in done.err


def test_a_file_with_mistakes_is_not_shown(hoyle, draw: Path) -> None:
    draw.write_text(GAME.replace("players 2..4", "players two"), encoding="utf-8")
    done = hoyle("show", "draw.hoyle")
    assert (done.code, done.out) == (1, "")
    assert "draw.hoyle:4:9: error" in done.err


def test_every_shipped_ruleset_can_be_shown(hoyle, root: Path, here: Path) -> None:
    for path in sorted((root / "rulesets").rglob("*.hoyle"))[::3]:
        plain, data = hoyle("show", path), hoyle("show", "--json", path)
        assert (plain.code, data.code) == (0, 0), path
        assert plain.lines[0] == json.loads(data.out)["title"]


def test_rules_on_standard_input_are_shown(hoyle, here: Path) -> None:
    assert hoyle("show", "-", stdin=GAME.encode()).lines[0] == "Draw"


@pytest.mark.parametrize("encoding", ["utf-8", "ascii"])
def test_tables_on_a_terminal(hoyle, draw: Path, monkeypatch: pytest.MonkeyPatch, encoding: str) -> None:
    monkeypatch.setattr(show_module, "is_terminal", lambda: True)
    draw.write_text(GAME.replace("Everybody wins", "[bold]x[/bold]").replace('"Draw"', '"[red]Dr♠w"'), encoding="utf-8")
    done = hoyle("show", "draw.hoyle", encoding=encoding)
    assert done.code == 0
    assert done.lines[0].startswith("[red]Dr")
    assert ("─" in done.out) == (encoding == "utf-8")
    assert any(line.replace("|", " ").split()[:2] == ["target", "1..9"] for line in done.lines)


def test_every_option_of_a_game_is_shown(draw: Path) -> None:
    game = load_argument(str(draw)).game
    assert game is not None
    assert [option.name for option in brief(game, {}, None, None).options] == [option.name for option in game.options]
