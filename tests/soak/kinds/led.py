"""LED texts: values, solutions and steps against a plain reading."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from counterpoint.errors import BadDefinition, NoResult
from counterpoint.led.values.value import TRUE
from tests.led.texts import module, program

from ..compare import Tally
from ..formula import some
from ..led import (
    NAMES,
    Machine,
    Said,
    a_set,
    claim,
    condition,
    machine,
    number,
    solutions,
    targets,
)

PLAIN = module("unused := 1")


@dataclass(frozen=True)
class Case:
    conditions: tuple[Said, ...]
    values: tuple[tuple[Said, tuple[int, ...]], ...]
    claims: tuple[tuple[Said, tuple[int, ...]], ...]
    machines: tuple[Machine, ...]


def draw(random: Random) -> Case:
    def at() -> tuple[int, ...]:
        return tuple(random.randint(0, 4) for _ in NAMES)

    values = some(random, 6, lambda: (random.choice([number, a_set])(random, NAMES, 3), at()))
    return Case(
        some(random, 6, lambda: condition(random)),
        values,
        some(random, 6, lambda: (claim(random, NAMES, 3), at())),
        some(random, 1, lambda: machine(random)),
    )


def compare(case: Case, tally: Tally) -> None:
    for each in case.conditions:
        wanted = solutions(each.of)
        with tally.answering("solutions", each.text, BadDefinition):  # nothing binds x = y & y = x
            tally.same("solutions", each.text, PLAIN.evaluate(f"{{(x,y,z) | {each.text}}}"), wanted)
        with tally.answering("sum", each.text, BadDefinition):
            found = PLAIN.evaluate(f"Sum[{each.text}] (x + 2*y)")
            tally.same("sum", each.text, found, sum(x + 2 * y for x, y, _ in wanted))
    for each, at in case.values:
        with tally.answering("value", f"{each.text} at {at}"):
            found = module(f"v := {each.text} where {_bound(at)}").evaluate("v")
            tally.same("value", f"{each.text} at {at}", found, each.of(_env(at)))
    for each, at in case.claims:
        with tally.answering("claim", f"{each.text} at {at}"):
            found = module(f"holds iff {each.text} where {_bound(at)}").evaluate("holds")
            tally.same("claim", f"{each.text} at {at}", found is TRUE, each.of(_env(at)))
    for one in case.machines:
        with tally.answering("steps", one.text):
            made = program(one.text, restart=True)
            for state in range(4):
                with tally.answering("steps", f"{one.text} in {state}", NoResult):
                    after = {there for _, there in made.successors(state)} - {state}
                    tally.same("steps", f"{one.text} in {state}", after, targets(one, state))


def _env(at: tuple[int, ...]) -> dict[str, int]:
    return dict(zip(NAMES, at, strict=True))


def _bound(at: tuple[int, ...]) -> str:
    return ", ".join(f"{name} = {value}" for name, value in _env(at).items())


def show(case: Case) -> str:
    lines = [f"condition {each.text}" for each in case.conditions]
    lines += [f"value {each.text} at {at}" for each, at in case.values]
    lines += [f"claim {each.text} at {at}" for each, at in case.claims]
    return "\n".join([*lines, *(f"program {each.text}" for each in case.machines)])
