"""Logs against rules: random models, programs and modules against a search of all their runs."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from counterpoint import (
    BadLog,
    Event,
    ImpureThread,
    Misuse,
    Model,
    Monitor,
    Program,
    Runner,
    Standing,
    Undecided,
    UnknownName,
    conform,
    load_module,
    step,
    subsets_of,
)
from counterpoint.examples.nim import model as nim
from counterpoint.implementation.following import SHOWN
from counterpoint.implementation.lines import Lines
from counterpoint.implementation.of_programs import ProgramOracle
from counterpoint.implementation.possible import MISFITS
from counterpoint.model.capabilities import as_json_of
from counterpoint.model.system import REST
from counterpoint.report.conformed import LISTED, conformed_text
from counterpoint.target import find_target
from counterpoint.tuning import Tuning
from tests.conformance.brute_force import ALPHABET, World
from tests.conformance.test_brute_force import alone, cases, parents
from tests.share import share
from tests.tunings import TUNINGS

from .explained import Found, Line, explain
from .programs import (
    B,
    Fussy,
    awaiting,
    crossing,
    failing,
    forking,
    outside,
    saying,
    splitting,
    undeclared,
)

tunings = st.sampled_from(["usual", "tiny", "mixed"])


# Models and modules: the same random relation, written both ways.

STATES = [(hi, lo) for hi in range(2) for lo in range(3)]
LABELS = ["go(0)", "go(1)", "hop"]
Edge = tuple[tuple[int, int], str, tuple[int, int]]

edges = st.lists(
    st.tuples(st.sampled_from(STATES), st.sampled_from(LABELS), st.sampled_from(STATES)),
    max_size=14,
    unique=True,
)
starts = st.lists(st.sampled_from(STATES), min_size=1, max_size=2, unique=True)
some_parts = st.fixed_dictionaries({}, optional={"hi": st.integers(0, 1), "lo": st.integers(0, 2)})
names = st.sampled_from([*LABELS, "go", None])
logs = st.lists(st.tuples(names, some_parts), max_size=5).map(
    lambda log: [(name, parts) for name, parts in log if name or parts]
)
some_hidden = st.sampled_from([(), ("hop",), ("go(0)",), ("go", "hop")])


def labels_of(name: str | None) -> frozenset[str] | None:
    if name is None:
        return None
    return frozenset(label for label in LABELS if name in (label, label.partition("(")[0]))


def fits(parts: dict[str, int]) -> Any:
    return lambda state: all(
        dict(zip(("hi", "lo"), state, strict=True))[k] == v for k, v in parts.items()
    )


def records(log: Sequence[tuple[str | None, dict[str, int]]]) -> list[dict[str, Any]]:
    """The log as records: a step by its name, by its name and data, or not at all."""
    found = []
    for number, (name, parts) in enumerate(log):
        record: dict[str, Any] = {"state": parts} if parts else {}
        if name == "go(1)" and number % 2:
            record |= {"action": "go", "args": [1] if number % 4 == 1 else {"k": 1}}
        elif name is not None:
            record["action"] = name
        found.append(record)
    return found


def expected(
    relation: list[Edge], begins: list[Any], log: Any, hidden: Any, *, stutters: bool
) -> Found:
    def steps(state: Any) -> list[tuple[str, Any]]:
        return [(label, there) for here, label, there in relation if here == state]

    unseen: frozenset[str] = frozenset().union(*(labels_of(name) or () for name in hidden))
    lines = [Line(labels_of(name), fits(parts)) for name, parts in log]
    return explain(begins, steps, lines, unseen, lambda state: stutters or not steps(state))


def a_model(relation: list[Edge], begins: list[Any]) -> Model:
    model = Model("random")
    hi, lo = model.var("hi", range(2)), model.var("lo", range(3))
    is_start = [(hi == a) & (lo == b) for a, b in begins]
    model.start(is_start[0] if len(is_start) == 1 else is_start[0] | is_start[1])

    def ways(label: str) -> list[Any]:
        return [
            step(when=((hi == a[0]), (lo == a[1])), set={hi: b[0], lo: b[1]})
            for a, of, b in relation
            if of == label
        ]

    @model.action(k=[0, 1])
    def go(k: int) -> list[Any]:
        return ways(f"go({k})")

    @model.action
    def hop() -> list[Any]:
        return ways("hop")

    return model


def agree(found: Any, wanted: Found, relation: list[Edge]) -> None:
    assert found.line == wanted.line
    assert found.answer is (Standing.CONFORMS if wanted.line is None else Standing.DIVERGES)
    assert found.states == len(wanted.states)
    allowed = {label for here, label, _ in relation if here in wanted.states}
    assert {label for label in found.allowed if label != "rest"} == allowed
    values = {tuple(one.values[name] for name in ("hi", "lo")) for one in found.possible}
    assert values == wanted.states


@settings(max_examples=share(400))
@given(edges, starts, logs, some_hidden, tunings)
def test_a_log_of_a_model_is_explained_as_far_as_some_run_explains_it(
    relation: list[Edge], begins: list[Any], log: Any, hidden: Any, tuning: str
) -> None:
    known = {label for _, label, _ in relation} | {"go(0)", "go(1)", "hop"}
    assert known
    model = a_model(relation, begins)
    found = conform(model, records(log), hidden=hidden, tuning=TUNINGS[tuning])
    agree(found, expected(relation, begins, log, hidden, stutters=False), relation)


MODULE = """---- MODULE Random ----
EXTENDS Integers
VARIABLES hi, lo
Init == \\E s \\in {STARTS} : hi = s[1] /\\ lo = s[2]
go(k) == \\E e \\in {EDGES} : e[1] = <<hi, lo>> /\\ e[2] = <<"go", k>>
                   /\\ hi' = e[3][1] /\\ lo' = e[3][2]
hop == \\E e \\in {EDGES} : e[1] = <<hi, lo>> /\\ e[2] = <<"hop", 0>>
                   /\\ hi' = e[3][1] /\\ lo' = e[3][2]
Next == (\\E k \\in 0..1 : go(k)) \\/ hop
Spec == Init /\\ [][Next]_<<hi, lo>>
THEOREM Spec => []TRUE
===="""


def a_module(folder: Path, relation: list[Edge], begins: list[Any]) -> Any:
    def label(text: str) -> str:
        name, _, k = text.partition("(")
        return f'<<"{name}", {k.rstrip(")") or 0}>>'

    written = [f"<<<<{a[0]}, {a[1]}>>, {label(of)}, <<{b[0]}, {b[1]}>>>>" for a, of, b in relation]
    # An edge of no state, as a set needs elements that can be compared.
    written.append('<<<<9, 9>>, <<"hop", 0>>, <<9, 9>>>>')
    text = MODULE.replace("{EDGES}", "{" + ", ".join(written) + "}")
    text = text.replace("{STARTS}", "{" + ", ".join(f"<<{a}, {b}>>" for a, b in begins) + "}")
    file = folder / "Random.tla"
    file.write_text(text, encoding="utf-8")
    return load_module(file)


@settings(max_examples=share(120), deadline=None)
@given(edges, starts, logs, some_hidden, tunings)
def test_a_log_of_a_module_is_explained_as_far_as_some_behavior_explains_it(
    tmp_path_factory: Any, relation: list[Edge], begins: list[Any], log: Any, hidden: Any,
    tuning: str,
) -> None:  # fmt: skip
    # A step that changes nothing is stuttering, and has no name in a module.
    relation = [edge for edge in relation if edge[0] != edge[2]]
    module = a_module(tmp_path_factory.mktemp("random"), relation, begins)
    found = conform(module, records(log), hidden=hidden, tuning=TUNINGS[tuning])
    agree(found, expected(relation, begins, log, hidden, stutters=True), relation)


# Programs.

event_logs = st.lists(st.sampled_from([*ALPHABET, *ALPHABET, "A", {"event": "B"}]), max_size=6)
hidden_events = st.sampled_from([(), (), ("A",), ("B", "C")])


class Histories:
    """A program as the histories of events that are possible, by a second implementation."""

    def __init__(self, program: Program, select: Any) -> None:
        self.program, self.select = program, select

    def world(self, history: tuple[Event, ...]) -> World:
        world = World(self.program)
        for event in history:
            world.hear(event)
        return world

    def events(self, history: tuple[Event, ...]) -> list[Event]:
        world = self.world(history)
        if world.has_failed:
            return []
        if inside := self.select(world.voices):
            return list(inside)
        outside = self.program.external if world.voices else ()
        return [e for e in outside or () if not any(e in v.stated.block for v in world.voices)]

    def line(self, log: Sequence[Event], hidden: Sequence[str]) -> tuple[int | None, set[str]]:
        """The first line without an explanation, and the events that are possible before it."""
        worlds: dict[object, tuple[Event, ...]] = {self.world(()).key: ()}
        for number, event in enumerate(log, start=1):
            worlds = self._closed(worlds, hidden)
            after: dict[object, tuple[Event, ...]] = {}
            for history in worlds.values():
                if event in self.events(history):
                    after[self.world((*history, event)).key] = (*history, event)
            if not after:
                return number, self._allowed(worlds)
            worlds = after
        return None, self._allowed(self._closed(worlds, hidden))

    def _closed(self, worlds: dict[object, tuple[Event, ...]], hidden: Sequence[str]) -> Any:
        todo = list(worlds.values())
        found = dict(worlds)
        while todo:
            history = todo.pop()
            for event in self.events(history):
                key = self.world((*history, event)).key
                if event.name in hidden and key not in found:
                    found[key] = (*history, event)
                    todo.append((*history, event))
        return found

    def _allowed(self, worlds: dict[object, tuple[Event, ...]]) -> set[str]:
        return {str(event) for history in worlds.values() for event in self.events(history)}


def compare(case: Any, log: Any, hidden: Any, tuning: str) -> None:
    program, select, _ = case
    known = {str(label) for label in program.network().origin.labels()} | set()
    hidden = tuple(name for name in hidden if name in known)
    events = [said if isinstance(said, Event) else Event(named_in(said)) for said in log]
    line, allowed = Histories(program, select).line(events, hidden)
    found = conform(program, log, hidden=hidden, tuning=TUNINGS[tuning])
    assert (found.line, set(found.allowed)) == (line, allowed)
    assert found.answer is (Standing.CONFORMS if line is None else Standing.DIVERGES)


def named_in(said: Any) -> str:
    return str(said["event"] if isinstance(said, dict) else said)


@settings(max_examples=share(150), deadline=None)
@given(cases(alone), event_logs, hidden_events, tunings)
def test_a_log_of_a_program_is_explained_as_far_as_some_history_explains_it(
    case: Any, log: Any, hidden: Any, tuning: str
) -> None:
    compare(case, log, hidden, tuning)


@settings(max_examples=share(80), deadline=None)
@given(cases(parents()), event_logs, hidden_events, tunings)
def test_so_is_that_of_a_program_where_b_threads_start_others(
    case: Any, log: Any, hidden: Any, tuning: str
) -> None:
    compare(case, log, hidden, tuning)


# What is special.


def test_a_log_diverges_where_no_guess_is_left_not_where_one_gets_stuck() -> None:
    assert conform(splitting, ["A", "C"])
    found = conform(splitting, ["A", "C", "B"])
    assert (found.line, found.allowed) == (3, ("D",))


def test_a_name_alone_means_any_data_and_data_mean_their_own() -> None:
    assert conform(crossing, [{"event": "Go"}, {"event": "Go", "args": ["south"]}])
    assert conform(crossing, ["Go('north')", {"event": "Go", "args": ["south"]}])
    assert conform(crossing, [{"event": "Go", "args": ["south"]}]).line is None
    assert conform(crossing, [{"event": "Go", "args": ["west"]}]).line == 1
    assert conform(crossing, [{"event": "Go", "args": []}]).line == 1


def test_named_data_may_be_said_in_part() -> None:
    assert conform(
        crossing, [{"event": "Go"}, {"event": "Go"}, {"event": "Turn", "args": {"to": 1}}]
    )
    found = conform(
        crossing, [{"event": "Go"}, {"event": "Go"}, {"event": "Turn", "args": {"to": 2}}]
    )
    assert (found.line, found.allowed) == (3, ("Turn(by='car',to=1)", "Go('north')"))


def test_who_blocks_an_event_is_named_with_the_line() -> None:
    found = conform(crossing, ["Go('north')", "Go('north')"])
    assert found.line == 2
    (why,) = found.possible[0].why
    assert why.by == "one_each"
    assert why.place is not None
    assert "block=" in why.place.text
    assert why.says == "Go('north') is blocked by one_each"


def test_events_come_from_outside_only_when_nothing_inside_is_selectable() -> None:
    assert conform(outside, ["Step", "Click"])
    assert conform(outside, ["Click", "Step"]).line == 1
    (why,) = conform(outside, ["Click"]).possible[0].why
    assert why.says.startswith("Click, from outside: waits until")


def test_an_event_from_outside_that_is_not_declared_leaves_it_unknown() -> None:
    assert conform(undeclared, ["Click"]).line == 1  # not yet, as a step can be selected
    found = conform(undeclared, ["Step", "Click"])
    assert (found.answer, found.line) == (Standing.UNKNOWN, 2)
    assert "external=[...]" in found.reason
    with pytest.raises(Undecided):
        bool(found)
    assert conform(undeclared, ["Step"])
    assert conform(undeclared, ["Step", "Other"]).line == 2


def test_it_stays_unknown_after_such_an_event_might_have_come() -> None:
    found = conform(undeclared, ["Step", "Step"], hidden=["Click"])
    assert (found.answer, found.line) == (Standing.UNKNOWN, 2)


def test_the_first_line_may_be_about_the_initial_state() -> None:
    assert conform(nim(piles=(1, 2)), [{"state": {"pile1": 2}}, {"action": "take"}])
    found = conform(nim(piles=(1, 2)), [{"state": {"pile1": 1}}])
    assert found.line == 1
    later = conform(nim(piles=(1, 2)), ["take(0,0)", {"state": {"pile1": 2}}])
    assert later.line == 2


def test_a_part_that_does_not_exist_is_an_error_not_a_divergence() -> None:
    with pytest.raises(BadLog, match="there is no pile7 in a state; there are pile"):
        conform(nim(), [{"state": {"pile7": 2}}])
    with pytest.raises(BadLog, match="a log of a program has events"):
        conform(crossing, [{"state": {"x": 1}}])


def test_a_step_that_no_action_has_diverges_with_a_hint() -> None:
    found = conform(nim(), [{"action": "tale"}])
    assert (found.line, found.hint.partition(";")[0]) == (1, "no step is called tale")


def test_a_hidden_name_that_nothing_has_is_an_error() -> None:
    with pytest.raises(UnknownName, match="nothing is called tale; there are take"):
        conform(nim(), [], hidden=["tale"])
    with pytest.raises(Misuse, match="several names"):
        conform(nim(), [], hidden="take")


def test_a_hidden_name_that_no_label_of_an_led_program_can_have_is_an_error() -> None:
    board, paddle = find_target("tictactoe.led"), find_target("breakout")
    with pytest.raises(UnknownName, match=r"nothing is called cel; there are .*cell"):
        conform(board, [], hidden=["cel"])
    with pytest.raises(UnknownName, match=r"nothing is called tack; there are .*tick"):
        Monitor(paddle, hidden=["tack"])
    assert (
        conform(board, ["cell(2)"], hidden=["cell(1)", "click(3, 4)"]).answer is Standing.CONFORMS
    )
    names = ["left", "click_left", "elsewhere", "tick", "mouse"]
    assert conform(paddle, ["right"], hidden=names).answer is Standing.CONFORMS


def test_each_label_of_an_led_program_can_be_hidden() -> None:
    for target in ("tictactoe.led", "breakout"):
        program: Any = find_target(target)
        state, found = program.initial()[0], dict[str, None]()
        for _ in range(6):
            steps = program.successors(state)
            found.update((str(label), None) for label, _ in steps if label is not REST)
            state = steps[-1][1]
        assert found
        assert conform(program, [], hidden=list(found)).answer is Standing.CONFORMS


def test_a_name_that_a_system_of_a_users_own_class_never_has_hides_nothing() -> None:
    class Door:
        def initial(self) -> list[str]:
            return ["shut"]

        def successors(self, state: str) -> list[tuple[str, str]]:
            return [("open", "wide")] if state == "shut" else [("close", "shut")]

        def show(self, state: str) -> str:
            return state

        def atoms(self) -> dict[str, Any]:
            return {}

    assert conform(Door(), ["open"], hidden=["slam"]).answer is Standing.CONFORMS
    assert conform(Door(), ["close"], hidden=["slam"]).line == 1
    assert conform(Door(), ["close"], hidden=["open"]).answer is Standing.CONFORMS


def test_more_possible_states_than_the_limit_leave_it_unknown() -> None:
    found = conform(nim(), ["take", "take"], limit_states=3)
    assert (found.answer, found.line) == (Standing.UNKNOWN, 1)
    assert found.reason == "more than 3 states are possible"


def test_coverage_counts_the_lines_that_a_rule_may_explain() -> None:
    found = conform(crossing, ["Go('north')", "Go('south')"], coverage=True)
    assert found.coverage == {"car": 2, "truck": 1, "one_each": 2, "turning": 2}


def test_the_places_of_a_value_in_a_module_can_be_logged(tmp_path: Path) -> None:
    file = tmp_path / "Places.tla"
    file.write_text(
        """---- MODULE Places ----
EXTENDS Integers, Sequences
VARIABLES pc, queue, on
Init == pc = [p \\in {"a", "b"} |-> 0] /\\ queue = <<>> /\\ on = {}
Send(p, n) == /\\ pc' = [pc EXCEPT ![p] = n] /\\ queue' = Append(queue, [by |-> p, n |-> n])
              /\\ on' = on \\cup {p} /\\ Len(queue) < 2
Next == \\E p \\in {"a", "b"}, n \\in 1..2 : Send(p, n)
Spec == Init /\\ [][Next]_<<pc, queue, on>>
THEOREM Spec => []TRUE
====""",
        encoding="utf-8",
    )
    module = load_module(file)
    good = [
        {"state": {"queue": []}},
        {"action": "Send", "args": ["a", 2], "state": {'pc["a"]': 2, "queue[1].by": "a"}},
        {"action": "Send", "args": {"n": 1}, "state": {"pc.b": 1, "on": {"#set": ["b", "a"]}}},
        {"state": {"queue": [{"by": "a", "n": 2}, {"by": "b", "n": 1}]}},
    ]
    assert conform(module, good)
    full = conform(module, [*good, {"action": "Send", "args": ["a", 1]}])
    (why,) = full.possible[0].why
    assert why.says == 'Send("a", 1): Len(queue) < 2 is false'
    assert (why.by, why.place is not None and why.place.line) == ("Send", 6)
    wrong = [*good[:2], {"action": "Send", "state": {"queue[2].n": 7}}]
    assert conform(module, wrong).line == 3
    with pytest.raises(BadLog, match="there is no que in a state"):
        conform(module, [{"state": {"que": []}}])


class Spreading:
    """A first step leads to one of many states, each with a step of its own and one to many."""

    def __init__(self, states: int, onward: int = 0) -> None:
        self.states, self.onward = states, onward

    def initial(self) -> list[tuple[int, ...]]:
        return [()]

    def successors(self, state: tuple[int, ...]) -> list[tuple[str, tuple[int, ...]]]:
        if not state:
            return [("spread", (n,)) for n in range(self.states)]
        on = [("burst", (*state, n)) for n in range(self.onward)]
        return [(f"go({state[0]})", state), *on]

    def show(self, state: tuple[int, ...]) -> dict[str, Any]:
        return {"at": "-".join(map(str, state))}


@pytest.mark.parametrize("more", [0, 1])
def test_possible_states_are_shown_up_to_a_number_and_all_are_counted(more: int) -> None:
    found = conform(Spreading(SHOWN + more), ["spread", "stop"])
    assert found.line == 2
    assert (len(found.possible), found.states) == (SHOWN, SHOWN + more)
    assert len(found.allowed) == SHOWN + more
    text = conformed_text(found, "log")
    assert f"{SHOWN + more} possible states then, which allow go(0)," in text
    assert f"... and {SHOWN + more - LISTED} more states" in text


@pytest.mark.parametrize(("more", "who"), [(0, "which"), (1, "the first 20 of which")])
def test_where_it_is_unknown_only_the_states_that_are_shown_are_asked(more: int, who: str) -> None:
    found = conform(Spreading(SHOWN + more, 9), ["spread", "burst"], limit_states=SHOWN + more)
    assert found.answer is Standing.UNKNOWN
    assert (len(found.possible), found.states) == (SHOWN, SHOWN + more)
    assert {*found.allowed} == {"burst", *(f"go({n})" for n in range(SHOWN))}
    assert f"{SHOWN + more} possible states then, {who} allow" in conformed_text(found, "log")


@pytest.mark.parametrize(
    ("states", "last"),
    [
        (LISTED, "    stop is not possible"),
        (LISTED + 1, "  ... and 1 more state"),
        (LISTED + 2, "  ... and 2 more states"),
    ],
)
def test_the_text_counts_the_states_that_it_leaves_out(states: int, last: str) -> None:
    text = conformed_text(conform(Spreading(states), ["spread", "stop"]), "log")
    assert text.splitlines()[-1] == last


@pytest.mark.parametrize(
    ("more", "last"),
    [
        (0, "after spread, at is 4"),
        (1, "after 1 more such step too"),
        (2, "after 2 more such steps too"),
    ],
)
def test_what_is_otherwise_is_said_of_a_few_steps_and_the_others_are_counted(
    more: int, last: str
) -> None:
    found = conform(Spreading(MISFITS + more), [{"event": "spread", "state": {"at": "x"}}])
    says = [why.says for why in found.possible[0].why]
    assert len(says) == MISFITS + bool(more)
    assert says[MISFITS - 1] == "after spread, at is 4"
    assert says[-1] == last


class Turning:
    """A system of a user, of which a state is shown as a tuple."""

    def initial(self) -> list[int]:
        return [0]

    def successors(self, state: int) -> list[tuple[str, int]]:
        return [("turn", 1 - state)]

    def show(self, state: int) -> dict[str, Any]:
        return {"pair": (state, 0)}


def test_what_a_line_says_does_not_depend_on_those_before_it(tmp_path: Path) -> None:
    as_list, as_tuple = [{"state": {"pair": of}} for of in ([0, 0], (0, 0))]
    assert conform(Turning(), [as_tuple])
    assert conform(Turning(), [as_list]).line == 1
    assert conform(Turning(), [as_tuple, "turn", "turn", as_list]).line == 4
    file = tmp_path / "Map.tla"
    file.write_text(
        "---- MODULE Map ----\nVARIABLE f\n"
        'Spec == f = [x \\in {"1"} |-> 0] /\\ [][UNCHANGED f]_f\n====',
        encoding="utf-8",
    )
    module = load_module(file)
    by_text, by_number = [{"state": {"f": {key: 0}}} for key in ("1", 1)]
    assert conform(module, [by_text, by_text])
    for log in ([by_number], [by_text, by_number]):
        with pytest.raises(BadLog, match="which is no value as check --json writes them"):
            conform(module, log)


def test_a_constraint_bounds_a_search_and_no_behavior(tmp_path: Path) -> None:
    file = tmp_path / "Count.tla"
    file.write_text(
        "---- MODULE Count ----\nEXTENDS Integers\nVARIABLE n\nSmall == n < 2\n"
        "Spec == n = 0 /\\ [][n' = n + 1]_n\n====",
        encoding="utf-8",
    )
    file.with_suffix(".cfg").write_text("SPECIFICATION Spec\nCONSTRAINT Small\n", encoding="utf-8")
    assert conform(load_module(file), [{"state": {"n": n}} for n in range(9)])


def test_blanks_inside_data_count(tmp_path: Path) -> None:
    assert conform(saying, ["Say('a b')", "Yes"]).line == 2
    assert conform(saying, ["Say( 'ab' )", "Yes"])
    model = Model("colours")
    colour = model.var("colour", ("red", "a b", "ab"), init="red")
    left = model.array("left", ("a b", "ab"), range(3), init=1)

    @model.action(to=["a b", "ab"])
    def paint(to: str) -> Any:
        return step(set={colour: to, left["a b"]: 2})

    assert conform(model, [{"action": "paint(ab)", "state": {"colour": "a b"}}]).line == 1
    assert conform(model, [{"action": "paint( ab )", "state": {"colour": "ab"}}])
    assert conform(model, [{"action": "paint", "state": {"left[a b]": 2, "left[ab]": 1}}])
    assert conform(model, [{"action": "paint", "state": {"left": {"a b": 2, "ab": 1}}}])
    assert conform(model, ["paint(ab)", "paint(a b)"], hidden=["paint(ab)"]).answer
    assert conform(model, [{"state": {"left[ab]": "1 2"}}]).line == 1
    file = tmp_path / "Blanks.tla"
    file.write_text(
        "---- MODULE Blanks ----\nEXTENDS Sequences, Integers\nVARIABLES f, m\n"
        'Init == f = [x \\in {"a b", "ab"} |-> Len(x)] /\\ m = 0\n'
        "St(s) == m' = Len(s) /\\ UNCHANGED f\n"
        'Spec == Init /\\ [][\\E s \\in {"a b", "ab"} : St(s)]_<<f, m>>\n====',
        encoding="utf-8",
    )
    module = load_module(file)
    assert conform(module, [{"state": {'f["ab"]': 2, 'f["a b"]': 3}}])
    assert conform(module, [{"state": {'f["ab"]': 3}}]).line == 1
    assert conform(module, [{"action": 'St("ab")'}, {"state": {"m": 3}}]).line is None
    assert conform(module, [{"action": 'St("ab")', "state": {"m": 3}}]).line == 1
    assert conform(module, [{"action": "St", "args": ["a b"], "state": {"m": 3}}])


def test_a_text_denotes_each_value_of_a_module_that_is_shown_like_it(tmp_path: Path) -> None:
    file = tmp_path / "Texts.tla"
    file.write_text(
        "---- MODULE Texts ----\nEXTENDS Integers\nCONSTANT a1\nVARIABLES n, b, o\n"
        "Put(i) == n' = i /\\ b' = TRUE /\\ o' = a1\n"
        "Spec == n = 0 /\\ b = FALSE /\\ o = a1 /\\ [][\\E i \\in 1..3 : Put(i)]_<<n, b, o>>\n"
        "====",
        encoding="utf-8",
    )
    module = load_module(file, settings={"a1": "a1"})
    log = b"action,args,state.n,state.b,state.o\nPut,2,2,TRUE,a1\nPut,3,3.0,,\n"
    assert conform(module, Lines(log.splitlines(keepends=True), "log", "csv")).line == 3
    assert conform(module, [{"action": "Put", "args": ["2"], "state": {"n": 2.0}}])


def test_an_event_that_a_predicate_waits_for_may_come_from_outside_too() -> None:
    runner = Runner(awaiting, seed=1)
    runner.put(Event("In", 1))
    runner.run()
    found = conform(awaiting, runner.events)
    assert (found.answer, found.line) == (Standing.UNKNOWN, 1)
    assert "waits for In(1)" in found.reason
    assert conform(awaiting, [{"event": "In", "args": [1]}]).answer is Standing.UNKNOWN
    assert conform(awaiting, ["Out(1)"]).line == 1


def test_an_exception_on_another_way_takes_nothing_from_an_answer() -> None:
    assert conform(failing, ["B"]).line == 1
    assert conform(failing, ["A"])


def test_random_runs_go_on_after_one_that_ends_in_an_exception() -> None:
    network: Any = Program(forking()).network(Tuning(live_runs=20))
    oracle = ProgramOracle(network)
    (start,) = network.initial()
    there = {str(label): state for label, state in oracle.steps(start)}
    assert oracle.doubt() == ""
    (automaton,) = network.automata
    automaton.moves[0][network.event_index(B)] = there["C"][0]
    with pytest.raises(ImpureThread, match="went on differently"):
        oracle.doubt()


def test_an_exception_of_a_strategy_on_another_way_leaves_it_unknown() -> None:
    found = conform(Program(forking(), strategy=Fussy()), ["B", "D"], tuning=Tuning(live_runs=20))
    assert found.answer is Standing.UNKNOWN
    assert found.reason == "random runs are not compared to their ends: ValueError: not E"


def test_so_does_one_that_another_run_may_not_raise() -> None:
    found = conform(
        Program(forking(is_short_of_room=True)), ["B", "D"], tuning=Tuning(live_runs=20)
    )
    assert found.answer is Standing.UNKNOWN
    assert found.reason == "random runs are not compared to their ends: MemoryError: "


def test_what_is_otherwise_after_a_step_is_named() -> None:
    found = conform(nim(piles=(1, 2)), [{"action": "take(0,0)", "state": {"pile1": 1, "t": 1}}])
    assert [why.says for why in found.possible[0].why] == ["after take(0,0), pile1 is 2 and t is 2"]


def test_a_limit_of_time_is_named_with_the_line() -> None:
    slow = Model("slow")
    x = slow.array("x", range(20), range(3), init=0)

    @slow.action(i=range(20))
    def up(i: int) -> Any:
        return step(when=x[i] < 2, set={x[i]: x[i] + 1})

    @slow.action
    def done() -> Any:
        return step(when=x[0] == 2)

    found = conform(slow, ["up(0)", "done"], hidden=["up"], limit_time=0.2)
    assert (found.answer, found.line) == (Standing.UNKNOWN, 1)
    assert found.reason == "the limit of 0.2 s was reached"


def test_a_limit_at_the_initial_states_leaves_it_unknown() -> None:
    wide = Model("wide")
    wide.var("n", range(1000))
    found = conform(wide, [{"state": {"n": 3}}], limit_states=10)
    assert (found.answer, found.reason) == (Standing.UNKNOWN, "more than 10 states are possible")


def test_elements_of_an_smv_array_are_a_list(tmp_path: Path) -> None:
    file = tmp_path / "a.smv"
    file.write_text(
        "MODULE main\nVAR a : array 0..1 of 0..3;\nASSIGN init(a[0]) := 0; init(a[1]) := 1;\n"
        "  next(a[0]) := 2; next(a[1]) := a[1];\n",
        encoding="utf-8",
    )
    assert conform(find_target(str(file)), [{"state": {"a": [0, 1]}}, {"state": {"a": [2, 1]}}])


# States as `check --json` writes them ---------------------------------------------------------


def sorts() -> Model:
    model = Model("sorts")
    n, flag = model.var("n", range(2**53, 2**53 + 3), init=2**53), model.var("flag", bool)
    held = model.var("held", subsets_of(["a", "b"]), init=frozenset())
    row = model.array("row", range(2), range(9), init=7)
    lamp = model.array("lamp", ["left", "right"], bool, init=True)
    board = model.array("board", [(0, 0), (0, 1)], "x o", init="x")

    @model.action
    def go() -> object:
        return step(
            set={n: n + 1, flag: ~flag, held: {"a", "b"}, row[1]: 8, lamp["right"]: flag,
                 board[0, 1]: "o"},
            when=n < 2**53 + 2,
        )  # fmt: skip

    return model


@pytest.mark.parametrize(
    "name", ["sorts", "nim", "peterson", "ttt", "FreeTicTacToe", "tictactoe.led"]
)
def test_a_log_may_give_states_as_json_has_them_and_as_they_are_shown(name: str) -> None:
    target: Any = sorts() if name == "sorts" else find_target(name)
    state = next(iter(target.initial()))
    typed: list[Any] = [{"state": as_json_of(target)(state)}]
    shown: list[Any] = [{"state": dict(target.show(state))}]
    wrong = []
    for _ in range(2):
        label, there = target.successors(state)[-1]
        wrong.append([*typed, {"action": str(label), "state": as_json_of(target)(state)}])
        state = there
        typed.append({"action": str(label), "state": as_json_of(target)(state)})
        shown.append({"action": str(label), "state": dict(target.show(state))})
    assert conform(target, json.loads(json.dumps(typed)))
    assert conform(target, shown)
    assert not any(conform(target, log) for log in wrong)


def test_an_array_by_pairs_has_each_index_once() -> None:
    model = sorts()
    pairs: list[Any] = [[[0, 0], "x"], [[0, 1], "x"]]
    assert conform(model, [{"state": {"board": {"#map": pairs}}}])
    for other in ([pairs[0]], [pairs[0], pairs[0]], [pairs[0], [[0, 1], "o"]], [pairs[0], []], 3):
        assert not conform(model, [{"state": {"board": {"#map": other}}}]), other


def test_sets_are_written_as_sets_in_what_a_log_is_told() -> None:
    found = conform(sorts(), [{"state": {"flag": True}}, {"action": "go"}, {"action": "stop"}])
    assert found.possible[0].values["held"] == {"#set": ["a", "b"]}
    assert 'held = {"a", "b"}' in conformed_text(found, "log")
