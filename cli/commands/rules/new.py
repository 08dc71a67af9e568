"""`hoyle new`: writes a commented rule file to begin with.  It contains no mistakes.

Exit codes: 0 it was written, 1 the base has mistakes, 2 the command was used wrongly, 74 it could not be written.
"""

from __future__ import annotations

import re
import unicodedata
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ....dsl.source.writing import write_whole
from ...arguments.exits import UnwrittenFile
from ...terminal.console import echo, visible

if TYPE_CHECKING:
    from ....dsl.checked import CheckedGame

GAME = """\
# {title}: what kind of game it is, and how it is won.
game "{title}"
language 1

players 2..4 = 4
deck 2 3 4 5 6 7 8 9 10 J Q K A

# What tables play differently is an option.
option target: 1..20 = 5         "tricks that win the game"

# Where cards lie, and who sees them there.
zones
    stock: face down
    trick: face up
    taken: face down
    hand of each player: private

# What the game remembers.
remember
    dealer: player
    tricks of each player: number

# Who beats whom.
ranking
    any suit: A K Q J 10 9 8 7 6 5 4 3 2

main
    set dealer to a random player
    repeat until highest tricks >= target
        deal_hands
        play_hand
        set dealer to dealer.left
    game over, won by the player with highest tricks, otherwise shared

phase deal_hands                 "everybody gets five cards"
    gather every card into stock
    shuffle stock
    deal 5 from stock to hand of each player from dealer.left

phase play_hand                  "five tricks; suit must be followed"
    let leader be dealer.left
    repeat 5 times
        play trick from hand to trick, led by leader, following suit, taken by winner
        move trick to taken
        add 1 to winner.tricks
        set leader to winner
"""

VARIANT = """\
# {title}: what is played differently, and why.
variant "{title}" of {base}

# A variant says only what is different.  These are things it can say: take away the `# ` in front of a line you want.
{options}

{deck}# One line of a phase, found by what it says (two lines, the second further in):
# change {phase}
#     replace the line {line}
#         {line}

# A point the rules leave open:
# ruling "How we settle it at our table."

# Then ask:
#     hoyle check {file}
#     hoyle diff {base} {file}
#     hoyle compare {base} {file}
#     hoyle play {file}
"""


@click.group()
def new() -> None:
    """Write a new rule file to start from: a game, or a variant of one.

    The file has explanatory comments and passes `hoyle check`.

    \b
    Exit code: 0   it was written
               1   the rules of the base have mistakes
               2   the command was used wrongly, or there is such a file
               74  it could not be written
    """


@new.command()
@click.argument("title", default="My game")
@click.option("--title", "named", metavar="TITLE", help="What the game is called.")
@click.option("--output", metavar="FILE", help="The file; by default named after the title.")
def game(title: str, named: str | None, output: str | None) -> None:
    """A small game of tricks that can be played at once.

    TITLE is what the game is called, or the file to write (my.hoyle), which then gives it its name.

    \b
    Exit code: 0   it was written
               2   the command was used wrongly, or there is such a file
               74  it could not be written
    """
    if title.endswith(".hoyle"):
        output = output or title
        title = Path(title).stem.replace("_", " ").strip().capitalize() or "My game"
    title = named or title
    _write(Path(output or _name(title)), GAME.format(title=_title(title)))


@new.command()
@click.argument("base")
@click.option("--title", help="What the variant is called.")
@click.option("--output", metavar="FILE", help="The file; by default named after the title.")
@click.pass_context
def variant(ctx: click.Context, base: str, title: str | None, output: str | None) -> None:
    """A variant of BASE, a ruleset or a rule file, with its options to choose from.

    \b
    Exit code: 0   it was written
               1   the rules of BASE have mistakes
               2   the command was used wrongly, or there is such a file
               74  it could not be written
    """
    from ...arguments.chosen import game_of

    found = game_of(ctx, base)
    title = title or f"{found.title}, our house"
    path = Path(output or _name(title))
    named = base.removesuffix(".hoyle") if "/" not in base else Path(base).stem
    phase, line = _a_line(found)
    text = VARIANT.format(
        title=_title(title), base=named, file=path, options=_options(found), deck=_deck(found), phase=phase, line=line
    )
    _write(path, text)


def _options(game: CheckedGame) -> str:
    """A line for each option, with a value different from its current one."""
    lines: list[str] = []
    for option in game.options:
        number = option.default + 1 if option.default < option.type.high else option.type.low
        other: object = option.words[(option.default + 1) % len(option.words)] if option.words else number
        if option.type.kind == "flag":
            other = "no" if option.default else "yes"
        elif option.values is not None:
            other = next((value for value in option.values if value != option.default), option.default)
        setting = f"set {option.name} to {other}"
        lines.append(f"# {setting:<40} # it is {option.word(option.default)}")
    return "\n".join(["", "# Another value of an option:", *lines]) if lines else "# (It has no options.)"


def _deck(game: CheckedGame) -> str:
    """The deck as the base writes it, if it is one line."""
    from ....dsl.syntax import nodes as n

    deck = next(one for one in game.tree.declarations if isinstance(one, n.Deck))
    first, *rows = deck.span.text.split("\n")
    return "" if rows else f"# Other cards:\n# replace {_bare(first)}\n\n"


def _bare(line: str) -> str:
    """A line without its citation and comment."""
    return re.split(r"[\[#]", line, maxsplit=1)[0].strip()


def _a_line(game: CheckedGame) -> tuple[str, str]:
    """A phase of the base, and a line that occurs in it exactly once."""
    from ....dsl.syntax import nodes as n

    for phase in game.tree.declarations:
        if isinstance(phase, n.Phase):
            lines = [_bare(line) for line in phase.span.text.split("\n")[1:]]
            for line in lines:
                if line.startswith(("deal ", "move ")) and lines.count(line) == 1:
                    return phase.name.text, line
    return "PHASE", "WHAT STANDS THERE"


def _title(title: str) -> str:
    """A title in a form that may stand in quotation marks."""
    if not title.strip() or not title.isprintable() or '"' in title or "\\" in title or len(title) > 80:
        raise click.UsageError("a title is a line of up to 80 characters without quotation marks")
    return title.strip()


_PLAIN = str.maketrans({"ł": "l", "ø": "o", "đ": "d", "ð": "d", "þ": "th", "æ": "ae", "œ": "oe", "ı": "i", "ħ": "h"})
"""Letters that Unicode does not take apart into a plain letter and a mark."""


def _name(title: str) -> str:
    """The name of a file for a title, in plain letters: `tysiac.hoyle` for “Tysiąc”."""
    plain = unicodedata.normalize("NFKD", title.casefold().translate(_PLAIN))
    letters = "".join(letter for letter in plain if not unicodedata.combining(letter))
    return (re.sub(r"[^a-z0-9]+", "_", letters).strip("_") or "my_rules") + ".hoyle"


def _write(path: Path, text: str) -> None:
    """Write a new file.  An existing file is not overwritten."""
    if path.suffix != ".hoyle":
        raise click.UsageError(f"a rule file ends in .hoyle, not `{visible(str(path))}`")
    try:
        if path.exists() or path.is_symlink():
            raise click.UsageError(f"`{visible(str(path))}` is there already; name another with --output")
        write_whole(path, text.encode("utf-8"))
    except (OSError, ValueError) as error:
        raise UnwrittenFile(str(path), error) from None
    echo(f"{visible(str(path))} is written; try: hoyle check {visible(str(path))}")
