"""What ends a search, told apart; after Ctrl-C nothing begins, and what was seen is said."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import pytest

from counterpoint import (
    Body,
    Event,
    Model,
    Program,
    Verdicts,
    check,
    check_rules,
    load_module,
    never,
    solve,
    state_graph,
    step,
    sync,
    thread,
    where,
)
from counterpoint.alarm import require_going_on
from counterpoint.engines.base.limits import Limits, limits_of, parse_time
from counterpoint.engines.base.task import Progress, Task
from counterpoint.errors import Misuse, Undecided
from counterpoint.stopped import Cause
from counterpoint.tuning import Tuning
from counterpoint.verdict import Answer
from tests.tunings import NO_GRAPHS, PACKED

QUICKLY_HEARD = Tuning(
    first_chunk=1, network_chunk=1, learned_chunk=1, least_chunk=1, chunk_seconds=1e-9,
    look_seconds=0.0, walk_work=50, walk_seconds=0.0, walk_few=0, group_from=1 << 20, moment=3600.0,
)  # fmt: skip
"""Progress is told after a state or two, and there is time to say what was found."""

MODULE = """
---- MODULE Counters ----
EXTENDS Naturals
VARIABLES x, y
Init == x = 0 /\\ y = 0
Next == \\/ x < 40 /\\ x' = x + 1 /\\ y' = y
        \\/ y < 40 /\\ y' = y + 1 /\\ x' = x
Spec == Init /\\ [][Next]_<<x, y>>
THEOREM Spec => [](x <= 40)
THEOREM Spec => [](y <= 40)
====
"""


def counters(size: int = 12) -> Model:
    model = Model("counters")
    cell = model.array("cell", range(3), range(size), init=0)

    @model.action(i=range(3))
    def up(i: int) -> object:
        return step(when=cell[i] < size - 1, set={cell[i]: cell[i] + 1})

    model.atom("far", cell[0] == 3)
    model.atom("broken", (cell[0] == 0) & (cell[0] == cell[1] + 1))
    return model


@thread
def ask(name: str, times: int) -> Body:
    for _ in range(times):
        yield sync(request=Event(name))


def program() -> Program:
    return Program(*(ask(name, 12) for name in "ABC"))


class System:
    """A grid, one state at a time."""

    def initial(self) -> list[tuple[int, int]]:
        return [(0, 0)]

    def successors(self, state: tuple[int, int]) -> list[tuple[str, tuple[int, int]]]:
        x, y = state
        return [("right", (x + 1, y))] * (x < 40) + [("up", (x, y + 1))] * (y < 40)

    def show(self, state: tuple[int, int]) -> str:
        return str(state)


def module(folder: Path) -> Any:
    file = folder / "Counters.tla"
    file.write_text(MODULE, encoding="utf-8")
    return load_module(file)


@dataclass
class Press:
    """Presses Ctrl-C when so many states were found, and notes whether a search went on."""

    at: int
    states: int = 0
    went_on: list[int] = field(default_factory=list)

    def __call__(self, progress: Progress) -> None:
        if self.states:
            self.went_on.append(progress.states)
        if progress.states >= self.at:
            self.states = progress.states
            raise KeyboardInterrupt


@dataclass(frozen=True)
class Search:
    """A target that is searched in some way, and a property that no state violates."""

    target: Callable[[Path], Any]
    asked: tuple[Any, ...]
    tuning: Tuning = QUICKLY_HEARD
    engine: str = "auto"

    def checked(self, folder: Path, **options: Any) -> Verdicts:
        options = {"tuning": self.tuning, "engine": self.engine, **options}
        return check(self.target(folder), *self.asked, **options)


NO_GRAPH = replace(QUICKLY_HEARD, graph_at_once=0, graph_at_most=0)
SEARCHES = {
    "a graph of a model": Search(lambda _: counters(), ("AG !broken", "AF broken")),
    "a hash table": Search(
        lambda _: counters(), ("AG !broken",), replace(NO_GRAPH, bitmap_at_once=0), "explicit"
    ),
    "a bitmap": Search(lambda _: counters(), ("AG !broken",), NO_GRAPH),
    "diagrams": Search(lambda _: counters(), ("AG !broken",), engine="symbolic"),
    "b-threads": Search(lambda _: program(), (never(Event("D")), "assertions")),
    "b-threads, by formulas": Search(lambda _: program(), ("AG !({A} & {B})", "AG EF {A}")),
    "any system": Search(lambda _: System(), ("deadlock",)),
    "a module, evaluated": Search(module, (), replace(QUICKLY_HEARD, walk_work=1 << 20)),
    "a module, tabled": Search(module, ()),
}


@pytest.mark.parametrize("name", SEARCHES)
def test_after_ctrl_c_nothing_begins_and_the_answer_says_what_was_seen(
    name: str, tmp_path: Path
) -> None:
    search, press = SEARCHES[name], Press(200)
    verdicts = search.checked(tmp_path, watch=press)
    assert press.went_on == []
    assert verdicts.stopped == "interrupted"
    assert verdicts.stopped.cause is Cause.INTERRUPTED
    assert not verdicts.complete
    assert verdicts.answer is Answer.UNKNOWN
    reason = verdicts.properties[0].reason
    seen = re.search(r"interrupted; no violation among ([\d,]+) states", reason)
    assert seen is not None, reason
    most = 4 * verdicts.states if " with their past" in reason else verdicts.states
    assert 0 < int(seen[1].replace(",", "")) <= most
    assert verdicts.states < 1500


@pytest.mark.parametrize("name", SEARCHES)
def test_a_limit_of_time_is_told_from_ctrl_c(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The watcher goes on until the time is up, however slow the machine is."""

    def wait(_: Progress) -> None:
        while True:
            require_going_on()

    verdicts = SEARCHES[name].checked(tmp_path, watch=wait, limit_time="50 ms")
    assert verdicts.stopped == "the limit of 0.05 s was reached"
    assert verdicts.stopped.cause is Cause.TIME
    assert verdicts.answer is Answer.UNKNOWN


@pytest.mark.parametrize("name", sorted(SEARCHES))
def test_a_limit_of_states_says_what_was_seen(name: str, tmp_path: Path) -> None:
    verdicts = SEARCHES[name].checked(tmp_path, limit_states=300)
    assert verdicts.stopped.cause is Cause.STATES
    assert re.match(
        r"the limit of 300 states was reached; no violation among \d+ states",
        verdicts.properties[0].reason,
    )


def test_a_limit_of_memory_is_one_of_its_own() -> None:
    assert check(System(), "deadlock", limit_memory="50k").stopped.cause is Cause.MEMORY


@pytest.mark.parametrize("tuning", [NO_GRAPHS, replace(NO_GRAPHS, bitmap_at_once=0), PACKED])
def test_a_violation_that_was_seen_is_shown_although_states_are_missing(tuning: Tuning) -> None:
    press = Press(600)
    tuning = replace(tuning, first_chunk=1, chunk_seconds=1e-9, least_chunk=1, moment=3600.0)
    verdicts = check(counters(), "AG !far", watch=press, tuning=tuning)
    assert (verdicts.answer, verdicts.complete) == (Answer.FAILS, False)
    assert verdicts.trace is not None
    assert verdicts.trace.events == ("up(0)",) * 3


def test_where_and_solve_say_how_many_states_were_found() -> None:
    with pytest.raises(Undecided, match=r"interrupted; \d+ states were found"):
        where(System(), "true", watch=Press(200), tuning=QUICKLY_HEARD)
    with pytest.raises(Undecided, match=r"not all states are known: the limit of 9 states was"):
        where(System(), "true", limit_states=9)
    task = Task(Limits(), watch=Press(200), tuning=QUICKLY_HEARD)
    with pytest.raises(Undecided, match=r"all its states are known: interrupted; \d+ states were"):
        solve(program(), player="A", goal="{A}", task=task)


def test_where_and_solve_have_a_limit_of_time() -> None:
    def wait(_: Progress) -> None:
        while True:
            require_going_on()

    with pytest.raises(Undecided, match=r"the limit of 0.05 s was reached"):
        where(System(), "true", watch=wait, tuning=QUICKLY_HEARD, limit_time=0.05)
    task = Task(Limits(seconds=0.05), watch=wait, tuning=QUICKLY_HEARD)
    with pytest.raises(Undecided, match=r"the limit of 0.05 s was reached"):
        solve(program(), player="A", goal="{A}", task=task)


def test_a_limit_of_time_is_no_ctrl_c_where_too_much_was_found_to_look_at() -> None:
    def wait(_: Progress) -> None:
        while True:
            require_going_on()

    tuning = replace(QUICKLY_HEARD, in_a_moment=0)
    options: Any = {"watch": wait, "tuning": tuning, "limit_time": 0.05}
    for system in (System(), program()):
        with pytest.raises(Undecided, match=r"^\[CP204\] the limit of 0.05 s was reached"):
            where(system, "true", **options)
    assert check(System(), "deadlock", **options).stopped == "the limit of 0.05 s was reached"
    task = Task(Limits(seconds=0.05), watch=wait, tuning=tuning)
    with pytest.raises(Undecided, match=r"the limit of 0.05 s was reached"):
        solve(program(), player="A", goal="{A}", task=task)


def test_a_limit_of_time_holds_for_all_variants_together() -> None:
    waited = list[int]()

    def wait(progress: Progress) -> None:
        waited.append(progress.states)
        while len(waited) > 1:
            require_going_on()

    rows = check_rules(program(), watch=wait, tuning=QUICKLY_HEARD, limit_time="50ms")
    assert [bool(row.verdicts.stopped) for row in rows] == [True]


def test_a_graph_has_the_states_that_were_found_before_ctrl_c() -> None:
    class Pressed(System):
        def successors(self, state: tuple[int, int]) -> list[tuple[str, tuple[int, int]]]:
            if state == (5, 5):
                raise KeyboardInterrupt
            return super().successors(state)

    graph = state_graph(Pressed())
    assert graph.stopped == "interrupted"
    assert 50 < len(graph.nodes) < 70
    assert max(target for _, _, target in graph.edges) < len(graph.nodes)


@pytest.mark.parametrize(
    ("text", "seconds"),
    [("90", 90.0), ("1.5s", 1.5), ("2 min", 120.0), ("1h", 3600.0), ("250ms", 0.25)],
)
def test_a_time_is_a_number_with_a_unit(text: str, seconds: float) -> None:
    assert parse_time(text) == seconds


@pytest.mark.parametrize(
    "text", ["", "soon", "-1", "0", "5 days", "1e3", "99999999999h", "9" * 400]
)
def test_what_is_no_time_is_refused(text: str) -> None:
    with pytest.raises(Misuse, match="is not a time: give seconds, or a number with ms, s, m or h"):
        parse_time(text)


@pytest.mark.parametrize("seconds", [0, -1, float("nan"), float("inf"), True, [3]])
def test_a_limit_of_time_is_a_number_of_seconds(seconds: Any) -> None:
    with pytest.raises(Misuse, match="limit_time= takes seconds, more than 0 of them, not"):
        limits_of(None, None, seconds)


@thread
def endless() -> Body:
    n = 0
    while True:
        yield sync(request=Event("A"))
        n += 1


@thread
def hears() -> Body:
    n = 0
    while n < 40:
        yield sync(wait_for=lambda event: True)
        n += 1


@pytest.mark.parametrize("program", [Program(endless()), Program(endless(), hears())])
def test_a_b_thread_without_end_is_one_of_its_own(program: Program) -> None:
    verdicts = check(program, "deadlock", tuning=Tuning(local_work=400))
    assert verdicts.stopped.cause is Cause.UNBOUNDED
    reason = verdicts["deadlock"].reason
    assert "b-thread endless" in reason
    assert "n takes ever new values" in reason
