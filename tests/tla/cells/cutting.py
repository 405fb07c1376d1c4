"""Modules searched twice: by the evaluator, and over tables that are learned."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from counterpoint.engines.base.task import Task as SearchTask
from counterpoint.engines.search.tabled.found import Found
from counterpoint.engines.search.tabled.search import search
from counterpoint.errors import NoValue
from counterpoint.tla.cells import Asked, Cut, Task, cut
from counterpoint.tla.compiler import Compiler
from counterpoint.tla.evaluate import Closed
from counterpoint.tla.steps import Plan, initial, plan, successors
from counterpoint.tla.syntax import read_expression
from counterpoint.tla.tree import Apply
from counterpoint.tuning import USUAL, Tuning

from ..evaluate.small import compiler_of, loaded

State = tuple[Any, ...]


@dataclass
class Model:
    """A module, and what is asked of it; the parts are names or expressions as text."""

    body: str
    states: Sequence[str] = ()
    steps: Sequence[str] = ()
    constraints: Sequence[str] = ()
    allowed: Sequence[str] = ()
    view: str | None = None
    init: str = "Init"
    next: str = "Next"
    tuning: Tuning = USUAL
    compiler: Compiler = field(init=False)
    plan: Plan = field(init=False)
    initial: list[State] = field(init=False)

    def __post_init__(self) -> None:
        self.module = loaded(self.body)
        self.compiler = compiler_of(self.module)
        self.compiler.tuning = self.tuning
        scope = self.module.scope
        self.start = plan(self.compiler, Apply(self.init), scope, initial=True)
        self.initial = initial(self.compiler, self.start)()
        self.plan = plan(self.compiler, read_expression(self.next), scope)

    def closed(self, text: str) -> Closed:
        return Closed(read_expression(text), self.module.scope)

    def cut(self, seen: Sequence[State] | None = None, *, opens: bool = False) -> Cut | None:
        """The module cut as some states suggest: as all of them, if none are given.

        If it `opens`, the initial states are found by the program too.
        """
        return cut(
            Task(
                self.compiler,
                self.plan,
                list(dict.fromkeys(self.initial)),
                [Asked(self.closed(text)) for text in self.states],
                [Asked(self.closed(text)) for text in self.steps],
                [self.closed(text) for text in self.constraints],
                [self.closed(text) for text in self.allowed],
                None if self.view is None else self.closed(self.view),
                start=self.start if opens else None,
            ),
            self.evaluated().order if seen is None else seen,
        )

    def evaluated(self, most: int = 1 << 20) -> Evaluated:
        """All that the evaluator finds."""
        return Evaluated(self, most)


class Evaluated:
    """What a search finds that evaluates everything in every state."""

    def __init__(self, model: Model, most: int) -> None:
        self.compiler = compiler = model.compiler
        following = successors(compiler, model.plan)
        states, steps, within, allowed = (
            [self._test(model.closed(text)) for text in texts]
            for texts in (model.states, model.steps, model.constraints, model.allowed)
        )
        self.order = list(dict.fromkeys(model.initial))
        known = set(self.order)
        self.edges: Counter[tuple[State, str, State]] = Counter()
        self.bad = [0] * len(states)
        self.bad_steps = [0] * len(steps)
        self.deadlocks = 0
        self.outside = 0
        self.complete = True
        self.trouble = ""

        def visit(state: State) -> None:
            for number, holds in enumerate(states):
                self.bad[number] += not holds(state)
            if not all(holds(state) for holds in within):
                self.outside += 1
                return
            found = following(state)
            self.deadlocks += not found
            for label, there in found:
                if not all(holds(state, there) for holds in allowed):
                    continue
                self.edges[state, str(label), there] += 1
                for number, holds in enumerate(steps):
                    self.bad_steps[number] += not holds(state, there)
                if there not in known:
                    known.add(there)
                    self.order.append(there)

        try:
            for state in self.order:
                if len(known) > most:
                    self.complete = False
                    break
                visit(state)
        except NoValue as error:
            self.trouble = error.message

    def _test(self, closed: Closed) -> Any:
        holds = self.compiler.test(closed.expression, closed.scope)
        return lambda *states: holds(self.compiler.frame(*states))


def searched(model: Model, seen: Sequence[State] | None = None, *, opens: bool = False) -> Found:
    """What the tabled search finds."""
    system = model.cut(seen, opens=opens)
    assert system is not None
    return search(system, SearchTask(edges=True, tuning=model.tuning))


def edges_of(found: Found) -> Counter[tuple[Any, str, Any]]:
    assert found.edges is not None
    edges = found.edges
    states = [found.state(number) for number in range(found.found)]
    ends = pairwise(edges.start.tolist())
    return Counter(
        (states[source], str(found.labels[int(edges.event[e])]), states[int(edges.target[e])])
        for source, (first, last) in enumerate(ends)
        for e in range(first, last)
    )


def agree(
    model: Model,
    seen: Sequence[State] | None = None,
    most: int = 1 << 20,
    *,
    opens: bool = False,
) -> Found | None:
    """Search both ways, and see that the same is found; None if it is too much."""
    wanted = model.evaluated(most)
    if wanted.trouble:
        found = searched(model, model.initial, opens=opens)
        assert found.trouble is not None
        return found
    if not wanted.complete:
        return None
    found = searched(model, wanted.order if seen is None else seen, opens=opens)
    assert found.trouble is None, str(found.trouble[1])
    assert {found.state(number) for number in range(found.found)} == set(wanted.order)
    assert found.found == len(wanted.order)
    assert found.entered == len(model.initial if opens else dict.fromkeys(model.initial))
    assert edges_of(found) == wanted.edges
    assert found.steps == wanted.edges.total()
    assert found.deadlocks == wanted.deadlocks
    assert int(found.outside.sum()) == wanted.outside
    assert _counts(found.bad_states, len(model.states)) == wanted.bad
    assert _counts(found.bad_steps, len(model.steps)) == wanted.bad_steps
    return found


def _counts(bad: Any, probes: int) -> list[int]:
    found = {each.probe: each.count for each in bad}
    return [found.get(number, 0) for number in range(probes)]
