"""A server for others, from its start to its end."""

import sys
from contextlib import suppress
from typing import Any

from kursk.server.app import AT_HOME, Hosting, create_app
from kursk.server.hall import Server
from kursk.server.journal import How, write
from kursk.server.place import InUse, Unusable, claim

BROKEN = 3  # the exit code of one that could not begin


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
