"""Small parts of records: names of cards and suits, tables that are not kept, games that are joined, cards that fit."""

from __future__ import annotations

import itertools
import json
import random
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import hoyle
from hoyle.dsl.source.span import Source
from hoyle.interchange import exporting, mappings
from hoyle.interchange.exporting import written
from hoyle.interchange.hands import _matched
from hoyle.interchange.importing import joined
from hoyle.interchange.mappings import holes, mapping_for
from hoyle.interchange.pbn import _table, suit_signs
from hoyle.interchange.record import RecordedDeal, RecordedGame, card_name, suit_name
from hoyle.interchange.tagged import read_tags
from hoyle.interchange.tricks import highest
from hoyle.interpreter.lowering import lower
from hoyle.interpreter.notation import model as m
from hoyle.interpreter.notation.files import parse_script
from hoyle.interpreter.notation.model import SpannedText
from hoyle.interpreter.notation.writer import write_text

from ..golden import same_as_file
from ..small_rules import game_of
from ..small_tricks import small_tricks
from .conftest import RULESETS, Read
from .test_egn import text as egn
from .test_pbn import SAMPLE as PBN


def test_names_of_cards_and_suits() -> None:
    assert [suit_name(one) for one in "SHDCshdc♠♥♦♣"] == ["spades", "hearts", "diamonds", "clubs"] * 3
    assert [suit_name(one) for one in ("N", "", "SS", "♤")] == [None] * 4
    assert [card_name(*one) for one in ("TS", "th", "Ad", "9♣", "1S", "2C", "kC")] == [
        "10♠", "10♥", "A♦", None, None, "2♣", "K♣",
    ]  # fmt: skip
    assert suit_signs(r"\S and \H\D, \C or \N") == r"♠ and ♥♦, ♣ or \N"


def test_a_table_that_is_not_kept_says_its_size() -> None:
    def size(columns: int, values: int) -> str:
        names = ";".join("abc"[:columns])
        text = f'[Table "{names}"]\n{" ".join(map(str, range(values)))}\n'
        (tag,) = read_tags(Source("x.pbn", text), "pbn").tags
        return _table(tag).removeprefix("a script has no place for a table of ")

    assert [size(1, values) for values in (0, 1, 2)] == ["0 values", "1 values", "2 values"]
    assert [size(2, values) for values in range(5)] == [
        "0 rows", "0 rows and one more value", "a row", "a row and one more value", "2 rows",
    ]  # fmt: skip
    assert [size(3, values) for values in (2, 4, 5, 8)] == [
        "0 rows and 2 more values", "a row and one more value", "a row and 2 more values", "2 rows and 2 more values",
    ]  # fmt: skip


def test_records_of_one_series_are_joined() -> None:
    def one(series: str, name: str, deals: int, note: str = "", option: str = "") -> RecordedGame:
        return RecordedGame(
            series=series, names=(SpannedText(name),), notes=(note,) if note else (), final=(deals,),
            options={"o": SpannedText(option)} if option else {},
            deals=tuple(RecordedDeal(dealer=number) for number in range(deals)),
        )  # fmt: skip

    def shown(*records: RecordedGame) -> list[tuple[str, str, int, tuple[str, ...], tuple[int, ...]]]:
        return [(made.series, made.names[0].text, len(made.deals), made.notes, made.final) for made in joined(records)]

    assert shown() == []
    assert shown(one("", "A", 1), one("", "A", 2)) == [("", "A", 1, (), (1,)), ("", "A", 2, (), (2,))]
    assert shown(one("s", "A", 1, "x"), one("s", "A", 2, "y"), one("s", "A", 3, "x")) == [
        ("s", "A", 6, ("x", "y"), (3,))
    ]
    assert shown(one("s", "A", 1), one("s", "B", 2), one("s", "B", 3), one("t", "B", 4)) == [
        ("s", "A", 1, (), (1,)), ("s", "B", 5, (), (3,)), ("t", "B", 4, (), (4,)),
    ]  # fmt: skip
    assert [count for _, _, count, _, _ in shown(one("s", "A", 1), one("s", "A", 2, option="x"))] == [1, 2]
    assert [count for _, _, count, _, _ in shown(one("s", "A", 1, option="x"), one("s", "A", 2, option="x"))] == [3]


def test_a_game_that_begins_with_points_begins_with_a_position(read: Read) -> None:
    names = ("Ann", "Bob", "Cyd", "Dan")
    for dealer in range(4):
        deal = json.loads(egn(initialScore=[3, 4]))
        deal["deals"][0]["initialState"]["dealer"] = dealer
        del deal["deals"][0]["phases"][1]
        games, _ = read(json.dumps(deal), "egn")
        lines = write_text(m.Script(tuple(games))).splitlines()
        at = next((number for number, line in enumerate(lines) if line.startswith("position")), 0)
        assert lines[at : at + 4] == [
            "position order_up", f"  turn {names[(dealer + 1) % 4]}", f"  dealer: {names[dealer]}",
            "  points: Ann and Cyd 3, Bob and Dan 4",
        ]  # fmt: skip


def test_cards_fit_as_any_way_to_place_them_does() -> None:
    dice = random.Random(5)
    both = set[bool]()
    for _ in range(300):
        group = [dice.randrange(3) for _ in range(8)]
        pool = dice.sample(range(8), dice.randint(1, 4))
        forbidden = [{one for one in range(3) if dice.random() < 0.5} for _ in range(dice.randint(1, len(pool)))]

        def fits(cards: Any, forbidden: list[set[int]] = forbidden, group: list[int] = group) -> bool:
            return all(group[card] not in some for card, some in zip(cards, forbidden, strict=True))

        found = _matched(forbidden, group, pool)
        possible = any(fits(cards) for cards in itertools.permutations(pool, len(forbidden)))
        both.add(possible)
        assert (found is not None) == possible
        if found is not None:
            assert fits(found)
            assert len({*found}) == len(found)
            assert {*found} <= {*pool}
    assert both == {True, False}


def test_who_takes_a_trick_of_a_record() -> None:
    program = lower(game_of(small_tricks()))
    rules = next(ask.trick for ask in program.asks if ask.trick is not None)
    dice = random.Random(3)
    for trump in (None, *program.suits):
        for _ in range(40):
            played: list[int | None] = [dice.randrange(len(program.faces)) for _ in range(4)]
            for place in range(4):
                if dice.random() < 0.2:
                    played[place] = None
            known = [one for one in played if one is not None]
            if not known:
                assert highest(program, rules, trump, played) == 0
                continue
            led = program.faces[known[0]].suit

            def strength(face: int | None, trump: str | None = trump, led: int = led) -> tuple[int, int]:
                if face is None:
                    return -2, 0
                one = program.faces[face]
                rank = -"AKQ".index(str(program.ranks[one.rank]))
                trumps = trump is not None and program.suits[one.suit] == trump
                return (2, rank) if trumps else (1, rank) if one.suit == led else (0, 0)

            best = max(range(4), key=lambda place: (strength(played[place]), -place))
            assert highest(program, rules, trump, played) == best


def test_words_of_a_choice_are_found_and_filled_in() -> None:
    assert holes("bid {level} {suit}", "bid 3 no trump") == {"level": "3", "suit": "no trump"}
    assert holes("play {card}.", "play 7♣.") == {"card": "7♣"}
    assert [holes("play {card}", one) for one in ("play ", "play", "replay 7♣", "PLAY 7♣")] == [None] * 4
    assert (holes("pass", "pass"), holes("pass", "passed"), holes("a.b", "axb")) == ({}, None, None)
    phrase = mappings.Phrase("bid", "bid {level} {suit} {card}")
    assert phrase.filled({"level": "3", "suit": "hearts"}) == "bid 3 hearts "


def test_mappings_are_found_beside_rules_and_below_variants(tmp_path: Path) -> None:
    base = {"phrases": [{"word": "w", "choice": "c", "alone": True}], "size": "7"}
    (tmp_path / "own.hoyle").write_text('variant "Own" of middle\n', "utf-8")
    (tmp_path / "middle.hoyle").write_text('variant "Middle" of whist\n', "utf-8")
    (tmp_path / "circle.hoyle").write_text('variant "Circle" of circle\n', "utf-8")
    assert mapping_for("pbn", "own", tmp_path) == mapping_for("pbn", "whist")
    assert mapping_for("pbn", str(tmp_path / "own.hoyle")) == mapping_for("pbn", "whist")
    assert mapping_for("pbn", "circle", tmp_path) is None
    assert mapping_for("pbn", "nowhere", tmp_path) is None
    (tmp_path / "middle.pbn.json").write_text(json.dumps(base), "utf-8")
    found = mapping_for("pbn", "own", tmp_path)
    assert found is not None
    assert (found.format, found.ruleset, found.size, found.hand, found.default) == ("pbn", "middle", 7, "hand", False)
    assert found.phrases == (mappings.Phrase("w", "c", True),)
    (tmp_path / "own.pbn.json").write_text(json.dumps({**base, "zzz": 1, "yyy": 2}), "utf-8")
    with pytest.raises(ValueError, match=r"own\.pbn\.json is no mapping: nothing is known of `yyy`"):
        mapping_for("pbn", "own", tmp_path)
    (tmp_path / "own.pbn.json").write_text("{}", "utf-8")
    mappings.load.cache_clear()
    with pytest.raises(ValueError, match=r"own\.pbn\.json is no mapping: 'phrases'"):
        mapping_for("pbn", "own", tmp_path)


def test_options_that_a_format_has_no_word_for_are_said(read: Read, monkeypatch: pytest.MonkeyPatch) -> None:
    (game,), _ = read(egn(), "egn")
    out: list[str] = []
    for plainly in (True, False):
        monkeypatch.setitem(exporting.FORMATS, "egn", replace(exporting.FORMATS["egn"], keeps_options=plainly))
        out.append(f"keeps options: {plainly}")
        for options in (
            {}, {"target": "7", "lone_march": "3"}, {"loner_lead": "left_of_loner"}, {"loner_lead": "left_of_dealer"},
            {"stick_the_dealer": "redeal_on_pass"}, {"stick_the_dealer": "may_fold", "lone_make": "2"},
            {"floor_at_zero": "yes", "discard_pickup": "no"},
        ):  # fmt: skip
            changed = replace(
                game,
                options=tuple(
                    m.OptionSetting(SpannedText(name), SpannedText(value)) for name, value in options.items()
                ),
            )
            text, said = written(m.Script((changed,)), "egn", RULESETS, None)
            out += [str(options), *(f"  {one.code} {one.message}" for one in said)]
            out.append(f"  {json.loads(text)['metadata']['ruleset']}" if text is not None else "  nothing is written")
    same_as_file(Path(__file__).with_name("unsaid.txt"), "\n".join(out) + "\n")


def test_names_that_a_script_cannot_hold_become_letters(read: Read) -> None:
    for name, kept in (
        ("x" * 40, True), ("x" * 41, False), ("", False), ("  ", False), ("bob", False), ("A\u200bn", False), (" Al  B ", True),
        ("??", False), ("Nobody", False), ("1", False), ("Ann and Bob", False), ("seed", True), ("a # b", True),
    ):  # fmt: skip
        record = json.loads(egn())
        record["metadata"]["players"][0] = name
        (game,), said = read(json.dumps(record), "egn")
        names = [one.text for one in game.players]
        assert names == ([" ".join(name.split()), "Bob", "Cyd", "Dan"] if kept else [*"ABCD"])
        assert any("called by letters" in one.message for one in said) != kept
        script, wrong = parse_script(write_text(m.Script((game,))))
        assert script is not None, (name, wrong)


@pytest.mark.parametrize("name", ["??", "nobody", "1", "Ann and Bob", "x" * 41])
def test_a_name_that_no_player_can_have_is_left_out_of_every_tagged_record(name: str) -> None:
    found = hoyle.import_records(PBN.replace('"Ann"', f'"{name}"'), form="pbn")
    assert [one.code for one in found.diagnostics if "called by letters" in one.message] == ["W1083"]
    assert found.text is not None
    assert "players A, B, C, D" in found.text
    script, wrong = parse_script(found.text)
    assert script is not None, wrong
