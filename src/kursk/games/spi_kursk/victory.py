"""18.15, 18.41, 18.42: control of hexes, victory points, and the level of a victory."""

from kursk.core.counters import Counter, Unit
from kursk.core.hexes import Hex
from kursk.games.spi_kursk.pieces import kinds
from kursk.games.spi_kursk.state import GERMAN, SOVIET, State, foe, home, rules_of
from kursk.games.spi_kursk.tables import DESTROYED, LEVELS, OBJECTIVES, Level, Objective


def enter(g: State, hex: Hex, units: tuple[Unit, ...]) -> None:
    """18.15: a hex belongs to the side that last had a combat unit in it."""
    known = kinds(g.roster)
    if not any(known.combat >> unit & 1 for unit in units):
        return
    side = g.side_of(units[0])
    if g.control[side] >> hex & 1:
        return
    goal = objective_at(g, hex)
    before = difference(g) if goal else 0
    g.own(hex, side)
    if goal:
        says = f"{g.name_of(hex)}, worth {goal.points}, is {side.capitalize()} now."
        g.say(says, "18.41", (hex,), points=difference(g) - before)


def objective_at(g: State, hex: Hex) -> Objective | None:
    name = g.grid.name[hex]
    return next((goal for goal in OBJECTIVES if goal.hex == name), None)


def worth(counter: Counter) -> int:
    """18.41: the points that an eliminated unit is worth to its enemy."""
    side, armoured = counter.side, counter.type in ("armour", "mech infantry")
    if "hq" in counter.flags:
        return DESTROYED[side, "headquarters"]
    if side == SOVIET:
        if counter.type == "infantry" and counter.size == "corps":
            return DESTROYED[side, "rifle corps"]
        if armoured and counter.size == "corps":
            return DESTROYED[side, "tank or mechanized corps"]
        return DESTROYED[side, "cavalry corps"] if counter.type == "cavalry" else 0
    if "elite" in counter.flags:
        return DESTROYED[side, "II SS Panzer Corps division or Grossdeutschland"]
    if counter.size in ("regiment", "brigade") and counter.type != "infantry":
        return DESTROYED[side, "Tigers, heavy tank destroyers, 10th Panzer Brigade"]
    if armoured:
        return DESTROYED[side, "panzer or panzer grenadier division"]
    if counter.size in ("kampfgruppe", "brigade"):
        return DESTROYED[side, "Kampfgruppe or infantry brigade"]
    return DESTROYED[side, "infantry or SS cavalry division"]


def price(g: State, unit: Unit) -> int:
    """18.41: what the loss of a unit brings its enemy now; every third rifle division a point."""
    counter = g.unit(unit)
    return DESTROYED[SOVIET, "three rifle divisions"] if third(g, counter) else worth(counter)


def third(g: State, counter: Counter) -> bool:
    return is_rifle_division(counter) and g.divisions_lost == 2


def is_rifle_division(counter: Counter) -> bool:
    return counter.side == SOVIET and counter.type == "infantry" and counter.size == "division"


def score_loss(g: State, unit: Unit) -> None:
    """18.41: counted at once."""
    counter, points = g.unit(unit), price(g, unit)
    if is_rifle_division(counter):
        g.divisions_lost = (g.divisions_lost + 1) % 3
    if points:
        gain(g, foe(counter.side), points)


def gain(g: State, side: str, points: int) -> None:
    g.vp = {**g.vp, side: g.vp[side] + points}
    how = f"+{points}" if points > 0 else str(points)
    g.say(f"{side.capitalize()} victory points: {how}, now {g.vp[side]}.", "18.41")


def swing(side: str, points: int) -> int:
    """By how much points of a side move German less Soviet points."""
    return points if side == GERMAN else -points


def taken(g: State, side: str) -> list[Objective]:
    """18.41: the objectives of a side that it holds and that were the enemy's at the start."""
    theirs = home(g, foe(side)) & g.control[side]
    return [goal for goal in OBJECTIVES if goal.side == side and _holds(g, goal, theirs)]


def _holds(g: State, goal: Objective, hexes: int) -> bool:
    return bool(hexes >> g.grid.cell[goal.hex] & 1)


def score(g: State) -> dict[str, int]:
    """18.41, 18.42: the points if the game ended now, the bonus of August apart."""
    return {side: g.vp[side] + sum(o.points for o in taken(g, side)) for side in (GERMAN, SOVIET)}


def difference(g: State) -> int:
    """18.42: German less Soviet points; in August the bonus is added."""
    points = score(g)
    return points[GERMAN] - points[SOVIET] + rules_of(g).german_bonus


def level(points: int) -> Level:
    return next(level for level in LEVELS if level.least is None or points >= level.least)


def conclude(g: State) -> None:
    """18.42: when the last Game-Turn is over."""
    for side in (GERMAN, SOVIET):
        for goal in taken(g, side):
            g.say(f"{side.capitalize()}: {goal.place} {goal.points}.", "18.41")
    points, total = score(g), difference(g)
    won = level(total)
    told = f"{points[GERMAN]} German to {points[SOVIET]} Soviet points"
    if bonus := rules_of(g).german_bonus:
        told += f", and {bonus} for the German"
    if won.winner:
        g.finish(f"{won.winner.capitalize()} {won.level} victory: {told} (18.42)")
    else:
        g.finish(f"Draw: {told} (18.42)")
