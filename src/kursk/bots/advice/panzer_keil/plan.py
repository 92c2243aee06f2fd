"""Panzer Keil: the plan of a turn: who attacks what, from where, before anybody moves."""

from functools import cached_property

from kursk.bots import greedy
from kursk.bots.advice.panzer_keil.assault import Assault, Battle
from kursk.bots.advice.panzer_keil.battles import Battles
from kursk.bots.general import remembered
from kursk.core.hexes import Hex, Hexes
from kursk.games.panzer_keil.state import GERMAN


class Plan(Battles):
    def recall(self, before: greedy.Advice) -> Hexes:
        """What was planned for the phase stands."""
        for plan in ("planned", "aims"):
            if plan in before.__dict__:
                self.__dict__[plan] = before.__dict__[plan]
        return super().recall(before)

    def defence(self, target: Hex) -> float:
        """What a hex defends with; before the guns have spoken, what they may leave of it."""
        strength = self.front.foe[target]
        return 0.6 * strength if self.view.phase == "Support attacks" else strength

    @remembered
    def die(self, target: Hex) -> int:
        """A9.1: the rows of a position."""
        stack = self.view.stacks[self.grid.name[target]]
        dug = self.side == GERMAN and self.dug >> target & 1
        on_foot = (not {"mech", "cavalry"} & self.counter(seen.unit).flags for seen in stack)
        return -1 if dug and any(on_foot) else 0

    @remembered
    def detour(self, id: str, stand: Hex) -> float:
        """What it costs to be led away from the goal, and from what the unit guards."""
        piece = self.pieces[id]
        if stand == piece.hex:
            return 0.0
        away = self.weights["detour"] * max(0.0, self.far(stand) - self.far(piece.hex))
        if self.guards(id):
            away += self.weights["guard"] * max(0.0, -self.after(piece, stand))
        return away

    @remembered
    def guards(self, id: str) -> bool:
        """Is the line worse without the unit?"""
        return self.line(self.without(self.pieces[id])) < self.line(self.front.held) - 0.5

    def assault(self) -> list[Battle]:
        able, reach = set(self.seat.able()), dict[str, Hexes]()
        guns = self.view.phase == "Support attacks"
        for piece in self.pieces.values():
            if piece.side == self.side and piece.fights:
                own = 1 << piece.hex
                if guns or piece.id in able:
                    own |= self.seat.reach(piece.id)["move"].hexes
                if own & self.front.foe_zone:
                    reach[piece.id] = own & self.front.foe_zone
        return Assault(self, self.front.held, reach).battles(self.front.foes)

    @cached_property
    def planned(self) -> list[Battle]:
        """Who attacks what this turn."""
        return self.assault()

    @cached_property
    def aims(self) -> dict[Hex, float]:
        """What is worth shelling."""
        return {battle.target: battle.worth for battle in self.assault()}
