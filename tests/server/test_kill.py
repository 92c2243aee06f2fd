"""What was acknowledged survives a server that dies at any moment."""

import os
import random
import threading
import time
from pathlib import Path

import httpx

from kursk import library
from tests.server.conftest import Server

KILLS = int(os.environ.get("KURSK_KILLS", "6"))  # the soak asks for fifty


def test_nothing_acknowledged_is_lost(tmp_path: Path) -> None:
    server, chance = Server(tmp_path), random.Random(5)
    server.start()
    with httpx.Client(base_url=f"{server.url}/api", timeout=5) as visitor:
        id = visitor.post("/matches", json={"game": "skirmish"}).json()["id"]
        acknowledged: list[tuple[int, str]] = []
        kills = 0
        while kills < KILLS:
            doom = threading.Timer(chance.uniform(0.01, 0.6), server.kill)
            doom.start()
            try:
                while True:
                    id = play_one(visitor, id, chance, acknowledged)
            except httpx.TransportError:
                doom.join()
                kills += 1
            server.start()
            log = visitor.get(f"/matches/{id}/log").json()
            assert [entry["seq"] for entry in log] == list(range(1, len(log) + 1))
            for seq, order in acknowledged:
                mine = [e for e in all_orders(visitor, id) if e["seq"] == seq]
                assert mine and mine[0]["order"] == order, f"order {seq} is lost"
        text = visitor.get(f"/matches/{id}/record").text
        assert library.load(text).log
    server.kill()


def all_orders(visitor: httpx.Client, id: str) -> list[dict[str, object]]:
    """The log with both sides' covered orders uncovered, since this visitor has both seats."""
    logs = [visitor.get(f"/matches/{id}/log?side={side}").json() for side in ("blue", "red")]
    return [a if a["order"] else b for a, b in zip(*logs, strict=True)]


def play_one(
    visitor: httpx.Client, id: str, chance: random.Random, acknowledged: list[tuple[int, str]]
) -> str:
    view = visitor.get(f"/matches/{id}").json()
    side = view["view"]["actor"]
    if not side:
        acknowledged.clear()
        new: str = visitor.post("/matches", json={"game": "skirmish"}).json()["id"]
        return new
    scene = visitor.get(f"/matches/{id}", params={"side": side}).json()
    orders = scene["choices"]
    while not orders:
        unit = chance.choice(scene["able"])
        orders = visitor.get(f"/matches/{id}/orders?side={side}&about={unit}").json()
    order = chance.choice(orders)
    body = {"order": order, "side": side, "seq": scene["seq"], "client": f"{time.time_ns()}"}
    if visitor.post(f"/matches/{id}/orders", json=body).status_code == 200:
        acknowledged.append((scene["seq"] + 1, order))
    return id
