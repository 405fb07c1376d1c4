"""The definitions of the auditor say what those of the tests say, which share nothing with them."""

from __future__ import annotations

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from counterpoint.audit.definition import Definition
from counterpoint.audit.form import Fair as FairSteps
from counterpoint.audit.reference import Reference
from counterpoint.certificate import Seen
from counterpoint.logic.lower import to_core
from tests.engines.kripkes import Listed, kripkes, without_unowned
from tests.logic import formulas
from tests.logic.semantics import Fair, Kripke, satisfying
from tests.share import share

FAIRNESS = st.lists(
    st.builds(Fair, st.booleans(), st.sampled_from(["a", "b", "ab"]).map(frozenset)), max_size=2
)


class Fairly(Reference):
    """A reference with fairness of its own."""

    promised: tuple[FairSteps, ...] = ()

    @property
    def fairness(self) -> tuple[FairSteps, ...]:
        return self.promised


@given(kripke=kripkes(), formula=formulas.states(labels=(None, "a")), fairness=FAIRNESS)
@settings(max_examples=share(50))
def test_a_formula_has_the_states_of_its_definition(
    kripke: Any, formula: Any, fairness: Any
) -> None:
    kripke = Kripke(without_unowned(kripke).steps, kripke.props, tuple(fairness))
    reference = Fairly(Listed(kripke))
    reference.promised = tuple(FairSteps(f.strong, f.labels.__contains__) for f in fairness)
    whole = Definition(reference, map(Seen, range(len(kripke.steps))), lambda seen: None)
    goal = to_core(formula, fair=bool(fairness))
    expected = {
        **kripke.props,
        "enabled(a)": frozenset(
            s for s, row in enumerate(kripke.steps) if any(m.label == "a" for m in row)
        ),
    }
    assert whole.region(goal) == satisfying(goal, Kripke(kripke.steps, expected, kripke.fairness))
