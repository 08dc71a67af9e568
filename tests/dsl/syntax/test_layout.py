"""Lines, indentation, characters and limits."""

from __future__ import annotations

import pytest

from hoyle.dsl.source.span import Source
from hoyle.dsl.syntax.layout import DEEPEST_BLOCK, LONGEST_TEXT, scan
from hoyle.dsl.syntax.lexer import DEEPEST_BRACKET, LARGEST_NUMBER
from hoyle.dsl.syntax.machine import DEEPEST_TREE
from hoyle.dsl.syntax.parser import parse


def found(text: str) -> list[tuple[str, int, int, str]]:
    """The code, the line, the column and the underlined text of every diagnostic."""
    _, diagnostics = parse(Source("test", text))
    return [(p.code, p.span.line, p.span.column, p.span.text) for p in diagnostics]


def helps(text: str) -> list[str | None]:
    return [problem.help for problem in parse(Source("test", text))[1]]


# --------------------------------------------------------------------------------------------------------- margins


def test_any_indentation_width_is_allowed() -> None:
    assert not found("main\n if x\n         stop\n         nothing\n stop\n")


def test_a_tab_in_the_indentation_is_reported_once_and_the_rest_is_read() -> None:
    text = "main\n\tstop\n\tshufle x\n"
    assert found(text) == [("E0101", 2, 1, "\t"), ("E0232", 3, 2, "shufle")]
    assert helps(text)[0] == "use spaces, four for each level; 2 lines of this file have one"


def test_tabs_between_words_are_allowed() -> None:
    assert not found('game\t"Whist"\t[3]\t# so\n')


def test_an_indentation_between_two_others_is_an_error() -> None:
    text = "main\n    if x\n        stop\n      stop\n    x x\nalways y y\n"
    assert found(text) == [("E0102", 4, 1, "      "), ("E0213", 6, 10, "y")]
    assert helps(text)[0] == "the lines above are indented by 0, 4, 8 spaces, this one by 6"


def test_the_first_line_of_a_file_is_not_indented() -> None:
    assert found('  game "X"\nlanguage 1\n') == [("E0104", 1, 3, "game")]


def test_a_block_after_a_line_that_takes_none_is_an_error() -> None:
    assert found("main\n    stop\n        stop\n        stop\n    stop\n") == [("E0104", 3, 9, "stop")]
    assert found("language 1\n    stop\n") == [("E0104", 2, 5, "stop")]
    assert helps("main\n    if x: stop\n        stop\n") == [
        "the line above has its statement after the `:`; put that one in the block too, and leave out the `:`"
    ]


def test_blank_lines_and_comments_have_no_indentation() -> None:
    assert not found("main\n\n   \n# a\n    if x\n  # b\n\n        stop\n            # c\n    stop\n\t\n# d")


def test_the_depth_of_nested_blocks_is_limited() -> None:
    def nested(depth: int) -> str:
        inner = "".join("    " * i + "if x\n" for i in range(1, depth))
        return "main\n" + inner + "    " * depth + "stop\n"

    assert not found(nested(DEEPEST_BLOCK))
    assert [problem[:2] for problem in found(nested(DEEPEST_BLOCK + 1))] == [("E0105", DEEPEST_BLOCK + 2)]


# ------------------------------------------------------------------------------------------------------ characters


@pytest.mark.parametrize("character", list("\0\x0b\x0c\x1b\x7f\x85\u202e\u2066\ufeff\ud800"))
@pytest.mark.parametrize("text", ['game "a{}b"\n', 'game "ab" # {}\n', "ga{}me\n"])
def test_invisible_characters_are_allowed_nowhere(character: str, text: str) -> None:
    text = text.replace("{}", character)
    assert found(text) == [("E0110", 1, text.index(character) + 1, character)]


def test_a_line_with_an_invisible_character_is_not_read() -> None:
    assert found("main\n    shu\0fle stock\n    shufle x\n") == [("E0110", 2, 8, "\0"), ("E0232", 3, 5, "shufle")]


def test_a_byte_order_mark_at_the_start_is_allowed() -> None:
    tree, diagnostics = parse(Source("test", '\ufeffgame "X"\n'))
    assert not diagnostics
    assert len(tree.declarations) == 1


def test_line_ends_with_and_without_carriage_return() -> None:
    text = 'game "X"   # so\nmain\n    if x\n        stop [3]\n'
    with_cr = text.replace("\n", "\r\n")
    assert parse(Source("a", with_cr)) == parse(Source("b", text))
    assert found("game X\r\n") == [("E0222", 1, 6, "X")]


def test_a_lone_carriage_return_ends_no_line() -> None:
    assert found('game "X"\rlanguage 1\n')[0] == ("E0110", 1, 9, "\r")


@pytest.mark.parametrize(
    ("text", "underlined", "help"),
    [
        ("always x – 1\n", "–", "use the hyphen of the keyboard: `-`"),
        ("always x ≤ 1\n", "≤", "write `<=`"),
        ("game “X”\n", "“", 'use the straight quote: "'),
        ("always x = 7♥\n", "♥", "write `hearts`"),
        ("always x && y\n", "&&", "write `and`"),
        ("always 'x'\n", "'", 'a text stands in double quotes: "…"; what somebody has is written `p.points`'),
    ],
)
def test_typographic_characters_are_explained(text: str, underlined: str, help: str) -> None:
    ((code, _, _, shown),) = found(text)
    assert (code, shown, helps(text)) == ("E0206", underlined, [help])


def test_a_no_break_space_is_an_error() -> None:
    assert found("always x\u00a0y\n") == [("E0109", 1, 9, "\u00a0")]
    assert found("always x € y\n") == [("E0109", 1, 10, "€")]


@pytest.mark.parametrize(
    ("word", "help"),
    [
        ("dealHand", "write `deal_hand`"),
        ("_x", "write `x`"),
        ("été", "write `ete`"),
        ("Big_Joker", "write `big_joker`, or `BigJoker` for a rank: ranks have letters from a to z and digits only"),
    ],
)
def test_words_that_are_no_valid_names(word: str, help: str | None) -> None:
    assert found(f"always {word} = 1\n") == [("E0114", 1, 8, word)]
    assert helps(f"always {word} = 1\n") == [help]


def test_letters_after_digits_are_an_error() -> None:
    assert found("always x = 10J\n") == [("E0115", 1, 12, "10J")]
    assert found("always x = ٣\n") == [("E0115", 1, 12, "٣")]  # a digit of another script


# -------------------------------------------------------------------------------------------- quotes and brackets


def test_a_quote_without_an_end_is_an_error() -> None:
    assert found('game "Whist [3] # x\nlanguage 1\n') == [("E0111", 1, 6, '"Whist [3] # x')]


def test_a_hash_in_quotes_starts_no_comment() -> None:
    assert not found('game "a # b" # c "\n')


@pytest.mark.parametrize(
    ("text", "code", "column", "underlined"),
    [
        ("always (x = 1\n", "E0112", 8, "("),
        ("always (x = (1 + 2)\n", "E0112", 8, "("),
        ("always x in {1, 2\n", "E0112", 13, "{"),
        ("main [3\n", "E0112", 6, "["),
        ("always x = 1)\n", "E0113", 13, ")"),
        ("always (x = 1]\n", "E0113", 14, "]"),
    ],
)
def test_a_bracket_must_close_on_its_line(text: str, code: str, column: int, underlined: str) -> None:
    assert found(text) == [(code, 1, column, underlined)]


def test_a_wrong_closing_bracket_shows_the_opening_one() -> None:
    _, (problem,) = parse(Source("test", "always (x = 1]\n"))
    ((place, text),) = problem.notes
    assert (place.text, place.column, text, problem.help) == ("(", 8, "opened here", "write `)`")


# ---------------------------------------------------------------------------------------------------------- limits


def test_the_depth_of_nested_brackets_is_limited() -> None:
    def nested(depth: int) -> str:
        return "always " + "(" * depth + "x" + ")" * depth + "\n"

    assert not found(nested(DEEPEST_BRACKET))
    assert [problem[0] for problem in found(nested(DEEPEST_BRACKET + 1))] == ["E0106"]


@pytest.mark.parametrize(
    "text",
    [
        "always x" + " + x" * DEEPEST_TREE,
        "always " + "not " * DEEPEST_TREE + "x",
        "always x = " + "-" * DEEPEST_TREE + "x",
        "always x" + ".x" * DEEPEST_TREE,
        "define d means " + "x if y otherwise " * DEEPEST_TREE + "x",
        "always " + "any p in players has " * DEEPEST_TREE + "x",
        "main\n    if x: stop\n" + "    otherwise if x: stop\n" * DEEPEST_TREE,
    ],
    ids=["sum", "not", "minus", "dots", "otherwise", "has", "otherwise if"],
)
def test_the_depth_of_a_tree_is_limited(text: str) -> None:
    assert [problem[0] for problem in found(text + "\n")] == ["E0116"]
    repr(parse(Source("test", text.replace("not " * DEEPEST_TREE, "not " * 100) + "\n")))


@pytest.mark.parametrize(
    "text",
    [
        "always " + "(" * 100_000,
        "always " + "not " * 100_000,
        "main\n" + "".join(" " * min(i, 400) + "if x\n" for i in range(1, 2000)),
        "\0" * 200_000,
        '"' * 200_001,
        "always x = " + "9" * 200_000,
        'main\n    p chooses\n        "' + "{" * 200_000 + '"\n',
    ],
    ids=["brackets", "nots", "blocks", "nul", "quotes", "digits", "holes"],
)
def test_extremely_long_input_gives_few_diagnostics(text: str) -> None:
    assert 1 <= len(found(text)) <= 10


def test_the_length_of_a_file_is_limited() -> None:
    assert not found("# " + "x" * (LONGEST_TEXT - 2))
    assert [problem[0] for problem in found("(" * (LONGEST_TEXT + 1))] == ["E0107"]


def test_numbers_fit_32_bits() -> None:
    assert not found(f"always x = {LARGEST_NUMBER}\n")
    assert not found(f"always x = 000000000000{LARGEST_NUMBER}\n")
    assert found(f"always x = {LARGEST_NUMBER + 1}\n") == [("E0108", 1, 12, "2147483648")]


# -------------------------------------------------------------------------------------------------------- comments


def test_comments_have_a_place_and_may_fill_their_line() -> None:
    layout = scan(Source("test", '# own\ngame "#no" # behind  \n  # own too'))
    texts = [("# own", True), ("# behind", False), ("# own too", True)]
    source = '# own\ngame "#no" # behind  \n  # own too'
    assert [(source[c.start : c.end], c.own) for c in layout.comments] == texts


def test_a_citation_in_a_comment_gives_a_warning() -> None:
    _, (problem,) = parse(Source("test", "main\n    stop # [3, 4-5]\n"))
    assert (problem.code, problem.severity, problem.span.text) == ("W0201", "warning", "[3, 4-5]")
    assert not found("# see [3]\nmain\n    stop [3] # see [a]\n")
