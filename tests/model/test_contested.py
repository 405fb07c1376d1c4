"""Where a state is that two players contest: after which steps, if these are few."""

from __future__ import annotations

from collections.abc import Iterator

from counterpoint.model.contested import LOOKED, NAMED, STEPS, where


def up(state: int) -> Iterator[tuple[str, int]]:
    """One step: to the next number."""
    yield f"to {state + 1}", state + 1


def test_a_way_is_named_whole_up_to_a_limit_and_by_its_last_steps_beyond_it() -> None:
    whole = ", ".join(f"to {number}" for number in range(1, NAMED + 1))
    assert where(NAMED, [0], up) == f"after {whole}"
    last = ", ".join(f"to {number}" for number in range(2, NAMED + 2))
    assert where(NAMED + 1, [0], up) == f"after {NAMED + 1} steps, the last of them {last}"


def test_a_state_is_shown_if_no_way_to_it_is_found_among_the_nearest_states() -> None:
    assert where(LOOKED - 1, [0], up).startswith(f"after {LOOKED - 1} steps")
    assert where(LOOKED, [0], up) == f"in the state {LOOKED}"
    assert where(-1, [0], lambda _: [], lambda state: f"no. {state}") == "in the state no. -1"


def test_some_of_very_many_steps_are_followed() -> None:
    def many(state: int) -> Iterator[tuple[str, int]]:
        return ((f"to {there}", there) for there in range(1, 10**9)) if state == 0 else iter(())

    assert where(STEPS, [0], many) == f"after to {STEPS}"
    assert where(STEPS + 1, [0], many) == f"in the state {STEPS + 1}"


def test_the_way_is_a_shortest_one_and_begins_at_the_only_start() -> None:
    def steps(state: int) -> list[tuple[str, int]]:
        return [("one", state + 1), ("two", state + 2)]

    assert where(4, [0], steps) == "after two, two"
    assert where(0, [0], steps) == "at the start"
    assert where(4, [0, 1], steps) == "in the state 4"
