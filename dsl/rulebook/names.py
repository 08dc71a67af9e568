"""Symbols as noun phrases: how a sentence names a variable, a zone, a define or a local name.

A name of a rule file is read as words; underscores are spaces.  Names of one or two letters (`p`, `cs`) tell a reader
nothing.  So the text names what they stand for ("the player", "the cards"), and calls the second of a kind "the other
player".  The book records each name it mentions, so that the name can be explained where it first appears.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from ..checked import (
    DefineSymbol,
    Domain,
    Expr,
    Lit,
    LocalRef,
    LocalSymbol,
    Op,
    Symbol,
    ValuesSymbol,
    VariableSymbol,
    ZoneSymbol,
)
from ..types import Type
from . import english as en
from .context import Book
from .english import Noun

_WORDS_FROM = 3
"""Names with at least this many characters are words.  Shorter ones are letters."""

_PARTICIPLES = {
    "won", "taken", "led", "laid", "drawn", "thrown", "shown", "dealt", "given", "kept", "lost", "spent", "bought",
    "known", "hidden", "held", "caught", "dead", "spare", "open", "faceup", "facedown", "beaten", "chosen", "fallen",
    "wed", "paid", "met", "cut", "sold", "done",
}  # fmt: skip
_ADVERBS = {"aside": "set aside", "out": "out of play", "away": "put away", "over": "left over", "left": "left over"}
_FACING = {"up": "face-up", "down": "face-down"}
_LYING = {"in", "on", "at", "under", "from", "before", "behind"}
_MODALS = {"can", "may", "must", "will", "should"}
_HELPING = {"is", "was", "has", "had"}
_PAST = {"ran": "run", "went": "go", "came": "come", "took": "take", "gave": "give", "fell": "fall", "chose": "choose"}
_WHICH = {"last", "first", "next", "current", "previous", "best", "worst", "highest", "lowest", "active", "own"}
_WHO = {"out": "player who is out", "turn": "player whose turn it is"}
"""Names that authors give to a player, and that are no nouns for one."""
_PERSONS = ("player", "team")
_BEFORE_NOUNS = {"of", "for", "with", "to", "in", "on", "at", "by", "from", "and", "or", "than", "after", "is", "are"}
_NUMBER_OF = "number of "
BLANK = "…"
"""A gap in the description of a define, to be filled with an argument."""
_NOTE = re.compile(r'^(?:[^"#]|"[^"]*")*#\s*(.*?)\s*$')


def is_participle(word: str) -> bool:
    """Whether a word is a past participle: `won`, `buried`."""
    return word in _PARTICIPLES or (word.endswith("ed") and len(word) > len("bed") and word not in ("seed", "speed"))


def kind_noun(type: Type) -> str:
    """The noun for a value of a type: `player`, `suit`, `cards`, `strain`."""
    match type.kind:
        case "set":
            return en.plural(kind_noun(type.element)) if type.element is not None else "things"
        case "word":
            return en.spaced(type.name) or ("suit" if type.suits else "word")
        case "flag" | "unknown" | "none":
            return "word"
        case kind:
            return kind


def lying_in(name: str) -> str:
    """Where the cards of a zone with this name are: `in hand`, `in the reserve`, `among the won cards`."""
    words, many = zone_words(name)
    return f"among the {words}" if many else "in hand" if en.is_hand(words) else f"in the {words}"


def zone_words(name: str) -> tuple[str, bool]:
    """The name of a zone in words, and whether it is a plural: `stock`, `won cards`, `cards set aside`."""
    words = en.spaced(name)
    if words in _FACING:
        return f"{_FACING[words]} cards", True
    if words in _ADVERBS:
        return f"cards {_ADVERBS[words]}", True
    last = words.rsplit(" ", maxsplit=1)[-1]
    if is_participle(last):
        return f"{words} cards", True
    return words, en.is_plural(words)


def are_cards(book: Book, words: str) -> bool:
    """Whether each thing that a plural names is a card, so that their number is that of the cards: `won cards`,
    `discards`, `threes`, `hearts`; but not `melds` or `tricks`, which are several cards each.
    """
    one = en.singular(words.rsplit(" ", maxsplit=1)[-1])
    ranks = [book.rank(rank) for rank in range(len(book.game.ranks))]
    suits = [en.singular(book.suit(suit)) for suit in range(len(book.game.suits))]
    return one.endswith("card") or one in (*ranks, *suits, *en.NUMERALS, "joker", "trump")


def cards_lying(book: Book, name: str, before: str = "") -> tuple[str, str]:
    """What is counted of a zone, and the words that follow: `won cards` and nothing, `cards` and ` in melds`."""
    words, _ = zone_words(name)
    return (words, "") if zone_words(name)[1] and are_cards(book, words) else ("cards", f" in {before}{words}")


def _base(verb: str) -> str:
    """`fits` → `fit`, `passes` → `pass`, `carries` → `carry`"""
    return en.singular(verb)


def thing_words(symbol: VariableSymbol) -> str:
    """The name of a variable in words.

    If the name is only an adjective, a noun for its value follows: `last`, `the last player`.  A description that
    begins with another name, `the first bidder: whoever bids first`, gives that one."""
    if said := called_in_prose(symbol):
        return said
    words = name_words(symbol).removesuffix(" of")
    if symbol.owner is None and words != name_words(symbol) and words == kind_noun(symbol.type):
        return f"“{words} of”"  # all players are `the players`
    last = words.rsplit(" ", maxsplit=1)[-1]
    named = "card" if symbol.type.named_card else symbol.type.kind
    if named in ("card", "suit", "rank", "player", "team") and (
        is_participle(last) or last in _WHICH or (named == "card" and last.endswith("ing"))
    ):
        return f"{words} {named}"
    if named == "player" and (words in _WHO or last in _HANGING):
        return _WHO.get(words) or f"player “{words}”"
    if symbol.type.kind == "number" and symbol.owner is not None and words == last and is_participle(words):
        return f"amount {words}"
    if symbol.type.kind == "set" and words.partition(" ")[0] in _LYING:
        return f"{kind_noun(symbol.type)} {words}"
    if symbol.type.kind == "set" and not en.is_plural(words) and not words.startswith(f"{kind_noun(symbol.type)} "):
        return f"{words} {kind_noun(symbol.type)}"
    return words


def called_in_prose(symbol: Symbol) -> str:
    """What the description of a variable calls it, without its article: `the first bidder: whoever bids first`.  Empty
    if it gives no name."""
    name, colon, _ = (symbol.description or "").partition(": ")
    named = isinstance(symbol, VariableSymbol) and symbol.type.kind != "flag" and colon and name.startswith("the ")
    return name.removeprefix("the ") if named else ""


def name_words(symbol: Symbol) -> str:
    """The name of a symbol as words, as it is written or as its description calls it."""
    return called_in_prose(symbol) or en.spaced(symbol.name)


def gloss(symbol: Symbol) -> str:
    """The author's text about a symbol: its description, else the comment after `#` on its line, else nothing."""
    if symbol.description:
        said = symbol.description.rstrip(".")
        return said.partition(": ")[2] if called_in_prose(symbol) else said
    found = _NOTE.match(symbol.span.source.line(symbol.span.line))
    return found[1].rstrip(".") if found and any(letter.isalpha() for letter in found[1]) else ""


# ------------------------------------------------------------------------------------------------------- locals


def christen(
    book: Book, local: LocalSymbol, domain: Domain | None = None, *, chosen: bool = False, each: bool = False
) -> Noun:
    """Give a local name the noun that the text uses for it from here on.

    The second of a kind is "the other player".  `chosen` makes it "the chosen player", `each` "that player"."""
    words = _local_words(book, local, domain)
    if chosen and words == kind_noun(local.type) and en.the(words) in book.taken:
        words = f"chosen {words}"
    that = each and words == kind_noun(local.type) and en.the(words) in book.taken
    noun = Noun(
        f"that {words}" if that and f"that {words}" not in book.taken else _free(book, words),
        en.is_plural(words) and not words.startswith(_NUMBER_OF),
    )
    book.called[local] = noun
    book.taken.add(noun.text)
    return noun


def _local_words(book: Book, local: LocalSymbol, domain: Domain | None) -> str:
    if len(local.name) >= _WORDS_FROM and not local.name.startswith("_") and local.type.kind != "flag":
        words = en.spaced(local.name)
        last = words.rsplit(" ", maxsplit=1)[-1]
        if local.type.kind == "number" and en.is_plural(words):
            return f"{_NUMBER_OF}{words}"
        if local.type.kind == "set":
            return words if en.is_plural(words) else f"{words} {kind_noun(local.type)}"
        if not is_participle(last) and not (last in _WHICH and local.type.kind in ("card", "suit", "player")):
            return words
        return f"amount {words}" if local.type.kind == "number" else f"{words} {kind_noun(local.type)}"
    if domain is not None and domain.kind == "set":
        match domain.args[0]:
            case Op(op="opponents"):
                return "opponent"
            case _:
                pass
    return kind_noun(local.type) if local.type.kind != "flag" else en.spaced(local.name)


def _free(book: Book, words: str) -> str:
    """The first phrase for these words that is not used yet: with the, the other, the third …"""
    globals_ = {name_words(v) for v in book.game.variables if v.owner is None}
    for attempt in range(1, 30):
        lead = "" if attempt == 1 else "other " if attempt == 2 else f"{en.ordinal(attempt)} "
        phrase = f"the {lead}{words}" if lead else en.the(words)
        if phrase not in book.taken and (lead or words not in globals_):
            return phrase
    return f"the {words}"


def local_noun(book: Book, local: LocalSymbol) -> Noun:
    """The noun for a local name."""
    if local not in book.called:
        christen(book, local)
    return book.called[local]


# ------------------------------------------------------------------------------------------------------ globals


def variable_noun(book: Book, symbol: VariableSymbol, owner: Noun | None) -> Noun:
    """`the dealer`, `the player's points`, `the number of deals`."""
    book.mention(symbol)
    words = thing_words(symbol)
    many = symbol.type.kind == "set" or (symbol.type.kind == "number" and en.is_plural(words))
    if owner is not None:
        return Noun(owner.of(words), many)
    if many and symbol.type.kind == "number":
        return Noun(f"the number of {words}")
    return Noun(en.the(words), many)


def zone_noun(book: Book, symbol: ZoneSymbol, owner: Noun | None, place: Expr | None = None) -> Noun:
    """`the stock`, `the player's laid cards`, `place 3 of the player's row`."""
    words, many = zone_words(symbol.name)
    whole = owner.of(words) if owner is not None else en.the(words)
    match place:
        case None:
            return Noun(whole, many)
        case Lit(value=value):
            return Noun(f"place {value} of {whole}")
        case LocalRef():
            number = book.text(place)
            here = number in ("the number", "that number")
            return Noun(f"that place of {whole}" if here else f"the place of {whole} with {_that(number)}")
        case Op(op="+", args=(LocalRef() as number, Lit(value=more))):
            start = "that one" if book.text(number).endswith("number") else book.text(number)
            return Noun(f"the place of {whole} {en.number(more)} after {start}")
        case _:
            return Noun(f"the place of {whole} numbered by {book.text(place)}")


def _that(number: str) -> str:
    """`the number` → `that number`.  A mark for `that number` is not changed."""
    return f"that {number.removeprefix('the ')}" if number.startswith("the ") else number


def define_noun(book: Book, symbol: DefineSymbol | ValuesSymbol, owner: Noun | None, *others: tuple[str, Noun]) -> Noun:
    """The noun for a define's value: `the hand size`, `the card's worth`, `the worth of the cards with the base`."""
    book.mention(symbol)
    all_ = [*([owner] if owner is not None else []), *(noun for _, noun in others)]
    if (said := filled(symbol, all_)) is not None:
        return Noun(said, of_many(symbol))
    words, link = en.split_preposition(en.spaced(symbol.name))
    text = owner.of(words) if owner is not None else en.the(words)
    if owner is not None and (others or link):
        text = f"the {words} {link or 'of'} {owner}"
    more = [argument_words(name, noun) for name, noun in others]
    return Noun(text + (f" with {en.listed(more)}" if more else ""), en.is_plural(words))


def named_by(symbol: Symbol) -> tuple[str, str]:
    """The name in the description of a define, and its explanation after the colon; each empty if missing.

    `the worth of …: an ace counts eleven, …` has both.  A description without a name gives two empty strings."""
    name, _, how = (symbol.description or "").rstrip(".").partition(": ")
    if not isinstance(symbol, DefineSymbol):
        return "", ""
    blanks = len(symbol.params) - (1 if symbol.type.kind == "flag" and symbol.params else 0)
    if symbol.type.kind == "set" and not blanks and name.startswith("the "):
        return name, how
    if name.count(BLANK) != blanks or not (blanks or how):
        return "", ""
    if not blanks and symbol.type.kind != "flag" and not name.startswith("the "):
        return "", ""
    return name, how


def of_many(symbol: DefineSymbol | ValuesSymbol) -> bool:
    """Whether the name of a define is a plural: `the points earned by …`."""
    name = named_by(symbol)[0]
    if not name:
        return en.is_plural(en.split_preposition(en.spaced(symbol.name))[0])
    head = re.split(rf"(?:^how\b| (?:of|on|by|for|in|who|that|which|\w+ed)\b| *{BLANK})", name, maxsplit=1)[0]
    return symbol.type.kind == "set" or en.is_plural(head.strip())


def filled(symbol: Symbol, nouns: Sequence[Noun]) -> str | None:
    """The description of a define, with its gaps filled: `the cards … holds of …`.  None if it contains no name.

    A define with a value has a gap for each argument.  A yes-or-no define has one for each argument but the first."""
    name = named_by(symbol)[0]
    parts = name.split(BLANK)
    if not name or len(parts) != len(nouns) + 1:
        return None
    text = parts[0]
    for noun, part in zip(nouns, parts[1:], strict=True):
        word = text.rstrip().rsplit(" ", maxsplit=1)[-1]
        one = {"the number": "that", "that number": "that", "a number": "a"}.get(noun.text)
        named = _NAMED.search(text)
        if (many := _so_many(noun, part)) is not None:
            top = re.search(r"\b(top|bottom) $", text) and re.match(r"(?:that|a) number of", many)
            text += f"so many{many[top.end() :]}" if top else many
        elif named is not None and re.search(rf"\b{named[1]}$|^[\ue000-\uf8ff]$", noun.text):
            # `of rank …` becomes `of the rank`; the mark of a name that is not known yet will be a noun, too
            text = text[: named.start()] + noun.text + part
        elif one is not None and text.endswith(" ") and word not in _BEFORE_NOUNS and not word.endswith("s"):
            text = f"{text[: -len(word) - 1]}{one} {word}{part}"  # `column …` becomes `that column`
        else:
            text += noun.text + part
    return text


_NAMED = re.compile(r"(?:the )?\b(player|team|rank|suit|card|call) $")
"""The end of a text that names the kind of what follows."""


def _so_many(noun: Noun, part: str) -> str | None:
    """The words for a gap before what is counted: `… cards` becomes `two cards`, `that number of cards` or `as many
    cards as the count plus 1`.  None for any other gap.
    """
    counted = re.match(r" ([a-z]+s)\b", part)
    if counted is None or not en.is_plural(counted[1]):
        return None
    things, rest = counted[1], part[counted.end() :]
    if noun.text.isdigit():
        return (en.times(int(noun.text)) if things == "times" else en.count(int(noun.text), things)) + rest
    if things == "times":
        return f"as many times as {noun.text}{rest}"
    if re.fullmatch(r"(the|that|a) (\w+ )?number", noun.text):
        return f"{'that number' if noun.text == 'the number' else noun.text} of {things}{rest}"
    if not noun.text.startswith(("the number", "one more", "the length", "the total", "the count")):
        return None
    if of := re.match(r" of the \w+", rest):  # `as many tricks of the losers as …`
        things, rest = things + of[0], rest[of.end() :]
    return f"as many {things} as {noun.text}{rest}"


def filled_clause(symbol: Symbol, nouns: Sequence[Noun], holds: bool) -> str | None:
    """The clause for a yes-or-no define: `the card takes the build of the other player`.

    None if it has no such description."""
    said = filled(symbol, nouns[1:])
    if said is None or (not nouns and symbol.type.kind != "flag"):
        return None
    if not nouns:
        return said if holds else en.negated_clause(said)
    first, _, rest = said.partition(" ")
    who = nouns[0]
    if not holds and first == "has" and rest.startswith(("the ", "a ", "an ", "another ", "any ")):
        return f"{who} {who.do} not have {rest}"
    if not holds and (first in _MODALS or rest.startswith("to ")) and not en.is_doing(first):
        return f"{who} {en.negated_predicate(en.of_several(said) if who.plural else said)}"
    if en.is_predicate(said) and not en.is_doing(first):
        first, _, rest = (en.of_several(said) if who.plural else said).partition(" ")
        return f"{who} {first}{'' if holds else ' not'} {rest}".rstrip()
    if not first.endswith("s"):  # no verb in the third person: `of the same rank`, `that lies open`
        one = ("those " if who.plural else "one ") if first in ("that", "which", "who", "whose") else ""
        return f"{who} {who.be}{'' if holds else ' not'} {one}{said}"
    verb = en.base(first)
    return f"{who} {(verb if who.plural else first) if holds else f'{who.do} not {verb}'} {rest}".rstrip()


_HANGING = frozenset({"at", "by", "for", "from", "in", "of", "on", "to", "with"})
"""Words after which a clause about one person or thing cannot end."""


def is_doing(name: str) -> bool:
    """Whether a name describes an activity: `sitting_out`."""
    return name.split("_", maxsplit=1)[0].endswith("ing")


def argument_words(name: str, noun: Noun) -> str:
    """An argument with its role, unless the role is clear: `6 as base`, `the base`."""
    return noun.text if noun.text == f"the {name}" or len(name) < _WORDS_FROM else f"{noun} as {name}"


# -------------------------------------------------------------------------------------------------- yes or no


def described_as(book: Book, symbol: Symbol, owned: bool) -> str | None:
    """The author's description of a yes-or-no name, if it can replace the name; else None.

    With an owner it must be a statement about that owner: `has run out of cards`."""
    described = (symbol.description or "").rstrip(".")
    if named_by(symbol)[0]:
        described = named_by(symbol)[0] if BLANK not in described else ""
    if symbol.type.kind != "flag" or not described or en.is_predicate(described) is not owned:
        return None
    return described


def flag_clause(book: Book, symbol: Symbol, owner: Noun | None, person: str, holds: bool) -> str:
    """A yes-or-no name as a clause: `the player is out`, `“alone” applies`.

    `person` is the kind of its owner.  With a player, a participle says what he has done (`has passed`)."""
    described = described_as(book, symbol, owner is not None)
    if described is not None:
        said = f"{owner} {en.of_several(described) if owner.plural else described}" if owner is not None else described
        verb, _, rest = described.partition(" ")
        if owner is not None and not holds and en.is_doing(verb):
            return f"{owner} {owner.do} not {en.base(verb)} {rest}".rstrip()
        if owner is not None and owner.text.startswith("no "):
            said = en.without_duty(said)
        return said if holds else en.negated_clause(said, owner.text if owner is not None else "")
    words = en.spaced(symbol.name)
    first, _, rest = words.partition(" ")
    nay = "" if holds else " not"
    if owner is None and isinstance(symbol, LocalSymbol):
        return f"“{words}” is {'yes' if holds else 'no'}"
    if owner is None:
        return f"“{words}” applies" if holds else f"“{words}” does not apply"
    if words.rsplit(" ", maxsplit=1)[-1] in _HANGING:
        return f"“{words}” {'applies' if holds else 'does not apply'} to {owner}"
    if first == "must" and not holds:
        return f"{owner} {owner.do} not have to {rest}".rstrip()
    if first == "must" and owner.text.startswith("no "):
        return f"{owner} {owner.have} to {rest}".rstrip()
    if first == "can" and not holds:
        return f"{owner} cannot {rest}".rstrip()
    if first in _MODALS:
        return f"{owner} {first}{nay} {rest}".rstrip()
    if first in _HELPING:
        verb = {"has": owner.have, "is": owner.be}.get(first, first)
        return f"{owner} {verb}{nay} {rest}".rstrip()
    if first in _PAST:
        return f"{owner} {words}" if holds else f"{owner} did not {_PAST[first]} {rest}".rstrip()
    if rest and en.is_doing(first):
        verb = owner.verb(en.base(first)) if holds else f"{owner.do} not {en.base(first)}"
        return f"{owner} {verb} {rest}"
    if not rest and len(first) > _WORDS_FROM and en.is_plural(first):
        return f"{owner} {owner.verb(_base(first))}" if holds else f"{owner} {owner.do} not {_base(first)}"
    if is_participle(first) and person in _PERSONS and first not in ("dead", "open"):
        return f"{owner} {owner.have}{nay} {words}"
    return f"{owner} {owner.be}{nay} {words}"
