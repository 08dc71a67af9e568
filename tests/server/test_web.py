"""The server as a process: refusals, origins, rubbish, the operator, a clean end."""

from __future__ import annotations

import asyncio
import json
import logging
import re
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

pytest.importorskip("websockets", reason="websockets is not installed: pip install 'hoyle[serve]'")

from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from hoyle.server.failures import LOGS, take_logs
from hoyle.server.protocol import fits, parsed
from hoyle.server.refusals import REFUSALS, Refusal
from hoyle.server.web.app import Web, app
from hoyle.server.web.rates import Rate, Rates

from .serving import NetworkBot, ServerProcess


@pytest.fixture(scope="module")
def server(tmp_path_factory) -> Iterator[ServerProcess]:
    found = ServerProcess(str(tmp_path_factory.mktemp("web") / "tables.sqlite"))
    yield found
    found.stop()


def refusal(text: str) -> str:
    found = json.loads(text)["refused"]
    assert found["sentence"]
    assert found["code"] in REFUSALS
    return found["code"]


@pytest.mark.parametrize(
    ("path", "body", "status", "code"),
    [
        ("nothing", None, 404, "S01"), ("page/nothing.js", None, 404, "S01"), ("page/../run.py", None, 404, "S01"),
        ("page/%2e%2e%2frun.py", None, 404, "S01"), ("api/operator", None, 403, "S10"), ("metrics", None, 403, "S10"),
        ("api/games", {}, 405, "S09"), ("api/tables", b"{", 400, "S04"), ("api/tables", [], 400, "S04"),
        ("api/tables", {"game": 3}, 400, "S04"), ("api/tables", b"[" * 5000, 400, "S04"),
        ("api/tables", b"x" * 1_300_000, 413, "S05"), ("api/tables", {"game": "no such game"}, 422, "S20"),
        ("api/tables", {"game": "/etc/passwd"}, 422, "S20"), ("api/about", {"game": "whist", "players": 9}, 422, "S22"),
        ("api/tables/none/script", None, 404, "S02"),
    ],
)  # fmt: skip
def test_every_refusal_has_a_code_and_a_sentence(server, path, body, status, code):
    found, headers, text = server.ask(path, body)
    assert (found, refusal(text)) == (status, code)
    assert headers["content-security-policy"].startswith("default-src 'none'")
    assert headers["x-content-type-options"] == "nosniff"


def test_a_field_that_is_not_known_is_answered_with_those_that_are(server):
    text = server.ask("api/tables", {"game": "whist", "rules": "secret"})[2]
    assert "`game`" not in text
    assert "no other fields than game, text, variants, preset, options" in text
    assert "secret" not in text


def test_people_get_a_page_and_programs_json(server):
    assert server.ask("nothing", accept="text/html")[2].startswith("<!doctype html>")
    assert server.ask("nothing")[2].startswith("{")
    status, headers, text = server.ask("t/some")
    assert (status, headers["content-type"]) == (200, "text/html; charset=utf-8")
    assert 'style="' not in text
    for name in re.findall(r'(?:src|href)="/page/([\w.]+)"', text):
        assert server.ask(f"page/{name}")[0] == 200, name


def test_other_pages_may_not_ask(server):
    for headers in ({"origin": "http://evil.example"}, {"sec_fetch_site": "cross-site"}):
        status, _, text = server.ask("api/tables", {"game": "whist"}, **headers)
        assert (status, refusal(text)) == (403, "S08")
    table = server.open(game="whist")["table"]

    async def go():
        async with connect(server.socket(table), origin="http://evil.example", proxy=None) as socket:
            found = json.loads(await socket.recv())
            assert found["code"] == "S08"
            with pytest.raises(ConnectionClosed):
                await socket.recv()

    asyncio.run(go())


def test_a_game_of_bots_over_the_network_is_replayed(server):
    made = server.open(game="newberry_euchre", options={"target": "5"})
    random = Random(1)
    bots = [
        NetworkBot(server, made["table"], one, f"Bot {at}", random.choice, 10_000)
        for at, one in enumerate(made["chairs"])
    ]

    async def go():
        await asyncio.wait_for(asyncio.gather(*(bot.play() for bot in bots)), 100)

    asyncio.run(go())
    assert not any(bot.wrong for bot in bots)
    status, _, text = server.ask(f"api/tables/{made['table']}/script", authorization=f"Bearer {made['chairs'][0]}")
    assert status == 200
    assert text.startswith("hoyle play 1")


WHOLE = st.integers() | st.integers(0, 9).map(float)  # JSON does not tell 1.0 and 1 apart
MESSAGES = st.one_of(
    st.binary(max_size=200),
    st.text(max_size=200),
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
        lambda one: st.lists(one, max_size=4) | st.dictionaries(st.text(max_size=10), one, max_size=4),
        max_leaves=20,
    ).map(json.dumps),
    st.fixed_dictionaries(
        {"type": st.sampled_from(["hello", "sit", "choose", "propose", "agree", "pause", "say", "program", "next", "seen"])},
        optional={
            "secret": st.text(max_size=70), "name": st.text(max_size=50), "chair": WHOLE,
            "question": WHOLE, "key": st.text(max_size=40), "option": WHOLE, "choice": st.text(max_size=30),
            "cards": st.lists(st.text(max_size=5), max_size=5), "what": st.text(max_size=10), "proposal": WHOLE,
            "agree": st.booleans(), "pause": st.booleans(), "phrase": WHOLE, "text": st.text(max_size=400),
            "program": st.text(max_size=20),
        },
    ).map(json.dumps),
)  # fmt: skip


@given(MESSAGES)
def test_rubbish_is_refused_in_words(message):
    refused = None
    try:
        found = parsed(message)
    except Refusal as error:
        refused = error
    else:
        assert fits("message", found)
        assert not [one for one in found.values() if isinstance(one, float)]
    assert refused is None or (refused.code in ("S04", "S05") and len(refused.sentence) < 500)


def test_a_whole_number_may_be_written_with_a_point():
    message = {"type": "choose", "question": 5.0, "key": "a", "option": 0.0}
    found = parsed(json.dumps(message))
    assert found == {"type": "choose", "question": 5, "key": "a", "option": 0}
    assert [type(one) for one in found.values()] == [str, int, str, int]


@settings(max_examples=15)
@given(st.lists(MESSAGES, max_size=8))
def test_a_connection_that_sends_rubbish_is_answered_and_the_server_goes_on(server, messages):
    table = test_a_connection_that_sends_rubbish_is_answered_and_the_server_goes_on.__dict__.setdefault("table", [])
    if not table:
        table.append(server.open(game="whist", chairs=[None, "random", "random", "random"]))

    async def go():
        async with connect(server.socket(table[0]["table"]), proxy=None, max_size=1 << 22) as socket:
            await socket.send(json.dumps({"type": "hello", "secret": table[0]["door"]}))
            try:
                for one in messages:
                    await socket.send(one)
                for _ in range(len(messages) + 1):
                    found = json.loads(await asyncio.wait_for(socket.recv(), 5))
                    assert fits("answer", found)
                    assert found.get("code") != "S11", found
            except (ConnectionClosed, TimeoutError):
                pass

    asyncio.run(go())
    assert json.loads(server.ask("healthy")[2]) == {"ok": True}


def test_the_operator_sees_load_and_tables_and_nothing_of_a_game(server):
    made = server.open(game="whist")
    status, _, text = server.ask("api/operator", authorization="Bearer token")
    found = json.loads(text)
    assert status == 200
    assert found["load"]["opened"] >= 1
    assert {"title": "Whist", "awaits": "people"}.items() <= found["tables"][0].items()
    assert not any(secret in text for secret in (made["door"], made["table"], *made["chairs"]))
    status, _, text = server.ask("metrics", authorization="Bearer token")
    assert status == 200
    for name in ("hoyle_entries_total", "hoyle_connections", "hoyle_write_seconds_bucket", "hoyle_tables_in_memory"):
        assert re.search(rf"^{name}", text, re.MULTILINE), name
    assert server.ask("metrics", authorization="Bearer tokens")[0] == 403


def test_one_address_may_not_ask_for_everything(house, run):
    async def go():
        async with house.hosting() as host:
            asked = app(Web(host, "token", Rates(requests=Rate(0.001, 3))))
            answers: list[dict[str, Any]] = []

            async def receive() -> dict[str, Any]:
                return {"type": "http.request", "body": b"", "more_body": False}

            async def send(message: Any) -> None:
                answers.append(message)

            async def status(address: str) -> int:
                answers.clear()
                scope = {"type": "http", "method": "GET", "path": "/healthy", "headers": [], "client": (address, 1),
                         "query_string": b"", "root_path": "", "scheme": "http"}  # fmt: skip
                await asked(scope, receive, send)
                return answers[0]["status"]

            assert [await status("192.0.2.1") for _ in range(5)] == [200, 200, 200, 429, 429]
            assert refusal(answers[1]["body"].decode()) == "S06"
            assert await status("192.0.2.2") == 200
            assert [await status(f"2001:db8::{one}") for one in range(5)] == [200, 200, 200, 429, 429]

    run(go())


def test_a_server_that_is_stopped_says_so_and_its_tables_go_on(tmp_path):
    server = ServerProcess(str(tmp_path / "tables.sqlite"))
    made = server.open(game="cribbage")

    async def go():
        async with connect(server.socket(made["table"]), proxy=None) as socket:
            await socket.send(json.dumps({"type": "hello", "secret": made["chairs"][0]}))
            assert json.loads(await socket.recv())["type"] == "table"
            stopping = asyncio.create_task(asyncio.to_thread(server.stop))
            assert json.loads(await socket.recv())["type"] == "closing"
            with pytest.raises(ConnectionClosed):
                await socket.recv()
            return await stopping

    assert asyncio.run(go()) == 0
    assert "Traceback" not in server.output
    assert "The server is stopped; the tables are kept." in server.output
    server.start()

    async def again():
        async with connect(server.socket(made["table"]), proxy=None) as socket:
            await socket.send(json.dumps({"type": "hello", "secret": made["chairs"][0]}))
            return json.loads(await socket.recv())

    assert asyncio.run(again())["you"] == 0
    assert server.stop() == 0
    assert not any(secret in server.output for secret in (made["door"], *made["chairs"]))


def test_a_database_that_cannot_be_used_is_said_in_a_line(tmp_path):
    with pytest.raises(RuntimeError, match="the tables cannot be kept in"):
        ServerProcess(str(tmp_path / "no" / "such" / "folder.sqlite"))


def test_what_a_library_logs_is_written_down_without_values(monkeypatch, capsys):
    for name in LOGS:
        log = logging.getLogger(name)
        for attribute in ("handlers", "propagate", "level", "disabled"):
            monkeypatch.setattr(log, attribute, getattr(log, attribute))
    take_logs()
    log = logging.getLogger("uvicorn.error")
    log.error("the secret is %s", "abc")
    for error in (ValueError("the secret is abc"), asyncio.CancelledError("abc")):
        try:
            raise error
        except BaseException:
            log.exception("in words: abc")
    said = capsys.readouterr().err
    assert "hoyle: ValueError" in said
    assert "test_web.py" in said
    assert "Cancelled" not in said
    assert "abc" not in said
