"""11.14: advance after combat."""

from collections.abc import Iterator

from kursk.core.counters import Unit
from kursk.core.flow import DONE, Done, Frame, Refusal
from kursk.core.hexes import Hex, scan
from kursk.core.orders import hexes_in, ids, no_hex, units_in
from kursk.core.rules import Bar, barred, closed_by
from kursk.games.drive_on_kursk.ground import across_deep_water
from kursk.games.drive_on_kursk.pieces import mobility
from kursk.games.drive_on_kursk.stacking import fits
from kursk.games.drive_on_kursk.state import GERMAN, SOVIET, InBattle, State
from kursk.games.drive_on_kursk.victory import enter


def advancing(g: State, target: Hex, attackers: tuple[Unit, ...], out: int) -> Frame | None:
    """11.14: if the hex was emptied somebody must go in; where there is no choice, at once.

    Arrivals of a Fight/Fight turn are pinned to their hex (9.7); where nobody else is left the
    advance lapses (A-48).
    """
    able = tuple(unit for unit in attackers if g.at[unit] >= 0 and not g.pinned >> unit & 1)
    if target in g.piles or not able or g.result:
        return None
    advance = Advance(target, able, out)
    orders = list(advance.orders(g))
    if len(orders) == 1 and advance.play(g, orders[0]) is not None:
        return None
    return advance


def goes_further(g: State, unit: Unit, out: int) -> bool:
    """11.14: only German mechanized units that were in supply as the battle began (A-42)."""
    german = g.side_of(unit) == GERMAN
    return german and mobility(g.unit(unit)) == "mech" and not out >> unit & 1


def bars(g: State, target: Hex) -> tuple[Bar, ...]:
    """11.14: what keeps units out of a hex as their second."""
    grid, kinds = g.grid, g.board.hexes
    city, water = kinds["city"] & g.control[SOVIET], across_deep_water(g.board, target)
    apart = f"{{hex}} does not touch {grid.name[target]}."
    return (
        Bar("11.14", apart, grid.all & ~grid.around(1 << target)),
        Bar("11.14", "An enemy is in {hex}.", g.held[SOVIET]),
        Bar("11.14", "{hex} is a Soviet fort: no second hex of an advance.", kinds["fort soviet"]),
        Bar("11.14", "{hex} is a Soviet city: no second hex of an advance.", city),
        Bar("11.14", "A major river or lake bars the second hex {hex}.", water),
    )


class Advance(InBattle):
    """11.14: at least one attacker enters the emptied hex, whatever zones lie there.

    `advance 1ss,2ss 2210` goes into it, `advance 1ss 2210 2311` one hex further, which a unit
    that has gone in may also do later: `advance 1ss 2311`.
    """

    rule = "11.14"
    title = "Advance"
    usage = "advance UNIT,UNIT HEX [HEX] | end"
    lone = True
    target: Hex
    units: tuple[Unit, ...]
    out: int
    advanced: tuple[Unit, ...] = ()
    further: tuple[Unit, ...] = ()  # those that took their second hex

    def prompt(self, g: State) -> str:
        name = g.grid.name[self.target]
        if not self.advanced:
            return f"At least one attacker must advance into {name}."
        return f"More attackers may advance into {name}, or end the advance."

    def orders(self, g: State, about: str = "") -> Iterator[str]:
        name = g.grid.name[self.target]
        beyond = g.grid.all & ~closed_by(bars(g, self.target))
        waiting = [unit for unit in self.units if unit not in self.advanced]
        groups: list[tuple[Unit, ...]] = [(unit,) for unit in waiting]
        if len(waiting) > 1 and fits(g, waiting, self.target):
            groups.append(tuple(waiting))
        for group in groups:
            ids = [g.unit(unit).id for unit in group]
            if fits(g, group, self.target) and about in ("", name, *ids):
                yield f"advance {','.join(ids)} {name}"
        for unit in self.units:
            if unit in self.further or not goes_further(g, unit, self.out):
                continue
            if unit not in self.advanced and not fits(g, (unit,), self.target):
                continue
            id, first = g.unit(unit).id, "" if unit in self.advanced else f"{name} "
            for hex in scan(beyond):
                if fits(g, (unit,), hex) and about in ("", id, g.grid.name[hex]):
                    yield f"advance {id} {first}{g.grid.name[hex]}"
        if self.advanced and not about:
            yield "end"

    def standing(self, g: State) -> dict[str, str]:
        """Everybody into the hex, or nobody who need not."""
        waiting = [unit for unit in self.units if unit not in self.advanced]
        whole = f"advance {ids(g, waiting)} {g.grid.name[self.target]}"
        if waiting and fits(g, waiting, self.target):
            return {"all advance": whole, **super().standing(g)}
        return {"all advance": "end", "end": "end"} if self.advanced else {}

    def refusal(self, g: State, order: str) -> Refusal | None:
        if order == "end":
            if self.advanced:
                return None
            name = g.grid.name[self.target]
            return Refusal("11.14", f"One attacker at the least must enter {name}.", (), (name,))
        match order.split():
            case ["advance", ids, *path] if 1 <= len(path) <= 2:
                return self._refused(g, ids.split(","), path)
            case ["advance", _, _, _, _, *_]:
                return Refusal("11.14", "An advance goes two hexes at the most.")
        return self.unread(g, order)

    def _refused(self, g: State, ids: list[str], path: list[str]) -> Refusal | None:
        if why := no_hex(g, path, "10.20"):
            return why
        hexes = hexes_in(g, path)
        units = [g.roster.number.get(id, -1) for id in ids]
        for id, unit in zip(ids, units, strict=True):
            if why := self._refused_unit(g, id, unit, hexes):
                return why
        if len(set(units)) < len(units):
            return Refusal("11.14", "A unit is named twice.", tuple(ids))
        for hex in hexes:
            if not fits(g, units, hex):
                name, limit = g.grid.name[hex], "7.4" if g.side == GERMAN else "7.5"
                says = f"{name} cannot hold so many units, and nobody is displaced by an advance."
                return Refusal(f"11.14, {limit}", says, tuple(ids), (name,))
        return None

    def _refused_unit(self, g: State, id: str, unit: Unit, hexes: list[Hex]) -> Refusal | None:
        if unit not in self.units:
            if unit >= 0 and g.pinned >> unit & 1:
                says = f"{id} arrived in this turn and may not leave its hex."
                return Refusal("9.7", says, (id,))
            return Refusal("11.14", f"{id} is not one of the victorious attackers.", (id,))
        if unit in self.further:
            return Refusal("11.14", f"{id} has advanced two hexes already.", (id,))
        inside = unit in self.advanced
        name = g.grid.name[self.target]
        if not inside and hexes[0] != self.target:
            return Refusal("11.14", f"The first hex must be {name}.", (id,), (name,))
        if inside and (len(hexes) > 1 or hexes[0] == self.target):
            return Refusal("11.14", f"{id} is in {name} already.", (id,), (name,))
        if inside or len(hexes) > 1:
            if not goes_further(g, unit, self.out):
                says = "may not advance a second hex: only supplied German mechanized units do."
                return Refusal("11.14", f"{id} {says}", (id,))
            return barred(g, hexes[-1], bars(g, self.target), (id,))
        return None

    def play(self, g: State, order: str) -> Done | None:
        if order == "end":
            return DONE
        _, ids, *path = order.split()
        units = units_in(g, ids)
        for name in path:
            hex = g.grid.find(name)
            g.place_all(units, hex)
            g.say(f"Advance to {name}: {g.called(*units)}.", "11.14", (hex,))
            enter(g, hex, g.side)
            if g.result:
                return DONE
            if hex == self.target:
                self.advanced += units
            else:
                self.further += units
        return DONE if set(self.orders(g)) == {"end"} else None
