"""Faults planted in rules: each is found, the game is shortened, and the saved script reproduces the fault."""

from __future__ import annotations

import pytest

from hoyle.interpreter.fuzz.scripts import check_script
from hoyle.interpreter.fuzz.trace import choices
from hoyle.interpreter.notation.files import parse_script
from hoyle.interpreter.replay.events import Failed
from hoyle.interpreter.replay.replayer import Replay

BID = '            "bid"\n                set bidder to p\n'

# the planted fault, the invariant it breaks, and the fewest choices that show it
PLANTS = {
    "a wrong score row": (
        ("-> add 1 to bidder.points", "-> add 3 to bidder.points\nalways no p in players has p.points > 3"),
        "E1204",
        "always no p in players has p.points > 3",
        7,  # a bid, and three tricks of two cards
    ),
    "a guard that leaves nothing": (
        ('"pass"', '"pass" if p != dealer'),
        "E1209",
        "p chooses",
        1,
    ),
    "an invariant seldom violated": (
        ("after play_hands", "after play_hands: no p in players has (p.tricks = 3 and p = bidder)\nafter play_hands"),
        "E1204",
        "after play_hands: no p in players has (p.tricks = 3 and p = bidder)",
        7,
    ),
    "a number that grows too large": (
        ("tricks of each player: 0..3", "tricks of each player: 0..2"),
        "E1201",
        "add 1 to winner.tricks",
        7,
    ),
    "a number that grows before anything is drawn": (
        ("main\n", "main\n    set points of each player to 99999\n    for p in players: set p.points to p.points * 99999\n"),
        "E1201",
        "p.points * 99999",
        0,
    ),
    "a loop that does not end": (
        ("    if deep: move top", "    if pay = 2 and deep: repeat until bidder is not none: nothing\n    if deep: move top"),
        "E1205",
        "repeat until bidder is not none: nothing",
        0,
    ),
    "a deal that costs somebody more than it brings": (
        ("after play_hands", "after score: lowest points gained >= 0\nafter play_hands"),
        "E1204",
        "after score: lowest points gained >= 0",
        7,
    ),
    "too few cards": (
        ("deal 3 from stock", "if dealer.points > 1: deal 15 from stock to hand of each player from dealer.left\n    deal 3 from stock"),
        "E1208",
        "deal 15 from stock to hand of each player from dealer.left",
        -1,
    ),
}  # fmt: skip


def planted(pinch: str, name: str) -> str:
    (old, new), *_ = PLANTS[name]
    if name == "a loop that does not end":
        new = new.replace(
            ": repeat until bidder is not none: nothing",
            "\n        repeat until bidder is not none\n            nothing",
        )
    if name == "a guard that leaves nothing":
        pinch = pinch.replace(BID, '            "bid" if p != dealer\n                set bidder to p\n')
    assert pinch.count(old) == 1
    return pinch.replace(old, new)


@pytest.mark.parametrize("name", PLANTS)
def test_a_planted_fault_is_found_shortened_and_reproduced(name, pinch, fuzz) -> None:
    _, code, line, fewest = PLANTS[name]
    text = planted(pinch, name)
    found = fuzz(text, 40 if name == "an invariant seldom violated" else 16, checks=False)
    failure = next(f for f in found.sums.failures if f.broken.code == code)
    number = found.sums.failures.index(failure)
    shortest = found.shortest(number)
    assert shortest.broken.key == failure.broken.key
    assert shortest.broken.span.text.partition("\n")[0].startswith(line.partition(":")[0])
    assert choices(shortest.trace) <= choices(failure.trace)
    if fewest >= 0:
        assert choices(shortest.trace) == fewest
    # A replay of the script, which knows nothing of random games, stops at the same rule.
    script, problems = parse_script(found.script(shortest))
    assert script is not None, problems
    *_, last = Replay(script.games[0], _table(found.game, script.games[0]))
    assert isinstance(last, Failed)
    assert last.diagnostic.code == "E1059"
    assert last.diagnostic.notes[0][0] == shortest.broken.span
    broken, failed = check_script(script.games[0], _table(found.game, script.games[0]))
    assert failed is None
    assert broken.key == shortest.broken.key


def _table(game, script):
    from hoyle.interpreter.lowering import lower
    from hoyle.interpreter.opening.opened import OpenedGame

    program = lower(game, {s.name.text: s.value.text for s in script.options}, len(script.players))
    return OpenedGame.lowered(game, program, script.names)


def test_sound_rules_have_no_failures_and_are_covered(fuzz) -> None:
    found = fuzz()
    assert found.sums.failures == []
    assert found.sums.games == 30
    assert {p.players for p in found.work.programs} == {2, 3, 4}


def test_shrinking_is_deterministic(pinch, fuzz) -> None:
    text = planted(pinch, "an invariant seldom violated")
    one, two = fuzz(text, 12), fuzz(text, 12)
    assert one.script(one.shortest()) == two.script(two.shortest())


def test_options_that_do_not_matter_are_reset_to_their_defaults(pinch, fuzz) -> None:
    text = pinch + "after score: pay != 2 or no p in players has p.points < 0\n"
    found = fuzz(text, 30)
    shortest = found.shortest()
    assert shortest.program.options == {"target": 5, "pay": 2, "deep": False}
    assert shortest.program.players == 2, "fewer cards are played by two"


def test_a_leak_that_the_checker_refuses_is_found_in_play(pinch, fuzz) -> None:
    leak = '            "pass" if p.left.hand is not empty and any c in p.left.hand has c.rank = A\n            "bid low"\n'
    found = fuzz(pinch.replace('            "pass"\n', leak), 10, checks=False)
    assert {f.broken.invariant for f in found.sums.failures} == {"hidden"}
    assert choices(found.shortest().trace) == 0


def test_a_hidden_card_kept_in_a_public_variable_is_found(pinch, fuzz) -> None:
    text = pinch.replace("    bidder: player or none\n", "    bidder: player or none\n    last: card or none\n")
    text = text.replace("    shuffle stock\n", "    shuffle stock\n    set last to bottom of stock\n")
    found = fuzz(text, 4, checks=False)
    assert [f.broken.invariant for f in found.sums.failures] == ["hidden"]
    broken = found.failure().broken
    assert broken.message == "`last` tells A of cards that nobody has shown"
    assert broken.code == "W0804"
    assert broken.span is not None
    assert broken.span.text == "set last to bottom of stock"


def test_a_remembered_card_that_everybody_saw_is_no_secret(pinch, fuzz) -> None:
    """A card that was played or shown, or that a player has named, may be remembered after it is hidden again."""
    text = pinch.replace("    bidder: player or none\n", "    bidder: player or none\n    last: cards\n")
    shown = text.replace(
        "    shuffle stock\n", "    show stock to everyone\n    set last to top 3 of stock\n    shuffle stock\n"
    )
    assert not fuzz(shown, 4, checks=False).sums.failures
    assert fuzz(shown.replace("    show stock to everyone\n", ""), 4, checks=False).sums.failures
