"""Sessions: walks through systems of every kind, taken back, replayed, and played by others."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import counterpoint
from counterpoint import Body, Event, Model, Program, check, step, sync, thread
from counterpoint.bp.strategy import Said
from counterpoint.errors import CounterpointError, Misuse
from counterpoint.examples import nim, ttt_model
from counterpoint.examples.tictactoe import free, game, program
from counterpoint.model.explanation import Fate
from counterpoint.model.system import REST
from counterpoint.position import parse_position
from counterpoint.session import Session
from counterpoint.verdict import Answer, Trace
from tests.engines import programs as p
from tests.engines.kripkes import Listed, kripkes
from tests.logic.semantics import Kripke


@dataclass(frozen=True)
class Table:
    """A system written out: for each state its steps; `owners` says whose a state is."""

    steps: Mapping[Hashable, Sequence[tuple[Hashable, Hashable]]]
    start: Sequence[Hashable] = (0,)
    owners: Mapping[Hashable, str] = field(default_factory=dict)

    def initial(self) -> Sequence[Hashable]:
        return self.start

    def successors(self, state: Hashable) -> Sequence[tuple[Hashable, Hashable]]:
        return self.steps.get(state) or [(REST, state)]

    def owner(self, state: Hashable) -> str | None:
        return self.owners.get(state)

    def show(self, state: Hashable) -> str:
        return f"at {state}"


DICE = Table({0: [("roll", 1), ("roll", 2), ("pass", 0)], 1: [("stop", 3)], 2: [("stop", 3)]})


TTT = ttt_model.model()


# Walking.


class Walk:
    """The plain model of a session: a list of (name, label, state), and a place in it."""

    def __init__(self, system: Listed) -> None:
        self.system, self.way, self.at = system, list[tuple[str, Any, Any]](), 0

    @property
    def state(self) -> int:
        return self.way[self.at - 1][2] if self.at else 0

    @property
    def trace(self) -> Trace:
        return Trace(0, tuple((label, there) for _, label, there in self.way[: self.at]))

    def agrees(self, session: Session) -> None:
        assert session.state == self.state
        assert session.at == self.at
        assert session.trace == self.trace
        assert session.ahead == tuple((label, there) for _, label, there in self.way[self.at :])
        assert session.labels == tuple(name for name, _, _ in self.way[: self.at])
        assert session.choices == tuple(dict.fromkeys(self.system.successors(self.state)))
        assert session.shown == f"state {self.state}"


MOVES = st.lists(
    st.one_of(
        st.tuples(st.just("step"), st.integers(0, 5)),
        st.tuples(st.sampled_from(["undo", "redo", "restart"]), st.just(0)),
        st.tuples(st.just("jump"), st.integers(0, 8)),
    ),
    max_size=25,
)


@given(kripkes(), MOVES)
def test_a_session_is_a_list_of_steps_and_a_place_in_it(
    kripke: Kripke, moves: list[tuple[str, int]]
) -> None:
    system = Listed(kripke, (0,))
    session, walk = Session(system), Walk(system)
    for move, number in moves:
        if move == "step":
            n = number % len(session.choices)
            name, (label, there) = session.names[n], session.choices[n]
            walk.way[walk.at :] = [(name, label, there)]
            walk.at += 1
            assert session.step(name) == there
        elif move == "restart":
            walk.way, walk.at = [], 0
            assert session.restart() == 0
        else:
            k = {"undo": walk.at - 1, "redo": walk.at + 1, "jump": number}[move]
            call = partial(session.jump, k) if move == "jump" else getattr(session, move)
            if not 0 <= k <= len(walk.way):
                with pytest.raises(Misuse):
                    call()
            else:
                walk.at = k
                assert call() == walk.state
        walk.agrees(session)
    again = Session.replay(system, session.labels)
    assert again.trace == session.trace
    assert Session.replay(system, " ".join(session.labels)).trace == session.trace
    again.trace.replay(system)


@given(st.lists(st.tuples(st.sampled_from(["a", "a#1", "a#2", "a b", "ab", REST, 1, "1"]),
                          st.integers(0, 3)), min_size=1, max_size=8))  # fmt: skip
def test_each_choice_has_a_name_that_no_other_has(steps: list[tuple[Hashable, int]]) -> None:
    system = Table({0: [(label, 0 if label is REST else there) for label, there in steps]})
    session = Session(system)
    assert len(set(session.names)) == len(session.names) == len(session.choices)
    for name, (label, there) in zip(session.names, session.choices, strict=True):
        if name not in map(str, dict(session.choices)):
            assert session.step(name) == there
            assert session.trace.steps == ((label, there),)
            session.undo()


def test_a_label_is_given_as_it_is_or_as_it_is_spelt() -> None:
    session = Session(program)
    for label in (Event("X", 0, 0), "X(0,0)", " X( 0, 0 ) "):
        session.step(label)
        assert session.trace.events == (Event("X", 0, 0),)
        session.undo()


def test_where_a_label_leads_to_several_states_a_number_says_which() -> None:
    session = Session(DICE)
    assert session.names == ("roll#1", "roll#2", "pass")
    with pytest.raises(Misuse) as raised:
        session.step("roll")
    assert raised.value.message == "step 1: roll leads to 2 states: say roll#1 or roll#2"
    assert (session.state, session.at) == (0, 0)
    assert session.step("roll#2") == 2
    assert session.labels == ("roll#2",)


def test_a_rest_is_no_choice_but_can_be_taken() -> None:
    clicks = Program(p.wait_then_block(p.A, 1), external=[p.A])
    session = Session(clicks)
    assert session.names == ("A",)
    start = session.state
    assert session.step(REST) == session.step("rest") == start
    assert session.trace.steps == ((REST, start), (REST, start))
    assert session.labels == ("rest", "rest")
    session.step("A")
    assert session.over
    assert session.choices == ()
    session.step(REST)
    session.trace.replay(clicks)


def test_a_session_begins_in_the_first_initial_state_or_where_it_is_told() -> None:
    system = Table({1: [("go", 2)], 2: []}, start=[1, 2])
    assert Session(system).state == 1
    assert Session(system, state=2).over
    session = Session(ttt_model.model(), state=(1, 2, 0, 0, 0, 0, 0, 0, 0, 1))
    assert session.step("put(3)") == (1, 2, 0, 1, 0, 0, 0, 0, 0, 2)


def test_a_way_that_is_a_position_is_replayed_alike() -> None:
    way = "X(0,0) O(1,1) X(2,2)"
    session = Session.replay(program, way)
    assert session.trace == parse_position(way, program)
    assert " ".join(session.labels) == way


def test_a_run_is_replayed_step_by_step_to_the_states_that_it_came_to() -> None:
    for way in ("roll#1 stop", "roll#2 stop", "pass roll#2"):
        trace = Session.replay(DICE, way).trace
        again = Session.replay(DICE, trace)
        assert (again.trace, " ".join(again.labels)) == (trace, way)
    later = Session(DICE, state=2)
    later.step("stop")
    assert Session.replay(DICE, later.trace, state=2).trace == later.trace
    trace = Session.replay(program, "X(0,0) O(1,1)").trace
    assert Session.replay(program, trace).trace == trace


def test_a_label_without_text_has_a_name_that_is_replayed() -> None:
    blank = Table({0: [("", 1), ("go", 2)], 1: [("", 2), (" ", 0)]})
    session = Session(blank)
    assert session.names == ("(unnamed)", "go")
    session.step("")
    assert session.names == ("(unnamed)#1", "(unnamed)#2")
    session.step(session.names[1])
    assert session.state == 0
    session.step("go")
    assert Session.replay(blank, " ".join(session.labels)).trace == session.trace


def test_a_way_is_replayed_on_a_program_that_was_made_anew() -> None:
    labels = Session.replay(program, "X(0,0) O(1,1) X(2,2)").labels
    again = Session.replay(game(*program.threads), labels)
    assert again.shown == "X . .\n. O .\n. . X"


def test_a_replay_stops_at_the_step_that_is_not_possible_any_more() -> None:
    fewer = program.without("center")
    with pytest.raises(Misuse) as raised:
        Session.replay(fewer, "X(0,0) O(1,1)")
    assert raised.value.message == (
        "step 2: O(1,1) is not possible; possible are O(2,2), O(2,0), O(0,2)"
    )


# What is seen.


def test_it_is_shown_as_its_system_draws_or_shows_it() -> None:
    assert Session(nim.model(piles=(1, 2))).shown == "|\n||  t = 1"
    assert Session(DICE).shown == "at 0"
    light = Model("light")
    light.var("on", bool, init=False)
    light.array("x", range(2), range(2), init=0)
    assert Session(light).shown == "on = false\nx = [0, 0]"


def test_a_program_is_shown_by_the_events_so_far_if_it_began_at_its_start() -> None:
    session = Session.replay(program, "X(0,0)")
    assert session.shown == "X . .\n. . .\n. . ."
    assert session.undo()
    assert session.shown == ". . .\n. . .\n. . ."
    later = Session(program, state=Session.replay(program, "X(0,0)").state)
    assert "center = " in later.shown
    assert "enforce_turns = " in Session(program.network()).shown


def test_whose_move_it_is_is_told_of_programs_models_and_systems() -> None:
    assert Session(program).owner == "X"
    won = Session.replay(free, "X(0,0) O(1,0) X(0,1) O(1,1) X(0,2)")
    assert (won.names, won.owner, won.owners) == (("X_WINS",), None, (None,))
    assert Session(nim.model()).owner == "player1"
    assert Session(Table({0: [("a", 1)]}, owners={0: "one"})).owner == "one"
    assert Session(DICE).owner is None
    mixed = Program(
        p.request(p.A), p.request(p.B), p.request(p.C), owners={"one": p.A, "other": [p.B]}
    )
    assert (Session(mixed).owner, Session(mixed).owners) == (None, ("one", "other", None))
    assert Session(mixed.without("request")).owner is None


def test_a_step_is_explained_before_and_after_it() -> None:
    session = Session(program)
    assert session.explain_step() is None
    session.step("X(0,0)")
    fates = {r.stand.rule for r in session.explain().requests if r.fate is Fate.SELECTABLE}
    assert fates == {"center"}
    told = session.explain_step()
    assert told.event == Event("X", 0, 0)
    assert {request.stand.rule for request in told.requested_by} == {"x_moves"}
    assert session.jump(0)
    assert session.explain_step() is None


def test_after_a_failed_assertion_all_requests_come_too_late() -> None:
    session = Session(Program(p.request(p.A, p.B), p.request(p.B), p.forbid(p.A)))
    assert session.explain().ended == ""
    session.step("A")
    told = session.explain()
    assert (session.over, told.selectable) == (True, ())
    assert {request.fate for request in told.requests} == {Fate.TOO_LATE}
    assert told.ended.startswith("assertion of forbid(A) failed: A came (")


def test_a_model_explains_itself_and_what_cannot_explains_nothing() -> None:
    session = Session(nim.model(piles=(1, 2)))
    assert sum(readiness.enabled for readiness in session.explain()) == 3
    session.step("take(0,0)")
    assert session.explain_step() is None
    assert Session(DICE).explain() is None
    waiting = Session(Program(p.wait_then_block(p.A, 1), external=[p.A]))
    assert waiting.step(REST) == waiting.state
    assert waiting.explain_step() is None


def test_over_is_where_nothing_can_happen() -> None:
    session = Session(DICE)
    assert not session.over
    session = Session.replay(DICE, "roll#1 stop")
    assert session.over
    assert session.choices == ()
    failed = Session.replay(Program(p.request(p.A), p.forbid(p.A)), "A")
    assert failed.over


def test_a_step_that_changes_nothing_goes_on_in_a_program_only() -> None:
    for_ever = Session(Program(p.request(p.A)))
    assert for_ever.step("A") == for_ever.undo()
    assert not for_ever.over
    assert len(for_ever.play(steps=7).events) == 7
    won = Session(ttt_model.model(), state=(1, 1, 1, 2, 2, 0, 0, 0, 0, 2))
    assert won.names == ("stay",)
    assert won.over
    assert won.step("stay") == won.state


def test_a_system_without_steps_rests() -> None:
    class Still(Table):
        def successors(self, state: Hashable) -> list[tuple[Hashable, Hashable]]:
            return []

    session = Session(Still({}))
    assert session.over
    assert session.step(REST) == 0


def test_an_exception_of_a_b_thread_passes_through_and_the_step_can_be_taken_back() -> None:
    @thread
    def breaks() -> Any:
        yield sync(wait_for=p.A)
        raise ZeroDivisionError

    session = Session(Program(p.request(p.A), breaks()))
    session.step("A")
    with pytest.raises(ZeroDivisionError):
        _ = session.choices
    session.undo()
    assert session.names == ("A",)


def test_a_session_tells_the_way_it_came() -> None:
    assert repr(Session(DICE)) == "<session after no step>"
    assert repr(Session.replay(DICE, ["roll#1", "stop"])) == "<session after roll#1, stop>"


def test_it_is_found_at_the_front_door() -> None:
    assert counterpoint.Session is Session


# Errors.


@pytest.mark.parametrize(
    ("act", "message"),
    [
        (lambda: Session(3), "a program, a model or a system is needed, not 3"),
        (lambda: Session(Table), "Table is a class: give an object of it, such as Table()"),
        (lambda: Session(Table({}, start=())), "there is no initial state to begin in"),
        (
            lambda: Session(nim.model(piles=(1, 2)), state=(1, 3, 1)),
            "(1, 3, 1) is no state of nim 1-2: model.state(...) gives one",
        ),
        (
            lambda: Session(nim.model(piles=(1, 2)), state=(1, 2)),
            "(1, 2) is no state of nim 1-2: model.state(...) gives one",
        ),
        (
            lambda: Session(Program(p.request(p.A)), state=(7,)),
            "(7,) is no state of the program that is known: replay its labels to come to one",
        ),
        (
            lambda: Session(DICE).step("rol"),
            "step 1: rol is not possible; possible are roll#2, roll#1, pass",
        ),
        (
            lambda: Session.replay(DICE, "roll#1 roll#1"),
            "step 2: roll#1 is not possible; possible are stop",
        ),
        (
            lambda: Session.replay(DICE, "roll#1 stop stop"),
            "step 3: stop is not possible; nothing is",
        ),
        (lambda: Session(DICE).undo(), "there is no step to take back: this is the start"),
        (
            lambda: Session(DICE).redo(),
            "there is no step to take again: none was taken back, or another was made",
        ),
        (lambda: Session(DICE).jump(1), "there are the steps 0 to 0 to jump to, not 1"),
        (lambda: Session(DICE).jump(-1), "there are the steps 0 to 0 to jump to, not -1"),
        (
            lambda: Session(DICE).jump("x"),  # type: ignore[arg-type]
            "there are the steps 0 to 0 to jump to, not 'x'",
        ),
        (
            lambda: Session.replay(DICE, 5),  # type: ignore[arg-type]
            "replay(): labels in a list or in a text are needed, not 5",
        ),
        (
            lambda: Session.replay(Program(p.request(p.A)), p.A),
            "replay(): labels in a list or in a text are needed, not A",
        ),
        (
            lambda: Session.replay(DICE, Trace(0, (("roll", 3),))),
            "step 1: roll does not lead to 3",
        ),
        (
            lambda: Session.replay(DICE, Trace(0, (("jump", 3),))),
            "step 1: jump is not possible; possible are roll#1, roll#2, pass",
        ),
        (
            lambda: Session.replay(DICE, Trace(0), state=2),
            "replay(): the run begins in 0, not in 2",
        ),
        (
            lambda: Session(DICE, seed=[1]),  # type: ignore[arg-type]
            "a seed is a number or a text, not [1]",
        ),
    ],
)
def test_what_cannot_be_done_is_refused_with_what_can(act: Any, message: str) -> None:
    with pytest.raises(CounterpointError) as raised:
        act()
    assert raised.value.message.startswith(message)


def test_what_goes_wrong_leaves_the_session_where_it_was() -> None:
    session = Session.replay(TTT, "put(0) put(4)")
    session.undo()
    acts: list[Callable[[], object]] = [
        lambda: session.step("put(0)"),
        lambda: session.jump(9),
    ]
    for act in acts:
        with pytest.raises(Misuse):
            act()
    assert (session.labels, len(session.ahead)) == (("put(0)",), 1)


def test_a_step_that_a_model_cannot_take_passes_on_its_error() -> None:
    model = Model("count")
    n = model.var("n", range(2), init=0)

    @model.action
    def add() -> Any:
        return step(set={n: n + 1})

    session = Session(model)
    session.step("add")
    with pytest.raises(CounterpointError, match="n would be 2"):
        _ = session.names
    session.undo()
    assert session.names == ("add",)


COUNTED, TOP = Event("COUNTED"), Event("TOP")


@thread
def counts(steps: int) -> Body:
    for _ in range(steps):
        yield sync(request=COUNTED)
    yield sync(request=TOP)


@thread
def minds() -> Body:
    yield sync(wait_for=TOP)
    raise AssertionError("too high")


def the_only(statements: Sequence[Said]) -> list[Any]:
    """A strategy of one's own that selects what is asked for."""
    return [event for _, sync in statements for event in sync.request]


def test_an_event_that_comes_up_after_very_many_steps_is_heard_by_all() -> None:
    session = Session.replay(Program(counts(600), minds()), ["COUNTED"] * 600 + ["TOP"])
    assert session.explain().ended.startswith("assertion of minds failed: too high")
    assert [stand.rule for stand in session.explain_step().woke] == ["counts", "minds"]


@pytest.mark.parametrize("strategy", [None, the_only])
def test_what_comes_up_after_very_many_steps_is_checked(strategy: Any) -> None:
    options = {} if strategy is None else {"strategy": strategy}
    verdict = check(Program(counts(600), minds(), **options))["assertions"]
    assert verdict.answer is Answer.FAILS
    assert verdict.trace is not None
    assert len(verdict.trace.steps) == 601
