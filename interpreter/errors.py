"""What the Python API raises for wrong input: an error with a code and a sentence, in the words of the rules.

GameError            the base class of these errors; itself for an argument that cannot be used (`wrong`)
  RulesError         there are no such rules, or they have mistakes, or the options do not fit them
  UnknownName        a word that has no meaning in this game: a zone, a variable, a player, a card
  IllegalChoice      a choice that cannot be made here; `reasons` are the rules against it

Other rooms add their own: `UnknownPlayer`, `CannotPlay`, `UnusableWeights`.  A public function raises nothing else for
wrong input (`tests/house/test_raised.py`).  An error of the rule file that shows only in play is a `Fault`
(`interpreter/faults.py`), with either executor.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeVar

from ..dsl.codes.reporting import ScriptError, report
from ..dsl.source.diagnostics import Diagnostic
from ..dsl.source.span import NOWHERE, Span
from .lowering import SettingsError

T = TypeVar("T")


class GameError(ValueError):
    """A request to a game cannot be fulfilled.

    `diagnostics` say what and why; the first is the most relevant.  `code` and `message` are those of the first.
    `hoyle explain CODE` explains a code.
    """

    def __init__(self, *diagnostics: Diagnostic) -> None:
        # `args` stay those that a subclass was made with, so that its errors can be pickled
        self.diagnostics: tuple[Diagnostic, ...] = diagnostics

    def __str__(self) -> str:
        return "\n".join(text_of(one) for one in self.diagnostics)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({str(self)!r})"

    @property
    def code(self) -> str:
        """The code of the error, for example `E1052`."""
        return self.diagnostics[0].code

    @property
    def message(self) -> str:
        """What cannot be done, on one line."""
        return self.diagnostics[0].message

    @property
    def sentence(self) -> str:
        """The same as `message`, by the name that it has in the npm package."""
        return self.message

    @property
    def reasons(self) -> tuple[str, ...]:
        """The reasons for the error, each in the words of a rule, with the lines of the document that the rule
        cites.
        """
        return tuple(text for _, text in self.diagnostics[0].notes)

    @property
    def places(self) -> tuple[Span, ...]:
        """The place of the rule for each of `reasons`."""
        return tuple(span for span, _ in self.diagnostics[0].notes)


class RulesError(GameError):
    """The rules cannot be played: there are none of that name, they have mistakes, or the settings do not fit them."""


CALL = Span.of_name("<call>")
"""The place of a mistake in the arguments of a call."""


def wrong(why: str) -> GameError:
    """The error for an argument that cannot be used."""
    return GameError(report("E1092", CALL, why=why))


def unfit(error: SettingsError, rules: str) -> RulesError:
    """The error for options or a number of players that do not fit the rules of this name."""
    place = Span.of_name(rules)
    return RulesError(
        *(
            report("E1034", place, why=one.message, help=one.help)
            if one.name == "players"
            else report("E1033", place, why=one.message, help=one.help)
            for one in error.problems
        )
    )


class UnknownName(GameError, LookupError):
    """A word that has no meaning in this game."""


class UnknownWord(UnknownName):
    """A word that an argument cannot be."""

    def __init__(self, why: str) -> None:
        super().__init__(report("E1092", CALL, why=why))


class UnknownDocument(UnknownWord):
    """The rules name no document of that name."""


def nobody(name: object, seats: Sequence[str]) -> UnknownName:
    """The error for somebody who sits at none of these seats."""
    listed = ", ".join(f"`{seat}`" for seat in seats)
    return UnknownName(report("E1035", CALL, name=str(name), help=f"they are {listed}"))


class IllegalChoice(GameError):
    """A choice that cannot be made here."""


class CannotPlay(GameError):
    """A batch cannot be played as it was asked for: arguments exclude each other, or (`rules`) these rules do not fit
    into a module.
    """

    def __init__(self, message: str, *, rules: bool = False) -> None:
        super().__init__(report("E1095", CALL, why=message))
        self.rules = rules


class UnusableFolder(CannotPlay):
    """Games cannot be written where they were to be written.  `unwritten`: the operating system refuses it."""

    unwritten: bool = False


class CannotWrite(GameError):
    """A game could not be written to a file: where, and why."""

    def __init__(self, why: str) -> None:
        super().__init__(report("E1098", CALL, why=why))


class NoAnswer(GameError):
    """Games cannot be solved, judged or counted."""

    def __init__(self, why: str) -> None:
        super().__init__(report("E1097", CALL, why=why))


def text_of(diagnostic: Diagnostic) -> str:
    """A diagnostic in a few lines: what, why, and what to do about it."""
    lines = [f"{diagnostic.code}: {diagnostic.message}"]
    lines += [f"  because {text}{_place(span)}" for span, text in diagnostic.notes]
    lines += [f"  {diagnostic.help}"] if diagnostic.help else []
    return "\n".join(lines)


def _place(span: Span) -> str:
    return "" if span.source is NOWHERE.source else f" ({Path(span.source.name).name}:{span.line})"


_NAMES = frozenset(("E1035", "E1040", "E1045", "E1048", "E1054", "E1066", "E1068"))
"""The codes of errors about words without meaning."""


def game_error(error: ScriptError) -> GameError:
    """The `GameError` for an error that would stop a script."""
    return (UnknownName if error.diagnostic.code in _NAMES else GameError)(error.diagnostic)


def translated(do: Callable[[], T]) -> T:
    """Return the result of `do`.  A `ScriptError` that it raises becomes a `GameError`."""
    try:
        return do()
    except ScriptError as error:
        raise game_error(error) from None
