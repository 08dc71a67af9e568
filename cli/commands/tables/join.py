"""`hoyle join`: a chair at a table of `hoyle serve`, for a person at a terminal or for a program.

Exit codes: 0 the game is over or was left, 1 the server refuses, 2 the command was used wrongly.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from ...arguments.exits import WRONG_CONTENT
from ...terminal.console import echo, visible

if TYPE_CHECKING:
    from ....server.client.bot import RemotePlayer
    from ....server.client.link import TableLink


@click.command()
@click.argument("url")
@click.option("--name", help="Your name at the table.")
@click.option("--player", metavar="NAME", help="A program takes the chair: random, think, think:quick …")
@click.option("--games", type=click.IntRange(1), default=1, show_default=True, help="Leave after so many games.")
@click.pass_context
def join(ctx: click.Context, url: str, name: str | None, player: str | None, games: int) -> None:
    """Take a chair at a table that somebody serves.

    URL is the address of an invitation, with the secret behind its #. Answer a question with a number or in words;
    `q` leaves. With --player a program answers, from what a server sends to that chair and nothing else.

    \b
    Exit code: 0  the game is over, or was left
               1  the server cannot be reached, or refuses
               2  the command was used wrongly, or the extra `serve` is missing
    """
    try:
        from ....interpreter.players.registry import UnknownPlayer
        from ....server.client.bot import RemotePlayer, UnfitPlayer
        from ....server.client.link import NoSuchAddress, TableLink, Unreachable
    except ModuleNotFoundError as error:
        raise click.UsageError(f"`{error.name}` is missing: pip install 'hoyle[serve]'") from None
    try:
        bot = RemotePlayer(player) if player is not None else None
        link = TableLink.to(url)
    except UnknownPlayer as error:
        raise click.UsageError(error.message) from None
    except (NoSuchAddress, UnfitPlayer) as error:
        raise click.UsageError(str(error)) from None
    try:
        _Guest(link, name or (player or "Guest").partition(":")[0].capitalize(), bot, games).stay()
    except (Unreachable, UnfitPlayer) as error:
        echo(f"hoyle: {visible(str(error))}", err=True)
        ctx.exit(WRONG_CONTENT)
    except EOFError:
        echo("The table is left.")


class _Guest:
    """Somebody at the table: reads what is shown, and answers."""

    def __init__(self, link: TableLink, name: str, bot: RemotePlayer | None, games: int) -> None:
        self.link, self.name, self.bot, self.games = link, name, bot, games
        self.shown = (-1, "")
        """The question and the phase that were shown last."""
        self.last: dict[str, Any] | None = None
        """The table as it was sent last."""
        self.printed: dict[str, Any] | None = None
        """The table as it was shown last."""
        self.tries = 0

    def stay(self) -> None:
        """Answer until enough games are over.  Raises `EOFError` when the person leaves."""
        for message in self.link.messages():
            match message["type"]:
                case "table":
                    self.last = message
                    if self._table(message):
                        return
                case "seen" if self.bot is not None:
                    self.link.choose(message["question"], {"option": self.bot.choose(message)})
                case "refused":
                    self._refused(message)
                case _:
                    pass

    def _refused(self, message: dict[str, Any]) -> None:
        """Say what is refused and answer again.  Raises `Unreachable` for a name that no number would mend."""
        from ....server.client.link import Unreachable
        from ....server.refusals import NAME_TAKEN

        taken = message["code"] in NAME_TAKEN
        if message["code"] >= "S60" and not taken:
            raise Unreachable(message["sentence"])
        echo(visible(" ".join([message["sentence"], *message.get("notes", ())])), err=True)
        self.shown = (-1, "")
        if taken and self.tries < 9:
            self.tries += 1
            self.name = f"{self.name.rstrip('0123456789')[:18]}{self.tries + 1}"
        if self.last is not None and ("key" in message or taken):
            self._table(self.last)

    def _table(self, message: dict[str, Any]) -> bool:
        """Show the table and answer, if there is something to answer.  Returns whether it is time to leave."""
        from ....server.client.screen import lines, question_lines

        chair = message["you"]
        came = chair >= 0 and message["chairs"][chair]["came"]
        if not came and (chair >= 0 or self.link.secret or "sit" in message["may"]):
            secret = {"secret": self.link.secret} if self.link.secret else {}
            self.link.send({"type": "sit", **secret, "name": self.name})
            return False
        now = message["question"], message["phase"]
        if now == self.shown or self.link.waiting:
            return False
        self.shown = now
        if self.bot is None:
            for line in lines(message, self.printed):
                echo(visible(line))
            self.printed = message
        if message["phase"] == "over":
            if message["game"] >= self.games:
                return True
            if chair >= 0:
                self.link.send({"type": "next"})
            return False
        question = message["view"] and message["view"]["question"]
        if not question or message["phase"] != "playing":
            return False
        if self.bot is not None:
            if self.bot.random:
                self.link.choose(message["question"], {"option": self.bot.option(message)})
            else:
                self.link.send({"type": "seen"})
            return False
        for line in question_lines(message):
            echo(visible(line))
        self.link.choose(message["question"], self._answer(question))
        return False

    def _answer(self, question: dict[str, Any]) -> dict[str, Any]:
        """What the person answers.  Raises `EOFError`."""
        from ....server.client.screen import numbers

        typed = numbers(question)
        while True:
            text = input(f"{self.name}> ").strip()
            if text in ("q", "quit"):
                raise EOFError
            if text.isdecimal() and len(text) < 6 and int(text) in typed:
                return {"option": question["options"][typed.index(int(text))]["number"]}
            if text.startswith("table:"):
                return {"incident": text.removeprefix("table:").strip() or "?"}
            if text:
                return {"choice": text[:600]}
