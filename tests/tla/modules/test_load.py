"""Modules put together: what they extend, declare and state."""

from __future__ import annotations

from pathlib import Path

import pytest

from counterpoint.errors import BadMeaning, BadModule, NoSuchModule
from counterpoint.tla.modules import check_expression, load
from counterpoint.tla.scope import Builtin, Constant, Defined, Value, Variable
from counterpoint.tla.syntax import read_expression
from counterpoint.tla.tree import Assume

from .files import module, read, write


def test_variables_are_numbered_those_of_extended_modules_first(tmp_path: Path) -> None:
    path = write(tmp_path, Top="EXTENDS Base\nVARIABLES z, y", Base="VARIABLE x")
    loaded = load(path)
    assert loaded.variables == (Variable("x", 0), Variable("z", 1), Variable("y", 2))
    assert loaded.name == "Top"
    assert loaded.paths == {"Top": path, "Base": tmp_path / "Base.tla"}


def test_constants_are_declared_with_their_arity() -> None:
    loaded = read("CONSTANTS N, Op(_, _), _+_")
    assert loaded.constants == (Constant("N"), Constant("Op", 2), Constant("+", 2))


def test_definitions_keep_the_scope_of_their_module(tmp_path: Path) -> None:
    path = write(
        tmp_path,
        Top="EXTENDS Base\nTwo == One + One",
        Base="EXTENDS Naturals\nLOCAL Hidden == 1\nOne == Hidden",
    )
    scope = load(path).scope
    one = scope.get("One")
    assert isinstance(one, Defined)
    assert (one.module, one.scope is scope) == ("Base", False)
    assert isinstance(one.scope.get("Hidden"), Defined)
    assert scope.get("Hidden") is None


def test_a_module_that_is_extended_twice_is_one(tmp_path: Path) -> None:
    path = write(
        tmp_path,
        Top="EXTENDS Left, Right\nBoth == x = F",
        Left="EXTENDS Base",
        Right="EXTENDS Base, Naturals",
        Base="EXTENDS Integers\nVARIABLE x\nF == 1",
    )
    loaded = load(path)
    assert loaded.variables == (Variable("x", 0),)


def test_assumptions_and_theorems_come_with_the_scope_and_module_they_stand_in(
    tmp_path: Path,
) -> None:
    path = write(
        tmp_path,
        Top="EXTENDS Base\nTHEOREM Mine == F",
        Base="F == TRUE\nASSUME Given == F\nTHEOREM F => F",
    )
    loaded = load(path)
    assert [(one.unit.name, one.module) for one in loaded.theorems] == [
        (None, "Base"),
        ("Mine", "Top"),
    ]
    (assumed,) = loaded.assumes
    assert isinstance(assumed.unit, Assume)
    assert assumed.scope.get("F") is not None
    assert isinstance(loaded.scope.get("Mine"), Defined)
    assert isinstance(loaded.scope.get("Given"), Defined)


def test_the_language_and_the_library_are_there() -> None:
    scope = read("EXTENDS Integers, Sequences").scope
    assert isinstance(scope.get("+"), Builtin)
    assert isinstance(scope.get("Append"), Builtin)
    assert isinstance(scope.get("Nat"), Value)
    assert isinstance(scope.get("\\in"), Builtin)


def test_standard_modules_are_never_read_from_a_file(tmp_path: Path) -> None:
    path = write(tmp_path, Top="EXTENDS Naturals\nF == 1 + 1", Naturals="Broken ==")
    assert load(path).paths.keys() == {"Top"}


def test_a_file_beside_a_module_wins_over_a_community_module(tmp_path: Path) -> None:
    path = write(tmp_path, Top="EXTENDS Functions\nF == Range(1)", Functions="Range(f) == f")
    assert load(path).paths.keys() == {"Top", "Functions"}


def test_modules_are_looked_for_in_other_folders_and_in_the_same_file(tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.mkdir()
    write(other, Far="F == 1")
    text = module("Top", "EXTENDS Near, Far\nB == F + G") + module(
        "Near", "EXTENDS Naturals\nG == 1"
    )
    loaded = load(tmp_path / "Top.tla", text=text, folders=[other])
    assert loaded.paths["Near"] == tmp_path / "Top.tla"


def test_a_module_that_is_nowhere_is_said_to_be() -> None:
    with pytest.raises(NoSuchModule) as caught:
        load("folder/M.tla", text=module("M", "EXTENDS Naturals, Nowhere"))
    assert str(caught.value) == (
        "[CP702] module Nowhere is neither a file in folder nor a standard module\n"
        "  at folder/M.tla:2:19\n"
        "    EXTENDS Naturals, Nowhere\n"
        "                      ^^^^^^^"
    )


def test_a_module_of_a_name_that_no_file_can_have_is_nowhere() -> None:
    with pytest.raises(NoSuchModule, match="is neither a file in folder"):
        load("folder/M.tla", text=module("M", f"EXTENDS {'N' * 5000}"))


def test_a_file_that_is_not_there_is_said_to_be(tmp_path: Path) -> None:
    with pytest.raises(NoSuchModule, match="cannot be read"):
        load(tmp_path / "None.tla")


def test_modules_in_a_circle_are_refused(tmp_path: Path) -> None:
    path = write(tmp_path, A="EXTENDS B", B="INSTANCE C", C="I == INSTANCE A")
    with pytest.raises(BadMeaning, match="a module cannot be a part of itself: A in C in B in A"):
        load(path)


def test_two_definitions_of_a_name_may_meet_if_they_say_the_same(tmp_path: Path) -> None:
    path = write(tmp_path, Top="EXTENDS A, B", A="Max(a, b) == a", B="Max(a, b) == a")
    assert isinstance(load(path).scope.get("Max"), Defined)


def test_two_definitions_of_a_name_that_differ_must_not_be_used(tmp_path: Path) -> None:
    path = write(tmp_path, Top="EXTENDS Mid\nG == F", Mid="EXTENDS A, B", A="F == 1", B="F == 2")
    with pytest.raises(BadMeaning) as caught:
        load(path)
    assert str(caught.value) == (
        f"[CP701] F means two things here: it is defined already, at {tmp_path / 'A.tla'}:2:1, "
        f"and is defined already, at {tmp_path / 'B.tla'}:2:1\n"
        f"  at {path}:3:6\n"
        "    G == F\n"
        "         ^"
    )


def test_two_definitions_of_a_name_that_nobody_uses_do_no_harm(tmp_path: Path) -> None:
    path = write(tmp_path, Top="EXTENDS A, Functions", A="Range(f) == f\nG == Range(1)")
    scope = load(path).scope
    assert scope.get("Range") is None
    assert isinstance(scope.get("G"), Defined)


def test_a_definition_and_a_declaration_of_a_name_cannot_come_together(tmp_path: Path) -> None:
    path = write(tmp_path, Top="EXTENDS A, B", A="F == 1", B="CONSTANT F")
    with pytest.raises(BadMeaning, match="two meanings of F come together here"):
        load(path)


def test_an_expression_that_is_asked_about_is_checked() -> None:
    scope = read("VARIABLE x\nF(a) == a").scope
    assert check_expression(read_expression("F(x) = x'"), scope).name == "ACTION"
    with pytest.raises(BadMeaning, match="F takes 1 argument, not 0"):
        check_expression(read_expression("F = x"), scope)


def test_expressions_too_deep_for_the_checks_are_refused() -> None:
    with pytest.raises(BadModule, match="too deep"):
        read("EXTENDS Naturals\nF(a) == a\nA == " + " + ".join(["F(1)"] * 3000))
