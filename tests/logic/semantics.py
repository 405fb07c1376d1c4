"""What formulas mean on small systems, straight from the definitions and slow.

Fixpoints start from scratch each time. Whether some path satisfies a linear formula is found by the
classical tableau over truth assignments, which shares nothing with `ltl_to_automaton`:

Lichtenstein, Pnueli: Checking that finite state concurrent programs satisfy their linear
specification. POPL 1985.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import product
from typing import assert_never

from counterpoint.logic.core import (
    All,
    Both,
    Bound,
    Core,
    Either,
    Fixpoint,
    Kind,
    Linear,
    Next,
    Now,
    Paths,
    Prop,
    Release,
    Some,
    Step,
    Truth,
    Until,
)

Region = frozenset[int]


@dataclass(frozen=True)
class Move:
    """A step: its label, where it leads, and whose choice it is."""

    label: str
    target: int
    owner: str | None = None


@dataclass(frozen=True)
class Fair:
    """Steps that a fair path does not neglect. Weak: not enabled from some moment on for ever
    without being taken. Strong: not enabled again and again, but taken only finitely often."""

    strong: bool
    labels: frozenset[str]


@dataclass(frozen=True)
class Kripke:
    """States 0..n-1 with their steps, at least one each, and where the propositions are true.

    Quantified paths are the fair ones; steps, fixpoints and teams know nothing of fairness.
    """

    steps: tuple[tuple[Move, ...], ...]
    props: Mapping[str, frozenset[int]] = field(default_factory=dict)
    fairness: tuple[Fair, ...] = ()

    @property
    def states(self) -> Region:
        return frozenset(range(len(self.steps)))


def satisfying(
    core: Core, kripke: Kripke, bound: Mapping[str, Region] | None = None
) -> frozenset[int]:
    """The states of a system where a formula is true."""
    bound = bound or {}
    match core:
        case Truth(value):
            return kripke.states if value else frozenset()
        case Prop(text, positive):
            true = frozenset(kripke.props.get(text, frozenset()))
            return true if positive else kripke.states - true
        case Bound(name):
            return bound[name]
        case All(parts):
            regions = [satisfying(part, kripke, bound) for part in parts]
            return kripke.states.intersection(*regions)
        case Some(parts):
            return frozenset().union(*(satisfying(part, kripke, bound) for part in parts))
        case Step(kind, of, label, team):
            return step(kripke, kind, satisfying(of, kripke, bound), label, team)
        case Fixpoint(least, name, of):
            region: Region = frozenset() if least else kripke.states
            while (nearer := satisfying(of, kripke, {**bound, name: region})) != region:
                region = nearer
            return region
        case Paths(some, path):
            return (
                some_path(path, kripke)
                if some
                else kripke.states - some_path(complement_of_path(path), kripke)
            )
        case _:
            assert_never(core)


def step(
    kripke: Kripke, kind: Kind, goal: Region, label: str | None, team: frozenset[str]
) -> frozenset[int]:
    """The states whose next state is as `kind` says."""
    if kind in (Kind.ALL, Kind.ALLOW):
        outside = kripke.states - goal
        return kripke.states - step(kripke, kind.dual, outside, label, team)
    if kind is Kind.SOME:
        return frozenset(
            state
            for state, moves in enumerate(kripke.steps)
            if any(move.target in goal and label in (None, move.label) for move in moves)
        )
    return frozenset(
        state for state, moves in enumerate(kripke.steps) if _forces(moves, goal, team)
    )


def _forces(moves: tuple[Move, ...], goal: Region, team: frozenset[str]) -> bool:
    """The team's own steps are its choice; all others can be taken before it moves."""
    own = [move.target for move in moves if move.owner in team]
    others = [move.target for move in moves if move.owner not in team]
    return goal.issuperset(others) and (not own or not goal.isdisjoint(own))


def complement_of_path(path: Linear) -> Linear:
    """The complement of a linear formula, written out so that it is independent of the product."""
    match path:
        case Now(of):
            return Now(_complement(of))
        case Both(parts):
            return Either(tuple(complement_of_path(part) for part in parts))
        case Either(parts):
            return Both(tuple(complement_of_path(part) for part in parts))
        case Next(of):
            return Next(complement_of_path(of))
        case Until(left, right):
            return Release(complement_of_path(left), complement_of_path(right))
        case Release(left, right):
            return Until(complement_of_path(left), complement_of_path(right))
        case _:
            assert_never(path)


def _complement(core: Core) -> Core:
    match core:
        case Truth(value):
            return Truth(not value)
        case Prop(text, positive):
            return Prop(text, not positive)
        case Bound():
            return core
        case All(parts):
            return Some(tuple(_complement(part) for part in parts))
        case Some(parts):
            return All(tuple(_complement(part) for part in parts))
        case Step(kind, of, label, team):
            return Step(kind.dual, _complement(of), label, team)
        case Fixpoint(least, name, of):
            return Fixpoint(not least, name, _complement(of))
        case Paths(some, path):
            return Paths(not some, complement_of_path(path))
        case _:
            assert_never(core)


Guess = tuple[bool, ...]
"""What is claimed of each next, until and release, in the order of `_claims`."""

Node = tuple[int, Guess]


def some_path(path: Linear, kripke: Kripke) -> frozenset[int]:
    """The states from which some path satisfies a linear formula."""
    return _Tableau(path, kripke).answer()


class _Tableau:
    """States together with claims of the path from there on, which each step must bear out."""

    def __init__(self, path: Linear, kripke: Kripke) -> None:
        self.path = path
        self.kripke = kripke
        self.claims = list(dict.fromkeys(_claims(path)))
        self.now = {of: satisfying(of, kripke) for of in _state_formulas(path)}
        self.nodes = [
            (state, guess)
            for state in sorted(kripke.states)
            for guess in product((False, True), repeat=len(self.claims))
        ]
        self.edges = {node: self._targets(node) for node in self.nodes}

    def answer(self) -> frozenset[int]:
        good = self._good(set(self.nodes))
        while more := {n for n in self.nodes if n not in good and good & set(self.edges[n])}:
            good |= more
        return frozenset(node[0] for node in good if self.true(self.path, node))

    def _good(self, nodes: set[Node]) -> set[Node]:
        """The nodes on cycles that stay among these, bear out every claim, and are fair.

        A cycle that visits all of a component does most. Only strong fairness may want less: where
        steps are enabled and cannot be taken, the states that enable them are left out.
        """
        good: set[Node] = set()
        for part in self._components(nodes):
            if not all(any(self._settled(claim, node) for node in part) for claim in self.claims):
                continue
            neglected = [fair for fair in self.kripke.fairness if not self._taken(fair, part)]
            enabling = {
                node
                for node in part
                for fair in neglected
                if fair.strong and self._enables(fair, node)
            }
            if any(all(self._enables(fair, node) for node in part) for fair in neglected):
                continue
            good |= self._good(part - enabling) if enabling else part
        return good

    def _enables(self, fair: Fair, node: Node) -> bool:
        return any(move.label in fair.labels for move in self.kripke.steps[node[0]])

    def _taken(self, fair: Fair, part: set[Node]) -> bool:
        return any(
            move.label in fair.labels and move.target == target[0]
            for node in part
            for target in part.intersection(self.edges[node])
            for move in self.kripke.steps[node[0]]
        )

    def _components(self, nodes: set[Node]) -> list[set[Node]]:
        """The sets of nodes that reach each other, each by at least one step, among `nodes`."""
        reached = {node: self._reached(node, nodes) for node in nodes}
        left = {node for node in nodes if node in reached[node]}
        parts = []
        while left:
            node = min(left)
            parts.append({other for other in left & reached[node] if node in reached[other]})
            left -= parts[-1]
        return parts

    def true(self, path: Linear, node: Node) -> bool:
        """Whether a formula is true at a node, by its claims."""
        match path:
            case Now(of):
                return node[0] in self.now[of]
            case Both(parts):
                return all(self.true(part, node) for part in parts)
            case Either(parts):
                return any(self.true(part, node) for part in parts)
            case Next() | Until() | Release():
                return node[1][self.claims.index(path)]
            case _:
                assert_never(path)

    def _targets(self, node: Node) -> list[Node]:
        targets = {move.target for move in self.kripke.steps[node[0]]}
        return [
            other
            for other in self.nodes
            if other[0] in targets and all(self._borne_out(c, node, other) for c in self.claims)
        ]

    def _borne_out(self, claim: Linear, node: Node, then: Node) -> bool:
        """Whether a claim is what it should be, by what is true here and claimed next."""
        match claim:
            case Next(of):
                should = self.true(of, then)
            case Until(left, right):
                should = self.true(right, node) or (
                    self.true(left, node) and self.true(claim, then)
                )
            case Release(left, right):
                should = self.true(right, node) and (
                    self.true(left, node) or self.true(claim, then)
                )
            case _:
                raise AssertionError(claim)
        return self.true(claim, node) == should

    def _settled(self, claim: Linear, node: Node) -> bool:
        """Whether, seen again and again, a node shows that the claim is not put off for ever."""
        match claim:
            case Until(_, right):
                return not self.true(claim, node) or self.true(right, node)
            case Release(_, right):
                return self.true(claim, node) or not self.true(right, node)
            case _:
                return True

    def _reached(self, node: Node, nodes: set[Node]) -> set[Node]:
        """What is reached by at least one step among some nodes."""
        seen: set[Node] = set()
        todo = [node]
        while todo:
            fresh = nodes.intersection(self.edges[todo.pop()]) - seen
            seen |= fresh
            todo += fresh
        return seen


def _claims(path: Linear) -> Iterator[Linear]:
    match path:
        case Both(parts) | Either(parts):
            for part in parts:
                yield from _claims(part)
        case Next(of):
            yield from _claims(of)
            yield path
        case Until(left, right) | Release(left, right):
            yield from _claims(left)
            yield from _claims(right)
            yield path
        case _:
            pass


def _state_formulas(path: Linear) -> Iterator[Core]:
    match path:
        case Now(of):
            yield of
        case Both(parts) | Either(parts):
            for part in parts:
                yield from _state_formulas(part)
        case Next(of):
            yield from _state_formulas(of)
        case Until(left, right) | Release(left, right):
            yield from _state_formulas(left)
            yield from _state_formulas(right)
        case _:
            assert_never(path)
