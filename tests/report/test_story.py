"""Traces retold, for programs, networks and other systems."""

from __future__ import annotations

from counterpoint import Model, Program, check, never, step, subsets_of
from counterpoint.aiger.circuit import Circuit, Latch
from counterpoint.aiger.model import model_of as circuit_model
from counterpoint.examples.nim import model as nim
from counterpoint.report.json import trace_data, verdicts_data
from counterpoint.report.story import story_of
from counterpoint.report.text import verdicts_text
from counterpoint.report.trace import trace_lines
from counterpoint.smv.model import model_of as smv_model
from counterpoint.smv.source import Source
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


def sorts() -> Model:
    """A model with variables of all sorts; `go` changes each of them, `stay` none."""
    model = Model("sorts")
    n, flag = model.var("n", range(3), init=1), model.var("flag", bool, init=False)
    light = model.var("light", ["red", "green"], init="red")
    held = model.var("held", subsets_of(["a", "b"]), init=frozenset())
    row = model.array("row", range(2), range(9), init=7)
    lamp = model.array("lamp", ["left", "right"], bool, init=True)
    board = model.array("board", [(0, 0), (0, 1)], "x o", init="x")

    @model.action
    def go() -> object:
        return step(
            when=~flag,
            set={n: n + 1, flag: True, light: "green", held: {"a", "b"}, row[1]: 8,
                 lamp["right"]: False, board[0, 1]: "o"},
        )  # fmt: skip

    model.atom("gone", flag)
    return model


BEFORE = {
    "n": 1, "flag": False, "light": "red", "held": {"#set": []}, "row": [7, 7],
    "lamp": {"left": True, "right": True}, "board": {"#map": [[[0, 0], "x"], [[0, 1], "x"]]},
}  # fmt: skip
AFTER = {
    "n": 2, "flag": True, "light": "green", "held": {"#set": ["a", "b"]}, "row": [7, 8],
    "lamp": {"left": True, "right": False}, "board": {"#map": [[[0, 0], "x"], [[0, 1], "o"]]},
}  # fmt: skip


def test_values_of_models_have_their_types() -> None:
    trace = check(sorts(), "AG !gone").trace
    assert trace is not None
    before, after = trace_data(trace, sorts())["states"]
    assert (before["values"], after["values"]) == (BEFORE, AFTER)
    assert (before["changed"], after["changed"]) == ([], list(AFTER))


def test_a_state_that_is_drawn_has_values_too() -> None:
    game = nim(piles=(1, 2))
    trace = check(game, "AG pile0 = 1").trace
    assert trace is not None
    last = trace_data(trace, game)["states"][-1]
    assert last["picture"] == ".\n||  t = 2"
    assert (last["values"], last["changed"]) == (
        {"pile0": 0, "pile1": 2, "t": 2},
        ["pile0", "t"],
    )


def test_values_of_smv_and_of_circuits_have_their_types() -> None:
    text = "MODULE main VAR b : boolean; w : unsigned word[4]; s : {red, 3};\n"
    text += "ASSIGN init(b) := TRUE; init(w) := 0ud4_9; init(s) := 3; next(s) := red;\n"
    smv = smv_model(Source("all.smv", text))
    trace = check(smv, "AG s = 3").trace
    assert trace is not None
    start, after = trace_data(trace, smv)["states"]
    assert start["values"] == {"b": True, "w": 9, "s": 3}
    assert after["values"]["s"] == "red"
    latch = circuit_model(Circuit((2,), (Latch(4, 2),), outputs=(4,)))
    trace = check(latch).trace
    assert trace is not None
    assert [state["values"] for state in trace_data(trace, latch)["states"]] == [
        {"l0": False},
        {"l0": True},
    ]


def test_positions_of_a_plan_have_typed_values() -> None:
    (found,) = verdicts_data(check(nim(piles=(1,)), "<<player1>> F p1_wins"), nim(piles=(1,)))[
        "properties"
    ]
    assert found["plans"][0]["positions"][0]["state"] == {"pile0": 1, "t": 1}


def test_what_a_system_of_a_user_shows_by_name_is_text() -> None:
    class Counter:
        def initial(self) -> list[int]:
            return [0]

        def successors(self, n: int) -> list[tuple[str, int]]:
            return [("up", n + 1)] if n < 2 else []

        def show(self, n: int) -> dict[str, str]:
            return {"n": str(n)}

        def as_json(self) -> str:
            """What the class of a user calls so is its own affair."""
            raise AssertionError

    data = trace_data(Trace(0, (("up", 1),)), Counter())
    assert [state["values"] for state in data["states"]] == [{"n": "0"}, {"n": "1"}]
