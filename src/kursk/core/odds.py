"""A battle in numbers first, in words when somebody looks: the same odds for both.

    odds = reckon(LADDER, attack, defence, shifts.values(g, battle))
    COMBAT.result(odds.column, roll + odds.modifier)      # what the battle is resolved with
    receipt(odds, LADDER, COMBAT, …)                      # what a player is shown

Where a side does not know all of the defence there are several cases, each with its chance;
the receipt weighs them all.
"""

from collections.abc import Iterable, Mapping
from fractions import Fraction

import msgspec

from kursk.core.rules import Rule
from kursk.core.tables import Case, Ladder, Line, Number, Outcome, Receipt, Table, dice_sums, mixed


class Odds(msgspec.Struct, frozen=True):
    """A battle in numbers."""

    attack: Number
    defence: Number
    rung: int  # by strength alone; it may lie past the ends of the table
    shifts: tuple[tuple[Rule, int], ...]
    column: int  # after all shifts, held to the table
    modifier: int = 0  # of the die

    @property
    def net(self) -> int:
        """All shifts together."""
        return sum(value for _, value in self.shifts)


def reckon(
    ladder: Ladder,
    attack: Number,
    defence: Number,
    shifts: Iterable[tuple[Rule, int]] = (),
    modifier: int = 0,
) -> Odds:
    """Strengths to a rung, shifts to a column; only then is it held to the table."""
    applied, rung = tuple(shifts), ladder.rung(attack, defence)
    column = ladder.held(rung + sum(value for _, value in applied))
    return Odds(attack, defence, rung, applied, column, modifier)


class Possible(msgspec.Struct, frozen=True):
    """What the defence may be, and how likely: the odds it would give."""

    label: str
    chance: Fraction
    odds: Odds


def receipt(
    cases: list[Possible],
    ladder: Ladder,
    table: Table,
    attack: Iterable[Line],
    defence: Iterable[Line],
    follows: Mapping[str, str],
    note: str = "",
    outcomes: tuple[Outcome, ...] = (),
) -> Receipt:
    """The odds in words: of the best case, with the chances weighed over all of them; with the
    outcomes as a game tells them, if it does."""
    best = max(cases, key=lambda case: (case.odds.column, case.odds.rung)).odds
    most = "≤ " if len(cases) > 1 else ""
    least = "≥ " if len(cases) > 1 else ""
    return Receipt(
        attack=tuple(attack),
        defence=tuple(defence),
        totals=(plain(best.attack), least + plain(best.defence)),
        odds=most + ladder.name(best.rung),
        shifts=tuple(Line(rule.says, f"{value:+}", rule.cite) for rule, value in best.shifts),
        net=best.net,
        column=most + ladder.name(best.column),
        outcomes=outcomes or weighed(cases, table, follows),
        provenance=table.provenance,
        cases=tuple(
            Case(case.label, str(case.chance), ladder.name(case.odds.column))
            for case in cases
            if len(cases) > 1
        ),
        note=note,
    )


def known(odds: Odds) -> list[Possible]:
    """The one case there is where nothing is hidden."""
    return [Possible("", Fraction(1), odds)]


def weighed(cases: list[Possible], table: Table, follows: Mapping[str, str]) -> tuple[Outcome, ...]:
    """The chance of each result over all cases, likeliest first; its rolls where they are sure."""
    chances = mixed(
        (case.chance, table.chances(case.odds.column, case.odds.modifier)) for case in cases
    )
    asked = {(case.odds.column, case.odds.modifier) for case in cases}
    found = []
    for result, chance in chances.items():
        rolls: tuple[int, ...] = ()
        if len(asked) == 1:
            ((column, modifier),) = asked
            every = dice_sums(table.dice)
            rolls = tuple(r for r in every if table.result(column, r + modifier) == result)
        found.append(Outcome(result, str(chance), rolls, follows.get(result, "")))
    return tuple(found)


def plain(value: Number) -> str:
    """A strength as people write it: 7, 7.5, 4.75, or 10/3 where decimals do not end."""
    fraction = Fraction(value)
    rest = fraction.denominator
    while rest % 2 == 0:
        rest //= 2
    while rest % 5 == 0:
        rest //= 5
    return f"{float(fraction):g}" if rest == 1 else str(fraction)
