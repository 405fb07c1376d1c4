"""States as bits of decision diagrams."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence

import pytest

from counterpoint.engines.symbolic.encoding import Encoding, Places
from counterpoint.engines.symbolic.machine import diagrams
from counterpoint.errors import OutOfSort
from counterpoint.terms.sort import Bool, Enumeration, Interval, SetOf
from counterpoint.terms.term import Variable

VARIABLES = (
    Variable("n", Interval(5, 9)),
    Variable("f", Bool()),
    Variable("c", Enumeration(("red", "green", "blue"))),
    Variable("s", SetOf((1, 2))),
    Variable("k", Enumeration(("only",))),
)
EVERY = 5 * 2 * 3 * 4


def encoding(backend: str = "oxidd", twice: tuple[str, ...] = ()) -> Encoding:
    places = Places(VARIABLES, ["c", "f", "n", "k", "s"], twice)
    return Encoding(VARIABLES, places, diagrams(backend, places.bits, 1 << 22))


def test_bits_of_a_variable_stand_together_with_their_next_ones_below() -> None:
    places = Places(VARIABLES, ["c", "f", "n", "k", "s"], ["n"])
    assert places.now == {"c": (0, 1), "f": (2,), "n": (3, 5, 7), "k": (), "s": (9, 10)}
    assert places.next == {"n": (4, 6, 8)}
    assert (places.bits, places.state_bits) == (11, 8)


@pytest.mark.parametrize("twice", [(), ("n", "s")])
def test_only_codes_that_stand_for_a_value_are_valid(backend: str, twice: tuple[str, ...]) -> None:
    code = encoding(backend, twice)
    states = list(code.states(code.valid))
    assert len(states) == len(set(states)) == code.count(code.valid) == EVERY


@pytest.mark.parametrize("wanted", [range(5), (3,), ()])
@pytest.mark.parametrize("after", [False, True])
def test_codes_that_are_made_together_are_those_made_alone(
    backend: str, wanted: Sequence[int], after: bool
) -> None:
    code = encoding(backend, ("n",))
    together = code.codes("n", wanted, after)
    assert all(together[number] == code.has_code("n", number, after) for number in wanted)
    assert code.codes("k", range(1)) == {0: code.on.true}


def test_a_state_is_one_point(backend: str) -> None:
    code = encoding(backend, ("c",))
    state = (7, True, "blue", frozenset({2}), "only")
    assert list(code.states(code.point(state))) == [state]
    with pytest.raises(OutOfSort):
        code.point((4, *state[1:]))


def test_a_region_contains_its_states_and_no_others(backend: str) -> None:
    code = encoding(backend)
    states = list(code.states(code.valid))
    some = set(random.Random(3).sample(states, 30))
    region = code.on.union(map(code.point, some))
    assert {state for state in states if code.contains(region, state)} == some
    first = states[0][1:]
    for outside in ((4, *first), ([5], *first), (5, 1, *first[1:])):
        with pytest.raises(OutOfSort):
            code.contains(region, outside)


def test_samples_come_from_everywhere_alike() -> None:
    code = encoding()
    rng = random.Random(5)
    seen = Counter(code.sample(code.valid, rng) for _ in range(40 * EVERY))
    assert len(seen) == EVERY
    assert max(seen.values()) < 80
