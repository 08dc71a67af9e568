"""Parsing only the changed parts gives the same result as parsing the whole text."""

from __future__ import annotations

import random
from dataclasses import fields
from typing import Any

import pytest

from hoyle.dsl.loading import RULESETS
from hoyle.dsl.source.frozen import Frozen
from hoyle.dsl.source.span import Source, Span
from hoyle.dsl.syntax.layout import scan
from hoyle.dsl.syntax.parser import parse
from hoyle.language_server.forms import Forms

FILES = sorted(RULESETS.rglob("*.hoyle"))


def places(node: Any) -> list[tuple[str, int, int]]:
    """The spans of all nodes in a tree, parents first."""
    found: list[tuple[str, int, int]] = []
    if isinstance(node, tuple):
        for one in node:
            found += places(one)
    elif isinstance(node, Frozen):
        for f in fields(node):
            value = getattr(node, f.name)
            if isinstance(value, Span):
                found.append((type(node).__name__, value.start, value.end))
            else:
                found += places(value)
    return found


@pytest.mark.parametrize("seed", range(8))
def test_the_tree_is_the_same_after_random_edits(seed: int) -> None:
    dice = random.Random(seed)
    text = dice.choice(FILES).read_text(encoding="utf-8")
    forms: Forms | None = None
    kept = 0
    for _ in range(8):
        source = Source("x.hoyle", text)
        before = {id(form) for form in forms.forms} if forms is not None else set()
        forms = Forms(source, scan(source), forms)
        kept += len([form for form in forms.forms if id(form) in before])
        tree, problems = parse(source)
        assert forms.tree == tree
        assert places(forms.tree) == places(tree)
        assert forms.clean == (not problems)
        start = dice.randrange(len(text))
        new = "".join(dice.choice('ab \n"#.:[1]\t') for _ in range(dice.choice([0, 1, 2])))
        text = text[:start] + new + text[start + dice.choice([0, 1, 40]) :]
        if dice.random() < 0.3:
            half = text.find("\n", len(text) // 2) + 1
            text = text[half:] + "\n" + text[:half]
    assert kept > 8


def test_two_equal_parts_of_a_text_keep_their_own_places() -> None:
    one = "define x means 1\ndefine x means 1\n"
    source = Source("x", one)
    forms = Forms(source, scan(source))
    other = Source("x", "# more\n" + one)
    again = Forms(other, scan(other), forms)
    assert places(again.tree) == places(parse(other)[0])
    assert again.forms[0] is forms.forms[0]
    assert again.tree.declarations[1].span.text == "define x means 1"


@pytest.mark.parametrize("mark", ["", "\ufeff"])
@pytest.mark.parametrize("end", ["", "\n", "\n\n# the end"])
def test_a_text_is_read_from_its_first_letter(mark: str, end: str) -> None:
    for text in ('game "A"\nplayers 2\ndeck 2 3', '\n\n# A\ngame "A"\n\nmain\n    nothing', "main\n    nothin"):
        source = Source("a.hoyle", mark + text + end)
        tree, problems = parse(source)
        for before in (None, Forms(source, scan(source))):
            forms = Forms(source, scan(source), before)
            assert forms.tree == tree
            assert places(forms.tree.declarations) == places(tree.declarations)
            assert forms.clean is not problems
            assert [form.text in source.text and not form.text.startswith("\ufeff") for form in forms.forms] == [
                True
            ] * len(forms.forms)
