"""Phrases about players, decks, tricks, chance and combinations, and what to write instead.

The rows have the form of `phrases.PHRASES`, grouped by subject.  They are tried first, because they say more.
"""

from __future__ import annotations

from ...source.numerals import NUMERALS

PATH = r"(?!(?:the|an?|each|every)\b)[a-z]\w*(?:\.\w+)*"
_ENDS = r"(?![\w.])(?= *(?:$|[-+*/=<>:,)]|and\b|or\b|to\b))"
_COMBINED = "a name stands for the cards: `{0} cs in {1} of …`"
_WHICH_NUMBER = "say of which: `a random number in 1..6`"
_ONE_CARD = rf"(?:the |bottom of |top of )?{PATH}(?: card so far| so far)?"
_SIDE_BY_SIDE = "suits stand side by side: `of {0} {1}`"
_COUNTED = "say which are counted, `number of {0} in {1} where …`; how many there are altogether is `size of {1}`"

_RANKS = "write the ranks: `deck 2 3 4 5 6 7 8 9 10 J Q K A`"
_DONE = "what is done stands below `main`, or below `phase {0}`, which a line of `main` names"

BEGINNINGS = (
    (
        r"^.+ instead of \w",
        "what a phase does is changed below `change` and its name: `replace the line …`, and below it the new lines",
    ),
    (r"^(\d+)(?: to (\d+))? players\b", "write `players {0}`; from two to six are `players 2..6`"),
    (r"^(?:(?:a|the|one) )?(?:(?:standard|normal|usual|full) )?(?:decks?|packs?|cards)\b", _RANKS),
    (r"^(?:variables?|vars|state|memory|counters?)\b", "what is kept during the game stands below `remember`"),
    (r"^(setup|rounds?|turns?|hands?|dealing|gameplay|bidding|scoring|trick)\b(?! chooses)", _DONE),
    (r"^(?:rules?)\b", "what is done stands below `main` or a `phase`; a value is given by `define … means …`"),
    (
        r"^trumps?\b",
        "what is trump is remembered, below `remember`, as `trump: suit`; the `ranking` says which card beats which",
    ),
    (
        r"^(?:goal|objective|object|aim|end|ending|win|winner|winning)\b",
        "the game ends by a line of `main` or of a phase: `game over, won by the player with highest points`",
    ),
    (r"^(?:zone|piles?|places?|areas?)\b", "cards lie in zones: `zones`, and below it, indented, `stock: face down`"),
    (r"^(?:import|include|extends?|uses?)\b", 'rules over others are a variant: `variant "Short Game" of our_game`'),
)
"""How newcomers begin a part of a rule file."""

_NUMERAL = "|".join(NUMERALS[1:])
HEADING = (
    (
        r"^values (?:of|for) (?:the )?cards?$|^values [a-z]+$",
        "say of what: `values points of each card`, with rows below it, as `A: 11`",
    ),
    (r"^change the (?:table|phase|define) (\w+)", "write `change {0}`"),
    (
        r"^deck (?:from )?([A-Z0-9]\w*) ?(?:\.\.|to|-) ?([A-Z0-9]\w*)$",
        "the ranks of a deck are listed one by one: `deck 7 8 9 10 J Q K A`",
    ),
    (r"^deck \d+ cards?:? (.+)", "write `deck {0}`"),
    (rf"^players ({_NUMERAL}) to ({_NUMERAL})", "write `players {0}..{1}`"),
    (r"^players:? (\d+),? (?:in )?(?:partnerships?|partners|pairs|teams)$", "write `players {0}, partners opposite`"),
    (
        r"^players:? (?:any(?: number)?|at least .+|\d+ or more|\d+\+|more than .+)$",
        "say how many at most, too: `players 2..6`",
    ),
    (r"^option ([a-z]\w*): (\d+) (?:to|-) (\d+)(.*)", "write `option {0}: {1}..{2}{3}`"),
    (r"^option ([a-z]\w*): (?:yes/no|yes, no|no or yes|y/n)(.*)", "write `option {0}: yes or no{1}`"),
    (r"^option ([a-z]+) ([a-z]+)(:.*)", "a name is one word: `option {0}_{1}{2}`"),
    (
        r"^define (?:the )?([a-z]\w*) of (?:an? |the )?(player|team|card|suit)s?\b(?! so)",
        "what is meant stands in brackets: `define {0}(x: {1}) means …`",
    ),
    (r"^(define|phase|table) ([a-z]\w*)\((player|team|card|suit)\)", "give it a name, too: `{0} {1}(x: {2})`"),
    (r"^(define|phase|table) ([a-z]\w*)\(([pqxt])\)", "say what it is: `{0} {1}({2}: player)`"),
    (r"^define ([a-z])\.([a-z]\w*)", "write `define {1}({0}: player) means …`"),
    (
        r"^(define|phase|table) (?!define |phase |table )([a-z]+) (?!\2\()([a-z]+)(\(.*)",
        "a name is one word: `{0} {1}_{2}{3}`",
    ),
    (
        r"^phase ([a-z]\w*) (?:of|for) (?:each |every |an? |the )?(?:player|[a-z])$",
        "whose it is stands in brackets: `phase {0}(p: player)`; it is played by `{0}(p)`",
    ),
    (r"^phase the ([a-z]\w*)$", "names have no `the`: `phase {0}_hand`"),
    (
        r"(?<=means )(?:all )?(?:the )?players (?:who|whose|with|that)\b.*",
        "write `every p in players where …`, as `every p in players where not p.out`",
    ),
    (r"^change the (line|row|choice) (.+)", "write `replace the {0} {1}`, and the new one below it"),
    (
        r"^replace (?!the\b|deck\b|ranking\b|players\b)(.+)(?<!\btaken)(?<!\bled)(?<!\bplayed) (?:with|by) .+",
        "write `replace the line {0}`, and the new line below it",
    ),
    (
        r"^add the (?:line|row|choice)\b.*",
        "write `add at the end`, or `add before the line …`, and below it the new line",
    ),
    (r"^set option ([a-z]\w*) to (\w+)", "write `set {0} to {1}`"),
    (r"^replace the (deck|ranking|players) (?:with|by) (.+)", "write `replace {0} {1}`"),
    (
        r"^(?:add|remove) (?:\w+ )?jokers?(?: (?:to|from) (?:the )?deck)?$",
        "write the whole deck: `replace deck 7 8 9 10 J Q K A, 2 jokers`",
    ),
    (r"^players:? (\d+) (?:to|through) (\d+)", "write `players {0}..{1}`"),
    (
        r"(?<=, )(?:(?:in )?(?:two|2|three|3) )?(?:teams|pairs|partnerships)(?: of \w+)?$",
        "write `partners opposite`: those who sit opposite each other are a team",
    ),
    (r"^deck (\d+) ?(?:-|to) ?(\d+)\b", "the ranks of a deck are listed one by one: `deck 2 3 4 5 6`"),
    (r"^deck (?:two|2|double) (?:packs?|decks?|copies)(?: of)? (.+)", "write `deck {0}, 2 copies`"),
    (r"^deck(?: (?:of|a|the|standard|normal|usual|full|french|\d\d|cards?|deck|pack))+$", _RANKS),
    (r"^(phase|table) (?!phase |table )([a-z]\w*) (?!\2$)([a-z]\w*)$", "a name is one word: `{0} {1}_{2}`"),
    (r"^ranking ([A-Z0-9].*)", "write `ranking` alone, and below it, indented, `any suit: {0}`"),
    (r"^([A-Z0-9]\w*) (?:is )?(?:high|low|highest|lowest)$", "a row lists cards, high to low: `any suit: A K Q J 10`"),
    (r"^each (player|team) has (?:an? |the |their |his )?(\w+)(?:: *(.+))?$", "write `{1} of each {0}: {2}`"),
    (r"^(\w+ of each \w+) ?= ?0$", "write `{0}: number`: every number is 0 when the game begins"),
    (
        r"^(\w+)( of each \w+): (?:number )?(?:=|starting at|starts at|starting with|from) ?(\d+)$",
        "write `{0}{1}: number`, which is 0 when the game begins, and `set {0}{1} to {2}` below `main`",
    ),
    (r"^add (?:a )?zone:? (\w+)(?:: *(.+))?:?$", "write `add zones`, and below it its line: `{0}: face down`"),
    (r"\banti-?clockwise\b|\bcounter[- ]clockwise\b", "write `counterclockwise`"),
    (r"(?<=, )clockwise\b", "leave it out: turns go clockwise unless the line says `counterclockwise`"),
    (r"\bcounterclockwise (?:with|if) .+", "leave it out: however many play, the direction is the same"),
    (r"\bpartners (?:with|if) (\d+)", "write `partners opposite with {0}`"),
    (r"\bpartners opposite (?:if|when|for) (\d+)", "write `partners opposite with {0}`"),
    (r"\bopposite with (\d+) ?(?:\.\.|-|,|and) ?(\d+)", "the numbers are listed: `partners opposite with {0} or {1}`"),
    (r"^players (\d+)(?:,| and|,? or) (\d+)(?! or)", "write `players {0} or {1}`; a range is `players {0}..{1}`"),
    (r"(?<![\w.])([A-Z0-9]\w*) ?- ?([A-Z0-9]\w*)(?= |,|$)", "a range is written `{0}..{1}`"),
    (r"^(?:deck )?(?:[A-Z0-9][\w.]* )+of ([a-z]\w*)(?:,| and|, and) ([a-z]\w*)", _SIDE_BY_SIDE),
    (r"^(?:deck )?(?:[A-Z0-9][\w.]* )+in ([a-z]\w*)", "write `of {0}`"),
    (
        r"^(?:deck )?(?:[A-Z0-9][\w.]*,? )*?([A-Z0-9][\w.]*), ([A-Z0-9][\w.]*)(?= (?:of|[A-Z0-9])|,|$)",
        "ranks stand side by side: `{0} {1}`",
    ),
    (r"(?<=, )(\d+) (?:times|each|of each|x)\b", "write `{0} copies`"),
    (r"\bor ([A-Z0-9]\w*(?: of \w+)?|joker) wild\b", "a comma stands in front: `, {0} wild`"),
)

TRICKS = (
    (r"(?<!the )\b(winner|winning card) so far", "write `the {0} so far`"),
    (r"\bthe winning player so far", "write `the winner so far`"),
    (r"\bthe (winner|winning card)\b(?! so far)", "write `the {0} so far`"),
    (
        rf"\b({PATH}) (?:does not|cannot) (beat|follow)s? ({_ONE_CARD})",
        "write `not {0} {1}s {2}`",
    ),
    (rf"(?<!the )\b(highest|lowest) (\w+) in ({PATH}) by\b", "write `the {0} {1} in {2} by …`"),
    (rf"\bthe (highest|lowest) of ({PATH})", "a name runs over the cards: `the {0} c in {1} by the ranking`"),
    (rf"\bthe (highest|lowest) (\w+) in ({PATH}){_ENDS}", "say by what: `the {0} {1} in {2} by the ranking`"),
    (rf"\bthe (?:best|strongest) (\w+) in ({PATH})", "write `the highest {0} in {1} by the ranking`"),
    (rf"\bthe (?:worst|weakest) (\w+) in ({PATH})", "write `the lowest {0} in {1} by the ranking`"),
    (r"^(?:must )?follow suit\b|\bmust follow suit\b", "write `following suit`"),
    (r"^(?:must|has to|should) (\w+) where\b", "write `if able {0} where …`"),
    (r"^(?:if )?(?:possible|can),? (\w+) where\b", "write `if able {0} where …`"),
    (r"\bif able where\b", "a name stands for the card: `if able c where …`"),
    (rf"\bif able (\w+) in {PATH} where\b", "write `if able {0} where …`: it is always a card that may be played"),
    (rf"^(?:won|winner|taker)(?: by)? (?!(?:is|takes|wins|gets|leads)\b)({PATH})", "write `taken by {0}`"),
    (r"\b(played|taken) by (\w+)\.\w[\w.]*", "a name stands here: `{0} by {1}`"),
    (r"^following suit, .+|^any card, .+|^taken by \w+, .+", "each clause below the trick has a line of its own"),
)

TURNS = (
    (
        r"\b(?:reverse|change|turn|switch|invert)s? (?:round )?(?:the )?(?:direction|order)(?: of play| round)?",
        "write `play the other way round`",
    ),
    (
        r"\b(?:reverse play|(?:reverse|turn)s? it(?: round| around)?|(?:turn|go)s? (?:round|around|back|backwards))\b",
        "write `play the other way round`",
    ),
    (
        r"^replace (?!the\b|deck\b|ranking\b|players\b|main\b)([a-z]\w*)$",
        (
            "say what it is, `replace define {0} …`, `replace phase {0}`; or, below `change {0}`, which line of it:"
            " `replace the line …`"
        ),
    ),
    (r"^play the other way round (?:if|when) (.+)$", "write `if {0}: play the other way round`"),
    (r"^(?:go|turn|run|move|go on) (?:the )?other way(?: round| around)?", "write `play the other way round`"),
    (r"\bplay (?:the )?other (?:way|direction)(?: round| around)?", "write `play the other way round`"),
    (r"\bfor (\w+) around the table(?! from)", "say who is first: `for {0} around the table from dealer.left`"),
    (r", times (\w+)", "write `, {0} times`"),
    (rf"(?<=from )(?:the )?next ({PATH})", "write `{0}.next`"),
    (r"\b(\w+) of all (?:the )?(player|team)s?\b", "write `{0} of each {1}`"),
    (r"\b(\w+) of (player|team)s\b", "write `{0} of each {1}`"),
    (rf"\b(player|next|played) of ({PATH})", "write `{1}.{0}`"),
    (r"^for (\w+), (\w+) in (\w+), (\w+)", "each name has its set: `for {0} in {2}, {1} in {3}`"),
    (rf"\b(\w+) in ({PATH}) and (\w+) in ({PATH})", "a comma stands between them: `{0} in {1}, {2} in {3}`"),
    (
        r"^for .+ from .+?, \w+ in |^for \w+ in .+?, \w+ in .+? until\b",
        "with several names there is no `from` and no `until`: put one `for` into the other",
    ),
    (rf"^for ({PATH})(?=:|$)", "a name runs over a set: `for p in {0}`"),
    (r"\b(?:total|highest|lowest) .+? for \w+ in .+?, (\w+) in ", "one name at a time: put one phrase into the other"),
)

CHANCE = (
    (r"(?:\ba )?\brandom number (?:from|between|of) (\d+) (?:to|and) (\d+)", "write `a random number in {0}..{1}`"),
    (r"(?:\ba )?\brandom number(?! in)", _WHICH_NUMBER),
    (r"\ba random (\d+) *\.\. *(\d+)", "write `a random number in {0}..{1}`"),
    (r"\ba (?:roll|throw|die|dice|coin|flip|toss)\b.*", "write `a random number in 1..6`"),
    (r"\ba random (?:yes or no|flag|boolean|coin)\b", "write `(a random number in 0..1) = 1`"),
    (r"\ba random of (\{.+?\})", "say what it is: `a random suit in {0}`"),
    (rf"\ba random card (?:from|in|out of) ({PATH})", "write `a random card of {0}`"),
    (r"(?<!a )\brandom (\d+)\.\.(\d+)", "write `a random number in {0}..{1}`"),
    (r"(?<!a )\brandom (suit|rank|team|number)\b", "write `a random {0}`"),
    (r"\bany (suit|rank|player|card|team|strain) *$", "write `a random {0}` for one by chance"),
)

COMBINATIONS = (
    (r"\b(any|every|no|number of) (\d+(?: or more|\.\.\d+)? cards?) of\b", _COMBINED),
    (r"(?<=in )(?:at least|\w+ or above) (\d+) cards of\b", "write `{0} or more cards of`"),
    (r"(?<=in )(?:at most|up to) (\d+) cards of\b", "write `1..{0} cards of`"),
    (r"(?<=in )(?:more|less|fewer) than (\d+) cards of\b", "write how many: `2 or more cards of`, `2..5 cards of`"),
    (r"\b(?:some|exists|exist) (\w+) in\b", "write `any {0} in … has …`"),
    (rf"\bnumber of (\w+) in ({PATH}){_ENDS}", _COUNTED),
    (
        rf"\bnumber of (\w+) in (\d+(?: or more|\.\.\d+)? cards of {PATH}){_ENDS}",
        "say which are counted: `number of {0} in {1} where …`",
    ),
    (
        rf"\b(highest|lowest|total) ((?:total|highest|lowest) \w+ of {PATH}) for\b",
        "put what is computed for each in brackets: `{0} ({1}) for …`",
    ),
    (
        rf"(?<!the )\b(highest|lowest|total) (\w+) in ([\w.]+(?: of {PATH})?) where\b",
        "write `{0} {1} for {1} in {2} where`",
    ),
    (rf"\bleft over (?:of |from )?({PATH}) by (\w+)", "write `{0} left over by {1}`"),
    (
        rf"(?<!total )(?<!highest )(?<!lowest )\b(pips|value|worth) of (?:the )?({PATH})",
        "write `total {0} of {1}` for a set, `{1}.{0}` for one",
    ),
    (r"(?<= in )\(([\w]+(?:, [\w]+)+)\)", "a set stands in braces: `{{{0}}}`"),
    (r"\{([A-Z0-9]\w*)\.\.([A-Z0-9]\w*)\}", "ranks are listed: `{{{0}, …, {1}}}`"),
    (r"(?<= in )([A-Z0-9]\w*(?:, [A-Z0-9]\w*)+)", "a set stands in braces: `{{{0}}}`"),
    (r"\b(?:all|each) (\w+) in (?=\w+ where)", "write `every {0} in`"),
    (rf"(?:means|be|to) ({PATH}) where\b", "write `every p in {0} where`"),
)

PLACES = (
    (r"\bto middle of (?=\w+\.)", "write `to the middle of`"),
    (r"\bplaces (\d+)\b", "write `{0} places`"),
    (r"^(\d+) (\w+(?: of each \w+)?): (face up|face down|private)", "write `{1}: {0} places, {2}`"),
    (
        rf"^(?:move|deal \w+ from \w+ to) (?!top |bottom |the )({PATH}) (\d+|[a-z])\b(?! \w+\()",
        "a place stands in brackets: `{0}({1})`",
    ),
)

ENDING = (
    (r"\bwon by (highest|lowest|most|least) (\w+)", "write `won by the player with highest {1}`"),
    (r"\bwith (highest|lowest) (\w+)\(\w+\)", "write `with {0} {1}`: it is worked out for each"),
    (r"\bthen a draw\b", "write `otherwise a draw`"),
    (r"\b(highest|lowest|total) (?:gained|gain|gains) (\w+)", "write `{0} {1} gained`"),
    (r"\b(highest|lowest|total) (\w+) (?:gain|gains)\b", "write `{0} {1} gained`"),
)

_CHOICES = '`"play {{c}}" for c in {0}.hand`'
_NO_PERSON = (
    "player players increase decrease raise lower remove give put pay place turn flip return play shuffle"
    " cut deal move show gather set let add if for highest lowest total number size phase"
    " define table option change replace keep describe remove deck values zones game variant"
)
NOBODY = rf"(?!(?:{_NO_PERSON.replace(' ', '|')})\b)"
_WHO = rf"^(?:the )?{NOBODY}({PATH}) (?:may |must |can |should |now |then )?"
_NUMBER = rf"(\d+|{'|'.join(NUMERALS[2:])})"
_DRAWS = r"(?:draws?|takes?|gets?|receives?|picks? up)"
_BELOW = "and below it, indented,"

DOINGS = (
    (r"^until (.+)$", "the condition stands in the line of the loop: `repeat until {0}`"),
    (
        (
            r"^(?:the )?(player|team) (?:with|who has) (?:the )?(?:most|highest) (\w+)"
            r" (?:wins|is the winner)(?: the (?:game|match))?$"
        ),
        "write `game over, won by the {0} with highest {1}`",
    ),
    (
        rf"^deal (\w+)(?: cards?)? to (?:each|every|all) players?(?: from (?:the )?(?:{PATH}))?\b",
        "write `deal {0} from stock to hand of each player`",
    ),
    (r"\bto (?:each|every) hand\b", "write `to hand of each player`"),
    (r"^for (?:each|every|all) (player|team)s?(?=$|:)", "write `for p in {0}s`"),
    (
        r"^(?:each|every|all) (?:other )?(player|team)s?(?= (?!has\b|have\b)[a-z])(?: .+)?",
        f"write `for p in {{0}}s`, {_BELOW} what is done for each, as `deal 1 from stock to p.hand`",
    ),
    (
        rf"{_WHO}deals? (\w+)(?: cards?)?(?: from {PATH})? to (?:each|every|all)(?: the)?(?: other)? players?\b.*",
        "write `deal {1} from stock to hand of each player`",
    ),
    (rf"^(?:(?:the )?({PATH}) )?(?:takes?|wins?) the trick", "write `move trick to winner.won`"),
    (
        rf"{_WHO}{_DRAWS} (?:a|one|1|the top)(?: card)? (?:from|of) (?:the )?({PATH})$",
        "write `deal 1 from {1} to {0}.hand`",
    ),
    (rf"{_WHO}{_DRAWS} {_NUMBER} cards? (?:from|of) (?:the )?({PATH})$", "write `deal {1} from {2} to {0}.hand`"),
    (rf"{_WHO}{_DRAWS} (?:a|one|1|the top)(?: card)?$", "write `deal 1 from stock to {0}.hand`"),
    (rf"{_WHO}{_DRAWS} {_NUMBER} cards?$", "write `deal {1} from stock to {0}.hand`"),
    (r"^(?:the )?dealer (?:moves|passes|goes|changes|is passed)\b.*", "write `set dealer to dealer.left`"),
    (
        r"^(?:the )?(?:play|turn) (?:moves|passes|goes|continues|proceeds|rotates)\b.*",
        "turns go on by themselves in a loop: `for p in players from dealer.left`, and below it what each one does",
    ),
    (
        rf"^(?:the )?{NOBODY}({PATH}) (?:moves|passes|goes) (?:on )?(?:to the )?(left|right)$",
        "write `set {0} to {0}.{1}`",
    ),
    (
        rf"{_WHO}(?:plays?|discards?|lays?|puts?|draws?|takes?|passes|pass|bids?|calls?|do|says?)\b.*",
        f"write `{{0}} chooses`, {_BELOW} what there is to choose from: {_CHOICES}",
    ),
    (
        (
            r"^(?:(?:the|a|one|any) )?player (?!\w+ chooses)(?:may |must |can |should )?[a-z]+s? .+"
            r"|^(?:the )?players (?:may|must|can|should|all|each) .+"
        ),
        f"say which: `for p in players`; {_BELOW} `p chooses`, or what is done, as `add 1 to p.score`",
    ),
    (
        rf"^({PATH}) (?:chooses|selects|picks) [a-z].*",
        f"write `{{0}} chooses`; what there is to choose from stands below, indented: {_CHOICES}",
    ),
    (
        r"^(?:choose|select|pick)\b(?!s).*",
        "say who does it, `p chooses`; what there is to choose from stands below, indented",
    ),
    (r'^"[^"]*" *(?:->|=>) *(.+)$', "what follows from a choice stands below it, indented: `{0}`"),
    (rf"{_WHO}(?:shuffles?|cuts?)\b.*", "write `shuffle stock`, `cut stock`: nobody need be named"),
    (
        r"\b(?:(?:a|any|one|some|the) )?(?:player|someone|somebody|anyone|anybody) has no (?:more )?cards?(?: left)?\b",
        "write `any p in players has p.hand is empty`",
    ),
    (rf"\b({PATH}) has no (?:more )?cards?(?: left)?\b", "write `{0}.hand is empty`"),
    (
        r"\b(?:someone|somebody|anyone|anybody|a player|any player|one player) has (\d+)(?: or more)? (\w+)",
        "write `any p in players has p.{1} >= {0}`",
    ),
    (rf"(?<!in )\b({PATH}) has (\d+) cards?(?: left)?\b", "write `size of {0}.hand = {1}`"),
    (rf"(?<!in )\b({PATH}) has (\d+)(?: or more)? (points|tricks)\b", "write `{0}.{2} >= {1}`"),
    (rf"^(?:the )?({PATH}) (?:increases?|goes up|rises) by (\w+)", "write `add {1} to {0}`"),
    (rf"^(?:the )?({PATH}) (?:decreases?|goes down|falls) by (\w+)", "write `subtract {1} from {0}`"),
    (
        rf"^(?:the )?(?!player\b)({PATH}) (?:scores?|wins?|gains?|gets?|receives?|earns?) (\d+)(?: points?)?$",
        "write `add {1} to {0}.points`",
    ),
    (rf"(?<=: )({PATH}\.\w+) = (.+)$", "write `set {0} to {1}`"),
    (rf"\b({PATH}) (<=?|>=?|!=|=) (\w+) (and|or) (<=?|>=?|!=|=)", "write `{0} {1} {2} {3} {0} {4} …`"),
    (
        r"^(?:the )?winner is (?:the )?(player|team) with (?:the )?(?:most|highest) (\w+)",
        "write `game over, won by the {0} with highest {1}`",
    ),
    (
        r"^(?:the )?winner is (?:the )?(player|team) with (?:the )?(?:least|fewest|lowest) (\w+)",
        "write `game over, won by the {0} with lowest {1}`",
    ),
)
"""What a rulebook says that players do."""

SAYINGS: tuple[tuple[str, str], ...] = (
    *HEADING,
    *DOINGS,
    *TRICKS,
    *TURNS,
    *CHANCE,
    *COMBINATIONS,
    *PLACES,
    *ENDING,
)
"""The pattern of each phrase, as a regular expression, and the text to write instead.

`{0}`, `{1}`, … are the captured parts."""


def plural(thing: str) -> str:
    """`lives` for `life`, `pennies` for `penny`; what ends in an s is one already."""
    if thing == "life":
        return "lives"
    if thing.endswith("s"):
        return thing
    return thing[:-1] + "ies" if thing.endswith("y") else thing + "s"
