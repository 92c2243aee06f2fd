"""Temperaments: what a player cares for by nature, at any level. None of them is his own choice:
who has one begins with it, and a bot that plans weighs other ways against it."""

from importlib import import_module

from kursk.bots.doctrine import DOCTRINES, STEADY, Doctrine
from kursk.bots.greedy import advised

TEMPERAMENTS = {  # by the doctrine that comes by nature, and in a player's words
    "bold": ("bold", "Fears no counter-attack."),
    "careful": ("spare", "Spares its troops."),
    "stubborn": ("shut", "Keeps its line shut."),
    "eager": ("drive", "Presses on to its goals."),
}


def temperament(name: str) -> Doctrine:
    """What somebody of such a temperament does by nature; "" is no temperament."""
    return DOCTRINES[TEMPERAMENTS[name][0]] if name else STEADY


def temperaments(title: str) -> dict[str, str]:
    """Those that make a difference in a game, with their words."""
    if not advised(title):
        return {}
    weights = import_module(f"kursk.bots.advice.{title}").Advice.weights
    return {
        name: says
        for name, (doctrine, says) in TEMPERAMENTS.items()
        if DOCTRINES[doctrine].factors.keys() & weights.keys()
    }
