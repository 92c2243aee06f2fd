"""4.10, 6.9: extra turns, and what is done when the last one is over."""

from kursk.core.flow import Frame, Roll, Sealed
from kursk.games.drive_on_kursk.state import GERMAN, SOVIET, State, award, foe
from kursk.games.drive_on_kursk.supply import in_supply
from kursk.games.drive_on_kursk.victory import eliminate, gain, verdict

DICE = {7: 2, 8: 3}  # 4.10: by the turn just over; after turn 9 there is no further vote


class ExtraTurn(Sealed):
    """4.10: both vote unseen on another turn; one Yes is enough, but a lone one has its price."""

    rule = "4.10"
    title = "Extra turn"
    phase = "extra turn"
    usage = "vote yes | vote no"

    def prompt(self, g: State) -> str:
        return f"Vote for or against a turn {g.turn + 1}."

    def reveal(self, g: State, chosen: dict[str, str]) -> Frame | None:
        g.learned += 1
        votes = {side: vote.removeprefix("vote ") for side, vote in chosen.items()}
        g.say(f"German {votes[GERMAN]}, Soviet {votes[SOVIET]}.", "4.10")
        if "yes" not in votes.values():
            return None
        g.last_turn = g.turn + 1
        alone = [side for side, vote in votes.items() if vote == "yes"]
        return LoneCall(alone[0], DICE[g.turn]) if len(alone) == 1 else None


class LoneCall(Frame):
    """4.10: who alone calls for a turn pays for it in dice of VP."""

    rule = "4.10"
    phase = "extra turn"
    side: str
    dice: int

    def roll(self, g: State) -> Frame:
        return Roll(dice=self.dice)

    def pay(self, g: State) -> None:
        points = sum(g.rolled) * (-1 if self.side == GERMAN else 1)
        award(g, points, f"The {self.side.capitalize()} alone calls for a turn", "4.10")

    steps = (roll, pay)


class EndGame(Frame):
    """6.9: unsupplied Soviets go first, then whatever Germans are still unsupplied."""

    rule = "6.9"
    title = "End of the game"
    phase = "end"

    def soviets(self, g: State) -> None:
        _remove(g, SOVIET)

    def germans(self, g: State) -> None:
        _remove(g, GERMAN)

    def count(self, g: State) -> None:
        g.finish(verdict(g))

    steps = (soviets, germans, count)


def _remove(g: State, side: str) -> None:
    """6.9: who is out of supply is eliminated with all he costs, reserves too (A-53), and the
    hexes pass to the other side."""
    for unit in [unit for unit in g.on_map(side) if not in_supply(g, unit)]:
        hex = g.at[unit]
        eliminate(g, unit, ", out of supply at the end", "6.9")
        if hex not in g.piles:
            gain(g, hex, foe(side))
        if g.result:
            return
