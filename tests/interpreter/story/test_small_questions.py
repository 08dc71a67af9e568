"""The questions of small games as data, why each other choice is refused, and recorded games picture by picture."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from hoyle.interpreter.engine import Dice, Question
from hoyle.interpreter.lowering import lower
from hoyle.interpreter.opening.opened import OpenedGame
from hoyle.interpreter.records import Choice
from hoyle.interpreter.story import asked as questions
from hoyle.interpreter.story.asked import amount, asked
from hoyle.interpreter.story.refused import reason, refusal, refusal_of_cards
from hoyle.interpreter.story.scripted.facts import following, position, preceding
from hoyle.interpreter.story.scripted.frames import Animation, animate
from hoyle.interpreter.text.parse import Words

from ...golden import same_as_file
from ...small_rules import game_of
from ..small_scripts import game_in, opened, recorded
from ..wording.test_printed_reasons import RULES as OPEN

GOLDEN = Path(__file__).with_name("golden")
ASKING = ("choices", "tricks", "flow", "wide", "alike", "turns", "open")


def asking(name: str) -> OpenedGame:
    """A small game; `open` has cards that lie openly, and an answer whose text is only a card."""
    if name != "open":
        return opened(name)
    alone = '            "{k}" for k in p.hand where k.number > 3\n                move k to pile\n'
    game = game_of(OPEN.replace('            "well"', f'{alone}            "well"'))
    return OpenedGame.lowered(game, lower(game), ("Ann", "Bob", "Cyd"))


def kept(name: str, lines: list[str]) -> None:
    same_as_file(GOLDEN / f"{name}.txt", "".join(f"{line}\n" for line in lines))


def short(data: Any) -> str:
    return json.dumps(data, ensure_ascii=False)


def refusals(question: Question, words: Words, dice: Dice) -> Iterator[str]:
    """Why some choices that a player could mean are refused, said to the player and about the player."""
    program, tried = question.program, list[Choice]()
    for number, alternative in enumerate(question.alternatives):
        for _ in range(4):
            values: list[int] = []
            for bound in alternative.bound:
                if bound.type.holds_cards:
                    values.append(sum(1 << dice.below(len(program.deck)) for _ in range(1 + dice.below(2))))
                else:
                    values.append(dice.below(9 if bound.type.kind == "number" else program.count_of(bound.type)))
            tried.append(Choice(number, tuple(values)))
    tried.append(Choice(len(question.alternatives), ()))
    for choice in dict.fromkeys(tried):
        said = reason(question, words, choice)
        assert (said == "") == question.legal(choice)
        about = reason(question, words, choice, "one")
        if said and choice.alternative < len(question.alternatives):
            yield f"    {choice.alternative} {choice.values}: {said} / {about}"
            yield f"        {refusal(question, words, choice)} / {refusal(question, words, choice, 'one')}"


@pytest.mark.parametrize("name", ASKING)
def test_what_is_asked_and_why_other_choices_are_refused(name: str) -> None:
    one, dice, lines = asking(name), Dice(8), list[str]()
    engine, words = one.engine, one.words
    state = engine.start(seed=3)
    for number in range(7):
        question = engine.question(state)
        if question is None:
            break
        data = asked(question, words)
        choices = list(islice(question.choices(), 300))
        assert data["count"] == len(choices)
        assert len(data["options"]) + data["more"] == len(choices)
        for option in data["options"]:
            assert option["label"] == question.label(choices[option["number"]], words)
        if number in (0, 3, 6):
            lines.append(short({key: value for key, value in data.items() if key not in ("options", "picks")}))
            lines += [f"    {short(option)}" for option in data["options"][:9]]
            lines += [f"    {short(data['picks'])}"[:400], *refusals(question, words, dice)]
            for cards in (["A♠"], ["2♣", "3♣"], ["K♥"], ["??"]):
                lines.append(f"    {cards}: {refusal_of_cards(question, words, cards)}")
                lines.append(f"        {short(asked(question, words, cards)['picks'])}"[:300])
        state = engine.apply(state, choices[dice.below(len(choices))])
    kept(f"{name}_asked", lines)


def test_how_many_cards_are_picked_in_words() -> None:
    found = {
        (1, 1): "a card", (3, 3): "three cards", (0, 0): "no cards", (0, 1): "up to one card", (0, 5): "up to five cards",
        (1, 2): "one or two cards", (1, 3): "one to three cards", (1, 5): "one to five cards", (1, 6): "one or more cards",
        (1, 13): "one or more cards", (2, 3): "two or three cards", (2, 6): "two to six cards", (2, 13): "two to thirteen cards",
        (13, 13): "thirteen cards",
    }  # fmt: skip
    assert {key: amount(*key) for key in found} == found


def test_sets_of_cards_in_the_order_in_which_they_make_sense() -> None:
    sense = questions._sense
    hands = {
        "none": ([], []), "one": ([3], [0]), "pair": ([3, 3], [0, 1]), "three": ([3, 3, 3], [0, 1, 2]),
        "run": ([3, 4, 5], [0, 0, 0]), "long run": ([3, 4, 5, 6], [1, 1, 1, 1]), "suit": ([3, 5, 6], [0, 0, 0]),
        "two alike": ([3, 3, 4], [0, 0, 0]), "mixed": ([3, 5], [0, 1]), "more mixed": ([3, 5, 6], [0, 1, 0]),
    }  # fmt: skip
    assert sorted(hands, key=lambda name: (sense(*hands[name]), name)) == [
        "one", "none", "three", "pair", "long run", "run", "suit", "two alike", "mixed", "more mixed",
    ]  # fmt: skip
    assert questions._within([], ["a"])
    assert questions._within(["a", "a"], ["a", "b", "a"])
    assert not questions._within(["a", "a"], ["a", "b"])


# ------------------------------------------------------------------------------------------------- recorded games in pictures


def with_remarks(text: str) -> str:
    """A recorded game with a comment, and with its third choice in a side line, too."""
    lines = text.splitlines()
    at = [
        i for i, line in enumerate(lines) if ": " in line and line.split(":")[0] in ("Ann", "Bob", "Cyd", "Dan", "Eve")
    ]
    third, chosen = at[2], lines[at[2]]
    aside = ['what if "otherwise"', f"  {chosen}", "# let us see", chosen]
    return "\n".join([*lines[:third], *aside, *lines[third + 1 :]]) + "\n"


def pictures(animation: Animation) -> Iterator[str]:
    for number, picture in enumerate(animation.pictures):
        yield f"{position(animation, number)}: {len(picture.captions)} captions"
        yield from (f"    {str(caption)[:260]}" for caption in picture.captions)
        yield "    " + " ".join(
            str(move(animation, number, what)) for move in (following, preceding) for what in ("deal", "trick")
        )
    yield f"{animation.acted} {[at for at, _ in animation.reached]} {animation.result}"
    yield f"{animation.failure}"[:200]


@pytest.mark.parametrize("viewer", [None, 0])
@pytest.mark.parametrize("name", ["choices", "tricks", "alike"])
def test_the_pictures_of_a_recorded_game(name: str, viewer: int | None) -> None:
    text = with_remarks(recorded(name, 5, 9, expecting=viewer is None))
    kept(f"{name}_pictures_{viewer}", [*pictures(animate(game_in(text), opened(name), viewer))])


def test_a_mistake_is_a_remark_at_the_last_picture() -> None:
    text = recorded("tricks", 5, 4, expecting=False) + "expect turn Nobody\n"
    whole, seat = (animate(game_in(text), opened("tricks"), viewer) for viewer in (None, 0))
    assert whole.failure is not None
    assert str(whole.failure.message) in str(whole.pictures[-1].captions[-1])
    assert len(seat.pictures) == len(whole.pictures)
