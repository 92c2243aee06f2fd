"""Orders given at the wrong time: which rule says when they may be given."""

from kursk.core.flow import Decision, Refusal
from kursk.games.battle_for_kursk.state import State
from kursk.games.battle_for_kursk.tables import POSTURES


class InTurn(Decision):
    """4.0, 12.0: an order for another phase is told when that comes, or that there is none."""

    def unread(self, g: State, order: str) -> Refusal:
        return shut(g, order) or super().unread(g, order)


def shut(g: State, order: str) -> Refusal | None:
    """12.0: an order for a phase that the posture of the unit's side does not have."""
    match order.split():
        case ["attack", _, "with", ids, *_]:
            phase, id = "combat", ids.split(",")[0]
        case ["rail", id, *_]:
            phase = "armour and rail"
        case ["move", id, *_]:
            phase = "movement"
        case _:
            return None
    unit = g.roster.number.get(id)
    posture = g.posture.get(g.side_of(unit)) if unit is not None else None
    if unit is None or posture is None or phase in POSTURES[posture].phases:
        return None
    side = g.side_of(unit).capitalize()
    return Refusal("12.0", f"On {posture} the {side} side has no {phase} phase.", (id,))
