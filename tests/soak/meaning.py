"""What a TLA+ module means over the domain: states, steps, runs, and which claims are true."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import reduce
from itertools import pairwise

from counterpoint.logic.formula import (
    Atom,
    Const,
    Formula,
    Junction,
    Junctor,
    Not,
    Path,
    Temporal,
    Tense,
)
from tests.logic.semantics import Fair, Move

from .module import STATES, Module, State, Tree
from .oracle import Oracle, bits, mask_of


class Meaning:
    """All that a specification allows over the domain; every step may also change nothing.

    Steps are those of its boxes; what it assumes of its runs beside that takes some runs away.
    """

    def __init__(self, module: Module) -> None:
        self.module = module
        self.said = (*module.claims, *module.assumed)
        self.initial = mask_of(n for n, s in enumerate(STATES) if module.holds(module.init, s))
        reached, todo = set(bits(self.initial)), list(bits(self.initial))
        steps: dict[int, list[int]] = {}
        while todo:
            here = todo.pop()
            steps[here] = [n for n, s in enumerate(STATES) if self.allows(STATES[here], s)]
            fresh = set(steps[here]) - reached
            reached |= fresh
            todo += fresh
        self.reached = mask_of(reached)
        self.steps = steps
        self.oracle = self._oracle(
            range(len(STATES)), [steps.get(here, [here]) for here in range(len(STATES))]
        )

    def allows(self, now: State, then: State) -> bool:
        return all(
            self.module.holds(("box", of, names), now, then) for of, names in self.module.boxes
        )

    @property
    def assumed(self) -> Formula:
        """What is assumed of runs beside steps and fairness."""
        first = len(self.module.claims)
        parts = (self._formula(first + n) for n in range(len(self.module.assumed)))
        return reduce(_and, [Const(True), *parts])

    def holds(self, number: int) -> bool:
        """Whether every run satisfies a claim."""
        if self.of_steps(number):
            return not any(self.is_taken(*step) for step in self.violating(number))
        claim = Junction(Junctor.IMPLIES, self.assumed, self._formula(number))
        return self.initial & ~self.oracle.region(Path(False, claim)) == 0

    def of_steps(self, number: int) -> bool:
        return bool(self.module.claims[number][1][0][0] == "box")

    def violating(self, number: int) -> list[tuple[int, int]]:
        """The steps that a claim about steps does not allow."""
        (box,) = self.module.claims[number][1]
        return [
            (here, there)
            for here, targets in self.steps.items()
            for there in targets
            if not self.module.holds(box, STATES[here], STATES[there])
        ]

    def is_taken(self, here: int, there: int) -> bool:
        """Whether some run takes a step."""
        taken = _f(_and(Atom(f"@{here}"), Temporal(Tense.NEXT, (Atom(f"@{there}"),))))
        some = self.oracle.region(Path(True, _and(self.assumed, taken)))
        return self.initial & some != 0

    def shows(self, number: int, states: Sequence[int], loop: int | None) -> bool:
        """Whether states in this order, and what may follow, are a run that violates a claim."""
        if self.of_steps(number):
            wanted = self.assumed
            if not {*pairwise(states)} & {*self.violating(number)}:
                return False
        else:
            wanted = _and(self.assumed, Not(self._formula(number)))
        return bool(self._run(states, loop).region(Path(True, wanted)) & 1)

    def _run(self, states: Sequence[int], loop: int | None) -> Oracle:
        """The first state begins a run: around the loop, or on from the last as steps allow."""
        count = len(states)
        ahead = [[n + 1] for n in range(count - 1)]
        if loop == count - 1:
            return self._oracle(states, [*ahead, [loop]])
        if loop is not None:  # the last state is that of the loop
            return self._oracle(states[:-1], [*ahead[:-1], [loop]])
        after = [[count + there for there in self.steps.get(n, [n])] for n in range(len(STATES))]
        return self._oracle([*states, *range(len(STATES))], [*ahead, after[states[-1]], *after])

    def _oracle(self, places: Sequence[int], rows: Sequence[Sequence[int]]) -> Oracle:
        """A graph whose nodes are at these states, with the fairness of the specification."""
        moves = [
            tuple(Move(self._label(places[here], places[there]), there) for there in row)
            for here, row in enumerate(rows)
        ]
        every = {move.label for row in moves for move in row}
        fairness, enabled = [], {}
        for number, (strong, of, names) in enumerate(self.module.fair):
            labels = frozenset(label for label in every if label[number] == "1")
            fair = Fair(strong, labels | {f"none{number}"})
            fairness.append(fair)
            enabled[fair] = self._where(("enabled", ("angle", of, names)), places)
        return Oracle(moves, lambda name: self._prop(name, places), fairness, enabled)

    def _label(self, here: int, there: int) -> str:
        """Which of the fair actions a step is, as digits."""
        pair = STATES[here], STATES[there]
        return "".join(
            str(int(self.module.holds(("angle", of, names), *pair)))
            for _, of, names in self.module.fair
        )

    def _prop(self, name: str, places: Sequence[int]) -> int:
        if name.startswith("@"):
            return mask_of(n for n, at in enumerate(places) if at == int(name[1:]))
        claim, part = map(int, name.split("."))
        return self._where(self.said[claim][1][part], places)

    def _where(self, tree: Tree, places: Sequence[int]) -> int:
        return mask_of(
            n
            for n, at in enumerate(places)
            if self.reached >> at & 1 and self.module.holds(tree, STATES[at])
        )

    def _formula(self, number: int) -> Formula:
        return FORMULAS[self.said[number][0]](number)


def _atom(number: int, part: int = 0) -> Formula:
    return Atom(f"{number}.{part}")


def _and(left: Formula, right: Formula) -> Formula:
    return right if left == Const(True) else Junction(Junctor.AND, left, right)


def _g(of: Formula) -> Formula:
    return Temporal(Tense.GLOBALLY, (of,))


def _f(of: Formula) -> Formula:
    return Temporal(Tense.FINALLY, (of,))


FORMULAS: dict[str, Callable[[int], Formula]] = {
    "{0}": lambda n: _atom(n),
    "({0} /\\ []{1})": lambda n: _and(_atom(n), _g(_atom(n, 1))),
    "({0} /\\ <>{1})": lambda n: _and(_atom(n), _f(_atom(n, 1))),
    "([]{0} /\\ <>{1})": lambda n: _and(_g(_atom(n)), _f(_atom(n, 1))),
    "([]<>{0} /\\ []{1})": lambda n: _and(_g(_f(_atom(n))), _g(_atom(n, 1))),
    "[]{0}": lambda n: _g(_atom(n)),
    "<>{0}": lambda n: _f(_atom(n)),
    "[]<>{0}": lambda n: _g(_f(_atom(n))),
    "<>[]{0}": lambda n: _f(_g(_atom(n))),
    "({0} ~> {1})": lambda n: _g(Junction(Junctor.IMPLIES, _atom(n), _f(_atom(n, 1)))),
    "(<>{0} => []{1})": lambda n: Junction(Junctor.IMPLIES, _f(_atom(n)), _g(_atom(n, 1))),
}
