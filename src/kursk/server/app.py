"""The application: the interface, the page, and the store behind them."""

import asyncio
import logging
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from functools import partial
from typing import Any

import msgspec
from litestar import Litestar, MediaType, Request, Response
from litestar.config.compression import CompressionConfig
from litestar.datastructures import State
from litestar.di import Provide
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from sqlalchemy.exc import OperationalError

from kursk.server import health
from kursk.server.api import router as matches
from kursk.server.drawn import Drawings
from kursk.server.fresh import see_to
from kursk.server.guard import Guard, known_hosts
from kursk.server.limits import Limits
from kursk.server.notices import turn_of
from kursk.server.pictures import router as pictures
from kursk.server.rooms import THINKERS, Rooms
from kursk.server.shelf import router as shelf
from kursk.server.store import Store
from kursk.server.study import router as study
from kursk.server.wire import in_a_line

UNPACKED = [r"/events$", r"\.svg$", r"/orders$", r"/undo$"]  # streams, packed already, small
BODY = 100_000  # bytes of a request, where a handler has no limit of its own
log = logging.getLogger(__name__)


class Hosting(msgspec.Struct, frozen=True):
    """How a server is known, and what it lets people do; as it is on one's own machine."""

    names: Sequence[str] = ()  # what people call the host
    path: str = ""  # "/kursk", if the proxy has put us there
    rate: float = 0  # requests a second from an address, in the long run; 0: as many as come
    accounts: bool = False
    thinkers: int = THINKERS  # bots that think at the same time; 0: they do so in a back room

    @property
    def site(self) -> str:
        """The address of the page, for letters."""
        return f"https://{self.names[0] if self.names else 'localhost'}{self.path}/"


AT_HOME = Hosting()


def create_app(url: str, ahead: bool = False, hosting: Hosting = AT_HOME) -> Guard:
    """Unusable says what is wrong with the store. `ahead`: maps are drawn before they are asked
    for, since somebody is about to play."""
    see_to(url)
    store = Store(url)
    rooms = Rooms(store, thinkers=hosting.thinkers)
    drawings, limits = Drawings(), Limits(hosting.rate)
    rooms.turn = partial(turn_of, site=hosting.site)

    @asynccontextmanager
    async def lifespan(_: Litestar) -> AsyncIterator[None]:
        if ahead:
            drawings.draw_ahead()
        tasks = [asyncio.create_task(each) for each in (rooms.watch_clocks(), rooms.listen())]
        yield
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        rooms.close()
        drawings.close()
        await store.close()

    def provide_rooms() -> Rooms:
        return rooms

    def provide_drawings() -> Drawings:
        return drawings

    def provide_limits() -> Limits:
        return limits

    app = Litestar(
        [matches, pictures, shelf, study, *health.handlers],
        dependencies={
            "rooms": Provide(provide_rooms, sync_to_thread=False),
            "drawings": Provide(provide_drawings, sync_to_thread=False),
            "limits": Provide(provide_limits, sync_to_thread=False),
        },
        state=State({"hosting": hosting, "rooms": rooms}, deep_copy=False),
        exception_handlers={
            RecursionError: too_deep,
            UnicodeDecodeError: no_text,
            OperationalError: no_store,
            500: our_fault,
        },
        lifespan=[lifespan],
        logging_config=None,  # whoever runs the server says what becomes of its log
        compression_config=CompressionConfig(
            "gzip", minimum_size=2000, gzip_compress_level=4, exclude=UNPACKED
        ),
        request_max_body_size=BODY,
        openapi_config=OpenAPIConfig(
            "Kursk", "1", path="/api/schema", render_plugins=[JsonRenderPlugin()]
        ),
    )
    hosts = (*known_hosts(), *(name.lower() for name in hosting.names))
    return Guard(app, hosts, hosting.path, limits, rooms)


def too_deep(request: Request[Any, Any, Any], _: RecursionError) -> Response[Any]:
    return _said(400, "It goes too deep.")


def no_text(request: Request[Any, Any, Any], _: UnicodeDecodeError) -> Response[Any]:
    return _said(400, "It cannot be read: text is sent as UTF-8.")


def no_store(request: Request[Any, Any, Any], error: OperationalError) -> Response[Any]:
    """A database that is being started anew, a disk that is full."""
    log.error("%s %s: %s", request.method, request.url.path, in_a_line(error.orig or error))
    return _said(503, "The games cannot be reached just now. Try again in a moment.")


def our_fault(request: Request[Any, Any, Any], error: Exception) -> Response[Any]:
    """Something broke that should not: whoever runs the server reads where."""
    log.error("%s %s: %s", request.method, request.url.path, type(error).__name__, exc_info=error)
    return _said(500, "Something broke here. The server's log says what.")


def _said(status: int, says: str) -> Response[Any]:
    content = {"status_code": status, "detail": says}
    return Response(content, status_code=status, media_type=MediaType.JSON)
