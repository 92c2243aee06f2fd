"""The server at work, from its start to its end."""

import socket
import sys
from contextlib import suppress
from typing import Any

import uvicorn

from kursk.server.app import AT_HOME, Hosting, create_app
from kursk.server.database import Unusable
from kursk.server.guard import Guard
from kursk.server.journal import How, write
from kursk.server.place import InUse, claim

PATIENCE = 10  # seconds for what is under way, when the server is to stop
BROKEN = 3  # the exit code of one that could not begin


class Server(uvicorn.Server):
    """It stops in good order: no new orders, listeners are told, what is under way is finished."""

    def __init__(self, guard: Guard, **how: Any) -> None:
        patience: dict[str, Any] = {"timeout_graceful_shutdown": PATIENCE}
        plain: dict[str, Any] = {"log_level": "warning", "access_log": False}  # the journal has one
        super().__init__(uvicorn.Config(guard, **plain, **patience, **how))
        self.guard = guard

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        await self.guard.stop()
        await super().shutdown(sockets)


def serve(
    url: str, host: str, port: int, hosting: Hosting = AT_HOME, proxy: str = "", how: How = "off"
) -> int:
    """Serve until told to stop; a proxy's word about callers is taken. Exit code 2: it cannot be,
    and a line says why."""
    write(how)
    try:
        with claim(url):
            app = create_app(url, hosting=hosting)
            print(f"Kursk is at http://{host}:{port}{hosting.path}/", file=sys.stderr)
            trusted: dict[str, Any] = {"proxy_headers": bool(proxy), "forwarded_allow_ips": proxy}
            server = Server(app, host=host, port=port, **trusted)
            with suppress(KeyboardInterrupt):  # it has closed everything, and says so
                server.run()
    except (InUse, Unusable) as error:
        print(f"kursk: {error}", file=sys.stderr)
        return 2
    return 0 if server.started else BROKEN
