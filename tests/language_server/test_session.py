"""The life cycle of a session, and clients that break the protocol."""

from __future__ import annotations

import pytest

from .conftest import SMALL, Client


def code(answer: dict) -> int:
    return answer["error"]["code"]


def test_before_initialize_nothing_is_answered(fresh: Client) -> None:
    assert code(fresh.request("textDocument/hover", {})) == -32002
    fresh.tell("textDocument/didOpen", textDocument={"uri": "file:///x.hoyle", "text": "", "version": 1})
    assert fresh.rest() == {}
    fresh.start()
    assert code(fresh.request("initialize", {})) == -32600


def test_after_shutdown_only_exit_is_accepted(client: Client) -> None:
    assert client.ask("shutdown") is None
    assert code(client.request("textDocument/hover", {})) == -32600
    client.tell("exit")
    assert client.session.exit_code == 0


def test_exit_without_shutdown(client: Client) -> None:
    client.tell("exit")
    assert client.session.exit_code == 1


@pytest.mark.parametrize("message", [[], "x", 7, None, {}, {"id": 1}, {"method": 3, "id": 2}, [{"method": "x"}]])
def test_an_invalid_message_is_an_error(client: Client, message) -> None:
    client.sent.clear()
    client.message(message)
    assert [code(one) for one in client.sent] == [-32600]


@pytest.mark.parametrize(
    "params", [None, [], 3, {"textDocument": 3}, {"textDocument": {"uri": 7}}, {"textDocument": {}}]
)
def test_invalid_parameters_are_an_error(client: Client, params) -> None:
    from hoyle.language_server.methods import REQUESTS

    for method in REQUESTS:
        if method.startswith("textDocument/"):
            assert code(client.request(method, params)) == -32602


def test_an_invalid_position_is_an_error(client: Client) -> None:
    uri = client.open("a.hoyle", SMALL)
    for position in (None, {}, {"line": -1, "character": 0}, {"line": "1", "character": 0}, {"line": 0}):
        answer = client.request("textDocument/hover", {"textDocument": {"uri": uri}, "position": position})
        assert code(answer) == -32602


def test_a_change_outside_the_text_or_of_a_closed_file(client: Client) -> None:
    uri = client.open("a.hoyle", SMALL)
    bad = {"range": {"start": {"line": -2, "character": 0}, "end": {"line": 0, "character": 0}}, "text": "x"}
    client.change(uri, bad)
    assert client.sent[-1]["method"] == "window/logMessage"
    client.change(client.uri("other.hoyle"), {"text": "x"})
    assert client.sent[-1]["method"] == "window/logMessage"
    far = {"start": {"line": 999, "character": 7}, "end": {"line": 9999, "character": 7}}
    client.change(uri, {"range": far, "text": "# at the end\n"})
    assert client.session.state.workspace.at(uri).text.text == SMALL + "# at the end\n"


def test_an_unknown_method_is_an_error(client: Client) -> None:
    assert code(client.request("textDocument/foo", {})) == -32601
    client.tell("textDocument/foo")


def test_a_cancelled_request_is_answered_as_cancelled(client: Client) -> None:
    uri = client.open("a.hoyle", SMALL)
    params = {"textDocument": {"uri": uri}, "position": {"line": 0, "character": 0}}
    for number in (100, 101):
        client.session.receive({"jsonrpc": "2.0", "id": number, "method": "textDocument/hover", "params": params})
    client.message({"jsonrpc": "2.0", "method": "$/cancelRequest", "params": {"id": 101}})
    answers = {one["id"]: one for one in client.sent if "id" in one}
    assert "result" in answers[100]
    assert code(answers[101]) == -32800


def test_diagnostics_follow_the_text(client: Client) -> None:
    uri = client.open("a.hoyle", SMALL)
    assert client.rest() == {uri: []}
    where = {"start": {"line": 15, "character": 16}, "end": {"line": 15, "character": 21}}
    client.change(uri, {"range": where, "text": "stok"})
    (found,) = client.rest()[uri]
    assert found["code"] == "E0315"
    assert found["range"] == {"start": {"line": 15, "character": 16}, "end": {"line": 15, "character": 20}}
    client.tell("textDocument/didClose", textDocument={"uri": uri})
    assert client.sent[-1]["params"] == {"uri": uri, "diagnostics": []}


def test_a_change_of_the_base_reaches_its_variants(client: Client) -> None:
    base = client.open("small.hoyle", SMALL)
    variant = client.open("quick.hoyle", 'variant "Quick" of small\nset quick to yes\n')
    assert client.rest() == {base: [], variant: []}
    client.change(base, {"text": SMALL.replace("shuffle stock", "shuffle stok")})
    found = client.rest()
    assert [one["code"] for one in found[base]] == ["E0315"]
    (broken,) = found[variant]
    assert broken["relatedInformation"][0]["location"]["uri"] == base
    assert broken["range"]["start"] == {"line": 0, "character": 19}


def test_a_script_is_replayed_with_the_open_text_of_its_rules(client: Client) -> None:
    rules = client.open("small.hoyle", SMALL)
    script = client.open("a.play", "hoyle play 1\n\ngame small\nplayers A, B\n\nfirst dealer A\nA: pass\n")
    (found,) = client.rest()[script]
    assert found["code"] in ("E1050", "E1051", "E1052")
    client.change(rules, {"text": SMALL.replace("quick: yes or no = no", "quick: yes or no = yes")})
    assert client.rest()[script] == []


def test_a_change_of_a_script_is_no_work_for_other_files(client: Client) -> None:
    rules, other = client.open("rules.hoyle", SMALL), client.open("other.play", "hoyle play 1\n\ngame rules\n")
    script = client.open("evening.play", "hoyle play 1\n\ngame rules\n")
    assert client.rest().keys() == {rules, other, script}
    client.change(script, {"text": "hoyle play 1\n\ngame rulez\n"})
    assert client.rest().keys() == {script}
    client.change(rules, {"text": SMALL + "\n"})
    assert client.rest().keys() == {rules, other, script}


def test_a_variant_says_once_how_many_mistakes_the_game_below_it_has(client: Client) -> None:
    over = client.open("over.hoyle", 'variant "Over" of small\nset quick to yes\n')
    for wrong, said in (
        ("add 1 to p.point", "a mistake"),
        ("add 1 to p.point\n            add 1 to p.point", "2 mistakes"),
    ):
        base = client.open("small.hoyle", SMALL.replace("add 1 to p.points", wrong))
        (found,) = client.rest()[over]
        assert found["message"].startswith(f"the rules this is laid over have {said}: "), found["message"]
        assert found["range"]["start"]["line"] == 0
        assert {one["location"]["uri"] for one in found["relatedInformation"]} == {base}
        client.tell("textDocument/didClose", textDocument={"uri": base})
