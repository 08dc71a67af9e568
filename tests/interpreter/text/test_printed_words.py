"""Every value of small games as it is written, and every text that is read as a value or a choice: complete lists."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path

import pytest

from hoyle.dsl.types import CARD, CARDS, FLAG, NUMBER, PLAYER, PLAYERS, RANK, SUIT, TEAM, Type
from hoyle.interpreter.lowering import lower
from hoyle.interpreter.program import Alternative, Program
from hoyle.interpreter.records import Choice, Where
from hoyle.interpreter.text.format import Wording
from hoyle.interpreter.text.parse import Words

from ...golden import same_as_file
from ...small_constructs import construct_game
from ...small_rules import game_of, small_rules

PRINTED = Path(__file__).with_name("printed")
SEATS = ("Ann", "Bob", "Old Cyd", "2", "Eve")
TEMPLATES = """\
            "{n}" for n in 1..30
                nothing
            "bid {n}{s} alone" for n in 1..3, s in suits
                nothing
            "twice {d} and {d}" for d in p.hand
                nothing
            "{n} by {m} of {q} ." for n in 1..4, m in 8..12, q in players
                nothing
            "trade {cs} for {ds}" for cs in 1..2 cards of p.hand, ds in 1..2 cards of pile
                nothing
            "  Say   {q}  " for q in players
                nothing
            "Over {q} and {r} and {t}" for q in players, r in players, t in teams
                nothing
            "{e}: {f}" for e in p.hand, f in faces
                nothing
            "among {qs}" for qs in {players, players except p}
                nothing
            " all  Of it "
"""
ODD = "deck 2 10 A of clubs cups hearts coins swords, 1 joker, 2 copies"
KINDS = (NUMBER, FLAG, SUIT, RANK, CARD, CARDS, PLAYER, PLAYERS, TEAM, Type("set", element=SUIT), Type("set"),
         Type("set", element=RANK), Type("set", element=TEAM), Type("none"))  # fmt: skip
GAMES = ("values", "alike", "turns", "odd")


@cache
def program(name: str) -> Program:
    """A small game: `odd` has labels that can be read in several ways, and cards that look alike."""
    if name != "odd":
        return lower(construct_game(name))
    text = small_rules(players="4, partners opposite", answers=TEMPLATES)
    return lower(game_of(text.replace("deck 2 3 4 5 6 7 8 9 10 J Q K A", ODD)))


def types_of(it: Program) -> list[Type]:
    """The types of a program's variables and names, once each."""
    found = [info.type for info in it.variables]
    found += [bound.type for ask in it.asks for one in ask.alternatives for bound in one.bound]
    return [*dict.fromkeys([*KINDS, *(one for one in found if one.kind != "number")])]


def size_of(it: Program, type: Type) -> int:
    """How many values of a type are written, at most."""
    one = type.element or CARD if type.kind == "set" else type
    sizes = {"number": 12, "flag": 2, "suit": len(it.suits), "rank": len(it.ranks), "card": len(it.deck), "player": it.players,
             "team": len(it.teams), "none": 2, "word": len(one.words) + len(it.suits) * bool(one.suits)}  # fmt: skip
    count = sizes[one.kind]
    return min(1 << count, 16) if type.kind == "set" else count


def wording(it: Program) -> Iterator[str]:
    """What is written of a game: each value, card, place, variable and incident."""
    plainly, named, signless = Wording(it), Wording(it, SEATS[: it.players]), Wording(it, ascii=True)
    for words in (plainly, named, signless):
        yield f"seats {words.seats}, faces {words.faces}, named {words.named}, ascii {words.ascii}"
        yield f"each card {' '.join(map(words.script_card, range(-1, len(it.deck))))}"
        yield f"suits {[*map(words.suit, range(len(it.suits)))]}, ranks {[*map(words.rank, range(len(it.ranks)))]}"
    for type in types_of(it):
        low = -1 if type.kind in ("number", "flag", "suit", "rank", "card", "player", "team", "word") else 0
        texts = [named.value(type, value) for value in range(low, size_of(it, type))]
        yield f"{type}: {' | '.join(texts)}"
    for number, zone in enumerate(it.zones):
        yield f"place {[named.where(Where(number, owner)) for owner in range(-1, zone.count if zone.owner else 1)]}"
    for number, info in enumerate(it.variables):
        yield f"variable {[named.variable(number, owner) for owner in range(-1, info.count if info.owner else 1)]}"
    yield f"incidents {[named.incident(number) for number in range(len(it.incidents))]}"
    yield f"teams {[named.team(number) for number in range(-1, len(it.teams))]}"


def spelled(it: Program) -> list[str]:
    """Texts that may be read as something: the written ones, parts of them, several of them, and other spellings."""
    words, seats = Wording(it, SEATS[: it.players]), SEATS[: it.players]
    found = [*it.suits, *it.ranks, *seats]
    found += [words.value(type, value) for type in types_of(it) for value in range(size_of(it, type))]
    found += [*words.faces, *Wording(it, ascii=True).faces]
    found += [
        f"{one.rstrip('♠♥♦♣')}{end}"
        for one in words.faces
        if one[-1:] in "♠♥♦♣"
        for end in ("h", "H.", ".hea", "♡", "cu", ".c")
    ]
    found += [
        "T♥",
        "tc",
        "t",
        "1",
        "4",
        "seat 2",
        "Player 3",
        "P5",
        "player 9",
        "none",
        "None",
        "nothing",
        "nobody",
        "??",
        "yes",
        "NO",
    ]
    found += [
        "a1",
        "Ann, Bob",
        "ann bob",
        "bob and 1",
        "Bob and Bob",
        "Ann and Old Cyd",
        "2 and bob",
        "2, bob",
        "Ann,",
        "and",
    ]
    found += [
        "?? ??",
        "2♣ ??",
        "??, A♥ 2♣",
        "2♣ 2♣ 2♣",
        "2♣ 2♣",
        "A♥,A♥",
        "hearts, clubs",
        "hearts ♣",
        "clubs and hearts",
        "club",
    ]
    found += [
        "no trump",
        "NO_TRUMP",
        "low",
        "all low",
        "-3",
        "−3",
        "+3",
        "3.0",
        "",
        " ",
        ",",
        "joker",
        "JO",
        "jk",
        "Joker Joker",
    ]
    found += [one.upper() for one in found[:60]] + [one.replace(" ", "_") for one in found if " " in one]
    return [*dict.fromkeys(found)]


def reading(it: Program) -> Iterator[str]:
    """What each text is read as: card, cards, player, team, and a value of each type.  Texts that are read alike are in one
    line.
    """
    words = Words(it, SEATS[: it.players])
    types = types_of(it)
    alike: dict[str, list[str]] = {}
    for text in spelled(it):
        read = {"card": words.read_card(text), "cards": words.read_cards(text), "player": words.read_player(text),
                "team": words.read_team(text), "of player": words.read_owner("player", text),
                "of team": words.read_owner("team", text), "of": words.read_owner(None, text)}  # fmt: skip
        read |= {f"{type}": words.read_value(type, text) for type in types}
        values: dict[object, list[str]] = {}
        for what, value in read.items():
            if value is not None:
                values.setdefault(value, []).append(what)
        alike.setdefault("; ".join(f"{value} {', '.join(kinds)}" for value, kinds in values.items()), []).append(text)
    for said, texts in alike.items():
        yield f"{' | '.join(texts)} = {said or 'nothing'}"


@pytest.mark.parametrize("name", GAMES)
def test_whatever_is_written(name: str) -> None:
    same_as_file(PRINTED / f"{name}_written.txt", "".join(f"{line}\n" for line in wording(program(name))))


@pytest.mark.parametrize("name", GAMES)
def test_whatever_is_read(name: str) -> None:
    same_as_file(PRINTED / f"{name}_read.txt", "".join(f"{line}\n" for line in reading(program(name))))


def chosen(it: Program) -> Iterator[tuple[Alternative, Sequence[Alternative], tuple[int, ...]]]:
    """Some choices of each question: the first and the last values of each name."""
    for ask in it.asks:
        for one in ask.alternatives:
            values = [(0b1001, 0b110, 0, 0b1) if bound.type.kind == "set" else (0, 1, size_of(it, bound.type) - 1, -1)
                      for bound in one.bound]  # fmt: skip
            for start in range(4 if values else 1):
                yield one, ask.alternatives, tuple(some[(start + 2 * place) % 4] for place, some in enumerate(values))


def labelled(it: Program) -> Iterator[str]:
    """The label of each of these choices, openly and with cards that must not be known; and as what it is read, in several
    ways, if not as nothing.
    """
    seats = SEATS[: it.players]
    words = Words(it, seats)
    every = (1 << len(it.deck)) - 1
    for one, alternatives, values in chosen(it):
        label = words.label(one, values)
        shown = [label, *(words.label(one, values, seen) for seen in (every, 0b1010, 0))]
        read = in_short(words.choices(alternatives, label)), in_short(words.meant(alternatives, label))
        found = {label: read}
        for text in (
            f" {label.upper()} ",
            label + ".",
            label[:-1],
            label[1:],
            label.replace(" ", "  "),
            label.split(" ")[-1],
        ):
            found[text] = in_short(words.choices(alternatives, text)), in_short(words.meant(alternatives, text))
        alone = {text: in_short([*words.bare(alternatives, text)]) for text in label.split(" ")}
        yield f"{' | '.join(dict.fromkeys(shown))} = {' / '.join(read)}"
        yield from (
            f"    {text!r} = {' / '.join(read)}"
            for text, read in found.items()
            if read not in (("-", "-"), found[label])
        )
        yield from (f"    {text!r} alone = {read}" for text, read in alone.items() if read != "-")


def in_short(choices: Sequence[Choice] | None) -> str:
    """Choices as numbers."""
    return "none" if choices is None else " ".join(f"{one.alternative}{[*one.values]}" for one in choices) or "-"


@pytest.mark.parametrize("name", ["tricks", "choices", "alike", "odd"])
def test_whatever_is_chosen(name: str) -> None:
    same_as_file(PRINTED / f"{name}_chosen.txt", "".join(f"{line}\n" for line in labelled(program(name))))
