"""How much the audits of a check may do."""

from __future__ import annotations

import pytest

from counterpoint import StateSpace
from counterpoint.engines.base.task import Task
from counterpoint.engines.decide.auditing import effort_of
from counterpoint.examples import peterson
from counterpoint.tuning import Tuning

TASK = Task(tuning=Tuning(audited_share=0.5, audited_least=1.0))


@pytest.mark.parametrize(
    ("worked", "spent", "seconds"),
    [(0.0, 0.0, 1.0), (100.0, 0.0, 25.0), (100.0, 20.0, 15.0), (100.0, 50.0, 0.0)],
)
def test_each_audit_leaves_half_of_what_is_left(
    worked: float, spent: float, seconds: float
) -> None:
    assert effort_of(TASK, worked, spent).seconds == seconds


def test_where_no_time_is_left_no_state_is_looked_at_and_that_is_said() -> None:
    tuning = Tuning(audited_share=0.0, audited_least=1e-9, audited_grace=1e6, audited_patience=1e6)
    space = StateSpace(peterson.model(), tuning=tuning)
    looked = [space.where(formula).audited for formula in ("true", "EF critical0")]
    assert [(one.states, one.of) for one in looked if one is not None] == [(1, 34), (0, 34)]
