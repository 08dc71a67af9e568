"""Rule text and scripts in colour, for terminals that have colours."""

from __future__ import annotations

from typing import Any, cast

from .console import OutputStyle


def coloured(text: str, here: OutputStyle, *, script: bool = False) -> str:
    """A piece of a rule file or of a script as it is written to a stream; as it is where there are no colours."""
    if not here.colour:
        return text
    from pygments import highlight
    from pygments.formatters.terminal import TerminalFormatter

    from ...editor.pygments_lexer import HoyleLexer, HoylePlayLexer

    lexer = HoylePlayLexer(stripnl=False) if script else HoyleLexer(stripnl=False)
    formatter = cast("Any", TerminalFormatter)(bg="dark")
    made: object = highlight(text, lexer, formatter)
    assert isinstance(made, str)
    return made
