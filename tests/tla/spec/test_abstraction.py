"""ENABLED in instances, read in the module by itself."""

from __future__ import annotations

from pathlib import Path

import pytest

from counterpoint.errors import Refused
from counterpoint.tla.evaluate.compiler import Compiler
from counterpoint.tla.modules import Loaded, load
from counterpoint.tla.spec import Kind, StepAtom, atom_of, flatten, to_formula
from counterpoint.tla.spec.abstraction import abstracted

from ..modules.files import write
from .models import closed

BASE = r"""
EXTENDS Naturals
VARIABLE h
CONSTANT k
Least == 0
Set(n) == h # n /\ h' = n
"""

PART = r"""
EXTENDS Base
Open(n) == ENABLED Set(n)
Up(n) == WF_h(Set(n))
All == \A n \in 1..2 : Up(n + k)
Local == LET Move(n) == Set(n + k) /\ h > Least IN ENABLED Move(1)
"""


def top(folder: Path, replaced: dict[str, str] | None = None) -> Loaded:
    body = (
        "EXTENDS Naturals\nVARIABLE a\nM == INSTANCE Part WITH h <- a % 4, k <- 1\n"
        "Zero == M!Local\nDeep == ENABLED M!Set(2)\nThree == 3\n"
    )
    path = write(folder, Top=body, Part=PART, Base=BASE)
    return load(path, replaced=replaced)


def answer(asked: StepAtom, a: int) -> bool:
    """What an atom says of a state."""
    assert asked.values is not None
    here, inside = Compiler(["a"]), Compiler(["h"])
    state = tuple(here.value(one.expression, one.scope)(here.frame((a,))) for one in asked.values)
    return inside.test(asked.expression, asked.scope)(inside.frame(state))


def test_arguments_and_extended_modules_come_along(tmp_path: Path) -> None:
    found = closed(top(tmp_path), "M!All")
    asked = to_formula(found.expression, found.scope)
    enabled = [one for one in asked.atoms.values() if not one.of_steps]
    assert [[answer(one, a) for a in (2, 3, 6)] for one in enabled] == [
        [False, True, False], [True, False, True],
    ]  # fmt: skip


def test_an_operator_of_an_instance_is_entered_first(tmp_path: Path) -> None:
    loaded = top(tmp_path)
    (always,) = flatten(closed(loaded, "[]Zero").expression, loaded.scope).conjuncts
    assert always.kind is Kind.ALWAYS
    assert [answer(atom_of(always), a) for a in (0, 1, 2)] == [False, True, False]


def test_what_was_put_in_place_of_a_definition_stays(tmp_path: Path) -> None:
    loaded = top(tmp_path, {"Part!Least": "Three"})
    (always,) = flatten(closed(loaded, "[]Zero").expression, loaded.scope).conjuncts
    assert not any(answer(atom_of(always), a) for a in (0, 1, 2, 3))


def test_states_of_ours_cannot_be_arguments_there(tmp_path: Path) -> None:
    found = closed(top(tmp_path), "M!Open(a)")
    with pytest.raises(Refused, match="n comes from outside of the instance that asks ENABLED"):
        abstracted(found)


def test_enabled_of_ours_is_about_our_variables(tmp_path: Path) -> None:
    assert abstracted(closed(top(tmp_path), "Deep")) is None
