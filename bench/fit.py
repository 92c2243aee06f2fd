"""What a position is worth, fitted on stored matches: python -m bench.fit GAME.

From features that have names, at the beginning of every turn, a ridge regression foretells the
points at the end. Its error, on matches that it was not fitted on, stands beside that of the
plain count of points and of that count with the mean gain by turn.
"""

import argparse
import math
import statistics
from pathlib import Path

import msgspec

from bench.__main__ import RESULTS
from bench.tune import Stored, stored
from kursk import library
from kursk.bots.general import General
from kursk.bots.greedy import advice_for
from kursk.bots.seat import Seat
from kursk.core.match import Match

RIDGE, FOLDS = 1.0, 5


class Row(msgspec.Struct):
    match: int
    turn: int
    points: float
    final: float
    features: dict[str, float]


def rows(number: int, match: Stored) -> list[Row]:
    """A match, as it stood at the beginning of each turn."""
    now, found = library.start(match.game, secret=match.seed), dict[int, Row]()
    for order in match.orders:
        if now.g.turn not in found and now.g.side:
            points = float(now.game.points(now.g))
            found[now.g.turn] = Row(number, now.g.turn, points, match.points, {})
            found[now.g.turn].features = features(now)
        now.play(order)
    last = max(found)
    for row in found.values():
        row.features |= {
            f"{name}, by turns left": value * (last + 1 - row.turn) / 8
            for name, value in row.features.items()
        }
    return list(found.values())


def features(match: Match) -> dict[str, float]:
    """What both sides have and what their lines let through."""
    found = {"one": 1.0}
    for side in match.game.sides:
        advice = advice_for(Seat(match, side))
        if isinstance(advice, General):
            found[f"{side} factors"] = sum(advice.front.own.values()) / 100
            found[f"{side} cut off"] = float((advice.front.held & ~advice.safe).bit_count())
            found[f"{side} leak"] = advice.leak(advice.front.held) / 10
    return found


def ridge(lines: list[list[float]], wanted: list[float]) -> list[float]:
    """The weights that fit best, none of them larger than it need be."""
    n = len(lines[0])
    table = [
        [sum(line[a] * line[b] for line in lines) + RIDGE * (a == b) for b in range(n)]
        + [sum(line[a] * y for line, y in zip(lines, wanted, strict=True))]
        for a in range(n)
    ]
    for a in range(n):  # Gauss and Jordan; with the ridge no pivot is 0
        table[a] = [value / table[a][a] for value in table[a]]
        for b in range(n):
            if b != a:
                table[b] = [x - table[b][a] * y for x, y in zip(table[b], table[a], strict=True)]
    return [row[n] for row in table]


def error(misses: list[float]) -> float:
    return math.sqrt(statistics.fmean(miss * miss for miss in misses))


def main() -> None:
    ask = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    ask.add_argument("game")
    ask.add_argument("--matches", type=int, default=40)
    ask.add_argument("--kept", type=Path, default=RESULTS.parent, help="where matches are kept")
    told = ask.parse_args()
    found = [
        row
        for number, match in enumerate(stored(told.game, told.kept, told.matches))
        for row in rows(number, match)
    ]
    names = list(found[0].features)
    plain, by_turn, fitted = [], [], []
    for fold in range(FOLDS):
        known = [row for row in found if row.match % FOLDS != fold]
        gains: dict[int, list[float]] = {}
        for row in known:
            gains.setdefault(row.turn, []).append(row.final - row.points)
        weights = fit(known, names)
        for row in (row for row in found if row.match % FOLDS == fold):
            gain = row.final - row.points
            plain.append(gain)
            by_turn.append(gain - statistics.fmean(gains.get(row.turn, [0.0])))
            told_by = sum(weights[name] * row.features[name] for name in names)
            fitted.append(gain - told_by)
    print(f"{told.game}: {told.matches} matches, {len(found)} positions; points missed by")
    print(f"  the count as it stands {error(plain):.2f}, with the mean gain by turn ", end="")
    print(f"{error(by_turn):.2f}, the fitted judge {error(fitted):.2f}")
    for name, weight in fit(found, names).items():
        print(f"  {name}: {weight:+.3f}")


def fit(known: list[Row], names: list[str]) -> dict[str, float]:
    lines = [[row.features[name] for name in names] for row in known]
    weights = ridge(lines, [row.final - row.points for row in known])
    return dict(zip(names, weights, strict=True))


if __name__ == "__main__":
    main()
