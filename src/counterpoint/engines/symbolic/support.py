"""The variables that occur in terms."""

from __future__ import annotations

from collections.abc import Iterator

from ...identity import Identity, identity
from ...terms.term import Apply, Term, Variable

NONE: frozenset[str] = frozenset()


class Supports:
    """The variables of terms, memoized for each term."""

    def __init__(self) -> None:
        self._known: dict[Identity, frozenset[str]] = {}

    def of(self, term: Term) -> frozenset[str]:
        """The names of the variables in `term`.

        >>> from counterpoint.terms.sort import Bool
        >>> sorted(Supports().of(Variable("x", Bool())))
        ['x']
        """
        if (known := self._known.get(identity(term))) is not None:
            return known
        match term:
            case Variable(name, _):
                found = frozenset({name})
            case Apply(_, args, _):
                found = NONE.union(*map(self.of, args))
            case _:
                found = NONE
        self._known[identity(term)] = found
        return found

    def within(self, term: Term) -> Iterator[frozenset[str]]:
        """The sets of variables of the term and of its parts, each set once."""
        waiting, seen = [term], set[Identity]()
        given = set[frozenset[str]]()
        while waiting:
            part = waiting.pop()
            if identity(part) in seen:
                continue
            seen.add(identity(part))
            if (found := self.of(part)) not in given:
                given.add(found)
                yield found
            if isinstance(part, Apply):
                waiting += reversed(part.args)
