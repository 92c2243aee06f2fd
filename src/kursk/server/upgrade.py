"""A store brought up to date before anybody plays: its shape, and a look at every game in it.

A game that goes on is played again from its orders by the rules of today. What they refuse is
told here, to whoever looks after the server, before a player finds it.
"""

from collections.abc import Iterator
from contextlib import contextmanager

import msgspec
from sqlalchemy import Connection, select

from kursk.core.match import Start
from kursk.server import database
from kursk.server.database import connect_to
from kursk.server.place import InUse, claim
from kursk.server.ready import make_ready
from kursk.server.replay import follow
from kursk.server.tables import matches, orders


class Upgraded(msgspec.Struct):
    over: int = 0  # games that are over, and only looked at
    going: int = 0  # that go on
    stopped: dict[str, str] = {}  # by id: why a game cannot be played on


def upgrade(url: str) -> Upgraded:
    """Unusable, or InUse while a server is at work."""
    with claim(url), _alone(url) as link:
        found = Upgraded()
        for row in link.execute(select(matches).order_by(matches.c.number)).all():
            if row.over:
                found.over += 1
            elif why := _fault(link, row.id, row.game, row.start):
                found.stopped[row.id] = why
            else:
                found.going += 1
    return found


@contextmanager
def _alone(url: str) -> Iterator[Connection]:
    """The store in its newest shape, and no server at work on it."""
    engine = connect_to(url)
    try:
        if database.is_shared(url):
            with engine.connect() as link:
                if not database.try_lock(link, database.SERVERS):
                    raise InUse("a Kursk is at work on this database: stop it first")
                make_ready(url)
                yield link
        else:
            make_ready(url)
            with engine.connect() as link:
                yield link
    finally:
        engine.dispose()


def _fault(link: Connection, id: str, game: str, start: str) -> str:
    """Why a game cannot be played on; "" if it can."""
    log = select(orders.c.actor, orders.c.order).where(orders.c.match == id)
    rows = [(row.actor, row.order) for row in link.execute(log.order_by(orders.c.seq))]
    try:
        return follow(game, msgspec.json.decode(start, type=Start), rows).stopped
    except ValueError as error:
        return f"This game cannot be opened any more: {error}"
