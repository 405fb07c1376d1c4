"""Where a search over memoized answers ends, and that what it found till then is right."""

from __future__ import annotations

import _thread
from typing import Any

import pytest

from counterpoint.engines.base.limits import Limits
from counterpoint.engines.base.task import Task
from counterpoint.engines.search.tabled.buffers import Buffers
from counterpoint.engines.search.tabled.layout import Layout
from counterpoint.engines.search.tabled.search import search
from counterpoint.stopped import AT_A_FAILURE, INTERRUPTED
from counterpoint.tla.cells.tables import Table
from counterpoint.tuning import Tuning

from .cutting import Model

COUNTING = r"""
VARIABLES x, y
Init == x = 5 /\ y = 7
Next == x < 300 /\ x' = x + 1 /\ y' = (y * 3) % 101
"""


@pytest.mark.parametrize(
    ("owner", "name", "time"),
    [(Layout, "moved", 2), (Layout, "moved", 4), (Buffers, "_lengthen", 2), (Buffers, "rehash", 6)],
)
@pytest.mark.parametrize("threads", [1, 2])
def test_states_are_right_after_an_interruption_while_room_is_made(
    owner: type, name: str, time: int, threads: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    small: dict[str, Any] = {
        "held_from": 4,
        "held_few": 0,
        "first_room": 8,
        "entered_room": 1,
        "learned_chunk": 4,
    }
    tuning = Tuning(threads=threads, **small)
    model = Model(COUNTING, tuning=tuning)
    task = Task(tuning=tuning)
    system, again = model.cut(model.initial), model.cut(model.initial)
    assert system is not None
    assert again is not None
    whole = search(system, task)
    real, calls = getattr(owner, name), [0]

    def interrupted(*args: Any) -> Any:
        calls[0] += 1
        if calls[0] == time:
            _thread.interrupt_main()
        return real(*args)

    monkeypatch.setattr(owner, name, interrupted)
    found = search(again, task)
    assert found.stopped == INTERRUPTED
    assert 0 < found.found < whole.found
    states = [whole.state(number) for number in range(found.found)]
    assert [found.state(number) for number in range(found.found)] == states
    assert [found.number(state) for state in states] == [*range(found.found)]


def test_a_value_has_a_number_of_its_own_after_an_interruption() -> None:
    class Interrupted(list[Any]):
        def append(self, value: Any) -> None:
            if value == "b":
                raise KeyboardInterrupt
            super().append(value)

    table = Table()
    table.number("a")
    table.values, values = Interrupted(table.values), table.values
    with pytest.raises(KeyboardInterrupt):
        table.number("b")
    table.values = values
    numbers = [table.number(value) for value in ("c", "b", "a")]
    assert [table.values[number] for number in numbers] == ["c", "b", "a"]


LATER = r"""
VARIABLES x
Init == x = 0
Next == \/ x = 0 /\ x' \in 1..6
        \/ x = 1 /\ x' \in 11..15
        \/ x = 2 /\ x' = CHOOSE n \in {} : TRUE
        \/ x > 2 /\ UNCHANGED x
"""


@pytest.mark.parametrize(
    "sizes", [{"batch": 1, "held_room": 1}, {"batch": 1}, {}, {"threads": 2, "held_from": 1}]
)
@pytest.mark.parametrize(("stops", "most"), [(True, None), (False, 8)])
def test_an_error_in_a_later_state_does_not_count_where_a_search_ends(
    sizes: dict[str, Any], stops: bool, most: int | None
) -> None:
    tuning = Tuning(**{"threads": 1, **sizes})
    model = Model(LATER, states=["x # 1"], tuning=tuning)
    system = model.cut(model.initial)
    assert system is not None
    task = Task(tuning=tuning, limits=Limits(states=most))
    found = search(system, task, stop_first=stops)
    assert found.trouble is None
    assert found.stopped == (AT_A_FAILURE if stops else "the limit of 8 states was reached")
