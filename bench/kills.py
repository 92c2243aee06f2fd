"""Kill the server again and again while games are played on it: nothing acknowledged is lost.

python -m bench.kills --kills 200
"""

import argparse
import os
import random
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

import httpx
import msgspec

from kursk import library

GAMES = ("skirmish", "drive_on_kursk")


class Report(msgspec.Struct):
    kills: int = 0
    orders: int = 0  # that were acknowledged
    matches: int = 0
    lost: list[str] = []


class Mortal:
    """A server that is killed as when the power fails, and comes back."""

    def __init__(self, folder: Path) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port: int = free.getsockname()[1]
        self.folder, self.url = folder, f"http://127.0.0.1:{self.port}/api"

    def start(self) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "kursk.server", str(self.port)],
            env={**os.environ, "KURSK_DATA": str(self.folder)},
            stderr=subprocess.DEVNULL,
        )
        while self.process.poll() is None:
            try:
                httpx.get(f"{self.url}/matches", timeout=900)
                return
            except httpx.TransportError:
                time.sleep(0.02)
        raise RuntimeError("the server does not start")

    def kill(self) -> None:
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()


class Table:
    """A match played by chance over HTTP, and every order that was acknowledged."""

    def __init__(self, visitor: httpx.Client, title: str, chance: random.Random) -> None:
        self.visitor, self.chance, self.sides = visitor, chance, library.game(title).sides
        self.id: str = visitor.post("/matches", json={"game": title}).json()["id"]
        self.acknowledged: dict[int, str] = {}
        self.over = False

    def play(self) -> None:
        at = f"/matches/{self.id}"
        side = self.visitor.get(at).json()["view"]["actor"]
        if not side:
            self.over = True
            return
        scene = self.visitor.get(at, params={"side": side}).json()
        orders = scene["choices"] or scene["words"]
        if scene["able"] and (not orders or self.chance.random() < 0.9):
            about = {"side": side, "about": self.chance.choice(scene["able"])}
            orders = self.visitor.get(f"{at}/orders", params=about).json() or orders
        body = {"order": self.chance.choice(orders), "side": side, "seq": scene["seq"]}
        answer = self.visitor.post(f"{at}/orders", json=body)
        if answer.status_code == 200:
            self.acknowledged[scene["seq"] + 1] = body["order"]

    def lost(self) -> list[str]:
        """What was acknowledged and is not there, or stands out of line."""
        at = f"/matches/{self.id}"
        logs = [
            self.visitor.get(f"{at}/log", params={"side": side}).json() for side in self.sides
        ]  # a covered order is told to its own side
        found = {a["seq"]: a["order"] or b["order"] for a, b in zip(*logs, strict=True)}
        faults = [
            f"{self.id}: order {seq}, {order}, is {found.get(seq)}"
            for seq, order in self.acknowledged.items()
            if found.get(seq) != order
        ]
        if list(found) != list(range(1, len(found) + 1)):
            faults.append(f"{self.id}: the log has gaps")
        if not self.over and self.visitor.get(at, params={"side": self.sides[0]}).json()["stopped"]:
            faults.append(f"{self.id}: it cannot be followed")
        return faults


def soak(folder: Path, kills: int, seed: int = 5) -> Report:
    """So many kills, at any moment, over two games that are played at once."""
    server, chance, report = Mortal(folder), random.Random(seed), Report()
    server.start()
    with httpx.Client(base_url=server.url, timeout=900) as visitor:
        done = [Table(visitor, title, chance) for title in GAMES]
        playing = dict(zip(GAMES, done, strict=True))
        while report.kills < kills:
            doom = threading.Timer(chance.uniform(0.01, 0.6), server.kill)
            doom.start()
            try:
                while True:
                    title = chance.choice(GAMES)
                    if playing[title].over:
                        playing[title] = Table(visitor, title, chance)
                        done.append(playing[title])
                    playing[title].play()
            except httpx.TransportError:
                doom.join()
                report.kills += 1
            server.start()
            report.lost += [fault for table in playing.values() for fault in table.lost()]
        report.lost += [fault for table in done for fault in table.lost()]
        for table in done:
            text = visitor.get(f"/matches/{table.id}/record").text
            library.load(text)  # and every record replays
    server.kill()
    report.orders = sum(len(table.acknowledged) for table in done)
    report.matches = len(done)
    return report


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m bench.kills", description=__doc__)
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--seed", type=int, default=5)
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        report = soak(Path(folder), chosen.kills, chosen.seed)
    print("\n".join(report.lost) or "Nothing was lost.")
    print(f"{report.kills} kills, {report.matches} matches, {report.orders} orders acknowledged")
    return 1 if report.lost else 0


if __name__ == "__main__":
    sys.exit(main())
