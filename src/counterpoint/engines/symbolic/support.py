"""The variables that occur in terms."""

from __future__ import annotations

from collections.abc import Iterator

from ...identity import Identity, identity
from ...terms.bottom_up import bottom_up
from ...terms.term import Apply, Term, Variable


class Supports:
    """The variables of terms, memoized for each term: as bits, since circuits have many terms."""

    def __init__(self) -> None:
        self._bits: dict[Identity, int] = {}
        self._places: dict[str, int] = {}
        self._names: list[str] = []

    def of(self, term: Term) -> frozenset[str]:
        """The names of the variables in `term`.

        >>> from counterpoint.terms.sort import Bool
        >>> sorted(Supports().of(Variable("x", Bool())))
        ['x']
        """
        return self._set(self._known(term))

    def within(self, term: Term) -> Iterator[frozenset[str]]:
        """The sets of variables of the term and of its parts, each set once."""
        waiting, seen = [term], set[Identity]()
        given = set[int]()
        while waiting:
            part = waiting.pop()
            if identity(part) in seen:
                continue
            seen.add(identity(part))
            if (found := self._known(part)) not in given:
                given.add(found)
                yield self._set(found)
            if isinstance(part, Apply):
                waiting += reversed(part.args)

    def _known(self, term: Term) -> int:
        for part in bottom_up([term], self._bits):
            bits = 0
            for arg in part.args:
                bits |= self._own(arg)
            self._bits[identity(part)] = bits
        return self._own(term)

    def _own(self, term: Term) -> int:
        """The bits of a variable, of a constant, or of an application that is known."""
        match term:
            case Variable(name, _):
                if name not in self._places:
                    self._places[name] = len(self._names)
                    self._names.append(name)
                return 1 << self._places[name]
            case Apply():
                return self._bits[identity(term)]
            case _:
                return 0

    def _set(self, bits: int) -> frozenset[str]:
        found = []
        while bits:
            low = bits & -bits
            found.append(self._names[low.bit_length() - 1])
            bits ^= low
        return frozenset(found)
