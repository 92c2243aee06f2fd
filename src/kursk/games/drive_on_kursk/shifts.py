"""11.8–11.11, 11.22, 11.23, 12.1: what shifts the odds.

Each rule answers with columns to the right (left is minus) and a word on why.
"""

import msgspec

from kursk.core.counters import Unit
from kursk.core.hexes import Hex
from kursk.core.rules import Rules
from kursk.games.drive_on_kursk.ground import BUILT, NATURAL, ground_of
from kursk.games.drive_on_kursk.state import GERMAN, SOVIET, State, foe
from kursk.games.drive_on_kursk.supply import in_supply
from kursk.games.drive_on_kursk.tables import TERRAIN

Shift = tuple[int, str]

PHASE_ORDER = {  # 11.9: for attacks in full supply, in the first (or only) combat phase
    (GERMAN, "fight-fight"): 2,
    (GERMAN, "fight-move"): 1,
    (SOVIET, "fight-fight"): 1,
}
CONCENTRIC = {GERMAN: 2, SOVIET: 1}  # 11.11


class Attack(msgspec.Struct, frozen=True):
    """An attack, as far as it is known to whoever reckons the odds."""

    side: str  # the attacker
    target: Hex
    attackers: tuple[Unit, ...]
    defenders: tuple[Unit, ...]  # those known
    hidden: int = 0  # counters in the target hex that are not
    air: bool = False  # 11.10: the Luftwaffe takes part


def convertible(g: State, hex: Hex, side: str) -> bool:
    """11.20: may a side that defends the hex have its retreat converted?"""
    return any(TERRAIN[kind].conversion for kind in ground_of(g.board, side, hex))


shifts = Rules()


def _ground(g: State, attack: Attack, kinds: tuple[str, ...]) -> Shift:
    found = [k for k in ground_of(g.board, foe(attack.side), attack.target) if k in kinds]
    return sum(TERRAIN[kind].shift for kind in found), ", ".join(found)


@shifts.rule("11.8", "Forest, hills or swamp")
def natural_ground(g: State, attack: Attack) -> Shift:
    return _ground(g, attack, NATURAL)


@shifts.rule("11.8", "City or town")
def built_up(g: State, attack: Attack) -> Shift:
    return _ground(g, attack, BUILT)


@shifts.rule("11.8", "Fortification")
def fortified(g: State, attack: Attack) -> Shift:
    return _ground(g, attack, ("own fort", "enemy fort"))


@shifts.rule("12.1", "All attackers across water")
def water(g: State, attack: Attack) -> Shift:
    """12.1: only where everybody crosses water; of rivers and major rivers, the lesser."""
    crossed = [
        min(
            (TERRAIN[k].shift for k in g.board.between(hex, attack.target) if k in TERRAIN),
            default=0,
        )
        for hex in {g.at[unit] for unit in attack.attackers}
    ]
    columns = max(crossed)
    return columns, "" if columns or not any(crossed) else "some come over dry ground"


@shifts.rule("11.9", "Order of phases")
def phase_order(g: State, attack: Attack) -> Shift:
    if attack.side != g.side:
        return 0, "not in this player turn"
    plan = g.plan.get(attack.side, "")
    if (attack.side, plan) == (SOVIET, "move-fight"):
        return -1, plan
    columns = PHASE_ORDER.get((attack.side, plan), 0)
    if columns and plan == "fight-fight" and g.phase == 2:
        return 0, f"{plan}, second phase"
    hungry = [g.unit(u).id for u in attack.attackers if columns and not in_supply(g, u)]
    if hungry:
        return 0, f"{plan}, but out of supply: {', '.join(hungry)}"
    return columns, plan


@shifts.rule("11.10", "Luftwaffe")
def luftwaffe(g: State, attack: Attack) -> Shift:
    if not attack.air:
        return 0, ""
    return (1 if attack.side == GERMAN else -1), "one counter"


@shifts.rule("11.11", "Concentric attack")
def concentric(g: State, attack: Attack) -> Shift:
    """11.11: from opposite sides, three alternate hexes, or more than three hexes."""
    sides = {g.grid.side(attack.target, g.at[unit]) for unit in attack.attackers}
    opposite = any((side + 3) % 6 in sides for side in sides)
    if not (opposite or sides >= {0, 2, 4} or sides >= {1, 3, 5} or len(sides) > 3):
        return 0, ""
    for kind in ground_of(g.board, foe(attack.side), attack.target):
        if not TERRAIN[kind].concentric:
            return 0, f"never against a defended {kind}"
    return CONCENTRIC[attack.side], ""


@shifts.rule("11.22", "SS Panzer Corps together")
def ss_corps(g: State, attack: Attack) -> Shift:
    """11.22: all three divisions, full or reduced, in one hex and in this battle; who helps them
    comes from other hexes.
    """
    if attack.side == GERMAN:
        corps = [unit for unit in attack.attackers if "ss-corps" in g.unit(unit).flags]
        hexes = {g.at[unit] for unit in corps}
        there = [unit for unit in attack.attackers if g.at[unit] in hexes]
        return int(len(corps) == len(there) == 3 and len(hexes) == 1), ""
    if attack.hidden:
        return 0, "unless all three lie there"
    return -int(ss_defend(flagged(g, attack, "ss-corps"), len(attack.defenders))), ""


@shifts.rule("11.23", "Parachute divisions together")
def paras(g: State, attack: Attack) -> Shift:
    """11.23: in the Gambit, both divisions alone in a hex, on the defence only."""
    if attack.side == GERMAN or not g.gambit:
        return 0, ""
    if attack.hidden:
        return 0, "unless both lie there alone"
    return -int(paras_defend(g, flagged(g, attack, "para"), len(attack.defenders))), ""


def flagged(g: State, attack: Attack, flag: str) -> int:
    """How many of the known defenders are of a kind; one that retreated in defends nothing."""
    defend = [unit for unit in attack.defenders if not g.retreated >> unit & 1]
    return sum(flag in g.unit(unit).flags for unit in defend)


def ss_defend(divisions: int, units: int) -> bool:
    """11.22: the three divisions and nobody else."""
    return divisions == units == 3


def paras_defend(g: State, divisions: int, units: int) -> bool:
    """11.23: the two divisions and nobody else, in the Gambit."""
    return g.gambit and divisions == units == 2
