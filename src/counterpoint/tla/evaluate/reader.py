"""What an expression speaks of: the one place where that is worked out.

Which variables does its value depend on, in this state and in the next? Whatever asks that asks
here: what is kept while a step is taken, what a claim is about, whether it is about a state, a
step or a run. ENABLED binds the next state, so what an action says of it is not read there.

A definition is read once. Its parameters are read in a mode each: in which states the variables
of an argument are read that stands there. A call puts the arguments in those modes.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ...depth import roomy
from ...errors import BadMeaning
from ..children import bound_names, children, sets
from ..scope import Builtin, Defined, Local, Meaning, Scope, Value, Variable
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
from .names import Names
from .reading import NOTHING, Draws, Found, Hole, Mode, Reading

OLD = "@"
"""The name that `@` has in scopes."""

_DRAWING = (
    "RandomElement RandomSubset RandomSetOfSubsets RandomSubsetSet RandomSubsetSetOfSubsets "
    "TestRandomSetOfSubsets"
)

DRAWING = frozenset(_DRAWING.split())
"""Operators that draw at random."""

_VOLATILE = (
    "TLCGet TLCSet TLCGetOrDefault TLCGetAndSet JavaTime Print PrintT "
    "IOExec IOEnvExec IOExecTemplate IOEnvExecTemplate PickSuccessor"
)

VOLATILE = DRAWING | frozenset(_VOLATILE.split())
"""Operators that need not give the same twice."""

TEMPORAL = frozenset({"[]", "<>", "~>", "-+->"})
"""Operators that speak of a whole run."""

KNOWN = Value(None)
"""What is bound within the expression that is read."""

KEY = "what is read"
"""The key of a definition's notes."""


def reading(expression: Expression, scope: Scope, names: Names | None = None) -> Reading:
    """What an expression speaks of, through all definitions; raises `BadMeaning`.

    >>> from ..tree import Number
    >>> scope = Scope({"x": Variable("x", 0)})
    >>> found = reading(Apply("=", (Prime(Apply("x")), Number(1))), scope)
    >>> found.then == {Variable("x", 0)}, found.level.name
    (True, 'ACTION')
    """
    known = names or Names()
    return roomy(lambda: Reader(known).read(expression, scope))


class Reader:
    """Reads expressions; what a definition reads is kept with it once it is known for good."""

    def __init__(self, names: Names) -> None:
        self.names = names
        self._open: dict[Defined, Reading] = {}
        """The definitions that are being read, and what is known of them so far."""
        self._used: set[Defined] = set()
        """Those of them that something has asked about."""
        self._entered: set[Defined] = set()
        """Recursive definitions that are read with operators in place of their parameters."""

    def read(self, node: Expression, scope: Scope, mode: Mode = Mode.PLAIN) -> Reading:
        """What an expression speaks of that is read in a mode."""
        if isinstance(node, Number | String | Truth):
            return NOTHING
        found = Found()
        self._walk(node, scope, mode, found)
        return found.reading()

    def definition(self, defined: Defined) -> Reading:
        """What the body of a definition speaks of, where its parameters are open."""
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
        """What is read where an expression is compared in both states."""
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
            # Its arguments are evaluated before it is called, though it need not look at them.
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
        """What a definition reads that is given operators: its body is read with them."""
        if defined in self._entered:
            # It uses itself: whatever it does with its arguments, it reads no more than this.
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
        """What is read of arguments of which nobody knows what becomes of them."""
        self._all(args, scope, mode, found)
        self._all(args, scope, mode.prime(), found)

    def _given(self, parameter: Parameter, arg: Expression, scope: Scope) -> Meaning:
        """What a parameter means: an argument, or the operator of a definition that is open."""
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
    """A scope in which these names are values."""
    return scope.within(dict.fromkeys(names, KNOWN))
