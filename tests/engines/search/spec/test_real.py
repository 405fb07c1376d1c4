"""Runs of a system that go the way of representatives."""

from __future__ import annotations

from dataclasses import replace

from counterpoint.engines.search.spec.real import real_run, rounds
from counterpoint.model.specified import Stuttering
from counterpoint.model.system import REST
from counterpoint.tuning import USUAL
from counterpoint.verdict import Trace

from .tables import Tabled


def test_a_loop_takes_as_many_rounds_as_it_needs() -> None:
    of = Tabled([[("go", 1)], [("go", 2)], [("go", 0)]], classes=[0, 0, 0])
    found = real_run(of, Trace(0, (("go", 0),), loop=0))
    assert found == Trace(0, (("go", 1), ("go", 2), ("go", 0)), loop=0)
    found.replay(Stuttering(of))


def test_a_loop_may_begin_later_than_that_of_the_representatives() -> None:
    of = Tabled([[("go", 1)], [("go", 1)]], classes=[0, 0])
    assert real_run(of, Trace(0, (("go", 0),), loop=0)) == Trace(0, (("go", 1), ("go", 1)), loop=1)


def test_of_several_steps_the_likest_is_taken() -> None:
    of = Tabled([[("x", 1), ("y", 2), ("y", 3)], [], [], []], classes=[0, 1, 1, 1])
    assert real_run(of, Trace(0, (("y", 1),))) == Trace(0, (("x", 1),))
    assert real_run(of, Trace(0, (("y", 0),))) is None
    rests = Trace(0, ((REST, 0), ("y", 3), (REST, 3)), loop=2)
    assert real_run(of, rests) == rests


def test_steps_that_a_constraint_leaves_out_are_not_taken() -> None:
    of = Tabled([[("x", 1), ("x", 2)], [], []], classes=[0, 1, 1], inside=frozenset({0, 2}))
    assert real_run(of, Trace(0, (("x", 1),))) == Trace(0, (("x", 2),))


def test_a_loop_that_never_closes_is_given_up() -> None:
    class Counting(Tabled):
        def successors(self, state: int) -> list[tuple[str, int]]:
            return [("up", state + 1)]

        def _identity(self, state: int) -> tuple[str, int]:
            return "class", 0

    assert real_run(Counting([[]], classes=[0]), Trace(0, (("up", 0),), loop=0)) is None


def test_a_loop_that_never_closes_is_followed_for_many_rounds() -> None:
    class Counting(Tabled):
        def successors(self, state: int) -> list[tuple[str, int]]:
            return [("up", state + 1)]

        def _identity(self, state: int) -> tuple[str, int]:
            return "class", state % 2

    of = Counting([[]], classes=[0])
    found = rounds(of, Trace(0, (("up", 1), ("up", 0)), loop=0), replace(USUAL, longest_loop=9))
    assert found == Trace(0, tuple(("up", n) for n in range(1, 11)), loop=8)
    assert rounds(of, Trace(0, (("up", 1),))) is None
    assert rounds(of, Trace(0, (("up", 0),), loop=0)) is None
