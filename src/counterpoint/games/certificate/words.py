"""Decide formulas about piles that are machine words, with z3 bit-vectors.

No other module imports z3.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor, wait
from time import monotonic
from typing import Any, assert_never

from ...data import dataclass
from ...errors import Misuse
from ...tuning import USUAL, Tuning
from .engine import GaveUp, Solution
from .pile_term import (
    Combine,
    Equal,
    Every,
    Formula,
    Less,
    Literal,
    NewSize,
    Node,
    Not,
    Op,
    Size,
    Some,
    children,
    parts,
)

LISTENS_EVERY = 0.05
"""Seconds between two checks whether z3 is done; Ctrl-C is handled in between."""


def load() -> Any:
    """The package z3; raises `Misuse` if it is missing."""
    try:
        import z3
    except ImportError as missing:
        raise Misuse(
            'the engine "words" needs z3: install `counterpoint[z3]`, or take the engine "automata"'
        ) from missing
    return z3


@dataclass(frozen=True, slots=True)
class Words:
    """Decides formulas about piles of `width` bits; literals and results have as many as they need.

    Gives up at `deadline`, a time of `time.monotonic`, or when z3 gives up.
    """

    width: int
    deadline: float = float("inf")
    name: str = "words"
    tuning: Tuning = USUAL

    def solve(self, formula: Formula, piles: int) -> Solution | None:
        """Sizes that make the formula true; None if there are none. Raises `GaveUp`."""
        question = _Question(load(), formula, self.width, self.deadline)
        return question.answer(piles, self.tuning.certificate_bits)


class _Question:
    """A formula translated to z3 bit-vectors."""

    def __init__(self, z3: Any, formula: Formula, width: int, deadline: float) -> None:
        self._z3 = z3
        self._width = width
        self._deadline = deadline
        # A separate context makes answers independent of earlier questions.
        self._context = z3.Context()
        self._solver = z3.SolverFor("QF_BV", ctx=self._context)
        self._variables: dict[Node, Any] = {}
        nodes = list(parts(formula))
        self._wide = _bits_needed(nodes, width)
        self._meaning: dict[Node, Any] = {}
        for node in nodes:
            self._meaning[node] = self._translated(node)
        self._solver.add(self._meaning[formula])

    def answer(self, piles: int, few: int) -> Solution | None:
        """Sizes that make the formula true; None if there are none.

        They have at most `few` bits if z3 finds such a solution in time.
        """
        model = self._model([])
        if model is None:
            return None
        model = self._small_model(few) or model
        values = {
            node: model.eval(variable, model_completion=True).as_long()
            for node, variable in self._variables.items()
        }
        sizes = tuple(values.get(Size(pile), 0) for pile in range(piles))
        return Solution(sizes, values.get(NewSize(), 0))

    def _small_model(self, few: int) -> Any:
        for bits in range(1, min(self._width, few + 1)):
            below = 1 << bits
            small = [self._z3.ULT(variable, below) for variable in self._variables.values()]
            try:
                model = self._model(small)
            except GaveUp:
                return None
            if model is not None:
                return model
        return None

    def _checked(self, assumptions: list[Any]) -> str:
        """The answer of z3; Ctrl-C interrupts it.

        z3 runs in a separate thread with its own signal handling off. Otherwise it would take
        Ctrl-C as the end of this one question only.
        """
        self._solver.set("ctrl_c", False)
        with ThreadPoolExecutor(1) as pool:
            asked = pool.submit(self._solver.check, *assumptions)
            try:
                while not asked.done():
                    wait([asked], timeout=LISTENS_EVERY)
            except KeyboardInterrupt:
                self._context.interrupt()
                raise
            return str(asked.result())

    def _model(self, assumptions: list[Any]) -> Any:
        left = self._deadline - monotonic()
        if left <= 0:
            raise GaveUp("the time is up")
        if left != float("inf"):
            self._solver.set("timeout", max(1, int(left * 1000)))
        found = self._checked(assumptions)
        if found == "unknown":
            raise GaveUp(f"z3 does not know: {self._solver.reason_unknown()}")
        return self._solver.model() if found == "sat" else None

    def _translated(self, node: Node) -> Any:
        z3 = self._z3
        below = [self._meaning[child] for child in children(node)]
        match node:
            case Size() | NewSize():
                return self._variable(node)
            case Literal(value):
                return z3.BitVecVal(value, self._wide, self._context)
            case Combine(op):
                return self._combined(op, *below)
            case Equal():
                return below[0] == below[1]
            case Less():
                return z3.ULT(*below)
            case Not():
                return z3.Not(*below)
            case Every():
                return z3.And(*below) if below else z3.BoolVal(True, self._context)
            case Some():
                return z3.Or(*below) if below else z3.BoolVal(False, self._context)
        assert_never(node)

    def _variable(self, node: Size | NewSize) -> Any:
        name = "y" if isinstance(node, NewSize) else f"x{node.pile}"
        variable = self._z3.BitVec(name, self._width, self._context)
        self._variables[node] = variable
        return self._z3.ZeroExt(self._wide - self._width, variable)

    def _combined(self, op: Op, left: Any, right: Any) -> Any:
        z3 = self._z3
        match op:
            case Op.XOR:
                return left ^ right
            case Op.AND:
                return left & right
            case Op.OR:
                return left | right
            case Op.PLUS:
                return left + right
            case Op.MINUS:
                nothing = z3.BitVecVal(0, self._wide, self._context)
                return z3.If(z3.ULT(left, right), nothing, left - right)
            case Op.MOD:
                return z3.URem(left, right)
        assert_never(op)


def _bits_needed(nodes: list[Node], width: int) -> int:
    """A number of bits with which no number in the formula overflows."""
    needed: dict[Node, int] = {}
    for node in nodes:
        match node:
            case Size() | NewSize():
                needed[node] = width
            case Literal(value):
                needed[node] = value.bit_length()
            case Combine(op, left, right):
                needed[node] = max(needed[left], needed[right]) + (op is Op.PLUS)
    return max(width, *needed.values(), 1)
