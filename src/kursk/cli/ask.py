"""The referee: questions about any position, answered for people or, with --json, programs.

Every question returns its answer twice, as data and as text; `ask` prints the one wanted.
"""

import secrets
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kursk.cli.reading import File, Mistake, cited, the_position, the_whole, told_plainly

if TYPE_CHECKING:
    from kursk.core.match import Match

Answer = tuple[Any, str]


def ask(
    file: File,
    question: str,
    /,
    *about: str,
    json: bool = False,
    seed: str = "",
    out: Path | None = None,
) -> int:
    """Ask the referee about a position.

    reach UNIT · supply [UNIT] · zoc SIDE · orders [UNIT or HEX] · why ORDER · odds ORDER ·
    play ORDER … · show [HEX]

    Parameters
    ----------
    file
        A position file or a record; - reads standard input.
    question
        One of the above.
    about
        The unit, side or hex, or the order in quotes; play takes several orders, and "roll N"
        fixes a die.
    json
        Answer for programs.
    seed
        The secret by which the dice of `play` roll.
    out
        With `show`: draw the position to a file, SVG, PNG or PDF.
    """
    from kursk.core.dice import Dice

    if question not in QUESTIONS:
        raise Mistake(f"no question {question!r}; there are {', '.join(QUESTIONS)}")
    match = the_position(file)
    if out is not None:
        if question != "show":
            raise Mistake("--out is for show")
        _drawn(match, out)
        return 0
    _say_where_it_stands(match)
    with told_plainly():
        if seed or match.dice is None:
            match.dice = Dice(seed or secrets.token_hex(16))
        answer, text = QUESTIONS[question](match, about)
    if json:
        import msgspec

        print(msgspec.json.format(msgspec.json.encode(answer), indent=2).decode())
    else:
        print(text)
    return 1 if question == "why" and not answer["legal"] else 0


def _say_where_it_stands(match: "Match") -> None:
    """A phase that a position names need not take place: then it is said where the game stands."""
    from kursk.core import position

    if match.log or not match.start.position or match.over:
        return
    named = position.parse(match.start.position)
    if match.phase != named.phase or match.g.side not in ("", named.side or match.g.side):
        said = [*map(cited, match.g.news), f"The game stands at {match.heading()}."]
        print(f"kursk: phase {named.phase}:", " ".join(said), file=sys.stderr)


def _one(about: tuple[str, ...], what: str) -> str:
    """The one thing asked about; words without quotes are put together again."""
    if not about:
        raise Mistake(f"which {what}?")
    return " ".join(about)


def _reach(match: "Match", about: tuple[str, ...]) -> Answer:
    unit = _one(about, "unit")
    name = match.g.grid.name
    data: dict[str, Any] = {}
    lines = []
    found = match.reach(unit)
    wide = max([8, *map(len, found)])
    for kind, reach in found.items():
        data[kind] = {}
        ways = sorted((cost, name[hex], reach.path(hex)) for hex, cost in reach.costs().items())
        for cost, there, path in ways:
            way = [name[step] for step in path]
            data[kind][there] = {"points": str(cost), "path": way}
            lines.append(f"{kind:<{wide}} {there:<6} {str(cost):>5}   {' '.join(way)}")
    text = "\n".join(lines) or f"{unit} can go nowhere"
    return {"unit": unit, "reach": data}, text


def _supply(match: "Match", about: tuple[str, ...]) -> Answer:
    ids = about or tuple(match.g.unit(unit).id for unit in match.g.on_map())
    data, lines = [], []
    for id in ids:
        supply = match.supply(id)
        if supply is None:
            return {"supply": None}, f"{match.game.name} has no supply"
        way = [match.g.grid.name[hex] for hex in supply.path]
        data.append(
            {
                "unit": id,
                "supplied": supply.supplied,
                "rule": supply.rule,
                "says": supply.says,
                "path": way,
            }
        )
        word = "supplied" if supply.supplied else "NOT supplied"
        lines.append(f"{id:<8} {word}: {supply.says} ({supply.rule}) {' '.join(way)}".rstrip())
    return {"supply": data}, "\n".join(lines)


def _zoc(match: "Match", about: tuple[str, ...]) -> Answer:
    side = _one(about, "side")
    hexes = match.zones(side)
    return {"side": side, "hexes": hexes}, " ".join(hexes)


def _orders(match: "Match", about: tuple[str, ...]) -> Answer:
    unit = " ".join(about)
    if unit and unit not in match.g.grid.cell:
        match.g.roster.find(unit)  # says so if there is no such counter
    orders = list(match.orders(unit))
    data = {"actor": match.actor, "prompt": match.prompt, "rule": match.rule, "orders": orders}
    nothing = f"Nothing can be ordered of {unit}." if unit and not match.over else match.result
    return data, "\n".join(orders) or nothing


def _why(match: "Match", about: tuple[str, ...]) -> Answer:
    order = _one(about, "order")
    refusal = match.why_not(order)
    data = {"order": order, "legal": refusal is None, "refusal": refusal}
    return data, "legal" if refusal is None else str(refusal)


def _odds(match: "Match", about: tuple[str, ...]) -> Answer:
    import msgspec

    order = _one(about, "order")
    receipt, known = match.game.receipt(match.g, order, match.actor), match.receipt(order)
    if receipt is None:
        refusal = match.why_not(order)
        raise Mistake(str(refusal) if refusal else f"“{order}” is no attack")
    if known == receipt:
        return receipt, str(receipt)
    # The referee sees everything; the side that decides sees what lies on top.
    data = {**msgspec.to_builtins(receipt), "known": {match.actor: known}}
    return data, f"{receipt}\n\nAs far as {match.actor} may know:\n{known}"


def _play(match: "Match", orders: tuple[str, ...]) -> Answer:
    """Carry the orders out; a die that no `roll N` fixes is rolled."""
    from kursk import library
    from kursk.core import flow, position

    if not orders:
        raise Mistake("which orders? each in quotes")
    before = len(match.log)
    for order in orders:
        if order.split()[:1] != ["roll"]:
            match.roll()
        match.play(order)
    match.roll()
    log = match.log[before:]
    after = position.write(match)
    begun = not match.over and flow.deciding(match.g) == flow.deciding(library.set_up(after).g)
    notes = [match.result] if match.over else [f"{match.actor}: {match.prompt} ({match.rule})"]
    if not begun and not match.over:
        notes.append("This is the middle of a phase; as a position file it begins the phase anew.")
    lines = []
    for entry in log:
        lines.append(f"# {entry.actor}: {entry.order}")
        lines += [f"#     {cited(news.in_full())}" for news in entry.news]
    lines += [f"# {note}" for note in notes]
    data = {
        "position": after,
        "log": [{"actor": e.actor, "order": e.order, "news": e.news} for e in log],
        "actor": match.actor,
        "prompt": match.prompt,
        "rule": match.rule,
        "result": match.result,
        "phase_begun": begun,
    }
    return data, "\n".join([*lines, "", after.rstrip()])


def _show(match: "Match", about: tuple[str, ...]) -> Answer:
    """Round a hex, or at a terminal round the units, no more is shown than fits the screen."""
    import shutil

    from kursk.cli.textmap import Window, middle_of, text_map

    view = the_whole(match)
    window = None
    if about or sys.stdout.isatty():
        width, height = shutil.get_terminal_size()
        middle = " ".join(about) or middle_of(match.g.board, list(view.stacks))
        window = Window(width, max(6, height - 4), middle)
    text = text_map(match.g.board, match.g.roster, view, match.game.sides, window)
    return view, f"{match.result or match.heading()}\n\n{text.plain}"


def _drawn(match: "Match", out: Path) -> None:
    from kursk import draw
    from kursk.cli.sheets import written

    written(draw.position_svg(match.g.board, match.g.roster, the_whole(match)), out)


QUESTIONS: dict[str, Callable[["Match", tuple[str, ...]], Answer]] = {
    "reach": _reach,
    "supply": _supply,
    "zoc": _zoc,
    "orders": _orders,
    "why": _why,
    "odds": _odds,
    "play": _play,
    "show": _show,
}
