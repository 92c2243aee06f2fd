"""9.0, 9.1, 9.2: the odds of a battle. A receipt itemises them, and the battle is fought by it."""

from fractions import Fraction

from msgspec.structs import replace

from kursk.core.odds import known, plain, reckon
from kursk.core.odds import receipt as worded
from kursk.core.rules import Rules
from kursk.core.tables import Line, Receipt
from kursk.games.battle_for_kursk.communication import communicating
from kursk.games.battle_for_kursk.forts import active
from kursk.games.battle_for_kursk.mud import bogged
from kursk.games.battle_for_kursk.results import foreseen
from kursk.games.battle_for_kursk.state import Attack, State
from kursk.games.battle_for_kursk.tables import CRT, LADDER, RESULTS, SHIFT

NO_BATTLE = "no battle"  # the column of a receipt below 1:1

shifts = Rules()  # columns to the right, for the attacker


def defender(g: State, attack: Attack) -> int:
    return g.pile(attack.target)[0]


@shifts.rule("9.2", "Defender in forest")
def forest(g: State, attack: Attack) -> int:
    return SHIFT["forest"] * (g.board.hexes["forest"] >> attack.target & 1)


@shifts.rule("9.2", "Defender in rough")
def rough(g: State, attack: Attack) -> int:
    return SHIFT["rough"] * (g.board.hexes["rough"] >> attack.target & 1)


@shifts.rule("9.2", "Defender in a major city")
def major_city(g: State, attack: Attack) -> int:
    return SHIFT["major city"] * (g.board.hexes["major city"] >> attack.target & 1)


@shifts.rule("9.2", "Defender in his own active fort")
def fort(g: State, attack: Attack) -> int:
    side = g.side_of(defender(g, attack))
    return SHIFT["fort"] * (active(g, side) >> attack.target & 1)


def across(g: State, attack: Attack, *waters: str) -> bool:
    """9.2: is every attacker across such water? Supporters stand at no hexside."""
    return all(
        any(water in waters for water in g.board.between(g.at[unit], attack.target))
        for unit in attack.attackers
    )


@shifts.rule("9.2", "All attackers across a river")
def river(g: State, attack: Attack) -> int:
    """Where some cross the major river and some a lesser one, the lesser holds for all."""
    all_across = across(g, attack, "river", "major river")
    return SHIFT["river"] if all_across and not across(g, attack, "major river") else 0


@shifts.rule("9.2", "All attackers across a major river")
def major_river(g: State, attack: Attack) -> int:
    return SHIFT["major river"] if across(g, attack, "major river") else 0


@shifts.rule("7.2, 9.2", "No attacker in communication")
def attackers_cut_off(g: State, attack: Attack) -> int:
    """Supporters take part in the battle: one of them in communication is enough."""
    linked = communicating(g, g.side_of(attack.attackers[0]))
    return 0 if any(linked >> g.at[unit] & 1 for unit in attack.units) else -1


@shifts.rule("7.2, 9.2", "Defender not in communication")
def defender_cut_off(g: State, attack: Attack) -> int:
    linked = communicating(g, g.side_of(defender(g, attack)))
    return 0 if linked >> attack.target & 1 else 1


@shifts.rule("9.2.1", "Offensive: units in support")
def offensive(g: State, attack: Attack) -> int:
    return len(attack.supporters)


def strength(g: State, unit: int) -> Fraction:
    """9.0, 11.2: a unit's part in an attack: half out of a marsh, and armour half in mud."""
    marsh = g.board.hexes["marsh"] >> g.at[unit] & 1
    return Fraction(g.factor(unit), 1 + marsh) * bogged(g, unit)


def receipt(g: State, attack: Attack) -> Receipt:
    """9.0, 9.1: strengths, odds, shifts, column. Only after all shifts is it held to the table."""
    total = sum((strength(g, unit) for unit in attack.attackers), Fraction(0))
    against = defender(g, attack)
    odds = reckon(LADDER, total, g.factor(against), shifts.values(g, attack))
    fought = odds.rung + odds.net >= 0
    lines = [_attacker(g, unit) for unit in attack.attackers]
    facing = Line(g.unit(against).id, str(g.factor(against)), "9.0")
    told = foreseen(g, attack, odds.column) if fought else ()
    found = worded(known(odds), LADDER, CRT, lines, [facing], RESULTS, outcomes=told)
    note = "Below 1:1 the attack does not take place (9.1)."
    return found if fought else replace(found, column=NO_BATTLE, outcomes=(), note=note)


def _attacker(g: State, unit: int) -> Line:
    whole, counted = g.factor(unit), strength(g, unit)
    why = []
    if g.board.hexes["marsh"] >> g.at[unit] & 1:
        why.append("out of a marsh: half")
    if bogged(g, unit) != 1:
        why.append("armour in mud: half")
    note = f"{whole}, " + ", ".join(why) if why else ""
    return Line(g.unit(unit).id, plain(counted), "11.2" if bogged(g, unit) != 1 else "9.0", note)
