"""Why choices are refused in a game whose cards lie openly, with others, twice in the deck, and under conditions about
piles: complete texts.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from pathlib import Path

from hoyle.dsl.checked import CheckedGame
from hoyle.dsl.traversal import within
from hoyle.interpreter.engine import Dice, Engine, Question
from hoyle.interpreter.lowering import lower
from hoyle.interpreter.opening.opened import OpenedGame
from hoyle.interpreter.records import Choice, Where
from hoyle.interpreter.wording.outcomes import Outcomes
from hoyle.interpreter.wording.refusals import Refusals

from ...golden import same_as_file
from ...small_rules import game_of

PRINTED = Path(__file__).with_name("printed")
RULES = """\
game "Open"
language 1
players 3
source book "book.txt"
source notes "notes.txt"
deck 2 3 4 5 6, 2 copies
option strict: yes or no = yes
zones
    stock: face down
    pile: face up
    hidden: face down
    hand of each player: private
    laid of each player: face up
    row: 2 places, face up
remember
    level, height, depth, width: number
    trump: suit or none
    caller: player or none
    wish of each player: 0..9
    points of each player: number
define low(c: card) means c.number < 3 + level
define fits(c: card, p: player) means c.suit = (top of pile).suit or p.wish > level and c.number > height [notes 1]
define odd_one(p: player) means p.wish mod 2 = 1 "the wish of … is odd"
table allowed(c: card, p: player): yes or no
    c.suit = trump -> no
    c.suit != trump and p.wish > 3 -> c.number > 2
    otherwise      -> yes
main
    shuffle every card into stock
    deal 4 from stock to hand of each player
    deal 3 from stock to laid of each player
    move top 3 of stock to pile
    move top 2 of stock to hidden
    move top of stock to row(1)
    set trump to a random suit
    for p in players
        set p.wish to size of pile + p.points
        p chooses [1]
            "play {c}" for c in p.hand where c.suit = (bottom of pile).suit [2]
                move c to pile
            "lay {c}" for c in p.laid where low(c) and c not in top 2 of pile
                move c to pile
            "all {cs}" for cs in 2 cards of p.laid where (total c.number for c in cs) > 3
                move cs to pile
            "take {c} from {q}" for q in players except p, c in q.laid where fits(c, p) [notes 3, 5-6]
                move c to p.hand
            "steal {c}" for c in p.left.laid where c.suit != (bottom of p.left.laid).suit
                move c to p.hand
            "turn {c}" for c in row(1) where c.rank != (top of p.laid).rank and (top of p.left.laid).suit = c.suit
                move c to pile
            "say {n}" for n in 1..5 where n > level + height + depth + width and n != p.wish
                set level to n
            "show {c}" for c in p.hand where allowed(c, p) and strict
                show c to everyone
            "call {q}" for q in players where odd_one(q) or q = caller
                set caller to q
            "well" if strict and p.wish < 9 and caller is none
                set height, depth, width to 1
                add 1 to p.points
    game over, won by the player with highest points
"""


def refused(game: CheckedGame) -> Iterator[str]:
    """The sentences for each condition of each answer, with their facts."""
    program = lower(game)
    refusals = Refusals(game, program)
    for number, ask in enumerate(program.asks):
        for index, one in enumerate(ask.alternatives):
            yield "…".join(one.texts)
            for text in refusals.texts(number, index):
                facts = [f"{one.words} {one.variable} {one.mine} {one.zone} {one.top}" for one in text.facts]
                yield f"    {text.kind} {text.another}: {text.you} / {text.one} {facts}"


def against(question: Question, one: OpenedGame) -> Iterator[str]:
    """Every reason against some choices at a question."""
    cards, seats = range(0, len(one.words.program.deck), 7), range(one.words.program.players)
    values = {"card": cards, "set": (0b11, 1 << 20 | 1, 0b101 << 30), "player": seats}
    for index, alternative in enumerate(question.alternatives):
        for some in product(*(values.get(bound.type.kind, range(7)) for bound in alternative.bound)):
            choice = Choice(index, some)
            if not question.legal(choice):
                said = one.reasons.against(question, choice, one.words)
                yield f"{one.words.label(alternative, some)}: " + "; ".join(
                    f"{span.line} {text}" for span, text in said
                )


def test_why_a_choice_is_refused() -> None:
    game = game_of(RULES)
    one = OpenedGame.lowered(game, lower(game), ("Ann", "Bob", "Cyd"))
    engine, dice = Engine(one.words.program), Dice(3)
    state, found = engine.start(seed=3), [*refused(game)]
    while (question := engine.question(state)) is not None:
        found.append(
            f"{one.words.player(question.player)}, {one.words.cards(question.cards(Where(3, question.player)))}"
        )
        found += against(question, one)
        choices = [*question.choices()]
        state = engine.apply(state, choices[dice.below(len(choices))])
    same_as_file(PRINTED / "open_reasons.txt", "".join(f"{line}\n" for line in found))


SCORED = """\
game "Scored"
language 1
players 4, partners opposite
deck 2 3 4 5 6
option bold: yes or no = no
option many: 1..5 = 2
zones
    stock: face down
    pile: face up
    hand of each player: private
remember
    level, count: number
    caller: player or none
    out: players
    closed: yes or no
    boxes of each player: number
    points of each player: number
    tricks of each team: number
main
    shuffle every card into stock
    deal 5 from stock to hand of each player
    for p in players
        p chooses
            "play {c}" for c in p.hand
                move c to pile
                add 1 to p.team.tricks
                set level to c.number
                add 1 to p.boxes
            "call"
                set caller to p
                set out to out + p
                set closed to yes
        scoring(p, level)
        rated(p)
    game over, won by the player with highest points
phase scoring(p: player, by: number)
    let winners be every q in players where q.boxes > 2 and q != p
    let run_of_two be level mod 2
    let k be p.boxes + by
    add run_of_two to p.points
    add k to p.points
    add winners_count to p.points
    for q in winners: add 2 to q.points
    for q in players where q.team = p.team and bold: add 1 to q.points
    for q in players where q.team != p.team
        if q.boxes > many or closed
            subtract 3 from q.points
        otherwise if caller is none
            add 1 to q.boxes
        otherwise
            add by - 5 to q.points
            nothing
    repeat 2 times
        if p in out: subtract p.boxes from p.points
    if bold: add 7 to p.points
    otherwise: add 4 to points of each player
    add 0 - 2 to p.team.tricks
    set count to count + 1
    if closed and level = 3 and not bold: set p.points to 0
define winners_count means number of q in players where q.boxes > 2
table rated(p: player)
    let n be p.boxes
    let far be level > 3
    n = 1 and far      -> add 1 to p.points
    n in 2..3 and far  -> add n to p.points, set closed to no
    n > 3 and far and bold -> add 9 to p.points
    n < 2 and not far  -> ask_more(p)
    n >= 2 and not far -> ask_more(p), add 1 to level
    always             -> subtract 1 from level
    otherwise          -> nothing
phase ask_more(p: player)
    p chooses
        "more"
            add 1 to p.points
        "less"
            subtract 1 from p.points
"""


def test_what_each_statement_and_each_row_did() -> None:
    """Under the usual options and with others; where a number grew, fell, or nobody knows."""
    game, lines = game_of(SCORED), list[str]()
    for options in ({}, {"bold": True, "many": 5}):
        outcomes = Outcomes(game, lower(game, options))
        places = [row.span for phase in game.phases for row in phase.rows]
        places += [st.span for phase in (game.main, *game.phases) for st in within(phase.body)]
        lines.append(str(options))
        for span in dict.fromkeys(places):
            said = dict.fromkeys(outcomes.sentence(span, change) for change in (0, 1, -1))
            if any(said):
                lines.append(f"{span.line} {span.text.splitlines()[0]}: {' | '.join(said)}")
    same_as_file(PRINTED / "scored.txt", "".join(f"{line}\n" for line in lines))
