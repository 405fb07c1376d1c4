"""Every operator on random operands: native code, checked native code and the twin agree."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from counterpoint.native import M64, OutOfBounds, build, ctz, popcount, twin
from tests.share import share

from .kernels import source

TOTAL = {
    "add": "x + y",
    "subtract": "x - y",
    "multiply": "x * y",
    "and_": "x & y",
    "or_": "x | y",
    "xor": "x ^ y",
    "invert": "~x",
    "left": "x << y",
    "right": "x >> y",
    "left_constant": "x << 63",
    "right_constant": "x >> 63",
    "equal": "x == y",
    "unequal": "x != y",
    "less": "x < y",
    "at_most": "x <= y",
    "greater": "x > y",
    "at_least": "x >= y",
    "chain": "x < y <= z != x",
    "not_": "not x",
    "not_less": "not x < y",
    "both": "x and y and z",
    "either": "x or y or z",
    "mixed": "(x and y or z) + (x < y or not z)",
    "choice": "y if x else z",
    "choice_by_chain": "x if x < y < z else x if y or not z else y",
    "bools": "(x < y) + (y < z) - (x == z) ^ ~(x > z)",
    "ones": "popcount(x) + popcount(x & y)",
    "zeros": "ctz(x) + ctz(x << (y & 63))",
    "divide_constant": "x // 10 + x % 7",
    "nested": "((x + y) * z - ~x) % 1000003 < (x >> (y & 63)) * 5",
}
PARTIAL = {"divide": "x // y", "remainder": "x % y"}
FUNCTIONS = [
    source(f"def {name}(x: u64, y: u64, z: u64) -> u64:\n    return {expression}", name)
    for name, expression in (TOTAL | PARTIAL).items()
]
EDGES = [0, 1, 2, 3, 31, 32, 62, 63, 64, 65, 127, 2**32 - 1, 2**32, 2**63 - 1, 2**63, M64 - 1, M64]
NUMBERS = st.one_of(st.sampled_from(EDGES), st.integers(0, M64), st.integers(0, 100))

RELEASE = build(*FUNCTIONS)
CHECKED = build(*FUNCTIONS, debug=True)
TWIN = twin(*FUNCTIONS)


@pytest.mark.slow
@pytest.mark.parametrize("name", TOTAL)
def test_an_operator_agrees_with_its_twin(name: str) -> None:
    functions = [getattr(library, name) for library in (RELEASE, CHECKED, TWIN)]

    @settings(max_examples=share(20))
    @given(NUMBERS, NUMBERS, NUMBERS)
    def agree(x: int, y: int, z: int) -> None:
        native, checked, python = (function(x, y, z) for function in functions)
        assert native == checked == python

    agree()


@pytest.mark.parametrize("name", PARTIAL)
@settings(max_examples=share(60))
@given(x=NUMBERS, y=NUMBERS)
def test_a_division_agrees_with_its_twin(name: str, x: int, y: int) -> None:
    y = y or 1
    expected = x // y if name == "divide" else x % y
    for library in (RELEASE, CHECKED, TWIN):
        assert getattr(library, name)(x, y, 0) == expected


@pytest.mark.parametrize("name", PARTIAL)
def test_a_division_by_zero_gives_0_in_a_release_and_an_error_elsewhere(name: str) -> None:
    assert getattr(RELEASE, name)(5, 0, 0) == 0
    for library in (CHECKED, TWIN):
        with pytest.raises(OutOfBounds, match=f"{name}: division by zero") as error:
            getattr(library, name)(5, 0, 0)
        assert error.value.place is not None
        assert error.value.place.text == f"return {PARTIAL[name]}"


@given(NUMBERS)
def test_counting_operations_have_their_definitions(x: int) -> None:
    assert popcount(x) == bin(x).count("1")
    assert ctz(x) == (64 if x == 0 else len(f"{x:b}") - len(f"{x:b}".rstrip("0")))


def test_shifts_by_64_and_more_give_0() -> None:
    for library in (RELEASE, CHECKED, TWIN):
        for name in ("left", "right"):
            assert [getattr(library, name)(M64, n, 0) for n in (64, 65, 2**40, M64)] == [0] * 4


@pytest.mark.parametrize("operator", ["+", "-", "*", "//", "%", "&", "|", "^", "<<", ">>"])
def test_an_augmented_assignment_is_its_operator(operator: str) -> None:
    text = f"""
def f(p: Ptr[u64], x: u64, y: u64) -> u64:
    p[y] {operator}= y
    x {operator}= y
    return x"""
    function = source(text)
    for library in (build(function), build(function, debug=True), twin(function)):
        cells = memoryview(bytearray(64)).cast("Q")
        cells[5] = 1000
        expected = eval(f"(1000 {operator} 5) & M64", {"M64": M64})
        assert library.f(cells, 1000, 5) == cells[5] == expected


def test_an_augmented_element_is_located_once() -> None:
    text = """
def tick(p: Ptr[u64]) -> u64:
    p[0] += 1
    return p[0]

def f(p: Ptr[u64]) -> u64:
    at(p, tick(p))[tick(p)] += tick(p) * 100
    return p[0]"""
    function = source(text)
    for library in (build(function), build(function, debug=True), twin(function)):
        cells = memoryview(bytearray(64)).cast("Q")
        assert library.f(cells) == 3
        assert cells.tolist() == [3, 0, 0, 300, 0, 0, 0, 0]
