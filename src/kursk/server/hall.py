"""A server at work, from its first moment to its last.

It takes its time to be put together. Whoever comes before that is done gets the page, which takes
its time as well, and what the page asks for then waits in the hall until there is an answer.
"""

import asyncio
import socket
import sys
from collections.abc import Callable
from typing import Any

import uvicorn

from kursk.server.guard import Guard, known_hosts

PATIENCE = 10  # seconds for what is under way, when the server is to stop
SHARE = 0.0005  # seconds until whoever puts it together lets others have the interpreter


class Hall:
    """Like the guard that `make` makes, from the first moment on."""

    def __init__(self, make: Callable[[], Guard]) -> None:
        self._make = make
        self._porch = Guard(_nobody, known_hosts())
        self._guard: Guard | None = None
        self._open = asyncio.Event()
        self.fault: BaseException | None = None  # why it could not be made

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "lifespan":
            await self._live(scope, receive, send)
            return
        if self._guard is None and scope["type"] == "http" and self._porch.front.has(scope):
            await self._porch(scope, receive, send)
            return
        await self._open.wait()
        await (self._guard or self._porch)(scope, receive, send)

    async def _live(self, scope: Any, receive: Any, send: Any) -> None:
        """We are open at once; the life of the rest begins when it is made."""
        coming = [await receive()]
        await send({"type": "lifespan.startup.complete"})

        async def hear() -> Any:
            return coming.pop() if coming else await receive()

        async def tell(message: Any) -> None:
            if message["type"] == "lifespan.startup.complete":
                self._open.set()
            else:
                await send(message)

        usual = sys.getswitchinterval()
        sys.setswitchinterval(SHARE)
        try:
            self._guard = await asyncio.to_thread(self._make)
        except BaseException as error:
            self.fault = error  # the server ends, and whoever runs it is told
            self._open.set()
            raise
        finally:
            sys.setswitchinterval(usual)
        await self._guard(scope, hear, tell)

    async def stop(self) -> None:
        await (self._guard or self._porch).stop()


async def _nobody(scope: Any, receive: Any, send: Any) -> None:
    raise RuntimeError("the server could not be put together")


class Server(uvicorn.Server):
    """It stops in good order: no new orders, listeners are told, what is under way is finished."""

    def __init__(self, guard: Guard | Hall, **how: Any) -> None:
        patience: dict[str, Any] = {"timeout_graceful_shutdown": PATIENCE}
        plain: dict[str, Any] = {"log_level": "warning", "access_log": False}  # the journal has one
        super().__init__(uvicorn.Config(guard, **plain, **patience, **how))
        self.guard = guard

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        await self.guard.stop()
        await super().shutdown(sockets)

    async def on_tick(self, counter: int) -> bool:
        broken = isinstance(self.guard, Hall) and self.guard.fault is not None
        return broken or await super().on_tick(counter)
