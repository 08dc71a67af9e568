"""What the words of a script mean in small games, and what is said of words that mean nothing."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from hoyle.dsl.codes.reporting import ScriptError
from hoyle.dsl.source.span import Source, Span
from hoyle.interpreter.lowering import lower
from hoyle.interpreter.notation.model import SpannedText
from hoyle.interpreter.records import Where
from hoyle.interpreter.text.refused import RefusalFact
from hoyle.interpreter.wording.names import suggestion
from hoyle.interpreter.wording.refusals import Refusals

from ...golden import same_as_file
from ...small_rules import game_of, small_rules
from ..small_scripts import opened, shown

GOLDEN = Path(__file__).with_name("golden")
WORDS = (
    "ann", "1", "5", "Zoe", "Bob and Dan", "none", "Hand", "stok", "row 2", "points", "trump", "10h", "X♠", "K.swords", "misdeal",
    "revoke", "play hand", "loner_side", "strength", "??",
)  # fmt: skip


def said(text: str) -> SpannedText:
    """A word with a place."""
    return SpannedText.at(text, Source("small.play", text), 0, len(text))


@pytest.mark.parametrize("name", ["tricks", "alike", "values", "cards", "choices", "flow", "wide"])
def test_what_each_word_means(name: str) -> None:
    names = opened(name).names
    asked: dict[str, Callable[[SpannedText], object]] = {
        "player": names.player, "face": names.face, "zone": lambda one: names.zone(one, None), "thing": names.thing,
        "zone of Ann": lambda one: names.zone(one, said("Ann")), "hand of": lambda one: names.zone(said("hand"), one),
        "won of": lambda one: names.zone(said("won"), one), "define": names.define, "phase": names.phase,
        "incident": lambda one: names.incident(one, None), "incident by Bob": lambda one: names.incident(one, said("Bob")),
        "revoke by": lambda one: names.incident(said("revoke"), one), "misdeal by": lambda one: names.incident(said("misdeal"), one),
    }  # fmt: skip
    found: list[str] = []
    for what, ask in asked.items():
        for word in WORDS:
            try:
                answer = ask(said(word))
                assert ask(said(word)) == answer
            except ScriptError as error:
                answer = shown(error.diagnostic)[:120]
            found.append(f"{what} {word!r}: {answer}")
    program = names.program
    found += [names.title(Where(n, 0 if zone.owner is not None else -1)) for n, zone in enumerate(program.zones)]
    for variable in program.variables:
        for owner in ("Ann", "Ann and Cyd", "Zoe", None):
            one = said(owner) if owner is not None else None
            try:
                answer = names.owner(variable, said(variable.name), one)
            except ScriptError as error:
                answer = shown(error.diagnostic)
            found.append(f"{variable.name} of {owner}: {answer}")
    for ask in range(len(program.asks)):
        for text in ("play A♠", "pass", "lay 1.coins 1.cups", "take", "bella", "show"):
            found += [f"{ask} {text}: {names.answers(ask, text)}"] if names.answers(ask, text) else []
    same_as_file(GOLDEN / f"{name}_names.txt", "".join(f"{line}\n" for line in found))


def test_what_is_suggested() -> None:
    known = ["dealer", "leader", "winner"]
    assert suggestion("dealr", known) == "did you mean `dealer`?"
    assert suggestion("zzz", known) is None
    assert suggestion("zzz", known, "there are") == "there are `dealer`, `leader`, `winner`"
    assert suggestion("zzz", [], "there are") is None
    many = [f"name{number}" for number in range(14)]
    assert suggestion("zzz", many[:12], "they are") == "they are " + ", ".join(f"`{one}`" for one in many[:12])
    assert (
        suggestion("zzz", many, "they are") == "they are " + ", ".join(f"`{one}`" for one in many[:12]) + " and 2 more"
    )


def test_where_a_card_is() -> None:
    one = opened("tricks")
    state = one.engine.start(seed=3)
    words = {one.names.whereabouts(state.values, face, Where(0, -1)) for face in range(len(one.engine.program.faces))}
    assert {"hand of Ann", "hand of Bob", "hand of Cyd", "hand of Dan"} <= words
    assert Span(Source("x", "ab"), 0, 1).text == "a"


@pytest.mark.parametrize("first", [False, True])
@pytest.mark.parametrize("end", ["top", "bottom"])
def test_the_card_at_an_end_of_a_pile_explains_a_reason(end: str, first: bool) -> None:
    """So do the numbers of the game, and those of the player, but not those of others."""
    head = "    level: 0..9\n    wish of each player: 0..9\n"
    text = small_rules(act="add 1 to level\n                set wish of each player to level").replace(
        "for c in p.hand",
        f"for c in p.hand where c.suit = ({end} of pile).suit or p.wish > level and p.left.points < 4",
    )
    text = text.replace("    for p in players\n", "    move top of stock to pile\n    for p in players\n")
    if first:
        text = text.replace("    pile: face up\n", "").replace("zones\n", "zones\n    pile: face up\n")
    game = game_of(text.replace("remember\n", f"remember\n{head}"))
    program = lower(game)
    numbers = {info.name: number for number, info in enumerate(program.variables)}
    zone = next(number for number, one in enumerate(program.zones) if one.name == "pile")
    assert zone == (0 if first else 2)
    found = {fact for text in Refusals(game, program).texts(0, 0) for fact in text.facts}
    assert found == {
        RefusalFact("level", numbers["level"]), RefusalFact("wish", numbers["wish"], mine=True),
        RefusalFact(f"{end} card of the pile", zone=zone, top=end == "top"),
    }  # fmt: skip
