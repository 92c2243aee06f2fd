"""Many games at once, played by chance over HTTP at a human pace: python -m bench.load.

Each game is begun by a browser of its own, which gives an order every few seconds and hears of
it by a stream, from the other server where there are two. In some a bot has one side. Afterwards
every acknowledged order must stand in the store, once, and every log must follow from its start
and its secret. Then many listen, and nothing happens.
"""

import argparse
import asyncio
import json
import random
import sys
import tempfile
import time
from collections.abc import AsyncGenerator, Sequence
from pathlib import Path
from statistics import median
from typing import Any

import msgspec
from sqlalchemy import Connection, func, select

from bench.hosts import Host, Hosts, worked_by_all
from kursk import library
from kursk.core.dice import Dice
from kursk.core.flow import DICE
from kursk.core.match import Start
from kursk.server.database import connect_to
from kursk.server.replay import UNDO, take
from kursk.server.tables import matches, orders

MEGABYTE = 2**20
AT_A_TABLE = 50  # listeners; no more may watch a match
PATIENCE = 120.0  # seconds for an answer: the machine may be busy
IDLE = 3.0  # seconds after which a server may close a connection that nobody uses
ENOUGH = 3_000_000  # bytes of an answer


class Broken(Exception):
    """No answer, or one that says that there is none just now."""


class Line:
    """A keep-alive connection of a browser, and no more of HTTP than that needs."""

    def __init__(self) -> None:
        self.cookie = ""
        self._to, self._asked = 0, 0.0
        self._writer: asyncio.StreamWriter | None = None

    async def ask(self, host: Host, path: str, body: object = None) -> tuple[int, Any]:
        """Status and answer; Broken if there is none."""
        try:
            return await asyncio.wait_for(self._ask(host.port, path, body), PATIENCE)
        except (OSError, EOFError, TimeoutError, ValueError) as error:
            self.close()
            raise Broken(f"{path}: {error!r}") from None

    async def _ask(self, port: int, path: str, body: object) -> tuple[int, Any]:
        if self._to != port or time.perf_counter() - self._asked > IDLE:
            self.close()
        self._asked = time.perf_counter()
        if self._writer is None:
            self._reader, self._writer = await asyncio.open_connection(
                "127.0.0.1", port, limit=ENOUGH
            )
            self._to = port
        self._writer.write(head(port, path, body, self.cookie))
        told = (await self._reader.readuntil(b"\r\n\r\n")).decode("latin-1")
        fields = dict(line.partition(": ")[::2] for line in told.split("\r\n")[1:])
        lower = {name.lower(): value for name, value in fields.items()}
        if "set-cookie" in lower:
            self.cookie = f"Cookie: {lower['set-cookie'].partition(';')[0]}\r\n"
        content = await self._reader.readexactly(int(lower["content-length"]))
        if lower.get("connection") == "close":
            self.close()
        status = int(told[9:12])
        if status >= 500:
            raise ValueError(f"{status} {content[:200]!r}")
        return status, json.loads(content)

    def close(self) -> None:
        if self._writer is not None:
            self._writer.close()
        self._writer = None


def head(port: int, path: str, body: object, cookie: str) -> bytes:
    data = json.dumps(body).encode() if body is not None else b""
    about = f"Content-Type: application/json\r\nContent-Length: {len(data)}\r\n" if data else ""
    method = "POST" if data else "GET"
    lines = f"{method} /api/{path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n{about}{cookie}\r\n"
    return lines.encode() + data


class Tally(msgspec.Struct):
    """What was seen of all games."""

    acknowledged: dict[tuple[str, str], str] = {}  # by match and the sender's id: the order
    waits: list[float] = []  # seconds until an order was answered
    heard: list[float] = []  # seconds from the answer until the stream told of it
    requests: int = 0
    errors: list[str] = []
    games: int = 0


class Table:
    """A game: one browser, both seats or one against a bot."""

    def __init__(
        self, hosts: Hosts, tally: Tally, title: str, bot: bool, pace: float, chance: random.Random,
        number: int, patient: bool, ended: asyncio.Event,
    ) -> None:  # fmt: skip
        self.hosts, self.tally, self.title, self.bot = hosts, tally, title, bot
        self.pace, self.chance, self.number = pace, chance, number
        self.patient = patient  # tries again whatever happens, as a page does
        self.line, self.id, self.given = Line(), "", 0
        self.scenes: dict[str, Any] = {}  # as a page has them
        self.answered: dict[int, float] = {}  # when each order was
        self.ended, self.asked_again = ended, False

    @property
    def host(self) -> Host:
        """Where it is played; `patient` players go elsewhere when that is gone."""
        return self.hosts.servers[self.number % len(self.hosts.servers)]

    async def ask(self, path: str, body: object = None) -> tuple[int, Any]:
        """Status and answer. Who is patient asks until there is one, of whatever server."""
        while True:
            self.tally.requests += 1
            try:
                return await self.line.ask(self.host, path, body)
            except Broken:
                if not self.patient or self.ended.is_set():
                    raise
                self.number += self.chance.random() < 0.5
                self.asked_again = True
                await asyncio.sleep(self.chance.uniform(0.1, 0.5))

    async def look(self, path: str, body: object = None) -> Any:
        status, answer = await self.ask(path, body)
        if status not in (200, 201):
            raise Broken(f"{path} {body}: {status} {str(answer)[:200]}")
        return answer

    async def play(self) -> None:
        """Until it is over, or enough."""
        try:
            await asyncio.sleep(self.chance.uniform(0, self.pace))
            await self._play()
        except Broken as error:
            if not self.ended.is_set():
                self.tally.errors.append(str(error))
        finally:
            self.line.close()

    async def _play(self) -> None:
        sides = library.game(self.title).sides
        players = {sides[1]: "random"} if self.bot else {}
        begin = {"game": self.title, "players": players}
        self.id = (await self.look("matches", begin))["id"]
        self.tally.games += 1
        mine, side = sides[:1] if self.bot else sides, sides[0]
        listening = asyncio.create_task(self.listen(mine[-1]))
        try:
            while not self.ended.is_set():
                scene = self.scenes.get(side, {})
                if scene.get("view", {}).get("actor") != side:
                    known = f"&since={scene['seq']}" if scene else ""
                    told = await self.look(f"matches/{self.id}?side={side}{known}")
                    scene = self.learn(side, told)
                decides = scene["view"]["actor"]
                if not decides or scene["stopped"]:
                    return
                if decides in mine and decides != side:
                    side = decides
                    continue
                await asyncio.sleep(self.pace * self.chance.uniform(0.5, 1.5))
                if decides == side:
                    await self.give(side, scene)
        finally:
            listening.cancel()
            await asyncio.gather(listening, return_exceptions=True)

    def learn(self, side: str, told: Any) -> Any:
        """The scene that a side has: a new one, or what changed of the old one."""
        if "since" in told:
            old = self.scenes[side]
            told = {**old, **told, "view": {**old["view"], **told["view"]}}
        self.scenes[side] = told
        return told

    async def give(self, side: str, scene: Any) -> None:
        """One order, under one id of ours, until it is known what became of it."""
        at, offered = f"matches/{self.id}", scene["choices"] or scene["words"]
        self.asked_again = False  # else the menu may come from a server that is behind
        if scene["able"] and (not offered or self.chance.random() < 0.9):
            about = self.chance.choice(scene["able"])
            status, told = await self.ask(f"{at}/orders?side={side}&about={about}")
            offered = told if status == 200 and told else offered
        if not offered:
            return
        order, seq = self.chance.choice(offered), scene["seq"]
        self.given += 1
        client = f"{self.given}"
        for _ in range(10):
            began = time.perf_counter()
            body = {"order": order, "side": side, "seq": seq, "client": client}
            known = self.scenes[side]["seq"]  # what changed is told against this one
            status, told = await self.ask(f"{at}/orders?since={known}", body)
            if status in (200, 409):
                self.learn(side, told)
            if status == 200:
                self.tally.waits.append(time.perf_counter() - began)
                self.answered[seq + 1] = time.perf_counter()
                self.tally.acknowledged[self.id, f"{side}/{client}"] = order
                return
            if status != 409 and not self.asked_again:
                raise Broken(f"{at}/orders {body}: {status} {str(told)[:200]}")
            if status != 409 or not self.asked_again:
                return  # the game has moved on, by a bot's or a clock's doing
            # it may have been stored, and the answer lost: under its id it counts once
            seq = self.scenes[side]["seq"]

    async def listen(self, side: str) -> None:
        """A stream, at the other server if there is one: each order comes once, in its place."""
        last = 0
        while True:
            server = self.hosts.servers[(self.number + 1) % len(self.hosts.servers)]
            try:
                async for seq in stream(server, self.id, side, self.line.cookie, last):
                    if not seq:
                        continue
                    if seq != last + 1:
                        self.tally.errors.append(f"{self.id}: event {seq} after {last}")
                    last = seq
                    if seq in self.answered:
                        self.tally.heard.append(time.perf_counter() - self.answered.pop(seq))
            except (OSError, EOFError):
                pass
            if not self.patient and not self.ended.is_set():
                self.tally.errors.append(f"{self.id}: its stream ended")
                return
            await asyncio.sleep(0.2)


async def stream(
    host: Host, id: str, side: str, cookie: str, after: int = 0
) -> AsyncGenerator[int, None]:
    """0 when it is open, and then the numbers of orders, as they are told."""
    reader, writer = await asyncio.open_connection("127.0.0.1", host.port)
    try:
        writer.write(
            head(host.port, f"matches/{id}/events?side={side}&after={after}", None, cookie)
        )
        if b" 200 " not in await reader.readline():
            raise OSError("no stream")
        yield 0
        while line := await reader.readline():
            if line.startswith(b"id: "):
                yield int(line[4:])
    finally:
        writer.close()


# -- what is left of it ------------------------------------------------------------------------


class Found(msgspec.Struct):
    orders: int = 0
    lost: list[str] = []
    doubled: list[str] = []
    faults: list[str] = []  # logs that do not follow from their start and secret


def look_over(url: str, acknowledged: dict[tuple[str, str], str]) -> Found:
    """Every acknowledged order stands in the store, once; every log can be followed."""
    engine, found = connect_to(url), Found()
    with engine.connect() as link:
        wanted = select(orders.c.match, orders.c.client, orders.c.order)
        kept: dict[tuple[str, str], list[str]] = {}
        for match, client, order in link.execute(wanted.where(orders.c.client.is_not(None))):
            kept.setdefault((match, client), []).append(order)
        for key, order in acknowledged.items():
            if kept.get(key) != [order]:
                told = found.doubled if len(kept.get(key, [])) > 1 else found.lost
                told.append(f"{key} {order!r}: {kept.get(key)}")
        found.orders = link.scalar(select(func.count()).select_from(orders)) or 0
        for row in link.execute(select(matches)).all():
            if fault := follow(link, row):
                found.faults.append(f"{row.id}, {row.game}: {fault}")
    engine.dispose()
    return found


def follow(link: Connection, row: Any) -> str:
    """What is wrong with a stored match; "" if nothing is."""
    match = library.begin(row.game, msgspec.json.decode(row.start, type=Start))
    match.dice = Dice(row.secret)
    log = select(orders).where(orders.c.match == row.id).order_by(orders.c.seq)
    for number, each in enumerate(link.execute(log), 1):
        if each.seq != number:
            return f"order {each.seq} is number {number}"
        rolled = each.actor == DICE and each.order != UNDO
        if rolled and each.order != f"roll {match.dice.roll(len(match.log))}":
            return f"order {number}, {each.order}: another die"
        try:
            take(match, each.actor, each.order)
        except ValueError as error:
            return f"order {number}, {each.order}: {error}"
    return ""


# -- at work -----------------------------------------------------------------------------------


async def play(
    hosts: Hosts, games: int, ended: asyncio.Event, pace: float, seed: int, patient: bool = False,
    titles: Sequence[str] = (), tally: Tally | None = None,
) -> Tally:  # fmt: skip
    """So many games until it is enough; every fifth is against a bot."""
    tally, chance = tally or Tally(), random.Random(seed)
    titles = titles or library.titles()
    tables = [
        Table(
            hosts, tally, titles[n % len(titles)], n % 5 == 4, pace,
            random.Random(chance.random()), n, patient, ended,
        )
        for n in range(games)
    ]  # fmt: skip
    played = [asyncio.create_task(table.play()) for table in tables]
    await ended.wait()
    done, late = await asyncio.wait(played, timeout=PATIENCE)
    for task in late:
        task.cancel()
    tally.errors += [f"not ended: {len(late)}"] * bool(late)
    tally.errors += [repr(fault) for task in done if (fault := task.exception())]
    return tally


async def idle(hosts: Hosts, listeners: int, seconds: float) -> str:
    """Many listen at many tables, and nothing happens; then all of them hear of an order."""
    line, before, open_, heard = Line(), _memory(hosts), 0, 0

    async def listen(host: Host, id: str) -> None:
        nonlocal open_, heard
        async for seq in stream(host, id, "blue", line.cookie):
            open_, heard = open_ + (seq == 0), heard + (seq == 1)

    tables = [
        (await line.ask(hosts.servers[0], "matches", {"game": "skirmish"}))[1]["id"]
        for _ in range(1 + listeners // AT_A_TABLE)
    ]
    tasks = []
    for n in range(listeners):
        host = hosts.servers[n % len(hosts.servers)]
        tasks.append(asyncio.create_task(listen(host, tables[n % len(tables)])))
        while n - open_ > AT_A_TABLE:
            await asyncio.sleep(0.01)
    end = time.perf_counter() + PATIENCE
    while open_ < listeners and time.perf_counter() < end:
        await asyncio.sleep(0.1)
    await asyncio.sleep(1)
    cpu = _cpu(hosts)
    await asyncio.sleep(seconds)
    cpu, memory = (_cpu(hosts) - cpu) / seconds, _memory(hosts) - before
    began, end = time.perf_counter(), time.perf_counter() + PATIENCE
    for id in tables:
        body = {"order": "press", "side": "blue", "seq": 0}
        await line.ask(hosts.servers[0], f"matches/{id}/orders", body)
    while heard < listeners and time.perf_counter() < end:
        await asyncio.sleep(0.01)
    took = time.perf_counter() - began
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    line.close()
    return (
        f"{listeners} listeners: {memory / listeners / 1024:.0f} KB each, {cpu:.1%} of a core "
        f"while nothing happens; {len(tables)} orders, and {heard} heard of theirs within "
        f"{took:.1f} s"
    )


async def run(chosen: argparse.Namespace, store: str, folder: Path) -> bool:
    async with Hosts(folder, store) as hosts:
        told = f"{store}, {len(hosts.servers)} server{'s' * (len(hosts.servers) > 1)}"
        empty, tally, ended = _memory(hosts), Tally(), asyncio.Event()
        playing = asyncio.create_task(
            play(hosts, chosen.games, ended, chosen.pace, chosen.seed, tally=tally)
        )
        while tally.games < chosen.games and not tally.errors:
            await asyncio.sleep(0.1)  # what it costs to begin is told by itself
        begun, first, ours = _cpu(hosts), tally.requests, time.process_time()
        since, already, told_already = time.perf_counter(), len(tally.waits), len(tally.heard)
        await asyncio.sleep(60 * chosen.minutes)
        took, cpu = time.perf_counter() - since, _cpu(hosts) - begun
        ours = time.process_time() - ours
        asked, count = tally.requests - first, len(tally.waits) - already
        memory = _memory(hosts) - empty
        ended.set()
        await playing
        waits, heard = tally.waits[already:], tally.heard[told_already:]
        print(f"{told}: {tally.games} games, {took / 60:.1f} minutes after all were begun, "
              f"an order about every {chosen.pace:g} s in each")  # fmt: skip
        print(f"  {count} orders, {count / took:.1f}/s; {asked} requests")
        print(f"  answered: median {_ms(waits, 0.5)}, p99 {_ms(waits, 0.99)}")
        print(f"  heard of by the stream: median {_ms(heard, 0.5)}, "
              f"p99 {_ms(heard, 0.99)} after that")  # fmt: skip
        print(f"  servers: {cpu / asked * 1e3:.1f} ms of CPU a request, {cpu / count * 1e3:.1f} ms "
              f"an order with all that is asked around it, {cpu / took:.0%} of a core; "
              f"{begun / tally.games * 1e3:.0f} ms to begin a game, with the server's own start; "
              f"{memory / tally.games / MEGABYTE:.2f} MB a game")  # fmt: skip
        print(f"  the players themselves: {ours / took:.0%} of a core")
        if hosts.postgres:
            used = worked_by_all(hosts.postgres.process.pid)
            print(f"  PostgreSQL: {used / len(tally.waits) * 1e3:.1f} ms of CPU an order")
        if chosen.listeners:
            print(" ", await idle(hosts, chosen.listeners, 10))
        found = look_over(hosts.url, tally.acknowledged)
        said = "".join(host.said() for host in (*hosts.servers, *hosts.bots))
    print(f"  {len(tally.errors)} errors; {len(tally.acknowledged)} orders acknowledged, "
          f"{found.orders} stored, {len(found.lost)} lost, {len(found.doubled)} doubled, "
          f"{len(found.faults)} logs at fault; {said.count('Traceback')} tracebacks")  # fmt: skip
    for fault in (*tally.errors[:5], *found.lost[:5], *found.doubled[:5], *found.faults[:5]):
        print("   ", fault)
    sys.stdout.flush()
    return not (tally.errors or found.lost or found.doubled or found.faults)


def _cpu(hosts: Hosts) -> float:
    return sum(host.cpu for host in hosts.servers)


def _memory(hosts: Hosts) -> int:
    return sum(host.memory for host in hosts.servers)


def _ms(waits: list[float], part: float) -> str:
    found = median(waits) if part == 0.5 else sorted(waits)[int(len(waits) * part)] if waits else 0
    return f"{found * 1e3:.0f} ms"


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m bench.load", description=__doc__)
    parser.add_argument("--games", type=int, default=500)
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--pace", type=float, default=10, help="seconds from order to order")
    parser.add_argument("--listeners", type=int, default=2000)
    stores = ("sqlite", "postgresql")
    parser.add_argument("--stores", nargs="*", choices=stores, default=stores)
    parser.add_argument("--seed", type=int, default=1)
    chosen, good = parser.parse_args(), True
    for store in chosen.stores:
        with tempfile.TemporaryDirectory() as folder:
            good = asyncio.run(run(chosen, store, Path(folder))) and good
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
