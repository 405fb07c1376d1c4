"""Programs without each rule, and rule by rule."""

from __future__ import annotations

from counterpoint import Program, check_rules, check_stages, never
from counterpoint.engines.variations import Variation
from counterpoint.verdict import Answer

from . import programs as p

A, B = p.A, p.B
PROGRAM = Program(
    p.request(A),
    p.wait_then_block(A, 1),
    p.alternate(A, B),
    external=(),
    requirements={"no B": never(B)},
)


def answers(rows: list[Variation]) -> list[tuple[str, Answer]]:
    return [(row.rule, row.verdicts["no B"].answer) for row in rows]


def test_each_rule_is_left_out_once_after_the_whole() -> None:
    rows = check_rules(PROGRAM)
    assert [row.rule for row in rows] == ["", *PROGRAM.rules]
    assert {answer for _, answer in answers(rows)} == {Answer.HOLDS}
    assert [row.verdicts.states for row in rows] == [2, 1, 2, 2]


def test_rules_are_added_in_the_order_of_the_program() -> None:
    rows = check_stages(PROGRAM, "no B")
    assert [row.rule for row in rows] == list(PROGRAM.rules)
    assert [row.verdicts.states for row in rows] == [1, 2, 2]


def test_options_are_those_of_a_check() -> None:
    rows = check_stages(Program(p.request(A, times=40)), never(B), limit_states=10)
    assert rows[0].verdicts.properties[0].answer is Answer.UNKNOWN
