"""Libraries: bindings, the check of arguments at the door, and life without llvmlite."""

from __future__ import annotations

import subprocess
import sys
from array import array
from typing import Any

import numpy
import pytest

from counterpoint.native import Library, NativeError, build, twin, u8, u16, u32, u64
from counterpoint.native import backend as backend_module

from .kernels import fill, mix, source

LIMIT = 100


def both(*functions: Any, **bindings: Any) -> tuple[Library, Library, Library]:
    """The native library, the checked one and the twin."""
    checked = build(*functions, debug=True, **bindings)
    return build(*functions, **bindings), checked, twin(*functions, **bindings)


def test_a_library_says_which_engine_runs_it() -> None:
    native, checked, python = both(mix)
    assert (native.engine, checked.engine, python.engine) == ("native", "native", "python")


def test_a_function_can_also_be_called_as_it_is() -> None:
    assert [library.mix(12345) for library in both(mix)] == [mix(12345)] * 3


@pytest.mark.parametrize(
    ("cell", "dtype"),
    [(u8, "u1"), (u16, "u2"), (u32, "u4"), (u64, "u8")],
    ids=["8", "16", "32", "64"],
)
def test_a_type_parameter_gives_one_variant_for_each_cell(cell: type[int], dtype: str) -> None:
    for library in both(fill, types={"Cell": cell}):
        cells = numpy.zeros(5, dtype)
        largest = 2 ** (8 * cells.itemsize) - 1
        assert library.fill(cells, 4, largest) == 4
        assert cells.tolist() == [largest] * 4 + [0]


def test_arrays_may_have_any_shape_that_is_contiguous() -> None:
    for library in both(fill, types={"Cell": u8}):
        cells = numpy.zeros((2, 3), "u1")
        library.fill(cells, 4, 9)
        assert cells.tolist() == [[9, 9, 9], [9, 0, 0]]
        assert library.fill(numpy.zeros((0, 3), "u1"), 0, 1) == 0


def test_any_buffer_of_the_right_cells_will_do() -> None:
    for library in both(fill, types={"Cell": u64}):
        cells = array("Q", [0, 0])
        library.fill(cells, 1, 2**64 - 1)
        assert cells.tolist() == [2**64 - 1, 0]


ACCEPTED = "accepted: a writeable, aligned, C-contiguous array of u16"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((), "fill: 0 given; accepted: 3 (p, n, value)"),
        ((1, 1, 1), f"fill: parameter p is int; {ACCEPTED}"),
        (([1, 2], 1, 1), f"fill: parameter p is list; {ACCEPTED}"),
        ((numpy.zeros(2, "u1"), 1, 1), f"fill: parameter p is a ndarray of uint8; {ACCEPTED}"),
        ((numpy.zeros(2, "i2"), 1, 1), f"fill: parameter p is a ndarray of int16; {ACCEPTED}"),
        ((numpy.zeros(2, ">u2"), 1, 1), f"fill: parameter p is a ndarray of >u2; {ACCEPTED}"),
        ((numpy.zeros(2, "f2"), 1, 1), f"fill: parameter p is a ndarray of float16; {ACCEPTED}"),
        (
            (numpy.zeros(4, "u2")[::2], 1, 1),
            f"fill: parameter p is a non-contiguous ndarray of uint16; {ACCEPTED}",
        ),
        (
            (numpy.frombuffer(b"abcd", "u2"), 1, 1),
            f"fill: parameter p is a read-only ndarray of uint16; {ACCEPTED}",
        ),
        (
            (numpy.zeros(2, "u2"), -1, 1),
            "fill: parameter n is -1; accepted: an int from 0 to 2**64 - 1",
        ),
        (
            (numpy.zeros(2, "u2"), 1, 2**64),
            f"fill: parameter value is {2**64}; accepted: an int from 0 to 2**64 - 1",
        ),
        (
            (numpy.zeros(2, "u2"), 1.0, 1),
            "fill: parameter n is float; accepted: an int from 0 to 2**64 - 1",
        ),
    ],
)
def test_a_wrong_argument_is_refused_at_the_door(arguments: tuple[Any, ...], message: str) -> None:
    for library in both(fill, types={"Cell": u16}):
        with pytest.raises(NativeError) as error:
            library.fill(*arguments)
        assert error.value.message == message


def test_numbers_of_numpy_are_numbers() -> None:
    for library in both(mix):
        assert library.mix(numpy.uint64(7)) == mix(7)


def test_an_unknown_function_names_those_there_are() -> None:
    for library in both(mix, fill, types={"Cell": u8}):
        with pytest.raises(NativeError, match="no function mixx; accepted: fill, mix"):
            library.mixx(1)
        assert not hasattr(library, "mixx")


def test_a_global_constant_is_read_when_the_library_is_built() -> None:
    function = source("def f() -> u64:\n    return LIMIT + TRUTH", LIMIT=LIMIT, TRUTH=True)
    assert [library.f() for library in both(function)] == [101] * 3
    function.__globals__["LIMIT"] = 7
    assert [library.f() for library in both(function)] == [8] * 3


def test_a_constant_given_to_build_comes_before_the_global_one() -> None:
    function = source("def f() -> u64:\n    return LIMIT", LIMIT=LIMIT)
    assert [library.f() for library in both(function, constants={"LIMIT": 5})] == [5] * 3


def test_a_callee_given_to_build_comes_before_the_global_one() -> None:
    function = source("def f(x: u64) -> u64:\n    return step(x)", step=mix)
    double = source("def twice(x: u64) -> u64:\n    return 2 * x", "twice")
    assert [library.f(21) for library in both(function, calls={"step": double})] == [42] * 3
    assert [library.f(21) for library in both(function)] == [mix(21)] * 3


def test_a_function_inside_a_function_can_use_the_names_around_it() -> None:
    offset = 1000

    def inner(x: u64) -> u64:
        return x + offset

    def outer(x: u64) -> u64:
        """Calls `inner`."""
        y: u64 = inner(x)
        return y

    assert [library.outer(1) for library in both(outer)] == [1001] * 3


def test_functions_of_one_name_in_different_modules_do_not_collide() -> None:
    first = source("def step(x: u64) -> u64:\n    return x + 1", "step")
    second = source("def step(x: u64) -> u64:\n    return one(x) * 2", "step", one=first)
    assert [library.step(1) for library in both(second)] == [4] * 3


def test_an_exported_function_is_not_mistaken_for_a_callee_of_its_name() -> None:
    first = source("def step(x: u64) -> u64:\n    return x + 1", "step")
    second = source("def step(x: u64) -> u64:\n    return x + 2", "step")
    user = source("def user(x: u64) -> u64:\n    return other(x)", "user", other=second)
    for functions in ((first, user), (user, first)):
        for library in both(*functions):
            assert (library.step(0), library.user(0)) == (1, 2)


def test_an_array_at_an_odd_address_is_refused() -> None:
    library = build(fill, types={"Cell": u64})
    with pytest.raises(NativeError, match="accepted: a writeable, aligned"):
        library.fill(numpy.frombuffer(bytearray(17), "u1")[1:].view("u8"), 1, 1)
    with pytest.raises(NativeError, match=r"an array of u64 at address .*; accepted: aligned"):
        library.fill(memoryview(bytearray(17))[1:].cast("Q"), 1, 1)


def test_a_name_that_libc_has_too_is_no_trouble() -> None:
    function = source("def abs(x: u64) -> u64:\n    return x + 1", "abs")
    assert [library.abs(1) for library in both(function)] == [2] * 3


def test_pointer_variables_can_be_swapped() -> None:
    text = """
def f(p: Ptr[u8], q: Ptr[u8], n: u64) -> u64:
    while n:
        r: Ptr[u8] = p
        p = q
        q = r
        n -= 1
    a = b = p[0]
    return a + b"""
    for library in both(source(text)):
        assert library.f(bytearray([3]), bytearray([4]), 3) == 8


def test_a_loop_counter_is_hidden_as_in_python() -> None:
    text = """
def f(n: u64) -> u64:
    steps = 0
    i = 77
    for i in range(2, n):
        steps += 1
        if i == 5:
            continue
        i += 100
        if steps == 6:
            break
    return steps * 1000 + i"""
    function = source(text)
    for library in both(function):
        assert [library.f(n) for n in range(20)] == [function(n) for n in range(20)]


def test_without_llvmlite_python_runs_the_functions(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing() -> None:
        raise ImportError

    monkeypatch.setattr(backend_module, "load", missing)
    library = build(fill, types={"Cell": u8})
    assert library.engine == "python"
    cells = numpy.zeros(3, "u1")
    assert library.fill(cells, 2, 7) == 2
    assert cells.tolist() == [7, 7, 0]


def test_an_llvmlite_that_is_too_old_counts_as_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    binding = backend_module.load().binding
    monkeypatch.setattr(binding, "llvm_version_info", (15, 0, 7))
    assert build(mix).engine == "python"


@pytest.mark.slow
def test_llvmlite_is_imported_only_when_something_is_built() -> None:
    program = "import sys, counterpoint.native; sys.exit('llvmlite' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0
