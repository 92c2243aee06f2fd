"""5.1: everything in its step: when each order may be given, for whoever gives it elsewhere."""

from typing import Any

from kursk.core.flow import Decision, Refusal

VERBS = {
    "gambit": ("3.4", "The German declares for or against the Gambit before the set-up."),
    "add": ("3.6", "Units are added in the set-up of the Gambit."),
    "place": ("3.4", "Units are placed in the set-up."),
    "plan": ("5.4", "The order of phases is chosen as the game turn begins, and then stands."),
    "withdraw": ("4.5", "Divisions are withdrawn as a German turn begins, from turn 5 on."),
    "activate": ("9.2", "Reserves are called up as a Soviet player turn begins."),
    "enter": ("9.3", "Units come in as a movement phase begins, before any move."),
    "convert": ("11.20", "It is called for before the first die, in a town, city or own fort."),
    "support": ("11.10", "The Luftwaffe is committed once in a battle, last before its first die."),
    "lose": ("11.17", "No losses are to be chosen now."),
    "retreat": ("11.12", "No unit has to retreat now."),
    "displace": ("11.13", "No room has to be made now."),
    "advance": ("11.14", "Advances follow at once on the battle that emptied the hex."),
    "remove": ("7.2", "No hex holds too much now."),
    "vote": ("4.10", "Votes on an extra turn are cast after turns 7 and 8."),
    "move": ("5.1", "This is no movement phase."),
    "road": ("5.1", "This is no movement phase."),
    "infiltrate": ("5.1", "This is no movement phase."),
    "attack": ("5.1", "This is no combat phase."),
}


class InBattle(Decision):
    """11.2: what a battle asks for comes before the next attack, even in a combat phase."""

    small = True

    def unread(self, g: Any, order: str) -> Refusal:
        why = super().unread(g, order)
        if why.rule != "5.1":
            return why
        return Refusal(self.rule, "That must wait.", instead=why.instead)
