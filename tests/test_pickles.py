"""Public objects are pickled, and mean the same where they are made again."""

from __future__ import annotations

import asyncio
import copy
import logging
import pickle
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from counterpoint import (
    Advisor,
    AsyncRunner,
    BadModule,
    Coverage,
    DifferentRun,
    Misuse,
    Monitor,
    MonitorHandler,
    Program,
    Runner,
    Session,
    StateSpace,
    Trace,
    check,
    conform,
    load_module,
    repair,
    solve,
    state_graph,
)
from counterpoint.examples import hot_cold, krk, nim, tictactoe
from counterpoint.model.network import Network
from counterpoint.target import find_target

from .implementation.programs import crossing, nested, outside, splitting
from .pickled_programs import First, Second, chooses

TARGETS = ["hot_cold", "nim", "peterson", "StrategicTicTacToe", "tictactoe.led", "ttt", "delivery"]


def again(made: Any) -> Any:
    """What another process would make of it."""
    return pickle.loads(pickle.dumps(made))


@pytest.mark.parametrize("name", TARGETS)
def test_a_target_has_the_same_states_and_answers(name: str) -> None:
    target = find_target(name)
    made = again(target)
    assert made is not target
    one, other = (state_graph(each, 400) for each in (target, made))
    assert one.nodes == other.nodes
    assert [(a, str(label), b) for a, label, b in one.edges] == [
        (a, str(label), b) for a, label, b in other.edges
    ]


@pytest.mark.parametrize("name", ["hot_cold:scalding", "nim", "StrategicTicTacToe"])
def test_answers_and_their_runs_are_what_they_were(name: str) -> None:
    target = find_target(name)
    verdicts = check(target)
    made = again(verdicts)
    assert made == verdicts
    for verdict in made:
        if verdict.trace is not None and name != "StrategicTicTacToe":
            verdict.trace.replay(again(target))


def test_a_rule_is_pickled_by_its_name() -> None:
    assert again(hot_cold.pour) is hot_cold.pour
    assert copy.deepcopy(hot_cold.pour) is hot_cold.pour


def test_switched_rules_stay_switched() -> None:
    made = again(tictactoe.program.without("x_moves"))
    assert made.rules == tictactoe.program.without("x_moves").rules
    assert "x_moves" in made.whole().rules


def test_a_module_keeps_its_constants_its_choice_and_its_rules(tmp_path: Path) -> None:
    file = tmp_path / "Count.tla"
    file.write_text(
        "---- MODULE Count ----\nEXTENDS Integers\nCONSTANT Top\nVARIABLE n\n"
        "Init == n = 0\nUp == n < Top /\\ n' = n + 1\nSpec == Init /\\ [][Up]_n\n"
        "THEOREM Spec => [](n <= Top)\n====",
        encoding="utf-8",
    )
    module = load_module(file, settings={"Top": 3})
    assert check(again(module)).states == check(module).states == 4
    sent = pickle.dumps(module)
    file.write_text(file.read_text(encoding="utf-8").replace("n + 1", "n + 2"), encoding="utf-8")
    with pytest.raises(BadModule, match="has changed since Count was pickled"):
        pickle.loads(sent)


def test_a_session_goes_on_where_it_was_with_what_was_taken_back() -> None:
    for target in (nim.model(), hot_cold.program):
        session = Session(target, seed=3)
        session.play(steps=4)
        session.undo()
        made = again(session)
        assert (made.labels, made.at, made.shown) == (session.labels, session.at, session.shown)
        assert [str(label) for label, _ in made.ahead] == [str(label) for label, _ in session.ahead]
        assert made.play().events == session.play().events


def test_a_space_can_be_asked_again() -> None:
    space = again(StateSpace(nim.model()))
    assert space.where("p1_wins").count == StateSpace(nim.model()).where("p1_wins").count


# Monitors.

LOGS: list[tuple[Any, list[str]]] = [
    (splitting, ["A", "C", "D", "D"]),
    (crossing, ["Go('north')", "Go('south')", "Turn", "Go('north')"]),
    (nested, ["Begin", "Work(1)", "Work(2)", "Done", "Work(1)"]),
    (nim.model(), ["take(0,0)", "take", "take(0,0)"]),
    (find_target("StrategicTicTacToe"), ["MoveX", "MoveO", "MoveO"]),
]


@pytest.mark.parametrize(("target", "log"), LOGS)
def test_a_monitor_goes_on_as_if_it_had_not_been_pickled(target: Any, log: list[str]) -> None:
    whole = Monitor(target, coverage=True)
    parted = Monitor(target, coverage=True)
    for said in log:
        parted = again(parted)
        assert parted.observe(said) == whole.observe(said)
        assert parted.conformed.allowed == whole.conformed.allowed
    assert again(parted).conformed == whole.conformed
    assert whole.conformed.line == conform(target, log).line


def test_a_monitor_begins_again_after_it_was_pickled() -> None:
    monitor = Monitor(nim.model(piles=(1, 2)))
    assert again(monitor).observe({"state": {"pile1": 2}})  # the first line, about the start


def test_local_states_have_other_numbers_elsewhere() -> None:
    program = Program(*nested.threads)
    monitor = Monitor(program)
    for said in ("Begin", "Work(2)"):
        monitor.observe(said)
    other = Program(*nested.threads)
    network: Network = other.network()
    for event in (0, 1, 2):  # local states are met in another order
        for automaton in network.automata:
            if automaton.locals[0].hears >> event & 1:
                automaton.step(0, event)
    made = again(monitor)
    made.observe("Work(1)")
    monitor.observe("Work(1)")
    assert made.conformed == monitor.conformed


def test_a_program_that_has_changed_does_not_take_a_monitor() -> None:
    monitor = Monitor(splitting)
    monitor.observe("A")
    held = monitor._following.held()
    with pytest.raises(DifferentRun, match="does not react to A"):
        Monitor(crossing)._following.take({**held, "states": [((*held["states"][0][0],),) * 4]})


SCRIPT = """
import pickle, sys
monitor = pickle.load(open(sys.argv[1], "rb"))
print(monitor.observe("C"), monitor.observe("B"), monitor.conformed.allowed)
"""


def test_another_process_goes_on(tmp_path: Path) -> None:
    monitor = Monitor(splitting)
    monitor.observe("A")
    file = tmp_path / "monitor.pickle"
    file.write_bytes(pickle.dumps(monitor))
    root = Path(__file__).parent.parent
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT, str(file)],
        cwd=root,
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout == "True False ('D',)\n"


def test_a_run_is_pickled_with_its_states() -> None:
    trace = check(hot_cold.scalding).trace
    assert isinstance(trace, Trace)
    assert again(trace) == trace


# Runs in asyncio, and handlers of logs.


def test_a_run_in_asyncio_goes_on_where_it_was() -> None:
    runner = AsyncRunner(hot_cold.program, seed=5)
    asyncio.run(runner.run(steps=2))
    made = again(runner)
    assert made.runner.events == runner.runner.events
    stream = made.stream()
    events = asyncio.run(made.run(steps=2)).events
    assert events == asyncio.run(runner.run(steps=2)).events
    assert tuple(stream._unread) == events


def test_a_run_that_is_being_awaited_is_not_pickled() -> None:
    async def main() -> None:
        runner = AsyncRunner(outside)
        waiting = asyncio.create_task(runner.run())
        await asyncio.sleep(0)
        with pytest.raises(Misuse, match="pickle it between two runs"):
            pickle.dumps(runner)
        runner.close()
        await waiting

    asyncio.run(main())


def test_a_handler_goes_on_with_its_monitor() -> None:
    handler = MonitorHandler(Monitor(splitting), logging.INFO, on_end=print)
    handler.addFilter(logging.Filter("taps"))
    taps = logging.Logger("taps")
    taps.addHandler(handler)
    taps.info("A", extra={"event": "A"})
    made = again(handler)
    assert made.level == logging.INFO
    assert made.monitor.conformed == handler.monitor.conformed
    others = logging.Logger("others")
    others.addHandler(made)
    others.info("Nothing", extra={"event": "Nothing"})  # is filtered out
    assert made.monitor.conformed == handler.monitor.conformed


def test_a_model_that_was_derived_of_a_text_reads_the_same_atoms(tmp_path: Path) -> None:
    file = tmp_path / "m.smv"
    file.write_text(
        "MODULE main\nVAR x : 0..3;\nASSIGN init(x) := 0; next(x) := {x, (x + 1) mod 4};\n"
        "DEFINE one := x = 1; LTLSPEC G (x = 2 -> Y one)\n",
        encoding="utf-8",
    )
    space = StateSpace(find_target(str(file)))
    found = space.where("{Y one}")
    made, its = again((space, found))
    assert list(its) == list(found)
    assert made.where("{Y one} & x = 2") <= its
    assert len(made.where("{x + 1 = 3} & {Y one}")) == len(space.where("{x + 1 = 3} & {Y one}"))


def test_coverage_goes_on_with_what_was_counted() -> None:
    coverage = Coverage(hot_cold.program)
    runner = Runner(hot_cold.program, seed=1, listeners=[coverage])
    runner.run(2)
    made = again(coverage)
    assert made.statements == coverage.statements
    assert (made.events, made.unselected, made.unreached) == (
        coverage.events,
        coverage.unselected,
        coverage.unreached,
    )
    other = Runner(hot_cold.program, seed=1, listeners=[made])
    other.run()
    assert made.events.total() == 2 + other.count


def test_an_advisor_gives_the_same_advice() -> None:
    model = nim.model(piles=(1, 2))
    goals = {"player1": "p1_wins", "player2": "p2_wins"}
    wins = {player: solve(model, player=player, goal=goal).known for player, goal in goals.items()}
    advisor = Advisor(model, wins, random.Random(4))
    made = again(advisor)
    assert made.advice((1, 2, 1)) == advisor.advice((1, 2, 1))
    offered = ["take(0,0)", "take(1,0)", "take(1,1)"]
    assert made.choose((1, 2, 1), offered) == advisor.choose((1, 2, 1), offered)


def test_an_added_rule_is_pickled_as_its_source() -> None:
    program = tictactoe.program.without("prevent_diagonal_fork")
    found = repair(program, "X never wins", count=1)
    (first,) = again(found)
    assert first.source == found[0].source
    assert check(first.target, "X never wins")
    assert first.target.rules[-1] == found[0].target.rules[-1] == "added"


def test_a_b_thread_that_plays_a_strategy_is_pickled_as_its_moves() -> None:
    game = Program(chooses(), owners={"me": First | Second})
    played = solve(game, player="me", goal="F Second").thread()
    copied = again(played)
    assert (copied.name, copied.rule.place) == (played.name, played.rule.place)
    assert not check(game, "F Second")
    for each in (played, copied):
        assert check(Program(*game.threads, each), "F Second")


def test_a_model_with_a_view_is_pickled() -> None:
    made, copied = krk.model(), again(krk.model())
    state = made.state(turn="white", white_king=4, white_rook=7, black_king=60)
    assert copied.view(state) == made.view(state)
