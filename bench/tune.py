"""Two policies on stored positions: python -m bench.tune GAME ONE OTHER [--positions N].

Each plays a side's turn and meets the reply, from the same positions, with the same dice; what
differs at the end, by the judge and by the plain count of points, is what the one is worth. A
policy is a bot, or greedy with other weights: `greedy`, `greedy-1`, `greedy:risk=0.5,drive=0.6`.
The positions are the beginnings of player turns in matches of greedy-1 against itself, which
are played once and kept.
"""

import argparse
import math
import statistics
import time
from collections.abc import Iterator
from pathlib import Path

import msgspec

from bench.__main__ import RESULTS
from kursk import bots, library
from kursk.bots import judge
from kursk.bots.greedy import GreedyBot, Weights
from kursk.bots.seat import Seat
from kursk.bots.trial import Player, play_on
from kursk.core.match import Match


class Stored(msgspec.Struct):
    """A match: how it was dealt, and every order."""

    game: str
    seed: str
    orders: list[str]
    points: float
    winner: str | None = None


class Weighed(GreedyBot):
    """Greedy with some weights set otherwise."""

    def __init__(self, seed: str, weights: dict[str, float]) -> None:
        super().__init__(seed)
        self.set = weights

    def weighs(self, title: str, weights: Weights) -> Weights:
        if unknown := self.set.keys() - weights.keys():
            raise SystemExit(f"no weight {', '.join(sorted(unknown))}")
        return {**weights, **self.set}


def policy(text: str, seed: str) -> Player:
    """A policy by its text."""
    name, _, weights = text.partition(":")
    if not weights:
        return bots.bot(name, seed)
    pairs = (pair.partition("=")[::2] for pair in weights.split(","))
    return Weighed(seed, {name: float(value) for name, value in pairs})


def stored(game: str, kept: Path, count: int) -> list[Stored]:
    """So many matches, played where they are not kept yet."""
    file = kept / f"tune-{game}.jsonl"
    lines = file.read_bytes().splitlines() if file.exists() else []
    found = [msgspec.json.decode(line, type=Stored) for line in lines]
    for number in range(len(found) + 1, count + 1):
        match, seed = library.start(game, secret=f"tune {number}"), f"tune {number}"
        players = {side: bots.bot("greedy-1", f"{seed} {side}") for side in match.game.sides}
        while not match.over:
            match.roll()
            if not match.over:
                order = match.forced or players[match.actor].choose(Seat(match, match.actor))
                match.play(order)
        points = float(match.game.points(match.g))
        orders = [entry.order for entry in match.log]
        found.append(Stored(game, seed, orders, points, match.game.winner(match.g)))
        kept.mkdir(exist_ok=True)
        with file.open("ab") as out:
            out.write(msgspec.json.encode(found[-1]) + b"\n")
    return found[:count]


def moments(match: Stored, side: str) -> Iterator[Match]:
    """The beginnings of a side's player turns: where it is first asked in a turn of its own."""
    now, seen = library.start(match.game, secret=match.seed), set[int]()
    for order in match.orders:
        opens = order.split()[0] in ("plan", "posture")  # before anybody moves
        if now.g.side == side == now.actor and now.g.turn not in seen and not opens:
            seen.add(now.g.turn)
            yield now.copy()
        now.play(order)


def positions(game: str, kept: Path, side: str, count: int, turns: list[int]) -> list[Match]:
    """Two from every match, as the turns come round; or those of certain turns."""
    found: list[Match] = []
    for number, match in enumerate(stored(game, kept, count if turns else (count + 1) // 2)):
        each = list(moments(match, side))
        if turns:
            found += [position for position in each if position.g.turn in turns]
        else:
            found += each[number % 4 :: 4][:2]
        if len(found) >= count:
            break
    return found[:count]


def main() -> None:
    ask = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    ask.add_argument("game")
    ask.add_argument("one")
    ask.add_argument("other")
    ask.add_argument("--positions", type=int, default=16, help="for each side")
    ask.add_argument("--turns", type=int, default=1, help="turns, each with its reply")
    ask.add_argument("--at", type=int, nargs="*", default=[], help="positions of these turns")
    ask.add_argument("--side", default="", help="one side only")
    ask.add_argument("--reply", default="greedy-1", help="who plays the other side")
    ask.add_argument("--each", action="store_true", help="tell of every position")
    ask.add_argument("--kept", type=Path, default=RESULTS.parent, help="where matches are kept")
    told = ask.parse_args()
    for side in library.game(told.game).sides:
        if told.side not in ("", side):
            continue
        gains: list[float] = []
        points: list[float] = []
        began = time.process_time()
        for number, position in enumerate(
            positions(told.game, told.kept, side, told.positions, told.at), start=1
        ):
            ends = []
            for text in (told.one, told.other):
                players = {
                    each: policy(text if each == side else told.reply, f"{number} {each}")
                    for each in position.game.sides
                }
                ends.append(play_on(position.copy(), side, players, f"tune {number}", told.turns))
            one, other = (judge.worth(end, side) for end in ends)
            sign = 1 if side == position.game.sides[0] else -1
            counts = [sign * float(end.game.points(end.g)) for end in ends]
            gains.append(one - other)
            if told.each:
                print(number, position, counts, [end.result for end in ends], flush=True)
            points.append(counts[0] - counts[1])
        print(
            f"{side}: {told.one} over {told.other}: {shown(gains)} by the judge, "
            f"{shown(points)} in points, {len(gains)} positions, "
            f"worst {min(gains):.1f}, {time.process_time() - began:.0f} s",
            flush=True,
        )


def shown(values: list[float]) -> str:
    error = statistics.stdev(values) / math.sqrt(len(values)) if len(values) > 1 else 0.0
    return f"{statistics.fmean(values):+.2f} ± {1.96 * error:.2f}"


if __name__ == "__main__":
    main()
