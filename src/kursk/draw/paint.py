"""A plan in the colours of a theme, layer upon layer, as look and legibility ask.

Paper, heights, ground, marks, city ground and grid lie under the washes that a position may
lay; rivers, forts, roads, rails, places, numbers and names lie over them, so that nothing
printed fades. One path a kind (small marks: one a square), no filters.
"""

from kursk.draw.areas import outlines
from kursk.draw.fonts import NARROW, SERIF, text_width
from kursk.draw.geometry import num, path
from kursk.draw.labels import Label, rank
from kursk.draw.plan import Plan
from kursk.draw.svg import fill, fills, font, group, stroke, strokes, tag, text
from kursk.draw.theme import Theme, size, tokens, width

FILLS = {"sea": "sea", "swamp": "swamp", "forest": "forest", "rough": "rough", "hills": "hill"}
FACES = {"slope": "hachure"}  # the rest has the colour of whoever built it
STAR = "M0-3.5L.9-1.2L3.3-1.1L1.4.4L2.1 2.8L0 1.4L-2.1 2.8L-1.4.4L-3.3-1.1L-.9-1.2Z"


def under(plan: Plan, theme: Theme) -> str:
    """What lies beneath washes."""
    flat = not any(plan.heights)  # a map that tells no heights lies in the middle of them
    out = [fill(_sheet(plan), theme.heights[2 if flat else 0])]
    for band, d in enumerate(plan.heights, start=1):
        out.append(
            fill(
                d,
                theme.heights[band],
                stroke=theme["contour"],
                stroke_width=width("contour"),
                stroke_opacity=0.5,
            )  # fmt: skip
        )
    marks = plan.marks
    out.append(strokes(marks["flecks"], theme["fleck"], 0.6, stroke_opacity=0.55))
    out += [fill(d, theme[FILLS[kind]]) for kind, d in plan.areas.items()]
    if plan.areas.get("sea"):
        out.append(stroke(plan.areas["sea"], theme["sea line"], 1.1))
    out.append(fills(marks["hachures"], theme["hachure"]))
    out.append(strokes(marks["crags"], theme["rough mark"], 0.85, stroke_linejoin="round"))
    out.append(strokes(marks["reeds"], theme["swamp mark"], 0.8))
    out.append(strokes(marks["tufts"], theme["tuft"], 0.75, stroke_linecap="round"))
    out.append(fills(marks["tree shade"], theme["tree shade"], fill_opacity=0.5))
    out.append(fills(marks["tree body"], theme["tree"]))
    out.append(fills(marks["tree needle"], theme["tree light"], fill_opacity=0.75))
    out.append(strokes(marks["tree light"], theme["tree light"], 1.0, stroke_linecap="round"))
    out.append(fills(marks["ground"], theme["ground"]))
    out.append(
        strokes(plan.grid, theme["grid"], width("grid"), stroke_opacity=theme.map["grid opacity"])
    )
    return "".join(out)


def over(plan: Plan, theme: Theme) -> str:
    """What lies above washes, up to the names."""
    round_ = {"stroke_linejoin": "round", "stroke_linecap": "round"}
    out = [
        fill(plan.water["bank"], theme["bank"]),
        fill(plan.water["river"], theme["river"]),
        fill(plan.water["water"], theme["water"]),
        strokes(
            plan.start,
            theme["start line"],
            width("start glow"),
            stroke_opacity=width("start glow opacity"),
            **round_,
        ),  # fmt: skip
        strokes(
            plan.start, theme["start line"], width("start line"), stroke_dasharray="7 2.4 1.4 2.4"
        ),  # fmt: skip
    ]
    for kind, (line, teeth) in plan.forts.items():
        colour = theme[_builder(kind)]
        out.append(strokes(line, colour, width("fort"), **round_))
        out.append(fills(teeth, colour))
    for kind, (drawing, line, solid) in plan.faces.items():
        colour = theme[FACES.get(drawing) or _builder(kind)]
        dashes = {"stroke_dasharray": "3.4 2.6"} if drawing == "dashes" else {}
        wide = {"slope": 0.9, "double": width("fort") * 0.8}.get(drawing, 1.4)
        out.append(strokes(line, colour, wide, **round_, **dashes))
        out.append(fills(solid, colour))
    dash = " ".join(num(v) for v in tokens()["widths"]["minor dash"])
    lines = plan.lines
    out += [
        strokes(
            lines.get("minor road", ""),
            theme["minor road"],
            width("minor road"),
            stroke_dasharray=dash,
        ),  # fmt: skip
        strokes(lines.get("road", ""), theme["road case"], width("road case"), **round_),
        strokes(lines.get("road", ""), theme["road"], width("road"), **round_),
        strokes(lines.get("rail", ""), theme["rail"], width("rail"), **round_),
        strokes(lines.get("double rail", ""), theme["rail"], 3.4, **round_),
        strokes(lines.get("double rail", ""), theme["rail gap"], 1.2, **round_),
        strokes(plan.ties, theme["rail"], 0.95),
        fills(plan.marks["houses"], theme["block"], stroke=theme["block edge"], stroke_width=0.5),
        fills(plan.marks["dots"], theme["halo"], stroke=theme["name"], stroke_width=1.2),
        _numbers(plan.labels.numbers, theme),
        _rivers(plan.labels.rivers, theme),
        _regions(plan.labels.regions, theme),
        _names(plan.labels.names, theme),
    ]
    return "".join(out)


def _builder(kind: str) -> str:
    """Whose colour a fort, or what belongs to one, has."""
    return "fort german" if "german" in kind else "fort soviet"


def _sheet(plan: Plan) -> str:
    """The outline of all hexes: the map itself, with its ragged edge."""
    layout = plan.layout
    loops = outlines(layout, layout.grid.all)
    return "".join(path([layout.point(at) for at, _ in loop], closed=True) for loop in loops)


def _halo(theme: Theme, wide: float) -> dict[str, str | float | int]:
    return {
        "stroke": theme["halo"],
        "stroke_width": wide,
        "stroke_linejoin": "round",
        "paint_order": "stroke",
    }


def _numbers(labels: list[Label], theme: Theme) -> str:
    plain = "".join(_text(label, "number") for label in labels if not label.over)
    haloed = "".join(_text(label, "number") for label in labels if label.over)
    face = font(NARROW, size("number"), 500)
    return group(
        group(plain) + group(haloed, **_halo(theme, 2.0)),
        class_="numbers",
        fill=theme["number"],
        text_anchor="middle",
        **face,
    )


def _text(label: Label, kind: str) -> str:
    """A label in the size of its group, or in its own where it was shrunk to fit."""
    if label.by == 1:
        return text(*label.at, label.text)
    return text(*label.at, label.text, font_size=size(kind) * label.by)


def _rivers(labels: list[Label], theme: Theme) -> str:
    out = ""
    for wide in ("major river", "river", "brook"):
        inside = "".join(letters(label) for label in labels if label.style == wide)
        out += group(inside, fill=theme["river name"], **font(SERIF, size(wide), 400, True))
    return group(out, class_="rivers", **_halo(theme, 1.8))


def _regions(labels: list[Label], theme: Theme) -> str:
    out = ""
    for label in labels:
        kind = label.style.split()[0]
        token = {"hills": "hill name", "rough": "hill name"}.get(kind, f"{kind} name")
        colour = theme[token]
        out += letters(label, fill=colour, font_size=size("region") * label.by)
    return group(out, class_="regions", **font(SERIF, size("region"), 400, True))


def letters(label: Label, **more: str | float | int) -> str:
    """A text whose letters each have their place and turn."""
    xs = " ".join(num(x) for x, _, _ in label.letters)
    ys = " ".join(num(y) for _, y, _ in label.letters)
    turns = " ".join(num(turn) for _, _, turn in label.letters)
    return tag("text", label.text, x=xs, y=ys, rotate=turns, **more)


def _names(labels: list[Label], theme: Theme) -> str:
    faces = {
        "major city": (700, 1.0),
        "city": (700, 0.8),
        "town": (600, 0.1),
        "minor town": (600, 0.1),
        "village": (400, 0.1),
    }
    out = ""
    stars = ""
    for kind, (weight, spread) in faces.items():
        chosen = [label for label in labels if rank(label.style) == kind]
        inside = "".join(_text(label, kind) for label in chosen)
        face = font(SERIF, size(kind), weight)
        out += group(inside, class_=kind.replace(" ", "-"), letter_spacing=spread, **face)
        stars += "".join(_star(label, theme) for label in chosen if label.value)
    named = group(out, fill=theme["name"], text_anchor="middle", **_halo(theme, 2.6))
    return group(named + stars, class_="names")


def _star(label: Label, theme: Theme) -> str:
    """What a place is worth, behind its name."""
    high = size(rank(label.style)) * label.by
    right = label.boxes[0][2]
    x, y = right, label.at[1]
    wide = text(
        x,
        y,
        label.value,
        text_anchor="end",
        fill=theme["star"],
        **font(NARROW, high * 0.8, 600),
        **_halo(theme, 2.0),
    )
    left = x - text_width(label.value, NARROW, high * 0.8, 600) - high * 0.36
    star = tag(
        "path",
        d=STAR,
        fill=theme["star"],
        transform=f"translate({num(left)} {num(y - high * 0.29)}) scale({num(high / 10.2)})",
    )
    return star + wide
