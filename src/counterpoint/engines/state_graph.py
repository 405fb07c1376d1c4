"""The graph of the reachable states, for drawings and other tools."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import field, replace
from itertools import islice
from typing import Any

from ..alarm import Alarm, require_going_on, stopped_by
from ..arguments import says_what_it_takes
from ..data import dataclass
from ..displayed import Displayed
from ..errors import Misuse
from ..model.capabilities import as_json_of, each_step_of
from ..model.checked import why_no_system
from ..model.network import Network
from ..model.notation import Notation, notation_of
from ..model.picture import picture_of
from ..model.system import REST, Label, State, System
from ..stopped import NOT_STOPPED, Cause, Stopped
from ..verdict import Subject, Trace, subject_of, system_of
from .base.limits import Limits
from .base.task import Task
from .decide.network.check import trace_of
from .search.network.exploration import Exploration
from .search.network.explore import explore
from .search.network.steps import FAILED, HOT, QUIET, STUCK


@dataclass(frozen=True, slots=True)
class Node:
    """A state: its number, its distance from the start, a shortest path to it, and its marks.

    `picture` is the state as its system draws or shows it, and `values` are its values as data for
    JSON. Both are empty for a state of a program, which is drawn from the events of `way`.
    """

    number: int
    depth: int
    way: Trace
    failed: bool = False
    deadlock: bool = False
    quiet: bool = False
    hot: bool = False
    picture: str = ""
    values: Any = field(default=None, compare=False)

    @property
    def kinds(self) -> tuple[str, ...]:
        """The names of its marks."""
        marks = {
            "failed": self.failed,
            "deadlock": self.deadlock,
            "hot": self.hot,
            "quiet": self.quiet,
        }
        return tuple(kind for kind, is_so in marks.items() if is_so)


@dataclass(frozen=True, slots=True)
class Graph(Displayed):
    """The states in breadth-first order, and the (source, label, target) steps between them.

    An edge is a transition, as a check counts them, or the `REST` of a state in which nothing
    happens. `stopped` says why states are missing, if any are. `subject` is what its paths are
    runs of.
    """

    nodes: tuple[Node, ...]
    edges: tuple[tuple[int, Label, int], ...]
    stopped: Stopped = NOT_STOPPED
    subject: Subject | None = field(default=None, compare=False, repr=False)

    @property
    def transitions(self) -> int:
        """The number of edges that are no rests."""
        return len(self.edges) - self.rests

    @property
    def rests(self) -> int:
        """The number of states in which nothing may happen for ever."""
        return sum(label is REST for _, label, _ in self.edges)


@says_what_it_takes
def state_graph(
    target: Any, limit_states: int | None = None, limit_time: float | None = None
) -> Graph:
    """The graph of the reachable states of `target`, with at most about `limit_states` states.

    `target` is a program, a model, a module, or any system. A state is quiet if a system can only
    rest in it. After `limit_time` seconds, the graph has what was found by then. If the number of
    states is limited, so are the steps that are listed: at least 1,000 of one state, or as many as
    the limit has states, and 100 times as many of all states.

    >>> from counterpoint import Program, events, state_graph, sync, thread
    >>> @thread
    ... def pour(event):
    ...     yield sync(request=event)
    >>> graph = state_graph(Program(*map(pour, events("HOT COLD"))))
    >>> len(graph.nodes), graph.edges[0]
    (4, (0, HOT, 1))
    """
    found = _graph(target, Limits(limit_states, seconds=limit_time))
    return replace(found, subject=subject_of(target))


def _graph(target: Any, limits: Limits) -> Graph:
    alarm = Alarm(limits.seconds)
    if notation_of(target) is Notation.PROGRAM:
        return alarm.run(lambda: _of_network(target.network(), limits))
    if not isinstance(target, System):
        raise Misuse(why_no_system(target))
    return alarm.run(_Walk(system_of(target), limits).graph)


STEPS_OF_ONE = 1000
"""Steps of one state that are listed, even if the limit of states is lower."""

STEPS_OF_ALL = 100
"""How many times as many steps of all states are listed."""


class _Walk:
    """A breadth-first search of a system."""

    def __init__(self, system: System, limits: Limits) -> None:
        self.system = system
        self.limits = limits
        self._as_json = as_json_of(system)
        self.numbers: dict[State, int] = {}
        self.order: list[State] = []
        self.ways: list[Trace] = []
        self.stopped = NOT_STOPPED
        self._most = None if limits.states is None else max(limits.states, STEPS_OF_ONE)
        self._left = STEPS_OF_ALL * (self._most or 0)

    def graph(self) -> Graph:
        """The reachable states, and the steps between them."""
        edges: list[tuple[int, Label, int]] = []
        nodes: list[Node] = []
        try:
            self._begin()
            self._visit(nodes, edges)
        except KeyboardInterrupt as error:
            self.stopped = stopped_by(error)
            edges = [edge for edge in edges if edge[2] < len(nodes)]
        return Graph(tuple(nodes), tuple(edges), self.stopped)

    def _begin(self) -> None:
        """Meet the initial states, up to the first that exceeds the limit."""
        for state in self.system.initial():
            require_going_on()
            if self._meet(state, Trace(state, ())) is None:
                return

    def _steps_from(self, state: State) -> Collection[tuple[Label, State]]:
        """The steps out of a state, each once; not all of them if there are very many."""
        each = iter(each_step_of(self.system)(state))
        if self._most is None:
            return dict.fromkeys(_while_going_on(each))
        most = min(self._left, self._most)
        steps = dict.fromkeys(_while_going_on(islice(each, most)))
        self._left -= len(steps)
        if next(each, None) is not None:
            self.stopped = self.stopped or Stopped("states have very many steps", Cause.STATES)
        return steps

    def _visit(self, nodes: list[Node], edges: list[tuple[int, Label, int]]) -> None:
        for number, state in enumerate(self.order):  # the list grows meanwhile
            nodes.append(self._node(number, quiet=False))
            steps = self._steps_from(state)
            if _rests(steps):
                nodes[number] = self._node(number, quiet=True)
            for label, there in steps:
                way = self.ways[number]
                target = self._meet(there, Trace(way.start, (*way.steps, (label, there))))
                if target is not None:
                    edges.append((number, label, target))

    def _meet(self, state: State, way: Trace) -> int | None:
        """The number of a state, which is added if unknown; None if that exceeds the limit."""
        number = self.numbers.get(state)
        if number is None and len(self.order) == self.limits.states:
            self.stopped = self.limits.too_many_states
        elif number is None:
            number = self.numbers[state] = len(self.order)
            self.order.append(state)
            self.ways.append(way)
        return number

    def _node(self, number: int, *, quiet: bool) -> Node:
        way = self.ways[number]
        state = self.order[number]
        picture, values = picture_of(self.system, state), self._as_json(state)
        return Node(number, len(way.steps), way, quiet=quiet, picture=picture, values=values)


def _rests(steps: Collection[tuple[Label, State]]) -> bool:
    """Whether there are steps, and no other than rests."""
    return bool(steps) and all(label is REST for label, _ in steps)


def _while_going_on(steps: Iterable[tuple[Label, State]]) -> Iterator[tuple[Label, State]]:
    for step in steps:
        require_going_on()
        yield step


def _of_network(network: Network, limits: Limits) -> Graph:
    """The graph of the reachable states of a program, within the limits."""
    found = explore(network, Task(limits, edges=True))
    kept = min(found.states, limits.states or found.states)
    return Graph(_nodes(found, kept), _steps(found, kept, network), found.stopped)


def _nodes(found: Exploration, kept: int) -> tuple[Node, ...]:
    depths = [0]
    for number in range(1, kept):
        depths.append(depths[int(found.parents[number])] + 1)
    return tuple(_node(found, number, depths[number]) for number in range(kept))


def _node(found: Exploration, number: int, depth: int) -> Node:
    marks = int(found.marks[number])
    return Node(
        number,
        depth,
        trace_of(found.network, found.way_to(number)),
        failed=bool(marks & FAILED),
        deadlock=bool(marks & STUCK),
        quiet=bool(marks & QUIET),
        hot=bool(marks & HOT),
    )


def _steps(found: Exploration, kept: int, network: Network) -> tuple[tuple[int, Label, int], ...]:
    assert found.edges is not None
    start, target, event = (found.edges.start, found.edges.target, found.edges.event)
    return tuple(
        (source, network.alphabet[int(event[k])], int(target[k]))
        for source in range(kept)
        for k in range(int(start[source]), int(start[source + 1]))
        if target[k] < kept
    )
