"""A counter sheet to look at: every counter of a game by side and formation."""

from kursk.core.counters import Counter, Roster
from kursk.draw.counters import Stripe, back, face, stripes
from kursk.draw.fonts import SANS, SERIF, text_width
from kursk.draw.sheet import frame
from kursk.draw.svg import font, group, moved, text
from kursk.draw.theme import Theme

STEP = 56.0
MARGIN = 66.0


def muster(roster: Roster, theme: Theme, title: str, width: float) -> tuple[str, float, float]:
    """Formations side by side, front above back where a counter has a second step."""
    given = stripes(roster)
    room = width - 2 * MARGIN
    out = text(MARGIN - 2, 104, title, fill=theme["ink"], **font(SERIF, 58, 700))
    y = 150.0
    for side in dict.fromkeys(counter.side for counter in roster):
        own = [counter for counter in roster if counter.side == side]
        steps = any(counter.steps > 1 for counter in own)
        told = f"{len(own)} counters" + (", each with its reduced side below" if steps else "")
        name = side.capitalize()
        out += text(MARGIN, y, name, fill=theme["ink"], **font(SERIF, 30, 700))
        left = MARGIN + text_width(name, SERIF, 30, 700) + 14
        out += text(left, y, told, fill=theme["ink2"], **font(SANS, 15))
        drawn, high = _side(own, theme, given, room)
        out += group(drawn, transform=moved(MARGIN, y + 22))
        y += high + 78
    height = y - 12
    return frame(width, height, theme) + out, width, height


def _side(
    own: list[Counter], theme: Theme, given: dict[tuple[str, str], Stripe], room: float
) -> tuple[str, float]:
    formations: dict[str, list[Counter]] = {}
    for counter in own:
        formations.setdefault(counter.formation, []).append(counter)
    out, x, y, line = "", 0.0, 0.0, 0.0
    for name, members in formations.items():
        size = 11.5
        words = name or "Independent"
        wide = max(len(members) * STEP + 18, text_width(words, SANS, size) + 22)
        high = 20 + STEP * (2 if any(c.steps > 1 for c in members) else 1) + 12
        if x and x + wide - 18 > room:
            x, y, line = 0.0, y + line, 0.0
        out += text(x, y + 13, words, fill=theme["ink2"], **font(SANS, size))
        for i, counter in enumerate(members):
            row, column = divmod(i, max(1, int(room // STEP)))
            at_y = y + 20 + row * (high - 20)
            stripe = given.get((counter.side, counter.formation))
            out += group(face(counter, theme, stripe), transform=moved(x + column * STEP, at_y))
            if counter.steps > 1:
                reduced = back(counter, theme, stripe)
                out += group(reduced, transform=moved(x + column * STEP, at_y + STEP))
        rows = -(-len(members) // max(1, int(room // STEP)))
        line = max(line, 20 + rows * (high - 20))
        x += wide
    return out, y + line
