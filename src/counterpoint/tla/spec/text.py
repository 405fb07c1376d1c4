r"""Printing syntax trees as TLA+ on one line, with as few parentheses as the language needs."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby
from typing import TypeAlias

from ..scope import Defined, Scope, Value
from ..syntax.operators import INFIX, POSTFIX, PREFIX
from ..tree import (
    And,
    Angle,
    Apply,
    Bound,
    Case,
    Choose,
    Constants,
    Decimal,
    Definition,
    Enabled,
    Except,
    Expression,
    Fair,
    Field,
    Filter,
    Function,
    FunctionSet,
    If,
    Index,
    Instance,
    Labelled,
    Lambda,
    Let,
    Map,
    Node,
    Number,
    Old,
    Or,
    Parameter,
    Prime,
    Qualified,
    Quantified,
    Record,
    RecordSet,
    Recursive,
    Selector,
    SetOf,
    Square,
    String,
    Subexpression,
    Truth,
    Tuple,
    Unchanged,
    Unit,
    Update,
    Variables,
)
from ..values import show
from .binding import given

Range: TypeAlias = tuple[int, int]
"""A range of operator precedence; where two ranges overlap, parentheses are needed."""

OPEN: Range = (0, 0)
"""Constructs that extend as far to the right as possible, such as quantifiers, IF and LET."""

JUNCTION: Range = (3, 3)
PREFIXED: Range = (4, 15)
PRIMED: Range = (15, 15)
APPLIED: Range = (16, 16)
INDEXED: Range = (17, 17)
CLOSED: Range = (99, 99)
"""Names, and expressions with brackets of their own."""

LIMIT = 80
"""The most characters of a text that is used as a name."""


def text(expression: Expression, scope: Scope | None = None) -> str:
    r"""The expression as TLA+, on one line.

    With a scope, a name that is bound by a quantifier or a call is replaced by what it is bound to.

    >>> from counterpoint.tla.tree import And, Apply, Number, Or, Prime
    >>> x, one = Apply("x"), Number(value=1)
    >>> same = Apply("=", (Prime(body=x), Apply("+", (x, one))))
    >>> print(text(And(parts=(same, Or(parts=(Apply("P"), Apply("Q")))))))
    x' = x + 1 /\ (P \/ Q)
    """
    return _Writer(scope).write(expression)[0]


def shortened(expression: Expression, scope: Scope | None = None, limit: int = LIMIT) -> str:
    """The expression as TLA+, cut off after `limit` characters.

    >>> from counterpoint.tla.tree import Apply
    >>> shortened(Apply("f", (Apply("a"), Apply("b"))), limit=6)
    'f( ...'
    """
    whole = text(expression, scope)
    return whole if len(whole) <= limit else whole[: limit - 4].rstrip() + " ..."


class _Writer:
    """Prints trees. `hidden` are the names that are bound in the text, whatever `scope` says."""

    def __init__(self, scope: Scope | None, hidden: frozenset[str] = frozenset()) -> None:
        self.scope = scope
        self.hidden = hidden

    def hiding(self, names: Iterable[str]) -> _Writer:
        return _Writer(self.scope, self.hidden.union(names))

    def plain(self, node: Expression) -> str:
        return self.write(node)[0]

    def list(self, nodes: Iterable[Expression]) -> str:
        return ", ".join(map(self.plain, nodes))

    def within(self, node: Expression, around: Range) -> str:
        """The text of a part, in parentheses unless it binds tighter than its surroundings."""
        written, own = self.write(node)
        return f"({written})" if own[0] <= around[1] else written

    def write(self, node: Expression) -> tuple[str, Range]:
        """The text of a node, and its precedence."""
        match node:
            case Apply():
                return self._apply(node)
            case And(parts) | Or(parts):
                return self._junction(node, parts)
            case Quantified() | Choose() | If() | Case() | Let() | Lambda() | Labelled():
                return self._open(node), OPEN
            case Prime(body):
                return self.within(body, PRIMED) + "'", PRIMED
            case Unchanged(body):
                return f"UNCHANGED {self._operand(body, PREFIXED)}", PREFIXED
            case Enabled(body):
                return f"ENABLED {self._operand(body, PREFIXED)}", PREFIXED
            case Index(function, args):
                return f"{self._primed(function)}[{self.list(args)}]", INDEXED
            case Field(of, name):
                return f"{self._primed(of)}.{name}", INDEXED
            case _:
                return self._closed(node), CLOSED

    def _primed(self, node: Expression) -> str:
        """The text of an expression before `[x]` or `.name`; `f'[x]` needs no parentheses."""
        return self.plain(node) if isinstance(node, Prime) else self.within(node, APPLIED)

    def _apply(self, node: Apply) -> tuple[str, Range]:
        name, args = node.name, node.args
        if not args:
            return self._name(name)
        if len(args) > 1 and name in INFIX:
            return self._infix(name, args), (INFIX[name].low, INFIX[name].high)
        if len(args) == 1 and name in PREFIX:
            gap = " " if name[0].isalpha() else ""
            own = (PREFIX[name].low, PREFIX[name].high)
            return f"{name.rstrip('.')}{gap}{self._operand(args[0], own)}", own
        if len(args) == 1 and name in POSTFIX:
            return self.within(args[0], PRIMED) + name, PRIMED
        return f"{name}({self.list(args)})", CLOSED

    def _operand(self, node: Expression, own: Range) -> str:
        """The text of the operand of a prefix operator, in parentheses if it needs them."""
        if isinstance(node, Unchanged | Enabled) or (
            isinstance(node, Apply) and len(node.args) == 1 and node.name in PREFIX
        ):
            return self.plain(node)
        written = self.within(node, (0, max(own[1], 14)))
        # Not every parser reads `DOMAIN (f)[x]` as `DOMAIN ((f)[x])`.
        looks_apart = isinstance(node, Index | Field | Prime) and not written[0].isidentifier()
        looks_apart = looks_apart or (isinstance(node, Index | Field) and "'" in written)
        return f"({written})" if looks_apart else written

    def _name(self, name: str) -> tuple[str, Range]:
        if self.scope is None or name in self.hidden:
            return name, CLOSED
        match given(name, self.scope):
            case Value(value):
                return show(value), CLOSED
            case Defined(parameters=(), body=body, scope=scope):
                return _Writer(scope).write(body)
            case _:
                return name, CLOSED

    def _infix(self, name: str, args: tuple[Expression, ...]) -> str:
        own, (first, *others) = INFIX[name], args
        is_chain = isinstance(first, Apply) and first.name == name
        goes_on = own.left and name != "\\X" and is_chain
        texts = [self.plain(first) if goes_on else self.within(first, (own.low, own.high))]
        texts += [self.within(other, (own.low, own.high)) for other in others]
        return (name if name in {"..", "..."} else f" {name} ").join(texts)

    def _junction(self, node: Expression, parts: tuple[Expression, ...]) -> tuple[str, Range]:
        sign = " /\\ " if isinstance(node, And) else " \\/ "
        texts = [self.within(part, JUNCTION) for part in parts[:-1]]
        last, own = self.write(parts[-1])
        stays_open = own == OPEN and not isinstance(parts[-1], And | Or)
        texts.append(last if stays_open or own[0] > JUNCTION[1] else f"({last})")
        return sign.join(texts), OPEN if stays_open else JUNCTION

    def _open(self, node: Expression) -> str:
        match node:
            case Quantified(kind, bounds, body):
                inner = self.hiding(_names(bounds))
                return f"\\{kind} {self._bounds(bounds)} : {inner.plain(body)}"
            case Choose(bound, body):
                inner = self.hiding(bound.names)
                return f"CHOOSE {self._bounds((bound,))} : {inner.plain(body)}"
            case If(condition, then, otherwise):
                parts = map(self.plain, (condition, then, otherwise))
                return "IF {} THEN {} ELSE {}".format(*parts)
            case Case(arms, other):
                texts = [f"{self._arm(test)} -> {self._arm(value)}" for test, value in arms]
                texts += [f"OTHER -> {self.plain(other)}"] if other else []
                return "CASE " + " [] ".join(texts)
            case Let(units, body):
                inner = self.hiding(_defined(units))
                return f"LET {' '.join(map(inner.unit, units))} IN {inner.plain(body)}"
            case Lambda(parameters, body):
                return f"LAMBDA {', '.join(parameters)} : {self.hiding(parameters).plain(body)}"
            case Labelled(name, parameters, body):
                return f"{name}{_listed(parameters)} :: {self.plain(body)}"
            case _:
                raise AssertionError(node)

    def _arm(self, node: Expression) -> str:
        """The text of a part before more text, in parentheses if it would extend into that."""
        written, own = self.write(node)
        return f"({written})" if own == OPEN else written

    def _closed(self, node: Expression) -> str:
        match node:
            case Number(value):
                return str(value)
            case Decimal(digits):
                return digits
            case String(value):
                return show(value)
            case Truth(value):
                return "TRUE" if value else "FALSE"
            case Old():
                return "@"
            case Qualified(path, operator):
                steps = [self._call(step) for step in (*path, operator)]
                return "!".join(steps)
            case Subexpression(path):
                return "!".join(map(self._step, path))
            case Square(action, subscript):
                return f"[{self.plain(action)}]_{self._subscript(subscript)}"
            case Angle(action, subscript):
                return f"<<{self.plain(action)}>>_{self._subscript(subscript)}"
            case Fair(strong, subscript, action):
                kind = "SF" if strong else "WF"
                return f"{kind}_{self._subscript(subscript)}({self.plain(action)})"
            case _:
                return self._data(node)

    def _data(self, node: Expression) -> str:
        match node:
            case SetOf(items):
                return "{" + self.list(items) + "}"
            case Tuple(items):
                return "<<" + self.list(items) + ">>"
            case Filter(bound, condition):
                inner = self.hiding(bound.names)
                return "{" + f"{self._bounds((bound,))} : {inner.plain(condition)}" + "}"
            case Map(value, bounds):
                inner = self.hiding(_names(bounds))
                of = inner._arm(value)  # without parentheses, {x \in S : P} would be a filter
                said = f"({of})" if isinstance(value, Apply) and value.name == "\\in" else of
                return "{" + f"{said} : {self._bounds(bounds)}" + "}"
            case Function(bounds, body, name):
                inner = self.hiding([*_names(bounds), *([name] if name else [])])
                return f"[{self._bounds(bounds)} |-> {inner.plain(body)}]"
            case FunctionSet(domain, range):
                return f"[{self.plain(domain)} -> {self.plain(range)}]"
            case Record(fields):
                return "[" + ", ".join(f"{n} |-> {self.plain(v)}" for n, v in fields) + "]"
            case RecordSet(fields):
                return "[" + ", ".join(f"{n} : {self.plain(v)}" for n, v in fields) + "]"
            case Except(function, updates):
                changes = ", ".join(map(self._update, updates))
                return f"[{self.plain(function)} EXCEPT {changes}]"
            case _:
                raise AssertionError(node)

    def _update(self, update: Update) -> str:
        places = "".join(f"[{self.list(args)}]" for args in update.path)
        return f"!{places} = {self.plain(update.value)}"

    def _subscript(self, node: Expression) -> str:
        is_simple = isinstance(node, Tuple | Qualified) or (
            isinstance(node, Apply) and not node.args
        )
        return self.plain(node) if is_simple else f"({self.plain(node)})"

    def _call(self, call: Apply) -> str:
        return f"{call.name}({self.list(call.args)})" if call.args else call.name

    def _step(self, step: Apply | Selector) -> str:
        if isinstance(step, Apply):
            return self._call(step)
        return f"({self.list(step.args)})" if step.args else step.step

    def _bounds(self, bounds: tuple[Bound, ...]) -> str:
        """`x, y \\in S, <<a, b>> \\in T`: neighbours with the same set share it."""
        texts = []
        for (_, pattern), run in groupby(bounds, lambda bound: (bound.set, bound.pattern)):
            group = list(run)
            names = [_tuple(b.names) if pattern else ", ".join(b.names) for b in group]
            of = group[0].set
            texts.append(", ".join(names) + (f" \\in {self.plain(of)}" if of else ""))
        return ", ".join(texts)

    def unit(self, unit: Unit) -> str:
        match unit:
            case Definition(name, parameters, body):
                inner = self.hiding(parameter.name for parameter in parameters)
                return f"{name}{_declared(parameters)} == {inner.plain(body)}"
            case Recursive(names):
                return f"RECURSIVE {', '.join(map(_declaration, names))}"
            case Instance(name, parameters, module, substitutions):
                head = f"{name}{_declared(parameters)} == " if name else ""
                given = ", ".join(f"{left} <- {self.plain(e)}" for left, e in substitutions)
                return f"{head}INSTANCE {module}" + (f" WITH {given}" if given else "")
            case Variables(names):
                return f"VARIABLES {', '.join(names)}"
            case Constants(names):
                return f"CONSTANTS {', '.join(map(_declaration, names))}"
            case Node():
                return "..."


def _names(bounds: tuple[Bound, ...]) -> list[str]:
    return [name for bound in bounds for name in bound.names]


def _defined(units: tuple[Unit, ...]) -> list[str]:
    return [unit.name for unit in units if isinstance(unit, Definition | Instance) and unit.name]


def _tuple(names: Iterable[str]) -> str:
    return f"<<{', '.join(names)}>>"


def _listed(names: tuple[str, ...]) -> str:
    return f"({', '.join(names)})" if names else ""


def _declared(parameters: tuple[Parameter, ...]) -> str:
    return _listed(tuple(map(_declaration, parameters)))


def _declaration(parameter: Parameter) -> str:
    return parameter.name + _listed(("_",) * parameter.arity)
