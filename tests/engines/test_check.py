"""What `check` answers, with which counterexample, and why."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest

from counterpoint import (
    ALL,
    Body,
    Event,
    Model,
    Priority,
    Program,
    ThreadPriority,
    after,
    check,
    event_set,
    named,
    never,
    no_deadlock,
    no_hot_cycle,
    no_hot_system_cycle,
    step,
    sync,
    thread,
)
from counterpoint.engines.decide.network.check import NetworkCheck
from counterpoint.errors import BadModel, Fault, Misuse, NothingToCheck, Undecided, UnknownName
from counterpoint.model.property import Property, property_named
from counterpoint.tuning import Tuning
from counterpoint.verdict import Answer
from tests.tunings import UNHURRIED

from . import programs as p

A, B, C, D = p.EVENTS


@thread
def hot_wait(event: Event) -> Any:
    yield sync(wait_for=event, hot=True)


@thread
def hears_in_time(event: Event, seconds: float) -> Any:
    yield sync(wait_for=[event, after(seconds)])


@thread
def lets_in_between(first: Event, event: Event, last: Event) -> Any:
    while True:
        yield sync(wait_for=first, block=event)
        yield sync(request=last)


@thread
def is_stuck_after(event: Event) -> Any:
    yield sync(wait_for=event)
    yield sync(request=B, block=[event, B])


@thread
def ends_all(first: Event) -> Any:
    if (yield sync(wait_for=ALL)) is first:
        yield sync(block=ALL)


@thread
def fails_after(first: Event) -> Any:
    event = yield sync(wait_for=ALL)
    if event is first:
        raise AssertionError("it came first")


def all_requested(statements: Any) -> list[Event]:
    """A strategy of a user's own, so that the states are enumerated in Python."""
    return [event for said in statements for event in said.sync.request]


@thread
def hot_cycle(*wanted: Event) -> Any:
    while True:
        for event in wanted:
            yield sync(request=event, hot=True)


@thread
def hot_one_of_three(place: int) -> Any:
    while True:
        for index, event in enumerate((A, B, C)):
            yield sync(wait_for=event, hot=index == place)


class TestAnswers:
    def test_a_property_that_holds_makes_the_check_true(self) -> None:
        verdicts = check(Program(p.request(A)), never(B))
        assert verdicts
        assert verdicts.properties[0].answer is Answer.HOLDS

    def test_a_property_that_fails_makes_the_check_false_and_gives_a_shortest_trace(self) -> None:
        verdicts = check(Program(p.request(A, times=3), p.wait_then_request(A, 2, B)), never(B))
        assert not verdicts
        assert verdicts.trace is not None
        assert verdicts.trace.events == (A, A, B)

    def test_an_unknown_answer_cannot_be_used_as_true_or_false(self) -> None:
        verdicts = check(Program(p.count_events()), never(B), limit_states=20)
        assert verdicts.answer is Answer.UNKNOWN
        with pytest.raises(Undecided, match="number takes ever new values"):
            bool(verdicts)
        with pytest.raises(Undecided):
            bool(verdicts.properties[0])

    def test_a_failure_found_before_the_limit_is_a_failure(self) -> None:
        verdicts = check(Program(p.count_events()), never(Event("Number", 5)), limit_states=20)
        assert not verdicts
        assert not verdicts.complete

    def test_the_counterexample_is_replayed_on_the_live_program(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def follow(self: object, events: object) -> None:
            raise Fault("the live run did something else")

        monkeypatch.setattr("counterpoint.bp.local.processes.lockstep.Lockstep.follow", follow)
        with pytest.raises(Fault, match="something else"):
            check(Program(p.request(A)), never(A))

    def test_live_runs_go_beside_the_automata_before_an_answer_of_holds(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        ran = []
        monkeypatch.setattr(
            "counterpoint.bp.local.processes.lockstep.Lockstep.wander",
            lambda self, **_: ran.append(self),
        )
        assert check(Program(p.request(A)), never(B))
        assert ran

    def test_a_program_is_checked_many_times_with_the_same_answer(self) -> None:
        program = Program(p.request(A, times=2), p.request(B, times=2))
        first, second = check(program, never(C)), check(program, never(C))
        assert (first.states, first.transitions) == (second.states, second.transitions) == (9, 12)

    def test_a_trace_can_be_replayed_on_its_program(self) -> None:
        program = Program(p.request(A), p.wait_then_block(A, 2))
        trace = check(program, "deadlock").trace
        assert trace is not None
        trace.replay(program)


class TestDefaults:
    def test_without_requirements_assertions_deadlock_and_hot_termination_are_checked(self) -> None:
        names = [verdict.name for verdict in check(Program(p.request(A)))]
        assert names == ["assertions", "deadlock", "hot-termination"]

    def test_with_requirements_these_are_checked(self) -> None:
        program = Program(p.request(A), requirements={"no B": never(B), "no C": never(C)})
        assert [verdict.name for verdict in check(program)] == ["no B", "no C"]

    def test_a_failed_assertion_is_never_passed_over(self) -> None:
        program = Program(p.request(A), p.forbid(A), requirements={"no B": never(B)})
        verdicts = check(program)
        assert not verdicts
        assert verdicts["assertions"].answer is Answer.FAILS

    def test_a_requirement_is_found_by_its_name_or_by_itself(self) -> None:
        wanted = never(B)
        program = Program(p.request(A), requirements={"no B": wanted, "no C": never(C)})
        assert [v.name for v in check(program, "no B")] == ["no B"]
        assert [v.name for v in check(program, wanted)] == ["no B"]

    def test_a_property_may_be_asked_for_in_the_words_of_answers(self) -> None:
        asked = ("no hot termination", "no failed assertion", "no deadlock", "no hot cycle")
        names = ["hot-termination", "assertions", "deadlock", "hot-cycle"]
        assert [v.name for v in check(Program(p.request(A)), *asked)] == names

    @pytest.mark.parametrize("name", ["deadlock", "hot-cycle", "hot-cycle:pour"])
    def test_a_requirement_may_be_a_property_by_its_name(self, name: str) -> None:
        program = Program(p.request(A), p.wait_then_block(A, 0), requirements={"goes on": name})
        assert program.requirements["goes on"] == property_named(name)

    def test_a_requirement_that_says_deadlock_is_about_every_state(self) -> None:
        program = Program(
            p.request(A), p.wait_then_block(A, 0), requirements={"goes on": "deadlock"}
        )
        assert check(program)["goes on"].answer is Answer.FAILS

    @pytest.mark.parametrize("has_atom", [False, True])
    def test_the_name_of_an_atom_is_a_formula_in_a_requirement(self, has_atom: bool) -> None:
        model = Model()
        n = model.var("n", range(2), init=0)
        if has_atom:
            model.atom("deadlock", n == 0)
        model.requires(stuck="deadlock")

        @model.action
        def up() -> object:
            return step(when=n < 1, set={n: n + 1})

        assert check(model)["stuck"].answer is (Answer.HOLDS if has_atom else Answer.FAILS)

    def test_a_requirement_about_an_atom_that_is_named_like_a_property_needs_another_name(
        self,
    ) -> None:
        model = Model()
        model.atom("deadlock", model.var("n", range(2), init=0) == 0)
        model.requires(deadlock="deadlock")
        with pytest.raises(BadModel, match="'deadlock' has the name of another property"):
            check(model)

    def test_an_unknown_property_is_refused_with_the_names_there_are(self) -> None:
        program = Program(p.request(A), requirements={"no B": never(B)})
        with pytest.raises(UnknownName, match="there are no B, assertions, deadlock"):
            check(program, "no D")
        with pytest.raises(Misuse, match="is not a property"):
            check(program, 3)  # type: ignore[arg-type]

    def test_a_program_without_b_threads_gives_nothing_to_check(self) -> None:
        with pytest.raises(NothingToCheck):
            check(Program())


class TestAssertions:
    def test_the_b_thread_the_line_and_the_message_are_named(self) -> None:
        verdict = check(Program(p.request(A, B), p.forbid(B)), "assertions").properties[0]
        assert verdict.answer is Answer.FAILS
        assert verdict.reason.startswith("assertion of forbid(B) failed: B came (")
        assert "programs.py:" in verdict.reason
        assert verdict.trace is not None
        assert verdict.trace.events == (B,)

    def test_a_state_with_a_failed_assertion_is_counted_and_has_no_successors(self) -> None:
        verdicts = check(Program(p.request(A, B), p.forbid(B)), "assertions")
        assert (verdicts.states, verdicts.transitions) == (2, 2)

    def test_an_assertion_that_only_an_impossible_history_fails_does_not_count(self) -> None:
        assert check(Program(p.request(A), p.forbid(B), external=()), "assertions")

    def test_an_exception_of_the_users_passes_through_whole_with_the_way_to_it(self) -> None:
        @thread
        def divide() -> Any:
            yield sync(wait_for=A)
            yield sync(wait_for=B)
            1 / 0  # noqa: B018 - it is to fail

        with pytest.raises(ZeroDivisionError) as raised:
            check(Program(p.request(A, B), divide()))
        notes = "\n".join(raised.value.__notes__)
        assert "in b-thread divide" in notes
        assert "after the events: A, B" in notes


class TestDeadlock:
    def test_requests_that_are_all_blocked_are_a_deadlock_and_the_blockers_are_named(self) -> None:
        verdict = check(Program(p.request(A), p.wait_then_block(A, 2)), "deadlock").properties[0]
        assert verdict.trace is not None
        assert verdict.trace.events == (A, A)
        assert "A (requested by request(A)) is blocked by wait_then_block(A,2)" in verdict.reason

    def test_pure_waiting_is_no_deadlock(self) -> None:
        assert check(Program(p.wait_then_block(A, 2), external=()), no_deadlock())

    def test_after_a_final_event_nothing_is_a_deadlock(self) -> None:
        threads = (p.request(A, B), p.wait_then_block(A, 1), p.wait_then_block(B, 1))
        assert not check(Program(*threads), no_deadlock())
        assert check(Program(*threads, final=[A, B]), no_deadlock())

    def test_a_deadlock_on_a_way_without_a_final_event_still_counts(self) -> None:
        @thread
        def stop_after(first: Event, second: Event) -> Any:
            yield sync(wait_for=[first, second])
            yield sync(block=[A, B])

        verdicts = check(Program(p.request(A, B), stop_after(A, B), final=A), no_deadlock())
        assert not verdicts
        assert verdicts.trace is not None
        assert verdicts.trace.events == (B,)

    def test_an_event_from_outside_that_can_still_come_is_no_deadlock(self) -> None:
        threads = (p.request(A), p.wait_then_block(A, 1))
        assert check(Program(*threads, external=[B]), no_deadlock())
        assert not check(Program(*threads, external=[A]), no_deadlock())


class TestHot:
    def test_a_hot_b_thread_left_waiting_is_named(self) -> None:
        program = Program(p.request(A, times=1), hot_wait(B), external=())
        verdict = check(program, "hot-termination").properties[0]
        assert verdict.answer is Answer.FAILS
        assert verdict.reason == "hot_wait(B) must go on, and nothing is selected"

    def test_the_outside_may_stay_silent_so_waiting_hot_for_it_fails(self) -> None:
        assert not check(Program(hot_wait(B), external=[B]), "hot-termination")

    @pytest.mark.parametrize("kind", ["weak", "strong"])
    def test_to_rest_for_ever_neglects_a_fair_event_that_can_come(self, kind: str) -> None:
        def holds(*threads: Any, fair: Any) -> bool:
            promised: dict[str, Any] = {kind: [fair]}
            program = Program(*threads, external=[B, C], **promised)
            return bool(check(program, "hot-termination", audit="all"))

        assert holds(hot_wait(B), fair=B)
        assert holds(hot_wait(B), fair=A | C)  # C can always come, so no fair run rests
        assert not holds(hot_wait(B), fair=A)  # it never comes
        assert not holds(hot_wait(A), p.wait_then_block(B, 1), fair=B)  # it is blocked once it came

    def test_a_b_thread_that_stays_hot_on_a_cycle_of_others_is_named_with_the_cycle(self) -> None:
        program = Program(p.alternate_requests(A, B), hot_wait(C), external=())
        verdict = check(program, no_hot_cycle()).properties[0]
        assert verdict.reason == "hot_wait(C) stays hot around a cycle"
        assert verdict.trace is not None
        assert verdict.trace.loop == 0
        assert verdict.trace.events == (A, B)

    def test_a_b_thread_may_advance_and_still_be_hot_all_around(self) -> None:
        assert not check(Program(hot_cycle(A, B)), no_hot_cycle("hot_cycle(A,B)"))

    def test_a_set_that_is_hot_in_turn_is_a_hot_system_cycle(self) -> None:
        threads = [hot_one_of_three(place) for place in range(3)]
        driver = p.in_turn(A, B, C)
        program = Program(driver, *threads)
        names = program.names[1:]
        assert check(program, no_hot_cycle(*names))
        assert check(program, no_hot_system_cycle(*names[:2]))
        assert not check(program, no_hot_system_cycle(*names))

    def test_a_cycle_is_entered_by_a_stem(self) -> None:
        @thread
        def late() -> Any:
            yield sync(wait_for=A)
            while True:
                yield sync(wait_for=B, hot=True)

        program = Program(p.request(A, times=1), p.request(B), late())
        trace = check(program, no_hot_cycle("late")).trace
        assert trace is not None
        assert trace.loop == len(trace.events) - 1
        trace.replay(program)


class TestVacuity:
    def test_never_is_vacuous_when_nothing_requests_the_event(self) -> None:
        verdict = check(Program(p.request(A)), never(B)).properties[0]
        assert verdict.vacuous
        assert verdict.reason == "no b-thread ever requests it"

    def test_never_is_vacuous_when_no_requester_leaves_its_first_statement(self) -> None:
        blocker = p.wait_then_block(B, 0)
        program = Program(p.request(A, B), p.wait_then_request(B, 1, C), blocker)
        verdict = check(program, never(C)).properties[0]
        assert verdict.vacuous
        assert verdict.reason.endswith("ever leaves its first statement: wait_then_request")

    def test_never_is_not_vacuous_when_a_request_is_blocked(self) -> None:
        program = Program(p.request(A), p.request(B), p.wait_then_block(B, 0))
        assert not check(program, never(B)).properties[0].vacuous

    def test_never_of_an_outside_event_is_not_vacuous_where_it_is_blocked(self) -> None:
        program = Program(p.request(A, times=1), p.wait_then_block(B, 0), external=[B])
        verdict = check(program, never(B)).properties[0]
        assert (verdict.answer, verdict.vacuous) == (Answer.HOLDS, False)

    @pytest.mark.parametrize("asked", [never(B), never({B, C}), never({B, after(2)})])
    def test_never_of_an_outside_event_is_vacuous_where_something_always_goes_on(
        self, asked: Property
    ) -> None:
        program = Program(p.request(A), hears_in_time(B, 2), external=[B])
        verdict = check(program, asked, audit="all").properties[0]
        assert (verdict.answer, verdict.vacuous) == (Answer.HOLDS, True)
        assert verdict.reason.startswith("it would come where nothing requested can be selected")

    def test_never_of_an_outside_event_is_not_vacuous_if_a_b_thread_requests_it_too(self) -> None:
        asks = Program(p.request(A), p.request(B), p.wait_then_block(B, 0), external=[B])
        assert not check(asks, never(B)).properties[0].vacuous
        threads = p.request(A, C), p.wait_then_block(C, 0), p.wait_then_request(C, 1, B)
        stays = Program(*threads, external=[B])
        verdict = check(stays, never(B), audit="all").properties[0]
        assert verdict.vacuous
        assert "ever leaves its first statement" in verdict.reason

    def test_assertions_are_vacuous_where_none_can_fail(self) -> None:
        assert check(Program(p.request(A)), "assertions").properties[0].vacuous
        threads = (p.request(A), p.request(B), p.wait_then_block(B, 0))
        moved = Program(*threads, p.wait_then_assert_not(A, B))
        assert not check(moved, "assertions").properties[0].vacuous

    def test_deadlock_is_not_vacuous_under_a_strategy_of_a_users_own(self) -> None:
        (verdict,) = check(Program(p.request(A), strategy=all_requested), "deadlock", audit="all")
        assert (verdict.answer, verdict.vacuous) == (Answer.HOLDS, False)

    def test_deadlock_is_not_vacuous_where_requests_come_after_a_final_event(self) -> None:
        program = Program(is_stuck_after(A), external=[A], final=[A])
        (verdict,) = check(program, "deadlock", audit="all")
        assert (verdict.answer, verdict.vacuous) == (Answer.HOLDS, False)

    def test_hot_properties_are_vacuous_without_hot_b_threads(self) -> None:
        verdicts = check(Program(p.request(A)), "hot-termination", "hot-cycle", "hot-system-cycle")
        assert all(verdict.vacuous for verdict in verdicts)


class TestOutside:
    def test_waiting_for_what_nobody_requests_is_unknown_until_the_outside_is_declared(
        self,
    ) -> None:
        threads = (p.request(A), p.wait_then_block(B, 1))
        verdict = check(Program(*threads), never(C)).properties[0]
        assert verdict.answer is Answer.UNKNOWN
        assert "wait_then_block(B,1) waits for B, which no b-thread requests" in verdict.reason
        assert check(Program(*threads, external=()), never(C))
        assert check(Program(*threads, external=[B]), never(C))

    def test_a_rule_that_is_switched_off_still_counts_as_requesting(self) -> None:
        program = Program(p.request(A), p.wait_then_block(B, 1), p.alternate_requests(B, A))
        assert check(program.without("alternate_requests"), never(C))

    def test_an_outside_event_comes_only_when_no_request_can_be_selected(self) -> None:
        """And not at all once every b-thread has ended: the run is over."""
        program = Program(p.request(A, times=2), external=[B])
        verdicts = check(program, never(D))
        assert (verdicts.states, verdicts.transitions) == (3, 2)

    def test_a_blocked_outside_event_does_not_come(self) -> None:
        program = Program(p.wait_then_block(B, 0), external=[A, B])
        assert check(program, never(B))
        assert not check(program, never(A))


class TestSets:
    def test_predicates_over_data_are_closed_over_what_can_be_requested(self) -> None:
        @thread
        def ask(number: int) -> Any:
            yield sync(request=Event("Number", number))

        def is_odd(event: Any) -> Any:
            return event.args[0] % 2 == 1

        @thread
        def no_odd() -> Any:
            yield sync(block=is_odd)

        program = Program(*map(ask, range(4)), no_odd())
        verdicts = check(program, never(is_odd))
        assert verdicts
        assert verdicts.states == 4
        assert not check(program, never(named("Number")))

    def test_never_of_the_empty_set_holds(self) -> None:
        assert check(Program(p.request(A)), never(event_set(())))


class TestLimits:
    @pytest.mark.parametrize(
        ("options", "limit"),
        [
            ({"limit_states": 2000}, "the limit of states"),
            ({"limit_memory": "1M"}, "the limit of memory"),
            ({"tuning": Tuning(table_bytes=1 << 14)}, r"Tuning\(table_bytes=\.\.\.\)"),
        ],
    )
    def test_the_limit_that_an_unbounded_b_thread_came_to_is_named(
        self, options: dict[str, Any], limit: str
    ) -> None:
        verdict = check(Program(p.count_up()), never(B), **options).properties[0]
        assert verdict.answer is Answer.UNKNOWN
        named = r"b-thread count_up has more than [\d,]+ local states at .*: number takes ever new"
        assert re.match(rf"{named} values\. Raise {limit} if that is meant", verdict.reason)

    def test_a_b_thread_without_bounds_of_its_own_is_decided_where_others_bound_it(self) -> None:
        verdicts = check(Program(p.count_events(), p.stop_at(700)), never(B))
        assert verdicts
        assert verdicts.states == 701

    @pytest.mark.parametrize("strategy", [None, all_requested], ids=["native", "enumerated"])
    @pytest.mark.parametrize("limit", [6, 100, 250, None])
    def test_what_fails_within_the_limit_is_seen_however_far_b_threads_were_explored(
        self, limit: int | None, strategy: Any
    ) -> None:
        @thread
        def count() -> Body:
            n = 0
            while True:
                n += 1
                yield sync(request=Event("E", n=n))

        @thread
        def echo() -> Body:
            n = 0
            while True:
                n = (yield sync(wait_for=ALL)).n
                assert n != 5

        verdicts = check(Program(count(), echo(), strategy=strategy), limit_states=limit)
        assert (verdicts.states, verdicts["assertions"].answer) == (6, Answer.FAILS)

    def test_what_b_threads_learn_of_each_other_counts_as_work(self) -> None:
        @thread
        def grow(first: int) -> Body:
            n = first
            while True:
                n = 1 + (yield sync(wait_for=ALL, request=Event("E", n=n))).n

        program, unread = Program(grow(0), grow(1)), Tuning(local_work=1 << 14, local_parts=1 << 20)
        counted = check(program, limit_states=250, tuning=unread)
        assert counted.states < 200
        assert re.match(
            r"b-thread grow\(\d\) takes too much work after \d+ local states at .*: n",
            counted["assertions"].reason,
        )
        free = replace(unread, local_learning=0)
        assert check(program, limit_states=250, tuning=free).states > 250

    def test_a_limit_of_memory_is_given_in_words(self) -> None:
        program = Program(*(p.request(event, times=12) for event in p.EVENTS))
        (verdict,) = check(program, never(Event("E")), limit_memory="100k", engine="explicit")
        assert verdict.answer is Answer.UNKNOWN
        assert verdict.reason == "the limit of 100.0 KB of memory was reached"

    def test_stop_first_ends_at_the_first_failure(self) -> None:
        program = Program(*(p.request(event, times=20) for event in p.EVENTS))
        verdicts = check(program, never(A), never(Event("E")), stop_first=True)
        assert not verdicts.complete
        assert verdicts.states < 21**4
        assert [v.answer for v in verdicts] == [Answer.FAILS, Answer.UNKNOWN]
        assert verdicts.properties[1].reason == "stopped at the first failure"

    def test_stop_first_does_not_stop_at_a_final_state(self) -> None:
        several = [p.request(event, times=15) for event in p.EVENTS]
        held = check(Program(*several, ends_all(A), final=A), "deadlock", stop_first=True)
        assert (held.complete, held["deadlock"].answer) == (True, Answer.HOLDS)
        stuck = Program(*several, ends_all(A), p.wait_then_block(ALL, 30), final=A)
        assert check(stuck, "deadlock", stop_first=True)["deadlock"].answer is Answer.FAILS

    @pytest.mark.parametrize("wanted", ["assertions", "deadlock", "hot-termination"])
    def test_stop_first_stops_at_what_fails_and_at_nothing_else(self, wanted: str) -> None:
        ends = {"assertions": fails_after, "deadlock": ends_all, "hot-termination": ends_all}
        several = [p.request(event, times=15) for event in p.EVENTS]
        held = check(Program(*several, hot_wait(A)), wanted, stop_first=True)
        assert (held.complete, held[wanted].answer) == (True, Answer.HOLDS)
        failed = check(Program(*several, ends[wanted](B), hot_wait(A)), wanted, stop_first=True)
        assert (failed.complete, failed[wanted].answer) == (False, Answer.FAILS)
        assert failed.states < held.states


class TestWarnings:
    def test_priorities_that_the_strategy_ignores_are_warned_of(self) -> None:
        program = Program(p.request(A, priority=2))
        assert any("has no effect" in text for text in check(program, never(B)).warnings)
        heeded = program.selecting(Priority())
        assert check(heeded, never(B)).warnings == ()

    def test_a_statement_that_blocks_what_it_requests_is_warned_of(self) -> None:
        @thread
        def confused() -> Any:
            yield sync(request=A, block=A)

        assert any("blocks all" in text for text in check(Program(confused()), never(B)).warnings)

    def test_a_predicate_that_never_matches_is_warned_of(self) -> None:
        @thread
        def guard() -> Any:
            yield sync(block=named("Misspelt"))

        warnings = check(Program(p.request(A), guard()), never(B)).warnings
        assert any("matches no event" in text for text in warnings)


class TestInterruption:
    def test_reading_b_threads_can_be_interrupted_and_leaves_every_property_unknown(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def press(self: Program) -> Any:
            raise KeyboardInterrupt

        monkeypatch.setattr(Program, "network", press)
        verdicts = check(Program(p.request(A)), never(A), "deadlock")
        assert [v.answer for v in verdicts] == [Answer.UNKNOWN] * 2
        assert verdicts.properties[0].reason == "interrupted"
        assert (verdicts.states, verdicts.complete) == (0, False)

    def test_a_property_that_is_being_judged_can_be_interrupted(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def press(self: object, **_: object) -> None:
            raise KeyboardInterrupt

        monkeypatch.setattr("counterpoint.bp.local.processes.lockstep.Lockstep.wander", press)
        verdicts = check(Program(p.request(A)), never(B), never(A), tuning=UNHURRIED)
        assert [v.answer for v in verdicts] == [Answer.UNKNOWN, Answer.FAILS]


@pytest.mark.parametrize("limits", [{"limit_states": 0}, {"limit_memory": -5}])
def test_limits_are_numbers_from_1_up(limits: dict[str, int]) -> None:
    with pytest.raises(Misuse, match=r"takes a number from 1 up, not"):
        check(Program(p.request(A)), never(B), **limits)  # type: ignore[arg-type]


def test_a_limit_of_memory_holds_from_the_start() -> None:
    (verdict,) = check(Program(p.request(A)), never(B), limit_memory=5, engine="explicit")
    assert verdict.answer is Answer.UNKNOWN
    assert verdict.reason == "the limit of 5 bytes of memory was reached"


def test_priorities_for_names_that_nobody_has_are_warned_of() -> None:
    program = Program(p.request(A), strategy=ThreadPriority({"request": 1, "reqest": 2}))
    assert check(program, never(B)).warnings == (
        "ThreadPriority: 'reqest' names no rule and no b-thread of the program",
    )


def test_events_that_nobody_is_about_are_warned_of() -> None:
    program = Program(
        p.request(A, times=1),
        hot_wait(B),
        external=[B, C],
        final=(A, Event("STOP")),
        weak=[B, lambda event: event.name == "STOP"],
        strong=[Event("GO")],
    )
    *about_predicate, no_effect, nobody = check(program, never(B)).warnings[1:]
    assert check(program, never(B)).warnings[0] == (
        "final=STOP has no effect: no b-thread requests it, and it is no external event"
    )
    assert [text.partition("=")[0] for text in about_predicate] == ["weak"]
    assert no_effect.startswith("strong=GO has no effect")
    assert nobody == "external=C changes nothing: no b-thread waits for it, requests or blocks it"


def test_a_deadlock_that_no_requirement_is_about_is_warned_of() -> None:
    program = Program(p.request(A), p.wait_then_block(A, 2), requirements={"no B": never(B)})
    verdicts = check(program)
    assert bool(verdicts)
    assert [verdict.name for verdict in verdicts] == ["no B"]
    (text,) = verdicts.warnings
    assert text == (
        "no requirement is about deadlock, and it fails after A, A: nothing can be selected: "
        "A (requested by request(A)) is blocked by wait_then_block(A,2)"
    )
    (unasked,) = verdicts.unasked
    assert (unasked.name, unasked.answer) == ("deadlock", Answer.FAILS)
    assert unasked.trace is not None
    unasked.trace.replay(program)
    assert check(program, never(B)).warnings == ()  # here it was said what is asked
    asked: dict[str, Any] = {"no B": never(B), "goes on": no_deadlock()}
    program = Program(p.request(A), p.wait_then_block(A, 2), requirements=asked)
    assert check(program).warnings == ()


def test_a_rest_at_a_hot_statement_that_no_requirement_is_about_is_warned_of() -> None:
    program = Program(hot_wait(A), requirements={"no B": never(B)})
    (text,) = check(program).warnings
    assert text.startswith("no requirement is about hot-termination, and it fails after no event:")


def test_the_end_of_a_game_is_no_deadlock_to_warn_of(monkeypatch: pytest.MonkeyPatch) -> None:
    def searched_again(_: object) -> None:
        raise AssertionError("what nobody asked for took another search")

    monkeypatch.setattr(NetworkCheck, "_before_final", searched_again)
    blocked = p.request(A), p.wait_then_block(A, 2)
    program = Program(*blocked, final=[A], requirements={"no B": never(B)})
    assert check(program).warnings == ()


def test_a_deadlock_beside_the_end_of_a_game_is_warned_of() -> None:
    blocked = p.request(A, B), p.wait_then_block(A | B, 1), p.wait_then_block(B, 1)
    requirements = {"no C": never(C)}
    (text,) = check(Program(*blocked, final=[A], requirements=requirements)).warnings
    assert text.startswith("no requirement is about deadlock, and it fails after B: ")
    assert check(Program(*blocked, final=[A, B], requirements=requirements)).warnings == ()


def test_a_deadlock_at_the_start_is_warned_of() -> None:
    program = Program(p.request(A), p.wait_then_block(A, 0), requirements={"no B": never(B)})
    (text,) = check(program).warnings
    assert text.startswith("no requirement is about deadlock, and it fails after no event: ")


def test_events_that_wait_outside_for_ever_are_warned_of() -> None:
    program = Program(p.request(A), hot_wait(B), external=[B])
    (text,) = check(program, never(C)).warnings
    assert text.startswith("nothing ever comes from outside (external=B): it would wait until")
    in_part = check(Program(p.count_up(), hot_wait(B), external=[B]), never(C), limit_states=9)
    assert not any("outside" in text for text in in_part.warnings)


def test_it_is_said_how_events_that_wait_outside_can_come_at_any_time() -> None:
    program = Program(p.request(A), hot_wait(B), external=[B])
    (text,) = check(program, never(C)).warnings
    assert text.endswith("; for what may come at any time, write b-threads that request it")
    requested = Program(p.request(A), hot_wait(B), p.request(B, times=1))
    assert check(requested, never(C)).warnings == ()


def test_an_event_that_waits_outside_while_others_come_is_warned_of() -> None:
    program = Program(lets_in_between(C, B, D), hot_wait(B), external=[B, C])
    (text,) = check(program, never(A)).warnings
    assert text.startswith("external=B never comes: wherever it is not blocked, something inside")
    assert text.endswith("; for what may come at any time, write b-threads that request it")


def test_an_outside_event_that_a_rule_forbids_is_not_warned_of() -> None:
    program = Program(p.request(A, times=2), p.wait_then_block(B, 0), external=[B, C])
    assert not any("never comes" in text for text in check(program, never(D)).warnings)


def test_timeouts_that_are_never_due_are_warned_of() -> None:
    asked = never(C)
    (text,) = check(Program(p.request(A), hears_in_time(C, 2), external=()), asked).warnings
    assert text.startswith("no timeout ever comes: time passes only where nothing inside can be")
    in_turn = Program(p.request(A, times=1), hears_in_time(C, 2), external=())
    assert check(in_turn, asked).warnings == ()


def test_events_that_come_at_last_are_not_warned_of() -> None:
    program = Program(p.request(A, times=2), hot_wait(B), external=[B])
    assert check(program, never(C)).warnings == ()


def test_events_that_a_predicate_or_a_child_is_about_are_not_warned_of() -> None:
    @thread
    def child() -> Any:
        yield sync(request=C, interrupt=A)

    @thread
    def parent() -> Any:
        yield sync(block=lambda event: event.name == "B", start=child())

    assert check(Program(parent(), external=[A, B], final=C), never(B)).warnings == ()


def test_what_is_not_known_of_events_is_not_warned_of() -> None:
    program = Program(p.count_events(), final=Event("Number", 700), external=[A])
    assert check(program, never(B), limit_states=50).warnings == ()


def test_an_atom_alone_is_no_property_and_says_what_to_write() -> None:
    model = Model()
    model.var("b", bool, init=True)
    for target, name in ((model, "b"), (Program(p.request(A)), "A")):
        with pytest.raises(UnknownName) as raised:
            check(target, name)
        assert raised.value.message.endswith(
            f"If it is meant as a formula, write ({name}) to ask it of the start alone, or "
            f"AG {name} to ask it of every state"
        )


def test_a_final_event_that_is_found_only_by_the_search_is_final_too() -> None:
    last = Event("Number", 700)
    program = Program(p.count_events(), p.stop_at(700), final=last)
    assert check(program, "deadlock")
    assert not check(Program(p.count_events(), p.stop_at(700)), "deadlock")


@thread
def hot_while_others_go_on() -> Body:
    while True:
        yield sync(wait_for=p.B, hot=True)


@pytest.mark.parametrize(
    ("fair", "around"),
    [({}, {p.A}), ({"weak": [p.A]}, {p.A}), ({"strong": [p.A, p.C]}, {p.A, p.C})],
)
def test_a_hot_cycle_neglects_nothing_that_is_declared_to_be_fair(fair: Any, around: Any) -> None:
    threads = hot_while_others_go_on(), p.request(p.A), p.request(p.C)
    program = Program(*threads, external=(), **fair)
    (verdict,) = check(program, no_hot_cycle())
    assert verdict.answer is Answer.FAILS
    assert verdict.trace is not None
    assert set(verdict.trace.events[verdict.trace.loop :]) == around
    assert not check(program, formula := "AG AF !hot(hot_while_others_go_on)")[formula]
