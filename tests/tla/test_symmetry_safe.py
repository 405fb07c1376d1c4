"""What takes all model values alike, and claims about runs that are decided with SYMMETRY."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from counterpoint.engines.decide.spec.theory_check import (
    NONE_MERGED,
    NOT_ALL_APART,
    Decided,
    check_theory,
)
from counterpoint.tla.evaluate.context import Closed
from counterpoint.tla.module import TlaModule
from counterpoint.tla.modules import Loaded, load
from counterpoint.tla.scope import Value
from counterpoint.tla.symmetry import Symmetry
from counterpoint.tla.symmetry_safe import is_symmetry_safe
from counterpoint.tla.syntax import read_config, read_expression
from counterpoint.tla.theorems import AS_VIEWED, WITHOUT_SYMMETRY
from counterpoint.tla.values import ModelValue, function
from counterpoint.verdict import Answer

MODULE = r"""
---- MODULE Turns ----
EXTENDS Naturals, FiniteSets, Sequences, TLC
CONSTANTS P, boss, Nobody
VARIABLES queue, busy
vars == <<queue, busy>>
Init == queue = <<>> /\ busy = {}
In(q, p) == \E n \in 1 .. Len(q) : q[n] = p
Join(p) == ~In(queue, p) /\ p \notin busy /\ queue' = Append(queue, p) /\ busy' = busy
Take == queue # <<>> /\ busy = {} /\ busy' = {Head(queue)} /\ queue' = Tail(queue)
Leave == busy # {} /\ busy' = {} /\ queue' = queue
Next == (\E p \in P : Join(p)) \/ Take \/ Leave
Spec == Init /\ [][Next]_vars
Fair == Spec /\ WF_vars(Take) /\ WF_vars(Leave)
Strong == Spec /\ SF_vars(Take) /\ WF_vars(\E p \in P : Join(p))
ForEach == Spec /\ \A p \in P : WF_vars(Join(p))
Some == CHOOSE p \in P : TRUE
Count == LET f[n \in Nat] == IF n = 0 THEN 0 ELSE f[n - 1] IN f[2] + Cardinality(busy)
Greatest(S) == CHOOSE n \in S : \A m \in S : n >= m
RECURSIVE Size(_)
Size(S) == IF S = {} THEN 0 ELSE 1 + Size({x \in S : FALSE})
All == Permutations(P)
====
"""

NAMES = ("a", "b", "c")


def loaded() -> Loaded:
    given: dict[str, Any] = {"P": frozenset(map(ModelValue, NAMES)), "boss": ModelValue("a")}
    return load("M.tla", text=MODULE, constants=given | {"Nobody": ModelValue("Nobody")})


def symmetry() -> Symmetry:
    a, b, c = map(ModelValue, NAMES)
    return Symmetry([function({a: b, b: a, c: c}), function({a: b, b: c, c: a})])


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        ("busy = {}", True),
        (r"\E p \in P : p \in busy", True),
        (r"\A p \in P : In(queue, p) => p \notin busy", True),
        (r"\E p \in P : Join(p)", True),
        ("Nobody \\in busy", True),
        ("boss \\in busy", False),
        ("Some \\in busy", False),
        ("busy = {CHOOSE p \\in P : p # boss}", False),
        (r"[q \in P |-> q \in busy] = [q \in P |-> FALSE]", True),
        (r"{q \in P : q \in busy} # {} /\ Len(queue) < 2", True),
        ("Count > 0", True),
        (r"busy = {CHOOSE v : v \notin P}", True),
        (r"Cardinality(busy) = (CHOOSE n \in 1 .. 3 : n > 1)", True),
        (r"Cardinality(busy) = Greatest(DOMAIN queue)", True),
        (r"\A p \in P : busy = {CHOOSE q \in P : q # p}", False),
        (r"Len(queue) = (CHOOSE n \in 1 .. 3 : n > Len(queue))", False),
        (r"LET some == CHOOSE p \in P : TRUE IN some \in busy", False),
        (r"LET f(p) == CHOOSE q \in P \cup {Nobody} : q # p IN f(Nobody) \in busy", False),
        ("Size(busy) = 1", True),
        ('ToString(busy) = "{}"', False),
        ("ENABLED Take", True),
        ("[]<>(busy = {})", True),
    ],
)
def test_what_takes_all_alike(expression: str, expected: bool) -> None:
    closed = Closed(read_expression(expression), loaded().scope)
    assert is_symmetry_safe(closed, symmetry().keeps) is expected


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        ("busy = {a, b, c}", True),
        ("busy = {{}, {{a}, {b}, {c}}}", True),
        ("busy = {a, b}", False),
        ("busy = {a}", False),
        (r"busy = {p \in {a, b, c} : p # a}", False),
        (r"\E p \in {a, b, c} : {p} = busy", True),
    ],
)
def test_a_set_of_all_model_values_may_be_written_out(expression: str, expected: bool) -> None:
    assert is_safe(expression) is expected


def is_safe(expression: str) -> bool:
    """Whether an expression that names single model values takes all alike."""
    scope = loaded().scope.within({name: Value(ModelValue(name)) for name in NAMES})
    return is_symmetry_safe(Closed(read_expression(expression), scope), symmetry().keeps)


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        (r"LET D == c IN busy = {D, a, b}", True),
        (r"LET D == c IN busy = {D, a, b} /\ {D} = busy", False),
        (r"LET D == c E == D IN busy = {E, a, b} /\ {D} = busy", False),
        (r"LET D == c E == D F == busy = {E} IN busy = {E, a, b} /\ F", False),
    ],
)
def test_a_definition_in_a_set_of_all_values_is_not_taken_as_alike_elsewhere(
    expression: str, expected: bool
) -> None:
    assert is_safe(expression) is expected


@pytest.mark.parametrize(
    "expression",
    [
        r"\A p \in P : busy = {a, b, IF p = a THEN b ELSE c}",
        r"\A p \in P : LET Q == IF p = a THEN b ELSE c IN busy = {a, b, Q}",
        r"LET In(p) == busy = {a, b, IF p = a THEN b ELSE c} IN \A p \in P : In(p)",
        r"\A p \in P : busy = {{q \in {a, b, c} : q # p}, {a}}",
    ],
)
def test_a_set_that_depends_on_what_a_quantifier_binds_is_no_set_of_all_values(
    expression: str,
) -> None:
    assert not is_safe(expression)


def decided(spec: str, formula: str, *, merged: bool) -> Decided:
    text = MODULE.replace("All ==", f"Asked == {formula}\nAll ==")
    sets = "P = {a, b, c} boss = a Nobody = Nobody"
    config = f"CONSTANTS {sets} SPECIFICATION {spec} PROPERTY Asked CHECK_DEADLOCK FALSE"
    read = read_config(config + (" SYMMETRY All" if merged else ""))
    given = {"P": frozenset(map(ModelValue, NAMES)), "boss": ModelValue("a")}
    module = load("M.tla", text=text, constants=given | {"Nobody": ModelValue("Nobody")})
    return check_theory(TlaModule(module, read).theory)


EVEN = [
    "[]<>(busy = {})", "<>(busy # {})", "[](queue # <<>> => <>(busy # {}))", "<>[](queue = <<>>)",
    r"[]<><<\E p \in P : Join(p)>>_vars", "[][Len(queue') <= Len(queue) + 1]_vars",
    "[]<>(Len(queue) = 3)",
    r"Len(queue) = 3 ~> Len(queue) < 3", r"<>(\A p \in P : In(queue, p)) => []<>(busy # {})",
]  # fmt: skip
UNEVEN = [r"boss \in busy ~> busy = {}", r"\A p \in P : []<>(p \in busy)", "<>(Some \\in busy)"]


@pytest.mark.parametrize("spec", ["Spec", "Fair", "Strong", "ForEach"])
@pytest.mark.parametrize("formula", [*EVEN, *UNEVEN])
def test_symmetry_changes_no_answer(spec: str, formula: str) -> None:
    with_it, without = (decided(spec, formula, merged=merged) for merged in (True, False))
    (one,), (other,) = with_it.verdicts, without.verdicts
    assert one.answer is other.answer
    (run,) = (run for run in with_it.runs if run.checked is not None)
    explored = run.checked
    assert explored is not None
    merges = "[]<>" in formula or "~>" in formula or formula.startswith("<>") or "=> <>" in formula
    if merges:
        few = formula in EVEN and spec != "ForEach"
        assert explored.found.states == (7 if few else 31)
    assert replace(one, reason="", trace=None) == replace(other, reason="", trace=None)


FEW = r"""
---- MODULE Few ----
EXTENDS TLC, Naturals
CONSTANTS a, b, c
VARIABLES x, n
All == {a, b, c}
Same == Permutations(All)
Init == x = {} /\ n = 0
Next == \E e \in All : x' = {e} /\ n' \in 0 .. 1
Spec == Init /\ [][Next]_<<x, n>>
NeverB == x # {b}
NeverBoth == x # {a, b}
Some == x \subseteq All
Calm == n = 0 \/ x # {a}
====
"""


@pytest.mark.parametrize(
    ("asked", "answer", "reason"),
    [
        ("SYMMETRY Same INVARIANT Some", Answer.HOLDS, ""),
        ("SYMMETRY Same INVARIANT NeverB", Answer.FAILS, "violate"),
        ("SYMMETRY Same INVARIANT NeverBoth", Answer.HOLDS, WITHOUT_SYMMETRY),
        ("SYMMETRY Same VIEW x INVARIANT NeverB", Answer.FAILS, "violate"),
        ("INVARIANT NeverB", Answer.FAILS, "violate"),
        ("VIEW x INVARIANT Calm", Answer.HOLDS, AS_VIEWED),
        ("VIEW x", Answer.HOLDS, AS_VIEWED),
        ("SYMMETRY Same", Answer.HOLDS, ""),
        ("INVARIANT Calm", Answer.FAILS, "violate"),
    ],
)
def test_what_holds_of_states_that_stand_for_others_says_on_what_condition(
    asked: str, answer: Answer, reason: str
) -> None:
    given = {name: ModelValue(name) for name in NAMES}
    module = load("Few.tla", text=FEW, constants=given)
    config = read_config(f"SPECIFICATION Spec {asked}")
    first = check_theory(TlaModule(module, config).theory).verdicts.properties[0]
    assert first.answer is answer
    assert reason in first.reason
    assert reason or not first.reason


TOKEN = r"""
---- MODULE Token ----
EXTENDS TLC, Naturals
CONSTANTS P, lead
VARIABLES token, seen
vars == <<token, seen>>
Sym == Permutations(P)
Init == token \in P /\ seen = 0
Pass(p) == token = p /\ seen < 3 /\ token' \in P \ {p} /\ seen' = seen + 1
Next == \E p \in P : Pass(p)
Spec == Init /\ [][Next]_vars
Fair == Spec /\ \A p \in P : WF_vars(Pass(p))
NoLead == token # lead
Few == seen < 4
OnlyOthers == Init /\ [][Next /\ (token = lead => token' = lead)]_vars
Chosen == token = (CHOOSE p \in P : TRUE) => seen < 4
Ends == <>(seen = 3)
Stuck == Init /\ [][token # lead /\ seen' = 1 - seen /\ UNCHANGED token]_vars
Going == Init /\ [][seen' = (IF token = lead THEN seen ELSE 0) /\ UNCHANGED token]_vars
Alike == Init /\ [][seen' = 1 - seen /\ UNCHANGED token]_vars
====
"""


def of_token(asked: str) -> Decided:
    names = [ModelValue(name) for name in NAMES]
    given: dict[str, Any] = {"P": frozenset(names), "lead": names[-1]}
    module = load("Token.tla", text=TOKEN, constants=given)
    config = read_config(f"SYMMETRY Sym {asked}")
    return check_theory(TlaModule(module, config).theory)


@pytest.mark.parametrize(
    ("asked", "answer", "reason"),
    [
        ("SPECIFICATION Spec INVARIANT NoLead", Answer.FAILS, "violate"),
        ("SPECIFICATION Fair INVARIANT NoLead", Answer.FAILS, "violate"),
        ("SPECIFICATION Fair INVARIANT Few", Answer.HOLDS, ""),
        ("SPECIFICATION Fair", Answer.HOLDS, ""),
        ("SPECIFICATION Spec INVARIANT Chosen", Answer.HOLDS, WITHOUT_SYMMETRY),
        ("SPECIFICATION OnlyOthers INVARIANT Few", Answer.HOLDS, WITHOUT_SYMMETRY),
    ],
)
def test_fairness_does_not_matter_to_claims_about_states_and_a_named_value_does(
    asked: str, answer: Answer, reason: str
) -> None:
    found = of_token(f"{asked} CHECK_DEADLOCK FALSE").verdicts.properties[0]
    assert found.answer is answer
    assert reason in found.reason
    assert reason or not found.reason


def test_a_deadlock_of_states_that_symmetry_takes_as_others_is_found() -> None:
    (found,) = of_token("SPECIFICATION Stuck").verdicts
    assert (found.name, found.answer) == ("deadlock", Answer.FAILS)
    (found,) = of_token("SPECIFICATION OnlyOthers CONSTRAINT Few").verdicts
    assert found.answer is Answer.FAILS
    (found,) = of_token("SPECIFICATION Going").verdicts
    assert (found.answer, found.reason) == (Answer.HOLDS, WITHOUT_SYMMETRY)
    (found,) = of_token("SPECIFICATION Alike").verdicts
    assert (found.answer, found.reason) == (Answer.HOLDS, "")


def test_figures_up_to_symmetry_say_how_many_states_there_are_without_it() -> None:
    found = of_token("SPECIFICATION Spec INVARIANT Chosen CHECK_DEADLOCK FALSE").verdicts
    assert found.states == 4
    assert found.warnings == (NOT_ALL_APART.format(apart=12),)
    found = of_token("SPECIFICATION Fair PROPERTY Ends CHECK_DEADLOCK FALSE").verdicts
    assert (found.states, found.warnings) == (12, (NONE_MERGED,))
    found = of_token("SPECIFICATION Fair PROPERTY Ends").verdicts
    assert (found.states, found.warnings) == (4, (NOT_ALL_APART.format(apart=12),))


OWN_ORDER = r"""
---- MODULE Own ----
EXTENDS TLC
CONSTANT P
VARIABLES got, last
x \geq y == TRUE
Init == got \in P /\ last = got
Next == got' = (CHOOSE p \in P : \A q \in P : p \geq q) /\ last' = got
Spec == Init /\ [][Next]_<<got, last>>
Same == got = last
Sym == Permutations(P)
====
"""


def test_the_greatest_in_an_order_of_the_module_itself_is_no_value_that_renaming_keeps() -> None:
    names = frozenset(map(ModelValue, NAMES))
    module = load("Own.tla", text=OWN_ORDER, constants={"P": names})
    config = read_config("SPECIFICATION Spec INVARIANT Same SYMMETRY Sym")
    found = check_theory(TlaModule(module, config).theory).verdicts.properties[0]
    assert found.answer is Answer.FAILS
    assert WITHOUT_SYMMETRY in found.reason
