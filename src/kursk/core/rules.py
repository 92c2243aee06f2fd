"""A rule is a function with a citation. One list decides, explains and is counted.

The ledger of a game, `data/rules.toml`, has a row for every numbered section of its rulebook:

    [["11.9"]]  says = "…in our words…", status = "enforced"

Citations are found in the game's source in four places: `rule = "5.4"` on a frame,
`@closed.rule("10.7", …)` on a rule, `Refusal("7.4", …)`, and the first words of a docstring
("6.3, 6.4: …"). Tests carry the section in their name: `test_11_13_displacement_can_chain`.
"""

import ast
import re
import tomllib
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple, Self, TypeVar

import msgspec

from kursk.core.flow import Refusal
from kursk.core.hexes import Hex, Hexes

F = TypeVar("F", bound=Callable[..., Any])

STATUS = ("enforced", "advice", "components", "reconstructed")
BASIS = ("chart", "inferred", "designed")  # printed, needed by what is printed, or our choice


class Rule(msgspec.Struct, frozen=True):
    """A rule: its citation, what it says, and the function that knows."""

    cite: str  # the section, or several: "6.3, 6.4"
    says: str  # one sentence, in our own words
    test: Callable[..., Any]


class Bar(NamedTuple):
    """Hexes that a rule keeps a move out of, or stops it in."""

    rule: str
    says: str  # {unit} and {hex} are filled in
    hexes: Hexes
    instead: str = ""
    order: str = ""  # and the order that does it

    def refusal(self, units: Sequence[str], name: str) -> Refusal:
        """What they are told whom it keeps out of a hex, or stops there."""
        says = self.says.replace("{hex}", name).replace("{unit}", ", ".join(units))
        return Refusal(self.rule, says, tuple(units), (name,), self.instead, self.order)


def closed_by(bars: Iterable[Bar]) -> Hexes:
    """All hexes that some of these keep a move out of."""
    hexes = 0
    for bar in bars:
        hexes |= bar.hexes
    return hexes


def barred(g: Any, hex: Hex, bars: Iterable[Bar], units: Sequence[str]) -> Refusal | None:
    """What the first of these that has a hex tells units, by their ids; None if none has it."""
    bar = next((bar for bar in bars if bar.hexes >> hex & 1), None)
    return bar.refusal(units, g.grid.name[hex]) if bar else None


class Because(int):
    """A number that a rule answers with, and a word on why."""

    why: str

    def __new__(cls, number: int, why: str = "") -> Self:
        found = super().__new__(cls, number)
        found.why = why
        return found


class Rules(list[Rule]):
    """The rules that bear on one question, in the order the book gives them."""

    def rule(self, cite: str, says: str) -> Callable[[F], F]:
        """Puts a function on the list, under its section."""

        def keep(test: F) -> F:
            self.append(Rule(cite, says, test))
            return test

        return keep

    def union(self, *about: Any) -> Hexes:
        """When each rule answers with a set of hexes: all of them together."""
        hexes = 0
        for rule in self:
            hexes |= rule.test(*about)
        return hexes

    def against(self, hex: Hex, *about: Any) -> list[Rule]:
        """Which rules shut this hex? The answer to 'why not?'."""
        return [rule for rule in self if rule.test(*about) >> hex & 1]

    def bars(self, *about: Any) -> tuple[Bar, ...]:
        """When each rule answers with a set of hexes: what a move is told by each."""
        return tuple(Bar(rule.cite, rule.says, rule.test(*about)) for rule in self)

    def broken(self, *about: Any) -> Rule | None:
        """When each rule answers yes to what it forbids: the first that does."""
        for rule in self:
            if rule.test(*about):
                return rule
        return None

    def values(self, *about: Any) -> list[tuple[Rule, Any]]:
        """When each rule answers with a number: all of them, the zeros too."""
        return [(rule, rule.test(*about)) for rule in self]


class Section(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A row of the ledger."""

    number: str
    says: str
    status: str
    reason: str = ""  # why it is not enforced, or how it was reconstructed
    basis: str = ""  # where the book is not at hand, what the section rests on instead


class BadLedger(ValueError):
    """A ledger that cannot be read; the message names the section."""


def read_ledger(path: Path) -> dict[str, Section]:
    """The ledger by section number, in the order of the book."""
    try:
        raw = tomllib.loads(path.read_text("utf-8"))
    except tomllib.TOMLDecodeError as error:
        raise BadLedger(f"{path.name}: {error}") from None
    ledger: dict[str, Section] = {}
    for number, row in raw.items():
        try:
            section = msgspec.convert({"number": number, **row}, Section)
        except (msgspec.ValidationError, TypeError) as error:
            raise BadLedger(f"{path.name}: {number}: {error}") from None
        if section.status not in STATUS:
            raise BadLedger(f"{path.name}: {number}: status is one of {', '.join(STATUS)}")
        if section.status != "enforced" and not section.reason:
            raise BadLedger(f"{path.name}: {number}: {section.status} needs a reason")
        if section.basis and not set(section.basis.split(", ")) <= set(BASIS):
            raise BadLedger(f"{path.name}: {number}: basis is of {', '.join(BASIS)}")
        ledger[number] = section
    return ledger


# "11.9", "A6.4(b)"; where a rulebook has headings in place of numbers, "§Supply".
NUMBER = r"(?:[A-Z]{0,2}\d+(?:\.\d+)*(?:\([0-9a-z]+\))?|§[^§,:;()]*[^§,:;()\s])"
OPENING = re.compile(rf"({NUMBER}(?:(?:, | and |–){NUMBER})*): ")


def numbers(cite: str) -> list[str]:
    """The sections of a citation: "6.3, 6.4" is two."""
    return re.findall(NUMBER, cite)


def citations(folder: Path) -> dict[str, list[str]]:
    """Every section cited in a game's source, with the places: "combat.py:41 concentric"."""
    found: dict[str, list[str]] = {}
    for path in sorted(folder.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            for cite, line, name in _cited(node):
                for number in numbers(cite):
                    found.setdefault(number, []).append(f"{path.name}:{line} {name}".rstrip())
    return found


def _cited(node: ast.AST) -> Iterator[tuple[str, int, str]]:
    match node:
        case ast.Call(func=ast.Name("Refusal"), args=[ast.Constant(str(cite)), *_]):
            yield cite, node.lineno, "Refusal"
        case ast.FunctionDef(name=name, decorator_list=calls):
            for call in calls:
                match call:
                    case ast.Call(ast.Attribute(attr="rule"), [ast.Constant(str(cite)), *_]):
                        yield cite, node.lineno, name
        case ast.ClassDef(name=name, body=body):
            for line in body:
                match line:
                    case ast.Assign([ast.Name("rule")], ast.Constant(str(cite))):
                        yield cite, line.lineno, name
    if isinstance(node, ast.FunctionDef | ast.ClassDef | ast.Module):
        doc = OPENING.match(ast.get_docstring(node) or "")
        if doc:
            yield doc[1], getattr(node, "lineno", 1), getattr(node, "name", "")


def tested(folder: Path, ledger: dict[str, Section]) -> dict[str, list[str]]:
    """Every section named by a test, with the tests: "test_combat.py::test_11_9_…"."""
    plain = {re.sub(r"\W+", "_", number).strip("_").lower(): number for number in ledger}
    found: dict[str, list[str]] = {}
    for path in sorted(folder.rglob("test_*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                words = node.name.removeprefix("test_").split("_")
                while words:
                    lengths = range(min(4, len(words)), 0, -1)
                    taken = next((n for n in lengths if "_".join(words[:n]) in plain), 0)
                    if not taken:
                        break
                    number = plain["_".join(words[:taken])]
                    found.setdefault(number, []).append(f"{path.name}::{node.name}")
                    words = words[taken:] if words[taken:][:1] != ["and"] else words[taken + 1 :]
    return found


def gaps_in(
    ledger: dict[str, Section], cited: dict[str, list[str]], named: dict[str, list[str]] | None
) -> dict[str, str]:
    """What keeps a ledger from being whole, by section; `named` is None where no tests are."""
    found: dict[str, str] = {}
    for number, row in ledger.items():
        if row.status != "enforced":
            continue
        if number not in cited:
            found[number] = "enforced, but nothing cites it"
        elif named is not None and number not in named:
            found[number] = "enforced, but no test names it"
    for number in cited:
        chapter = any(section.startswith(f"{number}.") for section in ledger)
        if number not in ledger and not chapter:
            found[number] = f"cited in {cited[number][0]}, but not in the ledger"
    return found
