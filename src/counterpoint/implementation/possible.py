"""The sets of states that are possible after each line of a log, found once and remembered.

A log says less than a run: labels lead to several states, and steps are hidden. So what is
followed is the set of all states that some explanation of the lines so far leads to, as in the
subset construction of automata (M. O. Rabin, D. Scott, "Finite automata and their decision
problems", 1959). Sets, and what lines lead from one to another, are remembered: a line that was
met before is looked up.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ..alarm import require_going_on
from ..errors import LimitReached
from ..model.system import Label, State
from ..stopped import Cause, Stopped
from ..tuning import USUAL, Tuning
from .answer import Why
from .entry import Entry
from .graph import Graph
from .oracle import LabelTest, Oracle, StateTest

MISFITS = 5
"""Steps of a state of which is said what is otherwise after them; the others are counted."""


class Node:
    """A set of possible states; `doubt` says why there may be more, if that is so.

    Before the first line, at the start, a line that names no step is about these states.
    """

    __slots__ = ("closed", "doubt", "graph", "is_start", "nexts", "states", "used")

    def __init__(
        self, graph: Graph, states: frozenset[int], doubt: str = "", *, is_start: bool = False
    ) -> None:
        self.graph = graph
        self.states = states
        self.doubt = doubt
        self.is_start = is_start
        self.closed: Node | None = None
        self.nexts: dict[object, Node] = {}
        self.used: dict[object, tuple[str, ...]] = {}


class Possible:
    """The possible states of an oracle, for any log of it.

    `most` is how many states may be possible at a time; beyond it, `LimitReached` is raised.
    What is remembered takes at most the `log_room` of the tuning: then all is forgotten but the
    set that is possible at the moment.
    """

    def __init__(
        self,
        oracle: Oracle,
        hidden: tuple[str, ...] = (),
        most: int | None = None,
        tuning: Tuning = USUAL,
    ) -> None:
        self.oracle = oracle
        self._is_hidden = oracle.hidden_test(hidden) if hidden else None
        self._most = tuning.log_states if most is None else most
        self._room = tuning.log_room
        self._forget()

    def hides(self, label: Label) -> bool:
        """Whether steps with a label come unseen."""
        return self._is_hidden is not None and self._is_hidden(label)

    def _forget(self) -> None:
        self._graph = Graph(self.oracle)
        self._nodes: dict[tuple[frozenset[int], str], Node] = {}
        self._tests: dict[object, tuple[LabelTest, StateTest]] = {}
        self._held = 0
        self._first: Node | None = None

    def start(self) -> Node:
        """The initial states."""
        if self._first is None:
            some = self._node(map(self._graph.number, self.oracle.initial()), "")
            self._first = Node(self._graph, some.states, is_start=True)
        return self._first

    def nothing(self) -> Node:
        """No states: before the initial ones are listed."""
        return Node(self._graph, frozenset(), is_start=True)

    def after(self, node: Node, entry: Entry) -> Node:
        """The states that are possible after one more line: none if it has no explanation."""
        found = node.nexts.get(entry.key)
        if found is None:
            node = self._current(node)
            found = node.nexts[entry.key] = self._found(node, entry)
            self._held += 1
        return found

    def _found(self, node: Node, entry: Entry) -> Node:
        label_test, state_test = self._tests_of(entry)
        if node.is_start and entry.is_nameless:
            states = self._graph.states
            return self._node([n for n in node.states if state_test(states[n])], node.doubt)
        before = self.closure(node)
        doubt = before.doubt or self._doubt(before, entry, label_test)
        return self._node(self._targets(before, entry), doubt)

    def _targets(self, before: Node, entry: Entry) -> Iterator[int]:
        """The states after a line: after a step of its label, or after none if it names none."""
        label_test, state_test = self._tests_of(entry)
        states, is_any = self._graph.states, entry.is_nameless
        for number in before.states:
            require_going_on()
            for label, there in self._graph.steps(number):
                if label_test(label) and state_test(states[there]):
                    yield there
            if is_any and state_test(states[number]) and self.oracle.may_stay(states[number]):
                yield number

    def closure(self, node: Node) -> Node:
        """The states that hidden steps lead to, any number of them."""
        if self._is_hidden is None:
            return node
        node = self._current(node)
        if node.closed is None:
            found, todo = dict.fromkeys(node.states), list(node.states)
            while todo:
                require_going_on()
                for label, there in self._graph.steps(todo.pop()):
                    if there not in found and self._is_hidden(label):
                        found[there] = None
                        todo.append(there)
                self._require_few(len(found))
            made = self._node(found, node.doubt)
            doubt = made.doubt or self._doubt(made, None, self._is_hidden)
            node.closed = made if doubt == made.doubt else self._node(found, doubt)
        return node.closed

    def rules(self, node: Node, entry: Entry) -> tuple[str, ...]:
        """The rules or actions of the steps that may explain a line."""
        used = node.used.get(entry.key)
        if used is None:
            before, (label_test, state_test) = self.closure(node), self._tests_of(entry)
            graph = before.graph
            steps = (
                (graph.states[number], label)
                for number in before.states
                for label, there in graph.steps(number)
                if label_test(label) and state_test(graph.states[there])
            )
            named = (name for step in steps for name in self.oracle.rules_of(*step))
            used = node.used[entry.key] = tuple(dict.fromkeys(named))
            self._held += 1
        return used

    def states(self, node: Node) -> list[State]:
        """The states of a set, in the order in which they were met."""
        return [node.graph.states[number] for number in sorted(node.states)]

    def allowed(self, state: State) -> tuple[Label, ...]:
        """The labels of the steps out of a state."""
        steps = self._graph.steps(self._graph.number(state))
        return tuple(dict.fromkeys(label for label, _ in steps))

    def misfits(self, node: Node, state: State, entry: Entry) -> tuple[Why, ...]:
        """What is otherwise after some of the steps with the name and data of a line.

        For a first line that names no step, what is otherwise in the state itself.
        """
        if node.is_start and entry.is_nameless:
            return self._misfit("at the start", state, entry)
        label_test, _ = self._tests_of(entry)
        steps = self._graph.steps(self._graph.number(state))
        found = [(label, self._graph.states[there]) for label, there in steps if label_test(label)]
        said = [self._misfit(f"after {label}", there, entry) for label, there in found[:MISFITS]]
        more = len(found) - MISFITS
        if more > 0:
            said.append((Why(f"after {more:,} more such step{'' if more == 1 else 's'} too"),))
        return tuple(dict.fromkeys(why for each in said for why in each))

    def _misfit(self, when: str, there: State, entry: Entry) -> tuple[Why, ...]:
        """The parts of a state that are not what a line says; nothing if there are none."""
        oracle, values = self.oracle, self.oracle.values(there)
        wrong = [name for name, of in entry.state if not oracle.part_test(name, of)(there)]
        said = [
            f"{name} is {values[name]}" if name in values else f"{name} is not" for name in wrong
        ]
        return (Why(f"{when}, {' and '.join(said)}"),) if said else ()

    def among(self, states: Iterable[State], doubt: str = "") -> Node:
        """The set of these states."""
        return self._node(map(self._graph.number, states), doubt)

    def _tests_of(self, entry: Entry) -> tuple[LabelTest, StateTest]:
        tests = self._tests.get(entry.key)
        if tests is None:
            made = self.oracle.label_test(entry), self.oracle.state_test(entry)
            tests = self._tests[entry.key] = made
            self._held += 1
        return tests

    def _doubt(self, before: Node, entry: Entry | None, test: LabelTest) -> str:
        """Why the step of a line may be possible that is not known to be; empty if it is not."""
        states = self._graph.states
        asked = self.oracle.doubt_of_step
        doubts = (asked(states[number], entry, test) for number in before.states)
        return next(filter(None, doubts), "")

    def _node(self, numbers: Iterable[int], doubt: str) -> Node:
        states: set[int] = set()
        for number in numbers:
            states.add(number)
            if len(states) > self._most:
                self._require_few(len(states))
        key = frozenset(states), doubt
        node = self._nodes.get(key)
        if node is None:
            node = self._nodes[key] = Node(self._graph, *key)
            self._held += 1 + len(states)
        return node

    def _require_few(self, count: int) -> None:
        if count > self._most:
            said = f"more than {self._most:,} states are possible"
            raise LimitReached(said, Stopped(said, Cause.STATES))

    def _current(self, node: Node) -> Node:
        """The same set in the tables as they are; begins new tables if these are full."""
        if self._held + self._graph.held > self._room:
            self._forget()
        if node.graph is self._graph:
            return node
        if node.is_start:
            return self.start()
        known = node.graph.states
        return self._node([self._graph.number(known[n]) for n in sorted(node.states)], node.doubt)
