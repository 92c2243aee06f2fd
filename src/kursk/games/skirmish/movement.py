"""3: movement."""

from fractions import Fraction
from functools import cache, partial

from kursk.core.board import Board
from kursk.core.flow import Phase, Refusal
from kursk.core.hexes import Hex, Sides
from kursk.core.menu import Menu
from kursk.core.moving import Moving
from kursk.core.orders import hexes_in, no_hex, no_unit, way
from kursk.core.paths import Going, Points, Reach
from kursk.core.rules import Bar, Rules
from kursk.games.skirmish.state import State, called, foe, full, zone
from kursk.games.skirmish.tables import MOVEMENT
from kursk.games.skirmish.victory import enter

closed = Rules()  # hexes that a moving unit may not enter


@closed.rule("3.4", "An enemy stands there.")
def enemies(g: State, unit: int) -> int:
    return g.held[foe(g.side_of(unit))]


@closed.rule("1.3", "Two counters are there already.")
def full_hexes(g: State, unit: int) -> int:
    return full(g, g.side_of(unit))


def step_cost(board: Board, type: str, hex: Hex, side: int) -> Points:
    """3.1, 3.2, 3.3: what one step costs."""
    if "road" in board.along(hex, side):
        return Fraction(MOVEMENT["road"])
    there = 1 << board.grid.beyond(hex, side)
    cost: int = MOVEMENT["clear"]
    if there & board.hexes["wood"]:
        cost = MOVEMENT["wood"][type]
    elif there & board.hexes["hill"]:
        cost = MOVEMENT["hill"]
    return cost + (MOVEMENT["river"] if "river" in board.on_side(hex, side) else 0)


@cache
def going(board: Board, type: str) -> Going:
    return Going(board.grid, lambda hex, side: step_cost(board, type, hex, side))


def anywhere(g: State) -> Sides:
    """3.6: the first step may be any."""
    return g.grid.sides_of(g.grid.all)


def moving(g: State, unit: int) -> Moving:
    """3.1, 3.5, 3.6: a unit's move; next to an enemy it ends."""
    counter = g.unit(unit)
    return Moving(
        going(g.board, counter.type),
        g.at[unit],
        int(counter.moves),
        rule="3.1",
        closed=closed.bars(g, unit),
        halts=(
            Bar("3.5", "{unit} must stop in {hex}, next to an enemy.", zone(g, foe(counter.side))),
        ),
        first=anywhere(g),
    )


def reachable(g: State, unit: int) -> Reach:
    return moving(g, unit).reach()


class Movement(Phase):
    rule = "2.2"
    title = "Movement"
    phase = "movement"
    usage = "move UNIT HEX… | end"
    asks = "Move your units, then end the phase."

    def waiting(self, g: State) -> list[int]:
        """3.7: the units that have not moved in this phase."""
        return [unit for unit in g.on_map(g.side) if not g.moved >> unit & 1]

    def able(self, g: State) -> list[str]:
        return [g.unit(unit).id for unit in self.waiting(g) if reachable(g, unit).hexes]

    def offers(self, g: State, about: str) -> Menu:
        menu = Menu()
        for unit in self.waiting(g):
            if about in ("", g.unit(unit).id):
                menu.each((found := reachable(g, unit)).hexes, partial(spell, g, unit, found))
        return menu

    def refused(self, g: State, order: str) -> Refusal | None:
        match order.split():
            case ["move", id, *names] if names:
                return refused_move(g, id, names)
        return self.unread(g, order)

    def carry_out(self, g: State, order: str) -> None:
        _, id, *names = order.split()
        unit, way = g.roster.find(id), hexes_in(g, names)
        origin = g.at[unit]
        for hex in way:
            g.place(unit, hex)
            enter(g, hex, g.side)
        g.moved |= 1 << unit
        how = f"moves from {g.grid.name[origin]} to {names[-1]}."
        told, own = called(g, unit, g.side), g.called(unit)
        g.say(f"{told} {how}", "3.1", (origin, way[-1]), of=g.side, own=f"{own} {how}")

    def close(self, g: State) -> None:
        g.moved = 0

    def covered(self, g: State, order: str) -> bool:
        """1.4: an order would name a counter that the enemy has not seen."""
        unit = g.roster.number.get(order.split()[1]) if order != "end" else None
        return unit is not None and g.fog and not g.shown >> unit & 1


def spell(g: State, unit: int, found: Reach, hex: Hex) -> str:
    return f"move {g.unit(unit).id} {way(g, found.path(hex))}"


def refused_move(g: State, id: str, names: list[str]) -> Refusal | None:
    if why := no_unit(g, [id], g.side, "2.2"):
        return why
    unit = g.roster.find(id)
    if g.moved >> unit & 1:
        return Refusal("3.7", f"{id} has moved in this phase.", (id,))
    return no_hex(g, names, "1.1") or moving(g, unit).refusal(g, (id,), names)
