"""`repair`: what is found for programs, models and modules, and that its text works when pasted."""

from __future__ import annotations

from pathlib import Path

import pytest

from counterpoint import (
    Body,
    Event,
    Misuse,
    Model,
    Ordered,
    Priority,
    Program,
    Refused,
    Strategy,
    Uniform,
    UnknownName,
    check,
    events,
    load_module,
    never,
    no_deadlock,
    no_hot_cycle,
    repair,
    step,
    sync,
    thread,
)
from counterpoint.engines.base.task import Progress
from counterpoint.examples import hot_cold, junction, peterson, philosophers, tictactoe
from counterpoint.model.step import Step
from counterpoint.repairs.results import Outcome
from counterpoint.target import find_target
from counterpoint.tuning import Tuning

P, Q, S = events("P Q S")


@thread
def asks(event: Event, priority: int | None = None) -> Body:
    while True:
        yield sync(request=event, priority=priority)


@thread
def once(*wanted: Event) -> Body:
    for event in wanted:
        yield sync(request=event)


def test_philosophers_get_a_rule_that_removes_the_deadlock() -> None:
    found = repair(philosophers.program(n=3), "deadlock")
    assert found.outcome is Outcome.REPAIRED
    assert [(each.size, each.states) for each in found] == [(3, 28), (3, 25), (3, 10)]
    for each in found:
        assert check(each.target, "deadlock")
        for take in ("TakeLeft(1)", "TakeLeft(2)", "TakeLeft(3)"):
            assert check(each.target, f"AG EF {take}"), "nobody is left hungry for ever"
    assert [str(step) for step in found[0].forbids[:2]] == [
        "TakeRight(2) after TakeRight(1)",
        "TakeRight(3) after TakeRight(1)",
    ]


def test_a_module_gets_the_effect_of_the_rule_that_is_missing() -> None:
    folder = Path(philosophers.__file__).parent
    module = load_module(folder / "BehavioralTicTacToe.tla")
    found = repair(module, "AlwaysDraw", count=1)
    assert [each.source for each in found] == [
        "[][~Priority1']_<<board, pretty_board, current, turn, win>>"
    ]
    assert found[0].states == 62, "as with rule 5 in the chain"
    assert found.kept == ("TicTacToe7 => []SecondMarksCorner",)
    assert found[0].place == "a conjunct of TicTacToe7"
    assert str(found[0].forbids[0]).startswith('board[1, 2] = "O" after board[2, 2] = "X"')


def test_a_model_gets_a_guard() -> None:
    found = repair(peterson.careless(), "never both")
    assert [(each.source, each.states) for each in found.repairs[:1]] == [
        ("place[1] != 'critical'", 24)
    ]
    assert found[0].place == "a guard: in step(when=...) of enter"
    assert "either can get in" in found.kept


def test_a_formula_about_runs_is_repaired_by_cutting_its_counterexamples() -> None:
    rude = repair(junction.rude, "every car gets through", count=1)
    assert rude.outcome is Outcome.REPAIRED
    assert check(rude[0].target)
    mild = repair(hot_cold.scalding.without("stays_mild"), "G (HOT -> X !HOT)", count=1)
    assert check(mild[0].target, "G (HOT -> X !HOT)", "deadlock")


# Round trips --------------------------------------------------------------------------------------

PROGRAM = """
from counterpoint import Body, Program, events, never, sync, thread

KNOCK, OPENED, ALARM = events("Knock Opened Alarm")


@thread
def door() -> Body:
    while True:
        yield sync(request=[KNOCK(1), KNOCK(2), OPENED])


@thread
def guard() -> Body:
    while True:
        yield sync(wait_for=KNOCK(2))
        yield sync(wait_for=OPENED)
        yield sync(request=ALARM, block=[KNOCK(1), KNOCK(2), OPENED])


program = Program(
    door(), guard(), owners={"system": [KNOCK(1), KNOCK(2), OPENED]},
    requirements={"quiet": never(ALARM)},
)
"""


def test_a_b_thread_can_be_pasted_into_its_file(tmp_path: Path) -> None:
    file = tmp_path / "house.py"
    file.write_text(PROGRAM, encoding="utf-8")
    found = repair(find_target(str(file)), "quiet")
    assert found.outcome is Outcome.REPAIRED
    for number, each in enumerate(found):
        pasted = tmp_path / f"house{number}.py"
        more = "program = program.plus(added())\n"
        pasted.write_text(f"{PROGRAM}\n\n{each.source}\n\n{more}", encoding="utf-8")
        verdicts = check(find_target(str(pasted)))
        assert verdicts
        assert verdicts.states == each.states


MODEL = """
from counterpoint import Model, step

model = Model("lift")
floor = model.array("floor", range(2), range(4), init=0)
door = model.var("door", ["open", "shut"], init="shut")


@model.action(i=range(2))
def up(i):
    return step(when=(floor[i] < 3, {guard}), set={{floor[i]: floor[i] + 1}})


@model.action(i=range(2))
def down(i):
    return step(when=floor[i] > 0, set={{floor[i]: floor[i] - 1}})


@model.action
def toggle():
    return step(set={{door: __import__("counterpoint").if_(door == "open", "shut", "open")}})


model.requires({{"low": "{formula}"}})
"""


@pytest.mark.parametrize(
    "formula",
    [
        "G !(floor[0] = 2)",
        "G !(floor[1] = 3 & door = open)",
        "G !(floor[0] = floor[1] & floor[0] = 1)",
    ],
)
def test_a_guard_can_be_pasted_into_its_action(tmp_path: Path, formula: str) -> None:
    file = tmp_path / "lift.py"
    file.write_text(MODEL.format(guard="True", formula=formula), encoding="utf-8")
    found = repair(find_target(str(file)), "low")
    assert found.outcome is Outcome.REPAIRED
    tried = 0
    for number, each in enumerate(found):
        if each.place != "a guard: in step(when=...) of up":
            continue
        tried += 1
        pasted = tmp_path / f"lift{number}.py"
        pasted.write_text(MODEL.format(guard=each.source, formula=formula), encoding="utf-8")
        verdicts = check(find_target(str(pasted)), "low")
        assert verdicts
        assert verdicts.states == each.states
    assert tried


MODULE = r"""---- MODULE Lamp ----
EXTENDS Naturals
VARIABLES light, heat
Init == light = "off" /\ heat = 0
Switch == light' = (IF light = "off" THEN "on" ELSE "off") /\ UNCHANGED heat
Warm == light = "on" /\ heat < 4 /\ heat' = heat + 1 /\ UNCHANGED light
Cool == light = "off" /\ heat > 0 /\ heat' = heat - 1 /\ UNCHANGED light
Next == Switch \/ Warm \/ Cool
Spec == Init /\ [][Next]_<<light, heat>>
THEOREM Spec => [](heat < 3)
====
"""


def test_a_conjunct_can_be_pasted_into_its_module(tmp_path: Path) -> None:
    file = tmp_path / "Lamp.tla"
    file.write_text(MODULE, encoding="utf-8")
    found = repair(load_module(file), "heat < 3")
    assert found.outcome is Outcome.REPAIRED
    for each in found:
        (tmp_path / "Again.tla").write_text(
            "---- MODULE Again ----\nEXTENDS Lamp\n"
            f"Added == {each.source}\nTHEOREM (Spec /\\ Added) => [](heat < 3)\n====\n",
            encoding="utf-8",
        )
        again = load_module(tmp_path / "Again.tla")
        verdict = check(again).properties[0]
        assert verdict.answer.value == "holds"
        assert len(each.target.initial()) == 1


@pytest.mark.parametrize("deadlock", ["", "CHECK_DEADLOCK FALSE"])
def test_a_module_is_repaired_as_its_configuration_asks(tmp_path: Path, deadlock: str) -> None:
    file = tmp_path / "Lamp.tla"
    asked = "Mild == heat < 3\nLow == heat < 9\nTHEOREM"
    file.write_text(MODULE.replace("THEOREM", asked), encoding="utf-8")
    file.with_suffix(".cfg").write_text(f"SPECIFICATION Spec INVARIANTS Low Mild {deadlock}")
    found = repair(load_module(file), "Mild", count=1)
    assert found.outcome is Outcome.REPAIRED
    assert found.kept == (("Low",) if deadlock else ("Low", "deadlock"))


# What is not found, and what must stay ------------------------------------------------------------


def test_a_property_that_holds_needs_nothing() -> None:
    found = repair(Program(once(P)), "F P")
    assert (found.outcome, found.reason, len(found)) == (
        Outcome.HOLDS,
        "the property holds as it is",
        0,
    )


def test_what_the_environment_can_force_has_no_repair() -> None:
    program = Program(once(P, Q), asks(S), owners={"us": S, "them": [P, Q]})
    found = repair(program, never(Q), controls="us")
    assert found.outcome is Outcome.IMPOSSIBLE
    assert found.lost is not None
    assert (found.lost.play, found.lost.states) == (("P", "Q"), 2)


def test_a_model_is_lost_where_another_player_decides() -> None:
    model = Model("duel")
    n = model.var("n", range(3), init=0)

    @model.action(owner="them", by=[1, 2])
    def push(by: int) -> Step:
        return step(when=n + by <= 2, set={n: n + by})

    @model.action(owner="us")
    def pull() -> Step:
        return step(when=n > 0, set={n: n - 1})

    assert repair(model, "G n != 2", controls="us").outcome is Outcome.IMPOSSIBLE
    assert repair(model, "G n != 2", controls="them")[0].source == "(by != 2) & (n != 1)"


def test_steps_that_would_lose_an_event_are_not_proposed() -> None:
    """`block=P` for ever would do, if P did not have to happen again."""
    found = repair(Program(asks(P), asks(Q)), "G (P -> X !P)", count=5)
    assert found.outcome is Outcome.REPAIRED
    for each in found:
        assert check(each.target, "AG EF P", "AG EF Q")


def test_deadlocks_that_were_there_may_stay_but_none_is_added() -> None:
    program = Program(once(P, Q, S), once(S))
    found = repair(program, "G !(S & X Q)", count=3)
    assert found.outcome is not Outcome.HOLDS
    for each in found:
        assert check(each.target, no_deadlock())


def test_a_request_with_a_priority_is_proposed_where_priorities_decide() -> None:
    program = Program(asks(P, 1), asks(Q, 1), once(S), strategy=Priority())
    found = repair(program, "F S", count=4, may_block=["S", "P", "Q"])
    assert any("priority=" in each.source for each in found)


def test_names_that_are_taken_are_not_used_for_the_addition() -> None:
    @thread
    def added() -> Body:
        while True:
            yield sync(request=P)

    found = repair(Program(added(), asks(Q)), "G (P -> X !P)", count=1)
    assert "def added_2() -> Body:" in found[0].source


# Quiet ends, and b-threads that end ---------------------------------------------------------------


@thread
def waits(*wanted: Event) -> Body:
    for event in wanted:
        yield sync(wait_for=event)


@pytest.mark.parametrize("strategy", [Uniform(), Priority()])
def test_an_outside_event_that_nobody_requests_may_be_blocked_for_ever(strategy: Strategy) -> None:
    program = Program(waits(Q), external=[P], strategy=strategy)
    found = repair(program, "G !P", may_block="P", count=1)
    assert "yield sync(block=P)" in found[0].source
    assert found.kept == ("assertions", "deadlock", "hot-termination")
    assert repair(program, "G !P").outcome is Outcome.IMPOSSIBLE


def test_an_outside_event_is_blocked_after_the_last_request() -> None:
    program = Program(once(Q, S), waits(P), external=[P])
    for wanted in ("G !P", "G (P -> !once(S))"):
        found = repair(program, wanted, may_block="P", count=1)
        assert "yield sync(block=P)" in found[0].source
        assert found[0].switches_off == (() if wanted == "G !P" else ("P",))


def test_an_outside_event_stays_where_a_request_would_wait_in_vain() -> None:
    @thread
    def blocks() -> Body:
        yield sync(wait_for=P, block=Q)

    program = Program(asks(Q), blocks(), external=[P])
    assert repair(program, "G !P", may_block="P").outcome is Outcome.IMPOSSIBLE


@thread
def either() -> Body:
    while True:
        yield sync(request=[P, Q])


def test_a_b_thread_that_ends_is_an_addition() -> None:
    found = repair(Program(either()), "G (P -> once(Q))", size=2)
    assert found[0].source.endswith(
        '    """Block P until Q."""\n    yield sync(wait_for=Q, block=P)\n'
    )
    assert check(found[0].target, "AG EF P", "AG EF Q")


@pytest.mark.parametrize("may", [(), ("P",), ("P", "Q")])
def test_additions_that_forbid_the_same_at_other_times_are_checked_each(
    may: tuple[str, ...],
) -> None:
    found = repair(Program(either()), "G (P -> once(Q))", may_block=may, size=3, count=9)
    said = "yield sync(wait_for=Q, block=P)\n        yield sync(wait_for=P)"
    assert any(said in each.source for each in found)


def test_a_program_that_has_ended_goes_on_by_a_request_that_is_added() -> None:
    @thread
    def gives_way() -> Body:
        yield sync(request=S, wait_for=P)

    @thread
    def hurries() -> Body:
        yield sync(request=P, priority=1)

    program = Program(gives_way(), hurries(), strategy=Priority())
    found = repair(program, "F (P & F S)", may_block="S", count=1)
    assert "request=S" in found[0].source


# What becomes of events ---------------------------------------------------------------------------


def test_an_event_that_cannot_recur_beside_the_property_is_given_up() -> None:
    found = repair(Program(either()), "G (P -> X G !P)", count=1)
    assert (found[0].switches_off, found[0].ends) == ((), ("P",))
    assert check(found[0].target, "G (P -> X G !P)", "AG EF Q")


def test_an_action_that_is_never_taken_any_more_is_said_to_be_switched_off() -> None:
    model = Model("pump")
    n = model.var("n", range(4), init=0)

    @model.action
    def fill() -> Step:
        return step(when=n < 2, set={n: n + 1})

    @model.action
    def drain() -> Step:
        return step(when=n > 0, set={n: n - 1})

    @model.action(to=[0, 3])
    def jump(to: int) -> Step:
        return step(set={n: to})

    found = repair(model, "G n != 3", count=5)
    for each in found:
        enabled = {f"{name}" for name in ("fill", "drain", "jump(0)", "jump(3)")}
        left = {name for name in enabled if not check(each.target, f"AG !EX {name}")}
        assert set(each.switches_off) == enabled - left
    assert found[0].switches_off == ("jump(3)",)


def test_an_event_that_can_never_be_selected_any_more_is_said_to_be_switched_off() -> None:
    @thread
    def alarm() -> Body:
        yield sync(wait_for=Q)
        yield sync(request=S, block=[P, Q])

    program = Program(asks(P), asks(Q), alarm())
    found = repair(program, "G !S", count=1)
    assert found[0].switches_off == ("Q",), "not S, which is what was asked for"
    assert repair(program, "G (P -> X Q)", count=1)[0].switches_off == ()


def test_an_action_that_another_one_does_as_well_is_not_switched_off(tmp_path: Path) -> None:
    """From 0, `One` and `Two` do the same; only elsewhere `Two` does what must not be."""
    module = tmp_path / "Twins.tla"
    module.write_text(
        "---- MODULE Twins ----\nEXTENDS Naturals\nVARIABLE n\nInit == n = 0\n"
        "One == n < 2 /\\ n' = 1 - n\n"
        "Two == n < 2 /\\ n' = 1 + 2 * n\n"
        "Three == n = 1 /\\ n' = 4\n"
        "Next == One \\/ Two \\/ Three\nSpec == Init /\\ [][Next]_n\n"
        "THEOREM Spec => [](n < 2)\n====\n",
        encoding="utf-8",
    )
    found = repair(load_module(module), "n < 2", count=1)
    assert found[0].switches_off == ("Three",)


# How far a search came ----------------------------------------------------------------------------


def test_progress_is_reported_by_the_size_of_the_additions_that_are_tried() -> None:
    seen: list[Progress] = []
    program = philosophers.program(n=3)
    found = repair(program, "deadlock", watch=seen.append, tuning=Tuning(look_seconds=0.0))
    tried = [(each.size, each.tried) for each in seen if each.size is not None]
    assert tried == sorted(tried)
    assert tried[-1] == (3, found.tried)
    explored = [each.states for each in seen if each.size is None and each.states]
    assert max(explored) == 35


def test_the_answer_says_which_sizes_were_searched_to_their_end() -> None:
    program = philosophers.program(n=3)
    found = repair(program, "deadlock", count=1)
    assert (found.complete, found.size, found.most) == (2, 3, 8)
    found = repair(program, "deadlock", size=2)
    assert (found.complete, found.size, found.most) == (2, 2, 2)


def test_a_search_that_a_limit_ends_says_how_far_it_came() -> None:
    seen: list[Progress] = []

    def stop(progress: Progress) -> None:
        seen.append(progress)
        if progress.size == 2:
            raise KeyboardInterrupt

    options = {"watch": stop, "tuning": Tuning(look_seconds=0.0)}
    found = repair(philosophers.program(n=3), "AG EF TakeLeft(1)", **options)  # type: ignore[arg-type]
    assert (found.outcome, found.complete, found.size) == (Outcome.UNKNOWN, 1, 2)
    assert found.reason == "interrupted"
    assert found.tried == seen[-1].tried


def test_a_limit_before_any_addition_was_tried_says_what_it_ended() -> None:
    def stop(progress: Progress) -> None:
        if progress.states > 20:
            raise KeyboardInterrupt

    options = {"watch": stop, "tuning": Tuning(look_seconds=0.0), "may_block": "TakeLeft"}
    found = repair(philosophers.program(n=3), "deadlock", **options)  # type: ignore[arg-type]
    assert (found.outcome, found.complete, found.size) == (Outcome.UNKNOWN, 0, 0)


@pytest.mark.parametrize(
    ("limit", "reason"),
    [
        ({"limit_states": 10}, "the limit of 10 states was reached"),
        ({"limit_time": 0.000001}, "the limit of 1e-06 s was reached"),
    ],
)
def test_a_limit_leaves_the_answer_unknown(limit: dict[str, float], reason: str) -> None:
    found = repair(philosophers.program(n=3), "AG EF TakeLeft(1)", **limit)  # type: ignore[arg-type]
    assert found.outcome is Outcome.UNKNOWN
    assert reason in found.reason


def test_a_size_that_is_too_small_is_named() -> None:
    found = repair(philosophers.program(n=3), "deadlock", size=2)
    assert (found.outcome, found.reason) == (
        Outcome.UNKNOWN,
        "no addition of a size up to 2 was found",
    )


# Events from outside ------------------------------------------------------------------------------

COIN, SELECT, SERVE = events("COIN SELECT SERVE")


@thread
def serve() -> Body:
    while True:
        yield sync(wait_for=SELECT)
        yield sync(wait_for=COIN, hot=True)
        yield sync(request=SERVE)


def machine(strategy: Strategy | None = None) -> Program:
    return Program(
        serve(),
        external=[COIN, SELECT],
        strategy=strategy or Uniform(),
        requirements={"nobody is hot for ever": no_hot_cycle()},
    )


@pytest.mark.parametrize("strategy", [Uniform(), Priority()])
def test_an_event_from_outside_may_be_blocked_if_that_is_asked_for(strategy: Strategy) -> None:
    found = repair(machine(strategy), "nobody is hot for ever", may_block="SELECT", count=1)
    assert (found.outcome, found.may) == (Outcome.REPAIRED, "SELECT, as asked for")
    assert [each.size for each in found] == [3]
    assert "yield sync(wait_for=COIN, block=SELECT)" in found[0].source
    assert check(found[0].target, "nobody is hot for ever")
    assert not check(machine(strategy), "nobody is hot for ever")


def test_what_blocks_an_event_from_outside_need_not_be_impossible() -> None:
    wanted = "G (COIN -> X !COIN)"
    found = repair(machine(), wanted, may_block=["COIN"], count=1)
    assert found.outcome is Outcome.REPAIRED
    assert check(found[0].target, wanted)


def test_nothing_requests_an_event_from_outside() -> None:
    """It could only prefer it to others, as if it came from the program."""
    program = Program(asks(P, 1), external=[Q], strategy=Priority())
    found = repair(program, "G !P", may_block=["Q"], size=3)
    assert "request=" not in "".join(each.source for each in found)


def test_that_events_from_outside_stay_free_is_said_at_once() -> None:
    found = repair(machine(), "nobody is hot for ever")
    assert (found.outcome, found.tried) == (Outcome.IMPOSSIBLE, 0)
    assert found.reason == (
        "the events of a counterexample, SELECT, come from outside and stay free: no addition can "
        "restrain them"
    )


def test_that_events_of_others_stay_free_is_said_at_once() -> None:
    found = repair(Program(asks(P), asks(Q)), "F Q", may_block="Q")
    assert (found.outcome, found.reason) == (
        Outcome.IMPOSSIBLE,
        "the events of a counterexample, P, stay free: no addition can restrain them",
    )


def test_a_run_of_free_events_to_a_halt_can_be_helped_by_a_request() -> None:
    @thread
    def hopes() -> Body:
        yield sync(wait_for=P)
        yield sync(wait_for=Q, hot=True)

    @thread
    def offers() -> Body:
        yield sync(request=[P, Q], priority=1)

    program = Program(hopes(), offers(), strategy=Priority())
    found = repair(program, "hot-termination", may_block=["Q"], count=1)
    assert found.outcome is Outcome.REPAIRED
    assert "request=Q" in found[0].source


# Wrong input --------------------------------------------------------------------------------------


def said(error: pytest.ExceptionInfo[Misuse]) -> str:
    return error.value.message


def test_an_unknown_property_player_or_event_is_named_with_those_that_exist() -> None:
    with pytest.raises(UnknownName) as error:
        repair(tictactoe.free, "Y never wins")
    assert said(error) == (
        "there is no property 'Y never wins'; there are X never wins, assertions, deadlock, "
        "hot-termination, hot-cycle, hot-system-cycle"
    )
    with pytest.raises(UnknownName) as error:
        repair(tictactoe.free, "X never wins", controls="Y")
    assert said(error) == "there is no player 'Y'; there are X, O"
    with pytest.raises(UnknownName) as error:
        repair(Program(once(P)), "G !P", may_block="D")
    assert said(error) == "there is no event 'D'; there are P"
    with pytest.raises(UnknownName) as error:
        repair(peterson.careless(), "never both", may_block="leap")
    assert said(error).startswith("there is no action 'leap'; there are ")


def test_who_may_be_restrained_must_be_clear() -> None:
    with pytest.raises(Misuse) as error:
        repair(tictactoe.free, "X never wins")
    assert said(error) == (
        "X and O have events that equally many rules request, so it is not clear who may be "
        "restrained: say it by controls=, or --controls"
    )


def test_a_strategy_of_the_users_own_is_refused() -> None:
    with pytest.raises(Refused) as error:
        repair(Program(once(P), strategy=Ordered()), "G !P")
    assert error.value.message == (
        "additions are found for programs that select by Uniform, Priority or ThreadPriority: any "
        "other strategy may answer an addition by anything"
    )


def test_other_systems_are_refused() -> None:
    class Clock:
        def initial(self) -> list[int]:
            return [0]

        def successors(self, hour: int) -> list[tuple[str, int]]:
            return [("tick", (hour + 1) % 12)]

        def show(self, hour: int) -> str:
            return str(hour)

    with pytest.raises(Misuse, match="behavioral programs, models and TLA"):
        repair(Clock(), "deadlock")


def test_counts_and_names_are_checked_at_the_door() -> None:
    with pytest.raises(Misuse) as error:
        repair(Program(once(P)), "G !P", count=0)
    assert said(error) == "count= takes a number from 1 up, not 0"
    with pytest.raises(Misuse) as error:
        repair(Program(once(P)), "G !P", may_block=[P])  # type: ignore[list-item]
    assert said(error) == "a player, an event or an action is meant by its name, not by P"
