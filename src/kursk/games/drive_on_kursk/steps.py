"""5.1: what is told of an order of another step, where it depends on how things stand."""

from kursk.core.flow import Refusal
from kursk.games.drive_on_kursk.reinforcements import own_rule, refused_entry
from kursk.games.drive_on_kursk.state import State


def out_of_step(g: State, order: str) -> Refusal | None:
    """9.3, 11.10: of units that come in, and of the Luftwaffe; the rest is in `data/verbs.toml`."""
    match order.split():
        case ["enter", id, name]:
            return refused_entry(g, id, name) or _late(g)
        case ["support"] if not g.air:
            return Refusal("11.10", "No Luftwaffe counter is left in this game turn.")
    return None


def _late(g: State) -> Refusal:
    """9.3, 9.7: units come in before the phase is used."""
    if g.plan.get(g.side) == "fight-fight":
        return Refusal("9.7", "In Fight/Fight units come in as the first combat phase opens.")
    return Refusal(own_rule(g.side), "Units come in as a movement phase begins, before any move.")
