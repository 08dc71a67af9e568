"""Scenes: what a viewer sees of a table, and that nothing in them or in the lines tells what is hidden from it."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from functools import partial
from pathlib import Path
from random import Random

import pytest
from jsonschema import Draft202012Validator

import hoyle
from hoyle import schemas
from hoyle.dsl.loading import load, rulesets
from hoyle.dsl.source.span import Source
from hoyle.interpreter.engine import Engine
from hoyle.interpreter.lowering import lower
from hoyle.interpreter.program import PC, Program
from hoyle.interpreter.records import AnyRecord, Where
from hoyle.interpreter.story.items import CardsItem, ChoiceItem, RevealItem, line_data
from hoyle.interpreter.story.scene import scene
from hoyle.interpreter.story.story import Story
from hoyle.interpreter.text.parse import Words

from .playing import game, hear

SCHEMA = Draft202012Validator(
    json.loads((Path(schemas.__file__).parent / "scene.schema.json").read_text(encoding="utf-8"))
)


def stories(program: Program) -> dict[int | None, Story]:
    words = Words(program)
    return {viewer: Story(words, viewer) for viewer in (None, -1, *range(program.players))}


@pytest.mark.parametrize("name", sorted(rulesets()))
def test_scenes_fit_their_schema_and_agree_with_the_view_of_the_engine(name, any_program):
    random = Random(name)
    program = any_program(name, random)
    engine, all_stories = Engine(program), stories(program)
    for number, (records, state) in enumerate(game(program, random)):
        for viewer, story in all_stories.items():
            story.tell(records)
            shown = scene(story, state.values)
            assert shown == scene(story, state.values)
            if number % 20 == 0:
                SCHEMA.validate(json.loads(json.dumps(shown)))
            if viewer in (None, -1):  # the engine's view for a watcher has no cards that were shown to everybody
                continue
            zones = {(zone["zone"], zone["owner"]): zone for zone in shown["zones"]}
            for zone in engine.view(state, viewer).zones:
                there = zones[zone.where]
                assert there["count"] == len(zone.cards)
                drawn = sorted(card for card in there["cards"] if card is not None)
                if story.table.known_cards.sees(zone.where):
                    assert drawn == sorted(story.words.card(card) for card in zone.cards if card >= 0)
                else:
                    assert set(drawn) <= {story.words.card(card) for card in engine.cards(state, zone.where)}
                assert there["cards"] == [] or len(there["cards"]) == there["count"]


def played(name: str, wanted: Callable[[Story], bool], viewer: int | None = -1, seed: int = 0) -> tuple[Story, dict]:
    """A random game up to the first question before which the story is as wanted; the scene there."""
    found = load(name).game
    assert found is not None
    program = lower(found)
    story = Story(Words(program), viewer)
    for records, state in game(program, Random(seed), most=2000):
        story.tell(records)
        if wanted(story):
            return story, json.loads(json.dumps(scene(story, state.values)))
    raise AssertionError("the game went otherwise")


def test_whose_card_wins_does_not_tell_what_is_asked() -> None:
    """In Twenty-Eight only a player who cannot follow suit is asked whether the trump is to be turned up."""
    found = load("twenty_eight").game
    assert found is not None
    program = lower(found)
    asked = set[bool]()
    for seed in range(4):
        story = Story(Words(program), -1)
        for records, state in game(program, Random(seed)):
            story.tell(records)
            shown = scene(story, state.values)["trick"]
            if shown is not None and shown["plays"]:
                asked.add(program.asks[~state.values[PC]].trick is None)
                assert shown["winning"] >= 0
    assert asked == {True, False}


def test_before_anybody_bids_nobody_has_a_role_but_the_dealer():
    _, shown = played("contract_bridge", lambda story: story.deal == 1)
    assert shown["roles"] == []
    assert shown["facts"] == []
    assert [badge["text"] for badge in shown["badges"]] == ["dealer"]


def test_the_contract_is_announced_and_is_gone_in_the_next_deal():
    story, shown = played("bid_euchre", lambda story: story.trick is not None)
    assert any(fact["text"].startswith("contract ") and " by " in fact["text"] for fact in shown["facts"])
    assert shown["roles"] == []  # who is what, too, is what the author writes
    deal = story.deal
    _, shown = played("bid_euchre", lambda story: story.deal > deal)
    assert not any(fact["text"].startswith("contract") for fact in shown["facts"])


@pytest.mark.parametrize(("name", "said"), [("contract_bridge", "tricks "), ("hearts", "hearts are broken")])
def test_what_was_written_in_a_part_of_the_last_deal_is_gone(name, said):
    def texts(shown: dict) -> list[str]:
        return [one["text"] for one in (*shown["facts"], *shown["badges"])]

    _, shown = played(name, lambda story: story.deal == 1 and story.trick_of_deal == 13)
    assert any(text.startswith(said) for text in texts(shown))
    _, shown = played(name, lambda story: story.deal == 2)
    assert not any(text.startswith(said) for text in texts(shown))


def test_chips_that_were_set_before_the_first_deal_are_no_gain():
    _, shown = played("texas_holdem", lambda story: story.deal == 2)
    assert shown["settlement"]["deal_over"]
    entries, changes = shown["settlement"]["entries"], Counter[str]()
    assert {entry["before"] for entry in entries} == {30}
    assert sum(entry["now"] - entry["before"] for entry in entries) == 0
    for reason in shown["settlement"]["reasons"]:
        changes.update({change["whose"]: sum(change["by"]) for change in reason["changes"]})
    reported = [entry for entry in entries if entry["whose"] in changes]
    assert reported
    assert all(entry["now"] - entry["before"] == changes[entry["whose"]] for entry in reported)


@pytest.mark.parametrize("viewer", [None, -1, 0])
def test_cards_that_were_shown_to_everybody_are_laid_open_for_everybody(viewer):
    _, shown = played("cribbage", lambda story: story.deal == 2, viewer)
    (crib,) = (zone["cards"] for zone in shown["settlement"]["laid_open"] if zone["zone"] == "crib")
    assert len(crib) == 4


def test_cards_shown_before_and_taken_in_tricks_are_not_laid_open():
    story, shown = played("pinochle", lambda story: story.settlement is not None and story.settlement[1].deal_over)
    assert any(isinstance(item, RevealItem) for _, item in story.lines), "melds were shown"
    assert not [zone for zone in shown["settlement"]["laid_open"] if zone["zone"] == "won"]


def test_a_line_names_places_in_words():
    def named(story: Story) -> list[str]:
        return [item.to for _, item in story.lines if isinstance(item, CardsItem) and item.to.startswith("melds")]

    story, _ = played("canasta", lambda story: bool(named(story)))
    assert named(story)[0].startswith("melds ")


def test_tricks_that_are_counted_anew_are_settled_as_they_were():
    _, shown = played("skat", lambda story: story.deal == 2)
    tricks = [entry for entry in shown["settlement"]["entries"] if entry["name"] == "tricks"]
    assert all(entry["before"] == 0 for entry in tricks)
    assert sum(entry["now"] for entry in tricks) in range(1, 11)


def test_a_number_set_back_to_nothing_begins_anew():
    """`set place of each player to 0` at the start of a deal of President is no loss of places."""
    _, shown = played("president", lambda story: story.deal == 3)
    places = [entry for entry in shown["settlement"]["entries"] if entry["name"] == "place"]
    assert sorted(entry["now"] for entry in places) == [1, 2, 3, 4]
    assert all(entry["before"] == 0 for entry in places)
    assert all(len(one["by"]) == 1 for reason in shown["settlement"]["reasons"] for one in reason["changes"])


def test_what_decides_whether_a_score_changes_is_settled_with_it():
    """A deal of Briscola is won with more than 60 points, which are computed anew for each deal."""
    found = load("briscola").game
    assert found is not None
    program = lower(found, {"matches": 3})
    story = Story(Words(program), 0)
    deals: list[list[dict]] = []
    for records, state in game(program, Random(3), most=2000):
        story.tell(records)
        settled = scene(story, state.values)["settlement"]
        if settled is not None and settled["deal"] > len(deals):
            deals.append(settled["entries"])
    assert len(deals) > 1
    for entries in deals:
        points = [entry for entry in entries if entry["name"] == "points"]
        assert all(entry["before"] == 0 for entry in points)
        assert sum(entry["now"] for entry in points) == 120
        won = [entry["whose"] for entry in entries if entry["name"] == "deals" and entry["now"] > entry["before"]]
        assert won == [entry["whose"] for entry in points if entry["now"] > 60]


@pytest.mark.parametrize("name", ["texas_holdem", "five_card_draw", "leduc_poker", "kuhn_poker"])
def test_the_hands_that_are_still_in_are_laid_open_when_the_pot_is_settled(name):
    """In games of several hands each, with one that ends in a showdown and one that does not."""
    found = load(name).game
    assert found is not None
    program = lower(found, {"hands": 12})
    story, deals = Story(Words(program), -1), dict[int, dict]()
    for records, state in game(program, Random(2), most=2000):
        story.tell(records)
        settled = scene(story, state.values)["settlement"]
        if settled is not None and settled["deal_over"]:
            deals[settled["deal"]] = settled
    shown = [sum(zone["zone"] == "hand" for zone in settled["laid_open"]) for settled in deals.values()]
    assert min(shown) == 0
    assert max(shown) >= 2
    assert 1 not in shown
    for settled in deals.values():
        hands = {zone["whose"] for zone in settled["laid_open"] if zone["zone"] == "hand"}
        assert {one["whose"] for one in settled["named"]} == (hands if "hold" in name or "draw" in name else set())


def test_whoever_goes_out_in_crazy_eights_sees_what_is_paid_for():
    _, shown = played("crazy_eights", lambda story: story.deal == 2, 0)
    settled = shown["settlement"]
    hands = {zone["whose"] for zone in settled["laid_open"] if zone["zone"] == "hand"}
    assert len(hands) >= len(shown["seats"]) - 1


def test_open_cards_on_the_table_lie_as_they_came_and_those_that_came_last_are_counted():
    story, shown = played("president", lambda story: story.count > 90 and " " in last_played(story))
    (pile,) = (zone for zone in shown["zones"] if zone["name"] == "pile")
    assert " ".join(pile["cards"][-pile["last"] :]) == last_played(story)


def last_played(story: Story) -> str:
    """The cards of the last choice that was no pass."""
    labels = [item.label for _, item in story.lines if isinstance(item, ChoiceItem)]
    return next((label.removeprefix("play ") for label in reversed(labels) if label.startswith("play ")), "")


def test_a_deal_is_settled_until_somebody_chooses_in_the_next():
    story, shown = played("hearts", lambda story: story.deal == 2)
    assert shown["settlement"]["deal"] == 1
    (line,) = (line for line in shown["settlement"]["lines"] if line["item"] == "scores")
    assert sum(now - before for _, pairs in line["rows"] for before, now in pairs) in (26, 78)
    (scores,) = (one for one in shown["scores"] if one["columns"][0]["decides"])
    assert scores["columns"][0]["values"] == [pairs[0][1] for _, pairs in line["rows"]]
    assert scores["columns"][0]["gained"] == [0, 0, 0, 0]
    chosen = story.count
    _, shown = played("hearts", lambda story: story.deal == 2 and story.count > chosen)
    assert shown["settlement"] is None


def test_the_trick_has_its_leader_and_its_winner_so_far():
    _, shown = played("whist", lambda story: story.trick is not None and len(story.trick.plays) == 3)
    trick = shown["trick"]
    assert trick["plays"][0]["seat"] == trick["leader"]
    assert trick["winning"] in range(3)
    _, after = played("whist", lambda story: story.last_trick is not None)
    assert [play["card"] for play in after["last_trick"]["plays"]][:3] == [play["card"] for play in trick["plays"]]
    assert after["trick"] is None or after["trick"]["leader"] == after["last_trick"]["winner"]


def test_a_card_that_lies_face_up_is_named_also_if_it_is_the_last_of_a_deal():
    story, _ = played("whist", lambda story: story.deal == 3)
    labels = [item.label for _, item in story.lines if isinstance(item, ChoiceItem)]
    assert len(labels) == 104
    assert not any("?" in label for label in labels)


USED = """game "Used"
language 1
players 2
deck A K Q J 10 9
zones
    stock: face down
    pile: face up
    hand of each player: private
remember
    last: player
    best: rank or none
    points of each player: number
main
    shuffle every card into stock
    deal 3 from stock to hand of each player
    repeat 2 times
        for p in players
            p chooses
                "play {c}" for c in p.hand
                    set best to c.rank
                    set last to p
                    move c to pile
    game over, won by the player with highest points
"""


def test_a_card_is_named_if_the_choice_uses_it_before_it_moves():
    found = load(Source("used.hoyle", USED)).game
    assert found is not None
    program = lower(found)
    story = Story(Words(program), -1)
    for records, _ in game(program, Random(1)):
        story.tell(records)
    labels = [item.label for _, item in story.lines if isinstance(item, ChoiceItem)]
    assert labels
    assert not any("?" in label for label in labels)


WRITTEN = USED.replace(
    "main\n",
    """written on the table
    "last {last}, best {best}" if best is not none
    "chips {p.points}" beside p in players
main
""",
)


def test_what_the_author_says_is_written_is_shown_in_place_of_values():
    found = load(Source("written.hoyle", WRITTEN)).game
    assert found is not None
    program = lower(found)
    story = Story(Words(program), 0)
    shown = []
    for records, state in game(program, Random(1)):
        story.tell(records)
        shown.append(scene(story, state.values))
    assert shown[0]["facts"] == []
    assert shown[0]["badges"][1] == {"seat": 1, "name": "chips 0", "text": "chips 0"}
    assert [fact["text"][:7] for one in shown[1:] for fact in one["facts"]] == [
        "last A,",
        "last B,",
        "last A,",
        "last B,",
    ]
    between = Story(Words(program), 0)
    assert scene(between, None)["badges"] == []


SEATED = """game "Seated"
language 1
players 2
deck A K Q J
zones
    stock: face down
    hand of each player: private
remember
    maker: player
    strain: suit
    points of each player: number
main
    for dealer around the table from a random player until highest points >= 3
        shuffle every card into stock
        deal 1 from stock to hand of each player
        for p in players
            p chooses
                "make {q} {s}" for q in players, s in suits
                    set maker to q
                    set strain to s
                    add 1 to p.points
    game over, won by the player with highest points
"""


def test_a_role_given_to_the_first_seat_and_the_first_suit_are_seen_and_are_gone_in_the_next_deal():
    found = load(Source("seated.hoyle", SEATED)).game
    assert found is not None
    program = lower(found)
    engine, story, heard = Engine(program), Story(Words(program), -1), list[AnyRecord]()
    state = engine.start(seed=1, listener=partial(hear, heard))
    for number in range(4):
        story.tell(heard)
        shown = scene(story, state.values)
        roles = [(role["name"], role["seats"]) for role in shown["roles"] if role["name"] == "maker"]
        facts = [fact["text"] for fact in shown["facts"]]
        if number % 2:
            assert (roles, facts) == ([("maker", [0])], ["strain clubs"])
        else:
            assert (roles, facts) == ([], [])
        question = engine.question(state)
        assert question is not None
        heard = []
        state = engine.apply(state, next(iter(question.choices())), listener=partial(hear, heard))


def test_lines_since_the_viewer_last_looked_begin_with_its_own_choice():
    story, shown = played("whist", lambda story: story.looked > 0 and story.trick is not None, viewer=2)
    assert shown["since"][0] == json.loads(
        json.dumps(line_data(next(item for at, item in story.lines if at > story.looked)))
    )
    assert shown["since"][0]["item"] == "made"
    assert shown["since"][0]["player"] == "C"


def test_cards_seen_before_they_were_turned_down_are_not_shown_again() -> None:
    """The dummy was seen, but a trick that was taken lies face down."""
    heard: list[AnyRecord] = []
    game = hoyle.rules("contract_bridge").start(9, listener=lambda record, _: heard.append(record))
    story, dice, taken = Story(game.rules.words, 0), Random(9), 0
    while not game.over and taken < 8:
        story.tell(heard)
        heard.clear()
        shown = scene(story, game.state.values)
        done = next(zone for zone in shown["zones"] if zone["name"] == "done")
        assert done["cards"] == []
        taken = done["count"]
        assert not any(map(story.table.known_cards.knows, story.table.zones[Where(done["zone"], -1)]))
        labels = [choice.label for choice in game.choices]
        game.choose(0 if any(label.startswith("play") for label in labels) or dice.random() < 0.8 else len(labels) // 2)
    assert taken >= 8
