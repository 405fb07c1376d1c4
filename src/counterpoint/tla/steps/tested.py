"""Explains why a part of an action only tests the next state, where TLC would assign it."""

from __future__ import annotations

from collections.abc import Iterator

from ...data import dataclass
from ..children import children
from ..evaluate.footprint import Footprints
from ..evaluate.names import Names
from ..scope import Defined, Scope, Value
from ..tree import Apply, Bound, Expression, Let, Quantified


@dataclass(frozen=True, slots=True)
class Tested:
    """Finds such parts of an action; each explanation begins with a colon."""

    names: Names
    footprints: Footprints

    def within(self, node: Expression, scope: Scope) -> Iterator[str]:
        """The explanations for an expression, outermost part first."""
        simple = self.names.simply(node, scope)
        node, scope = simple.expression, simple.scope
        if isinstance(node, Let):
            yield from self.within(node.body, self.names.let(node, scope))
            return
        if isinstance(node, Apply):
            meaning = scope.get(node.name)
            if isinstance(meaning, Defined) and meaning.recursive:
                yield f": {node.name} is RECURSIVE, so it can test a next state and not make one"
        if isinstance(node, Quantified):
            if node.kind == "A" and self._depend_on_state(node.bounds, scope):
                yield ": \\A over a set of the state can test a next state and not make one"
            bound = (name for each in node.bounds for name in each.names)
            scope = scope.within(dict.fromkeys(bound, Value(None)))
        for part in children(node):
            yield from self.within(part, scope)

    def _depend_on_state(self, bounds: tuple[Bound, ...], scope: Scope) -> bool:
        sets = (bound.set for bound in bounds if bound.set is not None)
        return any(self.footprints.of(each, scope, False) for each in sets)
