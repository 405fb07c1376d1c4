"""Compile expressions: `Compiler` turns each of them into a Python function on frames.

What does not depend on the state is computed once, when it is first needed. Closures do not track
places. When an error occurs, the expression is compiled again so that each part knows its place,
and is evaluated again.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ...errors import CounterpointError, NoValue
from ...tuning import USUAL, Tuning
from ..scope import Defined, Local, Scope, Value, Variable
from ..tree import (
    Apply,
    Expression,
    Labelled,
    Number,
    Prime,
    Qualified,
    Span,
    String,
    Subexpression,
    Truth,
)
from ..values import FALSE, TRUE, LazySet, shortly, truth
from . import (
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
from .bounds import is_listable
from .context import NEED, UNKNOWN, Context, Frame, Layout, Run, Test
from .deep import Level
from .errors import Explained, located, refusing
from .footprint import Footprints
from .makers import TestMaker, ValueMaker
from .names import Names
from .unbounded import Chosen
from .weight import weight

VALUES: dict[type, ValueMaker] = {
    **calls.VALUES,
    **choices.VALUES,
    **entries.VALUES,
    **functions.VALUES,
    **records.VALUES,
    **sets.VALUES,
    **updates.VALUES,
}
TESTS: dict[type, TestMaker] = {**logic.TESTS, **actions.TESTS}


_CALLS = (Apply, Qualified)


class Compiler:
    """Compiles the expressions of one module with these variables.

    >>> from ..tree import Prime
    >>> compiler = Compiler(["x"])
    >>> later = compiler.value(Prime(Apply("x")), Scope({"x": Variable("x", 0)}))
    >>> later(compiler.frame((1,), (2,)))
    2
    """

    def __init__(
        self,
        variables: Sequence[str],
        *,
        like: Compiler | None = None,
        now: int | None = None,
        tuning: Tuning = USUAL,
    ) -> None:
        self.tuning: Tuning = like.tuning if like else tuning
        self.variables = tuple(variables)
        if now is None:
            now = like.layout.now if like else 0
        self.layout: Layout = Layout(len(self.variables), now)
        self.names: Names = like.names if like else Names()
        self.footprints: Footprints = (
            like.footprints if like else Footprints(self.layout, self.names)
        )
        self.size = self.layout.first
        self.locates = like is not None
        """Whether errors get the place of the part in which they occur."""
        self.watches: bool = like.watches if like else False
        """Whether frames record what is read; then no result is cached across frames."""
        self._locating: Compiler | None = None
        self.kept: dict[Any, Any] = {}
        """Caches of the parts of this compiler: closures and tables of results."""
        self.chosen: Chosen = like.chosen if like else Chosen()
        """What CHOOSE without a set has chosen; shared by all compilers of a check."""

    # Public methods -------------------------------------------------------------------------------

    def value(self, expression: Expression, scope: Scope, *, primed: bool = False) -> Run:
        """A closure that computes the value of an expression in a frame; it may be a lazy set."""
        cx = Context(scope, self.layout.first, primed)
        return Explained(self, lambda c: c.run(expression, cx)).run

    def test(self, expression: Expression, scope: Scope, *, primed: bool = False) -> Test:
        """A closure that returns whether an expression holds in a frame."""
        cx = Context(scope, self.layout.first, primed)
        return Explained(self, lambda c: c.holds(expression, cx)).run

    def frame(self, state: Sequence[Any] = (), following: Sequence[Any] = ()) -> Frame:
        """A frame that holds a state and the next one."""
        now, then = self.layout.now, self.layout.next
        frame: Frame = [None] * self.size
        frame[now : now + len(state)] = state
        frame[then : then + len(following)] = following
        frame[self.layout.level] = Level()
        return frame

    def locating(self) -> Compiler:
        """A compiler for the same module: its closures are slower, and their errors have places."""
        if self._locating is None:
            self._locating = self if self.locates else Compiler(self.variables, like=self)
        return self._locating

    def inside(self, variables: Sequence[str], depth: int) -> Compiler:
        """A compiler for frames with another state from position `depth` on.

        The positions below `depth` keep the state and the slots of this compiler.
        """
        made = Compiler(variables, now=depth)
        made.names, made.footprints.names = self.names, self.names
        made.locates, made.watches = self.locates, self.watches
        made.chosen = self.chosen
        return made

    # For modules that make closures ---------------------------------------------------------------

    def run(self, node: Expression, cx: Context) -> Run:
        """A closure that computes the value of an expression in a context."""
        match node:
            case Number(value) | String(value):
                return lambda m: value
            case Truth(flag):
                known = truth(flag)
                return lambda m: known
        try:
            return self._constant(node, cx) if self.is_constant(node, cx) else self._made(node, cx)
        except NoValue as error:
            return self.located_at(node, refusing(error.message))

    def holds(self, node: Expression, cx: Context) -> Test:
        """A closure that returns whether an expression holds in a context."""
        if isinstance(node, Truth):
            flag = node.value
            return lambda m: flag
        try:
            test = None if self.is_constant(node, cx) else self._test(node, cx)
        except NoValue as error:
            test = refusing(error.message)
        return self.located_at(node, test or _testing(self.run(node, cx)))

    def is_constant(self, node: Expression, cx: Context) -> bool:
        """Whether the value of an expression is the same in every frame."""
        return self.footprints.is_constant(node, cx.scope, cx.primed)

    def is_kept(self, defined: Defined) -> bool:
        """Whether a slot caches the value of a definition."""
        return NEED in defined.notes

    def known(self, node: Expression, cx: Context) -> Any:
        """The value of an expression if it is constant and cheap to compute, else `UNKNOWN`."""
        simple = self.names.simply(node, cx.scope)
        match simple.expression:
            case Number(value) | String(value):
                return value
            case Truth(flag):
                return truth(flag)
            case Apply() | Qualified() as name:
                meaning, args = self.names.applied(name, simple.scope)
                if isinstance(meaning, Value) and not args:
                    return meaning.value
        if not self.is_constant(node, cx) or weight(node, cx.scope) > self.tuning.cheap:
            return UNKNOWN
        try:
            return self._constant(node, cx)(self.frame())
        except CounterpointError:
            return UNKNOWN

    def place(self, node: Expression, cx: Context) -> int | None:
        """The position in the frame that holds the value of an expression; None if none does."""
        primed = cx.primed
        simple = self.names.simply(node, cx.scope)
        while isinstance(simple.expression, Prime):
            primed = True
            simple = self.names.simply(simple.expression.body, simple.scope)
        if not isinstance(simple.expression, Apply | Qualified):
            return None
        meaning, args = self.names.applied(simple.expression, simple.scope)
        if args:
            return None
        if isinstance(meaning, Variable):
            return meaning.number + (self.layout.next if primed else self.layout.now)
        return meaning.slot if isinstance(meaning, Local) and meaning.slot >= 0 else None

    def binding(self, cx: Context, *names: str) -> tuple[Context, tuple[int, ...]]:
        """The context in which these names are held by free slots, and those slots."""
        inner, slots = cx.binding(*names)
        self.size = max(self.size, inner.depth)
        return inner, slots

    def slot(self, cx: Context) -> tuple[Context, int]:
        """A context that reserves one more slot, without a name, and that slot."""
        inner, slots = self.binding(cx, "")
        return inner.at(cx.scope), slots[0]

    def failing(self, reason: str, at: Span) -> Run:
        """A closure that raises `NoValue`, with the place if this compiler locates errors."""
        run = refusing(reason)
        return located(run, at) if self.locates else run

    # Private methods ------------------------------------------------------------------------------

    def _made(self, node: Expression, cx: Context) -> Run:
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
        test = test or self._test(node, cx)
        if test is None:
            return refusing(f"{type(node).__name__} is no value that a state has")
        holds = self.located_at(node, test)
        return lambda m: TRUE if holds(m) else FALSE

    def _test(self, node: Expression, cx: Context) -> Test | None:
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

    def located_at(self, node: Expression, run: Run) -> Run:
        return located(run, node.at) if self.locates else run

    def _constant(self, node: Expression, cx: Context) -> Run:
        """A closure that computes the value when it is first needed, and keeps it."""
        owner = self._owner(node, cx)
        key = ("constant", owner)
        if owner is not None and key in self.kept:
            found: Run = self.kept[key]
            return found
        made = self._made(node, cx)
        kept: list[Any] = []

        def constant(m: Frame) -> Any:
            if kept:
                return kept[0]
            # A copy, because the caller may be using the slots that this closure writes to.
            value = made(m.copy())
            most = self.tuning.elements_listed
            kept.append(_listed(value, most) if isinstance(value, LazySet) else value)
            return kept[0]

        if owner is not None:
            self.kept[key] = constant
        return constant

    def _owner(self, node: Expression, cx: Context) -> Defined | None:
        """The definition without arguments that an expression names; None if it names none."""
        if not isinstance(node, Apply | Qualified):
            return None
        meaning, args = self.names.applied(node, cx.scope)
        return meaning if isinstance(meaning, Defined) and not args else None


def _listed(values: LazySet, most: int) -> Any:
    """The set itself, or its listing if it has at most `most` elements."""
    try:
        count = values.size() if is_listable(values) else None
    except NoValue:  # the error is raised when its elements are needed
        return values
    return values if count is None or count > most else values.force()


def _testing(run: Run) -> Test:
    def test(m: Frame) -> bool:
        value = run(m)
        if value is TRUE:
            return True
        return _flag(value)

    return test


def _flag(value: Any) -> bool:
    if value is TRUE:
        return True
    if value is FALSE:
        return False
    raise NoValue(f"TRUE or FALSE is needed here, not {shortly(value)}")
