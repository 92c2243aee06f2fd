"""What bots have in mind, kept beside their orders: notes for themselves, and their plans for
whoever looks back or learns."""

import msgspec
from sqlalchemy import Connection, func, insert, select

from kursk.bots import Decided
from kursk.bots.thoughts import Thoughts
from kursk.server.tables import plans


class Planned(msgspec.Struct):
    """A plan, and the order that it was made for."""

    seq: int
    side: str
    thoughts: Thoughts


# -- in the store's thread -------------------------------------------------------------------


def keep(link: Connection, id: str, seq: int, side: str, found: Decided) -> None:
    told = msgspec.json.encode(found.thoughts).decode() if found.thoughts else ""
    row = {"match": id, "seq": seq, "side": side, "note": found.note, "thoughts": told}
    link.execute(insert(plans).values(**row))


def notes(link: Connection, id: str) -> dict[str, str]:
    """By side, what its bot noted last."""
    newest = select(func.max(plans.c.seq)).where(plans.c.match == id).group_by(plans.c.side)
    found = link.execute(select(plans).where(plans.c.match == id, plans.c.seq.in_(newest)))
    return {row.side: row.note for row in found}


def made(link: Connection, id: str) -> list[Planned]:
    """All plans of a match."""
    told = select(plans).where(plans.c.match == id, plans.c.thoughts != "").order_by(plans.c.seq)
    return [
        Planned(row.seq, row.side, msgspec.json.decode(row.thoughts, type=Thoughts))
        for row in link.execute(told)
    ]
