"""The page of the library, docs/api.md, written from the docstrings and comments of the source.

python -m bench.api
"""

import ast
import inspect
import sys
import textwrap
from collections.abc import Iterator
from pathlib import Path
from typing import TypeGuard

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "api.md"

# What a player of the library, and then an author of a game, looks up: in this order.
MODULES = {
    "Playing": "library core.match core.record core.position core.dice core.view",
    "A game": "core.game core.state core.counters core.board core.hexes core.paths",
    "The sequence of play": "core.flow core.menu core.orders core.words core.moving core.choices",
    "Rules and tables": "core.rules core.tables core.odds",
    "Trying out": "testing core.playout bots.seat bots.greedy contract",
}

HEAD = """# The library

Written by `python -m bench.api` from the docstrings: change them, not this page. How it all fits
together is told in [Architecture](architecture.md), how a game is made of it in
[Adding a game](adding-a-game.md).
"""

Told = ast.Module | ast.ClassDef | ast.FunctionDef


def page() -> str:
    return "\n".join([HEAD, *(chapter(title) for title in MODULES)])


def chapter(title: str) -> str:
    return "\n".join([f"## {title}\n", *map(module, MODULES[title].split())])


def module(name: str) -> str:
    source = source_of(name)
    tree, lines = ast.parse(source), source.splitlines()
    parts = [f"### kursk.{name}", told(tree)]
    if functions := [item(node) for node in tree.body if is_public(node)]:
        parts.append("\n".join(functions))
    for node in tree.body:
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
            parts += klass(node, lines, tree)
    return "\n\n".join(parts) + "\n"


def source_of(name: str) -> str:
    path = ROOT / "src" / "kursk" / (name.replace(".", "/") + ".py")
    if not path.exists():
        path = path.with_suffix("") / "__init__.py"
    return path.read_text("utf-8")


def is_public(node: ast.AST) -> TypeGuard[ast.FunctionDef]:
    return isinstance(node, ast.FunctionDef) and not node.name.startswith("_")


def klass(node: ast.ClassDef, source: list[str], tree: ast.Module) -> Iterator[str]:
    bases = ", ".join(ast.unparse(base) for base in node.bases)
    yield f"#### {node.name}" + (f" ({bases})" if bases else "")
    yield told(node)
    above = inherited(node, tree)
    found = []
    for inside in node.body:
        if isinstance(inside, ast.AnnAssign) and not ast.unparse(inside.target).startswith("_"):
            found.append(field(inside, source))
        elif is_public(inside) and (ast.get_docstring(inside) or inside.name not in above):
            found.append(item(inside))
    if found:
        yield "\n".join(found)


def inherited(node: ast.ClassDef, tree: ast.Module) -> set[str]:
    """What a class answers as its base does, and is told of there."""
    flow = ast.parse(source_of("core.flow")).body
    known = {other.name: other for other in (*flow, *tree.body) if isinstance(other, ast.ClassDef)}
    names: set[str] = set()
    bases = [ast.unparse(base) for base in node.bases]
    while bases:
        if base := known.get(bases.pop()):
            names |= {inside.name for inside in base.body if isinstance(inside, ast.FunctionDef)}
            bases += [ast.unparse(above) for above in base.bases]
    return names


def field(node: ast.AnnAssign, source: list[str]) -> str:
    """A field, and what the source says beside it."""
    line = source[node.end_lineno - 1] if node.end_lineno else ""
    _, mark, says = line[node.end_col_offset or 0 :].partition("# ")
    return f"- `{ast.unparse(node).splitlines()[0]}`" + (f": {says}" if mark else "")


def item(node: ast.FunctionDef) -> str:
    """A function: its signature, and its docstring under it."""
    arguments = ast.unparse(node.args).removeprefix("self").removeprefix(", ")
    marks = " ".join(map(ast.unparse, node.decorator_list))
    call = "" if "property" in marks else f"({arguments})"
    returns = f" -> {ast.unparse(node.returns)}" if node.returns else ""
    lines = [f"  {line}".rstrip() for line in told(node).splitlines()]
    colon = ":" if lines else ""
    return "\n".join([f"- `{node.name}{call}{returns}`{colon}", *lines])


def told(node: Told) -> str:
    """A docstring; what is indented in it is code, and so are examples."""
    out: list[str] = []
    for part in inspect.cleandoc(ast.get_docstring(node) or "").split("\n\n"):
        if part.startswith(">>> "):
            out.append(f"```python\n{part}\n\n```")  # so that a test of the page reads it, too
        elif part.startswith("    "):
            out.append(f"```text\n{textwrap.dedent(part)}\n```")
        else:
            out.append(part)
    return "\n\n".join(out)


def wordless() -> list[str]:
    """What an author looks up and finds nothing said of."""
    found = []
    for name in " ".join(MODULES.values()).split():
        for node in ast.parse(source_of(name)).body:
            if not (isinstance(node, ast.ClassDef) or is_public(node)):
                continue
            if not node.name.startswith("_") and not ast.get_docstring(node):
                found.append(f"{name}.{node.name}")
    return found


if __name__ == "__main__":
    PAGE.write_text(page(), "utf-8")
    print(f"{PAGE.relative_to(ROOT)} written", file=sys.stderr)
