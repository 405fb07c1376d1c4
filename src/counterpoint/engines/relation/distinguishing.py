"""Formulas that distinguish two classes (Cleaveland, On automatically explaining bisimulation
inequivalence, CAV 1990). Where hidden steps do not count, fixpoints stand for any number of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import count
from typing import TypeAlias

from ...logic.formula import (
    Atom,
    Const,
    Fix,
    Formula,
    Junction,
    Junctor,
    Modal,
    Not,
    Variable,
    joined,
    parts,
)
from ...logic.span import NOWHERE
from ..base.arrays import Bools
from .parting import Parting
from .saturated import TAU
from .subsets import Node
from .union import Union

Lacks: TypeAlias = Callable[[int], bool]
"""Whether a state lacks something."""


class TooLong(Exception):
    """A formula would have more parts than are shown."""


class Distinguishing:
    """Makes formulas; `member` has a state of each class, and `most` limits the parts of one."""

    def __init__(self, union: Union, member: list[int], *, weak: bool, most: int) -> None:
        self._union, self._member = union, member
        self._weak, self._most = weak, most
        self._variables = count(1)
        self._known: dict[tuple[int, int], Formula] = {}

    def apart(self, parting: Parting, one: int, other: int) -> Formula:
        """A formula that is true in the first class and false in the second; raises `TooLong`."""
        if (one, other) not in self._known:
            self._known[one, other] = self._limited(self._apart(parting, one, other))
        return self._known[one, other]

    def _apart(self, parting: Parting, one: int, other: int) -> Formula:
        if not parting.rank(one, other):
            return self._literal(one, [other])
        move = parting.move(one, other)
        seen = self.step(move.letter, self._against(parting, move.there, move.answers))
        return seen if move.by_first else Not(seen)

    def _against(self, parting: Parting, there: int, answers: Iterable[int]) -> Formula:
        """True in `there`, and false in each of the answers."""
        looks = [answer for answer in answers if parting.rank(there, answer) == 0]
        later = (answer for answer in answers if answer not in looks)
        wanted = [self.apart(parting, there, answer) for answer in later]
        return conjunction([*self._literals(there, looks), *wanted])

    def run(self, node: Node) -> Formula:
        """A formula that is true where the run to a node can begin."""
        path = node.path
        formula = self.looks(node.state)
        for before, after in zip(path[-2::-1], path[:0:-1], strict=True):
            assert after.letter is not None
            whole = conjunction([self.looks(before.state), self.step(after.letter, formula)])
            formula = self._limited(whole)
        return formula

    def step(self, letter: int, after: Formula) -> Formula:
        """After some step with a letter, the formula is true; hidden steps may come around it."""
        if not self._weak:
            name = self._union.letters[letter] if self._union.sees_labels else None
            return Modal(True, name, after)
        if letter == TAU:
            return self._later(after)
        return self._later(Modal(True, self._union.letters[letter], self._later(after)))

    def _later(self, after: Formula) -> Formula:
        """After some hidden steps that change nothing, perhaps none, the formula is true."""
        name = f"Z{next(self._variables)}"
        again = Modal(True, self._union.letters[TAU], Variable(name))
        return Fix(True, name, Junction(Junctor.OR, after, again))

    def looks(self, state: int) -> Formula:
        """Everything that is observed in a class."""
        return conjunction([*self._all_literals(self._member[state])])

    def _literal(self, one: int, others: list[int]) -> Formula:
        return conjunction([*self._literals(one, others)])

    def _literals(self, one: int, others: list[int]) -> Iterator[Formula]:
        """Conditions and values of a class such that each of the others lacks one of them."""
        mine = self._member[one]
        left = [self._member[other] for other in others]
        while left:
            best, rest = None, left
            for literal, lacks in self._tests(mine):
                some = [other for other in left if not lacks(other)]
                if best is None or len(some) < len(rest):
                    best, rest = literal, some
            assert best is not None
            assert len(rest) < len(left), "they look different"
            yield best
            left = rest

    def _all_literals(self, mine: int) -> Iterator[Formula]:
        return (literal for literal, _ in self._tests(mine))

    def _tests(self, mine: int) -> Iterator[tuple[Formula, Lacks]]:
        union = self._union
        for number, name in enumerate(union.conditions):
            atom, truth = Atom(name), union.truths[number]
            true = bool(truth[mine])
            yield (atom if true else Not(atom)), partial(_differs, truth, true)
        for number, name in enumerate(union.values):
            value = union.value(number, mine)
            yield Atom(value_atom(name, value)), partial(_varies, union, number, value)

    def _limited(self, formula: Formula) -> Formula:
        for size, _ in enumerate(parts(formula)):
            if size >= self._most:
                raise TooLong
        return formula


def value_atom(name: str, value: str) -> str:
    """The atom that something has a value, as it is written in braces.

    >>> value_atom("turn", "X")
    'turn = X'
    """
    return f"{name} = {value}"


def conjunction(wanted: Iterable[Formula]) -> Formula:
    """All of some formulas; `true` if there are none."""
    found = list({str(each): each for each in wanted}.values())
    return joined(Junctor.AND, found, NOWHERE) if found else Const(True)


def _differs(truth: Bools, true: bool, state: int) -> bool:
    return bool(truth[state]) is not true


def _varies(union: Union, number: int, value: str, state: int) -> bool:
    return union.value(number, state) != value
