"""The rulebook of every ruleset, under random settings and in every output format."""

from __future__ import annotations

import os
import re
from functools import cache
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from hoyle.cli.pages.rulebook import html
from hoyle.dsl.checked import CheckedGame, OptionSymbol
from hoyle.dsl.loading import load, rulesets
from hoyle.dsl.provenance.rulings import option_values
from hoyle.dsl.rulebook.context import RulebookSettings
from hoyle.dsl.rulebook.document import RulebookDocument, every_section
from hoyle.dsl.rulebook.markdown import anchors, markdown
from hoyle.dsl.rulebook.plain import plain
from hoyle.dsl.rulebook.sections import rulebook
from hoyle.dsl.rulebook.variations import option_words

NAMES = sorted(rulesets())
GAMES: dict[str, CheckedGame] = {}
WIDE = 100_000


def game(name: str) -> CheckedGame:
    """A ruleset, loaded once."""
    if name not in GAMES:
        found = load(name).game
        assert found is not None
        GAMES[name] = found
    return GAMES[name]


def values(option: OptionSymbol) -> list[int]:
    """All values that an option can have.  Of a long range, its ends and its default."""
    if option.values is not None:
        return list(option.values)
    if option.type.kind == "word":
        return list(range(len(option.type.words)))
    span = range(option.type.low, option.type.high + 1)
    return list(span) if len(span) <= 20 else [span[0], option.default, span[-1]]


def usual(of: CheckedGame) -> dict[OptionSymbol, int]:
    return {option: option.default for option in of.options}


@cache
def usual_book(name: str) -> RulebookDocument:
    """The rulebook of a ruleset at its default settings."""
    return rulebook(game(name), RulebookSettings(usual(game(name))))


@st.composite
def chosen(draw: st.DrawFn, of: CheckedGame) -> RulebookSettings:
    """Random settings of a game."""
    picked = {option: draw(st.sampled_from(values(option))) for option in of.options}
    low, high, _ = of.players
    return RulebookSettings(picked, draw(st.sampled_from([None, *range(low, high + 1)])))


def written(of: CheckedGame, with_: RulebookSettings) -> list[str]:
    """The sentences and rows of a rulebook without the author's own texts (variations, rulings)."""
    return rows_of(rulebook(of, with_))


def rows_of(document: RulebookDocument) -> list[str]:
    """The same for a rulebook that already exists."""
    text = plain(document, WIDE)
    return [part.strip() for part in re.split(r"\n(?:Variations|Rulings)\n-+\n", text)[0].splitlines() if part.strip()]


@pytest.mark.parametrize("name", NAMES)
@settings(
    max_examples=12 if os.environ.get("HOYLE_SLOW_TESTS") else 2,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(data=st.data())
def test_rulebooks_under_random_settings_are_complete(name: str, data: st.DataObject) -> None:
    of = game(name)
    with_ = data.draw(chosen(of))
    document = rulebook(of, with_)
    for text in rows_of(document):
        assert not re.search(r"[\ue000-\uf8ff]", text), text  # a placeholder for a player that was not replaced
        assert not re.search(r"[a-z]_[a-z]", text), text  # an identifier of the rule file
        assert not re.search(r"\b(the the|a the|is is|are are|not not|no no|of of|None)\b| ,|,\.|\.\.|\( |;;", text), (
            text
        )
        if "|" not in text:
            assert "  " not in text.strip("- "), text
    keys = [section.key for section, _ in every_section(document.sections)]
    assert len(set(keys)) == len(keys)
    for section, _ in every_section(document.sections):
        assert section.blocks or section.sections, section.title


@pytest.mark.parametrize("name", NAMES)
def test_every_value_of_every_option_is_listed(name: str) -> None:
    of = game(name)
    text = plain(usual_book(name), WIDE)
    for option in of.options:
        node = option.node
        assert node is not None
        for number, value in option_values(option) if node.values else ():
            assert value is not None
            words = option_words(option, number)
            if value.description and not value.description.lower().startswith(words):
                assert f"- {words}: {value.description}" in text
            assert f"- {words}" in text or (value.description and f"- {value.description}" in text), (
                option.name,
                words,
            )
        if not node.values:
            assert f"({option.name.replace('_', ' ')})" in text
    for title, _ in of.presets:
        assert title[:1].upper() + title[1:] in text


@pytest.mark.parametrize("name", NAMES)
def test_every_option_changes_the_written_rules(name: str) -> None:
    """The rules themselves must differ, not only the list of options.

    It is enough if they differ beside one value of another option.
    """
    of = game(name)
    others = [usual(of)] + [usual(of) | {other: value} for other in of.options for value in values(other)]
    known: dict[tuple[int, ...], list[str]] = {tuple(others[0].values()): rows_of(usual_book(name))}

    def rules(setting: dict[OptionSymbol, int]) -> list[str]:
        key = tuple(setting[option] for option in of.options)
        if key not in known:
            known[key] = written(of, RulebookSettings(setting))
        return known[key]

    def changes(option: OptionSymbol, around: dict[OptionSymbol, int]) -> bool:
        first, *more = (around | {option: value} for value in values(option))
        return any(rules(setting) != rules(first) for setting in more)

    for option in of.options:
        assert any(changes(option, around) for around in others), option.name


@pytest.mark.parametrize("name", NAMES)
def test_links_inside_a_rulebook_have_targets(name: str) -> None:
    document = usual_book(name)
    page = html(document)
    ids = set(re.findall(r' id="([^"]+)"', page))
    assert set(re.findall(r'href="#([^"]+)"', page)) <= ids
    text = markdown(document)
    found = set(re.findall(r"\]\(#([^)]+)\)", text))
    assert found <= set(anchors(document).values())
    assert found


def test_phases_are_written_in_the_order_of_play() -> None:
    document = rulebook(game("newberry_euchre"), RulebookSettings(usual(game("newberry_euchre"))))
    titles = [section.title for section in document.sections]
    assert titles[:3] == ["Players and cards", "Ranking", "Course of the game"]
    order = ["Deal hand", "Order up", "Name trump", "Play hand", "Score hand", "End of the game"]
    assert [title for title in titles if title in order] == order
    assert titles[-2:] == ["Variations", "Rulings"]


def test_the_number_of_players_is_left_open_or_fixed() -> None:
    of = game("texas_euchre")
    open_ = plain(rulebook(of, RulebookSettings(usual(of))), WIDE)
    assert re.search(r"Players +\| 3 +\| 4 +\| 5 +\| 6\n", open_)
    assert re.search(r"Hand size +\| 4 +\| 5 +\| 6 +\| 7\n", open_)
    fixed = plain(rulebook(of, RulebookSettings(usual(of), 6)), WIDE)
    assert "Six play" in fixed
    assert "Deal seven cards from the stock to each player" in fixed
    assert "two standard packs shuffled together, 104 cards" in fixed
    assert "Players |" not in fixed


def test_a_branch_that_is_never_taken_is_not_written() -> None:
    of = game("newberry_euchre")
    picked = usual(of)
    stick = next(option for option in of.options if option.name == "stick_the_dealer")
    assert "- Fold" in plain(rulebook(of, RulebookSettings(picked)), WIDE)
    picked[stick] = stick.type.words.index("must_call")
    assert "- Fold" not in plain(rulebook(of, RulebookSettings(picked)), WIDE)


def test_initial_values_of_a_phase_are_written() -> None:
    of = game("texas_euchre")
    assert "At the start each player has no tricks." in plain(rulebook(of, RulebookSettings(usual(of))), WIDE)


def test_long_chains_of_phases_and_defines_are_written(game_of, house: Path) -> None:
    """Each phase plays the next, and each define reads the next.  The text must not grow exponentially.  (Longer chains
    are an error: `dsl/checks/flow/unfolded.py`.)"""
    length = 10
    lines = [f"phase p{at}\n    add d{at} to deals\n    p{at + 1}\n    p{at + 1}" for at in range(length)]
    lines += [f"phase p{length}\n    add 1 to deals"]
    lines += [f"define d{at} means d{at + 1} + d{at + 1} + deals" for at in range(length)] + [
        f"define d{length} means 1"
    ]
    text = house.read_text("utf-8").replace("    dealer: player\n", "    dealer: player\n    deals: number\n")
    text = text.replace("        play_hand\n", "        play_hand\n        p0\n") + "\n".join(lines) + "\n"
    of = game_of(text)
    document = rulebook(of, RulebookSettings(usual(of)))
    assert len(list(every_section(document.sections))) > length // 3  # the last ones are written where they are called
    for form in (plain, markdown, html):
        assert len(form(document)) < 1000 * length


# ------------------------------------------------------------------------------------------------------------ goldens


@pytest.mark.parametrize(("name", "form", "file"), [
    ("newberry_euchre", "md", "newberry_euchre.md"),
    ("whist", "text", "whist.txt"),
])  # fmt: skip
def test_the_rulebook_matches_the_golden_file(hoyle, golden, name: str, form: str, file: str) -> None:
    done = hoyle("rulebook", name, "--format", form)
    assert (done.code, done.err) == (0, "")
    golden(file, done.out)


# -------------------------------------------------------------------------------------------------------- the command


def test_the_command_in_every_output_format(hoyle, house: Path) -> None:
    text = hoyle("rulebook", house).out
    assert text.startswith("Pebbles\n=======\n\nA small game that has a bit of everything.\n")
    assert hoyle("rulebook", house, "--format", "md").out.startswith("# Pebbles\n")
    assert hoyle("rulebook", house, "--format", "html").out.startswith("<!DOCTYPE html>")
    assert "Two play" in hoyle("rulebook", house, "--players", "2").out


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("-o", "target=1000"), "option `target` cannot be `1000`"),
        (("-o", "targt=10"), "did you mean `target`?"),
        (("--players", "9"), "is for 2 to 4 players"),
        (("--preset", "x"), "has no preset `x`"),
        (("--format", "pdf"), "pdf"),
    ],
)
def test_wrong_use_of_the_command(hoyle, house: Path, arguments: tuple[str, ...], said: str) -> None:
    done = hoyle("rulebook", house, *arguments)
    assert done.code == 2
    assert said in done.err


def test_markdown_in_texts_of_the_author_is_escaped(hoyle, house: Path) -> None:
    text = house.read_text("utf-8").replace("A tie is no tie.", "* not [a](link) `code` # x | y <b>")
    house.write_text(text, "utf-8")
    out = hoyle("rulebook", house, "--format", "md").out
    assert r"\* Not \[a\](link) \`code\` \# x \| y \<b\>" in out
