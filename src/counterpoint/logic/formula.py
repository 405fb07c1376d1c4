"""Formulas as written: one syntax tree for LTL, CTL, ATL and the mu-calculus.

The parser builds them, `str` prints them, and `to_core` translates them into the form that engines
evaluate. A formula is a *state* formula or a *path* formula; a path formula at the top is asked of
all paths.
"""

from __future__ import annotations

from dataclasses import field
from enum import Enum
from typing import TypeAlias, cast

from ..data import dataclass


@dataclass(frozen=True, slots=True)
class Span:
    """The place of a formula in its text: from character `start` up to `end`, exclusive."""

    start: int
    end: int


NOWHERE = Span(0, 0)


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
