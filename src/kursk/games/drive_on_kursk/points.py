"""4.2: the German victory points, the only ones there are."""

from kursk.core.hexes import Hex
from kursk.games.drive_on_kursk.state import State


def score(g: State, points: int, says: str, rule: str, hex: Hex | None = None) -> None:
    """4.2: the German total changes at once; at zero or below the Soviet has won (A-45)."""
    g.vp += points
    g.say(f"{says}: {points:+} VP.", rule, () if hex is None else (hex,), points=points)
    if g.vp <= 0 and not g.result:
        g.finish(f"Soviet wins: the German victory points fall to {g.vp} (4.2)")


def award(g: State, points: int, says: str, rule: str, hex: Hex | None = None) -> None:
    """4.3: points for what leaves no trace on the map: dice, and reserves called up."""
    g.sundry += points
    score(g, points, says, rule, hex)
