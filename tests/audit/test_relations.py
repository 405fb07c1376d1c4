"""Relations are checked pair by pair, and what an engine got wrong is found."""

from __future__ import annotations

import pytest

from counterpoint.audit.differences import audit_difference, ran
from counterpoint.audit.observed import ObservedSide
from counterpoint.audit.reference import Reference
from counterpoint.audit.relations import Guide, audit_relation
from counterpoint.certificate import Audited, Effort, Extent, Seen
from counterpoint.observation.columns import views_of
from counterpoint.observation.map_file import map_of
from counterpoint.observation.relation import Relation
from counterpoint.observation.view import View
from counterpoint.verdict import system_of
from tests.engines.relation.toys import MAP, Toy

DARK, LIT = frozenset[str](), frozenset("p")

FORK = Toy((0,), ((("see(a)", 1), ("see(a)", 2)), (("see(b)", 3),), (), ()), (DARK,) * 4)
"""A step a, after which b is possible or not."""

LINE = Toy((0,), ((("see(a)", 1),), (("see(b)", 2),), ()), (DARK,) * 3)
"""A step a, then a step b."""

SLOW = Toy((0,), ((("hide", 1),), (("see(a)", 2),), (("see(b)", 3),), ()), (DARK,) * 4)
"""The same after a hidden step."""

BRIGHT = Toy((0,), ((("see(a)", 1),), (("see(b)", 2),), ()), (DARK, DARK, LIT))
"""The same, but with another end."""

ANYTHING = Guide(lambda side, seen: 0, lambda one, other: True)
"""An engine that says that all states are related."""


def side(toy: Toy, name: str, view: View) -> ObservedSide:
    return ObservedSide(name, Reference(system_of(toy)), view)


def both(first: Toy, second: Toy) -> tuple[ObservedSide, ObservedSide]:
    views = views_of(map_of(MAP), "first", "second")
    return side(first, "first", views[0]), side(second, "second", views[1])


def checked(
    first: Toy,
    second: Toy,
    relation: Relation,
    guide: Guide = ANYTHING,
    effort: Effort | None = None,
) -> Audited:
    return audit_relation(both(first, second), relation, guide, effort or Effort(Extent.ALL))


@pytest.mark.parametrize("relation", Relation)
def test_what_is_alike_passes_whatever_an_engine_says(relation: Relation) -> None:
    assert checked(LINE, LINE, relation) == Audited(3, 3)


@pytest.mark.parametrize("relation", [relation for relation in Relation if relation.is_weak])
def test_hidden_steps_do_not_count_in_weak_relations(relation: Relation) -> None:
    assert checked(SLOW, LINE, relation).passed
    assert checked(LINE, SLOW, relation).passed


@pytest.mark.parametrize("relation", [relation for relation in Relation if not relation.is_weak])
def test_hidden_steps_count_in_others(relation: Relation) -> None:
    assert not checked(SLOW, LINE, relation).passed


@pytest.mark.parametrize(
    ("relation", "fault"),
    [
        (Relation.SIMULATION, "see(b) of first is not matched by second"),
        (Relation.BISIMULATION, "see(b) of first is not matched by second"),
        (Relation.TRACES, "see(b) of first is not matched by a run"),
        (Relation.REFINEMENT, "see(b) of first is not matched by a run"),
    ],
)
def test_a_step_to_what_looks_different_is_a_fault(relation: Relation, fault: str) -> None:
    assert checked(BRIGHT, LINE, relation).fault == fault


def test_runs_are_included_where_steps_are_not_matched() -> None:
    assert checked(LINE, FORK, Relation.TRACES).passed
    assert checked(FORK, LINE, Relation.TRACES).fault == "rest of first is not matched by a run"


def test_the_other_way_round_is_checked_in_a_bisimulation_only() -> None:
    rests = Toy((0,), ((("see(a)", 1),), ()), (DARK, DARK))
    longer = Toy((0,), ((("see(a)", 1), ("see(b)", 1)), ()), (DARK, DARK))
    assert checked(rests, longer, Relation.SIMULATION).passed
    found = checked(rests, longer, Relation.BISIMULATION)
    assert found.fault == "see(b) of second is not matched by first"


def test_initial_states_that_look_different_are_a_fault() -> None:
    bright = Toy((0,), ((),), (LIT,))
    dark = Toy((0,), ((),), (DARK,))
    for relation in (Relation.SIMULATION, Relation.WEAK_BISIMULATION):
        found = checked(bright, dark, relation)
        assert found.fault == "an initial state of first is not matched by second"
    assert checked(bright, dark, Relation.TRACES).fault == (
        "an initial state of first is not matched by a run"
    )


def test_an_engine_that_relates_nothing_or_misses_states_is_wrong() -> None:
    nothing = Guide(lambda side, seen: 0, lambda one, other: False)
    missing = Guide(lambda side, seen: None, lambda one, other: True)
    assert "is not matched" in checked(LINE, LINE, Relation.SIMULATION, nothing).fault
    assert checked(LINE, LINE, Relation.SIMULATION, missing).fault == (
        "a state is reached that was not found"
    )


def test_a_sample_looks_at_few_pairs() -> None:
    found = checked(LINE, LINE, Relation.TRACES, effort=Effort(Extent.SAMPLE, states=2))
    assert (found.states, found.of) == (2, 3)


SAW_A = (("see(a)", 1),)
SAW_BOTH = (("see(a)", 1), ("see(b)", 2))


def shown(
    first: tuple[tuple[str, int], ...],
    second: tuple[tuple[str, int], ...],
    matched: list[tuple[int, int]],
    relation: Relation = Relation.SIMULATION,
    toys: tuple[Toy, Toy] = (BRIGHT, LINE),
) -> str:
    sides = both(*toys)
    runs = ran(sides[0], 0, first), ran(sides[1], 0, second)
    return audit_difference(runs, matched, relation, by_first=True).fault


@pytest.mark.parametrize("relation", Relation)
def test_a_true_difference_passes(relation: Relation) -> None:
    assert shown(SAW_BOTH, SAW_A, [(0, 0), (1, 1)], relation) == ""


def test_a_run_that_is_none_is_a_fault() -> None:
    assert shown((("see(a)", 2),), (), [(0, 0)]) == "see(a) is no step of first"
    assert shown(SAW_BOTH, (("see(b)", 1),), [(0, 0), (1, 1)]) == "see(b) is no step of second"


def test_runs_that_do_not_match_are_a_fault() -> None:
    matched = [(0, 0), (2, 1)]
    assert shown(SAW_BOTH, SAW_A, matched) == "the runs do not look alike where they match"
    matched = [(0, 0), (1, 0)]
    assert shown(SAW_BOTH, (), matched) == "the runs do not take the same steps"


def test_a_last_step_that_can_be_matched_is_a_fault() -> None:
    assert shown(SAW_A, (), [(0, 0)]) == "second can match the last step"
    assert shown(SAW_A, (), [(0, 0)], Relation.WEAK_SIMULATION) == "second can match the last step"
    assert shown(SAW_A, (), [(0, 0)], Relation.TRACES) == "the second has a run that looks the same"
    assert shown((), (), [(0, 0)]) == "second can match the last step"


def test_a_run_from_no_initial_state_is_a_fault() -> None:
    sides = both(LINE, LINE)
    runs = ran(sides[0], 1, ()), ran(sides[1], 0, ())
    fault = audit_difference(runs, [(0, 0)], Relation.TRACES, by_first=True).fault
    assert fault == "the run of first begins in no initial state"


def test_conditions_are_evaluated_as_they_are_written() -> None:
    texts = ["p & q", "p | q", "p -> q", "p <-> q", "!p", "true"]
    entries = [{"name": f"c{n}", "first": t, "second": t} for n, t in enumerate(texts)]
    view = views_of(map_of({"condition": entries}), "first", "second")[0]
    looks = (frozenset("pq"), frozenset("p"), frozenset("q"), DARK)
    of = side(Toy((0,), ((),) * 4, looks), "toy", view)
    found = [of.looks(Seen(state)) for state in range(4)]
    assert found == [
        (True, True, True, True, False, True),
        (False, True, False, False, False, True),
        (False, True, True, False, True, True),
        (False, False, True, True, True, True),
    ]
