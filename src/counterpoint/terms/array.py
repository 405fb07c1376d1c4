"""Arrays: families of variables, read and set by an index that may itself be an expression."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator
from itertools import product
from typing import Any, NoReturn

from ..errors import BadTerm, OutOfSort
from .apply import TRUE, all_true, apply
from .blame import blames_caller
from .expr import Expr
from .lift import element_sort, lift
from .refused import OF_ARRAYS, refuse_attribute, refuses
from .sort import (
    Enumeration,
    Interval,
    Sort,
    is_member,
    members_of,
    size,
    text_of_sort,
    text_of_value,
    values,
)
from .term import Literal, Op, Term, Variable
from .text import text_of

_ELEMENTS = "it is an array, with elements a[0], indices, len(a), and `for e in a`"


class Cell(Expr):
    """An expression that can be set: a variable, or an element of an array.

    `cells` are the variables that it may denote, each with the condition under which it does.
    """

    __slots__ = ("cells",)

    def __init__(self, term: Term, cells: tuple[tuple[Variable, Term], ...]) -> None:
        super().__init__(term)
        self.cells = cells

    @classmethod
    def of(cls, variable: Variable) -> Cell:
        """The expression of a variable."""
        return cls(variable, ((variable, TRUE),))


@refuses(OF_ARRAYS)
class Array:
    """A family of variables: `x[k]` is one of them, for an index or an expression `k`.

    An index with several parts is written `x[r, c]`. An expression used as an index must range
    within the indices in all states, reachable or not.

    >>> x = Array("x", (0, 1, 2), Interval(0, 9))
    >>> x[1], x[x[0] % 3] == 4
    (<x[1]>, <if_(x[0] % 3 <= 0, x[0], if_(x[0] % 3 <= 1, x[1], x[2])) == 4>)
    """

    def __init__(self, name: str, indices: str | Iterable[Hashable], sort: Sort) -> None:
        self.name = name
        self.indices = members_of(indices)
        self.variables = {index: Variable(_element(name, index), sort) for index in self.indices}
        lengths = {len(index) if isinstance(index, tuple) else None for index in self.indices}
        self._arity = lengths.pop() if len(lengths) == 1 else None

    def __repr__(self) -> str:
        return f"<array {self.name}>"

    __hash__ = object.__hash__

    @blames_caller
    def __eq__(self, other: object) -> NoReturn:
        raise BadTerm(
            f"{self.name} is an array: compare its elements, such as "
            f"all_of(e == 0 for e in {self.name})"
        )

    def __getattr__(self, name: str) -> NoReturn:
        refuse_attribute("" if name[:1] == "_" else self.name, name, _ELEMENTS)

    def __len__(self) -> int:
        return len(self.indices)

    def __iter__(self) -> Iterator[Cell]:
        return (Cell.of(variable) for variable in self.variables.values())

    @blames_caller
    def __getitem__(self, index: object) -> Cell:
        parts = self._parts(index)
        found = self._found(parts)
        cells = tuple((v, all_true(map(_is, parts, key))) for key, v in found.items())
        return Cell(_chosen(parts, found), cells)

    def _parts(self, index: object) -> list[Term]:
        """The index as terms, one for each part if the indices are tuples."""
        given = index if self._arity is not None else (index,)
        if not isinstance(given, tuple) or len(given) != (self._arity or 1):
            raise BadTerm(self._no_index(index))
        columns = zip(*self.keys(), strict=True)
        return [
            self._part(index, part, column) for part, column in zip(given, columns, strict=True)
        ]

    def _part(self, index: object, part: object, column: tuple[Hashable, ...]) -> Term:
        allowed = tuple(dict.fromkeys(column))
        try:
            term = lift(part, element_sort(allowed))
        except (BadTerm, OutOfSort):
            raise BadTerm(self._no_index(index)) from None
        within = Enumeration(allowed)
        if isinstance(term, Literal):
            if not is_member(within, term.value):
                raise BadTerm(self._no_index(index))
        elif size(term.sort) > len(allowed) or not all(
            is_member(within, v) for v in values(term.sort)
        ):
            raise BadTerm(self._outside(term))
        return term

    def keys(self) -> Iterator[tuple[Hashable, ...]]:
        """The indices, each as the tuple of its parts."""
        for index in self.indices:
            yield index if self._arity is not None and isinstance(index, tuple) else (index,)

    def _found(self, parts: list[Term]) -> dict[tuple[Any, ...], Variable]:
        """The variables that the index may denote, by the values of its parts."""
        known = dict(zip(self.keys(), self.variables.values(), strict=True))
        columns = [[p.value] if isinstance(p, Literal) else values(p.sort) for p in parts]
        keys = list(product(*columns))
        for key in keys:
            if key not in known:
                raise BadTerm(self._no_index(key))
        return {key: known[key] for key in keys}

    def _no_index(self, index: object) -> str:
        shown = index.term if isinstance(index, Expr) else None
        text = text_of(shown) if shown is not None else text_of_value(index)
        return f"{self.name} has no index {text}; its indices are {self.shown_indices()}"

    def _outside(self, term: Term) -> str:
        n = len(self.indices)
        modulo = f", for example by % {n}" if self.indices == tuple(range(n)) else ""
        return (
            f"an index of {self.name} is {text_of(term)}, which ranges over "
            f"{text_of_sort(term.sort)}, and its indices are {self.shown_indices()}; a guard is "
            f"not enough: keep the expression within the indices{modulo}"
        )

    def shown_indices(self) -> str:
        """The indices as error messages show them; consecutive numbers are shown as a range."""
        first = self.indices[0]
        if isinstance(first, int) and self.indices == tuple(
            range(first, first + len(self.indices))
        ):
            return text_of_sort(Interval(first, first + len(self.indices) - 1))
        return text_of_sort(Enumeration(self.indices))


def _element(name: str, index: Hashable) -> str:
    parts = index if isinstance(index, tuple) else (index,)
    return f"{name}[{','.join(map(text_of_value, parts))}]"


def _is(part: Term, value: Any) -> Term:
    return apply(Op.EQ, part, lift(value, part.sort))


def _chosen(parts: list[Term], found: dict[tuple[Any, ...], Variable]) -> Term:
    """A term that selects the variable with the given parts as key, one part after the other."""
    if not parts:
        ((_, variable),) = found.items()
        return variable
    part, *rest = parts
    branches: dict[Any, dict[tuple[Any, ...], Variable]] = {}
    for (first, *others), variable in found.items():
        branches.setdefault(first, {})[tuple(others)] = variable
    return _branched(part, [(value, _chosen(rest, of)) for value, of in branches.items()])


def _branched(part: Term, branches: list[tuple[Any, Term]]) -> Term:
    """A selection by the value of one part.

    Numbers are selected by bisection, so that the term is not deep.
    """
    if len(branches) == 1:
        return branches[0][1]
    half = len(branches) // 2 if isinstance(part.sort, Interval) else 1
    below, above = branches[:half], branches[half:]
    value = lift(below[-1][0], part.sort)
    here = apply(Op.LE if isinstance(part.sort, Interval) else Op.EQ, part, value)
    return apply(Op.ITE, here, _branched(part, below), _branched(part, above))
