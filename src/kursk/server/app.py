"""The application: the interface, the page, and the store behind them."""

import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from litestar import Litestar, Request
from litestar.config.compression import CompressionConfig
from litestar.di import Provide
from litestar.exceptions import PermissionDeniedException
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.static_files import create_static_files_router

from kursk.server.api import router
from kursk.server.pictures import router as pictures
from kursk.server.rooms import Rooms
from kursk.server.shelf import router as shelf
from kursk.server.store import Store, migrate

PAGE = Path(__file__).parent / "page"  # the built page


def same_origin(request: Request[Any, Any, Any]) -> None:
    """Only our own page may change anything: other sites' pages are refused."""
    origin = urlsplit(request.headers.get("origin", "")).netloc
    if request.method == "POST" and origin and origin != request.headers.get("host"):
        raise PermissionDeniedException("This request comes from another site.")


def create_app(url: str) -> Litestar:
    migrate(url)
    store = Store(url)
    rooms = Rooms(store)

    @asynccontextmanager
    async def lifespan(_: Litestar) -> AsyncIterator[None]:
        yield
        await store.close()

    def provide_rooms() -> Rooms:
        return rooms

    handlers: list[Any] = [router, pictures, shelf]
    if (PAGE / "index.html").exists():
        handlers.append(create_static_files_router("/", [PAGE], html_mode=True))
    return Litestar(
        handlers,
        dependencies={"rooms": Provide(provide_rooms, sync_to_thread=False)},
        before_request=same_origin,
        lifespan=[lifespan],
        compression_config=CompressionConfig("gzip", minimum_size=2000, exclude=["/events"]),
        openapi_config=OpenAPIConfig(
            "Kursk", "1", path="/api/schema", render_plugins=[JsonRenderPlugin()]
        ),
    )


def serve(url: str, host: str, port: int) -> None:  # pragma: no cover - runs until killed
    import uvicorn

    print(f"Kursk is at http://{host}:{port}/", file=sys.stderr)
    # an open page listens without end: when the server is to stop, it does not wait for that
    uvicorn.run(
        create_app(url), host=host, port=port, log_level="warning", timeout_graceful_shutdown=1
    )
