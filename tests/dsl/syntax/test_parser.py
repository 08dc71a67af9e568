"""The parser: every node class, its exact place, and mistakes in several declarations at once."""

from __future__ import annotations

import dataclasses
import inspect
from collections.abc import Iterator
from pathlib import Path

import pytest

from hoyle.dsl.codes.table import CODES
from hoyle.dsl.source.span import Source, Span
from hoyle.dsl.syntax import nodes as n
from hoyle.dsl.syntax.parser import parse

ROOT = Path(__file__).resolve().parents[3]

SAMPLE = """\
# Every form of the language once.  No game anybody would want to play.
game "Sample"
language 1
source leaflet "leaflet.txt"

players 3..5 = 4, partners opposite                                     [1]
deck 7 8 9 J Q K A of acorns bells, packs copies, 2 jokers              [1, 3-4; leaflet 8]
deck
    1..21 Sky of trumps                                                 [5]
    A K, 2 copies if number of players > 3
kind strain: suit or no_trump
shape run: 3 or more cards of one suit in sequence
shape meld: run or 2 cards of one rank
names
    J "jack"                                                            [1]
    joker "the joker"
    no_trump "no trump"

option target: 5..21 = 10        "points that win"                      [2]
option pays = gain               "who pays" if target > 7
    gain "the others gain"                                              [5]
    lose                                                                [6-7]
option open_hand: yes or no = no
require target != 13 "unlucky"
preset "short game"
    set target to 5
    set open_hand to yes

zones
    stock: face down
    trick: face up
    hand of each player: private
    won of each team: face down
remember
    dealer, maker: player or none
    points of each team: number
    tricks of each player: 0..13
remember during deal_hand
    trump: strain "what beats the rest" [9]

ranking                                                                 [9]
    trump: J, J of trump.sister, A K, joker
    bells: A K
    any suit: A K Q
    any other suit: A K Q J
    joker
    any card: A K
    equal cards: last played wins
values pips of each card
    A..9: 1..5
    J Q K: 10
    Q of bells: 13
    joker: 0
    bells: 1
    otherwise: target + 1

written on the table
    "contract {level} {trump.sister}" if maker is not none               [9]
    "{p.tricks} taken" beside p in players where p.tricks > 0
    "stand still" if trump is none beside t in teams

define packs means 2 if number of players = 5 otherwise 1
define worth(p: player, n: 1..3) means
    n in 2..3 or p.tricks in {1, 2} -> n * 2
    otherwise                       -> -(n mod 2)
define odd(cs: cards) means no c in cs has not c.suit = bells
define best(p: player) means highest tricks of players except p
define ahead means the highest p in players where p = the winner so far by p.tricks
define sets means every q in players where any t in teams has every c in t.won has c is not joker

main
    set dealer to a random player
    repeat until highest points >= target
        deal_hand
        play_hand(dealer, 2)
    game over, won by the team with highest points, then lowest tricks, otherwise shared

phase deal_hand                                                         [10-12]
    gather every card into stock
    shuffle stock
    shuffle every card into stock
    set maker, points of each team to none
    deal 2, 3 from stock to hand of each player from dealer.left
    deal at most 1 from stock to hand of each player
    move top of stock to trick                                          [13]
    move bottom 2 of stock to dealer.left(2).hand
    for c in hand, d in stock where c = d: add 1 to n
    for c in hand, d in stock
        move c to d.player.hand
    move top of hand to bottom of stock
    move top of hand to the middle of stock
    let n be size of (hand left over by melds with least pips)
    show bottom of stock to everyone
    show a random card of stock to dealer
    set n to a random number in 1..6
    set dealer to a random player in players except dealer
    let n be number of q in players where q.tricks > 0
    let best be the q in players where q.tricks = highest tricks
    let next be first q in players from best where q != dealer
    let sum be total worth(q, 2) for q in players where q != best
    let many be size of stock - size of (trick + stock) / 2
    let upcard be 7 of bells
    if n < 1 and many >= 2: add 1 to best.tricks                        [14]
    otherwise if upcard is none: nothing
    otherwise                                                           [15]
        play the other way round
        start deal_hand again
    repeat 3 times
        stop
    repeat at most 10 times until stock is empty
        deal 1 from stock to hand of each player
    otherwise: nothing
    for i in 3 down to 1
        subtract i from points of each team
    for p around the table from dealer.left, 2 * n times until p.tricks = 3
        p chooses                                                       [16]
            "pass" if n <= 2
            "bid {i} of {s}" if not open_hand for i in 1..8, s in suits where i + 1 > n   [17]
                set maker to p
            "lay {cs}" for cs in 2 cards of p.hand where cs is a run
            "lay down {cs}" for cs in 2..3 cards of p.hand
            "lay out {cs}" for cs in n or more cards of p.hand
    in secret together
        dealer chooses
            "show {c}" for c in dealer.hand
        for p in players
            p chooses
                "hide"

phase play_hand(leader: player, n: number)
    play trick from hand to trick, led by leader, without sets, following suit, if able c where c.rank = 7, taken by w
    play trick from hand to trick, led by leader, with leader playing for dealer, any card
    play trick from hand to trick, led by leader, played by p
        following suit or c where c is joker
        taken by leader with the highest c by c.pips
        before each card by p                                           [18]
            if trick is empty: cut stock
        after each card c by p: add c.pips to p.points
    play trick from hand to trick, led by leader, any card, taken by leader who is dealer
    gather every card into stock in the order they lie
    for i in 60..180 in steps of 5: add i to n
    for i in 9 down to n in steps of 2: add i to n
    move trick to w.team.won

table settle(p: player)                                                 [20]
    let low be p.tricks = lowest tricks
    low and pays = gain -> add 1 to p.tricks, nothing                   [21]
    low and pays = lose -> subtract 1 from p.tricks
    not low             -> nothing
table allowed(c: card): yes or no
    always -> yes

incident "misdeal" from deal_hand until the first choice of play_hand
    start deal_hand again
incident "revoke" during play_hand
    stop
incident "exposed card" by p in players except dealer where p.tricks > 0 during play_hand
    add 1 to p.tricks
incident "late" by p in {dealer} from deal_hand until the first choice of play_hand
    add 1 to p.tricks
after deal_hand: total tricks = 0
after play_hand: total tricks gained = 5 and dealer.tricks gained < 6
always total tricks <= 13
example "nine tricks" by p with 4 players                               [9]
    set target to 7
    play_hand(p, 2)
    "pass"
    expect "bid 1 of bells"
    expect not "pass"
    expect p.tricks = 1                                                 [10]
example
    deal {9 of hearts} to p.hand
    play the game
    expect p.left to play
    expect p not to see p.left.hand
    expect no one to see stock
    expect game over, won by {dealer}
ruling "The dealer shuffles."                                           [22]
not a rule [30-40]
"""

VARIANT = """\
variant "Longer" of sample [50]
set target to 21
replace define packs means 3
add option quick: yes or no = no
add phase pause
    nothing
remove option pays
remove incident "revoke"
remove preset "short evening"
remove after play_hand: total tricks = 5
remove always trump is none
replace after play_hand: total tricks = 6
keep ruling "The ace is high."
ruling "The king is low." about ranking, option target, incident "revoke"
describe target "points that win"
change the option target
    allow 5..50
    add value 60 "sixty"
    remove value 10                                                     [3]
change the incident "revoke"
    add at the end
        nothing
change worth_of
    add after the row otherwise
        c is joker -> 5
remove ranking
change deal_hand [51]
    replace the choice "bid {i} of {s}"                                 [52]
        "bid {i}" for i in 1..8
    add before the choice "pass"
        "knock"
            stop
    remove the line repeat at most 10 times until stock is empty
    add after the line if n < 1 and many >= 2: add 1 to best.tricks
        nothing
    remove the line for i in 3 down to 1
    remove the line for p around the table from dealer.left, 2 * n times until p.tricks = 3
    remove the line in secret together
    remove the line dealer chooses
    add at the end
        stop
change settle
    replace the row low and pays = gain
        low and pays = gain -> nothing
    remove the row otherwise
    add rows
        otherwise -> nothing
change the values pips
    replace the row Q of bells
        Q of bells: 20
change the ranking
    remove the row any suit
change the lines on the table
    replace the line "{p.tricks} taken"
        "took {p.tricks}" beside p in players
    remove the line "stand still"
    add at the start
        "round {n}"
remove the lines on the table
"""


def walk(node: n.Node) -> Iterator[n.Node]:
    yield node
    for field in dataclasses.fields(node):
        value = getattr(node, field.name)
        for child in value if isinstance(value, tuple) else (value,):
            if isinstance(child, n.Node):
                yield from walk(child)


def good(text: str) -> n.RuleFile:
    tree, diagnostics = parse(Source("test", text))
    assert not diagnostics, [str(problem) for problem in diagnostics]
    return tree


def only(text: str) -> n.Decl:
    (declaration,) = good(text).declarations
    return declaration


def value(text: str) -> n.Expr:
    declaration = only(f"always {text}\n") if not text.startswith("=") else only(f"define x means {text[1:].strip()}\n")
    if isinstance(declaration, n.Always):
        return declaration.condition
    assert isinstance(declaration, n.Define)
    assert not isinstance(declaration.body, tuple)
    return declaration.body


def statement(text: str) -> n.Stmt:
    body = only("main\n" + "".join(f"    {line}\n" for line in text.splitlines()))
    assert isinstance(body, n.Main)
    (only_one,) = body.body
    return only_one


def ref(name: str) -> n.Ref:
    return n.Ref(name)


# ------------------------------------------------------------------------------------------------------- everything


def test_the_samples_contain_every_node_class() -> None:
    made = {type(node) for text in (SAMPLE, VARIANT) for node in walk(good(text))}
    kinds = {kind for _, kind in inspect.getmembers(n, inspect.isclass) if issubclass(kind, n.Node)}
    assert kinds - made == {n.Node, n.Clause, n.Described}


def test_every_node_has_a_place() -> None:
    for text in (SAMPLE, VARIANT):
        tree = good(text)
        for node in walk(tree):
            assert node.span.source.text == text
            assert 0 <= node.span.start < node.span.end <= len(text)
            assert node.span.text == node.span.text.strip() or isinstance(node, n.RuleFile)


def test_a_child_lies_inside_its_parent() -> None:
    for text in (SAMPLE, VARIANT):
        for node in walk(good(text)):
            for field in dataclasses.fields(node):
                part = getattr(node, field.name)
                for child in part if isinstance(part, tuple) else (part,):
                    if isinstance(child, n.Node):
                        assert node.span.start <= child.span.start, (node, child)
                        assert child.span.end <= node.span.end, (node, child)


def test_names_numbers_and_texts_have_exact_places() -> None:
    for text in (SAMPLE, VARIANT):
        for node in walk(good(text)):
            match node:
                case n.Name():
                    assert node.span.text.strip('"') == node.text
                case n.Ref():
                    assert node.span.text == node.name
                case n.Number():
                    assert node.span.text == str(node.value)
                case n.Rank():
                    assert node.span.text == node.text
                case n.Word():
                    assert node.span.text == node.word
                case _:
                    pass


def test_parsing_the_text_of_a_node_gives_the_node() -> None:
    """So the span covers the whole value and nothing else."""
    kinds = (n.Binary, n.Unary, n.Is, n.In, n.Attribute, n.Apply, n.SizeOf, n.Pick, n.CardFace, n.Extreme, n.Quantified)
    for node in walk(good(SAMPLE)):
        if isinstance(node, kinds):
            assert value(node.span.text) == node


def test_layout_does_not_affect_equality() -> None:
    assert good("main\n    stop\n") == good("\n\n# so\nmain   [] \n".replace("[]", "") + "  stop # now\n\n")


@pytest.mark.parametrize("path", sorted((ROOT / "rulesets").rglob("*.hoyle")), ids=lambda path: path.stem)
def test_the_shipped_rulesets_have_no_syntax_errors(path: Path) -> None:
    good(path.read_text(encoding="utf-8"))


# ------------------------------------------------------------------------------------------------------ expressions


def test_arithmetic_precedence() -> None:
    x, y, z = ref("x"), ref("y"), ref("z")
    assert value("= x + y * z") == n.Binary("+", x, n.Binary("*", y, z))
    assert value("= x - y - z") == n.Binary("-", n.Binary("-", x, y), z)
    assert value("= (x + y) mod z") == n.Binary("mod", n.Binary("+", x, y), z)
    assert value("= -x * y") == n.Binary("*", n.Unary("-", x), y)
    assert value("= x except y + z") == n.Binary("+", n.Binary("except", x, y), z)


def test_not_binds_tighter_than_and_and_and_tighter_than_or() -> None:
    x, y, z = ref("x"), ref("y"), ref("z")
    assert value("x or y and not z") == n.Binary("or", x, n.Binary("and", y, n.Unary("not", z)))
    assert value("not x = y") == n.Unary("not", n.Binary("=", x, y))
    assert value("x <= y") == n.Binary("<=", x, y)


def test_has_takes_one_condition_and_where_takes_all() -> None:
    x, y, p = ref("x"), ref("y"), n.Some(n.Name("p"), n.Word("players"))
    assert value("any p in players has x and y") == n.Binary("and", n.Quantified("any", p, x), y)
    assert value("= every p in players where x and y") == n.EveryWhere(p, n.Binary("and", x, y))


def test_a_card_face_and_a_pick_from_a_zone() -> None:
    assert value("x = 2 of clubs") == n.Binary("=", ref("x"), n.CardFace(n.Rank("2"), ref("clubs")))
    assert value("= top 2 of stock") == n.Pick("top", n.Number(2), ref("stock"))
    assert value("= bottom of stock") == n.Pick("bottom", None, ref("stock"))


def test_extremes_and_totals() -> None:
    assert value("= highest points") == n.Extreme("highest", n.Name("points"), None)
    assert value("= total pips of p.won") == n.Extreme("total", n.Name("pips"), n.Attribute(ref("p"), n.Name("won")))
    some = n.Some(n.Name("p"), n.Word("players"))
    assert value("= total size of p for p in players") == n.ExtremeFor("total", n.SizeOf(ref("p")), some, None)


def test_after_a_dot_every_word_is_a_name() -> None:
    assert value("= c.number") == n.Attribute(ref("c"), n.Name("number"))
    assert value("= t.players.first(2)") == n.Attribute(
        n.Attribute(ref("t"), n.Name("players")), n.Name("first"), (n.Number(2),)
    )


def test_words_without_ambiguity_may_be_names() -> None:
    assert statement("let cards be times") == n.Let(n.Name("cards"), ref("times"))


def test_domains_of_loops() -> None:
    def domain(text: str) -> n.Domain:
        loop = statement(f"for x in {text}: nothing")
        assert isinstance(loop, n.For)
        assert loop.domain is not None
        return loop.domain

    one, two, hand = n.Number(1), n.Number(2), ref("hand")
    assert domain("1..2") == n.Range(one, two)
    assert domain("2 down to 1") == n.DownTo(two, one)
    assert domain("2 cards of hand") == n.CardsOf(two, two, hand)
    assert domain("1 or more cards of hand") == n.CardsOf(one, None, hand)
    assert domain("1..2 cards of hand") == n.CardsOf(one, two, hand)
    assert domain("{1, 2}") == n.SetOf((one, two))


# ------------------------------------------------------------------------------------------------------- statements


def test_a_citation_belongs_to_its_line() -> None:
    cite = n.Citation((n.FromSource(None, (n.Lines(4, 4),)),))
    both = statement("if x [4]\n    stop [4]\notherwise [4]\n    nothing\n")
    assert both == n.If(ref("x"), (n.Stop(cite=cite),), (n.Nothing(),), cite, cite=cite)
    inline = statement("if x: stop [4]")
    assert inline == n.If(ref("x"), (n.Stop(cite=cite),), None)


def test_forms_of_citations() -> None:
    game = only('game "X" [10, 30-32; reprint 8]\n')
    assert isinstance(game, n.Game)
    assert game.cite == n.Citation(
        (
            n.FromSource(None, (n.Lines(10, 10), n.Lines(30, 32))),
            n.FromSource(n.Name("reprint"), (n.Lines(8, 8),)),
        )
    )
    assert game.cite is not None
    assert game.cite.span.text == "[10, 30-32; reprint 8]"


def test_otherwise_if_is_an_if_inside_the_otherwise() -> None:
    one = statement("if x: stop\notherwise if y: nothing")
    two = statement("if x: stop\notherwise\n    if y\n        nothing")
    assert one == two == n.If(ref("x"), (n.Stop(),), (n.If(ref("y"), (n.Nothing(),), None),))


def test_the_clauses_of_a_trick_may_be_in_any_order() -> None:
    one = statement("play trick from hand to trick, led by x, any card, taken by w, without y")
    two = statement("play trick from hand to trick, led by x, without y, taken by w, any card")
    assert one == two
    assert isinstance(one, n.PlayTrick)
    assert (one.without, one.rule, one.winner) == (ref("y"), "any card", n.Name("w"))


def test_labels_of_choices() -> None:
    choose = statement('p chooses\n    "bid { n } {s}!" for n in 1..2, s in suits\n    "pass"')
    assert isinstance(choose, n.Choose)
    label = choose.choices[0].template
    assert label == n.Template(("bid ", " ", "!"), (n.Name("n"), n.Name("s")))
    assert [hole.span.text for hole in label.holes] == ["n", "s"]
    assert choose.choices[1].template == n.Template(("pass",), ())


def test_ranks_of_a_row_keep_their_suits() -> None:
    ranking = only("ranking\n    trump: J, J Q of trump.sister, joker, A K\n")
    sister = n.Attribute(ref("trump"), n.Name("sister"))
    assert ranking == n.Ranking(
        (
            n.SuitRow(
                ref("trump"),
                (
                    n.RankPattern(n.Rank("J"), None),
                    n.RankPattern(n.Rank("J"), sister),
                    n.RankPattern(n.Rank("Q"), sister),
                    n.JokerPattern(),
                    n.RankPattern(n.Rank("A"), None),
                    n.RankPattern(n.Rank("K"), None),
                ),
            ),
        )
    )


def test_the_span_of_a_statement_covers_its_block() -> None:
    stop = statement("stop [3]   # now")
    assert stop.span.text == "stop [3]"
    loop = statement("repeat 3 times\n    stop\n    nothing")
    assert loop.span.text == "repeat 3 times\n        stop\n        nothing"
    assert (loop.span.line, loop.span.column) == (2, 5)


def test_brackets_belong_to_the_span_of_the_whole() -> None:
    whole = value("(x or y) and (z)")
    assert isinstance(whole, n.Binary)
    assert whole.span.text == "(x or y) and (z)"
    assert whole.left.span.text == "x or y"


# --------------------------------------------------------------------------------------------------------- mistakes


def found(text: str) -> list[tuple[str, int, str]]:
    _, diagnostics = parse(Source("test", text))
    return [(problem.code, problem.span.line, problem.span.text) for problem in diagnostics]


def test_mistakes_in_several_declarations_and_lines() -> None:
    text = """\
game Whist
zones
    stock: hidden
    trick: face up
    hand of each players: private
phase deal_hand
    shufle stock
    if x = 3
        set y = 4
        let top be 3
    otherwise
        stop stop
    nothing
always n == 3
main
    deal_hand
"""
    assert found(text) == [
        ("E0222", 1, "Whist"),
        ("E0207", 3, "stock: hidden"),
        ("E0232", 5, "players"),
        ("E0232", 7, "shufle"),
        ("E0205", 9, "="),
        ("E0204", 10, "top"),
        ("E0213", 12, "stop"),
        ("E0206", 14, "=="),
    ]


def test_a_declaration_with_a_mistake_is_left_out_and_the_others_stay() -> None:
    tree, _ = parse(Source("test", "language 1\ngame X\nmain\n    stop\n"))
    assert [type(declaration) for declaration in tree.declarations] == [n.Language, n.Main]


def test_a_mistake_in_a_heading_does_not_hide_those_in_its_block() -> None:
    assert found("phase Deal\n    shufle stock\n") == [("E0208", 1, "Deal"), ("E0232", 2, "shufle")]
    assert found("main\n    if x == 2\n        shufle stock\n    otherwise\n        mve x\n    stop\n") == [
        ("E0206", 2, "=="),
        ("E0232", 3, "shufle"),
        ("E0232", 5, "mve"),
    ]


def test_the_choices_below_a_faulty_line_are_not_reported() -> None:
    assert found('main\n    p choose now\n        "pass"\n        "x"\n    stop\n') == [("E0233", 2, "p choose now")]


def test_the_number_of_mistakes_in_one_declaration_is_limited() -> None:
    assert len(found("main\n" + "    x = 1\n" * 50)) == 6
    assert len(found("game X\n" * 1000)) == 100


def test_places_are_right_in_the_last_of_many_declarations() -> None:
    text = "always x\n" * 2000 + "always y y\n"
    assert found(text) == [("E0213", 2001, "y")]


def test_an_empty_file_is_an_empty_tree() -> None:
    for text in ("", "\n", "# nothing\n", "   ", "\ufeff"):
        assert good(text) == n.RuleFile(())


def test_spans_carry_their_source() -> None:
    source = Source("test", "game \n")
    _, (problem,) = parse(source)
    assert isinstance(problem.span, Span)
    assert problem.span.source is source


IN_ONE_FILE = [
    code
    for code in CODES.values()
    if code.bad and code.language == "hoyle" and code.family == "02" and ".hoyle\n" not in code.bad
]


@pytest.mark.parametrize("number", range(len(IN_ONE_FILE)), ids=lambda number: IN_ONE_FILE[number].id)
def test_what_is_said_of_a_form_does_not_depend_on_other_forms(number: int) -> None:
    """Before, behind and between right forms, and beside another with a mistake, the same is wrong with each example."""
    one, other = (IN_ONE_FILE[at % len(IN_ONE_FILE)].bad.rstrip("\n") + "\n" for at in (number, number + 1))
    right = "define fine means 1\n"

    def said(text: str) -> list[tuple[str, str]]:
        return [(problem.code, problem.span.text) for problem in parse(Source("x", text))[1]]

    assert said(right) == []
    assert said(one)
    assert said(one + right) == said(right + one) == said(one)
    assert said(one + other) == said(one + right + other) == said(one) + said(other)
