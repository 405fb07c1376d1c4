"""Which parts of a formula that holds may not matter.

Each atom is replaced by the constant that makes the formula strongest: by false where it counts
positively, by true under an odd number of negations. If the stronger formula holds too, the
occurrence does not matter: the formula holds *vacuously* in it. It is enough to try atoms, because
no atom matters in a part that does not matter. An atom under `<->` counts both ways and has no such
replacement.

Beer, Ben-David, Eisner, Rodeh: Efficient detection of vacuity in temporal model checking. FMSD
18(2), 2001. Kupferman, Vardi: Vacuity detection in temporal model checking. STTT 4(2), 2003.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from ..data import dataclass
from .formula import (
    Atom,
    Const,
    Fix,
    Formula,
    Junction,
    Junctor,
    Modal,
    Not,
    Path,
    Team,
    Temporal,
    joined,
    operands,
)


@dataclass(frozen=True, slots=True)
class Link:
    """An occurrence of an atom, and a formula without it that implies the original one."""

    part: Atom
    stronger: Formula


def unneeded(part: str, places: int = 1) -> str:
    """The sentence about a part that does not matter, in one of its `places` if there are several.

    >>> unneeded("x = 0"), unneeded("x = 0", 2)
    ('it holds whatever x = 0 is', 'it holds whatever x = 0 is in one of its 2 places')
    """
    where = f" in one of its {places} places" if places > 1 else ""
    return f"it holds whatever {part} is{where}"


def weakest_links(formula: Formula) -> Iterator[Link]:
    """The atoms of a formula from left to right, each with the formula strengthened there.

    >>> from counterpoint.logic.parser import parse
    >>> for link in weakest_links(parse("G (request -> F grant)")):
    ...     print(f"{link.part}: {link.stronger}")
    request: G (true -> F grant)
    grant: G (request -> F false)
    """
    return _links(formula, True, lambda stronger: stronger)


def _links(
    formula: Formula, positive: bool, around: Callable[[Formula], Formula]
) -> Iterator[Link]:
    """The links of a part; `around` puts a replacement of the part into the whole formula."""
    match formula:
        case Atom(_, span) as atom:
            yield Link(atom, around(Const(not positive, span)))
        case Not():
            yield from _below(formula, formula.of, not positive, around)
        case Path() | Team() | Modal() | Fix():
            yield from _below(formula, formula.of, positive, around)
        case Temporal(_, parts):
            yield from _among(
                list(parts), positive, lambda new: around(replace(formula, parts=tuple(new)))
            )
        case Junction(Junctor.IMPLIES, left, right):
            yield from _links(left, not positive, lambda new: around(replace(formula, left=new)))
            yield from _links(right, positive, lambda new: around(replace(formula, right=new)))
        case Junction(Junctor.AND | Junctor.OR as junctor, _, _, span):
            yield from _among(
                operands(formula), positive, lambda new: around(joined(junctor, new, span))
            )


def _below(
    formula: Not | Path | Team | Modal | Fix,
    of: Formula,
    positive: bool,
    around: Callable[[Formula], Formula],
) -> Iterator[Link]:
    return _links(of, positive, lambda new: around(replace(formula, of=new)))


def _among(
    parts: list[Formula], positive: bool, around: Callable[[list[Formula]], Formula]
) -> Iterator[Link]:
    for place, part in enumerate(parts):

        def whole(new: Formula, place: int = place) -> Formula:
            return around([*parts[:place], new, *parts[place + 1 :]])

        yield from _links(part, positive, whole)


def marked(formula: Formula, mark: str) -> tuple[list[Atom], Formula]:
    """The atoms of `weakest_links` in order, and the formula with `mark` and a number in each.

    >>> from counterpoint.logic.parser import parse
    >>> atoms, formula = marked(parse("p & (q <-> r) & p"), "#")
    >>> len(atoms), str(formula)
    (2, '{p#0} & (q <-> r) & {p#1}')
    """
    found: list[Atom] = []

    def inside(part: Formula) -> Formula:
        match part:
            case Atom(text, span):
                found.append(part)
                return Atom(f"{text}{mark}{len(found) - 1}", span)
            case Not(of) | Path(_, of) | Team(_, _, of) | Modal(_, _, of) | Fix(_, _, of):
                return replace(part, of=inside(of))
            case Temporal(_, parts):
                return replace(part, parts=tuple(map(inside, parts)))
            case Junction(Junctor.AND | Junctor.OR as junctor, _, _, span):
                return joined(junctor, list(map(inside, operands(part))), span)
            case Junction(Junctor.IMPLIES, left, right):
                return replace(part, left=inside(left), right=inside(right))
        return part

    whole = inside(formula)
    return found, whole
