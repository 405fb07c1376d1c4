"""Atoms of formulas over programs as conditions on the local states of their b-threads."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from itertools import accumulate

import numpy as np

from ....errors import UnknownAtom
from ....logic.formula import Formula, atoms_of
from ....model.network import Network, Voice
from ....model.networked import Conditions
from ....terms.apply import any_true, apply
from ....terms.term import Op, Term
from ...base.arrays import Bools
from ...formula.names import event_named
from ...search.network.atoms import NetworkAtoms

_OF_STEPS = re.compile(r"(once|enabled)\(.*\)")
_ENDED = re.compile(r"ended\(.*\)")


class LocalStates:
    """Every local state of every automaton, as if it were a state with nothing beside it."""

    complete = True

    def __init__(self, network: Network) -> None:
        self.network = network
        sizes = [len(automaton.locals) for automaton in network.automata]
        self._first = [0, *accumulate(sizes)]

    @property
    def states(self) -> int:
        """The number of local states."""
        return self._first[-1]

    def where_some_voice(self, says: Callable[[Voice], bool]) -> Bools:
        """For each local state, whether a voice in it satisfies `says` (array of bool)."""
        automata = self.network.automata
        rows = (any(map(says, local.voices)) for of in automata for local in of.locals)
        return np.fromiter(rows, bool, self.states)

    def where_local(self, automaton: int, rows: Sequence[bool]) -> Bools:
        """What `rows` says of the local states of one automaton; false for those of others."""
        found = np.zeros(self.states, bool)
        found[self._first[automaton] : self._first[automaton + 1]] = rows
        return found

    def among(self, automaton: int, found: Bools) -> list[int]:
        """The local states of an automaton that an array of bool selects."""
        own = found[self._first[automaton] : self._first[automaton + 1]]
        return [int(number) for number in np.flatnonzero(own)]


def atoms_for(formula: Formula, network: Network) -> dict[str, Term]:
    """The atoms of a formula that are about b-threads, as conditions; not those about events.

    Raises `UnknownAtom` for a text that is neither.
    """
    locals_, at = LocalStates(network), Conditions(network)
    atoms = NetworkAtoms(locals_)
    labels = (*network.alphabet, *network.origin.labels())
    found: dict[str, Term] = {}
    for text in dict.fromkeys(atom.text for atom in atoms_of(formula)):
        if _OF_STEPS.fullmatch(text):
            continue
        try:
            rows = atoms.states(text)
        except UnknownAtom:
            if not event_named(text, labels).any():
                raise
            continue
        found[text] = _term(text, rows, locals_, at)
    return found


def _term(text: str, rows: Bools, locals_: LocalStates, at: Conditions) -> Term:
    """The condition that is true where it is for some local state; for `ended`, for all of them."""
    if _ENDED.fullmatch(text):
        return apply(Op.NOT, any_true(_parts(~rows, locals_, at)))
    return any_true(_parts(rows, locals_, at))


def _parts(rows: Bools, locals_: LocalStates, at: Conditions) -> Iterable[Term]:
    for number in range(len(locals_.network.automata)):
        if found := locals_.among(number, rows):
            yield at.among(number, found)
