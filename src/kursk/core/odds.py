"""A battle in numbers first, in words when somebody looks: the same odds for both.

    odds = reckon(LADDER, attack, defence, shifts.values(g, battle))
    COMBAT.result(odds.column, roll + odds.modifier)      # what the battle is resolved with
    receipt(odds, LADDER, COMBAT, …)                      # what a player is shown

Where a side does not know all of the defence there are several cases, each with its chance;
the receipt weighs them all.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from fractions import Fraction
from math import comb

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


GUESS = (
    "The column is the best that may be hoped for; the chances are taken over all that may lie "
    "there, any covered counter being as likely as another."
)


def picks(
    counters: Iterable[tuple[int, ...]], count: int, most: int | None = None
) -> dict[tuple[int, ...], int]:
    """In how many ways so many of these counters lie together, by what they come to, number by
    number. Those that are alike are counted, not listed. The first numbers come to `most` at the
    most.
    """
    alike = Counter(counters)
    nothing = (0,) * len(next(iter(alike), ()))
    ways = Counter({(0, nothing): 1})  # by how many are taken, and what they come to
    for each, number in alike.items():
        longer: Counter[tuple[int, tuple[int, ...]]] = Counter()
        for (taken, sums), n in ways.items():
            for k in range(min(number, count - taken) + 1):
                more = tuple([sum_ + k * one for sum_, one in zip(sums, each, strict=True)])
                if most is not None and more[0] > most:
                    break
                longer[taken + k, more] += n * comb(number, k)
        ways = longer
    return {sums: n for (taken, sums), n in ways.items() if taken == count}


def receipt(
    cases: list[Possible],
    ladder: Ladder,
    table: Table,
    attack: Iterable[Line],
    defence: Iterable[Line],
    follows: Mapping[str, str],
    note: str = "",
    outcomes: tuple[Outcome, ...] = (),
    hidden: bool = False,
) -> Receipt:
    """The odds in words: of the best case, with the chances weighed over all of them; with the
    outcomes as a game tells them, if it does. `hidden`: a lone case may come to more as well."""
    best = max(cases, key=lambda case: (case.odds.column, case.odds.rung)).odds
    guessed = hidden or len(cases) > 1
    most, least = ("≤ ", "≥ ") if guessed else ("", "")
    weakest = min(case.odds.defence for case in cases)
    return Receipt(
        attack=tuple(attack),
        defence=tuple(defence),
        totals=(plain(best.attack), least + plain(weakest)),
        odds=most + ladder.name(ladder.rung(best.attack, weakest)),
        shifts=listed(best.shifts),
        net=best.net,
        column=most + ladder.name(best.column),
        outcomes=outcomes or weighed(cases, table, follows),
        provenance=table.provenance,
        cases=tuple(
            Case(case.label, str(case.chance), ladder.name(case.odds.column))
            for case in cases
            if guessed
        ),
        note=note,
    )


def listed(shifts: Iterable[tuple[Rule, int]]) -> tuple[Line, ...]:
    """Shifts as lines of a receipt, each with its reason, if it gives one."""
    return tuple(
        Line(rule.says, f"{value:+}", rule.cite, getattr(value, "why", ""))
        for rule, value in shifts
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
