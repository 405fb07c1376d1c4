"""Linear formulas on one endless run, against the definition."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from counterpoint.engines.formula.linear import path_holds
from counterpoint.logic.core import Linear
from tests.logic.formulas import linear
from tests.logic.lassos import Lasso, satisfies, true_in


@given(
    path=linear(),
    states=st.lists(st.frozensets(st.sampled_from("pq")), min_size=1, max_size=5),
    data=st.data(),
)
def test_a_run_satisfies_what_it_satisfies_by_definition(
    path: Linear, states: list[frozenset[str]], data: st.DataObject
) -> None:
    back = data.draw(st.integers(0, len(states) - 1))
    found = path_holds(path, len(states), back, lambda of, at: true_in(of, states[at]))
    assert found == satisfies(Lasso(tuple(states), back), path)
