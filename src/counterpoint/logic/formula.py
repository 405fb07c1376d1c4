"""Formulas as written: one syntax tree for LTL, CTL, ATL and the mu-calculus.

The parser builds them, `str` prints them, and `to_core` translates them into the form that engines
evaluate. A formula is a *state* formula or a *path* formula; a path formula at the top is asked of
all paths.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field
from enum import Enum
from typing import TypeAlias, cast

from ..data import dataclass
from .span import NOWHERE, Span


class Junctor(Enum):
    """A binary connective; the value is its text."""

    AND = "&"
    OR = "|"
    IMPLIES = "->"
    IFF = "<->"


class Tense(Enum):
    """A temporal operator: the first three take one formula, the others two."""

    NEXT = "X"
    FINALLY = "F"
    GLOBALLY = "G"
    UNTIL = "U"
    WEAK_UNTIL = "W"
    RELEASE = "R"
    STRONG_RELEASE = "M"


class _Shown:
    """The base of all formulas: `str` gives text that `parse` reads as the same formula."""

    __slots__ = ()

    def __str__(self) -> str:
        from .text import show

        return show(cast("Formula", self))


@dataclass(frozen=True, slots=True)
class Const(_Shown):
    """`true` or `false`."""

    value: bool
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class Atom(_Shown):
    """A text that the target interprets: a name, an event, `once(E)`, `x[0] = 1`.

    `text` has single blanks and no enclosing braces.
    """

    text: str
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class Not(_Shown):
    of: Formula
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class Junction(_Shown):
    """Two formulas joined by `&`, `|`, `->` or `<->`."""

    junctor: Junctor
    left: Formula
    right: Formula
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class Temporal(_Shown):
    """A temporal operator before one formula (`parts` has one) or between two."""

    tense: Tense
    parts: tuple[Formula, ...]
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class Path(_Shown):
    """`E` (some path) or `A` (all paths) before a path formula."""

    some: bool
    of: Formula
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class Team(_Shown):
    """`<<players>> path`: they can enforce it; `[[players]] path`: they cannot avoid it."""

    players: tuple[str, ...]
    enforce: bool
    of: Formula
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class Modal(_Shown):
    """`<>` (some step) or `[]` (each step) before a formula; `<a>`, `[a]`: only steps `a` count."""

    some: bool
    label: str | None
    of: Formula
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class Fix(_Shown):
    """`mu X. f` (least) or `nu X. f` (greatest)."""

    least: bool
    variable: str
    of: Formula
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class Variable(_Shown):
    """A variable bound by an enclosing `mu` or `nu`."""

    name: str
    span: Span = field(default=NOWHERE, compare=False)


Formula: TypeAlias = Const | Atom | Not | Junction | Temporal | Path | Team | Modal | Fix | Variable


ROWS = frozenset({Junctor.AND, Junctor.OR})
"""The connectives whose formulas stand in a row, one level each: a long row is not deep."""


def operands(junction: Junction) -> list[Formula]:
    """The formulas that a junction joins, from left to right: two, unless it is a row.

    >>> from counterpoint.logic.parser import parse
    >>> [str(part) for part in operands(parse("a & b & (c & d)"))]
    ['a', 'b', 'c & d']
    """
    parts = [junction.right]
    left = junction.left
    if junction.junctor in ROWS:
        while isinstance(left, Junction) and left.junctor is junction.junctor:
            parts.append(left.right)
            left = left.left
    return [left, *reversed(parts)]


def joined(junctor: Junctor, parts: list[Formula], span: Span) -> Formula:
    """The junction that has the parts as its `operands`.

    >>> from counterpoint.logic.parser import parse
    >>> row = parse("a | b | c")
    >>> joined(row.junctor, operands(row), row.span) == row
    True
    """
    whole = parts[0]
    for part in parts[1:]:
        whole = Junction(junctor, whole, part, span)
    return whole


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
