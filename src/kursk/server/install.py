"""What an installation prepares, so that the first board is there at once: the drawings, and what
the shelf tells of each game. python -m kursk.server.install; what is there already is left.
"""

from concurrent.futures import ProcessPoolExecutor

import msgspec

from kursk import library
from kursk.server import drawn
from kursk.server.shelf import note, read


def install() -> None:
    drawn.INSTALLED.mkdir(exist_ok=True)
    with ProcessPoolExecutor() as pool:
        for done in [pool.submit(prepare, title) for title in library.titles()]:
            done.result()


def prepare(title: str) -> None:
    """One game; what was prepared from other sources is thrown away."""
    for theme in drawn.THEMES:
        drawn.draw_all(drawn.INSTALLED, title, theme)
    note(title).write_bytes(msgspec.json.encode(read(title)))


if __name__ == "__main__":
    install()
