"""The short way for orders, of which a server gets more than of anything else.

Litestar reads every request with the same care, and finds out anew what its handler wants to be
told. What is put as our page puts it goes straight to the same handler; all else goes the usual
way, and is told there what is wrong with it.
"""

import re
from typing import Any

import msgspec
from litestar import Request
from litestar.serialization import encode_json
from litestar.types import ASGIApp, Receive, Scope, Send

SINCE = re.compile(rb"since=(0|[1-9][0-9]{0,14})")
UNREADABLE = (msgspec.DecodeError, ValueError, RecursionError)


class Shortcut:
    """To a handler that is told `request`, `rooms`, `id`, `data` and `since`."""

    def __init__(self, data: type[msgspec.Struct]) -> None:
        self.read = msgspec.json.Decoder(data).decode

    def __call__(self, app: ASGIApp) -> ASGIApp:
        async def short(scope: Scope, receive: Receive, send: Send) -> None:
            request: Request[Any, Any, Any] = Request(scope, receive, send)
            body, query = await request.body(), scope["query_string"]
            since = SINCE.fullmatch(query)
            try:
                data = self.read(body) if since or not query else None
            except UNREADABLE:
                data = None
            if data is None:
                await app(scope, receive, send)  # the body is kept for it
                return
            handler: Any = scope["route_handler"]
            answer = await handler.fn(
                request=request,
                rooms=request.app.state.rooms,
                id=scope["path_params"]["id"],
                data=data,
                since=int(since[1]) if since else None,
            )
            said = encode_json(answer.content)
            headers = [
                (b"content-type", b"application/json"),
                (b"content-length", b"%d" % len(said)),
            ]
            start: Any = {"type": "http.response.start", "status": answer.status_code}
            await send(start | {"headers": headers})
            await send({"type": "http.response.body", "body": said, "more_body": False})

        return short
