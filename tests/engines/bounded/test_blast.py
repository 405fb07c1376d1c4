"""Terms as circuits have the values that the definition gives, also where numbers are wide."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given, settings

from counterpoint.engines.bounded.blast import Blaster
from counterpoint.engines.bounded.circuit import FALSE, TRUE, Circuit
from counterpoint.engines.bounded.coded import Bits, Coder, bits_of, decoded, encoded
from counterpoint.engines.bounded.words import Words, width_of
from counterpoint.terms.apply import apply, constant
from counterpoint.terms.evaluate import compute, evaluate
from counterpoint.terms.sort import (
    Bool,
    Enumeration,
    Interval,
    SetOf,
    Sort,
    is_member,
    size,
    value,
    values,
)
from counterpoint.terms.term import Op, Term, Variable
from tests.share import share
from tests.terms.terms import VARIABLES, numbers, sorts, subsets, truths, valuations
from tests.terms.terms import colours as colour_terms


class Bench:
    """A circuit with the variables of a term as inputs, to be asked for values."""

    def __init__(self, variables: tuple[Variable, ...]) -> None:
        self.circuit = Circuit()
        self.coder = Coder(Words(self.circuit))
        self.variables = variables
        self.inputs = {v.name: self.coder.inputs(v.sort) for v in variables}
        read = {v.name: self.coder.read(v.sort, self.inputs[v.name]) for v in variables}
        self.blaster = Blaster(self.coder, read)

    def truth(self, signals: Bits, given: dict[str, Any]) -> list[bool]:
        """What the signals are where the variables have these values."""
        of = {
            signal >> 1: bit
            for v in self.variables
            for signal, bit in zip(self.inputs[v.name], encoded(v.sort, given[v.name]), strict=True)
        }
        return self.circuit.values(signals, of)

    def value(self, term: Term, given: dict[str, Any]) -> Any:
        """The value of a term as a variable of its sort would get it."""
        bits, inside = self.coder.write(term.sort, term.sort, self.blaster.bits(term))
        assert inside == TRUE
        return decoded(term.sort, self.truth(bits, given))


def agrees(term: Term, given: dict[str, Any]) -> None:
    assert Bench(VARIABLES).value(term, given) == evaluate(term, given)


@settings(max_examples=share(300))
@given(truths(4), valuations())
def test_conditions_are_what_evaluation_says(term: Term, given: dict[str, Any]) -> None:
    agrees(term, given)


@settings(max_examples=share(300))
@given(numbers(3), valuations())
def test_numbers_are_what_evaluation_says(term: Term, given: dict[str, Any]) -> None:
    agrees(term, given)


@settings(max_examples=share(100))
@given(subsets(3) | colour_terms(3), valuations())
def test_sets_and_members_are_what_evaluation_says(term: Term, given: dict[str, Any]) -> None:
    agrees(term, given)


@settings(max_examples=share(100))
@given(sorts)
def test_each_value_of_a_sort_has_its_own_bits(sort: Sort) -> None:
    found = {encoded(sort, each): each for each in values(sort)}
    assert len(found) == size(sort)
    assert all(decoded(sort, bits) == each for bits, each in found.items())


@settings(max_examples=share(60))
@given(sorts)
def test_bits_are_valid_if_they_encode_a_value(sort: Sort) -> None:
    bench = Bench((Variable("x", sort),))
    valid = bench.coder.valid(sort, bench.inputs["x"])
    for number in range(1 << bits_of(sort)):
        bits = [bool(number >> at & 1) for at in range(bits_of(sort))]
        of = {s >> 1: bit for s, bit in zip(bench.inputs["x"], bits, strict=True)}
        assert bench.circuit.values([valid], of) == [decoded(sort, bits) is not None]


@settings(max_examples=share(100))
@given(sorts, sorts)
def test_a_value_is_written_if_the_sort_contains_it(sort: Sort, source: Sort) -> None:
    if type(sort) is not type(source) or isinstance(sort, SetOf):
        return
    bench = Bench((Variable("x", source),))
    (read,) = (bench.blaster.bits(v) for v in bench.variables)
    bits, inside = bench.coder.write(sort, source, read)
    for each in values(source):
        *found, is_in = bench.truth((*bits, inside), {"x": each})
        assert is_in == is_member(sort, each)
        assert not is_in or decoded(sort, found) == each


ARITHMETIC = (Op.ADD, Op.SUB, Op.MUL, Op.DIV, Op.MOD, Op.EQ, Op.LT, Op.LE)


@pytest.mark.parametrize("op", ARITHMETIC)
def test_arithmetic_of_wide_numbers_is_that_of_python(op: Op) -> None:
    rng = random.Random(op.value)
    for low, high in ((-(10**6), 10**6), (0, 2**40), (-(2**33), -1), (7, 10**9)):
        for least, most in ((1, 10**5), (-77, -3), (3, 3)):
            x, y = Variable("x", Interval(low, high)), Variable("y", Interval(least, most))
            bench = Bench((x, y))
            term = apply(op, x, y)
            for _ in range(4):
                given = {"x": rng.randint(low, high), "y": rng.randint(least, most)}
                assert bench.value(term, given) == compute(op, (given["x"], given["y"]))


@pytest.mark.parametrize("op", ARITHMETIC)
def test_arithmetic_of_all_small_numbers_is_that_of_python(op: Op) -> None:
    for least, most in ((1, 3), (-4, -1), (-2, 2)):
        if least <= 0 <= most and op in (Op.DIV, Op.MOD):
            continue
        x, y = Variable("x", Interval(-5, 5)), Variable("y", Interval(least, most))
        bench = Bench((x, y))
        term = apply(op, x, y)
        for a in range(-5, 6):
            for b in range(least, most + 1):
                assert bench.value(term, {"x": a, "y": b}) == compute(op, (a, b))


def test_a_term_of_constants_takes_no_gates() -> None:
    bench = Bench(())
    assert bench.blaster.bits(apply(Op.LT, constant(2), constant(7))) == (TRUE,)
    assert len(bench.circuit) == 1


def test_members_of_enumerations_are_compared_by_value() -> None:
    one, other = Enumeration(("a", 1, "b")), Enumeration(("b", "c", True, "a"))
    bench = Bench((x := Variable("x", one), y := Variable("y", other)))
    equal = bench.blaster.condition(apply(Op.EQ, x, y))
    for a in values(one):
        for b in values(other):
            same = a == b and isinstance(a, bool) == isinstance(b, bool)
            assert bench.truth((equal,), {"x": a, "y": b}) == [same]


def test_a_deep_choice_needs_no_recursion() -> None:
    x = Variable("x", Interval(0, 3000))
    term: Term = constant(0)
    for number in range(1200):
        term = apply(Op.ITE, apply(Op.EQ, x, constant(number)), constant(3000 - number), term)
    bench = Bench((x,))
    assert bench.value(term, {"x": 17}) == 2983


def test_widths_have_room_for_the_sign() -> None:
    assert [width_of(low, high) for low, high in ((-4, 3), (-5, 0), (0, 8))] == [3, 4, 5]


def test_random_circuits_keep_their_meaning_when_they_are_copied() -> None:
    rng = random.Random(3)
    for _ in range(50):
        circuit = Circuit()
        signals = [circuit.input() for _ in range(5)] + [FALSE, TRUE]
        kinds = (circuit.both, circuit.either, circuit.differ)
        for _ in range(40):
            a, b, c = (rng.choice(signals) ^ rng.randint(0, 1) for _ in range(3))
            made = circuit.choose(a, b, c) if rng.random() < 0.3 else rng.choice(kinds)(a, b)
            signals.append(made)
        roots = signals[-3:]
        other = Circuit()
        fixed = {node: other.input() if node % 2 else node // 2 % 2 for node in range(1, 6)}
        copied = circuit.copied(roots, other, fixed)
        for number in range(32):
            of = {node: bool(number >> node - 1 & 1) for node in range(1, 6)}
            if any(of[node] != bool(fixed[node]) for node in (2, 4)):
                continue
            inner = {fixed[node] >> 1: of[node] for node in (1, 3, 5)}
            assert circuit.values(roots, of) == other.values(copied, inner)


def test_simplified_conjunctions_mean_what_they_did() -> None:
    """Every two-level combination of two inputs, against its truth table."""
    circuit = Circuit()
    a, b = circuit.input(), circuit.input()
    literals = [a, a ^ 1, b, b ^ 1]
    parts = literals + [circuit.both(x, y) ^ s for x in literals for y in literals for s in (0, 1)]
    for number in range(4):
        of = {a >> 1: bool(number & 1), b >> 1: bool(number >> 1)}
        truth = dict(zip(parts, circuit.values(parts, of), strict=True))
        for one in parts:
            for other in parts:
                both = circuit.values([circuit.both(one, other)], of)
                assert both == [truth[one] and truth[other]]


def test_a_value_that_bits_encode_is_a_value_of_the_sort() -> None:
    assert value(Interval(3, 9), 0) == decoded(Interval(3, 9), encoded(Interval(3, 9), 3))
    assert bits_of(Bool()) == 1
