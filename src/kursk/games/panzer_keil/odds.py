"""9.2 to 9.5, A8.4, A9.1, A9.3: strengths, odds, and the column and row of the table."""

from collections.abc import Iterable

import msgspec

from kursk.core.counters import Unit
from kursk.core.hexes import Hex
from kursk.core.rules import Rules
from kursk.games.panzer_keil.positions import assault, dug_in, reinforced
from kursk.games.panzer_keil.state import GERMAN, SOVIET, State, attack, defence, is_disrupted
from kursk.games.panzer_keil.tables import COMBAT_DIE, CRT, HEADINGS

ROUGH = ("forest", "hills", "swamp", "city", "town")


class Attack(msgspec.Struct, frozen=True):
    """9.1.1: who attacks which hex; the members of a Panzer Keil, if one is formed."""

    target: Hex
    attackers: tuple[Unit, ...]
    keil: tuple[Unit, ...] = ()
    air: tuple[str, ...] = ()  # the sides that have put an air marker to it


def side_of(g: State, battle: Attack) -> str:
    """The side that attacks."""
    return g.side_of(battle.attackers[0])


# -- strengths -----------------------------------------------------------------------------------

halving = Rules()  # what halves an attacker, once (9.2.4)


@halving.rule("9.2.1", "across a river")
def river(g: State, target: Hex, unit: Unit) -> bool:
    return "river" in g.board.between(g.at[unit], target)


@halving.rule("9.2.2", "out of a marsh")
def marsh(g: State, target: Hex, unit: Unit) -> bool:
    return bool(g.board.hexes["swamp"] >> g.at[unit] & 1)


@halving.rule("9.2.3", "out of supply")
def unsupplied(g: State, target: Hex, unit: Unit) -> bool:
    return bool(g.oos >> unit & 1)


def attack_value(g: State, battle: Attack, units: Iterable[Unit]) -> int:
    """9.2, 9.2.1, 9.2.4, A9.3.3: these units' part in an attack.

    A Keil counts twice. The halved units of one hex are added, then halved once, rounded down.
    """
    total, half = 0, dict[Hex, int]()
    for unit in units:
        strength = attack(g, unit) * (2 if unit in battle.keil else 1)
        if halving.broken(g, battle.target, unit):
            half[g.at[unit]] = half.get(g.at[unit], 0) + strength
        else:
            total += strength
    return total + sum(strength // 2 for strength in half.values())


def doubled(g: State, battle: Attack, unit: Unit) -> bool:
    """A8.4.1: Soviets on foot in a reinforced position, when Germans attack."""
    return (
        side_of(g, battle) == GERMAN
        and bool(reinforced(g) >> battle.target & 1)
        and dug_in(g, unit)
    )


def defence_value(g: State, battle: Attack, units: Iterable[Unit]) -> int:
    """9.2, 9.2.5: these units' defence; the disrupted are added, then halved, rounded up."""
    total = half = 0
    for unit in units:
        strength = defence(g, unit) * (2 if doubled(g, battle, unit) else 1)
        if is_disrupted(g, unit):
            half += strength
        else:
            total += strength
    return total + (half + 1) // 2


# -- odds ----------------------------------------------------------------------------------------


def steps(g: State, attacking: int, defending: int) -> int:
    """9.3: the odds as steps above 1:1, or below; either way the fraction is dropped."""
    if attacking >= defending:
        return attacking // defending - 1
    if g.strict_odds:
        return 1 - -(-defending // attacking)
    return 1 - defending // attacking


def named(number: int) -> str:
    return f"{number + 1}:1" if number >= 0 else f"1:{1 - number}"


def in_the_clear(g: State, hex: Hex) -> bool:
    """9.4.4, 9.5.1, A8.4.2: clear ground; a position does not change what it is."""
    return not any(g.board.hexes[kind] >> hex & 1 for kind in ROUGH)


def has_armour(g: State, unit: Unit) -> bool:
    """9.4.5: Soviet mechanized corps have the effect of armour."""
    return bool({"armour", "armour-effect"} & g.unit(unit).flags)


shifts = Rules()  # columns to the right, for the attacker


@shifts.rule("9.4", "Armour effect of the attacker")
def attacking_armour(g: State, battle: Attack) -> int:
    """9.4.1, 9.4.2, 9.4.3, 9.4.4: one column, if the defender is in the clear and has none.

    Armour that attacks across a river or out of a marsh gives none.
    """
    if not in_the_clear(g, battle.target) or _any_armour(g, g.pile(battle.target)):
        return 0
    free = (
        unit
        for unit in battle.attackers
        if not river(g, battle.target, unit) and not marsh(g, battle.target, unit)
    )
    return int(_any_armour(g, free))


@shifts.rule("9.4", "Armour effect of the defender")
def defending_armour(g: State, battle: Attack) -> int:
    """9.4.1, 9.4.3: one column the other way, if the attacker has no armour at all."""
    if not in_the_clear(g, battle.target) or _any_armour(g, battle.attackers):
        return 0
    return -int(_any_armour(g, g.pile(battle.target)))


def _any_armour(g: State, units: Iterable[Unit]) -> bool:
    return any(has_armour(g, unit) for unit in units)


die = Rules()  # added to the die


@die.rule("A8.4.3, A9.1", "Die: rows of a position")
def position_rows(g: State, battle: Attack) -> int:
    """9.5.2: if Germans attack a position and a Soviet unit on foot, not cavalry, defends."""
    rows = assault(g, side_of(g, battle), 1 << battle.target)
    dug = rows and any(dug_in(g, unit) for unit in g.pile(battle.target))
    return COMBAT_DIE["position"] if dug else COMBAT_DIE["normal"]


@die.rule("A6.2.1", "Die: German air marker")
def german_air(g: State, battle: Attack) -> int:
    return _air(g, battle, GERMAN)


@die.rule("A6.2.1", "Die: Soviet air marker")
def soviet_air(g: State, battle: Attack) -> int:
    return _air(g, battle, SOVIET)


def _air(g: State, battle: Attack, side: str) -> int:
    if side not in battle.air:
        return 0
    return COMBAT_DIE["air_attacker" if side == side_of(g, battle) else "air_defender"]


class Odds(msgspec.Struct, frozen=True):
    """9.5: where on the table a combat is fought."""

    totals: tuple[int, int]
    steps: int  # above 1:1, before shifts
    column: int
    modifier: int  # to the die


def reckon(g: State, battle: Attack) -> Odds:
    """9.3, 9.4, 9.5: the odds are shifted first, then held to the ends of the table."""
    attacking = attack_value(g, battle, battle.attackers)
    defending = defence_value(g, battle, g.pile(battle.target))
    number = steps(g, attacking, defending)
    net = sum(value for _, value in shifts.values(g, battle))
    even = heading(g, battle.target).index("1:1")
    column = min(max(even + number + net, 0), len(CRT.columns) - 1)
    modifier = sum(value for _, value in die.values(g, battle))
    return Odds((attacking, defending), number, column, modifier)


def heading(g: State, target: Hex) -> tuple[str, ...]:
    """9.5.1, A9.1: the line of odds for a defender in the clear, or elsewhere."""
    return HEADINGS["clear" if in_the_clear(g, target) else "other"]
