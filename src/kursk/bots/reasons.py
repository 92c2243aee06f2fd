"""Why a bot would give an order: what its advice finds the order worth, part by part, in words."""

from collections.abc import Iterator
from typing import NamedTuple

from kursk.bots.general import General
from kursk.bots.greedy import Scores, advice_for, advised
from kursk.bots.seat import Seat

FEW = 3  # orders that are told
SLIGHT = 0.05  # what is worth less is not worth a word


class Part(NamedTuple):
    """A part of what an order is worth, in the points of the game."""

    says: str
    worth: float


def weighed(seat: Seat) -> Scores:
    """The orders that the advice of the game looks at, up to the first that is worth giving."""
    if not advised(seat.title):
        return {}
    advice = advice_for(seat)
    seen: Scores = {}
    for lot in advice.options():
        seen |= lot
        if lot and max(lot.values()) > 0:
            return lot
    return seen


def best(scores: Scores, few: int = FEW) -> list[tuple[str, float]]:
    """The best of them, the best first."""
    return sorted(scores.items(), key=lambda item: (-item[1], item[0]))[:few]


def reasons(seat: Seat, order: str) -> list[Part]:
    """What a march is worth by its parts, the weightiest first; [] for other orders."""
    advice = advice_for(seat) if advised(seat.title) else None
    if not isinstance(advice, General):
        return []
    _, *words = order.split()
    unit = words[0] if words else ""
    way = [advice.grid.cell[word] for word in words[1:] if word in advice.grid.cell]
    if not way or len(way) != len(words) - 1 or unit not in advice.pieces:
        return []
    if advice.pieces[unit].side != seat.side:
        return []  # an enemy who is made to retreat
    told = (part for part in _parts(advice, unit, way) if abs(part.worth) >= SLIGHT)
    return sorted(told, key=lambda part: -abs(part.worth))


def _parts(advice: General, unit: str, way: list[int]) -> Iterator[Part]:
    piece, end = advice.pieces[unit], way[-1]
    weights = advice.weights
    taken = sum(advice.worth.get(hex, 0) for hex in way if not advice.mine >> hex & 1)
    yield Part("takes ground that is worth points", weights["points"] * taken)
    joins = advice.chance(piece, end) - advice.chance(piece, piece.hex)
    helps = "helps in a battle there" if joins > 0 else "is missed in a battle here"
    yield Part(helps, weights["attack"] * joins)
    nearer = piece.drive * (advice.far(piece.hex) - advice.far(end))
    yield Part("comes nearer to the goal" if nearer > 0 else "leaves the goal", nearer)
    line = advice.after(piece, end)
    yield Part("makes the line better" if line > 0 else "opens the line", line)
    risks = weights["risk"] * (_risk(advice, unit, piece.hex) - _risk(advice, unit, end))
    yield Part("stands safer" if risks > 0 else "stands in more danger", risks)
    fed = (advice.safe >> end & 1) - (advice.safe >> piece.hex & 1)
    yield Part("is in supply there" if fed > 0 else "is cut off there", -fed * weights["cut off"])


def _risk(advice: General, unit: str, hex: int) -> float:
    """What a unit's presence changes in what a hex may cost."""
    piece = advice.pieces[unit]
    rest = advice.front.own.get(hex, 0.0) - (piece.factor if hex == piece.hex else 0)
    return advice.risk(hex, rest + piece.factor) - advice.risk(hex, rest)
