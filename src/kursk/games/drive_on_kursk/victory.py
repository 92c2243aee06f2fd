"""3.10, 4: control of hexes, victory points, and divisions sent elsewhere for them."""

from functools import cache

from kursk.core.board import Board
from kursk.core.choices import Named
from kursk.core.counters import Unit
from kursk.core.flow import Frame, Refusal, Roll
from kursk.core.hexes import Hex, Hexes, only
from kursk.core.rules import Rules
from kursk.core.state import derived
from kursk.games.drive_on_kursk.pieces import corps, elite, mobility
from kursk.games.drive_on_kursk.reserves import wake
from kursk.games.drive_on_kursk.state import (
    DEAD,
    GERMAN,
    KURSK,
    LGOV,
    SOVIET,
    WITHDRAWN,
    State,
    award,
    score,
    zone,
)
from kursk.games.drive_on_kursk.supply import edge, in_supply
from kursk.games.drive_on_kursk.tables import VICTORY, WORTH


@cache
def prizes(board: Board) -> tuple[tuple[Hexes, int, str, str], ...]:
    """4.4, 4.6: what control of hexes is worth to the German: hexes, points, rule, what.

    Losing one costs as much as taking it brings (A-17). An edge hex with a town counts as
    both (A-59).
    """
    grid, town, city = board.grid, board.hexes["town"], board.hexes["city"]
    lgov, kursk = only(grid.find(LGOV)), only(grid.find(KURSK))
    return (
        (town & ~lgov, 1, "4.4", ""),
        (town & lgov, 10, "4.4", ""),
        (city & ~kursk, 10, "4.4", ""),
        (city & kursk, 40, "4.4", ""),
        (edge(grid, SOVIET), 3, "4.6", "east edge "),
        (edge(grid, GERMAN), 10, "4.6", "west edge "),
    )


def gain(g: State, hex: Hex, side: str) -> None:
    """3.10: a side takes control of a hex, with the points that brings, whatever its supply."""
    if g.control[side] >> hex & 1:
        return
    g.own(hex, side)
    if side == GERMAN and g.grid.name[hex] == LGOV:
        g.lgov_cut = True  # 6.10
    sign = 1 if side == GERMAN else -1
    for hexes, points, rule, what in prizes(g.board):
        if hexes >> hex & 1:
            place = g.board.place_at(hex)
            called = what + (place.name if place and not what else g.grid.name[hex])
            score(g, sign * points, f"{side.capitalize()} takes {called}", rule, hex)


def enter(g: State, hex: Hex, side: str) -> None:
    """3.10: control flips the instant a unit of the other side enters; a zone is not enough.

    A German who comes next to a reserve wakes it in the same instant (9.2).
    """
    gain(g, hex, side)
    if side == GERMAN:
        wake(g)


def value(g: State, unit: Unit) -> int:
    """4.7, 4.8: what the loss of a unit adds to the German total."""
    counter = g.unit(unit)
    if counter.side == SOVIET:
        return WORTH["corps" if corps(counter) else "division"]
    return -WORTH["elite" if elite(counter) else counter.type]


def eliminate(g: State, unit: Unit, why: str = "", by: str = "") -> None:
    """2.11, 4.7, 4.8: a unit without steps goes to the dead pile, and is scored (A-44).

    Where no battle explains it, it is said why, and by which rule.
    """
    hex, counter = g.at[unit], g.unit(unit)
    g.lost[unit] = counter.steps - 1
    g.remove(unit, DEAD)
    g.reserve &= ~(1 << unit)
    rule = "4.7" if counter.side == SOVIET else "4.8"
    if by:
        rule = f"{by}, {rule}"
    score(g, value(g, unit), f"{counter.name} is eliminated{why}", rule, hex)


def lose_step(g: State, unit: Unit) -> None:
    """2.11: a full two-step unit is reduced; any other is eliminated. Only that scores."""
    if g.lost[unit] + 1 < g.unit(unit).steps:
        g.reduce(unit)
        g.say(f"{g.unit(unit).name} is reduced.", "2.11", (g.at[unit],))
    else:
        eliminate(g, unit)


def reckoned(g: State) -> int:
    """4.3: the points that the map and the dead pile explain."""
    german = g.control[GERMAN]
    held = sum(points * (hexes & german).bit_count() for hexes, points, _, _ in prizes(g.board))
    dead = sum(value(g, unit) for unit in g.boxed(DEAD))
    return held + dead


def verdict(g: State) -> str:
    """4.2: who has won at the end of the last game turn."""
    bands = VICTORY["gambit" if g.gambit else "usual"]
    won = next((won for won, least in bands.items() if g.vp >= least), "Soviet wins")
    return f"{won}: {g.vp} VP (4.2)"


# -- 4.5: German mechanized divisions sent elsewhere ---------------------------------------------

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
