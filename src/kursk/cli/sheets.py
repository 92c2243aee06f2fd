"""Map and counter sheets: drawn to a file, checked for faults."""

from pathlib import Path

from kursk.cli.reading import Mistake, text_of, the_board, the_game


def sheet(what: str, /, *, out: Path | None = None, theme: str = "light") -> None:
    """Draw a map to a file: SVG, PNG or PDF by the ending of its name.

    Parameters
    ----------
    what
        A game or a map file.
    out
        The file; without it the map is printed as text.
    theme
        light or dark.
    """
    board = the_board(what)
    if out is None:
        from kursk.cli.textmap import blank_map

        print(blank_map(board))
        return
    from kursk import draw

    loose = what.endswith(".toml")
    caption = draw.Caption() if loose else draw.caption_of(the_game(what).folder)
    written(draw.map_svg(board, known(theme), caption=caption), out)


def counters(game: str, /, *, out: Path | None = None, theme: str = "light") -> None:
    """Draw a game's counters to a file: SVG, PNG or PDF by the ending of its name.

    Parameters
    ----------
    out
        The file; without it the counters are listed as text.
    theme
        light or dark.
    """
    found = the_game(game)
    if out is None:
        for counter in found.roster:
            strengths = "/".join(counter.strengths)
            facts = f"{counter.side:<8} {counter.type:<12} {strengths:<8} {counter.moves:<4}"
            print(f"{counter.id:<8} {facts} {counter.name}")
        return
    from kursk import draw

    written(draw.counters_svg(found.roster, known(theme), title=found.name), out)


def check(what: str = "", /) -> int:
    """Check a game's map, a map file, or all maps; every fault names its entry and hex.

    What may be meant but often is a slip is told as a doubt, and is no fault.

    Parameters
    ----------
    what
        A game or a file; without it every game.
    """
    from kursk import library
    from kursk.core import mapcheck
    from kursk.core.board import parse_map

    bad = False
    for name in [what] if what else library.titles():
        game = None if Path(name).is_file() else the_game(name)
        text = text_of(str(game.folder / "data" / "map.toml") if game else name)
        faults = mapcheck.check(text, game.roster if game else None, Path(name).name)
        if faults:
            bad = True
            print("\n".join(f"{name}: {fault}" for fault in faults))
            continue
        board = parse_map(text)
        print("".join(f"{name}: doubt: {doubt}\n" for doubt in mapcheck.doubts(board)), end="")
        hexes, places = len(board.grid.name), len(board.places)
        print(f"{name}: {board.title}, {hexes} hexes, {places} places, no faults")
    return 1 if bad else 0


def known(theme: str) -> str:
    from kursk import draw

    if theme not in draw.THEMES:
        raise Mistake(f"--theme {theme}: there are {', '.join(draw.THEMES)}")
    return theme


def written(svg: str, out: Path) -> None:
    from kursk import draw

    try:
        draw.write(svg, out)
    except (OSError, ValueError, RuntimeError) as error:  # a folder, an ending, a missing extra
        raise Mistake(
            f"{out}: {error.strerror}" if isinstance(error, OSError) else str(error)
        ) from None
    print(f"{out} written")
