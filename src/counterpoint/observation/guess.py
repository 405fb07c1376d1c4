"""Guess from names what two targets have in common: cells, atoms and labels that are called alike.

Names are alike up to case and blanks, those of labels also up to the order of their arguments, if
no two labels of one target are then alike.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from ..data import dataclass
from ..logic.formula import Atom
from ..model.capabilities import atoms_of
from ..model.naming import squeezed
from ..model.system import REST, Label, System
from .cells import cells_at_start
from .view import CellValue, Condition, Hidden, Labels, Spelt, View


@dataclass(frozen=True, slots=True)
class Guess:
    """Views of two targets, what was guessed, and the names that only one of them has."""

    first: View
    second: View
    common: tuple[str, ...]
    only_first: tuple[str, ...]
    only_second: tuple[str, ...]


def guessed(first: System, second: System) -> Guess:
    """What two targets have in common in their states.

    Cells are compared if some are called alike, or else the atoms that both declare.
    """
    cells = cells_at_start(first), cells_at_start(second)
    found = _alike(cells[0], cells[1])
    if found.common:
        views = (
            View(values=tuple(CellValue(name, of[name], {}) for name in found.common))
            for of in (found.first, found.second)
        )
    else:
        found = _alike(_atoms(first), _atoms(second))
        views = (
            View(tuple(Condition(name, Atom(of[name])) for name in found.common))
            for of in (found.first, found.second)
        )
    one, other = views
    return Guess(one, other, found.common, found.only(0), found.only(1))


@dataclass(frozen=True, slots=True)
class _Alike:
    """Names that are alike: what each of the two targets calls them."""

    first: Mapping[str, str]
    second: Mapping[str, str]

    @property
    def common(self) -> tuple[str, ...]:
        return tuple(name for name in self.first if name in self.second)

    def only(self, side: int) -> tuple[str, ...]:
        mine, its = (self.first, self.second) if not side else (self.second, self.first)
        return tuple(text for name, text in mine.items() if name not in its)


def _alike(first: Iterable[str], second: Iterable[str]) -> _Alike:
    return _Alike(_by_common_name(first), _by_common_name(second))


def _by_common_name(names: Iterable[str]) -> dict[str, str]:
    """The names by how they are compared; those that two of them share are left out."""
    found: dict[str, str] = {}
    twice = set()
    for name in names:
        common = squeezed(name).lower()
        if common in found:
            twice.add(common)
        found[common] = name
    return {common: name for common, name in found.items() if common not in twice}


def _atoms(system: System) -> list[str]:
    return [name for name in atoms_of(system) if "(" not in name]


def guessed_labels(first: Iterable[Label], second: Iterable[Label]) -> Labels:
    """How labels are compared: as they are spelt if some of both are alike, else not at all.

    >>> guessed_labels(["put(1)"], ["Put( 1 )", "take"]).name("TAKE")
    'take'
    >>> bool(guessed_labels(["put"], ["take"]))
    False
    """
    mine, its = ([label for label in of if label is not REST] for of in (first, second))
    exact = Spelt(sorts=False)
    spelt = next((each for each in (Spelt(sorts=True), exact) if _keeps(each, mine, its)), exact)
    common = {spelt.name(label) for label in mine} & {spelt.name(label) for label in its}
    return spelt if common else Hidden()


def _keeps(spelt: Spelt, *labels: list[Label]) -> bool:
    """Whether labels of one target that are shown differently are also called differently."""
    return all(
        len({spelt.name(label) for label in of}) == len({squeezed(str(label)) for label in of})
        for of in labels
    )
