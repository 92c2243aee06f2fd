"""How fast the engine is: python -m bench [GAME …] [--quick] [--server].

Every rate stands beside that of python-chess playing any legal moves, measured in the same
moments, so that another machine and a busy one tell nearly the same. All is done with the
compiled twin and without it, by turns; of several rounds the median counts. Times are those
of the processor, but for the server's, which somebody waits for.
"""

import argparse
import os
import platform
import subprocess
import sys
from pathlib import Path
from statistics import median
from typing import Any

import msgspec

from bench import field, trip
from bench.kernels import Row
from bench.lines import Asked, Timed
from kursk import bots, library

RESULTS = Path(__file__).parent / "results" / "latest.json"
WITH, WITHOUT = "with the twin", "without"
KINDS = {
    "match": "through a match",
    "menus": "from menus",
    "place": "in place",
    "worlds": "of imagined worlds",
}
YARD = 23_000  # moves of chess a second on the machine that seconds are reckoned for

# As multiples of python-chess, with the twin and without it; None: as it comes.
WANTED: dict[str, tuple[float, float | None]] = {
    "match skirmish": (0.6, None),
    "match drive_on_kursk": (0.45, 0.26),
    "place drive_on_kursk": (0.6, None),
    "match battle_for_kursk": (0.3, 0.22),
    "place battle_for_kursk": (0.38, None),
    "match panzer_keil": (0.22, None),  # half of what Drive on Kursk shall do
    "match coatney_kursk": (0.22, None),
    "match spi_kursk": (0.22, None),
    "worlds drive_on_kursk": (0.4, 0.2),
    "worlds battle_for_kursk": (0.4, 0.2),
}
WANTED_SECONDS = {"greedy drive_on_kursk": 6.0, "greedy battle_for_kursk": 2.0}  # at YARD


class Pace(msgspec.Struct):
    """How fast a line of play is: orders a second, and as a multiple of python-chess."""

    line: str
    way: str  # with the twin, or without
    orders_a_second: float
    of_chess: float
    orders_a_game: float
    wanted: float | None = None

    @property
    def met(self) -> bool:
        return self.wanted is None or self.of_chess >= self.wanted


class Game(msgspec.Struct):
    """What a whole game takes: seconds here, and where chess makes YARD moves a second."""

    line: str
    way: str
    seconds: float
    reckoned: float
    wanted: float | None = None

    @property
    def met(self) -> bool:
        return self.wanted is None or self.reckoned <= self.wanted


class Worker:
    """A process that plays, with the twin or without it."""

    def __init__(self, way: str, chess: int) -> None:
        self.way, self.chess = way, chess  # so many games of chess before and after each round
        self.process = subprocess.Popen(
            [sys.executable, "-m", "bench.lines"],
            env=os.environ | {"KURSK_TWIN": "on" if way == WITH else "off"},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )

    def ask(self, line: str, first: int = 0, games: int = 1, type: Any = Timed) -> Any:
        assert self.process.stdin and self.process.stdout
        self.process.stdin.write(msgspec.json.encode(Asked(line, first, games)) + b"\n")
        self.process.stdin.flush()
        answer = self.process.stdout.readline()
        if not answer:
            sys.exit(f"bench: {line}, {self.way}: it failed, as told above")
        return msgspec.json.decode(answer, type=type)

    def beside_chess(self, line: str, first: int, games: int) -> tuple[Timed, float]:
        """What these games took, and how many moves a second chess made before and after."""
        before: Timed = self.ask("chess", first, self.chess)
        timed: Timed = self.ask(line, first, games)
        after: Timed = self.ask("chess", first, self.chess)
        return timed, (before.rate + after.rate) / 2

    def close(self) -> None:
        assert self.process.stdin and self.process.stdout
        self.process.stdin.close()
        self.process.wait()
        self.process.stdout.close()


def lines(titles: list[str]) -> list[str]:
    """Each game in its usual scenario, and where it has several in all of them."""
    found = []
    for kind in KINDS:
        for title in titles:
            found.append(f"{kind} {title}")
            if len(library.game(title).scenarios) > 1:
                found.append(f"{kind} {title} mix")
    return found


def played(line: str, workers: list[Worker], rounds: int, seconds: float) -> list[Pace]:
    """A line of play, round by round, the same games for each worker by turns."""
    for worker in workers:
        worker.ask(line)  # what is loaded or worked out once is no part of it
    once = min(worker.ask(line).seconds for worker in workers)
    games, orders = max(1, round(seconds / once)), 0
    rates: dict[str, list[float]] = {worker.way: [] for worker in workers}
    ratios: dict[str, list[float]] = {worker.way: [] for worker in workers}
    for number in range(rounds):
        for worker in workers:
            timed, moves = worker.beside_chess(line, 1 + number * games, games)
            rates[worker.way].append(timed.rate)
            ratios[worker.way].append(timed.rate / moves)
            orders += timed.orders
    length = orders / (games * rounds * len(workers))
    wanted = dict(zip((WITH, WITHOUT), WANTED.get(line, (None, None)), strict=True))
    return [
        Pace(line, way, median(rates[way]), median(ratios[way]), length, wanted[way])
        for way in rates
    ]


def whole(title: str, workers: list[Worker], rounds: int) -> list[Game]:
    """Games of greedy against itself."""
    line, found = f"greedy {title}", []
    for worker in workers:
        taken = [worker.beside_chess(line, number, 1) for number in range(rounds)]
        seconds = median(timed.seconds for timed, _ in taken)
        reckoned = median(timed.seconds * moves / YARD for timed, moves in taken)
        wanted = WANTED_SECONDS.get(line) if worker.way == WITH else None
        found.append(Game(line, worker.way, seconds, reckoned, wanted))
    return found


# -- telling ---------------------------------------------------------------------------------------


def heading(what: str, ways: list[str], *columns: str) -> None:
    print(f"\n{'':34}" + "".join(f"{way:^{12 * len(columns)}}" for way in ways))
    print(f"{what:34}" + "".join(f"{name:>12}" for _ in ways for name in columns))


def tell(what: str, cells: list[str], wanted: str = "", met: bool = True) -> None:
    print(f"{what:34}" + "".join(f"{cell:>12}" for cell in cells), end="")
    print(f"   {wanted}{'' if met else '  missed'}" if wanted else "", flush=True)


def ways_of(workers: list[Worker]) -> list[str]:
    return [worker.way for worker in workers]


def tell_kernels(workers: list[Worker]) -> dict[str, list[Row]]:
    rows: dict[str, list[Row]] = {
        worker.way: worker.ask("kernels", type=list[Row]) for worker in workers
    }
    heading("the engine beside plain Python", ways_of(workers), "µs", "plain µs", "ratio")
    for both in zip(*rows.values(), strict=True):
        cells = [
            cell
            for row in both
            for cell in (f"{row.ours:.2f}", f"{row.plain:.1f}", f"{row.ratio:.1f}×")
        ]
        tell(both[0].what, cells, both[0].wanted, all(row.met for row in both))
    return rows


def tell_play(workers: list[Worker], lines: list[str], rounds: int, seconds: float) -> list[Pace]:
    paces, last = [], ""
    for line in lines:
        kind, _, title = line.partition(" ")
        if kind != last:
            heading(f"random play {KINDS[kind]}", ways_of(workers), "orders/s", "of chess")
            last = kind
        both = played(line, workers, rounds, seconds)
        paces += both
        cells = [c for p in both for c in (f"{p.orders_a_second:,.0f}", f"{p.of_chess:.3f}")]
        wanted = " ".join(f"≥ {pace.wanted:.2f}" for pace in both if pace.wanted)
        name = f"{title} ({both[0].orders_a_game:.0f} a game)"
        tell(name, cells, wanted, all(pace.met for pace in both))
    return paces


def tell_games(workers: list[Worker], titles: list[str], rounds: int) -> list[Game]:
    found = []
    heading("greedy, a game", ways_of(workers), "CPU s", "reckoned s")
    for title in titles:
        if "greedy" not in bots.names(title):
            continue
        both = whole(title, workers, rounds)
        found += both
        cells = [cell for game in both for cell in (f"{game.seconds:.1f}", f"{game.reckoned:.1f}")]
        wanted = f"≤ {both[0].wanted:.0f}" if both[0].wanted else ""
        tell(title, cells, wanted, all(game.met for game in both))
    print(f"reckoned: where python-chess makes {YARD:,} moves a second")
    return found


def tell_drawings(worker: Worker, titles: list[str]) -> dict[str, tuple[float, float]]:
    heading("drawing", [""], "first s", "again s")
    found = {}
    for title in titles:
        found[title] = worker.ask(f"drawing {title}", type=tuple[float, float])
        tell(title, [f"{seconds:.3f}" for seconds in found[title]])
    return found


def tell_trips(titles: list[str]) -> dict[str, trip.Trips]:
    heading("an order through kursk play", [""], "p50 ms", "p90 ms")
    found = {}
    for title in titles:
        found[title] = trips = trip.measure(title)
        tell(title, [f"{trips.p50:.1f}", f"{trips.p90:.1f}"])
    return found


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument("games", nargs="*", metavar="GAME", help="else all on the shelf")
    parser.add_argument("--quick", action="store_true", help="in a minute or two, and rougher")
    parser.add_argument("--server", action="store_true", help="order round trips, too")
    chosen = parser.parse_args()
    titles = chosen.games or list(library.titles())
    if unknown := set(titles) - set(library.titles()):
        parser.error(f"no game {unknown.pop()}; there are {', '.join(library.titles())}")
    rounds, seconds, chess = (3, 0.1, 4) if chosen.quick else (7, 1.0, 15)
    workers = [Worker(WITH, chess), Worker(WITHOUT, chess)]
    if not workers[0].ask("twin", type=bool):
        print("No twin was built here: no C compiler was at hand when this was installed.")
        workers.pop(0).close()
    board = field.board()
    print(f"{board.title}: {len(board.grid.name)} hexes, {field.A_SIDE} units a side; ", end="")
    print(f"python-chess: {workers[0].ask('chess', games=50).rate:,.0f} moves/s")
    rows = tell_kernels(workers)
    paces = tell_play(workers, lines(titles), rounds, seconds)
    greedy = tell_games(workers[:1] if chosen.quick else workers, titles, 1 if chosen.quick else 3)
    drawings = tell_drawings(workers[0], titles)
    trips = tell_trips(titles) if chosen.server else {}
    for worker in workers:
        worker.close()
    found = {
        "python": platform.python_version(),
        "kernels": rows,
        "play": paces,
        "greedy": greedy,
        "drawing": drawings,
        "trips": trips,
    }
    RESULTS.parent.mkdir(exist_ok=True)
    RESULTS.write_bytes(msgspec.json.format(msgspec.json.encode(found)) + b"\n")
    met = [row.met for each in rows.values() for row in each]
    return 0 if all((*met, *(p.met for p in paces), *(game.met for game in greedy))) else 1


if __name__ == "__main__":
    sys.exit(main())
