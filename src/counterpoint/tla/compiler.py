"""Compile expressions: `Compiler` turns each of them into a Python function on frames."""

from __future__ import annotations

from .evaluate import (
    actions,
    calls,
    choices,
    entries,
    functions,
    logic,
    operators,
    records,
    sets,
    updates,
)
from .evaluate.compiling import Compiling, TestMaker, ValueMaker
from .evaluate.context import Context, Run, Test
from .evaluate.errors import refusing
from .evaluate.explained import Explained
from .scope import Scope
from .steps import enabled
from .tree import (
    Apply,
    Expression,
    Labelled,
    Prime,
    Qualified,
    Subexpression,
)
from .values import FALSE, TRUE

VALUES: dict[type, ValueMaker] = {
    **calls.VALUES,
    **choices.VALUES,
    **entries.VALUES,
    **functions.VALUES,
    **records.VALUES,
    **sets.VALUES,
    **updates.VALUES,
}
TESTS: dict[type, TestMaker] = {**logic.TESTS, **actions.TESTS, **enabled.TESTS}


_CALLS = (Apply, Qualified)


class Compiler(Compiling):
    """Compiles the expressions of one module with these variables.

    >>> from .scope import Variable
    >>> compiler = Compiler(["x"])
    >>> later = compiler.value(Prime(Apply("x")), Scope({"x": Variable("x", 0)}))
    >>> later(compiler.frame((1,), (2,)))
    2
    """

    def value(self, expression: Expression, scope: Scope, *, primed: bool = False) -> Run:
        """A closure that computes the value of an expression in a frame; it may be a lazy set."""
        cx = Context(scope, self.layout.first, primed)
        return Explained(self, lambda c: c.run(expression, cx)).run

    def test(self, expression: Expression, scope: Scope, *, primed: bool = False) -> Test:
        """A closure that returns whether an expression holds in a frame."""
        cx = Context(scope, self.layout.first, primed)
        return Explained(self, lambda c: c.holds(expression, cx)).run

    def made(self, node: Expression, cx: Context) -> Run:
        """A closure that computes the value of an expression of any form, constant or not."""
        test = operators.test(self, node, cx) if isinstance(node, _CALLS) else None
        maker = VALUES.get(type(node)) if test is None else None
        if maker is not None:
            return self.located_at(node, maker(self, node, cx))
        if isinstance(node, Labelled):
            return self.run(node.body, cx)
        if isinstance(node, Subexpression):
            part = self.names.part(node, cx.scope)
            return self.run(part.expression, cx.at(part.scope))
        if isinstance(node, Prime):
            return self.run(node.body, cx.prime())
        test = test or self.tested(node, cx)
        if test is None:
            return refusing(f"{type(node).__name__} is no value that a state has")
        holds = self.located_at(node, test)
        return lambda m: TRUE if holds(m) else FALSE

    def tested(self, node: Expression, cx: Context) -> Test | None:
        """A closure for whether an expression holds; None if its form may not be Boolean."""
        maker = TESTS.get(type(node))
        if maker is not None:
            return maker(self, node, cx)
        if isinstance(node, Apply | Qualified):
            return operators.test(self, node, cx) or calls.test(self, node, cx)
        if isinstance(node, Prime):
            return self.holds(node.body, cx.prime())
        if isinstance(node, Labelled):
            return self.holds(node.body, cx)
        return None
