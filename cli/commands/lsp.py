"""`hoyle lsp`: the language server, for editors."""

from __future__ import annotations

import click

from ...api.opening import source_folders
from ...dsl.source.reading import reason_of


@click.command()
@click.option("--stdio", is_flag=True, help="Talk over standard input and output (the default).")
@click.option(
    "--port", type=click.IntRange(0, 65535), help="Wait for one client at this port instead; 0 takes a free one."
)
@click.option("--host", default="127.0.0.1", show_default=True, help="Where to wait, with --port.")
@click.pass_context
def lsp(ctx: click.Context, stdio: bool, port: int | None, host: str) -> None:
    """Run the language server for an editor: diagnostics, completion and more.

    The editor starts this command by itself; docs/editors.md has the settings. It needs the extra `editor`.

    \b
    Exit code: 0  the editor ended the session as the protocol requires
               1  the connection was lost
               2  the command was used wrongly, or the extra `editor` is missing
    """
    if stdio and port is not None:
        raise click.UsageError("--stdio and --port are two ways to talk; choose one")
    try:
        from ...language_server.transport import serve
    except ModuleNotFoundError as error:
        raise click.UsageError(f"`{error.name}` is missing: pip install 'hoyle[editor]'") from None
    try:
        ctx.exit(serve(tuple(source_folders()), port, host))
    except OSError as error:
        raise click.UsageError(f"{host}:{port}: {reason_of(error, str(error))}") from None
