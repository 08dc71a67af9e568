"""Variants and presets in the head of a script."""

from __future__ import annotations

from hoyle.interpreter.notation.files import parse_script
from hoyle.interpreter.notation.json_form import to_data
from hoyle.interpreter.notation.writer import write_text
from hoyle.interpreter.opening.rulesets import Rulesets
from hoyle.interpreter.replay.events import Ended

HEAD = 'hoyle play 1\ngame newberry_euchre\nvariant benny\npreset "club euchre"\noption target 7\n'


def table(text: str):
    script, problems = parse_script(text, "x.play")
    assert script is not None, problems
    return Rulesets().for_script(script.games[0])


def test_variants_are_applied_in_order_and_options_last() -> None:
    program = table(HEAD).engine.program
    assert program.title == "Newberry Euchre with the Benny"
    assert (program.options["target"], program.options["stick_the_dealer"]) == (7, "must_call")
    assert table("hoyle play 1\ngame newberry_euchre\npreset club euchre\n").engine.program.options["target"] == 10


def test_both_forms_contain_variants_and_presets() -> None:
    script, _ = parse_script(HEAD + "seed 3\n", "x.play")
    assert script is not None
    again, _ = parse_script(write_text(script), "y.play")
    assert again == script
    data = to_data(script)["games"][0]
    assert (data["variants"], data["preset"]) == (["benny"], "club euchre")


def test_invalid_variants_and_presets(replayed, wrong) -> None:
    assert isinstance(replayed(HEAD + "seed 3\n")[-1], Ended)
    for line, code, shown in (
        ("variant beny", "E1030", "beny"),
        ("variant blind_nil", "E1031", "blind_nil"),
        ("variant benny\nvariant blind_nil", "E1031", "blind_nil"),
        ("preset club", "E1033", "club"),
        ("variant", "E1005", ""),
        ("preset", "E1005", ""),
    ):
        found = wrong(f"hoyle play 1\ngame newberry_euchre\n{line}\n")
        assert (found.code, found.span.text) == (code, shown), line
    twice = wrong("hoyle play 1\ngame newberry_euchre\nvariant benny\nvariant benny\n")
    assert twice.code == "E1008"
    assert wrong("hoyle play 1\ngame newberry_euchre\npreset a\npreset b\n").code == "E1008"


def test_a_missing_value_in_a_list_of_players_is_explained(wrong) -> None:
    """A person may write `A, B and C 0` for three values of 0."""
    head = "hoyle play 1\ngame oh_hell\nplayers Ann, Bo, Cy\n"
    found = wrong(head + "expect score: Ann, Bo and Cy 0\n")
    assert (found.code, found.span.text) == ("E1005", "Ann")
    assert found.message == "the value of `Ann` is missing here"
    assert found.help == "write `Ann 0, Bo and Cy 0`"
    found = wrong(head + "expect score: 5, Bo 0, Cy\n")
    assert found.message == "a player is missing here"
    found = wrong(head + "expect score: Bo 3, Cy\n")
    assert found.help == "write `Bo 3, Cy 3`"
