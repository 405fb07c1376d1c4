"""Which expressions are invariant under the renamings of a symmetry, in every state."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, Final

from ..errors import CounterpointError
from ..identity import Identity, identity
from ..logic.formula import Formula, atoms_of
from ..nodes import parts_of
from .evaluate.context import Closed
from .evaluate.errors import NotKnown
from .evaluate.names import Names
from .library import LANGUAGE, MODULES
from .scope import Builtin, Defined, Meaning, Scope, Value, Variable
from .spec.constants import constant
from .spec.names import names_in
from .tree import (
    Apply,
    Bound,
    Choose,
    Filter,
    Function,
    Lambda,
    Let,
    Map,
    Node,
    Qualified,
    Quantified,
    SetOf,
    Subexpression,
)
from .values import LazySet, normal

if TYPE_CHECKING:
    from ..model.specified import Claim as Asked
    from ..model.specified import Probe
    from .system import ModuleSystem

_SAFE: Final = "Naturals Integers Reals Sequences FiniteSets"
"""Modules with operators that treat all model values alike."""

_ALSO: Final = (
    r"/\ \/ => <=> ~ = # \in \notin \subseteq \cup \cap \ \X SUBSET UNION DOMAIN ' [] <> :> @@ "
    "BOOLEAN STRING ENABLED UNCHANGED"
)
"""Operators of the language, and of module TLC, that treat all model values alike."""


def is_symmetry_safe(closed: Closed, is_same: Callable[[Any], bool]) -> bool:
    r"""Whether an expression surely has the same value in a state and in each renamed state.

    `is_same` says whether a value is the same after each renaming. False is not certain: CHOOSE of
    what depends on the state is assumed to prefer some model values to others.

    >>> from .modules.language import language
    >>> from .values import ModelValue
    >>> a, b = ModelValue("a"), ModelValue("b")
    >>> scope = language().within({"x": Variable("x", 0), "a": Value(a), "All": Value({a, b})})
    >>> asked = [Apply("\\in", (Apply("x"), Apply(name))) for name in ("a", "All")]
    >>> [is_symmetry_safe(Closed(one, scope), lambda value: value == {a, b}) for one in asked]
    [False, True]
    """
    try:
        return _Looking(is_same).of(closed.expression, closed.scope)
    except CounterpointError:
        return False


def takes_alike(system: ModuleSystem, claims: Iterable[Asked]) -> bool:
    """Whether a specification and the claims about it are invariant under its symmetry.

    Then each run corresponds to the run of the representatives of its states. What the
    specification says about whole runs does not matter if no claim is about runs.
    """
    symmetry = system.symmetry
    if symmetry is None:
        return True
    asked = [claim.probe for claim in claims if claim.probe is not None]
    formulas = [claim.formula for claim in claims if claim.formula is not None]
    if formulas:
        asked += _of_runs(system, formulas)
    closed = [getattr(probe, "closed", None) for probe in asked]
    return all(
        one is not None and is_symmetry_safe(one, symmetry.keeps)
        for one in (*system.said, *system.bounds.views, *closed)
    )


def _of_runs(system: ModuleSystem, formulas: Sequence[Formula]) -> list[Probe]:
    """What formulas depend on, and what the specification assumes of runs."""
    atoms = [atom.text for each in (*formulas, *system.assumptions) for atom in atoms_of(each)]
    fair = [(one.step, one.enabled) for one in system.fairness_conditions]
    return [
        *(system.probes[text] for text in atoms),
        *(probe for both in fair for probe in both if probe is not None),
    ]


class _Looking:
    def __init__(self, is_same: Callable[[Any], bool]) -> None:
        self._is_same = is_same
        self._names = Names()
        self._even: set[Identity] = set()
        """Definitions that are invariant, or are being looked at."""
        self._uneven: set[Identity] = set()
        """Definitions that may not be invariant."""
        self._safe = {*LANGUAGE, *_ALSO.split()}
        for module in _SAFE.split():
            self._safe |= set(MODULES[module].operators)

    def of(self, node: Node, scope: Scope) -> bool:
        match node:
            case Choose(bound, _):
                if _is_extremum(node, scope):
                    return bound.set is not None and self.of(bound.set, scope)
                return _is_closed(node, scope) and self._same(node, scope)
            case Apply(_, args):
                return self._meaning(scope.get(node.name)) and self._all(args, scope)
            case Qualified(path, _):
                meaning, args = self._names.applied(node, scope)
                given = [arg for step in path for arg in step.args]
                return self._meaning(meaning) and self._all([*given, *args], scope)
            case Subexpression():
                part = self._names.part(node, scope)
                return self.of(part.expression, part.scope)
            case Let(_, body):
                return self.of(body, self._names.let(node, scope))
            case Lambda(parameters, body):
                return self.of(body, _hiding(parameters, scope))
            case Quantified(_, bounds, body) | Map(body, bounds):
                return self._bound(bounds, body, scope)
            case Function(bounds, body, name):
                return self._bound(bounds, body, _hiding((name,) if name else (), scope))
            case Filter(bound, body):
                return self._bound((bound,), body, scope)
            case SetOf():
                return self._all(parts_of(node), scope) or self._same(node, scope)
            case _:
                return self._all(parts_of(node), scope)

    def _same(self, node: Choose | SetOf, scope: Scope) -> bool:
        """Whether a constant has the same value after each renaming, such as `{a, b, c}`."""
        value = constant(Closed(node, scope))
        return value is not None and self._value(value)

    def _all(self, nodes: Iterable[Node], scope: Scope) -> bool:
        return all(self.of(node, scope) for node in nodes)

    def _bound(self, bounds: tuple[Bound, ...], body: Node, scope: Scope) -> bool:
        sets = [bound.set for bound in bounds if bound.set is not None]
        names = [name for bound in bounds for name in bound.names]
        return self._all(sets, scope) and self.of(body, _hiding(names, scope))

    def _meaning(self, meaning: Meaning | None) -> bool:
        match meaning:
            case Variable():
                return True
            case Value(value):
                return value is None or self._value(value)
            case Builtin(name):
                return name in self._safe
            case Defined():
                return self._defined(meaning)
            case _:
                return False

    def _value(self, value: Any) -> bool:
        """Whether a value is the same after each renaming; unlistable sets have no model values."""
        try:
            return self._is_same(normal(value))
        except NotKnown:
            return False
        except CounterpointError:
            return isinstance(value, LazySet)

    def _defined(self, meaning: Defined) -> bool:
        key = identity(meaning)
        if key in self._even or key in self._uneven:
            return key in self._even
        before = {*self._even}
        self._even.add(key)
        names = [parameter.name for parameter in meaning.parameters]
        if self.of(meaning.body, _hiding(names, meaning.scope)):
            return True
        self._even = before  # others were judged meanwhile as if this one were invariant
        self._uneven.add(key)
        return False


def _is_extremum(node: Choose, scope: Scope) -> bool:
    r"""Whether it is the greatest or least number of a set: `CHOOSE x \in S : \A y \in S : x >= y`.

    There is only one, so none is preferred to others. An order that a module defines itself may
    have several.
    """
    match node:
        case Choose(
            Bound((chosen,), set),
            Quantified(
                "A", (Bound((other,), same),), Apply("\\geq" | "\\leq" as order, (one, two))
            ),
        ):
            is_of_numbers = isinstance(scope.get(order), Builtin)
            return is_of_numbers and set == same and {one, two} == {Apply(chosen), Apply(other)}
    return False


def _is_closed(node: Node, scope: Scope) -> bool:
    """Whether an expression names nothing that a quantifier or a parameter gives a value."""
    meanings = map(scope.get, names_in(node))
    return all(
        meaning.value is not None
        if isinstance(meaning, Value)
        else bool(meaning.module)
        if isinstance(meaning, Defined)
        else meaning is None or isinstance(meaning, Builtin)
        for meaning in meanings
    )


def _hiding(names: Iterable[str], scope: Scope) -> Scope:
    """A scope in which these names are values that a state may have, or operators on them."""
    return scope.within(dict.fromkeys(names, Value(None)))
