"""Orders through a real `kursk play`: how long somebody at the page waits for each answer."""

import compileall
import os
import random
import re
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from statistics import quantiles
from typing import Any

import httpx
import msgspec

import kursk
from kursk import library

WARM, ORDERS = 20, 120


class Trips(msgspec.Struct):
    """Milliseconds from an order given to its answer read."""

    p50: float
    p90: float


@contextmanager
def served() -> Iterator[str]:
    """The address of a server with a folder of its own. Its modules are compiled, as those of an
    installation are, whatever is usual where the bench runs."""
    compileall.compile_dir(kursk.__path__[0], quiet=2)
    usual = {name: told for name, told in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    with tempfile.TemporaryDirectory() as folder:
        process = subprocess.Popen(
            [sys.executable, "-m", "kursk.cli", "play", "--no-browser"],
            env=usual | {"KURSK_DATA": folder},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,  # so that its bots end with it
        )
        assert process.stdout
        try:
            said = process.stdout.readline()
            found = re.search(r"http://\S+", said)
            if not found:
                sys.exit(f"bench: kursk play says {said!r}")
            yield found[0]
        finally:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
            process.stdout.close()


def measure(title: str) -> Trips:
    """Any orders, for both sides, one after the other, as a page gives them."""
    chance, taken = random.Random(1943), list[float]()
    with served() as url, httpx.Client(base_url=f"{url}api/matches", timeout=60) as page:
        id = page.post("", json={"game": title}).json()["id"]
        while len(taken) < WARM + ORDERS:
            scene = deciding(page, id, title)
            if not scene:
                id = page.post("", json={"game": title}).json()["id"]
                continue
            order = chance.choice(offered(page, scene, chance))
            given = {"order": order, "side": scene["side"], "seq": scene["seq"]}
            began = time.perf_counter()
            seen = {"since": scene["seq"]}
            page.post(f"/{id}/orders", params=seen, json=given).raise_for_status()
            taken.append((time.perf_counter() - began) * 1000)
    tenths = quantiles(taken[WARM:], n=10)
    return Trips(tenths[4], tenths[8])


def deciding(page: httpx.Client, id: str, title: str) -> dict[str, Any]:
    """The match as the side sees it that decides; nothing when it is over."""
    for side in library.game(title).sides:
        scene: dict[str, Any] = page.get(f"/{id}", params={"side": side}).json()
        if scene["deciding"]:
            return scene
    return {}


def offered(page: httpx.Client, scene: dict[str, Any], chance: random.Random) -> list[str]:
    if scene["choices"]:
        return list(scene["choices"])
    about = {"side": scene["side"], "about": chance.choice(scene["able"])}
    return list(page.get(f"/{scene['id']}/orders", params=about).json())
