"""A back room: bots think here for all the servers of a database, and clocks are looked at.

It is a server that serves nobody. What is to be done the store knows (`Room.called`), and the
servers tell when something comes up; any number of back rooms may share the work.
"""

import asyncio
import signal
import sys
from contextlib import suppress
from functools import partial

from kursk.server.app import Hosting
from kursk.server.journal import write
from kursk.server.notices import turn_of
from kursk.server.place import Unusable
from kursk.server.ready import make_ready
from kursk.server.rooms import Rooms
from kursk.server.store import Store


def serve(url: str, hosting: Hosting) -> int:
    """Until told to stop. Exit code 2: it cannot be, and a line says why."""
    write("off")
    try:
        make_ready(url)
    except Unusable as error:
        print(f"kursk: {error}", file=sys.stderr)
        return 2
    print("Bots think here.", file=sys.stderr, flush=True)
    asyncio.run(_serve(url, hosting))
    return 0


async def _serve(url: str, hosting: Hosting) -> None:
    store = Store(url)
    rooms = Rooms(store, thinkers=hosting.thinkers)
    rooms.turn = partial(turn_of, site=hosting.site)
    work = asyncio.gather(rooms.watch_clocks(), rooms.listen())
    for told in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(told, work.cancel)
    with suppress(asyncio.CancelledError):
        await work
    rooms.close()
    await store.close()
