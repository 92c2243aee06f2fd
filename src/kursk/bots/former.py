"""Former players, kept by name so that a new one can be measured against them.

What a bot looks at is a table of weights; what it has learnt since weighs nothing in the table
of a former one. So a few numbers are all that is kept of him.
"""

from kursk.bots.greedy import GreedyBot, Weights

GREEDY_1: dict[str, Weights] = {  # by game: the weights that have changed since
    "drive_on_kursk": {"end": 0.0, "bet": 0.0, "raid": 0.0, "last": 1.0},
    "battle_for_kursk": {
        "raid": 0.0,
        "last": 1.0,
        "alarm": 3.0,
        "pause": 0.0,
        "drive": 0.35,
        "leak": 0.3,
        "bare": 0.03,
        "risk": 1.0,
        "marker": -1.2,
        "garrison": 0.4,
        "enough": 8.0,
        "german step": 1.2,
        "russian step": 0.6,
    },
    "coatney_kursk": {"german risk": 1.0, "german drive": 1.0},
}


class Former(GreedyBot):
    """Greedy as it was: the first edition's."""

    def weighs(self, title: str, weights: Weights) -> Weights:
        return {**super().weighs(title, weights), **GREEDY_1.get(title, {})}


FORMER = {"greedy-1": (Former, GREEDY_1)}


def formers(title: str) -> tuple[str, ...]:
    """The former players of a game."""
    return tuple(name for name, (_, games) in FORMER.items() if title in games)
