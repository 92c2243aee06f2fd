"""§Airpower: the option that the sheet only thinks about: strikes, interception, Rudel."""

from collections.abc import Sequence

from kursk.core.counters import Unit
from kursk.core.flow import DONE, Decision, Done, Frame, Phase, Refusal, Roll
from kursk.core.hexes import Hex, Hexes, scan
from kursk.core.menu import Menu
from kursk.core.orders import ids, units_in
from kursk.games.coatney_kursk.lines import active
from kursk.games.coatney_kursk.panzerkeil import check_wedges
from kursk.games.coatney_kursk.state import (
    AIR_BASE,
    GERMAN,
    SHOT_DOWN,
    State,
    bits,
    disrupt,
    eliminate,
    foe,
    has,
    level,
    towns,
)
from kursk.games.coatney_kursk.supply import supplied
from kursk.games.coatney_kursk.tables import AIR, AIR_RESULTS, INTERCEPTION, RUDEL, STRIKE

RULE = "§Airpower"


def range_of(g: State, side: str) -> Hexes:
    """Hexes so far from a friendly city or town in supply: 7 for Germans, 5 for Russians."""
    hexes = towns(g) & g.control[side] & supplied(g, side)
    for _ in range(AIR[f"{side}_range"]):
        hexes |= g.grid.around(hexes)
    return hexes


def fresh(g: State, side: str, used: int) -> list[Unit]:
    """The air units of a side that have not been used so in this turn."""
    return [
        unit
        for unit, box in enumerate(g.box)
        if box == AIR_BASE and g.side_of(unit) == side and not used >> unit & 1
    ]


def parties(g: State, side: str, used: int) -> list[tuple[Unit, ...]]:
    """Each alone; German air units together, too."""
    free = fresh(g, side, used)
    together = [tuple(free)] if side == GERMAN and len(free) > 1 else []
    return [*((unit,) for unit in free), *together]


def refused_party(g: State, who: str, side: str, used: int) -> Refusal | None:
    named = who.split(",")
    free = [g.unit(unit).id for unit in fresh(g, side, used)]
    for n, id in enumerate(named):
        if id not in free:
            return Refusal(RULE, f"{id} is no air unit that can fly now.")
        if id in named[:n]:
            return Refusal(RULE, f"{id} is named twice.", (id,))
    if len(named) > 1 and side != GERMAN:
        return Refusal(RULE, "Russian air units fly alone.")
    return None


class AirPhase(Phase):
    """§Airpower: each air unit strikes once a turn."""

    rule = "§Airpower"
    title = "Air strikes"
    phase = "air"
    lone = True
    usage = "strike HEX with UNIT,UNIT | end"
    asks = "Strike with your air units, then end."

    def targets(self, g: State) -> Hexes:
        return g.held[foe(g.side)] & range_of(g, g.side)

    def able(self, g: State) -> list[str]:
        if not self.targets(g):
            return []
        return [g.unit(unit).id for unit in fresh(g, g.side, g.flown)]

    def offers(self, g: State, about: str) -> Menu:
        menu = Menu()
        for party in parties(g, g.side, g.flown):
            who = ids(g, party)
            for hex in scan(self.targets(g)):
                if about in ("", g.grid.name[hex], *who.split(",")):
                    menu.add(f"strike {g.grid.name[hex]} with {who}")
        return menu

    def refused(self, g: State, order: str) -> Refusal | None:
        match order.split():
            case ["strike", name, "with", who]:
                if why := refused_party(g, who, g.side, g.flown):
                    return why
                hex = g.grid.cell.get(name)
                if hex is None or not g.held[foe(g.side)] >> hex & 1:
                    return Refusal(RULE, f"There is no enemy in {name}.")
                if not range_of(g, g.side) >> hex & 1:
                    return Refusal(RULE, f"{name} is out of range.", (), (name,))
                return None
        return self.unread(g, order)

    def carry_out(self, g: State, order: str) -> Frame:
        _, name, _, who = order.split()
        party = units_in(g, who)
        g.flown |= bits(party)
        hex = g.grid.find(name)
        g.say(f"{g.called(*party)} strikes at {g.name_of(hex)}.", RULE, (hex,))
        return Strike(hex, party, g.pile(hex)[::-1])


class Strike(Frame):
    """§Airpower: the enemy may intercept; then a die for each unit, from the top."""

    rule = "§Airpower"
    title = "Air strike"
    hex: Hex
    party: tuple[Unit, ...]
    under: tuple[Unit, ...]  # not yet rolled for, the top of the stack first
    answer: tuple[Unit, ...] = ()  # who intercepts
    off: bool = False

    def interception(self, g: State) -> Frame | None:
        side = foe(g.side)
        reaches = range_of(g, side) >> self.hex & 1
        return Intercept(self.hex) if reaches and fresh(g, side, g.guarded) else None

    def dogfight(self, g: State) -> Frame | None:
        return Roll() if self.answer else None

    def shoot(self, g: State) -> None:
        if not self.answer:
            return
        column = 0 if g.side == GERMAN else len(self.answer)
        result = INTERCEPTION.result(column, g.rolled[0])
        g.say(f"{g.rolled[0]}: {AIR_RESULTS[result]}.", RULE, (self.hex,))
        self.off = result != "-"
        if result == "shot down":
            for unit in self.party:
                g.remove(unit, SHOT_DOWN)
                g.grounded[g.unit(unit).id] = 2

    def aim(self, g: State) -> Frame | None:
        return Roll() if self.under and not self.off else None

    def hit(self, g: State) -> None:
        if not self.under or self.off:
            return
        unit, *rest = self.under
        self.under = tuple(rest)
        die = g.rolled[0]
        result = STRIKE.result(len(self.party) - 1, die)
        g.say(f"{die} on {g.called(unit)}: {result}, {AIR_RESULTS[result]}.", RULE, (self.hex,))
        if self.rudel(g, unit, die):
            eliminate(g, unit, RULE)
        elif result == "D" or (result == "D*" and not sheltered(g, unit)):
            self.strike(g, unit)
        if self.under:
            self.next -= 2

    def rudel(self, g: State, unit: Unit, die: int) -> bool:
        """The 6th Luftflotte destroys a tank corps with a 6."""
        here = any(g.unit(each).id == RUDEL["unit"] for each in self.party)
        corps = has(g, unit, "tank") and has(g, unit, "corps")
        return here and corps and die == RUDEL["roll"]

    def strike(self, g: State, unit: Unit) -> None:
        if has(g, unit, "ferdinand"):
            eliminate(g, unit, "§Ferdinands")
        elif g.disrupted >> unit & 1:
            level(g, unit, "§Disrupted Units")
        else:
            disrupt(g, unit, RULE)
        check_wedges(g)

    steps = (interception, dogfight, shoot, aim, hit)


def sheltered(g: State, unit: Unit) -> bool:
    """D* does nothing to armour, the entrenched, in forest, or behind an own line."""
    hex = g.at[unit]
    cover = g.board.hexes["forest"] | active(g, g.side_of(unit))
    return has(g, unit, "armour") or bool(g.entrenched >> unit & 1 or cover >> hex & 1)


class Intercept(Decision):
    """§Airpower: each air unit intercepts once a turn."""

    rule = "§Airpower"
    title = "Interception"
    usage = "intercept UNIT,UNIT | decline"
    small = True
    hex: Hex

    def actor(self, g: State) -> str:
        return foe(g.side)

    def prompt(self, g: State) -> str:
        return f"An air strike at {g.name_of(self.hex)}: intercept it?"

    def able(self, g: State) -> list[str]:
        return [g.unit(unit).id for unit in fresh(g, foe(g.side), g.guarded)]

    def orders(self, g: State, about: str = "") -> Sequence[str]:
        menu = Menu()
        for party in parties(g, foe(g.side), g.guarded):
            who = ids(g, party)
            if about in ("", *who.split(",")):
                menu.add(f"intercept {who}")
        return menu if about else menu.add("decline")

    def refusal(self, g: State, order: str) -> Refusal | None:
        match order.split():
            case ["decline"]:
                return None
            case ["intercept", who]:
                return refused_party(g, who, foe(g.side), g.guarded)
        return self.unread(g, order)

    def play(self, g: State, order: str) -> Done:
        if order == "decline":
            return DONE
        party = units_in(g, order.split()[1])
        g.guarded |= bits(party)
        g.say(f"{g.called(*party)} intercepts.", RULE, (self.hex,))
        return Done(answer=party)


def back_in_service(g: State) -> None:
    """§Airpower: who was shot down is back two player turns later."""
    for id, left in list(g.grounded.items()):
        g.grounded[id] = left - 1
        if left == 1:
            del g.grounded[id]
            g.remove(g.roster.find(id), AIR_BASE)
