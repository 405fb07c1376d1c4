"""Small random programs: native code and the twin do the same, faults included."""

from __future__ import annotations

from array import array
from types import FunctionType
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from counterpoint.native import OutOfBounds, Ptr, Record, build, twin, u8, u64
from tests.share import share

from .kernels import source


class Pair(Record):
    """An array and a number, which random programs change as they change variables."""

    cells: Ptr[u64]
    number: u64


HEAD = """
def helper(p: Ptr[Cell], x: u64) -> u64:
    if x % 3 == 1:
        return p[x % 8]
    return x // (x & 1 | 2)

def counted(r: Pair, x: u64) -> u64:
    r.number += x
    r.cells[x % 8] ^= r.number
    return r.number

def f(p: Ptr[Cell], q: Ptr[u64], r: Pair, a: u64, b: u64) -> u64:
    c = 1
    fuel = 20
"""
OPERATORS = ["+", "-", "*", "&", "|", "^", "<", "<=", "==", "!=", "and", "or"]
NAMES = st.sampled_from(["a", "b", "c"])
CHANGED = st.sampled_from(["a", "b", "c", "r.number"])
LEAVES = st.one_of(CHANGED, st.sampled_from(["0", "1", "7", "255", "65536", "M64"]))


def grow(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    """Larger expressions made of smaller ones."""
    pair = st.tuples(inner, st.sampled_from(OPERATORS), inner).map(lambda t: f"({' '.join(t)})")
    return st.one_of(
        pair,
        st.tuples(inner, inner).map(lambda t: f"({t[0]} << ({t[1]} & 127))"),
        st.tuples(inner, inner).map(lambda t: f"({t[0]} >> ({t[1]} & 127))"),
        inner.map(lambda x: f"~{x}"),
        inner.map(lambda x: f"(not {x})"),
        inner.map(lambda x: f"popcount({x})"),
        inner.map(lambda x: f"helper(p, {x})"),
        inner.map(lambda x: f"counted(r, {x})"),
        inner.map(lambda x: f"p[{x} & 7]"),
        inner.map(lambda x: f"r.cells[{x} & 7]"),
        inner.map(lambda x: f"at(q, {x} & 3)[{x} % 5]"),
        st.tuples(inner, inner).map(lambda t: f"({t[0]} // ({t[1]} | 1))"),
        st.tuples(inner, inner, inner).map(lambda t: f"({t[0]} if {t[1]} else {t[2]})"),
    )


EXPRESSIONS = st.recursive(LEAVES, grow, max_leaves=5)
RISKY = st.one_of(
    EXPRESSIONS,
    NAMES.map(lambda x: f"p[{x}]"),
    NAMES.map(lambda x: f"(9 % {x})"),
    NAMES.map(lambda x: f"at(q, {x})[1]"),
    NAMES.map(lambda x: f"r.cells[{x}]"),
    NAMES.map(lambda x: f"cas(p, 1, {x}, 3)"),
)


@st.composite
def blocks(draw: st.DrawFn, expressions: st.SearchStrategy[str], depth: int = 2) -> list[str]:
    """The lines of a block of statements."""
    lines = []
    for _ in range(draw(st.integers(1, 3))):
        kind = draw(st.sampled_from(["set", "change", "store", "if", "while", "for"]))
        name, changed, value = draw(NAMES), draw(CHANGED), draw(expressions)
        inner = blocks(expressions, depth=depth - 1)
        if kind == "set" or depth == 0:
            lines.append(f"{changed} = {value}")
        elif kind == "change":
            lines.append(f"{changed} {draw(st.sampled_from('+-*^|&'))}= {value}")
        elif kind == "store":
            lines.append(f"p[{name} % 8] = {value} & 255")
            lines.append(f"{draw(st.sampled_from(['q', 'r.cells']))}[{name} % 8] ^= {value}")
        elif kind == "if":
            lines += [f"if {value}:", *indent(draw(inner)), "else:", *indent(draw(inner))]
        elif kind == "while":
            stop = draw(st.sampled_from(["break", "continue", "pass"]))
            test = [f"while {value}:", "    if fuel == 0:", "        break", "    fuel -= 1"]
            lines += [*test, *indent(draw(inner)), f"    if {name} & 1:", f"        {stop}"]
        else:
            lines += [f"for i in range({name} & 1, 3):", "    c += i", *indent(draw(inner))]
    return lines


def indent(lines: list[str]) -> list[str]:
    return [f"    {line}" for line in lines]


def outcome(kernel: Any, a: int, b: int) -> tuple[Any, ...]:
    """All that a run shows: its answer or its fault, and the arrays afterwards."""
    p, q = array("B", range(8)), array("Q", [2**60 + i for i in range(8)])
    r = Pair(cells=array("Q", range(8)), number=3)
    try:
        answer = kernel(p, q, r, a, b)
    except OutOfBounds as error:
        answer = error.place
    return answer, p.tolist(), q.tolist(), r.number, r.cells.tolist()


def program(lines: list[str]) -> FunctionType:
    end = "return a ^ b ^ c ^ p[0] ^ q[0] ^ r.number"
    return source(HEAD + "\n".join(indent([*lines, end])), Pair=Pair)


BITS = {"Cell": u8}


@pytest.mark.slow
@settings(max_examples=share(40))
@given(blocks(EXPRESSIONS), st.lists(st.integers(0, 300), min_size=2, max_size=2))
def test_a_random_program_does_what_its_twin_does(lines: list[str], numbers: list[int]) -> None:
    function = program(lines)
    native, python = build(function, types=BITS, cache=False), twin(function, types=BITS)
    assert outcome(native.f, *numbers) == outcome(python.f, *numbers)


@pytest.mark.slow
@settings(max_examples=share(40))
@given(blocks(RISKY), st.lists(st.integers(0, 12), min_size=2, max_size=2))
def test_a_random_program_fails_where_its_twin_fails(lines: list[str], numbers: list[int]) -> None:
    function = program(lines)
    native = build(function, types=BITS, cache=False, debug=True)
    assert outcome(native.f, *numbers) == outcome(twin(function, types=BITS).f, *numbers)
