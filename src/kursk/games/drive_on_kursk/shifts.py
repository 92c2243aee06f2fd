"""11.8–11.11, 11.22, 11.23, 12.1: what shifts the odds.

Each rule answers with columns to the right (left is minus), most with a word on why.
"""

import msgspec

from kursk.core.counters import Unit
from kursk.core.hexes import Hex
from kursk.core.rules import Because, Rules
from kursk.games.drive_on_kursk.ground import BUILT, NATURAL, ground_of
from kursk.games.drive_on_kursk.state import GERMAN, State, foe
from kursk.games.drive_on_kursk.supply import in_supply
from kursk.games.drive_on_kursk.tables import CONCENTRIC, PHASE_ORDER, TERRAIN


class Attack(msgspec.Struct, frozen=True):
    """An attack, as far as it is known to whoever reckons the odds."""

    side: str  # the attacker
    target: Hex
    attackers: tuple[Unit, ...]
    defenders: tuple[Unit, ...]  # those known, top counter first
    hidden: tuple[Unit, ...] = ()  # counters in the target hex that are not
    air: bool = False  # 11.10: the Luftwaffe takes part
    together: str = ""  # 11.22, 11.23: the corps that hidden ones are thought to make up


def attack_on(g: State, target: Hex, attackers: tuple[Unit, ...], air: bool) -> Attack:
    """7.3: an attack as far as the position tells."""
    pile = g.pile(target)[::-1]
    known = tuple(unit for unit in pile if g.unit(unit).id)
    hidden = tuple(unit for unit in pile if unit not in known)
    return Attack(g.side_of(attackers[0]), target, attackers, known, hidden, air)


def convertible(g: State, hex: Hex, side: str) -> bool:
    """11.20: may a side that defends the hex have its retreat converted?"""
    return any(TERRAIN[kind].conversion for kind in ground_of(g.board, side, hex))


shifts = Rules()


def _ground(g: State, attack: Attack, kinds: tuple[str, ...]) -> int:
    found = [k for k in ground_of(g.board, foe(attack.side), attack.target) if k in kinds]
    return Because(sum(TERRAIN[kind].shift for kind in found), ", ".join(found))


@shifts.rule("11.8", "Forest, hills or swamp")
def natural_ground(g: State, attack: Attack) -> int:
    return _ground(g, attack, NATURAL)


@shifts.rule("11.8", "City or town")
def built_up(g: State, attack: Attack) -> int:
    return _ground(g, attack, BUILT)


@shifts.rule("11.8", "Fortification")
def fortified(g: State, attack: Attack) -> int:
    return _ground(g, attack, ("own fort", "enemy fort"))


@shifts.rule("12.1", "All attackers across water")
def water(g: State, attack: Attack) -> int:
    """12.1: only where everybody crosses water; of rivers and major rivers, the lesser."""
    crossed = [
        min(
            (TERRAIN[k].shift for k in g.board.between(hex, attack.target) if k in TERRAIN),
            default=0,
        )
        for hex in {g.at[unit] for unit in attack.attackers}
    ]
    columns = max(crossed)
    dry = any(crossed) and not columns
    return Because(columns, "some come over dry ground" if dry else "")


@shifts.rule("11.9", "Order of phases")
def phase_order(g: State, attack: Attack) -> int:
    """11.9: a bonus is for attacks in full supply, in the first (or only) combat phase."""
    if attack.side != g.side:
        return Because(0, "not in this player turn")
    plan = g.plan.get(attack.side, "")
    columns = PHASE_ORDER[attack.side].get(plan, 0)
    if columns <= 0:
        return Because(columns, plan)
    if plan == "fight-fight" and g.phase == 2:
        return Because(0, f"{plan}, second phase")
    hungry = [g.unit(u).id for u in attack.attackers if not in_supply(g, u)]
    if hungry:
        return Because(0, f"{plan}, but out of supply: {', '.join(hungry)}")
    return Because(columns, plan)


@shifts.rule("11.10", "Luftwaffe")
def luftwaffe(g: State, attack: Attack) -> int:
    if not attack.air:
        return 0
    return Because(1 if attack.side == GERMAN else -1, "one counter")


@shifts.rule("11.11", "Concentric attack")
def concentric(g: State, attack: Attack) -> int:
    """11.11: from opposite sides, three alternate hexes, or more than three hexes."""
    sides = {g.grid.side(attack.target, g.at[unit]) for unit in attack.attackers}
    opposite = any((side + 3) % 6 in sides for side in sides)
    if not (opposite or sides >= {0, 2, 4} or sides >= {1, 3, 5} or len(sides) > 3):
        return 0
    for kind in ground_of(g.board, foe(attack.side), attack.target):
        if not TERRAIN[kind].concentric:
            return Because(0, f"never against a defended {kind}")
    return CONCENTRIC[attack.side]


@shifts.rule("11.22", "SS Panzer Corps together")
def ss_corps(g: State, attack: Attack) -> int:
    """11.22: all three divisions, full or reduced, in one hex and in this battle; who helps them
    comes from other hexes.
    """
    if attack.side == GERMAN:
        corps = [unit for unit in attack.attackers if "ss-corps" in g.unit(unit).flags]
        hexes = {g.at[unit] for unit in corps}
        there = [unit for unit in attack.attackers if g.at[unit] in hexes]
        return int(len(corps) == len(there) == 3 and len(hexes) == 1)
    return _defending(g, attack, "ss-corps", "unless all three lie there")


@shifts.rule("11.23", "Parachute divisions together")
def paras(g: State, attack: Attack) -> int:
    """11.23: in the Gambit, both divisions alone in a hex, on the defence only."""
    if attack.side == GERMAN or not g.gambit:
        return 0
    return _defending(g, attack, "para", "unless both lie there alone")


CORPS = {"ss-corps": 3, "para": 2}  # divisions


def _defending(g: State, attack: Attack, flag: str, unless: str) -> int:
    if attack.hidden:
        return Because(-int(attack.together == flag), unless)
    return -int(together(g, flag, flagged(g, attack, flag), len(attack.defenders)))


def flagged(g: State, attack: Attack, flag: str) -> int:
    """How many of the known defenders are of a kind; one that retreated in defends nothing."""
    defend = [unit for unit in attack.defenders if not g.retreated >> unit & 1]
    return sum(flag in g.unit(unit).flags for unit in defend)


def together(g: State, flag: str, divisions: int, units: int) -> bool:
    """11.22, 11.23: all divisions of a corps and nobody else; the parachutists in the Gambit."""
    return divisions == units == CORPS[flag] and (flag != "para" or g.gambit)
