"""6.0, A5.1: supply."""

from kursk.core.flow import Frame
from kursk.core.game import Supply
from kursk.core.hexes import Hex, Hexes, scan
from kursk.core.paths import trace
from kursk.core.state import derived
from kursk.core.words import nearest
from kursk.games.panzer_keil.disruption import calm, disrupt
from kursk.games.panzer_keil.state import (
    GERMAN,
    WITHDRAWN,
    State,
    area,
    exhausted,
    foe,
    is_disrupted,
    steady,
)
from kursk.games.panzer_keil.tables import WITHDRAWALS
from kursk.games.panzer_keil.zones import around, enemy_zone, flood, lake_between


def sources(g: State, side: str) -> Hexes:
    """6.1.1, A5.1: the source hexes of a side within the area in use."""
    return g.board.hexes[f"{side} source"] & area(g)


def passable(g: State, side: str) -> Hexes:
    """6.1.3, 6.1.4: no enemy unit; in an enemy zone only with a friend who is not disrupted."""
    return area(g) & ~g.held[foe(side)] & ~(enemy_zone(g, side) & ~steady(g, side))


@derived
def linked(g: State, side: str) -> Hexes:
    """6.1, 6.1.2: every hex of a path from a source that can be used; a source is one itself."""
    return flood(g, sources(g, side), passable(g, side))


@derived
def supplied(g: State, side: str) -> Hexes:
    """6.1.5: where a unit is in supply. Its own hex need not be open to a path."""
    found = linked(g, side)
    return found | around(g, found) & area(g)


def supply_of(g: State, unit: int) -> Supply:
    """6.1.5: a unit's path to a source, or what bars every way."""
    side, hex = g.side_of(unit), g.at[unit]
    marked = " It is under an out of supply marker till its next supply phase (6.1.6)."
    note = marked if g.oos >> unit & 1 else ""
    if not supplied(g, side) >> hex & 1:
        return Supply(False, "6.1.4", f"Every way to a source is closed: {_bars(g, unit)}.{note}")
    if (sources(g, side) & linked(g, side)) >> hex & 1:
        return Supply(True, "6.1.5", f"It stands on a source.{note}", (hex,))
    return Supply(True, "6.1.5", f"A path leads to a source.{note}", _path(g, side, hex))


def _path(g: State, side: str, hex: Hex) -> tuple[Hex, ...]:
    goals, through = sources(g, side) & linked(g, side), linked(g, side)
    if not any(g.board.sides["lake"]):
        return trace(g.grid, 1 << hex, goals, through) or ()
    layers, seen = [1 << hex], 1 << hex  # the same, round the lakes
    while not layers[-1] & goals:
        layers.append(around(g, layers[-1]) & through & ~seen)
        seen |= layers[-1]
    way = [next(scan(layers[-1] & goals))]
    for layer in reversed(layers[:-1]):
        way.append(next(scan(around(g, 1 << way[-1]) & layer)))
    return tuple(reversed(way))


def _bars(g: State, unit: int) -> str:
    """6.1.4: the nearest hexes that close a unit in, and why each does."""
    side, hex = g.side_of(unit), g.at[unit]
    pocket = flood(g, 1 << hex, passable(g, side) | 1 << hex)
    rim = g.grid.around(pocket) & ~pocket
    told = nearest(g, hex, rim, lambda there: _bar(g, side, pocket, there))
    return told or "no source on the map"


def _bar(g: State, side: str, pocket: Hexes, hex: Hex) -> str:
    if not area(g) >> hex & 1:
        return "out of play"
    if g.held[foe(side)] >> hex & 1:
        return "enemy"
    if not passable(g, side) >> hex & 1:
        return "disrupted friends in an enemy zone" if g.held[side] >> hex & 1 else "enemy zone"
    beside = scan(g.grid.around(1 << hex) & pocket)
    return "lake" if any(lake_between(g, hex, there) for there in beside) else "enemy zone"


class SupplyPhase(Frame):
    """6.0, A13.0: supply is judged, exhausted units are restored, then some are withdrawn."""

    rule = "6.0"
    title = "Supply"

    def judge(self, g: State) -> None:
        """6.1.6, A5.3: who has no path is out of supply; who had none before is disrupted too."""
        safe = supplied(g, g.side)
        own = g.on_map(g.side)
        cut = [unit for unit in own if not safe >> g.at[unit] & 1]
        again = [unit for unit in cut if g.oos >> unit & 1]
        g.oos &= ~sum(1 << unit for unit in own)
        g.oos |= sum(1 << unit for unit in cut)
        if cut:
            who = g.called(*cut)
            g.say(f"Out of supply: {who}.", "6.1.6", {g.at[unit] for unit in cut})
        disrupt(g, again, "A5.3")

    def restore(self, g: State) -> None:
        """6.3, 6.3.1, 6.3.2, A5.2: every exhausted unit, unless out of supply or disrupted."""
        able = [
            unit
            for unit in g.on_map(g.side)
            if exhausted(g, unit) and not g.oos >> unit & 1 and not is_disrupted(g, unit)
        ]
        g.known = {}
        for unit in able:
            g.lost[unit] = 0
        if able:
            g.say(f"{len(able)} exhausted units are restored.", "A5.2")

    def withdraw(self, g: State) -> None:
        """A13.0: at the end of the phase, from wherever they stand, for good."""
        for group in WITHDRAWALS:
            if g.side == GERMAN and group.turn == str(g.turn):
                going = [
                    u for u in g.on_map(GERMAN) if g.unit(u).more["division"] in group.divisions
                ]
                for unit in going:
                    g.remove(unit, WITHDRAWN)
                    calm(g, unit)
                if going:
                    g.say(f"{g.called(*going)} leave for other fronts.", "A13.0")

    steps = (judge, restore, withdraw)
