"""4.5: German mechanized divisions sent elsewhere."""

from kursk.core.choices import Named
from kursk.core.counters import Unit
from kursk.core.flow import Frame, Refusal, Roll
from kursk.core.hexes import Hexes
from kursk.core.rules import Rules
from kursk.core.state import derived
from kursk.games.drive_on_kursk.pieces import elite, mobility
from kursk.games.drive_on_kursk.state import GERMAN, SOVIET, WITHDRAWN, State, award, zone
from kursk.games.drive_on_kursk.supply import edge, in_supply

FIRST_TURN, MOST = 5, 2

kept = Rules()  # what keeps a division in play


@kept.rule("4.5", "Only German mechanized divisions are withdrawn.")
def not_mech(g: State, unit: Unit) -> bool:
    return g.side_of(unit) != GERMAN or mobility(g.unit(unit)) != "mech"


@kept.rule("4.5", "No division is withdrawn before turn 5.")
def too_early(g: State, unit: Unit) -> bool:
    return g.turn < FIRST_TURN


@kept.rule("4.5", "It is out of supply.")
def unsupplied(g: State, unit: Unit) -> bool:
    return not in_supply(g, unit)


@kept.rule("4.5", "It stands in a Soviet zone.")
def in_zone(g: State, unit: Unit) -> bool:
    return bool(zone(g, SOVIET) >> g.at[unit] & 1)


@kept.rule("4.5", "No path free of Soviet units and zones leads to the west edge.")
def cut_off(g: State, unit: Unit) -> bool:
    return not way_out(g) >> g.at[unit] & 1


@derived
def way_out(g: State) -> Hexes:
    """4.5: from where a path leads to the west edge; own units cancel no zone here."""
    clear = g.grid.all & ~g.held[SOVIET] & ~zone(g, SOVIET)
    return g.grid.flood(edge(g.grid, GERMAN), clear)


def eligible(g: State) -> list[Unit]:
    return [unit for unit in g.on_map(GERMAN) if not kept.broken(g, unit)]


class Withdrawals(Named):
    """4.5: from turn 5 on, none, one or two divisions at the start of the German turn."""

    rule = "4.5"
    title = "Withdrawals"
    phase = "withdrawals"
    verb, words = "withdraw", ("end",)
    usage = "withdraw UNIT | end"
    lone = True
    side = GERMAN
    asks = "Withdraw up to two mechanized divisions for a die of VP each, or end."

    def names(self, g: State) -> list[str]:
        return [g.unit(unit).id for unit in eligible(g)] if g.withdrawn < MOST else []

    def strange(self, g: State, name: str) -> Refusal:
        if "," in name:
            return Refusal("4.5", "One division at a time: withdraw UNIT.")
        unit = g.roster.number.get(name)
        if unit is None or (g.at[unit] < 0 and g.side_of(unit) == GERMAN):
            return Refusal("4.5", f"You have no unit {name} on the map.")
        if g.withdrawn >= MOST:
            return Refusal("4.5", "Two divisions have been withdrawn in this turn.", (name,))
        broken = kept.broken(g, unit)
        return Refusal(broken.cite, broken.says, (name,)) if broken else super().strange(g, name)

    def chosen(self, g: State, named: Unit) -> Frame:
        g.withdrawn += 1
        return Withdrawal(named)


class Withdrawal(Frame):
    """4.5: lifted off the map for good, not moved; a die of VP, three more for an elite (A-16)."""

    rule = "4.5"
    unit: Unit

    def lift(self, g: State) -> None:
        g.remove(self.unit, WITHDRAWN)

    def reward(self, g: State) -> None:
        counter = g.unit(self.unit)
        points = g.rolled[0] + (3 if elite(counter) else 0)
        award(g, points, f"{counter.name} is withdrawn", "4.5")

    steps = (lift, Roll(), reward)
