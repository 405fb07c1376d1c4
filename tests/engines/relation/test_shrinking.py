"""Formulas are made shorter while they still do what they should."""

from __future__ import annotations

import pytest

from counterpoint.engines.relation.shrinking import shrunk
from counterpoint.logic.formula import Formula, Modal, parts
from counterpoint.logic.parser import parse


@pytest.mark.parametrize(
    ("text", "needed", "expected"),
    [
        ("a & b & c", "b", "b"),
        ("a & !(b & <s>(c & d))", "d", "EF d"),
        ("!(a & b)", "a", "!a"),
        ("mu Z1. (a & b) | <tau>Z1", "a", "a"),
        ("a & !!b", "b", "b"),
    ],
)
def test_parts_are_left_out(text: str, needed: str, expected: str) -> None:
    found = shrunk(parse(text), lambda formula: needed in str(formula), 100)
    assert str(found) == expected


def test_a_fixpoint_stays_where_it_is_needed() -> None:
    text = "mu Z1. (a & <s>(b & c)) | <tau>Z1"
    found = shrunk(parse(text), lambda f: "mu" in str(f) and "c" in str(f), 100)
    assert str(found) == "mu Z1. <s>c | <tau>Z1"


def test_a_path_quantifier_is_made_shorter_inside() -> None:
    def still(formula: Formula) -> bool:
        return "EF" in str(formula) and any(isinstance(part, Modal) for part in parts(formula))

    assert str(shrunk(parse("a & <s>(b & <s>(c & d))"), still, 200)) in ("EF <s>c", "EF <s>d")


def test_after_the_last_try_the_formula_stays() -> None:
    assert str(shrunk(parse("a & b & c"), lambda _: True, 1)) == "b & c"
    assert str(shrunk(parse("a & b & c"), lambda _: True, 0)) == "a & b & c"
