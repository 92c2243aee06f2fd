"""4: orders given at the wrong time, and which rule says when they may be given."""

VERBS = {
    "place": ("18.21", "Units come onto the map in their side's Administrative Phase."),
    "activate": (
        "18.33",
        "Reserves are activated in the Soviet Administrative Phase or his Organization Phase.",
    ),
    "attach": ("11.12", "Subordination changes in a side's own Administrative Phase."),
    "independent": ("11.13", "Subordination changes in a side's own Administrative Phase."),
    "restore": ("11.14", "Subordination changes in a side's own Administrative Phase."),
    "mode": ("10.11", "Modes are chosen in a side's own Administrative Phase."),
    "move": ("4.22", "Units move in their side's Movement and Mechanized Movement Phases."),
    "rail": ("5.31", "Rail movement belongs to the Movement Phase."),
    "overrun": ("6.2", "Overruns belong to a side's own movement phases."),
    "clear": ("15.5", "Partisans are cleared away in a German movement phase."),
    "suppress": ("13.11", "Only the side that is not moving suppresses, in the Gun Segment."),
    "bear": ("13.15", "There is no suppression to spread now."),
    "attack": ("9.11", "Attacks belong to the two Combat Segments of a side's own turn."),
    "join": ("13.21", "Guns join an attack right after it has been declared."),
    "barrage": ("13.41", "Artillery supports an attack right after it has been declared."),
    "air": ("17.22", "Air Points are allocated right after an attack has been declared."),
    "intercept": ("17.0", "Interception belongs to the Joint Air Warfare Phase, an option."),
    "fight": ("9.81", "No attack has been declared that waits to be fought."),
    "retreat": ("9.63", "No force has to pay for a combat now."),
    "stand": ("9.63", "There is no retreat to forgo."),
    "lose": ("9.52", "No steps are to be lost now."),
    "advance": ("9.71", "Units advance right after their combat, if the hex is empty."),
    "break": ("14.14", "Units are broken down in their side's Organization Phase."),
    "recombine": ("14.14", "Units are recombined in their side's Organization Phase."),
    "remove": ("7.22", "No hex holds too much."),
    "auto": ("18.12", "Nothing is left to be placed for you now."),
    "end": ("", "This cannot be left undone."),  # by the rule of what is to be done
}
