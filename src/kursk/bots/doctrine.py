"""Ways to play one's hand: what a side cares for more, and less, than it usually does."""

from collections.abc import Mapping

import msgspec


class Doctrine(msgspec.Struct, frozen=True):
    """A name, a sentence, and factors on the weights of a game's advice."""

    name: str
    says: str
    factors: dict[str, float] = {}

    def applied(self, weights: Mapping[str, float]) -> dict[str, float]:
        """The weights of who plays so; what a game does not weigh is left out."""
        return {name: weight * self.factors.get(name, 1.0) for name, weight in weights.items()}


STEADY = Doctrine("steady", "Attack where it pays and keep the line.")
DOCTRINES = {
    doctrine.name: doctrine
    for doctrine in (
        STEADY,
        Doctrine("strike", "Mass for battle.", {"attack": 1.6, "battle": 1.5, "effort": 0.5}),
        Doctrine("drive", "Press on to the goals.", {"drive": 2.0, "drive on foot": 2.0}),
        Doctrine("bold", "Fear no counter-attack.", {"risk": 0.5, "leak": 0.8, "hurt": 0.7}),
        Doctrine("shut", "Keep the line shut.", {"leak": 2.0, "bare": 2.0, "pocket": 2.0}),
        Doctrine(
            "spare", "Spare the troops.", {"risk": 1.8, "factor": 1.5, "attack": 0.8, "hurt": 1.5}
        ),
        Doctrine("pocket", "Cut the enemy off.", {"starve": 3.0, "attack": 1.2}),
    )
}
