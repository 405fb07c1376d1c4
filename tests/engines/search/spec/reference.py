"""What is true of tabled specifications, straight from the definitions and slow."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Any

from counterpoint.logic.core import Both, Either, Linear, Next, Now, Prop, Truth, Until
from counterpoint.logic.formula import (
    Atom,
    Const,
    Formula,
    Junction,
    Junctor,
    Not,
    Temporal,
    Tense,
)
from counterpoint.model.system import REST
from counterpoint.verdict import Trace
from tests.logic import semantics
from tests.logic.lassos import Lasso, satisfies
from tests.logic.semantics import Kripke, Move, complement_of_path

from .tables import STATES, STEPS, Tabled


@dataclass
class Reached:
    """What is reached of a specification, level by level."""

    of: Tabled

    @cached_property
    def levels(self) -> list[list[int]]:
        levels = [list(dict.fromkeys(self.of.start))]
        seen = set(levels[0])
        while levels[-1]:
            after = dict.fromkeys(t for s in levels[-1] for _, t in self.followed(s))
            levels.append([state for state in after if state not in seen])
            seen |= set(levels[-1])
        return levels[:-1]

    def followed(self, state: int) -> list[tuple[str, int]]:
        """The steps that a search follows from a state."""
        if not self.is_inside(state):
            return []
        return [step for step in self.of.steps[state] if self.is_allowed(state, step[1])]

    def is_inside(self, state: int) -> bool:
        return self.of.inside is None or state in self.of.inside

    def is_allowed(self, state: int, there: int) -> bool:
        return self.of.allowed is None or (state, there) in self.of.allowed

    @property
    def found(self) -> list[int]:
        return [state for level in self.levels for state in level]

    @property
    def judged(self) -> list[int]:
        """The states that are looked at: also those that only steps lead to that are left out."""
        return list(dict.fromkeys([*self.found, *(there for _, _, there in self.steps)]))

    @property
    def inside(self) -> list[int]:
        return list(filter(self.is_inside, self.found))

    @property
    def depth(self) -> int:
        return sum(any(map(self.is_inside, level)) for level in self.levels)

    @property
    def steps(self) -> list[tuple[int, str, int]]:
        """The steps that are judged, also those that no search follows."""
        return [(s, label, t) for s in self.inside for label, t in self.of.steps[s]]

    @property
    def deadlocks(self) -> list[int]:
        return [state for state in self.inside if not self.of.steps[state]]


@dataclass(frozen=True)
class Kept:
    """A condition of fairness, by the nodes of a structure."""

    strong: bool
    enabled: frozenset[int]
    taken: frozenset[int]


class Structure:
    """All runs: a node for each state together with what was true of the step that led to it."""

    def __init__(self, of: Tabled) -> None:
        self.of = of
        reached = Reached(of)
        start = [state for state in dict.fromkeys(of.start) if reached.is_inside(state)]
        self.nodes = [(state, frozenset[str]()) for state in start]
        self.initial = frozenset(range(len(start)))
        rows = []
        for state, _ in self.nodes:
            after = [there for _, there in reached.followed(state) if reached.is_inside(there)]
            row = [(there, facts(of, state, there)) for there in dict.fromkeys([*after, state])]
            self.nodes += [node for node in row if node not in self.nodes]
            rows.append(tuple(Move("", self.nodes.index(node)) for node in row))
        props = {
            text: frozenset(
                n for n, (state, known) in enumerate(self.nodes)
                if (state in of.true[text] if text in STATES else text in known)
            )
            for text in (*STATES, *STEPS)
        }  # fmt: skip
        self.kripke = Kripke(tuple(rows), props)

    def condition(self, strong: bool, step: str, enabled: str | None) -> Kept:
        taken = self.kripke.props[step]
        may = (
            frozenset(
                n
                for n, row in enumerate(self.kripke.steps)
                if any(move.target in taken for move in row)
            )
            if enabled is None
            else self.kripke.props[enabled]
        )
        return Kept(strong, may, taken)

    def holds(self, formula: Formula) -> bool:
        """Whether every fair run that the assumptions allow satisfies a formula."""
        paths = [complement_of_path(linear(formula)), *map(linear, self.of.assumptions)]
        kept = tuple(self.condition(*condition) for condition in self.of.fair)
        return not self.initial & _Tableau(Both(tuple(paths)), self.kripke, kept).answer()


class _Tableau(semantics._Tableau):
    """The tableau of a formula, whose cycles have to keep fairness conditions too."""

    def __init__(self, path: Linear, kripke: Kripke, kept: tuple[Kept, ...]) -> None:
        self.kept = kept
        super().__init__(path, kripke)

    def _good(self, nodes: set[semantics.Node]) -> set[semantics.Node]:
        good: set[semantics.Node] = set()
        for part in self._components(nodes):
            if not all(any(self._settled(claim, node) for node in part) for claim in self.claims):
                continue
            owed = [kept for kept in self.kept if not any(n in kept.taken for n, _ in part)]
            if any(not kept.strong and all(n in kept.enabled for n, _ in part) for kept in owed):
                continue
            out = {n for kept in owed if kept.strong for n in kept.enabled}
            left = {node for node in part if node[0] not in out}
            good |= part if left == part else self._good(left)
        return good


def facts(of: Tabled, state: int, there: int) -> frozenset[str]:
    """The atoms that are true of a step."""
    return frozenset(text for text in STEPS if (state, there) in of.true[text])


def linear(formula: Formula) -> Linear:
    """A formula in terms of next, until and negation."""
    no = complement_of_path
    match formula:
        case Const(value):
            return Now(Truth(value))
        case Atom(text):
            return Now(Prop(text))
        case Not(of):
            return no(linear(of))
        case Junction(junctor, first, second):
            return _junction(junctor, linear(first), linear(second))
        case Temporal(tense, parts):
            return _temporal(tense, *map(linear, parts))
    raise AssertionError(formula)


def _junction(junctor: Junctor, left: Linear, right: Linear) -> Linear:
    no = complement_of_path
    joined: dict[Junctor, Linear] = {
        Junctor.AND: Both((left, right)),
        Junctor.OR: Either((left, right)),
        Junctor.IMPLIES: Either((no(left), right)),
        Junctor.IFF: Either((Both((left, right)), Both((no(left), no(right))))),
    }
    return joined[junctor]


def _temporal(tense: Tense, left: Linear, right: Linear | None = None) -> Linear:
    no, ever = complement_of_path, Now(Truth(True))
    if right is None:
        lone: dict[Tense, Linear] = {
            Tense.NEXT: Next(left),
            Tense.FINALLY: Until(ever, left),
            Tense.GLOBALLY: no(Until(ever, no(left))),
        }
        return lone[tense]
    freed = no(Until(no(left), no(right)))
    both: dict[Tense, Linear] = {
        Tense.UNTIL: Until(left, right),
        Tense.WEAK_UNTIL: Either((Until(left, right), no(Until(ever, no(left))))),
        Tense.RELEASE: freed,
        Tense.STRONG_RELEASE: Both((freed, Until(ever, left))),
    }
    return both[tense]


def breaks(of: Tabled, formula: Formula, trace: Trace) -> bool:
    """Whether a trace is a run that keeps everything that is promised, but not the formula.

    Where it ends it may go on in any way, so also by stuttering for ever.
    """
    states = [int(str(state)) for state in trace.states]
    loop = len(states) - 1 if trace.loop is None else trace.loop
    return (
        _is_run(of, trace)
        and (trace.loop is None or all(keeps(of, states[loop:], *kept) for kept in of.fair))
        and all(is_true(of, states, loop, assumed) for assumed in of.assumptions)
        and not is_true(of, states, loop, formula)
    )


def _is_run(of: Tabled, trace: Trace) -> bool:
    reached = Reached(of)
    taken: tuple[tuple[Any, Any], ...] = trace.steps
    steps = [
        (label, there) in [*reached.followed(here), (REST, here)] and reached.is_inside(there)
        for here, (label, there) in zip(map(int, map(str, trace.states)), taken, strict=False)
    ]
    return trace.start in of.start and reached.is_inside(int(str(trace.start))) and all(steps)


def keeps(of: Tabled, around: list[int], strong: bool, step: str, enabled: str | None) -> bool:
    """Whether a loop, from a state back to it, keeps a condition of fairness."""
    reached = Reached(of)

    def may(state: int) -> bool:
        if enabled is not None:
            return state in of.true[enabled]
        after = [there for _, there in reached.followed(state) if reached.is_inside(there)]
        return any(step in facts(of, state, there) for there in [*after, state])

    taken = any(step in facts(of, *pair) for pair in pairwise(around))
    return taken or not (any if strong else all)(map(may, around))


def is_true(of: Tabled, states: list[int], loop: int, formula: Formula) -> bool:
    """Whether the run that goes back to state number `loop` satisfies a formula."""
    again = states[loop + 1 :] or states[-1:]
    whole = [*states, *again, *again]
    before = [frozenset[str](), *(facts(of, *pair) for pair in pairwise(whole))]
    here = [frozenset(text for text in STATES if state in of.true[text]) for state in whole]
    known = tuple(a | b for a, b in zip(here, before, strict=True))
    return satisfies(Lasso(known, len(whole) - len(again)), linear(formula))


def short_runs(of: Tabled, longest: int) -> Iterator[Trace]:
    """Every run of at most so many steps that then comes back to one of its states."""
    reached = Reached(of)
    todo = [Trace(state) for state in dict.fromkeys(of.start) if reached.is_inside(state)]
    for trace in todo:
        here = int(str(trace.states[-1]))
        yield from (
            Trace(trace.start, trace.steps, at)
            for at in range(len(trace.steps))
            if trace.states[at] == here
        )
        if len(trace.steps) < longest:
            after = dict.fromkeys([*reached.followed(here), (REST, here)])
            todo += [
                Trace(trace.start, (*trace.steps, step))
                for step in after
                if reached.is_inside(step[1])
            ]
