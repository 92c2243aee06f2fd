"""What comes in passes here first, and what goes out here last.

A page of another site may have no effect here and learn nothing: requests must name this server
as it is known, changes must come from its own page and be JSON, and no page may frame ours. Who
asks too often is told to wait, and while the server stops nothing is changed any more.
"""

import asyncio
import os
from collections.abc import Iterable
from contextlib import suppress
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import urlsplit

from kursk.server.front import Front
from kursk.server.journal import Request
from kursk.server.limits import Limits, address, again
from kursk.server.place import PAGE

if TYPE_CHECKING:  # the page is guarded before all that is read
    from litestar.types import ASGIApp, Message, Send

    from kursk.server.rooms import Rooms

AT_HOME = ("localhost", "127.0.0.1", "[::1]")
READING = ("GET", "HEAD", "OPTIONS")
CHANGING = ("POST", "PUT", "PATCH")
LOOKED_AT = {name.encode(): name for name in ("host", "origin", "content-type")}  # of the headers
LONGEST = 2_000  # characters of a path
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data: blob:; font-src 'self' data:; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
SENT = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-resource-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
}
BY_TLS = (b"strict-transport-security", b"max-age=31536000")  # and then by TLS alone, for a year
NOT_KEPT = (b"cache-control", b"no-store")  # answers are for who asked, and of the moment
STOPPING = "The server is being stopped. Try again in a moment."
NOWHERE = "/\0"
PAUSE = 5  # seconds until it may be back
HEADERS = [(name.encode(), value.encode()) for name, value in SENT.items()]


class Fault(NamedTuple):
    status: int
    says: str
    wait: int = 0  # seconds until it can be tried again


def known_hosts() -> tuple[str, ...]:
    """The names of this machine to itself, and those that KURSK_HOSTS adds, after commas."""
    told = os.environ.get("KURSK_HOSTS", "").split(",")
    return (*AT_HOME, *(name.strip().lower() for name in told if name.strip()))


class Guard:
    """`path`: where the proxy has put us, "/kursk"; "" for the top."""

    def __init__(
        self, app: "ASGIApp", hosts: Iterable[str], path: str = "", limits: Limits | None = None,
        rooms: "Rooms | None" = None,
    ) -> None:  # fmt: skip
        self.app, self.hosts, self.path = app, frozenset(hosts), path
        self.limits, self.rooms, self.front = limits or Limits(), rooms, Front(PAGE)
        self.stopping = False

    async def stop(self) -> None:
        """Take no more orders, and let go who listens."""
        from kursk.server.room import STOP

        self.stopping = True
        for room in list(self.rooms.open.values()) if self.rooms else ():
            await room.rouse(STOP)

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        asked, inside = Request(scope["method"]), self.inside(scope)
        more = [*HEADERS, (b"x-request-id", asked.id.encode())]
        if scope.get("scheme") == "https":
            more.append(BY_TLS)

        async def sealed(message: "Message") -> None:
            if message["type"] == "http.response.start":
                asked.status = message["status"]
                told = list(message.get("headers", ()))
                if inside["path"].startswith("/api/") and not _has(told, b"cache-control"):
                    told.append(NOT_KEPT)
                message["headers"] = [*told, *more]
            await send(message)

        try:
            if fault := self.fault(inside):
                await _refuse(sealed, fault)
            elif scope["path"] == self.path:  # the page names its parts from its own folder
                await _move(sealed, f"{self.path}/")
            else:
                to: Any = self.front if self.front.has(inside) else self.app
                await to(inside, receive, sealed)
        except asyncio.CancelledError:  # the server stops, and waits for nobody any more
            await _break_off(sealed, bool(asked.status))
        finally:
            asked.done(inside)

    def inside(self, scope: Any) -> Any:
        """The same as it is without a proxy's path before ours."""
        path = scope["path"]
        if not self.path:
            return scope
        ours = path == self.path or path.startswith(f"{self.path}/")
        return {**scope, "path": path[len(self.path) :] or "/" if ours else NOWHERE}

    def fault(self, scope: Any) -> Fault | None:
        """What speaks against a request, before anybody looks at what it asks."""
        told: dict[str, str] = {}
        for key, value in scope["headers"]:
            if name := LOOKED_AT.get(key.lower()):
                told[name] = value.decode("latin-1") if name not in told else ""  # twice is never
        host = told.get("host", "").lower()
        if _name(host) not in self.hosts:
            return Fault(421, "This server is not known by that name; KURSK_HOSTS may add it.")
        path = scope["path"]
        if not path.isprintable() or len(path) > LONGEST or "//" in path:  # one place, one name
            return Fault(404, "There is no such place.")
        listens = scope["path"].endswith("/events")
        if self.stopping and (listens or scope["method"] not in READING):
            return Fault(503, STOPPING, PAUSE)
        counted = scope["path"].startswith("/api/") and scope["path"] != "/api/health"
        if counted and (seconds := self.limits.wait("ask", address(scope))):
            return Fault(429, f"You ask too often. {again(seconds)}", seconds)
        if scope["method"] in READING:
            return None
        if "origin" in told and not _same(told["origin"], host):
            return Fault(403, "This request comes from another site.")
        kind = told.get("content-type", "").partition(";")[0].strip().lower()
        if scope["method"] in CHANGING and kind != "application/json":
            return Fault(415, "Send it as application/json.")
        return None


def _name(host: str) -> str:
    name, colon, port = host.rpartition(":")
    return name if colon and port.isdecimal() else host


def _same(origin: str, host: str) -> bool:
    try:
        parts = urlsplit(origin.lower())
    except ValueError:
        return False
    return parts.scheme in ("http", "https") and parts.netloc == host


def _has(headers: list[tuple[bytes, bytes]], name: bytes) -> bool:
    return any(key.lower() == name for key, _ in headers)


async def _refuse(send: "Send", fault: Fault) -> None:
    body = f'{{"status_code":{fault.status},"detail":"{fault.says}"}}'.encode()
    headers = [
        (b"content-type", b"application/json"),
        (b"content-length", str(len(body)).encode()),
        (b"connection", b"close"),  # a body may follow that nobody will read
    ]
    if fault.wait:
        headers.append((b"retry-after", str(fault.wait).encode()))
    await send({"type": "http.response.start", "status": fault.status, "headers": headers})
    await send({"type": "http.response.body", "body": body, "more_body": False})


async def _break_off(send: "Send", begun: bool) -> None:
    """An answer is not to be had any more. That is nobody's fault, and no matter for the log."""
    if not begun:
        await _refuse(send, Fault(503, STOPPING, PAUSE))
        return
    with suppress(RuntimeError):  # it has told a length that it now falls short of
        await send({"type": "http.response.body", "body": b"", "more_body": False})


async def _move(send: "Send", to: str) -> None:
    headers = [(b"location", to.encode()), (b"content-length", b"0")]
    await send({"type": "http.response.start", "status": 308, "headers": headers})
    await send({"type": "http.response.body", "body": b"", "more_body": False})
