"""Several threads find the states of a model that one thread finds, in the same order."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from counterpoint import native
from counterpoint.engines.base import hashtable
from counterpoint.engines.base.limits import Limits
from counterpoint.engines.base.task import Progress, Task
from counterpoint.engines.search.compiled.search import search
from counterpoint.engines.search.compiled.space import Space
from counterpoint.errors import OutOfSort
from counterpoint.model.model import Model
from counterpoint.model.step import step
from counterpoint.stopped import INTERRUPTED
from counterpoint.tuning import Tuning
from tests.share import share
from tests.tunings import PACKED

from .models import board, models

FORMS = {"a bitmap": Tuning(sorted_level=16), "a hash table": PACKED}

SIZES = st.fixed_dictionaries(
    {
        "threads": st.sampled_from((2, 3, 5)),
        "block_from": st.sampled_from((1, 2, 100)),
        "block_steps": st.sampled_from((1, 40, 1 << 8, 1 << 14)),
        "block_rooms": st.sampled_from((0, 1, 4)),
        "block_share": st.sampled_from((0.5, 2.0)),
        "chunk_states": st.sampled_from((1, 2, 16, 256)),
        "block_chunks": st.sampled_from((1, 3, 100)),
        "first_room": st.sampled_from((1, 64, 1 << 12)),
        "reserved": st.sampled_from((1, 1 << 12)),
        "batch": st.sampled_from((1, 8)),
    }
)


def everything(found: Space) -> tuple[Any, ...]:
    """All that a search found: states in their order, levels, steps."""
    cells = found.states * (found.code.layout.words if found.form.name == "PACKED" else 1)
    edges = found.edges
    kept = () if edges is None else (edges.start, edges.target, edges.event)
    return (
        found.states,
        found.transitions,
        found.stopped,
        found.record.queue[:cells].tolist(),
        found.levels.tolist(),
        [each.tolist() for each in kept],
    )


def outcome(model: Model, task: Task) -> tuple[Any, ...]:
    """All that a search finds, or the error that it raises."""
    try:
        return everything(search(model, task))
    except OutOfSort as error:
        return (str(error),)


@pytest.fixture(params=FORMS)
def form(request: pytest.FixtureRequest) -> Tuning:
    return FORMS[request.param]


def tuned(form: Tuning, **sizes: Any) -> Tuning:
    return replace(form, **{"threads": 2, "block_from": 1, "chunk_states": 2, **sizes})


@pytest.mark.slow
@pytest.mark.parametrize("edges", [False, True])
def test_any_sizes_of_blocks_find_what_one_thread_finds(form: Tuning, edges: bool) -> None:
    model = board(3, 2, 2)
    expected = everything(search(model, Task(tuning=replace(form, threads=1), edges=edges)))

    @settings(max_examples=share(12), deadline=None, derandomize=True)
    @given(SIZES)
    def compare(sizes: dict[str, Any]) -> None:
        task = Task(tuning=replace(form, **sizes), edges=edges)
        assert everything(search(model, task)) == expected

    compare()


@pytest.mark.slow
def test_random_models_have_the_states_that_one_thread_finds(form: Tuning) -> None:
    @settings(
        max_examples=share(10),
        deadline=None,
        derandomize=True,
        suppress_health_check=list(HealthCheck),
    )
    @given(models(), SIZES, st.booleans())
    def compare(model: Model, sizes: dict[str, Any], edges: bool) -> None:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(native, "build", native.twin)
            found = [
                outcome(model, Task(tuning=replace(form, **each), edges=edges))
                for each in ({"threads": 1}, sizes)
            ]
            assert found[0] == found[1]

    compare()


def test_a_table_of_many_parts_is_filled_by_all_threads(blocks: list[int]) -> None:
    model = board(4, 3, 3)
    expected = everything(search(model, Task(tuning=replace(PACKED, threads=1))))
    sizes = tuned(PACKED, threads=3, chunk_states=100, block_from=50)
    assert everything(search(model, Task(tuning=sizes))) == expected
    assert sum(expanded for expanded in blocks if expanded > 0) > 100_000


def test_levels_with_few_states_are_left_to_one_thread(form: Tuning, blocks: list[int]) -> None:
    found = search(board(3, 3, 3), Task(tuning=tuned(form, block_from=900)))
    sizes = np.diff(found.levels.astype(np.int64))
    assert sum(expanded for expanded in blocks if expanded > 0) == sizes[sizes >= 900].sum()


def fan() -> Model:
    """A level of 200 states, and then one of 20, found in descending order."""
    model = Model("fan")
    n = model.var("n", range(300), init=0)

    @model.action(to=range(1, 201))
    def spread(to: int) -> object:
        return step(when=n == 0, set={n: to})

    @model.action(at=range(1, 201))
    def gather(at: int) -> object:
        return step(when=n == at, set={n: 290 - at // 10})

    return model


@pytest.mark.parametrize("threads", [1, 3])
def test_a_level_is_sorted_if_it_is_large_or_the_one_before(threads: int) -> None:
    sizes = Tuning(threads=threads, sorted_level=50, block_from=1, chunk_states=2)
    found = search(fan(), Task(tuning=sizes))
    assert found.levels.tolist() == [0, 1, 201, 222]
    assert found.record.queue[:222].tolist() == [*range(201), *range(270, 291)]


def test_blocks_end_where_the_numbers_of_new_states_would_be_too_large(
    monkeypatch: pytest.MonkeyPatch, blocks: list[int]
) -> None:
    expected = everything(search(counter(100), Task(tuning=replace(PACKED, threads=1))))
    monkeypatch.setattr(hashtable, "MOST_STATES", 20_000)
    sizes = tuned(PACKED, block_from=20, block_steps=15_000)
    assert everything(search(counter(100), Task(tuning=sizes))) == expected
    assert {0} < set(blocks)


def counter(last: int) -> Model:
    """Counts two digits up to `last`; the square above it has no room for one of them."""
    model = Model("counter")
    digits = [model.var(f"n{i}", range(101), init=0) for i in range(2)]

    @model.action(at=range(2))
    def add(at: int) -> object:
        return step(when=digits[at] < last, set={digits[at]: digits[at] + 1})

    return model


def test_a_fault_is_the_first_that_one_thread_finds(form: Tuning, blocks: list[int]) -> None:
    with pytest.raises(OutOfSort) as expected:
        search(counter(101), Task(tuning=replace(form, threads=1)))
    for chunk in (1, 3, 50):
        with pytest.raises(OutOfSort) as told:
            search(counter(101), Task(tuning=tuned(form, chunk_states=chunk)))
        assert str(told.value) == str(expected.value)
    assert 0 in blocks


def test_an_interruption_gives_whole_blocks(form: Tuning, blocks: list[int]) -> None:
    def interrupt(progress: Progress) -> None:
        if progress.states > 1_000:
            raise KeyboardInterrupt

    task = Task(tuning=tuned(form), watch=interrupt)
    found = search(board(3, 3, 3), task)
    assert found.stopped == INTERRUPTED
    assert 1_000 < found.states < 5_478
    whole = search(board(3, 3, 3), Task(tuning=replace(form, threads=1)))
    assert {found.state(n) for n in range(found.states)} <= {
        whole.state(n) for n in range(whole.states)
    }
    for number in range(found.states):
        assert found.number(found.state(number)) == number


def test_a_limit_of_states_is_passed_by_few(form: Tuning) -> None:
    found = search(counter(100), Task(Limits(states=5_000), tuning=tuned(form)))
    assert found.stopped == "the limit of 5,000 states was reached"
    assert 5_000 < found.states < 5_200


def test_where_blocks_have_no_room_one_thread_goes_on(form: Tuning) -> None:
    whole = everything(search(counter(100), Task(tuning=replace(form, threads=1))))
    sizes = tuned(form, block_steps=1 << 16, chunk_states=64)
    assert everything(search(counter(100), Task(Limits(memory=1_500_000), tuning=sizes))) == whole
