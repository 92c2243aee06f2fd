"""Accounts over HTTP: signing up, in and out. Nobody needs one to play.

A password leads to a token by argon2, slowly; the store knows the token's hash (members.py).
Whether a name is known is told by no refusal, and by no time that it takes; only who wants a name
for himself is told that it is taken, a few times an hour.
"""

import asyncio
import hmac
import secrets
import unicodedata
from concurrent.futures import ThreadPoolExecutor
from typing import Annotated, Any

import msgspec
from argon2.low_level import Type, hash_secret_raw
from litestar import Response, get, post
from litestar.exceptions import ClientException, HTTPException, PermissionDeniedException
from litestar.params import JSONBody

from kursk.core.limits import printable
from kursk.server import members
from kursk.server.door import (
    CONFLICT,
    GUEST,
    PLAYER,
    Asked,
    TheLimits,
    TheRooms,
    forget_cookie,
    remember,
    token,
)
from kursk.server.letters import Mail, mail_of
from kursk.server.limits import address, not_too_often
from kursk.server.room import SEATS
from kursk.server.rooms import Rooms
from kursk.server.store import hashed
from kursk.server.tries import kept, throw_away

SMALL = 2_000  # bytes of a request
SALT, TOKEN = 16, 32  # bytes
SHORTEST = 8  # characters of a password
WRONG = "The name or the password is wrong."
_hands = ThreadPoolExecutor(2, "password")  # each takes 64 MB while it is at work

Called = Annotated[str, msgspec.Meta(min_length=1, max_length=40)]
Password = Annotated[str, msgspec.Meta(max_length=200)]


class How(msgspec.Struct, frozen=True, array_like=True):
    """The way from a password to its token: argon2id's settings, and the salt."""

    salt: str = "00" * SALT
    time: int = 3
    memory: int = 65_536  # kilobytes
    lanes: int = 4


class Credentials(msgspec.Struct, forbid_unknown_fields=True):
    name: Called
    password: Password
    join: bool = True  # the games of this browser are the account's from now on


class Sure(msgspec.Struct, forbid_unknown_fields=True):
    password: Password = ""


class Changed(msgspec.Struct, forbid_unknown_fields=True):
    password: Password
    new: Password


class Me(msgspec.Struct):
    accounts: bool  # one can have one here
    name: str  # of the account; "" for a guest
    games: int
    mail: Mail


def new_how() -> str:
    return msgspec.json.encode(How(secrets.token_hex(SALT))).decode()


async def way(password: str, how: str) -> str:
    """The token to which a password leads."""
    told = msgspec.json.decode(how, type=How)
    return await asyncio.get_running_loop().run_in_executor(_hands, _way, password, told)


def _way(password: str, how: How) -> str:
    said = unicodedata.normalize("NFKC", password).encode("utf-8", "surrogatepass")
    settings = how.time, how.memory, how.lanes, TOKEN, Type.ID
    return hash_secret_raw(said, bytes.fromhex(how.salt), *settings).hex()


NOBODY = msgspec.json.encode(How()).decode()  # for a name that nobody has: it takes as long


def folded(name: str) -> str:
    return unicodedata.normalize("NFKC", name).casefold()


def _offered(request: Asked) -> None:
    if not request.app.state.hosting.accounts:
        raise PermissionDeniedException("There are no accounts on this server.")


async def account(request: Asked, rooms: Rooms) -> Any:
    """That of the asker; None for a guest."""
    told = token(request)
    return await rooms.store.do(members.whose, hashed(told)) if told else None


async def _proved(
    request: Asked, rooms: Rooms, limits: TheLimits, name: str, password: str, known: bool = False
) -> tuple[Any, str]:
    """The account of a name and its token, if the password is right. Wrong ones are counted."""
    where = address(request.scope)
    not_too_often(limits, "password", where, "That is many passwords at once.")
    counted = [("sign in", f"{where} {name}")]
    if not known:  # who is signed in may sign out everywhere, while others guess at his password
        counted.append(("name", name))
    for what, who in counted:
        not_too_often(limits, what, who, "Too many wrong passwords.")
    row = await rooms.store.do(members.called, name)
    with limits.work(where):  # nobody has others wait for many of his
        found = await way(password, row.how if row else NOBODY)
    if not hmac.compare_digest(hashed(found), row.token if row else "0" * 64):
        raise PermissionDeniedException(WRONG)
    for what, who in counted:
        limits.give_back(what, who)
    return row, found


def _good(password: str) -> str:
    if len(password) < SHORTEST:
        raise ClientException(f"A password has {SHORTEST} characters at least.")
    return password


@get("/me")
async def me(request: Asked, rooms: TheRooms) -> Me:
    """Who this browser is, to itself."""
    mine, told = await account(request, rooms), token(request)
    who = hashed(told) if told else ""
    games = await rooms.store.do(members.games, who) if who else 0
    mail = await mail_of(rooms.store, who)
    return Me(request.app.state.hosting.accounts, mine.shown if mine else "", games, mail)


@post("/me/up", status_code=201, request_max_body_size=SMALL)
async def up(
    request: Asked, rooms: TheRooms, limits: TheLimits, data: JSONBody[Credentials]
) -> Response[Any]:
    """A new account, signed in."""
    await _signed_out(request, rooms)
    shown = printable(" ".join(data.name.split()))
    name = folded(shown)
    if not 0 < len(name) <= 40 or len(shown) > 40:
        raise ClientException("A name has 1 to 40 characters.")
    if folded(_good(data.password)) == name:
        raise ClientException("Take another password than your name.")
    not_too_often(limits, "sign up", address(request.scope), "That is many accounts at once.")
    how = new_how()
    with limits.work(address(request.scope)):
        found = await way(data.password, how)
    about = name, shown, hashed(found), how, int(rooms.now())
    if not await rooms.store.do(members.join, *about):
        raise HTTPException("That name is taken.", status_code=CONFLICT)
    return await _comes(request, rooms, found, data.join)


@post("/me/in", status_code=200, request_max_body_size=SMALL)
async def in_(
    request: Asked, rooms: TheRooms, limits: TheLimits, data: JSONBody[Credentials]
) -> Response[Any]:
    """Sign in: the games of this browser come along, or wait until you sign out."""
    await _signed_out(request, rooms)
    name = folded(printable(" ".join(data.name.split())))
    _, found = await _proved(request, rooms, limits, name, data.password)
    return await _comes(request, rooms, found, data.join)


async def _signed_out(request: Asked, rooms: Rooms) -> None:
    _offered(request)
    if await account(request, rooms) is not None:
        raise HTTPException("You are signed in: sign out first.", status_code=CONFLICT)


async def _comes(request: Asked, rooms: Rooms, found: str, join: bool) -> Response[Any]:
    answer, guest = Response(None), token(request)
    if guest and join:
        ids = await rooms.store.do(members.becomes, hashed(guest), hashed(found))
        _take_tries(rooms, hashed(guest), hashed(found))
        await seat_anew(rooms, ids)
    elif guest:
        remember(request, answer, guest, GUEST)
    remember(request, answer, found)
    return answer


@post("/me/out", status_code=200, request_max_body_size=SMALL)
async def out(request: Asked, rooms: TheRooms) -> Response[Any]:
    """Sign out in this browser; a guest who was here before is here again."""
    answer = Response(None)
    if await account(request, rooms) is not None:
        _goes(request, answer)
    return answer


def _goes(request: Asked, answer: Response[Any]) -> None:
    if guest := token(request, GUEST):
        remember(request, answer, guest)
        forget_cookie(request, answer, GUEST)
    else:
        forget_cookie(request, answer, PLAYER)


@post("/me/out/everywhere", status_code=200, request_max_body_size=SMALL)
async def out_everywhere(
    request: Asked, rooms: TheRooms, limits: TheLimits, data: JSONBody[Sure]
) -> Response[Any]:
    """Sign out in every browser, this one too."""
    await _renewed(request, rooms, limits, data.password, data.password)
    answer = Response(None)
    _goes(request, answer)
    return answer


@post("/me/password", status_code=200, request_max_body_size=SMALL)
async def change(
    request: Asked, rooms: TheRooms, limits: TheLimits, data: JSONBody[Changed]
) -> Response[Any]:
    """Another password: every other browser is signed out."""
    answer = Response(None)
    new = await _renewed(request, rooms, limits, data.password, _good(data.new))
    remember(request, answer, new)
    return answer


async def _mine(request: Asked, rooms: Rooms, limits: TheLimits, password: str) -> Any:
    mine = await account(request, rooms)
    if mine is None:
        raise PermissionDeniedException("You are not signed in.")
    await _proved(request, rooms, limits, mine.name, password, known=True)
    return mine


async def _renewed(request: Asked, rooms: Rooms, limits: TheLimits, password: str, new: str) -> str:
    mine, how = await _mine(request, rooms, limits, password), new_how()
    found = await way(new, how)
    ids = await rooms.store.do(members.renew, mine.token, hashed(found), how)
    _take_tries(rooms, mine.token, hashed(found))
    await seat_anew(rooms, ids)
    return found


@post("/me/delete", status_code=200, request_max_body_size=SMALL)
async def delete(
    request: Asked, rooms: TheRooms, limits: TheLimits, data: JSONBody[Sure]
) -> Response[Any]:
    """Delete all that tells of you: account, seats, chat, mail address. Games in which others
    sit go on; the rest are gone. Who has an account says its password."""
    told = token(request)
    if not told:
        raise ClientException("Nothing here is yours.")
    if await account(request, rooms) is not None:
        await _mine(request, rooms, limits, data.password)
    stay, gone = await rooms.store.do(members.forget, hashed(told), int(rooms.now()))
    for each in kept(rooms):
        if each.owner == hashed(told):
            throw_away(rooms, each)
    for id in gone:
        await rooms.gone(id)
    await seat_anew(rooms, stay)
    answer: Response[Any] = Response({"left": len(stay), "deleted": len(gone)})
    _goes(request, answer)
    return answer


async def seat_anew(rooms: Rooms, ids: list[str]) -> None:
    """Rooms that are open look who sits there now; who listened and is out hears no more."""
    for id in ids:
        if (room := rooms.open.get(id)) is not None:
            await room.seat()
            await room.stir("talk")
        else:  # but perhaps at another server
            await rooms.store.tell([(id, SEATS, None), (id, "talk", None)])


def _take_tries(rooms: Rooms, old: str, new: str) -> None:
    for each in kept(rooms):
        if each.owner == old:
            each.give_to(new)


handlers = [me, up, in_, out, out_everywhere, change, delete]
