from __future__ import annotations

import collections
import contextlib
import contextvars
import copy
import functools
import hashlib
import io
import itertools
import os
import queue
import random
import socket
import sys
import threading
import types
import weakref
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from counterpoint import Body, Event, Program, check, named, never, sync, thread
from counterpoint.bp.local.network import network_of
from counterpoint.bp.local.state import hidden, reader
from counterpoint.bp.local.state.builtin_state import ATOMS
from counterpoint.bp.local.state.identity import read_state, value_key, variables
from counterpoint.errors import ImpureThread, OpaqueState

from ..brute_force import A, B, C, local_states
from ..shapes import SHAPES


@pytest.mark.parametrize("function", SHAPES, ids=lambda function: function.__name__)
def test_no_two_states_that_behave_differently_have_the_same_key(function: Any) -> None:
    assert isinstance(function, types.FunctionType)
    local_states(thread(function)())


# What cannot be read is refused, with the name of the variable


def holding(make: Any) -> Any:
    """A b-thread that keeps what `make` gives in a variable."""

    def keep() -> Any:
        kept = [make()]
        yield sync(request=A)
        del kept

    return thread(keep)()


async def coroutine() -> None:
    return None


async def asynchronous() -> Any:
    yield None


REFUSED = {
    "a lock": threading.Lock,
    "a queue": queue.SimpleQueue,
    "a file": lambda: io.StringIO("text"),
    "a memory view": lambda: memoryview(b"x"),
    "an array of numpy": lambda: np.zeros(2),
    "a long number of numpy": lambda: np.longdouble(1),
    "a record of numpy": lambda: np.void(b"a"),
    "a kind of number of one's own": lambda: OwnNumber(1),
    "a cache": lambda: functools.lru_cache(len),
    "a weak reference": lambda: weakref.ref(len),
    "a weak dictionary": weakref.WeakKeyDictionary,
    "an iterator over memory": lambda: iter(memoryview(b"abc")),
    "an asynchronous generator": asynchronous,
    "a hash": hashlib.sha256,
    "a frame": sys._getframe,
    "code": lambda: compile("1", "", "eval"),
    "a property": lambda: property(len),
    "a slot wrapper": lambda: [].__len__,
    "a system's random generator": random.SystemRandom,
    "a struct of the system": lambda: os.stat_result(range(10)),
    "a context variable": lambda: contextvars.ContextVar("x"),
    "bytes in memory": io.BytesIO,
    "a set of objects": lambda: {Opaque(), Opaque()},
    "an object with a false dictionary": lambda: FalseDict(),
    "an object with a hidden slot": lambda: HiddenSlot(),
}


class Opaque:
    pass


class OwnNumber(np.float64):
    """Has attributes that nothing tells of."""


class FalseDict:
    __dict__ = property(lambda self: {})


class HiddenSlot:
    __slots__ = ("kept", "other")


delattr(HiddenSlot, "kept")


def run_into(*threads: Any) -> None:
    """Raise the error that a program runs into at its start."""
    network = network_of(Program(*threads))
    network.choices(*network.initial())


@pytest.mark.parametrize("make", REFUSED.values(), ids=REFUSED)
def test_what_cannot_be_read_is_refused_with_the_name_of_the_variable(make: Any) -> None:
    with pytest.raises(OpaqueState, match=r"kept\[0\].* holds .*Keep numbers") as caught:
        run_into(holding(make))
    assert caught.value.thread == "keep"
    assert caught.value.place is not None
    assert caught.value.place.text == "yield sync(request=A)"


def test_numbers_of_numpy_are_told_apart_by_type_and_bytes() -> None:
    made = [
        np.int64(1), np.int64(2), np.int32(1), np.uint64(1), np.bool_(True), np.float64(1.0),
        np.float64(-0.0), np.float64(0.0), np.float32(1), np.complex64(1), np.datetime64(1, "s"),
        np.datetime64(1, "m"), np.timedelta64(1, "s"), np.longlong(1), np.float64("nan"),
    ]  # fmt: skip
    keys = [value_key(value) for value in made]
    assert len(set(keys)) == len(made)
    assert keys == [value_key(copy.deepcopy(value)) for value in made]


def test_a_number_of_numpy_that_is_not_one_is_told_by_which_it_is() -> None:
    nan = np.float64("nan")
    assert value_key([nan, nan]) != value_key([nan, np.float64("nan")])


def test_a_coroutine_is_refused() -> None:
    waiting = coroutine()
    with contextlib.closing(waiting), pytest.raises(OpaqueState, match="coroutine"):
        run_into(holding(lambda: waiting))


def test_an_open_socket_and_an_open_file_are_refused(tmp_path: Path) -> None:
    with socket.socket() as opened, pytest.raises(OpaqueState, match="socket"):
        run_into(holding(lambda: opened))
    (tmp_path / "file").write_text("x")
    with (tmp_path / "file").open() as opened, pytest.raises(OpaqueState, match="TextIOWrapper"):
        run_into(holding(lambda: opened))


def test_a_refused_value_is_named_wherever_it_hangs() -> None:
    @thread
    def keep() -> Body:
        hidden = threading.Lock()
        table = {"x": Kept(lambda: hidden.acquire())}
        yield sync(request=A)
        del table

    with pytest.raises(OpaqueState, match=r"\(its hidden\) holds _thread\.lock"):
        run_into(keep())


class Kept:
    def __init__(self, kept: Any) -> None:
        self.kept = kept


def test_a_refused_value_in_use_and_one_in_a_statement_are_told() -> None:
    @thread
    def use() -> Body:
        for _ in memoryview(b"abc"):
            yield sync(request=A)

    with pytest.raises(OpaqueState, match=r"a value in use at this line holds builtins\.memory_it"):
        run_into(use())

    @thread
    def say() -> Body:
        yield sync(wait_for=functools.lru_cache(lambda event: True))

    with pytest.raises(OpaqueState, match=r"sync\(wait_for=...\)"):
        run_into(say(), asking())


@thread
def asking() -> Body:
    yield sync(request=A)


def test_what_is_refused_only_counts_where_the_program_gets_to() -> None:
    @thread
    def keep() -> Body:
        yield sync(wait_for=B)
        lock = threading.Lock()
        yield sync(request=A)
        del lock

    assert check(Program(keep(), asking(), external=()), never(C))


def test_the_dictionary_of_locals_is_refused_where_it_is_a_copy() -> None:
    @thread
    def look() -> Body:
        number = 0
        kept = locals()
        while True:
            number += 1
            yield sync(request=A)
            assert kept["number"] == 0

    network = network_of(Program(look()))
    if sys.version_info < (3, 13):
        assert isinstance(network.automata[0].locals[0].crash, OpaqueState)
    else:
        assert network.automata[0].locals[0].crash is None


def test_an_iterator_that_does_not_say_where_it_stands_is_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Python 3.14 takes `__reduce__` away from the iterators of itertools."""
    monkeypatch.setitem(reader._READERS, itertools.pairwise, reader.Reader._iterator)
    with pytest.raises(OpaqueState, match="this Python does not show where the iterator stands"):
        run_into(holding(lambda: itertools.pairwise("ab")))


def test_on_another_python_sets_and_their_iterators_are_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(hidden, "_sets_can_be_read", lambda: False)
    monkeypatch.setattr(hidden, "_iterators_can_be_read", lambda: False)
    with pytest.raises(OpaqueState, match="hides how a set orders"):
        run_into(holding(set))
    with pytest.raises(OpaqueState, match="does not show where the iterator stands"):
        run_into(holding(lambda: iter({})))


def test_an_ordered_dict_that_changed_while_it_was_iterated_is_refused() -> None:
    @thread
    def walk() -> Body:
        table = collections.OrderedDict(a=1)
        keys = iter(table)
        table["b"] = 2
        yield sync(request=A)
        del keys

    with pytest.raises(OpaqueState, match="changed while it was iterated"):
        run_into(walk())


def test_data_nested_too_deeply_are_refused() -> None:
    @thread
    def nest() -> Body:
        nested: list[Any] = []
        for _ in range(100_000):
            nested = [nested]
        yield sync(request=A)
        while nested:
            nested = nested.pop()

    with pytest.raises(OpaqueState, match="nested too deeply"):
        run_into(nest())


def test_a_class_made_in_each_run_is_refused_with_a_hint() -> None:
    @thread
    def make() -> Body:
        class Local:
            pass

        kept = Local
        yield sync(request=A)
        del kept

    with pytest.raises(ImpureThread, match="a class that it makes anew in each run"):
        run_into(make())


# States that behave alike are one state


def count(function: Any) -> Any:
    return local_states(thread(function)())


def test_a_loop_over_equal_statements_has_one_state_for_each_turn() -> None:
    def loop() -> Any:
        for _ in range(5):
            yield sync(request=A)

    assert count(loop) == 6


def test_an_endless_loop_comes_back_to_its_states() -> None:
    def loop() -> Any:
        seen, moves = {}, named("A")
        while True:
            seen["last"] = yield sync(wait_for=moves)
            yield sync(request=B)

    assert count(loop) == 3


def test_equal_data_made_in_different_ways_are_one_state() -> None:
    def make() -> Any:
        event = yield sync(wait_for=[A, B])
        data = [1, 2] if event is A else list(range(1, 3))
        event = None
        yield sync(request=A)
        del data

    assert count(make) == 3


def test_objects_from_outside_do_not_multiply_states() -> None:
    def use() -> Any:
        while True:
            state = (yield sync(wait_for=[A, B])) is A and OUTSIDE
            yield sync(request=A)
            del state

    assert count(use) == 3


OUTSIDE = {"a": [Opaque()]}


@pytest.mark.slow
def test_statements_may_forget_each_other() -> None:
    """The statements that `sync` remembers are not for ever the same objects."""

    def say() -> Any:
        first = sync(request=A)
        for number in range(5000):
            sync(request=Event("Number", number))
        while True:
            yield first
            yield sync(request=A)

    assert count(say) == 2


def test_a_key_differs_from_state_to_state_and_not_from_run_to_run() -> None:
    def walk(event: Any) -> Any:
        for _ in "ab":
            yield sync(request=event)

    keys = []
    for _ in range(2):
        body = walk(A)
        keys.append([read_state(body, next(body)).key for _ in "ab"])
    assert keys[0] == keys[1]
    assert keys[0][0] != keys[0][1]


def inner(n: Any) -> Any:
    yield sync(request=A)


def test_variables_are_those_of_the_whole_chain() -> None:
    def outer() -> Any:
        m = 1
        yield from inner(m + 1)

    body = outer()
    next(body)
    assert variables(body) == {"m": 1, "n": 2}


def test_types_that_are_told_apart_by_a_table_have_no_metaclass_of_their_own() -> None:
    kinds = [*reader._VALUES, *reader._READERS, *ATOMS]
    assert [kind for kind in kinds if type(kind) is not type] == []
