"""Mail to whoever is away: that it is his turn, and how to have no more of it.

Off unless KURSK_SMTP names a server and KURSK_MAIL the address that writes. An address hears of
turns only after its owner has confirmed it, and every letter has a link that ends them, without
signing in. Nothing that people have typed is ever in a letter.
"""

import asyncio
import hmac
import os
import re
import secrets
import smtplib
import ssl
from email.message import EmailMessage
from email.utils import formatdate, make_msgid
from typing import Annotated, Any
from urllib.parse import unquote, urlsplit

import msgspec
from litestar import post
from litestar.exceptions import ClientException, HTTPException, ServiceUnavailableException
from litestar.params import JSONBody
from sqlalchemy import Connection, delete, func, insert, select, update

from kursk.server.door import CONFLICT, GONE, Asked, TheLimits, TheRooms, token
from kursk.server.limits import address, not_too_often
from kursk.server.metrics import notice
from kursk.server.store import Store, hashed
from kursk.server.tables import mails, unwanted

PATIENCE = 15.0  # seconds for a mail server
SMALL = 2_000  # bytes of a request
DAY = 86_400
PLAIN = re.compile(r"[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@([A-Za-z0-9-]+\.)+[A-Za-z]{2,}")
MUCH = "That is much mail at once."
ENDED = "This link leads nowhere any more."

ASKS = """\
Somebody wants Kursk, a server for board games at {site}, to write here when it is his turn
in a game.

If that was you, say so at {link}
If not, do nothing, or say there that you want no mail: then there will be none.
"""
TURN = """\
{text}

{site}#/play/{match}

You hear this once a turn. To hear no more: {link}
"""


class Wish(msgspec.Struct, forbid_unknown_fields=True):
    address: Annotated[str, msgspec.Meta(max_length=254)]  # "": no mail any more


class Key(msgspec.Struct, forbid_unknown_fields=True):
    key: Annotated[str, msgspec.Meta(min_length=1, max_length=40, pattern=r"^[\w-]+\Z")]


class Letters(msgspec.Struct):
    """What a link in a letter is about."""

    address: str  # as much of it as its owner needs
    confirmed: bool


class Mail(msgspec.Struct):
    """How somebody is written to."""

    can: bool  # this server writes letters
    address: str = ""
    confirmed: bool = False


def offered() -> bool:
    return bool(os.environ.get("KURSK_SMTP") and os.environ.get("KURSK_MAIL"))


async def mail_of(store: Store, who: str) -> Mail:
    row = await store.do(_of, who) if who and offered() else None
    return Mail(offered(), row.address, row.confirmed > 0) if row else Mail(offered())


@post("/me/mail", status_code=200, request_max_body_size=SMALL)
async def want(request: Asked, rooms: TheRooms, limits: TheLimits, data: JSONBody[Wish]) -> Mail:
    """Be written to when it is your turn. A letter asks first whether the address is yours."""
    told, now = token(request), int(rooms.now())
    if not offered():
        raise ClientException("This server writes no mail.")
    if not told:
        raise ClientException("Begin a game first, or sit down at one.")
    if not data.address:
        await rooms.store.do(_drop, hashed(told))
        return Mail(True)
    if not PLAIN.fullmatch(data.address):
        raise ClientException("That is no mail address.")
    not_too_often(limits, "mail", address(request.scope), MUCH)
    key = secrets.token_urlsafe(16)
    match await rooms.store.do(_keep, hashed(told), data.address, key, now):
        case "known":
            says = "A letter is on its way there already. Look for it, or try again tomorrow."
            raise HTTPException(says, status_code=CONFLICT)
        case "new":
            site = request.app.state.hosting.site
            text = ASKS.format(site=site, link=f"{site}#/mail/{key}")
            try:
                not_too_often(limits, "letter", data.address.lower(), MUCH)
                await _write(data.address, "Is this address yours?", text)
            except Exception as error:
                await rooms.store.do(_drop, hashed(told))
                if isinstance(error, HTTPException):
                    raise
                raise ServiceUnavailableException("The letter could not be sent.") from None
    return Mail(True, data.address)


@post("/mail/look", status_code=200, request_max_body_size=SMALL)
async def look(request: Asked, rooms: TheRooms, data: JSONBody[Key]) -> Letters:
    row = await _row(rooms, data.key)
    name, _, host = row.address.partition("@")
    return Letters(f"{name[0]}…@{host}", row.confirmed > 0)


@post("/mail/confirm", status_code=200, request_max_body_size=SMALL)
async def confirm(request: Asked, rooms: TheRooms, data: JSONBody[Key]) -> None:
    """The address is mine, and may be written to."""
    await _row(rooms, data.key)
    await rooms.store.do(_confirm, data.key, int(rooms.now()))


@post("/mail/stop", status_code=200, request_max_body_size=SMALL)
async def stop(request: Asked, rooms: TheRooms, data: JSONBody[Key]) -> None:
    """No more mail; and if it was somebody else who asked for it, never again."""
    await _row(rooms, data.key)
    await rooms.store.do(_stop, data.key, int(rooms.now()))


async def _row(rooms: TheRooms, key: str) -> Any:
    row = await rooms.store.do(_behind, key)
    if row is None or not hmac.compare_digest(row.key, key):
        raise HTTPException(ENDED, status_code=GONE)
    return row


# -- writing -----------------------------------------------------------------------------------


async def tell_turn(store: Store, who: str, site: str, text: str, match: str) -> None:
    """Write to somebody that it is his turn, if he has confirmed that he wants it."""
    row = await store.do(_of, who)
    if row is None or not row.confirmed or not offered():
        return
    link = f"{site}#/mail/{row.key}"
    letter = TURN.format(text=text, site=site, match=match, link=link)
    await _write(row.address, text.partition(".")[0], letter, link)


async def _write(to: str, subject: str, text: str, stop: str = "") -> None:
    letter = EmailMessage()
    letter["From"], letter["To"], letter["Subject"] = os.environ["KURSK_MAIL"], to, subject
    letter["Date"], letter["Auto-Submitted"] = formatdate(), "auto-generated"
    letter["Message-ID"] = make_msgid(
        domain=os.environ["KURSK_MAIL"].rpartition("@")[2].rstrip(">")
    )
    if stop:
        letter["List-Unsubscribe"] = f"<{stop}>"
    letter.set_content(text)
    with notice("mail"):
        await asyncio.to_thread(send, letter)


def send(letter: EmailMessage) -> None:
    """Hand a letter to the mail server; by TLS wherever a password is told."""
    told = urlsplit(os.environ["KURSK_SMTP"])
    host, safe = told.hostname or "", told.scheme == "smtps"
    settings: Any = {"timeout": PATIENCE}
    if safe:
        server: smtplib.SMTP = smtplib.SMTP_SSL(
            host, told.port or 465, context=ssl.create_default_context(), **settings
        )
    else:
        server = smtplib.SMTP(host, told.port or 587, **settings)
    with server:
        server.ehlo()
        if not safe and (told.password or server.has_extn("starttls")):
            server.starttls(context=ssl.create_default_context())
        if told.username:
            server.login(unquote(told.username), unquote(told.password or ""))
        server.send_message(letter)


# -- in the store's thread ---------------------------------------------------------------------


def _of(link: Connection, who: str) -> Any:
    return link.execute(select(mails).where(mails.c.owner == who)).first()


def _behind(link: Connection, key: str) -> Any:
    return link.execute(select(mails).where(mails.c.key == key)).first()


def _drop(link: Connection, who: str) -> None:
    link.execute(delete(mails).where(mails.c.owner == who))


def _keep(link: Connection, who: str, address: str, key: str, now: int) -> str:
    """An address that waits for its owner's word: new; known, if it was asked lately; or
    unwanted, which only its owner knows."""
    here = func.lower(mails.c.address) == address.lower()
    asked = here & (mails.c.confirmed == 0) & (mails.c.asked > now - DAY)
    if link.scalar(select(func.count()).select_from(mails).where(asked)):
        return "known"
    _drop(link, who)
    row = {"owner": who, "address": address, "key": key, "asked": now}
    link.execute(insert(mails).values(**row))
    no = unwanted.c.address == hashed(address.lower())
    return "unwanted" if link.execute(select(unwanted).where(no)).first() else "new"


def _confirm(link: Connection, key: str, now: int) -> None:
    link.execute(update(mails).where(mails.c.key == key).values(confirmed=now))


def _stop(link: Connection, key: str, now: int) -> None:
    row = _behind(link, key)
    if row is None:
        return
    told = hashed(row.address.lower())
    known = link.execute(select(unwanted).where(unwanted.c.address == told)).first()
    if not row.confirmed and not known:
        link.execute(insert(unwanted).values(address=told, since=now))
    link.execute(delete(mails).where(mails.c.key == key))


handlers = [want, look, confirm, stop]
