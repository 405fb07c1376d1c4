"""Images and preimages, by cases and by relations."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from counterpoint.engines.symbolic.explore import explore
from counterpoint.engines.symbolic.machine import Machine, image, preimage
from counterpoint.engines.symbolic.moves import Put
from counterpoint.engines.symbolic.relate import Relate
from counterpoint.model.model import Model
from counterpoint.model.step import Step, step
from counterpoint.terms.term import Term
from counterpoint.tuning import Tuning

from .brute_force import Brute
from .models import conditions, models
from .trying import often


@pytest.mark.slow
@pytest.mark.parametrize("cases", [0, 2, 64])
def test_images_and_preimages_are_those_of_brute_force(cases: int, backend: str) -> None:
    @often(backend, 0.6)
    @given(st.booleans().flatmap(lambda game: models(game=game)), conditions())
    def agree(model: Model, condition: Term) -> None:
        brute, machine = (
            Brute(model, "all"),
            Machine(model, backend, 1 << 24, Tuning(cases_most=cases)),
        )
        code = machine.encoding
        region = machine.translator.truth(condition) & machine.valid
        states = brute.where(condition)
        after = {m.target for s in states for m in brute.moves[s] if m.label in LABELS}
        assert set(code.states(image(machine.batches, region))) == after
        before = preimage(machine.batches, region, machine.valid)
        assert set(code.states(before)) == {
            state
            for state, listed in brute.moves.items()
            if any(m.target in states and m.label in LABELS for m in listed)
        }

    agree()


LABELS = ("go", "put(1)", "put(2)")


def shuffler(top: int) -> Model:
    """Two numbers of which each takes the place of the other, one step further."""
    model = Model("shuffler")
    a, b = model.var("a", range(top), init=0), model.var("b", range(top), init=1)

    @model.action
    def swap() -> Step:
        return step(set={a: b, b: (a + 1) % top})

    return model


@pytest.mark.parametrize(("top", "kind"), [(6, Put), (40, Relate)])
def test_many_cases_become_a_relation(top: int, kind: type, backend: str) -> None:
    model = shuffler(top)
    space = explore(model, backend=backend)
    (only,) = space.machine.batches
    assert {type(move) for move in only.moves} == {kind}
    assert space.states == len(Brute(model).states)
