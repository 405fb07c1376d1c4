"""What theorems claim, and what is no claim about runs."""

from __future__ import annotations

from pathlib import Path

import pytest

from counterpoint.tla.modules import load
from counterpoint.tla.spec import Claim, Form, Kind, theorems
from counterpoint.tla.spec.theorems import OF_NO_SPECIFICATION

from ..modules.files import read, write
from .models import GAME, shown

CLOCK = r"""
EXTENDS Naturals
CONSTANT N
VARIABLES x, y
Init == x = 0
Next == x' = (x + 1) % 3 /\ UNCHANGED y
Spec == Init /\ [][Next]_x
Fair == Spec /\ WF_x(Next)
Low == x < 3
Other == x \in 0..2 /\ [][x' # x]_x /\ WF_x(x' # x)
Hidden == \EE z : z = x /\ [][z' # z]_z
"""


def claims(statement: str) -> tuple[Claim, ...]:
    return theorems(read(f"{CLOCK}\nTHEOREM {statement}\n"))


def test_the_theorems_of_the_game() -> None:
    typed, once, turns, ends = theorems(read(GAME))
    assert [typed.title, once.title, turns.title, ends.title] == [
        "Typed", "theorem 2", "Turns", "theorem 4",
    ]  # fmt: skip
    assert [claim.kinds for claim in (typed, once, turns, ends)] == [
        {Kind.START}, {Kind.TEMPORAL}, {Kind.STEPS}, {Kind.ALWAYS},
    ]  # fmt: skip
    assert turns.text == "EnforceTurns => Alternating"
    assert turns.specification is not None
    assert turns.specification.rules == ("EnforceTurns",)
    assert len(once.parts) == 9


@pytest.mark.parametrize(
    ("statement", "parts"),
    [
        ("Spec => []Low", ["Spec: []Low"]),
        ("Spec => [][x' # x]_x", ["Next: [][x' # x]_x"]),
        ("Spec => <>Low", ["<>Low: <>Low"]),
        ("Spec => (x = 0 ~> x = 1)", ["x = 0 ~> x = 1: x = 0 ~> x = 1"]),
        ("Fair => Other", ["Other: x \\in 0..2", "Other: [][x' # x]_x", "Other: WF_x(x' # x)"]),
        (r"Init /\ [][Next]_x => []Low", ["Low: []Low"]),
        (r"\A i \in 1..2 : Spec => [](x < 3 + i)",
         ["x < 3 + 1: [](x < 3 + 1)", "x < 3 + 2: [](x < 3 + 2)"]),
        ("1 = 1 => (Spec => []Low)", ["Low: []Low"]),
        (r"(Spec => []Low) /\ (Spec => Low)", ["Low: []Low", "Low: Low"]),
    ],
)  # fmt: skip
def test_parts_of_claims_about_runs(statement: str, parts: list[str]) -> None:
    (claim,) = claims(statement)
    assert claim.form is Form.RUNS
    names = [one.split(": ", 1)[1] for one in parts]
    assert [str(part) for part in claim.parts] == names


def test_a_claim_of_the_first_state_was_probably_meant_of_all() -> None:
    (claim,) = claims("Spec => Low /\\ [](x # 7)")
    assert [part.kind for part in claim.parts] == [Kind.START, Kind.ALWAYS]
    boxed = claim.boxed()
    assert boxed is not None
    assert [str(part) for part in boxed.parts] == ["[]Low", "[](x # 7)"]
    assert boxed.boxed() is None


def test_what_begins_a_refinement_is_meant_of_the_start() -> None:
    (claim,) = claims("Fair => Other")
    assert claim.boxed() is None
    assert shown(claim.parts)[0] == "Other: x \\in 0..2"


def test_an_equivalence_claims_both_directions() -> None:
    there, back = claims("Fair <=> Other")
    assert (there.title, back.title) == ("theorem 1 (=>)", "theorem 1 (<=)")
    assert there.specification is not None
    assert back.specification is not None
    assert (there.specification.name, back.specification.name) == ("Fair", "Other")
    assert there.number == back.number == 1


@pytest.mark.parametrize(
    ("statement", "reason"),
    [
        ("ASSUME NEW n \\in Nat PROVE n = n",
         "ASSUME and PROVE speak of all values, not of runs"),
        ("Low", "no specification stands before it: it speaks of all states"),
        ("x' = x", "no specification stands before it: it speaks of all steps"),
        ("[]Low", "no specification stands before it: it speaks of all runs"),
        ("Low => x < 9", "it speaks of all states, and its left side does not say their values"),
        ("Low /\\ [Next]_x => Low'", "it speaks of all steps between any two states"),
        ("[]Low => [](x < 9)",
         "its left side has no box [][A]_v: it is no specification whose steps can be followed"),
        ("Hidden => []Low",
         "its left side hides variables, so its steps cannot be followed"),
        (r"x = 0 /\ (\E k \in 0..1 : [][x' = k]_x) => []Low",
         r"its box [][A]_v is under \E or \A: state the theorem for each value by itself"),
        ("N = 3 => (Spec => []Low)", "its condition on constants has no value"),
    ],
)  # fmt: skip
def test_obligations_say_why_they_are_none_of_runs(statement: str, reason: str) -> None:
    (claim,) = claims(statement)
    assert (claim.form, claim.reason) == (Form.OBLIGATION, reason)


@pytest.mark.parametrize(
    "left", [r"(\E k \in 0..1 : x = k /\ [][x' = k]_x)", r"(Spec \/ (x = 0 /\ [][x' = 0]_x))"]
)
def test_what_is_claimed_of_one_of_several_specifications_is_claimed_of_each(left: str) -> None:
    one, other = claims(f"{left} => [](x < 7)")
    assert (one.form, other.form, one.is_implication) == (Form.RUNS, Form.RUNS, True)
    assert one.specification is not other.specification
    (none,) = claims(r"(\E k \in {} : x = k /\ [][x' = k]_x) => [](x < 7)")
    assert (none.form, none.reason) == (Form.CONSTANT, OF_NO_SPECIFICATION)


def test_constant_theorems_are_to_be_computed() -> None:
    (claim,) = claims(r"\A n \in 1..3 : n > 0")
    assert claim.form is Form.CONSTANT
    (empty,) = claims("1 = 2 => (Spec => []Low)")
    assert (empty.form, empty.reason) == (Form.CONSTANT, "its condition on constants is false")


def test_initial_predicates_are_compared_where_they_say_all_values() -> None:
    (claim,) = claims("Init => Low")
    assert (claim.form, claim.kinds) == (Form.RUNS, frozenset({Kind.START}))
    assert claim.boxed() is None
    (open_,) = claims("Init => x = y")
    assert open_.form is Form.OBLIGATION


def test_refinement_by_an_instance_names_its_conjuncts(tmp_path: Path) -> None:
    path = write(
        tmp_path,
        Top=CLOCK + "R == INSTANCE Upper WITH h <- x\nTHEOREM Refines == Fair => R!Spec\n",
        Upper="EXTENDS Naturals\nVARIABLE h\nSafe == h = 0 /\\ [][h' > h]_h\n"
        "Spec == Safe /\\ WF_h(h' > h)\nTHEOREM Spec => [](h >= 0)\n",
    )
    (claim,) = theorems(load(path))
    assert shown(claim.parts) == ["Safe: h = 0", "Safe: [][h' > h]_h", "R!Spec: WF_h(h' > h)"]
    assert (claim.module, claim.at.line) == ("Top", 13)


def test_own_theorems_come_before_those_of_extended_modules(tmp_path: Path) -> None:
    path = write(tmp_path, Top="EXTENDS Base\nTHEOREM Mine == TRUE", Base="THEOREM Theirs == TRUE")
    assert [(claim.number, claim.title, claim.module) for claim in theorems(load(path))] == [
        (1, "Mine", "Top"), (2, "Theirs", "Base"),
    ]  # fmt: skip
