"""How many orders a second the server takes, over real connections: python -m bench.server.

Several visitors at once give orders in matches of their own, then one alone. Orders are planned
beforehand, up to the first die. With --before FOLDER the same is asked, by turns, of the older
`kursk` that lies there, as far as it has the games and takes the orders.
"""

import argparse
import asyncio
import json
import math
import os
import re
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from statistics import median
from typing import NamedTuple

import msgspec

import kursk
from kursk import library
from kursk.contract.wander import Wanderer
from kursk.core.flow import DICE

VISITORS = 8
HERE = Path(kursk.__file__ or "").parents[1]
PLANS = 4  # for each game
LENGTH = (40, 120)  # orders of a plan

SIZE = re.compile(rb"\r\ncontent-length: (\d+)\r\n", re.I)
COOKIE = re.compile(rb"\r\nset-cookie: ([^;\r]+)", re.I)

Plan = list[tuple[str, str]]  # side and order


class Server(NamedTuple):
    port: int
    process: int


class Pace(msgspec.Struct):
    """What a server did with one game's orders."""

    orders: int = 0
    seconds: float = 0.0
    cpu: float = 0.0  # seconds that the server worked
    ours: float = 0.0  # and the visitors
    bytes: int = 0
    waits: list[float] = []

    def add(self, other: "Pace") -> None:
        self.orders += other.orders
        self.seconds += other.seconds
        self.cpu += other.cpu
        self.ours += other.ours
        self.bytes += other.bytes
        self.waits = self.waits + other.waits


def plans(title: str) -> list[Plan]:
    """Orders that need no die and leave nobody without a choice."""
    found: list[Plan] = []
    seed = 0
    while len(found) < PLANS:
        match, wanderer, plan = library.start(title), Wanderer(seed), Plan()
        wanderer.haste = 0.02
        while not match.over and match.actor != DICE and not match.forced and len(plan) < LENGTH[1]:
            plan.append((match.actor, wanderer.order(match)))
            match.play(plan[-1][1])
        if match.actor == DICE or match.forced:
            plan.pop()  # what follows it is the server's
        if len(plan) >= min(LENGTH[0], 10 * (seed + 1)) or seed > 40:
            found.append(plan)
        seed += 1
    return found


class Refused(Exception):
    """A server that does not do what is asked: an older one has fewer games, and other rules."""


class Visitor(asyncio.Protocol):
    """A keep-alive connection with a cookie, and no more of HTTP than that needs: visitors and
    server share the machine, and it is the server that is measured."""

    def __init__(self, port: int) -> None:
        self.port, self.cookie, self.got = port, "", bytearray()
        self.answered: asyncio.Future[bytes] | None = None

    async def __aenter__(self) -> "Visitor":
        loop = asyncio.get_running_loop()
        await loop.create_connection(lambda: self, "127.0.0.1", self.port)
        return self

    async def __aexit__(self, *_: object) -> None:
        self.transport.close()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport

    def connection_lost(self, error: Exception | None) -> None:
        if self.answered and not self.answered.done():
            self.answered.set_exception(error or ConnectionResetError("the server hung up"))

    def data_received(self, data: bytes) -> None:
        self.got += data
        if (end := self.got.find(b"\r\n\r\n")) < 0:
            return
        told = SIZE.search(self.got, 0, end + 2)
        assert told and self.answered
        if len(self.got) >= end + 4 + int(told[1]):
            answer, self.got = bytes(self.got), bytearray()
            self.answered.set_result(answer)

    async def post(self, path: str, body: object) -> bytes:
        """What is answered; Refused, if that is not what was hoped for."""
        data = msgspec.json.encode(body)
        head = (
            f"POST /api/{path} HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\nAccept-Encoding: gzip\r\n"
            f"Content-Type: application/json\r\nContent-Length: {len(data)}\r\n{self.cookie}\r\n"
        )
        self.answered = asyncio.get_running_loop().create_future()
        self.transport.write(head.encode() + data)
        answer, _, content = (await self.answered).partition(b"\r\n\r\n")
        if not self.cookie and (told := COOKIE.search(answer)):
            self.cookie = f"Cookie: {told[1].decode()}\r\n"
        if answer[9:12] not in (b"200", b"201"):
            raise Refused(f"POST {path} {body}: {answer[9:12].decode()} {content[:300]!r}")
        return content


async def visit(port: int, title: str, plan: list[Plan], end: float) -> Pace:
    """One visitor's matches until the time is up."""
    pace = Pace()
    async with Visitor(port) as visitor:
        while time.perf_counter() < end:
            for orders in plan:
                await play(visitor, title, orders, end, pace)
    return pace


async def play(visitor: Visitor, title: str, orders: Plan, end: float, pace: Pace) -> None:
    """One match, as far as the plan and the time go."""
    if time.perf_counter() > end:
        return
    id = json.loads(await visitor.post("matches", {"game": title}))["id"]
    for seq, (side, order) in enumerate(orders):
        began = time.perf_counter()
        body = {"order": order, "side": side, "seq": seq, "client": f"{seq}"}
        got = await visitor.post(f"matches/{id}/orders?since={seq}", body)
        pace.waits.append(time.perf_counter() - began)
        pace.orders += 1
        pace.bytes += len(got)
        if time.perf_counter() > end:
            return


async def warm(port: int, title: str, plan: list[Plan]) -> None:
    """Everything once: what a server works out once and keeps is not what is measured."""
    async with Visitor(port) as visitor:
        for orders in plan:
            await play(visitor, title, orders, math.inf, Pace())


def worked(process: int) -> float:
    """How long a process has worked so far, where the system tells."""
    try:
        fields = Path(f"/proc/{process}/stat").read_text("utf-8").rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


async def measure(
    server: Server, title: str, plan: list[Plan], visitors: int, seconds: float
) -> Pace:
    port, before, began = server.port, worked(server.process), time.perf_counter()
    ours = time.process_time()
    turned = [plan[n % len(plan) :] + plan[: n % len(plan)] for n in range(visitors)]
    each = await asyncio.gather(
        *(visit(port, title, mine, began + seconds) for mine in turned), return_exceptions=False
    )
    total = Pace()
    for pace in each:
        total.add(pace)
    total.seconds = time.perf_counter() - began
    total.cpu, total.ours = worked(server.process) - before, time.process_time() - ours
    return total


@asynccontextmanager
async def serving(source: Path) -> AsyncIterator[Server]:
    """A server of the `kursk` in a folder, on a store of its own."""
    with socket.socket() as free, tempfile.TemporaryDirectory() as folder:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
        free.close()
        env = {**os.environ, "KURSK_DATA": folder, "PYTHONPATH": str(source)}
        process = subprocess.Popen(
            [sys.executable, "-m", "kursk.server", str(port)], env=env, stderr=subprocess.DEVNULL
        )
        try:
            while True:
                try:
                    socket.create_connection(("127.0.0.1", port)).close()
                    break
                except OSError:
                    await asyncio.sleep(0.05)
            yield Server(port, process.pid)
        finally:
            process.terminate()
            process.wait()


async def run(sources: dict[str, Path], titles: Sequence[str], seconds: float, rounds: int) -> None:
    everything = {title: plans(title) for title in titles}
    found: dict[tuple[str, str, int], Pace] = {}
    for _ in range(rounds):
        for name, source in sources.items():
            async with serving(source) as server:
                for title, plan in everything.items():
                    try:
                        await warm(server.port, title, plan)
                    except Refused as refused:
                        print(f"{title}, {name}: {refused}", file=sys.stderr)
                        continue
                    for visitors in (VISITORS, 1):
                        pace = await measure(server, title, plan, visitors, seconds)
                        found.setdefault((title, name, visitors), Pace()).add(pace)
    at_once = f"{VISITORS} at once"
    print(
        f"{'':28}{at_once:>14}{'CPU':>10}{'visitors':>10}{'one alone':>14}{'p50':>10}{'p95':>10}"
        f"{'bytes':>8}"
    )
    for title in everything:
        for name in sources:
            if (title, name, 1) not in found:
                continue
            many, one = found[title, name, VISITORS], found[title, name, 1]
            waits = sorted(one.waits)
            print(
                f"{title:20}{name:8}{many.orders / many.seconds:>12.0f}/s"
                f"{many.cpu / many.orders * 1e3:>7.2f} ms{many.ours / many.orders * 1e3:>7.2f} ms"
                f"{one.orders / one.seconds:>12.0f}/s"
                f"{median(waits) * 1e3:>7.1f} ms{waits[int(len(waits) * 0.95)] * 1e3:>7.1f} ms"
                f"{one.bytes / one.orders:>8.0f}"
            )


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.server", description=__doc__)
    parser.add_argument("--before", type=Path, help="the folder that holds an older kursk")
    parser.add_argument("--games", nargs="*", choices=library.titles(), default=library.titles())
    parser.add_argument("--seconds", type=float, default=3.0)
    parser.add_argument("--rounds", type=int, default=2)
    chosen = parser.parse_args()
    sources = {"before": chosen.before} if chosen.before else {}
    asyncio.run(run({**sources, "now": HERE}, chosen.games, chosen.seconds, chosen.rounds))


if __name__ == "__main__":
    main()
