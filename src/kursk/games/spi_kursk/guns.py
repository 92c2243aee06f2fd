"""13: anti-tank and artillery units, the gun points of German headquarters, the Gun Segment."""

from collections.abc import Iterator

from kursk.core.counters import Unit
from kursk.core.flow import DONE, Decision, Done, Frame, Refusal
from kursk.core.hexes import OFF, Hex, Hexes, scan
from kursk.core.orders import count_of, own_unit
from kursk.core.state import units
from kursk.games.spi_kursk.fog import covered
from kursk.games.spi_kursk.odds import fed_strength
from kursk.games.spi_kursk.pieces import kinds, strength
from kursk.games.spi_kursk.state import State, foe, ids, mode
from kursk.games.spi_kursk.tables import COMMAND, POINTS
from kursk.games.spi_kursk.zones import combat_hexes

REACH: int = COMMAND["gun_points_reach"]
KINDS = ("anti-tank", "artillery")  # what a headquarters' points are called in orders
# 13.12, 13.13, 13.14: by kind of gun, the classes it suppresses: with all its strength, with half.
AFFECTED = {"anti-tank": (("armour", 1), ("mechanized", 2)), "artillery": (("I", 1), ("II", 2))}
SAYS = {"I": "infantry", "II": "class II", "armour": "armour", "mechanized": "mechanized units"}


# -- points of headquarters ----------------------------------------------------------------------


def used(g: State, kind: str) -> dict[str, int]:
    return g.antitank if kind == "anti-tank" else g.artillery


def points_left(g: State, hq: Unit, kind: str) -> int:
    """13.31, 13.32: the points of a headquarters that are left in this Combat Phase."""
    counter = g.unit(hq)
    column = "antitank" if kind == "anti-tank" else "artillery"
    return int(counter.more.get(column) or 0) - used(g, kind).get(counter.id, 0)


def spend_points(g: State, hq: Unit, kind: str, points: int) -> None:
    id = g.unit(hq).id
    used(g, kind)[id] = used(g, kind).get(id, 0) + points


def dispensed(g: State, hq: Unit) -> Hexes:
    """13.31: its own hex or one next to it, where a friendly combat unit stands."""
    near = g.grid.within(g.at[hq], REACH)
    return near & combat_hexes(g, g.side_of(hq))


def stations(g: State, gun: Unit) -> Hexes:
    """13.31: where a gun stands, or where a headquarters' points work like a gun."""
    return dispensed(g, gun) if kinds(g.roster).hq >> gun & 1 else 1 << g.at[gun]


def reached(g: State, gun: Unit) -> Hexes:
    """13.11, 13.31, 13.41: the hexes that a gun, or a headquarters' points, can be used against."""
    return g.grid.around(stations(g, gun))


# -- the Gun Segment -----------------------------------------------------------------------------


def batteries(g: State, side: str) -> Iterator[tuple[Unit, str, int]]:
    """13.11: what may still suppress: gun units (0 points), and headquarters with points left."""
    known = kinds(g.roster)
    for unit in units((known.guns | known.hq) & known.of(side) & ~g.disrupted & ~g.fired):
        if g.at[unit] == OFF:
            continue
        if known.guns >> unit & 1:
            yield unit, g.unit(unit).type, 0
            continue
        for kind in KINDS:
            if left := points_left(g, unit, kind):
                yield unit, kind, left


def classed(g: State, hex: Hex, group: str) -> list[Unit]:
    """13.14: the units of a hex whose Attack Strength a kind of fire takes from."""
    known = kinds(g.roster)
    of = {
        "I": known.combat & ~known.second,
        "II": known.combat & known.second,
        "armour": known.armour,
        "mechanized": known.mechanized,
    }[group]
    return [unit for unit in g.pile(hex) if of >> unit & 1]


def effects(g: State, hex: Hex, kind: str, value: int) -> list[tuple[str, int]]:
    """13.12, 13.13: what so much strength does to a hex, class by class."""
    return [
        (group, value // part)
        for group, part in AFFECTED[kind]
        if value // part and any(fed_strength(g, unit) for unit in classed(g, hex, group))
    ]


class GunSegment(Decision):
    """13.11: the side that is not moving suppresses what stands next to its guns."""

    covered = covered
    rule = "13.11"
    title = "Gun Segment"
    phase = "guns"
    usage = "suppress HEX by GUN | suppress HEX by HQ KIND N | end"
    asks = "Suppress enemy stacks next to your guns before they attack, then end."

    def actor(self, g: State) -> str:
        return foe(g.side)

    def orders(self, g: State, about: str = "") -> Iterator[str]:
        for gun, kind, points in batteries(g, self.actor(g)):
            id = g.unit(gun).id
            for hex in scan(reached(g, gun) & combat_hexes(g, g.side)):
                name = g.grid.name[hex]
                if about not in ("", id, name):
                    continue
                if not points:
                    if effects(g, hex, kind, strength(g, gun)):
                        yield f"suppress {name} by {id}"
                    continue
                for number in range(1, points + 1):
                    if effects(g, hex, kind, number * worth(kind)):
                        yield f"suppress {name} by {id} {kind} {number}"
        if not about:
            yield "end"

    def refusal(self, g: State, order: str) -> Refusal | None:
        match order.split():
            case ["end"]:
                return None
            case ["suppress", name, "by", id]:
                return self._refused(g, name, id, "", "0")
            case ["suppress", name, "by", id, kind, number] if kind in KINDS:
                return self._refused(g, name, id, kind, number)
        return self.unread(g, order)

    def _refused(self, g: State, name: str, id: str, kind: str, number: str) -> Refusal | None:
        side = self.actor(g)
        gun = own_unit(g, id, side)
        if gun is None:
            return Refusal("13.11", f"The {side.capitalize()} side has no unit {id} on the map.")
        if why := refused_gun(g, gun, kind, number):
            return why
        if g.disrupted >> gun & 1:
            return Refusal("13.46", f"{id} is Disrupted, and cannot fire.", (id,))
        hex = g.grid.cell.get(name)
        if hex is None or not combat_hexes(g, g.side) >> hex & 1:
            return Refusal("13.11", f"There are no units that could attack in {name}.")
        if not reached(g, gun) >> hex & 1:
            return Refusal(
                "13.31" if kind else "13.11", f"{id} does not reach {name}.", (id,), (name,)
            )
        fire = kind or g.unit(gun).type
        value = int(number) * worth(kind) if kind else strength(g, gun)
        if not effects(g, hex, fire, value):
            return Refusal(
                "13.14", f"{fire.capitalize()} fire does nothing to them.", (id,), (name,)
            )
        return None

    def play(self, g: State, order: str) -> Done | None:
        words = order.split()
        if words[0] == "end":
            return Done(Spreading())
        hex, gun = g.grid.find(words[1]), g.roster.find(words[3])
        if len(words) > 4:
            kind, value = words[4], int(words[5]) * worth(words[4])
            spend_points(g, gun, kind, int(words[5]))
        else:
            kind, value = g.unit(gun).type, strength(g, gun)
            g.fired |= 1 << gun
        told = []
        for group, taken in effects(g, hex, kind, value):
            key = f"{g.grid.name[hex]} {group}"
            g.suppression[key] = g.suppression.get(key, 0) + taken
            told.append(f"{SAYS[group]} -{taken}")
        where = g.name_of(hex)
        g.say(f"{g.called(gun)} fires on {where}: {', '.join(told)}.", "13.15", (hex,))
        return None


def worth(kind: str) -> int:
    """13.33: the strength of one point."""
    return int(POINTS["anti_tank_strength" if kind == "anti-tank" else "artillery_strength"])


def refused_gun(g: State, gun: Unit, kind: str, number: str, once: str = "13.16") -> Refusal | None:
    """13.16, 13.32, 13.42: a gun fires once in a Combat Phase, and so does a point."""
    id, known = g.unit(gun).id, kinds(g.roster)
    if not kind:
        if known.hq >> gun & 1 and any(points_left(g, gun, each) for each in KINDS):
            says = f"{id} has points: say which, and how many."
            return Refusal("13.32", says, (id,), (), f"Say {id} artillery 1.")
        if not known.guns >> gun & 1:
            return Refusal("13.11", f"{id} is no gun unit.", (id,))
        if g.fired >> gun & 1:
            return Refusal(once, f"{id} has fired in this Combat Phase.", (id,))
        return None
    if not known.hq >> gun & 1:
        return Refusal("13.31", f"{id} is no headquarters with points.", (id,))
    if not 1 <= count_of(number) <= points_left(g, gun, kind):
        left = points_left(g, gun, kind)
        return Refusal("13.32", f"{id} has {left} {kind} points left in this phase.", (id,))
    return None


# -- spreading it --------------------------------------------------------------------------------


def can_bear(g: State, unit: Unit) -> int:
    """13.15: what may still be taken from a unit: none goes below 0."""
    return max(0, fed_strength(g, unit) - g.suppressed.get(g.unit(unit).id, 0))


def due(g: State, key: str) -> tuple[list[Unit], int]:
    """Who bears the suppression of a class in a hex, and how much of it there is to bear."""
    name, group = key.split()
    bearers = [unit for unit in classed(g, g.grid.find(name), group) if can_bear(g, unit)]
    return bearers, min(g.suppression[key], sum(can_bear(g, unit) for unit in bearers))


def bear(g: State, unit: Unit, points: int) -> None:
    id = g.unit(unit).id
    g.suppressed[id] = g.suppressed.get(id, 0) + points


class Spreading(Frame):
    """13.15: when the Gun Segment ends the phasing player spreads it over his units."""

    rule = "13.15"

    def each(self, g: State) -> Frame | None:
        while g.suppression:
            key = min(g.suppression)
            bearers, total = due(g, key)
            if len(bearers) > 1 and total < sum(can_bear(g, unit) for unit in bearers):
                self.repeat()
                return Spread(key)
            for unit in bearers:
                bear(g, unit, min(total, can_bear(g, unit)))
            del g.suppression[key]
        return None

    steps = (each,)


class Spread(Decision):
    covered = covered
    rule = "13.15"
    title = "Spreading suppression"
    usage = "bear UNIT N UNIT N…"
    small = True
    key: str

    def prompt(self, g: State) -> str:
        bearers, total = due(g, self.key)
        name, group = self.key.split()
        says = f"Suppression of {total} on {SAYS[group]} in {name}"
        return f"{says}: spread it over {g.called(*bearers)}."

    def orders(self, g: State, about: str = "") -> Iterator[str]:
        """Each unit in turn bears what it can, and those after it the rest."""
        bearers, total = due(g, self.key)
        told = set()
        for first in range(len(bearers)):
            left, words = total, []
            for unit in bearers[first:] + bearers[:first]:
                if taken := min(left, can_bear(g, unit)):
                    words.append((g.roster.number[g.unit(unit).id], f"{g.unit(unit).id} {taken}"))
                    left -= taken
            order = "bear " + " ".join(word for _, word in sorted(words))
            if order not in told and (
                not about or about in order.split()[1::2] or about == self.key.split()[0]
            ):
                told.add(order)
                yield order

    def able(self, g: State) -> list[str]:
        named = {word for order in self.orders(g) for word in order.split()[1::2]}
        return [counter.id for counter in g.roster if counter.id in named]

    def refusal(self, g: State, order: str) -> Refusal | None:
        words = order.split()
        if words[:1] != ["bear"] or len(words) < 3 or not len(words) % 2:
            return self.unread(g, order)
        bearers, total = due(g, self.key)
        named = words[1::2]
        if len(set(named)) < len(named):
            return Refusal("13.15", "A unit is named twice.")
        paid = 0
        for id, number in zip(named, words[2::2], strict=True):
            if id not in ids(g, bearers):
                return Refusal("13.15", f"{id} is not among those that are suppressed here.")
            if not 1 <= count_of(number) <= can_bear(g, g.roster.find(id)):
                most = can_bear(g, g.roster.find(id))
                return Refusal("13.15", f"{id} can bear 1 to {most}.", (id,))
            paid += int(number)
        if paid != total:
            return Refusal("13.15", f"The numbers must come to {total}, not {paid}.")
        return None

    def play(self, g: State, order: str) -> Done:
        words = order.split()
        for id, number in zip(words[1::2], words[2::2], strict=True):
            bear(g, g.roster.find(id), int(number))
        del g.suppression[self.key]
        return DONE


def can_support(g: State, gun: Unit) -> bool:
    """13.46: guns and points take part in an attack only in Assault or Mobile mode."""
    return mode(g, gun) in ("assault", "mobile") and not g.reserve >> gun & 1
