"""Chooses shapes by the values that were seen."""

from __future__ import annotations

from collections.abc import Collection, Container, Sequence
from dataclasses import replace
from typing import Any, TypeAlias

from ...data import dataclass
from ...tuning import USUAL, Tuning
from ..values import Domain, arguments_of, is_function, values_of
from .shapes import ANY_KEY, Cell, Parts, Path, Shape
from .tables import Table


@dataclass(frozen=True, slots=True)
class Whole:
    """A value that is stored in one cell."""

    path: Path

    @property
    def size(self) -> int:
        """The number of cells."""
        return 1


@dataclass(frozen=True, slots=True)
class Cuts:
    """A function that is cut into its values; all have the same form, except those of a record."""

    path: Path
    domain: Domain
    parts: tuple[Form, ...]

    @property
    def size(self) -> int:
        """The number of cells."""
        return sum(part.size for part in self.parts)


Form: TypeAlias = Whole | Cuts


def form_of(
    values: Collection[Any], path: Path, coarse: Container[Path], tuning: Tuning = USUAL
) -> Form:
    """The finest form that fits all these values; values at paths in `coarse` are not cut.

    >>> form_of([(1, 2), (2, 2)], ("x",), ()).size, form_of([(), (1,)], ("x",), ()).size
    (2, 1)
    """
    if path in coarse or not values or not all(map(is_function, values)):
        return Whole(path)
    domains = {arguments_of(value) for value in values}
    if len(domains) > 1 or not (domain := domains.pop()).keys:
        return Whole(path)
    columns = [set(column) for column in zip(*map(values_of, values), strict=True)]
    if domain.is_record:
        names = zip(domain.keys, columns, strict=True)
        parts = tuple(form_of(column, (*path, name), coarse, tuning) for name, column in names)
    else:
        each = form_of(set[Any]().union(*columns), (*path, ANY_KEY), coarse, tuning)
        parts = (each,) * len(domain.keys)
    cut = Cuts(path, domain, parts)
    if cut.size > tuning.cells_most:
        cut = Cuts(path, domain, tuple(Whole(part.path) for part in parts))
    return cut if cut.size <= tuning.cells_most else Whole(path)


def coarsened(form: Form, coarse: Container[Path]) -> Form:
    """The same form, but values at paths in `coarse` are not cut.

    >>> form = form_of([(1, 2), (2, 2)], ("x",), ())
    >>> coarsened(form, [("x",)]), coarsened(form, ()) == form
    (Whole(path=('x',)), True)
    """
    if form.path in coarse:
        return Whole(form.path)
    if isinstance(form, Whole):
        return form
    return replace(form, parts=tuple(coarsened(part, coarse) for part in form.parts))


class Shaping:
    """The shapes of some variables, with consecutively numbered cells.

    Cells with the same path share a table, so that the numbers in them stay small.
    """

    def __init__(self, forms: Sequence[Form]) -> None:
        self._tables: dict[Path, Table] = {}
        self._count = 0
        self.shapes: tuple[Shape, ...] = tuple(map(self._shape, forms))

    @property
    def tables(self) -> list[Table]:
        """The tables of all cells, in the order of the forms."""
        return list(self._tables.values())

    def _shape(self, form: Form) -> Shape:
        if isinstance(form, Cuts):
            return Parts(form.domain, tuple(map(self._shape, form.parts)), form.path)
        table = self._tables.setdefault(form.path, Table())
        self._count += 1
        return Cell(self._count - 1, table)
