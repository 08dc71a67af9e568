"""Options are read in one way, whichever function is given them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import hoyle
from hoyle.interpreter.opening.options import given_options

CALLS: dict[str, Callable[[Any], object]] = {
    "open": lambda options: hoyle.open("whist", options=options),
    "simulate": lambda options: hoyle.simulate("whist", options=options, games=1, workers=1),
    "rulings": lambda options: hoyle.rulings("whist", options=options),
    "compare": lambda options: hoyle.compare("whist", options_b=options, games=1, workers=1),
}


@pytest.mark.parametrize("options", [["target"], "target", {"target": None}, {"target": 1.5}, {7: 7}], ids=repr)
@pytest.mark.parametrize("call", CALLS)
def test_what_is_no_mapping_of_names_to_values_is_refused(call: str, options: Any) -> None:
    with pytest.raises(hoyle.GameError, match="options are a mapping") as raised:
        CALLS[call](options)
    assert raised.value.code == "E1092"


def test_later_options_replace_earlier_ones_and_words_have_no_blanks() -> None:
    assert given_options({"when": "every turn", "target": 5}, None, {"target": True}) == {
        "when": "every_turn",
        "target": True,
    }


def test_numbers_of_other_packages_are_numbers() -> None:
    numpy = pytest.importorskip("numpy")
    (value,) = given_options({"target": numpy.int64(7)}).values()
    assert value == 7
    assert type(value) is int
