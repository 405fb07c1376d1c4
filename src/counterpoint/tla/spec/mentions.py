"""Which variables an expression reads, and so of what it speaks.

A definition is read once: what it mentions is remembered, with the parameters that it reads and
those that it primes, and each call puts its arguments in their places.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import cast

from ...data import dataclass
from ...errors import BadMeaning
from ..evaluate.context import Closed
from ..evaluate.names import Names
from ..levels import Level
from ..scope import Defined, Meaning, Scope, Value, Variable
from ..syntax.operators import SYMBOLS
from ..tree import (
    Angle,
    Apply,
    Bound,
    Choose,
    Enabled,
    Expression,
    Fair,
    Filter,
    Function,
    Lambda,
    Let,
    Map,
    Node,
    Prime,
    Qualified,
    Quantified,
    Square,
    Subexpression,
    Unchanged,
)
from .binding import Binding
from .names import parts_of
from .standing import family, module_of, stands_in

NONE: frozenset[Variable] = frozenset()


@dataclass(frozen=True, slots=True)
class Mentions:
    """The variables that are read in this state and in the next one.

    `plain` and `primed` are the parameters that are read in them: the calls say what these are.
    """

    now: frozenset[Variable] = NONE
    then: frozenset[Variable] = NONE
    temporal: bool = False
    plain: frozenset[str] = frozenset()
    primed: frozenset[str] = frozenset()
    stands: frozenset[Scope] = frozenset()
    """The instances of which it reads a variable that stands for something else."""
    moves: frozenset[Scope] = frozenset()
    """Those of which it reads such a variable in the next state."""
    captured: bool = False
    """Whether in an instance it asks ENABLED of an action that moves such a variable.

    ENABLED is about the variables of the module there, not about what they stand for.
    """

    def __or__(self, other: Mentions) -> Mentions:
        return Mentions(
            self.now | other.now,
            self.then | other.then,
            self.temporal or other.temporal,
            self.plain | other.plain,
            self.primed | other.primed,
            self.stands | other.stands,
            self.moves | other.moves,
            self.captured or other.captured,
        )

    @property
    def variables(self) -> frozenset[Variable]:
        """Those of both states."""
        return self.now | self.then

    @property
    def level(self) -> Level:
        """Of what it speaks."""
        if self.temporal:
            return Level.TEMPORAL
        if self.then or self.primed:
            return Level.ACTION
        return Level.STATE if self.now or self.plain else Level.CONSTANT

    def next(self) -> Mentions:
        """What the same expression mentions when it is primed."""
        return Mentions(
            then=self.variables,
            temporal=self.temporal,
            primed=self.plain | self.primed,
            moves=self.stands | self.moves,
            captured=self.captured,
        )

    def stays(self) -> Mentions:
        """What it mentions that the value is the same in both states."""
        return self | self.next()


NOTHING = Mentions()


def mentions(expression: Expression, scope: Scope) -> Mentions:
    """The variables that an expression reads, through all definitions; raises `BadMeaning`.

    >>> from ..tree import Number
    >>> scope = Scope({"x": Variable("x", 0)})
    >>> found = mentions(Apply("=", (Prime(Apply("x")), Number(1))), scope)
    >>> found.then == {Variable("x", 0)}, found.level.name
    (True, 'ACTION')
    """
    return _Reader().read(expression, scope)


def level_of(closed: Closed) -> Level:
    """Of what an expression speaks: nothing that changes, a state, a step, a whole run."""
    return mentions(closed.expression, closed.scope).level


@dataclass(frozen=True, slots=True)
class Hole:
    """A parameter, while the body of its definition is read."""

    name: str


class _Reader:
    """Reads expressions; `open` has the definitions that are being read, and what is known."""

    def __init__(self) -> None:
        self.names = Names()
        self.open: dict[Defined, Mentions] = {}
        self.used: set[Defined] = set()
        self.opened: set[Defined] = set()

    def read(self, node: Node, scope: Scope) -> Mentions:
        match node:
            case Apply(name, args):
                found = self._applied(node, scope.get(name), args, scope)
                home = None if args else stands_in(name, scope)
                return found if home is None else replace(found, stands=found.stands | {home})
            case Qualified(path, operator):
                given = self._all((arg for step in path for arg in step.args), scope)
                meaning, _ = self.names.applied(node, scope)
                return given | self._applied(operator, meaning, operator.args, scope)
            case Prime(body):
                return self.read(body, scope).next()
            case Unchanged(body):
                return self.read(body, scope).stays()
            case Enabled(action):
                found = _captured(self.read(action, scope), scope)
                return replace(found, then=NONE, primed=frozenset(), moves=frozenset())
            case Square(action, subscript) | Angle(action, subscript):
                return self.read(action, scope) | self.read(subscript, scope).stays()
            case Fair():
                found = _captured(self._all(parts_of(node), scope), scope)
                return replace(found, temporal=True)
            case Subexpression():
                part = self.names.part(node, scope)
                return self.read(part.expression, part.scope)
            case Let(_, body):
                return self.read(body, self.names.let(node, scope))
            case _:
                return self._binder(node, scope)

    def _binder(self, node: Node, scope: Scope) -> Mentions:
        match node:
            case Quantified(kind, bounds, body):
                inside = self._bound(bounds, (body,), scope)
                return replace(inside, temporal=True) if kind in {"AA", "EE"} else inside
            case Choose(bound, body):
                return self._bound((bound,), (body,), scope)
            case Filter(bound, condition):
                return self._bound((bound,), (condition,), scope)
            case Map(value, bounds):
                return self._bound(bounds, (value,), scope)
            case Function(bounds, body, name):
                return self._bound(bounds, (body,), scope, (name,) if name else ())
            case Lambda(parameters, body):
                return self.read(body, _hiding(parameters, scope))
            case _:
                return self._all(parts_of(node), scope)

    def _bound(
        self,
        bounds: tuple[Bound, ...],
        bodies: Iterable[Node],
        scope: Scope,
        also: tuple[str, ...] = (),
    ) -> Mentions:
        sets = [bound.set for bound in bounds if bound.set is not None]
        names = [name for bound in bounds for name in bound.names]
        return self._all(sets, scope) | self._all(bodies, _hiding([*names, *also], scope))

    def _all(self, nodes: Iterable[Node], scope: Scope) -> Mentions:
        found = NOTHING
        for node in nodes:
            found |= self.read(node, scope)
        return found

    def _applied(
        self, call: Apply, meaning: Meaning | None, args: tuple[Expression, ...], scope: Scope
    ) -> Mentions:
        match meaning:
            case Variable():
                return Mentions(now=frozenset({meaning}))
            case Defined():
                return self._called(meaning, args, scope)
            case Hole(name):
                return Mentions(plain=frozenset({name})) | self._all(args, scope)
            case None if call.name not in SYMBOLS:
                raise BadMeaning(f"{call.name} means nothing here", call.at.place())
            case _:
                found = self._all(args, scope)
                return replace(found, temporal=True) if call.name in _TEMPORAL else found

    def _called(self, meaning: Defined, args: tuple[Expression, ...], scope: Scope) -> Mentions:
        if args and any(parameter.arity for parameter in meaning.parameters):
            return self._opened(meaning, args, scope)
        own = self._defined(meaning)
        found = replace(own, plain=frozenset(), primed=frozenset())
        for parameter, arg in zip(meaning.parameters, args, strict=False):
            given = self.read(arg, scope)
            if parameter.name in own.plain:
                found |= given
            if parameter.name in own.primed:
                found |= given.next()
        return found

    def _opened(self, meaning: Defined, args: tuple[Expression, ...], scope: Scope) -> Mentions:
        """What a definition mentions that is given operators: its body is read with them."""
        found = self._all(args, scope)
        if meaning in self.opened:
            self.used.add(meaning)
            return found
        given = {
            parameter.name: self.names.as_defined(parameter, arg, scope)
            for parameter, arg in zip(meaning.parameters, args, strict=True)
        }
        self.opened.add(meaning)
        found |= self.read(meaning.body, Binding(given, meaning.scope))
        self.opened.discard(meaning)
        self.used.discard(meaning)
        return found

    def _defined(self, meaning: Defined) -> Mentions:
        """What the body mentions; that of a recursive definition is read until nothing is new."""
        if (known := meaning.notes.get(_KEY)) is not None:
            assert isinstance(known, Mentions)
            return known
        if meaning in self.open:
            self.used.add(meaning)
            return self.open[meaning]
        holes = cast("Mapping[str, Meaning]", {p.name: Hole(p.name) for p in meaning.parameters})
        scope = Binding(holes, meaning.scope)
        self.open[meaning] = NOTHING
        while (found := self.read(meaning.body, scope)) != self.open[meaning]:
            self.open[meaning] = found
            if meaning not in self.used:
                break
        del self.open[meaning]
        self.used.discard(meaning)
        if not self.used:
            meaning.notes[_KEY] = found
        return found


def _captured(found: Mentions, scope: Scope) -> Mentions:
    """What is mentioned where an action is asked to be possible."""
    home = module_of(scope)
    is_inside = home is not None and not found.moves.isdisjoint(family(home))
    return replace(found, captured=found.captured or is_inside)


_KEY = "what is mentioned"
_TEMPORAL = frozenset({"[]", "<>", "~>", "-+->"})


def _hiding(names: Iterable[str], scope: Scope) -> Scope:
    """A scope in which these names are values."""
    return Scope(dict.fromkeys(names, Value(None)), scope)
