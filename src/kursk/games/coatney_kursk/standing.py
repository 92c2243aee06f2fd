"""§No Retreat!, §Forced Exchange: what is declared before and after the die."""

from collections.abc import Sequence
from itertools import chain, combinations

from kursk.core.counters import Unit
from kursk.core.flow import DONE, Decision, Done, Refusal
from kursk.core.hexes import Hex
from kursk.core.menu import Menu
from kursk.core.orders import ids
from kursk.games.coatney_kursk.odds import defenders
from kursk.games.coatney_kursk.state import Attack, State, bits, foe

FEW = 4


class Battlefield(Decision):
    """A choice in the middle of a battle: the battle is told with it."""

    small = True
    targets: tuple[Hex, ...]
    attackers: tuple[Unit, ...]
    pressed: bool

    @property
    def attack(self) -> Attack:
        return Attack(self.targets, self.attackers)

    def where(self, g: State) -> str:
        return " and ".join(g.name_of(hex) for hex in self.targets)


class NoRetreat(Battlefield):
    """§No Retreat!: always asked, before the die; D1 then counts as D, and D2 as DE."""

    rule = "§No Retreat!"
    title = "No Retreat!"
    usage = "stand UNIT,UNIT… | decline"

    def actor(self, g: State) -> str:
        return foe(g.side)

    def prompt(self, g: State) -> str:
        pressed = ", pressed" if self.pressed else ""
        return f"{self.where(g)} is attacked{pressed}. Which units get No Retreat! orders?"

    def units(self, g: State) -> list[Unit]:
        return list(defenders(g, self.attack))

    def able(self, g: State) -> list[str]:
        return [g.unit(unit).id for unit in sorted(self.units(g))]

    def standing(self, g: State) -> dict[str, str]:
        return {"all stand": f"stand {ids(g, self.units(g))}", "decline": "decline"}

    def orders(self, g: State, about: str = "") -> Sequence[str]:
        units = self.units(g)
        counts = range(1, len(units) + 1) if len(units) <= FEW else (1, len(units))
        groups = list(chain.from_iterable(combinations(units, count) for count in counts))
        if about:
            number = g.roster.number.get(about, -1)
            groups = [group for group in groups if number in group]
        menu = Menu().each(groups, lambda group: f"stand {ids(g, group)}")
        return menu if about else menu.add("decline")

    def refusal(self, g: State, order: str) -> Refusal | None:
        match order.split():
            case ["decline"]:
                return None
            case ["stand", who]:
                here = [g.unit(unit).id for unit in self.units(g)]
                for n, id in enumerate(named := who.split(",")):
                    if id not in here:
                        return Refusal(self.rule, f"{id} is not among the defenders.")
                    if id in named[:n]:
                        return Refusal(self.rule, f"{id} is named twice.", (id,))
                return None
        return self.unread(g, order)

    def play(self, g: State, order: str) -> Done:
        if order != "decline":
            units = [g.roster.find(id) for id in order.split()[1].split(",")]
            g.standing = bits(units)
            g.say(f"No Retreat! for {g.called(*units)}.", self.rule, self.targets)
        return DONE


class ForcedExchange(Battlefield):
    """§Forced Exchange: against No Retreat!; the Russian decides before the die, the German
    after it.
    """

    rule = "§Forced Exchange"
    title = "Forced Exchange"
    usage = "force | decline"
    result: str = ""  # what the die said, if it was rolled
    deals: tuple[tuple[tuple[Unit, ...], int], ...] = ()  # then: whom, for how many factors

    def prompt(self, g: State) -> str:
        if self.result:
            return f"{self.offer(g)} Force an exchange in {self.where(g)}?"
        price = "D1 at par, D for one and a half, X for twice the factors; AD becomes AE"
        return f"Force an exchange in {self.where(g)}? {price}."

    def offer(self, g: State) -> str:
        """What can be had, after the die."""
        found = " or ".join(f"{g.called(*units)} for {due} factors" for units, due in self.deals)
        return f"The die says {self.result}: {found}."

    def orders(self, g: State, about: str = "") -> Sequence[str]:
        return () if about else ("force", "decline")

    def able(self, g: State) -> list[str]:
        return []

    def play(self, g: State, order: str) -> Done:
        if order == "force":
            g.forced = True
            g.say(f"{g.called(*self.attackers)}: forced exchange.", self.rule, self.targets)
        return DONE
