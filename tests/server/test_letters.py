"""Mail: once a turn, to who has confirmed it, with a way to end it; never to who has not."""

import asyncio
import re
import socketserver
import threading
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from email import message_from_string, policy
from email.message import EmailMessage
from pathlib import Path

import httpx
import pytest

from kursk.server import letters, notices
from kursk.server.app import Hosting, create_app
from kursk.server.room import Room

HER, SITE = "anna@example.org", "https://games.example.org/kursk/"


class Postman(socketserver.StreamRequestHandler):
    """As much of a mail server as a letter needs."""

    def handle(self) -> None:
        self.say("220 here")
        while line := self.rfile.readline().decode().strip():
            word = line.split()[0].upper()
            if word == "DATA":
                self.say("354 go on")
                text = ""
                while (more := self.rfile.readline().decode()) != ".\r\n":
                    text += more
                self.server.letters.append(message_from_string(text, policy=policy.default))  # type: ignore[attr-defined]  # our own server
                self.say("250 taken")
            elif word == "QUIT":
                self.say("221 bye")
                return
            else:
                self.say("550 no" if "full@" in line else "250 yes")

    def say(self, line: str) -> None:
        self.wfile.write(f"{line}\r\n".encode())


class Office(socketserver.ThreadingTCPServer):
    daemon_threads = True

    def __init__(self) -> None:
        self.letters: list[EmailMessage] = []
        super().__init__(("127.0.0.1", 0), Postman)


@pytest.fixture
def office(monkeypatch: pytest.MonkeyPatch) -> Iterator[Office]:
    with Office() as office:
        monkeypatch.setenv("KURSK_SMTP", f"smtp://127.0.0.1:{office.server_address[1]}")
        monkeypatch.setenv("KURSK_MAIL", "Kursk <kursk@games.example.org>")
        served = threading.Thread(target=office.serve_forever, args=(0.01,))
        served.start()
        yield office
        office.shutdown()
        served.join()


class Place:
    """A server in this process, at whose clock we turn, and two who play there."""

    def __init__(self, folder: Path) -> None:
        hosting = Hosting(("games.example.org",), "/kursk", accounts=True)
        self.guard = create_app(f"sqlite:///{folder / 'kursk.db'}", hosting=hosting)
        assert self.guard.rooms
        self.rooms = self.guard.rooms
        self.hour = 1_000_000.0
        self.rooms.now = lambda: self.hour
        self.one, self.other, self.third = (self.come() for _ in range(3))

    def come(self) -> httpx.AsyncClient:
        carried = httpx.ASGITransport(self.guard)
        return httpx.AsyncClient(transport=carried, base_url="http://localhost/kursk/api")

    async def begin(self) -> Room:
        asked = {"game": "skirmish", "players": {"blue": "human", "red": "link"}}
        told = (await self.one.post("/matches", json=asked)).json()
        await self.other.post("/links/open", json={"link": told["links"]["red"]})
        room = await self.rooms.room(told["id"])
        assert room
        return room


@asynccontextmanager
async def place(folder: Path) -> AsyncIterator[Place]:
    here = Place(folder)
    yield here
    for client in (here.one, here.other, here.third):
        await client.aclose()
    here.rooms.close()
    await here.rooms.store.close()


async def told() -> None:
    await asyncio.gather(*notices._telling)


def link(letter: EmailMessage) -> str:
    text = letter.get_content()
    (key,) = re.findall(re.escape(SITE) + r"#/mail/([\w-]{22})", text)
    return str(key)


async def give(room: Room, *orders: str) -> None:
    for order in orders:
        await room.play(room.match.actor, order, room.seq, None)


def test_a_letter_a_turn_and_no_more_after_the_link_in_it(tmp_path: Path, office: Office) -> None:
    async def play() -> None:
        async with place(tmp_path) as here:
            room, her = await here.begin(), here.other
            assert (await her.get("/me")).json()["mail"]["can"]
            assert (await her.post("/me/mail", json={"address": HER})).is_success
            (asks,) = office.letters
            assert asks["to"] == HER and asks["from"] == "Kursk <kursk@games.example.org>"
            assert asks["list-unsubscribe"] is None and asks["auto-submitted"] == "auto-generated"
            here.hour += 1000  # everybody is away
            await give(room, "press")
            await told()
            assert len(office.letters) == 1, "not before she has confirmed it"
            key = link(asks)
            looked = await here.third.post("/mail/look", json={"key": key})
            assert looked.json() == {"address": "a…@example.org", "confirmed": False}
            assert (await here.third.post("/mail/confirm", json={"key": key})).is_success
            assert (await her.get("/me")).json()["mail"]["confirmed"]
            here.hour += 1000
            turns = []
            while room.match.g.turn < 4 and not room.match.over:
                before = len(office.letters)
                await give(room, next(iter(room.match.orders(""))))
                await told()
                turns += [room.match.g.turn] * (len(office.letters) - before)
            assert turns == sorted(turns) and len(set(turns)) > 1
            most = max(turns.count(turn) for turn in turns)
            assert most == 2, "one a turn, and one as his own part of it comes; not an order"
            letter = office.letters[-1]
            assert letter["subject"] == "Skirmish: it is your turn"
            assert f"{SITE}#/play/{room.id}" in letter.get_content()
            assert letter["list-unsubscribe"].strip() == f"<{SITE}#/mail/{link(letter)}>"
            sent = len(office.letters)
            assert (await here.third.post("/mail/stop", json={"key": key})).is_success
            assert (await here.third.post("/mail/stop", json={"key": key})).status_code == 410
            room.told.clear()
            for _ in range(40):
                if not room.match.over:
                    await give(room, next(iter(room.match.orders(""))))
            await told()
            assert len(office.letters) == sent
            assert (await her.get("/me")).json()["mail"]["address"] == ""

    asyncio.run(play())


def test_who_is_told_once_is_not_told_again_by_a_server_that_was_restarted(
    tmp_path: Path, office: Office
) -> None:
    async def play() -> None:
        async with place(tmp_path) as here:
            room = await here.begin()
            await here.other.post("/me/mail", json={"address": HER})
            await here.third.post("/mail/confirm", json={"key": link(office.letters[0])})
            here.hour += 1000
            await give(room, "press")
            await told()
            assert len(office.letters) == 2
            room.told.clear()  # as a room has it that was opened anew
            notices.turn_of(room, SITE)
            await told()
            assert len(office.letters) == 2
            room.presence.seen(room.sitting.seats["red"].token)
            room.match.g.turn += 1
            notices.turn_of(room, SITE)
            await told()
            assert len(office.letters) == 2, "who is there sees it"

    asyncio.run(play())


def test_an_address_that_is_not_ones_own_is_left_alone(tmp_path: Path, office: Office) -> None:
    async def annoy() -> None:
        async with place(tmp_path) as here:
            await here.begin()
            assert (await here.one.post("/me/mail", json={"address": HER})).is_success
            again = await here.other.post("/me/mail", json={"address": HER})
            assert again.status_code == 409 and len(office.letters) == 1
            await here.third.post("/mail/stop", json={"key": link(office.letters[0])})
            for client in (here.one, here.other):
                here.hour += 2 * 86_400
                told = await client.post("/me/mail", json={"address": HER.replace("a", "A")})
                assert told.is_success, "and nobody is told that she wants none"
            assert len(office.letters) == 1

    asyncio.run(annoy())


@pytest.mark.parametrize(
    "address",
    ["anna", "anna@", "@example.org", "a@b", "a b@example.org", "a@example.org\nBcc: b@example.org",
     "a@example.org,b@example.org", "<a@example.org>", "ä@example.org", "a@" + "x" * 250 + ".org"],
)  # fmt: skip
def test_what_is_no_address(tmp_path: Path, office: Office, address: str) -> None:
    async def ask() -> None:
        async with place(tmp_path) as here:
            await here.begin()
            told = await here.one.post("/me/mail", json={"address": address})
            assert told.status_code == 400 and not office.letters

    asyncio.run(ask())


def test_a_letter_that_cannot_be_sent_is_told(tmp_path: Path, office: Office) -> None:
    async def ask() -> None:
        async with place(tmp_path) as here:
            stranger = await here.third.post("/me/mail", json={"address": HER})
            assert stranger.status_code == 400
            await here.begin()
            told = await here.one.post("/me/mail", json={"address": "full@example.org"})
            assert told.status_code == 503 and "could not be sent" in told.json()["detail"]
            assert (await here.one.get("/me")).json()["mail"]["address"] == ""
            for _ in range(5):
                answer = await here.one.post("/me/mail", json={"address": "full@example.org"})
            assert answer.status_code == 429

    asyncio.run(ask())


def test_without_a_mail_server_there_is_no_mail(tmp_path: Path) -> None:
    async def ask() -> None:
        async with place(tmp_path) as here:
            room = await here.begin()
            assert not (await here.one.get("/me")).json()["mail"]["can"]
            assert (await here.one.post("/me/mail", json={"address": HER})).status_code == 400
            here.hour += 1000
            await give(room, "press")
            assert not notices._telling

    asyncio.run(ask())


def test_a_password_is_told_by_tls_alone(office: Office, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KURSK_SMTP", f"smtp://me:secret@127.0.0.1:{office.server_address[1]}")
    letter = EmailMessage()
    letter["From"], letter["To"] = "a@example.org", "b@example.org"
    with pytest.raises(Exception, match="STARTTLS"):
        letters.send(letter)
    assert not office.letters


def test_forgetting_somebody_forgets_the_address(tmp_path: Path, office: Office) -> None:
    async def ask() -> None:
        async with place(tmp_path) as here:
            await here.begin()
            await here.other.post("/me/mail", json={"address": HER})
            assert (await here.other.post("/me/delete", json={})).is_success
        assert HER.encode() not in (tmp_path / "kursk.db").read_bytes()

    asyncio.run(ask())


def test_what_was_deleted_is_not_left_in_the_file(tmp_path: Path, office: Office) -> None:
    """A database that only forgets where something lies still has it."""

    def found(*words: str) -> list[str]:
        told = b"".join(path.read_bytes() for path in tmp_path.glob("kursk.db*"))
        return [word for word in words if word.encode() in told]

    said = [f"Number {n}: meet me at the old mill" for n in range(8)]

    async def ask(delete: bool) -> None:
        async with place(tmp_path) as here:
            if not delete:
                room, her = await here.begin(), here.other
                assert (await her.post("/me/mail", json={"address": HER})).is_success
                for text in said:
                    body = {"side": "red", "text": text}
                    assert (await her.post(f"/matches/{room.id}/talk", json=body)).is_success
                cookies.update(her.cookies)
            else:
                here.other.cookies.update(cookies)
                assert (await here.other.post("/me/delete", json={})).is_success

    cookies = httpx.Cookies()
    asyncio.run(ask(delete=False))
    assert found(HER, *said) == [HER, *said]
    asyncio.run(ask(delete=True))
    assert found(HER, *said) == []
