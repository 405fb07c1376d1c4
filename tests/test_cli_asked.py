"""Which specification of a TLA+ module is asked, and what is decided beside what cannot be."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from counterpoint.tla.steps import closures

from .command_line import Run

HEAD = r"""
EXTENDS Integers
VARIABLE x
Init == x = 0
Next == x' = x + 1 /\ x < 3
Spec == Init /\ [][Next]_x
"""

FILES = {
    "Assumes.tla": rf"""---- MODULE Assumes ----{HEAD}
THEOREM Spec /\ [](x < 2) => [](x < 2)
THEOREM Spec => [](x < 2)
====
""",
    "Fair.tla": rf"""---- MODULE Fair ----{HEAD}
Live == Spec /\ WF_x(Next)
THEOREM Live => <>(x = 3)
====
""",
    "Hides.tla": rf"""---- MODULE Hides ----{HEAD}
THEOREM Spec => \EE z : [](z = x)
THEOREM Spec => [](x < 2)
====
""",
    "Huge.tla": r"""---- MODULE Huge ----
EXTENDS Integers
VARIABLES x, y
Next == UNCHANGED <<x, y>>
Many == x \in 0..1000000000000 /\ y = 0 /\ [][Next]_<<x, y>>
Wide == x = 0 /\ y = 0 /\ [][x' \in [1..30 -> 1..30] /\ y' = y]_<<x, y>>
THEOREM Many => [](y = 0)
THEOREM Wide => [](y = 0)
====
""",
    "Wide.tla": r"""---- MODULE Wide ----
EXTENDS Integers
VARIABLES a, b
Next == b' = (b + 1) % 200 /\ a' = a
Spec == a \in 0..199 /\ b \in 0..199 /\ [][Next]_<<a, b>>
THEOREM Spec => a # 199
====
""",
    "Alike.tla": r"""---- MODULE Alike ----
EXTENDS Integers, FiniteSets, TLC
CONSTANT P
VARIABLES a, b, c
Sym == Permutations(P)
Init == a = [p \in P |-> 0] /\ b \in [P -> 0..4] /\ c \in 0..6
Next == \E p \in P : a' = [a EXCEPT ![p] = (@ + b[p]) % 6] /\ c' = (c + 1) % 7 /\ UNCHANGED b
Inv == \E p \in P : a[p] # 5
====
""",
    "Alike.cfg": "CONSTANT P = {p1, p2, p3}\nINIT Init\nNEXT Next\nSYMMETRY Sym\nINVARIANT Inv\n",
    "Seats.tla": r"""---- MODULE Seats ----
EXTENDS Naturals, TLC
CONSTANT P
VARIABLES seat, day
Sym == Permutations(P)
Shown == seat
Init == seat \in P /\ day = 0
Next == seat' \in P /\ day' = (day + 1) % 7
====
""",
    "Seats.cfg": "CONSTANT P = {ann, ben}\nINIT Init\nNEXT Next\nSYMMETRY Sym\nVIEW Shown\n",
}


def test_what_a_theorem_assumes_is_no_part_of_the_specification(run: Run) -> None:
    said = run("check", "Assumes.tla", "--invariant", "x < 2")
    assert said.code == 1
    assert said.out.startswith("Assumes.tla: 4 states (all of them)")
    assert run("where", "Assumes.tla", "{x = 3}", "--sample", "0").out == "1 of 4 states\n"


def test_the_specification_by_its_name_is_asked_and_said_to_be(run: Run) -> None:
    said = run("check", "Fair.tla", "--property", "<>(x = 3)")
    assert said.code == 1
    assert "this is asked of Spec; --spec NAME asks another specification" in said.out
    said = run("check", "Fair.tla", "--property", "<>(x = 3)", "--spec", "Live")
    assert said.code == 0
    assert "this is asked" not in said.out


def test_a_theorem_that_cannot_be_decided_leaves_the_others(run: Run) -> None:
    said = run("check", "Hides.tla")
    assert said.code == 1
    assert "unknown  Spec => (\\EE z : [](z = x)) (\\EE z : [](z = x) cannot be" in said.out
    assert "FAILS    Spec => [](x < 2)" in said.out


def test_one_rule_alone_is_not_switched_off(run: Run) -> None:
    said = run("rules", "Assumes.tla:Spec")
    assert "(nothing: the whole specification)       4  FAILS after 2" in said.out
    assert "Spec is one rule, and nothing is left without it" in said.out


def test_endless_initial_states_end_at_the_limit(run: Run) -> None:
    said = run("check", "Huge.tla", "--theorem", "1", "--limit-states", "9000")
    assert said.code == 3
    assert "the limit of 9,000 states was reached" in said.out


@pytest.mark.parametrize("limit", [100, 5000, 20_000])
def test_what_holds_of_some_initial_states_is_not_said_to_hold_of_all(run: Run, limit: int) -> None:
    said = run("check", "Wide.tla", "--limit-states", str(limit))
    assert said.code == 3
    assert f"unknown  Spec => a # 199 (the limit of {limit:,} states was reached" in said.out


def test_a_state_with_too_many_steps_is_said_to_have_them(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(closures, "MOST_STEPS", 5000)
    said = run("check", "Huge.tla", "--theorem", "2")
    assert said.code == 3
    assert "more than 5,000 steps lead out of one state" in said.out


def test_figures_that_are_counted_without_symmetry_are_said_to_be(run: Run) -> None:
    out = run("check", "Alike.tla", "--continue").out
    assert out.startswith("Alike.tla: 4,760 states (all of them)")
    assert "counted up to SYMMETRY; without it there are 23,625, and what is generated" in out


def test_queries_and_drawings_say_that_they_distinguish_all_states(
    run: Run, tmp_path: Path
) -> None:
    assert run("check", "Seats.tla").out.startswith("Seats.tla: 1 state ")
    said = "(all states are distinguished here: SYMMETRY and VIEW do not apply)"
    out = run("where", "Seats.tla", "{day = 6}").out
    assert out.startswith("2 of 14 states")
    assert said in out
    out = run("graph", "Seats.tla", "-o", "seats.json").out
    assert out == f"seats.json: 14 states, 28 transitions\n  {said}\n"
    first = json.loads((tmp_path / "seats.json").read_text())["nodes"][0]
    assert first["values"] == {"seat": {"#model": "ann"}, "day": 0}
    assert "distinguished" not in run("where", "Fair.tla", "{x = 3}").out
