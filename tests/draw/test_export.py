"""Files: SVG, PNG and PDF that their readers accept, and pages at true scale."""

import re
import struct
import zlib
from pathlib import Path
from xml.etree import ElementTree

import pytest

from kursk.draw import counters_svg, map_svg, print_counters, print_map, read_caption, write
from kursk.draw.fonts import FAMILIES, FOLDER, font_file, text_width
from kursk.draw.printing import MM, PAPERS
from tests.draw.boards import GAMES, PRINTED, board, roster


@pytest.fixture(scope="module")
def svg() -> str:
    return map_svg(board("lettered"), scale=0.5)


def test_svg(svg: str, tmp_path: Path) -> None:
    path = write(svg, tmp_path / "map.svg")
    assert ElementTree.parse(path).getroot().tag.endswith("svg")


def test_png_is_as_large_as_the_drawing_and_not_blank(svg: str, tmp_path: Path) -> None:
    data = write(svg, tmp_path / "map.png").read_bytes()
    assert data.startswith(b"\x89PNG\r\n\x1a\n")
    wide, high = struct.unpack(">II", data[16:24])
    root = ElementTree.fromstring(svg)
    assert abs(wide - float(root.attrib["width"])) <= 1
    assert abs(high - float(root.attrib["height"])) <= 1
    parts = b"".join(m for m in _chunks(data, b"IDAT"))
    assert len(set(zlib.decompress(parts))) > 100


def _chunks(data: bytes, wanted: bytes) -> list[bytes]:
    at, out = 8, []
    while at < len(data):
        (long,) = struct.unpack(">I", data[at : at + 4])
        if data[at + 4 : at + 8] == wanted:
            out.append(data[at + 8 : at + 8 + long])
        at += 12 + long
    return out


def boxes(data: bytes) -> list[tuple[float, float]]:
    """The size of each page."""
    found = re.findall(rb"/MediaBox \[ 0 0 ([\d.]+) ([\d.]+) \]", data)
    return [(float(a), float(b)) for a, b in found]


def test_pdf_is_one_page_with_its_fonts(svg: str, tmp_path: Path) -> None:
    data = write(svg, tmp_path / "map.pdf").read_bytes()
    assert data.startswith(b"%PDF-") and data.rstrip().endswith(b"%%EOF")
    assert len(boxes(data)) == 1
    assert b"KurskSerif-Bold" in data and b"BarlowCondensed-Medium" in data


def test_exports_are_the_same_bytes_twice(svg: str, tmp_path: Path) -> None:
    for suffix in ("png", "pdf"):
        first = write(svg, tmp_path / f"a.{suffix}").read_bytes()
        assert write(svg, tmp_path / f"b.{suffix}").read_bytes() == first


def test_an_unknown_suffix_is_refused(svg: str, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"map.gif: draw as .svg, .png or .pdf"):
        write(svg, tmp_path / "map.gif")


@pytest.mark.parametrize("paper", PAPERS)
def test_map_pages(paper: str, tmp_path: Path) -> None:
    pages = print_map(board("lettered"), tmp_path / "map.pdf", paper)
    data = (tmp_path / "map.pdf").read_bytes()
    assert len(boxes(data)) == pages > 1
    wide, high = PAPERS[paper]
    assert all(abs(a - wide) < 0.1 and abs(b - high) < 0.1 for a, b in boxes(data))
    # The pages hold the whole sheet at 19.5 mm a hex, with 8 mm shared by neighbours.
    root = ElementTree.fromstring(map_svg(board("lettered")))
    across, down = (float(v) * 19.5 / 60 for v in root.attrib["viewBox"].split()[2:])
    room = ((wide / MM - 24), (high / MM - 24))
    columns = next(n for n in range(1, 9) if room[0] + (n - 1) * (room[0] - 8) >= across)
    rows = next(n for n in range(1, 9) if room[1] + (n - 1) * (room[1] - 8) >= down)
    assert pages == columns * rows


def test_counter_pages_come_in_pairs(tmp_path: Path) -> None:
    pages = print_counters(roster("drive_on_kursk"), tmp_path / "c.pdf")
    assert pages % 2 == 0
    assert len(boxes((tmp_path / "c.pdf").read_bytes())) == pages
    with pytest.raises(ValueError, match="no paper 'A3'; there are A4, Letter"):
        print_counters(roster("drive_on_kursk"), tmp_path / "c.pdf", "A3")


@pytest.mark.parametrize("name", PRINTED)
def test_captions_of_the_games(name: str) -> None:
    caption = read_caption(GAMES / name / "data" / "caption.toml")
    assert caption.km > 0
    places = board(name).places
    known = {*places, *(place.kind for place in places.values())}
    assert set(caption.values) <= known
    kinds = {k for group in board(name).file.kinds.values() for k in group} | {"clear"}
    assert set(caption.legend) <= kinds


def test_a_caption_with_a_wrong_key_is_refused(tmp_path: Path) -> None:
    bad = tmp_path / "caption.toml"
    bad.write_text("kilometres = 3")
    with pytest.raises(ValueError, match=r"caption.toml: .*kilometres"):
        read_caption(bad)


def test_fonts_are_small_free_and_measured() -> None:
    assert sum(file.stat().st_size for file in FOLDER.iterdir()) < 400_000
    assert "SIL OPEN FONT LICENSE" in (FOLDER / "OFL.txt").read_text("utf-8")
    for family in FAMILIES:
        assert font_file(family, 700).exists()
    assert text_width("MM", "serif", 10) == 2 * text_width("M", "serif", 10)
    assert text_width("i", "serif", 10) < text_width("M", "serif", 10)


def test_counter_sheet_parses() -> None:
    for name in PRINTED:
        ElementTree.fromstring(counters_svg(roster(name), "dark"))
