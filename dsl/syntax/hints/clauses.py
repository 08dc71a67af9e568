"""Phrases about the clauses of a trick, steps of numbers, and piles as they lie; and what to write instead.

The rows have the form of `phrases.PHRASES`.
"""

from __future__ import annotations

from ...source.numerals import RANK_WORDS

_STEPS = "write `in {0} in steps of {1}`"
_FREE = "write `following suit or {0} where …`"
_BEST = "write `taken by winner with the {0} {1} by …`"
_LIE = "write `gather every card into {0} in the order they lie`"
_WITH = "write `with the {1} {2} by …`"
_APART = "that is a line of its own after (or before) the trick, further out"
_NO_ORDER = r"(?:in (?:that |their )?order|in sequence|as they (?:lie|are)|unshuffled|without shuffling)"
_PLAYING_FOR = "write `with {0} playing for {1}`"
_CUT = "write `move top {0} of {1} to bottom of {1}`; `cut {1}` takes a random number"

STEPS = (
    (r"\bin (\w+(?: *\.\. *\w+| down to \w+)) (?:by|step|steps of|every|in steps|in) (\d+)", _STEPS),
    (r"\bin steps of (?!\d)(\w+)", "the steps are a number: `in steps of 5`; others are told by `where`"),
    (r"\bin (\w+ *\.\. *\w+) in (?!steps)(\w+)", "write `in {0} in steps of 5`"),
)

PILES = (
    (r"^cut (?:the |every |all )?(?:deck|cards?|pack)\b", "name the pile: `cut stock`"),
    (r"^cut (?:top )?(\w+) (?:from|of|off) (\w+)", _CUT),
    (r"^cut (\w+) at (\w+)", "write `move top {1} of {0} to bottom of {0}`; `cut {0}` takes a random number"),
    (r"^cut the (\w+)", "write `cut {0}`"),
    (r"^cut (\w+) (?!\()\w", "write `cut {0}` alone"),
    (
        rf"(?<=into )([\w.]+) {_NO_ORDER}\b",
        "write `{0} in the order they lie`",
    ),
    (r"^gather every card in (?:the )?order\b.* into ([\w.]+)", _LIE),
    (r"^gather (?!every\b|all\b)([\w.]+) into ([\w.]+)", "write `move {0} to {1}`: the cards keep their order"),
)

FOLLOWING = (
    (r"\bfollowing suit,? (?:except|unless|but|save|apart from) (\w+) where\b", _FREE),
    (r"\bfollowing suit, or (\w+) where\b", "there is no comma: `following suit or {0} where …`"),
    (r"\bfollowing suit,? (?:or|except|unless) (?:if )?(\w+)\.(\w+)", "write `following suit or {0} where {0}.{1} …`"),
    (r"\bfollowing suit,? or (?:if|any card|any \w+)\b", "a name stands for the card: `following suit or c where …`"),
    (r"\bfollowing suit,? or ([A-Z0-9]\w*)", "write `following suit or c where c.rank = {0}`"),
    (r"\bany card or (\w+) where", "leave it out: after `any card` every card may be played"),
)

TAKING = (
    (r"\btaken by (?:the )?(?:player|owner) (?:of|with) the (highest|lowest) (\w+) in \w+ by\b", _BEST),
    (r"\btaken by (\w+) (?:by|with|having) (?:the )?(highest|lowest) (\w+) in \w+", _WITH),
    (r"\btaken by (\w+) (?:by|with|having) (?:the )?(highest|lowest) (\w+) by (?!the ranking)", _WITH),
    (r"\bwith the (?:highest|lowest) \w+ by the ranking", "leave it out: the ranking says who takes a trick"),
    (r"\bwith the (?:best|strongest) (\w+)", "write `with the highest {0} by …`"),
    (r"\bwith the (highest|lowest) (\w+)\((\w+)\)", "write `with the {0} {2} by {1}({2})`"),
    (r"\btaken by (\w+) (?:=|is|as) (\w+)", "write `taken by {0} who is {1}`"),
    (r"\btaken by (\w+) who (?:has|plays|played) the (highest|lowest) (\w+)", "write `with the {1} {2} by …`"),
    (r"\btaken by (?:the )?(highest|lowest) (\w+)", "a name stands first: `taken by winner with the {0} c by …`"),
    (r"\btaken by the (\w+)", "write `taken by {0}`"),
    (r"\bwho is the (\w+)$", "write `who is {0}`"),
    (r"(?<!game over, )(?<=, )won by (\w+)", "write `taken by {0}`"),
)

STAND_IN = (
    (r"(?<=, )(?:and )?(?:the )?(?!with\b)(\w+) (?:plays|playing|choosing|chooses) for (?:the )?(\w+)", _PLAYING_FOR),
    (r"\bwith (?:the )?(\w+) (?:plays|to play|choosing|chooses) for (?:the )?(\w+)", _PLAYING_FOR),
    (r"\bwith (?:the )?(\w+) playing (?:the (?:cards|hand) of )?(?!for\b)(?:the )?(\w+)(?:\.hand)?", _PLAYING_FOR),
    (r"\bwith the (\w+) playing for (?:the )?(\w+)", _PLAYING_FOR),
    (r"\bwith (\w+) playing for the (\w+)", _PLAYING_FOR),
    (r"\bwith (?:the )?(\w+) played by (?:the )?(\w+)", "write `with {1} playing for {0}`"),
    (r"\bplayed by (\w+) for (?:the )?(\w+)", _PLAYING_FOR),
    (r"(?<=, )(\w+) played by (\w+)", "write `with {1} playing for {0}`"),
    (r"\bwith (\w+) for (\w+)", _PLAYING_FOR),
    (r"\bwith (\w+) playing for$", "name the other player, too: `with {0} playing for dummy`"),
)

AT_EACH_CARD = (
    (r"^before (?:every|a|any|the) card by\b", "write `before each card by`"),
    (r"^before each card of (\w+)$", "write `before each card by {0}`"),
    (r"^before each card (\w+) by (\w+)", "no card is chosen yet: `before each card by {1}`"),
    (r"^before each card by a (\w+)", "a name stands for the player: `before each card by p`"),
    (r"^(?:before|when|if) (\w+) plays$", "write `before each card by {0}`"),
    (r"^after each card (\w+) (?:played|of|from) (?:by )?(\w+)", "write `after each card {0} by {1}`"),
    (r"^after (?:each |every |a |any )?(?:card )?(\w+) by (\w+)", "write `after each card {0} by {1}`"),
    (r"^(?:after|when|once) (\w+) (?:plays|has played) (\w+)", "write `after each card {1} by {0}`"),
    (r"^(?:after|before|when) the (?:trick|lead)\b", _APART),
    (r"^before the first card\b.*", "write `before each card by p`, and below it `if trick is empty`"),
    (r"^(?:after|with|at) the last card\b.*", _APART),
    (
        r"^(?:during|within|while) (?:the |each |every |a )?(?:trick|card)\b.*",
        "write `before each card by p`, or `after each card c by p`",
    ),
)

LEFT_OVER_ANSWERS = (
    (r"(?<=\" )(for .+?) (?:if|when) nothing else\b.*", "write `otherwise {0}`"),
    (r"\b(?:if|when) nothing else\b.*", "write `otherwise`"),
    (r"\bonly if otherwise\b", "write `otherwise`"),
    (r"\botherwise, (?=for\b)", "there is no comma: `otherwise for …`"),
    (r"\botherwise (?:with|from) (\w+) in\b", "write `otherwise for {0} in`"),
    (r"\botherwise for (?:each|every|any) (\w+) in\b", "write `otherwise for {0} in`"),
    (r"\botherwise for (\w+) from (\w+) to (\w+)", "write `otherwise for {0} in {1}..{2}`"),
    (r"\botherwise for (\w+) (\w+ *\.\. *\w+)", "write `otherwise for {0} in {1}`"),
    (r"(?<=\" )(for .+) otherwise$", "`otherwise` stands behind the label: `otherwise {0}`"),
    (r"\botherwise (\w+) in\b", "write `otherwise for {0} in`"),
    (r"\bif otherwise\b", "write `otherwise`"),
    (r"\" otherwise if\b", "such an answer has no `if`: it is offered if no other is"),
    (r"\" otherwise where\b", "write `otherwise for … in … where …`"),
)

_INSIDE = r"(?:(?<=[-+*/=<>] )|(?<=\bif )|(?<=\bor )|(?<=\band )|(?<=\bnot )|(?<=\bfrom ))"
_THE = "highest|lowest|winner|winning|player|middle|bottom|top|ranking|line|row|choice"
_PATH = r"[a-z]\w*(?:\.\w+)*"

PHRASES_INSIDE = (
    (
        rf"{_INSIDE}(?:the )?(highest|lowest) (\w+) in ({_PATH}) (where .+?) by the ranking\b",
        "such a phrase stands in brackets: `(the {0} {1} in {2} {3} by the ranking)`",
    ),
    (
        rf"{_INSIDE}(?:the )?(highest|lowest) (\w+) in ({_PATH}) where .+? by\b",
        "such a phrase stands in brackets: `(the {0} {1} in {2} where … by …)`",
    ),
    (
        rf"{_INSIDE}(the )?(highest|lowest) (\w+) in ({_PATH}) by\b",
        "such a phrase stands in brackets: `(the {1} {2} in {3} by …)`",
    ),
    (
        rf"{_INSIDE}the (highest|lowest) ({_PATH}(?:\(\w+\))?) for\b",
        "without `the`, and in brackets: `({0} {1} for …)`",
    ),
    (rf"{_INSIDE}first (\w+) in\b", "such a phrase stands in brackets: `(first {0} in …)`"),
    (rf"(\d+(?: or more|\.\.\d+)? cards) of ({_PATH}) \+ ({_PATH})", "write `{0} of ({1} + {2})`"),
    (
        rf"\b(by|from|to|add|deal|subtract|with) the (?!{_THE})([a-z]\w*)",
        "names have no `the` here: `{0} {1}`",
    ),
    (
        r"^(?!any |every |otherwise |option |define )([a-z]\w*) [a-z]\w*(?: [a-z]\w*)*: (-?\d+)$",
        "each value has a row of its own: `{0}: {1}`",
    ),
    (
        r"^any (red|black) suit\b",
        "a row for one suit makes trumps of it; `trump if trump.color = {0}` asks for the colour",
    ),
)

_RANK = r"[A-Z0-9]\w*"
FACES = (
    *(
        (rf"\b{word} of ([a-z]\w*)", f"write the rank as the deck does: `{rank} of {{0}}`")
        for word, rank in RANK_WORDS.items()
    ),
    (rf"\bto the ({_RANK}) of (\w+)", "names have no `the` here: `to {0} of {1}`"),
    (rf"\b(?:face|card) ({_RANK}) of (\w+)", "write `{0} of {1}`"),
    (rf"\bto ({_RANK}) of (?:any|some|a) suit", "say of which suit: `{0} of s`"),
    (rf"^set (.+) to ({_RANK}) ([a-z]\w*)$", "write `set {0} to {1} of {2}`"),
    (r"\bto ([a-z]|\w*rank) of ([a-z]\w*)$", "of two names it is written `to face({0}, {1})`"),
    (
        r"^([a-z]\w*): (?:an? face|card face|face card|face of card|named card|card name)( or none)?$",
        "write `{0}: face{1}`",
    ),
    (r"^([a-z]\w*): (\w+) or (?:nothing|nobody|no card)$", "write `{0}: {1} or none`"),
)

RANKINGS = (
    (r"^if (.*[\w)]) trump: ", "write `trump if {0}: …`"),
    (r"^trump \((.+)\): ", "write `trump if {0}: …`"),
    (r"^trump, (?:if|when) ([^:]+):", "there is no comma: `trump if {0}: …`"),
    (r"^trump if ([^:]+) otherwise:", "write `trump if {0}: …`, and a row `trump: …` below it for the other case"),
    (r"^([a-z]\w*): trump (?=[A-Z0-9])", "write `trump if {0}: …`"),
    (
        r"^(red|black) suits?: ",
        "a row for one suit makes trumps of it; `trump if trump.color = {0}` asks for the colour",
    ),
    (
        r"^(trump|any (?:other )?(?:suit|card)): (.+?),? (?:if|when) (.+)$",
        "the condition stands first: `{0} if {2}: {1}`",
    ),
    (r"^otherwise: ((?:[A-Z0-9]\w* ){2,}.*)$", "write `any other suit: {0}`"),
    (rf"^({_RANK}) of trump, .+: ", "the suit stands in front of the colon, and the cards behind it: `trump: {0}, …`"),
)

CLAUSES: tuple[tuple[str, str], ...] = (
    *(
        *STEPS,
        *PILES,
        *FOLLOWING,
        *STAND_IN,
        *TAKING,
        *AT_EACH_CARD,
        *LEFT_OVER_ANSWERS,
        *FACES,
        *RANKINGS,
        *PHRASES_INSIDE,
    ),
)
"""The pattern of each phrase, as a regular expression, and the text to write instead."""
