"""The order of sets: refused, compared under other hash seeds, or of no account."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import counterpoint
from counterpoint import (
    Answer,
    Body,
    Event,
    Program,
    check,
    named,
    never,
    solve,
    sync,
    thread,
    where,
)
from counterpoint.bp.local.bytecode.stack import nested
from counterpoint.bp.local.bytecode.uses import Uses
from counterpoint.bp.local.processes.tables import Row, Table, difference
from counterpoint.errors import OpaqueState, Undecided

from ..brute_force import A, B

NAMES = {"a", "b", "c"}


@thread
def stops_in_a_loop() -> Body:
    for name in NAMES:
        yield sync(request=Event(name))


@thread
def takes_the_first() -> Body:
    yield sync(request=Event(next(iter(list(NAMES)))))


def test_a_thread_that_stops_in_a_loop_over_strings_is_refused() -> None:
    with pytest.raises(OpaqueState, match=r"iterate over sorted\(...\)") as caught:
        check(Program(stops_in_a_loop()))
    assert caught.value.thread == "stops_in_a_loop"


@pytest.mark.hash_seeds
def test_what_differs_under_another_hash_seed_is_unknown_with_line_and_remedy() -> None:
    (verdict,) = check(Program(takes_the_first()), never(Event("a")))
    assert verdict.answer is Answer.UNKNOWN
    assert "b-thread takes_the_first" in verdict.reason
    assert "test_trust.py:" in verdict.reason
    assert "another PYTHONHASHSEED" in verdict.reason
    assert "sorted(...)" in verdict.reason


X: Any = A


def blind() -> Any:
    known = {X, B}
    yield sync(request={X}, block={A, B} - known)
    known |= {A}
    if X in known and known <= {A, B, X}:
        known.discard(X)
    yield sync(wait_for=sorted({X, B}), block=frozenset(known))
    return getattr(X, "name", None), max(known), len(known)


SEEING = [
    lambda: list({X, B}),
    lambda: [*{X, B}],
    lambda: {X, B}.pop(),
    lambda: sorted({X, B}, key=len),
    lambda: {X, B},
    lambda: "".join({"a", "b"}),
    lambda: list(vars(X).keys() - {"a"}),
    lambda: hash(X),
    lambda: map(set, X),
    lambda: print(*{X, B}),
    lambda: "%s" % {X, B},
]


COMPREHENDING_BLINDLY = [
    lambda: sync(wait_for=sorted({name[:1] for name in sorted(NAMES)})),
    lambda: len({one + two for one in "ab" if one for two in "cd"}),
    lambda: "a" in {name * 2 for name in ("a", "b")},
    lambda: sorted({name for name in "ab" if name in NAMES} | {X.name} - {X}),
    lambda: sync(wait_for=[Event(name) for name in sorted({name.upper() for name in "ab"})]),
    lambda: {name: sorted({part * 2 for part in name}) for name in ("ab", "cd")},
    lambda: sorted({(lambda: name)() for name in "ab"}),
]


def kept_in_a_variable() -> Any:
    names = {one + two for one in "ab" for two in "cd"}
    names.add("x")
    return "ac" in names and len(names)


def by_a_function_of_a_module() -> Any:
    return counterpoint.sync(request={X, B})


COMPREHENDING_BLINDLY += [kept_in_a_variable, by_a_function_of_a_module]


def goes_through_a_variable() -> Any:
    names = {one + two for one in "ab" for two in "cd"}
    return [name * 2 for name in names]


def takes_one_in_a_loop() -> Any:
    names = {name * 2 for name in "ab"}
    return [number for number in range(2) if names.pop()]


COMPREHENDING = [
    lambda: list({name * 2 for name in "ab"}),
    lambda: [name * 2 for name in {name * 2 for name in "ab"}],
    lambda: {name: list({part * 2 for part in name}) for name in ("ab", "cd")},
    lambda: max({name * 2 for name in "ab"}, key=len),
    lambda: {name * 2 for name in "ab"},
    goes_through_a_variable,
    takes_one_in_a_loop,
]


def lines(function: Any) -> Any:
    parts = nested(function.__code__)
    return [line for part in parts for line in Uses(part, globals()).lines_that_look()]


def test_code_that_sees_no_order_is_told_from_code_that_may() -> None:
    assert lines(blind) == []
    assert all(map(lines, SEEING))


def test_a_comprehension_whose_order_is_not_seen_shows_none() -> None:
    for function in COMPREHENDING_BLINDLY:
        assert lines(function) == []


def test_a_comprehension_whose_order_is_seen_is_told() -> None:
    for function in COMPREHENDING:
        assert lines(function)


def test_names_that_are_worked_out_are_told_from_those_that_stand_there() -> None:
    def works_out(function: Any) -> Any:
        return Uses(function.__code__, globals()).works_out_names()

    assert works_out(lambda x: getattr(x, x))
    assert works_out(lambda x: setattr(x, "a" + x, 1))
    assert works_out(lambda x: vars(x))
    assert not works_out(lambda x: getattr(x, "a", None))


def test_automata_are_alike_that_do_the_same_with_more_states() -> None:
    def row(*said: Any) -> Any:
        return Row(said, ())

    none: frozenset[Any] = frozenset()
    short = Table(none, (row("x"),), ({"A": 0},))
    long = Table(none, (row("x"), row("x")), ({"A": 1}, {"A": 0}))
    other = Table(none, (row("x"), row("y")), ({"A": 1}, {"A": 0}))
    assert difference(short, long) is None
    assert difference(short, other) == ("A",)


SCRIPT = """
from counterpoint import Event, Program, check, never, sync, thread

QUEUE = __import__("queue").SimpleQueue()

@thread
def asks():
    QUEUE.empty()
    yield sync(request=Event("A"))

(verdict,) = check(Program(asks()), never(Event("A")))
print(verdict.answer.value, verdict.reason)
"""


def test_a_script_that_checks_while_it_is_loaded_is_confirmed_too(tmp_path: Path) -> None:
    file = tmp_path / "script.py"
    file.write_text(SCRIPT)
    done = subprocess.run([sys.executable, file], capture_output=True, text=True, check=True)
    assert done.stdout == "fails A can be selected\n"


@pytest.mark.hash_seeds
def test_sets_of_states_and_games_are_not_answered_where_hash_seeds_make_a_difference() -> None:
    program = Program(takes_the_first(), owners={"one": named("a") | named("b") | named("c")})
    with pytest.raises(Undecided, match="another PYTHONHASHSEED"):
        where(program, "EX true")
    with pytest.raises(Undecided, match="another PYTHONHASHSEED"):
        solve(program, player="one", goal="F hot")
