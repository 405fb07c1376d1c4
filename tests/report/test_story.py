"""Traces retold, for programs, networks and other systems."""

from __future__ import annotations

from counterpoint import Program, check, never
from counterpoint.report.json import trace_data, verdicts_data
from counterpoint.report.story import story_of
from counterpoint.report.text import verdicts_text
from counterpoint.report.trace import trace_lines
from counterpoint.verdict import Trace
from tests.engines import programs as p
from tests.engines.kripkes import Listed
from tests.logic.semantics import Kripke, Move

A, B = p.A, p.B


def test_each_scene_of_a_program_tells_who_asked_and_who_moved() -> None:
    program = Program(p.request(A), p.wait_then_request(A, 1, B), p.wait_then_block(B, 1))
    trace = check(program, never(B)).trace
    assert trace is not None
    start, first, second = story_of(trace, program)
    assert (start.event, start.asked_by, start.moved) == (None, (), ())
    assert [stand.rule for stand in first.asked_by] == ["request"]
    assert [stand.rule for stand in first.moved] == ["request", "wait_then_request"]
    assert [stand.rule for stand in second.moved] == ["wait_then_request", "wait_then_block"]


def test_a_network_without_its_program_is_told_too() -> None:
    network = Program(p.request(A), show=lambda so_far: f"{len(so_far)}").network()
    verdicts = check(network, never(A))
    assert verdicts.trace is not None
    assert [scene.picture for scene in story_of(verdicts.trace, network)] == [None, None]
    assert "1  A  requested by request(A)" in verdicts_text(verdicts, network)
    assert verdicts_data(verdicts, network)["properties"][0]["trace"]["events"] == ["A"]


def test_a_rest_moves_nobody_and_is_no_event() -> None:
    program = Program(p.request(A, times=1), show=lambda so_far: f"{len(so_far)}")
    verdict = check(program, "G F enabled(A)").properties[0]
    assert verdict.trace is not None
    data = trace_data(verdict.trace, program)
    assert (data["events"], data["loop"]) == (["A", "rest"], 1)
    assert data["states"][-1] == {"moved": {}, "asked_by": [], "picture": "1"}


def test_a_system_is_told_by_its_states() -> None:
    kripke = Kripke(((Move("a", 1),), (Move("b", 0),)), {"p": frozenset({1})})
    verdicts = check(Listed(kripke, (0,)), "AG !{p}", name="it")
    assert verdicts.trace is not None
    assert [s.picture for s in story_of(verdicts.trace, Listed(kripke))] == ["state 0", "state 1"]
    lines = verdicts_text(verdicts, Listed(kripke)).splitlines()
    assert lines[2] == "  FAILS    AG !{p}"
    assert lines[4] == "AG !{p}: fails after 1 event"


def test_branches_follow_the_run() -> None:
    kripke = Kripke(
        ((Move("a", 1), Move("b", 2)), (Move("a", 1),), (Move("a", 2),)), {"p": frozenset({1})}
    )
    system = Listed(kripke, (0,))
    verdicts = check(system, "EX (p & AG p) & EX !p", name="it")
    lines = verdicts_text(verdicts, system).splitlines()
    assert "  after 1: AG p" in lines
    assert "  at the start also: <> !p" in lines
    data = verdicts_data(verdicts, system)["properties"][0]["branches"]
    assert [(b["at"], b["claim"], b["trace"] is None) for b in data] == [
        (1, "AG p", True),
        (0, "<> !p", False),
    ]


def test_a_plan_is_data_for_models_by_states_and_for_programs_by_events() -> None:
    kripke = Kripke(
        ((Move("a", 0, "one"), Move("b", 1, "one")), (Move("a", 0, "one"),)), {"p": frozenset({1})}
    )
    system = Listed(kripke, (0,))
    (found,) = verdicts_data(check(system, "<<one>> F p"), system)["properties"]
    assert found["plans"] == [
        {
            "claim": "<<one>> F p", "team": ["one"], "chance": False, "goal": "F (p)", "at": 0,
            "missing": "", "starts": 1,
            "positions": [
                {"state": "state 0", "move": "b", "steps": [["b", 1]]},
                {"state": "state 1", "move": None, "steps": []},
            ],
        }
    ]  # fmt: skip
    program = Program(p.request(A, times=1), p.request(B, times=1), owners={"me": [A, B]})
    (found,) = verdicts_data(check(program, "<<me>> F once(B)"), program)["properties"]
    assert found["plans"][0]["positions"][0] == {"state": None, "move": "B", "steps": [["B", 1]]}


class Doors:
    """Two doors, of which one opens after the other; each is shown by its name."""

    def initial(self) -> list[tuple[int, int]]:
        return [(0, 0)]

    def successors(self, state: tuple[int, int]) -> list[tuple[str, tuple[int, int]]]:
        return {
            (0, 0): [("open left", (1, 0))], (1, 0): [("open right", (1, 1))]
        }.get(state, [("wait", state)])  # fmt: skip

    def show(self, state: tuple[int, int]) -> dict[str, str]:
        room = "a door of the room in which nobody has been for a very long time"
        words = [f"{room}, {'open' if is_open else 'shut'}" for is_open in state]
        return dict(zip(("left", "right"), words, strict=True))


def test_a_state_shown_by_names_tells_what_changed_where_it_is_long() -> None:
    trace = Trace((0, 0), (("open left", (1, 0)), ("open right", (1, 1)), ("wait", (1, 1))))
    scenes = story_of(trace, Doors())
    lines = list(trace_lines(scenes, None, 120))
    assert [line[:39] for line in lines] == [
        "  start            left = a door of the",
        "                   right = a door of th",
        "    1  open left   left = a door of the",
        "    2  open right  right = a door of th",
        "    3  wait        (nothing changes)",
    ]
    data = trace_data(trace, Doors())
    assert [state["changed"] for state in data["states"]] == [[], ["left"], ["right"], []]
    assert data["states"][0]["values"]["left"].endswith("shut")
    assert "actions" not in data["states"][0]
