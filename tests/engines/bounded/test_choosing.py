"""What is chosen is tried one by one: a move is enabled where some choice satisfies its guard."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest

from counterpoint.engines.bounded.choosing import Choosing
from counterpoint.engines.bounded.circuit import TRUE, Circuit, Signal
from counterpoint.engines.bounded.modelled import Move
from counterpoint.errors import Refused
from counterpoint.model.action import Action
from counterpoint.terms.apply import TRUE as ALWAYS
from counterpoint.tuning import Tuning
from tests.share import share

ACTION = Action("move", "move", (), ALWAYS, ())


def drawn(circuit: Circuit, inputs: list[Signal], depth: int, rng: Random) -> Signal:
    if not depth:
        return rng.choice(inputs) ^ rng.randrange(2)
    one, other = (drawn(circuit, inputs, depth - 1, rng) for _ in range(2))
    return rng.choice([circuit.both, circuit.either, circuit.differ])(one, other)


def guard_of(circuit: Circuit, inputs: list[Signal], rng: Random) -> Signal:
    """Parts that read few inputs each, so that some of them share no choice."""
    parts = [
        drawn(circuit, rng.sample(inputs, rng.randrange(1, 4)), rng.randrange(3), rng)
        for _ in range(rng.randrange(6))
    ]
    return circuit.all(parts) ^ (rng.random() < 0.2)


def nodes(signals: list[Signal], values: tuple[bool, ...]) -> dict[int, bool]:
    return {signal >> 1: value for signal, value in zip(signals, values, strict=True)}


@pytest.mark.parametrize("most", [1, 4, 32])
def test_a_move_is_enabled_where_some_choice_satisfies_its_guard(most: int) -> None:
    rng, decided = Random(most), 0
    for _ in range(share(400)):
        circuit = Circuit()
        inputs = [circuit.input() for _ in range(7)]
        chosen = rng.sample(inputs, rng.randrange(6))
        rest = [signal for signal in inputs if signal not in chosen]
        guard = guard_of(circuit, inputs, rng)
        move = Move(ACTION, guard, {}, TRUE, tuple(chosen))
        try:
            found = Choosing(circuit, Tuning(bounded_choices=most)).enabled(move)
        except Refused:
            assert most < 32
            continue
        decided += 1
        for given in product((False, True), repeat=len(rest)):
            state = nodes(rest, given)
            choices = product((False, True), repeat=len(chosen))
            ways = [circuit.values([guard], state | nodes(chosen, of))[0] for of in choices]
            assert circuit.values([found], state) == [any(ways)]
    assert decided
