"""What is timed, in a process of its own: python -m bench.lines answers one question a line.

Play is by whole games, and a game is known by its number: the same with the twin and without.
"""

import random
import sys
import time
from collections.abc import Callable
from functools import cache

import chess
import msgspec

from bench import field, kernels
from kursk import bots, draw, library
from kursk.bots.seat import Seat
from kursk.contract.wander import Wanderer, begin
from kursk.core import playout, twin
from kursk.core.match import Match
from kursk.core.state import State

MOMENT = 60  # orders of a game between two moments at which a world is imagined
PLIES = 200  # chess by chance may last; this much of a game is as fast as the rest


class Asked(msgspec.Struct):
    """These games of a line: the first one's number, and how many."""

    line: str  # "match drive_on_kursk"
    first: int = 0
    games: int = 1


class Timed(msgspec.Struct):
    """So many orders in so many seconds of the processor."""

    orders: int
    seconds: float

    @property
    def rate(self) -> float:
        return self.orders / self.seconds


# -- a game by chance: how many orders did it take? ----------------------------------------------


def chess_by_chance(title: str, number: int, usual: bool) -> int:
    """What everything else is measured by: python-chess, any legal move."""
    board, chance = chess.Board(), random.Random(number)
    while board.ply() < PLIES and (moves := list(board.legal_moves)):
        board.push(chance.choice(moves))
    return board.ply()


def through_a_match(title: str, number: int, usual: bool) -> int:
    """Any legal order, entered in the log with its news; it can be taken back, and replayed."""
    match, chance = begin(title, number, usual), random.Random(number)
    while not match.over:
        match.play(match.draw(chance))
    return len(match.log)


def from_menus(title: str, number: int, usual: bool) -> int:
    """As a player does: who can act, what can it do; then one order, which is looked at again."""
    match, wanderer = begin(title, number, usual), Wanderer(number)
    while not match.over:
        match.play(wanderer.order(match))
    return len(match.log)


def in_place(title: str, number: int, usual: bool) -> int:
    """As a search plays: a position alone, changed as it stands."""
    count = 0

    def counted(g: State) -> bool:
        nonlocal count
        count += 1
        return False

    playout.play_on(begin(title, number, usual).g, random.Random(number), counted)
    return count


def worlds(title: str, number: int, usual: bool) -> int:
    """As a search looks ahead: from moments of a game, a world that the side in turn imagines
    is drawn and played to the end of the turn.
    """
    chance, count = random.Random(number), 0
    for match in _moments(title, number, usual):
        world = match.imagined(match.g.side or match.game.sides[0], chance).g
        turn = world.turn

        def counted(g: State, turn: int = turn) -> bool:
            nonlocal count
            count += 1
            return g.turn != turn

        playout.play_on(world, chance, counted)
    return count


@cache
def _moments(title: str, number: int, usual: bool) -> list[Match]:
    """Where a game by chance stands now and then; to come there is not timed."""
    match, chance, found = begin(title, number, usual), random.Random(number), []
    while not match.over:
        match.play(match.draw(chance))
        if len(match.log) % MOMENT == 1 and not match.over:
            found.append(match.copy())
    return found


def greedy(title: str, number: int, usual: bool) -> int:
    """The bot against itself."""
    match = library.start(title, secret=f"bench {number}")
    players = {side: bots.bot("greedy", f"{number} {side}") for side in match.game.sides}
    while not match.over:
        match.roll()
        if side := match.actor:
            match.play(match.forced or players[side].choose(Seat(match, side)))
    return len(match.log)


PLAY: dict[str, Callable[[str, int, bool], int]] = {
    "chess": chess_by_chance,
    "match": through_a_match,
    "menus": from_menus,
    "place": in_place,
    "worlds": worlds,
    "greedy": greedy,
}


# -- what else is asked --------------------------------------------------------------------------


def drawing(title: str) -> tuple[float, float]:
    """Seconds to draw a map with its counters, and to draw it again when one has moved."""
    match = library.start(title)
    game, view = match.game, match.view(match.game.sides[0])
    began = time.process_time()
    draw.position_svg(game.board, game.roster, view)
    between = time.process_time()
    moved = msgspec.structs.replace(view, stacks=dict(list(view.stacks.items())[1:]))
    draw.position_svg(game.board, game.roster, moved)
    return between - began, time.process_time() - between


def answer(asked: Asked) -> object:
    kind, title, scenarios = (asked.line.split() + ["", ""])[:3]
    if kind == "twin":
        return twin.IN_USE
    if kind == "kernels":
        return kernels.measure(field.board())
    if kind == "drawing":
        return drawing(title)
    numbers = range(asked.first, asked.first + asked.games)
    if kind == "worlds":
        for number in numbers:
            _moments(title, number, scenarios != "mix")
    began = time.process_time()
    orders = sum(PLAY[kind](title, number, scenarios != "mix") for number in numbers)
    return Timed(orders, time.process_time() - began)


def main() -> None:
    for question in sys.stdin.buffer:
        found = answer(msgspec.json.decode(question, type=Asked))
        sys.stdout.buffer.write(msgspec.json.encode(found) + b"\n")
        sys.stdout.buffer.flush()


if __name__ == "__main__":
    main()
