"""Panzer Keil: what everything is worth, in German points."""

from kursk.games.panzer_keil.state import GERMAN, SOVIET

WEIGHTS = {
    "points": 1.0,  # points of places taken on the way
    "drive": 0.25,  # a hex nearer to the goal, for a mechanized unit
    "drive on foot": 0.12,
    "attack": 1.2,  # what a unit adds to the best battle it can join
    "battle": 1.5,  # what a battle is worth, beside units and points
    "risk": 1.0,  # what the enemy's best battle against the hex may cost
    "held": 0.3,  # of the points of a hex that may be won or lost in battle
    "ground": 0.7,  # a hex gained or lost in battle
    "garrison": 0.5,  # of the points of a town, for a garrison that is strong enough
    "enough": 8.0,  # factors for that
    "freed": 0.6,  # of the points of a place that an enemy hex makes nobody's
    "abandon": 1.0,  # of what a hex is worth, when it is left to the enemy without a fight
    "factor": 0.15,  # a factor lost, beside the points for the unit
    "leak": 0.3,  # a point that lies open to an enemy who slips through
    "kept": 0.1,  # a point of a place that no enemy can come next to
    "bare": 0.03,  # a hex that does
    "starve": 0.25,  # an enemy factor that is cut off
    "pocket": 0.6,  # a stack that raiders could cut off
    "cut off": -5.0,  # to stand out of supply
    "march": -0.2,  # what a move must bring at the least
    "forced": -1.5,  # to be exhausted by a march
    "effort": -0.1,  # a factor bound in an attack
    "tired": -0.15,  # a mechanized unit that attacks has no second move
    "detour": 0.3,  # a hex farther from the goal, for a battle
    "guard": 0.35,  # of what the line loses by a unit that leaves it for a battle
    "air": -0.25,  # a marker flies once a turn
    "shaken": 0.5,  # of what a battle may bring, when its defender is disrupted
    "disrupted": 0.8,  # a unit that is
}
SIDES: dict[str, dict[str, float]] = {  # where the sides differ: the German must get on
    GERMAN: {
        "ground": 2.0,
        "effort": -0.03,
        "tired": -0.1,
        "risk": 0.3,
        "attack": 2.0,
        "pocket": 0.2,
        "kept": 2.0,
        "freed": 1.2,
        "disrupted": 0.3,
        "guard": 0.15,
    },  # fmt: skip
    SOVIET: {},
}
LAST = {  # of the last turn: units and towns count, ground does not
    "ground": 0.2,
    "drive": 0.02,
    "drive on foot": 0.01,
    "detour": 0.0,
    "kept": 3.0,
    "freed": 2.0,
    "risk": 0.6,
}
JUDGE = {  # what a position promises beyond its points
    "own factors": 0.1,
    "foe factors": -0.1,
    "own cut off": -0.5,
    "foe cut off": 0.5,
    "promise": 0.1,
}
SHARE = (1.0, 0.45, 0.2, 0.05)  # of a place that so many enemy hexes could make nobody's
WALL = "The northern wall"  # where positions count, and nothing else
AIMED = 10.0  # a hex that is to be attacked is shelled before any other
TIM = "3528"  # in the south its fall ends the game
POSITION = 4.0  # points of a position in the north, where positions are all that counts
RESULTS = {  # as a battle looks from afar
    "AL2": -1.0, "AL": -0.7, "A2D": -0.45, "A1D": -0.35, "A2": -0.15, "A1": -0.1, "C": 0.0,
    "EX": 0.25, "D1": 0.5, "D2": 0.6, "D1D": 0.65, "D2D": 0.75, "DL": 1.0, "DL2": 1.1,
}  # fmt: skip
