"""Describes a module as JSON data, so that a host other than this package can run it and read its results.

The form is that of schemas/module.schema.json.  All addresses are in bytes from the start of the exported memory.  All
numbers there are in two's complement, lowest byte first, and have 64 bits unless stated otherwise.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import PurePath
from typing import Any

from ...dsl.source.span import Span
from ..faults import KINDS, text_of
from ..story.description import story_json
from ..text.parse import Words
from ..text.refused import RefusalText
from .legend import legend
from .module import Module
from .search.host import describe_search
from .tallies import CHOSEN, CROSS, CROSSES, DEAL, DEALS, FINAL, GAIN, LENGTH, LOG_SIZE, OUTCOME, CounterRow
from .writing.text import FAULTS

VERSION = 2

EXPORTS: dict[str, str] = {
    "memory": "the memory; it never grows",
    "start": "(seed i64, index i64): a new game, run to its first question",
    "options": "(skip i64) -> i32: write the options of the open question down from number skip on; how many there are",
    "take": "(number i32): answer with an option written down, counted from 0, and run on",
    "step": "(number i32) -> i32: take(number), then options(0); -1 if the game is over",
    "written": "() -> i32: write down the lines that are on the table now; how many there are",
    "resume": "(): run on from the block the state is at",
    "games": "(how i32, seed i64, first i64, count i64, budget i64) -> i64: play whole games by chance, at most budget "
    "choices; how many ended. how 1: added up in the tallies; 2: paired deals, each game told in the log. A game that "
    "did not end is gone on with by the next call",
    "print": "(start i64) -> i64: the hash of the state",
}


RECORDING: dict[str, str] = {
    "record": "(on i32): whether records of what happens are written to the stream from now on; at first they are not",
    "refused": "() -> i32: why the option that the host wrote where options are stored is not legal: the number of a "
    "reason; -1 if it is legal, -2 if there is no such choice now, -3 - n if the value of name n is out of range",
    "receiver": "(alternative i32) -> i32: the owner of the zone to which the cards of an alternative go; -1: unknown",
}
"""What a module exports besides if it can tell people what happens."""
SEARCHING: dict[str, str] = {
    "view_hash": "(seat i32) -> i64: the hash of what a seat sees of the state",
    "train": "(choices i64, seed i64, rate i64): a lesson of the cheap model of a player, in games against itself",
    "worlds_begin": "(seed i64): begin to sample worlds that agree with what was written down of the deal",
    "worlds": "(count i32, each i32, steps i32, tries i32) -> i32: sample on, `each` in one chain; how many there are",
    "search_begin": "(playouts i32, seed i64) -> i32: begin to compare options; how many are compared",
    "search_again": "(playouts i32): begin once more to compare the same options",
    "search": "(choices i64) -> i32: go on for so many choices; whether it is done",
    "exact": "(world i32, limit i64) -> i32: solve the options in a world, looking at so many positions; if it did",
}
"""What a module exports besides if it can think: what a host of games needs of it."""
RATING: dict[str, str] = {
    "l_forgotten": "(): nothing is remembered of the deal",
    "l_asked": "(): keep the open question as one that its seat was asked",
    "l_recall": "(): remember what lies open, and the choice that the host wrote where the first option is stored",
    "l_values": "(net i32) -> i32: rate the options of the open question by net 1; how many there are",
    "l_repeats": "() -> i32: how many of the last questions that the seat was asked were the same, in a long deal",
    "l_mark": "() -> i64: a number that stands for what the seat that is asked sees and remembers",
}
"""What a module exports besides if it can rate options by a net."""
PLAYING_BY_NET: dict[str, str] = {
    "search_by_net": "(on i32): from now on all players choose by net 1 in playouts, or they no longer do; what is "
    "remembered now is what each begins with",
}
"""What a module exports besides if it can think and rate options by a net."""
TEACHING: dict[str, str] = {
    "l_begin_net": "(seed i64): make a fresh net 1",
    "l_count_whole": "(whole i32): learn from what whole games bring (1) or single deals (0)",
    "l_be_unsure": "(mixing f32): add a number from 0 to this to each value while players learn; at first 0",
    "l_learn_against": "(on i32): whether only one side of each game learns, in turn; net 2 chooses for the others",
    "l_end_after": "(choices i64): give a deal up after so many choices; 0: never",
    "l_train": "(choices i64, seed i64, rate f32, tried i32): of so many choices; `tried` of 65,536 are tried only",
}
"""What a module exports besides if it gives lessons."""


def _exports(module: Module) -> dict[str, str]:
    recording = RECORDING if module.stream is not None else {}
    rating = RATING if module.learned is not None else {}
    teaching = TEACHING if module.learning else {}
    searching = SEARCHING if module.search is not None else {}
    return EXPORTS | recording | searching | rating | (PLAYING_BY_NET if searching and rating else {}) | teaching


def _place(span: Span) -> str:
    """`whist.hoyle:17:5`: the name of the file without its folder, which must not leave this machine."""
    return f"{PurePath(span.source.name).name}:{span.line}:{span.column}"


def describe(
    module: Module,
    binary: bytes,
    outcome: Callable[[Span, int], str] | None = None,
    variants: Sequence[str] = (),
    refusals: Callable[[int, int], Sequence[RefusalText]] | None = None,
) -> dict[str, Any]:
    """The layout and the exports of a module, and what tells the story of its games.

    `outcome`: describes in a sentence what a row or a statement did, if the rules are at hand (`Table.outcomes`).
    `refusals`: the sentences for the reasons of an alternative, if the rules are at hand (`Refusals.texts`).
    `variants`: the names of the variants that were laid over the ruleset.
    """
    program, layout, tallies = module.program, module.layout, module.tallies
    words = Words(program)
    return {
        "module": VERSION,
        "sha256": hashlib.sha256(binary).hexdigest(),
        "title": program.title,
        "ruleset": program.ruleset,
        "fingerprint": program.fingerprint,
        "former_fingerprint": program.former_fingerprint,
        "options": dict(program.options),
        "players": program.players,
        "exports": _exports(module),
        "memory": {"pages": layout.pages},
        "fault": {
            "address": layout.fault,
            "kinds": list(FAULTS),
            "texts": [text_of(kind) if kind in KINDS else "" for kind in FAULTS],
            "messages": module.shared.messages,
            "places": [_place(place) for place in program.places],
        },
        "state": {
            "address": layout.state,
            "size": layout.state_size,
            "slots": [_slot(module, i) for i in range(len(layout.slots))],
        },
        "question": {
            "address": module.room.address,
            "size": module.room.size,
            "most": module.room.most,
            "asks": [_ask(module, i) for i in range(len(program.asks))],
            "incidents": [
                {"window": one.window, "back": one.back, "body": one.body, "place": one.place}
                for one in program.incidents
            ],
        },
        "written": {
            "address": module.written.address,
            "size": module.written.size,
            "lines": [{"words": list(words)} for words in module.written.words],
        },
        "legend": legend(program),
        "story": story_json(program, outcome, refusals),
        "records": module.stream.describe() if module.stream is not None else None,
        "search": describe_search(module.search) if module.search is not None else None,
        "net": module.learned.describe() if module.learned is not None else None,
        "variants": list(variants),
        "deck": list(program.deck),
        "faces": [
            {
                "rank": program.ranks[face.rank] if face.rank >= 0 else "joker",
                "suit": program.suits[face.suit] if face.suit >= 0 else "",
            }
            for face in program.faces
        ],
        "cards": [words.card(card) for card in range(layout.cards)],
        "tallies": _tallies(module),
        "log": {
            "address": tallies.log,
            "used": tallies.logged,
            "size": LOG_SIZE,
            "kinds": {
                "chosen": CHOSEN, "final": FINAL, "gain": GAIN, "deals": DEALS, "length": LENGTH, "cross": CROSS,
                "deal": DEAL, "outcome": OUTCOME,
            },
            "crosses": [*CROSSES, *(f"score {side}" for side in range(len(tallies.score)))],
        },
    }  # fmt: skip


def sealed(description: Mapping[str, Any]) -> dict[str, Any]:
    """A description with its digest, by which a host finds that it was damaged: the SHA-256 of everything else, as JSON
    without blanks.
    """
    text = json.dumps(description, ensure_ascii=False, separators=(",", ":"))
    return {**description, "digest": hashlib.sha256(text.encode()).hexdigest()}


def _slot(module: Module, slot: int) -> dict[str, Any]:
    """One slot: its address, and its name if it has one in the rule file."""
    program, place = module.program, module.layout.slots[slot]
    shown: dict[str, Any] = {"kind": place.kind, "address": place.address}
    if place.kind == "number":
        shown["words"] = place.words
    reserved = ("pc", "rng", "steps", "actor", "decisions")
    if slot < len(reserved):
        shown["name"] = reserved[slot]
    for info in (*program.variables, *program.zones):
        if info.base <= slot < info.base + info.count:
            shown["name"] = info.name
            if info.owner is not None:
                shown["owner"] = f"{info.owner} {slot - info.base}"
    return shown


def _ask(module: Module, number: int) -> dict[str, Any]:
    """One question: the incidents that may be declared instead, its alternatives, each with its words and
    the number of 64-bit words that the value of each name takes.
    """
    layout, ask = module.layout, module.program.asks[number]
    return {
        "place": _place(module.program.places[ask.place]),
        "block": ask.block,
        "incidents": list(ask.incidents),
        "alternatives": [
            {
                "texts": list(one.texts),
                "holes": list(one.holes),
                "names": [
                    {
                        "name": bound.name,
                        "type": bound.type.kind,
                        "slot": bound.slot,
                        "words": layout.slots[bound.slot].words,
                    }
                    for bound in one.bound
                ],
            }
            for one in ask.alternatives
        ],
    }


def _row(row: CounterRow) -> dict[str, int]:
    return {"address": row.address, "low": row.low, "size": row.size}


def _tallies(module: Module) -> dict[str, Any]:
    """The address of each counter.  Sums of products begin with their count, then come the sums, then each product
    once.
    """
    tallies = module.tallies
    return {
        "address": tallies.begin,
        "size": tallies.end - tallies.begin,
        "sides": [list(players) for players in tallies.watch.sides],
        "counts": tallies.counts,
        "games": tallies.games,
        "ties": tallies.ties,
        "cut": tallies.cut,
        "decisions": tallies.decisions,
        "deals": tallies.deals,
        "dealt": tallies.dealt,
        "trail": tallies.trail,
        "wins": tallies.wins,
        "shared": tallies.shared,
        "from_dealer": tallies.from_dealer,
        "length": tallies.length,
        "dealer_gain": tallies.dealer_gain,
        "score": tallies.score,
        "final": [_row(row) for row in tallies.final],
        "gains": [_row(row) for row in tallies.gains],
        "deal_count": _row(tallies.deal_count),
        "lengths": _row(tallies.lengths),
        "chosen": [
            [{"address": cells.address, "names": [list(name) for name in cells.names]} for cells in rows]
            for rows in tallies.chosen
        ],
    }
