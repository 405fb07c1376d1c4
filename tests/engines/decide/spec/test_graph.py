"""The graph that runs go on, against a list of its steps."""

from __future__ import annotations

from hypothesis import given

from counterpoint.engines.base.task import EVERYTHING
from counterpoint.engines.decide.spec.graph import Graph
from counterpoint.engines.search.spec.walk import Walk
from counterpoint.model.specified import StepProbe
from counterpoint.model.system import REST

from ...search.spec.reference import Reached
from ...search.spec.tables import STEPS, Tabled, tables
from ...search.spec.test_walk import wanted


@given(tables(bounded=True))
def test_it_has_the_steps_that_constraints_leave_and_stuttering(of: Tabled) -> None:
    graph, reached = Graph(Walk(of, wanted(of), EVERYTHING).run()), Reached(of)
    states, edges = [graph.found.state(n) for n in range(graph.found.found)], graph.edges
    for number, state in enumerate(states):
        steps = range(int(edges.start[number]), int(edges.start[number + 1]))
        found = [(graph.labels[edges.event[k]], states[edges.target[k]]) for k in steps]
        left = [step for step in reached.followed(int(str(state))) if reached.is_inside(step[1])]
        assert found == [*left, (REST, state)]


@given(tables())
def test_steps_of_a_kind_are_alike_in_all_that_is_asked(of: Tabled) -> None:
    graph = Graph(Walk(of, wanted(of), EVERYTHING).run())
    states, edges = [graph.found.state(n) for n in range(graph.found.found)], graph.edges
    for name in STEPS:
        probe = of.probes[name]
        assert isinstance(probe, StepProbe)
        true = graph.of_kinds(probe)
        for number, state in enumerate(states):
            for k in range(int(edges.start[number]), int(edges.start[number + 1])):
                assert true[edges.event[k]] == probe.holds(state, states[edges.target[k]])
