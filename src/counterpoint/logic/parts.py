"""The parts of a formula, and the names that a target must interpret.

Translation to the core may drop an atom that makes no difference, as in `p | true`. So the formula
as written is checked for unknown names.
"""

from __future__ import annotations

from collections.abc import Iterator

from .formula import (
    Atom,
    Fix,
    Formula,
    Junction,
    Modal,
    Not,
    Path,
    Team,
    Temporal,
)
from .rows import operands


def parts(formula: Formula) -> Iterator[Formula]:
    """The formula and everything inside it, from left to right.

    >>> from counterpoint.logic.parser import parse
    >>> [str(part) for part in parts(parse("p & X q"))]
    ['p & X q', 'p', 'X q', 'q']
    """
    todo = [formula]
    while todo:
        part = todo.pop()
        yield part
        todo += reversed(_inside(part))


def _inside(formula: Formula) -> list[Formula]:
    match formula:
        case Not(of) | Path(_, of) | Team(_, _, of) | Modal(_, _, of) | Fix(_, _, of):
            return [of]
        case Junction():
            return operands(formula)
        case Temporal(_, of):
            return list(of)
        case _:
            return []


def atoms_of(formula: Formula) -> tuple[Atom, ...]:
    """The atoms of a formula, each text once, at its first place.

    >>> from counterpoint.logic.parser import parse
    >>> [atom.text for atom in atoms_of(parse("p & X q | p"))]
    ['p', 'q']
    """
    found: dict[str, Atom] = {}
    for part in parts(formula):
        if isinstance(part, Atom):
            found.setdefault(part.text, part)
    return tuple(found.values())


def labels_of(formula: Formula) -> tuple[str, ...]:
    """The labels of all `<a>` and `[a]` of a formula, each once.

    >>> from counterpoint.logic.parser import parse
    >>> labels_of(parse("<a>[b(1)]<>p"))
    ('a', 'b(1)')
    """
    steps = [part for part in parts(formula) if isinstance(part, Modal)]
    return tuple(dict.fromkeys(step.label for step in steps if step.label is not None))
