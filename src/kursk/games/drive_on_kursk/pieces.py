"""1, 2: numbers and counters."""

from kursk.core.counters import Counter
from kursk.games.drive_on_kursk.state import GERMAN
from kursk.games.drive_on_kursk.tables import MOBILITY, MOVEMENT_FACTORS


def halved(number: int) -> int:
    """1.3: half, fractions dropped; but half of one is one."""
    return max(number // 2, min(number, 1))


def mobility(counter: Counter) -> str:
    """2.5, 2.7: the class a type belongs to."""
    return MOBILITY[counter.type]


def movement_factor(counter: Counter) -> int:
    """2.10: it goes by the class and is not printed."""
    return MOVEMENT_FACTORS[mobility(counter)]


def elite(counter: Counter) -> bool:
    """4.5: a German division that is worth 26 at full strength."""
    return counter.side == GERMAN and counter.factor(0) == 26


def corps(counter: Counter) -> bool:
    """2.8: brigades and fortified zones count as divisions (A-05)."""
    return counter.size == "corps"
