"""Who sits at a match, who watches it, and the private links by which they came.

A link is a key of 128 random bits, and the store knows no more of it than its hash. That of a
seat is good for one person; that for watching for as many as come, until it is taken back.
"""

import secrets
from collections.abc import Mapping
from typing import Any

import msgspec
from sqlalchemy import Connection, Row, delete, insert, select, update

from kursk import bots
from kursk.core.match import Match
from kursk.server.store import hashed, hold
from kursk.server.tables import links, matches, seats, watchers

HUMAN = "human"
STAFF = "staff"  # answers for a person who said so: the usual bot of the game
MOST = 50  # who watch a match


class Seat(msgspec.Struct):
    side: str
    player: str  # human, or the name of a bot
    token: str = ""  # of the browser whose it is, hashed
    name: str = ""
    since: int = 0
    leave: int = 0
    rested: int = 0
    notices: str = ""
    standing: str = ""  # what it has answered once for all, as JSON

    @property
    def waits(self) -> bool:
        """Does it wait for somebody to come by link?"""
        return self.player == HUMAN and not self.token

    @property
    def has_come(self) -> bool:
        """Was whoever plays ever here? In a rematch perhaps not yet."""
        return self.player != HUMAN or bool(self.token and self.since)


class Answer(msgspec.Struct, frozen=True):
    """What a side answers to a kind of decision, without being asked."""

    kind: str
    answer: str  # one of those that the game offers, or the staff's
    turn: int = 0  # the one turn in which it holds; 0: until it is stopped


def answers(seat: Seat, turn: int) -> list[Answer]:
    """What holds in a turn of what a seat has answered once for all."""
    said = msgspec.json.decode(seat.standing, type=list[Answer]) if seat.standing else []
    return [each for each in said if each.turn in (0, turn)]


def offered(match: Match) -> dict[str, str]:
    """The answers once for all that are open now, and their orders: those of the game, and the
    staff's, which nobody knows before it has thought."""
    staff = {STAFF: ""} if match.kind and bots.usual(match.game.title) != bots.CHANCE else {}
    return match.standing() | staff


class Watcher(msgspec.Struct):
    name: str
    since: int


class Seating(msgspec.Struct):
    """Everybody at a match: seats by side, watchers by their hashed tokens."""

    host: str
    seats: dict[str, Seat]
    watchers: dict[str, Watcher]
    delay: str = ""  # late.Delay as JSON; "": none


class Gone(Exception):
    """A link that was taken back, or never was one."""


class Taken(Exception):
    """Somebody else sits there."""


def seated(players: Mapping[str, str], token: str = "") -> Seating:
    """People who have come by no link: all at one browser."""
    theirs = {side: token if player == HUMAN else "" for side, player in players.items()}
    return Seating(token, {s: Seat(s, player, theirs[s]) for s, player in players.items()}, {})


def new_key() -> str:
    return secrets.token_urlsafe(16)


# -- in the store's thread -------------------------------------------------------------------


def seating(link: Connection, id: str) -> Seating:
    found = link.execute(select(seats).where(seats.c.match == id))
    sitting = {row.side: _seat(row) for row in found}
    come = link.execute(select(watchers).where(watchers.c.match == id))
    watching = {row.token: Watcher(row.name, row.since) for row in come}
    row = link.execute(select(matches.c.host, matches.c.delay).where(matches.c.id == id)).first()
    return Seating(row.host if row else "", sitting, watching, row.delay if row else "")


def _seat(row: Row[Any]) -> Seat:
    return Seat(**{name: getattr(row, name) for name in Seat.__struct_fields__})


def invite(link: Connection, id: str, side: str, now: int) -> str:
    """A new link to a seat, or to watch (side ""); it takes the place of any other."""
    hold(link, id)
    take_back(link, id, side, now)
    key = new_key()
    link.execute(insert(links).values(hash=hashed(key), match=id, side=side, made=now))
    return key


def take_back(link: Connection, id: str, side: str, now: int) -> None:
    """No link to the seat leads there any more; whoever came to watch goes with his."""
    theirs = (links.c.match == id) & (links.c.side == side) & (links.c.gone == 0)
    link.execute(update(links).where(theirs).values(gone=now))
    if not side:
        link.execute(delete(watchers).where(watchers.c.match == id))


def invited(link: Connection, id: str) -> dict[str, int]:
    """When the links were made that nobody has used, by side."""
    good = (links.c.match == id) & (links.c.gone == 0) & (links.c.used == 0)
    return {row.side: row.made for row in link.execute(select(links).where(good))}


def behind(link: Connection, key: str) -> Row[Any]:
    """What a link leads to."""
    found = link.execute(select(links).where(links.c.hash == hashed(key))).first()
    if found is None or found.gone:
        raise Gone
    return found


def sit(link: Connection, key: str, token: str, name: str, now: int) -> str:
    """The seat of a link is somebody's now, and the link is used. Returns the match."""
    way = behind(link, key)
    mine = (seats.c.match == way.match) & (seats.c.side == way.side)
    before = link.scalar(select(seats.c.token).where(mine))
    if before == token and way.used:
        return str(way.match)
    unused = (links.c.hash == way.hash) & (links.c.used == 0) & (links.c.gone == 0)
    if not link.execute(update(links).where(unused).values(used=now)).rowcount:
        raise Taken
    here = {"player": HUMAN, "token": token, "name": name, "since": now}
    link.execute(update(seats).where(mine).values(**here, notices="", standing=""))
    if before:  # whoever began the match and moves to another device still is its host
        hosted = (matches.c.id == way.match) & (matches.c.host == before)
        link.execute(update(matches).where(hosted).values(host=token))
    return str(way.match)


def watch(link: Connection, key: str, token: str, name: str, now: int) -> str:
    """Somebody watches, by a link for that, or one to a seat that is taken."""
    id = str(behind(link, key).match)
    hold(link, id)
    come = (watchers.c.match == id) & (watchers.c.token == token)
    if not link.execute(update(watchers).where(come).values(name=name)).rowcount:
        here = link.execute(select(watchers.c.token).where(watchers.c.match == id)).all()
        if len(here) >= MOST:
            raise Taken
        link.execute(insert(watchers).values(match=id, token=token, name=name, since=now))
    return id


def reseat(link: Connection, id: str, side: str, player: str, name: str, now: int) -> None:
    """A seat is a bot's, or waits for somebody; links to it lead nowhere any more."""
    take_back(link, id, side, now)
    mine = (seats.c.match == id) & (seats.c.side == side)
    new = {"player": player, "token": "", "name": name, "since": now, "leave": 0}
    link.execute(update(seats).where(mine).values(**new, notices="", standing=""))


def come(link: Connection, id: str, token: str, now: int) -> None:
    """Somebody is at a match for the first time that another began for him."""
    mine = (seats.c.match == id) & (seats.c.token == token) & (seats.c.since == 0)
    link.execute(update(seats).where(mine).values(since=now))


def rename(link: Connection, id: str, side: str, name: str) -> None:
    mine = (seats.c.match == id) & (seats.c.side == side)
    link.execute(update(seats).where(mine).values(name=name))
