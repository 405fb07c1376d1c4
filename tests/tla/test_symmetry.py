"""States that are the same up to a renaming have one representative, which is one of them."""

from __future__ import annotations

from itertools import permutations
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from counterpoint.errors import NoValue
from counterpoint.tla.symmetry import Symmetry
from counterpoint.tla.values import ModelValue, domain_of, function, items, record
from counterpoint.tuning import Tuning
from tests.share import share

A, B, C, D, E = map(ModelValue, ("sym_a", "sym_b", "sym_c", "sym_d", "sym_e"))
NODES, VALUES = (A, B, C), (D, E)


def every_way(*names: ModelValue) -> list[Any]:
    """What Permutations of a set are."""
    return [function(dict(zip(names, other, strict=True))) for other in permutations(names)]


def renamed(value: Any, names: dict[Any, Any]) -> Any:
    if isinstance(value, ModelValue):
        return names.get(value, value)
    if isinstance(value, frozenset):
        return frozenset(renamed(each, names) for each in value)
    if isinstance(value, tuple):
        pairs = {renamed(k, names): renamed(v, names) for k, v in items(value)}
        return domain_of(frozenset(pairs)).make(
            [pairs[argument] for argument in domain_of(frozenset(pairs)).keys]
        )
    return value


ATOMS = st.one_of(st.sampled_from([*NODES, *VALUES]), st.integers(0, 1), st.just("x"))
SETS = st.frozensets(st.one_of(ATOMS, st.tuples(ATOMS, ATOMS)), max_size=4)
TABLES = st.fixed_dictionaries(dict.fromkeys(NODES, ATOMS)).map(function)
RECORDS = st.tuples(ATOMS, SETS).map(lambda both: record(of=both[0], to=both[1]))
STATES = st.tuples(SETS, TABLES, RECORDS)


@settings(max_examples=share(200))
@given(STATES, st.permutations(NODES), st.permutations(VALUES))
def test_renamed_states_have_the_same_representative_which_is_one_of_them(
    state: Any, nodes: list[Any], values: list[Any]
) -> None:
    group = Symmetry([*every_way(*NODES), *every_way(*VALUES)])
    assert group.renamings == 11
    names = dict(zip((*NODES, *VALUES), (*nodes, *values), strict=True))
    other = tuple(renamed(value, names) for value in state)
    first = group.representative(state)
    assert group.representative(other) == first
    orbit = {
        tuple(
            renamed(value, dict(zip((*NODES, *VALUES), (*n, *v), strict=True))) for value in state
        )
        for n in permutations(NODES)
        for v in permutations(VALUES)
    }
    assert first in orbit


@settings(max_examples=share(100))
@given(STATES)
def test_a_group_that_has_not_every_way_is_tried_renaming_by_renaming(state: Any) -> None:
    turn = function({A: B, B: C, C: A})
    group = Symmetry([turn])
    assert group.renamings == 2
    names = dict(items(turn))
    other = tuple(renamed(value, names) for value in state)
    swapped = tuple(renamed(value, {A: B, B: A}) for value in state)
    assert group.representative(other) == group.representative(state)
    orbit = {state, other, tuple(renamed(value, names) for value in other)}
    assert group.representative(state) in orbit
    assert (group.representative(swapped) in orbit) is (swapped in orbit)


def test_what_is_not_renamed_stays_apart() -> None:
    group = Symmetry(every_way(A, B))
    found = {group.representative((name,)) for name in (*NODES, *VALUES)}
    assert len(found) == 4


def test_a_representative_does_not_depend_on_what_was_forgotten() -> None:
    group = Symmetry(every_way(*NODES), Tuning(renamed_kept=2))
    states = [(frozenset({(one, n)}), n) for one in NODES for n in range(20)]
    assert len({group.representative(state) for state in states}) == 20
    assert len({group.representative(state) for state in reversed(states)}) == 20


def test_renamings_of_anything_but_model_values_are_refused() -> None:
    with pytest.raises(NoValue, match="take model values to model values"):
        Symmetry([function({1: 2, 2: 1})])
    with pytest.raises(NoValue, match="no permutation"):
        Symmetry([function({A: B, B: B})])


def test_a_group_that_is_too_large_is_refused() -> None:
    with pytest.raises(NoValue, match="more than 4 renamings"):
        Symmetry(every_way(*NODES), Tuning(renamings_most=4))
