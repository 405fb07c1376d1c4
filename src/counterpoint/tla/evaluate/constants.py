"""Whether expressions have the same value in every frame."""

from __future__ import annotations

from ...identity import Identity, identity
from ..scope import Scope
from ..tree import Expression
from .names import Names
from .reader import Reader
from .reading import Found, Mode, NothingFound, Varies


class Constants:
    """Finds constant expressions, and remembers those that are not.

    Expressions are asked from the outside to the inside. So that a deep one is not read anew for
    each of its parts, all that surrounds what varies is remembered to vary.
    """

    def __init__(self, names: Names) -> None:
        self._names = names
        self._varying: set[tuple[Identity, Scope, Mode]] = set()

    def is_constant(self, node: Expression, scope: Scope, mode: Mode) -> bool:
        """Whether an expression that is read in a mode has the same value in every frame.

        It is not read to its end: most expressions soon mention a variable.
        """
        try:
            _Constant(self._names, self._varying).walk(node, scope, mode)
        except Varies:
            return False
        return True


class _Constant(Reader):
    """Reads until something varies."""

    def __init__(self, names: Names, varying: set[tuple[Identity, Scope, Mode]]) -> None:
        super().__init__(names)
        self._varying = varying

    def walk(self, node: Expression, scope: Scope, mode: Mode) -> None:
        """Read an expression; raises `Varies`."""
        self._walk(node, scope, mode, NothingFound())

    def _walk(self, node: Expression, scope: Scope, mode: Mode, found: Found) -> None:
        if not isinstance(found, NothingFound):  # a definition is read by itself, to its end
            super()._walk(node, scope, mode, found)
            return
        key = (identity(node), scope, mode)
        if key in self._varying:
            raise Varies
        try:
            super()._walk(node, scope, mode, found)
        except Varies:
            self._varying.add(key)
            raise
