"""What Hoyle writes as EGN or PBN comes back the same: rules, options, deals, choices, results; written again, it is the
same text.  What a format cannot keep is said, and no claim takes its place.
"""

from __future__ import annotations

import json
from collections.abc import Mapping

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hoyle.dsl.source.span import Source
from hoyle.interchange.egn import read as read_egn
from hoyle.interchange.exporting import written
from hoyle.interchange.importing import ImportSettings, imported, joined
from hoyle.interchange.pbn import read as read_pbn
from hoyle.interpreter.notation import model as m

from .conftest import RULESETS, Read, course, played

EUCHRE = {"target": [5, 10], "lone_march": [3, 5], "stick_the_dealer": ["must_call", "redeal_on_pass"]}
BRIDGE = {
    "deals": [1], "vulnerable": ["nobody", "dealing_side", "other_side", "everybody", "in_turn"],
    "scoring": ["deal_by_deal"],
}  # fmt: skip


def back(text: str, format: str) -> m.ScriptedGame:
    """The game that a text of one game says."""
    if format == "egn":
        found = [read_egn(Source("sample.egn", text))]
    else:
        found = [read_pbn(Source("sample.pbn", one)) for one in text.split("\n\n")]
    assert not any(problems for _, problems in found)
    game, said = imported(next(joined(one for one, _ in found if one is not None)), format, RULESETS, ImportSettings())
    assert game is not None
    assert not said
    return game


def survives(game: m.ScriptedGame, format: str) -> None:
    text, said = written(m.Script((game,)), format, RULESETS, None)
    if text is None:  # a choice for which the format has no word
        assert [one.code for one in said] == ["E1085"]
        return
    assert not said
    again = back(text, format)
    assert course(again) == course(game)
    tables = [RULESETS.for_script(one, None) for one in (game, again)]
    assert tables[0].engine.program.options == tables[1].engine.program.options
    assert again.preset is None
    assert written(m.Script((again,)), format, RULESETS, None)[0] == text


def settings_of(values: Mapping[str, list[object]]) -> st.SearchStrategy[dict[str, object]]:
    return st.fixed_dictionaries({}, optional={name: st.sampled_from(found) for name, found in values.items()})


@settings(max_examples=6)
@given(st.integers(0, 10_000), st.sampled_from([None, "club euchre"]), settings_of(EUCHRE))
def test_a_game_of_euchre_survives_egn(seed: int, preset: str | None, options: dict[str, object]) -> None:
    survives(played("newberry_euchre", seed, preset, options), "egn")


@settings(max_examples=8)
@given(st.integers(0, 10_000), settings_of(BRIDGE))
def test_a_deal_of_bridge_survives_pbn(seed: int, options: dict[str, object]) -> None:
    survives(played("contract_bridge", seed, None, {"deals": 1} | options), "pbn")


@pytest.mark.parametrize(
    ("dealer", "said", "vulnerable"),
    [("N", "NS", "dealing_side"), ("E", "NS", "other_side"), ("E", "EW", "dealing_side"), ("N", "EW", "other_side"),
     ("N", "Love", "nobody"), ("N", "Both", "everybody")],
)  # fmt: skip
def test_who_is_vulnerable_comes_back_as_it_was(read: Read, dealer: str, said: str, vulnerable: str) -> None:
    deal = "N:T63.Q6432.QT.K42 87.T95.AJ543.J83 AQJ542.J.76.AT95 K9.AK87.K982.Q76"
    text = f'[Dealer "{dealer}"]\n[Vulnerable "{said}"]\n[Deal "{deal}"]\n'
    games, warnings = read(text, "pbn")
    assert [one.text for option in games[0].options for one in [option.value] if option.name.text == "vulnerable"] == [
        vulnerable
    ]
    assert not [one for one in warnings if "Vulnerable" in one.message]
    plain = {"Love": "None", "Both": "All"}.get(said, said)
    assert f'[Vulnerable "{plain}"]' in (written(m.Script(tuple(games)), "pbn", RULESETS, None)[0] or "")


def test_whoever_is_vulnerable_in_turn_is_no_claim_of_a_file() -> None:
    game = played("contract_bridge", 3, None, {"deals": 1})
    text = written(m.Script((game,)), "pbn", RULESETS, None)[0] or ""
    assert '[Vulnerable "?"]' in text


def test_unknown_words_about_the_rules_in_egn_are_reported(read: Read) -> None:
    game = played("newberry_euchre", 1, None, {"target": 5})
    data = json.loads(written(m.Script((game,)), "egn", RULESETS, None)[0] or "")
    assert data["metadata"]["hoyle"]["ruleset"] == "newberry_euchre"
    assert data["metadata"]["hoyle"]["options"]["target"] == "5"
    data["metadata"]["hoyle"] |= {"colour": "blue"}
    data["metadata"]["hoyle"]["options"]["target"] = "500"
    games, said = read(json.dumps(data), "egn")
    assert sorted(one.code for one in said) == ["W1083", "W1083"]
    assert games
    data["metadata"]["hoyle"]["ruleset"] = "no_such_game"
    games, said = read(json.dumps(data), "egn")
    assert (games, [one.code for one in said if one.severity == "error"]) == ([], ["E1082"])
