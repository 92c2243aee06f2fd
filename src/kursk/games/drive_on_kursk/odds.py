"""11.2, 11.15: the odds of a battle: in numbers, and itemised in words from the same numbers."""

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from functools import cache

from msgspec.structs import replace

from kursk.core.counters import Unit
from kursk.core.flow import deciding
from kursk.core.hexes import Hex
from kursk.core.odds import GUESS, Odds, Possible, picks, reckon
from kursk.core.odds import receipt as in_words
from kursk.core.tables import Line, Outcome, Receipt, mixed
from kursk.core.view import covered
from kursk.games.drive_on_kursk.displacement import steps_of_retreat
from kursk.games.drive_on_kursk.pieces import halved, mobility
from kursk.games.drive_on_kursk.shifts import (
    CORPS,
    Attack,
    attack_on,
    convertible,
    flagged,
    shifts,
    together,
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


def unsupplied(g: State, units: tuple[Unit, ...]) -> int:
    """6.6: those of the units that are out of supply, as a set."""
    return sum(1 << unit for unit in units if not in_supply(g, unit))


def counted(supplied: int, pooled: int) -> int:
    """1.3, 6.5: factors out of supply are added up first, then halved once (A-46)."""
    return supplied + halved(pooled)


def strength(
    g: State, units: tuple[Unit, ...], out: int, worth: Callable[[State, Unit], int] = State.factor
) -> int:
    """11.2, 11.21: the factors of a force, or of what it loses, supply taken into account."""
    pooled = sum(worth(g, unit) for unit in units if out >> unit & 1)
    return counted(sum(worth(g, unit) for unit in units) - pooled, pooled)


def reckoned(g: State, target: Hex, attackers: tuple[Unit, ...], air: bool = False) -> Odds:
    """11.2, 11.15: the odds of a battle whose forces lie open: every factor and every shift, then,
    and only then, the column of the table.
    """
    attack, out = attack_on(g, target, attackers, air), unsupplied(g, (*attackers, *g.pile(target)))
    total, against = strength(g, attackers, out), defence(g, attack, out)
    return reckon(LADDER, total, against, shifts.values(g, attack))


def defence(g: State, attack: Attack, out: int, more: int = 0) -> int:
    """6.5, 11.12: the factors of the known defenders, and of others if there are such; who
    retreated in adds none. All stand in one hex, and are in supply or out of it together."""
    base = sum(g.factor(unit) for unit in attack.defenders if not g.retreated >> unit & 1) + more
    return halved(base) if out >> g.pile(attack.target)[0] & 1 else base


def receipt(
    g: State, target: Hex, attackers: tuple[Unit, ...], air: bool = False, called: bool = False
) -> Receipt:
    """11.2, 11.15: the odds in words, with the chance of each result over all that may be."""
    attack = attack_on(g, target, attackers, air)
    out = unsupplied(g, (*attackers, *g.pile(target)))
    forced = any(mobility(g.unit(unit)) == "static" for unit in attack.defenders)  # 11.20
    found = cases(g, attack, out)
    return in_words(
        found,
        LADDER,
        COMBAT,
        attack=_lines(g, attackers, out, 0),
        defence=(*_lines(g, attack.defenders, out, g.retreated), *_covered_lines(g, attack)),
        follows=RESULTS,
        note=_note(g, attack, called, forced),
        outcomes=_outcomes(found, called or forced),
        hidden=bool(attack.hidden),
    )


def cases(g: State, attack: Attack, out: int) -> list[Possible]:
    """7.3: a side knows of a covered stack its top counter and its height. Then there are several
    columns, each with what may lie there and how likely it is.
    """
    total, possible = strength(g, attack.attackers, out), _possible(g, attack, out)
    shifted = {c: shifts.values(g, replace(attack, together=c)) for c in {c for _, c in possible}}
    columns: dict[tuple[int, bool], list[tuple[Odds, Fraction]]] = {}
    for (against, corps), chance in sorted(possible.items()):
        odds = reckon(LADDER, total, against, shifted[corps])
        columns.setdefault((odds.column, not corps), []).append((odds, chance))
    found = []
    for (_, plain), alike in sorted(columns.items(), reverse=True):
        (weakest, _), (strongest, _) = alike[0], alike[-1]
        label = f"defence {weakest.defence}"
        label += f" to {strongest.defence}" if strongest.defence > weakest.defence else ""
        label += "" if plain else ", a corps together (11.22, 11.23)"
        found.append(Possible(label, sum((chance for _, chance in alike), Fraction(0)), weakest))
    return found


def _possible(g: State, attack: Attack, out: int) -> dict[tuple[int, str], Fraction]:
    """7.3: every defence that may lie in the hex, with the corps that is together there, and how
    likely it is: any set of the enemy's covered counters that can stack there is as likely as
    another. Which are on the map, and which of those in reserve, everybody knows.
    """
    if not attack.hidden:
        return {(defence(g, attack, out), ""): Fraction(1)}
    other = foe(attack.side)
    here = [flagged(g, attack, flag) for flag in CORPS]
    stack = len(attack.defenders) + len(attack.hidden)
    count = sum(not g.retreated >> unit & 1 for unit in attack.hidden)
    space = LIMIT[other] - sum(size(g, unit) for unit in attack.defenders)
    unknown = [
        (size(g, unit), g.factor(unit), *(flag in g.unit(unit).flags for flag in CORPS))
        for unit in covered(g, other)
        if not g.reserve >> unit & 1
    ]
    ways: Counter[tuple[int, str]] = Counter()
    # 7.2: where no choice stacks, the hex is over-stacked
    for (_, factors, *more), n in (picks(unknown, count, space) or picks(unknown, count)).items():
        divisions = zip(CORPS, here, more, strict=True)
        corps = (flag for flag, a, b in divisions if together(g, flag, a + b, stack))
        ways[defence(g, attack, out, factors), next(corps, "")] += n
    return {key: Fraction(n, ways.total()) for key, n in ways.items()}


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


def _covered_lines(g: State, attack: Attack) -> list[Line]:
    idle = sum(g.retreated >> unit & 1 for unit in attack.hidden)
    lines = [Line("a covered counter", "?", "7.3")] * (len(attack.hidden) - idle)
    return lines + [Line("a covered counter", "0", "11.12", "retreated in")] * idle


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


def _outcomes(cases: list[Possible], called: bool) -> tuple[Outcome, ...]:
    """The chance of each result over the columns that may apply; converted where called."""
    found, columns = [], {case.odds.column for case in cases}
    weights = ((case.chance, chances(case.odds.column, called)) for case in cases)
    for (result, instead), chance in mixed(weights).items():
        rolls: tuple[int, ...] = ()
        if len(columns) == 1:
            (column,) = columns
            rolls = tuple(r for r in range(1, 7) if COMBAT.result(column, r) == result)
        name = f"{result}, converted: {instead}" if instead else result
        found.append(Outcome(name, str(chance), rolls, RESULTS[instead or result]))
    return tuple(found)


def _note(g: State, attack: Attack, called: bool, forced: bool) -> str:
    notes = [GUESS] if attack.hidden else []
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
