"""7.0, A6.4: support attacks."""

from collections import Counter
from functools import lru_cache

import msgspec

from kursk.core.counters import Unit
from kursk.core.hexes import Grid, Hex, scan
from kursk.core.odds import listed
from kursk.core.rules import Rules
from kursk.core.tables import Line, Receipt, Table
from kursk.games.panzer_keil.positions import positions
from kursk.games.panzer_keil.receipts import stranded, told
from kursk.games.panzer_keil.state import (
    GERMAN,
    SOVIET,
    State,
    area,
    box,
    foe,
    group,
    is_disrupted,
    mech,
    played,
)
from kursk.games.panzer_keil.tables import (
    GROUPS,
    HITS,
    LIMITS,
    NEW,
    OLD,
    SUPPORT,
    SUPPORT_DIE,
    SUPPORT_PRINTED,
    outcomes,
)

FRONTIER = 27  # A6.4.2: the first row of the Voronezh Front
AIR = "air"


class Salvo(msgspec.Struct, frozen=True):
    """All that has been allotted to one hex."""

    target: Hex
    points: dict[str, int]  # by army group or front
    air: bool = False  # an air marker of the old version

    @property
    def total(self) -> int:
        return sum(self.points.values())


def income(g: State, side: str) -> dict[str, int]:
    """7.2.1, A6.4, OA6.4: the points of a side's army groups or fronts this turn."""
    now = box(g)
    given = {**now.support, **(now.old if g.version == OLD else {})}
    return {
        name: points
        for name, points in given.items()
        if GROUPS[name]["side"] == side and name in played(g).groups
    }


def left(g: State) -> dict[str, int]:
    """7.2.1: what has not been allotted yet."""
    spent = _spent(g.targets)
    return {who: points - spent[who] for who, points in income(g, g.side).items()}


@lru_cache(64)
def _spent(targets: tuple[str, ...]) -> Counter[str]:
    spent = Counter[str]()
    for words in targets:
        _, who, points, *_ = words.split()
        spent[who] += int(points)
    return spent


def most(g: State) -> int:
    """A6.4.3, 7.2.3, OA6.4.3: points on one hex: four, in the old version five."""
    return int(LIMITS["support_points"][g.version])


def salvos(g: State) -> list[Salvo]:
    """7.2.2: what has been allotted, hex by hex in the order in which they were named."""
    return list(_salvos(g.grid, g.targets).values())


def allotted(g: State, hex: Hex) -> Salvo:
    return _salvos(g.grid, g.targets).get(hex) or Salvo(hex, {})


@lru_cache(64)
def _salvos(grid: Grid, targets: tuple[str, ...]) -> dict[Hex, Salvo]:
    found: dict[Hex, Salvo] = {}
    for words in targets:
        name, who, points, *air = words.split()
        hex = grid.find(name)
        before = found.get(hex, Salvo(hex, {}))
        after = {**before.points, who: before.points.get(who, 0) + int(points)}
        found[hex] = Salvo(hex, after, before.air or bool(air))
    return found


# -- who can fire at what ------------------------------------------------------------------------


def spotters(g: State, side: str, target: Hex, who: str) -> list[Unit]:
    """7.1, 5.3.4, A6.4.1: units next to the target that are neither disrupted nor out of supply.

    German points need a unit of their own army group, Soviet ones any Soviet unit (A6.4.2).
    """
    found = []
    for hex in scan(g.grid.around(1 << target) & g.held[side]):
        for unit in g.piles[hex]:
            ready = not is_disrupted(g, unit) and not g.oos >> unit & 1
            if ready and (side == SOVIET or group(g, unit) == who):
                found.append(unit)
    return found


def front_of(g: State, target: Hex) -> str:
    """A6.4.2: rows 27 and up are the Voronezh Front's, the others the Central Front's."""
    return "voronezh" if int(g.grid.name[target][2:]) >= FRONTIER else "central"


def open_points(g: State, target: Hex, who: str) -> int:
    """7.2.3: how many more points of a group may be put on a hex."""
    if g.side == SOVIET and front_of(g, target) != who:
        return 0
    if not spotters(g, g.side, target, who):
        return 0
    return min(left(g).get(who, 0), most(g) - allotted(g, target).total)


def air_left(g: State, side: str) -> int:
    """OA6.2: markers for support attacks: one German and two Soviet ones a turn."""
    return max(0, int(LIMITS[f"air_{side}_old"]) - g.air.get(side, 0)) if g.version == OLD else 0


def has_mech(g: State, target: Hex) -> bool:
    return any(mech(g, unit) for unit in g.pile(target))


def within_reach(g: State) -> list[Hex]:
    """7.1: the enemy hexes next to one's own units."""
    near = g.grid.around(g.held[g.side]) & g.held[foe(g.side)] & area(g)
    return list(scan(near))


# -- the die -------------------------------------------------------------------------------------

modifiers = Rules()  # added to the die


@modifiers.rule("A6.1", "Fired from a hill")
def hill(g: State, side: str, salvo: Salvo) -> int:
    """OA6.2.2: in the old version a hill and an air marker do not add up."""
    return SUPPORT_DIE["hill"] if not salvo.air and on_hill(g, side, salvo) else 0


def on_hill(g: State, side: str, salvo: Salvo) -> bool:
    hills = g.board.hexes["hills"]
    return any(
        hills >> g.at[unit] & 1
        for who in salvo.points
        for unit in spotters(g, side, salvo.target, who)
    )


@modifiers.rule("OA6.2.1", "Air marker against a mechanized unit")
def air(g: State, side: str, salvo: Salvo) -> int:
    return int(salvo.air and has_mech(g, salvo.target))


@modifiers.rule("A6.3, A8.2", "Soviets in a position")
def position(g: State, side: str, salvo: Salvo) -> int:
    return SUPPORT_DIE["position"] if side == GERMAN and positions(g) >> salvo.target & 1 else 0


@modifiers.rule("A14.1", "German support on turn 1")
def first_turn(g: State, side: str, salvo: Salvo) -> int:
    return SUPPORT_DIE["first_turn"] if opening(g, side) else 0


def opening(g: State, side: str) -> bool:
    return side == GERMAN and g.turn == 1 and g.version == NEW


MILD = msgspec.structs.replace(
    SUPPORT[NEW],
    rows={
        roll: tuple("D" if cell == "1D" else cell for cell in row)
        for roll, row in SUPPORT[NEW].rows.items()
    },
)


def table(g: State, side: str) -> Table:
    """7.3.1, A14.1, OA6.4.3: the table of the version; on turn 1 the German's 1D are D.

    The old one is as printed, or put right.
    """
    if opening(g, side):
        return MILD
    return SUPPORT_PRINTED if g.version == OLD and g.printed_table else SUPPORT[g.version]


def receipt(g: State, side: str, salvo: Salvo) -> Receipt:
    """7.3.1: the column, each modifier of the die, and what may come of it."""
    applied = modifiers.values(g, side, salvo)
    if g.version == NEW:
        applied = [(rule, value) for rule, value in applied if rule.cite != "OA6.2.1"]
    else:
        applied = [(rule, value) for rule, value in applied if rule.cite != "A14.1"]
    net, chart = sum(value for _, value in applied), table(g, side)
    column = salvo.total - 1
    hit = g.pile(salvo.target)
    short = stranded(g, hit, 1, salvo.target)
    follows = {**HITS, "1D": f"{HITS['1D']}; {told(g, short)}"} if short else HITS
    note = "On turn 1 a 1D counts as D (A14.1)." if opening(g, side) else ""
    if g.version == OLD and not g.printed_table:
        note = "Rows 6 and 7 of the table are reconstructed."
    points = f"{salvo.total} point" + "s" * (salvo.total > 1)
    return Receipt(
        attack=tuple(
            Line(GROUPS[who]["name"], str(points), "A6.4.1" if side == GERMAN else "A6.4.2")
            for who, points in salvo.points.items()
        ),
        defence=tuple(Line(g.unit(unit).id, "", "7.3.2") for unit in hit),
        totals=(str(salvo.total), ""),
        odds=points,
        shifts=listed(applied),
        net=net,
        column=points,
        outcomes=outcomes(chart, column, net, follows),
        provenance=chart.provenance,
        note=note,
    )
