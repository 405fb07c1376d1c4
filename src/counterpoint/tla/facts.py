"""Probes of states and steps that know the expression they evaluate."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, TypeAlias

from ..data import dataclass
from ..errors import NoValue
from ..identity import identity
from ..model.specified import StateProbe, StepProbe
from .compiler import Compiler
from .evaluate.context import Closed, Frame
from .library import Surroundings
from .situation import Situation
from .spec.temporal import StepAtom
from .tree import Angle, Square

MakeFrame: TypeAlias = Callable[..., Frame]
"""Makes a frame from a state, or from a state and the next one."""


@dataclass(frozen=True, slots=True)
class StateFact(StateProbe):
    """A state predicate as a probe, and the expression of a module that it evaluates, if any."""

    closed: Closed | None = None


@dataclass(frozen=True, slots=True)
class StepFact(StepProbe):
    """An action as a probe of steps, and the expression that it evaluates."""

    closed: Closed | None = None


class Facts:
    """The facts of a module, one for each expression.

    >>> from .scope import Scope
    >>> from .tree import Apply, Number
    >>> facts = Facts(Compiler(["x"]))
    >>> zero = Apply("=", (Apply("x"), Number(0)))
    >>> from .modules.language import language
    >>> from .scope import Variable
    >>> scope = language().within({"x": Variable("x", 0)})
    >>> facts.of_state("x = 0", Closed(zero, scope)).holds((0,))
    True
    """

    def __init__(self, compiler: Compiler, situation: Situation | None = None) -> None:
        self._compiler = compiler
        self._situation = situation or Situation(Surroundings())
        self._known: dict[Any, StateFact | StepFact] = {}

    def asks(self, closed: Closed) -> bool:
        """Whether an expression is volatile, such as one that reads the progress of the search.

        This is recorded in the situation.
        """
        read = self._compiler.footprints.reading(closed.expression, closed.scope)
        self._situation.matters |= read.volatile
        return read.volatile

    def frame_for(self, closed: Closed) -> MakeFrame:
        """A function that makes frames for an expression.

        If the expression is volatile, the function also sets the situation to the state.
        """
        if not self.asks(closed):
            return self._compiler.frame
        at, make = self._situation.at, self._compiler.frame

        def frame(state: Any = (), there: Any = ()) -> Frame:
            at(state)
            return make(state, there)

        return frame

    def of_state(self, name: str, closed: Closed) -> StateFact:
        """The fact that a state predicate is true."""
        key = ("state", identity(closed.expression), identity(closed.scope))
        if key not in self._known:
            test = self._compiler.test(closed.expression, closed.scope)
            frame = self.frame_for(closed)
            self._known[key] = StateFact(name, lambda state: test(frame(state)), closed)
        found = self._known[key]
        assert isinstance(found, StateFact)
        return found

    def of_step(self, name: str, closed: Closed) -> StepFact:
        """The fact that an action is true of a step."""
        key = ("step", identity(closed.expression), identity(closed.scope))
        if key not in self._known:
            test = self._compiler.test(closed.expression, closed.scope)
            frame = self.frame_for(closed)

            def holds(state: Any, there: Any) -> bool:
                return test(frame(state, there))

            self._known[key] = StepFact(name, holds, _at_rest(closed), closed)
        found = self._known[key]
        assert isinstance(found, StepFact)
        return found

    def of_atom(self, name: str, atom: StepAtom) -> StateFact | StepFact:
        """The fact that an atom of a formula denotes."""
        closed = Closed(atom.expression, atom.scope)
        return self.of_step(name, closed) if atom.of_steps else self.of_state(name, closed)


def guarded(fact: StateFact | StepFact) -> StateFact | StepFact:
    """The same fact, but false where it has no value.

    >>> def head(state):
    ...     raise NoValue("Head of the empty sequence")
    >>> guarded(StateFact("Head(q) = 1", head)).holds(())
    False
    """
    of: Callable[..., bool] = fact.holds

    def holds(*states: Any) -> bool:
        try:
            return of(*states)
        except NoValue:
            return False

    if isinstance(fact, StateFact):
        return replace(fact, holds=holds)
    return replace(fact, holds=holds)


def _at_rest(closed: Closed) -> bool | None:
    """The value of an action on stuttering steps, if its form determines it; else None."""
    if isinstance(closed.expression, Square):
        return True
    return False if isinstance(closed.expression, Angle) else None
