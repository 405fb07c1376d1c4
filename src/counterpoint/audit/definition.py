"""Evaluate formulas on a whole system by definition: fixpoints from scratch, paths by a product.

This is slow and simple. It checks the claims that single states cannot show: that no run does
something, and fixpoints that depend on each other. The automaton of a path formula comes from
`logic`; the fair components of the product are computed independently of the engines (Emerson and
Lei, Modalities for model checking, Sci. Comput. Programming 8, 1987).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import TypeAlias, assert_never

from ..certificate import Seen
from ..data import dataclass
from ..logic.automata.automaton import Automaton, Transition
from ..logic.automata.ltl_to_automaton import ltl_to_automaton
from ..logic.components import components
from ..logic.core import (
    All,
    Bound,
    Core,
    Fixpoint,
    Kind,
    Linear,
    Paths,
    Prop,
    Some,
    Step,
    Truth,
)
from ..logic.fragments import free_variables
from ..logic.lower import negated
from ..model.system import REST, Label
from .reference import Reference, Taken

StateNumbers: TypeAlias = frozenset[int]


@dataclass(frozen=True, slots=True)
class _Edge:
    """A step of a product: the target node, its acceptance marks, and the step of the graph."""

    target: int
    marks: frozenset[int]
    step: Taken


class Definition:
    """The states that a reference reaches, with their steps, and formulas evaluated on them.

    Each state is passed to `look` before its steps are computed; `look` may stop the search by
    raising `Wrong`. For each state, `found_by` has the number of the state from which it was found
    first and the label of that step, or None. `settled` has the regions of formulas that need no
    evaluation.
    """

    def __init__(
        self, reference: Reference, states: Iterable[Seen], look: Callable[[Seen], object]
    ) -> None:
        self.reference = reference
        self.numbers: dict[Seen, int] = {}
        self.states: list[Seen] = []
        self.settled: dict[Core, StateNumbers] = {}
        self._steps: list[tuple[Taken, ...]] = []
        self.found_by: list[tuple[int, Label] | None] = []
        for seen in states:
            self._meet(seen, None)
        for number, seen in enumerate(self.states):  # grows during the loop
            look(seen)
            steps = reference.steps(seen)
            self._steps.append(steps)
            for step in steps:
                self._meet(step.there, (number, step.label))

    def _meet(self, seen: Seen, by: tuple[int, Label] | None) -> None:
        if seen not in self.numbers:
            self.numbers[seen] = len(self.states)
            self.states.append(seen)
            self.found_by.append(by)

    @property
    def transitions(self) -> int:
        """The number of steps, not counting rests."""
        return sum(step.label is not REST for steps in self._steps for step in steps)

    def region(self, goal: Core, bound: Mapping[str, StateNumbers] | None = None) -> StateNumbers:
        """The numbers of the states where a formula is true."""
        if free_variables(goal):
            return self._region(goal, bound or {})
        if goal not in self.settled:
            self.settled[goal] = self._region(goal, {})
        return self.settled[goal]

    def _region(self, goal: Core, bound: Mapping[str, StateNumbers]) -> StateNumbers:
        everything = frozenset(range(len(self.states)))
        match goal:
            case Truth(value):
                return everything if value else frozenset()
            case Prop(text, positive):
                atom = self.reference.atom
                return frozenset(
                    n for n, seen in enumerate(self.states) if atom(text, seen) is positive
                )
            case Bound(name):
                return bound[name]
            case All(parts):
                return everything.intersection(*(self.region(part, bound) for part in parts))
            case Some(parts):
                return frozenset().union(*(self.region(part, bound) for part in parts))
            case Step(kind, of, label, team):
                return self._leading(kind, self.region(of, bound), label, team)
            case Fixpoint(least, variable, of):
                found: StateNumbers = frozenset() if least else everything
                while (after := self.region(of, {**bound, variable: found})) != found:
                    found = after
                return found
            case Paths(some, path):
                if some:
                    return self.some_path(path, range(len(self.states)))
                return everything - self.region(negated(goal), bound)
            case _:
                assert_never(goal)

    def _leading(
        self, kind: Kind, goal: StateNumbers, label: str | None, team: frozenset[str]
    ) -> StateNumbers:
        inside = {self.states[number] for number in goal}
        leads = self.reference.leads
        return frozenset(
            number
            for number, seen in enumerate(self.states)
            if leads(kind, seen, inside.__contains__, label, team)
        )

    def some_path(self, path: Linear, roots: Iterable[int]) -> StateNumbers:
        """The states among `roots` from which a fair path satisfies a path formula."""
        automaton = ltl_to_automaton(path)
        roots = list(roots)
        product = _Product(self, automaton, roots)
        fair = product.fair()
        return frozenset(
            state
            for state in roots
            if any(product.numbers[state, mode] in fair for mode in automaton.initial)
        )

    def fair_loop(self, inside: Sequence[int]) -> StateNumbers:
        """The states on fair loops that stay within `inside` and take no rests."""
        return frozenset(_Loops(self, inside).states())

    def test(self, goal: Core) -> Callable[[int], bool]:
        """A test whether a formula without free variables is true in a state, given by number."""
        if isinstance(goal, Prop):
            atom, states = self.reference.atom, self.states
            return lambda number: atom(goal.text, states[number]) is goal.positive
        return lambda number: number in self.region(goal)

    def edges(self, state: int) -> Iterator[tuple[int, Taken]]:
        """The steps that leave a state, each with the number of its target."""
        return ((self.numbers[step.there], step) for step in self._steps[state])


class Fewer(Definition):
    """A subgraph: paths take only its steps, but state formulas are those of the whole graph."""

    def __init__(self, of: Definition, reference: Reference, states: Iterable[Seen]) -> None:
        self._of = of
        super().__init__(reference, states, lambda seen: None)

    def test(self, goal: Core) -> Callable[[int], bool]:
        """A test whether a formula is true in a state, given by number, in the whole graph."""
        inside, numbers = self._of.test(goal), self._of.numbers
        return lambda number: inside(numbers[self.states[number]])


class _FairGraph:
    """A graph, and the fair loops in it; each of its `_nodes` begins with the number of a state."""

    def __init__(self, of: Definition, acceptance: int) -> None:
        self._of = of
        self._acceptance = acceptance
        self._fairness = of.reference.fairness
        self._nodes: list[tuple[int, int]] = []
        self._known: dict[int, frozenset[int]] = {}
        self.edges: list[list[_Edge]] = []

    def _offered(self, node: int) -> frozenset[int]:
        """The fairness conditions with steps enabled in the state of a node, by number."""
        state, of = self._nodes[node][0], self._of
        if state not in self._known:
            self._known[state] = frozenset(
                number
                for number, fair in enumerate(self._fairness)
                if of.reference.offers(fair, of.states[state])
            )
        return self._known[state]

    def _on_fair_loops(self, among: Iterable[int]) -> Iterator[int]:
        """The nodes of the components that contain an accepted and fair loop.

        If the steps of a strong condition are enabled in a component but never taken, no fair loop
        may pass a state that enables them. These states are removed, and the rest is searched
        again.
        """
        todo = [list(among)]
        while todo:
            nodes = todo.pop()
            for component in self._components(nodes):
                inside = set(component)
                loops = [e for v in component for e in self.edges[v] if e.target in inside]
                if not loops or not self._is_accepted(loops):
                    continue
                neglected = self._neglected(component, loops)
                if not neglected:
                    yield from component
                elif all(self._fairness[number].strong for number in neglected):
                    todo.append([v for v in component if not self._offered(v) & neglected])

    def _components(self, nodes: Sequence[int]) -> list[list[int]]:
        place = {node: at for at, node in enumerate(nodes)}
        targets = [
            [place[edge.target] for edge in self.edges[node] if edge.target in place]
            for node in nodes
        ]
        return [[nodes[at] for at in component] for component in components(targets)]

    def _is_accepted(self, loops: Sequence[_Edge]) -> bool:
        marks = frozenset().union(*(edge.marks for edge in loops))
        return len(marks) == self._acceptance

    def _neglected(self, component: Sequence[int], loops: Sequence[_Edge]) -> frozenset[int]:
        """The fairness conditions that a loop through the whole component breaks, by number."""
        taken = {
            number
            for edge in loops
            for number, fair in enumerate(self._fairness)
            if fair.counts(edge.step.label, edge.step.there)
        }
        offered = [self._offered(node) for node in component]
        sometimes = frozenset().union(*offered)
        always = sometimes.intersection(*offered)
        return frozenset(
            number
            for number, fair in enumerate(self._fairness)
            if number not in taken and number in (sometimes if fair.strong else always)
        )


class _Loops(_FairGraph):
    """A set of states with the steps between them, except rests."""

    def __init__(self, of: Definition, inside: Sequence[int]) -> None:
        super().__init__(of, 0)
        self._nodes = [(state, 0) for state in inside]
        place = {state: node for node, state in enumerate(inside)}
        self.edges = [
            [
                _Edge(place[target], frozenset(), step)
                for target, step in of.edges(state)
                if target in place and step.label is not REST
            ]
            for state in inside
        ]

    def states(self) -> Iterator[int]:
        """The states on a fair loop."""
        return (self._nodes[node][0] for node in self._on_fair_loops(range(len(self._nodes))))


class _Product(_FairGraph):
    """The reachable pairs of a state and an automaton state, from some states on."""

    def __init__(self, of: Definition, automaton: Automaton, roots: Iterable[int]) -> None:
        super().__init__(of, automaton.acceptance)
        self.numbers: dict[tuple[int, int], int] = {}
        self._tests = [cache(of.test(letter)) for letter in automaton.letters]
        for root in roots:
            for mode in automaton.initial:
                self._number(root, mode)
        moves = [[move for move in automaton.transitions if move.source == mode]
                 for mode in range(automaton.states)]  # fmt: skip
        self.edges = [
            self._leaving(state, moves[mode])
            for state, mode in self._nodes  # grows during the loop
        ]

    def _number(self, state: int, mode: int) -> int:
        number = self.numbers.setdefault((state, mode), len(self._nodes))
        if number == len(self._nodes):
            self._nodes.append((state, mode))
        return number

    def _leaving(self, state: int, moves: Sequence[Transition]) -> list[_Edge]:
        return [
            _Edge(self._number(target, move.target), move.marks, step)
            for move in moves
            if self._is_open(move, state)
            for target, step in self._of.edges(state)
        ]

    def _is_open(self, move: Transition, state: int) -> bool:
        tests = self._tests
        return all(tests[n](state) for n in move.true) and not any(
            tests[n](state) for n in move.false
        )

    def fair(self) -> set[int]:
        """The nodes from which some path is accepted and fair."""
        found = set(self._on_fair_loops(range(len(self.edges))))
        before: list[list[int]] = [[] for _ in self.edges]
        for node, edges in enumerate(self.edges):
            for edge in edges:
                before[edge.target].append(node)
        todo = list(found)
        while todo:
            for node in before[todo.pop()]:
                if node not in found:
                    found.add(node)
                    todo.append(node)
        return found
