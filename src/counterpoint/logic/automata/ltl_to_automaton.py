"""Translate linear formulas into automata.

The formula is simplified (`linear`), its tableau is explored from the formula itself
(`obligations`), and the result is reduced (`slim`). A transition belongs to the acceptance set of
an until unless it postpones that until.
"""

from __future__ import annotations

from ..boolean import both, negated
from ..core import Both, Core, Linear, Now, Release, Truth, Until
from ..linear import simplified
from .automaton import Automaton, Transition
from .budget import Budget
from .obligations import Obligations, Parts
from .reduce_buchi import Move, Raw, reduced


def ltl_to_automaton(path: Linear, budget: Budget | None = None) -> Automaton:
    """An automaton that accepts exactly the paths that satisfy a linear formula.

    Its letters are the state formulas of the formula without duplicates; of two complementary ones
    only one is a letter. It has one initial state. Raises `Refused` if the work exceeds what is
    left of `budget`; several automata may share one budget.

    >>> from counterpoint.logic.core import Now, Prop, Release, Truth, Until
    >>> again = Release(Now(Truth(False)), Until(Now(Truth(True)), Now(Prop("p"))))
    >>> for step in ltl_to_automaton(again).transitions:
    ...     print(step.source, sorted(step.true), step.target, sorted(step.marks))
    0 [] 0 []
    0 [0] 0 [0]
    """
    budget = budget or Budget()
    rest, again = _parted(simplified(path))
    if len(again) < 2:
        rest, again = simplified(path), []
    obligations = Obligations(rest, budget)
    raw = reduced(_walked(obligations, budget), budget)
    return _recurring(_as_automaton(raw, list(obligations.letters)), again)


def _parted(path: Linear) -> tuple[Linear, list[Core]]:
    """The formula without those conjuncts that say of a state formula that it recurs; and these."""
    again: list[Core] = []
    others: list[Linear] = []
    for part in path.parts if isinstance(path, Both) else (path,):
        match part:
            case Release(Now(Truth(False)), Until(Now(Truth(True)), Now(of))):
                again.append(of)
            case _:
                others.append(part)
    return both(others), again


def _recurring(automaton: Automaton, again: list[Core]) -> Automaton:
    """The automaton for paths on which each of these formulas recurs as well.

    A transition may be taken for each one that is true, and so marked; of several that are true it
    notes one at a time. So their number grows with that of the formulas, and not exponentially.
    """
    letters = list(automaton.letters)
    moves = list(automaton.transitions)
    for number, of in enumerate(again, automaton.acceptance):
        opposite = negated(of)
        positive = of in letters or opposite not in letters
        letter = of if positive else opposite
        if letter not in letters:
            letters.append(letter)
        place = frozenset((letters.index(letter),))
        for move in automaton.transitions:
            true = move.true | place if positive else move.true
            false = move.false if positive else move.false | place
            if not true & false:
                marks = move.marks | {number}
                moves.append(Transition(move.source, true, false, move.target, marks))
    return Automaton(
        automaton.states,
        automaton.initial,
        tuple(letters),
        tuple(moves),
        automaton.acceptance + len(again),
    )


def _walked(obligations: Obligations, budget: Budget) -> Raw:
    """The tableau: its states are the reachable sets of owed formulas."""
    numbers = {obligations.start: 0}
    rows: list[tuple[Move, ...]] = []
    every = (1 << len(obligations.untils)) - 1

    def move(parts: Parts) -> Move:
        target = numbers.setdefault(parts.owed, len(numbers))
        if target == len(queue):
            queue.append(parts.owed)
        return Move(target, parts.true, parts.false, every & ~parts.put_off)

    for owed in (queue := [obligations.start]):
        rows.append(tuple(map(move, obligations.choices(owed))))
        budget.make(len(rows[-1]))
    return Raw(tuple(rows), len(obligations.untils))


def _as_automaton(raw: Raw, letters: list[Core]) -> Automaton:
    moves = [(source, move) for source, row in enumerate(raw.moves) for move in row]
    used = 0
    for _, move in moves:
        used |= move.true | move.false
    kept = [number for number in range(len(letters)) if used >> number & 1]
    transitions = tuple(
        Transition(
            source, _places(move.true, kept), _places(move.false, kept), move.target,
            _places(move.marks, range(raw.sets)),
        )
        for source, move in moves
    )  # fmt: skip
    return Automaton(
        len(raw.moves), (0,), tuple(letters[number] for number in kept), transitions, raw.sets
    )


def _places(mask: int, numbers: list[int] | range) -> frozenset[int]:
    return frozenset(place for place, number in enumerate(numbers) if mask >> number & 1)
