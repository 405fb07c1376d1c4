"""Abstract syntax trees of LED, each node with its place in the source.

Operators have their ASCII spelling: `or` is `V`, `subeq` is `sub`, `nrsec` is `sec`, and a comma
between conditions is `&`. The big operators are `Sum`, `Prod`, `U` and `Sec`.
"""

from __future__ import annotations

from dataclasses import field
from typing import TypeAlias

from ..data import dataclass
from ..nodes import Tree
from .source import NOWHERE, Span
from .values.value import Value


@dataclass(frozen=True, slots=True, kw_only=True)
class Node(Tree):
    """Base class of nodes. The place `at` does not matter for equality."""

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
    """`(a, b)`, a tuple with at least two parts."""

    parts: tuple[Expression, ...]


@dataclass(frozen=True, slots=True)
class Row(Node):
    """`<a, b>`, a sequence."""

    parts: tuple[Expression, ...]


@dataclass(frozen=True, slots=True)
class Members(Node):
    """`{a, b}`, a set given by its members."""

    parts: tuple[Expression, ...]


@dataclass(frozen=True, slots=True)
class Interval(Node):
    """`{low..high}`, the integers from one number to another."""

    low: Expression
    high: Expression


@dataclass(frozen=True, slots=True)
class Such(Node):
    """`{of | where}`, the set of the values of a term for all solutions of a condition."""

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
    """`Sum[where] of`, and likewise for `Prod`, `U` and `Sec`."""

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
    """`a < b <= c`: a chain of comparisons; it is true if all of them are."""

    first: Expression
    rest: tuple[tuple[str, Expression], ...]


@dataclass(frozen=True, slots=True)
class Index(Node):
    """`a[i]`, one part of a tuple, sequence or string, counted from 1."""

    of: Expression
    index: Expression


@dataclass(frozen=True, slots=True)
class Slice(Node):
    """`a[i..j]`, the parts from `i` to `j`, both included."""

    of: Expression
    low: Expression
    high: Expression


@dataclass(frozen=True, slots=True)
class Branch(Node):
    """One case of a body; the condition of `otherwise` is None."""

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
    """`If guard then name(parameters) := body where conditions`; `at` is the place of the name.

    `is_relation` is whether it is written with `iff` in place of `:=`.
    """

    name: str
    parameters: tuple[Parameter, ...]
    body: Expression
    where: Expression | None = None
    guard: Expression | None = None
    is_relation: bool = False

    @property
    def key(self) -> tuple[str, int]:
        """The key that identifies the definition: its name and number of parameters."""
        return self.name, len(self.parameters)

    @property
    def head(self) -> str:
        """The part before `:=` or `iff`, as text."""
        names = ",".join(parameter.name for parameter in self.parameters)
        return f"{self.name}({names})" if names else self.name


@dataclass(frozen=True, slots=True)
class Signature(Node):
    """`name: type -> type`, a declaration that the name is defined; types are not checked."""

    name: str


@dataclass(frozen=True, slots=True)
class Text(Node):
    """A whole text: its definitions and signatures, in order."""

    definitions: tuple[Definition, ...]
    signatures: tuple[Signature, ...] = ()
