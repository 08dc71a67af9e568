"""`hoyle.show`: scripted games, or a game that is being played, as a page to watch: a table drawn card by card."""

from __future__ import annotations

from dataclasses import dataclass

from ..dsl.codes.reporting import ScriptError
from ..interpreter.errors import GameError, game_error, nobody, wrong
from ..interpreter.opening.opened import title_of
from ..interpreter.opening.rulesets import Rulesets
from .results import framed
from .scripts import AnyScript, games_of


@dataclass(frozen=True)
class GamePage:
    """Games to watch.  A notebook shows the page; `html()` is the whole page, which fetches nothing."""

    titles: tuple[str, ...]
    """The title of each game."""
    pictures: int
    """How many pictures of the table there are in all."""
    page: str

    def html(self) -> str:
        """The page, to be written to a file and opened in a browser."""
        return self.page

    def __str__(self) -> str:
        return f"{', '.join(self.titles)}: {self.pictures} pictures; write html() to a file and open it"

    def __repr__(self) -> str:
        return f"<GamePage {self}>"

    def _repr_html_(self) -> str:
        return framed(self.page, 720)


def show(script: AnyScript, *, viewer: str | None = None) -> GamePage:
    """Show scripted games, or the game so far, on a page: the table after every choice, with what happened.

        hoyle.show("evening.play")
        hoyle.show(game, viewer="A")            # as A may see it

    viewer   the name of a seat: cards that it may not see stay hidden, in the data of the page too; None: all cards

    Raises `GameError` for a script that cannot be read, or that the rules do not allow, and `UnknownName` for a seat
    that there is not.
    """
    from ..cli.pages.viewer.page import page
    from ..interpreter.story.scripted.frames import Animation, animate

    folder, games = games_of(script)
    tables, made = Rulesets(), list[tuple[str, Animation]]()
    for game in games:
        if isinstance(game, tuple):
            raise GameError(*game)
        try:
            opened = tables.for_script(game, folder)
        except ScriptError as error:
            raise game_error(error) from None
        seat = None if viewer is None else opened.words.read_player(viewer)
        if viewer is not None and seat is None:
            raise nobody(viewer, opened.words.seats)
        found = animate(game, opened, seat)
        if found.failure is not None:
            raise game_error(ScriptError(found.failure))
        made.append((title_of(game, opened, seat), found))
    if not made:
        raise wrong("there is no game in this script")
    pictures = sum(len(one.pictures) for _, one in made)
    return GamePage(tuple(title for title, _ in made), pictures, page(made))
