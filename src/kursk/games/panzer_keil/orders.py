"""4.1: orders given at the wrong time, and which rule says when they may be given."""

from kursk.core.flow import Refusal

WHEN = {
    "swap": ("A11.2", "Units change places only before a game with the simple set-up."),
    "support": ("7.2.2", "Support points are allotted in the support phase, all at once."),
    "resolve": ("7.3", "Support attacks are resolved after all points have been allotted."),
    "move": ("8.0", "Units move in the movement phases of their own side."),
    "march": ("8.3", "A forced march belongs to the movement phase."),
    "enter": ("8.6.1", "Reinforcements enter in the movement phase."),
    "rail": ("8.7.1", "Reinforcements go by rail in the movement phase in which they enter."),
    "attack": ("9.0", "Attacks belong to the combat phase of their own side."),
    "air": ("A6.2.1", "An air marker is put to a combat before its die is rolled."),
    "pass": ("A6.2.2", "Nobody is asked for an air marker now."),
    "lose": ("9.6", "No losses are to be chosen now."),
    "retreat": ("9.7", "No unit has to retreat now."),
    "advance": ("9.8", "Attackers advance right after a combat that has emptied the hex."),
    "remove": ("5.1.4", "No stack has to be reduced now."),
    "end": ("", "This cannot be left undone."),  # by the rule of what is to be done
}


def misplaced(order: str, rule: str, usage: str) -> Refusal:
    """4.0: what is wrong with an order that the decision in hand does not know."""
    verb = order.partition(" ")[0]
    if verb in usage.replace("|", " ").split():
        return Refusal(rule, f"“{order}” cannot be read.", instead=f"Say: {usage}")
    when, says = WHEN.get(verb, (rule, f"“{order}” is no order of this game."))
    return Refusal(when or rule, says, instead=f"Now: {usage}")
