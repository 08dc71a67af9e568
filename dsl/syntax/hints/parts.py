"""Hints about the lines of zones, of what is remembered, of the ranking, of values and of tables.

The rows have the form of `phrases.PHRASES`.  Each set of them applies only in the lines of its part.
"""

from __future__ import annotations

import re

from ...source.diagnostics import Diagnostic
from ..parse_error import ParserError
from .plainer import could_be
from .written import in_block

_ONE_WORD = "a name is one word: `{0}_{1}{2}`"
_RANKS = r"[A-Z0-9]\w*"
_EACH = r"(?:for|per|by|of) (?:each |every |all )?(player|team)s?"
_OTHERS = r"(?:(?:all|any) )?(?:the )?(?:others?|rest|remaining)(?: cards?| ranks?| suits?)?"

_ZONES = (
    (r"^(?!(?:the|an?|each|every|all)\b)([a-z]+) ([a-z]+)((?: of each (?:player|team))?: .+)$", _ONE_WORD),
    (r"^([a-z]\w*(?: of each \w+)?),? (face up|face down|private)$", "write `{0}: {1}`"),
    (r"^([a-z]\w*(?: of each \w+)?)$", "say who sees the cards: `{0}: face down`, `face up` or `private`"),
    (rf"^([a-z]\w*) (?!of each){_EACH}: (.+)$", "write `{0} of each {1}: {2}`"),
    (r"^each (player|team)(?:'s)?:? (?!has\b|have\b)([a-z]\w*),? (.+)$", "write `{1} of each {0}: {2}`"),
    (r"^(.+): (?:visible to|seen by) (?:its |the )?(?:owner|player|holder).*", "write `{0}: private`"),
    (r"^(.+): (?:hidden|secret|closed|unseen|covered)\b.*", "write `{0}: face down`; what its owner sees is `private`"),
    (r"^(.+): (?:open|visible|public|shown|exposed|uncovered)\b.*", "write `{0}: face up`"),
    (r"^(.+): (\d+) (?:piles|columns|slots|spaces|stacks|heaps), (.+)$", "write `{0}: {1} places, {2}`"),
    (
        r"^(.+: (?:face up|face down|private)), (?:shuffled|empty|ordered|sorted|top card .*)$",
        "leave the rest out: `{0}`; what is done with the cards stands below `main`",
    ),
)

_REMEMBER = (
    (r"^(?:the )?number of ([a-z]\w*)((?: of each \w+)?: .+)$", "name it by what is counted: `{0}{1}`"),
    (r"^(?!(?:the|an?|each|every|all)\b)([a-z]+) ([a-z]+)((?: of each (?:player|team))?: .+)$", _ONE_WORD),
    (
        r"^([a-z]\w*) (?:of|for) (?:each|every) (suit|rank|card): .+$",
        "only players and teams have values of their own: remember one for each {1}, as `{0}_of_hearts: number`",
    ),
    (rf"^([a-z]\w*) (?!of each){_EACH}: (.+)$", "write `{0} of each {1}: {2}`"),
    (r"^([a-z]\w*) is (?:an? )?(number|player|team|suit|rank|card)(?: or .+)?$", "write `{0}: {1}`"),
    (
        (
            r"^([a-z]\w*)(?:: number)?:? ?(?:=|,)? ?(?:starts?|starting|begins?|initially|is)?"
            r" ?(?:at|with|from|=)? ?\d+$"
        ),
        "write `{0}: number`; it is 0 when the game begins, and `set` below `main` gives it another value",
    ),
    (
        r"^([a-z]\w*): (player|suit|rank|card|team),? (?:starts?|starting|initially|is|chosen|at)\b.*",
        "write `{0}: {1}`; its value is given below `main`, as in `set {0} to a random {1}`",
    ),
    (r"^([a-z]\w*): (?:an? )?(\w+) or (?:nobody|nothing|no one)$", "write `{0}: {1} or none`"),
)

_RANKING = (
    (
        rf"^({_RANKS}) ?> ?{_RANKS}(?: ?> ?{_RANKS})*$",
        "say of which suits, and write the ranks side by side: `any suit: A K Q J 10 9`",
    ),
    (rf"^({_RANKS}(?:,? {_RANKS})+)$", "say of which suits: `any suit: {0}`"),
    (
        r"^aces?(?: (?:is|are))? (high|low|highest|lowest)\b.*",
        "list all the ranks from high to low, as `any suit: A K Q J 10 9 8 7 6 5 4 3 2`",
    ),
    (rf"^(?:all|each|every|the) suits?: ({_RANKS}.*)$", "write `any suit: {0}`"),
    (rf"^{_OTHERS}: ({_RANKS}.*)$", "write `any other suit: {0}`"),
    (rf"^(?!trump: |.* (?:if|when) )(?:the )?trumps?(?: suit| cards?)?: ({_RANKS}.*)$", "write `trump: {0}`"),
    (rf"^(?:high(?:est)? to low(?:est)?|from high to low|order|ranks?): ({_RANKS}.*)$", "write `any suit: {0}`"),
    (
        rf"^([a-z ]+): {_RANKS} ?(?:\.\.|to|down to|-|…) ?{_RANKS}\b.*|^([a-z ]+): .*{_RANKS} ?\.\. ?{_RANKS}$",
        "the ranks are listed one by one: `any suit: A K Q J 10 9 8 7 6 5 4 3 2`",
    ),
    (rf"^([a-z ]+): ({_RANKS}), ({_RANKS}), .+", "ranks stand side by side: `{0}: {1} {2}`, and so on"),
    (
        r"^(clubs|diamonds|hearts|spades) ?> ?(clubs|diamonds|hearts|spades)\b.*",
        "a suit above the others has a row of its own, higher up: `{0}: A K Q J`, and `{1}: A K Q J` below it",
    ),
)

_VALUES = (
    (rf"^({_RANKS}(?: {_RANKS})*) (?:=|is|are|->|counts?|-) ?(-?\d+)(?: points?| each)?$", "write `{0}: {1}`"),
    (
        r"^(?:face|court|picture)s?(?: cards?)?(?: (?:are|count))?:? (-?\d+)$|^(?:pictures|courts|honours):? (-?\d+)$",
        "write the ranks: `J Q K: 10`",
    ),
    (rf"^{_OTHERS}: (-?\d+)$", "write `otherwise: {0}`"),
    (rf"^({_RANKS}) (?:to|-) ({_RANKS}): ?(\d+) (?:to|-) ?(\d+)$", "write `{0}..{1}: {2}..{3}`"),
    (rf"^({_RANKS}) (?:to|-) ({_RANKS}): ?(\d+)$", "write `{0}..{1}: {2}`"),
    (r"^(?:number|spot|pip|numeral|plain) cards?:? .*", "write `2..10: 2..10`"),
    (r"^(?:each|every|any|all) (club|diamond|heart|spade)s?: (-?\d+)$", "write `{0}s: {1}`"),
    (rf"^({_RANKS}(?: {_RANKS})*): (?:its|their|the|face) (?:face )?(?:number|value)s?$", "write `2..10: 2..10`"),
)

PARTS = (
    (("zones", "replace zones", "add zones"), _ZONES),
    (("remember", "replace remember", "add remember"), _REMEMBER),
    (("ranking", "replace ranking"), _RANKING),
    (("values", "replace values", "add values"), _VALUES),
)


def parts(t: ParserError) -> Diagnostic | None:
    """A line of zones, of what is remembered, of the ranking or of values, in words that the language does not have."""
    if t.token.line == 0:
        return None
    found = (in_block(t, (), rows, blocks) for blocks, rows in PARTS)
    return next((one for one in found if one is not None), None)


_IF = re.compile(r"(?:otherwise )?(?:if|when) (?P<cond>.+?)(?: *(?::|->) *| then |$)(?P<done>.*)")


def row_of_table(t: ParserError) -> Diagnostic | None:
    """`if bid > 2: add 1 to stake` in a table, whose rows have an arrow behind their condition."""
    if t.token.line == 0 or t.first not in ("if", "when", "otherwise") or t.words[1] in ("chooses", "(", "."):
        return None
    could = t.accepts_at(0)
    if "always" not in could or "if" in could:
        return None
    found = _IF.fullmatch(t.source.text[t.line[0].start : t.line[-1].start].rstrip())
    if found is None:
        return None
    whole = f"{found['cond']} -> {found['done']}"
    help = (
        f"write `{whole}`" if could_be(t, whole) else f"a row has an arrow and no `{t.first}`: `{found['cond']} -> …`"
    )
    return t.say("E0201", t.span(0), text=t.first, help=help)
