"""Infinite runs are shown by a stem and a loop that cannot be written shorter."""

from __future__ import annotations

from random import Random
from typing import Any, cast

from counterpoint.engines.bounded.problem import Taken
from counterpoint.engines.decide.bounded.walk import Walk
from counterpoint.model.action import Action
from counterpoint.terms.apply import TRUE


def walk(states: list[int], labels: list[str]) -> Walk:
    taken = [Taken(Action(label, label, (), TRUE, ()), {}) for label in labels]
    return Walk(cast("Any", None), tuple((state,) for state in states), tuple(taken))


def begun(of: Walk, loop: int, length: int) -> list[Any]:
    """The first steps of the infinite run, with the states between them."""
    steps = list(zip(of.states, of.labels, strict=False))
    found = steps[:loop]
    while len(found) < length:
        found += steps[loop:]
    return found[:length]


def test_a_loop_that_repeats_itself_is_taken_once() -> None:
    found, loop = walk([0, 1, 0, 1, 0], ["a", "b", "a", "b"]).folded(0)
    assert (found.states, loop) == (((0,), (1,), (0,)), 0)


def test_a_stem_that_ends_as_the_loop_does_is_shortened() -> None:
    found, loop = walk([0, 1, 2, 1, 2], ["a", "b", "c", "b"]).folded(2)
    assert (found.states, loop) == (((0,), (1,), (2,), (1,)), 1)


def test_a_stem_that_enters_the_loop_elsewhere_stays() -> None:
    found, loop = walk([0, 1, 2, 1], ["a", "b", "a"]).folded(1)
    assert (found.states, loop) == (((0,), (1,), (2,), (1,)), 1)


def test_the_shortest_form_is_the_same_run() -> None:
    random = Random(1)
    for _ in range(300):
        length = random.randint(1, 7)
        states = [random.randrange(2) for _ in range(length)]
        loop = random.randrange(length)
        of = walk([*states, states[loop]], [random.choice("ab") for _ in range(length)])
        found, at = of.folded(loop)
        assert found.states[at] == found.states[-1]
        assert begun(found, at, 40) == begun(of, loop, 40)
        run = begun(of, loop, 40)
        shorter = (
            (stem, around)
            for around in range(1, 8)
            for stem in range(len(found.taken) - around)
            if all(run[n] == run[n + around] for n in range(stem, 30))
        )
        assert next(shorter, None) is None
