"""Circuits as models, compared with brute force."""

from __future__ import annotations

import random

import pytest

from counterpoint import check
from counterpoint.aiger.circuit import Circuit
from counterpoint.aiger.model import model_of
from tests.aiger.circuits import Brute, random_circuit
from tests.share import share


def expected(circuit: Circuit) -> dict[str, bool]:
    brute = Brute(circuit)
    bad = circuit.bad if circuit.bad or circuit.justice else circuit.outputs
    found = {f"bad {n}": not brute.is_bad(literal) for n, literal in enumerate(bad)}
    for n, literals in enumerate(circuit.justice):
        found[f"justice {n}"] = not brute.is_recurring((*literals, *circuit.fairness))
    return found


@pytest.mark.parametrize("seed", range(share(120)))
@pytest.mark.parametrize("few", [3], ids=["labelled"])
def test_a_model_has_the_answers_of_brute_force(seed: int, few: int) -> None:
    rng = random.Random(seed)
    circuit = random_circuit(
        rng,
        inputs=rng.randrange(3),
        latches=rng.randrange(4),
        gates=rng.randrange(8),
        constrained=rng.random() < 0.5,
        live=rng.random() < 0.5,
    )
    wanted = expected(circuit)
    if not wanted:
        return
    found = check(model_of(circuit, few=few), audit="all")
    assert {each.name: bool(each) for each in found} == wanted
