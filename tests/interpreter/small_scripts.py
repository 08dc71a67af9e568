"""Scripts of the small games of `small_constructs.py`: random games, recorded, with expectations between the choices."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import cycle, islice

from hoyle.dsl.source.diagnostics import Diagnostic
from hoyle.interpreter.engine import Dice, Engine, State
from hoyle.interpreter.lowering import lower
from hoyle.interpreter.notation.files import parse_script
from hoyle.interpreter.notation.model import ScriptedGame
from hoyle.interpreter.notation.writer import write_game, write_step
from hoyle.interpreter.opening.opened import OpenedGame
from hoyle.interpreter.record.recorder import Recorder, heading
from hoyle.interpreter.records import Where
from hoyle.interpreter.replay.events import Ended, Failed
from hoyle.interpreter.replay.replayer import Replay

from ..small_constructs import construct_game

SEATS = ("Ann", "Bob", "Cyd", "Dan", "Eve")
NAMES = frozenset(map(str.casefold, SEATS))


@cache
def opened(name: str) -> OpenedGame:
    """A small game, with names for its players."""
    game = construct_game(name)
    program = lower(game)
    return OpenedGame.lowered(game, program, SEATS[: program.players])


def recorded(name: str, seed: int, most: int, *, expecting: bool = True) -> str:
    """The text of a random game of so many choices at most, with what must hold at its questions if `expecting`."""
    one = opened(name)
    engine, words, dice = one.engine, one.words, Dice(seed)
    recorder = Recorder(engine, words)
    state = engine.start(seed=seed, listener=recorder.hear)
    head = replace(heading(engine.program, words, name, seed), fingerprint=None, parts=())
    lines = ["hoyle play 1", "", *write_game(head), ""]
    lines += [line for step in recorder.steps() for line in write_step(step, NAMES)]
    about = cycle(range(len(engine.program.variables) + len(engine.program.zones)))
    for number in range(most):
        question = engine.question(state)
        if question is None:
            lines.append("expect game over")
            break
        choices = list(islice(question.choices(), 200))
        chosen, other = (choices[dice.below(len(choices))] for _ in range(2))
        label = words.label(question.alternatives[chosen.alternative], chosen.values)
        who = words.player(question.player)
        if expecting:
            lines += _expected(engine, state, one, next(about), next(about))
            if number % 4 == 1:
                lines += [f"expect turn {who}", f"expect legal {who}: {label}"]
            if number % 6 == 4:
                said = words.label(question.alternatives[other.alternative], other.values)
                lines += [f'what if "{said}"', f"  {who}: {said}"]
        state = engine.apply(state, chosen, listener=recorder.hear)
        lines += [line for step in recorder.steps() for line in write_step(step, NAMES)]
    return "\n".join(lines) + "\n"


def _expected(engine: Engine, state: State, one: OpenedGame, *about: int) -> Iterator[str]:
    """What the variables and zones with these numbers hold."""
    program, words = engine.program, one.words
    for number in about:
        if number < len(program.variables):
            info = program.variables[number]
            values = [words.value(info.type, engine.value(state, number, owner)) for owner in range(info.count)]
            if info.owner is None:
                yield f"expect {info.name}: {values[0]}"
            else:
                names = (words.owner(info.owner, owner) for owner in range(info.count))
                yield f"expect {info.name}: " + ", ".join(
                    f"{who} {value}" for who, value in zip(names, values, strict=True)
                )
            continue
        at = number - len(program.variables)
        zone = program.zones[at]
        for owner in range(zone.count) if zone.owner is not None else [-1]:
            cards = engine.cards(state, Where(at, owner))
            of = f" of {words.owner(zone.owner, owner)}" if zone.owner is not None else ""
            shown = " ".join(map(words.script_card, cards)) if cards and min(cards) >= 0 and not zone.ordered else ""
            yield f"expect {zone.name}{of}: {shown or f'{len(cards)} cards'}"


def game_in(text: str) -> ScriptedGame:
    """The only game of a script without mistakes."""
    script, problems = parse_script(text, "small.play")
    assert script is not None, problems
    (game,) = script.games
    return game


def end_of(text: str, name: str) -> Ended | Failed:
    """The last event of the replay of a script."""
    return Replay(game_in(text), opened(name)).checked()


WORDS = ("Bob", "??", "none", "7", "A♠", "xyz", "hand", "won", "expect", "of", "")
"""What a word of a script is replaced by."""


def mangled(text: str, seed: int, count: int) -> Iterator[tuple[str, str]]:
    """Texts with one mistake each, and what it is: a line left out, doubled or exchanged with the next, or a word that is
    another one, is left out, or has a letter too many.
    """
    lines, dice = text.splitlines(), Dice(seed)
    for _ in range(count):
        at = dice.below(len(lines))
        line, kind = lines[at], dice.below(8)
        words = line.split(" ")
        word = dice.below(len(words))
        match kind:
            case 0:
                new = []
            case 1:
                new = [line, line]
            case 2:
                new = [lines[(at + 1) % len(lines)], line]
            case 3:
                new = [" ".join([*words[:word], *words[word + 1 :]])]
            case 4:
                new = [" ".join([*words[:word], words[word] + "s", *words[word + 1 :]])]
            case 5:
                new = [" ".join([*words[: word + 1], *words[word:]])]
            case _:
                new = [" ".join([*words[:word], WORDS[dice.below(len(WORDS))], *words[word + 1 :]])]
        yield f"{at + 1}: {line!r} -> {new}", "\n".join([*lines[:at], *new, *lines[at + 1 :]]) + "\n"


def shown(problem: Diagnostic) -> str:
    """A diagnostic on one line: its code, the text it is about, its message, help and notes."""
    notes = "".join(f" / {span.line}:{span.column} {note}" for span, note in problem.notes)
    place = f"{problem.span.line}:{problem.span.column}"
    return f"{problem.code} {place} {problem.span.text!r} {problem.message} | {problem.help}{notes}"


def lessened(text: str, seed: int, count: int) -> Iterator[tuple[str, str]]:
    """Texts that say less or other things of chance, and what is changed: cards that nobody knows in a deal or in a choice,
    a card too few or too many, a line of a deal that is left out or comes later, other cards of a pile.
    """
    lines, dice = text.splitlines(), Dice(seed)
    begins = ("hand ", "deal ", "pile ", "first ", "random")
    facts = [number for number, line in enumerate(lines) if line.startswith(begins)]
    acts = [number for number, line in enumerate(lines) if line.startswith(SEATS) and ": " in line]
    for _ in range(count):
        kind = dice.below(7)
        among = acts if kind in (0, 6) and acts else facts or acts
        at = among[dice.below(len(among))]
        head, mark, said = lines[at].partition(": ")
        words = said.split(" ")
        place = dice.below(len(words))
        other = lines[facts[dice.below(len(facts))]].split(" ")[-1] if facts else "A♠"
        new: list[str] = list(lines)
        match kind:
            case 0:
                new[at] = head + mark + " ".join([*words[:-1], "??"])
            case 1:
                new[at] = head + mark + " ".join("??" if dice.below(2) else word for word in words)
            case 2:
                new[at] = head + mark + " ".join([*words[:place], *words[place + 1 :]])
            case 3:
                new[at] = head + mark + " ".join([*words, other])
            case 4:
                del new[at]
            case 5:
                new[at] = head + mark + " ".join([*words[:place], other, *words[place + 1 :]])
            case _:
                new.insert(at + 1, f"pile stock: {other} {words[place]}")
        changed = [line for line in new if line not in lines] or [f"without {lines[at]}"]
        yield f"{at + 1}: {changed[0]!r}", "\n".join(new) + "\n"


def in_tricks(text: str) -> str:
    """A text in which plays in a row to a trick are one line."""
    made: list[str] = []
    for line in text.splitlines():
        actor, _, card = line.partition(": play ")
        before = made[-1] if made else ""
        if card and before.startswith("trick: ") and before.count(",") < 3:
            made[-1] = f"{before}, {actor} {card}"
        elif card and not line.startswith(("expect", " ")):
            made.append(f"trick: {actor} {card}")
        elif not line.startswith(("expect", "what if", "  ")):
            made.append(line)
    return "\n".join(made) + "\n"
