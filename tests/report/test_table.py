"""Variants as a table."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from counterpoint import Program, Verdicts, check_rules, check_stages, never
from counterpoint.engines.variations import Variation
from counterpoint.report.table import rules_text, stages_text, unneeded_rules
from counterpoint.stopped import INTERRUPTED
from tests.engines import programs as p

from . import modules as m

A, B = p.A, p.B
LONG = 'Game => [](turn = "X" => board[1, 1] # "O" \\/ board[2, 2] # "O" \\/ board[1, 2] # "O")'


def test_a_line_for_each_rule_and_a_column_for_each_property() -> None:
    rows = check_rules(Program(p.request(A), p.wait_then_request(A, 1, B)), never(B))
    assert rules_text(rows).splitlines() == [
        "without                       states  never B",
        "(nothing: the whole program)       3  FAILS after 2",
        "request                            1  holds vacuously",
        "wait_then_request                  1  holds vacuously",
    ]


def test_what_fails_and_is_not_asked_has_the_last_column() -> None:
    program = Program(
        p.request(A), p.wait_then_block(A, 2), requirements={"no B": never(B), "A": "F once(A)"}
    )
    lines = rules_text(check_rules(program), width=100).splitlines()
    assert lines[0].split("  ")[-1] == "not asked"
    assert lines[1].endswith("deadlock FAILS after 2")
    narrow = rules_text(check_rules(program), width=70).splitlines()
    assert [line.endswith("not asked") for line in narrow if line.startswith("without")]


def test_long_names_are_numbered_with_a_legend_below(tmp_path: Path) -> None:
    target: Any = m.module(tmp_path, m.RULES, 'Game => [](board[1, 1] # "O")', LONG)
    lines = rules_text(check_rules(target), width=78).splitlines()
    assert lines[0] == "without                             states  (1)            (2)"
    assert lines[1].startswith("(nothing: the whole specification)")
    assert lines[5:7] == ["", '(1) Game => [](board[1, 1] # "O")']
    assert lines[7].startswith('(2) Game => [](turn = "X" => board[1, 1] # "O"')
    assert lines[8].startswith("    ")


def test_one_table_in_short_words_comes_before_several() -> None:
    program = Program(
        p.request(A),
        p.wait_then_block(A, 2),
        requirements={f"the property {n}": never(B) for n in range(3)} | {"A": "F once(A)"},
    )
    lines = rules_text(check_rules(program), width=75).splitlines()
    assert lines[0].split() == ["without", "states", "(1)", "(2)", "(3)", "(4)", "not", "asked"]
    assert lines[1].split()[:3] == ["(nothing)", "3", "vacuous"]
    assert lines[1].split()[-3:] == ["holds", "deadlock", "FAILS"]
    assert lines[4:9] == ["", *(f"({n + 1}) the property {n}" for n in range(3)), "(4) A"]


def test_rules_that_make_no_difference_are_named() -> None:
    program = Program(
        p.request(A, times=2), p.wait_then_block(B, 0), external=(), requirements={"A": "F once(A)"}
    )
    lines = rules_text(check_rules(program), width=80).splitlines()
    assert lines[-2:] == ["", "  the answers are the same without: wait_then_block"]
    assert unneeded_rules(check_rules(program, limit_states=1)) == []


def test_why_an_answer_is_unknown_is_said_below() -> None:
    lines = rules_text(check_rules(p.TURNS), width=200).splitlines()
    assert lines[-1] == (
        "  unknown: one: without alternate, two players can choose at the start: one by A, two by "
        "B; in a game the choice is one player's"
    )


def test_columns_that_do_not_fit_stand_in_tables_below_one_another(tmp_path: Path) -> None:
    theorems = [f'Game => [](board[{n}, 1] # "O" \\/ turn = "X")' for n in (1, 2)]
    target: Any = m.module(tmp_path, m.RULES, *theorems, LONG)
    lines = stages_text(check_stages(target), width=38).splitlines()
    heads = [line.split() for line in lines if line.startswith("up to")]
    assert heads == [["up", "to", "states", "(1)", "(2)"], ["up", "to", "states", "(3)"]]
    assert max(map(len, lines)) <= 38
    assert [line[:3] for line in lines if line.startswith("(")] == ["(1)", "(2)", "(3)"]


def test_a_table_that_was_broken_off_says_so() -> None:
    stopped = Verdicts("", 0, 0, False, "none", 0.0, (), stopped=INTERRUPTED)
    lines = rules_text([Variation("", stopped)], width=80).splitlines()
    assert lines[-1] == "  not all variants were checked: interrupted"
