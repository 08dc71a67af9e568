"""`hoyle studio`: serves the studio on this machine for a browser, or writes it as a site that anybody can host.

Exit codes: 0 it was stopped or exported, 1 the site is not built, 2 the command was used wrongly, 74 the site could not
be written.
"""

from __future__ import annotations

import shutil
import webbrowser
from contextlib import suppress
from pathlib import Path

import click

from ...dsl.source.reading import reason_of
from ..arguments.exits import UnwrittenFile
from ..terminal.console import echo, visible

NOT_BUILT = 1


@click.command()
@click.option("--export", metavar="DIR", help="Write the site into a new or empty folder, and serve nothing.")
@click.option(
    "--port", type=click.IntRange(1, 65535), help="The port to serve on, so that what was kept is found again."
)
@click.option("--no-browser", is_flag=True, help="Only print the address.")
@click.pass_context
def studio(ctx: click.Context, export: str | None, port: int | None, no_browser: bool) -> None:
    """Write, play and replay games in a browser.

    The page is served on this machine only, at an address nobody else knows, until Ctrl-C stops it. It works without
    a network. A browser stores files and games by host and port: with the same --port it finds them again. The rest
    of the address is new each time, so links to the page end with it. --export writes the page as a static site, with
    Python inside, which works under any path.

    \b
    Exit code: 0    it was stopped with Ctrl-C, or the site was written
               1    the site to export is not built
               2    the command was used wrongly
               74   the site could not be written
    """
    from ..pages.studio.built import COMMAND, is_built

    if export is not None and (port is not None or no_browser):
        raise click.UsageError("--export serves nothing; leave out --port and --no-browser")
    if export is None:
        _serve(port, no_browser=no_browser)
        return
    if not is_built():
        echo(
            f"hoyle: the site is not built; in a checkout, `{COMMAND}` builds it (it needs Node 18 or newer)", err=True
        )
        ctx.exit(NOT_BUILT)
    _export(Path(export))


def _serve(port: int | None, *, no_browser: bool) -> None:
    """Serve until Ctrl-C.  Raises `click.UsageError` if the port is not available."""
    from ..pages.studio.serve import Studio

    try:
        server = Studio(port=port or 0)
    except OSError as error:
        raise click.UsageError(f"port {port} cannot be used: {reason_of(error, 'it failed')}") from None
    echo(f"The studio is at {server.address} (Ctrl-C stops it)")
    if not no_browser:
        webbrowser.open(server.address)
    try:
        server.serve_forever()
    except KeyboardInterrupt:
        echo()
    finally:
        server.server_close()


def _export(folder: Path) -> None:
    """Write the site to a folder that is new or empty."""
    from ..pages.studio.built import SITE, files

    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise click.BadParameter(f"`{visible(str(folder))}` is there already and not empty", param_hint="--export")
    size = 0
    found, there = files(), folder.is_dir()
    try:
        for path in found:
            target = folder / path
            target.parent.mkdir(parents=True, exist_ok=True)
            content = (SITE / path).read_bytes()
            target.write_bytes(content)
            size += len(content)
    except OSError as error:
        with suppress(OSError):
            for made in [*folder.iterdir()] if there else [folder]:
                shutil.rmtree(made) if made.is_dir() else made.unlink()
        raise UnwrittenFile(str(folder), error) from None
    echo(f"{visible(str(folder))}: {len(found)} files, {size / 1e6:.1f} MB")
