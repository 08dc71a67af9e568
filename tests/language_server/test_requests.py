"""Messages that few clients send, files that are not there, and games played beside: exact answers."""

from __future__ import annotations

import io
import json
import os
import sys
from pathlib import Path
from typing import Any

import pytest

from hoyle.dsl.source.span import Span
from hoyle.interpreter.batch import modules
from hoyle.interpreter.batch.work import Simulation
from hoyle.language_server import counting
from hoyle.language_server.session import Session
from hoyle.language_server.text import Text
from hoyle.language_server.workspace import Workspace, path_of, uri_of

from ..golden import same_as_file
from ..small_constructs import CHOICES, FLOW
from .conftest import SMALL, Client, Json
from .test_every_place import OURS, WIDE
from .test_lenses import Recorded, begun

HERE = {"line": 0, "character": 0}
RANGE = {"start": HERE, "end": HERE}


def test_of_a_file_that_is_not_there_nothing_is_said(client: Client) -> None:
    uri = client.uri("none.hoyle")
    found = {
        method: client.ask(
            f"textDocument/{method}", textDocument={"uri": uri}, position=HERE, range=RANGE, positions=[HERE], newName="x"
        )
        for method in (
            "hover", "completion", "definition", "references", "documentHighlight", "prepareRename", "rename",
            "documentLink", "codeAction", "signatureHelp", "documentSymbol", "foldingRange", "selectionRange",
            "semanticTokens/full", "semanticTokens/range", "inlayHint", "codeLens", "formatting", "rangeFormatting",
            "diagnostic",
        )
    }  # fmt: skip
    lists = (
        "definition", "references", "documentHighlight", "documentLink", "codeAction", "documentSymbol", "foldingRange",
        "selectionRange", "semanticTokens/range", "inlayHint", "codeLens", "formatting", "rangeFormatting",
    )  # fmt: skip
    assert found == {
        "hover": None, "prepareRename": None, "rename": None, "signatureHelp": None,
        "completion": {"isIncomplete": False, "items": []}, "semanticTokens/full": {"data": []},
        "diagnostic": {"kind": "full", "items": []}, **{key: [] for key in lists},
    }  # fmt: skip


def test_a_new_name_that_is_no_text_changes_nothing(client: Client) -> None:
    uri = client.open("small.hoyle", SMALL)
    at = Text(SMALL).position(SMALL.index("turn(p)"))
    assert client.ask("textDocument/rename", textDocument={"uri": uri}, position=at, newName=3) is None


def test_references_have_the_declaration_only_if_it_is_asked_for(client: Client) -> None:
    uri = client.open("small.hoyle", SMALL)
    at = Text(SMALL).position(SMALL.index("turn(p)"))
    found = [
        {
            one["range"]["start"]["line"]
            for one in client.ask("textDocument/references", textDocument={"uri": uri}, position=at, **more)
        }
        for more in ({}, {"context": {"includeDeclaration": True}}, {"context": {"includeDeclaration": False}})
    ]
    assert found == [{18, 21}, {18, 21}, {18}]


def test_a_part_is_laid_as_a_variant_only_for_editors_that_create_files(fresh: Client) -> None:
    for create, expected in ((False, []), (True, ["Lay `phase turn(p: player)` as a variant"])):
        fresh.session = Session(fresh.sent.append)
        operations = ["create", "rename"] if create else ["rename"]
        fresh.start(capabilities={"workspace": {"workspaceEdit": {"resourceOperations": operations}}})
        uri = fresh.open("small.hoyle", SMALL)
        at = Text(SMALL).position(SMALL.index("turn(p: player)"))
        found = fresh.ask(
            "textDocument/codeAction", textDocument={"uri": uri}, range={"start": at, "end": at}, context={}
        )
        assert [one["title"] for one in found] == expected


def test_folders_come_and_go(client: Client, tmp_path: Path) -> None:
    state = client.session.state
    before = list(state.workspace.folders)
    other = {"uri": uri_of(tmp_path / "other"), "name": "other"}
    client.rest()
    uri = client.open("small.hoyle", SMALL)
    client.rest()
    client.tell("workspace/didChangeWorkspaceFolders", event={"added": [other], "removed": []})
    assert state.workspace.folders == [*before, tmp_path / "other"]
    assert uri in client.rest()
    client.tell("workspace/didChangeWorkspaceFolders", event={"added": [], "removed": [{"uri": uri_of(before[0])}]})
    assert state.workspace.folders == [tmp_path / "other"]
    client.tell("workspace/didChangeWorkspaceFolders", event={"removed": [other]})
    assert state.workspace.folders == []
    client.rest()
    client.tell("textDocument/didSave", textDocument={"uri": uri})
    assert client.rest() == {uri: []}
    assert not client.rest()


@pytest.mark.parametrize(
    ("encodings", "expected"),
    [(None, "utf-16"), (["utf-8"], "utf-8"), (["utf-8", "utf-32"], "utf-32"), (["utf-32", "utf-16"], "utf-16")],
)
def test_the_encoding_of_positions_is_one_that_the_client_knows(fresh: Client, encodings: Any, expected: str) -> None:
    general = {} if encodings is None else {"general": {"positionEncodings": encodings}}
    found = fresh.start(capabilities=general)
    assert fresh.session.state.workspace.encoding == expected
    assert found["capabilities"]["positionEncoding"] == expected


def test_an_id_is_a_number_or_a_text(client: Client) -> None:
    client.sent.clear()
    for number in (True, None, 1.5, [1]):
        client.message({"jsonrpc": "2.0", "id": number, "method": "shutdown"})
    assert [(one["id"], one["error"]["code"]) for one in client.sent] == [(None, -32600)] * 4
    assert client.sent[0]["error"]["message"] == "an id is a number or a text"
    assert not client.session.shut_down


def test_only_a_request_that_waits_is_taken_back(client: Client) -> None:
    session = client.session
    session.inbox.append({"jsonrpc": "2.0", "id": 5, "result": None})
    session.receive({"jsonrpc": "2.0", "method": "$/cancelRequest", "params": {"id": 5}})
    session.receive({"jsonrpc": "2.0", "method": "$/cancelRequest", "params": {"id": 6}})
    assert session.cancelled == set()
    session.receive({"jsonrpc": "2.0", "id": 6, "method": "shutdown"})
    session.receive({"jsonrpc": "2.0", "method": "$/cancelRequest", "params": {"id": 6}})
    assert session.cancelled == {6}
    assert not session.idle
    while session.work():
        pass
    assert (session.cancelled, session.shut_down, session.idle) == (set(), False, True)
    assert client.sent[-1] == {
        "jsonrpc": "2.0", "id": 6, "error": {"code": -32800, "message": "the request was taken back"},
    }  # fmt: skip


def test_a_mistake_of_our_own_is_reported(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("HOYLE_DEBUG", raising=False)

    def failing(*_: object) -> None:
        raise RuntimeError("a reason")

    monkeypatch.setattr(client.session.state, "view", failing)
    params = {"textDocument": {"uri": "file:///x.hoyle"}, "position": HERE}
    assert client.request("textDocument/hover", params)["error"] == {
        "code": -32603, "message": "a mistake of hoyle itself: RuntimeError",
    }  # fmt: skip
    client.open("small.hoyle", SMALL)
    monkeypatch.setattr(client.session.state, "publish", failing)
    client.sent.clear()
    assert not client.session.idle
    assert client.session.rest() is False
    assert client.sent == [
        {
            "jsonrpc": "2.0", "method": "window/logMessage",
            "params": {"type": 1, "message": "hoyle: RuntimeError: a reason"},
        }
    ]  # fmt: skip
    monkeypatch.setenv("HOYLE_DEBUG", "1")
    with pytest.raises(RuntimeError, match="a reason"):
        client.request("textDocument/hover", params)


def test_the_background_is_stopped_at_the_end(fresh: Client) -> None:
    background = begun(fresh)
    fresh.open("small.hoyle", SMALL)
    before = background.stopped
    assert fresh.session.state.waiting
    fresh.ask("shutdown")
    assert background.stopped == before + 1
    fresh.tell("exit")
    assert background.stopped == before + 2
    assert fresh.session.exit_code == 0
    assert not fresh.session.work()


def shown_lenses(client: Client, uri: str, text: str) -> list[str]:
    found = client.ask("textDocument/codeLens", textDocument={"uri": uri})
    lines = text.splitlines()
    return [f"{lines[one['range']['start']['line']].strip()} | {one['command']['title']}" for one in found]


def test_every_place_that_is_counted_has_its_own_lens(fresh: Client) -> None:
    """Each place is counted as often as the number of its first character says."""
    background = begun(fresh)
    out: list[str] = []
    texts = {"wide.hoyle": WIDE, "ours.hoyle": OURS, "choices.hoyle": CHOICES, "flow.hoyle": FLOW}
    for name, text in texts.items():
        uri = fresh.open(name, text)
        fresh.rest()
        job, heed = background.jobs[-1]
        path = str(fresh.folder / name)
        assert job["path"] == path
        places = [[path, at, kind, at] for at in range(len(text)) for kind in ("phase", "row", "choice")]
        others = [["/else", at, "phase", 1] for at in range(len(text))]
        result = {"games": 10_000, "deals": 0, "places": [*places, *others]}
        heed(result)
        out += [f"---- {name}", *shown_lenses(fresh, uri, text)]
        heed({**result, "deals": 100, "compared": 1200, "otherwise": 30, "places": [*places, *places]})
        out += [f"---- {name}, twice, of deals, and compared", *shown_lenses(fresh, uri, text)]
    same_as_file(Path(__file__).with_name("lenses_of_places.txt"), "\n".join(out) + "\n")


# ----------------------------------------------------------------------------------------------------- games beside


def job_of(folder: Path, name: str = "small.hoyle", **texts: str) -> Json:
    files = {str(folder / f"{stem}.hoyle"): text for stem, text in {"small": SMALL, **texts}.items()}
    return {"path": str(folder / name), "files": files, "games": 60, "trial": False}


def test_a_job_is_read_from_standard_input_and_its_results_are_lines(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    nice: list[int] = []
    monkeypatch.setattr(os, "nice", nice.append)

    def run(job: str) -> list[Json]:
        out = io.StringIO()
        monkeypatch.setattr(sys, "stdin", io.StringIO(job))
        monkeypatch.setattr(sys, "stdout", out)
        counting.main()
        return [json.loads(line) for line in out.getvalue().splitlines()]

    job = {**job_of(tmp_path), "trial": True}
    found = run(json.dumps(job) + "\nmore\n")
    assert nice == [10]
    assert found[0] == {"found": []}
    assert [(one["games"], one["of"]) for one in found[1:]] == [(50, 60), (60, 60)]
    assert found == [*counting.counted(job)]
    assert run("") == run("{}\n") == []
    parents = iter([1, 1, 2, 2, 2])
    monkeypatch.setattr(os, "getppid", lambda: next(parents))
    assert run(json.dumps(job)) == found[:1]


def test_without_modules_a_tenth_of_the_games_is_played(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    quick = [*counting.counted(job_of(tmp_path))]

    def missing(program: object) -> None:
        raise ImportError

    monkeypatch.setattr(modules, "code_of", missing)
    slow = [*counting.counted(job_of(tmp_path))]
    assert [(one["games"], one["of"]) for one in quick] == [(50, 60), (60, 60)]
    assert [(one["games"], one["of"]) for one in slow] == [(6, 6)]
    assert [one["of"] for one in counting.counted({**job_of(tmp_path), "games": 9})] == [1]
    same = [*counting.counted({**job_of(tmp_path), "games": 600})]
    assert same[-1] == {**quick[-1], "games": 60}
    assert type(counting._simulation(counting.lower(game_of(tmp_path), {}, None))[0]) is Simulation


def game_of(folder: Path) -> Any:
    workspace = Workspace()
    workspace.open(uri_of(folder / "small.hoyle"), SMALL, 1)
    return counting.load(folder / "small.hoyle", files=workspace).game


def test_a_variant_is_compared_with_the_rules_below_it_if_that_can_be(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    same = 'variant "Same" of small\nset quick to no\n'
    fewer = 'variant "Fewer" of small\nreplace players 3\nreplace deck A K Q J of reds blues\n'
    found = [*counting.counted(job_of(tmp_path, "same.hoyle", same=same))]
    assert [one.get("compared") for one in found] == [None, None, 50, 60]
    assert [one.get("otherwise") for one in found[2:]] == [0, 0]
    assert found[3] == {**found[1], "compared": 60, "otherwise": 0, "deals_otherwise": 0}
    found = [*counting.counted(job_of(tmp_path, "fewer.hoyle", fewer=fewer))]
    assert [(one["games"], "compared" in one) for one in found] == [(50, False), (60, False)]

    real = modules.code_of

    def only_once(program: Any) -> Any:
        if "Same" not in program.title:
            raise ImportError
        return real(program)

    monkeypatch.setattr(modules, "code_of", only_once)
    found = [*counting.counted(job_of(tmp_path, "same.hoyle", same=same))]
    assert [one.get("compared") for one in found] == [None, None]


def test_what_a_short_run_finds_has_its_places(tmp_path: Path) -> None:
    text = SMALL + "always highest points < 3\n"
    job = {**job_of(tmp_path), "trial": True, "games": 0, "files": {str(tmp_path / "small.hoyle"): text}}
    (result,) = counting.counted(job)
    (found,) = result["found"]
    path = str(tmp_path / "small.hoyle")
    name, start, end = found.pop("place")
    assert (name, text[start:end]) == (path, "always highest points < 3")
    assert {key: value for key, value in found.items() if key != "notes"} == {
        "code": "E1302", "severity": "error", "help": found["help"],
        "message": "`always highest points < 3` did not hold in a short run of games",
    }  # fmt: skip
    for name, start, end, said in found["notes"]:
        assert (name, type(said)) == (path, str)
        assert 0 <= start <= end <= len(text)


def test_what_was_found_in_a_file_that_is_gone_is_dropped(fresh: Client) -> None:
    background = begun(fresh)
    uri = fresh.open("small.hoyle", SMALL)
    fresh.rest()
    ((job, heed),) = background.jobs
    path = job["path"]
    one = {"code": "E1302", "severity": "warning", "message": "m", "help": "h", "place": [path, 0, 4], "notes": []}
    heed({"found": [{**one, "place": ["/none.hoyle", 0, 4]}, {**one, "notes": [["/none.hoyle", 0, 1, "there"]]}]})
    assert [d for d in fresh.sent if d.get("method") == "textDocument/publishDiagnostics"][-1]["params"] == {
        "uri": uri, "version": 1, "diagnostics": [],
    }  # fmt: skip
    heed({"found": [{**one, "notes": [[path, 5, 9, "there"]]}, {**one, "severity": "note", "help": None}]})
    published = fresh.sent[-1]["params"]["diagnostics"]
    assert [(d["severity"], d["message"]) for d in published] == [(2, "m\nh"), (1, "m")]
    assert [one["message"] for one in published[0]["relatedInformation"]] == ["there"]


# --------------------------------------------------------------------------------------------------------- the files


def test_files_of_the_workspace(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    workspace = Workspace()
    workspace.folders = [tmp_path]
    for name in ("b.hoyle", "a.hoyle", "c.play", "d.txt", ".hidden/e.hoyle", "sub/f.hoyle", "g.HOYLE"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(SMALL, encoding="utf-8")
    (tmp_path / "sub" / "bad.hoyle").write_bytes(b"\xff")

    def names(*suffixes: str) -> list[str]:
        return [
            one.path.relative_to(tmp_path).as_posix() for one in workspace.everything(*((suffixes,) * bool(suffixes)))
        ]

    assert names() == ["a.hoyle", "b.hoyle", "c.play", "sub/f.hoyle"]
    assert names(".play") == ["c.play"]
    workspace.open(uri_of(tmp_path / "z.hoyle"), SMALL, 1)
    workspace.open(uri_of(tmp_path / "b.hoyle"), SMALL + "# open\n", 1)
    assert names(".hoyle") == ["z.hoyle", "b.hoyle", "a.hoyle", "sub/f.hoyle"]
    assert [path.name for path in workspace.beside(tmp_path)] == ["a.hoyle", "b.hoyle", "z.hoyle"]
    monkeypatch.setattr("hoyle.language_server.workspace.MOST_FILES", 2)
    assert names() == ["z.hoyle", "b.hoyle", "a.hoyle"]
    assert workspace.file(tmp_path / "none.hoyle") is None
    assert workspace.file(tmp_path / "sub" / "bad.hoyle") is None
    first = workspace.file(tmp_path / "a.hoyle")
    assert first is not None
    assert workspace.file(tmp_path / "sub" / ".." / "a.hoyle") is first
    (tmp_path / "a.hoyle").write_text(SMALL + "# longer\n", encoding="utf-8")
    second = workspace.file(tmp_path / "a.hoyle")
    assert second is not None
    assert second.text.text.endswith("# longer\n")
    (tmp_path / "a.hoyle").unlink()
    assert workspace.file(tmp_path / "a.hoyle") is None
    assert workspace.place(Span(first.source, 0, 4)) is None
    assert path_of(uri_of(tmp_path / "ä b.hoyle")) == tmp_path / "ä b.hoyle"


def test_recorded_jobs_know_their_text(fresh: Client) -> None:
    background = begun(fresh)
    fresh.open("small.hoyle", SMALL)
    fresh.open("ours.hoyle", 'variant "Ours" of small\nset quick to yes\n')
    fresh.open("one.play", "hoyle play 1\n\ngame small\n")
    fresh.rest()
    assert isinstance(background, Recorded)
    ((job, _),) = background.jobs
    assert job == {
        "path": str(fresh.folder / "ours.hoyle"), "games": 60, "trial": True,
        "files": {
            str(fresh.folder / "small.hoyle"): SMALL,
            str(fresh.folder / "ours.hoyle"): 'variant "Ours" of small\nset quick to yes\n',
        },
    }  # fmt: skip


def test_what_an_evening_expects_holds_up_to_the_first_mistake(fresh: Client) -> None:
    from .test_features import SCRIPT

    fresh.start()
    fresh.open("small.hoyle", SMALL)
    fresh.tell("workspace/didChangeConfiguration", settings={"hoyle": {"lenses": True}})
    last = SCRIPT.rstrip("\n").splitlines()[-1]
    assert last.startswith("expect points: ")
    held = SCRIPT.rstrip("\n") + f"\n{last}\n"
    for text, wanted in (
        (held, [True, True]),
        (held + "expect points: A 99, B 99\n" + f"{last}\n", [True, True, False]),
        (held.replace(f"{last}\n", "expect points: A 99, B 99\n", 1), [False]),
    ):
        uri = fresh.open(f"{len(text)}.play", text)
        found = shown_lenses(fresh, uri, text)
        assert [one.endswith(" | holds") for one in found] == wanted, found
        assert all(one.startswith("expect points") for one in found)
