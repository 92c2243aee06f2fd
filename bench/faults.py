"""Servers, bots and the database are killed while games are played: python -m bench.faults.

At any moment, any of them, and started again a little later, until there were enough kills or the
time is up. Players try again as a page does.
Afterwards every acknowledged order stands in the store, once; every log follows from its start
and its secret; and no bot is left to decide.
"""

import argparse
import asyncio
import os
import random
import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

import msgspec
from sqlalchemy import func, select

from bench.hosts import Host, Hosts
from bench.load import Found, Tally, look_over, play
from kursk.server.database import connect_to
from kursk.server.room import BOTS
from kursk.server.tables import matches

PATIENCE = 120.0  # seconds for bots to go on


class Report(msgspec.Struct):
    killed: Counter[str]
    tally: Tally
    found: Found
    idle: int  # matches in which a bot does not go on
    minutes: float = 0.0  # of play


async def endure(
    folder: Path, store: str, games: int, kills: int, apart: int, seed: int = 1,
    pace: float = 1.0, titles: Sequence[str] = (), minutes: float = 60.0,
) -> Report:  # fmt: skip
    """So many kills, so many acknowledged orders apart on average; fewer if the time is up."""
    chance, killed, tally = random.Random(seed), Counter[str](), Tally()
    began = time.perf_counter()
    end = began + 60 * minutes

    async def more() -> None:
        """Play goes on for a while."""
        enough = len(tally.acknowledged) + chance.randint(1, 2 * apart)
        while len(tally.acknowledged) < enough and not played.done() and time.perf_counter() < end:
            await asyncio.sleep(0.02)
        await asyncio.sleep(chance.uniform(0, 0.3))

    async with Hosts(folder, store, safe=False) as hosts:
        ended = asyncio.Event()
        played = asyncio.create_task(play(hosts, games, ended, pace, seed, True, titles, tally))
        while sum(killed.values()) < kills and time.perf_counter() < end:
            await more()
            if what := await kill_one(hosts, chance):
                killed[what] += 1
        await more()
        took = (time.perf_counter() - began) / 60
        ended.set()
        await played
        idle = await bots_go_on(hosts.url)
        found = look_over(hosts.url, tally.acknowledged)
    return Report(killed, tally, found, idle, took)


async def kill_one(hosts: Hosts, chance: random.Random) -> str:
    """Kill something that is there and let it come back; what it was."""
    what = chance.choice(["server", "worker", "bots", "database"])
    if what == "server":
        await again(chance.choice(hosts.servers), chance)
    elif what == "worker":
        hired = [pid for host in (*hosts.servers, *hosts.bots) for pid in host.workers()]
        if not hired:
            return ""
        with suppress(ProcessLookupError):
            os.kill(chance.choice(hired), signal.SIGKILL)
    elif what == "bots" and hosts.bots:
        await again(chance.choice(hosts.bots), chance)
    elif what == "database" and hosts.postgres:
        hosts.postgres.kill()
        await asyncio.sleep(chance.uniform(0, 0.5))
        await asyncio.to_thread(hosts.postgres.start)
    else:
        return ""
    return what


async def again(host: Host, chance: random.Random) -> None:
    host.kill()
    await asyncio.sleep(chance.uniform(0, 0.5))
    await host.start()


async def bots_go_on(url: str) -> int:
    """Until no bot has anything to decide; how many still have when patience ends."""
    engine, end = connect_to(url), time.perf_counter() + PATIENCE
    waits = (matches.c.due == BOTS) & matches.c.over.is_(False)
    while True:
        with engine.connect() as link:
            left = link.scalar(select(func.count()).select_from(matches).where(waits)) or 0
        if not left or time.perf_counter() > end:
            engine.dispose()
            return left
        await asyncio.sleep(0.2)


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m bench.faults", description=__doc__)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--kills", type=int, default=60)
    parser.add_argument("--apart", type=int, default=50, help="orders from kill to kill")
    parser.add_argument("--pace", type=float, default=3, help="seconds from order to order")
    parser.add_argument("--minutes", type=float, default=4, help="at the most, for each store")
    stores = ("sqlite", "postgresql")
    parser.add_argument("--stores", nargs="*", choices=stores, default=stores)
    parser.add_argument("--seed", type=int, default=1)
    chosen, good = parser.parse_args(), True
    for store in chosen.stores:
        with tempfile.TemporaryDirectory() as folder:
            about = chosen.games, chosen.kills, chosen.apart, chosen.seed, chosen.pace
            report = asyncio.run(endure(Path(folder), store, *about, minutes=chosen.minutes))
        tally, found = report.tally, report.found
        told = ", ".join(f"{what} {often}" for what, often in sorted(report.killed.items()))
        print(
            f"{store}: {report.killed.total()} kills ({told}) in {report.minutes:.1f} minutes; "
            f"{tally.games} games, an order about every {chosen.pace:g} s in each, "
            f"{len(tally.acknowledged)} orders acknowledged, {found.orders} stored: "
            f"{len(found.lost)} lost, {len(found.doubled)} doubled, {len(found.faults)} logs at "
            f"fault; {report.idle} bots do not go on; {len(tally.errors)} errors"
        )
        for fault in (*tally.errors[:5], *found.lost[:5], *found.doubled[:5], *found.faults[:5]):
            print("   ", fault)
        sys.stdout.flush()
        good = good and not (found.lost or found.doubled or found.faults or report.idle)
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
