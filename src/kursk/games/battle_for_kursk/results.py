"""9.3: what a result of the table comes to in a battle, and what the defender may make of it."""

from kursk.core.tables import Outcome, outcomes
from kursk.games.battle_for_kursk.forts import active
from kursk.games.battle_for_kursk.losses import step_value
from kursk.games.battle_for_kursk.retreat import fate
from kursk.games.battle_for_kursk.state import Attack, State, reduced
from kursk.games.battle_for_kursk.tables import CRT, RESULTS


def answers(g: State, unit: int, result: str) -> list[str]:
    """9.3: what the defender may make of a result: stand fast, or exchange."""
    open_ = []
    if result == "DR" and g.board.hexes["major city"] >> g.at[unit] & 1:
        open_.append("stand")
    if result in ("DR", "DRL") and active(g, g.side_of(unit)) >> g.at[unit] & 1:
        open_.append("exchange")
    return open_


def foreseen(g: State, attack: Attack, column: int) -> tuple[Outcome, ...]:
    """9.3: the outcomes of a column, with all that may follow as things stand, and its cost."""
    unit = g.pile(attack.target)[0]
    hit = "is eliminated" if reduced(g, unit) else f"loses a step and {fate(g, unit, weak=True)}"
    price = step_value(g, unit)
    enough = sum(g.factor(each) for each in attack.units) > price
    paid = f"loses {price} strength points or more" if enough else "loses all he has"
    says = {
        "DR": f"the defender {fate(g, unit, weak=reduced(g, unit))}",
        "DRL": f"the defender {hit}",
        "EX": f"exchange: the defender {hit}, the attacker {paid}",
    }
    stand = "or stands fast and " + ("is eliminated" if reduced(g, unit) else "loses a step")
    more = {"stand": stand, "exchange": f"or fights on in the fort: it {hit}, the attacker {paid}"}
    found = []
    for outcome in outcomes(CRT, column, {**RESULTS, **says}):
        open_ = answers(g, unit, outcome.result)
        instead = tuple("EX" if answer == "exchange" else answer for answer in open_)
        follows = "; ".join((outcome.follows, *(more[answer] for answer in open_)))
        found.append(Outcome(outcome.result, outcome.chance, outcome.rolls, follows, instead))
    return tuple(found)
