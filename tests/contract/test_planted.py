"""Bugs that authors make, planted in a copy of Skirmish: the contract finds each of them."""

from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pytest

from kursk import contract, library
from tests.shelves import shelf

Edit = tuple[str, str, str]  # file, what stands there, what the author wrote instead


@pytest.fixture
def title(tmp_path: Path) -> Iterator[str]:
    """A copy of Skirmish under a title of its own, in the checkout `tmp_path`."""
    title = f"planted_{next(number)}"
    skirmish, advice = library.game("skirmish").folder, Path("src/kursk/bots/advice")
    for path in skirmish.rglob("*"):
        if path.suffix in (".py", ".toml", ".csv"):
            copied(path, tmp_path / "src/kursk/games" / title / path.relative_to(skirmish), title)
    copied(skirmish.parents[3] / advice / "skirmish.py", tmp_path / advice / f"{title}.py", title)
    with shelf(tmp_path):
        yield title


number = count()


def copied(path: Path, to: Path, title: str) -> None:
    to.parent.mkdir(parents=True, exist_ok=True)
    to.write_text(path.read_text("utf-8").replace("skirmish", title), "utf-8")


def plant(folder: Path, edits: list[Edit]) -> None:
    for file, stands, wrote in edits:
        text = (folder / file).read_text("utf-8")
        assert text.count(stands) == 1, f"{file} has {text.count(stands)} times: {stands}"
        (folder / file).write_text(text.replace(stands, wrote), "utf-8")


def test_the_copy_itself_has_no_fault(title: str) -> None:
    assert list(contract.faults(title)) == []


BUGS: dict[str, tuple[str, str, list[Edit]]] = {
    "copy() forgets a dict": (
        "copies",
        "does copy() miss a field?",
        [
            ("state.py", "        g.stance = self.stance.copy()\n", ""),
            ("sequence.py", "        g.stance = chosen\n", "        g.stance.update(chosen)\n"),
        ],
    ),
    "an order is offered that is refused": (
        "offers",
        "is offered, but refused",
        [("combat.py", "if g.attacked >> unit & 1:", "if not g.attacked >> unit & 1:")],
    ),
    "an order is accepted that is not offered": (
        "ways",
        "is accepted, but",
        [
            (
                "movement.py",
                "    if g.moved >> unit & 1:\n        return Refusal",
                "    if g.turn < 0:\n        return Refusal",
            )
        ],
    ),
    "a path is accepted that leads past the end of a move": (
        "ways",
        "is accepted, but",
        [
            (
                "movement.py",
                'no_hex(g, names, "1.1") or moving(g, unit).refusal(g, (id,), names)',
                'no_hex(g, names, "1.1") or moving(g, unit).refusal(g, (id,), names[:1])',
            )
        ],
    ),
    "public news with the id of a covered unit": (
        "news",
        "which it cannot see",
        [
            (
                "state.py",
                "return g.called(unit) if not g.fog or",
                "return g.unit(unit).id if g.fog or",
            )
        ],
    ),
    "public news with the name of a covered unit": (
        "news",
        "which it cannot see",
        [
            (
                "state.py",
                "return g.called(unit) if not g.fog or",
                "return g.called(unit) if g.fog or",
            )
        ],
    ),
    "a derived fact that is stale": (
        "fresh",
        "a derived fact is stale",
        [
            ("combat.py", "def ready(g: State)", "@derived\ndef ready(g: State)"),
            (
                "combat.py",
                "from kursk.core.tables",
                "from kursk.core.state import derived\nfrom kursk.core.tables",
            ),
        ],
    ),
    "a phase that begins at the wrong step": (
        "positions",
        "set up again, the stack is",
        [("__init__.py", 'PlayerTurn.past("Movement")', 'PlayerTurn.upto("Movement")')],
    ),
    "a track that a position file forgets": (
        "positions",
        "set up again, half is",
        [("__init__.py", '("fog", "stance", "half", "fought")', '("fog", "stance", "fought")')],
    ),
    "undo after a discovery": (
        "learned",
        "raise g.learned",
        [("state.py", "            g.learned += 1\n", "")],
    ),
    "a secret choice in what the other side knows": (
        "known",
        "can tell by stack what is hidden",
        [("__init__.py", "unsealed(g, side)", "g.copy()")],
    ),
    "a covered counter that the view names": (
        "known",
        "what is hidden",
        [
            (
                "__init__.py",
                "return cover(self, unsealed(g, side), hidden)",
                "return cover(self, unsealed(g, side), hidden[1:])",
            )
        ],
    ),
    "secrets that are never shuffled": (
        "shuffles",
        "GAME.shuffled exchanges nothing",
        [
            (
                "__init__.py",
                "resealed(unsealed(exchange(g, who, self.marks), side), chance)",
                "g.copy()",
            ),
        ],
    ),
    "an order that crashes when it is played": (
        "ends",
        "AttributeError",
        [
            (
                "combat.py",
                "        g.place(unit, self.target)\n",
                "        g.place(unit, self.goal)\n",
            )
        ],
    ),
    "a battle fought in another column than its receipt says": (
        "receipts",
        "the receipt says",
        [("combat.py", "COMBAT.result(self.column,", "COMBAT.result(max(0, self.column - 1),")],
    ),
    "able() and the orders disagree": (
        "able",
        "disagree about",
        [
            (
                "combat.py",
                " for unit in ready(g) if near >> g.at[unit] & 1]",
                " for unit in ready(g)]",
            )
        ],
    ),
    "a short menu that is not the menu": (
        "able",
        "few() and the orders disagree",
        [
            (
                "combat.py",
                "    def able(self, g: State) -> list[str]:\n",
                "    def few(self, g: State, most: int) -> list[str]:\n"
                "        return super().few(g, most)[:1]\n\n"
                "    def able(self, g: State) -> list[str]:\n",
            )
        ],
    ),
    "a menu about a unit that leaves orders out": (
        "able",
        "which is offered",
        [("combat.py", 'if about in ("", name, *group):', 'if about in ("", name, group[0]):')],
    ),
    "a refusal without a rule of the book": (
        "refusals",
        "without a rule of the ledger",
        [
            (
                "combat.py",
                'Refusal("5.1", f"There is no enemy in {name}.")',
                'Refusal("9.9", f"There is no enemy in {name}.")',
            )
        ],
    ),
    "a game that does not end": (
        "ends",
        "the game does not end",
        [
            ("sequence.py", "if g.turn == LAST_TURN:", "if g.turn < 0:"),
            ("victory.py", "    if not g.held[side]:\n", "    if g.turn < 0:\n"),
        ],
    ),
    "a frame that goes round for ever": (
        "ends",
        "Retreats goes round and nobody decides",
        [
            (
                "combat.py",
                "        if not self.waiting:\n            return None\n",
                "        self.repeat()\n        if not self.waiting:\n            return None\n",
            ),
            ("combat.py", "        self.repeat()\n        if open_to", "        if open_to"),
        ],
    ),
    "a decision without an order": (
        "ends",
        "has no order to give",
        [
            (
                "combat.py",
                "return Losses(g.side, self.attackers)\n            case",
                "return Losses(g.side, ())\n            case",
            )
        ],
    ),
    "a position that breaks a rule": (
        "ends",
        "holds more than two counters",
        [("movement.py", '@closed.rule("1.3", "Two counters are there already.")\n', "")],
    ),
    "a view that cannot be sent": (
        "shown",
        "cannot be sent",
        [("__init__.py", '"stance": dict(g.stance),', '"stance": self.likes["tanks"].factor,')],
    ),
    "a mark that the page cannot show": (
        "about",
        "'shown' is not in both",
        [("data/about.toml", 'shown = { shows = "nothing" }', 'seen = { shows = "nothing" }')],
    ),
    "an area that the page would tell as ground": (
        "about",
        "'red home' is missing",
        [("data/about.toml", ', "red home"] # kinds', "] # kinds")],
    ),
    "ground that nobody can draw": (
        "map",
        "'steppe' cannot be drawn",
        [
            ("data/map.toml", '[[hexes]]\nis = "hill"', '[[hexes]]\nis = "steppe"'),
            ("data/map.toml", 'hexes = ["wood", "hill"', 'hexes = ["wood", "hill", "steppe"'),
        ],
    ),
    "a counter of a type without a glyph": (
        "glyphs",
        "no glyph for the unit type 'zeppelin'",
        [
            (
                "data/counters.csv",
                "b6,Blue Scout Company,blue,armour",
                "b6,Blue Scout Company,blue,zeppelin",
            )
        ],
    ),
    "words that are no TOML": (
        "about",
        "about.toml",
        [("data/about.toml", "weight = 1", "weight = ")],
    ),
    "a key that about.toml does not know": (
        "about",
        "unknown field `wait`",
        [("data/about.toml", "weight = 1", "wait = 1")],
    ),
    "a chart of a table that is not there": (
        "about",
        "there is no table 'combats'",
        [("data/about.toml", "combat = ", "combats = ")],
    ),
    "a section that nothing enforces": (
        "gaps",
        "1.3 enforced, but nothing cites it",
        [
            ("state.py", '"""1.3: the hexes', '"""The hexes'),
            ("movement.py", '@closed.rule("1.3"', '@closed.rule("3.4"'),
        ],
    ),
    "a scenario that cannot be set up": (
        "begins",
        "no hex 0999 on this map",
        [("data/counters.csv", "battalion,0303,rulebook", "battalion,0999,rulebook")],
    ),
    "a module that cannot be imported": (
        "import",
        "SyntaxError",
        [("supply.py", "def passable(", "def passable[")],
    ),
}


@pytest.mark.parametrize("bug", BUGS)
def test_it_is_found(bug: str, title: str, tmp_path: Path) -> None:
    clause, told, edits = BUGS[bug]
    plant(tmp_path / "src/kursk/games" / title, edits)
    other = []
    for fault in contract.faults(title):
        assert "\n" not in fault
        if fault.startswith(f"{clause}: ") and told in fault:
            return
        other.append(fault)
    raise AssertionError(f"not found, but: {other}")
