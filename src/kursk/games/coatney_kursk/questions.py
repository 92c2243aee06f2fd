"""§Combat Table: the odds of an order, at whatever moment somebody looks."""

from collections.abc import Iterator

from msgspec.structs import replace

from kursk.core.flow import deciding
from kursk.core.tables import Receipt
from kursk.games.coatney_kursk.allocation import attacked, refused_attack, waiting
from kursk.games.coatney_kursk.odds import (
    FORCED,
    STANDING,
    defence,
    defenders,
    origins,
    pressed_columns,
    receipt,
    reckon,
)
from kursk.games.coatney_kursk.resolution import Breakthrough, refused_press
from kursk.games.coatney_kursk.retreat import way_out
from kursk.games.coatney_kursk.standing import Battlefield, ForcedExchange, NoRetreat
from kursk.games.coatney_kursk.state import GERMAN, RUSSIAN, Attack, State, has, ids, read_attack
from kursk.games.coatney_kursk.supply import in_supply
from kursk.games.coatney_kursk.support import obliges

RISK = {
    GERMAN: "The German may force an exchange after the die (§Forced Exchange).",
    RUSSIAN: "The Russian may force an exchange before the die (§Forced Exchange).",
}


PRICES = "Forced: D1 is an exchange at par, D costs 1½ and X twice the factors (§Forced Exchange)."


def receipt_for(g: State, order: str) -> Receipt | None:
    """The odds of an attack by either side, of a battle that waits, or of a choice in one."""
    decision = deciding(g)
    if isinstance(decision, Battlefield):
        return _choice(g, decision, order) if decision.refusal(g, order) is None else None
    match order.split():
        case ["resolve" | "press" as verb, name] if name in waiting(g):
            return _battle(g, waiting(g)[name], verb == "press")
        case ["attack" | "press" | "join" as verb, name, "with", _] if isinstance(
            decision, Breakthrough
        ):
            if decision.refusal(g, order) is not None:
                return None
            attack = read_attack(g, order)
            if verb == "join":
                first = waiting(g)[name]
                attack = Attack(first.targets, (*first.attackers, *attack.attackers))
            return _battle(g, attack, verb == "press")
        case ["attack", _, "with", who]:
            first_unit = g.roster.number.get(who.split(",")[0])
            if first_unit is None or g.at[first_unit] < 0:
                return None
            if _weighed(g, order, g.side_of(first_unit)):
                attack = read_attack(g, order)
                return receipt(g, attack, notes=(*_claims(g, attack), *_fates(g, attack)))
    return None


def _battle(g: State, attack: Attack, pressed: bool) -> Receipt:
    """A battle that is about to be fought, and what pressing it would change."""
    notes = list(_fates(g, attack))
    if not pressed and refused_press(g, attack) is None:
        notes.append(f"If pressed {pressed_columns(reckon(g, attack))} (§Pressed Attack!).")
    return receipt(g, attack, pressed, notes=notes)


def _fates(g: State, attack: Attack) -> Iterator[str]:
    """§Surrounded, §Edge of the World, §Ferdinands, §Panthers, §Artillery Korps, §Supply: those
    for whom results come to more than they say, as things stand.
    """
    mine, theirs = attack.attackers, defenders(g, attack)
    ways = {unit: way_out(g, unit, attack.targets, origins(g, attack)) for unit in theirs}
    if stuck := [unit for unit, way in ways.items() if not way]:
        yield f"Without retreat: {ids(g, stuck)}; D1 is D for them, D2 is DE (§Surrounded)."
    if lost := [unit for unit, way in ways.items() if way == "off"]:
        yield f"Only off the map, and lost if driven: {ids(g, lost)} (§Edge of the World)."
    for units, flag, result, rule in (
        (mine, "ferdinand", "AD", "§Ferdinands"),
        (mine, "panther", "AD", "§Panthers"),
        (theirs, "ferdinand", "D or worse", "§Ferdinands"),
        (theirs, "panther", "D2", "§Panthers"),
    ):
        if frail := [unit for unit in units if has(g, unit, flag)]:
            yield f"{result} eliminates {ids(g, frail)} ({rule})."
    for unit in theirs:
        if has(g, unit, "artillery"):
            worse = "D1 or worse" if g.emplaced >> unit & 1 else "D2 or worse"
            held = ", unless the hex is held" if g.emplaced >> unit & 1 else ""
            yield f"{worse} eliminates {ids(g, [unit])}{held} (§Artillery Korps)."
    if hungry := [unit for unit in mine if not in_supply(g, unit)]:
        yield f"Without supply, and disrupted afterwards: {ids(g, hungry)} (§Supply)."


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
    attack, pressed, fates = decision.attack, decision.pressed, _fates(g, decision.attack)
    if isinstance(decision, NoRetreat):
        if order == "decline":
            return receipt(g, attack, pressed, {}, fates)
        who = f"{order.split()[1]}: D1 is D where they stand, D2 is DE (§No Retreat!)."
        notes = (who, RISK[g.side], *fates)
        return receipt(g, attack, pressed, STANDING, notes)
    force = order == "force"
    told = [PRICES] if force else []
    if not isinstance(decision, ForcedExchange) or not decision.result:
        return receipt(g, attack, pressed, FORCED if force else STANDING, (*told, *fates))
    told += [decision.offer(g)] if force else []
    found = receipt(g, attack, pressed, FORCED if force else STANDING, told)
    fallen = [replace(o, chance="1") for o in found.outcomes if g.rolled[0] in o.rolls]
    return replace(found, outcomes=tuple(fallen))
