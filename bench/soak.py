"""Play many games by chance, with every invariant checked after every order.

python -m bench.soak skirmish --games 1000

A line now and then says how far it is. Stopped (Ctrl-C, or SIGTERM) it tells what it has played.
With `--levels captain,marshal` bots of these levels play both sides in turn; `all` is every game
or level. A file keeps what has been played, and none of it is played again:

python -m bench.soak all --levels all --games 100 --into soak.jsonl
"""

import argparse
import contextlib
import itertools
import signal
import sys
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path

import msgspec

from kursk import bots, library
from kursk.bots.seat import Seat
from kursk.contract.wander import RUNAWAY, Trouble, begin, play_out
from kursk.core import record
from kursk.core.dice import Dice
from kursk.core.flow import DICE
from kursk.core.match import Match

FORGETS = 25  # decisions of a bot until another one takes up its note, as after a restart
EVERYTHING = "all"


class Played(msgspec.Struct, frozen=True):
    """A game of a soak: how many orders it took, and what went wrong, if anything."""

    title: str
    level: str  # "" is by chance
    seed: int
    orders: int
    fault: str
    longest: float = 0.0  # seconds of processor time for one decision


def soak(title: str, seed: int, level: str = "") -> tuple[int, int, str]:
    """One game: its seed, how many orders it took, and what went wrong, if anything."""
    played = one(title, level, seed)
    return played.seed, played.orders, played.fault


def one(title: str, level: str, seed: int) -> Played:
    number, next_, longest = 0, "the start", 0.0
    try:
        began = time.process_time()
        for match, order in between(title, level, seed) if level else play_out(title, seed):
            number, next_ = len(match.log), order
            longest, began = max(longest, time.process_time() - began), time.process_time()
        if library.load(record.write(match)).log != match.log:
            raise Trouble(match, "the record replays otherwise")
    except Exception as error:  # whatever it is, it is what a soak is looking for
        told = f"order {number + 1} ({next_}): {type(error).__name__}: {error}"
        return Played(title, level, seed, number, told, round(longest, 1))
    return Played(title, level, seed, number, "", round(longest, 1))


def between(title: str, level: str, seed: int) -> Iterator[tuple[Match, str]]:
    """A whole game between bots of a level: the match before each order, and the order."""
    match, asked = begin(title, seed), Counter[str]()
    dice = Dice(f"soak {seed}")
    players = {side: bots.bot(level, f"soak {seed} {side}") for side in match.game.sides}
    while not match.over:
        if len(match.log) > RUNAWAY:
            raise Trouble(match, f"the game does not end: {match.where()}")
        side = match.actor
        if side == DICE:
            order = f"roll {dice.roll(len(match.log))}"
        elif match.forced:
            order = match.forced
        else:
            if asked[side] % FORGETS == 0:
                note = players[side].note
                players[side] = bots.bot(level, f"soak {seed} {side}")
                players[side].note = note
            asked[side] += 1
            order = players[side].choose(Seat(match, side))
        yield match, order
        match.play(order)
        if faults := match.check():
            raise Trouble(match, faults[0])
    yield match, ""


class Tally:
    """What has been played so far, and how fast."""

    def __init__(self, name: str) -> None:
        self.name, self.began = name, time.perf_counter()
        self.games = self.orders = self.failed = 0
        self.longest = 0.0

    def add(self, played: Played) -> None:
        self.games += 1
        self.orders += played.orders
        self.longest = max(self.longest, played.longest)
        if played.fault:
            self.failed += 1
            print(f"{self.name}, seed {played.seed}: {played.fault}", flush=True)

    def __str__(self) -> str:
        seconds = time.perf_counter() - self.began
        speed = self.orders / max(seconds, 0.001)
        return (
            f"{self.name}: {self.games} games, {self.orders} orders, {self.failed} failed, "
            f"{seconds:.1f} s, {speed:.0f} orders/s, {self.longest:.1f} s the longest"
        )


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m bench.soak", description=__doc__)
    parser.add_argument("game", choices=(*library.titles(), EVERYTHING))
    parser.add_argument("--levels", default="", help="of bots, as captain,marshal; else by chance")
    parser.add_argument("--games", type=int, default=100, help="of each game and level")
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    parser.add_argument("--processes", type=int, default=None, help="else one for each core")
    parser.add_argument("--every", type=int, default=50, help="games between lines of progress")
    parser.add_argument("--into", type=Path, help="a file that keeps what has been played")
    chosen = parser.parse_args()
    titles = library.titles() if chosen.game == EVERYTHING else (chosen.game,)
    levels = chosen.levels.split(",")
    levels = list(bots.LEVELS) if levels == [EVERYTHING] else levels
    if unknown := [level for level in levels if level and level not in bots.BOTS]:
        parser.error(f"no level {unknown[0]}; there are {', '.join(bots.BOTS)}")
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    kept = read(chosen.into)
    seeds = range(chosen.first, chosen.first + chosen.games)
    failed = 0
    with ProcessPoolExecutor(chosen.processes, initializer=_undisturbed) as pool:
        for title, level in itertools.product(titles, levels):
            tally = Tally(f"{title}, {level}" if level else title)
            for seed in seeds:
                if (title, level, seed) in kept:
                    tally.add(kept[title, level, seed])
            waiting = [seed for seed in seeds if (title, level, seed) not in kept]
            try:
                for played in pool.map(partial(one, title, level), waiting):
                    tally.add(played)
                    write(chosen.into, played)
                    if tally.games % chosen.every == 0 and tally.games < chosen.games:
                        print(tally, flush=True)
            except KeyboardInterrupt:
                pool.shutdown(wait=False, cancel_futures=True)
                print("stopped", flush=True)
            print(tally, flush=True)
            failed += tally.failed
            if tally.games < chosen.games:
                return 1
    return 1 if failed else 0


def read(into: Path | None) -> dict[tuple[str, str, int], Played]:
    """What a file keeps; games that went wrong, and a line cut short, are played again."""
    found = {}
    for line in into.read_bytes().splitlines() if into and into.exists() else ():
        with contextlib.suppress(msgspec.DecodeError):
            played = msgspec.json.decode(line, type=Played)
            if not played.fault:
                found[played.title, played.level, played.seed] = played
    return found


def write(into: Path | None, played: Played) -> None:
    if into:
        with into.open("ab") as file:
            file.write(msgspec.json.encode(played) + b"\n")


def _undisturbed() -> None:
    """Ctrl-C is for who counts; a game that has begun is played to its end."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_IGN)


if __name__ == "__main__":
    sys.exit(main())
