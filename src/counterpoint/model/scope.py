"""Scope: the names of a model, and the variables that belong to it."""

from __future__ import annotations

import keyword
from collections.abc import Iterable, Iterator, Mapping

from ..errors import BadModel
from ..spelling import close_matches
from ..terms.apply import variables_of
from ..terms.array import Array
from ..terms.term import Term, Variable

_CONSTANTS = {"true", "false"}


class Scope:
    """The variables, arrays and other names of a model that is being declared."""

    def __init__(self) -> None:
        self.variables: dict[str, Variable] = {}
        self.arrays: dict[str, Array] = {}
        self.choices: dict[str, Variable] = {}
        self._kinds: dict[str, str] = {}

    def take(self, name: str, kind: str) -> None:
        """Register a name; raises `BadModel` if it is taken already, or not a valid name."""
        sound = isinstance(name, str) and name.isidentifier() and not keyword.iskeyword(name)
        if not sound or name in _CONSTANTS:
            raise BadModel(f"{name!r} is no name for {kind}: give one that Python would take")
        if name in self._kinds:
            first = self._kinds[name]
            ways = f"both times as {kind}" if first == kind else f"first as {first}, now as {kind}"
            raise BadModel(f"{name} is declared twice: {ways}")
        self._kinds[name] = kind

    def check(self, variable: Variable, what: str) -> None:
        """Raise `BadModel` unless the variable belongs to this model."""
        if self.variables.get(variable.name) is not variable:
            raise BadModel(
                f"{what} {variable.name}, which is a variable of another model; "
                f"the variables of this one are {self.names()}"
            )

    def check_all(self, term: Term, what: str, *, choosing: bool = False) -> None:
        """Raise `BadModel` unless all variables of the term belong to this model.

        With `choosing`, the term may also read what a step chooses.
        """
        for variable in variables_of(term):
            if self.choices.get(variable.name) is not variable:
                self.check(variable, what)
            elif not choosing:
                raise BadModel(
                    f"{what} {variable.name}, which each step chooses anew: it has no value in a "
                    "state, and stands in when= and set= of actions only"
                )

    def chosen_in(self, *terms: Term) -> tuple[Variable, ...]:
        """What the terms read that a step chooses, in the order of declaration."""
        names = {variable.name for variable in variables_of(*terms)}
        return tuple(of for name, of in self.choices.items() if name in names)

    def names(self) -> str:
        """The variables as errors list them; an array is listed once."""
        return ", ".join(names_of(self.variables, self.arrays)) or "none yet"


def names_of(variables: Iterable[str], arrays: Mapping[str, Array]) -> Iterator[str]:
    """The names of variables, and of arrays with their indices, in order."""
    elements = {v.name: array for array in arrays.values() for v in array.variables.values()}
    seen = set()
    for name in variables:
        array = elements.get(name)
        if array is None:
            yield name
        elif array.name not in seen:
            seen.add(array.name)
            yield f"{array.name}[{array.shown_indices()}]"


def closest(name: str, known: Iterable[str], most: int | None = None) -> str:
    """The known names as text, those similar to `name` first; after `most`, how many more.

    >>> closest("pul", ["take", "put"])
    'put, take'
    >>> closest("pul", ["take", "put", "give"], 2)
    'put, take and 1 more'
    """
    known = list(known)
    near = close_matches(name, known, n=3, cutoff=0.5)
    names = [*near, *(other for other in known if other not in near)]
    more = "" if most is None or len(names) <= most else f" and {len(names) - most:,} more"
    return ", ".join(names[:most]) + more or "none"
