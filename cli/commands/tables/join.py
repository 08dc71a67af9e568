"""`hoyle join`: a chair at a table of `hoyle serve`, for a person at a terminal or for a program.

Exit codes: 0 the game is over or was left, 1 the server refuses, 2 the command was used wrongly.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from ...arguments.exits import WRONG_CONTENT
from ...terminal.console import echo, shows_suits, visible

if TYPE_CHECKING:
    from ....server.client.bot import RemotePlayer
    from ....server.client.link import TableLink


@click.command()
@click.argument("url")
@click.option("--name", help="Your name at the table.")
@click.option("--player", metavar="NAME", help="A program takes the chair: random, think, think:quick …")
@click.option("--games", type=click.IntRange(1), default=1, show_default=True, help="Leave after so many games.")
@click.option("--plain", is_flag=True, help="Plain lines without colours, as for a screen reader.")
@click.pass_context
def join(ctx: click.Context, url: str, name: str | None, player: str | None, games: int, plain: bool) -> None:
    """Take a chair at a table that somebody serves.

    URL is the address of an invitation, with the secret behind its #. Answer a question with a number or in words;
    `?` shows what else you can type, `q` leaves. With --player a program answers, from what a server sends to that
    chair and nothing else.

    \b
    Exit code: 0  the game is over, or was left
               1  the server cannot be reached, or refuses; or it refuses the name, and nobody types another one
               2  the command was used wrongly, or the extra `serve` is missing
    """
    try:
        from ....interpreter.players.registry import UnknownPlayer
        from ....server.client.bot import RemotePlayer, UnfitPlayer
        from ....server.client.link import NoSuchAddress, TableLink, Unreachable
        from .guest import PersonLeft
    except ModuleNotFoundError as error:
        raise click.UsageError(f"`{error.name}` is missing: pip install 'hoyle[serve]'") from None
    try:
        bot = RemotePlayer(player) if player is not None else None
        link = TableLink.to(url)
    except UnknownPlayer as error:
        raise click.UsageError(error.message) from None
    except (NoSuchAddress, UnfitPlayer) as error:
        raise click.UsageError(str(error)) from None
    called = name or (player or "Guest").partition(":")[0].capitalize()
    try:
        if bot is not None:
            _let_play(link, called, bot, games)
        else:
            _stay(link, called, games, plain=plain)
    except (Unreachable, UnfitPlayer) as error:
        echo(f"hoyle: {visible(str(error))}", err=True)
        ctx.exit(WRONG_CONTENT)
    except PersonLeft:
        echo("The table is left.")


def _stay(link: TableLink, name: str, games: int, *, plain: bool) -> None:
    """Let a person play.  Raises `Unreachable`, and `PersonLeft`."""
    from queue import Empty, SimpleQueue

    from ...terminal.console import console_for
    from ...terminal.lines_aside import LinesAside
    from ...terminal.render import Renderer
    from ...terminal.scenes import SceneStyle
    from .guest import TableGuest

    events: SimpleQueue[tuple[str, Any]] = SimpleQueue()
    lines = LinesAside(lambda line: events.put(("line", line)))
    ascii = not shows_suits()
    out = Renderer(console_for(narrow=True), ascii=ascii)
    out.plain = out.plain or plain
    guest = TableGuest(link, name, out, SceneStyle(ascii=ascii, plain=plain), typed=lines.typed, games=games)
    _hear_aside(link, events)
    while not guest.done:
        if guest.listens:
            lines.want()
        try:
            kind, found = events.get(timeout=0.5)  # Ctrl-C ends no wait that is endless on every platform
        except Empty:
            continue
        if kind == "ended":
            if found is not None:
                raise found
            return
        if kind == "line":
            guest.answer(found)
        else:
            guest.hear(found)


def _hear_aside(link: TableLink, events: Any) -> None:
    """Put all messages of a server into a queue, in a thread of its own; at last what ended them."""
    import threading

    def hear() -> None:
        try:
            for message in link.messages():
                events.put(("message", message))
        except Exception as error:  # whoever waits for messages raises it
            events.put(("ended", error))
        else:
            events.put(("ended", None))

    threading.Thread(target=hear, daemon=True).start()


def _let_play(link: TableLink, name: str, bot: RemotePlayer, games: int) -> None:
    """Let a program play until enough games are over.  Raises `Unreachable`, and `UnfitPlayer`."""
    from ....server.client.link import Unreachable
    from ....server.client.seating import ChairSought

    chair = ChairSought(link, name)
    answered, last = (-1, ""), None
    for message in link.messages():
        match message["type"]:
            case "table":
                last = message
            case "seen":
                link.choose(message["question"], {"option": bot.choose(message)})
                continue
            case "refused":
                said = " ".join([message["sentence"], *message.get("notes", ())])
                about_chair = chair.refused(message, last)
                if about_chair and chair.nameless:
                    raise Unreachable(said)
                echo(visible(said), err=True)
                answered = (-1, "")
                if about_chair or last is None or "key" not in message:
                    continue
            case _:
                continue
        now = last["question"], last["phase"]
        if not chair.seated(last) or now == answered or link.waiting:
            continue
        answered = now
        if last["phase"] == "over":
            if last["game"] >= games:
                return
            if last["you"] >= 0:
                link.send({"type": "next"})
        elif last["phase"] == "playing" and last["view"] and last["view"]["question"]:
            if bot.random:
                link.choose(last["question"], {"option": bot.option(last)})
            else:
                link.send({"type": "seen"})
