"""A state that very many steps lead out of."""

from __future__ import annotations

import pytest

from counterpoint.alarm import Alarm, TimeIsUp
from counterpoint.tla.steps.closures import _LOOK_EVERY, _Plenty


@pytest.mark.parametrize(("steps", "is_heard"), [(_LOOK_EVERY - 1, False), (_LOOK_EVERY, True)])
def test_a_limit_of_time_is_heard_among_them(steps: int, is_heard: bool) -> None:
    found = _Plenty()

    def find() -> None:
        for number in range(steps):
            found.append(number)

    if not is_heard:
        Alarm(0.0).run(find)
    else:
        with pytest.raises(TimeIsUp):
            Alarm(0.0).run(find)
    assert len(found) == steps
