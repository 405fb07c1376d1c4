"""Terms as decision diagrams, compared with what terms mean."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from counterpoint.engines.symbolic.encoding import Encoding, Places
from counterpoint.engines.symbolic.machine import diagrams
from counterpoint.engines.symbolic.translate import Translator
from counterpoint.terms.apply import apply
from counterpoint.terms.evaluate import meaning
from counterpoint.terms.sort import Bool, values
from counterpoint.terms.term import Op, Term

from .models import MEMBERS, VARIABLES, colours, conditions, numbers, sets
from .trying import often

NAMES = [variable.name for variable in VARIABLES]
STATES = list(product(*(tuple(values(variable.sort)) for variable in VARIABLES)))


def translator(backend: str) -> Translator:
    places = Places(VARIABLES, NAMES)
    return Translator(Encoding(VARIABLES, places, diagrams(backend, places.bits, 1 << 24)))


@pytest.mark.slow
def test_a_term_has_its_value_in_every_state(backend: str) -> None:
    meant = translator(backend)
    encoding = meant.encoding

    @often(backend, 2)
    @given(st.one_of(conditions(), numbers(), colours(), sets()))
    def agrees(term: Term) -> None:
        value = meaning(term)
        expected: dict[Any, set[Any]] = {}
        for state in STATES:
            expected.setdefault(value(dict(zip(NAMES, state, strict=True))), set()).add(state)
        partition = meant.partition(term)
        for (is_truth, one), where in partition.items():
            assert is_truth == isinstance(term.sort, Bool)
            found = set(encoding.states(where & encoding.valid))
            assert found == expected.pop(one, set())
        assert not expected

    agrees()


def test_sets_are_compared_with_sets_element_by_element(backend: str) -> None:
    meant = translator(backend)
    (s,) = MEMBERS
    small = apply(Op.LE, apply(Op.SIZE, s), apply(Op.SIZE, apply(Op.DIFFERENCE, s, s)))
    empty = meant.truth(small) & meant.encoding.valid
    assert {state[NAMES.index("s")] for state in meant.encoding.states(empty)} == {frozenset()}
