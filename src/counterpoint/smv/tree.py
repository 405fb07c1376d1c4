"""Abstract syntax trees of SMV, each node with its place in the source."""

from __future__ import annotations

from dataclasses import field
from typing import TypeAlias

from ..data import dataclass
from ..nodes import Tree, nodes_in
from .source import NOWHERE, Span


@dataclass(frozen=True, slots=True, kw_only=True)
class Node(Tree):
    """Base class of nodes. The place `at` does not matter for equality."""

    at: Span = field(default=NOWHERE, compare=False, repr=False)


# Expressions.


@dataclass(frozen=True, slots=True)
class Truth(Node):
    """`TRUE` or `FALSE`."""

    value: bool


@dataclass(frozen=True, slots=True)
class Number(Node):
    """An integer constant."""

    value: int


@dataclass(frozen=True, slots=True)
class WordNumber(Node):
    """A word constant, such as `0ud8_200`; `value` is its bits read as an unsigned number."""

    width: int
    value: int
    signed: bool


@dataclass(frozen=True, slots=True)
class Name(Node):
    """A name on its own: a parameter, a variable, a definition, an instance or a constant."""

    name: str


@dataclass(frozen=True, slots=True)
class Self(Node):
    """`self`, the instance that an expression stands in."""


@dataclass(frozen=True, slots=True)
class Dot(Node):
    """`of.name`, what the instance `of` calls `name`."""

    of: Expression
    name: str


@dataclass(frozen=True, slots=True)
class Index(Node):
    """`of[index]`, an element of an array."""

    of: Expression
    index: Expression


@dataclass(frozen=True, slots=True)
class Slice(Node):
    """`of[high : low]`, some bits of a word."""

    of: Expression
    high: Expression
    low: Expression


@dataclass(frozen=True, slots=True)
class Unary(Node):
    """`!a` or `-a`."""

    operator: str
    of: Expression


@dataclass(frozen=True, slots=True)
class Binary(Node):
    """Two operands with an operator between them, `union` and `in` included."""

    operator: str
    left: Expression
    right: Expression


@dataclass(frozen=True, slots=True)
class Choice(Node):
    """`condition ? then : otherwise`."""

    condition: Expression
    then: Expression
    otherwise: Expression


@dataclass(frozen=True, slots=True)
class Branch(Node):
    """One branch of a `case`."""

    condition: Expression
    of: Expression


@dataclass(frozen=True, slots=True)
class Case(Node):
    """`case condition : of; ... esac`: the first branch counts that has a true condition."""

    branches: tuple[Branch, ...]


@dataclass(frozen=True, slots=True)
class Call(Node):
    """A function of the language, such as `word1`, with its arguments."""

    function: str
    args: tuple[Expression, ...]


@dataclass(frozen=True, slots=True)
class Members(Node):
    """`{a, b}`, a set."""

    parts: tuple[Expression, ...]


@dataclass(frozen=True, slots=True)
class Range(Node):
    """`low .. high`, the set of the integers from one number to another."""

    low: Expression
    high: Expression


@dataclass(frozen=True, slots=True)
class Row(Node):
    """`[a, b]`, an array of a definition."""

    parts: tuple[Expression, ...]


@dataclass(frozen=True, slots=True)
class Next(Node):
    """`next(of)`, its value after the step."""

    of: Expression


@dataclass(frozen=True, slots=True)
class Tense(Node):
    """A temporal operator with its operands.

    `operator` is `X`, `F`, `G`, `U`, `V`, `Y`, `Z`, `H`, `O`, `S` or `T` for linear time; `EX`,
    `AG` and so on, `EU`, `AU`, `EBF`, `ABF`, `EBG`, `ABG`, `EBU`, `ABU` for branching time. A
    bounded one has its bounds.
    """

    operator: str
    parts: tuple[Expression, ...]
    low: int | None = None
    high: int | None = None


Expression: TypeAlias = (
    Truth | Number | WordNumber | Name | Self | Dot | Index | Slice | Unary | Binary | Choice
    | Case | Call | Members | Range | Row | Next | Tense
)  # fmt: skip


def is_temporal(node: Expression) -> bool:
    """Whether an expression has a temporal operator in it."""
    return any(isinstance(part, Tense) for part in nodes_in(node))


# Types.


@dataclass(frozen=True, slots=True)
class BooleanType(Node):
    """`boolean`."""


@dataclass(frozen=True, slots=True)
class WordType(Node):
    """`word[width]`, `unsigned word[width]` or `signed word[width]`."""

    width: Expression
    signed: bool


@dataclass(frozen=True, slots=True)
class RangeType(Node):
    """`low .. high`."""

    low: Expression
    high: Expression


@dataclass(frozen=True, slots=True)
class EnumType(Node):
    """`{a, b}`: the values are names, numbers, and names of names as in `a.b`."""

    members: tuple[Expression, ...]


@dataclass(frozen=True, slots=True)
class ArrayType(Node):
    """`array low .. high of type`."""

    low: Expression
    high: Expression
    of: Type


@dataclass(frozen=True, slots=True)
class WordArrayType(Node):
    """`array word[n] of type`, or `array integer of type`: known, and refused."""

    of: Type


@dataclass(frozen=True, slots=True)
class InstanceType(Node):
    """`module(arguments)`, with `process` before it or not."""

    module: str
    args: tuple[Expression, ...]
    process: bool = False


Type: TypeAlias = (
    BooleanType | WordType | RangeType | EnumType | ArrayType | WordArrayType | InstanceType
)


# Declarations.


@dataclass(frozen=True, slots=True)
class Variable(Node):
    """A variable or an instance; `kind` is `VAR`, `IVAR` or `FROZENVAR`; `at` is its name's."""

    kind: str
    name: str
    type: Type


@dataclass(frozen=True, slots=True)
class Definition(Node):
    """`name := body;` in a `DEFINE`."""

    name: str
    body: Expression


@dataclass(frozen=True, slots=True)
class Constants(Node):
    """`CONSTANTS a, b;`."""

    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Assignment(Node):
    """`target := value`, `init(target) := value` or `next(target) := value`; `kind` says which.

    It is "", "init" or "next".
    """

    kind: str
    target: Expression
    value: Expression


@dataclass(frozen=True, slots=True)
class Constraint(Node):
    """`INIT`, `INVAR`, `TRANS`, `FAIRNESS` or `JUSTICE` with its condition."""

    kind: str
    condition: Expression


@dataclass(frozen=True, slots=True)
class Compassion(Node):
    """`COMPASSION (often, then)`: if `often` holds again and again, then so does `then`."""

    often: Expression
    then: Expression


@dataclass(frozen=True, slots=True)
class Property(Node):
    """A specification; `kind` is `SPEC`, `LTLSPEC`, `INVARSPEC`, `MIN` or `MAX`.

    `MIN` and `MAX` are those of `COMPUTE`, and have two formulas. `context` is what stands after
    `IN`, if anything does.
    """

    kind: str
    name: str
    formulas: tuple[Expression, ...]
    context: tuple[Expression, ...] = ()


@dataclass(frozen=True, slots=True)
class Included(Node):
    """`ISA module`: the declarations of another module are taken in."""

    module: str


Declaration: TypeAlias = (
    Variable | Definition | Constants | Assignment | Constraint | Compassion | Property | Included
)


@dataclass(frozen=True, slots=True)
class Module(Node):
    """`MODULE name(parameters)` with its declarations; `at` is the place of its name."""

    name: str
    parameters: tuple[str, ...]
    declarations: tuple[Declaration, ...]


@dataclass(frozen=True, slots=True)
class Text(Node):
    """A whole text: its modules, in order."""

    modules: tuple[Module, ...]
