"""What expressions speak of, against what they mean by definition."""

from __future__ import annotations

import itertools
from typing import TypeAlias

import pytest

from counterpoint.errors import NoValue
from counterpoint.tla.compiler import Compiler
from counterpoint.tla.evaluate.reader import reading
from counterpoint.tla.levels import level_of
from counterpoint.tla.modules import load
from counterpoint.tla.syntax import read_module
from counterpoint.tla.tree import Apply

from ..modules.files import read
from ..spec.models import closed
from . import naive, nested

NAMES = ("Top", "Inner", "Deep")
State: TypeAlias = tuple[int, ...]
Step: TypeAlias = tuple[State, State]
STATES: list[State] = list(itertools.product(naive.DOMAIN, repeat=2))


def meaning(home: naive.Home, name: str) -> dict[Step, bool]:
    found: dict[Step, bool] = {}
    for here, there in itertools.product(STATES, repeat=2):
        world = {
            (home, naive.NOW): dict(zip("xy", here, strict=True)),
            (home, naive.THEN): dict(zip("xy", there, strict=True)),
        }
        found[here, there] = naive.value(Apply(name), naive.Env(home), world)
    return found


def depends(found: dict[Step, bool], place: int, *, on_next: bool) -> bool:
    """Whether the truth of an action depends on one variable, now or in the next state."""
    for here, there in found:
        state = there if on_next else here
        other = tuple(1 - v if n == place else v for n, v in enumerate(state))
        if found[here, there] != found[(here, other) if on_next else (other, there)]:
            return True
    return False


def compare(seed: int, count: int) -> tuple[int, int]:
    """How many values were compared, and how many the evaluator would not give."""
    text = nested.modules(seed, count)
    home = naive.home({name: read_module(text, name=name) for name in NAMES}, "Top")
    loaded = load("Top.tla", text=text)
    compiler = Compiler(["x", "y"])
    compared = refused = 0
    for name in (f"{kind}{number}" for kind in ("State", "Action") for number in range(count)):
        wanted = meaning(home, name)
        expression, scope = Apply(name), loaded.scope
        read = reading(expression, scope)
        said = f"{name} of {seed}: {home.definitions[name].body}"
        for place, variable in enumerate("xy"):
            for on_next, listed in ((False, read.now), (True, read.then)):
                if variable not in {one.name for one in listed}:
                    assert not depends(wanted, place, on_next=on_next), said
        assert read.level <= level_of(expression, scope), said
        for primed in (False, True):
            found = compiler.footprints.of(expression, scope, primed)
            assert compiler.footprints.is_constant(expression, scope, primed) is (not found), said
        if name.startswith("State"):
            assert not read.then, said
        test = compiler.test(expression, scope)
        for (here, there), answer in wanted.items():
            try:
                assert test(compiler.frame(here, there)) is answer, f"{said} in {here}, {there}"
                compared += 1
            except NoValue:
                refused += 1
    return compared, refused


@pytest.mark.parametrize("seed", range(1, 8))
def test_values_and_what_they_depend_on_are_those_of_the_definition(seed: int) -> None:
    compare(seed, 2)


@pytest.mark.slow
def test_many_values_are_those_of_the_definition() -> None:
    counts = [compare(seed, 4) for seed in range(100, 108)]
    compared, refused = map(sum, zip(*counts, strict=True))
    assert compared > 2 * refused


MODULE = r"""
VARIABLES x, y
Can(d) == ENABLED d
Try(F(_), a) == ENABLED F(a)
Set(a) == a' = 1
Later(e) == LET k == e IN k'
Here(p) == p /\ x = 1
Apply(F(_), a) == F(a) /\ x = 1
"""


@pytest.mark.parametrize(
    ("expression", "now", "then"),
    [
        ("Can(x' = y)", "y", ""),
        ("Can(Can(x' = y)')", "", ""),
        ("(Can(x' = y))'", "", "y"),
        ("Can(Here(x' = y))", "xy", ""),
        ("Try(Set, x)", "", ""),
        ("Try(LAMBDA a : a' = y, x)", "y", ""),
        ("Try(Set, Try(Set, x) = y)", "", ""),
        ("Later(y)", "", "y"),
        ("Can(Later(y) = x)", "x", ""),
        ("Apply(LAMBDA a : (Apply(LAMBDA b : b, a))', y = 1)", "x", "xy"),
    ],
)
def test_parameters_are_read_as_the_definition_reads_them(
    expression: str, now: str, then: str
) -> None:
    found = closed(read(MODULE), expression)
    seen = reading(found.expression, found.scope)
    assert "".join(sorted(one.name for one in seen.now)) == now
    assert "".join(sorted(one.name for one in seen.then)) == then
