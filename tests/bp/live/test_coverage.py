"""What runs cover: events, and the statements of b-threads."""

from __future__ import annotations

from counterpoint import Body, Coverage, Program, Runner, sync, thread

from .saved_programs import GO, A, B, C, both_ways, either, guarded


def test_events_are_counted_over_several_runs() -> None:
    coverage = Coverage(either)
    for seed in range(3):
        Runner(either, seed=seed, listeners=[coverage]).run()
    assert sum(coverage.events.values()) == 18
    assert set(coverage.unselected) == {C, GO}


def test_statements_are_covered_when_a_b_thread_comes_to_them() -> None:
    coverage = Coverage(guarded)
    runner = Runner(guarded, listeners=[coverage])
    assert len(coverage.unreached) == 5
    for event in (A, B):
        runner.force(event)
    assert [place.text for place in coverage.unreached] == ["yield sync(request=C)"]
    assert {place.text: count for place, count in coverage.statements.items()} == {
        "yield sync(request=[A, B])": 2,
        "yield sync(wait_for=GO)": 1,
        "yield sync(wait_for=A)": 1,
        "yield sync(wait_for=B, block=A)": 1,
    }


def test_all_is_covered_in_the_end() -> None:
    program = Program(both_ways(1), external=[GO])
    coverage = Coverage(program)
    for event in (A, B):
        runner = Runner(program, listeners=[coverage])
        for each in (event, GO, C):
            runner.force(each)
    assert (coverage.unselected, coverage.unreached) == ((), ())


@thread
def delegates() -> Body:
    yield from parts()
    yield sync(request=C)


def parts() -> Body:
    yield sync(request=A)
    yield sync(request=B)


def test_statements_taken_in_by_yield_from_count_when_they_are_reached() -> None:
    program = Program(delegates())
    coverage = Coverage(program)
    assert [place.text for place in coverage.unreached] == ["yield sync(request=C)"]
    Runner(program, listeners=[coverage]).run()
    assert len(coverage.statements) == 3
    assert not coverage.unreached
