"""A drawing as a file: SVG, PNG or PDF, by the suffix of its name."""

from pathlib import Path

from kursk.draw.fonts import font_files


def write(svg: str, path: Path | str) -> Path:
    """Write a drawing; the suffix says how. ValueError for a suffix that is not known."""
    path = Path(path)
    if path.suffix == ".svg":
        path.write_text(svg, "utf-8")
    elif path.suffix == ".png":
        path.write_bytes(png(svg))
    elif path.suffix == ".pdf":
        path.write_bytes(pdf(svg))
    else:
        raise ValueError(f"{path.name}: draw as .svg, .png or .pdf")
    return path


def png(svg: str) -> bytes:
    import resvg_py  # as what writes PDF, slow to import, and seldom needed

    fonts = [str(file) for file in font_files()]
    return bytes(
        resvg_py.svg_to_bytes(svg_string=svg, skip_system_fonts=True, font_files=fonts)
    )  # fmt: skip


def pdf(svg: str) -> bytes:
    """One page, as large as the drawing; 96 pixels are an inch."""
    from kursk.draw.pdf import Pages

    pages = Pages()
    name = pages.keep(svg)
    wide, high = pages.size(name)
    pages.page(wide * 0.75, high * 0.75)
    pages.place(name, 0, 0, 0.75)
    return pages.done()
