"""Circuits: files that are written and read, and what every engine says, against all their runs."""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random

from counterpoint import check
from counterpoint.aiger.circuit import Circuit
from counterpoint.aiger.model import model_of
from counterpoint.aiger.read import read_circuit
from counterpoint.errors import Refused
from counterpoint.verdict import Answer
from tests.aiger.circuits import Brute, random_circuit, written

from .. import ways
from ..compare import Tally
from ..ways import Ways, audited

ENGINES = ("explicit", "symbolic", "bounded", "auto")


@dataclass(frozen=True)
class Case:
    circuit: Circuit
    few: int
    engines: tuple[str, ...]
    ways: Ways


def draw(random: Random) -> Case:
    circuit = random_circuit(
        random,
        inputs=random.randrange(5),
        latches=random.randrange(6),
        gates=random.randrange(12),
        constrained=random.randrange(2) == 1,
        live=random.randrange(2) == 1,
    )
    engines = tuple(random.sample(ENGINES, 2))
    return Case(circuit, random.randrange(4), engines, ways.draw(random))


def compare(case: Case, tally: Tally) -> None:
    circuit = case.circuit
    for binary in (False, True):
        with tally.answering("read", "binary" if binary else "text"):
            found = read_circuit(written(circuit, binary=binary))
            found = replace(found, inputs=tuple(found.inputs))
            tally.same("read", "binary" if binary else "text", found, circuit)
    wanted = _wanted(circuit)
    for engine in case.engines:
        name = f"{engine} check"
        with tally.answering(name, "all", Refused):
            model = model_of(circuit, few=case.few)
            if not model.requirements:
                continue
            verdicts = check(model, engine=engine, **case.ways.options)
            for prop, holds in wanted.items():
                verdict = next(each for each in verdicts if each.name.startswith(prop))
                if verdict.answer is Answer.UNKNOWN:
                    tally.unanswered(name, verdict.reason)
                    continue
                tally.same(name, prop, verdict.answer is Answer.HOLDS, holds)
                if verdict.trace is not None:
                    with tally.answering(f"{engine} trace", prop):
                        verdict.trace.replay(model)
                        tally.true(f"{engine} trace", prop, True)
            audited(verdicts, tally)


def _wanted(circuit: Circuit) -> dict[str, bool]:
    """Whether each property holds."""
    brute = Brute(circuit)
    bad = circuit.bad if circuit.bad or circuit.justice else circuit.outputs
    found = {f"bad {n}": not brute.is_bad(literal) for n, literal in enumerate(bad)}
    for n, literals in enumerate(circuit.justice):
        found[f"justice {n}"] = not brute.is_recurring((*literals, *circuit.fairness))
    return found


def show(case: Case) -> str:
    text = written(case.circuit, binary=False).decode()
    return f"{text}\n# few: {case.few}, engines: {', '.join(case.engines)}\n# {case.ways}"
