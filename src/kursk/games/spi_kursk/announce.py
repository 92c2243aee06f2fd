"""9, 13, 17: an attack in words, and what may be against it.

attack 2236 with gd,11pz join at13 join c48 2 barrage ad5 barrage c48 1 air 1
"""

from collections.abc import Iterator

from kursk.core.counters import Unit
from kursk.core.flow import Refusal
from kursk.core.hexes import Hex
from kursk.core.orders import count_of, own_unit
from kursk.games.spi_kursk.ground import across_lake, beside
from kursk.games.spi_kursk.guns import can_support, points_left, reached, refused_gun, stations
from kursk.games.spi_kursk.odds import Attack, opening_strength
from kursk.games.spi_kursk.pieces import combat, kinds
from kursk.games.spi_kursk.state import State, foe, mode, present
from kursk.games.spi_kursk.tables import INTERCEPTION, LEAST, MODES

COMMITTED = {"join": "anti-tank", "barrage": "artillery"}  # by verb: the kind of gun
ONCE = {"join": "9.12", "barrage": "13.42", "air": "17.22"}  # by verb: the rule against a second


def parts(words: list[str]) -> Iterator[tuple[str, str, str]] | None:
    """The commitments of an attack: verb, gun, number ("" for a gun unit); None: unreadable."""
    found: list[tuple[str, str, str]] = []
    rest = list(words)
    while rest:
        verb = rest.pop(0)
        if verb == "air" and rest:
            found.append((verb, "", rest.pop(0)))
        elif verb in COMMITTED and rest:
            id = rest.pop(0)
            number = rest.pop(0) if rest and rest[0] not in (*COMMITTED, "air") else ""
            found.append((verb, id, number))
        else:
            return None
    return iter(found)


def read_attack(g: State, order: str) -> Attack:
    """The attack that an order declares; the order has been found in order."""
    verb, second, *rest = order.split()
    if verb == "overrun":
        units = tuple(g.roster.find(id) for id in second.split(","))
        return Attack(g.grid.find(rest[0]), units, overrun=True)
    attackers = tuple(g.roster.find(id) for id in rest[1].split(","))
    guns: list[Unit] = []
    barrage: list[Unit] = []
    points: dict[str, list[tuple[Unit, int]]] = {"join": [], "barrage": []}
    air, against = 0, 0
    words = rest[2:]
    if words[-2:-1] == ["against"]:
        against, words = int(words[-1]), words[:-2]
    for what, id, number in parts(words) or ():
        if what == "air":
            air = int(number)
        elif number:
            points[what].append((g.roster.find(id), int(number)))
        else:
            (guns if what == "join" else barrage).append(g.roster.find(id))
    return Attack(
        g.grid.find(second), attackers, tuple(guns), tuple(points["join"]), tuple(barrage),
        tuple(points["barrage"]), air, against,
    )  # fmt: skip


# -- who may attack ------------------------------------------------------------------------------


def refused_attacker(g: State, unit: Unit) -> Refusal | None:
    """6.8, 9.12, 9.13, 9.14, 9.15: whether a unit may attack at all in this segment."""
    id = g.unit(unit).id
    if not combat(g, unit) or not g.unit(unit).factor(0):
        if kinds(g.roster).anti_tank >> unit & 1:
            return Refusal("13.22", f"{id} joins an attack of others: say join {id}.", (id,))
        if kinds(g.roster).artillery >> unit & 1:
            return Refusal("13.41", f"{id} barrages for an attack of others.", (id,))
        return Refusal("3.2", f"{id} has no Attack Strength.", (id,))
    if g.reserve >> unit & 1:
        return Refusal("18.31", f"{id} is in reserve, and may not attack.", (id,))
    now = mode(g, unit)
    if not now:
        return Refusal("16.1", f"The mode of {id} is not known from afar.", (id,))
    if not MODES[now].attacks:
        return Refusal("9.15", f"{id} is in {now.capitalize()} mode, and may not attack.", (id,))
    if g.railed >> unit & 1:
        return Refusal("5.32", f"{id} has moved by rail, and may not attack.", (id,))
    return refused_again(g, unit)


def refused_again(g: State, unit: Unit) -> Refusal | None:
    """9.12, 9.13, 9.14: once in a segment, and as often in the phase as its mode allows."""
    id = g.unit(unit).id
    if g.attacked >> unit & 1:
        return Refusal("9.12", f"{id} has attacked in this segment.", (id,))
    if g.earlier >> unit & 1 and MODES[mode(g, unit)].attacks < 2:
        return Refusal("9.14", f"{id} is in Mobile mode: one attack in a Combat Phase.", (id,))
    return None


def refused_units(g: State, side: str, target: Hex, named: list[str]) -> Refusal | None:
    name = g.grid.name[target]
    for id in named:
        unit = own_unit(g, id, side)
        if unit is None:
            return Refusal("9.11", f"The {side.capitalize()} side has no unit {id} on the map.")
        if named.count(id) > 1:
            return Refusal("9.12", f"{id} is named twice; it takes part once.", (id,))
        if why := refused_attacker(g, unit):
            return why
        if not g.grid.touch(g.at[unit], target):
            return Refusal("9.11", f"{id} is not next to {name}.", (id,), (name,))
        if across_lake(g, g.at[unit], target):
            return Refusal("9.34", f"{id} cannot attack across a lake.", (id,), (name,))
    return None


def refused_attack(g: State, order: str, side: str) -> Refusal | None:
    """9.11, 9.16, 9.17: what is wrong with the declaration of an attack."""
    _, name, _, named, *rest = order.split()
    target = g.grid.cell.get(name)
    if target is None or not g.held[foe(side)] >> target & 1:
        return Refusal("9.11", f"There is no enemy unit in {name}.")
    if g.fought >> target & 1:
        return Refusal("9.16", f"{name} has been attacked in this segment.", (), (name,))
    if why := refused_units(g, side, target, named.split(",")):
        return why
    attackers = tuple(g.roster.find(id) for id in named.split(","))
    total = opening_strength(g, attackers)
    if total < LEAST:
        says = f"{total} Attack Strength Points: an attack takes {LEAST} at the least."
        return Refusal("9.17", says, tuple(named.split(",")), (name,))
    return refused_commitments(g, side, target, rest)


# -- what is committed to it ---------------------------------------------------------------------


def refused_commitments(g: State, side: str, target: Hex, words: list[str]) -> Refusal | None:
    """13.21, 13.41, 17.21: guns, points and Air Points of one attack."""
    found = parts(words)
    if found is None:
        return Refusal("9.81", "An attack goes on with join GUN, barrage GUN or air N.")
    seen: list[tuple[str, str]] = []
    for verb, id, number in found:
        if (verb, id) in seen:
            rule = "13.32" if id and number else ONCE[verb]
            return Refusal(rule, f"{verb} {id}".strip() + " is said twice.")
        seen.append((verb, id))
        why = (
            refused_air(g, side, number)
            if verb == "air"
            else refused_support(g, side, target, verb, id, number)
        )
        if why:
            return why
    return None


def refused_air(g: State, side: str, said: str) -> Refusal | None:
    """17.21: at most two Air Points of a side in a combat, and no more than it has."""
    if not g.air_war:
        return Refusal("17.0", "Air warfare is an option that is not played.")
    points, most = count_of(said), int(INTERCEPTION["per_combat"])
    if points < 0:
        return Refusal("17.22", "Say how many Air Points: air 1 or air 2.")
    if points > most:
        return Refusal("17.21", f"At most {most} Air Points of a side in one combat.")
    if points > g.air[side]:
        return Refusal("17.0", f"The {side.capitalize()} side has {g.air[side]} Air Points left.")
    return None


def refused_support(
    g: State, side: str, target: Hex, verb: str, id: str, number: str
) -> Refusal | None:
    """9.34, 13.21, 13.31, 13.41, 13.42, 13.46: one gun or some points that join or barrage."""
    gun = own_unit(g, id, side)
    rule = "13.21" if verb == "join" else "13.41"
    if gun is None:
        return Refusal(rule, f"The {side.capitalize()} side has no unit {id} on the map.")
    kind = COMMITTED[verb]
    if not kinds(g.roster).hq >> gun & 1 and g.unit(gun).type != kind:
        return Refusal(rule, f"{id} is no {kind} unit.", (id,))
    if why := refused_gun(g, gun, kind if number else "", number, ONCE[verb]):
        return why
    if g.reserve >> gun & 1:
        return Refusal("18.31", f"{id} is in reserve, and may not attack.", (id,))
    if not can_support(g, gun):
        says = f"{id} is in {mode(g, gun).capitalize()} mode: guns attack in Assault or Mobile."
        return Refusal("13.46", says, (id,))
    if g.railed >> gun & 1:
        return Refusal("5.32", f"{id} has moved by rail, and may not attack.", (id,))
    if not reached(g, gun) >> target & 1:
        where = g.grid.name[target]
        return Refusal(
            "13.31" if number else rule, f"{id} does not reach {where}.", (id,), (where,)
        )
    if verb == "barrage":
        return None
    if not beside(g.board, stations(g, gun)) >> target & 1:
        return Refusal("9.34", f"{id} cannot attack across a lake.", (id,))
    return None if number else refused_again(g, gun)


def supporters(g: State, side: str, target: Hex) -> Iterator[str]:
    """What could still be committed: "join at13", "barrage c48 2"."""
    known = kinds(g.roster)
    for verb, kind in COMMITTED.items():
        guns = known.anti_tank if verb == "join" else known.artillery
        for unit in present(g, side):
            if not (guns | known.hq) >> unit & 1 or not reached(g, unit) >> target & 1:
                continue
            id = g.unit(unit).id
            numbers = [""]
            if known.hq >> unit & 1:
                numbers = [str(n) for n in range(1, points_left(g, unit, kind) + 1)]
            for number in numbers:
                if not refused_support(g, side, target, verb, id, number):
                    yield f"{verb} {id} {number}".rstrip()
