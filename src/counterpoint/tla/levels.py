"""The levels of expressions: constant, state, action, temporal.

See Lamport, Specifying Systems (2002), section 17.2. Each definition is processed once, with the
levels of its parameters left open: which of them add to its level, and how high each may be. An
application fills in the levels of its arguments.

These rules of the language depend on the form only: `N'` is an action, even if N is a constant.
What the value of an expression depends on is computed in `evaluate/reader.py`; the level there is
never higher than the level here.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import field
from enum import IntEnum

from ..data import dataclass
from ..errors import BadMeaning
from .children import bound_names, children, sets
from .instances import given_for, let_scope, opened
from .scope import (
    Builtin,
    Defined,
    Instantiated,
    Local,
    Meaning,
    Scope,
    Variable,
)
from .tree import (
    And,
    Angle,
    Apply,
    Bound,
    Case,
    Choose,
    Definition,
    Enabled,
    Expression,
    Fair,
    Filter,
    Function,
    If,
    Labelled,
    Lambda,
    Let,
    Map,
    Or,
    Parameter,
    Prime,
    Qualified,
    Quantified,
    Record,
    Square,
    Subexpression,
    Unchanged,
)  # fmt: skip


class Level(IntEnum):
    """The level of an expression."""

    CONSTANT = 0
    STATE = 1
    ACTION = 2
    TEMPORAL = 3

    def __str__(self) -> str:
        return ("a constant", "a state function", "an action", "a temporal formula")[self]


CONSTANT, STATE, ACTION, TEMPORAL = Level

PARAMETER = -1
"""The slot of a parameter while its definition is processed by itself."""

BOUND = -2
"""The slot of a bound identifier while its expression is processed."""

KEY = "level"
"""The key in `Defined.notes` for the `Reach` of a definition."""

LIMITS = {"~": TEMPORAL, "=>": TEMPORAL, "<=>": TEMPORAL, "[]": TEMPORAL, "<>": TEMPORAL,
          "~>": TEMPORAL, "-+->": TEMPORAL, "'": STATE, "UNCHANGED": STATE}  # fmt: skip
"""The highest levels of the operands of built-in operators, where that is not an action."""

LEVELS = {"[]": TEMPORAL, "<>": TEMPORAL, "~>": TEMPORAL, "-+->": TEMPORAL, "\\cdot": ACTION,
          "'": ACTION, "UNCHANGED": ACTION, "ENABLED": STATE}  # fmt: skip
"""The levels of the results of built-in operators, where they differ from the operands' levels."""


LOGICAL = frozenset({"=>", "<=>", "/\\", "\\/"})

SPECIAL = LIMITS.keys() | LEVELS.keys() | LOGICAL
"""The operators with special rules; all others take operands up to an action and pass levels on."""


@dataclass(frozen=True, slots=True)
class Reach:
    """The level of an expression, the parameters that add to it, and the limits on their levels."""

    level: Level = CONSTANT
    through: frozenset[str] = frozenset()
    limits: Mapping[str, Level] = field(default_factory=dict)

    def __or__(self, other: Reach) -> Reach:
        if not other.through and not other.limits:
            return (
                self if other.level <= self.level else Reach(other.level, self.through, self.limits)
            )
        limits = dict(self.limits)
        for name, limit in other.limits.items():
            limits[name] = min(limit, limits.get(name, limit))
        return Reach(max(self.level, other.level), self.through | other.through, limits)

    def at_most(self, limit: Level) -> Reach:
        """The same reach, with a limit on the levels of its parameters."""
        if not self.through or limit is TEMPORAL:
            return self
        return self | Reach(limits=dict.fromkeys(self.through, limit))

    def fixed(self, level: Level) -> Reach:
        """The same reach as part of an expression that has a fixed level."""
        return Reach(level, frozenset(), self.limits)

    def without(self, names: Iterable[str]) -> Reach:
        """The same reach without these parameters."""
        names = frozenset(names)
        limits = {name: limit for name, limit in self.limits.items() if name not in names}
        return Reach(self.level, self.through - names, limits)


NOTHING = Reach()


def level_of(expression: Expression, scope: Scope) -> Level:
    """The level of an expression in a scope; raises `BadMeaning` where levels do not fit.

    >>> scope = Scope({"x": Variable("x", 0)})
    >>> level_of(Prime(Apply("x")), scope).name
    'ACTION'
    """
    return reach_of(expression, scope).level


def reach_of(expression: Expression, scope: Scope) -> Reach:
    """The reach of an expression in a scope; raises `BadMeaning` where levels do not fit."""
    return _Levels().of(expression, scope)


def reach_of_definition(defined: Defined) -> Reach:
    """The reach of a definition's body, with its parameters left open."""
    return _Levels().definition(defined)


class _Levels:
    """Computes levels; `_open` are the definitions that are being processed."""

    def __init__(self) -> None:
        self._open: set[Defined] = set()
        self._waiting: set[Defined] = set()
        """Open definitions that were used before their reach was known."""

    # Definitions ----------------------------------------------------------------------------------

    def definition(self, defined: Defined) -> Reach:
        if (known := defined.notes.get(KEY)) is not None:
            assert isinstance(known, Reach)
            return known
        if defined in self._open:
            self._waiting.add(defined)
            return NOTHING
        around, self._waiting = self._waiting, set()
        self._open.add(defined)
        found = self.of(defined.body, _alone(defined.parameters, defined.scope))
        self._open.discard(defined)
        self._waiting.discard(defined)
        if not self._waiting:
            defined.notes[KEY] = found
        self._waiting |= around
        return found

    def _applied(self, defined: Defined, args: tuple[Expression, ...], scope: Scope) -> Reach:
        names = [parameter.name for parameter in defined.parameters]
        if not args or defined in self._open:
            found = self.definition(defined).without(names)
            return self._all(args, scope, found)
        if any(parameter.arity for parameter in defined.parameters):
            return self._opened(defined, args, scope)
        found = self.definition(defined)
        reach = found.without(names)
        for name, arg in zip(names, args, strict=False):
            limit = found.limits.get(name, TEMPORAL)
            one = self._at_most(arg, scope, limit, f"as {name} of {defined.name}")
            reach |= one if name in found.through else one.fixed(CONSTANT)
        return reach

    def _opened(self, defined: Defined, args: tuple[Expression, ...], scope: Scope) -> Reach:
        """The reach of a definition's body with operators as arguments, on which it depends."""
        given = {
            parameter.name: given_for(parameter, arg, scope)
            for parameter, arg in zip(defined.parameters, args, strict=False)
        }
        if defined.recursive:  # one that is not may occur in its own arguments
            self._open.add(defined)
        found = self.of(defined.body, defined.scope.within(given))
        self._open.discard(defined)
        return found

    # Expressions ----------------------------------------------------------------------------------

    def of(self, node: Expression, scope: Scope) -> Reach:
        match node:
            case Apply(name, args):
                return self._meaning(name, scope.get(name), args, scope)
            case Qualified() | Subexpression():
                return self._qualified(node, scope)
            case And(parts) | Or(parts):
                return self._logical(parts, scope)
            case Prime(body):
                return self._builtin("'", (body,), scope)
            case Unchanged(body):
                return self._builtin("UNCHANGED", (body,), scope)
            case Enabled(body):
                return self._builtin("ENABLED", (body,), scope)
            case Square(action, subscript) | Angle(action, subscript):
                return self._step(action, subscript, scope).fixed(ACTION)
            case Fair(_, subscript, action):
                return self._step(action, subscript, scope).fixed(TEMPORAL)
            case Let():
                return self._let(node, scope)
            case Labelled(_, _, body):
                return self.of(body, scope)
            case Lambda(names, body):
                return self.of(body, _bound(names, scope))
            case _:
                return self._binding(node, scope)

    def _binding(self, node: Expression, scope: Scope) -> Reach:
        match node:
            case Quantified("AA" | "EE", bounds, body):
                flexible = {name: Variable(name, BOUND) for name in bound_names(bounds)}
                return self.of(body, scope.within(flexible)).fixed(TEMPORAL)
            case Quantified(_, bounds, body):
                return self._quantified(bounds, body, scope)
            case Choose(bound, body) | Filter(bound, body):
                return self._bounded((bound,), body, scope, ACTION)
            case Map(body, bounds):
                return self._bounded(bounds, body, scope, ACTION)
            case Function(bounds, body, name):
                inner = scope if name is None else _bound((name,), scope)
                return self._bounded(bounds, body, inner, TEMPORAL)
            case If() | Case() | Record():
                return self._all(children(node), scope, limit=TEMPORAL)
            case _:
                return self._all(children(node), scope)

    def _all(
        self,
        parts: Iterable[Expression],
        scope: Scope,
        reach: Reach = NOTHING,
        limit: Level = ACTION,
    ) -> Reach:
        for part in parts:
            reach |= self._at_most(part, scope, limit, "here")
        return reach

    def _at_most(self, node: Expression, scope: Scope, limit: Level, where: str) -> Reach:
        found = self.of(node, scope)
        if found.level > limit:
            raise BadMeaning(
                f"{limit} is needed {where}, but this is {found.level}", node.at.place()
            )
        return found.at_most(limit)

    def _bounded(
        self, bounds: tuple[Bound, ...], body: Expression, scope: Scope, limit: Level
    ) -> Reach:
        inner = _bound(bound_names(bounds), scope)
        return self._all(sets(bounds), scope) | self._at_most(body, inner, limit, "here")

    def _quantified(self, bounds: tuple[Bound, ...], body: Expression, scope: Scope) -> Reach:
        reach = self.of(body, _bound(bound_names(bounds), scope))
        limit = STATE if reach.level is TEMPORAL else ACTION
        for one in sets(bounds):
            reach |= self._at_most(one, scope, limit, "as the set of a quantifier")
        return reach

    def _logical(self, parts: tuple[Expression, ...], scope: Scope) -> Reach:
        found = [self.of(part, scope) for part in parts]
        if max(found, key=lambda one: one.level).level is TEMPORAL:
            for part, one in zip(parts, found, strict=True):
                if one.level is ACTION:
                    raise BadMeaning(
                        "an action stands beside a temporal formula: [A]_v or <<A>>_v is needed",
                        part.at.place(),
                    )
        reach = NOTHING
        for one in found:
            reach |= one
        return reach

    def _step(self, action: Expression, subscript: Expression, scope: Scope) -> Reach:
        stays = self._at_most(subscript, scope, STATE, "as a subscript")
        return stays | self._at_most(action, scope, ACTION, "here")

    def _let(self, node: Let, scope: Scope) -> Reach:
        inner = let_scope(node.units, scope)
        for unit in node.units:
            if isinstance(unit, Definition) and isinstance(made := inner.names[unit.name], Defined):
                self.definition(made)
        return self.of(node.body, inner)

    # Names ----------------------------------------------------------------------------------------

    def _meaning(
        self, name: str, meaning: Meaning | None, args: tuple[Expression, ...], scope: Scope
    ) -> Reach:
        match meaning:
            case Variable():
                return Reach(STATE)
            case Local(_, slot) if slot == PARAMETER:
                return self._all(args, scope, Reach(CONSTANT, frozenset({name})), TEMPORAL)
            case Defined():
                return self._applied(meaning, args, scope)
            case Builtin():
                return self._builtin(meaning.name, args, scope)
            case _:
                return self._all(args, scope)

    def _builtin(self, name: str, args: tuple[Expression, ...], scope: Scope) -> Reach:
        if name in LOGICAL:
            return self._logical(args, scope)
        limit, where = LIMITS.get(name, ACTION), f"for {name}"
        reach = NOTHING
        for arg in args if name in SPECIAL else _operands(args, scope):
            one = self._at_most(arg, scope, limit, where)
            if one.level is ACTION and name in ("[]", "<>", "~>", "-+->"):
                _check_step(name, arg)
            reach |= one
        return reach if (level := LEVELS.get(name)) is None else reach.fixed(level)

    def _qualified(self, node: Qualified | Subexpression, scope: Scope) -> Reach:
        steps = (*node.path, node.operator) if isinstance(node, Qualified) else node.path
        here, reach = scope, NOTHING
        for step in steps:
            if not isinstance(step, Apply):
                break
            reach |= self._all(step.args, scope, limit=TEMPORAL).fixed(CONSTANT)
            meaning = here.get(step.name)
            if isinstance(meaning, Instantiated):
                here = opened(meaning, step.args, scope)
            elif step is steps[-1]:
                return reach | self._meaning(step.name, meaning, step.args, scope)
            elif isinstance(meaning, Defined):
                # The level of a part is at most that of the whole definition.
                return self._applied(meaning, step.args, scope)
        return reach


def _operands(args: tuple[Expression, ...], scope: Scope) -> tuple[Expression, ...]:
    """The operands of a chain such as `a + b + c`, which nests to the left, without recursion."""
    rest = []
    while len(args) == 2 and isinstance(first := args[0], Apply) and first.args:
        meaning = scope.get(first.name)
        if not isinstance(meaning, Builtin) or meaning.name in SPECIAL:
            break
        rest.append(args[1])
        args = first.args
    return (*args, *reversed(rest))


def _check_step(name: str, arg: Expression) -> None:
    """Raise `BadMeaning` for an action in a temporal operator that does not allow stuttering."""
    if name == "[]" and not isinstance(arg, Square):
        raise BadMeaning("[] of an action needs the form [A]_v", arg.at.place())
    if name == "<>" and not isinstance(arg, Angle):
        raise BadMeaning("<> of an action needs the form <<A>>_v", arg.at.place())
    if name in ("~>", "-+->"):
        raise BadMeaning(f"an action cannot stand beside {name}", arg.at.place())


def _alone(parameters: tuple[Parameter, ...], scope: Scope) -> Scope:
    names = (parameter.name for parameter in parameters)
    return scope.within({name: Local(name, PARAMETER) for name in names}) if parameters else scope


def _bound(names: Iterable[str], scope: Scope) -> Scope:
    return scope.within({name: Local(name, BOUND) for name in names})
