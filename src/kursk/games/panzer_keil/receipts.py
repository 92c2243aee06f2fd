"""9.2 to 9.7: the odds of a combat, item by item, and what each result would come to."""

from collections.abc import Iterable

from kursk.core.counters import Unit
from kursk.core.hexes import Hex
from kursk.core.odds import listed
from kursk.core.state import derived
from kursk.core.tables import Line, Receipt
from kursk.games.panzer_keil.odds import (
    Attack,
    attack_value,
    defence_value,
    die,
    doubled,
    halving,
    heading,
    in_the_clear,
    named,
    reckon,
    shifts,
    side_of,
)
from kursk.games.panzer_keil.positions import assault
from kursk.games.panzer_keil.retreat import farthest, ways
from kursk.games.panzer_keil.state import State, attack, defence, exhausted, is_disrupted, mech
from kursk.games.panzer_keil.tables import COMBAT_DIE, CRT, RESULTS, outcomes

FAR = {"1": 1, "2": 2, "L": 2}  # 9.6: hexes of a retreat, by the second letter of a result


def receipt(g: State, battle: Attack, may_fly: tuple[str, ...] = ()) -> Receipt:
    """9.2 to 9.5: item by item, the zeros too. `may_fly`: who may still use an air marker."""
    odds = reckon(g, battle)
    shifted, rolled = shifts.values(g, battle), die.values(g, battle)
    bare = outcomes(CRT, odds.column, odds.modifier, RESULTS)
    follows = {outcome.result: foreseen(g, battle, outcome.result) for outcome in bare}
    return Receipt(
        attack=tuple(_attacker(g, battle, unit) for unit in battle.attackers),
        defence=tuple(_defender(g, battle, unit) for unit in g.pile(battle.target)),
        totals=(str(odds.totals[0]), str(odds.totals[1])),
        odds=named(odds.steps),
        shifts=listed((*shifted, *rolled)),
        net=sum(value for _, value in shifted),
        column=heading(g, battle.target)[odds.column],
        outcomes=outcomes(CRT, odds.column, odds.modifier, follows),
        provenance=CRT.provenance,
        note=" ".join(_notes(g, battle, odds.modifier, may_fly)),
    )


def _attacker(g: State, battle: Attack, unit: Unit) -> Line:
    printed, why, rule = attack(g, unit), [], "9.2"
    if unit in battle.keil:
        why.append("Panzer Keil: double")
        rule = "A9.3.3"
    if broken := halving.broken(g, battle.target, unit):
        why.append(f"{broken.says}: half, with those of its hex")
        rule = broken.cite
    value = printed * (2 if unit in battle.keil else 1)
    shown = f"{value}/2" if broken else str(value)
    return Line(g.unit(unit).id, shown, rule, f"{printed}, " + ", ".join(why) if why else "")


def _defender(g: State, battle: Attack, unit: Unit) -> Line:
    printed, why, rule = defence(g, unit), [], "9.2"
    if twice := doubled(g, battle, unit):
        why.append("reinforced position: double")
        rule = "A8.4.1"
    if half := is_disrupted(g, unit):
        why.append("disrupted: half, added up")
        rule = "9.2.5"
    value = printed * (2 if twice else 1)
    shown = f"{value}/2" if half else str(value)
    return Line(g.unit(unit).id, shown, rule, f"{printed}, " + ", ".join(why) if why else "")


def _notes(g: State, battle: Attack, modifier: int, may_fly: tuple[str, ...]) -> list[str]:
    ground = "clear" if in_the_clear(g, battle.target) else "other"
    notes = [f"Odds for a defender in {ground} ground (9.5.1); {modifier:+} on the die."]
    for side in may_fly:
        by = COMBAT_DIE["air_attacker" if side == side_of(g, battle) else "air_defender"]
        notes.append(f"The {side.capitalize()} may use an air marker: {by:+} (A6.2.1).")
    tired = [unit for unit in battle.attackers if mech(g, unit) and not exhausted(g, unit)]
    if tired:
        notes.append(f"Exhausted by it, whatever comes: {g.called(*tired)} (9.9).")
    worn = [u for u in battle.attackers if exhausted(g, u) and "panther" in g.unit(u).flags]
    if worn:
        notes.append(f"Disrupted by it: {g.called(*worn)} (A10.2).")
    return notes


# -- what follows --------------------------------------------------------------------------------


def foreseen(g: State, battle: Attack, result: str) -> str:
    """9.6: a result in words, with those who would have no way back, and how far to advance."""
    says, defenders = RESULTS[result].split("; advance")[0], g.pile(battle.target)
    if result == "C":
        return says
    if result == "EX":
        return f"{says}; {_whole(g, battle)}"
    hit, distance = battle.attackers if result[0] == "A" else defenders, FAR[result[1]]
    lost = int(result[2:] or 1) if result[1] == "L" else 0
    if lost >= len(hit):
        says, lost = f"{g.called(*hit)} eliminated", len(hit)
    elif short := stranded(g, hit, distance, battle.target):
        says = f"{says}; {told(g, short)}"
        lost = sum(number for _, number in short)
    if result[0] == "A":
        return says
    return f"{says}; {_advance(g, battle, distance > 1 or lost == len(hit))}"


def _advance(g: State, battle: Attack, far: bool) -> str:
    """9.8.2, A8.4.4: how far, if the hex is emptied."""
    if far and assault(g, side_of(g, battle), 1 << battle.target):
        return "advance one, into a position (A8.4.4)"
    return "advance two" if far else "advance one"


def _whole(g: State, battle: Attack) -> str:
    """9.6: what would take all the defenders along."""
    price = defence_value(g, battle, g.pile(battle.target))
    worth = attack_value(g, battle, battle.attackers)
    says = f"for {price} all the defenders go"
    return says if worth >= price else f"{says}, but the attackers are worth {worth}"


Short = list[tuple[list[Unit], int]]  # 9.7.5: units of a hex without a way back; how many are lost


def stranded(g: State, units: Iterable[Unit], distance: int, target: Hex) -> Short:
    """9.7.5: who could not retreat so far, as things stand."""
    short: dict[Hex, list[Unit]] = {}
    for unit in units:
        if not _way_back(g, unit, distance, target):
            short.setdefault(g.at[unit], []).append(unit)
    return [(u, min(len(u), distance - farthest(g, u, distance))) for u in short.values()]


def told(g: State, short: Short) -> str:
    each = (
        f"no way back for {g.called(*units)}: {f'{lost} of them ' * (lost < len(units))}lost"
        for units, lost in short
    )
    return f"{', '.join(each)} (9.7.5)"


@derived
def _way_back(g: State, unit: Unit, distance: int, target: Hex) -> bool:
    return bool(ways(g, (unit,), distance, target))
