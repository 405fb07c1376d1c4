"""A specification as a system: fairness of the whole next-state action is read off the steps."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import product

import pytest

from counterpoint.engines.base.task import Task
from counterpoint.engines.decide.spec.theory_check import check_theory
from counterpoint.engines.search.spec.explore import explore
from counterpoint.engines.search.spec.explored import Explored, Wanted
from counterpoint.tla.bounds import Bounds
from counterpoint.tla.module import PLAIN, TlaModule
from counterpoint.tla.modules import load
from counterpoint.tla.system import ModuleSystem
from counterpoint.tuning import Tuning

NEXTS = [
    r"IF x < 2 THEN x' = x + 1 /\ y' = y ELSE x' = x /\ y' = 1 - y",
    r"(x' = (x + 1) % 3 /\ y' = 0) \/ (x = 0 /\ x' = 0 /\ y' = 1)",
    r"(x' \in {0, 2} /\ y' = x % 2) \/ UNCHANGED <<x, y>>",
    r"x < 2 /\ x' = x + 1 /\ y' = x",
    r"FALSE /\ UNCHANGED <<x, y>>",
]
FAIR = [r"WF_vars(Next)", r"SF_x(Next)", r"WF_y(Next)", r"WF_x(Next) /\ SF_y(Next)"]
CLAIMS = ["<>(x = 2)", "[]<>(y = 1)", "<>[](x = 0)", "(y = 1) ~> (x = 0)", "[][y' # y]_x"]


def module(next_: str, fairness: str) -> TlaModule:
    text = rf"""
---- MODULE M ----
EXTENDS Naturals
VARIABLES x, y
vars == <<x, y>>
Next == {next_}
Spec == x = 0 /\ y = 0 /\ [][Next]_vars /\ {fairness}
{" ".join(f"THEOREM Spec => {claim}" for claim in CLAIMS)}
====
"""
    return TlaModule(load("M.tla", text=text), None, PLAIN)


def answers(of: TlaModule) -> list[tuple[str, str]]:
    verdicts = check_theory(of.theory).verdicts
    return [(verdict.name, verdict.answer.name) for verdict in verdicts]


@pytest.mark.parametrize(("next_", "fairness"), list(product(NEXTS, FAIR)))
def test_fairness_of_all_steps_is_the_fairness_that_is_evaluated(
    next_: str, fairness: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    short = answers(module(next_, fairness))
    monkeypatch.setattr(ModuleSystem, "_is_of_all", lambda self, fair: False)
    assert short == answers(module(next_, fairness))
    assert len(short) == len(CLAIMS)


def read_off(fairness: str, bounds: Bounds | None = None) -> list[bool]:
    """For each promise whether it is read off the steps."""
    of = module(NEXTS[0], fairness)
    system = ModuleSystem(of.loaded, of.specification, bounds or Bounds())
    assert not system.weaker_fairness
    return [promise.enabled is None for promise in system.fairness_conditions]


def test_only_the_action_of_the_whole_is_read_off_the_steps() -> None:
    assert read_off(r"WF_vars(Next) /\ SF_x(Next)") == [True, True]
    assert read_off(r"WF_vars(Next /\ x = 0) /\ WF_vars(x' = x + 1 /\ y' = y)") == [False, False]


def test_nothing_is_read_off_the_steps_that_a_constraint_leaves() -> None:
    of = module(NEXTS[0], "WF_vars(Next)")
    part = of.specification.conjuncts[0].closed
    assert read_off("WF_vars(Next)", Bounds(constraints=(part,))) == [False]


CONJOINED = r"""
---- MODULE M ----
EXTENDS Naturals
VARIABLES x, y, z
Up == x < 30 /\ x' = x + 1
Turn == \E n \in 1..5 : y' = (y + n) % 30
Keep == y' = y
Start == x = 0 /\ y = 0 /\ z = 0
Rest == z' = IF x' > x THEN (z + 1) % 2 ELSE z
Spec == Start /\ [][Up]_x /\ [][Turn \/ (x % 3 = 0 /\ Keep)]_y /\ [][Rest]_<<x, z>>
Ends == x = 0 /\ y = 0 /\ z = 0 /\ [][Up]_x /\ [][y' = y /\ x' # x]_y /\ [][z' = z]_z
====
"""


def found_by(engine: str, name: str) -> Explored:
    of = TlaModule(load("M.tla", text=CONJOINED), None, replace(PLAIN, spec=name))
    assert of.specification is not None
    system = ModuleSystem(of.loaded, of.specification)
    task = Task(tuning=Tuning(learn_from=1))
    return explore(system, Wanted(deadlock=True), task, engine=engine)


@pytest.mark.parametrize("name", ["Spec", "Ends"])
def test_steps_in_which_every_rule_rests_are_none_to_either_search(name: str) -> None:
    slow, quick = found_by("explicit", name), found_by("tabled", name)
    told = [
        (one.found, one.generated, one.deadlocks, one.first_deadlock, len(one.levels))
        for one in (slow, quick)
    ]
    assert told[0] == told[1]
    taken = [Counter({each.label: each.taken for each in one.coverage}) for one in (slow, quick)]
    assert +taken[0] == +taken[1]


@pytest.mark.parametrize("name", ["Spec", "Ends"])
def test_a_step_in_which_every_rule_rests_is_not_given(name: str) -> None:
    of = TlaModule(load("M.tla", text=CONJOINED), None, replace(PLAIN, spec=name))
    assert of.specification is not None
    system = ModuleSystem(of.loaded, of.specification)
    (first,) = system.initial()
    steps = system.successors(first)
    assert steps
    for taken, there in steps:
        assert there != first or any(action is not None for action in taken.actions)
