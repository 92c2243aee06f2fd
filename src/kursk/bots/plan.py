"""A plan: a handful of words that a fast policy turns into orders."""

import msgspec

from kursk.bots.doctrine import DOCTRINES, STEADY


class Plan(msgspec.Struct, frozen=True):
    """How a side means to play until it plans again."""

    opening: str = ""  # the order it begins with
    doctrine: str = STEADY.name

    def words(self) -> str:
        """The plan in a sentence or two."""
        says = DOCTRINES[self.doctrine].says
        return f"{self.opening.capitalize()}. {says}" if self.opening else says

    def __str__(self) -> str:
        return f"{self.doctrine} {self.opening}".strip()

    @classmethod
    def read(cls, text: str) -> "Plan":
        """A plan from its text; steady where that is none."""
        doctrine, _, opening = text.partition(" ")
        return cls(opening, doctrine) if doctrine in DOCTRINES else cls()
