"""The formulas by which vacuity is decided, as cores, without translating each one.

The atoms of a formula get marks, and it is translated once. In the core only propositions are
negated, so an occurrence becomes false where it counts in the strongest way, whatever its sign.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..identity import Identity, identity
from .boolean import FALSE, all_of, both, either, some_of, step
from .core import (
    All,
    Both,
    Bound,
    Core,
    Either,
    Fixpoint,
    Linear,
    Next,
    Now,
    Paths,
    Prop,
    Release,
    Some,
    Step,
    Truth,
    Until,
)
from .formula import Atom, Formula
from .linear import ahead, release, until
from .lower import to_core
from .vacuity import marked

_MARK = "\N{SYMBOL FOR UNIT SEPARATOR}"


def strengthened(
    formula: Formula, *, fair: bool = False, assuming: Formula | None = None
) -> Iterator[tuple[Atom, Core]]:
    """The atoms of a formula from left to right, each with the core of the formula without it.

    It is the core of `weakest_links(formula)`, up to the names of variables and simplification.

    >>> from .core_text import core_text
    >>> from .parser import parse
    >>> [(str(atom), core_text(core)) for atom, core in strengthened(parse("p & (q -> EX r)"))]
    [('p', 'false'), ('q', 'p & <> r'), ('r', 'p & !q')]
    """
    atoms, whole = marked(formula, _MARK)
    if atoms:
        core = to_core(whole, fair=fair, assuming=assuming)
        unmarking = _Unmarking(core)
        for number, atom in enumerate(atoms):
            yield atom, unmarking.without(number)


class _Unmarking:
    """Takes the marks out of a core; parts without a certain mark are made once."""

    def __init__(self, core: Core) -> None:
        self._core = core
        self._marks: dict[Identity, frozenset[int]] = {}
        self._plain: dict[Identity, Core | Linear] = {}
        self._note(core)

    def without(self, number: int) -> Core:
        """The core where the atom with this mark is false."""
        return self._state(self._core, number)

    def _note(self, part: Core | Linear) -> frozenset[int]:
        """Note the marks that are in a part, and in all its parts."""
        if isinstance(part, Prop):
            _, is_marked, mark = part.text.partition(_MARK)
            found = frozenset({int(mark)}) if is_marked else frozenset()
        else:
            found = frozenset().union(*map(self._note, _parts(part)))
        self._marks[identity(part)] = found
        return found

    def _state(self, core: Core, number: int) -> Core:
        if number in self._marks[identity(core)]:
            return self._made(core, number)
        if (known := self._plain.get(identity(core))) is None:
            known = self._plain[identity(core)] = self._made(core, -1)
        return known  # type: ignore[return-value]

    def _path(self, path: Linear, number: int) -> Linear:
        if number in self._marks[identity(path)]:
            return self._made_path(path, number)
        if (known := self._plain.get(identity(path))) is None:
            known = self._plain[identity(path)] = self._made_path(path, -1)
        return known  # type: ignore[return-value]

    def _made(self, core: Core, number: int) -> Core:
        match core:
            case Truth() | Bound():
                return core
            case Prop(text, positive):
                text, _, mark = text.partition(_MARK)
                return FALSE if mark == str(number) else Prop(text, positive)
            case All(parts):
                return all_of([self._state(part, number) for part in parts])
            case Some(parts):
                return some_of([self._state(part, number) for part in parts])
            case Step(kind, of, label, team):
                return step(kind, self._state(of, number), label, team)
            case Fixpoint(least, name, of):
                body = self._state(of, number)
                return body if isinstance(body, Truth) else Fixpoint(least, name, body)
            case Paths(some, path):
                return Paths(some, self._path(path, number))

    def _made_path(self, path: Linear, number: int) -> Linear:
        match path:
            case Now(of):
                return Now(self._state(of, number))
            case Both(parts):
                return both([self._path(part, number) for part in parts])
            case Either(parts):
                return either([self._path(part, number) for part in parts])
            case Next(of):
                return ahead(self._path(of, number))
            case Until(left, right):
                return until(self._path(left, number), self._path(right, number))
            case Release(left, right):
                return release(self._path(left, number), self._path(right, number))


def _parts(part: Core | Linear) -> tuple[Core | Linear, ...]:
    match part:
        case All(parts) | Some(parts) | Both(parts) | Either(parts):
            return parts
        case Step(_, of) | Fixpoint(_, _, of) | Now(of) | Next(of):
            return (of,)
        case Paths(_, path):
            return (path,)
        case Until(left, right) | Release(left, right):
            return left, right
    return ()
