"""Reads the stream of records of a module (`wasm/stream.py`): the records as the engine makes them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from hoyle.dsl.source.span import NOWHERE, Span
from hoyle.interpreter.program import Place
from hoyle.interpreter.records import (
    AnyRecord,
    Assigned,
    CardsCounted,
    Choice,
    Chosen,
    Drawn,
    GameOver,
    Moved,
    PhaseBegan,
    PhaseEnded,
    RowFired,
    SetAgain,
    Shown,
    Shuffled,
    TrickBegan,
    TrickTaken,
    Tucked,
)
from hoyle.interpreter.text.format import bits
from hoyle.interpreter.wasm import Machine
from hoyle.interpreter.wasm.stream import HEAD, KINDS, RecordStream


def head(kind: str, words: int, place: Place = -1) -> int:
    """The first word of a record."""
    parts = {"kind": KINDS[kind].number, "words": words, "place": place + 1}
    return sum(part << HEAD[name][0] for name, part in parts.items())


def records(machine: Machine) -> tuple[list[AnyRecord], int]:
    """Read the stream of a module and empty it.  Returns the records, and how many did not fit.

    Nothing is written before `record(1)` is called.
    """
    stream = machine.module.stream
    assert stream is not None
    used, lost = machine.word(stream.used), machine.word(stream.lost)
    found = list(read(stream, machine.words(stream.address, used // 8)))
    for address in (stream.used, stream.lost):
        machine.memory[address : address + 8] = bytes(8)
    return found, lost


def read(stream: RecordStream, words: Sequence[int]) -> Iterator[AnyRecord]:
    """The records in the words of a stream, as the engine makes them."""
    names = {kind.number: name for name, kind in KINDS.items()}
    at = 0
    while at < len(words):
        parts = {name: words[at] >> low & (1 << count) - 1 for name, (low, count) in HEAD.items()}
        name, place = names[parts["kind"]], parts["place"] - 1
        content = words[at + 1 : at + 1 + parts["words"]]
        fields = dict(zip(KINDS[name].fields, content, strict=False))
        span = stream.layout.program.places[place] if place >= 0 else NOWHERE
        yield _record(stream, name, fields, tuple(content[len(fields) :]), span)
        at += 1 + parts["words"]


def _record(stream: RecordStream, name: str, fields: dict[str, int], rest: tuple[int, ...], span: Span) -> AnyRecord:
    program, zones = stream.layout.program, stream.zones
    match name:
        case "chosen":
            bound = program.asks[fields["ask"]].alternatives[fields["alternative"]].bound
            values = _values([stream.layout.slots[one.slot].words for one in bound], rest)
            return Chosen(fields["player"], fields["ask"], Choice(fields["alternative"], values), span=span)
        case "moved":
            dealt = bool(fields["dealt"])
            return Moved(rest, zones[fields["source"]], zones[fields["target"]], dealt, span=span)
        case "tucked":
            return Tucked(rest, zones[fields["pile"]], fields["at"], span=span)
        case "shuffled":
            return Shuffled(zones[fields["pile"]], span=span)
        case "shown":
            return Shown(rest, fields["to"], span=span)
        case "assigned":
            words = stream.layout.slots[program.variables[fields["variable"]].base].words
            before, value = _values([words, words], rest)
            return Assigned(fields["variable"], fields["owner"], before, value, span=span)
        case "set_again":
            words = stream.layout.slots[program.variables[fields["variable"]].base].words
            (value,) = _values([words], rest)
            return SetAgain(fields["variable"], fields["owner"], value, span=span)
        case "cards_counted":
            return CardsCounted(rest, span=span)
        case "drawn":
            draw = stream.draws[fields["draw"]]
            type = draw.pick.type if draw.pick is not None else None
            return Drawn(draw.what, draw.purpose, fields["value"], type, draw.end, span=span)
        case "trick_began":
            return TrickBegan(fields["leader"], span=span)
        case "trick_taken":
            return TrickTaken(fields["player"], zones[fields["trick"]], span=span)
        case "phase_began":
            return PhaseBegan(fields["phase"], span=span)
        case "phase_ended":
            return PhaseEnded(fields["phase"], span=span)
        case "row_fired":
            return RowFired(span=span)
        case _:
            ending = fields["ending"]
            owner = program.endings[ending].owner if ending >= 0 else "player"
            return GameOver(owner, bits(fields["winners"]), span=span)


def _values(widths: Sequence[int], words: Sequence[int]) -> tuple[int, ...]:
    """Values of so many words each."""
    found: list[int] = []
    at = 0
    for width in widths:
        content = b"".join(word.to_bytes(8, "little", signed=True) for word in words[at : at + width])
        found.append(int.from_bytes(content, "little", signed=True))
        at += width
    return tuple(found)
