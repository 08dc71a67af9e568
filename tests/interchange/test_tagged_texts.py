"""The tags of PBN and PTN read one by one: where each is, what a comment belongs to, and every mistake."""

from __future__ import annotations

import io
from collections.abc import Iterator

import pytest

from hoyle.dsl.codes.reporting import ScriptError
from hoyle.dsl.source.reading import Unreadable
from hoyle.dsl.source.span import Source
from hoyle.interchange import hands, tagged
from hoyle.interchange.inherited import InheritedTags
from hoyle.interchange.ptn import read as read_ptn
from hoyle.interchange.tagged import LARGEST_GAME, LONGEST_LINE, Tags, games, read_tags


def texts(data: bytes, *, latin: bool = False) -> list[tuple[int, str]]:
    """The games of a file: their first line and their text."""
    return [(one.first, one.text) for one in games(io.BytesIO(data), "x", latin=latin)]


def unreadable(data: bytes, *, latin: bool = False) -> str:
    with pytest.raises(Unreadable) as found:
        texts(data, latin=latin)
    return found.value.why


def test_empty_lines_divide_a_file_into_games() -> None:
    assert texts(b"") == texts(b"\n\r\n  \n") == []
    assert texts(b"\n\na\nb\r\n\n \t\n\nc") == [(3, "a\nb\r\n"), (8, "c")]
    assert texts(b"\xef\xbb\xbfa\n\n\xef\xbb\xbfb") == [(1, "a\n"), (3, "\ufeffb")]


def test_a_game_begins_where_the_empty_line_above_it_was_forgotten() -> None:
    game, next_game = b'[Event "a"]\n[Deal "N:- - - -"]\n[Play "N"]\nSA\n', b'[Event "b"]\n[Deal "-"]\n'
    assert texts(game + next_game + game) == [
        (1, game.decode()), (5, next_game.decode()), (7, game.decode())
    ]  # fmt: skip
    whole = b'[Event "a"]\n[Event "b"]\n[Deal "-"]\n'
    assert texts(whole) == [(1, whole.decode())]
    for one in (b'[Deal "-"]\n[Event "b"]\n', b'[Event "a"]\n[Deal "-"]\n{\n[Event "b"]\n}\n'):
        assert texts(one) == [(1, one.decode())]


def test_an_empty_line_in_a_comment_divides_nothing() -> None:
    for first in (b"{ a", b'"x" {', b'"{" {', b"a } {", b"{ a } {", b'"\\"" {', b'" {'):
        assert texts(first + b"\n\nb }\n\nc\n") == [(1, first.decode() + "\n\nb }\n"), (5, "c\n")]
    for first in (b"; {", b"% {", b'"{"', b"{ a }", b"{ { }", b'"a\\"{"', b"a }"):
        assert texts(first + b"\n\nb }\n") == [(1, first.decode() + "\n"), (3, "b }\n")]


def test_games_have_a_size_that_can_be_read() -> None:
    longest = b"x" * (LONGEST_LINE - 1) + b"\n"
    assert texts(longest)[0][0] == 1
    assert unreadable(b"a\nx" + longest) == "line 2 is longer than 64 kB"
    lines = LARGEST_GAME // LONGEST_LINE
    assert len(texts(longest * lines + b"\n" + longest * lines)) == 2
    assert unreadable(b"\n\n" + longest * lines + b"x") == (
        f"the game that begins in line 3 is larger than {LARGEST_GAME // 1024} kB"
    )


def test_bytes_that_are_no_text() -> None:
    assert unreadable(b"a\n\xc3\xa9b\xe9\n") == "line 2 is not UTF-8 text from column 3 on"
    assert texts(b"a\xe9\n", latin=True) == [(1, "a\xe9\n")]
    assert texts("é".encode(), latin=True) == [(1, "é")]
    assert unreadable(b"a\nbc\x00\n", latin=True) == "there is a character that is no text in line 2, column 3"
    assert texts(b"a\tb\n") == [(1, "a\tb\n")]


def shown(text: str) -> Iterator[tuple[str, ...]]:
    tags = read_tags(Source("x", text), "PBN")
    yield ("", tags.comment)
    for tag in tags.tags:
        words = " ".join(
            f"{token.line}:{token.word.text}" + f"<{token.comment}>" * bool(token.comment) for token in tag.tokens
        )
        yield tag.name.text, tag.value.text, tag.comment, words


def test_tags_their_sections_and_comments() -> None:
    text = (
        '{before\nall } ; more\n% left out [A "b"]\n[ Name\n"a \\"b\\" \\\\" ] {of\n the tag} ; twice\n'
        'one two {after}{ two}\n"a b" 3! [Second ""]\n% not this\n\nlast;end'
    )
    assert [*shown(text)] == [
        ("", "before all more"),
        ("Name", 'a "b" \\', "of the tag twice", '6:one 6:two<after two> 7:"a b" 7:3!'),
        ("Second", "", "", "10:last<end>"),
    ]


def test_values_know_their_places() -> None:
    text = '[A "x"]\n[Deal "N:abc"]\nw1 w2\n[Deal "other"] [Void "?"]'
    tags = read_tags(Source("x", text), "PBN")
    deal = tags.get("Deal")
    assert deal is not None
    assert deal.part(tags.source, 2, 4).span.text == deal.part(tags.source, 2, 4).text == "ab"
    assert (str(deal.name.span), str(deal.value.span), str(deal.tokens[1].word.span)) == ("x:2:2", "x:2:8", "x:3:4")
    assert [tags.text(name) for name in ("Deal", "Void", "None", "A")] == ["N:abc", "", "", "x"]
    assert tags.get("None") is None


MISTAKES = [
    ("a", "a", "`a` cannot stand here"),
    ("]", "]", "`]` cannot stand here"),
    ('[A "x"] ]', "]", "`]` cannot stand here"),
    ("{a", "{", "this comment has no closing `}`"),
    ('[A "x"] {a', "{", "this comment has no closing `}`"),
    ('["x"]', "[", "the name of a tag is missing"),
    ("[", "[", "the name of a tag is missing"),
    ("[A x]\nb", "x]", "the value of a tag stands in quotation marks"),
    ("[A", "", "the value of a tag stands in quotation marks"),
    ('[A "x" y]', '[A "x"', "this tag has no closing `]`"),
    ('[A "x"', '[A "x"', "this tag has no closing `]`"),
]


def test_what_is_no_tag() -> None:
    for text, part, why in MISTAKES:
        with pytest.raises(ScriptError) as found:
            read_tags(Source("x", text), "PBN")
        problem = found.value.diagnostic
        assert (problem.code, problem.span.text) == ("E1081", part)
        assert why in problem.message
        assert "PBN" in problem.message


def test_a_game_has_only_so_many_words(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tagged, "MOST_TOKENS", 3)
    assert len(read_tags(Source("x", '[A ""] a b c'), "PBN").tags[0].tokens) == 3
    with pytest.raises(ScriptError, match="a game has more than 3 words"):
        read_tags(Source("x", '[A ""] a b [B ""] c d'), "PBN")


# ------------------------------------------------------------------------------------- values taken from earlier games


def test_values_that_games_take_from_earlier_ones() -> None:
    inherited = InheritedTags(("Event", "Site", "Deal"))

    def filled(text: str) -> list[tuple[str, str]]:
        tags = read_tags(Source("x", text), "PBN")
        inherited.fill(tags)
        return [(tag.name.text, tag.value.text) for tag in tags.tags]

    assert filled('[Event "#"][Other "#"]') == [("Event", ""), ("Other", "#")]
    assert filled('[Event "one"][Site "##here"][Deal "#"][Event "#"]') == [
        ("Event", "one"), ("Site", "here"), ("Deal", "#"), ("Event", "#"),
    ]  # fmt: skip
    assert filled('[Event "#"]') == [("Event", "one"), ("Site", "here")]
    assert filled('[Site "there"]') == [("Site", "there")]
    assert filled('[Event "two"]') == [("Event", "two"), ("Site", "there")]
    assert filled('[Site "#"][Event "#"]') == [("Site", "there"), ("Event", "two")]
    empty = Tags(Source("x", ""), [])
    inherited.fill(empty)
    assert empty.tags == []


# ------------------------------------------------------------------------------------------------------------ PTN


def test_the_bids_of_a_game_in_ptn() -> None:
    def bids(text: str, deal: str = "S:- - - -") -> list[tuple[int | None, str, int | None, str | None, bool, str]]:
        game, problems = read_ptn(Source("x", f'[Deal "{deal}"]\n[Auction "W"]\n{text}\n'))
        assert game is not None, problems
        return [(one.seat, one.word.text, one.level, one.suit, one.alone, one.comment) for one in game.deals[0].actions]

    assert bids("1 2 pass - {nothing}\n1♥ 3NT {why} - S") == [
        (1, "bid", 1, "hearts", False, ""), (2, "bid", 2, None, False, ""), (3, "Pass", None, None, False, ""),
        (2, "bid", 3, "no trump", False, "why"), (0, "bid", None, "spades", False, ""),
    ]  # fmt: skip
    assert bids("Alone call1 5dCall2 12") == [
        (1, "alone", None, None, True, ""), (2, "call1", None, None, True, ""), (3, "call2", 5, "diamonds", True, ""),
        (0, "bid", 12, None, False, ""),
    ]  # fmt: skip


def test_who_sits_out_and_what_is_trump_in_ptn() -> None:
    text = '[Event "T"]\n[Odd "x"]\n[Deal "S:A... .K.. ..Q. ...J"]\n[Contract "{}"]\n[Auction "W"]\nAlone - - -\n[Play "N"]\nDA -\n'
    for contract, trump in (("3♣", "clubs"), ("2NT", None), ("4", None), ("x", None)):
        game, problems = read_ptn(Source("x", text.format(contract)))
        assert (game is not None, problems) == (True, ())
        assert game is not None
        (deal,) = game.deals
        assert (deal.trump, deal.out, deal.leader, deal.dealer) == (trump, frozenset({3}), 2, 0)
        assert game.title is not None
        assert (game.title.text, [one.text for one in game.names]) == ("T", ["S", "W", "N", "E"])
    assert [one.span.text for one in game.unkept] == ["Odd"]


def test_the_options_of_a_game_in_ptn() -> None:
    def options(inner: str) -> dict[str, str]:
        said = inner.replace('"', '\\"')
        game, problems = read_ptn(Source("x", f'[GameOptionsJson "{said}"]\n'))
        if game is None:
            return {"wrong": problems[0].message}
        return {name: value.text for name, value in game.settings.items()}

    assert options("") == {}
    assert options("{}") == {"deck": "default, 1"}
    assert options('{"deckSize": 24, "numDecks": 2, "a": true, "b": false, "c": null, "d": "x", "e": 7}') == {
        "deck": "24, 2", "a": "true", "b": "false", "c": "null", "d": "x", "e": "7",
    }  # fmt: skip
    assert "the options are an object in braces" in options("[]")["wrong"]
    assert "the options are not JSON: " in options("{")["wrong"]
    game, problems = read_ptn(Source("x", '[Deal "S:- - - - - - -"]'))
    assert game is None
    assert "there are 7 hands, and two to six players" in problems[0].message
    assert read_ptn(Source("x", "")) == (None, ())


# ---------------------------------------------------------------------------------------------------- unknown cards


def test_cards_are_matched_to_those_who_may_hold_them() -> None:
    """Cards 0 and 1 are of group 0, card 2 of group 1, card 3 of group 2."""
    group = [0, 0, 1, 2]
    assert hands._matched([], group, [0, 1]) == []
    assert hands._matched([{0}], group, [0, 1, 2]) == [2]
    assert hands._matched([set(), {0}], group, [2, 0]) == [0, 2]
    assert hands._matched([{0}, {0, 1}], group, [0, 2, 3]) == [2, 3]
    assert hands._matched([{0, 1}, {0}], group, [3, 2]) == [3, 2]
    assert hands._matched([{0}, {0}], group, [0, 1, 2]) is None
    assert hands._matched([{0, 1, 2}], group, [0, 2, 3]) is None
    assert hands._matched([set(), set()], group, [1]) is None
