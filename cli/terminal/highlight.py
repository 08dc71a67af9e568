"""Rule files and scripts in colour, for terminals that show colours."""

from __future__ import annotations

from typing import Any, cast

from .console import OutputStyle


def coloured(text: str, here: OutputStyle, *, script: bool = False) -> str:
    """A part of a rule file or a script in the colours of a stream; unchanged if the stream shows no colours."""
    if not here.colour:
        return text
    from pygments import highlight
    from pygments.formatters.terminal import TerminalFormatter

    from ...language_server.pygments_lexer import HoyleLexer, HoylePlayLexer

    lexer = HoylePlayLexer(stripnl=False) if script else HoyleLexer(stripnl=False)
    formatter = cast("Any", TerminalFormatter)(bg="dark")
    made: object = highlight(text, lexer, formatter)
    assert isinstance(made, str)
    return made
