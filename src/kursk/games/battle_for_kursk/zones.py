"""7.0: zones of control."""

from kursk.core.hexes import Hexes, beside
from kursk.games.battle_for_kursk.state import State, foe


def zone(g: State, side: str) -> Hexes:
    """7.0: the six hexes round each unit, the enemy's own hexes among them.

    Nothing cancels a zone: no friendly unit, no terrain, no river.
    """
    return beside(g.grid, g.held[side])


def enemy_zone(g: State, side: str) -> Hexes:
    return zone(g, foe(side))
