"""The house rules of docs/cookbook: each is sound, is printed in the page, can be played, and changes what it says.

To see what a recipe changes, its game and the recipe are played side by side, with the same cards and the same choices, up
to the first difference: another number of cards, another answer, other points, or another end.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from hoyle.dsl.loading import load
from hoyle.interpreter.engine import Dice, Engine
from hoyle.interpreter.lowering import lower

DOCS = Path(__file__).resolve().parents[2] / "docs"
RECIPES = sorted((DOCS / "cookbook").glob("*.hoyle"))
PAGE = (DOCS / "cookbook.md").read_text(encoding="utf-8")

CHANGES: dict[str, tuple[str, str]] = {
    "barbu_no_doubles": ("answers", "-done"),
    "belote_said": ("answers", "+belote"),
    "buck_euchre_fifteen": ("points", "15 15 15 15"),
    "clabber_dealer_names": ("answers", "-pass"),
    "crazy_eights_one_card": ("answers", "-draw"),
    "cribbage_no_heels": ("points", "0 0"),
    "dou_dizhu_no_four_with_two": ("answers", "-lay four"),
    "durak_passing_on": ("answers", "+pass on with"),
    "euchre_32_cards": ("cards", "32"),
    "euchre_dealer_must_name": ("answers", "-pass"),
    "euchre_five_alone": ("points", "5"),
    "euchre_open_partner": ("answers", "-call for the best"),
    "german_whist_joker": ("points", "1"),
    "gin_only": ("answers", "-knock with"),
    "go_fish_three_deals": ("end", ""),
    "golf_jacks": ("points", ""),
    "hasenpfeffer_bold": ("points", "12"),
    "hearts_no_passing": ("answers", "-pass"),
    "hearts_pass_left": ("hand", ""),
    "hearts_to_fifty": ("end", ""),
    "jass_plain_match": ("points", ""),
    "knockout_short": ("hand", ""),
    "oh_hell_five": ("points", "5"),
    "oh_hell_joker": ("cards", "53"),
    "oh_hell_spades": ("trump", "spades"),
    "oh_hell_up_only": ("hand", ""),
    "oklahoma_gin": ("answers", "-knock with"),
    "palace_sevens": ("answers", "-play"),
    "pepper_no_no_trump": ("answers", "-name no trump"),
    "pepper_to_forty_two": ("end", ""),
    "president_pass_final": ("player", ""),
    "rook_dealer_fifty": ("answers", "-pass"),
    "rook_with_ones": ("cards", "45"),
    "scopa_settebello": ("points", ""),
    "spades_jokers": ("cards", "52"),
    "spades_no_bags": ("points", ""),
    "spoil_five_jink": ("points", ""),
    "tarneeb_41": ("points", ""),
    "whist_dealer_names": ("answers", "+name clubs"),
    "whist_every_trick": ("points", ""),
    "whist_rubber": ("end", ""),
    "yaniv_asaf_twenty": ("points", ""),
}
"""What is different first, and a part of it: an answer that is added (+) or missing (-), the number of cards, the points under
the recipe.
"""

GUIDE = {
    "clabber_dealer_names": "pass",
    "euchre_dealer_must_name": "pass",
    "hasenpfeffer_bold": "bid 6",
    "rook_dealer_fifty": "pass",
}
"""Answers that are given if they can be: what some recipes change comes up seldom."""


@cache
def engine(name: str) -> Engine:
    """The engine of a game or of a recipe with its defaults."""
    loaded = load(name)
    assert loaded.game is not None
    assert list(map(str, loaded.diagnostics)) == []
    return Engine(lower(loaded.game, None, None))


def looks(game: Engine, state: Any) -> dict[str, Any]:
    """What can be seen of a position: who is asked, the answers, the points, the hands, the trump."""
    question = game.question(state)
    program = game.program
    found: dict[str, Any] = {"player": question.player if question else None}
    if question is not None:
        options = list(question.options())[:400] if question.player >= 0 else []
        found["answers"] = {option.label for option in options}
    for number, info in enumerate(program.variables):
        if info.name == "points":
            found["points"] = [
                game.value(state, number, owner if info.count > 1 else -1) for owner in range(info.count)
            ]
        if info.name == "trump":
            found["trump"] = game.words.value(info.type, game.value(state, number, -1))
    return found


def first_difference(base: Engine, recipe: Engine, wanted: str, part: str, guide: str = "") -> bool:
    """Play both with the same cards and choices, and say whether what is different first is what the recipe says."""
    if wanted == "cards":
        return len(base.program.deck) != len(recipe.program.deck) or part == str(len(recipe.program.deck))
    for seed in range(100):
        here, there, dice = base.start(seed=seed), recipe.start(seed=seed), Dice(seed)
        for _ in range(1200):
            a, b = looks(base, here), looks(recipe, there)
            kind = difference(a, b)
            if kind is not None:
                if matches(kind, a, b, wanted, part):
                    return True
                break
            question = base.question(here)
            if question is None:
                break
            options = list(question.options())[:400]
            guided = [option for option in options if guide and option.label == guide]
            label = (guided or options)[dice.below(len(guided or options))].label
            here = base.apply(here, next(o.choice for o in options if o.label == label))
            other = recipe.question(there)
            assert other is not None
            there = recipe.apply(there, next(o.choice for o in other.options() if o.label == label))
    return False


def difference(a: dict[str, Any], b: dict[str, Any]) -> str | None:
    """What is different in two positions: the end, the points, the trump, the player, or the answers."""
    if (a["player"] is None) != (b["player"] is None):
        return "end"
    for kind in ("points", "trump", "player", "answers"):
        if a.get(kind) != b.get(kind):
            return kind
    return None


def matches(kind: str, a: dict[str, Any], b: dict[str, Any], wanted: str, part: str) -> bool:
    """Whether a difference is the one that a recipe announces."""
    if wanted == "hand":
        return kind in ("answers", "player", "trump")
    if wanted == "answers":
        if kind not in ("answers", "player"):
            return False
        have, lack = b.get("answers", set()), a.get("answers", set())
        new = have - lack if part[0] == "+" else lack - have
        return any(label.startswith(part[1:]) for label in new)
    if kind != wanted:
        return False
    return part in " ".join(map(str, b[kind])) if kind == "points" else kind != "trump" or b["trump"] == part


def test_there_are_forty_recipes_and_each_says_what_it_changes():
    assert len(RECIPES) >= 40
    assert {path.stem for path in RECIPES} == set(CHANGES)


@pytest.mark.parametrize("path", RECIPES, ids=[path.stem for path in RECIPES])
def test_a_recipe_is_sound_printed_and_changes_what_it_says(path: Path):
    text = path.read_text(encoding="utf-8")
    block = re.search(rf"<!-- recipe: {path.stem} -->\n```hoyle house rule\n(.*?)```", PAGE, re.DOTALL)
    assert block is not None, "the page prints the recipe"
    assert block[1].strip() == text.strip(), "make the page anew from the file, or the file from the page"
    base = re.search(r"^variant .* of (\w+)$", text, re.MULTILINE)
    assert base is not None
    assert first_difference(engine(base[1]), engine(str(path)), *CHANGES[path.stem], GUIDE.get(path.stem, ""))
