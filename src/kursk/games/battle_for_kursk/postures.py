"""12.0: postures."""

from collections.abc import Iterable

from kursk.core.flow import DONE, Done, Frame, Refusal, Sealed
from kursk.games.battle_for_kursk.orders import InTurn
from kursk.games.battle_for_kursk.state import SIDES, State, box, foe
from kursk.games.battle_for_kursk.tables import POSTURES

TRACK = tuple(POSTURES)  # pause, reposition, deploy, engage


def price(previous: str, wanted: str) -> int:
    """12.0: one box up is free, each further one takes an Offensive marker; down is free."""
    return max(0, TRACK.index(wanted) - TRACK.index(previous) - 1)


def affordable(g: State, side: str) -> list[str]:
    return [p for p in TRACK if price(g.previous[side], p) <= g.offensives[side]]


def open_postures(g: State, side: str) -> list[str]:
    """12.0: what a side may choose. If history runs, its posture of 1943.

    A side that has no marker left for the jump goes as far towards it as it can.
    """
    able = affordable(g, side)
    if not g.history:
        return able
    most = TRACK.index(box(g).history[side])
    return [posture for posture in able if TRACK.index(posture) <= most][-1:]


def opens(g: State, side: str, phase: str) -> bool:
    """12.0: does the side's posture have this phase?"""
    return phase in POSTURES[g.posture[side]].phases


def spend(g: State, side: str, markers: int, rule: str) -> None:
    """9.2.1, 12.0: available Offensive markers are turned to expended."""
    if markers:
        g.offensives = {**g.offensives, side: g.offensives[side] - markers}
        g.say(f"{side.capitalize()} expends {_markers(markers)}.", rule)


def _markers(count: int) -> str:
    return f"{count} Offensive marker" + "s" * (count != 1)


class PostureSelection(InTurn, Sealed):
    """12.0: both sides choose unseen, and reveal together."""

    rule = "12.0"
    title = "Posture selection"
    phase = "posture"
    lone = True  # history leaves no choice
    usage = "posture pause | posture reposition | posture deploy | posture engage"

    def prompt(self, g: State) -> str:
        side = self.actor(g)
        last, markers = g.previous[side], g.offensives[side]
        return f"Choose a posture; last turn {last}, Offensive markers {markers}."

    def choices(self, g: State, side: str) -> Iterable[str]:
        return (f"posture {posture}" for posture in open_postures(g, side))

    def refusal(self, g: State, order: str) -> Refusal | None:
        side = self.actor(g)
        match order.split():
            case ["posture", wanted] if wanted in TRACK:
                if wanted in open_postures(g, side):
                    return None
                if wanted not in affordable(g, side):
                    need, have = price(g.previous[side], wanted), g.offensives[side]
                    says = f"From {g.previous[side]} to {wanted} takes {_markers(need)}"
                    return Refusal("12.0", f"{says}; {side.capitalize()} has {have}.")
                return Refusal("12.0", f"History runs: {open_postures(g, side)[0]} it was.")
        return self.unread(g, order)

    def reveal(self, g: State, chosen: dict[str, str]) -> Frame | None:
        g.posture = {side: order.split()[1] for side, order in chosen.items()}
        g.learned += 1
        for side in SIDES:
            g.say(f"{side.capitalize()} posture: {g.posture[side]}.", "12.0")
            spend(g, side, price(g.previous[side], g.posture[side]), "12.0")
        return None


def may_react(g: State, side: str) -> bool:
    """12.0: one side engages, the other pauses and has a marker. History allows no reaction."""
    pair = (g.posture[side], g.posture[foe(side)])
    return pair == ("pause", "engage") and g.offensives[side] > 0 and not g.history


class EmergencyReaction(InTurn):
    rule = "12.0"
    title = "Emergency Reaction"
    phase = "reaction"
    usage = "react | decline"
    asks = "The enemy engages: expend a marker to reposition, or stay on pause."
    side: str

    def play(self, g: State, order: str) -> Done:
        if order == "react":
            spend(g, self.side, 1, "12.0")
            g.posture = {**g.posture, self.side: "reposition"}
            g.say(f"Emergency Reaction: {self.side.capitalize()} repositions.", "12.0")
        return DONE
