"""6: control and victory."""

from kursk.core.hexes import Hex
from kursk.games.skirmish.state import SIDES, State, foe


def enter(g: State, hex: Hex, side: str) -> None:
    """6.1: whoever enters a hex controls it."""
    if g.owner(hex) != side:
        g.own(hex, side)
        if place := g.board.place_at(hex):
            g.say(f"{side.capitalize()} takes {place.name}.", "6.1", (hex,))


def eliminate(g: State, unit: int) -> None:
    """1.2, 6.2: a unit without steps is gone; the last one takes its side with it."""
    hex, side = g.at[unit], g.side_of(unit)
    g.remove(unit, "dead")
    g.say(f"{g.called(unit)} is eliminated.", "1.2", (hex,))
    if not g.held[side]:
        g.finish(f"{foe(side).capitalize()} wins: {side} has no unit left (6.2)")


def lose_step(g: State, unit: int) -> None:
    """1.2: one step at a time."""
    if g.reduce(unit):
        g.say(f"{g.called(unit)} is reduced.", "1.2", (g.at[unit],))
    else:
        g.lost[unit] = g.unit(unit).steps - 1
        eliminate(g, unit)


def towns(g: State, side: str) -> int:
    return (g.board.hexes["town"] & g.control[side]).bit_count()


def count(g: State) -> str:
    """6.1: after the last turn, more towns win."""
    blue, red = (towns(g, side) for side in SIDES)
    if blue == red:
        return f"Draw: {blue} towns each (6.1)"
    winner = "Blue" if blue > red else "Red"
    return f"{winner} wins: {max(blue, red)} towns to {min(blue, red)} (6.1)"
