"""Whether a formula holds at the start without all of its states, against all of its states."""

from __future__ import annotations

from hypothesis import example, given, settings
from hypothesis import strategies as st

from counterpoint import Model, StateSpace, step
from counterpoint.engines.base.task import EVERYTHING
from counterpoint.engines.decide.decide import _holds_everywhere_needed
from counterpoint.engines.formula.evaluate import Evaluator
from counterpoint.engines.space.opening import Opening
from counterpoint.logic.lower import to_core
from counterpoint.logic.parser import parse
from counterpoint.model.step import Step

PARTS = (
    "AG n != {0}", "AG (n < {0} | n = 5)", "n = {0}", "EF n = {0}", "AF n = {0}", "!n = {0}",
    "AX n < {0}",
)  # fmt: skip


@st.composite
def formulas(draw: st.DrawFn, depth: int = 2) -> str:
    if not depth or draw(st.booleans()):
        return draw(st.sampled_from(PARTS)).format(draw(st.integers(0, 5)))
    parts = draw(st.lists(formulas(depth - 1), min_size=2, max_size=3))
    return f"({draw(st.sampled_from((' | ', ' & '))).join(parts)})"


def wheel(starts: set[int], target: dict[int, int]) -> Model:
    """A model that steps from each number to another one, from some of them on."""
    model = Model("wheel")
    n = model.var("n", range(6), init=sorted(starts))

    @model.action(at=range(6))
    def go(at: int) -> Step:
        return step(when=n == at, set={n: target[at]})

    return model


def test_what_holds_at_the_start_is_found_without_all_states_that_it_holds_in() -> None:
    met = set[bool]()

    @example({0, 3}, {0: 1, 1: 1, 2: 2, 3: 3, 4: 4, 5: 5}, "(n = 0 | AG n != 1)")
    @settings(max_examples=150)
    @given(
        starts=st.sets(st.integers(0, 5), min_size=1, max_size=3),
        target=st.fixed_dictionaries({at: st.integers(0, 5) for at in range(6)}),
        text=formulas(),
    )
    def agree(starts: set[int], target: dict[int, int], text: str) -> None:
        model, goal = wheel(starts, target), to_core(parse(text))
        true = set(StateSpace(model).where(text))
        space = Opening(model, "reachable", "symbolic", EVERYTHING).space()
        found = _holds_everywhere_needed(goal, space, Evaluator(space.algebra))
        assert found == ({(at,) for at in starts} <= true), text
        met.add(found)

    agree()
    assert met == {False, True}
