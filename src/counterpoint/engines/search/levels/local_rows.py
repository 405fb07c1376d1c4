"""What atoms of states of a network mean, by the local states of its automata."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from ....data import dataclass
from ....model.network import Local, Network, Voice
from ...base.arrays import AnyInts, Bools
from ..network.atoms import NetworkAtoms


@dataclass(frozen=True, slots=True)
class LocalRows:
    """The states in which some automaton is in one of some local states; or in none, if `negated`.

    `rows` has for each automaton which of its local states these are; None if there are none.
    """

    rows: tuple[Bools | None, ...]
    negated: bool = False

    __array_ufunc__ = None
    """So that arrays leave `|` to this class."""

    def __invert__(self) -> LocalRows:
        return LocalRows(self.rows, not self.negated)

    def __ror__(self, other: object) -> LocalRows:
        """The union with no states at all, an empty array, or with other rows."""
        if not isinstance(other, LocalRows):
            return self
        assert not self.negated
        assert not other.negated
        pairs = zip(self.rows, other.rows, strict=True)
        return LocalRows(tuple(_either(one, another) for one, another in pairs))

    def on(self, cells: AnyInts) -> Bools:
        """For each of some states, given by the local states of all automata, if it is one."""
        found = np.zeros(len(cells), bool)
        for number, rows in enumerate(self.rows):
            if rows is not None:
                found |= rows[cells[:, number]]
        return ~found if self.negated else found

    @property
    def text(self) -> str:
        """A text that only the same states have."""
        rows = (None if each is None else np.flatnonzero(each).tolist() for each in self.rows)
        return repr((self.negated, list(rows)))


def _either(one: Bools | None, other: Bools | None) -> Bools | None:
    if one is None or other is None:
        return other if one is None else one
    return one | other


class _Found:
    """The states of a network for its atoms, of which only local states are looked at."""

    states = 0
    complete = True

    def __init__(self, network: Network) -> None:
        self.network = network

    def where_some_voice(self, says: Callable[[Voice], bool]) -> LocalRows:
        return self.where_some_local(lambda local: any(map(says, local.voices)))

    def where_some_local(self, says: Callable[[Local], bool]) -> LocalRows:
        every = (
            np.array(list(map(says, automaton.locals)), bool) for automaton in self.network.automata
        )
        return LocalRows(tuple(rows if rows.any() else None for rows in every))

    def where_local(self, automaton: int, rows: Sequence[bool]) -> LocalRows:
        count = len(self.network.automata)
        wanted = np.array(rows, bool)
        return LocalRows(tuple(wanted if n == automaton else None for n in range(count)))


def rows_of_atom(network: Network, text: str) -> LocalRows:
    """What an atom of states means; raises `UnknownAtom`."""
    found: object = NetworkAtoms(_Found(network)).states(text)  # type: ignore[arg-type]
    if not isinstance(found, LocalRows):  # true of no local state
        return LocalRows((None,) * len(network.automata))
    return found


def rows_of_locals(network: Network, says: Callable[[Local], bool]) -> LocalRows:
    """The states in which some local state satisfies `says`."""
    return _Found(network).where_some_local(says)


def rows_of_voices(network: Network, says: Callable[[Voice], bool]) -> LocalRows:
    """The states in which some voice says something."""
    return _Found(network).where_some_voice(says)
