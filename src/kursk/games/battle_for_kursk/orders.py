"""Orders given at the wrong time: which rule says when they may be given."""

from kursk.core.flow import Refusal
from kursk.games.battle_for_kursk.state import State
from kursk.games.battle_for_kursk.tables import POSTURES

WHEN = {
    "posture": ("12.0", "Postures are chosen at the start of a turn."),
    "react": (
        "12.0",
        "Only a side on Pause reacts, against Engage, at once, and with an Offensive marker.",
    ),
    "decline": ("12.0", "There is no Emergency Reaction to decline."),
    "objective": ("12.1", "A side on Deploy moves the Strategic Objective, while it is not fixed."),
    "keep": ("12.1", "There is no Strategic Objective to move now."),
    "replace": ("10.0", "Replacements come in a side's own replacement phase."),
    "rebuild": ("10.0", "Replacements come in a side's own replacement phase."),
    "return": ("9.3", "Units come back in their side's replacement phase."),
    "reduce": ("10.6", "Steps are taken away while some are owed, from units in communication."),
    "move": ("8.0", "Units move only in the movement phases of their side."),
    "rail": ("8.1", "Rail movement belongs to the armour and rail movement phase."),
    "attack": ("9.0", "Battles are announced at the start of a side's combat phase, all at once."),
    "resolve": ("9.0", "Battles are resolved after all of them have been announced."),
    "stand": ("9.3", "Only a defender in a major city stands fast, and only against DR."),
    "exchange": ("9.3", "Only DR or DRL against an active fort of one's own becomes EX."),
    "accept": ("9.3", "There is no result to accept."),
    "retreat": ("9.3", "No unit has to retreat now."),
    "lose": ("9.3", "No losses are to be chosen now."),
    "advance": ("9.0", "One attacker advances, right after its battle, if the hex is empty."),
    "stay": ("9.0", "There is no advance to forgo."),
    "auto": ("6.0", "Steps are added freely only before the short scenario."),
    "end": ("", "This cannot be left undone."),  # by the rule of what is to be done
}


def misplaced(g: State, order: str, rule: str, usage: str) -> Refusal:
    """4.0: what is wrong with an order that the decision in hand does not know."""
    verb = order.partition(" ")[0]
    if verb in usage.replace("|", " ").split():
        return Refusal(rule, f"“{order}” cannot be read.", instead=f"Say: {usage}")
    if why := shut(g, order):
        return why
    when, says = WHEN.get(verb, (rule, f"“{order}” is no order of this game."))
    return Refusal(when or rule, says, instead=f"Now: {usage}")


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
