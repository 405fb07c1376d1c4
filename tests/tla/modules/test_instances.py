"""INSTANCE: substitution, parameters, hiding, instances of instances."""

from __future__ import annotations

from pathlib import Path

import pytest

from counterpoint.errors import BadMeaning
from counterpoint.tla.levels import Level, level_of
from counterpoint.tla.modules import load
from counterpoint.tla.scope import Constant, Defined, Instantiated, Scope, Variable
from counterpoint.tla.syntax import read_expression
from counterpoint.tla.tree import Apply, Expression, Prime

from .files import read, write

COUNTER = """
EXTENDS Naturals
CONSTANT N
VARIABLE x
LOCAL Hidden == 1
Init == x = N
Next == x' = x + Hidden
"""


def opened(scope: Scope, name: str) -> Scope:
    meaning = scope.get(name)
    assert isinstance(meaning, Instantiated)
    return meaning.open(())


def test_constants_and_variables_stand_for_what_is_given(tmp_path: Path) -> None:
    path = write(
        tmp_path,
        Top="""
        EXTENDS Integers
        VARIABLES y, z
        C == INSTANCE Counter WITH x <- y - 1, N <- 7
        D == INSTANCE Counter WITH x <- z, N <- 2
        Spec == C!Init /\\ D!Init
        """,
        Counter=COUNTER,
    )
    scope = load(path).scope
    x = opened(scope, "C").get("x")
    assert isinstance(x, Defined)
    assert (x.body, x.scope) == (read_expression("y - 1"), scope)
    assert opened(scope, "D").get("x") == Variable("z", 1)


def test_what_is_not_given_stands_for_the_same_name(tmp_path: Path) -> None:
    path = write(
        tmp_path,
        Top="CONSTANT N\nVARIABLE x\nC == INSTANCE Counter\nF == C!Init",
        Counter=COUNTER,
    )
    inner = opened(load(path).scope, "C")
    assert (inner.get("x"), inner.get("N")) == (Variable("x", 0), Constant("N"))


def test_an_instance_is_opened_once(tmp_path: Path) -> None:
    path = write(tmp_path, Top="N == 1\nVARIABLE x\nC == INSTANCE Counter", Counter=COUNTER)
    scope = load(path).scope
    assert opened(scope, "C") is opened(scope, "C")


def test_parameters_give_a_scope_for_each_list_of_arguments(tmp_path: Path) -> None:
    path = write(
        tmp_path,
        Top="VARIABLE y\nC(x, N) == INSTANCE Counter\nF == C(y, 3)!Init",
        Counter=COUNTER,
    )
    scope = load(path).scope
    meaning = scope.get("C")
    assert isinstance(meaning, Instantiated)

    def argument(name: str, body: Expression) -> Defined:
        return Defined(name, (), body, scope)

    given = argument("x", Apply("y")), argument("N", read_expression("3"))
    inner = meaning.open(given)
    assert inner.get("x") is given[0]
    init = inner.get("Init")
    assert isinstance(init, Defined)
    assert level_of(init.body, init.scope) is Level.STATE


def test_an_instance_without_a_name_brings_its_operators(tmp_path: Path) -> None:
    path = write(
        tmp_path,
        Top="VARIABLE y\nINSTANCE Counter WITH x <- y, N <- 1\nF == Init /\\ 1 + 1 = 2",
        Counter=COUNTER,
    )
    scope = load(path).scope
    init = scope.get("Init")
    assert isinstance(init, Defined)
    assert init.scope.get("x") == Variable("y", 0)
    assert scope.get("x") is None
    assert scope.get("Hidden") is None


def test_a_local_instance_is_not_handed_on(tmp_path: Path) -> None:
    path = write(
        tmp_path,
        Top="EXTENDS Middle\nF == One",
        Middle="LOCAL INSTANCE Naturals\nOne == 0 + 1",
    )
    scope = load(path).scope
    assert scope.get("One") is not None
    assert scope.get("+") is None


def test_standard_modules_can_be_instantiated() -> None:
    scope = read("S == INSTANCE Sequences\nF == S!Len(<<>>)").scope
    assert opened(scope, "S").get("Len") is not None


def test_an_instance_of_an_instance_substitutes_twice(tmp_path: Path) -> None:
    path = write(
        tmp_path,
        Top="VARIABLE top\nM == INSTANCE Middle WITH mid <- top\nF == M!C!Init",
        Middle="VARIABLE mid\nC == INSTANCE Counter WITH x <- mid, N <- 1",
        Counter=COUNTER,
    )
    middle = opened(load(path).scope, "M")
    assert opened(middle, "C").get("x") == Variable("top", 0)


def test_what_a_module_extends_is_substituted_with_it(tmp_path: Path) -> None:
    path = write(
        tmp_path,
        Top="VARIABLE y\nM == INSTANCE More WITH x <- y, N <- 1\nF == M!Next /\\ M!Still",
        More="EXTENDS Counter\nStill == x' = x",
        Counter=COUNTER,
    )
    inner = opened(load(path).scope, "M")
    nexts = inner.get("Next")
    assert isinstance(nexts, Defined)
    assert nexts.scope.get("x") == Variable("y", 0)


def test_inner_modules_see_what_stands_before_them() -> None:
    scope = read(
        """
        CONSTANT C
        Twice(a) == <<a, a>>
        ---- MODULE Inner ----
        VARIABLE x
        Init == x = Twice(C)
        ====
        I(x) == INSTANCE Inner
        VARIABLE y
        F == I(y)!Init
        """
    ).scope
    assert isinstance(scope.get("I"), Instantiated)


def test_inner_modules_are_handed_on(tmp_path: Path) -> None:
    path = write(
        tmp_path,
        Top="EXTENDS Outer\nI == INSTANCE Inner\nF == I!One",
        Outer="---- MODULE Inner ----\nOne == 1\n====",
    )
    assert isinstance(load(path).scope.get("I"), Instantiated)


def test_let_may_have_an_instance(tmp_path: Path) -> None:
    path = write(
        tmp_path,
        Top="VARIABLE y\nF(a) == LET C == INSTANCE Counter WITH x <- y, N <- a IN C!Init",
        Counter=COUNTER,
    )
    defined = load(path).scope.get("F")
    assert isinstance(defined, Defined)
    assert level_of(Apply("F", (Prime(Apply("y")),)), defined.scope) is Level.ACTION


def test_operators_stand_for_constants_that_are_operators(tmp_path: Path) -> None:
    path = write(
        tmp_path,
        Top="""
        EXTENDS Integers
        Pair(a, b) == <<a, b>>
        A == INSTANCE Fold WITH Op <- +
        B == INSTANCE Fold WITH Op <- Pair
        C == INSTANCE Fold WITH Op <- LAMBDA a, b : a * b
        F == <<A!Twice(1), B!Twice(1), C!Twice(1)>>
        """,
        Fold="CONSTANT Op(_, _)\nTwice(a) == Op(a, a)",
    )
    scope = load(path).scope
    assert opened(scope, "A").get("Op") is scope.get("+")
    assert opened(scope, "B").get("Op") is scope.get("Pair")
    lambda_ = opened(scope, "C").get("Op")
    assert isinstance(lambda_, Defined)
    assert [one.name for one in lambda_.parameters] == ["a", "b"]


REFUSED = {
    "VARIABLE y\nC == INSTANCE Counter WITH x <- y": (
        "N of module Counter is given no value: nothing here has its name, "
        "and WITH does not mention it"
    ),
    "VARIABLE x\nC == INSTANCE Counter WITH N <- 1, M <- 2": (
        "module Counter declares no constant or variable M"
    ),
    "VARIABLE x\nC == INSTANCE Counter WITH N <- 1, N <- 2": "N is given twice here",
    "VARIABLE x\nC == INSTANCE Counter WITH N <- x": (
        "a constant is needed for N of module Counter, but this is a state function"
    ),
    "VARIABLE y\nC == INSTANCE Counter WITH x <- y', N <- 1": (
        "a state function is needed for x of module Counter, but this is an action"
    ),
    "VARIABLE x\nN == 1\nC == INSTANCE Counter\nF == C!Inti": (
        "C has no operator Inti: Init perhaps"
    ),
    "VARIABLE x\nN == 1\nC == INSTANCE Counter\nF == C!Hidden": "C has no operator Hidden",
    "VARIABLE x\nN == 1\nC == INSTANCE Counter\nF == C!x": "C has no operator x",
    "VARIABLE x\nN == 1\nC == INSTANCE Counter\nF == C": (
        "C is an instance: its operator Op is C!Op"
    ),
    "C(x, N) == INSTANCE Counter\nF == C(1)!Init": "C takes 2 arguments, not 1",
    "VARIABLE x\nN == 1\nF == x!Init": "x is no instance of a module",
    "VARIABLE x\nN == 1\nG == 1\nF == G!Init": (
        "G is no instance, and nothing in it has the label Init"
    ),
    "Op(a) == a'\nC == INSTANCE Fold": (
        "an operator whose value depends on its operands alone is needed for Op"
    ),
    "C == INSTANCE Fold WITH Op <- LAMBDA a, b : a": (
        "an operator that takes 1 argument is needed here"
    ),
}


@pytest.mark.parametrize("body", REFUSED)
def test_an_instance_that_does_not_fit_is_refused(body: str, tmp_path: Path) -> None:
    path = write(tmp_path, Top=body, Counter=COUNTER, Fold="CONSTANT Op(_)\nF == Op(1)")
    with pytest.raises(BadMeaning) as caught:
        load(path)
    assert caught.value.message == REFUSED[body]


def test_a_module_that_is_only_instantiated_is_checked_too(tmp_path: Path) -> None:
    path = write(tmp_path, Top="I == INSTANCE Wrong", Wrong="VARIABLE x\nF == x''")
    with pytest.raises(BadMeaning, match="a state function is needed for '"):
        load(path)
