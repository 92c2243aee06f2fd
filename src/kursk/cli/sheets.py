"""Map and counter sheets: drawn to a file, checked for faults."""

from pathlib import Path
from typing import Any

from kursk.cli.reading import Mistake, text_of, the_game

Where = Path | None


def sheet(game: str, /, *, out: Where = None) -> None:
    """Draw a game's map to a file: SVG, PNG or PDF by the ending of its name.

    Parameters
    ----------
    out
        The file; without it the map is printed as text.
    """
    found = the_game(game)
    if out is None:
        from kursk.cli.textmap import blank_map

        print(blank_map(found.board))
        return
    draw = drawing()
    written(draw.map_svg(found.board), out)


def counters(game: str, /, *, out: Where = None) -> None:
    """Draw a game's counters to a file: SVG, PNG or PDF by the ending of its name.

    Parameters
    ----------
    out
        The file; without it the counters are listed as text.
    """
    found = the_game(game)
    if out is None:
        for counter in found.roster:
            strengths = "/".join(counter.strengths)
            facts = f"{counter.side:<8} {counter.type:<12} {strengths:<8} {counter.moves:<4}"
            print(f"{counter.id:<8} {facts} {counter.name}")
        return
    written(drawing().counters_svg(found.roster), out)


def check(what: str = "", /) -> int:
    """Check a game's map, a map file, or all maps; every fault names its entry and hex.

    Parameters
    ----------
    what
        A game or a file; without it every game.
    """
    from kursk import library
    from kursk.core.board import BadMap, parse_map

    faults = 0
    for title in [what] if what else library.titles():
        file = str(library.SHELF / title / "data" / "map.toml") if _is_title(title) else title
        try:
            board = parse_map(text_of(file), Path(file).name)
        except BadMap as error:
            faults += len(error.faults)
            print("\n".join(f"{title}: {fault}" for fault in error.faults))
            continue
        hexes, places = len(board.grid.name), len(board.places)
        print(f"{title}: {board.title}, {hexes} hexes, {places} places, no faults")
    return 1 if faults else 0


def _is_title(word: str) -> bool:
    from kursk import library

    return word in library.titles()


def drawing() -> Any:
    """The module that draws; typed loosely, since it is loaded only when asked for."""
    from importlib import import_module

    return import_module("kursk.draw")


def written(svg: str, out: Path) -> None:
    try:
        drawing().write(svg, out)
    except (OSError, ValueError) as error:
        raise Mistake(f"{out}: {error}") from None
    print(f"{out} written")
