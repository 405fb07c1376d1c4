"""Circuits as models, compared with brute force."""

from __future__ import annotations

import random

import pytest

from counterpoint import check
from counterpoint.aiger.circuit import Circuit, Latch
from counterpoint.aiger.model import model_of
from counterpoint.aiger.read import read_circuit
from counterpoint.audit.reference import MANY_STEPS
from counterpoint.tuning import Tuning
from counterpoint.verdict import Answer
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
@pytest.mark.parametrize("few", [0, 3], ids=["chosen", "labelled"])
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


@pytest.mark.parametrize(("most", "labels"), [(0, {"step"}), (4, {"step(i0=0)", "step(i0=1)"})])
def test_inputs_are_shown_while_there_are_few_gates(
    most: int, labels: set[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two gates, for each of two choices."""
    monkeypatch.setattr("counterpoint.aiger.model.FEW_GATES", most)
    circuit = Circuit((2,), (Latch(4, 8),), bad=(4,), gates={6: (2, 4), 8: (6, 7)})
    model = model_of(circuit)
    assert {str(label) for label, _ in model.successors((False,))} == labels
    assert bool(check(model, audit="all")) is expected(circuit)["bad 0"]


def deep(gates: int, rng: random.Random) -> Circuit:
    """A circuit of two latches and one input: each gate reads the two before."""
    made = {8: (6, 4), 10: (9, 2)}
    for gate in range(12, 12 + 2 * gates, 2):
        made[gate] = (gate - 2 + rng.randrange(2), gate - 4 + rng.randrange(2))
    last = 10 + 2 * gates
    return Circuit((2,), (Latch(4, last), Latch(6, last - 1, 1)), bad=(last - 6,), gates=made)


@pytest.mark.parametrize("engine", ["explicit", "symbolic"])
def test_a_very_deep_circuit_is_checked(engine: str) -> None:
    circuit = deep(300, random.Random(4))
    assert bool(check(model_of(circuit), engine=engine)) is expected(circuit)["bad 0"]


def test_a_circuit_of_ten_thousand_gates_is_checked() -> None:
    circuit = deep(10_000, random.Random(5))
    assert (
        bool(check(model_of(circuit), engine="symbolic", audit="none"))
        is (expected(circuit)["bad 0"])
    )


def test_choices_that_are_too_many_to_be_tried_end_a_sample_and_not_the_answer() -> None:
    gates = {}
    for at, chosen in enumerate(range(4, 82, 2)):  # the latch is true if all inputs are
        gates[84 + 2 * at] = (82 + 2 * at if at else 2, chosen)
    last = max(gates)
    inputs = tuple(range(2, 82, 2))
    circuit = Circuit(inputs, (Latch(82, last),), bad=(82,), gates=gates)
    tuning = Tuning(audited_patience=0.05, audited_least=0.01, audited_share=0.0)
    (verdict,) = check(model_of(circuit), engine="symbolic", tuning=tuning)
    assert verdict.answer is Answer.FAILS
    assert verdict.audited is not None
    assert verdict.audited.unchecked == (MANY_STEPS,)


def test_inputs_that_nothing_reads_take_no_room() -> None:
    """In a binary file they are not listed, so a short one can have any number of them."""
    many = 10**15
    data = f"aig {many + 1} {many} 1 1 0\n{2 * many}\n{2 * many + 2}\n".encode()
    model = model_of(read_circuit(data))
    assert model.successors((False,)) == [
        (f"step(i{many - 1}=0)", (False,)),
        (f"step(i{many - 1}=1)", (True,)),
    ]


def test_a_step_has_many_inputs_that_do_not_depend_on_each_other() -> None:
    """More than there could be calls within each other."""
    inputs = tuple(range(2, 6002, 2))
    gates = {6002: (2, 4)}
    for literal in inputs[2:]:
        gates[literal + 5998] = (literal + 5996, literal)
    last = max(gates)
    circuit = Circuit(inputs, (Latch(last + 2, last),), bad=(last + 2,), gates=gates)
    assert next(model_of(circuit).each_step((False,))) == ("step", (False,))
