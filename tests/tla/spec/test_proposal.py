"""Which specification is meant where nobody says so."""

from __future__ import annotations

import pytest

from counterpoint.errors import BadMeaning, UnknownName
from counterpoint.tla.spec import (
    Form,
    Kind,
    invariant,
    property_,
    proposed,
    specification_of,
    theorem,
)

from ..modules.files import read
from .models import shown

X = r"""
EXTENDS Naturals
VARIABLE x
Init == x = 0
Next == x' = 1 - x
"""


@pytest.mark.parametrize(
    ("more", "rules", "why"),
    [
        (r"Spec == Init /\ [][Next]_x", ("Spec",), "Spec is its specification, by its name"),
        (r"Main == Init /\ [][Next]_x", ("Main",), "Main is its specification, the only one"),
        ("Base == Init /\\ [][Next]_x\nWhole == Base /\\ WF_x(Next)", ("Base", "Whole"),
         "Whole is its specification, the only one that no other one uses"),
        ("", ("Init", "Next"), "Init and Next, by their names"),
    ],
)  # fmt: skip
def test_a_specification_is_proposed_with_the_reason(
    more: str, rules: tuple[str, ...], why: str
) -> None:
    found = proposed(read(X + more))
    assert found.specification is not None
    assert (found.specification.rules, found.why) == (rules, why)


def test_nothing_is_proposed_where_nothing_speaks_for_it() -> None:
    two = read("VARIABLE x\nA == x = 0 /\\ [][x' = 1]_x\nB == x = 1 /\\ [][x' = 0]_x\n")
    assert proposed(two).specification is None
    assert proposed(two).why == "several definitions can be its specification: A, B"
    none = read("VARIABLE x\nInit == x = 0\n")
    assert proposed(none).why == "no definition has an initial predicate and a box [][Next]_v"


def test_a_specification_is_asked_for_by_name_or_by_formula() -> None:
    loaded = read(X + r"Spec == Init /\ [][Next]_x")
    assert shown(specification_of(loaded, "Spec").conjuncts) == ["Spec: Init", "Spec: [][Next]_x"]
    written = specification_of(loaded, r"x = 1 /\ [][Next]_x")
    assert shown(written.conjuncts) == ["x = 1: x = 1", "Next: [][Next]_x"]
    with pytest.raises(UnknownName) as raised:
        specification_of(loaded, "Init")
    assert raised.value.message == (
        "Init is no specification: it has no box [][Next]_v; module M has the specifications Spec"
    )
    with pytest.raises(BadMeaning, match="Spek means nothing here: Spec perhaps"):
        specification_of(loaded, "Spek")


def test_invariants_properties_and_theorems_can_be_asked_for() -> None:
    loaded = read(X + r"Spec == Init /\ [][Next]_x" + "\nLow == x < 2\n")
    spec = specification_of(loaded, "Spec")
    low = invariant(loaded, "Low", spec)
    assert (low.title, [str(part) for part in low.parts]) == ("Low", ["[]Low"])
    with pytest.raises(BadMeaning) as raised:
        invariant(loaded, "x' = x", spec)
    assert raised.value.message == "x' = x is an action, and a state function is needed"
    moves = property_(loaded, "[]<>(x = 1) /\\ [][x' # x]_x", spec, 2)
    assert [part.kind for part in moves.parts] == [Kind.TEMPORAL, Kind.STEPS]
    (claim,) = theorem(loaded, "Spec => []Low")
    assert (claim.form, claim.kinds) == (Form.RUNS, frozenset({Kind.ALWAYS}))
