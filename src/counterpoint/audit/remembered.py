"""Runs that remember one of their states: what a proof about endless runs speaks of."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import TYPE_CHECKING, Any, Protocol

from ..certificate import Past, Seen
from ..data import dataclass
from ..model.system import State

if TYPE_CHECKING:
    from ..logic.automata.automaton import Automaton
    from ..logic.core import Linear


@dataclass(frozen=True, slots=True)
class Remembered:
    """A state beside an automaton that reads the run, and an earlier state that is remembered.

    The automaton is in its state `at`, and was in `at_copy`. Before a state is `saved`, the copy is
    any state. `met` says what happened since: for each acceptance set of the automaton, whether it
    was met; then for each fairness constraint whether it was taken or, if weak, not enabled; and
    after each one that is strong, whether it was enabled.
    """

    seen: Seen
    at: int
    saved: bool
    copy: Seen
    at_copy: int
    met: tuple[bool, ...]

    @property
    def state(self) -> Any:
        """The state of the system."""
        return self.seen.state


class Returning(Protocol):
    """A proof that no fair run satisfies a path formula, and is accepted by the automaton for it.

    It is an `Inductive` proof about states that are `Remembered`: none is reached that is the same
    as the one that was saved, with everything met since. With `endless`, it is only about runs that
    never rest.
    """

    @property
    def watched(self) -> Sequence[Past]:
        """The facts about the past that are recorded with each state."""

    @property
    def start(self) -> State | None:
        """The only initial state that the proof is about; None if it is about all."""

    @property
    def path(self) -> Linear: ...

    @property
    def automaton(self) -> Automaton: ...

    @property
    def endless(self) -> bool: ...

    @property
    def length(self) -> int: ...

    def is_inside(self, here: Remembered) -> bool:
        """Whether all conditions of the invariant are true."""

    @property
    def encoded(self) -> int:
        """How many states of the system can be written down, with what the past adds."""

    def state(self, number: int) -> Seen:
        """Each of these states, by a number from 0 on."""

    def key(self, seen: Seen, at: int) -> Hashable:
        """What the proof knows of a state, and a state of the automaton: others are the same."""
