"""1: what the game remembers, beyond where its counters are."""

from pathlib import Path

from kursk.core.forms import read_verbs
from kursk.core.hexes import Hexes
from kursk.core.state import State as Base
from kursk.core.state import derived

SIDES = ("german", "soviet")


class State(Base, kw_only=True, eq=False):
    verbs = read_verbs(Path(__file__).parent / "data" / "verbs.toml")

    moved: int = 0  # units that moved in this phase
    attacked: int = 0  # units that attacked in this phase
    fought: Hexes = 0  # hexes attacked in this phase


def foe(side: str) -> str:
    return "soviet" if side == "german" else "german"


@derived
def zone(g: State, side: str) -> Hexes:
    """3.3: the hexes next to a side's units."""
    return g.grid.around(g.held[side])


def lose_step(g: State, unit: int) -> None:
    """1.2: the last step takes the unit with it, and the last unit its side (2.4)."""
    hex, side = g.at[unit], g.side_of(unit)
    if g.reduce(unit):
        g.say(f"{g.called(unit)} is reduced.", "1.2", (hex,))
        return
    g.lost[unit] = g.unit(unit).steps - 1
    g.remove(unit, "dead")
    g.say(f"{g.called(unit)} is eliminated.", "1.2", (hex,))
    if not g.held[side]:
        g.finish(f"{foe(side).capitalize()} victory: no enemy is left on the map (2.4)")
