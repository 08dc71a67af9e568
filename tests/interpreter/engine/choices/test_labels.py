"""Names in labels that have a value before the question."""

from __future__ import annotations

import pytest


def test_a_label_shows_values_known_before_the_question(play) -> None:
    main = """
let least be level + 1
set who to p.left
p chooses
    "raise {level} to {n} (at least {least}, {who} is next)" for n in least .. 4
        set level to n
    "call {level} of {top_card}"
"""
    more = "define top_card means first c in stock where c.rank = A\n"
    table = play(main, remember="p, who: player\nlevel: 0..9\n", more=more)
    assert table.labels == [
        "raise 0 to 1 (at least 1, B is next)",
        "raise 0 to 2 (at least 1, B is next)",
        "raise 0 to 3 (at least 1, B is next)",
        "raise 0 to 4 (at least 1, B is next)",
        "call 0 of Ac",
    ]
    table.choose(table.labels[1])
    assert table.var("level") == 2


@pytest.mark.parametrize("name", ["broken", "nowhere", "hand"])
def test_names_that_a_label_cannot_show_are_errors(refuses, rules, name: str) -> None:
    text = rules(f'p chooses\n    "say {{{name}}}"\n    "pass"\n', remember="p: player\nbroken: yes or no\n")
    assert set(refuses(text)) & {"E0318", "E0310"}
