"""Lines of rules, tried one by one in small games: what several tests ask of the same lines.

Each file of `lines/` has a small game, and below `----` entries with an empty line between them.  Lines with `> ` are
statements of the phase `tried`; lines with `+ ` are declarations at the end of the game; lines with `- ` are left out of
the game first.
"""

from __future__ import annotations

from dataclasses import dataclass, fields, is_dataclass, replace
from functools import cache
from pathlib import Path

from hoyle.dsl.checked import CheckedGame, Lit, LocalRef, Op, OptionRef, Symbol, VariableRef
from hoyle.dsl.checks import BOUNDS, CHECKS
from hoyle.dsl.resolve.context import ResolveContext
from hoyle.dsl.resolve.declarations import Elaborator
from hoyle.dsl.source.diagnostics import Diagnostic
from hoyle.dsl.source.span import Source
from hoyle.dsl.syntax import nodes as n
from hoyle.dsl.syntax.parser import parse
from hoyle.dsl.types import Type

LINES = Path(__file__).parent / "lines"
TOGETHER = 12
"""About how many lines one test tries."""
HEAD = "phase tried(p: player)\n"
"""The heading of the phase that an entry is tried in; the line above the entry follows it."""


@dataclass(frozen=True)
class Resolved:
    """The game with an entry, if nothing is wrong, and what is found in it without any checks."""

    game: CheckedGame | None
    diagnostics: tuple[Diagnostic, ...]


@dataclass(frozen=True)
class Entry:
    """A few lines, as they are written in the file, and the game without them."""

    written: str
    game: str

    def resolved(self, *, checked: bool = False) -> Resolved:
        """Read the lines, put them into the game, which was read before, and resolve it; if `checked`, with all checks."""
        lines, game = self.written.splitlines(), self.game
        for line in lines:
            if line.startswith("- "):
                assert line[2:] + "\n" in game, line
                game = game.replace(line[2:] + "\n", "", 1)
        tried = "".join(f"    {line[2:]}\n" for line in lines if line.startswith(">"))
        added = "".join(line[2:] + "\n" for line in lines if line.startswith("+"))
        text = (HEAD + around(game).replace("    {line}\n", tried) if tried else "") + added
        tree, found = parse(Source("lines.hoyle", text))
        whole = read(game)
        kept = [d for d in whole.declarations if not (tried and isinstance(d, n.Phase) and d.name.text == "tried")]
        ctx = ResolveContext()
        ctx.diagnostics += found
        if not found:
            made = Elaborator(replace(whole, declarations=(*kept, *tree.declarations)), ctx).game("small")
            if made is not None and not any(one.severity == "error" for one in ctx.diagnostics):
                for check in (*BOUNDS, *CHECKS) if checked else ():
                    check(made, ctx)
                return Resolved(made, tuple(ctx.diagnostics))
        return Resolved(None, tuple(ctx.diagnostics))


def around(game: str) -> str:
    """The lines of the phase `tried`, with a place for those of an entry."""
    after = game.partition(HEAD)[2].splitlines(keepends=True)
    end = next((i for i, line in enumerate(after) if not line.startswith(" ")), len(after))
    return "".join(after[:end])


@cache
def read(game: str) -> n.RuleFile:
    """The tree of a small game without an entry."""
    tree, found = parse(Source("small.hoyle", game.replace("    {line}\n", "    nothing\n")))
    assert not found, [*map(reported, found)]
    return tree


def entries(name: str, part: int) -> tuple[Entry, list[Entry]]:
    """The small game of a file as it is, and with the lines of each entry of one part of the file."""
    game = (LINES / f"{name}.txt").read_text(encoding="utf-8").partition("----\n")[0]
    return Entry("", game), [Entry(one, game) for one in _parts(name)[part]]


@cache
def _parts(name: str) -> list[list[str]]:
    """The entries of a file in parts of about as many lines."""
    found, left = list[list[str]](), 0
    for entry in (LINES / f"{name}.txt").read_text(encoding="utf-8").partition("----\n")[2].split("\n\n"):
        if left <= 0:
            found.append([])
            left = TOGETHER
        found[-1].append(entry.strip("\n"))
        left -= 1 + entry.strip("\n").count("\n")
    return found


def parts_of(name: str) -> int:
    """The number of parts of a file."""
    return len(_parts(name))


SOME = [(path.stem, part) for path in sorted(LINES.glob("*.txt")) for part in range(parts_of(path.stem))]
"""Each part of each file."""


def meaning(value: object) -> str:
    """A part of a checked game, in one line."""
    match value:
        case Symbol():
            return value.name
        case Type():
            return str(value)
        case tuple() | frozenset():
            items = sorted(map(meaning, value)) if isinstance(value, frozenset) else map(meaning, value)
            return f"[{', '.join(items)}]"
        case str() | int() | None:
            return str(value)
        case LocalRef(local=name) | OptionRef(option=name) | VariableRef(variable=name, owner=None):
            return name.name
        case Lit(value=number):
            return f"{number}:{value.type}"
        case Op(op=op, args=args):
            return f"{op}({', '.join(map(meaning, args))}): {value.type}"
        case _ if is_dataclass(value):
            inner = [
                f"{f.name}={meaning(part)}"
                for f in fields(value)
                if f.name not in ("span", "type") and _said(part := getattr(value, f.name), f.default)
            ]
            kind = getattr(value, "type", None)
            return f"{type(value).__name__}({', '.join(inner)})" + (f": {kind}" if kind is not None else "")
        case _:
            raise TypeError(value)


def _said(part: object, usual: object) -> bool:
    """Whether a field is written out: it has another value than usual, and is not just absent or no."""
    return part is not None and part is not False and part != usual


def reported(d: Diagnostic) -> str:
    """A diagnostic with everything that a person sees of it."""
    notes = "".join(f" [{quoted(span.text)}: {text}]" for span, text in d.notes)
    help = f" ({d.help})" if d.help else ""
    return f"! {d.code} {quoted(d.span.text)} {d.message}{help}{notes}".replace("\n", " / ")


def quoted(text: str) -> str:
    """The first line of a text, and whether there are more."""
    first, *more = text.split("\n")
    return f"`{first}`" + ("…" if more else "")
