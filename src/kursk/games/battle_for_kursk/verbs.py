"""4.0: when each order may be given, for whoever gives it at another time."""

VERBS = {
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
    "drop": ("9.0", "Battles are dropped while they are announced, not afterwards."),
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
