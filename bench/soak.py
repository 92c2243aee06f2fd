"""Play many games by chance, with every invariant checked after every order.

python -m bench.soak skirmish --games 1000
"""

import argparse
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


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m bench.soak", description=__doc__)
    parser.add_argument("game", choices=library.titles())
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    parser.add_argument("--processes", type=int, default=None, help="else one for each core")
    chosen = parser.parse_args()
    seeds = range(chosen.first, chosen.first + chosen.games)
    began, orders, failed = time.perf_counter(), 0, 0
    with ProcessPoolExecutor(chosen.processes) as pool:
        for seed, number, fault in pool.map(partial(soak, chosen.game), seeds):
            orders += number
            if fault:
                failed += 1
                print(f"seed {seed}: {fault}", flush=True)
    seconds = time.perf_counter() - began
    print(f"{chosen.game}: {chosen.games} games, {orders} orders, {failed} failed, {seconds:.1f} s")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
