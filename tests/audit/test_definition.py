"""The definitions of the auditor say what those of the tests say, which share nothing with them."""

from __future__ import annotations

import pytest
from hypothesis import given, reject, settings
from hypothesis import strategies as st

from counterpoint.audit.definition import Definition
from counterpoint.audit.form import Fair as FairSteps
from counterpoint.audit.reference import Reference
from counterpoint.certificate import Seen
from counterpoint.errors import BadFormula
from counterpoint.logic.formula import Formula, Path
from counterpoint.logic.lower import to_core
from counterpoint.logic.parser import parse
from tests.engines.kripkes import Listed, kripkes, without_unowned
from tests.logic import formulas
from tests.logic.semantics import Fair, Kripke, Move, satisfying
from tests.share import share

PROMISES = st.builds(Fair, st.booleans(), st.sampled_from(["a", "b", "ab"]).map(frozenset))

FAIR_RUNS = st.builds(Path, st.booleans(), formulas.temporal(formulas.paths(formulas.atoms(), 3)))


class Fairly(Reference):
    """A reference with fairness of its own."""

    promised: tuple[FairSteps, ...] = ()

    @property
    def fairness(self) -> tuple[FairSteps, ...]:
        return self.promised


@given(
    kripke=kripkes(),
    formula=formulas.states(labels=(None, "a")),
    fairness=st.lists(PROMISES, max_size=2),
)
@settings(max_examples=share(50))
def test_a_formula_has_the_states_of_its_definition(
    kripke: Kripke, formula: Formula, fairness: list[Fair]
) -> None:
    try:
        to_core(formula, fair=bool(fairness))
    except BadFormula:  # a fixpoint through a fair path has no meaning
        reject()
    compare(kripke, formula, fairness)


@given(kripke=kripkes(), formula=FAIR_RUNS, fairness=st.lists(PROMISES, min_size=1, max_size=2))
@settings(max_examples=share(100))
def test_fair_runs_are_those_of_their_definition(
    kripke: Kripke, formula: Formula, fairness: list[Fair]
) -> None:
    compare(kripke, formula, fairness)


@pytest.mark.parametrize(
    ("fairness", "expected"),
    [
        ([], {1}),
        ([Fair(False, frozenset("b"))], {0, 1}),
        ([Fair(False, frozenset("c"))], {1}),
        ([Fair(True, frozenset("c"))], {0, 1}),
    ],
)
def test_a_run_that_neglects_a_step_is_not_fair(fairness: list[Fair], expected: set[int]) -> None:
    """From 0, a leads back, by way of 2 where b leads back too, and c to 1, where it ends."""
    steps = (
        (Move("a", 2), Move("b", 1), Move("c", 1)),
        (Move("d", 1),),
        (Move("a", 0), Move("b", 1)),
    )
    kripke = Kripke(steps, {"p": frozenset({1}), "q": frozenset()})
    assert compare(kripke, parse("AF p"), fairness) - {2} == expected


def compare(kripke: Kripke, formula: Formula, fairness: list[Fair]) -> frozenset[int]:
    """The states where a formula is true, for the auditor as for the tests."""
    kripke = Kripke(without_unowned(kripke).steps, kripke.props, tuple(fairness))
    reference = Fairly(Listed(kripke))
    reference.promised = tuple(map(promise, fairness))
    whole = Definition(reference, map(Seen, range(len(kripke.steps))), lambda seen: None)
    goal = to_core(formula, fair=bool(fairness))
    expected = {
        **kripke.props,
        "enabled(a)": frozenset(
            s for s, row in enumerate(kripke.steps) if any(m.label == "a" for m in row)
        ),
    }
    found = whole.region(goal)
    assert found == satisfying(goal, Kripke(kripke.steps, expected, kripke.fairness))
    return frozenset(found)


def promise(fair: Fair) -> FairSteps:
    """The same, as the auditor takes it."""
    return FairSteps(fair.strong, lambda label, seen: label in fair.labels)
