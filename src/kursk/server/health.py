"""For whoever looks after a server: whether it is well, and what it does.

The figures are open to the machine itself; to others with a token, which KURSK_METRICS names.
"""

import hmac
import os
from ipaddress import ip_address

from litestar import Response, get
from litestar.exceptions import NotFoundException

from kursk.server import metrics
from kursk.server.door import Asked, TheRooms

FORWARDED = ("forwarded", "x-forwarded-for", "x-real-ip", "via")  # a proxy adds one of these
KIND = "application/openmetrics-text; version=1.0.0; charset=utf-8"


@get("/api/health")
async def health(rooms: TheRooms) -> dict[str, str]:
    """Does the store answer?"""
    await rooms.store.match("")
    return {"status": "ok"}


@get("/metrics", include_in_schema=False)
async def figures(request: Asked, rooms: TheRooms) -> Response[str]:
    if not _open_to(request):
        raise NotFoundException("There is no such place.")
    open_ = list(rooms.open.values())
    at_work = [room for room in open_ if room.thinking is not None and not room.thinking.done()]
    text = metrics.text(
        rooms=("Matches in memory.", len(open_)),
        listeners=("Streams that are open.", sum(room.listeners for room in open_)),
        bots_thinking=("Bots at work, or waiting for a worker.", len(at_work)),
    )
    return Response(text, media_type=KIND)


def _open_to(request: Asked) -> bool:
    wanted = os.environ.get("KURSK_METRICS", "")
    told = request.headers.get("authorization", "").removeprefix("Bearer ")
    if wanted and hmac.compare_digest(told.encode(), wanted.encode()):
        return True
    passed_on = any(name in request.headers for name in FORWARDED)
    try:
        near = ip_address(request.client.host if request.client else "").is_loopback
    except ValueError:
        return False
    return near and not passed_on


handlers = [health, figures]
