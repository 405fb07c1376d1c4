"""ENABLED in instances, read in the module by itself."""

from __future__ import annotations

from pathlib import Path

import pytest

from counterpoint.errors import NoValue
from counterpoint.tla.compiler import Compiler
from counterpoint.tla.modules import Loaded, load
from counterpoint.tla.steps import next_states, plan
from counterpoint.tla.steps.enabled import is_evaluable

from ..modules.files import write
from ..spec.models import closed

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


def answers(loaded: Loaded, expression: str, *values: int) -> list[bool]:
    """What an expression says of states with one variable."""
    asked, here = closed(loaded, expression), Compiler(["a"])
    test = here.test(asked.expression, asked.scope)
    return [test(here.frame((value,))) for value in values]


def test_arguments_and_extended_modules_come_along(tmp_path: Path) -> None:
    loaded = top(tmp_path)
    found = [answers(loaded, f"M!Open({n})", 2, 3, 6) for n in (2, 3)]
    assert found == [[False, True, False], [True, False, True]]


def test_a_definition_of_an_instance_is_entered(tmp_path: Path) -> None:
    assert answers(top(tmp_path), "Zero", 0, 1, 2) == [False, True, False]


def test_it_stands_among_other_things(tmp_path: Path) -> None:
    assert answers(top(tmp_path), "a > 1 /\\ Zero", 1, 2, 5) == [False, False, True]


def test_what_was_put_in_place_of_a_definition_stays(tmp_path: Path) -> None:
    loaded = top(tmp_path, {"Part!Least": "Three"})
    assert not any(answers(loaded, "Zero", 0, 1, 2, 3))


def test_states_of_ours_can_be_arguments_there(tmp_path: Path) -> None:
    assert answers(top(tmp_path), "M!Open(a)", 1, 3, 4) == [False, False, True]


def test_whether_it_has_a_value_everywhere_is_told_of_the_module_by_itself(tmp_path: Path) -> None:
    loaded = top(tmp_path)
    compiler = Compiler(["a"])
    opened = loaded.scope.get("M").open(())  # type: ignore[union-attr]
    local = opened.get("Local").body  # type: ignore[union-attr]
    action = closed(loaded, "M!Set(1)")
    assert is_evaluable(compiler, local, opened)
    assert not is_evaluable(compiler, action.expression, action.scope)


def test_actions_that_are_composed_in_an_instance_are_refused(tmp_path: Path) -> None:
    path = write(
        tmp_path,
        Top="EXTENDS Naturals\nVARIABLE a\nM == INSTANCE Part WITH h <- a, g <- a\n",
        Part="EXTENDS Naturals\nVARIABLES h, g\n"
        "Twice == (h' = 1 /\\ g' = 0) \\cdot (h' = h + g /\\ g' = h)\n"
        "CanTwice == ENABLED Twice\n",
    )
    loaded = load(path)
    compiler = Compiler(["a"])
    action = closed(loaded, "M!Twice")
    following = next_states(compiler, plan(compiler, action.expression, action.scope))
    with pytest.raises(NoValue, match="the state between them is none of ours"):
        following((0,))
    for shown in ("ENABLED M!Twice", "M!CanTwice"):
        with pytest.raises(NoValue, match="the state between them is none of ours"):
            answers(loaded, shown, 0)
