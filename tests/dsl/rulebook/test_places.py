"""Zones with places in the checks, in the rulebook and in `diff`."""

from __future__ import annotations

from pathlib import Path

from hoyle.dsl.difference import ComparedGame, differences
from hoyle.dsl.loading import load
from hoyle.dsl.rulebook.context import RulebookSettings
from hoyle.dsl.rulebook.plain import plain
from hoyle.dsl.rulebook.sections import rulebook
from hoyle.dsl.source.span import Source

GAME = """
game "Rows"
language 1
players 2
deck A 2 3 4 5 6 7 8 9 10 J Q K
zones
    stock: face down
    down of each player: 3 places, face down
    up of each player: 3 places, face up
remember
    score of each player: number
define worth(p: player, n: 1..3) means total number_on(c) for c in p.up(n)
define number_on(c: card) means c.number
main
    shuffle stock
    for n in 1..3: deal 1 from stock to down(n) of each player
    for p in players: turn_up(p)
    game over, won by the player with highest score
phase turn_up(p: player)
    p chooses
        "turn up {n}" for n in 1..3 where p.down(n) is not empty
            move p.down(n) to p.up(n)
            add worth(p, n) to p.score
    move p.up(3) to p.down(1)
    move p.up to p.down(1)
"""


def _codes(text: str) -> list[str]:
    return [d.code for d in load(Source("rows", text.lstrip())).diagnostics]


def test_each_rule_has_its_sentence() -> None:
    game = load(Source("rows", GAME.lstrip())).game
    assert game is not None
    text = " ".join(plain(rulebook(game, RulebookSettings({}, 2))).split())
    assert "Each player's face-down cards, 3 places: face down" in text
    assert "deal one card from the stock to that place of each player's face-down cards" in text
    assert "for which the place of the player's face-down cards with that number is not empty" in text
    assert "Put what lies at that place of the player's face-down cards face up at that place of" in text
    assert (
        "what lies at place 3 of the player's face-up cards face down at place 1 of the player's face-down cards"
        in text
    )


def test_moves_are_distinguished_by_their_place() -> None:
    assert _codes(GAME) == []
    emptied = "    move {} to p.down(2)\n"
    line = "    move p.up to p.down(1)\n"
    assert _codes(GAME.replace(line, emptied.format("p.up(3)"))) == ["W0521"]
    assert _codes(GAME.replace(line, emptied.format("p.up(2)"))) == []
    assert _codes(GAME.replace(line, "    move p.up(1) to p.up(1)\n")) == ["E0516"]
    assert _codes(GAME.replace(line, "    move p.up(1) to p.up(2)\n")) == []


def test_a_hidden_place_is_hidden() -> None:
    peeking = GAME.replace("is not empty", "is not empty and top of p.down(n) != 2 of clubs")
    assert _codes(peeking) == ["E0801"]
    assert _codes(peeking.replace("top of p.down(n) !=", "not any c in p.up(n) has c =")) == []


def test_wrong_uses_of_places_are_errors() -> None:
    for line, code in (
        ("move top of p.up to p.down(1)", "E0325"),
        ("shuffle p.up", "E0325"),
        ("deal 1 from stock to p.up", "E0325"),
        ("gather every card into p.up", "E0325"),
        ("move top of stock to p.up(4)", "E0326"),
        ("move stock(1) to p.up(1)", "E0326"),
        ("set score(1) of each player to 0", "E0314"),
        ("move p.up(1, 2) to p.down(1)", "E0403"),
        ("move top of stock to up(1)", "E0310"),
        ("move p.up(a random number in 1..3) to p.down(1)", "E0610"),
    ):
        assert code in _codes(GAME.replace("move p.up to p.down(1)", line)), line


def test_a_name_made_for_a_place_cannot_be_declared_again() -> None:
    assert _codes(GAME.replace("score of", "up_3: number\n    score of"))[0] == "E0302"


def test_diff_shows_a_changed_number_of_places(tmp_path: Path) -> None:
    (tmp_path / "rows.hoyle").write_text(GAME.lstrip(), encoding="utf-8")
    more = 'variant "More" of rows\nreplace zones\n    up of each player: 4 places, face up\n'
    (tmp_path / "more.hoyle").write_text(more, encoding="utf-8")
    games = [load(tmp_path / name).game for name in ("rows.hoyle", "more.hoyle")]
    assert games[0] is not None
    assert games[1] is not None
    sides = [ComparedGame(game, RulebookSettings({}, 2)) for game in games if game is not None]
    sentences = [change.sentence for change in differences(*sides)]
    assert sentences == [
        "Cards lie differently: up of each player, 4 places, face up instead of up of each player, 3 places, face up."
    ]


def test_a_ruling_about_an_unused_phase_is_left_out() -> None:
    game = load("bid_euchre").game
    assert game is not None
    option = next(one for one in game.options if one.name == "lone_bids")
    for value, there in ((option.default, True), (option.type.words.index("not_allowed"), False)):
        text = " ".join(plain(rulebook(game, RulebookSettings({option: value}, None))).split())
        assert ("A bid to play alone must be" in text) is there
        assert ("In the exchange both choose" in text) is there
        assert "The defenders score their tricks" in text


def test_the_ranking_of_a_game_without_tricks_mentions_no_tricks() -> None:
    """If cards only beat others one by one, no suit is led and no trick is taken."""
    for name, tricks in (("durak", False), ("whist", True)):
        game = load(name).game
        assert game is not None
        assert ("takes the trick" in plain(rulebook(game, RulebookSettings({}, None)))) is tricks, name
