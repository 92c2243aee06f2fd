"""5.1: everything in its step. What is told of an order that belongs to another step."""

from kursk.core.flow import Refusal
from kursk.games.drive_on_kursk.reinforcements import own_rule, refused_entry
from kursk.games.drive_on_kursk.state import State

BELONGS = {
    "plan": ("5.4", "The order of phases is chosen as the game turn begins, and then stands."),
    "withdraw": ("4.5", "Divisions are withdrawn as a German turn begins, from turn 5 on."),
    "activate": ("9.2", "Reserves are called up as a Soviet player turn begins."),
    "move": ("5.1", "This is no movement phase."),
    "road": ("5.1", "This is no movement phase."),
    "infiltrate": ("5.1", "This is no movement phase."),
    "attack": ("5.1", "This is no combat phase."),
    "convert": ("11.20", "It is called for before the first die, in a town, city or own fort."),
    "support": ("11.10", "The Luftwaffe is committed once in a battle, last before its first die."),
    "advance": ("11.14", "Advances follow at once on the battle that emptied the hex."),
    "vote": ("4.10", "Votes on an extra turn are cast after turns 7 and 8."),
}


def out_of_step(g: State, order: str) -> Refusal | None:
    """5.1: when the order would have been in place; None if no step knows it."""
    match order.split():
        case ["enter", id, name]:
            return refused_entry(g, id, name) or _late(g)
        case ["support"] if not g.air:
            return Refusal("11.10", "No Luftwaffe counter is left in this game turn.")
        case [verb, *_] if verb in BELONGS:
            return Refusal(*BELONGS[verb])
    return None


def _late(g: State) -> Refusal:
    """9.3, 9.7: units come in before the phase is used."""
    if g.plan.get(g.side) == "fight-fight":
        return Refusal("9.7", "In Fight/Fight units come in as the first combat phase opens.")
    return Refusal(own_rule(g.side), "Units come in as a movement phase begins, before any move.")
