"""3: movement."""

from functools import cache, partial

from kursk.core.board import Board
from kursk.core.flow import Phase, Refusal
from kursk.core.hexes import Hex
from kursk.core.menu import Menu
from kursk.core.moving import Moving
from kursk.core.orders import hexes_in, no_unit, way
from kursk.core.paths import Going, Points, Reach
from kursk.core.rules import Bar, Rules
from kursk.games._template.state import State, foe, zone
from kursk.games._template.tables import MOVEMENT

closed = Rules()  # hexes that a moving unit may not enter


@closed.rule("3.2", "A unit is there already.")
def occupied(g: State) -> int:
    return g.held["german"] | g.held["soviet"]


def step_cost(board: Board, hex: Hex, side: int) -> Points:
    """3.1: what a step out of a hex costs."""
    if "road" in board.along(hex, side):
        return int(MOVEMENT["road"])
    wooded = board.hexes["wood"] >> board.grid.beyond(hex, side) & 1
    cost = int(MOVEMENT["wood" if wooded else "clear"])
    return cost + ("river" in board.on_side(hex, side)) * int(MOVEMENT["river"])


@cache
def going(board: Board) -> Going:
    return Going(board.grid, partial(step_cost, board))


def moving(g: State, unit: int) -> Moving:
    """3.1, 3.3: a unit's move: what it reaches, and why a way is none."""
    near = Bar("3.3", "{unit} must stop in {hex}, next to an enemy.", zone(g, foe(g.side_of(unit))))
    return Moving(
        going(g.board),
        g.at[unit],
        int(g.unit(unit).moves),
        rule="3.1",
        closed=closed.bars(g),
        halts=(near,),
    )


def waiting(g: State) -> list[int]:
    """3.1: the units that have not moved in this phase."""
    return [unit for unit in g.on_map(g.side) if not g.moved >> unit & 1]


class Movement(Phase):
    rule = "3.1"
    title = "Movement"
    phase = "movement"
    usage = "move UNIT HEX… | end"
    asks = "Move your units, then end the phase."

    def able(self, g: State) -> list[str]:
        return [g.unit(unit).id for unit in waiting(g) if moving(g, unit).reach().hexes]

    def offers(self, g: State, about: str) -> Menu:
        menu = Menu()
        for unit in waiting(g):
            if about in ("", g.unit(unit).id):
                found = moving(g, unit).reach()
                menu.each(found.hexes, partial(spell, g, unit, found))
        return menu

    def refused(self, g: State, order: str) -> Refusal | None:
        match order.split():
            case ["move", id, *names] if names:
                return refused_move(g, id, names)
        return self.unread(g, order)

    def carry_out(self, g: State, order: str) -> None:
        _, id, *names = order.split()
        unit = g.roster.find(id)
        begin = g.at[unit]
        for hex in hexes_in(g, names):
            enter(g, unit, hex)
        g.moved |= 1 << unit
        says = f"{g.called(unit)} moves from {g.grid.name[begin]} to {names[-1]}."
        g.say(says, "3.1", (begin, g.at[unit]))

    def close(self, g: State) -> None:
        g.moved = 0


def spell(g: State, unit: int, found: Reach, hex: Hex) -> str:
    return f"move {g.unit(unit).id} {way(g, found.path(hex))}"


def refused_move(g: State, id: str, names: list[str]) -> Refusal | None:
    if why := no_unit(g, [id], g.side, "3.1"):
        return why
    unit = g.roster.find(id)
    if g.moved >> unit & 1:
        return Refusal("3.1", f"{id} has moved in this phase.", (id,))
    return moving(g, unit).refusal(g, (id,), names)


def enter(g: State, unit: int, hex: Hex) -> None:
    """2.3: whoever enters a hex controls it."""
    side = g.side_of(unit)
    g.place(unit, hex)
    if g.owner(hex) != side:
        g.own(hex, side)
        if place := g.board.place_at(hex):
            g.say(f"{side.capitalize()} units take {place.name}.", "2.3", (hex,))
