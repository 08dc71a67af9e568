"""Reads single lines of the text form: each function reads what follows the first word of a line.

The functions know only the line and the names of the players (`names`, in lower case).  With the names they distinguish
`points: A 0, B 2` (a value for each player) from `played: 2 3` (one value).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from ...dsl.codes.reporting import ScriptError, report
from ...dsl.source.nearest import slip_for
from ...dsl.source.span import Span
from . import model as m
from .lines import Segment, outside, unquoted
from .near_lines import cards_after_colon, choice_for, names_before_values, values_for

LONGEST_CHOICE = 2_000
MOST_CARDS = 400
_WORD = re.compile(r'[^\s,:"#\\]{1,80}')
_PLAYER = re.compile(r'[^\s,"#\\]{1,80}')
_SEVERAL = re.compile(r'[^\s,:"#\\]{1,80},')
"""A name with a comma: several players, as in `B, C: pass`."""
_NAME = "a name of the rule file"
"""The form of a name of the rule file, or of a card."""
_SEAT = re.compile(r"[A-Z]|[0-9]{1,2}")
_NUMBER = re.compile(r"[0-9]{1,19}")

WordSet = frozenset[str]


def first(word: Segment, rest: Segment, names: WordSet) -> m.FirstFact:
    """`first dealer A`"""
    name, value = rest.head()
    if not name.text:
        raise missing(word, "the name of what chance decides")
    value = value.cut(1) if value.text.startswith(":") else value
    if not value.text:
        raise missing(name, f"who or what `{name.text}` is first")
    return m.FirstFact(identifier(name), value.spanned())


def random(word: Segment, rest: Segment, names: WordSet) -> m.RandomFact:
    """`random: 7♥`"""
    value = _behind_colon(word, rest)
    if not value.text:
        raise missing(word, "the card or the player chance gave")
    return m.RandomFact(value.spanned())


def deal(word: Segment, rest: Segment, names: WordSet) -> m.DealtCards:
    """`deal turned: J♠`, `deal hand of A: 4♠ 8♦`"""
    return m.DealtCards(*_place_and_cards(word, rest))


def pile(word: Segment, rest: Segment, names: WordSet) -> m.Pile:
    """`pile stock: 4♥ 5♠`"""
    return m.Pile(*_place_and_cards(word, rest))


def table(word: Segment, rest: Segment, names: WordSet) -> m.IncidentStep:
    """`table: misdeal`, `table: revoke by B`"""
    rest = _behind_colon(word, rest)
    if not rest.text:
        raise missing(word, "what happened")
    return incident(rest)


def incident(said: Segment) -> m.IncidentStep:
    """`misdeal`, `revoke by B`: the last `by` separates the title from the player.  Raises `ScriptError` if nobody is
    named behind it, and for a quotation that is not closed.
    """
    words = said.words()
    by = max((i for i in range(1, len(words)) if words[i].text.casefold() == "by"), default=0)
    if not by:
        return m.IncidentStep(said.spanned())
    return m.IncidentStep(joined(words[:by]).spanned(), _rest_of(words, by + 1, "whose it was").spanned())


def trick(word: Segment, rest: Segment, names: WordSet) -> m.Trick:
    """`trick: B A♣, C 3♣, D 3♠, A 7♣, won by B`"""
    parts = _behind_colon(word, rest).parts()
    winner: m.SpannedText | None = None
    last = parts[-1].words()
    if _begins(last, "won", "by"):
        winner = _rest_of(last, 2, "who won it").spanned()
        parts.pop()
    elif len(last) > 4 and _begins(last[2:], "won", "by"):
        raise missing(joined(last[:2]), "a comma", help=f"write `{joined(last[:2]).text}, {joined(last[2:]).text}`")
    plays: list[m.CardPlay] = []
    for part in parts:
        words = part.words()
        if len(words) < 2:
            what = "a card" if words else "a player with a card"
            raise missing(part, what, help="write `B A♣, C 3♣, …`")
        plays.append(m.CardPlay(joined(words[:-1]).spanned(), card(words[-1])))
    if not plays:
        raise missing(word, "a player with a card")
    return m.Trick(tuple(plays), winner)


def about(piece: Segment, colon: int, names: WordSet) -> m.Step:
    """A line that begins with a player (a choice) or with a zone and its owner (dealt cards), followed by a colon."""
    left, right = piece.cut(0, colon), piece.cut(colon + 1)
    words = left.words()
    if not words:
        raise missing(left, "a player")
    if len(words) > 1 and unquoted(left.text).casefold() not in names and not left.text.startswith('"'):
        return m.DealtCards(*_place_and_cards(piece, piece))
    return answer(left, right)


def answer(left: Segment, right: Segment) -> m.Answer:
    """`B: lay 2♣, draws 4♥`"""
    draws: tuple[m.SpannedText, ...] = ()
    if not right.text:
        raise missing(right, f"what {unquoted(left.text)} does")
    if right.end - right.start > LONGEST_CHOICE:
        what = f"this choice has {right.end - right.start:,} characters"
        raise ScriptError(report("E1011", right.span, what=what, most=f"{LONGEST_CHOICE:,}"))
    for comma in reversed(list(outside(right, ","))):
        words = right.cut(comma + 1)
        if words.text.casefold().startswith("draws") and words.text[5:6] in ("", " ", "\t"):
            draws = _cards(words.cut(5))
            if not draws:
                raise missing(words, "a card after `draws`", help="write `??` for a card nobody knows")
            right = right.cut(0, comma)
            break
    if not right.text:
        raise missing(right, f"what {unquoted(left.text)} does")
    return m.Answer(left.spanned(), right.spanned(), draws)


# ------------------------------------------------------------------------------------------------------ expectations


def expect(word: Segment, rest: Segment, names: WordSet) -> m.Expectation:
    """Read what follows `expect`."""
    if not rest.text:
        raise missing(word, "what is expected")
    name, more = rest.head()
    key = name.text.casefold()
    words = more.words()
    if more.text.startswith(":") or _begins(words, "of"):
        return _holds(name, more, names)
    if key == "turn" and more.text and next(outside(more, ":"), None) is None:
        return m.TurnExpectation(more.spanned())
    if key == "game" and words and words[0].text.casefold().rstrip(",") == "over":
        return _over(more)
    if key == "trick" and _begins(words, "won", "by"):
        return m.TrickExpectation(_rest_of(words, 2, "who won it").spanned())
    if key == "settlement" and more.text:
        return _settled(*more.head(), names)
    if key in ("legal", "illegal"):
        colon = next(outside(more, ":"), None)
        if colon is None:
            meant = choice_for([one.text for one in words], names, known=bool(names))
            help = f"write `expect {key} {meant}`" if meant else f"as in `expect {key} B: pass`"
            raise missing(more, "a colon and a choice", help=help)
        said = answer(more.cut(0, colon), more.cut(colon + 1))
        if said.draws:
            raise left_over(said.draws[0].span, said.draws[0].text, "nothing is drawn, nothing is done here")
        return m.LegalityExpectation(key == "legal", said.actor, said.text)
    return _holds(name, more, names)


def _over(more: Segment) -> m.GameOverExpectation:
    """`over`, `over, won by A and B`, `over, a draw`"""
    parts = more.parts()
    if parts[0].text.casefold() != "over":
        rest = parts[0].cut(4)
        raise left_over(rest.span, rest.text, "write a comma before the winners")
    if len(parts) == 1:
        return m.GameOverExpectation()
    result = joined(parts[1:])
    if result.text.casefold() in ("a draw", "draw", "drawn"):
        return m.GameOverExpectation(())
    words = result.words()
    if not _begins(words, "won", "by"):
        raise left_over(result.span, result.text, "it ends with `won by` and names, or with `a draw`")
    names = _joined(_rest_of(words, 2, "who won it"))
    return m.GameOverExpectation(tuple(name.spanned() for name in names))


def _holds(name: Segment, more: Segment, names: WordSet, begin: str = "expect ") -> m.ValueExpectation:
    """`points: A 0, B 2`, `points of B: 2`, `dealer: B`.  `begin`: what stands before it in its line."""
    colon = next(outside(more, ":"), None)
    if colon is None:
        said = more.head()[0]
        named = name.text.isidentifier() and name.text.casefold() not in STEPS
        begun = named and (_is_name(said, names) or _NUMBER.fullmatch(more.text) is not None)
        turn = slip_for(name.text.casefold(), ("turn",)) if _is_name(more, names) else None
        help = f"write `{begin}{name.text}: {more.text}`" if begun else "as in `expect points: A 0, B 2`"
        help = f"write `{begin}{turn} {more.text}`" if turn else help
        raise missing(name if begun or not more.text else more, "a colon and a value", help=help)
    left, right = more.cut(0, colon), more.cut(colon + 1)
    marked = values_for(right.parts(), names, known=bool(names)) if not left.text else None
    if marked is not None:
        raise left_over(marked[0].span, marked[0].text, f"write `{begin}{name.text}: {marked[1]}`")
    if not right.text:
        raise missing(right, f"what `{name.text}` is")
    if left.text:
        return m.ValueExpectation(identifier(name), (m.OwnerValue(_without_of(left).spanned(), right.spanned()),))
    return m.ValueExpectation(identifier(name), tuple(entries(right, names)))


def _settled(name: Segment, more: Segment, names: WordSet) -> m.SettlementExpectation:
    """`points: A and C +4, B and D 0`: changes, with or without their sign."""
    found = _holds(name, more, names, "expect settlement ")
    changes = (m.OwnerValue(one.owner, _unsigned(one.value)) for one in found.entries)
    return m.SettlementExpectation(found.name, tuple(changes))


def _unsigned(value: m.SpannedText) -> m.SpannedText:
    return m.SpannedText(value.text.removeprefix("+").strip(), value.span)


def entries(piece: Segment, names: WordSet) -> list[m.OwnerValue]:
    """`A 0, B 2`, by owner if every part begins with one; otherwise one value: `5♠ 6♦`, `A and C`."""
    found = [_entry(part, names) for part in piece.parts()]
    if any(entry.owner is not None for entry in found):
        parts = zip(piece.parts(), found, strict=True)
        found = [one if one.owner is not None else _misspelled(part, names) or one for part, one in parts]
    bare = [entry for entry in found if entry.owner is None]
    if bare and len(bare) < len(found) and names:
        raise _unowned(bare[0].value, found, names)
    if bare:
        return [m.OwnerValue(None, piece.spanned())]
    for number, entry in enumerate(found):
        if entry.owner is not None and any(entry.owner == other.owner for other in found[:number]):
            raise ScriptError(report("E1008", entry.owner.span, what=entry.owner.text))
    return found


def _misspelled(part: Segment, names: WordSet) -> m.OwnerValue | None:
    """A part that begins with a name that no player has, as its owner: whoever looks it up reports it."""
    words = part.words()
    end = names_before_values(words) if names else 0
    if not end and len(words) == 2 and not _is_name(words[0], names):
        end = int(slip_for(words[0].text.casefold(), names) is not None)
    return m.OwnerValue(joined(words[:end]).spanned(), joined(words[end:]).spanned()) if end else None


def _unowned(bare: m.SpannedText, found: list[m.OwnerValue], names: WordSet) -> ScriptError:
    """The error for a list in which one part is not an owner with a value: a player without a value (`A, B 0`), or a
    value without a player.
    """

    def named(said: m.SpannedText) -> bool:
        return unquoted(said.text).casefold() in names

    if not named(bare):
        return ScriptError(report("E1005", bare.span, what="a player", help="say whose each value is"))
    value = next(entry.value.text for entry in found if entry.owner is not None)
    parts: list[str] = []
    for entry in found:
        lacking = f" {value}" if entry.owner is None and named(entry.value) else ""
        owner = f"{entry.owner.text} " if entry.owner is not None else ""
        parts.append(owner + entry.value.text + lacking)
    return ScriptError(
        report("E1005", bare.span, what=f"the value of `{bare.text}`", help=f"write `{', '.join(parts)}`")
    )


def _entry(part: Segment, names: WordSet) -> m.OwnerValue:
    """Read one part.  The longest beginning that is a player, or several players joined by `and`, is the owner of the
    rest.

    A quotation before something is an owner too, even if no player has that name.
    """
    words = part.words()
    if not words:
        raise missing(part, "a value")
    if len(words) > 1 and words[0].text.startswith('"') and words[1].text.casefold() != "and":
        return m.OwnerValue(words[0].spanned(), joined(words[1:]).spanned())
    for end in range(min(len(words) - 1, 80), 0, -1):
        owner = joined(words[:end])
        loose = "and" in (words[end - 1].text.casefold(), words[end].text.casefold())
        if not loose and all(_is_name(name, names) for name in _joined(owner)):
            return m.OwnerValue(owner.spanned(), joined(words[end:]).spanned())
    return m.OwnerValue(None, part.spanned())


def _is_name(piece: Segment, names: WordSet) -> bool:
    """Whether a piece is a player; if the names of the players are not known, a seat number or letter."""
    if names:
        return unquoted(piece.text).casefold() in names
    return _SEAT.fullmatch(piece.text) is not None


# ------------------------------------------------------------------------------------------------------ small parts


def missing(piece: Segment, what: str, help: str | None = None) -> ScriptError:
    """Make the error that something is missing after a piece."""
    return ScriptError(report("E1005", piece.behind, what=what, help=help))


def left_over(span: Span, text: str, why: str) -> ScriptError:
    """Make the error that there is too much text."""
    return ScriptError(report("E1006", span, text=text, why=why))


def identifier(piece: Segment) -> m.SpannedText:
    """Read the name of a zone, a variable, a phase or an option: one word."""
    return _word(piece, _NAME)


def card(piece: Segment) -> m.SpannedText:
    """Read a card, as far as it can be checked without the deck."""
    return _word(piece, "a card")


def player_kind(piece: Segment) -> m.SpannedText:
    """Read who plays a seat: `person`, or the name of a player, perhaps with its budget (`think:quick`)."""
    return _word(piece, "a player", _PLAYER)


def _word(piece: Segment, what: str, form: re.Pattern[str] = _WORD) -> m.SpannedText:
    if not form.fullmatch(piece.text):
        several = what == _NAME and _SEVERAL.fullmatch(piece.text) is not None
        help = "each choice has a line of its own: `B: pass`, and below it `C: pass`" if several else None
        raise ScriptError(report("E1016", piece.span, text=piece.text, what=what, help=help))
    return piece.spanned()


def only(word: Segment, rest: Segment, what: str) -> Segment:
    """Read the single word (or quotation) that must follow."""
    words = rest.words()
    if not words:
        raise missing(word, what)
    if len(words) > 1:
        surplus = joined(words[1:])
        raise left_over(surplus.span, surplus.text, f"{what} is one word")
    return words[0]


def number(piece: Segment, what: str) -> int:
    """Read a whole number that fits into 63 bits."""
    if not _NUMBER.fullmatch(piece.text) or int(piece.text) >= 2**63:
        raise ScriptError(report("E1015", piece.span, text=piece.text, what=what))
    return int(piece.text)


def _place_and_cards(
    word: Segment, rest: Segment
) -> tuple[m.SpannedText, m.SpannedText | None, tuple[m.SpannedText, ...]]:
    """Read `hand of A: 4♠ 8♦`: the zone, the owner, the cards."""
    colon = next(outside(rest, ":"), None)
    if colon is None:
        raise missing(rest, "a colon and cards", help=cards_after_colon(word, rest))
    zone, owner = rest.cut(0, colon).head()
    if not zone.text:
        cards = rest.cut(colon + 1).text
        help = f"write `deal {word.text}: {cards}` if `{word.text}` is a zone of the rules" if cards else None
        raise missing(word, "the name of a place for cards", help=help)
    cards = _cards(rest.cut(colon + 1))
    if not cards:
        raise missing(rest, "a card", help="write `??` for a card nobody knows")
    return identifier(zone), _without_of(owner).spanned() if owner.text else None, cards


def _cards(piece: Segment) -> tuple[m.SpannedText, ...]:
    cards = tuple(card(word) for part in piece.parts() for word in part.words())
    if len(cards) > MOST_CARDS:
        raise ScriptError(report("E1011", piece.span, what=f"there are {len(cards):,} cards", most=f"{MOST_CARDS:,}"))
    return cards


def _without_of(piece: Segment) -> Segment:
    words = piece.words()
    return _rest_of(words, 1, "whose it is") if _begins(words, "of") else piece


def _behind_colon(word: Segment, rest: Segment) -> Segment:
    if not rest.text.startswith(":"):
        raise missing(
            word, "a colon", help=f"write `{word.text}: {rest.text}`" if rest.text and ":" not in rest.text else None
        )
    return rest.cut(1)


def _begins(words: Sequence[Segment], *expected: str) -> bool:
    return tuple(word.text.casefold() for word in words[: len(expected)]) == expected


def _joined(piece: Segment) -> Iterator[Segment]:
    """The names between `and`s."""
    group: list[Segment] = []
    for word in piece.words():
        if word.text.casefold() == "and" and group:
            yield joined(group)
            group = []
        else:
            group.append(word)
    if group:
        yield joined(group)


def joined(pieces: Sequence[Segment]) -> Segment:
    """The piece from the first to the last of some pieces."""
    return Segment(pieces[0].source, pieces[0].start, pieces[-1].end)


def _rest_of(words: Sequence[Segment], skip: int, what: str) -> Segment:
    """The text after the first `skip` words of a part."""
    if len(words) <= skip:
        raise missing(words[-1], what)
    return joined(words[skip:])


def below(word: Segment, rest: Segment, names: WordSet) -> m.ValueExpectation:
    """Read an expectation about the end of a phase in the past, for which only values were kept."""
    found = expect(word, rest, names)
    if not isinstance(found, m.ValueExpectation):
        raise left_over(rest.span, rest.text, "only values can be asked of a moment that has passed")
    return found


def given(word: Segment, rest: Segment, names: WordSet) -> m.ValueExpectation | m.TurnExpectation | m.Trick:
    """Read a line of a position: `turn C`, `trump: hearts`, `points: A 0, B 2`, `hand A: 4♠ 8♦`, `trick under way: B
    K♠`.
    """
    colon = next(outside(rest, ":"), len(rest.text))
    if word.text.casefold() == "trick" and _under_way(rest.cut(0, colon).words()):
        found = trick(word, rest.cut(colon), names)
        if found.winner is not None:
            raise left_over(found.winner.span, found.winner.text, "a trick that is under way has no winner yet")
        return found
    if word.text.casefold() == "turn" and rest.text and rest.text[0] != ":" and not _begins(rest.words(), "of"):
        return m.TurnExpectation(rest.spanned())
    return _holds(word, rest, names, "")


def _under_way(words: Sequence[Segment]) -> bool:
    return len(words) == 2 and _begins(words, "under", "way")


STEPS: dict[str, Callable[[Segment, Segment, WordSet], m.Step]] = {
    "first": first,
    "random": random,
    "deal": deal,
    "pile": pile,
    "trick": trick,
    "table": table,
    "expect": expect,
}
"""The function that reads a line, by the word of the notation it begins with."""
