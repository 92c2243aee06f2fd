"""What an installation prepares, so that the first board is there at once: the drawings, what the
shelf tells of each game, and our own modules as Python reads them.
python -m kursk.server.install; what is there already is left.
"""

import compileall
from concurrent.futures import ProcessPoolExecutor

import msgspec

import kursk
from kursk import library
from kursk.server import drawn
from kursk.server.shelf import note, read


def install() -> None:
    compileall.compile_dir(kursk.__path__[0], quiet=2)  # what fails is read as it is
    drawn.INSTALLED.mkdir(exist_ok=True)
    with ProcessPoolExecutor() as pool:
        for done in [pool.submit(prepare, title) for title in library.titles()]:
            done.result()


def prepare(title: str) -> None:
    """One game; what was prepared from other sources is thrown away."""
    for theme in drawn.THEMES:
        drawn.draw_all(drawn.INSTALLED, title, theme)
    for old in drawn.INSTALLED.glob(f"{title} shelf *"):
        old.unlink()
    note(title).write_bytes(msgspec.json.encode(read(title)))


if __name__ == "__main__":
    install()
