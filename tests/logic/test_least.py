"""Sets of which no other is a part."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from counterpoint.errors import Refused
from counterpoint.logic.least import MOST, MOST_MOVES, least, require_few


@given(st.lists(st.integers(0, 255)))
def test_a_set_is_kept_if_no_other_one_is_a_part_of_it(sets: list[int]) -> None:
    wanted = {one for one in sets if not any(o != one and o & one == o for o in sets)}
    found = least(sets)
    assert set(found) == wanted
    assert len(found) == len(wanted)


def test_too_many_are_refused_with_their_number() -> None:
    require_few(MOST, MOST_MOVES)
    with pytest.raises(Refused, match=r"too large: 16,385 ways to go on from one state and more"):
        require_few(MOST + 1)
    with pytest.raises(Refused, match=r"too large: 131,073 steps and more"):
        require_few(1, MOST_MOVES + 1)
