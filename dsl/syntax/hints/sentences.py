"""Whole sentences of rulebooks, and the lines to write instead.

A row is tried when a line cannot be read.  Its pattern must fit all of the line, or all that stands behind a `:` or an
arrow.  Its named groups fill the gaps of the advice: `n` is an amount, put in digits, and `thing` is what is counted,
put in the plural.
"""

from __future__ import annotations

import re
from functools import cache

from ...source.diagnostics import Diagnostic
from ...source.numerals import NUMERALS, in_digits
from ..parse_error import ParserError
from .doings import done_instead
from .payments import paid_instead
from .remaining import ROUND, all_moved
from .sayings import NOBODY, PATH, plural

LONGEST = 200
"""The longest line, in characters, that is taken for a sentence."""

_N = rf"(?P<n>\d+|an?|{'|'.join(NUMERALS[1:])})"
_PERSON = r"(?!(?:the|an?|each|every)\b)[a-z]\w*(?:\.(?:left|right|partner|next|team|opponents))*(?![\w.])"
_WHO = rf"(?:the )?(?P<who>player|{NOBODY}{_PERSON})"
_EACH = r"(?:(?:each|every) player|all (?:the )?players|everybody|everyone|players)"
_OTHERS = r"(?:(?:each|every) other player|all (?:the )?other players|the others|everybody else|everyone else)"
_CARDS = r"(?:all|every|the (?:whole|entire)|all of)(?: of)?(?: the)? (?:cards?|deck|pack|stock)"
_THING = r"(?P<thing>(?!(?:cards?|tricks?|turns?|rounds?|to|from|in|into|of)\b)[a-z]\w*)"
_INTO = r"(?:to|into|in|on|onto|on top of|face up on|face down on|back into)"
_WHERE = rf"(?:the )?(?P<where>{PATH})"
_WHAT = rf"(?:the )?(?P<what>{PATH})"
_FACE = r"(?: face (?:up|down))?"
_TURNED = r"(?:turn(?: over| up)?|flip(?: over)?) (?:the )?(?:top|next) card"
_UP = r"(?: face up| over| up)?"
_POT = r"(?:the )?(?:whole )?(?P<what>pot|pool|kitty|bank)"
_GAINS = r"(?:scores?|wins?|gains?|gets?|receives?|earns?|takes?)"
_LOSES = r"(?:pays?|loses?|forfeits?|gives?(?: up)?)"
_PAYS = r"(?:pays?|puts?|antes?|adds?|gives?|contributes?|throws?)"
_BY_LOT = r"(?:at random|randomly|by chance|by lot|by (?:cutting|drawing|dealing)\b.*)"
_LEADS = r"(?:leads|starts|begins|plays first|goes first|is first|has the lead)\b.*"
_ANOTHER = r"(?:a|one|the|another|each|every|\d+|two|three|four|five)"

_EVERY_CARD = "write `shuffle every card into stock`"
_LIE_OPEN = "the cards of a zone that is `face up` lie open"
_LED = "say so in the line of the trick, `led by {0}`, or in that of the turns, `for p in players from {0}`"
_MISSED = (
    "remember it, `skipped: yes or no`; before a turn, `if skipped: set skipped to no`, and the turn below `otherwise`"
)
_TRICK = "write `play trick from hand to trick, led by leader, following suit, taken by winner`, below `repeat 5 times`"
_WINS = "somebody wins by the highest or the lowest of something:"

SENTENCES: tuple[tuple[str, str], ...] = (
    # the deal
    (rf"shuffle (?:all )?(?:of )?(?:the )?(?:deck|cards|pack)(?: again)?(?: into {PATH})?|reshuffle\b.*", _EVERY_CARD),
    (r"shuffle (?:.+ )?and (?:deal|give)\b.*", f"{_EVERY_CARD}, and what is dealt on the next line"),
    (
        rf"deal {_N}(?:,| and)? then (?P<more>\d+|two|three|four|five)(?: cards?)?(?: (?:each )?to {_EACH})?",
        (
            "write two lines: `deal {n} from stock to hand of each player`,"
            " `deal {more} from stock to hand of each player`"
        ),
    ),
    (r"cut (?:the )?(?:deck|cards|pack)", "write `cut stock`"),
    (
        rf"(?:deal|give)(?: out)? {_CARDS}\b.*|{_CARDS} (?:are|is) dealt\b.*",
        ROUND,
    ),
    (
        rf"(?:deal|give) {_N}(?: cards?)?{_FACE}(?:(?: each)? to {_EACH}| each)(?: from (?:the )?{PATH})?",
        "write `deal {n} from stock to hand of each player`",
    ),
    (
        rf"{_EACH} (?:{_GAINS}|is dealt|are dealt|draws?) {_N} cards?\b.*",
        "write `deal {n} from stock to hand of each player`",
    ),
    (rf"(?:deal|lay|put) {_N} cards?{_FACE} {_INTO} {_WHERE}", "write `move top {n} of stock to {where}`"),
    (
        rf"{_TURNED}{_UP}(?: {_INTO} {_WHERE}| (?:for|as) (?:the )?trumps?)?",
        f"write `move top of stock to {{where}}`: {_LIE_OPEN}",
    ),
    (
        rf"{_TURNED} (?:of|from) {_WHAT}{_UP}(?: {_INTO} {_WHERE})?",
        f"write `move top of {{what}} to {{where}}`: {_LIE_OPEN}",
    ),
    (
        r"(?:the )?(?:top|next|last) card (?:of .+ )?is turned\b.*",
        f"write `move top of stock to {{where}}`: {_LIE_OPEN}",
    ),
    (
        rf"(?:put|place|lay|take|return) (?:the )?(?:top|next) card (?:of|from) {_WHAT} {_INTO} {_WHERE}",
        "write `move top of {what} to {where}`",
    ),
    (
        rf"(?:return|collect|gather|put|take|move|pick up) {_CARDS}(?: (?:back )?(?:to|in|into) (?:the )?{PATH})?",
        "write `gather every card into stock`",
    ),
    (
        r"(?:(?:put|place|lay) )?(?:the )?(?:rest|remaining cards|remainder)\b.*",
        "leave it out: cards that were not dealt are still in the pile",
    ),
    (rf"(?:put|place|lay|return) {_WHAT} {_INTO} {_WHERE}", "write `move {what} to {where}`"),
    (
        rf"(?:put|place|lay|return) {_WHAT} (?:under|below|beneath|at the bottom of) {_WHERE}",
        "write `move {what} to bottom of {where}`",
    ),
    # whose turn it is
    (
        (
            r"(?:the )?(?:(?:turn to )?deal|dealer) (?:then )?(?:passes|moves|goes|rotates|changes|is passed)\b.*"
            r"|(?:the )?next (?:player )?(?:deals?|dealer|is (?:the )?dealer)\b.*"
        ),
        "write `set dealer to dealer.left`",
    ),
    (
        (
            rf"(?:choose|select|pick|find) (?:the |a )?(?:first )?(?P<what>dealer|leader|starter)(?: {_BY_LOT})?"
            r"|(?:cut|draw)(?: cards)? for (?:the )?(?:first )?deal(?:er)?"
        ),
        "write `set {what} to a random player`",
    ),
    (
        rf"(?:the )?(?:first )?(?P<what>dealer|leader|starter) is (?:chosen|picked|drawn|selected) {_BY_LOT}",
        "write `set {what} to a random player`",
    ),
    (
        r"(?:the )?winner(?: of .+)? (?:leads|starts|begins|plays first)\b.*",
        "write `taken by leader` in the line of the trick, or `set leader to winner` below it",
    ),
    (rf"(?:the )?highest bidder {_LEADS}", _LED.format("bidder")),
    (
        rf"(?:the )?player (?:to |on )?(?:the )?(?P<side>left|right) of (?:the )?(?P<who>{PATH}) {_LEADS}",
        _LED.format("{who}.{side}"),
    ),
    (rf"{_WHO} {_LEADS}", _LED.format("{who}")),
    (
        (
            r"skip (?:(?:the )?next|an?|one) player\b.*|(?:the )?next player (?:misses|loses|skips|is skipped)\b.*"
            r"|(?:miss|lose|skip) (?:a|one|the|this) turn"
        ),
        _MISSED,
    ),
    (rf"{_WHO} (?:misses|loses|skips) (?:a|the|one|his|her|their) (?:next )?turn", _MISSED),
    (
        rf"{_WHO} (?:(?:is|goes|drops|falls) out(?: of .+)?|is eliminated|is knocked out|leaves(?: .+)?)",
        "write `set {who}.out to yes`, and below `remember`, `out of each player: yes or no`",
    ),
    (
        rf"play {_ANOTHER} tricks?\b.*|play tricks\b.*|play trick|(?:the )?tricks? (?:is|are) played\b.*",
        _TRICK,
    ),
    (
        rf"play {_ANOTHER} (?P<what>round|hand|deal|turn)s?\b.*",
        "the name of a phase alone plays it: `play_{what}`, whose lines stand below `phase play_{what}`",
    ),
    (
        rf"(?:each|every) player(?: in turn)?,? (?:from|starting with) (?:the )?(?P<who>{PATH})(?: in turn)? chooses?",
        "write `for q in players from {who}`, and below it, indented, `q chooses`",
    ),
    (
        rf"(?:{_EACH}|the others) (?:must|have to|has to) (?:follow suit|win|beat|trump|head)\b.*",
        "duties stand in the line of the trick: `following suit, if able c where c beats the winning card so far`",
    ),
    (
        r"if .+ (?:of the suit led|follow suit|of that suit|of the led suit)\b.* (?:must|has to|may|can|plays?)\b.*",
        "that is said by the line of the trick: `following suit`",
    ),
    (
        (
            r"start (?:a|the|another) (?:new |next )?(?:deal|hand|round)|(?:deal|start|begin) again|redeal now"
            r"|(?:go (?:on )?to )?(?:the )?(?:next|new|a new) (?:deal|hand|round)"
        ),
        "a loop of `main` begins the next one; `start deal_hand again` begins a phase once more",
    ),
    (
        r"(?:end|stop|finish|leave) (?:of )?(?:the |this )?(?:round|deal|hand|trick|turn|loop|phase)",
        "write `stop`: it leaves the innermost loop",
    ),
    # tricks and trumps
    (
        r"(?:the )?highest (?:card|trump)\b.* (?:wins|takes)\b.*",
        "which card is higher is said by the `ranking`, and who takes the trick by its line: `taken by winner`",
    ),
    (
        r"(?:the )?winner(?: of .+)? (?:collects|gathers|picks up|keeps) (?:the )?(?:trick|cards)",
        "write `move trick to winner.won`",
    ),
    (
        r"(?P<what>clubs|diamonds|hearts|spades) (?:are|is|becomes?) (?:the )?trumps?(?: suit)?",
        "write `set trump to {what}`",
    ),
    (
        r"(?:the )?trumps?(?: suit)? (?:are|is|becomes?) (?P<what>clubs|diamonds|hearts|spades)",
        "write `set trump to {what}`",
    ),
    (
        (
            r"(?:the )?(?:suit|rank) of .+ (?:is|becomes?|determines|makes|fixes) (?:the )?trumps?(?: suit)?"
            r"|(?:the )?trumps?(?: suit)? (?:is|are|becomes?) (?:determined|made|fixed|the suit)\b.*"
        ),
        "write `set trump to (top of turned).suit`",
    ),
    (
        rf"{_WHO} (?:may |must |then )?(?:names?|chooses?|picks?|declares?|calls?|makes?) (?:the )?trumps?(?: suit)?",
        'write `{who} chooses`; below it, `"{{s}}" for s in suits`, and below that, `set trump to s`',
    ),
    # what is paid and scored
    (
        rf"{_EACH} {_PAYS} {_N} {_THING} {_INTO} {_WHERE}",
        "write `subtract {n} from {thing} of each player`, and `add {n} * number of players to {where}`",
    ),
    (rf"{_EACH} {_LOSES} {_N} {_THING}", "write `subtract {n} from {thing} of each player`"),
    (rf"{_EACH} (?:(?:starts?|begins?) with|has|have) {_N} {_THING}", "write `set {thing} of each player to {n}`"),
    (rf"(?:{_EACH} {_GAINS}|give {_EACH}) {_N} {_THING}", "write `add {n} to {thing} of each player`"),
    (rf"(?:give|pay) {_N} {_THING} to {_EACH}", "write `add {n} to {thing} of each player`"),
    (
        rf"{_OTHERS} (?:pays?|gives?) (?:the )?(?P<who>{PATH}) {_N} {_THING}",
        (
            "write `subtract {n} from {thing} of each player except {who}`,"
            " and `add {n} * (number of players - 1) to {who}.{thing}`"
        ),
    ),
    (
        rf"{_WHO} (?:gets|receives|wins|collects|takes) {_N} {_THING} from (?:{_OTHERS}|{_EACH})",
        (
            "write `subtract {n} from {thing} of each player except {who}`,"
            " and `add {n} * (number of players - 1) to {who}.{thing}`"
        ),
    ),
    (rf"{_OTHERS} {_LOSES} {_N} {_THING}", "write `subtract {n} from {thing} of each player except p`"),
    (rf"{_OTHERS} {_GAINS} {_N} {_THING}", "write `add {n} to {thing} of each player except p`"),
    (
        rf"{_WHO} {_PAYS} {_N} {_THING} {_INTO} {_POT}",
        "write `subtract {n} from {who}.{thing}`, and `add {n} to {what}`",
    ),
    (
        rf"{_WHO} (?:pays|gives) {_N} {_THING} to (?:the )?(?P<where>{_PERSON})",
        "write `subtract {n} from {who}.{thing}`, and `add {n} to {where}.{thing}`",
    ),
    (
        rf"{_WHO} {_GAINS} {_N} {_THING} for (?:each|every) (?P<each>[a-z]+?)s?(?: .+)?",
        "write `add {n} * {who}.{each}s to {who}.{thing}`",
    ),
    (rf"{_WHO} {_GAINS} {_N} {_THING}", "write `add {n} to {who}.{thing}`"),
    (rf"{_WHO} (?:scores|gains) (?P<n>\d+)", "write `add {n} to {who}.points`"),
    (
        rf"add {_N} to {_WHAT} for (?:each|every) (?P<each>[a-z]+?)s?(?: .+)?",
        "write `add {n} * p.{each}s to {what}`",
    ),
    (r"(?P<n>\d+) points?\b.*", "say whose: `add {n} to p.points`"),
    (rf"(?:give|add) {_N} {_THING} to {_WHO}", "write `add {n} to {who}.{thing}`"),
    (rf"give {_WHO} {_N} {_THING}", "write `add {n} to {who}.{thing}`"),
    (rf"{_WHO} {_LOSES} {_N} {_THING}", "write `subtract {n} from {who}.{thing}`"),
    (
        rf"{_WHO} (?:takes|wins|gets|collects|receives) {_POT}",
        "write `add {what} to {who}.chips`, and `set {what} to 0`",
    ),
    (
        rf"(?:move|transfer) {_N} {_THING} from {_WHO} to {_POT}",
        "write `subtract {n} from {who}.{thing}`, and `add {n} to {what}`",
    ),
    (
        rf"(?:remove|take) {_N}(?: {_THING})? from (?:the )?(?P<what>{PATH}\.\w+)",
        "write `subtract {n} from {what}`",
    ),
    (
        rf"(?:pay|put|ante|throw) {_N}(?: {_THING})? {_INTO} {_POT}",
        "write `subtract {n} from p.{thing}`, and `add {n} to {what}`",
    ),
    (rf"(?:lose|pay|forfeit) {_N} {_THING}\b.*", "say who does: `subtract {n} from p.{thing}`"),
    (rf"(?:score|win|gain|get|earn) {_N} {_THING}\b.*", "say who does: `add {n} to p.{thing}`"),
    (
        rf"{_WHO} (?:scores|adds|gets|counts) (?:the )?(?:total |sum |values? |points )+(?:of|for|on|in) .*cards\b.*",
        "write `add total pips of {who}.won to {who}.points`, with `values pips of each card`",
    ),
    (
        rf"{_WHO} pays (?:the )?(?P<where>{_PERSON})",
        "write how much: `subtract 1 from {who}.chips`, and `add 1 to {where}.chips`",
    ),
    (
        r"(?P<what>add .+ to|subtract .+ from|set) the winner so far\.(?P<thing>\w+)(?P<more> to .+)?",
        "give the player a name first: `let taker be the winner so far`, and `{what} taker.{thing}{more}`",
    ),
    (rf"{_WHAT} \+ (?P<n>\d+)", "write `add {n} to {what}`"),
    (rf"{_WHAT} - (?P<n>\d+)", "write `subtract {n} from {what}`"),
    (rf"double {_WHAT}", "write `set {what} to 2 * {what}`"),
    (rf"{_WHAT} (?:is|are) doubled", "write `set {what} to 2 * {what}`"),
    (rf"(?:increase|raise) {_WHAT} by {_N}", "write `add {n} to {what}`"),
    (rf"(?:decrease|reduce|lower) {_WHAT} by {_N}", "write `subtract {n} from {what}`"),
    # what players do with their cards
    (
        r"(?:then )?(?:deal|draw)s? (?:the same|that|as many)(?: number| amount)?(?: of)?(?: new)? cards?\b.*",
        "below the choice of some cards, as `cs`, write `deal size of cs from stock to p.hand`",
    ),
    (
        rf"(?:turn(?: up| over)?|show) (?:the )?last card of (?:the )?(?P<who>{_PERSON}) (?:as|for) (?:the )?trumps?",
        "write three lines: `let c be top of {who}.hand`, `show c to everyone`, `set trump to c.suit`",
    ),
    (
        rf"(?:swap|exchange|switch) {_WHAT} (?:and|with|for) {_WHERE}",
        (
            "write three lines, by way of a zone: `move {what} to aside`, `move {where} to {what}`,"
            " `move aside to {where}`"
        ),
    ),
    (
        rf"{_WHO} (?:swaps|exchanges|trades|switches) hands with {_WHERE}",
        (
            "write three lines, by way of a zone: `move {who}.hand to aside`, `move {where}.hand to {who}.hand`,"
            " `move aside to {where}.hand`"
        ),
    ),
    (
        rf"(?:{_WHO} (?:gives|passes|hands|exchanges|swaps|trades)|give|pass) (?:a|1|one) card (?:to|with) {_WHERE}",
        'write `{who} chooses`; below it, `"pass {{c}}" for c in {who}.hand`, and below that, `move c to {where}.hand`',
    ),
    (
        rf"(?:move|take|put) {_N} cards? (?:from|of) {_WHAT} {_INTO} {_WHERE}",
        "write `move top {n} of {what} to {where}`, or let somebody choose among `{n} cards of {what}`",
    ),
    (
        rf"(?:{_WHO} (?:gives|passes|hands|exchanges|swaps|trades)|give|pass) {_N} cards? (?:to|with) {_WHERE}",
        (
            'write `{who} chooses`; below it, `"pass {{cs}}" for cs in {n} cards of {who}.hand`, and below that,'
            " `move cs to {where}.hand`"
        ),
    ),
    # the end
    (
        (
            r"(?:the )?(?:game|play) (?:is over|ends|stops|finishes)(?: (?:when|if|as soon as|once|after|at) .+)?"
            r"|(?:the )?(?:first|whoever) .+ (?:wins|is the winner)(?: the game)?"
        ),
        "write `game over, won by the player with highest points`, below a loop `repeat until highest points >= 100`",
    ),
    (
        rf"game over, (?:won by )?(?:the )?last (?:player|one) (?:with|who has|having) {_THING}",
        "write `game over, won by the player with highest {thing}`",
    ),
    (
        (
            r"(?:game over, (?:won by )?)?(?:the )?(?:last )?(?:player|whoever|one)"
            r" (?:(?:with|has|who has|left with) no|without)(?: more)? cards\b.*"
        ),
        f"{_WINS} `game over, won by the player with lowest left`, with `define left(p: player) means size of p.hand`",
    ),
    (
        r"game over, (?:won by )?(?:nobody|no one|none)(?: wins)?|game over,? (?:it is |in )?a draw",
        "write `game over, won by the player with highest points, otherwise a draw`",
    ),
)
"""The pattern of each sentence, as a regular expression, and the advice."""

_BEHIND = re.compile(r"(?<=: )|(?<=-> )")
_MISSING = {"who": "p", "where": "turned", "what": "dealer", "side": "left", "thing": "chips", "more": ""}


def sentence(t: ParserError) -> Diagnostic | None:
    """A line that says in the words of a rulebook what is done."""
    if t.line[0].line == 0 or t.line[0].kind in ("STRING", "TEMPLATE"):
        return None
    if "->" not in t.words and not {"set", "move"} <= t.accepts_at(0):
        return None  # no statement may stand here
    start, end = t.line[0].start, t.line[-1].start
    text = t.source.text[start:end].rstrip()
    if len(text) > LONGEST:
        return None
    for at in (0, *(found.start() for found in _BEHIND.finditer(text) if found.start() <= t.token.start - start)):
        line, file = text[at:], t.source.text
        help = all_moved(line, file) or paid_instead(line, file) or said_instead(line) or done_instead(line, file)
        if help is not None:
            first = next(i for i, token in enumerate(t.line) if token.start >= start + at)
            return t.say("E0207", t.span(first, len(t.line) - 2), text=text[at:], help=help)
    return None


def said_instead(text: str) -> str | None:
    """What to write instead of a sentence; None if no row fits all of it."""
    for pattern, better in _patterns():
        found = pattern.fullmatch(text)
        if found is not None:
            parts = {name: in_digits(part) for name, part in found.groupdict().items() if part is not None}
            if "thing" in parts:
                parts["thing"] = plural(parts["thing"])
            if parts.get("who") == "player":
                parts["who"] = "p"
            return better.format(**{**_MISSING, **parts}).replace("add 1 * ", "add ")
    return None


@cache
def _patterns() -> tuple[tuple[re.Pattern[str], str], ...]:
    """They are compiled only when a line cannot be read, because most files never need them."""
    return tuple((re.compile(pattern), better) for pattern, better in SENTENCES)
