"""Numbers in modules that conditions read, found in the source."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

CHOOSING = {"min", "max", "range", "islice"}
ORDERS = (ast.Lt, ast.LtE, ast.Gt, ast.GtE)


def is_number(node: ast.expr, known: set[str]) -> bool:
    """Whether an expression is made of numbers, and of names that are known to be such."""
    parts = [part for part in ast.walk(node) if isinstance(part, ast.expr)]
    for part in parts:
        if isinstance(part, ast.Constant) and type(part.value) in (int, float):
            continue
        if isinstance(part, ast.Name) and part.id in known:
            continue
        if not isinstance(part, (ast.BinOp, ast.UnaryOp)):
            return False
    return True


def constants(tree: ast.Module) -> set[str]:
    """The numeric constants of a module."""
    known: set[str] = set()
    for node in tree.body:
        match node:
            case ast.Assign([ast.Name(name)], value) | ast.AnnAssign(ast.Name(name), _, value):
                if value is not None and is_number(value, known):
                    known.add(name)
    return known


def chosen_by(tree: ast.Module) -> Iterator[str]:
    """The names that stand in a condition of order, or in what bounds a loop.

    What only picks a slot of an array is left out.
    """
    for node in ast.walk(tree):
        if isinstance(node, ast.Compare) and any(isinstance(op, ORDERS) for op in node.ops):
            yield from _names([node.left, *node.comparators])
        elif isinstance(node, ast.Call) and getattr(node.func, "id", "") in CHOOSING:
            yield from _names(node.args)


def _names(nodes: list[ast.expr]) -> Iterator[str]:
    todo: list[ast.AST] = list(nodes)
    while todo:
        node = todo.pop()
        if isinstance(node, ast.Name):
            yield node.id
        elif isinstance(node, ast.Attribute):
            yield node.attr
        elif isinstance(node, ast.Subscript):
            todo.append(node.value)
        else:
            todo += ast.iter_child_nodes(node)


def choosing(house: Path, exempt: frozenset[str]) -> set[str]:
    """The numeric constants of modules, as `file.py:NAME`, that some condition reads.

    A name that a module has not itself is that of the modules which it imports it from.
    """
    trees = {
        path.relative_to(house): ast.parse(path.read_text(encoding="utf-8"))
        for path in sorted(house.rglob("*.py"))
        if path.relative_to(house).parts[0] not in exempt
    }
    own = {path: constants(tree) for path, tree in trees.items()}
    found = set()
    for path, tree in trees.items():
        read = set(chosen_by(tree))
        found |= {(path, name) for name in read & own[path]}
        for other, names in _imported(path, tree).items():
            found |= {(other, name) for name in read & names & own.get(other, set())}
    return {f"{path.as_posix()}:{name}" for path, name in found}


def _imported(path: Path, tree: ast.Module) -> dict[Path, set[str]]:
    """The names that a module imports, or may read as attributes, from its neighbours."""
    found: dict[Path, set[str]] = {}
    attributes = {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
    for node in ast.walk(tree):
        if not isinstance(node, ast.ImportFrom) or not node.level:
            continue
        parts = path.parent.parts
        base = Path(*parts[: len(parts) - node.level + 1], *(node.module or "").split("."))
        names = {alias.name for alias in node.names}
        found.setdefault(base.with_suffix(".py"), set()).update(names)
        for name in names:
            found.setdefault((base / name).with_suffix(".py"), set()).update(attributes)
    return found
