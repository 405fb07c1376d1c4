"""Computes what an expression depends on; all other modules ask here.

The result says which variables the value depends on, in the current and in the next state, and the
level: constant, state, action or temporal. It decides which values can be cached while a step is
taken, and what a claim is about. ENABLED binds the next state, so what an action reads of the next
state under ENABLED does not count.

Each definition is read once, without arguments. For each parameter that records the modes in which
it is used, that is, the states in which the variables of an argument are read. A call then reads
its arguments in these modes.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ...depth import roomy
from ...errors import BadMeaning
from ..children import bound_names, children, sets
from ..levels import Level
from ..scope import Builtin, Constant, Defined, Local, Meaning, Scope, Value, Variable
from ..standing import stands_in
from ..syntax.operators import SYMBOLS
from ..tree import (
    Angle,
    Apply,
    Bound,
    Choose,
    Enabled,
    Except,
    Expression,
    Fair,
    Filter,
    Function,
    Lambda,
    Let,
    Map,
    Number,
    Old,
    Parameter,
    Prime,
    Qualified,
    Quantified,
    Square,
    String,
    Subexpression,
    Truth,
    Unchanged,
)
from .context import Closed
from .names import Names
from .reading import NOTHING, Draws, Found, Hole, Mode, Reading

OLD = "@"
"""The name of `@` in scopes."""

_DRAWING = "RandomElement RandomSubset RandomSetOfSubsets RandomSubsetSet TestRandomSetOfSubsets"

DRAWING = frozenset(_DRAWING.split())
"""Operators that draw at random."""

_VOLATILE = (
    "TLCGet TLCSet TLCGetOrDefault TLCGetAndSet JavaTime Print PrintT "
    "IOExec IOEnvExec IOExecTemplate IOEnvExecTemplate PickSuccessor"
)

VOLATILE = DRAWING | frozenset(_VOLATILE.split())
"""Operators that may give different results in two evaluations."""

TEMPORAL = frozenset({"[]", "<>", "~>", "-+->"})
"""Operators that make temporal formulas."""

KNOWN = Value(None)
"""The meaning of identifiers that the expression itself binds."""

KEY = "what is read"
"""The key in `Defined.notes` for the `Reading` of a definition."""


def reading(expression: Expression, scope: Scope, names: Names | None = None) -> Reading:
    """What an expression depends on, through all definitions.

    Raises `BadMeaning` for a name that means nothing.

    >>> from ..tree import Number
    >>> scope = Scope({"x": Variable("x", 0)})
    >>> found = reading(Apply("=", (Prime(Apply("x")), Number(1))), scope)
    >>> found.then == {Variable("x", 0)}, found.level.name
    (True, 'ACTION')
    """
    known = names or Names()
    return roomy(lambda: Reader(known).read(expression, scope))


def read_level(closed: Closed) -> Level:
    """The level of an expression by what it reads; see `levels` for that by its form."""
    return reading(closed.expression, closed.scope).level


class Reader:
    """Reads expressions; the final `Reading` of a definition is cached in its notes."""

    def __init__(self, names: Names) -> None:
        self.names = names
        self._open: dict[Defined, Reading] = {}
        """The definitions being read, each with what is known of it so far."""
        self._used: set[Defined] = set()
        """The open definitions that were used before they were completely read."""
        self._entered: set[Defined] = set()
        """Recursive definitions that are being read with their operator arguments in place."""

    def read(self, node: Expression, scope: Scope, mode: Mode = Mode.PLAIN) -> Reading:
        """What an expression depends on when it is read in a mode."""
        if isinstance(node, Number | String | Truth):
            return NOTHING
        found = Found()
        self._walk(node, scope, mode, found)
        return found.reading()

    def definition(self, defined: Defined) -> Reading:
        """What the body of a definition depends on, with its parameters left open.

        For a recursive definition, iterates from `NOTHING` to a fixpoint.
        """
        known: Reading | None = defined.notes.get(KEY)
        if known is not None:
            return known
        if defined in self._open:
            self._used.add(defined)
            return self._open[defined]
        scope = _open(defined)
        self._open[defined] = NOTHING
        while (found := self.read(defined.body, scope)) != self._open[defined]:
            self._open[defined] = found
            if defined not in self._used:
                break
        del self._open[defined]
        self._used.discard(defined)
        if not self._used:
            defined.notes[KEY] = found
        return found

    # Expressions ----------------------------------------------------------------------------------

    def _all(self, nodes: Iterable[Expression], scope: Scope, mode: Mode, found: Found) -> None:
        for node in nodes:
            self._walk(node, scope, mode, found)

    def _walk(self, node: Expression, scope: Scope, mode: Mode, found: Found) -> None:
        match node:
            case Apply(name, args):
                meaning = scope.get(name)
                named = not args and isinstance(meaning, Variable | Defined)
                if named and (stand := stands_in(name, scope)) is not None:
                    found.stands.add((mode.value[0], (stand, name)))
                self._applied(node, meaning, args, scope, mode, found)
            case Qualified(_, operator):
                meaning, args = self.names.applied(node, scope)
                self._applied(operator, meaning, args, scope, mode, found)
            case Prime(body):
                self._walk(body, scope, mode.prime(), found)
            case Unchanged(body):
                self._stays(body, scope, mode, found)
            case Enabled(action):
                self._walk(action, scope, mode.enable(), found)
            case Square(action, subscript) | Angle(action, subscript):
                self._walk(action, scope, mode, found)
                self._stays(subscript, scope, mode, found)
            case Fair(_, subscript, action):
                found.temporal = True
                self._walk(action, scope, mode, found)
                self._stays(subscript, scope, mode, found)
            case Let(_, body):
                self._walk(body, self.names.let(node, scope), mode, found)
            case Subexpression():
                part = self.names.part(node, scope)
                self._walk(part.expression, part.scope, mode, found)
            case Old():
                self._applied(Apply(OLD), scope.get(OLD) or KNOWN, (), scope, mode, found)
            case _:
                self._binder(node, scope, mode, found)

    def _stays(self, node: Expression, scope: Scope, mode: Mode, found: Found) -> None:
        """What is read where the value of an expression in both states is compared."""
        self._walk(node, scope, mode, found)
        self._walk(node, scope, mode.prime(), found)

    def _binder(self, node: Expression, scope: Scope, mode: Mode, found: Found) -> None:
        match node:
            case Quantified(kind, bounds, body):
                found.temporal |= kind in {"AA", "EE"}
                self._bound(bounds, body, scope, mode, found)
            case Map(body, bounds):
                self._bound(bounds, body, scope, mode, found)
            case Choose(bound, body) | Filter(bound, body):
                self._bound((bound,), body, scope, mode, found)
            case Function(bounds, body, name):
                self._bound(bounds, body, scope, mode, found, *([name] if name else []))
            case Lambda(parameters, body):
                self._walk(body, _hiding(parameters, scope), mode, found)
            case Except(function, updates):
                self._walk(function, scope, mode, found)
                inner = _hiding([OLD], scope)
                for update in updates:
                    self._all((arg for step in update.path for arg in step), inner, mode, found)
                    self._walk(update.value, inner, mode, found)
            case _:
                self._all(children(node), scope, mode, found)

    def _bound(
        self,
        bounds: tuple[Bound, ...],
        body: Expression,
        scope: Scope,
        mode: Mode,
        found: Found,
        *names: str,
    ) -> None:
        self._all(sets(bounds), scope, mode, found)
        self._walk(body, _hiding([*bound_names(bounds), *names], scope), mode, found)

    # Names ----------------------------------------------------------------------------------------

    def _applied(
        self,
        call: Apply,
        meaning: Meaning | Hole | None,
        args: tuple[Expression, ...],
        scope: Scope,
        mode: Mode,
        found: Found,
    ) -> None:
        match meaning:
            case Variable():
                found.see(mode.value[0], meaning)
            case Local(_, slot):
                found.hold(slot)
                self._all(args, scope, mode, found)
            case Hole():
                found.uses.add((meaning, mode))
                self._anyhow(args, scope, mode, found)
            case Defined():
                self._called(meaning, args, scope, mode, found)
            case Constant():
                found.lacks.add(meaning)
                self._all(args, scope, mode, found)
            case None if call.name not in SYMBOLS:
                raise BadMeaning(f"{call.name} means nothing here", call.at.place())
            case _:
                if isinstance(meaning, Builtin) and meaning.name in VOLATILE:
                    found.vary()
                    if meaning.name in DRAWING:
                        found.draw(Draws.ANEW)
                found.temporal |= call.name in TEMPORAL
                self._all(args, scope, mode, found)

    def _called(
        self,
        defined: Defined,
        args: tuple[Expression, ...],
        scope: Scope,
        mode: Mode,
        found: Found,
    ) -> None:
        if args and any(parameter.arity for parameter in defined.parameters):
            self._entered_with(defined, args, scope, mode, found)
            return
        if defined.recursive:
            # The arguments of a recursive operator are evaluated before it is called.
            self._all(args, scope, mode, found)
        own = self.definition(defined)
        found.add(own, mode)
        if own.draws and defined.module and own.is_fixed and not defined.parameters:
            found.draw(Draws.CONSTANT)
        for hole, inner in own.uses:
            if hole.owner is not defined:
                found.uses.add((hole, inner.within(mode)))
            elif hole.number < len(args):
                self._walk(args[hole.number], scope, inner.within(mode), found)

    def _entered_with(
        self,
        defined: Defined,
        args: tuple[Expression, ...],
        scope: Scope,
        mode: Mode,
        found: Found,
    ) -> None:
        """What a definition with operator arguments reads: its body is read with the arguments."""
        if defined in self._entered:
            # A recursive call reads its arguments at most unprimed and primed.
            self._anyhow(args, scope, mode, found)
            return
        given = {
            parameter.name: self._given(parameter, arg, scope)
            for parameter, arg in zip(defined.parameters, args, strict=True)
        }
        if defined.recursive:
            self._entered.add(defined)
        self._walk(defined.body, defined.scope.within(given), mode, found)
        self._entered.discard(defined)

    def _anyhow(self, args: tuple[Expression, ...], scope: Scope, mode: Mode, found: Found) -> None:
        """What is read of arguments that are used in an unknown way: unprimed and primed."""
        self._all(args, scope, mode, found)
        self._all(args, scope, mode.prime(), found)

    def _given(self, parameter: Parameter, arg: Expression, scope: Scope) -> Meaning:
        """What a parameter means: its argument, or an operator parameter of an open definition."""
        if parameter.arity and isinstance(arg, Apply) and not arg.args:
            meaning: Any = scope.get(arg.name)
            if isinstance(meaning, Hole):
                return meaning  # type: ignore[return-value]
        return self.names.as_defined(parameter, arg, scope)


def _open(defined: Defined) -> Scope:
    """The scope of a definition's body in which its parameters are holes."""
    if not defined.parameters:
        return defined.scope
    holes: Any = {
        parameter.name: Hole(defined, number) for number, parameter in enumerate(defined.parameters)
    }
    return defined.scope.within(holes)


def _hiding(names: Iterable[str], scope: Scope) -> Scope:
    """A scope in which these names are locally bound identifiers."""
    return scope.within(dict.fromkeys(names, KNOWN))
