"""What everybody has when a game is over: its replay, the judge, and what the house rule did."""

from __future__ import annotations

import json
from random import Random

import pytest

from hoyle.server.cores.afterwards import base_of, house, replay, stats
from hoyle.server.cores.opening import opened
from hoyle.server.cores.scripts import script_of
from hoyle.server.refusals import Refusal
from hoyle.server.table.entries import RulesChosen
from hoyle.server.table.played import PlayedGame

VARIANT = 'variant "Short" of newberry_euchre\n\nset lone_march to 5\nset target to 5\n'
NAMES = ("Ann", "Bob", "Cyd", "Dee")


def finished(rules: RulesChosen, seed: int = 1) -> PlayedGame:
    from hoyle.server.cores.opening import lowered

    random = Random(seed)
    game = PlayedGame(opened(rules, NAMES[: lowered(rules)[1].players]))
    game.begin(None)
    while game.turn >= 0:
        question = game.view(game.turn)["question"]
        made = game.try_choice(game.turn, {"option": random.choice(question["options"])["number"]})
        game.add(made.choice, made.draws, made.turn, made)
    return game


def test_a_variant_of_ones_own_is_compared_with_its_base():
    rules = RulesChosen("mine", text=VARIANT)
    found = house(rules, finished(rules))
    assert found["base"] == "Newberry Euchre"
    assert any("5" in one for one in found["changes"])
    # By the rules of the base the game goes on where this one is over.
    differs = found["differs"]
    assert differs is not None
    assert differs["here"] != differs["there"]
    assert any("chooses" in one for one in differs["there"])


def test_options_are_house_rules_too_and_a_game_that_went_the_same_way_says_so():
    rules = RulesChosen("whist", options=(("target", "7"),))
    found = house(rules, finished(rules))
    assert found["base"] == "Whist"
    assert found["changes"]
    assert house(RulesChosen("whist"), finished(RulesChosen("whist"))) == {
        "base": None, "changes": [], "differs": None,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("rules", "base"),
    [
        (RulesChosen("mine", text='game "Mine"\n'), None),
        (RulesChosen("mine", text='variant "V" of nothing_known\n'), None),
        (RulesChosen("mine", text=VARIANT), "Newberry Euchre"),
        (RulesChosen("hearts"), None),
    ],
)
def test_the_base_of_rules(rules, base):
    found = base_of(rules)
    assert (found.title if found is not None else None) == base


def test_a_game_is_replayed_and_judged():
    rules = RulesChosen("leduc_poker")
    game = finished(rules)
    (plain,) = replay(rules, game, judge=False)["animations"]
    (judged,) = replay(rules, game, judge=True)["animations"]
    assert len(plain["frames"]) > 2
    assert "judged" not in plain
    assert judged["frames"] == plain["frames"]
    assert judged["judged"]
    assert {one["player"] for one in judged["judged"]} <= set(NAMES)


def test_it_is_shown_only_when_the_game_is_over_and_only_to_those_who_may(request, run):
    place = request.getfixturevalue("house")

    async def played():
        async with place.hosting() as host:
            made, clients = await place.seated(host, {"game": "leduc_poker", "watching": "nobody"})
            table = await host.table(made["table"])
            secret = made["chairs"][0]
            for what in (table.replay(secret, judge=False), table.house(secret)):
                with pytest.raises(Refusal) as early:
                    await what
                assert early.value.code == "S48"
            await place.play(clients, Random(3))
            with pytest.raises(Refusal) as stranger:
                await table.replay("", judge=False)
            assert stranger.value.code == "S03"
            assert json.loads(await table.replay(secret, judge=False))["animations"]
            assert json.loads(await table.house(secret))["base"] is None

    run(played())


def test_games_of_a_club_are_counted_with_rules_of_its_own_and_compared_with_others():
    own, usual = RulesChosen("mine", text=VARIANT), RulesChosen("newberry_euchre")
    mine = [{"script": script_of(own, finished(own, seed)), "rules": VARIANT} for seed in (1, 2)]
    others = [{"script": script_of(usual, finished(usual, 3))}]
    alone = "\n".join(stats(mine, [], judge=False)["lines"])
    assert "2 games" in alone
    assert len(stats(mine, others, judge=False)["lines"]) > len(alone.splitlines())


@pytest.mark.parametrize("named", ["/etc/passwd", "./other.hoyle", "../rules.hoyle"])
def test_scripts_to_be_counted_name_no_files_of_the_server(named):
    rules = RulesChosen("mine", text=VARIANT)
    script = script_of(rules, finished(rules))
    for text in (script.replace("./rules.hoyle", named), script, "nothing", ""):
        with pytest.raises(Refusal) as found:
            stats([{"script": text}], [], judge=False)
        assert found.value.code == "S27"
        assert "/tmp" not in found.value.sentence


def test_everybody_at_a_table_gets_the_rule_file_that_somebody_brought(house, run):
    async def go():
        async with house.hosting() as host:
            made = await host.open({"game": "mine", "text": VARIANT, "watching": "nobody"})
            table = await host.table(made["table"])
            assert table.rule_file(made["chairs"][2]) == VARIANT
            with pytest.raises(Refusal):
                table.rule_file("another")
            shipped = await host.table((await host.open({"game": "whist"}))["table"])
            assert shipped.rule_file("") == ""

    run(go())
