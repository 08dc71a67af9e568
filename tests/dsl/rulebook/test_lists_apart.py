"""Two lists that follow one another have a line between them, since Markdown makes one list of them."""

from __future__ import annotations

import pytest

from hoyle.dsl.loading import load
from hoyle.dsl.rulebook.context import RulebookSettings
from hoyle.dsl.rulebook.document import Items, RulebookDocument, TextBlock, every_section, words
from hoyle.dsl.rulebook.markdown import markdown
from hoyle.dsl.rulebook.plain import plain
from hoyle.dsl.rulebook.sections import rulebook
from hoyle.dsl.source.span import Source

from .test_loop_ends import rules

ASK = """dealer chooses
    "stay"
    "pay"
        add 1 to pot
if pot > 3
    for p in players: ask(p)
    settle
otherwise: set pot to 0"""
NESTED = "\n".join(["for q in players", *(f"    {text}" for text in ASK.splitlines())])
REPEATED = """repeat at most 3 times until pot > 3
    ask(dealer)
otherwise
    for p in players: ask(p)
    settle
if pot = 5
    for p in players: ask(p)
    settle
otherwise: set pot to 0"""


def document(body: str) -> RulebookDocument:
    loaded = load(Source("lists.hoyle", rules(body)))
    assert loaded.game is not None, [str(one) for one in loaded.diagnostics]
    return rulebook(loaded.game, RulebookSettings({}, 3))


def neighbours(blocks: tuple[TextBlock, ...]) -> list[str]:
    """The first item of each list that follows another list at once."""
    found: list[str] = []
    for before, block in zip((None, *blocks), blocks, strict=False):
        if isinstance(block, Items):
            found += [words(block.items[0].line)] if isinstance(before, Items) else []
            found += [text for item in block.items for text in neighbours(item.blocks)]
    return found


@pytest.mark.parametrize("body", [ASK, NESTED, REPEATED])
def test_no_list_follows_a_list_at_once(body: str) -> None:
    assert [text for section, _ in every_section(document(body).sections) for text in neighbours(section.blocks)] == []


def test_what_is_done_after_a_choice_is_no_answer_of_it() -> None:
    expected = "- **Pay**. Add 1 to the pot.\n\nThen:\n\n- If the pot is more than 3:\n"
    assert expected in markdown(document(ASK))
    assert expected.replace("**", "") in plain(document(ASK))


def test_what_is_done_after_a_repetition_that_failed_is_no_further_round() -> None:
    text = plain(document(REPEATED))
    assert "\n\nIf after that the pot is at most 3:\n\n- For each player: go through “Ask” for the player.\n" in text
    assert "\n\nThen:\n\n- If the pot is 5:\n" in text
