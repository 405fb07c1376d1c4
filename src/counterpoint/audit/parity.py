"""Check that the strategies of a solved parity game win it.

Each player has a region and a strategy for it. The player wins there iff the strategy and every
move of the other stay in the region, and no cycle of the moves that are left has a greatest
priority of the other's parity. Nothing of the solver is used: cycles are looked for in strongly
connected components (Tarjan, SIAM J. Comput. 1, 1972), from which the greatest priority is taken
away again and again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, TypeAlias

from ..alarm import require_going_on
from ..certificate import Seen
from ..data import dataclass
from ..model.system import State
from .reference import Reference
from .wrong import Wrong

if TYPE_CHECKING:
    from .definition import Definition

NO_CYCLE = "that no play is won by the other player, as there are too many states"

After: TypeAlias = Mapping[State, Sequence[State]]


@dataclass(frozen=True, slots=True)
class Solved:
    """What a solver claims of a parity game.

    `even` is whether the player who wants even priorities wins from a state, `move` the state that
    the winner's strategy leads to, None where the winner does not choose.
    """

    states: Callable[[], Iterable[State]]
    even: Callable[[State], bool]
    move: Callable[[State], State | None]
    chooses_even: Callable[[State], bool]
    priority: Callable[[State], int]


class ParityStrategies:
    """The claim that both players win a parity game where a solver says so, by its strategies.

    Each state that is examined is checked on its own. Plays as a whole are checked once if there
    are at most `most` states, and by `compare` in any case.
    """

    def __init__(self, solved: Solved, reference: Reference, states: int, most: int) -> None:
        self._solved, self._system = solved, reference.system
        self._is_few = states <= most
        self.unchecked: dict[str, None] = {NO_CYCLE: None}

    def examine(self, seen: Seen) -> None:
        """Raise `Wrong` if a move leaves the region of its winner, or if a play is won wrongly."""
        self._after(seen.state)
        if self.unchecked and self._is_few:
            self._require_no_cycles()

    def compare(self, whole: Definition) -> None:
        """Raise `Wrong` if a play that follows a strategy is won by the other player."""
        if self.unchecked:
            self._require_no_cycles()

    def _require_no_cycles(self) -> None:
        after = {state: self._after(state) for state in self._solved.states()}
        for parity, even in ((1, True), (0, False)):
            region = [state for state in after if self._solved.even(state) is even]
            lost = cycle_of_parity(region, after, self._solved.priority, parity)
            if lost is not None:
                raise Wrong("a play is won by the other player than is said", Seen(lost))
        self.unchecked.clear()

    def _after(self, state: State) -> list[State]:
        """The states after a state if its winner follows the strategy; raises `Wrong`."""
        solved, seen = self._solved, Seen(state)
        steps = [there for _, there in self._system.successors(state)] or [state]
        even = solved.even(state)
        if solved.chooses_even(state) is even:
            there = solved.move(state)
            if there not in steps:
                raise Wrong("the strategy has no step in a state that its player wins", seen)
            steps = [there]
        if any(solved.even(there) is not even for there in steps):
            raise Wrong("a step leaves the states that its player is said to win", seen)
        return steps


def cycle_of_parity(
    states: Iterable[State], after: After, priority: Callable[[State], int], parity: int
) -> State | None:
    """A state on a cycle with a greatest priority of this parity; None if there is none.

    Only cycles through `states` count.

    >>> after = {"a": ["b"], "b": ["a", "b"]}
    >>> cycle_of_parity("ab", after, {"a": 2, "b": 1}.__getitem__, 1)
    'b'
    >>> cycle_of_parity("ab", {"a": ["b"], "b": ["a"]}, {"a": 2, "b": 1}.__getitem__, 1)
    """
    waiting = [list(states)]
    while waiting:
        require_going_on()
        for component in components(waiting.pop(), after):
            greatest = max(map(priority, component))
            if greatest % 2 == parity:
                return next(state for state in component if priority(state) == greatest)
            waiting.append([state for state in component if priority(state) < greatest])
    return None


def components(states: Sequence[State], after: After) -> list[list[State]]:
    """The strongly connected components with a cycle, of the graph of `states` alone."""
    search = _Components(frozenset(states), after)
    for root in states:
        if root not in search.number:
            search.visit(root)
    return search.found


class _Components:
    """Tarjan's search, with a path of its own in place of recursion."""

    def __init__(self, inside: frozenset[State], after: After) -> None:
        self._inside, self._after = inside, after
        self.number: dict[State, int] = {}
        self.found: list[list[State]] = []
        self._low: dict[State, int] = {}
        self._open: dict[State, None] = {}

    def visit(self, root: State) -> None:
        """Find all components that are reached from a state and were not found before."""
        path = [(root, self._enter(root))]
        while path:
            here, ways = path[-1]
            fresh = next((there for there in ways if self._is_fresh(here, there)), None)
            if fresh is not None:
                path.append((fresh, self._enter(fresh)))
                continue
            path.pop()
            if path:
                above = path[-1][0]
                self._low[above] = min(self._low[above], self._low[here])
            if self._low[here] == self.number[here]:
                self._close(here)

    def _enter(self, here: State) -> Iterator[State]:
        self.number[here] = self._low[here] = len(self.number)
        self._open[here] = None
        return iter(self._after[here])

    def _is_fresh(self, here: State, there: State) -> bool:
        """Whether a step leads to a state not met before; notes it if it closes a cycle."""
        if there in self._open:
            self._low[here] = min(self._low[here], self.number[there])
        return there in self._inside and there not in self.number

    def _close(self, here: State) -> None:
        """Take a whole component off the open states; it is kept if it has a cycle."""
        component = [here]
        while (last := self._open.popitem()[0]) != here:
            component.append(last)
        if len(component) > 1 or here in self._after[here]:
            self.found.append(component)
