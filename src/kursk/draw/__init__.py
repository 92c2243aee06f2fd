"""Maps, counters and positions as SVG, and as PNG, PDF or sheets to print.

    from kursk import draw

    svg = draw.map_svg(board)                          # a printed sheet; theme="dark" too
    svg = draw.counters_svg(roster, title="Counters")  # every counter by formation
    svg = draw.position_svg(board, roster, view)       # the map alone, with a view's counters
    svg = draw.match_svg(match)                        # a match, as whoever decides sees it
    draw.write(svg, Path("map.png"))                   # .svg, .png or .pdf, by the suffix
    draw.print_map(board, Path("map.pdf"))             # pages to cut and glue, at true scale
    draw.print_counters(roster, Path("counters.pdf"))  # double-sided

`scale` is pixels to a map unit; a hex is 60 units, a counter 39. A `Caption` (read_caption)
adds what a map file does not say: subtitle, scale, values of places, costs in the legend.
The same input gives the same bytes. The map below a position is kept, so that drawing the
next position of the same board costs little.
"""

from kursk.core.match import Match
from kursk.draw.caption import Caption, caption_of, read_caption
from kursk.draw.drawings import counters_svg, map_svg, position_svg
from kursk.draw.export import write
from kursk.draw.printing import print_counters, print_map
from kursk.draw.theme import THEMES

__all__ = [
    "THEMES",
    "Caption",
    "caption_of",
    "counters_svg",
    "map_svg",
    "match_svg",
    "position_svg",
    "print_counters",
    "print_map",
    "read_caption",
    "write",
]


def match_svg(match: Match) -> str:
    """Where a match stands, as whoever decides may see it; what a notebook shows of it."""
    side = match.actor if match.actor in match.game.sides else ""
    return position_svg(match.g.board, match.g.roster, match.view(side))
