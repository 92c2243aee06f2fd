"""Play many games by chance, with every invariant checked after every order.

python -m bench.soak skirmish --games 1000

A line now and then says how far it is. Stopped (Ctrl-C, or SIGTERM) it tells what it has played.
"""

import argparse
import signal
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from functools import partial

from kursk import library
from kursk.contract.wander import Trouble, play_out
from kursk.core import record


def soak(title: str, seed: int) -> tuple[int, int, str]:
    """One game: its seed, how many orders it took, and what went wrong, if anything."""
    number, next_ = 0, "the start"
    try:
        for match, order in play_out(title, seed):
            number, next_ = len(match.log), order
        if library.load(record.write(match)).log != match.log:
            raise Trouble(match, "the record replays otherwise")
    except Exception as error:  # whatever it is, it is what a soak is looking for
        return seed, number, f"order {number + 1} ({next_}): {type(error).__name__}: {error}"
    return seed, number, ""


class Tally:
    """What has been played so far, and how fast."""

    def __init__(self, title: str) -> None:
        self.title, self.began = title, time.perf_counter()
        self.games = self.orders = self.failed = 0

    def add(self, seed: int, orders: int, fault: str) -> None:
        self.games += 1
        self.orders += orders
        if fault:
            self.failed += 1
            print(f"seed {seed}: {fault}", flush=True)

    def __str__(self) -> str:
        seconds = time.perf_counter() - self.began
        speed = self.orders / max(seconds, 0.001)
        return (
            f"{self.title}: {self.games} games, {self.orders} orders, {self.failed} failed, "
            f"{seconds:.1f} s, {speed:.0f} orders/s"
        )


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m bench.soak", description=__doc__)
    parser.add_argument("game", choices=library.titles())
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    parser.add_argument("--processes", type=int, default=None, help="else one for each core")
    parser.add_argument("--every", type=int, default=50, help="games between lines of progress")
    chosen = parser.parse_args()
    seeds = range(chosen.first, chosen.first + chosen.games)
    tally = Tally(chosen.game)
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    with ProcessPoolExecutor(chosen.processes, initializer=_undisturbed) as pool:
        try:
            for seed, number, fault in pool.map(partial(soak, chosen.game), seeds):
                tally.add(seed, number, fault)
                if tally.games % chosen.every == 0 and tally.games < chosen.games:
                    print(tally, flush=True)
        except KeyboardInterrupt:
            pool.shutdown(wait=False, cancel_futures=True)
            print("stopped", flush=True)
    print(tally)
    return 1 if tally.failed or tally.games < chosen.games else 0


def _undisturbed() -> None:
    """Ctrl-C is for who counts; a game that has begun is played to its end."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_IGN)


if __name__ == "__main__":
    sys.exit(main())
