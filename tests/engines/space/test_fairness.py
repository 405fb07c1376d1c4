"""Fair runs of models with many fairness conditions."""

from __future__ import annotations

from typing import Any

import pytest

from counterpoint import Model, check, step
from counterpoint.verdict import Answer


@pytest.mark.parametrize("count", [64, 65, 100, 130])
def test_a_fair_loop_takes_what_is_always_enabled_however_much_that_is(count: int) -> None:
    model = Model("busy")
    at = model.var("at", range(3), init=0)

    @model.action(i=range(count))
    def go(i: int) -> Any:
        return step(when=at >= i % 2, set={at: (at + 1) % 3})

    for i in range(count):
        model.weak(f"go({i})")
    (verdict,) = check(model, "F G {at = 0}", audit="all").properties
    assert verdict.answer is Answer.FAILS
    assert verdict.trace is not None
    assert verdict.trace.loop is not None
    taken = {str(label) for label, _ in verdict.trace.steps[verdict.trace.loop :]}
    assert {f"go({i})" for i in range(0, count, 2)} <= taken
