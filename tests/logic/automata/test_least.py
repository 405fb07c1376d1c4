"""Sets of which no other is a part."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from counterpoint.errors import Refused
from counterpoint.logic.automata.budget import MOST_WAYS, Budget
from counterpoint.logic.automata.least import least


@given(st.lists(st.integers(0, 255)))
def test_a_set_is_kept_if_no_other_one_is_a_part_of_it(sets: list[int]) -> None:
    wanted = {one for one in sets if not any(o != one and o & one == o for o in sets)}
    found = least(sets, Budget())
    assert set(found) == wanted
    assert len(found) == len(wanted)


def test_too_many_ways_are_refused_with_their_number() -> None:
    Budget().require_few(MOST_WAYS)
    with pytest.raises(Refused, match=r"too large: it has 32,769 ways or more to go on from one"):
        Budget().require_few(MOST_WAYS + 1)


def test_what_is_compared_for_one_question_is_bounded_together() -> None:
    budget, apart = Budget(10), [1 << n for n in range(4)]
    assert least(apart, budget) == apart
    with pytest.raises(Refused, match="it would take too long to make"):
        least(apart, budget)
