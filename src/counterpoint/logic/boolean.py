"""Construct core and linear formulas: constants folded, nested joins flattened, no duplicates."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from .core import (
    All,
    Both,
    Bound,
    Core,
    Either,
    Fixpoint,
    Kind,
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

TRUE = Truth(True)
FALSE = Truth(False)
EVER = Now(TRUE)
NEVER = Now(FALSE)


def all_of(parts: Iterable[Core]) -> Core:
    """The intersection of the parts.

    >>> p, q = Prop("p"), Prop("q")
    >>> all_of([p, TRUE, All((q, p))]) == All((p, q)), all_of([p, Prop("p", False)]) == FALSE
    (True, True)
    """
    return _joined(All, TRUE, parts)


def some_of(parts: Iterable[Core]) -> Core:
    """The union of the parts."""
    return _joined(Some, FALSE, parts)


def _joined(join: type[All] | type[Some], neutral: Truth, parts: Iterable[Core]) -> Core:
    kept: dict[Core, None] = {}
    for part in _opened(join, parts):
        if part == neutral:
            continue
        if isinstance(part, Truth) or (isinstance(part, Prop) and negated(part) in kept):
            return Truth(not neutral.value)
        kept[part] = None
    if len(kept) == 1:
        return next(iter(kept))
    return join(tuple(kept)) if kept else neutral


def _opened(join: type[All] | type[Some], parts: Iterable[Core]) -> Iterator[Core]:
    for part in parts:
        if isinstance(part, join):
            yield from part.parts
        else:
            yield part


def step(
    kind: Kind, of: Core, label: str | None = None, team: frozenset[str] = frozenset()
) -> Core:
    """The formula that `of` holds in the next state, in the sense of `kind`.

    Every state has a next state, so a constant `of` is returned as it is where it decides the
    result.
    """
    if isinstance(of, Truth) and (label is None or of.value is (kind is Kind.ALL)):
        return of
    return Step(kind, of, label, team)


def negated(core: Core) -> Core:
    """The complement of a formula; each variable then denotes the complement of its old value.

    >>> negated(Fixpoint(True, "X", Some((Prop("p"), Step(Kind.SOME, Bound("X"))))))
    Fixpoint(least=False, variable='X', of=All(parts=(Prop(text='p', positive=False), \
Step(kind=<Kind.ALL: 'all'>, of=Bound(name='X'), label=None, team=frozenset()))))
    """
    match core:
        case Truth(value):
            return Truth(not value)
        case Prop(text, positive):
            return Prop(text, not positive)
        case Bound():
            return core
        case All(parts):
            return Some(tuple(map(negated, parts)))
        case Some(parts):
            return All(tuple(map(negated, parts)))
        case Step(kind, of, label, team):
            return Step(kind.dual, negated(of), label, team)
        case Fixpoint(least, variable, of):
            return Fixpoint(not least, variable, negated(of))
        case Paths(some, path):
            return Paths(not some, negated_path(path))


def negated_path(path: Linear) -> Linear:
    """The negation of a linear formula."""
    match path:
        case Now(of):
            return Now(negated(of))
        case Both(parts):
            return Either(tuple(map(negated_path, parts)))
        case Either(parts):
            return Both(tuple(map(negated_path, parts)))
        case Next(of):
            return Next(negated_path(of))
        case Until(left, right):
            return Release(negated_path(left), negated_path(right))
        case Release(left, right):
            return Until(negated_path(left), negated_path(right))


def both(parts: Iterable[Linear]) -> Linear:
    """The conjunction, with the parts about the first state merged, and those after a `Next`."""
    return _path_joined(Both, parts)


def either(parts: Iterable[Linear]) -> Linear:
    """The disjunction, with the parts about the first state merged, and those after a `Next`."""
    return _path_joined(Either, parts)


def _path_joined(join: type[Both] | type[Either], parts: Iterable[Linear]) -> Linear:
    now: list[Core] = []
    then: list[Linear] = []
    kept: dict[Linear, None] = {}
    for part in parts:
        for inner in part.parts if isinstance(part, join) else (part,):
            match inner:
                case Now(of):
                    now.append(of)
                case Next(of):
                    then.append(of)
                case _:
                    kept[inner] = None
    if then:
        match _path_joined(join, then):
            case Now(Truth() as of):
                now.append(of)
            case ahead:
                kept[Next(ahead)] = None
    neutral, absorbing = (EVER, NEVER) if join is Both else (NEVER, EVER)
    here = Now(all_of(now) if join is Both else some_of(now))
    if here == absorbing:
        return absorbing
    whole = kept if here == neutral else {here: None} | kept
    return next(iter(whole), neutral) if len(whole) < 2 else join(tuple(whole))
