"""Records as the texts of their formats, written whole; mappings as they are in files; cards found for unknown ones.

The texts lie in `written_records.txt` (UPDATE_GOLDEN=1 writes them anew).
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from hoyle.dsl.codes.reporting import ScriptError
from hoyle.interchange import egn_text, mappings, pbn_text
from hoyle.interchange.exporting import written
from hoyle.interchange.formats import format_of, records
from hoyle.interchange.hands import Hand, fitting
from hoyle.interchange.mappings import FOLDER, Effect, Phrase, holes, load, mapping_for, shipped
from hoyle.interchange.record import (
    UNKNOWN,
    PlayedCard,
    RecordedAction,
    RecordedDeal,
    RecordedGame,
    card_name,
    suit_name,
)
from hoyle.interchange.tricks import at_value, highest
from hoyle.interpreter.notation import model as m
from hoyle.interpreter.notation.model import SpannedText

from ..golden import same_as_file
from .conftest import RULESETS

NAMES = ("Ann", "Bob", "Cyd", "Dan")


def words(*texts: str) -> tuple[SpannedText, ...]:
    return tuple(SpannedText(text) for text in texts)


def plays(*tricks: str) -> tuple[tuple[PlayedCard, ...], ...]:
    """Tricks, each `seat card seat card …`."""
    found: list[tuple[PlayedCard, ...]] = []
    for trick in tricks:
        pieces = trick.split()
        found.append(
            tuple(
                PlayedCard(SpannedText(card), int(seat)) for seat, card in zip(pieces[::2], pieces[1::2], strict=True)
            )
        )
    return tuple(found)


def call(seat: int, word: str, **more: Any) -> RecordedAction:
    return RecordedAction(seat, SpannedText(word), **more)


EGN_DEAL = RecordedDeal(
    dealer=3,
    turned=SpannedText("10♥"),
    hands=(words("A♣", UNKNOWN), None, words("Joker"), None),
    actions=(
        call(0, "Pass"), call(1, "Order", alone=True), call(3, "discard", card=SpannedText("J♣")),
        call(2, "defend together"), call(0, "defend alone"),
    ),
    tricks=plays("0 A♣ 1 9♥ 2 Joker", "1 K♦"),
)  # fmt: skip
EGN_GAME = RecordedGame(
    title=SpannedText("x" * 300),
    names=words(*NAMES),
    settings={"std": SpannedText("true"), "joker": SpannedText("false"), "winning_score": SpannedText("5"),
              "num_deals": SpannedText("0"), "loner_lead": SpannedText("LEFT")},
    deals=(EGN_DEAL, RecordedDeal(dealer=0, turned=SpannedText("9♠"), actions=(call(2, "suit", suit="hearts"),))),
    scores=(0, 3),
    final=(1, 4),
)  # fmt: skip
PBN_DEAL = RecordedDeal(
    dealer=1,
    hands=(words("A♠", "10♥", "K♠"), None, words("2♣", UNKNOWN), words()),
    actions=(
        call(1, "bid", level=1, suit="spades"), call(2, "X"), call(3, "bid", level=2, suit="spades"), call(0, "Pass"),
        call(1, "XX"), call(0, "Ann says"), call(2, "keep", card=SpannedText("Q♦")),
    ),
    leader=2,
    tricks=plays("2 2♣ 3 3♣ 0 4♣ 1 A♣", "1 A♠ 2 K♥"),
    result=(1, 7, SpannedText("7")),
)  # fmt: skip
PBN_GAME = RecordedGame(
    title=SpannedText('An "evening"\n\\'),
    names=words(*NAMES),
    settings={"Vulnerable": SpannedText("dealing side")},
    deals=(PBN_DEAL,),
    ruleset=SpannedText("bridge"),
    variants=words("one", "two"),
    options={"target": SpannedText("5"), "way": SpannedText("long")},
)


def refused(make: Callable[[], object]) -> str:
    with pytest.raises(ScriptError) as error:
        make()
    return str(error.value.diagnostic)


def pbn(game: RecordedGame, match: int = 3) -> str:
    return "".join(pbn_text.write(game, match))


def test_records_are_written_whole() -> None:
    passed = replace(PBN_DEAL, actions=tuple(call(seat, "Pass") for seat in (1, 2, 3, 0)), tricks=(), leader=None)
    silent = replace(PBN_DEAL, actions=(), trump="hearts", turned=SpannedText("10♦"), result=None)
    whole = replace(
        PBN_DEAL,
        actions=(call(1, "bid", level=3), *(call(seat, "Pass") for seat in (2, 3, 0))),
        tricks=PBN_DEAL.tricks[:1] * 13,
    )
    last = replace(whole, tricks=(*whole.tricks[:12], PBN_DEAL.tricks[1]))
    doubled = replace(PBN_DEAL, actions=(call(1, "bid", level=4, suit="clubs"), call(2, "X")), tricks=(), leader=None)
    out = [
        egn_text.write(EGN_GAME),
        egn_text.write(replace(EGN_GAME, title=None, ruleset=SpannedText("house"), variants=words("benny"), deals=())),
        egn_text.write(replace(EGN_GAME, ruleset=SpannedText("house"), options={"a": SpannedText("b")}, deals=())),
        pbn_text.head(),
        pbn(PBN_GAME),
        pbn(
            replace(PBN_GAME, deals=(passed, silent), title=None, settings={}, options={}, ruleset=None, variants=()), 1
        ),
        pbn(replace(PBN_GAME, deals=(whole, last, doubled), settings={"Vulnerable": SpannedText("All")})),
    ]
    same_as_file(Path(__file__).with_name("written_records.txt"), "\n".join(out))


def test_who_is_vulnerable_depends_on_who_deals() -> None:
    found = [
        [pbn_text._vulnerable(word, dealer) for word in (pbn_text.DEALING, pbn_text.OTHER, "All")]
        for dealer in range(4)
    ]
    assert pbn_text.SIDES[0] in pbn_text.SIDES_OF[0]
    own, other = pbn_text.SIDES_OF
    assert found == [[own, other, "All"], [other, own, "All"]] * 2


def test_what_a_format_has_no_word_for_is_refused() -> None:
    said = [
        refused(lambda: egn_text.write(replace(EGN_GAME, deals=(replace(EGN_DEAL, dealer=None),)))),
        refused(lambda: egn_text.write(replace(EGN_GAME, deals=(replace(EGN_DEAL, turned=None),)))),
        refused(lambda: egn_text.write(replace(EGN_GAME, deals=(replace(EGN_DEAL, turned=SpannedText("2♥")),)))),
        refused(lambda: egn_text.write(replace(EGN_GAME, deals=(replace(EGN_DEAL, turned=SpannedText("A♥♥")),)))),
        refused(
            lambda: egn_text.write(
                replace(EGN_GAME, deals=(replace(EGN_DEAL, actions=(call(0, "suit", suit="reds"),)),))
            )
        ),
        refused(lambda: pbn(replace(PBN_GAME, names=words("Ann", "Bob", "Cyd")))),
        refused(lambda: pbn(replace(PBN_GAME, deals=(replace(PBN_DEAL, dealer=None),)))),
        refused(lambda: pbn(replace(PBN_GAME, deals=(replace(PBN_DEAL, leader=1),)))),
        refused(lambda: pbn(replace(PBN_GAME, deals=(replace(PBN_DEAL, hands=(words("Joker"),)),)))),
    ]
    assert ["E1085" in one for one in said] == [True] * 9
    reasons = [
        "a deal has a dealer and a card turned up", "a deal has a dealer and a card turned up", "there is no writing `2♥`",
        "there is no writing `A♥♥`", "there is no letter for `reds`", "there are 3 players, not 4", "a deal has a dealer",
        "the player on the declarer's left leads to the first trick", "there is no writing `Joker`",
    ]  # fmt: skip
    for one, reason in zip(said, reasons, strict=True):
        assert reason in one, (one, reason)


def test_a_file_of_egn_has_one_game() -> None:
    one = m.ScriptedGame(ruleset=SpannedText("newberry_euchre"))
    text, said = written(m.Script((one, one)), "egn", RULESETS, None)
    assert text is None
    assert [(one.code, "a file holds one game" in one.message) for one in said] == [("E1085", True)]
    text, said = written(m.Script((m.ScriptedGame(ruleset=SpannedText("hearts")),)), "egn", RULESETS, None)
    assert text is None
    assert "no file `hearts.egn.json` says which words it has for Hearts" in said[-1].message


def test_cards_and_suits_in_either_case() -> None:
    assert [card_name(*pair) for pair in (("T", "S"), ("t", "s"), ("A", "h"), ("1", "S"), ("", "S"), ("9", "x"))] == [
        "10♠", "10♠", "A♥", None, None, None,
    ]  # fmt: skip
    assert [suit_name(sign) for sign in "sS♠hDc♣x"] == [
        "spades", "spades", "spades", "hearts", "diamonds", "clubs", "clubs", None,
    ]  # fmt: skip


# ----------------------------------------------------------------------------------------------------------- mappings


def test_a_mapping_is_read_from_its_file(tmp_path: Path) -> None:
    path = tmp_path / "our.game.egn.json"
    data = {
        "default": True, "preset": "p", "options": {"a": "1"}, "hand": "cards", "size": "5", "points": "score",
        "tricks": ["play", "won"], "phrases": [
            {"word": "Order", "choice": "order {suit}", "alone": True, "assumed": {"suit": "hearts"}},
            {"word": "Pass", "choice": "pass"},
        ],
        "settings": {"target": "goal", "joker": {"true": {"options": {"b": "2"}, "variants": ["v"], "ruleset": "r"},
                                                 "false": {}}},
    }  # fmt: skip
    path.write_text(json.dumps(data), "utf-8")
    found = load(path)
    assert (found.ruleset, found.format, found.default, found.preset, found.hand, found.size) == (
        "our.game", "egn", True, "p", "cards", 5,
    )  # fmt: skip
    assert (found.options, found.tricks, found.points, found.dealer) == ({"a": "1"}, ("play", "won"), "score", "")
    assert found.phrases == (Phrase("Order", "order {suit}", True, {"suit": "hearts"}), Phrase("Pass", "pass"))
    assert found.settings == {"target": "goal", "joker": {"true": Effect({"b": "2"}, ("v",), "r"), "false": Effect()}}
    assert found.effect("joker", "true") == Effect({"b": "2"}, ("v",), "r")
    assert found.effect("joker", "maybe") is None
    assert found.effect("other", "true") is None
    small = tmp_path / "small.pbn.json"
    small.write_text('{"phrases": []}', "utf-8")
    plain = load(small)
    assert (plain.default, plain.hand, plain.size, plain.tricks, plain.settings) == (False, "hand", 0, ("", ""), {})
    for number, (text, why) in enumerate({
        '{"phrases": [], "zz": 1, "aa": 2}': "nothing is known of `aa`", "{}": "'phrases'", "[]": "",
        '{"phrases": [], "size": "x"}': "invalid literal", '{"phrases": [{"word": "a"}]}': "'choice'",
    }.items()):  # fmt: skip
        wrong = tmp_path / f"w{number}.egn.json"
        wrong.write_text(text, "utf-8")
        with pytest.raises(ValueError, match=f"w{number}.egn.json is no mapping: .*{why}"):
            load(wrong)


def test_a_variant_has_the_mapping_of_its_game(tmp_path: Path) -> None:
    (tmp_path / "one.hoyle").write_text('variant "One" of newberry_euchre\n', "utf-8")
    (tmp_path / "two.hoyle").write_text('variant "Two" of one\n', "utf-8")
    (tmp_path / "bad.hoyle").write_bytes(b"\xff")
    (tmp_path / "plain.hoyle").write_text('game "Plain"\n', "utf-8")
    own = load(FOLDER / "newberry_euchre.egn.json")
    assert mapping_for("egn", "two", tmp_path) is own
    assert mapping_for("egn", str(tmp_path / "one.hoyle")) is own
    assert mapping_for("egn", "newberry_euchre") is own
    assert [mapping_for("egn", name, tmp_path) for name in ("plain", "bad", "hearts", "nothing")] == [None] * 4
    assert mappings._base(tmp_path / "two.hoyle") == "one"
    assert mappings._base(tmp_path / "plain.hoyle") is None
    assert mappings._base(tmp_path / "bad.hoyle") is None
    names = sorted(path.name for path in FOLDER.glob("*.egn.json"))
    assert [f"{one.ruleset}.egn.json" for one in shipped.__wrapped__("egn")] == names


def test_placeholders_of_a_choice() -> None:
    assert holes("bid {level} {suit}", "bid 3 no trump") == {"level": "3", "suit": "no trump"}
    assert holes("bid {level} {suit}", "bid 3") is None
    assert holes("pass", "pass") == {}
    assert holes("a.c {card}", "abc 2♣") is None
    phrase = Phrase("bid", "bid {level} {suit}")
    assert phrase.filled({"level": "3", "suit": "hearts"}) == "bid 3 hearts"
    assert phrase.filled({"suit": "hearts"}) == "bid  hearts"
    assert phrase.match("bid 1 clubs") == {"level": "1", "suit": "clubs"}


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    texts = {"a.pbn": b"", "b.egn": b"  \n", "c.egn": b"\0\0{}", "d.ptn": b"\n\n", "f.egn": b"\xff\xfe"}
    said: dict[str, list[tuple[Any, list[str]]]] = {}
    for name, content in texts.items():
        (tmp_path / name).write_bytes(content)
    for name in (*texts, "none.pbn"):
        found = records(tmp_path / name, format_of(name) or "", name)
        said[name] = [(record, [str(one) for one in problems]) for record, problems in found]
    assert {name: len(found) for name, found in said.items()} == dict.fromkeys(said, 1)
    assert all(
        found[0][0] is None and "E1080" in found[0][1][0] and name in found[0][1][0] for name, found in said.items()
    )
    assert ["it is empty" in said[name][0][1][0] for name in ("a.pbn", "b.egn", "d.ptn")] == [True] * 3
    assert "it is not a text file" in said["c.egn"][0][1][0]
    assert [format_of(name) for name in ("a.PBN", "b.egn", "c.ptn", "pbn", "a.txt", "a.pbn.gz")] == [
        "pbn", "egn", "ptn", None, None, None,
    ]  # fmt: skip


# --------------------------------------------------------------------------------------------------- tricks and hands


def table(name: str = "newberry_euchre") -> Any:
    return RULESETS.open(name).engine.program


def rules_of(program: Any) -> Any:
    return next(ask.trick for ask in program.asks if ask.trick is not None)


def test_who_takes_a_trick_is_as_the_tables_say() -> None:
    """A slow twin: no other card of the trick has more power, and of equal cards the first counts."""
    program = table()
    rules, width, dice = rules_of(program), len(program.faces), random.Random(5)
    for _ in range(300):
        trump = dice.choice([None, *program.suits])
        faces: list[int | None] = [dice.choice([None, *range(width)]) for _ in range(dice.randint(1, 5))]
        at = at_value(program, rules, trump)
        values = len(program.tables[rules.group]) // width
        assert at == (0 if trump is None or values == 1 else program.suits.index(trump) + 1)
        known = [face for face in faces if face is not None]
        if not known:
            assert highest(program, rules, trump, faces) == 0
            continue
        group = program.tables[rules.group][at * width + known[0]]
        power = [
            -2 if face is None else program.tables[rules.power][(at * rules.groups + group) * width + face]
            for face in faces
        ]
        assert highest(program, rules, trump, faces) == power.index(max(power))
    assert at_value(program, rules, "reds") == 0


def test_cards_are_found_for_those_who_could_not_follow() -> None:
    """Whoever did not follow suit gets none of that suit; and if there is a way to share the cards out, it is found."""
    program = table()
    rules = rules_of(program)
    numbers = {f"f{face}": face for face in range(len(program.faces))}

    def face(card: SpannedText) -> int | None:
        return numbers.get(card.text)

    def fitted(dealt: list[Hand], tricks: Any, trump: str | None = None, turned: str | None = None) -> list[Hand]:
        deal = RecordedDeal(trump=trump, turned=SpannedText(turned) if turned else None)
        return fitting(dealt, deal, tricks, program, rules, face, lambda number: f"f{number}")

    dice = random.Random(3)
    deck = [*program.deck]
    width = len(program.faces)
    for _ in range(60):
        dice.shuffle(deck)
        trump = dice.choice(program.suits)
        row = at_value(program, rules, trump) * width
        group = program.tables[rules.group][row : row + width]
        hands = [deck[seat * 5 : seat * 5 + 5] for seat in range(4)]
        tricks = plays(*(" ".join(f"{seat} f{hands[seat][number]}" for seat in range(4)) for number in range(3)))
        dealt = [Hand(seat, words(*(f"f{one}" for one in hands[seat][:3]), UNKNOWN, UNKNOWN), ()) for seat in range(4)]
        found = fitted(dealt, tricks, trump, f"f{deck[20]}")
        void: dict[int, set[int]] = {}
        for number in range(3):
            led = group[hands[0][number]]
            for seat in range(1, 4):
                if group[hands[seat][number]] != led:
                    void.setdefault(seat, set()).add(led)
        assert [hand.seat for hand in found] == [0, 1, 2, 3]
        used = [card.text for hand in found for card in hand.cards if card.text != UNKNOWN]
        assert len(set(used)) == len(used)
        assert f"f{deck[20]}" not in used
        if found == dealt:
            continue
        for hand, before in zip(found, dealt, strict=True):
            assert hand.cards[:3] == before.cards[:3]
            new = [numbers[card.text] for card in hand.cards[3:] if card.text != UNKNOWN]
            assert len(new) == (2 if hand.seat in void else 0)
            assert not {group[one] for one in new} & void.get(hand.seat, set())
    one_suit = [one for one in range(width) if group[one] == group[deck[0]]]
    impossible = [
        Hand(1, (*words(*(f"f{one}" for one in range(width) if one not in one_suit)), SpannedText(UNKNOWN)), ())
    ]
    other = next(one for one in range(width) if one not in one_suit)
    lead = plays(f"0 f{one_suit[0]} 1 f{other}")
    assert fitted(impossible, lead, trump) == impossible
