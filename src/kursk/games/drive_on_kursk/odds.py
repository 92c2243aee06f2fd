"""11.2, 11.15: the odds of a battle: in numbers, and itemised in words from the same numbers."""

from fractions import Fraction
from functools import cache
from math import comb

import msgspec

from kursk.core.counters import Unit
from kursk.core.flow import deciding
from kursk.core.hexes import Hex
from kursk.core.rules import Rule
from kursk.core.tables import Case, Line, Outcome, Receipt, mixed
from kursk.core.view import covered
from kursk.games.drive_on_kursk.attacks import read_attack, refused_attack
from kursk.games.drive_on_kursk.commitment import Commitment
from kursk.games.drive_on_kursk.displacement import steps_of_retreat
from kursk.games.drive_on_kursk.pieces import halved, mobility
from kursk.games.drive_on_kursk.shifts import (
    Attack,
    Shift,
    convertible,
    flagged,
    paras_defend,
    shifts,
    ss_defend,
)
from kursk.games.drive_on_kursk.stacking import LIMIT, size
from kursk.games.drive_on_kursk.state import State, foe
from kursk.games.drive_on_kursk.supply import in_supply
from kursk.games.drive_on_kursk.tables import (
    COMBAT,
    CONVERSION,
    CONVERSION_MODIFIERS,
    LADDER,
    RESULTS,
)

EVERYTHING = 999  # more than any hex holds


def unsupplied(g: State, units: tuple[Unit, ...]) -> int:
    """6.6: those of the units that are out of supply, as a set."""
    hungry = {g.at[unit] for unit in {g.at[u]: u for u in units}.values() if not in_supply(g, unit)}
    return sum(1 << unit for unit in units if g.at[unit] in hungry)


def counted(supplied: int, pooled: int) -> int:
    """1.3, 6.5: factors out of supply are added up first, then halved once (A-46)."""
    return supplied + halved(pooled)


def strength(g: State, units: tuple[Unit, ...], out: int) -> int:
    """11.2: the factors of a force, supply taken into account."""
    pooled = sum(g.factor(unit) for unit in units if out >> unit & 1)
    return counted(sum(g.factor(unit) for unit in units) - pooled, pooled)


def receipt_for(g: State, order: str) -> Receipt | None:
    """The odds of an order, as far as the position tells; None if it is not about an attack.

    Before a battle that is `attack HEX with UNIT,UNIT`; while its forces lie open, any of
    the choices offered, `support` and `convert` with what they change.
    """
    decision = deciding(g)
    if isinstance(decision, Commitment) and order in decision.orders(g):
        air, called = order == "support", decision.called or order == "convert"
        return receipt(g, decision.target, decision.attackers, air, called)
    match order.split():
        case ["attack", name, "with", ids]:
            first = g.roster.number.get(ids.split(",")[0])
            if first is None or refused_attack(g, name, ids.split(","), g.side_of(first)):
                return None
            return receipt(g, *read_attack(g, order))
    return None


class Odds(msgspec.Struct, frozen=True):
    """11.2, 11.15: a battle in numbers. What the receipt says is put into words from these."""

    attack: Attack
    hidden: tuple[Unit, ...]  # counters of the defence that are covered
    out: int  # 6.6: the units out of supply
    total: int  # the attackers' factors
    least: int  # the weakest defence that there may be
    shifts: list[tuple[Rule, Shift]]
    net: int
    columns: dict[tuple[int, int], list[tuple[int, Fraction]]]  # with a shift of 11.22 or 11.23

    @property
    def rung(self) -> int:
        return LADDER.rung(self.total, self.least)

    @property
    def column(self) -> int:
        """The column; of several that may be, the best."""
        return max(column for column, _ in self.columns)


def reckoned(g: State, target: Hex, attackers: tuple[Unit, ...], air: bool = False) -> Odds:
    """11.2, 11.15: every factor and every shift, then, and only then, the column of the table.

    A side knows of a covered stack its top counter and its height (7.3): then there are
    several columns, each with what may lie there and how likely it is.
    """
    pile = g.pile(target)[::-1]
    known = tuple(unit for unit in pile if g.unit(unit).id)
    hidden = tuple(unit for unit in pile if unit not in known)
    attack = Attack(g.side_of(attackers[0]), target, attackers, known, len(hidden), air)
    out = unsupplied(g, (*attackers, *pile))
    applied = shifts.values(g, attack)
    net: int = sum(columns for _, (columns, _) in applied)
    total = strength(g, attackers, out)
    possible = _possible(g, attack, hidden, bool(out >> pile[0] & 1))
    columns: dict[tuple[int, int], list[tuple[int, Fraction]]] = {}
    for (defence, extra), chance in sorted(possible.items()):
        column = LADDER.held(LADDER.rung(total, defence) + net + extra)
        columns.setdefault((column, extra), []).append((defence, chance))
    least = min(defence for defence, _ in possible)
    return Odds(attack, hidden, out, total, least, applied, net, columns)


def receipt(
    g: State, target: Hex, attackers: tuple[Unit, ...], air: bool = False, called: bool = False
) -> Receipt:
    """11.2, 11.15: the odds in words, with the chance of each result over all that may be."""
    odds = reckoned(g, target, attackers, air)
    known = odds.attack.defenders
    forced = any(mobility(g.unit(unit)) == "static" for unit in known)  # 11.20: no choice
    weights: dict[int, Fraction] = {}
    for (column, _), found in odds.columns.items():
        weights[column] = weights.get(column, Fraction(0)) + sum(chance for _, chance in found)
    most, least = ("≤ ", "≥ ") if odds.hidden else ("", "")
    return Receipt(
        attack=_lines(g, attackers, odds.out, 0),
        defence=(*_lines(g, known, odds.out, g.retreated), *_covered_lines(g, odds.hidden)),
        totals=(str(odds.total), f"{least}{odds.least}"),
        odds=most + LADDER.name(odds.rung),
        shifts=tuple(Line(rule.says, f"{n:+}", rule.cite, why) for rule, (n, why) in odds.shifts),
        net=odds.net,
        column=most + LADDER.name(odds.column),
        outcomes=_outcomes(weights, called or forced),
        provenance=COMBAT.provenance,
        cases=_cases(odds.columns) if odds.hidden else (),
        note=_note(g, odds.attack, called, forced),
    )


def _lines(g: State, force: tuple[Unit, ...], out: int, idle: int) -> tuple[Line, ...]:
    lines, pooled = [], 0
    for unit in force:
        id, factor = g.unit(unit).id, g.factor(unit)
        if idle >> unit & 1:
            lines.append(Line(id, "0", "11.12", "retreated in: adds nothing, shares the result"))
            continue
        lines.append(Line(id, str(factor), "11.2"))
        if out >> unit & 1:
            pooled += factor
    if pooled:
        lost = halved(pooled) - pooled
        lines.append(Line(f"out of supply: half of {pooled}", str(lost), "1.3, 6.5"))
    return tuple(lines)


def _covered_lines(g: State, hidden: tuple[Unit, ...]) -> list[Line]:
    idle = [unit for unit in hidden if g.retreated >> unit & 1]
    lines = [Line("a covered counter", "?", "7.3")] * (len(hidden) - len(idle))
    return lines + [Line("a covered counter", "0", "11.12", "retreated in")] * len(idle)


def _possible(
    g: State, attack: Attack, hidden: tuple[Unit, ...], hungry: bool
) -> dict[tuple[int, int], Fraction]:
    """7.3: every defence that may lie in the hex, with the shift that goes with it, and how
    likely it is: any set of the enemy's covered counters that can stack there is as likely as
    another. Which are on the map, and which of those in reserve, everybody knows.
    """
    other = foe(attack.side)
    base = sum(g.factor(unit) for unit in attack.defenders if not g.retreated >> unit & 1)
    if not hidden:
        return {(halved(base) if hungry else base, 0): Fraction(1)}
    ss, para = flagged(g, attack, "ss-corps"), flagged(g, attack, "para")
    stack = len(attack.defenders) + len(hidden)
    count = sum(not g.retreated >> unit & 1 for unit in hidden)
    space = LIMIT[other] - sum(size(g, unit) for unit in attack.defenders)
    unknown = [unit for unit in covered(g, other) if not g.reserve >> unit & 1]
    ways: dict[tuple[int, int], int] = {}
    picks = _picks(g, unknown, count, space)
    picks = picks or _picks(g, unknown, count, EVERYTHING)  # 7.2: the hex must be over-stacked
    for (factors, more_ss, more_para), n in picks.items():
        together = ss_defend(ss + more_ss, stack) or paras_defend(g, para + more_para, stack)
        total = base + factors
        key = (halved(total) if hungry else total, -int(together))
        ways[key] = ways.get(key, 0) + n
    every = sum(ways.values())
    return {key: Fraction(n, every) for key, n in ways.items()}


def _picks(
    g: State, unknown: list[Unit], count: int, space: int
) -> dict[tuple[int, int, int], int]:
    """In how many ways so many counters come to so many factors, and how many of them are SS
    or parachute divisions. Counters that are alike are counted, not listed.
    """
    alike: dict[tuple[int, int, bool, bool], int] = {}
    for unit in unknown:
        flags = g.unit(unit).flags
        kind = (g.factor(unit), size(g, unit), "ss-corps" in flags, "para" in flags)
        alike[kind] = alike.get(kind, 0) + 1
    ways = {(0, 0, 0, 0, 0): 1}  # counters taken, their size, factors, SS, parachute
    for (factor, each, ss, para), number in alike.items():
        longer: dict[tuple[int, int, int, int, int], int] = {}
        for (taken, filled, factors, s, p), n in ways.items():
            for k in range(min(number, count - taken, (space - filled) // each) + 1):
                key = (taken + k, filled + k * each, factors + k * factor, s + k * ss, p + k * para)
                longer[key] = longer.get(key, 0) + n * comb(number, k)
        ways = longer
    found: dict[tuple[int, int, int], int] = {}
    for (taken, _, factors, s, p), n in ways.items():
        if taken == count:
            found[factors, s, p] = found.get((factors, s, p), 0) + n
    return found


def _cases(columns: dict[tuple[int, int], list[tuple[int, Fraction]]]) -> tuple[Case, ...]:
    cases = []
    for (column, extra), found in sorted(columns.items(), reverse=True):
        low, high = min(found)[0], max(found)[0]
        label = f"defence {low}" + (f" to {high}" if high > low else "")
        label += ", a corps together (11.22, 11.23)" if extra else ""
        chance = sum((chance for _, chance in found), Fraction(0))
        cases.append(Case(label, str(chance), LADDER.name(column)))
    return tuple(cases)


def conversion_modifier(column: int) -> int:
    """11.20, 12.3: by the final column (A-28)."""
    return CONVERSION_MODIFIERS[LADDER.name(column)]


@cache
def chances(column: int, called: bool) -> dict[tuple[str, str], Fraction]:
    """The chance of each result of a column, and of what it is converted to where called."""
    found: dict[tuple[str, str], Fraction] = {}
    for result, chance in COMBAT.chances(column).items():
        last = {"": Fraction(1)}
        if called and result == "DR":
            last = CONVERSION.chances(0, conversion_modifier(column))
        found |= {(result, instead): chance * share for instead, share in last.items()}
    return found


def _outcomes(weights: dict[int, Fraction], called: bool) -> tuple[Outcome, ...]:
    """The chance of each result over the columns that may apply; converted where called."""
    found = []
    cases = ((weight, chances(column, called)) for column, weight in weights.items())
    for (result, instead), chance in mixed(cases).items():
        rolls: tuple[int, ...] = ()
        if len(weights) == 1:
            (column,) = weights
            rolls = tuple(r for r in range(1, 7) if COMBAT.result(column, r) == result)
        name = f"{result}, converted: {instead}" if instead else result
        found.append(Outcome(name, str(chance), rolls, RESULTS[instead or result]))
    return tuple(found)


def _note(g: State, attack: Attack, called: bool, forced: bool) -> str:
    notes = []
    if attack.hidden:
        notes.append(
            "The column is the best that may be hoped for; the chances are taken over all that "
            "may lie there, any covered counter being as likely as another."
        )
    if called:
        notes.append("A retreat is converted (11.20).")
    elif forced:
        notes.append("A retreat will be converted: a fortified zone defends (11.20).")
    elif convertible(g, attack.target, foe(attack.side)):
        notes.append("The defender may have a retreat converted (11.20).")
    if g.air and not attack.air and getattr(deciding(g), "rule", "") != "11.10":
        notes.append("The Luftwaffe may come yet: one column for the German (11.10).")
    if not (called or forced or any(steps_of_retreat(g, g.pile(attack.target)[-1], 0))):
        notes.append("No hex is open to a retreat: DR eliminates (11.12).")
    return " ".join(notes)
