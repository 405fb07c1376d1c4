"""Where the properties of a target are written: a file and a line."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from ..errors import Place
from ..model.capabilities import places_of
from ..report.required import requirement_places
from ..target import DEFAULT_NAMES
from ..trees import module_tree


class Places:
    """The places of the properties of a target that was found in a file, under a name or none."""

    def __init__(self, target: Any, path: Path, name: str | None) -> None:
        self._known = places_of(target)
        self._path = path
        self._start = 1
        if path.suffix == ".py":
            self._read(DEFAULT_NAMES if name is None else (name,))

    def of(self, name: str) -> Place:
        """The place of a property; of one that is written nowhere, that of the target."""
        found = self._known.get(name)
        if found is not None:
            return found
        return Place(str(self._path), self._start)

    def _read(self, names: tuple[str, ...]) -> None:
        try:
            tree = module_tree(self._path.read_text(encoding="utf-8"))
        except (OSError, ValueError, SyntaxError):  # such as another encoding
            return
        self._known = {**requirement_places(str(self._path)), **self._known}
        starts = {name: line for name, line in _defined(tree) if name in names}
        self._start = next((starts[name] for name in names if name in starts), 1)


def _defined(tree: ast.Module) -> Iterator[tuple[str, int]]:
    """The names that a module defines, with their lines."""
    for node in tree.body:
        match node:
            case ast.FunctionDef() | ast.ClassDef():
                yield node.name, node.lineno
            case ast.Assign() | ast.AnnAssign():
                targets = node.targets if isinstance(node, ast.Assign) else [node.target]
                for target in targets:
                    yield from (
                        (n.id, n.lineno) for n in ast.walk(target) if isinstance(n, ast.Name)
                    )
