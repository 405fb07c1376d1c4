"""A debug build: what goes astray is an error with its place, and the twin says the same."""

from __future__ import annotations

from array import array

import pytest

from counterpoint.native import OutOfBounds, build, twin

from .kernels import source

NESTED = """
def deepest(p: Ptr[u16], i: u64) -> u64:
    return p[i]

def middle(p: Ptr[u16], i: u64) -> u64:
    total = 0
    while True:
        total += deepest(at(p, 2), i)
        i += 1

def f(p: Ptr[u16], q: Ptr[u64], i: u64) -> u64:
    q[0] = 1
    answer = middle(p, i)
    q[0] = 2
    return answer
"""

# (body of f(p: Ptr[u8], q: Ptr[u64], x: u64), x, debug message, twin message); p and q have 4
FAULTS = [
    ("return p[x]", 4, "index 4 is outside p, which has 4 elements",
     "index 4 is outside a pointer to 4 elements"),
    ("q[x] = 1\nreturn 0", 2**64 - 1, f"index {2**64 - 1} is outside q, which has 4 elements",
     f"index {2**64 - 1} is outside a pointer to 4 elements"),
    ("return p[x - 1]", 0, f"index {2**64 - 1} is outside p, which has 4 elements",
     f"index {2**64 - 1} is outside a pointer to 4 elements"),
    ("return at(q, 3)[x]", 1, "index 1 is outside at(q, 3), which has 1 elements",
     "index 1 is outside a pointer to 1 elements"),
    ("r = at(q, x)\nreturn 0", 5, "index 5 is outside q, which has 4 elements",
     "index 5 is outside a pointer to 4 elements"),
    ("r = q if x else at(q, 1)\nreturn r[x]", 4, "index 4 is outside r, which has 4 elements",
     "index 4 is outside a pointer to 4 elements"),
    ("p[0] = x\nreturn 0", 256, "256 does not fit an element of p",
     "256 does not fit a cell of 8 bits"),
    ("p[0] += x\nreturn 0", 256, "256 does not fit an element of p",
     "256 does not fit a cell of 8 bits"),
    ("return cas(p, x, 0, 1)", 9, "index 9 is outside p, which has 4 elements",
     "index 9 is outside a pointer to 4 elements"),
    ("return cas(p, 0, x, 1)", 256, "256 does not fit an element of p",
     "256 does not fit a cell of 8 bits"),
    ("return cas(p, 0, 1, x)", 256, "256 does not fit an element of p",
     "256 does not fit a cell of 8 bits"),
    ("return load(p, x)", 4, "index 4 is outside p, which has 4 elements",
     "index 4 is outside a pointer to 4 elements"),
    ("return 5 // x", 0, "division by zero: x is 0", "division by zero"),
    ("q[0] %= x & 1\nreturn 0", 2, "division by zero: x & 1 is 0", "division by zero"),
]  # fmt: skip


@pytest.mark.parametrize(("body", "x", "native", "python"), FAULTS)
def test_a_fault_is_an_error_that_names_its_place(
    body: str, x: int, native: str, python: str
) -> None:
    lines = [f"    {line}" for line in body.splitlines()]
    text = "\n".join(["def f(p: Ptr[u8], q: Ptr[u64], x: u64) -> u64:", *lines])
    function = source(text)
    errors = []
    for library in (build(function, debug=True), twin(function)):
        with pytest.raises(OutOfBounds) as caught:
            library.f(bytearray(4), array("Q", [0] * 4), x)
        errors.append(caught.value)
    assert [error.message for error in errors] == [f"f: {native}", f"f: {python}"]
    assert errors[0].place == errors[1].place
    assert errors[0].place is not None
    assert errors[0].place.text in body
    assert errors[0].code == "CP301"


def test_a_fault_in_a_nested_call_leaves_all_callers_at_once() -> None:
    function = source(NESTED)
    for library in (build(function, debug=True), twin(function)):
        q = array("Q", [0])
        with pytest.raises(OutOfBounds, match="deepest: index 4 is outside") as error:
            library.f(array("H", [0] * 6), q, 1)
        assert error.value.place is not None
        assert error.value.place.text == "return p[i]"
        assert error.value.place.line == 3
        assert q[0] == 1


def test_a_debug_build_works_on_after_a_fault() -> None:
    library = build(source("def f(p: Ptr[u8], i: u64) -> u64:\n    return p[i]"), debug=True)
    with pytest.raises(OutOfBounds):
        library.f(bytearray(4), 4)
    assert library.f(bytearray(b"abcd"), 3) == ord("d")


def test_the_place_one_past_the_end_is_a_place_but_no_element() -> None:
    function = source("def f(p: Ptr[u8], i: u64, j: u64) -> u64:\n    return at(at(p, i), j)[0]")
    for library in (build(function, debug=True), twin(function)):
        assert library.f(bytearray(b"abcd"), 1, 2) == ord("d")
        with pytest.raises(OutOfBounds, match=r"index 0 is outside .* 0 elements"):
            library.f(bytearray(4), 2, 2)


def test_an_array_without_elements_has_no_element() -> None:
    function = source("def f(p: Ptr[u8]) -> u64:\n    return p[0]")
    for library in (build(function, debug=True), twin(function)):
        with pytest.raises(OutOfBounds, match=r"index 0 is outside .* 0 elements"):
            library.f(bytearray())


def test_a_prefetch_may_point_anywhere() -> None:
    function = source("def f(p: Ptr[u8], i: u64) -> u64:\n    return prefetch(p, i)")
    for library in (build(function), build(function, debug=True), twin(function)):
        assert library.f(bytearray(1), 2**50) == 0


def test_a_release_build_keeps_the_bits_that_fit() -> None:
    library = build(source("def f(p: Ptr[u8], x: u64) -> u64:\n    p[0] = x\n    return p[0]"))
    assert library.f(bytearray(1), 0x1234) == 0x34
