"""Small modules with each statement of configurations: the counts and verdicts that TLC gives.

The figures were measured with TLC once, with one worker.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from counterpoint.engines.check import check
from counterpoint.errors import FalseAssumption
from counterpoint.tla.file import load_module
from counterpoint.verdict import Answer, Verdicts

LIFTS = r"""
---- MODULE Lifts ----
\* Cabs go up floor by floor, and down in one go, while their doors are shut.
EXTENDS Naturals, FiniteSets, TLC
CONSTANTS Cabs, Top, Brakes(_)
VARIABLES at, open
ASSUME Top > 0
vars == <<at, open>>

Init == at = [c \in Cabs |-> 0] /\ open = {}
Up(c) == c \notin open /\ at[c] < Top /\ ~Brakes(at[c]) /\ at' = [at EXCEPT ![c] = @ + 1]
Down(c) == c \notin open /\ at[c] > 0 /\ at' = [at EXCEPT ![c] = 0]
Open(c) == c \notin open /\ open' = open \cup {c}
Shut(c) == c \in open /\ open' = open \ {c}
Ride == \E c \in Cabs : (Up(c) \/ Down(c)) /\ UNCHANGED open
Doors == \E c \in Cabs : (Open(c) \/ Shut(c)) /\ UNCHANGED at
Next == Ride \/ Doors
Rise == \E c \in Cabs : Up(c) /\ UNCHANGED open
Spec == Init /\ [][Next]_vars
Busy == Spec /\ WF_vars(Rise) /\ WF_vars(\E c \in Cabs : Shut(c) /\ UNCHANGED at)
Rising == Init /\ [][Rise]_vars
Eager == Rising /\ WF_vars(Rise)

\* What is given to constants, and in place of definitions.
Free(n) == FALSE
Middle(n) == n = 1
Three == 3
Twins == {"left", "right"}
Still(c) == FALSE

\* What is asked.
TypeOK == at \in [Cabs -> 0 .. Top] /\ open \subseteq Cabs
Low == \A c \in Cabs : at[c] < 2
Together == \A c, d \in Cabs : at[c] = at[d]
NotAllOpen == open # Cabs
Partial == \A c \in Cabs : at[c] < Top => 1 \div (Top - at[c]) < 2
Broken == \A c \in Cabs : 1 \div (Top - at[c]) < 2
ByOne == [][\A c \in Cabs : at'[c] <= at[c] + 1]_vars
NeverDown == [][\A c \in Cabs : at'[c] >= at[c]]_at
Calm == [][Cardinality(open') < 2]_open
Comes == <>(\E c \in Cabs : at[c] = Top)
Back == []<>(\A c \in Cabs : at[c] = 0)
SomeShut == []<>(open # Cabs)
Answered == \A c \in Cabs : c \in open ~> c \notin open

\* What bounds a search, or takes states as one.
OneOpen == Cardinality(open) < 2
Bound == \A c \in Cabs : at[c] < 3
Steady == \A c \in Cabs : at'[c] # at[c] => open = {}
NoSecond == Cardinality(open') < 2
Same == Permutations(Cabs)
Places == at
Sum == <<{at[c] : c \in Cabs}, Cardinality(open)>>
Shown == [floors |-> at, moved |-> at' # at]
Found == TLCGet("distinct") = 36
Deep == TLCGet("diameter") > 100
====
"""

GIVEN = "CONSTANTS Cabs = {c1, c2} Top = 2 Brakes <- Free\n"
THREE = "CONSTANTS Cabs = {c1, c2, c3} Top = 2 Brakes <- Free\n"
SPEC = f"{GIVEN}SPECIFICATION Spec\n"

COUNTED = [
    ("INIT and NEXT", f"{GIVEN}INIT Init NEXT Next", 36, 121, 7),
    ("SPECIFICATION", f"{SPEC}INVARIANT TypeOK", 36, 121, 7),
    ("a fair SPECIFICATION", f"{GIVEN}SPECIFICATION Busy PROPERTY SomeShut", 36, 121, 7),
    ("PROPERTY about steps", f"{SPEC}PROPERTY ByOne", 36, 121, 7),
    ("several at once", f"{SPEC}INVARIANTS TypeOK Partial PROPERTIES ByOne", 36, 121, 7),
    ("numbers for constants",
     "CONSTANTS Cabs = {1, 2} Top = 3 Brakes <- Free\nSPECIFICATION Spec", 64, 225, 9),
    ("definitions for constants",
     "CONSTANTS Cabs <- Twins Top <- Three Brakes <- Free\nSPECIFICATION Spec", 64, 225, 9),
    ("operators for constants", f"{SPEC}".replace("Free", "Middle"), 16, 49, 5),
    ("operators for definitions", f"{SPEC}CONSTANT Down <- Still", 36, 97, 7),
    ("comments", f"\\* of lifts\n{SPEC}(* and more\n *)\nINVARIANT TypeOK", 36, 121, 7),
    ("CONSTRAINT", f"{SPEC}CONSTRAINT OneOpen", 27, 103, 6),
    ("two CONSTRAINTS", f"{THREE}SPECIFICATION Spec\nCONSTRAINTS OneOpen Together", 4, 22, 2),
    ("ACTION_CONSTRAINT", f"{SPEC}ACTION_CONSTRAINT Steady", 36, 121, 7),
    ("both constraints", f"{SPEC}CONSTRAINT Together ACTION_CONSTRAINT NoSecond", 3, 11, 2),
    ("SYMMETRY", f"{SPEC}SYMMETRY Same", 21, 71, 7),
    ("SYMMETRY of three", f"{THREE}SPECIFICATION Spec SYMMETRY Same INVARIANT TypeOK", 56, 281, 10),
    ("SYMMETRY and CONSTRAINT",
     f"{THREE}SPECIFICATION Spec SYMMETRY Same CONSTRAINT OneOpen", 28, 173, 8),
    ("SYMMETRY and PROPERTY",
     f"{GIVEN}SPECIFICATION Busy SYMMETRY Same PROPERTY SomeShut", 21, 71, 7),
    ("VIEW", f"{SPEC}VIEW Places", 9, 43, 5),
    ("VIEW of a value", f"{SPEC}VIEW Sum", 18, 61, 7),
    ("VIEW and SYMMETRY", f"{THREE}SPECIFICATION Spec VIEW Places SYMMETRY Same", 10, 71, 7),
    ("VIEW and CONSTRAINT", f"{SPEC}VIEW Places CONSTRAINT OneOpen", 9, 43, 5),
    ("ALIAS", f"{SPEC}ALIAS Shown", 36, 121, 7),
    ("CHECK_DEADLOCK FALSE", f"{GIVEN}SPECIFICATION Rising CHECK_DEADLOCK FALSE", 9, 13, 5),
    ("a constraint and no deadlock",
     f"{SPEC}ACTION_CONSTRAINT NoSecond CHECK_DEADLOCK TRUE", 27, 103, 6),
    ("POSTCONDITION", f"{SPEC}POSTCONDITION Found", 36, 121, 7),
    ("PROPERTY within a constraint",
     f"{GIVEN}SPECIFICATION Eager CONSTRAINT Bound PROPERTY Comes CHECK_DEADLOCK FALSE", 9, 13, 5),
]  # fmt: skip

FAILING = [
    ("INVARIANT", f"{SPEC}INVARIANT TypeOK Low", "Low"),
    ("the first that fails", f"{SPEC}INVARIANT NotAllOpen Low", "Low"),
    ("INVARIANT under SYMMETRY",
     f"{THREE}SPECIFICATION Spec SYMMETRY Same INVARIANT NotAllOpen", "NotAllOpen"),
    ("INVARIANT outside a CONSTRAINT",
     f"{SPEC}CONSTRAINT OneOpen INVARIANT NotAllOpen", "NotAllOpen"),
    ("INVARIANT after a step left out",
     f"{SPEC}ACTION_CONSTRAINT NoSecond INVARIANT NotAllOpen", "NotAllOpen"),
    ("PROPERTY about a step", f"{SPEC}PROPERTY NeverDown", "NeverDown"),
    ("PROPERTY about a step left out", f"{SPEC}ACTION_CONSTRAINT NoSecond PROPERTY Calm", "Calm"),
    ("PROPERTY about runs", f"{SPEC}PROPERTY Comes", "Comes"),
    ("PROPERTY about fair runs", f"{GIVEN}SPECIFICATION Busy PROPERTY Back", "Back"),
    ("PROPERTY under SYMMETRY", f"{GIVEN}SPECIFICATION Busy SYMMETRY Same PROPERTY Back", "Back"),
    ("PROPERTY for each", f"{GIVEN}SPECIFICATION Busy PROPERTY Answered", "Answered"),
    ("PROPERTY under VIEW", f"{GIVEN}SPECIFICATION Busy VIEW Places PROPERTY Back", "Back"),
    ("deadlock", f"{GIVEN}SPECIFICATION Rising", "deadlock"),
    ("POSTCONDITION", f"{SPEC}POSTCONDITION Deep", "postcondition Deep"),
]  # fmt: skip


def verdicts(folder: Path, config: str) -> Verdicts:
    module = folder / "Lifts.tla"
    module.write_text(LIFTS, encoding="utf-8")
    module.with_suffix(".cfg").write_text(config, encoding="utf-8")
    return check(load_module(module), stop_first=True)


@pytest.mark.parametrize(
    ("config", "states", "generated", "depth"), [case[1:] for case in COUNTED],
    ids=[case[0] for case in COUNTED],
)  # fmt: skip
def test_as_many_states_are_found(
    config: str, states: int, generated: int, depth: int, tmp_path: Path
) -> None:
    found = verdicts(tmp_path, config)
    assert found
    assert (found.states, found.generated, found.depth) == (states, generated, depth)


@pytest.mark.parametrize(
    ("config", "name"), [case[1:] for case in FAILING], ids=[case[0] for case in FAILING]
)
def test_the_same_fails(config: str, name: str, tmp_path: Path) -> None:
    found = verdicts(tmp_path, config)
    failed = [verdict.name for verdict in found if verdict.answer is Answer.FAILS]
    assert failed == [name]


def test_what_has_no_value_ends_the_search(tmp_path: Path) -> None:
    found = verdicts(tmp_path, f"{SPEC}INVARIANT Broken")
    assert found.answer is Answer.UNKNOWN
    (breakdown,) = found.breakdowns
    assert breakdown.error.message == r"1 \div 0 has no value"
    assert breakdown.trace is not None
    assert len(breakdown.trace.steps) == 2


def test_an_assumption_that_is_false_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(FalseAssumption):
        verdicts(tmp_path, SPEC.replace("Top = 2", "Top = 0"))


def test_an_alias_is_shown_in_place_of_the_variables(tmp_path: Path) -> None:
    verdicts(tmp_path, f"{SPEC}ALIAS Shown")
    module = load_module(tmp_path / "Lifts.tla")
    (start,) = module.initial()
    assert module.picture(start) == "floors = (c1 :> 0 @@ c2 :> 0)\nmoved = FALSE"
