"""What formulas come down to, against what they mean as they are written."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

from counterpoint.errors import BadFormula
from counterpoint.logic.core import (
    All,
    Bound,
    Core,
    Fixpoint,
    Kind,
    Paths,
    Prop,
    Some,
    Step,
    Truth,
)
from counterpoint.logic.formula import Const, Fix, Formula, Junction, Junctor, Not, Variable
from counterpoint.logic.lower import LIMIT, negated, to_core
from counterpoint.logic.parser import parse
from tests.share import share

from .formulas import atoms, paths, states
from .meaning import kripkes, meaning
from .semantics import Kripke, satisfying

P, Q = Prop("p"), Prop("q")


def core_of(text: str, *, fair: bool = False) -> Core:
    return to_core(parse(text), fair=fair)


def reached(goal: Core, kind: Kind, team: tuple[str, ...] = ()) -> Core:
    return Fixpoint(True, "Z", Some((goal, Step(kind, Bound("Z"), None, frozenset(team)))))


@pytest.mark.slow
@given(states(), kripkes())
@settings(max_examples=share(33))
def test_a_core_is_true_where_its_formula_is(formula: Formula, kripke: Kripke) -> None:
    core = to_core(formula)
    region = satisfying(core, kripke)
    assert region == meaning(formula, kripke)
    assert satisfying(negated(core), kripke) == kripke.states - region


@pytest.mark.slow
@given(paths(atoms()), kripkes())
@settings(max_examples=share(100))
def test_a_path_formula_is_meant_of_all_paths(formula: Formula, kripke: Kripke) -> None:
    region = meaning(formula, kripke)
    assert satisfying(to_core(formula), kripke) == region
    assert satisfying(to_core(formula, fair=True), kripke) == region


@pytest.mark.slow
@given(states(), kripkes(fair=True))
@settings(max_examples=share(60))
def test_a_fair_core_is_true_where_its_formula_is(formula: Formula, kripke: Kripke) -> None:
    try:
        core = to_core(formula, fair=True)
    except BadFormula:
        return
    assert satisfying(core, kripke) == meaning(formula, kripke)


@pytest.mark.slow
@given(states())
@settings(max_examples=share(33))
def test_each_variable_is_bound_once(formula: Formula) -> None:
    names = [part.variable for part in _fixpoints(to_core(formula))]
    assert len(names) == len(set(names))


def _fixpoints(core: object) -> list[Fixpoint]:
    if isinstance(core, tuple):
        return [found for part in core for found in _fixpoints(part)]
    if not hasattr(core, "__dataclass_fields__"):
        return []
    below = [getattr(core, name) for name in core.__dataclass_fields__]
    return [*([core] if isinstance(core, Fixpoint) else []), *_fixpoints(tuple(below))]


@pytest.mark.parametrize(
    ("text", "core"),
    [
        ("EF p", reached(P, Kind.SOME)),
        ("AF p", reached(P, Kind.ALL)),
        ("F p", reached(P, Kind.ALL)),
        ("<<a, b>> F p", reached(P, Kind.FORCE, ("a", "b"))),
        ("[[a]] F p", reached(P, Kind.ALLOW, ("a",))),
        (
            "E[p U q]",
            Fixpoint(True, "Z", Some((Q, All((P, Step(Kind.SOME, Bound("Z"))))))),
        ),
        ("AG p", Fixpoint(False, "Z", All((P, Step(Kind.ALL, Bound("Z")))))),
        (
            "A[p R q]",
            Fixpoint(False, "Z", All((Q, Some((P, Step(Kind.ALL, Bound("Z"))))))),
        ),
        ("mu Z. p | <a>Z", Fixpoint(True, "Z", Some((P, Step(Kind.SOME, Bound("Z"), "a"))))),
        ("!<a>!p", Step(Kind.ALL, P, "a")),
        ("E(p) & A(true)", P),
        ("EF false", Truth(False)),
        ("<a>true", Step(Kind.SOME, Truth(True), "a")),
    ],
)  # fmt: skip
def test_fixpoints_have_the_shape_that_engines_look_for(text: str, core: Core) -> None:
    assert core_of(text) == core


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("G (p -> F q)", "AG (p -> AF q)"),
        ("G F p", "AG AF p"),
        ("G p & F q", "AG p & AF q"),
        ("E F G q", "EF EG q"),
        ("E(p U X (q & F r))", "E[p U EX (q & EF r)]"),
        ("E(p U F q)", "EF q"),
        ("!F p", "AG !p"),
        ("A(G p U q)", "A[AG p U q]"),
    ],
)
def test_quantifiers_go_inward(text: str, same: str) -> None:
    assert core_of(text) == core_of(same)


def test_a_part_that_is_written_twice_has_other_variables_the_second_time() -> None:
    core = core_of("A[p W EF q] & (EG p <-> q)")
    names = [part.variable for part in _fixpoints(core)]
    assert sorted(names) == sorted(set(names))


def test_a_fixpoint_may_stand_under_an_equivalence() -> None:
    assert isinstance(core_of("p <-> nu V. !mu W. !<>V | <>W"), Some)


def test_what_is_no_fixpoint_is_left_to_automata() -> None:
    assert isinstance(core_of("F G p"), Paths)
    assert isinstance(core_of("E(G F p & G F q)"), Paths)


def test_with_fairness_what_asks_for_endless_paths_is_left_to_automata() -> None:
    core = core_of("AF p & EG q", fair=True)
    assert isinstance(core, All)
    assert [type(part) for part in core.parts] == [Paths] * 2


def test_with_fairness_what_a_beginning_decides_is_a_fixpoint() -> None:
    for text in ("AG p & EX q & E[p U q] & A[p R q]", "<<a>> F p & mu Z. p | <>Z"):
        assert core_of(text, fair=True) == core_of(text)


def test_with_fairness_no_variable_stands_after_a_quantifier() -> None:
    with pytest.raises(BadFormula, match="the variable Z is inside of a path formula"):
        core_of("mu Z. p | EX Z", fair=True)


def test_a_formula_made_by_hand_is_looked_at_too() -> None:
    with pytest.raises(BadFormula) as caught:
        to_core(Fix(True, "X", Not(Variable("X"))))
    assert str(caught.value) == (
        "[CP400] the variable X must be under an even number of negations\n"
        "    mu X. !X\n"
        "The left side of -> counts as a negation, and a side of <-> as one and as none."
    )
    with pytest.raises(BadFormula, match="no mu or nu around it binds the variable X"):
        to_core(Variable("X"))


def test_nested_equivalences_are_refused_before_they_grow() -> None:
    formula: Formula = parse("p <-> q")
    for _ in range(30):
        formula = Junction(Junctor.IFF, formula, Const(True))
    with pytest.raises(BadFormula, match=f"more than {LIMIT} parts"):
        to_core(formula)
