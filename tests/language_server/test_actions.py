"""Code actions: fixing mistakes, silencing warnings and rewriting rules in another form."""

from __future__ import annotations

import re

import pytest

from hoyle.dsl.codes.table import CODES
from hoyle.language_server.text import Text

from .conftest import SMALL, Client
from .test_features import SCRIPT, edited


def actions(client: Client, text: str, mark: str) -> dict[str, str]:
    """Return the code actions at a mark, each with the text after it."""
    uri = client.open("small.hoyle", text)
    at = Text(text).position(text.index(mark))
    found = client.ask("textDocument/codeAction", textDocument={"uri": uri}, range={"start": at, "end": at}, context={})
    return {one["title"]: edited(text, one["edit"]["changes"][uri]) for one in found if "changes" in one["edit"]}


@pytest.mark.parametrize(
    ("right", "wrong", "mark"),
    [
        ("shuffle stock", "shuffle stok", "stok"),
        ("if quick", "if quik", "quik"),
        ("highest points >= 3", "highest points ≥ 3", "≥"),
        ("set dealer to dealer.left", "set dealer to dealer.lefft", "lefft"),
        ("hand of each player: private", "hand of each player: privat", "privat"),
        ("shuffle stock", "shufle stock", "shufle"),
        ("repeat until", "repeat untill", "untill"),
    ],
)
def test_mistakes_are_fixed(client: Client, right: str, wrong: str, mark: str) -> None:
    made = actions(client, SMALL.replace(right, wrong), mark)
    assert SMALL in made.values(), made


BEHIND = "        set dealer to dealer.left\n"
MAYBE = SMALL.replace("    dealer: player", "    caller: player or none\n    dealer: player").replace(
    BEHIND,
    BEHIND + "        if highest points > 2\n            add 1 to caller.points\n            set caller to dealer\n",
)


def test_a_test_for_none_is_added_around_a_value_that_may_be_none(client: Client) -> None:
    made = actions(client, MAYBE, "caller.points")["Only if `caller` is not none"]
    within = "            if caller is not none\n                add 1 to caller.points\n"
    assert made == MAYBE.replace("            add 1 to caller.points\n", within)
    uri = client.uri("small.hoyle")
    client.change(uri, {"text": made}, version=3)
    assert client.rest()[uri] == []


@pytest.mark.parametrize(
    ("wrong", "mark", "right"),
    [
        ("set quick to yess\n", "yess", "set quick to yes\n"),
        ("set quik to yes\n", "quik", "set quick to yes\n"),
        ("replace phase trn(p: player)\n", "trn", "replace phase turn(p: player)\n"),
        ("phase turn(p: player)\n", "phase", "replace phase turn(p: player)\n"),
    ],
)
def test_mistakes_in_a_variant_are_fixed(client: Client, wrong: str, mark: str, right: str) -> None:
    client.open("small.hoyle", SMALL)
    block = '    p chooses\n        "pass"\n            add 2 to p.points\n' if "phase" in wrong else ""
    text = f'variant "V" of small\n{wrong}{block}'
    made = quick(client, "v.hoyle", text, text.index(mark, 20))
    assert f'variant "V" of small\n{right}{block}' in made.values(), made
    assert not [one for one in made.values() if one.startswith('variant "V" of small\nadd phase turn')]


@pytest.mark.parametrize(
    ("text", "belongs"),
    [
        ("change turn\n", ""),
        ("change turn\n\nset quick to yes\n", ""),
        ("change turn\nadd at the end\n    nothing\n", "add at the end\n    nothing\n"),
        ("change turn\nadd at the end\n    nothing\nset quick to yes\n", "add at the end\n    nothing\n"),
        ('change turn\nremove the choice "pass"\nadd at the end\n    stop\n', 'remove the choice "pass"\nadd at the end\n    stop\n'),
        ("change the option quick\nallow yes or no\n", "allow yes or no\n"),
        ("replace phase turn(p: player)\nset dealer to p\nadd 1 to p.points\n", "set dealer to p\nadd 1 to p.points\n"),
        ("replace phase turn(p: player)\nset dealer to p\n\nset quick to yes\n", "set dealer to p\n"),
    ],
)  # fmt: skip
def test_what_follows_a_heading_is_indented_below_it(client: Client, text: str, belongs: str) -> None:
    client.open("small.hoyle", SMALL)
    head = 'variant "V" of small\n'
    made = quick(client, "v.hoyle", head + text, len(head))
    if "change" in text:
        assert "Write `nothing` below" not in made
    assert ("Indent what belongs to it" in made) == bool(belongs)
    if belongs:
        indented = "".join(f"    {line}\n" for line in belongs.splitlines())
        assert made["Indent what belongs to it"] == head + text.replace(belongs, indented)


def test_inside_a_part_the_next_line_is_indented(client: Client) -> None:
    line = "            turn(p)\n        set dealer to dealer.left\n"
    wrong = SMALL.replace(line, line[4:])
    assert actions(client, wrong, "for p in players")["Indent what belongs to it"] == SMALL


def test_the_lines_a_variant_needs_are_written(client: Client) -> None:
    client.open("small.hoyle", SMALL)
    text = 'variant "V" of small\nremove option quick\n'
    made = quick(client, "v.hoyle", text, text.index("remove"))["Write the lines to change at the end"]
    assert made.startswith(text + "change turn\n")
    _, ruled, text = re.split(r"^# \w+\.hoyle\n", CODES["W0914"].bad, flags=re.MULTILINE)
    client.open("base_game.hoyle", ruled)
    made = quick(client, "w.hoyle", text, text.index("change"))
    line = 'keep ruling "An ace beats a king."'
    assert made[f"Write `{line}` at the end"] == text + line + "\n"


@pytest.mark.parametrize(
    ("call", "rows", "last"),
    [
        (
            ("add 1 to p.points", "add worth(c) to p.points"),
            "define worth(c: card) means\n    c.rank = A -> 11\n    c.rank = K -> 4\n",
            "    otherwise -> 0\n",
        ),
        (
            (BEHIND, BEHIND + "        pay\n"),
            "table pay\n    highest points > 2 -> nothing\n    highest points < 2 -> add 1 to points of each player\n",
            "    otherwise -> nothing\n",
        ),
    ],
)
def test_a_row_for_all_remaining_cases_is_added(client: Client, call: tuple[str, str], rows: str, last: str) -> None:
    text = SMALL.replace(*call) + rows
    uri = client.open("small.hoyle", text)
    (found,) = client.rest()[uri]
    assert found["code"] in ("E0701", "E0702")
    start = Text(text).offset(found["range"]["start"])
    made = quick(client, "small.hoyle", text, start)["Add a row `otherwise`"]
    assert made == text + last
    client.change(uri, {"text": made}, version=3)
    assert client.rest()[uri] == []


@pytest.mark.parametrize(("wrong", "right"), [("game smal", "game small"), ("A: pas\n", "A: pass\n")])
def test_mistakes_in_a_script_are_fixed(client: Client, wrong: str, right: str) -> None:
    client.open("small.hoyle", SMALL)
    text = SCRIPT.replace(right, wrong)
    assert SCRIPT in quick(client, "a.play", text, text.index(wrong) + len(wrong.rstrip()) - 1).values()


def quick(client: Client, name: str, text: str, offset: int) -> dict[str, str]:
    """Return the code actions at an offset of a file, each with the text after it."""
    uri = client.open(name, text)
    at = Text(text).position(offset)
    found = client.ask("textDocument/codeAction", textDocument={"uri": uri}, range={"start": at, "end": at}, context={})
    return {one["title"]: edited(text, one["edit"]["changes"][uri]) for one in found if "changes" in one["edit"]}


def test_a_warning_is_silenced_with_a_reason(client: Client) -> None:
    text = SMALL.replace("remember\n", "remember\n    idle: number\n")
    made = actions(client, text, "idle")
    (silenced,) = [one for title, one in made.items() if title.startswith("Silence")]
    uri = client.uri("small.hoyle")
    client.change(uri, {"text": silenced}, version=3)
    assert client.rest()[uri] == []


def test_a_number_becomes_an_option(client: Client) -> None:
    made = actions(client, SMALL, "3\n")
    assert "repeat until highest points >= number_3" in made["Make 3 an option"]
    uri = client.uri("small.hoyle")
    client.change(uri, {"text": made["Make 3 an option"]}, version=3)
    assert client.rest()[uri] == []


def test_a_phase_is_extracted_into_a_variant(fresh: Client) -> None:
    fresh.start(capabilities={"workspace": {"workspaceEdit": {"resourceOperations": ["create"]}}})
    uri = fresh.open("small.hoyle", SMALL)
    at = Text(SMALL).position(SMALL.index("phase turn"))
    found = fresh.ask("textDocument/codeAction", textDocument={"uri": uri}, range={"start": at, "end": at}, context={})
    (made,) = [one for one in found if one["kind"] == "refactor.extract"]
    create, fill = made["edit"]["documentChanges"]
    assert create["kind"] == "create"
    variant = fresh.open("small_house.hoyle", fill["edits"][0]["newText"])
    assert fresh.rest()[variant] == []
