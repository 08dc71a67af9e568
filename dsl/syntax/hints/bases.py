"""A hint about the base of a variant, which is named, and not found by a path."""

from __future__ import annotations

import re

from ...source.diagnostics import Diagnostic
from ..parse_error import ParserError

_SUFFIX = ".hoyle"
_WHERE = "a base lies in the folder of its variants, or the one above them, or comes with Hoyle"


def base_by_path(t: ParserError) -> Diagnostic | None:
    """`variant "Ours" of ../rules/whist.hoyle`: the path of a file where its name is needed."""
    if t.first != "variant" or "of" not in t.words[: t.index]:
        return None
    first = t.words.index("of") + 1
    said = t.source.text[t.line[first].start : t.line[-2].end].strip('"')
    if "/" not in said and "\\" not in said and not said.endswith(_SUFFIX):
        return None
    name = re.split(r"[/\\]", said)[-1].removesuffix(_SUFFIX)
    plain = "_".join(re.findall(r"[A-Za-z0-9_-]+", name)) or "our_game"
    help = f"write `of {plain}`: {_WHERE}"
    if plain != name:
        help = f"call its file `{plain}{_SUFFIX}`, and write `of {plain}`: {_WHERE}"
    return t.say("E0231" if t.token.kind == "STRING" else "E0201", t.span(first, len(t.line) - 2), text=said, help=help)
