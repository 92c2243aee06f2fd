"""Maps to the Tiled editor and back."""

from pathlib import Path

from kursk.cli.reading import Mistake, the_board, told_plainly


def export(what: str, /, *, out: Path) -> None:
    """Write a map for the Tiled editor, and its tiles in a picture beside it.

    Parameters
    ----------
    what
        A game or a map file.
    out
        The file: .tmx, or .tmj for JSON.
    """
    from kursk import tiled

    board = the_board(what)
    with told_plainly():
        try:
            tiled.export(board, out)
        except OSError as error:
            raise Mistake(f"{out}: {error.strerror}") from None
    print(f"{out} written")


def bring_back(file: Path, /, *, out: Path) -> int:
    """Write a map file from a map that Tiled has saved; what was edited is marked there.

    Parameters
    ----------
    file
        The file that Tiled has saved: .tmx or .tmj.
    out
        The map file, as TOML. Comments of the old one are not in it.
    """
    from kursk import tiled
    from kursk.core.board import BadMap

    try:
        board = tiled.load(file)
        out.write_text(tiled.map_text(board.file), "utf-8")
    except BadMap as error:
        print("\n".join(error.faults))
        return 1
    except OSError as error:
        raise Mistake(f"{error.filename}: {error.strerror}") from None
    entries = (*board.file.hexes, *board.file.sides, *board.file.lines, *board.file.places)
    edited = sum(entry.note == tiled.EDITED for entry in entries)
    print(f"{out} written, {edited} of {len(entries)} entries edited in Tiled")
    return 0
