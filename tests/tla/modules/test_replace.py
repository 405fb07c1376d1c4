"""Constants given values, definitions replaced: everywhere, or in one module."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from counterpoint.errors import BadConfig, NoValue
from counterpoint.tla.levels import Level, level_of
from counterpoint.tla.modules import Loaded, given, load
from counterpoint.tla.scope import Builtin, Constant, Defined, Instantiated, Scope, Value
from counterpoint.tla.syntax import read_config, read_expression
from counterpoint.tla.values import FALSE, ModelValue

from .files import module, write


def loaded(body: str, config: str) -> Loaded:
    found = given(read_config(config))
    return load("M.tla", text=module("M", body), constants=found.constants, replaced=found.replaced)


def value(scope: Scope, name: str) -> Any:
    meaning = scope.get(name)
    assert isinstance(meaning, Value)
    return meaning.value


def test_constants_get_values() -> None:
    found = loaded("CONSTANTS N, S, p, b, left", "CONSTANTS N = -3 S = {p, {1}} p = p b = FALSE")
    assert value(found.scope, "N") == -3
    assert value(found.scope, "S") == frozenset({ModelValue("p"), frozenset({1})})
    assert value(found.scope, "p") is ModelValue("p")
    assert value(found.scope, "b") is FALSE
    assert found.constants == (Constant("left"),)


def test_definitions_without_parameters_can_be_given_values() -> None:
    found = load("M.tla", text=module("M", "N == 2\nTwice == <<N, N>>"), constants={"N": 4})
    twice = found.scope.get("Twice")
    assert isinstance(twice, Defined)
    assert value(twice.scope, "N") == 4


def test_a_constant_is_replaced_by_a_definition_wherever_it_was_meant(tmp_path: Path) -> None:
    path = write(
        tmp_path,
        MC="EXTENDS Base\nMCN == 3\nMCOp(a) == a",
        Base="CONSTANT N, Op(_)\nF == Op(N)\nI == INSTANCE Inner WITH C <- N",
        Inner="CONSTANT C, Op(_)\nG == Op(C)",
    )
    scope = load(path, replaced={"N": "MCN", "Op": "MCOp"}).scope
    body = scope.get("F")
    assert isinstance(body, Defined)
    assert body.scope.get("N") is scope.get("MCN")
    instance = scope.get("I")
    assert isinstance(instance, Instantiated)
    inner = instance.open(())
    assert inner.get("C") is scope.get("MCN")
    assert inner.get("Op") is scope.get("MCOp")


def test_an_operator_of_the_library_is_replaced_in_all_modules(tmp_path: Path) -> None:
    path = write(
        tmp_path,
        MC="EXTENDS Base\nMCNat == 0 .. 3",
        Base="EXTENDS Naturals\nI == INSTANCE Inner",
        Inner="EXTENDS Naturals\nG == Nat",
    )
    scope = load(path, replaced={"Nat": "MCNat"}).scope
    instance = scope.get("I")
    assert isinstance(instance, Instantiated)
    assert instance.open(()).get("Nat") is scope.get("MCNat")


def test_what_a_named_module_means_is_replaced_there_only(tmp_path: Path) -> None:
    path = write(
        tmp_path,
        MC="EXTENDS Base\nMCNat == 0 .. 3\nF == Nat",
        Base="EXTENDS Naturals\nG == Nat\nI == INSTANCE Inner",
        Inner="EXTENDS Naturals\nK == 1\nG == <<Nat, K>>",
    )
    scope = load(path, replaced={"Inner!Nat": "MCNat"}, constants={"Inner!K": 5}).scope
    instance = scope.get("I")
    assert isinstance(instance, Instantiated)
    inner = instance.open(())
    assert (inner.get("Nat"), value(inner, "K")) == (scope.get("MCNat"), 5)
    assert isinstance(scope.get("Nat"), Value)


def test_a_definition_of_an_instance_is_another_one_than_the_one_it_brings(
    tmp_path: Path,
) -> None:
    path = write(
        tmp_path,
        MC="INSTANCE Base\nMine == 2\nF == N",
        Base="N == 1\nG == N",
    )
    scope = load(path, replaced={"N": "Mine"}).scope
    inner = scope.get("G")
    assert isinstance(inner, Defined)
    assert scope.get("N") is scope.get("Mine")
    assert inner.scope.get("N") is not scope.get("Mine")


def test_levels_are_those_of_what_stands_there_now() -> None:
    body = "CONSTANT Op(_)\nVARIABLE x\nF == Op(1)\nMine(a) == a = x"
    scope = loaded(body, "CONSTANT Op <- Mine").scope
    assert level_of(read_expression("F"), scope) is Level.STATE


def test_an_operator_can_be_given_a_table_of_values() -> None:
    scope = loaded("CONSTANT Op(_, _)", "CONSTANT Op(1, a) = 2 Op(2, a) = {}").scope
    operator = scope.get("Op")
    assert isinstance(operator, Builtin)
    assert operator.function is not None
    assert operator.function(1, ModelValue("a")) == 2
    with pytest.raises(NoValue, match=r"Op\(3, a\) is given no value"):
        operator.function(3, ModelValue("a"))


def test_a_model_value_that_is_no_constant_need_not_be_known() -> None:
    scope = loaded("CONSTANT S", "CONSTANTS r1 = r1 S = {r1}").scope
    assert value(scope, "S") == frozenset({ModelValue("r1")})


REFUSED = {
    "CONSTANT M = 3": "M is no constant or definition of the module",
    "CONSTANT Cont = 3": "Cont is no constant or definition of the module: Count perhaps",
    "CONSTANT x = 3": "x is a variable: constants and definitions can be replaced",
    "CONSTANT F = 3": "F takes 1 argument, what replaces it no arguments",
    "CONSTANT Count <- F": "Count takes no arguments, what replaces it 1 argument",
    "CONSTANT Count <- [Other] F": "no module that was read has a Other!Count",
    "CONSTANT Count <- [M] F": "M!Count takes no arguments",
    "CONSTANT Count = 1 Count = 2": "Count is given a value twice",
}


@pytest.mark.parametrize("config", REFUSED)
def test_what_cannot_be_replaced_is_refused(config: str) -> None:
    with pytest.raises(BadConfig) as caught:
        loaded("CONSTANT Count\nVARIABLE x\nF(a) == a", config)
    assert caught.value.message == REFUSED[config]
