"""People in the store: accounts, what belongs to somebody, and that it can be forgotten.

An account is a way to a token: whoever has its name and password is given it, and a browser that
says it is its owner's, wherever it stands. So nobody has to be looked up when he asks, a seat
does not care whether its owner has an account, and the store knows the token's hash alone.
"""

from typing import Any

from sqlalchemy import Connection, Row, delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from kursk.server.seats import take_back
from kursk.server.store import hold
from kursk.server.tables import (
    accounts,
    asks,
    links,
    mails,
    matches,
    orders,
    plans,
    seats,
    talk,
    watchers,
)

LEFT = "Somebody who left"


def called(link: Connection, name: str) -> Row[Any] | None:
    return link.execute(select(accounts).where(accounts.c.name == name)).first()


def whose(link: Connection, who: str) -> Row[Any] | None:
    """The account of a hashed token, if it is one's."""
    return link.execute(select(accounts).where(accounts.c.token == who)).first()


def join(link: Connection, name: str, shown: str, who: str, how: str, now: int) -> bool:
    """A new account; False if the name is somebody else's."""
    if called(link, name) is not None:
        return False
    row = {"name": name, "shown": shown, "token": who, "how": how, "made": now}
    try:
        with link.begin_nested():
            link.execute(insert(accounts).values(**row))
    except IntegrityError:  # another server was quicker
        return False
    return True


def renew(link: Connection, old: str, new: str, how: str) -> list[str]:
    """An account has another token from now on: every browser that says the old one is out."""
    mine = accounts.c.token == old
    link.execute(update(accounts).where(mine).values(token=new, how=how))
    return becomes(link, old, new)


def becomes(link: Connection, old: str, new: str) -> list[str]:
    """Whatever is somebody's is his under another token. Returns the matches."""
    ids = _matches(link, old)
    for column in (seats.c.token, matches.c.host, talk.c.who):
        link.execute(update(column.table).where(column == old).values({column.name: new}))
    there = select(watchers.c.match).where(watchers.c.token == new)
    twice = (watchers.c.token == old) & watchers.c.match.in_(there)
    link.execute(delete(watchers).where(twice))
    link.execute(update(watchers).where(watchers.c.token == old).values(token=new))
    if link.execute(select(mails).where(mails.c.owner == new)).first():
        link.execute(delete(mails).where(mails.c.owner == old))
    link.execute(update(mails).where(mails.c.owner == old).values(owner=new))
    return ids


def forget(link: Connection, who: str, now: int) -> tuple[list[str], list[str]]:
    """Nothing tells of somebody any more but the orders of games that others play on. Returns
    the matches that go on without him, and those that are gone."""
    ids = _matches(link, who)
    for row in link.execute(select(seats).where(seats.c.token == who)).all():
        here = (talk.c.match == row.match) & (talk.c.side == row.side)
        old = here & (talk.c.who == "")  # said before it was noted by whom
        link.execute(update(talk).where(old).values(text=""))
    gone = [id for id in ids if leave(link, id, who, now)]
    link.execute(update(talk).where(talk.c.who == who).values(text="", who=""))
    link.execute(delete(watchers).where(watchers.c.token == who))
    link.execute(delete(mails).where(mails.c.owner == who))
    link.execute(delete(accounts).where(accounts.c.token == who))
    return [id for id in ids if id not in gone], gone


def leave(link: Connection, id: str, who: str, now: int) -> bool:
    """Somebody gives his seats up; whoever stays sees to them. True if nobody sits there any
    more, and so all of it is gone."""
    hold(link, id)
    own = (seats.c.match == id) & (seats.c.token == who)
    for (side,) in link.execute(select(seats.c.side).where(own)).all():
        take_back(link, id, side, now)
    link.execute(update(seats).where(own).values(token="", name=LEFT, notices="", standing=""))
    sits = select(seats.c.token).where(seats.c.match == id, seats.c.token != "")
    stays = link.scalar(sits.limit(1))
    hosted = (matches.c.id == id) & (matches.c.host == who)
    link.execute(update(matches).where(hosted).values(host=stays or ""))
    if stays or link.scalar(select(matches.c.host).where(matches.c.id == id)):
        return False
    for table in (orders, plans, links, watchers, talk, asks, seats):
        link.execute(delete(table).where(table.c.match == id))
    link.execute(update(matches).where(matches.c.next == id).values(next=""))
    link.execute(delete(matches).where(matches.c.id == id))
    return True


def games(link: Connection, who: str) -> int:
    """How many matches somebody plays or has begun."""
    mine = select(seats.c.match).where(seats.c.token == who)
    theirs = matches.c.id.in_(mine) | (matches.c.host == who)
    return link.scalar(select(func.count()).select_from(matches).where(theirs)) or 0


def _matches(link: Connection, who: str) -> list[str]:
    """Where somebody plays, watches, or is the host."""
    found = (
        select(seats.c.match).where(seats.c.token == who),
        select(watchers.c.match).where(watchers.c.token == who),
        select(matches.c.id).where(matches.c.host == who),
    )
    return sorted({str(row[0]) for each in found for row in link.execute(each)})
