"""Bots against each other: same dice, sides swapped, and what can be said of it honestly."""

import itertools
import math
import os
import statistics
import sys
import time
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from pathlib import Path

import msgspec

from kursk.cli.reading import Mistake, the_game, told_plainly


class Pairing(msgspec.Struct, frozen=True):
    """One game to be played: who takes which side, by which dice."""

    game: str
    scenario: str
    options: tuple[tuple[str, str], ...]
    first: str  # the bot of the game's first side
    second: str
    seed: str


class Fought(msgspec.Struct, frozen=True):
    """How it went. Points are the first side's. To a side's player turn belongs all that it
    decides in a turn, its answers to the other side included."""

    pairing: Pairing
    version: int  # of the game's rules
    winner: str  # "first", "second" or "" for a draw
    points: float
    result: str
    orders: int
    seconds: tuple[float, float]  # of processor time for a player turn, by side


def ladder(
    game: str,
    bots: str = "",
    /,
    *,
    games: int = 20,
    scenario: str = "",
    option: tuple[str, ...] = (),
    seed: str = "ladder",
    first: int = 1,
    processes: int = 0,
    into: str = "",
) -> int:
    """Let bots play each other: every pair, on the same dice, with sides swapped.

    Parameters
    ----------
    game
        Its title, as `kursk games` lists it.
    bots
        Two or more, as sergeant,captain-bold; without it all levels and chance. greedy is a
        sergeant, former players have a number: greedy-1, and a word after a level is its
        temperament: bold, careful, stubborn, eager.
    games
        So many pairs of games for each two bots: each pair is one set of dice, played twice.
    scenario
        As `kursk scenarios` lists it; without it the usual one.
    option
        As `kursk scenarios` lists it: fog=off.
    seed
        The secret of dice and bots, to which each pair adds its number.
    first
        The number of the first pair.
    processes
        So many games at once; without it one for each core.
    into
        A file that keeps the results; games that are in it already are not played again.
    """
    from kursk import library
    from kursk.bots import BOTS, names, plays
    from kursk.bots.former import formers

    the_game(game)
    chosen = bots.split(",") if bots else list(names(game))
    former = formers(game)
    if unknown := [bot for bot in chosen if bot not in former and not plays(game, bot)]:
        able = (*(bot for bot in BOTS if plays(game, bot)), *former)
        raise Mistake(f"no bot {unknown[0]} for {game}; there are {', '.join(able)}")
    if len(chosen) < 2:
        raise Mistake("two bots at the least, as greedy,random")
    if games < 1:
        raise Mistake(f"--games {games}: one pair at the least")
    options = dict(word.partition("=")[::2] for word in option)
    with told_plainly():
        start = library.start(game, scenario, options).start
    pairings = [
        Pairing(game, start.scenario, tuple(start.options.items()), *players, f"{seed} {number}")
        for pair in itertools.combinations(chosen, 2)
        for number in range(first, first + games)
        for players in dict.fromkeys((pair, pair[::-1]))
    ]
    kept = read(into)
    waiting = [pairing for pairing in pairings if pairing not in kept]
    for fought in watched(play_all(waiting, processes or os.cpu_count() or 1), len(waiting)):
        kept[fought.pairing] = fought
        if into:
            with Path(into).open("ab") as file:
                file.write(msgspec.json.encode(fought) + b"\n")
    print(table([kept[pairing] for pairing in pairings], library.game(game).sides))
    return 0


# -- playing -----------------------------------------------------------------------------------


def play_all(pairings: list[Pairing], processes: int) -> Iterator[Fought]:
    if processes == 1:
        yield from map(fight, pairings)
        return
    with ProcessPoolExecutor(processes) as pool:
        for done in as_completed([pool.submit(fight, pairing) for pairing in pairings]):
            yield done.result()


def fight(pairing: Pairing) -> Fought:
    """One game, from first order to last."""
    from kursk import library
    from kursk.bots import bot
    from kursk.bots.seat import Seat

    match = library.start(
        pairing.game, pairing.scenario, dict(pairing.options), secret=pairing.seed
    )
    sides = match.game.sides
    players = {
        side: bot(name, f"{pairing.seed} {side}")
        for side, name in zip(sides, (pairing.first, pairing.second), strict=True)
    }
    spent: dict[str, dict[int, float]] = {side: {} for side in sides}
    while not match.over:
        match.roll()
        if match.over:
            break
        side, turn = match.actor, match.g.turn
        began = time.process_time()
        match.play(match.forced or players[side].choose(Seat(match, side)))
        took = time.process_time() - began
        spent[side][turn] = spent[side].get(turn, 0.0) + took
    winner = match.game.winner(match.g)
    return Fought(
        pairing,
        match.game.version,
        ("first", "second")[sides.index(winner)] if winner else "",
        float(match.game.points(match.g)),
        match.result,
        len(match.log),
        (_median(spent[sides[0]].values()), _median(spent[sides[1]].values())),
    )


def _median(values: Iterable[float]) -> float:
    found = list(values)
    return round(statistics.median(found), 3) if found else 0.0


def watched(games: Iterator[Fought], count: int) -> Iterator[Fought]:
    """A bar with the time left, where somebody looks at a terminal."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

    console = Console(file=sys.stderr)
    if not count or not console.is_terminal:
        yield from games
        return
    columns = (BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True) as bar:
        task = bar.add_task("", total=count)
        for game in games:
            yield game
            bar.advance(task)


def read(into: str) -> dict[Pairing, Fought]:
    """The results that a file keeps; a line cut short by a power failure is played again."""
    found: dict[Pairing, Fought] = {}
    if into and Path(into).exists():
        lines = Path(into).read_bytes().splitlines(keepends=True)
        for number, line in enumerate(lines, 1):
            try:
                fought = msgspec.json.decode(line, type=Fought)
            except msgspec.DecodeError as error:
                if number == len(lines) and not line.endswith(b"\n"):
                    Path(into).write_bytes(b"".join(lines[:-1]))
                    break
                raise Mistake(f"{into}: line {number} is no result of a ladder: {error}") from None
            found[fought.pairing] = fought
    return found


# -- telling -----------------------------------------------------------------------------------


def table(games: list[Fought], sides: tuple[str, ...]) -> str:
    """For each two bots: together, then side by side, with intervals of 95 %."""
    lines = []
    pairs = dict.fromkeys(tuple(sorted((f.pairing.first, f.pairing.second))) for f in games)
    for one, other in pairs:
        mine = [f for f in games if {f.pairing.first, f.pairing.second} == {one, other}]
        if one == other:
            lines.append(f"{one} against itself: {len(mine)} games")
        else:
            lines += compared(mine, one, other)
        for name in dict.fromkeys((one, other)):
            as_first = [f for f in mine if f.pairing.first == name]
            wins = [sum(f.winner == who for f in as_first) for who in ("first", "", "second")]
            seconds = [statistics.median(f.seconds[n] for f in as_first) for n in (0, 1)]
            players = f"{name} {sides[0]}, {one if name == other else other} {sides[1]}"
            lines.append(
                f"  {players}: {wins[0]} won, {wins[1]} drawn, {wins[2]} lost; "
                f"points {interval([f.points for f in as_first])}; "
                f"{seconds[0]:.2f} and {seconds[1]:.2f} s a player turn"
            )
    return "\n".join(lines)


def compared(games: list[Fought], one: str, other: str) -> list[str]:
    """Which of two bots is the better one, sides swapped."""
    won = sum(_winner(f) == one for f in games)
    drawn = sum(not f.winner for f in games)
    gains = [gain(games, seed, one) for seed in dict.fromkeys(f.pairing.seed for f in games)]
    return [
        f"{one} against {other}: {len(games)} games, {len(games) // 2} of each side",
        f"  {one} wins {share(won + drawn / 2, len(games))}, a draw counts half",
        f"  {one} is better by {interval(gains)} points on the same dice",
    ]


def _winner(fought: Fought) -> str:
    names = {"first": fought.pairing.first, "second": fought.pairing.second}
    return names.get(fought.winner, "")


def gain(games: list[Fought], seed: str, name: str) -> float:
    """Half of what a bot makes of one side more than the other makes of it, on the same dice."""
    points = {f.pairing.first == name: f.points for f in games if f.pairing.seed == seed}
    return (points[True] - points[False]) / 2


def interval(values: list[float]) -> str:
    """A mean with its interval of 95 %; a single value has none."""
    mean = statistics.fmean(values)
    if len(values) < 2:
        return f"{mean:.1f}"
    return f"{mean:.1f} ± {1.96 * statistics.stdev(values) / math.sqrt(len(values)):.1f}"


def share(won: float, games: int) -> str:
    """A share of games with Wilson's interval of 95 %, which holds near 0 and 100 % too."""
    z, part = 1.96, won / games
    middle = (part + z * z / (2 * games)) / (1 + z * z / games)
    half = (
        z / (1 + z * z / games) * math.sqrt(part * (1 - part) / games + z * z / (4 * games * games))
    )
    low, high = max(0.0, middle - half), min(1.0, middle + half)
    return f"{part:.0%} ({low:.0%} to {high:.0%})"
