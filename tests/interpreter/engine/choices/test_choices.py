"""Choices: the options offered, their order, the player asked, and the effects of each option."""

from __future__ import annotations

import itertools

import pytest

from hoyle.interpreter.engine import Fault
from hoyle.interpreter.records import Choice

REMEMBER = "p: player\nn: number\nwho: player or none\ntrump: strain\nlevel: 0..8"
MORE = "kind strain: suit or no_trump\n"

OFFERED = {
    '"pass"\n"double"': "pass;double",
    '"pass" if level > 0\n"double" if level = 0': "double",
    '"bid {m}" for m in 1..3': "bid 1;bid 2;bid 3",
    '"bid {m}" for m in 3 down to 1': "bid 3;bid 2;bid 1",
    '"bid {m}" for m in {4, 1, 4}': "bid 4;bid 1",
    '"bid {m}" for m in level + 1 .. 2 where m != 1': "bid 2",
    '"bid {m}" for m in 3..1\n"none"': "none",
    '"call {s}" for s in suits except hearts': "call clubs;call diamonds;call spades",
    '"call {s}" for s in strains where s is not a suit': "call no_trump",
    '"{m} {s}!" for m in 1..2, s in {hearts, spades}': "1 hearts!;1 spades!;2 hearts!;2 spades!",
    '"{s}{m}" for m in 1..2, s in {hearts, spades}': "hearts1;spades1;hearts2;spades2",
    '"ask {q}" for q in players except p': "ask B;ask C;ask D",
    '"ask {q} for {r}" for q in {p.left}, r in ranks': "ask B for 2;ask B for 3",
    '"take {c}" for c in p.hand': "take 2s;take 3s",
    '"take {c} of {q}" for q in players, c in q.hand where c.rank = 3': "take 3s of A;take 3h of B;take 3d of C;take 3c of D",
    '"{c} and {d}" for c in p.hand, d in p.hand where c != d': "2s and 3s;3s and 2s",
    '"{m} up to {k}" for m in 1..3, k in m..3 where m = 2': "2 up to 2;2 up to 3",
    '"{x} {y}" for x in 1..2, y in x..2': "1 1;1 2;2 2",
    '"lay {cs}" for cs in 1 cards of p.hand': "lay 2s;lay 3s",
    '"lay {cs}" for cs in 0 or more cards of p.hand': "lay nothing;lay 2s;lay 3s;lay 2s 3s",
    '"lay {cs}" for cs in 1 or more cards of p.hand where size of cs = 2': "lay 2s 3s",
    '"lay {cs}" for cs in 2..9 cards of p.hand': "lay 2s 3s",
    '"lay {cs}" for cs in 3 cards of p.hand\n"pass"': "pass",
    '"lay {cs}" for cs in 0 cards of p.hand': "lay nothing",
    '"lay {cs} {m}" for m in 1..2, cs in m cards of p.hand': "lay 2s 1;lay 3s 1;lay 2s 3s 2",
    '"{f}" for f in {yes, no}': "yes;no",
    '"see {c}" for c in {2 of spades, 3 of hearts}': "see 3h;see 2s",
}


@pytest.mark.parametrize("choices", OFFERED)
def test_the_options_offered(play, choices) -> None:
    lines = "\n".join("    " + line for line in choices.splitlines())
    table = play(f"{DEAL}p chooses\n{lines}", deck="2 3", more=MORE, remember=REMEMBER)
    assert table.who == 0
    assert ";".join(table.labels) == OFFERED[choices]


DEAL = "gather every card into stock\ndeal 2 from stock to hand of each player\n"


def test_identical_cards_are_offered_once_and_one_of_them_moves(play) -> None:
    main = """
        gather every card into stock
        deal 5 from stock to p.hand
        p chooses
            "take {c}" for c in p.hand
                move c to heap
        p chooses
            "lay {cs}" for cs in 2 cards of p.hand
                move cs to heap
    """
    table = play(main, deck="2 3, 3 copies", remember="p: player")
    assert table.zone("hand", 0) == "2s 2s 3s 3s 3s"
    assert table.labels == ["take 2s", "take 3s"]
    assert table.choose("take 3s").labels == ["lay 2s 2s", "lay 2s 3s", "lay 3s 3s"]
    assert table.choose("lay 2s 3s").zone("heap") == "2s 3s 3s"
    assert table.zone("hand", 0) == "2s 3s"


def test_every_identical_card_is_legal_though_only_one_is_offered(play) -> None:
    table = play('gather every card into stock\ndeal 2 from stock to p.hand\np chooses\n    "take {c}" for c in p.hand\n        move c to heap',
                 deck="2, 2 copies", remember="p: player")  # fmt: skip
    assert table.labels == ["take 2s"]
    both = [Choice(0, (6,)), Choice(0, (7,))]
    assert all(table.question.legal(choice) for choice in both)
    assert table.apply(both[1]).zone("heap") == "2s"


def test_a_question_without_options_is_a_fault(play) -> None:
    with pytest.raises(Fault) as fault:
        play('p chooses\n    "bid {m}" for m in 3..n', remember="p: player\nn: number")
    assert fault.value.code == "E1209"
    assert fault.value.span.text.startswith("p chooses")


def test_names_of_a_choice_can_be_used_in_later_choices_and_assigned(play) -> None:
    main = """
        p chooses
            "take {m} from {q}" for m in 1..2, q in players except p
                set n to m
                set who to q
                q.left chooses
                    "and {m2}" for m2 in m..3
                        set n to n * 10 + m2 + m
                        set q to q.left
                set who to q
    """
    table = play(main, "take 2 from C", remember="p: player\nwho: player or none\nn: number")
    assert (table.who, table.labels) == (3, ["and 2", "and 3"])
    table.choose("and 3")
    assert (table.var("n"), table.var("who")) == (25, 3)


def test_choices_inside_nested_branches(play) -> None:
    main = """
        for q in players from p.left
            if q.score = 0
                q chooses
                    "in"
                        if n = 0
                            q.left chooses
                                "yes"
                                    set q.score to 5
                                "no"
                                    stop
                        otherwise
                            set q.score to 7
                        add 1 to n
                    "out"
                        nothing
            otherwise if q.score = 5: set q.score to 6
            otherwise
                q chooses
                    "never"
                        nothing
    """
    table = play(main, remember="p: player\nn: number")
    assert [table.who, table.choose("out").who, table.choose("in").who, table.choose("yes").who] == [1, 2, 3, 3]
    assert table.choose("in").who == 0
    assert table.choose("in").over
    assert table.each("score") == [7, 0, 5, 7]
    table = play(main, "in", "no", remember="p: player\nn: number")
    assert table.over


def test_a_player_that_is_none_cannot_choose(play) -> None:
    with pytest.raises(Fault) as fault:
        play('who chooses\n    "on"', remember="who: player or none")
    assert fault.value.code == "E1202"


# ------------------------------------------------------------------------------------------- legal, objections, options

ASKED = {
    '"pass" if level > 0 and n = 0\n"bid {m} {s}" for m in level + 1 .. 3, s in strains where m > 1 and s != hearts': 3,
    '"take {c}" for c in p.hand where c.rank = 3\n"give {c} to {q}" for q in players except p, c in p.hand': 5,
    '"lay {cs}" for cs in 1..2 cards of p.hand where size of cs = 2 or level = 0': 2,
    '"of {q}: {c}" if who is not none for q in {who}, c in who.hand where who != p\n"pass"': 1,
    '"of {q}: {c}" for q in players, c in q.hand where q != p and c.suit = hearts': 1,
}


@pytest.mark.parametrize("choices", ASKED)
@pytest.mark.parametrize("copies", [1, 2])
def test_legal_objections_and_options_agree_on_every_possible_answer(play, choices, copies) -> None:
    lines = "\n".join("    " + line for line in choices.splitlines())
    table = play(f"{DEAL}p chooses\n{lines}", deck=f"2 3, {copies} copies", more=MORE, remember=REMEMBER)
    question = table.question
    offered = set(question.choices())
    faces = table.program.deck
    assert offered

    def alike(choice: Choice) -> Choice:
        """The choice with each card replaced by its face, so that choices of identical cards are equal."""
        kinds = [bound.type.kind for bound in question.alternatives[choice.alternative].bound]

        def first(value: int, kind: str) -> tuple[int, ...]:
            if kind == "card":
                return (faces[value],)
            if kind == "set":
                return tuple(sorted(faces[c] for c in range(len(faces)) if value >> c & 1))
            return (value,)

        return Choice(choice.alternative, tuple(first(v, k) for v, k in zip(choice.values, kinds, strict=True)))

    shown = {alike(choice) for choice in offered}
    count = len(faces)
    legal = 0
    for number, alternative in enumerate(question.alternatives):
        spaces = []
        for bound in alternative.bound:
            match bound.type.kind:
                case "card":
                    spaces.append(range(-1, count))
                case "set":
                    hand = sum(1 << c for c in range(count) if "s" in table.card(c))
                    spaces.append([m for m in range(1 << count) if m & ~hand == 0 or m.bit_count() == 1] + [-1])
                case _:
                    spaces.append(range(-2, 10))
        for values in itertools.product(*spaces):
            choice = Choice(number, values)
            allowed = question.legal(choice)
            assert allowed == (not question.objections(choice))
            if allowed:
                assert alike(choice) in shown
                legal += 1
            else:
                assert choice not in offered
    assert legal >= len(offered)
    for odd in (Choice(9), Choice(-1), Choice(0, (1, 2, 3, 4)), Choice(0, (1,) * 5)):
        assert not question.legal(odd)
        assert question.objections(odd)
        with pytest.raises(ValueError, match="not legal"):
            table.engine.apply(table.state, odd)


@pytest.mark.parametrize(
    ("choice", "text"),
    [
        (Choice(0), ("level > 0",)),
        (Choice(1, (1,)), ("m > 1", "n * m > 4 or level > 3")),
        (Choice(1, (2,)), ("n * m > 4 or level > 3",)),
        (Choice(1, (7,)), ('"bid {m}" for m in 1..3 where m > 1 and (n * m > 4 or level > 3)',)),
        (Choice(2, (1,)), ("who is not none",)),
    ],
)
def test_objections_name_the_condition_that_is_false(play, choice, text) -> None:
    main = """
        p chooses
            "pass" if level > 0 and n != 0
            "bid {m}" for m in 1..3 where m > 1 and (n * m > 4 or level > 3)
            "of {c}" if who is not none and who.score > 3 for c in who.hand
            "on"
    """
    table = play(main, more=MORE, remember=REMEMBER)
    found = table.question.objections(choice)
    assert tuple(o.span.text.split("\n")[0] for o in found) == text
