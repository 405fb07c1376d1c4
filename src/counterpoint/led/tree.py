"""The trees of LED: what was written, without meaning, each node with its place.

Operators are known by their ASCII spelling; `or` is `V`, `subeq` is `sub`, `nrsec` is `sec`, a
comma between conditions is `&`, and the big operators are `Sum`, `Prod`, `U` and `Sec`.
"""

from __future__ import annotations

from dataclasses import field
from typing import TypeAlias

from ..data import dataclass
from .source import NOWHERE, Span
from .values.value import Value


@dataclass(frozen=True, slots=True, kw_only=True)
class Node:
    """Anything written; nodes are equal when what is written is, wherever it stands."""

    at: Span = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Literal(Node):
    """A number, a string, an atom, `true` or `false`."""

    value: Value


@dataclass(frozen=True, slots=True)
class Name(Node):
    """A name on its own: a variable, or a definition without parameters."""

    name: str


@dataclass(frozen=True, slots=True)
class Call(Node):
    """A definition applied to arguments."""

    name: str
    args: tuple[Expression, ...]


@dataclass(frozen=True, slots=True)
class Tuple(Node):
    """`(a, b)`: at least two parts."""

    parts: tuple[Expression, ...]


@dataclass(frozen=True, slots=True)
class Row(Node):
    """`<a, b>`, a sequence."""

    parts: tuple[Expression, ...]


@dataclass(frozen=True, slots=True)
class Members(Node):
    """`{a, b}`, a set by its members."""

    parts: tuple[Expression, ...]


@dataclass(frozen=True, slots=True)
class Interval(Node):
    """`{low..high}`, the integers from one number to another."""

    low: Expression
    high: Expression


@dataclass(frozen=True, slots=True)
class Such(Node):
    """`{of | where}`, the values of a term for all solutions of a condition."""

    of: Expression
    where: Expression


@dataclass(frozen=True, slots=True)
class Quantified(Node):
    """`some x in S. body` or `all x in S. body`; a pattern is a name or a tuple of patterns."""

    some: bool
    patterns: tuple[Expression, ...]
    among: Expression
    body: Expression


@dataclass(frozen=True, slots=True)
class Big(Node):
    """`Sum[where] of`, and the same of `Prod`, `U` and `Sec`."""

    operator: str
    where: Expression
    of: Expression


@dataclass(frozen=True, slots=True)
class Unary(Node):
    """`-a`, `+a`, `~a`, or `|a|`, which has the operator `||`."""

    operator: str
    of: Expression


@dataclass(frozen=True, slots=True)
class Binary(Node):
    """Two operands with an operator between them."""

    operator: str
    left: Expression
    right: Expression


@dataclass(frozen=True, slots=True)
class Chain(Node):
    """`a < b <= c`: comparisons in a row, all of which are to be true."""

    first: Expression
    rest: tuple[tuple[str, Expression], ...]


@dataclass(frozen=True, slots=True)
class Index(Node):
    """`a[i]`, one part of a tuple or sequence, counted from 1."""

    of: Expression
    index: Expression


@dataclass(frozen=True, slots=True)
class Slice(Node):
    """`a[i..j]`, the parts from one to another."""

    of: Expression
    low: Expression
    high: Expression


@dataclass(frozen=True, slots=True)
class Branch(Node):
    """One case of a guarded body; `otherwise` has no condition."""

    of: Expression
    condition: Expression | None


@dataclass(frozen=True, slots=True)
class Cases(Node):
    """`a if p; b if q; c otherwise`."""

    branches: tuple[Branch, ...]


Expression: TypeAlias = (
    Literal | Name | Call | Tuple | Row | Members | Interval | Such | Quantified | Big | Unary
    | Binary | Chain | Index | Slice | Cases
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Parameter(Node):
    """A parameter of a definition."""

    name: str


@dataclass(frozen=True, slots=True)
class Definition(Node):
    """`If guard then name(parameters) := body where conditions`; `at` is the place of its name."""

    name: str
    parameters: tuple[Parameter, ...]
    body: Expression
    where: Expression | None = None
    guard: Expression | None = None
    is_relation: bool = False

    @property
    def key(self) -> tuple[str, int]:
        """What tells definitions apart: the name, and how many parameters there are."""
        return self.name, len(self.parameters)

    @property
    def head(self) -> str:
        """What stands before `:=`, as text."""
        names = ",".join(parameter.name for parameter in self.parameters)
        return f"{self.name}({names})" if names else self.name


@dataclass(frozen=True, slots=True)
class Signature(Node):
    """`name: type -> type`, a promise that the name is defined; types are not checked."""

    name: str


@dataclass(frozen=True, slots=True)
class Text(Node):
    """A whole text: its definitions and signatures in their order."""

    definitions: tuple[Definition, ...]
    signatures: tuple[Signature, ...] = ()
