"""English: articles, plurals, lists, numbers and the agreement of verbs.

A noun phrase is a text that knows whether it is plural, and gives the forms that must agree with it.  The tables below
belong to the language and to card games in general, never to one game.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from ..source.numerals import NUMERALS

RANKS = {"A": "ace", "K": "king", "Q": "queen", "J": "jack"}
"""Ranks with an English name.  All other ranks keep their names from the rule file."""

BARE = {"trump", "trumps", "play", "misere"}
"""Nouns that card players use without an article: "hearts becomes trump"."""

ABBREVIATED = {"num": "number", "max": "highest", "min": "lowest"}
"""Short words that authors use in names, with their full forms."""

_SMALL = NUMERALS[:13]
"""Numbers written in letters.  Larger ones are written in digits."""
_ORDINALS = ("", "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")
_LINKS = ("of", "on", "for", "in")
_TWO_LINKS = re.compile(rf"\b({'|'.join(_LINKS)}) of\b")
_IRREGULAR = {"man": "men", "woman": "women", "person": "people", "die": "dice", "penny": "pence", "life": "lives",
              "half": "halves", "wife": "wives", "thief": "thieves", "bonus": "bonuses"}  # fmt: skip
_SINGULARS = {many: one for one, many in _IRREGULAR.items()}
_NOT_PLURAL = ("ss", "us", "is")
_TAILS = frozenset(("left", "won", "made", "taken", "lost", "held", "gained", "played", "scored"))
"""What may stand behind the noun of a name: `cards left`, `tricks made`."""
_SURFACES = {"board", "floor", "ground", "layout", "mat", "table", "tableau"}
_LONG_OWNER = 34
_NO_OWNER = re.compile(r" (?:of|to|who|whose|that|which|among|except|with|if|for)\b|'| (?:played|led)$")
"""A phrase with further words after its noun gets no genitive: `the team of the player who played the card`."""

_PLAYER = re.compile(r"^the player (?=(?:who|whose|to|on|with|after|so|as)\b|[a-z]+ (?:places|turns)\b)")
"""A player among the words about a second one, who is `the one`: `the player on the left of the one who led`."""


@dataclass(frozen=True, slots=True)
class Noun:
    """A noun phrase: `the dealer`, `the makers`, `5 points`."""

    text: str
    plural: bool = False

    def __post_init__(self) -> None:
        # A name that ends in a preposition needs no second one: `count_of` for a player is his count.
        object.__setattr__(self, "text", _TWO_LINKS.sub(r"\1", self.text))

    def __str__(self) -> str:
        return self.text

    @property
    def be(self) -> str:
        """`is` or `are`"""
        return "are" if self.plural else "is"

    @property
    def have(self) -> str:
        """`has` or `have`"""
        return "have" if self.plural else "has"

    @property
    def do(self) -> str:
        """`does` or `do`"""
        return "do" if self.plural else "does"

    def verb(self, base: str) -> str:
        """A verb in the present tense that agrees: `gain` becomes `gains` after a singular."""
        return base if self.plural else third(base)

    @property
    def possessive(self) -> str:
        """`the dealer's`, `the makers'`"""
        return self.text + ("'" if self.text.endswith("s") and self.plural else "'s")

    @property
    def has_tail(self) -> bool:
        """Whether further words follow its noun: `the player who played the card`, `the dealer's partner`."""
        return _NO_OWNER.search(self.text) is not None

    def of(self, thing: str) -> str:
        """A thing that belongs to it: `the dealer's points`, but `the points of the dealer's team`."""
        if len(self.text) > _LONG_OWNER or self.has_tail:
            return f"the {thing} of {self.text}"
        return f"{self.possessive} {thing}"

    def side(self, side: str) -> str:
        """One side of a player: `the dealer's left`, but `the left of the one who played the card`."""
        if self.has_tail:
            return f"the {side} of {_PLAYER.sub('the one ', self.text)}"
        return f"{self.possessive} {side}"


_AUXILIARY = re.compile(
    r" (is|are|was|were|has|have|had|does|do|did|can|may|could|must|will|would|should|need(?= not\b))\b( not\b)?"
)
_MODALS = ("can", "may", "must", "should", "will", "would", "need")
_NEGATED = {"must": "need not", "can": "cannot"}
_UNNEGATED = {"must": "may", "need": "must"}
"""What may be done is forbidden by `must not`; what must be done is left free by `need not`."""
_TO_DO = re.compile(r"(?:has|have|does not have|do not have) to\b")
_DUTY = re.compile(r"(does|do) not have to\b")


_INDEFINITE = re.compile(r"(?:an?|some|somebody|no|nobody) ")
_OBJECT = re.compile(r" (?:the|a|an|another|any) ")
_NO = re.compile(r"\bno (\w+)")
_NAMED_SO = re.compile(r"\bthe \w+ $")
"""Before a name that happens to begin with `no`: `has declared the contract no tricks`."""


_A_THING = re.compile(r"an? ((?:[a-z]+ )?[a-z]+)")
_OF_SEVERAL = {"has": "have", "is": "are", "was": "were", "does": "do"}


def of_several(words: str) -> str:
    """The beginning of a clause, changed from singular to plural: `has passed`, `have passed`."""
    verb, space, rest = words.partition(" ")
    if (one := _A_THING.fullmatch(rest)) is not None and verb in ("is", "was"):
        rest = plural(one[1])  # `is a black three`: `are black threes`
    return _OF_SEVERAL.get(verb, base(verb) if is_doing(verb) else verb) + space + rest


def negated_clause(clause: str, owner: str = "") -> str:
    """The opposite of a clause: `hearts are broken` → `hearts are not broken`, `a card is out` → `no card is out`.

    `owner`: the words with which it begins, if these may contain a clause of their own."""
    found = _AUXILIARY.search(clause, len(owner))
    if found is None:
        doing = _DOING.match(clause)
        return f"{doing[1]} does not {base(doing[2])}{doing[3]}" if doing else f"it is not so that {clause}"
    if clause.startswith(("all ", "every ", "everybody ")):
        return f"not {clause}"
    if (duty := _DUTY.match(clause, found.start(1))) is not None:
        return f"{clause[: found.start(1)]}{'has' if duty[1] == 'does' else 'have'} to{clause[duty.end() :]}"
    if found[2] and found[1] in _UNNEGATED:
        return clause[: found.start(1)] + _UNNEGATED[found[1]] + clause[found.end() :]
    definite = _INDEFINITE.match(clause) is None
    if definite and found[1] in ("has", "have") and clause.startswith(" to ", found.end()):
        return f"{clause[: found.start()]} {'does' if found[1] == 'has' else 'do'} not have{clause[found.end() :]}"
    if (
        definite and found[1] in ("has", "have") and _OBJECT.match(clause, found.end())
    ):  # `has the siren` → `does not have the siren`
        return f"{clause[: found.start()]} {'does' if found[1] == 'has' else 'do'} not have{clause[found.end() :]}"
    if found[2]:  # `may not lead yet` → `may lead`
        return clause[: found.start(2)] + re.sub(r"^ yet\b| yet$", "", clause[found.end(2) :])
    nothing = _NO.search(clause, found.end())
    if nothing is not None and not _NAMED_SO.search(clause[: nothing.start()]):
        is_some = found[1] != "are" or clause.startswith("there ")  # but `tarocks are no trumps` → `tarocks are trumps`
        some = f"{'some ' if is_some else ''}{nothing[1]}" if is_plural(nothing[1]) else a(nothing[1])
        return clause[: nothing.start()] + some + clause[nothing.end() :]
    for some, none in (
        ("there is a ", "there is no "),
        ("there is an ", "there is no "),
        ("a ", "no "),
        ("an ", "no "),
        ("some ", "no "),
        ("somebody ", "nobody "),
        ("no ", "some "),
        ("nobody ", "somebody "),
    ):
        if clause.startswith(some):
            rest = without_duty(clause.removeprefix(some)) if none[:2] == "no" else clause.removeprefix(some)
            return none + rest
    return f"{clause[: found.start(1)]}{_NEGATED.get(found[1], f'{found[1]} not')}{clause[found.end() :]}"


def without_duty(clause: str) -> str:
    """A clause to follow "no": no player must pass would forbid it to all, so that nobody `has to pass`."""
    return re.sub(r"^([^,]*?) must (?!not\b)", r"\1 has to ", clause, count=1)


def negated_predicate(words: str) -> str:
    """The opposite of what is said of a thing: `must pass` → `need not pass`."""
    return negated_clause(f"it {words}", "it").removeprefix("it ")


_VERBS = (
    "beats|begins|ends|falls|follows|gets|goes|holds|knocks|leads|loses|misses|passes|pays|skips|stays|stops|takes|wins"
)
_DOING = re.compile(
    rf"(the (?:next |last |first |other )?[a-z]+|[a-z]+body|it|play|[\ue000-\uf8ff]) ({_VERBS})((?: .*)?)$"
)
"""A clause about a person's action: `the defender takes the cards`."""


def is_doing(word: str) -> bool:
    """Whether a word is a verb that describes an action: `takes`, `beats`."""
    return word in _VERBS.split("|")


def base(verb: str) -> str:
    """A verb in the form used after "does not": `takes` → `take`, `passes` → `pass`, `carries` → `carry`."""
    if verb.endswith("ies"):
        return f"{verb[:-3]}y"
    long = verb.removesuffix("es")
    return long if long != verb and long.endswith(("s", "x", "z", "ch", "sh", "o")) else verb[:-1]


def become_true(clause: str, owner: str = "") -> str:
    """A clause that has just become true: `hearts are broken` → `hearts are now broken`."""
    found = _AUXILIARY.search(clause, len(owner))
    if _PAST.search(clause):
        return f"note that {clause}"
    if found is not None and (found[1] in _MODALS or _TO_DO.match(clause, found.start(1))):
        return f"from now on {clause}"
    return f"{clause[: found.end()]} now{clause[found.end() :]}" if found else f"now {clause}"


def become_false(clause: str, opposite: str, owner: str = "") -> str:
    """A clause that does not hold from here on: `from now on the player need not pass`.

    What has happened cannot be undone: `it no longer counts that the player has passed`."""
    found = _AUXILIARY.search(clause, len(owner))
    if _denies(clause, found):
        return become_true(opposite, owner)
    perfect = found is not None and found[1] in ("has", "have") and not _OBJECT.match(clause, found.end())
    if (perfect and not _TO_DO.search(clause)) or _PAST.search(clause) or " did not " in opposite:
        return f"{_NO_LONGER}{clause}"
    return f"from now on {opposite.replace(' not still ', ' no longer ')}"


def at_once(clauses: Sequence[str]) -> str:
    """Changes that are made together: `it no longer counts that the dealer has passed or that the maker has passed`."""
    said: list[str] = []
    for clause in clauses:
        if said and clause.startswith(_NO_LONGER) and said[-1].startswith(_NO_LONGER):
            said[-1] += f" or that {clause.removeprefix(_NO_LONGER)}"
        else:
            said.append(clause)
    return "; ".join(said)


def _denies(clause: str, found: re.Match[str] | None) -> bool:
    """Whether a clause is a denial itself (`found`: its verb): `the player has taken no trick`."""
    if found is None or clause.startswith(("no ", "nobody ")):
        return found is not None
    no = _NO.search(clause, found.end())
    return bool(found[2]) or (no is not None and not _NAMED_SO.search(clause[: no.start()]))


_NO_LONGER = "it no longer counts that "
_PAST = re.compile(r" (was|were|had|did)\b")
_SUBJECT = re.compile(
    r"(?!(?:there|some|no|one|every|any|each|not|none|either) )"
    r"([a-z' \ue000-\uf8ff]+?) (?:is|are|has|have|may|can|cannot|must|need)\b"
)


def of_one_subject(clauses: Sequence[str]) -> list[str]:
    """Clauses to be joined by "and".

    A clause with the same subject as the one before it does not repeat the subject."""
    found: list[str] = []
    last = ""
    for clause in clauses:
        match = _SUBJECT.match(clause)
        subject = match[1] if match is not None else ""
        found.append(clause.removeprefix(f"{subject} ") if subject and subject == last else clause)
        last = subject if " or " not in clause and " if " not in clause else ""
    return found


def is_predicate(words: str) -> bool:
    """Whether the words form a predicate, to follow a person's name: `has run out of cards`."""
    return _AUXILIARY.match(f" {words}") is not None or is_doing(words.partition(" ")[0])


def third(base: str) -> str:
    """The form of a verb after he, she or it: `take` → `takes`, `pass` → `passes`, `carry` → `carries`."""
    head, _, rest = base.partition(" ")
    if head.endswith("y") and head[-2:-1] not in "aeiou":
        head = head[:-1] + "ies"
    elif head.endswith(("s", "x", "z", "ch", "sh", "o")):
        head += "es"
    else:
        head += "s"
    return f"{head} {rest}".rstrip()


def on_it(place: str) -> bool:
    """Whether cards lie on a place and not in it: `the table`, `the floor`, `the player's row`."""
    return place.rsplit(" ", maxsplit=1)[-1] in _SURFACES


def spaced(name: str) -> str:
    """A name as words: `last_hit` → `last hit`."""
    return " ".join(ABBREVIATED.get(word, word) for word in name.split("_") if word)


def is_hand(name: str) -> bool:
    """Whether a zone is named as what a player holds, of which English says `in hand` without an article."""
    return spaced(name) == "hand"


def means_its_cards(name: str) -> bool:
    """Whether the name of a zone stands for its cards: one takes `the trick`, but `all the cards of the stock`."""
    return name in ("trick", "hand")


def split_preposition(words: str) -> tuple[str, str]:
    """A name split before its final preposition: `points on` → `points`, `on`; `worth` → `worth`, ``."""
    head, _, last = words.rpartition(" ")
    return (head, last) if head and last in _LINKS else (words, "")


def is_plural(words: str) -> bool:
    """Whether the words name several things: `points`, `card points`, `cards left`; but not `boss`."""
    words, _ = _before_tail(words)
    last = words.rsplit(" ", maxsplit=1)[-1]
    return len(last) > 2 and last.endswith("s") and not last.endswith(_NOT_PLURAL)


def _before_tail(words: str) -> tuple[str, str]:
    """A name and what stands behind its noun: `cards left` is one of `cards`."""
    head, _, tail = words.rpartition(" ")
    return (head, f" {tail}") if head and tail in _TAILS else (words, "")


def is_of_many(words: str) -> bool:
    """The same for a longer name: true for `points of the deal` and `cards in hand`, false for `strength of the best
    five cards`.
    """
    return is_plural(words.partition(" of ")[0].partition(" in ")[0])


def plural(words: str) -> str:
    """The plural: `card` → `cards`, `party` → `parties`, `card left` → `cards left`."""
    words, tail = _before_tail(words)
    head, _, last = words.rpartition(" ")
    if last in _IRREGULAR:
        many = _IRREGULAR[last]
    elif last.endswith("y") and last[-2:-1] not in "aeiou":
        many = last[:-1] + "ies"
    elif last.endswith(("s", "x", "z", "ch", "sh")):
        many = last + "es"
    else:
        many = last + "s"
    return f"{head} {many}{tail}".lstrip()


def singular(words: str) -> str:
    """The singular: `points` → `point`, `cards left` → `card left`.  A singular stays unchanged."""
    words, tail = _before_tail(words)
    head, _, last = words.rpartition(" ")
    if last in _SINGULARS:
        one = _SINGULARS[last]
    elif not is_plural(words):
        return words + tail
    elif last.endswith("ies"):
        one = last[:-3] + "y"
    elif last.endswith(("sses", "xes", "ches", "shes")):
        one = last[:-2]
    else:
        one = last[:-1]
    return f"{head} {one}{tail}".lstrip()


def a(words: str) -> str:
    """The words with the indefinite article: `an ace`, `a king`, `an 8`."""
    first = words.lstrip("“‘*").lower()
    vowel = first.startswith(("hour", "honour")) or (
        first[:1] in "aeiou" and not first.startswith(("uni", "use", "one", "eu"))
    )
    return ("an " if vowel or first[:2] in ("8 ", "11", "18") or first == "8" else "a ") + words


def the(words: str) -> str:
    """The words with the definite article, unless they need none."""
    return words if words in BARE or words.startswith(("the ", "no ")) else f"the {words}"


def number(value: int) -> str:
    """A number in a sentence: in letters up to twelve, else in digits."""
    return _SMALL[value] if 1 <= value < len(_SMALL) else str(value)


def times(value: int) -> str:
    """`once`, `twice`, `five times`"""
    return {1: "once", 2: "twice"}.get(value, f"{number(value)} times")


def ordinal(value: int) -> str:
    """`first`, `second`, … `21st`"""
    if 1 <= value < len(_ORDINALS):
        return _ORDINALS[value]
    ending = "th" if value % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(value % 10, "th")
    return f"{value}{ending}"


def count(value: int, words: str) -> str:
    """A number of things: `one card`, `five cards`, `no cards`.  `words` may be singular or plural."""
    one = singular(words)
    return f"{number(value) if value else 'no'} {one if value == 1 else plural(one)}"


def amount(value: int, words: str) -> str:
    """A number of things in digits, for scores: `1 point`, `10 points`."""
    one = singular(words)
    return f"{value} {one if value in (1, -1) else plural(one)}"


def listed(items: Sequence[str], word: str = "and") -> str:
    """A list: `a`, `a and b`, `a, b and c`.  If an item contains such a word, a comma also precedes the word."""
    if len(items) <= 1:
        return "".join(items)
    inner = any(f" {w} " in item or "," in item for item in items for w in ("and", "or"))
    last = f", {word} " if inner else f" {word} "
    return ", ".join(items[:-1]) + last + items[-1]


def capital(text: str) -> str:
    """The text with a capital letter at the start."""
    for at, letter in enumerate(text):
        if letter.isalpha():
            return text[:at] + letter.upper() + text[at + 1 :]
        if letter.isdigit():
            break
    return text


def rank(name: str) -> str:
    """The name of a rank: `jack`, `10`, `Ober`."""
    return RANKS.get(name, name)
