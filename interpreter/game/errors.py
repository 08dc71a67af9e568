"""What a `Game` raises if it cannot do what it is asked: an error with a code, in the words of the rules.

GameError            the base class of these errors
  RulesError         there are no such rules, or they have mistakes, or the options do not fit them
  UnknownName        a word that has no meaning in this game: a zone, a variable, a player, a card
  IllegalChoice      a choice that cannot be made here; `reasons` are the rules against it

An error of the rule file that shows only in play is a `Fault` (`interpreter/faults.py`), with either executor.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from ...dsl.codes.reporting import ScriptError, report
from ...dsl.source.diagnostics import Diagnostic
from ...dsl.source.span import NOWHERE, Span
from ..lowering import SettingsError

T = TypeVar("T")


class GameError(ValueError):
    """A request to a game cannot be fulfilled.

    `diagnostics` say what and why; the first is the most relevant.  `code` and `message` are those of the first.
    `hoyle explain CODE` explains a code.
    """

    def __init__(self, *diagnostics: Diagnostic) -> None:
        super().__init__("\n".join(text_of(one) for one in diagnostics))
        self.diagnostics: tuple[Diagnostic, ...] = diagnostics

    @property
    def code(self) -> str:
        """The code of the error, for example `E1052`."""
        return self.diagnostics[0].code

    @property
    def message(self) -> str:
        """What cannot be done, on one line."""
        return self.diagnostics[0].message

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


class IllegalChoice(GameError):
    """A choice that cannot be made here."""


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
