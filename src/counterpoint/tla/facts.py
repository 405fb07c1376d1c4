"""What is asked of states and steps: probes that also tell the expression they evaluate."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, TypeAlias

from ..data import dataclass
from ..errors import NoValue
from ..identity import identity
from ..model.specified import StateProbe, StepProbe
from .evaluate import Compiler
from .evaluate.context import Closed, Frame
from .library import Surroundings
from .situation import Situation
from .spec.temporal import StepAtom
from .tree import Angle, Square

MakeFrame: TypeAlias = Callable[..., Frame]
"""What makes a frame of a state, or of a state and the next one."""


@dataclass(frozen=True, slots=True)
class StateFact(StateProbe):
    """A state predicate, and the expression that it evaluates, if it is one of a module."""

    closed: Closed | None = None


@dataclass(frozen=True, slots=True)
class StepFact(StepProbe):
    """An action, as something that is true or false of a step."""

    closed: Closed | None = None


class Facts:
    """Facts of a module, one for each expression that is asked about.

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
        """Whether an expression asks where the search is, or draws at random; then that matters."""
        read = self._compiler.footprints.reading(closed.expression, closed.scope)
        self._situation.matters |= read.volatile
        self._situation.draws = max(self._situation.draws, read.draws)
        return read.volatile

    def frame_for(self, closed: Closed) -> MakeFrame:
        """What makes frames for an expression; one that asks where the search is has that told."""
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
        """What an atom of a formula asks."""
        closed = Closed(atom.expression, atom.scope)
        return self.of_step(name, closed) if atom.of_steps else self.of_state(name, closed)


def guarded(fact: StateFact | StepFact) -> StateFact | StepFact:
    """The same, but false where it has no value.

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
    """What an action is of stuttering, where its form tells."""
    if isinstance(closed.expression, Square):
        return True
    return False if isinstance(closed.expression, Angle) else None
