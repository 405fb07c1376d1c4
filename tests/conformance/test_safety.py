"""BPjs's own tests of its verifier: state counts, deadlocks and failed assertions."""

from __future__ import annotations

from typing import Any

import pytest

from counterpoint import (
    Answer,
    Body,
    Event,
    Program,
    Runner,
    check,
    events,
    never,
    sync,
    thread,
)

from .common import asks, asks_forever, run_of, trace_of

A, B, C, X, Z = events("A B C X Z")


# DfsBProgramVerifierTest


def aaab() -> Any:
    return Program(asks(*[A, A, A, B] * 10))


def test_the_first_b_after_three_a_is_found() -> None:
    """AAABTrace.js with the requirement that B is not selected."""
    assert trace_of(aaab(), never(B)) == (A, A, A, B)


def test_a_run_repeats_aaab_to_its_end() -> None:
    """AAABTrace.js, run."""
    assert run_of(aaab()) == (A, A, A, B) * 10


def deadlocking() -> Any:
    @thread
    def blocker() -> Body:
        yield sync(wait_for=A)
        yield sync(block=A)

    return Program(asks(A, A, A), blocker())


def test_a_request_that_is_blocked_for_ever_is_a_deadlock() -> None:
    """deadlocking.js."""
    assert trace_of(deadlocking(), "deadlock") == (A,)


def test_a_deadlock_is_no_failed_assertion() -> None:
    """deadlocking.js, inspected for failed assertions only."""
    assert check(deadlocking(), "assertions")


def test_a_run_into_a_deadlock_stops_and_says_so() -> None:
    """deadlocking.js, run."""
    outcome = Runner(deadlocking(), seed=0).run()
    assert (outcome.events, outcome.how) == ((A,), "deadlock")


def test_two_threads_that_block_each_other_after_a_are_a_deadlock() -> None:
    @thread
    def guard(wanted: Any, forbidden: Any) -> Body:
        yield sync(wait_for=A)
        yield sync(request=wanted, block=forbidden)

    program = Program(asks(A), guard(B, C), guard(C, B))
    assert trace_of(program, "deadlock") == (A,)


def test_two_one_shot_requesters_have_four_states_and_four_edges() -> None:
    verdicts = check(Program(asks(A), asks(B)), "assertions")
    assert verdicts
    assert (verdicts.states, verdicts.transitions) == (4, 4)


def test_two_requesters_that_loop_have_one_state() -> None:
    verdicts = check(Program(asks_forever(A), asks_forever(B)))
    assert verdicts
    assert verdicts.states == 1


def test_a_loop_variable_is_part_of_the_state() -> None:
    """Ten waits in a `for` loop, then a block: eleven states and a deadlock."""

    @thread
    def ten_times() -> Body:
        for _ in range(10):
            yield sync(wait_for=X)
        yield sync(block=X)

    verdicts = check(Program(ten_times(), asks_forever(X)))
    assert not verdicts["deadlock"]
    assert verdicts.states == 11


def test_equal_statements_at_different_lines_are_different_states() -> None:
    @thread
    def four_times() -> Body:
        yield sync(wait_for=X)
        yield sync(wait_for=X)
        yield sync(wait_for=X)
        yield sync(wait_for=X)

    verdicts = check(Program(four_times(), asks_forever(X)))
    assert verdicts
    assert (verdicts.states, verdicts.transitions) == (5, 5)


def six_then_boom() -> Any:
    @thread
    def boom() -> Body:
        for _ in range(6):
            yield sync(request=X)
        raise AssertionError("boom")

    return Program(boom())


def test_an_assertion_after_the_last_statement_of_a_thread_counts() -> None:
    assert trace_of(six_then_boom(), "assertions") == (X,) * 6


def test_a_search_cut_short_does_not_claim_that_all_is_well() -> None:
    """BPjs answers "no violation found" when its trace length ends the search; we say unknown."""
    verdict = check(six_then_boom(), "assertions", limit_states=6)["assertions"]
    assert verdict.answer is Answer.UNKNOWN


def test_a_monitor_fails_at_the_first_event_that_it_hears() -> None:
    """The failed assertion is a counted state without successors, as in BPjs."""

    @thread
    def numbers() -> Body:
        while True:
            for i in range(10):
                yield sync(request=X(i))

    @thread
    def poof() -> Body:
        while True:
            event = yield sync(wait_for=lambda e: e.name == "X")
            last = event
            assert event is not last, "Poof"

    verdicts = check(Program(numbers(), poof()), "assertions")
    assert not verdicts
    assert (verdicts.states, verdicts.transitions) == (2, 1)


ONE, TWO = B(1), B(2)


@thread
def answers(wanted: Any, other: Any) -> Body:
    while True:
        yield sync(wait_for=A)
        yield sync(request=wanted, wait_for=other)


def test_two_ways_to_one_state_are_one_state() -> None:
    """testDoublePathDiscovery: 1 -A-> 2 -B1 or B2-> 3 -C-> 1."""

    @thread
    def round_trip() -> Body:
        while True:
            yield sync(request=A)
            yield sync(wait_for=[ONE, TWO])
            yield sync(request=C)

    verdicts = check(Program(round_trip(), answers(ONE, TWO), answers(TWO, ONE)))
    assert (verdicts.states, verdicts.transitions) == (3, 4)


def test_a_variable_that_remembers_the_way_makes_two_states_of_it() -> None:
    """testDoublePathWithVariablesDiscovery."""

    @thread
    def round_trip() -> Body:
        last = None
        while True:
            yield sync(request=A)
            last = yield sync(wait_for=[ONE, TWO])
            yield sync(request=C)
            last = None  # noqa: F841 - what is remembered is part of the state

    verdicts = check(Program(round_trip(), answers(ONE, TWO), answers(TWO, ONE)))
    assert (verdicts.states, verdicts.transitions) == (4, 5)


def test_an_error_of_the_users_own_passes_through_with_its_line() -> None:
    """BPjs reports a JavaScript error as a violation; we raise the user's own exception."""

    @thread
    def crashes() -> Body:
        yield sync(request=A)
        yield sync(request=A)
        nothing: Any = None
        nothing.is_called()
        yield sync(request=A)

    with pytest.raises(AttributeError, match="is_called"):
        check(Program(crashes()))


def test_a_circle_of_six_events_has_six_states() -> None:
    @thread
    def circle() -> Body:
        while True:
            for name in "XYZWAB":
                yield sync(request=Event(name))

    verdicts = check(Program(circle()))
    assert (verdicts.states, verdicts.transitions) == (6, 6)


def test_a_thread_that_counts_in_a_dictionary_has_a_state_for_each_count() -> None:
    """hotColdThreadMonitor.js: bp.thread.data becomes a local variable."""
    hot, cold = events("hot cold")

    @thread
    def counter() -> Body:
        counts = {"hot": 0, "cold": 0}
        while True:
            counts[(yield sync(wait_for=lambda _: True)).name] += 1

    assert check(Program(asks(hot, hot), asks(cold, cold), counter())).states == 9


# VerificationResultOptionsTest


@thread
def deadlocker() -> Body:
    yield sync(block=B)


@thread
def assertor() -> Body:
    yield sync(wait_for=B)
    raise AssertionError("B happened")


@thread
def waits_for_ever() -> Body:
    yield sync(wait_for=Z)


def test_a_program_without_fault_has_none() -> None:
    assert check(Program(asks(A, B, C)))


def test_a_blocked_step_is_a_deadlock_that_names_the_blocker() -> None:
    verdict = check(Program(asks(A, B, C), deadlocker()))["deadlock"]
    assert not verdict
    assert "blocked by deadlocker" in verdict.reason


def test_a_failed_assertion_names_its_thread_and_its_message() -> None:
    verdict = check(Program(asks(A, B, C), assertor()))["assertions"]
    assert not verdict
    assert "assertor" in verdict.reason
    assert "B happened" in verdict.reason


def test_waiting_is_no_deadlock() -> None:
    """Z comes from nowhere: we ask for `external=()` to believe that, BPjs takes it for granted."""
    assert check(Program(asks(A, B, C), waits_for_ever(), external=()))


def test_what_only_the_outside_could_send_leaves_the_answer_open() -> None:
    """Where BPjs verifies with no outside events at all, we do not guess what may come."""
    verdicts = check(Program(asks(A, B, C), waits_for_ever()), "deadlock")
    assert verdicts["deadlock"].answer is Answer.UNKNOWN
    assert "external=" in verdicts["deadlock"].reason


def test_an_assertion_before_the_first_statement_fails_in_the_first_state() -> None:
    """ImmediateAssert.js."""

    @thread
    def forward() -> Body:
        raise AssertionError("failRightAway!")
        yield sync(request=A)

    verdicts = check(Program(forward(), assertor()))
    assert not verdicts["assertions"]
    trace = verdicts["assertions"].trace
    assert trace is not None
    assert trace.events == ()
    assert "failRightAway!" in verdicts["assertions"].reason
    assert verdicts.states == 1


# MultipleViolationsTest, FailedAssertionTest


def test_each_of_several_assertions_that_fail_is_found() -> None:
    """MultipleFailedAssertions.js: BPjs goes on to count three; here each is asked for alone."""

    @thread
    def boom(after: Any) -> Body:
        yield sync(wait_for=X(0))
        yield sync(wait_for=X(after))
        raise AssertionError(f"{after} happened")

    @thread
    def push() -> Body:
        yield sync(request=X(0))
        yield sync(request=[X(n) for n in (1, 2, 3, 4)])
        for _ in range(8):
            yield sync(request=X(4))

    for after in (1, 2, 3):
        assert trace_of(Program(push(), boom(after)), "assertions") == (X(0), X(after))
    together = check(Program(push(), boom(1), boom(2), boom(3)), "assertions")
    assert "boom(1)" in together["assertions"].reason


PIFF, PUFF, POOF, PEFF = events("piff puff poof peff")


def test_a_failed_assertion_ends_a_run_after_the_event_that_caused_it() -> None:
    @thread
    def assertor() -> Body:
        yield sync(wait_for=POOF)
        raise AssertionError("Poof has happened.")

    failed = []

    class Listener:
        def assertion_failed(self, runner: Any, name: Any, place: Any, error: Any) -> None:
            failed.append((name, str(error)))

    runner = Runner(Program(assertor(), asks(PIFF, PUFF, POOF, PEFF)), listeners=[Listener()])
    with pytest.raises(AssertionError, match="Poof has happened"):
        runner.run()
    assert runner.events == (PIFF, PUFF, POOF)
    assert failed == [("assertor", "Poof has happened.")]


def test_without_the_assertion_the_run_goes_on_to_its_end() -> None:
    assert run_of(Program(asks(PIFF, PUFF, POOF, PEFF))) == (PIFF, PUFF, POOF, PEFF)


# BProgramJsProxyTest


@pytest.mark.parametrize("blocked", [X, lambda event: event.name == "X"], ids=["event", "set"])
def test_a_thread_that_blocks_its_own_request_is_a_deadlock(blocked: Any) -> None:
    """bpsync-blockrequest.js and its predicate twin; as in BPjs a warning comes with it."""

    @thread
    def helloer() -> Body:
        yield sync(request=X)
        yield sync(request=X, block=blocked)

    with pytest.warns(match=r"helloer.*blocks all that it requests"):
        assert run_of(Program(helloer())) == (X,)
    verdicts = check(Program(helloer()), "deadlock")
    assert not verdicts["deadlock"]
    assert verdicts.trace is not None
    assert verdicts.trace.events == (X,)
    assert any("helloer" in warning for warning in verdicts.warnings)
