"""Fairness, its quantifiers unrolled."""

from __future__ import annotations

from pathlib import Path

from counterpoint.tla.compiler import Compiler
from counterpoint.tla.modules import load
from counterpoint.tla.spec import fairness_of, flatten

from ..modules.files import read, write
from .models import closed

MODULE = r"""
EXTENDS Naturals
VARIABLES x, y
vars == <<x, y>>
Up(n) == x < n /\ x' = x + n /\ UNCHANGED y
Spec == x = 0 /\ [][\E n \in 1..2 : Up(n)]_vars /\ \A n \in 1..2 : WF_vars(Up(n)) /\ SF_y(Up(n))
"""


def test_each_value_has_its_own_fairness() -> None:
    loaded = read(MODULE)
    fair = fairness_of(flatten(closed(loaded, "Spec").expression, loaded.scope))
    assert [one.name for one in fair] == [
        "WF_vars(Up(1))", "SF_y(Up(1))", "WF_vars(Up(2))", "SF_y(Up(2))",
    ]  # fmt: skip
    assert [one.strong for one in fair] == [False, True, False, True]
    compiler = Compiler(["x", "y"])
    enabled = [compiler.test(one.enabled.expression, one.enabled.scope) for one in fair]
    assert [test(compiler.frame((1, 0))) for test in enabled] == [False, False, True, False]
    taken = compiler.test(fair[2].action.expression, fair[2].action.scope)
    assert taken(compiler.frame((1, 0), (3, 0)))
    assert not taken(compiler.frame((1, 0), (2, 0)))


def test_fairness_of_an_instance_is_asked_in_its_module(tmp_path: Path) -> None:
    path = write(
        tmp_path,
        Top="EXTENDS Naturals\nVARIABLE a\nM(k) == INSTANCE Part WITH h <- a % k\n"
        "Spec == M(2)!Spec\n",
        Part="EXTENDS Naturals\nVARIABLE h\nCONSTANT k\nStep(n) == h' = n + k /\\ h # n\n"
        "Spec == h = 0 /\\ [][\\E n \\in 0..1 : Step(n)]_h /\\ \\A n \\in 0..1 : WF_h(Step(n))\n",
    )
    top = load(path)
    fair = fairness_of(flatten(closed(top, "Spec").expression, top.scope))
    here = Compiler(["a"])
    tests = [here.test(one.enabled.expression, one.enabled.scope) for one in fair]
    assert [test(here.frame((4,))) for test in tests] == [False, True]
