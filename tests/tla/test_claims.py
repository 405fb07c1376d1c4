"""Theorems over tiny values, against a plain search that evaluates by definition."""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable

import pytest

from counterpoint.engines.base.task import Task
from counterpoint.engines.decide.spec.theory_check import check_theory
from counterpoint.tla.module import PLAIN, TlaModule
from counterpoint.tla.modules import load
from counterpoint.tla.syntax import read_config, read_module
from counterpoint.tla.tree import Apply
from counterpoint.tuning import USUAL, Tuning
from counterpoint.verdict import Verdict

from .evaluate import naive, nested

NAMES = ("Top", "Inner", "Deep")
STATES: list[tuple[int, ...]] = list(itertools.product(naive.DOMAIN, repeat=2))
CLAIMS = (
    "[]Claim",
    "[][Moves]_<<x, y>>",
    "[](Assumed) => []Claim",
    "[][Allowed]_<<x, y>> => []Claim",
    "[][Allowed]_<<x, y>> => [][Moves]_<<x, y>>",
    "[](Assumed) /\\ [][Allowed]_<<x, y>> => [](Claim)",
)


def written(seed: int, size: int = 3) -> str:
    """A module Top with a specification and theorems of random parts."""
    rng = random.Random(seed)
    top = nested.top(rng)
    parts = [
        f"Guard == {top.truth(size, ())}",
        f"Step == {top.truth(size, (), primes=True)}",
        f"Claim == {top.truth(size, ())}",
        f"Assumed == {top.truth(size, ())}",
        f"Moves == {top.truth(size, (), primes=True)}",
        f"Allowed == {top.truth(size, (), primes=True)}",
        "Go == /\\ Guard /\\ x' \\in {0, 1} /\\ y' \\in {0, 1} /\\ Step",
        "Spec == x = 0 /\\ y = 0 /\\ [][Go]_<<x, y>>",
        *(
            f"THEOREM Spec => ({claim})" if "=>" not in claim else
            f"THEOREM Spec /\\ {claim}" for claim in CLAIMS
        ),
    ]  # fmt: skip
    whole = nested.module("Top", "xy", nested.OPERATORS, *nested.instances(rng), *parts)
    return "\n".join([whole, *nested.others(rng, size)])


def answers(text: str) -> list[bool]:
    """Whether each of the claims is true."""
    home = naive.home({name: read_module(text, name=name) for name in NAMES}, "Top")

    def holds(name: str) -> Callable[..., bool]:
        def test(here: tuple[int, ...], there: tuple[int, ...] = (0, 0)) -> bool:
            world = {
                (home, naive.NOW): dict(zip("xy", here, strict=True)),
                (home, naive.THEN): dict(zip("xy", there, strict=True)),
            }
            return bool(naive.value(Apply(name), naive.Env(home), world))

        return test

    go, claim, assumed = holds("Go"), holds("Claim"), holds("Assumed")
    moves, allowed = holds("Moves"), holds("Allowed")

    def always(box: bool, *, within: bool = False, by: bool = False) -> bool:
        seen = [one for one in STATES[:1] if not within or assumed(one)]
        for here in seen:
            if box and not claim(here):
                return False
            for there in STATES:
                if here == there or not go(here, there):
                    continue
                if (within and not assumed(there)) or (by and not allowed(here, there)):
                    continue
                if not box and not moves(here, there):
                    return False
                if there not in seen:
                    seen.append(there)
        return True

    return [
        always(True), always(False), always(True, within=True), always(True, by=True),
        always(False, by=True), always(True, within=True, by=True),
    ]  # fmt: skip


def decided(text: str, tuning: Tuning = USUAL) -> list[Verdict]:
    module = TlaModule(load("Top.tla", text=text, tuning=tuning), None, PLAIN)
    return list(check_theory(module.theory, task=Task(tuning=tuning)).verdicts)


def compare(seed: int, tuning: Tuning = USUAL) -> int:
    """How many claims were decided, each as by definition."""
    text = written(seed)
    found = [verdict.answer.value for verdict in decided(text, tuning)]
    wanted = ["holds" if answer else "fails" for answer in answers(text)]
    pairs = list(zip(found, wanted, strict=True))
    assert all(one in (other, "unknown") for one, other in pairs), f"{seed}: {pairs}"
    for weaker, stronger in ASSUMES_MORE:
        assert (found[weaker], found[stronger]) != ("holds", "fails"), f"{seed}: {found}"
    return sum(one == other for one, other in pairs)


ASSUMES_MORE = [(0, 2), (0, 3), (1, 4), (0, 5), (2, 5), (3, 5)]
"""The numbers of claims of which the second has an assumption more."""


@pytest.mark.parametrize("seed", [0, 19, 25, 42])
def test_claims_are_decided_as_by_definition(seed: int) -> None:
    compare(seed)


@pytest.mark.parametrize("seed", [9, 16, 19])
def test_the_search_that_learns_decides_them_likewise(seed: int) -> None:
    compare(seed, Tuning(walk_work=0))


@pytest.mark.slow
def test_many_claims_are_decided_as_by_definition() -> None:
    assert sum(map(compare, range(100, 116))) > 40


DEAD_END = r"""
---- MODULE Top ----
EXTENDS Naturals
VARIABLE x
Can(d) == ENABLED d
Up == x < 3 /\ x' = x + 1
Down == x > 5 /\ x' = 0
Spec == x = 0 /\ [][Up \/ Down]_x
Lives == Can(Up) \/ Can(Down)
THEOREM Spec => [](Can(Up) \/ Can(Down))
THEOREM Spec => []Lives
====
"""


def test_a_dead_end_is_seen_where_enabled_is_asked_of_a_parameter() -> None:
    assert [verdict.answer.value for verdict in decided(DEAD_END)] == ["fails", "fails"]


def test_enabled_of_a_parameter_can_be_an_invariant() -> None:
    config = read_config("SPECIFICATION Spec INVARIANT Lives CHECK_DEADLOCK FALSE")
    module = TlaModule(load("Top.tla", text=DEAD_END), config, PLAIN)
    assert [verdict.answer.value for verdict in check_theory(module.theory).verdicts] == ["fails"]


ONTO_ONE = r"""
---- MODULE Top ----
EXTENDS Naturals
VARIABLE z
I == INSTANCE Part WITH x <- z, y <- z
Spec == z = 0 /\ [][I!Open /\ z' = (z + 1) % 3]_z
THEOREM Spec => []I!Open
THEOREM Spec => [](z = 0)
====
---- MODULE Part ----
EXTENDS Naturals
VARIABLES x, y
Open == ENABLED (x' = 0 /\ y' = 1)
====
"""


def test_enabled_in_an_instance_is_about_its_variables_where_two_stand_for_one() -> None:
    assert [verdict.answer.value for verdict in decided(ONTO_ONE)] == ["holds", "fails"]
