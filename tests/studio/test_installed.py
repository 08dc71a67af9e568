"""The page of `hoyle studio` asks the Python that is installed: what its server answers, without a browser and without
Node.
"""

from __future__ import annotations

import http.client
import json
import os
import re
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from hoyle.cli.pages.studio import asking
from hoyle.cli.pages.studio.built import PAGE
from hoyle.cli.pages.studio.catalogue import game_entry, game_files
from hoyle.cli.pages.studio.serve import Studio
from hoyle.cli.pages.studio.supply import PageFiles
from hoyle.dsl.loading import RULESETS, load, rulesets
from hoyle.interpreter.learning import store
from hoyle.interpreter.lowering import lower

WHIST = (RULESETS / "whist.hoyle").read_text("utf-8")
VARIANT = 'variant "Five" of newberry_euchre\n\nset lone_march to 5\n'
SCRIPT = (RULESETS / "games" / "texas_worked_round.play").read_text("utf-8")


@pytest.fixture(scope="module")
def studio() -> Iterator[Studio]:
    server = Studio()
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield server
    server.shutdown()
    server.server_close()
    thread.join()


def post(server: Studio, path: str, body: bytes = b"") -> tuple[int, bytes]:
    connection = http.client.HTTPConnection("127.0.0.1", server.server_port, timeout=60)
    connection.request("POST", f"/{server.token}/{path}", body, {"Host": server.host})
    answer = connection.getresponse()
    found = answer.status, answer.read()
    connection.close()
    return found


def asked(server: Studio, desk: str, name: str, *arguments: object) -> dict[str, Any]:
    status, content = post(server, f"desk/{desk}", json.dumps({"name": name, "args": arguments}).encode())
    assert status == 200, content
    return json.loads(content)


def question(server: Studio, desk: str, what: str, /, **arguments: object) -> dict[str, Any]:
    return json.loads(asked(server, desk, "call", what, json.dumps(arguments))["value"])


@pytest.fixture(scope="module")
def desk(studio: Studio) -> str:
    return json.loads(post(studio, "desk")[1])["desk"]


def test_every_part_of_the_page_is_in_the_tree() -> None:
    page = (PAGE / "index.html").read_text("utf-8")
    named = re.findall(r'(?:src|href)="([\w./-]+\.(?:js|css))"', page)
    assert {"main.js", "style.css"} <= {name.removeprefix("./") for name in named}
    for name in {*named, "module.js", "python.js"}:
        assert (PAGE / name).is_file(), name


def test_rules_are_compiled_and_assembled(studio: Studio, desk: str) -> None:
    compiled = question(studio, desk, "compile", name="mine", text=WHIST, options={}, playing=True)
    status, module = post(studio, "assemble", compiled["wat"].encode())
    assert (status, module[:4]) == (200, b"\0asm")
    assert post(studio, "assemble", b"(nonsense")[0] == 400
    assert question(studio, desk, "compile", name="mine", text="game", options={})["errors"] > 0


def test_a_variant_of_an_own_file_is_one_file_for_friends(studio: Studio, desk: str) -> None:
    question(studio, desk, "file", name="ours", text=WHIST.replace('game "Whist"', 'game "Ours"', 1))
    text = 'variant "Ours to nine" of ours\n\nset target to 9\n'
    settled = question(studio, desk, "settled", name="nine", text=text, options={})["text"]
    assert settled.startswith('game "Ours to nine"')
    assert question(studio, desk, "about", name="alone", text=settled, options={})["title"] == "Ours to nine"


def test_a_script_is_judged(studio: Studio, desk: str) -> None:
    begun = question(studio, desk, "judging", text=SCRIPT, game=0)
    assert begun["wat"] == ""  # the page has nothing to run
    judged = question(studio, desk, "judge", key=begun["key"])["judged"]
    assert judged
    assert {one["player"] for one in judged} <= set("ABCD")


def test_the_language_server_answers(studio: Studio) -> None:
    desk = json.loads(post(studio, "desk")[1])["desk"]
    message = {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"capabilities": {}}}
    sent = asked(studio, desk, "receive", json.dumps(message))["sent"]
    for _ in range(10):
        answer = asked(studio, desk, "work")
        sent += answer["sent"]
        if not answer["value"]:
            break
    assert any(json.loads(one).get("id") == 1 for one in sent)


def test_a_process_that_is_gone_says_so(studio: Studio, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(asking, "MOST_PROCESSES", 1)
    first = json.loads(post(studio, "desk")[1])["desk"]
    json.loads(post(studio, "desk")[1])
    status, why = post(studio, f"desk/{first}", b'{"name": "work", "args": []}')
    assert (status, b"load the page again" in why) == (410, True)
    assert post(studio, f"desk/{first}", b"no JSON")[0] == 400


def test_the_catalogue_follows_the_rules(tmp_path: Path) -> None:
    kept = json.loads((PAGE / "catalogue.json").read_text("utf-8"))
    gone = {**kept["games"][0], "name": "a_game_that_is_gone"}
    kept["games"] = [gone, *(one for one in kept["games"] if one["name"] != "whist")]
    (tmp_path / "catalogue.json").write_text(json.dumps(kept))
    content = PageFiles(tmp_path).get("catalogue.json")
    assert content is not None
    games = {one["name"]: one for one in json.loads(content)["games"]}
    assert set(games) == set(rulesets())
    assert (games["whist"]["players"], games["whist"]["cards"]) == (4, 52)


def test_the_catalogue_does_not_tell_what_this_machine_has_learned(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    game = load("gops").game
    assert game is not None
    program = lower(game)
    weights = store.find_shipped(program).weights
    assert weights is not None
    monkeypatch.setattr(store, "_shipped", dict)
    assert store.keep(program, weights)
    assert store.find(program).weights is not None
    assert not game_entry("gops", rulesets()["gops"])["learned"]
    assert "games/gops.weights" not in game_files("gops")


def test_the_command_needs_no_node(tmp_path: Path) -> None:
    """`hoyle studio` where nothing but Python can be found."""
    command = [sys.executable, "-m", "hoyle", "studio", "--no-browser"]
    environment = {**os.environ, "PATH": str(tmp_path)}
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment, cwd=tmp_path) as server:
        assert server.stdout is not None
        try:
            host, _, token = server.stdout.readline().split()[4].removeprefix("http://").rstrip("/").partition("/")
            connection = http.client.HTTPConnection(host, timeout=60)
            for path, begins in (("", b"<!doctype html>"), ("main.js", b""), ("games/whist.wasm", b"\0asm")):
                connection.request("GET", f"/{token}/{path}")
                answer = connection.getresponse()
                content = answer.read()
                assert (answer.status, content.lower()[: len(begins)]) == (200, begins), path
            connection.close()
        finally:
            server.terminate()
