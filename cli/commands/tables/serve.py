"""`hoyle serve`: tables for people with browsers, in the room or anywhere.

Exit codes: 0 it was stopped, 2 the command was used wrongly or an extra is missing, 74 the database cannot be used.
"""

from __future__ import annotations

import os
import secrets
import sys
import webbrowser
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ....dsl.source.reading import reason_of
from ....server import DATABASE, PORT
from ...arguments.exits import NO_OUTPUT
from ...terminal.console import echo, visible

if TYPE_CHECKING:
    from ....server.web.run import ServerSettings

TOKEN = "HOYLE_OPERATOR_TOKEN"


@click.command()
@click.option("--database", default=DATABASE, metavar="FILE|URL", show_default=True,
              help="Where tables are kept: a file of SQLite, or postgresql://…")  # fmt: skip
@click.option("--address", default="0.0.0.0", show_default=True, help="The address to listen on.")
@click.option("--port", type=click.IntRange(0, 65535), default=PORT, show_default=True, help="The port; 0: any.")
@click.option("--url", metavar="URL", help="The address by which others reach this server: that of its proxy.")
@click.option("--proxy", "proxies", metavar="ADDRESSES", default="",
              help="The addresses of proxies that are believed about who asks.")  # fmt: skip
@click.option("--cores", type=click.IntRange(1, 256), help="How many processes play games.")
@click.option("--tables", type=click.IntRange(1), default=1_000_000, help="The most tables to keep.")
@click.option("--generous", is_flag=True, help="No limits for one address: for a room, or a measurement.")
@click.option("--no-browser", is_flag=True, help="Only print the address.")
@click.option("--no-code", is_flag=True, help="Print no QR code.")
@click.pass_context
def serve(
    ctx: click.Context, database: str, address: str, port: int, url: str | None, proxies: str, cores: int | None,
    tables: int, generous: bool, no_browser: bool, no_code: bool,
) -> None:  # fmt: skip
    """Let people play at one table, each with a browser.

    Prints an address and its QR code for the telephones in the room, and opens a page. Tables are kept in one file;
    with --database postgresql://… any number of servers share them. Ctrl-C stops the server, and the tables go on
    when it starts again. The operator's token is that of the variable HOYLE_OPERATOR_TOKEN; without one, a token is
    printed at a terminal.

    \b
    Exit code: 0    it was stopped
               2    the command was used wrongly, or the extra `serve` is missing
               74   the database cannot be used
    """
    try:
        from ....server.store import StoreFailed
        from ....server.web.rates import Rate, Rates
        from ....server.web.run import ServerSettings, bound_socket
        from ....server.web.run import serve as run
    except ModuleNotFoundError as error:
        raise click.UsageError(f"`{error.name}` is missing: pip install 'hoyle[serve]'") from None

    try:
        listening = bound_socket(address, port)
    except (OSError, OverflowError) as error:
        why = reason_of(error, "it failed")
        raise click.UsageError(f"{visible(address)}, port {port}, cannot be used: {why}") from None
    token = os.environ.get(TOKEN)
    rates = Rates(Rate(1e6, 1e6), Rate(1e6, 1e6), Rate(1e6, 1e6), 100_000, 100_000) if generous else Rates()
    chosen = ServerSettings(
        database, cores=cores or 0, proxies=proxies, rates=rates, most_tables=tables,
        token=token or secrets.token_urlsafe(24),
    )  # fmt: skip
    port = listening.getsockname()[1]
    try:
        run(chosen, listening, lambda: _announce(chosen, address, port, url, token, not no_browser, not no_code))
    except StoreFailed as error:
        echo(f"hoyle: the tables cannot be kept in {_shown(database)}: {error}", err=True)
        ctx.exit(NO_OUTPUT)
    echo("The server is stopped; the tables are kept.")


def _announce(
    settings: ServerSettings, address: str, port: int, url: str | None, token: str | None, browser: bool, code: bool
) -> None:
    """Print where the server is, and open a page."""
    from ....server.web.run import lan_address

    here = f"http://127.0.0.1:{port}/"
    everywhere = address in ("0.0.0.0", "::")
    reached = url or (f"http://{lan_address()}:{port}/" if everywhere else f"http://{address}:{port}/")
    echo(f"Tables are at {reached} (Ctrl-C stops the server)")
    if code and find_spec("segno") is not None:
        import segno

        echo(_drawn(segno.make(reached, error="m").matrix))
    if token is None and sys.stdout.isatty():  # what is not a terminal may be a log
        echo(f"For the operator: {here}operator#{settings.token}")
    if browser:
        webbrowser.open(here if everywhere else reached)


def _drawn(matrix: tuple[bytearray, ...]) -> str:
    """A QR code as text: two rows in a line, dark on light, with its margin."""
    size = len(matrix) + 4
    rows = [[0] * size, [0] * size, *([0, 0, *row, 0, 0] for row in matrix), [0] * size, [0] * size]
    rows += [[0] * size] * (len(rows) % 2)
    signs = {(0, 0): "█", (0, 1): "▀", (1, 0): "▄", (1, 1): " "}
    return "\n".join(
        "".join(signs[int(bool(a)), int(bool(b))] for a, b in zip(rows[at], rows[at + 1], strict=True))
        for at in range(0, len(rows), 2)
    )


def _shown(database: str) -> str:
    """A database without what may be secret in its address."""
    return "the database" if "://" in database else visible(Path(database).name)
