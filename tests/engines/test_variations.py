"""Programs without each rule, and rule by rule."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from counterpoint import Program, Sync, check_rules, check_stages, never, sync, thread
from counterpoint.engines.variations import Variation
from counterpoint.errors import UnknownName
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


def test_what_players_can_do_is_unknown_without_the_rule_of_turns_and_the_rest_is_answered() -> (
    None
):
    rows = {row.rule: row.verdicts for row in check_rules(p.TURNS)}
    assert [rows["alternate"][name].answer for name in ("one", "A first")] == [
        Answer.UNKNOWN,
        Answer.FAILS,
    ]
    assert rows["alternate"]["one"].reason.startswith(
        "without alternate, two players can choose at the start: one by A, two by B; "
    )
    assert {row["one"].answer for rule, row in rows.items() if rule != "alternate"} <= {
        Answer.HOLDS,
        Answer.FAILS,
    }


def test_an_error_of_one_variant_leaves_the_answers_about_the_others() -> None:
    @thread
    def asserts() -> Iterator[Sync]:
        event = yield sync(wait_for=[A, B])
        if event == B:
            yield sync(request=object())

    program = Program(p.request(A), p.request(B), p.wait_then_block(B, 0), asserts())
    rows = {row.rule: row.verdicts for row in check_rules(program, never(B))}
    assert rows["wait_then_block"].properties[0].answer is Answer.UNKNOWN
    assert "CP101" in rows["wait_then_block"].properties[0].reason
    assert rows[""].properties[0].answer is Answer.HOLDS
    with pytest.raises(UnknownName):
        check_stages(program, "no such thing")


def test_a_formula_about_what_a_variant_lacks_leaves_the_answers_to_others() -> None:
    threads = p.request(A), p.wait_then_block(A, 1)
    asked = ("F {A}", "F ended(request)")
    program = Program(*reversed(threads), external=(), requirements={"a": asked[0], "b": asked[1]})
    rows = {row.rule: row.verdicts for row in check_rules(program, *asked)}
    without = rows["request"]
    assert [without[name].answer for name in asked] == [Answer.FAILS, Answer.UNKNOWN]
    assert "CP401" in without[asked[1]].reason
    first, second = check_stages(program)
    assert [first.verdicts[name].answer for name in "ab"] == [Answer.FAILS, Answer.UNKNOWN]
    assert Answer.UNKNOWN not in {verdict.answer for verdict in second.verdicts}


def test_options_are_those_of_a_check() -> None:
    rows = check_stages(Program(p.request(A, times=40)), never(B), limit_states=10)
    assert rows[0].verdicts.properties[0].answer is Answer.UNKNOWN
