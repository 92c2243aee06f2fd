"""The page of the library, docs/api.md, written from the docstrings and comments of the source.

python -m bench.api
"""

import ast
import inspect
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "api.md"

# What a player of the library, and then an author of a game, looks up: in this order.
MODULES = {
    "Playing": ["library", "core.match", "core.record", "core.position", "core.dice", "core.view"],
    "A game": [
        "core.game",
        "core.state",
        "core.counters",
        "core.board",
        "core.hexes",
        "core.paths",
    ],
    "The sequence of play": [
        "core.flow",
        "core.menu",
        "core.orders",
        "core.moving",
        "core.choices",
    ],
    "Rules and tables": ["core.rules", "core.tables", "core.odds"],
    "Trying out": ["testing", "core.playout", "bots.seat", "bots.greedy", "contract"],
}

HEAD = """# The library

Written by `python -m bench.api` from the docstrings: change them, not this page. How it all fits
together is told in [Architecture](architecture.md), how a game is made of it in
[Adding a game](adding-a-game.md).
"""


def page() -> str:
    parts = [HEAD]
    for chapter, names in MODULES.items():
        parts.append(f"## {chapter}\n")
        parts += [module(name) for name in names]
    return "\n".join(parts)


def module(name: str) -> str:
    path = ROOT / "src" / "kursk" / (name.replace(".", "/") + ".py")
    if not path.exists():
        path = path.with_suffix("") / "__init__.py"
    source = path.read_text("utf-8")
    tree = ast.parse(source)
    lines = [f"### kursk.{name}\n", told(tree), ""]
    for node in tree.body:
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
            lines += klass(node, source.splitlines())
        elif isinstance(node, ast.FunctionDef) and is_told(node):
            lines += item(node)
    return "\n".join(lines).rstrip() + "\n"


def klass(node: ast.ClassDef, source: list[str]) -> list[str]:
    bases = ", ".join(ast.unparse(base) for base in node.bases)
    heading = f"#### {node.name}" + (f" ({bases})" if bases else "")
    lines = [heading + "\n", told(node), ""] if ast.get_docstring(node) else [heading + "\n"]
    for inside in node.body:
        if isinstance(inside, ast.AnnAssign) and not ast.unparse(inside.target).startswith("_"):
            lines += [f"- `{ast.unparse(inside).splitlines()[0]}`{comment(inside, source)}"]
        elif isinstance(inside, ast.FunctionDef) and is_told(inside):
            lines += item(inside)
    return [*lines, ""]


def is_told(node: ast.FunctionDef) -> bool:
    return not node.name.startswith("_") and bool(ast.get_docstring(node))


def item(node: ast.FunctionDef) -> list[str]:
    """A function: its signature, and its docstring under it."""
    arguments = [argument for argument in arguments_of(node) if argument != "self"]
    returns = f" -> {ast.unparse(node.returns)}" if node.returns else ""
    is_property = any("property" in ast.unparse(mark) for mark in node.decorator_list)
    call = "" if is_property else f"({', '.join(arguments)})"
    told_ = told(node).replace("\n", "\n  ").replace("\n  \n", "\n\n")
    return [f"- `{node.name}{call}{returns}`: {told_}"]


def arguments_of(node: ast.FunctionDef) -> Iterator[str]:
    yield from (part.strip() for part in ast.unparse(node.args).split(", "))


def comment(node: ast.AnnAssign, source: list[str]) -> str:
    """What the source says beside a field."""
    line = source[node.end_lineno - 1] if node.end_lineno else ""
    _, mark, says = line[node.end_col_offset or 0 :].partition("# ")
    return f": {says}" if mark else ""


def told(node: ast.Module | ast.ClassDef | ast.FunctionDef) -> str:
    """A docstring; what is indented in it is code, and so are examples."""
    text = inspect.cleandoc(ast.get_docstring(node) or "")
    out, code = [], False
    for line in text.splitlines():
        starts = line.startswith(("    ", ">>> "))
        if starts and not code:
            out.append("```python" if line.startswith(">>>") else "```text")
        if code and not line:
            out.append("```")
        code = starts or (code and bool(line))
        out.append(line)
    return "\n".join([*out, "```"] if code else out)


if __name__ == "__main__":
    PAGE.write_text(page(), "utf-8")
    print(f"{PAGE.relative_to(ROOT)} written", file=sys.stderr)
