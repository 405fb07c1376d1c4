"""Syntax trees of TLA+ modules: what is written, without meanings, with the place of each node.

Operators of the language and of the standard modules are applied by their ASCII spelling. Where
there are several spellings, one is used: `\\cup` `\\cap` `\\o` `\\X` `\\leq` `\\geq` `#` `<=>`
`/\\` `\\/` `~` `-.` (the prefix minus). These spellings are not identifiers, so no definition can
hide them by accident.
"""

from __future__ import annotations

from dataclasses import field
from typing import TypeAlias

from ..data import dataclass
from ..errors import QUOTED, Place
from ..nodes import Tree


@dataclass(frozen=True, slots=True)
class Span:
    """A region of a file: lines and columns count from 1, and the end is exclusive."""

    file: str
    line: int
    column: int
    end_line: int
    end_column: int

    def place(self) -> Place:
        """The place of the first line, with carets under the spanned columns, for errors."""
        width = self.end_column - self.column if self.end_line == self.line else QUOTED
        return Place.of_span(self.file, self.line, self.column, width)


NOWHERE = Span("", 0, 0, 0, 0)
"""The span of nodes that are not in a file."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Node(Tree):
    """A node of a syntax tree; nodes compare equal regardless of their spans."""

    at: Span = field(default=NOWHERE, compare=False, repr=False)


# Expressions --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Number(Node):
    """A natural number, written in any base."""

    value: int


@dataclass(frozen=True, slots=True)
class Decimal(Node):
    """A number with a decimal point, as written."""

    text: str


@dataclass(frozen=True, slots=True)
class String(Node):
    """The value of a string, without quotes and escapes."""

    value: str


@dataclass(frozen=True, slots=True)
class Truth(Node):
    """TRUE or FALSE."""

    value: bool


@dataclass(frozen=True, slots=True)
class Apply(Node):
    """An operator applied to arguments; an identifier has none."""

    name: str
    args: tuple[Expression, ...] = ()


@dataclass(frozen=True, slots=True)
class Qualified(Node):
    """An operator of an instance: `I(a)!J!Op(b)` has the path I(a), J and the operator Op(b)."""

    path: tuple[Apply, ...]
    operator: Apply


@dataclass(frozen=True, slots=True)
class And(Node):
    """A conjunction, as a list or with `/\\`, flattened where there are no parentheses."""

    parts: tuple[Expression, ...]


@dataclass(frozen=True, slots=True)
class Or(Node):
    """A disjunction, as a list or with `\\/`, flattened where there are no parentheses."""

    parts: tuple[Expression, ...]


@dataclass(frozen=True, slots=True)
class Bound(Node):
    """`x \\in S`, or `<<x, y>> \\in S` as a pattern; `x, y \\in S` becomes two bounds.

    Without a set the identifier is not bounded.
    """

    names: tuple[str, ...]
    set: Expression | None
    pattern: bool = False


@dataclass(frozen=True, slots=True)
class Quantified(Node):
    """`\\A`, `\\E`, `\\AA` or `\\EE`; `kind` is the name without the backslash."""

    kind: str
    bounds: tuple[Bound, ...]
    body: Expression


@dataclass(frozen=True, slots=True)
class Choose(Node):
    """`CHOOSE x \\in S : body`; without a set, `CHOOSE x : body`."""

    bound: Bound
    body: Expression


@dataclass(frozen=True, slots=True)
class SetOf(Node):
    """`{a, b, c}`."""

    items: tuple[Expression, ...]


@dataclass(frozen=True, slots=True)
class Filter(Node):
    """`{x \\in S : condition}`."""

    bound: Bound
    condition: Expression


@dataclass(frozen=True, slots=True)
class Map(Node):
    """`{value : x \\in S, y \\in T}`."""

    value: Expression
    bounds: tuple[Bound, ...]


@dataclass(frozen=True, slots=True)
class Function(Node):
    """`[x \\in S, y \\in T |-> body]`, or the function that `name[x \\in S] == body` defines.

    With a name, the body may refer to the function itself. Several bounds make one function over
    tuples.
    """

    bounds: tuple[Bound, ...]
    body: Expression
    name: str | None = None


@dataclass(frozen=True, slots=True)
class FunctionSet(Node):
    """`[domain -> range]`."""

    domain: Expression
    range: Expression


@dataclass(frozen=True, slots=True)
class Index(Node):
    """`function[a, b]`; several arguments are one tuple."""

    function: Expression
    args: tuple[Expression, ...]


@dataclass(frozen=True, slots=True)
class Record(Node):
    """`[name |-> value, ...]`."""

    fields: tuple[tuple[str, Expression], ...]


@dataclass(frozen=True, slots=True)
class RecordSet(Node):
    """`[name : set, ...]`."""

    fields: tuple[tuple[str, Expression], ...]


@dataclass(frozen=True, slots=True)
class Field(Node):
    """`record.name`."""

    record: Expression
    name: str


@dataclass(frozen=True, slots=True)
class Update(Node):
    """`![a][b, c].name = value`: the arguments at each level (a field's name is a string)."""

    path: tuple[tuple[Expression, ...], ...]
    value: Expression


@dataclass(frozen=True, slots=True)
class Except(Node):
    """`[function EXCEPT update, ...]`."""

    function: Expression
    updates: tuple[Update, ...]


@dataclass(frozen=True, slots=True)
class Old(Node):
    """`@` in the value of an update: the old value."""


@dataclass(frozen=True, slots=True)
class Tuple(Node):
    """`<<a, b, c>>`."""

    items: tuple[Expression, ...]


@dataclass(frozen=True, slots=True)
class If(Node):
    """`IF condition THEN then ELSE otherwise`."""

    condition: Expression
    then: Expression
    otherwise: Expression


@dataclass(frozen=True, slots=True)
class Case(Node):
    """`CASE condition -> value [] ... [] OTHER -> other`."""

    arms: tuple[tuple[Expression, Expression], ...]
    other: Expression | None


@dataclass(frozen=True, slots=True)
class Let(Node):
    """`LET definitions IN body`."""

    units: tuple[Unit, ...]
    body: Expression


@dataclass(frozen=True, slots=True)
class Lambda(Node):
    """`LAMBDA x, y : body`, which can only be an argument or a substitution."""

    parameters: tuple[str, ...]
    body: Expression


@dataclass(frozen=True, slots=True)
class Labelled(Node):
    """`name(a, b) :: body`."""

    name: str
    parameters: tuple[str, ...]
    body: Expression


@dataclass(frozen=True, slots=True)
class Subexpression(Node):
    """A part of a definition, named by its position or its label: `Op(a)!1!(b)!<<`, `Op!lab(c)`.

    Each step is a label applied to arguments, or a Selector.
    """

    path: tuple[Apply | Selector, ...]


@dataclass(frozen=True, slots=True)
class Selector(Node):
    """One step into an expression: `1`, `<<`, `>>`, `@`, `:`, or arguments in parentheses."""

    step: str
    args: tuple[Expression, ...] = ()


@dataclass(frozen=True, slots=True)
class Prime(Node):
    """`body'`."""

    body: Expression


@dataclass(frozen=True, slots=True)
class Unchanged(Node):
    """`UNCHANGED body`."""

    body: Expression


@dataclass(frozen=True, slots=True)
class Enabled(Node):
    """`ENABLED action`."""

    action: Expression


@dataclass(frozen=True, slots=True)
class Square(Node):
    """`[action]_subscript`."""

    action: Expression
    subscript: Expression


@dataclass(frozen=True, slots=True)
class Angle(Node):
    """`<<action>>_subscript`."""

    action: Expression
    subscript: Expression


@dataclass(frozen=True, slots=True)
class Fair(Node):
    """`WF_subscript(action)`, or `SF` if it is strong."""

    strong: bool
    subscript: Expression
    action: Expression


Expression: TypeAlias = (
    Number | Decimal | String | Truth | Apply | Qualified | And | Or | Quantified | Choose | SetOf
    | Filter | Map | Function | FunctionSet | Index | Record | RecordSet | Field | Except | Old
    | Tuple | If | Case | Let | Lambda | Labelled | Subexpression | Prime | Unchanged | Enabled
    | Square | Angle | Fair
)  # fmt: skip
"""`[]F`, `<>F`, `F ~> G`, `F -+-> G` and `A \\cdot B` are operator applications."""


# Units --------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Parameter(Node):
    """A parameter or a declared constant, with the number of arguments that it takes."""

    name: str
    arity: int = 0


@dataclass(frozen=True, slots=True)
class Definition(Node):
    """`name(parameters) == body`."""

    name: str
    parameters: tuple[Parameter, ...]
    body: Expression
    local: bool = False


@dataclass(frozen=True, slots=True)
class Recursive(Node):
    """`RECURSIVE name(_, _)`: the definitions of these names may refer to themselves."""

    names: tuple[Parameter, ...]


@dataclass(frozen=True, slots=True)
class Variables(Node):
    """`VARIABLES x, y`, with the place of each."""

    names: tuple[str, ...]
    places: tuple[Span, ...] = field(default=(), compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Constants(Node):
    """`CONSTANTS N, Op(_)`."""

    names: tuple[Parameter, ...]


@dataclass(frozen=True, slots=True)
class Instance(Node):
    """`name(parameters) == INSTANCE module WITH x <- e`; without a name, it adds its operators."""

    name: str | None
    parameters: tuple[Parameter, ...]
    module: str
    substitutions: tuple[tuple[str, Expression], ...]
    local: bool = False


@dataclass(frozen=True, slots=True)
class Assume(Node):
    """`ASSUME name == fact`."""

    name: str | None
    fact: Expression


@dataclass(frozen=True, slots=True)
class Theorem(Node):
    """`THEOREM name == statement`; `ASSUME a PROVE b` has assumptions. The proof is not kept."""

    name: str | None
    statement: Expression | None
    assumptions: tuple[Expression | Parameter, ...] = ()


@dataclass(frozen=True, slots=True)
class Module(Node):
    """A module; a nested module is a unit of the outer one. Its span is that of its name."""

    name: str
    extends: tuple[str, ...]
    units: tuple[Unit, ...]
    extends_at: tuple[Span, ...] = field(default=(), compare=False, repr=False)


Unit: TypeAlias = (
    Definition | Recursive | Variables | Constants | Instance | Assume | Theorem | Module
)
