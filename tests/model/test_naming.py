"""How steps are found by what somebody calls them."""

from __future__ import annotations

import pytest

from counterpoint.model.naming import matching, means, named


def test_a_step_is_found_by_its_label_then_its_spelling_then_its_name() -> None:
    steps = named([(("toss", 1), "heads"), (("toss", 1), "tails"), ("keep", "none"), ("a#1", 1)])
    assert [step.name for step in steps] == ["('toss',1)#1", "('toss',1)#2", "keep", "a#1"]
    assert matching(steps, ("toss", 1)) == list(steps[:2])
    assert matching(steps, "('toss',1)") == list(steps[:2])
    assert matching(steps, "('toss',1)#2") == [steps[1]]
    assert matching(steps, "a#1") == [steps[3]]
    assert matching(steps, "other") == []


@pytest.mark.parametrize(
    ("text", "label", "is_so"),
    [
        ("X(row=0)", "X(col=1,row=0)", True),
        ("X( row = 0, col = 1 )", "X(col=1,row=0)", True),
        ("X(row=0)", "X(row=0)", True),
        ("X(row=0)", "X(7,row=0)", True),
        ("X(row=0)", "X(row=01)", False),
        ("X(row=0,col=2)", "X(col=1,row=0)", False),
        ("X(row=0)", "Y(row=0)", False),
        ("X(7,row=0)", "X(7,col=1,row=0)", False),  # positional data are said in whole
        ("X()", "X(row=0)", False),
        ("X(a=(1,2))", "X(a=(1,2),b=3)", True),
        ("X(b=3)", "X(a=(1,b=3),c=3)", False),
        ("X(b=3)", "X(a='b=3,',c=3)", False),
        ("X(b='1,2')", "X(a=0,b='1,2')", True),
        ("X(b=3)", "X('b=3')", False),
        ("t=2", "t", False),
        ("Say(row=0)", """Say(t='it\\\'s, row=0, \\'"')""", False),
        ("X(row=0,)", "X(row=0)", False),
        ("Say('ab')", "Say('a b')", False),
        ("Say('a b')", "Say('a b')", True),
        ("Say('a b')", "Say('a  b')", False),
        ("paint( ab )", "paint(a b)", False),
    ],
)
def test_named_data_may_be_said_in_part(text: str, label: str, is_so: bool) -> None:
    assert means(text, label) is is_so
