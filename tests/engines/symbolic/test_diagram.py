"""Boolean functions: the same answers from every package."""

from __future__ import annotations

import random
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from counterpoint.engines.symbolic.diagram import Diagram, Diagrams, Exhausted
from counterpoint.engines.symbolic.machine import diagrams

from .trying import often

BITS = 5
ROOM = 1 << 22
ROWS = list(product((False, True), repeat=BITS))


def of_table(on: Diagrams, table: int) -> Diagram:
    """The function whose truth table, as a number, is this."""
    rows = (row for at, row in enumerate(ROWS) if table >> at & 1)
    return on.union(on.cube(enumerate(row)) for row in rows)


def table_of(f: Diagram) -> int:
    found = 0
    for cube in f.cubes():
        for at, row in enumerate(ROWS):
            if all(row[bit] == value for bit, value in cube.items()):
                assert not found >> at & 1, "cubes are disjoint"
                found |= 1 << at
    return found


def exists(table: int, bits: set[int]) -> int:
    """The truth table after quantification, row by row."""
    true = {row for at, row in enumerate(ROWS) if table >> at & 1}
    seen = {tuple(v for bit, v in enumerate(row) if bit not in bits) for row in true}
    kept = [tuple(v for bit, v in enumerate(row) if bit not in bits) in seen for row in ROWS]
    return sum(1 << at for at, keep in enumerate(kept) if keep)


tables = st.integers(0, (1 << len(ROWS)) - 1)


def test_operations_are_those_of_truth_tables(backend: str) -> None:
    on = diagrams(backend, BITS, ROOM)
    every = (1 << len(ROWS)) - 1

    @often(backend)
    @given(tables, tables, tables, st.sets(st.integers(0, BITS - 1)))
    def agree(a: int, b: int, c: int, bits: set[int]) -> None:
        f, g, h = (of_table(on, table) for table in (a, b, c))
        quantifier = on.quantifier(bits)
        assert table_of(f) == a
        assert not a or f.pick() == next(iter(f.cubes()))
        assert table_of(f & g) == a & b
        assert table_of(f | g) == a | b
        assert table_of(~f) == every & ~a
        assert table_of(f - g) == a & ~b
        assert table_of(f.ite(g, h)) == (a & b) | (~a & every & c)
        assert table_of(f.exists(quantifier)) == exists(a, bits)
        assert table_of(f.and_exists(g, quantifier)) == exists(a & b, bits)
        assert f.count(BITS) == a.bit_count()
        assert (f == g, bool(f)) == (a == b, a != 0)
        assert f != "a function"

    agree()


def test_renaming_moves_a_function_to_other_bits(backend: str) -> None:
    on = diagrams(backend, 4, ROOM)
    f = on.bit(0) - on.bit(2)
    there = f.rename(on.renaming([(0, 1), (2, 3)]))
    assert there == on.bit(1) - on.bit(3)
    assert there.rename(on.renaming([(1, 0), (3, 2)])) == f


def test_counts_are_exact_where_floats_are_not(backend: str) -> None:
    on = diagrams(backend, 70, ROOM)
    some = on.union(map(on.bit, reversed(range(70))))
    assert some.count(70) == 2**70 - 1
    assert on.bit(65).count(60) == 2**59, "only the number of bits counts, not which"


def test_equal_functions_are_found_in_a_set(backend: str) -> None:
    on = diagrams(backend, 2, ROOM)
    a, b = on.bit(0), on.bit(1)
    assert len({a & b, b & a, ~(~a | ~b), a | b}) == 2
    assert (a & b).size <= 4


def test_forgotten_functions_make_room() -> None:
    on = diagrams("oxidd", 60, ROOM)
    f = a_large_one(on, 20)
    before = on.manager.nodes()
    del f
    on.manager.collect()
    assert on.manager.nodes() < before


@pytest.mark.parametrize(("package", "room"), [("oxidd", 1 << 18), ("dd", 1 << 24)])
def test_what_does_not_fit_is_refused_and_the_rest_lives_on(package: str, room: int) -> None:
    pytest.importorskip({"oxidd": "oxidd", "dd": "dd.cudd"}[package])
    on = diagrams(package, 60, room)
    kept = on.bit(0) | on.bit(1)
    with pytest.raises(Exhausted, match="need more memory than the limit of") as caught:
        a_large_one(on, 2_000)
    assert caught.value.code == "CP204"
    assert kept.count(2) == 3


def a_large_one(on: Diagrams, terms: int) -> Diagram:
    """A function without structure: a union of random cubes."""
    rng = random.Random(1)
    f = on.false
    for _ in range(terms):
        f = f | on.cube((bit, rng.random() < 0.5) for bit in rng.sample(range(60), 20))
    return f


def test_functions_are_few_below_a_number_of_nodes(backend: str) -> None:
    on = diagrams(backend, BITS, ROOM)
    of_all = of_table(on, 0b1101_0110_1001_1010)
    assert on.are_few
    few = Diagrams(on.manager, 1)
    assert not few.are_few
    assert of_all
