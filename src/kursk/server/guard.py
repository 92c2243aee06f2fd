"""What comes in passes here first, and what goes out here last.

A page of another site may have no effect here and learn nothing: requests must name this server
as it is known, changes must come from its own page and be JSON, and no page may frame ours.
"""

import asyncio
import os
from collections.abc import Iterable
from contextlib import suppress
from typing import Any
from urllib.parse import urlsplit

from litestar.types import ASGIApp, Message, Send

AT_HOME = ("localhost", "127.0.0.1", "[::1]")
READING = ("GET", "HEAD", "OPTIONS")
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
}
HEADERS = [(name.encode(), value.encode()) for name, value in SENT.items()]

Fault = tuple[int, str]


def known_hosts() -> tuple[str, ...]:
    """The names of this machine to itself, and those that KURSK_HOSTS adds, after commas."""
    told = os.environ.get("KURSK_HOSTS", "").split(",")
    return (*AT_HOME, *(name.strip().lower() for name in told if name.strip()))


class Guard:
    def __init__(self, app: ASGIApp, hosts: Iterable[str]) -> None:
        self.app, self.hosts = app, frozenset(hosts)

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        begun = False

        async def sealed(message: Message) -> None:
            nonlocal begun
            if message["type"] == "http.response.start":
                begun = True
                message["headers"] = [*message.get("headers", ()), *HEADERS]
            await send(message)

        if scope["type"] != "http":
            await self.app(scope, receive, send)
        elif fault := self.fault(scope):
            await _refuse(sealed, *fault)
        else:
            try:
                await self.app(scope, receive, sealed)
            except asyncio.CancelledError:  # the server stops, and waits for nobody any more
                await _break_off(sealed, begun)

    def fault(self, scope: Any) -> Fault | None:
        """What speaks against a request, before anybody looks at what it asks."""
        told: dict[str, str] = {}
        for key, value in scope["headers"]:
            name = key.decode("latin-1").lower()
            told[name] = value.decode("latin-1") if name not in told else ""  # twice is never
        host = told.get("host", "").lower()
        if _name(host) not in self.hosts:
            return 421, "This server is not known by that name; KURSK_HOSTS may add it."
        if not scope["path"].isprintable() or len(scope["path"]) > LONGEST:
            return 404, "There is no such place."
        if scope["method"] in READING:
            return None
        if "origin" in told and not _same(told["origin"], host):
            return 403, "This request comes from another site."
        kind = told.get("content-type", "").partition(";")[0].strip().lower()
        if scope["method"] == "POST" and kind != "application/json":
            return 415, "Send it as application/json."
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


async def _refuse(send: Send, status: int, says: str) -> None:
    body = f'{{"status_code":{status},"detail":"{says}"}}'.encode()
    headers = [
        (b"content-type", b"application/json"),
        (b"content-length", str(len(body)).encode()),
        (b"connection", b"close"),  # a body may follow that nobody will read
    ]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body, "more_body": False})


async def _break_off(send: Send, begun: bool) -> None:
    """An answer is not to be had any more. That is nobody's fault, and no matter for the log."""
    if not begun:
        await _refuse(send, 503, "The server is being stopped.")
        return
    with suppress(RuntimeError):  # it has told a length that it now falls short of
        await send({"type": "http.response.body", "body": b"", "more_body": False})
