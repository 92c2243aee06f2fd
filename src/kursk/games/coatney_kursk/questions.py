"""§Combat Table: the odds of an order, at whatever moment somebody looks."""

from kursk.core.flow import deciding
from kursk.core.tables import Receipt
from kursk.games.coatney_kursk.allocation import attacked, refused_attack, waiting
from kursk.games.coatney_kursk.odds import FORCED, STANDING, defence, receipt
from kursk.games.coatney_kursk.resolution import Breakthrough
from kursk.games.coatney_kursk.standing import Battlefield, NoRetreat
from kursk.games.coatney_kursk.state import GERMAN, RUSSIAN, Attack, State, read_attack
from kursk.games.coatney_kursk.support import obliges

RISK = {
    GERMAN: "The German may force an exchange after the die (§Forced Exchange).",
    RUSSIAN: "The Russian may force an exchange before the die (§Forced Exchange).",
}


def receipt_for(g: State, order: str) -> Receipt | None:
    """The odds of an attack by either side, of a battle that waits, or of a choice in one."""
    decision = deciding(g)
    if isinstance(decision, Battlefield):
        return _choice(g, decision, order) if decision.refusal(g, order) is None else None
    match order.split():
        case ["resolve" | "press" as verb, name] if name in waiting(g):
            return receipt(g, waiting(g)[name], verb == "press")
        case ["join", name, "with", _] if isinstance(decision, Breakthrough):
            if decision.refusal(g, order) is None:
                more = read_attack(g, order).attackers
                return receipt(g, Attack(waiting(g)[name].targets,
                                         (*waiting(g)[name].attackers, *more)))  # fmt: skip
        case ["attack" | "press" as verb, _, "with", ids]:
            if isinstance(decision, Breakthrough):
                if decision.refusal(g, order) is None:
                    return receipt(g, read_attack(g, order), verb == "press")
                return None
            first = g.roster.number.get(ids.split(",")[0])
            if first is None or verb == "press" or g.at[first] < 0:
                return None
            if _weighed(g, order, g.side_of(first)):
                attack = read_attack(g, order)
                return receipt(g, attack, notes=_claims(g, attack))
    return None


def _claims(g: State, attack: Attack) -> list[str]:
    """§General Rule: what the attack obliges to attack as well."""
    if claimed := obliges(g, attack) & ~attacked(g):
        return [f"Must be attacked as well: {', '.join(g.grid.names(claimed))} (§General Rule)."]
    return []


def _weighed(g: State, order: str, side: str) -> bool:
    """Can the attack be made, or fails it by its odds alone?"""
    why = refused_attack(g, order, side)
    if why is None:
        return True
    return why.rule == "§Combat Table" and defence(g, read_attack(g, order)) > 0


def _choice(g: State, decision: Battlefield, order: str) -> Receipt:
    """What a choice in the middle of a battle would change."""
    if isinstance(decision, NoRetreat):
        if order == "decline":
            return receipt(g, decision.attack, decision.pressed, {})
        ids = order.split()[1]
        notes = (f"Standing: {ids} (§No Retreat!).", RISK[g.side])
        return receipt(g, decision.attack, decision.pressed, STANDING, notes)
    force = order == "force"
    told = ["An exchange is forced (§Forced Exchange)."] if force else []
    return receipt(g, decision.attack, decision.pressed, FORCED if force else STANDING, told)
