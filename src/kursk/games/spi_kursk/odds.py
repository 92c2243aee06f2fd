"""9.93: the odds of a combat. A receipt itemises them, and it is fought by it."""

from fractions import Fraction

import msgspec

from kursk.core.counters import Unit
from kursk.core.hexes import Hex
from kursk.core.odds import listed
from kursk.core.rules import Because, Rules
from kursk.core.tables import Line, Outcome, Receipt
from kursk.games.spi_kursk.choices import choices
from kursk.games.spi_kursk.ground import hex_shifts, side_shifts
from kursk.games.spi_kursk.lines import NONE, alternate, hq_of
from kursk.games.spi_kursk.pieces import is_gun, is_hq, kinds, level, strength
from kursk.games.spi_kursk.state import State, mode, steps
from kursk.games.spi_kursk.tables import CRT, MODES, POINTS, SHIFT, M, column, step_modifier

LAST = len(CRT.columns) - 1
FACES = range(1, 7)
Given = tuple[tuple[Unit, int], ...]  # headquarters, and how many of its points


class Attack(msgspec.Struct, frozen=True):
    """9.81: a combat as it is declared, with all that is committed to it."""

    target: Hex
    attackers: tuple[Unit, ...]
    guns: tuple[Unit, ...] = ()  # 13.21: anti-tank units
    gun_points: Given = ()
    barrage: tuple[Unit, ...] = ()  # 13.41: artillery units
    barrage_points: Given = ()
    air: int = 0
    air_against: int = 0
    overrun: bool = False

    @property
    def force(self) -> tuple[Unit, ...]:
        """13.45: those on whom results fall: not the artillery behind them."""
        return self.attackers + self.guns


shifts = Rules()  # columns to the right, for the attacker


def defenders(g: State, attack: Attack) -> tuple[Unit, ...]:
    return g.pile(attack.target)


@shifts.rule("6.4", "Overrun")
def overrun(g: State, attack: Attack) -> int:
    return SHIFT["6.4"] if attack.overrun else 0


@shifts.rule("9.32", "Ground of the hex")
def ground(g: State, attack: Attack) -> int:
    return _adding_up(hex_shifts(g, attack.target))


def across(g: State, attack: Attack) -> list[tuple[str, int]]:
    """9.33: the hexside that gives least, of those the attackers come across."""
    side = g.side_of(defenders(g, attack)[0])
    origins = {g.at[unit] for unit in attack.force}
    found = [side_shifts(g, side, attack.target, origin) for origin in sorted(origins)]
    return max(found, key=lambda shifts: sum(shift for _, shift in shifts))


@shifts.rule("9.33", "Hexsides that all attackers come across")
def hexsides(g: State, attack: Attack) -> int:
    return _adding_up(across(g, attack))


def _adding_up(found: list[tuple[str, int]]) -> int:
    """All that the ground gives, and what that is made of."""
    made = ", ".join(f"{kind} {shift}" for kind, shift in found)
    return Because(sum(shift for _, shift in found), made)


@shifts.rule("10.21", "Mode of the defenders")
def modes(g: State, attack: Attack) -> int:
    """10.22: Disrupted if any of them is, Static only if all are."""
    found = {mode(g, unit) for unit in defenders(g, attack)}
    if "disrupted" in found:
        return MODES["disrupted"].shift
    return MODES["static"].shift if found == {"static"} else 0


@shifts.rule("11.18", "Some units independent or attached, or parts of a unit")
def mixed(g: State, attack: Attack) -> int:
    stack = defenders(g, attack)
    if len(stack) < 2 or commands(g, attack):
        return 0
    apart = [unit for unit in stack if on_its_own(g, unit)]
    broken = any(kinds(g.roster).breakdown >> unit & 1 for unit in stack)
    return SHIFT["11.18"] if broken or 0 < len(apart) < len(stack) else 0


@shifts.rule("11.19", "Units of two headquarters")
def commands(g: State, attack: Attack) -> int:
    """9.93: a headquarters is its own command, guns go by theirs. It does not add to 11.18."""
    stack = defenders(g, attack)
    under = {hq_of(g, unit) for unit in stack if not on_its_own(g, unit)} - {NONE}
    return SHIFT["11.19"] if len(under) > 1 else 0


def on_its_own(g: State, unit: Unit) -> bool:
    """11.18, 11.19: in independent command or alternate subordination."""
    return bool(g.independent >> unit & 1) or alternate(g, unit)


@shifts.rule("11.56", "Defenders out of supply")
def starved(g: State, attack: Attack) -> int:
    """All of the stack must be; an option leaves it out."""
    stack = defenders(g, attack)
    out = all(g.unsupplied >> unit & 1 for unit in stack)
    return SHIFT["11.56"] if out and not g.lenient else 0


@shifts.rule("13.24", "Anti-tank guns against infantry and headquarters only")
def no_tanks(g: State, attack: Attack) -> int:
    if not attack.guns and not attack.gun_points:
        return 0
    soft = all(
        is_hq(g, unit) or not kinds(g.roster).second >> unit & 1 for unit in defenders(g, attack)
    )
    return SHIFT["13.24"] if soft else 0


@shifts.rule("13.44", "Levels of barrage")
def barrage(g: State, attack: Attack) -> int:
    levels = sum(level(g, unit) for unit in attack.barrage)
    levels += sum(points for _, points in attack.barrage_points) * int(POINTS["artillery_level"])
    return SHIFT["13.44"] * levels


@shifts.rule("16.3", "The three divisions of the II SS Panzer Corps together")
def together(g: State, attack: Attack) -> int:
    ss = kinds(g.roster).ss_corps
    all_three = sum(ss >> unit & 1 for unit in attack.attackers) >= 3
    return SHIFT["16.3"] if g.integrity and all_three else 0


@shifts.rule("17.23", "Air Points")
def air(g: State, attack: Attack) -> int:
    return SHIFT["17.23 attacking"] * attack.air + SHIFT["17.23 defending"] * attack.air_against


# -- strength ------------------------------------------------------------------------------------


def fed_strength(g: State, unit: Unit) -> int:
    """9.21, 11.55: Attack Strength; out of supply half of it, rounded down."""
    whole = strength(g, unit)
    return whole // 2 if g.unsupplied >> unit & 1 and not g.lenient else whole


def opening_strength(g: State, units: tuple[Unit, ...]) -> int:
    """9.17: what counts towards the minimum: no guns, and suppression not taken off."""
    return sum(fed_strength(g, unit) for unit in units)


def gun_strength(g: State, attack: Attack) -> int:
    points = sum(points for _, points in attack.gun_points)
    given = points * int(POINTS["anti_tank_strength"])
    return sum(strength(g, unit) for unit in attack.guns) + given


def suppression(g: State, attack: Attack) -> int:
    """13.15: what the Gun Segment took from these units, none of them below 0.

    Overruns come before it, or after it is over.
    """
    if attack.overrun:
        return 0
    return sum(
        min(g.suppressed.get(g.unit(unit).id, 0), fed_strength(g, unit))
        for unit in attack.attackers
    )


def defending_steps(g: State, attack: Attack) -> int:
    """9.41, 9.42, 12.2: a headquarters is one, guns are none; guns alone are one."""
    return max(1, sum(steps(g, u) for u in defenders(g, attack) if not is_gun(g, u)))


# -- the result ----------------------------------------------------------------------------------


def m_effect(g: State, attack: Attack) -> int:
    """9.44: what an M adds to both numbers: every unit of a side must be in the mode."""
    mine = {mode(g, unit) for unit in attack.force}
    theirs = {mode(g, unit) for unit in defenders(g, attack)}
    if mine == {"assault"} and theirs == {"static"}:
        return int(M["assault_on_static"])
    return int(M["mobile_on_mobile"]) if mine == theirs == {"mobile"} else 0


def numbers(cell: str, effect: int) -> tuple[int, int]:
    """9.43, 9.44: the two numbers of a cell; a hyphen is none and stays none."""
    added = effect if "M" in cell else 0
    left, right = cell.replace("M", "/").split("/")
    mine, theirs = (0 if part == "-" else max(0, int(part) + added) for part in (left, right))
    return mine, theirs


def fought_at(g: State, attack: Attack) -> tuple[int, int]:
    """9.21, 9.22, 9.41, 9.91: the column of the table, and what is added to the die."""
    total = opening_strength(g, attack.attackers) + gun_strength(g, attack)
    net = sum(value for _, value in shifts.values(g, attack))
    at = min(max(column(total - suppression(g, attack)) + net, 0), LAST)
    return at, step_modifier(defending_steps(g, attack))


def receipt(g: State, attack: Attack) -> Receipt:
    """9.21, 9.22, 9.41: strengths, suppression, shifts, step modifier, every cell of the column."""
    taken = suppression(g, attack)
    total = opening_strength(g, attack.attackers) + gun_strength(g, attack)
    base = column(total - taken)
    applied = shifts.values(g, attack)
    at, die = fought_at(g, attack)
    effect = m_effect(g, attack)
    count = defending_steps(g, attack)
    lines = [_attacker(g, unit) for unit in attack.attackers]
    lines += [Line(g.unit(unit).id, str(strength(g, unit)), "13.21") for unit in attack.guns]
    for hq, points in attack.gun_points:
        value = str(points * POINTS["anti_tank_strength"])
        lines.append(Line(f"{g.called(hq)}, Anti-Tank Points", value, "13.33", f"{points}"))
    lines.append(Line("suppression", str(-taken), "13.15"))
    defence = [_defender(g, unit) for unit in defenders(g, attack)]
    defence.append(Line("added to the die", f"{die:+}", "9.41"))
    return Receipt(
        attack=tuple(lines),
        defence=tuple(defence),
        totals=(str(total - taken), f"{count} step" + "s" * (count != 1)),
        odds=CRT.columns[base],
        shifts=listed(applied),
        net=sum(value for _, value in applied),
        column=CRT.columns[at],
        outcomes=_outcomes(at, die, effect),
        provenance=CRT.provenance,
        note=" ".join(filter(None, (_m_note(effect), _choices(g, attack)))),
    )


def _outcomes(at: int, die: int, effect: int) -> tuple[Outcome, ...]:
    cells: dict[str, list[int]] = {}
    for face in FACES:
        cells.setdefault(CRT.result(at, face + die), []).append(face)
    found = []
    for cell, rolls in cells.items():
        mine, theirs = numbers(cell, effect)
        says = f"attacker {mine or '–'}, defender {theirs or '–'}"
        rows = ", ".join(str(min(max(roll + die, -1), 9)) for roll in rolls)
        chance = str(Fraction(len(rolls), 6))
        found.append(Outcome(cell, chance, tuple(rolls), f"{says} (row {rows})"))
    return tuple(found)


def _attacker(g: State, unit: Unit) -> Line:
    whole, counted = strength(g, unit), fed_strength(g, unit)
    if whole != counted:
        return Line(g.unit(unit).id, str(counted), "11.55", f"{whole}, out of supply: half")
    return Line(g.unit(unit).id, str(counted), "9.21")


def _defender(g: State, unit: Unit) -> Line:
    if is_gun(g, unit):
        return Line(g.unit(unit).id, "0 steps", "9.42", "guns are not counted")
    count = steps(g, unit)
    return Line(g.unit(unit).id, f"{count} step" + "s" * (count != 1), "9.41")


def _choices(g: State, attack: Attack) -> str:
    return choices(
        g, attack.force, defenders(g, attack), not (attack.overrun or attack.air_against)
    )


def _m_note(effect: int) -> str:
    if effect > 0:
        return "M: Assault on Static, both numbers +1 (9.44)."
    return "M: Mobile on Mobile, both numbers -1 (9.44)." if effect < 0 else ""
