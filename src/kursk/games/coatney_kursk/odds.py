"""§Combat Table: factors, column shifts, and the receipt by which a battle is fought."""

from collections.abc import Iterable, Mapping
from fractions import Fraction

import msgspec

from kursk.core.counters import Unit
from kursk.core.hexes import Hex
from kursk.core.odds import listed
from kursk.core.rules import Rule, Rules
from kursk.core.state import derived
from kursk.core.tables import Line, Outcome, Receipt
from kursk.games.coatney_kursk.lines import line_at, line_factors
from kursk.games.coatney_kursk.panzerkeil import strikes, turned_on, wedges
from kursk.games.coatney_kursk.state import (
    GERMAN,
    Attack,
    State,
    attack_factor,
    defence_factor,
    foe,
    has,
    wet,
)
from kursk.games.coatney_kursk.supply import in_supply, supplied
from kursk.games.coatney_kursk.tables import COMBAT, LADDER, RESULTS

TOP = len(COMBAT.columns)  # the rung past 7:1, where no die is needed
RATIOS = tuple((ratio.numerator, ratio.denominator) for ratio in LADDER.rungs)
GOOD = ("DE", "D2", "D1")  # what artillery alone cannot bring about
shifts = Rules()  # columns for the attacker


def attacker(g: State, attack: Attack) -> str:
    return g.side_of(attack.attackers[0])


def origins(g: State, attack: Attack) -> tuple[Hex, ...]:
    """The hexes from which the attack comes."""
    return tuple(dict.fromkeys(g.at[unit] for unit in attack.attackers))


def defenders(g: State, attack: Attack) -> tuple[Unit, ...]:
    return tuple(unit for hex in manned(g, attack) for unit in g.pile(hex))


def manned(g: State, attack: Attack) -> list[Hex]:
    """The hexes attacked in which there are enemies; a line alone is none."""
    enemies = g.held[foe(attacker(g, attack))]
    return [hex for hex in attack.targets if enemies >> hex & 1]


def strength(g: State, units: Iterable[Unit]) -> int:
    return sum(attack_factor(g, unit) for unit in units)


# -- the defence ----------------------------------------------------


class Cover(msgspec.Struct, frozen=True):
    """Factors that a defender has beside those of the counter: why, for whom, how many."""

    rule: str
    says: str
    unit: Unit
    factors: int


def covers(g: State, hex: Hex) -> list[Cover]:
    """§Entrenchment, §Forest, §Hill, §Major City: what ground and trenches add to which unit.

    What goes to one unit of a hex goes to the strongest that may have it.
    """
    pile = sorted(g.pile(hex), key=lambda unit: -defence_factor(g, unit))
    foot = [unit for unit in pile if has(g, unit, "foot")]
    found = [
        Cover("§Entrenchment", "entrenched", unit, 1) for unit in pile if g.entrenched >> unit & 1
    ]
    if foot and g.board.hexes["forest"] >> hex & 1:
        found.append(Cover("§Forest", "in forest", foot[0], 1))
    if pile and g.board.hexes["hill"] >> hex & 1:
        found.append(Cover("§Hill", "on the hill", pile[0], 1))
    if g.board.hexes["major city"] >> hex & 1:
        left = 2
        for unit in foot:
            if part := min(left, defence_factor(g, unit)):
                found.append(Cover("§Major City", "in the city", unit, part))
                left -= part
    return found


def worth(g: State, unit: Unit) -> int:
    """A defender's modified defence factors."""
    extra = sum(cover.factors for cover in covers(g, g.at[unit]) if cover.unit == unit)
    return defence_factor(g, unit) + extra


@derived
def pile_worth(g: State, hex: Hex) -> int:
    """The modified factors of all units in a hex."""
    return sum(worth(g, unit) for unit in g.pile(hex))


def line_worth(g: State, attack: Attack, hex: Hex) -> int:
    """The factors of the defenders' line in one of the hexes attacked."""
    return line_factors(g, hex, foe(attacker(g, attack)), origins(g, attack))


def hex_defence(g: State, attack: Attack, hex: Hex) -> int:
    units = pile_worth(g, hex) if hex in manned(g, attack) else 0
    return units + line_worth(g, attack, hex)


def defence(g: State, attack: Attack) -> int:
    """§General Rule: the modified factors of all hexes that are attacked together."""
    side = foe(attacker(g, attack))
    there, froms = g.held[side], origins(g, attack)
    return sum(
        (pile_worth(g, hex) if there >> hex & 1 else 0) + line_factors(g, hex, side, froms)
        for hex in attack.targets
    )


# -- shifts ----------------------------------------------------


@shifts.rule("§River", "Across a river, not more than half the factors on the defenders' side")
def river(g: State, attack: Attack) -> int:
    across = [
        unit for unit in attack.attackers if any(wet(g, g.at[unit], hex) for hex in attack.targets)
    ]
    return -1 if across and 2 * strength(g, across) >= strength(g, attack.attackers) else 0


@shifts.rule("§Supply", "An attacker without supply")
def hungry_attacker(g: State, attack: Attack) -> int:
    return 0 if all(in_supply(g, unit) for unit in attack.attackers) else -1


@shifts.rule("§Supply", "Defenders without supply")
def hungry_defender(g: State, attack: Attack) -> int:
    fed = supplied(g, foe(attacker(g, attack)))
    hexes = manned(g, attack)
    return 1 if hexes and not any(fed >> hex & 1 for hex in hexes) else 0


@shifts.rule("§Disrupted Units", "All defenders disrupted")
def disrupted(g: State, attack: Attack) -> int:
    against = defenders(g, attack)
    return 1 if against and all(g.disrupted >> unit & 1 for unit in against) else 0


@shifts.rule("§Panzerkeil", "Panzerkeil, through the side it points at")
def wedge(g: State, attack: Attack) -> int:
    return len(strikes(g, attack.targets, attack.attackers))


@shifts.rule("§Panzerkeil", "Panzerkeil attacked: front -1, a rear flank 0, rear +1")
def against_wedge(g: State, attack: Attack) -> int:
    return sum(
        turned_on(g, korps, [hex for hex in origins(g, attack) if g.grid.touch(hex, g.at[korps])])
        for korps in wedges(g)
        if g.at[korps] in attack.targets
    )


# -- the odds ----------------------------------------------------


class Odds(msgspec.Struct, frozen=True):
    """A combat in numbers: the rung after all shifts may lie past the ends of the table."""

    attack: int
    defence: int
    rung: int  # by factors alone
    shifts: tuple[tuple[Rule, int], ...]
    mixed: bool  # disrupted and undisrupted defenders: the former are read a column higher
    guns: bool  # artillery korps alone
    german: bool

    @property
    def column(self) -> int:
        return self.rung + sum(value for _, value in self.shifts)

    @property
    def worst(self) -> int:
        """§Pressed Attack!: the column that it may come to."""
        return self.column - lower(self.german)


def lower(german: bool) -> int:
    """§Pressed Attack!: by how many columns a bad roll is read lower."""
    return 1 if german else 2


def pressed_columns(odds: Odds) -> str:
    """§Pressed Attack!: where good and bad rolls are read, in words."""
    return f"4 to 6 are read in {named(odds.column + 1)}, 1 to 3 in {named(odds.worst)}"


def read(column: int, die: int, german: bool, pressed: bool, guns: bool) -> str:
    """§Combat Table, §Pressed Attack!, §Artillery Korps: the result of a roll.

    Past 7:1 it is DE whatever the die says; a column that has fallen below 1:5 since the attack
    was allocated is read as 1:5.
    """
    if pressed:
        column += 1 if die > 3 else -lower(german)
    result = "DE" if column >= TOP else COMBAT.result(max(column, 0), die)
    return "D" if guns and result in GOOD else result


def reckon(g: State, attack: Attack) -> Odds:
    """§Combat Table: the odds at this moment."""
    against = defenders(g, attack)
    down = [unit for unit in against if g.disrupted >> unit & 1]
    total, other = strength(g, attack.attackers), defence(g, attack)
    return Odds(
        total,
        other,
        rung(total, other),
        tuple(shifts.values(g, attack)),
        bool(down) and len(down) < len(against),
        all(has(g, unit, "artillery") for unit in attack.attackers),
        attacker(g, attack) == GERMAN,
    )


def rung(attack: int, defence: int) -> int:
    """The column of two strengths; it may lie past the ends of the table."""
    if attack >= (LADDER.top + 1) * defence or LADDER.bottom * attack < defence:
        return LADDER.rung(attack, defence)
    return max(n for n, (a, d) in enumerate(RATIOS) if attack * d >= defence * a)


def named(rung: int) -> str:
    """A column as people say it."""
    if rung >= TOP:
        return f"over {COMBAT.columns[-1]}"
    return LADDER.name(rung)


# -- the receipt ----------------------------------------------------


STANDING = {"D1": "D", "D2": "DE"}  # for who stands
FORCED = {"D2": "DE", "D1": "X", "D": "1½ X", "X": "2 X", "AD": "AE"}  # in a forced exchange


def receipt(
    g: State,
    attack: Attack,
    pressed: bool = False,
    instead: Mapping[str, str] = STANDING,
    notes: Iterable[str] = (),
) -> Receipt:
    """§Combat Table: every factor and every shift; both readings where there are two.

    `instead` is what results come to for units with No Retreat! orders.
    """
    odds, there, told = reckon(g, attack), defenders(g, attack), list(notes)
    follows = RESULTS if there else on_a_line(g, attack)
    if odds.mixed:
        told.append(
            f"Disrupted defenders are read in the next column, {named(odds.column + 1)} "
            "(§Disrupted Units)."
        )
    if odds.guns:
        told.append("Artillery alone brings no more than D (§Artillery Korps).")
    if pressed:
        told.append(f"Pressed: {pressed_columns(odds)} (§Pressed Attack!).")
    if odds.column < 0:
        told.append("Below 1:5 an attack is not allowed (§Combat Table).")
    return Receipt(
        attack=tuple(_attacker(g, unit) for unit in attack.attackers),
        defence=tuple(_defence(g, attack)),
        totals=(str(odds.attack), str(odds.defence)),
        odds=LADDER.name(odds.rung),
        shifts=listed(odds.shifts),
        net=odds.column - odds.rung,
        column=named(odds.column),
        outcomes=outcomes(odds, pressed, instead if there else {}, follows),
        provenance=COMBAT.provenance,
        note=" ".join(told),
    )


def on_a_line(g: State, attack: Attack) -> dict[str, str]:
    """§Fortification Lines: what results do where nobody stands: the line is taken, or nothing."""
    side, told = foe(attacker(g, attack)), dict(RESULTS)
    price = sum(line_worth(g, attack, hex) for hex in attack.targets)
    purse = strength(g, (unit for unit in attack.attackers if not has(g, unit, "artillery")))
    for result in ("DE", "D2", "D1", "D", "X"):
        falls = [hex for hex in attack.targets if result in line_at(hex, side).taken_by]
        where = ", ".join(g.grid.name[hex] for hex in falls)
        told[result] = f"the line at {where} is taken" if falls else "nothing happens"
    paid = f"{told['X']} for {price} attacking factors, if the attacker wants it"
    told["X"] = paid if purse >= price else "nothing happens: the attacker cannot pay"
    return told


def outcomes(
    odds: Odds, pressed: bool, instead: Mapping[str, str], follows: Mapping[str, str]
) -> tuple[Outcome, ...]:
    """The results by die; with two readings "D1, disrupted D2"."""
    rolls: dict[str, list[int]] = {}
    for die in range(1, 7):
        result = read(odds.column, die, odds.german, pressed, odds.guns)
        if odds.mixed:
            higher = read(odds.column + 1, die, odds.german, pressed, odds.guns)
            result = f"{result}, disrupted {higher}"
        rolls.setdefault(result, []).append(die)
    found = []
    for result, dice in sorted(rolls.items(), key=lambda item: (-len(item[1]), item[1])):
        first = result.split(",")[0]
        else_ = (instead[first],) if first in instead else ()
        chance = str(Fraction(len(dice), 6))
        found.append(Outcome(result, chance, tuple(dice), follows[first], else_))
    return tuple(found)


def _attacker(g: State, unit: Unit) -> Line:
    note = "" if in_supply(g, unit) else "without supply"
    return Line(g.unit(unit).id, str(attack_factor(g, unit)), "§Combat Table", note)


def _defence(g: State, attack: Attack) -> Iterable[Line]:
    there = manned(g, attack)
    for hex in attack.targets:
        for unit in g.pile(hex) if hex in there else ():
            note = "disrupted" if g.disrupted >> unit & 1 else ""
            yield Line(g.unit(unit).id, str(defence_factor(g, unit)), "§Combat Table", note)
        for cover in covers(g, hex) if hex in there else ():
            label = f"{g.called(cover.unit)} {cover.says}"
            yield Line(label, f"+{cover.factors}", cover.rule)
        side = foe(attacker(g, attack))
        if g.board.hexes[f"fort {side}"] & ~g.taken & 1 << hex:
            rule = f"§{side.capitalize()} Lines"
            yield Line(f"line at {g.grid.name[hex]}", f"+{line_worth(g, attack, hex)}", rule)
