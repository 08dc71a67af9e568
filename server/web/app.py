"""The addresses of the server.

    /                     a page: open a table, or sit down at one that is listed
    /t/TABLE              a page: the table; the secret of a chair is in the fragment, which browsers do not send
    /t/TABLE/socket       the table's messages (schemas/table.schema.json)
    /api/tables           GET: the tables that are listed; POST: open one
    /api/games            the games, variants and players there are
    /api/about            POST: the options of some rules
    /t/TABLE/replay       a page: the last game, step by step, once it is over; with ?judge, what each choice cost
    /api/tables/TABLE/script, …/replay, …/house     the last game, once it is over
    /api/tables/TABLE/rules    the rule file that somebody brought to the table
    /club, /api/stats     a page: what happened in games that are over; POST: the same for some scripts
    /operator, /api/operator, /metrics    for the operator, with a token

Every refusal has a code and a sentence: as JSON for programs, as a page for people.
"""

from __future__ import annotations

import asyncio
import hmac
import html
import re
from collections import Counter
from typing import Any

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import HTTPConnection, Request
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ..failures import write_down
from ..live.host import Host
from ..live.table import LiveTable
from ..live.viewers import TableViewer
from ..protocol import MOST_BODY, parsed, refused
from ..refusals import Refusal, refuse
from .files import page_file
from .rates import Bucket, Buckets, Rates, network
from .sockets import EXTENSION, FrameSocket

_SOCKET = re.compile(r"/t/([^/]+)/socket")
LONGEST_BODY = 30.0
"""How many seconds the body of a request may take."""
GREETING = 10.0
"""How many seconds a client has for its first message."""
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; "
    "manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
PROGRAMS = {
    "random": "by chance", "sound": "by rules of thumb", "learned": "has learned the game", "think": "thinks",
    "think:quick": "thinks for a moment", "think:deep": "thinks for long",
}  # fmt: skip
"""What a page says of the programs that come with Hoyle; of others it says what they say themselves."""
HEADERS = {
    "content-security-policy": POLICY, "x-content-type-options": "nosniff", "referrer-policy": "no-referrer",
    "cross-origin-resource-policy": "same-origin", "cross-origin-opener-policy": "same-origin",
}  # fmt: skip


class Web:
    """The answers to requests, for one host."""

    def __init__(self, host: Host, token: str, rates: Rates | None = None) -> None:
        self.host, self.token, self.rates = host, token, rates or Rates()
        self.requests, self.opening = Buckets(self.rates.requests), Buckets(self.rates.tables)
        self.by_address: Counter[str] = Counter()

    # --------------------------------------------------------------------------------------------------------- pages

    async def page(self, request: Request) -> Response:
        """One of the pages; which table it is about, it finds in its address."""
        return page_file("index.html")

    async def file(self, request: Request) -> Response:
        """A file of the page."""
        return page_file(request.path_params["name"])

    # ----------------------------------------------------------------------------------------------------------- api

    async def games(self, request: Request) -> Response:
        """The games, variants and players there are."""
        return JSONResponse(await asyncio.to_thread(_games))

    async def listed(self, request: Request) -> Response:
        """The tables that are listed."""
        found = await self.host.listed()
        return JSONResponse([
            {"table": one.id, "title": one.title, "awaits": one.awaits, "changed": one.changed} for one in found
        ])  # fmt: skip

    async def open(self, request: Request) -> Response:
        """Open a table."""
        wanted = parsed(await _body(request), "new", MOST_BODY)
        self.opening.take(_address(request))
        return JSONResponse(await self.host.open(wanted), 201)

    async def about(self, request: Request) -> Response:
        """The options of some rules."""
        wanted = parsed(await _body(request), "new", MOST_BODY)
        return JSONResponse(await self.host.about_wanted(wanted))

    async def script(self, request: Request) -> Response:
        """The last game as a script, hidden cards included, once it is over."""
        table = await self.host.table(request.path_params["table"])
        text = await table.script(_secret(request))
        return Response(text, media_type="text/plain; charset=utf-8")

    async def rules(self, request: Request) -> Response:
        """The rule file that somebody brought; empty for rules that ship."""
        table = await self.host.table(request.path_params["table"])
        return Response(table.rule_file(_secret(request)), media_type="text/plain; charset=utf-8")

    async def stats(self, request: Request) -> Response:
        """What happened in the games of some scripts."""
        wanted = parsed(await _body(request), "stats", MOST_BODY)
        return Response(await self.host.stats(wanted), media_type="application/json")

    async def replay_page(self, request: Request) -> Response:
        """The page on which the last game is replayed."""
        return page_file("replay.html")

    async def replay(self, request: Request) -> Response:
        """The last game as the replay page shows it, once it is over; with `?judge`, what each choice cost."""
        table = await self.host.table(request.path_params["table"])
        text = await table.replay(_secret(request), judge="judge" in request.query_params)
        return Response(text, media_type="application/json")

    async def house(self, request: Request) -> Response:
        """What the house rule did in the last game, once it is over."""
        table = await self.host.table(request.path_params["table"])
        return Response(await table.house(_secret(request)), media_type="application/json")

    # ------------------------------------------------------------------------------------------------------ operator

    def _operator(self, request: HTTPConnection) -> None:
        given = request.headers.get("authorization", "")
        if not hmac.compare_digest(given.encode("utf-8", "replace"), f"Bearer {self.token}".encode()):
            raise refuse("S10")

    async def operator(self, request: Request) -> Response:
        """Load and tables."""
        from .operator import load

        self._operator(request)
        tables = await self.host.store.tables(200)
        rows = [
            {
                "title": one.title, "count": one.count, "awaits": one.awaits, "changed": one.changed,
                "viewers": len(self.host.live[one.id].viewers) if one.id in self.host.live else 0,
            }
            for one in tables
        ]  # fmt: skip
        return JSONResponse({"load": load(self.host), "tables": rows})

    async def metrics(self, request: Request) -> Response:
        """Metrics for Prometheus."""
        from .operator import metrics

        self._operator(request)
        return Response(metrics(self.host), media_type="text/plain; version=0.0.4; charset=utf-8")

    async def healthy(self, request: Request) -> Response:
        """Whether the server answers, for whatever watches over it."""
        return JSONResponse({"ok": not self.host.closing})

    # ------------------------------------------------------------------------------------------------------- sockets

    async def socket(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Find out for which table a client comes; from then on `TableClient` hears it."""
        frames: FrameSocket = scope["extensions"][EXTENSION]
        request = HTTPConnection(scope)
        address = network(_address(request))
        try:
            self._enter(request, address)
            try:
                table = await self._table_of(request)
            except BaseException:
                self.leave(address)
                raise
        except Refusal as refusal:
            self.host.counts.refused += 1
            await send({"type": "websocket.accept"})
            frames.put_text(refused(refusal))
            frames.close(1008, refusal.code)
            return
        await send({"type": "websocket.accept"})
        TableClient(self, frames, table, address)

    def _enter(self, request: HTTPConnection, address: str) -> None:
        """Count a connection before anything is read for it, so that many at once are not too many.  Raises `Refusal`;
        then it is not counted.
        """
        self.requests.take(address)
        if not _own(request):
            raise refuse("S08")
        many = self.host.counts.connections >= self.rates.all_connections
        if many or self.by_address[address] >= self.rates.connections:
            raise refuse("S06", seconds=30)
        self.host.counts.connections += 1
        self.by_address[address] += 1

    def leave(self, address: str) -> None:
        """A connection that was counted is gone."""
        self.host.counts.connections -= 1
        self.by_address[address] -= 1
        if not self.by_address[address]:
            del self.by_address[address]

    async def _table_of(self, request: HTTPConnection) -> LiveTable:
        """The table that a socket is for.  Raises `Refusal`."""
        found = _SOCKET.fullmatch(request.scope["path"])
        if found is None:
            raise refuse("S01")
        return await self.host.table(found[1])


class TableClient:
    """One client of a table: what it sends is done, message by message, until it leaves or is left.  Its connection is
    counted already, and no more when it has left.
    """

    __slots__ = "address", "bucket", "frames", "greeting", "table", "viewer", "web"

    def __init__(self, web: Web, frames: FrameSocket, table: LiveTable, address: str) -> None:
        self.web, self.frames, self.table, self.address = web, frames, table, address
        self.viewer = TableViewer(self)
        self.bucket = Bucket(web.rates.messages)
        self.greeting: asyncio.TimerHandle | None = asyncio.get_running_loop().call_later(GREETING, self.viewer.close)
        frames.listener = self

    async def hear(self, text: bytes) -> None:
        """Do what a message asks for."""
        host, viewer, loop = self.web.host, self.viewer, asyncio.get_running_loop()
        started, key = loop.time(), None
        try:
            self.bucket.take()
            found = parsed(text)
            key = found.get("key")
            if self.table.ended:
                self.table = await host.table(self.table.id)
            await self.table.receive(viewer, found)
            if viewer.greeted and self.greeting is not None:
                self.greeting.cancel()
                self.greeting = None
        except Refusal as refusal:
            host.counts.refused += 1
            viewer.tell(refused(refusal, key))
            if not viewer.greeted or refusal.code == "S06":
                viewer.close()
        except Exception as error:
            write_down(error)
            viewer.tell(refused(refuse("S11"), key))
        host.counts.answer_seconds.observe(loop.time() - started)

    def resume(self) -> None:
        """The connection takes messages again."""
        self.viewer.resume()

    def left(self) -> None:
        """The client is gone."""
        if self.greeting is not None:
            self.greeting.cancel()
        self.table.leave(self.viewer)
        self.web.leave(self.address)
        self.viewer.close()

    @property
    def open(self) -> bool:
        """Whether the connection takes a message now."""
        return self.frames.takes

    def put(self, message: bytes) -> None:
        """Send a message."""
        self.frames.put_text(message)

    def hang_up(self) -> None:
        """End the connection."""
        self.frames.close(1001 if self.web.host.closing else 1000)


# ---------------------------------------------------------------------------------------------------------- refusals


def _answered(request: HTTPConnection, refusal: Refusal) -> Response:
    """A refusal as an answer: a page for whoever asks for pages, else JSON."""
    accepts = request.headers.get("accept", "")
    if "text/html" not in accepts:
        return JSONResponse({"refused": refusal.data()}, refusal.status)
    shown = html.escape(refusal.sentence)
    return HTMLResponse(
        f'<!doctype html><html lang="en"><meta charset="utf-8"><title>{shown}</title>'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        '<link rel="stylesheet" href="/page/style.css">'
        f'<main class="sorry"><h1>{shown}</h1><p>({refusal.code}) <a href="/">To the first page</a></p></main>',
        refusal.status,
    )


class RequestGuard:
    """Around everything: rates, origins, headers, and errors as answers."""

    def __init__(self, app: ASGIApp, web: Web) -> None:
        self.app, self.web = app, web

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        request, begun = Request(scope, receive), False

        async def headed(message: Message) -> None:
            nonlocal begun
            if message["type"] == "http.response.start":
                begun = True
                message["headers"] = [*message["headers"], *((k.encode(), v.encode()) for k, v in HEADERS.items())]
            await send(message)

        try:
            self.web.requests.take(_address(request))
            if request.method not in ("GET", "HEAD") and not _own(request):
                raise refuse("S08")
            await self.app(scope, receive, headed)
        except Refusal as refusal:
            self.web.host.counts.refused += 1
            await _answered(request, refusal)(scope, receive, headed)
        except Exception as error:
            write_down(error)
            if not begun:
                await _answered(request, refuse("S11"))(scope, receive, headed)


def _own(request: HTTPConnection) -> bool:
    """Whether a request comes from our own page, or from a program that is no browser."""
    origin = request.headers.get("origin")
    if request.headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
        return False
    return origin is None or origin.partition("://")[2] == request.headers.get("host")


def _address(request: HTTPConnection) -> str:
    return request.client.host if request.client is not None else ""


def _secret(request: HTTPConnection) -> str:
    return request.headers.get("authorization", "").removeprefix("Bearer ")


async def _body(request: Request) -> bytes:
    """The body of a request, which is bounded, and so is the time in which it comes."""
    found = bytearray()
    try:
        async with asyncio.timeout(LONGEST_BODY):
            async for part in request.stream():
                found += part
                if len(found) > MOST_BODY:
                    raise refuse("S05", most=f"{MOST_BODY:,} bytes")
    except TimeoutError:
        raise refuse("S04", why="it did not come in time") from None
    return bytes(found)


def _games() -> dict[str, Any]:
    from ...api.listing import list as listing
    from ...dsl.loading import rulesets

    shipped = rulesets()
    found: dict[str, list[dict[str, str | None]]] = {
        kind: [{"name": one.name, "about": one.about, "of": one.of} for one in listing(kind).of(kind)
               if kind == "players" or one.name in shipped]
        for kind in ("games", "variants", "players")
    }  # fmt: skip
    for one in found["players"]:
        one["about"] = PROGRAMS.get(one["name"] or "", one["about"])
    return found


def app(web: Web) -> ASGIApp:
    """The application."""
    pages = _pages(web)

    async def answer(scope: Scope, receive: Receive, send: Send) -> None:
        await (web.socket if scope["type"] == "websocket" else pages)(scope, receive, send)

    return answer


def _pages(web: Web) -> Starlette:
    """Whatever is not a socket."""

    async def unknown(request: Request, error: Exception) -> Response:
        method = isinstance(error, HTTPException) and error.status_code == 405
        return _answered(request, refuse("S09", method=request.method) if method else refuse("S01"))

    routes = [
        Route("/", web.page), Route("/t/{table}", web.page), Route("/club", web.page), Route("/operator", web.page),
        Route("/page/{name}", web.file), Route("/healthy", web.healthy),
        Route("/api/games", web.games), Route("/api/about", web.about, methods=["POST"]),
        Route("/api/tables", web.listed, methods=["GET"]), Route("/api/tables", web.open, methods=["POST"]),
        Route("/api/tables/{table}/script", web.script), Route("/api/tables/{table}/replay", web.replay),
        Route("/api/tables/{table}/house", web.house), Route("/api/tables/{table}/rules", web.rules),
        Route("/api/stats", web.stats, methods=["POST"]), Route("/t/{table}/replay", web.replay_page),
        Route("/api/operator", web.operator), Route("/metrics", web.metrics),
    ]  # fmt: skip
    return Starlette(
        routes=routes, middleware=[Middleware(RequestGuard, web=web)], exception_handlers={404: unknown, 405: unknown}
    )
