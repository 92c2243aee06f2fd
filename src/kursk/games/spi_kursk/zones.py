"""8.11: zones of control."""

from kursk.core.hexes import Hexes
from kursk.core.state import derived
from kursk.games.spi_kursk.ground import beside
from kursk.games.spi_kursk.pieces import kinds
from kursk.games.spi_kursk.state import State, foe


@derived
def zone(g: State, side: str) -> Hexes:
    """8.11, 8.12: the six hexes round each combat unit, but not across a lake.

    Headquarters, guns, partisans, fortified areas and Disrupted units exert none.
    """
    known = kinds(g.roster)
    exerting = known.combat & ~known.fortified & known.of(side) & ~g.disrupted
    return beside(g.board, g.places(exerting))


def enemy_zone(g: State, side: str) -> Hexes:
    return zone(g, foe(side))


@derived
def combat_hexes(g: State, side: str) -> Hexes:
    """Where a side has combat units, Disrupted or not."""
    known = kinds(g.roster)
    return g.places(known.combat & known.of(side))


@derived
def open_lines(g: State, side: str) -> Hexes:
    """8.33, 11.32, 15.4: where lines of supply and communication may run.

    Not through enemy units, partisans among them, and not through an enemy zone unless a
    friendly combat unit stands there.
    """
    shut = g.held[foe(side)] | enemy_zone(g, side) & ~combat_hexes(g, side)
    return g.grid.all & ~shut
