"""Tables without network: whole games, lost and repeated messages, consent, clocks, programs, watchers."""

from __future__ import annotations

import asyncio
import json
from random import Random

import pytest

from hoyle.cli.main import run as command
from hoyle.server.refusals import Refusal
from hoyle.server.store.sqlite import SqliteStore
from hoyle.server.table.entries import SeatChose, from_json


async def rejected(code: str, awaitable) -> None:
    with pytest.raises(Refusal) as found:
        await awaitable
    assert found.value.code == code, found.value.sentence


def test_people_and_programs_play_a_game_whose_script_is_right(house, run, tmp_path):
    async def go():
        async with house.hosting() as host:
            made, clients = await house.seated(
                host, {"game": "newberry_euchre", "chairs": [None, "random", None, None]}
            )
            assert await house.play(clients, Random(5)) > 20
            table = await host.table(made["table"])
            await clients[0].until(lambda: clients[0].shown["phase"] == "over")
            return await table.script(made["door"]), clients[0].shown

    text, shown = run(go())
    path = tmp_path / "game.play"
    path.write_text(text, encoding="utf-8")
    assert command(["replay", str(path)]) == 0
    assert "seed" not in text
    assert shown["view"]["scene"]["over"] is not None


def test_an_answer_sent_twice_is_made_once(house, run):
    async def go():
        async with house.hosting() as host:
            made, clients = await house.seated(host, {"game": "whist"})
            await clients[0].until(lambda: clients[0].shown["phase"] == "playing")
            asked = next(one for one in clients if one.question)
            other = next(one for one in clients if not one.question)
            number = asked.shown["question"]
            message = {"type": "choose", "question": number, "key": "mine", "option": 0}
            await rejected("S30", other.send(message))
            await asked.send(message)
            table = await host.table(made["table"])
            count = table.record.count
            for _ in range(3):
                await asked.send(message)
            await rejected("S31", asked.send({**message, "key": "another"}))
            await rejected("S31", other.send(message))
            await rejected("S32", other.send({**message, "question": 10_000}))
            assert table.record.count == count

    run(go())


def test_a_client_that_lost_the_answer_is_right_after_it_comes_again(house, run):
    async def go():
        async with house.hosting() as host:
            made, clients = await house.seated(host, {"game": "whist"})
            await clients[0].until(lambda: clients[0].shown["phase"] == "playing")
            asked = next(one for one in clients if one.question)
            number = asked.shown["question"]
            asked.leave()  # the choice is made, and nobody hears it
            message = {"type": "choose", "question": number, "key": "mine", "option": 0}
            await asked.send(message)
            again = await house.Client(host, made["table"], asked.secret).come()
            await again.send(message)
            await again.until(lambda: again.shown["question"] > number)
            table = await host.table(made["table"])
            assert sum(isinstance(move, SeatChose) for _, move in table.record.game.moves) == 1
            assert again.question is None

    run(go())


def test_nobody_acts_for_another_seat_or_without_a_secret(house, run):
    async def go():
        async with house.hosting() as host:
            made, clients = await house.seated(host, {"game": "whist"})
            table = made["table"]
            await rejected("S03", house.Client(host, table, "wrong").send({"type": "hello", "secret": "wrong"}))
            watcher = await house.Client(host, table).come()
            assert watcher.shown["you"] == -1
            await watcher.until(lambda: watcher.shown["view"])
            question = watcher.shown["question"]
            await rejected("S36", watcher.send({"type": "choose", "question": question, "key": "x", "option": 0}))
            for message in (
                {"type": "propose", "what": "stop"}, {"type": "pause", "pause": True}, {"type": "next"},
                {"type": "say", "phrase": 0}, {"type": "program", "chair": 0, "program": "random"},
            ):  # fmt: skip
                await rejected("S36", watcher.send(message))
            hands = [zone for zone in watcher.shown["view"]["scene"]["zones"] if zone["name"] == "hand"]
            assert sum(card is not None for zone in hands for card in zone["cards"]) <= 1  # the card turned up
            assert watcher.shown["view"]["question"] is None
            await rejected("S04", house.Client(host, table).send({"type": "next"}))
            await rejected("S02", house.Client(host, "unknown").send({"type": "hello"}))
            assert clients[0].shown["you"] == 0

    run(go())


def test_anybody_sits_down_at_a_table_that_is_listed_until_nobody_is_missing(house, run):
    async def go():
        async with house.hosting() as host:
            made = await host.open({"game": "gin_rummy", "listed": True, "watching": "nobody", "chairs": [None, None]})
            ann = await house.Client(host, made["table"], made["chairs"][0]).come("Ann")
            bob, cyd = [await house.Client(host, made["table"]).come() for _ in range(2)]
            assert cyd.shown["may"]["sit"]
            assert cyd.shown["you"] == -1
            await rejected("S03", cyd.send({"type": "sit", "secret": "wrong", "name": "Cyd"}))
            await rejected("S37", bob.send({"type": "sit", "name": "Bob", "chair": 0}))
            await bob.send({"type": "sit", "name": "Bob"})
            await bob.until(lambda: bob.shown["phase"] == "playing")
            assert "sit" not in bob.shown["may"]
            assert [one["type"] for one in bob.others] == ["seated"]
            again = await house.Client(host, made["table"], bob.others[0]["secret"]).come()
            assert again.shown["you"] == 1
            await cyd.until(lambda: cyd.ended)  # nobody may watch, and no chair is free any more
            assert [one["code"] for one in cyd.others] == ["S39"]
            assert cyd.shown["view"] is None
            await rejected("S39", house.Client(host, made["table"]).send({"type": "hello"}))
            ann.leave()
            other = await host.open({"game": "gin_rummy", "chairs": [None, None]})
            dan = await house.Client(host, other["table"]).come()
            assert "sit" not in dan.shown["may"]
            await rejected("S03", dan.send({"type": "sit", "name": "Dan"}))

    run(go())


def test_nobody_takes_the_chair_of_a_program_at_a_listed_table_without_a_secret(house, run):
    async def go():
        async with house.hosting() as host:
            chairs = [None, "random", None, "random"]
            made = await host.open({"game": "whist", "listed": True, "chairs": chairs})
            await house.Client(host, made["table"], made["chairs"][0]).come("Ann")
            bob = await house.Client(host, made["table"]).come()
            await rejected("S37", bob.send({"type": "sit", "name": "Bob", "chair": 1}))
            await bob.send({"type": "sit", "name": "Bob"})
            await bob.until(lambda: bob.shown["you"] == 2)

    run(go())


def test_a_choice_is_taken_back_by_consent_and_the_same_position_is_asked_again(house, run):
    async def go():
        async with house.hosting() as host:
            made, clients = await house.seated(host, {"game": "newberry_euchre"})
            await clients[0].until(lambda: clients[0].shown["phase"] == "playing")
            asked = next(one for one in clients if one.question)
            before = asked.shown["view"]
            await asked.answer(Random(1))
            await asked.send({"type": "propose", "what": "take back"})
            for one in clients:
                if one is not asked:
                    await one.until(lambda one=one: one.shown["proposal"])
                    proposal = one.shown["proposal"]["number"]
                    await one.send({"type": "agree", "proposal": proposal, "agree": True})
            await asked.until(lambda: asked.question is not None)
            assert asked.shown["view"] == before
            assert asked.shown["proposal"] is None
            table = await host.table(made["table"])
            assert table.record.game.taken_back == 1
            await asked.answer(Random(2))

    run(go())


def test_a_game_is_stopped_by_consent_and_the_next_one_begins_rotated(house, run):
    async def go():
        async with house.hosting() as host:
            _, clients = await house.seated(host, {"game": "cribbage"})
            await clients[0].until(lambda: clients[0].shown["phase"] == "playing")
            await rejected("S44", clients[0].send({"type": "next"}))
            await clients[0].send({"type": "propose", "what": "stop"})
            await clients[1].until(lambda: clients[1].shown["proposal"])
            number = clients[1].shown["proposal"]["number"]
            await clients[1].send({"type": "agree", "proposal": number, "agree": True})
            await clients[0].until(lambda: clients[0].shown["phase"] == "over")
            assert clients[0].shown["stopped"] == {"how": "stop", "chair": 0}
            await clients[1].send({"type": "next"})
            await clients[0].until(lambda: clients[0].shown["game"] == 2 and clients[0].shown["phase"] == "playing")
            assert (clients[0].shown["you"], clients[0].shown["seat"]) == (0, 1)
            assert clients[0].shown["view"]["scene"]["viewer"] == 1
            assert clients[0].shown["view"]["scene"]["seats"] == ["Player 2", "Player 1"]

    run(go())


def test_a_clock_that_runs_out_ends_the_game(house, run):
    async def go():
        async with house.hosting() as host:
            _, clients = await house.seated(host, {"game": "cribbage", "clock": [1, 0]})
            await clients[0].until(lambda: clients[0].shown["phase"] == "over")
            assert clients[0].shown["stopped"]["how"] == "time"

    run(go())


def test_a_paused_game_takes_no_choice_and_no_time(house, run):
    async def go():
        async with house.hosting() as host:
            _, clients = await house.seated(host, {"game": "cribbage", "clock": [1, 0]})
            await clients[0].until(lambda: clients[0].shown["phase"] == "playing")
            await clients[0].send({"type": "pause", "pause": True})
            asked = next(one for one in clients if one.shown["seat"] == one.shown["turn"])
            number = asked.shown["question"]
            await asyncio.sleep(1.2)
            assert asked.shown["phase"] == "paused"
            await rejected("S35", asked.send({"type": "choose", "question": number, "key": "x", "option": 0}))
            await clients[1].send({"type": "pause", "pause": False})
            await asked.until(lambda: asked.question)
            await asked.answer(Random(1))

    run(go())


def test_tables_go_on_after_a_restart_without_anybody_doing_anything(house, run, tmp_path):
    path = tmp_path / "tables.sqlite"

    async def first():
        async with house.hosting(SqliteStore(path)) as host:
            made, clients = await house.seated(
                host, {"game": "hearts", "chairs": [None, "random", "random", "random"], "pace": 400}
            )
            await clients[0].until(lambda: clients[0].question)
            return made, clients[0].shown

    async def second(made, shown):
        async with house.hosting(SqliteStore(path)) as host:
            client = await house.Client(host, made["table"], made["chairs"][0]).come()
            await client.until(lambda: client.shown["view"])
            assert client.shown["view"]["scene"]["zones"] == shown["view"]["scene"]["zones"]
            assert client.question == shown["view"]["question"]
            await client.answer(Random(3))
            return client.shown["number"]

    async def third(made, number):
        async with house.hosting(SqliteStore(path)) as host:
            assert made["table"] in host.live  # a program is to move: it was read at the start
            table = await host.table(made["table"])
            async with asyncio.timeout(20):
                while table.record.count <= number:
                    await asyncio.sleep(0.01)

    made, shown = run(first())
    number = run(second(made, shown))
    run(third(made, number))


def test_watchers_see_everything_only_later(house, run):
    async def go():
        async with house.hosting() as host:
            made, clients = await house.seated(host, {"game": "whist", "watching": "delayed", "delay": 60})
            watcher = await house.Client(host, made["table"]).come()
            await clients[0].until(lambda: clients[0].shown["phase"] == "playing")
            await clients[0].answer(Random(1)) if clients[0].question else None
            assert watcher.shown["view"] is None  # nothing is old enough
            table = await host.table(made["table"])
            table.shown.recent = type(table.shown.recent)((at - 61, entry) for at, entry in table.shown.recent)
            table.shown.publish()
            await watcher.until(lambda: watcher.shown["view"])
            assert watcher.shown["view"]["scene"]["viewer"] == "all"
            closed, _ = await house.seated(host, {"game": "whist", "watching": "nobody"})
            await rejected("S39", house.Client(host, closed["table"]).send({"type": "hello"}))

    run(go())


def test_a_person_takes_the_chair_of_a_program_and_leaves_it_to_another(house, run):
    async def go():
        async with house.hosting() as host:
            made, (ann,) = await house.seated(host, {"game": "cribbage", "chairs": [None, "random"], "pace": 5000})
            await rejected("S24", ann.send({"type": "program", "chair": 1, "program": "nobody at all"}))
            guest = house.Client(host, made["table"], made["door"])
            await guest.come()
            await guest.send({"type": "sit", "secret": made["door"], "name": "Guest"})
            await guest.until(lambda: guest.shown["you"] == 1)
            seated = next(one for one in guest.others if one["type"] == "seated")
            again = await house.Client(host, made["table"], seated["secret"]).come()
            assert again.shown["you"] == 1
            assert [one["name"] for one in again.shown["chairs"]] == ["Player 1", "Guest"]

    run(go())


def test_a_script_is_taken_up_as_a_table(house, run):
    async def go():
        async with house.hosting() as host:
            _, clients = await house.seated(host, {"game": "cribbage"})
            await house.play(clients, Random(4), most=12)
            table = next(iter(host.live.values()))
            _, (text,) = await table.ask("tables", {"op": "script"})
            made = await host.open({"game": "any", "script": text.decode()})
            other = await host.table(made["table"])
            new = await house.Client(host, made["table"], made["chairs"][0]).come()
            assert other.record.turn == table.record.turn
            old = clients[0].shown["view"]["scene"]
            assert [zone for zone in new.shown["view"]["scene"]["zones"] if zone["owner"] == 0] == [
                zone for zone in old["zones"] if zone["owner"] == 0
            ]
            await rejected("S26", host.open({"game": "any", "script": "rubbish"}))

    run(go())


def test_a_script_by_rules_of_ones_own_is_taken_up_with_its_rule_file(house, run):
    text = 'variant "Five" of newberry_euchre\n\nset lone_march to 5\n'

    async def go():
        async with house.hosting() as host:
            wanted = {"game": "mine", "text": text, "options": {"target": "7"}}
            made, clients = await house.seated(host, wanted)
            await house.play(clients, Random(4), most=9)
            table = await host.table(made["table"])
            _, (script,) = await table.ask("tables", {"op": "script"})
            again = {"game": "any", "script": script.decode(), "text": text}
            assert (await host.about_wanted(again))["names"] == [f"Player {number}" for number in (1, 2, 3, 4)]
            made = await host.open(again)
            other = await host.table(made["table"])
            assert other.record.settings.rules.text == text
            assert ("target", "7") in other.record.settings.rules.options
            assert [move.choice for _, move in other.record.game.moves] == [
                move.choice for _, move in table.record.game.moves
            ]
            people = [await house.Client(host, made["table"], secret).come() for secret in made["chairs"]]
            assert await house.play(people, Random(4), most=5) == 5
            await rejected("S26", host.open({"game": "any", "script": script.decode()}))
            await rejected("S21", host.open({**again, "text": "game"}))
            named = script.decode().replace("./rules.hoyle", "/etc/passwd")
            await rejected("S26", host.open({**again, "script": named}))
            await rejected("S26", host.open({**again, "script": script.decode().replace("./rules.hoyle", "whist")}))

    run(go())


def test_rules_of_ones_own_are_played_and_wrong_ones_refused(house, run):
    text = 'variant "Five" of newberry_euchre\n\nset lone_march to 5\n'

    async def go():
        async with house.hosting() as host:
            await rejected("S21", host.open({"game": "mine", "text": "game\n"}))
            await rejected("S20", host.open({"game": "../../etc/passwd"}))
            await rejected("S22", host.open({"game": "whist", "options": {"no": "yes"}}))
            await rejected("S25", host.open({"game": "whist", "chairs": [None]}))
            await rejected("S24", host.open({"game": "whist", "chairs": [None, None, None, "nobody"]}))
            _, clients = await house.seated(host, {"game": "mine", "text": text})
            assert await house.play(clients, Random(1), most=10) == 10

    run(go())


def test_what_is_stored_has_no_secret(house, run, tmp_path):
    path = tmp_path / "tables.sqlite"

    async def go():
        async with house.hosting(SqliteStore(path)) as host:
            made, _ = await house.seated(host, {"game": "whist"})
            texts = await host.store.read(made["table"])
            return made, texts

    made, texts = run(go())
    stored = path.read_bytes() + "".join(texts).encode()
    for secret in (made["door"], *made["chairs"]):
        assert secret.encode() not in stored
    assert all(from_json(json.loads(text)) for text in texts)
