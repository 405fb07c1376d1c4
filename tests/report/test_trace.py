"""Traces of specifications as text and as data."""

from __future__ import annotations

from pathlib import Path

from counterpoint.report.text import verdicts_text
from counterpoint.tla.module import Choice

from . import modules as m


def after(lines: list[str], head: str) -> list[str]:
    """The lines behind the one with this head, up to the next one that is not indented."""
    start = next(n for n, line in enumerate(lines) if line.startswith(head))
    start = lines.index("", start) + 1
    ends = (n for n in range(start, len(lines)) if lines[n] and not lines[n].startswith(" "))
    return lines[start : next(ends, len(lines))]


def test_small_states_stand_side_by_side_and_a_lasso_says_where_it_goes_back(
    tmp_path: Path,
) -> None:
    lines = m.told(m.module(tmp_path, m.COUNTER, "Spec => <>ready"))
    assert lines == [
        "  FAILS    Spec => <>ready",
        "",
        "Spec => <>ready: fails after 6 steps",
        "",
        "  start           1 Up            2 Up            3 Up            4 Up",
        "  x = 0           x = 1           x = 2           x = 3           x = 4",
        "  ready = FALSE   ready = FALSE   ready = FALSE   ready = FALSE   ready = FALSE",
        "",
        "  5 Up            6 Back",
        "  x = 5           back to state 3",
        "  ready = FALSE",
    ]


def test_stuttering_is_said_to_be(tmp_path: Path) -> None:
    lines = m.told(m.module(tmp_path, m.COUNTER, "Lazy => <>ready"))
    assert lines[2] == "Lazy => <>ready: fails at once"
    assert lines[4:] == ["  start           1 stuttering, for ever", "  x = 0", "  ready = FALSE"]


def test_of_long_states_what_changed_is_told(tmp_path: Path) -> None:
    lines = m.told(m.module(tmp_path, m.QUEUE, "Spec => [](Len(queue) < N)", N=2), width=60)
    assert after(lines, "Spec") == [
        "  start        queue = <<>>",
        '               pc = <<"idle", "idle">>',
        "               served = {}",
        "    1  Put(1)  queue = <<1>>  (was <<>>)",
        '               pc[1] = "waiting"  (was "idle")',
        "    2  Put(2)  queue = <<1, 2>>  (was <<1>>)",
        '               pc[2] = "waiting"  (was "idle")',
    ]


def test_whole_states_are_told_on_demand(tmp_path: Path) -> None:
    target = m.module(tmp_path, m.QUEUE, "Spec => [](Len(queue) < N)", N=2)
    lines = m.told(target, width=45, full=True)
    assert after(lines, "Spec")[-3:] == [
        "    2  Put(2)  queue = <<1, 2>>",
        '               pc = <<"waiting", "waiting">>',
        "               served = {}",
    ]


def test_where_heads_are_long_what_changed_stands_below_them(tmp_path: Path) -> None:
    body = m.QUEUE.replace("Put(i)", "PutSomethingIntoTheQueue(i)")
    lines = m.told(m.module(tmp_path, body, "Spec => [](Len(queue) < N)", N=2), width=45)
    assert after(lines, "Spec")[:6] == [
        "  start",
        "       queue = <<>>",
        '       pc = <<"idle", "idle">>',
        "       served = {}",
        "    1  PutSomethingIntoTheQueue(1)",
        "       queue = <<1>>  (was <<>>)",
    ]


def test_a_loop_over_long_states_says_where_it_goes_back(tmp_path: Path) -> None:
    body = f"{m.QUEUE}\nFair == Spec /\\ WF_vars(Careful) /\\ WF_vars(\\E i \\in 1..N : Put(i))"
    target = m.module(tmp_path, body, "Fair => <>(Len(queue) > 2)", N=2)
    lines = after(m.told(target, width=50), "Fair")
    assert lines[-1].strip().startswith("back to state ")
    assert sum("back to" in line for line in lines) == 1


def test_a_step_that_changes_nothing_says_so(tmp_path: Path) -> None:
    body = "EXTENDS Naturals\nVARIABLE x\nIdle == x = 1 /\\ x' = x\nUp == x' = x + 1\n"
    body += "Spec == x = 0 /\\ [][Idle \\/ Up]_x\nToo == [][Idle => FALSE]_<<x, x + 1>>\n"
    alias = "Seen == [big |-> x > 10, a_long_name_of_a_value |-> 1..30]\n"
    config = "SPECIFICATION Spec\nINVARIANT Small\nCONSTRAINT Small\nALIAS Seen\n"
    target = m.module(tmp_path, f"{body}{alias}Small == x < 2", config=config)
    lines = m.told(target, width=60)
    assert [line for line in lines if line.endswith("(nothing changes)")]


def test_boards_stand_side_by_side_below_the_rules_that_acted(tmp_path: Path) -> None:
    lines = m.told(m.module(tmp_path, m.RULES, 'Game => [](board[2, 2] # "O")'))
    assert after(lines, "Game") == [
        "  start        1 Board: Mark(<<1, 1>>,   2 Board: Mark(<<2, 2>>,",
        '                 "X"), Turns: Switch       "O"), Turns: Switch',
        "  board =      board =                   board =",
        "  - -          X -                       X -",
        "  - -          - -                       - O",
        '  turn = "X"   turn = "O"                turn = "X"',
    ]


def test_what_all_steps_are_called_is_said_once(tmp_path: Path) -> None:
    some = '\\E c \\in Cell, m \\in {"X", "O"} : '
    body = m.RULES.replace(f"{some}Mark(c, m)", "Put").replace("Mark(c, m) == ", f"Put == {some}")
    lines = m.told(m.module(tmp_path, body, 'Game => [](board[2, 2] # "O")'))
    assert after(lines, "Game")[:3] == [
        "  each step is Board: Put, Turns: Switch",
        "",
        "  start        1            2",
    ]


def test_a_violated_conjunct_is_named_with_its_place(tmp_path: Path) -> None:
    lines = m.told(m.module(tmp_path, m.COUNTER, "Spec => []Low"))
    assert lines[0] == "  FAILS    Spec => []Low (x < 3 is false at M.tla:13; 6 states violate it)"


def test_the_values_that_a_claim_is_false_for_are_put_in(tmp_path: Path) -> None:
    (line, *_) = m.told(m.module(tmp_path, m.QUEUE, "Spec => []Patient", N=1), width=120)
    assert line.startswith('  FAILS    Spec => []Patient (pc[1] \\in {"idle"} is false at M.tla:17')


def test_a_step_that_is_not_allowed_says_what_is_false_of_it(tmp_path: Path) -> None:
    (line, *_) = m.told(m.module(tmp_path, m.COUNTER, "Spec => OnlyUp"), width=120)
    assert line == (
        "  FAILS    Spec => OnlyUp ([][Up]_vars fails: x' = x + 1 is false at M.tla:5; "
        "3 steps violate it)"
    )


def test_what_somebody_typed_in_is_not_said_again(tmp_path: Path) -> None:
    choice = Choice(spec="Spec", invariants=("x < 3",))
    (line, *_) = m.told(m.module(tmp_path, m.COUNTER, choice=choice))
    assert line == "  FAILS    x < 3 (6 states violate it)"


def test_an_expression_without_a_value_is_shown_with_the_run_to_it(tmp_path: Path) -> None:
    lines = m.told(m.module(tmp_path, m.QUEUE, "Careless => []Patient", N=2))
    assert lines[0] == "  unknown  Careless => []Patient (Head is applied to the empty sequence)"
    assert lines[2] == "[CP704] Head is applied to the empty sequence"
    assert lines[3].endswith("M.tla:11:32")
    assert lines[4:7] == [
        '    Serve == /\\ pc\' = [pc EXCEPT ![Head(queue)] = "idle"]',
        "                                   ^^^^^^^^^^^",
        "  in Serve",
    ]
    assert lines[8:] == [
        "in an initial state:",
        "",
        "  start  queue = <<>>",
        '         pc = <<"idle", "idle">>',
        "         served = {}",
    ]


def test_the_run_to_an_expression_without_a_value_has_its_steps(tmp_path: Path) -> None:
    jump = "x = 2 /\\ x' = <<>>[1] /\\ UNCHANGED ready"
    body = f"{m.COUNTER}\nWild == Init /\\ [][Up \\/ ({jump})]_vars"
    target = m.module(tmp_path, body, "Wild => [](x < 9)")
    assert "reached after 2 steps:" in m.told(target)
    (found,) = m.data(target)["breakdowns"]
    assert found["code"] == "CP704"
    assert found["trace"]["events"] == ["Up", "Up"]


def test_figures_have_the_states_found_again_and_the_depth(tmp_path: Path) -> None:
    target = m.module(tmp_path, m.COUNTER, "Lazy => [](x < 9)")
    (figures, *_) = verdicts_text(m.checked(target), target, width=90).splitlines()
    assert figures.startswith("M: 9 states (all of them), 12 generated, depth 8, ")


def test_of_many_parts_that_never_mattered_some_are_told(tmp_path: Path) -> None:
    body = f"{m.COUNTER}\nMany == " + " \\/ ".join(f"x = {n}" for n in range(20))
    (line, *_) = m.told(m.module(tmp_path, body, "Spec => []Many"), width=200)
    assert line.endswith("it holds whatever x = 8 is; ... and 11 more)")


def test_reasons_hang_below_their_names(tmp_path: Path) -> None:
    lines = m.told(m.module(tmp_path, m.COUNTER, "Spec => []Low"), width=50)
    assert lines[:3] == [
        "  FAILS    Spec => []Low",
        "           (x < 3 is false at M.tla:13; 6 states",
        "           violate it)",
    ]


def test_a_trace_is_data_with_values_changes_and_actions(tmp_path: Path) -> None:
    target = m.module(tmp_path, m.QUEUE, "Spec => [](Len(queue) < N)", N=2)
    found = m.data(target)
    assert (found["generated"], found["depth"], found["stopped"]) == (107, 11, "")
    trace = found["properties"][0]["trace"]
    assert trace["loop"] is None
    assert trace["events"] == ["Put(1)", "Put(2)"]
    start, _, last = trace["states"]
    assert start["values"] == {"queue": [], "pc": ["idle", "idle"], "served": {"#set": []}}
    assert (start["changed"], start["actions"]) == ([], [])
    assert last["changed"] == ["queue", "pc[2]"]
    assert last["actions"] == [{"rule": "Spec", "action": "Put", "arguments": {"i": 2}}]
