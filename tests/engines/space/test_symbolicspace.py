"""Spaces of states as diagrams."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from counterpoint import Model, step, where
from counterpoint.engines.symbolic.region import DiagramRegion
from counterpoint.tuning import Tuning


def test_states_of_a_sample_are_drawn_only_as_they_are_looked_at(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    drawn = []
    samples = DiagramRegion.samples

    def drawing(region: Any, rng: Random) -> Iterator[tuple[Any, ...]]:
        for state in samples(region, rng):
            drawn.append(state)
            yield state

    monkeypatch.setattr(DiagramRegion, "samples", drawing)
    model = Model("many")
    bits = [model.var(f"b{number}", bool, init=False) for number in range(12)]

    @model.action(i=range(12))
    def flip(i: int) -> Any:
        return step(set={bits[i]: ~bits[i]})

    hurried = Tuning(audited_least=1e-9, audited_share=0.0)
    found = where(model, "EF {b0}", engine="symbolic", tuning=hurried)
    assert len(found) == 4096
    assert len(drawn) == 1
