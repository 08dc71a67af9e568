"""The examples of a rule file: what they may say, and what is reported of those that do not hold."""

from __future__ import annotations

import pytest

import hoyle
from hoyle.dsl.loading import load, rulesets
from hoyle.dsl.source.span import Source
from hoyle.dsl.syntax.printer.formatter import format_source
from hoyle.interpreter.trial import examples
from hoyle.interpreter.trial.examples import broken_examples

GAME = """\
game "Short Hearts"
players 4, partners opposite
deck 9 10 J Q K A
option target: 5..20 = 10 "points that end the game"
zones
    stock: face down
    trick: face up
    hand of each player: private
    won of each team: face down
remember
    trump: suit or none
    points of each team: number
ranking
    trump: A K Q J 10 9
    any other suit: A K Q J 10 9
main
    repeat until highest points >= target
        gather every card into stock
        shuffle stock
        set trump to none
        deal 5 from stock to hand of each player
        bid(the p in players where 9 of clubs in p.hand or 10 of clubs in p.hand and no q in players has 9 of clubs in q.hand)
    game over, won by the team with highest points
phase bid(p: player)
    p chooses
        "pass"
            pay(p, 1)
        "call {s}" for s in suits where any c in p.hand has c.suit = s
            set trump to s
            pay(p, 2)
phase pay(p: player, n: 1..2)
    add n to p.team.points
"""
HOLD = """\
example "a call counts two" by p
    pay(p, 2)
    expect p.team.points = 2
    expect p.left.team.points = 0
example "a trump beats the ace of another suit"
    set trump to hearts
    expect 9 of hearts beats A of clubs
    expect not (A of clubs beats 9 of hearts)
example by p
    move {9 of hearts, A of clubs} to p.hand
    bid(p)
    expect "pass"
    expect "call clubs"
    expect not "call spades"
    "call hearts"
    expect trump = hearts
example "ten points win" by p
    set p.team.points to 10
    play the game
    expect game over, won by p.team
example "eleven of twenty do not" by p
    set target to 20
    set p.team.points to 11
    set p.left.team.points to 20
    play the game
    expect game over, won by {p.left, p.right}
example
    expect target = 10
"""


def found(text: str, game: str = GAME) -> list[tuple[int, str]]:
    """The lines below the game at which something is reported, and what."""
    loaded = load(Source("short.hoyle", game + text))
    assert loaded.game is not None, loaded.diagnostics
    above = game.count("\n")
    return [(one.span.line - above, one.message) for one in broken_examples(loaded.game)]


def test_examples_that_hold() -> None:
    assert found(HOLD) == []


@pytest.mark.parametrize(
    ("right", "wrong", "line", "message"),
    [
        ("points = 2", "points = 3", 3, "the example “a call counts two” does not hold: it is 2"),
        ("expect not (A", "expect (A", 8, "the example “a trump beats the ace of another suit” does not hold"),
        ('not "call spades"', 'not "call hearts"', 14, "this example does not hold: it may be `pass`, "),
        ('expect "pass"', 'expect "double"', 12, "this example does not hold: it may be `pass`, "),
        ("to 10", "to 9", 20, "the example “ten points win” does not hold: the game goes on"),
        ("{p.left, p.right}", "{p, p.left}", 26, "the example “eleven of twenty do not” does not hold: B and D won"),
        ("expect target = 10", "expect target = 11", 28, "this example does not hold: it is 10"),
        ("    pay(p, 2)\n", "    move {9 of hearts} to p.hand\n    bid(p)\n", 4, "somebody is asked before this is reached, and the example gives no answer"),
        ('    "call hearts"\n', "", 15, "somebody is asked before this is reached, and the example gives no answer"),
    ],
)  # fmt: skip
def test_what_is_reported_of_one_that_does_not_hold(right: str, wrong: str, line: int, message: str) -> None:
    assert HOLD.count(right) == 1
    ((at, said),) = found(HOLD.replace(right, wrong))
    assert (at, message in said) == (line, True), said


GIVES = """\
phase give(p: player)
    p chooses
        "give {c} to {q}" for c in p.hand, q in players where q != p
            move c to q.hand
        "keep all" if target > 10
            nothing
"""


@pytest.mark.parametrize(
    ("answer", "help"),
    [
        ("cal spades", "did you mean `call spades`?"),
        ("call spaeds", "the answers are `pass`, `call {s}`, `give {c} to {q}`, `keep all`, `play {card}`"),
        ("pas", "did you mean `pass`?"),
        ("plays A♥", "did you mean `play A♥`?"),
        ("gives A♥ to B", "did you mean `give A♥ to B`?"),
        ("give A♥ too B", "did you mean `give A♥ to B`?"),
        ("give A♥ to E", "the answers are `pass`, `call {s}`, `give {c} to {q}`, `keep all`, `play {card}`"),
        ("play 2♥", "the answers are `pass`, `call {s}`, `give {c} to {q}`, `keep all`, `play {card}`"),
        ("call spades", None),
        ("give A♥ to A", None),
        ("keep all", None),
        ("play A♥", None),
    ],
)
def test_a_refused_answer_must_be_one_of_the_game(answer: str, help: str | None) -> None:
    """Under any options, and of any question; a misspelled one would hold of every game."""
    trick = "phase play_one(p: player)\n    play trick from hand to trick, led by p, following suit, taken by winner\n"
    example = 'example by p\n    move {9 of hearts, A of clubs} to p.hand\n    bid(p)\n    expect not "ANSWER"\n'
    loaded = load(Source("short.hoyle", GAME + GIVES + trick + example.replace("ANSWER", answer)))
    assert loaded.game is not None, loaded.diagnostics
    said = [(one.span.text, one.message, one.help) for one in broken_examples(loaded.game)]
    message = f"this example does not hold: no question of this game has the answer `{answer}`"
    assert said == ([] if help is None else [(f'expect not "{answer}"', message, help)])


def test_an_only_choice_may_be_left_out() -> None:
    """Before an answer, and before whatever else is expected; not where an answer is expected of that very question."""
    trick = (
        "example by p\n    move {K of spades, A of clubs, Q of clubs} to p.hand\n    move {9 of spades, A of hearts} to p.left.hand\n"
        "    move {10 of hearts} to p.partner.hand\n    move {9 of hearts} to p.right.hand\n    play_two(p)\n"
    )
    game = GAME + (
        "phase play_two(leader: player)\n    repeat 2 times\n"
        "        play trick from hand to trick, led by leader, following suit, taken by winner\n"
        "        move trick to winner.team.won\n"
    )
    lead, after, scored = '    "play K♠"\n', '    "play A♣"\n', "    expect size of p.team.won = 8\n"
    hands = trick.replace("{10 of hearts}", "{10 of hearts, J of hearts}").replace(
        "{9 of hearts}", "{9 of hearts, Q of hearts}"
    )

    def said(*lines: str, dealt: str = trick) -> list[str]:
        loaded = load(Source("short.hoyle", game + dealt + "".join(lines)))
        assert loaded.game is not None, loaded.diagnostics
        return [one.message for one in broken_examples(loaded.game)]

    assert said(lead, '    expect "play 9♠"\n', '    expect not "play A♥"\n') == []
    assert said(lead, '    expect "play A♥"\n', dealt=hands) == ["this example does not hold: it may be `play 9♠`"]
    answers = [lead, '    "play J♥"\n', '    "play Q♥"\n', '    expect "play A♣"\n', after]
    assert said(*answers, scored, dealt=hands) == []


def test_what_is_left_to_chance_must_not_matter() -> None:
    chance = "example by p\n    shuffle stock\n    deal 5 from stock to hand of each player\n    expect 9 of hearts in p.hand\n"
    other = chance.replace("9 of hearts in", "not 9 of hearts in")
    assert found(chance) or found(other)


DEAL = """\
phase deal_and_play(dealer: player)
    gather every card into stock
    shuffle stock
    deal 2 from stock to hand of each player from dealer.left
    play trick from hand to trick, led by dealer.left
        following suit
        taken by winner
    game over, won by the player with most size of won
"""
PLAYED = """\
example "a low card loses to a high one" by p
    deal {9 of spades, 10 of hearts} to p.left.hand
    deal {A of spades, Q of spades} to p.partner.hand
    deal_and_play(p)
    expect p.left to play
    expect "play 10♥"
    "play 9♠"
    expect p.partner to play
    expect "play A♠"
"""


@pytest.mark.parametrize(
    ("right", "wrong", "line", "message"),
    [
        ("9 of spades, 10 of hearts", "10 of hearts, 9 of spades", 0, ""),
        ("{A of spades, Q of spades} to", "{A of spades, K of spades, Q of spades} to", 2, " has not come to hand of C"),
        ("deal {A of spades, Q of spades} to p.partner.hand\n", "move {A of spades} to p.left.hand\n", 9, "it may be `play "),
        ("expect p.left to play", "expect p to play", 5, "it is B who is asked"),
        ("expect p.partner to play", "expect p.right to play", 8, "it is C who is asked"),
    ],
)  # fmt: skip
def test_an_example_names_the_cards_of_a_deal_and_who_is_asked(right: str, wrong: str, line: int, message: str) -> None:
    game = DEAL.replace("most size of won", "highest points").replace("the player", "the team")
    assert found(game + PLAYED) == []
    assert PLAYED.count(right) == 1
    said = found(game + PLAYED.replace(right, wrong))
    assert [at - game.count("\n") for at, _ in said] == ([line] if line else [])
    assert all(message in text for _, text in said), said


SEEN = """\
example "who sees which cards" by p
    move {K of spades, A of hearts} to p.hand
    move {Q of spades} to trick
    show {A of hearts} to p.partner
    expect p to see p.hand
    expect p.left not to see p.hand
    expect everyone to see trick
    expect no one to see stock
    expect no one to see p.team.won
    move {A of hearts} to p.left.hand
    expect p.partner to see p.left.hand
"""


@pytest.mark.parametrize(
    ("right", "wrong", "line", "message"),
    [
        ("p to see p.hand", "p not to see p.hand", 5, "does not hold: A sees the cards"),
        ("p.left not to see p.hand", "p.left to see p.hand", 6, "does not hold: B does not see the cards"),
        ("p.left not to see p.hand", "p.partner not to see p.hand", 6, "does not hold: C sees 1 of the 2 cards"),
        ("p.left not to see p.hand", "p.partner to see p.hand", 6, "does not hold: C sees 1 of the 2 cards"),
        ("no one to see stock", "everyone to see stock", 8, "does not hold: A does not see the cards"),
        ("no one to see p.team.won", "p.right to see p.team.won", 9, "does not hold: D does not see the cards"),
        ("no one to see p.team.won", "no one to see p.left.hand", 9, "does not hold: B sees the cards"),
        ("p.partner to see p.left.hand", "p.right to see p.left.hand", 11, "does not hold: D does not see the cards"),
    ],
)  # fmt: skip
def test_an_example_says_who_sees_which_cards(right: str, wrong: str, line: int, message: str) -> None:
    assert found(SEEN) == []
    assert SEEN.count(right) == 1
    ((where, text),) = found(SEEN.replace(right, wrong))
    assert where == line
    assert text.endswith(message)


@pytest.mark.parametrize(
    ("zone", "seat", "seen"),
    [("p.team.piles(2)", "p.partner", True), ("p.team.piles(2)", "p.left", False), ("p.left.hand", "p.left", True)],
)
def test_who_sees_the_place_of_a_team(zone: str, seat: str, *, seen: bool) -> None:
    more = "    won of each team: face down\n    piles of each team: 3 places, private\n"
    game = GAME.replace("    won of each team: face down\n", more)
    line = f"example by p\n    expect {seat}{{}} to see {zone}\n"
    assert found(line.format("" if seen else " not"), game) == []
    assert len(found(line.format(" not" if seen else ""), game)) == 1


ASKED = """\
example by p
    let last be K of clubs
    let other be 2 of hearts
    set dealer to p.right
    deal {last} to stock
    deal {other} to p.hand
    deal_hand
    play_hand
    expect everyone to see last
    expect p to see p.hand
    expect p.left not to see other
    "play 2♥"
    expect everyone to see other
    expect p.left not to see p.hand
"""


@pytest.mark.parametrize(
    ("right", "wrong", "line", "message"),
    [
        ("everyone to see last", "no one to see last", 9, "does not hold: A sees the cards"),
        ("everyone to see last", "p.left not to see p.right.hand", 9, "does not hold: B sees 1 of the 13 cards"),
        ("p to see p.hand", "p.left to see p.hand", 10, "does not hold: B does not see the cards"),
        ("p.left not to see other", "p.left to see other", 11, "does not hold: B does not see the cards"),
        ("everyone to see other", "no one to see other", 13, "does not hold: A sees the cards"),
        ("    deal {last} to stock\n", "", 8, "does not hold: A does not see the cards"),
    ],
)  # fmt: skip
def test_an_example_says_what_is_seen_of_single_cards_and_at_an_open_question(
    right: str, wrong: str, line: int, message: str
) -> None:
    """The last card that is dealt in Whist is shown to everybody; a card that is played is seen by all."""
    whist = rulesets()["whist"].read_text(encoding="utf-8")
    assert found(ASKED, whist) == []
    assert ASKED.count(right) == 1
    ((where, text),) = found(ASKED.replace(right, wrong), whist)
    assert where == line
    assert text.endswith(message)


def test_a_show_that_is_left_out_is_noticed() -> None:
    whist = rulesets()["whist"].read_text(encoding="utf-8")
    silent = found(ASKED, whist.replace("    show bottom of stock to everyone ", "    #"))
    assert 9 in [where for where, _ in silent]  # Whist's own example, above, notices it, too


def test_a_line_below_something_that_is_never_reached_is_reported() -> None:
    whist = rulesets()["whist"].read_text(encoding="utf-8")
    late = ASKED.replace(
        "    expect everyone to see last\n", "    set trump to clubs\n    expect everyone to see last\n"
    )
    ((where, text),) = found(late, whist)
    assert late.split("\n")[where - 1] == "    expect everyone to see last"
    assert text.endswith("somebody is asked before this is reached, and the example gives no answer")


def test_what_is_expected_above_a_question_was_reached() -> None:
    assert found("example\n    expect target = 10\n    bid(p)\n".replace("example", "example by p")) == []


def test_cards_that_an_example_names_come_by_every_deal() -> None:
    """Those that are named for somebody else come to nobody before."""
    few = (
        "example by p\n    deal {A of spades, K of hearts} to p.hand\n    deal_and_play(p)\n    expect p.left to play\n"
    )
    game = DEAL.replace("most size of won", "highest points").replace("the player", "the team")
    assert found(game + few) == []


def test_nobody_may_have_won() -> None:
    said = "example by p\n    set p.team.points to 10\n    play the game\n    expect game over, a draw\n"
    ((_, text),) = found(said)
    assert "A and C won" in text


def test_who_is_asked_is_counted_from_the_player_of_the_example() -> None:
    line = "example by p\n    bid(p)\n    expect (the q in players where 9 of clubs in q.hand) to play\n"
    ((code, text),) = [(one.code, one.message) for one in load(Source("short.hoyle", GAME + line)).diagnostics]
    assert code == "E0401"
    assert "counted from the one whom the example names" in text


def test_what_leaves_nothing_to_chance_is_tried_once(monkeypatch: pytest.MonkeyPatch) -> None:
    seeds: list[int] = []
    began = examples._began
    monkeypatch.setattr(
        examples, "_began", lambda engine, number, heard: seeds.append(heard.seed) or began(engine, number, heard)
    )
    drawn = (
        "example by p\n    shuffle stock\n    deal 5 from stock to hand of each player\n    expect size of p.hand = 5\n"
    )
    picked = "example\n    set trump to a random suit\n    expect trump is not none\n"
    for said, times in ((HOLD.partition("example by p")[0], 2), (drawn, 6), (picked, 6)):
        seeds.clear()
        assert found(said) == []
        assert len(seeds) == times


def test_an_example_may_say_how_many_play() -> None:
    more = GAME.replace("players 4, partners opposite", "players 2 or 4 = 4, partners opposite with 4")
    said = "example by p with 2 players\n    pay(p.left, 2)\n    expect p.left.team.points = {}\n"
    right, wrong = (load(Source("short.hoyle", more + said.format(n))) for n in (2, 0))
    assert right.game is not None, right.diagnostics
    assert wrong.game is not None
    assert broken_examples(right.game) == ()
    assert len(broken_examples(wrong.game)) == 1
    formatted = format_source(Source("short.hoyle", more + said.format(2)))
    assert isinstance(formatted, str)
    assert formatted.endswith(said.format(2))


@pytest.mark.parametrize(
    ("line", "code", "message"),
    [
        ("example by p with 5 players\n    pay(p, 2)\n", "E0436", "5 is not one of the numbers of players"),
        ("example by p\n    set target to 5 + 5\n", "E0401", "a value of the option as it is declared is needed"),
        ("example by p\n    expect p to see hand of each player\n", "E0401", "or one place of it, by its number"),
        ("example by p\n    expect p to see target\n", "E0315", "`target` is not a zone"),
        ("example by p\n    expect target to see stock\n", "E0401", "a player is needed"),
        ("example by p\n    set target to 50\n", "E0419", "`target` cannot be `50`"),
    ],
)
def test_what_an_example_cannot_be_played_with(line: str, code: str, message: str) -> None:
    ((said, text),) = [(one.code, one.message) for one in load(Source("short.hoyle", GAME + line)).diagnostics]
    assert said == code
    assert message in text


def test_checks_and_fingerprints_do_not_heed_examples() -> None:
    broken = GAME + "after pay: highest points = 1\n"
    plain, more = (load(Source("short.hoyle", text)).game for text in (broken, broken + HOLD))
    assert plain is not None
    assert more is not None
    assert broken_examples(more) == ()
    assert plain.fingerprint == more.fingerprint


def test_the_rulebook_tells_the_examples_of_the_rules_that_it_describes() -> None:
    game = load(Source("short.hoyle", GAME + HOLD)).game
    assert game is not None
    usual, longer = (str(hoyle.rulebook(game, options={"target": n})) for n in (10, 20))
    assert "Ten points win." in usual
    assert "Eleven of twenty do not." not in usual
    assert "Eleven of twenty do not." in longer


def test_a_use_in_an_example_is_no_use() -> None:
    unused = GAME.replace("remember\n", "remember\n    idle: number\n")
    used = unused + "example\n    set idle to 1\n    expect idle = 1\n"
    plain, more = ([one.message for one in load(Source("a.hoyle", text)).diagnostics] for text in (unused, used))
    assert plain == more
    assert any("idle" in message for message in plain)


def test_rules_without_an_end_are_reported_once() -> None:
    """Each example would take as long, and say the same."""
    endless = GAME.replace(
        "    add n to p.team.points\n",
        "    add n to p.team.points\n    repeat until p.team.points > 1000\n        add 1 to p.team.points\n        subtract 1 from p.team.points\n",
    )
    assert endless != GAME
    loaded = load(Source("short.hoyle", endless + HOLD))
    assert loaded.game is not None, loaded.diagnostics
    (one,) = broken_examples(loaded.game)
    assert "a call counts two" in one.message
