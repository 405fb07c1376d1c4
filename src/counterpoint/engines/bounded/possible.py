"""Whether some inputs make a condition on a circuit true."""

from __future__ import annotations

from ...tuning import Tuning
from ...with_sat import SatSolver
from .circuit import Circuit, Signal
from .clauses import Clauses


def is_possible(circuit: Circuit, condition: Signal, tuning: Tuning) -> bool:
    """Whether some inputs make a condition true.

    >>> from ...tuning import USUAL
    >>> circuit = Circuit()
    >>> a, b = circuit.input(), circuit.input()
    >>> is_possible(circuit, circuit.both(a, b), USUAL), is_possible(circuit, 0, USUAL)
    (True, False)
    """
    solver = SatSolver(tuning.bounded_conflicts)
    made = Clauses(circuit, [condition], [])
    literal = made.literal(condition)
    solver.extend(made.clauses)
    found = solver.solve([literal])
    solver.close()
    return found
