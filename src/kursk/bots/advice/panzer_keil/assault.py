"""Panzer Keil: which hexes to attack, with whom, from where. Units are massed for one battle
after the other, the best first, before any of them moves.
"""

from collections.abc import Iterator, Mapping
from typing import Protocol

import msgspec

from kursk.bots.general import Piece
from kursk.core.board import Board
from kursk.core.counters import Counter
from kursk.core.hexes import Grid, Hex, Hexes, scan
from kursk.games.panzer_keil.odds import ROUGH
from kursk.games.panzer_keil.stacking import LIMIT
from kursk.games.panzer_keil.tables import CRT, SIZES

ARMOUR = {"armour", "armour-effect"}
KEIL = ("tiger", "keil-tank", "keil-infantry")
MOST = 10  # battles in one phase
EVEN = CRT.columns.index("1:1")
CELLS = [[CRT.result(n, row) for row in range(8)] for n in range(len(CRT.columns))]


class Staff(Protocol):
    """What an assault is planned by: the player's view of the map, and what he thinks of it."""

    grid: Grid
    board: Board

    @property
    def pieces(self) -> Mapping[str, Piece]: ...
    def counter(self, id: str) -> Counter: ...
    def punch(self, id: str) -> int: ...
    def defence(self, target: Hex) -> float: ...
    def die(self, target: Hex) -> int: ...
    def results(self, target: Hex, force: list[Piece], held: Hexes) -> dict[str, float]: ...
    def strain(self, force: list[Piece]) -> float: ...
    def detour(self, id: str, stand: Hex) -> float: ...


class Force(msgspec.Struct, frozen=True):
    """Units that could take part in a battle, together from one hex; three if they are a Keil."""

    units: tuple[str, ...]
    stand: Hex
    blow: float  # what they attack with from there


class Battle(msgspec.Struct, frozen=True):
    """A battle as it is planned."""

    target: Hex
    worth: float
    stands: dict[str, Hex]  # who attacks, and from where


class Assault:
    """The battles of one phase. No unit fights twice, and no hex is overfull."""

    def __init__(self, staff: Staff, held: Hexes, reach: Mapping[str, Hexes]) -> None:
        self.staff, self.grid, self.held = staff, staff.grid, held
        self.reach = reach  # where each unit that can attack may stand, its own hex too
        self.at = {id: staff.pieces[id].hex for id in reach}
        self.used: set[str] = set()
        self.load: dict[Hex, int] = {}
        for piece in staff.pieces.values():
            if held >> piece.hex & 1:
                self.load[piece.hex] = self.load.get(piece.hex, 0) + self.size(piece.id)

    def size(self, id: str) -> int:
        return SIZES[self.staff.counter(id).size]

    def battles(self, targets: Hexes) -> list[Battle]:
        """The best battle that can be had, then the best with those who are left, and so on."""
        found: list[Battle] = []
        hopes = {target: self.battle(target) for target in scan(targets)}
        while hopes and len(found) < MOST:
            best = max(hopes.values(), key=lambda b: (b.worth if b else 0, b.target if b else 0))
            if best is None or best.worth <= 0:
                break
            self.commit(best)
            found.append(best)
            del hopes[best.target]
            taken, filled = set(best.stands), set(best.stands.values())
            for target, hope in hopes.items():
                if hope and (taken & set(hope.stands) or filled & set(hope.stands.values())):
                    hopes[target] = self.battle(target)
            if not hopes:
                break
        return found

    def commit(self, battle: Battle) -> None:
        for id, stand in battle.stands.items():
            self.used.add(id)
            self.load[self.at[id]] -= self.size(id)
            self.load[stand] = self.load.get(stand, 0) + self.size(id)
            self.held |= 1 << stand

    def battle(self, target: Hex) -> Battle | None:
        """The strongest that fit in round a hex, one force after the other, as long as it pays."""
        best: Battle | None = None
        groups: dict[str, list[Force]] = {}
        for force in self.forces(target):
            group = self.staff.counter(force.units[0]).more["group"]
            groups.setdefault(group, []).append(force)
        for forces in groups.values():
            best = self._massed(target, forces, best)
        return best

    def _massed(self, target: Hex, forces: list[Force], best: Battle | None) -> Battle | None:
        stands: dict[str, Hex] = {}
        room = {f.stand: LIMIT - self.load.get(f.stand, 0) for f in forces}
        blows: dict[Hex, list[Force]] = {}
        held = self.held
        waiting = list(forces)
        while waiting:
            ring = self.grid.around(held) | held
            open_ = self.grid.around(1 << target) & ~ring

            def rank(f: Force, open_: Hexes = open_) -> tuple[float, int]:
                shut = (self.grid.around(1 << f.stand) & open_).bit_count()
                return f.blow * (1.0 + 0.25 * shut), -f.stand

            force = max(waiting, key=rank)
            waiting = [f for f in waiting if f is not force and not set(f.units) & set(force.units)]
            new = [id for id in force.units if self.at[id] != force.stand]
            need = sum(self.size(id) for id in new)
            if need and room[force.stand] < need:
                continue
            room[force.stand] -= need
            stands |= dict.fromkeys(force.units, force.stand)
            blows.setdefault(force.stand, []).append(force)
            held |= 1 << force.stand
            worth = self.worth(target, blows, list(stands), held)
            if worth > 0 and (best is None or worth > best.worth):
                best = Battle(target, worth, dict(stands))
        return best

    def forces(self, target: Hex) -> Iterator[Force]:
        """Everybody who can come next to a hex, from each hex; and the wedges of Tigers."""
        ring = self.grid.around(1 << target)
        near: dict[Hex, dict[str, list[str]]] = {}
        for id, reach in self.reach.items():
            if id in self.used:
                continue
            flags = self.staff.counter(id).flags
            for stand in scan(reach & ring):
                yield Force((id,), stand, self.blow(target, stand, self.staff.punch(id)))
                for flag in KEIL:
                    if flag in flags:
                        near.setdefault(stand, {}).setdefault(flag, []).append(id)
        for stand, kinds in near.items():
            if all(flag in kinds for flag in KEIL):
                best = [max(kinds[flag], key=self.staff.punch) for flag in KEIL]
                power = 2 * sum(self.staff.punch(id) for id in best)
                yield Force(tuple(best), stand, self.blow(target, stand, power))

    def blow(self, target: Hex, stand: Hex, power: int) -> float:
        """9.2.1, 9.2.2: half across a river or out of a marsh."""
        board = self.staff.board
        halved = "river" in board.between(stand, target) or board.hexes["swamp"] >> stand & 1
        return power / 2 if halved else float(power)

    def worth(
        self, target: Hex, blows: Mapping[Hex, list[Force]], ids: list[str], held: Hexes
    ) -> float:
        """The mean of the results at the odds that so much brings, less the strain."""
        attack = sum(int(sum(f.blow for f in forces)) for forces in blows.values())
        against = max(self.staff.defence(target), 1.0)
        if not attack:
            return 0.0
        steps = attack // against - 1 if attack >= against else 1 - against // attack
        force = [self.staff.pieces[id] for id in ids]
        rough = any(self.staff.board.hexes[kind] >> target & 1 for kind in ROUGH)
        column = EVEN + int(steps) + (-1 if rough else self.shift(target, blows))
        column = min(max(column, 0), len(CRT.columns) - 1)
        worths, die = self.staff.results(target, force, held), self.staff.die(target)
        mean = sum(worths[CELLS[column][face + die]] for face in range(1, 7)) / 6
        away = sum(
            self.staff.detour(id, stand)
            for stand, some in blows.items()
            for f in some
            for id in f.units
        )
        return mean + self.staff.strain(force) - away

    def shift(self, target: Hex, blows: Mapping[Hex, list[Force]]) -> int:
        """9.4: armour of one side only, in the clear."""
        attackers = [id for forces in blows.values() for f in forces for id in f.units]
        pieces = self.staff.pieces.values()
        mine = any(ARMOUR & self.staff.counter(id).flags for id in attackers)
        theirs = any(ARMOUR & self.staff.counter(p.id).flags for p in pieces if p.hex == target)
        return int(mine) - int(theirs)


def escapes(grid: Grid, target: Hex, shut: Hexes) -> int:
    """9.7.2: how many of two hexes those in a hex can retreat, where some are shut to them."""
    first = grid.around(1 << target) & ~shut
    if not first:
        return 0
    return 2 if grid.around(first) & ~shut & ~(1 << target) else 1
